"""HTTP bodies about finished matches: verdicts, replays, own bests, the same dice for others."""

from __future__ import annotations

from typing import Literal

from cattery.server.wire.fields import Incoming, Outgoing
from cattery.server.wire.updates import Result, Tagged, Told


class SignatureView(Outgoing):
    """Who vouches for a saved match: a host as the file names it.

    `own`: it was signed with a key of this server. `foreign`: with another, which calls itself that
    host; whether it is, only that host can tell. `unchecked`: this server can't check signatures.
    """

    host: str
    key: str  # public, hex
    whose: Literal["own", "foreign", "unchecked"]


class VerdictView(Outgoing):
    """Whether a saved match holds what it promises; without a signature anybody may have made it
    up."""

    ok: bool
    text: str  # what is wrong, in words; empty if nothing is
    signature: SignatureView | None


class PublishedKey(Outgoing):
    """A key with which this server signs matches, or did. Times are ms since 1970."""

    key: str  # Ed25519, public, hex
    since: int
    until: int | None  # None: in use


class KeyList(Outgoing):
    """All keys that vouch for this server, that in use first."""

    keys: list[PublishedKey]


class Frame(Outgoing):
    """One step of a replay: the entry that led here (None at the start), and the view.

    What its viewer didn't see has no frame, so `n` may leap.
    """

    n: int
    told: Told | None
    view: Tagged
    scores: list[float]


class Replay(Outgoing):
    """A finished match, step by step."""

    game: str
    options: dict[str, str]
    names: list[str]
    seats: int
    seat: int | None
    frames: list[Frame]
    result: Result | None
    commitment: str
    seed: str | None
    known_dice: bool


class Best(Outgoing):
    """A game for one that this browser has played to the end."""

    table: str  # its replay is there as long as the table is kept
    game: str
    options: dict[str, str]
    points: float
    at: int  # ms since 1970
    known_dice: bool
    dice: str | None  # for a link that gives the same dice
    name: str
    hidden: bool  # others who compare don't see the name


class BestList(Outgoing):
    """This browser's bests, the best first; by game and options at most ten."""

    bests: list[Best]


class ChangeBest(Incoming):
    """Hide the name of an own result from those who compare, or show it."""

    hidden: bool


class ComparedResult(Outgoing):
    """What a person made of the same dice, options and rules."""

    table: str | None  # of an own one: only who knows a table's id may look at it
    seat: int
    seats: int  # how many played
    name: str | None  # None where it is hidden, or none was given
    you: bool  # played in this browser
    points: float  # where a game counts none: 1 for a victory, 0.5 for a draw, 0 for a defeat
    at: int
    known_dice: bool  # the dice were known to the player beforehand


class Comparison(Outgoing):
    """Everybody on this server who played with the same dice, the best first."""

    game: str
    options: dict[str, str]
    dice: str
    results: list[ComparedResult]
