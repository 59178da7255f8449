"""What a player is given, and what it must do."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from cattery.errors import Forfeit
from cattery.match import Match, Result
from cattery.seat import Seat

if TYPE_CHECKING:
    pass


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
