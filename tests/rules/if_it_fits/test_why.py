"""What hints say of a move: boxes that close, join and change hands."""

from __future__ import annotations

import pytest

from rules.facts import Fact, fact, told
from rules.if_it_fits.cardboard import play, table

HANDS = "NSb,NSp,p/Eb,Em"
BESIDE = "m13=p,n13=Np"
OVER = "n12=NSm,o12=NSm,p12=NSf"  # above the free cell o13, with walls towards it


@pytest.mark.parametrize(
    ("cards", "card", "said"),
    [
        (BESIDE, "ball", fact("I-60", "held", points=1)),
        (BESIDE, "plain", fact("I-41", "sat")),
        # I-41 keeps nobody out who has a cat there already.
        ("m13=p+2,n13=Np,m14=z1", "plain", fact("I-60", "sat_among")),
        ("m13=p+1,n13=Np,m14=z2", "plain", fact("I-60", "sat_among")),
        ("m13=p+1,n13=Np", "plain", fact("I-62", "sat_more")),
        ("m13=p,n13=Np,m14=z1", "plain", fact("I-62", "sat_more")),
    ],
)
def test_a_cat_awake(cards: str, card: str, said: Fact):
    match = play(table(f"{cards} 1p1 {HANDS}"), f"lay NS {card} l13")
    assert told(match, "cat l13 m13") == said


def test_in_the_hard_game_a_further_cat_brings_no_point():
    match = table(f"m13=p+1,n13=Np 1p1 {HANDS}", hard="on")
    assert told(play(match, "lay NS plain l13"), "cat l13 m13") == fact("I-41", "sat")


@pytest.mark.parametrize(
    ("cards", "cell", "said"),
    [
        (BESIDE, "m14", fact("I-41", "slept")),
        (BESIDE, "n12", fact("I-41", "slept")),  # behind the wall, in a box of its own
        ("m13=p+2,n13=Np", "m14", fact("I-41", "slept_in")),
        ("m13=p,n13=Np,l13=z2", "m14", fact("I-41", "slept_in")),
        ("m13=p,n13=Np,l13=z1", "m14", fact("I-42", "slept_own")),
        ("m13=p,n13=Np,l13=z1,m12=z2", "m14", fact("I-42", "slept_own")),
        # A join: the other's cat is in the box on the right, whose name is no more.
        (f"{BESIDE},{OVER},p13=Nb+2,q13=Nb", "o13", fact("I-41", "slept_in")),
    ],
)
def test_a_sleeping_cat(cards: str, cell: str, said: Fact):
    assert told(table(f"{cards} 1t1"), f"sleep {cell}") == said


def test_keeping_a_cat():
    match = play(table(f"{BESIDE} 1p1 {HANDS}"), "lay NS ball l13")
    assert told(match, "no cat") == fact("I-40", "kept")


def test_drawing():
    match = table(f"{BESIDE} 1t1")
    assert told(match, "draw") == fact("I-20", "draw", n=match.view(0).pile + 1)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("m13=p+1,n13=Np", "replaced"),
        ("m13=p+2,n13=Np", "replaced_own"),
        ("m13=p,n13=Np,m14=z1", "replaced"),
    ],
)
def test_princess(cards: str, said: str):
    match = table(f"{cards} 1p2 Np,NSm/P,Em,Ef")
    cell = "m14" if "z1" in cards else "m13 n13"
    assert told(match, f"princess {cell}") == fact("I-43", said)
