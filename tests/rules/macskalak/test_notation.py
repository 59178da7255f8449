"""Moves as people write them, in English and Hungarian, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

from cattery import errors
from cattery.games.macskalak.moves import (
    Add,
    Change,
    Corners,
    Count,
    Done,
    Enough,
    Room,
    Shift,
    Three,
    Write,
)
from rules.macskalak.desk import desk, lent
from rules.macskalak.walks import MACSKALAK

WRITTEN = [
    ("3 b4", Write("3", "b4")),
    ("3b4", Write("3", "b4")),
    ("b4 3", Write("3", "b4")),
    ("cat d2", Write("cat", "d2")),
    ("cat", Write("cat", None)),
    ("Mouse C1", Write("mouse", "c1")),
    ("apart 3 b4", Write("3", "b4", apart=True)),
    ("double 3 b4", Write("3", "b4", doubled=True)),
    ("double apart 3 b4", Write("3", "b4", True, True)),
    ("apart double 3 b4", Write("3", "b4", True, True)),
    ("use B 3 up", Change("B", "3", "4")),
    ("b 3 down", Change("B", "3", "2")),
    ("use C 4", Change("C", "mouse", "4")),
    ("c 4", Change("C", "mouse", "4")),
    ("use F 5", Change("F", "5", "2")),
    ("use F 2", Change("F", "2", "5")),
    ("use H 3 cat", Change("H", "3", "cat")),
    ("use H 3 mouse", Change("H", "3", "mouse")),
    ("use D b4", Three("b4")),
    ("use E more", Count(more=True)),
    ("use E fewer", Count(more=False)),
    ("use E less", Count(more=False)),
    ("use J", Corners()),
    ("move b4 c5", Shift("b4", "c5")),
    ("use G b4 c5", Shift("b4", "c5")),
    ("room a1 a2 b2", Room(("a1", "a2", "b2"))),
    ("room b2, a2, a1", Room(("a1", "a2", "b2"))),
    ("add g3", Add("g3")),
    ("enough", Enough()),
    ("done", Done()),
    ("macska", Write("cat", None)),
    ("egér c1", Write("mouse", "c1")),
    ("külön 3 b4", Write("3", "b4", apart=True)),
    ("dupla 3 b4", Write("3", "b4", doubled=True)),
    ("képesség B 3 fel", Change("B", "3", "4")),
    ("képesség E több", Count(more=True)),
    ("képesség H 3 macska", Change("H", "3", "cat")),
    ("áthelyez b4 c5", Shift("b4", "c5")),
    ("szoba a1 b1", Room(("a1", "b1"))),
    ("bővít g3", Add("g3")),
    ("C", Write("cat", None)),
    ("M", Write("cat", None)),
    ("C b4", Write("cat", "b4")),
    ("E b4", Write("mouse", "b4")),
    ("c 4", Change("C", "mouse", "4")),
    ("e more", Count(more=True)),
    ("apart e b4", Write("mouse", "b4", apart=True)),
    ("elég", Enough()),
    ("kész", Done()),
    ("3", None),
    ("b4", None),
    ("6 b4", None),
    ("3 h4", None),
    ("3 b8", None),
    ("3 b4 c5", None),
    ("use K", None),
    ("use B 5 up", None),
    ("use B 2 down", None),
    ("use C cat", None),
    ("use F 3", None),
    ("room", None),
    ("room a1 c1", None),
    ("room a1 a1", None),
    ("room a1 b1 c1 d1 e1 f1", None),
    ("double cat", None),
    ("e", None),
    ("use c", None),
    ("move b4", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "move"), WRITTEN)
def test_what_is_written_is_understood(text: str, move: object):
    if move is None:
        with pytest.raises(errors.NotationError):
            MACSKALAK.parse(text)
    else:
        assert MACSKALAK.parse(text) == move


def test_an_m_is_a_mouse_in_english_and_a_cat_in_hungarian():
    """Both languages show an m on dice; where both animals could be meant, the player is asked."""
    match = desk("", "35cm", level=2)
    with pytest.raises(errors.AmbiguousMove) as refused:
        match.play("m b4", 0)
    assert refused.value.params["readings"] == ["mouse b4", "cat b4"]
    match.play("mouse b4", 0)
    match.play("m b5", 0)
    assert match.log[-1].move == "cat b5"


def test_every_move_is_written_and_read_back():
    assert MACSKALAK.actions == len(MACSKALAK.moves) == len(set(MACSKALAK.moves))
    for action, move in enumerate(MACSKALAK.moves):
        assert MACSKALAK.parse(MACSKALAK.format(move)) == move
        assert MACSKALAK.action(move) == action
        assert MACSKALAK.format(move).isascii()


def test_a_typed_example_stands_for_every_kind_of_move():
    assert MACSKALAK.example.count(",") == len(MACSKALAK.move_types) - 1


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_legal_move_is_allowed_and_every_other_refused_with_a_reason(level: int):
    chance = Random(level)
    states = MACSKALAK.new(2, {"level": str(level)}, rng=level)
    met = set()
    while not states["over"][0]:
        allowed = set(MACSKALAK.legal(states))
        for action in {*allowed, *chance.sample(range(MACSKALAK.actions), 150)}:
            why = MACSKALAK.why_not(states, action)
            assert (why is None) == (action in allowed), MACSKALAK.format(MACSKALAK.move(action))
            if why is not None:
                met.add(why.code)
                for lang in ("hu", "en"):
                    words = MACSKALAK.words(lang)
                    assert words.text(f"reason.{why.code}", **why.params)
        MACSKALAK.apply(states, chance.choice(sorted(allowed)))
    assert len(met) > 8


def test_a_refusal_is_said_in_both_languages_with_its_rule():
    match = desk("2", "345m")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("4 a1", 0)
    assert refused.value.text("en") == "a1 is taken. (M-20)"
    assert refused.value.text("hu") == "Az a1 már foglalt. (M-20)"
    with pytest.raises(errors.IllegalMove) as refused:
        lent("b").play("use B 3 up", 0)
    assert "B" in refused.value.text("hu")
