"""I-1 to I-12: the cards, the table, and how a game begins."""

from __future__ import annotations

from collections import Counter

import pytest

from cattery.games.if_it_fits.rules import state as rules
from cattery.games.if_it_fits.rules.deck import CONTENTS, PATTERNS
from rules.if_it_fits.cardboard import (
    GAME,
    PLAYERS,
    box_at,
    events,
    fresh,
    legal,
    look,
    phase,
    play,
    table,
)

SHEET = """
none   1 1 1 0 1
N      2 2 1 1 2
E      2 1 2 1 2
NS     2 2 2 1 2
EW     1 2 2 1 1
NE     2 2 2 1 2
NW     2 2 2 1 2
ESW    2 2 2 1 2
NSW    2 2 2 1 2
"""
STARTING = ["open plain", "N plain", "E plain", "NE plain", "NW plain"]
# A row of boxes from m13 to the western edge of the table.
WESTWARD = (
    "m13=p,n13=Np,l13=NSb,k13=NSb,j13=NSm,i13=NSm,h13=NSf,g13=NSf,f13=NSs,e13=NSp,d13=NSp,c13=Nb,"
    "b13=Nb,a13=Nm"
)


def test_i1_there_are_110_cards():
    assert rules.DECK.cards == 110
    assert sum(map(sum, rules.DECK.boxes)) == 72
    assert sum(rules.DECK.starting) == 5
    for seats in PLAYERS:
        view = look(fresh(seats))
        assert [player.supply for player in view.players] == [5] * seats


def test_i2_a_half_turn_changes_north_for_south_and_east_for_west():
    match = play(table("m13=p,n13=Np 1p1 NEb,Np,NWs/Eb,Em"), "lay NE ball m14 turned")
    card = look(match).cards[-1]
    assert (card.walls, card.pattern, card.turned) == ("SW", "NE", True)


def test_i2_a_half_turn_that_changes_nothing_is_no_move_of_its_own():
    match = table("m13=p,n13=Np 1p1 NSb,EWm,p/Eb,Em")
    assert legal(match, "lay")
    assert not any(note.endswith("turned") for note in legal(match))


def test_i3_the_deck_is_the_sheets():
    rows = [line.split() for line in SHEET.strip().splitlines()]
    assert [row[0] for row in rows] == list(PATTERNS)
    found = [tuple(map(int, row[1:])) for row in rows]
    assert found == [tuple(row) for row in rules.DECK.boxes]
    sums = [sum(column) for column in zip(*found, strict=True)]
    assert dict(zip(CONTENTS, sums, strict=True)) == {
        "ball": 16, "mouse": 16, "feather": 16, "spray": 8, "plain": 16,
    }  # fmt: skip


def test_i3_the_starting_boxes_are_plain():
    assert list(look(fresh()).starting) == STARTING


def test_i4_special_toys_count_as_two_of_their_kind():
    assert rules.DECK.special == (2, 2, 2)
    assert box_at(table("m13=p+b,n13=Np 1t1"), "m13").ball == 2
    assert box_at(table("m13=p+f,n13=Np 1t1"), "m13").feather == 2
    assert box_at(table("m13=p,n13=Np,m14=Tm 1t1"), "m13").mouse == 2


@pytest.mark.parametrize("sign", ["z1", "Tb", "P"])
def test_i5_what_stands_on_its_own_is_open_on_all_sides(sign: str):
    # Five cells in a cross: the middle one joins those that are open towards it.
    match = table(f"m13=p,n13=Np,l13=NSWb,m12=ESWm,m14={sign} 1t1")
    card = next(card for card in look(match).cards if card.cell == "m14")
    assert card.walls == ""
    assert {"m13", "m14"} <= set(box_at(match, "m14").cells)
    assert [o.side for o in box_at(match, "m14").openings if o.cell == "m14"] == ["E", "S", "W"]


def test_i5_a_sleeping_cat_carries_no_toys_and_no_bottles():
    box = box_at(table("m13=p,n13=Np,m14=z1 1t1"), "m14")
    assert (box.ball, box.mouse, box.feather, box.bottles) == (0, 0, 0, 0)


def test_i6_the_first_card_lies_in_the_middle():
    match = fresh()
    assert {note.removesuffix(" turned").split()[-1] for note in legal(match)} == {"m13"}
    assert len(legal(match)) == 9  # five boxes, four of which can be turned


def test_i6_the_table_ends_where_its_cells_do():
    match = table(f"{WESTWARD} 1t1")
    assert look(match).columns == ("a", "n")
    cells = {note.split()[1] for note in legal(match, "sleep")}
    assert {"a12", "a14"} <= cells
    assert all(cell[0] in "abcdefghijklmnopqrstuvwxy" for cell in cells)


def test_i6_an_open_side_at_the_edge_stays_open():
    match = table(f"{WESTWARD} 1t1")
    box = box_at(match, "a13")
    assert ("a13", "W") in [(opening.cell, opening.side) for opening in box.openings]
    assert not box.closed


@pytest.mark.parametrize("seats", PLAYERS)
def test_i10_as_many_princesses_as_players(seats: int):
    states = GAME.new(seats, {}, rng=5)
    assert int(states["pile"][0, rules.PRINCESS]) == seats
    assert states["supply"][0, :seats].tolist() == [5] * seats


@pytest.mark.parametrize("seats", PLAYERS)
def test_i11_two_cards_each_and_none_of_them_princess(seats: int):
    for seed in range(40):
        states = GAME.new(seats, {}, rng=seed)
        for seat in range(seats):
            hand = GAME.view(states, seat).hand
            assert len(hand) == 2
            assert "princess" not in hand


@pytest.mark.parametrize(
    ("seats", "piles"),
    [(2, [37, 36]), (3, [24, 24, 24]), (4, [18, 18, 18, 17]), (5, [14, 14, 14, 14, 14])],
)
def test_i11_the_piles_are_as_equal_as_can_be(seats: int, piles: list[int]):
    states = GAME.new(seats, {}, rng=5)
    assert states["left"][0].tolist() == piles + [0] * (5 - seats)
    assert look(fresh(seats)).pile == sum(piles) == 75 - 2 * seats + seats


@pytest.mark.parametrize("seats", PLAYERS)
def test_i11_each_pile_has_one_princess_anywhere_in_it(seats: int):
    """All cards drawn by seats in turn, hands thrown away; she comes once in each pile."""
    places: Counter[int] = Counter()
    games = 600
    for seed in range(games):
        for pile, at in drawn_princesses(seats, seed):
            places[at] += pile == 0
    size = -(-(75 - 2 * seats) // seats) + 1
    assert set(places) == set(range(size))
    expected = games / size
    chi = sum((n - expected) ** 2 / expected for n in places.values())
    assert chi < size + 5 * (2 * size) ** 0.5


def drawn_princesses(seats: int, seed: int) -> list[tuple[int, int]]:
    """(pile, place in it) of every Princess, if all cards are drawn one after the other."""
    states = GAME.new(seats, {}, rng=seed)
    found = []
    while states["left"][0].sum():
        pile = next(k for k in range(5) if states["left"][0, k])
        states["phase"], states["held"] = rules.TURN, 0
        states["hand"] = rules.NO_CARD
        before, place = states["found"][0].copy(), int(states["drew"][0, :, pile].sum())
        GAME.apply(states, rules.DRAW)
        if (states["found"][0] != before).any():
            found.append((pile, place))
    assert [pile for pile, _ in found] == list(range(seats))
    return found


def test_i12_everybody_lays_one_of_the_starting_boxes_in_turn():
    match = fresh(3, first="1")
    assert (match.waiting, phase(match)) == ((1,), "start")
    play(match, "lay NE plain m13")
    assert (match.waiting, phase(match)) == ((2,), "start")
    assert "NE plain" not in look(match).starting
    assert not legal(match, "lay NE")
    play(match, "lay N plain m14 turned", "lay open plain n13")
    assert (match.waiting, phase(match)) == ((1,), "turn")
    assert look(match).starting == ()
    assert [event.type for event in events(match)] == ["laid"]


def test_i12_a_starting_box_joins_what_lies_and_takes_no_cat():
    match = play(fresh(2), "lay open plain m13")
    cells = {note.removesuffix(" turned").split()[-1] for note in legal(match)}
    assert cells == {"m12", "l13", "n13", "m14"}
    play(match, "lay N plain n13")
    assert phase(match) == "turn"  # though a cat could lie across m13 and n13
    assert box_at(match, "m13") == box_at(match, "n13")


def test_i12_the_start_player_is_drawn_by_lot_or_chosen():
    assert {look(fresh(4, seed, first="random")).starter for seed in range(30)} == {0, 1, 2, 3}
    assert {look(fresh(4, seed, first="2")).starter for seed in range(9)} == {2}


def test_i12_starting_boxes_are_boxes_like_all_others():
    """A cat may lie across them, from a neighbour that is laid later."""
    match = play(table("m13=p,n13=Np 1p1 NSb,EWm,p/Eb,Em"), "lay NS ball l13")
    assert legal(match) == {"cat l13 m13", "no cat"}


@pytest.mark.parametrize("seats", PLAYERS)
def test_i70_the_hard_game_shuffles_five_princesses_into_one_pile(seats: int):
    states = GAME.new(seats, {"hard": "on"}, rng=5)
    assert int(states["pile"][0, rules.PRINCESS]) == 5
    assert states["left"][0].tolist() == [75 - 2 * seats + 5, 0, 0, 0, 0]
    assert look(fresh(seats, hard="on")).pile == 80 - 2 * seats


def test_i70_in_the_hard_game_several_princesses_may_come_in_a_row():
    first: Counter[int] = Counter()
    for seed in range(300):
        states = GAME.new(2, {"hard": "on"}, rng=seed)
        for _ in range(10):
            states["phase"], states["held"] = rules.TURN, 0
            states["hand"] = rules.NO_CARD
            GAME.apply(states, rules.DRAW)
        first[5 - int(states["pile"][0, rules.PRINCESS])] += 1
    assert max(first) >= 3  # with a pile for each at most one would come among ten
