"""Filou: (before, action, after) -> what happened, in order, as far as a seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from cattery.games.filou.moves import CARDS, MOVES, Bid, Buy, Decline, Lay, Pass
from cattery.games.filou.rules import state as rules
from cattery.games.filou.view import PlainState, Sack, names, sack, view
from cattery.tagged import tagged


@tagged("laid")
class Laid:
    """F-21: a card was laid face down; `card` is None for all but its player."""

    seat: int
    card: str | None
    place: int  # in the row, from 1

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "hidden" if self.card is None else "known"


@tagged("turned")
class Turned:
    """F-22, F-24, F-25: a card of the row was turned face up; the pile's has no owner."""

    owner: int | None
    card: str
    place: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "pile" if self.owner is None else "laid"


@tagged("raised")
class Raised:
    """F-23: a bid."""

    seat: int
    mice: int


@tagged("passed")
class Passed:
    """F-24, F-27: a pass, the bid that came back, and the mice taken from a mouse card."""

    seat: int
    back: int
    mice: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "paid" if self.mice else "empty"


@tagged("offered")
class Offered:
    """F-26: nobody bid; the last player may buy the sack for one mouse."""

    seat: int
    points: int  # what it is worth after the dogs


@tagged("chased")
class Chased:
    """F-30: a lone dog left with an animal."""

    dog: str
    card: str
    place: int  # of the animal


@tagged("fought")
class Fought:
    """F-31: several dogs left together; no other animal did."""

    dogs: tuple[str, ...]


@tagged("bought")
class Bought:
    """F-25: the sack was paid for and taken."""

    seat: int
    mice: int
    cards: tuple[str, ...]  # what the dogs left of it
    points: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "cards" if self.cards else "nothing"


@tagged("declined")
class Declined:
    """F-26: nobody wanted the sack; its cards left the game."""

    seat: int
    cards: tuple[str, ...]


@tagged("began")
class Began:
    """F-20, F-26: a round began, with mice on the mouse cards or without."""

    seat: int  # the start player
    round: int
    mice: tuple[int, ...]  # put on the mouse cards
    empty_because: Literal["bank", "unsold"] | None

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.empty_because or "filled"


@tagged("uncovered")
class Uncovered:
    """F-50: at the end everybody learns what was missing from a set; the fourth has no owner."""

    owner: int | None
    card: str

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "pile" if self.owner is None else "hand"


@tagged("counted")
class Counted:
    """F-40: what a player has at the end."""

    seat: int
    points: int  # of cats
    mice: int
    total: int


@tagged("won")
class Won:
    """F-40: the end."""

    seats: tuple[int, ...]  # several where the win is shared
    total: int
    tied: bool  # somebody has as many points, but fewer from cards

    @property
    def variant(self) -> str:
        """Which words tell it."""
        if len(self.seats) > 1:
            return "shared"
        return "tied" if self.tied else "alone"


Event = (
    Laid
    | Turned
    | Raised
    | Passed
    | Offered
    | Chased
    | Fought
    | Bought
    | Declined
    | Began
    | Uncovered
    | Counted
    | Won
)


def story(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What happened between two one-state arrays, as `seat` (None: an onlooker) saw it."""
    old, new = PlainState(before, 0), PlainState(after, 0)
    actor = old.actor
    events: list[Event] = []
    match MOVES[action]:
        case Lay(card):
            events.append(Laid(actor, card if actor == seat else None, old.laid + 1))
        case Bid(mice):
            events.append(Raised(actor, mice))
        case Pass():
            events.append(Passed(actor, old.bid[actor], old.mouse_card(old.passes + 1)))
        case Buy() | Decline():
            pass
    ended = new.finished != old.finished
    events += _turned(old, new, ended)
    if new.phase == rules.BUY and old.phase != rules.BUY and not ended:
        events.append(Offered(new.actor, new.survey.worths[new.auction]))
    if ended:
        events += _ending(after, new, actor)
    return events


def _turned(old: PlainState, new: PlainState, ended: bool) -> Iterator[Turned]:
    """The cards of the row that this step turned face up."""
    turn = old.auction
    for at in range(old.shown, old.row_length if ended else new.shown):
        yield Turned(new.owner(turn, at), CARDS[new.sacks[turn][at]], at + 1)


def _ending(after: Any, new: PlainState, actor: int) -> Iterator[Event]:
    """The end of an auction, and what follows it."""
    last = sack(new, new.finished - 1)
    if last.winner is None:
        yield Declined(actor, tuple(each.card for each in last.cards))
    else:
        yield from _dogs(last)
        kept = tuple(each.card for each in last.cards if each.fate == "won")
        yield Bought(last.winner, last.price, kept, last.points)
    if new.over:
        yield from _finale(new)
        return
    seen = view(after, 0, None)
    mice = tuple(card.mice for card in seen.mouse_cards if card.mice)
    yield Began(seen.opener, seen.round, mice, seen.empty_because)


def _dogs(last: Sack) -> Iterator[Event]:
    dogs = tuple(each.card for each in last.cards if each.fate == "dog")
    if len(dogs) > 1:
        yield Fought(dogs)
    for place, each in enumerate(last.cards, 1):
        if each.fate == "chased":
            yield Chased(dogs[0], each.card, place)


def _finale(new: PlainState) -> Iterator[Event]:
    for seat in range(new.seats):
        yield Uncovered(seat, CARDS[new.missing[seat]])
    for card in names(new.pile):
        yield Uncovered(None, card)
    totals = [new.points[seat] + new.mice[seat] for seat in range(new.seats)]
    for seat, total in enumerate(totals):
        yield Counted(seat, new.points[seat], new.mice[seat], total)
    most = totals[new.winners[0]]
    yield Won(new.winners, most, totals.count(most) > len(new.winners))
