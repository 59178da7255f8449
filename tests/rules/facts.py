"""What hints say of moves, for tests: the facts that a game's `why` finds."""

from __future__ import annotations

from typing import Any

from cattery import Match
from cattery.text import LANGUAGES

Fact = tuple[str, str, dict[str, Any]]  # rule, code, parameters


def fact(rule: str, code: str, **params: Any) -> Fact:
    """A fact that may speak for a move."""
    return rule, code, params


def told(match: Match, move: str) -> Fact | None:
    """The reason for a move of whoever is to decide, which both languages have words for."""
    seat = match.waiting[0]
    view = match.view(seat)
    match.play(move, seat)
    why = match.game.why(view, match.game.parse(move), match.story(seat)[-1].events)
    if why is None:
        return None
    for lang in LANGUAGES:
        assert match.game.words(lang).text(f"why.{why.code}", **why.params)
    return why.rule, why.code, why.params
