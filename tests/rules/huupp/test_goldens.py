"""The golden files still hold: counts of paths, and a whole game per variant."""

from __future__ import annotations

import copy

import pytest

from rules.huupp import goldens
from rules.huupp.plain import Plain

COUNTS = goldens.counts()


@pytest.mark.parametrize(("ghosts", "depth"), [key for key in COUNTS if key[1] <= 4])
def test_the_number_of_paths_is_the_committed_one(ghosts: str, depth: int):
    assert goldens.perft(ghosts, depth) == COUNTS[ghosts, depth]


@pytest.mark.parametrize(("ghosts", "depth"), [key for key in COUNTS if key[1] <= 3])
def test_the_rule_sheet_read_plainly_gives_the_same_number(ghosts: str, depth: int):
    assert _paths(Plain(ghosts == "on"), depth) == COUNTS[ghosts, depth]


def _paths(plain: Plain, depth: int) -> int:
    moves = plain.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = copy.deepcopy(plain)
        after.play(move)
        total += _paths(after, depth - 1)
    return total


@pytest.mark.parametrize("ghosts", goldens.VARIANTS)
def test_a_whole_game_goes_as_committed(ghosts: str):
    kept = goldens.transcript_file(ghosts).read_text(encoding="utf-8")
    assert goldens.transcript(ghosts) == kept
