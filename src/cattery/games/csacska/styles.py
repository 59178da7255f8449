"""Csacska macskák: simple ways to play it. Each likes some moves better than others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cattery.games.csacska.moves import (
    HUES,
    Discard,
    Draw,
    Give,
    GoOn,
    Lay,
    Play,
    Score,
    Steal,
    StealTwo,
    Take,
)
from cattery.games.csacska.view import Series, View
from cattery.styles import best

if TYPE_CHECKING:
    import numpy as np

    from cattery.seat import Seat

DOGS = ("good_dog", "bad_dog")


def top(view: View, move: Take) -> str:
    """The card that would be taken."""
    return view.piles[move.pile - 1].top or ""


def colour(card: str | None) -> str:
    """The colour of a house cat; "" of any other card."""
    found = (card or "").partition("-")[0]
    return found if found in HUES else ""


def own(view: View, hue: str) -> Series | None:
    """The viewer's own series of a colour."""
    assert view.seat is not None
    found = (each for each in view.players[view.seat].series if each.colour == hue)
    return next(found, None)


def length(view: View, hue: str) -> int:
    """How many cards the own series of a colour has."""
    series = own(view, hue)
    return len(series.cards) if series else 0


def coins(view: View, seat: int) -> int:
    """What a player has made so far."""
    return view.players[seat].coins


def victims(move: Any) -> list[int]:
    """From whom a theft takes."""
    match move:
        case Steal(victim, _):
            return [victim]
        case StealTwo(victim, _, second, _):
            return [victim, second]
    return []


# --- the styles ----------------------------------------------------------------------------------


def thief(seat: Seat, source: np.random.Generator) -> Any:
    """Steals whatever can be stolen, and draws until something can."""

    def liking(move: Any) -> int:
        return 4 * len(victims(move)) + 2 * isinstance(move, Draw | Play | Score)

    return best(seat.legal, liking, source)


def hoarder(seat: Seat, source: np.random.Generator) -> Any:
    """Makes its longest series longer still, and never scores three."""
    view = seat.view

    def liking(move: Any) -> float:
        match move:
            case Take():
                return length(view, colour(top(view, move))) + 0.5
            case Draw() | Play() | GoOn():
                return 1.0
            case Lay(hue):
                return length(view, hue)
        return 0.0

    return best(seat.legal, liking, source)


def quick_scorer(seat: Seat, source: np.random.Generator) -> Any:
    """Scores as soon as it may, even for nothing: any third card will do."""
    view = seat.view

    def liking(move: Any) -> int:
        match move:
            case Score():
                return 9
            case Take() if length(view, colour(top(view, move))) == 2:
                return 8
            case Play() | Take() if colour(
                top(view, move) if isinstance(move, Take) else view.card
            ):
                return 2
            case Draw():
                return 1
        return 0

    return best(seat.legal, liking, source)


def drawer(seat: Seat, source: np.random.Generator) -> Any:
    """Draws and draws, and lays down whatever comes."""
    return best(seat.legal, lambda move: isinstance(move, Draw | Play), source)


def dog_lover(seat: Seat, source: np.random.Generator) -> Any:
    """Takes dogs home, and all other extras, whatever they cost; gifts go to the poorest."""
    view = seat.view

    def liking(move: Any) -> float:
        match move:
            case Take():
                card = top(view, move)
                return 3 if card in DOGS else 2 if not colour(card) else 0
            case Draw():
                return 1
            case Give(victim, _):
                return -coins(view, victim)
        return 0

    return best(seat.legal, liking, source)


def kitten_nurse(seat: Seat, source: np.random.Generator) -> Any:
    """Picks up kittens and strays, and brings up a few long series for them."""
    view = seat.view

    def liking(move: Any) -> float:
        match move:
            case Take():
                return 5 if top(view, move) in ("kittens", "stray", "cat_lady") else 0
            case Draw() | Play() | GoOn():
                return 1
            case Lay(hue):
                return length(view, hue)
        return 0

    return best(seat.legal, liking, source)


def one_colour(seat: Seat, source: np.random.Generator) -> Any:
    """Has a favourite colour and throws away all others."""
    view, favourite = seat.view, HUES[seat.number % len(HUES)]

    def liking(move: Any) -> int:
        match move:
            case Take():
                return 3 if colour(top(view, move)) == favourite else 0
            case Play():
                return 2 if colour(view.card) == favourite else -1
            case Lay(hue):
                return hue == favourite
            case Draw() | Score():
                return 1
        return 0

    return best(seat.legal, liking, source)


def picker(seat: Seat, source: np.random.Generator) -> Any:
    """Never draws while a house cat lies there to be taken, and wants the highest number."""
    view = seat.view

    def liking(move: Any) -> int:
        match move:
            case Take() if colour(card := top(view, move)):
                return 1 + int(card.rpartition("-")[2])
            case Draw() | Play():
                return 1
        return 0

    return best(seat.legal, liking, source)


def avenger(seat: Seat, source: np.random.Generator) -> Any:
    """Steals from whoever leads, from nobody else; gifts go to whoever is last."""
    view = seat.view
    leader = max(range(seat.seats), key=lambda each: coins(view, each))

    def liking(move: Any) -> float:
        if robbed := victims(move):
            return 9 if leader in robbed else -9
        if isinstance(move, Give):
            return -coins(view, move.victim)
        return isinstance(move, Take | Play | Score)

    return best(seat.legal, liking, source)


def nine_counter(seat: Seat, source: np.random.Generator) -> Any:
    """Counts to nine: takes the very card that scores, and scores nothing for nothing."""
    view = seat.view

    def liking(move: Any) -> float:
        match move:
            case Take():
                series = own(view, colour(top(view, move)))
                wanted = {each.card: each.points for each in series.wanted} if series else {}
                return 2 + wanted.get(top(view, move), -3)
            case Score():
                series = own(view, view.scoring or "")
                return (series.points or 0) * 2 - 1 if series else 0
            case Draw() | Play():
                return 1
        return 0

    return best(seat.legal, liking, source)


def creature_of_habit(seat: Seat, source: np.random.Generator) -> Any:
    """Always the first pile that will do, to take from and to discard on."""

    def liking(move: Any) -> int:
        return 9 - move.pile if isinstance(move, Take | Discard) else 1

    return best(seat.legal, liking, source)
