"""What a page sends over the socket: a hello, heartbeats, and what it asks of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from cattery.server.wire.fields import (
    MAX_N,
    ChatText,
    Contribution,
    Incoming,
    Lang,
    MoveIn,
    Name,
    Phrase,
    PlayerSpec,
    SeatNumber,
    SeatWho,
)


class Play(Incoming):
    """Play a move: its action id or its notation."""

    type: Literal["play"]
    seat: SeatNumber
    move: MoveIn


class PreviewMove(Incoming):
    """Ask what a move would do, without playing it. The ack carries a `preview`."""

    type: Literal["preview"]
    seat: SeatNumber
    move: MoveIn


class Undo(Incoming):
    """Take the own last step back, where that is free."""

    type: Literal["undo"]
    seat: SeatNumber


class AskTakeBack(Incoming):
    """Ask the others for a take-back; granted at once where only bots play along."""

    type: Literal["ask_take_back"]
    seat: SeatNumber


class AnswerTakeBack(Incoming):
    """Grant or refuse the take-back that somebody asks for."""

    type: Literal["answer_take_back"]
    seat: SeatNumber
    grant: bool


class Resign(Incoming):
    """Give up."""

    type: Literal["resign"]
    seat: SeatNumber


class Say(Incoming):
    """A chat line: free text, or the key of a set phrase."""

    type: Literal["say"]
    text: ChatText | None = None
    phrase: Phrase | None = None


class Sit(Incoming):
    """Take an open seat, or change the own name on it."""

    type: Literal["sit"]
    seat: SeatNumber
    name: Name = ""


class Leave(Incoming):
    """Get up from an own seat. In a running match a bot then plays on."""

    type: Literal["leave"]
    seat: SeatNumber


class SetSeat(Incoming):
    """The host arranges a seat before the start: open, a bot, or one more on the own device.

    During the match: `bot` for a player who is gone (see `away`), and `me` by the seat's holder
    to take it back from the bot that stands in.
    """

    type: Literal["set_seat"]
    seat: SeatNumber
    who: SeatWho
    bot: PlayerSpec | None = None
    name: Name = ""


class ForfeitSeat(Incoming):
    """The host ends a player's part who is gone (see `away`)."""

    type: Literal["forfeit"]
    seat: SeatNumber


class Contribute(Incoming):
    """Add to the seed, after seeing its commitment; also says "ready". Empty adds nothing."""

    type: Literal["contribute"]
    seat: SeatNumber
    text: Contribution = ""


class Start(Incoming):
    """The host starts the match; every seat must be filled."""

    type: Literal["start"]
    contribution: Contribution = ""


class Rematch(Incoming):
    """A new table with the same people, options and clock. The ack carries its `table`."""

    type: Literal["rematch"]


Do = Annotated[
    Play
    | PreviewMove
    | Undo
    | AskTakeBack
    | AnswerTakeBack
    | Resign
    | Say
    | Sit
    | Leave
    | SetSeat
    | ForfeitSeat
    | Contribute
    | Start
    | Rematch,
    Field(discriminator="type"),
]


class Hello(Incoming):
    """First message, and again after a gap: `since` is the count of entries already known.

    With `since`, and few entries missed, only these come; else a snapshot.
    """

    type: Literal["hello"]
    since: Annotated[int, Field(ge=0, le=MAX_N)] | None = None
    said: Annotated[int, Field(ge=0, le=MAX_N)] | None = None  # chat lines already known
    lang: Lang = "en"


class Ping(Incoming):
    """Heartbeat; `t` comes back in the pong."""

    type: Literal["ping"]
    t: Annotated[float, Field(ge=0, le=1e15)] | None = None


class Command(Incoming):
    """Something to do. The same `id` twice is done once and acknowledged twice."""

    type: Literal["command"]
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    n: Annotated[int, Field(ge=0, le=MAX_N)]  # log entries that the sender has seen
    do: Do


ClientMessage = Annotated[Hello | Ping | Command, Field(discriminator="type")]
client_message: TypeAdapter[Hello | Ping | Command] = TypeAdapter(ClientMessage)
