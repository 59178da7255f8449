"""Filou: what a seat knows (F-50, F-51): imagined worlds, observations, and the invariants."""

from __future__ import annotations

import numpy as np

from cattery.games.filou.rules.auction import worth
from cattery.games.filou.rules.deck import MOST
from cattery.games.filou.rules.state import (
    BANK,
    BID,
    BUY,
    KINDS,
    LAY,
    MICE,
    MOUSE_CARD,
    NO_CARD,
    NOBODY,
    PASS,
    ROUNDS,
    ROW,
    WHOLE_SET,
    has_pile,
    on_mouse_cards,
    owner,
    row_length,
    row_place,
)
from cattery.kernel import ONE, U, below, count_bits, fill_plane, kernel, nth_bit, seen_from

LAID_BY_OTHER = 255  # no action has this id

# --- worlds --------------------------------------------------------------------------------------


@kernel
def lies_hidden(s, seat):
    """Whether the card of `seat` lies face down in the row."""
    at = row_place(s, seat)
    return s.shown <= at < s.laid


@kernel
def unseen(s, seat):
    """The kinds of a set of which only its owner knows where they are: hand, row or missing."""
    kinds = np.uint64(s.hand[seat]) | ONE << U(s.missing[seat])
    if lies_hidden(s, seat):
        kinds |= ONE << U(s.sacks[s.auction, row_place(s, seat)])
    return kinds


@kernel
def imagine(s, seat):
    """Deal anew what each other player has kept from `seat`: missing card, row card, hand.

    The sets are independent of each other, and within one any unseen card may be the missing one
    and any other may lie in the row: every world that fits comes up equally often. The pile needs
    nothing, for its cards are drawn when they are turned.
    """
    if s.over:
        return
    for other in range(s.seats):
        if other == seat:
            continue
        # All is read before anything is written: compiled code would read it again after that.
        kinds = unseen(s, other)
        at = row_place(s, other)
        hidden = lies_hidden(s, other)
        missing = nth_bit(kinds, below(s, count_bits(kinds)))
        kinds ^= ONE << U(missing)
        if hidden:
            kind = nth_bit(kinds, below(s, count_bits(kinds)))
            kinds ^= ONE << U(kind)
            s.sacks[s.auction, at] = kind
        s.missing[other] = missing
        s.hand[other] = kinds


@kernel
def notice(s, action, mover, seat):
    """What `seat` noticed of an action: not which card another laid, but which cards were turned.

    The number is made of the action, or LAID_BY_OTHER, and of up to two turned cards.
    """
    turned = 0
    if action < KINDS:
        if s.phase == BID:  # F-22
            turned = np.int64(s.sacks[s.auction, 0]) + 1
        if mover != seat:
            action = LAID_BY_OTHER
    elif action == PASS:
        ended = s.over or s.phase == LAY
        auction = np.int64(s.auction) - np.int64(ended and not s.over)
        first = np.int64(s.seats) - 1 if ended else np.int64(s.passes)
        last = row_length(s) if first == s.seats - 1 else first + 1
        for at in range(first, last):  # F-24, F-25
            turned = turned * (KINDS + 1) + np.int64(s.sacks[auction, at]) + 1
    return (turned << 8) + action


# --- observations --------------------------------------------------------------------------------
# Rows of ten numbers. Players are counted clockwise from the observer, who is player 0.

PLANES = (
    *(f"cards seen from the set of player {k}" for k in range(MOST)),  # by kind; the own one whole
    "cards seen from the pile",  # by kind
    "own hand",  # by kind
    "own missing card",  # by kind
    *(f"place {k} of the row" for k in range(ROW)),  # by kind, if the observer knows it
    "place in the row of each player's card",  # by player, from 1; 0 has laid none
    "cards in the row that are face up",  # by place
    "mice",  # by player; F-51: who counts knows them
    "bids",  # by player
    "order of passing",  # by player, from 1; 0 hasn't passed
    "points of won cats",  # by player, at most 127
    "start player",  # by player
    "mice on the mouse cards",  # by card, from the lowest
    "players",  # all ten numbers the same from here on
    "bank",
    "highest bid",
    "round",
    "to lay",
    "to bid",
    "to buy or decline",
    "own decision",
)
OBSERVATION = (len(PLANES), KINDS)
_PILE, _HAND, _MISSING, _ROW = MOST, MOST + 1, MOST + 2, MOST + 3
_PLACES = _ROW + ROW
_FACE_UP, _MICE, _BIDS, _PASSED, _POINTS, _OPENER, _ON_CARDS = range(_PLACES + 1, _PLACES + 8)
_PLAYERS, _BANK, _HIGH, _ROUND, _PHASE = range(_PLACES + 8, _PLACES + 13)
_OWN = _PHASE + 3


@kernel
def observe(s, seat, out):
    """The planes named in PLANES as `seat` knows them; int8, flat."""
    out[:] = 0
    observe_cards(s, seat, out)
    observe_players(s, seat, out)
    fill_plane(out, _PLAYERS, KINDS, s.seats)
    fill_plane(out, _BANK, KINDS, s.bank)
    fill_plane(out, _HIGH, KINDS, s.high)
    fill_plane(out, _ROUND, KINDS, s.auction + 1)
    if not s.over:
        fill_plane(out, _PHASE + np.int64(s.phase), KINDS, 1)
        fill_plane(out, _OWN, KINDS, s.actor == seat)
    for k in range(s.passes, s.seats - 1):
        out[_ON_CARDS * KINDS + k] = MOUSE_CARD[s.seats, k] if s.filled else 0


@kernel
def observe_cards(s, seat, out):
    """What `seat` has seen of the sets, and its own cards."""
    for k in range(s.auction + 1):
        for at in range(row_length(s)):
            kind = np.int64(s.sacks[k, at])
            player = owner(s, k, at)
            if kind == NO_CARD or (k == s.auction and at >= s.shown and player != seat):
                continue
            plane = _PILE if player == NOBODY else seen_from(s, seat, player)
            out[plane * KINDS + kind] = 1
            if k == s.auction:
                out[(_ROW + at) * KINDS + kind] = 1
    for kind in range(KINDS):
        if s.hand[seat] >> kind & 1:
            out[kind] = 1
            out[_HAND * KINDS + kind] = 1
    out[s.missing[seat]] = 1
    out[_MISSING * KINDS + np.int64(s.missing[seat])] = 1
    if s.over:
        for player in range(s.seats):
            out[seen_from(s, seat, player) * KINDS + s.missing[player]] = 1
        for kind in range(KINDS):
            if s.pile >> kind & 1:
                out[_PILE * KINDS + kind] = 1
    for at in range(s.shown):
        out[_FACE_UP * KINDS + at] = 1


@kernel
def observe_players(s, seat, out):
    """What is public about every player."""
    for player in range(s.seats):
        k = seen_from(s, seat, player)
        at = row_place(s, player)
        out[_PLACES * KINDS + k] = at + 1 if at < s.laid else 0
        out[_MICE * KINDS + k] = s.mice[player]
        out[_BIDS * KINDS + k] = s.bid[player]
        out[_PASSED * KINDS + k] = s.place[player]
        out[_POINTS * KINDS + k] = min(127, max(-127, np.int64(s.points[player])))
        out[_OPENER * KINDS + k] = s.opener[s.auction] == player


# --- invariants ----------------------------------------------------------------------------------

INVARIANTS = (
    "all is well",
    "mice in hands, bids, on mouse cards and in the bank are all mice in play (F-2)",
    "nobody, and not the bank either, has fewer than no mice",
    "each set's ten cards are in the hand, laid or missing, each once (F-1, F-10)",
    "the pile's cards are turned or not, each once (F-12)",
    "points are those of the sacks won (F-25, F-30)",
    "a bid is no more than its bidder owns, and only the highest stands unanswered (F-23)",
    "hands shrink by one card a round (F-21)",
    "the actor hasn't passed, and the phase fits the row (F-22, F-24, F-26)",
)


@kernel
def check(s):
    """The number of the first of INVARIANTS that is broken, or 0."""
    total = np.int64(s.bank) + on_mouse_cards(s)
    for seat in range(s.seats):
        total += s.mice[seat]
        if s.mice[seat] < 0:
            return 2
    if total != MICE * s.seats + BANK[s.seats]:
        return 1
    if s.bank < 0:
        return 2
    broken = check_cards(s)
    if broken:
        return broken
    for seat in range(s.seats):
        if s.bid[seat] > s.mice[seat] or s.bid[seat] > s.high or (s.place[seat] and s.bid[seat]):
            return 6
    if s.over:
        return 0
    return check_phase(s)


@kernel
def check_cards(s):
    """Invariants 3, 4, 5 and 7."""
    sets = np.zeros(MOST, np.int64)
    points = np.zeros(MOST, np.int64)
    pile = np.int64(s.pile)
    n = row_length(s)
    for k in range(s.auction + 1):
        for at in range(n):
            kind = np.int64(s.sacks[k, at])
            player = owner(s, k, at)
            if kind == NO_CARD:
                continue
            if player == NOBODY:
                if pile >> kind & 1:
                    return 4
                pile |= 1 << kind
            else:
                if sets[player] >> kind & 1:
                    return 3
                sets[player] |= 1 << kind
        if s.taker[k] != NOBODY:
            points[s.taker[k]] += worth(s.sacks[k], n)
    if pile != (WHOLE_SET if has_pile(s) else 0):
        return 4
    for seat in range(s.seats):
        laid = sets[seat]
        rest = np.int64(s.hand[seat]) | 1 << np.int64(s.missing[seat])
        if laid & rest or laid | rest != WHOLE_SET:
            return 3
        if points[seat] != s.points[seat]:
            return 5
        played = np.int64(s.auction) + np.int64(row_place(s, seat) < s.laid)
        if count_bits(np.uint64(s.hand[seat])) != ROUNDS - played:
            return 7
    return 0


@kernel
def check_phase(s):
    """Invariants 6 and 8 while the game goes on."""
    if s.place[s.actor] or s.waiting != 1 << np.int64(s.actor):
        return 8
    full = s.laid == row_length(s)
    if s.phase == LAY:
        return 8 if full or s.shown or s.passes or s.high else 0
    if not full or s.passes >= s.seats:
        return 8
    if s.phase == BUY:
        return 8 if s.high or s.passes != s.seats - 1 or s.shown != s.laid else 0
    if s.phase != BID or s.passes >= s.seats - 1 or s.shown != 1 + s.passes:
        return 8
    highest = 0
    for seat in range(s.seats):
        highest = max(highest, np.int64(s.bid[seat]))
    return 0 if highest == s.high and (s.high == 0 or s.bid[s.actor] < s.high) else 6
