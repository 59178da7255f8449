"""Who acts, how seats compare, arrangements: what `kernel.py` gives every game's rules."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

from cattery import kernel, options

SEATS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seats", np.int8),
                ("turn", np.int8),
                ("actor", np.int8),
                ("waiting", np.uint8),
            ],
            align=True,
        ),
    )
)


def table(seats: int) -> np.record:
    """A record of no game, with so many seats."""
    states = np.zeros(1, SEATS)
    states["seats"] = seats
    record: np.record = states[0]
    return record


def test_one_seat_is_to_act():
    s = table(4)
    kernel.to_act(s, 2)
    assert (s.turn, s.actor, s.waiting) == (2, 2, 0b100)


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_a_round_is_complete_when_the_last_seat_is_done(order: tuple[int, ...]):
    s = table(3)
    kernel.all_to_act(s, 0b111)
    assert s.actor == 0
    for place, seat in enumerate(order):
        s.actor = seat
        complete = kernel.seat_done(s, seat)
        assert complete == (place == 2)
        if not complete:
            assert s.actor == min(order[place + 1 :])
    assert s.waiting == 0


def test_who_is_done_leaves_the_decision_to_who_has_it():
    s = table(4)
    kernel.all_to_act(s, 0b1101)
    s.actor = 3
    assert not kernel.seat_done(s, 0)
    assert (s.actor, s.waiting) == (3, 0b1100)


def test_seats_go_round_and_are_counted_from_the_observer():
    s = table(4)
    assert [kernel.next_seat(s, seat) for seat in range(4)] == [1, 2, 3, 0]
    assert [kernel.seen_from(s, 3, seat) for seat in range(4)] == [1, 2, 3, 0]


def test_planes_are_filled_whole():
    out = np.zeros(12, np.int8)
    kernel.fill_plane(out, 1, 4, 7)
    kernel.fill_plane(out, 5, 2, 3)
    assert out.tolist() == [0] * 4 + [7] * 4 + [0] * 2 + [3] * 2


PAYOFFS = [
    ([5, 9, 1], [0, 0, 0], [0, 1, -1]),
    ([5, 5, 1], [2, 3, 9], [0, 1, -1]),  # the second number parts equal points
    ([5, 5, 5], [1, 1, 1], [0, 0, 0]),  # level on every count
    ([5, 5, 1], [1, 1, 0], [0.5, 0.5, -1]),
    ([42], [0], [0.42]),  # alone: a hundredth of the points
    ([-7], [0], [-0.07]),
    ([250], [0], [1]),
    ([-250], [0], [-1]),
]


@pytest.mark.parametrize(("points", "ties", "expected"), PAYOFFS)
def test_payoffs_follow_points_then_the_tie_break(
    points: list[int], ties: list[int], expected: list[float]
):
    out = np.zeros(len(points))
    kernel.payoffs_by(np.array(points), np.array(ties), len(points), out)
    assert out.tolist() == pytest.approx(expected)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("in_place", [False, True])
def test_payoffs_of_any_table_compiled_and_interpreted(seats: int, in_place: bool):
    """As many as a record has room for; the points may stand where the payoffs are to come."""
    chance = Random(seats)
    plain = getattr(kernel.payoffs_by, "py_func", kernel.payoffs_by)
    for _ in range(20):
        points = [chance.randrange(-3, 3) for _ in range(seats)]
        ties = [chance.randrange(2) for _ in range(seats)]
        ranks = list(zip(points, ties, strict=True))
        expected = [sum((a > b) - (a < b) for b in ranks) / (seats - 1) for a in ranks]
        for payoffs_by in (kernel.payoffs_by, plain):
            out = np.array(points, np.float64) if in_place else np.zeros(seats)
            scores = out if in_place else np.array(points, np.int16)
            payoffs_by(scores, np.array(ties, np.int8), np.int8(seats), out)
            assert out.tolist() == pytest.approx(expected)


@pytest.mark.parametrize(("n", "k"), [(1, 1), (4, 1), (4, 3), (5, 5), (12, 4)])
def test_arrangements_are_ranked_as_in_a_dictionary(n: int, k: int):
    out = np.zeros(k, np.int64)
    for rank, expected in enumerate(permutations(range(n), k)):
        if n == 12 and rank % 37:
            continue
        kernel.arranged(rank, n, k, out)
        assert tuple(out.tolist()) == expected == options.arrangement(rank, n, k)
        assert options.rank(expected, n) == rank
