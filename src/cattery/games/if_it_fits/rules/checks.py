"""If It Fits: what holds in every state."""

from __future__ import annotations

import numpy as np

from cattery.games.if_it_fits.rules.count import count_all
from cattery.games.if_it_fits.rules.deck import CATS, MOST, PRINCESSES, TOYS
from cattery.games.if_it_fits.rules.play import draws
from cattery.games.if_it_fits.rules.secrets import holds_as_many, ways_to_find
from cattery.games.if_it_fits.rules.state import (
    ACROSS_PRINCESS,
    ACROSS_TOY,
    BOTTLES_ON,
    BY_PILE,
    CAT,
    CELL_SPOT,
    CELLS,
    COPIES,
    EAST,
    FACE_KIND,
    HAND,
    KINDS,
    MOST_LYING,
    NO_CARD,
    NOBODY,
    PLAIN,
    PLAY,
    PRINCESS,
    PRINCESS_FACE,
    SIDE,
    SIDES,
    SLEEPER,
    SPECIAL,
    SPOT_CELL,
    START,
    STARTERS,
    STEPS,
    TOY_FACE,
    TOY_KIND,
    TOYS_ON,
    TURN,
    WALLS,
    WEST,
    is_box_card,
    piles,
    undrawn,
)
from cattery.games.if_it_fits.rules.table import is_free
from cattery.kernel import kernel

INVARIANTS = (
    "all is well",
    "all cards are on the table, in hands, discarded or in the pile, each once (I-1)",
    "each player's cats are five on the table and off it (I-1)",
    "nothing lies across a wall, or across anything but two boxes (I-40)",
    "boxes are what a flood through open sides finds (I-31)",
    "open sides, toys, bottles and cats of each box are those on the table",
    "points from the boxes are points counted from the table (I-60 to I-62)",
    "hands are sorted and as large as the phase says (I-20, I-50)",
    "Princesses are where their piles allow (I-11, I-43, I-70)",
    "free cells and the used rectangle are those of the table (I-30)",
    "whose turn it is and what is decided fits what lies (I-12, I-50)",
    "no wall stands against a wall in the hard game (I-71)",
)


@kernel
def check(s):
    """The number of the first of INVARIANTS that is broken, or 0."""
    labels = np.zeros(MOST_LYING + 1, np.int64)
    flood(s, labels)
    if not cards_are_whole(s):
        return 1
    if not cats_are_whole(s):
        return 2
    if not lie_well(s):
        return 3
    if not boxes_agree(s, labels):
        return 4
    if not contents_agree(s, labels):
        return 5
    if not points_agree(s, labels):
        return 6
    if not hands_fit(s):
        return 7
    if not princesses_fit(s):
        return 8
    if not cells_agree(s):
        return 9
    if not phase_fits(s):
        return 10
    return 11 if s.hard and walls_clash(s) else 0


@kernel
def open_to(s, number, side):
    """Whether the side of a card is open (I-2)."""
    return WALLS[s.face[number]] >> side & 1 == 0


@kernel
def neighbour(s, number, side):
    """The card at a side of a card, or 0."""
    return np.int64(s.lies[np.int64(s.spot[number]) + STEPS[side]])


@kernel
def flood(s, labels):
    """From scratch: the lowest number in the box of each card, by walking through open sides."""
    stack = np.zeros(MOST_LYING + 1, np.int64)
    for first in range(1, np.int64(s.cards) + 1):
        if labels[first]:
            continue
        labels[first] = first
        stack[0] = first
        n = 1
        while n:
            n -= 1
            card = stack[n]
            for side in range(SIDES):
                other = neighbour(s, card, side)
                if other == 0 or labels[other] or not open_to(s, card, side):
                    continue
                if open_to(s, other, side + 2 & 3):
                    labels[other] = first
                    stack[n] = other
                    n += 1


@kernel
def cards_are_whole(s):
    """Invariant 1."""
    kinds = np.zeros(KINDS, np.int64)
    for number in range(1, np.int64(s.cards) + 1):
        face, across = np.int64(s.face[number]), np.int64(s.across[number])
        if face < TOY_FACE:
            kinds[FACE_KIND[face]] += 1
        elif face < PRINCESS_FACE:
            kinds[TOY_KIND + face - TOY_FACE] += 1
        elif face == PRINCESS_FACE:
            kinds[PRINCESS] += 1
        if across == ACROSS_PRINCESS:
            kinds[PRINCESS] += 1
        elif across >= ACROSS_TOY:
            kinds[TOY_KIND + across - ACROSS_TOY] += 1
    for seat in range(s.seats):
        for k in range(s.held[seat]):
            kinds[s.hand[seat, k]] += 1
    for pattern in range(len(STARTERS)):
        kinds[pattern * 5 + PLAIN] += np.int64(s.starters[pattern]) - STARTERS[pattern]
        if not 0 <= s.starters[pattern] <= STARTERS[pattern]:
            return False
    princesses = PRINCESSES if s.hard else np.int64(s.seats)
    for kind in range(KINDS):
        there = kinds[kind] + np.int64(s.pile[kind]) + np.int64(s.gone[kind])
        if there != (princesses if kind == PRINCESS else COPIES[kind]) or s.pile[kind] < 0:
            return False
    pile = 0
    for kind in range(KINDS):
        pile += np.int64(s.pile[kind])
    return pile == undrawn(s)


@kernel
def cats_are_whole(s):
    """Invariant 2."""
    cats = np.zeros(MOST, np.int64)
    for number in range(1, np.int64(s.cards) + 1):
        face, across = np.int64(s.face[number]), np.int64(s.across[number])
        if face >= SLEEPER:
            cats[face - SLEEPER] += 1
        if 0 < across < ACROSS_PRINCESS:
            cats[across - 1] += 1
    for seat in range(MOST):
        if cats[seat] + np.int64(s.supply[seat]) != (CATS if seat < s.seats else 0):
            return False
        if s.supply[seat] < 0 or (s.supply[seat] == 0 and seat < s.seats and s.ending == 0):
            return False
    return True


@kernel
def lie_well(s):
    """Invariant 3."""
    for number in range(1, np.int64(s.cards) + 1):
        if s.across[number] == 0:
            continue
        east = neighbour(s, number, 1)
        if east == 0 or not is_box_card(s.face[number]) or not is_box_card(s.face[east]):
            return False
        if WALLS[s.face[number]] & EAST or WALLS[s.face[east]] & WEST:
            return False
    return True


@kernel
def boxes_agree(s, labels):
    """Invariant 4: equal labels just where boxes are equal, and rings that go round the box."""
    for number in range(1, np.int64(s.cards) + 1):
        box = np.int64(s.box[number])
        if labels[box] != labels[number] or s.box[box] != box:
            return False
        if s.box[labels[number]] != box or s.box[s.next[number]] != box:
            return False
        if box != number:
            continue
        card, steps = np.int64(s.next[box]), 1
        while card != box and steps <= s.area[box]:
            card = np.int64(s.next[card])
            steps += 1
        size = 0
        for other in range(1, np.int64(s.cards) + 1):
            size += labels[other] == labels[box]
        if steps != s.area[box] or size != s.area[box]:
            return False
    return True


@kernel
def contents_agree(s, labels):
    """Invariant 5."""
    n = MOST_LYING + 1
    openings, bottles = np.zeros(n, np.int64), np.zeros(n, np.int64)
    toys = np.zeros((n, TOYS), np.int64)
    awake, asleep = np.zeros((n, MOST), np.int64), np.zeros((n, MOST), np.int64)
    for number in range(1, np.int64(s.cards) + 1):
        box = np.int64(s.box[number])
        face, across = np.int64(s.face[number]), np.int64(s.across[number])
        bottles[box] += BOTTLES_ON[face]
        for toy in range(TOYS):
            toys[box, toy] += TOYS_ON[face, toy]
        for side in range(SIDES):
            openings[box] += open_to(s, number, side) and neighbour(s, number, side) == 0
        if face >= SLEEPER:
            asleep[box, face - SLEEPER] += 1
        if across >= ACROSS_TOY:
            toys[box, across - ACROSS_TOY] += SPECIAL[across - ACROSS_TOY]
        elif 0 < across < ACROSS_PRINCESS:
            awake[box, across - 1] += 1
    for box in range(n):
        if openings[box] != s.openings[box] or bottles[box] != s.bottles[box]:
            return False
        for toy in range(TOYS):
            if toys[box, toy] != s.toys[box, toy]:
                return False
        for seat in range(MOST):
            if awake[box, seat] != s.awake[box, seat] or asleep[box, seat] != s.asleep[box, seat]:
                return False
    return True


@kernel
def points_agree(s, labels):
    """Invariant 6: the score as the record has it, and as it is counted box by flooded box."""
    points, minus, again = np.zeros(MOST), np.zeros(MOST), np.zeros(MOST)
    count_all(s, points, minus)
    cats = np.zeros(MOST)
    for box in range(1, np.int64(s.cards) + 1):
        if labels[box] != box:
            continue
        toys = np.zeros(TOYS, np.int64)
        bottles, closed = 0, True
        awake, asleep = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
        for number in range(1, np.int64(s.cards) + 1):
            if labels[number] != box:
                continue
            face, across = np.int64(s.face[number]), np.int64(s.across[number])
            for toy in range(TOYS):
                toys[toy] += TOYS_ON[face, toy]
                toys[toy] += SPECIAL[toy] if across == ACROSS_TOY + toy else 0
            bottles += BOTTLES_ON[face]
            for side in range(SIDES):
                if open_to(s, number, side) and neighbour(s, number, side) == 0:
                    closed = False
            for seat in range(s.seats):
                awake[seat] += across == 1 + seat
                asleep[seat] += face == SLEEPER + seat
        worth = (toys.max() - bottles) * (2 if closed else 1)
        for seat in range(MOST):
            weight = 0.5 if s.hard else 1.0
            cats[seat] = awake[seat] + weight * asleep[seat] if awake[seat] else 0.0
        for seat in range(s.seats):
            if cats[seat] > 0.0 and cats[seat] == cats.max():
                again[seat] += worth
            if not s.hard and awake[seat]:
                again[seat] += awake[seat] + asleep[seat] - 1
    for seat in range(MOST):
        if points[seat] != again[seat]:
            return False
    return True


@kernel
def hands_fit(s):
    """Invariant 7."""
    for seat in range(MOST):
        held = np.int64(s.held[seat])
        for k in range(HAND + 1):
            if (s.hand[seat, k] == NO_CARD) != (k >= held):
                return False
            if 0 < k < held and s.hand[seat, k] < s.hand[seat, k - 1]:
                return False
        if seat >= s.seats:
            if held:
                return False
            continue
        drew = s.phase == PLAY and seat == s.actor and not s.over
        if s.ending == 0:
            if held != HAND + np.int64(drew):
                return False
        elif s.over:
            if held:
                return False
        elif held > HAND + np.int64(drew):
            return False
    return True


@kernel
def princesses_fit(s):
    """Invariant 8: the piles' numbers, and that all that was seen of Princesses is possible."""
    found = np.zeros(MOST, np.int64)
    n = piles(s)
    for pile in range(MOST):
        drawn = 0
        for seat in range(MOST):
            drawn += np.int64(s.drew[seat, pile])
            if s.drew[seat, pile] < 0:
                return False
        if s.left[pile] < 0 or (pile >= n and (drawn or s.left[pile])):
            return False
        if 0 < pile < n and drawn and s.left[pile - 1]:
            return False
        if s.hard or pile >= n:
            if s.found[pile] != NOBODY:
                return False
        elif s.found[pile] == NOBODY:
            if s.left[pile] == 0:
                return False
        elif s.drew[s.found[pile], pile] == 0:
            return False
        else:
            found[s.found[pile]] |= 1 << pile
    for seat in range(s.seats):
        own = 0
        for k in range(s.held[seat]):
            own += s.hand[seat, k] == PRINCESS
        own += np.int64(s.shown[seat])
        if s.hard:
            if own > draws(s, seat) or not holds_as_many(s, seat, own):
                return False
        else:
            drawn = 0
            for pile in range(MOST):
                drawn += found[seat] >> pile & 1
            if drawn != own or ways_to_find(s, seat, found[seat]) == 0.0:
                return False
    return True


@kernel
def cells_agree(s):
    """Invariant 9."""
    rims, cards = 0, 0
    for cell in range(CELLS):
        spot = CELL_SPOT[cell]
        number = np.int64(s.lies[spot])
        beside = False
        for side in range(SIDES):
            beside |= s.lies[spot + STEPS[side]] > 0
        free = beside or (s.cards == 0 and cell == CELLS // 2)
        if is_free(s, spot) != (number == 0 and free):
            return False
        rims += is_free(s, spot)
        if number:
            cards += 1
            row, column = cell // SIDE, cell % SIDE
            if s.spot[number] != spot or not s.north <= row <= s.south:
                return False
            if not s.west <= column <= s.east:
                return False
    if s.cards and (not edges_used(s)):
        return False
    return rims == s.rims and cards == s.cards


@kernel
def edges_used(s):
    """Whether a card lies at each edge of the used rectangle."""
    north = south = west = east = False
    for number in range(1, np.int64(s.cards) + 1):
        cell = SPOT_CELL[s.spot[number]]
        north |= cell // SIDE == s.north
        south |= cell // SIDE == s.south
        west |= cell % SIDE == s.west
        east |= cell % SIDE == s.east
    return north and south and west and east


@kernel
def phase_fits(s):
    """Invariant 10."""
    if s.ending == BY_PILE and undrawn(s):
        return False
    if s.over:
        return s.ending > 0 and s.waiting == 0
    if s.turn != s.actor or s.waiting != 1 << np.int64(s.actor):
        return False
    left = 0
    for pattern in range(len(STARTERS)):
        left += np.int64(s.starters[pattern])
    laid = STARTERS.sum() - left
    if s.phase == START:
        later = (np.int64(s.actor) - np.int64(s.starter)) % np.int64(s.seats)
        return laid == s.cards == later and s.ending == 0
    if laid != s.seats:
        return False
    if s.ending == 0 and undrawn(s) == 0:
        return False
    if s.phase == TURN:
        return s.ending == 0
    if s.phase == CAT:
        return s.cards > s.seats and is_box_card(s.face[s.cards]) and s.supply[s.actor] > 0
    return s.phase == PLAY and s.held[s.actor] > 0


@kernel
def walls_clash(s):
    """Invariant 11."""
    for number in range(1, np.int64(s.cards) + 1):
        for side in range(SIDES):
            other = neighbour(s, number, side)
            if other and not open_to(s, number, side) and not open_to(s, other, side + 2 & 3):
                return True
    return False
