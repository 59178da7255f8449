"""Thinking per turn: one budget for all decisions of a turn, and a tree that lasts through it."""

from __future__ import annotations

import time

import numpy as np
import pytest

import cattery
from cattery.match import Match
from cattery.players import Seat, make
from cattery.players.thinker import Budget, Thinker, settings
from cattery.search import Limits, Search, SearchReport


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("1s/turn", {"seconds": 1.0, "per_turn": True}),
        ("300ms/turn", {"seconds": 0.3, "per_turn": True}),
        ("2000/turn", {"iterations": 2000, "per_turn": True}),
        (
            "2000/turn+temperature=0.1+keep=1",
            {"iterations": 2000, "per_turn": True, "temperature": 0.1, "keep": 1},
        ),
        ("2000/game", {}),
        ("/turn", {}),
        ("0/turn", {}),
    ],
)
def test_a_limit_may_be_for_a_turn(text: str, limit: dict[str, float]) -> None:
    assert settings(text) == limit


def cost(iterations: int = 0, seconds: float = 0.0) -> SearchReport:
    return SearchReport((), iterations, seconds)


def test_the_decisions_of_a_turn_share_its_budget() -> None:
    budget = Budget(Limits(iterations=1000))
    shares = []
    for _ in range(6):
        limits = budget.limits(1)
        assert limits.iterations
        shares.append(limits.iterations)
        budget.spend(cost(limits.iterations))
    assert shares[0] > shares[1] > shares[2] > 0
    assert sum(shares) <= 1000
    assert (budget.limits(2).iterations or 0) > shares[1], "a new turn has all of it again"


def test_what_a_decision_leaves_the_next_one_has() -> None:
    thrifty, lavish = Budget(Limits(seconds=1.0)), Budget(Limits(seconds=1.0))
    for budget, spent in ((thrifty, 0.1), (lavish, 0.6)):
        budget.limits(1)
        budget.spend(cost(seconds=spent))
    assert (thrifty.limits(1).seconds or 0) > (lavish.limits(1).seconds or 0) > 0


def test_a_budget_learns_how_many_decisions_a_turn_has() -> None:
    single, many = Budget(Limits(iterations=1000)), Budget(Limits(iterations=1000))
    for turn in range(1, 21):
        single.limits(turn)
        for _ in range(4):
            many.limits(turn)
    alone, first_of_four = single.limits(21).iterations or 0, many.limits(21).iterations or 0
    assert alone > 950, "where no other decision comes, hardly anything is held back for it"
    assert 300 < first_of_four < 450


class Counted(Thinker):
    """A thinker that writes down what each turn costs."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.costs: dict[int, list[int]] = {}

    def _think(self, seat: Seat, seconds: float | None) -> SearchReport:
        report = super()._think(seat, seconds)
        self.costs.setdefault(seat.turn, []).append(report.iterations)
        return report


@pytest.mark.parametrize("name", cattery.games())
def test_no_turn_costs_more_than_its_budget(name: str) -> None:
    game = cattery.game(name)
    match = Match.new(game, seats=game.seats[-1], seed=4)
    minds = [
        Counted(game, Limits(iterations=60), seat, per_turn=True) for seat in range(match.seats)
    ]
    while not match.over and match.n < 120:
        seat = match.waiting[0]
        match.play(minds[seat].choose(Seat.of(match, seat)), seat)
    for mind in minds:
        assert all(sum(costs) <= 60 for costs in mind.costs.values())


def test_a_turn_that_was_taken_back_has_all_of_it_again() -> None:
    """Else a bot would play badly after every take-back."""
    match = Match.new("sardines", seats=2, seed=1, players=["human", "random"])
    mind = Counted(match.game, Limits(iterations=400, settle_early=False), 1, per_turn=True)
    for _ in range(3):
        match.play(match.legal_actions(0)[0], 0)
        mind.choose(Seat.of(match, 1))
        match.take_back(0)
    assert match.take_backs == 3
    (costs,) = mind.costs.values()
    assert min(costs) > 200


def test_a_forced_decision_costs_nothing() -> None:
    match = Match.new("sardines", seats=1, seed=1)
    mind = Counted(match.game, Limits(iterations=100), 1, per_turn=True)
    match.play("1", 0)
    match.play("2", 0)
    assert len(match.legal_actions(0)) == 1
    assert mind.choose(Seat.of(match, 0)) == match.legal(0)[0]
    assert mind.costs == {}


@pytest.mark.parametrize("seats", [1, 4])
def test_the_tree_lasts_through_a_turn(seats: int) -> None:
    match = Match.new("sardines", seats=seats, options={"shelf": "HGFED"}, seed=1)
    search, limits = Search(match.game, seed=1), Limits(iterations=300, settle_early=False)
    match.play(search.run(Seat.of(match, 0), limits).best.action, 0)
    if seats > 1:  # that others go on, and who is done, makes no difference
        for move in ("1", "3", "done"):
            match.play(move, 1)
    kept = search.run(Seat.of(match, 0), Limits(iterations=1), resume=True)
    assert sum(choice.visits for choice in kept.choices) > 20
    stranger = Search(match.game, seed=1).run(Seat.of(match, 0), Limits(iterations=1), resume=True)
    assert sum(choice.visits for choice in stranger.choices) == 1


def test_a_tree_is_dropped_when_another_choice_was_made_or_a_round_has_closed() -> None:
    for closed in (False, True):
        match = Match.new("sardines", seats=1, options={"shelf": "HGFED"}, seed=1)
        search = Search(match.game, seed=1)
        best = search.run(Seat.of(match, 0), Limits(iterations=300)).best.action
        other = next(action for action in match.legal_actions(0) if action != best)
        match.play(best if closed else other, 0)
        if closed:
            match.play("done", 0)
        again = search.run(Seat.of(match, 0), Limits(iterations=1), resume=True)
        assert sum(choice.visits for choice in again.choices) == 1


def test_turns_are_played_the_same_each_time() -> None:
    def played() -> list[int]:
        match = Match.new("sardines", seats=2, seed=9)
        minds = [make("think:80/turn", match.game, seat) for seat in range(2)]
        while not match.over:
            seat = match.waiting[0]
            match.play(minds[seat].choose(Seat.of(match, seat)), seat)
        return list(match.actions_played)

    assert played() == played()


def test_spreads_are_of_payoffs_since_the_tree_was_kept() -> None:
    """Those of earlier roots tell nothing of how far apart the present choices are."""
    match = Match.new("sardines", seats=1, options={"shelf": "HGFED"}, seed=1)
    search, limits = Search(match.game, seed=1), Limits(iterations=300, settle_early=False)
    match.play(search.run(Seat.of(match, 0), limits).best.action, 0)
    kept = search.run(Seat.of(match, 0), Limits(iterations=50, settle_early=False), resume=True)
    assert sum(choice.visits for choice in kept.choices) > 50
    assert search._arenas[0].trees.moments[0] == 50


@pytest.mark.parametrize("limit", ["level:1", "think:300", "think:300/turn"])
def test_in_a_hurry_it_thinks_no_longer_and_no_more_than_else(limit: str) -> None:
    """With time enough it is the same player: it wavers as it does, and isn't stronger."""
    match, chosen = Match.new("huupp", seed=1), set()
    for seed in range(12):
        seat = Seat.of(match, match.waiting[0])
        calm, hurried = (make(limit, match.game, seed) for _ in range(2))
        move = calm.choose(seat)
        assert hurried.choose_within(seat, 10.0) == move
        assert hurried.search._last is not None
        chosen.add(move)
    assert len(chosen) > 1
    slow = make("think:60s", match.game, 1)
    began = time.monotonic()
    slow.choose_within(Seat.of(match, match.waiting[0]), 0.05)
    assert time.monotonic() - began < 10


def test_a_hurried_decision_comes_off_its_turn() -> None:
    match = Match.new("sardines", seats=1, seed=1)
    mind = Counted(match.game, Limits(iterations=60), 1, per_turn=True)
    while not match.over:
        match.play(mind.choose_within(Seat.of(match, 0), 60.0), 0)
    assert len(mind.costs) > 3
    assert all(0 < sum(costs) <= 60 for costs in mind.costs.values())


def test_a_turn_of_time_is_kept_to() -> None:
    match = Match.new("sardines", seats=1, seed=2)
    mind = make("think:200ms/turn", match.game, 1)
    mind.choose(Seat.of(match, 0))  # loads what is compiled
    spent = np.zeros(20)
    while not match.over:
        seat = Seat.of(match, 0)
        report_before = mind.budget._left.seconds if (seat.turn, 0) == mind.budget._turn else 0.2
        match.play(mind.choose(seat), 0)
        spent[seat.turn] += report_before - mind.budget._left.seconds
    assert spent.max() < 0.3
