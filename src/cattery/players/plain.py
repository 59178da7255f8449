"""The players that don't look far: random, greedy, and those with a style."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cattery import loops
from cattery.players.base import random_u64
from cattery.seat import Seat

if TYPE_CHECKING:
    from cattery.styles import Style

WORLDS = 8  # how many imagined worlds a greedy player averages over


class RandomPlayer:
    """Chooses like dice, as the game's `sample` does."""

    def __init__(self, seed: int | None = None) -> None:
        self._source = np.random.default_rng(seed)

    def choose(self, seat: Seat) -> Any:
        """A random legal move."""
        world = seat.imagine(random_u64(self._source))
        return seat.game.move(int(loops.sample_at(world, 0)))


class GreedyPlayer:
    """Looks one ply ahead, and chooses among the best at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._source = np.random.default_rng(seed)

    def choose(self, seat: Seat) -> Any:
        """The move that the game's `weigh` likes best, on average over imagined worlds."""
        actions = np.array(seat.actions, np.int32)
        if len(actions) == 1:
            return seat.game.move(int(actions[0]))
        liking = self.weigh(seat, actions)
        best = np.flatnonzero(liking >= liking.max() - 1e-9)
        return seat.game.move(int(actions[self._source.choice(best)]))

    def weigh(self, seat: Seat, actions: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """How much each action is liked."""
        worlds = WORLDS if seat.game.hidden else 1
        total, out = np.zeros(len(actions)), np.zeros(len(actions))
        for _ in range(worlds):
            world = seat.imagine(random_u64(self._source))
            loops.weigh_at(world, 0, actions, len(actions), out)
            total += out
        return total / worlds


class StylePlayer:
    """Plays by one of the game's styles."""

    def __init__(self, style: Style, seed: int | None = None) -> None:
        self._style = style
        self._source = np.random.default_rng(seed)

    def choose(self, seat: Seat) -> Any:
        """The move that the style likes, or the only one there is."""
        moves = seat.legal
        return moves[0] if len(moves) == 1 else self._style(seat, self._source)
