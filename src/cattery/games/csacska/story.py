"""Csacska macskák: (before, action, after) -> what happened, in order.

The rules write down what they do in a step (see `rules/state.py`); here the lines are told over the
cards as they lay before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from cattery.games.csacska.moves import CARDS, HUES, Colour
from cattery.games.csacska.rules import state as rules
from cattery.games.csacska.view import How, PlainState, score
from cattery.tagged import tagged


@tagged("took")
class Took:
    """C-30: the top card of a discard pile; what becomes of it is told next."""

    seat: int
    card: str
    pile: int  # from 1


@tagged("drew")
class Drew:
    """C-31: two cards, or the last one, from the draw pile."""

    seat: int
    cards: tuple[str, ...]


@tagged("chose")
class Chose:
    """C-31: which of two drawn cards is resolved first."""

    seat: int
    card: str


@tagged("stole")
class Stole:
    """C-32, C-33: the last card of a victim's series went to the thief's, which is scored next."""

    seat: int
    victim: int
    card: str
    colour: Colour
    length: int  # cards in the thief's series with this one


@tagged("turned_up")
class TurnedUp:
    """C-11, C-30, C-61: a card from the draw pile on an empty discard pile."""

    card: str
    pile: int


@tagged("vanished")
class Vanished:
    """C-11: two identical extras on top of discard piles went to the box."""

    card: str
    piles: tuple[int, ...]


@tagged("twins")
class Twins:
    """C-31: two identical extras were drawn: both to the box, the turn ends."""

    seat: int
    card: str


@tagged("played")
class Played:
    """C-21, C-22, C-50: a house cat or stray came to the own series, or kittens on it."""

    seat: int
    card: str
    colour: Colour  # of the series
    length: int  # its cards now

    @property
    def variant(self) -> str:
        """Which words tell it."""
        if self.card in ("stray", "kittens"):
            return self.card
        return "started" if self.length == 1 else "cat"


@tagged("discarded")
class Discarded:
    """C-31, C-50: a card was put on a pile: by choice, for want of an effect, or of a home."""

    seat: int
    card: str
    pile: int
    because: Literal["chosen", "stuck", "homeless"]

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.because


@tagged("scored")
class Scored:
    """C-40 to C-48: a series was scored and is gone."""

    seat: int
    colour: Colour
    cards: tuple[str, ...]  # in laying order
    kittens: bool
    how: How
    reading: tuple[int, ...]  # what each card counted as
    total: int  # their sum
    points: int
    coins: tuple[str, ...]  # what became coins
    boxed: tuple[str, ...]  # what went to the box

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.how


@tagged("went_on")
class WentOn:
    """C-40: three cards were not scored."""

    seat: int
    colour: Colour


@tagged("swapped")
class Swapped:
    """C-51: the rascal swapped a stray for the victim's last card, and is the victim's coin."""

    seat: int
    victim: int
    colour: Colour
    card: str  # what the victim gave


@tagged("gave")
class Gave:
    """C-52: a good dog ran over with the last card of a series: two coins for the victim."""

    seat: int
    victim: int
    colour: Colour
    card: str


@tagged("chased")
class Chased:
    """C-53: a bad dog chased a whole series over, each card a coin; the dog went to the box."""

    seat: int
    victim: int
    colour: Colour
    cards: tuple[str, ...]
    coins: int


@tagged("adopted")
class Adopted:
    """C-54: the cat lady and all own strays became coins."""

    seat: int
    colours: tuple[Colour, ...]  # of the series that had strays
    coins: int


@tagged("lost_home")
class LostHome:
    """C-50: kittens have no series any more; their owner has to put them on a pile."""

    owner: int
    colour: Colour


@tagged("ran_out")
class RanOut:
    """C-60, C-61: the draw pile is used up: this turn is the last, or all is shuffled after it."""

    last: bool

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "last" if self.last else "again"


@tagged("shuffled")
class Shuffled:
    """C-61: box and discard piles became the second draw pile."""

    cards: int


@tagged("counted")
class Counted:
    """C-62: what a player has at the end."""

    seat: int
    coins: int


@tagged("won")
class Won:
    """C-62: the end."""

    seats: tuple[int, ...]  # several where the win is shared
    total: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "alone" if len(self.seats) == 1 else "shared"


Event = (
    Took
    | Drew
    | Chose
    | Stole
    | TurnedUp
    | Vanished
    | Twins
    | Played
    | Discarded
    | Scored
    | WentOn
    | Swapped
    | Gave
    | Chased
    | Adopted
    | LostHome
    | RanOut
    | Shuffled
    | Counted
    | Won
)


def story(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What happened between two one-state arrays; everybody sees all of it."""
    new = PlainState(after, 0)
    walk = _Walk(PlainState(before, 0))
    events = [walk.tell(*line) for line in new.notes[: new.noted]]
    _empty_afterwards(events)
    if new.over:
        events += _finale(new)
    return events


def _empty_afterwards(events: list[Event]) -> None:
    """Tell that the draw pile is used up behind the card that was its last."""
    for at, event in enumerate(events[:-1]):
        if isinstance(event, RanOut) and isinstance(events[at + 1], Drew | TurnedUp):
            events[at], events[at + 1] = events[at + 1], event
            return


def _finale(new: PlainState) -> Iterator[Event]:
    for seat in range(new.seats):
        yield Counted(seat, new.coins[seat])
    yield Won(new.winners, max(new.coins))


class _Walk:
    """The cards on piles and in series, as the lines of a step move them about."""

    def __init__(self, old: PlainState) -> None:
        self.old = old
        self.seat = old.turn
        self.deck = 1 + old.second  # C-61: which draw pile it is
        self.piles = [old.pile(number) for number in range(old.seats)]
        self.series = [
            [old.laid(seat, colour) for colour in range(rules.HUES)] for seat in range(old.seats)
        ]
        self.kittens = [
            {colour for colour in range(rules.HUES) if on >> colour & 1} for on in old.kittens
        ]

    def tell(self, code: int, one: int, two: int) -> Event:
        """The event of a line, whose cards are moved."""
        match code:
            case rules.TOOK | rules.TURNED | rules.VANISHED | rules.DISCARDED:
                return self._on_piles(code, one, two)
            case rules.DREW:
                cards = (one,) if two == rules.NO_CARD else (one, two)
                return Drew(self.seat, names(cards))
            case rules.CHOSE:
                return Chose(self.seat, CARDS[one])
            case rules.TWINS:
                return Twins(self.seat, CARDS[one])
            case rules.PLAYED | rules.STOLE | rules.SWAPPED:
                return self._to_series(code, one, two)
            case rules.SCORED:
                return self._scored(one, two)
            case rules.WENT_ON:
                return WentOn(self.seat, HUES[one])
            case rules.GAVE | rules.CHASED | rules.ADOPTED | rules.LOST_HOME:
                return self._from_series(code, one, two)
            case rules.RAN_OUT:
                return RanOut(self.deck == self.old.decks)
        self.piles = [[] for _ in self.piles]
        self.deck += 1
        return Shuffled(one)

    def _on_piles(self, code: int, one: int, two: int) -> Event:
        if code == rules.TOOK:
            self.piles[one].pop()
            return Took(self.seat, CARDS[two], one + 1)
        if code == rules.VANISHED:
            self.piles[one].pop()
            return Vanished(CARDS[self.piles[two].pop()], (one + 1, two + 1))
        self.piles[one].append(two)
        if code == rules.TURNED:
            return TurnedUp(CARDS[two], one + 1)
        homeless = self.old.phase == rules.HOMELESS
        because = "homeless" if homeless else "chosen" if two < rules.STRAY else "stuck"
        return Discarded(self.old.actor, CARDS[two], one + 1, because)  # type: ignore[arg-type]

    def _to_series(self, code: int, one: int, two: int) -> Event:
        mine = self.series[self.seat]
        if code == rules.PLAYED:
            if two == rules.KITTENS:
                self.kittens[self.seat].add(one)
            else:
                mine[one].append(two)
            return Played(self.seat, CARDS[two], HUES[one], len(mine[one]))
        if code == rules.STOLE:
            hue = two // rules.FACE_KINDS
            mine[hue].append(self.series[one][hue].pop())
            return Stole(self.seat, one, CARDS[two], HUES[hue], len(mine[hue]))
        card = self.series[one][two].pop()
        self.series[one][two].append(rules.STRAY)
        mine[two].remove(rules.STRAY)
        mine[two].append(card)
        return Swapped(self.seat, one, HUES[two], CARDS[card])

    def _from_series(self, code: int, one: int, two: int) -> Event:
        mine = self.series[self.seat]
        if code == rules.GAVE:
            return Gave(self.seat, one, HUES[two], CARDS[mine[two].pop()])
        if code == rules.CHASED:
            cards, mine[two] = mine[two], []
            return Chased(self.seat, one, HUES[two], names(cards), len(cards))
        if code == rules.LOST_HOME:
            self.kittens[one].discard(two)
            return LostHome(one, HUES[two])
        rid = [colour for colour in range(rules.HUES) if rules.STRAY in mine[colour]]
        for colour in rid:
            mine[colour].remove(rules.STRAY)
        return Adopted(self.seat, tuple(HUES[colour] for colour in rid), one)

    def _scored(self, colour: int, points: int) -> Scored:
        """C-47: house cats become coins first, from the earliest on, then a stray, then kittens."""
        cards, self.series[self.seat][colour] = self.series[self.seat][colour], []
        kittens = colour in self.kittens[self.seat]
        self.kittens[self.seat].discard(colour)
        stray = rules.STRAY in cards
        _, how, reading = score(tuple(cards), stray)
        spent = sorted(cards, key=lambda kind: kind == rules.STRAY)
        spent += [rules.KITTENS] * kittens
        return Scored(
            seat=self.seat,
            colour=HUES[colour],
            cards=names(cards),
            kittens=kittens,
            how=how,
            reading=reading,
            total=sum(reading),
            points=points,
            coins=names(spent[:points]),
            boxed=names(spent[points:]),
        )


def names(kinds: list[int] | tuple[int, ...]) -> tuple[str, ...]:
    """The names of cards."""
    return tuple([CARDS[kind] for kind in kinds])
