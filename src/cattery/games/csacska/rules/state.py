"""Csacska macskák: the record, the cards, the action ids, and what a step writes down.

A card is known by its kind; equal cards have one kind:

    15 * colour + face   house cats: colours blue, yellow, red, green; faces 1, 3, 5, 7, 9, 1-3,
                         1-5, 1-7, 1-9, 3-5, 3-7, 3-9, 5-7, 5-9, 7-9
    60  stray    61  kittens    62  rascal    63  good dog    64  bad dog    65  cat lady

The draw pile and the box are counts, for nobody knows an order; what became a coin is only counted.
All discard piles lie in one array, pile after pile, each from its bottom to its top.
"""

from __future__ import annotations

import numpy as np

from cattery.games.csacska.rules.deck import CARDS, COLOURS, FACES, OTHERS, deck
from cattery.kernel import kernel, record

DECK = deck()
FEWEST, MOST = 3, 5  # players
HUES = len(COLOURS)
FACE_KINDS = len(FACES)
STRAY = HUES * FACE_KINDS
KITTENS, RASCAL, GOOD_DOG, BAD_DOG, CAT_LADY = range(STRAY + 1, STRAY + len(OTHERS))
KINDS = STRAY + len(OTHERS)
LONGEST = 7  # C-42
NO_CARD, NO_PILE, NOBODY = -1, -1, -1

# Phases: what the actor decides.
ACT = 0  # C-30 to C-33: take, draw or steal
ORDER = 1  # C-31: which of the two drawn cards first
CAT = 2  # C-31: play a drawn house cat, or discard it
LAY = 3  # C-22, C-50: to which series a stray or kittens go
SWAP = 4  # C-51: which stray for whose card
GIVE = 5  # C-52, C-53: what a dog takes to whom
DISCARD = 6  # C-31: on which pile a card goes that can't take effect
SCORE = 7  # C-40: score three cards, or go on
HOMELESS = 8  # C-50: on which pile kittens without a series go
PHASES = ("act", "order", "cat", "lay", "swap", "give", "discard", "score", "homeless")
GOING = -1  # only while a step is carried out: nobody decides

# --- the numbers of the deck, frozen into the compiled code --------------------------------------

FULL = np.array([*DECK.cats * HUES, *DECK.others], np.int64)  # [kind] how many there are
# Two numbers per house cat, twice the same where there is one; others have none.
LOW = np.array([face[0] for face in FACES] * HUES + [0] * len(OTHERS), np.int64)
HIGH = np.array([face[-1] for face in FACES] * HUES + [0] * len(OTHERS), np.int64)
POINTS_THREE = DECK.points["three"]
POINTS_FIVE = DECK.points["five"]
POINTS_SEVEN = DECK.points["seven"]
POINTS_STRAY = DECK.points["stray"]
POINTS_ALIKE = DECK.points["alike"]

# --- actions -------------------------------------------------------------------------------------
# take the top of a pile      pile                       0 ...   4
# draw two                                               5
# steal one                   6 + 4 * victim + colour    6 ...  25
# steal two                   26 + place in PAIRS       26 ... 185
# which drawn card first      186 + kind               186 ... 251
# play the drawn cat                                   252
# discard on a pile           253 + pile               253 ... 257
# lay a stray or kittens      258 + colour             258 ... 261
# swap (the rascal)           262 + 4 * victim + colour
# give (a dog)                282 + 4 * victim + colour
# score, go on                302, 303
TAKE = 0
DRAW = TAKE + MOST
STEAL = DRAW + 1
STEAL_TWO = STEAL + MOST * HUES
# [place] two thefts as 4 * victim + colour, the lower victim first
PAIRS = np.array(
    [
        (one, two)
        for one in range(MOST * HUES)
        for two in range(MOST * HUES)
        if one // HUES < two // HUES
    ],
    np.int64,
)
PAIR_PLACE = np.full((MOST * HUES, MOST * HUES), -1, np.int64)  # [theft, theft] its place
for _place, (_one, _two) in enumerate(PAIRS):
    PAIR_PLACE[_one, _two] = _place
FIRST = STEAL_TWO + len(PAIRS)
PLAY = FIRST + KINDS
DISCARD_ON = PLAY + 1
LAY_ON = DISCARD_ON + MOST
SWAP_WITH = LAY_ON + HUES
GIVE_TO = SWAP_WITH + MOST * HUES
SCORE_IT = GIVE_TO + MOST * HUES
GO_ON = SCORE_IT + 1
ACTIONS = GO_ON + 1

# --- what a step writes down, for the story and for what players notice --------------------------
# Each line is a code and two numbers. Where no seat is named it is the one whose turn it is.
TOOK = 1  # pile, kind
DREW = 2  # kind, kind or NO_CARD
STOLE = 3  # victim, kind
TURNED = 4  # pile, kind: a card from the draw pile filled an empty discard pile (C-11, C-30)
VANISHED = 5  # pile, pile: identical extras on top went to the box (C-11)
TWINS = 6  # kind: two identical extras were drawn and went to the box (C-31)
PLAYED = 7  # colour, kind: a house cat, stray or kittens came to the own series
DISCARDED = 8  # pile, kind: by the one who decided
SCORED = 9  # colour, points
SWAPPED = 10  # victim, colour
GAVE = 11  # victim, colour: the good dog
CHASED = 12  # victim, colour: the bad dog
ADOPTED = 13  # coins, the lady's among them
LOST_HOME = 14  # seat, colour: kittens have no series any more (C-50)
WENT_ON = 15  # colour
RAN_OUT = 16  # the draw pile's last card has left it (C-60)
SHUFFLED = 17  # C-61: cards in the new draw pile
CHOSE = 18  # kind: the drawn card that comes first
LINES = 64  # more than one step can write: see `note`

STATE = record(
    "csacska",
    options=[("first", np.int8)],  # C-10: the start player, or -1 for chance
    fields=[
        ("draw", np.int8, (KINDS,)),  # [kind] cards in the draw pile
        ("hue_left", np.int8, (HUES + 1,)),  # how many of them per colour; the others last
        ("left", np.int8),  # how many in all
        ("second", np.uint8),  # C-61: the second draw pile is in use
        ("box", np.int8, (KINDS,)),  # [kind] cards out of play, which C-61 brings back
        ("street", np.int8, (CARDS,)),  # kinds: the discard piles one after the other
        ("ends", np.int8, (MOST + 1,)),  # pile p is street[ends[p]:ends[p + 1]]
        ("series", np.int8, (MOST, HUES, LONGEST)),  # [seat, colour] kinds in laying order
        ("length", np.int8, (MOST, HUES)),  # [seat, colour] cards in it
        ("stray", np.uint8, (MOST,)),  # [seat] colours as bits: a stray is in that series
        ("open", np.uint32),  # C-34: bit 4 * seat + colour: the last card there is a house cat
        ("kittens", np.uint8, (MOST,)),  # [seat] colours as bits: kittens lie on that series
        ("coins", np.int8, (MOST,)),  # [seat]
        ("card", np.int8),  # the drawn or taken card that is being resolved, or NO_CARD
        ("other", np.int8),  # the other drawn card, or NO_CARD
        ("cat_pile", np.int8),  # C-31: where a drawn house cat was discarded in this turn
        ("colour", np.int8),  # in SCORE: which series may be scored; else 0
        ("homeless", np.uint8),  # C-50: seats as bits whose kittens have to go to a pile
        ("noted", np.int8),  # lines written down in this step
        ("notes", np.int8, (LINES, 3)),
    ],
)


@kernel
def note(s, code, one, two):
    """Write down what happened.

    A step writes at most eight lines of its own. Piles write five when they are laid out, and
    three for each pair of identical extras, of which there are at most eight; the pairs may come
    twice, if the draw pile runs out and the new one is laid out in the same step: 61 in all.
    """
    k = np.int64(s.noted)
    if k < LINES:
        s.notes[k, 0] = code
        s.notes[k, 1] = one
        s.notes[k, 2] = two
        s.noted = k + 1


@kernel
def is_house_cat(kind):
    """Whether a card is a coloured cat."""
    return kind < STRAY


@kernel
def is_extra(kind):
    """Whether a card is one of the extras (C-3); strays aren't."""
    return kind > STRAY


@kernel
def hue(kind):
    """The colour of a house cat."""
    return kind // FACE_KINDS
