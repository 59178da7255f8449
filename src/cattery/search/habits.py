"""What others are like: how well each habit that a game knows explains what a seat saw them do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cattery.kernel import explain, kernel, stage

if TYPE_CHECKING:
    from cattery.game import Habits, States
    from cattery.seat import Seat

CHANGES = 0.05  # how likely somebody takes to another habit when a stage begins
ANYBODY = 0.05  # of a seat's weights stay what they were before anything was seen


def habit_weights(habits: Habits, seat: Seat, world: States) -> Any:
    """[seat, habit] how likely each has each habit, by what the seat knows; its own is the first.

    `world` is one that the seat imagines at present.
    """
    seen = seat.witnessed
    weights = np.zeros((seat.seats, len(habits.rows)))
    weights[:] = np.log(habits.weights)
    explain_all(seen.worlds, world, seen.movers, seen.actions, habits.rows, habits.weights, weights)
    by_likelihood(weights, habits.weights, ANYBODY)
    weights[seat.number] = np.arange(len(habits.rows)) == habits.own
    return weights


@kernel
def explain_all(worlds, world, movers, actions, population, before, out):
    """Add the logarithms of how likely each habit makes all that a seat has witnessed.

    Whenever a stage begins, some may have changed.
    """
    known = stage(world[0])
    if len(worlds):
        known = stage(worlds[0])
    for k in range(len(worlds)):
        if stage(worlds[k]) > known:
            known = stage(worlds[k])
            some_change(out, before)
        explain(worlds[k], world[0], actions[k], population, out[movers[k]])
    if stage(world[0]) > known:
        some_change(out, before)


@kernel
def some_change(weights, before):
    """Let a part of each seat's weights, which are logarithms, be what it was at first."""
    by_likelihood(weights, before, CHANGES)
    for seat in range(len(weights)):
        for habit in range(len(before)):
            weights[seat, habit] = math.log(weights[seat, habit])


@kernel
def by_likelihood(weights, before, kept):
    """Turn logarithms into weights that add up to 1, and keep a part of them as it was at first."""
    for seat in range(len(weights)):
        most, total = weights[seat].max(), 0.0
        for habit in range(len(before)):
            weights[seat, habit] = math.exp(weights[seat, habit] - most)
            total += weights[seat, habit]
        for habit in range(len(before)):
            likely = (1.0 - kept) * weights[seat, habit] / total
            weights[seat, habit] = likely + kept * before[habit]
