"""What a search thinks, worded for the page: moves, lines and judgements in a person's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cattery.analysis import Alternative, Hint, Judgement, Line
from cattery.analysis.hints import worth
from cattery.analysis.lines import expected_line
from cattery.game import Game
from cattery.search import Step

if TYPE_CHECKING:
    from cattery.game import States

Dict = dict[str, Any]


def move(
    game: Game, before: States, seat: int, choice: Alternative, lang: str, names: Sequence[str]
) -> Dict:
    """A move, and as much of what it does as its player can know."""
    before = before.copy()
    before["actor"] = seat
    after = before.copy()
    game.apply(after, choice.action)
    line = expected_line(game, [Step(before, choice.action, after)], seat)
    return {
        "action": choice.action,
        "move": choice.move,
        "chance": choice.chance,
        "points": choice.points,
        "proof": choice.proof,
        "events": line.steps[0].events,
        "lines": line.lines(lang, names),
    }


def steps(line: Line, lang: str, names: Sequence[str]) -> list[Dict]:
    """A line, decision by decision."""
    return [
        {"seat": step.seat, "lines": Line((step,), line.game).lines(lang, names)}
        for step in line.steps
    ]


def judgement(
    game: Game, before: States, judged: Judgement, lang: str, names: Sequence[str]
) -> Dict:
    """One move of a match, judged; `before` is the state in which it was played."""
    seat = judged.seat
    return {
        "n": judged.n,
        "seat": seat,
        "grade": judged.grade,
        "chance_before": judged.chance_before,
        "chance_after": judged.chance_after,
        "chance_cost": judged.chance_cost,
        "points_cost": judged.points_cost,
        "played": move(game, before, seat, judged.played, lang, names),
        "alternatives": [
            move(game, before, seat, choice, lang, names) for choice in judged.alternatives
        ],
        "best_line": steps(judged.best_line, lang, names),
        "played_line": steps(judged.played_line, lang, names),
    }


def hint(game: Game, world: States, advice: Hint, n: int, lang: str, names: Sequence[str]) -> Dict:
    """A hint; `world` is one that its seat holds possible, with the seat to decide."""
    _, *rest = steps(advice.line, lang, names)
    return {
        "seat": advice.seat,
        "n": n,
        "best": move(game, world, advice.seat, advice.best, lang, names),
        "worth": worth(advice.best, advice.seats, lang),
        "why": advice.reason(lang),
        "then": [line for step in rest for line in step["lines"]],
        "alternatives": [
            move(game, world, advice.seat, choice, lang, names) for choice in advice.alternatives
        ],
    }
