"""The results file: JSON lines, the settings first, then one line per match, only ever appended."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from io import FileIO
from pathlib import Path
from typing import Any

import platformdirs

from cattery.arena.bout import Bout
from cattery.arena.errors import DamagedResults, NotResults, OtherSettings, ResultsInUse
from cattery.arena.setup import Fixture, Key, Setup
from cattery.files import Unreadable, Unwritable

FORMAT = "cattery arena 1"
SAFE_SECONDS = 1.0  # between two times that the disk is told to put down what it holds
BEGINNING = f'{{"format": "{FORMAT}"'.encode()  # of every such file


@dataclass(frozen=True)
class PlayedMatch:
    """A match that was played; lists are by seat."""

    lone: str
    rest: str
    deal: int
    rotation: int
    payoffs: tuple[float, ...]
    scores: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    forfeits: dict[str, dict[str, str]]  # [seat as text] the reason in each language

    @classmethod
    def of(cls, fixture: Fixture, bout: Bout) -> PlayedMatch:
        """What is kept of a match."""
        return cls(
            *fixture.key,
            payoffs=bout.payoffs,
            scores=bout.scores,
            decisions=bout.decisions,
            seconds=tuple(round(seconds, 4) for seconds in bout.seconds),
            forfeits={
                str(seat): {lang: why.text(lang) for lang in ("en", "hu")}
                for seat, why in bout.forfeits.items()
            },
        )

    @property
    def key(self) -> Key:
        """As of its fixture."""
        return self.lone, self.rest, self.deal, self.rotation

    @property
    def players(self) -> list[str]:
        """By seat."""
        return Fixture(*self.key, seats=len(self.payoffs)).players


def default_file(setup: Setup) -> Path:
    """Where an arena without a file of its own is kept: the same settings find it again."""
    return kept_file(setup.game, setup.head)


def kept_file(name: str, settings: Mapping[str, Any]) -> Path:
    """Where results with such settings are kept on this machine."""
    digest = hashlib.sha256(_dump(settings).encode()).hexdigest()[:12]
    folder = Path(platformdirs.user_data_dir("cattery", appauthor=False)) / "arena"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error
    return folder / f"{name}-{digest}.jsonl"


class Results:
    """The matches of an arena: those that are in its file, and those that come."""

    def __init__(self, setup: Setup, path: Path, *, fresh: bool = False) -> None:
        self.setup, self.path = setup, path
        self.played: dict[Key, PlayedMatch] = {}
        self._safe = 0.0  # when all that was written was on the disk
        try:
            self._file = path.open("ab+", buffering=0)
        except OSError as error:
            raise _unwritable(path, error) from error
        try:
            _lock(self._file, path)
            self._read(fresh)
        except OSError as error:
            self._file.close()
            raise _unwritable(path, error) from error
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _unwritable(self.path, error) from error
        finally:
            self._file.close()

    def add(self, played: PlayedMatch) -> None:
        """Keep a match, on disk first."""
        self._append(asdict(played))
        self.played[played.key] = played

    def missing(self) -> list[Fixture]:
        """The matches that are still to be played."""
        return [each for each in self.setup.fixtures() if each.key not in self.played]

    def chosen(self) -> list[PlayedMatch]:
        """The played matches of the setup, in its order: an earlier run may have played more."""
        found = (self.played.get(each.key) for each in self.setup.fixtures())
        return [played for played in found if played is not None]

    def _append(self, line: dict[str, Any]) -> None:
        left = _dump(line).encode() + b"\n"
        try:
            while left:  # a disk that is nearly full may take a part
                left = left[self._file.write(left) :]
            if time.monotonic() - self._safe > SAFE_SECONDS:
                os.fsync(self._file.fileno())
                self._safe = time.monotonic()
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _read(self, fresh: bool) -> None:
        """What the file holds; a last line that was cut off while it was written is dropped."""
        try:
            self._file.seek(0)
            text = self._file.readall()
        except OSError as error:
            number, detail = error.errno, error.strerror or ""
            raise Unreadable(file=self.path, number=number, detail=detail) from error
        if not (text.startswith(BEGINNING) or BEGINNING.startswith(text)):
            raise NotResults(file=str(self.path))
        head, *lines = text.split(b"\n")
        if fresh or not lines:
            self._file.truncate(0)
            self._append({"format": FORMAT, **self.setup.head})
            return
        self._check_head(head)
        for number, line in enumerate(lines[:-1], 2):
            self._take(line, number)
        self._file.truncate(len(text) - len(lines[-1]))
        self._file.seek(0, os.SEEK_END)

    def _check_head(self, line: bytes) -> None:
        try:
            found = json.loads(line)
        except ValueError as error:
            raise DamagedResults(file=str(self.path), line=1) from error
        wanted = self.setup.head
        for name in wanted:
            if found.get(name) != wanted[name]:
                raise OtherSettings(
                    file=str(self.path),
                    name=name,
                    found=_dump(found.get(name)),
                    wanted=_dump(wanted[name]),
                )

    def _take(self, line: bytes, number: int) -> None:
        try:
            values = json.loads(line)
            lists = {key: tuple(v) for key, v in values.items() if isinstance(v, list)}
            played = PlayedMatch(**{**values, **lists})
            if len(played.payoffs) != self.setup.seats:
                raise ValueError
        except (ValueError, TypeError, AttributeError) as error:
            raise DamagedResults(file=str(self.path), line=number) from error
        self.played[played.key] = played


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _unwritable(path: Path, error: OSError) -> Unwritable:
    return Unwritable(file=path, number=error.errno, detail=error.strerror or str(error))


def _lock(file: FileIO, path: Path) -> None:
    """Two arenas at one file would play everything twice. Windows has no such lock: it may."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ResultsInUse(file=str(path)) from error
