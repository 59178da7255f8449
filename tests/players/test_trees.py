"""What the search finds stays what it was: counts and values against committed figures.

`python tests/players/test_trees.py` prints them anew, one position in a line; do that only when a
game's rules or preferences have really changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cattery
from cattery.match import Match
from cattery.players import Seat
from cattery.search import Limits, Search, SearchSettings

KNOWN = Path(__file__).with_name("trees.txt")
ITERATIONS = 400
# To the end of the match, by habits of one family, and the most visited choice.
PLAIN = {"habits": False, "stages": 0, "margin": 0.0, "explore": 0.6}
# Game, seats, options, settings of the search, moves played at random before.
POSITIONS: list[tuple[str, int, dict[str, str], dict[str, Any], int]] = [
    ("huupp", 2, {"ghosts": "off"}, {"learned": False}, 0),
    ("huupp", 2, {"ghosts": "on"}, {"learned": False}, 9),
    ("huupp", 2, {"ghosts": "on"}, {"learned": False, "cut": -1, "playout_policy": "sample"}, 30),
    ("huupp", 2, {"ghosts": "on"}, {"learned": False, "widen": 1.0}, 14),
    ("filou", 3, {}, PLAIN, 0),
    ("filou", 4, {}, PLAIN, 8),
    ("filou", 5, {"open_mice": "on"}, PLAIN, 23),
    ("filou", 4, {}, {**PLAIN, "single_tree": False}, 15),
    ("filou", 4, {}, {**PLAIN, "guess": False, "widen": 0.0}, 15),
    ("filou", 4, {}, {}, 24),
    ("filou", 3, {}, {"guess": False}, 40),
    ("filou", 5, {}, {"single_tree": False}, 31),
    ("huupp", 2, {"ghosts": "off"}, {}, 0),
    ("huupp", 2, {"ghosts": "on"}, {}, 9),
    ("filou", 4, {}, {"stages": 0}, 24),
]


def found(at: int) -> str:
    """Two decisions in a row at a position: actions with their visits and values, as a line."""
    name, seats, options, settings, moves = POSITIONS[at]
    game = cattery.game(name)
    match = Match.new(name, seats=seats, options=options, seed=at)
    source = np.random.default_rng(at)
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(int(source.choice(match.legal_actions(seat))), seat)
    search = Search(game, SearchSettings.of(game, **settings), seed=at)
    decisions = []
    for _ in range(2):
        seat = match.waiting[0]
        report = search.run(Seat.of(match, seat), Limits(iterations=ITERATIONS))
        decisions.append([[c.action, c.visits, round(c.value, 6)] for c in report.choices])
        match.play(report.best.action, seat)
    return json.dumps(decisions, separators=(",", ":"))


@pytest.mark.parametrize("at", range(len(POSITIONS)))
def test_a_tree_is_what_it_was(at: int) -> None:
    known = KNOWN.read_text(encoding="utf-8").splitlines()
    assert found(at) == known[at]


if __name__ == "__main__":
    print("\n".join(found(at) for at in range(len(POSITIONS))))
