"""Sardines: what a cat in a hurry does."""

from __future__ import annotations

import numpy as np
from cattery.games.sardines.rules import CAUGHT, DONE, FINE, PAWS, PAY, RUN, SHELF, STATE

from cattery.kernel import below, count_bits, implement, kernel


@kernel
def liking(s, tin):
    """Sardines, if nobody else comes, less what the cook may cost."""
    return s.left[tin] / (0.5 + 0.5 * s.seats) - FINE[s.cook] / SHELF


@kernel
def weigh(s, actions, n, out):
    """Full tins; *done* when nothing is worth a paw; run when the next round is poor."""
    for k in range(n):
        if actions[k] < SHELF:
            out[k] = liking(s, actions[k])
        elif actions[k] == RUN:
            out[k] = FINE[s.cook] - s.left.max() / (1.0 + s.seats)
        else:
            out[k] = 0.0


@kernel
def urge(s):
    """A tin by lot, full ones more often; done when the paws are put."""
    if s.phase == CAUGHT:
        return np.int64(PAY if below(s, 2) else RUN)
    if count_bits(s.paws[s.actor]) >= s.most[s.actor]:
        return np.int64(DONE)
    total = PAWS  # giving up is as likely as two sardines
    for tin in range(SHELF):
        if not s.paws[s.actor] >> tin & 1:
            total += s.left[tin]
    k = below(s, total)
    for tin in range(SHELF):
        if not s.paws[s.actor] >> tin & 1:
            k -= s.left[tin]
            if k < 0:
                return np.int64(tin)
    return np.int64(DONE)


implement(STATE, weigh=weigh, urge=urge)
