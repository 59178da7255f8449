"""HUUupp: simple ways to play it. Each likes some squares better than others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cattery.games.huupp.moves import Enter, Keep, Place
from cattery.games.huupp.rules import SIDE
from cattery.games.huupp.view import Piece, View
from cattery.styles import any_of, best

if TYPE_CHECKING:
    import numpy as np

    from cattery.seat import Seat

Spot = tuple[int, int]  # column and row from 0; outside the bed, too


def play(
    seat: Seat,
    source: np.random.Generator,
    liking: Callable[[Place], Any],
    haunts: bool = False,
) -> Any:
    """Place a piece where it is liked most; the ghost stays or enters by lot; grow up by lot."""
    legal = seat.legal
    places = [move for move in legal if isinstance(move, Place)]
    if places:
        return best(places, liking, source)
    entries = [move for move in legal if isinstance(move, Enter)]
    if Keep() in legal and not haunts:
        return Keep()
    return any_of(entries or legal, source)


def spot(square: str) -> Spot:
    """Where a square is."""
    return ord(square[0]) - ord("a"), int(square[1]) - 1


def far(one: Spot, other: Spot) -> int:
    """How many steps of a king lie between two spots."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def rings(square: str) -> int:
    """How many squares lie between a square and the edge."""
    column, row = spot(square)
    return min(column, row, SIDE - 1 - column, SIDE - 1 - row)


def is_on_bed(place: Spot) -> bool:
    """Whether a spot is one of the bed's."""
    return all(0 <= each < SIDE for each in place)


def pushed(view: View, move: Place) -> dict[Piece, Spot]:
    """H-11 to H-13: the pieces that the placed one would move, and where to."""
    (column, row), taken = spot(move.square), {spot(piece.square) for piece in view.pieces}
    found = {}
    for piece in view.pieces:
        here = spot(piece.square)
        behind = 2 * here[0] - column, 2 * here[1] - row
        heavy = piece.kind == "cat" and move.kind == "kitten"
        if far(here, (column, row)) == 1 and behind not in taken and not heavy:
            found[piece] = behind
    return found


def pairs(view: View, move: Place, seat: int) -> int:
    """How many neighbouring pairs a seat would have after a piece was placed."""
    moved = pushed(view, move)
    left = [moved.get(piece, spot(piece.square)) for piece in view.pieces if piece.seat == seat]
    left = [*filter(is_on_bed, left), *([spot(move.square)] if seat == view.seat else [])]
    return sum(far(one, other) == 1 for one in left for other in left) // 2


def last_placed(seat: Seat) -> Spot | None:
    """Where the other player placed a piece last."""
    moves = (seat.game.move(action) for action in reversed(seat.played))
    return next((spot(move.square) for move in moves if isinstance(move, Place)), None)


# --- the styles ----------------------------------------------------------------------------------


def centre_lover(seat: Seat, source: np.random.Generator) -> Any:
    """As near to the middle as there is room."""
    return play(seat, source, lambda move: rings(move.square))


def edge_walker(seat: Seat, source: np.random.Generator) -> Any:
    """Along the edge, where everything falls off."""
    return play(seat, source, lambda move: -rings(move.square))


def bouncer(seat: Seat, source: np.random.Generator) -> Any:
    """Pushes as many of the other's pieces off the bed as it can, or at least about."""
    view = seat.view

    def liking(move: Place) -> tuple[int, int]:
        hit = [at for piece, at in pushed(view, move).items() if piece.seat != seat.number]
        return sum(not is_on_bed(at) for at in hit), len(hit)

    return play(seat, source, liking)


def builder(seat: Seat, source: np.random.Generator) -> Any:
    """Sees only its own pieces: the more of them side by side, the better."""
    view = seat.view
    return play(seat, source, lambda move: pairs(view, move, seat.number))


def defender(seat: Seat, source: np.random.Generator) -> Any:
    """Tears the other's pairs apart and makes nothing of its own."""
    view = seat.view
    return play(seat, source, lambda move: -pairs(view, move, 1 - seat.number))


def mirror(seat: Seat, source: np.random.Generator) -> Any:
    """Answers on the square that mirrors the other's last one."""
    last = last_placed(seat)
    wanted = None if last is None else (SIDE - 1 - last[0], SIDE - 1 - last[1])
    return play(seat, source, lambda move: spot(move.square) == wanted)


def hermit(seat: Seat, source: np.random.Generator) -> Any:
    """Far from everybody: it wants to push nobody."""
    view = seat.view
    taken = [spot(piece.square) for piece in view.pieces]
    return play(
        seat, source, lambda move: min((far(spot(move.square), each) for each in taken), default=0)
    )


def chaser(seat: Seat, source: np.random.Generator) -> Any:
    """Always at the heels of the piece that the other has placed last."""
    last = last_placed(seat)
    return play(seat, source, lambda move: 0 if last is None else -far(spot(move.square), last))


def reader(seat: Seat, source: np.random.Generator) -> Any:
    """Fills the bed as a page is read, and keeps its cats for later."""
    return play(
        seat, source, lambda move: (move.kind == "kitten", *(-at for at in spot(move.square)[::-1]))
    )


def cat_lover(seat: Seat, source: np.random.Generator) -> Any:
    """A cat whenever it has one, close to its others; kittens anywhere."""
    cats = [spot(p.square) for p in seat.view.pieces if (p.seat, p.kind) == (seat.number, "cat")]

    def liking(move: Place) -> tuple[bool, int]:
        grown = move.kind == "cat"
        return grown, sum(far(spot(move.square), each) == 1 for each in cats) if grown else 0

    return play(seat, source, liking)


def ghost_friend(seat: Seat, source: np.random.Generator) -> Any:
    """Sends its ghost whenever it can; its pieces go anywhere one step from the edge."""
    return play(seat, source, lambda move: -abs(rings(move.square) - 1), haunts=True)
