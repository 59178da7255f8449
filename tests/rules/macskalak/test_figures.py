"""Random play looks as the rule sheet's slow reference says. `make soak` plays a million turns."""

from __future__ import annotations

import pytest

from rules.macskalak.census import census

# The sheet's own figures, by level, over one to six players. They should agree within about one
# point: there, equal dice are choices of their own.
ROUNDS = {1: 13.7, 2: 12.4, 3: 12.4, 4: 7.5}
POINTS = {1: 17.5, 2: 10.3, 3: 8.1, 4: 8.0}
GAMES = 1_500


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_figures_of_random_play_agree_with_the_sheet(level: int):
    found = census(level, GAMES)
    assert not found.of("broken").any()
    assert abs(found.mean("rounds") - ROUNDS[level]) < 0.4
    assert abs(found.mean("points") - POINTS[level]) < 0.7
    assert 3.4 < found.decisions_per_turn < 4.4
    assert 8 < found.mean_legal < 20
    assert found.of("most_legal").max() < 700
