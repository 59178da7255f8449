"""Diagrams of the rules that are played forward: every position on the way, and what happened."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response

from cattery.diagrams import Diagram, diagrams
from cattery.errors import CatteryError
from cattery.server import wire
from cattery.server.api.requests import (
    PROBLEMS,
    GameName,
    Language,
    TheHall,
    TheRates,
    in_thread,
    ready_game,
)
from cattery.server.net import guard
from cattery.server.tables.stories import told
from cattery.text import game_words

router = APIRouter(responses=PROBLEMS)

KEPT = 32  # games times languages in memory
Dict = dict[str, Any]


@router.get("/api/games/{name}/diagrams", tags=["games"], response_model=wire.DiagramList)
async def played_diagrams(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    name: GameName,
    lang: Language,
    drawn: Annotated[bool, Query()] = False,
) -> Response:
    """The diagrams of the rules that are played forward; `drawn`: with the server's pictures."""
    rates.pictures.check(guard.asker(request.scope))
    ready_game(hall, name)
    listed = await in_thread(_listed, name, lang, drawn)
    return Response(listed, media_type="application/json", headers={"cache-control": "no-store"})


@lru_cache(KEPT)
def _listed(name: str, lang: str, drawn: bool) -> bytes:
    played = (_played(each, lang, drawn) for each in diagrams(name, lang))
    return orjson.dumps({"game": name, "diagrams": [each for each in played if each is not None]})


def _played(diagram: Diagram, lang: str, drawn: bool) -> Dict | None:
    """A diagram with all its frames; nothing where a corrected deck makes it impossible."""
    words = game_words(diagram.game, lang)
    called = [
        words.find(f"diagram.player_{seat}") or words.text(f"practice.partner_{seat}")
        for seat in range(1, diagram.seats + 1)
    ]
    try:
        frames = [
            {
                "told": None if shown is None else told(shown.told, lang, called),
                "view": (view := diagram.view(match)),
                "waiting": match.waiting,
                "picture": {
                    "n": match.n,
                    "seat": diagram.seat,
                    "svg": match.game.svg(view, lang),
                    "spoken": match.game.spoken(view, called, lang),
                }
                if drawn
                else None,
            }
            for match, shown in diagram.play()
        ]
    except CatteryError:
        return None
    return {"text": diagram.text, "seat": diagram.seat, "names": called, "frames": frames}
