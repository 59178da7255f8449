"""Thinkers learn from what others do in a match how they are, and from nothing else."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import cattery
from cattery.match import Match
from cattery.players import Seat, make
from cattery.search import Limits, Search, SearchSettings
from cattery.search.habits import ANYBODY, CHANGES, habit_weights
from cattery.search.search import _Arena
from cattery.seat import UNSEEN
from support.twins import Deceived, other_past, positions

WITH_HABITS = tuple(name for name in cattery.games() if cattery.game(name).habits is not None)


def weights(seat: Seat) -> Any:
    """[seat, habit] what it thinks of everybody."""
    habits = seat.game.habits
    assert habits is not None
    return habit_weights(habits, seat, seat.imagine(0))


def played(name: str, players: list[str], seed: int, moves: int = 500) -> Match:
    """A match between players, up to so many moves or to the end."""
    game = cattery.game(name)
    match = Match.new(game, seats=len(players), seed=seed)
    minds = [make(player, game, seed) for player in players]
    while not match.over and match.n < moves:
        seat = match.waiting[0]
        match.play(minds[seat].choose(Seat.of(match, seat)), seat)
    return match


def bidding_of(match: Match, observer: int, seat: int) -> Any:
    """How likely a seat bids in each way that Filou knows, whatever it lays."""
    from cattery.games.filou.wits import BIDDING, LAYING

    return weights(Seat.of(match, observer)).reshape(-1, len(BIDDING), len(LAYING)).sum(2)[seat]


def test_games_offer_habits():
    assert "filou" in WITH_HABITS


@pytest.mark.parametrize("name", WITH_HABITS)
def test_before_anything_is_seen_habits_are_as_likely_as_the_game_says(name: str):
    habits, match = cattery.game(name).habits, Match.new(name, seed=1)
    assert habits is not None
    found = weights(Seat.of(match, match.waiting[0]))
    others = [seat for seat in range(match.seats) if seat != match.waiting[0]]
    assert habits.weights.sum() == pytest.approx(1)
    assert found[others] == pytest.approx(np.tile(habits.weights, (len(others), 1)))
    own = np.arange(len(habits.weights)) == habits.own
    assert found[match.waiting[0]].tolist() == own.astype(float).tolist()


@pytest.mark.parametrize("name", WITH_HABITS)
def test_whatever_was_seen_every_habit_stays_possible(name: str):
    game = cattery.game(name)
    assert game.habits is not None
    for match in positions(game, game.seats[-1], 3):
        found = weights(Seat.of(match, match.waiting[0]))
        assert found.sum(axis=1) == pytest.approx(np.ones(match.seats))
        for seat in set(range(match.seats)) - {match.waiting[0]}:
            assert (found[seat] >= ANYBODY * game.habits.weights).all()


def test_somebody_may_change_when_a_round_begins():
    """Of what was learned in earlier rounds a part is forgotten, however sure it was."""
    habits = cattery.game("filou").habits
    assert habits is not None
    match = played("filou", ["greedy", "style:early_bird", "greedy", "greedy"], 3, 200)
    kept = (1 - ANYBODY) * CHANGES * habits.weights
    begun = [
        weights(Seat.of(each, seat))[1]
        for each, seat in ((each, each.waiting[0]) for each in beginnings(match))
        if seat != 1
    ]
    assert len(begun) > 3
    assert all((found >= kept - 1e-12).all() for found in begun)
    assert max(found.max() for found in begun) > 0.2, "much was learned all the same"


def beginnings(match: Match) -> list[Match]:
    """The match at the beginning of each round but the first, when nobody has laid a card."""
    again, found, number = match.restarted(), [], 0
    for entry in match.log:
        again.repeat(entry)
        auction = int(again.state()["auction"][0])
        if auction > number and not again.over:
            number = auction
            found.append(Match.load(again.save()))
    return found


@pytest.mark.parametrize("name", WITH_HABITS)
def test_guessed_worlds_are_alike_where_the_knowledge_is(name: str):
    """Drawn by the same chance and the same habits from a world that was imagined."""
    from cattery.kernel import guess_as

    game, chance, source = cattery.game(name), random.Random(8), np.random.default_rng(8)
    assert game.habits is not None
    for match in positions(game, game.seats[-1], 70):
        seat = match.waiting[0]
        drawn = game.habits.rows[source.integers(len(game.habits.rows), size=match.seats)]
        worlds = [
            Seat.of(each, seat).imagine(0)
            for each in (match, Deceived.of(match, seat, chance.getrandbits(64)))
        ]
        for rng in range(5):
            guessed = []
            for world in worlds:
                one = world.copy()
                one["rng"] = rng
                guess_as(one[0], seat, drawn)
                guessed.append(one.tobytes())
            assert guessed[0] == guessed[1]


@pytest.mark.parametrize("name", WITH_HABITS)
def test_the_first_habit_is_what_is_urged(name: str):
    """In the same state with the same chance it does the same."""
    from cattery.kernel import urge, urge_as

    game = cattery.game(name)
    assert game.habits is not None
    for match in positions(game, game.seats[-1], 9):
        for rng in range(20):
            one, two = (match.state() for _ in range(2))
            one["rng"] = two["rng"] = rng
            assert urge(one[0]) == urge_as(two[0], game.habits.rows[0])


def test_who_bids_loudly_and_leaves_is_found_out():
    """Most of the weight goes from the careful ones to those who leave, in most matches."""
    from cattery.games.filou.wits import BIDDING, CAREFUL, LEAVES, STEADY

    leaves = np.array([way[LEAVES] for way in BIDDING])
    shares = []
    for seed in (5, 6, 7):
        match = played("filou", ["greedy", "style:bluffer", "greedy", "greedy"], seed, 90)
        shares.append(bidding_of(match, 0, 1) @ leaves)
        for greedy in (2, 3):  # of the family
            assert bidding_of(match, 0, greedy)[:2].sum() > CAREFUL + STEADY
    assert np.median(shares) > 0.7


@pytest.mark.parametrize("name", WITH_HABITS)
def test_what_cannot_be_known_changes_neither_weights_nor_worlds_nor_the_choice(name: str):
    """Another truth that looks alike, and another past that nobody could notice."""
    game, chance, differing = cattery.game(name), random.Random(4), 0
    for match in positions(game, game.seats[-1], 60):
        seat = match.waiting[0]
        twins = [Deceived.of(match, seat, chance.getrandbits(64)), other_past(match, seat, chance)]
        known = Seat.of(match, seat)
        for twin in twins:
            differing += twin.state().tobytes() != match.state().tobytes()
            other = Seat.of(twin, seat)
            for one, two in zip(known.witnessed, other.witnessed, strict=True):
                assert one.tobytes() == two.tobytes()
            assert (weights(known) == weights(other)).all()
            assert found(known) == found(other)
    assert differing > 3


def found(seat: Seat) -> list[tuple[int, int, float]]:
    """What a short search finds."""
    report = Search(seat.game, seed=3).run(seat, Limits(iterations=60))
    return [(choice.action, choice.visits, choice.value) for choice in report.choices]


@pytest.mark.parametrize("name", WITH_HABITS)
def test_what_was_hidden_is_no_part_of_what_was_witnessed(name: str):
    """The worlds before others' moves are imagined, and hidden actions aren't told."""
    game, unseen = cattery.game(name), 0
    for match in positions(game, game.seats[-1], 21):
        seat = match.waiting[0]
        seen, others = Seat.of(match, seat).witnessed, list(match.moves_of_others(seat))
        assert seen.movers.tolist() == [mover for mover, _, _ in others]
        for world, told, (_, action, before) in zip(seen.worlds, seen.actions, others, strict=True):
            assert world.tobytes() == game.imagine(before, seat, rng=0)[0].tobytes()
            hidden = game.hides(before, action, seat)
            assert told == (UNSEEN if hidden else action)
            unseen += hidden
    assert unseen


@pytest.mark.parametrize("name", WITH_HABITS)
def test_a_match_that_was_kept_in_a_file_is_remembered_as_well(name: str):
    for match in positions(cattery.game(name), 4, 30):
        again = Match.load(match.save())
        one, two = (Seat.of(each, match.waiting[0]) for each in (match, again))
        assert len(one.witnessed.movers) == len(two.witnessed.movers)
        assert (weights(one) == weights(two)).all()


@pytest.mark.parametrize("name", WITH_HABITS)
def test_of_a_mere_position_nothing_was_witnessed(name: str):
    game = cattery.game(name)
    match = positions(game, 4, 30)[0]
    known = Seat.of(match, match.waiting[0])
    bare = Seat(game, known.number, known.imagine(0), known.since)
    assert len(known.witnessed.movers)
    assert not len(bare.witnessed.movers)
    others = [seat for seat in range(match.seats) if seat != known.number]
    assert game.habits is not None
    before = np.tile(game.habits.weights, (len(others), 1))
    assert weights(bare)[others] == pytest.approx(before)
    assert weights(known)[others] != pytest.approx(before)
    assert found(bare) != found(known)


@pytest.mark.parametrize("name", cattery.games())
def test_only_games_with_habits_have_room_for_them(name: str):
    game = cattery.game(name)
    for given, wanted in ((True, name in WITH_HABITS), (False, False)):
        search = Search(game, SearchSettings.of(game, habits=given), size=64)
        trees = _Arena(search, game.seats[-1]).trees
        for room in (trees.population, trees.weights, trees.habits):
            assert (room is not None) == wanted


@pytest.mark.parametrize("name", WITH_HABITS)
def test_interpreted_weights_are_compiled_weights(name: str):
    told = subprocess.run(
        [sys.executable, __file__, name],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(told) == json.loads(json.dumps(examples(name)))


def examples(name: str) -> list[Any]:
    """Weights, and what a short search finds with them, late in matches."""
    matches = sorted(positions(cattery.game(name), 4, 50), key=lambda match: match.n)[-2:]
    seats = [Seat.of(match, match.waiting[0]) for match in matches]
    return [[weights(seat).round(9).tolist(), found(seat)] for seat in seats]


if __name__ == "__main__":
    print(json.dumps(examples(sys.argv[1])))
