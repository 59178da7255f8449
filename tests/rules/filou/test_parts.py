"""F-1 to F-3, F-10 to F-13: cards, mice, setup."""

from __future__ import annotations

from collections import Counter

import pytest

from cattery import Match, errors, game
from rules.filou.sack import ALL, PLAYERS, fresh, lay_all, legal, mice, play, row, table


@pytest.mark.parametrize("seats", PLAYERS)
def test_f1_a_set_is_seven_cats_a_rabbit_and_two_dogs(seats: int):
    view = fresh(seats).view(0)
    assert {*view.hand, view.players[0].missing} == ALL
    assert len(view.hand) == 9


def test_f1_cats_are_worth_what_they_say_and_the_others_nothing():
    match = play(table("1:-8,-5,3,5"), "bid 1", "pass", "pass", "pass")
    assert match.view(None).players[0].points == -5
    match = play(table("1:8,11,15,r"), "bid 1", "pass", "pass", "pass")
    assert match.view(None).players[0].points == 34


@pytest.mark.parametrize(("seats", "total"), [(3, 66), (4, 87), (5, 108)])
def test_f2_so_many_mice_are_in_play(seats: int, total: int):
    match = fresh(seats)
    on_cards = sum(card.mice for card in match.view(None).mouse_cards)
    assert sum(mice(match)) + on_cards + match.view(None).bank == total


def test_f2_every_mouse_in_play_can_be_bid():
    assert game("filou").parse("bid 108").mice == 108
    with pytest.raises(errors.NotationError):
        game("filou").parse("bid 109")


@pytest.mark.parametrize(("seats", "cards"), [(3, [3, 6]), (4, [2, 4, 6]), (5, [2, 3, 4, 6])])
def test_f3_the_mouse_cards(seats: int, cards: list[int]):
    view = fresh(seats).view(None)
    assert [card.value for card in view.mouse_cards] == cards
    assert [card.mice for card in view.mouse_cards] == cards


def test_f10_each_set_misses_one_card_and_any_card_as_often():
    missing = Counter(
        player.missing
        for seed in range(400)
        for seat in range(5)
        for player in [fresh(5, seed).view(seat).players[seat]]
    )
    assert set(missing) == ALL
    expected = 400 * 5 / 10
    assert sum((n - expected) ** 2 / expected for n in missing.values()) < 27.9  # p = 0.001, 9 df


def test_f10_the_sets_miss_cards_independently():
    pairs = Counter(
        tuple(fresh(3, seed).view(seat).players[seat].missing for seat in (0, 1))
        for seed in range(600)
    )
    assert len(pairs) > 90
    assert max(pairs.values()) < 20


def test_f10_the_missing_card_is_known_to_its_owner_alone():
    match = fresh(4)
    for seat in range(4):
        known = [player.missing is not None for player in match.view(seat).players]
        assert known == [number == seat for number in range(4)]
    assert all(player.missing is None for player in match.view(None).players)


def test_f10_the_missing_card_cannot_be_laid():
    match = table("1: 15,15,15,15 0,0,0,0 11,r,D,d")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("lay 11", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("F-10", "missing")
    assert "lay 11" not in legal(match)


@pytest.mark.parametrize(("seats", "bank"), [(3, 21), (4, 27), (5, 33)])
def test_f11_fifteen_mice_each_and_the_bank(seats: int, bank: int):
    match = fresh(seats)
    assert mice(match) == [15] * seats
    filled = sum(card.mice for card in match.view(None).mouse_cards)
    assert match.view(None).bank + filled == bank


def test_f12_three_players_turn_nine_cards_of_a_fourth_set():
    match = fresh(3)
    turned = []
    while not match.over:
        assert match.view(None).pile == 8 - len(match.view(None).sacks)
        lay_all(match)
        turned.append(row(match)[0])
        play(match, "bid 1" if "bid 1" in legal(match) else "pass", "pass", "pass")
    assert len(set(turned)) == 9
    assert set(turned) < ALL
    assert ALL - set(turned) == {match.view(None).removed}


def test_f12_any_card_of_the_pile_may_come_first():
    first = Counter(row(lay_all(fresh(3, seed)))[0] for seed in range(1000))
    assert set(first) == ALL
    assert sum((n - 100) ** 2 / 100 for n in first.values()) < 27.9  # p = 0.001, 9 df


@pytest.mark.parametrize("seats", [4, 5])
def test_f12_more_players_have_no_pile(seats: int):
    view = lay_all(fresh(seats)).view(None)
    assert view.pile == 0
    assert [card.owner for card in view.row] == list(range(seats))


@pytest.mark.parametrize("seats", PLAYERS)
def test_f13_the_start_player_can_be_chosen(seats: int):
    for first in range(seats):
        match = Match.new("filou", seats=seats, options={"first": str(first)}, seed=1)
        assert match.waiting == (first,)
        assert match.view(None).opener == first


@pytest.mark.parametrize("seats", PLAYERS)
def test_f13_or_is_drawn_at_random(seats: int):
    firsts = Counter(Match.new("filou", seats=seats, seed=seed).turn for seed in range(300))
    assert set(firsts) == set(range(seats))
    assert min(firsts.values()) > 300 / seats * 0.6
