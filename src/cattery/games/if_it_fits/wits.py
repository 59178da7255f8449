"""If It Fits: what a careful player prefers, from what the player knows.

A box is valued by what it brings now, by how likely it still is to be closed and to grow, and by
who has it or may get it; a card by what it does to the boxes around it and the cat that may follow.
"""

from __future__ import annotations

import math

import numpy as np

from cattery.games.if_it_fits.rules.deck import MOST, TOYS
from cattery.games.if_it_fits.rules.play import list_hand, repeats, sample
from cattery.games.if_it_fits.rules.state import (
    BOTTLES_ON,
    BOX_KINDS,
    CAT,
    CAT_0,
    CELL_SPOT,
    CELLS,
    DISCARD_0,
    DRAW,
    EAST,
    KIND_FACES,
    MOST_LYING,
    NO_CAT,
    PLACE_SPOT,
    PLACES,
    PRINCESS,
    PRINCESS_0,
    PRINCESS_CARD_0,
    SIDES,
    SLEEP_0,
    SLEEPER,
    SPECIAL,
    SPOT_CELL,
    SPOT_PLACE,
    START,
    STATE,
    STEPS,
    TOY_0,
    TOY_CARD_0,
    TOY_FACE,
    TOY_KIND,
    TOYS_ON,
    TURN,
    TURNS,
    WALLS,
    WEST,
    is_box_card,
    undrawn,
)
from cattery.games.if_it_fits.rules.table import (
    cats_on_table,
    fits,
    free_spot,
    lies_cat,
    sleeps_cat,
    takes_in,
    western,
)
from cattery.kernel import MOST_LEGAL, below, implement, kernel

# Weights found by matches of greedy players with others of their kind.
CLOSING = 0.62  # how likely a box with one opening gets closed; a power of it for more
GROWTH = 0.35  # toys that a held box gains while much of the game is left
WAKING = 0.45  # of the worth of a box for who alone sleeps in it
CATCHING_UP = 0.12  # of the worth of a box for who has cats in it, but fewer than others
CAT_WORTH = 1.15  # of a cat off the table while much of the game is left
HARD_CAT = 0.6  # of that in the hard game
HOLDING = 1.4  # what Princess is worth kept, while much of the game is left
DRAWING = 0.55  # what a card more to choose from is worth, as against sleeping
UNKNOWN_PLAY = 0.4  # expected from a hand of which nothing is looked at
WHIM = 0.8  # how much a player in a hurry may like something for no reason
LOOKS = 6  # how many ways to lay a box a player in a hurry looks at
NAPS = 2  # and how many cells to sleep on
SURENESS, UNSURENESS = 2.0, 5.0  # points of difference that make a feeling clear, now and early

# A box, as it is or would be: toys by kind, bottles, openings, then cats awake and asleep by seat.
_BOTTLES, _OPENINGS, _AWAKE = TOYS, TOYS + 1, TOYS + 2
_ASLEEP = _AWAKE + MOST
_PARTS = _ASLEEP + MOST


@kernel
def rest(s):
    """How much of the game is left, from 0 (it is over) to nearly 1."""
    seats = np.int64(s.seats)
    if s.ending:
        turns = 0
        for seat in range(seats):
            turns += np.int64(s.held[seat])
    else:
        fewest = np.int64(s.supply[0])
        for seat in range(1, seats):
            fewest = min(fewest, np.int64(s.supply[seat]))
        turns = min(undrawn(s), 5 * seats * fewest) + 2 * seats
    each = turns / seats
    return each / (each + 5.0)


@kernel
def copy_box(s, box, out):
    """A box as it is."""
    for toy in range(TOYS):
        out[toy] = s.toys[box, toy]
    out[_BOTTLES] = s.bottles[box]
    out[_OPENINGS] = s.openings[box]
    for seat in range(MOST):
        out[_AWAKE + seat] = s.awake[box, seat]
        out[_ASLEEP + seat] = s.asleep[box, seat]


@kernel
def add_box(s, box, out):
    """Another box that becomes part of it."""
    for toy in range(TOYS):
        out[toy] += s.toys[box, toy]
    out[_BOTTLES] += s.bottles[box]
    out[_OPENINGS] += s.openings[box]
    for seat in range(MOST):
        out[_AWAKE + seat] += s.awake[box, seat]
        out[_ASLEEP + seat] += s.asleep[box, seat]


@kernel
def prospect(box, left):
    """What a box will bring to whoever has it, as far as one can tell."""
    most = max(box[0], max(box[1], box[2]))
    now = most - box[_BOTTLES]
    if box[_OPENINGS] == 0:
        return 2.0 * now
    closing = left * CLOSING ** box[_OPENINGS]
    grown = now + GROWTH * left * min(3, box[_OPENINGS])
    return grown * (1.0 + closing)


@kernel
def strength_in(s, box):
    """The strength of whoever has the box, and how many seats only sleep in it."""
    strongest, sleepers = 0, 0
    for seat in range(s.seats):
        awake, asleep = box[_AWAKE + seat], box[_ASLEEP + seat]
        if awake:
            strongest = max(strongest, 2 * awake + (asleep if s.hard else 2 * asleep))
        elif asleep:
            sleepers += 1
    return strongest, sleepers


@kernel
def share(s, box, seat, left, strongest, sleepers, brings):
    """What `seat` may expect of a box that brings so much."""
    awake, asleep = box[_AWAKE + seat], box[_ASLEEP + seat]
    if awake:
        own = 2 * awake + (asleep if s.hard else 2 * asleep)
        extra = 0.0 if s.hard else awake + asleep - 1.0
        return (brings if own == strongest else CATCHING_UP * left * brings) + extra
    if asleep:
        hope = WAKING * left * (brings + asleep)
        return hope * CATCHING_UP if strongest else hope / sleepers
    return 0.0


@kernel
def value(s, box, seat, left):
    """What a box is worth to `seat`, less what it is worth to the others on average."""
    strongest, sleepers = strength_in(s, box)
    if strongest == 0 and sleepers == 0:
        return 0.0
    brings = prospect(box, left)
    total = 0.0
    for other in range(s.seats):
        gain = share(s, box, other, left, strongest, sleepers, brings)
        total += gain if other == seat else -gain / (s.seats - 1)
    return total


@kernel
def worth_now(s, box, seat, left, now):
    """What a box is worth to `seat`; `now` remembers it, and is NaN where nobody has asked yet."""
    if np.isnan(now[box]):
        as_it_is = np.zeros(_PARTS, np.int64)
        copy_box(s, box, as_it_is)
        now[box] = value(s, as_it_is, seat, left)
    return now[box]


@kernel
def lay_gain(s, face, spot, seat, left, now, made):
    """What laying a card changes for `seat`; `made` becomes the box that it is part of then."""
    for k in range(_PARTS):
        made[k] = 0
    for toy in range(TOYS):
        made[toy] = TOYS_ON[face, toy]
    made[_BOTTLES] = BOTTLES_ON[face]
    if face >= SLEEPER:
        made[_ASLEEP + face - SLEEPER] = 1
    walls = WALLS[face]
    first, second, third = 0, 0, 0  # boxes that are joined already
    before = 0.0
    for side in range(SIDES):
        other = np.int64(s.lies[spot + STEPS[side]])
        is_open = walls >> side & 1 == 0
        if other == 0:
            made[_OPENINGS] += is_open
            continue
        if WALLS[s.face[other]] >> (side + 2 & 3) & 1 or not is_open:
            continue
        made[_OPENINGS] -= 1
        box = np.int64(s.box[other])
        if box in (first, second, third):
            continue
        third, second, first = second, first, box
        add_box(s, box, made)
        before += worth_now(s, box, seat, left, now)
    gain = 0.0
    for side in range(SIDES):  # those that meet a wall of the card
        other = np.int64(s.lies[spot + STEPS[side]])
        if other == 0 or walls >> side & 1 == 0:
            continue
        if WALLS[s.face[other]] >> (side + 2 & 3) & 1:
            continue
        box = np.int64(s.box[other])
        if box in (first, second, third):
            made[_OPENINGS] -= 1
        elif worth_now(s, box, seat, left, now) != 0.0:
            touched = np.zeros(_PARTS, np.int64)
            copy_box(s, box, touched)
            touched[_OPENINGS] -= 1
            gain += value(s, touched, seat, left) - now[box]
    return gain + value(s, made, seat, left) - before


@kernel
def may_sit(s, made, seat):
    """I-41 in a box that would be."""
    if made[_AWAKE + seat] + made[_ASLEEP + seat] > 0:
        return True
    for other in range(s.seats):
        if made[_AWAKE + other] + made[_ASLEEP + other] > 0:
            return False
    return True


@kernel
def has_place(s, face, spot):
    """I-40: whether a box on this cell would have a neighbour across which a cat may lie."""
    for step, mine, its in ((1, EAST, WEST), (-1, WEST, EAST)):
        other = np.int64(s.lies[spot + step])
        if other and WALLS[face] & mine == 0:
            lying = np.int64(s.face[other])
            if is_box_card(lying) and WALLS[lying] & its == 0:
                return True
    return False


@kernel
def cat_price(s, seat, left):
    """What a cat of `seat` is worth off the table (I-72: less where further ones bring nothing)."""
    return CAT_WORTH * left * (HARD_CAT if s.hard else 1.0)


@kernel
def sit_gain(s, made, seat, left):
    """What a cat awake in a box brings to `seat`, less what it is worth off the table."""
    before = value(s, made, seat, left)
    made[_AWAKE + seat] += 1
    gain = value(s, made, seat, left) - before
    made[_AWAKE + seat] -= 1
    return gain - cat_price(s, seat, left)


@kernel
def box_gain(s, face, spot, seat, left, now, made):
    """What laying a box brings, with the cat that may follow it."""
    gain = lay_gain(s, face, spot, seat, left, now, made)
    if s.phase != START and s.supply[seat] and has_place(s, face, spot) and may_sit(s, made, seat):
        gain += max(0.0, sit_gain(s, made, seat, left))
    return gain


@kernel
def toy_gain(s, number, toy, seat, left, now, made):
    """What a special toy across the eastern side of a card brings."""
    box = np.int64(s.box[number])
    copy_box(s, box, made)
    made[toy] += SPECIAL[toy]
    return value(s, made, seat, left) - worth_now(s, box, seat, left, now)


@kernel
def princess_gain(s, number, seat, left, now, made):
    """What Princess in place of the cat at a card brings, less what she is worth in the hand."""
    box = np.int64(s.box[number])
    copy_box(s, box, made)
    if lies_cat(s, number):
        owner = np.int64(s.across[number]) - 1
        made[_AWAKE + owner] -= 1
    else:
        owner = np.int64(s.face[number]) - SLEEPER
        made[_ASLEEP + owner] -= 1
    home = cat_price(s, owner, left)
    back = home if owner == seat else -home / (s.seats - 1)
    change = value(s, made, seat, left) - worth_now(s, box, seat, left, now)
    return change + back - HOLDING * left


@kernel
def sleep_gain(s, spot, seat, left, now, made):
    """What a cat asleep on a cell brings."""
    gain = lay_gain(s, SLEEPER + seat, spot, seat, left, now, made)
    return gain - cat_price(s, seat, left)


@kernel
def liking(s, action, seat, left, now, made):
    """How much `seat` likes to do something other than to draw."""
    if action < TOY_0:
        face = action // CELLS
        return box_gain(s, face, CELL_SPOT[action - face * CELLS], seat, left, now, made)
    if action < TOY_CARD_0:
        toy = (action - TOY_0) // PLACES
        number = np.int64(s.lies[PLACE_SPOT[action - TOY_0 - toy * PLACES]])
        return toy_gain(s, number, toy, seat, left, now, made)
    if action < CAT_0:
        toy = (action - TOY_CARD_0) // CELLS
        spot = CELL_SPOT[action - TOY_CARD_0 - toy * CELLS]
        return lay_gain(s, TOY_FACE + toy, spot, seat, left, now, made)
    if action < NO_CAT:
        number = np.int64(s.lies[PLACE_SPOT[action - CAT_0]])
        copy_box(s, np.int64(s.box[number]), made)
        return sit_gain(s, made, seat, left)
    if SLEEP_0 <= action < DRAW:
        return sleep_gain(s, CELL_SPOT[action - SLEEP_0], seat, left, now, made)
    if PRINCESS_0 <= action < PRINCESS_CARD_0:
        number = np.int64(s.lies[PLACE_SPOT[action - PRINCESS_0]])
        return princess_gain(s, number, seat, left, now, made)
    if PRINCESS_CARD_0 <= action < DISCARD_0:
        number = np.int64(s.lies[CELL_SPOT[action - PRINCESS_CARD_0]])
        return princess_gain(s, number, seat, left, now, made)
    return 0.0


@kernel
def weigh(s, actions, n, out):
    """Like what makes the own boxes worth more than those of others.

    It looks only at what the actor knows, so that every imagined world weighs the same.
    """
    seat = np.int64(s.actor)
    left = rest(s)
    now, made = np.full(MOST_LYING + 1, np.nan), np.zeros(_PARTS, np.int64)
    for k in range(n):
        action = np.int64(actions[k])
        if action == DRAW:
            out[k] = best_play(s, seat, left, now, made) + DRAWING
        else:
            out[k] = liking(s, action, seat, left, now, made)


@kernel
def best_play(s, seat, left, now, made):
    """The most that a card of the hand would bring if it could be played now."""
    plays = np.empty(MOST_LEGAL, np.int32)
    n = list_hand(s, plays)
    best = 0.0
    for k in range(n):
        best = max(best, liking(s, np.int64(plays[k]), seat, left, now, made))
    return best


# --- in a hurry: what playouts play --------------------------------------------------------------


@kernel
def urge(s):
    """As `weigh` would, but of a few ways only, and with a whim each time."""
    if s.phase == START:
        return sample(s)
    seat = np.int64(s.actor)
    left = rest(s)
    now, made = np.full(MOST_LYING + 1, np.nan), np.zeros(_PARTS, np.int64)
    if s.phase == TURN:
        return urged_turn(s, seat, left, now, made)
    if s.phase == CAT:
        return urged_cat(s, seat, left, made)
    return urged_play(s, seat, left, now, made)


@kernel
def whim(s):
    """A liking for no reason."""
    return WHIM * (below(s, 1 << 20) / (1 << 20))


@kernel
def urged_turn(s, seat, left, now, made):
    """Draw, unless a cell to sleep on promises more than a card."""
    best, action = DRAWING + UNKNOWN_PLAY + whim(s), np.int64(DRAW)
    for _ in range(NAPS):
        spot = free_spot(s, below(s, s.rims))
        gain = sleep_gain(s, spot, seat, left, now, made) + whim(s)
        if gain > best:
            best, action = gain, SLEEP_0 + SPOT_CELL[spot]
    return action


@kernel
def urged_cat(s, seat, left, made):
    """Sit, if it is worth a cat."""
    number = np.int64(s.cards)
    copy_box(s, np.int64(s.box[number]), made)
    if sit_gain(s, made, seat, left) + whim(s) < WHIM / 2:
        return np.int64(NO_CAT)
    west = western(s, number)
    if west and takes_in(s, west, seat):
        number = west
    return CAT_0 + SPOT_PLACE[s.spot[number]]


@kernel
def urged_play(s, seat, left, now, made):
    """The best of a few ways to lay each box, of all ways to play Princess, of some for a toy."""
    best, action = -1e9, -1
    for k in range(s.held[seat]):
        if repeats(s, seat, k):
            continue
        kind = np.int64(s.hand[seat, k])
        if kind >= BOX_KINDS:
            gain, found = urged_special(s, kind, seat, left, now, made)
            if gain > best:
                best, action = gain, found
            continue
        for _ in range(LOOKS):
            face = KIND_FACES[kind, below(s, TURNS[kind])]
            spot = free_spot(s, below(s, s.rims))
            if fits(s, face, spot):
                gain = box_gain(s, face, spot, seat, left, now, made) + whim(s)
                if gain > best:
                    best, action = gain, face * CELLS + SPOT_CELL[spot]
    return sample(s) if action < 0 else action


@kernel
def urged_special(s, kind, seat, left, now, made):
    """The best way to play Princess or a special toy, and how much it is liked; -1 for none."""
    best, action = -1e9, -1
    if kind == PRINCESS and cats_on_table(s) == 0:
        return best, action
    for number in range(1, np.int64(s.cards) + 1):
        if kind == PRINCESS:
            if lies_cat(s, number) or sleeps_cat(s, number):
                gain = princess_gain(s, number, seat, left, now, made)
                if gain > best:
                    spot = np.int64(s.spot[number])
                    awake = lies_cat(s, number)
                    best = gain
                    action = (
                        PRINCESS_0 + SPOT_PLACE[spot]
                        if awake
                        else PRINCESS_CARD_0 + SPOT_CELL[spot]
                    )
        elif takes_in(s, number, seat):
            gain = toy_gain(s, number, kind - TOY_KIND, seat, left, now, made)
            if gain > best:
                best = gain
                action = TOY_0 + (kind - TOY_KIND) * PLACES + SPOT_PLACE[s.spot[number]]
    if action < 0 and kind != PRINCESS:
        spot = free_spot(s, below(s, s.rims))
        best = lay_gain(s, TOY_FACE + kind - TOY_KIND, spot, seat, left, now, made)
        action = TOY_CARD_0 + (kind - TOY_KIND) * CELLS + SPOT_CELL[spot]
    return best + whim(s), action


# --- a feeling -----------------------------------------------------------------------------------


@kernel
def feel(s, out):
    """An estimate of the payoffs from what boxes and cats off the table promise."""
    seats = np.int64(s.seats)
    left = rest(s)
    box = np.zeros(_PARTS, np.int64)
    total = np.zeros(MOST)
    for number in range(1, np.int64(s.cards) + 1):
        if s.box[number] == number:
            copy_box(s, number, box)
            promise(s, box, left, total)
    for seat in range(seats):
        total[seat] += cat_price(s, seat, left) * s.supply[seat]
        for k in range(s.held[seat]):
            if s.hand[seat, k] == PRINCESS:
                total[seat] += HOLDING * left
    spread = SURENESS + UNSURENESS * left
    for seat in range(seats):
        beaten = 0.0
        for other in range(seats):
            if other != seat:
                beaten += math.tanh((total[seat] - total[other]) / spread)
        out[seat] = beaten / (seats - 1)


@kernel
def promise(s, box, left, total):
    """Add what a box promises to each seat."""
    strongest, sleepers = strength_in(s, box)
    if strongest == 0 and sleepers == 0:
        return
    brings = prospect(box, left)
    for seat in range(s.seats):
        total[seat] += share(s, box, seat, left, strongest, sleepers, brings)


implement(STATE, weigh=weigh, urge=urge, feel=feel)
