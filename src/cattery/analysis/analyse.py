"""The moves of a match, each judged from what its seat knew at the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from cattery.analysis.lines import (
    Alternative,
    Line,
    LineStep,
    chance,
    expected_line,
    line_json,
    next_best,
    points,
    unbiased_search,
)
from cattery.search import Choice, Limits, SearchReport
from cattery.seat import Seat, witnessed

if TYPE_CHECKING:
    from cattery.match import Match, PlayedStep

Grade = Literal["forced", "best", "good", "slip", "mistake", "blunder"]
Grades = tuple[tuple[float, Grade], ...]
# From how many per cent of chance lost a move is more than good; alone, from how many points.
GRADES: Grades = ((20.0, "blunder"), (10.0, "mistake"), (4.0, "slip"))
GRADES_ALONE: Grades = ((5.0, "blunder"), (2.5, "mistake"), (1.0, "slip"))
SHOWN = 5  # alternatives
LONGEST = 6  # decisions of a line
ESTIMATE = 0.01  # payoffs nearer than this are the same
ESTIMATE_ALONE = 0.002  # a fifth of a point
OUTCOMES = 8  # over which the worth of a move with chance in it is averaged
ENOUGH_VISITS = 0.25  # of the best move's: below that the played move is looked at again


@dataclass(frozen=True, slots=True)
class Judgement:
    """One move, and what the search thinks of it; values are for the seat that moved."""

    n: int  # the log's entry
    seat: int
    move: str
    before: float  # expected payoff with the best move, -1 ... 1
    after: float  # with the move that was played
    chance_before: float  # the same in per cent
    chance_after: float
    cost: float  # payoff lost, 0 or more
    chance_cost: float
    points_before: float | None  # the same in points, in a game for one
    points_after: float | None
    points_cost: float | None
    grade: Grade
    played: Alternative
    best: Alternative
    alternatives: tuple[Alternative, ...]  # the best moves, the best first
    best_line: Line  # what was expected to follow the best move
    played_line: Line  # what did happen, as the seat saw it


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How one seat has played."""

    seat: int
    moves: int  # that were judged and not forced
    best: int
    slips: int
    mistakes: int
    blunders: int
    mean_cost: float  # chance lost per move, in per cent
    mean_points: float | None  # points lost per move, in a game for one


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of one seat: (entries played by then, its chance in per cent).

    Alone it is of points: (entries played by then, the score that was expected).
    """

    seat: int
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """All judgements of a match, in its order."""

    game: str
    seats: int
    judgements: tuple[Judgement, ...]
    total: int  # moves of the match
    result: tuple[float, ...] | None = field(default=None)  # its payoffs, if it is over
    entries: int = 0  # of its log
    scores: tuple[float, ...] | None = field(default=None)  # the points, if it is over

    @property
    def complete(self) -> bool:
        """Whether every move was judged."""
        return len(self.judgements) == self.total

    @property
    def summaries(self) -> tuple[SeatSummary, ...]:
        """One per seat."""
        return tuple(_summary(seat, self.judgements, self.seats) for seat in range(self.seats))

    @property
    def series(self) -> tuple[Curve, ...]:
        """The curves of the graph: with two seats the first one's, else one per seat."""
        if self.seats != 2:
            return tuple(self._curve(seat, self._own(seat)) for seat in range(self.seats))
        curve = [
            (each.n + 1, each.chance_after if each.seat == 0 else round(100 - each.chance_after, 1))
            for each in self.judgements
        ]
        return (self._curve(0, curve),)

    def _own(self, seat: int) -> list[tuple[int, float]]:
        own = [each for each in self.judgements if each.seat == seat]
        return [
            (each.n + 1, each.chance_after if each.points_after is None else each.points_after)
            for each in own
        ]

    def _curve(self, seat: int, curve: list[tuple[int, float]]) -> Curve:
        """A curve that ends with the result, if there is one."""
        if self.result is not None and self.scores is not None and self.complete:
            end = self.scores[0] if self.seats == 1 else chance(self.result[seat])
            curve = [point for point in curve if point[0] < self.entries]
            curve.append((self.entries, end))
        return Curve(seat, tuple(curve))

    def as_json(self, lang: str, names: Sequence[str]) -> dict[str, Any]:
        """A plain object, with the lines in words."""
        return {
            "game": self.game,
            "seats": self.seats,
            "total": self.total,
            "complete": self.complete,
            "judgements": [judgement_json(each, lang, names) for each in self.judgements],
            "summaries": [asdict(each) for each in self.summaries],
            "series": [asdict(each) for each in self.series],
        }


def judgement_json(judgement: Judgement, lang: str, names: Sequence[str]) -> dict[str, Any]:
    """A judgement as a plain object, with its lines in words."""
    plain = {
        name: getattr(judgement, name)
        for name in Judgement.__slots__
        if name not in ("played", "best", "alternatives", "best_line", "played_line")
    }
    return {
        **plain,
        "played": asdict(judgement.played),
        "best": asdict(judgement.best),
        "alternatives": [asdict(each) for each in judgement.alternatives],
        "best_line": line_json(judgement.best_line, lang, names),
        "played_line": line_json(judgement.played_line, lang, names),
    }


Progress = Callable[[int, int, Judgement], None]  # done, total, the latest


def analyse(
    match: Match,
    *,
    seconds_per_move: float = 0.3,
    iterations_per_move: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    seed: int = 0,
) -> Analysis:
    """Judge every move that stands. When it is cancelled, what is done so far is returned.

    An interrupt from the keyboard cancels too: Ctrl-C gives what is done so far.
    """
    steps = match.steps
    judge = _Judge(match, seconds_per_move, iterations_per_move, cancelled, seed)
    judgements: list[Judgement] = []
    try:
        for at in range(len(steps)):
            judgement = judge.judge(at)
            if judgement is None:
                break
            judgements.append(judgement)
            if progress:
                progress(len(judgements), len(steps), judgement)
    except KeyboardInterrupt:
        pass
    result = match.result
    return Analysis(
        match.game.name,
        match.seats,
        tuple(judgements),
        len(steps),
        result.payoffs if result else None,
        match.n,
        result.scores if result else None,
    )


class _Judge:
    """Looks at the moves of one match, one after the other, with one search that remembers."""

    def __init__(
        self,
        match: Match,
        seconds: float,
        iterations: int | None,
        cancelled: Callable[[], bool] | None,
        seed: int,
    ) -> None:
        self.match, self.game, self.steps = match, match.game, match.steps
        self.limits = Limits(
            seconds=None if iterations else seconds, iterations=iterations, settle_early=False
        )
        self.cancelled = cancelled
        self.seed = seed
        self.search = unbiased_search(match.game, seed)

    def judge(self, at: int) -> Judgement | None:
        """The judgement of the at-th move; None when it was cancelled."""
        step = self.steps[at]
        seat = self._seat(step.before, step.seat, at)
        report = self.search.run(seat, self.limits, cancelled=self.cancelled)
        played = self._played(step, at, report)
        if self.cancelled and self.cancelled():
            return None
        choices = self._ranked(report, played)
        best = choices[0]
        line = expected_line(self.game, self.search.line(seat, best.action, LONGEST), step.seat)
        return _judgement(self.match.seats, step, choices, played, line, self._what_happened(at))

    def _seat(self, state: Any, number: int, played: int) -> Seat:
        """What a seat knew at a moment."""
        known = state.copy()
        known["actor"] = number if state["waiting"][0] >> number & 1 else state["actor"]
        world = self.game.imagine(known, number, rng=0)
        actions = () if self.game.hidden else tuple(s.action for s in self.steps[:played])
        match = self.match
        return Seat(
            self.game,
            number,
            world,
            lambda since: [],
            actions,
            options=match.options,
            witnessed=lambda: witnessed(match, number, played),
        )

    def _played(self, step: PlayedStep, at: int, report: SearchReport) -> Choice:
        """The choice that was made, looked at once more where the search passed it by."""
        choice = next(each for each in report.choices if each.action == step.action)
        passed_by = choice.visits < ENOUGH_VISITS * report.best.visits
        # A win that is proven ends the search, however little it has seen of the rest.
        if choice.proof or not (passed_by or report.best.proof):
            return choice
        if step.after["over"][0]:
            value = self.game.payoffs(step.after)[step.seat]
            proof = int(value) if self.search.perfect_information and abs(value) == 1 else 0
            return Choice(choice.action, choice.visits, value, proof)
        return self._looked_at_again(choice, step, at)

    def _looked_at_again(self, choice: Choice, step: PlayedStep, at: int) -> Choice:
        """With trees of its own, over several outcomes where chance or cards are in it: what did
        come was unknown to the seat."""
        before = self._seat(step.before, step.seat, at)
        outcomes = 1 if self.search.perfect_information else OUTCOMES
        limits = _shared(self.limits, outcomes)
        values, proof = [], 0
        for number in range(outcomes):
            after = before.imagine(self.seed + number)
            self.game.apply(after, step.action)
            seat = self._seat(after, step.seat, at + 1)
            search = unbiased_search(self.game, self.seed)
            value, proof = search.value(seat, limits, cancelled=self.cancelled)
            values.append(value)
        return Choice(choice.action, choice.visits, sum(values) / outcomes, proof)

    def _ranked(self, report: SearchReport, played: Choice) -> list[Alternative]:
        """All choices, the best first; the played one by what is known of it now."""
        choices = [played if c.action == played.action else c for c in report.choices]
        best, *rest = choices
        if played.action != best.action and _as_good(played, best, self.match.seats):
            rest = [each for each in choices if each is not played]
            best = played
        return [Alternative.of(self.game, choice, self.match.seats) for choice in (best, *rest)]

    def _what_happened(self, at: int) -> Line:
        """The move and what followed, as its seat was told of it."""
        number = self.steps[at].seat
        told = (self.match.told(step.n, number) for step in self.steps[at:])
        seen = (LineStep(each.seat, each.move, each.events) for each in told if each.seen)
        return Line(tuple(islice(seen, LONGEST)), self.game.name)


def _shared(limits: Limits, parts: int) -> Limits:
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds / parts,
        iterations=-(-limits.iterations // parts) if limits.iterations else None,
    )


def _as_good(choice: Choice, other: Choice, seats: int) -> bool:
    """Whether a choice is no worse than another, as far as estimates can tell."""
    if choice.proof != other.proof:
        return choice.proof > other.proof
    return choice.value >= other.value - (ESTIMATE_ALONE if seats == 1 else ESTIMATE)


def _judgement(
    seats: int,
    step: PlayedStep,
    choices: list[Alternative],
    played: Choice,
    line: Line,
    happened: Line,
) -> Judgement:
    best, alone = choices[0], seats == 1
    mine = next(each for each in choices if each.action == played.action)
    before = max(best.value, mine.value)
    cost = 0.0 if mine.action == best.action else round(before - mine.value, 4)
    lost = round(chance(before) - chance(before - cost), 1)
    fewer = round(points(before) - points(before - cost), 1)
    return Judgement(
        n=step.n,
        seat=step.seat,
        move=mine.move,
        before=before,
        after=round(before - cost, 4),
        chance_before=chance(before),
        chance_after=chance(before - cost),
        cost=cost,
        chance_cost=lost,
        points_before=points(before) if alone else None,
        points_after=points(before - cost) if alone else None,
        points_cost=fewer if alone else None,
        grade=_grade(
            len(choices),
            mine.action == best.action,
            fewer if alone else lost,
            GRADES_ALONE if alone else GRADES,
        ),
        played=mine,
        best=best,
        alternatives=(best, *next_best(choices[1:SHOWN])),
        best_line=line,
        played_line=happened,
    )


def _grade(legal: int, is_best: bool, lost: float, grades: Grades) -> Grade:
    if legal == 1:
        return "forced"
    if is_best:
        return "best"
    return next((grade for least, grade in grades if lost >= least), "good")


def _summary(seat: int, judgements: Sequence[Judgement], seats: int) -> SeatSummary:
    own = [each for each in judgements if each.seat == seat and each.grade != "forced"]
    grades = [each.grade for each in own]
    mean = sum(each.chance_cost for each in own) / max(1, len(own))
    fewer = sum(each.points_cost or 0.0 for each in own) / max(1, len(own))
    return SeatSummary(
        seat,
        len(own),
        grades.count("best"),
        grades.count("slip"),
        grades.count("mistake"),
        grades.count("blunder"),
        round(mean, 2),
        round(fewer, 2) if seats == 1 else None,
    )
