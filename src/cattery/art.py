"""What every game's `draw.py` needs: a sheet of characters, and the symbols of `art.svg`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from cattery import data

# A shape beside every colour, so that a seat is known without colours.
SEAT_SHAPES = "●■▲◆★⬢"

Line = list[tuple[str, str]]  # pieces of text, each with the name of its style


def seat_style(seat: int) -> str:
    """The style of all that belongs to a seat: `seat1`, `seat2` ...

    >>> seat_style(0)
    'seat1'
    """
    return f"seat{seat + 1}"


class Canvas:
    """A sheet of characters, written on in any order; what comes later covers what was there.

    >>> sheet = Canvas()
    >>> sheet.put(0, 0, "-----")
    >>> sheet.put(0, 2, "k", "seat1")
    >>> sheet.lines()
    [[('--', 'plain'), ('k', 'seat1'), ('--', 'plain')]]
    """

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, row: int, column: int, text: str, style: str = "plain") -> None:
        """Write a text from (row, column) to the right."""
        for offset, character in enumerate(text):
            self._characters[row, column + offset] = (character, style)

    def lines(self) -> list[Line]:
        """The sheet from top to bottom, neighbours of one style together."""
        height = 1 + max((row for row, _ in self._characters), default=-1)
        return [self._line(row) for row in range(height)]

    def _line(self, row: int) -> Line:
        width = 1 + max((column for r, column in self._characters if r == row), default=-1)
        blank = (" ", "plain")
        signs = (self._characters.get((row, column), blank) for column in range(width))
        return [
            ("".join(sign for sign, _ in run), style)
            for style, run in groupby(signs, key=lambda sign: sign[1])
        ]


# --- art.svg -------------------------------------------------------------------------------------

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_THEMED = re.compile(r"var\(--[\w-]+, *([^()]+)\)")


@cache
def _symbols(name: str) -> dict[str, str]:
    art = (data.folder(name) / "art.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(art)}


def symbols(name: str, ids: Iterable[str]) -> str:
    """The named symbols of a game, each once, in the order of the file."""
    wanted = set(ids)
    return "\n".join(markup for symbol, markup in _symbols(name).items() if symbol in wanted)


def plain_colours(markup: str) -> str:
    """Markup with each colour of a theme replaced by its light one, for viewers without CSS.

    >>> plain_colours('fill="var(--fur, #f2a65a)"')
    'fill="#f2a65a"'
    """
    return _THEMED.sub(r"\1", markup)
