"""What hints say of a move: facts of the sack as far as the player knows it, and of the mice."""

from __future__ import annotations

from typing import Any

import pytest

from rules.facts import fact, told
from rules.filou.sack import play, table

START = "1: 15,15,15,15 0,0,0,0 3,3,3,3 +"
FIVE = "1: 15,15,15,15,15 0,0,0,0,0 3,3,3,3,3 +"
THREE = "1:? 15,15,15 0,0,0 3,3,3 +"


@pytest.mark.parametrize(
    ("position", "before", "move", "rule", "code", "params"),
    [
        (START, [], "lay 15", "F-22", "lay_first", {"card": "15"}),
        (START, [], "lay -8", "F-1", "lay_bad", {"card": "-8"}),
        (START, [], "lay small dog", "F-22", "lay_first_dog", {"card": "small_dog"}),
        (START, [], "lay big dog", "F-22", "lay_first_dog", {"card": "big_dog"}),
        (FIVE, [], "lay big dog", "F-22", "lay_first_dog", {"card": "big_dog"}),
        (START, ["lay 15"], "lay 15", "F-22", "lay", {"card": "15"}),
        (START, ["lay 15"], "lay big dog", "F-30", "lay_big_dog", {}),
        (START, ["lay 15"], "lay small dog", "F-30", "lay_small_dog", {}),
        # With three players the pile's card is revealed, and the start player's isn't.
        (THREE, [], "lay big dog", "F-30", "lay_big_dog", {}),
        (THREE, [], "lay 15", "F-22", "lay", {"card": "15"}),
    ],
)
def test_laying(
    position: str, before: list[str], move: str, rule: str, code: str, params: dict[str, Any]
):
    seats = len(position.split()[1].split(","))
    match = play(table(position, seats), *before)
    assert told(match, move) == fact(rule, code, **params)


# The row, who passed before the player to decide, and what the cards that this player knows are
# worth together: those that are open, and the own one.
KNOWN = [
    ("8,15,3,5", 0, 8),  # the start player's is the open one
    ("8,15,3,5", 1, 23),
    ("8,-8,3,5", 1, 0),
    ("8,d,15,5", 1, 0),  # the small dog chases the 8, as far as player 2 knows
    ("-5,D,15,5", 1, 0),
    ("15,8,D,5", 2, 8),  # the big dog chases the 15
    ("15,-8,d,5", 2, 15),
    ("r,8,D,5", 2, 0),
    ("-5,r,d,5", 2, 0),
    ("r,-5,D,5", 2, -5),  # the rabbit goes
    ("D,d,15,5", 2, 15),  # the dogs chase each other
    ("D,15,3,d", 1, 0),
    ("D,15,3,d", 3, 18),
    ("d,D,15,5", 1, 0),
]


@pytest.mark.parametrize(("row", "passes", "worth"), KNOWN)
def test_what_is_known_is_worth_what_known_dogs_leave_of_it(row: str, passes: int, worth: int):
    match = play(table(f"1:{row}"), *["pass"] * passes)
    if passes < 3:
        assert told(match, "bid 1") == fact("F-23", "bid", points=worth, mice=1, hidden=3 - passes)
    else:
        assert told(match, "buy") == fact("F-26", "buy", points=worth)


def test_the_own_card_is_known_while_it_lies_face_down():
    match = play(table("1:8,d,-8,5"), "bid 1")
    assert told(match, "bid 2") == fact("F-23", "bid", points=0, mice=2, hidden=2)
    assert told(match, "bid 3") == fact("F-23", "bid", points=0, mice=3, hidden=2)


def test_where_all_is_known_nothing_is_said_to_be_hidden():
    match = play(table("1:8,15,3,5"), "pass", "pass", "bid 1", "bid 2", "bid 3")
    why = told(match, "bid 4")
    assert why == fact("F-23", "bid", points=31, mice=4, hidden=0)
    text = match.game.words("en").text("why.bid", **why[2])
    assert text.endswith("no card is still hidden.")


def test_passing_brings_the_mice_of_the_next_mouse_card():
    match = table("1:8,d,3,5")
    assert told(match, "pass") == fact("F-24", "pass", points=8, mice=2)
    assert told(match, "pass") == fact("F-24", "pass", points=0, mice=4)


def test_passing_brings_nothing_where_the_mouse_cards_are_empty():
    match = table("1:8,3,-5,5>-/1:15,8,r,11 17,19,21,15 0,0,0,0 -8,-8,-8,-8 -")
    assert told(match, "pass") == fact("F-24", "pass_empty", points=15, mice=0)


@pytest.mark.parametrize(("row", "worth"), [("8,15,3,5", 31), ("8,15,d,-5", 23)])
def test_an_open_sack_is_worth_what_the_dogs_leave(row: str, worth: int):
    match = play(table(f"1:{row}"), "pass", "pass", "pass")
    assert told(match, "decline") == fact("F-26", "decline", points=worth)
