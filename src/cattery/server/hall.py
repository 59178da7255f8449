"""The hall: the tables that are in use in this process, and everybody connected to them.

All changes of a table go through `act`: one at a time per table, in memory first, then to disk,
and only then told. A change that loses a race against another process is made again on what that
process wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import orjson

from cattery.errors import CatteryError
from cattery.match import Match
from cattery.server import logbook, sight, store, wire
from cattery.server import refusals as no
from cattery.server.bus import Bus, Notice, encode
from cattery.server.settings import Settings
from cattery.server.sight import Eyes
from cattery.server.store import Conflict, Row, Step, Store
from cattery.server.tables import Head, Line, Outcome, Table
from cattery.server.warmth import Warmth

log = logging.getLogger("cattery.hall")

ATTEMPTS = 5  # how often a change is made again after losing a race
MISSED = 60  # more missed entries than this come as a snapshot
PRESENCE_SECONDS = 10  # how often processes repeat who is connected
EXPIRY_SECONDS = 300  # how often tables are looked through at most
REMEMBERED_HEAD_COMMANDS = 32
RESULT_DAYS = 400  # how long results are kept: as long as the cookie of their browser
LINK_MS = 24 * 3600 * 1000  # how long a seat's link is good


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def hashed(token: str) -> str:
    """A token as the database knows it."""
    return hashlib.sha256(token.encode()).hexdigest()


class Connection(Protocol):
    """A browser at a table."""

    device: str | None
    lang: str
    eyes: Eyes | None  # None until it has said hello

    def send(self, text: str) -> None:
        """Queue a message."""


@dataclass(eq=False)
class Live:
    """A table in use, and how much of it the connections have been told."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    elsewhere: dict[str, tuple[frozenset[int], int, float]] = field(default_factory=dict)
    stale: bool = False  # memory may differ from the database: load again
    told_n: int = 0
    told_version: int = -1
    told_state: str = "open"
    told_ready: bool = False
    told_said: int = 0
    told_onlookers: int = 0
    used: float = 0.0
    alarm: asyncio.TimerHandle | None = None
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)  # a bot's seat: its task
    lease_until: int = 0
    looking: bool = False  # a task waits to look at what other processes wrote

    def onlookers(self) -> int:
        """Connections without a seat, here and elsewhere."""
        here = sum(1 for one in self.connections if one.eyes is not None and not one.eyes.seats)
        return here + sum(count for _, count, _ in self.elsewhere.values())


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    n: int
    outcome: Outcome


Perform = Callable[[Table, int], Outcome]


class Hall:
    """All tables in use."""

    def __init__(self, settings: Settings, database: Store, bus: Bus) -> None:
        self.settings = settings
        self.store = database
        self.bus = bus
        self.process = secrets.token_hex(8)
        self.started = now_ms()
        self.warmth = Warmth(_all_games(), self._game_is_ready)
        self.look_at_bots: Callable[[Live], None] = lambda live: None
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- finding tables

    async def get(self, table_id: str) -> Live:
        """The table of that id, from memory or the database."""
        live = self._live.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        if live is None:
            raise no.NoTable
        live.used = time.monotonic()
        self._live.move_to_end(table_id)
        return live

    async def _load_once(self, table_id: str) -> Live | None:
        """Load a table; those who ask at the same time share one load."""
        pending = self._loading.get(table_id)
        if pending is not None:
            return await asyncio.shield(pending)
        task = asyncio.ensure_future(self._load(table_id))
        self._loading[table_id] = task
        try:
            return await asyncio.shield(task)
        finally:
            self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Live | None:
        table = await self._read(table_id)
        return None if table is None else self._take_in(table)

    def _take_in(self, table: Table) -> Live:
        """Have a table in use from now on."""
        live = Live(table)
        table.set_present((), now_ms())
        self._mark_told(live)
        self._live[table.id] = live
        self._evict()
        if not self.bus.alone:
            self.bus.shout({"who": table.id, "p": self.process})
        self._look_ahead(live)
        return live

    async def _read(self, table_id: str) -> Table | None:
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        table = self._table(stored.table)
        for row in stored.chat:
            table.hear(_line(row))
            table.remember(row["command"], table.n)
        if table.match is not None:
            for row in stored.entries:
                _follow(table, row)
        for command, n in table.head.done:
            table.remember(command, n)
        if self.bus.alone:  # while no server ran, nobody could move
            table.clock_at = max(table.clock_at, self.started)
        return table

    def _table(self, row: Row) -> Table:
        """A table from its own row; its match, if the game is ready, is set up but not played."""
        table = Table(
            row["id"],
            row["game"],
            Head.from_json(row["head"]),
            bytes.fromhex(row["seed"]),
            row["created"],
        )
        table.version = row["version"]
        table.stored_holders = table.holders()
        table.ready = self.warmth.ready(table.game)
        if table.head.started is not None:
            if table.ready:
                table.begin()
            else:
                self.warmth.want(table.game)
        return table

    def _evict(self) -> None:
        """Forget the longest unused tables that nobody is connected to."""
        spare = len(self._live) - self.settings.tables_in_memory
        if spare <= 0:
            return
        for table_id, live in list(self._live.items()):
            if spare <= 0:
                return
            if not live.connections and not live.thinking and not live.lock.locked():
                self._forget(table_id)
                spare -= 1

    def _forget(self, table_id: str) -> None:
        live = self._live.pop(table_id, None)
        if live is not None and live.alarm is not None:
            live.alarm.cancel()

    @property
    def sockets(self) -> int:
        """Connections in this process."""
        return sum(len(live.connections) for live in self._live.values())

    # --- changing tables

    async def command(self, live: Live, device: str | None, command: wire.Command) -> Done:
        """Carry out a command, once: a second time its id only gets the same answer."""
        key = f"{(device or '')[:16]}:{command.id}"
        what = command.do
        return await self.act(live, lambda table, now: table.do(device, command.n, what, now), key)

    async def act(self, live: Live, perform: Perform, key: str | None = None) -> Done:
        """Change a table, durably, and tell everybody."""
        async with live.lock:
            for _ in range(ATTEMPTS):
                if live.stale:
                    await self._reload(live)
                table, now = live.table, now_ms()
                if key is not None and (n := table.done(key)) is not None:
                    return Done(n, Outcome(table=table.head.rematch))
                try:
                    outcome = perform(table, now)
                    await self._save(table, outcome, key, now)
                except Conflict:
                    live.stale = True
                    continue
                except CatteryError:
                    raise
                except BaseException:
                    live.stale = True
                    raise
                self._tell(live)
                return Done(table.n, outcome)
            raise no.Stale

    async def _save(self, table: Table, outcome: Outcome, key: str | None, now: int) -> None:
        """Write an outcome down; only then is the command remembered as done."""
        steps: list[Step] = []
        if outcome.entry is not None:
            steps.append(_entry_step(table, outcome, key, now))
        if outcome.line is not None:
            steps.append(_chat_step(table, outcome.line, key))
        if outcome.new_table is not None:
            steps += new_table_steps(outcome.new_table, now)
        if outcome.head:
            if key is not None:
                table.head.done.append((key, table.n))
                del table.head.done[:-REMEMBERED_HEAD_COMMANDS]
            steps += _head_steps(table, now)
        elif outcome.ended is not None:
            steps.append(Step(store.SET_STATE, {"b_id": table.id, "b_state": table.state}))
        if outcome.ended is not None:
            steps += _result_steps(table, now)
        if steps:
            await self._write(table.id, steps)
        if outcome.new_table is not None:
            self._welcome(outcome.new_table)
        if outcome.head:
            table.version += 1
            table.stored_holders = table.holders()
        if steps:
            table.remember(key, table.n)

    async def _write(self, table_id: str, steps: list[Step]) -> None:
        notice = None if self.bus.alone else encode({"t": table_id, "p": self.process})
        try:
            await self.store.write(*steps, notice=notice)
        except no.StorageFailed:
            live = self._live.get(table_id)
            if live is not None:
                live.stale = True
            raise

    async def create(self, table: Table) -> Live:
        """Put a new table into the hall."""
        now = now_ms()
        await self.store.write(*new_table_steps(table, now))
        return self._welcome(table)

    def _welcome(self, table: Table) -> Live:
        """Have a new table in use, which has just been written."""
        self.warmth.want(table.game)
        table.ready = self.warmth.ready(table.game)
        table.stored_holders = table.holders()
        return self._take_in(table)

    async def remove(self, table_id: str) -> None:
        """Forget a table for good."""
        live = self._live.get(table_id)
        if live is not None and live.connections:
            return
        self._forget(table_id)
        await self.store.remove(table_id)

    async def _reload(self, live: Live) -> None:
        """Take what the database holds; memory may be ahead of it, or behind."""
        table = await self._read(live.table.id)
        if table is None:
            raise no.NoTable
        table.present, table.away_since = live.table.present, live.table.away_since
        table.set_present(table.present, now_ms())
        live.table = table
        live.stale = False
        self._tell(live)

    # --- telling

    def _mark_told(self, live: Live) -> None:
        table = live.table
        live.told_n, live.told_version = table.n, table.version
        live.told_state, live.told_ready = table.state, table.ready
        live.told_said = table.said

    def _tell(self, live: Live) -> None:
        """Send everybody what is new since the last telling."""
        table = live.table
        since, said = live.told_n, live.told_said
        began = (live.told_ready, live.told_state == "open") != (
            table.ready,
            table.state == "open",
        )
        changed = table.version != live.told_version or table.state != live.told_state
        self._mark_told(live)
        now = now_ms()
        if changed:
            self._set_presence(live, now)
        news = sight.News(table, since, now)
        told: dict[Eyes, list[str]] = {}
        for connection in list(live.connections):
            old = connection.eyes
            if old is None:
                continue
            eyes = self.eyes(live, connection) if changed else old
            connection.eyes = eyes
            if began or (eyes.seats, eyes.played) != (old.seats, old.played):
                connection.send(sight.snapshot(table, eyes, now, live.onlookers()))
                continue
            messages = told.get(eyes)
            if messages is None:
                messages = told[eyes] = news.messages(eyes)
                if changed:
                    messages.append(self._table_message(live, eyes, now))
            for message in messages:
                connection.send(message)
        for line in table.chat:
            if line.k >= said:
                self._send_all(live, sight.chat_message(line))
        self._look_ahead(live)

    def _send_all(self, live: Live, message: str) -> None:
        for connection in live.connections:
            if connection.eyes is not None:
                connection.send(message)

    def _table_message(self, live: Live, eyes: Eyes, now: int) -> str:
        view = sight.table_view(live.table, eyes, now, live.onlookers())
        return sight.encode({"type": "table", "table": view})

    def _tell_table(self, live: Live, but: Connection | None = None) -> None:
        """Send the table alone: presence, or somebody's absence, changed."""
        live.told_onlookers = live.onlookers()
        now = now_ms()
        told: dict[Eyes, str] = {}
        for connection in live.connections:
            eyes = connection.eyes
            if eyes is not None and connection is not but:
                if eyes not in told:
                    told[eyes] = self._table_message(live, eyes, now)
                connection.send(told[eyes])

    def eyes(self, live: Live, connection: Connection) -> Eyes:
        """From where a connection looks at a table."""
        return self.eyes_of(live, connection.device, connection.lang)

    def eyes_of(self, live: Live, device: str | None, lang: str) -> Eyes:
        """From where a browser looks at a table."""
        host = device is not None and device == live.table.head.host
        held = live.table.held_by(device)
        played = tuple(seat for seat in held if live.table.seats[seat].person)
        return Eyes(held, played, lang, host)

    # --- connections

    @contextlib.asynccontextmanager
    async def fresh(self, live: Live) -> AsyncIterator[Table]:
        """The table as it is on disk: no change is under way while this is open."""
        async with live.lock:
            if live.stale:
                await self._reload(live)
            yield live.table

    async def greet(self, live: Live, connection: Connection, hello: wire.Hello) -> None:
        """Answer a hello: what was missed, or everything."""
        async with self.fresh(live):
            table, now = live.table, now_ms()
            connection.lang = hello.lang
            first = connection.eyes is None
            connection.eyes = eyes = self.eyes(live, connection)
            if first:
                live.connections.add(connection)
                self._set_presence(live, now)
                self._shout_presence(live)
                self._tell_table(live, but=connection)
                self._look_ahead(live)
            since = hello.since
            if since is None or table.match is None or not table.n - MISSED <= since <= table.n:
                connection.send(sight.snapshot(table, eyes, now, live.onlookers()))
                return
            for message in sight.News(table, since, now).messages(eyes):
                connection.send(message)
            connection.send(self._table_message(live, eyes, now))
            for line in table.chat:
                if hello.said is not None and line.k >= hello.said:
                    connection.send(sight.chat_message(line))

    def part(self, live: Live, connection: Connection) -> None:
        """A connection has ended."""
        if connection in live.connections:
            live.connections.discard(connection)
            self._shout_presence(live)
            self._spawn(self._parted(live))

    async def _parted(self, live: Live) -> None:
        async with live.lock:
            self._set_presence(live, now_ms())
            self._tell_table(live)
            self._look_ahead(live)

    def _set_presence(self, live: Live, now: int) -> bool:
        live.elsewhere = {
            process: known
            for process, known in live.elsewhere.items()
            if known[2] > time.monotonic()
        }
        here = {seat for one in live.connections for seat in live.table.held_by(one.device)}
        there = {seat for seats, _, _ in live.elsewhere.values() for seat in seats}
        return live.table.set_present(here | there, now)

    def _shout_presence(self, live: Live) -> None:
        if self.bus.alone:
            return
        seats = {s for one in live.connections for s in live.table.held_by(one.device)}
        lookers = sum(1 for one in live.connections if one.eyes is not None and not one.eyes.seats)
        self.bus.shout({"here": live.table.id, "p": self.process, "s": sorted(seats), "o": lookers})

    # --- other processes

    def hear(self, notice: Notice | None) -> None:
        """Another process changed something, or asks who is here."""
        if notice is None:
            for each in self._live.values():
                self._look_later(each)
            return
        if notice.get("p") == self.process:
            return
        if "t" in notice and (live := self._live.get(notice["t"])):
            self._look_later(live)
        elif "who" in notice and (live := self._live.get(notice["who"])):
            if live.connections:
                self._shout_presence(live)
        elif "here" in notice and (live := self._live.get(notice["here"])):
            until = time.monotonic() + 2.5 * PRESENCE_SECONDS
            live.elsewhere[str(notice["p"])] = (frozenset(notice["s"]), int(notice["o"]), until)
            self._spawn(self._heard_presence(live))

    async def _heard_presence(self, live: Live) -> None:
        async with live.lock:
            changed = self._set_presence(live, now_ms())
            if changed or live.onlookers() != live.told_onlookers:
                self._tell_table(live)

    def _look_later(self, live: Live) -> None:
        if not live.looking:
            live.looking = True
            self._spawn(self._look(live))

    async def _look(self, live: Live) -> None:
        """Follow what other processes wrote."""
        async with live.lock:
            live.looking = False
            try:
                if live.stale or not await self._follow(live):
                    await self._reload(live)
            except no.NoTable:
                self._forget(live.table.id)
            except no.StorageFailed:
                live.stale = True

    async def _follow(self, live: Live) -> bool:
        """Add new entries to the match in memory; False if the table must be loaded anew."""
        table = live.table
        row = await self.store.head(table.id)
        if row is None:
            raise no.NoTable
        head = Head.from_json(row["head"])
        if table.match is None:
            return False
        if row["version"] != table.version:
            table.head, table.version = head, row["version"]
            table.stored_holders = table.holders()
            for command, n in head.done:
                table.remember(command, n)
        for one in await self.store.entries_since(table.id, table.n):
            _follow(table, one)
        for one in await self.store.chat_since(table.id, table.said):
            table.hear(_line(one))
            table.remember(one["command"], table.n)
        self._tell(live)
        return True

    # --- what happens by itself

    def _look_ahead(self, live: Live) -> None:
        """After any change: set the alarm, and let bots think."""
        self._set_alarm(live)
        if live.table.ready and live.table.bots_to_move():
            self.look_at_bots(live)

    def _set_alarm(self, live: Live) -> None:
        if live.table.left is None and not live.table.away_since and live.alarm is None:
            return
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        now = now_ms()
        at = live.table.next_alarm(now)
        if at is not None:
            delay = max(0.0, (at - now) / 1000) + 0.02
            loop = asyncio.get_running_loop()
            live.alarm = loop.call_later(delay, lambda: self._spawn(self._ring(live)))

    async def _ring(self, live: Live) -> None:
        """Somebody's time may be up, or an absence long enough."""
        live.alarm = None
        flagged = live.table.flagged(now_ms())
        for seat in flagged:
            with contextlib.suppress(CatteryError):
                await self.act(live, partial(_flag, seat))
        if not flagged:
            async with live.lock:
                self._tell_table(live)
                self._set_alarm(live)

    def _game_is_ready(self, game: str) -> None:
        for live in self._live.values():
            if live.table.game == game and not live.table.ready:
                self._spawn(self._became_ready(live))

    async def _became_ready(self, live: Live) -> None:
        async with live.lock:
            await self._reload(live)

    async def sweep_forever(self) -> None:
        """Now and then: repeat presence, close expired tables."""
        every = min(EXPIRY_SECONDS, self.settings.expire_days * 86_400 / 2)
        expire_at = time.monotonic() + every
        while True:
            await asyncio.sleep(min(PRESENCE_SECONDS, every))
            if not self.bus.alone:
                for live in self._live.values():
                    if live.connections:
                        self._shout_presence(live)
                    elif live.elsewhere:
                        self._spawn(self._heard_presence(live))
            if time.monotonic() >= expire_at:
                expire_at += every
                with contextlib.suppress(no.StorageFailed):
                    await self.expire()

    async def expire(self) -> int:
        """Remove the tables where nothing has happened for long."""
        before = now_ms() - int(self.settings.expire_days * 86_400_000)
        expired = await self.store.expired(before)
        for table_id in expired:
            await self.remove(table_id)
        await self.store.expire_results(now_ms() - RESULT_DAYS * 86_400_000)
        return len(expired)

    def _spawn(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let running work end."""
        for live in self._live.values():
            if live.alarm is not None:
                live.alarm.cancel()
            for task in live.thinking.values():
                task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=2)


async def _logged(work: Awaitable[Any]) -> None:
    try:
        await work
    except no.StorageFailed:
        log.error("the database doesn't answer")
    except Exception:
        log.exception("something went wrong in the background")


def _all_games() -> tuple[str, ...]:
    import cattery

    return cattery.games()


def _flag(seat: int, table: Table, now: int) -> Outcome:
    return table.flag(seat, now) if seat in table.flagged(now) else Outcome()


# --- rows


def new_table_steps(table: Table, now: int) -> list[Step]:
    """The rows of a new table."""
    row = {
        "id": table.id,
        "game": table.game,
        "state": table.state,
        "listed": table.head.listed,
        "version": 0,
        "head": table.head.to_json(),
        "seed": table.seed.hex(),
        "created": table.created,
        "touched": now,
    }
    return [Step(store.ADD_TABLE, row), *_holder_steps(table)]


def _head_steps(table: Table, now: int) -> list[Step]:
    values = {
        "b_id": table.id,
        "b_version": table.version,
        "b_head": table.head.to_json(),
        "b_state": table.state,
        "b_listed": table.head.listed,
        "b_touched": now,
    }
    change = Step(store.CHANGE_HEAD, values, hits=1)
    if table.holders() == table.stored_holders:
        return [change]
    return [change, Step(store.DROP_HOLDERS, {"b_id": table.id}), *_holder_steps(table)]


def _holder_steps(table: Table) -> Iterator[Step]:
    for seat, one in enumerate(table.seats):
        if one.device is not None:
            yield Step(store.ADD_HOLDER, {"table_id": table.id, "seat": seat, "device": one.device})


def _entry_step(table: Table, outcome: Outcome, key: str | None, now: int) -> Step:
    entry = outcome.entry
    assert entry is not None
    return Step(
        store.ADD_ENTRY,
        {
            "table_id": table.id,
            "n": table.n - 1,
            "entry": logbook.write(entry),
            "at": now,
            "clock": None if table.left is None else orjson.dumps(table.left).decode(),
            "command": key,
        },
    )


def _result_steps(table: Table, now: int) -> list[Step]:
    """The results of a match that ended, or none any more if it goes on after all."""
    if not table.keeps_results:
        return []
    added = [Step(store.ADD_RESULT, row) for row in table.results(now)]
    return [Step(store.DROP_RESULTS, {"b_id": table.id}), *added]


def _chat_step(table: Table, line: Line, key: str | None) -> Step:
    values = {
        "table_id": table.id,
        "k": line.k,
        "at": line.at,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
        "phrase": line.phrase,
        "command": key,
    }
    return Step(store.ADD_CHAT, values)


def _line(row: Row) -> Line:
    return Line(row["k"], row["at"], row["seat"], row["name"], row["text"], row["phrase"])


def _follow(table: Table, row: Row) -> None:
    """Play a stored entry on the match in memory."""
    match = table.match
    assert isinstance(match, Match)
    table.entered(logbook.play_again(match, row["entry"]))
    if row["clock"] is not None:
        table.left = orjson.loads(row["clock"])
    table.clock_at = row["at"]
    table.remember(row["command"], row["n"] + 1)
