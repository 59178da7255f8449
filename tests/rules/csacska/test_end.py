"""The end: C-60 to C-63."""

from __future__ import annotations

import pytest

from rules.csacska.street import (
    CSACSKA,
    coins,
    events,
    legal,
    part,
    piles,
    play,
    stage,
    table,
    types,
)


def test_c60_with_three_the_turn_that_empties_the_draw_pile_is_the_last():
    match = play(table("b1/y1/r1 - 2,5,1 2 1:b3,y5 *"), "draw")
    assert types(match) == ["ran_out", "drew"] or types(match) == ["drew", "ran_out"]
    assert not match.over, "the drawn cards are still played"
    assert match.view(None).last_turn
    play(match, "first blue 3", "play", "play")
    assert match.over
    assert stage(match) == "2:0"


def test_c60_a_last_card_turned_up_on_a_pile_ends_it_too():
    match = play(table("b1/y1/r1 - - 1 1:g9 *"), "take 1")
    assert match.over
    assert [event.type for event in events(match)][:3] == ["took", "turned_up", "ran_out"]


def test_c60_a_theft_does_not_end_anything():
    match = play(table("b1/y1/r1 b3.5/b1/- - 1 1:g9 *"), "steal 2 blue")
    assert not match.over


def test_c60_decisions_of_the_last_turn_are_still_made():
    match = play(table("b1/y1/r1 b3.5/-/- - 1 1:g9 *"), "take 1")
    assert stage(match) == "1:score=b"
    assert not match.over
    play(match, "score")
    assert match.over
    assert coins(match) == [1, 0, 0]


def test_c60_homeless_kittens_are_still_put_down():
    match = play(table("B/y1/r1 b3+/-/- - 1 1:g9 *"), "take 1", "give 2 blue")
    assert not match.over
    play(match, "discard 1")
    assert match.over


@pytest.mark.parametrize("seats", [4, 5])
def test_c61_four_and_five_shuffle_box_and_piles_at_the_end_of_that_turn(seats: int):
    tops = "/".join(["b1", "y1", "r1", "g1", "g3"][:seats])
    match = table(f"{tops} - - 1 1:b3,y5 *", seats)
    seen = match.view(None).box + seats
    play(match, "draw")
    assert match.view(None).deck == 1, "not before the end of the turn"
    assert not match.view(None).last_turn, "there is a second pile to come"
    play(match, "first blue 3", "play", "play")
    view = match.view(None)
    assert not match.over
    assert view.deck == view.decks == 2
    assert stage(match) == "2", "the next player's turn"
    assert "shuffled" in types(match)
    boxed = {one.card: one.n for one in view.box_cards}
    assert all(n % 2 == 0 for n in boxed.values()), "only pairs of extras"
    assert view.draw + seats + view.box == seen


def test_c61_series_and_coins_stay():
    match = play(table("b1/y1/r1/g1 b5,y3.S+/r3/-/- 2,3,0,9 1 1:b3 *", 4), "draw", "play")
    assert part(match, 1) == "b5.3,y3.S+/r3/-/-"
    assert coins(match) == [2, 3, 0, 9]


@pytest.mark.parametrize("seats", [4, 5])
def test_c61_the_game_ends_after_the_turn_in_which_the_second_pile_runs_out(seats: int):
    tops = "/".join(["b1", "y1", "r1", "g1", "g3"][:seats])
    match = play(table(f"{tops} - - 3 2:b3,y5 *", seats), "draw")
    assert match.view(None).last_turn
    play(match, "first blue 3", "play", "play")
    assert match.over


@pytest.mark.parametrize("seats", [4, 5])
def test_c61_a_second_pile_that_turning_up_uses_up_ends_the_game_at_once(seats: int):
    """All cards but a few are coins: box and piles are just enough for the new piles."""
    coins_of = ",".join(["24"] * (seats - 1))
    rest = 120 - 24 * (seats - 1) - seats - 1
    position = f"{'/'.join(['b1', 'y1', 'r1', 'g1', 'g3'][:seats])} - {coins_of},{rest} 1 1:b3 -"
    match = play(table(position, seats), "draw", "play")
    assert match.over
    view = match.view(None)
    assert (view.draw, view.deck) == (0, 2)
    assert len([pile for pile in view.piles if pile.cards]) == seats
    assert types(match)[-1] == "won"
    assert [event.last for event in events(match) if event.type == "ran_out"] == [True]


def test_c61_or_leaves_piles_empty_where_there_are_fewer_cards():
    rest = 120 - 96 - 4
    match = table(f"b1/y1/r1/- - 32,32,32,{rest} 1:cat=b3 1:- -", 4)
    play(match, "play")
    assert match.over
    assert piles(match).count("-") == 1


def test_c61_three_have_no_second_pile():
    match = play(table("b1/y1/r1 - - 1 1:b3 *"), "draw", "play")
    assert match.over
    assert match.view(None).decks == 1


def test_c62_most_coins_win():
    match = play(table("b1/y1/r1 - 2,5,1 1 1:b3 *"), "draw", "play")
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.result.payoffs == (0, 1, -1)
    assert events(match)[-1].seats == (1,)
    assert events(match)[-1].variant == "alone"


def test_c62_ties_share():
    match = play(table("b1/y1/r1 - 5,5,1 1 1:b3 *"), "draw", "play")
    assert match.result is not None
    assert match.result.winners == (0, 1)
    assert match.result.payoffs == (0.5, 0.5, -1)
    assert match.view(None).winners == (0, 1)
    assert events(match)[-1].variant == "shared"


def test_c62_unscored_series_are_worth_nothing():
    match = play(table("b1/y1/r1 b5.5,y9.9.1/-/- 0,1,0 1 1:r3 *"), "draw", "discard 1")
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.scores == [0, 1, 0]


def test_c63_empty_piles_stay_empty_while_the_draw_pile_is():
    match = table("b1/G/r1 -/-/- - 1:discard=G,g3 1:- *")
    play(match, "discard 1")
    assert types(match) == ["discarded", "vanished"]
    assert piles(match) == "b1/-/r1"
    assert match.view(None).piles[1].top is None


def test_c63_they_may_be_discarded_on():
    match = table("b1/-/r1 -/-/- - 1:cat=g3 1:- *")
    assert "discard 2" in legal(match)
    play(match, "discard 2")
    assert piles(match) == "b1/g3/r1"


def test_c63_no_turn_begins_with_an_empty_draw_pile():
    for seats in (3, 4, 5):
        for seed in range(12):
            states = CSACSKA.new(seats, rng=seed)
            while not states["over"][0]:
                actions = CSACSKA.legal(states)
                assert actions
                if states["phase"][0] == 0:
                    assert states["left"][0] > 0
                    assert 5 in actions, "drawing is always possible"
                CSACSKA.apply(states, actions[(seed * 7 + len(actions)) % len(actions)])


def test_c63_an_empty_pile_cannot_be_taken_from():
    """It can't come to that in a turn's beginning; the refusal is worded all the same."""
    states = CSACSKA.from_position("b1/y1/r1", 3, {})
    states["ends"][0] = [0, 1, 1, 2, 0, 0]
    reason = CSACSKA.why_not(states, 1)
    assert (reason.rule, reason.code) == ("C-63", "empty_pile")
