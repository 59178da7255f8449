"""Macskalak: action id <-> move <-> notation, and why a move is refused.

The notation of every kind of move:

    3 b4              write a die, or what an effect asks for; `cat` alone on level 1
    apart 3 b4        the same apart from the group (A)
    double 3 b4       two dice in one cell (I)
    double apart 3 b4 both
    use B 3 up        change a die: `use C 4`, `use F 5`, `use H 3 cat`
    use D b4          write a 3
    use E more        one die more, or `fewer`
    move b4 c5        cross a number out and write it elsewhere (G)
    use J             corners touch, too
    room a1 a2 b2     the cells of a room
    add g3            a cell more for the house
    enough            no second mouse (L)
    done              the end of the turn
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

import numpy as np

from cattery.game import Reason
from cattery.games.macskalak.plain_state import (
    CELL_NUMBER,
    CELLS,
    LETTERS,
    SYMBOLS,
    PlainState,
    beside,
    bit_of,
    name_of,
    names,
)
from cattery.games.macskalak.rules import state as rules
from cattery.games.macskalak.rules.turn import expandable, legal
from cattery.kernel import MOST_LEGAL
from cattery.tagged import tagged
from cattery.text import vocabulary

Symbol = Literal["2", "3", "4", "5", "cat", "mouse"]


@tagged("write")
class Write:
    """A symbol into a cell: `3 b4`; with A `apart 3 b4`, with I `double 3 b4`, both together.

    The cats of level 1 go into no cell (M-50): `cat`.
    """

    symbol: Symbol
    cell: str | None
    apart: bool = False
    doubled: bool = False


@tagged("change")
class Change:
    """M-41: a die shows another symbol: `use B 3 up`, `use C 4`, `use F 5`, `use H 3 cat`."""

    ability: Literal["B", "C", "F", "H"]
    face: Symbol
    to: Symbol


@tagged("count")
class Count:
    """E: one die more or one fewer: `use E more`, `use E fewer`."""

    more: bool


@tagged("corners")
class Corners:
    """J: corners count as adjacent: `use J`."""


@tagged("three")
class Three:
    """D: a 3 into any empty cell: `use D b4`."""

    cell: str


@tagged("move")
class Shift:
    """G: a number crossed out, and written elsewhere: `move b4 c5`."""

    cell: str
    to: str


@tagged("room")
class Room:
    """M-30: the cells of a room, where there is a choice: `room a1 a2 b2`."""

    cells: tuple[str, ...]


@tagged("add")
class Add:
    """M-80: a cell more for the house: `add g3`."""

    cell: str


@tagged("enough")
class Enough:
    """L: no second mouse: `enough`."""


@tagged("done")
class Done:
    """M-24: the end of the turn: `done`."""


Move = Write | Change | Count | Corners | Three | Shift | Room | Add | Enough | Done


def _all() -> tuple[Move, ...]:
    cells = [(symbol, cell) for symbol in SYMBOLS for cell in CELLS]
    return (
        *(Write(symbol, cell) for symbol, cell in cells),  # type: ignore[arg-type]
        *(Write(symbol, cell, apart=True) for symbol, cell in cells),  # type: ignore[arg-type]
        *(Write(symbol, cell, doubled=True) for symbol, cell in cells),  # type: ignore[arg-type]
        *(Write(symbol, cell, True, True) for symbol, cell in cells),  # type: ignore[arg-type]
        Write("cat", None),
        *(
            Change(LETTERS[ability], SYMBOLS[face], SYMBOLS[to])  # type: ignore[arg-type]
            for ability, face, to in rules.CHANGES
        ),
        Count(more=True),
        Count(more=False),
        Corners(),
        *(Three(cell) for cell in CELLS),
        *(Shift(cell, to) for cell in CELLS for to in CELLS),
        *(Room(names(cells)) for cells in rules.SET_CELLS.tolist()),
        *(Add(cell) for cell in CELLS),
        Enough(),
        Done(),
    )


MOVES: tuple[Move, ...] = _all()

EXAMPLES: tuple[Move, ...] = (
    Write("2", "a1"),
    Write("cat", None),
    Write("3", "b4", apart=True),
    Write("3", "b4", doubled=True),
    Change("B", "3", "4"),
    Count(more=True),
    Corners(),
    Three("b4"),
    Shift("b4", "c5"),
    Room(("a1", "b1")),
    Add("g3"),
    Enough(),
    Done(),
)


def format(move: Move) -> str:
    """The canonical notation of a move."""
    match move:
        case Write(symbol, cell, apart, doubled):
            words = ["double"] * doubled + ["apart"] * apart + [symbol] + [cell or ""]
            return " ".join(words).rstrip()
        case Change(ability, face, to):
            return f"use {ability} {_changed(ability, face, to)}"
        case Count(more):
            return f"use E {'more' if more else 'fewer'}"
        case Corners():
            return "use J"
        case Three(cell):
            return f"use D {cell}"
        case Shift(cell, to):
            return f"move {cell} {to}"
        case Room(cells):
            return f"room {' '.join(cells)}"
        case Add(cell):
            return f"add {cell}"
        case Enough():
            return "enough"
        case Done():
            return "done"


def _changed(ability: str, face: str, to: str) -> str:
    if ability == "B":
        return f"{face} {'up' if to > face else 'down'}"
    if ability == "C":
        return to
    return face if ability == "F" else f"{face} {to}"


# --- reading -------------------------------------------------------------------------------------


@cache
def _notation() -> dict[str, Move]:
    """Every move by its words, without the sets of cells, which come in any order."""
    return {format(move).lower(): move for move in MOVES if not isinstance(move, Room)}


_WORD = re.compile(r"[2-5](?=[a-g][1-7]$)|[^\s,]+")


def readings(text: str) -> list[Move]:
    """The moves that a normalised text may mean: one or none, two where it has an `m`.

    >>> readings("egér b4")
    []
    >>> [format(move) for move in readings("m b4")]
    ['mouse b4', 'cat b4']
    >>> readings("eger b4"), readings("b4 3"), readings("room b2 a2 a1")
    ([Write(symbol='mouse', cell='b4', apart=False, doubled=False)], \
[Write(symbol='3', cell='b4', apart=False, doubled=False)], [Room(cells=('a1', 'a2', 'b2'))])
    """
    if len(text) > 60:
        return []
    words = [word for part in text.replace(",", " ").split() for word in _WORD.findall(part)]
    meant = [vocabulary("macskalak").get(word, word) for word in words]
    if meant[:1] == ["room"]:
        return _room(meant[1:])
    found = _notation().get(" ".join(_ordered(meant)))
    return [found] if found is not None else _by_signs(meant)


# Letters that drawings show for animals, in English (C, m) or in Hungarian (M, e).
_SIGNS = {"c": ("cat",), "e": ("mouse",), "m": ("mouse", "cat")}


def _by_signs(words: list[str]) -> list[Move]:
    """The moves that are meant if one of the words is an animal's letter."""
    for at, sign in enumerate(words):
        whole = ([*words[:at], animal, *words[at + 1 :]] for animal in _SIGNS.get(sign, ()))
        found = (_notation().get(" ".join(_ordered(each))) for each in whole)
        if moves := [move for move in found if move is not None]:
            return moves
    return []


def _ordered(words: list[str]) -> list[str]:
    """The words of a move as its notation has them."""
    if words[:1] == ["use"]:
        words = words[1:]
        if words[:1] == ["g"]:
            return ["move", *words[1:]]
        if words[:1] == ["e"] and words[1:] == ["down"]:
            return ["use", "e", "fewer"]
        return ["use", *words]
    if len(words) > 1 and words[0] in "bcdefh" and len(words[0]) == 1:
        return _ordered(["use", *words])
    if words == ["j"]:
        return ["use", "j"]
    if words[:1] == ["g"]:
        return ["move", *words[1:]]
    order = {"double": 0, "apart": 1}
    if len(words) == 2 and words[0] in CELL_NUMBER and words[1] in SYMBOLS:
        words = words[::-1]
    return sorted(words, key=lambda word: order.get(word, 2))


@cache
def _room_of() -> dict[tuple[str, ...], Room]:
    return {move.cells: move for move in MOVES if isinstance(move, Room)}


def _room(cells: list[str]) -> list[Move]:
    if not cells or not set(cells) <= set(CELLS) or len(set(cells)) < len(cells):
        return []
    found = _room_of().get(tuple(sorted(cells, key=bit_of)))
    return [found] if found is not None else []


# --- refusals ------------------------------------------------------------------------------------


def why_not(states: Any, i: int, action: int) -> Reason | None:
    """Why the actor of state i can't do this now; None if nothing speaks against it."""
    table, move = PlainState(states, i), MOVES[action]
    if table.round_number == 0:
        return _why_not_star(table, move)
    forced = table.forced[table.actor]
    if forced != rules.FREE:
        return _why_not_forced(states, i, table, move)
    match move:
        case Write():
            return _why_not_die(table, move)
        case Change(ability, face, _):
            return _why_not_change(table, ability, face)
        case Count(more):
            return _why_not_count(table, more)
        case Corners():
            return _why_not_corners(table)
        case Three(cell):
            return _without_use(table, "D") or _why_not_cell(table, cell)
        case Shift():
            return _without_use(table, "G") or _why_not_shift(table, move)
        case Room():
            return Reason("M-30", "no_room_to_choose")
        case Add():
            return Reason("M-80", "no_expansion")
        case Enough():
            return Reason("M-25", "no_second_mouse")
        case Done():
            return _why_not_done(states, i, table)


def _why_not_star(table: PlainState, move: Move) -> Reason | None:
    """M-11: before the first round only stars are filled."""
    seat = table.actor
    if table.taken[seat] == table.owed[seat]:
        return None if isinstance(move, Done) else Reason("M-11", "stars_are_full")
    if not isinstance(move, Write) or move.apart or move.doubled or move.cell is None:
        return Reason("M-11", "stars_first")
    if not int(rules.STAR_CELLS[table.level]) >> bit_of(move.cell) & 1:
        return Reason("M-11", "no_star", cell=move.cell)
    return _why_not_cell(table, move.cell) or _without_die(table, move.symbol)


# What is forced, with the rule that forces it.
_FORCED: dict[int, tuple[str, str]] = {
    rules.TRACK: ("M-51", "track_first"),
    rules.CHOOSE: ("M-30", "room_first"),
    rules.EXPAND: ("M-80", "expand_first"),
    rules.WILD: ("M-25", "wild_first"),
    rules.FIRST_MOUSE: ("M-25", "mouse_first"),
    rules.SECOND_MOUSE: ("M-25", "second_mouse_first"),
}


def _why_not_forced(states: Any, i: int, table: PlainState, move: Move) -> Reason | None:
    """M-25: a forced effect comes first, and takes only what it asks for."""
    seat = table.actor
    forced = table.forced[seat]
    first = Reason(*_FORCED[forced])
    match move:
        case Room(cells) if forced == rules.CHOOSE:
            allowed = _is_legal(states, i, move)
            return None if allowed else Reason("M-31", "not_a_room", cells=" ".join(cells))
        case Add(cell) if forced == rules.EXPAND:
            return _why_not_add(states, i, table, cell)
        case Enough() if forced == rules.SECOND_MOUSE:
            return None
        case Write(symbol, cell, False, False) if forced not in (rules.CHOOSE, rules.EXPAND):
            return _why_not_effect(table, symbol, cell) or _why_not_second(table, cell)
    return first


def _is_legal(states: Any, i: int, move: Move) -> bool:
    """Whether the rules list a move; asked where they alone can say."""
    out = np.empty(MOST_LEGAL, np.int32)
    n = legal(states[i], out)
    return move in (MOVES[action] for action in out[:n].tolist())


def _why_not_add(states: Any, i: int, table: PlainState, cell: str) -> Reason | None:
    seat, at = table.actor, bit_of(cell)
    if not table.sheet >> at & 1:
        return Reason("M-80", "off_sheet", cell=cell)
    if table.house[seat] >> at & 1:
        return Reason("M-80", "already_house", cell=cell)
    if int(expandable(states[i], seat)) >> at & 1:
        return None
    if table.added[seat]:
        return Reason("M-80", "added_apart", cell=cell)
    return Reason("M-80", "region_too_small", cell=cell, n=table.missing[seat])


def _why_not_effect(table: PlainState, symbol: str, cell: str | None) -> Reason | None:
    """Why an effect doesn't let this symbol be written there."""
    seat = table.actor
    forced, written = table.forced[seat], table.written[seat]
    if forced == rules.TRACK:
        wanted = SYMBOLS[: rules.NUMBERS] if written == rules.ANY else (SYMBOLS[written],)
        if symbol not in wanted:
            return Reason("M-51", "other_number", numbers=" ".join(wanted))
    elif forced != rules.WILD and symbol != "mouse":
        return Reason("M-25", "only_mice")
    return _why_not_cat(table, symbol, cell) or (_why_not_cell(table, cell) if cell else None)


def _why_not_second(table: PlainState, cell: str | None) -> Reason | None:
    """L: the second mouse touches the first."""
    seat = table.actor
    if table.forced[seat] != rules.SECOND_MOUSE or cell is None:
        return None
    first = table.written[seat]
    if beside(1 << first) >> bit_of(cell) & 1:
        return None
    return Reason("M-25", "mice_apart", cell=cell, first=name_of(first))


def _why_not_cat(table: PlainState, symbol: str, cell: str | None) -> Reason | None:
    """M-23, M-50: cats go into cells, but not on level 1."""
    if symbol != "cat" or (cell is None) == table.tracked:
        return None
    return Reason("M-50", "cats_on_track") if table.tracked else Reason("M-23", "cat_needs_cell")


def _why_not_cell(table: PlainState, cell: str) -> Reason | None:
    """Why nothing can be written in a cell."""
    seat, at = table.actor, bit_of(cell)
    if not table.sheet >> at & 1:
        return Reason("M-20", "off_sheet", cell=cell)
    if not table.house[seat] >> at & 1:
        return Reason("M-80", "not_in_house", cell=cell)
    if table.crossed[seat] >> at & 1:
        return Reason("M-40", "crossed_out", cell=cell)
    if table.filled(seat) >> at & 1:
        return Reason("M-20", "occupied", cell=cell)
    return None


def _without_use(table: PlainState, letter: str) -> Reason | None:
    """Why an ability can't be used at all."""
    ability = LETTERS.index(letter)
    if table.slot[ability] < 0:
        return Reason("M-10", "not_in_game", ability=letter)
    if table.uses_of(table.actor, ability) < 1:
        return Reason("M-32", "no_use", ability=letter, n=table.slot[ability] + 2)
    return None


def _without_die(table: PlainState, symbol: str, count: int = 1) -> Reason | None:
    """Why no die, or no two dice, of this symbol can be used."""
    seat = table.actor
    owing = table.owed[seat] - table.taken[seat]
    if owing < 1:
        return Reason("M-20", "no_die_owed")
    found = table.unused(seat).count(SYMBOLS.index(symbol))
    if not found:
        return Reason("M-20", "no_such_die", symbol=symbol)
    if owing < count:
        return Reason("M-40", "one_die_owed")
    return Reason("M-40", "no_pair", symbol=symbol) if found < count else None


def _why_not_die(table: PlainState, move: Write) -> Reason | None:
    """M-20 to M-23, A and I."""
    if move.doubled and move.symbol == "cat" and table.tracked:
        return Reason("M-40", "no_doubled_cat")
    return (
        _why_not_cat(table, move.symbol, move.cell)
        or (_without_use(table, "I") if move.doubled else None)
        or (_without_use(table, "A") if move.apart else None)
        or _without_die(table, move.symbol, 2 if move.doubled else 1)
        or _without_place(table, move)
        or (None if move.cell is None else _why_not_cell(table, move.cell))
        or _why_not_near(table, move)
    )


def _without_place(table: PlainState, move: Write) -> Reason | None:
    """M-21: no cell at all could take the die."""
    seat = table.actor
    if move.cell is None:
        return None
    if not table.empty(seat):
        return Reason("M-21", "no_empty_cell")
    if move.apart or table.near(seat):
        return None
    return Reason("M-21", "nowhere")


def _why_not_near(table: PlainState, move: Write) -> Reason | None:
    """M-20: an empty cell that the group doesn't touch."""
    if move.apart or move.cell is None or table.near(table.actor) >> bit_of(move.cell) & 1:
        return None
    return Reason("M-20", "not_adjacent", cell=move.cell)


def _why_not_change(table: PlainState, ability: str, face: str) -> Reason | None:
    return _without_use(table, ability) or _without_die(table, face)


def _why_not_count(table: PlainState, more: bool) -> Reason | None:
    """E: one to four dice, and no fewer than used."""
    seat = table.actor
    if why := _without_use(table, "E"):
        return why
    owed, taken = table.owed[seat], table.taken[seat]
    if more:
        return Reason("M-40", "all_dice") if owed == rules.DICE else None
    return None if owed > max(1, taken) else Reason("M-40", "too_few_dice")


def _why_not_corners(table: PlainState) -> Reason | None:
    seat = table.actor
    if why := _without_use(table, "J"):
        return why
    if table.corners[seat]:
        return Reason("M-40", "corners_already")
    return Reason("M-20", "no_die_owed") if table.owed[seat] == table.taken[seat] else None


def _why_not_shift(table: PlainState, move: Shift) -> Reason | None:
    """G: a number in no room, to an empty cell."""
    seat, at = table.actor, bit_of(move.cell)
    symbol = table.symbol_at(seat, at)
    if symbol is None or symbol >= rules.NUMBERS:
        return Reason("M-40", "no_number", cell=move.cell)
    if table.roomed[seat] >> at & 1:
        return Reason("M-40", "in_room", cell=move.cell)
    return _why_not_cell(table, move.to)


def _why_not_done(states: Any, i: int, table: PlainState) -> Reason | None:
    if _is_legal(states, i, Done()):
        return None
    seat = table.actor
    return Reason("M-24", "dice_owed", n=table.owed[seat] - table.taken[seat])
