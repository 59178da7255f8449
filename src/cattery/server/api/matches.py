"""Finished matches: saved, verified, and step by step."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

import cattery
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api import replay
from cattery.server.api.requests import (
    PROBLEMS,
    Json,
    Language,
    TableId,
    TheHall,
    TheRates,
    in_thread,
    ready_game,
)
from cattery.server.net import guard
from cattery.server.tables.hall import Hall

router = APIRouter(responses=PROBLEMS)


async def finished(hall: Hall, table_id: str) -> str:
    """The saved text of a finished match; before the end it would tell secrets."""
    live = await hall.get(table_id)
    async with hall.fresh(live) as table:
        if table.match is None:
            raise no.NotStarted if table.head.started is None else no.StillWarming
        if not table.match.over:
            raise no.NotOver
        return table.match.save()


@router.get(
    "/api/tables/{table_id}/match",
    tags=["matches"],
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "A saved match"}},
)
async def saved_match(hall: TheHall, table_id: TableId) -> Response:
    """The finished match as a file that `cattery verify` and `cattery replay` read."""
    text = await finished(hall, table_id)
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
    request: Request, hall: TheHall, rates: TheRates, table_id: TableId, lang: Language
) -> Response:
    """Check the finished match: digest, legality, chance, result."""
    rates.heavy.check(guard.asker(request.scope))
    return Json(await in_thread(replay.verdict, await finished(hall, table_id), lang))


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
    text = await finished(hall, table_id)
    return Json(await in_thread(replay.from_text, text, seat, lang))


@router.post("/api/verify", tags=["matches"], response_model=wire.VerdictView)
async def verify(
    request: Request, hall: TheHall, rates: TheRates, lang: Language, match: wire.SavedMatch
) -> Response:
    """Check any saved match."""
    rates.heavy.check(guard.asker(request.scope))
    _wait_for_game(hall, match.text)
    return Json(await in_thread(replay.verdict, match.text, lang))


@router.post("/api/replay", tags=["matches"], response_model=wire.Replay)
async def replay_text(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    lang: Language,
    match: wire.SavedMatch,
    seat: Annotated[int | None, Query(ge=0, lt=wire.MAX_SEATS)] = None,
) -> Response:
    """Any saved match step by step."""
    rates.heavy.check(guard.asker(request.scope))
    _wait_for_game(hall, match.text)
    return Json(await in_thread(replay.from_text, match.text, seat, lang))


def _wait_for_game(hall: Hall, text: str) -> None:
    """A game that isn't compiled yet must not be compiled in this process."""
    for name in cattery.games():
        if f'"{name}"' in text:
            ready_game(hall, name)
