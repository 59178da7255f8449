"""A guided first game: positions, moves and sentences as data, carried out by the real rules.

A game's `lesson.toml` has chapters, each a match of its own, and these have steps:

    seats = 2
    seat = 1                    # the learner's, counted from 1

    [[chapter]]
    options = { ghosts = "off" }
    position = "6/6/1kk3/6/6/6"
    seed = 1                    # of all chance; 0 where it isn't given

    [[chapter.step]]
    say = "row"                 # the sentence `lesson.row` of both catalogues
    play = ["k a3", "k d3"]     # what the learner may play here; `*` is anything legal
    then = ["k f6"]             # what happens next by itself, whoever is to act

A step without `play` is only read. A legal move that isn't asked for is answered with the sentence
`lesson.row_else`, or with general words where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from cattery import data
from cattery.data import Checked
from cattery.errors import OffLesson
from cattery.game import game as find_game

if TYPE_CHECKING:
    from cattery.match import Match, Told

FILE = "lesson.toml"
ANYTHING = "*"
MOST_SEEDS = 2**31


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A sentence, what the learner may do then, and what happens after it."""

    say: str  # the sentence is `lesson.<say>` of the game's catalogues
    play: tuple[str, ...] = ()  # the moves that lead on, as notation; none: the step is only read
    then: tuple[str, ...] = ()  # moves that follow by themselves


@dataclass(frozen=True, slots=True)
class Chapter:
    """A match of its own, from a position or from the beginning."""

    options: dict[str, str]
    position: str | None
    seed: int
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that happened on the way to a step: what was told, and the view after it."""

    told: Told
    view: Any


@dataclass(frozen=True, slots=True)
class LessonMoment:
    """A lesson at one of its steps."""

    number: int
    step: LessonStep
    match: Match
    seat: int
    begins: bool  # the first step of its chapter: another board is laid out
    shown: tuple[Shown, ...]  # what has happened since the step before

    @property
    def expected(self) -> tuple[int, ...]:
        """The moves that lead on, by their ids; none where the step is only read."""
        if self.step.play == (ANYTHING,):
            return self.match.legal_actions(self.seat)
        return tuple(self.match.resolve(move, self.seat) for move in self.step.play)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The guided first game of a game."""

    game: str
    seats: int
    seat: int  # the learner's
    chapters: tuple[Chapter, ...]

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """All steps, whatever their chapter."""
        return tuple(step for chapter in self.chapters for step in chapter.steps)

    def at(self, number: int, played: Sequence[int | str] = ()) -> LessonMoment:
        """The lesson at a step; `played` has the moves that the learner made before it, in order.

        Refuses with OffLesson where there is no such step, or a move isn't one of those asked for.
        """
        first, moves = 0, iter(played)
        for chapter in self.chapters:
            if number < first + len(chapter.steps):
                return self._follow(chapter, number, number - first, moves)
            for step in chapter.steps:
                if step.play and next(moves, None) is None:
                    raise OffLesson
            first += len(chapter.steps)
        raise OffLesson

    def _follow(
        self, chapter: Chapter, number: int, steps: int, moves: Iterator[int | str]
    ) -> LessonMoment:
        from cattery.match import Match

        match = Match.new(
            self.game,
            seats=self.seats,
            options=chapter.options,
            position=chapter.position,
            seed=chapter.seed,
        )
        shown: list[Shown] = []
        for at, step in enumerate(chapter.steps[: steps + 1]):
            here = LessonMoment(number - steps + at, step, match, self.seat, at == 0, tuple(shown))
            if at == steps:
                break
            shown = [self._play(match, _asked_for(here, moves), self.seat)] if step.play else []
            shown += [self._play(match, each, match.waiting[0]) for each in step.then]
        return here

    def _play(self, match: Match, move: int | str, seat: int) -> Shown:
        entry = match.play(move, seat)
        return Shown(match.told(entry.n, self.seat), match.view(self.seat))


def _asked_for(here: LessonMoment, moves: Iterator[int | str]) -> int:
    """What the learner played at a step, if it is what the step asks for."""
    move = next(moves, None)
    if move is None:
        raise OffLesson
    action = here.match.resolve(move, here.seat)
    if action not in here.expected:
        raise OffLesson
    return action


def has_lesson(name: str) -> bool:
    """Whether a game has a guided first game."""
    return (data.folder(name) / FILE).is_file()


@cache
def lesson(name: str) -> Lesson:
    """The guided first game of a game; BadData where it can't be read."""
    sheet = Checked.read(name, FILE)
    seats = sheet.number("seats", 1, find_game(name).seats[-1])
    return Lesson(
        name,
        seats,
        sheet.number("seat", 1, seats) - 1,
        tuple(_chapter(chapter) for chapter in sheet.tables("chapter")),
    )


def _chapter(sheet: Checked) -> Chapter:
    options = sheet.table("options").content if "options" in sheet.content else {}
    return Chapter(
        {name: str(value) for name, value in options.items()},
        sheet.text(key="position") if "position" in sheet.content else None,
        sheet.number("seed", 0, MOST_SEEDS) if "seed" in sheet.content else 0,
        tuple(_step(step) for step in sheet.tables("step")),
    )


def _step(sheet: Checked) -> LessonStep:
    return LessonStep(
        sheet.text(key="say"),
        sheet.texts("play") if "play" in sheet.content else (),
        sheet.texts("then") if "then" in sheet.content else (),
    )
