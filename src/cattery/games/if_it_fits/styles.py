"""If It Fits: simple ways to play it. Each likes some cards and places better than others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cattery.games.if_it_fits.moves import Cat, Draw, Lay, NoCat, Princess, Sleep, Toy
from cattery.games.if_it_fits.view import Box, View
from cattery.styles import best

if TYPE_CHECKING:
    import numpy as np

    from cattery.seat import Seat

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def play(
    seat: Seat,
    view: View,
    source: np.random.Generator,
    lay: Callable[[Lay], Any] = lambda _: 0,
    cat: Callable[[Cat], float] = lambda _: 1,
    sleep: Callable[[Sleep], float] = lambda _: -1,
) -> Any:
    """Lay the box, cat or sleeping cat that is liked most, where the last two are liked at all.

    Special toys are played as they come, Princess where she meets somebody else's cat.
    """

    def liked(move: Any) -> tuple[int, Any]:
        match move:
            case Lay():
                return 0, lay(move)
            case Cat():
                return 0, cat(move)
            case Sleep():
                return 0, sleep(move)
            case Draw() | NoCat():
                return 0, 0
            case Princess():
                return (-1 if owner(view, move) == seat.number else 1), 0
        return (2 if isinstance(move, Toy) else -2), 0

    return best(seat.legal, liked, source)


def step(cell: str, side: str) -> str:
    """The next cell on a side."""
    east, south = STEPS[side]
    return f"{chr(ord(cell[0]) + east)}{int(cell[1:]) + south}"


def owner(view: View, move: Princess) -> int | None:
    """Whose cat Princess would replace."""
    if move.east is None:
        return next(card.owner for card in view.cards if card.cell == move.cell)
    return next(
        each.owner for each in view.across if (each.west, each.east) == (move.cell, move.east)
    )


def box_at(view: View, cell: str) -> Box | None:
    """The box that a cell belongs to."""
    return next((box for box in view.boxes if cell in box.cells), None)


def joints(view: View) -> Callable[[str], list[Box]]:
    """What tells the boxes with an open side towards a cell, as often as they have one."""
    found: dict[str, list[Box]] = {}
    for box in view.boxes:
        for side in box.openings:
            found.setdefault(step(side.cell, side.side), []).append(box)
    return lambda cell: found.get(cell, [])


def cats(box: Box | None, seat: int) -> int:
    """How many cats a player has in a box."""
    return sum(each.awake + each.asleep for each in box.cats if each.seat == seat) if box else 0


def walls(card: str) -> int:
    """How many sides of a box are walls."""
    pattern = card.split()[0]
    return 0 if pattern == "open" else len(pattern)


def content(card: str) -> str:
    """What is in a box: a toy, a spray bottle, or nothing."""
    return card.split()[-1]


# --- the styles ----------------------------------------------------------------------------------


def box_closer(seat: Seat, source: np.random.Generator) -> Any:
    """Closes whatever stands open, with the most walls it has."""
    view = seat.view
    joined = joints(view)
    return play(seat, view, source, lambda move: len(joined(move.cell)) + walls(move.card))


def box_opener(seat: Seat, source: np.random.Generator) -> Any:
    """Makes the largest box larger still, with as few walls as it can."""
    view = seat.view
    joined = joints(view)

    def lay(move: Lay) -> tuple[int, int]:
        return -walls(move.card), max((len(box.cells) for box in joined(move.cell)), default=0)

    return play(seat, view, source, lay)


def early_sleeper(seat: Seat, source: np.random.Generator) -> Any:
    """Puts its cats to bed first thing, where the most points are."""
    view = seat.view
    joined = joints(view)

    def sleep(move: Sleep) -> float:
        return 1 + max((box.points for box in joined(move.cell)), default=-1)

    return play(seat, view, source, sleep=sleep)


def leader_hater(seat: Seat, source: np.random.Generator) -> Any:
    """Spends its cats and bottles on the boxes of whoever leads."""
    view = seat.view
    joined = joints(view)
    others = [each for each in range(seat.seats) if each != seat.number]
    leader = max(others, key=lambda each: view.players[each].points)

    def hated(cell: str) -> int:
        return sum(leader in box.holders for box in joined(cell))

    return play(
        seat,
        view,
        source,
        lambda move: hated(move.cell) * (3 if content(move.card) == "spray" else -1),
        sleep=lambda move: hated(move.cell) - 0.5,
    )


def herder(seat: Seat, source: np.random.Generator) -> Any:
    """Wants all its cats in one box, and builds on where they are."""
    view, number = seat.view, seat.number
    joined = joints(view)
    return play(
        seat,
        view,
        source,
        lambda move: sum(cats(box, number) for box in joined(move.cell)),
        lambda move: (
            cats(box_at(view, move.west), number) + 0.5 - (view.players[number].supply < 5)
        ),
    )


def hasty(seat: Seat, source: np.random.Generator) -> Any:
    """A cat in every box as soon as one fits, wherever that is."""
    view = seat.view
    sides = {(side.cell, side.side) for box in view.boxes for side in box.openings}

    def lay(move: Lay) -> int:
        west, east = (step(move.cell, "W"), "E"), (step(move.cell, "E"), "W")
        return (west in sides) + (east in sides)

    return play(seat, view, source, lay)


def toy_collector(seat: Seat, source: np.random.Generator) -> Any:
    """Lays toys to toys of their kind; bottles as far away as it can."""
    view = seat.view
    joined = joints(view)

    def lay(move: Lay) -> int:
        kind, boxes = content(move.card), joined(move.cell)
        if kind in ("spray", "plain"):
            return -len(boxes) * (kind == "spray")
        return 1 + sum(int(getattr(box, kind)) for box in boxes)

    return play(seat, view, source, lay, lambda move: _worth(view, move))


def sprayer(seat: Seat, source: np.random.Generator) -> Any:
    """Loves spray bottles, above all in the boxes of others."""
    view = seat.view
    joined = joints(view)

    def lay(move: Lay) -> tuple[bool, int]:
        boxes = joined(move.cell)
        strange = sum(bool(box.holders) and seat.number not in box.holders for box in boxes)
        return content(move.card) == "spray", strange

    return play(seat, view, source, lay)


def long_row(seat: Seat, source: np.random.Generator) -> Any:
    """Lays one long row from west to east."""
    view = seat.view
    middle = int(view.cards[0].cell[1:]) if view.cards else 0
    return play(seat, view, source, lambda move: -abs(int(move.cell[1:]) - middle))


def loner(seat: Seat, source: np.random.Generator) -> Any:
    """Lays its boxes where they join nothing, and its cats where nobody is."""
    view = seat.view
    joined = joints(view)
    return play(
        seat,
        view,
        source,
        lambda move: (-len(joined(move.cell)), walls(move.card)),
        lambda move: -len(getattr(box_at(view, move.west), "cats", ())) + 0.5,
    )


def patient(seat: Seat, source: np.random.Generator) -> Any:
    """Keeps its cats until a box is worth three points, and then lays them side by side."""
    view = seat.view
    joined = joints(view)
    return play(
        seat,
        view,
        source,
        lambda move: sum(box.points for box in joined(move.cell)),
        lambda move: _worth(view, move) - 2.5,
    )


def _worth(view: View, move: Cat) -> int:
    """The points of the box in which a cat would lie."""
    box = box_at(view, move.west)
    return box.points if box else 0
