"""Fit a net to what self-play found: plain gradients over the features that are there, and Adam."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cattery.kernel import MOST_LEGAL, kernel, legal
from cattery.search.net import BIAS, FIRST, OFFSET, WEIGHT

Array = np.ndarray[Any, Any]
BATCH = 1024
DECAY_1, DECAY_2, TINY = 0.9, 0.999, 1e-8  # of Adam


class Examples(NamedTuple):
    """What to learn from, a row for each state."""

    states: Array
    features: Array  # [state, ...] numbers, of which `counts` are meant
    counts: Array
    targets: Array  # the expected payoff of the viewpoint, -1 ... 1
    actions: Array  # [state, ...] those that were looked into most, negative behind the last
    visits: Array  # [state, ...] how much

    def part(self, chosen: Array) -> Examples:
        """Only some of them."""
        return Examples(*(each[chosen] for each in self))


class Symmetries(NamedTuple):
    """Ways to turn a state into another that is worth the same; the first changes nothing."""

    features: Array  # [symmetry, feature] which one it becomes
    actions: Array  # [symmetry, action]


@dataclass(frozen=True)
class Lesson:
    """How long and how fast to learn."""

    epochs: int
    rate: float  # of the first step; the last ones are a twentieth of it
    shrink: float = 1e-6  # pull of all weights towards 0


VALUE_LESSON = Lesson(epochs=12, rate=0.003)
POLICY_LESSON = Lesson(epochs=8, rate=0.01)


def new_value(features: int, units: int, source: np.random.Generator) -> Array:
    """A net that knows nothing."""
    value = np.zeros((FIRST + features, units), np.float32)
    value[FIRST:] = source.normal(0, 0.1, (features, units))
    value[BIAS] = 0.3
    value[WEIGHT] = source.normal(0, 0.5, units)
    return value


@kernel
def value_gradient(examples, order, symmetries, turned, value, gradient):
    """Add up the gradients of the log loss over some examples; returns the sum of the losses."""
    features, counts, targets = examples.features, examples.counts, examples.targets
    units = value.shape[1]
    hidden = np.empty(units, np.float32)
    slope = np.empty(units, np.float32)
    loss = 0.0
    for each in range(len(order)):
        at = order[each]
        turn = symmetries.features[turned[each]]
        for unit in range(units):
            hidden[unit] = value[BIAS, unit]
        for k in range(counts[at]):
            row = value[FIRST + turn[features[at, k]]]
            for unit in range(units):
                hidden[unit] += row[unit]
        total = np.float64(value[OFFSET, 0])
        for unit in range(units):
            total += min(1.0, max(0.0, hidden[unit])) * value[WEIGHT, unit]
        share = 0.5 * (1.0 + targets[at])
        loss += math.log(1.0 + math.exp(-abs(total))) + max(total, 0.0) - share * total
        error = np.float32(1.0 / (1.0 + math.exp(-total)) - share)
        gradient[OFFSET, 0] += error
        for unit in range(units):
            gradient[WEIGHT, unit] += error * min(1.0, max(0.0, hidden[unit]))
            inside = hidden[unit] > 0.0 and hidden[unit] < 1.0
            slope[unit] = error * value[WEIGHT, unit] if inside else 0.0
            gradient[BIAS, unit] += slope[unit]
        for k in range(counts[at]):
            row = gradient[FIRST + turn[features[at, k]]]
            for unit in range(units):
                row[unit] += slope[unit]
    return loss


@kernel
def policy_gradient(examples, order, symmetries, turned, policy, gradient):
    """As `value_gradient`, of the log loss of what was looked into."""
    states, features, counts = examples.states, examples.features, examples.counts
    looked, visits = examples.actions, examples.visits
    actions = np.empty(MOST_LEGAL, np.int32)
    likes = np.empty(MOST_LEGAL, np.float32)
    wanted = np.zeros(policy.shape[1], np.float32)
    loss = 0.0
    for each in range(len(order)):
        at = order[each]
        turn, turn_action = symmetries.features[turned[each]], symmetries.actions[turned[each]]
        n = legal(states[at], actions)
        whole = 0
        for k in range(looked.shape[1]):
            whole += visits[at, k]
        if whole == 0:
            continue  # nothing was looked into: it tells nothing of what is good
        for k in range(looked.shape[1]):
            if visits[at, k] > 0:
                wanted[looked[at, k]] = visits[at, k] / whole
        for k in range(n):
            likes[k] = 0.0
        for j in range(counts[at]):
            row = policy[turn[features[at, j]]]
            for k in range(n):
                likes[k] += row[turn_action[actions[k]]]
        most = likes[:n].max()
        total = 0.0
        for k in range(n):
            total += math.exp(likes[k] - most)
        for k in range(n):
            target = wanted[actions[k]]
            loss -= target * (likes[k] - most - math.log(total))
            likes[k] = math.exp(likes[k] - most) / total - target
            wanted[actions[k]] = 0.0
        for j in range(counts[at]):
            row = gradient[turn[features[at, j]]]
            for k in range(n):
                row[turn_action[actions[k]]] += likes[k]
    return loss


def loss_of(gradient_of: Any, weights: Array, examples: Examples, symmetries: Symmetries) -> float:
    """Mean surprise (log loss): less is better."""
    n = len(examples.targets)
    order, turned = np.arange(n), np.zeros(n, np.int64)
    nowhere = np.zeros_like(weights)
    return float(gradient_of(examples, order, symmetries, turned, weights, nowhere) / n)


def fitted(
    gradient_of: Any,
    weights: Array,
    examples: Examples,
    symmetries: Symmetries,
    lesson: Lesson,
    source: np.random.Generator,
) -> Array:
    """Weights that are learned from given ones."""
    weights = weights.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    n, steps = len(examples.targets), 0
    planned = lesson.epochs * -(-n // BATCH)
    for _ in range(lesson.epochs):
        order = source.permutation(n)
        turned = source.integers(len(symmetries.features), size=n)
        for at in range(0, n, BATCH):
            part, turn = order[at : at + BATCH], turned[at : at + BATCH]
            gradient = np.zeros_like(weights)
            gradient_of(examples, part, symmetries, turn, weights, gradient)
            gradient /= len(part)
            steps += 1
            rate = lesson.rate * max(0.05, 0.5 * (1 + math.cos(math.pi * steps / planned)))
            mean += (1 - DECAY_1) * (gradient - mean)
            square += (1 - DECAY_2) * (gradient * gradient - square)
            step = mean / (1 - DECAY_1**steps) / (np.sqrt(square / (1 - DECAY_2**steps)) + TINY)
            weights -= rate * step + lesson.shrink * weights
    return weights
