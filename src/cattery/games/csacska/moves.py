"""Csacska macskák: action id <-> move <-> notation, and why a move is refused.

Piles and the seats in notations are numbered from 1, seats in moves from 0.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from cattery.game import Reason
from cattery.games.csacska.rules import choices, piles, series
from cattery.games.csacska.rules import state as rules
from cattery.games.csacska.rules.deck import COLOURS, FACES, OTHERS
from cattery.tagged import tag, tagged
from cattery.text import vocabulary

Colour = Literal["blue", "yellow", "red", "green"]

# A card's name: `blue-3-5`, `red-7`, or one of the others. [kind]
CARDS = (
    *("-".join(map(str, (colour, *face))) for colour in COLOURS for face in FACES),
    *OTHERS,
)


@tagged("take")
class Take:
    """C-30: the top card of a discard pile: `take 2`."""

    pile: int  # from 1


@tagged("draw")
class Draw:
    """C-31: two cards from the draw pile: `draw`."""


@tagged("steal")
class Steal:
    """C-32: the last card of another player's series: `steal 3 blue`."""

    victim: int
    colour: Colour


@tagged("steal_two")
class StealTwo:
    """C-33: a card each from two players, the lower seat first: `steal 3 blue 5 red`."""

    victim: int
    colour: Colour
    second_victim: int
    second_colour: Colour


@tagged("first")
class First:
    """C-31: which of two drawn cards is resolved first: `first blue 3-5`, `first kittens`."""

    card: str


@tagged("play")
class Play:
    """C-31: the drawn house cat to the own series of its colour: `play`."""


@tagged("discard")
class Discard:
    """C-31, C-50: a drawn card or homeless kittens on a pile: `discard 2`."""

    pile: int  # from 1


@tagged("lay")
class Lay:
    """C-22, C-50: a stray or kittens to an own series: `lay blue`."""

    colour: Colour


@tagged("swap")
class Swap:
    """C-51: the stray of an own series for the victim's last card of that colour: `swap 3 blue`."""

    victim: int
    colour: Colour


@tagged("give")
class Give:
    """C-52, C-53: what a dog takes from the own series of a colour, and to whom: `give 3 blue`."""

    victim: int
    colour: Colour


@tagged("score")
class Score:
    """C-40: score the three cards: `score`."""


@tagged("go_on")
class GoOn:
    """C-40: don't score them: `go on`."""


Move = Take | Draw | Steal | StealTwo | First | Play | Discard | Lay | Swap | Give | Score | GoOn

SEATS, PILES = range(rules.MOST), range(1, rules.MOST + 1)
HUES: tuple[Colour, ...] = ("blue", "yellow", "red", "green")


def _theft(code: int) -> tuple[int, Colour]:
    """Victim and colour of 4 * victim + colour."""
    return code // rules.HUES, HUES[code % rules.HUES]


MOVES: tuple[Move, ...] = (
    *(Take(pile) for pile in PILES),
    Draw(),
    *(Steal(seat, colour) for seat in SEATS for colour in HUES),
    *(StealTwo(*_theft(int(one)), *_theft(int(two))) for one, two in rules.PAIRS),
    *(First(card) for card in CARDS),
    Play(),
    *(Discard(pile) for pile in PILES),
    *(Lay(colour) for colour in HUES),
    *(Swap(seat, colour) for seat in SEATS for colour in HUES),
    *(Give(seat, colour) for seat in SEATS for colour in HUES),
    Score(),
    GoOn(),
)


def format(move: Move) -> str:
    """The canonical notation of a move."""
    match move:
        case Take(pile) | Discard(pile):
            return f"{tag(move)} {pile}"
        case Steal(victim, colour) | Swap(victim, colour) | Give(victim, colour):
            return f"{tag(move)} {victim + 1} {colour}"
        case StealTwo(victim, colour, second, other):
            return f"steal {victim + 1} {colour} {second + 1} {other}"
        case First(card):
            return f"first {card_notation(card)}"
        case Lay(colour):
            return f"lay {colour}"
        case GoOn():
            return "go on"
        case Draw() | Play() | Score():
            return tag(move)


def card_notation(card: str) -> str:
    """A card as it is typed.

    >>> card_notation("blue-3-5"), card_notation("good_dog")
    ('blue 3-5', 'good dog')
    """
    return card.replace("_", " ") if card in OTHERS else card.replace("-", " ", 1)


# --- reading -------------------------------------------------------------------------------------

_PLAIN: dict[str, Move] = {"draw": Draw(), "play": Play(), "score": Score(), "go_on": GoOn()}


def readings(text: str) -> list[Move]:
    """The moves that a normalised text may mean.

    >>> readings("lop 2 kek")
    [Steal(victim=1, colour='blue')]
    >>> readings("steal red 3, blue 2")
    [StealTwo(victim=1, colour='blue', second_victim=2, second_colour='red')]
    """
    meanings = vocabulary("csacska")
    if meanings.get(text) in _PLAIN:
        return [_PLAIN[meanings[text]]]
    word, _, rest = re.sub(r"[,;.]", " ", text).partition(" ")
    verb, words = meanings.get(word), rest.split()
    match verb:
        case "take" | "discard":
            return _on_pile(verb, words)
        case "steal" | "swap" | "give":
            return _with_victims(verb, words)
        case "lay" | "play":
            colour = meanings.get(" ".join(words), "")
            return [Lay(c) for c in HUES if c == colour]
        case "first":
            return _first(words)
    return _first([word, *words])


def _on_pile(verb: str, words: list[str]) -> list[Move]:
    if len(words) == 2 and vocabulary("csacska").get(words[0]) == "pile":
        words = words[1:]
    if len(words) != 1 or not re.fullmatch(r"[1-5]", words[0]):
        return []
    pile = int(words[0])
    return [Take(pile) if verb == "take" else Discard(pile)]


def _with_victims(verb: str, words: list[str]) -> list[Move]:
    """A seat and a colour in either order; for thieves also two of them."""
    thefts: list[tuple[int, Colour]] = []
    for one, two in zip(words[::2], words[1::2], strict=False):
        seat, name = (one, two) if one.isdecimal() else (two, one)
        colour = vocabulary("csacska").get(name)
        if not re.fullmatch(r"[1-5]", seat) or colour not in HUES:
            return []
        thefts.append((int(seat) - 1, HUES[HUES.index(colour)]))
    if 2 * len(thefts) != len(words) or not thefts:
        return []
    if len(thefts) == 1:
        if verb == "steal":
            return [Steal(*thefts[0])]
        return [Swap(*thefts[0]) if verb == "swap" else Give(*thefts[0])]
    if verb != "steal" or len(thefts) > 2 or thefts[0][0] == thefts[1][0]:
        return []
    return [StealTwo(*min(thefts), *max(thefts))]


def _first(words: list[str]) -> list[Move]:
    """A card by its colour and numbers, or by its name."""
    name = vocabulary("csacska").get(" ".join(words))
    if name in OTHERS:
        return [First(name)]
    colour = vocabulary("csacska").get(words[0]) if words else None
    numbers = re.findall(r"[13579]", "".join(words[1:]))
    if not re.fullmatch(r"[13579]|[13579]\s?[-–/ ]?\s?[13579]", " ".join(words[1:])):
        return []
    card = "-".join([str(colour), *sorted(numbers)])
    return [First(card)] if card in CARDS else []


# --- refusals ------------------------------------------------------------------------------------

_PHASE_OF = {
    "take": rules.ACT,
    "draw": rules.ACT,
    "steal": rules.ACT,
    "steal_two": rules.ACT,
    "first": rules.ORDER,
    "play": rules.CAT,
    "lay": rules.LAY,
    "swap": rules.SWAP,
    "give": rules.GIVE,
    "score": rules.SCORE,
    "go_on": rules.SCORE,
}
_DISCARDING = (rules.CAT, rules.DISCARD, rules.HOMELESS)


def why_not(states: Any, i: int, action: int) -> Reason | None:
    """Why the actor of state i can't do this now; None if nothing speaks against it."""
    s, move = states[i], MOVES[action]
    phase = int(s.phase)
    fits = phase in _DISCARDING if isinstance(move, Discard) else phase == _PHASE_OF[tag(move)]
    if not fits:
        return _wrong_time(s, phase)
    match move:
        case Take(pile):
            return _why_not_take(s, pile)
        case Steal(victim, colour):
            return _why_not_steal(s, [(victim, colour)])
        case StealTwo(victim, colour, second, other):
            return _why_not_steal(s, [(victim, colour), (second, other)])
        case First(card):
            drawn = CARDS.index(card) in (s.card, s.other)
            return None if drawn else Reason("C-31", "not_drawn", card=card)
        case Discard(pile):
            return _why_not_discard(s, phase, pile)
        case Lay(colour):
            return _why_not_lay(s, int(s.card), colour)
        case Swap(victim, colour):
            return _why_not_swap(s, victim, colour)
        case Give(victim, colour):
            return _why_not_give(s, victim, colour)
        case Draw() | Play() | Score() | GoOn():
            return None


def _wrong_time(s: Any, phase: int) -> Reason:
    """What has to be decided first."""
    card = CARDS[int(s.card)] if s.card != rules.NO_CARD else ""
    match phase:
        case rules.ACT:
            return Reason("C-30", "act_first")
        case rules.ORDER:
            return Reason("C-31", "order_first")
        case rules.CAT:
            return Reason("C-31", "cat_first", card=card)
        case rules.LAY if s.card == rules.STRAY:
            return Reason("C-22", "stray_first")
        case rules.LAY:
            return Reason("C-50", "kittens_first")
        case rules.SWAP:
            return Reason("C-51", "swap_first")
        case rules.GIVE if s.card == rules.GOOD_DOG:
            return Reason("C-52", "good_dog_first")
        case rules.GIVE:
            return Reason("C-53", "bad_dog_first")
        case rules.DISCARD:
            return Reason("C-31", "discard_first", card=card)
        case rules.SCORE:
            return Reason("C-40", "score_first", colour=HUES[int(s.colour)])
        case _:
            return Reason("C-50", "homeless_first")


def _hue(colour: Colour) -> int:
    return HUES.index(colour)


def _why_not_take(s: Any, pile: int) -> Reason | None:
    if pile > s.seats:
        return Reason("C-10", "no_pile", n=int(s.seats))
    kind = int(piles.top(s, pile - 1))
    if kind == rules.NO_CARD:
        return Reason("C-63", "empty_pile", pile=pile)
    if choices.takes_effect(s, kind):
        return None
    if kind == rules.STRAY:
        return Reason("C-22", "no_place_for_stray")
    if kind == rules.KITTENS:
        return Reason("C-50", "no_place_for_kittens")
    if kind == rules.RASCAL:
        return Reason("C-51", "no_swap")
    if kind == rules.CAT_LADY:
        return Reason("C-54", "no_stray")
    if kind == rules.GOOD_DOG:
        return Reason("C-52", "no_series_for_dog")
    return Reason("C-53", "no_series_for_dog")


def _why_not_steal(s: Any, thefts: list[tuple[int, Colour]]) -> Reason | None:
    """C-32 to C-34: the victims first, then what the own series would become."""
    for victim, colour in thefts:
        if reason := _why_not_victim(s, victim, "C-32"):
            return reason
        last = int(series.last_card(s, victim, _hue(colour)))
        if last == rules.NO_CARD:
            return Reason("C-32", "nothing_to_steal", victim=victim, colour=colour)
        if last == rules.STRAY:
            return Reason("C-34", "stray_is_safe", victim=victim, colour=colour)
    for colour in dict.fromkeys(colour for _, colour in thefts):
        more = sum(1 for _, other in thefts if other == colour)
        if reason := _why_not_scored(s, colour, more, "C-32" if len(thefts) == 1 else "C-33"):
            return reason
    return None


def _why_not_victim(s: Any, victim: int, rule: str) -> Reason | None:
    if victim >= s.seats:
        return Reason("C-10", "no_player", n=int(s.seats))
    return Reason(rule, "yourself") if victim == s.turn else None


def _why_not_scored(s: Any, colour: Colour, more: int, rule: str) -> Reason | None:
    """Why an own series can't be scored with so many more cards."""
    seat, hue = int(s.turn), _hue(colour)
    n = int(s.length[seat, hue]) + more
    stray = bool(series.has_stray(s, seat, hue))
    kittens = bool(series.has_kittens(s, seat, hue))
    if series.scoreable(n, stray, kittens):
        return None
    if kittens:
        return Reason("C-42", "needs_seven", colour=colour, n=n)
    if stray and n == 3:
        return Reason("C-43", "stray_needs_five", colour=colour)
    if n == 7:
        return Reason("C-42", "seven_needs_kittens", colour=colour)
    return Reason(rule, "wrong_length", colour=colour, n=n)


def _why_not_discard(s: Any, phase: int, pile: int) -> Reason | None:
    if pile > s.seats:
        return Reason("C-10", "no_pile", n=int(s.seats))
    if phase == rules.CAT and pile - 1 == s.cat_pile:
        return Reason("C-31", "two_piles", pile=pile)
    return None


def _why_not_lay(s: Any, kind: int, colour: Colour) -> Reason | None:
    seat, hue = int(s.turn), _hue(colour)
    if int(choices.places(s, kind)) >> hue & 1:
        return None
    empty = not s.length[seat, hue]
    if kind == rules.STRAY:
        if empty:
            return Reason("C-22", "stray_not_first", colour=colour)
        return Reason("C-22", "one_stray", colour=colour)
    if empty:
        return Reason("C-50", "kittens_need_series", colour=colour)
    return Reason("C-20", "one_kittens", colour=colour)


def _why_not_swap(s: Any, victim: int, colour: Colour) -> Reason | None:
    hue = _hue(colour)
    if reason := _why_not_victim(s, victim, "C-51"):
        return reason
    if choices.can_swap(s, victim, hue):
        return None
    if not series.has_stray(s, int(s.turn), hue):
        return Reason("C-51", "no_own_stray", colour=colour)
    if series.has_stray(s, victim, hue):
        return Reason("C-51", "victim_has_stray", victim=victim, colour=colour)
    return Reason("C-51", "victim_too_short", victim=victim, colour=colour)


def _why_not_give(s: Any, victim: int, colour: Colour) -> Reason | None:
    rule = "C-52" if s.card == rules.GOOD_DOG else "C-53"
    if reason := _why_not_victim(s, victim, rule):
        return reason
    if s.length[int(s.turn), _hue(colour)]:
        return None
    return Reason(rule, "no_such_series", colour=colour)
