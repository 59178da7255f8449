"""Thinkers play against themselves and each other; a decision becomes a row to learn from."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cattery.game import Game
from cattery.learned import Learned
from cattery.search import Limits, Search, SearchReport, SearchSettings
from cattery.seat import Seat

if TYPE_CHECKING:
    from cattery.game import States

Array = np.ndarray[Any, Any]
TRIED = 16  # choices of a decision whose visits are kept, the most visited ones
SIZE = 1 << 15  # of the trees, as few iterations need it
SHARPNESS = 2  # the power of visits by which a choice is drawn
OPENING_OF_MATCHES = 2  # decisions by lot, the same for both sides


@dataclass(frozen=True)
class Variety:
    """What makes games differ, so that the search's odd positions are met as well."""

    opening: int = 8  # at most so many first decisions are by lot
    whim: float = 0.03  # how often a later one is
    tempered: int = 14  # decisions after the opening that are drawn by visits


class Mind(NamedTuple):
    """Who thinks: by what was learned, or as the game's hand-made wits do."""

    learned: Learned | None
    iterations: int

    def search(self, game: Game, seed: int) -> Search:
        """A search for one game."""
        settings = SearchSettings.of(game, **_changes(game, self.learned))
        return Search(game, settings, seed=seed, size=SIZE, learned=self.learned)


def _changes(game: Game, learned: Learned | None) -> dict[str, Any]:
    """The game's settings for what is learned, whether or not anything is checked in."""
    if learned is None:
        return {"learned": False}
    return dict(game.facts.get("search", {}).get("learned", {}))


def rows_dtype(game: Game, seats: int) -> np.dtype[Any]:
    """A decision: the state as its bytes, what the search thought of it, how the game ended."""
    return np.dtype(
        [
            ("state", np.uint8, (game.dtype.itemsize,)),
            ("game", np.int64),  # rows of one game have one number
            ("value", np.float32),  # what the search expects for the actor
            ("proof", np.int8),  # 1 a certain win of the actor, -1 a certain loss
            ("actions", np.int16, (TRIED,)),  # -1 behind the last
            ("visits", np.int32, (TRIED,)),
            ("payoffs", np.float32, (seats,)),  # of the game's end
        ]
    )


def variants(game: Game) -> list[dict[str, str]]:
    """Every combination of the options, but for those that chance may choose: they stay with it."""
    by_lot = {"random", "seat"}
    fixed = [option for option in game.options if not by_lot & set(option.values)]
    names = [option.name for option in fixed]
    return [dict(zip(names, each, strict=True)) for each in product(*(o.values for o in fixed))]


def seats_of(game: Game) -> int:
    """At how many seats it is played: two where two can play."""
    return 2 if 2 in game.seats else game.seats[0]


def _deal(game: Game, number: int, source: np.random.Generator) -> States:
    options = variants(game)
    rng = int(source.integers(2**62))
    return game.new(seats_of(game), options[number % len(options)], rng)


def _known(game: Game, state: States, played: tuple[int, ...]) -> Seat:
    """What the actor knows."""
    actor = int(state["actor"][0])
    world = game.imagine(state, actor, rng=0)
    return Seat(game, actor, world, lambda since: [], () if game.hidden else played)


def play_alone(game: Game, number: int, seed: int, mind: Mind, variety: Variety) -> Array:
    """The rows of a game that a mind plays against itself."""
    source = np.random.default_rng((seed, number))
    state = _deal(game, number, source)
    search = mind.search(game, int(source.integers(2**62)))
    limits = Limits(iterations=mind.iterations, settle_early=False)
    lots = int(source.integers(variety.opening + 1))
    rows: list[Any] = []
    played: tuple[int, ...] = ()
    while not state["over"][0]:
        legal = game.legal(state)
        if len(legal) == 1:
            action = legal[0]
        elif len(played) < lots or source.random() < variety.whim:
            action = int(source.choice(legal))
        else:
            report = search.run(_known(game, state, played), limits)
            rows.append(_row(game, number, state, report))
            action = _chosen(report, source, len(played) - lots < variety.tempered)
        game.apply(state, action)
        played = (*played, action)
    table = np.array(rows, rows_dtype(game, int(state["seats"][0])))
    table["payoffs"] = game.payoffs(state)
    return table


def _row(game: Game, number: int, state: States, report: SearchReport) -> Any:
    row = np.zeros((), rows_dtype(game, int(state["seats"][0])))
    row["state"] = state.view(np.uint8).reshape(-1)
    row["game"], row["value"], row["proof"] = number, report.best.value, report.best.proof
    row["actions"] = -1
    tried = sorted(report.choices, key=lambda choice: -choice.visits)[:TRIED]
    for k, choice in enumerate(tried):
        if choice.visits:
            row["actions"][k], row["visits"][k] = choice.action, choice.visits
    return row


def _chosen(report: SearchReport, source: np.random.Generator, tempered: bool) -> int:
    """The best action, or one that is drawn by its visits if it isn't lost."""
    drawn = [choice for choice in report.choices if choice.proof >= 0 and choice.visits]
    if report.best.proof > 0 or not tempered or not drawn:
        return report.best.action
    weights = np.array([choice.visits for choice in drawn], float) ** SHARPNESS
    return drawn[int(source.choice(len(drawn), p=weights / weights.sum()))].action


def seconds_per_iteration(game: Game, states: States, minds: Sequence[Mind]) -> list[float]:
    """What an iteration costs each mind in these positions; they take turns, on one core."""
    spent, done = [0.0] * len(minds), [0] * len(minds)
    for each in states:
        known = _known(game, each.reshape(1), ())
        for k, mind in enumerate(minds):
            search = mind.search(game, 1)
            search.run(known, Limits(iterations=1))  # room for the tree, and compiled code
            search.forget()
            began = time.process_time()
            limits = Limits(iterations=mind.iterations, settle_early=False)
            done[k] += search.run(known, limits).iterations
            spent[k] += time.process_time() - began
    return [seconds / max(1, count) for seconds, count in zip(spent, done, strict=True)]


def meet(game: Game, number: int, seed: int, mind: Mind, other: Mind) -> float:
    """The payoff of `mind` in a game against another; games 2k and 2k+1 are one with seats swapped.

    Chance belongs to the deal and the seat: of two minds that are the same, one wins what the other
    loses. Where more than two play, one sits against a table of the other.
    """
    seats = seats_of(game)
    source = np.random.default_rng((seed, number // seats))
    state = _deal(game, number // seats, source)
    own = number % seats
    minds = [mind if seat == own else other for seat in range(seats)]
    searches = [each.search(game, int(source.integers(2**62))) for each in minds]
    played: tuple[int, ...] = ()
    while not state["over"][0]:
        actor, legal = int(state["actor"][0]), game.legal(state)
        if len(played) < OPENING_OF_MATCHES:
            action = int(source.choice(legal))
        elif len(legal) == 1:
            action = legal[0]
        else:
            limits = Limits(iterations=minds[actor].iterations)
            action = searches[actor].run(_known(game, state, played), limits).best.action
        game.apply(state, action)
        played = (*played, action)
    return float(game.payoffs(state)[own])
