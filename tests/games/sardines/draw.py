"""Sardines: a view as characters, as sentences and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cattery.games.sardines.view import Cat, View

from cattery import art
from cattery.art import SEAT_SHAPES, Canvas, Line, seat_style
from cattery.text import Words, player_name

# --- characters ----------------------------------------------------------------------------------

LEFT, BOX = 2, 11  # columns: the first tin, from tin to tin


def drawing(view: View, names: Sequence[str], words: Words) -> list[Line]:
    """The shelf, then a line for each cat."""
    sheet = Canvas()
    sheet.put(0, LEFT, heading(view, words), "strong")
    for k, sardines in enumerate(view.tins):
        column = LEFT + BOX * k
        cook = view.looked == k + 1
        sheet.put(1, column, words.text("draw.cook").center(9) if cook else " " * 9, "warm")
        sheet.put(2, column, "╭───────╮", "line")
        sheet.put(3, column, f"│{'»' * min(sardines, 7):7}│", "line")
        sheet.put(4, column, f"│{sardines:^7}│", "line")
        sheet.put(5, column, "╰───────╯", "line")
        sheet.put(6, column, str(k + 1).center(9), "label")
    for seat, cat in enumerate(view.cats):
        acts = view.phase != "over" and _acts(view, seat)
        pointer = "★" if seat in view.winners else "▶" if acts else " "
        sheet.put(8 + seat, 0, pointer, "strong")
        title = f"{SEAT_SHAPES[seat]} {names[seat]}"[:24]
        sheet.put(8 + seat, LEFT, title, f"{seat_style(seat)} strong")
        sheet.put(8 + seat, LEFT + 26, ", ".join(_facts(cat, words))[:50])
    return sheet.lines()


def heading(view: View, words: Words) -> str:
    """Which round it is."""
    key = "draw.over" if view.phase == "over" else "draw.round"
    return words.text(key, round=view.round, rounds=view.rounds)


def _acts(view: View, seat: int) -> bool:
    return view.actor == seat if view.phase == "caught" else not view.cats[seat].done


def _facts(cat: Cat, words: Words) -> Iterator[str]:
    yield words.text("draw.points", n=cat.points)
    if cat.done:
        yield words.text("draw.done")
    if cat.reached:
        yield words.text("draw.paws", tins=cat.reached)
    if cat.last:
        yield words.text("draw.last", tins=cat.last)


# --- sentences -----------------------------------------------------------------------------------


def spoken(view: View, names: Sequence[str], words: Words) -> list[str]:
    """The round, the tins, the cook, and every cat."""
    lines = [heading(view, words) + "."]
    lines.append(words.text("say.tins", list=", ".join(map(str, view.tins))))
    if view.looked is not None:
        lines.append(words.text("say.looked", tin=view.looked))
    if view.phase == "caught":
        lines.append(words.text("say.caught", seat=names[view.actor], points=view.fine))
    for seat, cat in enumerate(view.cats):
        lines.append(words.text("say.cat", seat=names[seat], list=", ".join(_facts(cat, words))))
    return lines


# --- picture -------------------------------------------------------------------------------------

EDGE, WIDE, HIGH, ROW = 36, 130, 110, 46  # the paper's edge, a tin, a player's line


def svg(view: View, words: Words) -> str:
    """A picture of the table that stands on its own, with a description."""
    names = [player_name(words.lang, seat) for seat in range(len(view.cats))]
    wide, top = EDGE * 2 + WIDE * len(view.tins), 100 + HIGH
    parts = [art.PAPER, art.text(EDGE, 52, 26, heading(view, words), art.INK, art.BOLD)]
    for k, sardines in enumerate(view.tins):
        x = EDGE + WIDE * k
        parts.append(art.use("sardines-tin", x + 5, 84, WIDE - 10, HIGH - 10))
        label = str(sardines)
        parts.append(art.text(x + WIDE / 2, 146, 30, label, art.INK, art.BOLD + art.CENTRED))
        if view.looked == k + 1:
            parts.append(art.use("sardines-eye", x + WIDE - 50, 70, 40))
        parts += _paws(view, k + 1, x)
    for seat, cat in enumerate(view.cats):
        y = top + 50 + ROW * seat
        parts.append(art.seat_mark(seat, EDGE + 12, y - 8, 26))
        parts.append(art.text(EDGE + 36, y, 20, names[seat], art.SEAT_COLOURS[seat], art.BOLD))
        facts = ", ".join(_facts(cat, words))
        parts.append(art.text(wide - EDGE, y, 18, facts, art.INK, art.AT_END))
    high = top + 50 + ROW * len(view.cats)
    sentences = " ".join(spoken(view, names, words))
    defs = art.symbols("sardines", ("sardines-tin", "sardines-eye"))
    picture = art.svg(wide, high, words.text("title"), sentences, parts, defs)
    return art.plain_colours(picture)


def _paws(view: View, tin: int, x: float) -> Iterator[str]:
    """A mark under the tin for every paw that the viewer knows of in this round."""
    on = [seat for seat, cat in enumerate(view.cats) if tin in cat.reached]
    for k, seat in enumerate(on):
        yield art.seat_mark(seat, x + 40 + 26 * k, 96 + HIGH, 22)
