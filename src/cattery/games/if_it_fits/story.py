"""If It Fits: (before, action, after) -> what happened, in order, as far as a seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from cattery.games.if_it_fits.moves import (
    CARDS,
    MOVES,
    Cat,
    Discard,
    Draw,
    Lay,
    NoCat,
    Princess,
    Sleep,
    Toy,
)
from cattery.games.if_it_fits.rules import state as rules
from cattery.games.if_it_fits.view import PlainState
from cattery.tagged import tagged


@tagged("drew")
class Drew:
    """I-20: a card was drawn; `card` is None for all but its player."""

    seat: int
    card: str | None
    left: int  # cards in the draw pile

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "hidden" if self.card is None else "known"


@tagged("laid")
class Laid:
    """I-12, I-20: a box was laid."""

    seat: int
    card: str
    cell: str
    turned: bool
    starting: bool
    box: str  # of which it is part now

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "starting" if self.starting else "box"

    @property
    def lies(self) -> str:
        """The card by its walls as they lie."""
        return lying_as(self.card) if self.turned else self.card


@tagged("slept")
class Slept:
    """I-21: a cat was laid asleep."""

    seat: int
    cell: str
    box: str


@tagged("sat")
class Sat:
    """I-40: a cat was laid across two boxes, awake."""

    seat: int
    west: str
    east: str
    box: str


@tagged("kept")
class Kept:
    """I-40: no cat was laid, though one could have been."""

    seat: int


@tagged("toyed")
class Toyed:
    """I-44: a special toy was laid across two boxes, or on a cell of its own."""

    seat: int
    toy: str
    cell: str  # where it stands, or the western one
    east: str | None
    box: str

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "card" if self.east is None else "across"


@tagged("replaced")
class Replaced:
    """I-43: Princess took the place of a cat, which went home."""

    seat: int
    owner: int  # of the cat
    cell: str  # where it slept, or the western one
    east: str | None
    box: str

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "asleep" if self.east is None else "awake"


@tagged("discarded")
class Discarded:
    """I-45: nothing could be played; a card left the game."""

    seat: int
    card: str


@tagged("joined")
class Joined:
    """I-31: boxes became one."""

    box: str
    others: tuple[str, ...]  # names that are no more
    cards: int


@tagged("closed")
class Closed:
    """I-31, I-61: a box has no open side left."""

    box: str
    cards: int
    points: int  # that it brings now


@tagged("woke")
class Woke:
    """I-42: sleeping cats count now, as an awake one is beside them."""

    seat: int
    box: str
    cats: int


@tagged("dozed")
class Dozed:
    """I-42, I-43: sleeping cats count no more, as no awake one is left beside them."""

    seat: int
    box: str
    cats: int


@tagged("held")
class Held:
    """I-60: a box is now somebody's, or nobody's."""

    seats: tuple[int, ...]
    box: str
    points: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return ("nobody", "alone")[len(self.seats)] if len(self.seats) < 2 else "tied"


@tagged("revalued")
class Revalued:
    """I-61: a box that stays with those who have it is worth something else now."""

    seats: tuple[int, ...]
    box: str
    before: int
    points: int


@tagged("triggered")
class Triggered:
    """I-50: the end has begun."""

    seat: int
    why: Literal["pile", "cats"]
    turns: int  # still to come, the rest of this one not counted

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return self.why


@tagged("counted")
class Counted:
    """I-60, I-61: what a box brings at the end."""

    seats: tuple[int, ...]
    box: str
    cards: int
    toys: int
    bottles: int
    closed: bool
    points: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        kind = "closed" if self.closed else "open"
        return f"{kind}_tied" if len(self.seats) > 1 else kind


@tagged("extra")
class Extra:
    """I-62: points for a player's cats beyond the first in a box."""

    seat: int
    box: str
    cats: int
    points: int


@tagged("total")
class Total:
    """I-63: what a player has at the end."""

    seat: int
    points: int
    minus: int  # of them, lost to spray bottles

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "sprayed" if self.minus else "dry"


@tagged("won")
class Won:
    """I-63: the end."""

    seats: tuple[int, ...]  # several where the win is shared
    points: int
    tied: bool  # somebody has as many points, but more minus points

    @property
    def variant(self) -> str:
        """Which words tell it."""
        if len(self.seats) > 1:
            return "shared_tied" if self.tied else "shared"
        return "tied" if self.tied else "alone"


Event = (
    Drew
    | Laid
    | Slept
    | Sat
    | Kept
    | Toyed
    | Replaced
    | Discarded
    | Joined
    | Closed
    | Woke
    | Dozed
    | Held
    | Revalued
    | Triggered
    | Counted
    | Extra
    | Total
    | Won
)


_TURNED = str.maketrans("NESW", "SWNE")


def lying_as(card: str) -> str:
    """A box by its walls as they lie after a half turn.

    >>> lying_as("NE ball"), lying_as("open plain")
    ('SW ball', 'open plain')
    """
    walls, content = card.split()
    if walls == "open":
        return card
    return f"{''.join(sorted(walls.translate(_TURNED), key='NESW'.index))} {content}"


def story(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What happened between two one-state arrays, as `seat` (None: an onlooker) saw it."""
    old, new = PlainState(before, 0), PlainState(after, 0)
    events: list[Event] = [_deed(old, new, action, seat)]
    if name := getattr(events[0], "box", None):
        events += _boxes(old, new, _numbered(new, name))
    if new.ending and not old.ending:
        events.append(_triggered(new))
    if new.over:
        events += _finale(new)
    return events


def _numbered(new: PlainState, name: str) -> int:
    """The number of a box by its name."""
    return next(box for box, called in new.names.items() if called == name)


def _deed(old: PlainState, new: PlainState, action: int, viewer: int | None) -> Event:
    """What the actor did."""
    seat = old.actor
    match MOVES[action]:
        case Draw():
            card = CARDS[_drawn(old, new)] if viewer == seat else None
            return Drew(seat, card, sum(new.left))
        case Lay(card, cell, turned):
            starting = old.phase == rules.START
            return Laid(seat, card, cell, turned, starting, _box_at(new, cell))
        case Sleep(cell):
            return Slept(seat, cell, _box_at(new, cell))
        case Cat(west, east):
            return Sat(seat, west, east, _box_at(new, west))
        case NoCat():
            return Kept(seat)
        case Toy(toy, cell, other):
            return Toyed(seat, toy, cell, other, _box_at(new, cell))
        case Princess(cell, other):
            return Replaced(seat, _evicted(old, new), cell, other, _box_at(new, cell))
        case Discard(card):
            return Discarded(seat, card)
    raise AssertionError(action)


def _drawn(old: PlainState, new: PlainState) -> int:
    """The kind that came into the actor's hand."""
    left = list(new.hand[old.actor])
    for kind in old.hand[old.actor][: old.held[old.actor]]:
        left.remove(kind)
    return left[0]


def _evicted(old: PlainState, new: PlainState) -> int:
    return next(k for k in range(old.seats) if new.supply[k] > old.supply[k])


def _box_at(new: PlainState, cell: str) -> str:
    return next(new.name(number) for number in range(1, new.cards + 1) if new.cell(number) == cell)


def _boxes(old: PlainState, new: PlainState, box: int) -> Iterator[Event]:
    """What became of the boxes: joined, closed, cats that count, who has them."""
    name = new.names[box]
    cards = sum(new.box[number] == box for number in range(1, new.cards + 1))
    before = {old.box[k] for k in range(1, old.cards + 1) if new.box[k] == box}
    if len(before) > 1:
        others = sorted(
            (old.names[each] for each in before if old.names[each] != name), key=_by_age
        )
        yield Joined(name, tuple(others), cards)
    just_closed = list(_closed(old, new))
    for closed in just_closed:
        size = sum(new.box[number] == closed for number in range(1, new.cards + 1))
        yield Closed(new.names[closed], size, new.survey.worth[closed])
    for seat in range(new.seats):
        yield from _sleepers(old, new, box, before, seat)
    now = new.holders_of(box)
    then = {old.holders_of(each) for each in before if old.holders_of(each)}
    if then != ({now} if now else set()):
        yield Held(now, name, new.survey.worth[box])
    elif now and box not in just_closed:
        was = next(each for each in before if old.names[each] == name)
        if old.survey.worth[was] != new.survey.worth[box]:
            yield Revalued(now, name, old.survey.worth[was], new.survey.worth[box])


def _by_age(name: str) -> tuple[int, str]:
    return (int(name[1:] or 1), name[0])


def _closed(old: PlainState, new: PlainState) -> Iterator[int]:
    """The boxes that have just been closed: by the card laid, or against its walls."""
    if new.cards == old.cards:
        return
    for box in new.names:
        if new.openings[box] == 0:
            members = [k for k in range(1, old.cards + 1) if new.box[k] == box]
            if not members or any(old.openings[old.box[k]] for k in members):
                yield box


def _sleepers(
    old: PlainState, new: PlainState, box: int, before: set[int], seat: int
) -> Iterator[Event]:
    """I-42: whose sleeping cats count now, or no more."""
    counted = sum(old.asleep[each][seat] for each in before if old.awake[each][seat])
    asleep = new.asleep[box][seat]
    if asleep > counted and new.awake[box][seat]:
        yield Woke(seat, new.names[box], asleep - counted)
    if asleep and counted and not new.awake[box][seat]:
        yield Dozed(seat, new.names[box], asleep)


def _triggered(new: PlainState) -> Triggered:
    why: Literal["pile", "cats"] = "pile" if new.ending == rules.BY_PILE else "cats"
    return Triggered(new.ender, why, rules.HAND * new.seats)


def _finale(new: PlainState) -> Iterator[Event]:
    """The boxes that somebody has, one after the other; then everybody's points."""
    survey = new.survey
    for box, name in new.names.items():
        holders = new.holders_of(box)
        if not holders:
            continue
        cards = sum(new.box[number] == box for number in range(1, new.cards + 1))
        yield Counted(
            seats=holders,
            box=name,
            cards=cards,
            toys=max(new.toys[box]),
            bottles=new.bottles[box],
            closed=new.openings[box] == 0,
            points=survey.worth[box],
        )
        for seat in range(new.seats):
            if survey.extra[box][seat]:
                yield Extra(seat, name, survey.counted[box][seat], survey.extra[box][seat])
    for seat in range(new.seats):
        yield Total(seat, survey.points[seat], survey.minus[seat])
    most = survey.points[new.winners[0]]
    level = sum(survey.points[seat] == most for seat in range(new.seats))
    yield Won(new.winners, most, level > len(new.winners))
