"""What the players of a match are called, on every screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cattery import data
from cattery.text import Words, game_words, player_name, shared_words

if TYPE_CHECKING:
    from cattery.match import Match


LONGEST = 24  # characters of a player's name
_LONGEST_KIND = 200  # characters of a kind of player: a program's command line can be long
_LOOKED_AT = 4 * LONGEST  # a longer text is no name: what comes later isn't looked at


class Called(NamedTuple):
    """Of whom a refusal speaks: the names that were given, and the kinds of the bots, by seat."""

    names: Sequence[str]
    bots: Sequence[str | None]


def plain(text: str) -> str:
    """The text without control and format characters, runs of blanks made one.

    >>> plain(" Mi\\u202eci\\n ")
    'Mici'
    """
    kept = (
        " " if char.isspace() else char
        for char in text
        if char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return " ".join("".join(kept).split())


def cleaned(name: str) -> str:
    """A name as it may be shown, wherever it comes from: one short line, in bounded time.

    >>> cleaned("An\\x1b[31mna" + "!" * 5_000_000)
    'An[31mna!!!!!!!!!!!!!!!!'
    """
    return _first_line(name[:_LOOKED_AT])


@lru_cache(1024)
def _first_line(name: str) -> str:
    return plain(name)[:LONGEST].rstrip()


def shown(
    names: Sequence[str], bots: Sequence[str | None], lang: str, game: str | None = None
) -> list[str]:
    """A name for every seat: the given one, the bot's, or "Player 2".

    A bot without a name of its own goes by its kind; the second of a kind has a number, which a
    line break never parts from it. Names are cleaned here, since files bring any. Some kinds are
    of one game: its words name them.

    >>> shown(["Anna", "", "", ""], [None, "greedy", "greedy", None], "en")
    ['Anna', 'greedy', 'greedy\\xa02', 'Player 4']
    """
    given = [cleaned(name) if name else "" for name in names]
    kinds = [None if name else bot for name, bot in zip(given, bots, strict=True)]
    known = game is not None and game in data.names()  # a table may outlive its game
    words = game_words(game, lang) if known else shared_words(lang)
    return [
        name or _bot_name(kinds, seat, words) or player_name(lang, seat)
        for seat, name in enumerate(given)
    ]


def of_match(match: Match, lang: str) -> list[str]:
    """The names of those who played a match."""
    return shown(match.names, match.bots, lang, match.game.name)


def shortened(name: str, most: int) -> str:
    """A player's name in so many letters: the beginning and the end tell most.

    >>> shortened("cmd:/home/anna/bots/python mybot.py", 17)
    'cmd:/h…n mybot.py'
    """
    begin = most // 3 + 1
    return name if len(name) <= most else f"{name[:begin]}…{name[begin + 1 - most :]}"


def _bot_name(kinds: Sequence[str | None], seat: int, words: Words) -> str | None:
    kind = kinds[seat]
    if not kind:
        return None
    name = words.find(f"player.{kind}") or plain(kind[:_LONGEST_KIND])
    same = kinds[: seat + 1].count(kind)
    return f"{name}\u00a0{same}" if same > 1 else name
