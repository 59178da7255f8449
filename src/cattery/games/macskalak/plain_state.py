"""Macskalak: a state as plain Python values, many times quicker to look at than a record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cattery.games.macskalak.rules import rounds
from cattery.games.macskalak.rules import state as rules
from cattery.games.macskalak.rules.layout import AREAS, BONUS
from cattery.games.macskalak.rules.sheet import PARTS
from cattery.plain import Plain

SYMBOLS = ("2", "3", "4", "5", "cat", "mouse")  # [symbol]
LETTERS = "ABCDEFGHIJKL"  # [ability]
COLUMNS = "abcdefg"
CELLS = tuple(f"{column}{row + 1}" for row in range(rules.SIDE) for column in COLUMNS)
CELL_NUMBER = {name: number for number, name in enumerate(CELLS)}


def bit_of(cell: str) -> int:
    """The bit of a cell in boards.

    >>> bit_of("b4")
    25
    """
    return 8 * (int(cell[1]) - 1) + COLUMNS.index(cell[0])


def name_of(bit: int) -> str:
    """The name of the cell at a bit.

    >>> name_of(25)
    'b4'
    """
    return f"{COLUMNS[bit & 7]}{(bit >> 3) + 1}"


def bits(cells: int) -> Iterator[int]:
    """The bits of a board, from the north-west on."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def names(cells: int) -> tuple[str, ...]:
    """The cells of a board by name."""
    return tuple(map(name_of, bits(cells)))


def board(cells: Any) -> int:
    """The board of cells given by name."""
    return sum(1 << bit_of(cell) for cell in cells)


def beside(cells: int) -> int:
    """M-3: what shares a side with these cells, as far as the largest sheet goes."""
    wide = cells << 1 | cells >> 1 | cells << 8 | cells >> 8
    return wide & int(rules.SHEET.max())


def around(cells: int) -> int:
    """J: these cells and what shares a side or a corner with them; some may be off the sheet."""
    row = cells | cells << 1 | cells >> 1
    return row | row << 8 | row >> 8


class Survey(NamedTuple):
    """What follows from a state by the rules; see `rounds.survey`."""

    parts: list[list[int]]  # [sheet][part]
    areas: list[list[int]]  # [sheet][area] points
    bonus: list[list[int]]  # [sheet][letter] points
    first: list[int]  # [seat]


class PlainState(Plain):
    """A state in plain Python, and what follows from it."""

    level: int
    round_number: int
    dice: list[int]
    ability: list[int]
    slot: list[int]
    symbols: list[list[int]]
    doubled: list[int]
    crossed: list[int]
    house: list[int]
    roomed: list[int]
    east: list[int]
    south: list[int]
    rooms: list[list[int]]
    uses: list[list[int]]
    cats: list[int]
    group: list[int]
    added: list[int]
    face: list[list[int]]
    used: list[int]
    taken: list[int]
    owed: list[int]
    corners: list[int]
    forced: list[int]
    written: list[int]
    missing: list[int]
    spark: list[int]

    def __init__(self, states: Any, i: int) -> None:
        super().__init__(states, i)
        self.layout = rules.LAYOUTS[self.level]
        self.sheet = int(rules.SHEET[self.level])  # all cells of the sheet
        self._where = states, i

    @cached_property
    def survey(self) -> Survey:
        """What the rules say about the table."""
        parts = np.zeros((rules.SHEETS, PARTS), np.int64)
        areas = np.zeros((rules.SHEETS, len(AREAS)), np.int64)
        bonus = np.zeros((rules.SHEETS, len(BONUS)), np.int64)
        first = np.zeros(self.seats, np.int64)
        rounds.survey(*self._where, parts, areas, bonus, first)
        return Survey(parts.tolist(), areas.tolist(), bonus.tolist(), first.tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """M-92: those before whom nobody stands, at the end."""
        return tuple(seat for seat in range(self.seats) if self.over and self.survey.first[seat])

    def filled(self, k: int) -> int:
        """Cells of a sheet with a symbol, and crossed-out ones."""
        cells = self.crossed[k]
        for board in self.symbols[k]:
            cells |= board
        return cells

    def empty(self, k: int) -> int:
        """Cells of a sheet that can be written in."""
        return self.house[k] & ~self.filled(k)

    def near(self, seat: int) -> int:
        """M-20, J: empty cells where a die may be written: beside the group, if there is one."""
        group, empty = self.group[seat], self.empty(seat)
        if not group:
            return empty
        return (around(group) if self.corners[seat] else beside(group)) & empty

    def reach(self, seat: int) -> int:
        """M-21: how many cells can be written in, one beside the other: beside the group, or in
        the largest region."""
        empty, touching = self.empty(seat), around if self.corners[seat] else beside
        left, most = self.near(seat), 0
        while left:
            region, grown = 0, left if self.group[seat] else left & -left
            while grown != region:
                region, grown = grown, (grown | touching(grown)) & empty
            most, left = max(most, region.bit_count()), left & ~region
        return most

    def symbol_at(self, k: int, bit: int) -> int | None:
        """The symbol in a cell of a sheet."""
        return next((n for n, cells in enumerate(self.symbols[k]) if cells >> bit & 1), None)

    def room_at(self, k: int, bit: int) -> int:
        """The cells that are in one room with a cell in a room."""
        room, grown = 0, 1 << bit
        while grown != room:
            room = grown
            grown |= (room & self.east[k]) << 1 | room >> 1 & self.east[k]
            grown |= (room & self.south[k]) << 8 | room >> 8 & self.south[k]
        return room

    def rooms_of(self, k: int) -> Iterator[int]:
        """The rooms of a sheet, each as a board, from the north-west on."""
        left = self.roomed[k]
        while left:
            room = self.room_at(k, (left & -left).bit_length() - 1)
            yield room
            left &= ~room

    def has_turn(self, seat: int) -> bool:
        """M-82: whether a seat has a turn in this round, finished or not."""
        return bool(not self.over and self.empty(seat + rules.MOST))

    def unused(self, seat: int) -> list[int]:
        """The symbols that a player's unused dice show now."""
        return [face for die, face in enumerate(self.face[seat]) if not self.used[seat] >> die & 1]

    def uses_of(self, seat: int, ability: int) -> int:
        """How many uses of an ability a player has."""
        return self.uses[seat][self.slot[ability]] if self.slot[ability] >= 0 else 0

    @property
    def tracked(self) -> bool:
        """M-50: whether cats are crossed out on a track instead of being drawn."""
        return bool(self.layout.track)
