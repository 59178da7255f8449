"""What others are like: how well each habit that a game knows explains what a seat saw them do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cattery.kernel import explain, kernel

if TYPE_CHECKING:
    from cattery.game import Habits, States
    from cattery.seat import Seat

ANYBODY = 0.05  # of a seat's weights stay what they were before anything was seen


def habit_weights(habits: Habits, seat: Seat, world: States) -> Any:
    """[seat, habit] how likely each has each habit, by what the seat knows; its own is the first.

    `world` is one that the seat imagines at present.
    """
    seen = seat.witnessed
    weights = np.zeros((seat.seats, len(habits.rows)))
    weights[:] = np.log(habits.weights)
    explain_all(seen.worlds, world, seen.movers, seen.actions, habits.rows, weights)
    by_likelihood(weights, habits.weights)
    weights[seat.number] = np.arange(len(habits.rows)) == 0
    return weights


@kernel
def explain_all(worlds, world, movers, actions, population, out):
    """Add the logarithms of how likely each habit makes all that a seat has witnessed."""
    for k in range(len(worlds)):
        explain(worlds[k], world[0], actions[k], population, out[movers[k]])


@kernel
def by_likelihood(weights, before):
    """Turn logarithms into weights that add up to 1, and leave a part of them what it was."""
    for seat in range(len(weights)):
        most, total = weights[seat].max(), 0.0
        for habit in range(len(before)):
            weights[seat, habit] = math.exp(weights[seat, habit] - most)
            total += weights[seat, habit]
        for habit in range(len(before)):
            likely = (1.0 - ANYBODY) * weights[seat, habit] / total
            weights[seat, habit] = likely + ANYBODY * before[habit]
