"""HUUupp: what a careful player prefers, one ply ahead."""

from __future__ import annotations

import math

import numpy as np

from cattery.games.huupp.rules import (
    ACTIONS,
    BESIDE,
    BIT,
    BOARD,
    CAT,
    ENTER,
    GHOST,
    GROW,
    KEEP,
    KITTEN,
    LIFT,
    NOBODY,
    PATHS,
    PIECES,
    PLACE,
    PLACE_CAT,
    SHIFTS,
    SIDE,
    SQUARE_AT,
    SQUARES,
    STATE,
    STEPS,
    TRIPLE,
    TRIPLE_MASK,
    TRIPLES,
    ZERO,
    apply,
    legal_growth,
    occupied,
    payoff,
)
from cattery.kernel import count_bits, implement, kernel, lowest_bit, without_lowest

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


# --- what a learned net looks at -----------------------------------------------------------------
# Seen from who places next; "own" is that seat's. A feature is there or not:
#
#     square holds an own kitten, an own cat, a kitten, a cat of the other     4 x 36
#     square completes a row for the own pieces, for the other's               2 x 36
#     square completes a row for the own cats, for the other's                 2 x 36
#     own ghost on path and step, the other's                                  2 x 120
#     own ghost in the pool, the other's (only where ghosts play)              2
#     for each side a number 0 ... 8: kittens and cats in the pool, pieces grown up; 0 ... 11: pairs
#     a cat from the pool would win for the own side, for the other             2
#     the phase, and whether it is the base game
PIECE_AT = 0
ROW_AT = PIECE_AT + 4 * SQUARES
CAT_ROW_AT = ROW_AT + 2 * SQUARES
GHOST_AT = CAT_ROW_AT + 2 * SQUARES
GHOST_KEPT = GHOST_AT + 2 * PATHS * STEPS
NUMBER_IS = GHOST_KEPT + 2
_HIGHEST = 12
THREAT_IS = NUMBER_IS + 2 * 4 * _HIGHEST
PHASE_IS = THREAT_IS + 2
BASE_GAME = PHASE_IS + 3
FEATURES = BASE_GAME + 1
# For each side its pieces, squares of both kinds of rows, ghost, four numbers and threat; two more.
MOST_FEATURES = 2 * (PIECES + 2 * SQUARES + 1 + 4 + 1) + 2


@kernel
def viewpoint(s):
    """Who places next."""
    return np.int64(s.actor) if s.phase == PLACE else 1 - np.int64(s.actor)


@kernel
def list_squares(x, first, out, n):
    """Add first + square for each bit of `x` to the n numbers in `out`; returns their number."""
    while x:
        out[n] = first + SQUARE_AT[lowest_bit(x)]
        n += 1
        x = without_lowest(x)
    return n


@kernel
def sense(s, seat, out):
    """The features named above, as numbers."""
    empty = BOARD & ~occupied(s)
    n = 0
    for k in range(2):
        side = seat if k == 0 else 1 - seat
        own = s.kittens[side] | s.cats[side]
        n = list_squares(s.kittens[side], PIECE_AT + 2 * k * SQUARES, out, n)
        n = list_squares(s.cats[side], PIECE_AT + (2 * k + 1) * SQUARES, out, n)
        n = list_squares(completing(own, empty), ROW_AT + k * SQUARES, out, n)
        n = list_squares(completing(s.cats[side], empty), CAT_ROW_AT + k * SQUARES, out, n)
        if s.ghosts:
            ghost = np.int64(s.ghost[side])
            out[n] = GHOST_KEPT + k if ghost < 0 else GHOST_AT + k * PATHS * STEPS + ghost
            n += 1
        first = NUMBER_IS + k * 4 * _HIGHEST
        out[n] = first + np.int64(s.pool[side, KITTEN])
        out[n + 1] = first + _HIGHEST + np.int64(s.pool[side, CAT])
        grown = count_bits(s.cats[side]) + np.int64(s.pool[side, CAT])
        out[n + 2] = first + 2 * _HIGHEST + grown
        out[n + 3] = first + 3 * _HIGHEST + min(pairs(own), _HIGHEST - 1)
        n += 4
        if threatens(s, side):
            out[n] = THREAT_IS + k
            n += 1
    out[n] = PHASE_IS + np.int64(s.phase)
    n += 1
    if not s.ghosts:
        out[n] = BASE_GAME
        n += 1
    return n


def _symmetries() -> tuple[np.ndarray, np.ndarray]:
    """[symmetry, feature] and [symmetry, action] after the bed was turned or mirrored."""
    paths = {
        tuple(frozenset(pair) for pair in BESIDE[path].tolist()): path for path in range(PATHS)
    }
    rows = {frozenset(squares): number for number, (_, squares) in enumerate(TRIPLES)}
    features, actions = [], []
    for turn in range(8):
        grid = np.arange(SQUARES).reshape(SIDE, SIDE)
        grid = np.rot90(grid.T if turn >= 4 else grid, turn % 4)
        to = np.empty(SQUARES, np.int32)  # [square] where it comes to
        to[grid.reshape(-1)] = np.arange(SQUARES)
        feature = np.arange(FEATURES, dtype=np.int32)
        action = np.arange(ACTIONS, dtype=np.int32)
        for first in range(PIECE_AT, GHOST_AT, SQUARES):
            feature[first : first + SQUARES] = first + to
        for first in (0, PLACE_CAT, LIFT):
            action[first : first + SQUARES] = first + to
        for path in range(PATHS):
            turned = paths[tuple(frozenset(to[pair].tolist()) for pair in BESIDE[path])]
            action[ENTER + path] = ENTER + turned
            for first in range(GHOST_AT, GHOST_KEPT, PATHS * STEPS):
                own = first + path * STEPS
                feature[own : own + STEPS] = first + turned * STEPS + np.arange(STEPS)
        for squares, number in rows.items():
            action[TRIPLE + number] = TRIPLE + rows[frozenset(to[list(squares)].tolist())]
        features.append(feature)
        actions.append(action)
    return np.array(features), np.array(actions)


SYMMETRIES = _symmetries()

implement(STATE, weigh=weigh, feel=feel, sense=sense, viewpoint=viewpoint)
