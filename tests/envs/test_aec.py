"""The PettingZoo environments of all games."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

import cattery
from cattery.envs import aec_env, raw_aec_env
from cattery.errors import IllegalMove, NoSuchSeat, WrongSeats

TABLES = [(name, seats) for name in cattery.games() for seats in cattery.game(name).seats]


def play(env: Any, moves: int, seed: int = 0) -> list[Any]:
    """Random moves, and what each agent saw before its own."""
    chance, seen = random.Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter(moves):
        observation, reward, termination, truncation, _ = env.last()
        seen.append((agent, reward, termination, truncation, observation["action_mask"].tobytes()))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else int(chance.choice(legal)))
    return seen


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoos_own_tests_pass(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        # They are advice: that observations should be plain boxes, that a mask at the end is empty.
        warnings.simplefilter("ignore")
        api_test(aec_env(name, seats=seats), num_cycles=60)
        seed_test(lambda: aec_env(name, seats=seats), num_cycles=60)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_masks_are_the_legal_actions_and_planes_what_the_game_shows(name: str, seats: int) -> None:
    env, game, chance = raw_aec_env(name, seats=seats), cattery.game(name), random.Random(1)
    env.reset(seed=5)
    twin = env._states.copy()
    while not any(env.terminations.values()):
        legal = game.legal(twin)
        for seat, agent in enumerate(env.agents):
            shown = env.observe(agent)
            decides = seat == int(twin["actor"][0])
            assert np.flatnonzero(shown["action_mask"]).tolist() == (sorted(legal) * decides)
            assert (shown["observation"] == game.observe(twin, seat)).all()
            assert env.observation_space(agent).contains(shown)
        action = chance.choice(legal)
        game.apply(twin, action)
        env.step(action)
    assert [env.rewards[agent] for agent in env.agents] == game.payoffs(twin)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_legal_ids_are_those_of_the_mask(name: str, seats: int) -> None:
    env, chance = raw_aec_env(name, seats=seats), random.Random(2)
    env.reset(seed=2)
    for _ in range(40):
        ids = env.legal_ids()
        mask = env.observe(env.agent_selection)["action_mask"]
        assert sorted(ids.tolist()) == np.flatnonzero(mask).tolist()
        if any(env.terminations.values()):
            break
        env.step(int(chance.choice(ids)))


AT_ONCE = [name for name in cattery.games() if cattery.game(name).at_once]


@pytest.mark.parametrize("name", AT_ONCE)
def test_at_once_seats_act_one_after_the_other_and_see_nothing_of_the_round(name: str) -> None:
    shown = set()
    for seed in range(8):  # of what the first does; the deal is always the same
        env, chance = raw_aec_env(name, seats=2), random.Random(seed)
        env.reset(seed=3)
        assert env.agent_selection == "player_0"
        before = env.observe("player_0")["observation"].tobytes()
        while env.agent_selection == "player_0":
            env.step(int(chance.choice(env.legal_ids())))
        assert env.observe("player_0")["observation"].tobytes() != before
        shown.add(env.observe("player_1")["observation"].tobytes())
    assert len(shown) == 1


@pytest.mark.parametrize("name", [n for n in cattery.games() if cattery.game(n).seats[0] == 1])
def test_alone_the_agent_is_paid_a_hundredth_of_its_points(name: str) -> None:
    env = raw_aec_env(name, seats=1)
    play(env, 10_000)
    assert env.agents == []
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(env.legal_ids()[0]))
    (points,) = env.game.scores(env._states)
    assert env.rewards == {"player_0": pytest.approx(max(-1, min(1, points / 100)))}


def test_every_agent_hears_its_payoff_once() -> None:
    env, total = (
        aec_env("huupp", options={"ghosts": "off"}),
        dict.fromkeys(("player_0", "player_1"), 0.0),
    )
    for agent, reward, *_ in play(env, 10_000):
        total[agent] += reward
    assert sorted(total.values()) == [-1, 1]
    assert env.agents == []


def test_seeds_repeat_a_game_and_its_absence_does_not() -> None:
    env = aec_env("huupp")
    assert play(env, 60, seed=3) == play(env, 60, seed=3)
    assert play(env, 60, seed=3) != play(env, 60, seed=4)
    starts = set()
    for _ in range(30):
        env.reset()
        starts.add(env.agent_selection)
    assert starts == {"player_0", "player_1"}


def test_the_guard_does_what_pettingzoos_three_wrappers_do() -> None:
    def usual() -> Any:
        wrapped: Any = wrappers.TerminateIllegalWrapper(raw_aec_env("huupp"), illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))

    ends = []
    for env in (usual(), aec_env("huupp")):
        with pytest.raises(AttributeError):
            _ = env.agents
        seen = play(env, 25, seed=2)
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(100_000)
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(None)
        illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
        env.step(illegal)
        after = [(env.agent_selection, env.last()[1:4]), dict(env.rewards), dict(env.truncations)]
        while env.agents:
            env.step(None)
            after.append((list(env.agents), dict(env.rewards)))
        ends.append((seen, after, str(env)))
    assert ends[0] == ends[1]


def test_a_raw_environment_refuses_an_illegal_action_with_its_rule() -> None:
    env = raw_aec_env("huupp", options={"first": "0"})
    env.reset(seed=0)
    env.step(env.game.action(env.game.parse("k c3")))
    before = env._states.copy()
    with pytest.raises(IllegalMove) as refusal:
        env.step(0)
    assert refusal.value.rule is not None
    assert (before == env._states).all()
    with pytest.raises(WrongSeats):
        raw_aec_env("huupp", seats=9)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_game_in_play_can_be_copied(copied: Any) -> None:
    env = raw_aec_env("huupp")
    play(env, 20)
    twin = copied(env)
    while env.agents:
        action = None if any(env.terminations.values()) else int(np.flatnonzero(env._mask)[0])
        env.step(action)
        twin.step(action)
        assert (env._states == twin._states).all()
        assert env.rewards == twin.rewards


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(WrongSeats):
        raw_aec_env("huupp", seats=0)
    with pytest.raises(ValueError, match="ansi"):
        raw_aec_env("huupp", render_mode="rgb_array")
    for viewer in (2, -1, "me"):
        with pytest.raises(NoSuchSeat):
            raw_aec_env("huupp", viewer=viewer)
    assert raw_aec_env("huupp", viewer=np.int64(1)).viewer == 1


def test_positions_are_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, start in (("ansi", "     "), ("svg", "<svg")):
        env = aec_env("huupp", render_mode=mode, options={"ghosts": "off"})
        env.reset(seed=1)
        assert env.render().startswith(start)
    env = aec_env("huupp", render_mode="human", lang="hu")
    env.reset(seed=1)
    env.step(3)
    assert "1. kör" in capsys.readouterr().out


def test_what_all_seats_see_is_stacked() -> None:
    env = raw_aec_env("huupp")
    env.reset(seed=1)
    assert env.state().shape == (2, *env.game.observation_shape)
