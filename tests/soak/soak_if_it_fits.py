"""A million turns of If It Fits, over all tables, the invariants checked after every step."""

from __future__ import annotations

import pytest

from rules.if_it_fits.cardboard import PLAYERS
from rules.if_it_fits.census import FIELDS, census
from rules.if_it_fits.test_figures import NEAR, TURNS

GAMES = 2_000  # of some 64 to 84 turns each, eight tables


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("hard", ["off", "on"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_million_turns_keep_the_rules(seats: int, hard: str):
    found = census(seats, GAMES, hard=hard)
    figures = ", ".join(f"{name} {found.mean(name):.3f}" for name in FIELDS)
    print(f"\n{seats} players, hard {hard}: {figures}")
    assert found.mean("broken") == 0
    if hard == "off":
        assert abs(found.mean("turns") - TURNS[seats]) < NEAR
