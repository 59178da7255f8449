"""Random games of Macskalak, side by side with the plain reading of the sheet."""

from __future__ import annotations

from random import Random
from typing import Any

import cattery
from rules.macskalak.plain import Plain, name

MACSKALAK = cattery.game("macskalak")


def notes(states: Any) -> set[str]:
    """What the actor may do, in notation."""
    return {MACSKALAK.format(MACSKALAK.move(action)) for action in MACSKALAK.legal(states)}


def pick(moves: set[str], chance: Random, eager: bool) -> str:
    """A move: any, or for the eager an ability half the time there is one, and room for it."""
    special = sorted(m for m in moves if m.split()[0] in ("use", "apart", "double", "move"))
    if eager and special and chance.random() < 0.5:
        return chance.choice(special)
    return chance.choice(sorted(moves))


def compare(level: int, seats: int, abilities: str, seed: int, eager: bool = False) -> int:
    """Play a random game twice at once, compare all of it; returns the number of decisions.

    The players act in any order. The eager begin with uses of all abilities, so that these come up.
    """
    chance = Random(f"{level} {seats} {abilities} {seed}")
    options = {"level": str(level), "abilities": abilities}
    states = MACSKALAK.new(seats, options, rng=chance.getrandbits(64))
    view = MACSKALAK.view(states, None)
    plain = Plain(level, seats, "".join(each.letter for each in view.abilities))
    plain.roll(list(view.dice))
    if eager:
        give_uses(states, plain)
    decisions = 0
    while not states["over"][0]:
        seat = chance.choice(plain.waiting)
        assert int(states["waiting"][0]) == sum(1 << each for each in plain.waiting)
        states["actor"] = seat
        legal = plain.legal(seat)
        assert notes(states) == legal, MACSKALAK.position(states)
        move = pick(legal, chance, eager)
        MACSKALAK.apply(states, MACSKALAK.action(MACSKALAK.parse(move)))
        closed = plain.play(seat, move)
        decisions += 1
        assert bool(states["revealed"][0]) == closed
        same_sheet(states, plain, seat)
        if closed and not plain.over:
            plain.roll(list(MACSKALAK.view(states, None).dice))
    assert plain.over
    assert MACSKALAK.view(states, None).winners == tuple(plain.winners())
    return decisions


def give_uses(states: Any, plain: Plain) -> None:
    """Two uses of each ability that is kept, as if rooms had been built."""
    for number, letter in plain.gives.items():
        if letter not in "KL":
            for k in (0, 6):
                states["uses"][0, k, int(number) - 2] = 2
            plain.sheets[0].uses[letter] = 2


def same_sheet(states: Any, plain: Plain, seat: int) -> None:
    """The seat's sheet and turn are the same in both."""
    view, sheet = MACSKALAK.view(states, seat), plain.sheets[seat]
    seen = view.sheets[seat]
    size = view.paper.size
    cells = iter(seen.cells)
    for row in range(size):
        for column in range(size):
            cell, content = (row, column), next(cells)
            if content is None:
                assert cell not in sheet.house
            elif content == "crossed":
                assert cell in sheet.crossed
            else:
                assert sheet.symbols.get(cell, "") == content
                assert cell in sheet.house
                assert cell not in sheet.crossed
    assert set(seen.doubled) == {name(cell) for cell in sheet.doubled}
    rooms = {frozenset(room.cells) for room in seen.rooms}
    assert rooms == {frozenset(map(name, room)) for room in sheet.rooms}
    for number, letter in plain.gives.items():
        assert seen.uses[int(number) - 2] == sheet.uses[letter]
    assert seen.cats == sheet.cats
    parts = sheet.parts()
    assert sum(seen.score.rooms) == parts.pop("rooms")
    assert {part: getattr(seen.score, part) for part in parts} == parts
    if view.own and not view.own.done and view.round == plain.round:
        same_turn(view.own, sheet)


def same_turn(own: Any, sheet: Any) -> None:
    """The dice and the group are the same in both."""
    if sheet.done:
        return
    assert sorted(die.face for die in own.dice if not die.used) == sorted(sheet.dice)
    assert set(own.group) == {name(cell) for cell in sheet.group}
    assert own.corners == sheet.corners
    assert bool(own.forced) == bool(sheet.pending)
