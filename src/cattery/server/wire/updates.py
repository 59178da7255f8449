"""What the server sends over the socket: snapshots, entries, the table, chat, answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from cattery.server.wire.fields import Incoming, Outgoing

Tagged = dict[str, Any]  # a move, view or event of the game: see the game's own schema


class Told(Outgoing):
    """One log entry as a seat, or the onlooker, saw it."""

    n: int
    seat: int
    # move, undo, take_back, resign; or unseen: another's step of a round played at once, of which
    # nobody else may know more than this until the round closes. Nothing is to be shown for it.
    kind: str
    move: str | None  # notation; None where it is hidden
    events: list[Tagged]
    lines: list[str]  # the events in words


class Can(Outgoing):
    """What a seat may do now besides moving."""

    undo: bool
    take_back: bool  # ask for one
    resign: bool


class Side(Outgoing):
    """The match as one seat sees it; `seat` None is the onlooker."""

    seat: int | None
    view: Tagged
    legal: list[int]  # action ids; empty when the seat doesn't decide now
    can: Can
    story: list[Told]  # without what was unseen


class EntrySide(Outgoing):
    """One new entry as one seat sees it, and what the match looks like after it.

    Without a view nothing has to change on the screen: either more entries follow at once (in a run
    of missed ones only the last has views), or the entry was unseen by this side.
    """

    seat: int | None
    told: Told
    view: Tagged | None
    legal: list[int]  # means something only with a view
    can: Can | None


class SeatView(Outgoing):
    """Who sits where."""

    seat: int
    who: Literal["open", "person", "bot"]
    name: str  # empty where none was given
    shown: str  # what they are called in stories and on every screen
    bot: str | None  # the player, where a bot plays
    stand_in: bool  # the bot plays for a person who is gone, and may come back
    mine: bool  # held by this browser
    here: bool  # connected now
    away_since: int | None  # ms since 1970; the person isn't connected
    replaceable: bool  # away for long enough: the host may let a bot play, or forfeit
    ready: bool  # has contributed to the seed, or passed it up


class ClockRules(Incoming):
    """A clock: a total per seat and an increment per turn, in seconds."""

    total: Annotated[int, Field(ge=1, le=24 * 3600)]
    increment: Annotated[int, Field(ge=0, le=600)] = 0
    flag: Literal["forfeit", "bot"] = "forfeit"


class Clock(Outgoing):
    """Milliseconds left per seat at server time `at`; those in `running` tick."""

    total: int
    increment: int
    flag: Literal["forfeit", "bot"]
    left: list[int]
    running: list[int]
    at: int


class TakeBackRequest(Outgoing):
    """Somebody wants a move back; `needed` seats haven't answered yet."""

    seat: int
    n: int
    granted: list[int]
    needed: list[int]


class Result(Outgoing):
    """How the match ended. With one seat: played to the end (`winners` is [0]) or given up ([])."""

    scores: list[float]
    payoffs: list[float]
    winners: list[int]  # several where the win is shared; none for a draw
    resigned: list[int]


class Fairness(Outgoing):
    """The seed's hash from the beginning, what browsers added, the seed itself at the end."""

    commitment: str
    contributions: list[str] | None  # by seat, once the match has started
    seed: str | None  # hex, when the match is over; with known dice at once


class TableView(Outgoing):
    """A table as one connection may see it."""

    id: str
    game: str
    options: dict[str, str]
    state: Literal["open", "playing", "over"]
    version: int  # rises with every change of the table itself
    n: int
    seats: list[SeatView]
    you: list[int]  # seats held by this browser
    host: bool  # this browser arranges the table
    waiting: list[int]  # seats that may act now; in a round played at once those not done
    clock: Clock | None
    clock_rules: ClockRules | None
    away_minutes: int
    chat: Literal["free", "phrases", "off"]
    listed: bool
    auto_start: bool
    hints: bool  # players may ask for hints
    seen_cards: bool  # everybody may look up which cards they have seen
    onlookers: int
    request: TakeBackRequest | None
    rematch: str | None  # the next table
    result: Result | None
    fairness: Fairness
    known_dice: bool  # the dice were known before the start, and don't count as fair
    # What a link needs that gives anybody the same dice (`NewTable.dice`): with known dice from the
    # start, else when the match is over; None where a game's chance doesn't go by moments.
    dice: str | None
    warming: bool  # the game is being compiled; it starts by itself
    outdated: bool  # begun under other rules than those in force: it can be seen, not played on
    created: int  # ms since 1970
    now: int  # server time in ms, for clocks


class ChatLine(Outgoing):
    """What a player said: free text, or the key of a set phrase."""

    k: int
    at: int
    seat: int
    name: str
    text: str | None
    phrase: str | None


class Snapshot(Outgoing):
    """Everything: the table, and the match from every side that this connection may see."""

    type: Literal["snapshot"]
    n: int
    table: TableView
    # One per held seat, or the onlooker's; both where several seats with secrets share a browser.
    # Empty before the start.
    sides: list[Side]
    chat: list[ChatLine]


class EntryMessage(Outgoing):
    """One log entry. `n` is the number of entries with this one: a gap means `hello` again.

    `waiting` is always as it is now, also where no side has a view: who is done can be shown.
    """

    type: Literal["entry"]
    n: int
    sides: list[EntrySide]
    waiting: list[int]
    clock: Clock | None
    over: bool


class TableMessage(Outgoing):
    """The table changed: seats, names, presence, requests, result."""

    type: Literal["table"]
    table: TableView


class SeatMoved(Outgoing):
    """A seat that this connection held has gone to another device; a snapshot follows."""

    type: Literal["seat_moved"]
    seat: int


class ChatMessage(Outgoing):
    """A new chat line."""

    type: Literal["chat"]
    line: ChatLine


class PreviewView(Outgoing):
    """What a move would do, for a move that hides no chance."""

    seat: int
    move: str
    action: int  # its id, however it was asked for
    view: Tagged
    events: list[Tagged]
    lines: list[str]


class Ack(Outgoing):
    """Done, and on disk."""

    type: Literal["ack"]
    id: str
    n: int
    preview: PreviewView | None = None
    table: str | None = None  # the table of a rematch


class Nack(Outgoing):
    """Not done, and why. `id` is None when the message couldn't even be read."""

    type: Literal["nack"]
    id: str | None
    n: int
    code: str
    rule: str | None
    text: str


class Pong(Outgoing):
    """The answer to a ping."""

    type: Literal["pong"]
    t: float | None


ServerMessage = Annotated[
    Snapshot | EntryMessage | TableMessage | SeatMoved | ChatMessage | Ack | Nack | Pong,
    Field(discriminator="type"),
]
server_message: TypeAdapter[
    Snapshot | EntryMessage | TableMessage | SeatMoved | ChatMessage | Ack | Nack | Pong
] = TypeAdapter(ServerMessage)
