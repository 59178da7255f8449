"""A player is given a seat's knowledge: what it can't know must not change what it chooses."""

from __future__ import annotations

import pytest

import cattery
from cattery.players import Seat, make
from support.twins import Deceived, positions

PLAYERS = ("random", "greedy", "think:200", "level:1")


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
