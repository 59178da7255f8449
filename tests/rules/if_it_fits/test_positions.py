"""A position as one line of text: there and back, and what is refused."""

from __future__ import annotations

import pytest

from cattery import errors
from rules.if_it_fits.cardboard import GAME, PLAYERS, look, table, walk


@pytest.mark.parametrize("hard", ["off", "on"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_position_says_everything(seats: int, hard: str):
    for states in [*walk(seats, 4, hard=hard)][::6]:
        text = GAME.position(states)
        again = GAME.from_position(text, seats, {"hard": hard})
        assert GAME.position(again) == text
        same = states.copy()
        same["rng"], same["revealed"] = again["rng"], again["revealed"]
        assert same.tobytes() == again.tobytes()


def test_without_hands_everybody_has_the_first_cards_that_are_left():
    match = table("m13=p,n13=Np 1t1")
    assert look(match, 0).hand == ("open ball", "open mouse")
    assert look(match, 1).hand == ("open feather", "open plain")


def test_a_card_of_a_hand_may_be_written_turned():
    assert look(table("m13=p,n13=Np 1t1 SWb,EWm/Eb,Em"), 0).hand == ("EW mouse", "NE ball")


def test_without_a_history_one_is_made_up_that_fits():
    match = table("m13=p,n13=Np,m14=z1,l13=NSb 1p2 Nb,NSm/P,Em,Ef")
    states = match.state()
    assert states["drew"][0].sum() == 2
    assert states["found"][0, 0] == 1
    assert look(match).pile == 73 - 2


BAD = [
    ("m13=p", "parts"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 1.0/1.0", "parts"),
    ("m13=p,n13=Np 1t1 a b c d e f g", "parts"),
    ("m13=x,n13=Np 1t1", "table"),
    ("m13=NESWp,n13=Np 1t1", "table"),
    ("a1=p,n13=Np 1t1", "table"),
    ("m13=p,o13=Np 1t1", "table"),
    ("m13=p,m13=Np 1t1", "table"),
    ("m13=p,n13=Np,m14=z3 1t1", "table"),
    ("m13=p,n13=Np+3 1t1", "table"),
    ("m13=NEp+1,n13=Np 1t1", "table"),
    ("m13=p+1,n13=Np,m26=p 1t1", "table"),
    ("m13=b,n13=Np 1t1", "starting"),
    ("m13=z1,n13=Np 1t1", "starting"),
    ("m13=p,n13=p 1t1", "impossible"),
    ("m13=p,n13=Np 3t1", "turn"),
    ("m13=p,n13=Np 1x1", "turn"),
    ("m13=p,n13=Np 1s1", "impossible"),
    ("m13=p,n13=Np 1p1", None),
    ("m13=p,n13=Np 1c1", "impossible"),
    ("m13=p,n13=Np 1t1!c2", "impossible"),
    ("m13=p,n13=Np 1p1!p2", "impossible"),
    ("m13=p,n13=Np 1o1", "impossible"),
    ("m13=p,n13=Np 1t1 NSb,EWm", "hands"),
    ("m13=p,n13=Np 1t1 NSb,Q/Eb,Em", "hands"),
    ("m13=p,n13=Np 1t1 Em,Em/Eb,Nb", "hands"),
    ("m13=p,n13=Np 1t1 NSb/Eb,Em", "impossible"),
    ("m13=p,n13=Np 1t1 P,Nb/Eb,Em", "impossible"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em X", "gone"),
    ("m13=p,n13=Np,m14=Em 1t1 NSb,EWm/Eb,Nb Em", "too_many"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 0.0 -- -/- -/-", "drawn"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 99.0/0.0 -- -/- -/-", "drawn"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 0.0/0.0 3- -/- -/-", "found"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 0.0/0.0 1- -/- -/-", "impossible"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 0.0/0.0 -- 1.2.3.4.5.6/- -/-", "shown"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 0.0/0.0 -- 1/- 1/-", "impossible"),
    ("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em - 1.1/0.0 -- -/- -/-", "impossible"),
]


@pytest.mark.parametrize(("text", "problem"), BAD, ids=[text for text, _ in BAD])
def test_what_cannot_be_is_refused_with_a_reason(text: str, problem: str | None):
    if problem is None:
        table(text)
        return
    with pytest.raises(errors.BadPosition) as refused:
        table(text)
    assert refused.value.params["problem"] == problem
    for lang in ("en", "hu"):
        assert refused.value.text(lang)


def test_the_hard_game_refuses_double_walls_in_a_position():
    text = "m13=NEp,m12=Np 1t1".replace("m12=Np", "m12=Sp")
    table(text)
    with pytest.raises(errors.BadPosition):
        table(text, hard="on")
