"""Csacska macskák: a view as characters, as sentences and as a picture.

On the sheet of characters the discard piles lie on top, a box per pile with its top card; below
them the cards in hand and what is asked, and for each player the number by which moves call him,
the coins and a line per series: the cards in laying order, the one that can be stolen in brackets,
the sums, and what is missing to nine.
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
from cattery.games.csacska.moves import HUES
from cattery.games.csacska.rules.deck import OTHERS
from cattery.games.csacska.view import Pile, Player, Series, View
from cattery.text import Words, player_name

# --- characters ----------------------------------------------------------------------------------

LEFT = 1
BOX = 15  # from pile to pile
INNER = BOX - 3
WIDE = 78
NAME, COINS = 3, 34  # columns of a player's line
HUE, CARDS_AT, SUMS, NEEDS = 5, 13, 44, 52  # columns of a series' line
# The looks of seats serve for the colours of cats too; the word or a letter stands beside.
HUE_STYLE = {"blue": "seat5", "yellow": "seat3", "red": "seat2", "green": "seat6"}


def drawing(view: View, names: Sequence[str], words: Words) -> list[Line]:
    """The whole table in 80 columns."""
    sheet = Canvas()
    sheet.put(0, LEFT, heading(view, names, words), "strong")
    facts = piles_heading(view, words)
    sheet.put(0, WIDE - len(facts), facts, "label")
    for number, pile in enumerate(view.piles, 1):
        _draw_pile(sheet, LEFT + BOX * (number - 1), number, pile, words)
    row = _draw_hand(sheet, 5, view, words)
    for seat, player in enumerate(view.players):
        row = _draw_player(sheet, row, view, seat, player, names, words)
    return sheet.lines()


def heading(view: View, names: Sequence[str], words: Words) -> str:
    """Who is to decide, or that it is over."""
    if view.phase == "over":
        return words.text("draw.over")
    return words.text("draw.turn", name=names[view.actor])


def piles_heading(view: View, words: Words) -> str:
    """How many cards there are still."""
    draw = words.text("draw.second" if view.deck == 2 else "draw.draw", n=view.draw)
    facts = [words.text("draw.last_turn")] if view.last_turn else []
    return " · ".join([*facts, draw, words.text("draw.box", n=view.box)])


def short(card: str, words: Words) -> str:
    """A card of a series in few characters: numbers, or a stray."""
    if card in OTHERS:
        return words.text("draw.short_stray")
    return card.split("-", 1)[1]


def card_style(card: str) -> str:
    """The look of a card's name."""
    return "strong" if card in OTHERS else f"{HUE_STYLE[card.split('-')[0]]} strong"


def _draw_pile(sheet: Canvas, column: int, number: int, pile: Pile, words: Words) -> None:
    """Rows 1 to 3."""
    style = "line" if pile.top else "dim"
    sheet.put(1, column, f"╭─{number}{'─' * (INNER - 2)}╮", style)
    sheet.put(2, column, f"│{' ' * INNER}│", style)
    sheet.put(3, column, f"╰{'─' * INNER}╯", style)
    if pile.top is None:
        sheet.put(2, column + 1, words.text("draw.empty").center(INNER), "dim")
        return
    sheet.put(2, column + 1, words.word("card", pile.top).center(INNER), card_style(pile.top))
    if buried := len(pile.cards) - 1:
        sheet.put(3, column + 2, f" {words.text('draw.more', n=buried)} ", "dim")


def _draw_hand(sheet: Canvas, row: int, view: View, words: Words) -> int:
    """The cards in the hand of the moment and what to decide; returns the row after it."""
    if view.phase in ("act", "over"):
        return row
    if view.hand:
        label = words.text("draw.hand")
        sheet.put(row, LEFT, label, "strong")
        column = LEFT + len(label) + 2
        for card in view.hand:
            text = words.word("card", card)
            sheet.put(row, column, text, card_style(card))
            column += len(text) + 3
        row += 1
    sheet.put(row, LEFT, f"→ {question(view, words)}", "plain")
    return row + 2


def question(view: View, words: Words) -> str:
    """What is to be decided; of three cards also which they are, and their points."""
    if view.scoring is None:
        return words.text(f"phase.{view.phase}")
    points = view.players[view.actor].series[HUES.index(view.scoring)].points
    return words.text("draw.score", colour=view.scoring, points=points)


def _draw_player(
    sheet: Canvas,
    row: int,
    view: View,
    seat: int,
    player: Player,
    names: Sequence[str],
    words: Words,
) -> int:
    """Name, coins and series; returns the row after them."""
    pointer = "★" if seat in view.winners else "▶" if _decides(view, seat) else " "
    sheet.put(row, LEFT, pointer, "strong")
    title = _fitting(f"{seat + 1} {SEAT_SHAPES[seat]} {names[seat]}", COINS - NAME - 2)
    sheet.put(row, NAME, title, f"{seat_style(seat)} strong")
    sheet.put(row, COINS, words.text("draw.coins", n=player.coins), "strong")
    for series in player.series:
        if series.cards:
            row += 1
            _draw_series(sheet, row, series, words)
    return row + 1


def _decides(view: View, seat: int) -> bool:
    return view.phase != "over" and view.actor == seat


def _draw_series(sheet: Canvas, row: int, series: Series, words: Words) -> None:
    style = HUE_STYLE[series.colour]
    sheet.put(row, HUE, words.word("colour", series.colour), style)
    column = CARDS_AT
    for place, card in enumerate(series.cards, 1):
        text = short(card, words)
        if place == len(series.cards) and series.stealable:
            text = f"[{text}]"
        sheet.put(row, column, text, "plain" if card in OTHERS else f"{style} strong")
        column += len(text) + 1
    if series.kittens:
        mark = f"+{words.text('draw.short_kittens')}"
        sheet.put(row, column, _fitting(mark, SUMS - column - 1), "strong")
    sheet.put(row, SUMS, f"={_listed_sums(series)}", "plain")
    sheet.put(row, NEEDS, needs(series, words), "dim")


def _listed_sums(series: Series) -> str:
    """The possible sums, or from which to which where there are many; what a stray makes of it."""
    if series.stray:
        return "…9"
    each = "/".join(map(str, series.sums))
    return each if len(each) < NEEDS - SUMS - 1 else f"{series.sums[0]}…{series.sums[-1]}"


def needs(series: Series, words: Words) -> str:
    """What the nearest goal of a series asks for."""
    if not series.goals:
        return ""
    goal = series.goals[0]
    if series.stray:
        return words.text("draw.then", n=goal.missing)
    digits = " ".join(map(str, goal.digits))
    if goal.missing > 1:
        ends = " ".join(f"…{digit}" for digit in goal.digits)
        return f"{words.text('draw.then', n=goal.missing)}: {ends}"
    nine = f"{words.text('draw.nine')} {digits}" if digits else ""
    numbers = alike_numbers(series)
    if not numbers:
        return nine
    alike = f"{words.text('draw.alike')} {' '.join(map(str, numbers))}"
    told = f"{nine}, {alike}" if nine else alike
    # Where the words don't fit, 3×7 says it: three sevens.
    return told if len(told) <= WIDE - NEEDS else f"{nine} · 3×{'/'.join(map(str, numbers))}"


def alike_numbers(series: Series) -> list[int]:
    """The numbers that would make three alike of a series."""
    return [
        int(one.card.split("-")[1])
        for one in series.wanted
        if one.how == "alike" and one.card.count("-") == 1
    ]


def _fitting(text: str, width: int) -> str:
    """The text, or its beginning with dots where it is too long."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


# --- sentences -----------------------------------------------------------------------------------


def spoken(view: View, names: Sequence[str], words: Words) -> list[str]:
    """Who is to act, the piles, the cards in hand, the players."""
    lines = []
    if view.phase == "over":
        best = ", ".join(names[seat] for seat in view.winners)
        lines.append(words.text("say.won", seats=best))
    else:
        phase = words.text(f"phase.{view.phase}")
        lines.append(words.text("say.to_act", seat=names[view.actor], phase=phase))
    lines.append(words.text("say.draw", n=view.draw, box=view.box))
    if view.deck == 2:
        lines.append(words.text("say.second"))
    if view.last_turn:
        lines.append(words.text("say.last_turn"))
    tops = ", ".join(_spoken_pile(number, pile, words) for number, pile in enumerate(view.piles, 1))
    lines.append(words.text("say.piles", list=tops))
    if view.hand:
        lines.append(words.text("say.hand", cards=view.hand))
    for seat, player in enumerate(view.players):
        listed = "; ".join(_spoken_player(player, words))
        lines.append(words.text("say.player", seat=names[seat], list=listed))
    return lines


def _spoken_pile(number: int, pile: Pile, words: Words) -> str:
    if pile.top is None:
        return words.text("say.pile_empty", pile=number)
    return words.text("say.pile", pile=number, card=pile.top)


def _spoken_player(player: Player, words: Words) -> Iterator[str]:
    yield words.text("say.coins", n=player.coins)
    if not any(series.cards for series in player.series):
        yield words.text("say.no_series")
    for series in player.series:
        if series.cards:
            yield ", ".join(_spoken_series(series, words))


def _spoken_series(series: Series, words: Words) -> Iterator[str]:
    stray = words.text("say.stray")
    cards = ", ".join(stray if c in OTHERS else short(c, words) for c in series.cards)
    yield words.text("say.series", colour=series.colour, cards=cards)
    if series.kittens:
        yield words.text("say.kittens")
    if series.stray:
        return
    yield words.text("say.sum", n=_listed_sums(series))
    goal = series.goals[0] if series.goals else None
    if goal and goal.missing == 1 and goal.digits:
        yield words.text("say.needs", cards=", ".join(map(str, goal.digits)))


# --- picture -------------------------------------------------------------------------------------

CARD_WIDE, CARD_HIGH = 90, 120
SMALL = 0.62  # cards of series
STEP = 34  # from card to card of a series
EDGE = 30
PAGE = 900
PILES_TOP = 84
PILE_STEP = 132
PLAYER_HIGH = 134
HUE_COLOURS = {
    "blue": "var(--csacska-blue, #3b78c4)",
    "yellow": "var(--csacska-yellow, #c98a00)",
    "red": "var(--csacska-red, #c4394b)",
    "green": "var(--csacska-green, #3f8a4f)",
}


def svg(view: View, words: Words) -> str:
    """A picture of the table that stands on its own, with a description."""
    names = [player_name(words.lang, seat) for seat in range(len(view.players))]
    top = PILES_TOP + CARD_HIGH + 44
    height = top + PLAYER_HIGH * len(view.players) + EDGE - 10
    body = [
        PAPER,
        *_picture_heading(view, names, words),
        *_picture_piles(view),
        *(
            part
            for seat in range(len(view.players))
            for part in _picture_player(view, seat, names, words, top + PLAYER_HIGH * seat)
        ),
    ]
    sentences = " ".join(spoken(view, names, words))
    defs = symbols("csacska", _used(view))
    return plain_colours(art.svg(PAGE, height, words.text("title"), sentences, body, defs))


def symbol(card: str) -> str:
    """The drawing of a card: house cats of a colour share one, others have their own."""
    name = card if card in OTHERS else f"cat-{card.split('-')[0]}"
    return f"csacska-{name.replace('_', '-')}"


def _used(view: View) -> set[str]:
    cards = [*view.hand, *(pile.top for pile in view.piles if pile.top)]
    cards += [card for player in view.players for one in player.series for card in one.cards]
    return {symbol(card) for card in cards} | {
        "csacska-back",
        "csacska-coin",
        "csacska-kittens",
        *(f"csacska-mark-{hue}" for hue in HUES),
    }


def _picture_heading(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    yield art.text(EDGE, 48, 26, heading(view, names, words), INK, BOLD)
    yield art.text(PAGE - EDGE, 48, 20, piles_heading(view, words), SOFT_INK, AT_END)


def _picture_piles(view: View) -> Iterator[str]:
    """The draw pile, the discard piles with numbers, and the cards in hand."""
    y = PILES_TOP
    if view.draw:
        yield art.use("csacska-back", EDGE, y, CARD_WIDE, CARD_HIGH)
    yield art.text(EDGE + CARD_WIDE / 2, y + CARD_HIGH + 22, 17, str(view.draw), INK, CENTRED)
    for number, pile in enumerate(view.piles, 1):
        x = EDGE + PILE_STEP * number - 12
        for under in range(min(2, len(pile.cards) - 1), 0, -1):
            yield _frame(x + 5 * under, y - 5 * under, CARD_WIDE, CARD_HIGH)
        if pile.top is None:
            yield _frame(x, y, CARD_WIDE, CARD_HIGH, ' stroke-dasharray="6 6"')
        else:
            yield from _card(pile.top, x, y, 1.0)
        yield art.text(x + CARD_WIDE / 2, y + CARD_HIGH + 22, 17, str(number), INK, CENTRED)
    for k, card in enumerate(view.hand):
        yield from _card(card, PAGE - EDGE - 66, y + k * 72 - 6, 0.56)


def _frame(x: float, y: float, wide: float, high: float, extra: str = "") -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="9" fill="{CARD}" '
        f'stroke="{SOFT_INK}" stroke-width="2"{extra}/>'
    )


def _card(card: str, x: float, y: float, scale: float) -> Iterator[str]:
    """A card, with its numbers and its colour's shape if it is a house cat."""
    yield art.use(symbol(card), x, y, CARD_WIDE * scale, CARD_HIGH * scale)
    if card in OTHERS:
        return
    colour, numbers = card.split("-", 1)
    wide = (34 if len(numbers) == 1 else 58) * scale
    yield (
        f'<rect x="{x + 5 * scale:g}" y="{y + 5 * scale:g}" width="{wide:g}" '
        f'height="{30 * scale:g}" rx="{12 * scale:g}" fill="{CARD}" '
        f'stroke="{HUE_COLOURS[colour]}" stroke-width="{2.5 * scale:g}"/>'
    )
    label = numbers.replace("-", "–")
    middle = x + 5 * scale + wide / 2
    yield art.text(middle, y + 27 * scale, 22 * scale, label, INK, f"{BOLD}{CENTRED}")


def _picture_player(
    view: View, seat: int, names: Sequence[str], words: Words, y: float
) -> Iterator[str]:
    player = view.players[seat]
    acts = seat in view.winners or _decides(view, seat)
    yield (
        f'<rect x="{EDGE}" y="{y:g}" width="{PAGE - 2 * EDGE}" height="{PLAYER_HIGH - 12}" '
        f'rx="14" fill="{CARD}" stroke="{SEAT_COLOURS[seat]}" stroke-width="{5 if acts else 2}"/>'
    )
    yield art.seat_mark(seat, EDGE + 22, y + 24, 18)
    yield art.text(EDGE + 38, y + 30, 18, names[seat], SEAT_COLOURS[seat], BOLD)
    yield art.use("csacska-coin", EDGE + 12, y + 52, 46)
    yield art.text(EDGE + 66, y + 84, 28, str(player.coins), INK, BOLD)
    x = EDGE + 148
    for series in player.series:
        if series.cards:
            yield from _picture_series(series, x, y + 10)
            x += 176


def _picture_series(series: Series, x: float, y: float) -> Iterator[str]:
    """The cards overlapping as on a table, kittens across them, the sum below."""
    n = len(series.cards)
    step = min(STEP, (176 - 14 - CARD_WIDE * SMALL) / max(1, n - 1))
    for k, card in enumerate(series.cards):
        yield from _card(card, x + step * k, y, SMALL)
    if series.kittens:
        wide, high = CARD_WIDE * SMALL * 0.75, CARD_HIGH * SMALL * 0.75
        left, top = x + step * (n - 1) / 2, y + 30
        turned = f' transform="rotate(90 {left + wide / 2:g} {top + high / 2:g})"'
        yield art.use("csacska-kittens", left, top, wide, high, turned)
    middle = x + (step * (n - 1) + CARD_WIDE * SMALL) / 2
    yield art.use(f"csacska-mark-{series.colour}", middle - 34, y + 80, 18)
    yield art.text(middle - 10, y + 95, 16, f"= {_listed_sums(series)}", INK, BOLD)
