"""Sardines: simple ways to play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cattery.games.sardines.moves import Done, Pay, Reach, Run

from cattery.styles import best

if TYPE_CHECKING:
    import numpy as np

    from cattery.seat import Seat


def full_tins(seat: Seat, source: np.random.Generator) -> Any:
    """Both paws in the fullest tins, and the fine is paid."""
    tins = seat.view.tins

    def liking(move: Any) -> int:
        return tins[move.tin - 1] if isinstance(move, Reach) else isinstance(move, Pay)

    return best(seat.legal, liking, source)


def timid(seat: Seat, source: np.random.Generator) -> Any:
    """One paw in the emptiest tin, and away before the cook comes."""
    view = seat.view
    enough = bool(view.cats[seat.number].reached)

    def liking(move: Any) -> int:
        if isinstance(move, Reach):
            return -100 if enough else -view.tins[move.tin - 1]
        return 0 if enough or isinstance(move, Run) else -100 * isinstance(move, Done | Pay)

    return best(seat.legal, liking, source)
