"""Puzzles: a position to find the right move in, and what follows it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, takewhile
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from cattery.game import game as find_game
from cattery.puzzles import Puzzle, of_the_day, puzzles
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.lessons import looked, names, practised
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
from cattery.server.tables.live import today

router = APIRouter(responses=PROBLEMS, tags=["puzzles"])

Number = Annotated[int, Path(ge=0, lt=10_000)]
PLAYED = ("escapes", "loses")  # what is shown on the board
Dict = dict[str, Any]


@router.get("/api/games/{name}/puzzles")
async def all_puzzles(name: GameName) -> wire.PuzzleList:
    """How many puzzles a game has, and today's."""
    count = len(puzzles(find_game(name).name))
    if not count:
        raise no.NotFound
    day = today()
    return wire.PuzzleList(game=name, count=count, today=of_the_day(name, day), day=day)


@router.post("/api/games/{name}/puzzles/{number}", response_model=wire.PuzzleView)
async def puzzle_at(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    name: GameName,
    number: Number,
    lang: Language,
    asked: wire.PuzzleAt,
) -> Response:
    """A puzzle as it is set; with the right move, what follows it."""
    puzzle = _find(request, hall, rates, name, number)
    return Json(await in_thread(_view, puzzle, number, asked, lang))


@router.post("/api/games/{name}/puzzles/{number}/answer", response_model=wire.PuzzleAnswer)
async def answer(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    name: GameName,
    number: Number,
    lang: Language,
    asked: wire.PuzzleTry,
) -> Response:
    """What is wrong with a move that isn't right."""
    puzzle = _find(request, hall, rates, name, number)
    return Json(await in_thread(_answer, puzzle, number, asked, lang))


@router.post("/api/games/{name}/puzzles/{number}/preview", response_model=wire.Looked)
async def look(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    name: GameName,
    number: Number,
    lang: Language,
    asked: wire.PuzzleTry,
) -> Response:
    """What a move would do."""
    puzzle = _find(request, hall, rates, name, number)
    return Json(await in_thread(_preview, puzzle, asked, lang))


def _find(request: Request, hall: Hall, rates: Rates, name: str, number: int) -> Puzzle:
    rates.pictures.check(guard.asker(request.scope))
    ready_game(hall, name)
    if number >= len(puzzles(name)):
        raise no.NotFound
    return puzzles(name)[number]


def _view(puzzle: Puzzle, number: int, asked: wire.PuzzleAt, lang: str) -> Dict:
    from cattery.analysis.puzzle_answers import reasons
    from cattery.analysis.reasons import worded

    match, seat, shown = puzzle.at(asked.played)
    right = () if shown else [match.resolve(move, seat) for move in puzzle.right]
    return {
        "game": puzzle.game,
        "number": number,
        "count": len(puzzles(puzzle.game)),
        "goal": puzzle.goal,
        "turns": puzzle.turns,
        "worth": puzzle.worth,
        "why": [worded(match.game, why, lang) for why in reasons(puzzle.game, number)],
        "at": practised(match, seat, right, shown, names(match, seat, asked.name, lang), lang),
    }


def _answer(puzzle: Puzzle, number: int, asked: wire.PuzzleTry, lang: str) -> Dict:
    from cattery.analysis.puzzle_answers import refutation

    start, seat, _ = puzzle.at()
    action = start.resolve(asked.move, seat)
    found = refutation(puzzle.game, number, action)
    seen: Dict = {"told": [], "at": None}
    if found.verdict in PLAYED:
        match, _, shown = puzzle.after(action, found.line)
        called = names(match, seat, asked.name, lang)
        at = practised(match, seat, (), shown, called, lang)
        seen = {"told": _first_turn(at["scenes"], seat), "at": at}
    return {"verdict": found.verdict, "turns": found.turns, "worth": found.worth, **seen}


def _first_turn(scenes: Sequence[Dict], seat: int) -> list[str]:
    """What the others did first, a sentence for each of their decisions."""
    others = dropwhile(lambda scene: scene["told"]["seat"] == seat, scenes)
    turn = takewhile(lambda scene: scene["told"]["seat"] != seat, others)
    return [scene["told"]["lines"][0] for scene in turn if scene["told"]["lines"]]


def _preview(puzzle: Puzzle, asked: wire.PuzzleTry, lang: str) -> Dict:
    match, seat, _ = puzzle.at()
    called = names(match, seat, asked.name, lang)
    return {"preview": looked(match, seat, asked.move, called, lang)}
