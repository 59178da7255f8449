"""HTTP bodies around tables: opening, joining and listing them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cattery.server.wire.fields import (
    MAX_SEATS,
    Dice,
    Incoming,
    Name,
    Options,
    Outgoing,
    PlayerSpec,
    SeatNumber,
    SeatWho,
)
from cattery.server.wire.updates import ClockRules


class SeatWish(Incoming):
    """How a seat of a new table shall be filled: me, one more on my device, open, or a bot."""

    who: SeatWho
    name: Name = ""
    bot: PlayerSpec | None = None


class NewTable(Incoming):
    """A table to open."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}$")]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MAX_SEATS)]
    options: Options = Field(default_factory=dict)
    clock: ClockRules | None = None
    away_minutes: Annotated[int, Field(ge=1, le=24 * 60)] = 3
    chat: Literal["free", "phrases", "off"] = "free"
    listed: bool = False
    auto_start: bool = True  # start when every seat is filled and every person is ready
    hints: bool | None = None  # may players ask for hints? None: unless other people play along
    seen_cards: bool = False  # a list of the cards that were seen, where the game offers it
    dice: Dice | None = None  # known dice: nobody adds to the seed, and others can have the same


class QuickGame(Incoming):
    """A game against bots, or with one seat alone, at once."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}$")]
    bot: PlayerSpec | None = None  # the game's usual opponent when None
    options: Options = Field(default_factory=dict)
    seats: Annotated[int, Field(ge=1, le=MAX_SEATS)] | None = None
    name: Name = ""
    dice: Dice | None = None  # as in NewTable


class JoinTable(Incoming):
    """Take a seat: this one, or any open one."""

    seat: SeatNumber | None = None
    name: Name = ""


class SeatToken(Incoming):
    """The token of a seat that moves to this device."""

    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]


class SavedMatch(Incoming):
    """The text of a saved match."""

    text: Annotated[str, Field(min_length=1, max_length=500_000)]


class TableLink(Outgoing):
    """A table, and the path of its page."""

    id: str
    path: str
    seat: int | None = None


class SeatLink(Outgoing):
    """A link that moves a seat to the device that opens it, once."""

    path: str
    expires: int


class TableCard(Outgoing):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, str]
    state: Literal["open", "playing", "over"]
    names: list[str]
    seats: int
    open_seats: int
    you: list[int]
    your_turn: bool  # a seat of this browser is to decide
    known_dice: bool
    created: int
    touched: int


class TableList(Outgoing):
    """Tables, the newest first."""

    tables: list[TableCard]
