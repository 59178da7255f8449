"""Macskalak: simple ways to play it. Each likes some symbols and cells better than others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cattery.games.macskalak.moves import Change, Corners, Count, Done, Shift, Three, Write
from cattery.games.macskalak.view import View
from cattery.styles import best

if TYPE_CHECKING:
    import numpy as np

    from cattery.seat import Seat

NEVER, FIRST = -1, 2  # when abilities are used: if nothing else can be done, or at once


def play(
    seat: Seat,
    source: np.random.Generator,
    liking: Callable[[Write], Any] = lambda _: 0,
    abilities: Callable[[Any], int] = lambda _: NEVER,
) -> Any:
    """Write what is liked most, and be done when nothing more can be written."""

    def liked(move: Any) -> tuple[int, Any]:
        if isinstance(move, Write):
            special = move.apart or move.doubled
            return abilities(move) if special else 1, liking(move)
        if isinstance(move, Change | Corners | Count | Shift | Three):
            return abilities(move), 0
        return 0 if isinstance(move, Done) else 1, 0

    legal = seat.legal
    first = max(liked(move)[0] for move in legal)
    return best([m for m in legal if liked(m)[0] == first], lambda m: liked(m)[1], source)


def place(cell: str | None) -> tuple[int, int]:
    """Row and column of a cell, from 0; the cats of level 1 have none."""
    return (-1, -1) if cell is None else (int(cell[1:]) - 1, ord(cell[0]) - ord("a"))


def rings(view: View, cell: str | None) -> int:
    """How many cells lie between a cell and the rim of the sheet."""
    row, column = place(cell)
    return min(row, column, view.paper.size - 1 - row, view.paper.size - 1 - column)


def alike(view: View, move: Write) -> int:
    """How many of the cells around hold the same symbol and belong to no room."""
    assert view.seat is not None
    sheet, size, (row, column) = view.sheets[view.seat], view.paper.size, place(move.cell)
    built = {place(cell) for room in sheet.rooms for cell in room.cells}
    around = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
    inside = [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size and (r, c) not in built]
    return sum(sheet.cells[r * size + c] == move.symbol for r, c in inside) if move.cell else 0


def number(move: Write) -> int:
    """The number that is written; 0 for cats and mice."""
    return int(move.symbol) if move.symbol.isdigit() else 0


# --- the styles ----------------------------------------------------------------------------------


def row_by_row(seat: Seat, source: np.random.Generator) -> Any:
    """Fills the sheet as one writes a letter, from the top left."""
    return play(seat, source, lambda move: tuple(-at for at in place(move.cell)))


def big_rooms(seat: Seat, source: np.random.Generator) -> Any:
    """Only large numbers are worth writing, next to their like."""
    view = seat.view
    return play(seat, source, lambda move: number(move) + 2 * alike(view, move))


def small_rooms(seat: Seat, source: np.random.Generator) -> Any:
    """Many small rooms: twos beside twos, and never a five while there is a choice."""
    view = seat.view
    return play(seat, source, lambda move: (-(number(move) or 3), alike(view, move)))


def cats_first(seat: Seat, source: np.random.Generator) -> Any:
    """Every cat comes in, and the rest goes anywhere."""
    return play(seat, source, lambda move: move.symbol == "cat")


def mouse_lover(seat: Seat, source: np.random.Generator) -> Any:
    """Wants mice everywhere, each in a place of its own."""
    view = seat.view
    return play(seat, source, lambda move: (move.symbol == "mouse", -alike(view, move)))


def neat(seat: Seat, source: np.random.Generator) -> Any:
    """Puts like to like, whatever it is, and never thinks of an ability."""
    view = seat.view
    return play(seat, source, lambda move: alike(view, move))


def scatterer(seat: Seat, source: np.random.Generator) -> Any:
    """Likes it colourful: never two of a kind side by side."""
    view = seat.view
    return play(seat, source, lambda move: (-alike(view, move), number(move) > 0))


def from_the_rim(seat: Seat, source: np.random.Generator) -> Any:
    """Fills the sheet from outside to inside."""
    view = seat.view
    return play(seat, source, lambda move: (-rings(view, move.cell), alike(view, move)))


def from_the_middle(seat: Seat, source: np.random.Generator) -> Any:
    """Fills the sheet from inside to outside."""
    view = seat.view
    return play(seat, source, lambda move: (rings(view, move.cell), alike(view, move)))


def tinkerer(seat: Seat, source: np.random.Generator) -> Any:
    """Uses every ability the moment it has it."""
    return play(seat, source, abilities=lambda _: FIRST)


def racer(seat: Seat, source: np.random.Generator) -> Any:
    """Wants to be full first: more dice, more cells, whatever is in them."""

    def abilities(move: Any) -> int:
        return FIRST if move == Count(more=True) or isinstance(move, Three) else NEVER

    return play(seat, source, lambda move: move.cell is not None, abilities)
