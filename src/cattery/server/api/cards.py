"""Tables in lists."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from cattery.names import shown
from cattery.server import wire
from cattery.server.storage.store import Row
from cattery.server.tables.head import Head

log = logging.getLogger("cattery.tables")

LISTED = 50  # tables in a list


def cards(rows: list[Row], device: str | None, lang: str) -> Iterator[tuple[wire.TableCard, Head]]:
    """The tables of a list; one that can't be read is left out, and hurts no other."""
    for row in rows:
        try:
            head = Head.from_json(row["head"])
            yield _card(row, head, device, lang), head
        except (ValueError, KeyError, TypeError) as error:
            log.error("a table can't be listed: %s", type(error).__name__)


def _card(row: Row, head: Head, device: str | None, lang: str) -> wire.TableCard:
    kinds = [seat.kind for seat in head.seats]
    names = shown([seat.name for seat in head.seats], kinds, lang, row["game"])
    return wire.TableCard(
        id=row["id"],
        game=row["game"],
        options=head.options,
        state=row["state"],
        names=[name for name, seat in zip(names, head.seats, strict=True) if seat.who != "open"],
        seats=len(head.seats),
        open_seats=sum(seat.who == "open" for seat in head.seats),
        you=[i for i, seat in enumerate(head.seats) if device and seat.device == device],
        your_turn=False,
        known_dice=head.known_dice,
        created=row["created"],
        touched=row["touched"],
    )
