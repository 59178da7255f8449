"""The engine and the rule sheet read plainly agree on every move and result of random games."""

from __future__ import annotations

from random import Random

import pytest

from rules.filou.plain import Plain
from rules.filou.sack import PLAYERS
from rules.filou.walks import FILOU, choose


@pytest.mark.parametrize("timid", [False, True])
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_engine_plays_as_the_sheet_reads(seats: int, timid: bool):
    for seed in range(15):
        chance = Random(seed)
        states = FILOU.new(seats, rng=seed)
        start = [FILOU.view(states, seat).players[seat].missing for seat in range(seats)]
        plain = Plain([card.replace("_", " ") for card in start], int(states["turn"][0]))
        while not states["over"][0]:
            notes = {FILOU.format(FILOU.move(action)) for action in FILOU.legal(states)}
            assert notes == plain.legal()
            assert (plain.actor, plain.phase) == (
                int(states["actor"][0]),
                FILOU.view(states, None).phase,
            )
            action = choose(states, chance, timid)
            FILOU.apply(states, action)
            row = FILOU.view(states, None).row
            pile = row[0].card.replace("_", " ") if seats == 3 and row[0].card else None
            plain.play(FILOU.format(FILOU.move(action)), pile)
            assert states["mice"][0, :seats].tolist() == plain.mice
            assert int(states["bank"][0]) == plain.bank
        assert plain.over
        assert FILOU.scores(states) == plain.scores()
        won = [sorted(player.won) for player in FILOU.view(states, None).players]
        assert won == [sorted(cards) for cards in plain.won]
