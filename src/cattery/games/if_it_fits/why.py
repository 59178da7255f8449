"""If It Fits: what speaks for a move, from boxes that close, join and change hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattery.game import Reason
from cattery.games.if_it_fits.moves import Draw
from cattery.games.if_it_fits.story import (
    Closed,
    Held,
    Joined,
    Kept,
    Laid,
    Replaced,
    Revalued,
    Sat,
    Slept,
)
from cattery.games.if_it_fits.view import View


def why(view: View, move: Any, events: Sequence[Any]) -> Reason | None:
    """The most telling fact about a move."""
    for kind in (Held, Closed, Replaced, Sat, Slept, Joined, Revalued, Kept, Laid):
        for event in events:
            if isinstance(event, kind) and (found := _fact(view, event, events)) is not None:
                return found
    return Reason("I-20", "draw", n=view.pile) if isinstance(move, Draw) else None


def _fact(view: View, event: Any, events: Sequence[Any]) -> Reason | None:
    match event:
        case Held() if view.actor in event.seats and event.points > 0:
            return Reason("I-60", "held", points=event.points)
        case Closed() if event.points > 0:
            return Reason("I-61", "closed", points=event.points)
        case Replaced():
            own = event.owner == view.actor
            return Reason("I-43", "replaced_own" if own else "replaced")
        case Sat():
            return _sat(view, _in_box(view, event, events))
        case Slept():
            return _slept(view, _in_box(view, event, events))
        case Joined():
            return Reason("I-31", "joined", cards=event.cards)
        case Revalued() if view.actor in event.seats and event.points > event.before:
            return Reason("I-61", "worth_more", points=event.points)
        case Revalued() if view.actor not in event.seats and event.points < event.before:
            return Reason("I-61", "worth_less", points=event.points)
        case Kept():
            return Reason("I-40", "kept")
        case Laid() if event.card.endswith("spray"):
            return Reason("I-61", "spray")
    return None


def _sat(view: View, before: set[int]) -> Reason:
    """What a cat awake does in a box; `before` are those who had cats there."""
    if before - {view.actor}:
        return Reason("I-60", "sat_among")
    if before and not view.hard:
        return Reason("I-62", "sat_more")
    return Reason("I-41", "sat")


def _slept(view: View, before: set[int]) -> Reason:
    """What a sleeping cat does in a box; `before` are those who had cats there."""
    if view.actor in before:
        return Reason("I-42", "slept_own")
    return Reason("I-41", "slept_in" if before else "slept")


def _in_box(view: View, event: Sat | Slept, events: Sequence[Any]) -> set[int]:
    """Whose cats, awake or asleep, were in the boxes that are the cat's box now."""
    names = {event.box}
    for one in events:
        if isinstance(one, Joined):
            names |= set(one.others)
    return {cats.seat for box in view.boxes if box.name in names for cats in box.cats}
