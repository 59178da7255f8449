"""The player that searches: `think:30ms`, `think:2000` (iterations), `think:1s/turn`, levels."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from cattery.errors import BadSeconds
from cattery.game import Game
from cattery.search import Choice, Limits, Search, SearchReport, SearchSettings
from cattery.search.settings import PlayoutPolicy
from cattery.seat import Seat

_LIMIT = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?(/turn)?")
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")
_WITHIN = "within"  # a limit of time beside one of iterations
_MOST = 1_000_000
_SECONDS = {"ms": 0.001, "s": 1.0}


def _within(kind: type[int] | type[float], low: int, high: int) -> Callable[[str], float]:
    """What reads a number from `low` to `high`; ValueError for anything else, as nan is."""

    def read(text: str) -> float:
        if not low <= (number := kind(text)) <= high:
            raise ValueError(text)
        return number

    return read


def _policy(text: str) -> str:
    if text not in get_args(PlayoutPolicy):
        raise ValueError(text)
    return text


# The fields of `SearchSettings`, `threads` of `Limits`, and `temperature`.
_SETTINGS: dict[str, Callable[[str], float | str]] = {
    "explore": _within(float, 0, _MOST),
    "cut": _within(int, -1, _MOST),
    "stages": _within(int, 0, _MOST),
    "playout_policy": _policy,
    "threads": _within(int, 1, 64),
    "temperature": _within(float, 0, 100),
    "widen": _within(float, 0, _MOST),
    "margin": _within(float, 0, _MOST),
    "single_tree": _within(int, 0, 1),
    "guess": _within(int, 0, 1),
    "habits": _within(int, 0, 1),
    "keep": _within(int, 0, 1),
    "learned": _within(int, 0, 1),
    "outcomes": _within(int, 0, _MOST),
}

REMEMBERED = 32  # turns, by which a budget foresees how many decisions the next one brings
LATER = 0.5  # what a later decision gets, to 1 of this one: mostly it finds a tree to go on with


class Budget:
    """What may be thought in one turn, shared out among its decisions.

    Nobody knows how many will come. The past turns tell how many came after the first, the second
    and so on; before there are any, one more is expected. A decision gets its part of what is left,
    and never all of it. What a decision leaves, the next ones have.
    """

    def __init__(self, whole: Limits) -> None:
        self.whole = whole
        self._turn: object = None
        self._decisions = 0  # of this turn
        self._left = whole
        self._counts: deque[int] = deque(maxlen=REMEMBERED)  # decisions of past turns

    def limits(self, turn: object) -> Limits:
        """What the next decision of a turn may cost; another `turn` is a new one."""
        if turn != self._turn:
            if self._decisions:
                self._counts.append(self._decisions)
            self._turn, self._decisions, self._left = turn, 0, self.whole
        self._decisions += 1
        return _times(self._left, 1 / (1 + LATER * self.expected_later()))

    def expected_later(self) -> float:
        """How many decisions of this turn are expected to follow the present one."""
        later = [count - self._decisions for count in self._counts if count >= self._decisions]
        return (1 + sum(later)) / (1 + len(later))

    def spend(self, report: SearchReport) -> None:
        """Take off what a decision did cost."""
        seconds, iterations = self._left.seconds, self._left.iterations
        self._left = replace(
            self._left,
            seconds=None if seconds is None else max(0.0, seconds - report.seconds),
            iterations=None if iterations is None else max(1, iterations - report.iterations),
        )


def _times(limits: Limits, share: float) -> Limits:
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds * share,
        iterations=None if limits.iterations is None else max(1, round(limits.iterations * share)),
    )


def _at_most(limits: Limits, seconds: float | None) -> Limits:
    """The limits, and so many seconds as well."""
    given = [each for each in (limits.seconds, seconds) if each is not None]
    return replace(limits, seconds=min(given, default=None))


class Thinker:
    """Searches from what its seat knows; with a `temperature` it isn't sure of what it found.

    The limits are for a decision, or with `per_turn` for all of a turn. A decision that is forced
    costs nothing.
    """

    def __init__(
        self,
        game: Game,
        limits: Limits,
        seed: int | None = None,
        temperature: float = 0.0,
        per_turn: bool = False,
        settings: SearchSettings | None = None,
    ) -> None:
        self.limits = limits
        self.budget = Budget(limits) if per_turn else None
        self.temperature = temperature
        self.search = Search(game, settings, seed=seed)
        # Another stream than the search's: what is drawn there must tell nothing of what is here.
        (own,) = np.random.SeedSequence(seed).spawn(1)
        self._source = np.random.default_rng(own)

    def choose(self, seat: Seat) -> Any:
        """The move most looked into, or with a temperature one that was looked into as well."""
        return self.choose_within(seat, None)

    def choose_within(self, seat: Seat, seconds: float | None) -> Any:
        """As `choose`, but in no longer time than that: a weak player must not become a strong one
        because it is in a hurry."""
        actions = seat.actions
        if len(actions) == 1:
            return seat.game.move(actions[0])
        return seat.game.move(self.decided(self._think(seat, seconds)).action)

    def decided(self, report: SearchReport) -> Choice:
        """The best choice, or by lot one of those that seemed nearly as good.

        Each is as likely as its visits to the power of 1 / temperature. Where much is at stake the
        visits are with the good ones, so this errs where people do. What is proven isn't in doubt.
        """
        if not self.temperature or report.best.proof > 0:
            return report.best
        open_ones = [each for each in report.choices if each.proof == 0 and each.visits]
        if not open_ones:
            return report.best
        most = max(each.visits for each in open_ones)
        weights = np.array([each.visits / most for each in open_ones]) ** (1 / self.temperature)
        return open_ones[int(self._source.choice(len(open_ones), p=weights / weights.sum()))]

    def _think(self, seat: Seat, seconds: float | None) -> SearchReport:
        if self.budget is None:
            return self.search.run(seat, _at_most(self.limits, seconds))
        limits = self.budget.limits((seat.turn, seat.take_backs))
        report = self.search.run(seat, _at_most(limits, seconds), resume=True)
        self.budget.spend(report)
        return report


def settings(text: str) -> dict[str, Any]:
    """What a description says: a limit, then settings, as in `30ms+explore=0.5`; {} if unreadable.

    >>> settings("30ms+cut=20")
    {'seconds': 0.03, 'cut': 20}
    >>> settings("2000/turn")
    {'iterations': 2000, 'per_turn': True}
    >>> settings("2000/turn+within=1.5s")  # however slow the machine is
    {'iterations': 2000, 'per_turn': True, 'seconds': 1.5}
    >>> settings("0+threads=2")
    {}
    """
    limit, *rest = text.split("+")
    pairs = [setting.partition("=") for setting in rest]
    if any(name not in (*_SETTINGS, _WITHIN) for name, _, _ in pairs):
        return {}
    try:
        return _limit(limit) | dict(_setting(name, value) for name, _, value in pairs)
    except (ValueError, BadSeconds):
        return {}


def _setting(name: str, value: str) -> tuple[str, Any]:
    if name == _WITHIN:
        found = _TIME.fullmatch(value)
        if not found:
            raise ValueError(value)
        return "seconds", _seconds(found[1], found[2])
    return name, _SETTINGS[name](value)


def _seconds(number: str, unit: str) -> float:
    return BadSeconds.check(float(number) * _SECONDS[unit])


def _limit(text: str) -> dict[str, Any]:
    found = _LIMIT.fullmatch(text)
    if not found:
        raise ValueError(text)
    per_turn = {"per_turn": True} if found[3] else {}
    if found[2]:
        return {"seconds": _seconds(found[1], found[2]), **per_turn}
    return {"iterations": _within(int, 1, 1_000 * _MOST)(found[1]), **per_turn}


def make(game: Game, text: str, seed: int | None) -> Thinker:
    """A thinker from its description, which must be readable."""
    given = settings(text)
    limits, own = (
        {name: given.pop(name) for name in names if name in given}
        for names in (("seconds", "iterations", "threads"), ("temperature", "per_turn"))
    )
    return Thinker(game, Limits(**limits), seed, settings=SearchSettings.of(game, **given), **own)
