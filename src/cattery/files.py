"""Saved matches on disk: where they go, and what can go wrong."""

from __future__ import annotations

import errno
import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import platformdirs

from cattery.errors import CatteryError
from cattery.text import shared_words

if TYPE_CHECKING:
    from cattery.match import Match

_PROBLEMS = {
    errno.ENOENT: "missing",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.EROFS: "permission",
    errno.ENOSPC: "full",
}


class _FileProblem(CatteryError):
    code: ClassVar[str] = "unreadable"

    def text(self, lang: str = "en") -> str:
        """The file, and what is wrong with it."""
        words = shared_words(lang)
        key = _PROBLEMS.get(self.params["number"])
        problem = words.text(f"terminal.problem.{key}") if key else self.params["detail"]
        return words.text(f"error.{self.code}", file=self.params["file"], problem=problem)


class Unreadable(_FileProblem):
    """A file that can't be read."""

    code = "unreadable"


class Unwritable(_FileProblem):
    """A file that can't be written."""

    code = "unwritable"


class NotText(CatteryError):
    """A file that holds no text."""

    code = "unreadable"

    def text(self, lang: str = "en") -> str:
        """The file, and that it isn't text."""
        words = shared_words(lang)
        problem = words.text("terminal.problem.not_text")
        return words.text("error.unreadable", file=self.params["file"], problem=problem)


def read(path: Path) -> str:
    """The text of a file, or Unreadable."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(file=path, number=error.errno, detail=error.strerror or "") from error
    except (UnicodeDecodeError, ValueError) as error:
        raise NotText(file=path) from error


def write(path: Path, text: str) -> None:
    """Put a text in the place of a file, whole or not at all; Unwritable leaves what was there."""
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a device, or a folder that refuses
        else:
            _replace(path, text)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        detail = getattr(error, "strerror", None) or str(error)
        raise Unwritable(file=path, number=number, detail=detail) from error


def try_writing(path: Path) -> None:
    """Refuse a file that can't be written before the work, not after it."""
    existed = path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        raise Unwritable(file=path, number=error.errno, detail=str(error)) from error
    if not existed:
        path.unlink()


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def kept_folder() -> Path:
    """Where games are kept that nobody has saved by name."""
    return Path(platformdirs.user_data_dir("cattery", appauthor=False)) / "kept"


def new_kept_file(match: Match) -> Path:
    """A name for a game that begins now: its game, the date and the time."""
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return kept_folder() / f"{match.game.name}-{moment}-{match.commitment[:4]}.json"
