"""A hint: the best move from what a seat knows, how good it is, and what is likely to follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from cattery.analysis.lines import (
    Alternative,
    Line,
    expected_line,
    line_json,
    next_best,
    sensible,
    unbiased_search,
)
from cattery.analysis.reasons import reason, worded
from cattery.game import Reason, game
from cattery.search import Limits
from cattery.seat import Seat
from cattery.text import shared_words

SHOWN = 4  # alternatives
LONGEST = 3  # decisions of the line


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat is advised to do."""

    seat: int
    best: Alternative
    alternatives: tuple[Alternative, ...]  # the next best ones
    line: Line  # the move and what is likely to follow
    seats: int = field(default=2, repr=False)
    why: Reason | None = field(default=None, repr=False, compare=False)

    @property
    def move(self) -> str:
        """The notation of the move."""
        return self.best.move

    def lines(self, lang: str, names: Sequence[str]) -> list[str]:
        """The hint in words: how good the move is, then what it does and what may follow."""
        own, *rest = self.line.steps
        told = [worth(self.best, self.seats, lang), *filter(None, [self.reason(lang)])]
        told += Line((own,), self.line.game).lines(lang, names)
        if rest:
            told.append(shared_words(lang).text("analysis.then"))
            told += Line(tuple(rest), self.line.game).lines(lang, names)
        return told

    def reason(self, lang: str) -> str:
        """Why, in one sentence; empty where nothing is known."""
        return worded(game(self.line.game), self.why, lang)

    def as_json(self, lang: str, names: Sequence[str]) -> dict[str, Any]:
        """A plain object, with the words in a language."""
        return {
            "seat": self.seat,
            "best": asdict(self.best),
            "alternatives": [asdict(each) for each in self.alternatives],
            "line": line_json(self.line, lang, names),
            "worth": worth(self.best, self.seats, lang),
            "why": self.reason(lang),
        }


def worth(move: Alternative, seats: int, lang: str) -> str:
    """How good a move is, in words."""
    words = shared_words(lang)
    if move.points is not None:
        return words.text("analysis.points", points=round(move.points))
    if move.proof:
        return words.text("analysis.certain_win" if move.proof > 0 else "analysis.certain_loss")
    key = "analysis.chance" if seats == 2 else "analysis.ahead"
    chance = round(move.chance)  # nobody wants to read of none
    return words.text(key if chance else f"{key}_low", chance=chance)


def hint(
    seat: Seat,
    seconds: float = 1.0,
    *,
    iterations: int | None = None,
    seed: int | None = 0,
    cancelled: Callable[[], bool] | None = None,
) -> Hint:
    """The best move of a seat that is to decide, from what it knows."""
    search = unbiased_search(seat.game, seed)
    limits = Limits(seconds=None if iterations else seconds, iterations=iterations)
    report = search.run(seat, limits, cancelled=cancelled)
    found = sensible(report.choices, report.usual)
    choices = [Alternative.of(seat.game, choice, seat.seats) for choice in found]
    steps = search.line(seat, choices[0].action, LONGEST)
    line = expected_line(seat.game, steps, seat.number)
    others = next_best(choices[1 : 1 + SHOWN])
    why = reason(seat.game, seat.imagine(0), seat.number, choices[0], others, line.steps[0].events)
    return Hint(seat.number, choices[0], others, line, seat.seats, why)
