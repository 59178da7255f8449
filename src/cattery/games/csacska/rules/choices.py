"""Csacska macskák: what the actor may choose, as a list or by lot."""

from __future__ import annotations

import numpy as np

from cattery.games.csacska.rules.piles import top
from cattery.games.csacska.rules.series import SCOREABLE, has_stray
from cattery.games.csacska.rules.state import (
    ACT,
    CAT,
    CAT_LADY,
    DISCARD,
    DISCARD_ON,
    DRAW,
    FIRST,
    GIVE,
    GIVE_TO,
    GO_ON,
    HOMELESS,
    HUES,
    KITTENS,
    LAY,
    LAY_ON,
    LONGEST,
    MOST,
    NO_CARD,
    NO_PILE,
    ORDER,
    PAIR_PLACE,
    PLAY,
    RASCAL,
    SCORE,
    SCORE_IT,
    STEAL,
    STEAL_TWO,
    STRAY,
    SWAP,
    SWAP_WITH,
    TAKE,
    is_house_cat,
)
from cattery.kernel import below, count_bits, kernel, nth_bit

# Colours as bits are copied to every seat of a mask of 4 bits per seat by a multiplication.
EVERY_SEAT = sum(1 << HUES * seat for seat in range(MOST))
WHOLE_SEAT = (1 << HUES) - 1
# [kittens, stray, cards] whether one more card (1) or two more (2) make a series scoreable; else 0
MORE = SCOREABLE[:, :, 1 : LONGEST + 2] + 2 * SCOREABLE[:, :, 2 : LONGEST + 3]


# --- cards and thefts ----------------------------------------------------------------------------


@kernel
def started(s, seat):
    """The colours of which a player has a series, as bits."""
    colours = 0
    for colour in range(HUES):
        if s.length[seat, colour]:
            colours |= 1 << colour
    return colours


@kernel
def places(s, kind):
    """C-22, C-50: the own series on which a stray or kittens may be laid, colours as bits."""
    taken = s.stray[s.turn] if kind == STRAY else s.kittens[s.turn]
    return started(s, s.turn) & ~np.int64(taken)


@kernel
def can_swap(s, victim, colour):
    """C-51: whether the rascal may swap the own stray of a colour with the victim."""
    return (
        victim != s.turn
        and has_stray(s, s.turn, colour)
        and s.length[victim, colour] >= 2
        and not has_stray(s, victim, colour)
    )


@kernel
def swaps(s):
    """C-51: how many swaps are possible."""
    n = 0
    if s.stray[s.turn]:
        for victim in range(s.seats):
            for colour in range(HUES):
                n += np.int64(can_swap(s, victim, colour))
    return n


@kernel
def takes_effect(s, kind):
    """C-30, C-31: whether a card can be played or its effect be carried out now."""
    if is_house_cat(kind):
        return True
    if kind <= KITTENS:
        return places(s, kind) != 0
    if kind == RASCAL:
        return swaps(s) > 0
    if kind == CAT_LADY:
        return s.stray[s.turn] != 0
    return started(s, s.turn) != 0  # dogs


@kernel
def wants(s, seat):
    """C-32, C-33: the colours of which one more card makes the series of `seat` scoreable, and
    those of which two more do, as bits."""
    single, double = 0, 0
    stray, kittens = np.int64(s.stray[seat]), np.int64(s.kittens[seat])
    for colour in range(HUES):
        more = MORE[kittens >> colour & 1, stray >> colour & 1, s.length[seat, colour]]
        single |= (more & 1) << colour
        double |= (more >> 1) << colour
    return single, double


@kernel
def loot(s, seat, wanted):
    """C-23, C-34: what `seat` could steal of the wanted colours: bits 4 * victim + colour."""
    return np.int64(s.open) & wanted * EVERY_SEAT & ~(WHOLE_SEAT << HUES * np.int64(seat))


@kernel
def seconds(cards, victim, colour, single, double):
    """C-33: the colours that may be stolen from `victim` beside one of `colour` from another.

    `cards` is the victim's loot. Either both go into one series, of the colours `double` that want
    two cards, or each into one of the colours `single` that want one.
    """
    if single >> colour & 1:
        return cards >> (HUES * victim) & single & ~(1 << colour)
    return cards >> (HUES * victim) & double & 1 << colour


@kernel
def list_steals(s, out, n):
    """C-32, C-33: add all thefts to a list of n actions; returns its new length."""
    single, double = wants(s, s.turn)
    if single | double == 0:
        return n
    cards = loot(s, s.turn, single | double)
    for theft in range(HUES * s.seats):
        if cards >> theft & 1 and single >> (theft % HUES) & 1:
            out[n] = STEAL + theft
            n += 1
    for one in range(HUES * s.seats):
        if cards >> one & 1:
            for victim in range(one // HUES + 1, s.seats):
                colours = seconds(cards, victim, one % HUES, single, double)
                for colour in range(HUES):
                    if colours >> colour & 1:
                        out[n] = STEAL_TWO + PAIR_PLACE[one, HUES * victim + colour]
                        n += 1
    return n


@kernel
def takes(s):
    """C-30: the piles whose top card can be taken, as bits."""
    found = 0
    for pile in range(s.seats):
        kind = top(s, pile)
        if kind != NO_CARD and takes_effect(s, kind):
            found |= 1 << pile
    return found


# --- the choices --------------------------------------------------------------------------------


@kernel
def legal(s, out):
    """Every choice of the actor."""
    n = 0
    if s.phase == ACT:
        found = takes(s)
        for pile in range(s.seats):
            if found >> pile & 1:
                out[n] = TAKE + pile
                n += 1
        out[n] = DRAW
        return list_steals(s, out, n + 1)
    if s.phase == ORDER:
        out[0] = FIRST + np.int64(s.card)
        out[1] = FIRST + np.int64(s.other)
        return 2
    if s.phase == SCORE:
        out[0] = SCORE_IT
        out[1] = GO_ON
        return 2
    if s.phase == LAY:
        colours = places(s, np.int64(s.card))
        for colour in range(HUES):
            if colours >> colour & 1:
                out[n] = LAY_ON + colour
                n += 1
        return n
    if s.phase == SWAP or s.phase == GIVE:
        return list_victims(s, out)
    if s.phase == CAT:
        out[0] = PLAY
        n = 1
    for pile in range(s.seats):
        if may_discard(s, pile):
            out[n] = DISCARD_ON + pile
            n += 1
    return n


@kernel
def may_discard(s, pile):
    """C-31: two drawn house cats must not be discarded on one pile."""
    return s.phase != CAT or pile != s.cat_pile


@kernel
def list_victims(s, out):
    """C-51 to C-53: every victim and colour of a rascal or a dog."""
    n = 0
    colours = started(s, s.turn)
    for victim in range(s.seats):
        if victim == s.turn:
            continue
        for colour in range(HUES):
            if s.phase == GIVE:
                if colours >> colour & 1:
                    out[n] = GIVE_TO + victim * HUES + colour
                    n += 1
            elif can_swap(s, victim, colour):
                out[n] = SWAP_WITH + victim * HUES + colour
                n += 1
    return n


@kernel
def sample(s):
    """A uniformly random legal action; nearly always without a list of them."""
    if s.phase == ACT:
        return sample_action(s)
    if s.phase == CAT:
        barred = np.int64(s.cat_pile)
        k = below(s, np.int64(s.seats) + np.int64(barred == NO_PILE))
        if k == 0:
            return np.int64(PLAY)
        return DISCARD_ON + (k - 1 if barred == NO_PILE or k - 1 < barred else k)
    if s.phase == ORDER:
        return FIRST + np.int64(s.card if below(s, 2) == 0 else s.other)
    if s.phase == SCORE:
        return np.int64(SCORE_IT) + below(s, 2)
    if s.phase == LAY:
        colours = np.uint64(places(s, np.int64(s.card)))
        return LAY_ON + nth_bit(colours, below(s, count_bits(colours)))
    if s.phase == DISCARD or s.phase == HOMELESS:
        return DISCARD_ON + below(s, np.int64(s.seats))
    out = np.empty(MOST * HUES, np.int64)
    return out[below(s, list_victims(s, out))]


@kernel
def sample_action(s):
    """A uniformly random action of a turn: the ways are counted, and one is looked up."""
    piles = np.uint64(takes(s))
    free = count_bits(piles) + 1
    single, double = wants(s, s.turn)
    if single | double == 0:
        k = below(s, free)
        return np.int64(DRAW) if k == free - 1 else TAKE + nth_bit(piles, k)
    cards = loot(s, s.turn, single | double)
    alone = np.uint64(cards & single * EVERY_SEAT)
    thefts = count_bits(alone)
    k = below(s, free + thefts + count_pairs(s, cards, single, double))
    if k < free:
        return np.int64(DRAW) if k == free - 1 else TAKE + nth_bit(piles, k)
    if k < free + thefts:
        return STEAL + nth_bit(alone, k - free)
    return STEAL_TWO + find_pair(s, cards, single, double, k - free - thefts)


@kernel
def count_pairs(s, cards, single, double):
    """C-33: in how many ways two cards can be stolen: of two colours, or both of one."""
    n = 0
    for one in range(s.seats - 1):
        first = cards >> HUES * one & WHOLE_SEAT
        if first:
            for two in range(one + 1, s.seats):
                second = cards >> HUES * two & WHOLE_SEAT
                both = first & second
                n += count_bits(first & single) * count_bits(second & single)
                n += count_bits(both & double) - count_bits(both & single)
    return n


@kernel
def find_pair(s, cards, single, double, k):
    """The k-th of these ways as a place in PAIRS."""
    for one in range(HUES * s.seats):
        if cards >> one & 1:
            for victim in range(one // HUES + 1, s.seats):
                colours = np.uint64(seconds(cards, victim, one % HUES, single, double))
                n = count_bits(colours)
                if k < n:
                    return PAIR_PLACE[one, HUES * victim + nth_bit(colours, k)]
                k -= n
    return np.int64(-1)
