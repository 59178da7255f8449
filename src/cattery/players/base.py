"""What a player is given, and what it must do."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from cattery.errors import Forfeit
from cattery.game import Game
from cattery.match import Match, Result, Told, resolve

if TYPE_CHECKING:
    from cattery.game import States


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

    def resolve(self, move: Any) -> int:
        """The id of the legal move that is meant by an id, a move or a text, or the refusal."""
        return resolve(self.game, self._world, move)

    def imagine(self, rng: int) -> States:
        """One world, drawn by `rng` from those that fit all that the seat knows."""
        return self.game.imagine(self._world, self.number, rng)


class Player(Protocol):
    """Chooses moves. A player may keep thoughts between moves of one match, so: one per seat."""

    def choose(self, seat: Seat) -> Any:
        """A legal move of the seat; Forfeit from a player that can't go on."""


def take_turn(
    match: Match, number: int, player: Player, seconds: float | None = None
) -> Forfeit | None:
    """Let a player move. One that can't go on resigns its seat, and the reason is returned."""
    try:
        match.play(player.choose(Seat.of(match, number, seconds)), number)
    except Forfeit as why:
        match.resign(number)
        return why
    return None


def take_steps(match: Match, players: Mapping[int, Player]) -> dict[int, Forfeit]:
    """Let players that wait at once make a step each, thinking side by side; who can't go on
    resigns, and the reasons are returned.

    Nobody sees what another does meanwhile, so all know what they knew before the first step.
    """
    if len(players) == 1:  # in this very thread, where an interrupt reaches it
        ((number, player),) = players.items()
        why = take_turn(match, number, player)
        return {} if why is None else {number: why}
    seats = [Seat.of(match, number) for number in players]
    with ThreadPoolExecutor(len(players)) as pool:
        chosen = list(pool.map(_chosen, players.values(), seats))
    forfeits = {}
    for number, move in zip(players, chosen, strict=True):
        if match.over:  # too many have resigned
            break
        if isinstance(move, Forfeit):
            match.resign(number)
            forfeits[number] = move
        else:
            match.play(move, number)
    return forfeits


def _chosen(player: Player, seat: Seat) -> Any:
    try:
        return player.choose(seat)
    except Forfeit as why:
        return why


def dismiss(players: Iterable[Player], result: Result | None) -> None:
    """Let the players go: those with a `goodbye` hear the result, or None if it was broken off."""
    for player in players:
        if goodbye := getattr(player, "goodbye", None):
            goodbye(result)


def seed_of(match_seed: bytes, seat: int) -> int:
    """The chance of a seat's player. Programs are told it, so it tells nothing of the match's."""
    return int.from_bytes(hmac.digest(match_seed, b"player %d" % seat, "sha256")[:8], "big")


def random_u64(source: np.random.Generator) -> int:
    """A number for a state's `rng`."""
    return int(source.integers(0, 2**64, dtype=np.uint64))
