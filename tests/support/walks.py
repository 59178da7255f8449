"""Every table of every game, and random walks through its games."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import cattery
from cattery import Game, Match
from cattery.options import Option

LANGUAGES = ("en", "hu")


@dataclass(frozen=True)
class Table:
    """A game with a number of seats and a choice for every option."""

    name: str
    seats: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join([self.name, str(self.seats), *(f"{k}={v}" for k, v in self.options)])

    @property
    def game(self) -> Game:
        """The game."""
        return cattery.game(self.name)

    def match(self, seed: int, **more: Any) -> Match:
        """A new match at this table."""
        return Match.new(self.game, seats=self.seats, options=dict(self.options), seed=seed, **more)

    def new(self, rng: int) -> Any:
        """An array of one dealt state."""
        return self.game.new(self.seats, dict(self.options), rng=rng)


MOST_TABLES = 6  # of one game; the contract runs at each


def tables(*names: str) -> list[Table]:
    """The tables of the games: all, or so many that every number of seats and every value occurs.

    Who begins is left to chance where a seat could be named.
    """
    return [table for name in names or cattery.games() for table in _tables(cattery.game(name))]


def _tables(game: Game) -> list[Table]:
    free = [option for option in game.options if "seat" not in option.values]
    lists = [list(map(str, game.seats)), *(_values(option) for option in free)]
    rows = list(itertools.product(*lists))
    if len(rows) > MOST_TABLES:
        rows = [tuple(_turning(each, k) for each in lists) for k in range(max(map(len, lists)))]
    named = [option.name for option in free]
    return [
        Table(game.name, int(seats), tuple(zip(named, chosen, strict=True)))
        for seats, *chosen in rows
    ]


def _turning(values: list[str], k: int) -> str:
    """The k-th value, going round; not in step with shorter or longer lists."""
    return values[(k + k // len(values)) % len(values)]


def _values(option: Option) -> list[str]:
    """All values of an option; of an arrangement those offered and one that isn't."""
    if not option.is_arrangement:
        return list(option.values)
    return [*option.values, option.value(Random(option.name).randrange(option.count))]


@dataclass
class Here:
    """A moment of a walk: the state with its actor set, what is legal, what is chosen."""

    states: Any
    legal: list[int]
    action: int


def copied(states: Any) -> Any:
    """A copy by bytes; field by field would leave what lies between the fields to chance."""
    return states.view(np.uint8).copy().view(states.dtype)


def waiting(states: Any) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(8) if int(states["waiting"][0]) >> seat & 1]


def walk(table: Table, seed: int) -> Iterator[Here]:
    """A random game, moment by moment; where several may act, any of them does."""
    chance, game = Random(f"{table} {seed}"), table.game
    states = table.new(chance.getrandbits(64))
    while not states["over"][0]:
        states["actor"] = chance.choice(waiting(states))
        legal = game.legal(states)
        here = Here(copied(states), legal, chance.choice(legal))
        yield here
        game.apply(states, here.action)


def glimpses(table: Table, seed: int, most: int = 24) -> list[Here]:
    """At most so many moments of a walk, spread over all of it: games may be long."""
    moments = list(walk(table, seed))
    return moments[:: 1 + (len(moments) - 1) // most]


def last(table: Table, seed: int) -> Any:
    """The end of a random game."""
    here = None
    for here in walk(table, seed):  # noqa: B007 the last one is wanted
        pass
    assert here is not None
    table.game.apply(here.states, here.action)
    return here.states


def play_on(match: Match, moves: int, seed: int) -> Match:
    """Play so many random moves, or to the end."""
    chance = Random(seed)
    for _ in range(moves):
        if match.over:
            break
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    return match


def played(table: Table, seed: int, moves: int = 100_000, **more: Any) -> Match:
    """A match with so many random moves played, or to the end."""
    return play_on(table.match(seed, **more), moves, seed)
