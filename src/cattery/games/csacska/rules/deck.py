"""Csacska macskák: the cards and points, read from `deck.toml` and checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from cattery import data
from cattery.data import Checked

COLOURS = ("blue", "yellow", "red", "green")
OTHERS = ("stray", "kittens", "rascal", "good_dog", "bad_dog", "cat_lady")
NUMBERS = (1, 3, 5, 7, 9)
# The faces a house cat may have: one number, or two of which either counts.
FACES: tuple[tuple[int, ...], ...] = (
    *((number,) for number in NUMBERS),
    *((low, high) for low in NUMBERS for high in NUMBERS if low < high),
)
CARDS = 120
CATS = 23  # of one colour
# C-45: how many cards at most can become coins for each kind of series.
MOST_POINTS = {"three": 3, "five": 5, "seven": 8, "stray": 5, "alike": 3}


@dataclass(frozen=True)
class Deck:
    """What a printed game may correct."""

    cats: tuple[int, ...]  # [face] how many of one colour
    others: tuple[int, ...]  # in the order of OTHERS
    points: dict[str, int]


@cache
def deck() -> Deck:
    """The deck in force."""
    return checked(data.read("csacska", "deck.toml"))


def checked(content: dict[str, Any]) -> Deck:
    """A deck from the content of its file; BadData says what is wrong with it."""
    sheet = Checked(content, "csacska", "deck.toml")
    others, points = sheet.table("others"), sheet.table("points")
    made = Deck(
        cats=_cats(sheet),
        others=tuple(others.number(name, 0, CARDS) for name in OTHERS),
        points={name: points.number(name, 0, most) for name, most in MOST_POINTS.items()},
    )
    if len(COLOURS) * sum(made.cats) + sum(made.others) != CARDS:
        raise sheet.bad("cards")
    return made


def _cats(sheet: Checked) -> tuple[int, ...]:
    """C-1, C-2: how often each face comes in a colour."""
    names = sheet.texts("cats", CATS, "cats")
    faces = ["-".join(map(str, face)) for face in FACES]
    if not set(names) <= set(faces):
        raise sheet.bad("cats", "cats")
    return tuple(names.count(face) for face in faces)
