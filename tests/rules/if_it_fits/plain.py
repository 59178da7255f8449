"""The rule sheet once more, as plainly as it reads: a dictionary of cards, floods for boxes.

Slow and without numbers for kinds or boxes that are kept. The engine must agree with it move by
move. Cards are written as in notation: `NE ball`, `toy mouse`, `princess`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

STARTING = ["open plain", "N plain", "E plain", "NE plain", "NW plain"]
SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
COLUMNS = "abcdefghijklmnopqrstuvwxy"
TOYS = ("ball", "mouse", "feather")

Spot = tuple[int, int]


def name(spot: Spot) -> str:
    """A cell as players write it."""
    return f"{COLUMNS[spot[0]]}{spot[1] + 1}"


def spot(text: str) -> Spot:
    """A cell from its name."""
    return COLUMNS.index(text[0]), int(text[1:]) - 1


def half_turn(walls: frozenset[str]) -> frozenset[str]:
    """I-2."""
    return frozenset(OPPOSITE[side] for side in walls)


@dataclass
class Card:
    """What lies on a cell: a box, a sleeping cat, a special toy or Princess."""

    walls: frozenset[str] = frozenset()
    content: str = ""  # of a box
    box: bool = False
    sleeper: int | None = None
    toy: str = ""


@dataclass
class Plain:
    """A game in progress."""

    seats: int
    hard: bool
    first: int
    hands: list[list[str]]
    pile: int  # cards in the draw pile
    table: dict[Spot, Card] = field(default_factory=dict)
    across: dict[Spot, str] = field(default_factory=dict)  # by the western cell: "0", "princess", …
    ending: bool = False
    over: bool = False

    def __post_init__(self) -> None:
        self.starting = list(STARTING)
        self.actor = self.first
        self.phase = "start"
        self.last: Spot | None = None

    # --- the table -------------------------------------------------------------------------------

    def beside(self, at: Spot) -> dict[str, Spot]:
        """The neighbours of a cell on the table of 25×25 (I-6)."""
        found = {side: (at[0] + dx, at[1] + dy) for side, (dx, dy) in SIDES.items()}
        return {s: c for s, c in found.items() if 0 <= c[0] < 25 and 0 <= c[1] < 25}

    def free(self) -> list[Spot]:
        """I-30."""
        if not self.table:
            return [(12, 12)]
        cells = {c for at in self.table for c in self.beside(at).values()}
        return [cell for cell in cells if cell not in self.table]

    def clashes(self, walls: frozenset[str], at: Spot) -> bool:
        """I-71: whether a wall would stand against a wall."""
        for side, other in self.beside(at).items():
            there = self.table.get(other)
            if side in walls and there is not None and OPPOSITE[side] in there.walls:
                return True
        return False

    def box_of(self, at: Spot) -> set[Spot]:
        """I-31: all cells of a box, flooded through sides that are open on both cards."""
        found, queue = {at}, [at]
        while queue:
            here = queue.pop()
            for side, other in self.beside(here).items():
                if other in found or other not in self.table:
                    continue
                wall = side in self.table[here].walls or OPPOSITE[side] in self.table[other].walls
                if not wall:
                    found.add(other)
                    queue.append(other)
        return found

    def boxes(self) -> list[set[Spot]]:
        """All boxes."""
        found: list[set[Spot]] = []
        for at in self.table:
            if not any(at in box for box in found):
                found.append(self.box_of(at))
        return found

    def closed(self, box: set[Spot]) -> bool:
        """I-31, I-6: no open side is left that meets nothing, be it at the table's edge."""
        for at in box:
            for side, (dx, dy) in SIDES.items():
                if side not in self.table[at].walls and (at[0] + dx, at[1] + dy) not in self.table:
                    return False
        return True

    def awake(self, box: set[Spot], seat: int) -> int:
        """Cats of a player that lie across sides in the box."""
        return sum(at in box and what == str(seat) for at, what in self.across.items())

    def asleep(self, box: set[Spot], seat: int) -> int:
        """Cats of a player that sleep in the box."""
        return sum(self.table[at].sleeper == seat for at in box)

    def supply(self, seat: int) -> int:
        """Cats off the table."""
        everything = set(self.table)
        return 5 - self.awake(everything, seat) - self.asleep(everything, seat)

    def takes_in(self, west: Spot) -> bool:
        """I-40, I-41: whether the actor may lay a cat or toy across this cell and the next."""
        east = (west[0] + 1, west[1])
        left, right = self.table.get(west), self.table.get(east)
        if left is None or right is None or not (left.box and right.box):
            return False
        if "E" in left.walls or "W" in right.walls or west in self.across:
            return False
        box = self.box_of(west)
        has = [self.awake(box, k) + self.asleep(box, k) > 0 for k in range(self.seats)]
        return has[self.actor] or not any(has)

    # --- what may be done ------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """All moves in notation."""
        if self.phase == "start":
            return {move for card in set(self.starting) for move in self.lays(card)}
        if self.phase == "turn":
            return {"draw", *(f"sleep {name(at)}" for at in self.free())}
        if self.phase == "cat":
            return {"no cat", *self.cats()}
        moves = {move for card in set(self.hands[self.actor]) for move in self.plays(card)}
        return moves or {f"discard {card}" for card in self.hands[self.actor]}

    def lays(self, card: str) -> set[str]:
        """All ways to lay a box, each way that it can lie once."""
        walls = frozenset(card.split()[0]) if not card.startswith("open") else frozenset()
        ways = {walls: "", half_turn(walls): " turned"}
        ways[walls] = ""
        return {
            f"lay {card} {name(at)}{words}"
            for way, words in ways.items()
            for at in self.free()
            if not (self.hard and self.clashes(way, at))
        }

    def plays(self, card: str) -> set[str]:
        """All ways to play a card of the hand."""
        if card == "princess":
            awake = {f"princess {pair(at)}" for at, what in self.across.items() if what.isdigit()}
            sleepers = {at for at, lying in self.table.items() if lying.sleeper is not None}
            return awake | {f"princess {name(at)}" for at in sleepers}
        if card.startswith("toy"):
            places = {f"{card} {pair(at)}" for at in self.table if self.takes_in(at)}
            return places or {f"{card} {name(at)}" for at in self.free()}
        return self.lays(card)

    def cats(self) -> set[str]:
        """I-40."""
        assert self.last is not None
        if self.supply(self.actor) == 0:
            return set()
        west = (self.last[0] - 1, self.last[1])
        return {f"cat {pair(at)}" for at in (west, self.last) if self.takes_in(at)}

    # --- doing it --------------------------------------------------------------------------------

    def play(self, move: str, drawn: str | None = None) -> None:
        """One move; `drawn` is the card that was drawn."""
        verb, *rest = move.split()
        if verb == "lay":
            self.lay(rest)
        elif verb == "draw":
            assert drawn is not None
            self.hands[self.actor].append(drawn)
            self.pile -= 1
            self.ending |= self.pile == 0
            self.phase = "play"
        elif verb == "sleep":
            self.table[spot(rest[0])] = Card(sleeper=self.actor)
            self.end_turn()
        elif verb == "cat":
            self.across[spot(rest[0])] = str(self.actor)
            self.end_turn()
        elif verb == "no":
            self.end_turn()
        elif verb == "toy":
            self.hands[self.actor].remove(f"toy {rest[0]}")
            if len(rest) == 3:
                self.across[spot(rest[1])] = rest[0]
            else:
                self.table[spot(rest[1])] = Card(toy=rest[0])
            self.end_turn()
        elif verb == "princess":
            self.hands[self.actor].remove("princess")
            if len(rest) == 2:
                self.across[spot(rest[0])] = "princess"
            else:
                self.table[spot(rest[0])] = Card()
            self.end_turn()
        else:
            self.hands[self.actor].remove(" ".join(rest))
            self.end_turn()

    def lay(self, words: list[str]) -> None:
        """I-12, I-20, I-40."""
        walls = frozenset(words[0]) if words[0] != "open" else frozenset()
        if words[-1] == "turned":
            walls = half_turn(walls)
        self.last = spot(words[2])
        self.table[self.last] = Card(walls, words[1], box=True)
        card = " ".join(words[:2])
        if self.phase == "start":
            self.starting.remove(card)
            self.actor = (self.actor + 1) % self.seats
            self.phase = "start" if len(self.table) < self.seats else "turn"
            return
        self.hands[self.actor].remove(card)
        if self.cats():
            self.phase = "cat"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """I-50."""
        self.ending |= any(self.supply(seat) == 0 for seat in range(self.seats))
        self.actor = (self.actor + 1) % self.seats
        self.phase = "play" if self.ending else "turn"
        self.over = self.ending and not any(self.hands)

    # --- points ----------------------------------------------------------------------------------

    def worth(self, box: set[Spot]) -> tuple[int, int]:
        """I-61: points of a box, and how many of them bottles take."""
        counts = dict.fromkeys(TOYS, 0)
        bottles = 0
        for at in box:
            card, lying = self.table[at], self.across.get(at)
            if card.content in counts:
                counts[card.content] += 1
            bottles += card.content == "spray"
            if card.toy:
                counts[card.toy] += 2
            if lying in counts:
                counts[str(lying)] += 2
        double = 2 if self.closed(box) else 1
        return double * (max(counts.values()) - bottles), double * bottles

    def count(self) -> tuple[list[int], list[int]]:
        """I-60 to I-63: points and minus points."""
        points, minus = [0] * self.seats, [0] * self.seats
        for box in self.boxes():
            cats = [0.0] * self.seats
            for seat in range(self.seats):
                awake, asleep = self.awake(box, seat), self.asleep(box, seat)
                if awake:
                    cats[seat] = awake + (asleep / 2 if self.hard else asleep)
                    points[seat] += 0 if self.hard else awake + asleep - 1
            worth, lost = self.worth(box)
            for seat in range(self.seats):
                if cats[seat] and cats[seat] == max(cats):
                    points[seat] += worth
                    minus[seat] += lost
        return points, minus


def pair(west: Spot) -> str:
    """Two neighbours in notation."""
    return f"{name(west)} {name((west[0] + 1, west[1]))}"
