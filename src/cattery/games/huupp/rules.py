"""HUUupp: the record and its kernels, on bitboards.

The bed is a 6x6 corner of a 64-bit word with an empty border, so that no shift wraps round:

    bit 8*(row+1) + column+1        row 1 is the north, column a the west

     9 10 11 12 13 14     a1 b1 c1 d1 e1 f1
    17 18 19 20 21 22     a2 ...
    ...                   ...
    49 50 51 52 53 54     a6 b6 c6 d6 e6 f6

A square is numbered 0 ... 35 in reading order where it is part of an action id.
"""

from __future__ import annotations

import numpy as np

from cattery.kernel import (
    U,
    below,
    count_bits,
    fill_plane,
    implement,
    kernel,
    lowest_bit,
    nth_bit,
    record,
    to_act,
    without_lowest,
)

SIDE = 6
SQUARES = SIDE * SIDE
PIECES = 8  # H-2
LAST_TURN = 300  # H-41

KITTEN, CAT = 0, 1
PLACE, GHOST, GROW = 0, 1, 2  # phases: what the actor decides
BY_ROW, BY_EIGHT = 1, 2  # how a game was won: H-30, H-31
NEXT_TURN, GROWS, LIFTS = 0, 3, 4  # what else a turn ends with: H-33, H-35
NOBODY = -1
IN_POOL = -1

STATE = record(
    "huupp",
    options=[
        ("ghosts", np.int8),  # H-40: 1 with ghosts, 0 the base game
        ("first", np.int8),  # H-3: who begins, or -1 for chance
    ],
    fields=[
        ("kittens", np.uint64, (2,)),  # [seat] squares as bits
        ("cats", np.uint64, (2,)),  # [seat] squares as bits
        ("pool", np.int8, (2, 2)),  # [seat, kind] pieces off the bed
        ("ghost", np.int8, (2,)),  # [seat] path * 6 + step, or IN_POOL
        ("turns", np.int16),  # complete turns of both players
        ("winner", np.int8),  # a seat, or NOBODY
        ("how", np.int8),  # BY_ROW or BY_EIGHT when there is a winner
    ],
)

# --- the geometry, frozen into the compiled code -------------------------------------------------

INDEX = np.array([8 * (sq // SIDE + 1) + sq % SIDE + 1 for sq in range(SQUARES)], np.int64)
SQUARE_AT = np.full(64, -1, np.int64)  # [bit index] square
SQUARE_AT[INDEX] = np.arange(SQUARES)
BIT = np.array([1 << int(i) for i in INDEX], np.uint64)  # [square]
BOARD = U(sum(1 << int(i) for i in INDEX))
RING = np.array(  # [square] the neighbours on the bed
    [
        sum(1 << int(INDEX[sq]) + d for d in (-9, -8, -7, -1, 1, 7, 8, 9)) & int(BOARD)
        for sq in range(SQUARES)
    ],
    np.uint64,
)
ZERO, ONE = U(0), U(1)

# Rows of three: a start square and two steps on to the east, south, south-east or south-west.
STRIDES = (1, 8, 9, 7)
SHIFTS = np.array(STRIDES, np.uint64)
TRIPLES = tuple(
    (stride, tuple(int(SQUARE_AT[i + k * stride]) for k in range(3)))
    for stride in STRIDES
    for i in map(int, INDEX)
    if all(int(BOARD) >> (i + k * stride) & 1 for k in range(3))
)
TRIPLE_MASK = np.array([sum(int(BIT[sq]) for sq in t) for _, t in TRIPLES], np.uint64)
TRIPLE_AT = np.full((4, 64), -1, np.int64)  # [stride, bit index of the start] triple
for _number, (_stride, _squares) in enumerate(TRIPLES):
    TRIPLE_AT[STRIDES.index(_stride), INDEX[_squares[0]]] = _number

# Ghost paths: 5 seams from each of the edges N E S W, 6 segments long (H-21, H-22).
EDGES = "NESW"
SEAMS = SIDE - 1
PATHS = len(EDGES) * SEAMS
STEPS = SIDE


def _segment(path: int, step: int) -> tuple[int, int, int, int]:
    """Of a path's step: the segment's number, the two squares beside it, the push of the second."""
    edge, seam = EDGES[path // SEAMS], path % SEAMS
    along = step if edge in "NW" else SIDE - 1 - step
    if edge in "NS":  # between columns: pushes west and east
        return seam * SIDE + along, along * SIDE + seam, along * SIDE + seam + 1, 1
    return (SEAMS + seam) * SIDE + along, seam * SIDE + along, (seam + 1) * SIDE + along, 8


_GEOMETRY = np.array(
    [[_segment(path, step) for step in range(STEPS)] for path in range(PATHS)], np.int64
)
SEGMENT = np.ascontiguousarray(_GEOMETRY[:, :, 0])  # [path, step]
BESIDE = np.ascontiguousarray(_GEOMETRY[:, :, 1:3])  # [path, step, side] square
AWAY = np.ascontiguousarray(_GEOMETRY[:, :, 3])  # [path, step] push of the second side
ENTRY_AT = np.full(2 * SEAMS * SIDE, -1, np.int64)  # [segment] the path that enters there
ENTRY_AT[SEGMENT[:, 0]] = np.arange(PATHS)

# --- actions -------------------------------------------------------------------------------------
# place a kitten  square             0 ...  35
# place a cat     36 + square       36 ...  71
# keep the ghost  72
# enter a ghost   73 + path         73 ...  92
# grow up         93 + triple       93 ... 172
# lift            173 + square     173 ... 208
PLACE_CAT = SQUARES
KEEP = 2 * SQUARES
ENTER = KEEP + 1
TRIPLE = ENTER + PATHS
LIFT = TRIPLE + len(TRIPLES)
ACTIONS = LIFT + SQUARES


@kernel
def start(s):
    """H-2, H-3: eight kittens and a ghost in each pool, an empty bed."""
    for seat in range(2):
        s.kittens[seat] = ZERO
        s.cats[seat] = ZERO
        s.pool[seat, KITTEN] = PIECES
        s.pool[seat, CAT] = 0
        s.ghost[seat] = IN_POOL
    s.turns = 0
    s.winner = NOBODY
    s.how = 0
    s.over = 0
    s.revealed = 0
    first = np.int64(s.first)
    begin_turn(s, first if first >= 0 else below(s, 2))


@kernel
def begin_turn(s, seat):
    """`seat` is to place a piece."""
    to_act(s, seat)
    s.phase = PLACE


@kernel
def occupied(s):
    """All squares with a piece on them."""
    return s.kittens[0] | s.kittens[1] | s.cats[0] | s.cats[1]


@kernel
def legal(s, out):
    """H-10, H-20, H-21, H-26, H-33 to H-36."""
    if s.phase == PLACE:
        return legal_placements(s, out)
    if s.phase == GHOST:
        return legal_entries(s, out)
    return legal_growth(s, out)


@kernel
def legal_placements(s, out):
    """H-10: any piece of the pool on any empty square."""
    n = 0
    empty = BOARD & ~occupied(s)
    for kind in range(2):
        if s.pool[s.actor, kind] > 0:
            left = empty
            while left:
                out[n] = kind * PLACE_CAT + SQUARE_AT[lowest_bit(left)]
                n += 1
                left = without_lowest(left)
    return n


@kernel
def barred_entry(s):
    """H-26: the path whose first segment the other ghost stands on, or -1."""
    other = np.int64(s.ghost[1 - s.actor])
    if other < 0:
        return -1
    return ENTRY_AT[SEGMENT[other // STEPS, other % STEPS]]


@kernel
def legal_entries(s, out):
    """H-20, H-21: keep the ghost, or enter it on one of 20 segments."""
    barred = barred_entry(s)
    out[0] = KEEP
    n = 1
    for path in range(PATHS):
        if path != barred:
            out[n] = ENTER + path
            n += 1
    return n


@kernel
def legal_growth(s, out):
    """H-33, H-34: any group of three in a row; H-35: any piece, when all eight are on the bed."""
    own = s.kittens[s.actor] | s.cats[s.actor]
    n = 0
    for k in range(4):
        starts = own & (own >> SHIFTS[k]) & (own >> (SHIFTS[k] + SHIFTS[k]))
        while starts:
            out[n] = TRIPLE + TRIPLE_AT[k, lowest_bit(starts)]
            n += 1
            starts = without_lowest(starts)
    if pool_is_empty(s, s.actor):
        left = own
        while left:
            out[n] = LIFT + SQUARE_AT[lowest_bit(left)]
            n += 1
            left = without_lowest(left)
    return n


@kernel
def pool_is_empty(s, seat):
    """H-35: all eight pieces are on the bed."""
    return s.pool[seat, KITTEN] == 0 and s.pool[seat, CAT] == 0


@kernel
def has_row(x):
    """Whether three bits of `x` stand in an unbroken row."""
    for k in range(4):
        if x & (x >> SHIFTS[k]) & (x >> (SHIFTS[k] + SHIFTS[k])):
            return True
    return False


@kernel
def sample(s):
    """A uniformly random legal action, without listing them all."""
    if s.phase == PLACE:
        empty = BOARD & ~occupied(s)
        free = count_bits(empty)
        kinds = np.int64(s.pool[s.actor, KITTEN] > 0) + np.int64(s.pool[s.actor, CAT] > 0)
        k = below(s, free * kinds)
        kind = CAT if k >= free or s.pool[s.actor, KITTEN] == 0 else KITTEN
        return kind * PLACE_CAT + SQUARE_AT[nth_bit(empty, k - free if k >= free else k)]
    if s.phase == GHOST:
        barred = barred_entry(s)
        k = below(s, PATHS + 1 if barred < 0 else PATHS)
        if k == 0:
            return np.int64(KEEP)
        path = k - 1
        return ENTER + (path + 1 if 0 <= barred <= path else path)
    out = np.empty(len(TRIPLE_MASK) + SQUARES, np.int32)
    return np.int64(out[below(s, legal_growth(s, out))])


@kernel
def apply(s, action):
    """A turn in order: place and boop, the ghost, the check."""
    if action < KEEP:
        place(s, CAT if action >= PLACE_CAT else KITTEN, action % SQUARES)
        ghost_moves(s)
    elif action == KEEP:
        finish(s)
    elif action < TRIPLE:
        s.ghost[s.actor] = (action - ENTER) * STEPS  # H-21: entering pushes nothing
        finish(s)
    elif action < LIFT:
        grow_up(s, TRIPLE_MASK[action - TRIPLE])
        end_turn(s)
    else:
        grow_up(s, BIT[action - LIFT])  # H-35
        end_turn(s)


@kernel
def place(s, kind, square):
    """H-10, and the boops it makes: H-11 to H-15."""
    seat = np.int64(s.actor)
    s.pool[seat, kind] -= 1
    before = occupied(s)
    pushed = RING[square] & before
    if kind == KITTEN:
        pushed = pushed & ~(s.cats[0] | s.cats[1])  # H-12
        s.kittens[seat] |= BIT[square]
    else:
        s.cats[seat] |= BIT[square]
    at = INDEX[square]
    while pushed:
        neighbour = lowest_bit(pushed)
        pushed = without_lowest(pushed)
        behind = ONE << U(2 * neighbour - at)
        if not behind & before:  # H-13; only squares two away are behind: no push meets another
            move_piece(s, ONE << U(neighbour), behind & BOARD)


@kernel
def move_piece(s, origin, target):
    """Move the piece at bit `origin` to bit `target`; H-15: to its owner's pool if that is 0.

    Whose piece it is can't be foreseen, so values are chosen and no branches.
    """
    if not target:
        for seat in range(2):
            s.pool[seat, KITTEN] += np.int64(s.kittens[seat] & origin != ZERO)
            s.pool[seat, CAT] += np.int64(s.cats[seat] & origin != ZERO)
    change = origin | target
    for seat in range(2):
        s.kittens[seat] ^= change if s.kittens[seat] & origin else ZERO
        s.cats[seat] ^= change if s.cats[seat] & origin else ZERO


@kernel
def ghost_moves(s):
    """H-20: a ghost on the bed moves on, one in the pool waits for its owner's decision."""
    if not s.ghosts:
        finish(s)
    elif s.ghost[s.actor] == IN_POOL:
        s.phase = GHOST
    else:
        glide(s)
        finish(s)


@kernel
def glide(s):
    """H-22, H-26: one segment on, past the other ghost; from the last segment back to the pool."""
    own = np.int64(s.ghost[s.actor])
    other = np.int64(s.ghost[1 - s.actor])
    path, step = own // STEPS, own % STEPS + 1
    if step < STEPS and other >= 0:
        if SEGMENT[path, step] == SEGMENT[other // STEPS, other % STEPS]:
            step += 1
    if step >= STEPS:
        s.ghost[s.actor] = IN_POOL
        return
    s.ghost[s.actor] = path * STEPS + step
    push_aside(s, INDEX[BESIDE[path, step, 0]], -AWAY[path, step])
    push_aside(s, INDEX[BESIDE[path, step, 1]], AWAY[path, step])


@kernel
def push_aside(s, at, stride):
    """H-23, H-24: the piece at bit index `at` goes to the nearest empty square beyond, or off."""
    taken = occupied(s)
    if not taken >> U(at) & ONE:
        return
    to = at + stride
    while taken >> U(to) & ONE:
        to += stride
    move_piece(s, ONE << U(at), (ONE << U(to)) & BOARD)


@kernel
def finish(s):
    """The check at the end of a turn."""
    ahead = np.int64(outcome(s))
    if ahead == NEXT_TURN:
        end_turn(s)
    elif ahead <= BY_EIGHT:
        win(s, ahead)
    else:
        s.phase = GROW


@kernel
def outcome(s):
    """What the mover's turn ends with as the pieces stand: wins first (H-30, H-31, H-37), then
    growing up (H-33, H-35), or the next turn."""
    seat = np.int64(s.actor)
    if has_row(s.cats[seat]):
        return np.int64(BY_ROW)
    if count_bits(s.cats[seat]) == PIECES:
        return np.int64(BY_EIGHT)
    if has_row(s.kittens[seat] | s.cats[seat]):
        return np.int64(GROWS)
    return np.int64(LIFTS) if pool_is_empty(s, seat) else np.int64(NEXT_TURN)


@kernel
def win(s, how):
    """The mover wins."""
    s.winner = s.actor
    s.how = how
    s.turns += 1
    close(s)


@kernel
def close(s):
    """The game is over: nobody is to act."""
    s.over = 1
    s.waiting = 0


@kernel
def grow_up(s, mask):
    """H-33, H-35: the mover's pieces on `mask` leave the bed, each for a cat in the pool."""
    seat = np.int64(s.actor)
    s.kittens[seat] &= ~mask
    s.cats[seat] &= ~mask
    s.pool[seat, CAT] += count_bits(mask)


@kernel
def end_turn(s):
    """The other player's turn; H-41: a draw after turn 300."""
    s.turns += 1
    if s.turns >= LAST_TURN:
        close(s)
    else:
        begin_turn(s, 1 - np.int64(s.turn))


@kernel
def score(s, out):
    """1 for the winner."""
    out[0] = s.winner == 0
    out[1] = s.winner == 1


@kernel
def payoff(s, out):
    """1 for the winner, -1 for the loser, 0 for a draw."""
    for seat in range(2):
        out[seat] = 0.0 if s.winner == NOBODY else (1.0 if s.winner == seat else -1.0)


PLANES = (
    "own kittens",
    "own cats",
    "other kittens",
    "other cats",
    "own ghost between columns",  # at its row and the column west of it: 1 going south, -1 north
    "own ghost between rows",  # at the row north of it and its column: 1 going east, -1 west
    "other ghost between columns",
    "other ghost between rows",
    "kittens in the own pool",
    "cats in the own pool",
    "kittens in the other pool",
    "cats in the other pool",
    "own ghost in the pool",
    "other ghost in the pool",
    "to place",
    "to decide on the ghost",
    "to grow up",
    "own decision",
    "turns played, in fours",
)
OBSERVATION = (len(PLANES), SIDE, SIDE)


@kernel
def observe(s, seat, out):
    """The planes named in PLANES, from the side of `seat`; int8, flat."""
    out[:] = 0
    for k in range(2):
        player = seat if k == 0 else 1 - seat
        mark(out, 2 * k, s.kittens[player])
        mark(out, 2 * k + 1, s.cats[player])
        fill_plane(out, 8 + 2 * k, SQUARES, s.pool[player, KITTEN])
        fill_plane(out, 9 + 2 * k, SQUARES, s.pool[player, CAT])
        ghost = np.int64(s.ghost[player])
        if ghost == IN_POOL:
            fill_plane(out, 12 + k, SQUARES, 1)
        else:
            path, step = ghost // STEPS, ghost % STEPS
            edge = path // SEAMS
            plane = 4 + 2 * k + (edge & 1)
            out[plane * SQUARES + BESIDE[path, step, 0]] = 1 if edge == 0 or edge == 3 else -1
    if not s.over:
        fill_plane(out, 14 + np.int64(s.phase), SQUARES, 1)
    fill_plane(out, 17, SQUARES, s.actor == seat)
    fill_plane(out, 18, SQUARES, s.turns >> 2)


@kernel
def mark(out, plane, x):
    """Set the squares of `x` in a plane."""
    while x:
        out[plane * SQUARES + SQUARE_AT[lowest_bit(x)]] = 1
        x = without_lowest(x)


INVARIANTS = (
    "all is well",
    "eight pieces per player (H-2)",
    "a pool holds no fewer than no pieces",
    "one piece per square, and on the bed",
    "a ghost only where ghosts play, and on the bed's seams",
    "never two ghosts on one segment (H-26)",
    "no pool is empty but the mover's, and that one not at the turn's start (H-35)",
    "no row of cats stands unrewarded for the mover (H-30)",
)


@kernel
def check(s):
    """The number of the first of INVARIANTS that is broken, or 0."""
    for seat in range(2):
        on_bed = count_bits(s.kittens[seat]) + count_bits(s.cats[seat])
        if on_bed + s.pool[seat, KITTEN] + s.pool[seat, CAT] != PIECES:
            return 1
        if s.pool[seat, KITTEN] < 0 or s.pool[seat, CAT] < 0:
            return 2
        if not s.ghosts and s.ghost[seat] != IN_POOL:
            return 4
        if s.ghost[seat] < IN_POOL or s.ghost[seat] >= PATHS * STEPS:
            return 4
    total = 0
    for seat in range(2):
        total += count_bits(s.kittens[seat]) + count_bits(s.cats[seat])
    if count_bits(occupied(s)) != total or occupied(s) & ~BOARD:
        return 3
    a, b = np.int64(s.ghost[0]), np.int64(s.ghost[1])
    if a >= 0 and b >= 0:
        if SEGMENT[a // STEPS, a % STEPS] == SEGMENT[b // STEPS, b % STEPS]:
            return 5
    if not s.over and pool_is_empty(s, 1 - np.int64(s.actor)):
        return 6
    if not s.over and s.phase == PLACE and pool_is_empty(s, s.actor):
        return 6
    if not s.over and s.phase == GROW and has_row(s.cats[s.actor]):
        return 7
    return 0


implement(
    STATE,
    start=start,
    legal=legal,
    apply=apply,
    score=score,
    payoff=payoff,
    observe=observe,
    check=check,
    sample=sample,
)
