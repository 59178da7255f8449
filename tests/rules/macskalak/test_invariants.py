"""What is broken by hand is noticed: every invariant has a state that breaks it and no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cattery import loops
from cattery.games.macskalak.rules.secrets import INVARIANTS
from rules.macskalak.desk import desk, play

U = np.uint64


def broken(state: Any) -> int:
    """The first invariant that a state breaks."""
    return int(loops.check_at(state, 0))


def _set(name: str, *where: int, to: int) -> Callable[[Any], None]:
    def change(state: Any) -> None:
        state[name][(0, *where)] = to

    return change


# The number of the invariant, and what breaks it in a match on level 1 or 4.
WRONG: list[tuple[int, int, Callable[[Any], None]]] = [
    (1, 1, _set("symbols", 0, 3, to=1)),  # a1 holds a 2 and a 5
    (1, 1, _set("crossed", 0, to=1)),
    (1, 2, _set("doubled", 0, to=1 << 20)),
    (1, 3, _set("house", 0, to=(1 << 20) | 0x3F | 0x3F00)),
    (1, 4, _set("rooms", 0, 1, to=1)),
    (1, 4, _set("roomed", 0, to=1)),
    (1, 5, _set("symbols", 0, 0, to=0b10111)),
    (1, 6, _set("uses", 0, 0, to=3)),
    (1, 6, _set("uses", 0, 0, to=-1)),
    (1, 7, _set("cats", 0, to=13)),
    (1, 8, _set("cats", 6, to=5)),
    (1, 9, _set("taken", 0, to=3)),
    (1, 9, _set("owed", 0, to=0)),
    (1, 10, _set("group", 0, to=1 << 20)),
    (1, 11, _set("forced", 0, to=3)),
    (1, 11, _set("missing", 0, to=2)),
    (1, 12, _set("actor", to=1)),
    (1, 12, _set("waiting", to=3)),
    (1, 13, _set("ability", 1, to=0)),
    (1, 14, _set("phase", to=0)),
    (4, 3, _set("house", 0, to=0)),
    (4, 3, _set("house", 0, to=0x7F7F7F7F7F7F7F)),
]


@pytest.mark.parametrize(("level", "number", "change"), WRONG)
def test_a_broken_state_is_noticed(level: int, number: int, change: Callable[[Any], None]):
    start = "22.2:a1b1" if level == 1 else ""
    move = "3 c3"
    state = play(desk(start, "2345", level=level), move).state()
    assert broken(state) == 0
    change(state)
    assert broken(state), INVARIANTS[number]
    if level == 1:
        assert broken(state) == number or number in (3, 5, 8), INVARIANTS[broken(state)]
