"""The parts that hints and analyses share: values, alternatives, and lines told in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from cattery.game import Game
from cattery.search import FEWEST_VISITS, Choice, Search, SearchSettings, Step
from cattery.text import game_words, tell

SAME = 0.005  # payoffs that nobody tells apart: a quarter of a per cent, or half a point

WORLDS = 12  # that must agree on an event before it is foretold


def chance(value: float) -> float:
    """An expected payoff as per cent: with two seats the chance to win, with more the share of the
    others that will be left behind.

    >>> chance(0.25), chance(-1.0)
    (62.5, 0.0)
    """
    return round(50 * (1 + max(-1.0, min(1.0, value))), 1)


def points(value: float) -> float:
    """An expected payoff of a game for one as points.

    >>> points(0.423)
    42.3
    """
    return round(100 * value, 1)


def unbiased_search(game: Game, seed: int | None) -> Search:
    """A search that tells what it found: with the margin by which players keep to what is usual the
    best choice might be worth less than those beside it."""
    return Search(game, SearchSettings.of(game, margin=0), seed=seed)


@dataclass(frozen=True, slots=True)
class Alternative:
    """A legal move as the search sees it, for the seat that moves."""

    action: int
    move: str  # notation
    visits: int  # how often the search has looked at it
    value: float  # expected payoff, -1 ... 1
    chance: float  # the same in per cent
    points: float | None  # expected at the end of a game for one; None where others play too
    proof: int  # 1 a certain win, -1 a certain loss, 0 open

    @classmethod
    def of(cls, game: Game, choice: Choice, seats: int) -> Alternative:
        """From the search's own words."""
        value = round(choice.value, 4)
        return cls(
            choice.action,
            game.format(game.move(choice.action)),
            choice.visits,
            value,
            chance(value),
            points(value) if seats == 1 else None,
            choice.proof,
        )


def sensible(choices: Sequence[Choice], usual: int | None) -> Sequence[Choice]:
    """With the usual move first where nothing tells it from the best: in a lost match all moves
    are worth the same, and the one looked into most may throw everything away."""
    best = choices[0]
    at = next((k for k, each in enumerate(choices) if each.action == usual), 0)
    stands = choices[at]
    if best.proof or stands.proof or stands.visits < FEWEST_VISITS:
        return choices
    if best.value - stands.value > SAME:
        return choices
    return (stands, *choices[:at], *choices[at + 1 :])


def next_best(choices: Iterable[Alternative]) -> tuple[Alternative, ...]:
    """Those that the search has looked into, the best first."""
    seen = [each for each in choices if each.proof or each.visits >= FEWEST_VISITS]
    return tuple(sorted(seen, key=lambda each: (each.proof, each.value), reverse=True))


@dataclass(frozen=True, slots=True)
class LineStep:
    """One decision of a line, as a seat would see it."""

    seat: int  # who decides
    move: str | None  # None where the watching seat can't see it
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """What happened, or is expected to, step by step."""

    steps: tuple[LineStep, ...]
    game: str = field(repr=False)

    def lines(self, lang: str, names: Sequence[str]) -> list[str]:
        """The line in words."""
        words = game_words(self.game, lang)
        return [tell(words, event, names) for step in self.steps for event in step.events]

    @property
    def moves(self) -> list[str]:
        """The notations, with … for those that can't be seen."""
        return [step.move or "…" for step in self.steps]


def expected_line(game: Game, steps: Iterable[Step], seat: int) -> Line:
    """A line of the search, as the seat would see it."""
    return Line(tuple(_told(game, step, seat) for step in steps), game.name)


def _told(game: Game, step: Step, seat: int) -> LineStep:
    events = tuple(game.story(step.before, step.action, step.after, seat))
    if step.tells(seat):
        events = _certain(game, step, seat, events)
    hidden = game.hides(step.before, step.action, seat)
    move = None if hidden else game.format(game.move(step.action))
    return LineStep(int(step.before["actor"][0]), move, events)


def _certain(game: Game, step: Step, seat: int, events: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of the events of a step those that any world would bring: what will be turned is unknown."""
    for rng in range(WORLDS):
        world = game.imagine(step.before, seat, rng)
        after = world.copy()
        game.apply(after, step.action)
        brought = list(game.story(world, step.action, after, seat))
        events = tuple(event for event in events if event in brought)
    return events


def line_json(line: Line, lang: str, names: Sequence[str]) -> dict[str, Any]:
    """A line as a plain object, with its words."""
    return {
        "steps": [
            {"seat": step.seat, "move": step.move, "events": [asdict(e) for e in step.events]}
            for step in line.steps
        ],
        "lines": line.lines(lang, names),
    }
