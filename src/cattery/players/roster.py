"""The kinds of players by name: `random`, `greedy`, and `cmd:./mybot` for a program."""

from __future__ import annotations

from collections.abc import Callable

from cattery.errors import UnknownPlayer
from cattery.game import Game
from cattery.players import foreign
from cattery.players.base import Player
from cattery.players.plain import GreedyPlayer, RandomPlayer

_PLAIN: dict[str, Callable[[int | None], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}
STAND_IN = "greedy"  # who plays on for a seat that was given up


def names(game: Game) -> tuple[str, ...]:
    """The players that a game offers, the weakest first."""
    return tuple(_PLAIN)


def check(name: str, game: Game, *, trusted: bool = False) -> str:
    """The name, if there is such a player. Only who owns the machine may name programs on it."""
    if trusted and foreign.is_foreign(name):
        foreign.parse(name)
    elif name not in _PLAIN:
        raise UnknownPlayer(player=name, known=names(game))
    return name


def make(name: str, game: Game, seed: int | None = None) -> Player:
    """A player of that name; with a seed it chooses the same each time."""
    check(name, game, trusted=True)
    if foreign.is_foreign(name):
        return foreign.ForeignPlayer(name, seed)
    return _PLAIN[name](seed)
