"""One match between players that need nobody at the keyboard: what simulations and arenas count."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cattery.errors import Forfeit
from cattery.game import Game
from cattery.match import Match
from cattery.players import Player, dismiss, make, take_turn
from cattery.players.base import seed_of
from cattery.players.roster import STAND_IN


@dataclass(frozen=True)
class Bout:
    """How a match between players went; lists are by seat."""

    decisions: tuple[int, ...]
    payoffs: tuple[float, ...]
    scores: tuple[float, ...]
    seconds: tuple[float, ...]  # that the player of the seat has thought
    forfeits: dict[int, Forfeit] = field(default_factory=dict)  # [seat] why it broke off


def play_bout(game: Game, players: Sequence[str], options: Mapping[str, str], seed: bytes) -> Bout:
    """Play a match. A stand-in moves on for a player that breaks off, whose seat resigns."""
    match = Match.new(game, seats=len(players), options=options, seed=seed, players=players)
    minds: list[Player] = [
        make(name, game, seed_of(seed, seat)) for seat, name in enumerate(players)
    ]
    decisions, seconds = [0] * match.seats, [0.0] * match.seats
    forfeits: dict[int, Forfeit] = {}
    try:
        while not match.over:
            seat = match.waiting[0]
            began = time.perf_counter()
            why = take_turn(match, seat, minds[seat])
            if seat not in forfeits:
                seconds[seat] += time.perf_counter() - began
                decisions[seat] += 1
            if why:
                forfeits[seat] = why
                minds[seat] = make(STAND_IN, game, seed_of(seed, seat))
    finally:
        dismiss(minds, match.result)
    return Bout(
        tuple(decisions), tuple(match.payoffs), tuple(match.scores), tuple(seconds), forfeits
    )
