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
    KITTEN,
    LIFT,
    NOBODY,
    PLACE,
    PLACE_CAT,
    SHIFTS,
    SIDE,
    SQUARE_AT,
    SQUARES,
    STATE,
    TRIPLE,
    TRIPLE_MASK,
    ZERO,
    apply,
    legal_growth,
    occupied,
    payoff,
    sample,
)
from cattery.kernel import below, count_bits, implement, kernel, nth_bit

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
# What a static look counts, in cats: weights found by matches of greedy players.
GROWN = 1.0
INNER = 0.08
PAIR = 0.15
CAT_PAIR = 0.5
FEELING = 3.0


@kernel
def pairs(x):
    """How many neighbouring pairs stand among the bits of `x`."""
    n = 0
    for k in range(4):
        n += count_bits(x & (x >> SHIFTS[k]))
    return n


@kernel
def standing(s, seat):
    """How well a seat stands: cats in play, pieces in the middle, pairs that may become rows."""
    own = s.kittens[seat] | s.cats[seat]
    grown = count_bits(s.cats[seat]) + s.pool[seat, CAT]
    inner = count_bits(own & CENTRE[0]) + count_bits(own & CENTRE[1])
    return GROWN * grown + INNER * inner + PAIR * pairs(own) + CAT_PAIR * pairs(s.cats[seat])


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


# --- in a hurry: what playouts play, and what they feel when they are cut short ------------------


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
def one_of(s, squares):
    """A random square of a bitboard that isn't empty."""
    return SQUARE_AT[nth_bit(squares, below(s, count_bits(squares)))]


@kernel
def urge(s):
    """Take a win, stop a loss, grow up; else anything."""
    if s.phase != PLACE:
        return sample(s)
    seat = np.int64(s.actor)
    empty = BOARD & ~occupied(s)
    if s.pool[seat, CAT] > 0:
        wins = completing(s.cats[seat], empty)
        if wins:
            return PLACE_CAT + one_of(s, wins)
    any_kind = KITTEN if s.pool[seat, KITTEN] > 0 else CAT
    if s.pool[1 - seat, CAT] > 0:
        losses = completing(s.cats[1 - seat], empty)
        if losses:
            kind = CAT if s.pool[seat, CAT] > 0 else any_kind
            return kind * PLACE_CAT + one_of(s, losses)
    rows = completing(s.kittens[seat] | s.cats[seat], empty)
    if rows:
        return any_kind * PLACE_CAT + one_of(s, rows)
    return sample(s)


@kernel
def feel(s, out):
    """From how both stand: a lead of a few cats is nearly a win."""
    if s.over:
        payoff(s, out)
        return
    seat = np.int64(s.actor)
    lead = standing(s, seat) - standing(s, 1 - seat)
    empty = BOARD & ~occupied(s)
    if s.phase == PLACE and s.pool[seat, CAT] > 0 and completing(s.cats[seat], empty):
        lead += 2.0 * FEELING
    elif s.pool[1 - seat, CAT] > 0 and completing(s.cats[1 - seat], empty):
        lead -= 0.5 * FEELING
    out[seat] = math.tanh(lead / FEELING)
    out[1 - seat] = -out[seat]


implement(STATE, weigh=weigh, urge=urge, feel=feel)
