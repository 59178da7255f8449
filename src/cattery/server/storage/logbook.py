"""A log entry as the database holds it: the line of the saved match."""

from __future__ import annotations

import orjson

from cattery.match import Entry, Match
from cattery.server.refusals import Outdated


def write(entry: Entry) -> str:
    """An entry as one line of JSON."""
    line: dict[str, int | str | None] = {"seat": entry.seat, "kind": entry.kind}
    if entry.move is not None:
        line["move"] = entry.move
    return orjson.dumps(line).decode()


def play_again(match: Match, line: str) -> Entry:
    """Add a stored entry to the match that it was written from."""
    stored = orjson.loads(line)
    seat = stored["seat"]
    match stored["kind"]:
        case "move":
            return match.play(stored["move"], seat)
        case "undo":
            return match.undo(seat)
        case "take_back":
            return match.take_back(seat, granted=range(match.seats))
        case "resign":
            return match.resign(seat)
    raise Outdated
