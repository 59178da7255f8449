"""The engine and the rule sheet read plainly agree on every move and result of random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.if_it_fits.cardboard import GAME, PLAYERS, choose
from rules.if_it_fits.plain import Plain, spot


def plainly(states: Any, hard: bool) -> Plain:
    """The plain reading of a start."""
    view = GAME.view(states, None)
    hands = [list(GAME.view(states, seat).hand) for seat in range(len(view.players))]
    return Plain(len(view.players), hard, view.starter, hands, view.pile)


def drawn(states: Any, plain: Plain) -> str:
    """The card that came into the hand of whoever drew."""
    hand = list(GAME.view(states, plain.actor).hand)
    for card in plain.hands[plain.actor]:
        hand.remove(card)
    return hand[0]


@pytest.mark.parametrize("sleeps", [0.03, 0.3], ids=["drawing", "sleeping"])
@pytest.mark.parametrize("hard", [False, True], ids=["normal", "hard"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_engine_plays_as_the_sheet_reads(seats: int, hard: bool, sleeps: float):
    for seed in range(3):
        chance = Random(f"{seats} {hard} {seed}")
        states = GAME.new(seats, {"hard": "on" if hard else "off"}, rng=seed)
        plain = plainly(states, hard)
        while not states["over"][0]:
            notes = {GAME.format(GAME.move(action)) for action in GAME.legal(states)}
            assert notes == plain.legal()
            assert int(states["actor"][0]) == plain.actor
            action = choose(states, chance, sleeps)
            note = GAME.format(GAME.move(action))
            GAME.apply(states, action)
            plain.play(note, drawn(states, plain) if note == "draw" else None)
            agree(states, plain)
        assert plain.over


def agree(states: Any, plain: Plain) -> None:
    """Table, boxes, cats, hands and points are the same."""
    view = GAME.view(states, None)
    assert {spot(card.cell) for card in view.cards} == set(plain.table)
    boxes = {frozenset(map(spot, box.cells)): box for box in view.boxes}
    assert set(boxes) == set(map(frozenset, plain.boxes()))
    for cells, box in boxes.items():
        assert box.closed == plain.closed(set(cells))
        assert box.points == plain.worth(set(cells))[0]
    seats = range(plain.seats)
    assert [player.supply for player in view.players] == [plain.supply(seat) for seat in seats]
    assert [list(GAME.view(states, seat).hand) for seat in seats] == [
        sorted(hand, key=_order) for hand in plain.hands
    ]
    points, minus = plain.count()
    assert [player.points for player in view.players] == points == GAME.scores(states)
    assert [player.minus for player in view.players] == minus
    assert (view.ending is not None) == plain.ending
    if view.phase != "over":
        assert (view.phase, view.pile) == (plain.phase, plain.pile)


def _order(card: str) -> int:
    from cattery.games.if_it_fits.moves import CARDS

    return CARDS.index(card)
