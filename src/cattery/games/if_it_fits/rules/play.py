"""If It Fits: setup, turns, and the end of the game."""

from __future__ import annotations

import numpy as np

from cattery.games.if_it_fits.rules.deck import CATS, MOST, PATTERNS, PRINCESSES
from cattery.games.if_it_fits.rules.state import (
    BOX_KINDS,
    BY_CATS,
    BY_PILE,
    CAT,
    CAT_0,
    CELL_SPOT,
    CELLS,
    CONTENT_KINDS,
    COPIES,
    DEALT_FROM,
    DISCARD_0,
    DISCARD_PRINCESS,
    DRAW,
    FACE_KIND,
    HAND,
    KIND_FACES,
    KINDS,
    NO_CARD,
    NO_CAT,
    NOBODY,
    PLACE_SPOT,
    PLACES,
    PLAIN,
    PLAY,
    PRINCESS,
    PRINCESS_0,
    PRINCESS_CARD_0,
    SIDE,
    SLEEP_0,
    SLEEPER,
    SPOT_CELL,
    SPOT_PLACE,
    START,
    STARTERS,
    TOY_0,
    TOY_CARD_0,
    TOY_FACE,
    TOY_KIND,
    TURN,
    TURNS,
    WALLS,
    WALLS_PATTERN,
    piles,
    undrawn,
)
from cattery.games.if_it_fits.rules.table import (
    cats_on_table,
    clear_table,
    facing_walls,
    fits,
    free_spot,
    lay_cat,
    lay_down,
    lay_toy,
    lies_cat,
    may_enter,
    replace_cat,
    replace_sleeper,
    sleeps_cat,
    takes_in,
    western,
)
from cattery.kernel import (
    MOST_LEGAL,
    OWN_SHOWN,
    below,
    draw_from,
    kernel,
    lowest_bit,
    next_seat,
    to_act,
    without_lowest,
)

TRIES = 64  # hard game: how often a random lay may be against a wall before all are listed
SLEEPS = 25  # random players sleep in one of so many turns

# --- setup ---------------------------------------------------------------------------------------


@kernel
def start(s):
    """I-10 to I-12: cats, hands, the draw pile, the starting boxes, the start player."""
    clear_table(s)
    for seat in range(MOST):
        s.supply[seat] = CATS if seat < s.seats else 0
        s.held[seat] = 0
        s.shown[seat] = 0
        for k in range(HAND + 1):
            s.hand[seat, k] = NO_CARD
        for k in range(PRINCESSES):
            s.showed[seat, k] = 0
            s.due[seat, k] = 0
    for pattern in range(len(PATTERNS)):
        s.starters[pattern] = STARTERS[pattern]
    make_pile(s)
    for seat in range(s.seats):
        for _ in range(HAND):
            add_card(s, seat, draw_from(s, s.pile[:PRINCESS]))
    s.ending = 0
    s.ender = NOBODY
    s.over = 0
    s.revealed = 0
    s.phase = START
    first = np.int64(s.first)
    s.starter = first if first >= 0 else below(s, s.seats)
    to_act(s, np.int64(s.starter))


@kernel
def make_pile(s):
    """I-10, I-11, I-70: what the draw pile is made of; hands are dealt from it next."""
    for kind in range(KINDS):
        s.pile[kind] = COPIES[kind]
        s.gone[kind] = 0
    rest = DEALT_FROM - HAND * np.int64(s.seats)
    n = piles(s)
    princesses = PRINCESSES if s.hard else n
    s.pile[PRINCESS] = princesses
    for pile in range(MOST):
        s.found[pile] = NOBODY
        s.left[pile] = 0
        if pile < n:  # earlier piles take the remainder
            s.left[pile] = (rest + n - 1 - pile) // n + princesses // n
        for seat in range(MOST):
            s.drew[seat, pile] = 0


# --- hands ---------------------------------------------------------------------------------------


@kernel
def add_card(s, seat, kind):
    """A card into a hand, which stays sorted."""
    at = np.int64(s.held[seat])
    s.held[seat] = at + 1
    while at > 0 and s.hand[seat, at - 1] > kind:
        s.hand[seat, at] = s.hand[seat, at - 1]
        at -= 1
    s.hand[seat, at] = kind


@kernel
def take_card(s, seat, kind):
    """A card out of a hand that holds one of its kind."""
    at = 0
    while s.hand[seat, at] != kind:
        at += 1
    last = np.int64(s.held[seat]) - 1
    while at < last:
        s.hand[seat, at] = s.hand[seat, at + 1]
        at += 1
    s.hand[seat, last] = NO_CARD
    s.held[seat] = last


@kernel
def repeats(s, seat, k):
    """Whether the k-th card of a hand is of the same kind as the one before."""
    return k > 0 and s.hand[seat, k] == s.hand[seat, k - 1]


@kernel
def draws(s, seat):
    """How many cards `seat` has drawn."""
    total = 0
    for pile in range(MOST):
        total += np.int64(s.drew[seat, pile])
    return total


# --- what may be done ----------------------------------------------------------------------------


@kernel
def legal(s, out):
    """I-12, I-20, I-21, I-40, I-43 to I-45, I-50."""
    if s.phase == TURN:
        out[0] = DRAW
        return list_cells(s, SLEEP_0, out, 1)
    if s.phase == CAT:
        return list_cats(s, out)
    n = 0
    if s.phase == START:
        for pattern in range(len(PATTERNS)):
            if s.starters[pattern]:
                n = list_box(s, pattern * CONTENT_KINDS + PLAIN, out, n)
        return n
    n = list_hand(s, out)
    return n if n else list_discards(s, out)


@kernel
def list_hand(s, out):
    """All ways to play a card of the actor's hand."""
    n = 0
    seat = np.int64(s.actor)
    for k in range(s.held[seat]):
        if not repeats(s, seat, k):
            n = list_card(s, np.int64(s.hand[seat, k]), out, n)
    return n


@kernel
def list_cells(s, first, out, n):
    """Actions first + cell for all free cells."""
    for row in range(s.north, np.int64(s.south) + 3):
        bits = np.uint64(s.rim[row])
        while bits:
            out[n] = first + (row - 1) * SIDE + lowest_bit(bits)
            n += 1
            bits = without_lowest(bits)
    return n


@kernel
def list_box(s, kind, out, n):
    """All ways to lay a box (I-30, I-71); a half turn that changes nothing counts once."""
    for turn in range(TURNS[kind]):
        face = KIND_FACES[kind, turn]
        if s.hard == 0:
            n = list_cells(s, face * CELLS, out, n)
            continue
        listed = list_cells(s, face * CELLS, out, n)
        for k in range(n, listed):
            if facing_walls(s, CELL_SPOT[out[k] - face * CELLS]) & WALLS[face] == 0:
                out[n] = out[k]
                n += 1
    return n


@kernel
def list_card(s, kind, out, n):
    """All ways to play a card of the hand."""
    if kind < BOX_KINDS:
        return list_box(s, kind, out, n)
    if kind == PRINCESS:
        return list_princess(s, out, n)
    return list_toy(s, kind - TOY_KIND, out, n)


@kernel
def list_princess(s, out, n):
    """I-43: every cat on the table."""
    if cats_on_table(s) == 0:
        return n
    for number in range(1, np.int64(s.cards) + 1):
        if lies_cat(s, number):
            out[n] = PRINCESS_0 + SPOT_PLACE[s.spot[number]]
            n += 1
        if sleeps_cat(s, number):
            out[n] = PRINCESS_CARD_0 + SPOT_CELL[s.spot[number]]
            n += 1
    return n


@kernel
def list_toy(s, toy, out, n):
    """I-44: across any two boxes, as a cat could be; only where there is no place, as a card."""
    seat = np.int64(s.actor)
    before = n
    for number in range(1, np.int64(s.cards) + 1):
        if takes_in(s, number, seat):
            out[n] = TOY_0 + toy * PLACES + SPOT_PLACE[s.spot[number]]
            n += 1
    return n if n > before else list_cells(s, TOY_CARD_0 + toy * CELLS, out, n)


@kernel
def list_discards(s, out):
    """I-45: no card can be played."""
    seat = np.int64(s.actor)
    n = 0
    for k in range(s.held[seat]):
        if not repeats(s, seat, k):
            kind = np.int64(s.hand[seat, k])
            out[n] = DISCARD_PRINCESS if kind == PRINCESS else DISCARD_0 + kind
            n += 1
    return n


@kernel
def list_cats(s, out):
    """I-40: across the card laid this turn and a neighbour; or no cat."""
    n = 0
    seat, number = np.int64(s.actor), np.int64(s.cards)
    west = western(s, number)
    if west and takes_in(s, west, seat):
        out[n] = CAT_0 + SPOT_PLACE[s.spot[west]]
        n += 1
    if takes_in(s, number, seat):
        out[n] = CAT_0 + SPOT_PLACE[s.spot[number]]
        n += 1
    out[n] = NO_CAT
    return n + 1


@kernel
def can_lay_cat(s, seat):
    """I-40, I-41: whether `seat`, who has laid a box, has a cat and a place for it."""
    number = np.int64(s.cards)
    if s.supply[seat] == 0 or not may_enter(s, np.int64(s.box[number]), seat):
        return False
    west = western(s, number)
    return takes_in(s, number, seat) or (west > 0 and takes_in(s, west, seat))


# --- chance plays --------------------------------------------------------------------------------


@kernel
def sample(s):
    """A random legal action; draw or sleep is chosen first, for there are many cells to sleep on.

    Else all are alike.
    """
    if s.phase == TURN:
        if below(s, SLEEPS):
            return np.int64(DRAW)
        return SLEEP_0 + SPOT_CELL[free_spot(s, below(s, s.rims))]
    if s.phase == CAT:
        few = np.empty(3, np.int32)
        return np.int64(few[below(s, list_cats(s, few))])
    return sample_box(s) if s.phase == START else sample_card(s)


@kernel
def sample_box(s):
    """A random starting box, cell and turn."""
    total = 0
    for pattern in range(len(PATTERNS)):
        if s.starters[pattern]:
            total += TURNS[pattern * CONTENT_KINDS]
    for _ in range(TRIES):
        k = below(s, total * s.rims)
        turn = k // s.rims
        spot = free_spot(s, k - turn * s.rims)
        pattern = 0
        while s.starters[pattern] == 0 or turn >= TURNS[pattern * CONTENT_KINDS]:
            if s.starters[pattern]:
                turn -= TURNS[pattern * CONTENT_KINDS]
            pattern += 1
        face = KIND_FACES[pattern * CONTENT_KINDS + PLAIN, turn]
        if fits(s, face, spot):
            return face * CELLS + SPOT_CELL[spot]
    return sample_listed(s)


@kernel
def sample_listed(s):
    """A random action of all that are legal."""
    out = np.empty(MOST_LEGAL, np.int32)
    return np.int64(out[below(s, legal(s, out))])


@kernel
def sample_card(s):
    """A random way to play a card; unless all are boxes, or one fits, all are listed."""
    seat = np.int64(s.actor)
    turns = 0
    for k in range(s.held[seat]):
        kind = np.int64(s.hand[seat, k])
        if kind >= BOX_KINDS:
            return sample_listed(s)
        if not repeats(s, seat, k):
            turns += TURNS[kind]
    for _ in range(TRIES):
        k = below(s, turns * s.rims)
        turn = k // s.rims
        spot = free_spot(s, k - turn * s.rims)
        at = 0
        while repeats(s, seat, at) or turn >= TURNS[s.hand[seat, at]]:
            if not repeats(s, seat, at):
                turn -= TURNS[s.hand[seat, at]]
            at += 1
        face = KIND_FACES[s.hand[seat, at], turn]
        if fits(s, face, spot):
            return face * CELLS + SPOT_CELL[spot]
    return sample_listed(s)


# --- doing it ------------------------------------------------------------------------------------


@kernel
def apply(s, action):
    """Carry out a decision of the actor."""
    if action < TOY_0:
        face = action // CELLS
        play_box(s, face, CELL_SPOT[action - face * CELLS])
    elif action == DRAW:
        draw(s)
    elif CAT_0 <= action < NO_CAT:
        lay_cat(s, np.int64(s.lies[PLACE_SPOT[action - CAT_0]]), np.int64(s.actor))
        end_turn(s)
    elif action == NO_CAT:
        end_turn(s)
    elif SLEEP_0 <= action < DRAW:
        sleep(s, CELL_SPOT[action - SLEEP_0])
    elif action < CAT_0:
        play_toy(s, action)
    elif action < DISCARD_0:
        play_princess(s, action)
    else:
        discard(s, PRINCESS if action == DISCARD_PRINCESS else action - DISCARD_0)


@kernel
def draw(s):
    """I-20: the next card of the draw pile; I-50: perhaps the last."""
    seat = np.int64(s.actor)
    pile = 0
    while s.left[pile] == 0:
        pile += 1
    add_card(s, seat, next_card(s, seat, pile))
    s.left[pile] -= 1
    s.drew[seat, pile] += 1
    s.phase = PLAY
    if s.left[pile] == 0 and undrawn(s) == 0:
        trigger(s, BY_PILE, seat)


@kernel
def next_card(s, seat, pile):
    """I-11: Princess lies anywhere in her pile; the other cards' order is all chance. I-70."""
    if s.hard:
        return draw_from(s, s.pile)
    if s.found[pile] == NOBODY and below(s, s.left[pile]) == 0:
        s.found[pile] = seat
        s.pile[PRINCESS] -= 1
        return PRINCESS
    return draw_from(s, s.pile[:PRINCESS])


@kernel
def trigger(s, why, seat):
    """I-50: from now on nobody draws and nobody sleeps."""
    if s.ending == 0:
        s.ending = why
        s.ender = seat


@kernel
def sleep(s, spot):
    """I-21: an own cat asleep, as a card of the grid."""
    seat = np.int64(s.actor)
    lay_down(s, SLEEPER + seat, spot)
    s.supply[seat] -= 1
    end_turn(s)


@kernel
def play_box(s, face, spot):
    """I-12, I-20: lay a box; then perhaps a cat (I-40)."""
    seat = np.int64(s.actor)
    lay_down(s, face, spot)
    if s.phase == START:
        s.starters[WALLS_PATTERN[WALLS[face]]] -= 1
        to_act(s, next_seat(s, seat))
        if s.actor == s.starter:
            s.phase = TURN
        return
    take_card(s, seat, FACE_KIND[face])
    s.revealed = OWN_SHOWN
    if can_lay_cat(s, seat):
        s.phase = CAT
    else:
        end_turn(s)


@kernel
def play_toy(s, action):
    """I-44: a special toy across two boxes, or as a card."""
    seat = np.int64(s.actor)
    if action < TOY_CARD_0:
        toy = (action - TOY_0) // PLACES
        spot = PLACE_SPOT[action - TOY_0 - toy * PLACES]
        lay_toy(s, np.int64(s.lies[spot]), toy)
    else:
        toy = (action - TOY_CARD_0) // CELLS
        lay_down(s, TOY_FACE + toy, CELL_SPOT[action - TOY_CARD_0 - toy * CELLS])
    take_card(s, seat, TOY_KIND + toy)
    s.revealed = OWN_SHOWN
    end_turn(s)


@kernel
def play_princess(s, action):
    """I-43: Princess in place of a cat."""
    seat = np.int64(s.actor)
    if action < PRINCESS_CARD_0:
        replace_cat(s, np.int64(s.lies[PLACE_SPOT[action - PRINCESS_0]]))
    else:
        replace_sleeper(s, np.int64(s.lies[CELL_SPOT[action - PRINCESS_CARD_0]]))
    show_princess(s, seat)
    take_card(s, seat, PRINCESS)
    s.revealed = OWN_SHOWN
    end_turn(s)


@kernel
def discard(s, kind):
    """I-45: a card that can't be played leaves the game, as nothing else in the hand can be."""
    seat = np.int64(s.actor)
    if kind == PRINCESS:
        n = np.int64(s.shown[seat])
        moment = show_princess(s, seat)
        if every_box_fits(s):  # so all the hand is Princesses
            for k in range(n, n + np.int64(s.held[seat])):
                if s.due[seat, k] == 0:
                    s.due[seat, k] = moment
    take_card(s, seat, kind)
    s.gone[kind] += 1
    s.revealed = OWN_SHOWN
    end_turn(s)


@kernel
def every_box_fits(s):
    """Whether any box has a place, so that who can't play has nothing but Princesses.

    A cell beyond the outermost card has one neighbour, to which every box can turn an open side: in
    the north or south, or those with both walls there in the west or east. So walls (I-71) leave a
    box without a place only where the table goes from edge to edge.
    """
    if s.hard == 0:
        return True
    last = SIDE - 1
    return (s.north > 0 or s.south < last) and (s.west > 0 or s.east < last)


@kernel
def show_princess(s, seat):
    """Everybody sees that `seat` had drawn one more; she is still in the hand. The moment."""
    moment = draws(s, seat) + np.int64(s.held[seat] <= HAND)
    n = np.int64(s.shown[seat])
    s.showed[seat, n] = moment
    if s.due[seat, n] == 0:
        s.due[seat, n] = moment
    s.shown[seat] = n + 1
    return moment


@kernel
def end_turn(s):
    """The next turn, or the end when all hands are empty (I-50)."""
    seat = np.int64(s.actor)
    if s.supply[seat] == 0:
        trigger(s, BY_CATS, seat)
    seat = next_seat(s, seat)
    to_act(s, seat)
    s.phase = PLAY if s.ending else TURN
    if s.ending and s.held[seat] == 0:
        s.over = 1
        s.waiting = 0
