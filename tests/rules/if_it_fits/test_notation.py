"""How moves are written and typed, in both languages."""

from __future__ import annotations

import pytest

from cattery import errors
from cattery.games.if_it_fits.moves import Cat, Discard, Draw, Lay, NoCat, Princess, Sleep, Toy
from cattery.games.if_it_fits.rules import state as rules
from rules.if_it_fits.cardboard import GAME, legal, play, table

TYPED = [
    ("draw", Draw()),
    ("Húzok", Draw()),
    ("sleep k12", Sleep("k12")),
    ("alszik K12", Sleep("k12")),
    ("lay NE ball m14", Lay("NE ball", "m14")),
    ("NE ball m14", Lay("NE ball", "m14")),
    ("lay m14 ball ne", Lay("NE ball", "m14")),
    ("lay NE ball m14 turned", Lay("NE ball", "m14", True)),
    ("tesz NE labda m14 fordítva", Lay("NE ball", "m14", True)),
    ("lay SW ball m14", Lay("NE ball", "m14", True)),
    ("lay WS ball m14 turned", Lay("NE ball", "m14")),
    ("lay S plain m14", Lay("N plain", "m14", True)),
    ("lay NEW mouse m14", Lay("ESW mouse", "m14", True)),
    ("lay EW mouse m14 turned", Lay("EW mouse", "m14")),
    ("lay open feather m14", Lay("open feather", "m14")),
    ("tesz nyitott toll m14", Lay("open feather", "m14")),
    ("cat m14 n14", Cat("m14", "n14")),
    ("cat n14 m14", Cat("m14", "n14")),
    ("cica m14 n14", Cat("m14", "n14")),
    ("no cat", NoCat()),
    ("nincs cica", NoCat()),
    ("princess m14 n14", Princess("m14", "n14")),
    ("hercegnő k12", Princess("k12")),
    ("toy ball m14 n14", Toy("ball", "m14", "n14")),
    ("játék egér m14", Toy("mouse", "m14")),
    ("discard princess", Discard("princess")),
    ("eldob NSW vízpermetező", Discard("NSW spray")),
]


@pytest.mark.parametrize(("text", "move"), TYPED, ids=[text for text, _ in TYPED])
def test_a_typed_text_is_the_move_that_is_meant(text: str, move: object):
    assert GAME.parse(text) == move


@pytest.mark.parametrize(
    "text",
    ["lay", "lay NESW ball m14", "lay NN ball m14", "lay NE ball z14", "lay NE ball m26",
     "lay NE ball m14 n14", "cat m14 m15", "cat m14 o14", "sleep", "sleep m0", "toy spray m14",
     "toy m14", "princess", "discard", "discard toy ball", "draw k12",
     "lay NE ball m14 turned turned", "m14", "cat NE m14", "sleep k12 turned"],
)  # fmt: skip
def test_what_means_nothing_is_no_move(text: str):
    with pytest.raises(errors.NotationError):
        GAME.parse(text)


def test_what_is_left_out_is_found_by_what_is_legal():
    match = table("m13=p,n13=Np 1p1 NSb,EWm,p/Eb,Em")
    play(match, "lay NS l13")  # the only NS box in the hand has a ball
    assert match.log[-1].move == "lay NS ball l13"
    play(match, "cat l13")  # the only place on l13
    assert match.log[-1].move == "cat l13 m13"


def test_two_cells_of_which_one_is_meant_are_asked_for():
    match = table("m13=p,n13=Np,l13=NSb 1p1 Tm,EWm,p/Eb,Em")
    with pytest.raises(errors.NotationError):
        match.play("toy mouse", 0)
    assert GAME.readings("cat m14") == [Cat("l14", "m14"), Cat("m14", "n14")]
    assert GAME.readings("cat a1") == [Cat("a1", "b1")]
    assert GAME.readings("cat y1") == [Cat("x1", "y1")]


def test_ids_are_as_the_table_of_them_says():
    assert GAME.action(Lay("open ball", "a1")) == 0
    assert GAME.action(Toy("ball", "a1", "b1")) == 46875
    assert GAME.action(Toy("ball", "a1")) == 48675
    assert GAME.action(Cat("a1", "b1")) == 50550
    assert GAME.action(NoCat()) == 51150
    assert GAME.action(Sleep("a1")) == 51151
    assert GAME.action(Draw()) == 51776
    assert GAME.action(Princess("a1", "b1")) == 51777
    assert GAME.action(Princess("a1")) == 52377
    assert GAME.action(Discard("open ball")) == 53002
    assert GAME.action(Discard("princess")) == 53047 == rules.ACTIONS - 1


def test_what_is_no_card_has_no_id():
    for move in (Lay("XY ball", "a1"), Lay("princess", "a1"), Lay("NS ball", "a1", True)):
        with pytest.raises(KeyError):
            GAME.action(move)


def test_an_example_of_every_kind_of_move_is_given():
    for word in ("lay", "draw", "cat", "no cat", "sleep", "princess", "toy", "discard"):
        assert word in GAME.example


def test_turned_ids_are_legal_only_where_they_differ():
    match = table("m13=p,n13=Np 1p1 NSb,Nb,Nm/Eb,Em")
    assert len(legal(match, "lay N ball")) == 2 * len(legal(match, "lay NS ball"))
