"""A million turns of Macskalak per level, at tables for one to six, the invariants checked."""

from __future__ import annotations

import pytest

from rules.macskalak.census import census
from rules.macskalak.test_figures import POINTS, ROUNDS
from rules.macskalak.walks import compare

LEVELS = (1, 2, 3, 4)
TURNS = 1_000_000
CHUNK = 1_000  # games for each number of players
BESIDE = 50


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", LEVELS)
def test_a_million_turns_keep_the_rules(level: int):
    games, turns = 0, 0.0
    rounds, points = [], []
    while turns < TURNS:
        found = census(level, CHUNK, first=games)
        assert not found.of("broken").any()
        games += CHUNK
        turns += found.of("turns").sum()
        rounds.append(found.mean("rounds"))
        points.append(found.mean("points"))
    mean_rounds, mean_points = sum(rounds) / len(rounds), sum(points) / len(points)
    print(
        f"\nlevel {level}: {turns:,.0f} turns in {6 * games:,} games, "
        f"{mean_rounds:.2f} rounds, {mean_points:.2f} points"
    )
    assert abs(mean_rounds - ROUNDS[level]) < 0.4
    assert abs(mean_points - POINTS[level]) < 0.7


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("level", LEVELS)
def test_the_plain_reading_agrees_with_many_games(level: int, seats: int):
    for seed in range(BESIDE):
        compare(level, seats, "random", 10_000 + seed, eager=seed % 2 == 1)
