"""I-20 to I-31, I-71: turns, where cards lie, and the boxes that they make."""

from __future__ import annotations

import pytest

from cattery import Match, errors
from rules.if_it_fits.cardboard import box_at, events, legal, look, phase, play, table, types

TWO = "m13=p,n13=Np"  # joined; m13 is open all round, n13 has a wall in the north


def refused(match: Match, move: str) -> tuple[str | None, str]:
    """The rule and the words that refuse a move."""
    with pytest.raises(errors.IllegalMove) as found:
        match.play(move, match.waiting[0])
    return found.value.rule, found.value.text("en")


# --- turns ---------------------------------------------------------------------------------------


def test_i20_a_turn_draws_a_card_and_plays_one():
    match = table(f"{TWO} 1t1 NSb,EWm/Eb,Em")
    pile = look(match).pile
    play(match, "draw")
    assert (len(look(match, 0).hand), look(match).pile, phase(match)) == (3, pile - 1, "play")
    play(match, "lay NS ball m14")
    assert [player.cards for player in look(match).players] == [2, 2]
    assert (match.waiting, phase(match)) == ((1,), "turn")


def test_i20_nothing_is_played_before_drawing():
    match = table(f"{TWO} 1t1 NSb,EWm/Eb,Em")
    assert refused(match, "lay NS ball m14")[0] == "I-20"
    assert refused(match, "no cat")[0] == "I-20"
    assert legal(match, "draw") == {"draw"}


def test_i20_only_cards_of_the_hand_are_played_and_only_once():
    match = table(f"{TWO} 1p1 NSb,EWm,p/Eb,Em")
    assert refused(match, "lay E ball m14") == (
        "I-20",
        "This card isn't in your hand: ball card, wall on the right. (I-20)",
    )
    assert refused(match, "draw")[0] == "I-20"
    assert refused(match, "sleep m14")[0] == "I-21"


def test_i21_a_sleeping_cat_instead_of_drawing():
    match = table(f"{TWO} 1t1 NSb,EWm/Eb,Em")
    pile = look(match).pile
    play(match, "sleep m14")
    view = look(match, 0)
    assert (view.pile, len(view.hand), view.players[0].supply) == (pile, 2, 4)
    assert view.cards[-1].owner == 0
    assert (match.waiting, phase(match)) == ((1,), "turn")


def test_i21_a_sleeping_cat_may_join_anybodys_box_or_several_or_stand_against_walls():
    mine = "m13=p+2,n13=Np"
    match = table(f"{mine} 1t1 NSb,EWm/Eb,Em")
    assert "sleep m14" in legal(match)  # into the box of player 2
    play(match, "sleep m14")
    assert {cats.seat for cats in box_at(match, "m13").cats} == {0, 1}
    match = table(f"{TWO} 1t1 NSb,EWm/Eb,Em")
    play(match, "sleep n12")
    assert box_at(match, "n12").cells == ("n12",)  # the wall of n13 parts them


def test_i21_a_cat_is_laid_asleep_on_any_cell_where_a_card_may_lie():
    match = table(f"{TWO} 1t1 NSb,EWm/Eb,Em")
    assert {note.split()[1] for note in legal(match, "sleep")} == set(look(match).free)
    assert refused(match, "sleep a1")[0] == "I-30"


# --- where cards lie -----------------------------------------------------------------------------


def test_i30_a_card_lies_beside_another_on_a_free_cell():
    match = table(f"{TWO} 1p1 NSb,EWm,p/Eb,Em")
    assert set(look(match).free) == {"m12", "n12", "l13", "o13", "m14", "n14"}
    assert refused(match, "lay NS ball m13") == ("I-30", "There is already a card on m13. (I-30)")
    assert refused(match, "lay NS ball l12")[0] == "I-30"
    assert refused(match, "lay NS ball y25")[0] == "I-30"


def test_i30_walls_restrict_nothing_in_the_normal_game():
    match = table(f"{TWO} 1p1 NSb,EWm,p/Eb,Em")
    assert {note.split()[3] for note in legal(match, "lay NS ball")} == set(look(match).free)
    play(match, "lay NS ball n12")  # its southern wall against the northern one of n13
    assert box_at(match, "n12").cells == ("n12",)


def test_i71_the_hard_game_forbids_wall_against_wall():
    match = table(f"{TWO} 1p1 NSb,EWm,p/Eb,Em", hard="on")
    cells = {note.split()[3] for note in legal(match, "lay NS ball")}
    assert cells == set(look(match).free) - {"n12"}
    assert refused(match, "lay NS ball n12")[0] == "I-71"
    assert "lay EW mouse n12" in legal(match)  # an open side may meet a wall
    assert "lay open plain n12" in legal(match)


def test_i71_a_wall_may_stand_against_an_open_side():
    match = table(f"{TWO} 1p1 NSb,EWm,p/Eb,Em", hard="on")
    assert "lay NS ball m14" in legal(match)
    assert {"lay EW mouse l13", "lay EW mouse o13"} <= legal(match)


def test_i71_counts_for_starting_boxes_too():
    match = table("m13=NEp 1s2", hard="on")
    assert "lay N plain m12 turned" not in legal(match)  # its wall would be in the south
    assert "lay N plain m12" in legal(match)


def test_i71_cats_and_toys_have_no_walls_to_stand_against():
    match = table("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em", hard="on")
    assert "sleep n12" in legal(match)


# --- boxes ---------------------------------------------------------------------------------------


def test_i31_open_sides_that_touch_make_one_box():
    match = table(f"{TWO},m14=ESWb 1t1")
    assert box_at(match, "m13").cells == ("m13", "n13", "m14")
    assert box_at(match, "m13").ball == 1


def test_i31_a_wall_on_either_side_parts_boxes():
    assert box_at(table("m13=p,n13=NWp 1t1"), "m13").cells == ("m13",)
    assert box_at(table("m13=NEp,n13=p 1t1"), "m13").cells == ("m13",)
    assert box_at(table("m13=p,m12=SWp 1t1"), "m13").cells == ("m13",)


# Four boxes round the free cell o14, each open towards it and parted from the others.
FOUR = "m13=Ep,n13=NWp,n14=NWb,o13=NWm,p13=NWf,p14=NEb,n15=NWm,o15=SWb"


def test_i31_a_card_may_join_four_boxes():
    match = table(f"{FOUR} 1p1 p,Nb,Nm/Eb,Em")
    around = ("n14", "o13", "p14", "o15")
    assert [box_at(match, cell).cells for cell in around] == [(cell,) for cell in around]
    play(match, "lay open plain o14")
    assert box_at(match, "o14").cells == ("n14", "o13", "p14", "o15", "o14")
    assert (box_at(match, "o14").ball, box_at(match, "o14").mouse) == (3, 1)


def test_i31_boxes_that_join_are_told_and_keep_the_oldest_name():
    match = play(table(f"{FOUR} 1p1 p,Nb,Nm/Eb,Em"), "lay open plain o14")
    joined = next(event for event in events(match) if event.type == "joined")
    assert (joined.box, joined.others, joined.cards) == ("C", ("D", "F", "H"), 5)


def test_i31_a_box_is_closed_when_every_open_side_meets_a_card():
    match = table("m13=NEp,m14=Np,l13=NSWf 1t1")
    assert box_at(match, "m13").cells == ("m13", "l13")
    box = box_at(match, "m13")
    assert box.closed  # in the south the wall of m14 closes it
    assert box.openings == ()


def test_i31_an_open_side_that_meets_nothing_is_no_closed_box():
    match = table("m13=NEp,l13=NWp 1t1")
    assert [(o.cell, o.side) for o in box_at(match, "m13").openings] == [("m13", "S"), ("l13", "S")]
    play(match, "sleep m14")
    assert not box_at(match, "m13").closed


def test_i31_a_wall_laid_against_an_open_side_closes_it_and_that_is_told():
    match = table("m13=NEp,l13=NWp,l14=ESWb 1p1 NSm,Nb,Nm/Eb,Em")
    assert [(o.cell, o.side) for o in box_at(match, "m13").openings] == [("m13", "S")]
    play(match, "lay NS mouse m14")
    assert box_at(match, "m13").closed
    assert "closed" in types(match)
    told = next(event for event in events(match) if event.type == "closed")
    assert (told.box, told.cards, told.points) == (box_at(match, "m13").name, 3, 2)
