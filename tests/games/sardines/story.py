"""Sardines: (before, action, after) -> what happened, in order.

Nothing here hides anything: what others do in an open round is told by the match when it closes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from cattery.games.sardines import rules
from cattery.games.sardines.view import PlainState

from cattery.tagged import tagged


@tagged("reached")
class Reached:
    """S-10: a paw on a tin."""

    seat: int
    tin: int


@tagged("finished")
class Finished:
    """S-10: all that a cat does in a round."""

    seat: int
    paws: int

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "paws" if self.paws else "asleep"


@tagged("ate")
class Ate:
    """S-20: a lone paw."""

    of_round: ClassVar[bool] = True
    seat: int
    tin: int
    sardines: int


@tagged("spilled")
class Spilled:
    """S-20: several paws."""

    of_round: ClassVar[bool] = True
    seats: tuple[int, ...]
    tin: int


@tagged("looked")
class Looked:
    """S-30: what the cook looked at, and who was caught there."""

    of_round: ClassVar[bool] = True
    tin: int
    seat: int | None

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "nobody" if self.seat is None else "caught"


@tagged("paid")
class Paid:
    """S-31: the fine."""

    seat: int
    points: int


@tagged("ran")
class Ran:
    """S-31: away with one paw."""

    seat: int


@tagged("began")
class Began:
    """S-10: the next round."""

    of_round: ClassVar[bool] = True
    round: int


@tagged("won")
class Won:
    """S-40: the end."""

    of_round: ClassVar[bool] = True
    seats: tuple[int, ...]
    points: int
    alone: bool  # nobody else has played

    @property
    def variant(self) -> str:
        """Which words tell it."""
        return "solo" if self.alone else "one" if len(self.seats) == 1 else "shared"


Event = Reached | Finished | Ate | Spilled | Looked | Paid | Ran | Began | Won


def story(before: Any, action: int, after: Any, seat: int | None) -> list[Event]:
    """What happened between two one-state arrays."""
    old, new = PlainState(before, 0), PlainState(after, 0)
    events: list[Event] = []
    if action < rules.DONE:
        events.append(Reached(old.actor, action + 1))
    elif action == rules.DONE:
        events.append(Finished(old.actor, old.paws[old.actor].bit_count()))
        if new.moment > old.moment:
            events += _closing(old, new)
    elif action == rules.PAY:
        events.append(Paid(old.actor, old.points[old.actor] - new.points[old.actor]))
    else:
        events.append(Ran(old.actor))
    began = new.phase == rules.REACH and (new.moment > old.moment or old.phase == rules.CAUGHT)
    if new.over:
        events.append(Won(new.winners, new.points[new.winners[0]], new.seats == 1))
    elif began:
        events.append(Began(new.round))
    return events


def _closing(old: PlainState, new: PlainState) -> Iterator[Event]:
    for tin in range(rules.SHELF):
        paws = tuple(seat for seat in range(old.seats) if old.paws[seat] >> tin & 1)
        if len(paws) == 1:
            yield Ate(paws[0], tin + 1, old.left[tin])
        elif paws:
            yield Spilled(paws, tin + 1)
    yield Looked(new.looked + 1, new.actor if new.phase == rules.CAUGHT else None)
