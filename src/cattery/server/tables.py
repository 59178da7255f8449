"""A table: who sits where, the match, its clock and chat. Pure logic; no input or output.

`Table.do` carries out one command in memory and says what has to be written down. The caller
writes it, and reloads the table if that fails.
"""

from __future__ import annotations

import copy
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Literal

import orjson

from cattery import data, players
from cattery.errors import MatchOver, NoSuchSeat, NoTakeBack
from cattery.game import game as find_game
from cattery.match import Entry, Match
from cattery.players import roster
from cattery.server import refusals as no
from cattery.server import wire
from cattery.text import HUMAN, shared_words

REMEMBERED = 256  # command ids kept per table
SAID = 200  # chat lines kept in memory
PHRASES = "phrase."  # the set phrases are the keys below this one

Who = Literal["open", "person", "bot"]
State = Literal["open", "playing", "over"]


@dataclass
class Seat:
    """A chair at the table."""

    who: Who = "open"
    name: str = ""
    bot: str | None = None
    stand_in: bool = False  # a bot plays for the person who holds the seat
    device: str | None = None  # hash of the holder's token
    contribution: str | None = None  # to the seed; None until the person is ready

    @property
    def person(self) -> bool:
        """Whether a person decides here."""
        return self.who == "person"


@dataclass
class Request:
    """Somebody asks for a take-back; void as soon as anything else happens that they see."""

    seat: int
    n: int
    granted: list[int]


@dataclass
class ClockRules:
    """A total and an increment, in seconds, and what happens when the time is up."""

    total: int
    increment: int
    flag: Literal["forfeit", "bot"]


@dataclass
class Head:
    """All of a table but its match and chat: what is stored as one JSON text."""

    seats: list[Seat]
    options: dict[str, str]
    host: str  # hash of the host's token
    clock: ClockRules | None = None
    away_minutes: int = 3
    chat: Literal["free", "phrases", "off"] = "free"
    listed: bool = False
    auto_start: bool = True
    hints: bool | None = None  # None: where nobody else plays against the one who asks
    started: int | None = None  # ms since 1970
    rules: str = ""  # version of the rules and hash of the data that the match began with
    request: Request | None = None
    rematch: str | None = None
    known_dice: bool = False  # the seed was known before the start, and nobody adds to it
    done: list[tuple[str, int]] = field(default_factory=list)  # commands that changed the head

    def to_json(self) -> str:
        """As it is stored."""
        return orjson.dumps(self).decode()

    @classmethod
    def from_json(cls, stored: str) -> Head:
        """The inverse of `to_json`."""
        values = orjson.loads(stored)
        values["seats"] = [Seat(**seat) for seat in values["seats"]]
        values["clock"] = ClockRules(**values["clock"]) if values["clock"] else None
        values["request"] = Request(**values["request"]) if values["request"] else None
        values["done"] = [(command, n) for command, n in values["done"]]
        return cls(**values)


@dataclass(frozen=True)
class Line:
    """A chat line."""

    k: int
    at: int
    seat: int
    name: str
    text: str | None
    phrase: str | None


@dataclass
class Outcome:
    """What a command did, and so what has to be written and told."""

    entry: Entry | None = None
    head: bool = False  # the head changed
    line: Line | None = None
    started: bool = False
    preview: Any = None
    ended: bool | None = None  # the match ended by it; False: it goes on after all
    table: str | None = None  # the id of a rematch's table
    new_table: Table | None = None


class Table:
    """One table. `do` is the door for everything that a browser asks for."""

    def __init__(self, id: str, game: str, head: Head, seed: bytes, created: int) -> None:
        self.id = id
        self.game = game
        self.head = head
        self.seed = seed
        self.created = created
        self.version = 0
        self.stored_holders: tuple[str | None, ...] = ()  # per seat, as the database has them
        self.ready = True  # the game is compiled: a match can be set up
        self.match: Match | None = None
        self.chat: list[Line] = []
        self.said = 0  # lines so far
        self.left: list[int] | None = None  # ms per seat at `clock_at`
        self.clock_at = created
        self.present: set[int] = set()  # seats whose holder is connected
        self.away_since: dict[int, int] = {}
        self._done: OrderedDict[str, int] = OrderedDict()  # command -> n after it
        self._fresh_since = [0] * len(head.seats)  # per seat: the n after all that concerns it

    # --- what it is

    @property
    def seats(self) -> list[Seat]:
        """The chairs."""
        return self.head.seats

    @property
    def n(self) -> int:
        """Entries in the log."""
        return self.match.n if self.match else 0

    @property
    def state(self) -> State:
        """Open, playing, or over."""
        if self.head.started is None:
            return "open"
        return "over" if self.match and self.match.over else "playing"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.match.waiting if self.match and not self.match.over else ()

    @property
    def turns(self) -> int:
        """How many turns, or rounds, have begun."""
        return self.match.turns if self.match else 0

    @property
    def commitment(self) -> str:
        """The hash of the seed."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def dice(self) -> str | None:
        """What gives anybody the same dice, where chance goes by moments: the key of the chance.

        With known dice from the start, else once nothing more depends on it.
        """
        if self.head.known_dice:
            return self.seed.hex()
        match = self.match
        if match is None or match.dice is None or not (match.over and match.game.counts_moments):
            return None
        return match.dice.hex()

    @property
    def keeps_results(self) -> bool:
        """Whether results go into lists: of games for one, and of dice that others can have."""
        return len(self.seats) == 1 or find_game(self.game).counts_moments

    def results(self, now: int) -> list[dict[str, Any]]:
        """What those who played to the end made of it, as rows."""
        match, dice = self.match, self.dice
        if match is None or match.result is None:
            return []
        return [
            {
                "table_id": self.id,
                "seat": number,
                "device": seat.device,
                "game": self.game,
                "rules": self.head.rules,
                "options": options_key(self.head.options),
                "seats": match.seats,
                "points": match.result.scores[number],
                "name": seat.name,
                "hidden": False,
                "known_dice": self.head.known_dice,
                "dice": dice,
                "at": now,
            }
            for number, seat in enumerate(self.seats)
            if seat.person and number not in match.resigned
        ]

    def held_by(self, device: str | None) -> tuple[int, ...]:
        """The seats that a browser holds."""
        if device is None:
            return ()
        return tuple(i for i, seat in enumerate(self.seats) if seat.device == device)

    def holders(self) -> tuple[str | None, ...]:
        """The browser that holds each seat."""
        return tuple(seat.device for seat in self.seats)

    def names(self) -> list[str]:
        """The players' names; empty where none was given."""
        return [seat.name for seat in self.seats]

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints; by default where all people share one browser."""
        if self.head.hints is not None:
            return self.head.hints
        if any(seat.who == "open" for seat in self.seats):
            return False
        return len({seat.device for seat in self.seats if seat.device is not None}) <= 1

    def bots_to_move(self) -> tuple[int, ...]:
        """The waiting seats that a bot plays."""
        return tuple(seat for seat in self.waiting if self.seats[seat].who == "bot")

    # --- clock

    def running(self) -> tuple[int, ...]:
        """The seats whose time runs: bots have no clock."""
        if self.left is None:
            return ()
        return tuple(seat for seat in self.waiting if self.seats[seat].person)

    def left_at(self, now: int) -> list[int]:
        """Milliseconds left per seat."""
        assert self.left is not None
        running, gone = self.running(), max(0, now - self.clock_at)
        return [max(0, ms - gone) if seat in running else ms for seat, ms in enumerate(self.left)]

    def flagged(self, now: int) -> tuple[int, ...]:
        """The running seats that have no time left."""
        if self.left is None:
            return ()
        left = self.left_at(now)
        return tuple(seat for seat in self.running() if left[seat] <= 0)

    def replaceable(self, now: int) -> tuple[int, ...]:
        """The persons who have been away for so long that a bot may take over."""
        if self.state != "playing":
            return ()
        limit = now - self.head.away_minutes * 60_000
        return tuple(
            seat
            for seat, since in self.away_since.items()
            if since <= limit and self.seats[seat].person
        )

    def next_alarm(self, now: int) -> int | None:
        """When somebody's time is up or absence long enough; None if nothing will happen."""
        times = [
            since + self.head.away_minutes * 60_000
            for seat, since in self.away_since.items()
            if self.state == "playing" and self.seats[seat].person
        ]
        if self.left is not None:
            times += [self.clock_at + self.left[seat] for seat in self.running()]
            return min((t for t in times if t > now or self.flagged(now)), default=None)
        return min((t for t in times if t > now), default=None)

    def _stop_clock(self, entry: Entry, before: Sequence[int], turns: int, now: int) -> None:
        """Bring the clock to `now` after an entry; `before` seats were running.

        Whoever ends a turn gets the increment, and gives it back by undoing that. In a round played
        at once the one who closes it has ended a turn too, though the next begins at once.
        """
        assert self.left is not None
        assert self.head.clock is not None
        gone, mover = max(0, now - self.clock_at), entry.seat
        for seat in before:
            self.left[seat] = max(0, self.left[seat] - gone)
        running, increment = self.running(), self.head.clock.increment * 1000
        closed = find_game(self.game).at_once and self.turns > turns
        if mover in before and (closed or mover not in running):
            self.left[mover] += increment
        elif entry.kind == "undo" and mover in running and mover not in before:
            self.left[mover] = max(0, self.left[mover] - increment)
        self.clock_at = now

    # --- presence

    def set_present(self, seats: Iterable[int], now: int) -> bool:
        """Say which seats' holders are connected; whether that changed anything."""
        present = set(seats)
        persons = {i for i, seat in enumerate(self.seats) if seat.device is not None}
        away = {seat: self.away_since.get(seat, now) for seat in persons - present}
        changed = present != self.present or away.keys() != self.away_since.keys()
        self.present, self.away_since = present, away
        return changed

    # --- commands

    def done(self, command: str) -> int | None:
        """The n after a command that was carried out before, or None."""
        return self._done.get(command)

    def remember(self, command: str | None, n: int) -> None:
        """Keep a command's id, so that it isn't carried out twice."""
        if command is None:
            return
        self._done[command] = n
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)

    def do(self, device: str | None, n: int, what: Any, now: int) -> Outcome:
        """Carry out what a browser asks for. Raises a `CatteryError`, leaving all as it was."""
        seat = getattr(what, "seat", None)
        if seat is not None and seat >= len(self.seats):
            raise NoSuchSeat(number=seat + 1, seats=len(self.seats))
        match what:
            case wire.Play():
                self._check_fresh(self._own(device, what.seat), n)
                return self._enter(now, self._running_match().play, what.move, what.seat)
            case wire.PreviewMove():
                self._own(device, what.seat)
                preview = self._running_match().preview(what.move, what.seat)
                return Outcome(preview=preview)
            case wire.Undo():
                self._check_fresh(self._own(device, what.seat), n)
                return self._enter(now, self._running_match().undo, what.seat)
            case wire.AskTakeBack():
                self._check_fresh(self._own(device, what.seat), n)
                return self._ask_take_back(what.seat, now)
            case wire.AnswerTakeBack():
                return self._answer_take_back(self._own(device, what.seat), what.grant, now)
            case wire.Resign():
                return self._resign(self._own(device, what.seat), now)
            case wire.Say():
                return self._say(device, what, now)
            case wire.Sit():
                return self._sit(device, what.seat, what.name, now)
            case wire.Leave():
                return self._leave(self._own(device, what.seat))
            case wire.SetSeat():
                return self._set_seat(device, what, now)
            case wire.Forfeit():
                self._check_replaceable(device, what.seat, now)
                return self._resign(what.seat, now)
            case wire.Contribute():
                return self._contribute(self._own(device, what.seat), what.text, now)
            case wire.Start():
                return self._start_command(device, what.contribution, now)
            case wire.Rematch():
                return self._rematch(device, now)
        raise no.BadMessage

    def _own(self, device: str | None, seat: int) -> int:
        if device is None or self.seats[seat].device != device:
            raise no.NotYourSeat(seat=seat + 1)
        return seat

    def _running_match(self) -> Match:
        if self.match is None:
            raise no.NotStarted if self.head.started is None else no.StillWarming
        return self.match

    def fresh_since(self, seat: int) -> int:
        """The number of entries after which nothing has changed what the seat may see or do."""
        return self._fresh_since[seat]

    def _check_fresh(self, seat: int, n: int) -> None:
        """The page must know all that concerns this seat, and nothing that isn't so."""
        if not self._fresh_since[seat] <= n <= self.n:
            raise no.Stale

    def _enter(self, now: int, act: Any, *args: Any, **more: Any) -> Outcome:
        """Add an entry to the log, and bring clock and freshness up to date."""
        ran, was = self.running(), self.state
        turns = 0 if self.left is None else self.turns
        entry: Entry = act(*args, **more)
        self.entered(entry)
        if self.left is not None:
            self._stop_clock(entry, ran, turns, now)
        ended = None if was == self.state else self.state == "over"
        return Outcome(entry=entry, ended=ended)

    def play_for_bot(self, seat: int, n: int, move: Any, now: int) -> Outcome:
        """A bot's move, thought out when the log had n entries; nothing if that is too long ago."""
        if n < self._fresh_since[seat]:
            return Outcome()
        return self._enter(now, self._running_match().play, move, seat)

    def entered(self, entry: Entry) -> None:
        """Note whom an entry concerns: not those who can't see it, nor, of a resignation, those
        who play on."""
        others = not self._is_unseen(entry) and entry.kind != "resign"
        for seat in range(len(self.seats)):
            if others or seat == entry.seat:
                self._fresh_since[seat] = entry.n + 1

    def _is_unseen(self, entry: Entry) -> bool:
        """Whether nobody but its own seat sees an entry: it is of a round that is still open."""
        match = self._running_match()
        return match.game.at_once and not match.told(entry.n, None).seen

    # --- take-backs and resigning

    def _ask_take_back(self, seat: int, now: int) -> Outcome:
        match = self._running_match()
        if match.over or not match.can_take_back(seat):
            raise NoTakeBack(why="over" if match.over else "nothing")
        granted = list(self.held_by(self.seats[seat].device))
        if not self._still_needed(granted):
            return self._take_back(seat, now)
        self.head.request = Request(seat, self.n, granted)
        return Outcome(head=True)

    def _still_needed(self, granted: Sequence[int]) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.person and i not in granted]

    def request(self) -> Request | None:
        """The take-back that waits for answers, if it isn't void."""
        asked = self.head.request
        if asked is None or self.state != "playing":
            return None
        return asked if self._fresh_since[asked.seat] <= asked.n <= self.n else None

    def needed(self) -> list[int]:
        """The seats that haven't answered the request."""
        asked = self.request()
        return self._still_needed(asked.granted) if asked else []

    def _answer_take_back(self, seat: int, grant: bool, now: int) -> Outcome:
        asked = self.request()
        if asked is None or seat not in self.needed():
            raise no.NobodyAsked
        if not grant:
            self.head.request = None
            return Outcome(head=True)
        asked.granted += self.held_by(self.seats[seat].device)
        if self._still_needed(asked.granted):
            return Outcome(head=True)
        self.head.request = None
        outcome = self._take_back(asked.seat, now)
        outcome.head = True
        return outcome

    def _take_back(self, seat: int, now: int) -> Outcome:
        everybody = tuple(range(len(self.seats)))
        return self._enter(now, self._running_match().take_back, seat, granted=everybody)

    def _resign(self, seat: int, now: int) -> Outcome:
        """Give up; where others play on, a bot moves for the one who left."""
        outcome = self._enter(now, self._running_match().resign, seat)
        if self.state == "playing":
            self._stand_in(seat, None)
            outcome.head = True
        return outcome

    def flag(self, seat: int, now: int) -> Outcome:
        """A seat's time is up: it forfeits, or a bot plays on."""
        assert self.head.clock is not None
        if self.head.clock.flag == "forfeit":
            return self._resign(seat, now)
        self._stand_in(seat, None)
        return Outcome(head=True)

    # --- chat

    def _say(self, device: str | None, what: wire.Say, now: int) -> Outcome:
        held = self.held_by(device)
        if not held:
            raise no.NotYourSeat(seat=1)
        if (what.text is None) == (what.phrase is None):
            raise no.BadMessage
        if self.head.chat == "off" or (self.head.chat == "phrases" and what.text is not None):
            raise no.ChatClosed
        if what.phrase is not None and what.phrase not in phrases():
            raise no.BadMessage
        line = Line(self.said, now, held[0], self.seats[held[0]].name, what.text, what.phrase)
        self.hear(line)
        return Outcome(line=line)

    def hear(self, line: Line) -> None:
        """Add a chat line."""
        self.said = line.k + 1
        self.chat.append(line)
        del self.chat[:-SAID]

    # --- seats

    def sit(self, device: str, seat: int | None, name: str, now: int) -> tuple[int, Outcome]:
        """Take a seat, or any open one."""
        if seat is None:
            seat = next((i for i, one in enumerate(self.seats) if one.who == "open"), None)
            if seat is None:
                raise no.TableFull
        elif seat >= len(self.seats):
            raise NoSuchSeat(number=seat + 1, seats=len(self.seats))
        return seat, self._sit(device, seat, name, now)

    def _sit(self, device: str | None, number: int, name: str, now: int) -> Outcome:
        if device is None:
            raise no.NoDevice
        seat = self.seats[number]
        if seat.device == device:
            seat.name = name or seat.name
            return Outcome(head=True)
        if seat.who != "open":
            raise no.SeatTaken(seat=number + 1)
        self.seats[number] = Seat("person", name, device=device)
        return Outcome(head=True)

    def _leave(self, number: int) -> Outcome:
        if self.state == "open":
            self.seats[number] = Seat()
        elif self.state == "playing":
            self._stand_in(number, None)
        return Outcome(head=True)

    def _set_seat(self, device: str | None, what: wire.SetSeat, now: int) -> Outcome:
        if self.state == "open":
            return self._arrange(device, what, now)
        if self.state == "over":
            raise no.AlreadyStarted
        seat = self.seats[what.seat]
        if what.who == "me":
            self._own(device, what.seat)
            if what.seat in self._running_match().resigned:
                raise MatchOver
            seat.who, seat.bot, seat.stand_in = "person", None, False
            self.clock_at = now
        elif what.who == "bot":
            self._check_replaceable(device, what.seat, now)
            self._stand_in(what.seat, what.bot)
        else:
            raise no.AlreadyStarted
        return Outcome(head=True)

    def _arrange(self, device: str | None, what: wire.SetSeat, now: int) -> Outcome:
        self._check_host(device)
        assert device is not None
        taken = self.seats[what.seat].device
        if taken is not None and taken != device:
            raise no.SeatTaken(seat=what.seat + 1)
        self.seats[what.seat] = make_seat(self.game, what.who, what.name, what.bot, device)
        outcome = Outcome(head=True)
        self._maybe_start(outcome, now)
        return outcome

    def _stand_in(self, number: int, bot: str | None) -> None:
        seat = self.seats[number]
        self.head.request = None  # who was to answer may be gone
        seat.who, seat.stand_in = "bot", True
        seat.bot = check_bot(self.game, bot)

    def _check_host(self, device: str | None) -> None:
        """The host; or anybody seated, once the host's browser holds no seat here or is gone."""
        if device is not None and device == self.head.host:
            return
        host_seats = set(self.held_by(self.head.host))
        if not self.held_by(device) or host_seats & self.present or self.state == "open":
            raise no.NotTheHost

    def _check_replaceable(self, device: str | None, seat: int, now: int) -> None:
        self._check_host(device)
        if seat not in self.replaceable(now):
            raise no.NotAway

    def move_seat(self, number: int, device: str) -> Outcome:
        """The seat goes to another browser; with it the host's part, if that browser had it."""
        old = self.seats[number].device
        self.seats[number].device = device
        if old == self.head.host and not self.held_by(old):
            self.head.host = device
        return Outcome(head=True)

    # --- start and rematch

    def _contribute(self, number: int, text: str, now: int) -> Outcome:
        if self.state != "open":
            raise no.AlreadyStarted
        self.seats[number].contribution = "" if self.head.known_dice else text
        outcome = Outcome(head=True)
        self._maybe_start(outcome, now)
        return outcome

    def _maybe_start(self, outcome: Outcome, now: int) -> None:
        ready = all(
            seat.who == "bot" or (seat.person and seat.contribution is not None)
            for seat in self.seats
        )
        if ready and self.head.auto_start and self.state == "open":
            self._start(now)
            outcome.started = True

    def _start_command(self, device: str | None, contribution: str, now: int) -> Outcome:
        if self.state != "open":
            raise no.AlreadyStarted
        self._check_host(device)
        if any(seat.who == "open" for seat in self.seats):
            raise no.SeatsOpen
        for number in self.held_by(device):
            if self.seats[number].contribution is None:
                self.seats[number].contribution = "" if self.head.known_dice else contribution
        self._start(now)
        return Outcome(head=True, started=True)

    def _start(self, now: int) -> None:
        self.head.started = now
        self.head.rules = rules_in_force(self.game)
        self.head.listed = False
        if self.ready:
            self.begin()

    def begin(self) -> None:
        """Set the match up from the head, before its first entry."""
        assert self.head.started is not None
        if self.head.rules != rules_in_force(self.game):
            raise no.Outdated
        self.match = Match.new(
            find_game(self.game),
            seats=len(self.seats),
            options=self.head.options,
            seed=self.seed,
            players=self._players(),
            names=self.names(),
            contributions=[seat.contribution or "" for seat in self.seats],
            known_dice=self.head.known_dice,
        )
        if self.head.clock is not None:
            self.left = [self.head.clock.total * 1000] * len(self.seats)
        self.clock_at = self.head.started
        self._fresh_since = [0] * len(self.seats)

    def _players(self) -> list[str]:
        """Who played at the start: a stand-in came later, and the seat counts as a person's."""
        return [HUMAN if seat.device is not None else seat.bot or "random" for seat in self.seats]

    def _rematch(self, device: str | None, now: int) -> Outcome:
        if not self.held_by(device):
            raise no.NotYourSeat(seat=1)
        if self.state != "over":
            raise no.NotOver
        if self.head.rematch is not None:
            return Outcome(table=self.head.rematch)
        assert device is not None
        head = Head(
            seats=[_again(seat) for seat in self.seats],
            options=dict(self.head.options),
            host=device,
            clock=copy.copy(self.head.clock),
            away_minutes=self.head.away_minutes,
            chat=self.head.chat,
            hints=self.head.hints,
        )
        table = Table(new_id(), self.game, head, new_seed(), now)
        self.head.rematch = table.id
        return Outcome(head=True, table=table.id, new_table=table)


def _again(seat: Seat) -> Seat:
    """The same player on a new chair; a stand-in gives way to the person."""
    if seat.device is None:
        return Seat(seat.who, seat.name, seat.bot)
    return Seat("person", seat.name, device=seat.device)


def make_seat(game: str, who: str, name: str, bot: str | None, device: str) -> Seat:
    """A chair as its host wants it."""
    if who == "open":
        return Seat()
    if who == "bot":
        return Seat("bot", name, check_bot(game, bot))
    return Seat("person", name, device=device)


def usual_bot(game: str) -> str:
    """The opponent that nobody had to choose: neither the weakest nor the strongest."""
    names = players.names(find_game(game))
    return names[len(names) // 2]


def check_bot(game: str, bot: str | None) -> str:
    """The bot, if the game offers it; the usual one for None."""
    return roster.check(bot or usual_bot(game), find_game(game))


def open_table(new: wire.NewTable, device: str, now: int) -> Table:
    """A table as somebody wants it; refuses games, seats, options and bots that don't exist."""
    game = find_game(new.game)
    game.check_seats(len(new.seats))
    options = game.complete_options(new.options, len(new.seats))
    seats = [make_seat(new.game, w.who, w.name, w.bot, device) for w in new.seats]
    clock = ClockRules(**new.clock.model_dump()) if new.clock else None
    head = Head(
        seats,
        options,
        device,
        clock,
        new.away_minutes,
        new.chat,
        new.listed,
        new.auto_start,
        new.hints,
        known_dice=new.dice is not None,
    )
    seed = bytes.fromhex(new.dice) if new.dice not in (None, "new") else new_seed()
    return Table(new_id(), new.game, head, seed, now)


def options_key(options: dict[str, str]) -> str:
    """Options as a text that is equal where they are.

    >>> options_key({"b": "1", "a": "2"})
    '{"a":"2","b":"1"}'
    """
    return orjson.dumps(options, option=orjson.OPT_SORT_KEYS).decode()


@cache
def moves_version(game: str) -> str:
    """What tells one list of moves from another: the rules, the data, and how moves are written."""
    found, source = find_game(game), (data.folder(game) / "moves.py").read_bytes()
    return f"{found.rules_version}.{found.data_hash}.{hashlib.sha256(source).hexdigest()[:8]}"


def rules_in_force(game: str) -> str:
    """The version of a game's rules and the hash of its data."""
    found = find_game(game)
    return f"{found.rules_version}:{found.data_hash}"


def new_id() -> str:
    """A table's id, too long to guess: who knows it may look on."""
    return secrets.token_urlsafe(9)


def new_seed() -> bytes:
    """A match's secret."""
    return secrets.token_bytes(32)


def phrases() -> list[str]:
    """The keys of the set phrases."""
    found = shared_words("en").templates
    return [key.removeprefix(PHRASES) for key in found if key.startswith(PHRASES)]


def as_dict(rules: ClockRules | None) -> dict[str, Any] | None:
    """Clock rules as they travel."""
    return asdict(rules) if rules else None
