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
    return WORTH * expected_sack(s, np.int64(s.actor)) + care(s)


@kernel
def care(s):
    """What a careful bidder adds to the worth of a sack: for riches, the time, the mouse cards."""
    most = RICHER * lead(s, np.int64(s.actor))
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
    return urged_purchase(s)


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
    if s.high >= s.mice[s.actor]:
        return np.int64(PASS)
    return bid_up_to(s, limit(s) + MOOD * (2.0 * fraction(s) - 1.0), JUMP)


@kernel
def bid_up_to(s, most, jump):
    """A bid below `most` that adds up to `jump` mice, or a pass; the actor has mice for a bid."""
    least = np.int64(s.high) + 1
    if least >= most:
        return np.int64(PASS)
    bid = least + below(s, jump)
    while bid > least and (bid >= most or bid > s.mice[s.actor]):
        bid -= 1
    return BID_0 + bid


@kernel
def urged_purchase(s):
    """Buy what is worth more than a mouse."""
    worth = expected_sack(s, np.int64(s.actor))
    return np.int64(TAKE if worth > 1.0 and s.mice[s.actor] > 0 else DECLINE)


@kernel
def guess(s, seat):
    """Imagine, but with cards face down that suit those who laid them."""
    imagine(s, seat)
    if s.over:
        return
    likings = np.zeros(KINDS)
    for other in range(s.seats):
        if other != seat and lies_hidden(s, other):
            rich, first = lead_when_laying(s, other), row_place(s, other) == 0
            for kind in range(KINDS):
                likings[kind] = suits(kind, rich, first) / SUSPICION
            guess_card(s, other, likings)


@kernel
def guess_card(s, other, likings):
    """Exchange the hidden card of a player for one from its hand, e times as often if liked by 1
    more."""
    at = row_place(s, other)
    kinds = np.int64(s.hand[other]) | 1 << np.int64(s.sacks[s.auction, at])
    weights = np.zeros(KINDS)
    total = 0.0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            weights[kind] = math.exp(likings[kind])
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


# --- after a round -------------------------------------------------------------------------------
# How much a lead tells of the end, fitted to games of all habits
# (`python -m benchmarks.filou_feeling`).

MOUSE = 1.1  # points that a mouse counts, for it can still buy
HELD = 0.06  # of the points that are in the own hand
OPENS = -1.0  # points: who starts shows the own card to all
SPREAD, SPREAD_ROUND = 2.3, 0.75  # a lead of so many points is odds of e to 1, more for each round
MOST_SPREAD = 7  # rounds, more don't make it less certain


@kernel
def stage(s):
    """Playouts may end after a round."""
    return np.int64(s.auction)


@kernel
def standing(s, seat):
    """What a seat has at the beginning of a round, in points."""
    held = 0
    for kind in range(KINDS):
        if s.hand[seat] >> kind & 1:
            held += VALUE[kind]
    total = s.points[seat] + MOUSE * s.mice[seat] + HELD * held
    return total + OPENS if s.opener[s.auction] == seat else total


@kernel
def feel(s, out):
    """Payoffs by how likely a lead is kept through the rounds that are left, this one included."""
    seats = np.int64(s.seats)
    left = ROUNDS - np.int64(s.auction)
    spread = SPREAD + SPREAD_ROUND * (left if left < MOST_SPREAD else MOST_SPREAD)
    stand = np.empty(seats)
    for seat in range(seats):
        stand[seat] = standing(s, seat)
        out[seat] = 0.0
    for seat in range(seats):
        for other in range(seat):
            ahead = math.tanh((stand[seat] - stand[other]) / (2.0 * spread)) / (seats - 1)
            out[seat] += ahead
            out[other] -= ahead


# --- others have habits of their own -------------------------------------------------------------
# A habit is a row of numbers: how somebody bids, then how somebody lays. Any way of bidding may
# come with any way of laying.

(
    PER_POINT,  # mice for an expected point
    FLAT,  # mice for any sack
    SHARE,  # of the own mice
    CARE,  # how much a careful bidder's reasons count
    LOWER,  # share of the limit that is left out by lot
    MISJUDGES,  # mice up or down
    LEAVES,  # share of the limit that goes when one rival is left
    RAISES,  # mice that a bid may add
    SUITS,  # laying: how much a careful player's reasons count
    LIKES_POINT,
    LIKES_DOG,
    WHIMS,  # how much a card may be liked for no reason
) = range(12)

BIDDING = (
    (WORTH, 0.0, 0.0, 1.0, 0.0, MOOD, 0.0, JUMP),  # careful, as `urge`
    (WORTH, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),  # careful without moods, as `weigh`
    (0.0, 0.2, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0),  # a miser
    (0.0, 4.0, 0.0, 0.0, 0.0, 1.5, 0.0, 2.0),  # pays little
    (0.0, 9.0, 0.0, 0.0, 0.0, 3.0, 0.0, 2.0),  # pays much
    (0.0, 60.0, 0.0, 0.0, 0.0, 20.0, 0.0, 2.0),  # pays anything
    (0.0, 4.0, 0.0, 0.0, 0.0, 1.5, 1.0, 2.0),  # stays in for little, and leaves the sack to another
    (0.0, 9.0, 0.0, 0.0, 0.0, 3.0, 1.0, 2.0),  # the same, louder
    (0.0, 0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 2.0),  # half of what it has
    (0.5, 0.0, 0.0, 0.0, 0.0, 1.5, 0.0, 2.0),  # half of what is there
    (1.0, 0.0, 0.0, 0.0, 0.0, 1.5, 0.0, 2.0),  # all of it
    (1.0, 0.5, 0.0, 0.0, 1.0, 1.0, 0.0, 3.0),  # anything up to what is there
    (0.0, 12.0, 0.0, 0.0, 1.0, 2.0, 0.0, 3.0),  # anybody
)
LAYING = (
    (1.0, 0.0, 0.0, WHIM),  # careful, as `urge`
    (1.0, 0.0, 0.0, 0.01),  # careful without whims, as `weigh`
    (0.0, 1.0, 0.0, 2.0),  # the best first
    (0.0, -1.0, 0.0, 2.0),  # the worst first
    (0.0, -0.2, 5.0, 2.0),  # dogs first
    (0.0, 0.0, 0.0, 1.0),  # anybody
)
CAREFUL, STEADY = 0.55, 0.2  # how likely somebody bids, or lays, as `urge` does and as `weigh`
HABITS = np.array([(*bid, *lay) for bid in BIDDING for lay in LAYING])  # in this order
_bidding, _laying = (
    np.array([CAREFUL, STEADY] + [(1.0 - CAREFUL - STEADY) / (len(ways) - 2)] * (len(ways) - 2))
    for ways in (BIDDING, LAYING)
)
HABIT_WEIGHTS = np.outer(_bidding, _laying).ravel()  # [habit] before anything has been seen

OWN_HABIT = len(LAYING) + 1  # how a thinker goes on itself in playouts: as `weigh`

SLIP = 0.05  # of moves say nothing of a habit
LEAST_VAGUE = 0.7  # mice within which nobody's limit is known
VAGUE_MOOD, VAGUE_LOT = 0.4, 0.25  # and how much more of what varies in it
VAGUE_CARD, VAGUE_WHIM = 0.3, 0.4  # a card liked by so much more is e times as likely


@kernel
def urge_as(s, habit):
    """As `urge`, by a habit."""
    if s.phase == LAY:
        return habitual_card(s, habit)
    if s.phase == BID:
        return habitual_bid(s, habit)
    return urged_purchase(s)


@kernel
def habitual_card(s, habit):
    """The card that suits the habit best, give or take a whim."""
    best, most = 0, -1e9
    rich, first = lead(s, np.int64(s.actor)), s.laid == 0
    for kind in range(KINDS):
        if s.hand[s.actor] >> kind & 1:
            value = habit_suits(habit, kind, rich, first) + habit[WHIMS] * fraction(s)
            if value > most:
                best, most = kind, value
    return np.int64(best)


@kernel
def habit_suits(habit, kind, rich, first):
    """How well a card suits a habit; `rich` and `first` as for `suits`."""
    value = habit[LIKES_POINT] * VALUE[kind]
    if kind >= BIG_DOG:
        value += habit[LIKES_DOG]
    if habit[SUITS] != 0.0:
        value += habit[SUITS] * suits(kind, rich, first)
    return value


@kernel
def habitual_bid(s, habit):
    """Some more than the last bid, or a pass above the habit's limit of the moment."""
    if s.high >= s.mice[s.actor]:
        return np.int64(PASS)
    sack = expected_sack(s, np.int64(s.actor)) if habit[PER_POINT] != 0.0 else 0.0
    most = habitual_limit(s, habit, sack) + habit[MISJUDGES] * (2.0 * fraction(s) - 1.0)
    if habit[LOWER] != 0.0:
        most *= 1.0 - habit[LOWER] * fraction(s)
    return bid_up_to(s, most, np.int64(habit[RAISES]))


@kernel
def habitual_limit(s, habit, sack):
    """How high the actor goes by habit for a sack that seems to be worth so much."""
    most = habit[PER_POINT] * sack + habit[FLAT] + habit[SHARE] * s.mice[s.actor]
    if habit[CARE] != 0.0:
        most += habit[CARE] * care(s)
    if s.passes == s.seats - 2:
        most *= 1.0 - habit[LEAVES]
    return most


@kernel
def guess_as(s, seat, habits):
    """Imagine, but with cards face down that suit the habits of those who laid them."""
    imagine(s, seat)
    if s.over:
        return
    likings = np.zeros(KINDS)
    for other in range(s.seats):
        if other != seat and lies_hidden(s, other):
            rich, first = lead_when_laying(s, other), row_place(s, other) == 0
            vague = VAGUE_CARD + VAGUE_WHIM * habits[other, WHIMS]
            for kind in range(KINDS):
                likings[kind] = habit_suits(habits[other], kind, rich, first) / vague
            guess_card(s, other, likings)


@kernel
def explain(then, now, action, population, out):
    """A card tells something once it lies open, a bid or a pass at once."""
    if then.phase == LAY:
        at = np.int64(then.laid)
        if then.auction < now.auction or at < now.shown:
            still_unseen = np.int64(unseen(now, np.int64(then.actor)))
            laid = np.int64(now.sacks[then.auction, at])
            explain_card(then, laid, still_unseen, population, out)
    elif then.phase == BID and then.high < then.mice[then.actor]:
        explain_bid(then, now, action != PASS, population, out)


@kernel
def explain_card(s, laid, still_unseen, population, out):
    """Why it was this card, out of those of the set that nobody else had seen by then.

    A card that would have suited better may be the missing one (F-10), if it is unseen even now.
    """
    kinds = np.int64(unseen(s, np.int64(s.actor)))
    any_card = SLIP / count_bits(np.uint64(kinds))
    missing = 1.0 / count_bits(np.uint64(still_unseen))
    rich, first = lead(s, np.int64(s.actor)), s.laid == 0
    ways = len(LAYING)
    for k in range(ways):  # whatever they bid
        vague = VAGUE_CARD + VAGUE_WHIM * population[k, WHIMS]
        total, own, best = 0.0, 0.0, 0.0
        for kind in range(KINDS):
            if kinds >> kind & 1:
                liked = math.exp(habit_suits(population[k], kind, rich, first) / vague)
                total += liked
                if kind == laid:
                    own = liked
                elif still_unseen >> kind & 1:
                    best = max(best, liked)
        likely = (1.0 - missing) * own / total + missing * own / max(total - best, own)
        said = math.log((1.0 - SLIP) * likely + any_card)
        for each in range(k, len(population), ways):
            out[each] += said


@kernel
def explain_bid(s, now, bid, population, out):
    """Why somebody stayed in at this price, or left: by the own card, too, if it is open by now."""
    at = row_place(s, np.int64(s.actor))
    if s.auction < now.auction or at < now.shown:
        s.sacks[s.auction, at] = now.sacks[s.auction, at]
        sack = expected_sack(s, np.int64(s.actor))
    else:
        sack = expected_sack(s, NOBODY)
    least = np.int64(s.high) + 1
    ways = len(LAYING)
    for k in range(0, len(population), ways):  # whatever they lay
        most = habitual_limit(s, population[k], sack)
        lot = population[k, LOWER] * most
        vague = LEAST_VAGUE + VAGUE_MOOD * population[k, MISJUDGES] + VAGUE_LOT * abs(lot)
        stays = 1.0 / (1.0 + math.exp((least - most + lot / 2) / vague))
        stays = (1.0 - SLIP) * stays + SLIP / 2
        said = math.log(stays if bid else 1.0 - stays)
        for each in range(k, k + ways):
            out[each] += said


implement(
    STATE,
    weigh=weigh,
    urge=urge,
    guess=guess,
    stage=stage,
    feel=feel,
    urge_as=urge_as,
    guess_as=guess_as,
    explain=explain,
)
