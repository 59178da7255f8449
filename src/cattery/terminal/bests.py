"""Own bests in games for one: a small file in the user's data folder."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cattery import files
from cattery.text import HUMAN

if TYPE_CHECKING:
    from cattery.match import Match

MOST = 10  # that are kept per game and options


@dataclass(frozen=True)
class OwnBest:
    """One result of who played alone to the end."""

    game: str
    options: dict[str, str]
    points: float
    day: str  # 2026-01-31
    match: str  # the match's commitment: a match taken back and finished again counts once
    known_dice: bool = False

    @property
    def kind(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What it may be compared with: the same game with the same options."""
        return self.game, tuple(sorted(self.options.items()))


def bests_file() -> Path:
    """Where the bests are written down."""
    return files.kept_folder().parent / "bests.json"


def result_of(match: Match) -> OwnBest | None:
    """What a match adds to the list: a person's result, alone and played to the end."""
    result = match.result
    if match.seats != 1 or match.players[0] != HUMAN or result is None or result.resigned:
        return None
    day = datetime.now().strftime("%Y-%m-%d")
    points = result.scores[0]
    return OwnBest(match.game.name, match.options, points, day, match.commitment, match.known_dice)


def read() -> list[OwnBest]:
    """All bests, the best of a game and its options first; none where there is no such file."""
    with contextlib.suppress(files.Unreadable, files.NotText, ValueError, TypeError, KeyError):
        return [_best(each) for each in json.loads(files.read(bests_file()))["bests"]]
    return []


def _best(plain: Mapping[str, Any]) -> OwnBest:
    return OwnBest(
        str(plain["game"]),
        {str(name): str(value) for name, value in plain["options"].items()},
        float(plain["points"]),
        str(plain["day"]),
        str(plain["match"]),
        bool(plain["known_dice"]),
    )


def add(new: OwnBest) -> list[OwnBest]:
    """Write a result down; returns the bests that it may be compared with, itself included where
    it is one of them. Unwritable if the file can't be written."""
    known = [best for best in read() if best.match != new.match]
    same = sorted_bests(best for best in (*known, new) if best.kind == new.kind)[:MOST]
    kept = [best for best in known if best.kind != new.kind] + same
    path = bests_file()
    _make_folder(path.parent)
    files.write(path, json.dumps({"bests": [asdict(best) for best in kept]}, indent=1) + "\n")
    return same


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        number, detail = error.errno, error.strerror or ""
        raise files.Unwritable(file=folder, number=number, detail=detail) from error


def sorted_bests(bests: Iterable[OwnBest]) -> list[OwnBest]:
    """Most points first; of equal ones the older."""
    return sorted(bests, key=lambda best: (-best.points, best.day))
