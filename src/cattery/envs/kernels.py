"""Generic kernels of the environments: one call per step, whatever the game."""

from __future__ import annotations

import numpy as np

from cattery.kernel import (
    MOST_LEGAL,
    apply,
    below,
    imagine,
    kernel,
    legal,
    observe,
    payoff,
    random_bits,
    sample,
    start,
    weigh,
)
from cattery.loops import seed_of_game

RANDOM, GREEDY = 0, 1  # minds: how an opponent chooses
NOBODY = -1


# --- one game, an agent at a time ----------------------------------------------------------------


@kernel
def turn_begins(states, ids, mask, marked):
    """Mark what the actor of state 0 may choose: (the actor, or NOBODY at the end; how many ids).

    The first `marked` ids of the last turn are taken off the mask: it may be much longer.
    """
    s = states[0]
    for k in range(marked):
        mask[ids[k]] = 0
    if s.over:
        return NOBODY, 0
    n = legal(s, ids)
    for k in range(n):
        mask[ids[k]] = 1
    return np.int64(s.actor), n


@kernel
def turn_taken(states, action, ids, mask, marked):
    """Carry out a legal action in state 0; then as `turn_begins`."""
    s = states[0]
    s.revealed = 0
    apply(s, action)
    return turn_begins(states, ids, mask, marked)


# --- many games, one learner in each -------------------------------------------------------------
# `table` is what all games of a chunk share: (minds of the opponents, clockwise from the learner;
# worlds that a greedy one imagines; room for a state, for actions, for likings and their sums).


@kernel
def like_best(s, table):
    """The action that the actor's `weigh` likes best over imagined worlds, ties by lot."""
    _, worlds, scratch, out, liking, total = table
    n = legal(s, out)
    if n == 1:
        return np.int64(out[0])
    w = scratch[0]
    total[:n] = 0.0
    for _ in range(worlds):
        chance = random_bits(s)
        scratch[0] = s
        w.rng = chance
        imagine(w, s.actor)
        weigh(w, out, n, liking)
        for k in range(n):
            total[k] += liking[k]
    return np.int64(out[best_of(s, total, n)])


@kernel
def best_of(s, total, n):
    """Where the largest of n numbers is; one of several at random."""
    best, ties = 0, 1
    for k in range(1, n):
        if total[k] > total[best] + 1e-9:
            best, ties = k, 1
        elif total[k] >= total[best] - 1e-9:
            ties += 1
            if below(s, ties) == 0:
                best = k
    return best


@kernel
def await_learner(s, learner, table):
    """Let the opponents play until the learner decides, or the game is over.

    In a simultaneous round the learner goes first: what the others choose is hidden from it anyway.
    """
    minds = table[0]
    while not s.over:
        if (np.int64(s.waiting) >> learner) & 1:
            s.actor = learner
            return
        place = np.int64(s.actor) - learner - 1  # clockwise from the learner
        if minds[place if place >= 0 else place + s.seats] == GREEDY:
            apply(s, like_best(s, table))
        else:
            apply(s, sample(s))


@kernel
def deal_for_learner(s, learner, table):
    """Deal until there is a game in which the learner has something to decide."""
    start(s)
    await_learner(s, learner, table)
    while s.over:
        start(s)
        await_learner(s, learner, table)


# What is legal in game i is told by `mask[i]`, a byte per action, or by the first `counts[i]` of
# `ids[i]`: the other is None. A count above the length of a row says that its ids don't fit.


@kernel
def show(s, i, learner, out, planes, mask, ids, counts):
    """What the learner of game i sees and may do; once no action counts any more, all are legal."""
    observe(s, learner, planes[i])
    if mask is not None:
        mask[i, :] = s.over
        if not s.over:
            n = legal(s, out)
            for k in range(n):
                mask[i, out[k]] = 1
    if ids is not None:
        list_ids(s, i, out, ids, counts)


@kernel
def list_ids(s, i, out, ids, counts):
    """The legal ids of game i, as many as fit, and how many there are; 0 stands for all."""
    n = 1
    out[0] = 0
    if not s.over:
        n = legal(s, out)
    counts[i] = n
    for k in range(min(n, ids.shape[1])):
        ids[i, k] = out[k]


@kernel
def list_all(states, first, last, ids, counts):
    """The legal ids of each game, once more."""
    out = np.empty(MOST_LEGAL, np.int32)
    for i in range(first, last):
        list_ids(states[i], i, out, ids, counts)


@kernel
def table_of(states, first, minds, worlds):
    """What all games of a chunk share."""
    scratch = states[first : first + 1].copy()
    out = np.empty(MOST_LEGAL, np.int32)
    return minds, worlds, scratch, out, np.empty(MOST_LEGAL), np.empty(MOST_LEGAL)


@kernel
def vector_reset(
    states, first, last, seed, chosen, learners, minds, worlds, planes, mask, ids, counts
):
    """Deal the chosen games, each from a chance of its own, and show them to the learner."""
    table = table_of(states, first, minds, worlds)
    for i in range(first, last):
        if chosen[i]:
            s = states[i]
            learner = np.int64(learners[i])
            s.rng = seed_of_game(seed, i)
            deal_for_learner(s, learner, table)
            show(s, i, learner, table[3], planes, mask, ids, counts)


@kernel
def first_illegal(actions, mask, ids, counts, due):
    """The first game whose action isn't legal, or -1; one that is due to be dealt takes any."""
    for i in range(len(actions)):
        if not due[i] and not is_legal(actions[i], i, mask, ids, counts):
            return i
    return -1


@kernel
def is_legal(action, i, mask, ids, counts):
    """Whether the learner of game i may choose an action."""
    if mask is not None:
        return 0 <= action < mask.shape[1] and mask[i, action] > 0
    if ids is not None:
        for k in range(counts[i]):
            if ids[i, k] == action:
                return True
    return False


@kernel
def vector_step(
    states, first, last, actions, learners, minds, worlds, turning, same_step,
    due, ended, rewards, last_planes, planes, mask, ids, counts,
):  # fmt: skip
    """The learner's action and the opponents' answers in each game, and what the learner sees then.

    A game that is due is dealt instead, and its action doesn't count. One that ends pays the
    learner; with `same_step` it leaves its last view in `last_planes`, and the next is dealt at
    once. `turning` moves the learner on by so many seats for each new game.
    """
    table = table_of(states, first, minds, worlds)
    payoffs = np.empty(len(minds) + 1)
    for i in range(first, last):
        s = states[i]
        learner = np.int64(learners[i])
        rewards[i] = 0.0
        ended[i] = False
        anew = due[i]
        if not anew:
            s.revealed = 0
            apply(s, actions[i])
            await_learner(s, learner, table)
            if s.over:
                ended[i] = True
                payoff(s, payoffs)
                rewards[i] = payoffs[learner]
                if same_step:
                    observe(s, learner, last_planes[i])
                    anew = True
        if anew:
            learner = (learner + turning) % np.int64(s.seats)
            learners[i] = learner
            deal_for_learner(s, learner, table)
        show(s, i, learner, table[3], planes, mask, ids, counts)
