"""Filou: what speaks for a move, from the cards that the player knows and from the mice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattery.game import Reason
from cattery.games.filou.moves import Bid, Buy, Decline, Lay, Pass
from cattery.games.filou.view import View


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
    if card in ("big_dog", "small_dog"):
        return Reason("F-30", f"lay_{card}")
    if card.startswith("-"):
        return Reason("F-1", "lay_bad", card=card)
    if view.opener == view.seat and view.row_length == len(view.players):
        return Reason("F-22", "lay_first", card=card)
    return Reason("F-22", "lay", card=card)


def _known(view: View) -> int:
    return sum(one.card is not None for one in view.row)


def _points(view: View) -> int:
    """What the cats that the player knows in the sack are worth together."""
    cards = [one.card for one in view.row if one.card is not None]
    return sum(int(card) for card in cards if card.lstrip("-").isdigit())
