"""Macskalak: what a careful player prefers, on the own sheet."""

from __future__ import annotations

import math

import numpy as np

from cattery.games.macskalak.rules.sheet import empty, points
from cattery.games.macskalak.rules.state import (
    DONE,
    GROWS,
    MOST,
    STATE,
    THREE,
    USE,
)
from cattery.games.macskalak.rules.turn import apply, legal_dice, sample
from cattery.games.macskalak.rules.worth import TRAITS, WEIGHTS, worth
from cattery.kernel import MOST_LEGAL, POINT, count_bits, implement, kernel

TRIES = 3  # actions that a player in a hurry looks at
SPREAD = 1.3  # how far points may still drift apart, by the root of the empty cells left


@kernel
def weigh(s, actions, n, out):
    """What the own sheet is worth after each action."""
    weigh_with(s, actions, n, out, WEIGHTS)


@kernel
def weigh_with(s, actions, n, out, weights):
    """As `weigh`, with weights of choice."""
    seat = np.int64(s.actor)
    worlds = np.empty(2, STATE)
    counted = np.empty(TRAITS)
    dice = np.empty(MOST_LEGAL, np.int32)
    for k in range(n):
        action = np.int64(actions[k])
        if action == DONE:
            out[k] = worth(s, seat, weights, counted)
            continue
        worlds[0] = s
        apply(worlds[0], action)
        if USE <= action < THREE:
            out[k] = best_die(worlds, seat, dice, weights, counted)
        else:
            out[k] = worth(worlds[0], seat, weights, counted)


@kernel
def best_die(worlds, seat, dice, weights, counted):
    """What the sheet of `worlds[0]` is worth after the best use of a die, or as it is."""
    s = worlds[0]
    best = worth(s, seat, weights, counted)
    m = legal_dice(s, seat, dice)
    for k in range(m):
        if dice[k] != DONE:
            worlds[1] = s
            apply(worlds[1], np.int64(dice[k]))
            best = max(best, worth(worlds[1], seat, weights, counted))
    return best


# --- in a hurry ----------------------------------------------------------------------------------


@kernel
def urge(s):
    """The best of a few actions drawn by lot, for the own sheet."""
    seat = np.int64(s.actor)
    worlds = np.empty(1, STATE)
    counted = np.empty(TRAITS)
    best, most = np.int64(-1), 0.0
    for _ in range(TRIES):
        action = np.int64(sample(s))
        if action == best:
            continue
        if action == DONE:
            value = worth(s, seat, WEIGHTS, counted)
        else:
            worlds[0] = s
            apply(worlds[0], action)
            value = worth(worlds[0], seat, WEIGHTS, counted)
        if best < 0 or value > most:
            best, most = action, value
    return best


# --- what the others are worth -------------------------------------------------------------------


@kernel
def feel(s, out):
    """Payoffs by what the sheets are worth. Who fills the own sheet first leaves others unfinished:
    they get a part of their prospects only."""
    counted = np.empty(TRAITS)
    values, free = np.empty(MOST), np.empty(MOST)
    least = 100.0
    for seat in range(s.seats):
        values[seat] = worth(s, seat, WEIGHTS, counted)
        free[seat] = count_bits(empty(s, seat))
        least = min(least, free[seat])
    if s.seats == 1:
        out[0] = min(1.0, max(-1.0, POINT * values[0]))
        return
    for seat in range(s.seats):
        if not GROWS[s.level] and free[seat] > least:
            now = points(s, seat)
            values[seat] = now + (values[seat] - now) * least / free[seat]
    spread = SPREAD * math.sqrt(least) + 1.0
    for seat in range(s.seats):
        total = 0.0
        for other in range(s.seats):
            if other != seat:
                total += math.tanh((values[seat] - values[other]) / spread)
        out[seat] = total / (s.seats - 1)


implement(STATE, weigh=weigh, urge=urge, feel=feel)
