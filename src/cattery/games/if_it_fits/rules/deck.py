"""If It Fits: the cards, read from `deck.toml` and checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from cattery import data
from cattery.data import Checked

FEWEST, MOST = 2, 5  # players
CATS = 5  # I-1: per player
PRINCESSES = 5
BOXES = 72
STARTING = 5
PATTERNS = ("none", "N", "E", "NS", "EW", "NE", "NW", "ESW", "NSW")  # up to a half turn
CONTENTS = ("ball", "mouse", "feather", "spray", "plain")
TOYS = 3  # the first contents, each also a special toy
HIGHEST_WORTH = 5  # of a special toy


@dataclass(frozen=True)
class Deck:
    """The cards that a printed game may correct."""

    boxes: tuple[tuple[int, ...], ...]  # [pattern][content] how many
    starting: tuple[int, ...]  # [pattern] how many starting boxes
    special: tuple[int, ...]  # [toy] how many toys of its kind it counts as

    @property
    def cards(self) -> int:
        """I-1: all cards of the game."""
        boxes = sum(map(sum, self.boxes)) + sum(self.starting)
        return MOST * CATS + PRINCESSES + boxes + len(self.special)


@cache
def deck() -> Deck:
    """The deck in force."""
    return checked(data.read("if_it_fits", "deck.toml"))


def checked(content: dict[str, Any]) -> Deck:
    """A deck from the content of its file; BadData says what is wrong with it."""
    sheet = Checked(content, "if_it_fits", "deck.toml")
    return Deck(
        boxes=_boxes(sheet.table("boxes")),
        starting=_starting(sheet.table("starting")),
        special=tuple(
            sheet.table("special").number(toy, 0, HIGHEST_WORTH) for toy in CONTENTS[:TOYS]
        ),
    )


def _boxes(table: Checked) -> tuple[tuple[int, ...], ...]:
    rows = {pattern: table.table(pattern) for pattern in PATTERNS}
    found = tuple(
        tuple(rows[pattern].number(content, 0, BOXES) for content in CONTENTS)
        for pattern in PATTERNS
    )
    if sum(map(sum, found)) != BOXES:
        raise table.bad("boxes")
    return found


def _starting(table: Checked) -> tuple[int, ...]:
    names = table.texts("boxes", STARTING)
    if not set(names) <= set(PATTERNS):
        raise table.bad("starting", "boxes")
    return tuple(names.count(pattern) for pattern in PATTERNS)
