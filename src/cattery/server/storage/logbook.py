"""A log entry as the database holds it: shorter than in a saved match, its number is a column."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import orjson

from cattery.match import Entry
from cattery.match.entries import Kind
from cattery.server.refusals import Outdated

if TYPE_CHECKING:
    from cattery.match import Match


def write(entry: Entry) -> str:
    """An entry as one line of JSON."""
    line: dict[str, int | str | None] = {"seat": entry.seat, "kind": entry.kind}
    if entry.move is not None:
        line["move"] = entry.move
    return orjson.dumps(line).decode()


def play_again(match: Match, line: str) -> Entry:
    """Add a stored entry to the match that it was written from."""
    stored = orjson.loads(line)
    if stored["kind"] not in get_args(Kind):
        raise Outdated
    return match.repeat(Entry(match.n, stored["seat"], stored["kind"], stored.get("move")))
