"""What is said to an answer in a puzzle: why it is right, or what is wrong with it.

Where the puzzle is proven, so is this: the exhaustive search that proved it finds the answer that
keeps or wins. A short search only picks, of all that is proven, what looks most natural.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from cattery.analysis.lines import Alternative, expected_line, unbiased_search
from cattery.analysis.reasons import reason
from cattery.errors import OffLesson
from cattery.game import Reason
from cattery.puzzles import Goal, Puzzle, puzzles
from cattery.search import Limits, Step
from cattery.search.solve import Solver, TooHard
from cattery.seat import Seat

if TYPE_CHECKING:
    from cattery.match import Match

BUDGET = 1_000_000  # positions that are looked at for one question
NATURAL = 300  # iterations after which a move looks natural
KEPT = 512  # answers
SAID = ("ahead", "ahead_points", "clear", "close")  # a puzzle says in figures how far it is ahead

Verdict = Literal["escapes", "loses", "later", "worse"]


@dataclass(frozen=True, slots=True)
class Refutation:
    """What comes of a move that isn't right."""

    # The other gets away; the other wins; the win comes, but too late; it is worth less.
    verdict: Verdict
    turns: int = 0  # loses: within so many of the other's
    line: tuple[int, ...] = ()  # what follows the move
    worth: int | None = None  # worse: per cent, or points alone; None where nobody has looked


@lru_cache(KEPT)
def reasons(name: str, number: int) -> tuple[Reason | None, ...]:
    """The fact that speaks for each right move of a puzzle; None where figures say it all."""
    puzzle = puzzles(name)[number]
    match, seat, _ = puzzle.at()
    return tuple(fact_for(match, seat, move, puzzle.goal) for move in puzzle.right)


def fact_for(match: Match, seat: int, move: str, goal: Goal) -> Reason | None:
    """The fact that speaks for a right move; None where figures say it all."""
    game, action = match.game, match.resolve(move, seat)
    before = Seat.of(match, seat).imagine(0)
    before["actor"] = seat
    after = before.copy()
    game.apply(after, action)
    events = expected_line(game, [Step(before, action, after)], seat).steps[0].events
    best = Alternative(action, move, 0, 0.0, 0.0, None, int(goal == "win"))
    why = reason(game, before, seat, best, (), events)
    if goal == "hold" and len(events) > 1:  # that others lose is said: this is how it holds
        why = game.why(game.view(before, seat), game.move(action), events) or why
    return None if why.code in SAID else why


@lru_cache(KEPT)
def refutation(name: str, number: int, action: int) -> Refutation:
    """What comes of a legal move that isn't right; OffLesson where it is right."""
    puzzle = puzzles(name)[number]
    match, seat, _ = puzzle.at()
    if action in [match.resolve(move, seat) for move in puzzle.right]:
        raise OffLesson
    move = match.game.format(match.game.move(action))
    match.play(action, seat)
    if puzzle.goal == "best":
        return Refutation("worse", worth=puzzle.tried.get(move))
    return _Refuting(puzzle, match, seat).answer()


class _Refuting:
    """Looks for the answer to a move that has just been made in a proven puzzle."""

    def __init__(self, puzzle: Puzzle, match: Match, seat: int) -> None:
        self.puzzle, self.match, self.seat, self.other = puzzle, match, seat, 1 - seat
        self.solver = Solver(match.game, BUDGET)

    def answer(self) -> Refutation:
        """The other's win, if there is one; else how it gets away."""
        within = range(1, (1 if self.puzzle.goal == "win" else self.puzzle.turns) + 1)
        for turns in () if self.match.over else within:
            if self._wins(self.other, turns):
                return Refutation("loses", turns, tuple(self._winning(self.other, turns)))
        if self.match.over:
            return Refutation("loses")
        passed = self.match.turn != self.seat
        if self._wins(self.seat, self.puzzle.turns + (not passed)):
            return Refutation("later")
        return Refutation("escapes", line=tuple(self._escaping()))

    def _wins(self, seat: int, turns: int) -> bool:
        """Whether it is sure that a seat wins from here."""
        try:
            return self.solver.wins(self.match.state(), seat, turns)
        except TooHard:
            return False

    def _winning(self, winner: int, turns: int) -> Iterator[int]:
        """The moves to the win: proven ones of the winner's, natural ones of the loser's."""
        while not self.match.over:
            before = self.match.state()
            sure = self.solver.winning(before, turns) if self._to_act == winner else None
            yield self._natural(sure)
            if int(before["turn"][0]) == winner and self.match.turn != winner:
                turns -= 1

    def _escaping(self) -> Iterator[int]:
        """The rest of this turn and the other's whole turn, after which nothing is won in time."""
        turn = self.match.turn
        while not self.match.over and (self.match.turn != self.seat or turn == self.seat):
            turn = self.match.turn
            yield self._natural(self._escapes() if self._to_act == self.other else None)

    def _escapes(self) -> list[int]:
        """The other's moves after which no win comes in time; if it can be, none a turn later."""
        before, legal = self.match.state(), self.match.legal_actions(self.other)
        for turns in (self.puzzle.turns, self.puzzle.turns - 1):
            try:
                found = [
                    a for a in legal if not self.solver.wins_after(before, a, self.seat, turns)
                ]
            except TooHard:
                continue
            if found:
                return found
        raise AssertionError("the puzzle is proven")

    @property
    def _to_act(self) -> int:
        return self.match.waiting[0]

    def _natural(self, among: Sequence[int] | None) -> int:
        """Make the move that a short search likes best, of some or of all."""
        seat = self._to_act
        search = unbiased_search(self.match.game, 0)
        liked = [
            choice.action
            for choice in search.run(Seat.of(self.match, seat), Limits(iterations=NATURAL)).choices
            if among is None or choice.action in among
        ]
        action = liked[0] if liked else (among or self.match.legal_actions(seat))[0]
        self.match.play(action, seat)
        return action
