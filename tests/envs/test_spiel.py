"""The games in OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import cattery
from cattery.envs import register_open_spiel
from cattery.errors import BadOption, WrongSeats

register_open_spiel()
TABLES = [(name, seats) for name in cattery.games() for seats in cattery.game(name).seats]


def load(name: str, seats: int, **params: Any) -> Any:
    return pyspiel.load_game(f"python_cattery_{name}", {"players": seats, **params})


def walk(game: Any, moves: int, seed: int = 0) -> Any:
    """A state after some random moves; never a chance node or an end."""
    chance, state = random.Random(seed), game.new_initial_state()
    before = state
    for _ in range(moves):
        state.apply_action(chance.choice(state.legal_actions()))
        if state.is_terminal():
            return before
        if not state.is_chance_node():
            before = state.clone()
    return before


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_open_spiels_own_test_passes(name: str, seats: int) -> None:
    # It can't serialise games of sampled chance written in Python: see the test of states below.
    pyspiel.random_sim_test(load(name, seats), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_states_clone_and_serialise(name: str, seats: int) -> None:
    game = load(name, seats, rng_seed=1)
    for moves in (0, 1, 9, 20):
        state = walk(game, moves, seed=moves)
        twin, read = state.clone(), game.deserialize_state(state.serialize())
        for other in (twin, read):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.current_player() == state.current_player()
        if state.is_player_node():
            twin.apply_action(twin.legal_actions()[0])
            assert str(read) == str(state)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_observations_are_the_games(name: str, seats: int) -> None:
    game, rules = load(name, seats, rng_seed=2), cattery.game(name)
    observation = make_observation(game)
    assert tuple(game.observation_tensor_shape()) == rules.observation_shape
    for moves in (2, 11, 25):
        state = walk(game, moves, seed=moves)
        for seat in range(seats):
            planes = rules.observe(state.states, seat)
            observation.set_from(state, seat)
            assert (observation.dict["observation"] == planes).all()
            assert state.observation_tensor(seat) == planes.ravel().tolist()
            assert state.observation_string(seat) == repr(rules.view(state.states, seat))
        assert state.legal_actions() == sorted(rules.legal(state.states))
        for action in state.legal_actions():
            notation = state.action_to_string(state.current_player(), action)
            assert rules.action(rules.parse(notation)) == action


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_imagined_worlds_keep_what_a_player_knows(name: str, seats: int) -> None:
    game, source = load(name, seats, rng_seed=3), random.Random(1)
    for moves in (3, 14, 30):
        state = walk(game, moves, seed=moves)
        player = state.current_player()
        for _ in range(5):
            world = state.resample_from_infostate(player, source.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.legal_actions() == state.legal_actions()


def test_chance_is_drawn_when_its_node_is_applied() -> None:
    """Two copies of one state go different ways, so no search can look ahead into chance."""
    game = pyspiel.load_game("python_cattery_huupp")
    start = game.new_initial_state()
    assert start.is_chance_node()
    assert start.chance_outcomes() == [(0, 1.0)]
    assert len({str(start.child(0)) for _ in range(40)}) == 2  # who begins
    for name in filter(lambda n: cattery.game(n).hidden, cattery.games()):
        dealt = load(name, cattery.game(name).seats[0]).new_initial_state()
        assert len({str(dealt.child(0)) for _ in range(10)}) > 5


def test_a_seed_repeats_the_chance_of_a_loaded_game() -> None:
    for name, seats in TABLES:
        walks = [str(walk(load(name, seats, rng_seed=7), 20)) for _ in range(2)]
        assert walks[0] == walks[1]


def test_what_was_seen_earlier_is_remembered() -> None:
    """Equal positions reached by different moves: equal observations, different memories."""
    game = pyspiel.load_game("python_cattery_huupp", {"first": "0", "ghosts": "off"})
    strings = []
    for moves in (("k a1", "k f6", "k a6", "k f1"), ("k a6", "k f1", "k a1", "k f6")):
        state = game.new_initial_state()
        state.apply_action(0)
        for move in moves:
            state.apply_action(state.string_to_action(move))
        strings.append((state.observation_string(0), state.information_state_string(0)))
    assert strings[0][0] == strings[1][0]
    assert strings[0][1] != strings[1][1]


def test_open_spiels_learning_environment_plays_it() -> None:
    for name, seats in TABLES:
        env, chance = rl_environment.Environment(load(name, seats)), random.Random(1)
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([chance.choice(step.observations["legal_actions"][player])])
        if seats > 1:
            assert sum(step.rewards) == pytest.approx(0)


def test_open_spiels_searches_run_on_it() -> None:
    source = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, source)
    game = pyspiel.load_game("python_cattery_huupp")
    state = walk(game, 12)
    bot = mcts.MCTSBot(game, 2, 10, evaluator, random_state=source)
    assert bot.step(state) in state.legal_actions()
    for name in filter(lambda n: cattery.game(n).hidden, cattery.games()):
        game = load(name, cattery.game(name).seats[0])
        state = walk(game, 12)
        blind = ismcts.ISMCTSBot(game, evaluator, 2.0, 10, random_state=source)
        assert blind.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", [n for n in cattery.games() if cattery.game(n).at_once])
def test_of_an_open_round_a_seat_remembers_its_own_steps_alone(name: str) -> None:
    """Whatever others do, and however many steps it takes them, before the round closes."""
    game, seats = load(name, 2, rng_seed=4), (0, 1)
    closed, rounds = game.new_initial_state(), 0
    closed.apply_action(0)
    while rounds < 3 and not closed.is_terminal():
        state, actor = closed.clone(), closed.current_player()
        other = seats[1 - actor]
        chance = random.Random(rounds)
        known = state.information_state_string(other)
        while state.current_player() == actor and not state.is_chance_node():
            assert state.information_state_string(other) == known
            own = state.information_state_string(actor)
            state.apply_action(chance.choice(state.legal_actions()))
            assert state.information_state_string(actor) != own
            if state.states["revealed"][0]:  # a decision that everybody sees
                break
        closed = state
        while not closed.is_chance_node() and not closed.is_terminal():
            closed.apply_action(chance.choice(closed.legal_actions()))
        if closed.is_chance_node():
            known = closed.information_state_string(other)
            closed.apply_action(0)
            assert closed.information_state_string(other) != known, "now all is seen"
        rounds += 1
    assert rounds > 1


@pytest.mark.parametrize("name", [n for n in cattery.games() if cattery.game(n).seats[0] == 1])
def test_alone_the_return_is_the_payoff_and_nobody_elses(name: str) -> None:
    game = load(name, 1, rng_seed=1)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    state, chance = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert state.returns() == cattery.game(name).payoffs(state.states)
    assert len(state.returns()) == 1


def test_a_game_begins_from_no_text() -> None:
    with pytest.raises(ValueError, match="text"):
        load("huupp", 2).new_initial_state("6/6/2k3/6/6/6 2 7k 8k - - 1")


def test_parameters_are_checked() -> None:
    with pytest.raises(BadOption):
        pyspiel.load_game("python_cattery_huupp(ghosts=maybe)")
    with pytest.raises(WrongSeats):
        pyspiel.load_game("python_cattery_huupp(players=3)")
