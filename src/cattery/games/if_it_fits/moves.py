"""If It Fits: action id <-> move <-> notation, and why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cattery.game import Reason
from cattery.games.if_it_fits.rules import play, table
from cattery.games.if_it_fits.rules import state as rules
from cattery.games.if_it_fits.rules.deck import CONTENTS, PATTERNS, TOYS
from cattery.kernel import MOST_LEGAL
from cattery.movelist import MoveList
from cattery.tagged import tagged
from cattery.text import vocabulary

WALLS = ("open", *PATTERNS[1:])  # [pattern] as moves and views name it
# A card of the hand: walls and content of a box, a special toy, or Princess. [kind]
CARDS = (
    *(f"{walls} {content}" for walls in WALLS for content in CONTENTS),
    *(f"toy {toy}" for toy in CONTENTS[:TOYS]),
    "princess",
)
TOY_NAMES = CONTENTS[:TOYS]
DISCARDABLE = (*CARDS[: rules.BOX_KINDS], CARDS[rules.PRINCESS])  # special toys always fit


def cell_name(cell: int) -> str:
    """A cell as players write it.

    >>> cell_name(312)
    'm13'
    """
    row, column = divmod(cell, rules.SIDE)
    return f"{chr(ord('a') + column)}{row + 1}"


CELL_NAMES = tuple(map(cell_name, range(rules.CELLS)))
CELL_NUMBER = {name: cell for cell, name in enumerate(CELL_NAMES)}
PLACE_CELLS = tuple(  # [place] its western and its eastern cell
    (CELL_NAMES[rules.SPOT_CELL[spot]], CELL_NAMES[rules.SPOT_CELL[spot + 1]])
    for spot in rules.PLACE_SPOT.tolist()
)
PLACE_NUMBER = {cells: place for place, cells in enumerate(PLACE_CELLS)}


@tagged("draw")
class Draw:
    """I-20: draw a card, to play one then: `draw`."""


@tagged("sleep")
class Sleep:
    """I-21: an own cat asleep, as a card: `sleep k12`."""

    cell: str


@tagged("lay")
class Lay:
    """I-12, I-20: lay a box, turned by 180° or not: `lay NE ball m14`, `lay N plain m14 turned`."""

    card: str  # walls and content, as it is in the hand
    cell: str
    turned: bool = False


@tagged("cat")
class Cat:
    """I-40: an own cat across the long sides of two neighbours: `cat m14 n14`."""

    west: str
    east: str


@tagged("no_cat")
class NoCat:
    """I-40: no cat this turn: `no cat`."""


@tagged("princess")
class Princess:
    """I-43: in place of a cat awake, `princess m14 n14`, or asleep, `princess k12`."""

    cell: str  # of the sleeping cat, or the western one
    east: str | None = None


@tagged("toy")
class Toy:
    """I-44: a special toy across two boxes, `toy ball m14 n14`, or as a card, `toy ball m14`."""

    toy: str
    cell: str  # where it stands, or the western one
    east: str | None = None


@tagged("discard")
class Discard:
    """I-45: a card of a hand of which none can be played: `discard princess`."""

    card: str


Move = Draw | Sleep | Lay | Cat | NoCat | Princess | Toy | Discard

EXAMPLES: tuple[Move, ...] = (
    Lay("NE ball", "m14", True),
    Draw(),
    Cat("m14", "n14"),
    NoCat(),
    Sleep("k12"),
    Princess("m14", "n14"),
    Toy("ball", "m14", "n14"),
    Discard("princess"),
)

# --- ids -----------------------------------------------------------------------------------------


def action(move: Move) -> int:
    """The id of a move; KeyError if there is none such."""
    match move:
        case Draw():
            return rules.DRAW
        case Sleep(cell):
            return rules.SLEEP_0 + CELL_NUMBER[cell]
        case Lay(card, cell, turned):
            return _face(card, turned) * rules.CELLS + CELL_NUMBER[cell]
        case Cat(west, east):
            return rules.CAT_0 + PLACE_NUMBER[west, east]
        case NoCat():
            return rules.NO_CAT
        case Princess(cell, None):
            return rules.PRINCESS_CARD_0 + CELL_NUMBER[cell]
        case Princess(west, east):
            return rules.PRINCESS_0 + PLACE_NUMBER[west, str(east)]
        case Toy(toy, cell, None):
            return rules.TOY_CARD_0 + _TOY[toy] * rules.CELLS + CELL_NUMBER[cell]
        case Toy(toy, west, east):
            return rules.TOY_0 + _TOY[toy] * rules.PLACES + PLACE_NUMBER[west, str(east)]
        case Discard(card):
            return rules.DISCARD_0 + _DISCARDED[card]


_KIND = {card: kind for kind, card in enumerate(CARDS)}
_DISCARDED = {card: kind for kind, card in enumerate(DISCARDABLE)}
_TOY = {toy: number for number, toy in enumerate(TOY_NAMES)}


def _face(card: str, turned: bool) -> int:
    kind = _KIND[card]
    if kind >= rules.BOX_KINDS or (turned and rules.TURNS[kind] == 1):
        raise KeyError(card)
    return int(rules.KIND_FACES[kind, int(turned)])


def _lay(number: int) -> Lay:
    face, cell = divmod(number, rules.CELLS)
    kind = int(rules.FACE_KIND[face])
    return Lay(CARDS[kind], CELL_NAMES[cell], bool(face != rules.KIND_FACES[kind, 0]))


def _toy_across(number: int) -> Toy:
    toy, place = divmod(number, rules.PLACES)
    return Toy(TOY_NAMES[toy], *PLACE_CELLS[place])


def _toy_card(number: int) -> Toy:
    toy, cell = divmod(number, rules.CELLS)
    return Toy(TOY_NAMES[toy], CELL_NAMES[cell])


MOVES = MoveList(  # as `state` has the table of ids
    (rules.TOY_0, _lay),
    (rules.TOY_CARD_0 - rules.TOY_0, _toy_across),
    (rules.CAT_0 - rules.TOY_CARD_0, _toy_card),
    (rules.PLACES, lambda place: Cat(*PLACE_CELLS[place])),
    (1, lambda _: NoCat()),
    (rules.CELLS, lambda cell: Sleep(CELL_NAMES[cell])),
    (1, lambda _: Draw()),
    (rules.PLACES, lambda place: Princess(*PLACE_CELLS[place])),
    (rules.CELLS, lambda cell: Princess(CELL_NAMES[cell])),
    (len(DISCARDABLE), lambda kind: Discard(DISCARDABLE[kind])),
)

# --- notation ------------------------------------------------------------------------------------


def format(move: Move) -> str:
    """The canonical notation of a move."""
    match move:
        case Lay(card, cell, turned):
            return f"lay {card} {cell}{' turned' if turned else ''}"
        case Sleep(cell):
            return f"sleep {cell}"
        case Cat(west, east):
            return f"cat {west} {east}"
        case Princess(cell, east):
            return f"princess {cell}{f' {east}' if east else ''}"
        case Toy(toy, cell, east):
            return f"toy {toy} {cell}{f' {east}' if east else ''}"
        case Discard(card):
            return f"discard {card}"
        case Draw():
            return "draw"
        case NoCat():
            return "no cat"


_SINGLE: dict[str, Move] = {"draw": Draw(), "no_cat": NoCat()}
_CELL = re.compile(r"[a-y](?:1\d?|2[0-5]?|[3-9])")


@dataclass
class _Said:
    """The words of a typed text by what they mean; each at most once, cells up to two."""

    verb: str = ""
    walls: str = ""
    content: str = ""
    turned: bool = False
    cells: tuple[str, ...] = ()


def readings(text: str) -> list[Move]:
    """The moves that a normalised text may mean; several where it leaves something open.

    >>> readings("lay sw ball m14")
    [Lay(card='NE ball', cell='m14', turned=True)]
    >>> readings("ne ball m14")
    [Lay(card='NE ball', cell='m14', turned=False)]
    >>> readings("cica m14")
    [Cat(west='l14', east='m14'), Cat(west='m14', east='n14')]
    """
    meaning = vocabulary("if_it_fits").get(text)
    if meaning in _SINGLE:
        return [_SINGLE[meaning]]
    said = _said(text)
    if said is None:
        return []
    return list(_READERS[said.verb or "lay"](said))  # a box and a cell are enough


def _said(text: str) -> _Said | None:
    """What the words mean; None where one means nothing, or two the same."""
    known, said = vocabulary("if_it_fits"), _Said()
    for word in text.split():
        meaning = known.get(word, "")
        if _CELL.fullmatch(word) and len(said.cells) < 2:
            said.cells += (word,)
        elif meaning in ("princess",) and said.verb == "discard" and not said.content:
            said.content = meaning
        elif meaning in _READERS and not said.verb:
            said.verb = meaning
        elif meaning in CONTENTS and not said.content:
            said.content = meaning
        elif meaning == "turned" and not said.turned:
            said.turned = True
        elif meaning == "open" and not said.walls:
            said.walls = "open"
        elif set(word) <= set("nesw") and len(set(word)) == len(word) < 4 and not said.walls:
            said.walls = word
        else:
            return None
    return said


def _boxes(said: _Said) -> Iterator[tuple[str, bool]]:
    """The boxes that may be meant by walls as they are to lie: card, and whether it is turned."""
    walls = 0 if said.walls == "open" else sum(1 << "nesw".index(side) for side in said.walls)
    pattern = int(rules.WALLS_PATTERN[walls])
    turned = walls != int(rules.PATTERN_WALLS[pattern])
    both = walls == rules.turned(walls)
    for content in [said.content] if said.content else CONTENTS:
        yield f"{WALLS[pattern]} {content}", not both and turned != said.turned


def _read_lay(said: _Said) -> Iterator[Move]:
    if said.walls and len(said.cells) == 1:
        for card, turned in _boxes(said):
            yield Lay(card, said.cells[0], turned)


def _only_cells(said: _Said) -> bool:
    return not (said.walls or said.content or said.turned)


def _read_sleep(said: _Said) -> Iterator[Move]:
    if len(said.cells) == 1 and _only_cells(said):
        yield Sleep(said.cells[0])


def _places(said: _Said) -> Iterator[tuple[str, str]]:
    """The places that may be meant by two neighbours in any order, or by one cell."""
    if len(said.cells) == 2:
        for pair in (said.cells, said.cells[::-1]):
            if pair in PLACE_NUMBER:
                yield pair[0], pair[1]
    elif said.cells:
        row, column = divmod(CELL_NUMBER[said.cells[0]], rules.SIDE)
        if column:
            yield cell_name(row * rules.SIDE + column - 1), said.cells[0]
        if column + 1 < rules.SIDE:
            yield said.cells[0], cell_name(row * rules.SIDE + column + 1)


def _read_cat(said: _Said) -> Iterator[Move]:
    if _only_cells(said):
        for west, east in _places(said):
            yield Cat(west, east)


def _read_princess(said: _Said) -> Iterator[Move]:
    if not _only_cells(said):
        return
    if len(said.cells) == 1:
        yield Princess(said.cells[0])
    else:
        for west, east in _places(said):
            yield Princess(west, east)


def _read_toy(said: _Said) -> Iterator[Move]:
    if said.walls or said.turned or said.content not in TOY_NAMES:
        return
    if len(said.cells) == 1:
        yield Toy(said.content, said.cells[0])
    else:
        for west, east in _places(said):
            yield Toy(said.content, west, east)


def _read_discard(said: _Said) -> Iterator[Move]:
    if said.cells or said.turned:
        return
    if said.content == "princess":
        if not said.walls:
            yield Discard("princess")
    elif said.walls:
        for card, _ in _boxes(said):
            yield Discard(card)


_READERS = {
    "lay": _read_lay,
    "sleep": _read_sleep,
    "cat": _read_cat,
    "princess": _read_princess,
    "toy": _read_toy,
    "discard": _read_discard,
}

# --- refusals ------------------------------------------------------------------------------------


def why_not(states: Any, i: int, action: int) -> Reason | None:
    """Why the actor of state i can't do this now; None if nothing speaks against it."""
    s, move = states[i], MOVES[int(action)]
    phase = int(s.phase)
    if phase == rules.START:
        return _why_not_start(s, move)
    if phase == rules.TURN:
        return _why_not_turn(s, move)
    if phase == rules.CAT:
        return _why_not_cat(s, move)
    return _why_not_play(s, move)


def _why_not_start(s: Any, move: Move) -> Reason | None:
    if not isinstance(move, Lay):
        return Reason("I-12", "start_first")
    kind = _KIND[move.card]
    pattern, content = divmod(kind, rules.CONTENT_KINDS)
    if content != rules.PLAIN or not rules.STARTERS[pattern]:
        return Reason("I-12", "no_starter", card=move.card)
    if not s.starters[pattern]:
        return Reason("I-12", "starter_gone", card=move.card)
    return _why_not_on(s, move.cell, _face(move.card, move.turned))


def _why_not_turn(s: Any, move: Move) -> Reason | None:
    match move:
        case Draw():
            return None
        case Sleep(cell):
            return _why_not_on(s, cell, rules.SLEEPER)
        case _:
            return Reason("I-20", "draw_first")


def _why_not_on(s: Any, cell: str, face: int) -> Reason | None:
    """I-30, I-6, I-71: why a card can't lie on a cell."""
    spot = int(rules.CELL_SPOT[CELL_NUMBER[cell]])
    if s.lies[spot]:
        return Reason("I-30", "taken", cell=cell)
    if not table.is_free(s, spot):
        if s.cards == 0:
            return Reason("I-6", "middle", cell=CELL_NAMES[rules.MIDDLE])
        return Reason("I-30", "alone", cell=cell)
    if not table.fits(s, face, spot):
        return Reason("I-71", "double_wall", cell=cell)
    return None


def _why_not_cat(s: Any, move: Move) -> Reason | None:
    match move:
        case NoCat():
            return None
        case Cat(west, east):
            laid = CELL_NAMES[rules.SPOT_CELL[s.spot[s.cards]]]
            if laid not in (west, east):
                return Reason("I-40", "not_this_card", cell=laid)
            return _why_not_across(s, west, east)
        case _:
            return Reason("I-40", "cat_first")


def _why_not_across(s: Any, west: str, east: str) -> Reason | None:
    """I-40, I-41: why nothing can be laid across two neighbours."""
    cards = [int(table.card_at(s, CELL_NUMBER[cell])) for cell in (west, east)]
    for cell, card in zip((west, east), cards, strict=True):
        if card == 0:
            return Reason("I-40", "no_card", cell=cell)
        if not rules.is_box_card(int(s.face[card])):
            return Reason("I-40", "no_box", cell=cell)
    walls = [int(rules.WALLS[s.face[card]]) for card in cards]
    if walls[0] & rules.EAST or walls[1] & rules.WEST:
        return Reason("I-40", "on_a_wall", west=west, east=east)
    if s.across[cards[0]]:
        return Reason("I-40", "lies_there", west=west, east=east)
    if table.takes_in(s, cards[0], int(s.actor)):
        return None
    box = int(s.box[cards[0]])
    others = [k for k in range(int(s.seats)) if s.awake[box, k] or s.asleep[box, k]]
    return Reason("I-41", "shut_out", seats=others, n=len(others))


def _why_not_play(s: Any, move: Move) -> Reason | None:
    match move:
        case Draw():
            return Reason("I-50", "no_drawing") if s.ending else Reason("I-20", "drawn_already")
        case Sleep():
            return Reason("I-50", "no_sleeping") if s.ending else Reason("I-21", "too_late")
        case Cat() | NoCat():
            return Reason("I-40", "lay_first")
        case Lay(card, cell, turned):
            return _missing(s, card) or _why_not_on(s, cell, _face(card, turned))
        case Toy(toy):
            return _missing(s, f"toy {toy}") or _why_not_toy(s, move)
        case Princess():
            return _missing(s, "princess") or _why_not_princess(s, move)
        case Discard(card):
            return _missing(s, card) or _why_not_discard(s)


def _missing(s: Any, card: str) -> Reason | None:
    held = s.hand[s.actor].tolist()
    return None if _KIND[card] in held else Reason("I-20", "not_in_hand", card=card)


def _why_not_toy(s: Any, move: Toy) -> Reason | None:
    if move.east is not None:
        return _why_not_across(s, move.cell, move.east)
    seat = int(s.actor)
    if any(table.takes_in(s, number, seat) for number in range(1, int(s.cards) + 1)):
        return Reason("I-44", "place_first")
    return _why_not_on(s, move.cell, rules.TOY_FACE)


def _why_not_princess(s: Any, move: Princess) -> Reason | None:
    if table.cats_on_table(s) == 0:
        return Reason("I-43", "no_cats")
    card = int(table.card_at(s, CELL_NUMBER[move.cell]))
    if move.east is None:
        if card and table.sleeps_cat(s, card):
            return None
        stays = card and s.face[card] == rules.PRINCESS_FACE
    else:
        if card and table.lies_cat(s, card):
            return None
        stays = card and s.across[card] == rules.ACROSS_PRINCESS
    return Reason("I-43", "princess_stays") if stays else Reason("I-43", "no_cat_there")


def _why_not_discard(s: Any) -> Reason | None:
    out = np.empty(MOST_LEGAL, np.int32)
    play.legal(s, out)
    return Reason("I-45", "can_play") if out[0] < rules.DISCARD_0 else None
