"""Match: an append-only log, and the state that it folds to.

Entries are numbered 0, 1, 2 ... and a number is never used again, not even after an undo. Before
entry n the state's chance is set from a key and n alone, so that a replay is exact and nothing that
was seen tells what comes. A game that counts its rolls in a field `moment` takes chance from the
key and that number instead: steps and undos don't shift the rolls then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cattery import loops
from cattery.errors import (
    MatchOver,
    NoSuchSeat,
    NoTakeBack,
    NothingToUndo,
    NotYourTurn,
)
from cattery.game import Game, game
from cattery.text import HUMAN, player_name

if TYPE_CHECKING:
    from cattery.analysis import Analysis, Judgement
    from cattery.game import Header, States
from cattery.match.entries import Entry, PlayedStep, Preview, Result, Told
from cattery.match.seeds import COUNTED, JOINED, key_of, seed_bytes
from cattery.match.states import KeptStates, MatchStep, Telling, copy_of, with_actor
from cattery.match.typed import resolve_among
from cattery.names import Called


class Match:
    """A game being played: who sits where, what was done, and how it stands.

    >>> match = Match.new("huupp", seed=1, options={"first": "0", "ghosts": "off"})
    >>> match.waiting
    (0,)
    >>> match.play("cica d4", 0).move
    'k d4'
    >>> match.play("k d4", 1)
    Traceback (most recent call last):
    cattery.errors.IllegalMove: There is already a piece on d4. (H-10)
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        seed: bytes | None,
        *,
        players: Sequence[str],
        names: Sequence[str],
        contributions: Sequence[str],
        position: str | None,
        commitment: str,
        known_dice: bool = False,
        key_version: int = COUNTED,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options)
        self.seed = seed
        self.players = list(players)
        self.names = list(names)
        self.contributions = list(contributions)
        self.start_position = position
        self.commitment = commitment
        self.known_dice = known_dice  # the seed was known before the start
        self.key_version = key_version  # how `dice` is made of the seed and what was added
        self.log: list[Entry] = []
        self.resigned: list[int] = []
        self.take_backs = 0  # so many of them: turns that are begun anew
        self._steps: list[MatchStep] = []  # the moves that stand
        self._tellings: list[Telling | None] = []  # per entry; None for what isn't a move
        self._uncovered: set[int] = set()  # entries that were held back and have been told
        self._dice = hmac.new(self.dice or b"", digestmod="sha256")
        first = self._deal()
        self._states = KeptStates(first, self._carry_out_again)
        self._set(first)

    @classmethod
    def new(
        cls,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: bytes | int | None = None,
        players: Sequence[str] | None = None,
        names: Sequence[str] = (),
        contributions: Sequence[str] = (),
        position: str | None = None,
        known_dice: bool = False,
        key_version: int | None = None,
    ) -> Match:
        """A new match; without a seed one is drawn. An integer seed is hashed to 32 bytes.

        With known dice the seed is no secret: it is given, nothing is added to it, and whoever
        plays with the same seed meets the same chance. The `dice` of another match are such a seed.

        Where nobody is asked to add anything, the seed alone makes the chance, as ever; else the
        newest `key_version` says how, if none is given.
        """
        which = _game(game)
        fewest = which.seats[0] if players is None else len(players)
        count = which.check_seats(fewest if seats is None else seats)
        if players is not None and len(players) != count:
            which.check_seats(len(players))
            raise NoSuchSeat(number=max(count, len(players)), seats=min(count, len(players)))
        for given in (names, contributions):
            if len(given) > count:
                raise NoSuchSeat(number=len(given), seats=count)
        if known_dice and (seed is None or any(contributions)):
            raise ValueError("known dice are a given seed to which nobody adds anything")
        full_seed = seed_bytes(seed)
        return cls(
            which,
            count,
            which.complete_options(options or {}, count),
            full_seed,
            players=players or [HUMAN] * count,
            names=[*names, *[""] * (count - len(names))],
            contributions=[*contributions, *[""] * (count - len(contributions))],
            position=position,
            commitment=hashlib.sha256(full_seed).hexdigest(),
            known_dice=known_dice,
            key_version=key_version or (COUNTED if contributions else JOINED),
        )

    @property
    def dice(self) -> bytes | None:
        """The key of the chance: as known dice it gives anybody else the same, where chance goes
        by moments. Of other matches it is a secret until the end."""
        if self.seed is None or self.known_dice:
            return self.seed
        return key_of(self.seed, self.contributions, self.key_version)

    def restarted(self) -> Match:
        """The same match before its first entry: `repeat` plays its log again."""
        return Match(
            self.game,
            self.seats,
            self.options,
            self.seed,
            players=self.players,
            names=self.names,
            contributions=self.contributions,
            position=self.start_position,
            commitment=self.commitment,
            known_dice=self.known_dice,
            key_version=self.key_version,
        )

    def until(self, n: int) -> Match:
        """The same match with only its first n entries."""
        again = self.restarted()
        for entry in self.log[:n]:
            again.repeat(entry)
        return again

    def repeat(self, entry: Entry) -> Entry:
        """Do again what an entry of a match with the same start says."""
        match entry.kind:
            case "move":
                return self.play(entry.move, entry.seat)
            case "undo":
                return self.undo(entry.seat)
            case "take_back":
                return self.take_back(entry.seat, granted=range(self.seats))
            case "resign":
                return self.resign(entry.seat)

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {self.seats} seats, {self.n} entries>"

    def __str__(self) -> str:
        return self.game.text(self.view(None))

    def _repr_svg_(self) -> str:
        return self.game.svg(self.view(None))

    def _deal(self) -> States:
        if self.start_position is not None:
            return self.game.from_position(self.start_position, self.seats, self.options)
        states = self.game.blank(self.seats, self.options)
        label = "moment 0" if self.game.counts_moments else "start"
        loops.start_at(states, 0, self._chance(label))
        return states

    def _chance(self, label: str) -> np.uint64:
        """The state's `rng` at a time: "start" or "entry n", or "moment k"."""
        dice = self._dice.copy()
        dice.update(label.encode())
        return np.uint64(int.from_bytes(dice.digest()[:8], "big"))

    def _chance_of(self, entry: Entry, before: States) -> np.uint64:
        if self.game.counts_moments:
            return self._chance(f"moment {self.game.moment(before)}")
        return self._chance(f"entry {entry.n}")

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """The number of entries, and of the next one."""
        return len(self.log)

    def _set(self, now: States, header: Header | None = None) -> None:
        """Take a state as the present one. What is asked often is read here once."""
        self._now = now
        self._header = header or self.game.header(now)
        self._legal: dict[int, tuple[int, ...]] = {}  # [seat] as far as somebody asked
        resigned = len(self.resigned) >= max(1, self.seats - 1)
        self._over = bool(self._header.over) or resigned
        mask = 0 if self._over else self._header.waiting
        self._waiting = tuple([seat for seat in range(self.seats) if mask >> seat & 1])

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self._over

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self._header.turn

    @property
    def turns(self) -> int:
        """How many turns have begun; of rounds played at once, how many rounds."""
        if self.game.counts_moments:
            return self.game.moment(self._now)
        return self._steps[-1].turns if self._steps else 1

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now: one, or several where all play at once."""
        return self._waiting

    @property
    def scores(self) -> list[float]:
        """Points per seat, as they stand."""
        return self.game.scores(self._now)

    @property
    def payoffs(self) -> list[float]:
        """Result per seat in -1 ... 1; those who resigned come last, the first of them lowest."""
        plain = self.game.payoffs(self._now)
        if not self.resigned:
            return plain
        if self.seats == 1:
            return [-1.0]
        rank = [
            (0, self.resigned.index(seat)) if seat in self.resigned else (1, plain[seat])
            for seat in range(self.seats)
        ]
        return [
            sum((mine > other) - (mine < other) for other in rank) / max(1, self.seats - 1)
            for mine in rank
        ]

    @property
    def result(self) -> Result | None:
        """How it ended, once it has."""
        if not self.over:
            return None
        payoffs = tuple(self.payoffs)
        winners = self._winners(payoffs)
        return Result(payoffs, tuple(self.scores), winners, tuple(self.resigned))

    def _winners(self, payoffs: Sequence[float]) -> tuple[int, ...]:
        """The best of those who stayed; nobody where the game knows a draw and all are level."""
        stayed = [seat for seat in range(self.seats) if seat not in self.resigned]
        if not stayed:
            return ()
        if self.game.draw and self.seats > 1 and len(set(payoffs)) == 1:
            return ()
        best = max(payoffs[seat] for seat in stayed)
        return tuple(seat for seat in stayed if payoffs[seat] == best)

    @property
    def actions_played(self) -> tuple[int, ...]:
        """The ids of the moves that stand, in order."""
        return tuple(step.action for step in self._steps)

    @property
    def steps(self) -> tuple[PlayedStep, ...]:
        """The moves that stand, in order, for those who may know everything, such as analyses."""
        return tuple(
            PlayedStep(
                step.entry.n,
                step.entry.seat,
                step.action,
                copy_of(self._states.before(step)),
                copy_of(self._states.after(step)),
            )
            for step in self._steps
        )

    def moves_of_others(
        self, seat: int, steps: int | None = None
    ) -> Iterator[tuple[int, int, States]]:
        """Who, the action and the whole state before it, not to be changed, of every move that
        stands and isn't the seat's own; or of the first `steps` moves."""
        for step in self._steps[:steps]:
            if step.entry.seat != seat:
                yield step.entry.seat, step.action, self._states.before(step)

    def state(self) -> States:
        """A copy of the whole state, secrets included; players and pages get views instead."""
        return copy_of(self._now)

    def position(self) -> str:
        """The state as one line of text."""
        return self.game.position(self._now)

    def view(self, seat: int | None) -> Any:
        """All that a seat may see; None is an onlooker."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.view(self._now, seat)

    # --- playing ---------------------------------------------------------------------------------

    def legal_actions(self, seat: int) -> tuple[int, ...]:
        """The ids of the moves that a seat may choose now; none if it isn't its turn."""
        self._check_seat(seat)
        if seat not in self.waiting:
            return ()
        found = self._legal.get(seat)
        if found is None:
            found = self._legal[seat] = tuple(self.game.legal(self._for(seat)))
        return found

    def legal(self, seat: int) -> tuple[Any, ...]:
        """The moves that a seat may choose now."""
        return tuple(self.game.move(action) for action in self.legal_actions(seat))

    def play(self, move: Any, seat: int) -> Entry:
        """Play a move given as id, move or notation; what isn't legal is refused, with a reason."""
        action = self.resolve(move, seat)
        entry = Entry(self.n, seat, "move", self.game.format(self.game.move(action)))
        step, after = self._carry_out(entry, action)
        self._append(entry, Telling(step, self._held_back_until(step)))
        self._add(step, after)
        return entry

    def resolve(self, move: Any, seat: int) -> int:
        """The id of the legal move that is meant, or the refusal."""
        self._check_turn(seat)
        return resolve_among(
            self.game, self._for(seat), move, self.legal_actions(seat), self.called
        )

    def preview(self, move: Any, seat: int) -> Preview | None:
        """What a move would do, for its player's eyes; None where it would tell that player what
        nobody knows yet, or what others hide."""
        action = self.resolve(move, seat)
        entry = Entry(self.n, seat, "move")
        step, after = self._carry_out(entry, action)
        if step.tells_mover:
            return None
        events = self.game.story(self._for(seat), action, after, seat)
        return Preview(self.game.view(after, seat), tuple(events))

    def _for(self, seat: int) -> States:
        """The state with `seat` as the one who decides."""
        if self._header.actor == seat:
            return self._now
        return with_actor(self._now, seat)

    def _carry_out(self, entry: Entry, action: int) -> tuple[MatchStep, States]:
        """A step from the present state, and the state after it; nothing changes yet."""
        now, began = self._now, self._header
        after = copy_of(now) if began.actor == entry.seat else with_actor(now, entry.seat)
        chance = self._chance_of(entry, now)
        after["rng"] = chance
        loops.apply_at(after, 0, action)
        ended = self.game.header(after)
        parent = self._steps[-1] if self._steps else None
        turned = ended.turn != began.turn or self.seats == 1
        turns = (parent.turns if parent else 1) + turned
        depth = parent.depth + 1 if parent else 0
        used = ended.rng != int(chance)
        return MatchStep(entry, action, parent, began, ended, used, turns, depth), after

    def _carry_out_again(self, step: MatchStep, before: States) -> States:
        """The state after a step, from the one before it."""
        after = with_actor(before, step.entry.seat)
        after["rng"] = self._chance_of(step.entry, before)
        loops.apply_at(after, 0, step.action)
        return after

    def _add(self, step: MatchStep, after: States) -> None:
        """Let a step stand."""
        self._states.keep(step, after)
        self._steps.append(step)
        self._set(after, step.ended)

    def _append(self, entry: Entry, telling: Telling | None) -> None:
        self.log.append(entry)
        self._tellings.append(telling)

    # --- taking back -----------------------------------------------------------------------------

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may undo its last step freely."""
        return self._undoable(seat) is not None

    def undo(self, seat: int) -> Entry:
        """Undo the seat's last step of an unfinished turn, if no chance or reveal was in it."""
        self._check_seat(seat)
        at = self._undoable(seat)
        if at is None:
            raise NothingToUndo()
        entry = Entry(self.n, seat, "undo", back_to=self._steps[at].entry.n)
        self._append(entry, None)
        self._refold(at, self._steps[at + 1 :])
        return entry

    def _undoable(self, seat: int) -> int | None:
        """Where the step is that the seat may undo. Steps of others after it must be of the same
        simultaneous round, in which nothing depends on the order."""
        at_once = self.game.at_once  # while the round is open, *done* may be undone as well
        if self._over or not (at_once or seat in self._waiting):
            return None
        at = self._last_step(seat)
        if at is None:
            return None
        step, later = self._steps[at], self._steps[at + 1 :]
        if not at_once:
            if step.began.turn != self.turn and not step.simultaneous:
                return None
            if not all(other.simultaneous for other in later):
                return None
        return at if step.silent and all(other.silent for other in later) else None

    def can_take_back(self, seat: int) -> bool:
        """Whether a take-back is possible, if the others grant it."""
        return self._take_back_refusal(seat) is None

    def take_back(self, seat: int, granted: Iterable[int] = ()) -> Entry:
        """Take back the seat's last move and all after it; every other person must grant it."""
        self._check_seat(seat)
        if why := self._take_back_refusal(seat):
            raise NoTakeBack(why=why)
        if not set(self._other_people(seat)) <= set(granted):
            raise NoTakeBack(why="not_granted")
        at = self._last_step(seat)
        assert at is not None
        entry = Entry(self.n, seat, "take_back", back_to=self._steps[at].entry.n)
        # In an open round the others keep what they have done meanwhile.
        again = self._steps[at + 1 :] if self._undoable(seat) == at else []
        self.take_backs += 1
        self._append(entry, None)
        self._refold(at, again)
        return entry

    def _take_back_refusal(self, seat: int) -> str | None:
        at = self._last_step(seat)
        if at is None:
            return "nothing"
        people = self._other_people(seat)
        if self.over and (people or self.resigned):  # a resignation stays given
            return "over"
        if people and any(step.revealed for step in self._steps[at:]):
            return "revealed"
        if self.game.counts_moments and any(step.used_chance for step in self._steps[at:]):
            return "rolled"  # the next roll is what it was: taken back, it would be known
        return None

    def _other_people(self, seat: int) -> list[int]:
        return [s for s in range(self.seats) if s != seat and self.players[s] == HUMAN]

    def _last_step(self, seat: int) -> int | None:
        for k in reversed(range(len(self._steps))):
            if self._steps[k].entry.seat == seat:
                return k
        return None

    def _refold(self, at: int, again: Sequence[MatchStep]) -> None:
        """Drop the steps from `at` on, then carry out those of `again` anew."""
        self._set(self._states.after(self._steps[at].parent))
        del self._steps[at:]
        for step in again:
            self._add(*self._carry_out(step.entry, step.action))

    def resign(self, seat: int) -> Entry:
        """Give up. The match goes on while two others play; a stand-in moves for who left."""
        self._check_seat(seat)
        if self.over or seat in self.resigned:
            raise MatchOver()
        entry = Entry(self.n, seat, "resign")
        self._append(entry, None)
        self.resigned.append(seat)
        self._set(self._now)
        return entry

    # --- what was told ---------------------------------------------------------------------------

    def story(self, seat: int | None = None, since: int = 0) -> list[Told]:
        """The log from entry `since` on, as the seat saw it."""
        return [self.told(n, seat) for n in range(since, self.n)]

    def told(self, n: int, seat: int | None = None) -> Told:
        """Entry n as the seat saw it."""
        entry, telling = self.log[n], self._tellings[n]
        if self.game.at_once and seat != entry.seat and self._is_secret(entry, telling):
            return Told(n, entry.seat, "unseen", None, (), self.game.name)
        if telling is None:
            return Told(n, entry.seat, entry.kind, None, (), self.game.name)
        step = telling.step
        before = self._states.before(step)
        if telling.held:
            events = tuple(self._events(telling, seat))
        else:
            after = self._states.after(step)
            events = tuple(self.game.story(before, step.action, after, seat))
        move = None if self.game.hides(before, step.action, seat) else entry.move
        return Told(n, entry.seat, entry.kind, move, events, self.game.name)

    def told_openly(self, n: int) -> Told:
        """Entry n as those saw it whose steps it tells: all of it. The match must be over."""
        assert self.over, "what is secret stays so until the match is over"
        told, telling = self.told(n), self._tellings[n]
        if telling is None or not told.seen:
            return told
        if telling.held:
            events = tuple(self._events(telling, None, openly=True))
        else:
            events = tuple(self._events_of(telling.step, told.seat))
        return replace(told, move=self.log[n].move, events=events)

    def _is_secret(self, entry: Entry, telling: Telling | None) -> bool:
        """Whether an entry is its seat's own affair until the round closes."""
        return entry.kind == "undo" if telling is None else not telling.step.revealed

    def _held_back_until(self, step: MatchStep) -> tuple[MatchStep, ...]:
        """The steps that a step which reveals the round tells along with itself."""
        if not (self.game.at_once and step.revealed):
            return ()
        held: list[MatchStep] = []
        for earlier in reversed(self._steps):
            if earlier.revealed:
                break
            if earlier.entry.n not in self._uncovered:
                held.append(earlier)
        self._uncovered.update(each.entry.n for each in held)
        return tuple(reversed(held))

    def _events(
        self, telling: Telling, viewer: int | None, *, openly: bool = False
    ) -> Iterator[Any]:
        """What a viewer hasn't been told yet: by seats, then what belongs to the whole round.

        So it doesn't show in which order the seats have acted. `openly`, as each who acted saw it.
        """
        of_round: list[Any] = []
        steps = [step for step in telling.held if step.entry.seat != viewer] + [telling.step]
        for step in sorted(steps, key=lambda each: each.entry.seat):
            for event in self._events_of(step, step.entry.seat if openly else viewer):
                if getattr(event, "of_round", False):
                    of_round.append(event)
                else:
                    yield event
        yield from of_round

    def _events_of(self, step: MatchStep, viewer: int | None) -> list[Any]:
        before, after = self._states.before(step), self._states.after(step)
        return self.game.story(before, step.action, after, viewer)

    @property
    def bots(self) -> list[str | None]:
        """The kind of the bot at each seat; None where a person plays."""
        return [None if player == HUMAN else player for player in self.players]

    @property
    def called(self) -> Called:
        """What a refusal needs to call the players by their names, in any language."""
        return Called(self.names, self.bots)

    def player_names(self, lang: str) -> list[str]:
        """The players' names; those without one are numbered."""
        return [name or player_name(lang, seat) for seat, name in enumerate(self.names)]

    def analyse(
        self,
        *,
        seconds_per_move: float = 0.3,
        progress: Callable[[int, int, Judgement], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Analysis:
        """What a search thinks of every move, each from what its seat knew at the time."""
        from cattery.analysis import analyse

        return analyse(
            self, seconds_per_move=seconds_per_move, progress=progress, cancelled=cancelled
        )

    # --- files -----------------------------------------------------------------------------------

    def save(self, *, secret: bool = True) -> str:
        """A small JSON text; without `secret` the seed stays out while the match is running."""
        from cattery import saved

        return saved.write(self, with_seed=secret or self.over)

    @classmethod
    def load(cls, text: str) -> Match:
        """A match from its saved text; BadFile says what is wrong with it, and in which line."""
        from cattery import saved

        return saved.read(text)

    def verify(self) -> Any:
        """Check digest, legality, chance and result of this match's own saved text."""
        from cattery import saved

        return saved.verify(self.save())

    # --- checks ----------------------------------------------------------------------------------

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise NoSuchSeat(number=seat + 1, seats=self.seats)

    def not_your_turn(self) -> NotYourTurn:
        """The refusal of whoever isn't to move now."""
        called = self.called
        return NotYourTurn(
            seats=self.waiting, game=self.game.name, names=called.names, bots=called.bots
        )

    def _check_turn(self, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            raise MatchOver()
        if seat not in self.waiting:
            raise self.not_your_turn()


def _game(which: Game | str) -> Game:
    return game(which) if isinstance(which, str) else which
