"""Learning by self-play: what is sensed and fitted, a course that goes on, and what is kept."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

import cattery
from cattery import data, learned
from cattery.arena.intervals import Rate
from cattery.errors import BadData
from cattery.kernel import sense, viewpoint
from cattery.learned import Learned
from cattery.learning import course as course_module
from cattery.learning import fit
from cattery.learning.__main__ import commit, why_not_kept
from cattery.learning.course import Course, Plan
from cattery.learning.selfplay import (
    Mind,
    Variety,
    meet,
    play_alone,
    rows_dtype,
    seconds_per_iteration,
    variants,
)
from cattery.search import Limits, Search, SearchSettings
from cattery.seat import Seat

LEARNERS = [name for name in cattery.games() if cattery.game(name).senses is not None]
TINY = Plan(
    "huupp", seed=3, generations=2, games=4, iterations=12, units=4, match=4, curve=4, chunk=2
)
ROOM = 1000  # more than any game may want


def features(game: cattery.game, states: np.ndarray) -> list[int]:
    out = np.full(ROOM, -1, np.int32)
    n = sense(states[0], int(viewpoint(states[0])), out)
    assert game.senses is not None
    assert n <= game.senses.most, "the search has room for so many"
    assert (out[game.senses.most :] == -1).all()
    return sorted(out[:n].tolist())


# --- what is sensed ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_a_turned_game_is_sensed_and_played_alike(name: str) -> None:
    game = cattery.game(name)
    assert game.senses is not None
    turned, turned_actions = game.senses.turned, game.senses.turned_actions
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
            assert len(set(seen)) == len(seen)
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


def test_of_what_nothing_was_looked_into_nothing_is_learned(tmp_path: Path) -> None:
    """A win that was there at once has no visits: that isn't to say that no move is good."""
    game = cattery.game("huupp")
    course = Course(TINY, tmp_path)
    rows = play_alone(game, 1, 1, Mind(None, 30), Variety())
    rows["visits"][3] = 0
    examples = course.examples(rows)
    symmetries = fit.Symmetries(course.senses.turned, course.senses.turned_actions)
    table = random_tables(np.random.default_rng(1)).policy
    for order, silent in ((np.array([3]), True), (np.array([2]), False)):
        gradient = np.zeros_like(table)
        turned = np.zeros(1, np.int64)
        loss = fit.policy_gradient(examples, order, symmetries, turned, table, gradient)
        assert (loss == 0) == silent
        assert (not gradient.any()) == silent


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


def test_a_folder_is_for_the_sources_that_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of two searches must not be mixed."""
    begun = Course(TINY, tmp_path / "one").code
    for change in ({"code_digest": lambda *_: "1-other"}, {"search_sources": lambda _: []}):
        with monkeypatch.context() as other:
            for name, value in change.items():
                other.setattr(course_module, name, value)
            with pytest.raises(ValueError, match=f"other sources.*{begun}"):
                Course(TINY, tmp_path / "one")
    Course(TINY, tmp_path / "one")
    with monkeypatch.context() as other:
        facts = cattery.game("huupp").facts
        other.setitem(facts, "search", {**facts["search"], "explore": 0.9})
        with pytest.raises(ValueError, match="other sources"):
            Course(TINY, tmp_path / "one")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "plan.json").write_text(json.dumps(asdict(TINY)))
    with pytest.raises(ValueError, match="other sources"):
        Course(TINY, tmp_path / "old")


def test_what_was_learned_is_no_source_of_learning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else `--keep` would end a course."""
    begun = Course(TINY, tmp_path / "one").code
    (tmp_path / "huupp").mkdir()
    (tmp_path / "huupp" / learned.WEIGHTS).write_bytes(b"other weights")
    monkeypatch.setenv("CATTERY_DATA", str(tmp_path))
    assert Course(TINY, tmp_path / "one").code == begun


def test_luck_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred games 56 are won by half of all tables that are no better."""
    for wins, games, kept in ((56, 100, False), (208, 400, False), (230, 400, True)):
        found = Rate.of(wins, games)
        monkeypatch.setattr(Course, "_match", lambda *_, found=found: found)
        folder = tmp_path / f"{wins}-{games}"
        rows = Course(replace(TINY, generations=1), folder, apart=False).run(lambda _: None)
        assert [row.kept for row in rows] == [kept]
        assert (folder / "best.npz").exists() == kept


def test_a_match_is_at_equal_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who thinks faster has more iterations; what was measured is kept with the match."""
    met: list[tuple[str, int, int, int]] = []

    def match(_: Course, name: str, minds: tuple[Mind, Mind], count: int) -> Rate:
        met.append((name, minds[0].iterations, minds[1].iterations, count))
        return Rate.of(count, count)

    monkeypatch.setattr(Course, "_match", match)
    plan = replace(TINY, generations=1, match=6)
    for paces in ([2e-6, 1e-6], [9.0, 1.0]):  # the second measurement isn't made any more
        monkeypatch.setattr(course_module, "seconds_per_iteration", lambda *_, found=paces: found)
        Course(plan, tmp_path, apart=False).run(lambda _: None)
    own = TINY.iterations
    assert met == 2 * [("best-0", own, 2 * own, 6), ("first-0", own, 8 * own, 4)]


def test_an_iteration_is_timed() -> None:
    game = cattery.game("huupp")
    state = game.new(2, {}, rng=1)
    states = np.concatenate([state, state])
    one, two = seconds_per_iteration(game, states, [Mind(None, 200), Mind(None, 200)])
    assert 1e-7 < one < 1e-1
    assert 0.1 < one / two < 10


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
    tables = random_tables(np.random.default_rng(1))
    for mind in (Mind(None, 20), Mind(tables, 20)):
        sums = [
            meet(game, 2 * k, 1, mind, mind) + meet(game, 2 * k + 1, 1, mind, mind)
            for k in range(4)
        ]
        assert sums == [0.0] * 4
    sums = [
        sum(meet(game, 2 * k + own, 1, Mind(None, 400), Mind(None, 2)) for own in range(2))
        for k in range(4)
    ]
    assert sum(sums) > 4, "who thinks more wins from both seats"


# --- what is kept --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_what_is_checked_in_says_where_it_is_from(name: str) -> None:
    game = cattery.game(name)
    path = data.folder(name) / learned.WEIGHTS
    wanted = "learned" in game.facts["search"]
    assert path.exists() == wanted, "`[search.learned]` is for games with weights"
    if not wanted:
        assert game.learned is None
        return
    origin = data.read(name, learned.ORIGIN)
    assert origin["command"].startswith(f"python -m cattery.learning {name}")
    assert re.fullmatch("[0-9a-f]{12}", origin["commit"])
    assert re.fullmatch(f"{game.rules_version}-[0-9a-f]{{12}}", origin["code"])
    assert isinstance(origin["seed"], int)
    assert origin["weights"] == learned.digest(path)
    assert any(row["kept"] for row in origin["generation"])
    assert game.learned is not None, "weights are there that don't fit what the game senses"
    assert path.stat().st_size < 1_000_000


def git(*words: str) -> subprocess.CompletedProcess[str]:
    folder = Path(cattery.__file__).parent
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("name", LEARNERS)
def test_the_commit_that_made_it_is_of_this_history(name: str) -> None:
    """A commit that was rebased away can't be gone back to."""
    if shutil.which("git") is None or git("rev-parse", "HEAD").returncode:
        pytest.skip("there is no git here")
    if git("rev-parse", "--is-shallow-repository").stdout.strip() == "true":
        pytest.skip("only a part of the history is here")
    named = data.read(name, learned.ORIGIN)["commit"]
    assert git("merge-base", "--is-ancestor", named, "HEAD").returncode == 0


def test_nothing_is_kept_that_nobody_could_make_again(tmp_path: Path) -> None:
    assert why_not_kept("")
    assert why_not_kept("0123456789ab-dirty")
    assert not why_not_kept("0123456789ab")
    assert commit(tmp_path) == ""
    own = "-c", "user.name=A", "-c", "user.email=a@example.com"
    for words in (["init", "-q"], ["add", "file"], [*own, "commit", "-qm", "Begin"]):
        (tmp_path / "file").write_text("one")
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    assert not why_not_kept(commit(tmp_path))
    (tmp_path / "file").write_text("two")
    assert why_not_kept(commit(tmp_path))


def test_weights_of_which_nothing_is_known_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "huupp").mkdir()
    random_tables(np.random.default_rng(1)).save(tmp_path / "huupp" / learned.WEIGHTS)
    monkeypatch.setenv("CATTERY_DATA", str(tmp_path))
    with pytest.raises(BadData, match="can't be used"):
        learned.of_game("huupp")


def test_no_match_depends_on_what_was_learned(tmp_path: Path) -> None:
    """Neither the data that saved matches name nor compiled code: with other weights they are as
    before, where with another deck they aren't."""
    keys = "from cattery import data, kernel; print(data.data_hash({0!r}), kernel.game_key({0!r}))"

    def told(game: str, **more: str) -> str:
        env, command = {**os.environ, **more}, [sys.executable, "-c", keys.format(game)]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    for game, files in (("huupp", (learned.WEIGHTS, learned.ORIGIN)), ("filou", ("deck.toml",))):
        (tmp_path / game).mkdir()
        for name in files:
            (tmp_path / game / name).write_bytes(b"# others\n")
        assert data.folder(game).joinpath(files[-1]).exists()
        same = told(game) == told(game, CATTERY_DATA=str(tmp_path))
        assert same == (game == "huupp")


def seat_at(moves: int) -> Seat:
    game = cattery.game("huupp")
    source = np.random.default_rng(moves)
    state = game.new(2, {}, rng=1)
    for _ in range(moves):
        game.apply(state, int(source.choice(game.legal(state))))
    return Seat(game, int(state["actor"][0]), state, lambda since: [])


def with_learned(game: cattery.game) -> SearchSettings:
    """As the game is searched where it has learned."""
    return SearchSettings.of(game, **game.facts["search"]["learned"])


@pytest.mark.parametrize("iterations", [16, 64, 100])
def test_a_node_widens_as_fast_as_is_set_and_by_what_the_policy_likes(iterations: int) -> None:
    game, seat = cattery.game("huupp"), seat_at(6)
    tables, settings = random_tables(np.random.default_rng(2)), with_learned(game)
    limits = Limits(iterations=iterations, settle_early=False)
    report = Search(game, settings, seed=1, learned=tables).run(seat, limits)
    tried = {choice.action for choice in report.choices if choice.visits}
    assert len(tried) == int(settings.widen * (iterations - 1) ** 0.5) + 1 < len(seat.actions)
    sensed = features(game, seat.imagine(0))
    likes = {action: float(tables.policy[sensed, action].sum()) for action in seat.actions}
    worst_tried = min(likes[action] for action in tried)
    assert all(likes[each] < worst_tried + 0.3 for each in set(likes) - tried), "but for a lot"


@pytest.mark.parametrize("seed", range(6))
def test_a_win_that_no_policy_likes_is_still_found(seed: int) -> None:
    """It is the last that would be tried: the others have to be lost or seen through first."""
    game = cattery.game("huupp")
    tables = random_tables(np.random.default_rng(seed))
    state = game.from_position("6/2cc2/6/6/6/6 1 5k1c 8k", 2, {"ghosts": "off"})
    seat = Seat(game, int(state["actor"][0]), state, lambda since: [])
    found = Search(game, SearchSettings.of(game, learned=False), seed=1)
    won = found.run(seat, Limits(iterations=60_000)).best
    assert won.proof == 1
    tables.policy[:, won.action] -= 5.0
    report = Search(game, with_learned(game), seed=1, learned=tables).run(
        seat, Limits(iterations=20_000)
    )
    assert report.best.proof == 1


def test_without_what_was_learned_the_search_is_the_hand_made_one() -> None:
    game = cattery.game("huupp")
    hand = SearchSettings.of(game, learned=False)
    assert (hand.cut, hand.widen) == (1, 0.0)
    assert Search(game, hand, seed=1).learned is None
