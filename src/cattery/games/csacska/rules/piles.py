"""Csacska macskák: the draw pile, the discard piles and the box."""

from __future__ import annotations

import numpy as np

from cattery.games.csacska.rules.state import (
    FACE_KINDS,
    FULL,
    HUES,
    KINDS,
    MOST,
    NO_CARD,
    RAN_OUT,
    SHUFFLED,
    TURNED,
    VANISHED,
    is_extra,
    note,
)
from cattery.kernel import below, kernel

# --- the draw pile -------------------------------------------------------------------------------


@kernel
def count_draw_pile(s):
    """Set the sums that go with the counts of the draw pile."""
    s.left = 0
    for group in range(HUES + 1):
        total = 0
        for kind in range(group * FACE_KINDS, min((group + 1) * FACE_KINDS, KINDS)):
            total += np.int64(s.draw[kind])
        s.hue_left[group] = total
        s.left += total


@kernel
def draw_card(s):
    """A random card from the draw pile, which must not be empty."""
    k = below(s, np.int64(s.left))
    group = 0
    while k >= s.hue_left[group]:
        k -= np.int64(s.hue_left[group])
        group += 1
    kind = group * FACE_KINDS
    while k >= s.draw[kind]:
        k -= np.int64(s.draw[kind])
        kind += 1
    s.draw[kind] -= 1
    s.hue_left[group] -= 1
    s.left -= 1
    if s.left == 0:
        note(s, RAN_OUT, 0, 0)
    return kind


@kernel
def to_box(s, kind):
    """Put a card out of play, from where C-61 may bring it back."""
    s.box[kind] += 1


# --- discard piles -------------------------------------------------------------------------------


@kernel
def pile_size(s, pile):
    """How many cards lie on a discard pile."""
    return np.int64(s.ends[pile + 1]) - np.int64(s.ends[pile])


@kernel
def top(s, pile):
    """The card that lies open on a pile, or NO_CARD."""
    if s.ends[pile] == s.ends[pile + 1]:
        return NO_CARD
    return np.int64(s.street[s.ends[pile + 1] - 1])


@kernel
def push(s, pile, kind):
    """Put a card on a pile."""
    at = np.int64(s.ends[pile + 1])
    for k in range(np.int64(s.ends[s.seats]), at, -1):
        s.street[k] = s.street[k - 1]
    s.street[at] = kind
    for later in range(pile + 1, s.seats + 1):
        s.ends[later] += 1


@kernel
def pop(s, pile):
    """Take the top card off a pile, which must not be empty."""
    at = np.int64(s.ends[pile + 1]) - 1
    kind = np.int64(s.street[at])
    last = np.int64(s.ends[s.seats]) - 1
    for k in range(at, last):
        s.street[k] = s.street[k + 1]
    s.street[last] = NO_CARD
    for later in range(pile + 1, s.seats + 1):
        s.ends[later] -= 1
    return kind


@kernel
def clear_piles(s):
    """No discard pile has a card."""
    for k in range(len(s.street)):
        s.street[k] = NO_CARD
    for pile in range(MOST + 1):
        s.ends[pile] = 0


@kernel
def settle(s):
    """C-11: fill empty piles from the lowest on, then send the lowest pair of identical extras on
    top to the box, and again, while there is something to do; C-63: an empty draw pile fills none.
    """
    again = True
    while again:
        again = False
        extras = 0
        for pile in range(s.seats):
            kind = top(s, pile)
            if kind == NO_CARD and s.left > 0:
                kind = draw_card(s)
                push(s, pile, kind)
                note(s, TURNED, pile, kind)
            extras += np.int64(is_extra(kind))
        if extras > 1:
            again = vanish(s)


@kernel
def settle_pile(s, pile):
    """The same where only one pile has changed: a house cat or stray on it changes nothing."""
    kind = top(s, pile)
    if kind == NO_CARD or is_extra(kind):
        settle(s)


@kernel
def vanish(s):
    """Send the lowest pair of identical extras to the box; False if there is none."""
    for pile in range(s.seats - 1):
        kind = top(s, pile)
        if not is_extra(kind):
            continue
        for other in range(pile + 1, s.seats):
            if top(s, other) == kind:
                to_box(s, pop(s, pile))
                to_box(s, pop(s, other))
                note(s, VANISHED, pile, other)
                return True
    return False


@kernel
def lay_out(s):
    """C-10: turn up a card for every pile."""
    clear_piles(s)
    settle(s)


@kernel
def shuffle_again(s):
    """C-61: box and discard piles become the second draw pile."""
    for kind in range(KINDS):
        s.draw[kind] = s.box[kind]
        s.box[kind] = 0
    for k in range(np.int64(s.ends[s.seats])):
        s.draw[s.street[k]] += 1
    count_draw_pile(s)
    s.second = 1
    note(s, SHUFFLED, s.left, 0)
    lay_out(s)


@kernel
def new_deck(s):
    """All cards are in the draw pile."""
    for kind in range(KINDS):
        s.draw[kind] = FULL[kind]
        s.box[kind] = 0
    count_draw_pile(s)
    s.second = 0
