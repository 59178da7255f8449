"""The Gymnasium vector environments of all games."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import cattery
from cattery import loops
from cattery.batch import Batch
from cattery.envs import kernels, register_gymnasium, vector_env
from cattery.errors import BadNumber, IllegalMove, NoSuchSeat, UnknownPlayer, WrongSeats

TABLES = [(name, seats) for name in cattery.games() for seats in cattery.game(name).seats]


def choose(info: dict[str, Any], source: np.random.Generator) -> Any:
    """A random legal action per game."""
    mask = info["action_mask"]
    return (source.random(mask.shape) * mask).argmax(axis=1)


def run(env: Any, steps: int, seed: int = 0) -> list[Any]:
    """Play at random, and note all that came back."""
    source = np.random.default_rng(seed)
    observations, info = env.reset(seed=seed)
    log = [observations, info["action_mask"], info["seat"]]
    for _ in range(steps):
        observations, rewards, terminated, truncated, info = env.step(choose(info, source))
        log += [observations, rewards, terminated, truncated, info["action_mask"], info["seat"]]
    return log


def same(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and all(map(np.array_equal, one, other))


@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_comes_back_is_what_the_game_says(name: str, seats: int, opponents: str) -> None:
    env, game = vector_env(name, 6, seats=seats, opponents=opponents), cattery.game(name)
    source = np.random.default_rng(1)
    observations, info = env.reset(seed=1)
    ends = 0
    for _ in range(120):
        states, learners = env._batch.states, info["seat"]
        assert env.observation_space.contains(observations)
        assert observations.dtype == np.int8
        for i, seat in enumerate(learners.tolist()):
            assert (observations[i] == game.observe(states, seat, i)).all()
            marked = np.flatnonzero(info["action_mask"][i]).tolist()
            if states["over"][i]:
                assert len(marked) == game.actions
            else:
                assert int(states["actor"][i]) == seat
                assert marked == sorted(game.legal(states, i))
        observations, rewards, terminated, truncated, info = env.step(choose(info, source))
        assert not truncated.any()
        for i in range(6):
            payoffs = game.payoffs(states, i) if terminated[i] else [0.0] * seats
            assert rewards[i] == payoffs[int(learners[i])]
        ends += int(terminated.sum())
    assert ends > 3


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", cattery.games())
def test_lists_of_ids_are_what_masks_tell(
    name: str, mode: AutoresetMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cattery.envs.vector.FEW", 2)  # so that there is soon no room
    by_mask = vector_env(name, 5, autoreset_mode=mode)
    by_ids = vector_env(name, 5, autoreset_mode=mode, legal_as="ids")
    source = np.random.default_rng(3)
    (seen, info), (also, listed) = by_mask.reset(seed=3), by_ids.reset(seed=3)
    over = np.zeros(5, np.bool_)
    for _ in range(60):
        assert (seen == also).all()
        assert "action_mask" not in listed
        for i in range(5):
            marked = np.flatnonzero(info["action_mask"][i]).tolist()
            ids = listed["action_ids"][i]
            count = int(listed["action_count"][i])
            assert sorted(ids[:count].tolist()) == ([0] if over[i] else marked)
            assert (ids[count:] == -1).all()
        actions = choose(info, source)
        seen, rewards, ended, _, info = by_mask.step(actions)
        also, likewise, ends, _, listed = by_ids.step(actions)
        assert (rewards == likewise).all()
        assert (ended == ends).all()
        over = ended if mode == AutoresetMode.NEXT_STEP else over


def test_an_id_that_isnt_listed_is_refused() -> None:
    env = vector_env("huupp", 2, options={"first": "0"}, learner=0, legal_as="ids")
    _, info = env.reset(seed=1)
    env.step(np.array([14, 14]))
    with pytest.raises(IllegalMove):
        env.step(np.array([14, 15]))
    with pytest.raises(ValueError, match="legal_as"):
        vector_env("huupp", 2, legal_as="list")
    assert info["_action_ids"].all()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_same_seed_gives_the_same_games(mode: AutoresetMode) -> None:
    settings: dict[str, Any] = {"autoreset_mode": mode, "opponents": "greedy"}
    log = run(vector_env("huupp", 12, **settings), 60, seed=4)
    assert same(log, run(vector_env("huupp", 12, **settings), 60, seed=4))
    assert same(log, run(vector_env("huupp", 12, threads=3, **settings), 60, seed=4))
    assert not same(log, run(vector_env("huupp", 12, **settings), 60, seed=5))


def test_a_second_reset_without_a_seed_goes_on() -> None:
    env = vector_env("huupp", 64)
    env.reset(seed=1)
    first = env._batch.states["rng"].copy()
    env.reset()
    assert not (first == env._batch.states["rng"]).any()
    env.reset(seed=1)
    assert (first == env._batch.states["rng"]).all()


def test_next_step_deals_in_the_step_after_the_end_and_ignores_its_action() -> None:
    env, source = vector_env("huupp", 8, options={"ghosts": "off"}), np.random.default_rng(2)
    _, info = env.reset(seed=2)
    over = np.zeros(8, np.bool_)
    dealt = 0
    for _ in range(150):
        actions = choose(info, source)
        actions[over] = 0
        _, rewards, terminated, _, info = env.step(actions)
        assert not terminated[over].any()
        assert not rewards[over].any()
        assert (env._batch.states["turns"][over] <= 1).all()
        assert (np.abs(rewards[terminated]) == 1).all()
        dealt += int(over.sum())
        over = terminated
    assert dealt > 5


def test_same_step_shows_the_last_view_and_the_next_game_at_once() -> None:
    settings: dict[str, Any] = {"options": {"ghosts": "off"}, "learner": 0}
    at_once = vector_env("huupp", 8, autoreset_mode="SameStep", **settings)
    later = vector_env("huupp", 8, autoreset_mode="NextStep", **settings)
    source = np.random.default_rng(2)
    _, info = at_once.reset(seed=2)
    later.reset(seed=2)
    ends = 0
    for _ in range(150):
        actions = choose(info, source)
        observations, rewards, terminated, _, info = at_once.step(actions)
        last, also, ended, _, _ = later.step(actions)
        assert (terminated == ended).all()
        assert (rewards == also).all()
        assert ("final_obs" in info) == terminated.any()
        for i in np.flatnonzero(terminated):
            assert (info["final_obs"][i] == last[i]).all()
            assert info["_final_obs"][i]
            assert info["final_info"]["seat"][i] == 0
            ends += 1
        if terminated.any():
            for i in np.flatnonzero(~terminated):
                assert (observations[i] == last[i]).all()
            break  # from here on the other is a step behind
    assert ends > 0


def test_without_autoreset_ended_games_must_be_dealt_by_hand() -> None:
    env = vector_env("huupp", 8, autoreset_mode=AutoresetMode.DISABLED)
    source = np.random.default_rng(3)
    _, info = env.reset(seed=3)
    terminated = np.zeros(8, np.bool_)
    while not terminated.any():
        _, _, terminated, _, info = env.step(choose(info, source))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(choose(info, source))
    before, seats = env._batch.states.copy(), info["seat"]
    observations, info = env.reset(options={"reset_mask": terminated})
    assert (info["seat"] == np.where(terminated, (seats + 1) % 2, seats)).all()
    assert (env._batch.states[~terminated] == before[~terminated]).all()
    assert not env._batch.states["over"].any()
    assert (info["_action_mask"] == terminated).all()
    for i in range(8):
        seen = env.game.observe(env._batch.states, int(info["seat"][i]), i)
        assert (observations[i] == seen).all()
    env.step(choose(info, source))
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.zeros(8, np.bool_)})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_rotating_learner_takes_the_next_seat_for_each_game(name: str, seats: int) -> None:
    env, source = vector_env(name, 10, seats=seats), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    assert info["seat"].tolist() == [i % seats for i in range(10)]
    ended, before = np.zeros(10, np.bool_), info["seat"]
    for _ in range(200):
        _, _, terminated, _, info = env.step(choose(info, source))
        expected = np.where(ended, (before + 1) % seats, before)
        assert (info["seat"] == expected).all()
        ended, before = terminated, info["seat"]


def test_a_rotating_learner_moves_on_where_all_games_are_dealt_by_hand() -> None:
    env = vector_env("huupp", 1, autoreset_mode=AutoresetMode.DISABLED)
    _, info = env.reset(seed=1)
    found = [int(info["seat"][0])]
    for _ in range(3):
        _, info = env.reset(options={"reset_mask": np.ones(1, np.bool_)})
        found.append(int(info["seat"][0]))
    assert found == [0, 1, 0, 1]
    assert env.reset()[1]["seat"].tolist() == [0]  # all of them anew: as they began


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_opponents_sit_clockwise_from_the_learner(name: str, seats: int) -> None:
    """A step is what the learner's action, then sample and weigh by place, lead to one by one."""
    game, source = cattery.game(name), np.random.default_rng(1)
    minds = np.array([place % 2 for place in range(seats - 1)], np.int8)
    opponents = [("random", "greedy")[mind] for mind in minds]
    env = vector_env(name, 8, seats=seats, opponents=opponents, autoreset_mode="Disabled")
    _, info = env.reset(seed=1)
    for _ in range(12):
        actions, before = choose(info, source), env._batch.states.copy()
        _, _, terminated, _, info = env.step(actions)
        for i, learner in enumerate(info["seat"].tolist()):
            world, action = before[i : i + 1].copy(), int(actions[i])
            while True:
                game.apply(world, action)
                if world["over"][0] or int(world["waiting"][0]) >> learner & 1:
                    break
                if minds[(int(world["actor"][0]) - learner - 1) % seats]:
                    table = kernels.table_of(world, 0, minds, env._worlds)
                    action = int(kernels.like_best(world[0], table))
                else:
                    action = int(loops.sample_at(world, 0))
            after = env._batch.states[i : i + 1].copy()
            world["revealed"] = after["revealed"] = 0  # a note for matches alone
            world["actor"] = after["actor"]
            assert world.tobytes() == after.tobytes()
        if terminated.any():
            break


def test_greedy_opponents_are_harder_than_random_ones() -> None:
    rewards = {}
    for opponents in ("random", "greedy"):
        env = vector_env("huupp", 200, opponents=opponents)
        log = run(env, 60)
        rewards[opponents] = sum(float(reward.sum()) for reward in log[4::6])
    assert rewards["greedy"] < -100 < rewards["random"]


def test_a_hidden_hand_stays_hidden_from_a_greedy_opponent() -> None:
    """The opponents' moves are the same in two worlds that look alike to them, for equal chance."""
    for name in filter(lambda n: cattery.game(n).hidden, cattery.games()):
        game = cattery.game(name)
        seats = game.seats[-1]
        minds = np.full(seats - 1, kernels.GREEDY, np.int8)
        for rng in range(40):
            states = game.new(seats, {}, rng=rng)
            for _ in range(rng):
                if not states["over"][0]:
                    game.apply(states, game.legal(states)[rng % len(game.legal(states))])
            if states["over"][0]:
                continue
            actor = int(states["actor"][0])
            worlds = np.concatenate([game.imagine(states, actor, rng=k) for k in (1, 2)])
            worlds["rng"] = 7
            chosen = [
                int(kernels.like_best(worlds[k], kernels.table_of(worlds, k, minds, 8)))
                for k in (0, 1)
            ]
            assert chosen[0] == chosen[1]


def test_an_illegal_action_is_refused_before_anything_moves() -> None:
    env = vector_env("huupp", 4)
    _, info = env.reset(seed=1)
    actions = choose(info, np.random.default_rng(0))
    actions[2] = 208
    before = env._batch.states.copy()
    with pytest.raises(IllegalMove):
        env.step(actions)
    assert (before == env._batch.states).all()
    with pytest.raises(cattery.CatteryError):
        env.step(np.full(4, 9999))
    with pytest.raises(ValueError, match="4 actions"):
        env.step(actions[:3])


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnknownPlayer):
        vector_env("huupp", 2, opponents="clever")
    with pytest.raises(WrongSeats):
        vector_env("huupp", 2, opponents=["random", "random"])
    with pytest.raises(NoSuchSeat):
        vector_env("huupp", 2, learner=2)
    with pytest.raises(NoSuchSeat):
        vector_env("huupp", 2, learner="first")
    with pytest.raises(BadNumber):
        vector_env("huupp", 0)
    with pytest.raises(BadNumber):
        vector_env("huupp", 2, threads=0)
    with pytest.raises(WrongSeats):
        vector_env("huupp", 2, seats=0)
    with pytest.raises(WrongSeats):
        Batch(cattery.game("huupp"), 2, seats=0)
    with pytest.raises(ValueError, match="svg"):
        vector_env("huupp", 2, render_mode="human")


def test_a_seat_may_be_any_whole_number() -> None:
    _, info = vector_env("huupp", 2, learner=np.int64(1)).reset(seed=1)
    assert info["seat"].tolist() == [1, 1]


def test_gymnasium_makes_and_wraps_it() -> None:
    register_gymnasium()
    env: Any = RecordEpisodeStatistics(gymnasium.make_vec("cattery/huupp-v1", num_envs=8))
    source = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    finished = []
    for _ in range(120):
        _, _, _, _, info = env.step(choose(info, source))
        if "episode" in info:
            finished += info["episode"]["r"][info["_episode"]].tolist()
    assert finished
    assert set(finished) <= {-1.0, 0.0, 1.0}


def test_games_are_rendered_as_their_learners_see_them() -> None:
    env = vector_env("huupp", 2, render_mode="ansi")
    env.reset(seed=1)
    pictures = env.render()
    assert pictures is not None
    assert len(pictures) == 2
    assert "Turn" in pictures[0]
