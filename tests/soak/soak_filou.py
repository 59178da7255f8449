"""Half a million random games of Filou per table and policy, the invariants checked on all."""

from __future__ import annotations

import pytest

from rules.filou.census import FIELDS, census
from rules.filou.sack import PLAYERS
from rules.filou.test_figures import DECISIONS, START_WINS, far

GAMES = 500_000


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("is_timid", [False, True], ids=["uniform", "timid"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_half_a_million_games_keep_the_rules(seats: int, is_timid: bool):
    found = census(seats, GAMES, is_timid=is_timid)
    figures = ", ".join(f"{name} {found.mean(name):.4f}" for name in FIELDS)
    print(f"\n{seats} players, {'timid' if is_timid else 'uniform'}: {figures}")
    assert found.mean("broken") == 0
    if not is_timid:
        assert not far(found, "decisions", DECISIONS[seats], 0.5)
        assert not far(found, "start_wins", START_WINS[seats], 0.005)
