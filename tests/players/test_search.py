"""The search: limits that hold, the same thoughts from the same seed, a tree that is kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

import cattery
from cattery.match import Match
from cattery.players import Seat
from cattery.search import Limits, Search, SearchSettings
from cattery.search.search import SearchReport

GAMES = cattery.games()


def seat_of(name: str, moves: int = 0, seed: int = 5) -> Seat:
    """Somebody to think, some moves into a match."""
    match = Match.new(name, seed=seed)
    source = np.random.default_rng(seed)
    for _ in range(moves):
        waiting = match.waiting[0]
        match.play(int(source.choice(match.legal_actions(waiting))), waiting)
    return Seat.of(match, match.waiting[0])


def thoughts(report: SearchReport) -> list[tuple[int, int, float]]:
    return [(c.action, c.visits, c.value) for c in report.choices]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_thinks_the_same(name: str) -> None:
    seat, limits = seat_of(name, 6), Limits(iterations=300)
    one, two, other = (
        thoughts(Search(cattery.game(name), seed=seed).run(seat, limits)) for seed in (1, 1, 2)
    )
    assert one == two
    assert one != other


@pytest.mark.parametrize("name", GAMES)
def test_iterations_are_counted_and_spread_over_all_legal_moves(name: str) -> None:
    seat = seat_of(name, 4)
    settings = SearchSettings.of(seat.game, margin=0)
    report = Search(seat.game, settings, seed=1).run(
        seat, Limits(iterations=500, settle_early=False)
    )
    assert report.iterations == 500
    assert {choice.action for choice in report.choices} == set(seat.actions)
    assert sum(choice.visits for choice in report.choices) == 500
    assert report.best.visits == max(choice.visits for choice in report.choices)
    assert all(-1.0 <= choice.value <= 1.0 for choice in report.choices)


@pytest.mark.parametrize("name", GAMES)
def test_a_limit_of_time_holds(name: str) -> None:
    seat = seat_of(name)
    search = Search(cattery.game(name), seed=1)
    search.run(seat, Limits(iterations=10))
    began = time.process_time()
    report = search.run(seat, Limits(seconds=0.2, settle_early=False))
    assert report.iterations > 100
    assert 0.15 <= report.seconds < 2.0, "a chunk is short: the clock is looked at often"
    assert time.process_time() - began < 0.6


def test_it_stops_when_the_rest_cannot_change_the_choice() -> None:
    game, saved = cattery.game("huupp"), 0
    for moves in range(2, 30, 3):
        seat = seat_of("huupp", moves)
        whole = Search(game, seed=1).run(seat, Limits(iterations=5000, settle_early=False))
        short = Search(game, seed=1).run(seat, Limits(iterations=5000))
        assert short.best.action == whole.best.action
        saved += short.iterations < whole.iterations
    assert saved > 3


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_cancelled_between_chunks_and_tells_what_it_has(name: str) -> None:
    reports: list[SearchReport] = []
    report = Search(cattery.game(name), seed=1).run(
        seat_of(name),
        Limits(seconds=60, settle_early=False),
        cancelled=lambda: len(reports) >= 3,
        progress=reports.append,
    )
    assert len(reports) == 3
    assert report.iterations == reports[-1].iterations > 0
    assert reports[0].iterations < reports[1].iterations < reports[2].iterations


@pytest.mark.parametrize("name", GAMES)
def test_a_small_arena_is_enough_for_a_choice(name: str) -> None:
    search = Search(cattery.game(name), seed=1, size=200)
    report = search.run(seat_of(name), Limits(iterations=3000, settle_early=False))
    assert report.iterations == 3000
    assert sum(choice.visits for choice in report.choices) == 3000
    for arena in search._arenas:
        assert max(arena.trees.used) <= 200


@pytest.mark.parametrize("name", GAMES)
def test_threads_share_the_work(name: str) -> None:
    seats = (seat_of(name, moves) for moves in range(3, 20))
    seat = next(each for each in seats if len(each.actions) > 1)
    report = Search(cattery.game(name), seed=1).run(
        seat, Limits(iterations=400, threads=2, settle_early=False)
    )
    assert report.iterations == 400
    assert sum(choice.visits for choice in report.choices) == 400


def test_the_tree_is_kept_where_all_is_open() -> None:
    match = Match.new("huupp", seed=3)
    search = Search(match.game, seed=1)
    limits = Limits(iterations=2000, settle_early=False)
    choice = search.run(Seat.of(match, 0), limits).best.action
    match.play(choice, match.waiting[0])
    while 0 not in match.waiting:
        match.play(match.legal_actions(1)[0], 1)
    known = search.run(Seat.of(match, 0), Limits(iterations=1))
    assert sum(c.visits for c in known.choices) > 1, "thoughts of the last move are gone"
    stranger = Search(match.game, seed=1).run(Seat.of(match, 0), Limits(iterations=1))
    assert sum(c.visits for c in stranger.choices) == 1


@pytest.mark.parametrize("single_tree", [False, True])
def test_hidden_games_can_be_searched_in_both_ways(single_tree: bool) -> None:
    game = cattery.game("filou")
    seat = seat_of("filou", 7)
    search = Search(game, SearchSettings.of(game, single_tree=single_tree), seed=1)
    report = search.run(seat, Limits(iterations=400, settle_early=False))
    assert len(search._arenas[0].trees.roots) == (1 if single_tree else seat.seats)
    assert sum(choice.visits for choice in report.choices) == 400
    line = search.line(seat, report.best.action)
    assert line[0].action == report.best.action


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_thoughts_are_compiled_thoughts(name: str) -> None:
    told = subprocess.run(
        [sys.executable, __file__, name],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(told) == json.loads(json.dumps(examples(name)))


def examples(name: str) -> list[Any]:
    """What a few short searches find."""
    game = cattery.game(name)
    return [
        [visits[:2] for visits in thoughts(Search(game, seed=1).run(seat_of(name, n), limits))]
        for n, limits in ((0, Limits(iterations=40)), (9, Limits(iterations=40)))
    ]


if __name__ == "__main__":
    print(json.dumps(examples(sys.argv[1])))
