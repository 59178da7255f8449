"""The rule sheet once more, as plainly as it reads: a dictionary of squares, moves in notation.

Slow, without bits or tables, and pushing pieces one by one in an order drawn at random, as hands on
a real bed would. The engine must agree with it move by move.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from random import Random

Square = tuple[int, int]  # column and row, from the north-west

BED = [(column, row) for row in range(6) for column in range(6)]
NEIGHBOURS = [(dc, dr) for dc, dr in itertools.product((-1, 0, 1), repeat=2) if dc or dr]
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]
TRAVEL = {"N": (0, 1), "S": (0, -1), "W": (1, 0), "E": (-1, 0)}
ENTRIES = [(edge, seam) for edge in "NESW" for seam in range(1, 6)]


def name(square: Square) -> str:
    """A square as people call it."""
    return f"{'abcdef'[square[0]]}{square[1] + 1}"


def square_of(text: str) -> Square:
    """A square from its name."""
    return "abcdef".index(text[0]), int(text[1]) - 1


@dataclass(frozen=True)
class Ghost:
    """A ghost's entry, and the segments it has travelled."""

    edge: str
    seam: int
    step: int = 0

    def beside(self) -> frozenset[Square]:
        """The two squares that share the ghost's segment, which also name it."""
        along = self.step if self.edge in "NW" else 5 - self.step
        sides = (self.seam - 1, self.seam)
        return frozenset((s, along) if self.edge in "NS" else (along, s) for s in sides)

    def on(self, steps: int) -> Ghost:
        """The ghost so many segments farther."""
        return Ghost(self.edge, self.seam, self.step + steps)

    def __str__(self) -> str:
        return f"{self.edge}{self.seam}+{self.step}"


@dataclass
class Plain:
    """A game as it stands on the table."""

    with_ghosts: bool
    mover: int = 0
    phase: str = "place"
    bed: dict[Square, tuple[int, str]] = field(default_factory=dict)  # (owner, k or c)
    pools: list[dict[str, int]] = field(
        default_factory=lambda: [{"k": 8, "c": 0}, {"k": 8, "c": 0}]
    )
    ghosts: list[Ghost | None] = field(default_factory=lambda: [None, None])
    turns: int = 0
    winner: int | None = None
    hands: Random = field(default_factory=lambda: Random(0))  # in which order pieces are pushed

    # --- what may be done ---

    def legal(self) -> set[str]:
        """The legal moves in notation."""
        if self.phase == "place":
            kinds = [kind for kind in "kc" if self.pools[self.mover][kind]]
            return {f"{k} {name(s)}" for k in kinds for s in BED if s not in self.bed}
        if self.phase == "ghost":
            other = self.ghosts[1 - self.mover]
            free = [e for e in ENTRIES if not (other and _same(Ghost(*e), other))]
            return {"keep"} | {f"ghost {edge}{seam}" for edge, seam in free}
        if self.phase == "grow":
            rows = {f"grow {name(row[0])} {name(row[2])}" for row in self.rows("kc")}
            return rows | ({f"lift {name(s)}" for s in self.own()} if self.all_on_bed() else set())
        return set()

    def own(self, kinds: str = "kc") -> list[Square]:
        """The mover's pieces on the bed."""
        return [s for s, (owner, kind) in self.bed.items() if owner == self.mover and kind in kinds]

    def rows(self, kinds: str) -> list[list[Square]]:
        """The mover's unbroken rows of three."""
        own = set(self.own(kinds))
        lines = [[(c + k * dc, r + k * dr) for k in range(3)] for c, r in own for dc, dr in LINES]
        return [line for line in lines if own.issuperset(line)]

    def all_on_bed(self) -> bool:
        """Whether the mover's pool is empty."""
        return len(self.own()) == 8

    # --- what is done ---

    def play(self, move: str) -> None:
        """Carry out a legal move."""
        word, *rest = move.split()
        if word in "kc":
            self.place(word, square_of(rest[0]))
        elif word == "keep":
            self.check()
        elif word == "ghost":
            self.ghosts[self.mover] = Ghost(rest[0][0], int(rest[0][1]))
            self.check()
        elif word == "grow":
            ends = {square_of(rest[0]), square_of(rest[1])}
            self.leave(next(row for row in self.rows("kc") if {row[0], row[2]} == ends))
        else:
            self.leave([square_of(rest[0])])

    def place(self, kind: str, at: Square) -> None:
        """H-10 to H-15, then the ghost."""
        self.pools[self.mover][kind] -= 1
        self.bed[at] = self.mover, kind
        ways = NEIGHBOURS[:]
        self.hands.shuffle(ways)
        for dc, dr in ways:
            near, far = (at[0] + dc, at[1] + dr), (at[0] + 2 * dc, at[1] + 2 * dr)
            pushed = near in self.bed and not (kind == "k" and self.bed[near][1] == "c")
            if pushed and far not in self.bed:
                self.shift(near, far)
        self.haunt()

    def shift(self, origin: Square, target: Square) -> None:
        """Move a piece, or take it back to its owner's pool if the target is off the bed."""
        owner, kind = self.bed.pop(origin)
        if target in BED:
            self.bed[target] = owner, kind
        else:
            self.pools[owner][kind] += 1

    def haunt(self) -> None:
        """H-20 to H-26: ask about a ghost in the pool, move one that is on the bed."""
        ghost, other = self.ghosts[self.mover], self.ghosts[1 - self.mover]
        if self.with_ghosts and ghost is None:
            self.phase = "ghost"
            return
        if ghost is not None:
            meets = other and ghost.step < 5 and _same(ghost.on(1), other)
            landed = ghost.on(2 if meets else 1)
            self.ghosts[self.mover] = landed if landed.step < 6 else None
            if landed.step < 6:
                self.push_aside(landed)
        self.check()

    def push_aside(self, ghost: Ghost) -> None:
        """H-23, H-24, on both sides of the ghost's segment."""
        sides = sorted(ghost.beside())
        ways = [(sides[0], sides[1]), (sides[1], sides[0])]
        self.hands.shuffle(ways)
        for near, opposite in ways:
            if near in self.bed:
                dc, dr = near[0] - opposite[0], near[1] - opposite[1]
                to = near
                while to in self.bed:
                    to = to[0] + dc, to[1] + dr
                self.shift(near, to)

    def check(self) -> None:
        """H-30 to H-37."""
        if self.rows("c") or len(self.own("c")) == 8:
            self.winner = self.mover
            self.turns += 1
            self.phase = "over"
        elif self.rows("kc") or self.all_on_bed():
            self.phase = "grow"
        else:
            self.pass_on()

    def leave(self, squares: list[Square]) -> None:
        """H-33, H-35: these pieces leave the bed for cats in the pool."""
        for square in squares:
            del self.bed[square]
            self.pools[self.mover]["c"] += 1
        self.pass_on()

    def pass_on(self) -> None:
        """The next turn, or the draw of H-41."""
        self.turns += 1
        self.phase = "over" if self.turns == 300 else "place"
        if self.phase == "place":
            self.mover = 1 - self.mover

    def position(self) -> str:
        """The position text."""
        signs = {name(s): k.upper() if owner else k for s, (owner, k) in self.bed.items()}
        rows = ["".join(signs.get(f"{c}{r}", "1") for c in "abcdef") for r in range(1, 7)]
        board = "/".join("".join(_counted(row)) for row in rows)
        pools = ["".join(f"{n}{k}" for k, n in pool.items() if n) or "-" for pool in self.pools]
        ghosts = [str(ghost or "-") for ghost in self.ghosts]
        return " ".join([board, str(self.mover + 1), *pools, *ghosts, str(self.turns)])


def _same(one: Ghost, other: Ghost) -> bool:
    return one.beside() == other.beside()


def _counted(row: str) -> list[str]:
    runs = [(sign, len(list(group))) for sign, group in itertools.groupby(row)]
    return [str(length) if sign == "1" else sign * length for sign, length in runs]
