"""If It Fits: who has a box, what it is worth, and the end."""

from __future__ import annotations

import numpy as np

from cattery.games.if_it_fits.rules.deck import MOST, TOYS
from cattery.kernel import kernel, payoffs_by


@kernel
def counted_cats(s, box, seat):
    """I-42: cats of `seat` in a box that count: sleeping ones only beside an awake one."""
    awake = np.int64(s.awake[box, seat])
    return awake + np.int64(s.asleep[box, seat]) if awake else 0


@kernel
def strength(s, box, seat):
    """I-60, I-73: what decides who has the box, in halves of a cat."""
    awake = np.int64(s.awake[box, seat])
    if awake == 0:
        return 0
    asleep = np.int64(s.asleep[box, seat])
    return 2 * awake + (asleep if s.hard else 2 * asleep)


@kernel
def most_strength(s, box):
    """The strength of whoever has the box; 0 if nobody has it."""
    most = 0
    for seat in range(s.seats):
        most = max(most, strength(s, box, seat))
    return most


@kernel
def most_toys(s, box):
    """I-61: how many there are of the most frequent kind."""
    most = 0
    for toy in range(TOYS):
        most = max(most, np.int64(s.toys[box, toy]))
    return most


@kernel
def factor(s, box):
    """I-61: a closed box counts double."""
    return 2 if s.openings[box] == 0 else 1


@kernel
def box_points(s, box):
    """I-61: what the box brings to each player who has it."""
    return factor(s, box) * (most_toys(s, box) - np.int64(s.bottles[box]))


@kernel
def extra_points(s, box, seat):
    """I-62, I-72: for the cats of `seat` beyond the first."""
    return 0 if s.hard else max(0, counted_cats(s, box, seat) - 1)


@kernel
def count_all(s, points, minus):
    """Points and minus points (I-63) per seat, added to what is there."""
    for box in range(1, np.int64(s.cards) + 1):
        if s.box[box] != box:
            continue
        most = most_strength(s, box)
        if most == 0:
            continue
        worth = box_points(s, box)
        for seat in range(s.seats):
            if strength(s, box, seat) == most:
                points[seat] += worth
                minus[seat] += factor(s, box) * np.int64(s.bottles[box])
            points[seat] += extra_points(s, box, seat)


@kernel
def score(s, out):
    """I-60 to I-62: points per seat, as the table stands."""
    minus = np.zeros(MOST)
    for seat in range(s.seats):
        out[seat] = 0
    count_all(s, out, minus)


@kernel
def payoff(s, out):
    """I-63: by points, then by fewer minus points."""
    points = np.zeros(MOST)
    minus = np.zeros(MOST)
    count_all(s, points, minus)
    payoffs_by(points, -minus, np.int64(s.seats), out)


@kernel
def survey(states, i, worth, counted, halves, extra, points, minus):
    """What follows from state i, for those who only look: per box what it is worth, and per box and
    seat the cats that count, their strength and the extra points; per seat points and minus."""
    s = states[i]
    count_all(s, points, minus)
    for box in range(1, np.int64(s.cards) + 1):
        if s.box[box] == box:
            worth[box] = box_points(s, box)
            for seat in range(s.seats):
                counted[box, seat] = counted_cats(s, box, seat)
                halves[box, seat] = strength(s, box, seat)
                extra[box, seat] = extra_points(s, box, seat)
