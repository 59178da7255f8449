"""Random play looks as the rule sheet's slow reference says. `make soak` does it with a million."""

from __future__ import annotations

import pytest

from rules.huupp.census import census
from rules.huupp.figures import MOST_LEGAL, disagreements

GAMES = 20_000


@pytest.mark.parametrize("ghosts", ["on", "off"])
def test_the_figures_of_random_play_agree_with_the_sheet(ghosts: str):
    found = census(ghosts, GAMES, sample=GAMES // 2)
    print(f"\nghosts {ghosts}: {found}")
    assert not found.of("broken").any()
    assert not list(disagreements(ghosts, found))
    assert 60 <= found.of("most_legal").max() <= MOST_LEGAL


def test_a_sheet_with_other_figures_would_be_noticed():
    assert list(disagreements("on", census("off", 2_000)))
