"""F-50, F-51: what a seat may know, in views, stories, observations and imagined worlds."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from random import Random
from typing import Any

import numpy as np
import orjson
import pytest

from cattery import Match
from rules.filou.sack import ALL, PLAYERS, events, fresh, lay_all, play, row, table
from rules.filou.walks import FILOU, choose, unseen, walk, world, worlds

BOTH = [pytest.param(False, id="uniform"), pytest.param(True, id="timid")]


def seats_of(states: Any) -> range:
    return range(int(states["seats"][0]))


# --- views ---------------------------------------------------------------------------------------


def test_f50_a_hand_is_seen_by_its_owner_alone():
    match = fresh(4)
    for seat in range(4):
        assert len(match.view(seat).hand) == 9
        assert [player.cards for player in match.view(seat).players] == [9] * 4
    assert match.view(None).hand == ()


def test_f50_a_face_down_card_is_known_to_who_laid_it():
    match = table("1:8,3,5,11")
    assert row(match, None) == ["8", None, None, None]
    assert row(match, 0) == ["8", None, None, None]
    assert row(match, 1) == ["8", "3", None, None]
    assert row(match, 3) == ["8", None, None, "11"]


def test_f50_the_move_of_laying_is_a_secret_in_the_story():
    match = play(table("1: 15,15,15,15 0,0,0,0 r,r,r,r"), "lay 15")
    for seat in (None, 0, 1, 2, 3):
        told = match.story(seat)[0]
        assert told.move == ("lay 15" if seat == 0 else None)
        assert told.events[0].card == ("15" if seat == 0 else None)
        lines = " ".join(told.lines("en", ["Ann", "Bob", "Cat", "Dan"]))
        assert ("15" in lines) == (seat == 0)


@pytest.mark.parametrize("seats", PLAYERS)
def test_f50_at_the_end_everything_is_open(seats: int):
    *_, states = walk(seats, 3)
    view = FILOU.view(states, None)
    assert all(player.missing is not None for player in view.players)
    for player in view.players:
        assert {*player.laid, player.missing} == ALL
        assert player.mice is not None
        assert player.total == player.points + player.mice
    assert (view.removed is not None) == (seats == 3)


def test_f50_won_and_gone_cards_are_open_to_all():
    match = play(table("1:8,3,d,11"), "bid 1", "pass", "pass", "pass")
    for seat in (None, 0, 3):
        view = match.view(seat)
        assert view.players[0].won == ("8", "11")
        assert view.gone == ("3", "small_dog")
        assert [player.laid for player in view.players] == [("8",), ("3",), ("small_dog",), ("11",)]


def test_f50_the_pile_keeps_its_order_even_in_the_record():
    """A card of the pile is drawn when it is turned: there is nothing to peek at before."""
    laying = table("1:?,8,3", 3).state()
    assert laying["sacks"][0, 0, 0] == -1


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("open_mice", ["off", "on"])
def test_f51_the_mice_of_others_are_secret_unless_the_table_says_otherwise(
    seats: int, open_mice: str
):
    match = fresh(seats, open_mice=open_mice)
    for seat in (None, *range(seats)):
        for number, player in enumerate(match.view(seat).players):
            known = open_mice == "on" or number == seat
            assert player.mice == (15 if known else None)
            assert (player.total is not None) == known


def test_f51_gains_and_payments_are_public():
    match = play(table("1:8,3,5,11"), "bid 4", "pass")
    assert events(match, None)[0].mice == 2
    assert match.view(None).players[1].took == 2
    play(match, "pass", "pass")
    bought = next(event for event in events(match, None) if event.type == "bought")
    assert (bought.seat, bought.mice) == (0, 4)
    assert match.view(2).sacks[0].price == 4


def text_of(view: Any) -> str:
    return orjson.dumps(asdict(view), default=str).decode()


@pytest.mark.parametrize("seats", PLAYERS)
def test_f50_f51_an_onlooker_sees_no_secret(seats: int):
    """The onlooker's view stays the same whatever anybody's secrets are."""
    for states in walk(seats, 5):
        if states["over"][0]:
            continue
        seen = text_of(FILOU.view(states, None))
        for rng in range(4):
            other = FILOU.imagine(FILOU.imagine(states, 0, rng), 1, rng + 9)
            other["mice"] = states["mice"]
            assert text_of(FILOU.view(other, None)) == seen
        view = FILOU.view(states, None)
        assert view.hand == ()
        assert all(player.mice is None and player.missing is None for player in view.players)
        assert all(card.card is None for card in view.row if not card.open)


# --- imagined worlds -----------------------------------------------------------------------------


@pytest.mark.parametrize("timid", BOTH)
@pytest.mark.parametrize("seats", PLAYERS)
def test_f50_an_imagined_world_looks_the_same_to_the_one_who_imagines(seats: int, timid: bool):
    for seed in range(6):
        for states in walk(seats, seed, timid):
            for seat in seats_of(states):
                imagined = FILOU.imagine(states, seat, rng=seed + 17 * seat)
                assert FILOU.view(imagined, seat) == FILOU.view(states, seat)
                assert (FILOU.observe(imagined, seat) == FILOU.observe(states, seat)).all()
                if int(states["actor"][0]) == seat:
                    assert FILOU.legal(imagined) == FILOU.legal(states)
                assert FILOU._loops.check_at(imagined, 0) == 0


@pytest.mark.parametrize("seats", PLAYERS)
def test_f50_states_that_look_alike_give_identical_worlds(seats: int):
    for states in walk(seats, 11, timid=True):
        for seat in seats_of(states):
            alike = [FILOU.imagine(states, seat, rng) for rng in (1, 2)]
            for rng in (5, 6):
                wanted = FILOU.imagine(states, seat, rng).tobytes()
                assert {FILOU.imagine(other, seat, rng).tobytes() for other in alike} == {wanted}


@pytest.mark.parametrize("seats", PLAYERS)
def test_f50_imagining_changes_nothing_that_is_known(seats: int):
    known = ("mice", "bid", "place", "bank", "high", "points", "opener", "taker", "price", "pile")
    for states in walk(seats, 2):
        for seat in seats_of(states):
            world = FILOU.imagine(states, seat, 3)
            for name in known:
                assert (world[name] == states[name]).all()
            assert world["hand"][0, seat] == states["hand"][0, seat]
            assert world["missing"][0, seat] == states["missing"][0, seat]


def test_f50_when_all_is_open_there_is_nothing_to_imagine():
    *_, states = walk(4, 1)
    after = FILOU.imagine(states, 2, rng=int(states["rng"][0]))
    assert after.tobytes() == states.tobytes()


def late(seats: int, seed: int, left: int, laid: int) -> Any:
    """A position of a random game with so many rounds to play and so many cards just laid."""
    for states in walk(seats, seed, timid=True):
        row = FILOU.view(states, None).row
        own = sum(card.owner is not None for card in row)
        if int(states["auction"][0]) == 9 - left and own == laid:
            return states
    raise AssertionError("no such position")


# Players, rounds left, cards laid: small enough to list all worlds.
ENDGAMES = [(3, 1, 3), (3, 1, 1), (4, 1, 4), (3, 2, 3), (4, 1, 2), (3, 2, 0), (3, 3, 1)]


@pytest.mark.parametrize(("seats", "left", "laid"), ENDGAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_f50_every_world_that_fits_comes_up_equally_often(
    seats: int, left: int, laid: int, seat: int
):
    states = late(seats, 5 + seats + left, left, laid)
    possible = worlds(states, seat)
    assert world(states, seat) in possible
    draws = 60 * len(possible)
    counts = Counter(world(FILOU.imagine(states, seat, rng), seat) for rng in range(draws))
    assert set(counts) == possible
    expected = draws / len(possible)
    statistic = sum((counts[one] - expected) ** 2 / expected for one in possible)
    assert len(possible) == 1 or statistic < chi_square_limit(len(possible) - 1)


def chi_square_limit(freedom: int) -> float:
    """What chi-square exceeds once in ten thousand times, by Wilson and Hilferty's formula."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.72 * spread**0.5) ** 3)


def test_f50_after_an_auction_the_missing_card_may_be_any_that_was_not_seen():
    states = table("1:8,3,5,11>1=1/1: 14,15,15,15 0,0,0,0 15,15,15,15").state()
    counts = Counter(world(FILOU.imagine(states, 0, rng), 0)[0][0] for rng in range(4500))
    assert set(counts) == ALL - {"3"}
    assert set(unseen(states, 1)) == ALL - {"3"}
    assert all(400 < n < 600 for n in counts.values())


def test_f50_the_own_missing_card_and_face_down_card_are_known():
    states = play(table("1: 15,15,15,15 0,0,0,0 r,D,d,3"), "lay 8", "lay 15").state()
    for rng in range(50):
        mine = FILOU.imagine(states, 1, rng)
        view = FILOU.view(mine, 1)
        assert view.players[1].missing == "big_dog"
        assert view.row[1].card == "15"


# --- what can be taken back ----------------------------------------------------------------------


def test_f22_f24_a_step_that_turns_a_card_is_marked_as_a_reveal():
    for states in walk(4, 8):
        chance = Random(1)
        for _ in range(3):
            if states["over"][0]:
                break
            after = states.copy()
            FILOU.apply(after, choose(states, chance, timid=True))
            turned = after["shown"][0] > states["shown"][0]
            ended_by_pass = after["auction"][0] > states["auction"][0] and states["phase"][0] != 2
            shows = turned or ended_by_pass or after["over"][0]
            assert bool(after["revealed"][0]) == bool(shows)


def test_f21_a_laid_card_may_be_taken_back_only_before_the_first_is_turned():
    match = fresh(4)
    play(match, *[f"lay {match.view(0).hand[0].replace('_', ' ')}"])
    assert match.can_take_back(0)
    assert not match.can_undo(0)
    lay_all(match)
    assert not match.can_take_back(0)
    assert not match.can_take_back(3)


def test_f23_a_bid_has_a_preview_and_a_pass_has_none():
    match = lay_all(fresh(4))
    preview = match.preview("bid 3", 0)
    assert preview is not None
    assert preview.view.high == 3
    assert match.preview("pass", 0) is None, "it would show a card"


# --- observations --------------------------------------------------------------------------------


def plane(observation: Any, name: str) -> Any:
    return observation[FILOU.rules.PLANES.index(name)]


def test_f50_an_observation_says_what_the_view_says():
    kinds = ["-8", "-5", "3", "5", "8", "11", "15", "rabbit", "big_dog", "small_dog"]
    for seats in PLAYERS:
        for states in walk(seats, 4, timid=True):
            for seat in seats_of(states):
                view, seen = FILOU.view(states, seat), FILOU.observe(states, seat)
                assert seen.shape == FILOU.observation_shape
                hand = [
                    kind for kind, one in zip(kinds, plane(seen, "own hand"), strict=True) if one
                ]
                assert tuple(hand) == view.hand
                assert plane(seen, "bank")[0] == view.bank
                assert plane(seen, "highest bid")[0] == view.high
                assert plane(seen, "round")[0] == view.round
                on_cards = [card.mice for card in view.mouse_cards]
                assert list(plane(seen, "mice on the mouse cards")[: seats - 1]) == on_cards
                for at, card in enumerate(view.row):
                    known = plane(seen, f"place {at} of the row")
                    assert known.sum() == (card.card is not None)
                    assert card.card is None or known[kinds.index(card.card)] == 1
                for number, player in enumerate(view.players):
                    k = (number - seat) % seats
                    assert plane(seen, "bids")[k] == player.bid
                    assert plane(seen, "order of passing")[k] == player.passed
                    assert plane(seen, "mice")[k] == states["mice"][0, number]
                    assert plane(seen, "points of won cats")[k] == np.clip(player.points, -127, 127)
                    if number != seat:
                        cards = plane(seen, f"cards seen from the set of player {k}")
                        extra = [] if player.missing is None else [player.missing]
                        assert cards.sum() == len(player.laid) + len(extra)


def test_f50_the_hidden_move_never_reaches_others_over_a_whole_match():
    match = Match.new("filou", seats=4, seed=12)
    chance = Random(3)
    while not match.over:
        seat = match.waiting[0]
        laying = match.view(None).phase == "lay"
        match.play(chance.choice(match.legal_actions(seat)), seat)
        for viewer in (None, 0, 1, 2, 3):
            told = match.story(viewer, since=match.n - 1)[0]
            if laying and viewer != seat:
                assert told.move is None
                assert told.events[0].card is None
            else:
                assert told.move is not None
