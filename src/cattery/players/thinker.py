"""The player that searches: `think:30ms`, `think:1s`, `think:2000` (iterations), and the levels."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from cattery.game import Game
from cattery.players.base import Seat
from cattery.players.plain import RandomPlayer
from cattery.search import Limits, Search

_LIMIT = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?")
_SETTINGS = {"explore": float, "cut": int, "hurried": int, "threads": int, "slip": float}


class Thinker:
    """Searches from what its seat knows; with `slip` it plays that share of its moves on a whim."""

    def __init__(
        self, game: Game, limits: Limits, seed: int | None = None, slip: float = 0.0, **search: Any
    ) -> None:
        self.limits = limits
        self.slip = slip
        self.search = Search(game, seed=seed, **search)
        self._whim = RandomPlayer(seed)
        self._source = np.random.default_rng(seed)

    def choose(self, seat: Seat) -> Any:
        """The move most looked into, unless a whim comes."""
        if self.slip and self._source.random() < self.slip:
            return self._whim.choose(seat)
        actions = seat.actions
        if len(actions) == 1:
            return seat.game.move(actions[0])
        return seat.game.move(self.search.run(seat, self.limits).best.action)


def thinker(game: Game, text: str, seed: int | None) -> Thinker | None:
    """A thinker from its description: a limit, then settings: `30ms+explore=0.5+cut=20`."""
    limit, *settings = text.split("+")
    match = _LIMIT.fullmatch(limit)
    if not match:
        return None
    given: dict[str, Any] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in _SETTINGS:
            return None
        try:
            given[name] = _SETTINGS[name](value)
        except ValueError:
            return None
    threads = given.pop("threads", 1)
    amount = float(match[1])
    if match[2]:
        limits = Limits(seconds=amount / (1000 if match[2] == "ms" else 1), threads=threads)
    else:
        limits = Limits(iterations=int(amount), threads=threads)
    return Thinker(game, limits, seed, **given)
