"""Filou: setup, laying, bidding, the dogs, and the end."""

from __future__ import annotations

import numpy as np

from cattery.games.filou.rules.deck import MOST
from cattery.games.filou.rules.state import (
    BANK,
    BID,
    BID_0,
    BIG_DOG,
    BUY,
    DECLINE,
    FILLING,
    KINDS,
    LAY,
    MICE,
    MOUSE_CARD,
    NO_CARD,
    NOBODY,
    PASS,
    ROUNDS,
    ROW,
    TAKE,
    VALUE,
    WHOLE_SET,
    has_pile,
    owner,
    row_length,
)
from cattery.kernel import below, count_bits, kernel, next_seat, nth_bit, payoffs_by, to_act

# --- setup ---------------------------------------------------------------------------------------


@kernel
def start(s):
    """F-10 to F-13: sets, missing cards, mice, the bank, the start player."""
    for seat in range(s.seats):
        missing = below(s, KINDS)
        s.missing[seat] = missing
        s.hand[seat] = WHOLE_SET ^ (1 << missing)
        s.mice[seat] = MICE
        s.points[seat] = 0
    for seat in range(s.seats, len(s.mice)):
        s.missing[seat] = NO_CARD
        s.hand[seat] = 0
        s.mice[seat] = 0
        s.points[seat] = 0
    s.pile = WHOLE_SET if has_pile(s) else 0
    for k in range(ROUNDS):
        for at in range(ROW):
            s.sacks[k, at] = NO_CARD
        s.opener[k] = NOBODY
        s.taker[k] = NOBODY
        s.price[k] = 0
    s.bank = BANK[s.seats]
    s.over = 0
    s.revealed = 0
    first = np.int64(s.first)
    begin_round(s, 0, first if first >= 0 else below(s, s.seats), False)


@kernel
def begin_round(s, number, opener, unsold):
    """F-20, F-21: fill the mouse cards, unless the last sack was left unsold (F-26)."""
    s.auction = number
    s.opener[number] = opener
    clear_bids(s)
    s.filled = not unsold and s.bank >= FILLING[s.seats]
    if s.filled:
        s.bank -= FILLING[s.seats]
    s.laid = np.int64(has_pile(s))  # the pile's card lies first; it is drawn when it is turned
    s.shown = 0
    s.phase = LAY
    to_act(s, opener)


@kernel
def clear_bids(s):
    """Nobody has bid or passed."""
    for seat in range(len(s.bid)):
        s.bid[seat] = 0
        s.place[seat] = 0
    s.passes = 0
    s.high = 0


# --- decisions -----------------------------------------------------------------------------------


@kernel
def highest_legal(s):
    """F-23: the most that the actor may bid."""
    return np.int64(s.mice[s.actor])


@kernel
def legal(s, out):
    """F-21, F-23, F-26."""
    n = 0
    if s.phase == LAY:
        for kind in range(KINDS):
            if s.hand[s.actor] >> kind & 1:
                out[n] = kind
                n += 1
    elif s.phase == BID:
        for mice in range(np.int64(s.high) + 1, highest_legal(s) + 1):
            out[n] = BID_0 + mice
            n += 1
        out[n] = PASS
        n += 1
    else:
        if s.mice[s.actor] > 0:
            out[n] = TAKE
            n += 1
        out[n] = DECLINE
        n += 1
    return n


@kernel
def sample(s):
    """A uniformly random legal action, without listing them all."""
    if s.phase == LAY:
        hand = np.uint64(s.hand[s.actor])
        return nth_bit(hand, below(s, count_bits(hand)))
    if s.phase == BID:
        raises = max(0, highest_legal(s) - np.int64(s.high))
        k = below(s, raises + 1)
        return BID_0 + np.int64(s.high) + 1 + k if k < raises else np.int64(PASS)
    if s.mice[s.actor] > 0 and below(s, 2) == 0:
        return np.int64(TAKE)
    return np.int64(DECLINE)


@kernel
def apply(s, action):
    """Lay, bid, pass, buy or decline."""
    if action < KINDS:
        lay(s, action)
    elif action < PASS:
        raise_bid(s, action - BID_0)
    elif action == PASS:
        pass_bid(s)
    elif action == TAKE:
        win_sack(s, np.int64(s.actor), 1)
    else:
        leave_sack(s)


@kernel
def lay(s, kind):
    """F-21: a card face down at the end of the row; F-22: the first is turned when it is full."""
    seat = np.int64(s.actor)
    s.hand[seat] ^= 1 << kind
    s.sacks[s.auction, s.laid] = kind
    s.laid += 1
    if s.laid < row_length(s):
        to_act(s, next_seat(s, seat))
        return
    if has_pile(s):
        turn_pile(s)
    s.shown = 1
    s.revealed = 1
    s.phase = BID
    to_act(s, np.int64(s.opener[s.auction]))


@kernel
def turn_pile(s):
    """F-12, F-22: a card of the pile, whose order nobody knows; the last one is never turned."""
    pile = np.uint64(s.pile)
    kind = nth_bit(pile, below(s, count_bits(pile)))
    s.pile ^= 1 << kind
    s.sacks[s.auction, 0] = kind


@kernel
def raise_bid(s, mice):
    """F-23: the highest bid is now the actor's."""
    s.bid[s.actor] = mice
    s.high = mice
    to_act(s, next_bidder(s))


@kernel
def next_bidder(s):
    """The next player clockwise who hasn't passed; the actor itself if there is no other."""
    seat = next_seat(s, np.int64(s.actor))
    while s.place[seat] and seat != s.actor:
        seat = next_seat(s, seat)
    return seat


@kernel
def pass_bid(s):
    """F-24: the own bid back, mice from the lowest full mouse card, the next card revealed."""
    seat = np.int64(s.actor)
    s.bid[seat] = 0
    if s.filled:  # F-27
        s.mice[seat] += MOUSE_CARD[s.seats, s.passes]
    s.passes += 1
    s.place[seat] = s.passes
    s.revealed = 1
    last = next_bidder(s)
    to_act(s, last)
    if s.passes < s.seats - 1:
        s.shown += 1
        return
    s.shown = s.laid  # F-25, F-26: everything is revealed
    if s.high > 0:
        win_sack(s, last, np.int64(s.high))
    else:
        s.phase = BUY


# --- the sack ------------------------------------------------------------------------------------


@kernel
def chased(row, n):
    """F-30 to F-32: the place in a row of n cards of the animal that a lone dog chases, or -1."""
    dog = NO_CARD
    dogs = 0
    for at in range(n):
        if row[at] >= BIG_DOG:
            dog = np.int64(row[at])
            dogs += 1
    if dogs != 1:
        return -1
    liking = 1 if dog == BIG_DOG else -1
    found = -1
    for at in range(n):
        if row[at] >= BIG_DOG:
            continue
        if found < 0 or liking * VALUE[row[at]] > liking * VALUE[row[found]]:
            found = at
    return found


@kernel
def worth(row, n):
    """The points in a row of n cards after the dogs are gone."""
    total = 0
    for at in range(n):
        total += VALUE[row[at]]
    gone = chased(row, n)
    return total if gone < 0 else total - VALUE[row[gone]]


@kernel
def win_sack(s, seat, price):
    """F-25: pay the bank, take the sack, begin the next round."""
    s.mice[seat] -= price
    s.bank += price
    s.points[seat] += worth(s.sacks[s.auction], np.int64(s.laid))
    s.taker[s.auction] = seat
    s.price[s.auction] = price
    next_round(s, seat, False)


@kernel
def leave_sack(s):
    """F-26: the cards leave the game, the start player stays, no mice in the next round."""
    next_round(s, np.int64(s.opener[s.auction]), True)


@kernel
def next_round(s, opener, unsold):
    """The next of nine rounds, or the end (F-40), at which everything is open (F-50)."""
    if s.auction + 1 < ROUNDS:
        begin_round(s, np.int64(s.auction) + 1, opener, unsold)
        return
    clear_bids(s)
    s.filled = 0
    s.over = 1
    s.waiting = 0
    s.revealed = 1


# --- the end -------------------------------------------------------------------------------------


@kernel
def score(s, out):
    """F-40: the cats won and the mice."""
    for seat in range(s.seats):
        out[seat] = np.int64(s.points[seat]) + np.int64(s.mice[seat])


@kernel
def payoff(s, out):
    """F-40: by points, then by those of the cats alone."""
    score(s, out)
    payoffs_by(out, s.points, np.int64(s.seats), out)


@kernel
def survey(states, i, owners, prey, worths, first):
    """What follows from state i, for those who only look: per round and place whose card it is
    (NOBODY for the pile's), per full row the place of the prey or -1 and its points after the
    dogs, and per seat whether nobody stands before it."""
    s = states[i]
    n = row_length(s)
    for k in range(s.auction + 1):
        for at in range(n):
            owners[k, at] = owner(s, k, at)
        if k < s.auction or s.laid == n:
            prey[k] = chased(s.sacks[k], n)
            worths[k] = worth(s.sacks[k], n)
    payoffs = np.empty(MOST)
    payoff(s, payoffs)
    for seat in range(s.seats):
        first[seat] = payoffs[seat] == payoffs[: s.seats].max()
