"""Learning by self-play: what is sensed and fitted, a course that goes on, and what is kept."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import cattery
from cattery import data, learned
from cattery.errors import BadData
from cattery.kernel import sense, viewpoint
from cattery.learned import Learned
from cattery.learning import fit
from cattery.learning.course import Course, Plan
from cattery.learning.selfplay import Mind, Variety, meet, play_alone, rows_dtype, variants
from cattery.search import Limits, Search, SearchSettings
from cattery.search.net import MOST_SENSED
from cattery.seat import Seat

LEARNERS = [name for name in cattery.games() if cattery.game(name).senses is not None]
TINY = Plan("huupp", seed=3, generations=2, games=4, iterations=12, units=4, match=4, chunk=2)


def features(game: cattery.game, states: np.ndarray) -> list[int]:
    out = np.zeros(MOST_SENSED, np.int32)
    n = sense(states[0], int(viewpoint(states[0])), out)
    return sorted(out[:n].tolist())


# --- what is sensed ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_a_turned_game_is_sensed_and_played_alike(name: str) -> None:
    game = cattery.game(name)
    assert game.senses is not None
    _, turned, turned_actions = game.senses
    for number, options in enumerate(variants(game)):
        for symmetry in range(len(turned)):
            source = np.random.default_rng((number, symmetry))
            one, two = (game.new(2, {**options}, rng=number) for _ in range(2))
            while not one["over"][0]:
                legal = game.legal(one)
                assert sorted(turned_actions[symmetry][legal]) == sorted(game.legal(two))
                here = turned[symmetry][features(game, one)]
                assert sorted(here.tolist()) == features(game, two)
                action = int(source.choice(legal))
                game.apply(one, action)
                game.apply(two, int(turned_actions[symmetry][action]))
            assert game.payoffs(one) == game.payoffs(two)


@pytest.mark.parametrize("name", LEARNERS)
def test_features_are_few_different_and_within_bounds(name: str) -> None:
    game = cattery.game(name)
    assert game.senses is not None
    source = np.random.default_rng(1)
    for options in variants(game):
        state = game.new(2, options, rng=1)
        while not state["over"][0]:
            seen = features(game, state)
            assert len(set(seen)) == len(seen) < MOST_SENSED
            assert 0 <= seen[0] <= seen[-1] < game.senses.features
            legal = game.legal(state)
            assert legal == sorted(legal), "the policy sums over a range of actions"
            game.apply(state, int(source.choice(legal)))


# --- fits ----------------------------------------------------------------------------------------


def random_tables(source: np.random.Generator) -> Learned:
    game = cattery.game("huupp")
    assert game.senses is not None
    count = game.senses.features
    value = fit.new_value(count, 8, source)
    return Learned(value, source.normal(0, 0.3, (count, game.actions)).astype(np.float32))


@pytest.mark.parametrize("gradient_of", [fit.value_gradient, fit.policy_gradient])
def test_gradients_are_the_slopes_of_the_loss(gradient_of: object, tmp_path: Path) -> None:
    game = cattery.game("huupp")
    course = Course(TINY, tmp_path)
    rows = play_alone(game, 1, 1, Mind(None, 30), Variety())
    examples = course.examples(rows)
    symmetries = fit.Symmetries(course.senses.turned, course.senses.turned_actions)
    source = np.random.default_rng(1)
    table = random_tables(source)[gradient_of is fit.policy_gradient]
    order, turned = np.arange(len(rows)), source.integers(8, size=len(rows))

    def loss(weights: np.ndarray) -> float:
        nowhere = np.zeros_like(weights)
        return gradient_of(examples, order, symmetries, turned, weights, nowhere)  # type: ignore[operator]

    gradient = np.zeros_like(table)
    gradient_of(examples, order, symmetries, turned, table, gradient)  # type: ignore[operator]
    steep = np.argsort(-np.abs(gradient), axis=None)[:5]
    for at in zip(*np.unravel_index(steep, table.shape), strict=True):
        up, down = table.copy(), table.copy()
        up[at] += 0.01
        down[at] -= 0.01
        assert (loss(up) - loss(down)) / 0.02 == pytest.approx(gradient[at], rel=0.05, abs=0.02)


def test_what_is_told_is_learned(tmp_path: Path) -> None:
    game = cattery.game("huupp")
    course = Course(replace(TINY, result=1.0), tmp_path)
    rows = np.concatenate([play_alone(game, k, 1, Mind(None, 10), Variety()) for k in range(6)])
    known = course.examples(rows)
    symmetries = fit.Symmetries(course.senses.turned, course.senses.turned_actions)
    source = np.random.default_rng(1)
    blank = random_tables(source)
    for gradient_of, table in (
        (fit.value_gradient, blank.value),
        (fit.policy_gradient, blank.policy),
    ):
        lesson = fit.Lesson(epochs=30, rate=0.02)
        fitted = fit.fitted(gradient_of, table, known, symmetries, lesson, source)
        before, after = (fit.loss_of(gradient_of, t, known, symmetries) for t in (table, fitted))
        assert after < 0.9 * before


# --- a course ------------------------------------------------------------------------------------


class Killed(Exception):
    pass


def test_a_course_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    told: list[str] = []

    def until_the_fourth(line: str) -> None:
        told.append(line)
        if len(told) == 4:
            raise Killed

    whole = Course(TINY, tmp_path / "whole", apart=False).run(told.append)
    told.clear()
    with pytest.raises(Killed):
        Course(TINY, tmp_path / "parts", apart=False).run(until_the_fourth)
    rows = Course(TINY, tmp_path / "parts", apart=False).run(told.append)
    assert [replace(row, minutes=0) for row in rows] == [replace(row, minutes=0) for row in whole]
    for name in ("net-0.npz", "net-1.npz"):
        one, two = (Learned.load(tmp_path / each / name) for each in ("whole", "parts"))
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert [row.games for row in rows] == [4, 8]


def test_a_folder_is_for_one_plan_but_may_have_more_generations(tmp_path: Path) -> None:
    Course(TINY, tmp_path)
    Course(replace(TINY, generations=5), tmp_path)
    with pytest.raises(ValueError, match="another plan"):
        Course(replace(TINY, seed=4), tmp_path)


def test_a_game_that_senses_nothing_cant_be_learned(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nothing to learn"):
        Course(Plan("filou"), tmp_path)


def test_rows_hold_what_the_search_thought_and_how_it_ended() -> None:
    game = cattery.game("huupp")
    rows = play_alone(game, 0, 5, Mind(None, 40), Variety(opening=0, whim=0.0))
    assert rows.dtype == rows_dtype(game, 2)
    assert set(rows["game"]) == {0}
    assert (rows["visits"].sum(axis=1) <= 40 * (1 + np.arange(len(rows)))).all()
    assert (np.diff(rows["visits"]) <= 0).all()
    assert (np.abs(rows["value"]) <= 1).all()
    assert (rows["payoffs"] == rows["payoffs"][0]).all()


def test_the_same_mind_on_both_seats_of_a_deal_is_worth_nothing() -> None:
    game = cattery.game("huupp")
    mind = Mind(None, 20)
    assert meet(game, 0, 1, mind, mind) in (-1.0, 0.0, 1.0)
    tables = random_tables(np.random.default_rng(1))
    assert meet(game, 1, 1, Mind(tables, 20), mind) in (-1.0, 0.0, 1.0)


# --- what is kept --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_what_is_checked_in_says_where_it_is_from(name: str) -> None:
    game = cattery.game(name)
    path = data.folder(name) / learned.WEIGHTS
    if not path.exists():
        assert game.learned is None
        return
    origin = data.read(name, learned.ORIGIN)
    assert origin["command"].startswith(f"python -m cattery.learning {name}")
    assert re.fullmatch("[0-9a-f]{12}", origin["commit"])
    assert isinstance(origin["seed"], int)
    assert origin["weights"] == learned.digest(path)
    assert any(row["kept"] for row in origin["generation"])
    assert game.learned is not None, "weights are there that don't fit what the game senses"
    assert path.stat().st_size < 1_000_000


def test_weights_of_which_nothing_is_known_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "huupp").mkdir()
    random_tables(np.random.default_rng(1)).save(tmp_path / "huupp" / learned.WEIGHTS)
    monkeypatch.setenv("CATTERY_DATA", str(tmp_path))
    with pytest.raises(BadData, match="can't be used"):
        learned.of_game("huupp")


def test_no_match_depends_on_what_was_learned() -> None:
    assert learned.ORIGIN.startswith(data.NO_RULES)


def seat_at(moves: int) -> Seat:
    game = cattery.game("huupp")
    source = np.random.default_rng(moves)
    state = game.new(2, {}, rng=1)
    for _ in range(moves):
        game.apply(state, int(source.choice(game.legal(state))))
    return Seat(game, int(state["actor"][0]), state, lambda since: [])


def test_a_node_widens_by_what_the_policy_likes_and_never_misses_a_win() -> None:
    game = cattery.game("huupp")
    tables = random_tables(np.random.default_rng(2))
    settings = SearchSettings.of(game, widen=0.5, cut=0)
    report = Search(game, settings, seed=1, learned=tables).run(seat_at(6), Limits(iterations=300))
    tried = [choice for choice in report.choices if choice.visits]
    assert len(tried) <= 0.5 * 300**0.5 + 1


def test_a_win_that_no_policy_likes_is_still_found() -> None:
    game = cattery.game("huupp")
    tables = random_tables(np.random.default_rng(2))
    state = game.from_position("6/2cc2/6/6/6/6 1 5k1c 8k", 2, {"ghosts": "off"})
    seat = Seat(game, int(state["actor"][0]), state, lambda since: [])
    settings = SearchSettings.of(game, widen=1.0, cut=0)
    report = Search(game, settings, seed=1, learned=tables).run(seat, Limits(iterations=8000))
    assert report.best.proof == 1


def test_without_what_was_learned_the_search_is_the_hand_made_one() -> None:
    game = cattery.game("huupp")
    hand = SearchSettings.of(game, learned=False)
    assert (hand.cut, hand.widen) == (1, 0.0)
    assert Search(game, hand, seed=1).learned is None
