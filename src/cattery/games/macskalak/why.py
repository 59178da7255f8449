"""Macskalak: what speaks for a step, from what it scores and from what it prepares."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from cattery.game import Reason
from cattery.games.macskalak.story import (
    Built,
    CrossedCat,
    CrossedCheese,
    CrossedOut,
    Finished,
    Lost,
    Wrote,
)
from cattery.games.macskalak.view import AreaSeen, Sheet, View

COMPANY = 3  # M-70: cats in an area that make its mice count double


def why(view: View, move: Any, events: Sequence[Any]) -> Reason | None:
    """The most telling fact about a step."""
    for event in events:
        match event:
            case Built():
                return _built(event)
            case CrossedCheese():
                return Reason("M-54", "cheese", n=event.points)
            case CrossedCat():
                return _crossed(event, events)
            case Finished():
                keeps = any(view.sheets[event.seat].uses)
                return Reason("M-24", "done_keeps" if keeps else "done")
    gone = next((event for event in events if isinstance(event, CrossedOut)), None)
    for event in events:
        if isinstance(event, Wrote):
            return _wrote(view, event, gone)
    return None


def _built(event: Built) -> Reason:
    if event.bonus:
        return Reason("M-61", "built_bonus", number=event.number, bonus=event.bonus)
    code = "built_at_once" if event.at_once else "built"
    return Reason("M-32", code, number=event.number, ability=event.ability)


def _crossed(event: CrossedCat, events: Sequence[Any]) -> Reason:
    """A cat of the track is a point and may bring a number, if there is one left (M-50)."""
    if not event.cat:
        return Reason("M-50", "no_cat")
    lost = any(isinstance(one, Lost) for one in events)
    return Reason("M-53", "number" if event.shows and not lost else "cat")


def _wrote(view: View, event: Wrote, gone: CrossedOut | None) -> Reason | None:
    """What a symbol prepares; `gone` is the number it was until now (G)."""
    sheet = view.sheets[event.seat]
    if event.symbol.isdigit():
        return _prepares(view, sheet, event, gone)
    if view.paper.areas:
        area = _area(view, sheet, event.cell)
        return _in_area(area, event) if area else None
    return _in_lines(view, sheet, event) if view.paper.lines else None


# --- numbers -------------------------------------------------------------------------------------


def _prepares(view: View, sheet: Sheet, event: Wrote, gone: CrossedOut | None) -> Reason | None:
    """A number on a bonus cell, or beside equal ones that are in no room yet.

    One that moves (G) prepares something only where it has more of them around it than before.
    """
    number, size = int(event.symbol), view.paper.size
    if event.cell in view.paper.bonus:
        return Reason("M-61", "bonus", number=number)
    roomed = {cell for room in sheet.rooms for cell in room.cells}
    free = {
        cell
        for cell in _names(size)
        if sheet.cells[_index(cell, size)] == event.symbol and cell not in roomed
    }
    had = has = 1
    if gone:
        had = _weight(sheet, _around(gone.cell, free, size))
        free -= {gone.cell}
    has += _weight(sheet, _around(event.cell, free, size) - {event.cell})
    return Reason("M-30", "prepares", number=number) if has > had else None


def _around(cell: str, among: Set[str], size: int) -> set[str]:
    """A cell and those of the given ones that hang together with it."""
    found, ends = {cell}, [cell]
    while ends:
        fresh = [each for each in _neighbours(ends.pop(), size) if each in among - found]
        found.update(fresh)
        ends += fresh
    return found


def _weight(sheet: Sheet, cells: Set[str]) -> int:
    """M-31: what cells count for rooms."""
    return len(cells) + sum(cell in sheet.doubled for cell in cells)


# --- cats and mice -------------------------------------------------------------------------------


def _in_lines(view: View, sheet: Sheet, event: Wrote) -> Reason | None:
    """M-60: mice count in each row and column that has a cat."""
    lines = (event.cell[0], event.cell[1:])
    with_cat = [line for line in lines if line in sheet.cat_lines]
    if event.symbol == "mouse":
        points = len(with_cat) * (2 if event.doubled else 1)
        return Reason("M-60", "mouse", n=points) if points else Reason("M-60", "mouse_waits")
    fresh = [line for line in lines if line not in with_cat]
    points = sum(_mice(view, sheet, line) for line in fresh)
    if points:
        return Reason("M-60", "cat_lines", n=points)
    return Reason("M-60", "cat_lines_wait") if fresh else None


def _mice(view: View, sheet: Sheet, line: str) -> int:
    """The mice in a row or column, doubled ones twice."""
    size = view.paper.size
    mice = [
        name
        for name, written in zip(_names(size), sheet.cells, strict=True)
        if written == "mouse" and line in (name[0], name[1:])
    ]
    return len(mice) + sum(name in sheet.doubled for name in mice)


def _area(view: View, sheet: Sheet, cell: str) -> AreaSeen | None:
    """What stands in the area of a cell."""
    for cells, seen in zip(view.paper.areas, sheet.areas, strict=True):
        if cell in cells.cells:
            return seen
    return None


def _in_area(area: AreaSeen, event: Wrote) -> Reason | None:
    """M-70: mice count in each area that has a cat, and double where there are three."""
    weight = 2 if event.doubled else 1
    if event.symbol == "mouse":
        points = weight * _each(area.cats)
        return Reason("M-70", "mouse", n=points) if points else Reason("M-70", "mouse_area_waits")
    more = _each(area.cats + weight) - _each(area.cats)
    if more and area.mice:
        return Reason("M-70", "cat_area", n=more * area.mice)
    if more:
        return Reason("M-70", "cat_area_double" if area.cats else "cat_area_waits")
    return None if area.cats >= COMPANY else Reason("M-70", "cat_area_second")


def _each(cats: int) -> int:
    """What a mouse brings in an area."""
    return 0 if not cats else 2 if cats >= COMPANY else 1


# --- cells ---------------------------------------------------------------------------------------


def _names(size: int) -> list[str]:
    """All cells, row by row."""
    return [f"{chr(ord('a') + at % size)}{at // size + 1}" for at in range(size * size)]


def _index(cell: str, size: int) -> int:
    return (int(cell[1:]) - 1) * size + ord(cell[0]) - ord("a")


def _neighbours(cell: str, size: int) -> list[str]:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{chr(ord('a') + x)}{y}" for x, y in around if 0 <= x < size and 1 <= y <= size]
