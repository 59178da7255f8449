"""The engine and the rule sheet read plainly agree on every move, card and coin of random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cattery.games.csacska.moves import CARDS, card_notation
from cattery.games.csacska.rules import state as rules
from rules.csacska.plain import COLOURS, Plain
from rules.csacska.street import CSACSKA, PLAYERS

GAMES = 20


def came(states: Any) -> list[str]:
    """The cards that left the draw pile in the last step, in order."""
    lines = states["notes"][0][: int(states["noted"][0])].tolist()
    found: list[int] = []
    for code, one, two in lines:
        if code == rules.TURNED:
            found.append(two)
        elif code == rules.DREW:
            found += [one] if two == rules.NO_CARD else [one, two]
    return [card_notation(CARDS[kind]) for kind in found]


def cards(names: Any) -> list[str]:
    """Cards of a view as they are written in notation."""
    return [card_notation(name) for name in names]


def counted(counts: Any) -> list[str]:
    """Cards of a view that are only counted, sorted."""
    return sorted(card_notation(one.card) for one in counts for _ in range(one.n))


def compare(states: Any, plain: Plain) -> None:
    """The whole table, card by card."""
    view = CSACSKA.view(states, None)
    assert [cards(pile.cards) for pile in view.piles] == plain.piles
    assert counted(view.box_cards) == sorted(plain.box)
    assert counted(view.draw_cards) == sorted(plain.draw_pile)
    for seat, player in enumerate(view.players):
        assert player.coins == plain.coins[seat]
        for colour, one in zip(COLOURS, player.series, strict=True):
            assert cards(one.cards) == plain.series[seat][colour]
            assert one.kittens == plain.kittens[seat][colour]
    assert bool(states["over"][0]) == plain.over
    if not plain.over:
        assert int(states["actor"][0]) == plain.actor
        assert int(states["turn"][0]) == plain.turn
        notes = [CSACSKA.format(CSACSKA.move(action)) for action in CSACSKA.legal(states)]
        assert sorted(notes) == sorted(plain.options)


def play_beside(seats: int, seed: int) -> int:
    """A random game played by both; returns the number of decisions."""
    chance = Random(f"{seats} {seed}")
    states = CSACSKA.new(seats, rng=chance.getrandbits(64))
    plain = Plain(seats, int(states["turn"][0]), came(states))
    compare(states, plain)
    decisions = 0
    while not states["over"][0]:
        action = chance.choice(CSACSKA.legal(states))
        CSACSKA.apply(states, action)
        plain.answer(CSACSKA.format(CSACSKA.move(action)), came(states))
        compare(states, plain)
        decisions += 1
    return decisions


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_engine_plays_as_the_sheet_reads(seats: int):
    assert sum(play_beside(seats, seed) for seed in range(GAMES)) > 200 * GAMES
