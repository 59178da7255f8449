"""Five cat games on one engine: exact rules, matches, players, views and words.

>>> import cattery
>>> match = cattery.Match.new("huupp", seed=7, options={"first": "0"})
>>> _ = match.play("k c3", seat=0)
>>> match.view(1).pieces
(Piece(square='c3', seat=0, kind='kitten'),)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# The functions `game` and `games` share their names with a module and a package of ours. A module
# becomes an attribute of its package when it is first imported, so it is imported here, before the
# functions take their names.
import cattery.games  # noqa: F401
from cattery.errors import CatteryError
from cattery.game import Game, game, games

if TYPE_CHECKING:
    from cattery.match import Match

__version__ = "0.1.0"
__all__ = ["CatteryError", "Game", "Match", "__version__", "game", "games"]


def __getattr__(name: str) -> Any:
    """Load Match on first use: `import cattery` alone imports neither NumPy nor Numba."""
    if name != "Match":
        raise AttributeError(f"module 'cattery' has no attribute {name!r}")
    from cattery.match import Match

    return Match
