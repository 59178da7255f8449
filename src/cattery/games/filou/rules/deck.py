"""Filou: the cards and mice, read from `deck.toml` and checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from cattery import data
from cattery.errors import BadData

CATS = 7  # F-1: how many cats a set has; the rabbit and the dogs come after them
FEWEST, MOST = 3, 5  # players
HIGHEST_VALUE = 20
MOST_MICE = 120  # in play; a bid must fit a signed byte


@dataclass(frozen=True)
class Deck:
    """The numbers that a printed game may correct."""

    cats: tuple[int, ...]  # from the worst to the best
    mice: int  # per player at the start
    mouse_cards: dict[int, tuple[int, ...]]  # [players] from the lowest to the highest
    bank: dict[int, int]  # [players] at the start

    def total(self, players: int) -> int:
        """F-2: the mice in play."""
        return self.mice * players + self.bank[players]


@cache
def deck() -> Deck:
    """The deck in force."""
    return checked(data.read("filou", "deck.toml"))


def checked(content: dict[str, Any]) -> Deck:
    """A deck from the content of its file; BadData says what is wrong with it."""
    if not isinstance(content.get("players"), dict):
        raise _bad("players")
    made = Deck(
        cats=_cats(content.get("cats")),
        mice=_number(content.get("mice"), "mice"),
        mouse_cards={n: _mouse_cards(content, n) for n in range(FEWEST, MOST + 1)},
        bank={n: _number(_table(content, n).get("bank"), "bank") for n in range(FEWEST, MOST + 1)},
    )
    if any(made.total(players) > MOST_MICE for players in made.bank):
        raise _bad("too_many_mice")
    return made


def _bad(problem: str) -> BadData:
    return BadData(file="filou/deck.toml", game="filou", problem=problem)


def _table(content: dict[str, Any], players: int) -> dict[str, Any]:
    found = content["players"].get(str(players))
    if not isinstance(found, dict):
        raise _bad("players")
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any, problem: str) -> int:
    if not _is_number(value) or not 0 <= value <= MOST_MICE:
        raise _bad(problem)
    return int(value)


def _cats(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) != CATS or not all(map(_is_number, values)):
        raise _bad("cats")
    if sorted(set(values)) != values or 0 in values or max(map(abs, values)) > HIGHEST_VALUE:
        raise _bad("cats")
    return tuple(values)


def _mouse_cards(content: dict[str, Any], players: int) -> tuple[int, ...]:
    values = _table(content, players).get("mouse_cards")
    if not isinstance(values, list) or len(values) != players - 1:
        raise _bad("mouse_cards")
    if not all(_is_number(value) and value > 0 for value in values) or sorted(values) != values:
        raise _bad("mouse_cards")
    return tuple(values)
