"""Random play looks as the rule sheet's slow reference says, and breaks no invariant."""

from __future__ import annotations

import pytest

from rules.if_it_fits.cardboard import PLAYERS
from rules.if_it_fits.census import Census, census

GAMES = 1_500
TURNS = {2: 64, 3: 77, 4: 81, 5: 84}  # the sheet's, with an earlier, more open deck
NEAR = 5  # turns


@pytest.fixture(scope="module", params=PLAYERS)
def found(request: pytest.FixtureRequest) -> tuple[int, Census]:
    """A census for each number of players."""
    return request.param, census(request.param, GAMES)


def test_games_are_as_long_as_the_sheets(found: tuple[int, Census]):
    seats, figures = found
    assert figures.mean("broken") == 0
    assert abs(figures.mean("turns") - TURNS[seats]) < NEAR


def test_random_players_draw_in_at_least_nine_of_ten_turns(found: tuple[int, Census]):
    seats, figures = found
    before_the_end = figures.mean("turns") - 2 * seats
    assert figures.mean("draws") / before_the_end > 0.9


def test_tables_and_legal_moves_are_of_the_sheets_size(found: tuple[int, Census]):
    _, figures = found
    assert 50 < figures.mean("legal") < 80
    assert 250 < figures.most("most_legal") < 450
    assert 11 < figures.mean("wide") < 14
    assert 11 < figures.mean("high") < 14
    assert 0.27 < figures.mean("closed") / figures.mean("boxes") < 0.4


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_hard_game_keeps_the_rules_too(seats: int):
    figures = census(seats, GAMES, hard="on")
    assert figures.mean("broken") == 0
    assert figures.mean("closed") / figures.mean("boxes") > 0.4  # fewer ways to lie open


def test_both_ways_to_the_end_are_met():
    two, five = census(2, GAMES), census(5, GAMES)
    assert 0.4 < two.mean("by_cats") < 0.9
    assert five.mean("by_cats") < 0.3
