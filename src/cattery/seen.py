"""What of a game's cards a seat has seen: a memory aid, made of nothing but that seat's view.

A game that offers it has a `seen.py` with `seen(view) -> list[SeenCard]`, in the order in which it
is read. Cards in hands that the seat can't see and face-down ones are out: it says how many of a
kind are, never where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cattery import data

FILE = "seen.py"


@dataclass(frozen=True)
class SeenCard:
    """A kind of card, worded as `card.<card>`."""

    card: str
    seen: int  # the own hand included
    all: int  # in the game

    @property
    def out(self) -> int:
        """How many haven't been seen."""
        return self.all - self.seen


def counted(seen: Iterable[str], everything: Mapping[str, int]) -> list[SeenCard]:
    """Of each kind of card how many were seen.

    >>> counted(["rabbit", "dog", "rabbit"], {"rabbit": 3, "dog": 1, "cat": 2})[0]
    SeenCard(card='rabbit', seen=2, all=3)
    """
    number = Counter(seen)
    return [SeenCard(card, number[card], n) for card, n in everything.items() if n]


def has_seen(name: str) -> bool:
    """Whether a game offers it."""
    return (data.folder(name) / FILE).is_file()
