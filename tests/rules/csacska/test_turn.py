"""A turn: taking (C-30), drawing (C-31) and stealing (C-32 to C-34)."""

from __future__ import annotations

import pytest

from cattery import errors
from rules.csacska.street import (
    box,
    coins,
    events,
    legal,
    part,
    piles,
    play,
    refusal,
    series,
    stage,
    table,
    types,
)

# --- taking --------------------------------------------------------------------------------------


def test_c30_the_top_card_is_taken_and_played():
    match = play(table("y3,b1/y1/r1"), "take 1")
    assert piles(match) == "y3/y1/r1"
    assert series(match) == "b1"
    assert stage(match) == "2"


def test_c30_an_emptied_pile_is_refilled_before_the_card_is_played():
    match = play(table("b1/y1/r1 - - 1 1:G,K *"), "take 1")
    assert types(match) == ["took", "turned_up", "played"]
    assert piles(match).split("/")[0] in "GK", "face up, without effect"


def test_c30_a_pile_with_cards_left_is_not_refilled():
    match = play(table("y3,b1/y1/r1"), "take 1")
    assert "turned_up" not in types(match)


TAKES = [
    ("C-30 a house cat can always be taken", "b1/y1/r1", "take 1", None),
    ("C-30 a stray if it has a place", "S/y1/r1 b1/-/-", "take 1", None),
    ("C-30 a stray not without one", "S/y1/r1", "take 1", ("C-22", "no_place_for_stray")),
    ("C-30 kittens if there is a series", "K/y1/r1 b1/-/-", "take 1", None),
    ("C-30 kittens not without one", "K/y1/r1", "take 1", ("C-50", "no_place_for_kittens")),
    ("C-30 a good dog if there is a series", "G/y1/r1 b1/-/-", "take 1", None),
    ("C-30 a good dog not without one", "G/y1/r1 -/b1/-", "take 1", ("C-52", "no_series_for_dog")),
    ("C-30 a bad dog if there is a series", "B/y1/r1 b1/-/-", "take 1", None),
    ("C-30 a bad dog not without one", "B/y1/r1 -/b1/-", "take 1", ("C-53", "no_series_for_dog")),
    ("C-30 a lady if there is a stray", "L/y1/r1 b1.S/-/-", "take 1", None),
    ("C-30 a lady not without one", "L/y1/r1 b1/b1.S/-", "take 1", ("C-54", "no_stray")),
    ("C-30 a rascal if it can swap", "R/y1/r1 b1.S/b3.5/-", "take 1", None),
    ("C-30 a rascal not without a stray", "R/y1/r1 b1/b3.5/-", "take 1", ("C-51", "no_swap")),
    ("C-30 a rascal not without a victim", "R/y1/r1 b1.S/b3/-", "take 1", ("C-51", "no_swap")),
]


@pytest.mark.parametrize(
    ("position", "move", "why"), [t[1:] for t in TAKES], ids=[t[0] for t in TAKES]
)
def test_what_can_be_taken(position: str, move: str, why: tuple[str, str] | None):
    match = table(position)
    if why is None:
        assert move in legal(match)
    else:
        assert refusal(match, move) == why


def test_c30_a_taken_card_cannot_be_discarded():
    match = play(table("G/y1/r1 b1/-/-"), "take 1")
    assert stage(match) == "1:give=G"
    assert all(move.startswith("give") for move in legal(match))


# --- drawing -------------------------------------------------------------------------------------


def test_c31_two_cards_are_drawn_and_the_player_says_which_comes_first():
    match = play(table("b1/y1/r1 - - 1 1:b3,y5 *"), "draw")
    assert events(match)[-2].cards == ("blue-3", "yellow-5")
    assert legal(match) == ["first blue 3", "first yellow 5"]
    assert match.view(0).hand == ("blue-3", "yellow-5")


def test_c31_either_card_may_come_first():
    for first, rest in (("first blue 3", "1:cat=b3,y5"), ("first yellow 5", "1:cat=y5,b3")):
        match = play(table("b1/y1/r1 - - 1:order=b3,y5"), first)
        assert stage(match) == rest


def test_c31_equal_cards_need_no_order():
    match = play(table("b1/y1/r1 - - 1 1:b3*2 *"), "draw")
    assert stage(match) == "1:cat=b3,b3"


def test_c31_a_card_that_was_not_drawn_cannot_come_first():
    assert refusal(table("b1/y1/r1 - - 1:order=b3,y5"), "first red 5") == ("C-31", "not_drawn")


def test_c31_a_house_cat_is_played_or_discarded_on_any_pile():
    match = table("b1/y1/r1 - - 1:cat=b3")
    assert legal(match) == ["play", "discard 1", "discard 2", "discard 3"]
    play(match, "discard 2")
    assert piles(match) == "b1/y1,b3/r1"
    assert series(match) == "-"


def test_c31_a_drawn_stray_must_be_played_if_it_can():
    match = play(table("b1/y1/r1 g3/-/- - 1 1:S*2 *"), "draw")
    assert series(match) == "g3.S", "one went to the series by itself"
    assert stage(match) == "1:discard=S", "and the other has no place any more"


def test_c31_an_extra_without_effect_is_discarded_on_a_pile_of_choice():
    match = table("b1/y1/r1 - - 1:discard=G")
    assert legal(match) == ["discard 1", "discard 2", "discard 3"]
    play(match, "discard 3")
    assert piles(match) == "b1/y1/r1,G"
    assert events(match)[0].because == "stuck"


def test_c31_an_extra_with_effect_cannot_be_discarded():
    match = play(table("b1/y1/r1 b3/-/- - 1:order=b5,G"), "first good dog")
    assert stage(match) == "1:give=G,b5"
    assert refusal(match, "discard 1") == ("C-52", "good_dog_first")


def test_c31_two_identical_extras_end_the_turn():
    found = False
    for seed in range(60):
        match = play(table("b1/y1/r1 b3/-/- - 1 1:G*2,y3 *", seed=seed), "draw")
        if events(match)[0].cards == ("good_dog", "good_dog"):
            found = True
            assert types(match) == ["drew", "twins"]
            assert stage(match) == "2"
            assert "G*3" in box(match)
            assert coins(match) == [0, 0, 0]
    assert found


def test_c31_two_strays_are_not_extras():
    match = play(table("b1/y1/r1 b3,y3/-/- - 1 1:S*2 *"), "draw")
    assert stage(match) == "1:lay=S,S"
    play(match, "lay blue")
    assert series(match) == "b3.S,y3.S", "the second had only one place left"


def test_c31_the_order_can_enable_an_effect():
    """Kittens need a series: played first, the cat gives them one."""
    start = "b1/y1/r1 - - 1:order=b3,K"
    match = play(table(start), "first kittens")
    assert stage(match) == "1:discard=K,b3"
    match = play(table(start), "first blue 3", "play")
    assert series(match) == "b3+"


def test_c31_the_order_can_dodge_an_effect():
    """A bad dog finds nothing where the last series was scored or given away first."""
    start = "b1/y1/r1 b3/-/- - 1:order=G,B"
    match = play(table(start), "first good dog", "give 2 blue")
    assert stage(match) == "1:discard=B"
    match = play(table(start), "first bad dog", "give 2 blue")
    assert stage(match) == "1:discard=G"


def test_c31_two_discarded_house_cats_go_on_two_piles():
    match = play(table("b1/y1/r1 - - 1:cat=b3,y5"), "discard 2")
    assert legal(match) == ["play", "discard 1", "discard 3"]
    assert refusal(match, "discard 2") == ("C-31", "two_piles")
    assert match.view(0).closed_pile == 2
    play(match, "discard 3")
    assert stage(match) == "2"
    assert match.view(0).closed_pile is None


def test_c31_that_binds_house_cats_only():
    match = play(table("b1/y1/r1 - - 1:cat=b3,G"), "discard 2")
    assert legal(match) == ["discard 1", "discard 2", "discard 3"]
    play(match, "discard 2")
    assert piles(match) == "b1/y1,b3,G/r1"
    match = play(table("b1/y1/r1 - - 1:discard=G,b3"), "discard 2")
    assert legal(match) == ["play", "discard 1", "discard 2", "discard 3"]


def test_c31_with_one_card_left_only_that_one_is_drawn():
    match = play(table("b1/y1/r1 - - 1 1:b3 *"), "draw")
    assert events(match)[-2].cards == ("blue-3",)
    assert stage(match) == "1:cat=b3"


def test_c31_undo_is_free_until_chance_falls():
    match = play(table("b1/y1/r1 - - 1:order=b3,y5"), "first blue 3")
    assert match.can_undo(0)
    match.undo(0)
    assert stage(match) == "1:order=b3,y5"
    match = play(table("b1/y1/r1 - - 1 1:b3,y5,g1,g3 *"), "draw")
    assert not match.can_undo(0)


def test_c10_only_one_action_per_turn():
    match = play(table("b1/y1/r1"), "take 1")
    with pytest.raises(errors.NotYourTurn):
        match.play("draw", 0)


# --- stealing ------------------------------------------------------------------------------------


def test_c32_a_stolen_card_is_scored_at_once():
    match = play(table("b1/y1/r1 b3.5/-/b1"), "steal 3 blue")
    assert types(match) == ["stole", "scored"]
    assert coins(match) == [1, 0, 0]
    assert (series(match), series(match, 2)) == ("-", "-")
    assert stage(match) == "2"


@pytest.mark.parametrize(
    ("mine", "allowed"),
    [("-", 0), ("b3", 0), ("b3.5", 1), ("b3.5.7", 0), ("b3.5.7.9", 1)],
)
def test_c32_the_series_must_hold_three_or_five_then(mine: str, allowed: int):
    match = table(f"y1/y3/r1 {mine}/b1/-")
    assert ("steal 2 blue" in legal(match)) == bool(allowed)
    if not allowed:
        assert refusal(match, "steal 2 blue") == ("C-32", "wrong_length")


def test_c32_c42_or_seven_with_kittens():
    match = table("y1/y3/r1 b3.5.7.9.1.3+/b1/-")
    assert "steal 2 blue" in legal(match)
    for mine in ("b3.5+", "b3.5.7.9+", "b3+"):
        match = table(f"y1/y3/r1 {mine}/b1/-")
        assert refusal(match, "steal 2 blue") == ("C-42", "needs_seven")


def test_c32_c43_not_three_with_a_stray():
    match = table("y1/y3/r1 b3.S/b1/-")
    assert refusal(match, "steal 2 blue") == ("C-43", "stray_needs_five")
    assert "steal 2 blue" in legal(table("y1/y3/r1 b3.S.5.7/b1/-"))


def test_c32_a_theft_may_score_nothing():
    match = play(table("y1/y3/r1 b3.5/b3/-"), "steal 2 blue")
    assert coins(match) == [0, 0, 0]
    assert events(match)[-1].how == "nothing"


def test_c32_one_steals_from_others_only_and_what_is_there():
    match = table("y1/y3/r1 b3.5/-/b1")
    assert refusal(match, "steal 1 blue") == ("C-32", "yourself")
    assert refusal(match, "steal 2 blue") == ("C-32", "nothing_to_steal")
    assert refusal(match, "steal 4 blue") == ("C-10", "no_player")


def test_c33_two_cards_from_two_players_into_one_series():
    match = table("y1/y3/r1 b3/b5/b1")
    assert [move for move in legal(match) if "steal" in move] == ["steal 2 blue 3 blue"]
    play(match, "steal 2 blue 3 blue")
    assert types(match) == ["stole", "stole", "scored"]
    assert [event.length for event in events(match)[:2]] == [2, 3]
    assert coins(match) == [1, 0, 0]
    assert part(match, 1) == "-/-/-"


def test_c33_or_one_each_into_two_series():
    match = table("y1/y3/r1 b3.5,g9.9/b1/g1")
    steals = [move for move in legal(match) if "steal" in move]
    assert steals == ["steal 2 blue", "steal 3 green", "steal 2 blue 3 green"]
    play(match, "steal 2 blue 3 green")
    assert types(match) == ["stole", "stole", "scored", "scored"]
    assert coins(match) == [2, 0, 0]


def test_c33_both_into_a_series_of_three_or_five():
    assert "steal 2 blue 3 blue" in legal(table("y1/y3/r1 b3.5.7/b1/b9"))
    assert "steal 2 blue 3 blue" in legal(table("y1/y3/r1 b3.5.7.9.1+/b1/b9"))
    match = table("y1/y3/r1 b3.5/b1/b9")
    assert refusal(match, "steal 2 blue 3 blue") == ("C-33", "wrong_length")
    match = table("y1/y3/r1 b3.5.7/b1/b9")
    assert refusal(match, "steal 2 blue") == ("C-32", "wrong_length")


def test_c33_every_touched_series_must_be_ready():
    match = table("y1/y3/r1 b3.5,g9/b1/g1")
    assert refusal(match, "steal 2 blue 3 green") == ("C-33", "wrong_length")
    match = table("y1/y3/r1 b3.5,g9.9+/b1/g1")
    assert refusal(match, "steal 2 blue 3 green") == ("C-42", "needs_seven")


def test_c33_not_both_from_one_player():
    match = table("y1/y3/r1 b3.5,g9.9/b1,g1/-")
    assert [m for m in legal(match) if "steal" in m] == ["steal 2 blue", "steal 2 green"]
    with pytest.raises(errors.NotationError):
        match.play("steal 2 blue 2 green", 0)


def test_c33_the_order_in_which_thefts_are_typed_does_not_matter():
    match = play(table("y1/y3/r1 b3.5,g9.9/b1/g1"), "steal 3 green 2 blue")
    assert match.log[-1].move == "steal 2 blue 3 green"


def test_c33_seven_without_kittens_is_no_goal():
    """Five cards are scored before; with six under kittens two are one too many."""
    match = table("y1/y3/r1 b3.5.7.9.1.3+/b1/b9")
    assert refusal(match, "steal 2 blue 3 blue") == ("C-42", "needs_seven")


def test_c34_a_series_that_ends_in_a_stray_is_safe():
    match = table("y1/y3/r1 b3.5/b1.S/-")
    assert refusal(match, "steal 2 blue") == ("C-34", "stray_is_safe")
    assert match.view(0).players[1].series[0].stealable is None


def test_c34_a_stray_further_up_protects_nothing():
    assert "steal 2 blue" in legal(table("y1/y3/r1 b3.5/b1.S.9/-"))


def test_c34_kittens_cannot_be_stolen():
    match = play(table("y1/y3/r1 b3.5/b1.9+/-"), "steal 2 blue")
    assert series(match, 1) == "b1+"
