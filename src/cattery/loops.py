"""Generic kernels over the verbs: what every game gets without writing it."""

from __future__ import annotations

import numpy as np

from cattery.kernel import (
    MOST_LEGAL,
    U,
    add_wrapping,
    apply,
    check,
    imagine,
    kernel,
    legal,
    mix,
    observe,
    payoff,
    sample,
    score,
    start,
    weigh,
)

# From Python a record costs microseconds to pass, an array and an index a fraction of one:
# entry points take (states, i).


@kernel
def start_at(states, i, rng):
    """Deal state i from `rng`; its seats and options are set."""
    s = states[i]
    s.rng = rng
    start(s)


@kernel
def legal_at(states, i, out):
    """List the legal actions of state i; none when it is over."""
    s = states[i]
    if s.over:
        return 0
    return legal(s, out)


@kernel
def apply_at(states, i, action):
    """Carry out a legal action in state i."""
    s = states[i]
    s.revealed = 0
    apply(s, action)


@kernel
def step(states, i, action, out):
    """Carry out a legal action in state i and list the next ones; 0 when it is over."""
    s = states[i]
    s.revealed = 0
    apply(s, action)
    if s.over:
        return 0
    return legal(s, out)


@kernel
def sample_at(states, i):
    """A random legal action of state i, from its own chance."""
    return sample(states[i])


@kernel
def check_at(states, i):
    """The first invariant of the rule sheet that state i breaks, or 0."""
    return check(states[i])


@kernel
def score_at(states, i, out):
    """Points per seat in state i."""
    score(states[i], out)


@kernel
def payoff_at(states, i, out):
    """Payoff per seat in state i."""
    payoff(states[i], out)


@kernel
def observe_at(states, i, seat, out):
    """The planes that `seat` sees of state i."""
    observe(states[i], seat, out)


@kernel
def imagine_at(states, i, seat, rng):
    """Resample in state i what `seat` can't know."""
    s = states[i]
    s.rng = rng
    imagine(s, seat)


@kernel
def imagine_many(states, seat, worlds):
    """Imagine state 0 over and over, each time from the last world and a chance of its own."""
    s = states[0]
    for k in range(worlds):
        s.rng = mix(U(k))
        imagine(s, seat)


@kernel
def imagine_each(states, seat):
    """Resample in every state what `seat` can't know, each time from the same chance."""
    for i in range(len(states)):
        states[i].rng = U(0)
        imagine(states[i], seat)


@kernel
def weigh_at(states, i, actions, n, out):
    """The one-ply liking of the actor of state i for each of n legal actions."""
    weigh(states[i], actions, n, out)


@kernel
def playout(s):
    """Play at random to the end; returns the number of decisions."""
    decisions = 0
    while not s.over:
        apply(s, sample(s))
        decisions += 1
    return decisions


@kernel
def checked_playout(s):
    """As `playout`, but stops at the first broken invariant: (decisions, invariant or 0)."""
    decisions = 0
    broken = check(s)
    while not s.over and broken == 0:
        apply(s, sample(s))
        decisions += 1
        broken = check(s)
    return decisions, broken


@kernel
def seed_of_game(seed, game):
    """The chance of the game-th of many games: jobs and chunks don't change it."""
    return mix(add_wrapping(mix(seed), U(game)))


@kernel
def play_many(template, scratch, seed, first, decisions, payoffs, scores, checked):
    """Play games first, first+1, ... at random, from the seats and options of `template[0]`.

    One row per game goes into `decisions`, `payoffs` and `scores`. With `checked` the invariants
    are looked at after every step. Returns the first broken invariant or 0.
    """
    s = scratch[0]
    for k in range(len(decisions)):
        scratch[0] = template[0]
        s.rng = seed_of_game(seed, first + k)
        start(s)
        if checked:
            n, broken = checked_playout(s)
            if broken:
                return broken
            decisions[k] = n
        else:
            decisions[k] = playout(s)
        payoff(s, payoffs[k])
        score(s, scores[k])
    return 0


@kernel
def transcript(s, out):
    """Play at random to the end, writing down the actions; returns how many."""
    n = 0
    while not s.over and n < len(out):
        a = sample(s)
        apply(s, a)
        out[n] = a
        n += 1
    return n


@kernel
def perft(states, depth, moves):
    """Count the paths of `depth` decisions from `states[0]`; the rest and `moves` are scratch."""
    if states[0].over:
        return 0
    n = legal(states[0], moves[0])
    if depth == 1:
        return n
    total = 0
    for k in range(n):
        states[1] = states[0]
        apply(states[1], moves[0][k])
        total += perft(states[1:], depth - 1, moves[1:])
    return total


# --- batches: arrays of records, stepped together ------------------------------------------------


@kernel
def batch_start(states, first, last, seed):
    """Deal states first ... last-1, each from a chance of its own."""
    for i in range(first, last):
        states[i].rng = seed_of_game(seed, i)
        start(states[i])


@kernel
def batch_step(states, first, last, actions, payoffs, done):
    """Carry out an action per state; a state that ends leaves its payoffs and is dealt anew."""
    for i in range(first, last):
        s = states[i]
        apply(s, actions[i])
        done[i] = s.over
        if s.over:
            payoff(s, payoffs[i])
            start(s)


@kernel
def batch_sample(states, first, last, actions):
    """A random legal action for each state."""
    for i in range(first, last):
        actions[i] = sample(states[i])


@kernel
def batch_mask(states, first, last, mask):
    """Which actions are legal, a row of bytes per state."""
    out = np.empty(MOST_LEGAL, np.int32)
    for i in range(first, last):
        mask[i, :] = 0
        n = legal(states[i], out)
        for k in range(n):
            mask[i, out[k]] = 1


@kernel
def batch_observe(states, first, last, planes):
    """What the actor of each state sees."""
    for i in range(first, last):
        observe(states[i], states[i].actor, planes[i])
