"""HUUupp: what a careful player prefers, one ply ahead."""

from __future__ import annotations

import math

import numpy as np

from cattery.games.huupp.rules import (
    BIT,
    BOARD,
    CAT,
    GHOST,
    GROW,
    KEEP,
    LIFT,
    NOBODY,
    PLACE,
    PLACE_CAT,
    SHIFTS,
    SIDE,
    SQUARES,
    STATE,
    TRIPLE,
    TRIPLE_MASK,
    ZERO,
    apply,
    legal_growth,
    occupied,
    payoff,
)
from cattery.kernel import count_bits, implement, kernel

WIN = 1000.0
CENTRE = np.array(  # [ring] squares by their distance from the edge, as bits
    [
        sum(
            int(BIT[sq])
            for sq in range(SQUARES)
            if min(sq % SIDE, sq // SIDE, SIDE - 1 - sq % SIDE, SIDE - 1 - sq // SIDE) >= ring
        )
        for ring in (1, 2)
    ],
    np.uint64,
)
# What a static look counts, as logarithms of the odds to win: `python -m benchmarks.feeling` finds
# them in games of thinkers.
GROWN = 0.70
OUT = 0.17
INNER = 0.16
PAIR = 0.14
TEMPO = 0.32
THREAT = 0.60
SURE = 6.0


@kernel
def pairs(x):
    """How many neighbouring pairs stand among the bits of `x`."""
    n = 0
    for k in range(4):
        n += count_bits(x & (x >> SHIFTS[k]))
    return n


@kernel
def standing(s, seat):
    """How well a seat stands: cats, pieces on the bed and in its middle, pairs that may be rows."""
    own = s.kittens[seat] | s.cats[seat]
    grown = count_bits(s.cats[seat]) + s.pool[seat, CAT]
    inner = count_bits(own & CENTRE[0]) + count_bits(own & CENTRE[1])
    return GROWN * grown + OUT * count_bits(own) + INNER * inner + PAIR * pairs(own)


@kernel
def can_win(s, scratch):
    """Whether the seat that is to place a piece can win in this turn."""
    seat = np.int64(s.actor)
    if s.pool[seat, CAT] == 0 and not s.ghosts:
        return False
    if count_bits(s.cats[seat]) < 2:
        return False
    taken = occupied(s)
    for kind in range(2):
        if s.pool[seat, kind] == 0:
            continue
        for square in range(SQUARES):
            if BIT[square] & taken:
                continue
            scratch[0] = s
            apply(scratch[0], kind * PLACE_CAT + square)
            if scratch[0].phase == GHOST and not scratch[0].over:
                apply(scratch[0], KEEP)
            if scratch[0].winner == seat:
                return True
    return False


@kernel
def leaving(action):
    """The squares that a grow or lift action clears."""
    return BIT[action - LIFT] if action >= LIFT else TRIPLE_MASK[action - TRIPLE]


@kernel
def settle(s, seat):
    """Finish the turn of `seat` plainly: keep the ghost, grow up the row with the most kittens."""
    if s.over or s.actor != seat:
        return
    if s.phase == GHOST:
        apply(s, KEEP)
    if not s.over and s.actor == seat and s.phase == GROW:
        out = np.empty(SQUARES * 4, np.int32)
        n = legal_growth(s, out)
        best, most = out[0], np.int64(-1)
        for k in range(n):
            kittens = count_bits(s.kittens[seat] & leaving(out[k]))
            if kittens > most:
                best, most = out[k], kittens
        apply(s, best)


@kernel
def weigh(s, actions, n, out):
    """Win now; don't let the other win next; grow up; else stand well."""
    seat = np.int64(s.actor)
    worlds = np.empty(2, STATE)
    w = worlds[0]
    for k in range(n):
        worlds[0] = s
        apply(w, actions[k])
        settle(w, seat)
        if w.over:
            out[k] = 0.0 if w.winner == NOBODY else (WIN if w.winner == seat else -WIN)
            continue
        out[k] = standing(w, seat) - standing(w, 1 - seat)
        if can_win(w, worlds[1:]):
            out[k] -= WIN / 2


# --- in a hurry: what a playout feels when it is cut short ---------------------------------------


@kernel
def completing(x, empty):
    """Empty squares beside two bits of `x` in line: a piece put there makes a row of three.

    The two stand one behind the other as seen from there, so the boop doesn't move them (H-13).
    """
    found = ZERO
    for k in range(4):
        one, two = SHIFTS[k], SHIFTS[k] + SHIFTS[k]
        found |= ((x >> one) & (x >> two)) | ((x << one) & (x << two))
    return found & empty


@kernel
def threatens(s, seat):
    """Whether a cat from the pool would win for `seat`, were it to place one now."""
    return s.pool[seat, CAT] > 0 and completing(s.cats[seat], BOARD & ~occupied(s)) != ZERO


@kernel
def feel(s, out):
    """From how both stand, who places next, and who threatens to win."""
    if s.over:
        payoff(s, out)
        return
    seat = np.int64(s.actor) if s.phase == PLACE else 1 - np.int64(s.actor)  # who places next
    lead = standing(s, seat) - standing(s, 1 - seat)
    lead += SURE if threatens(s, seat) else TEMPO
    if threatens(s, 1 - seat):
        lead -= THREAT
    out[seat] = math.tanh(0.5 * lead)
    out[1 - seat] = -out[seat]


implement(STATE, weigh=weigh, feel=feel)
