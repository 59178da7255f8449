"""Moves as people write them, in English and Hungarian, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

from cattery import errors, game
from cattery.games.filou.moves import Bid, Buy, Decline, Lay, Pass
from rules.filou.sack import fresh, table
from rules.filou.walks import FILOU, choose, walk

WRITTEN = [
    ("lay 15", Lay("15")),
    ("lay -8", Lay("-8")),
    ("lay −8", Lay("-8")),
    ("Lay Rabbit", Lay("rabbit")),
    ("rabbit", Lay("rabbit")),
    ("lay big dog", Lay("big_dog")),
    ("big dog", Lay("big_dog")),
    ("lay small dog", Lay("small_dog")),
    ("-5", Lay("-5")),
    ("bid 5", Bid(5)),
    ("bid 5 mice", Bid(5)),
    ("raise 12", Bid(12)),
    ("12", Bid(12)),
    ("pass", Pass()),
    ("p", Pass()),
    ("buy", Buy()),
    ("decline", Decline()),
    ("leszek", None),
    ("teszem 15", Lay("15")),
    ("lerak nyúl", Lay("rabbit")),
    ("nyul", Lay("rabbit")),
    ("tesz nagy kutya", Lay("big_dog")),
    ("Kis kutya", Lay("small_dog")),
    ("licit 7", Bid(7)),
    ("licitálok 7 egeret", Bid(7)),
    ("passz", Pass()),
    ("passzolok", Pass()),
    ("megveszem", Buy()),
    ("nem kell", Decline()),
    ("otthagyom", Decline()),
    ("lay 7", None),
    ("lay", None),
    ("bid", None),
    ("bid 0", None),
    ("bid 5 dogs", None),
    ("bid 1.5", None),
    ("-7", None),
    ("", None),
    ("dog", None),
]


@pytest.mark.parametrize(("text", "move"), WRITTEN)
def test_what_is_written_is_understood(text: str, move: object):
    if move is None:
        with pytest.raises(errors.NotationError):
            FILOU.parse(text)
    else:
        assert FILOU.parse(text) == move


@pytest.mark.parametrize("number", ["3", "5", "8", "11", "15"])
def test_f21_f23_a_bare_number_is_a_card_while_laying_and_a_bid_while_bidding(number: str):
    assert FILOU.readings(number) == [Lay(number), Bid(int(number))]
    laying = table("1: 15,15,15,15 0,0,0,0 r,r,r,r")
    assert laying.play(number, 0).move == f"lay {number}"
    bidding = table("1:8,8,8,8")
    assert bidding.play(number, 0).move == f"bid {number}"


def test_every_move_is_written_and_read_back():
    assert FILOU.actions == len(FILOU.moves) == 121
    for action, move in enumerate(FILOU.moves):
        assert FILOU.parse(FILOU.format(move)) == move
        assert FILOU.action(move) == action
        assert FILOU.format(move).isascii()


def test_every_legal_move_is_allowed_and_every_other_refused_with_a_reason():
    hu, en = game("filou").words("hu"), game("filou").words("en")
    for seats in (3, 4, 5):
        for states in walk(seats, 1, timid=True):
            if states["over"][0]:
                continue
            legal = set(FILOU.legal(states))
            for action in range(0, FILOU.actions, 1 if seats == 4 else 7):
                why = FILOU.why_not(states, action)
                assert (why is None) == (action in legal)
                if why is not None:
                    assert why.rule.startswith("F-")
                    for words in (hu, en):
                        assert words.text(f"reason.{why.code}", **why.params)


def test_events_have_words_in_both_languages():
    for seats in (3, 4, 5):
        match = fresh(seats)
        chance = Random(seats)
        while not match.over:
            seat = match.waiting[0]
            match.play(choose(match.state(), chance, timid=True), seat)
        names = [f"N{k}" for k in range(seats)]
        for viewer in (None, 0):
            for told in match.story(viewer):
                for lang in ("hu", "en"):
                    lines = told.lines(lang, names)
                    assert lines
                    assert all(line and "{" not in line for line in lines)
