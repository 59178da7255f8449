"""If It Fits: cards on the table, the boxes they make, and what lies across their sides."""

from __future__ import annotations

import numpy as np

from cattery.games.if_it_fits.rules.deck import CATS, MOST, TOYS
from cattery.games.if_it_fits.rules.state import (
    ACROSS_PRINCESS,
    ACROSS_TOY,
    BOTTLES_ON,
    CELL_SPOT,
    EAST,
    MIDDLE,
    PRINCESS_FACE,
    SIDE,
    SIDES,
    SLEEPER,
    SPECIAL,
    SPOT_CELL,
    STEPS,
    STRIDE,
    TOYS_ON,
    WALLS,
    WEST,
    is_box_card,
)
from cattery.kernel import count_bits, kernel, nth_bit

# --- free cells ----------------------------------------------------------------------------------


@kernel
def clear_table(s):
    """Nothing lies; the first card will lie on m13 (I-6)."""
    for k in range(len(s.rim)):
        s.rim[k] = 0
    for k in range(len(s.lies)):
        s.lies[k] = 0
    for number in range(len(s.face)):
        clear_card(s, number)
    s.cards = 0
    middle = MIDDLE // SIDE
    s.rim[middle + 1] = 1 << middle
    s.rims = 1
    s.north = s.south = s.west = s.east = middle


@kernel
def clear_card(s, number):
    """No card has this number."""
    s.face[number] = 0
    s.spot[number] = 0
    s.across[number] = 0
    s.box[number] = 0
    s.next[number] = 0
    clear_box(s, number)


@kernel
def clear_box(s, box):
    """No box has this number."""
    s.area[box] = 0
    s.openings[box] = 0
    s.bottles[box] = 0
    for toy in range(TOYS):
        s.toys[box, toy] = 0
    for seat in range(MOST):
        s.awake[box, seat] = 0
        s.asleep[box, seat] = 0


@kernel
def free_spot(s, k):
    """The k-th free cell beside a card, in reading order, as a spot."""
    row = np.int64(s.north)
    bits = np.int64(s.rim[row])
    while k >= count_bits(np.uint64(bits)):
        k -= count_bits(np.uint64(bits))
        row += 1
        bits = np.int64(s.rim[row])
    return row * STRIDE + nth_bit(np.uint64(bits), k) + 1


@kernel
def is_free(s, spot):
    """I-30: whether a card may lie here, walls aside."""
    row = spot // STRIDE
    return np.int64(s.rim[row]) >> (spot - row * STRIDE - 1) & 1 == 1


@kernel
def facing_walls(s, spot):
    """The sides of a free cell, as bits, at which a neighbour has its wall."""
    found = 0
    for side in range(SIDES):
        other = np.int64(s.lies[spot + STEPS[side]])
        if other and WALLS[s.face[other]] >> (side + 2 & 3) & 1:
            found |= 1 << side
    return found


@kernel
def fits(s, face, spot):
    """I-30, I-71: whether a card may lie on a free cell; only the hard game looks at walls."""
    return s.hard == 0 or facing_walls(s, spot) & WALLS[face] == 0


# --- laying --------------------------------------------------------------------------------------


@kernel
def lay_down(s, face, spot):
    """Lay a card on a free cell and join it with its neighbours (I-31); returns its number."""
    number = np.int64(s.cards) + 1
    s.cards = number
    s.lies[spot] = number
    s.face[number] = face
    s.spot[number] = spot
    s.box[number] = number
    s.next[number] = number
    s.area[number] = 1
    s.bottles[number] = BOTTLES_ON[face]
    for toy in range(TOYS):
        s.toys[number, toy] = TOYS_ON[face, toy]
    if face >= SLEEPER:
        s.asleep[number, face - SLEEPER] = 1
    use_cell(s, spot)
    for side in range(SIDES):
        meet(s, number, side)
    return number


@kernel
def use_cell(s, spot):
    """The cell is free no more, and the used rectangle holds it."""
    row = spot // STRIDE
    column = spot - row * STRIDE - 1
    s.rim[row] = np.int64(s.rim[row]) & ~(1 << column)
    s.rims -= 1
    s.north = min(np.int64(s.north), row - 1)
    s.south = max(np.int64(s.south), row - 1)
    s.west = min(np.int64(s.west), column)
    s.east = max(np.int64(s.east), column)


@kernel
def meet(s, number, side):
    """What the side of a new card does to the neighbour there, or to the free cell."""
    spot = np.int64(s.spot[number]) + STEPS[side]
    is_open = WALLS[s.face[number]] >> side & 1 == 0
    other = np.int64(s.lies[spot])
    if other == 0:
        s.openings[s.box[number]] += is_open
        if SPOT_CELL[spot] >= 0 and not is_free(s, spot):
            row = spot // STRIDE
            s.rim[row] = np.int64(s.rim[row]) | 1 << (spot - row * STRIDE - 1)
            s.rims += 1
    elif WALLS[s.face[other]] >> (side + 2 & 3) & 1 == 0:
        s.openings[s.box[other]] -= 1  # I-31: met by a card, be it by its wall
        if is_open:
            join(s, np.int64(s.box[number]), np.int64(s.box[other]))


@kernel
def join(s, box, other):
    """Two boxes become one, under the number of the larger."""
    if box == other:
        return
    if s.area[box] < s.area[other]:
        box, other = other, box
    card = other
    for _ in range(s.area[other]):
        s.box[card] = box
        card = np.int64(s.next[card])
    s.next[box], s.next[other] = s.next[other], s.next[box]  # two rings become one
    s.area[box] += s.area[other]
    s.openings[box] += s.openings[other]
    s.bottles[box] += s.bottles[other]
    for toy in range(TOYS):
        s.toys[box, toy] += s.toys[other, toy]
    for seat in range(MOST):
        s.awake[box, seat] += s.awake[other, seat]
        s.asleep[box, seat] += s.asleep[other, seat]
    clear_box(s, other)


# --- cats, Princess and special toys -------------------------------------------------------------


@kernel
def may_enter(s, box, seat):
    """I-41: nobody else has a cat in the box, or `seat` has one there too."""
    if s.awake[box, seat] + s.asleep[box, seat] > 0:
        return True
    for other in range(s.seats):
        if s.awake[box, other] + s.asleep[box, other] > 0:
            return False
    return True


@kernel
def is_place(s, number):
    """I-40: whether card `number` and its eastern neighbour are boxes that are open to each other,
    with nothing across their sides yet."""
    face = np.int64(s.face[number])
    if number == 0 or s.across[number] or not is_box_card(face) or WALLS[face] & EAST:
        return False
    east = np.int64(s.lies[np.int64(s.spot[number]) + 1])
    face = np.int64(s.face[east])
    return east > 0 and is_box_card(face) and WALLS[face] & WEST == 0


@kernel
def takes_in(s, number, seat):
    """I-40, I-41: whether `seat` may lay a cat or toy across the eastern side of card `number`."""
    return is_place(s, number) and may_enter(s, np.int64(s.box[number]), seat)


@kernel
def western(s, number):
    """The card west of card `number`, or 0."""
    return np.int64(s.lies[np.int64(s.spot[number]) - 1])


@kernel
def lay_cat(s, number, seat):
    """A cat awake across the eastern side of a card (I-40)."""
    s.across[number] = 1 + seat
    s.awake[s.box[number], seat] += 1
    s.supply[seat] -= 1


@kernel
def lay_toy(s, number, toy):
    """A special toy across the eastern side of a card (I-44)."""
    s.across[number] = ACROSS_TOY + toy
    s.toys[s.box[number], toy] += SPECIAL[toy]


@kernel
def lies_cat(s, number):
    """Whether a cat lies across the eastern side of card `number`."""
    return 0 < s.across[number] < ACROSS_PRINCESS


@kernel
def sleeps_cat(s, number):
    """Whether card `number` is a sleeping cat."""
    return s.face[number] >= SLEEPER


@kernel
def replace_cat(s, number):
    """I-43: Princess across a side instead of the cat there, which goes home."""
    seat = np.int64(s.across[number]) - 1
    s.across[number] = ACROSS_PRINCESS
    s.awake[s.box[number], seat] -= 1
    s.supply[seat] += 1


@kernel
def replace_sleeper(s, number):
    """I-43: Princess in the grid instead of a sleeping cat, open on all sides like it."""
    seat = np.int64(s.face[number]) - SLEEPER
    s.face[number] = PRINCESS_FACE
    s.asleep[s.box[number], seat] -= 1
    s.supply[seat] += 1


@kernel
def cats_on_table(s):
    """How many cats lie and sleep on the table, of all players."""
    total = 0
    for seat in range(s.seats):
        total += CATS - np.int64(s.supply[seat])
    return total


@kernel
def card_at(s, cell):
    """The number of the card on a cell, or 0."""
    return np.int64(s.lies[CELL_SPOT[cell]])
