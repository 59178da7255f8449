"""Pictures of a match, for boards that draw nothing themselves: as SVG and as sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from cattery.game import Game
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api import replay
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
    saved = None
    async with hall.fresh(live) as table:
        match = _match(table)
        eyes = seat if seat in table.held_by(device) or match.over else None
        called = views.shown_names(table, lang)
        shown, view = match.n, _view(match, eyes, move)
        if n is not None and n < match.n and not match.over:
            raise no.NotOver
        if n is not None and match.over:
            shown, saved = min(n, match.n), match.save()
    if saved is not None:
        view = await in_thread(_view_at, saved, shown, eyes)
    return Json(await in_thread(_drawn, match.game, view, called, lang, shown, eyes))


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


@lru_cache(maxsize=64)
def _view_at(saved: str, n: int, seat: int | None) -> Any:
    return replay.view_at(saved, n, seat)


def _drawn(
    game: Game, view: Any, called: list[str], lang: str, n: int, seat: int | None
) -> dict[str, Any]:
    return {
        "n": n,
        "seat": seat,
        "svg": game.svg(view, lang),
        "spoken": game.spoken(view, called, lang),
    }
