"""HUUupp: action id <-> move <-> notation, and why a move is refused."""

from __future__ import annotations

import re
from typing import Any, Literal

from cattery.game import Reason
from cattery.games.huupp import rules
from cattery.tagged import tagged
from cattery.text import vocabulary

Kind = Literal["kitten", "cat"]
Edge = Literal["N", "E", "S", "W"]
KINDS: tuple[Kind, Kind] = ("kitten", "cat")
LETTERS = {"kitten": "k", "cat": "c"}
EDGES: tuple[Edge, ...] = ("N", "E", "S", "W")
SQUARES = tuple(f"{column}{row}" for row in range(1, 7) for column in "abcdef")
NUMBER = {name: number for number, name in enumerate(SQUARES)}


@tagged("place")
class Place:
    """H-10: a piece from the pool onto an empty square: `k c3`, `c c3`."""

    kind: Kind
    square: str


@tagged("keep")
class Keep:
    """H-20: the ghost stays in the pool: `keep`."""


@tagged("enter")
class Enter:
    """H-21: the ghost enters at an edge, seams counted from the west or north: `ghost N2`."""

    edge: Edge
    seam: int


@tagged("grow")
class Grow:
    """H-33, H-34: three in a row grow up, named by the row's ends: `grow a1 c1`."""

    squares: tuple[str, str, str]


@tagged("lift")
class Lift:
    """H-35: one piece leaves the full bed: `lift c3`."""

    square: str


Move = Place | Keep | Enter | Grow | Lift

MOVES: tuple[Move, ...] = (
    *(Place(kind, square) for kind in KINDS for square in SQUARES),
    Keep(),
    *(Enter(edge, seam) for edge in EDGES for seam in range(1, rules.SEAMS + 1)),
    *(Grow((SQUARES[a], SQUARES[b], SQUARES[c])) for _, (a, b, c) in rules.TRIPLES),
    *(Lift(square) for square in SQUARES),
)


def format(move: Move) -> str:
    """The canonical notation of a move."""
    match move:
        case Place(kind, square):
            return f"{LETTERS[kind]} {square}"
        case Keep():
            return "keep"
        case Enter(edge, seam):
            return f"ghost {edge}{seam}"
        case Grow(squares):
            return f"grow {squares[0]} {squares[2]}"
        case Lift(square):
            return f"lift {square}"


_ROWS = tuple(
    sum(int(rules.BIT[NUMBER[square]]) for square in move.squares)
    for move in MOVES
    if isinstance(move, Grow)
)
_ENDS = {
    frozenset((move.squares[0], move.squares[2])): move for move in MOVES if isinstance(move, Grow)
}
_ROW = re.compile(r"([a-f][1-6][ ,-]*)+")
_WORD_AND_REST = re.compile(r"([a-z]+|-)[ @:]*(.*)")


def readings(text: str) -> list[Move]:
    """The moves that a normalised text may mean; a bare square may be several."""
    if text in NUMBER:
        return [*(Place(kind, text) for kind in KINDS), Lift(text)]
    match = _WORD_AND_REST.fullmatch(text)
    if not match:
        return []
    word, rest = vocabulary("huupp").get(match[1]), match[2]
    if word in KINDS and rest in NUMBER:
        return [Place("kitten" if word == "kitten" else "cat", rest)]
    if word == "lift" and rest in NUMBER:
        return [Lift(rest)]
    if word == "keep" and not rest:
        return [Keep()]
    if word == "ghost":
        return _ghost(rest)
    if word == "grow":
        return _grow(re.findall(r"[a-f][1-6]", rest) if _ROW.fullmatch(rest) else [])
    return []


def _ghost(rest: str) -> list[Move]:
    match = re.fullmatch(r"([a-z]+) ?([1-5])", rest)
    if not match:
        return [Keep()] if vocabulary("huupp").get(rest) == "keep" else []
    edge = vocabulary("huupp").get(match[1])
    return [Enter(name, int(match[2])) for name in EDGES if f"edge_{name.lower()}" == edge]


def _grow(squares: list[str]) -> list[Move]:
    row = _ENDS.get(frozenset((squares[0], squares[-1]))) if squares else None
    return [row] if row and set(squares) <= set(row.squares) else []


def why_not(states: Any, i: int, action: int) -> Reason | None:
    """Why the actor of state i can't do this now; None if nothing speaks against it."""
    s, move = states[i], MOVES[action]
    phase = int(s.phase)
    match move:
        case Place():
            return _wrong_time(s) if phase != rules.PLACE else _why_not_place(s, move)
        case Keep() | Enter() if not s.ghosts:
            return Reason("H-40", "no_ghosts")
        case Keep() | Enter():
            return _wrong_time(s) if phase != rules.GHOST else _why_not_enter(s, move)
        case Grow() | Lift():
            return _wrong_time(s) if phase != rules.GROW else _why_not_grow(s, move)


def _wrong_time(s: Any) -> Reason:
    """What has to be done first; a full bed without a row asks for one piece (H-35), not a row."""
    if s.phase == rules.GROW and not _has_row(s):
        return Reason("H-35", "lift_first")
    return (
        Reason("H-10", "place_first"),
        Reason("H-20", "ghost_first"),
        Reason("H-33", "grow_first"),
    )[int(s.phase)]


def _has_row(s: Any) -> bool:
    """Whether three of the actor's pieces that aren't all cats stand in a row (H-33)."""
    own, cats = int(s.kittens[s.actor] | s.cats[s.actor]), int(s.cats[s.actor])
    return any(own & row == row and cats & row != row for row in _ROWS)


def _why_not_place(s: Any, move: Place) -> Reason | None:
    if int(rules.occupied(s)) & int(rules.BIT[NUMBER[move.square]]):
        return Reason("H-10", "occupied", square=move.square)
    if s.pool[s.actor, KINDS.index(move.kind)] == 0:
        grown = move.kind == "kitten" or int(s.cats[s.actor]) > 0
        return Reason("H-2", f"no_{move.kind}_in_pool" if grown else "no_cat_yet")
    return None


def _why_not_enter(s: Any, move: Keep | Enter) -> Reason | None:
    if isinstance(move, Enter) and MOVES[rules.ENTER + int(rules.barred_entry(s))] == move:
        return Reason("H-26", "ghost_in_the_way")
    return None


def _why_not_grow(s: Any, move: Grow | Lift) -> Reason | None:
    own = int(s.kittens[s.actor] | s.cats[s.actor])
    if isinstance(move, Grow):
        row = sum(int(rules.BIT[NUMBER[square]]) for square in move.squares)
        return None if own & row == row else Reason("H-33", "no_row")
    if not own & int(rules.BIT[NUMBER[move.square]]):
        return Reason("H-35", "not_yours", square=move.square)
    return None if rules.pool_is_empty(s, s.actor) else Reason("H-35", "pool_not_empty")
