"""The facts and data of a game: TOML files in its folder, or corrected copies elsewhere."""

from __future__ import annotations

import hashlib
import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from cattery.errors import BadData

GAMES = Path(__file__).parent / "games"


@cache
def names() -> tuple[str, ...]:
    """The games there are: every folder that holds a `game.toml`."""
    return tuple(sorted(path.parent.name for path in GAMES.glob("*/game.toml")))


def folder(name: str) -> Path:
    """The folder of a game."""
    return GAMES / name


def _file(name: str, file: str) -> Path:
    """A data file; the copy under `CATTERY_DATA/<game>/` goes before the packaged one."""
    override = os.environ.get("CATTERY_DATA")
    if override and (corrected := Path(override) / name / file).is_file():
        return corrected
    return folder(name) / file


@cache
def read(name: str, file: str) -> dict[str, Any]:
    """A TOML file of a game's data."""
    path = _file(name, file)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(file=str(path), problem=str(error)) from error


@cache
def data_hash(name: str) -> str:
    """Hash of a game's decks and sheets: part of the kernel cache key and of every saved match."""
    digest = hashlib.sha256()
    for path in sorted(folder(name).glob("*.toml")):
        if not path.name.startswith(("words.", "game.")):
            digest.update(path.name.encode() + b"\0" + _file(name, path.name).read_bytes() + b"\0")
    return digest.hexdigest()[:16]
