"""The player that searches: `think:30ms`, `think:1s`, `think:2000` (iterations), and the levels."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from cattery.game import Game
from cattery.players.base import Seat
from cattery.players.plain import RandomPlayer
from cattery.search import Limits, Search

_LIMIT = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?")


def _at_least_one(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


_SETTINGS: dict[str, Callable[[str], Any]] = {
    "explore": float,
    "cut": int,
    "hurried": int,
    "threads": _at_least_one,
    "slip": float,
    "widen": float,
    "alone": int,
    "guess": int,
}


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


def settings(text: str) -> dict[str, Any]:
    """What a description says: a limit, then settings, as in `30ms+explore=0.5`; {} if unreadable.

    >>> settings("30ms+cut=20")
    {'seconds': 0.03, 'cut': 20}
    >>> settings("30ms+threads=0")
    {}
    """
    limit, *rest = text.split("+")
    match = _LIMIT.fullmatch(limit)
    pairs = [setting.partition("=") for setting in rest]
    if not match or any(name not in _SETTINGS for name, _, _ in pairs):
        return {}
    scale = {"ms": 0.001, "s": 1.0, None: None}[match[2]]
    amount = float(match[1])
    given: dict[str, Any] = {"seconds": amount * scale} if scale else {"iterations": int(amount)}
    try:
        return given | {name: _SETTINGS[name](value) for name, _, value in pairs}
    except ValueError:
        return {}


def make(game: Game, text: str, seed: int | None) -> Thinker:
    """A thinker from its description, which must be readable."""
    given = settings(text)
    limits = {
        name: given.pop(name) for name in ("seconds", "iterations", "threads") if name in given
    }
    return Thinker(game, Limits(**limits), seed, **given)
