"""Pictures of a match, for boards that draw nothing themselves: as SVG and as sentences."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from cattery.game import Game
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api import replay
from cattery.server.api.long_work import LongWork
from cattery.server.api.requests import (
    PROBLEMS,
    Json,
    KnownDevice,
    Language,
    TableId,
    TheHall,
    TheRates,
    in_thread,
)
from cattery.server.net import guard
from cattery.server.tables import views
from cattery.server.tables.table import Table

if TYPE_CHECKING:
    from cattery.match import Match

router = APIRouter(responses=PROBLEMS)

KEPT = 128  # pictures of the past that were drawn lately


class Moment(NamedTuple):
    """What a picture of the past shows, and to whom."""

    table: str
    length: int  # entries of the whole log
    n: int
    seat: int | None
    lang: str
    called: tuple[str, ...]


_drawn_before: OrderedDict[Moment, bytes] = OrderedDict()


@router.get("/api/tables/{table_id}/picture", tags=["matches"], response_model=wire.PictureView)
async def picture_of_table(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    device: KnownDevice,
    lang: Language,
    seat: Annotated[int | None, Query(ge=0, lt=wire.MAX_SEATS)] = None,
    n: Annotated[int | None, Query(ge=0, le=wire.MAX_N)] = None,
    move: Annotated[str | None, Query(min_length=1, max_length=wire.MOVE_LENGTH)] = None,
) -> Response:
    """The match as a seat of this browser sees it, or the onlooker.

    With `move`, as it would look after that move; with `n`, a finished match after n entries, to
    the onlooker with everything uncovered.
    """
    rates.pictures.check(guard.asker(request.scope))
    live = await hall.get(table_id)
    async with hall.fresh(live) as table:
        match = _match(table)
        eyes = seat if seat in table.held_by(device) or match.over else None
        called = views.shown_names(table, lang)
        if n is not None and n < match.n and not match.over:
            raise no.NotOver
        if n is None or not match.over:
            view = _view(match, eyes, move)
    if n is None or not match.over:
        return Json(await in_thread(_drawn, match.game, view, called, lang, match.n, eyes))
    past = Moment(table.id, match.n, min(n, match.n), eyes, lang, tuple(called))
    text = _drawn_before.get(past)
    if text is None:
        long_work: LongWork = request.app.state.long_work
        text = await long_work.json(guard.address(request.scope), _drawn_then, match, past)
        _keep(past, text)
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})


@router.get("/api/tables/{table_id}/seen", tags=["matches"], response_model=wire.SeenCards)
async def seen_cards(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    device: KnownDevice,
    lang: Language,
    seat: Annotated[int | None, Query(ge=0, lt=wire.MAX_SEATS)] = None,
) -> Response:
    """Which cards a seat of this browser has seen, or the onlooker, if the table allows it."""
    rates.pictures.check(guard.asker(request.scope))
    live = await hall.get(table_id)
    async with hall.fresh(live) as table:
        if not table.head.seen_cards:
            raise no.SeenCardsOff
        match = _match(table)
        view = match.view(seat if seat in table.held_by(device) else None)
        n, game = match.n, match.game
    words = game.words(lang)
    cards = [
        {"card": words.word("card", one.card), "seen": one.seen, "all": one.all}
        for one in game.seen(view)
    ]
    return Json({"n": n, "cards": cards})


def _match(table: Table) -> Match:
    if table.match is None:
        raise table.no_match()
    return table.match


def _view(match: Match, seat: int | None, move: str | None) -> Any:
    """What the seat sees now, or after a move of its own that hides no chance."""
    if move is None or seat is None:
        return match.view(seat)
    preview = match.preview(int(move) if move.isdecimal() else move, seat)
    return match.view(seat) if preview is None else preview.view


def _drawn_then(match: Match, past: Moment) -> dict[str, Any]:
    """A moment of a match that is over."""
    view = replay.view_at(match, past.n, past.seat)
    return _drawn(match.game, view, past.called, past.lang, past.n, past.seat)


def _keep(past: Moment, text: bytes) -> None:
    """Have a moment at hand that may be asked for again."""
    _drawn_before[past] = text
    while len(_drawn_before) > KEPT:
        _drawn_before.popitem(last=False)


def _drawn(
    game: Game, view: Any, called: Sequence[str], lang: str, n: int, seat: int | None
) -> dict[str, Any]:
    return {
        "n": n,
        "seat": seat,
        "svg": game.svg(view, lang),
        "spoken": game.spoken(view, called, lang),
    }
