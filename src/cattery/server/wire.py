"""Every message of the socket and every body of the HTTP API, as pydantic models.

What comes in is validated by these models; what goes out is encoded straight from dicts and
dataclasses for speed, and the tests hold it against these models.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

NAME_LENGTH = 24  # characters of a player's name
CHAT_LENGTH = 300  # characters of a chat line
MOVE_LENGTH = 200  # characters of a move in notation
CONTRIBUTION_LENGTH = 64  # characters that a browser adds to the seed
COMMAND_ID_LENGTH = 40  # characters of an idempotency id
MAX_SEATS = 8
MAX_N = 2**31 - 1  # what the database holds


def plain(text: str) -> str:
    """The text without control and format characters, runs of blanks made one.

    >>> plain(" Mi\\u202eci\\n ")
    'Mici'
    """
    kept = (
        " " if char.isspace() else char
        for char in text
        if char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return " ".join("".join(kept).split())


def _said(text: str) -> str:
    clean = plain(text)
    if not clean:
        raise ValueError("empty")
    return clean


Lang = Literal["en", "hu"]
Name = Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(plain)]
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


# --- what a page asks of a table ---------------------------------------------------------------


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


class Forfeit(Incoming):
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
    | Forfeit
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


# --- what the server tells ---------------------------------------------------------------------

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
    Snapshot | EntryMessage | TableMessage | ChatMessage | Ack | Nack | Pong,
    Field(discriminator="type"),
]
server_message: TypeAdapter[
    Snapshot | EntryMessage | TableMessage | ChatMessage | Ack | Nack | Pong
] = TypeAdapter(ServerMessage)


# --- bodies of the HTTP API --------------------------------------------------------------------


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
    known_dice: bool
    created: int
    touched: int


class TableList(Outgoing):
    """Tables, the newest first."""

    tables: list[TableCard]


class OptionInfo(Outgoing):
    """An option of a game with its values, in words."""

    name: str
    title: str
    default: str
    values: list[OptionValue]  # all there are; of an arrangement those that are offered by name
    kind: Literal["values", "arrangement"]
    letters: list[OptionValue]  # arrangement: what is arranged, else empty
    choose: int  # arrangement: how many letters, all different, in order, make a value
    pictures: bool  # whether values have pictures: `picture.svg?{name}={value}`, and `about`


class OptionValue(Outgoing):
    """A value of an option, or a letter of an arrangement."""

    value: str
    title: str
    about: str | None  # a sentence for those who don't know it
    seats: int  # the fewest seats of a table that may choose it


class BotInfo(Outgoing):
    """A player that can fill a seat."""

    name: str
    title: str


class GameInfo(Outgoing):
    """A game on the shelf."""

    name: str
    title: str
    tagline: str
    seats: list[int]  # how many can play
    options: list[OptionInfo]
    bots: list[BotInfo]
    usual_bot: str
    rules_version: int
    designer: str
    publisher: str
    year: int
    hidden: bool  # whether seats know different things
    at_once: bool  # whether all play their rounds at the same time
    minutes: int  # about how long a match takes; 0 if unknown
    state: Literal["cold", "warming", "ready", "failed"]
    moves_version: str  # of the list of moves, for its address: rules and data
    actions: int | None  # how many moves there are; None until the game is ready
    by_moment: bool | None  # whether dice can be known (`NewTable.dice`); None until ready


class GameList(Outgoing):
    """The games."""

    games: list[GameInfo]


class MoveInfo(Outgoing):
    """The move behind an action id."""

    move: Tagged
    notation: str


class MoveList(Outgoing):
    """Every move of a game: the index is the action id."""

    game: str
    moves: list[MoveInfo]


class MoveColumns(Outgoing):
    """The moves of one kind in a block, field by field."""

    type: str
    fields: dict[str, list[Any]]  # one value per move, in the order of their ids


class MoveBlock(Outgoing):
    """The moves from id `first` on, at most 1024.

    `kinds` says for every id of which of the `columns` its move is; each takes the next row there.
    """

    game: str
    version: str
    block: int
    first: int
    kinds: list[int]
    columns: list[MoveColumns]
    notation: list[str]


class RulesPage(Outgoing):
    """The rules for players, in Markdown."""

    game: str
    lang: Lang
    markdown: str


class WordList(Outgoing):
    """A catalogue: dotted keys and templates."""

    lang: Lang
    words: dict[str, str]


class VerdictView(Outgoing):
    """Whether a saved match holds what it promises."""

    ok: bool
    text: str  # what is wrong, in words; empty if nothing is


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


# --- own bests, and the same dice for others ----------------------------------------------------


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
    points: float
    at: int
    known_dice: bool  # the dice were known to the player beforehand


class Comparison(Outgoing):
    """Everybody on this server who played with the same dice, the best first."""

    game: str
    options: dict[str, str]
    dice: str
    results: list[ComparedResult]


# --- what a search thinks ----------------------------------------------------------------------


class Considered(Outgoing):
    """A move as the search sees it, for the seat that moves."""

    action: int
    move: str  # notation
    chance: float  # per cent: to win, or with more than two seats of the others left behind
    points: float | None  # expected at the end; None where others play too
    proof: int  # 1 a certain win, -1 a certain loss, 0 neither
    events: list[Tagged]  # what it does, as far as that was to be seen beforehand
    lines: list[str]  # the events in words


class ToldStep(Outgoing):
    """One decision of a line, in words."""

    seat: int
    lines: list[str]


class JudgementView(Outgoing):
    """One move of a match, judged by what its player knew."""

    n: int  # the log's entry
    seat: int
    grade: Literal["forced", "best", "good", "slip", "mistake", "blunder"]
    chance_before: float  # with the best move, in per cent
    chance_after: float  # with the move that was played
    chance_cost: float
    points_cost: float | None  # what the move cost in a game for one; None where others play too
    played: Considered
    alternatives: list[Considered]  # the best moves, the best first
    best_line: list[ToldStep]  # what was expected to follow the best move
    played_line: list[ToldStep]  # what did happen, as the seat saw it


class SeatSummaryView(Outgoing):
    """How one seat has played."""

    seat: int
    moves: int  # that were judged and not forced
    best: int
    slips: int
    mistakes: int
    blunders: int
    mean_cost: float  # chance lost per move, in per cent
    mean_points: float | None  # points lost per move in a game for one


class AnalysisQueued(Outgoing):
    """Others go first."""

    type: Literal["queued"]
    ahead: int


class AnalysisJudged(Outgoing):
    """One more move is judged."""

    type: Literal["judged"]
    done: int
    total: int
    judgement: JudgementView


class AnalysisDone(Outgoing):
    """Every move is judged."""

    type: Literal["done"]
    total: int
    summaries: list[SeatSummaryView]


class AnalysisFailed(Outgoing):
    """It couldn't be finished."""

    type: Literal["failed"]
    code: str
    text: str


AnalysisNews = Annotated[
    AnalysisQueued | AnalysisJudged | AnalysisDone | AnalysisFailed, Field(discriminator="type")
]
analysis_news: TypeAdapter[AnalysisQueued | AnalysisJudged | AnalysisDone | AnalysisFailed] = (
    TypeAdapter(AnalysisNews)
)


class PictureView(Outgoing):
    """A match after n entries, as a seat or the onlooker sees it: drawn, and in sentences."""

    n: int
    seat: int | None
    svg: str
    spoken: list[str]


class HintView(Outgoing):
    """A move for a seat that is to decide, from what that seat knows."""

    seat: int
    n: int  # log entries when it was asked for: void when more have been seen by this seat
    best: Considered
    worth: str  # how good it is, in words
    then: list[str]  # what may follow, in words
    alternatives: list[Considered]  # the next best ones


# --- the server --------------------------------------------------------------------------------


class Me(Outgoing):
    """This browser, as the server knows it."""

    seats: int  # how many seats it holds
    local: bool  # on the server's own machine
    server: ServerInfo


class ServerInfo(Outgoing):
    """What this server offers."""

    version: str
    open_tables: bool  # whether open tables are listed
    network: bool  # reachable from other machines
    phrases: list[str]  # keys of the set phrases of the chat


class Invitation(Outgoing):
    """Addresses of the server that work from other machines, best first."""

    addresses: list[str]  # without a path: put the table's behind it
    network: bool


class Health(Outgoing):
    """The server answers, and so does its database."""

    ok: bool
    version: str
    tables: int
    sockets: int


class Problem(Outgoing):
    """Why a request was refused: the one error shape."""

    code: str
    rule: str | None = None
    text: str


OptionInfo.model_rebuild()
Me.model_rebuild()

BODIES: tuple[type[BaseModel], ...] = (
    NewTable,
    QuickGame,
    JoinTable,
    SeatToken,
    SavedMatch,
    TableLink,
    SeatLink,
    TableCard,
    TableList,
    GameInfo,
    GameList,
    MoveInfo,
    MoveList,
    MoveBlock,
    RulesPage,
    WordList,
    VerdictView,
    Frame,
    Replay,
    PictureView,
    BestList,
    ChangeBest,
    Comparison,
    HintView,
    Me,
    Invitation,
    Health,
    Problem,
)
