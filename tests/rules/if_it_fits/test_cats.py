"""I-40 to I-45: cats awake and asleep, Princess, special toys, and what can't be played."""

from __future__ import annotations

import pytest

from cattery import Match, errors
from cattery.games.if_it_fits.moves import cell_name
from cattery.games.if_it_fits.positions import SIGNS
from cattery.games.if_it_fits.rules import state as rules
from cattery.games.if_it_fits.rules.deck import PATTERNS
from rules.if_it_fits.cardboard import (
    box_at,
    legal,
    look,
    play,
    points,
    table,
    types,
)


def refused(match: Match, move: str, lang: str = "en") -> tuple[str | None, str]:
    """The rule and the words that refuse a move."""
    with pytest.raises(errors.IllegalMove) as found:
        match.play(move, match.waiting[0])
    return found.value.rule, found.value.text(lang)


# A bridge over the free cell o13, with walls towards the row of m13.
OVER = "n12=NSm,o12=NSm,p12=NSf"


# --- cats awake ----------------------------------------------------------------------------------


def test_i40_a_cat_lies_across_the_card_laid_this_turn_and_a_neighbour():
    match = play(table("m13=p,n13=Np 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball l13")
    assert legal(match) == {"cat l13 m13", "no cat"}
    play(match, "cat l13 m13")
    view = look(match)
    assert [(a.west, a.east, a.owner) for a in view.across] == [("l13", "m13", 0)]
    assert view.players[0].supply == 4
    assert match.waiting == (1,)


def test_i40_there_may_be_a_place_on_either_side():
    match = play(table(f"m13=p,n13=Np,{OVER},p13=Nb 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball o13")
    assert legal(match, "cat") == {"cat n13 o13", "cat o13 p13"}


def test_i40_no_cat_may_be_laid_and_is_told():
    match = play(table("m13=p,n13=Np 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball l13", "no cat")
    assert look(match).across == ()
    assert types(match) == ["kept"]
    assert match.waiting == (1,)


def test_i40_short_sides_are_no_place_for_cats():
    match = play(table("m13=p,n13=Np 1p1 EWm,NSb,p/Eb,Em"), "lay EW mouse m14")
    assert box_at(match, "m14").cells == ("m13", "n13", "m14")
    assert match.waiting == (1,)


@pytest.mark.parametrize("card", ["EW mouse", "NW feather"])
def test_i40_a_cat_never_lies_on_a_wall(card: str):
    match = table("m13=p,n13=Np 1p1 EWm,NWf,p/Eb,Em")
    play(match, f"lay {card} o13")  # a wall in its west
    assert match.waiting == (1,)


def test_i40_nor_on_the_neighbours_wall():
    match = play(table("m13=p,n13=NEp 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball o13")
    assert match.waiting == (1,)


def test_i40_only_the_card_of_this_turn():
    match = play(table("m13=p,n13=Np 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball l13")
    assert refused(match, "cat m13 n13") == (
        "I-40",
        "A cat must lie on the card you have just laid, on l13, and on a neighbour. (I-40)",
    )
    assert refused(match, "draw")[0] == "I-40"


def test_i40_sleeping_cats_toys_and_princesses_cannot_be_lain_on():
    for sign in ("z1", "Tb", "P"):
        match = table(f"m13=p,n13=Np,m14={sign} 1p1 NSb,EWm,p/Eb,Em")
        play(match, "lay NS ball l14")
        assert box_at(match, "l14") == box_at(match, "m14")
        assert match.waiting == (1,), sign


def test_i40_without_a_cat_in_the_supply_none_is_laid():
    sleepers = "l13=z1,k13=z1,j13=z1,i13=z1,h13=z1"
    match = table(f"m13=p,n13=Np,{sleepers} 1p1!c1 NSb,EWm/Eb,Em")
    play(match, "lay NS ball o13")
    assert match.waiting == (1,)


# --- who may enter -------------------------------------------------------------------------------


def test_i41_not_where_another_player_has_a_cat():
    match = play(table("m13=p+2,n13=Np 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball l13")
    assert match.waiting == (1,)


def test_i41_nor_where_another_player_sleeps():
    match = play(table("m13=p,n13=Np,m14=z2 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball l13")
    assert match.waiting == (1,)


@pytest.mark.parametrize("own", ["m13=p+2,n13=Np,o13=Sm+1,p13=Sm", "m13=p+2,n13=Np,m14=z1"])
def test_i41_unless_one_has_a_cat_there_too(own: str):
    match = play(table(f"{own} 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball l13")
    assert legal(match, "cat") == {"cat l13 m13"}


def test_i41_a_join_can_shut_one_out():
    match = table(f"m13=p,n13=Np,{OVER},p13=Nb+2,q13=Nb 1p1 NSb,EWm,p/Eb,Em")
    assert box_at(match, "p13").name != box_at(match, "m13").name
    play(match, "lay NS ball o13")  # joins the box of player 2, so that no cat may lie on it
    assert box_at(match, "o13") == box_at(match, "p13")
    assert match.waiting == (1,)


def test_i41_a_join_can_let_one_in():
    match = table(f"m13=p+1,n13=Np,{OVER},p13=Nb+2,q13=Nb 1p1 NSb,EWm,p/Eb,Em")
    play(match, "lay NS ball o13")
    assert legal(match, "cat") == {"cat n13 o13", "cat o13 p13"}


def test_i41_refusals_name_the_players():
    match = table("m13=p+3,n13=Np,o13=Ep 1p1 Tb,EWm,p/Eb,Em/Nb,Nm", 3)
    match.names = ["Anna", "Bence", "Cili"]
    assert refused(match, "toy ball n13 o13") == (
        "I-41",
        "Cili already has a cat in this box, and you don't. (I-41)",
    )
    assert refused(match, "toy ball n13 o13", "hu")[1] == (
        "Cili cicája már ebben a dobozban van, neked pedig nincs itt. (I-41)"
    )
    match.names = ["", "", ""]
    assert "Player 3 already has" in refused(match, "toy ball n13 o13")[1]


def test_i41_refusals_name_all_of_them():
    refusal = errors.IllegalMove(
        rule="I-41",
        game="if_it_fits",
        reason="shut_out",
        move="toy ball n13 o13",
        names=["Anna", "Bence", "Cili"],
        bots=[None] * 3,
        seats=[1, 2],
        n=2,
    )
    assert str(refusal) == "Bence and Cili already have a cat in this box, and you don't. (I-41)"
    assert refusal.text("hu").startswith("Bence és Cili cicája már ebben a dobozban van")


# --- sleeping cats -------------------------------------------------------------------------------


def test_i42_a_sleeping_cat_alone_holds_the_box_but_gets_nothing():
    match = table("m13=p,n13=Np,m14=z1,l13=NSb 1t1")
    box = box_at(match, "m13")
    assert (box.holders, box.points) == ((), 1)
    assert box.cats[0].counted == 0
    assert points(match) == [0, 0]


def test_i42_it_counts_beside_an_awake_one_whichever_came_first():
    for cards in ("m13=p+1,n13=Np,m14=z1,l13=NSb", "m13=p,n13=Np,m14=z1,l13=NSb+1"):
        match = table(f"{cards} 1t1")
        cats = box_at(match, "m13").cats[0]
        assert (cats.counted, cats.extra) == (2, 1)
        assert points(match) == [2, 0]
        assert next(card for card in look(match).cards if card.shows == "cat").counts


def test_i42_it_wakes_through_a_cat_and_that_is_told():
    match = table("m13=p,n13=Np,m14=z1 1p1 NSb,EWm,p/Eb,Em")
    play(match, "lay NS ball l13", "cat l13 m13")
    assert types(match) == ["sat", "woke", "held"]
    assert points(match) == [2, 0]


def test_i42_it_wakes_through_a_join():
    match = table(f"m13=p+1,n13=Np,{OVER},p13=z1 1p1 NSb,EWm,p/Eb,Em")
    before = points(match)
    play(match, "lay NS ball o13")
    assert box_at(match, "p13") == box_at(match, "m13")
    assert "woke" in types(match)
    assert points(match)[0] > before[0]


def test_i42_and_sleeps_again_when_princess_takes_the_last_awake_one():
    match = table("m13=p+1,n13=Np,m14=z1,l13=NSb 1p2 Np,NSm/P,Em,Ef")
    play(match, "princess m13 n13")
    assert points(match) == [0, 0]
    assert box_at(match, "m13").cats[0].counted == 0
    assert types(match) == ["replaced", "dozed", "held"]


# --- Princess ------------------------------------------------------------------------------------


def test_i43_princess_takes_the_place_of_a_cat_that_goes_home():
    match = table("m13=p+1,n13=Np 1p2 Np,NSm/P,Em,Ef")
    assert legal(match, "princess") == {"princess m13 n13"}
    play(match, "princess m13 n13")
    view = look(match)
    assert [(a.west, a.shows, a.owner) for a in view.across] == [("m13", "princess", None)]
    assert (view.players[0].supply, view.players[1].cards) == (5, 2)
    assert match.waiting == (0,)  # and no cat is placed


def test_i43_own_cats_and_sleeping_ones_too():
    match = table("m13=p+2,n13=Np,m14=z1,l13=z2 1p2 Np,NSm/P,Em,Ef")
    assert legal(match, "princess") == {"princess m13 n13", "princess m14", "princess l13"}


def test_i43_instead_of_a_sleeping_cat_she_stands_in_the_grid_and_no_box_splits():
    match = table("m13=Np,n13=Ep,m14=z1,m15=ESWb 1p2 Nf,NSm/P,Em,Ef")
    cells = box_at(match, "m14").cells
    play(match, "princess m14")
    assert box_at(match, "m14").cells == cells
    card = next(card for card in look(match).cards if card.cell == "m14")
    assert (card.shows, card.owner, card.walls) == ("princess", None, "")
    assert look(match).players[0].supply == 5


def test_i43_she_belongs_to_nobody_and_blocks_nobody():
    match = table("m13=p+P,n13=Np 1p1 NSb,EWm,p/Eb,Em")
    play(match, "lay NS ball l13")
    assert legal(match, "cat") == {"cat l13 m13"}
    assert box_at(match, "m13").cats == ()


def test_i43_she_cannot_be_replaced():
    match = table("m13=p+P,n13=Np,m14=z1,l13=NSb 1p2 Nb,NSm/P,Em,Ef", hard="on")
    assert "princess m13 n13" not in legal(match)
    assert refused(match, "princess m13 n13") == ("I-43", "Princess herself never leaves. (I-43)")


def test_i43_without_a_cat_on_the_table_she_cannot_be_played():
    match = table("m13=p,n13=Np 1p2 Nb,NSm/P,Em,Ef")
    assert legal(match, "princess") == set()
    assert refused(match, "princess m13 n13")[0] == "I-43"


# --- special toys --------------------------------------------------------------------------------


def test_i44_a_special_toy_lies_across_any_two_boxes():
    match = table("m13=p,n13=Np,l13=NSb 1p1 Tm,EWm,p/Eb,Em")
    assert legal(match, "toy") == {"toy mouse l13 m13", "toy mouse m13 n13"}
    play(match, "toy mouse m13 n13")
    assert box_at(match, "m13").mouse == 2
    assert types(match)[0] == "toyed"
    assert match.waiting == (1,)  # no cat is placed


def test_i44_not_where_others_have_cats_unless_one_has_one_too():
    match = table("m13=p+2,n13=Np,o13=EWf,l13=NSb 1p1 Tm,EWm,p/Eb,Em")
    assert not any(len(note.split()) == 4 for note in legal(match, "toy"))
    match = table("m13=p+2,n13=Np,m14=z1,l13=NSb 1p1 Tm,EWm,p/Eb,Em")
    assert legal(match, "toy") == {"toy mouse l13 m13"}


def test_i44_one_thing_per_place():
    for sign in ("1", "P", "b"):
        match = table(f"m13=p+{sign},n13=Np,l13=NSb 1p1 Tm,EWm,p/Eb,Em")
        assert legal(match, "toy") == {"toy mouse l13 m13"}, sign


def test_i44_only_without_a_place_it_is_laid_as_a_card():
    match = table("m13=NEp,n13=p 1p1 Tm,EWm,p/Eb,Em")
    assert {note.split()[2] for note in legal(match, "toy")} == set(look(match).free)
    play(match, "toy mouse n14")
    card = look(match).cards[-1]
    assert (card.shows, card.content, card.walls) == ("toy", "mouse", "")
    assert box_at(match, "n13").mouse == 2
    match = table("m13=p,n13=Np,l13=NSb 1p1 Tm,EWm,p/Eb,Em")
    assert refused(match, "toy mouse n14")[0] == "I-44"


# --- nothing to play -----------------------------------------------------------------------------


def test_i45_a_hand_of_princesses_without_a_cat_on_the_table_loses_one():
    match = table("m13=p,n13=Np,l13=NSb,k13=NSb,j13=NSm 1p1!c2 P/Eb")
    assert legal(match) == {"discard princess"}
    play(match, "discard princess")
    assert look(match).discards == ("princess",)
    assert look(match).players[0].cards == 0
    assert types(match)[0] == "discarded"


def test_i45_nothing_is_discarded_as_long_as_something_can_be_played():
    match = table("m13=p,n13=Np,l13=NSb 1p1 P,Nb,Nm/Eb,Em")
    assert legal(match, "discard") == set()
    assert refused(match, "discard princess") == (
        "I-45",
        "Something in your hand can be played, so you can't discard. (I-45)",
    )


def test_i45_princess_must_be_played_if_only_she_can_be_even_on_an_own_cat():
    match = table("m13=p+1,n13=Np,l13=NSb,k13=NSb,j13=NSm 1p1!c2 P/Eb")
    assert legal(match) == {"princess m13 n13"}


def walled_in() -> str:
    """Two rows from edge to edge of the table, walls north of the one, south of the other.

    No card that has walls in the north and south fits anywhere beside them in the hard game.
    """
    contents = {  # by pattern, one of the ball boxes NSW left for a hand
        pattern: [sign for sign, n in zip(SIGNS, row, strict=True) for _ in range(n)]
        for pattern, row in zip(PATTERNS, rules.DECK.boxes, strict=True)
    }
    contents["NSW"].remove("b")
    upper = ["NS"] * 9 + ["NSW"] * 8 + ["NW"] * 6
    lower = ["NE"] * 9 + ["N", "ESW"] * 8
    turned = {"NE": "SW", "N": "S", "ESW": "ESW"}
    signs = ["m13=Np", "l13=NWp"]
    for column, pattern in zip([*range(10, -1, -1), *range(13, 25)], upper, strict=True):
        signs.append(f"{cell_name(300 + column)}={pattern}{contents[pattern].pop()}")
    for column, pattern in enumerate(lower):
        sign = f"{turned[pattern]}{contents[pattern].pop()}"
        signs.append(f"{cell_name(325 + column)}={sign}")
    return ",".join(signs)


def test_i45_in_the_hard_game_a_box_without_a_place_is_discarded():
    match = table(f"{walled_in()} 1p1!c2 NSWb/Eb", hard="on")
    assert legal(match) == {"discard NSW ball"}
    play(match, "discard NSW ball")
    assert look(match).discards == ("NSW ball",)
    assert legal(match, "lay E ball")  # above and below the rows
