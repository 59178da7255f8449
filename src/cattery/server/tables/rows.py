"""A table as rows of the database: what is written of it, and what is read back."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from cattery.server.storage import logbook
from cattery.server.storage.store import Row
from cattery.server.storage.writing import (
    ADD_CHAT,
    ADD_ENTRY,
    ADD_HOLDER,
    ADD_RESULT,
    ADD_TABLE,
    CHANGE_HEAD,
    DROP_HOLDERS,
    DROP_LINKS_OF_SEAT,
    DROP_RESULTS,
    RowChange,
)
from cattery.server.tables.head import ChatPost
from cattery.server.tables.table import Outcome, Table


def new_table_changes(table: Table, now: int) -> list[RowChange]:
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
    return [RowChange(ADD_TABLE, row), *_holder_changes(table)]


def head_changes(table: Table, now: int) -> list[RowChange]:
    """The changed head of a table, and who holds its seats if that changed."""
    values = {
        "b_id": table.id,
        "b_version": table.version,
        "b_head": table.head.to_json(),
        "b_state": table.state,
        "b_listed": table.head.listed,
        "b_touched": now,
    }
    change = RowChange(CHANGE_HEAD, values, hits=1)
    if table.holders() == table.stored_holders:
        return [change]
    return [
        change,
        RowChange(DROP_HOLDERS, {"b_id": table.id}),
        *_holder_changes(table),
        *_link_changes(table),
    ]


def _link_changes(table: Table) -> Iterator[RowChange]:
    """The links of a seat die when it changes hands."""
    for seat, new in enumerate(one.device for one in table.seats):
        old = table.stored_holders[seat]
        if old is not None and old != new:
            yield RowChange(DROP_LINKS_OF_SEAT, {"b_id": table.id, "b_seat": seat})


def _holder_changes(table: Table) -> Iterator[RowChange]:
    for seat, device in table.holders().items():
        if device is not None:
            yield RowChange(ADD_HOLDER, {"table_id": table.id, "seat": seat, "device": device})


def entry_change(table: Table, outcome: Outcome, key: str | None, now: int) -> RowChange:
    """The entry that an outcome added to the log, with the clock after it."""
    entry = outcome.entry
    assert entry is not None
    return RowChange(
        ADD_ENTRY,
        {
            "table_id": table.id,
            "n": table.n - 1,
            "entry": logbook.write(entry),
            "at": now,
            "clock": None if table.left is None else orjson.dumps(table.left).decode(),
            "command": key,
        },
    )


def result_changes(table: Table, now: int) -> list[RowChange]:
    """The results of a match that ended, or none any more if it goes on after all."""
    if not table.keeps_results:
        return []
    added = [RowChange(ADD_RESULT, row) for row in table.results(now)]
    return [RowChange(DROP_RESULTS, {"b_id": table.id}), *added]


def chat_change(table: Table, post: ChatPost, key: str | None) -> RowChange:
    """A line of the chat."""
    values = {
        "table_id": table.id,
        "k": post.k,
        "at": post.at,
        "seat": post.seat,
        "name": post.name,
        "text": post.text,
        "phrase": post.phrase,
        "command": key,
    }
    return RowChange(ADD_CHAT, values)


def chat_post(row: Row) -> ChatPost:
    """A line of the chat, from its row."""
    return ChatPost(row["k"], row["at"], row["seat"], row["name"], row["text"], row["phrase"])


def play_row(table: Table, row: Row) -> None:
    """Play a stored entry on the match in memory."""
    match = table.match
    assert match is not None
    table.entered(logbook.play_again(match, row["entry"]))
    if row["clock"] is not None:
        table.left = orjson.loads(row["clock"])
    table.clock_at = row["at"]
    table.remember(row["command"], row["n"] + 1)
