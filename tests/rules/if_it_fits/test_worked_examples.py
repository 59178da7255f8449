"""A few turns worked out by hand, and the scoring example of the rules page."""

from __future__ import annotations

from rules.if_it_fits.cardboard import box_at, fresh, legal, look, phase, play, points, table, types


def test_the_first_turns_of_a_game():
    match = fresh(2, seed=1)
    play(match, "lay NE plain m13", "lay N plain l13")
    assert box_at(match, "l13").cells == ("m13", "l13")
    assert (match.waiting, phase(match)) == ((0,), "turn")
    play(match, "sleep m14")
    assert types(match) == ["slept"]  # a sleeping cat alone gets nothing
    assert box_at(match, "m13").cells == ("m13", "l13", "m14")
    assert points(match) == [0, 0]
    play(match, "draw")
    assert len(look(match, 1).hand) == 3
    assert look(match, 0).hand == look(match, 0).hand


def test_two_boxes_are_joined_fought_over_and_closed():
    # The first player sits in the west, the second in the east; one card joins the two boxes.
    match = table(
        "m13=Np+1,n13=NEp,n14=NSb,m14=NSb,l14=NSs,k14=Nm,j14=Nf,j13=NWb+2,k13=NSp"
        " 1p2 Ef,EWm/NSf,Eb,Nb"
    )
    west, east = box_at(match, "m13"), box_at(match, "j13")
    assert (west.holders, east.holders) == ((0,), (1,))
    assert west.name != east.name
    play(match, "lay NS feather l13")
    joined = box_at(match, "l13")
    assert joined.name == west.name
    assert joined.holders == (0, 1)
    assert "joined" in types(match)
    assert "held" in types(match)
    assert legal(match, "cat") == {"cat k13 l13", "cat l13 m13"}
    play(match, "cat l13 m13")
    assert box_at(match, "l13").holders == (1,)


def test_the_scoring_example_of_the_rules_page():
    # Closed: two feathers and a special one make four, less a bottle, doubled: six. Two cats of the
    # first player against one of the second: six points and one for the second cat.
    match = table(
        "m13=Np+1,n13=NEp,n14=NSb,m14=NSb,l13=NSf+1,k13=NSf+f,j13=NSs+2,i13=NSWm,l14=Em 1t1"
    )
    box = box_at(match, "m13")
    assert (box.closed, box.feather, box.bottles, box.points) == (True, 4, 1, 6)
    assert points(match) == [7, 0]
