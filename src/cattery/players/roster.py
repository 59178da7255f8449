"""The kinds of players by name: `random`, `greedy`, `level:3`; `think:30ms`, `cmd:./mybot`."""

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
THINK, LEVEL = "think:", "level:"
TRUSTED = ("think:30ms", "cmd:./mybot")  # one of each kind that only a machine's owner may name
STAND_IN = "greedy"  # who plays on for a seat that was given up


def names(game: Game) -> tuple[str, ...]:
    """The players that a game offers, the weakest first."""
    return (*_PLAIN, *(f"level:{n + 1}" for n in range(len(game.levels))))


def check(name: str, game: Game, *, trusted: bool = False) -> str:
    """The name, if there is such a player.

    Only who owns the machine may name programs on it, or say how long to think.
    """
    if trusted and foreign.is_foreign(name):
        foreign.parse(name)
    elif trusted and name.startswith(THINK) and _is_readable(name.removeprefix(THINK)):
        pass
    elif name not in names(game):
        known = (*names(game), *TRUSTED) if trusted else names(game)
        raise UnknownPlayer(player=name, known=known)
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
    return _PLAIN[name](seed)


# The search is loaded when somebody thinks: others start more quickly without it.


def _is_readable(text: str) -> bool:
    from cattery.players import thinker

    return bool(thinker.settings(text))


def _thinker(game: Game, text: str, seed: int | None) -> Player:
    from cattery.players import thinker

    return thinker.make(game, text, seed)
