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
OPEN = 2


class TooHard(Exception):
    """The budget of positions was used up before the answer was certain."""


@kernel
def decided(s, seat, turns):
    """1 where the game is won for `seat`, 0 where it isn't or no turn is left, OPEN before that."""
    if s.over:
        payoffs = np.zeros(MOST_SEATS)
        payoff(s, payoffs)
        return 1 if payoffs[seat] >= 1.0 else 0
    return 0 if turns == 0 else OPEN


@kernel
def forces(states, moves, seat, turns, budget):
    """Whether `seat` forces a win from `states[0]` within so many of its own turns: 1 or 0.

    It needs one good move where it decides itself, and every move where others do. The states
    behind the first and `moves` are scratch; once `budget[0]` is used up the answer is worth
    nothing. (A loop with a stack: Numba's cache doesn't bear recursion.)
    """
    at = np.zeros(len(states), np.int64)  # [depth] the next move to try
    count = np.zeros(len(states), np.int64)
    left = np.zeros(len(states), np.int64)  # [depth] turns
    depth = 0
    left[0] = turns
    answer = decided(states[0], seat, turns)
    if answer == OPEN:
        count[0] = legal(states[0], moves[0])
    while depth > 0 or answer == OPEN:
        if answer != OPEN:
            depth -= 1
        own = 1 if states[depth].actor == seat else 0
        if answer == own:
            continue
        if at[depth] == count[depth]:
            answer = 1 - own
            continue
        states[depth + 1] = states[depth]
        apply(states[depth + 1], moves[depth, at[depth]])
        at[depth] += 1
        budget[0] -= 1
        passed = states[depth].turn == seat and states[depth + 1].turn != seat
        depth += 1
        at[depth] = 0
        left[depth] = left[depth - 1] - 1 if passed else left[depth - 1]
        answer = decided(states[depth], seat, left[depth])
        if answer == OPEN and (budget[0] <= 0 or depth + 1 >= len(states)):
            budget[0] = 0
            answer = 0
        if answer == OPEN:
            count[depth] = legal(states[depth], moves[depth])
    return answer


class Solver:
    """Asks one game's positions for certain wins."""

    def __init__(self, game: Game, budget: int = 500_000_000) -> None:
        self.game = game
        self.budget = budget
        self._states = np.zeros(DEEPEST, game.dtype)
        self._moves = np.zeros((DEEPEST, MOST_LEGAL), np.int32)

    def wins(self, states: States, seat: int, turns: int) -> bool:
        """Whether `seat` can force a win within so many of its turns."""
        self._states[0] = states[0]
        left = np.array([self.budget], np.int64)
        answer = forces(self._states, self._moves, seat, turns, left)
        if left[0] <= 0:
            raise TooHard
        return bool(answer)

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
        after = states.copy()
        self.game.apply(after, action)
        passed = int(states["turn"][0]) == seat != int(after["turn"][0])
        return self.wins(after, seat, turns - 1 if passed else turns)
