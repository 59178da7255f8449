"""If It Fits: what a seat knows: imagined worlds and observations.

Hidden are the other hands and what is left of the draw pile. Everybody knows how that pile was made
(I-11): each Princess lies anywhere in her own pile with equal chance. So a world is drawn in two
steps: first who drew the Princess of each pile, weighed by the number of positions in that pile
which fit all that was seen, then all other hidden cards, which may be anywhere.

A position fits if its drawer could do what it did. The i-th Princess that a seat drew was drawn

- no later than the moment in which the seat had to have her: when its i-th was shown, or when it
  discarded one of a hand full of Princesses (I-45);
- no earlier than the moment in which its (i-2)-th was shown: two cards stay in the hand after a
  turn, so that more than two hidden Princesses have no room. A third may be there for now,
  between drawing and playing, if she has just been drawn.

Piles are drawn one after the other, so the Princesses of the piles that a seat found come in their
order, each within bounds of her own: the number of ways is a product.

One thing is left out. In the hard game a box may be without a place, and who discards then tells
that the whole hand was; but that needs a table from edge to edge (`play.every_box_fits`), which no
hundred cards make unless everybody wants it. There a discard tells what was discarded, no more.
"""

from __future__ import annotations

import numpy as np

from cattery.games.if_it_fits.rules.deck import CONTENTS, MOST, PATTERNS, PRINCESSES, TOYS
from cattery.games.if_it_fits.rules.play import add_card, draws
from cattery.games.if_it_fits.rules.state import (
    ACROSS_PRINCESS,
    ACROSS_TOY,
    ACTIONS,
    BY_PILE,
    CELLS,
    CONTENT_KINDS,
    DRAW,
    HAND,
    KINDS,
    NO_CARD,
    NOBODY,
    PRINCESS,
    PRINCESS_FACE,
    SIDE,
    SIDES,
    SLEEPER,
    SPOT_CELL,
    TOY_FACE,
    WALLS,
    is_box_card,
    undrawn,
)
from cattery.kernel import draw_from, fill_plane, kernel, random_bits, seen_from

SUBSETS = 1 << MOST  # of the piles
_S11, _SCALE = np.uint64(11), 2.0**-53

# --- who drew the Princesses ---------------------------------------------------------------------


@kernel
def earliest(s, seat, i):
    """The first moment in which the i-th Princess (from 1) of `seat` may have been drawn; 0: none.

    Moments are counted in own draws.
    """
    shown = np.int64(s.shown[seat])
    if i <= HAND:
        return 1
    if i - HAND <= shown:
        return np.int64(s.showed[seat, i - HAND - 1])
    if i - HAND == shown + 1 and s.held[seat] > HAND:
        return draws(s, seat)
    return 0


@kernel
def latest(s, seat, i):
    """The last moment in which the i-th Princess (from 1) of `seat` may have been drawn."""
    due = np.int64(s.due[seat, i - 1])
    return due if due else draws(s, seat)


@kernel
def holds_as_many(s, seat, n):
    """Whether `seat` may have drawn n Princesses: all that were shown, no more than have room."""
    if n < s.shown[seat] or n > s.shown[seat] + s.held[seat]:
        return False
    return n == PRINCESSES or s.due[seat, n] == 0


@kernel
def ways_to_find(s, seat, found):
    """In how many ways `seat` may have drawn the Princesses of just these piles (as bits)."""
    ways = 1.0
    before, i = 0, 0  # own draws before this pile; Princesses so far
    for pile in range(s.seats):
        drew = np.int64(s.drew[seat, pile])
        if found >> pile & 1:
            i += 1
            first = earliest(s, seat, i)
            low = max(before + 1, first)
            high = min(before + drew, latest(s, seat, i))
            if first == 0 or high < low:
                return 0.0
            ways *= high - low + 1
        before += drew
    return ways if holds_as_many(s, seat, i) else 0.0


@kernel
def fraction(s):
    """A random number, at least 0 and below 1."""
    return np.float64(random_bits(s) >> _S11) * _SCALE


@kernel
def imagine_piles(s, seat):
    """Draw anew who found the Princess of each pile, for all that `seat` knows (I-11).

    `ways[k, piles]` counts how the first k of the other seats may have found just these piles'.
    """
    must, may, hidden = 0, 0, 0
    for pile in range(s.seats):
        drawn = 0
        for other in range(s.seats):
            drawn += np.int64(s.drew[other, pile])
        if s.found[pile] != seat and drawn:
            if s.left[pile]:
                may, hidden = 1 << pile, np.int64(s.left[pile])
            else:
                must |= 1 << pile
    ways = np.zeros((MOST, SUBSETS))
    ways[0, 0] = 1.0
    k = 0
    for other in range(s.seats):
        if other != seat:
            add_finder(s, other, must | may, ways[k], ways[k + 1])
            k += 1
    without = ways[k, must] * hidden if may else ways[k, must]
    found = must
    if may and fraction(s) * (without + ways[k, must | may]) >= without:
        found |= may
    share_out(s, seat, found, ways)


@kernel
def add_finder(s, seat, piles, before, ways):
    """The ways with one more seat, for every subset of these piles."""
    own = np.zeros(SUBSETS)
    part = piles
    while True:
        own[part] = ways_to_find(s, seat, part)
        if part == 0:
            break
        part = part - 1 & piles
    whole = piles
    while True:
        part = whole
        while True:
            if own[part] > 0.0:
                ways[whole] += own[part] * before[whole ^ part]
            if part == 0:
                break
            part = part - 1 & whole
        if whole == 0:
            break
        whole = whole - 1 & piles


@kernel
def share_out(s, seat, found, ways):
    """Say which of the other seats found which of these piles' Princesses, the last seat first."""
    for pile in range(s.seats):
        if s.found[pile] != seat:
            s.found[pile] = NOBODY
    k = np.int64(s.seats) - 1
    for step in range(s.seats):
        other = np.int64(s.seats) - 1 - step
        if other == seat:
            continue
        k -= 1
        left = fraction(s) * ways[k + 1, found]
        part, chosen = found, found
        while True:
            weight = ways_to_find(s, other, part) * ways[k, found ^ part]
            if weight > 0.0:
                chosen = part
                left -= weight
                if left < 0.0:
                    break
            if part == 0:
                break
            part = part - 1 & found
        for pile in range(s.seats):
            if chosen >> pile & 1:
                s.found[pile] = other
        found ^= chosen


# --- the hard game: one pile with all Princesses -------------------------------------------------


@kernel
def ways_to_draw(s, seat, out):
    """In how many ways `seat` may have drawn 0, 1, ... 5 Princesses among its draws (I-70)."""
    own = draws(s, seat)
    ending = np.zeros(own + 1)  # [moment] ways in which the i-th came just then
    ending[0] = 1.0
    for i in range(PRINCESSES + 1):
        if i > 0:
            first, last = earliest(s, seat, i), latest(s, seat, i)
            total = 0.0
            for moment in range(own + 1):
                ways = total if first and first <= moment <= last else 0.0
                total += ending[moment]
                ending[moment] = ways
        out[i] = 0.0
        if holds_as_many(s, seat, i):
            for moment in range(own + 1):
                out[i] += ending[moment]


@kernel
def choose(n, k):
    """In how many ways k of n can be chosen."""
    ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


@kernel
def imagine_shuffle(s, seat, drawn):
    """Draw anew how many Princesses each other seat has drawn, for all that `seat` knows."""
    most = PRINCESSES - np.int64(s.shown[seat])
    for k in range(s.held[seat]):
        most -= s.hand[seat, k] == PRINCESS
    own = np.zeros((MOST, PRINCESSES + 1))
    ways = np.zeros((MOST + 1, PRINCESSES + 1))  # [first seats, Princesses drawn by them]
    ways[0, 0] = 1.0
    for other in range(s.seats):
        if other == seat:
            own[other, 0] = 1.0
        else:
            ways_to_draw(s, other, own[other])
        for n in range(most + 1):
            for part in range(n + 1):
                ways[other + 1, n] += own[other, part] * ways[other, n - part]
    last = np.int64(s.seats)
    rest = undrawn(s)
    total = 0.0
    for n in range(most + 1):
        total += ways[last, n] * choose(rest, most - n)
    left = fraction(s) * total
    n = 0
    for each in range(most + 1):
        weight = ways[last, each] * choose(rest, most - each)
        if weight > 0.0:
            n = each
            left -= weight
            if left < 0.0:
                break
    for step in range(s.seats):
        other = last - 1 - step
        left = fraction(s) * ways[other + 1, n]
        for part in range(n + 1):
            weight = own[other, part] * ways[other, n - part]
            if weight > 0.0:
                drawn[other] = part
                left -= weight
                if left < 0.0:
                    break
        n -= drawn[other]


# --- worlds --------------------------------------------------------------------------------------


@kernel
def imagine(s, seat):
    """Deal anew what `seat` can't know, as often as it comes up: the other hands and the pile."""
    drawn = np.zeros(MOST, np.int64)  # [seat] Princesses
    if s.hard:
        imagine_shuffle(s, seat, drawn)
    else:
        imagine_piles(s, seat)
        for pile in range(s.seats):
            if s.found[pile] != NOBODY:
                drawn[s.found[pile]] += 1
    for other in range(s.seats):
        if other != seat:
            for k in range(s.held[other]):
                s.pile[s.hand[other, k]] += 1
                s.hand[other, k] = NO_CARD
    for other in range(s.seats):
        if other == seat:
            continue
        cards = np.int64(s.held[other])
        princesses = drawn[other] - np.int64(s.shown[other])
        s.held[other] = 0
        for _ in range(cards - princesses):
            add_card(s, other, draw_from(s, s.pile[:PRINCESS]))
        for _ in range(princesses):
            add_card(s, other, PRINCESS)
            s.pile[PRINCESS] -= 1


@kernel
def notice(s, action, mover, seat):
    """What `seat` noticed of an action: everything, but a drawn card only if it is its own."""
    if action != DRAW or mover != seat:
        return np.int64(action)
    hand = 0
    for k in range(HAND + 1):
        hand = hand * KINDS + np.int64(s.hand[seat, k])
    return ACTIONS + hand


# --- observations --------------------------------------------------------------------------------
# Planes of 25x25 numbers, a number per cell. Players are counted clockwise from the observer, who
# is player 0. The last planes are lists: their first numbers, in reading order, have a meaning.

PLANES = (
    "card",  # a card lies there
    "box card",  # of cardboard: neither a cat, nor a special toy, nor Princess
    *(f"wall in the {side}" for side in ("north", "east", "south", "west")),
    *(f"{content} on the card" for content in CONTENTS[:-1]),
    *(f"special {toy} as a card" for toy in CONTENTS[:TOYS]),
    "Princess as a card",
    *(f"sleeping cat of player {k}" for k in range(MOST)),
    *(f"cat of player {k} across the eastern side" for k in range(MOST)),
    "Princess across the eastern side",
    *(f"special {toy} across the eastern side" for toy in CONTENTS[:TOYS]),
    "card laid last",
    "free cell beside a card",
    "open sides of the box",  # that meet no card, at most 127; 0 for a closed box
    *(f"{toy} in the box" for toy in CONTENTS[:TOYS]),  # how many
    "spray in the box",  # how many
    *(f"cats awake of player {k} in the box" for k in range(MOST)),
    *(f"cats asleep of player {k} in the box" for k in range(MOST)),
    "own hand",  # list by kind: how many
    "discarded",  # list by kind: how many
    "starting boxes left",  # list by pattern: how many
    "cats off the table",  # list by player
    "cards in the hand",  # list by player
    "cards drawn",  # list by player and pile
    "Princesses shown",  # list by player: when each was, in own draws
    "Princesses drawn",  # list by player: the draw by which each was, as all know
    "own Princesses",  # list by pile: the observer drew her
    "cards left",  # list by pile
    "players",  # all numbers the same from here on
    "hard game",
    "end triggered by the pile",
    "end triggered by cats",
    "to lay a starting box",
    "to draw or sleep",
    "to play a card",
    "to place a cat",
    "own decision",
)
OBSERVATION = (len(PLANES), SIDE, SIDE)
_WALLS = PLANES.index("wall in the north")
_CONTENT = PLANES.index("ball on the card")
_TOY_CARD = PLANES.index("special ball as a card")
_PRINCESS_CARD = PLANES.index("Princess as a card")
_SLEEPER = PLANES.index("sleeping cat of player 0")
_CAT = PLANES.index("cat of player 0 across the eastern side")
_PRINCESS = PLANES.index("Princess across the eastern side")
_TOY = PLANES.index("special ball across the eastern side")
_LAST = PLANES.index("card laid last")
_FREE = PLANES.index("free cell beside a card")
_OPEN = PLANES.index("open sides of the box")
_TOYS = PLANES.index("ball in the box")
_BOTTLES = PLANES.index("spray in the box")
_AWAKE = PLANES.index("cats awake of player 0 in the box")
_ASLEEP = PLANES.index("cats asleep of player 0 in the box")
_HAND = PLANES.index("own hand")
_GONE, _STARTERS, _SUPPLY, _HELD, _DREW, _SHOWED, _DUE, _FOUND, _LEFT = range(_HAND + 1, _HAND + 10)
_PLAYERS = PLANES.index("players")
_HARD, _BY_PILE, _BY_CATS, _PHASE = range(_PLAYERS + 1, _PLAYERS + 5)
_OWN = PLANES.index("own decision")


@kernel
def observe(s, seat, out):
    """The planes named in PLANES as `seat` knows them; int8, flat."""
    out[:] = 0
    for number in range(1, np.int64(s.cards) + 1):
        observe_card(s, seat, number, out)
        observe_box(s, seat, number, out)
    for row in range(SIDE):
        bits = np.int64(s.rim[row + 1])
        for column in range(SIDE):
            out[_FREE * CELLS + row * SIDE + column] = bits >> column & 1
    if s.cards:
        out[_LAST * CELLS + SPOT_CELL[s.spot[s.cards]]] = 1
    observe_lists(s, seat, out)
    fill_plane(out, _PLAYERS, CELLS, s.seats)
    fill_plane(out, _HARD, CELLS, s.hard)
    if s.ending:
        fill_plane(out, _BY_PILE if s.ending == BY_PILE else _BY_CATS, CELLS, 1)
    if not s.over:
        fill_plane(out, _PHASE + np.int64(s.phase), CELLS, 1)
        fill_plane(out, _OWN, CELLS, s.actor == seat)


@kernel
def observe_card(s, seat, number, out):
    """A card, and what lies across its eastern side."""
    cell = SPOT_CELL[s.spot[number]]
    face, across = np.int64(s.face[number]), np.int64(s.across[number])
    out[cell] = 1
    if is_box_card(face):
        out[CELLS + cell] = 1
        content = face % CONTENT_KINDS
        if content < CONTENT_KINDS - 1:
            out[(_CONTENT + content) * CELLS + cell] = 1
    elif face < PRINCESS_FACE:
        out[(_TOY_CARD + face - TOY_FACE) * CELLS + cell] = 1
    elif face == PRINCESS_FACE:
        out[_PRINCESS_CARD * CELLS + cell] = 1
    else:
        out[(_SLEEPER + seen_from(s, seat, face - SLEEPER)) * CELLS + cell] = 1
    for side in range(SIDES):
        out[(_WALLS + side) * CELLS + cell] = WALLS[face] >> side & 1
    if across == 0:
        return
    if across < ACROSS_PRINCESS:
        out[(_CAT + seen_from(s, seat, across - 1)) * CELLS + cell] = 1
    elif across == ACROSS_PRINCESS:
        out[_PRINCESS * CELLS + cell] = 1
    else:
        out[(_TOY + across - ACROSS_TOY) * CELLS + cell] = 1


@kernel
def observe_box(s, seat, number, out):
    """What the box of a card holds."""
    cell, box = SPOT_CELL[s.spot[number]], np.int64(s.box[number])
    out[_OPEN * CELLS + cell] = min(127, np.int64(s.openings[box]))
    for toy in range(TOYS):
        out[(_TOYS + toy) * CELLS + cell] = s.toys[box, toy]
    out[_BOTTLES * CELLS + cell] = s.bottles[box]
    for player in range(s.seats):
        k = seen_from(s, seat, player)
        out[(_AWAKE + k) * CELLS + cell] = s.awake[box, player]
        out[(_ASLEEP + k) * CELLS + cell] = s.asleep[box, player]


@kernel
def observe_lists(s, seat, out):
    """The own hand, and what is public about players and piles."""
    for k in range(s.held[seat]):
        out[_HAND * CELLS + np.int64(s.hand[seat, k])] += 1
    for kind in range(KINDS):
        out[_GONE * CELLS + kind] = s.gone[kind]
    for pattern in range(len(PATTERNS)):
        out[_STARTERS * CELLS + pattern] = s.starters[pattern]
    for pile in range(MOST):
        out[_FOUND * CELLS + pile] = s.found[pile] == seat
        out[_LEFT * CELLS + pile] = s.left[pile]
    for player in range(s.seats):
        k = seen_from(s, seat, player)
        out[_SUPPLY * CELLS + k] = s.supply[player]
        out[_HELD * CELLS + k] = s.held[player]
        for n in range(MOST):
            out[_DREW * CELLS + k * MOST + n] = s.drew[player, n]
        for n in range(PRINCESSES):
            out[_SHOWED * CELLS + k * PRINCESSES + n] = s.showed[player, n]
            out[_DUE * CELLS + k * PRINCESSES + n] = s.due[player, n]
