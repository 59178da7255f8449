"""HUUupp: a view as characters, as sentences and as a picture.

On the sheet of characters a square is five wide and one high, with a line between squares, so
that the seams have room for the ghosts:

          a  N1  b  N2  c
       ╭─────┬─────┬─────       (k) (c) a kitten and a cat of the first seat: round, lower case
     1 │ (k) │     │            [K] [C] those of the second seat: square, upper case
    W1 ├─────┼─→G→─┼            →G→ a ghost on the seam between two rows, going east
     2 │     │    ↓g↓ [C]       ↓g↓ a ghost on the seam between two columns, going south
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from cattery import art
from cattery.art import (
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
    seat_mark,
    seat_style,
    symbols,
)
from cattery.games.huupp import rules
from cattery.games.huupp.moves import EDGES, KINDS, LETTERS, SQUARES, Edge
from cattery.games.huupp.story import Booped, Event, Hooped, Placed
from cattery.games.huupp.view import Ghost, Piece, Pool, View
from cattery.tagged import tag
from cattery.text import Words, player_name

COLUMNS = "abcdef"
SIDE = rules.SIDE
BRACKETS = "()", "[]"  # [seat]
# Where a ghost goes that came in at an edge
HEADING: dict[Edge, Edge] = {"N": "S", "E": "W", "S": "N", "W": "E"}
ARROWS: dict[Edge, str] = {"N": "↑", "E": "→", "S": "↓", "W": "←"}  # [heading]


def beside(ghost: Ghost) -> tuple[str, str]:
    """H-23: the two squares that share the segment on which the ghost stands.

    >>> beside(Ghost("N", 2, 0))
    ('b1', 'c1')
    >>> beside(Ghost("E", 1, 1))
    ('e1', 'e2')
    """
    path = EDGES.index(ghost.edge) * rules.SEAMS + ghost.seam - 1
    first, second = rules.BESIDE[path, ghost.step]
    return SQUARES[first], SQUARES[second]


# --- characters ----------------------------------------------------------------------------------

LEFT = 3  # where the bed's left line is
WIDE, HIGH = 6, 2  # from square to square
PANEL = LEFT + WIDE * SIDE + 6  # where the players' side begins
LAST_COLUMN = 80


def drawing(view: View, names: Sequence[str], words: Words) -> list[Line]:
    """The bed, and beside it the players with their pools; 80 columns at most."""
    sheet = Canvas()
    _draw_bed(sheet)
    _draw_margins(sheet, view.with_ghosts)
    for piece in view.pieces:
        _draw_piece(sheet, piece, piece.square in view.row)
    for seat, ghost in enumerate(view.ghosts):
        if ghost is not None:
            _draw_ghost(sheet, seat, ghost)
    _draw_panel(sheet, view, names, words)
    return sheet.lines()


def _draw_bed(sheet: Canvas) -> None:
    for line in range(SIDE + 1):
        left, cross, right = "╭┬╮" if line == 0 else "╰┴╯" if line == SIDE else "├┼┤"
        seam = cross.join(["─" * (WIDE - 1)] * SIDE)
        sheet.put(1 + HIGH * line, LEFT, left + seam + right, "line")
    for row in range(SIDE):
        for column in range(SIDE + 1):
            sheet.put(2 + HIGH * row, LEFT + WIDE * column, "│", "line")


def _draw_margins(sheet: Canvas, with_ghosts: bool) -> None:
    """Letters and numbers of the squares, and where ghosts enter."""
    bottom, right = 2 + HIGH * SIDE, LEFT + WIDE * SIDE + 2
    for k, letter in enumerate(COLUMNS):
        for row in (0, bottom):
            sheet.put(row, LEFT + WIDE * k + 3, letter, "label")
        for column in (LEFT - 2, right):
            sheet.put(2 + HIGH * k, column, str(k + 1), "label")
    for k in range(1, SIDE) if with_ghosts else ():
        for edge, row in (("N", 0), ("S", bottom)):
            sheet.put(row, LEFT + WIDE * k, f"{edge}{k}", "dim")
        for edge, column in (("W", LEFT - 3), ("E", right)):
            sheet.put(1 + HIGH * k, column, f"{edge}{k}", "dim")


def _place(square: str) -> tuple[int, int]:
    """Row and column of the middle of a square."""
    column, row = COLUMNS.index(square[0]), int(square[1]) - 1
    return 2 + HIGH * row, LEFT + WIDE * column + 3


def _sign(seat: int, letter: str) -> str:
    return letter.upper() if seat else letter


def _token(seat: int, kind: str) -> str:
    return f"{BRACKETS[seat][0]}{_sign(seat, LETTERS[kind])}{BRACKETS[seat][1]}"


def _draw_piece(sheet: Canvas, piece: Piece, marked: bool) -> None:
    row, column = _place(piece.square)
    style = f"{seat_style(piece.seat)} strong" if piece.kind == "cat" else seat_style(piece.seat)
    sheet.put(row, column - 1, _token(piece.seat, piece.kind), f"{style} mark" if marked else style)


def _draw_ghost(sheet: Canvas, seat: int, ghost: Ghost) -> None:
    (row, column), (other_row, other_column) = map(_place, beside(ghost))
    arrow = ARROWS[HEADING[ghost.edge]]
    token = arrow + _sign(seat, "g") + arrow
    middle = (row + other_row) // 2, (column + other_column) // 2
    sheet.put(middle[0], middle[1] - 1, token, f"{seat_style(seat)} ghost")


def _draw_panel(sheet: Canvas, view: View, names: Sequence[str], words: Words) -> None:
    sheet.put(1, PANEL, _heading(view, words), "strong")
    for seat, name in enumerate(names):
        row = 3 + 4 * seat
        pointer = "★" if view.winner == seat else "▶" if _decides(view, seat) else " "
        sheet.put(row, PANEL, pointer, "strong")
        title = f"{SEAT_SHAPES[seat]} {name}"[: LAST_COLUMN - PANEL - 2]
        sheet.put(row, PANEL + 2, title, f"{seat_style(seat)} strong")
        _draw_pool(sheet, row + 1, view, seat, words)
        if _decides(view, seat):
            asked = textwrap.wrap(words.text(f"phase.{view.phase}"), LAST_COLUMN - PANEL - 4)
            for offset, text in enumerate(asked):
                sheet.put(row + 2 + offset, PANEL + 4, text)
    _draw_legend(sheet, view, words)


def _heading(view: View, words: Words) -> str:
    if view.phase == "over":
        return words.text("draw.over", n=view.turns)
    return words.text("draw.turn", n=view.turns + 1)


def _decides(view: View, seat: int) -> bool:
    return view.phase != "over" and view.actor == seat


def _draw_pool(sheet: Canvas, row: int, view: View, seat: int, words: Words) -> None:
    pool, style = view.pools[seat], seat_style(seat)
    label = words.text("draw.pool")
    sheet.put(row, PANEL + 4, label, "dim")
    column = PANEL + 5 + len(label)
    groups = [(pool.kittens, "k", style), (pool.cats, "c", f"{style} strong")]
    if pool.ghost:
        groups.append((1, "g", f"{style} ghost"))
    for count, letter, look in groups:
        if count:
            text = " ".join([_sign(seat, letter)] * count)
            sheet.put(row, column, text, look)
            column += len(text) + 2
    if not any(count for count, _, _ in groups):
        sheet.put(row, column, words.text("draw.nothing"), "dim")


def _draw_legend(sheet: Canvas, view: View, words: Words) -> None:
    for seat in range(2):
        signs = [f"{_token(seat, kind)} {words.text(f'kind.{kind}')}" for kind in KINDS]
        if view.with_ghosts:
            signs.append(f"↓{_sign(seat, 'g')}↓ {words.text('draw.ghost')}")
        sheet.put(11 + seat, PANEL, "  ".join(signs), "dim")


# --- sentences -----------------------------------------------------------------------------------


def spoken(view: View, names: Sequence[str], words: Words) -> list[str]:
    """Whose turn it is, what stands where, what is in the pools, where the ghosts are."""
    lines = [_heading(view, words) + "."]
    if view.phase != "over":
        phase = words.text(f"phase.{view.phase}")
        lines.append(words.text("draw.to_act", seat=names[view.actor], phase=phase))
    if not view.pieces:
        lines.append(words.text("draw.empty_bed"))
    for seat, name in enumerate(names):
        lines += _spoken_seat(view, seat, name, words)
    return lines


def _spoken_seat(view: View, seat: int, name: str, words: Words) -> Iterator[str]:
    standing = list(_spoken_pieces(view, seat, words))
    if standing:
        yield words.text("draw.on_bed", seat=name, list=", ".join(standing))
    pool = ", ".join(_spoken_pool(view.pools[seat], words)) or words.text("draw.nothing")
    yield words.text("draw.in_pool", seat=name, list=pool)
    ghost = view.ghosts[seat]
    if ghost is not None:
        near, far = beside(ghost)
        heading = HEADING[ghost.edge]
        yield words.text("draw.ghost_at", seat=name, near=near, far=far, heading=heading)


def _spoken_pieces(view: View, seat: int, words: Words) -> Iterator[str]:
    for kind in KINDS:
        squares = [p.square for p in view.pieces if (p.seat, p.kind) == (seat, kind)]
        if squares:
            yield words.text(f"draw.{kind}s_on", n=len(squares), squares=" ".join(squares))


def _spoken_pool(pool: Pool, words: Words) -> Iterator[str]:
    if pool.kittens:
        yield words.text("draw.kittens", n=pool.kittens)
    if pool.cats:
        yield words.text("draw.cats", n=pool.cats)
    if pool.ghost:
        yield words.text("draw.ghost")


# --- picture -------------------------------------------------------------------------------------

CELL = 100
MARGIN = 44  # around the bed, for letters and numbers
HEADBOARD = 78
BED = CELL * SIDE
SIDEBOARD = 330  # the players' side
SMALL = 68  # a piece in the pool


def svg(view: View, words: Words) -> str:
    """A picture of the whole table that stands on its own, with a description."""
    names = [player_name(words.lang, seat) for seat in range(2)]
    body = [PAPER, *_bed(view), *_sideboard(view, names, words)]
    sentences = " ".join(spoken(view, names, words))
    width = MARGIN * 2 + BED + SIDEBOARD
    return plain_colours(_picture(body, width, words.text("title"), sentences, _used(view, True)))


def figure(view: View, words: Words, events: Iterable[Event] = (), *, themed: bool = True) -> str:
    """The bed alone, and what a move does on it: rings where it places, arrows where it pushes.

    A themed figure takes its colours from the page around it.
    """
    told = list(events)
    body = [*_bed(view), *_signs(told)]
    names = [player_name(words.lang, seat) for seat in range(2)]
    sentences = " ".join(spoken(view, names, words))
    picture = _picture(body, MARGIN * 2 + BED, words.text("title"), sentences, _used(view, False))
    return picture if themed else plain_colours(picture)


def _picture(body: list[str], width: int, title: str, description: str, used: set[str]) -> str:
    height = HEADBOARD + MARGIN + BED + MARGIN
    return art.svg(width, height, title, description, body, symbols("huupp", used))


def _used(view: View, with_pools: bool) -> set[str]:
    """The symbols that a picture of the view needs."""
    used = {"huupp-quilt-a", "huupp-quilt-b", "huupp-headboard"}
    used |= {f"huupp-{piece.kind}-{piece.seat + 1}" for piece in view.pieces}
    used |= {f"huupp-ghost-{seat + 1}" for seat, ghost in enumerate(view.ghosts) if ghost}
    for seat, pool in enumerate(view.pools) if with_pools else ():
        used |= {f"huupp-{kind}-{seat + 1}" for kind in _pool_kinds(pool)}
    return used


def _pool_kinds(pool: Pool) -> list[str]:
    return ["kitten"] * pool.kittens + ["cat"] * pool.cats + ["ghost"] * pool.ghost


def _use(symbol: str, x: float, y: float, size: float) -> str:
    return art.use(f"huupp-{symbol}", x, y, size)


def _corner(square: str) -> tuple[int, int]:
    """The north-west corner of a square in the picture."""
    column, row = COLUMNS.index(square[0]), int(square[1]) - 1
    return MARGIN + CELL * column, HEADBOARD + MARGIN + CELL * row


def _middle(square: str) -> tuple[int, int]:
    x, y = _corner(square)
    return x + CELL // 2, y + CELL // 2


def _bed(view: View) -> Iterator[str]:
    top = HEADBOARD + MARGIN
    yield (
        f'<use href="#huupp-headboard" x="{MARGIN - 14}" y="18" width="{BED + 28}" '
        f'height="{(BED + 28) * 96 // 600}"/>'
    )
    yield (
        f'<rect x="{MARGIN - 8}" y="{top - 8}" width="{BED + 16}" height="{BED + 16}" rx="18" '
        f'fill="var(--bed, #d9b38c)" stroke="var(--line, #46302b)" stroke-width="3"/>'
    )
    for number, square in enumerate(SQUARES):
        x, y = _corner(square)
        yield _use("quilt-" + "ab"[(number // SIDE + number) % 2], x, y, CELL)
    yield from _coordinates(view.with_ghosts)
    for square in view.row:
        x, y = _corner(square)
        yield (
            f'<rect x="{x + 5}" y="{y + 5}" width="{CELL - 10}" height="{CELL - 10}" rx="14" '
            f'fill="none" stroke="var(--mark, #ffb02e)" stroke-width="7"/>'
        )
    for piece in view.pieces:
        x, y = _corner(piece.square)
        yield _use(f"{piece.kind}-{piece.seat + 1}", x + 4, y + 4, CELL - 8)
    for seat, ghost in enumerate(view.ghosts):
        if ghost is not None:
            yield from _ghost(seat, ghost)


def _coordinates(with_ghosts: bool) -> Iterator[str]:
    top = HEADBOARD + MARGIN
    for k, letter in enumerate(COLUMNS):
        yield art.text(MARGIN + CELL * k + 50, top + BED + 34, 24, letter, INK, CENTRED)
        yield art.text(MARGIN // 2 - 4, top + CELL * k + 58, 24, str(k + 1), INK, CENTRED)
    for k in range(1, SIDE) if with_ghosts else ():
        yield art.text(MARGIN + CELL * k, top + BED + 28, 14, f"S{k}", SOFT_INK, CENTRED)
        yield (
            f'<rect x="{MARGIN + CELL * k - 16}" y="{top - 20}" width="32" height="19" rx="9" '
            f'fill="{CARD}" stroke="var(--line, #46302b)" stroke-width="2"/>'
        )
        yield art.text(MARGIN + CELL * k, top - 5.5, 14, f"N{k}", SOFT_INK, CENTRED)
        yield art.text(MARGIN // 2 - 4, top + CELL * k + 5, 14, f"W{k}", SOFT_INK, CENTRED)
        yield art.text(MARGIN + BED + 22, top + CELL * k + 5, 14, f"E{k}", SOFT_INK, CENTRED)


def _ghost(seat: int, ghost: Ghost) -> Iterator[str]:
    """A ghost on its seam, and an arrow that says where it is going."""
    (x1, y1), (x2, y2) = map(_middle, beside(ghost))
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    turn = {"N": 270, "E": 0, "S": 90, "W": 180}[HEADING[ghost.edge]]
    yield (
        f'<path d="M36 0h16m-7-8 9 8-9 8" transform="translate({x:g} {y:g}) rotate({turn})" '
        f'fill="none" stroke="{SEAT_COLOURS[seat]}" stroke-width="6" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
    )
    yield _use(f"ghost-{seat + 1}", x - 32, y - 32, 64)


def _sideboard(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    left, top = MARGIN * 2 + BED, HEADBOARD + MARGIN
    yield art.text(left + 4, top - 26, 26, _heading(view, words), INK, ' font-weight="600"')
    for seat, name in enumerate(names):
        y = top - 8 + seat * 316
        acts = view.winner == seat or _decides(view, seat)
        yield (
            f'<rect x="{left}" y="{y}" width="{SIDEBOARD - 18}" height="300" rx="22" '
            f'fill="{CARD}" stroke="{SEAT_COLOURS[seat]}" '
            f'stroke-width="{6 if acts else 2}"/>'
        )
        yield seat_mark(seat, left + 36, y + 38, 35)
        yield art.text(left + 60, y + 47, 27, name, INK, ' font-weight="600"')
        yield art.text(left + 22, y + 84, 20, _status(view, seat, words), SOFT_INK)
        for k, kind in enumerate(_pool_kinds(view.pools[seat])):
            x, row = left + 20 + (k % 4) * (SMALL + 2), y + 94 + (k // 4) * (SMALL - 2)
            yield _use(f"{kind}-{seat + 1}", x, row, SMALL)


def _status(view: View, seat: int, words: Words) -> str:
    if view.winner == seat:
        return words.text("draw.wins")
    return words.text(f"phase.{view.phase}") if _decides(view, seat) else ""


def _signs(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case Placed(seat, _, square):
                x, y = _middle(square)
                yield (
                    f'<circle cx="{x}" cy="{y}" r="44" fill="none" '
                    f'stroke="{SEAT_COLOURS[seat]}" stroke-width="6" stroke-dasharray="10 7"/>'
                )
            case Booped() | Hooped():
                yield _push(event, events)
            case _:
                pass


def _push(event: Booped | Hooped, events: Sequence[Event]) -> str:
    """An arrow from where a piece stood to where it goes; off the bed it points over the edge."""
    x, y = _middle(event.square)
    dx, dy = _direction(event, events)
    reach = CELL
    if event.to is not None:
        tx, ty = _middle(event.to)
        reach = max(abs(tx - x), abs(ty - y))
    near = 30
    far = reach - 12 if event.to is not None else 62
    ax, ay = x + dx * near, y + dy * near
    bx, by = x + dx * far, y + dy * far
    wing = [(-dx - dy, -dy + dx), (-dx + dy, -dy - dx)]
    length = 13 if dx and dy else 18
    tips = " ".join(f"M{bx:g} {by:g}L{bx + wx * length:g} {by + wy * length:g}" for wx, wy in wing)
    return (
        f'<path d="M{ax:g} {ay:g}L{bx:g} {by:g}{tips}" fill="none" stroke="{INK}" '
        f'stroke-width="7" stroke-linecap="round"/>'
    )


def _direction(event: Booped | Hooped, events: Sequence[Event]) -> tuple[int, int]:
    """One step of a push, as (east, south)."""
    x, y = _middle(event.square)
    if event.to is not None:
        tx, ty = _middle(event.to)
        return _unit(tx - x), _unit(ty - y)
    if isinstance(event, Booped):
        placed = next(e for e in events if isinstance(e, Placed))
        px, py = _middle(placed.square)
        return _unit(x - px), _unit(y - py)
    # A ghost pushes off the bed at a right angle to its way: towards the nearest edge.
    ghost: Any = next(e for e in events if tag(e) in ("glided", "jumped"))
    near = beside(Ghost(ghost.edge, ghost.seam, ghost.step))[0]
    sign = -1 if event.square == near else 1
    return (sign, 0) if ghost.edge in "NS" else (0, sign)


def _unit(distance: int) -> Literal[-1, 0, 1]:
    return 1 if distance > 0 else -1 if distance < 0 else 0
