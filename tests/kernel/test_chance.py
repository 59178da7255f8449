"""The random source: even, repeatable, and used up by nothing else."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from cattery import game, kernel, loops
from cattery.kernel import U


@kernel.kernel
def draw_below(states, n, out):
    """Fill `out` with draws of `below`."""
    for k in range(len(out)):
        out[k] = kernel.below(states[0], n)


@kernel.kernel
def draw_out(states, counts, out):
    """Draw everything from a copy of `counts`, again and again; note the first kind drawn."""
    left = counts.copy()
    for k in range(len(out)):
        left[:] = counts
        out[k] = kernel.draw_from(states[0], left)


@kernel.kernel
def draw_all(states, counts, out):
    """Draw from `counts` until nothing is left."""
    for k in range(len(out)):
        out[k] = kernel.draw_from(states[0], counts)


def states(seed: int):
    """A record to draw from; any game's will do."""
    return game("huupp").new(2, {"first": "0"}, rng=seed)


def chi_square(found: np.ndarray, wanted: np.ndarray) -> float:
    """How far counts are from what was to be expected, in standard deviations of chi-square."""
    freedom = len(wanted) - 1
    value = float(((found - wanted) ** 2 / wanted).sum())
    return (value - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 36, 100, 1000])
def test_below_is_even(n: int):
    out = np.zeros(300_000, np.int64)
    draw_below(states(n), n, out)
    assert out.min() == 0
    assert out.max() == n - 1
    assert abs(chi_square(np.bincount(out, minlength=n), np.full(n, len(out) / n))) < 5


@pytest.mark.parametrize("n", [1, 2**31 - 1])
def test_below_stays_below_at_its_limits(n: int):
    out = np.zeros(20_000, np.int64)
    draw_below(states(n), n, out)
    assert out.min() >= 0
    assert out.max() < n
    assert n == 1 or abs(out.mean() / n - 0.5) < 0.02


def test_one_draw_doesnt_tell_the_next():
    out = np.zeros(360_000, np.int64)
    draw_below(states(1), 6, out)
    pairs = np.bincount(out[:-1] * 6 + out[1:], minlength=36)
    assert abs(chi_square(pairs, np.full(36, (len(out) - 1) / 36))) < 5


def test_neighbouring_seeds_give_unrelated_draws():
    first = np.array([_first(seed) for seed in range(4_000)])
    assert abs(chi_square(np.bincount(first, minlength=10), np.full(10, 400.0))) < 5


def _first(seed: int) -> int:
    out = np.zeros(1, np.int64)
    draw_below(states(seed), 10, out)
    return int(out[0])


def test_kinds_are_drawn_by_their_counts():
    counts = np.array([3, 0, 1, 12, 4], np.int8)
    out = np.zeros(200_000, np.int64)
    draw_out(states(3), counts, out)
    found = np.bincount(out, minlength=5)
    assert found[1] == 0
    there = counts > 0
    assert abs(chi_square(found[there], counts[there] * (len(out) / counts.sum()))) < 5


def test_what_was_drawn_is_gone():
    counts = np.array([3, 0, 1, 12, 4], np.int8)
    out = np.zeros(20, np.int64)
    draw_all(states(4), counts, out)
    assert np.bincount(out, minlength=5).tolist() == [3, 0, 1, 12, 4]
    assert not counts.any()


def test_the_same_rng_gives_the_same_draws_and_moves_on():
    one, two = states(9), states(9)
    draws = [np.zeros(50, np.int64) for _ in range(3)]
    draw_below(one, 1000, draws[0])
    draw_below(two, 1000, draws[1])
    draw_below(two, 1000, draws[2])
    assert np.array_equal(draws[0], draws[1])
    assert not np.array_equal(draws[1], draws[2])


def test_the_games_of_a_seed_have_chances_of_their_own():
    rngs = {int(loops.seed_of_game(U(seed), U(k))) for seed in range(50) for k in range(200)}
    assert len(rngs) == 50 * 200
