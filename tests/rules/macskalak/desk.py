"""Sheets to write on: matches of Macskalak that begin in a given position.

A sheet is written as in position texts, but rows and cells at the end may be left out: `.22/3` has
two 2s in its first row and a 3 in its second, and all the rest is empty. On level 4 what is left
out is as the house begins.
"""

from __future__ import annotations

import re
from itertools import product

import pytest

import cattery
from cattery import Match
from cattery.errors import IllegalMove

MACSKALAK = cattery.game("macskalak")
ALL = "ABCDEFGHIJKL"
EMPTY = {level: ["......"] * 6 for level in (1, 2, 3)}
EMPTY[4] = ["_......".replace(".", "_")] * 2 + ["_....._"] * 3 + ["_______"] * 2


def whole(text: str, level: int) -> str:
    """A sheet with all its cells."""
    rows, _, more = text.partition(":")
    given = [re.findall(r"[2-5cm]\+?|[.x_]", row) for row in rows.split("/")]
    full = []
    for number, empty in enumerate(EMPTY[level]):
        cells = given[number] if number < len(given) else []
        full.append("".join(cells) + empty[len(cells) :])
    return "/".join(full) + (f":{more}" if more else "")


def desk(
    sheet: str = "",
    dice: str = "2345",
    *,
    level: int = 1,
    abilities: str = "ABCD",
    uses: str = "",
    cats: int = 0,
    round: int = 5,
    others: tuple[str, ...] = (),
) -> Match:
    """A match at the start of a turn of player 1; uses are letters, like `AAB`.

    Uses need rooms that gave them: put the rooms into the sheet, or leave it to `lent`.
    """
    counted = ",".join(str(uses.count(letter)) for letter in abilities)
    rows = whole(sheet, level)
    rows += ":" * (2 - rows.count(":")) + f"{counted if uses else ''}:{cats or ''}"
    seats = [rows.rstrip(":"), *(whole(other, level) for other in others)]
    text = " ".join([str(round), dice, abilities, *seats])
    options = {"level": str(level), "abilities": abilities}
    return Match.new("macskalak", seats=len(seats), options=options, seed=1, position=text)


SMALL_ROOMS = (("2+",), ("3+", "3"), ("4+", "4+"), ("5+", "5+", "5"))  # [number - 2]


def lent(
    letters: str, sheet: str = "", dice: str = "2345", *, level: int = 1, **more: int
) -> Match:
    """A match in which player 1 has the uses that the letters name, from small rooms in the south.

    The first letter is the ability of 2, the second of 3 and so on; capitals are uses in hand, as
    often as they stand there: `AABc` has two uses of A, one of B and none of C. The rooms lie in
    the last row, from the west on.
    """
    order = list(dict.fromkeys(letters.upper()))
    order += [letter for letter in ALL if letter not in order][: 4 - len(order)]
    size = len(EMPTY[level])
    south: list[str] = []
    rooms: list[str] = []
    for number, letter in enumerate(order):
        for _ in range(letters.count(letter)):
            columns = "abcdefg"[len(south) : len(south) + len(SMALL_ROOMS[number])]
            rooms.append("".join(f"{column}{size}" for column in columns))
            south += SMALL_ROOMS[number]
    rows = whole(sheet, level).split("/")
    rows[-1] = "".join(south) + rows[-1][len(south) :]
    given = "".join(letter for letter in letters if letter.isupper())
    text = "/".join(rows) + ":" + ",".join(rooms)
    return desk(text, dice, level=level, abilities="".join(order), uses=given, **more)


def play(match: Match, *moves: str, seat: int = 0) -> Match:
    """Play moves of one seat."""
    for move in moves:
        match.play(move, seat)
    return match


def legal(match: Match, seat: int = 0) -> set[str]:
    """What a seat may do, in notation."""
    return set(map(match.game.format, match.legal(seat)))


def cells(match: Match, start: str = "", seat: int = 0) -> set[str]:
    """The cells of the legal moves `start` + cell: `cells(match, "3")`, `cells(match, "add")`."""
    found = (re.fullmatch(rf"{start} ([a-g][1-7])", note) for note in legal(match, seat))
    return {match[1] for match in found if match}


def every_cell(level: int = 1) -> set[str]:
    """The names of all cells of a sheet."""
    size = len(EMPTY[level])
    return {f"{c}{r}" for c, r in product("abcdefg"[:size], range(1, size + 1))}


def refusal(match: Match, move: str, seat: int = 0) -> tuple[str, str]:
    """Rule and reason for which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        match.play(move, seat)
    return str(refused.value.rule), str(refused.value.params["reason"])


def sheet(match: Match, seat: int = 0) -> str:
    """The rows of a sheet as they are now, without what is empty at their end."""
    view = match.view(seat)
    size = view.paper.size
    signs = {"cat": "c", "mouse": "m", "crossed": "x", "": ".", None: "_"}
    found = []
    for number, content in enumerate(view.sheets[seat].cells):
        name = f"{'abcdefg'[number % size]}{number // size + 1}"
        twice = "+" if name in view.sheets[seat].doubled else ""
        found.append(signs.get(content, content) + twice)
    rows = ["".join(found[k : k + size]).rstrip("._") for k in range(0, size * size, size)]
    return "/".join(rows).rstrip("/")


def at(match: Match, cell: str, seat: int = 0) -> str | None:
    """What stands in a cell: "3", "3+" where it counts as two, "" nothing, None no cell."""
    seen = match.view(seat).sheets[seat]
    size = match.view(seat).paper.size
    content = seen.cells[(int(cell[1]) - 1) * size + "abcdefg".index(cell[0])]
    return f"{content}+" if cell in seen.doubled else content


def rooms(match: Match, seat: int = 0) -> list[str]:
    """The rooms of a sheet, each as its cells."""
    return [" ".join(room.cells) for room in match.view(seat).sheets[seat].rooms]


def uses(match: Match, seat: int = 0) -> str:
    """The uses in hand, as letters."""
    view = match.view(seat)
    pairs = zip(view.abilities, view.sheets[seat].uses, strict=True)
    return "".join(ability.letter * count for ability, count in pairs)


def forced(match: Match, seat: int = 0) -> str | None:
    """What a seat must do first."""
    own = match.view(seat).own
    return own.forced.what if own and own.forced else None


def faces(match: Match, seat: int = 0) -> str:
    """What a seat's unused dice show."""
    signs = {"cat": "c", "mouse": "m"}
    own = match.view(seat).own
    return "".join(sorted(signs.get(die.face, die.face) for die in own.dice if not die.used))
