"""The engine and the rule sheet read plainly agree on every position and move of random games."""

from __future__ import annotations

from random import Random

import pytest

from cattery import game
from rules.huupp.plain import Plain

HUUPP = game("huupp")
PHASES = ("place", "ghost", "grow")


@pytest.mark.parametrize("ghosts", ["on", "off"])
@pytest.mark.parametrize("first", [0, 1])
def test_the_engine_plays_as_the_sheet_reads(ghosts: str, first: int):
    for seed in range(8):
        chance = Random(seed)
        states = HUUPP.new(2, {"ghosts": ghosts, "first": str(first)})
        plain = Plain(ghosts == "on", first, hands=Random(seed))
        while not states["over"][0]:
            notes = {HUUPP.format(HUUPP.move(action)) for action in HUUPP.legal(states)}
            assert notes == {HUUPP.format(HUUPP.parse(move)) for move in plain.legal()}
            assert plain.phase == PHASES[states["phase"][0]]
            move = chance.choice(sorted(notes))
            HUUPP.apply(states, HUUPP.action(HUUPP.parse(move)))
            plain.play(move)
            assert HUUPP.position(states) == plain.position()
        assert plain.phase == "over"
        assert int(states["winner"][0]) == (-1 if plain.winner is None else plain.winner)
