"""Random play looks as the rule sheet's slow reference says, and breaks no invariant."""

from __future__ import annotations

from math import sqrt

import pytest

from rules.csacska.census import Census, census
from rules.csacska.street import PLAYERS, legal, table

GAMES = 10_000
SHEET_GAMES = 1_000  # what the sheet's own figures come from, at least
SIGMAS = 4.5  # one figure in 150,000 is farther off by chance

TURNS = {3: 136, 4: 214, 5: 212}
POINTS = {3: 12.0, 4: 13.3, 5: 10.1}
CHOICES = {3: 3.6, 4: 4.6, 5: 5.6}


def far(found: Census, field: str, wanted: float, rounded: float) -> bool:
    """Whether a figure is farther from the sheet's than chance explains."""
    error = found.spread(field) * sqrt(1 / found.games + 1 / SHEET_GAMES)
    return abs(found.mean(field) - wanted) > SIGMAS * error + rounded


@pytest.mark.parametrize("seats", PLAYERS)
def test_random_play_agrees_with_the_sheet(seats: int):
    found = census(seats, GAMES)
    assert found.mean("broken") == 0
    assert not far(found, "turns", TURNS[seats], 0.5)
    assert not far(found, "points", POINTS[seats], 0.05)
    assert abs(found.mean("choices") - CHOICES[seats]) < 0.5
    assert found.most("most_choices") < 94


def test_c32_c33_there_are_never_more_than_about_a_hundred_moves():
    """Four series that want a card each, and everybody has a card of every colour."""
    others = "b5,y5,r5,g5/b7,y7,r7,g7/b9,y9,r9,g9/b15,y15,r15,g15"
    match = table(f"b1/b1/y1/y1/r1 b3.1,y3.1,r3.1,g3.1/{others}", 5)
    moves = legal(match)
    assert len(moves) == 5 + 1 + 16 + 72
    assert len(set(moves)) == 94


@pytest.mark.parametrize("seats", PLAYERS)
def test_every_turn_comes_nearer_to_the_end(seats: int):
    assert census(seats, 2_000).mean("rising") == 0


@pytest.mark.parametrize("seats", PLAYERS)
def test_rare_things_are_met(seats: int):
    found = census(seats, GAMES, checked=False)
    rare = ["twins", "vanished", "chains", "homeless", "two_homeless", "double_steals"]
    for field in [*rare, "one_series"]:
        assert found.mean(field) > 0, field
    assert found.mean("shuffles") == (0 if seats == 3 else 1)
    assert found.mean("ended_at_once") == 0, "that takes a position of its own"


def test_a_sheet_with_other_figures_would_be_noticed():
    assert far(census(3, GAMES), "turns", 126, 0.5), "play-or-discard before the pile gives 126"
