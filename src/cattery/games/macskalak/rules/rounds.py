"""Macskalak: setup, rolling, the rounds that all play at once, and the end."""

from __future__ import annotations

from math import perm

import numpy as np

from cattery.games.macskalak.rules.sheet import (
    area_points,
    bonus_points,
    clear_sheet,
    copy_sheet,
    empty,
    filled,
    points,
    points_in_parts,
)
from cattery.games.macskalak.rules.state import (
    ABILITIES,
    AREA_CELLS,
    BONUS_CELLS,
    DICE,
    FREE,
    GROWS,
    HAS_STARS,
    HOUSE,
    LAST_ROUND,
    MOST,
    NUMBERS,
    ROUND,
    SHEETS,
    STAR_ROUND,
    SYMBOLS,
    WRITTEN,
)
from cattery.kernel import U, all_to_act, arranged, below, count_bits, kernel, payoffs_by, seat_done

NO_CELLS = U(0)
ARRANGEMENTS = perm(ABILITIES, NUMBERS)  # M-10: as many ways to assign abilities
FOURTH_DIE = 1 << (DICE - 1)

# --- setup ---------------------------------------------------------------------------------------


@kernel
def start(s):
    """M-10, M-11: the dice of the first roll, the abilities, empty sheets."""
    s.over = 0
    s.revealed = 0
    s.moment = 0
    for seat in range(MOST):
        house = HOUSE[s.level] if seat < s.seats else NO_CELLS
        clear_sheet(s, seat, house)
        clear_sheet(s, seat + MOST, house)
    roll(s)  # before the abilities, which may be given: the dice are the same
    set_abilities(s)
    s.round_number = 0 if HAS_STARS[s.level] else 1
    begin_round(s)


@kernel
def set_abilities(s):
    """M-10: four different ones for the numbers 2 to 5, drawn by lot or by their rank."""
    rank = np.int64(s.abilities)
    arranged(below(s, ARRANGEMENTS) if rank < 0 else rank, ABILITIES, NUMBERS, s.ability)
    for ability in range(ABILITIES):
        s.slot[ability] = -1
    for number in range(NUMBERS):
        s.slot[s.ability[number]] = number


# --- rounds --------------------------------------------------------------------------------------


@kernel
def roll(s):
    """M-20: four dice for all, in the order of their symbols; M-11: three of them for the stars."""
    rolled = WRITTEN if HAS_STARS[s.level] and s.moment == 0 else DICE
    for die in range(rolled):
        symbol = below(s, SYMBOLS)
        at = die
        while at > 0 and s.dice[at - 1] > symbol:
            s.dice[at] = s.dice[at - 1]
            at -= 1
        s.dice[at] = symbol
    for die in range(rolled, DICE):
        s.dice[die] = 0
    s.moment += 1


@kernel
def begin_round(s):
    """Everybody who has an empty cell gets a turn (M-82)."""
    s.phase = STAR_ROUND if s.round_number == 0 else ROUND
    waiting = 0
    for seat in range(MOST):
        begin_turn(s, seat)
        if seat < s.seats and empty(s, seat):
            waiting |= 1 << seat
    all_to_act(s, waiting)


@kernel
def begin_turn(s, seat):
    """M-20, M-24: the dice lie there, nothing is written; M-11: three of them fill the stars."""
    for die in range(DICE):
        s.face[seat, die] = s.dice[die] if seat < s.seats else 0
    s.used[seat] = FOURTH_DIE if s.round_number == 0 and seat < s.seats else 0
    s.taken[seat] = 0
    s.owed[seat] = WRITTEN if seat < s.seats else 0
    s.corners[seat] = 0
    s.group[seat] = NO_CELLS
    s.added[seat] = NO_CELLS
    s.forced[seat] = FREE
    s.written[seat] = 0
    s.missing[seat] = 0
    s.spark[seat] = -1


@kernel
def finish(s, seat):
    """M-24: the player is done; when all are, the round is."""
    if seat_done(s, seat):
        close_round(s)


@kernel
def close_round(s):
    """M-20: everybody sees the sheets; then the end (M-82, M-90) or the next roll."""
    s.revealed = 1
    full = 0
    for seat in range(s.seats):
        copy_sheet(s, seat, seat + MOST)
        full += np.int64(empty(s, seat) == NO_CELLS)
    wanted = np.int64(s.seats) if GROWS[s.level] else 1
    if full >= wanted or s.round_number >= LAST_ROUND:
        for seat in range(s.seats):
            begin_turn(s, seat)
        s.turn = 0
        s.actor = 0
        s.over = 1
        return
    roll(s)
    s.round_number += 1
    begin_round(s)


# --- the end -------------------------------------------------------------------------------------


@kernel
def score(s, out):
    """M-91: points per seat."""
    for seat in range(s.seats):
        out[seat] = points(s, seat)


@kernel
def payoff(s, out):
    """M-92: points, then filled cells; M-93: alone, the points."""
    scores, cells = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    for seat in range(s.seats):
        scores[seat] = points(s, seat)
        cells[seat] = count_bits(filled(s, seat))
    payoffs_by(scores, cells, s.seats, out)


@kernel
def survey(states, i, parts, areas, bonus, first):
    """What follows from state i, for those who only look: per sheet of the record the points in
    parts, of each area and of each bonus cell; and per seat whether nobody stands before it."""
    s = states[i]
    for k in range(SHEETS):
        if k % MOST >= s.seats:
            continue
        points_in_parts(s, k, parts[k])
        for area in range(AREA_CELLS.shape[1]):
            areas[k, area] = area_points(s, k, AREA_CELLS[s.level, area])
        for letter in range(BONUS_CELLS.shape[1]):
            bonus[k, letter] = bonus_points(s, k, BONUS_CELLS[s.level, letter])
    payoffs = np.empty(MOST)
    payoff(s, payoffs)
    for seat in range(s.seats):
        first[seat] = payoffs[seat] >= payoffs[: s.seats].max()
