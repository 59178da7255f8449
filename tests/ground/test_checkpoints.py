"""A match of large records keeps some states and plays the others again."""

from __future__ import annotations

from random import Random

import pytest

from cattery import Match
from cattery.match import states
from support.walks import Table, tables

ONE_OF_EACH = {table.name: table for table in tables()}


@pytest.fixture(params=ONE_OF_EACH.values(), ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    """A table of each game."""
    found: Table = request.param
    return found


@pytest.fixture
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every record counts as a large one."""
    monkeypatch.setattr(states, "KEPT_BYTES", 0)
    monkeypatch.setattr(states, "RECENT", 4)


def restless(table: Table, seed: int) -> Match:
    """A match with undos, and take-backs against bots."""
    chance = Random(seed)
    made = table.match(seed, players=["human"] + ["random"] * (table.seats - 1))
    while not made.over and made.n < 250:
        seat = chance.choice(made.waiting)
        made.play(chance.choice(made.legal_actions(seat)), seat)
        if made.can_undo(seat) and chance.random() < 0.3:
            made.undo(seat)
        if made.can_take_back(0) and chance.random() < 0.05:
            made.take_back(0)
    return made


def test_what_was_kept_and_what_is_played_again_is_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    plenty = restless(table, 1)
    monkeypatch.setattr(states, "KEPT_BYTES", 0)
    monkeypatch.setattr(states, "RECENT", 4)
    little = restless(table, 1)
    assert little.save() == plenty.save()
    for viewer in (*range(table.seats), None):
        assert little.story(viewer) == plenty.story(viewer)
    for one, two in zip(little.steps, plenty.steps, strict=True):
        assert (one.n, one.seat, one.action) == (two.n, two.seat, two.action)
        assert one.before.tobytes() == two.before.tobytes()
        assert one.after.tobytes() == two.after.tobytes()


@pytest.mark.usefixtures("sparing")
def test_few_states_are_held(table: Table):
    made = restless(table, 2)
    made.story(None)
    held = [step for step in made._steps if step.kept is not None]
    assert len(held) <= len(made._steps) // states.STRIDE + 1 + states.RECENT
    assert len(made._steps) > 2 * states.STRIDE
