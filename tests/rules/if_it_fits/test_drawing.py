"""The table in characters, in sentences and as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from cattery.art import SEAT_SHAPES
from cattery.games.if_it_fits.draw import border
from rules.if_it_fits.cardboard import GAME, PLAYERS, look, table, walk

LANGUAGES = ("en", "hu")


def drawn(position: str, seat: int | None = 0, lang: str = "en") -> list[str]:
    """The lines of characters."""
    return GAME.text(look(table(position), seat), lang).splitlines()


def test_walls_openings_and_joined_cards_are_told_apart():
    lines = drawn("m13=NEp,l13=NWp,l14=ESWb 1t1")
    table_part = "\n".join(lines[1:10])
    assert "+────+────+" in table_part  # two walls in the north
    assert "│A    A   │" in table_part  # nothing between cards of one box; walls at its ends
    assert "╌╌╌╌" in table_part  # the open south of m13
    assert "·" in table_part  # free cells


def test_double_walls_are_double():
    assert any("════" in line for line in drawn("m13=NEp,m12=Sp 1t1"))
    assert any("║" in line for line in drawn("m13=NEp,n13=NWp 1t1"))


def test_cats_princess_and_toys_lie_on_the_border():
    shape = SEAT_SHAPES[0]
    assert any(f"A   {shape}A" in line for line in drawn("m13=p+1,n13=Np 1t1"))
    assert any("A   PA" in line for line in drawn("m13=p+P,n13=Np 1t1"))
    assert any("A   BA" in line for line in drawn("m13=p+b,n13=Np 1t1"))
    assert any("A   LA" in line for line in drawn("m13=p+b,n13=Np 1t1", lang="hu"))


def test_a_sleeping_cat_shows_whose_it_is():
    assert any(f"{SEAT_SHAPES[1]}z" in line for line in drawn("m13=p,n13=Np,m14=z2 1t1"))


def test_the_hand_is_shown_to_its_owner_alone():
    position = "m13=p,n13=Np 1p1 NSb,EWm,Tf/Eb,Em"
    assert any("NS ball" in line for line in drawn(position, 0))
    assert not any("NS ball" in line for line in drawn(position, 1))
    assert not any("ball" in line for line in drawn(position, None)[12:])


def test_who_chooses_a_starting_box_sees_the_own_hand_too():
    lines = drawn("m13=p 1s2 NSb,EWm/Eb,Em", 1)
    assert any("NE plain" in line for line in lines)
    assert any("E mouse" in line for line in lines)


def test_the_last_line_says_what_to_do_and_where_a_cat_could_sit():
    assert drawn("m13=p,n13=Np 1t1")[-1] == " Now: draw a card, or lay a sleeping cat"
    asked = drawn("m13=p,n13=Np,o13=NSb 1c1")[-1]
    assert asked == " Now: place a cat across two cards, or skip it (cat n13 o13, no cat)"
    assert not any("Now:" in line for line in drawn("m13=p,n13=Np 1t1", seat=1))


def test_boxes_are_listed_with_their_worth_and_owner():
    lines = drawn("m13=p+1,n13=Np,o13=NSb,p13=NSb 1t1")
    box = next(line for line in lines if line.startswith(" A "))
    assert " 2 " in box
    assert f"{SEAT_SHAPES[0]}1" in box


def test_a_wide_table_is_scrolled_to_the_last_card():
    row = ",".join(
        f"{column}13={sign}"
        for column, sign in zip(
            "lkjihgfedcba",
            ("NSb NSb NSm NSm NSf NSf NSs NSp NSp Nb Nb Nm").split(),
            strict=True,
        )
    )
    east = ",".join(
        f"{column}13={sign}" for column, sign in zip("opqr", "Nm Nf Ns Np".split(), strict=True)
    )
    lines = drawn(f"m13=p,n13=Np,{row},{east} 1t1")
    assert max(map(len, lines)) <= 80
    assert any("more in the west" in line for line in lines)
    assert " r " in lines[1]  # the last card is in sight


@pytest.mark.parametrize("seats", PLAYERS)
def test_every_moment_can_be_drawn_in_80_columns(seats: int):
    names = ["Anna", "Béla", "Cili", "Dezső", "Etelka"]
    for states in [*walk(seats, 9)][::12]:
        for seat in (0, None):
            view = GAME.view(states, seat)
            for lang in LANGUAGES:
                assert max(map(len, GAME.text(view, lang, names).splitlines())) <= 80
                assert all(line.strip() for line in GAME.spoken(view, names, lang))
                ElementTree.fromstring(GAME.svg(view, lang))


def test_the_picture_has_every_symbol_that_it_uses():
    for states in [*walk(5, 3)][::20]:
        picture = GAME.svg(GAME.view(states, 0), "en")
        used = set(re.findall(r'href="#([^"]+)"', picture))
        assert used <= set(re.findall(r'<symbol id="([^"]+)"', picture))


def test_the_picture_says_what_it_shows():
    picture = GAME.svg(look(table("m13=p+1,n13=Np,o13=NSb 1t1"), 0), "en")
    assert "<title>If It Fits, It Sits</title>" in picture
    assert "Box A: 3 cards" in picture
    assert "var(" not in picture


def test_a_border_is_what_the_two_cards_make_it():
    cards = {card.cell: card for card in look(table("m13=NEp,n13=p 1t1")).cards}
    west, east = cards["m13"], cards["n13"]
    assert border(west, "E", east) == "wall"
    assert border(east, "W", west) == "wall"
    assert border(west, "N", None) == "wall"
    assert border(east, "E", None) == "open"


def test_sentences_tell_boxes_cats_and_hands():
    lines = GAME.spoken(look(table("m13=p+1,n13=Np,m14=z2,o13=NSb 1t1"), 0), ["Anna", "Béla"], "en")
    said = " ".join(lines)
    assert "one cat of Anna" in said
    assert "one sleeping cat of Béla" in said
    assert "goes to Anna" in said
    assert "Your hand:" in said
    hungarian = GAME.spoken(look(table("m13=p+1,n13=Np 1t1"), 0), ["Anna", "Béla"], "hu")
    assert any("gazdája Anna" in line for line in hungarian)
