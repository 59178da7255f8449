"""What the messages are made of: the two kinds of them, and texts and numbers within limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from cattery import names

NAME_LENGTH = names.LONGEST  # characters of a player's name
CHAT_LENGTH = 300  # characters of a chat line
MOVE_LENGTH = 200  # characters of a move in notation
CONTRIBUTION_LENGTH = 64  # characters that a browser adds to the seed
COMMAND_ID_LENGTH = 40  # characters of an idempotency id
MAX_SEATS = 8
MAX_N = 2**31 - 1  # what the database holds


def _said(text: str) -> str:
    clean = names.plain(text)
    if not clean:
        raise ValueError("empty")
    return clean


Lang = Literal["en", "hu"]
Name = Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(names.plain)]
ChatText = Annotated[str, Field(min_length=1, max_length=CHAT_LENGTH), AfterValidator(_said)]
Phrase = Annotated[str, Field(pattern=r"^[a-z_]{1,32}$")]
SeatNumber = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Contribution = Annotated[str, Field(max_length=CONTRIBUTION_LENGTH, pattern=r"^[A-Za-z0-9+/=_-]*$")]
MoveIn = (
    Annotated[int, Field(ge=0, le=MAX_N)]
    | Annotated[str, Field(min_length=1, max_length=MOVE_LENGTH)]
)
PlayerSpec = Annotated[str, Field(pattern=r"^[a-z0-9_:.-]{1,32}$")]
# Known dice: those of a link, or new ones that a link can be made of.
Dice = Annotated[str, Field(pattern=r"^(new|[0-9a-f]{64})$")]
Options = Annotated[
    dict[
        Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}$")],
        Annotated[str, Field(pattern=r"^[A-Za-z0-9_+.,-]{0,64}$")],
    ],
    Field(max_length=24),
]
SeatWho = Literal["me", "device", "open", "bot"]


class Incoming(BaseModel):
    """What a page or a program sends: exact types, nothing extra."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Outgoing(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(extra="forbid")
