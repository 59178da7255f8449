"""HUUupp: (before, action, after) -> what happened, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

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
from cattery.games.huupp.view import WON_BY, Piece, ghost, pieces, winning_row
from cattery.kernel import kernel


@dataclass(frozen=True, slots=True)
class Placed:
    """H-10: a piece came onto the bed."""

    seat: int
    kind: Kind
    square: str
    type: Literal["placed"] = field(default="placed", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Booped:
    """H-11, H-15: a placed piece pushed this one on, or off the bed (`to` is None)."""

    owner: int
    kind: Kind
    square: str
    to: str | None
    type: Literal["booped"] = field(default="booped", init=False, repr=False)

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "on" if self.to else "off"


@dataclass(frozen=True, slots=True)
class Kept:
    """H-20: the ghost stayed in the pool."""

    seat: int
    type: Literal["kept"] = field(default="kept", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Entered:
    """H-21: a ghost came onto a seam."""

    seat: int
    edge: Edge
    seam: int
    type: Literal["entered"] = field(default="entered", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Glided:
    """H-22: a ghost moved on to segment `step` of its path."""

    seat: int
    edge: Edge
    seam: int
    step: int
    type: Literal["glided"] = field(default="glided", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Jumped:
    """H-26: a ghost jumped over the other one, to segment `step` of its path."""

    seat: int
    edge: Edge
    seam: int
    step: int
    type: Literal["jumped"] = field(default="jumped", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class WentHome:
    """H-22: a ghost left the bed for its pool."""

    seat: int
    type: Literal["went_home"] = field(default="went_home", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hooped:
    """H-23, H-24: a ghost pushed this piece aside, over others if `leapt`, or off the bed."""

    owner: int
    kind: Kind
    square: str
    to: str | None
    leapt: bool
    type: Literal["hooped"] = field(default="hooped", init=False, repr=False)

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "off" if self.to is None else "leapt" if self.leapt else "on"


@dataclass(frozen=True, slots=True)
class Grew:
    """H-33: three in a row left the bed; that many cats are in the pool for them."""

    seat: int
    squares: tuple[str, ...]
    cats: int
    type: Literal["grew"] = field(default="grew", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Lifted:
    """H-35: one piece left the full bed."""

    seat: int
    kind: Kind
    square: str
    type: Literal["lifted"] = field(default="lifted", init=False, repr=False)

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.kind


@dataclass(frozen=True, slots=True)
class Won:
    """H-30, H-31: the end."""

    seat: int
    how: Literal["row", "eight"]
    squares: tuple[str, ...]
    type: Literal["won"] = field(default="won", init=False, repr=False)

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.how


@dataclass(frozen=True, slots=True)
class Drawn:
    """H-41: three hundred turns without a winner."""

    type: Literal["drawn"] = field(default="drawn", init=False, repr=False)


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


def story(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What happened between two one-state arrays; nothing is hidden from anybody."""
    mover = int(before["actor"][0])
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
    now = before.copy()
    _place(now, KINDS.index(kind), NUMBER[square])
    standing = {piece.square for piece in pieces(now)}
    at = int(rules.INDEX[NUMBER[square]])
    for piece in pieces(before):
        index = int(rules.INDEX[NUMBER[piece.square]])
        if piece.square not in standing:
            yield Booped(piece.seat, piece.kind, piece.square, _name(2 * index - at))
    if now["ghosts"][0] and now["ghost"][0, mover] != rules.IN_POOL:
        yield from _gliding(now, mover)


def _name(index: int) -> str | None:
    number = int(rules.SQUARE_AT[index])
    return SQUARES[number] if number >= 0 else None


def _gliding(now: Any, mover: int) -> Iterator[Event]:
    before = now.copy()
    _glide(now)
    was, place = ghost(int(before["ghost"][0, mover])), ghost(int(now["ghost"][0, mover]))
    if place is None or was is None:
        yield WentHome(mover)
        return
    kind = Jumped if place.step - was.step > 1 else Glided
    yield kind(mover, place.edge, place.seam, place.step)
    path, step = divmod(int(now["ghost"][0, mover]), rules.STEPS)
    away = int(rules.AWAY[path, step])
    stood = {piece.square: piece for piece in pieces(before)}
    stand = {piece.square for piece in pieces(now)}
    for number, stride in zip(rules.BESIDE[path, step], (-away, away), strict=True):
        if SQUARES[number] in stood and SQUARES[number] not in stand:
            yield _pushed(stood, SQUARES[number], stride)


def _pushed(was: Mapping[str, Piece], square: str, stride: int) -> Hooped:
    """Where the piece went that stood on `square`, when the ghost pushed it along `stride`."""
    index = int(rules.INDEX[NUMBER[square]]) + stride
    to = _name(index)
    while to is not None and to in was:
        index += stride
        to = _name(index)
    leapt = to is not None and index != int(rules.INDEX[NUMBER[square]]) + stride
    return Hooped(was[square].seat, was[square].kind, square, to, leapt)


def _end(after: Any) -> Iterator[Event]:
    if not after["over"][0]:
        return
    how = WON_BY[after["how"][0]]
    yield Won(int(after["winner"][0]), how, winning_row(after)) if how else Drawn()
