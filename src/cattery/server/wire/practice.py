"""HTTP bodies of what is practised on: positions of guided first games."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cattery.server.wire.fields import Incoming, MoveIn, Name, Outgoing
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
