"""Filou in tests: a table that stands as a position says, and moves played on it."""

from __future__ import annotations

from typing import Any

from cattery import Match

ALL = {"-8", "-5", "3", "5", "8", "11", "15", "rabbit", "big_dog", "small_dog"}
PLAYERS = (3, 4, 5)


def table(position: str, seats: int = 4, **options: str) -> Match:
    """A match that stands as the position says."""
    return Match.new("filou", seats=seats, position=position, options=options, seed=1)


def fresh(seats: int, seed: int = 1, **options: str) -> Match:
    """A match at its start; the first seat is the start player."""
    return Match.new("filou", seats=seats, options={"first": "0", **options}, seed=seed)


def play(match: Match, *moves: str) -> Match:
    """Play moves one after the other, each by whoever is to decide."""
    for move in moves:
        match.play(move, match.waiting[0])
    return match


def lay_all(match: Match) -> Match:
    """Everybody lays the first card of the hand."""
    while match.view(None).phase == "lay":
        match.play(match.legal_actions(match.waiting[0])[0], match.waiting[0])
    return match


def legal(match: Match) -> list[str]:
    """What may be done now, in notation."""
    return [match.game.format(move) for move in match.legal(match.waiting[0])]


def mice(match: Match) -> list[int]:
    """Everybody's mice."""
    return [int(word) for word in match.position().split()[1].split(",")]


def points(match: Match) -> list[int]:
    """Everybody's points from won cats."""
    return [player.points for player in match.view(None).players]


def row(match: Match, seat: int | None = None) -> list[str | None]:
    """The cards of the row, None where the seat doesn't know them."""
    return [card.card for card in match.view(seat).row]


def face_up(match: Match) -> int:
    """How many cards of the row are face up."""
    return sum(card.open for card in match.view(None).row)


def events(match: Match, seat: int | None = None, entry: int = -1) -> list[Any]:
    """The events of one entry."""
    return list(match.story(seat)[entry].events)


def types(match: Match) -> list[str]:
    """The types of the last entry's events."""
    return [event.type for event in events(match)]
