"""Players that are programs in any language: JSON lines on standard input and output.

`cmd:./mybot --flag` starts a program per seat and match; `cmd@2.5:./mybot` gives it 2.5 seconds per
move. docs/protocol.md describes the lines.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import orjson

from cattery.errors import (
    BadSeconds,
    BotGarbage,
    BotGone,
    BotIllegal,
    BotMissing,
    BotNotExecutable,
    BotSilent,
    BotUnstartable,
    CatteryError,
)
from cattery.match import Result

if TYPE_CHECKING:
    from cattery.seat import Seat

PROTOCOL = 1
MOVE_SECONDS = 10.0
START_SECONDS = 30.0  # to answer the greeting: a program may have much to load
FAREWELL_SECONDS = 1.0  # to end by itself after the goodbye
LONGEST_LINE = 65_536
MOST_UNREAD = 16  # lines; a program that says more than it is asked is held back by its pipe
LAST_WORDS = 20  # lines of standard error that are kept
QUOTED = 200  # characters of an answer that a message shows

_SPEC = re.compile(r"cmd(?:@(\d+(?:\.\d+)?))?:(.*)", re.DOTALL)


def is_foreign(spec: str) -> bool:
    """Whether a player's name means a program."""
    return _SPEC.fullmatch(spec) is not None


def parse(spec: str) -> tuple[list[str], float]:
    """The words of the command and the seconds per move; refused where there is no such program.

    >>> parse("cmd@2.5:sh bot.sh --deep 3")
    (['sh', 'bot.sh', '--deep', '3'], 2.5)
    """
    found = _SPEC.fullmatch(spec)
    assert found is not None
    try:
        words = shlex.split(found[2])
    except ValueError as error:
        raise BotUnstartable(player=spec, problem=str(error)) from error
    if not words or shutil.which(words[0]) is None:
        there = words and os.sep in words[0] and Path(words[0]).is_file()
        raise BotNotExecutable(player=spec) if there else BotMissing(player=spec)
    return words, BadSeconds.check(float(found[1])) if found[1] else MOVE_SECONDS


class Program:
    """A running program. Threads read and write its lines, so that nobody waits for ever."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us; what the program starts ends with it
        )
        self.heard: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()  # None is the end
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._words: deque[str] = deque(maxlen=LAST_WORDS)
        self._errors = _thread(_collect, self._process.stderr, self._words)
        _thread(_write, self._process.stdin, self._to_say)
        _thread(_read, self._process.stdout, self.heard)
        # It runs once: later another program may have the same number.
        self._kill = weakref.finalize(self, _kill, self._process)

    def say(self, message: dict[str, Any]) -> None:
        """Send a line."""
        self._to_say.put(orjson.dumps(message) + b"\n")

    def last_words(self) -> str:
        """The end of what it wrote on standard error, in brackets."""
        said = next((line for line in reversed(self._words) if line.strip()), "")
        return f" [{said.strip()[:QUOTED]}]" if said else ""

    def exit_code(self) -> int | str:
        """How it ended; a program that only closed its output is ended now."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL_SECONDS)
        self._kill()
        self._errors.join(FAREWELL_SECONDS)
        return self._process.returncode

    def end(self) -> None:
        """Close its input, give it a moment to end by itself, then end it."""
        self._to_say.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL_SECONDS)
        self._kill()


def _thread(run: Any, *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=run, args=arguments, daemon=True)
    thread.start()
    return thread


def _read(pipe: IO[bytes], heard: queue.SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while heard.qsize() < MOST_UNREAD and (line := pipe.readline(LONGEST_LINE)):
            heard.put(line)
    heard.put(None)


def _write(pipe: IO[bytes], to_say: queue.SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while (line := to_say.get()) is not None:
            pipe.write(line)
            pipe.flush()
    with contextlib.suppress(OSError, ValueError):
        pipe.close()


def _collect(pipe: IO[bytes], words: deque[str]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(LONGEST_LINE):
            words.append(line.decode(errors="replace"))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


class ForeignPlayer:
    """A seat played by a program. Whatever goes wrong is a Forfeit with its reason in words."""

    def __init__(self, spec: str, seed: int | None = None) -> None:
        self.spec = spec
        self.seed = seed
        self._command, self.seconds = parse(spec)
        self._program: Program | None = None
        self._told = 0  # the entries that the program knows of

    def choose(self, seat: Seat) -> Any:
        """The move that the program answers."""
        try:
            program = self._program or self._start(seat)
            return self._ask(program, seat)
        except CatteryError as error:
            self._let_go({"type": "forfeit", "code": error.code, "text": error.text("en")})
            raise

    def goodbye(self, result: Result | None) -> None:
        """Tell the result, and end the program."""
        self._let_go({"type": "goodbye", "result": result})

    def _let_go(self, last_line: dict[str, Any]) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.say(last_line)
            program.end()

    def _start(self, seat: Seat) -> Program:
        try:
            program = self._program = Program(self._command)
        except OSError as error:
            problem = error.strerror or str(error)
            raise BotUnstartable(player=self.spec, problem=problem) from error
        program.say(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": seat.game.name,
                "rules_version": seat.game.rules_version,
                "seats": seat.seats,
                "seat": seat.number,
                "options": seat.options,
                "seconds": self.seconds,
                "seed": self.seed,
            }
        )
        answer = self._hear(program, START_SECONDS)
        if answer.get("type") != "ready":
            raise self._garbage(program, orjson.dumps(answer))
        return program

    def _ask(self, program: Program, seat: Seat) -> Any:
        story = seat.since(self._told)
        self._told += len(story)
        if not program.heard.empty():
            # Nothing was asked: a stray line would be taken for the next answer.
            raise self._stray(program)
        seconds = self.seconds if seat.seconds is None else min(self.seconds, seat.seconds)
        game = seat.game
        program.say(
            {
                "type": "choose",
                "n": self._told,
                "view": seat.view,
                "legal": [{"id": a, "move": game.format(game.move(a))} for a in seat.actions],
                "story": [
                    {
                        "n": told.n,
                        "seat": told.seat,
                        "kind": told.kind,
                        "move": told.move,
                        "events": told.events,
                    }
                    for told in story
                ],
                "seconds": seconds,
                "clock": seat.seconds,
            }
        )
        return self._move(program, seat, self._hear(program, seconds))

    def _move(self, program: Program, seat: Seat, answer: dict[str, Any]) -> Any:
        move = answer.get("move")
        if not isinstance(move, int | str) or isinstance(move, bool):
            raise self._garbage(program, orjson.dumps(answer))
        try:
            return seat.game.move(seat.resolve(move))
        except CatteryError as why:
            raise BotIllegal(
                player=self.spec, answer=str(move)[:QUOTED], why=why, said=program.last_words()
            ) from why

    def _hear(self, program: Program, seconds: float) -> dict[str, Any]:
        """The next line, an object, within so many seconds."""
        began = time.monotonic()
        try:
            line = program.heard.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise BotSilent(
                player=self.spec,
                seconds=f"{time.monotonic() - began:.1f}",
                said=program.last_words(),
            ) from None
        if line is None:
            raise self._gone(program)
        try:
            answer = orjson.loads(line)
        except orjson.JSONDecodeError:
            raise self._garbage(program, line) from None
        if not isinstance(answer, dict):
            raise self._garbage(program, line)
        return answer

    def _stray(self, program: Program) -> CatteryError:
        line = program.heard.get()
        return self._gone(program) if line is None else self._garbage(program, line)

    def _gone(self, program: Program) -> BotGone:
        code = program.exit_code()
        return BotGone(player=self.spec, exit=code, said=program.last_words())

    def _garbage(self, program: Program, line: bytes) -> BotGarbage:
        shown = line.decode(errors="replace").strip()[:QUOTED]
        return BotGarbage(player=self.spec, line=shown, said=program.last_words())
