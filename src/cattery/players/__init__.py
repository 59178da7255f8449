"""Players: whoever chooses a move from what a seat knows.

What plays is loaded when it is asked for; to name players nobody needs it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cattery.players.roster import characters, make, names

if TYPE_CHECKING:
    from cattery.players.base import Player, dismiss, take_steps, take_turn
    from cattery.seat import Seat

__all__ = ["Player", "Seat", "characters", "dismiss", "make", "names", "take_steps", "take_turn"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'cattery.players' has no attribute {name!r}")
    return getattr(
        import_module("cattery.seat" if name == "Seat" else "cattery.players.base"), name
    )
