"""Macskalak: what speaks for a step, from what it scores and from what it prepares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattery.game import Reason
from cattery.games.macskalak.story import Built, CrossedCat, CrossedCheese, Finished, Wrote
from cattery.games.macskalak.view import View


def why(view: View, move: Any, events: Sequence[Any]) -> Reason | None:
    """The most telling fact about a step."""
    for event in events:
        match event:
            case Built():
                return Reason("M-32", "built", number=event.number, ability=event.ability)
            case CrossedCheese():
                return Reason("M-54", "cheese", n=event.points)
            case CrossedCat():
                return Reason("M-53", "number" if event.shows else "cat")
            case Finished():
                return Reason("M-24", "done")
    for event in events:
        if isinstance(event, Wrote) and event.symbol.isdigit():
            return _prepares(view, event)
    return None


def _prepares(view: View, event: Wrote) -> Reason | None:
    """A number beside equal ones that are in no room yet."""
    sheet, size = view.sheets[event.seat], view.paper.size
    roomed = {cell for room in sheet.rooms for cell in room.cells}
    beside = [
        cell
        for cell in _neighbours(event.cell, size)
        if sheet.cells[_index(cell, size)] == event.symbol and cell not in roomed
    ]
    return Reason("M-30", "prepares", number=int(event.symbol)) if beside else None


def _index(cell: str, size: int) -> int:
    return (int(cell[1:]) - 1) * size + ord(cell[0]) - ord("a")


def _neighbours(cell: str, size: int) -> list[str]:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{chr(ord('a') + x)}{y}" for x, y in around if 0 <= x < size and 1 <= y <= size]
