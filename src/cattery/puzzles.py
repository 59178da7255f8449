"""Puzzles: positions with their right moves as data, carried out by the real rules.

A game's `puzzles.toml` has them one after another:

    [[puzzle]]
    goal = "win"                # win, hold or best
    turns = 2                   # win within so many own turns, hold for so many of the others'
    seats = 2
    options = { ghosts = "off" }
    position = "6/c1C1c1/6/1C4/6/1C4 2 2k4c 1k4c - - 51"
    right = ["c c1"]
    lines = [["k a1", "c b2"]]  # what follows each of them, to show why it is right

`win` and `hold` are proven; of `best` a search says how much better the right move is than the
next: `worth = [64, 45]`, in per cent, or in points of one who plays alone, and what other moves are
worth, as far as it has looked at them: `tried = { draw = 45 }`. `seat` (counted from 1) says who is
to find it; without it, whoever is to act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import TYPE_CHECKING, Literal, get_args

from cattery import data
from cattery.data import Checked
from cattery.errors import OffLesson
from cattery.game import game as find_game
from cattery.lessons import Shown

if TYPE_CHECKING:
    from cattery.match import Match

FILE = "puzzles.toml"
MOST_TURNS = 9
APART = 0.62  # of all puzzles lie between those of two days
Goal = Literal["win", "hold", "best"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and the moves that are right in it."""

    game: str
    goal: Goal
    turns: int  # 0 for `best`
    seats: int
    seat: int | None  # who is to find it; None: whoever is to act
    options: dict[str, str]
    position: str
    right: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]  # [right move] what follows it
    worth: tuple[int, ...]  # best: of the right move, and of the next best one
    tried: dict[str, int]  # best: what other moves are worth, by their notation

    def match(self) -> Match:
        """A match that starts from the position."""
        from cattery.match import Match

        return Match.new(
            self.game, seats=self.seats, options=self.options, position=self.position, seed=0
        )

    def solver(self, match: Match) -> int:
        """The seat that is to find the move."""
        return match.waiting[0] if self.seat is None else self.seat

    def at(self, played: Sequence[int | str] = ()) -> tuple[Match, int, tuple[Shown, ...]]:
        """The puzzle as it is set, or after a right move and what follows; the solver's seat."""
        match = self.match()
        seat = self.solver(match)
        if not played:
            return match, seat, ()
        action = match.resolve(played[0], seat)
        right = [match.resolve(move, seat) for move in self.right]
        if len(played) > 1 or action not in right:
            raise OffLesson
        return self.after(action, self.lines[right.index(action)] if self.lines else ())

    def after(
        self, first: int | str, line: Sequence[int | str]
    ) -> tuple[Match, int, tuple[Shown, ...]]:
        """The puzzle after any legal move of the solver's and what follows it."""
        match = self.match()
        seat = self.solver(match)
        shown = [self._play(match, first, seat, seat)]
        shown += [self._play(match, move, match.waiting[0], seat) for move in line]
        return match, seat, tuple(shown)

    def _play(self, match: Match, move: int | str, mover: int, viewer: int) -> Shown:
        entry = match.play(move, mover)
        return Shown(match.told(entry.n, viewer), match.view(viewer))


def has_puzzles(name: str) -> bool:
    """Whether a game has puzzles."""
    return (data.folder(name) / FILE).is_file()


@cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none where it has no such file, BadData where it can't be read."""
    if not has_puzzles(name):
        return ()
    return tuple(_puzzle(sheet, name) for sheet in Checked.read(name, FILE).tables("puzzle"))


def of_the_day(name: str, day: int) -> int:
    """Which puzzle of a game is that of a day, counted from a day long ago.

    All have their day before the first comes again; those that follow each other in the file, which
    are often alike, are many days apart.
    """
    count = len(puzzles(name))
    step = next(n for n in range(1 + round(count * APART), 2 + 2 * count) if gcd(n, count) == 1)
    return day * step % count


def _puzzle(sheet: Checked, game: str) -> Puzzle:
    content = sheet.content
    goal: Goal = sheet.text(key="goal", among=get_args(Goal))  # type: ignore[assignment]
    seats = sheet.number("seats", 1, find_game(game).seats[-1])
    options = sheet.table("options").content if "options" in content else {}
    right = sheet.texts("right")
    lines = content.get("lines", [])
    if len(lines) not in (0, len(right)):
        raise sheet.bad("texts", "lines", n=len(right))
    return Puzzle(
        game,
        goal,
        0 if goal == "best" else sheet.number("turns", 1, MOST_TURNS),
        seats,
        sheet.number("seat", 1, seats) - 1 if "seat" in content else None,
        {name: str(value) for name, value in options.items()},
        sheet.text(key="position"),
        right,
        tuple(tuple(map(str, line)) for line in lines),
        sheet.numbers("worth", 2, -1000, 1000) if goal == "best" else (),
        _tried(sheet) if "tried" in content else {},
    )


def _tried(sheet: Checked) -> dict[str, int]:
    worth = sheet.table("tried")
    return {move: worth.number(move, -1000, 1000) for move in worth.content}
