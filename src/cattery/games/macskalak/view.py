"""Macskalak: what a seat may see (M-20): the own sheet as it is, the others' as the round began."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from cattery.games.macskalak.plain_state import (
    COLUMNS,
    LETTERS,
    SYMBOLS,
    PlainState,
    name_of,
    names,
)
from cattery.games.macskalak.position import position, set_position
from cattery.games.macskalak.rules import state as rules
from cattery.games.macskalak.rules.layout import ANY_NUMBER, AREA_NAMES, PLAIN_CAT
from cattery.games.macskalak.rules.sheet import (
    BONUS_POINTS,
    CAT_POINTS,
    CHEESE_POINTS,
    EMPTY_POINTS,
    MOUSE_POINTS,
)
from cattery.tagged import tagged

__all__ = ["View", "position", "set_position", "view"]

Phase = Literal["stars", "round", "over"]
What = Literal["number", "room", "expand", "symbol", "mouse", "second_mouse"]
FORCED: dict[int, What] = {
    rules.TRACK: "number",
    rules.CHOOSE: "room",
    rules.EXPAND: "expand",
    rules.WILD: "symbol",
    rules.FIRST_MOUSE: "mouse",
    rules.SECOND_MOUSE: "second_mouse",
}


@dataclass(frozen=True)
class Score:
    """M-91: what a sheet scores, or how much more it scores than when the round began."""

    rooms: tuple[int, ...]  # points for rooms of 2, 3, 4, 5
    cats: int  # M-53: of the cat track
    cheese: int  # M-54
    mice: int  # M-60, M-70: with cats
    bonus: int  # M-61
    empty: int  # what empty cells cost: 0 or less
    total: int


@dataclass(frozen=True)
class RoomSeen:
    """M-30: a room."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class AreaSeen:
    """M-70: what stands in an area; doubled cells count as two."""

    name: Literal["red", "blue", "green", "yellow"]
    cats: int
    mice: int
    points: int


@dataclass(frozen=True)
class Sheet:
    """A player's sheet: the viewer's own as it is, another's as the round began."""

    # Row by row: a symbol, "crossed", "" for an empty cell, None outside the house.
    cells: tuple[str | None, ...]
    doubled: tuple[str, ...]  # I: cells that count as two
    rooms: tuple[RoomSeen, ...]
    built: tuple[int, ...]  # rooms of 2, 3, 4, 5
    uses: tuple[int, ...]  # of the abilities of 2, 3, 4, 5
    cats: int  # M-50: crossed out on the track
    cheese: tuple[str, ...]  # M-54: crossed out, by column ("a" ...) and row ("1" ...)
    cat_lines: tuple[str, ...]  # M-60: columns and rows that have a cat, named likewise
    areas: tuple[AreaSeen, ...]  # M-70
    bonus: tuple[int, ...]  # M-61: points of a, b, c, d, e
    empty: int  # cells to write in
    filled: int  # M-92: decides ties
    score: Score


@dataclass(frozen=True)
class Die:
    """A die of this round as the viewer has it."""

    rolled: str  # what it showed
    face: str  # what it shows after changes (M-41)
    used: bool


@dataclass(frozen=True)
class Forced:
    """M-25: what must be done before anything else."""

    what: What
    symbols: tuple[str, ...]  # that may be written
    cell: str | None  # the number that builds a room, the first mouse
    left: int  # cells still to add
    added: tuple[str, ...]  # cells added so far


@dataclass(frozen=True)
class OwnTurn:
    """The viewer's own turn so far; nobody else sees it."""

    dice: tuple[Die, ...]
    owed: int  # dice to be used in this round
    used: int  # dice used
    group: tuple[str, ...]  # M-20: cells of this round's dice
    near: tuple[str, ...]  # M-20: empty cells where a die may be written, unless apart (A)
    places: int  # M-21: how many of the dice still owed find a place as things stand
    corners: bool  # J
    forced: Forced | None
    fresh: tuple[str, ...]  # cells written or crossed out in this turn
    gained: Score  # in this turn
    done: bool


@dataclass(frozen=True)
class AbilitySeen:
    """M-10, M-32: what a room of a number gives."""

    number: int
    letter: str
    at_once: bool  # K, L
    points: int  # M-91


@dataclass(frozen=True)
class AreaCells:
    """M-70: where an area is."""

    name: Literal["red", "blue", "green", "yellow"]
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Paper:
    """What is printed on the sheets of this level."""

    size: int  # rows and columns
    stars: tuple[str, ...]
    bonus: tuple[str, ...]  # the cells of a, b, c, d, e
    areas: tuple[AreaCells, ...]
    track: tuple[str, ...]  # M-52: "" a plain cat, a number, or "#"
    cheese: bool  # M-54
    lines: bool  # M-60
    grows: bool  # M-80


@tagged("macskalak")
class View:
    """The table as one seat, or an onlooker, sees it."""

    seat: int | None  # who looks; None for an onlooker
    actor: int | None  # the viewer who has a turn, else the first seat that has one
    phase: Phase
    level: int
    round: int  # 0 where the stars are filled first
    last_round: int  # M-90
    waiting: tuple[int, ...]  # who isn't done
    resting: tuple[int, ...]  # M-82: who has no turn in this round
    abilities: tuple[AbilitySeen, ...]  # of 2, 3, 4, 5
    dice: tuple[str, ...]  # as rolled
    paper: Paper
    sheets: tuple[Sheet, ...]
    own: OwnTurn | None
    winners: tuple[int, ...]  # at the end


def view(states: Any, i: int, seat: int | None) -> View:
    """What `seat` sees of state i."""
    table = PlainState(states, i)
    waiting = tuple(each for each in range(table.seats) if table.waiting >> each & 1)
    acting = seat if seat in waiting else min(waiting, default=None)
    return View(
        seat=seat,
        actor=acting,
        phase="over" if table.over else "round" if table.round_number else "stars",
        level=table.level + 1,
        round=table.round_number,
        last_round=rules.LAST_ROUND,
        waiting=waiting,
        resting=tuple(
            each for each in range(table.seats) if not table.over and not table.has_turn(each)
        ),
        abilities=_abilities(table.level, tuple(table.ability)),
        dice=tuple(SYMBOLS[die] for die in rolled(table)),
        paper=paper(table.level),
        sheets=tuple(
            sheet(table, each if each == seat else each + rules.MOST) for each in range(table.seats)
        ),
        own=own_turn(table, seat) if seat is not None and table.has_turn(seat) else None,
        winners=table.winners,
    )


def rolled(table: PlainState) -> list[int]:
    """M-11, M-20: the dice that lie there, three of them where stars are filled."""
    return table.dice if table.round_number else table.dice[: rules.WRITTEN]


@cache
def paper(level: int) -> Paper:
    """The sheet of a level, from 0."""
    layout = rules.LAYOUTS[level]
    shown = {PLAIN_CAT: "", ANY_NUMBER: "#"}
    return Paper(
        size=layout.size,
        stars=tuple(name_of(rules.bit(cell)) for cell in layout.stars),
        bonus=tuple(name_of(rules.bit(cell)) for cell in layout.bonus),
        areas=tuple(
            AreaCells(name, tuple(name_of(rules.bit(cell)) for cell in cells))  # type: ignore[arg-type]
            for name, cells in zip(AREA_NAMES, layout.areas, strict=bool(layout.areas))
        ),
        track=tuple(shown.get(cat, str(cat)) for cat in layout.track),
        cheese=layout.cheese,
        lines=layout.lines,
        grows=layout.grows,
    )


@cache
def _abilities(level: int, letters: tuple[int, ...]) -> tuple[AbilitySeen, ...]:
    points = rules.ROOM_POINTS[level].tolist()
    return tuple(
        AbilitySeen(number + 2, LETTERS[ability], ability >= rules.K, points[number])
        for number, ability in enumerate(letters)
    )


def sheet(table: PlainState, k: int) -> Sheet:
    """One sheet of the record."""
    empty = table.empty(k)
    survey = table.survey
    return Sheet(
        cells=_cells(table, k, empty),
        doubled=names(table.doubled[k]),
        rooms=tuple(room_seen(table, k, cells) for cells in table.rooms_of(k)),
        built=tuple(table.rooms[k]),
        uses=tuple(table.uses[k]),
        cats=table.cats[k],
        cheese=_lines(table, k, rules.MOUSE) if table.layout.cheese else (),
        cat_lines=_lines(table, k, rules.CAT) if table.layout.lines else (),
        areas=tuple(_areas(table, k)),
        bonus=tuple(survey.bonus[k]) if table.layout.bonus else (),
        empty=empty.bit_count(),
        filled=table.filled(k).bit_count(),
        score=score(survey.parts[k]),
    )


def _cells(table: PlainState, k: int, empty: int) -> tuple[str | None, ...]:
    """Row by row what stands in each cell."""
    found: dict[int, str] = {}
    for symbol, cells in zip(SYMBOLS, table.symbols[k], strict=True):
        for at in range(55) if cells else ():
            if cells >> at & 1:
                found[at] = symbol
    size, crossed = table.layout.size, table.crossed[k]
    shown: list[str | None] = []
    for at in (8 * row + column for row in range(size) for column in range(size)):
        written = found.get(at)
        if written is None:
            written = "" if empty >> at & 1 else "crossed" if crossed >> at & 1 else None
        shown.append(written)
    return tuple(shown)


def room_seen(table: PlainState, k: int, cells: int) -> RoomSeen:
    """A room of a sheet."""
    symbol = table.symbol_at(k, (cells & -cells).bit_length() - 1)
    return RoomSeen(number=(symbol or 0) + 2, cells=names(cells))


def _lines(table: PlainState, k: int, symbol: int) -> tuple[str, ...]:
    """The columns and rows of a sheet that have a symbol, by name."""
    cells, size = table.symbols[k][symbol], table.layout.size
    columns = (COLUMNS[line] for line in range(size) if cells & int(rules.COLUMN_CELLS[line]))
    rows = (str(line + 1) for line in range(size) if cells & int(rules.ROW_CELLS[line]))
    return (*columns, *rows) if cells else ()


def _areas(table: PlainState, k: int) -> list[AreaSeen]:
    doubled = table.doubled[k]

    def count(symbol: int, cells: int) -> int:
        there = table.symbols[k][symbol] & cells
        return there.bit_count() + (there & doubled).bit_count()

    return [
        AreaSeen(
            name=name,  # type: ignore[arg-type]
            cats=count(rules.CAT, cells),
            mice=count(rules.MOUSE, cells),
            points=table.survey.areas[k][number],
        )
        for number, (name, cells) in enumerate(
            zip(AREA_NAMES, rules.AREA_CELLS[table.level].tolist(), strict=True)
        )
        if cells
    ]


def score(parts: list[int]) -> Score:
    """Points in parts, as the rules list them."""
    return Score(
        rooms=tuple(parts[: rules.NUMBERS]),
        cats=parts[CAT_POINTS],
        cheese=parts[CHEESE_POINTS],
        mice=parts[MOUSE_POINTS],
        bonus=parts[BONUS_POINTS],
        empty=parts[EMPTY_POINTS],
        total=sum(parts),
    )


def own_turn(table: PlainState, seat: int) -> OwnTurn:
    """A player's turn in this round, finished or not."""
    before = seat + rules.MOST
    faces = zip(table.dice, table.face[seat], strict=True)
    dice = (
        Die(SYMBOLS[rolled], SYMBOLS[face], bool(table.used[seat] >> die & 1))
        for die, (rolled, face) in enumerate(faces)
    )
    parts = table.survey.parts
    fresh = table.filled(seat) & ~table.filled(before)
    cats = table.unused(seat).count(SYMBOLS.index("cat")) if table.tracked else 0
    return OwnTurn(
        dice=tuple(dice)[: len(rolled(table))],
        owed=table.owed[seat],
        used=table.taken[seat],
        group=names(table.group[seat]),
        near=names(table.near(seat)),
        places=min(table.owed[seat] - table.taken[seat], cats + table.reach(seat)),
        corners=bool(table.corners[seat]),
        forced=forced(table, seat),
        fresh=names(fresh | table.crossed[seat] & ~table.crossed[before]),
        gained=score([now - then for now, then in zip(parts[seat], parts[before], strict=True)]),
        done=not table.waiting >> seat & 1,
    )


def forced(table: PlainState, seat: int) -> Forced | None:
    """M-25: what a player must do first."""
    what = FORCED.get(table.forced[seat])
    if what is None:
        return None
    written = table.written[seat]
    symbols: tuple[str, ...] = ()
    if what == "number":
        symbols = SYMBOLS[: rules.NUMBERS] if written == rules.ANY else (SYMBOLS[written],)
    elif what == "symbol":
        symbols = SYMBOLS
    elif what in ("mouse", "second_mouse"):
        symbols = ("mouse",)
    return Forced(
        what=what,
        symbols=symbols,
        cell=name_of(written) if what in ("room", "second_mouse") else None,
        left=table.missing[seat],
        added=names(table.added[seat]),
    )
