"""HUUupp: what a seat may see (all of it: nothing is hidden), and a position as one line of text.

A position: `6/2k3/2K3/6/6/6 1 7k 7k - N2+3 2` — the rows from the north with k, c for the first
seat and K, C for the second and digits for empty squares; the seat to place; the two pools (`7k`,
`5k2c`, `-` when empty); the two ghosts (`-` in the pool, or the entry and the segments travelled);
the turns played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, Literal

from cattery.fields import Fields
from cattery.games.huupp import rules
from cattery.games.huupp.moves import EDGES, KINDS, NUMBER, SQUARES, Edge, Kind
from cattery.glance import glance
from cattery.tagged import tagged

Phase = Literal["place", "ghost", "grow", "over"]
PHASES: tuple[Phase, ...] = ("place", "ghost", "grow", "over")
WON_BY: tuple[Literal["row", "eight"] | None, ...] = (None, "row", "eight")
Ahead = Literal["wins", "grows", "lifts"]
AHEAD: tuple[Ahead | None, ...] = (None, "wins", "wins", "grows", "lifts")
SIGNS = ("k", "c"), ("K", "C")  # [seat][kind]


@dataclass(frozen=True)
class Piece:
    """A kitten or cat on the bed."""

    square: str
    seat: int
    kind: Kind


@dataclass(frozen=True)
class Pool:
    """What a player has off the bed."""

    kittens: int
    cats: int
    ghost: bool


@dataclass(frozen=True)
class Ghost:
    """A ghost on a seam: where it entered, and how many segments it has travelled since."""

    edge: Edge
    seam: int
    step: int


@tagged("huupp")
class View:
    """The whole table."""

    seat: int | None  # who looks; None for an onlooker
    turn: int
    actor: int
    phase: Phase
    with_ghosts: bool
    pieces: tuple[Piece, ...]  # in reading order
    pools: tuple[Pool, Pool]
    ghosts: tuple[Ghost | None, Ghost | None]
    ahead: Ahead | None  # what the turn ends with, while a ghost is asked or who grows up
    turns: int  # complete turns of both players
    winner: int | None
    won_by: Literal["row", "eight"] | None
    row: tuple[str, ...]  # the squares of the winning row


_HEAD = "turn", "actor", "phase", "over", "ghosts"
_BEDS = "kittens", "cats"
_REST = "pool", "ghost", "turns", "winner", "how"
_everything = glance(rules.STATE, *_HEAD, *_BEDS, *_REST)
_beds = glance(rules.STATE, *_BEDS)


def view(states: Any, i: int, seat: int | None) -> View:
    """What `seat` sees of state i."""
    turn, actor, phase, over, with_ghosts, *rest = _everything(states, i)
    beds, pools, (turns, winner, how) = rest[:4], rest[4:10], rest[10:]
    first, second = pools[4:]
    return View(
        seat=seat,
        turn=turn,
        actor=actor,
        phase="over" if over else PHASES[phase],
        with_ghosts=bool(with_ghosts),
        pieces=on_bed(*beds),
        pools=(
            Pool(pools[0], pools[1], bool(with_ghosts and first == rules.IN_POOL)),
            Pool(pools[2], pools[3], bool(with_ghosts and second == rules.IN_POOL)),
        ),
        ghosts=(ghost(first), ghost(second)),
        ahead=None if over or phase == rules.PLACE else AHEAD[int(rules.outcome(states[i]))],
        turns=turns,
        winner=None if winner < 0 else winner,
        won_by=WON_BY[how],
        row=winning_row(states, i) if how else (),
    )


def pieces(states: Any, i: int = 0) -> tuple[Piece, ...]:
    """All pieces on the bed, in reading order."""
    return on_bed(*_beds(states, i))


@lru_cache(maxsize=10_000)  # both players' views and the story ask for the same bed
def on_bed(*boards: int) -> tuple[Piece, ...]:
    """The pieces on the boards of the seats' kittens and of their cats, in reading order."""
    found: list[tuple[int, Piece]] = []
    for k, board in enumerate(boards):
        left = board
        while left:
            at = left.bit_length() - 1
            left ^= 1 << at
            found.append((at, _PIECES[k & 1, KINDS[k >> 1], at]))
    found.sort(key=_bit_index)
    return tuple([piece for _, piece in found])


# The bits of the bed run in reading order. [seat, kind, bit index]
_PIECES = {
    (seat, kind, int(rules.INDEX[number])): Piece(name, seat, kind)
    for seat in range(2)
    for kind in KINDS
    for name, number in NUMBER.items()
}
_bit_index = itemgetter(0)


@lru_cache
def ghost(code: int) -> Ghost | None:
    """A ghost's place from its code in the record."""
    if code < 0:
        return None
    path, step = divmod(code, rules.STEPS)
    return Ghost(EDGES[path // rules.SEAMS], path % rules.SEAMS + 1, step)


def winning_row(states: Any, i: int = 0) -> tuple[str, ...]:
    """H-30: the squares of the row that won, if one did."""
    if states["how"][i] != rules.BY_ROW:
        return ()
    cats = int(states["cats"][i, states["winner"][i]])
    masks = (
        (int(mask), squares)
        for mask, (_, squares) in zip(rules.TRIPLE_MASK, rules.TRIPLES, strict=True)
    )
    return next(
        tuple(SQUARES[sq] for sq in squares) for mask, squares in masks if cats & mask == mask
    )


# --- the position as text ------------------------------------------------------------------------


def position(states: Any, i: int) -> str:
    """One line that says everything about the start of a turn."""
    s = states[i]
    pools = (_pool_text(s.pool[seat]) for seat in range(2))
    ghosts = (_ghost_text(ghost(int(code))) for code in s.ghost)
    return " ".join(
        (_board_text(pieces(states, i)), str(s.turn + 1), *pools, *ghosts, str(s.turns))
    )


def _board_text(all_pieces: tuple[Piece, ...]) -> str:
    signs = {piece.square: SIGNS[piece.seat][KINDS.index(piece.kind)] for piece in all_pieces}
    rows = ("".join(signs.get(f"{c}{r}", ".") for c in "abcdef") for r in range(1, 7))
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)


def _pool_text(counts: Any) -> str:
    return "".join(f"{n}{sign}" for n, sign in zip(counts, "kc", strict=True) if n) or "-"


def _ghost_text(place: Ghost | None) -> str:
    return f"{place.edge}{place.seam}+{place.step}" if place else "-"


def set_position(states: Any, i: int, text: str) -> None:
    """Set state i, whose options are set, to a position; BadPosition where it can't be one.

    Only the board is needed: the rest is filled in as early in a game as the board allows.
    """
    fields = Fields("huupp", text, needed=1, defaults=("1", "", "", "-", "-", "0"))
    board, seat, *words, turns = fields.words
    s = states[i]
    rules.start(s)
    _set_board(s, board, fields)
    rules.begin_turn(s, fields.place(seat, ("1", "2"), "seat"))
    for owner in range(2):
        _set_pool(s, owner, words[owner], fields)
        _set_ghost(s, owner, words[2 + owner], fields)
    s.turns = fields.number(turns, "turns", 0, rules.LAST_TURN - 1)
    if rules.check(s):
        raise fields.bad("impossible")


def _set_board(s: Any, board: str, fields: Fields) -> None:
    rows = [re.sub("[1-6]", lambda digit: "." * int(digit[0]), row) for row in board.split("/")]
    if [len(row) for row in rows] != [rules.SIDE] * rules.SIDE:
        raise fields.bad("board")
    for number, sign in enumerate("".join(rows)):
        if sign not in ".kcKC":
            raise fields.bad("board")
        if sign != ".":
            board_of_kind = s.cats if sign in "cC" else s.kittens
            board_of_kind[int(sign.isupper())] |= rules.BIT[number]


def _set_pool(s: Any, seat: int, pool: str, fields: Fields) -> None:
    on_bed = int(s.kittens[seat]).bit_count() + int(s.cats[seat]).bit_count()
    if not pool:
        s.pool[seat] = rules.PIECES - on_bed, 0
        return
    counts = fields.match(r"-|(?:([1-9])k)?(?:([1-9])c)?", pool, "pool")
    s.pool[seat] = [int(n or 0) for n in counts.groups()]


def _set_ghost(s: Any, seat: int, place: str, fields: Fields) -> None:
    if place == "-":
        return
    match = fields.match(r"([NESW])([1-5])\+([0-5])", place, "ghost")
    path = rules.EDGES.index(match[1]) * rules.SEAMS + int(match[2]) - 1
    s.ghost[seat] = path * rules.STEPS + int(match[3])
