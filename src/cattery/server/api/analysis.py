"""What a search thinks, over HTTP: analyses of finished matches, hints in running ones."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.matches import finished
from cattery.server.api.requests import (
    PROBLEMS,
    Json,
    KnownDevice,
    Language,
    TableId,
    TheHall,
    TheRates,
)
from cattery.server.net import guard
from cattery.server.thinking.analysis_jobs import AnalysisJobs
from cattery.server.thinking.hints import Hints

router = APIRouter(responses=PROBLEMS)

LINES = "application/x-ndjson"
NEWS: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {LINES: {"schema": {"type": "string"}}},
        "description": "One `AnalysisNews` per line: `queued`, then `judged` for every move, then"
        " `done`; or `failed`",
    }
}


@router.post(
    "/api/tables/{table_id}/analysis",
    tags=["matches"],
    response_class=StreamingResponse,
    responses=NEWS,
)
async def analysis(
    request: Request, hall: TheHall, rates: TheRates, table_id: TableId, lang: Language
) -> Response:
    """What a search thinks of every move of a finished match, told line by line as it thinks.

    Hanging up cancels it, unless others listen. An analysis that was made before comes at once.
    """
    jobs: AnalysisJobs = request.app.state.analysis_jobs
    rates.heavy.check(guard.asker(request.scope))
    if (await hall.get(table_id)).table.past is not None:
        raise no.Outdated
    text = await finished(hall, table_id)
    job = jobs.job(text)
    if job is None:
        address = guard.address(request.scope)
        rates.analyses.check(guard.asker(request.scope))
        job = jobs.begin(text, address)
    return StreamingResponse(
        jobs.follow(job, lang),
        media_type=LINES,
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


@router.post(
    "/api/tables/{table_id}/seats/{seat}/hint", tags=["tables"], response_model=wire.HintView
)
async def hint(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, lt=wire.MAX_SEATS)],
    device: KnownDevice,
    lang: Language,
) -> Response:
    """A move for an own seat that is to decide, from what that seat knows."""
    hints: Hints = request.app.state.hints
    rates.hints.check(guard.asker(request.scope))
    live, address = await hall.get(table_id), guard.address(request.scope)
    return Json(await hints.hint(live, device, seat, lang, address))
