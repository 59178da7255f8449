"""What browsers may ask of a table, in memory.

`do` carries out one command and says what has to be written down. The caller writes it, and reloads
the table if that fails.
"""

from __future__ import annotations

import copy
from typing import assert_never

from cattery.errors import MatchOver, NoSuchSeat, NoTakeBack
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.tables.head import Chair, ChatPost, Head, PendingTakeBack
from cattery.server.tables.opening import (
    check_bot,
    make_chair,
    new_id,
    new_seed,
    phrases,
)
from cattery.server.tables.table import Outcome, Table
from cattery.server.tables.versions import rules_in_force

LONGEST_LOG = 2000  # entries of a match; the longest that people play have a fifth of that
MOST_UNDONE = 600  # undos and take-backs of a match, shared out to its seats


def do(table: Table, device: str | None, n: int, what: wire.Do, now: int) -> Outcome:
    """Carry out what a browser asks for. Raises a `CatteryError`, leaving all as it was."""
    seat = getattr(what, "seat", None)
    if seat is not None and seat >= len(table.seats):
        raise NoSuchSeat(number=seat + 1, seats=len(table.seats))
    if table.past is not None and not isinstance(what, (wire.Say, wire.Rematch)):
        raise no.Outdated
    match what:
        case wire.Play():
            _check_fresh(table, _played(table, device, what.seat), n)
            if table.n >= LONGEST_LOG:
                raise no.TooLong
            return table.enter(now, table.running_match().play, what.move, what.seat)
        case wire.PreviewMove():
            _played(table, device, what.seat)
            preview = table.running_match().preview(what.move, what.seat)
            return Outcome(preview=preview)
        case wire.Undo():
            _check_fresh(table, _played(table, device, what.seat), n)
            _check_few_undone(table, what.seat)
            return table.enter(now, table.running_match().undo, what.seat)
        case wire.AskTakeBack():
            _check_fresh(table, _played(table, device, what.seat), n)
            return _ask_take_back(table, what.seat, now)
        case wire.AnswerTakeBack():
            return _answer_take_back(table, _own(table, device, what.seat), what.grant, now)
        case wire.Resign():
            return _resign(table, _own(table, device, what.seat), now)
        case wire.Say():
            return _say(table, device, what, now)
        case wire.Sit():
            return _sit(table, device, what.seat, what.name, now)
        case wire.Leave():
            return _leave(table, _own(table, device, what.seat))
        case wire.SetSeat():
            return _set_seat(table, device, what, now)
        case wire.ForfeitSeat():
            _check_replaceable(table, device, what.seat, now)
            return _resign(table, what.seat, now)
        case wire.Contribute():
            return _contribute(table, _own(table, device, what.seat), what.text, now)
        case wire.Start():
            return _start_command(table, device, what.contribution, now)
        case wire.Rematch():
            return _rematch(table, device, now)
    assert_never(what)


def _own(table: Table, device: str | None, seat: int) -> int:
    if device is None or table.seats[seat].device != device:
        raise no.NotYourSeat(seat=seat + 1)
    return seat


def _played(table: Table, device: str | None, seat: int) -> int:
    """An own seat for which no bot stands in."""
    if table.seats[_own(table, device, seat)].stand_in and table.state == "playing":
        raise no.StoodInFor
    return seat


def _check_fresh(table: Table, seat: int, n: int) -> None:
    """The page must know all that concerns this seat, and nothing that isn't so.

    Before the match is set up again nothing is known of that.
    """
    table.running_match()
    if not table.fresh_since(seat) <= n <= table.n:
        raise no.Stale


# --- take-backs and resigning


def _check_few_undone(table: Table, seat: int) -> None:
    """A log only grows: what is undone stays in it, so that it can't be undone for ever."""
    log = table.running_match().log
    undone = sum(entry.seat == seat and entry.kind in ("undo", "take_back") for entry in log)
    if undone >= MOST_UNDONE // len(table.seats) or table.n >= LONGEST_LOG:
        raise no.TooLong


def _ask_take_back(table: Table, seat: int, now: int) -> Outcome:
    _check_few_undone(table, seat)
    match = table.running_match()
    if match.over or not match.can_take_back(seat):
        raise NoTakeBack(why="over" if match.over else "nothing")
    granted = list(table.held_by(table.seats[seat].device))
    if not table.still_needed(granted):
        return _take_back(table, seat, now)
    table.head.request = PendingTakeBack(seat, table.n, granted)
    return Outcome(head=True)


def _answer_take_back(table: Table, seat: int, grant: bool, now: int) -> Outcome:
    asked = table.request()
    if asked is None or seat not in table.needed():
        raise no.NobodyAsked
    if not grant:
        table.head.request = None
        return Outcome(head=True)
    asked.granted += table.held_by(table.seats[seat].device)
    if table.still_needed(asked.granted):
        return Outcome(head=True)
    table.head.request = None
    outcome = _take_back(table, asked.seat, now)
    outcome.head = True
    return outcome


def _take_back(table: Table, seat: int, now: int) -> Outcome:
    everybody = tuple(range(len(table.seats)))
    return table.enter(now, table.running_match().take_back, seat, granted=everybody)


def _resign(table: Table, seat: int, now: int) -> Outcome:
    """Give up; where others play on, a bot moves for the one who left."""
    outcome = table.enter(now, table.running_match().resign, seat)
    if table.state == "playing":
        _stand_in(table, seat, None)
        outcome.head = True
    return outcome


def flag(table: Table, seat: int, now: int) -> Outcome:
    """A seat's time is up: it forfeits, or a bot plays on."""
    assert table.head.clock is not None
    if table.head.clock.flag == "forfeit":
        return _resign(table, seat, now)
    _stand_in(table, seat, None)
    return Outcome(head=True)


# --- chat


def _say(table: Table, device: str | None, what: wire.Say, now: int) -> Outcome:
    held = table.held_by(device)
    if not held:
        raise no.NotYourSeat(seat=1)
    if (what.text is None) == (what.phrase is None):
        raise no.BadMessage
    if table.head.chat == "off" or (table.head.chat == "phrases" and what.text is not None):
        raise no.ChatClosed
    if what.phrase is not None and what.phrase not in phrases():
        raise no.BadMessage
    line = ChatPost(table.said, now, held[0], table.seats[held[0]].name, what.text, what.phrase)
    table.hear(line)
    return Outcome(line=line)


# --- seats


def sit(table: Table, device: str, seat: int | None, name: str, now: int) -> tuple[int, Outcome]:
    """Take a seat, or any open one."""
    if seat is None:
        seat = next((i for i, one in enumerate(table.seats) if one.who == "open"), None)
        if seat is None:
            raise no.TableFull
    elif seat >= len(table.seats):
        raise NoSuchSeat(number=seat + 1, seats=len(table.seats))
    return seat, _sit(table, device, seat, name, now)


def _sit(table: Table, device: str | None, number: int, name: str, now: int) -> Outcome:
    if device is None:
        raise no.NoDevice
    seat = table.seats[number]
    if seat.device == device:
        seat.name = name or seat.name
        return Outcome(head=True)
    if seat.who != "open":
        raise no.SeatTaken(seat=number + 1)
    table.seats[number] = Chair("person", name, device=device)
    return Outcome(head=True)


def _leave(table: Table, number: int) -> Outcome:
    if table.state == "open":
        table.seats[number] = Chair()
    elif table.state == "playing":
        _stand_in(table, number, None)
    return Outcome(head=True)


def _set_seat(table: Table, device: str | None, what: wire.SetSeat, now: int) -> Outcome:
    if table.state == "open":
        return _arrange(table, device, what, now)
    if table.state == "over":
        raise no.AlreadyStarted
    seat = table.seats[what.seat]
    if what.who == "me":
        _own(table, device, what.seat)
        if what.seat in table.running_match().resigned:
            raise MatchOver
        seat.who, seat.bot, seat.stand_in = "person", None, False
        table.clock_at = now
    elif what.who == "bot":
        _check_replaceable(table, device, what.seat, now)
        _stand_in(table, what.seat, what.bot)
    else:
        raise no.AlreadyStarted
    return Outcome(head=True)


def _arrange(table: Table, device: str | None, what: wire.SetSeat, now: int) -> Outcome:
    _check_host(table, device)
    assert device is not None
    taken = table.seats[what.seat].device
    if taken is not None and taken != device:
        raise no.SeatTaken(seat=what.seat + 1)
    others = [one for number, one in enumerate(table.seats) if number != what.seat]
    chair = make_chair(table.game, what.who, what.name, what.bot, device, others)
    table.seats[what.seat] = chair
    outcome = Outcome(head=True)
    _maybe_start(table, outcome, now)
    return outcome


def _stand_in(table: Table, number: int, bot: str | None) -> None:
    seat = table.seats[number]
    table.head.request = None  # who was to answer may be gone
    seat.who, seat.stand_in = "bot", True
    seat.bot = check_bot(table.game, bot)


def _check_host(table: Table, device: str | None) -> None:
    """The host; or anybody seated, once the host's browser holds no seat here or is gone."""
    if device is not None and device == table.head.host:
        return
    host_seats = set(table.held_by(table.head.host))
    if not table.held_by(device) or host_seats & table.present or table.state == "open":
        raise no.NotTheHost


def _check_replaceable(table: Table, device: str | None, seat: int, now: int) -> None:
    _check_host(table, device)
    if seat not in table.replaceable(now):
        raise no.NotAway


def move_seat(table: Table, number: int, holder: str, device: str) -> Outcome:
    """The holder's seat goes to another browser, with it the host's part, if that browser had it.

    Refused where somebody else holds the seat by now.
    """
    old = table.seats[number].device
    if old != holder:
        raise no.LinkExpired
    table.seats[number].device = device
    if old == table.head.host and not table.held_by(old):
        table.head.host = device
    return Outcome(head=True)


# --- start and rematch


def _contribute(table: Table, number: int, text: str, now: int) -> Outcome:
    if table.state != "open":
        raise no.AlreadyStarted
    table.seats[number].contribution = "" if table.head.known_dice else text
    outcome = Outcome(head=True)
    _maybe_start(table, outcome, now)
    return outcome


def _maybe_start(table: Table, outcome: Outcome, now: int) -> None:
    ready = all(
        seat.who == "bot" or (seat.person and seat.contribution is not None) for seat in table.seats
    )
    if ready and table.head.auto_start and table.state == "open":
        _start(table, now)
        outcome.started = True


def _start_command(table: Table, device: str | None, contribution: str, now: int) -> Outcome:
    if table.state != "open":
        raise no.AlreadyStarted
    _check_host(table, device)
    if any(seat.who == "open" for seat in table.seats):
        raise no.SeatsOpen
    for number in table.held_by(device):
        if table.seats[number].contribution is None:
            table.seats[number].contribution = "" if table.head.known_dice else contribution
    _start(table, now)
    return Outcome(head=True, started=True)


def _start(table: Table, now: int) -> None:
    table.head.started = now
    table.head.rules = rules_in_force(table.game)
    table.head.listed = False
    if table.ready:
        table.begin()


def _rematch(table: Table, device: str | None, now: int) -> Outcome:
    if not table.held_by(device):
        raise no.NotYourSeat(seat=1)
    if table.state != "over":
        raise no.NotOver
    if table.head.rematch is not None:
        return Outcome(table=table.head.rematch)
    assert device is not None
    head = Head(
        seats=[_again(seat) for seat in table.seats],
        options=dict(table.head.options),
        host=device,
        clock=copy.copy(table.head.clock),
        away_minutes=table.head.away_minutes,
        chat=table.head.chat,
        hints=table.head.hints,
        seen_cards=table.head.seen_cards,
    )
    again = Table(new_id(), table.game, head, new_seed(), now)
    table.head.rematch = again.id
    return Outcome(head=True, table=again.id, new_table=again)


def _again(seat: Chair) -> Chair:
    """The same player on a new chair; a stand-in gives way to the person."""
    if seat.device is None:
        return Chair(seat.who, seat.name, seat.bot)
    return Chair("person", seat.name, device=seat.device)
