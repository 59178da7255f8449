"""Random play looks as the rule sheet's slow reference says, and breaks no invariant."""

from __future__ import annotations

from math import sqrt

import pytest

from cattery.games.filou.rules import INVARIANTS
from rules.filou.census import Census, census
from rules.filou.sack import PLAYERS

GAMES = 20_000
SHEET_GAMES = 2_000  # what the sheet's own figures come from
SIGMAS = 4.5  # one figure in 150,000 is farther off by chance

DECISIONS = {3: 66, 4: 90, 5: 112}
START_WINS = {3: 0.34, 4: 0.24, 5: 0.19}


def far(found: Census, field: str, wanted: float, rounded: float) -> bool:
    """Whether a figure is farther from the sheet's than chance explains."""
    error = found.spread(field) * sqrt(1 / found.games + 1 / SHEET_GAMES)
    return abs(found.mean(field) - wanted) > SIGMAS * error + rounded


@pytest.mark.parametrize("seats", PLAYERS)
def test_uniform_play_agrees_with_the_sheet(seats: int):
    found = census(seats, GAMES)
    assert found.mean("broken") == 0
    assert not far(found, "decisions", DECISIONS[seats], 0.5)
    assert not far(found, "start_wins", START_WINS[seats], 0.005)
    assert found.mean("short_banks") < 0.01, "uniform play never meets a short bank"
    assert found.mean("broke_decliners") < 0.001


@pytest.mark.parametrize("seats", PLAYERS)
def test_timid_play_agrees_with_the_sheet(seats: int):
    found = census(seats, GAMES, is_timid=True)
    assert found.mean("broken") == 0
    assert 2 < found.mean("short_banks") < 4, "about three"
    assert 0.25 < found.mean("unsold") < 1.3


def test_timid_play_meets_every_corner():
    found = census(3, GAMES, is_timid=True)
    assert found.mean("broke_decliners") > 0
    assert found.mean("unsold") > census(5, GAMES, is_timid=True).mean("unsold")


def test_a_sheet_with_other_figures_would_be_noticed():
    assert far(census(4, GAMES), "decisions", DECISIONS[5], 0.5)


def test_every_invariant_has_words():
    assert len(set(INVARIANTS)) == len(INVARIANTS) == 9
