"""Kill the server in mid-game, again and again, and see that nothing acknowledged is lost.

    python scripts/kill_server.py --kills 1000             on SQLite
    python scripts/kill_server.py --kills 1000 --workers 2 on a PostgreSQL of its own

Two people play random moves at a few tables; at random moments all processes of the server get
SIGKILL and it is started again. Then both ask for every table: its log is what was acknowledged,
move by move, and behind that nothing but the one that was on its way when the server died. No n
that anybody has heard of is larger than the one that is told now. Whoever had no answer sends the
same command again, as the page does, and it is carried out once. Everything happens on this
machine, at 127.0.0.1.

Every tenth start is of a whole new process; the others are forked from one that has loaded Python's
modules and the one game that is played, which would take most of the time and has nothing to do
with what is kept.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
os.environ.setdefault("CATTERY_GAMES", str(Path(__file__).parent.parent / "tests" / "games"))

from websockets.exceptions import WebSocketException

import cattery
from cattery.server.settings import Settings
from server.running import (
    GAME,
    GENEROUS,
    Browser,
    Line,
    Server,
    create_database,
    kill_group,
    match_of_two,
    postgres_server,
    whose_turn,
)

LOST = (
    OSError,
    WebSocketException,
)  # what a kill looks like from outside; nothing else is let pass


NOTATION = cattery.game(GAME)


FRESH = 10  # so many starts to one of a whole new process
NURSERY = f"""
import os, signal, sys, traceback
from cattery.server import compiling, processes, run
from cattery.server.settings import Settings
from cattery.server.tables import hall

hall._all_games = lambda: ({GAME!r},)  # the others would only be loaded, and again and again
compiling.load({GAME!r})
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for settings in sys.stdin:
    if not os.fork():
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        try:
            run.serve(Settings.from_json(settings), say=lambda key, params:
                      key == "ready" and print(os.getpid(), params["address"], flush=True))
        except Exception:
            traceback.print_exc()
            print(flush=True)  # it won't be ready
        os._exit(0)
"""


class ForkedServer(Server):
    """A server that is there sooner, but for every tenth start."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        super().__init__(folder, settings)
        self._starts = 0
        self._forked: int | None = None
        with (folder / "server.log").open("a") as log:
            self._nursery = subprocess.Popen(
                [sys.executable, "-c", NURSERY],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def launch(self) -> None:
        """Start a new process, or fork one."""
        self._starts += 1
        if self._starts % FRESH == 1:
            super().launch()
            return
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write(self.settings.to_json() + "\n")
        self._nursery.stdin.flush()
        said = self._nursery.stdout.readline().split()
        assert said, self.log()
        self._forked = int(said[0])
        self.base = said[1].rstrip("/").replace("localhost", "127.0.0.1")

    def kill(self) -> None:
        """End the process and its workers without a word of warning."""
        if self._forked is None:
            super().kill()
            return
        kill_group(self._forked)
        self._forked = None

    def end(self) -> None:
        """End all that is left."""
        if self._forked is not None or (self.process is not None and self.process.poll() is None):
            self.kill()
        self._nursery.kill()
        self._nursery.wait()


class Move(NamedTuple):
    """A move at a table."""

    seat: int
    notation: str


class Wrong(Exception):
    """Something acknowledged is lost, doubled, or went back."""


class Watched:
    """A table whose acknowledged moves are remembered outside the server."""

    def __init__(self) -> None:
        self.id = ""
        self.tokens: list[str] = []
        self.acknowledged: list[Move] = []  # entry by entry
        self.on_its_way: tuple[str, int, Move] | None = None  # a command's id, action and move
        self.repeated = 0  # commands that were sent again, and had been carried out already
        self.heard = 0  # the largest n that anybody was told
        self.ready = asyncio.Event()  # it has been checked, and is being played
        self.over = False  # and has been checked since

    async def play(self, server: Server, rng: random.Random) -> None:
        """Play until the server is gone."""
        browsers = [Browser(server, token) for token in self.tokens]
        async with browsers[0].at(self.id) as one, browsers[1].at(self.id) as other:
            lines = [one, other]
            for line in lines:
                while not line.sides:  # a worker may still be loading the game
                    await line.next()
                self.check(line)
            self.ready.set()
            await self.send_again(lines)
            self.over = await whose_turn(lines) is None
            while (seat := await whose_turn(lines)) is not None:
                action = rng.choice(lines[seat].legal(seat))
                move = Move(seat, NOTATION.format(NOTATION.move(action)))
                self.on_its_way = secrets.token_hex(6), action, move
                await self.command(lines)

    async def command(self, lines: list[Line]) -> None:
        """Send what is on its way, and note its acknowledgement."""
        assert self.on_its_way is not None
        name, action, move = self.on_its_way
        line, n = lines[move.seat], len(self.acknowledged)
        do = {"type": "play", "seat": move.seat, "move": action}
        answer = await line.ask(do, id=name, n=n)
        if answer["type"] != "ack" or answer["n"] != n + 1:
            raise Wrong(f"{move} as entry {n} was answered with {answer}")
        self.acknowledged.append(move)
        self.on_its_way = None
        self.heard = max(self.heard, *(each.n for each in lines), answer["n"])

    async def send_again(self, lines: list[Line]) -> None:
        """What had no answer is carried out now, or has been: once in any case."""
        if self.on_its_way is not None:
            self.repeated += lines[0].n > len(self.acknowledged)
            await self.command(lines)
            for line in lines:
                while line.n < len(self.acknowledged):
                    await line.next()
                if line.n != len(self.acknowledged):
                    raise Wrong(
                        f"{len(self.acknowledged)} moves were made, and the log has {line.n}"
                    )

    def check(self, line: Line) -> None:
        """The log is what was acknowledged, and maybe what was on its way; n doesn't go back."""
        if line.n < self.heard:
            raise Wrong(f"n went back from {self.heard} to {line.n}")
        story = next(iter(line.sides.values()))["story"]
        found = [Move(told["seat"], told["move"]) for told in story]
        if [told["n"] for told in story] != list(range(line.n)):
            raise Wrong("entries are missing, or told twice")
        known = len(self.acknowledged)
        if found[:known] != self.acknowledged:
            raise Wrong(f"acknowledged were {self.acknowledged}, and told are {found}")
        if found[known:] and (self.on_its_way is None or found[known:] != [self.on_its_way[2]]):
            raise Wrong(f"nobody has sent {found[known:]}")


async def open_table(server: Server) -> Watched:
    """A match of two browsers that has begun."""
    watched, browsers = Watched(), [Browser(server), Browser(server)]
    watched.tokens = [browser.token for browser in browsers]
    async with match_of_two(*browsers) as (table, _):
        watched.id = table
    return watched


async def round_of(server: Server, tables: list[Watched], rng: random.Random) -> None:
    """Play at all tables for a moment, then kill the server."""
    for table in tables:
        table.ready.clear()
    playing = [asyncio.create_task(_until_lost(table, server, rng)) for table in tables]
    ready = asyncio.gather(*(table.ready.wait() for table in tables))
    await asyncio.wait([ready, *playing], return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(rng.uniform(0.02, 0.6))
    server.kill()
    for problem in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(problem, BaseException):
            raise problem
    ready.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await ready


async def _until_lost(table: Watched, server: Server, rng: random.Random) -> None:
    with contextlib.suppress(*LOST):
        await table.play(server, rng)


async def soak(server: Server, kills: int, seed: int) -> None:
    """Kill so many times; Wrong if anything is."""
    rng, tables, began = random.Random(seed), [], time.monotonic()
    moves = repeated = 0
    for kill in range(kills):
        server.start()
        while len(tables) < 3:
            tables.append(await open_table(server))
        before = sum(len(table.acknowledged) for table in tables)
        await round_of(server, tables, rng)
        moves += sum(len(table.acknowledged) for table in tables) - before
        repeated += sum(table.repeated for table in tables)
        for table in tables:
            table.repeated = 0
        tables = [table for table in tables if not table.over and table.heard < 60]
        if (kill + 1) % 10 == 0:
            seconds = (time.monotonic() - began) / (kill + 1)
            print(
                f"{kill + 1} kills, {moves} moves, {repeated} of them kept but not answered, "
                f"{seconds:.1f} s each",
                flush=True,
            )
        if moves < kill:
            raise Wrong(f"only {moves} moves were acknowledged: nothing has been tested")


@contextlib.contextmanager
def database(workers: int, folder: str) -> Iterator[str]:
    """A fresh SQLite file, or a PostgreSQL of our own where several processes share one."""
    if workers == 1:
        yield str(Path(folder) / "tables.db")
        return
    with postgres_server() as server:
        yield asyncio.run(create_database(server.url, "kills"))


def main() -> None:
    """Kill a server as often as asked for."""
    parser = argparse.ArgumentParser(description="Kill the server in mid-game, again and again.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1, help="more than 1: on PostgreSQL")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit("ended"))
    with tempfile.TemporaryDirectory() as folder, database(given.workers, folder) as url:
        settings = Settings(port=0, database=url, workers=given.workers, limits=GENEROUS)
        server = ForkedServer(Path(folder), settings)
        try:
            asyncio.run(soak(server, given.kills, given.seed))
        except Wrong as wrong:
            sys.exit(f"WRONG: {wrong}")
        finally:
            server.end()
    print("nothing lost, nothing doubled, no n that went back")


if __name__ == "__main__":
    main()
