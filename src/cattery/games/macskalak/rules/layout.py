"""Macskalak: the sheets of the four levels, read from `level1.toml` ... `level4.toml` and checked.

A cell is (row, column), both from 0 and counted from the north-west; its name is the column's
letter and the row's number: `b4` is (3, 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from cattery import data
from cattery.data import Checked

LEVELS = 4
SMALLEST, LARGEST = 3, 7  # sides of a sheet; a row of 7 cells and an edge fit a byte of a board
STARS = 3  # M-11: one for each die rolled before the first round
BONUS = "abcde"  # M-61
AREAS = "RBGY"  # M-70: red, blue, green, yellow
AREA_NAMES = ("red", "blue", "green", "yellow")
LONGEST_TRACK = 24
MOST_POINTS = 20  # of a room
PLAIN_CAT, ANY_NUMBER = 0, 1  # what a cat of the track shows, else its number

Cell = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """One level's sheet: what an owner of the printed game may correct."""

    size: int
    rooms: tuple[int, ...]  # points for a room of 2, 3, 4, 5
    cheese: bool
    lines: bool
    track: tuple[int, ...]  # per cat PLAIN_CAT, ANY_NUMBER or a number; empty where cats are drawn
    stars: tuple[Cell, ...]
    bonus: tuple[Cell, ...]  # a to e, or none
    areas: tuple[tuple[Cell, ...], ...]  # red, blue, green, yellow, or none
    house: tuple[Cell, ...]  # the cells at the start
    grows: bool  # M-80: rooms add cells

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the sheet, row by row."""
        return tuple((row, column) for row in range(self.size) for column in range(self.size))


@cache
def layouts() -> tuple[Layout, ...]:
    """The sheets in force, level 1 first."""
    return tuple(
        checked(data.read("macskalak", f"level{number}.toml"), number)
        for number in range(1, LEVELS + 1)
    )


def checked(content: dict[str, Any], number: int) -> Layout:
    """A sheet from the content of its file; BadData says what is wrong with it."""
    return _Reader(content, number).layout()


class _Reader:
    def __init__(self, content: dict[str, Any], number: int) -> None:
        self.sheet = Checked(content, "macskalak", f"level{number}.toml")
        self.size = self.sheet.number("size", SMALLEST, LARGEST)

    def layout(self) -> Layout:
        marks = self._map("marks", ".*" + BONUS)
        house = self._map("house", ".#")
        whole = tuple((row, column) for row in range(self.size) for column in range(self.size))
        return Layout(
            size=self.size,
            rooms=self.sheet.numbers("rooms", 4, 0, MOST_POINTS),
            cheese=self._flag("cheese"),
            lines=self._flag("lines"),
            track=self._track(),
            stars=self._stars(marks.get("*", ())),
            bonus=self._bonus(marks),
            areas=self._areas(),
            house=self._house(house) if house else whole,
            grows=bool(house),
        )

    def _map(self, name: str, signs: str) -> dict[str, tuple[Cell, ...]]:
        """The cells of each sign of a map, row by row; {} where there is no such map."""
        if name not in self.sheet.content:
            return {}
        rows = [row.split() for row in self.sheet.texts(name, self.size, "map")]
        if any(len(row) != self.size or not set(row) <= set(signs) for row in rows):
            raise self.sheet.bad("map", name, n=self.size)
        found: dict[str, list[Cell]] = {}
        for row, columns in enumerate(rows):
            for column, sign in enumerate(columns):
                found.setdefault(sign, []).append((row, column))
        return {sign: tuple(cells) for sign, cells in found.items()}

    def _flag(self, name: str) -> bool:
        flag = self.sheet.content.get(name)
        if not isinstance(flag, bool):
            raise self.sheet.bad("flag", name)
        return flag

    def _track(self) -> tuple[int, ...]:
        if "track" not in self.sheet.content:
            return ()
        known = {"": PLAIN_CAT, "#": ANY_NUMBER, "2": 2, "3": 3, "4": 4, "5": 5}
        signs = self.sheet.texts("track", problem="track")
        if not 1 <= len(signs) <= LONGEST_TRACK or not set(signs) <= set(known):
            raise self.sheet.bad("track", "track")
        return tuple(known[sign] for sign in signs)

    def _stars(self, stars: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """M-11: as many as dice, and none beside another, so that no room arises."""
        beside = any(
            abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1 for one in stars for other in stars
        )
        if len(stars) not in (0, STARS) or beside:
            raise self.sheet.bad("stars", "marks")
        return stars

    def _bonus(self, marks: dict[str, tuple[Cell, ...]]) -> tuple[Cell, ...]:
        cells = [marks.get(letter, ()) for letter in BONUS]
        if any(cells) and any(len(each) != 1 for each in cells):
            raise self.sheet.bad("bonus", "marks")
        return tuple(each[0] for each in cells if each)

    def _areas(self) -> tuple[tuple[Cell, ...], ...]:
        areas = self._map("areas", AREAS)
        if areas and len(areas) < len(AREAS):
            raise self.sheet.bad("areas", "areas")
        return tuple(areas[sign] for sign in AREAS) if areas else ()

    def _house(self, house: dict[str, tuple[Cell, ...]]) -> tuple[Cell, ...]:
        if "#" not in house:
            raise self.sheet.bad("house", "house")
        return house["#"]
