"""What the API says of itself, made when it is first asked for, beside the loop."""

from __future__ import annotations

import asyncio

import orjson
from fastapi import APIRouter, FastAPI, Request, Response

from cattery.server.api.requests import in_thread

router = APIRouter()


@router.get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """The API in the form of OpenAPI."""
    state = request.app.state
    if state.description is None:
        state.description = asyncio.ensure_future(in_thread(_described, request.app))
    return Response(await asyncio.shield(state.description), media_type="application/json")


def _described(app: FastAPI) -> bytes:
    found = app.openapi()
    root_path = app.state.hall.settings.root_path
    return orjson.dumps({**found, "servers": [{"url": root_path}]} if root_path else found)
