"""The rule sheet of Macskalak read plainly: slow, in words and sets, one rule after the other.

Nothing here looks at the engine. Dice are told to it; it says what each player may do, in notation,
and keeps the sheets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

Cell = tuple[int, int]  # row and column, from 0
NUMBERS = "2345"
SYMBOLS = ("2", "3", "4", "5", "cat", "mouse")
TRACK = ("", "2", "", "3", "", "#", "", "4", "", "#", "", "5")  # M-52
STARS = {2: "b2 e2 d3", 3: "b4 e4 d5"}
BONUS = {2: "d1 a3 f4 c6 e6", 3: "c1 f2 c3 a5 e6"}
AREAS = ("RRRRBB", "RRRBBB", "RRBBBB", "GGGGYY", "GGGYYY", "GGYYYY")
POINTS = {"2": 1, "3": 3, "4": 5, "5": 7}  # M-91


def name(cell: Cell) -> str:
    """`b4` for row 3, column 1."""
    return "abcdefg"[cell[1]] + str(cell[0] + 1)


def cell_of(word: str) -> Cell:
    """The other way round."""
    return int(word[1]) - 1, "abcdefg".index(word[0])


def sides(cell: Cell) -> set[Cell]:
    """M-3: the cells that share a side with it."""
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def corners(cell: Cell) -> set[Cell]:
    """Those that touch it at all."""
    row, column = cell
    return {(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {cell}


def together(cells: set[Cell]) -> list[set[Cell]]:
    """The connected parts."""
    parts, left = [], set(cells)
    while left:
        part, edge = set(), {left.pop()}
        while edge:
            part |= edge
            edge = {near for cell in edge for near in sides(cell)} & left
            left -= edge
        parts.append(part)
    return parts


class Sheet:
    """One player's sheet and turn."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.symbols: dict[Cell, str] = {}
        self.doubled: set[Cell] = set()
        self.crossed: set[Cell] = set()
        self.rooms: list[set[Cell]] = []
        size = 7 if level == 4 else 6
        self.frame = {(row, column) for row in range(size) for column in range(size)}
        self.house = set(self.frame)
        if level == 4:  # M-80
            self.house = {(row, column) for row in (2, 3, 4) for column in (1, 2, 3, 4, 5)}
        self.uses: Counter[str] = Counter()  # by ability
        self.cats = 0
        self.begin([])

    def begin(self, dice: list[str], owed: int = 3) -> None:
        """M-20: a turn begins."""
        self.dice = list(dice)  # those not used yet
        self.owed, self.used = owed, 0
        self.group: set[Cell] = set()
        self.corners = False
        self.pending: list[tuple[str, ...]] = []  # M-25: what is forced, the first first
        self.added: set[Cell] = set()
        self.done = False

    # --- looking ---

    def empty(self) -> set[Cell]:
        """Cells that can be written in."""
        return self.house - set(self.symbols) - self.crossed

    def in_room(self) -> set[Cell]:
        """Cells of rooms."""
        return set().union(*self.rooms)

    def weight(self, cells: set[Cell]) -> int:
        """M-31: doubled cells weigh two."""
        return len(cells) + len(cells & self.doubled)

    def near(self) -> set[Cell]:
        """M-20, M-22, J: where a die may be written."""
        if not self.group:
            return self.empty()
        touch = corners if self.corners else sides
        return {near for cell in self.group for near in touch(cell)} & self.empty()

    def possible_rooms(self, number: str) -> list[set[Cell]]:
        """M-30, M-31: every smallest connected set of loose equal numbers that weighs enough."""
        loose = {cell for cell, symbol in self.symbols.items() if symbol == number}
        loose -= self.in_room()
        found: list[set[Cell]] = []
        known: set[frozenset[Cell]] = set()
        sets = [frozenset({cell}) for cell in loose]
        while sets:  # from small to large: a set that holds one found already isn't smallest
            grown = set()
            for each in sets:
                if any(room <= each for room in found):
                    continue
                if self.weight(set(each)) >= int(number):
                    found.append(set(each))
                else:
                    edge = {near for cell in each for near in sides(cell)} & loose - each
                    grown |= {each | {near} for near in edge}
            sets = sorted(grown - known, key=sorted)
            known |= grown
        return found

    # --- what may be done ---

    def legal(self) -> set[str]:
        """All that the player may do now."""
        if self.pending:
            return set(self.forced())
        return set(self.dice_moves()) | set(self.other_uses())

    def forced(self) -> Iterator[str]:
        """M-25."""
        what, *more = self.pending[0]
        free = self.empty()
        if what == "track":
            numbers = NUMBERS if more[0] == "#" else more[0]
            yield from (f"{number} {name(cell)}" for number in numbers for cell in free)
        elif what == "room":
            for room in self.possible_rooms(more[0]):
                yield "room " + " ".join(name(cell) for cell in sorted(room))
        elif what == "expand":
            yield from (f"add {name(cell)}" for cell in self.expandable(int(more[0])))
        elif what == "K":
            for symbol in SYMBOLS:
                if symbol == "cat" and self.level == 1:
                    yield "cat"
                else:
                    yield from (f"{symbol} {name(cell)}" for cell in free)
        elif what == "L":
            yield from (f"mouse {name(cell)}" for cell in free)
        else:
            yield "enough"
            yield from (f"mouse {name(cell)}" for cell in sides(cell_of(more[0])) & free)

    def expandable(self, count: int) -> set[Cell]:
        """M-80: where the next of so many cells may lie."""
        free = self.frame - self.house
        if self.added:
            return {near for cell in self.added for near in sides(cell)} & free
        regions = together(free)
        enough = [region for region in regions if len(region) >= count]
        return set().union(*enough)

    def dice_moves(self) -> Iterator[str]:
        """M-20 to M-24, A, I and *done*."""
        free, near = self.empty(), self.near()
        owed = self.owed - self.used
        for symbol in set(self.dice) if owed > 0 else ():
            if symbol == "cat" and self.level == 1:
                yield "cat"
                continue
            yield from (f"{symbol} {name(cell)}" for cell in near)
            if self.uses["A"]:
                yield from (f"apart {symbol} {name(cell)}" for cell in free)
            if self.uses["I"] and owed >= 2 and self.dice.count(symbol) >= 2:
                yield from (f"double {symbol} {name(cell)}" for cell in near)
                if self.uses["A"]:
                    yield from (f"double apart {symbol} {name(cell)}" for cell in free)
        stuck = 0
        for symbol in self.dice:
            goes_on_track = symbol == "cat" and self.level == 1
            stuck += not near and not goes_on_track
        if owed <= stuck:
            yield "done"

    def other_uses(self) -> Iterator[str]:
        """M-40, M-41: abilities that aren't spent in writing a die."""
        free = self.empty()
        if self.owed > self.used:
            for die in set(self.dice):
                yield from self.changes(die)
            if self.uses["J"] and not self.corners:
                yield "use J"
        if self.uses["E"]:
            if self.owed < 4:
                yield "use E more"
            if self.owed > 1 and self.owed > self.used:
                yield "use E fewer"
        if self.uses["D"]:
            yield from (f"use D {name(cell)}" for cell in free)
        if self.uses["G"]:
            for cell, symbol in self.symbols.items():
                if symbol in NUMBERS and cell not in self.in_room():
                    yield from (f"move {name(cell)} {name(to)}" for to in free)

    def changes(self, die: str) -> Iterator[str]:
        """B, C, F, H."""
        if die in NUMBERS:
            if self.uses["B"] and die != "5":
                yield f"use B {die} up"
            if self.uses["B"] and die != "2":
                yield f"use B {die} down"
            if self.uses["H"]:
                yield f"use H {die} cat"
                yield f"use H {die} mouse"
        if die == "mouse" and self.uses["C"]:
            yield from (f"use C {number}" for number in NUMBERS)
        if die in "25" and self.uses["F"]:
            yield f"use F {die}"

    # --- what it does ---

    def play(self, move: str, gives: dict[str, str]) -> None:
        """Carry out a legal move; `gives` says which ability a room of each number gives."""
        self.gives = gives
        words = move.split()
        if words[0] == "done":
            self.done = True
        elif words[0] == "use":
            self.use(words[1], words[2:])
        elif words[0] == "move":
            self.uses["G"] -= 1
            source, to = map(cell_of, words[1:])
            number = self.symbols.pop(source)
            self.doubled.discard(source)
            self.crossed.add(source)
            self.write(number, to)
        elif self.pending:
            self.obey(words)
        else:
            self.write_die(words)

    def use(self, ability: str, words: list[str]) -> None:
        """B to F, H and J."""
        self.uses[ability] -= 1
        if ability == "D":
            self.write("3", cell_of(words[0]))
        elif ability == "E":
            self.owed += 1 if words[0] == "more" else -1
        elif ability == "J":
            self.corners = True
        else:
            before = "mouse" if ability == "C" else words[0]
            self.dice.remove(before)
            step = {"up": 1, "down": -1}
            after = {
                "B": lambda: str(int(before) + step[words[1]]),
                "C": lambda: words[0],
                "F": lambda: {"2": "5", "5": "2"}[before],
                "H": lambda: words[1],
            }[ability]()
            self.dice.append(after)

    def write_die(self, words: list[str]) -> None:
        """M-22: one die, or two with I."""
        double, apart = "double" in words, "apart" in words
        words = [word for word in words if word not in ("double", "apart")]
        symbol = words[0]
        for _ in range(2 if double else 1):
            self.dice.remove(symbol)
            self.used += 1
        self.uses["A"] -= apart
        self.uses["I"] -= double
        if len(words) == 1:
            self.cross_cat()
            return
        cell = cell_of(words[1])
        if not apart:
            self.group.add(cell)
        if double:
            self.doubled.add(cell)
        self.write(symbol, cell)

    def obey(self, words: list[str]) -> None:
        """M-25: do what the first pending effect asks for."""
        what, *more = self.pending.pop(0)
        if what == "room":
            self.build(more[0], {cell_of(word) for word in words[1:]})
        elif what == "expand":
            self.added.add(cell_of(words[1]))
            self.house.add(cell_of(words[1]))
            if int(more[0]) > 1:
                self.pending.insert(0, ("expand", str(int(more[0]) - 1)))
            else:
                self.added = set()
                self.drop_hopeless()
        elif words == ["cat"]:
            self.cross_cat()
        elif what == "L":
            cell = cell_of(words[1])
            self.write("mouse", cell)
            if sides(cell) & self.empty():
                self.pending.insert(0, ("L2", words[1]))
        elif words != ["enough"]:
            self.write(words[0], cell_of(words[1]))

    def drop_hopeless(self) -> None:
        """M-42: what finds no empty cell is lost; a cat of K needs none on level 1 (M-50)."""
        needs_cell = ("track", "L") if self.level == 1 else ("track", "K", "L")
        if self.pending and self.pending[0][0] in needs_cell and not self.empty():
            self.pending.pop(0)

    def cross_cat(self) -> None:
        """M-50, M-51."""
        if self.cats == len(TRACK):
            return
        shows = TRACK[self.cats]
        self.cats += 1
        if shows:
            self.pending.insert(0, ("track", shows))
            self.drop_hopeless()

    def write(self, symbol: str, cell: Cell) -> None:
        """M-22, M-30: a symbol, and the room that it makes."""
        assert cell in self.empty()
        self.symbols[cell] = symbol
        if symbol in NUMBERS:
            rooms = self.possible_rooms(symbol)
            if len(rooms) == 1:
                self.build(symbol, rooms[0])
            elif rooms:
                self.pending.insert(0, ("room", symbol))

    def build(self, number: str, room: set[Cell]) -> None:
        """M-30, M-32, M-80, and K and L at once."""
        self.rooms.append(room)
        ability = self.gives[number]
        effects: list[tuple[str, ...]] = []
        if self.level == 4:
            largest = max((len(part) for part in together(self.frame - self.house)), default=0)
            if largest:
                effects.append(("expand", str(min(int(number), largest))))
        if ability in "KL":
            effects.append((ability,))
        else:
            self.uses[ability] += 1
        self.pending[:0] = effects
        self.drop_hopeless()

    # --- points ---

    def count(self, symbol: str, cells: set[Cell]) -> int:
        """How many of a symbol stand in some cells; doubled ones are two (I)."""
        return self.weight({cell for cell in cells if self.symbols.get(cell) == symbol})

    def lines(self) -> list[set[Cell]]:
        """All rows and columns."""
        size = 7 if self.level == 4 else 6
        rows = [{(row, column) for column in range(size)} for row in range(size)]
        return rows + [{(row, column) for row in range(size)} for column in range(size)]

    def parts(self) -> dict[str, int]:
        """M-91, with M-53, M-54, M-60, M-61, M-70, M-81."""
        found = {"rooms": 0, "cats": 0, "cheese": 0, "mice": 0, "bonus": 0, "empty": 0}
        for room in self.rooms:
            found["rooms"] += POINTS[self.symbols[min(room)]]
        if self.level == 1:
            found["cats"] = self.cats
        if self.level in (1, 4):
            found["cheese"] = sum(bool(self.count("mouse", line)) for line in self.lines())
        if self.level in (2, 4):
            with_cat = [line for line in self.lines() if self.count("cat", line)]
            found["mice"] = sum(self.count("mouse", line) for line in with_cat)
        if self.level == 3:
            for area in "RBGY":
                cells = {cell for cell in self.frame if AREAS[cell[0]][cell[1]] == area}
                cats = self.count("cat", cells)
                found["mice"] += self.count("mouse", cells) * (0 if not cats else 1 + (cats > 2))
        for word in BONUS.get(self.level, "").split():
            if cell_of(word) in self.in_room():
                found["bonus"] += int(self.symbols[cell_of(word)])
        if self.level < 4:
            found["empty"] = -len(self.empty())
        return found


class Plain:
    """A whole game."""

    def __init__(self, level: int, seats: int, abilities: str) -> None:
        self.level = level
        self.gives = dict(zip(NUMBERS, abilities, strict=True))
        self.sheets = [Sheet(level) for _ in range(seats)]
        self.round = 0 if level in STARS else 1
        self.over = False

    def roll(self, dice: list[str]) -> None:
        """M-11, M-20: the dice for all; M-82: whose house is full has no turn."""
        for sheet in self.sheets:
            sheet.begin(dice)
            sheet.done = not sheet.empty()

    @property
    def waiting(self) -> list[int]:
        """Who isn't done."""
        return [seat for seat, sheet in enumerate(self.sheets) if not sheet.done]

    def legal(self, seat: int) -> set[str]:
        """What a player may do now."""
        sheet = self.sheets[seat]
        if self.round > 0:
            return sheet.legal()
        if not sheet.dice:  # M-11
            return {"done"}
        stars = [word for word in STARS[self.level].split() if cell_of(word) in sheet.empty()]
        return {f"{symbol} {star}" for symbol in sheet.dice for star in stars}

    def play(self, seat: int, move: str) -> bool:
        """Carry out a move; whether it was the last of the round."""
        sheet = self.sheets[seat]
        if self.round == 0 and move != "done":
            symbol, star = move.split()
            sheet.dice.remove(symbol)
            sheet.symbols[cell_of(star)] = symbol
        else:
            sheet.play(move, self.gives)
        if self.waiting:
            return False
        full = [not sheet.empty() for sheet in self.sheets]
        self.over = all(full) if self.level == 4 else any(full) or self.round == 60
        self.round += not self.over
        return True

    def winners(self) -> list[int]:
        """M-91, M-92."""
        ranks = [
            (sum(sheet.parts().values()), len(sheet.symbols) + len(sheet.crossed))
            for sheet in self.sheets
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
