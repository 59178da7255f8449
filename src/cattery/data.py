"""The facts and data of a game: TOML files in its folder, or corrected copies elsewhere."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

from cattery.errors import BadData

GAMES = Path(__file__).parent / "games"
NO_RULES = (
    "words.",
    "game.",
    "lesson.",
    "puzzles.",
    "styles.",
    "learned.",
)  # how files begin that no rule depends on


@cache
def more_folders() -> tuple[Path, ...]:
    """Folders with games besides the packaged ones: those that `CATTERY_GAMES` names."""
    given = os.environ.get("CATTERY_GAMES", "")
    return tuple(Path(part).resolve() for part in given.split(os.pathsep) if part)


@cache
def _folders() -> dict[str, Path]:
    """Every folder that holds a `game.toml`, by the game's name; a packaged game goes first."""
    found: dict[str, Path] = {}
    for place in (GAMES, *more_folders()):
        for path in sorted(place.glob("*/game.toml")):
            found.setdefault(path.parent.name, path.parent)
    return dict(sorted(found.items()))


def names() -> tuple[str, ...]:
    """The games there are."""
    return tuple(_folders())


def packaged() -> tuple[str, ...]:
    """The games that come with the package."""
    return tuple(name for name, place in _folders().items() if place.parent == GAMES)


def folder(name: str) -> Path:
    """The folder of a game."""
    return _folders().get(name, GAMES / name)


def file(name: str, called: str) -> Path:
    """A data file; the copy under `CATTERY_DATA/<game>/` goes before the packaged one."""
    override = os.environ.get("CATTERY_DATA")
    if override and (corrected := Path(override) / name / called).is_file():
        return corrected
    return folder(name) / called


@cache
def read(name: str, called: str) -> dict[str, Any]:
    """A TOML file of a game's data."""
    path = file(name, called)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(file=str(path), problem=str(error)) from error


@cache
def data_hash(name: str) -> str:
    """Hash of a game's decks and sheets: part of the kernel cache key and of every saved match."""
    digest = hashlib.sha256()
    for path in sorted(folder(name).glob("*.toml")):
        if not path.name.startswith(NO_RULES):
            digest.update(path.name.encode() + b"\0" + file(name, path.name).read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class Checked:
    """A table of a data file, read fact by fact; what can't be is BadData with file and fact.

    A game may word a problem itself: then its catalogue has `data.<problem>`, and the problem is
    given to the method that reads. Otherwise the shared words say what the fact should be.

    >>> sheet = Checked({"mice": 15, "players": {"3": {"bank": 200}}}, "filou", "deck.toml")
    >>> sheet.number("mice", 0, 120)
    15
    >>> sheet.table("players").table("3").number("bank", 0, 120)
    Traceback (most recent call last):
    cattery.errors.BadData: filou/deck.toml can't be used: players.3.bank must be a whole number \
from 0 to 120.
    """

    def __init__(
        self, content: Mapping[str, Any], game: str, file: str, path: tuple[str, ...] = ()
    ) -> None:
        self.content = content
        self.game = game
        self.file = file
        self.path = path

    @classmethod
    def read(cls, game: str, file: str) -> Checked:
        """The whole of a game's data file."""
        return cls(read(game, file), game, file)

    def bad(self, problem: str, key: str = "", **params: Any) -> BadData:
        """The refusal of a fact."""
        fact = ".".join((*self.path, key) if key else self.path)
        where = f"{self.game}/{self.file}"
        return BadData(file=where, game=self.game, problem=problem, fact=fact, **params)

    def table(self, key: str, problem: str = "table") -> Checked:
        """A table in this one."""
        found = self.content.get(key)
        if not isinstance(found, dict):
            raise self.bad(problem, key)
        return Checked(found, self.game, self.file, (*self.path, key))

    def tables(self, key: str, problem: str = "tables") -> list[Checked]:
        """A list of tables; at least one."""
        found = self.content.get(key)
        if not isinstance(found, list) or not found or not all(isinstance(t, dict) for t in found):
            raise self.bad(problem, key)
        return [
            Checked(each, self.game, self.file, (*self.path, f"{key}[{number}]"))
            for number, each in enumerate(found, 1)
        ]

    def number(self, key: str, least: int, most: int, problem: str = "number") -> int:
        """A whole number within limits."""
        found = self.content.get(key)
        if not _is_number(found, least, most):
            raise self.bad(problem, key, least=least, most=most)
        return found

    def numbers(
        self, key: str, count: int | None, least: int, most: int, problem: str = "numbers"
    ) -> tuple[int, ...]:
        """A list of whole numbers within limits; so many of them, or any number for None."""
        found = self.content.get(key)
        if not isinstance(found, list) or (count is not None and len(found) != count):
            raise self.bad(problem, key, n=count or 0, least=least, most=most)
        if not all(_is_number(each, least, most) for each in found):
            raise self.bad(problem, key, n=count or 0, least=least, most=most)
        return tuple(found)

    def text(self, key: str, among: Sequence[str] | None = None, problem: str = "") -> str:
        """A text, one of a few where they are given."""
        found = self.content.get(key)
        if not isinstance(found, str) or (among is not None and found not in among):
            given = "text" if among is None else "one_of"
            raise self.bad(problem or given, key, values=list(among or ()))
        return found

    def texts(self, key: str, count: int | None = None, problem: str = "texts") -> tuple[str, ...]:
        """A list of texts; so many of them, or any number."""
        found = self.content.get(key)
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise self.bad(problem, key, n=count or 0)
        if count is not None and len(found) != count:
            raise self.bad(problem, key, n=count)
        return tuple(found)


def _is_number(value: Any, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
