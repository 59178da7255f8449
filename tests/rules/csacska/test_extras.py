"""Extras: kittens, rascal, dogs and the cat lady (C-50 to C-55)."""

from __future__ import annotations

import pytest

from cattery.errors import IllegalMove
from cattery.players import Seat
from rules.csacska.street import (
    box,
    coins,
    events,
    legal,
    piles,
    play,
    refusal,
    series,
    stage,
    table,
    types,
)

# --- kittens -------------------------------------------------------------------------------------


def test_c50_kittens_lie_across_an_own_series_of_choice():
    match = play(table("K/y1/r1 b3,y5.7/-/-"), "take 1")
    assert legal(match) == ["lay blue", "lay yellow"]
    play(match, "lay yellow")
    assert series(match) == "b3,y5.7+"


def test_c50_with_one_place_they_lie_there_without_asking():
    match = play(table("K/y1/r1 b3,y5.7+/-/-"), "take 1")
    assert series(match) == "b3+,y5.7+"


def test_c50_kittens_need_a_started_series():
    match = table("b1/y1/r1 b3,y5/-/- - 1:lay=K")
    assert refusal(match, "lay red") == ("C-50", "kittens_need_series")


def test_c50_kittens_of_a_robbed_player_go_to_a_pile_of_their_owners_choice():
    match = play(table("y1/y3/r1 b3.5/-/b1+"), "steal 3 blue")
    assert types(match) == ["stole", "lost_home", "scored"]
    assert match.waiting == (2,), "in another player's turn"
    assert match.view(None).turn == 0
    assert stage(match) == "1:homeless=3"
    assert legal(match) == ["discard 1", "discard 2", "discard 3"]
    play(match, "discard 2")
    assert events(match)[0].because == "homeless"
    assert events(match)[0].seat == 2
    assert piles(match) == "y1/y3,K/r1"
    assert stage(match) == "2", "then the turn goes on"


def test_c50_after_the_thief_has_scored():
    match = play(table("y1/y3/r1 b3.5/-/b1+"), "steal 3 blue")
    assert coins(match) == [1, 0, 0]


def test_c50_several_owners_decide_clockwise_from_the_active_player():
    match = table("y1/y3/r1/r3 b3+/-/b5/b1+ - 3", 4)
    play(match, "steal 1 blue 4 blue")
    assert coins(match) == [0, 0, 1, 0]
    assert stage(match) == "3:homeless=14"
    assert match.waiting == (3,), "player 4 comes before player 1 after player 3"
    play(match, "discard 1")
    assert match.waiting == (0,)
    play(match, "discard 2")
    assert stage(match) == "4"


def test_c11_c50_homeless_kittens_may_meet_their_twins():
    match = table("y1/y3/r1/r3 b3+/-/b5/b1+ - 3", 4)
    play(match, "steal 1 blue 4 blue", "discard 1", "discard 2")
    assert types(match) == ["discarded", "vanished"]
    assert piles(match) == "y1/y3/r1/r3"
    assert box(match).endswith("K*2")


def test_c50_kittens_whose_series_is_only_shortened_stay():
    match = play(table("y1/y3/r1 b3.5/-/b9.1+"), "steal 3 blue")
    assert series(match, 2) == "b9+"
    assert stage(match) == "2"


def test_c50_own_kittens_after_a_dog_are_put_down_before_the_next_card():
    for dog, start in (("good", "G"), ("bad", "B")):
        match = table(f"y1/y3/r1 b3+/-/- - 1:give={start},g5")
        play(match, "give 2 blue")
        assert stage(match) == "1:homeless=1,g5", dog
        assert match.waiting == (0,)
        assert refusal(match, "draw") == ("C-50", "homeless_first")
        play(match, "discard 3")
        assert stage(match) == "1:cat=g5"


def test_c50_a_homeless_card_can_be_put_on_the_pile_closed_to_cats():
    match = table("y1/y3/r1 b3+/-/- - 1:cat=g5,B")
    play(match, "discard 1", "give 2 blue")
    assert legal(match) == ["discard 1", "discard 2", "discard 3"]


def test_c50_kittens_can_be_taken_up_again():
    match = play(table("y1/y3/r1 b3.5/y9/b1+"), "steal 3 blue", "discard 1", "take 1")
    assert series(match, 1) == "y9+"


# --- rascal --------------------------------------------------------------------------------------


def test_c51_the_stray_and_the_last_card_change_places():
    match = play(table("R/y1/r1 b3.S/b1.9.5/-"), "take 1")
    assert series(match) == "b3.5"
    assert series(match, 1) == "b1.9.S"
    assert coins(match) == [0, 1, 0], "the rascal is the victim's coin"
    assert events(match)[-1].card == "blue-5"


def test_c51_the_colour_is_that_of_the_series_the_stray_sat_in():
    match = play(table("R/y1/r1 b3.S/y3.9/b1.5"), "take 1")
    assert series(match, 1) == "y3.9", "only the blue one counts"
    assert series(match, 2) == "b1.S"


def test_c51_stray_and_victim_are_chosen_together():
    match = table("y9/y1/r1 b3.S,y5.S/b1.9,y3.9/y1.1 - 1:swap=R")
    assert legal(match) == ["swap 2 blue", "swap 2 yellow", "swap 3 yellow"]
    assert refusal(match, "swap 3 blue") == ("C-51", "victim_too_short")
    assert refusal(match, "swap 2 red") == ("C-51", "no_own_stray")
    assert refusal(match, "swap 1 blue") == ("C-51", "yourself")


def test_c51_a_stray_from_the_middle_leaves_the_others_in_order():
    match = play(table("R/y1/r1 b3.S.5.7/b1.9/-"), "take 1")
    assert series(match) == "b3.5.7.9"


def test_c51_the_victims_series_needs_two_cards_and_no_stray():
    assert refusal(table("R/y1/r1 b3.S/b1/-"), "take 1") == ("C-51", "no_swap")
    assert refusal(table("R/y1/r1 b3.S/b1.9.S/-"), "take 1") == ("C-51", "no_swap")
    match = table("y9/y1/r1 b3.S,y5.S/b1.S,y3.9/y1.1 - 1:swap=R")
    assert refusal(match, "swap 2 blue") == ("C-51", "victim_has_stray")


def test_refusals_name_the_victim():
    """Who would be robbed, or swap, goes by the name that everybody reads."""
    robbed = table("y1/y3/r1 b3.5/y1.S/b1")
    swapping = table("y9/y1/r1 b3.S,y5.S/b1.S,y3.9/b1 - 1:swap=R")
    for match, move, en, hu in (
        (robbed, "steal 2 blue", "Bence has no blue series.", "Bence előtt nincs kék sorozat."),
        (
            robbed,
            "steal 2 yellow",
            "The last card of Bence's yellow series is a stray, and strays can't be stolen.",
            "Bence sárga sorozatában kóbor macska az utolsó lap, azt nem lehet ellopni.",
        ),
        (
            swapping,
            "swap 2 blue",
            "Bence has a stray in the blue series already.",
            "Bence kék sorozatában már van kóbor macska.",
        ),
        (
            swapping,
            "swap 3 blue",
            "greedy's blue series needs at least two cards for a swap.",
            "A cseréhez legalább két lap kell mohó kék sorozatában.",
        ),
    ):
        match.names, match.players = ["Anna", "Bence", ""], ["human", "human", "greedy"]
        with pytest.raises(IllegalMove) as refused:
            match.play(move, 0)
        with pytest.raises(IllegalMove) as at_the_protocol:
            Seat.of(match, 0).resolve(move)
        assert str(at_the_protocol.value) == str(refused.value)
        for lang, said in (("en", en), ("hu", hu)):
            assert refused.value.text(lang) == f"{said} ({refused.value.rule})"


def test_c51_not_possible_is_discarded():
    match = table("y9/y1/r1 b3.S/b1/- - 1 1:R *")
    play(match, "draw")
    assert stage(match) == "1:discard=R"


def test_c51_the_received_cat_counts_as_played():
    match = play(table("R/y1/r1 b3.S.5/b9.1/-"), "take 1")
    assert stage(match) == "1:score=b"
    play(match, "score")
    assert coins(match) == [1, 1, 0]


def test_c51_kittens_of_either_stay_where_they_are():
    match = play(table("R/y1/r1 b3.S+/b9.1+/-"), "take 1")
    assert series(match) == "b3.1+"
    assert series(match, 1) == "b9.S+"


# --- dogs ----------------------------------------------------------------------------------------


def test_c52_a_good_dog_and_the_last_card_are_two_coins_for_another_player():
    match = play(table("G/y1/r1 b3.5,g1/-/-"), "take 1")
    assert legal(match) == ["give 2 blue", "give 2 green", "give 3 blue", "give 3 green"]
    play(match, "give 3 blue")
    assert coins(match) == [0, 0, 2]
    assert series(match) == "b3,g1"
    assert box(match) == "-"


def test_c52_a_stray_counts_too():
    match = play(table("y3/y1/r1 b3.S/-/- - 1:give=G"), "give 2 blue")
    assert (coins(match), series(match)) == ([0, 2, 0], "b3")
    assert events(match)[0].card == "stray"


def test_c52_not_to_oneself_and_not_from_nothing():
    match = table("y3/y1/r1 b3/-/- - 1:give=G")
    assert refusal(match, "give 1 blue") == ("C-52", "yourself")
    assert refusal(match, "give 2 red") == ("C-52", "no_such_series")


def test_c52_c53_without_a_series_a_dog_is_discarded():
    for dog in "GB":
        match = play(table(f"y3/y1/r1 -/b1/- - 1 1:{dog} *"), "draw")
        assert stage(match) == f"1:discard={dog}"


def test_c53_a_bad_dog_gives_a_whole_series_away():
    match = play(table("B/y1/r1 b3.S.5,g1/-/-"), "take 1", "give 2 blue")
    assert (coins(match), series(match)) == ([0, 3, 0], "g1")
    assert events(match)[0].cards == ("blue-3", "stray", "blue-5")


def test_c53_the_dog_goes_to_the_box():
    match = play(table("y3/y1/r1 b3.5/-/- - 1:give=B"), "give 2 blue")
    assert box(match) == "B"
    assert refusal(table("y3/y1/r1 b3.5/-/- - 1:give=B"), "give 2 red") == (
        "C-53",
        "no_such_series",
    )


def test_c53_the_kittens_are_not_given():
    match = play(table("y3/y1/r1 b3.5+/-/- - 1:give=B"), "give 2 blue")
    assert coins(match) == [0, 2, 0]
    assert stage(match) == "1:homeless=1"


# --- the cat lady --------------------------------------------------------------------------------


def test_c54_all_own_strays_and_the_lady_become_own_coins():
    match = play(table("L/y1/r1 b3.S,y5.S.7,g1/b1.S/-"), "take 1")
    assert coins(match) == [3, 0, 0]
    assert series(match) == "b3,y5.7,g1"
    assert series(match, 1) == "b1.S", "not those of others"
    assert events(match)[-1].colours == ("blue", "yellow")


def test_c54_it_is_compulsory():
    match = play(table("b9/y1/r1 b3.S/-/- - 1:order=g3,L"), "first cat lady")
    assert coins(match) == [2, 0, 0]
    assert stage(match) == "1:cat=g3"


def test_c54_without_a_stray_she_is_discarded():
    match = play(table("b9/y1/r1 b3/-/- - 1:order=g3,L"), "first cat lady")
    assert stage(match) == "1:discard=L,g3"


@pytest.mark.parametrize(
    ("start", "move", "after"),
    [
        ("L/y1/r1 b3.S.5.1/-/-", "take 1", "b3.5.1"),
        ("G/y1/r1 b3.5.1.9/-/-", "take 1", "b3.5.1.9"),
        ("L/y1/r1 b3.5.S.9.1.3+/-/-", "take 1", "b3.5.9.1.3+"),
    ],
)
def test_c55_a_series_that_gets_shorter_is_not_scored(start: str, move: str, after: str):
    match = play(table(start), move)
    if stage(match) == "1:give=G":
        play(match, "give 2 blue")
        after = "b3.5.1"
    assert series(match) == after
    assert stage(match) == "2"
    assert coins(match)[0] in (0, 2)


def test_c55_a_robbed_or_swapped_series_is_not_scored():
    match = play(table("y1/y3/r1 b3.5/b9.9.1.1/-"), "steal 2 blue")
    assert series(match, 1) == "b9.9.1"
    assert coins(match) == [1, 0, 0]
    match = play(table("R/y3/r1 b3.S/b9.9.1/-"), "take 1")
    assert series(match, 1) == "b9.9.S"
    assert coins(match) == [0, 1, 0]
