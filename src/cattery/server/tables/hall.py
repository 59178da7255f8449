"""The hall: the tables that are in use in this process, and everybody connected to them.

All changes of a table go through `act`: one at a time per table, in memory first, then to disk,
and only then told. A change that loses a race against another process is made again on what that
process wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from cattery.errors import CatteryError
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.compiling import GameCompiler
from cattery.server.settings import Settings
from cattery.server.storage.bus import MOST_BYTES, Bus, Notice, encode
from cattery.server.storage.store import Row, Store, Stored
from cattery.server.storage.writing import ADD_ENTRY, SET_STATE, Conflict, RowChange
from cattery.server.tables import commands
from cattery.server.tables.head import Head
from cattery.server.tables.live import Live, TableConnection, now_ms
from cattery.server.tables.past import Past
from cattery.server.tables.rows import (
    chat_change,
    chat_post,
    entry_change,
    head_changes,
    new_table_changes,
    play_row,
    result_changes,
)
from cattery.server.tables.table import Outcome, Table
from cattery.server.tables.telling import (
    Piecework,
    eyes_of,
    mark_told,
    missed,
    misses_all,
    prepare,
    tell_news,
    tell_table,
    will_see_all,
)

log = logging.getLogger("cattery.hall")

ATTEMPTS = 5  # how often a change is made again after losing a race

FOLLOWED_SECONDS = 60  # so long a table is kept up to date with other processes for nobody
COUNTED_SECONDS = 0.25  # between two tellings of how many look on
SLOW_SECONDS = 0.005  # for a command, which takes a tenth of it where nobody else is at work
LOOK_SECONDS = 0.001  # what it takes of the loop to ask the database how far a table is
WORKED_SECONDS = 0.02  # between two looks at how long this thread has worked
PRESENCE_SECONDS = 10  # how often processes repeat who is connected
EXPIRY_SECONDS = 300  # how often tables are looked through at most
REMEMBERED_HEAD_COMMANDS = 32
MOST_REMOVED = 10  # tables of a browser, to make room for one
HOUR_MS, DAY_MS = 3_600_000, 86_400_000
HEALTHY_SECONDS = 2.0  # within which a database answers where all is well
RESULT_DAYS = 400  # how long results are kept: as long as the cookie of their browser


@dataclass(frozen=True)
class CommandResult:
    """What a command came to."""

    n: int
    outcome: Outcome


Perform = Callable[[Table, int], Outcome]
Pay = Callable[[float], None]  # told of seconds that something took of the loop


def _nobody_pays(seconds: float) -> None:
    """For what happens by itself."""


class Hall:
    """All tables in use."""

    def __init__(self, settings: Settings, database: Store, bus: Bus) -> None:
        self.settings = settings
        self.store = database
        self.bus = bus
        self.process = secrets.token_hex(8)
        self.started = now_ms()
        self.compiler = GameCompiler(_all_games(), self._game_is_ready)
        self.look_at_bots: Callable[[Live], None] = lambda live: None
        self.on_entry: Callable[[str, bool, str], None] = lambda table_id, over, address: None
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Live | None]] = {}
        self._asked: Counter[str] = Counter()  # tables that are loaded for somebody, how many
        self._worked = time.thread_time()  # seconds of this thread, a moment ago
        self._worked_again = 0.0  # when to look
        self._check: asyncio.Task[int | None] | None = None  # of the database
        self._check_again = 0.0
        self.entered = 0  # entries added to logs
        self.listed_changes = 0  # of tables that wait for players and want to be found
        self.refused: Counter[str] = Counter()  # commands and requests, by their code
        self._missed: set[str] = set()  # tables of which notices came while they were loaded
        self._tasks: set[asyncio.Task[Any]] = set()
        self._back_since = 0  # when the database last came back
        database.on_back = self._database_is_back

    # --- finding tables

    async def get(self, table_id: str, pay: Pay = _nobody_pays) -> Live:
        """The table of that id, from memory or the database. Whoever uses it for longer than until
        the next `await` that isn't of this hall holds it."""
        live = self._live.get(table_id)
        if live is None:
            self._asked[table_id] += 1
            try:
                live = await self._load_once(table_id)
            finally:
                self._asked[table_id] -= 1
                if not self._asked[table_id]:
                    del self._asked[table_id]
            if live is None:
                raise no.NoTable
            pay(live.loaded_in)
        self._live.move_to_end(table_id)
        live.used = time.monotonic()
        return live

    @contextlib.contextmanager
    def holding(self, live: Live) -> Iterator[Live]:
        """Keep a table in memory meanwhile: another copy of it would hear of nothing here."""
        live.holders += 1
        try:
            yield live
        finally:
            live.holders -= 1

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
            if table_id in self._missed:  # it was changed elsewhere while it was loaded here
                self._missed.discard(table_id)
                if (live := self._live.get(table_id)) is not None:
                    self._look_later(live)

    async def _load(self, table_id: str) -> Live | None:
        spent: list[float] = []
        table = await self._read(table_id, spent.append)
        return None if table is None else self._take_in(table, sum(spent))

    def _take_in(self, table: Table, loaded_in: float = 0.0) -> Live:
        """Have a table in use from now on."""
        live = Live(table, loaded_in=loaded_in)
        table.set_present((), now_ms())
        mark_told(live)
        self._live[table.id] = live
        with self.holding(live):
            self._evict()
        if not self.bus.alone:
            self.bus.shout({"who": table.id, "p": self.process})
        self._look_ahead(live)
        return live

    async def _read(self, table_id: str, pay: Pay = _nobody_pays) -> Table | None:
        stored = await self.store.load(table_id)
        if stored is None:
            return None
        try:
            began = time.perf_counter()
            table = self._from_rows(stored)
            pay(time.perf_counter() - began)
            if table.outdated:
                await self._recall(table, stored)
        except no.StorageFailed:
            raise
        except Exception as error:  # whatever nonsense leads to, also moves that no rules allow
            log.error("a table can't be read: %s", type(error).__name__)
            raise no.UnreadableTable from error
        if stored.table["aside"] is not None:
            await self.store.visit(table_id, now_ms())
        return table

    async def _recall(self, table: Table, stored: Stored) -> None:
        """Take what was told of a match that the rules in force can't read."""
        record = await self.store.record(table.id)
        n, over = len(stored.entries), stored.table["state"] == "over"
        table.past = Past(n, over) if record is None else Past.from_json(record)
        table.past.n = n

    def _from_rows(self, stored: Stored) -> Table:
        table = self._table(stored.table)
        for row in stored.chat:
            table.hear(chat_post(row))
            table.remember(row["command"], table.n)
        if table.match is not None:
            for row in stored.entries:
                play_row(table, row)
        for command, n in table.head.done:
            table.remember(command, n)
        # While no server ran, or no database, nobody could move; and a clock may have been ahead.
        table.clock_at = min(max(table.clock_at, self.started, self._back_since), now_ms())
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
        table.ready = table.outdated or self.compiler.ready(table.game)
        if table.head.started is not None and not table.outdated:
            if table.ready:
                table.begin()
            else:
                self.compiler.want(table.game)
        return table

    def _evict(self) -> None:
        """Forget the longest unused tables that nobody needs."""
        spare = len(self._live) - self.settings.tables_in_memory
        if spare <= 0:
            return
        for table_id, live in list(self._live.items()):
            if spare <= 0:
                return
            if not self._needed(live):
                self._forget(table_id)
                spare -= 1

    def _needed(self, live: Live) -> bool:
        busy = live.holders or live.thinking or live.lock.locked() or live.line.locked()
        return bool(busy or live.connections or live.table.id in self._asked)

    def _nobody_looks(self, live: Live) -> bool:
        """Whether a table that changes elsewhere may be forgotten instead of followed: nobody has
        asked for it lately, it has no clock to look at, and no bot thinks here."""
        quiet = live.table.left is None and live.lease_until < now_ms()
        idle = time.monotonic() - live.used > FOLLOWED_SECONDS
        return idle and quiet and not self._needed(live)

    def _forget(self, table_id: str) -> None:
        live = self._live.pop(table_id, None)
        if live is not None and live.alarm is not None:
            live.alarm.cancel()

    @property
    def tables(self) -> int:
        """Tables in the memory of this process."""
        return len(self._live)

    @property
    def sockets(self) -> int:
        """Connections in this process."""
        return sum(len(live.connections) for live in self._live.values())

    # --- changing tables

    async def command(
        self, live: Live, device: str | None, command: wire.Command, pay: Pay = _nobody_pays
    ) -> CommandResult:
        """Carry out a command, once: a second time its id only gets the same answer."""
        key = f"{(device or '')[:16]}:{command.id}"

        def perform(table: Table, now: int) -> Outcome:
            return commands.do(table, device, command.n, command.do, now)

        return await self.act(live, perform, key, command.n, pay)

    async def act(
        self,
        live: Live,
        perform: Perform,
        key: str | None = None,
        known: int = 0,
        pay: Pay = _nobody_pays,
    ) -> CommandResult:
        """Change a table, durably, and tell everybody. The asker knows of so many entries."""
        live.holders += 1
        try:
            async with live.lock:
                await self._catch_up(live, known)
                asked = self.bus.alone  # whether what the database holds has been looked at
                for _ in range(ATTEMPTS):
                    if live.stale:
                        await self._reload(live)
                    table, now = live.table, now_ms()
                    if key is not None and (n := table.done(key)) is not None:
                        return CommandResult(n, Outcome(table=table.head.rematch))
                    try:
                        began = time.perf_counter()
                        try:
                            outcome = perform(table, now)
                        finally:  # what is refused may take longest: it is explained
                            self._charge(pay, began)
                        await self._save(table, outcome, key, now)
                    except Conflict:
                        live.stale = True
                        continue
                    except no.StorageFailed:
                        raise
                    except CatteryError:
                        if asked or not await self._is_behind(live, pay):
                            raise
                        asked = live.stale = True
                        continue
                    except BaseException:
                        live.stale = True
                        raise
                    if outcome.new_table is not None:
                        self._live[outcome.new_table.id].opened_from = live.opened_from
                    if outcome.entry is not None:
                        self.on_entry(table.id, table.state == "over", live.opened_from)
                    await self._tell(live, pay)
                    return CommandResult(table.n, outcome)
                raise no.Stale
        finally:
            live.holders -= 1

    def _charge(self, pay: Pay, began: float) -> None:
        """Let somebody pay for what has been done since, but not for what other processes did on
        this core meanwhile: what took long costs no more than this thread has worked. To ask for
        that is a call of the system, so it is asked now and then, and not for every move."""
        now = time.perf_counter()
        took = now - began
        if took > SLOW_SECONDS:
            took = min(took, time.thread_time() - self._worked)
        if now >= self._worked_again:
            self._worked, self._worked_again = time.thread_time(), now + WORKED_SECONDS
        pay(took)

    async def _save(self, table: Table, outcome: Outcome, key: str | None, now: int) -> None:
        """Write an outcome down; only then is the command remembered as done."""
        changes: list[RowChange] = []
        if outcome.entry is not None:
            changes.append(entry_change(table, outcome, key, now))
            self.entered += 1
        if outcome.line is not None:
            changes.append(chat_change(table, outcome.line, key))
        if outcome.new_table is not None:
            changes += new_table_changes(outcome.new_table, now)
        if outcome.head:
            if key is not None:
                table.head.done.append((key, table.n))
                del table.head.done[:-REMEMBERED_HEAD_COMMANDS]
            changes += head_changes(table, now)
        elif outcome.ended is not None:
            changes.append(RowChange(SET_STATE, {"b_id": table.id, "b_state": table.state}))
        if outcome.ended is not None:
            changes += result_changes(table, now)
        if changes:
            await self._write(table, changes, told=outcome.line is None and not outcome.head)
        if outcome.new_table is not None:
            self._welcome(outcome.new_table)
        if outcome.head:
            self.listed_changes += table.head.listed or outcome.started
            table.version += 1
            table.stored_holders = table.holders()
        if changes:
            table.remember(key, table.n)

    async def _write(self, table: Table, changes: list[RowChange], told: bool) -> None:
        """Write, and let the other processes hear of it, or be `told` the log's new entry, so that
        none of them has to ask the database."""
        notice = None
        if not self.bus.alone:
            entry = next((dict(one.values) for one in changes if one.statement is ADD_ENTRY), None)
            notice = encode({"t": table.id, "p": self.process})
            if told and entry is not None:
                whole = encode({"t": table.id, "p": self.process, "e": entry, "v": table.version})
                notice = whole if len(whole.encode()) < MOST_BYTES else notice
        try:
            await self.store.write(*changes, notice=notice, about=table.id)
        except no.StorageFailed:
            live = self._live.get(table.id)
            if live is not None:
                live.stale = True
            raise

    async def create(self, table: Table) -> Live:
        """Put a new table into the hall."""
        now = now_ms()
        try:
            await self.store.write(*new_table_changes(table, now), about=table.id)
        except Conflict:  # it was written already, though the database didn't come to say so
            if await self.store.head(table.id) is None:
                raise no.StorageFailed from None
        self.listed_changes += table.head.listed
        return self._welcome(table)

    async def make_room(self, device: str) -> None:
        """See to it that a browser may open one more table: of too many its oldest finished ones
        go. Refuses where there are none."""
        spare = await self.store.count_hosted(device) + 1 - self.settings.limits.tables_per_browser
        if spare <= 0:
            return
        oldest = await self.store.oldest_finished(device, min(spare, MOST_REMOVED))
        if not oldest:
            raise no.TooManyTables(most=self.settings.limits.tables_per_browser)
        for table_id in oldest:
            await self.remove(table_id)

    def _welcome(self, table: Table) -> Live:
        """Have a new table in use, which has just been written."""
        self.compiler.want(table.game)
        table.ready = self.compiler.ready(table.game)
        table.stored_holders = table.holders()
        return self._take_in(table)

    async def check_database(self) -> int:
        """See that the database answers and takes writes, once a second however many ask; refuses
        if it doesn't. How many tables there are."""
        if self.store.away:
            raise no.StorageFailed
        if self._check is None or (self._check.done() and time.monotonic() >= self._check_again):
            self._check = asyncio.create_task(self._look_at_database())
        counted = await asyncio.shield(self._check)
        if counted is None:
            raise no.StorageFailed
        return counted

    async def _look_at_database(self) -> int | None:
        try:
            async with asyncio.timeout(HEALTHY_SECONDS):
                with contextlib.suppress(Conflict):  # another process wrote at the same moment
                    await self.store.heartbeat(now_ms())
                return await self.store.count_tables()
        except (TimeoutError, no.StorageFailed):
            return None
        finally:
            self._check_again = time.monotonic() + 1

    async def remove(self, table_id: str) -> None:
        """Forget a table for good."""
        live = self._live.get(table_id)
        if live is not None and (live.connections or live.holders):
            return
        self._forget(table_id)
        await self.store.remove(table_id)

    async def _tell(self, live: Live, pay: Pay = _nobody_pays) -> None:
        """Send everybody what is new, and let follow what follows from it."""
        if looks := will_see_all(live):
            work = Piecework()
            await prepare(live.table, looks, work)
            pay(work.seconds)
        began = time.perf_counter()
        tell_news(live)
        self._look_ahead(live)
        self._charge(pay, began)

    async def _reload(self, live: Live) -> None:
        """Take what the database holds; memory may be ahead of it, or behind."""
        table = await self._read(live.table.id)
        if table is None:
            raise no.NoTable
        table.present, table.away_since = live.table.present, live.table.away_since
        table.set_present(table.present, now_ms())
        live.table = table
        live.stale = False
        await self._tell(live)

    async def take_over(self, device: str) -> list[str]:
        """Give a browser that has come with a new token what it is to have; who had it before."""
        before = await self.store.to_take_over(device, now_ms())
        for old in before:
            notice = None if self.bus.alone else encode({"moved": old, "p": self.process})
            with contextlib.suppress(Conflict):  # somebody else was first
                await self.store.take_over(old, device, notice)
            self._was_taken_over(old)
        return before

    def _was_taken_over(self, old: str) -> None:
        """All that a browser had is another's: see to it that memory knows before it is asked."""
        self._missed |= self._loading.keys()
        for live in self._live.values():
            if old in live.table.holders().values():
                self._look_later(live)

    # --- connections

    @contextlib.asynccontextmanager
    async def fresh(
        self, live: Live, *, behind: bool = False, pay: Pay | None = None
    ) -> AsyncIterator[Table]:
        """The table as it is on disk: no change is under way while this is open. Whoever is to
        stay behind those who play waits for the others of the kind first. For whoever pays, it is
        looked whether other processes have written what this one hasn't heard of."""
        with self.holding(live):
            async with live.line if behind else contextlib.nullcontext(), live.lock:
                if live.stale:
                    await self._reload(live)
                if pay is not None and not self.bus.alone and await self._is_behind(live, pay):
                    await self._take_what_is_new(live)
                yield live.table

    async def greet(self, live: Live, connection: TableConnection, hello: wire.Hello) -> float:
        """Answer a hello: what was missed, or everything. Returns the seconds that it took."""
        paid: list[float] = []
        look = paid.append if hello.since is None else None  # else it hears of no less than before
        behind = not live.table.held_by(connection.device)
        async with self.fresh(live, behind=behind, pay=look):
            await self._catch_up(live, hello.since or 0)
            work, eyes = Piecework(), eyes_of(live, connection.device, hello.lang)
            if misses_all(live.table, hello.since):
                await prepare(live.table, [eyes], work)
            first = connection.eyes is None
            connection.lang, connection.eyes = hello.lang, eyes
            if first:
                live.connections.add(connection)
                self._shout_presence(live)
                self._tell_presence(live, but=connection)
                self._look_ahead(live)
            for message in missed(live, eyes, hello.since, hello.said):
                connection.send(message)
                await work.pause()
            return work.seconds + sum(paid)

    def part(self, live: Live, connection: TableConnection) -> None:
        """A connection has ended."""
        if connection in live.connections:
            live.connections.discard(connection)
            self._shout_presence(live)
            self._spawn(self._parted(live), live)

    async def _parted(self, live: Live) -> None:
        async with live.line, live.lock:
            self._tell_presence(live)
            self._look_ahead(live)

    def _tell_presence(self, live: Live, but: TableConnection | None = None) -> None:
        """Tell at once who of the players came or went, and soon how many look on: a crowd that
        comes and goes is told of now and then."""
        if live.update_presence(now_ms()):
            tell_table(live, but)
        elif not live.counting:
            live.counting = True
            self._spawn(self._count_onlookers(live), live)

    async def _count_onlookers(self, live: Live) -> None:
        """Tell how many look on, a moment later, if that isn't what was told."""
        await asyncio.sleep(COUNTED_SECONDS)
        async with live.line, live.lock:  # a change that is under way isn't told before it is kept
            live.counting = False
            if live.onlookers() != live.told_onlookers:
                tell_table(live)

    def _shout_presence(self, live: Live) -> None:
        if self.bus.alone:
            return
        seats, onlookers = sorted(live.seats_here()), live.onlookers_here()
        self.bus.shout({"here": live.table.id, "p": self.process, "s": seats, "o": onlookers})

    # --- other processes

    def hear(self, notice: Notice | None) -> None:
        """Another process changed something, or asks who is here."""
        if notice is None:
            for each in self._live.values():
                self._look_later(each)
            return
        if notice.get("p") == self.process:
            return
        if notice.get("t") in self._loading:
            self._missed.add(notice["t"])
        if "moved" in notice:
            self._was_taken_over(notice["moved"])
        if "t" in notice and (live := self._live.get(notice["t"])):
            if self._nobody_looks(live):
                self._forget(live.table.id)
            elif "e" in notice:
                self._spawn(self._hear_entry(live, notice["e"], notice["v"]), live)
            else:
                self._look_later(live)
        elif "who" in notice and (live := self._live.get(notice["who"])):
            if live.connections:
                self._shout_presence(live)
        elif "here" in notice and (live := self._live.get(notice["here"])):
            until = time.monotonic() + 2.5 * PRESENCE_SECONDS
            live.elsewhere[str(notice["p"])] = (frozenset(notice["s"]), int(notice["o"]), until)
            self._spawn(self._heard_presence(live), live)

    async def _heard_presence(self, live: Live) -> None:
        async with live.lock:
            self._tell_presence(live)

    async def _catch_up(self, live: Live, known: int) -> None:
        """Whoever has heard of entries elsewhere never hears of fewer here; the table is locked."""
        if known > live.table.n and not self.bus.alone:
            await self._take_what_is_new(live)

    async def _take_what_is_new(self, live: Live) -> None:
        if not await self._follow(live):
            await self._reload(live)

    async def _is_behind(self, live: Live, pay: Pay) -> bool:
        """Whether another process has written what this one hasn't heard of: what is refused here
        may be allowed there since, and whoever was told so comes here by their next request."""
        table = live.table
        pay(LOOK_SECONDS)
        there = await self.store.positions([table.id])
        return there.get(table.id, (0, 0)) > (table.version, table.n)

    def _database_is_back(self) -> None:
        """Nobody lost time meanwhile, and what was refused or written elsewhere is looked at."""
        self._back_since = now_ms()
        for live in self._live.values():
            live.table.clock_at = max(live.table.clock_at, self._back_since)
            self._look_later(live)

    async def _find_missed(self) -> None:
        """Look whether other processes have written what this one hasn't heard of."""
        ids = [table_id for table_id, live in self._live.items() if live.connections]
        for table_id, (version, n) in (await self.store.positions(ids)).items():
            live = self._live.get(table_id)
            if live is not None and (version > live.table.version or n > live.table.n):
                self._look_later(live)

    def _look_later(self, live: Live) -> None:
        if not live.looking:
            live.looking = True
            self._spawn(self._look(live), live)

    async def _look(self, live: Live) -> None:
        """Follow what other processes wrote."""
        async with live.lock:
            live.looking = False
            try:
                if live.stale:
                    await self._reload(live)
                else:
                    await self._take_what_is_new(live)
            except no.NoTable:
                self._forget(live.table.id)
            except (no.StorageFailed, no.UnreadableTable):
                live.stale = True

    async def _hear_entry(self, live: Live, row: Row, version: int) -> None:
        """Add an entry that came with its notice, if it is the only thing that is new."""
        async with live.lock:
            table = live.table
            if row["n"] < table.n and version == table.version and not live.stale:
                return
            if live.stale or table.match is None or (row["n"], version) != (table.n, table.version):
                self._look_later(live)
                return
            try:
                play_row(table, row)
                await self._tell(live)
            except Exception:
                live.stale = True
                raise

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
        try:
            for one in await self.store.entries_since(table.id, table.n):
                play_row(table, one)
        except no.StorageFailed:
            raise
        except Exception:  # memory may differ from what was written: all of it is read
            return False
        for one in await self.store.chat_since(table.id, table.said):
            table.hear(chat_post(one))
            table.remember(one["command"], table.n)
        await self._tell(live)
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
            live.alarm = loop.call_later(delay, lambda: self._spawn(self._ring(live), live))

    async def _ring(self, live: Live) -> None:
        """Somebody's time may be up, or an absence long enough."""
        live.alarm = None
        if self.store.away:  # whoever can't move loses no time; it is looked at again afterwards
            return
        flagged = live.table.flagged(now_ms())
        for seat in flagged:
            with contextlib.suppress(CatteryError):
                await self.act(live, partial(_flag, seat))
        if not flagged:
            async with live.lock:
                tell_table(live)
                self._set_alarm(live)

    def _game_is_ready(self, game: str) -> None:
        for live in self._live.values():
            if live.table.game == game and not live.table.ready:
                self._spawn(self._became_ready(live), live)

    async def _became_ready(self, live: Live) -> None:
        async with live.lock:
            await self._reload(live)

    async def sweep_forever(self) -> None:
        """Now and then: give memory back, repeat presence, close expired tables."""
        every = min(EXPIRY_SECONDS, self.settings.expire_days * 86_400 / 2)
        expire_at = time.monotonic() + every
        while True:
            await asyncio.sleep(min(PRESENCE_SECONDS, every))
            self._evict()
            if not self.bus.alone:
                self._spawn(self._find_missed())
                for live in self._live.values():
                    if live.connections:
                        self._shout_presence(live)
                    elif live.elsewhere:
                        self._spawn(self._heard_presence(live), live)
            if time.monotonic() >= expire_at:
                expire_at += every
                with contextlib.suppress(no.StorageFailed):
                    await self.expire()

    async def expire(self, now: int | None = None) -> int:
        """Set aside tables where nothing has happened for long, and remove those that were long
        ago; returns how many were removed.

        A clock may be wrong, above all when a machine has just been started. So nothing is removed
        at first sight: what a jump of the clock has set aside comes back when the clock does.
        """
        moment = now_ms() if now is None else now
        grace = int(self.settings.grace_days * DAY_MS)
        before = moment - int(self.settings.expire_days * DAY_MS)
        await self.store.bring_back(before)
        await self.store.set_aside(before, moment)
        if moment - self.started < min(grace, HOUR_MS):
            return 0
        removed = await self.store.set_aside_before(moment - grace)
        for table_id in removed:
            await self.remove(table_id)
        if removed or grace == 0:
            await self.store.expire_results(moment - RESULT_DAYS * DAY_MS)
        return len(removed)

    def _spawn(self, work: Awaitable[Any], live: Live | None = None) -> None:
        """Do something besides, with a table perhaps."""
        task = asyncio.ensure_future(_logged(work))
        if live is not None:
            live.holders += 1
            task.add_done_callback(lambda done: _let_go(live))
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
        if not self.bus.alone:
            with contextlib.suppress(no.StorageFailed):
                await self.store.release(self.process)


def _let_go(live: Live) -> None:
    live.holders -= 1


async def _logged(work: Awaitable[Any]) -> None:
    try:
        await work
    except no.StorageFailed:
        pass  # the store has said so
    except Exception:
        log.exception("something went wrong in the background")


def _all_games() -> tuple[str, ...]:
    import cattery

    return cattery.games()


def _flag(seat: int, table: Table, now: int) -> Outcome:
    return commands.flag(table, seat, now) if seat in table.flagged(now) else Outcome()
