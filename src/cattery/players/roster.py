"""The kinds of players by name: `random`, `greedy`, `level:3`, `style:bluffer`; `think:30ms`,
`cmd:./mybot`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cattery import styles
from cattery.errors import UnknownPlayer
from cattery.game import Game
from cattery.players import foreign

if TYPE_CHECKING:
    from cattery.players.base import Player

_PLAIN = ("random", "greedy")
THINK, LEVEL, STYLE = "think:", "level:", "style:"
GALLERY = "gallery"  # all styles of a game, where players are listed; `gallery:practice` a part
TRUSTED = ("think:30ms", "cmd:./mybot")  # one of each kind that only a machine's owner may name
STAND_IN = "greedy"  # who plays on for a seat that was given up


def names(game: Game) -> tuple[str, ...]:
    """The players that a game offers, the weakest first."""
    return (*_PLAIN, *(f"level:{n + 1}" for n in range(len(game.levels))))


def characters(game: Game, part: styles.Part = "all") -> tuple[str, ...]:
    """The players with a style of their own that a game offers, neither weak nor strong."""
    return tuple(f"{STYLE}{name}" for name in styles.gallery(game.name, part))


def listed(names: Iterable[str], game: Game) -> list[str]:
    """The names, with all players of the gallery, or of a part of it, where it is named."""
    found: list[str] = []
    for name in names:
        kind, _, part = name.partition(":")
        if kind == GALLERY and (part or "all") in styles.PARTS:
            found += characters(game, part or "all")  # type: ignore[arg-type]
        else:
            found.append(name)
    return found


def check(name: str, game: Game, *, trusted: bool = False) -> str:
    """The name, if there is such a player.

    Only who owns the machine may name programs on it, or say how long to think.
    """
    if trusted and foreign.is_foreign(name):
        foreign.parse(name)
    elif trusted and name.startswith(THINK) and _is_readable(name.removeprefix(THINK)):
        pass
    elif name not in (known := (*names(game), *characters(game))):
        raise UnknownPlayer(player=name, known=(*known, *TRUSTED) if trusted else known)
    return name


def make(name: str, game: Game, seed: int | None = None) -> Player:
    """A player of that name; with a seed it chooses the same each time."""
    check(name, game, trusted=True)
    if foreign.is_foreign(name):
        return foreign.ForeignPlayer(name, seed)
    if name.startswith(THINK):
        return _thinker(game, name.removeprefix(THINK), seed)
    if name.startswith(LEVEL):
        return _thinker(game, game.levels[int(name.removeprefix(LEVEL)) - 1], seed)
    if name.startswith(STYLE):
        return _with_style(game, name.removeprefix(STYLE), seed)
    return _plain(name, seed)


# What plays is loaded when somebody plays: others start more quickly without it.


def _plain(name: str, seed: int | None) -> Player:
    from cattery.players.plain import GreedyPlayer, RandomPlayer

    return GreedyPlayer(seed) if name == "greedy" else RandomPlayer(seed)


def _with_style(game: Game, name: str, seed: int | None) -> Player:
    from cattery.players.plain import StylePlayer

    return StylePlayer(styles.style(game.name, name), seed)


def _is_readable(text: str) -> bool:
    from cattery.players import thinker

    return bool(thinker.settings(text))


def _thinker(game: Game, text: str, seed: int | None) -> Player:
    from cattery.players import thinker

    return thinker.make(game, text, seed)
