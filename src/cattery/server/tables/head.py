"""What a table is besides its match: chairs, options, clock, requests; and a line of its chat."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import orjson

from cattery.match.seeds import COUNTED, JOINED

Who = Literal["open", "person", "bot"]
State = Literal["open", "playing", "over"]


@dataclass
class Chair:
    """A chair at the table."""

    who: Who = "open"
    name: str = ""
    bot: str | None = None
    stand_in: bool = False  # a bot plays for the person who holds the seat
    device: str | None = None  # hash of the holder's token
    contribution: str | None = None  # to the seed; None until the person is ready

    @property
    def person(self) -> bool:
        """Whether a person decides here."""
        return self.who == "person"

    @property
    def kind(self) -> str | None:
        """The bot that sits here; None on a person's chair, whoever stands in there."""
        return self.bot if self.device is None else None


@dataclass
class PendingTakeBack:
    """Somebody asks for a take-back; void as soon as anything else happens that they see."""

    seat: int
    n: int
    granted: list[int]


@dataclass
class TimeControl:
    """A total and an increment, in seconds, and what happens when the time is up."""

    total: int
    increment: int
    flag: Literal["forfeit", "bot"]


@dataclass
class Head:
    """All of a table but its match and chat: what is stored as one JSON text."""

    seats: list[Chair]
    options: dict[str, str]
    host: str  # hash of the host's token
    clock: TimeControl | None = None
    away_minutes: int = 3
    chat: Literal["free", "phrases", "off"] = "free"
    listed: bool = False
    auto_start: bool = True
    hints: bool | None = None  # None: where nobody else plays against the one who asks
    seen_cards: bool = False  # a list of the cards that were seen, for everybody
    started: int | None = None  # ms since 1970
    rules: str = ""  # version of the rules and hash of the data that the match began with
    request: PendingTakeBack | None = None
    rematch: str | None = None
    known_dice: bool = False  # the seed was known before the start, and nobody adds to it
    key_version: int = COUNTED  # how the key of the chance is made of the seed and what was added
    done: list[tuple[str, int]] = field(default_factory=list)  # commands that changed the head

    def to_json(self) -> str:
        """As it is stored."""
        return orjson.dumps(self).decode()

    @classmethod
    def from_json(cls, stored: str) -> Head:
        """The inverse of `to_json`."""
        values = {"key_version": JOINED, **orjson.loads(stored)}
        values["seats"] = [Chair(**seat) for seat in values["seats"]]
        values["clock"] = TimeControl(**values["clock"]) if values["clock"] else None
        values["request"] = PendingTakeBack(**values["request"]) if values["request"] else None
        values["done"] = [(command, n) for command, n in values["done"]]
        return cls(**values)


@dataclass(frozen=True)
class ChatPost:
    """A chat line."""

    k: int
    at: int
    seat: int
    name: str
    text: str | None
    phrase: str | None


def options_key(options: dict[str, str]) -> str:
    """Options as a text that is equal where they are.

    >>> options_key({"b": "1", "a": "2"})
    '{"a":"2","b":"1"}'
    """
    return orjson.dumps(options, option=orjson.OPT_SORT_KEYS).decode()


def as_dict(rules: TimeControl | None) -> dict[str, Any] | None:
    """Clock rules as they travel."""
    return asdict(rules) if rules else None
