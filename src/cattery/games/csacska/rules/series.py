"""Csacska macskák: series, what they score, and cards that come and go."""

from __future__ import annotations

import numpy as np

from cattery.games.csacska.rules.piles import to_box
from cattery.games.csacska.rules.state import (
    HIGH,
    HUES,
    KITTENS,
    LONGEST,
    LOST_HOME,
    LOW,
    NO_CARD,
    POINTS_ALIKE,
    POINTS_FIVE,
    POINTS_SEVEN,
    POINTS_STRAY,
    POINTS_THREE,
    SCORED,
    STRAY,
    note,
)
from cattery.kernel import kernel

DIGITS = 10
ALL_DIGITS = (1 << DIGITS) - 1
NINE = 1 << 9

# --- sums: sets of last digits as bits -----------------------------------------------------------


@kernel
def shifted(digits, number):
    """The last digits that come of adding a number to each of a set."""
    return (digits << number | digits >> (DIGITS - number)) & ALL_DIGITS


@kernel
def last_digits(cards, n):
    """C-46: the last digits that n house cats can sum to, as bits; strays are left out."""
    digits = 1
    for k in range(n):
        kind = np.int64(cards[k])
        if kind != STRAY:
            digits = shifted(digits, LOW[kind]) | shifted(digits, HIGH[kind])
    return digits


@kernel
def alike(cards, n):
    """C-45: whether n house cats can all be read as the same number."""
    numbers = ALL_DIGITS
    for k in range(n):
        kind = np.int64(cards[k])
        numbers &= 1 << LOW[kind] | 1 << HIGH[kind]
    return numbers != 0


@kernel
def worth(cards, n, has_stray):
    """C-44 to C-46: the points of a series that is scored with n cards, 3, 5 or 7 (kittens)."""
    if has_stray:
        return POINTS_STRAY
    nine = last_digits(cards, n) & NINE != 0
    if n == 3:
        points = POINTS_THREE if nine else 0
        return max(points, POINTS_ALIKE) if alike(cards, n) else points
    if not nine:
        return 0
    return POINTS_FIVE if n == 5 else POINTS_SEVEN


# C-40 to C-43: [kittens, stray, cards] 1 where a series may be scored when a card is played to it
SCOREABLE = np.zeros((2, 2, LONGEST + 3), np.int64)
SCOREABLE[0, 0, 3] = 1
SCOREABLE[0, :, 5] = 1
SCOREABLE[1, :, 7] = 1


@kernel
def scoreable(n, has_stray, has_kittens):
    """C-40 to C-43: whether a series of n cards may be scored when a card has been played to it."""
    return SCOREABLE[np.int64(has_kittens), np.int64(has_stray), n] != 0


@kernel
def has_stray(s, seat, colour):
    """Whether a stray is in the series."""
    return s.stray[seat] >> colour & 1 != 0


@kernel
def has_kittens(s, seat, colour):
    """Whether kittens lie on the series."""
    return s.kittens[seat] >> colour & 1 != 0


# --- cards come and go ---------------------------------------------------------------------------


@kernel
def clear_series(s, seat):
    """A player without any series."""
    for colour in range(HUES):
        s.length[seat, colour] = 0
        mark_last(s, seat, colour, NO_CARD)
        for k in range(len(s.series[seat, colour])):
            s.series[seat, colour, k] = NO_CARD
    s.stray[seat] = 0
    s.kittens[seat] = 0


@kernel
def mark_last(s, seat, colour, kind):
    """C-34: note whether the last card of a series, or NO_CARD, can be stolen."""
    bit = np.int64(1) << (HUES * np.int64(seat) + np.int64(colour))
    bits = np.int64(s.open) | bit
    s.open = bits if NO_CARD < kind < STRAY else bits ^ bit


@kernel
def add(s, seat, colour, kind):
    """Put a house cat or a stray at the end of a series."""
    n = np.int64(s.length[seat, colour])
    s.series[seat, colour, n] = kind
    s.length[seat, colour] = n + 1
    mark_last(s, seat, colour, kind)
    if kind == STRAY:
        s.stray[seat] |= 1 << colour


@kernel
def last_card(s, seat, colour):
    """C-23: the last laid card of a series, or NO_CARD."""
    n = np.int64(s.length[seat, colour])
    return np.int64(s.series[seat, colour, n - 1]) if n else NO_CARD


@kernel
def remove_last(s, seat, colour):
    """Take the last card of a series that has one; kittens on it may lose their home (C-50)."""
    n = np.int64(s.length[seat, colour]) - 1
    kind = np.int64(s.series[seat, colour, n])
    s.series[seat, colour, n] = NO_CARD
    s.length[seat, colour] = n
    if kind == STRAY:
        s.stray[seat] ^= 1 << colour
    mark_last(s, seat, colour, last_card(s, seat, colour))
    if n == 0:
        lose_home(s, seat, colour)
    return kind


@kernel
def remove_stray(s, seat, colour):
    """Take the stray out of a series that has one, wherever it lies."""
    n = np.int64(s.length[seat, colour]) - 1
    at = 0
    while s.series[seat, colour, at] != STRAY:
        at += 1
    for k in range(at, n):
        s.series[seat, colour, k] = s.series[seat, colour, k + 1]
    s.series[seat, colour, n] = NO_CARD
    s.length[seat, colour] = n
    s.stray[seat] ^= 1 << colour
    mark_last(s, seat, colour, last_card(s, seat, colour))


@kernel
def remove_all(s, seat, colour):
    """Take all cards of a series; returns how many there were."""
    n = np.int64(s.length[seat, colour])
    for k in range(n):
        s.series[seat, colour, k] = NO_CARD
    s.length[seat, colour] = 0
    mark_last(s, seat, colour, NO_CARD)
    if has_stray(s, seat, colour):
        s.stray[seat] ^= 1 << colour
    lose_home(s, seat, colour)
    return n


@kernel
def lose_home(s, seat, colour):
    """C-50: kittens whose series is gone wait for a pile."""
    if has_kittens(s, seat, colour):
        s.kittens[seat] ^= 1 << colour
        s.homeless |= 1 << seat
        note(s, LOST_HOME, seat, colour)


@kernel
def replace_last(s, seat, colour):
    """C-51: put a stray in the place of the last card, a house cat; returns that."""
    n = np.int64(s.length[seat, colour]) - 1
    kind = np.int64(s.series[seat, colour, n])
    s.series[seat, colour, n] = STRAY
    s.stray[seat] |= 1 << colour
    mark_last(s, seat, colour, STRAY)
    return kind


@kernel
def score_series(s, seat, colour):
    """C-45, C-47, C-48: coins from the earliest laid house cats on, the rest into the box."""
    n = np.int64(s.length[seat, colour])
    cards = s.series[seat, colour]
    with_stray, with_kittens = has_stray(s, seat, colour), has_kittens(s, seat, colour)
    points = worth(cards, n, with_stray)
    s.coins[seat] += points
    note(s, SCORED, colour, points)
    rest = points  # cards that still become coins
    for k in range(n):
        if cards[k] != STRAY:
            if rest > 0:
                rest -= 1
            else:
                to_box(s, np.int64(cards[k]))
    if with_stray:
        if rest > 0:
            rest -= 1
        else:
            to_box(s, STRAY)
        s.stray[seat] ^= 1 << colour
    if with_kittens:
        if rest == 0:
            to_box(s, KITTENS)
        s.kittens[seat] ^= 1 << colour
    for k in range(n):
        cards[k] = NO_CARD
    s.length[seat, colour] = 0
    mark_last(s, seat, colour, NO_CARD)
