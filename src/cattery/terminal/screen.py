"""Where a person reads and types: in colour, plainly, or through a pipe."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NoReturn

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from cattery.art import SEATS, Line, seat_style
from cattery.errors import BadFile, CatteryError, LostWorker, NotVouchedFor
from cattery.files import NotText, Unreadable, Unwritable
from cattery.text import LANGUAGES, Words, locale_language, normal, shared_words

try:
    import readline  # lines can be edited, and typed again with the arrow keys
except ImportError:  # not everywhere
    readline = None  # type: ignore[assignment]

# Middle tones, which read well on dark and on light; a shape or a letter always goes with them.
STYLES = {
    "plain": Style(),
    **{seat_style(seat): Style(color=look.middle) for seat, look in enumerate(SEATS)},
    "ghost": Style(bold=True, italic=True),
    "strong": Style(bold=True),
    "mark": Style(reverse=True),
    "label": Style(bold=True),
    "line": Style(dim=True),
    "dim": Style(dim=True),
    "error": Style(color="red", bold=True),
}
HARD, HELD = "\u00a0", "\ue000"  # a blank where no line breaks, and what stands for it meanwhile
NARROWEST = 20  # columns of a text beside something else, however small the window
PATIENCE = 0.6  # seconds before a wait is explained
COMPILING = 1.5  # the same, where compiled code is loaded: that takes less
PACE = 0.45  # seconds that a line of a bot's move is given to be read

# Refusals that aren't the fault of what was typed.
NO_FAULT = (BadFile, NotVouchedFor, NotText, Unreadable, Unwritable, LostWorker)
FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130  # exit codes


class InputClosed(Exception):
    """Nothing more can be read: the end of the input, or Ctrl-C."""


def style(names: str) -> Style:
    """The look of a style that a drawing names; several names are combined.

    >>> style("seat1 strong").bold
    True
    """
    return Style.combine([STYLES.get(name, Style()) for name in names.split()])


class Screen:
    """A language, two streams, and whether to draw (`plain` off) or to speak in sentences (on)."""

    def __init__(self, lang: str | None = None, plain: bool = False) -> None:
        self.lang = lang if lang in LANGUAGES else locale_language()
        self.words: Words = shared_words(self.lang)
        self.plain = plain
        colours: dict[str, Any] = {"color_system": None} if plain else {}
        self.out = Console(highlight=False, markup=False, emoji=False, **colours)
        self.err = Console(highlight=False, markup=False, emoji=False, stderr=True, **colours)
        self.live = self.out.is_terminal and not plain  # somebody watches: spinners, pauses
        self.typed = sys.stdin is not None and sys.stdin.isatty()

    # --- saying ----------------------------------------------------------------------------------

    def text(self, key: str, /, **params: Any) -> str:
        """Words of the terminal."""
        return self.words.text(f"terminal.{key}", **params)

    def say(self, key: str, /, **params: Any) -> None:
        """Print words of the terminal."""
        self.line(self.text(key, **params))

    def command(self, key: str, /, **params: Any) -> None:
        """Print words that hold a command, unbroken, so that it can be copied into a shell."""
        self.out.print(Text(self.text(key, **params)), soft_wrap=True)

    def line(self, text: str = "", look: str = "plain") -> None:
        """Print a line, wrapped at words under its own indent."""
        words = text.lstrip(" ")
        self.beside((" " * (len(text) - len(words)), "plain"), words, look)

    def beside(self, lead: tuple[str, str], text: str, look: str = "plain") -> None:
        """Print a short styled lead and a text after it. A window wraps the text at words, but not
        within a name, each line under its first one; where nobody watches it stays one line."""
        shown = Text(text.replace(HARD, HELD), style(look))
        lines: Iterable[Text] = [shown]
        if self.out.is_terminal:
            lines = shown.wrap(self.out, max(self.out.width - cell_len(lead[0]), NARROWEST))
        first = Text(lead[0], style(lead[1]))
        for number, each in enumerate(lines):
            whole = Text.assemble(Text(" " * cell_len(lead[0])) if number else first, each)
            whole.rstrip()
            whole.plain = whole.plain.replace(HELD, HARD)
            self.out.print(whole, soft_wrap=True)

    def styled(self, pieces: Line) -> None:
        """Print one line of styled pieces, which isn't wrapped."""
        text = Text.assemble(*((piece, style(look)) for piece, look in pieces))
        text.rstrip()
        self.out.print(text, soft_wrap=True)

    def drawing(self, lines: Sequence[Line]) -> None:
        """Print a drawing."""
        for line in lines:
            self.styled(line)

    def fits(self, lines: Sequence[Line]) -> bool:
        """Whether a drawing is narrow enough for the window."""
        width = max((sum(len(text) for text, _ in line) for line in lines), default=0)
        return not self.out.is_terminal or width <= self.out.width

    def pause(self, seconds: float) -> None:
        """Let a line be read, where somebody watches."""
        if self.live:
            time.sleep(seconds)

    def complain(self, text: str) -> None:
        """Print what is wrong, after all that was said before."""
        self.out.file.flush()
        self.err.print(Text(text, style("error")), soft_wrap=not self.err.is_terminal)

    # --- asking ----------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """A typed line; InputClosed at the end of the input or at Ctrl-C."""
        self.out.file.flush()
        try:
            answer = input(prompt)
        except (EOFError, KeyboardInterrupt) as error:
            self.out.print()
            raise InputClosed from error
        if not self.typed:
            self.line(answer)  # a pipe doesn't echo
        return answer.strip()

    def agrees(self, prompt: str) -> bool:
        """Whether the answer is yes, in any language; the end of the input is no."""
        yes = ",".join(shared_words(lang).text("terminal.yes") for lang in LANGUAGES).split(",")
        try:
            return normal(self.ask(prompt)) in yes
        except InputClosed:
            return False

    def forget(self) -> None:
        """Drop the lines typed so far: the arrow keys would show them to the next person."""
        if readline is not None:
            readline.clear_history()

    def clear(self) -> None:
        """Take everything off the screen, and what can be scrolled back to, as far as we can."""
        if self.out.is_terminal:
            self.out.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.out.file.flush()
        else:
            self.out.print("\n" * 2)

    # --- waiting ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def busy(self, text: str, patience: float = PATIENCE) -> Iterator[None]:
        """Explain a wait that takes longer than a moment; Ctrl-C ends it as it ends asking."""
        waiting = _Waiting(self, text, patience)
        waiting.start()
        try:
            yield
        except KeyboardInterrupt as error:
            raise InputClosed from error
        finally:
            waiting.end()

    def compiling(self) -> contextlib.AbstractContextManager[None]:
        """Explain the wait for compiled code, which is long the first time."""
        return self.busy(self.text("compiling"), COMPILING)

    @contextlib.contextmanager
    def counting(self, text: str, total: int) -> Iterator[Callable[[int], None]]:
        """A bar on standard error, where somebody watches: to be called with how many are done."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Remaining

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
        shown = self.err.is_terminal and not self.plain
        with Progress(*columns, console=self.err, transient=True, disable=not shown) as bar:
            task = bar.add_task(text, total=total)
            yield lambda done: bar.update(task, completed=done)


class _Waiting:
    """Shows a text, with something that turns, once patience has run out."""

    def __init__(self, screen: Screen, text: str, patience: float) -> None:
        self._screen, self._text = screen, text
        self._timer = threading.Timer(patience, self._show)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._ended = False
        self._status: Any = None

    def start(self) -> None:
        self._timer.start()

    def _show(self) -> None:
        with self._lock:
            if self._ended:
                return
            if self._screen.live:
                self._status = self._screen.out.status(Text(self._text))
                self._status.start()
            elif self._screen.err.is_terminal:
                self._screen.err.print(Text(self._text), soft_wrap=True)

    def end(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._status is not None:
                self._status.stop()


# --- the edge of a command ------------------------------------------------------------------------


def fail(screen: Screen, text: str, code: int = WRONG_USE) -> NoReturn:
    """Say on standard error what is wrong, and end with a code that isn't 0."""
    screen.complain(text)
    raise typer.Exit(code)


@contextlib.contextmanager
def reporting(screen: Screen) -> Iterator[None]:
    """Turn refusals into messages: 2 for a wrong use, 1 for files and the like."""
    try:
        yield
    except CatteryError as error:
        fail(screen, error.text(screen.lang), FAILED if isinstance(error, NO_FAULT) else WRONG_USE)
    except (KeyboardInterrupt, InputClosed):
        fail(screen, screen.text("interrupted"), INTERRUPTED)


@contextlib.contextmanager
def ended_politely() -> Iterator[None]:
    """Take a request to end (SIGTERM) for Ctrl-C: what is done is kept, and no process stays."""

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def listed(items: Iterable[str]) -> str:
    """Items on one line."""
    return ", ".join(items)
