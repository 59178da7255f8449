"""Guided first games: where a lesson stands, and what a move would do there.

Nothing is kept: the page says which moves were made, and the rules play them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response

from cattery.lessons import LessonMoment, Shown, has_lesson, lesson
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.requests import (
    PROBLEMS,
    GameName,
    Json,
    Language,
    TheHall,
    TheRates,
    in_thread,
    ready_game,
)
from cattery.server.net import guard
from cattery.server.net.rates import Rates
from cattery.server.tables.hall import Hall
from cattery.server.tables.stories import told
from cattery.text import game_words, player_name, tell

if TYPE_CHECKING:
    from cattery.match import Match

router = APIRouter(responses=PROBLEMS)

Dict = dict[str, Any]


@router.post("/api/games/{name}/lesson", tags=["lessons"], response_model=wire.LessonView)
async def lesson_at(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    name: GameName,
    lang: Language,
    asked: wire.LessonAt,
) -> Response:
    """A step of the game's guided first game, after the moves that were made before it."""
    _check(request, hall, rates, name)
    return Json(await in_thread(_view, name, asked, lang))


@router.post("/api/games/{name}/lesson/preview", tags=["lessons"], response_model=wire.Looked)
async def look(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    name: GameName,
    lang: Language,
    asked: wire.LessonTry,
) -> Response:
    """What a move would do at a step of the lesson."""
    _check(request, hall, rates, name)
    return Json(await in_thread(_preview, name, asked, lang))


def _check(request: Request, hall: Hall, rates: Rates, name: str) -> None:
    rates.pictures.check(guard.asker(request.scope))
    ready_game(hall, name)
    if not has_lesson(name):
        raise no.NotFound


def _view(name: str, asked: wire.LessonAt, lang: str) -> Dict:
    here = lesson(name).at(asked.step, asked.played)
    words = game_words(name, lang)
    key = f"lesson.{here.step.say}"
    called = names(here.match, here.seat, asked.name, lang)
    return {
        "game": name,
        "step": here.number,
        "steps": len(lesson(name).steps),
        "say": words.text(key),
        "otherwise": words.find(f"{key}_else") or words.text("practice.otherwise"),
        "begins": here.begins,
        "at": practised(here.match, here.seat, here.expected, here.shown, called, lang),
    }


def _preview(name: str, asked: wire.LessonTry, lang: str) -> Dict:
    here: LessonMoment = lesson(name).at(asked.step, asked.played)
    called = names(here.match, here.seat, asked.name, lang)
    return {"preview": looked(here.match, here.seat, asked.move, called, lang)}


def practised(
    match: Match,
    seat: int,
    expected: Sequence[int],
    shown: Sequence[Shown],
    called: Sequence[str],
    lang: str,
) -> Dict:
    """A position to practise on, as the one who learns sees it."""
    mine = not match.over and seat in match.waiting
    return {
        "seat": seat,
        "names": called,
        "waiting": match.waiting,
        "scenes": [{"told": told(one.told, lang, called), "view": one.view} for one in shown],
        "view": match.view(seat),
        "legal": match.legal_actions(seat) if mine else (),
        "expected": expected,
        "over": match.over,
    }


def looked(
    match: Match, seat: int, move: int | str, called: Sequence[str], lang: str
) -> Dict | None:
    """What a move would do; nothing where chance hides it."""
    match.names = list(called)  # a refusal calls them so, too
    action = match.resolve(move, seat)
    seen = match.preview(action, seat)
    if seen is None:
        return None
    words = match.game.words(lang)
    return {
        "seat": seat,
        "move": str(move),
        "action": action,
        "view": seen.view,
        "events": seen.events,
        "lines": [tell(words, event, called) for event in seen.events],
    }


def names(match: Match, seat: int, own: str, lang: str) -> list[str]:
    """The learner, and partners with names of their own."""
    words = match.game.words(lang)
    called = [words.text(f"practice.partner_{each + 1}") for each in range(match.seats)]
    called[seat] = own or player_name(lang, seat)
    return called
