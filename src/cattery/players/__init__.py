"""Players: whoever chooses a move from what a seat knows."""

from cattery.players.base import Player, dismiss, take_steps, take_turn
from cattery.players.roster import characters, make, names
from cattery.seat import Seat

__all__ = ["Player", "Seat", "characters", "dismiss", "make", "names", "take_steps", "take_turn"]
