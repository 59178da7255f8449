"""A position as one line of text."""

from __future__ import annotations

from random import Random

import pytest

from cattery import errors
from rules.csacska.street import CSACSKA, PLAYERS, fresh, table


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_position_says_everything(seats: int):
    for seed in range(3):
        chance = Random(seed)
        states = CSACSKA.new(seats, rng=seed)
        while True:
            text = CSACSKA.position(states)
            again = CSACSKA.from_position(text, seats, {})
            assert CSACSKA.position(again) == text
            for name in ("rng", "revealed", "first", "noted", "notes"):
                again[name] = states[name]
            assert again.tobytes() == states.tobytes()
            if states["over"][0]:
                break
            CSACSKA.apply(states, chance.choice(CSACSKA.legal(states)))


def test_what_is_left_out_is_as_at_the_start():
    match = table("b1/y1/r1")
    words = match.position().split()
    assert words[:4] == ["b1/y1/r1", "-/-/-", "0,0,0", "1"]
    assert words[4].startswith("1:b1*2,b3*3")
    assert words[5] == "-"
    assert table("b1/y1/r1 - - 2").waiting == (1,)


def test_a_star_is_all_that_is_nowhere_else_less_the_coins():
    view = table("b1/y1/r1 - 3,0,0 1 1:b3,b5 *").view(None)
    assert (view.draw, view.box) == (2, 120 - 3 - 3 - 2)
    view = table("b1/y1/r1 - 3,0,0 1 2:* -".replace("2:", "1:")).view(None)
    assert (view.draw, view.box) == (120 - 3 - 3, 0)


def test_a_match_goes_on_from_a_position():
    match = fresh(4)
    for _ in range(9):
        match.play(match.legal_actions(match.waiting[0])[-1], match.waiting[0])
    again = table(match.position(), 4)
    assert again.view(0) == match.view(0)
    assert again.waiting == match.waiting


BAD = [
    ("", "parts"),
    ("b1/y1/r1 - - 1 1:* - more", "parts"),
    ("b1/y1", "piles"),
    ("b1/y1/r1/g1", "piles"),
    ("b1/y1/x1", "piles"),
    ("b1/y1/b2", "piles"),
    ("b1/y1/b53", "piles"),
    ("b1/y1/r1*120", "piles"),
    ("b1/y1/r1 -/-", "series"),
    ("b1/y1/r1 b3,b5/-/-", "series"),
    ("b1/y1/r1 b3.x/-/-", "series"),
    ("b1/y1/r1 b2/-/-", "series"),
    ("b1/y1/r1 K/-/-", "series"),
    ("b1/y1/r1 b1.3.5.7.9.1.3.5/-/-", "series"),
    ("b1/y1/r1 - 1,2", "coins"),
    ("b1/y1/r1 - 1,2,x", "coins"),
    ("b1/y1/r1 - 1,2,121", "coins"),
    ("b1/y1/r1 - - 4", "stage"),
    ("b1/y1/r1 - - 0", "stage"),
    ("b1/y1/r1 - - 1:dance=b3", "stage"),
    ("b1/y1/r1 - - 1:act=b3", "stage"),
    ("b1/y1/r1 - - 1:cat=", "stage"),
    ("b1/y1/r1 - - 1:cat=b3,b5,b7", "stage"),
    ("b1/y1/r1 - - 1:score=x", "stage"),
    ("b1/y1/r1 - - 1:homeless=4", "stage"),
    ("b1/y1/r1 - - 1:homeless=", "stage"),
    ("b1/y1/r1 - - 1!4", "stage"),
    ("b1/y1/r1 - - 1 3:*", "draw"),
    ("b1/y1/r1 - - 1 1:b3*x", "draw"),
    ("b1/y1/r1 - - 1 1:b3 x", "draw"),
    ("b1/y1/r1 - - 1 1:b3*4 *", "impossible"),
    ("b1,b1,b1/b1/r1", "impossible"),
    ("b1/y1/r1 - - 1 1:b3 -", "impossible"),
    ("b1/y1/r1 bS/-/-", "impossible"),
    ("b1/y1/r1 b1.S.S/-/-", "impossible"),
    ("b1/y1/r1 b1.3.5.7.9/-/-", "impossible"),
    ("b1/y1/r1 b1.3.5.7.9.1.3+/-/-", "impossible"),
    ("b1/-/r1", "impossible"),
    ("K/K/r1", "impossible"),
    ("b1/y1/r1 - - 1 1:- *", "impossible"),
    ("b1/y1/r1 - - 1 2:b3 *", "impossible"),
    ("b1/y1/r1 - - 1:cat=K", "impossible"),
    ("b1/y1/r1 - - 1:lay=b3", "impossible"),
    ("b1/y1/r1 - - 1:swap=G", "impossible"),
    ("b1/y1/r1 - - 1:give=R", "impossible"),
    ("b1/y1/r1 - - 1:discard=b3", "impossible"),
    ("b1/y1/r1 - - 1:score=b", "impossible"),
    ("b1/y1/r1 - - 1:order=b3", "impossible"),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
def test_a_bad_position_is_refused_with_its_problem(text: str, problem: str):
    with pytest.raises(errors.BadPosition) as refused:
        CSACSKA.from_position(text, 3, {})
    assert refused.value.params["problem"] == problem
    assert refused.value.text("hu") != refused.value.text("en")
