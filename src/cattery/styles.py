"""Styles: simple ways to play a game, as beginners and odd players do.

A game's `styles.toml` names them in two lists. Those of `practice` may serve to tune and to learn;
those of `measuring` are strangers to every thinker and must stay so: they only measure. A function
of the same name in the game's `styles.py` chooses a move from what a seat sees, may do and
remembers. Both catalogues have `player.style:<name>` and `style.<name>`, a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from cattery import data

if TYPE_CHECKING:
    import numpy as np

    from cattery.seat import Seat

    Style = Callable[[Seat, np.random.Generator], Any]

FILE = "styles.toml"
Part = Literal["all", "practice", "measuring"]
PARTS: tuple[Part, ...] = get_args(Part)
_Thing = TypeVar("_Thing")


@cache
def gallery(game: str, part: Part = "all") -> tuple[str, ...]:
    """The names of a game's styles, or of one part of them; empty where it has none."""
    if not (data.folder(game) / FILE).exists():
        return ()
    file = data.Checked.read(game, FILE)
    return tuple(name for each in PARTS[1:] if part in ("all", each) for name in file.texts(each))


def style(game: str, name: str) -> Style:
    """The style of that name, which the game must have."""
    found: Style = getattr(import_module(f"cattery.games.{game}.styles"), name)
    return found


# --- what styles are written with ----------------------------------------------------------------


def any_of(things: Sequence[_Thing], source: np.random.Generator) -> _Thing:
    """One of them by lot."""
    return things[int(source.integers(len(things)))]


def best(
    things: Sequence[_Thing], liking: Callable[[_Thing], Any], source: np.random.Generator
) -> _Thing:
    """The one that is liked most; of equals any."""
    likings = [liking(each) for each in things]
    most = max(likings)
    return any_of(
        [each for each, liked in zip(things, likings, strict=True) if liked == most], source
    )
