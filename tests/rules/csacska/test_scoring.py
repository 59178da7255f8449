"""Scoring: when (C-40 to C-43), for how much (C-44 to C-46), and what becomes of the cards."""

from __future__ import annotations

import pytest

from rules.csacska.street import (
    box,
    coins,
    events,
    legal,
    play,
    refusal,
    series,
    stage,
    table,
    types,
)

# --- when ----------------------------------------------------------------------------------------


def test_c40_three_cards_may_be_scored_or_not():
    match = play(table("b1/y1/r1 b3.5/-/-"), "take 1")
    assert stage(match) == "1:score=b"
    assert legal(match) == ["score", "go on"]
    play(match, "go on")
    assert (coins(match), series(match)) == ([0, 0, 0], "b3.5.1")
    assert stage(match) == "2"


def test_c40_scoring_for_nothing_is_allowed():
    match = play(table("b1/y1/r1 b3.3/-/-"), "take 1", "score")
    assert (coins(match), series(match)) == ([0, 0, 0], "-")


def test_c40_the_chance_exists_only_when_a_card_is_played_to_that_very_series():
    match = play(table("b1/y1/r1 b3.5.1/-/-"), "take 2")
    assert stage(match) == "2", "the blue three aren't offered again"


def test_c40_not_with_a_stray_and_not_with_kittens():
    assert stage(play(table("b1/y1/r1 b3.S/-/-"), "take 1")) == "2"
    assert stage(play(table("b1/y1/r1 b3.5+/-/-"), "take 1")) == "2"


def test_c40_not_with_two_or_four_cards():
    assert stage(play(table("b1/y1/r1 b3/-/-"), "take 1")) == "2"
    assert stage(play(table("b1/y1/r1 b3.5.1/-/-"), "take 1")) == "2"


def test_c40_the_drawn_second_card_waits_for_the_decision():
    match = play(table("b1/y1/r1 b3.5/-/- - 1:cat=b1,y3"), "play")
    assert stage(match) == "1:score=b,y3"
    play(match, "score")
    assert stage(match) == "1:cat=y3"


def test_c40_other_moves_are_refused_until_then():
    match = play(table("b1/y1/r1 b3.5/-/-"), "take 1")
    assert refusal(match, "draw") == ("C-40", "score_first")
    assert refusal(table("b1/y1/r1 b3.5/-/-"), "score") == ("C-30", "act_first")


def test_c40_what_it_would_score_is_shown():
    match = play(table("b1/y1/r1 b3.5/-/-"), "take 1")
    shown = match.view(0).players[0].series[0]
    assert match.view(0).scoring == "blue"
    assert (shown.points, shown.how, shown.reading) == (1, "three", (3, 5, 1))


def test_c41_five_cards_must_be_scored():
    match = play(table("b1/y1/r1 b3.5.7.3/-/-"), "take 1")
    assert types(match) == ["took", "turned_up", "played", "scored"]
    assert (coins(match), series(match)) == ([3, 0, 0], "-")


def test_c41_with_a_stray_too_and_for_nothing_too():
    match = play(table("b1/y1/r1 b3.5.S.3/-/-"), "take 1")
    assert coins(match) == [1, 0, 0]
    match = play(table("b1/y1/r1 b3.5.7.1/-/-"), "take 1")
    assert (coins(match), series(match)) == ([0, 0, 0], "-")


def test_c41_a_stray_may_be_the_fifth_card():
    match = play(table("S/y1/r1 b3.5.7.3/-/-"), "take 1")
    assert (coins(match), series(match)) == ([1, 0, 0], "-")


def test_c42_with_kittens_three_and_five_do_not_count():
    match = play(table("b1/y1/r1 b3.5.7.3+/-/-"), "take 1")
    assert series(match) == "b3.5.7.3.1+"
    assert coins(match) == [0, 0, 0]


def test_c42_seven_must_be_scored():
    match = play(table("b1/y1/r1 b3.5.7.3.1.9+/-/-"), "take 1")
    assert (coins(match), series(match)) == ([8, 0, 0], "-")
    match = play(table("b1/y1/r1 b3.5.7.3.1.7+/-/-"), "take 1")
    assert (coins(match), series(match)) == ([0, 0, 0], "-")


def test_c42_kittens_laid_on_four_cards_let_it_go_on():
    match = play(table("K/y1/r1 b3.5.7.3/-/-"), "take 1")
    assert series(match) == "b3.5.7.3+"
    match = play(table("b1/y1/r1 b3.5.7.3+/-/-"), "take 1")
    assert coins(match) == [0, 0, 0]


def test_c43_a_series_with_a_stray_is_never_scored_at_three():
    match = play(table("S/y1/r1 b3.5/-/-"), "take 1")
    assert (stage(match), series(match)) == ("2", "b3.5.S")
    match = play(table("b1/y1/r1 b3.S/-/-"), "take 1")
    assert (stage(match), series(match)) == ("2", "b3.S.1")


# --- for how much --------------------------------------------------------------------------------

WORTH = [
    ("C-45 three cards and nine", "b1.3.5", 1, "three"),
    ("C-45 three cards and nineteen", "b9.7.3", 1, "three"),
    ("C-45 three cards and eleven", "b1.3.7", 0, "nothing"),
    ("C-45 five cards and nineteen", "b1.3.5.3.7", 3, "five"),
    ("C-45 five cards and thirty nine", "b9.9.7.7.79", 3, "five"),
    ("C-45 five cards and seventeen", "b1.3.5.3.5", 0, "nothing"),
    ("C-45 seven cards with kittens", "b1.3.5.3.5.3.9+", 8, "seven"),
    ("C-45 seven cards without nine", "b1.3.5.3.5.3.7+", 0, "nothing"),
    ("C-44 five cards with a stray", "b1.3.S.3.5", 1, "stray"),
    ("C-44 five cards with a stray whatever the others", "b9.9.S.7.7", 1, "stray"),
    ("C-44 seven cards with a stray", "b1.3.5.S.5.3.7+", 1, "stray"),
    ("C-45 three alike", "b5.5.5", 3, "alike"),
    ("C-45 three threes are alike and nine", "b3.3.3", 3, "alike"),
    ("C-45 two sevens and a 3-7", "b7.7.37", 3, "alike"),
    ("C-45 one single and two pairs", "b7.37.17", 3, "alike"),
    ("C-45 three pairs with a number in common", "b17.37.57", 3, "alike"),
    ("C-45 five alike are only five", "b5.5.5.15.35", 3, "five"),
    ("C-46 the reading that scores most", "b35.15.5", 3, "alike"),
    ("C-46 the high numbers", "b13.57.19", 1, "three"),
    ("C-46 high and low mixed", "b13.57.1", 1, "three"),
    ("C-46 no reading will do", "b13.17.3", 0, "nothing"),
]


@pytest.mark.parametrize(
    ("cards", "points", "how"), [w[1:] for w in WORTH], ids=[w[0] for w in WORTH]
)
def test_what_a_series_is_worth(cards: str, points: int, how: str):
    """The last card is drawn and played."""
    body, kittens = cards.rstrip("+"), cards[len(cards.rstrip("+")) :]
    before, _, last = body.rpartition(".")
    match = play(table(f"y1/y3/r1 {before}{kittens}/-/- - 1:cat=b{last}"), "play")
    if len(before.split(".")) == 2:
        play(match, "score")
    assert coins(match) == [points, 0, 0]
    scored = events(match)[-1]
    assert (scored.points, scored.how) == (points, how)
    if how not in ("nothing", "alike"):
        assert sum(scored.reading) % 10 == 9
        assert scored.total == sum(scored.reading)


def test_c44_the_stray_can_always_make_nine():
    for others in ("b1.1.1", "b3.3.3", "b9.9.79", "b1.3.9", "b5.7.9"):
        match = play(table(f"y1/y3/r1 {others}.S/-/- - 1:cat=b57"), "play")
        scored = events(match)[-1]
        assert scored.reading[3] in (1, 3, 5, 7, 9)
        assert sum(scored.reading) % 10 == 9


def test_c45_three_alike_are_exactly_three_cards():
    match = play(table("y1/y3/r1 b5.5.5.15/-/- - 1:cat=b9"), "play")
    assert events(match)[-1].how == "five"


def test_c46_both_readings_are_tried_for_every_card():
    """Thirty-two readings of five pairs, one of which ends in nine."""
    match = play(table("y1/y3/r1 b13.15.17.19/-/- - 1:cat=b35"), "play")
    assert coins(match) == [3, 0, 0]


# --- what becomes of the cards -------------------------------------------------------------------


def test_c47_the_earliest_laid_house_cats_become_coins():
    match = play(table("b1/y1/r1 b3.5.7.3/-/-"), "take 1")
    scored = events(match)[-1]
    assert scored.coins == ("blue-3", "blue-5", "blue-7")
    assert scored.boxed == ("blue-3", "blue-1")


def test_c47_the_rest_is_in_the_box():
    match = play(table("y1/y3/r1 b3.5/-/- - 1:cat=b1"), "play", "score")
    assert box(match) == "b1,b5"
    match = play(table("y1/y3/r1 b3.3/-/- - 1:cat=b1"), "play", "score")
    assert box(match) == "b1,b3*2"


def test_c47_a_stray_is_boxed_and_a_cat_becomes_the_coin():
    match = play(table("y1/y3/r1 b3.S.7.3/-/- - 1:cat=b1"), "play")
    assert events(match)[-1].coins == ("blue-3",)
    assert box(match) == "b1,b3,b7,S"


def test_c45_c47_the_kittens_become_a_coin_only_with_seven_and_nine():
    match = play(table("y1/y3/r1 b1.3.5.3.5.3+/-/- - 1:cat=b9"), "play")
    assert box(match) == "-"
    assert events(match)[-1].coins[-1] == "kittens"
    match = play(table("y1/y3/r1 b1.3.5.3.5.3+/-/- - 1:cat=b7"), "play")
    assert "K" in box(match)
    match = play(table("y1/y3/r1 b1.S.5.3.5.3+/-/- - 1:cat=b7"), "play")
    assert box(match) == "b3*2,b5*2,b7,S,K"


def test_c48_a_scored_colour_can_be_started_anew():
    match = play(table("b1/y1/r1 b3.5/-/- - 1:cat=b1,b7"), "play", "score", "play")
    assert series(match) == "b7"
    assert coins(match) == [1, 0, 0]


# --- what is shown before ------------------------------------------------------------------------


def test_c40_goals_say_what_is_missing_to_nine():
    shown = table("b1/y1/r1 b3.5/-/-").view(0).players[0].series[0]
    assert [(goal.length, goal.missing, goal.digits) for goal in shown.goals] == [
        (3, 1, (1,)),
        (5, 3, (1,)),
    ]
    shown = table("b1/y1/r1 b13+/-/-").view(0).players[0].series[0]
    assert [(goal.length, goal.missing, goal.digits) for goal in shown.goals] == [(7, 6, (6, 8))]
    shown = table("b1/y1/r1 b1.S/-/-").view(0).players[0].series[0]
    assert [(goal.length, goal.points) for goal in shown.goals] == [(5, 1)]


def test_c40_wanted_cards_are_those_that_would_score():
    shown = table("b1/y1/r1 b3.5/-/-").view(0).players[0].series[0]
    assert {one.card for one in shown.wanted} == {
        "blue-1",
        "blue-1-3",
        "blue-1-5",
        "blue-1-7",
        "blue-1-9",
    }
    shown = table("b1/y1/r1 b5.5/-/-").view(0).players[0].series[0]
    assert {(one.card, one.points) for one in shown.wanted} == {
        ("blue-5", 3),
        ("blue-1-5", 3),
        ("blue-3-5", 3),
        ("blue-5-7", 3),
        ("blue-5-9", 3),
        ("blue-9", 1),
        ("blue-1-9", 1),
        ("blue-3-9", 1),
        ("blue-7-9", 1),
    }
    assert table("b1/y1/r1 b5/-/-").view(0).players[0].series[0].wanted == ()
