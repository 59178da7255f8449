"""Finished matches: saved, verified, and step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request, Response

import cattery
from cattery import saved
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api import replay
from cattery.server.api.keys import TheSigner, published
from cattery.server.api.long_work import LongWork
from cattery.server.api.requests import (
    PROBLEMS,
    Language,
    TableId,
    TheHall,
    TheRates,
    in_thread,
    ready_game,
)
from cattery.server.net import guard
from cattery.server.tables.hall import Hall
from cattery.server.tables.past import Past

if TYPE_CHECKING:
    from cattery.match import Match

router = APIRouter(responses=PROBLEMS)


async def finished(hall: Hall, table_id: str, signer: saved.Signer | None = None) -> str:
    """The saved text of a finished match; before the end it would tell secrets."""
    live = await hall.get(table_id)
    async with hall.fresh(live) as table:
        if table.past is not None and table.past.saved is not None:
            text = table.past.saved
            return text if signer is None else await in_thread(saved.sign, text, signer)
        if table.match is None:
            raise table.no_match()
        if not table.match.over:
            raise no.NotOver
        return await in_thread(_written, table.match, signer)


def _written(match: Match, signer: saved.Signer | None) -> str:
    return saved.write(match, with_seed=True, signer=signer)


@router.get(
    "/api/tables/{table_id}/match",
    tags=["matches"],
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "A saved match"}},
)
async def saved_match(
    request: Request, hall: TheHall, rates: TheRates, table_id: TableId, signer: TheSigner
) -> Response:
    """The finished match as a file that `cattery verify` and `cattery replay` read, signed."""
    rates.heavy.check(guard.asker(request.scope))
    text = await finished(hall, table_id, signer)
    name = f"cattery-{table_id}.json"
    return Response(
        text,
        media_type="application/json",
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "cache-control": "no-store",
        },
    )


@router.get("/api/tables/{table_id}/verify", tags=["matches"], response_model=wire.VerdictView)
async def verify_table(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    lang: Language,
    signer: TheSigner,
) -> Response:
    """Check the finished match as it is given out: chance, legality, result, digest, signature."""
    rates.heavy.check(guard.asker(request.scope))
    text = await finished(hall, table_id, signer)
    return await _verdict(request, text, lang)


@router.get("/api/tables/{table_id}/replay", tags=["matches"], response_model=wire.Replay)
async def replay_table(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    lang: Language,
    seat: Annotated[int | None, Query(ge=0, lt=wire.MAX_SEATS)] = None,
) -> Response:
    """The finished match step by step, from a seat or the onlooker's place."""
    rates.heavy.check(guard.asker(request.scope))
    past = await _past(hall, table_id)
    if past is not None:
        return await _answer(request, past.replay, seat, lang)
    text = await finished(hall, table_id)
    return await _answer(request, replay.from_text, text, seat, lang)


async def _past(hall: Hall, table_id: str) -> Past | None:
    """A match that is over, and was played by rules that aren't in force any more."""
    table = (await hall.get(table_id)).table
    if table.past is None:
        return None
    if not table.past.over:
        raise no.NotOver
    if not table.past.known:
        raise no.Outdated
    return table.past


@router.post("/api/verify", tags=["matches"], response_model=wire.VerdictView)
async def verify(
    request: Request, hall: TheHall, lang: Language, match: wire.SavedMatch
) -> Response:
    """Check any saved match. No other server is asked whether a key is its own."""
    _wait_for_game(hall, match.text)
    return await _verdict(request, match.text, lang)


async def _verdict(request: Request, text: str, lang: str) -> Response:
    own = {one.key for one in await published(request)}
    return await _answer(request, replay.verdict, text, lang, own)


async def _answer(request: Request, work: Callable[..., Any], *args: Any) -> Response:
    """What comes of playing a match again, as soon as it is this address's turn."""
    long_work: LongWork = request.app.state.long_work
    text = await long_work.json(guard.address(request.scope), work, *args)
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})


@router.post("/api/replay", tags=["matches"], response_model=wire.Replay)
async def replay_text(
    request: Request,
    hall: TheHall,
    lang: Language,
    match: wire.SavedMatch,
    seat: Annotated[int | None, Query(ge=0, lt=wire.MAX_SEATS)] = None,
) -> Response:
    """Any saved match step by step."""
    _wait_for_game(hall, match.text)
    return await _answer(request, replay.from_text, match.text, seat, lang)


def _wait_for_game(hall: Hall, text: str) -> None:
    """A game that isn't compiled yet must not be compiled in this process. Where letters are
    written as numbers, which we never do, any game may be meant."""
    for name in cattery.games():
        if f'"{name}"' in text or "\\u" in text:
            ready_game(hall, name)
