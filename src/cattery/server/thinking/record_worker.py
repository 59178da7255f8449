"""A process that writes down what was told of matches, one after the other.

It is started by `python -m cattery.server.thinking.record_worker`. Each line on standard input is a
table with its log, as the database has them; standard output gets a line with the record in base64,
or an empty one where there is none to make. The process ends when its input does.
"""

from __future__ import annotations

import base64
import contextlib
import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import orjson

from cattery.server.api.replay import frames
from cattery.server.priority import lower_process
from cattery.server.tables import views
from cattery.server.tables.head import Head
from cattery.server.tables.past import Past, joined
from cattery.server.tables.rows import play_row
from cattery.server.tables.table import Table
from cattery.text import LANGUAGES

if TYPE_CHECKING:
    from cattery.match import Match

log = logging.getLogger("cattery.record_worker")


def record_of(stored: dict[str, Any]) -> Past:
    """All that anybody could see of a match."""
    row = stored["table"]
    head, seed = Head.from_json(row["head"]), bytes.fromhex(row["seed"])
    table = Table(row["id"], row["game"], head, seed, row["created"])
    table.begin()
    for entry in stored["entries"]:
        play_row(table, entry)
    match = table.match
    assert match is not None
    saved = match.save() if match.over else None
    past = Past(match.n, match.over, views.result(match), table.dice, saved)
    for seat in (None, *range(match.seats)):
        seen = _replay(match, seat, openly=False)
        replay = seen if seat is not None else _replay(match, None, openly=True)
        past.keep(seat, match.view(seat), seen, replay)
    return past


def _replay(match: Match, seat: int | None, *, openly: bool) -> dict[str, Any]:
    return joined({lang: frames(match, seat, lang, openly=openly) for lang in LANGUAGES})


def work(line: bytes) -> bytes:
    """The record of one table, ready to travel."""
    try:
        return base64.b64encode(record_of(orjson.loads(line)).to_json())
    except Exception:
        log.exception("a match couldn't be written down")
        return b""


def main() -> None:
    """Take tables until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it is enough
    lower_process(os.getpid())
    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(work(line) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
