"""Macskalak: the record, the boards of bits, and the action ids.

A board is a sheet's cells as bits, the cell in row r and column c at bit 8*r + c:

    a1 = bit 0, b1 = bit 1, ... g1 = bit 6, a2 = bit 8, ... g7 = bit 54

Column 8 and row 8 are never part of a sheet, so that a board shifted by a step never wraps round
to the other side: what falls off the sheet is masked away. In action ids a cell is the number
7*r + c, 0 ... 48.

A symbol is 0 ... 3 for the numbers 2 ... 5, 4 for a cat, 5 for a mouse. An ability is 0 ... 11 for
A ... L.
"""

from __future__ import annotations

import numpy as np

from cattery.games.macskalak.rules.layout import (
    AREAS,
    BONUS,
    LARGEST,
    LEVELS,
    LONGEST_TRACK,
    Layout,
    layouts,
)
from cattery.kernel import U, record

MOST = 6  # players
DICE = 4
SYMBOLS = 6
NUMBERS = 4  # 2 to 5
CAT, MOUSE = 4, 5
WRITTEN = 3  # M-20: dice that everybody uses
LAST_ROUND = 60  # M-90
SIDE = LARGEST  # of the largest sheet
CELLS = SIDE * SIDE

A, B, C, D, E, F, G, H, I, J, K, L = range(12)  # noqa: E741 that is what the tile is called
ABILITIES = 12

STAR_ROUND, ROUND = 0, 1  # phases
# What a player must do before anything else (M-25).
FREE, TRACK, CHOOSE, EXPAND, WILD, FIRST_MOUSE, SECOND_MOUSE = range(7)
ANY = -1  # the track's number is the player's choice

# --- the numbers of the sheets, frozen into the compiled code ------------------------------------

LAYOUTS = layouts()


def bit(cell: tuple[int, int]) -> int:
    """The bit of a cell."""
    return 8 * cell[0] + cell[1]


def board(cells: tuple[tuple[int, int], ...]) -> int:
    """The board of some cells."""
    return sum(1 << bit(cell) for cell in cells)


def _table(rows: list[list[int]], width: int) -> np.ndarray:
    table = np.zeros((LEVELS, width), np.uint64)
    for level, row in enumerate(rows):
        table[level, : len(row)] = row
    return table


def _areas(layout: Layout) -> list[int]:
    return [board(area) for area in layout.areas]


SIZE = np.array([each.size for each in LAYOUTS], np.int64)  # [level]
SHEET = np.array([board(each.cells) for each in LAYOUTS], np.uint64)  # [level] all that may be used
HOUSE = np.array([board(each.house) for each in LAYOUTS], np.uint64)  # [level] at the start
STAR_CELLS = np.array([board(each.stars) for each in LAYOUTS], np.uint64)  # [level]
BONUS_CELLS = _table([[1 << bit(cell) for cell in each.bonus] for each in LAYOUTS], len(BONUS))
AREA_CELLS = _table([_areas(each) for each in LAYOUTS], len(AREAS))  # [level, area]
HAS_STARS = np.array([bool(each.stars) for each in LAYOUTS])
HAS_BONUS = np.array([bool(each.bonus) for each in LAYOUTS])
HAS_AREAS = np.array([bool(each.areas) for each in LAYOUTS])
HAS_CHEESE = np.array([each.cheese for each in LAYOUTS])
HAS_LINES = np.array([each.lines for each in LAYOUTS])
GROWS = np.array([each.grows for each in LAYOUTS])
TRACK_LENGTH = np.array([len(each.track) for each in LAYOUTS], np.int64)  # 0: cats are drawn
TRACK_SHOWS = _table([list(each.track) for each in LAYOUTS], LONGEST_TRACK).astype(np.int64)
ROOM_POINTS = np.array([each.rooms for each in LAYOUTS], np.int64)  # [level, number - 2]
ROW_CELLS = np.array([0x7F << (8 * row) for row in range(LARGEST)], np.uint64)
COLUMN_CELLS = np.array([0x01010101010101 << column for column in range(LARGEST)], np.uint64)

# --- sets of cells that may be a room ------------------------------------------------------------


def _connected_sets(most: int) -> list[int]:
    """All connected sets of up to `most` cells of the largest sheet, the small ones first."""
    cells = [bit((row, column)) for row in range(LARGEST) for column in range(LARGEST)]
    whole = sum(1 << each for each in cells)
    found, grown = [], {1 << each for each in cells}
    while grown:
        found += sorted(grown)
        grown = {
            one | 1 << each
            for one in grown
            if one.bit_count() < most
            for each in cells
            if not one >> each & 1 and _touches(one, each, whole)
        }
    return found


def _touches(cells: int, each: int, whole: int) -> bool:
    one = 1 << each
    return bool((one << 1 | one >> 1 | one << 8 | one >> 8) & whole & cells)


SET_CELLS = np.array(_connected_sets(NUMBERS + 1), np.uint64)  # [set] its board
SETS = len(SET_CELLS)
_sets_of_bit = [np.flatnonzero(SET_CELLS >> U(each) & U(1)) for each in range(8 * LARGEST)]
SETS_FROM = np.cumsum([0, *map(len, _sets_of_bit)]).astype(np.int64)  # [bit] into SETS_WITH
SETS_WITH = np.concatenate(_sets_of_bit).astype(np.int64)  # the sets that hold a cell, by its bit

# --- changes of a die's face (M-41) --------------------------------------------------------------

CHANGES = (
    *((B, face, to) for face in range(NUMBERS) for to in (face - 1, face + 1) if 0 <= to < NUMBERS),
    *((C, MOUSE, to) for to in range(NUMBERS)),
    (F, 0, 3),
    (F, 3, 0),
    *((H, face, to) for face in range(NUMBERS) for to in (CAT, MOUSE)),
)
CHANGE = np.array(CHANGES, np.int64)  # [change] ability, face, the face it becomes
CHANGE_ABILITY, CHANGE_FROM, CHANGE_TO = 0, 1, 2

# --- actions -------------------------------------------------------------------------------------
# write a symbol in a cell     WRITE + 49*symbol + cell     a die, or a forced symbol
# the same, apart (A)          APART + 49*symbol + cell
# two dice in one cell (I)     DOUBLE + 49*symbol + cell
# the same, apart (I and A)    DOUBLE_APART + 49*symbol + cell
# a cat of the cat track       CROSS_CAT                    M-50: in no cell
# change a die (B, C, F, H)    USE + place in CHANGES
# one die more, one fewer (E)  MORE, FEWER
# corners touch, too (J)       CORNERS
# write a 3 (D)                THREE + cell
# move a number (G)            MOVE + 49*from + to
# the cells of a room          BUILD + place in SET_CELLS
# a cell more for the house    ADD + cell
# no second mouse (L)          ENOUGH
# the end of the turn          DONE
WRITE = 0
APART = WRITE + SYMBOLS * CELLS
DOUBLE = APART + SYMBOLS * CELLS
DOUBLE_APART = DOUBLE + SYMBOLS * CELLS
CROSS_CAT = DOUBLE_APART + SYMBOLS * CELLS
USE = CROSS_CAT + 1
MORE = USE + len(CHANGES)
FEWER = MORE + 1
CORNERS = FEWER + 1
THREE = CORNERS + 1
MOVE = THREE + CELLS
BUILD = MOVE + CELLS * CELLS
ADD = BUILD + SETS
ENOUGH = ADD + CELLS
DONE = ENOUGH + 1
ACTIONS = DONE + 1

# --- the record ----------------------------------------------------------------------------------
# Sheets are kept twice: 0 ... 5 as they are, 6 ... 11 as they were when the round began, which is
# what the others see of them (M-20).
SHEETS = 2 * MOST

STATE = record(
    "macskalak",
    options=[
        ("level", np.int8),  # from 0
        ("abilities", np.int32),  # the rank of the arrangement, or -1 for chance
    ],
    fields=[
        ("moment", np.int32),  # how many times dice were rolled
        ("round_number", np.int8),  # 0 where stars are filled first (M-11), then from 1
        ("dice", np.int8, (DICE,)),  # the symbols rolled; in round 0 the fourth isn't: it is 0
        ("ability", np.int8, (NUMBERS,)),  # [number - 2] which ability its rooms give
        ("slot", np.int8, (ABILITIES,)),  # [ability] the number - 2 that gives it, or -1
        # the sheets
        ("symbols", np.uint64, (SHEETS, SYMBOLS)),  # boards: what is written where
        ("doubled", np.uint64, (SHEETS,)),  # board: cells that count as two
        ("crossed", np.uint64, (SHEETS,)),  # board: numbers crossed out, which hold nothing
        ("house", np.uint64, (SHEETS,)),  # board: cells that can be used
        ("roomed", np.uint64, (SHEETS,)),  # board: cells in rooms
        ("east", np.uint64, (SHEETS,)),  # board: in one room with its neighbour to the east
        ("south", np.uint64, (SHEETS,)),  # board: the same to the south
        ("rooms", np.int8, (SHEETS, NUMBERS)),  # how many were built
        ("uses", np.int8, (SHEETS, NUMBERS)),  # of each number's ability in hand
        ("cats", np.int8, (SHEETS,)),  # M-50: cats of the track crossed out
        # the turns of this round
        ("group", np.uint64, (MOST,)),  # board: cells of this round's dice
        ("added", np.uint64, (MOST,)),  # board: cells added by the expansion under way
        ("face", np.int8, (MOST, DICE)),  # what each die shows the player now
        ("used", np.uint8, (MOST,)),  # dice as bits
        ("taken", np.int8, (MOST,)),  # how many dice were used
        ("owed", np.int8, (MOST,)),  # how many are to be used
        ("corners", np.uint8, (MOST,)),  # J was used
        ("forced", np.int8, (MOST,)),  # FREE, or what must be done first
        ("written", np.int8, (MOST,)),  # TRACK: the symbol or ANY; CHOOSE, SECOND_MOUSE: the bit
        ("missing", np.int8, (MOST,)),  # EXPAND: cells still to add
        ("spark", np.int8, (MOST,)),  # EXPAND: K or L, to take effect after it, or -1
    ],
)
