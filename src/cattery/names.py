"""What the players of a match are called, on every screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cattery.text import HUMAN, player_name, shared_words

if TYPE_CHECKING:
    from cattery.match import Match


def shown(names: Sequence[str], bots: Sequence[str | None], lang: str) -> list[str]:
    """A name for every seat: the given one, the bot's, or "Player 2".

    A bot without a name of its own goes by its kind; the second of a kind has a number, which a
    line break never parts from it.

    >>> shown(["Anna", "", "", ""], [None, "greedy", "greedy", None], "en")
    ['Anna', 'greedy', 'greedy\\xa02', 'Player 4']
    """
    kinds = [None if name else bot for name, bot in zip(names, bots, strict=True)]
    return [
        name or _bot_name(kinds, seat, lang) or player_name(lang, seat)
        for seat, name in enumerate(names)
    ]


def of_match(match: Match, lang: str) -> list[str]:
    """The names of those who played a match."""
    bots = [None if player == HUMAN else player for player in match.players]
    return shown(match.names, bots, lang)


def shortened(name: str, most: int) -> str:
    """A player's name in so many letters: the beginning and the end tell most.

    >>> shortened("cmd:/home/anna/bots/python mybot.py", 17)
    'cmd:/h…n mybot.py'
    """
    begin = most // 3 + 1
    return name if len(name) <= most else f"{name[:begin]}…{name[begin + 1 - most :]}"


def _bot_name(kinds: Sequence[str | None], seat: int, lang: str) -> str | None:
    kind = kinds[seat]
    if not kind:
        return None
    name = shared_words(lang).find(f"player.{kind}") or kind
    same = kinds[: seat + 1].count(kind)
    return f"{name}\u00a0{same}" if same > 1 else name
