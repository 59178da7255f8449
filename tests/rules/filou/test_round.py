"""F-20 to F-27: a round, from the mouse cards to the sack's new owner."""

from __future__ import annotations

import pytest

from cattery import Match, errors
from rules.filou.sack import (
    PLAYERS,
    events,
    face_up,
    fresh,
    lay_all,
    legal,
    mice,
    play,
    points,
    row,
    table,
    types,
)

LAST = {3: "bid 1 pass pass", 4: "bid 1 pass pass pass", 5: "bid 1 pass pass pass pass"}


def refused(match: Match, move: str) -> tuple[str | None, str]:
    """Rule and reason of a refusal."""
    with pytest.raises(errors.IllegalMove) as error:
        match.play(move, match.waiting[0])
    assert error.value.text("hu") != error.value.text("en")
    return error.value.rule, str(error.value.params["reason"])


# --- F-20: filling -------------------------------------------------------------------------------


def test_f20_the_mouse_cards_are_filled_from_the_bank_each_round():
    match = fresh(4)
    assert match.view(None).bank == 27 - 12
    play(lay_all(match), "bid 5", "pass", "pass", "pass")
    assert match.view(None).bank == 27 - 12 + 5 - 12
    assert [card.mice for card in match.view(None).mouse_cards] == [2, 4, 6]


def test_f20_a_bank_that_can_just_fill_them_does():
    match = play(table("1:8,3,5,11 20,20,20,7 0,0,0,0"), "bid 4", "pass", "pass", "pass")
    assert [card.mice for card in match.view(None).mouse_cards] == [2, 4, 6]
    assert match.view(None).bank == 0


def test_f20_a_bank_that_cannot_fill_all_of_them_fills_none():
    match = play(table("1:8,3,5,11 20,20,20,7 0,0,0,0"), "bid 3", "pass", "pass", "pass")
    view = match.view(None)
    assert [card.mice for card in view.mouse_cards] == [0, 0, 0]
    assert view.bank == 11
    assert view.empty_because == "bank"
    assert events(match)[-1].variant == "bank"


# --- F-21, F-22: laying --------------------------------------------------------------------------


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("first", [0, 2])
def test_f21_everybody_lays_in_turn_from_the_start_player_on(seats: int, first: int):
    match = Match.new("filou", seats=seats, options={"first": str(first)}, seed=4)
    order = []
    while match.view(None).phase == "lay":
        order.append(match.waiting[0])
        match.play(match.legal_actions(order[-1])[0], order[-1])
    assert order == [(first + k) % seats for k in range(seats)]
    assert [card.owner for card in match.view(None).row if card.owner is not None] == order


def test_f21_a_laid_card_leaves_the_hand_and_lies_face_down():
    match = play(table("1: 15,15,15,15 0,0,0,0 11,r,D,d"), "lay 15")
    assert "15" not in match.view(0).hand
    assert len(match.view(0).hand) == 8
    assert row(match, 0) == ["15"]
    assert row(match, 1) == row(match, None) == [None]
    assert face_up(match) == 0


def test_f21_a_card_cannot_be_laid_twice():
    match = table("1:15,8,8,8>1=1/1: 14,15,15,15 0,0,0,0 11,r,D,d")
    assert refused(match, "lay 15") == ("F-21", "laid_already")


def test_f21_only_one_card_at_a_time_is_laid_and_bidding_waits():
    assert refused(fresh(4), "bid 3") == ("F-21", "lay_first")
    assert refused(fresh(4), "pass") == ("F-21", "lay_first")
    assert refused(lay_all(fresh(4)), "lay 3") == ("F-23", "bid_first")
    with pytest.raises(errors.NotYourTurn):
        fresh(4).play("lay 3", 1)


def test_f21_with_three_players_the_piles_card_lies_first():
    match = fresh(3)
    assert [(card.owner, card.card, card.open) for card in match.view(0).row] == [
        (None, None, False)
    ]
    lay_all(match)
    assert [card.owner for card in match.view(0).row] == [None, 0, 1, 2]


@pytest.mark.parametrize("seats", PLAYERS)
def test_f22_the_first_card_is_turned_when_all_have_laid(seats: int):
    match = fresh(seats)
    for k in range(seats):
        assert face_up(match) == 0
        match.play(match.legal_actions(k)[0], k)
    assert [card.open for card in match.view(None).row] == [True] + [False] * (max(seats, 4) - 1)
    assert types(match) == ["laid", "turned"]
    assert events(match)[-1].owner == (None if seats == 3 else 0)
    assert match.waiting == (0,)


# --- F-23: bidding -------------------------------------------------------------------------------


def test_f23_bids_run_from_one_above_the_highest_to_all_one_owns():
    match = table("1:8,3,5,11 4,15,9,15")
    assert legal(match) == ["bid 1", "bid 2", "bid 3", "bid 4", "pass"]
    assert legal(play(match, "bid 4"))[0] == "bid 5"
    assert legal(play(match, "bid 7")) == ["bid 8", "bid 9", "pass"]


def test_f23_refusals_say_why():
    match = play(table("1:8,3,5,11 15,15,9,15"), "bid 4")
    assert refused(match, "bid 4") == ("F-23", "too_low")
    assert refused(match, "bid 3") == ("F-23", "too_low")
    assert refused(match, "bid 16") == ("F-23", "too_many_mice")
    for unreadable in ("bid 0", "bid -1", "bid"):
        with pytest.raises(errors.NotationError):
            match.play(unreadable, 1)


def test_f23_the_own_bid_counts_as_owned():
    match = play(table("1:8,3,5,11 15,15,15,15"), "bid 10", "bid 11", "pass", "pass")
    assert legal(match) == ["bid 12", "bid 13", "bid 14", "bid 15", "pass"]


def test_f23_bidding_goes_round_clockwise_over_those_still_in():
    match = table("3:8,3,5,11")
    assert match.waiting == (2,)
    play(match, "bid 1", "pass", "bid 2", "bid 3")
    assert match.waiting == (2,)
    play(match, "bid 4")
    assert match.waiting == (0,)


def test_f23_who_cannot_raise_can_only_pass_and_still_collects():
    match = play(table("1:8,3,5,11 15,3,15,15"), "bid 3")
    assert legal(match) == ["pass"]
    play(match, "pass")
    assert mice(match)[1] == 5


def test_f23_a_broke_player_can_only_pass():
    assert legal(table("1:8,3,5,11 0,15,15,15")) == ["pass"]


# --- F-24, F-27: passing -------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rewards"), [(3, [3, 6]), (4, [2, 4, 6]), (5, [2, 3, 4, 6])])
def test_f24_passes_take_the_mouse_cards_from_the_lowest_on(seats: int, rewards: list[int]):
    match = play(lay_all(fresh(seats)), "bid 1")
    for seat, reward in enumerate(rewards, 1):
        before = mice(match)[seat]
        bank = match.view(None).bank
        if seat < seats - 1:
            assert [card.mice for card in match.view(None).mouse_cards] == [
                mouse if k >= seat - 1 else 0 for k, mouse in enumerate(rewards)
            ]
        play(match, "pass")
        assert mice(match)[seat] == before + reward
        passed = events(match)[0]
        assert (passed.seat, passed.mice, passed.back) == (seat, reward, 0)
        if seat < seats - 1:
            assert match.view(None).bank == bank
            player = match.view(None).players[seat]
            assert (player.passed, player.took) == (seat, reward)


def test_f24_a_passing_player_takes_the_own_bid_back_and_is_out():
    match = play(table("1:8,3,5,11"), "bid 5", "bid 6", "pass", "pass", "pass")
    assert mice(match)[0] == 15 + 6
    assert events(match)[0].back == 5
    match = play(table("1:8,3,5,11"), "bid 5", "pass", "bid 6", "bid 7")
    assert match.waiting == (0,)
    play(match, "bid 8")
    assert match.waiting == (2,), "the second player is out"
    assert match.view(None).players[1].bid == 0


@pytest.mark.parametrize("seats", [4, 5])
def test_f24_each_pass_reveals_the_next_card(seats: int):
    match = lay_all(fresh(seats))
    play(match, "bid 1")
    for passes in range(1, seats - 1):
        play(match, "pass")
        assert [card.open for card in match.view(None).row] == [k <= passes for k in range(seats)]
        assert types(match) == ["passed", "turned"]


def test_f24_with_three_players_the_first_pass_reveals_the_start_players_card_only():
    match = play(table("1:8,3,5,11", 3), "bid 1", "pass")
    assert [card.open for card in match.view(None).row] == [True, True, False, False]
    assert events(match)[-1].owner == 0
    assert row(match, None) == ["8", "3", None, None]
    play(match, "bid 2")
    assert face_up(match) == 2


@pytest.mark.parametrize("seats", PLAYERS)
def test_f27_without_mice_on_the_cards_a_pass_gives_nothing(seats: int):
    cards = "8,3,5,11" + ",15" * (seats == 5)
    zeros = ",".join(["0"] * seats)
    missing = ",".join(["r"] * seats)
    fifteen = ",".join(["15"] * seats)
    match = table(f"1:{cards} {fifteen} {zeros} {missing} -", seats)
    play(match, "bid 3", "pass")
    assert mice(match) == [15] * seats
    assert events(match)[0].variant == "empty"
    assert match.view(None).players[1].took == 0
    assert face_up(match) == 2


# --- F-25: winning -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", PLAYERS)
def test_f25_the_last_one_in_pays_takes_the_sack_and_starts_the_next_round(seats: int):
    cards = "8,3,5,11" + ",15" * (seats == 5)
    value = 27 + 15 * (seats == 5)
    match = table(f"1:{cards}", seats)
    bank = match.view(None).bank
    play(match, "pass", "bid 4", *["pass"] * (seats - 2))
    view = match.view(None)
    assert points(match)[1] == value
    assert mice(match)[1] == 15 - 4
    assert view.sacks[0].winner == 1
    assert view.sacks[0].price == 4
    assert sorted(view.players[1].won) == sorted(cards.split(","))
    assert view.opener == 1
    assert match.waiting == (1,)
    assert view.round == 2
    filled = sum(card.mice for card in view.mouse_cards)
    assert view.bank == bank + 4 - filled
    assert not any(player.bid or player.passed for player in view.players)


def test_f25_everything_still_hidden_is_revealed_first():
    match = play(table("1:8,3,5,11", 3), "bid 1", "pass", "pass")
    turned = [(event.owner, event.card) for event in events(match) if event.type == "turned"]
    assert turned == [(1, "5"), (2, "11")]
    assert types(match) == ["passed", "turned", "turned", "bought", "began"]


def test_f25_only_the_winner_pays():
    match = play(table("1:8,3,5,11"), "bid 5", "bid 6", "bid 7", "bid 8", "pass", "pass", "pass")
    assert mice(match) == [15 + 2, 15 + 4, 15 + 6, 15 - 8]


# --- F-26: nobody bid ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("first", [1, 2])
def test_f26_the_start_players_right_neighbour_may_buy_the_open_sack(seats: int, first: int):
    cards = "8,3,5,11" + ",15" * (seats == 5)
    match = play(table(f"{first}:{cards}", seats), *["pass"] * (seats - 1))
    last = (first - 2) % seats
    assert match.waiting == (last,)
    assert match.view(None).phase == "buy"
    assert face_up(match) == max(seats, 4)
    assert legal(match) == ["buy", "decline"]
    assert types(match)[-1] == "offered"
    assert refused(match, "pass") == ("F-26", "buy_first")
    assert refused(match, "bid 2") == ("F-26", "buy_first")


def test_f26_nothing_is_for_sale_while_the_bidding_goes_on():
    assert refused(table("1:8,3,5,11"), "buy") == ("F-26", "not_for_sale")
    assert refused(play(table("1:8,3,5,11"), "pass", "pass"), "decline") == ("F-26", "not_for_sale")


def test_f26_buying_is_winning_with_a_bid_of_one():
    match = play(table("1:8,3,5,11"), "pass", "pass", "pass", "buy")
    view = match.view(None)
    assert points(match) == [0, 0, 0, 27]
    assert mice(match) == [17, 19, 21, 14]
    assert (view.sacks[0].winner, view.sacks[0].price) == (3, 1)
    assert view.opener == 3
    assert [card.mice for card in view.mouse_cards] == [2, 4, 6]
    assert view.bank == 15 + 1 - 12


def test_f26_the_dogs_come_before_the_buyer():
    match = play(table("1:8,3,d,11"), "pass", "pass", "pass")
    assert match.view(None).worth == 19
    assert events(match)[-1].points == 19
    play(match, "buy")
    assert points(match)[3] == 19
    assert types(match) == ["chased", "bought", "began"]


def test_f26_declining_spends_the_round_and_the_cards():
    match = play(table("2:8,3,5,11"), "pass", "pass", "pass", "decline")
    view = match.view(None)
    assert points(match) == [0] * 4
    assert mice(match) == [15, 17, 19, 21]
    assert view.sacks[0].winner is None
    assert sorted(view.gone) == sorted(["8", "3", "5", "11"])
    assert view.round == 2
    assert view.opener == 1, "the start player stays"
    assert match.waiting == (1,)
    assert types(match) == ["declined", "began"]


def test_f26_after_an_unsold_sack_the_mouse_cards_stay_empty_for_one_round():
    match = play(table("1:8,3,5,11"), "pass", "pass", "pass", "decline")
    view = match.view(None)
    assert view.bank == 15, "there would be enough"
    assert [card.mice for card in view.mouse_cards] == [0, 0, 0]
    assert view.empty_because == "unsold"
    assert events(match)[-1].variant == "unsold"
    play(lay_all(match), "bid 1", "pass")
    assert mice(match)[1] == 19, "a pass gives nothing (F-27)"
    play(match, "pass", "pass")
    view = match.view(None)
    assert [card.mice for card in view.mouse_cards] == [2, 4, 6]
    assert view.bank == 15 + 1 - 12


def test_f26_two_unsold_sacks_leave_two_rounds_empty():
    match = play(table("1:8,3,5,11"), "pass", "pass", "pass", "decline")
    play(lay_all(match), "pass", "pass", "pass", "decline")
    assert match.view(None).empty_because == "unsold"
    play(lay_all(match), "bid 1", "pass", "pass", "pass")
    assert match.view(None).empty_because is None


def test_f26_a_broke_player_can_only_decline():
    match = play(table("1:8,3,5,11 15,15,15,0"), "pass", "pass", "pass")
    assert legal(match) == ["decline"]
    assert refused(match, "buy") == ("F-26", "no_mouse")


def test_f26_an_unsold_sack_is_one_of_the_nine():
    match = fresh(4)
    for _ in range(9):
        play(lay_all(match), "pass", "pass", "pass", "decline")
    assert match.over
    assert points(match) == [0] * 4
    assert mice(match) == [15 + 2, 15 + 4, 15 + 6, 15]
