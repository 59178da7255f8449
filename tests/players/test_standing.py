"""Iterations that end with a round, and choices that must be clearly better than the usual one."""

from __future__ import annotations

import numpy as np
import pytest

import cattery
from cattery import loops
from cattery.analysis import analyse, hint
from cattery.kernel import feel, implements, stage
from cattery.players import Seat
from cattery.search import Limits, Search, SearchSettings, tree
from support.twins import positions

STAGED = [name for name in cattery.games() if implements(cattery.game(name).dtype, "stage")]
FOR_EVER = 1_000_000.0


def liked_best(seat: Seat) -> list[int]:
    """The actions that `weigh` likes best in what the seat knows."""
    actions = np.array(seat.actions, np.int32)
    likes = np.zeros(len(actions))
    loops.weigh_at(seat.imagine(0), 0, actions, len(actions), likes)
    return [int(action) for action in actions[likes == likes.max()]]


def test_there_is_a_game_in_stages():
    assert "filou" in STAGED


@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("name", STAGED)
def test_a_playout_ends_where_a_stage_begins(name: str, stages: int):
    """It is felt there, or over before."""
    game, felt = cattery.game(name), 0
    for match in positions(game, game.seats[0], 11):
        states = match.state()
        states["rng"] = 5
        out, again = np.zeros(match.seats), np.zeros(match.seats)
        end = stage(states[0]) + stages
        tree.finish_playout(states[0], True, None, None, None, None, -1, end, out)
        if not states["over"][0]:
            felt += 1
            assert stage(states[0]) == end
            feel(states[0], again)
            assert out.tolist() == again.tolist()
    assert felt > 2


@pytest.mark.parametrize("name", STAGED)
def test_stages_never_fall(name: str):
    game = cattery.game(name)
    for match in positions(game, game.seats[-1], 2):
        before, again = 0, match.restarted()
        for entry in match.log:
            again.repeat(entry)
            now = stage(again.state()[0])
            assert now >= before
            before = now


@pytest.mark.parametrize("margin", [None, 0.0, 0.5, 2.0])
@pytest.mark.parametrize("name", STAGED)
def test_to_stop_early_changes_no_choice(name: str, margin: float | None):
    """With a margin the choice hangs on values as well, and these go on changing."""
    game, saved = cattery.game(name), 0
    settings = SearchSettings.of(game, **({} if margin is None else {"margin": margin}))
    for match in positions(game, game.seats[-1], 60):
        seat = Seat.of(match, match.waiting[0])
        if len(seat.actions) == 1:
            continue
        short, whole = (
            Search(game, settings, seed=2).run(seat, Limits(iterations=320, settle_early=early))
            for early in (True, False)
        )
        assert short.best.action == whole.best.action
        saved += short.iterations < whole.iterations
    assert saved


@pytest.mark.parametrize("name", STAGED)
def test_hints_and_analyses_know_no_margin(name: str, monkeypatch: pytest.MonkeyPatch):
    """Else the advice might be worth less than what stands beside it."""
    game, other = cattery.game(name), 0
    monkeypatch.setitem(game.facts["search"], "margin", FOR_EVER)
    for match in positions(game, game.seats[-1], 60):
        seat = Seat.of(match, match.waiting[0])
        if len(seat.actions) == 1:
            continue
        told = hint(seat, iterations=200, seed=2)
        assert told.best.visits >= max((each.visits for each in told.alternatives), default=0)
        player = Search(game, seed=2).run(seat, Limits(iterations=200))
        other += player.best.action != told.best.action
    assert other, "a player keeps to what is usual"
    judged = analyse(match, iterations_per_move=60, seed=2).judgements
    for each in judged:
        if each.best.action != each.played.action:
            assert each.best.visits >= max(beside.visits for beside in each.alternatives)


@pytest.mark.parametrize("name", STAGED)
def test_no_margin_takes_the_most_visited_and_a_large_one_what_is_usual(name: str):
    game, other = cattery.game(name), 0
    for match in positions(game, game.seats[-1], 60):
        seat = Seat.of(match, match.waiting[0])
        if len(seat.actions) == 1:
            continue
        free, usual = (
            Search(game, SearchSettings.of(game, margin=margin), seed=2).run(
                seat, Limits(iterations=200, settle_early=False)
            )
            for margin in (0.0, FOR_EVER)
        )
        assert free.best.visits == max(choice.visits for choice in free.choices)
        assert usual.best.action in liked_best(seat)
        assert sorted(usual.choices, key=lambda choice: choice.action) == sorted(
            free.choices, key=lambda choice: choice.action
        )
        other += free.best.action != usual.best.action
    assert other, "the search doesn't always think the same as `weigh`"
