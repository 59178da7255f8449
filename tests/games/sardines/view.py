"""Sardines: what a seat may see, and a position as one line of text.

A position: `1,2,2,8,6 3 10,4 12!,- 4/13,2 - 2,1`: what the tins hold; how often chance has fallen,
which is the round; the points of each player; the paws of this round, `!` for who is done; where
the cook looked last and the paws of the last round (`-` in the first); who is to pay or run (`-`
nobody); how many paws each may put. Only the tins are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cattery.games.sardines import rules

from cattery.fields import Fields
from cattery.plain import Plain
from cattery.tagged import tagged

Phase = Literal["reach", "caught", "over"]
PHASES: tuple[Phase, ...] = ("reach", "caught")


@dataclass(frozen=True)
class Cat:
    """What is known of a player."""

    points: int
    paws: int  # that it may put in this round
    done: bool  # in this round
    reached: tuple[int, ...]  # tins from 1, in this round: empty for all but the viewer's own
    last: tuple[int, ...]  # in the last round


@tagged("sardines")
class View:
    """The table as one seat, or an onlooker, sees it."""

    seat: int | None  # who looks; None for an onlooker
    turn: int
    actor: int
    phase: Phase
    round: int
    rounds: int
    fine: int
    tins: tuple[int, ...]  # the sardines in each
    cats: tuple[Cat, ...]
    looked: int | None  # the tin where the cook looked last, from 1
    winners: tuple[int, ...]  # at the end


class PlainState(Plain):
    """A state in plain Python."""

    moment: int
    cook: int
    left: list[int]
    paws: list[int]
    seen: list[int]
    most: list[int]
    points: list[int]
    looked: int

    @property
    def round(self) -> int:
        """Which round it is, or which one has just been closed."""
        closed = self.phase == rules.CAUGHT or self.over
        return self.moment - 1 if closed else self.moment

    @property
    def winners(self) -> tuple[int, ...]:
        """S-40, at the end."""
        best = max(self.points[: self.seats])
        seats = range(self.seats if self.over else 0)
        return tuple(seat for seat in seats if self.points[seat] == best)


def tins_of(paws: int) -> tuple[int, ...]:
    """The tins of a set of paws, from 1."""
    return tuple(tin + 1 for tin in range(rules.SHELF) if paws >> tin & 1)


def view(states: Any, i: int, seat: int | None) -> View:
    """What `seat` sees of state i: of the others what was known when the round began."""
    table = PlainState(states, i)
    return View(
        seat=seat,
        turn=table.turn,
        actor=_actor(table, seat),
        phase="over" if table.over else PHASES[table.phase],
        round=table.round,
        rounds=rules.ROUNDS,
        fine=int(rules.FINE[table.cook]),
        tins=tuple(table.left),
        cats=tuple(_cat(table, number, seat) for number in range(table.seats)),
        looked=None if table.looked < 0 else table.looked + 1,
        winners=table.winners,
    )


def _actor(table: PlainState, seat: int | None) -> int:
    """Who decides, as the viewer sees it: in a round of all, itself."""
    at_once = table.phase == rules.REACH and not table.over
    if at_once and seat is not None and table.waiting >> seat & 1:
        return seat
    return _lowest(table.waiting) if table.waiting else table.turn


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _cat(table: PlainState, number: int, seat: int | None) -> Cat:
    reaching = table.phase == rules.REACH and not table.over
    return Cat(
        points=table.points[number],
        paws=table.most[number],
        done=reaching and not table.waiting >> number & 1,
        reached=tins_of(table.paws[number]) if number == seat else (),
        last=tins_of(table.seen[number]),
    )


# --- the position as text ------------------------------------------------------------------------


def position(states: Any, i: int) -> str:
    """One line that says everything, secrets included."""
    table = PlainState(states, i)
    seats, reaching = range(table.seats), table.phase == rules.REACH and not table.over
    done = ["!" if reaching and not table.waiting >> seat & 1 else "" for seat in seats]
    last = "-" if table.looked < 0 else f"{table.looked + 1}/{_paws(table.seen[: table.seats])}"
    return " ".join(
        (
            ",".join(map(str, table.left)),
            str(table.moment),
            ",".join(str(table.points[seat]) for seat in seats),
            ",".join(_paws([table.paws[seat]]) + done[seat] for seat in seats),
            last,
            str(table.actor + 1) if table.phase == rules.CAUGHT else "-",
            ",".join(str(table.most[seat]) for seat in seats),
        )
    )


def _paws(each: list[int]) -> str:
    return ",".join("".join(map(str, tins_of(paws))) or "-" for paws in each)


def set_position(states: Any, i: int, text: str) -> None:
    """Set state i, whose seats and options are set, to a position; BadPosition if it can't be."""
    seats = int(states["seats"][i])
    zeros, none, twos = (",".join([sign] * seats) for sign in "0-2")
    fields = Fields("sardines", text, needed=1, defaults=("1", zeros, none, "-", "-", twos))
    tins, moment, points, paws, last, caught, most = fields.words
    s = states[i]
    rules.start(s)
    s.left[:] = fields.numbers(tins, "tins", rules.SHELF, 0, rules.KINDS)
    s.moment = fields.number(moment, "round", 1, rules.ROUNDS + 1)
    s.points[:seats] = fields.numbers(points, "points", seats, -99, 999)
    s.most[:seats] = fields.numbers(most, "paws", seats, 1, rules.PAWS)
    rules.begin_round(s)
    if caught != "-":
        cat = fields.number(caught, "caught", 1, seats) - 1
        s.phase, s.actor, s.waiting, s.over = rules.CAUGHT, cat, 1 << cat, 0
    _set_paws(s, paws, fields)
    if last != "-":
        looked = fields.match("([1-5])/(.*)", last, "last")
        s.looked = int(looked[1]) - 1
        s.seen[:seats] = [_tins(fields, word) for word in fields.split(looked[2], "last", seats)]
    if (s.looked < 0) != (s.moment == 1) or rules.check(s) or not _caught_there(s):
        raise fields.bad("impossible")


def _set_paws(s: Any, word: str, fields: Fields) -> None:
    reaching = s.phase == rules.REACH and not s.over
    for seat, paws in enumerate(fields.split(word, "paws", int(s.seats))):
        s.paws[seat] = _tins(fields, paws.removesuffix("!"))
        if paws != "-" and not reaching:
            raise fields.bad("impossible")
        if paws.endswith("!") and rules.ground.seat_done(s, seat):
            raise fields.bad("impossible")  # the last to be done closes the round


def _caught_there(s: Any) -> bool:
    """S-30: whoever is to pay or run had a lone paw where the cook looked."""
    if s.phase == rules.REACH:
        return True
    there = [seat for seat in range(s.seats) if int(s.seen[seat]) >> int(s.looked) & 1]
    return s.looked >= 0 and there == [s.actor]


def _tins(fields: Fields, word: str) -> int:
    fields.match("-|[1-5]{1,2}", word, "paws")
    return sum(1 << int(tin) - 1 for tin in set(word) - {"-"})
