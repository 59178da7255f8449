"""The kinds of players by name: `random`, `greedy`."""

from __future__ import annotations

from collections.abc import Callable

from cattery.errors import UnknownPlayer
from cattery.game import Game
from cattery.players.base import Player
from cattery.players.plain import GreedyPlayer, RandomPlayer

_PLAIN: dict[str, Callable[[int | None], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


def names(game: Game) -> tuple[str, ...]:
    """The players that a game offers, the weakest first."""
    return tuple(_PLAIN)


def check(name: str, game: Game) -> str:
    """The name, if there is such a player."""
    if name not in _PLAIN:
        raise UnknownPlayer(player=name, known=names(game))
    return name


def make(name: str, game: Game, seed: int | None = None) -> Player:
    """A player of that name; with a seed it chooses the same each time."""
    return _PLAIN[check(name, game)](seed)
