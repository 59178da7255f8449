"""Sardines: the record and its kernels. The rules page has the rules S-1 to S-40."""

import numpy as np
from cattery.games.sardines.rules_planes import CATS, OBSERVATION, PLANES, SHELF, observe

from cattery import kernel as ground
from cattery.kernel import UNNOTICED, below, count_bits, kernel, sample

__all__ = ["OBSERVATION", "PLANES"]
KINDS, PAWS, ROUNDS, SHELVES = 8, 2, 6, 8 * 7 * 6 * 5 * 4  # shelves: arrangements of tins
FINE = np.array([2, 4], np.int64)  # [cook]
REACH, CAUGHT = 0, 1  # phases
DONE, PAY, RUN, ACTIONS = SHELF, SHELF + 1, SHELF + 2, SHELF + 3  # below DONE: a paw on that tin

STATE = ground.record(
    "sardines",
    options=[("shelf", np.int32), ("cook", np.int8)],  # an arrangement or -1; kind or strict
    fields=[
        ("moment", np.int32),  # how often chance has fallen: the round, until it closes
        ("left", np.int8, (SHELF,)),  # [tin] sardines
        ("paws", np.uint8, (CATS,)),  # [seat] tins as bits: this round's, unseen by the others
        ("seen", np.uint8, (CATS,)),  # [seat] the last round's, for all to see
        ("most", np.int8, (CATS,)),  # [seat] paws that it may put in this round
        ("points", np.int16, (CATS,)),
        ("looked", np.int8),  # the tin at which the cook looked last, or -1
    ],
)


@kernel
def start(s):
    """S-1."""
    ground.arranged(s.shelf if s.shelf >= 0 else below(s, SHELVES), KINDS, SHELF, s.left)
    s.left[:] = s.left + 1
    for seat in range(CATS):
        s.paws[seat] = s.seen[seat] = s.points[seat] = 0
        s.most[seat] = PAWS
    s.moment, s.looked, s.revealed = 1, -1, 0
    begin_round(s)


@kernel
def begin_round(s):
    """S-10: all are to act, or it is over."""
    s.phase, s.waiting, s.over = REACH, 0, s.moment > ROUNDS
    if not s.over:
        ground.all_to_act(s, (1 << np.int64(s.seats)) - 1)


@kernel
def legal(s, out):
    """S-10, S-31."""
    if s.phase == CAUGHT:
        out[0], out[1] = PAY, RUN
        return 2
    n = 0
    for tin in range(SHELF if count_bits(s.paws[s.actor]) < s.most[s.actor] else 0):
        if not s.paws[s.actor] >> tin & 1:
            out[n] = tin
            n += 1
    out[n] = DONE
    return n + 1


@kernel
def apply(s, action):
    """A paw, *done*, or what a caught cat does."""
    if action < DONE:
        s.paws[s.actor] |= 1 << action
    elif action == DONE:
        if ground.seat_done(s, np.int64(s.actor)):
            close(s)
    else:
        s.points[s.actor] -= FINE[s.cook] if action == PAY else 0
        s.most[s.actor] = PAWS if action == PAY else 1
        s.revealed = 1
        begin_round(s)


@kernel
def close(s):
    """S-20, S-30: all are done, and all is seen; a caught cat decides, though it isn't its turn."""
    s.looked, s.moment, s.revealed, caught = below(s, SHELF), s.moment + 1, 1, -1
    for tin in range(SHELF):
        on, cat = 0, 0
        for seat in range(s.seats):
            if s.paws[seat] >> tin & 1:
                on, cat = on + 1, seat
        s.points[cat] += s.left[tin] if on == 1 else 0
        s.left[tin] -= on > 0 and s.left[tin] > 0
        caught = cat if on == 1 and tin == s.looked else caught
    for seat in range(s.seats):
        s.seen[seat], s.paws[seat], s.most[seat] = s.paws[seat], 0, PAWS
    begin_round(s)
    if caught >= 0:
        s.phase, s.actor, s.waiting, s.over = CAUGHT, caught, 1 << caught, 0


@kernel
def score(s, out):
    """The points."""
    out[: s.seats] = s.points[: s.seats]


@kernel
def payoff(s, out):
    """S-40: nothing but points counts."""
    ground.payoffs_by(s.points, s.points, np.int64(s.seats), out)


@kernel
def imagine(s, seat):
    """The others go back to the round's start; who is done has put paws by lot, and stays done."""
    actor = np.int64(s.actor)
    for other in range(s.seats if s.phase == REACH else 0):
        if other != seat:
            s.paws[other], s.actor = 0, other
            action = DONE if s.over or s.waiting >> other & 1 else sample(s)
            while action != DONE:
                apply(s, action)
                action = sample(s)
    s.actor = actor


@kernel
def notice(s, action, mover, seat):
    """Of an open round the own steps alone; when it closes, every paw and where the cook looked."""
    if action == DONE and (s.over or s.phase == CAUGHT or s.waiting >> mover & 1):
        number = np.int64(s.looked)
        for other in range(s.seats):
            number = number << SHELF | np.int64(s.seen[other])
        return ACTIONS + number
    return action if mover == seat or action > DONE else UNNOTICED


INVARIANTS = ("all is well", "no paw too many (S-10)", "who acts is waited for (S-10, S-31)")


@kernel
def check(s):
    """The number of the first of INVARIANTS that is broken, or 0."""
    for seat in range(s.seats):
        if count_bits(s.paws[seat]) > s.most[seat]:
            return 1
    return 0 if s.over or s.waiting >> np.int64(s.actor) & 1 else 2


ground.implement(STATE, start=start, legal=legal, apply=apply, score=score, payoff=payoff,
                 observe=observe, check=check, imagine=imagine, notice=notice)  # fmt: skip
