"""Filou: action id <-> move <-> notation, and why a move is refused."""

from __future__ import annotations

import re
from typing import Any

from cattery.game import Reason
from cattery.games.filou.rules import state as rules
from cattery.tagged import tag, tagged
from cattery.text import vocabulary

# A card's name: the points of a cat as a number, or the animal. [kind]
CARDS = (*map(str, rules.DECK.cats), "rabbit", "big_dog", "small_dog")


@tagged("lay")
class Lay:
    """F-21: a hand card face down into the row: `lay 15`, `lay rabbit`, `lay big dog`."""

    card: str


@tagged("bid")
class Bid:
    """F-23: more mice than anybody has bid: `bid 5`."""

    mice: int


@tagged("pass")
class Pass:
    """F-24: out of this auction: `pass`."""


@tagged("buy")
class Buy:
    """F-26: a sack for which nobody bid, for one mouse: `buy`."""


@tagged("decline")
class Decline:
    """F-26: leave the sack for which nobody bid: `decline`."""


Move = Lay | Bid | Pass | Buy | Decline

MOVES: tuple[Move, ...] = (
    *(Lay(card) for card in CARDS),
    *(Bid(mice) for mice in range(1, rules.MOST_MICE + 1)),
    Pass(),
    Buy(),
    Decline(),
)


def format(move: Move) -> str:
    """The canonical notation of a move."""
    match move:
        case Lay(card):
            return f"lay {card.replace('_', ' ')}"
        case Bid(mice):
            return f"bid {mice}"
        case Pass() | Buy() | Decline():
            return tag(move)


_SINGLE: dict[str, Move] = {"pass": Pass(), "buy": Buy(), "decline": Decline()}
_MINUS = str.maketrans("−–", "--")


def readings(text: str) -> list[Move]:
    """The moves that a normalised text may mean; a bare number may be a cat or a bid.

    >>> readings("5")
    [Lay(card='5'), Bid(mice=5)]
    >>> readings("nagy kutya")
    [Lay(card='big_dog')]
    """
    text = text.translate(_MINUS)
    meaning = vocabulary("filou").get(text)
    if meaning in _SINGLE:
        return [_SINGLE[meaning]]
    word, _, rest = text.partition(" ")
    verb = vocabulary("filou").get(word)
    if verb == "lay":
        return _lay(rest)
    if verb == "bid":
        return _bid(rest)
    return [*_lay(text), *_bid(text)]


def _lay(text: str) -> list[Move]:
    number = re.fullmatch(r"\+?(-? ?\d+)", text)
    name = number[1].replace(" ", "") if number else vocabulary("filou").get(text)
    return [Lay(name)] if name in CARDS else []


def _bid(text: str) -> list[Move]:
    number = re.match(r"0*(\d{1,3})\b", text)
    rest = text[number.end() :].strip() if number else ""
    if not number or (rest and vocabulary("filou").get(rest) != "mice"):
        return []
    return [Bid(int(number[1]))] if 1 <= int(number[1]) <= rules.MOST_MICE else []


def why_not(states: Any, i: int, action: int) -> Reason | None:
    """Why the actor of state i can't do this now; None if nothing speaks against it."""
    s, move = states[i], MOVES[action]
    phase = int(s.phase)
    match move:
        case Lay(card):
            return _wrong_time(phase) if phase != rules.LAY else _why_not_lay(s, card)
        case Bid(mice):
            return _wrong_time(phase) if phase != rules.BID else _why_not_bid(s, mice)
        case Pass():
            return _wrong_time(phase) if phase != rules.BID else None
        case Buy() | Decline():
            if phase == rules.BID:
                return Reason("F-26", "not_for_sale")
            return _wrong_time(phase) if phase != rules.BUY else _why_not_buy(s, move)


def _wrong_time(phase: int) -> Reason:
    return (
        Reason("F-21", "lay_first"),
        Reason("F-23", "bid_first"),
        Reason("F-26", "buy_first"),
    )[phase]


def _why_not_lay(s: Any, card: str) -> Reason | None:
    kind = CARDS.index(card)
    if int(s.hand[s.actor]) >> kind & 1:
        return None
    if s.missing[s.actor] == kind:
        return Reason("F-10", "missing", card=card)
    return Reason("F-21", "laid_already", card=card)


def _why_not_bid(s: Any, mice: int) -> Reason | None:
    if mice > s.mice[s.actor]:
        return Reason("F-23", "too_many_mice", mice=int(s.mice[s.actor]))
    if mice <= s.high:
        return Reason("F-23", "too_low", high=int(s.high))
    return None


def _why_not_buy(s: Any, move: Buy | Decline) -> Reason | None:
    broke = isinstance(move, Buy) and s.mice[s.actor] == 0
    return Reason("F-26", "no_mouse") if broke else None


def hides(before: Any, action: int, viewer: int | None) -> bool:
    """F-21: a card is laid face down; only its player knows it."""
    return action < rules.KINDS and viewer != int(before[0].actor)
