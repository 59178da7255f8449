"""If It Fits: the record, the cards and the action ids.

The table is 25x25 cells, columns a-y from the west, rows 1-25 from the north (I-6). A cell is
numbered 0 ... 624 in reading order where it is part of an action id. In the record it is a *spot*
of a grid with an empty border, so that every cell has four neighbours:

    spot 27*(row+1) + column+1      row 1 is the north, column a the west

A *place* is where a cat lies across the long sides of two neighbours: 0 ... 599 in reading order by
its western cell. Walls are bits: north 1, east 2, south 4, west 8. A card of the hand is a *kind*,
what lies on the table a *face*, which knows how the card was turned:

    kind   0 ... 44  a box: pattern * 5 + content    45 ... 47  a special toy    48  Princess
    face   0 ... 74  a box: walls * 5 + content      75 ... 77  a special toy
          78  Princess          79 ... 83  a sleeping cat of seat 0 ... 4

Cards on the table are numbered from 1 in the order in which they were laid. A box (I-31) is known
by the number of one of its cards.
"""

from __future__ import annotations

import numpy as np

from cattery.games.if_it_fits.rules.deck import (
    CATS,
    CONTENTS,
    MOST,
    PATTERNS,
    PRINCESSES,
    TOYS,
    deck,
)
from cattery.kernel import kernel, record

DECK = deck()
SIDE = 25
CELLS = SIDE * SIDE
PLACES = SIDE * (SIDE - 1)
STRIDE = SIDE + 2
SPOTS = STRIDE * STRIDE
FULL_ROW = (1 << SIDE) - 1
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SIDES = 4  # north, east, south, west; the opposite of a side is two further on
STEPS = np.array([-STRIDE, 1, STRIDE, -1], np.int64)  # [side] to the neighbour's spot
CELL_SPOT = np.array(
    [STRIDE * (cell // SIDE + 1) + cell % SIDE + 1 for cell in range(CELLS)], np.int64
)
SPOT_CELL = np.full(SPOTS, -1, np.int64)  # [spot] cell, -1 on the border
SPOT_CELL[CELL_SPOT] = np.arange(CELLS)
PLACE_SPOT = np.array(  # [place] the western spot
    [STRIDE * (place // (SIDE - 1) + 1) + place % (SIDE - 1) + 1 for place in range(PLACES)],
    np.int64,
)
SPOT_PLACE = np.full(SPOTS, -1, np.int64)
SPOT_PLACE[PLACE_SPOT] = np.arange(PLACES)
MIDDLE = 312  # I-6: the cell m13

# --- cards ---------------------------------------------------------------------------------------

CONTENT_KINDS = len(CONTENTS)
SPRAY, PLAIN = CONTENTS.index("spray"), CONTENTS.index("plain")
BOX_KINDS = len(PATTERNS) * CONTENT_KINDS
TOY_KIND = BOX_KINDS  # plus the toy
PRINCESS = TOY_KIND + TOYS
KINDS = PRINCESS + 1
NO_CARD = -1

BOX_FACES = 15 * CONTENT_KINDS  # no box has four walls
TOY_FACE = BOX_FACES
PRINCESS_FACE = TOY_FACE + TOYS
SLEEPER = PRINCESS_FACE + 1  # plus the seat
FACES = SLEEPER + MOST


def walls_of(pattern: str) -> int:
    """The walls of a pattern as bits."""
    return sum(1 << "NESW".index(side) for side in pattern) if pattern != "none" else 0


def turned(walls: int) -> int:
    """I-2: the walls after a half turn."""
    return (walls << 2 | walls >> 2) & 15


PATTERN_WALLS = np.array([walls_of(pattern) for pattern in PATTERNS], np.int64)
WALLS_PATTERN = np.full(16, -1, np.int64)  # [walls] the pattern, turned or not
for _number, _walls in enumerate(PATTERN_WALLS.tolist()):
    WALLS_PATTERN[_walls] = WALLS_PATTERN[turned(_walls)] = _number

WALLS = np.zeros(FACES, np.int64)  # [face] as bits
FACE_KIND = np.full(FACES, NO_CARD, np.int64)  # [face] of a box
TOYS_ON = np.zeros((FACES, TOYS), np.int64)
BOTTLES_ON = np.zeros(FACES, np.int64)
for _face in range(BOX_FACES):
    _walls, _content = divmod(_face, CONTENT_KINDS)
    WALLS[_face] = _walls
    FACE_KIND[_face] = WALLS_PATTERN[_walls] * CONTENT_KINDS + _content
    if _content < TOYS:
        TOYS_ON[_face, _content] = 1
    BOTTLES_ON[_face] = _content == SPRAY
for _toy, _worth in enumerate(DECK.special):
    TOYS_ON[TOY_FACE + _toy, _toy] = _worth  # I-4

KIND_FACES = np.zeros((BOX_KINDS, 2), np.int64)  # [kind, turned]
TURNS = np.ones(BOX_KINDS, np.int64)  # [kind] 1 where a half turn changes nothing
for _kind in range(BOX_KINDS):
    _pattern, _content = divmod(_kind, CONTENT_KINDS)
    _walls = int(PATTERN_WALLS[_pattern])
    KIND_FACES[_kind] = (
        _walls * CONTENT_KINDS + _content,
        turned(_walls) * CONTENT_KINDS + _content,
    )
    TURNS[_kind] = 1 if turned(_walls) == _walls else 2

# I-1, I-3: cards of each kind, all Princesses included; I-11 deals from those before her.
COPIES = np.array([*(n for row in DECK.boxes for n in row), *[1] * TOYS, PRINCESSES], np.int64)
DEALT_FROM = int(COPIES[:PRINCESS].sum())
STARTERS = np.array(DECK.starting, np.int64)  # [pattern]
SPECIAL = np.array(DECK.special, np.int64)  # [toy] how many toys it counts as
HAND = 2  # I-11: cards after a turn; one more between drawing and playing

# What lies across the eastern side of a card: nothing, a cat of seat k (1 + k), or
ACROSS_PRINCESS = 1 + MOST
ACROSS_TOY = 2 + MOST  # plus the toy

# The table can't hold more: all boxes and toys, all cats asleep, a Princess for each replaced.
MOST_LYING = DEALT_FROM + int(STARTERS.sum()) + MOST * CATS + PRINCESSES

START, TURN, PLAY, CAT = 0, 1, 2, 3  # phases: what the actor decides
NOBODY = -1
BY_PILE, BY_CATS = 1, 2  # what triggered the end (I-50)

# --- actions -------------------------------------------------------------------------------------
# lay a box            face * 625 + cell            0 ... 46874
# toy across a place   toy * 600 + place        46875 ... 48674
# toy as a card        toy * 625 + cell         48675 ... 50549
# cat across a place   place                    50550 ... 51149
# no cat                                        51150
# sleep                cell                     51151 ... 51775
# draw                                          51776
# Princess for a cat   place                    51777 ... 52376
# Princess for sleeper cell                     52377 ... 53001
# discard              kind of a box, Princess  53002 ... 53047
TOY_0 = BOX_FACES * CELLS
TOY_CARD_0 = TOY_0 + TOYS * PLACES
CAT_0 = TOY_CARD_0 + TOYS * CELLS
NO_CAT = CAT_0 + PLACES
SLEEP_0 = NO_CAT + 1
DRAW = SLEEP_0 + CELLS
PRINCESS_0 = DRAW + 1
PRINCESS_CARD_0 = PRINCESS_0 + PLACES
DISCARD_0 = PRINCESS_CARD_0 + CELLS
DISCARD_PRINCESS = DISCARD_0 + BOX_KINDS
ACTIONS = DISCARD_PRINCESS + 1

STATE = record(
    "if_it_fits",
    options=[
        ("first", np.int8),  # I-12: the start player, or -1 for chance
        ("hard", np.int8),  # I-70 to I-73
    ],
    fields=[
        ("starter", np.int8),  # the start player
        ("ending", np.int8),  # I-50: BY_PILE or BY_CATS once the end is triggered, else 0
        ("ender", np.int8),  # who triggered it, or NOBODY
        # The table.
        ("rim", np.uint32, (STRIDE,)),  # [row of spots] free cells beside a card, columns as bits
        ("rims", np.int16),  # how many there are
        ("north", np.int8),  # the used rectangle: rows and columns from 0
        ("south", np.int8),
        ("west", np.int8),
        ("east", np.int8),
        ("lies", np.uint8, (SPOTS,)),  # [spot] the number of the card there, or 0
        ("cards", np.uint8),  # how many lie, and the number of the last one
        ("face", np.uint8, (MOST_LYING + 1,)),  # [card] what it shows
        ("spot", np.int16, (MOST_LYING + 1,)),  # [card] where it lies
        ("across", np.uint8, (MOST_LYING + 1,)),  # [card] what lies across its eastern side
        # Boxes (I-31), kept up to date; all but `box` and `next` stand at the box's own number.
        ("box", np.uint8, (MOST_LYING + 1,)),  # [card] the number of its box
        ("next", np.uint8, (MOST_LYING + 1,)),  # [card] another of the same box, in a ring
        ("area", np.uint8, (MOST_LYING + 1,)),  # [box] cards
        ("openings", np.int16, (MOST_LYING + 1,)),  # [box] open sides that meet no card
        ("toys", np.int8, (MOST_LYING + 1, TOYS)),  # [box, kind] special ones count as they say
        ("bottles", np.int8, (MOST_LYING + 1,)),  # [box]
        ("awake", np.int8, (MOST_LYING + 1, MOST)),  # [box, seat] cats
        ("asleep", np.int8, (MOST_LYING + 1, MOST)),  # [box, seat] cats
        ("supply", np.int8, (MOST,)),  # [seat] cats off the table
        ("starters", np.int8, (len(PATTERNS),)),  # [pattern] starting boxes not laid yet
        # Cards that aren't on the table. The pile's order is drawn when it is needed.
        ("hand", np.int8, (MOST, HAND + 1)),  # [seat] kinds from the lowest on, then NO_CARD
        ("held", np.int8, (MOST,)),  # [seat] cards in the hand
        ("gone", np.int8, (KINDS,)),  # [kind] discarded (I-45)
        ("pile", np.int8, (KINDS,)),  # [kind] not drawn yet
        # I-11: the draw pile is made of piles with one Princess each; in the hard game it is one.
        ("left", np.int8, (MOST,)),  # [pile] cards not drawn yet
        ("found", np.int8, (MOST,)),  # [pile] who drew its Princess, or NOBODY yet
        ("drew", np.int8, (MOST, MOST)),  # [seat, pile] cards drawn
        # What everybody knows of the Princesses that a seat has drawn. A moment is a number of own
        # draws, one more for what was played after the last of them; 0 is none.
        ("shown", np.int8, (MOST,)),  # [seat] how many it has played or discarded
        ("showed", np.int8, (MOST, PRINCESSES)),  # [seat, n-th] the moment in which it was shown
        ("due", np.int8, (MOST, PRINCESSES)),  # [seat, n-th] the moment by which it was drawn
    ],
)


@kernel
def is_box_card(face):
    """Whether a face is that of a box: only there cats and toys lie across (I-5, I-40)."""
    return face < BOX_FACES


@kernel
def piles(s):
    """I-11, I-70: how many piles with Princesses of their own the draw pile is made of."""
    return 1 if s.hard else np.int64(s.seats)


@kernel
def undrawn(s):
    """The cards left in the draw pile."""
    total = 0
    for pile in range(MOST):
        total += np.int64(s.left[pile])
    return total
