"""Attack a server of one's own in many ways, and see that two people who play there notice nothing.

    python scripts/attack_server.py                            every attack, 20 seconds each
    python scripts/attack_server.py --only hellos slow --seconds 60
    python scripts/attack_server.py --list                     what there is

Every attack has a fresh server with its usual limits on 127.0.0.1. Two people play there over
sockets, ten moves a second; strangers attack from other addresses (127.0.0.2 and 127.0.0.3, where
the system has them) in a process of low priority, for elsewhere it would have its own processor.
Shown are the milliseconds from the moment a move is due until it is acknowledged, the attack's
preparation included; the megabytes and the share of a core that the server takes; and of what was
sent, how much was refused and how many connections the server ended. The first row is without an
attack. Where bots are starved, a person plays against a strong one, too, and the longest wait for
it is shown.

It ends with an error if 99 of 100 moves aren't acknowledged within 100 ms, if one isn't
acknowledged at all, if a newcomer isn't answered, if anything is answered with an internal error,
or the log has a traceback.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import signal
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx

import cattery
from cattery.server.net.protocol import open_files
from cattery.server.settings import ConnectionLimits, RequestLimits, Settings
from server.attacks import ATTACKS, Attacker, Tally
from server.running import GAME, Browser, Server, match_of_two, ready, whose_turn

QUIET = "without"
PACE = 10.0  # moves a second
ALLOWED_MS = 100.0  # for 99 of 100 moves
ACKNOWLEDGED_SECONDS = 15.0
BOT_SECONDS = 8.0  # for a bot that a person waits for
ROOM = 200  # connections that fit into the server that is filled up
SAME_ADDRESS = "same-address"  # the attack that comes from where the people are
STARVING = (QUIET, "thirty-bots", "five-hundred-bots")
PREPARED_SECONDS = 240.0
processes = multiprocessing.get_context("spawn")


# --- the people who play


@dataclass
class People:
    """Two people at a table, and how long their moves take."""

    server: Server
    delays: list[float] = field(default_factory=list)  # seconds
    unacknowledged: int = 0
    table: str = ""
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Match after match, until cancelled."""
        rng, pair = random.Random(1), (Browser(self.server), Browser(self.server))
        while True:
            async with match_of_two(*pair) as (table, lines):
                self.table = table
                self.begun.set()
                due = time.perf_counter()
                while (seat := await whose_turn(lines)) is not None:
                    due += 1 / PACE
                    await asyncio.sleep(due - time.perf_counter())
                    move = rng.choice(lines[seat].legal(seat))
                    try:
                        async with asyncio.timeout(ACKNOWLEDGED_SECONDS):
                            await lines[seat].do("play", seat=seat, move=move)
                    except TimeoutError:
                        self.unacknowledged += 1
                        break
                    self.delays.append(time.perf_counter() - due)


@dataclass
class Bot:
    """A person who plays against a strong bot, and how long that takes for its answers."""

    server: Server
    delays: list[float] = field(default_factory=list)

    async def play(self) -> None:
        """Match after match, until cancelled."""
        rng, browser = random.Random(2), Browser(self.server)
        seats = [{"who": "me"}, {"who": "bot", "bot": "level:5"}]
        body = {"game": GAME, "seats": seats, "options": {"first": "0"}}
        while True:
            table = (await browser.post("/api/tables", body))["id"]
            async with browser.at(table) as line:
                await line.do("contribute", seat=0, text="x")
                await line.until_table(state="playing")
                while line.table["state"] == "playing":
                    moves = await asyncio.wait_for(line.my_turn(0), 60)
                    await line.do("play", seat=0, move=rng.choice(moves))
                    await self._wait(line)

    async def _wait(self, line: Any) -> None:
        """Until the bot has moved, or the match is over."""
        began, n = time.perf_counter(), line.n
        while line.table["state"] == "playing" and not (line.n > n and line.legal(0)):
            if line.legal(0):  # still the person's turn
                return
            await line.next(timeout=60)
        self.delays.append(time.perf_counter() - began)


@dataclass
class Newcomers:
    """People who come to a server without room: each on a connection of its own."""

    server: Server
    answered: int = 0
    turned_away: int = 0

    async def play(self) -> None:
        """Three a second, until cancelled."""
        while True:
            try:
                async with httpx.AsyncClient(base_url=self.server.base, timeout=5) as client:
                    self.answered += (await client.get("/healthz")).is_success
            except httpx.TransportError:
                self.turned_away += 1
            await asyncio.sleep(0.3)


# --- the strangers


@dataclass
class Strangers:
    """The process that attacks."""

    name: str
    base: str
    table: Any  # where the people play, shared with the process
    process: Any = None
    pipe: Any = None

    @contextlib.contextmanager
    def attacking(self) -> Iterator[Strangers]:
        """The attack, until the block ends."""
        self.pipe, theirs = processes.Pipe()
        given = (self.name, self.base, addresses(), self.table, theirs)
        self.process = processes.Process(target=_attack, args=given, daemon=True)
        self.process.start()
        try:
            yield self
        finally:
            self.process.terminate()
            self.process.join()

    async def prepared(self) -> None:
        """Wait until all is ready for the attack."""
        await self._heard(PREPARED_SECONDS)

    async def end(self) -> Tally:
        """Call it off; what became of it."""
        self.pipe.send("enough")
        tally: Tally = await self._heard(60)
        return tally

    async def _heard(self, seconds: float) -> Any:
        if not await asyncio.to_thread(self.pipe.poll, seconds):
            raise TimeoutError(f"the attack {self.name} is stuck")
        heard = self.pipe.recv()
        if isinstance(heard, BaseException):
            raise heard
        return heard


def _attack(name: str, base: str, own: tuple[str, ...], table: Any, pipe: Connection) -> None:
    """In the process of the strangers: attack until called off."""
    os.nice(10)
    open_files()
    if name == SAME_ADDRESS:
        own = ("127.0.0.1",)
    our = Attacker(base, lambda: table.value.decode(), lambda: pipe.send("begun"), own)

    async def until_called_off() -> None:
        attack = asyncio.ensure_future(ATTACKS[name](our))
        called_off = asyncio.create_task(asyncio.to_thread(pipe.recv))
        await asyncio.wait([attack, called_off], return_when=asyncio.FIRST_COMPLETED)
        broken = attack.exception() if attack.done() else None
        pipe.send(our.tally if broken is None else RuntimeError(f"{name}: {broken!r}"))
        os._exit(0)  # thousands of connections end with it at once

    asyncio.run(until_called_off())


def addresses() -> tuple[str, ...]:
    """Addresses of this machine that aren't the people's, if it has them."""
    found = []
    for address in ("127.0.0.2", "127.0.0.3"):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((address, 0))
            found.append(address)
    return tuple(found) or ("127.0.0.1",)


# --- measuring


@dataclass
class Usage:
    """Memory and processor time of a server and the processes that it has started."""

    pid: int
    most_megabytes: float = 0.0

    def look(self) -> float:
        """Note the memory; seconds of processor time so far."""
        pages, ticks = 0, 0
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        for pid in (self.pid, *children):
            with contextlib.suppress(OSError):  # it has just ended
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                pages += int(fields[21])
                ticks += int(fields[11]) + int(fields[12])
        megabytes = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        self.most_megabytes = max(self.most_megabytes, megabytes)
        return ticks / os.sysconf("SC_CLK_TCK")


@dataclass
class Row:
    """What was measured during one attack."""

    name: str
    people: People
    bot: Bot | None
    newcomers: Newcomers | None
    tally: Tally
    megabytes: float
    cores: float
    traceback: bool

    def percentile(self, k: int) -> float:
        """Milliseconds within which k of 100 moves were acknowledged."""
        return statistics.quantiles(self.people.delays, n=100, method="inclusive")[k - 1] * 1000

    def text(self) -> str:
        """A line of the table."""
        tally, delays = self.tally, self.people.delays
        bots = "" if self.bot is None else f"{max(self.bot.delays, default=60):.1f}"
        notes = ", ".join(f"{count} {what}" for what, count in self._notes().items())
        figures = (
            f"{self.name:18} {len(delays):6} {self.percentile(50):6.1f} {self.percentile(99):7.1f}"
            f" {max(delays) * 1000:7.1f} {self.megabytes:6.0f} {self.cores:6.2f} {bots:>6}"
            f" {tally.sent:8} {tally.refused:8} {tally.closed:7}  {notes}"
        )
        return figures.rstrip()

    def _notes(self) -> dict[str, int]:
        if self.newcomers is None:
            return self.tally.notes
        came = self.newcomers.answered + self.newcomers.turned_away
        return {**self.tally.notes, "newcomers": came, "turned away": self.newcomers.turned_away}

    def problems(self) -> list[str]:
        """What must not be."""
        found = []
        if self.percentile(99) >= ALLOWED_MS:
            found.append(f"a hundredth of the moves took {self.percentile(99):.0f} ms or more")
        if self.people.unacknowledged:
            found.append(f"{self.people.unacknowledged} moves were not acknowledged")
        if self.bot is not None and max(self.bot.delays, default=60) > BOT_SECONDS:
            found.append("a person has waited too long for a bot")
        if self.newcomers is not None and self.newcomers.turned_away:
            found.append(f"{self.newcomers.turned_away} newcomers were turned away")
        if self.tally.failed:
            found.append(f"{self.tally.failed} requests were answered with an internal error")
        if self.traceback:
            found.append("the log has a traceback")
        return [f"{self.name}: {problem}" for problem in found]


HEADING = (
    f"{'attack':18} {'moves':>6} {'p50 ms':>6} {'p99 ms':>7} {'worst':>7} {'MB':>6} {'cores':>6}"
    f" {'bot s':>6} {'sent':>8} {'refused':>8} {'ended':>7}"
)


async def measure(name: str, server: Server, seconds: float) -> Row:
    """One attack, beside the people who play."""
    people = People(server)
    bot = Bot(server) if name in STARVING else None
    newcomers = Newcomers(server) if name == "idle" else None
    table = processes.Array("c", 64)
    assert server.process is not None
    usage = Usage(server.process.pid)
    everybody = (people, bot, newcomers)
    playing = [asyncio.create_task(one.play()) for one in everybody if one is not None]
    watching = asyncio.create_task(_watch(people, usage, table, name))
    playing.append(watching)
    await asyncio.wait(
        [asyncio.create_task(people.begun.wait()), *playing], return_when="FIRST_COMPLETED"
    )
    await asyncio.sleep(1)  # the first moves of a process load what is needed once
    people.delays.clear()
    used, began = usage.look(), time.monotonic()
    if name == QUIET:
        tally = Tally()
        await _seconds(seconds, playing)
    else:
        with Strangers(name, server.base, table).attacking() as strangers:
            await _or_broken(strangers.prepared(), playing)
            await _seconds(seconds, playing)
            tally = await strangers.end()
    cores = (usage.look() - used) / (time.monotonic() - began)
    await _end(playing)
    traceback = "Traceback" in server.log()
    return Row(name, people, bot, newcomers, tally, usage.most_megabytes, cores, traceback)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks until they have ended: `wait_for` may miss it once."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=1)


async def _watch(people: People, usage: Usage, table: Any, name: str) -> None:
    """Tell the strangers where the people play, look at the memory, and show that time goes by."""
    for k in range(10**9):
        table.value = people.table.encode()
        if k % 10 == 0:
            usage.look()
            _show(f"{name}: {len(people.delays)} moves")
        await asyncio.sleep(0.05)


def _show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:60}\r", end="", file=sys.stderr, flush=True)


async def _seconds(seconds: float, playing: list[asyncio.Task[None]]) -> None:
    await _or_broken(asyncio.sleep(seconds), playing)


async def _or_broken(work: Any, playing: list[asyncio.Task[None]]) -> None:
    """Wait for something; whoever stops playing meanwhile says why."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait([task, *playing], return_when=asyncio.FIRST_COMPLETED)
    for one in done:
        one.result()


def settings_for(name: str, folder: Path) -> Settings:
    """The usual ones; where a server is to be filled up, with little room, and where a crowd looks
    on, as if it came from as many addresses as it takes to be let in."""
    connections, limits = ConnectionLimits(), RequestLimits()
    if name in ("hellos", "long-table"):
        limits = replace(limits, onlookers_per_address=limits.onlookers_per_table)
    if name == "idle":
        connections = ConnectionLimits(keep_files=open_files() - ROOM)
    database = str(folder / "tables.db")
    return Settings(port=0, database=database, connections=connections, limits=limits)


def attack(name: str, seconds: float) -> Row:
    """One attack on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), settings_for(name, Path(folder))).start()
        try:
            for game in cattery.games():
                ready(server, game)
            return asyncio.run(measure(name, server, seconds))
        finally:
            server.kill()


def main() -> None:
    """Attack, and show what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", nargs="+", choices=ATTACKS, help="some of the attacks")
    parser.add_argument("--seconds", type=float, default=20, help="for each of them")
    parser.add_argument("--list", action="store_true", help="say what there is")
    given = parser.parse_args()
    if given.list:
        for name, one in ATTACKS.items():
            print(f"{name:18} {' '.join((one.__doc__ or '').split())}")
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and the server ends, too
    print(HEADING, flush=True)
    problems = []
    for name in (QUIET, *(given.only or ATTACKS)):
        row = attack(name, given.seconds)
        print(row.text(), flush=True)
        problems += row.problems()
    if problems:
        sys.exit("\n".join(problems))
    print(f"nobody at the table waited: 99 of 100 moves within {ALLOWED_MS:.0f} ms throughout")


if __name__ == "__main__":
    main()
