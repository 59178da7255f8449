"""What a seat knows of a match: all that players and the search are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cattery import loops
from cattery.game import Game
from cattery.match import Match, Told, resolve
from cattery.names import Called

if TYPE_CHECKING:
    from cattery.game import States

UNSEEN = -1  # no action has this id


class Witnessed(NamedTuple):
    """What a seat saw others do: a row for each of their moves that stand, in order."""

    worlds: States  # before it, each one that the seat could imagine then
    movers: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]  # UNSEEN where it was hidden from the seat


class Seat:
    """The knowledge of one seat: its view, its legal moves, its memories, worlds that fit them.

    It never holds the true state: the world inside was imagined already, and imagining again from
    it is the same as imagining from the truth.
    """

    def __init__(
        self,
        game: Game,
        number: int,
        world: States,
        history: Callable[[int], list[Told]],
        played: tuple[int, ...] = (),
        seconds: float | None = None,
        options: Mapping[str, str] | None = None,
        turn: int = 1,
        take_backs: int = 0,
        witnessed: Callable[[], Witnessed] | None = None,
        called: Called | None = None,
    ) -> None:
        self.game = game
        self.number = number
        self.played = played  # the actions that stand, where nothing is hidden
        self.seconds = seconds  # what is left on the clock, if there is one
        self.seats = int(world["seats"][0])
        self.options = dict(options or {})
        self.turn = turn  # which turn it is, or which round where all play at once, from 1
        self.take_backs = take_backs  # how many there were: after one a turn comes once more
        self._world = world
        self._history = history
        self._witnessed = witnessed
        self._called = called

    @classmethod
    def of(cls, match: Match, number: int, seconds: float | None = None) -> Seat:
        """The seat's knowledge of a match as it stands."""
        state = match.state()
        state["actor"] = number
        world = match.game.imagine(state, number, rng=0)
        played = () if match.game.hidden else match.actions_played
        return cls(
            match.game,
            number,
            world,
            lambda since: match.story(number, since),
            played,
            seconds,
            match.options,
            match.turns,
            match.take_backs,
            lambda: witnessed(match, number),
            match.called,
        )

    @property
    def view(self) -> Any:
        """What the seat sees."""
        return self.game.view(self._world, self.number)

    @property
    def actions(self) -> list[int]:
        """The ids of its legal moves."""
        return self.game.legal(self._world)

    @property
    def legal(self) -> list[Any]:
        """Its legal moves."""
        return [self.game.move(action) for action in self.actions]

    @property
    def history(self) -> list[Told]:
        """The match so far as the seat saw it."""
        return self._history(0)

    def since(self, n: int) -> list[Told]:
        """The match from entry n on as the seat saw it."""
        return self._history(n)

    @property
    def witnessed(self) -> Witnessed:
        """What it saw others do; nothing where only the present is known, as of a position."""
        if self._witnessed is None:
            return _nothing(self.game)
        return self._witnessed()

    def resolve(self, move: Any) -> int:
        """The id of the legal move that is meant by an id, a move or a text, or the refusal."""
        return resolve(self.game, self._world, move, self._called)

    def imagine(self, rng: int) -> States:
        """One world, drawn by `rng` from those that fit all that the seat knows."""
        return self.game.imagine(self._world, self.number, rng)


def witnessed(match: Match, number: int, steps: int | None = None) -> Witnessed:
    """What a seat saw others do in a match, or in so many of its first steps that stand.

    Of rounds that are played at once it saw nothing.
    """
    game = match.game
    states, movers, actions = [], [], []
    for mover, action, before in () if game.at_once else match.moves_of_others(number, steps):
        states.append(before.tobytes())
        movers.append(mover)
        actions.append(UNSEEN if game.hides(before, action, number) else action)
    if not states:
        return _nothing(game)
    worlds = np.frombuffer(bytearray(b"".join(states)), game.dtype)
    loops.imagine_each(worlds, number)
    return Witnessed(worlds, np.array(movers), np.array(actions))


def _nothing(game: Game) -> Witnessed:
    return Witnessed(np.zeros(0, game.dtype), np.zeros(0, np.int64), np.zeros(0, np.int64))
