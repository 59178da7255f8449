"""What lasts: tables, logs, chat, seats. SQLite by default, PostgreSQL by URL.

There is one writer. It commits whatever has queued as one transaction and only then tells the
askers, so that a commit's wait for the disk is shared. `writing` says what happens to those that
lose a race.

A PostgreSQL that goes away is waited for, a few seconds; then what was asked for is refused. The
log hears of it once, and once more when it is back. A transaction that broke off while it was
committed may stand all the same: made again it loses a race against itself, and whoever asked
finds it done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sqlalchemy import (
    ColumnElement,
    Engine,
    Executable,
    Table,
    and_,
    create_engine,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from cattery.server.mailbox import Mailbox
from cattery.server.refusals import NewerDatabase, NoDatabase, StorageFailed, StorageUnsure
from cattery.server.settings import is_sqlite
from cattery.server.storage.columns import (
    HOST,
    chat,
    entries,
    holders,
    keys,
    leases,
    links,
    records,
    renewals,
    results,
    tables,
)
from cattery.server.storage.database import (
    MIGRATION_LOCK,
    lock_file,
    one_line,
    private_file,
    safe_url,
    tune_sqlite,
    upgrade,
)
from cattery.server.storage.writing import (
    SOME,
    Conflict,
    QueuedWrite,
    RowChange,
    commit,
    notify,
    put_in_order,
    settle,
    winners,
    write_apart,
    write_together,
)

log = logging.getLogger("cattery.store")

BATCH = 256  # writes per transaction
CONNECT_SECONDS = 3.0
DEADLOCKS = ("40P01", "40001")  # what PostgreSQL calls it when a transaction has to begin again
MOST_DEADLOCKS = 10  # for one batch; then something else is wrong
RENEW_MS = 3_600_000  # for which a browser may wait before it comes with a new token
RETRY_SECONDS = 0.25  # between two looks whether it is back
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Stored:
    """A table as the database holds it."""

    table: Row
    entries: Sequence[Row]
    chat: Sequence[Row]


class Store:
    """The database behind one small interface; see the module's text for how it writes."""

    def __init__(self, url: str, patience: float = 0.0) -> None:
        self.url = url
        self._patience = patience  # seconds that PostgreSQL may be away before writes are refused
        self.sqlite = is_sqlite(url)
        self.file = Path(url.split(":///", 1)[1]) if self.sqlite else None
        self._queue: Mailbox[QueuedWrite] = Mailbox()
        self._loop: asyncio.AbstractEventLoop | None = None  # asked for once, not for every write
        self._writer: asyncio.Task[None] | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._lock: IO[str] | None = None
        self._file_engine: Engine | None = None
        self._engine: AsyncEngine | None = None
        self.commits = 0
        self.written = 0
        self.busy = 0.0  # seconds that commits took
        self.away = False  # the database failed when it was last asked for something
        self.on_back: Callable[[], None] = lambda: None  # called when it answers again
        self._away_since = 0.0
        self._committing = False  # what is written now may stand, even if no answer comes
        self._closing = False
        self._failures = _failures(self.sqlite)

    # --- opening and closing

    async def open(self, migrate: bool = True, alone: bool = True) -> None:
        """Connect, bring the database's shape up to date, and start the writer.

        Whoever isn't `alone` at a file mustn't touch tables: the server wouldn't hear of it.
        """
        try:
            if self.file is not None:
                self._open_file(self.file, alone)
            self._engine = self._async_engine()
            if migrate:
                await self.migrate()
        except NewerDatabase:
            await self.close()
            raise
        except (SQLAlchemyError, OSError, ModuleNotFoundError) as error:
            await self.close()
            raise NoDatabase(database=safe_url(self.url), problem=one_line(error)) from error
        self._loop = asyncio.get_running_loop()
        self._writer = self._loop.create_task(self._write_forever(), name="store writer")

    def _open_file(self, path: Path, alone: bool) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if alone:
            self._lock = lock_file(path.with_name(path.name + ".lock"), path)
        private_file(path)  # its journals get the same mode when they are made
        for journal in (path.with_name(path.name + end) for end in ("-wal", "-shm")):
            if journal.exists():
                private_file(journal)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._file_engine = create_engine(
            f"sqlite:///{path}", connect_args={"check_same_thread": False}, hide_parameters=True
        )
        tune_sqlite(self._file_engine, "BEGIN IMMEDIATE")

    def _async_engine(self) -> AsyncEngine:
        if not self.sqlite:
            return create_async_engine(
                self.url,
                pool_size=5,
                max_overflow=5,
                pool_pre_ping=True,
                hide_parameters=True,  # seeds and hashes of tokens are no business of a log
                connect_args={"timeout": CONNECT_SECONDS},
            )
        engine = create_async_engine(self.url, pool_size=2, max_overflow=2, hide_parameters=True)
        tune_sqlite(engine.sync_engine, "BEGIN")
        return engine

    async def migrate(self) -> None:
        """Run the migrations that this database hasn't seen."""
        if self._file_engine is not None:
            with self._file_engine.begin() as connection:
                upgrade(connection)
            return
        async with self.engine.begin() as connection:
            await connection.execute(
                text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK}
            )
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        """Write what has queued, then let go of the database."""
        self._closing = True
        if self._writer is not None:
            with contextlib.suppress(StorageFailed):
                await self.write()  # nothing, behind all that waits
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
            self._writer = None
        if self._engine is not None:
            await self._engine.dispose()
        if self._file_engine is not None:
            self._file_engine.dispose()
        if self._thread is not None:
            self._thread.shutdown()
        if self._lock is not None:
            self._lock.close()

    @property
    def engine(self) -> AsyncEngine:
        """The engine for reading (and, on PostgreSQL, for writing)."""
        assert self._engine is not None, "the store isn't open"
        return self._engine

    # --- writing

    @property
    def waiting(self) -> int:
        """Changes that wait for the writer."""
        return self._queue.qsize()

    async def write(self, *changes: RowChange, notice: str | None = None, about: str = "") -> None:
        """Change durably what belongs to a table, or to none. `Conflict` if somebody was faster,
        `StorageFailed` if it can't."""
        write = QueuedWrite(changes, notice, about)
        assert self._loop is not None, "the store isn't open"
        write.done = self._loop.create_future()
        self._queue.put_nowait(write)
        await write.done

    async def _write_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            if not self.sqlite:
                put_in_order(batch)
            began = time.monotonic()
            outcome = await self._commit_patiently(batch)
            self.commits += 1
            self.busy += time.monotonic() - began
            self.written += len(batch)
            for write, problem in zip(batch, outcome, strict=True):
                settle(write.done, problem)
            if self.away and self._queue.empty() and not self._closing:
                await asyncio.sleep(RETRY_SECONDS)
                self._try_again()

    async def _commit_patiently(self, batch: list[QueuedWrite]) -> Sequence[Exception | None]:
        """Commit; while the database is away, wait. What became of each write."""
        unsure, again = False, 0
        while True:
            try:
                outcome = await self._commit(batch)
            except Exception as error:
                if _is_deadlock(error) and again < MOST_DEADLOCKS:
                    again += 1
                    await asyncio.sleep(0.01 * again)  # the other process has what it needs now
                    continue
                unsure = unsure or self._committing
                self._lost(error)
                waited = time.monotonic() - self._away_since
                if (
                    self.sqlite
                    or self._closing
                    or _is_our_mistake(error)
                    or waited > self._patience
                ):
                    return [StorageUnsure() if unsure else StorageFailed()] * len(batch)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._found()
                return outcome

    def _lost(self, error: BaseException) -> None:
        """The database has failed: say so once, and try until it does better."""
        if not self.away:
            self.away, self._away_since = True, time.monotonic()
            log.error("the database can't be used: %s", one_line(error))
            if self._queue.empty():
                self._try_again()

    def _found(self) -> None:
        if self.away:
            self.away = False
            log.warning("the database can be used again")
            self.on_back()

    def _try_again(self) -> None:
        """Let the writer try a small write for which nobody waits."""
        beat = QueuedWrite(_beat(time.time_ns() // 10**6))
        beat.done = asyncio.get_running_loop().create_future()
        beat.done.cancel()
        self._queue.put_nowait(beat)

    async def _commit(self, batch: list[QueuedWrite]) -> Sequence[Exception | None]:
        self._committing = False
        if self._file_engine is not None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, commit, self._file_engine, batch)
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(write_together, batch)
                await self._finish(connection, batch)
            return [None] * len(batch)
        except (IntegrityError, Conflict):
            async with self.engine.connect() as connection:
                outcome = await connection.run_sync(write_apart, batch)
                await self._finish(connection, winners(batch, outcome))
                return outcome

    async def _finish(self, connection: AsyncConnection, batch: list[QueuedWrite]) -> None:
        await connection.run_sync(notify, batch)
        self._committing = True
        await connection.commit()
        self._committing = False

    # --- reading

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except self._failures as error:
            if self.sqlite or _is_our_mistake(error):
                log.error("the database can't be read: %s", one_line(error))
            else:
                self._lost(error)
            raise StorageFailed from error

    async def rows(self, statement: Any) -> list[Row]:
        """The rows of a query."""
        async with self._reading() as connection:
            return [dict(row) for row in (await connection.execute(statement)).mappings()]

    async def load(self, table_id: str) -> Stored | None:
        """A table with its log and the end of its chat."""
        async with self._reading() as connection:
            found = (
                await connection.execute(select(tables).where(tables.c.id == table_id))
            ).mappings()
            table = found.first()
            if table is None:
                return None
            log_rows = await connection.execute(
                select(entries).where(entries.c.table_id == table_id).order_by(entries.c.n)
            )
            said = await connection.execute(
                select(chat).where(chat.c.table_id == table_id).order_by(chat.c.k.desc()).limit(200)
            )
            return Stored(
                dict(table),
                [dict(row) for row in log_rows.mappings()],
                [dict(row) for row in said.mappings()][::-1],
            )

    async def head(self, table_id: str) -> Row | None:
        """A table's own row."""
        found = await self.rows(select(tables).where(tables.c.id == table_id))
        return found[0] if found else None

    async def entries_since(self, table_id: str, n: int) -> list[Row]:
        """The log from entry n on."""
        return await self.rows(
            select(entries)
            .where(entries.c.table_id == table_id, entries.c.n >= n)
            .order_by(entries.c.n)
        )

    async def chat_since(self, table_id: str, k: int) -> list[Row]:
        """The chat from line k on."""
        return await self.rows(
            select(chat).where(chat.c.table_id == table_id, chat.c.k >= k).order_by(chat.c.k)
        )

    async def open_tables(self, limit: int) -> list[Row]:
        """Tables that wait for players and want to be found, the newest first."""
        return await self.rows(
            select(tables)
            .where(tables.c.state == "open", tables.c.listed.is_(True))
            .order_by(tables.c.created.desc())
            .limit(limit)
        )

    async def tables_of(self, device: str, limit: int) -> list[Row]:
        """Tables at which a browser holds a seat, the newest first."""
        mine = select(holders.c.table_id).where(holders.c.device == device, holders.c.seat != HOST)
        return await self.rows(
            select(tables)
            .where(tables.c.id.in_(mine))
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )

    async def standing(self, device: str, now: int) -> tuple[int, int]:
        """How many seats a browser holds, and from how many others it is to have all."""
        held = (holders.c.device == device) & (holders.c.seat != HOST)
        noted = (renewals.c.device == device) & (renewals.c.until >= now)
        seats = select(func.count()).select_from(holders).where(held).scalar_subquery()
        before = select(func.count()).select_from(renewals).where(noted).scalar_subquery()
        (found,) = await self.rows(select(seats.label("seats"), before.label("before")))
        return int(found["seats"]), int(found["before"])

    async def count_hosted(self, device: str) -> int:
        """How many tables a browser has opened."""
        return await self._count(holders, holders.c.device == device, holders.c.seat == HOST)

    async def oldest_finished(self, device: str, limit: int) -> list[str]:
        """Tables that a browser has opened and that are over, the oldest first."""
        own = (holders.c.device == device) & (holders.c.seat == HOST)
        over = (
            select(tables.c.id)
            .join(holders, holders.c.table_id == tables.c.id)
            .where(own, tables.c.state == "over")
            .order_by(tables.c.touched)
            .limit(limit)
        )
        return [row["id"] for row in await self.rows(over)]

    async def count_tables(self) -> int:
        """How many tables there are; also shows that the database answers."""
        return await self._count(tables)

    async def _count(self, where: Table, *conditions: ColumnElement[bool]) -> int:
        async with self._reading() as connection:
            count = select(func.count()).select_from(where).where(*conditions)
            return int(await connection.scalar(count) or 0)

    async def key(self, name: str) -> bytes:
        """The server's secret of that name; the first who asks makes it."""
        return bytes.fromhex(await self.kept(name, secrets.token_hex(32)))

    async def kept(self, name: str, first: str) -> str:
        """What is kept for the server by that name: `first`, if there is nothing yet."""
        wanted = select(keys).where(keys.c.name == name)
        if not (found := await self.rows(wanted)):
            row = {"name": name, "value": first, "created": time.time_ns() // 10**6}
            with contextlib.suppress(Conflict):  # somebody else was first: theirs counts
                await self.write(RowChange(insert(keys), row))
            found = await self.rows(wanted)
        return str(found[0]["value"])

    async def change_kept(self, name: str, old: str, new: str) -> None:
        """Keep something else by that name; `Conflict` if it isn't `old` any more."""
        same = (keys.c.name == name) & (keys.c.value == old)
        await self.write(RowChange(update(keys).where(same).values(value=new), {}, hits=1))

    async def knows(self, device: str) -> bool:
        """Whether a browser has a table, a seat or a result."""
        held = select(holders.c.device).where(holders.c.device == device).limit(1)
        made = select(results.c.device).where(results.c.device == device).limit(1)
        return bool(await self.rows(held) or await self.rows(made))

    # --- new tokens

    async def renew(self, device: str, before: Sequence[str], now: int) -> None:
        """Note that whoever comes with a new token is to have all that others hold."""
        late = RowChange(delete(renewals).where(renewals.c.until < now), {})
        rows = [{"device": device, "before": one, "until": now + RENEW_MS} for one in before]
        await self.write(late, *(RowChange(insert(renewals), row) for row in rows))

    async def to_take_over(self, device: str, now: int) -> list[str]:
        """The browsers whose things a browser is to have."""
        noted = (renewals.c.device == device) & (renewals.c.until >= now)
        return [row["before"] for row in await self.rows(select(renewals.c.before).where(noted))]

    async def take_over(self, old: str, new: str, notice: str | None) -> None:
        """Give all that one browser has to another, at once or not at all; `Conflict` if it isn't
        noted any more. In heads the hash of a token stands nowhere else."""
        theirs = select(holders.c.table_id).where(holders.c.device == old)
        heads = (
            update(tables)
            .where(tables.c.id.in_(theirs))
            .values(head=func.replace(tables.c.head, old, new), version=tables.c.version + 1)
        )
        held = update(holders).where(holders.c.device == old).values(device=new)
        made = update(results).where(results.c.device == old).values(device=new)
        await self.write(
            RowChange(delete(renewals).where(renewals.c.before == old), {}, hits=SOME),
            RowChange(heads, {}),
            RowChange(held, {}),
            RowChange(made, {}),
            RowChange(delete(links).where(links.c.device == old), {}),
            notice=notice,
        )

    async def link(self, token: str, now: int) -> Row | None:
        """The seat behind a link's token, while it is valid."""
        found = await self.rows(select(links).where(links.c.token == token, links.c.expires > now))
        return found[0] if found else None

    # --- results

    async def bests(self, device: str, game: str | None, limit: int) -> list[Row]:
        """What a browser made of games for one, the best first."""
        mine = select(results).where(results.c.device == device, results.c.seats == 1)
        if game is not None:
            mine = mine.where(results.c.game == game)
        return await self.rows(mine.order_by(results.c.points.desc(), results.c.at).limit(limit))

    async def same_dice(
        self, game: str, rules: str, options: str, dice: str, limit: int
    ) -> list[Row]:
        """What people made of the same game, options and dice, the best first."""
        alike = select(results).where(
            results.c.dice == dice,
            results.c.game == game,
            results.c.rules == rules,
            results.c.options == options,
        )
        return await self.rows(alike.order_by(results.c.points.desc(), results.c.at).limit(limit))

    async def hide_result(self, device: str, table_id: str, hidden: bool) -> None:
        """Show or hide the name of a browser's own results of a table; `Conflict` if none is."""
        own = (results.c.device == device) & (results.c.table_id == table_id)
        await self._change_results(update(results).where(own).values(hidden=hidden))

    async def drop_result(self, device: str, table_id: str) -> None:
        """Forget a browser's own results of a table; `Conflict` if there is none."""
        own = (results.c.device == device) & (results.c.table_id == table_id)
        await self._change_results(delete(results).where(own))

    async def _change_results(self, statement: Executable) -> None:
        await self.write(RowChange(statement, {}, hits=SOME))

    async def drop_results(self, device: str, game: str | None) -> None:
        """Forget all of a browser's own results, or those of a game."""
        own = delete(results).where(results.c.device == device)
        await self.write(RowChange(own if game is None else own.where(results.c.game == game), {}))

    async def expire_results(self, before: int) -> None:
        """Forget results that nobody can own any more: cookies don't last so long."""
        await self.write(RowChange(delete(results).where(results.c.at < before), {}))

    # --- what was told

    async def record(self, table_id: str) -> bytes | None:
        """What was told of a match, if it was kept."""
        found = await self.rows(select(records.c.record).where(records.c.table_id == table_id))
        return bytes(found[0]["record"]) if found else None

    async def keep_record(self, table_id: str, n: int, record: bytes) -> None:
        """Keep what was told of a match's first n entries, instead of what was kept before."""
        row = {"table_id": table_id, "n": n, "record": record}
        before = delete(records).where(records.c.table_id == table_id)
        await self.write(RowChange(before, {}), RowChange(insert(records), row), about=table_id)

    async def unrecorded(self, limit: int) -> list[str]:
        """Started matches of which less was kept than their logs hold, the newest first."""
        more = exists().where(
            and_(entries.c.table_id == tables.c.id, entries.c.n >= func.coalesce(records.c.n, 0))
        )
        found = (
            select(tables.c.id)
            .select_from(tables.outerjoin(records, records.c.table_id == tables.c.id))
            .where(tables.c.state != "open", more)
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        return [row["id"] for row in await self.rows(found)]

    # --- leases and expiry

    async def lease(self, table_id: str, process: str, now: int, until: int) -> bool:
        """Take or renew the right to think for a table's bots. One that lasts longer than any that
        is given now was given by a clock that was ahead, and counts no more."""
        row = {"table_id": table_id, "process": process, "until": until}
        take = RowChange(
            update(leases)
            .where(
                leases.c.table_id == table_id,
                (leases.c.process == process)
                | (leases.c.until < now)
                | (leases.c.until > until + (until - now)),
            )
            .values(process=process, until=until),
            {},
            hits=1,
        )
        try:
            await self.write(take, about=table_id)
            return True
        except Conflict:
            pass
        try:
            await self.write(RowChange(insert(leases), row), about=table_id)
            return True
        except Conflict:
            return False

    async def release(self, process: str) -> None:
        """Let others think for the tables for which a process has done so."""
        await self.write(RowChange(delete(leases).where(leases.c.process == process), {}))

    async def set_aside(self, before: int, now: int) -> None:
        """Note of tables where nothing has happened since `before` that they are aside from now."""
        idle = tables.c.aside.is_(None) & ~_in_use_since(before)
        await self.write(RowChange(update(tables).where(idle).values(aside=now), {}))

    async def bring_back(self, before: int) -> None:
        """Tables in which something has happened since `before` are not aside after all."""
        used = tables.c.aside.is_not(None) & _in_use_since(before)
        await self.write(RowChange(update(tables).where(used).values(aside=None), {}))

    async def visit(self, table_id: str, now: int) -> None:
        """Somebody has come for a table that was set aside."""
        one = update(tables).where(tables.c.id == table_id)
        await self.write(RowChange(one.values(aside=None, touched=now), {}), about=table_id)

    async def set_aside_before(self, moment: int) -> list[str]:
        """Tables that have been aside since then."""
        long = select(tables.c.id).where(tables.c.aside <= moment).limit(500)
        return [row["id"] for row in await self.rows(long)]

    async def positions(self, table_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Version and number of entries of tables."""
        last = select(func.max(entries.c.n)).where(entries.c.table_id == tables.c.id)
        found = select(tables.c.id, tables.c.version, last.scalar_subquery().label("last"))
        rows = await self.rows(found.where(tables.c.id.in_(table_ids)))
        return {
            row["id"]: (row["version"], 0 if row["last"] is None else row["last"] + 1)
            for row in rows
        }

    async def heartbeat(self, now: int) -> None:
        """A small write, to see that the database takes any."""
        await self.write(*_beat(now))

    async def remove(self, table_id: str) -> None:
        """Forget a table and all that belongs to it."""
        parts = (entries, chat, holders, links, leases, records)
        changes = [RowChange(delete(part).where(part.c.table_id == table_id), {}) for part in parts]
        whole = RowChange(delete(tables).where(tables.c.id == table_id), {})
        await self.write(*changes, whole, about=table_id)


def _beat(now: int) -> tuple[RowChange, RowChange]:
    """A row that says when something was written last."""
    beat = {"name": "heartbeat", "value": str(now), "created": now}
    same = keys.c.name == "heartbeat"
    return RowChange(delete(keys).where(same), {}), RowChange(insert(keys), beat)


def _failures(sqlite: bool) -> tuple[type[BaseException], ...]:
    """What a database throws; PostgreSQL's driver, while it connects, its own errors too."""
    if sqlite:
        return (SQLAlchemyError,)
    import asyncpg

    return (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


def _is_our_mistake(error: BaseException) -> bool:
    """A statement that no waiting makes better."""
    return isinstance(error, (DataError, IntegrityError, ProgrammingError))


def _is_deadlock(error: BaseException) -> bool:
    """Two processes waited for each other, and this one was asked to begin again."""
    code = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    return code in DEADLOCKS


def _in_use_since(moment: int) -> Any:
    """That something has happened at a table: its head has changed, or its log or chat grown."""
    newer_entry = exists().where(and_(entries.c.table_id == tables.c.id, entries.c.at >= moment))
    newer_chat = exists().where(and_(chat.c.table_id == tables.c.id, chat.c.at >= moment))
    return or_(tables.c.touched >= moment, newer_entry, newer_chat)
