"""Csacska macskák: what everybody sees, for players that learn and search, and the invariants."""

from __future__ import annotations

import numpy as np

from cattery.games.csacska.rules.piles import top
from cattery.games.csacska.rules.series import has_kittens, has_stray
from cattery.games.csacska.rules.state import (
    ACT,
    BAD_DOG,
    CAT,
    DISCARD,
    DREW,
    FACE_KINDS,
    FEWEST,
    FULL,
    GIVE,
    GOOD_DOG,
    HOMELESS,
    HUES,
    KINDS,
    KITTENS,
    LAY,
    LONGEST,
    MOST,
    NO_CARD,
    NO_PILE,
    ORDER,
    PHASES,
    RASCAL,
    SCORE,
    STRAY,
    SWAP,
    TURNED,
    hue,
    is_extra,
    is_house_cat,
)
from cattery.kernel import U, fill_plane, kernel, mix, seen_from

# --- what a step showed --------------------------------------------------------------------------

_SMALL = U((1 << 29) - 1)
_FROM = U(1 << 29)


@kernel
def notice(s, action, mover, seat):
    """Everybody sees the action, and which cards left the draw pile and where they came to lie."""
    seen = U(0)
    for k in range(s.noted):
        code = np.int64(s.notes[k, 0])
        if code == DREW or code == TURNED:
            line = (np.int64(s.notes[k, 1]) + 1) * (KINDS + 1) + np.int64(s.notes[k, 2]) + 1
            seen = mix(seen ^ U(code * (KINDS + 1) ** 2 + line))
    if not seen:
        return action
    return np.int64(mix(seen ^ U(action)) & _SMALL | _FROM)


# --- observations --------------------------------------------------------------------------------
# Rows of KINDS numbers. Players are counted clockwise from the observer, who is player 0.

PLANES = (
    "draw pile",  # by kind: how many
    "box",  # by kind: how many
    *(f"pile {k}" for k in range(1, MOST + 1)),  # by kind: how many lie on it
    *(f"top of pile {k}" for k in range(1, MOST + 1)),  # by kind
    *(f"below the top of pile {k}" for k in range(1, MOST + 1)),  # by kind
    # By kind: the places in the series where such a card lies, as bits. From the stray's cell on
    # the place of the stray by colour, then the colours with kittens as bits.
    *(f"series of player {k}" for k in range(MOST)),
    "card being resolved",  # by kind
    "other drawn card",  # by kind
    "coins",  # by player
    "homeless kittens",  # by player
    "whose turn",  # by player
    "who decides",  # by player
    "pile closed to a second cat",  # by pile
    "series that may be scored",  # by colour
    "players",  # all numbers the same from here on
    "cards in the draw pile",
    "second draw pile",
    "the end",
    *(f"to {phase}" for phase in PHASES),
)
OBSERVATION = (len(PLANES), KINDS)
_BOX, _PILES = 1, 2
_TOPS, _BELOW, _SERIES = _PILES + MOST, _PILES + 2 * MOST, _PILES + 3 * MOST
_CARD = _SERIES + MOST
_OTHER, _COINS, _HOMELESS, _TURN, _ACTOR, _CLOSED, _SCORE = range(_CARD + 1, _CARD + 8)
_PLAYERS, _LEFT, _SECOND, _OVER, _PHASE = range(_CARD + 8, _CARD + 13)
_STRAY_PLACE, _KITTENS_ON = STRAY, STRAY + HUES


@kernel
def observe(s, seat, out):
    """The planes named in PLANES; nothing is hidden but the order of the draw pile; int8, flat."""
    out[:] = 0
    for kind in range(KINDS):
        out[kind] = s.draw[kind]
        out[_BOX * KINDS + kind] = s.box[kind]
    observe_piles(s, out)
    observe_players(s, seat, out)
    if s.card != NO_CARD:
        out[_CARD * KINDS + np.int64(s.card)] = 1
    if s.other != NO_CARD:
        out[_OTHER * KINDS + np.int64(s.other)] = 1
    if s.cat_pile != NO_PILE:
        out[_CLOSED * KINDS + np.int64(s.cat_pile)] = 1
    if s.phase == SCORE:
        out[_SCORE * KINDS + np.int64(s.colour)] = 1
    fill_plane(out, _PLAYERS, KINDS, s.seats)
    fill_plane(out, _LEFT, KINDS, s.left)
    fill_plane(out, _SECOND, KINDS, s.second)
    fill_plane(out, _OVER if s.over else _PHASE + np.int64(s.phase), KINDS, 1)


@kernel
def observe_piles(s, out):
    """What lies on every pile, and its two upper cards."""
    for pile in range(s.seats):
        first, last = np.int64(s.ends[pile]), np.int64(s.ends[pile + 1])
        for k in range(first, last):
            kind = np.int64(s.street[k])
            out[(_PILES + pile) * KINDS + kind] += 1
            if k == last - 1:
                out[(_TOPS + pile) * KINDS + kind] = 1
            elif k == last - 2:
                out[(_BELOW + pile) * KINDS + kind] = 1


@kernel
def observe_players(s, seat, out):
    """Series, coins, and who is to do something."""
    for player in range(s.seats):
        k = seen_from(s, seat, player)
        plane = (_SERIES + k) * KINDS
        for colour in range(HUES):
            for at in range(s.length[player, colour]):
                kind = np.int64(s.series[player, colour, at])
                cell = _STRAY_PLACE + colour if kind == STRAY else kind
                out[plane + cell] += 1 << at
        out[plane + _KITTENS_ON] = s.kittens[player]
        out[_COINS * KINDS + k] = s.coins[player]
        out[_HOMELESS * KINDS + k] = s.homeless >> player & 1
        out[_TURN * KINDS + k] = s.turn == player
        out[_ACTOR * KINDS + k] = s.actor == player


# --- invariants ----------------------------------------------------------------------------------

INVARIANTS = (
    "all is well",
    "the 120 cards are in piles, box, series, hands or coins (C-1, C-3, C-4)",
    "no kind of card is there more often than the deck has it (C-1 to C-3)",
    "a series holds house cats of its colour and at most one stray, not as its first (C-20, C-22)",
    "kittens lie only on a series that has cards (C-50)",
    "no series is longer than four cards, or six with kittens, when its card has been dealt with"
    " (C-41, C-42)",
    "the sums of the draw pile fit its cards",
    "no pile is empty while the draw pile has cards (C-11, C-30)",
    "no two piles show identical extras (C-11)",
    "the phase fits the cards in hand and who decides (C-31, C-40, C-50)",
    "no turn begins with an empty draw pile (C-63), and only four or five play a second one (C-61)",
    "it is noted where the last card of a series can be stolen (C-34)",
)


@kernel
def check(s):
    """The number of the first of INVARIANTS that is broken, or 0."""
    seen = np.zeros(KINDS, np.int64)
    broken = check_series(s, seen)
    if broken:
        return broken
    for k in range(s.ends[s.seats]):
        seen[s.street[k]] += 1
    if s.card != NO_CARD:
        seen[s.card] += 1
    if s.other != NO_CARD:
        seen[s.other] += 1
    total = 0
    for seat in range(s.seats):
        seen[KITTENS] += np.int64(s.homeless >> seat & 1)
        total += np.int64(s.coins[seat])
    for kind in range(KINDS):
        seen[kind] += np.int64(s.draw[kind]) + np.int64(s.box[kind])
        total += seen[kind]
        if s.draw[kind] < 0 or s.box[kind] < 0 or seen[kind] > FULL[kind]:
            return 2
    if total != FULL.sum():
        return 1
    broken = check_piles(s)
    return broken if broken else check_phase(s)


@kernel
def check_series(s, seen):
    """Invariants 3, 4 and 5; counts the cards of all series."""
    for seat in range(s.seats):
        for colour in range(HUES):
            n = np.int64(s.length[seat, colour])
            strays = 0
            for at in range(n):
                kind = np.int64(s.series[seat, colour, at])
                seen[kind] += 1
                if kind == STRAY:
                    strays += 1
                    if at == 0:
                        return 3
                elif not is_house_cat(kind) or hue(kind) != colour:
                    return 3
            if strays != np.int64(has_stray(s, seat, colour)):
                return 3
            open_end = n > 0 and s.series[seat, colour, n - 1] != STRAY
            if s.open >> (HUES * seat + colour) & 1 != np.int64(open_end):
                return 11
            kittens = has_kittens(s, seat, colour)
            seen[KITTENS] += np.int64(kittens)
            if kittens and n == 0:
                return 4
            if n > (LONGEST - 1 if kittens else 4):
                return 5
    return 0


@kernel
def check_piles(s):
    """Invariants 6, 7 and 8."""
    total = 0
    for group in range(HUES + 1):
        cards = 0
        for kind in range(group * FACE_KINDS, min((group + 1) * FACE_KINDS, KINDS)):
            cards += np.int64(s.draw[kind])
        if cards != s.hue_left[group]:
            return 6
        total += cards
    if total != s.left:
        return 6
    for pile in range(s.seats):
        kind = top(s, pile)
        if kind == NO_CARD and s.left > 0:
            return 7
        for other in range(pile):
            if is_extra(kind) and top(s, other) == kind:
                return 8
    return 0


@kernel
def check_phase(s):
    """Invariants 9 and 10."""
    if s.left == 0 and s.phase == ACT and not s.over:
        return 10
    if s.second and s.seats == FEWEST:
        return 10
    if s.over:
        return 9 if s.waiting or s.homeless or s.card != NO_CARD else 0
    if s.waiting != 1 << np.int64(s.actor) or (s.phase == HOMELESS) != (s.homeless != 0):
        return 9
    if s.phase == HOMELESS:
        return 0 if s.homeless >> s.actor & 1 and s.card == NO_CARD else 9
    if s.actor != s.turn:
        return 9
    return 0 if hand_fits(s) else 9


@kernel
def hand_fits(s):
    """Whether the card being resolved is one that the phase is about."""
    kind = np.int64(s.card)
    if s.phase == ACT:
        return kind == NO_CARD and s.other == NO_CARD
    if s.phase == SCORE:
        three = s.length[s.turn, s.colour] == 3
        return three and kind == NO_CARD and not has_stray(s, s.turn, np.int64(s.colour))
    if kind == NO_CARD:
        return False
    if s.phase == ORDER:
        return s.other > kind
    if s.phase == CAT:
        return is_house_cat(kind)
    if s.phase == LAY:
        return kind == STRAY or kind == KITTENS
    if s.phase == SWAP:
        return kind == RASCAL
    if s.phase == GIVE:
        return kind == GOOD_DOG or kind == BAD_DOG
    return s.phase == DISCARD and not is_house_cat(kind)
