"""Hints: a search for the player who is to decide, from what that seat knows and nothing else."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from cattery.errors import MatchOver, NoSuchSeat
from cattery.server import refusals as no
from cattery.server.priority import lower_thread
from cattery.server.tables import views
from cattery.server.tables.hall import Hall
from cattery.server.tables.live import Live
from cattery.server.tables.table import Table
from cattery.server.thinking.places import Owner, Rank, ThinkingPlaces

if TYPE_CHECKING:
    from cattery.analysis import Hint
    from cattery.players import Seat

KEPT = 256  # hints that were given
MOST_OF_BROWSER = 2  # that are waited for
MOST_OF_ADDRESS = 24

Moment = tuple[str, int, int]  # table, entries that concern the seat, seat


class Hints:
    """Thinks about one hint at a time, next for the address that has had least, of an address the
    browser; the same question twice is thought about once."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._pool = ThreadPoolExecutor(1, "hint", lower_thread)
        self._places = ThinkingPlaces(0)  # one, for whom people wait
        self._asked: Counter[str] = Counter()  # by address and browser: hints that are waited for
        self._thinking: dict[Moment, asyncio.Task[Hint]] = {}
        self._given: OrderedDict[Moment, Hint] = OrderedDict()

    def close(self) -> None:
        """Think no more."""
        for thinking in self._thinking.values():
            thinking.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def hint(
        self, live: Live, device: str | None, seat: int, lang: str, address: str
    ) -> dict[str, Any]:
        """A move for a seat of this browser whose turn it is."""
        async with self._hall.fresh(live) as table:
            knowledge = known(table, device, seat)
            moment, n = (table.id, table.fresh_since(seat), seat), table.n
            called = views.shown_names(table, lang)
        advice = await self._advice(moment, knowledge, (address, device or address))
        from cattery.server.thinking import wording

        world = knowledge.imagine(0)
        return wording.hint(knowledge.game, world, advice, n, lang, called)

    async def _advice(self, moment: Moment, knowledge: Seat, owner: Owner) -> Hint:
        given = self._given.get(moment)
        if given is not None:
            return given
        thinking = self._thinking.get(moment)
        if thinking is None:
            address, browser = owner
            if self._asked[browser] >= MOST_OF_BROWSER or self._asked[address] >= MOST_OF_ADDRESS:
                raise no.Busy
            self._asked.update(owner)
            thinking = asyncio.create_task(self._think(knowledge, owner))
            self._thinking[moment] = thinking
            thinking.add_done_callback(lambda done: self._keep(moment, owner, done))
        return await asyncio.shield(thinking)

    async def _think(self, knowledge: Seat, owner: Owner) -> Hint:
        """Wait for the owner's turn, then think in the thread."""
        from cattery.analysis import hint

        place = await self._places.take(lambda: Rank.PLAYED, owner)
        try:
            think = partial(hint, knowledge, self._hall.settings.hint_seconds)
            return await asyncio.get_running_loop().run_in_executor(self._pool, think)
        finally:
            self._places.give_back(place)

    def _keep(self, moment: Moment, owner: Owner, done: asyncio.Task[Hint]) -> None:
        self._asked -= Counter(owner)  # who waits for none is forgotten
        self._thinking.pop(moment, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._given[moment] = done.result()
        while len(self._given) > KEPT:
            self._given.popitem(last=False)


def known(table: Table, device: str | None, seat: int) -> Seat:
    """What the seat knows, if this browser may ask for a hint there now."""
    if seat >= len(table.seats):
        raise NoSuchSeat(number=seat + 1, seats=len(table.seats))
    if device is None or table.seats[seat].device != device:
        raise no.NotYourSeat(seat=seat + 1)
    if not table.hints:
        raise no.HintsOff
    if table.match is None:
        raise table.no_match()
    if table.match.over:
        raise MatchOver
    if seat not in table.waiting or not table.seats[seat].person:
        raise table.match.not_your_turn()
    from cattery.players import Seat

    return Seat.of(table.match, seat)
