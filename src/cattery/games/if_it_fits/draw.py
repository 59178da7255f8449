"""If It Fits: a view as characters, as sentences and as a picture.

On the sheet of characters the table is a grid of small cards, five columns and two lines each, with
the borders between them shared. A wall is a line, two walls against each other a double one; an
open side that meets no card is dotted, and where cards belong to one box there is nothing between
them but what lies across. Under the table stand the boxes, the players and the viewer's hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cattery import art
from cattery.art import (
    AT_END,
    BOLD,
    CARD,
    CENTRED,
    INK,
    PAPER,
    SEAT_COLOURS,
    SEAT_SHAPES,
    SOFT_INK,
    Canvas,
    Line,
    plain_colours,
    seat_style,
    symbols,
)
from cattery.games.if_it_fits.moves import Cat, NoCat
from cattery.games.if_it_fits.moves import format as format_move
from cattery.games.if_it_fits.view import Across, Box, Player, TableCard, View
from cattery.text import Words, player_name, with_minus

# --- characters ----------------------------------------------------------------------------------

LEFT = 3  # room for the numbers of the rows
WIDE, HIGH = 5, 2  # from card to card
ROOM = 15  # columns of cards that fit into 80 characters
WIDTH = 80
NAME, POINTS, SUPPLY, CARDS, BOXES = 3, 25, 33, 46, 53  # columns of the players' table
BOX_ROOM = 38  # characters for a box in the list, two in a line
MOST_BOXES = 24  # listed; the rest are counted
HAND_ROOM = 19  # characters for a card of the hand

Cell = tuple[int, int]  # column from the west and row from the north, from 0


def drawing(view: View, names: Sequence[str], words: Words) -> list[Line]:
    """The whole table in 80 columns, scrolled to what is used."""
    sheet = Canvas()
    _draw_heading(sheet, view, names, words)
    row = _draw_table(sheet, 1, view, words)
    row = _draw_boxes(sheet, row, view, words)
    row = _draw_players(sheet, row + 1, view, names, words)
    row = _draw_hand(sheet, row + 1, view, words)
    _draw_task(sheet, row, view, words)
    return sheet.lines()


def cell_of(name: str) -> Cell:
    """Where a cell lies.

    >>> cell_of("m13")
    (12, 12)
    """
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _decides(view: View, seat: int) -> bool:
    return view.phase != "over" and view.actor == seat


def heading(view: View, names: Sequence[str], words: Words) -> str:
    """Who is to act, or that it is over."""
    if view.phase == "over":
        return words.text("draw.over")
    return words.text("draw.turn", seat=names[view.actor])


def facts(view: View, words: Words) -> str:
    """The draw pile, or how the end came and how long it will last."""
    found = [words.text("draw.hard")] if view.hard else []
    if view.ending is None:
        found.append(words.text("draw.pile", n=view.pile))
    elif view.phase != "over":
        key = "draw.ending_pile" if view.ending == "pile" else "draw.ending_cats"
        found.append(words.text(key, n=view.turns_left))
    return "  ".join(found)


def _draw_heading(sheet: Canvas, view: View, names: Sequence[str], words: Words) -> None:
    sheet.put(0, 1, heading(view, names, words), "strong")
    text = facts(view, words)
    sheet.put(0, WIDTH - 1 - len(text), text, "label")


class _Window:
    """The part of the table that is shown: what is used with a border, as far as there is room."""

    def __init__(self, view: View) -> None:
        west, east = (ord(column) - ord("a") for column in view.columns)
        self.west, self.east = max(0, west - 1), min(24, east + 1)
        self.north, self.south = max(0, view.rows[0] - 2), min(24, view.rows[1])
        self.more_west = self.more_east = False
        if self.east - self.west >= ROOM:
            middle = cell_of(view.last)[0] if view.last else 12
            first = min(max(self.west, middle - ROOM // 2), self.east - ROOM + 1)
            self.more_west, self.more_east = first > self.west, first + ROOM - 1 < self.east
            self.west, self.east = first, first + ROOM - 1

    def shows(self, cell: Cell) -> bool:
        return self.west <= cell[0] <= self.east and self.north <= cell[1] <= self.south

    def column(self, column: int) -> int:
        return LEFT + (column - self.west) * WIDE


def _draw_table(sheet: Canvas, top: int, view: View, words: Words) -> int:
    """The table from row `top` on; returns the row after it and its legend."""
    window = _Window(view)
    lying = {cell_of(card.cell): card for card in view.cards}
    for column in range(window.west, window.east + 1):
        sheet.put(top, window.column(column) + 2, chr(ord("a") + column), "label")
    for row in range(window.north, window.south + 1):
        line = top + 2 + (row - window.north) * HIGH
        sheet.put(line, 0, str(row + 1).rjust(2), "label")
        for column in range(window.west, window.east + 1):
            _draw_cell(sheet, window.column(column), line, (column, row), view, lying, words)
    for cell in lying:
        if window.shows(cell):
            _draw_borders(sheet, window, top + 1, cell, lying)
    for what in view.across:
        _draw_across(sheet, window, top + 2, what, words)
    bottom = top + 2 + (window.south - window.north + 1) * HIGH
    if window.more_west:
        sheet.put(top, 0, "‹", "strong")
    if window.more_east:
        sheet.put(top, WIDTH - 1, "›", "strong")
    sheet.put(bottom, 1, words.text("draw.legend"), "dim")
    bottom += 1
    sheet.put(bottom, 1, words.text("draw.legend_sides"), "dim")
    if window.more_west or window.more_east:
        more = [("more_west", window.more_west), ("more_east", window.more_east)]
        text = "  ".join(words.text(f"draw.{key}") for key, is_so in more if is_so)
        sheet.put(bottom + 1, 1, text, "dim")
        bottom += 1
    return bottom + 2


def _draw_cell(
    sheet: Canvas,
    left: int,
    line: int,
    cell: Cell,
    view: View,
    lying: dict[Cell, TableCard],
    words: Words,
) -> None:
    """What stands inside a card, or a dot on a free cell."""
    card = lying.get(cell)
    if card is None:
        if f"{chr(ord('a') + cell[0])}{cell[1] + 1}" in view.free:
            sheet.put(line, left + 2, "·", "dim")
        return
    box = next(box for box in view.boxes if box.name == card.box)
    sheet.put(line, left + 1, box.name, _box_style(box))
    if card.shows == "cat" and card.owner is not None:
        sheet.put(line, left + 3, f"{SEAT_SHAPES[card.owner]}z", seat_style(card.owner))
    elif card.shows == "princess":
        sheet.put(line, left + 4, words.text("draw.princess"), "warm strong")
    elif card.shows == "toy":
        sheet.put(line, left + 4, words.text(f"draw.special_{card.content}"), "good strong")
    elif card.content == "spray":
        sheet.put(line, left + 4, words.text("draw.sign_spray"), "bad strong")
    elif card.content != "plain":
        sheet.put(line, left + 4, words.text(f"draw.sign_{card.content}"), "good")


def _box_style(box: Box) -> str:
    if len(box.holders) == 1:
        return f"{seat_style(box.holders[0])} strong"
    return "strong" if box.holders else "dim"


_OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
_BESIDE = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_LEVEL = {"none": " ", "open": "╌", "wall": "─", "double": "═"}
_UPRIGHT = {"none": " ", "open": "╎", "wall": "│", "double": "║"}


def border(card: TableCard, side: str, other: TableCard | None) -> str:
    """What is seen at a side of a card: none, open, wall or double."""
    wall = side in card.walls
    if other is None:
        return "wall" if wall else "open"
    walls = wall + (_OPPOSITE[side] in other.walls)
    return ("none", "wall", "double")[walls]


def _draw_borders(
    sheet: Canvas, window: _Window, top: int, cell: Cell, lying: dict[Cell, TableCard]
) -> None:
    """The four sides of a card, and dots where its corners are."""
    card, left = lying[cell], window.column(cell[0])
    line = top + (cell[1] - window.north) * HIGH
    for side, (right, down) in _BESIDE.items():
        kind = border(card, side, lying.get((cell[0] + right, cell[1] + down)))
        style = "dim" if kind == "open" else "line"
        if side in "NS":
            sheet.put(line + (HIGH if side == "S" else 0), left + 1, _LEVEL[kind] * 4, style)
        else:
            sheet.put(line + 1, left + (WIDE if side == "E" else 0), _UPRIGHT[kind], style)
    for right in (0, WIDE):
        for down in (0, HIGH):
            sheet.put(line + down, left + right, "+", "dim")


def _draw_across(sheet: Canvas, window: _Window, top: int, what: Across, words: Words) -> None:
    """A cat, Princess or toy across the border of two cards."""
    east = cell_of(what.east)
    if not window.shows(east) or not window.shows(cell_of(what.west)):
        return
    line = top + (east[1] - window.north) * HIGH
    if what.shows == "cat" and what.owner is not None:
        sign, style = SEAT_SHAPES[what.owner], f"{seat_style(what.owner)} strong"
    elif what.shows == "princess":
        sign, style = words.text("draw.princess"), "warm strong"
    else:
        sign, style = words.text(f"draw.special_{what.content}"), "good strong"
    sheet.put(line, window.column(east[0]), sign, style)


def _draw_boxes(sheet: Canvas, row: int, view: View, words: Words) -> int:
    """The boxes in which somebody has a cat, and others that are worth something, in two columns;
    returns the row after."""
    ranked = sorted(view.boxes, key=lambda box: (not box.cats, -abs(box.points)))
    worthy = [box for box in ranked if box.cats or box.points]
    shown = worthy[:MOST_BOXES]
    if shown:
        sheet.put(row, 1, words.text("draw.boxes_list"), "dim")
        row += 1
    for k, box in enumerate(shown):
        _draw_box(sheet, row + k // 2, 1 + (k % 2) * (BOX_ROOM + 2), box, words)
    row += (len(shown) + 1) // 2
    rest = len(view.boxes) - len(shown)
    if rest and shown:
        sheet.put(row, 1, words.text("draw.more_boxes", n=rest), "dim")
        row += 1
    return row


def _draw_box(sheet: Canvas, row: int, column: int, box: Box, words: Words) -> None:
    sheet.put(row, column, box.name.ljust(3), _box_style(box))
    state = words.text("draw.box_closed" if box.closed else "draw.box_open", n=len(box.openings))
    signs = "".join(
        words.text(f"draw.sign_{toy}") * getattr(box, toy) for toy in ("ball", "mouse", "feather")
    )
    signs += words.text("draw.sign_spray") * box.bottles
    sheet.put(row, column + 3, with_minus(box.points).rjust(3), _worth_style(box))
    sheet.put(row, column + 7, f"{state} {signs}"[: BOX_ROOM - 20])
    at = column + BOX_ROOM - 12
    for cats in box.cats:
        text = f"{SEAT_SHAPES[cats.seat]}{cats.awake}" + (f"z{cats.asleep}" if cats.asleep else "")
        if at + len(text) <= column + BOX_ROOM:
            style = seat_style(cats.seat)
            sheet.put(row, at, text, f"{style} strong" if cats.seat in box.holders else style)
        at += len(text) + 1


def _worth_style(box: Box) -> str:
    if not box.points:
        return "plain"
    return "good strong" if box.points > 0 else "bad strong"


def _fitting(text: str, width: int) -> str:
    """The text, or its beginning with dots where it is too long."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _draw_players(sheet: Canvas, top: int, view: View, names: Sequence[str], words: Words) -> int:
    """The table of players from row `top` on; returns the row after it."""
    columns = ("player", NAME), ("points", POINTS), ("cats", SUPPLY), ("cards", CARDS)
    for key, column in (*columns, ("boxes", BOXES)):
        sheet.put(top, column, words.text(f"draw.{key}"), "dim")
    for seat, player in enumerate(view.players):
        row = top + 1 + seat
        pointer = "★" if seat in view.winners else "▶" if _decides(view, seat) else " "
        sheet.put(row, 1, pointer, "strong")
        title = _fitting(f"{SEAT_SHAPES[seat]} {names[seat]}", POINTS - NAME - 3)
        sheet.put(row, NAME, title, f"{seat_style(seat)} strong")
        if seat == view.starter:
            sheet.put(row, NAME + len(title) + 1, "⚑", "strong")
        sheet.put(row, POINTS, with_minus(player.points).rjust(4))
        sheet.put(row, SUPPLY, SEAT_SHAPES[seat] * player.supply or "–", seat_style(seat))
        sheet.put(row, CARDS, str(player.cards).rjust(2))
        sheet.put(row, BOXES, _fitting(" ".join(player.boxes) or "–", WIDTH - BOXES))
    return top + 1 + len(view.players)


def _draw_hand(sheet: Canvas, row: int, view: View, words: Words) -> int:
    """The starting boxes as long as they are chosen, the viewer's hand, the discards; returns the
    row after."""
    if view.phase == "start":
        row = _draw_cards(sheet, row, "draw.starting", list(dict.fromkeys(view.starting)), words)
    row = _draw_cards(sheet, row, "draw.hand", view.hand, words)
    if view.discards:
        text = f"{words.text('draw.discards')}: {words.word('card', view.discards)}"
        sheet.put(row, 1, _fitting(text, WIDTH - 1), "dim")
        row += 1
    return row


def _draw_cards(sheet: Canvas, row: int, key: str, cards: Sequence[str], words: Words) -> int:
    """Cards in lines of four, under what they are; returns the row after, or `row` if none are."""
    if not cards:
        return row
    sheet.put(row, 1, words.text(key), "strong")
    in_line = WIDTH // HAND_ROOM
    for k, card in enumerate(cards):
        line, place = divmod(k, in_line)
        _draw_hand_card(sheet, row + 1 + 4 * line, 1 + place * HAND_ROOM, card, words)
    return row + 1 + 4 * -(-len(cards) // in_line)


def _draw_task(sheet: Canvas, row: int, view: View, words: Words) -> None:
    """What the viewer is to do, and where a cat could sit, as it is typed."""
    if view.seat is None or not _decides(view, view.seat):
        return
    text = words.text("draw.task", phase=words.text(f"phase.{view.phase}"))
    if view.phase == "cat":
        places = [format_move(Cat(place.west, place.east)) for place in view.cat_places]
        text += f" ({', '.join([*places, format_move(NoCat())])})"
    sheet.put(row, 1, _fitting(text, WIDTH - 1), "strong")


def _draw_hand_card(sheet: Canvas, row: int, column: int, card: str, words: Words) -> None:
    """A small picture of a card and what to type for it."""
    walls, _, content = card.partition(" ")
    sheet.put(row + 3, column, _fitting(card, HAND_ROOM - 1), "label")
    if card == "princess" or walls == "toy":
        key = "draw.princess" if card == "princess" else f"draw.special_{content}"
        sheet.put(row + 1, column + 2, words.text(key), "warm strong")
        return
    for side in "NS":
        sign = _LEVEL["wall" if side in walls else "open"]
        style = "line" if side in walls else "dim"
        sheet.put(row + (2 if side == "S" else 0), column, f"+{sign * 4}+", style)
    for side in "EW":
        sign = _UPRIGHT["wall" if side in walls else "open"]
        sheet.put(
            row + 1,
            column + (5 if side == "E" else 0),
            sign,
            "line" if side in walls else "dim",
        )
    if content != "plain":
        style = "bad strong" if content == "spray" else "good strong"
        sheet.put(row + 1, column + 2, words.text(f"draw.sign_{content}"), style)


# --- sentences -----------------------------------------------------------------------------------


def spoken(view: View, names: Sequence[str], words: Words) -> list[str]:
    """Who is to act, the table, the boxes with cats or worth, the players, the own hand."""
    lines = []
    if view.phase == "over":
        best = ", ".join(names[seat] for seat in view.winners)
        lines += [words.text("draw.over") + ".", words.text("say.won", seats=best)]
    else:
        phase = words.text(f"phase.{view.phase}")
        lines.append(words.text("say.to_act", seat=names[view.actor], phase=phase))
        if view.phase == "start":
            lines.append(words.text("say.start", seat=names[view.starter]))
        if view.turns_left is None:
            lines.append(words.text("say.pile", n=view.pile))
        else:
            lines.append(words.text("say.ending", n=view.turns_left))
    lines += _spoken_table(view, words)
    for box in view.boxes:
        if box.cats or box.points:
            listed = ", ".join(_spoken_box(box, names, words))
            lines.append(words.text("say.box", box=box.name, list=listed))
    for seat, name in enumerate(names[: len(view.players)]):
        listed = ", ".join(_spoken_player(view.players[seat], view, words))
        lines.append(words.text("say.player", seat=name, list=listed))
    lines += _spoken_choices(view, words)
    return lines


def _spoken_table(view: View, words: Words) -> Iterator[str]:
    if view.last is None:
        yield words.text("say.table_empty")
        return
    yield words.text(
        "say.table",
        n=len(view.cards),
        west=view.columns[0],
        east=view.columns[1],
        north=view.rows[0],
        south=view.rows[1],
    )
    yield words.text("say.last", cell=view.last)


def _spoken_box(box: Box, names: Sequence[str], words: Words) -> Iterator[str]:
    yield words.text("say.box_cards", n=len(box.cells), cells=box.cells)
    if box.closed:
        yield words.text("say.box_closed")
    else:
        yield words.text("say.box_open", n=len(box.openings))
    counts = ("ball", box.ball), ("mouse", box.mouse), ("feather", box.feather)
    for key, n in (*counts, ("bottle", box.bottles)):
        if n:
            yield words.text(f"say.{key}", n=n)
    yield words.text("say.worth", points=box.points)
    for cats in box.cats:
        for key, n in (("awake", cats.awake), ("asleep", cats.asleep)):
            if n:
                yield words.text(f"say.{key}", n=n, seat=names[cats.seat])
    if box.holders:
        yield words.text("say.held", seats=", ".join(names[seat] for seat in box.holders))


def _spoken_player(player: Player, view: View, words: Words) -> Iterator[str]:
    yield words.text("say.points", n=player.points)
    yield words.text("say.supply", n=player.supply)
    if view.phase != "over":
        yield words.text("say.cards", n=player.cards)


def _spoken_choices(view: View, words: Words) -> Iterator[str]:
    if view.starting:
        yield words.text("say.starting", cards=view.starting)
    if view.cat_places:
        places = (words.text("say.place", west=p.west, east=p.east) for p in view.cat_places)
        yield words.text("say.places", list="; ".join(places))
    if view.hand:
        yield words.text("say.hand", cards=view.hand)


# --- picture -------------------------------------------------------------------------------------

CARD_WIDE, CARD_HIGH = 84, 112  # I-2: upright; long sides in the west and east
EDGE = 36  # of the paper
HEAD = 84  # above the table
LINE = 46  # a player's line
FEWEST_COLUMNS = 9  # as wide as the players' lines need
ACROSS_WIDE, ACROSS_HIGH = 92, 60
SITTING = 44  # from the top of a card to the middle of what lies across it


def svg(view: View, words: Words) -> str:
    """A picture of the table that stands on its own, with a description."""
    names = [player_name(words.lang, seat) for seat in range(len(view.players))]
    frame = _Frame(view)
    bottom = frame.bottom + 40
    hand_top = bottom + LINE * len(view.players) + 16
    high = hand_top + (CARD_HIGH + EDGE if view.hand else EDGE // 2)
    body = [
        PAPER,
        *_picture_heading(view, names, words, frame.wide),
        *_picture_table(view, frame),
        *_picture_players(view, names, words, bottom, frame.wide),
        *(
            part
            for k, card in enumerate(view.hand)
            for part in _picture_hand_card(card, EDGE + k * (CARD_WIDE + 16), hand_top)
        ),
    ]
    sentences = " ".join(spoken(view, names, words))
    defs = symbols("if_it_fits", _used(view))
    return plain_colours(art.svg(frame.wide, high, words.text("title"), sentences, body, defs))


class _Frame:
    """Where the cells of the table lie on the paper."""

    def __init__(self, view: View) -> None:
        west, east = (ord(column) - ord("a") for column in view.columns)
        columns = east - west + 1
        self.west, self.north = west, view.rows[0] - 1
        spare = max(0, FEWEST_COLUMNS - columns)
        self.left = EDGE + spare * CARD_WIDE / 2
        self.wide = 2 * EDGE + (columns + spare) * CARD_WIDE
        self.bottom = HEAD + (view.rows[1] - view.rows[0] + 1) * CARD_HIGH

    def corner(self, cell: str) -> tuple[float, float]:
        column, row = cell_of(cell)
        return (
            self.left + (column - self.west) * CARD_WIDE,
            HEAD + (row - self.north) * CARD_HIGH,
        )


def _used(view: View) -> set[str]:
    """The symbols that a picture needs."""
    used = {"floor", *(f"wall-{side.lower()}" for side in "NESW")}
    for card in view.cards:
        if card.shows == "cat":
            used.add(f"asleep-{(card.owner or 0) + 1}")
        elif card.shows == "princess":
            used.add("princess-card")
        elif card.shows == "toy":
            used |= {f"special-{card.content}"}
        elif card.content != "plain":
            used.add(str(card.content))
    for what in view.across:
        if what.shows == "cat":
            used.add(f"awake-{(what.owner or 0) + 1}")
        else:
            used.add("princess" if what.shows == "princess" else f"special-{what.content}")
    used |= set(map(_hand_symbol, view.hand))
    return {f"if_it_fits-{name}" for name in used}


def _hand_symbol(card: str) -> str:
    """What is drawn on a card of the hand."""
    walls, _, content = card.partition(" ")
    if card == "princess":
        return "princess-card"
    return f"special-{content}" if walls == "toy" else content


def _use(symbol: str, x: float, y: float, wide: float, high: float, extra: str = "") -> str:
    return art.use(f"if_it_fits-{symbol}", x, y, wide, high, extra)


def _picture_heading(view: View, names: Sequence[str], words: Words, wide: float) -> Iterator[str]:
    yield art.text(EDGE, 52, 28, heading(view, names, words), INK, BOLD)
    yield art.text(wide - EDGE, 52, 20, facts(view, words), SOFT_INK, AT_END)


def _picture_table(view: View, frame: _Frame) -> Iterator[str]:
    """Floors first, then walls, then what lies across, then the names of boxes with cats."""
    for card in view.cards:
        x, y = frame.corner(card.cell)
        yield from _picture_card(card, x, y)
    for card in view.cards:
        x, y = frame.corner(card.cell)
        yield from _picture_walls(card.walls, x, y)
    if view.last is not None:
        x, y = frame.corner(view.last)
        yield (
            f'<rect x="{x + 3:g}" y="{y + 3:g}" width="{CARD_WIDE - 6}" height="{CARD_HIGH - 6}" '
            f'rx="10" fill="none" stroke="{INK}" stroke-width="2.5" stroke-dasharray="3 7"/>'
        )
    for what in view.across:
        x, y = frame.corner(what.east)
        yield from _picture_across(what, x, y + SITTING)
    for box in view.boxes:
        if box.cats or box.points:
            yield from _picture_worth(box, *frame.corner(box.cells[0]))


def _picture_card(card: TableCard, x: float, y: float) -> Iterator[str]:
    yield _use("floor", x, y, CARD_WIDE, CARD_HIGH)
    middle = x + CARD_WIDE / 2
    if card.shows == "cat":
        yield _use(f"asleep-{(card.owner or 0) + 1}", x + 2, y + 10, 80, 92)
    elif card.shows == "princess":
        yield _use("princess-card", x + 2, y + 10, 80, 92)
    elif card.shows == "toy":
        yield _use(f"special-{card.content}", middle - 32, y + 24, 64, 64)
    elif card.content != "plain":
        yield _use(str(card.content), middle - 19, y + 64, 38, 38)


def _picture_walls(walls: str, x: float, y: float) -> Iterator[str]:
    for side in walls:
        yield _use(f"wall-{side.lower()}", x, y, CARD_WIDE, CARD_HIGH)


def _picture_across(what: Across, x: float, y: float) -> Iterator[str]:
    left, top = x - ACROSS_WIDE / 2, y - ACROSS_HIGH / 2
    if what.shows == "cat":
        name = f"awake-{(what.owner or 0) + 1}"
        yield _use(name, left, top, ACROSS_WIDE, ACROSS_HIGH)
    elif what.shows == "princess":
        yield _use("princess", left, top, ACROSS_WIDE, ACROSS_HIGH)
    else:
        yield _use(f"special-{what.content}", x - 28, y - 28, 56, 56)


def _picture_worth(box: Box, x: float, y: float) -> Iterator[str]:
    """The name of a box and its points, in the colour of whoever has it."""
    fill = SEAT_COLOURS[box.holders[0]] if len(box.holders) == 1 else SOFT_INK
    label = f"{box.name} {with_minus(box.points)}"
    wide = 14 + 9 * len(label)
    yield (
        f'<rect x="{x + 10:g}" y="{y + 9:g}" width="{wide}" height="22" rx="11" '
        f'fill="{CARD}" stroke="{fill}" stroke-width="2.5"/>'
    )
    yield art.text(x + 10 + wide / 2, y + 25, 14, label, fill, f"{BOLD}{CENTRED}")


def _picture_players(
    view: View, names: Sequence[str], words: Words, top: float, wide: float
) -> Iterator[str]:
    for seat, player in enumerate(view.players):
        y = top + LINE * seat
        acts = seat in view.winners or _decides(view, seat)
        yield (
            f'<rect x="{EDGE}" y="{y:g}" width="{wide - 2 * EDGE:g}" height="40" rx="12" '
            f'fill="{CARD}" stroke="{SEAT_COLOURS[seat]}" stroke-width="{5 if acts else 2}"/>'
        )
        yield art.seat_mark(seat, EDGE + 22, y + 20, 18)
        yield art.text(EDGE + 40, y + 27, 19, names[seat], SEAT_COLOURS[seat], BOLD)
        listed = ", ".join(_spoken_player(player, view, words))
        yield art.text(wide - EDGE - 16, y + 26, 17, listed, INK, AT_END)


def _picture_hand_card(card: str, x: float, y: float) -> Iterator[str]:
    walls, symbol = card.split()[0], _hand_symbol(card)
    if card == "princess":
        yield _use(symbol, x + 2, y + 10, 80, 92)
    elif walls == "toy":
        yield _use(symbol, x + 10, y + 24, 64, 64)
    else:
        yield _use("floor", x, y, CARD_WIDE, CARD_HIGH)
        if symbol != "plain":
            yield _use(symbol, x + CARD_WIDE / 2 - 19, y + 52, 38, 38)
        yield from _picture_walls("" if walls == "open" else walls, x, y)
