"""A table: who sits where, the match, its clock and chat. Pure logic; no input or output."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cattery.game import game as find_game
from cattery.match import Entry
from cattery.server import refusals as no
from cattery.server.storage.columns import HOST
from cattery.server.tables.head import Chair, ChatPost, Head, PendingTakeBack, State, options_key
from cattery.server.tables.past import Past
from cattery.server.tables.versions import rules_in_force
from cattery.text import HUMAN

if TYPE_CHECKING:
    from cattery.match import Match
    from cattery.server.tables.stories import Story

REMEMBERED = 256  # command ids kept per table
SAID = 200  # chat lines kept in memory


@dataclass
class Outcome:
    """What a command did, and so what has to be written and told."""

    entry: Entry | None = None
    head: bool = False  # the head changed
    line: ChatPost | None = None
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
        self.stored_holders: dict[int, str | None] = {}  # as the database has them
        self.ready = True  # the game is compiled: a match can be set up
        self.match: Match | None = None
        self.past: Past | None = None  # instead, where the match's rules aren't in force any more
        self.shown: dict[Any, Any] = {}  # what viewers were shown, while nothing has changed
        self.stories: dict[tuple[int | None, str], Story] = {}  # by viewer and language
        self.called: dict[str, tuple[int, list[str]]] = {}  # names by language, for a version
        self.chat: list[ChatPost] = []
        self.said = 0  # lines so far
        self.left: list[int] | None = None  # ms per seat at `clock_at`
        self.clock_at = created
        self.present: set[int] = set()  # seats whose holder is connected
        self.away_since: dict[int, int] = {}
        self._done: OrderedDict[str, int] = OrderedDict()  # command -> n after it
        self._fresh_since = [0] * len(head.seats)  # per seat: the n after all that concerns it

    # --- what it is

    @property
    def seats(self) -> list[Chair]:
        """The chairs."""
        return self.head.seats

    @property
    def n(self) -> int:
        """Entries in the log."""
        if self.past is not None:
            return self.past.n
        return self.match.n if self.match else 0

    @property
    def state(self) -> State:
        """Open, playing, or over."""
        if self.head.started is None:
            return "open"
        if self.past is not None:
            return "over" if self.past.over else "playing"
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
        if self.past is not None:
            return self.past.dice
        match = self.match
        if match is None or match.dice is None or not (match.over and match.game.counts_moments):
            return None
        return match.dice.hex()

    @property
    def keeps_results(self) -> bool:
        """Whether results go into lists: of games for one, and of dice that others can have."""
        shared = self.head.known_dice or find_game(self.game).counts_moments
        return len(self.seats) == 1 or shared

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
                "points": made_of(match, number),
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

    def holders(self) -> dict[int, str | None]:
        """The browser that holds each seat, and the host's."""
        return {HOST: self.head.host, **{i: seat.device for i, seat in enumerate(self.seats)}}

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

    @property
    def somebody_plays(self) -> bool:
        """Whether a browser holds a seat that hasn't resigned."""
        gone = self.match.resigned if self.match is not None else ()
        return any(
            seat.device is not None and number not in gone for number, seat in enumerate(self.seats)
        )

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

    def running_match(self) -> Match:
        if self.match is None:
            raise self.no_match()
        return self.match

    def no_match(self) -> no.Refusal:
        """Why there is none."""
        if self.head.started is None:
            return no.NotStarted()
        return no.StillWarming() if self.past is None else no.Outdated()

    @property
    def outdated(self) -> bool:
        """Whether the match was begun under other rules than those in force."""
        return self.head.started is not None and self.head.rules != rules_in_force(self.game)

    def fresh_since(self, seat: int) -> int:
        """The number of entries after which nothing has changed what the seat may see or do."""
        return self._fresh_since[seat]

    def enter(self, now: int, act: Any, *args: Any, **more: Any) -> Outcome:
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
        return self.enter(now, self.running_match().play, move, seat)

    def entered(self, entry: Entry) -> None:
        """Note whom an entry concerns: not those who can't see it, nor, of a resignation, those
        who play on."""
        others = not self._is_unseen(entry) and entry.kind != "resign"
        for seat in range(len(self.seats)):
            if others or seat == entry.seat:
                self._fresh_since[seat] = entry.n + 1

    def _is_unseen(self, entry: Entry) -> bool:
        """Whether nobody but its own seat sees an entry: it is of a round that is still open."""
        match = self.running_match()
        return match.game.at_once and not match.told(entry.n, None).seen

    def still_needed(self, granted: Sequence[int]) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.person and i not in granted]

    def request(self) -> PendingTakeBack | None:
        """The take-back that waits for answers, if it isn't void."""
        asked = self.head.request
        if asked is None or self.state != "playing":
            return None
        return asked if self._fresh_since[asked.seat] <= asked.n <= self.n else None

    def needed(self) -> list[int]:
        """The seats that haven't answered the request."""
        asked = self.request()
        return self.still_needed(asked.granted) if asked else []

    def hear(self, line: ChatPost) -> None:
        """Add a chat line."""
        self.said = line.k + 1
        self.chat.append(line)
        del self.chat[:-SAID]

    def begin(self) -> None:
        """Set the match up from the head, before its first entry."""
        assert self.head.started is not None
        if self.outdated:
            raise no.Outdated
        from cattery.match import Match

        self.match = Match.new(
            find_game(self.game),
            seats=len(self.seats),
            options=self.head.options,
            seed=self.seed,
            players=self._players(),
            names=self.names(),
            contributions=[seat.contribution or "" for seat in self.seats],
            known_dice=self.head.known_dice,
            key_version=self.head.key_version,
        )
        if self.head.clock is not None:
            self.left = [self.head.clock.total * 1000] * len(self.seats)
        self.clock_at = self.head.started
        self._fresh_since = [0] * len(self.seats)

    def _players(self) -> list[str]:
        """Who played at the start: a stand-in came later, and the seat counts as a person's."""
        return [HUMAN if seat.device is not None else seat.bot or "random" for seat in self.seats]


def made_of(match: Match, seat: int) -> float:
    """What a seat has made of its finished match: points, or, where a game counts none, 1 for a
    victory, a half for a draw and 0 for a defeat."""
    assert match.result is not None
    if match.game.points:
        return match.result.scores[seat]
    return (1 + match.result.payoffs[seat]) / 2
