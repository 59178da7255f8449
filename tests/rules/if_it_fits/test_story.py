"""What is told of a turn, beyond what the rules' own tests ask for."""

from __future__ import annotations

import pytest

from cattery.games.if_it_fits.story import Closed, Held, Laid, Revalued
from cattery.text import game_words, tell
from rules.if_it_fits.cardboard import events, play, table

HANDS = "NSb,NSp,p/Eb,Em"
OURS = "m13=p,n13=Np,l13=NSb+1"
NAMES = ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("lay NE ball m14", "Ann lays a card on m14: ball card, walls top and right"),
        ("lay NE ball m14 turned", "Ann lays a card on m14: ball card, walls bottom and left"),
    ],
)
def test_a_card_is_told_by_its_walls_as_they_lie(move: str, said: str):
    match = play(table("m13=p,n13=Np 1p1 NEb,NSp,p/Eb,Em"), move)
    laid = next(each for each in events(match) if isinstance(each, Laid))
    assert tell(game_words("if_it_fits", "en"), laid, NAMES) == said


def test_a_box_that_stays_with_its_owner_is_worth_something_else():
    told = events(play(table(f"{OURS} 1p1 {HANDS}"), "lay NS ball k13"))
    assert Revalued(seats=(0,), box="A", before=1, points=2) in told
    assert not any(isinstance(each, Held) for each in told)


@pytest.mark.parametrize(
    ("cards", "card"),
    [("m13=p,n13=Np,l13=NSb", "ball"), (OURS, "plain")],
)
def test_nothing_is_told_of_a_box_of_nobody_or_of_one_that_is_worth_the_same(cards: str, card: str):
    told = events(play(table(f"{cards} 1p1 {HANDS}"), f"lay NS {card} k13"))
    assert not any(isinstance(each, Revalued) for each in told)


def test_what_a_closed_box_is_worth_is_told_once():
    cards = "m13=NWp+1,n13=NEp,m14=SWb"
    told = events(play(table(f"{cards} 1p1 NWb,NSp,p/Eb,Em"), "lay NW ball n14 turned"))
    assert [each.points for each in told if isinstance(each, Closed)] == [4]
    assert not any(isinstance(each, Revalued) for each in told)
