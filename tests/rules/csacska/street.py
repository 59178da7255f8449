"""Csacska macskák in tests: a table that stands as a position says, and moves played on it."""

from __future__ import annotations

from typing import Any

import cattery
from cattery import Match

CSACSKA = cattery.game("csacska")
PLAYERS = (3, 4, 5)
COLOURS = ("blue", "yellow", "red", "green")


def table(position: str, seats: int = 3, seed: int = 1) -> Match:
    """A match that stands as the position says."""
    return Match.new("csacska", seats=seats, position=position, seed=seed)


def fresh(seats: int = 3, seed: int = 1, **options: str) -> Match:
    """A match at its start; the first seat is the start player."""
    return Match.new("csacska", seats=seats, options={"first": "0", **options}, seed=seed)


def play(match: Match, *moves: str) -> Match:
    """Play moves one after the other, each by whoever is to decide."""
    for move in moves:
        match.play(move, match.waiting[0])
    return match


def legal(match: Match) -> list[str]:
    """What may be done now, in notation."""
    return [match.game.format(move) for move in match.legal(match.waiting[0])]


def part(match: Match, number: int) -> str:
    """A part of the position: 0 piles, 1 series, 2 coins, 3 turn, 4 draw pile, 5 box."""
    return match.position().split()[number]


def piles(match: Match) -> str:
    """The discard piles."""
    return part(match, 0)


def series(match: Match, seat: int = 0) -> str:
    """A player's series."""
    return part(match, 1).split("/")[seat]


def coins(match: Match) -> list[int]:
    """Everybody's coins."""
    return [int(n) for n in part(match, 2).split(",")]


def stage(match: Match) -> str:
    """Whose turn it is, and what is decided."""
    return part(match, 3)


def box(match: Match) -> str:
    """What is out of play."""
    return part(match, 5)


def events(match: Match, entry: int = -1) -> list[Any]:
    """The events of one entry."""
    return list(match.story(None)[entry].events)


def types(match: Match) -> list[str]:
    """The types of the last entry's events."""
    return [event.type for event in events(match)]


def refusal(match: Match, move: str) -> tuple[str, str]:
    """By which rule, and for what reason, a move is refused."""
    action = match.game.action(match.game.parse(move))
    assert action not in match.legal_actions(match.waiting[0])
    reason = match.game.why_not(match.state(), action)
    assert reason is not None
    for lang in ("hu", "en"):
        assert match.game.words(lang).text(f"reason.{reason.code}", **reason.params)
    return reason.rule, reason.code
