"""If It Fits: what a seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from cattery.games.if_it_fits.moves import CARDS, CELL_NAMES, PLACE_CELLS, TOY_NAMES, WALLS
from cattery.games.if_it_fits.positions import position, set_position
from cattery.games.if_it_fits.rules import count, play
from cattery.games.if_it_fits.rules import state as rules
from cattery.games.if_it_fits.rules.deck import CONTENTS, MOST
from cattery.plain import Plain
from cattery.tagged import tagged

__all__ = ["View", "position", "set_position", "view"]

Phase = Literal["start", "turn", "play", "cat", "over"]
PHASES: tuple[Phase, ...] = ("start", "turn", "play", "cat", "over")
Shows = Literal["box", "cat", "toy", "princess"]
Side = Literal["N", "E", "S", "W"]
SIDES: tuple[Side, ...] = ("N", "E", "S", "W")


@dataclass(frozen=True)
class TableCard:
    """A card that lies on the table."""

    number: int  # in laying order, from 1
    cell: str
    shows: Shows  # a box, a sleeping cat, or what stands in the grid on its own (I-5)
    walls: str  # as it lies: of N, E, S, W; "" where all sides are open
    pattern: str | None  # of a box: its walls as the card is named
    turned: bool  # by 180°
    content: str | None  # ball, mouse, feather, spray, plain; of a special toy its kind
    owner: int | None  # of a sleeping cat
    counts: bool  # a sleeping cat that counts, beside an awake one (I-42)
    box: str  # the name of its box


@dataclass(frozen=True)
class Across:
    """What lies across the long sides of two neighbours (I-40)."""

    west: str
    east: str
    shows: Shows  # a cat awake, Princess or a special toy
    owner: int | None  # of the cat
    content: str | None  # the kind of the special toy
    box: str


@dataclass(frozen=True)
class Opening:
    """An open side of a box that meets no card yet."""

    cell: str
    side: Side


@dataclass(frozen=True)
class BoxCats:
    """One player's cats in a box."""

    seat: int
    awake: int
    asleep: int
    counted: int  # I-42
    strength: float  # I-60, I-73: in cats
    extra: int  # I-62: points for those beyond the first


@dataclass(frozen=True)
class Box:
    """Cards whose open sides touch (I-31)."""

    name: str  # of its first card; it stays the same as the box grows
    cells: tuple[str, ...]  # in laying order
    openings: tuple[Opening, ...]
    closed: bool
    ball: int  # toys, special ones counted as they count
    mouse: int
    feather: int
    bottles: int
    most: int  # I-61: toys of the most frequent kind
    doubled: bool
    points: int  # I-61: what each player who has it gets
    cats: tuple[BoxCats, ...]  # of those who have any here
    holders: tuple[int, ...]  # I-60: who has it; none, one, or several who are tied


@dataclass(frozen=True)
class Player:
    """What is known of a player."""

    cards: int  # in the hand
    turns: int | None  # I-50: left once the end has begun, this one included
    supply: int  # cats off the table
    awake: int
    asleep: int
    boxes: tuple[str, ...]  # that this player has
    points: int  # as the table stands
    minus: int  # I-63: of them, lost to spray bottles
    princesses: int  # shown so far


@dataclass(frozen=True)
class Place:
    """Two neighbours across whose long sides something may be laid."""

    west: str
    east: str


@tagged("if_it_fits")
class View:
    """The table as one seat, or an onlooker, sees it."""

    seat: int | None  # who looks; None for an onlooker
    turn: int
    actor: int
    phase: Phase
    hard: bool
    starter: int  # the start player
    players: tuple[Player, ...]
    hand: tuple[str, ...]  # the viewer's own: "NE ball", "toy mouse", "princess"
    cards: tuple[TableCard, ...]  # in laying order
    across: tuple[Across, ...]
    boxes: tuple[Box, ...]  # by their first cards
    free: tuple[str, ...]  # cells on which a card may lie, walls aside
    last: str | None  # the cell of the card laid last
    cat_places: tuple[Place, ...]  # where the actor may lay a cat now (phase cat)
    rows: tuple[int, int]  # the used rectangle: first and last row, 1 ... 25
    columns: tuple[str, str]  # first and last column, a ... y
    starting: tuple[str, ...]  # starting boxes not laid yet, while they are being chosen
    pile: int  # cards in the draw pile
    discards: tuple[str, ...]
    ending: Literal["pile", "cats"] | None  # I-50: what triggered the end
    ender: int | None  # who did
    turns_left: int | None  # once the end is triggered, this one included
    winners: tuple[int, ...]  # at the end


class Survey(NamedTuple):
    """What follows from a state by the rules; see `count.survey`."""

    worth: list[int]  # [box]
    counted: list[list[int]]  # [box][seat]
    halves: list[list[int]]  # [box][seat]
    extra: list[list[int]]  # [box][seat]
    points: list[int]  # [seat]
    minus: list[int]  # [seat]


class PlainState(Plain):
    """A state in plain Python, and what follows from it."""

    hard: int
    starter: int
    ending: int
    ender: int
    rim: list[int]
    north: int
    south: int
    west: int
    east: int
    lies: list[int]
    cards: int
    face: list[int]
    spot: list[int]
    across: list[int]
    box: list[int]
    openings: list[int]
    toys: list[list[int]]
    bottles: list[int]
    awake: list[list[int]]
    asleep: list[list[int]]
    supply: list[int]
    starters: list[int]
    hand: list[list[int]]
    held: list[int]
    gone: list[int]
    left: list[int]
    shown: list[int]

    def __init__(self, states: Any, i: int) -> None:
        super().__init__(states, i)
        self._where = states, i

    @cached_property
    def survey(self) -> Survey:
        """What the rules say about it."""
        boxes = len(self.box)
        worth = np.zeros(boxes, np.int64)
        counted, halves, extra = (np.zeros((boxes, MOST), np.int64) for _ in range(3))
        points, minus = np.zeros(MOST), np.zeros(MOST)
        count.survey(*self._where, worth, counted, halves, extra, points, minus)
        return Survey(
            worth.tolist(),
            counted.tolist(),
            halves.tolist(),
            extra.tolist(),
            [int(each) for each in points],
            [int(each) for each in minus],
        )

    @cached_property
    def names(self) -> dict[int, str]:
        """What each box is called: after the first of its cards, in laying order."""
        found: dict[int, str] = {}
        for number in range(1, self.cards + 1):
            found.setdefault(self.box[number], box_name(number))
        return found

    def name(self, number: int) -> str:
        """What the box of a card is called."""
        return self.names[self.box[number]]

    def cell(self, number: int) -> str:
        """Where a card lies."""
        return CELL_NAMES[int(rules.SPOT_CELL[self.spot[number]])]

    @property
    def holders(self) -> dict[int, tuple[int, ...]]:
        """I-60: who has each box."""
        return {box: self.holders_of(box) for box in self.names}

    def holders_of(self, box: int) -> tuple[int, ...]:
        """I-60: who has a box."""
        halves = self.survey.halves[box]
        most = max(halves)
        return tuple(seat for seat in range(self.seats) if most and halves[seat] == most)

    @property
    def winners(self) -> tuple[int, ...]:
        """I-63: those before whom nobody stands, at the end."""
        if not self.over:
            return ()
        rank = [(self.survey.points[k], -self.survey.minus[k]) for k in range(self.seats)]
        return tuple(seat for seat in range(self.seats) if rank[seat] == max(rank))

    @property
    def turns_left(self) -> int | None:
        """I-50: turns until all hands are empty, this one included; None before the trigger."""
        if not self.ending:
            return None
        return sum(self.turns_of(seat) for seat in range(self.seats))

    def turns_of(self, seat: int) -> int:
        """A turn for every card in hand; whoever is asked for a cat has laid one of them."""
        asked = self.phase == rules.CAT and not self.over and seat == self.actor
        return self.held[seat] + asked


LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # I and O look like numbers


def box_name(number: int) -> str:
    """A box is called after its first card: A ... Z, then A2 ... Z2 and so on.

    >>> box_name(3), box_name(28)
    ('C', 'D2')
    """
    round, letter = divmod(number - 1, len(LETTERS))
    return f"{LETTERS[letter]}{round + 1 if round else ''}"


def walls_text(walls: int) -> str:
    """Walls as letters."""
    return "".join(side for k, side in enumerate(SIDES) if walls >> k & 1)


class _Public(NamedTuple):
    """What everybody sees, made once for all who look."""

    players: tuple[Player, ...]
    cards: tuple[TableCard, ...]
    across: tuple[Across, ...]
    boxes: tuple[Box, ...]
    free: tuple[str, ...]
    cat_places: tuple[Place, ...]
    discards: tuple[str, ...]


def view(states: Any, i: int, seat: int | None) -> View:
    """What `seat` sees of state i."""
    table, public = _looked_at(states[i : i + 1].tobytes(), states.dtype)
    ending: tuple[None, Literal["pile"], Literal["cats"]] = (None, "pile", "cats")
    starting = table.phase == rules.START
    return View(
        seat=seat,
        turn=table.turn,
        actor=table.actor,
        phase="over" if table.over else PHASES[table.phase],
        hard=bool(table.hard),
        starter=table.starter,
        players=public.players,
        hand=() if seat is None else tuple(CARDS[k] for k in table.hand[seat][: table.held[seat]]),
        cards=public.cards,
        across=public.across,
        boxes=public.boxes,
        free=public.free,
        last=table.cell(table.cards) if table.cards else None,
        cat_places=public.cat_places,
        rows=(table.north + 1, table.south + 1),
        columns=(chr(ord("a") + table.west), chr(ord("a") + table.east)),
        starting=tuple(_starting(table)) if starting else (),
        pile=sum(table.left),
        discards=public.discards,
        ending=ending[table.ending],
        ender=table.ender if table.ending else None,
        turns_left=table.turns_left,
        winners=table.winners,
    )


@lru_cache(maxsize=64)  # all seats look at the same table
def _looked_at(record: bytes, dtype: np.dtype[Any]) -> tuple[PlainState, _Public]:
    states = np.frombuffer(bytearray(record), dtype)
    table = PlainState(states, 0)
    boxes = tuple(_boxes(table))
    return table, _Public(
        players=tuple(_player(table, seat, boxes) for seat in range(table.seats)),
        cards=tuple(_card(table, number) for number in range(1, table.cards + 1)),
        across=tuple(_across(table)),
        boxes=boxes,
        free=tuple(_free(table)),
        cat_places=tuple(_cat_places(table, states)),
        discards=tuple(CARDS[kind] for kind in range(rules.KINDS) for _ in range(table.gone[kind])),
    )


def _starting(table: PlainState) -> Iterator[str]:
    for pattern, walls in enumerate(WALLS):
        for _ in range(table.starters[pattern]):
            yield f"{walls} {CONTENTS[rules.PLAIN]}"


def _card(table: PlainState, number: int) -> TableCard:
    face = table.face[number]
    walls = int(rules.WALLS[face])
    shows: Shows = "box"
    pattern, content, owner, counts = None, None, None, False
    if face < rules.BOX_FACES:
        kind = int(rules.FACE_KIND[face])
        pattern, content = CARDS[kind].split()
    elif face < rules.PRINCESS_FACE:
        shows, content = "toy", TOY_NAMES[face - rules.TOY_FACE]
    elif face == rules.PRINCESS_FACE:
        shows = "princess"
    else:
        shows, owner = "cat", face - rules.SLEEPER
        counts = table.awake[table.box[number]][owner] > 0
    turned = shows == "box" and walls != rules.PATTERN_WALLS[rules.WALLS_PATTERN[walls]]
    return TableCard(
        number=number,
        cell=table.cell(number),
        shows=shows,
        walls=walls_text(walls),
        pattern=pattern,
        turned=bool(turned),
        content=content,
        owner=owner,
        counts=counts,
        box=table.name(number),
    )


def _across(table: PlainState) -> Iterator[Across]:
    for number in range(1, table.cards + 1):
        what = table.across[number]
        if what == 0:
            continue
        west, east = PLACE_CELLS[rules.SPOT_PLACE[table.spot[number]]]
        shows: Shows = "cat"
        owner, content = None, None
        if what < rules.ACROSS_PRINCESS:
            owner = what - 1
        elif what == rules.ACROSS_PRINCESS:
            shows = "princess"
        else:
            shows, content = "toy", TOY_NAMES[what - rules.ACROSS_TOY]
        yield Across(west, east, shows, owner, content, table.name(number))


def _boxes(table: PlainState) -> Iterator[Box]:
    cards: dict[int, list[int]] = {}
    for number in range(1, table.cards + 1):
        cards.setdefault(table.box[number], []).append(number)
    for box, numbers in cards.items():
        yield Box(
            name=table.names[box],
            cells=tuple(map(table.cell, numbers)),
            openings=tuple(each for number in numbers for each in _openings(table, number)),
            closed=table.openings[box] == 0,
            ball=table.toys[box][0],
            mouse=table.toys[box][1],
            feather=table.toys[box][2],
            bottles=table.bottles[box],
            most=max(table.toys[box]),
            doubled=table.openings[box] == 0,
            points=table.survey.worth[box],
            cats=tuple(_box_cats(table, box)),
            holders=table.holders_of(box),
        )


def _openings(table: PlainState, number: int) -> Iterator[Opening]:
    walls, spot = int(rules.WALLS[table.face[number]]), table.spot[number]
    for side, letter in enumerate(SIDES):
        if not walls >> side & 1 and table.lies[spot + int(rules.STEPS[side])] == 0:
            yield Opening(table.cell(number), letter)


def _box_cats(table: PlainState, box: int) -> Iterator[BoxCats]:
    survey = table.survey
    for seat in range(table.seats):
        awake, asleep = table.awake[box][seat], table.asleep[box][seat]
        if awake or asleep:
            yield BoxCats(
                seat=seat,
                awake=awake,
                asleep=asleep,
                counted=survey.counted[box][seat],
                strength=survey.halves[box][seat] / 2,
                extra=survey.extra[box][seat],
            )


def _player(table: PlainState, seat: int, boxes: tuple[Box, ...]) -> Player:
    mine = [cats for box in boxes for cats in box.cats if cats.seat == seat]
    return Player(
        cards=table.held[seat],
        turns=table.turns_of(seat) if table.ending else None,
        supply=table.supply[seat],
        awake=sum(cats.awake for cats in mine),
        asleep=sum(cats.asleep for cats in mine),
        boxes=tuple(box.name for box in boxes if seat in box.holders),
        points=table.survey.points[seat],
        minus=table.survey.minus[seat],
        princesses=table.shown[seat],
    )


def _free(table: PlainState) -> Iterator[str]:
    for row in range(rules.SIDE):
        for column in range(rules.SIDE):
            if table.rim[row + 1] >> column & 1:
                yield CELL_NAMES[row * rules.SIDE + column]


def _cat_places(table: PlainState, states: Any) -> Iterator[Place]:
    if table.phase == rules.CAT and not table.over:
        out = np.empty(3, np.int32)
        for k in range(play.list_cats(states[0], out) - 1):
            yield Place(*PLACE_CELLS[out[k] - rules.CAT_0])
