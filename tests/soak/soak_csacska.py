"""A million random games of Csacska macskák per table, the invariants checked on all."""

from __future__ import annotations

import pytest

from rules.csacska.census import FIELDS, census
from rules.csacska.street import PLAYERS
from rules.csacska.test_against_plain import play_beside
from rules.csacska.test_figures import POINTS, TURNS, far

GAMES = 1_000_000
CHUNK = 50_000
BESIDE = 1_000


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_million_games_keep_the_rules(seats: int):
    sums = dict.fromkeys(FIELDS, 0.0)
    for first in range(0, GAMES, CHUNK):
        found = census(seats, CHUNK, first=first)
        assert found.mean("broken") == 0
        assert found.mean("rising") == 0
        for name in FIELDS:
            sums[name] += found.mean(name) * CHUNK / GAMES
    print(f"\n{seats} players: " + ", ".join(f"{name} {sums[name]:.4f}" for name in FIELDS))
    assert not far(found, "turns", TURNS[seats], 0.5)
    assert not far(found, "points", POINTS[seats], 0.05)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_plain_reading_agrees_with_many_games(seats: int):
    for seed in range(BESIDE):
        play_beside(seats, 10_000 + seed)
