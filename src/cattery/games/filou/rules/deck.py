"""Filou: the cards and mice, read from `deck.toml` and checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from cattery import data
from cattery.data import Checked

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
    sheet = Checked(content, "filou", "deck.toml")
    by_players = sheet.table("players", "players")
    tables = {n: by_players.table(str(n), "players") for n in range(FEWEST, MOST + 1)}
    made = Deck(
        cats=_cats(sheet),
        mice=sheet.number("mice", 0, MOST_MICE, "mice"),
        mouse_cards={n: _mouse_cards(table, n) for n, table in tables.items()},
        bank={n: table.number("bank", 0, MOST_MICE, "bank") for n, table in tables.items()},
    )
    if any(made.total(players) > MOST_MICE for players in made.bank):
        raise sheet.bad("too_many_mice")
    return made


def _cats(sheet: Checked) -> tuple[int, ...]:
    cats = sheet.numbers("cats", CATS, -HIGHEST_VALUE, HIGHEST_VALUE, "cats")
    if sorted(set(cats)) != list(cats) or 0 in cats:
        raise sheet.bad("cats", "cats")
    return cats


def _mouse_cards(table: Checked, players: int) -> tuple[int, ...]:
    cards = table.numbers("mouse_cards", players - 1, 1, MOST_MICE, "mouse_cards")
    if sorted(cards) != list(cards):
        raise table.bad("mouse_cards", "mouse_cards")
    return cards
