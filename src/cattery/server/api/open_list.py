"""The tables that wait for players: looked up once for all who ask within a second."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from cattery.server.api.cards import LISTED, cards
from cattery.server.tables.hall import Hall, Pay
from cattery.server.tables.live import now_ms

OPEN_FOR_MS = 12 * 3600 * 1000  # how long a table stays in the list
SECONDS = 1.0  # for which what was found is told again, unless something changes in this process

Card = dict[str, Any]


@dataclass
class Look:
    """What was found, or is being looked for."""

    changes: int  # of listed tables, before it
    until: float
    found: asyncio.Task[list[tuple[Card, list[str | None]]]]  # with who holds the seats


class OpenList:
    """The list, by language."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._looks: dict[str, Look] = {}

    async def seen_by(self, device: str | None, lang: str, pay: Pay) -> list[Card]:
        """The list as a browser sees it, which may hold seats in it."""
        look = self._looks.get(lang)
        now, changes = time.monotonic(), self._hall.listed_changes
        if look is None or look.changes != changes or now >= look.until:
            found = asyncio.create_task(self._find(lang, pay))
            look = self._looks[lang] = Look(changes, now + SECONDS, found)
        return [
            {**card, "you": [seat for seat, one in enumerate(held) if one == device]}
            if device in held
            else card
            for card, held in await asyncio.shield(look.found)
        ]

    async def _find(self, lang: str, pay: Pay) -> list[tuple[Card, list[str | None]]]:
        rows = await self._hall.store.open_tables(LISTED)
        began, since = time.perf_counter(), now_ms() - OPEN_FOR_MS
        found = [
            (card.model_dump(), [seat.device for seat in head.seats])
            for card, head in cards(rows, None, lang)
            if card.open_seats and card.touched > since
        ]
        pay(time.perf_counter() - began)
        return found
