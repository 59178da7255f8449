"""Filou: what a careful player prefers, from what the player knows."""

from __future__ import annotations

import math

import numpy as np

from cattery.games.filou.rules.secrets import imagine, lies_hidden, unseen
from cattery.games.filou.rules.state import (
    BID,
    BID_0,
    BIG_DOG,
    DECLINE,
    KINDS,
    LAY,
    MOUSE_CARD,
    NOBODY,
    PASS,
    RABBIT,
    ROUNDS,
    ROW,
    SMALL_DOG,
    STATE,
    TAKE,
    VALUE,
    owner,
    row_length,
    row_place,
)
from cattery.kernel import below, count_bits, implement, kernel

# Weights found by matches of greedy players with others of their kind.
WORTH = 0.8  # what an expected point is worth in mice: sacks that others leave tend to disappoint
REWARD = 0.75  # of the mouse that a pass would earn now
NEXT_REWARD = 0.5  # of what the next pass earns more than this one
RICHER = 0.05  # for each mouse more than the others have
EARLY = 0.5  # at the start of the game, less and less towards its end
GOOD_CAT = 0.015  # laying: for each point, and each mouse more than the others have
BIG_DOG_RICH, BIG_DOG_FIRST = -0.3, 1.0  # a big dog is for those who won't win the sack
SMALL_DOG_RICH, SMALL_DOG_FIRST = 0.1, 3.0
GOOD_CAT_FIRST = -0.05  # for each point: everybody bids on what lies open

ANIMALS = np.array(sorted(range(BIG_DOG), key=lambda kind: VALUE[kind]), np.int64)  # worst first
MOOD = 2.0  # mice by which a bidder in a hurry may misjudge
WHIM = 3.0  # how much a card may be liked for no reason
JUMP = 3  # mice that a bid may add at once
SUSPICION = 1.5  # a card liked by so much more is e times as likely to lie hidden


@kernel
def chances(s, seat, out):
    """How likely each card of the row is of each kind, for all that `seat` knows; the row is full.

    A card that lies hidden is as likely as any other that its player hasn't shown.
    """
    for at in range(row_length(s)):
        player = owner(s, np.int64(s.auction), at)
        kind = np.int64(s.sacks[s.auction, at])
        if at < s.shown or player in (seat, NOBODY):
            for k in range(KINDS):
                out[at, k] = 1.0 if k == kind else 0.0
            continue
        kinds = unseen(s, player)
        share = 1.0 / count_bits(kinds)
        for k in range(KINDS):
            out[at, k] = share if np.int64(kinds) >> k & 1 else 0.0


@kernel
def expected_worth(chance, n):
    """The expected points in a row of n cards after the dogs are gone (F-30, F-31), exactly."""
    total = 0.0
    for at in range(n):
        for kind in range(BIG_DOG):
            total += chance[at, kind] * VALUE[kind]
    for at in range(n):
        if chance[at, BIG_DOG] > 0.0:
            total -= chance[at, BIG_DOG] * expected_prey(chance, n, at, True)
        if chance[at, SMALL_DOG] > 0.0:
            total -= chance[at, SMALL_DOG] * expected_prey(chance, n, at, False)
    return total


@kernel
def expected_prey(chance, n, dog, best):
    """The value of the best or worst animal, expected over rows whose only dog lies at `dog`.

    It is summed level by level: the chance that all others are animals no better (no worse) than
    this one, less the chance for the level before.
    """
    below = np.zeros(ROW)
    total, before = 0.0, 0.0
    for step in range(len(ANIMALS)):
        kind = ANIMALS[step] if best else ANIMALS[len(ANIMALS) - 1 - step]
        together = 1.0
        for at in range(n):
            if at != dog:
                below[at] += chance[at, kind]
                together *= below[at]
        total += (together - before) * VALUE[kind]
        before = together
    return total


@kernel
def expected_sack(s, seat):
    """What the sack of a full row is worth to one who knows what `seat` knows."""
    chance = np.empty((ROW, KINDS))
    chances(s, seat, chance)
    return expected_worth(chance, row_length(s))


@kernel
def lead(s, seat):
    """How many mice `seat` has more than the others on average (F-51: who counts knows)."""
    others = 0.0
    for other in range(s.seats):
        if other != seat:
            others += s.mice[other]
    return s.mice[seat] - others / (s.seats - 1)


@kernel
def lead_when_laying(s, seat):
    """The same before the passes of this round brought mice (F-24)."""
    gain = 0.0
    for other in range(s.seats):
        if s.filled and s.place[other]:
            mice = MOUSE_CARD[s.seats, s.place[other] - 1]
            gain += mice if other == seat else -mice / (s.seats - 1)
    return lead(s, seat) - gain


@kernel
def limit(s):
    """The highest bid that the actor should make, as far as one can tell."""
    seat = np.int64(s.actor)
    most = WORTH * expected_sack(s, seat) + RICHER * lead(s, seat)
    most += EARLY * (ROUNDS - 1 - s.auction) / (ROUNDS - 1)
    if s.filled:
        now = MOUSE_CARD[s.seats, s.passes]
        last = s.passes == s.seats - 2
        then = now if last else MOUSE_CARD[s.seats, s.passes + 1]
        most += NEXT_REWARD * (then - now) - REWARD * now
    return most


@kernel
def liking(s, kind):
    """How well a card suits the actor who is to lay."""
    return suits(kind, lead(s, np.int64(s.actor)), s.laid == 0)  # F-22: the first will be open


@kernel
def suits(kind, rich, first):
    """How well a card suits a player: good ones if rich, others if poor; the first lies open."""
    if kind == RABBIT:
        return 0.0
    if kind == BIG_DOG:
        return BIG_DOG_RICH * rich + BIG_DOG_FIRST * first
    if kind == SMALL_DOG:
        return SMALL_DOG_RICH * rich + SMALL_DOG_FIRST * first
    return VALUE[kind] * (GOOD_CAT * rich + GOOD_CAT_FIRST * first)


@kernel
def weigh(s, actions, n, out):
    """Lay what suits; bid as little as possible up to a limit; buy what is worth more than a mouse.

    It looks only at what the actor knows, so that every imagined world weighs the same.
    """
    if s.phase == LAY:
        for k in range(n):
            out[k] = liking(s, actions[k])
    elif s.phase == BID:
        most = limit(s)
        for k in range(n):
            out[k] = 0.0 if actions[k] == PASS else most - (actions[k] - BID_0)
    else:
        worth = expected_sack(s, np.int64(s.actor))
        for k in range(n):
            out[k] = worth - 1.0 if actions[k] == TAKE else 0.0


# --- in a hurry: what playouts play --------------------------------------------------------------


@kernel
def urge(s):
    """As `weigh` would, but with a mood of its own each time, and never far above the last bid."""
    if s.phase == LAY:
        return urged_card(s)
    if s.phase == BID:
        return urged_bid(s)
    worth = expected_sack(s, np.int64(s.actor))
    return np.int64(TAKE if worth > 1.0 and s.mice[s.actor] > 0 else DECLINE)


@kernel
def fraction(s):
    """A random number, at least 0 and below 1."""
    return below(s, 1 << 20) / (1 << 20)


@kernel
def urged_card(s):
    """The card that suits best, give or take a whim."""
    best, most = 0, -1e9
    for kind in range(KINDS):
        if s.hand[s.actor] >> kind & 1:
            value = liking(s, kind) + WHIM * fraction(s)
            if value > most:
                best, most = kind, value
    return np.int64(best)


@kernel
def urged_bid(s):
    """Some more than the last bid, or a pass above the limit of the moment."""
    least = np.int64(s.high) + 1
    if least > s.mice[s.actor]:
        return np.int64(PASS)
    most = limit(s) + MOOD * (2.0 * fraction(s) - 1.0)
    if least >= most:
        return np.int64(PASS)
    bid = least + below(s, JUMP)
    while bid > least and (bid >= most or bid > s.mice[s.actor]):
        bid -= 1
    return BID_0 + bid


@kernel
def guess(s, seat):
    """Imagine, but with cards face down that suit those who laid them."""
    imagine(s, seat)
    if s.over:
        return
    for other in range(s.seats):
        if other != seat and lies_hidden(s, other):
            guess_card(s, other)


@kernel
def guess_card(s, other):
    """Exchange the hidden card of a player for one from its hand that it may have preferred."""
    at = row_place(s, other)
    kinds = np.int64(s.hand[other]) | 1 << np.int64(s.sacks[s.auction, at])
    rich = lead_when_laying(s, other)
    weights = np.zeros(KINDS)
    total = 0.0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            weights[kind] = math.exp(suits(kind, rich, at == 0) / SUSPICION)
            total += weights[kind]
    left = total * fraction(s)
    found = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            found = kind
            left -= weights[kind]
            if left < 0.0:
                break
    s.sacks[s.auction, at] = found
    s.hand[other] = kinds ^ 1 << found


implement(STATE, weigh=weigh, urge=urge, guess=guess)
