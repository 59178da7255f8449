"""A position as one line of text."""

from __future__ import annotations

import pytest

from cattery import errors
from rules.filou.sack import PLAYERS, fresh, table
from rules.filou.walks import FILOU, walk


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_position_says_everything(seats: int):
    for seed in range(3):
        for states in walk(seats, seed, timid=True):
            text = FILOU.position(states)
            again = FILOU.from_position(text, seats, {})
            assert FILOU.position(again) == text
            if states["over"][0]:
                assert FILOU.scores(again) == FILOU.scores(states)
                assert FILOU.view(again, None).sacks == FILOU.view(states, None).sacks
                continue
            for name in ("rng", "revealed", "first"):
                again[name] = states[name]
            assert again.tobytes() == states.tobytes()


def test_what_is_left_out_is_as_at_the_start():
    assert table("1:").position() == "1: 15,15,15,15 0,0,0,0 -8,-8,-8,-8 +"
    assert table("2:", 3).position() == "2:? 15,15,15 0,0,0 -8,-8,-8 +"
    assert table("1:-8").position() == "1:-8 15,15,15,15 0,0,0,0 -5,-8,-8,-8 +"


def test_a_match_goes_on_from_a_position():
    match = fresh(4)
    match.play(match.legal_actions(0)[0], 0)
    again = table(match.position())
    assert again.view(0) == match.view(0)
    assert again.waiting == match.waiting


BAD = [
    ("", "parts"),
    ("1: 15,15,15,15 0,0,0,0 r,r,r,r + more", "parts"),
    ("5:", "sacks"),
    ("x", "sacks"),
    ("1:8,8,8,8>1=1", "sacks"),
    ("1:8,8,8,8/1:", "sacks"),
    ("1:8,8,8,8>5=1/1:", "sacks"),
    ("1:8,8,8,8>1=0/1:", "sacks"),
    ("1:8,8,8,8>1=200/1:", "sacks"),
    ("/".join(["1:8,8,8,8>1=1"] * 10), "sacks"),
    ("1:8,8,8>1=1/1:", "row"),
    ("1:8,8,8,8,8", "row"),
    ("1:7", "row"),
    ("1:?,8", "row"),
    ("1: 15,15,15", "mice"),
    ("1: 15,15,15,x", "mice"),
    ("1:8,8,8,8 15,15,15,15 0,0,0", "bids"),
    ("1:8,8,8,8 15,15,15,15 0,0,0,q1", "bids"),
    ("1:8,8,8,8 15,15,15,15 p2,0,0,0", "bids"),
    ("1: 15,15,15,15 0,0,0,0 r,r,r", "missing"),
    ("1: 15,15,15,15 0,0,0,0 r,r,r,x", "missing"),
    ("1: 15,15,15,15 0,0,0,0 r,r,r,r ?", "filled"),
    ("1: 99,99,99,99", "impossible"),
    ("1:8,8,8,8>1=1/1:8", "impossible"),
    ("1:8,8,8,8>1=1/2:", "impossible"),
    ("1:8 15,15,15,15 1,0,0,0", "impossible"),
    ("1:8,8,8,8 15,15,15,15 5,5,0,0", "impossible"),
    ("1:8,8,8,8 15,15,15,15 0,0,3,0", "impossible"),
    ("1:8,8,8,8 15,15,15,15 16,0,0,0", "impossible"),
    ("1:8,8,8,8 15,15,15,15 p1,p2,p3,p4", "impossible"),
    ("1:8 15,15,15,15 0,0,0,0 8,r,r,r", "impossible"),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
def test_a_bad_position_is_refused_with_its_problem(text: str, problem: str):
    with pytest.raises(errors.BadPosition) as refused:
        FILOU.from_position(text, 4, {})
    assert refused.value.params["problem"] == problem
    assert refused.value.text("hu") != refused.value.text("en")


def test_the_piles_card_is_hidden_until_the_row_is_full():
    for text in ("1:8,8", "1:8", "1:?,8,8,8", "1:8,8,8,8>1=1/1:8,3"):
        with pytest.raises(errors.BadPosition):
            FILOU.from_position(text, 3, {})
    assert table("1:?,8", 3).waiting == (1,)
