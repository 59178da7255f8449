"""HTTP bodies of what is practised on: guided first games, puzzles, daily deals; of diagrams."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cattery.server.wire.analysis import PictureView
from cattery.server.wire.fields import Incoming, MoveIn, Name, Outgoing
from cattery.server.wire.matches import ComparedResult
from cattery.server.wire.updates import PreviewView, Tagged, Told

MAX_STEPS = 200  # of a lesson
Actions = Annotated[list[Annotated[int, Field(ge=0, lt=2**31)]], Field(max_length=MAX_STEPS)]


class Scene(Outgoing):
    """Something that happened, and the view after it."""

    told: Told
    view: Tagged


class Practised(Outgoing):
    """A position to practise on, as the learner sees it, and what has just happened there."""

    seat: int
    names: list[str]
    waiting: list[int]
    scenes: list[Scene]
    view: Tagged
    legal: list[int]
    expected: list[int]  # the moves that lead on
    over: bool


class Looked(Outgoing):
    """What a move would do; nothing where chance hides it."""

    preview: PreviewView | None


class LessonAt(Incoming):
    """A step of a guided first game, and the moves that the learner made before it."""

    step: int = Field(ge=0, lt=MAX_STEPS)
    played: Actions = Field([])
    name: Name = ""  # the learner's


class LessonTry(LessonAt):
    """A move to look at, at a step of a lesson."""

    move: MoveIn


class LessonView(Outgoing):
    """A guided first game at one of its steps."""

    game: str
    step: int
    steps: int
    say: str
    otherwise: str  # what is said to other moves than the expected ones
    begins: bool  # another board is laid out
    at: Practised


class PuzzleAt(Incoming):
    """A puzzle as it is set, or after the right move that was found."""

    played: Annotated[Actions, Field(max_length=1)] = Field([])
    name: Name = ""  # the solver's


class PuzzleTry(Incoming):
    """A move to look at in a puzzle."""

    name: Name = ""
    move: MoveIn


class PuzzleList(Outgoing):
    """How many puzzles a game has, and which is today's."""

    game: str
    count: int
    today: int
    day: int  # days since the first of January 1970, for streaks


class PuzzleView(Outgoing):
    """A puzzle."""

    game: str
    number: int
    count: int
    goal: Literal["win", "hold", "best"]
    turns: int  # within which to win, or for how many of the others' to hold; 0 for `best`
    worth: list[int]  # best: per cent, or points alone, of the right move and of the next
    why: list[str]  # of each right move, in the order of their ids; empty where nothing is known
    at: Practised


class PuzzleAnswer(Outgoing):
    """What is wrong with a move that isn't right.

    The other gets away; the other wins within so many turns; it wins as well, but too late; it is
    worth less.
    """

    verdict: Literal["escapes", "loses", "later", "worse"]
    turns: int  # loses: within so many of the other's; 0 where the move itself loses
    worth: int | None  # worse: per cent, or points alone, where it is known
    told: list[str]  # escapes, loses: the other's answer
    at: Practised | None  # escapes, loses: the move, and what follows it


class DiagramFrame(Outgoing):
    """A moment of a diagram: what has just happened, and the view after it."""

    told: Told | None  # None before the first move
    view: Tagged
    waiting: list[int]
    picture: PictureView | None  # where it was asked for


class PlayedDiagram(Outgoing):
    """A diagram of the rules that is played forward."""

    text: str  # the block in the rules, as it is written
    seat: int | None  # whose eyes it is seen with; None is an onlooker's
    names: list[str]
    frames: list[DiagramFrame]


class DiagramList(Outgoing):
    """The diagrams of a game's rules that are played forward."""

    game: str
    diagrams: list[PlayedDiagram]


class DailyPlayer(Incoming):
    """Somebody who plays the deal of the day."""

    name: Name = ""


class Daily(Outgoing):
    """The deal of the day, the same for everybody, and what people on this server made of it."""

    game: str
    day: int  # days since the first of January 1970
    seats: int
    bot: str  # who the others are
    results: list[ComparedResult]  # of each browser the first, the best first
