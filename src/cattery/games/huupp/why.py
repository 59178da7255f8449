"""HUUupp: what speaks for a move, from what it does and from where it is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattery.game import Reason
from cattery.games.huupp import rules
from cattery.games.huupp.moves import SQUARES, Enter, Keep, Place
from cattery.games.huupp.story import Booped, Grew, Hooped, Placed
from cattery.games.huupp.view import View

MIDDLE = ("c3", "d3", "c4", "d4")
ROWS = tuple(frozenset(SQUARES[square] for square in row) for _, row in rules.TRIPLES)


def why(view: View, move: Any, events: Sequence[Any]) -> Reason | None:
    """The most telling fact about a move; None where there is nothing to say."""
    for event in events:
        if isinstance(event, Grew):
            return Reason("H-33", "grew", cats=event.cats)
    if _in_a_row(view, events):
        return Reason("H-33", "row")
    if isinstance(move, Enter):
        met = _on_the_way(view, move)
        return Reason("H-23", "ghost", n=met) if met else None
    if isinstance(move, Keep):
        return Reason("H-20", "keep")
    return _placed(view, move, events) if isinstance(move, Place) else None


def _in_a_row(view: View, events: Sequence[Any]) -> bool:
    """Whether three pieces of the mover's stand in a row after the events, and didn't before."""
    own = {piece.square for piece in view.pieces if piece.seat == view.actor}
    stood = any(row <= own for row in ROWS)
    for event in events:
        if isinstance(event, Placed):
            own.add(event.square)
        elif isinstance(event, Booped | Hooped) and event.owner == view.actor:
            own.discard(event.square)
            own |= {event.to} if event.to else set()
    return not stood and any(row <= own for row in ROWS)


def _placed(view: View, move: Place, events: Sequence[Any]) -> Reason | None:
    pushed = [one for one in events if isinstance(one, Booped) and one.owner != view.actor]
    fallen = sum(one.to is None for one in pushed)
    if fallen:
        return Reason("H-15", "fell", n=fallen)
    if pushed:
        return Reason("H-11", "pushed", n=len(pushed))
    if move.kind == "cat":
        return Reason("H-12", "cat")
    if move.square in MIDDLE:
        return Reason("H-15", "middle")
    own = sum(isinstance(one, Booped) for one in events)
    return None if own else Reason("H-11", "quiet")


def _on_the_way(view: View, move: Enter) -> int:
    """The other's pieces beside the segments that the ghost will move onto: entering pushes nobody
    (H-21)."""
    across, along = (0, 1) if move.edge in ("N", "S") else (1, 0)  # places in a square's name
    lines = ("abcdef", "123456")
    beside = lines[across][move.seam - 1 : move.seam + 1]
    entered = lines[along][0 if move.edge in ("N", "W") else -1]
    return sum(
        piece.seat != view.actor
        and piece.square[across] in beside
        and piece.square[along] != entered
        for piece in view.pieces
    )
