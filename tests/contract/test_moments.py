"""Games that count in `moment` how often chance has fallen, and matches with known dice."""

from __future__ import annotations

from dataclasses import replace
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


def rolls(match: Match, seed: int) -> dict[int, int]:
    """How far chance has been drawn from at the start, 0, and in each moment of a random game."""
    chance, found = Random(seed), {0: int(match.state()["rng"][0])}
    while not match.over:
        moment, seat = match.turns, chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        if match._steps[-1].used_chance:
            found[moment] = match._steps[-1].ended.rng
    return found


def test_whoever_knows_the_dice_meets_the_same_rolls(table: Table):
    """At tables of any size, whatever was done there: known dice are compared from one to another.

    Chance that has been drawn from equally far has said the same.
    """
    if not table.game.counts_moments:
        return
    first = rolls(table.match(7, known_dice=True), 1)
    assert len(first) > 2
    for seats in table.game.seats:
        other = replace(table, seats=seats)
        for seed in (1, 2):
            again = rolls(other.match(7, known_dice=True), seed)
            common = first.keys() & again.keys()
            assert len(common) > 2
            assert {k: first[k] for k in common} == {k: again[k] for k in common}


def test_known_dice_are_marked(table: Table):
    assert table.match(7, known_dice=True).known_dice
    assert not table.match(7).known_dice


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
