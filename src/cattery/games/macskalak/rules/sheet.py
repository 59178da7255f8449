"""Macskalak: boards, rooms and points of one sheet. `k` is its place in the record."""

from __future__ import annotations

import numpy as np

from cattery.games.macskalak.rules.state import (
    AREA_CELLS,
    BONUS_CELLS,
    CAT,
    COLUMN_CELLS,
    GROWS,
    HAS_AREAS,
    HAS_BONUS,
    HAS_CHEESE,
    HAS_LINES,
    MOUSE,
    NUMBERS,
    ROOM_POINTS,
    ROW_CELLS,
    SET_CELLS,
    SETS_FROM,
    SETS_WITH,
    SHEET,
    SIZE,
    SYMBOLS,
)
from cattery.kernel import ONE, U, count_bits, kernel, lowest_bit, without_lowest

EIGHT = U(8)
NO_CELLS = U(0)
NONE = -1

# --- cells ---------------------------------------------------------------------------------------


@kernel
def beside(cells):
    """M-3: what shares a side with these cells; the caller masks what is off the sheet."""
    return (cells << ONE) | (cells >> ONE) | (cells << EIGHT) | (cells >> EIGHT)


@kernel
def around(cells):
    """J: what shares a side or a corner with these cells; the caller masks."""
    rows = cells | (cells << ONE) | (cells >> ONE)
    return rows | (rows << EIGHT) | (rows >> EIGHT)


@kernel
def connected(start, cells):
    """All of `cells` that hang together with `start`, which is among them."""
    while True:
        grown = start | (beside(start) & cells)
        if grown == start:
            return start
        start = grown


@kernel
def filled(s, k):
    """M-92: cells with a symbol, and crossed-out ones."""
    cells = s.crossed[k]
    for symbol in range(SYMBOLS):
        cells |= s.symbols[k, symbol]
    return cells


@kernel
def empty(s, k):
    """Cells that can be written in."""
    return s.house[k] & ~filled(s, k)


@kernel
def weight(cells, doubled):
    """M-31: how many cells, doubled ones twice."""
    return count_bits(cells) + count_bits(cells & doubled)


@kernel
def largest_region(cells):
    """The size of the largest connected part."""
    most = 0
    while cells:
        part = connected(ONE << U(lowest_bit(cells)), cells)
        most = max(most, count_bits(part))
        cells ^= part
    return most


@kernel
def regions_of(cells, size):
    """All cells that lie in connected parts of at least `size` cells."""
    found = NO_CELLS
    while cells:
        part = connected(ONE << U(lowest_bit(cells)), cells)
        if count_bits(part) >= size:
            found |= part
        cells ^= part
    return found


# --- rooms ---------------------------------------------------------------------------------------


@kernel
def hangs_together(cells):
    """Whether the cells, if any, are connected."""
    return cells == NO_CELLS or connected(ONE << U(lowest_bit(cells)), cells) == cells


@kernel
def makes_room(cells, doubled, n):
    """M-31: whether a connected set has weight n or more, and no smaller connected part has.

    Leaving out one cell is enough to try: a smaller part grows to the set less one cell.
    """
    total = weight(cells, doubled)
    if total != n + 1:
        return total == n
    light = cells & ~doubled
    while light:
        one = ONE << U(lowest_bit(light))
        if hangs_together(cells ^ one):
            return False
        light ^= one
    return True


@kernel
def loose(s, k, symbol, at):
    """M-30: the equal numbers in no room that hang together with the one at bit `at`."""
    return connected(ONE << U(at), s.symbols[k, symbol] & ~s.roomed[k])


@kernel
def next_room(cells, doubled, n, at, j):
    """The place in SETS_WITH, from j on, of the next set that may be built; NONE if none.

    A room that has become possible holds the cell at bit `at`, which was written last: before it
    no part weighed enough.
    """
    while j < SETS_FROM[at + 1]:
        each = SET_CELLS[SETS_WITH[j]]
        if each & ~cells == NO_CELLS and makes_room(each, doubled, n):
            return j
        j += 1
    return NONE


# --- points --------------------------------------------------------------------------------------
# M-91 in parts: rooms of 2, 3, 4, 5; cats of the track; cheese; mice with cats; bonus; empty cells

CAT_POINTS, CHEESE_POINTS, MOUSE_POINTS, BONUS_POINTS, EMPTY_POINTS = range(NUMBERS, NUMBERS + 5)
PARTS = EMPTY_POINTS + 1


@kernel
def cheeses(s, k):
    """M-54: how many rows and columns have a mouse."""
    mice = s.symbols[k, MOUSE]
    count = 0
    for line in range(SIZE[s.level]):
        count += np.int64(mice & ROW_CELLS[line] != NO_CELLS)
        count += np.int64(mice & COLUMN_CELLS[line] != NO_CELLS)
    return count


@kernel
def mice_in_lines(s, k):
    """M-60: mice in rows with a cat, and in columns with a cat."""
    mice, cats = s.symbols[k, MOUSE], s.symbols[k, CAT]
    total = 0
    if mice == NO_CELLS or cats == NO_CELLS:
        return total
    for line in range(SIZE[s.level]):
        if cats & ROW_CELLS[line]:
            total += weight(mice & ROW_CELLS[line], s.doubled[k])
        if cats & COLUMN_CELLS[line]:
            total += weight(mice & COLUMN_CELLS[line], s.doubled[k])
    return total


@kernel
def mice_in_areas(s, k):
    """M-70: per area 1 or 2 points for each mouse, by the number of cats."""
    total = 0
    for area in range(AREA_CELLS.shape[1]):
        cells = AREA_CELLS[s.level, area]
        total += area_points(s, k, cells)
    return total


@kernel
def area_points(s, k, cells):
    """M-70: no cat 0, one or two cats 1, more cats 2 points for each mouse."""
    cats = weight(s.symbols[k, CAT] & cells, s.doubled[k])
    each = 0 if cats == 0 else (1 if cats <= 2 else 2)
    return each * weight(s.symbols[k, MOUSE] & cells, s.doubled[k])


@kernel
def bonus_points(s, k, at):
    """M-61: the number in a bonus cell, given as a board, if it is in a room."""
    if at & s.roomed[k]:
        for symbol in range(NUMBERS):
            if at & s.symbols[k, symbol]:
                return symbol + 2
    return 0


@kernel
def empties(s, k):
    """M-91: cells that cost a point each; none where the house grows."""
    return 0 if GROWS[s.level] else count_bits(empty(s, k))


@kernel
def points_in_parts(s, k, out):
    """What a sheet scores, part by part."""
    for symbol in range(NUMBERS):
        out[symbol] = ROOM_POINTS[s.level, symbol] * s.rooms[k, symbol]
    out[CAT_POINTS] = s.cats[k]  # M-53
    out[CHEESE_POINTS] = cheeses(s, k) if HAS_CHEESE[s.level] else 0
    out[MOUSE_POINTS] = 0
    if HAS_LINES[s.level]:
        out[MOUSE_POINTS] = mice_in_lines(s, k)
    if HAS_AREAS[s.level]:
        out[MOUSE_POINTS] += mice_in_areas(s, k)
    out[BONUS_POINTS] = 0
    if HAS_BONUS[s.level]:
        for letter in range(BONUS_CELLS.shape[1]):
            out[BONUS_POINTS] += bonus_points(s, k, BONUS_CELLS[s.level, letter])
    out[EMPTY_POINTS] = -empties(s, k)


@kernel
def points(s, k):
    """What a sheet scores in all."""
    total = np.int64(s.cats[k]) - empties(s, k)
    for symbol in range(NUMBERS):
        total += ROOM_POINTS[s.level, symbol] * np.int64(s.rooms[k, symbol])
    if HAS_CHEESE[s.level]:
        total += cheeses(s, k)
    if HAS_LINES[s.level]:
        total += mice_in_lines(s, k)
    if HAS_AREAS[s.level]:
        total += mice_in_areas(s, k)
    if HAS_BONUS[s.level]:
        for letter in range(BONUS_CELLS.shape[1]):
            total += bonus_points(s, k, BONUS_CELLS[s.level, letter])
    return total


@kernel
def copy_sheet(s, source, to):
    """Make one sheet like another."""
    for symbol in range(SYMBOLS):
        s.symbols[to, symbol] = s.symbols[source, symbol]
    s.doubled[to] = s.doubled[source]
    s.crossed[to] = s.crossed[source]
    s.house[to] = s.house[source]
    s.roomed[to] = s.roomed[source]
    s.east[to] = s.east[source]
    s.south[to] = s.south[source]
    for number in range(NUMBERS):
        s.rooms[to, number] = s.rooms[source, number]
        s.uses[to, number] = s.uses[source, number]
    s.cats[to] = s.cats[source]


@kernel
def clear_sheet(s, k, house):
    """A sheet with nothing on it."""
    for symbol in range(SYMBOLS):
        s.symbols[k, symbol] = NO_CELLS
    s.doubled[k] = NO_CELLS
    s.crossed[k] = NO_CELLS
    s.house[k] = house
    s.roomed[k] = NO_CELLS
    s.east[k] = NO_CELLS
    s.south[k] = NO_CELLS
    for number in range(NUMBERS):
        s.rooms[k, number] = 0
        s.uses[k, number] = 0
    s.cats[k] = 0


@kernel
def free_frame(s, k):
    """M-80: cells of the frame that aren't part of the house."""
    return SHEET[s.level] & ~s.house[k]


@kernel
def first_cell(cells):
    """The lowest cell as a board; there must be one."""
    return cells ^ without_lowest(cells)
