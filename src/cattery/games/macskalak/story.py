"""Macskalak: (before, action, after) -> what happened, in order.

Within a round only the player sees the own steps; the match tells them to the others when the round
closes. What happens then belongs to the round and to nobody: `of_round`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from cattery.games.macskalak.moves import (
    MOVES,
    Add,
    Change,
    Corners,
    Count,
    Done,
    Enough,
    Room,
    Shift,
    Three,
    Write,
)
from cattery.games.macskalak.plain_state import COLUMNS, LETTERS, SYMBOLS, PlainState, bit_of, names
from cattery.games.macskalak.rules import state as rules
from cattery.games.macskalak.view import paper, rolled, room_seen, score
from cattery.tagged import tagged

How = Literal["die", "apart", "star", "track", "D", "G", "K", "L"]


@tagged("wrote")
class Wrote:
    """M-22: a symbol was written in a cell, by a die or by an effect."""

    seat: int
    symbol: str
    cell: str
    how: How
    doubled: bool = False

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return f"{self.how}_doubled" if self.doubled else self.how


@tagged("crossed_cat")
class CrossedCat:
    """M-50, M-51: a cat of the track was crossed out, or there was none left (`cat` 0)."""

    seat: int
    cat: int  # its number on the track, from 1; 0 at the end of it
    shows: str  # "" nothing, a number, or "#"

    @property
    def variant(self) -> str:
        """Which words tell it."""
        if not self.cat:
            return "none"
        return "plain" if not self.shows else "any" if self.shows == "#" else "number"


@tagged("crossed_cheese")
class CrossedCheese:
    """M-54: a mouse ate cheese, of a column ("a" ...), of a row ("1" ...) or of both."""

    seat: int
    lines: tuple[str, ...]
    points: int


@tagged("crossed_out")
class CrossedOut:
    """G: a number was crossed out."""

    seat: int
    symbol: str
    cell: str


@tagged("changed")
class Changed:
    """M-41: a die shows another symbol."""

    seat: int
    ability: str
    face: str
    to: str


@tagged("counted")
class Counted:
    """E: one die more or one fewer is used."""

    seat: int
    dice: int  # in this round
    more: bool

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "more" if self.more else "fewer"


@tagged("turned_corners")
class TurnedCorners:
    """J: corners count as adjacent in this round."""

    seat: int


@tagged("built")
class Built:
    """M-30, M-32, M-61: a room, what it scores, and the ability that it gives."""

    seat: int
    number: int
    cells: tuple[str, ...]
    points: int
    bonus: int  # points for bonus cells in it
    ability: str
    at_once: bool  # K, L

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return ("at_once" if self.at_once else "kept") + ("_bonus" if self.bonus else "")


@tagged("added")
class Added:
    """M-80: a cell more for the house."""

    seat: int
    cell: str


@tagged("lost")
class Lost:
    """M-42, M-80: an effect found no empty cell, or no room to grow."""

    seat: int
    what: Literal["track", "K", "L", "second_mouse", "expansion", "cells"]
    n: int = 0  # "cells": how many of the room's can't be added

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.what


@tagged("had_enough")
class HadEnough:
    """L: no second mouse was drawn."""

    seat: int


@tagged("finished")
class Finished:
    """M-24: the turn is over, with so many points more than before it, and dice that were lost."""

    seat: int
    points: int
    lost: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "lost" if self.lost else "whole"


@tagged("rolled")
class Rolled:
    """M-20: the dice of a round."""

    of_round: ClassVar[bool] = True
    round: int
    dice: tuple[str, ...]


@tagged("ended")
class Ended:
    """M-82, M-90: the game is over; `seats` have filled their sheets."""

    of_round: ClassVar[bool] = True
    seats: tuple[int, ...]
    rounds: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "full" if self.seats else "long"


@tagged("scored")
class Scored:
    """M-91: what a player has at the end."""

    of_round: ClassVar[bool] = True
    seat: int
    rooms: int
    cats: int
    cheese: int
    mice: int
    bonus: int
    empty: int
    total: int
    level: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return f"level{self.level}"


@tagged("won")
class Won:
    """M-92, M-93: the end."""

    of_round: ClassVar[bool] = True
    seats: tuple[int, ...]  # several where the win is shared
    total: int
    alone: bool  # M-93: nobody else played
    tied: bool  # M-92: somebody has as many points, but fewer filled cells

    @property
    def variant(self) -> str:
        """Which words tell it."""
        if self.alone:
            return "solo"
        if len(self.seats) > 1:
            return "shared_tied" if self.tied else "shared"
        return "tied" if self.tied else "one"


Event = (
    Wrote
    | CrossedCat
    | CrossedCheese
    | CrossedOut
    | Changed
    | Counted
    | TurnedCorners
    | Built
    | Added
    | Lost
    | HadEnough
    | Finished
    | Rolled
    | Ended
    | Scored
    | Won
)


def story(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What happened between two one-state arrays. `seat` looks; who may look is the match's to
    know."""
    old, new = PlainState(before, 0), PlainState(after, 0)
    return list(_events(old, action, new))


def _events(old: PlainState, action: int, new: PlainState) -> Iterator[Event]:
    actor = old.actor
    match MOVES[action]:
        case Write(symbol, cell, apart, doubled):
            if cell is None:
                yield from _crossed_cat(old, new, actor)
            else:
                yield Wrote(actor, symbol, cell, _how(old, actor, apart), doubled)
        case Three(cell):
            yield Wrote(actor, "3", cell, "D")
        case Shift(cell, to):
            number = SYMBOLS[_symbol(old, actor, cell)]
            yield CrossedOut(actor, number, cell)
            yield Wrote(actor, number, to, "G")
        case Change(ability, face, to):
            yield Changed(actor, ability, face, to)
        case Count(more):
            yield Counted(actor, new.owed[actor], more)
        case Corners():
            yield TurnedCorners(actor)
        case Add(cell):
            yield Added(actor, cell)
        case Enough():
            yield HadEnough(actor)
        case Done():
            yield from _done(old, new, actor)
            return
        case Room():
            pass
    yield from _consequences(old, new, actor)


def _symbol(table: PlainState, k: int, cell: str) -> int:
    found = table.symbol_at(k, bit_of(cell))
    assert found is not None
    return found


def _how(old: PlainState, actor: int, apart: bool) -> How:
    """What made a symbol be written."""
    if old.round_number == 0:
        return "star"
    forced: dict[int, How] = {
        rules.TRACK: "track",
        rules.WILD: "K",
        rules.FIRST_MOUSE: "L",
        rules.SECOND_MOUSE: "L",
    }
    return forced.get(old.forced[actor], "apart" if apart else "die")


def _crossed_cat(old: PlainState, new: PlainState, actor: int) -> Iterator[Event]:
    cat = new.cats[actor]
    if cat == old.cats[actor]:
        yield CrossedCat(actor, 0, "")
        return
    shows = paper(old.level).track[cat - 1]
    yield CrossedCat(actor, cat, shows)
    if shows and new.forced[actor] != rules.TRACK:
        yield Lost(actor, "track")


def _consequences(old: PlainState, new: PlainState, actor: int) -> Iterator[Event]:
    """Cheese, rooms, what they give, and what was lost."""
    yield from _cheese(old, new, actor)
    room = new.roomed[actor] & ~old.roomed[actor]
    ended = old.forced[actor] == rules.EXPAND and new.forced[actor] != rules.EXPAND
    if room:
        yield from _built(old, new, actor, room)
    elif ended and old.spark[actor] >= 0 and new.forced[actor] == rules.FREE:
        yield Lost(actor, _spark(old.spark[actor]))
    if old.forced[actor] == rules.FIRST_MOUSE and new.forced[actor] == rules.FREE:
        yield Lost(actor, "second_mouse")


def _spark(ability: int) -> Literal["K", "L"]:
    return "K" if ability == rules.K else "L"


def _cheese(old: PlainState, new: PlainState, actor: int) -> Iterator[Event]:
    """M-54: the lines that have a mouse now and had none."""
    if not new.layout.cheese or new.symbols[actor][rules.MOUSE] == old.symbols[actor][rules.MOUSE]:
        return
    lines: list[str] = []
    for name, cells in _named_lines(new.layout.size):
        had = old.symbols[actor][rules.MOUSE] & cells
        if new.symbols[actor][rules.MOUSE] & cells and not had:
            lines.append(name)
    if lines:
        yield CrossedCheese(actor, tuple(lines), len(lines))


def _named_lines(size: int) -> Iterator[tuple[str, int]]:
    for line in range(size):
        yield COLUMNS[line], int(rules.COLUMN_CELLS[line])
    for line in range(size):
        yield str(line + 1), int(rules.ROW_CELLS[line])


def _built(old: PlainState, new: PlainState, actor: int, room: int) -> Iterator[Event]:
    """M-30, M-32, M-80: a room and what came of it at once."""
    number = room_seen(new, actor, room).number
    ability = new.ability[number - 2]
    bonus = sum(new.survey.bonus[actor]) - sum(old.survey.bonus[actor])
    points = int(rules.ROOM_POINTS[new.level][number - 2])
    at_once = ability >= rules.K
    yield Built(actor, number, names(room), points, bonus, LETTERS[ability], at_once)
    if new.layout.grows and new.missing[actor] < number:
        left = number - new.missing[actor]
        yield Lost(actor, "cells" if new.missing[actor] else "expansion", left)
    if at_once and new.forced[actor] == rules.FREE:
        yield Lost(actor, _spark(ability))


def _done(old: PlainState, new: PlainState, actor: int) -> Iterator[Event]:
    """M-24; and if the round has closed, the end or the next roll."""
    parts = old.survey.parts
    gained = sum(parts[actor]) - sum(parts[actor + rules.MOST])
    yield Finished(actor, gained, old.owed[actor] - old.taken[actor])
    if new.over:
        yield from _ending(new)
    elif new.round_number != old.round_number:
        yield Rolled(new.round_number, tuple(SYMBOLS[die] for die in rolled(new)))


def _ending(new: PlainState) -> Iterator[Event]:
    full = tuple(seat for seat in range(new.seats) if not new.empty(seat))
    yield Ended(full, new.round_number)
    totals = [score(new.survey.parts[seat]) for seat in range(new.seats)]
    for seat, found in enumerate(totals):
        yield Scored(
            seat,
            rooms=sum(found.rooms),
            cats=found.cats,
            cheese=found.cheese,
            mice=found.mice,
            bonus=found.bonus,
            empty=found.empty,
            total=found.total,
            level=new.level + 1,
        )
    most = totals[new.winners[0]].total
    level = sum(found.total == most for found in totals)
    yield Won(new.winners, most, new.seats == 1, level > len(new.winners))
