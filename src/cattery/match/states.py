"""The moves of a match, and the state after each of them: kept, or found again by playing on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cattery.kernel import SHOWN

if TYPE_CHECKING:
    from cattery.game import Header, States
from cattery.match.entries import Entry

KEPT_BYTES = 1024  # the state after every step is kept if a record is no larger than this
STRIDE = 16  # and of larger ones after every so many steps, the others are played again
RECENT = 32  # but those asked for last are at hand


@dataclass(slots=True, eq=False)
class MatchStep:
    """A move, after the one that it follows. `KeptStates` knows the state after it."""

    entry: Entry
    action: int
    parent: MatchStep | None  # None: it follows the start
    began: Header  # of the state before
    ended: Header  # of the state after
    used_chance: bool
    turns: int  # that have begun by then
    depth: int  # how many moves stand before it
    kept: States | None = None  # the state after it, if it is at hand

    @property
    def revealed(self) -> bool:
        """Whether it showed somebody what was hidden."""
        return bool(self.ended.revealed)

    @property
    def silent(self) -> bool:
        """Whether it may be forgotten: nobody learned anything from it."""
        return not (self.used_chance or self.revealed)

    @property
    def tells_mover(self) -> bool:
        """Whether its player learned something from it: a secret of others, or how chance fell."""
        return self.used_chance or self.ended.revealed == SHOWN

    @property
    def simultaneous(self) -> bool:
        """Whether several could act when it was made."""
        return self.began.waiting.bit_count() > 1


class KeptStates:
    """The state after each step: kept, or found again from an earlier one by playing on."""

    def __init__(self, first: States, again: Callable[[MatchStep, States], States]) -> None:
        self.first = first
        self._again = again  # carries a step out anew
        self._stride = 1 if first.dtype.itemsize <= KEPT_BYTES else STRIDE
        self._recent: deque[MatchStep] = deque()

    def keep(self, step: MatchStep, after: States) -> None:
        """Hold a state: for good, or as long as it is one of the recent ones."""
        step.kept = after
        if step.depth % self._stride:
            self._recent.append(step)
            if len(self._recent) > RECENT:
                self._recent.popleft().kept = None

    def after(self, step: MatchStep | None) -> States:
        """The state after a step; not to be changed."""
        missing: list[MatchStep] = []
        state = None
        while step is not None and (state := step.kept) is None:
            missing.append(step)
            step = step.parent
        if state is None:
            state = self.first
        for each in reversed(missing):
            state = self._again(each, state)
            self.keep(each, state)
        return state

    def before(self, step: MatchStep) -> States:
        """The state before a step, with its seat as the one who decides."""
        state = self.after(step.parent)
        if step.began.actor == step.entry.seat:
            return state
        return with_actor(state, step.entry.seat)


class Telling(NamedTuple):
    """What a move's entry has to tell: its step, and those held back until it came."""

    step: MatchStep
    held: tuple[MatchStep, ...]


def copy_of(states: States) -> States:
    """A copy by bytes: ten times faster than field by field."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def with_actor(states: States, seat: int) -> States:
    changed = copy_of(states)
    changed["actor"] = seat
    return changed
