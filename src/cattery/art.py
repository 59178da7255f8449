"""What every game's `draw.py` needs: how seats look, a sheet of characters, a picture's frame, and
the symbols of `art.svg`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from cattery import data


class SeatLook(NamedTuple):
    """How all that belongs to a seat looks, on paper, on the page and in the terminal."""

    light: str  # its colour on light ground
    dark: str  # on dark ground
    middle: str  # one that reads on both: a terminal's ground is not ours to know
    sign: str  # a shape beside every colour, so that a seat is known without colours
    outline: str  # the same shape in a square of 24


def _seat_looks() -> tuple[SeatLook, ...]:
    """The looks in `seats.toml`, from which the page has its colours and shapes too."""
    text = (Path(__file__).parent / "seats.toml").read_text(encoding="utf-8")
    return tuple(SeatLook(**look) for look in tomllib.loads(text)["seat"])


SEATS = _seat_looks()
SEAT_SHAPES = "".join(look.sign for look in SEATS)
SEAT_COLOURS = tuple(  # [seat] in a picture, where a page may give colours of its own
    f"var(--accent-{number}, {look.light})" for number, look in enumerate(SEATS, 1)
)

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


# --- pictures -------------------------------------------------------------------------------------

INK = "var(--ink, #4a352e)"
SOFT_INK = "var(--ink-soft, #7a6257)"
CARD = "var(--card, #fff8ec)"
FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
PAPER = '<rect width="100%" height="100%" rx="28" fill="#fffdf7"/>'
BOLD = ' font-weight="700"'
CENTRED = ' text-anchor="middle"'
AT_END = ' text-anchor="end"'


def svg(
    wide: float, high: float, title: str, description: str, parts: Iterable[str], defs: str = ""
) -> str:
    """A picture that says what it shows; `defs` are symbols that its parts use."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" '
            f'width="{wide:g}" height="{high:g}" role="img" font-family="{FONT}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(description)}</desc>",
            f"<defs>\n{defs}\n</defs>",
            *parts,
            "</svg>",
        ]
    )


def use(
    symbol: str, x: float, y: float, wide: float, high: float | None = None, extra: str = ""
) -> str:
    """A symbol with its corner at (x, y); as high as it is wide, unless told.

    >>> use("huupp-cat-1", 10, 20, 92)
    '<use href="#huupp-cat-1" x="10" y="20" width="92" height="92"/>'
    """
    tall = wide if high is None else high
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"{extra}/>'


def text(x: float, y: float, size: float, words: str, fill: str = INK, extra: str = "") -> str:
    """Words with their baseline at (x, y).

    >>> text(1, 2, 14, "a < b", "#000")
    '<text x="1" y="2" font-size="14" fill="#000">a &lt; b</text>'
    """
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{extra}>'
        f"{escape(words)}</text>"
    )


def seat_mark(seat: int, x: float, y: float, size: float) -> str:
    """The shape of a seat around (x, y)."""
    place, scale = f"{x - size / 2:g} {y - size / 2:g}", f"{size / 24:g}"
    return (
        f'<path d="{SEATS[seat].outline}" transform="translate({place}) scale({scale})" '
        f'fill="{SEAT_COLOURS[seat]}"/>'
    )


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
