"""The invariants: each is broken by hand once, and noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cattery import loops
from cattery.games.if_it_fits.rules import INVARIANTS
from cattery.games.if_it_fits.rules import state as rules
from rules.if_it_fits.cardboard import table, walk

CARDS = "m13=p+1,n13=Np,l13=NSb,m14=z2,o13=NSm"


def position(hard: str = "off") -> Any:
    """A state in which all is well."""
    return table(f"{CARDS} 1p1 NSf,EWm,p/Eb,Em", hard=hard).state()


def test_all_is_well_in_a_position():
    assert loops.check_at(position(), 0) == 0
    assert loops.check_at(position("on"), 0) == 0


def lose_a_card(s: Any) -> None:
    s.pile[0] -= 1


def lose_a_cat(s: Any) -> None:
    s.supply[1] -= 1


def lie_on_a_sleeper(s: Any) -> None:
    number = int(s.lies[rules.CELL_SPOT[338 - 1]])  # m14
    s.across[number] = rules.ACROSS_PRINCESS
    s.across[1] = 0
    s.awake[s.box[1], 0] = 0
    s.supply[0] += 1
    s.pile[rules.PRINCESS] -= 1
    s.left[0] -= 1


def part_a_box(s: Any) -> None:
    last = int(s.cards)
    s.box[last] = last


def forget_a_toy(s: Any) -> None:
    s.toys[s.box[1], 0] -= 1


def forget_an_opening(s: Any) -> None:
    s.openings[s.box[1]] -= 1


def count_a_cat_twice(s: Any) -> None:
    s.awake[s.box[1], 0] += 1


def shuffle_a_hand(s: Any) -> None:
    s.hand[0, 0], s.hand[0, 1] = int(s.hand[0, 1]), int(s.hand[0, 0])


def hold_too_many(s: Any) -> None:
    s.phase = rules.TURN


def find_from_nowhere(s: Any) -> None:
    s.found[1] = 0


def show_without_drawing(s: Any) -> None:
    s.shown[1] = 1


def free_a_cell(s: Any) -> None:
    s.rim[1] |= 1


def widen_the_rectangle(s: Any) -> None:
    s.east += 1


def act_out_of_turn(s: Any) -> None:
    s.turn = 1


def end_without_a_pile(s: Any) -> None:
    s.ending = rules.BY_PILE


BREACHES = [
    (1, lose_a_card),
    (2, lose_a_cat),
    (3, lie_on_a_sleeper),
    (4, part_a_box),
    (5, forget_a_toy),
    (5, forget_an_opening),
    (5, count_a_cat_twice),
    (7, shuffle_a_hand),
    (7, hold_too_many),
    (8, find_from_nowhere),
    (8, show_without_drawing),
    (9, free_a_cell),
    (9, widen_the_rectangle),
    (10, act_out_of_turn),
    (10, end_without_a_pile),
]


@pytest.mark.parametrize(("number", "breach"), BREACHES, ids=lambda x: getattr(x, "__name__", ""))
def test_a_breach_is_noticed(number: int, breach: Callable[[Any], None]):
    states = position()
    breach(states[0])
    assert loops.check_at(states, 0) == number, INVARIANTS[number]


def test_double_walls_are_noticed_in_the_hard_game():
    states = table("m13=NEp,m12=Sp 1t1").state()
    assert loops.check_at(states, 0) == 0
    states["hard"] = 1
    assert loops.check_at(states, 0) != 0


def test_points_are_counted_twice_and_agree():
    """Invariant 6 can't break alone: the boxes would have to be wrong; here all states keep it."""
    for states in [*walk(3, 2)][::10]:
        assert loops.check_at(states, 0) == 0


def test_every_invariant_has_words():
    assert len(set(INVARIANTS)) == len(INVARIANTS) == 12
