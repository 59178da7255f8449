"""If It Fits in tests: a table that stands as a position says, and moves played on it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import cattery
from cattery import Match
from cattery.games.if_it_fits.view import Box, View

GAME = cattery.game("if_it_fits")
PLAYERS = (2, 3, 4, 5)


def table(position: str, seats: int = 2, **options: str) -> Match:
    """A match that stands as the position says."""
    return Match.new("if_it_fits", seats=seats, position=position, options=options, seed=1)


def fresh(seats: int = 2, seed: int = 1, **options: str) -> Match:
    """A match at its start; the first seat is the start player."""
    return Match.new("if_it_fits", seats=seats, options={"first": "0", **options}, seed=seed)


def play(match: Match, *moves: str) -> Match:
    """Play moves one after the other, each by whoever is to decide."""
    for move in moves:
        match.play(move, match.waiting[0])
    return match


def legal(match: Match, word: str = "") -> set[str]:
    """The legal moves in notation, those that begin with a word."""
    if match.over:
        return set()
    moves = match.legal(match.waiting[0])
    return {note for note in map(match.game.format, moves) if f"{note} ".startswith(word)}


def look(match: Match, seat: int | None = None) -> View:
    """The view of a seat."""
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def box_at(match: Match, cell: str) -> Box:
    """The box that a cell is part of."""
    return next(box for box in look(match).boxes if cell in box.cells)


def phase(match: Match) -> str:
    """What is to be decided."""
    return look(match).phase


def events(match: Match, seat: int | None = None, entry: int = -1) -> list[Any]:
    """The events of one entry."""
    return list(match.story(seat)[entry].events)


def types(match: Match) -> list[str]:
    """The types of the last entry's events."""
    return [event.type for event in events(match)]


def points(match: Match) -> list[int]:
    """Everybody's points as the table stands."""
    return [int(score) for score in match.scores]


def choose(states: Any, chance: Random, sleeps: float = 0.06) -> int:
    """A legal action; draw or sleep is chosen first."""
    actions = GAME.legal(states)
    if GAME.format(GAME.move(actions[0])) == "draw" and chance.random() >= sleeps:
        return actions[0]
    return chance.choice(actions)


def walk(seats: int, seed: int, sleeps: float = 0.06, **options: str) -> Iterator[Any]:
    """A random game: every state in it, the first and the last included; each is a copy."""
    chance = Random(seed)
    states = GAME.new(seats, options, rng=seed)
    yield states.copy()
    while not states["over"][0]:
        GAME.apply(states, choose(states, chance, sleeps))
        yield states.copy()
