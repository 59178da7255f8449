"""Writes to the database: the statements, and a batch of them in one transaction.

Where one of the writes loses a race, the transaction is done again with each write in a savepoint
of its own: the loser gets `Conflict`, the others go through.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    bindparam,
    delete,
    insert,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from cattery.server.storage.columns import chat, entries, holders, links, results, tables


class Conflict(Exception):
    """Somebody else wrote first: reload and try again."""


SOME = -1  # rows that a change must change: one or more


@dataclass(frozen=True)
class RowChange:
    """One statement of a write; with `hits`, it must change exactly so many rows, or `SOME`."""

    statement: Executable
    values: Mapping[str, Any]
    hits: int | None = None


@dataclass
class QueuedWrite:
    """Changes that happen together or not at all, and what other processes are told of it."""

    changes: Sequence[RowChange]
    notice: str | None = None
    about: str = ""  # the table whose rows it changes
    done: asyncio.Future[None] = field(init=False)


ADD_ENTRY = insert(entries)
ADD_CHAT = insert(chat)
ADD_TABLE = insert(tables)
ADD_HOLDER = insert(holders)
ADD_LINK = insert(links)
DROP_LINK = delete(links).where(links.c.token == bindparam("b_token"))
DROP_LINKS_OF_SEAT = delete(links).where(
    links.c.table_id == bindparam("b_id"), links.c.seat == bindparam("b_seat")
)
DROP_HOLDERS = delete(holders).where(holders.c.table_id == bindparam("b_id"))
CHANGE_HEAD = (
    update(tables)
    .where(tables.c.id == bindparam("b_id"), tables.c.version == bindparam("b_version"))
    .values(
        head=bindparam("b_head"),
        state=bindparam("b_state"),
        listed=bindparam("b_listed"),
        touched=bindparam("b_touched"),
        version=tables.c.version + 1,
    )
)
SET_STATE = (
    update(tables).where(tables.c.id == bindparam("b_id")).values(state=bindparam("b_state"))
)
ADD_RESULT = insert(results)
DROP_RESULTS = delete(results).where(results.c.table_id == bindparam("b_id"))


def put_in_order(batch: list[QueuedWrite]) -> None:
    """By their tables: whoever locks several rows locks them in the same order as everybody else.
    So processes seldom wait for each other; where they do, the store begins again."""
    batch.sort(key=attrgetter("about"))


def settle(done: asyncio.Future[None], problem: Exception | None) -> None:
    """Tell whoever waits for a write that it is durable, or what became of it."""
    if done.done():  # the asker has gone; the write stands
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def commit(engine: Engine, batch: list[QueuedWrite]) -> Sequence[Exception | None]:
    """Write a batch to an embedded database; per write what went wrong, or None."""
    try:
        with engine.begin() as connection:
            write_together(connection, batch)
        return [None] * len(batch)
    except (IntegrityError, Conflict):
        with engine.begin() as connection:
            return write_apart(connection, batch)


def write_together(connection: Connection, batch: list[QueuedWrite]) -> None:
    """All writes at once; log entries, by far the most of them, in a single statement."""
    added = [w.changes[0].values for w in batch if _only_adds_entry(w)]
    if added and connection.dialect.name == "sqlite":
        rows = tuple(value for values in added for value in _in_columns(values))
        connection.exec_driver_sql(_add_entries(len(added)), rows)
    elif added:
        connection.execute(ADD_ENTRY, added)
    for write in batch:
        if not _only_adds_entry(write):
            _make_changes(connection, write)


_in_columns = itemgetter(*entries.columns.keys())


@cache
def _add_entries(count: int) -> str:
    """One statement for many rows, for SQLite's driver: after every row of `executemany` it lets go
    of Python's lock, and gets it back from a busy loop only five milliseconds later."""
    columns = entries.columns.keys()
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO entries ({', '.join(columns)}) VALUES {', '.join([row] * count)}"


def _only_adds_entry(write: QueuedWrite) -> bool:
    return len(write.changes) == 1 and write.changes[0].statement is ADD_ENTRY


def write_apart(connection: Connection, batch: list[QueuedWrite]) -> list[Exception | None]:
    """Each write in a savepoint of its own; what became of each."""
    outcome: list[Exception | None] = []
    for write in batch:
        try:
            with connection.begin_nested():
                _make_changes(connection, write)
            outcome.append(None)
        except (IntegrityError, Conflict):
            outcome.append(Conflict())
    return outcome


def _make_changes(connection: Connection, write: QueuedWrite) -> None:
    for change in write.changes:
        result = connection.execute(change.statement, change.values)
        if change.hits is not None and not _hit(result.rowcount, change.hits):
            raise Conflict


def _hit(rows: int, wanted: int) -> bool:
    return rows > 0 if wanted == SOME else rows == wanted


def winners(batch: list[QueuedWrite], outcome: Sequence[Exception | None]) -> list[QueuedWrite]:
    """The writes that nothing went wrong with."""
    return [write for write, problem in zip(batch, outcome, strict=True) if problem is None]


def notify(connection: Connection, batch: list[QueuedWrite]) -> None:
    """Tell the other processes, as part of the transaction: they hear it once it is committed."""
    notices = [write.notice for write in batch if write.notice is not None]
    if notices:
        connection.execute(NOTIFY, {"notices": notices})


CHANNEL = "cattery"
NOTIFY = text(
    f"SELECT pg_notify('{CHANNEL}', notice) FROM unnest(CAST(:notices AS text[])) AS notice"
)
