"""What the benchmark of the search counts: with its plain settings a whole random playout each."""

from __future__ import annotations

import pytest

import cattery
from benchmarks.search import PLAIN
from cattery.match import Match
from cattery.players import Seat
from cattery.search import Limits, Search, SearchSettings


@pytest.mark.parametrize("name", cattery.games())
def test_a_plain_playout_goes_to_the_end(name: str) -> None:
    """So each payoff is one that a match ends with, seats beaten less seats beaten by."""
    game = cattery.game(name)
    settings = SearchSettings.of(game, **PLAIN)
    assert (settings.cut, settings.stages, settings.margin) == (-1, 0, 0.0)
    assert settings.playout_policy == "sample"
    assert not settings.learned
    match = Match.new(game, seats=max(2, game.seats[0]), seed=1)
    seat = Seat.of(match, match.waiting[0])
    for seed in range(20):
        search = Search(game, settings, seed=seed, size=64)
        search.run(seat, Limits(iterations=1))
        payoffs = search._arenas[0].trees.sums * (match.seats - 1)
        assert payoffs.tolist() == [round(each) for each in payoffs.tolist()]
