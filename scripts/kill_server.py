"""Kill the server in mid-game, again and again, and see that nothing acknowledged is lost.

    python scripts/kill_server.py --kills 1000             on SQLite
    python scripts/kill_server.py --kills 1000 --workers 2 on a PostgreSQL of its own

Two people play random moves at a few tables; at random moments all processes of the server get
SIGKILL and it is started again. Then every table is asked for: each acknowledged move stands in its
log exactly once, in the order in which it was acknowledged, and no n that anybody has heard of is
larger than the one that is told now. Everything happens on this machine, at 127.0.0.1.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
os.environ.setdefault("CATTERY_GAMES", str(Path(__file__).parent.parent / "tests" / "games"))

from websockets.exceptions import WebSocketException

from cattery.server.settings import Settings
from server.running import (
    GENEROUS,
    Browser,
    Line,
    Server,
    create_database,
    match_of_two,
    postgres_server,
    whose_turn,
)

LOST = (
    OSError,
    WebSocketException,
)  # what a kill looks like from outside; nothing else is let pass


class Wrong(Exception):
    """Something acknowledged is lost, doubled, or went back."""


class Watched:
    """A table whose acknowledged moves are remembered outside the server."""

    def __init__(self) -> None:
        self.id = ""
        self.tokens: list[str] = []
        self.acknowledged: list[tuple[int, str]] = []  # n after it, and the move
        self.heard = 0  # the largest n that anybody was told
        self.ready = asyncio.Event()  # it has been checked, and is being played

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
            while (seat := await whose_turn(lines)) is not None:
                line = lines[seat]
                done = await line.do("play", seat=seat, move=rng.choice(line.legal(seat)))
                self.acknowledged.append((done["n"], str(seat)))
                self.heard = max(self.heard, done["n"], *(each.n for each in lines))

    def check(self, line: Line) -> None:
        """The log has all that was acknowledged, and nobody hears of less than before."""
        if line.n < self.heard:
            raise Wrong(f"n went back from {self.heard} to {line.n}")
        entries = {told["n"]: str(told["seat"]) for told in line.sides[_any(line)]["story"]}
        numbers = [n for n, _ in self.acknowledged]
        if len(set(numbers)) != len(numbers):
            raise Wrong("a move was acknowledged twice under one number")
        for n, seat in self.acknowledged:
            if entries.get(n - 1) != seat:
                raise Wrong(f"entry {n - 1} was acknowledged and is not there")


def _any(line: Line) -> int | None:
    return next(iter(line.sides))


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
    ready = [asyncio.create_task(table.ready.wait()) for table in tables]
    await asyncio.wait([asyncio.gather(*ready), *playing], return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(rng.uniform(0.02, 0.6))
    server.kill()
    for problem in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(problem, BaseException):
            raise problem
    for waiting in ready:
        waiting.cancel()


async def _until_lost(table: Watched, server: Server, rng: random.Random) -> None:
    with contextlib.suppress(*LOST):
        await table.play(server, rng)


async def soak(server: Server, kills: int, seed: int) -> None:
    """Kill so many times; Wrong if anything is."""
    rng, tables, began = random.Random(seed), [], time.monotonic()
    moves = 0
    for kill in range(kills):
        server.start()
        while len(tables) < 3:
            tables.append(await open_table(server))
        before = sum(len(table.acknowledged) for table in tables)
        await round_of(server, tables, rng)
        moves += sum(len(table.acknowledged) for table in tables) - before
        tables = [table for table in tables if table.heard < 60]  # then others, soon over or not
        if (kill + 1) % 10 == 0:
            seconds = (time.monotonic() - began) / (kill + 1)
            print(f"{kill + 1} kills, {moves} moves, {seconds:.1f} s each", flush=True)
    if moves < kills:
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
    with tempfile.TemporaryDirectory() as folder, database(given.workers, folder) as url:
        settings = Settings(port=0, database=url, workers=given.workers, limits=GENEROUS)
        server = Server(Path(folder), settings)
        try:
            asyncio.run(soak(server, given.kills, given.seed))
        except Wrong as wrong:
            sys.exit(f"WRONG: {wrong}")
        finally:
            if server.process is not None:
                server.kill()
    print("nothing lost, nothing doubled, no n that went back")


if __name__ == "__main__":
    main()
