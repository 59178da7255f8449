"""Csacska macskák: what speaks for a move, from coins and from what a series still wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattery.game import Reason
from cattery.games.csacska.moves import CARDS, HUES, Draw, GoOn
from cattery.games.csacska.story import Adopted, Chased, Discarded, Gave, Played, Scored, Stole
from cattery.games.csacska.view import Series, View, series

GIFT = 2  # C-52: coins that a good dog brings


def why(view: View, move: Any, events: Sequence[Any]) -> Reason | None:
    """The most telling fact about a move."""
    own = [one for one in events if getattr(one, "seat", None) == view.actor]
    coins = sum(one.points for one in own if isinstance(one, Scored))
    coins += sum(one.coins for one in own if isinstance(one, Adopted))
    if coins:
        stolen = any(isinstance(one, Stole) for one in own)
        return Reason("C-45", "steals" if stolen else "scores", coins=coins)
    for one in own:
        if isinstance(one, Gave):
            return Reason("C-52", "gives", coins=GIFT)
        if isinstance(one, Chased):
            return Reason("C-53", "gives", coins=one.coins)
        if isinstance(one, Played):
            return _played(view, one)
        if isinstance(one, Discarded):
            return _discarded(view, one)
    if isinstance(move, GoOn):
        return Reason("C-41", "go_on")
    return _draw(view) if isinstance(move, Draw) else None


def _played(view: View, event: Played) -> Reason:
    """What becomes of the series that a card comes to."""
    if event.card == "stray":
        return Reason("C-34", "stray", colour=event.colour)
    if event.card == "kittens":
        return Reason("C-45", "kittens", colour=event.colour)
    after = _longer(view, event)
    if after.points:
        return Reason("C-40", "ready", colour=event.colour, coins=after.points)
    goal = after.goals[0] if after.goals and not after.stray else None
    if goal and goal.missing == 1 and goal.digits:
        numbers = ", ".join(map(str, goal.digits))
        return Reason("C-45", "near", colour=event.colour, numbers=numbers)
    code = "starts" if event.length == 1 else "played"
    return Reason("C-21", code, colour=event.colour, length=event.length)


def _longer(view: View, event: Played) -> Series:
    """The own series with the card that comes to it."""
    colour = HUES.index(event.colour)
    before = view.players[event.seat].series[colour]
    kinds = tuple(CARDS.index(card) for card in (*before.cards, event.card))
    return series(colour, kinds, before.kittens)


def _discarded(view: View, event: Discarded) -> Reason | None:
    """What a discarded card keeps others from; a house cat could have been played instead."""
    covered = view.piles[event.pile - 1].top
    if covered is not None and covered in _wanted_by_others(view, event.seat):
        return Reason("C-30", "covers", card=covered)
    return Reason("C-31", "discarded") if event.because == "chosen" else None


def _wanted_by_others(view: View, seat: int) -> set[str]:
    """The house cats that would score at once for somebody else."""
    return {
        one.card
        for other, player in enumerate(view.players)
        for each in player.series
        for one in each.wanted
        if other != seat and one.points
    }


def _draw(view: View) -> Reason:
    """How many cards of the draw pile would score at once."""
    series = view.players[view.actor].series
    wanted = {one.card for each in series for one in each.wanted if one.points}
    fitting = sum(count.n for count in view.draw_cards if count.card in wanted)
    code = "draw_fitting" if fitting else "draw"
    return Reason("C-31", code, n=fitting, all=view.draw)
