"""What a seat knows within a round (M-20): views, imagined worlds, what is noticed."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from cattery.kernel import UNNOTICED, notice
from rules.macskalak.desk import MACSKALAK, desk, play

MOST = 6
SHEETS = "symbols doubled crossed house roomed east south rooms uses cats".split()


def midway(level: int, seed: int) -> Any:
    """A game of three in the middle of a round: one is done, one has begun, one hasn't."""
    chance = Random(seed)
    states = MACSKALAK.new(3, {"level": str(level)}, rng=seed)
    done = MACSKALAK.action(MACSKALAK.parse("done"))
    while True:
        round_number = int(states["round_number"][0])
        for seat, steps in ((0, 99), (1, 99 if round_number < 4 else 2), (2, 99)):
            for _ in range(steps):
                if not int(states["waiting"][0]) >> seat & 1:
                    break
                states["actor"] = seat
                action = chance.choice(MACSKALAK.legal(states))
                if seat == 2 and round_number >= 4:
                    return states
                MACSKALAK.apply(states, action)
                if action == done:
                    break


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_m20_imagined_others_are_as_the_round_began_and_who_is_done_has_played(level: int):
    for seed in range(6):
        states = midway(level, seed)
        world = MACSKALAK.imagine(states, 1, rng=seed)
        for name in SHEETS:  # the own sheet is known, and so is how the others began
            assert np.array_equal(world[name][0, 1], states[name][0, 1])
            assert np.array_equal(world[name][0, MOST:], states[name][0, MOST:])
            assert np.array_equal(world[name][0, 2], states[name][0, 2 + MOST])
        assert int(world["taken"][0, 2]) == 0  # who waits has the whole turn ahead
        assert int(world["waiting"][0]) == int(states["waiting"][0])
        assert int(world["moment"][0]) == int(states["moment"][0])
        world["actor"] = 0
        if int(states["waiting"][0]) & 1 == 0 and MACSKALAK.view(states, None).resting == ():
            assert MACSKALAK.action(MACSKALAK.parse("done")) in MACSKALAK.legal(world)
            assert not np.array_equal(world["symbols"][0, 0], world["symbols"][0, MOST])


def test_m20_imagined_turns_differ_and_come_from_chance_alone():
    states = midway(2, 3)
    worlds = [MACSKALAK.imagine(states, 1, rng=rng) for rng in range(20)]
    assert len({world["symbols"][0, 0].tobytes() for world in worlds}) > 10
    again = MACSKALAK.imagine(worlds[4], 1, rng=9)
    assert again.tobytes() == worlds[9].tobytes()


def test_m82_who_has_no_turn_imagines_none():
    full = "//_3cmcm_/_mcmcm_/_cmcmc_"
    states = desk("", "2345", level=4, abilities="EFGH", others=(full,)).state()
    world = MACSKALAK.imagine(states, 0, rng=5)
    assert np.array_equal(world["symbols"][0, 1], states["symbols"][0, 1])


def test_nothing_is_imagined_at_the_end():
    match = play(desk("//_.cmcm_/_mcmcm_/_cmcmc_", level=4, abilities="EFGH"), "2 b3", "done")
    world = MACSKALAK.imagine(match.state(), 0, rng=5)
    assert MACSKALAK.view(world, None) == match.view(None)


def test_m20_the_steps_of_others_are_not_noticed_until_the_round_closes():
    match = desk("", "345m", others=("",))
    seen, unseen = [], []
    for seat, moves in ((0, "3 a1,4 a2,5 a3,done"), (1, "3 b1,4 b2,5 b3,done")):
        for move in moves.split(","):
            action = MACSKALAK.action(MACSKALAK.parse(move))
            play(match, move, seat=seat)
            after = match.state()[0]
            seen.append(int(notice(after, action, seat, seat)))
            unseen.append(int(notice(after, action, seat, 1 - seat)))
    assert unseen[:-1] == [UNNOTICED] * 7
    assert UNNOTICED not in seen
    assert unseen[-1] == seen[-1] >= MACSKALAK.actions
    assert seen[:4] == [
        MACSKALAK.action(MACSKALAK.parse(m)) for m in ("3 a1", "4 a2", "5 a3", "done")
    ]


def test_m20_different_rolls_are_told_apart():
    keys = set()
    done = MACSKALAK.action(MACSKALAK.parse("done"))
    for rng in range(60):
        state = play(desk("", "345m"), "3 a1", "4 a2", "5 a3").state()
        state["rng"] = rng
        MACSKALAK.apply(state, done)
        keys.add((int(notice(state[0], done, 0, 0)), tuple(state["dice"][0])))
    assert len({key for key, _ in keys}) == len({dice for _, dice in keys}) == len(keys)
    assert all(key < 2**30 for key, _ in keys)


def test_only_the_step_that_closes_a_round_uses_chance_and_reveals():
    for level in (1, 2, 3, 4):
        chance = Random(level)
        states = MACSKALAK.new(2, {"level": str(level)}, rng=level)
        while not states["over"][0]:
            states["rng"] = 12345
            moment = int(states["moment"][0])
            MACSKALAK.apply(states, chance.choice(MACSKALAK.legal(states)))
            rolled = int(states["rng"][0]) != 12345
            assert rolled == (int(states["moment"][0]) == moment + 1)
            assert bool(states["revealed"][0]) == (rolled or bool(states["over"][0]))


def test_an_observation_has_the_own_sheet_as_it_is_and_others_as_they_were():
    match = play(desk("3", "345m", others=("4",)), "4 c3")
    planes = dict(zip(MACSKALAK.rules.PLANES, MACSKALAK.observe(match.state(), 0), strict=True))
    assert planes["player 0: number 4"][2, 2] == 1
    assert planes["player 1: number 4"][0, 0] == 1
    assert planes["the group of this round's dice"].sum() == 1
    theirs = dict(zip(MACSKALAK.rules.PLANES, MACSKALAK.observe(match.state(), 1), strict=True))
    assert theirs["player 1: number 4"].sum() == 0
    assert theirs["player 0: number 4"].sum() == 1
    assert planes["dice still to be used"].max() == 2
    assert planes["unused dice that show 4"].max() == 0
    assert planes["rolled dice that show 4"].max() == 1
