"""Filou: the record, the cards and the action ids.

A card is known by its kind, for every set has one of each:

    0 ... 6  the cats, the worst first    7  the rabbit    8  the big dog    9  the small dog

A hand is a set of kinds as bits. The row of an auction is in laying order; with three players the
card from the pile comes first (F-21). A row opens from its first card on, so that a count says
what is face up.
"""

from __future__ import annotations

import numpy as np

from cattery.games.filou.rules.deck import CATS, FEWEST, MOST, deck
from cattery.kernel import kernel, record

DECK = deck()
KINDS = CATS + 3
RABBIT, BIG_DOG, SMALL_DOG = CATS, CATS + 1, CATS + 2
WHOLE_SET = (1 << KINDS) - 1
ROUNDS = KINDS - 1  # F-10: one card of each set is missing
ROW = MOST  # the longest row

LAY, BID, BUY = 0, 1, 2  # phases: what the actor decides
NOBODY = -1  # no player took the sack, or none yet
NO_CARD = -1

# --- the numbers of the deck, frozen into the compiled code --------------------------------------

VALUE = np.array([*DECK.cats, 0, 0, 0], np.int64)  # [kind] points; rabbits and dogs have none
MOUSE_CARD = np.zeros((MOST + 1, MOST), np.int64)  # [players, n-th to pass]
for _players, _cards in DECK.mouse_cards.items():
    MOUSE_CARD[_players, : len(_cards)] = _cards
FILLING = MOUSE_CARD.sum(axis=1)  # [players] mice to fill all mouse cards
BANK = np.array([DECK.bank.get(players, 0) for players in range(MOST + 1)], np.int64)
MICE = DECK.mice
MOST_MICE = max(DECK.total(players) for players in range(FEWEST, MOST + 1))

# --- actions -------------------------------------------------------------------------------------
# lay a card    kind             0 ...   9
# bid n mice    9 + n           10 ... 117   for n = 1 ... all mice in play
# pass          118
# buy           119
# decline       120
BID_0 = KINDS - 1  # plus the mice; a bid of 0 doesn't exist
PASS = BID_0 + MOST_MICE + 1
TAKE = PASS + 1
DECLINE = PASS + 2
ACTIONS = PASS + 3

STATE = record(
    "filou",
    options=[
        ("first", np.int8),  # F-13: the first start player, or -1 for chance
        ("open_mice", np.int8),  # F-51: whether everybody's mice are shown
    ],
    fields=[
        ("mice", np.int16, (MOST,)),  # [seat] owned, the own bid included
        ("bid", np.int16, (MOST,)),  # [seat] in this auction; 0 is none
        ("place", np.int8, (MOST,)),  # [seat] the order of passing, from 1; 0 while it is still in
        ("passes", np.int8),  # how many have passed
        ("high", np.int16),  # the highest bid; 0 is none
        ("bank", np.int16),
        ("filled", np.uint8),  # the mouse cards got mice this round
        ("hand", np.uint16, (MOST,)),  # [seat] kinds as bits
        ("missing", np.int8, (MOST,)),  # [seat] F-10: the kind that left the game
        ("pile", np.uint16),  # F-12: kinds not turned yet, the one removed among them
        ("auction", np.int8),  # which of the nine, from 0
        ("laid", np.int8),  # cards in the row, the pile's included
        ("shown", np.int8),  # how many of them are face up
        ("points", np.int16, (MOST,)),  # [seat] of the cats won
        ("sacks", np.int8, (ROUNDS, ROW)),  # [round, place in the row] kind, or NO_CARD
        ("opener", np.int8, (ROUNDS,)),  # [round] the start player, or NOBODY yet
        ("taker", np.int8, (ROUNDS,)),  # [round] who won the sack, or NOBODY
        ("price", np.int8, (ROUNDS,)),  # [round] what was paid for it
    ],
)


@kernel
def has_pile(s):
    """F-12: three players have a fourth set in play."""
    return s.seats == FEWEST


@kernel
def row_length(s):
    """How many cards make a full row."""
    return np.int64(s.seats) + np.int64(has_pile(s))


@kernel
def owner(s, turn, at):
    """Who laid the card at a place of the row of a round, or NOBODY for the pile's."""
    step = at - np.int64(has_pile(s))
    if step < 0:
        return NOBODY
    seat = np.int64(s.opener[turn]) + step
    return seat if seat < s.seats else seat - s.seats


@kernel
def row_place(s, seat):
    """Where in the row of this round the card of `seat` lies or will lie."""
    step = seat - np.int64(s.opener[s.auction])
    if step < 0:
        step += s.seats
    return step + np.int64(has_pile(s))


@kernel
def on_mouse_cards(s):
    """The mice that lie on the mouse cards."""
    total = 0
    if s.filled:
        for k in range(s.passes, s.seats - 1):
            total += MOUSE_CARD[s.seats, k]
    return total
