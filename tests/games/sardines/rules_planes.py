"""Sardines: what a seat knows, as planes of five numbers."""

from __future__ import annotations

import numpy as np

from cattery.kernel import kernel, seen_from

CATS, SHELF = 4, 5  # players at most; tins

PLANES = (
    "sardines",  # by tin
    "own paws",  # by tin
    *(f"last paws of player {k}" for k in range(CATS)),  # by tin; players from the observer on
    *(f"player {k}" for k in range(CATS)),  # points, paws allowed, whether to act, and caught
    "the table",  # round, where the cook looked, phase, whether he is strict, players
)
OBSERVATION = (len(PLANES), SHELF)


@kernel
def observe(s, seat, out):
    """The planes named in PLANES, from the side of `seat`; int8, flat."""
    out[:] = 0
    for tin in range(SHELF):
        out[tin], out[SHELF + tin] = s.left[tin], s.paws[seat] >> tin & 1
        for other in range(s.seats):
            out[(2 + seen_from(s, seat, other)) * SHELF + tin] = s.seen[other] >> tin & 1
    for other in range(s.seats):
        at = (2 + CATS + seen_from(s, seat, other)) * SHELF
        out[at], out[at + 1] = min(127, np.int64(s.points[other])), s.most[other]
        out[at + 2], out[at + 3] = s.waiting >> other & 1, s.phase == 1 and s.actor == other
    at = (2 + 2 * CATS) * SHELF
    out[at], out[at + 1], out[at + 2] = s.moment, s.looked, s.phase
    out[at + 3], out[at + 4] = s.cook, s.seats
