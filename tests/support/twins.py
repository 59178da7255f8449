"""Matches stopped at random moments, and twins of them that a seat can't tell apart."""

from __future__ import annotations

import random

from cattery.game import Game
from cattery.match import Match


def positions(game: Game, seats: int, seed: int) -> list[Match]:
    """Matches stopped at random moments."""
    source = random.Random(seed)
    found = []
    for number in range(6):
        match = Match.new(game, seats=seats, seed=seed + number)
        for _ in range(source.randrange(1, 60)):
            if match.over:
                break
            seat = match.waiting[0]
            match.play(source.choice(match.legal_actions(seat)), seat)
        if not match.over:
            found.append(match)
    return found


class Deceived(Match):
    """A match whose true state was replaced by another world that fits what a seat knows."""

    @classmethod
    def of(cls, match: Match, seat: int, rng: int) -> Match:
        """A twin of `match` in which everything that `seat` can't know is drawn anew."""
        twin = Match.load(match.save())
        twin._now = match.game.imagine(match.state(), seat, rng)
        return twin
