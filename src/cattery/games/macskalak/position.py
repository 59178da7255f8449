"""Macskalak: a position as one line of text.

Two players on level 1, in the third round:

    3 235m ABCD ....../.22.../......:b2c2:1,0,0,0:2 ......>......>2*35m,3,b2,-

- the round, with `!` after it at the end of the game;
- the dice as rolled: `2` to `5`, `c` a cat, `m` a mouse; three of them in round 0;
- the abilities of 2, 3, 4 and 5;
- a part for each player: the sheet as the round began, and where the player has done something in
  it, after `>` the sheet as it is now and after another `>` the turn.

A sheet has its rows, `/` between them: symbols as above, `.` an empty cell, `x` a crossed-out one,
`_` one outside the house, `+` after a symbol that counts as two. Then, each after a `:` and left
out from the end on where there is nothing to say: the cells of its rooms, the uses of the four
abilities, the cats crossed out on the track.

A turn has, with commas: what the dice show now, `*` after a used one; how many are owed; the cells
of the group; what is forced (`-` nothing, `track3` or `track#` a number, `roomb4` a room with that
cell, `add2K:c1c2` two cells more after those, then K, `wild` any symbol, `mouse` a mouse, `mouseb4`
a second one); `J` where corners touch; `done`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cattery.fields import Fields
from cattery.games.macskalak.plain_state import LETTERS, PlainState, bit_of, names
from cattery.games.macskalak.rules import rounds, secrets, sheet, turn
from cattery.games.macskalak.rules import state as rules
from cattery.kernel import MOST_LEGAL, U

SIGNS = "2345cm"  # [symbol]
EMPTY, CROSSED, OUTSIDE, TWICE = ".", "x", "_", "+"


# --- writing -------------------------------------------------------------------------------------


def position(states: Any, i: int) -> str:
    """State i as one line that says everything, unfinished turns included."""
    table = PlainState(states, i)
    return " ".join(
        (
            f"{table.round_number}{'!' if table.over else ''}",
            "".join(SIGNS[die] for die in table.dice[: _rolled(table.round_number)]),
            "".join(LETTERS[ability] for ability in table.ability),
            *(_player_text(table, seat) for seat in range(table.seats)),
        )
    )


def _player_text(table: PlainState, seat: int) -> str:
    before = _sheet_text(table, seat + rules.MOST)
    done = table.has_turn(seat) and not table.waiting >> seat & 1
    now, begun = _sheet_text(table, seat), _turn_text(table, seat)
    if (now, begun) == (before, _untouched(table)) and not done:
        return before
    return f"{before}>{now}>{begun}{',done' if done else ''}"


def _rolled(round_number: int) -> int:
    """M-11, M-20: how many dice are rolled for a round."""
    return rules.DICE if round_number else rules.WRITTEN


def _untouched(table: PlainState) -> str:
    dice = "".join(SIGNS[die] for die in table.dice[: _rolled(table.round_number)])
    return f"{dice},{rules.WRITTEN},,-"


def _sheet_text(table: PlainState, k: int) -> str:
    size = table.layout.size
    rows = ("".join(_cell_text(table, k, 8 * r + c) for c in range(size)) for r in range(size))
    parts = [
        "/".join(rows),
        ",".join("".join(names(cells)) for cells in table.rooms_of(k)),
        ",".join(map(str, table.uses[k])) if any(table.uses[k]) else "",
        str(table.cats[k]) if table.cats[k] else "",
    ]
    return ":".join(parts).rstrip(":")


def _cell_text(table: PlainState, k: int, at: int) -> str:
    if not table.house[k] >> at & 1:
        return OUTSIDE
    if table.crossed[k] >> at & 1:
        return CROSSED
    symbol = table.symbol_at(k, at)
    if symbol is None:
        return EMPTY
    return SIGNS[symbol] + (TWICE if table.doubled[k] >> at & 1 else "")


def _turn_text(table: PlainState, seat: int) -> str:
    dice = (
        SIGNS[face] + ("*" if table.used[seat] >> die & 1 else "")
        for die, face in enumerate(table.face[seat][: _rolled(table.round_number)])
    )
    parts = [
        "".join(dice),
        str(table.owed[seat]),
        "".join(names(table.group[seat])),
        _forced_text(table, seat),
    ]
    return ",".join(parts) + (",J" if table.corners[seat] else "")


def _forced_text(table: PlainState, seat: int) -> str:
    written = table.written[seat]
    cell = "".join(names(1 << written)) if written >= 0 else ""
    spark = LETTERS[table.spark[seat]] if table.spark[seat] >= 0 else ""
    added = "".join(names(table.added[seat]))
    return {
        rules.FREE: "-",
        rules.TRACK: f"track{'#' if written == rules.ANY else written + 2}",
        rules.CHOOSE: f"room{cell}",
        rules.EXPAND: f"add{table.missing[seat]}{spark}:{added}",
        rules.WILD: "wild",
        rules.FIRST_MOUSE: "mouse",
        rules.SECOND_MOUSE: f"mouse{cell}",
    }[table.forced[seat]]


# --- reading -------------------------------------------------------------------------------------


def set_position(states: Any, i: int, text: str) -> None:
    """Set state i, whose seats and options are set; BadPosition where no game can come to it."""
    _Setter(states[i], text).set()


class _Setter:
    """Reads one text into one record."""

    def __init__(self, s: Any, text: str) -> None:
        self.s = s
        self.fields = Fields("macskalak", text, needed=3 + int(s.seats), defaults=())
        self.level = int(s.level)
        self.size = int(rules.SIZE[self.level])
        self.over = False
        self.finished = 0  # seats as bits

    def set(self) -> None:
        s, words = self.s, self.fields.words
        rounds.start(s)
        s.moment = 0
        self._round(words[0])
        self._dice(words[1])
        self._abilities(words[2])
        rounds.begin_round(s)
        for seat, word in enumerate(words[3:]):
            self._player(seat, word)
        self._waiting()
        if secrets.check(s) or self._stuck():
            raise self.fields.bad("impossible")

    def _round(self, word: str) -> None:
        """The round, and with it how often dice were rolled; whether it is over."""
        found = re.fullmatch(r"(\d{1,2})(!?)", word)
        first = 0 if rules.HAS_STARS[self.level] else 1
        if not found or not first <= int(found[1]) <= rules.LAST_ROUND:
            raise self.fields.bad("round")
        self.s.round_number = int(found[1])
        self.s.moment = int(found[1]) + 1 - first
        self.over = bool(found[2])

    def _dice(self, word: str) -> None:
        if len(word) != _rolled(int(self.s.round_number)) or not set(word) <= set(SIGNS):
            raise self.fields.bad("dice")
        self.s.dice[:] = 0
        for die, symbol in enumerate(sorted(SIGNS.index(sign) for sign in word)):
            self.s.dice[die] = symbol

    def _abilities(self, word: str) -> None:
        letters = word.upper()
        if len(letters) != rules.NUMBERS or len(set(letters) & set(LETTERS)) != rules.NUMBERS:
            raise self.fields.bad("abilities")
        s = self.s
        drawn = [int(ability) for ability in s.ability]
        given = [LETTERS.index(letter) for letter in letters]
        if int(s.abilities) >= 0 and drawn != given:
            raise self.fields.bad("other_abilities")
        for ability in range(rules.ABILITIES):
            s.slot[ability] = given.index(ability) if ability in given else -1
        for number, ability in enumerate(given):
            s.ability[number] = ability

    # --- a player ---

    def _player(self, seat: int, word: str) -> None:
        parts = word.split(">")
        if len(parts) not in (1, 3):
            raise self.fields.bad("player")
        self._sheet(seat + rules.MOST, parts[0])
        self._sheet(seat, parts[1] if len(parts) == 3 else parts[0])
        if len(parts) == 3:
            self._turn(seat, parts[2])

    def _sheet(self, k: int, text: str) -> None:
        rows, rooms, uses, cats = (*text.split(":"), "", "", "")[:4]
        if text.count(":") > 3:
            raise self.fields.bad("sheet")
        self._rows(k, rows.split("/"))
        for room in rooms.split(",") if rooms else ():
            self._room(k, self._cells(room, "rooms"))
        s = self.s
        numbers = uses.split(",") if uses else ["0"] * rules.NUMBERS
        if len(numbers) != rules.NUMBERS or not all(re.fullmatch(r"\d{1,2}", n) for n in numbers):
            raise self.fields.bad("uses")
        for number, each in enumerate(numbers):
            s.uses[k, number] = int(each)
        if not re.fullmatch(r"\d{0,2}", cats):
            raise self.fields.bad("cats")
        s.cats[k] = int(cats or 0)

    def _rows(self, k: int, rows: list[str]) -> None:
        s = self.s
        cells = [re.findall(r"[2-5cm]\+?|[.x_]", row) for row in rows]
        whole = all("".join(row) == text for row, text in zip(cells, rows, strict=True))
        if not whole or len(rows) != self.size or any(len(row) != self.size for row in cells):
            raise self.fields.bad("sheet")
        s.house[k] = 0
        for row, signs in enumerate(cells):
            for column, sign in enumerate(signs):
                one = U(1 << (8 * row + column))
                if sign == OUTSIDE:
                    continue
                s.house[k] |= one
                if sign == CROSSED:
                    s.crossed[k] |= one
                elif sign != EMPTY:
                    s.symbols[k, SIGNS.index(sign[0])] |= one
                    s.doubled[k] |= one if sign.endswith(TWICE) else U(0)

    def _room(self, k: int, cells: int) -> None:
        s = self.s
        symbol = next((n for n in range(rules.NUMBERS) if not cells & ~int(s.symbols[k, n])), None)
        if symbol is None or int(s.roomed[k]) & cells:
            raise self.fields.bad("rooms")
        s.roomed[k] |= U(cells)
        s.east[k] |= U(cells & cells >> 1)
        s.south[k] |= U(cells & cells >> 8)
        s.rooms[k, symbol] += 1

    def _cells(self, text: str, problem: str) -> int:
        """The board of cells written one after the other."""
        found = re.findall(r"[a-g][1-7]", text)
        cells = 0
        for cell in found:
            cells |= 1 << bit_of(cell)
        if "".join(found) != text or cells & ~int(rules.SHEET[self.level]):
            raise self.fields.bad(problem)
        return cells

    # --- a turn ---

    def _turn(self, seat: int, text: str) -> None:
        s, parts = self.s, text.split(",")
        flags = parts[4:]
        if len(parts) < 4 or flags not in ([], ["J"], ["done"], ["J", "done"]):
            raise self.fields.bad("turn")
        self._faces(seat, parts[0])
        if not re.fullmatch(r"[1-4]", parts[1]):
            raise self.fields.bad("turn")
        s.owed[seat] = int(parts[1])
        s.group[seat] = self._cells(parts[2], "turn")
        self._forced(seat, parts[3])
        s.corners[seat] = "J" in flags
        self.finished |= ("done" in flags) << seat

    def _faces(self, seat: int, text: str) -> None:
        s, dice = self.s, re.findall(r"([2-5cm])(\*?)", text)
        rolled = _rolled(int(s.round_number))
        if len(dice) != rolled or "".join(map("".join, dice)) != text:
            raise self.fields.bad("turn")
        s.used[seat] = 0 if rolled == rules.DICE else rounds.FOURTH_DIE
        for die, (sign, used) in enumerate(dice):
            s.face[seat, die] = SIGNS.index(sign)
            s.used[seat] |= bool(used) << die
        s.taken[seat] = int(s.used[seat]).bit_count() - int(s.round_number == 0)

    def _forced(self, seat: int, text: str) -> None:
        s = self.s
        for pattern, setter in _FORCED:
            if found := re.fullmatch(pattern, text):
                setter(s, seat, found)
                if s.forced[seat] == rules.EXPAND:
                    s.added[seat] = self._cells(found[3], "turn")
                return
        raise self.fields.bad("turn")

    def _waiting(self) -> None:
        """Who waits, and who acts, as they follow from the turns."""
        s = self.s
        seats = range(int(s.seats))
        turns = [seat for seat in seats if sheet.empty(s, seat + rules.MOST)]
        waiting = [seat for seat in turns if not self.finished >> seat & 1]
        s.over = self.over
        s.waiting = 0 if self.over else sum(1 << seat for seat in waiting)
        s.turn = turns[0] if turns and not self.over else 0
        s.actor = waiting[0] if waiting and not self.over else 0

    def _stuck(self) -> bool:
        """What the invariants take for granted: the game goes on, and what is forced can be."""
        s, seats = self.s, range(int(self.s.seats))
        if self.over:
            return any(s.taken[seat] or s.forced[seat] or s.group[seat] for seat in seats)
        if not s.waiting:
            return True
        return any(not self._forced_fits(seat) or not self._goes_on(seat) for seat in seats)

    def _forced_fits(self, seat: int) -> bool:
        """Whether the level and the abilities can force what is forced."""
        s = self.s
        forced, written = int(s.forced[seat]), int(s.written[seat])
        if forced == rules.TRACK:
            return bool(rules.TRACK_LENGTH[self.level])
        if forced == rules.WILD:
            return int(s.slot[rules.K]) >= 0
        if forced == rules.SECOND_MOUSE and not int(s.symbols[seat, rules.MOUSE]) >> written & 1:
            return False
        if forced in (rules.FIRST_MOUSE, rules.SECOND_MOUSE):
            return int(s.slot[rules.L]) >= 0
        return int(s.spark[seat]) < 0 or int(s.slot[s.spark[seat]]) >= 0

    def _goes_on(self, seat: int) -> bool:
        """Whether a player who is done could be, and another has something to do."""
        s, actor = self.s, self.s.actor
        if self.finished >> seat & 1:
            near = turn.near_group(s, seat, sheet.empty(s, seat))
            has_turn = bool(sheet.empty(s, seat + rules.MOST))
            return bool(has_turn and not s.forced[seat] and turn.may_finish(s, seat, near))
        if not s.waiting >> seat & 1:
            return True
        s.actor = seat
        n = int(turn.legal(s, np.empty(MOST_LEGAL, np.int32)))
        s.actor = actor
        return n > 0


Setter = Callable[[Any, int, "re.Match[str]"], None]


def _pattern(pattern: str, forced: int, read: Callable[[re.Match[str]], dict[str, int]]) -> Any:
    def setter(s: Any, seat: int, found: re.Match[str]) -> None:
        s.forced[seat] = forced
        for name, value in read(found).items():
            s[name][seat] = value

    return pattern, setter


def _patterns() -> Iterator[Any]:
    yield _pattern("-", rules.FREE, lambda _: {})
    yield _pattern("track([2-5])", rules.TRACK, lambda m: {"written": int(m[1]) - 2})
    yield _pattern("track#", rules.TRACK, lambda _: {"written": rules.ANY})
    yield _pattern("room([a-g][1-7])", rules.CHOOSE, lambda m: {"written": bit_of(m[1])})
    yield _pattern(
        r"add([1-5])([KL]?):(\w*)",
        rules.EXPAND,
        lambda m: {"missing": int(m[1]), "spark": LETTERS.index(m[2]) if m[2] else -1},
    )
    yield _pattern("wild", rules.WILD, lambda _: {})
    yield _pattern("mouse", rules.FIRST_MOUSE, lambda _: {})
    yield _pattern("mouse([a-g][1-7])", rules.SECOND_MOUSE, lambda m: {"written": bit_of(m[1])})


_FORCED: list[tuple[str, Setter]] = list(_patterns())
