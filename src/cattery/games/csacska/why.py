"""Csacska macskák: what speaks for a move, from coins and from what a series still wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattery.game import Reason
from cattery.games.csacska.moves import Draw, GoOn
from cattery.games.csacska.story import Adopted, Chased, Discarded, Gave, Played, Scored, Stole
from cattery.games.csacska.view import View

FIVE = 5


def why(view: View, move: Any, events: Sequence[Any]) -> Reason | None:
    """The most telling fact about a move."""
    own = [one for one in events if getattr(one, "seat", None) == view.actor]
    coins = sum(one.points for one in own if isinstance(one, Scored))
    coins += sum(one.coins for one in own if isinstance(one, Adopted))
    if coins:
        stolen = any(isinstance(one, Stole) for one in own)
        return Reason("C-45", "steals" if stolen else "scores", coins=coins)
    for one in own:
        if isinstance(one, Chased | Gave):
            return Reason("C-52", "gives", coins=one.coins if isinstance(one, Chased) else 2)
        if isinstance(one, Played):
            return Reason("C-21", "played", colour=one.colour, length=one.length)
        if isinstance(one, Discarded):
            return Reason("C-31", "discarded")
    if isinstance(move, GoOn):
        return Reason("C-41", "go_on")
    return _draw(view) if isinstance(move, Draw) else None


def _draw(view: View) -> Reason:
    """How many cards of the draw pile would score at once."""
    series = view.players[view.actor].series
    wanted = {one.card for each in series for one in each.wanted if one.points}
    fitting = sum(count.n for count in view.draw_cards if count.card in wanted)
    code = "draw_fitting" if fitting else "draw"
    return Reason("C-31", code, n=fitting, all=view.draw)
