"""Series: what goes into them (C-20 to C-22), and what comes out (C-23)."""

from __future__ import annotations

from rules.csacska.street import coins, events, legal, play, refusal, series, stage, table


def test_c20_a_player_has_one_series_per_colour():
    match = play(table("b1/y1/r1 b3/-/-"), "take 1")
    assert series(match) == "b3.1"
    match = play(table("b1/y1/r1 b3/-/-"), "take 2")
    assert series(match) == "b3,y1"


def test_c20_c50_a_series_has_at_most_one_kittens_card():
    match = table("K/y1/r1 b3+/-/-")
    assert refusal(match, "take 1") == ("C-50", "no_place_for_kittens")
    match = table("b1/y1/r1 b3+,y3,r5/-/- - 1:lay=K")
    assert legal(match) == ["lay yellow", "lay red"]
    assert refusal(match, "lay blue") == ("C-20", "one_kittens")


def test_c20_kittens_do_not_count_in_the_length():
    match = play(table("b1/y1/r1 b3.5.7.9.1.3+/-/-"), "take 1")
    assert events(match)[-1].type == "scored"
    assert len(events(match)[-1].cards) == 7
    match = play(table("b1/y1/r1 b3.5+/-/-"), "take 1")
    assert stage(match) == "2", "three cards with kittens aren't asked about"


def test_c20_c34_kittens_do_not_protect_the_cat_beneath():
    match = table("b1/y1/r1 b3.5/b1+/-")
    assert "steal 2 blue" in legal(match)
    play(match, "steal 2 blue")
    assert coins(match) == [1, 0, 0]


def test_c21_a_house_cat_goes_to_the_own_series_of_its_colour_or_starts_it():
    match = play(table("b13/y1/r1 -/b9/-"), "take 1")
    assert series(match) == "b13"
    assert events(match)[-1].variant == "started"
    match = play(table("b13/y1/r1 b9.1,y1/-/- - 1:cat=y57"), "play")
    assert series(match) == "b9.1,y1.57"


def test_c21_cards_lie_in_laying_order():
    match = table("b9/b1/b5 b3,y1/-/-")
    play(match, "take 1")
    assert series(match) == "b3.9,y1"
    assert match.view(0).players[0].series[0].cards == ("blue-3", "blue-9")


def test_c22_a_stray_goes_to_a_series_of_any_colour():
    match = table("b1/y1/r1 b3,y5.7,g9/-/- - 1:lay=S")
    assert legal(match) == ["lay blue", "lay yellow", "lay green"]
    play(match, "lay yellow")
    assert series(match) == "b3,y5.7.S,g9"


def test_c22_a_stray_is_never_the_first_card():
    match = table("b1/y1/r1 b3,y5/-/- - 1:lay=S")
    assert refusal(match, "lay red") == ("C-22", "stray_not_first")
    match = table("S/y1/r1 -/b1/-")
    assert refusal(match, "take 1") == ("C-22", "no_place_for_stray")


def test_c22_there_is_one_stray_per_series():
    match = table("b1/y1/r1 b3.S,y5,r1/-/- - 1:lay=S")
    assert legal(match) == ["lay yellow", "lay red"]
    assert refusal(match, "lay blue") == ("C-22", "one_stray")
    match = table("S/y1/r1 b3.S/b1/-")
    assert refusal(match, "take 1") == ("C-22", "no_place_for_stray")


def test_c22_a_stray_with_one_place_to_go_lies_there_without_asking():
    match = play(table("S/y1/r1 b3/-/-"), "take 1")
    assert series(match) == "b3.S"
    assert stage(match) == "2"


def test_c23_only_the_last_card_can_be_stolen():
    match = table("b1/y1/r1 b3.5/b1.9/-")
    view = match.view(0)
    assert view.players[1].series[0].stealable == "blue-9"
    play(match, "steal 2 blue")
    assert series(match, 1) == "b1"
    assert [event.card for event in events(match) if event.type == "stole"] == ["blue-9"]


def test_c23_c52_only_the_last_card_goes_with_a_good_dog():
    match = play(table("b1/y1/r1 b3.57/-/- - 1:give=G"), "give 2 blue")
    assert events(match)[0].card == "blue-5-7"
    assert series(match) == "b3"


def test_c23_c51_only_the_last_card_is_swapped_by_the_rascal():
    match = play(table("R/y1/r1 b3.S/b1.9/-"), "take 1")
    assert series(match) == "b3.9"
    assert series(match, 1) == "b1.S"
