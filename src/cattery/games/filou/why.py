"""Filou: what speaks for a move, from the cards that the player knows and from the mice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattery.game import Reason
from cattery.games.filou.moves import Bid, Buy, Decline, Lay, Pass
from cattery.games.filou.view import View

BIG_DOG, RABBIT = "big_dog", "rabbit"
DOGS = (BIG_DOG, "small_dog")


def why(view: View, move: Any, events: Sequence[Any]) -> Reason | None:
    """The most telling fact about a move."""
    match move:
        case Lay():
            return _lay(view, move.card)
        case Bid():
            hidden = view.row_length - _known(view)
            return Reason("F-23", "bid", points=_points(view), mice=move.mice, hidden=hidden)
        case Pass():
            mice = next((one.mice for one in view.mouse_cards if one.mice), 0)
            code = "pass" if mice else "pass_empty"
            return Reason("F-24", code, points=_points(view), mice=mice)
        case Buy():
            return Reason("F-26", "buy", points=view.worth)
        case Decline():
            return Reason("F-26", "decline", points=view.worth)
    return None


def _lay(view: View, card: str) -> Reason:
    """What becomes of a card in the sack; without a pile the start player's is revealed at once."""
    revealed = view.opener == view.seat and view.row_length == len(view.players)
    if card in DOGS:
        return Reason("F-22", "lay_first_dog", card=card) if revealed else _lay_dog(card)
    if card.startswith("-"):
        return Reason("F-1", "lay_bad", card=card)
    return Reason("F-22", "lay_first" if revealed else "lay", card=card)


def _lay_dog(card: str) -> Reason:
    return Reason("F-30", "lay_big_dog" if card == BIG_DOG else "lay_small_dog")


def _known(view: View) -> int:
    return sum(one.card is not None for one in view.row)


def _points(view: View) -> int:
    """F-30, F-31: what the dogs among the cards that the player knows leave of the others."""
    cards = [one.card for one in view.row if one.card is not None]
    dogs = [card for card in cards if card in DOGS]
    values = sorted(0 if card == RABBIT else int(card) for card in cards if card not in DOGS)
    if len(dogs) == 1 and values:
        values.pop(-1 if dogs[0] == BIG_DOG else 0)
    return sum(values)
