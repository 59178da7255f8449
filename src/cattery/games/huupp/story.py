"""HUUupp: (before, action, after) -> what happened, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np

from cattery.games.huupp import rules
from cattery.games.huupp.moves import (
    KINDS,
    MOVES,
    NUMBER,
    SQUARES,
    Edge,
    Enter,
    Grow,
    Keep,
    Kind,
    Lift,
    Place,
)
from cattery.games.huupp.view import WON_BY, Piece, ghost, on_bed, pieces, winning_row
from cattery.glance import glance
from cattery.kernel import kernel
from cattery.tagged import tagged


@tagged("placed")
class Placed:
    """H-10: a piece came onto the bed."""

    seat: int
    kind: Kind
    square: str


@tagged("booped")
class Booped:
    """H-11, H-15: a placed piece pushed this one on, or off the bed (`to` is None)."""

    owner: int
    kind: Kind
    square: str
    to: str | None

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "on" if self.to else "off"


@tagged("kept")
class Kept:
    """H-20: the ghost stayed in the pool."""

    seat: int


@tagged("entered")
class Entered:
    """H-21: a ghost came onto a seam."""

    seat: int
    edge: Edge
    seam: int


@tagged("glided")
class Glided:
    """H-22: a ghost moved on to segment `step` of its path."""

    seat: int
    edge: Edge
    seam: int
    step: int


@tagged("jumped")
class Jumped:
    """H-26: a ghost jumped over the other one, to segment `step` of its path."""

    seat: int
    edge: Edge
    seam: int
    step: int


@tagged("went_home")
class WentHome:
    """H-22: a ghost left the bed for its pool."""

    seat: int


@tagged("hooped")
class Hooped:
    """H-23, H-24: a ghost pushed this piece aside, over others if `leapt`, or off the bed."""

    owner: int
    kind: Kind
    square: str
    to: str | None
    leapt: bool

    @property
    def variant(self) -> str:
        """Which words tell it."""
        if self.leapt:
            return "leapt" if self.to else "leapt_off"
        return "on" if self.to else "off"


@tagged("grew")
class Grew:
    """H-33: three in a row left the bed; that many cats are in the pool for them."""

    seat: int
    squares: tuple[str, ...]
    cats: int


@tagged("lifted")
class Lifted:
    """H-35: one piece left the full bed."""

    seat: int
    kind: Kind
    square: str

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.kind


@tagged("won")
class Won:
    """H-30, H-31: the end."""

    seat: int
    how: Literal["row", "eight"]
    squares: tuple[str, ...]

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.how


@tagged("drawn")
class Drawn:
    """H-41: three hundred turns without a winner."""


Event = (
    Placed
    | Booped
    | Kept
    | Entered
    | Glided
    | Jumped
    | WentHome
    | Hooped
    | Grew
    | Lifted
    | Won
    | Drawn
)


@kernel
def _place(states: Any, kind: int, square: int) -> None:
    rules.place(states[0], kind, square)


@kernel
def _glide(states: Any) -> None:
    rules.glide(states[0])


_mover = glance(rules.STATE, "actor")
_bed = glance(rules.STATE, "kittens", "cats", "ghost")
_outcome = glance(rules.STATE, "over", "winner", "how")
_INDEX = {name: int(rules.INDEX[number]) for name, number in NUMBER.items()}  # bit of a square
_NAME = {index: name for name, index in _INDEX.items()}


def story(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What happened between two one-state arrays; nothing is hidden from anybody."""
    (mover,) = _mover(before, 0)
    events: list[Event] = []
    match MOVES[action]:
        case Place(kind, square):
            events += _placing(before, mover, kind, square)
        case Keep():
            events.append(Kept(mover))
        case Enter(edge, seam):
            events.append(Entered(mover, edge, seam))
        case Grow(squares):
            events.append(Grew(mover, squares, len(squares)))
        case Lift(square):
            kind = next(p.kind for p in pieces(before) if p.square == square)
            events.append(Lifted(mover, kind, square))
    return events + list(_end(after))


def _placing(before: Any, mover: int, kind: Kind, square: str) -> Iterator[Event]:
    """The placement with its boops, then the step of a ghost that is on the bed."""
    yield Placed(mover, kind, square)
    now = np.frombuffer(bytearray(before.tobytes()), before.dtype)
    _place(now, KINDS.index(kind), NUMBER[square])
    *boards, first, second = _bed(now, 0)
    for piece in _moved(_bed(before, 0)[:4], boards):
        beyond = 2 * _INDEX[piece.square] - _INDEX[square]
        yield Booped(piece.seat, piece.kind, piece.square, _NAME.get(beyond))
    where = (first, second)[mover]
    if where != rules.IN_POOL:
        _glide(now)
        yield from _gliding(boards, where, now, mover)


def _moved(old: Sequence[int], new: Sequence[int]) -> tuple[Piece, ...]:
    """The pieces whose squares are empty now, in reading order; boards as `on_bed` takes them."""
    left = _taken(old) & ~_taken(new)
    return on_bed(*[board & left for board in old])


def _taken(boards: Sequence[int]) -> int:
    return boards[0] | boards[1] | boards[2] | boards[3]


def _gliding(old: Sequence[int], was: int, now: Any, mover: int) -> Iterator[Event]:
    """A ghost's step from code `was` to where it is now, and the pieces it pushed."""
    *boards, first, second = _bed(now, 0)
    path, step = divmod((first, second)[mover], rules.STEPS)
    place = ghost((first, second)[mover])
    if place is None:
        yield WentHome(mover)
        return
    kind = Jumped if step - was % rules.STEPS > 1 else Glided
    yield kind(mover, place.edge, place.seam, place.step)
    moved = {piece.square: piece for piece in _moved(old, boards)}
    if moved:
        away = int(rules.AWAY[path, step])
        for number, stride in zip(rules.BESIDE[path, step].tolist(), (-away, away), strict=True):
            if SQUARES[number] in moved:
                yield _pushed(moved[SQUARES[number]], _taken(old), stride)


def _pushed(piece: Piece, taken: int, stride: int) -> Hooped:
    """Where a piece went when the ghost pushed it along `stride`, over those who stood there."""
    beside = _INDEX[piece.square] + stride
    index = beside
    while taken >> index & 1:
        index += stride
    to = _NAME.get(index)
    leapt = index != beside
    return Hooped(piece.seat, piece.kind, piece.square, to, leapt)


def _end(after: Any) -> Iterator[Event]:
    over, winner, how = _outcome(after, 0)
    if not over:
        return
    won_by = WON_BY[how]
    yield Won(winner, won_by, winning_row(after)) if won_by else Drawn()
