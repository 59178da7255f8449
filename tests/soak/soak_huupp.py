"""A million random games of each variant, the figures beside those of the rule sheet."""

from __future__ import annotations

import pytest

from rules.huupp import goldens
from rules.huupp.census import census
from rules.huupp.figures import SHEET, disagreements, figures

GAMES = 1_000_000
SAMPLE = 100_000


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("ghosts", ["on", "off"])
def test_a_million_games_agree_with_the_sheet(ghosts: str):
    found = census(ghosts, GAMES, sample=SAMPLE)
    print(f"\nghosts {ghosts}: {found}")
    for name, (value, _) in figures(found).items():
        print(f"  {name:<12} {value:10.4f}   sheet {SHEET[ghosts][name]:10.4f}")
    assert not found.of("broken").any()
    assert not list(disagreements(ghosts, found))
    assert (found.of("winner") >= 0).mean() > 0.999


@pytest.mark.parametrize(("ghosts", "depth"), goldens.counts())
def test_the_number_of_paths_is_the_committed_one(ghosts: str, depth: int):
    assert goldens.perft(ghosts, depth) == goldens.counts()[ghosts, depth]
