"""The bed turned and mirrored: squares, entries, moves and positions.

All eight symmetries are made of two: mirror the bed from west to east, and swap rows with columns.
"""

from __future__ import annotations

import re

from cattery import game

COLUMNS = "abcdef"
MIRRORED_EDGE = {"N": "N", "S": "S", "E": "W", "W": "E"}
TRANSPOSED_EDGE = {"N": "W", "W": "N", "S": "E", "E": "S"}


def mirror(square: str) -> str:
    """A square seen in a mirror that swaps west and east."""
    return f"{COLUMNS[5 - COLUMNS.index(square[0])]}{square[1]}"


def mirror_entry(entry: str) -> str:
    """An entry in that mirror: the seams of the north and south are counted from the west."""
    edge, seam = entry[0], int(entry[1])
    return f"{MIRRORED_EDGE[edge]}{6 - seam if edge in 'NS' else seam}"


def transpose(square: str) -> str:
    """A square with row and column swapped."""
    return f"{COLUMNS[int(square[1]) - 1]}{COLUMNS.index(square[0]) + 1}"


def transpose_entry(entry: str) -> str:
    """An entry with rows and columns swapped."""
    return f"{TRANSPOSED_EDGE[entry[0]]}{entry[1]}"


class Symmetry:
    """A way to turn or mirror the bed: 0 ... 7, where 0 leaves it alone."""

    def __init__(self, number: int) -> None:
        # Mirror, transpose, mirror ... in turn: eight of them lead back to the start.
        self.steps = [k % 2 for k in range(number)]

    def square(self, square: str) -> str:
        """Where a square goes."""
        for transposed in self.steps:
            square = transpose(square) if transposed else mirror(square)
        return square

    def entry(self, entry: str) -> str:
        """Where a ghost's entry goes."""
        for transposed in self.steps:
            entry = transpose_entry(entry) if transposed else mirror_entry(entry)
        return entry

    def move(self, move: str) -> str:
        """What becomes of a move."""
        huupp = game("huupp")
        word, *places = move.split()
        change = self.entry if word == "ghost" else self.square
        return huupp.format(huupp.parse(" ".join([word, *map(change, places)])))

    def position(self, position: str) -> str:
        """What becomes of a position."""
        board, *rest = position.split()
        signs = "".join(re.sub(r"\d", lambda n: "." * int(n[0]), board).split("/"))
        names = [f"{column}{row}" for row in range(1, 7) for column in COLUMNS]
        moved = {self.square(name): sign for name, sign in zip(names, signs, strict=True)}
        rows = ["".join(moved[f"{column}{row}"] for column in COLUMNS) for row in range(1, 7)]
        ghosts = [g if g == "-" else self.entry(g[:2]) + g[2:] for g in rest[3:5]]
        turned = "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)
        return " ".join([turned, *rest[:3], *ghosts, rest[5]])


def swapped(position: str) -> str:
    """The position with the players' roles exchanged."""
    board, mover, mine, yours, ghost, other, number = position.split()
    return " ".join([board.swapcase(), str(3 - int(mover)), yours, mine, other, ghost, number])
