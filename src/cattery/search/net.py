"""What was learned by self-play: tables over the features that a game's `sense` tells of a state.

`value` has a column for each hidden unit, and these rows:

    BIAS      what the hidden units begin with
    WEIGHT    what each hidden unit adds to the logarithm of the odds to win
    OFFSET    its first number is added to that
    FIRST     the first of a row for each feature

A hidden unit is the sum of its bias and of the rows of the features that are there, cut to 0 ... 1.

`policy` has a row for each feature and a column for each action: what the feature adds to the
logarithm of how likely it is that a good player chooses the action.
"""

from __future__ import annotations

import math

import numpy as np

from cattery.kernel import kernel, sense, viewpoint

BIAS, WEIGHT, OFFSET, FIRST = 0, 1, 2, 3
_NOTHING, _ALL = np.float32(0.0), np.float32(1.0)


@kernel
def seen_by(s, seat, value, hidden, sensed):
    """What a seat may expect, -1 ... 1."""
    n = sense(s, seat, sensed)
    hidden[:] = value[BIAS]
    for k in range(n):
        hidden += value[FIRST + sensed[k]]
    total = value[OFFSET, 0]
    for unit in range(len(hidden)):
        total += min(_ALL, max(_NOTHING, hidden[unit])) * value[WEIGHT, unit]
    return math.tanh(0.5 * np.float64(total))


@kernel
def feel_by_net(s, value, hidden, sensed, out):
    """Estimate the payoffs of a state that isn't over; `hidden` and `sensed` are room to work.

    For two: as the viewpoint sees it. For more: each as it sees it itself, less the mean.
    """
    if s.seats == 2:
        seat = np.int64(viewpoint(s))
        out[seat] = seen_by(s, seat, value, hidden, sensed)
        out[1 - seat] = -out[seat]
        return
    mean = 0.0
    for seat in range(s.seats):
        out[seat] = seen_by(s, seat, value, hidden, sensed)
        mean += out[seat] / s.seats
    for seat in range(s.seats):
        out[seat] -= mean


@kernel
def like_by_policy(s, actions, n, policy, likes, sensed):
    """Fill in likes[action] for n legal actions in rising order; those of others are undefined."""
    count = sense(s, np.int64(viewpoint(s)), sensed)
    first, behind = np.int64(actions[0]), np.int64(actions[n - 1]) + 1
    own = likes[first:behind]
    own[:] = _NOTHING
    for k in range(count):
        own += policy[sensed[k], first:behind]


@kernel
def sense_each(states, seats, features, counts):
    """Of every state: the viewpoint, the features seen from there and how many they are."""
    for k in range(len(states)):
        seats[k] = viewpoint(states[k])
        counts[k] = sense(states[k], seats[k], features[k])
