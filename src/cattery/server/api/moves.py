"""The list of a game's moves, whole or in blocks that a browser may keep for ever."""

from __future__ import annotations

import dataclasses
from functools import cache, lru_cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response

from cattery.game import game as find_game
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.requests import PROBLEMS, GameName, TheHall, in_thread, ready_game
from cattery.server.page import FOR_EVER
from cattery.server.tables.versions import moves_version

router = APIRouter(responses=PROBLEMS)

BLOCK = 1024  # moves in a block
MOST_AT_ONCE = 8 * BLOCK  # moves in one answer
KEPT = 128  # blocks in memory: those of a game of more moves than there are
JSON = "application/json"


@router.get("/api/games/{name}/moves", tags=["games"], response_model=wire.MoveList)
async def moves(request: Request, hall: TheHall, name: GameName) -> Response:
    """The move behind every action id; a large game's must be asked for in blocks."""
    game = ready_game(hall, name)
    if game.actions > MOST_AT_ONCE:
        raise no.InBlocks
    tag = f'"{moves_version(name)}"'
    headers = {"cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(await in_thread(_all, game.name), media_type=JSON, headers=headers)


@cache
def _all(name: str) -> bytes:
    game = find_game(name)
    listed = [{"move": move, "notation": game.format(move)} for move in game.moves]
    return orjson.dumps({"game": name, "moves": listed})


@router.get(
    "/api/games/{name}/moves/{version}/{block}", tags=["games"], response_model=wire.MoveBlock
)
async def block_of_moves(
    hall: TheHall,
    name: GameName,
    version: Annotated[str, Path(pattern=r"^[0-9a-f.]{1,64}$")],
    block: Annotated[int, Path(ge=0, lt=2**16)],
) -> Response:
    """A block of 1024 moves; what is at this address never changes."""
    game = ready_game(hall, name)
    if version != moves_version(name) or block * BLOCK >= game.actions:
        raise no.NotFound
    made = await in_thread(_block, name, version, block)
    return Response(made, media_type=JSON, headers={"cache-control": FOR_EVER})


@lru_cache(KEPT)
def _block(name: str, version: str, block: int) -> bytes:
    game, first = find_game(name), block * BLOCK
    made = [game.move(action) for action in range(first, min(first + BLOCK, game.actions))]
    columns: dict[str, dict[str, list[Any]]] = {}
    for move in made:
        fields = _fields(move)
        column = columns.setdefault(str(move.type), {field: [] for field in fields})
        for field, value in fields.items():
            column[field].append(value)
    order = {kind: k for k, kind in enumerate(columns)}
    return orjson.dumps(
        {
            "game": name,
            "version": version,
            "block": block,
            "first": first,
            "kinds": [order[move.type] for move in made],
            "columns": [{"type": kind, "fields": columns[kind]} for kind in columns],
            "notation": [game.format(move) for move in made],
        }
    )


def _fields(move: Any) -> dict[str, Any]:
    """All that a move says besides its kind."""
    return {
        field.name: getattr(move, field.name)
        for field in dataclasses.fields(move)
        if field.name != "type"
    }
