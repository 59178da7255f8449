"""Players: whoever chooses a move from what a seat knows."""

from cattery.players.base import Player, Seat
from cattery.players.roster import make, names

__all__ = ["Player", "Seat", "make", "names"]
