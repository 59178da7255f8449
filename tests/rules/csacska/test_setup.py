"""Setup and the discard piles: C-10 and C-11, also in chains and in the middle of a draw."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.csacska.street import (
    CSACSKA,
    PLAYERS,
    box,
    events,
    fresh,
    legal,
    piles,
    play,
    stage,
    table,
    types,
)

EXTRAS = ("kittens", "rascal", "good_dog", "bad_dog", "cat_lady")


@pytest.mark.parametrize("seats", PLAYERS)
def test_c10_one_pile_per_player_is_turned_up(seats: int):
    for seed in range(20):
        view = fresh(seats, seed).view(None)
        assert len(view.piles) == seats
        assert all(len(pile.cards) == 1 for pile in view.piles)
        assert view.draw + view.box + seats == 120


@pytest.mark.parametrize("seats", PLAYERS)
def test_c10_the_start_player_can_be_chosen(seats: int):
    for seat in range(seats):
        assert fresh(seats, first=str(seat)).waiting == (seat,)


def test_c10_or_is_drawn_at_random():
    found = Counter(int(CSACSKA.new(4, rng=seed)["turn"][0]) for seed in range(400))
    assert set(found) == {0, 1, 2, 3}
    assert min(found.values()) > 60


@pytest.mark.parametrize("seats", PLAYERS)
def test_c10_play_goes_clockwise_one_action_each(seats: int):
    match = table("/".join(["b1", "b3", "b5", "b7", "b9"][:seats]), seats)
    for turn in range(2 * seats):
        assert match.waiting == (turn % seats,)
        free = next(move for move in legal(match) if move.startswith(("take", "draw")))
        play(match, free)
        while not stage(match).isdigit():
            play(match, legal(match)[-1])


def test_c10_the_first_cards_are_random():
    tops = {fresh(3, seed).view(None).piles[0].top for seed in range(60)}
    assert len(tops) > 30


@pytest.mark.parametrize("seats", PLAYERS)
def test_c11_identical_extras_never_lie_on_top_in_setup(seats: int):
    met = 0
    for seed in range(300):
        view = fresh(seats, seed).view(None)
        tops = [pile.top for pile in view.piles if pile.top in EXTRAS]
        assert len(set(tops)) == len(tops)
        boxed = {one.card: one.n for one in view.box_cards}
        assert set(boxed) <= set(EXTRAS)
        assert all(n % 2 == 0 for n in boxed.values())
        met += bool(boxed)
    assert met, "some setup had a pair"


def test_c11_a_setup_may_lose_several_pairs():
    assert any(fresh(5, seed).view(None).box >= 4 for seed in range(4000))


def test_c11_strays_may_lie_side_by_side():
    match = table("S/S/b1")
    assert piles(match) == "S/S/b1"
    assert any(
        [pile.top for pile in fresh(5, seed).view(None).piles].count("stray") > 1
        for seed in range(100)
    )


def test_c11_a_taken_card_may_uncover_a_pair():
    match = play(table("G,b1/y3,G/r1 - - 1 1:g9,g3,g1 *"), "take 1")
    assert types(match)[:2] == ["took", "vanished"]
    vanished = events(match)[1]
    assert (vanished.card, vanished.piles) == ("good_dog", (1, 2))
    assert piles(match).split("/")[1] == "y3", "the card below shows again"
    assert "G*3" in box(match), "both dogs are in the box, with the third"


def test_c11_a_discarded_extra_meets_its_twin():
    match = table("K/y1/r1 - - 1:discard=K,b3 1:g9,g3,g1 *")
    play(match, "discard 2")
    assert types(match) == ["discarded", "vanished", "turned_up"], "pile 1 was empty"
    assert piles(match).split("/")[1:] == ["y1", "r1"]
    assert stage(match) == "1:cat=b3", "the draw goes on"


def test_c11_a_discard_on_the_twin_itself_shows_only_one():
    match = play(table("K/y1/r1 - - 1:discard=K,b3 1:g9,g3,g1 *"), "discard 1")
    assert types(match) == ["discarded"]
    assert piles(match) == "K,K/y1/r1"


def test_c11_a_refilled_pile_may_make_a_pair_again():
    """Rascals meet; the new card is a lady, who meets the lady on pile 3."""
    match = play(table("R/y1/L - - 1:discard=R,b3 1:L*2 *"), "discard 2")
    told = [event for event in events(match) if event.type == "vanished"]
    assert [event.card for event in told] == ["rascal", "cat_lady"]
    assert [event.piles for event in told] == [(1, 2), (1, 3)]
    assert piles(match) == "L/y1/-", "the last card filled pile 1; none is left for pile 3"


def test_c11_all_empty_piles_are_filled_before_pairs_are_looked_for():
    """Kittens vanish from 2 and 3, and both get a card before a bad dog on 2 meets pile 1's."""
    found = 0
    for seed in range(40):
        match = play(table("B/K/K,y3 - - 1 1:B,b7,b9,g1 *", seed=seed), "take 3")
        kinds = types(match)
        assert kinds[:4] == ["took", "vanished", "turned_up", "turned_up"]
        found += events(match)[2].card == "bad_dog" and kinds[4] == "vanished"
    assert found, "the bad dog came to pile 2 sometimes"


def test_c11_piles_are_filled_from_the_lowest_on():
    match = play(table("b1/K/K,y3 - - 1 1:b7,y9,g3 *"), "take 3")
    turned = [event.pile for event in events(match) if event.type == "turned_up"]
    assert turned == [2, 3]


def test_c11_of_several_pairs_the_one_on_the_lowest_piles_goes_first():
    """Kittens vanish from 4 and 5 and uncover a lady and a rascal, whose twins are on 1 and 2."""
    match = play(table("R/L/b1/L,K/R,K,y3 - - 1 1:b7*2,y9,g3,g1 *", 5), "take 5")
    told = [event for event in events(match) if event.type == "vanished"]
    assert [event.piles for event in told][:3] == [(4, 5), (1, 5), (2, 4)]
    match = play(table("L/R/b1/L,K/R,K,y3 - - 1 1:b7*2,y9,g3,g1 *", 5), "take 5")
    told = [event for event in events(match) if event.type == "vanished"]
    assert [event.piles for event in told][:3] == [(4, 5), (1, 4), (2, 5)]


def test_c11_of_three_identical_extras_one_stays():
    """Kittens vanish from 1 and 5 and uncover dogs on both, beside the dog on pile 3."""
    match = play(table("G,K/b1/G/y5/G,K,y3 - - 1 1:b7*2,y9,g3,g1 *", 5), "take 5")
    told = [event for event in events(match) if event.type == "vanished"]
    assert [event.piles for event in told] == [(1, 5), (1, 3)]
    assert piles(match).split("/")[4] == "G"


def test_c11_the_box_comes_back_with_the_second_draw_pile():
    match = table("b1/y1/r1/g1 - - 1 1:b3 *", 4)
    boxed = match.view(None).box
    play(match, "draw", "play")
    view = match.view(None)
    assert view.deck == 2
    assert view.draw + sum(len(pile.cards) for pile in view.piles) + view.box == boxed + 4
