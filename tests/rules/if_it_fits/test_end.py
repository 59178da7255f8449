"""I-50 to I-63, I-72, I-73: the end, the points of each box, and who wins."""

from __future__ import annotations

from random import Random

import pytest

from cattery.games.if_it_fits.rules import state as rules
from rules.if_it_fits.cardboard import (
    GAME,
    PLAYERS,
    box_at,
    choose,
    events,
    fresh,
    legal,
    look,
    play,
    points,
    table,
    types,
)

# --- the end -------------------------------------------------------------------------------------

SLEEPERS = "l13=z1,k13=z1,j13=z1,i13=z1"


def test_i50_a_fifth_cat_asleep_triggers_the_end():
    match = table(f"m13=p,n13=Np,{SLEEPERS} 1t1 NSb,EWm/Eb,Em")
    play(match, "sleep h13")
    view = look(match)
    assert (view.ending, view.ender, view.turns_left) == ("cats", 0, 4)
    assert [player.turns for player in view.players] == [2, 2]
    assert events(match)[-1].type == "triggered"
    assert not legal(match, "draw")
    assert not legal(match, "sleep")
    assert legal(match, "lay")


def test_i50_a_fifth_cat_awake_triggers_the_end():
    match = table(f"m13=p,n13=Np,{SLEEPERS} 1p1 NSb,EWm,p/Eb,Em")
    play(match, "lay NS ball o13", "cat n13 o13")
    assert look(match).ending == "cats"
    assert types(match)[-1] == "triggered"


def test_i50_then_everybody_plays_exactly_two_more():
    match = table(f"m13=p,n13=Np,{SLEEPERS} 1t1 NSb,EWm/Eb,Em")
    play(match, "sleep h13")
    turns = []
    while not match.over:
        turns.append(match.waiting[0])
        play(match, sorted(legal(match, "lay"))[0])
        if match.waiting and look(match).phase == "cat":
            play(match, "no cat")
    assert turns == [1, 0, 1, 0]
    assert [player.cards for player in look(match).players] == [0, 0]


def test_i50_five_means_five_at_once():
    """Four on the table, one sent home before: no end yet."""
    match = table(f"m13=p,n13=Np,{SLEEPERS} 1p2 NSb,EWm/P,Eb,Em")
    play(match, "princess i13")
    assert look(match).ending is None
    play(match, "sleep h13")
    assert look(match).players[0].supply == 1
    assert look(match).ending is None


def test_i50_it_stays_triggered_if_princess_sends_the_fifth_home():
    match = table(f"m13=p,n13=Np,{SLEEPERS},h13=z1,m12=NSm 1p2!c1 NSb,EWm/P,Eb")
    play(match, "princess h13")
    assert look(match).players[0].supply == 1
    assert look(match).ending == "cats"
    assert not legal(match, "sleep")


def test_i50_awake_cats_may_still_be_placed_those_sent_home_too():
    match = table(f"m13=p,n13=Np,{SLEEPERS},h13=z1,m12=NSm 1p2!c1 NSb,EWm/P,Eb")
    play(match, "princess h13", "lay NS ball o13")
    assert legal(match, "cat") == {"cat n13 o13"}


def test_i50_the_last_card_of_the_pile_triggers_the_end_and_is_followed_by_a_play():
    states = GAME.new(3, {}, rng=8)
    chance = Random(8)
    while int(states["left"][0].sum()) > 1 and not states["ending"][0]:
        GAME.apply(states, choose(states, chance, sleeps=0))
        if GAME.view(states, None).cat_places:
            GAME.apply(states, rules.NO_CAT)
    while states["phase"][0] != rules.TURN:
        GAME.apply(states, choose(states, chance, sleeps=0))
    drawer = int(states["actor"][0])
    GAME.apply(states, rules.DRAW)
    view = GAME.view(states, None)
    assert (view.ending, view.ender, view.pile) == ("pile", drawer, 0)
    assert (view.actor, view.phase, view.turns_left) == (drawer, "play", 7)
    turns = []
    while not states["over"][0]:
        view = GAME.view(states, None)
        assert sum(player.turns for player in view.players) == view.turns_left
        if view.phase == "play":
            turns.append(view.actor)
        GAME.apply(states, choose(states, chance))
    assert turns == [(drawer + k) % 3 for k in range(7)]


@pytest.mark.parametrize("seats", PLAYERS)
def test_i50_every_game_ends_with_empty_hands(seats: int):
    match = fresh(seats, seed=3)
    chance = Random(3)
    while not match.over:
        match.play(choose(match.state(), chance), match.waiting[0])
    assert [player.cards for player in look(match).players] == [0] * seats
    assert types(match)[-1] == "won"


# --- the points of a box -------------------------------------------------------------------------


def test_i60_most_cats_in_a_box_have_it():
    match = table("m13=p+1,n13=Np+2,o13=NSb+2,p13=NSb 1t1")
    assert box_at(match, "m13").holders == (1,)
    assert points(match) == [0, 3]  # two balls, and one for the second cat


def test_i60_all_who_are_tied_get_it_in_full():
    match = table("m13=p+1,n13=Np+2,o13=NSb,p13=NSb 1t1")
    assert box_at(match, "m13").holders == (0, 1)
    assert points(match) == [2, 2]


def test_i60_a_box_without_cats_brings_nothing():
    match = table("m13=p,n13=Np,o13=NSb,p13=NSb 1t1")
    assert (box_at(match, "m13").points, box_at(match, "m13").holders) == (2, ())
    assert points(match) == [0, 0]


def test_i60_sleeping_cats_decide_only_beside_awake_ones():
    match = table("m13=p+1,n13=Np,o13=NSb,m14=z2,l13=z2 1t1")
    assert box_at(match, "m13").holders == (0,)
    match = table("m13=p+1,n13=Np+2,o13=NSb,m14=z2 1t1")
    assert box_at(match, "m13").holders == (1,)
    assert points(match) == [0, 2]


def test_i61_the_most_frequent_kind_of_toy_counts():
    match = table("m13=p+1,n13=Np,o13=NSb,p13=NSb,q13=NSm,r13=NSf 1t1")
    box = box_at(match, "m13")
    assert (box.ball, box.mouse, box.feather, box.most, box.points) == (2, 1, 1, 2, 2)


def test_i61_each_spray_bottle_takes_a_point():
    match = table("m13=p+1,n13=Np,o13=NSs,p13=Ns,q13=NSm 1t1")
    assert box_at(match, "m13").points == -1
    assert points(match) == [-1, 0]


def test_i61_a_closed_box_counts_double_the_minus_too():
    closed = "m13=Np+1,n13=NEp,n14=NSb,m14=NSb,l13=NSWm"
    match = table(f"{closed} 1t1")
    box = box_at(match, "m13")
    assert (box.closed, box.doubled, box.points) == (True, True, 2)
    match = table(f"{closed.replace('NSWm', 'NSWs')} 1t1")
    assert box_at(match, "m13").points == -2
    assert points(match) == [-2, 0]


def test_i61_a_special_toy_counts_in_its_kind():
    match = table("m13=p+1,n13=Np+m,o13=NSm,p13=NSb,q13=NSb 1t1")
    assert (box_at(match, "m13").mouse, box_at(match, "m13").points) == (3, 3)


def test_i62_each_cat_beyond_the_first_brings_a_point_whoever_has_the_box():
    match = table("m13=p+1,n13=Np+1,o13=NSb+2,p13=NSf+2,q13=NSm+2,r13=NSm 1t1")
    box = box_at(match, "m13")
    assert box.holders == (1,)
    assert [(cats.counted, cats.extra) for cats in box.cats] == [(2, 1), (3, 2)]
    assert points(match) == [1, 2 + 2]


def test_i62_extra_points_are_never_doubled():
    closed = "m13=Np+1,n13=NEp,n14=NSb,m14=NSb,l13=NSm+1,k13=NSWm,l14=NSf"
    match = table(f"{closed} 1t1")
    assert box_at(match, "m13").closed
    assert points(match) == [2 * 2 + 1, 0]


def test_i62_sleeping_cats_that_count_count_here_too():
    match = table("m13=p+1,n13=Np,m14=z1,l13=z1,o13=NSb 1t1")
    assert points(match) == [1 + 2, 0]


# --- who wins ------------------------------------------------------------------------------------

OVER = "1o1!c2 -/-"


def test_i63_most_points_win():
    match = table(f"m13=p+1,n13=Np,o13=NSb,p13=NSb,l13=NSf,k13=NSf {OVER}")
    assert points(match) == [2, 0]
    assert look(match).winners == (0,)
    assert match.result is not None
    assert (match.result.winners, match.result.payoffs) == ((0,), (1, -1))


def test_i63_a_tie_goes_to_fewer_minus_points():
    # Both have one point: the first two toys less a bottle, the second one toy and no bottle.
    parted = "m13=NEp,n13=Np"
    west = "l13=NSb+1,k13=NSb,j13=NSs"
    east = "o13=NSm+2,p13=Ep"
    match = table(f"{parted},{west},{east} {OVER}")
    assert points(match) == [1, 1]
    assert [player.minus for player in look(match).players] == [1, 0]
    assert look(match).winners == (1,)
    assert match.result is not None
    assert match.result.payoffs == (-1, 1)


def test_i63_else_the_victory_is_shared():
    match = table(f"m13=p+1,n13=Np+2,o13=NSb,p13=NSb,l13=NSf,k13=NSf {OVER}")
    assert look(match).winners == (0, 1)
    assert match.result is not None
    assert match.result.winners == (0, 1)


# --- the hard game -------------------------------------------------------------------------------


def test_i72_the_hard_game_has_no_points_for_further_cats():
    cards = "m13=p+1,n13=Np+1,o13=NSb 1t1"
    assert points(table(cards)) == [2, 0]
    assert points(table(cards, hard="on")) == [1, 0]


def test_i73_in_the_hard_game_sleeping_cats_count_half():
    cards = "m13=p+1,n13=Np+2,o13=NSb+2,p13=NSf,m14=z1,l13=z1,k13=z1 1t1"
    normal, hard = table(cards), table(cards, hard="on")
    assert box_at(normal, "m13").holders == (0,)  # four to two
    assert box_at(hard, "m13").holders == (0,)  # two and a half to two
    cards = cards.replace(",k13=z1", "")
    assert box_at(table(cards), "m13").holders == (0,)  # three to two
    assert box_at(table(cards, hard="on"), "m13").holders == (0, 1)  # two to two
    cards = cards.replace(",l13=z1", "")
    assert box_at(table(cards), "m13").holders == (0, 1)
    assert box_at(table(cards, hard="on"), "m13").holders == (1,)  # one and a half to two
    assert [cats.strength for cats in box_at(table(cards, hard="on"), "m13").cats] == [1.5, 2]


def test_i73_those_without_an_awake_one_count_nothing():
    match = table("m13=p+1,n13=Np,o13=NSb,m14=z2,l13=z2,k13=z2 1t1", hard="on")
    assert box_at(match, "m13").holders == (0,)
    assert [cats.strength for cats in box_at(match, "m13").cats] == [1, 0]
