"""The search and what is unseen, what chance turned up, what `weigh` said, and points alone."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import cattery
from cattery import kernel
from cattery.match import Match
from cattery.players import Seat
from cattery.search import Limits, Search, SearchSettings, tree

AT_ONCE = "sardines"
OPEN_WITH_CHANCE = [
    name for name in cattery.games() if cattery.game(name).chance and not cattery.game(name).hidden
]


def searched(name: str, seats: int, iterations: int, **settings: Any) -> tuple[Search, Seat]:
    """A search from the beginning of a match."""
    match = Match.new(name, seats=seats, seed=3)
    seat = Seat.of(match, match.waiting[0])
    search = Search(match.game, SearchSettings.of(match.game, **settings), seed=1)
    search.run(seat, Limits(iterations=iterations, settle_early=False))
    return search, seat


def links(search: Search) -> list[int]:
    """What was noticed of others' steps, anywhere in the trees."""
    trees = search._arenas[0].trees
    edges = trees.edges[: trees.used[1]]
    return [-2 - int(action) for action in edges["action"] if action < 0]


# --- what isn't noticed


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("seats", [2, 4])
def test_steps_of_an_open_round_make_no_nodes_for_others(single: bool, seats: int) -> None:
    """Only the close of a round and the decisions between two rounds do."""
    search, _ = searched(AT_ONCE, seats, 3000, single_tree=single, cut=30)
    rules, noticed = cattery.game(AT_ONCE).rules, links(search)
    assert noticed, "rounds do close in these trees"
    assert kernel.UNNOTICED not in noticed
    assert min(noticed) > rules.DONE


# --- what chance turned up, and what `weigh` said: compiled code can't be changed or counted


def interpreted(*what: str) -> str:
    """What one of the functions below finds in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, __file__, *what],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize("outcomes", [64, 3, 0])
@pytest.mark.parametrize("name", OPEN_WITH_CHANCE)
def test_in_open_games_what_chance_turned_up_is_told_apart(name: str, outcomes: int) -> None:
    """Without a word of the game, and as many outcomes below one choice as are wanted."""
    told = int(interpreted("count_outcomes", name, str(outcomes)))
    assert told <= outcomes
    assert (told > 1) == (outcomes > 1)


def count_outcomes(name: str, outcomes: str) -> int:
    """The most outcomes that hang below one choice, if the game says nothing of what is noticed."""
    game = cattery.game(name)
    kernel._KERNELS["notice"].pop(game.dtype, None)
    search, _ = searched(name, game.seats[0], 120, outcomes=int(outcomes), cut=2, widen=0.2)
    trees, most = search._arenas[0].trees, 0
    for edge in trees.edges[: trees.used[1]]:
        at, told = int(edge["child"]), 0
        while at != tree.NONE:
            told += int(trees.nodes["key"][at]) >= 1 << 29
            at = int(trees.nodes["next"][at])
        most = max(most, told)
    return most


def test_there_is_an_open_game_with_chance() -> None:
    assert OPEN_WITH_CHANCE


def test_what_weigh_said_of_a_node_is_kept() -> None:
    anew, kept = (int(interpreted("count_weighings", keep)) for keep in ("0", "1"))
    assert 0 < kept < 0.8 * anew


def count_weighings(keep: str) -> int:
    """How often `weigh` is asked in a short search."""
    game = cattery.game(AT_ONCE)
    assert game.rules, "the verbs are registered"
    plain, calls = kernel._KERNELS["weigh"][game.dtype], 0

    def counting(*given: Any) -> None:
        nonlocal calls
        calls += 1
        plain(*given)

    kernel._KERNELS["weigh"][game.dtype] = counting
    searched(AT_ONCE, 2, 150, keep=keep == "1")
    return calls


# --- points alone


def test_alone_a_point_is_enough_to_tell_moves_apart() -> None:
    """Payoffs of one position lie within a few hundredths; what is uncertain is measured by that:
    here only the full tin is worth a paw."""
    match = Match.new(AT_ONCE, seats=1, position="0,0,8,0,0 6 0 - 1/-", seed=1)
    seat = Seat.of(match, 0)
    search = Search(match.game, seed=1)
    report = search.run(seat, Limits(iterations=600, settle_early=False))
    assert match.game.format(match.game.move(report.best.action)) == "reach 3"
    others = [choice.visits for choice in report.choices[1:]]
    assert report.best.visits > 3 * max(others)
    assert not search.settings.scaled, "only a table of one is scaled"


def test_the_span_is_that_of_the_payoffs_seen() -> None:
    span = np.array([np.inf, -np.inf])
    assert tree.half_span(span) == 1.0
    for low, high, half in ((0.1, 0.3, 0.1), (0.2, 0.2, tree.LEAST_SPAN / 2), (-1.0, 1.0, 1.0)):
        span[:] = low, high
        assert tree.half_span(span) == pytest.approx(half)


if __name__ == "__main__":
    _, wanted, *given = sys.argv
    print({each.__name__: each for each in (count_outcomes, count_weighings)}[wanted](*given))
