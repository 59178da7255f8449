"""Exact answers: can a seat force a win within so many of its turns, whatever the others do?

Every legal move is tried, nothing is estimated; for games where all is open and no chance falls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cattery.kernel import MOST_LEGAL, apply, kernel, legal, payoff

if TYPE_CHECKING:
    from cattery.game import Game, States

DEEPEST = 32  # decisions below the root
MOST_SEATS = 8


class TooHard(Exception):
    """The budget of positions was used up before the answer was certain."""


@kernel
def forces(states, moves, depth, seat, turns, budget):
    """Whether `seat` forces a win from `states[depth]` within so many of its own turns.

    The states behind it and `moves` are scratch. Once `budget[0]` has run out the answer is no
    answer.
    """
    if states[depth].over:
        payoffs = np.zeros(MOST_SEATS)
        payoff(states[depth], payoffs)
        return payoffs[seat] >= 1.0
    if turns == 0 or budget[0] <= 0 or depth + 1 >= len(states):
        return False
    own = states[depth].actor == seat
    n = legal(states[depth], moves[depth])
    for k in range(n):
        budget[0] -= 1
        states[depth + 1] = states[depth]
        apply(states[depth + 1], moves[depth, k])
        passed = states[depth].turn == seat and states[depth + 1].turn != seat
        left = turns - 1 if passed else turns
        if forces(states, moves, depth + 1, seat, left, budget) == own:
            return own
    return not own


@kernel
def forces_after(states, moves, action, seat, turns, budget):
    """As `forces`, once the actor of `states[0]` has chosen `action`."""
    states[1] = states[0]
    apply(states[1], action)
    passed = states[0].turn == seat and states[1].turn != seat
    return forces(states, moves, 1, seat, turns - 1 if passed else turns, budget)


class Solver:
    """Asks one game's positions for certain wins."""

    def __init__(self, game: Game, budget: int = 500_000_000) -> None:
        self.game = game
        self.budget = budget
        self._states = np.zeros(DEEPEST, game.dtype)
        self._moves = np.zeros((DEEPEST, MOST_LEGAL), np.int32)

    def wins(self, states: States, seat: int, turns: int) -> bool:
        """Whether `seat` can force a win within so many of its turns."""
        left = self._begin(states)
        answer = bool(forces(self._states, self._moves, 0, seat, turns, left))
        return self._certain(answer, left)

    def winning(self, states: States, turns: int) -> list[int]:
        """The actor's actions with which it forces a win within so many turns."""
        actor = int(states["actor"][0])
        return [a for a in self.game.legal(states) if self.wins_after(states, a, actor, turns)]

    def holding(self, states: States, turns: int) -> list[int]:
        """The actor's actions after which no other seat forces a win within so many turns."""
        actor, seats = int(states["actor"][0]), int(states["seats"][0])
        others = [seat for seat in range(seats) if seat != actor]
        return [
            action
            for action in self.game.legal(states)
            if not any(self.wins_after(states, action, other, turns) for other in others)
        ]

    def wins_after(self, states: States, action: int, seat: int, turns: int) -> bool:
        """Whether `seat` can force a win once the actor has chosen `action`."""
        left = self._begin(states)
        answer = forces_after(self._states, self._moves, action, seat, turns, left)
        return self._certain(bool(answer), left)

    def _begin(self, states: States) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        self._states[0] = states[0]
        return np.array([self.budget], np.int64)

    def _certain(self, answer: bool, left: np.ndarray[tuple[int], np.dtype[np.int64]]) -> bool:
        if left[0] <= 0:
            raise TooHard
        return answer
