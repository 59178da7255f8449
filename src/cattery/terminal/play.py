"""A game at the keyboard: people and bots take turns, every move is kept on disk."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from cattery import files
from cattery.analysis import hint
from cattery.art import SEAT_SHAPES, seat_style
from cattery.errors import CatteryError
from cattery.game import Game
from cattery.match import Match, Told
from cattery.players import Player, Seat, dismiss, make, take_steps
from cattery.players.base import seed_of
from cattery.players.roster import STAND_IN
from cattery.seen import has_seen
from cattery.terminal import bests
from cattery.terminal.people import Sitter, display_names
from cattery.terminal.screen import PACE, InputClosed, Screen, listed
from cattery.text import HUMAN, LANGUAGES, normal, shared_words, with_minus

HINT_SECONDS = 1.0
REMEMBERED = 6  # entries that `story` tells again
WIDTH = 76  # of the list of moves
QUICK_THOUGHT = ("think:10",)  # enough to load the search


class LeaveGame(Exception):
    """The game is left. `asked` when a person said so, otherwise the input ended."""

    def __init__(self, asked: bool) -> None:
        self.asked = asked
        super().__init__()


@cache
def _commands() -> dict[str, str]:
    """The words that are commands, in all languages: `vissza` -> `undo`."""
    return {
        normal(word): command
        for lang in LANGUAGES
        for command in _COMMANDS
        for word in shared_words(lang).text(f"terminal.command.{command}").split(",")
    }


_COMMANDS = (
    "moves",
    "help",
    "rules",
    "board",
    "story",
    "seen",
    "hint",
    "undo",
    "save",
    "resign",
    "again",
    "quit",
)


def command_of(text: str) -> tuple[str, str] | None:
    """The command that a text is, and what follows it; `save` alone takes something.

    >>> command_of("Mentés  Parti.json")
    ('save', 'Parti.json')
    >>> command_of("k c3") is None
    True
    """
    slashed = text.startswith("/")
    first, _, rest = text.removeprefix("/").partition(" ")
    word = normal(first)
    forced = word.endswith("!")
    command = _commands().get(word.removesuffix("!"))
    if command == "save":
        return ("save!" if forced else "save"), rest.strip()
    if command is not None and not rest.strip() and not forced:
        return command, ""
    return ("help", "") if slashed else None


def new_match(
    game: Game,
    who: Sequence[Sitter],
    options: dict[str, str],
    seed: bytes | int | None,
    known_dice: bool = False,
) -> Match:
    """A match of these players."""
    return Match.new(
        game,
        seats=len(who),
        options=options,
        seed=seed,
        players=[sitter.kind for sitter in who],
        names=[sitter.name for sitter in who],
        known_dice=known_dice,
    )


def prepare(game: Game) -> None:
    """Bring a game's kernels into this process, compiled or from the cache: play a little."""
    match = Match.new(game, seats=game.seats[0], seed=0)
    for kind in (STAND_IN, *QUICK_THOUGHT[: len(game.levels)]):
        seat = match.waiting[0]
        match.play(make(kind, game, 0).choose(Seat.of(match, seat)), seat)
        match.story(seat)


class Sitting:
    """One match at one screen."""

    def __init__(self, match: Match, screen: Screen, kept: Path | None = None) -> None:
        self.match = match
        self.screen = screen
        self.kept = kept or files.new_kept_file(match)
        self.keeping_failed: CatteryError | None = None
        self.refused = 0  # lines that were no move
        self.broken_off = False  # the input ended before the game did
        self.names = display_names(match, screen.lang)
        self.people = [seat for seat, kind in enumerate(match.players) if kind == HUMAN]
        self._minds: dict[int, Player] = {}
        self._told: dict[int | None, int] = {}  # per viewer: the entries told so far
        self._at_keyboard: int | None = None  # who has looked at the screen last
        self._handlers: dict[str, Callable[[int, str], bool]] = {
            "moves": self._list_moves,
            "help": self._help,
            "rules": self._rules,
            "board": lambda seat, _: self._show(seat),
            "story": self._story,
            "seen": self._seen,
            "hint": self._hint,
            "undo": self._undo,
            "save": lambda _, rest: self._save(rest, replace=False),
            "save!": lambda _, rest: self._save(rest, replace=True),
            "resign": self._resign,
            "quit": self._quit,
        }

    # --- the game --------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play to the end, or until it is left; whether another game is wanted."""
        try:
            return self._play_and_look_back()
        except LeaveGame as leave:
            self._farewell(leave)
            return False
        finally:
            dismiss(list(self._minds.values()), self.match.result)

    def _play_and_look_back(self) -> bool:
        if not self.match.over:
            self._greet()
        while True:
            self._play_on()
            self._tell(self._viewer(self._at_keyboard))
            self._announce()
            if not self._after_the_end():
                return False
            if self.match.over:
                return True

    def _greet(self) -> None:
        example = self.match.game.example.split(",")[0]
        if self.people:
            title = self.match.game.title(self.screen.lang)
            self.screen.say("welcome", title=title, example=example)
            if self.match.known_dice:
                self.screen.say("known_dice")
        else:
            self.screen.say("no_person")
        self._told = dict.fromkeys([None, *range(self.match.seats)], self.match.n)

    def _play_on(self) -> None:
        try:
            while not self.match.over:
                # Where several may act at once, bots go first: nobody waits for them then.
                bots = [seat for seat in self.match.waiting if not self._is_person(seat)]
                if bots:
                    self._bots(bots)
                else:
                    self._person(self.match.waiting[0])
        except InputClosed as error:
            raise LeaveGame(asked=False) from error
        except KeyboardInterrupt as error:
            raise LeaveGame(asked=False) from error

    def _is_person(self, seat: int) -> bool:
        return seat in self.people and seat not in self.match.resigned

    def _viewer(self, seat: int | None) -> int | None:
        """Through whose eyes the screen tells: a lone person's; at a table with secrets those of
        the one who is asked; else an onlooker's."""
        if len(self.people) == 1:
            return self.people[0]
        return seat if self.match.game.hidden else None

    def _shares_secrets(self) -> bool:
        return len(self.people) > 1 and self.match.game.hidden

    def _bots(self, seats: Sequence[int]) -> None:
        """A step of each; several think side by side."""
        names = listed(self.names[seat] for seat in seats)
        with self.screen.busy(self.screen.text("thinking", list=names, n=len(seats))):
            forfeits = take_steps(self.match, {seat: self._mind(seat) for seat in seats})
        for seat, why in forfeits.items():
            self.screen.complain(why.text(self.screen.lang))
            self._minds[seat] = make(STAND_IN, self.match.game, seat)
        self._keep()
        if not self._shares_secrets():
            self._tell(self._viewer(None), paced=True)

    def _mind(self, seat: int) -> Player:
        """Who thinks for a seat; for a person who has resigned, a stand-in."""
        if seat not in self._minds:
            kind = self.match.players[seat]
            kind = STAND_IN if kind == HUMAN else kind
            number = seed_of(self.match.seed or b"\0" * 32, seat)
            self._minds[seat] = make(kind, self.match.game, number)
        return self._minds[seat]

    def _person(self, seat: int) -> None:
        """Ask a person until something has been played."""
        if not self._hand_over(seat):
            return
        self._tell(self._viewer(seat))
        self._show(seat)
        while True:
            text = self.screen.ask(self.screen.text("prompt", seat=self.names[seat]))
            if text and self._answer(seat, text):
                return

    def _answer(self, seat: int, text: str) -> bool:
        """Carry out what was typed; whether the game has moved."""
        command = command_of(text)
        if command is not None and command[0] in self._handlers:
            return self._handlers[command[0]](seat, command[1])
        try:
            self.match.play(text, seat)
        except CatteryError as error:
            self.refused += 1
            self.screen.complain(error.text(self.screen.lang))
            return False
        self._keep()
        self._tell(self._viewer(seat))
        return True

    def _hand_over(self, seat: int) -> bool:
        """Between people with secrets: hide everything until the next one is alone with it.

        In a round played at once who is done may still think better of it: then False, and the
        device goes back.
        """
        before, self._at_keyboard = self._at_keyboard, seat
        if not self._shares_secrets() or before == seat:
            return True
        if before is not None:
            self.screen.clear()
            self.screen.forget()
        undoable = before is not None and self.match.game.at_once and self.match.can_undo(before)
        answer = self.screen.ask(self._pass_on(seat, before if undoable else None))
        self.screen.clear()
        if undoable and before is not None and command_of(answer) == ("undo", ""):
            self.match.undo(before)
            self._keep()
            self._at_keyboard = None  # whoever typed that: nobody sees a secret without asking
            return False
        return True

    def _pass_on(self, seat: int, undoing: int | None) -> str:
        """The question that stands between two people."""
        plain = "_plain" if self.screen.plain else ""
        text = self.screen.text(f"pass_on{plain}", seat=self.names[seat])
        if undoing is None:
            return text
        return self.screen.text("at_once.undo_done", seat=self.names[undoing], ask=text)

    # --- showing ---------------------------------------------------------------------------------

    def _show(self, seat: int | None) -> bool:
        show(self.screen, self.match, seat, self.names)
        return False

    def _tell(self, viewer: int | None, paced: bool = False) -> None:
        """What has happened since the viewer was last told."""
        since = self._told.get(viewer, 0)
        for told in self.match.story(viewer, since):
            tell_entry(self.screen, told, self.names, paced)
        self._told[viewer] = self.match.n

    def _announce(self) -> None:
        """The end: the board, who won, the points."""
        self.screen.line()
        self._show(self._viewer(None))
        announce(self.screen, self.match, self.names)
        self._compare()

    def _compare(self) -> None:
        """Who played alone to the end is told how the points stand beside the own bests."""
        new = bests.result_of(self.match)
        if new is None:
            return
        try:
            same = bests.add(new)
        except CatteryError as error:
            self.screen.complain(error.text(self.screen.lang))
            return
        if len(same) == 1:
            self.screen.say("bests.first")
        elif same[0].match == new.match:
            self.screen.say("bests.new", points=plain_number(same[1].points))
        else:
            self.screen.say("bests.best", points=plain_number(same[0].points), day=same[0].day)

    # --- commands --------------------------------------------------------------------------------

    def _list_moves(self, seat: int, _: str) -> bool:
        """The legal moves, those that begin with the same word on one line."""
        groups: dict[str, list[str]] = {}
        for move in self.match.legal(seat):
            word, _, rest = self.match.game.format(move).partition(" ")
            groups.setdefault(word, []).append(rest)
        self.screen.say("legal")
        for word, rests in groups.items():
            if any(" " in rest for rest in rests):
                rests = [*(f"{rest}," for rest in rests[:-1]), rests[-1]]
            for line in wrapped(rests, WIDTH - len(word) - 1):
                self.screen.beside((f"  {word} ", "strong"), line)
        return False

    def _help(self, seat: int, _: str) -> bool:
        width = max(len(self._word(command)) for command in _COMMANDS)
        for command in _COMMANDS:
            if command != "again" and (command != "seen" or self._has_cards()):
                explained = self.screen.text(f"explain.{command}")
                word = self._word(command).ljust(width)
                self.screen.beside((f"  {word}  ", "strong"), explained)
        example = listed(self._examples(seat))
        self.screen.line("  " + self.screen.text("explain.notation", example=example))
        typing = self.match.game.words(self.screen.lang).find("typing")
        if typing:
            self.screen.line("  " + typing)
        return False

    def _rules(self, seat: int, _: str) -> bool:
        """What the page says to who asks: the aim, the situation, what is special at this table."""
        game, view = self.match.game, self.match.view(seat)
        situations = ("goal", str(getattr(view, "phase", "")))
        told = [game.words(self.screen.lang).find(f"help.{each}") for each in situations]
        for text in (*told, *game.explained(view, self.screen.lang)):
            if text:
                self.screen.line("  " + text)
        return False

    def _word(self, command: str) -> str:
        return self.screen.text(f"command.{command}").split(",")[0]

    def _examples(self, seat: int) -> list[str]:
        """A legal move of each kind."""
        kinds: dict[type, str] = {}
        for move in self.match.legal(seat):
            kinds.setdefault(type(move), self.match.game.format(move))
        return list(kinds.values())

    def _story(self, seat: int | None, _: str) -> bool:
        told = self.match.story(self._viewer(seat), max(0, self.match.n - REMEMBERED))
        for entry in told:
            tell_entry(self.screen, entry, self.names)
        if not told:
            self.screen.say("nothing_yet")
        return False

    def _has_cards(self) -> bool:
        """Whether there are cards that somebody could have kept in mind."""
        return has_seen(self.match.game.name)

    def _seen(self, seat: int, _: str) -> bool:
        """Which cards the seat has seen, and how many of each are out."""
        if not self._has_cards():
            self.screen.say("no_cards")
            return False
        game, lang = self.match.game, self.screen.lang
        head = (shared_words(lang).text(f"page.seen.{key}") for key in ("card", "seen", "out"))
        cards = (
            (game.words(lang).word("card", one.card), f"{one.seen}/{one.all}", str(one.out))
            for one in game.seen(self.match.view(seat))
        )
        rows = [tuple(head), *cards]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for k, (card, seen, out) in enumerate(rows):
            text = f"  {card.ljust(wide[0])}  {seen.rjust(wide[1])}  {out.rjust(wide[2])}"
            self.screen.line(text, "dim" if k == 0 or out == "0" else "plain")
        return False

    def _hint(self, seat: int, _: str) -> bool:
        with self.screen.busy(self.screen.text("considering")):
            advice = hint(Seat.of(self.match, seat), HINT_SECONDS)
        self.screen.say("hint", move=advice.move)
        for line in advice.lines(self.screen.lang, self.names):
            self.screen.line("  " + line, "dim")
        return False

    def _undo(self, seat: int, _: str) -> bool:
        """A free undo, or a take-back: bots always agree, people are asked."""
        try:
            if self.match.can_undo(seat):
                self.match.undo(seat)
            elif self._granted(seat):
                others = [other for other in self.people if other != seat]
                self.match.take_back(seat, granted=others)
            else:
                return False
        except CatteryError as error:
            self.screen.complain(error.text(self.screen.lang))
            return False
        self._keep()
        self._tell(self._viewer(seat))
        return True

    def _granted(self, seat: int) -> bool:
        others = [self.names[other] for other in self.people if other != seat]
        if not others or not self.match.can_take_back(seat):
            return True
        asked = self.screen.text("grant", seat=self.names[seat], others=listed(others))
        granted = self.screen.agrees(asked)
        if not granted:
            self.screen.say("not_granted")
        return granted

    def _resign(self, seat: int, _: str) -> bool:
        if not self.screen.agrees(self.screen.text("resign_sure")):
            return False
        self.match.resign(seat)
        self._keep()
        self._tell(self._viewer(seat))
        return True

    def _quit(self, seat: int, _: str) -> bool:
        raise LeaveGame(asked=True)

    def _save(self, name: str, replace: bool) -> bool:
        if not name:
            self.screen.complain(
                self.screen.text("save_where", file=f"{self.match.game.name}.json")
            )
            return False
        path = Path(name).expanduser()
        if path.is_file() and not replace and not self._is_ours(path):
            self.screen.complain(self.screen.text("exists", file=path))
            return False
        try:
            files.write(path, self.match.save())
        except CatteryError as error:
            self.screen.complain(error.text(self.screen.lang))
            return False
        self.screen.say("saved", file=path)
        return False

    def _is_ours(self, path: Path) -> bool:
        """Whether a file holds an earlier part of this very match."""
        try:
            return f'"commitment": "{self.match.commitment}"' in files.read(path)
        except CatteryError:
            return False

    # --- nothing is lost -------------------------------------------------------------------------

    def _keep(self) -> None:
        """Put the match on disk after every move of a game with people."""
        if not self.people:
            return
        try:
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.kept, self.match.save())
            self.keeping_failed = None
        except OSError as error:
            self.keeping_failed = files.Unwritable(
                file=self.kept, number=error.errno, detail=error.strerror or ""
            )
        except CatteryError as error:
            self.keeping_failed = error

    def _farewell(self, leave: LeaveGame) -> None:
        """Offer another place, and say how to go on."""
        if self.match.n == 0 or not self.people:
            self.screen.say("dropped" if leave.asked else "interrupted")
            return
        self.broken_off = not leave.asked
        if self.broken_off:
            self.screen.say("interrupted")
        elif self._saved_elsewhere():
            return
        if self.keeping_failed is None:
            self.screen.command("kept", file=shlex.quote(str(self.kept)))
        else:
            self.screen.complain(self.keeping_failed.text(self.screen.lang))

    def _saved_elsewhere(self) -> bool:
        """Ask for a file until one can be written or none is wanted."""
        key = "quit_keep" if self.keeping_failed is None else "quit_unkept"
        try:
            while name := self.screen.ask(self.screen.text(key, file=self.kept)):
                path = Path(name).expanduser()
                if path.is_file() and not self._is_ours(path):
                    self.screen.complain(self.screen.words.text("error.exists", file=path))
                    continue
                try:
                    files.write(path, self.match.save())
                except CatteryError as error:
                    self.screen.complain(error.text(self.screen.lang))
                    continue
                self.screen.command("kept", file=shlex.quote(str(path)))
                return True
        except InputClosed:
            pass
        return False

    def _after_the_end(self) -> bool:
        """Look back, save, undo or play again; whether there is more to play."""
        if not self.people:
            return False
        if self.keeping_failed is None:
            self.screen.command("finished_kept", file=shlex.quote(str(self.kept)))
        else:
            self.screen.complain(self.keeping_failed.text(self.screen.lang))
        if self.match.game.counts_moments and self.match.dice is not None:
            self.screen.command("same_dice", command=same_dice(self.match))
        handlers: dict[str, Callable[[int | None, str], bool]] = {
            "story": self._story,
            "board": lambda seat, _: self._show(seat),
            "save": lambda _, rest: self._save(rest, replace=False),
            "save!": lambda _, rest: self._save(rest, replace=True),
        }
        seat = self.people[0]
        try:
            while text := self.screen.ask(self.screen.text("after_end")):
                command, rest = command_of(text) or ("", "")
                if command == "again":
                    return True
                if command == "quit":
                    return False
                if command == "undo" and not self.match.resigned and self._undo(seat, ""):
                    return True
                if command in handlers:
                    handlers[command](self._viewer(None), rest)
        except InputClosed:
            pass
        return False


# --- what play and replay share -------------------------------------------------------------------


def show(screen: Screen, match: Match, seat: int | None, called: Sequence[str]) -> None:
    """The board as `seat` sees it: drawn, or in sentences where a drawing wouldn't help."""
    view = match.view(seat)
    lines = match.game.drawing(view, screen.lang, called)
    if screen.plain or not screen.fits(lines):
        for sentence in match.game.spoken(view, called, screen.lang):
            screen.line(sentence)
    else:
        screen.drawing(lines)


def tell_entry(screen: Screen, told: Told, called: Sequence[str], paced: bool = False) -> None:
    """One entry of the log in words, under its player's shape."""
    for line, seat in zip(told.lines(screen.lang, called), _whose(told), strict=True):
        if screen.plain:
            screen.line(line)
        else:
            shape = " " if seat is None else SEAT_SHAPES[seat % len(SEAT_SHAPES)]
            style = seat_style(told.seat if seat is None else seat)
            screen.beside((f"{shape} ", style), line)
        if paced:
            screen.pause(PACE)


def _whose(told: Told) -> list[int | None]:
    """Under whose shape each line of an entry stands: its seat's the first one, and where a whole
    round is told, each seat's own first one."""
    if told.kind != "move":
        return [] if told.kind == "unseen" else [told.seat]
    owners = [
        None if getattr(event, "of_round", False) else getattr(event, "seat", None)
        for event in told.events
    ]
    if set(owners) - {None, told.seat} and any(hasattr(e, "of_round") for e in told.events):
        return [None if k and owner == owners[k - 1] else owner for k, owner in enumerate(owners)]
    return [told.seat if k == 0 else None for k in range(len(told.events))]


def announce(screen: Screen, match: Match, called: Sequence[str]) -> None:
    """How a match ended."""
    result = match.result
    if result is None:
        return
    if match.seats == 1:
        key = "solo.given_up" if result.resigned else "solo.points"
        screen.line(screen.text(key, points=plain_number(result.scores[0])), "strong")
        return
    winners = listed(called[seat] for seat in result.winners)
    won = screen.text("winner", list=winners, n=len(result.winners))
    screen.line(won if winners else screen.text("draw"), "strong")
    if max(result.scores) > 1 or len(called) > 2:
        points = (
            f"{called[seat]} {with_minus(f'{score:g}')}" for seat, score in enumerate(result.scores)
        )
        screen.say("scores", list=listed(points))
    if result.resigned:
        screen.say("resigned", list=listed(called[seat] for seat in result.resigned))


def plain_number(points: float) -> int | float:
    """Points without an empty fraction, so that words can count them.

    >>> plain_number(42.0), plain_number(1.5)
    (42, 1.5)
    """
    return int(points) if points == int(points) else points


def same_dice(match: Match) -> str:
    """The command that starts a game with the same chance."""
    options = "".join(f" --option {name}={value}" for name, value in match.options.items())
    dice = (match.dice or b"").hex()
    return f"cattery play {match.game.name}{options} --dice {dice}"


def wrapped(items: Sequence[str], width: int) -> list[str]:
    """Items in lines that aren't wider than `width`, as far as the items allow.

    >>> wrapped(["a1", "b1", "c1"], 6)
    ['a1 b1', 'c1']
    """
    lines = [""]
    for item in items:
        longer = f"{lines[-1]} {item}".strip()
        if len(longer) > width and lines[-1]:
            lines.append(item)
        else:
            lines[-1] = longer
    return lines
