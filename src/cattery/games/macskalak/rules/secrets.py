"""Macskalak: what a seat knows within a round (M-20): imagined worlds, observations, invariants."""

from __future__ import annotations

import numpy as np

from cattery.games.macskalak.rules.rounds import begin_turn
from cattery.games.macskalak.rules.sheet import (
    NO_CELLS,
    NONE,
    connected,
    copy_sheet,
    empty,
    filled,
    first_cell,
    makes_room,
    weight,
)
from cattery.games.macskalak.rules.state import (
    ACTIONS,
    CAT,
    CELLS,
    CHOOSE,
    DICE,
    DONE,
    EXPAND,
    FREE,
    GROWS,
    HOUSE,
    LAST_ROUND,
    MOST,
    NUMBERS,
    ROUND,
    SHEET,
    SIDE,
    STAR_CELLS,
    STAR_ROUND,
    SYMBOLS,
    TRACK_LENGTH,
    WRITTEN,
    A,
    K,
    L,
)
from cattery.games.macskalak.rules.turn import apply, owing
from cattery.kernel import (
    ONE,
    UNNOTICED,
    U,
    count_bits,
    fill_plane,
    kernel,
    lowest_bit,
    seen_from,
    urge,
)

# --- worlds --------------------------------------------------------------------------------------


@kernel
def imagine(s, seat):
    """Put every other sheet back to the round's start; who is done already plays a quick turn.

    Who has still to act has the whole turn ahead. A quick turn never closes the round: it stops
    before its *done*, which has been said.
    """
    if s.over:
        return
    actor = s.actor
    for other in range(s.seats):
        if other == seat:
            continue
        copy_sheet(s, other + MOST, other)
        begin_turn(s, other)
        if not s.waiting >> other & 1 and empty(s, other):  # M-82: else it has no turn
            s.actor = other
            action = urge(s)
            while action != DONE:
                apply(s, action)
                action = urge(s)
    s.actor = actor


@kernel
def notice(s, action, mover, seat):
    """Own steps; of the others' nothing until the round closes, and then the new dice.

    What the others' sheets look like then can be seen, too, but isn't told apart: they hardly
    matter to what one does, and no two worlds would be alike.
    """
    if s.revealed:
        dice = 0
        for die in range(DICE):
            dice = dice * SYMBOLS + np.int64(s.dice[die])
        return ACTIONS + dice
    return np.int64(action) if mover == seat else np.int64(UNNOTICED)


# --- observations --------------------------------------------------------------------------------
# Planes of 7 x 7 cells. Players are counted from the observer, who is player 0; the others' sheets
# are as they were when the round began.

_SHEET_PLANES = (
    *(f"number {number}" for number in range(2, 6)),
    "cats",
    "mice",
    "doubled cells",
    "crossed-out cells",
    "cells of the house",
    "cells in rooms",
    "in one room with the cell to the east",
    "in one room with the cell to the south",
)
_VALUE_PLANES = (
    *(f"uses of the ability of {number}" for number in range(2, 6)),
    "cats crossed out on the track",
    "has a turn in this round and isn't done",
)
PLANES = (
    *(f"player {player}: {plane}" for player in range(MOST) for plane in _SHEET_PLANES),
    "the group of this round's dice",
    "cells added by the expansion under way",
    *(f"player {player}: {plane}" for player in range(MOST) for plane in _VALUE_PLANES),
    *(f"unused dice that show {symbol}" for symbol in ("2", "3", "4", "5", "a cat", "a mouse")),
    *(f"rolled dice that show {symbol}" for symbol in ("2", "3", "4", "5", "a cat", "a mouse")),
    "dice still to be used",
    "corners touch",
    "what is forced",
    "the number or cell that it is about, from 1",
    "cells still to add",
    *(f"ability of {number}, from 1" for number in range(2, 6)),
    "level",
    "round",
    "players",
)
OBSERVATION = (len(PLANES), SIDE, SIDE)
_GROUP = MOST * len(_SHEET_PLANES)
_VALUES = _GROUP + 2
_UNUSED = _VALUES + MOST * len(_VALUE_PLANES)
_ROLLED = _UNUSED + SYMBOLS
_TURN = _ROLLED + SYMBOLS
_PER_SHEET, _PER_PLAYER = len(_SHEET_PLANES), len(_VALUE_PLANES)


@kernel
def observe(s, seat, out):
    """The planes named in PLANES as `seat` knows them; int8, flat."""
    out[:] = 0
    for player in range(s.seats):
        number = seen_from(s, seat, player)
        k = player if player == seat else player + MOST
        observe_sheet(s, k, number * _PER_SHEET, out)
        plane = _VALUES + number * _PER_PLAYER
        for each in range(NUMBERS):
            fill_plane(out, plane + each, CELLS, s.uses[k, each])
        fill_plane(out, plane + NUMBERS, CELLS, s.cats[k])
        fill_plane(out, plane + NUMBERS + 1, CELLS, s.waiting >> player & 1)
    spread(out, _GROUP, s.group[seat])
    spread(out, _GROUP + 1, s.added[seat])
    for die in range(DICE):
        if not s.used[seat] >> die & 1:
            add(out, _UNUSED + np.int64(s.face[seat, die]))
        if die < WRITTEN or s.round_number > 0:  # M-11: three dice for the stars
            add(out, _ROLLED + np.int64(s.dice[die]))
    observe_turn(s, seat, out)


@kernel
def observe_turn(s, seat, out):
    """What the observer still owes, and what is the same for all."""
    fill_plane(out, _TURN, CELLS, owing(s, seat))
    fill_plane(out, _TURN + 1, CELLS, s.corners[seat])
    fill_plane(out, _TURN + 2, CELLS, s.forced[seat])
    fill_plane(out, _TURN + 3, CELLS, s.written[seat] + 1)
    fill_plane(out, _TURN + 4, CELLS, s.missing[seat])
    for each in range(NUMBERS):
        fill_plane(out, _TURN + 5 + each, CELLS, s.ability[each] + 1)
    fill_plane(out, _TURN + 9, CELLS, s.level + 1)
    fill_plane(out, _TURN + 10, CELLS, s.round_number)
    fill_plane(out, _TURN + 11, CELLS, s.seats)


@kernel
def observe_sheet(s, k, plane, out):
    """The planes of one sheet."""
    for symbol in range(SYMBOLS):
        spread(out, plane + symbol, s.symbols[k, symbol])
    spread(out, plane + 6, s.doubled[k])
    spread(out, plane + 7, s.crossed[k])
    spread(out, plane + 8, s.house[k])
    spread(out, plane + 9, s.roomed[k])
    spread(out, plane + 10, s.east[k])
    spread(out, plane + 11, s.south[k])


@kernel
def spread(out, plane, cells):
    """A board as ones in a plane."""
    while cells:
        at = lowest_bit(cells)
        out[plane * CELLS + at - (at >> 3)] = 1
        cells ^= ONE << U(at)


@kernel
def add(out, plane):
    """One more in every cell of a plane."""
    for cell in range(CELLS):
        out[plane * CELLS + cell] += 1


# --- invariants ----------------------------------------------------------------------------------

INVARIANTS = (
    "all is well",
    "a cell holds one symbol or is crossed out, and lies in the house (M-20, M-80)",
    "what counts as two is a symbol that was written (I)",
    "the house is the sheet, or on level 4 what it began with and what rooms have added (M-80)",
    "rooms are counted, and each is a smallest connected set that weighs enough (M-30, M-31)",
    "equal numbers in no room weigh less than a room, unless its cells are being chosen (M-30)",
    "uses are no fewer than none and no more than rooms, and none of K or L is kept (M-32, M-40)",
    "the track has as many cats as it has (M-50)",
    "what a sheet had when the round began it still has, or it is crossed out (G)",
    "dice used are no more than dice owed, one to four of them (M-20, E)",
    "the group is where dice were written (M-20)",
    "what is forced fits the sheet (M-25)",
    "who waits has a turn, and the actor waits (M-24, M-82)",
    "abilities are four different ones, each known by its number (M-10)",
    "the stars are filled first, and with three dice (M-11)",
)


@kernel
def check(s):
    """The number of the first of INVARIANTS that is broken, or 0."""
    for number in range(NUMBERS):
        ability = np.int64(s.ability[number])
        if not A <= ability <= L or s.slot[ability] != number:
            return 13
    for seat in range(s.seats):
        broken = check_sheet(s, seat)
        if broken == 0:
            broken = check_sheet(s, seat + MOST)
        if broken == 0:
            broken = check_rooms(s, seat)
        if broken == 0:
            broken = check_rooms(s, seat + MOST)
        if broken == 0:
            broken = check_turn(s, seat)
        if broken:
            return broken
    return check_round(s)


@kernel
def check_sheet(s, k):
    """Invariants 1 to 3, 6 and 7."""
    seen = s.crossed[k]
    for symbol in range(SYMBOLS):
        if seen & s.symbols[k, symbol]:
            return 1
        seen |= s.symbols[k, symbol]
    if seen & ~s.house[k]:
        return 1
    if s.doubled[k] & (~seen | s.crossed[k]):
        return 2
    whole = HOUSE[s.level]
    added = 0
    for number in range(NUMBERS):
        added += (number + 2) * np.int64(s.rooms[k, number])
    if s.house[k] & ~SHEET[s.level] or whole & ~s.house[k]:
        return 3
    if count_bits(s.house[k]) > count_bits(whole) + (added if GROWS[s.level] else 0):
        return 3
    for number in range(NUMBERS):
        if not 0 <= s.uses[k, number] <= s.rooms[k, number]:
            return 6
        if s.ability[number] >= K and s.uses[k, number]:
            return 6
    if not 0 <= s.cats[k] <= TRACK_LENGTH[s.level]:
        return 7
    if TRACK_LENGTH[s.level] and s.symbols[k, CAT]:
        return 7
    return 0


@kernel
def room_at(s, k, one):
    """The cells that are in one room with a cell, given as a board."""
    while True:
        east, south = s.east[k], s.south[k]
        grown = one | ((one & east) << ONE) | ((one >> ONE) & east)
        grown |= ((grown & south) << U(8)) | ((grown >> U(8)) & south)
        if grown == one:
            return one
        one = grown


@kernel
def check_rooms(s, k):
    """Invariant 4."""
    left = s.roomed[k]
    if (s.east[k] | s.south[k]) & ~left:
        return 4
    counted = np.zeros(NUMBERS, np.int64)
    while left:
        cells = room_at(s, k, first_cell(left))
        symbol = 0
        while symbol < NUMBERS and cells & ~s.symbols[k, symbol]:
            symbol += 1
        if (
            cells & ~s.roomed[k]
            or symbol == NUMBERS
            or not makes_room(cells, s.doubled[k], symbol + 2)
        ):
            return 4
        counted[symbol] += 1
        left &= ~cells
    for number in range(NUMBERS):
        if counted[number] != s.rooms[k, number]:
            return 4
    return 0


@kernel
def check_turn(s, seat):
    """Invariants 5, 8 to 11 and 14."""
    for symbol in range(NUMBERS):
        left = s.symbols[seat, symbol] & ~s.roomed[seat]
        while left:
            cells = connected(first_cell(left), left)
            heavy = weight(cells, s.doubled[seat]) >= symbol + 2
            chosen = s.forced[seat] == CHOOSE and cells >> U(s.written[seat]) & ONE != NO_CELLS
            if heavy != chosen:
                return 5
            left ^= cells
    before = seat + MOST
    if filled(s, before) & ~filled(s, seat) or s.roomed[before] & ~s.roomed[seat]:
        return 8
    if s.house[before] & ~s.house[seat] or s.cats[before] > s.cats[seat]:
        return 8
    for symbol in range(SYMBOLS):
        if s.symbols[before, symbol] & ~(s.symbols[seat, symbol] | s.crossed[seat]):
            return 8
        if symbol >= NUMBERS and s.symbols[before, symbol] & s.crossed[seat]:
            return 8
    used = count_bits(U(s.used[seat])) - np.int64(s.round_number == 0)
    if used != s.taken[seat] or not 1 <= s.owed[seat] <= DICE or s.taken[seat] > s.owed[seat]:
        return 9
    if s.group[seat] & (~filled(s, seat) | filled(s, before)):
        return 10
    if s.round_number == 0 and filled(s, seat) & ~STAR_CELLS[s.level]:
        return 14
    return check_forced(s, seat)


@kernel
def check_forced(s, seat):
    """Invariant 11."""
    forced = s.forced[seat]
    if forced == EXPAND:
        added = s.added[seat]
        if not GROWS[s.level] or s.missing[seat] < 1 or added & ~s.house[seat]:
            return 11
        return 0 if added == NO_CELLS or connected(first_cell(added), added) == added else 11
    if s.added[seat] or s.missing[seat] or s.spark[seat] != NONE:
        return 11
    if forced == FREE:
        return 11 if s.written[seat] else 0
    return 0 if FREE < forced <= 6 and s.round_number > 0 else 11


@kernel
def check_round(s):
    """Invariants 12 and 14."""
    if not 0 <= s.round_number <= LAST_ROUND or s.phase != (
        STAR_ROUND if s.round_number == 0 else ROUND
    ):
        return 14
    if s.over:
        return 12 if s.waiting else 0
    if not s.waiting >> np.int64(s.actor) & 1:
        return 12
    for seat in range(MOST):
        if s.waiting >> seat & 1:
            if seat >= s.seats or empty(s, seat + MOST) == NO_CELLS:
                return 12
        elif seat < s.seats and s.forced[seat] != FREE:
            return 12
    return 0
