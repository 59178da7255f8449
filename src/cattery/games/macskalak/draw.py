"""Macskalak: a view as characters, as sentences and as a picture.

On the sheet of characters a cell is three wide and one high, with a dot at each of its corners; the
walls of rooms are lines between the dots. At the end of a row, and below a column, stands its
cheese (`o`, crossed out `x`) and, on levels where mice need cats, a cat if the line has one.

         a   b   c
       ·   ·───·   ·        3  a number, C a cat, m a mouse, x crossed out
     1   .   2 │ .          5+ counts as two
       ·   ·   ·   ·        .  an empty cell, * a star, a to e bonus cells
     2   C   2 │ .   o
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from cattery import art
from cattery.art import (
    AT_END,
    BOLD,
    CENTRED,
    INK,
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
from cattery.games.macskalak.plain_state import COLUMNS, SYMBOLS
from cattery.games.macskalak.view import Die, Forced, OwnTurn, Paper, Score, Sheet, View
from cattery.text import Words, player_name, with_minus

LAST_COLUMN = 80
LEFT, TOP = 3, 2  # where the sheet's first dot is
WIDE, HIGH = 4, 2  # from cell to cell
PANEL = 41  # where the side with dice, abilities and points begins
BONUS = "abcde"
PARTS = ("cats", "cheese", "mice", "bonus", "empty")


def heading(view: View, words: Words) -> str:
    """Which level and round it is."""
    if view.phase == "over":
        return words.text("draw.heading_over", level=view.level, rounds=view.round)
    if view.phase == "stars":
        return words.text("draw.heading_stars", level=view.level)
    return words.text("draw.heading", level=view.level, round=view.round)


def shown_seat(view: View) -> int:
    """Whose sheet is drawn large: the viewer's, else the winner's, else the first."""
    if view.seat is not None:
        return view.seat
    return view.winners[0] if view.winners else 0


def shown_parts(view: View) -> list[str]:
    """The parts of a score, besides rooms, that this level has."""
    has = {
        "cats": bool(view.paper.track),
        "cheese": view.paper.cheese,
        "mice": view.paper.lines or bool(view.paper.areas),
        "bonus": bool(view.paper.bonus),
        "empty": not view.paper.grows,
    }
    return [part for part in PARTS if has[part]]


def cell_names(size: int) -> list[str]:
    """The cells of a sheet, row by row."""
    return [f"{column}{row}" for row in range(1, size + 1) for column in COLUMNS[:size]]


def room_of(sheet: Sheet) -> dict[str, int]:
    """The number of the room that each cell of a room is in."""
    return {cell: number for number, room in enumerate(sheet.rooms) for cell in room.cells}


# --- characters ----------------------------------------------------------------------------------


def drawing(view: View, names: Sequence[str], words: Words) -> list[Line]:
    """The own sheet large, dice, abilities and points beside it, a line for each other player."""
    canvas = Canvas()
    seat = shown_seat(view)
    canvas.put(0, 1, heading(view, words), "strong")
    title = _fitting(f"{SEAT_SHAPES[seat]} {names[seat]}", LAST_COLUMN - PANEL)
    canvas.put(0, PANEL, title, f"{seat_style(seat)} strong")
    _draw_sheet(canvas, view, seat, words)
    row = _draw_dice(canvas, 1, view, words)
    row = _draw_abilities(canvas, row, view, seat, words)
    row = _draw_score(canvas, row, view, seat, words)
    _draw_extras(canvas, row, view, seat, words)
    others = [each for each in range(len(view.sheets)) if each != seat]
    bottom = TOP + HIGH * view.paper.size + 2
    for line, other in enumerate(others):
        _draw_other(canvas, bottom + line, view, other, names, words)
    return canvas.lines()


def _fitting(text: str, width: int) -> str:
    """The text, or its beginning with dots where it is too long."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _signs(words: Words) -> dict[str, str]:
    animals = {"cat": words.text("draw.cat_sign"), "mouse": words.text("draw.mouse_sign")}
    return {**{symbol: symbol for symbol in SYMBOLS}, **animals, "crossed": "x"}


def _draw_sheet(canvas: Canvas, view: View, seat: int, words: Words) -> None:
    size, sheet = view.paper.size, view.sheets[seat]
    own = view.own if seat == view.seat else None
    for line in range(size):
        canvas.put(1, LEFT + WIDE * line + 2, COLUMNS[line], "label")
        canvas.put(TOP + HIGH * line + 1, 1, str(line + 1), "label")
    for row in range(size + 1):
        for column in range(size + 1):
            canvas.put(TOP + HIGH * row, LEFT + WIDE * column, "·", "dim")
    marks = dict.fromkeys(view.paper.stars, "*")
    marks |= dict(zip(view.paper.bonus, BONUS, strict=False))
    for name, content in zip(cell_names(size), sheet.cells, strict=True):
        _draw_cell(canvas, name, content, sheet, marks.get(name, ""), own, _signs(words))
    _draw_walls(canvas, view.paper, sheet)
    _draw_ends(canvas, view.paper, sheet, words)


def _place(cell: str) -> tuple[int, int]:
    """Where the text of a cell begins on the canvas."""
    column, row = COLUMNS.index(cell[0]), int(cell[1]) - 1
    return TOP + HIGH * row + 1, LEFT + WIDE * column + 1


def _draw_cell(
    canvas: Canvas,
    name: str,
    content: str | None,
    sheet: Sheet,
    mark: str,
    own: OwnTurn | None,
    signs: dict[str, str],
) -> None:
    row, column = _place(name)
    if content is None:
        return
    if content == "":
        canvas.put(row, column + 1, mark or ".", "label" if mark else "dim")
        return
    style = {"cat": "warm", "mouse": "good", "crossed": "dim"}.get(content, "strong")
    if own is not None and name in own.fresh:
        style = "mark" if name in own.group else f"{style} mark"
    bonus = mark if mark in BONUS and mark else " "
    canvas.put(row, column, bonus, "dim")
    canvas.put(row, column + 1, signs[content], style)
    if name in sheet.doubled:
        canvas.put(row, column + 2, "+", "strong")


def _draw_walls(canvas: Canvas, paper: Paper, sheet: Sheet) -> None:
    """Lines where a room ends; on level 3 lighter ones where an area does."""
    rooms = room_of(sheet)
    areas = {cell: area.name for area in paper.areas for cell in area.cells}
    for name in cell_names(paper.size):
        row, column = _place(name)
        across = f"{chr(ord(name[0]) + 1)}{name[1]}"
        under = f"{name[0]}{int(name[1]) + 1}"
        above, before = f"{name[0]}{int(name[1]) - 1}", f"{chr(ord(name[0]) - 1)}{name[1]}"
        for other, r, c, wall, faint in (
            (across, row, column + 3, "│", "┊"),
            (before, row, column - 1, "│", ""),
            (under, row + 1, column, "───", "╌╌╌"),
            (above, row - 1, column, "───", ""),
        ):
            if name in rooms and rooms.get(other) != rooms[name]:
                canvas.put(r, c, wall, "warm")
            elif (
                faint
                and other not in rooms
                and areas.get(name) != areas.get(other, areas.get(name))
            ):
                canvas.put(r, c, faint, "dim")


def _draw_ends(canvas: Canvas, paper: Paper, sheet: Sheet, words: Words) -> None:
    """Cheese and cats at the end of each row and below each column."""
    size, cat = paper.size, words.text("draw.cat_sign")
    for line in range(size):
        for name, row, column in (
            (str(line + 1), TOP + HIGH * line + 1, LEFT + WIDE * size + 2),
            (COLUMNS[line], TOP + HIGH * size + 1, LEFT + WIDE * line + 2),
        ):
            if paper.cheese:
                eaten = name in sheet.cheese
                canvas.put(row, column, "x" if eaten else "o", "dim" if eaten else "good")
            if paper.lines and name in sheet.cat_lines:
                canvas.put(row, column + (2 if name.isdigit() else 1), cat, "warm")


def die_text(die: Die, signs: dict[str, str]) -> str:
    """A die: `[3]`, changed `[3>4]`, used `(3)`."""
    shown = signs[die.face]
    if die.face != die.rolled:
        shown = f"{signs[die.rolled]}>{shown}"
    return f"({shown})" if die.used else f"[{shown}]"


def _draw_dice(canvas: Canvas, row: int, view: View, words: Words) -> int:
    """The dice, how many are used, and what is forced; returns the row after them."""
    if view.phase == "over":
        return row + 1
    signs = _signs(words)
    label = words.text("draw.dice")
    canvas.put(row, PANEL, label, "label")
    dice = view.own.dice if view.own else [Die(face, face, False) for face in view.dice]
    column = PANEL + len(label) + 1
    for die in dice:
        text = die_text(die, signs)
        canvas.put(row, column, text, "dim" if die.used else "strong")
        column += len(text) + 1
    if view.own is None:
        return row + 2
    own = view.own
    finish = own.used == own.owed and not own.forced and not own.done
    key = "draw.used_all" if finish else "draw.used"
    facts = [words.text(key, used=own.used, owed=own.owed)]
    facts += [words.text("draw.corners")] if view.own.corners else []
    facts += [words.text("draw.done")] if view.own.done else []
    canvas.put(row + 1, PANEL, _fitting(", ".join(facts), LAST_COLUMN - PANEL), "dim")
    text = forced_text(own.forced, words) if own.forced else ""
    if view.phase == "stars" and own.used < own.owed:
        text = words.text("draw.stars")
    if text:
        for line, part in enumerate(textwrap.wrap(text, LAST_COLUMN - PANEL - 1)[:2]):
            canvas.put(row + 2 + line, PANEL, part, "warm strong")
    return row + 4


def forced_text(forced: Forced, words: Words) -> str:
    """What must be done first, in words."""
    return words.text(
        f"forced.{forced.what}", symbols=forced.symbols, cell=forced.cell, left=forced.left
    )


def _draw_abilities(canvas: Canvas, row: int, view: View, seat: int, words: Words) -> int:
    """What a room of each number gives, and how often it may be used; returns the row after."""
    sheet = view.sheets[seat]
    for number, ability in enumerate(view.abilities):
        canvas.put(row, PANEL, f"{ability.number}", "strong")
        canvas.put(row, PANEL + 2, f"+{ability.points}", "dim")
        canvas.put(row, PANEL + 5, ability.letter, "label")
        canvas.put(row, PANEL + 7, words.text(f"ability_short.{ability.letter}")[:24])
        uses = sheet.uses[number]
        text = words.text("draw.at_once") if ability.at_once else "●" * min(uses, 5)
        text = f"●×{uses}" if uses > 5 else text
        canvas.put(row, PANEL + 32, text, "dim" if ability.at_once else "good strong")
        row += 1
    return row + 1


def _draw_score(canvas: Canvas, row: int, view: View, seat: int, words: Words) -> int:
    """The score in parts, with what this turn has brought; returns the row after it."""
    sheet = view.sheets[seat]
    gained = view.own.gained if view.own and seat == view.seat else None
    _draw_part(canvas, row, "rooms", sum(sheet.score.rooms), sum(gained.rooms if gained else ()))
    canvas.put(row, PANEL, words.text("draw.rooms"))
    canvas.put(row, PANEL + 8, _built(sheet)[:17], "dim")
    for part in shown_parts(view):
        row += 1
        canvas.put(row, PANEL, words.text(f"draw.{part}"))
        more = getattr(gained, part) if gained else 0
        _draw_part(canvas, row, part, getattr(sheet.score, part), more)
    row += 1
    canvas.put(row, PANEL, words.text("draw.total"), "strong")
    _draw_part(canvas, row, "total", sheet.score.total, gained.total if gained else 0)
    return row + 1


def _built(sheet: Sheet) -> str:
    """How many rooms of each number there are: `2×3 5×1`."""
    return " ".join(f"{number + 2}×{built}" for number, built in enumerate(sheet.built) if built)


def _draw_part(canvas: Canvas, row: int, part: str, points: int, gained: int) -> None:
    canvas.put(
        row, PANEL + 26, with_minus(points).rjust(3), "strong" if part == "total" else "plain"
    )
    if gained:
        canvas.put(
            row, PANEL + 30, f"({with_minus(f'{gained:+d}')})", "good" if gained > 0 else "bad"
        )


def _draw_extras(canvas: Canvas, row: int, view: View, seat: int, words: Words) -> None:
    """The cat track, the areas, the bonus cells."""
    sheet = view.sheets[seat]
    if view.paper.track:
        label = words.text("draw.track")
        canvas.put(row, PANEL, label, "label")
        for place, shows in enumerate(view.paper.track):
            crossed = place < sheet.cats
            sign = "x" if crossed else shows or "-"
            column = PANEL + len(label) + 1 + place
            canvas.put(row, column, sign, "dim" if crossed else "strong")
    for area in sheet.areas:
        text = (
            f"{words.text(f'area.{area.name}')}: {area.cats} {words.text('draw.cat_sign')}"
            f" {area.mice} {words.text('draw.mouse_sign')} = {area.points}"
        )
        at = sheet.areas.index(area)
        canvas.put(row + at // 2, PANEL + 20 * (at % 2), text, "dim")
    if view.paper.bonus and not sheet.areas:
        pairs = zip(BONUS, sheet.bonus, strict=True)
        text = " ".join(f"{letter}:{points or '–'}" for letter, points in pairs)
        canvas.put(row, PANEL, text, "dim")


def _draw_other(
    canvas: Canvas, row: int, view: View, seat: int, names: Sequence[str], words: Words
) -> None:
    """Another player in one line."""
    sheet = view.sheets[seat]
    won = seat in view.winners
    state = "wins" if won else _state(view, seat)
    canvas.put(row, 1, "★" if won else "▶" if seat in view.waiting else " ", "strong")
    canvas.put(row, 3, _fitting(f"{SEAT_SHAPES[seat]} {names[seat]}", 23), seat_style(seat))
    canvas.put(row, 27, words.text(f"draw.{state}") if state else "", "dim")
    canvas.put(row, 38, words.text("draw.points", n=sheet.score.total), "strong")
    canvas.put(row, 49, _built(sheet)[:16])
    uses = "".join(
        ability.letter * min(sheet.uses[k], 3) for k, ability in enumerate(view.abilities)
    )
    canvas.put(row, 66, uses[:5], "good")
    canvas.put(row, 72, words.text("draw.empty_cells", n=sheet.empty)[:8], "dim")


def _state(view: View, seat: int) -> str:
    if view.phase == "over":
        return ""
    if seat in view.resting:
        return "rests"
    return "plays" if seat in view.waiting else "done"


# --- sentences -----------------------------------------------------------------------------------


def explained(view: View, words: Words) -> list[str]:
    """What the abilities of this table do, in whole sentences."""
    return [
        words.text(
            "say.ability_about",
            number=each.number,
            letter=each.letter,
            about=words.text(f"ability_about.{each.letter}"),
        )
        for each in view.abilities
    ]


def spoken(view: View, names: Sequence[str], words: Words) -> list[str]:
    """The round, the dice, what is forced, the own sheet, the others."""
    lines = [heading(view, words) + "."]
    if view.phase == "over" and len(view.sheets) > 1:
        best = ", ".join(names[seat] for seat in view.winners)
        lines.append(words.text("say.won", seats=best))
    if view.phase != "over":
        lines += _spoken_round(view, names, words)
    abilities = ", ".join(
        words.text(
            "say.ability",
            number=each.number,
            letter=each.letter,
            short=words.text(f"ability_short.{each.letter}"),
        )
        for each in view.abilities
    )
    lines.append(words.text("say.abilities", list=abilities))
    first = shown_seat(view)
    order = [first, *(seat for seat in range(len(view.sheets)) if seat != first)]
    for seat in order:
        listed = "; ".join(_spoken_sheet(view, view.sheets[seat], words))
        lines.append(words.text("say.sheet", seat=names[seat], list=listed))
    return lines


def _spoken_round(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    if view.own is None:
        yield words.text("say.dice", dice=view.dice)
    else:
        dice = ", ".join(_spoken_die(die, words) for die in view.own.dice)
        yield words.text("say.your_dice", list=dice)
        yield words.text("say.owed", used=view.own.used, owed=view.own.owed)
        if view.own.group:
            yield words.text("say.group", cells=view.own.group)
        if view.own.forced:
            yield words.text("say.forced", what=forced_text(view.own.forced, words))
        yield words.text("say.gained", n=view.own.gained.total)
    if view.seat in view.waiting and view.seat is not None:
        phase = words.text(f"phase.{view.phase}")
        yield words.text("say.to_act", seat=names[view.seat], phase=phase)
    others = [names[seat] for seat in view.waiting if seat != view.seat]
    if others:
        yield words.text("say.waiting", seats=", ".join(others))


def _spoken_die(die: Die, words: Words) -> str:
    if die.used:
        return words.text("say.die_used", face=die.face)
    if die.face != die.rolled:
        return words.text("say.die_changed", face=die.face, rolled=die.rolled)
    return words.word("symbol", die.face)


def _spoken_sheet(view: View, sheet: Sheet, words: Words) -> Iterator[str]:
    yield words.text("say.points", n=sheet.score.total)
    cells = cell_names(view.paper.size)
    written = dict.fromkeys((*SYMBOLS, "crossed"), "")
    for name, content in zip(cells, sheet.cells, strict=True):
        if content:
            written[content] += f" {name}"
    if not any(written.values()):
        yield words.text("say.empty_sheet")
    for symbol in SYMBOLS:
        if written[symbol]:
            yield words.text("say.written", symbol=symbol, cells=written[symbol].strip())
    if sheet.doubled:
        yield words.text("say.doubled", cells=sheet.doubled)
    if written["crossed"]:
        yield words.text("say.crossed", cells=written["crossed"].strip())
    if sheet.rooms:
        rooms = (words.text("say.room", number=r.number, cells=r.cells) for r in sheet.rooms)
        yield words.text("say.rooms", list=", ".join(rooms))
    uses = [
        words.text("say.use", n=sheet.uses[number], letter=ability.letter)
        for number, ability in enumerate(view.abilities)
        if sheet.uses[number]
    ]
    if uses:
        yield words.text("say.uses", list=", ".join(uses))
    if view.paper.track:
        yield words.text("say.track", n=sheet.cats)
    if sheet.cheese:
        yield words.text("say.cheese", lines=sheet.cheese)
    yield words.text("say.empty", n=sheet.empty)


# --- picture -------------------------------------------------------------------------------------

CELL = 64
EDGE = 36
PENCIL = "var(--pencil, #4b4556)"
GRID = "var(--grid, #b9c3cf)"
SHEET_PAPER = "var(--sheet, #fffdf6)"
AREA_FILL = {"red": "#f6d0c8", "blue": "#cfdff3", "green": "#d3e8cc", "yellow": "#f7ecc0"}
FRESH = "var(--fresh, #ffe9a8)"
ROOM_FILL = "var(--room, #f3e3c4)"
PREFIX = "macskalak-"
# What a drawing of an ability is made of besides its own lines.
WITHIN = {"c": ("mouse",), "d": ("3",), "f": ("2", "5"), "h": ("cat", "mouse")}
WITHIN |= {"k": ("cat", "mouse", "spark"), "l": ("mouse", "spark")}


def svg(view: View, words: Words) -> str:
    """A picture of one sheet with dice, abilities and points; the others in small."""
    names = [player_name(words.lang, seat) for seat in range(len(view.sheets))]
    seat = shown_seat(view)
    side = CELL * view.paper.size
    panel = EDGE + 34 + side + 90
    others = [each for each in range(len(view.sheets)) if each != seat]
    wide = panel + 420
    under = max(150 + side + 60, 660) + (56 if view.paper.track else 0)
    high = under + (len(others) + 2) // 3 * 250 + 16
    body = [
        f'<rect width="100%" height="100%" rx="28" fill="{SHEET_PAPER}"/>',
        art.text(EDGE, 56, 28, heading(view, words), INK, BOLD),
        seat_mark(seat, panel + 12, 46, 24),
        art.text(panel + 34, 56, 26, names[seat], SEAT_COLOURS[seat], BOLD),
        *_picture_sheet(view, seat, EDGE + 34, 110, CELL),
        *_picture_track(view, seat, 110 + side + 56),
        *_picture_dice(view, panel, 86),
        *_picture_abilities(view, seat, words, panel, 186),
        *_picture_score(view, seat, words, panel, 470),
    ]
    for place, other in enumerate(others):
        x = EDGE + place % 3 * ((wide - EDGE) / 3)
        body += _picture_other(view, other, names, words, x, under + place // 3 * 250)
    sentences = " ".join(spoken(view, names, words))
    used = symbols("macskalak", _used(view))
    return plain_colours(art.svg(wide, high, words.text("title"), sentences, body, used))


def _used(view: View) -> set[str]:
    """The symbols that a picture of this view needs."""
    used = {content for sheet in view.sheets for content in sheet.cells if content}
    used = {"strike" if each == "crossed" else each for each in used}
    used |= {"doubled"} if any(sheet.doubled for sheet in view.sheets) else set()
    names = cell_names(view.paper.size)
    if any(
        not sheet.cells[names.index(star)] for star in view.paper.stars for sheet in view.sheets
    ):
        used.add("star")
    if view.phase != "over":
        used |= {"die", *view.dice}
        used |= {die.face for die in view.own.dice} if view.own else set()
    if view.paper.cheese:
        used.add("cheese")
    if view.paper.cheese and any(sheet.cheese for sheet in view.sheets):
        used.add("cross")
    if view.paper.track:
        used |= {"cat", "cross"} if view.sheets[shown_seat(view)].cats else {"cat"}
    for ability in view.abilities:
        letter = ability.letter.lower()
        used |= {f"ability-{letter}", *WITHIN.get(letter, ())}
    return {PREFIX + each for each in used}


def _use(symbol: str, x: float, y: float, size: float, extra: str = "") -> str:
    return art.use(PREFIX + symbol, x, y, size, size, extra)


def _picture_sheet(view: View, seat: int, left: float, top: float, size: float) -> Iterator[str]:
    """The cells, what is in them, and the walls of rooms."""
    sheet, paper = view.sheets[seat], view.paper
    own = view.own if seat == view.seat else None
    large = size >= CELL
    rooms = room_of(sheet)
    areas = {cell: area.name for area in paper.areas for cell in area.cells}
    bonus = dict(zip(paper.bonus, BONUS, strict=False))
    for name, content in zip(cell_names(paper.size), sheet.cells, strict=True):
        x, y = _corner(name, left, top, size)
        fill = AREA_FILL.get(areas.get(name, ""), "none")
        if name in rooms and not areas:
            fill = ROOM_FILL
        if own and name in own.fresh:
            fill = FRESH
        dash = ' stroke-dasharray="2 6"' if content is None else ""
        yield (
            f'<rect x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" '
            f'fill="{fill if content is not None else "none"}" stroke="{GRID}" '
            f'stroke-width="{1.6 if content is not None else 1}"{dash}/>'
        )
        if name in paper.stars and not content:
            yield _use("star", x + size * 0.2, y + size * 0.2, size * 0.6)
        if name in bonus and large:
            yield art.text(x + 6, y + 17, 16, bonus[name], SOFT_INK, BOLD)
        if content:
            drawn = "strike" if content == "crossed" else content
            yield _use(drawn, x + size * 0.1, y + size * 0.1, size * 0.8)
        if name in sheet.doubled:
            yield _use("doubled", x + size * 0.03, y + size * 0.03, size * 0.94)
    yield from _picture_walls(rooms, left, top, size)
    if large:
        yield from _picture_ends(view, sheet, left, top, size)


def _corner(name: str, left: float, top: float, size: float) -> tuple[float, float]:
    return left + COLUMNS.index(name[0]) * size, top + (int(name[1]) - 1) * size


def _picture_walls(rooms: dict[str, int], left: float, top: float, size: float) -> Iterator[str]:
    path = ""
    for name, room in rooms.items():
        x, y = _corner(name, left, top, size)
        column, row = ord(name[0]), int(name[1])
        for other, line in (
            (f"{chr(column + 1)}{row}", f"M{x + size:g} {y:g}v{size:g}"),
            (f"{chr(column - 1)}{row}", f"M{x:g} {y:g}v{size:g}"),
            (f"{chr(column)}{row + 1}", f"M{x:g} {y + size:g}h{size:g}"),
            (f"{chr(column)}{row - 1}", f"M{x:g} {y:g}h{size:g}"),
        ):
            path += "" if rooms.get(other) == room else line
    if path:
        yield (
            f'<path d="{path}" fill="none" stroke="{PENCIL}" stroke-width="{size / 13:g}" '
            f'stroke-linecap="round"/>'
        )


def _picture_ends(view: View, sheet: Sheet, left: float, top: float, size: float) -> Iterator[str]:
    """Names of rows and columns, and their cheese."""
    side = size * view.paper.size
    for line in range(view.paper.size):
        middle = line * size + size / 2
        yield art.text(left + middle, top - 10, 18, COLUMNS[line], SOFT_INK, CENTRED)
        yield art.text(left - 18, top + middle + 6, 18, str(line + 1), SOFT_INK, CENTRED)
        if not view.paper.cheese:
            continue
        for name, x, y in (
            (str(line + 1), left + side + 8, top + middle - 18),
            (COLUMNS[line], left + middle - 18, top + side + 8),
        ):
            yield _use("cheese", x, y, 36)
            if name in sheet.cheese:
                yield _use("cross", x + 3, y + 3, 30)


def _picture_track(view: View, seat: int, top: float) -> Iterator[str]:
    """M-52: the cats of the track, those crossed out and what the others show."""
    for place, shows in enumerate(view.paper.track):
        x = EDGE + 30 + place * 38
        yield _use("cat", x, top, 34)
        if shows:
            yield art.text(x + 17, top + 52, 18, shows, INK, f"{BOLD}{CENTRED}")
        if place < view.sheets[seat].cats:
            yield _use("cross", x + 2, top + 2, 30)


def _picture_dice(view: View, left: float, top: float) -> Iterator[str]:
    if view.phase == "over":
        return
    dice = view.own.dice if view.own else [Die(face, face, False) for face in view.dice]
    for place, die in enumerate(dice):
        x, faded = left + place * 84, ' opacity="0.35"' if die.used else ""
        yield _use("die", x, top, 72, faded)
        yield _use(die.face, x + 13, top + 13, 46, faded)
        if die.face != die.rolled:
            yield _use(die.rolled, x + 50, top - 8, 24, ' opacity="0.7"')


def _picture_abilities(
    view: View, seat: int, words: Words, left: float, top: float
) -> Iterator[str]:
    for row, ability in enumerate(view.abilities):
        y = top + row * 66
        letter = ability.letter.lower()
        yield art.text(left + 14, y + 42, 34, str(ability.number), INK, f"{BOLD}{CENTRED}")
        yield _use(f"ability-{letter}", left + 38, y, 58)
        short = words.text(f"ability_short.{ability.letter}")
        yield art.text(left + 108, y + 26, 19, f"{ability.letter}: {short}", INK, BOLD)
        note = words.text("draw.points", n=ability.points)
        if ability.at_once:
            note += f", {words.text('draw.at_once')}"
        yield art.text(left + 108, y + 49, 17, note, SOFT_INK)
        for use in range(min(view.sheets[seat].uses[row], 5)):
            x = left + 240 + use * 26
            yield (
                f'<circle cx="{x:g}" cy="{y + 44:g}" r="9" fill="none" stroke="{PENCIL}" '
                f'stroke-width="3"/>'
            )


def _picture_score(view: View, seat: int, words: Words, left: float, top: float) -> Iterator[str]:
    score: Score = view.sheets[seat].score
    rows = [("rooms", sum(score.rooms))]
    rows += [(part, int(getattr(score, part))) for part in shown_parts(view)]
    for place, (part, points) in enumerate(rows):
        y = top + place * 28
        yield art.text(left, y, 20, words.text(f"draw.{part}"), SOFT_INK)
        yield art.text(left + 250, y, 20, with_minus(points), INK, AT_END)
    y = top + len(rows) * 28 + 6
    yield art.text(left, y, 24, words.text("draw.total"), INK, BOLD)
    yield art.text(left + 250, y, 24, with_minus(score.total), INK, f"{BOLD}{AT_END}")


def _picture_other(
    view: View, seat: int, names: Sequence[str], words: Words, left: float, top: float
) -> Iterator[str]:
    """Another player's sheet in small."""
    sheet = view.sheets[seat]
    won = seat in view.winners
    state = "wins" if won else _state(view, seat)
    yield seat_mark(seat, left + 10, top + 10, 20)
    label = f"{names[seat]} {words.text(f'draw.{state}') if state else ''}".rstrip()
    yield art.text(left + 26, top + 17, 18, label, SEAT_COLOURS[seat], BOLD)
    yield from _picture_sheet(view, seat, left, top + 34, 196 / view.paper.size)
    yield art.text(left + 206, top + 58, 20, str(sheet.score.total), INK, BOLD)
