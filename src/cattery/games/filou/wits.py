"""Filou: what a careful player prefers, from what the player knows."""

from __future__ import annotations

import math

import numpy as np

from cattery.games.filou.rules.auction import payoff, worth
from cattery.games.filou.rules.secrets import unseen
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
MOOD = 3  # mice by which a bidder in a hurry may misjudge
FEELING = 8.0  # points by which totals drift apart in one more round
WHIM = 8.0  # how much a card may be liked for no reason


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
    """How well a card suits the row: good ones for a rich player, others for a poor one."""
    seat = np.int64(s.actor)
    rich = lead(s, seat)
    first = np.int64(s.laid == 0)  # F-22: this card will be the open one
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
        least = np.int64(s.high) + 1
        mood = below(s, 2 * MOOD + 1) - MOOD
        if least > s.mice[s.actor] or least > limit(s) + mood:
            return np.int64(PASS)
        return BID_0 + least
    worth = expected_sack(s, np.int64(s.actor))
    return np.int64(TAKE if worth > 1.0 and s.mice[s.actor] > 0 else DECLINE)


@kernel
def urged_card(s):
    """The card that suits best, give or take a whim."""
    best, most = 0, -1e9
    for kind in range(KINDS):
        if s.hand[s.actor] >> kind & 1:
            value = liking(s, kind) + WHIM * below(s, 1024) / 1024.0
            if value > most:
                best, most = kind, value
    return np.int64(best)


@kernel
def feel(s, out):
    """From what everybody has, the auction under way settled as it stands; the closer the end, the
    surer."""
    if s.over:
        payoff(s, out)
        return
    totals = np.empty(len(s.mice))
    for seat in range(s.seats):
        totals[seat] = np.int64(s.points[seat]) + np.int64(s.mice[seat])
    if s.phase != LAY:
        settle(s, totals)
    scale = FEELING * math.sqrt(ROUNDS - s.auction)
    for seat in range(s.seats):
        ahead = 0.0
        for other in range(s.seats):
            ahead += math.tanh((totals[seat] - totals[other]) / scale)
        out[seat] = ahead / (s.seats - 1)


@kernel
def settle(s, totals):
    """The sack to the highest bidder, the mouse cards to those still in, the lowest first."""
    winner = np.int64(s.actor)
    for seat in range(s.seats):
        if s.bid[seat] > 0 and s.bid[seat] == s.high:
            winner = seat
    price = max(1, np.int64(s.high))
    if s.high > 0 or s.mice[winner] > 0:
        totals[winner] += max(0 if s.high == 0 else -1000, worth_of_row(s) - price)
    if not s.filled:
        return
    passes = np.int64(s.passes)
    for seat in range(s.seats):
        if seat != winner and not s.place[seat]:
            totals[seat] += MOUSE_CARD[s.seats, passes]
            passes += 1


@kernel
def worth_of_row(s):
    """The points in the row of this world."""
    return worth(s.sacks[s.auction], row_length(s))


implement(STATE, weigh=weigh, urge=urge, feel=feel)
