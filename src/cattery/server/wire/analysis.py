"""HTTP bodies of what a search thinks: analyses, hints, and pictures of positions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from cattery.server.wire.fields import Outgoing
from cattery.server.wire.updates import Tagged


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


class SeenView(Outgoing):
    """A kind of card, in words, and how many of it a seat has seen."""

    card: str
    seen: int
    all: int


class SeenCards(Outgoing):
    """The cards of a match after n entries, as a seat or the onlooker has seen them."""

    n: int
    cards: list[SeenView]


class HintView(Outgoing):
    """A move for a seat that is to decide, from what that seat knows."""

    seat: int
    n: int  # log entries when it was asked for: void when more have been seen by this seat
    best: Considered
    worth: str  # how good it is, in words
    why: str  # the fact that speaks for it, in one sentence; empty where nothing is known
    then: list[str]  # what may follow, in words
    alternatives: list[Considered]  # the next best ones
