"""The player that searches: `think:30ms`, `think:1s`, `think:2000` (iterations), and the levels."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from cattery.errors import BadSeconds
from cattery.game import Game
from cattery.players.base import Seat
from cattery.players.plain import RandomPlayer
from cattery.search import Limits, Search

_LIMIT = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?")
_MOST = 1_000_000
_SECONDS = {"ms": 0.001, "s": 1.0}


def _within(kind: type[int] | type[float], low: int, high: int) -> Callable[[str], float]:
    """What reads a number from `low` to `high`; ValueError for anything else, as nan is."""

    def read(text: str) -> float:
        if not low <= (number := kind(text)) <= high:
            raise ValueError(text)
        return number

    return read


_SETTINGS: dict[str, Callable[[str], float]] = {
    "explore": _within(float, 0, _MOST),
    "cut": _within(int, -1, _MOST),
    "hurried": _within(int, 0, 1),
    "threads": _within(int, 1, 64),
    "slip": _within(float, 0, 1),
    "widen": _within(float, 0, _MOST),
    "alone": _within(int, 0, 1),
    "guess": _within(int, 0, 1),
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
    >>> settings("0+threads=2")
    {}
    """
    limit, *rest = text.split("+")
    pairs = [setting.partition("=") for setting in rest]
    if any(name not in _SETTINGS for name, _, _ in pairs):
        return {}
    try:
        return _limit(limit) | {name: _SETTINGS[name](value) for name, _, value in pairs}
    except (ValueError, BadSeconds):
        return {}


def _limit(text: str) -> dict[str, float]:
    found = _LIMIT.fullmatch(text)
    if not found:
        raise ValueError(text)
    if found[2]:
        return {"seconds": BadSeconds.check(float(found[1]) * _SECONDS[found[2]])}
    return {"iterations": _within(int, 1, 1_000 * _MOST)(found[1])}


def make(game: Game, text: str, seed: int | None) -> Thinker:
    """A thinker from its description, which must be readable."""
    given = settings(text)
    limits = {
        name: given.pop(name) for name in ("seconds", "iterations", "threads") if name in given
    }
    return Thinker(game, Limits(**limits), seed, **given)
