"""Every invariant of the sheet is checked: a state in which it is broken is noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cattery import loops
from cattery.games.csacska.rules import INVARIANTS
from cattery.games.csacska.rules import state as rules
from rules.csacska.street import CSACSKA

START = "b1/y1/r1 b3.S.5,y1+/b7/g9.9 1,2,3 1:cat=b9,K"


def broken(position: str, change: Callable[[Any], None], seats: int = 3) -> int:
    """The invariant that is broken after a change."""
    states = CSACSKA.from_position(position, seats, {})
    assert loops.check_at(states, 0) == 0
    change(states[0])
    return int(loops.check_at(states, 0))


def setting(name: str, place: Any, value: int) -> Callable[[Any], None]:
    """A change of one number of the record."""

    def change(s: Any) -> None:
        s[name][place] = value

    return change


def assign(name: str, value: int) -> Callable[[Any], None]:
    """A change of a single field."""

    def change(s: Any) -> None:
        s[name] = value

    return change


def lose_a_card(s: Any) -> None:
    """A red 3 leaves the draw pile, and goes nowhere."""
    s.draw[31] -= 1
    s.hue_left[2] -= 1
    s.left -= 1


def exchange(s: Any) -> None:
    """A red 1-3 becomes another red 1-5, of which there is one."""
    s.draw[35] -= 1
    s.draw[36] += 1


def homeless_too_early(s: Any) -> None:
    """Somebody's kittens wait for a pile while a cat is to be played."""
    s.draw[rules.KITTENS] -= 1
    s.hue_left[4] -= 1
    s.left -= 1
    s.homeless = 2


def five_long(s: Any) -> None:
    """Green 9.9 grows to five cards from the draw pile, unscored."""
    for kind in (45, 46, 47):
        s.draw[kind] -= 1
        s.series[2, 3, s.length[2, 3]] = kind
        s.length[2, 3] += 1
    s.hue_left[3] -= 3
    s.left -= 3


def seven_long(s: Any) -> None:
    """The same series under kittens, with seven cards."""
    five_long(s)
    for kind in (45, 46):
        s.draw[kind] -= 1
        s.series[2, 3, s.length[2, 3]] = kind
        s.length[2, 3] += 1
    s.hue_left[3] -= 2
    s.draw[rules.KITTENS] -= 1
    s.hue_left[4] -= 1
    s.left -= 3
    s.kittens[2] = 8


def equal_tops(s: Any) -> None:
    """Two rascals come to lie on top of two piles."""
    s.draw[rules.RASCAL] -= 2
    for place, kind in ((0, 0), (1, 15)):
        s.street[place] = rules.RASCAL
        s.draw[kind] += 1
    s.hue_left[:] += np.array([1, 1, 0, 0, -2], np.int8)


def empty_pile(s: Any) -> None:
    """The blue 1 of pile 1 goes to the box and leaves it empty."""
    s.box[s.street[0]] += 1
    s.street[:2] = s.street[1:3]
    s.street[2] = rules.NO_CARD
    s.ends[1:4] -= 1


BROKEN = [
    (1, lose_a_card),
    (1, setting("coins", 0, 2)),
    (2, exchange),
    (3, setting("series", (0, 0, 0), rules.STRAY)),
    (3, setting("stray", 0, 0)),
    (3, setting("stray", 1, 1)),
    (3, setting("series", (1, 0, 0), 15)),
    (3, setting("series", (1, 0, 0), rules.KITTENS)),
    (4, setting("kittens", 2, 1)),
    (5, five_long),
    (5, seven_long),
    (6, setting("hue_left", 0, 3)),
    (6, assign("left", 99)),
    (7, empty_pile),
    (8, equal_tops),
    (9, assign("waiting", 2)),
    (9, assign("actor", 1)),
    (9, homeless_too_early),
    (9, assign("phase", rules.SCORE)),
    (9, assign("phase", rules.GIVE)),
    (9, assign("phase", rules.ACT)),
    (10, assign("second", 1)),
    (11, assign("open", 0)),
]


@pytest.mark.parametrize(
    ("number", "change"), BROKEN, ids=[f"{n}-{k}" for k, (n, _) in enumerate(BROKEN)]
)
def test_a_broken_invariant_is_noticed(number: int, change: Callable[[Any], None]):
    found = broken(START, change)
    assert found == number, INVARIANTS[found]


def test_an_empty_draw_pile_at_the_start_of_a_turn_is_noticed():
    assert broken("b1/y1/r1 - - 1:cat=b9 1:- *", assign("phase", rules.ACT)) == 10


def test_every_invariant_has_words_and_a_test():
    assert len(set(INVARIANTS)) == len(INVARIANTS) == 12
    assert {number for number, _ in BROKEN} == set(range(1, 12))
