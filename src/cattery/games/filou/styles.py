"""Filou: simple ways to play it. Each says which card it likes to lay and how high it goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cattery.games.filou.moves import Bid, Buy, Decline, Lay, Pass
from cattery.games.filou.view import View
from cattery.styles import best

if TYPE_CHECKING:
    import numpy as np

    from cattery.seat import Seat


def play(
    seat: Seat,
    view: View,
    source: np.random.Generator,
    card: Callable[[str], float],
    most: float,
    step: int = 1,
) -> Any:
    """Lay the card that is liked most; raise by `step` up to `most`; buy what is worth a mouse."""
    legal = seat.legal
    if view.phase == "lay":
        return best(
            [move for move in legal if isinstance(move, Lay)], lambda m: card(m.card), source
        )
    if view.phase == "buy":
        return Buy() if Buy() in legal and (view.worth or 0) > 1 else Decline()
    for mice in range(view.high + step, view.high, -1):
        if mice <= most and Bid(mice) in legal:
            return Bid(mice)
    return Pass()


def points(card: str | None) -> int:
    """What a card is worth at the end; a card that isn't known counts nothing."""
    return 0 if card is None or card in ("rabbit", "big_dog", "small_dog") else int(card)


def is_dog(card: str | None) -> bool:
    """Whether it is one of the two dogs."""
    return card in ("big_dog", "small_dog")


def known(view: View) -> int:
    """The points in the row that the viewer can see; dogs are overlooked."""
    return sum(points(each.card) for each in view.row)


def rivals(view: View) -> int:
    """How many others are still in this auction."""
    seats = enumerate(view.players)
    return sum(number != view.seat and not player.passed for number, player in seats)


# --- the styles ----------------------------------------------------------------------------------


def bluffer(seat: Seat, source: np.random.Generator) -> Any:
    """Lays its worst card, bids loudly, and gets out before it has to pay."""
    view = seat.view
    return play(
        seat, view, source, lambda card: -points(card), 9 if rivals(view) > 1 else 0, step=2
    )


def early_bird(seat: Seat, source: np.random.Generator) -> Any:
    """Lays its best cats first and buys everything while it has mice."""
    view = seat.view
    return play(seat, view, source, points, 99)


def saver(seat: Seat, source: np.random.Generator) -> Any:
    """Passes for six rounds and spends it all in the last three."""
    view = seat.view
    late = view.round > view.rounds - 3
    own = view.players[seat.number].mice or 0
    most = own / (view.rounds - view.round + 1) if late else 0
    return play(seat, view, source, points if late else lambda card: -points(card), most)


def follower(seat: Seat, source: np.random.Generator) -> Any:
    """Wants whatever the player with the most points wants."""
    view = seat.view
    others = [number for number in range(seat.seats) if number != seat.number]
    richest = max(others, key=lambda number: view.players[number].points)
    return play(seat, view, source, points, 12 if view.leader == richest else 2)


def prudent(seat: Seat, source: np.random.Generator) -> Any:
    """Does anything by lot, but never bids more than it can see."""
    view = seat.view
    most = int(source.integers(1 + max(0, known(view))))
    return play(seat, view, source, lambda _: 0, most, step=3)


def copycat(seat: Seat, source: np.random.Generator) -> Any:
    """Raises as much as the last bidder did, and lays what the others have just shown."""
    view = seat.view
    bids = sorted((player.bid for player in view.players), reverse=True)
    shown = [
        card
        for number, player in enumerate(view.players)
        if number != seat.number
        for card in player.laid
    ]
    return play(seat, view, source, shown.count, 10, step=max(1, bids[0] - bids[1]))


def dog_fearer(seat: Seat, source: np.random.Generator) -> Any:
    """Keeps its dogs to the end, and runs from every sack in which it sees one."""
    view = seat.view
    barking = any(is_dog(each.card) for each in view.row)
    return play(seat, view, source, lambda card: -is_dog(card), 0 if barking else 7)


def one_more(seat: Seat, source: np.random.Generator) -> Any:
    """Always one more, as long as it leaves half of the own mice."""
    view = seat.view
    return play(seat, view, source, lambda _: 0, (view.players[seat.number].mice or 0) / 2)


def fixed_price(seat: Seat, source: np.random.Generator) -> Any:
    """A sack is worth five mice, whatever is in it."""
    view = seat.view
    return play(seat, view, source, lambda card: -abs(points(card) - 5), 5, step=5)


def mouse_hunter(seat: Seat, source: np.random.Generator) -> Any:
    """Stays in for little, only to take the largest mouse card; never means to win a sack."""
    view = seat.view
    most = 4 if rivals(view) > 1 else 0
    return play(seat, view, source, lambda card: is_dog(card) - points(card) / 100, most)


def jumper(seat: Seat, source: np.random.Generator) -> Any:
    """Says at once what the own card and three middling ones would be worth, and no more."""
    view = seat.view
    own = sum(points(each.card) for each in view.row if each.owner == seat.number)
    return play(seat, view, source, points, max(1, own / 2 + 3), step=8)
