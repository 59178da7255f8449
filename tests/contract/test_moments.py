"""Games that count in `moment` how often chance has fallen, and matches with known dice."""

from __future__ import annotations

from random import Random

import pytest

from cattery import Match
from support.walks import Table, copied, played, walk


def test_chance_falls_exactly_when_a_moment_passes(table: Table):
    if not table.game.counts_moments:
        return
    states = table.new(5)
    assert states["moment"][0] == 1
    for seed in range(3):
        for here in walk(table, seed):
            after = copied(here.states)
            table.game.apply(after, here.action)
            used = bool(after["rng"][0] != here.states["rng"][0])
            assert after["moment"][0] - here.states["moment"][0] == used


def test_the_first_deal_is_one_for_all_who_know_the_dice(table: Table):
    one, two = (table.match(7, known_dice=True) for _ in range(2))
    assert one.state().tobytes() == two.state().tobytes()
    assert one.known_dice


def test_known_dice_need_a_seed_and_nothing_added(table: Table):
    with pytest.raises(ValueError, match="known dice"):
        table.match(1, known_dice=True, contributions=["x"])
    with pytest.raises(ValueError, match="known dice"):
        Match.new(table.game, seats=table.seats, known_dice=True)


def test_nothing_is_taken_back_past_a_counted_roll(table: Table):
    if not table.game.counts_moments:
        return
    players = ["human"] + ["random"] * (table.seats - 1)
    match, chance = table.match(8, players=players), Random(8)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        if match._steps[-1].used_chance:
            assert not match.can_take_back(seat)


def test_turns_only_grow_and_begin_with_one(table: Table):
    match, chance = table.match(9), Random(9)
    assert match.turns == 1
    before = 1
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        assert match.turns - before in (0, 1)
        before = match.turns
    assert before > 1


def test_a_match_repeated_is_the_same_match(table: Table):
    match = played(table, 10, 40, known_dice=True)
    twin = match.restarted()
    assert (twin.n, twin.known_dice) == (0, True)
    for entry in match.log:
        assert twin.repeat(entry) == entry
    assert twin.save() == match.save()
