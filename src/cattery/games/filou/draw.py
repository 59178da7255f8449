"""Filou: a view as characters, as sentences and as a picture.

On the sheet of characters the row lies in the middle, a box per card, the mouse cards above it and
the players who laid it below; then the players, the viewer's hand, and the sacks so far.
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
from cattery.games.filou.moves import CARDS
from cattery.games.filou.view import Player, RowCard, Sack, View
from cattery.text import Words, player_name, with_minus

# --- characters ----------------------------------------------------------------------------------

LEFT = 1
BOX = 14  # from card to card
INNER = BOX - 3
WIDE = LEFT + 5 * BOX  # as wide as the longest row
SHORT = {"rabbit": "rabbit", "big_dog": "dog_big", "small_dog": "dog_small"}
NAME, MICE, BID, CARDS_LEFT, POINTS, WON = 3, 22, 28, 39, 46, 53  # columns of the players' table


def drawing(view: View, names: Sequence[str], words: Words) -> list[Line]:
    """The whole table in 80 columns."""
    sheet = Canvas()
    _draw_heading(sheet, view, names, words)
    _draw_row(sheet, view, names, words)
    row = _draw_players(sheet, 9, view, names, words)
    row = _draw_hand(sheet, row + 1, view, words)
    _draw_sacks(sheet, row, view, names, words)
    return sheet.lines()


def heading(view: View, words: Words) -> str:
    """Which round it is."""
    if view.phase == "over":
        return words.text("draw.over", rounds=view.rounds)
    return words.text("draw.round", round=view.round, rounds=view.rounds)


def short(card: str, words: Words) -> str:
    """A card in few characters: big dogs bark in capitals."""
    return words.text(f"draw.{SHORT[card]}") if card in SHORT else card


def _card_style(card: str) -> str:
    if card in SHORT:
        return "warm" if card != "rabbit" else "plain"
    return "bad strong" if card.startswith("-") else "good strong"


def _decides(view: View, seat: int) -> bool:
    return view.phase != "over" and view.actor == seat


def _draw_heading(sheet: Canvas, view: View, names: Sequence[str], words: Words) -> None:
    sheet.put(0, LEFT, heading(view, words), "strong")
    facts = [words.text("draw.bank", mice=view.bank)]
    if view.row_length > len(view.players):
        facts.append(words.text("draw.pile", n=view.pile))
    if view.worth is not None:
        facts.append(words.text("draw.worth", points=view.worth))
    text = "  ".join(facts)
    sheet.put(0, WIDE - len(text) - 1, text, "label")


def _draw_row(sheet: Canvas, view: View, names: Sequence[str], words: Words) -> None:
    """Rows 1 to 7: mouse cards, boxes, and whose they are."""
    if view.empty_because:
        sheet.put(1, LEFT, words.text(f"draw.empty_{view.empty_because}"), "dim")
    else:
        sheet.put(1, LEFT + 1, words.text("draw.sack").center(INNER), "dim")
        for k, card in enumerate(view.mouse_cards, 1):
            label = f"{words.text('draw.mice_on')} {card.mice or '–'}".center(INNER)
            sheet.put(1, LEFT + BOX * k + 1, label, "strong" if card.mice else "dim")
    for k in range(view.row_length):
        column = LEFT + BOX * k
        laid = view.row[k] if k < len(view.row) else None
        style = "line" if laid else "dim"
        sheet.put(2, column, f"╭{'─' * INNER}╮", style)
        for line in (3, 4, 5):
            sheet.put(line, column, f"│{' ' * INNER}│", style)
        sheet.put(6, column, f"╰{'─' * INNER}╯", style)
        if laid is not None:
            _draw_card(sheet, column + 1, laid, names, words)


def _draw_card(
    sheet: Canvas, column: int, laid: RowCard, names: Sequence[str], words: Words
) -> None:
    if not laid.open:
        for line in (3, 4, 5):
            sheet.put(line, column, "░" * INNER, "dim")
    if laid.card is not None:
        word = words.word("card", laid.card)
        padded = f" {word} " if len(word) + 2 <= INNER else word
        sheet.put(4, column, padded.center(INNER), _card_style(laid.card))
    if laid.card is not None and not laid.open:
        sheet.put(5, column, f" {words.text('draw.yours')} ".center(INNER, "░"), "dim")
    if laid.owner is None:
        sheet.put(7, column, words.text("draw.from_pile").center(INNER), "dim")
    else:
        label = _fitting(f"{SEAT_SHAPES[laid.owner]} {names[laid.owner]}", INNER + 2)
        sheet.put(7, column - 1, label.center(INNER + 2), seat_style(laid.owner))


def _fitting(text: str, width: int) -> str:
    """The text, or its beginning with dots where it is too long."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _draw_players(sheet: Canvas, top: int, view: View, names: Sequence[str], words: Words) -> int:
    """The table of players from row `top` on; returns the row after it."""
    columns = ("player", NAME), ("mice", MICE), ("bid", BID)
    for key, column in (*columns, ("cards", CARDS_LEFT), ("cats", POINTS), ("seen", WON)):
        sheet.put(top, column, words.text(f"draw.{key}"), "dim")
    for seat, player in enumerate(view.players):
        row = top + 1 + seat
        pointer = "★" if seat in view.winners else "▶" if _decides(view, seat) else " "
        sheet.put(row, LEFT, pointer, "strong")
        flag = " ⚑" if seat == view.opener and view.phase != "over" else ""
        title = f"{SEAT_SHAPES[seat]} {names[seat]}"[: MICE - NAME - 3]
        sheet.put(row, NAME, title, f"{seat_style(seat)} strong")
        sheet.put(row, NAME + len(title), flag, "strong")
        mice = "?" if player.mice is None else str(player.mice)
        sheet.put(row, MICE, mice.rjust(4))
        leads = view.leader == seat
        sheet.put(row, BID, _bid(player, words), "strong" if leads else "plain")
        sheet.put(row, CARDS_LEFT, str(player.cards).rjust(3))
        sheet.put(row, POINTS, with_minus(player.points).rjust(3))
        _draw_cards(sheet, row, WON, player.won, words)
    return top + 1 + len(view.players)


def _bid(player: Player, words: Words) -> str:
    if not player.passed:
        return str(player.bid or "–")
    if not player.took:
        return words.text("draw.pass")
    return words.text("draw.pass_mice", mice=player.took)


def _draw_cards(
    sheet: Canvas, row: int, column: int, cards: Sequence[str], words: Words, last: int = 80
) -> int:
    """Cards in a line, as far as there is room, sorted as a set is; returns the column after."""
    for k, card in enumerate(sorted(cards, key=CARDS.index)):
        text = short(card, words)
        more = 2 if k + 1 < len(cards) else 0
        if column + len(text) + more > last:
            sheet.put(row, column, "…", "dim")
            return column + 1
        sheet.put(row, column, text, _card_style(card))
        column += len(text) + 1
    return column


def _draw_hand(sheet: Canvas, row: int, view: View, words: Words) -> int:
    """The viewer's hand and missing card; returns the row after it."""
    if view.seat is None or view.phase == "over":
        return row
    label = words.text("draw.hand")
    sheet.put(row, LEFT, label, "strong")
    column = LEFT + len(label) + 2
    for card in view.hand:
        text = words.word("card", card)
        sheet.put(row, column, text, _card_style(card))
        column += len(text) + 2
    missing = view.players[view.seat].missing
    if missing is not None:
        note = f"({words.text('draw.missing')}: {words.word('card', missing)})"
        sheet.put(row + 1, LEFT + len(label) + 2, note, "dim")
    return row + 3


def _draw_sacks(sheet: Canvas, row: int, view: View, names: Sequence[str], words: Words) -> None:
    """A line for each finished auction."""
    if view.sacks:
        sheet.put(row, LEFT, words.text("draw.sacks"), "dim")
    for k, sack in enumerate(view.sacks, row + 1):
        sheet.put(k, LEFT, f"{sack.round}.", "dim")
        _draw_sack(sheet, k, LEFT + 3, sack, words)
        if sack.winner is None:
            sheet.put(k, 42, words.text("draw.unsold"), "dim")
        else:
            title = _fitting(f"{SEAT_SHAPES[sack.winner]} {names[sack.winner]}", 18)
            sheet.put(k, 42, title, seat_style(sack.winner))
            sold = words.text("draw.sold", price=sack.price, points=sack.points)
            sheet.put(k, 62, sold)


def _draw_sack(sheet: Canvas, row: int, column: int, sack: Sack, words: Words) -> None:
    """The cards in laying order, each after its player's shape; what left is in brackets."""
    for each in sack.cards:
        sign = "·" if each.owner is None else SEAT_SHAPES[each.owner]
        style = "dim" if each.owner is None else seat_style(each.owner)
        text = short(each.card, words)
        text = text if each.fate == "won" else f"({text})"
        sheet.put(row, column, sign, style)
        sheet.put(row, column + 1, text, _card_style(each.card) if each.fate == "won" else "dim")
        column += len(text) + 2


# --- sentences -----------------------------------------------------------------------------------


def spoken(view: View, names: Sequence[str], words: Words) -> list[str]:
    """The round, who is to act, the sack, the mice, the players, the own hand."""
    lines = [heading(view, words) + "."]
    if view.phase == "over":
        best = ", ".join(names[seat] for seat in view.winners)
        lines.append(words.text("say.won", seats=best))
    else:
        phase = words.text(f"phase.{view.phase}")
        lines.append(words.text("say.to_act", seat=names[view.actor], phase=phase))
        lines.append(words.text("say.start", seat=names[view.opener], mice=view.bank))
        lines += _spoken_last(view, names, words)
        lines += _spoken_row(view, names, words)
    for seat, name in enumerate(names[: len(view.players)]):
        listed = ", ".join(_spoken_player(view.players[seat], view, words))
        lines.append(words.text("say.player", seat=name, list=listed))
    if view.hand:
        lines.append(words.text("say.hand", cards=view.hand))
    return lines


def _spoken_last(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    """The auction before this one, as long as nothing has been laid."""
    if not view.sacks or view.phase != "lay":
        return
    last = view.sacks[-1]
    if last.winner is None:
        yield words.text("say.last_unsold")
    else:
        name = names[last.winner]
        yield words.text("say.last", seat=name, mice=last.price, points=last.points)


def _spoken_row(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    cards = ", ".join(_spoken_card(card, names, words) for card in view.row)
    yield words.text("say.row", list=cards) if cards else words.text("say.row_empty")
    mice = [card.mice for card in view.mouse_cards if card.mice]
    yield words.text("say.mouse_cards", mice=mice) if mice else words.text("say.no_mice")
    if view.phase == "bid":
        if view.leader is None:
            yield words.text("say.no_bid")
        else:
            yield words.text("say.high", mice=view.high, seat=names[view.leader])


def _spoken_card(laid: RowCard, names: Sequence[str], words: Words) -> str:
    if laid.owner is None:
        if laid.card is None:
            return words.text("say.card_pile_hidden")
        return words.text("say.card_pile", card=laid.card)
    name = names[laid.owner]
    if laid.card is None:
        return words.text("say.card_hidden", seat=name)
    return words.text("say.card" if laid.open else "say.card_mine", seat=name, card=laid.card)


def _spoken_player(player: Player, view: View, words: Words) -> Iterator[str]:
    if player.mice is not None:
        yield words.text("say.mice", n=player.mice)
    yield words.text("say.points", n=player.points)
    if view.phase == "over":
        return
    yield words.text("say.cards", n=player.cards)
    if player.passed:
        yield words.text("say.passed")
    elif player.bid:
        yield words.text("say.bids", n=player.bid)


# --- picture -------------------------------------------------------------------------------------

CARD_WIDE, CARD_HIGH = 120, 160
GAP = 24
EDGE = 36  # of the paper
PAGE = EDGE * 2 + 5 * CARD_WIDE + 4 * GAP
ROW_TOP = 244
# The drawings by kind: a corrected deck may give a cat another number.
SYMBOLS = ("cat-m8", "cat-m5", "cat-3", "cat-5", "cat-8", "cat-11", "cat-15")
SYMBOL = dict(zip(CARDS, (*SYMBOLS, "rabbit", "dog-big", "dog-small"), strict=True))


def svg(view: View, words: Words) -> str:
    """A picture of the table that stands on its own, with a description."""
    names = [player_name(words.lang, seat) for seat in range(len(view.players))]
    top = ROW_TOP + CARD_HIGH + 70
    hand_top = top + 58 * len(view.players) + 24
    height = hand_top + (CARD_HIGH * 3 // 4 + EDGE if view.hand else 0)
    body = [
        PAPER,
        *_picture_heading(view, words),
        *_picture_row(view, names),
        *_picture_players(view, names, words, top),
        *_picture_hand(view, hand_top),
    ]
    sentences = " ".join(spoken(view, names, words))
    defs = symbols("filou", _used(view))
    picture = art.svg(PAGE, height, words.text("title"), sentences, body, defs)
    return plain_colours(picture)


def _used(view: View) -> set[str]:
    used = {"filou-sack", "filou-mouse-card", "filou-mouse", "filou-start"}
    cards = [*view.hand, *(each.card for each in view.row if each.card)]
    used |= {f"filou-{SYMBOL[card]}" for card in cards}
    return used | {"filou-back"}


def _use(symbol: str, x: float, y: float, wide: float, high: float, extra: str = "") -> str:
    return art.use(f"filou-{symbol}", x, y, wide, high, extra)


def _column(place: int) -> int:
    return EDGE + place * (CARD_WIDE + GAP)


def _picture_heading(view: View, words: Words) -> Iterator[str]:
    yield art.text(EDGE, 54, 28, heading(view, words), INK, BOLD)
    facts = words.text("draw.bank", mice=view.bank)
    yield _use("mouse", PAGE - EDGE - 34, 28, 34, 34)
    yield art.text(PAGE - EDGE - 44, 54, 24, facts, SOFT_INK, AT_END)


def _picture_row(view: View, names: Sequence[str]) -> Iterator[str]:
    """Sack and mouse cards on top, the row under them, its players' names below."""
    yield _use("sack", _column(0) + 2, 86, 116, 124)
    for k, mouse_card in enumerate(view.mouse_cards, 1):
        x = _column(k) + 6
        faded = "" if mouse_card.mice else ' opacity="0.4"'
        yield _use("mouse-card", x, 76, 108, 144, faded)
        yield art.text(x + 54, 128, 34, str(mouse_card.value), INK, f"{BOLD}{CENTRED}{faded}")
    for place in range(view.row_length):
        x = _column(place)
        if place >= len(view.row):
            yield (
                f'<rect x="{x + 2}" y="{ROW_TOP + 2}" width="{CARD_WIDE - 4}" '
                f'height="{CARD_HIGH - 4}" rx="12" fill="none" stroke="{SOFT_INK}" '
                f'stroke-width="2" stroke-dasharray="8 8"/>'
            )
            continue
        yield from _picture_card(view.row[place], x)
        owner = view.row[place].owner
        if owner is not None:
            centre, bottom = x + CARD_WIDE // 2, ROW_TOP + CARD_HIGH + 28
            yield art.text(
                centre, bottom, 18, names[owner], SEAT_COLOURS[owner], f"{BOLD}{CENTRED}"
            )


def _picture_card(laid: RowCard, x: int) -> Iterator[str]:
    if laid.card is None:
        yield _use("back", x, ROW_TOP, CARD_WIDE, CARD_HIGH)
        return
    faded = "" if laid.open else ' opacity="0.55"'
    yield from _card(laid.card, x, ROW_TOP, 1.0, faded)


def _card(card: str, x: float, y: float, scale: float, extra: str = "") -> Iterator[str]:
    """An animal, with its number in a corner if it is a cat."""
    yield _use(SYMBOL[card], x, y, CARD_WIDE * scale, CARD_HIGH * scale, extra)
    if card not in SHORT:
        radius = 20 * scale
        cx, cy = x + 24 * scale, y + 24 * scale
        yield (
            f'<circle cx="{cx:g}" cy="{cy:g}" r="{radius:g}" fill="{CARD}" '
            f'stroke="{INK}" stroke-width="{3 * scale:g}"/>'
        )
        number = card.replace("-", "−")
        yield art.text(cx, cy + 8 * scale, 23 * scale, number, INK, f"{BOLD}{CENTRED}")


def _picture_players(view: View, names: Sequence[str], words: Words, top: int) -> Iterator[str]:
    for seat, player in enumerate(view.players):
        y = top + 58 * seat
        acts = seat in view.winners or _decides(view, seat)
        yield (
            f'<rect x="{EDGE}" y="{y}" width="{PAGE - 2 * EDGE}" height="50" rx="14" '
            f'fill="{CARD}" stroke="{SEAT_COLOURS[seat]}" stroke-width="{5 if acts else 2}"/>'
        )
        label = f"{SEAT_SHAPES[seat]} {names[seat]}"
        yield art.text(EDGE + 18, y + 33, 21, label, SEAT_COLOURS[seat], BOLD)
        if seat == view.opener and view.phase != "over":
            yield _use("start", EDGE + 190, y + 7, 36, 36)
        facts = ", ".join(_spoken_player(player, view, words))
        yield art.text(PAGE - EDGE - 18, y + 32, 18, facts, INK, AT_END)


def _picture_hand(view: View, top: int) -> Iterator[str]:
    scale = 0.56
    for k, card in enumerate(view.hand):
        yield from _card(card, EDGE + k * (CARD_WIDE * scale + 9), top, scale)
