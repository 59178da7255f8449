"""A player is given a seat's knowledge: what it can't know must not change what it chooses."""

from __future__ import annotations

import random

import pytest

import cattery
from cattery.game import Game
from cattery.match import Match
from cattery.players import Seat, make

PLAYERS = ("random", "greedy", "think:200", "level:1")


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


@pytest.mark.parametrize("name", cattery.games())
def test_the_same_knowledge_is_the_same_seat(name):
    game = cattery.game(name)
    for seats in game.seats:
        for match in positions(game, seats, 40 + seats):
            for seat in match.waiting:
                truth = Seat.of(match, seat).imagine(5)
                for rng in (1, 2, 3):
                    other = Seat.of(Deceived.of(match, seat, rng), seat).imagine(5)
                    assert truth.tobytes() == other.tobytes()


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", cattery.games())
def test_a_choice_depends_on_knowledge_alone(name, player):
    game = cattery.game(name)
    for match in positions(game, game.seats[-1], 7):
        seat = match.waiting[0]
        chosen = {
            make(player, game, seed=11).choose(Seat.of(twin, seat))
            for twin in (match, *(Deceived.of(match, seat, rng) for rng in (1, 2, 3)))
        }
        assert len(chosen) == 1, f"{player} chose {chosen} from the same knowledge"
