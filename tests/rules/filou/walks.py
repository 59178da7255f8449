"""Games to look at step by step, by chance or by a timid policy; and worlds that fit a seat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import cattery
from cattery.games.filou.rules import state as rules

FILOU = cattery.game("filou")


def choose(states: Any, chance: Random, timid: bool) -> int:
    """A legal action: any, or for the timid a pass half the time and else a raise by 1 to 3."""
    actions = FILOU.legal(states)
    if timid and rules.PASS in actions:
        raises = [action for action in actions if action < rules.PASS][:3]
        if not raises or chance.random() < 0.5:
            return rules.PASS
        return chance.choice(raises)
    return chance.choice(actions)


def walk(seats: int, seed: int, timid: bool = False, **options: str) -> Iterator[Any]:
    """A random game: every state in it, the first and the last included; each is a copy."""
    chance = Random(seed)
    states = FILOU.new(seats, options, rng=seed)
    yield states.copy()
    while not states["over"][0]:
        FILOU.apply(states, choose(states, chance, timid))
        yield states.copy()


def unseen(states: Any, seat: int) -> list[str]:
    """The cards of a seat's set that only their owner knows: from what a view shows to all."""
    seen = FILOU.view(states, None).players[seat].laid
    return [card for card in FILOU.view(states, seat).hand if card not in seen] + [
        card
        for card in (
            FILOU.view(states, seat).players[seat].missing,
            *(
                each.card
                for each in FILOU.view(states, seat).row
                if each.owner == seat and not each.open
            ),
        )
        if card is not None
    ]


def worlds(states: Any, seat: int) -> set[tuple[Any, ...]]:
    """All ways to deal what `seat` can't know: per other player (missing card, card in the row)."""
    choices = []
    for other in range(int(states["seats"][0])):
        if other == seat:
            continue
        cards = unseen(states, other)
        hidden = any(each.owner == other and not each.open for each in FILOU.view(states, None).row)
        choices.append(
            [
                (missing, laid)
                for missing in cards
                for laid in (cards if hidden else [None])
                if laid != missing
            ]
        )
    return set(product(*choices))


def world(states: Any, seat: int) -> tuple[Any, ...]:
    """Which of `worlds` a state is."""
    found = []
    for other in range(int(states["seats"][0])):
        if other == seat:
            continue
        view = FILOU.view(states, other)
        row = [each.card for each in view.row if each.owner == other and not each.open]
        found.append((view.players[other].missing, row[0] if row else None))
    return tuple(found)
