"""Macskalak: a turn, from the roll to *done*: what may be done, and what follows from it."""

from __future__ import annotations

import numpy as np

from cattery.games.macskalak.rules.layout import ANY_NUMBER, PLAIN_CAT
from cattery.games.macskalak.rules.rounds import finish
from cattery.games.macskalak.rules.sheet import (
    NO_CELLS,
    NONE,
    around,
    beside,
    empty,
    free_frame,
    largest_region,
    loose,
    next_room,
    regions_of,
    weight,
)
from cattery.games.macskalak.rules.state import (
    ADD,
    ANY,
    APART,
    BUILD,
    CAT,
    CELLS,
    CHANGE,
    CHANGE_ABILITY,
    CHANGE_FROM,
    CHANGE_TO,
    CHOOSE,
    CORNERS,
    CROSS_CAT,
    DICE,
    DONE,
    DOUBLE,
    DOUBLE_APART,
    ENOUGH,
    EXPAND,
    FEWER,
    FIRST_MOUSE,
    FREE,
    GROWS,
    MORE,
    MOUSE,
    MOVE,
    NUMBERS,
    SECOND_MOUSE,
    SET_CELLS,
    SETS_FROM,
    SETS_WITH,
    SIDE,
    STAR_CELLS,
    STAR_ROUND,
    SYMBOLS,
    THREE,
    TRACK,
    TRACK_LENGTH,
    TRACK_SHOWS,
    USE,
    WILD,
    WRITE,
    A,
    D,
    E,
    G,
    I,
    J,
    K,
    L,
)
from cattery.kernel import ONE, U, below, count_bits, kernel, lowest_bit, nth_bit

# --- what lies there -----------------------------------------------------------------------------


@kernel
def uses_of(s, seat, ability):
    """How many uses of an ability the player has."""
    slot = np.int64(s.slot[ability])
    return np.int64(s.uses[seat, slot]) if slot >= 0 else 0


@kernel
def unused_faces(s, seat):
    """The symbols that unused dice show, as bits."""
    faces = 0
    for die in range(DICE):
        if not s.used[seat] >> die & 1:
            faces |= 1 << np.int64(s.face[seat, die])
    return faces


@kernel
def paired_faces(s, seat):
    """The symbols that at least two unused dice show, as bits."""
    faces, pairs = 0, 0
    for die in range(DICE):
        if not s.used[seat] >> die & 1:
            face = 1 << np.int64(s.face[seat, die])
            pairs |= faces & face
            faces |= face
    return pairs


@kernel
def tracked(s):
    """M-50: whether cats are crossed out on a track instead of being drawn."""
    return TRACK_LENGTH[s.level] > 0


@kernel
def near_group(s, seat, free):
    """M-20, M-22: of the empty cells those where a die may be written: beside the group, if any."""
    group = s.group[seat]
    if group == NO_CELLS:
        return free
    return (around(group) if s.corners[seat] else beside(group)) & free


@kernel
def owing(s, seat):
    """How many dice are still to be used."""
    return np.int64(s.owed[seat]) - np.int64(s.taken[seat])


@kernel
def may_finish(s, seat, near):
    """M-21, M-24: no more dice are owed than have nowhere to go; `near`: where dice may go."""
    owed = owing(s, seat)
    if near:
        return owed <= 0
    stuck = 0
    for die in range(DICE):
        if not s.used[seat] >> die & 1:
            stuck += np.int64(not (tracked(s) and s.face[seat, die] == CAT))
    return owed <= stuck


@kernel
def movable(s, seat):
    """G: numbers that are in no room."""
    cells = NO_CELLS
    for symbol in range(NUMBERS):
        cells |= s.symbols[seat, symbol]
    return cells & ~s.roomed[seat]


@kernel
def expandable(s, seat):
    """M-80: where the next cell of an expansion may lie."""
    free = free_frame(s, seat)
    if s.added[seat]:
        return beside(s.added[seat]) & free
    return regions_of(free, np.int64(s.missing[seat]))


@kernel
def changeable(s, seat, change, faces):
    """M-41: whether a die may be changed like this: there is one, and a use of the ability."""
    if not faces >> CHANGE[change, CHANGE_FROM] & 1:
        return False
    return uses_of(s, seat, CHANGE[change, CHANGE_ABILITY]) > 0


@kernel
def number_of(at):
    """The number of a cell in action ids, from its bit."""
    return at - (at >> 3)


@kernel
def bit_of(cell):
    """The bit of a cell, from its number in action ids."""
    return cell + cell // SIDE


# --- legal actions -------------------------------------------------------------------------------


@kernel
def list_cells(first, cells, out, n):
    """Append an action for each cell; `first` is the action of cell 0."""
    while cells:
        at = lowest_bit(cells)
        out[n] = first + number_of(at)
        n += 1
        cells ^= ONE << U(at)
    return n


@kernel
def list_symbols(first, symbols, cells, out, n):
    """Append an action for each of the symbols, given as bits, and each cell."""
    for symbol in range(SYMBOLS):
        if symbols >> symbol & 1:
            n = list_cells(first + CELLS * symbol, cells, out, n)
    return n


ALL_SYMBOLS = (1 << SYMBOLS) - 1
ALL_NUMBERS = (1 << NUMBERS) - 1
CAT_BIT = 1 << CAT


@kernel
def legal(s, out):
    """M-20 to M-25: all that the actor may do now."""
    seat = np.int64(s.actor)
    if s.phase == STAR_ROUND:
        return legal_stars(s, seat, out)
    if s.forced[seat] != FREE:
        return legal_forced(s, seat, out)
    n = legal_dice(s, seat, out)
    return legal_uses(s, seat, out, n)


@kernel
def legal_stars(s, seat, out):
    """M-11: each die into a star."""
    if owing(s, seat) == 0:
        out[0] = DONE
        return 1
    stars = STAR_CELLS[s.level] & empty(s, seat)
    return list_symbols(WRITE, unused_faces(s, seat), stars, out, 0)


@kernel
def legal_forced(s, seat, out):
    """M-25: what an effect asks for."""
    forced, free = s.forced[seat], empty(s, seat)
    if forced == TRACK:
        return list_symbols(WRITE, track_symbols(s, seat), free, out, 0)
    if forced == CHOOSE:
        return legal_rooms(s, seat, out)
    if forced == EXPAND:
        return list_cells(ADD, expandable(s, seat), out, 0)
    if forced == WILD:
        n = list_symbols(WRITE, wild_symbols(s), free, out, 0)
        if tracked(s):
            out[n] = CROSS_CAT
            n += 1
        return n
    if forced == FIRST_MOUSE:
        return list_cells(WRITE + CELLS * MOUSE, free, out, 0)
    n = list_cells(WRITE + CELLS * MOUSE, second_mouse(s, seat, free), out, 0)
    out[n] = ENOUGH
    return n + 1


@kernel
def track_symbols(s, seat):
    """M-51: the numbers that may be written now, as bits."""
    written = np.int64(s.written[seat])
    return ALL_NUMBERS if written == ANY else 1 << written


@kernel
def wild_symbols(s):
    """K: the symbols that go into a cell, as bits (M-50: not the cat of level 1)."""
    return ALL_SYMBOLS ^ CAT_BIT if tracked(s) else ALL_SYMBOLS


@kernel
def second_mouse(s, seat, free):
    """L: the empty cells beside the first mouse."""
    return beside(ONE << U(s.written[seat])) & free


@kernel
def choice_of_room(s, seat):
    """M-30: (the symbol, the loose cells that hang together with it) a room must be chosen from."""
    at = np.int64(s.written[seat])
    symbol = 0
    while not s.symbols[seat, symbol] >> U(at) & ONE:
        symbol += 1
    return symbol, loose(s, seat, symbol, at)


@kernel
def legal_rooms(s, seat, out):
    """M-30, M-31: the sets of cells that may become the room."""
    at = np.int64(s.written[seat])
    symbol, cells = choice_of_room(s, seat)
    n = 0
    j = next_room(cells, s.doubled[seat], symbol + 2, at, SETS_FROM[at])
    while j != NONE:
        out[n] = BUILD + SETS_WITH[j]
        n += 1
        j = next_room(cells, s.doubled[seat], symbol + 2, at, j + 1)
    return n


@kernel
def legal_dice(s, seat, out):
    """M-20 to M-24, A, I: the dice, and *done*."""
    free = empty(s, seat)
    near = near_group(s, seat, free)
    n = 0
    if owing(s, seat) > 0:
        faces = unused_faces(s, seat)
        if tracked(s) and faces & CAT_BIT:
            faces ^= CAT_BIT
            out[n] = CROSS_CAT
            n += 1
        n = list_symbols(WRITE, faces, near, out, n)
        apart = uses_of(s, seat, A) > 0
        if apart:
            n = list_symbols(APART, faces, free, out, n)
        if owing(s, seat) > 1 and uses_of(s, seat, I) > 0:
            pairs = paired_faces(s, seat) & faces
            n = list_symbols(DOUBLE, pairs, near, out, n)
            if apart:
                n = list_symbols(DOUBLE_APART, pairs, free, out, n)
    if may_finish(s, seat, near):
        out[n] = DONE
        n += 1
    return n


@kernel
def legal_uses(s, seat, out, n):
    """M-40: the abilities that aren't spent in writing a die."""
    free = empty(s, seat)
    if owing(s, seat) > 0:
        faces = unused_faces(s, seat)
        for change in range(len(CHANGE)):
            if changeable(s, seat, change, faces):
                out[n] = USE + change
                n += 1
        if uses_of(s, seat, J) > 0 and not s.corners[seat]:
            out[n] = CORNERS
            n += 1
    if uses_of(s, seat, E) > 0:
        if s.owed[seat] < DICE:
            out[n] = MORE
            n += 1
        if s.owed[seat] > max(1, np.int64(s.taken[seat])):
            out[n] = FEWER
            n += 1
    if uses_of(s, seat, D) > 0:
        n = list_cells(THREE, free, out, n)
    if uses_of(s, seat, G) > 0 and free:
        sources = movable(s, seat)
        while sources:
            at = lowest_bit(sources)
            n = list_cells(MOVE + CELLS * number_of(at), free, out, n)
            sources ^= ONE << U(at)
    return n


# --- a random legal action -----------------------------------------------------------------------


@kernel
def drawn(first, symbols, cells, k):
    """The k-th action among those for each symbol and each cell."""
    width = count_bits(cells)
    symbol = nth_bit(U(symbols), k // width)
    return first + CELLS * symbol + number_of(nth_bit(cells, k % width))


@kernel
def ways(symbols, cells):
    """How many actions there are for each symbol and each cell."""
    return count_bits(U(symbols)) * count_bits(cells)


@kernel
def sample(s):
    """A uniformly random legal action, without listing them all."""
    seat = np.int64(s.actor)
    if s.phase == STAR_ROUND:
        if owing(s, seat) == 0:
            return np.int64(DONE)
        faces, stars = unused_faces(s, seat), STAR_CELLS[s.level] & empty(s, seat)
        return drawn(WRITE, faces, stars, below(s, ways(faces, stars)))
    if s.forced[seat] != FREE:
        return sample_forced(s, seat)
    return sample_free(s, seat)


@kernel
def sample_forced(s, seat):
    """A random one of the actions that an effect asks for."""
    forced, free = s.forced[seat], empty(s, seat)
    if forced == TRACK:
        symbols = track_symbols(s, seat)
        return drawn(WRITE, symbols, free, below(s, ways(symbols, free)))
    if forced == EXPAND:
        cells = expandable(s, seat)
        return ADD + number_of(nth_bit(cells, below(s, count_bits(cells))))
    if forced == WILD:
        symbols = wild_symbols(s)
        n = ways(symbols, free)
        k = below(s, n + np.int64(tracked(s)))
        return drawn(WRITE, symbols, free, k) if k < n else np.int64(CROSS_CAT)
    if forced == FIRST_MOUSE:
        return drawn(WRITE, 1 << MOUSE, free, below(s, count_bits(free)))
    if forced == SECOND_MOUSE:
        cells = second_mouse(s, seat, free)
        k = below(s, count_bits(cells) + 1)
        return np.int64(ENOUGH) if k == count_bits(cells) else drawn(WRITE, 1 << MOUSE, cells, k)
    return sample_room(s, seat)


@kernel
def sample_room(s, seat):
    """A random one of the rooms that may be built: each kept with a chance of one in so many."""
    at = np.int64(s.written[seat])
    symbol, cells = choice_of_room(s, seat)
    found, n = NONE, 0
    j = next_room(cells, s.doubled[seat], symbol + 2, at, SETS_FROM[at])
    while j != NONE:
        n += 1
        if below(s, n) == 0:
            found = j
        j = next_room(cells, s.doubled[seat], symbol + 2, at, j + 1)
    return BUILD + SETS_WITH[found]


@kernel
def sample_free(s, seat):
    """A random one of the actions of a turn in which nothing is forced."""
    free = empty(s, seat)
    near = near_group(s, seat, free)
    owed = owing(s, seat)
    faces, pairs, cat = 0, 0, 0
    if owed > 0:
        faces = unused_faces(s, seat)
        if tracked(s) and faces & CAT_BIT:
            faces ^= CAT_BIT
            cat = 1
    done = np.int64(may_finish(s, seat, near))
    writes = ways(faces, near)
    dice = writes + cat + done
    held = 0
    for number in range(NUMBERS):
        held += np.int64(s.uses[seat, number])
    if held == 0:
        k = below(s, dice)
        if k < writes:
            return drawn(WRITE, faces, near, k)
        return np.int64(CROSS_CAT) if k < writes + cat else np.int64(DONE)
    aparts, doubles, doubles_apart = 0, 0, 0
    if uses_of(s, seat, A) > 0:
        aparts = ways(faces, free)
    if owed > 1 and uses_of(s, seat, I) > 0:
        pairs = paired_faces(s, seat) & faces
        doubles = ways(pairs, near)
        if uses_of(s, seat, A) > 0:
            doubles_apart = ways(pairs, free)
    others = count_uses(s, seat, free, owed)
    k = below(s, dice + aparts + doubles + doubles_apart + others)
    if k < writes:
        return drawn(WRITE, faces, near, k)
    k -= writes
    if k < cat:
        return np.int64(CROSS_CAT)
    k -= cat
    if k < done:
        return np.int64(DONE)
    k -= done
    if k < aparts:
        return drawn(APART, faces, free, k)
    k -= aparts
    if k < doubles:
        return drawn(DOUBLE, pairs, near, k)
    k -= doubles
    if k < doubles_apart:
        return drawn(DOUBLE_APART, pairs, free, k)
    return drawn_use(s, seat, free, owed, k - doubles_apart)


@kernel
def count_uses(s, seat, free, owed):
    """How many actions `legal_uses` would list."""
    n = 0
    if owed > 0:
        faces = unused_faces(s, seat)
        for change in range(len(CHANGE)):
            n += np.int64(changeable(s, seat, change, faces))
        n += np.int64(uses_of(s, seat, J) > 0 and not s.corners[seat])
    if uses_of(s, seat, E) > 0:
        n += np.int64(s.owed[seat] < DICE)
        n += np.int64(s.owed[seat] > max(1, np.int64(s.taken[seat])))
    if uses_of(s, seat, D) > 0:
        n += count_bits(free)
    if uses_of(s, seat, G) > 0:
        n += count_bits(movable(s, seat)) * count_bits(free)
    return n


@kernel
def drawn_use(s, seat, free, owed, k):
    """The k-th of the actions that `legal_uses` would list."""
    if owed > 0:
        faces = unused_faces(s, seat)
        for change in range(len(CHANGE)):
            if changeable(s, seat, change, faces):
                if k == 0:
                    return np.int64(USE + change)
                k -= 1
        if uses_of(s, seat, J) > 0 and not s.corners[seat]:
            if k == 0:
                return np.int64(CORNERS)
            k -= 1
    if uses_of(s, seat, E) > 0:
        if s.owed[seat] < DICE:
            if k == 0:
                return np.int64(MORE)
            k -= 1
        if s.owed[seat] > max(1, np.int64(s.taken[seat])):
            if k == 0:
                return np.int64(FEWER)
            k -= 1
    width = count_bits(free)
    if uses_of(s, seat, D) > 0:
        if k < width:
            return THREE + number_of(nth_bit(free, k))
        k -= width
    source = number_of(nth_bit(movable(s, seat), k // width))
    return MOVE + CELLS * source + number_of(nth_bit(free, k % width))


# --- what an action does -------------------------------------------------------------------------


@kernel
def apply(s, action):
    """Carry out a legal action of the actor."""
    seat = np.int64(s.actor)
    s.revealed = 0
    if action < CROSS_CAT:
        write_action(s, seat, action)
    elif action == CROSS_CAT:
        if s.forced[seat] == FREE:
            take_dice(s, seat, CAT, 1)
        s.forced[seat] = FREE
        cross_cat(s, seat)
    elif action == DONE:
        finish(s, seat)
    elif action < THREE:
        use(s, seat, action)
    elif action < MOVE:
        spend(s, seat, D)
        write(s, seat, 1, bit_of(action - THREE))
    elif action < BUILD:
        move(s, seat, bit_of((action - MOVE) // CELLS), bit_of((action - MOVE) % CELLS))
    elif action < ADD:
        symbol, _ = choice_of_room(s, seat)
        s.forced[seat] = FREE
        s.written[seat] = 0
        build(s, seat, symbol, SET_CELLS[action - BUILD])
    elif action < ENOUGH:
        expand(s, seat, bit_of(action - ADD))
    else:
        s.forced[seat] = FREE
        s.written[seat] = 0


@kernel
def write_action(s, seat, action):
    """A symbol goes into a cell: a die, two dice, or what an effect asks for."""
    block, place = action // (SYMBOLS * CELLS), action % (SYMBOLS * CELLS)
    symbol, at = place // CELLS, bit_of(place % CELLS)
    forced = s.forced[seat]
    if forced != FREE:
        s.forced[seat] = FREE
        s.written[seat] = 0
        write(s, seat, symbol, at)
        if forced == FIRST_MOUSE and second_mouse_at(s, seat, at):
            s.forced[seat] = SECOND_MOUSE
            s.written[seat] = at
        return
    twice = block >= 2
    apart = block == 1 or block == 3
    take_dice(s, seat, symbol, 2 if twice else 1)
    if apart:
        spend(s, seat, A)
    elif s.phase != STAR_ROUND:
        s.group[seat] |= ONE << U(at)
    if twice:
        spend(s, seat, I)
        s.doubled[seat] |= ONE << U(at)
    write(s, seat, symbol, at)


@kernel
def second_mouse_at(s, seat, at):
    """Whether there is an empty cell beside the first mouse."""
    return beside(ONE << U(at)) & empty(s, seat) != NO_CELLS


@kernel
def take_dice(s, seat, symbol, count):
    """Use so many of the dice that show a symbol."""
    left = count
    for die in range(DICE):
        if left and s.face[seat, die] == symbol and not s.used[seat] >> die & 1:
            s.used[seat] |= 1 << die
            left -= 1
    s.taken[seat] += count


@kernel
def spend(s, seat, ability):
    """One use fewer."""
    s.uses[seat, s.slot[ability]] -= 1


@kernel
def use(s, seat, action):
    """B, C, E, F, H, J."""
    if action < MORE:
        change = action - USE
        spend(s, seat, CHANGE[change, CHANGE_ABILITY])
        die = 0
        while s.used[seat] >> die & 1 or s.face[seat, die] != CHANGE[change, CHANGE_FROM]:
            die += 1
        s.face[seat, die] = CHANGE[change, CHANGE_TO]
    elif action == CORNERS:
        spend(s, seat, J)
        s.corners[seat] = 1
    else:
        spend(s, seat, E)
        s.owed[seat] += 1 if action == MORE else -1


@kernel
def move(s, seat, source, to):
    """G: cross a number out, all of it, and write it once elsewhere."""
    spend(s, seat, G)
    one = ONE << U(source)
    symbol = 0
    while not s.symbols[seat, symbol] & one:
        symbol += 1
    s.symbols[seat, symbol] ^= one
    s.doubled[seat] &= ~one
    s.crossed[seat] |= one
    write(s, seat, symbol, to)


@kernel
def cross_cat(s, seat):
    """M-50, M-51: the next cat of the track, and the number it shows."""
    if s.cats[seat] >= TRACK_LENGTH[s.level]:
        return
    shows = TRACK_SHOWS[s.level, s.cats[seat]]
    s.cats[seat] += 1
    if shows != PLAIN_CAT and empty(s, seat):  # M-42
        s.forced[seat] = TRACK
        s.written[seat] = ANY if shows == ANY_NUMBER else shows - 2


@kernel
def write(s, seat, symbol, at):
    """A symbol in an empty cell; M-30: a room, if its number now weighs enough."""
    s.symbols[seat, symbol] |= ONE << U(at)
    if symbol >= NUMBERS:
        return
    n = symbol + 2
    cells = loose(s, seat, symbol, at)
    heavy = weight(cells, s.doubled[seat])
    if heavy < n:
        return
    if heavy == n:
        build(s, seat, symbol, cells)
        return
    first = next_room(cells, s.doubled[seat], n, at, SETS_FROM[at])
    if next_room(cells, s.doubled[seat], n, at, first + 1) == NONE:
        build(s, seat, symbol, SET_CELLS[SETS_WITH[first]])
    else:
        s.forced[seat] = CHOOSE
        s.written[seat] = at


@kernel
def build(s, seat, symbol, cells):
    """M-30, M-32, M-80: a room, its ability and its new cells."""
    s.roomed[seat] |= cells
    s.east[seat] |= cells & (cells >> ONE)
    s.south[seat] |= cells & (cells >> U(8))
    s.rooms[seat, symbol] += 1
    ability = np.int64(s.ability[symbol])
    spark = ability if ability >= K else -1
    if spark < 0:
        s.uses[seat, symbol] += 1
    if GROWS[s.level]:
        missing = min(symbol + 2, largest_region(free_frame(s, seat)))
        if missing:
            s.forced[seat] = EXPAND
            s.missing[seat] = missing
            s.spark[seat] = spark
            return
    ignite(s, seat, spark)


@kernel
def expand(s, seat, at):
    """M-80: a cell more for the house; after the last one what else the room gives."""
    s.house[seat] |= ONE << U(at)
    s.added[seat] |= ONE << U(at)
    s.missing[seat] -= 1
    if s.missing[seat] == 0:
        spark = np.int64(s.spark[seat])
        s.forced[seat] = FREE
        s.added[seat] = NO_CELLS
        s.spark[seat] = -1
        ignite(s, seat, spark)


@kernel
def ignite(s, seat, spark):
    """M-40: K and L take effect when they are won; M-42: unless there is no empty cell."""
    free = empty(s, seat)
    if spark == K and (free or tracked(s)):
        s.forced[seat] = WILD
    elif spark == L and free:
        s.forced[seat] = FIRST_MOUSE
