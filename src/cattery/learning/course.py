"""The course of learning: generations of self-play, fits and matches, all of it files in a folder.

A generation plays games with the best mind so far, at first the game's hand-made one, fits new
tables to the games of the last generations, and keeps them if they win their match. Whatever has a
file already isn't done again, so a course goes on where it was interrupted.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import cattery
from cattery.arena.intervals import Rate
from cattery.arena.setup import code_digest, search_sources
from cattery.arena.worker_pool import WorkerPool
from cattery.game import Game
from cattery.learned import Learned
from cattery.learning import fit
from cattery.learning.selfplay import (
    Array,
    Mind,
    Variety,
    meet,
    play_alone,
    seconds_per_iteration,
)
from cattery.search.net import sense_each

KEPT_OUT = 8  # every eighth game is, to see how well others are foretold
TIMED = 40  # positions in which the time of an iteration is measured


@dataclass(frozen=True)
class Plan:
    """What a course does; with the same plan it comes to the same tables."""

    game: str
    seed: int = 1
    generations: int = 3
    games: int = 2000  # of each generation
    iterations: int = 600  # of the search, per decision
    units: int = 32  # hidden ones of the estimate
    window: int = 2  # generations whose games are learned from
    result: float = (
        0.5  # how much of an example's target is the result; the rest is the search's value
    )
    match: int = 400  # games against the best so far, at equal time
    curve: int = 100  # games against the first mind
    handicap: int = (
        8  # how often the iterations of the first mind are more, so that it isn't beaten always
    )
    chunk: int = 20  # games of one file

    def options(self) -> str:
        """As it is typed, what is as usual left out."""
        usual = Plan(self.game)
        named = {k: v for k, v in asdict(self).items() if k != "game" and v != getattr(usual, k)}
        return " ".join((self.game, *(f"--{name} {value}" for name, value in named.items())))


@dataclass(frozen=True)
class Progress:
    """What a generation came to: a row of the curve."""

    generation: int
    games: int  # of self-play, all generations together
    examples: int  # that were learned from
    minutes: float  # of one core's time so far
    value_loss: float  # of games that were kept out; 0.693 knows nothing
    policy_loss: float
    against_best: Rate  # at equal time
    against_first: Rate  # which has `handicap` times the iterations
    kept: bool


def is_better(found: Rate) -> bool:
    """Whether tables have won a match: beyond what luck alone might have brought."""
    return found.low > 0.5


def sources_of(game: Game) -> str:
    """A digest of all that the games of a course depend on, but for the tables."""
    own = sorted(Path(__file__).parent.glob("*.py"))
    facts = json.dumps(game.facts.get("search", {}), sort_keys=True)
    return code_digest(game, [*search_sources(game.name), *own], facts)


class Course:
    """A plan, and the folder in which it is carried out."""

    def __init__(self, plan: Plan, folder: Path, jobs: int = 1, *, apart: bool = True) -> None:
        """With `apart` games are played in processes, else in threads."""
        self.plan, self.folder, self.jobs, self.apart = plan, folder, jobs, apart
        self.game = cattery.game(plan.game)
        if self.game.senses is None:
            raise ValueError(f"{plan.game} has no FEATURES in its wits: there is nothing to learn")
        self.senses = self.game.senses
        self.code = sources_of(self.game)
        folder.mkdir(parents=True, exist_ok=True)
        self._keep_to(plan)

    def _keep_to(self, plan: Plan) -> None:
        """A folder is for one plan and the sources that it was begun with; only more generations
        may be asked for."""
        path, wanted = self.folder / "plan.json", asdict(plan)
        if path.exists():
            known = json.loads(path.read_text())
            begun = known.pop("code", "none that it names")
            if {**known, "generations": 0} != {**wanted, "generations": 0}:
                raise ValueError(f"{path} is of another plan: {known}")
            if begun != self.code:
                raise ValueError(
                    f"{path} was begun with other sources, settings of the search or versions of "
                    f"Python, Numba or NumPy ({begun}) than there are now ({self.code}); "
                    "go back to those, or take another folder (--work)"
                )
        _write(path, json.dumps({**wanted, "code": self.code}).encode())

    def run(self, tell: Callable[[str], None] = print) -> list[Progress]:
        """All generations; what is done already is only read."""
        rows: list[Progress] = []
        best: Learned | None = None
        for generation in range(self.plan.generations):
            self._play(generation, Mind(best, self.plan.iterations), tell)
            learned, losses, examples = self._fitted(generation)
            mind, fair = self._at_equal_time(generation, learned, best)
            against_best = self._match(f"best-{generation}", (mind, fair), self.plan.match)
            handicapped = Mind(None, self.plan.iterations * self.plan.handicap)
            first = self._match(f"first-{generation}", (mind, handicapped), self.plan.curve)
            kept = is_better(against_best)
            rows.append(
                Progress(
                    generation,
                    (generation + 1) * self.plan.games,
                    examples,
                    round(self.seconds() / 60, 1),
                    *losses,
                    against_best,
                    first,
                    kept,
                )
            )
            best = learned if kept else best
            tell(str(rows[-1]))
            if kept:
                learned.save(self.folder / "best.npz")
        return rows

    def seconds(self) -> float:
        """What all that is there has cost of one core."""
        return sum(float(path.read_text()) for path in self.folder.glob("*.seconds"))

    # --- self-play -------------------------------------------------------------------------------

    def _play(self, generation: int, mind: Mind, tell: Callable[[str], None]) -> None:
        missing = [
            (self.folder, self.plan, generation, first, mind)
            for first in range(0, self.plan.games, self.plan.chunk)
            if not _games_file(self.folder, generation, first).exists()
        ]
        with WorkerPool(self.jobs, apart=self.apart) as pool:
            for done, _ in enumerate(pool.each(_play_chunk, missing), 1):
                left = (len(missing) - done) * self.plan.chunk
                tell(f"generation {generation}: {left} games to play")

    def _rows(self, generation: int) -> Array:
        """The rows of the generations that are learned from."""
        found = []
        for each in range(max(0, generation - self.plan.window + 1), generation + 1):
            for first in range(0, self.plan.games, self.plan.chunk):
                rows = np.load(_games_file(self.folder, each, first))
                rows["game"] += each * self.plan.games
                found.append(rows)
        return np.concatenate(found)

    # --- fits ------------------------------------------------------------------------------------

    def _fitted(self, generation: int) -> tuple[Learned, tuple[float, float], int]:
        """The tables of a generation, their losses, and how many examples they are from."""
        path, facts = self.folder / f"net-{generation}.npz", self.folder / f"net-{generation}.json"
        if not facts.exists():
            began = time.process_time()
            rows = self._rows(generation)
            learned, losses = self._fit(rows, np.random.default_rng((self.plan.seed, generation)))
            learned.save(path)
            _write(self.folder / f"net-{generation}.seconds", _since(began))
            _write(facts, json.dumps([losses, len(rows)]).encode())
        losses, examples = json.loads(facts.read_text())
        return Learned.load(path), tuple(losses), examples

    def _fit(self, rows: Array, source: np.random.Generator) -> tuple[Learned, tuple[float, float]]:
        examples = self.examples(rows)
        kept = rows["game"] // 2 % KEPT_OUT == 0
        known, others = examples.part(~kept), examples.part(kept)
        symmetries = fit.Symmetries(self.senses.turned, self.senses.turned_actions)
        value = fit.new_value(self.senses.features, self.plan.units, source)
        policy = np.zeros((self.senses.features, self.game.actions), np.float32)
        losses = []
        tables = []
        for gradient, start, lesson in (
            (fit.value_gradient, value, fit.VALUE_LESSON),
            (fit.policy_gradient, policy, fit.POLICY_LESSON),
        ):
            table = fit.fitted(gradient, start, known, symmetries, lesson, source)
            tables.append(table)
            losses.append(round(fit.loss_of(gradient, table, others, symmetries), 4))
        return Learned(*tables), (losses[0], losses[1])

    def examples(self, rows: Array) -> fit.Examples:
        """What rows of self-play teach."""
        states = np.ascontiguousarray(rows["state"]).view(self.game.dtype).reshape(-1)
        n = len(states)
        seats, counts = np.zeros(n, np.int64), np.zeros(n, np.int64)
        features = np.zeros((n, self.senses.most), np.int32)
        sense_each(states, seats, features, counts)
        results = rows["payoffs"][np.arange(n), seats]
        values = np.where(seats == states["actor"], rows["value"], -rows["value"])
        targets = self.plan.result * results + (1 - self.plan.result) * values
        return fit.Examples(
            states,
            np.ascontiguousarray(features[:, : counts.max()]),
            counts,
            targets.astype(np.float64),
            rows["actions"].astype(np.int32),
            rows["visits"].astype(np.int32),
        )

    # --- matches ---------------------------------------------------------------------------------

    def _at_equal_time(
        self, generation: int, learned: Learned, best: Learned | None
    ) -> tuple[Mind, Mind]:
        """New tables, and the best mind with as many iterations as it can do in the same time.

        What an iteration costs is measured once and kept, so that a match goes on as it was begun.
        """
        minds = (Mind(learned, self.plan.iterations), Mind(best, self.plan.iterations))
        path = self.folder / f"pace-{generation}.json"
        if not path.exists():
            began = time.process_time()
            rows = np.load(_games_file(self.folder, generation, 0))
            chosen = np.linspace(0, len(rows) - 1, min(TIMED, len(rows))).astype(int)
            states = np.ascontiguousarray(rows["state"][chosen]).view(self.game.dtype)
            paces = seconds_per_iteration(self.game, states, minds)
            _write(path.with_suffix(".seconds"), _since(began))
            _write(path, json.dumps(paces).encode())
        own, other = json.loads(path.read_text())
        return minds[0], Mind(best, max(1, round(self.plan.iterations * own / other)))

    def _match(self, name: str, minds: tuple[Mind, Mind], count: int) -> Rate:
        """How often the first mind wins against the other."""
        missing = [
            (self.folder, self.plan, name, range(first, min(first + self.plan.chunk, count)), minds)
            for first in range(0, count, self.plan.chunk)
            if not (self.folder / f"{name}-{first}.json").exists()
        ]
        with WorkerPool(self.jobs, apart=self.apart) as pool:
            for _ in pool.each(_match_chunk, missing):
                pass
        payoffs = [
            payoff
            for first in range(0, count, self.plan.chunk)
            for payoff in json.loads((self.folder / f"{name}-{first}.json").read_text())
        ]
        return Rate.of(sum(0.5 + payoff / 2 for payoff in payoffs), len(payoffs))


def _games_file(folder: Path, generation: int, first: int) -> Path:
    return folder / f"games-{generation}-{first}.npy"


def _play_chunk(folder: Path, plan: Plan, generation: int, first: int, mind: Mind) -> None:
    """Play the games of one file, in a process that works."""
    began = time.process_time()
    game, seed = cattery.game(plan.game), plan.seed + generation
    numbers = range(first, min(first + plan.chunk, plan.games))
    rows = [play_alone(game, number, seed, mind, Variety()) for number in numbers]
    path = _games_file(folder, generation, first)
    _write(path.with_suffix(".seconds"), _since(began))
    with path.with_suffix(".part").open("wb") as part:
        np.save(part, np.concatenate(rows))
    path.with_suffix(".part").replace(path)


def _match_chunk(
    folder: Path, plan: Plan, name: str, numbers: range, minds: tuple[Mind, Mind]
) -> None:
    """Play some games of a match, in a process that works."""
    began = time.process_time()
    game: Game = cattery.game(plan.game)
    payoffs = [meet(game, number, plan.seed, *minds) for number in numbers]
    path = folder / f"{name}-{numbers.start}.json"
    _write(path.with_suffix(".seconds"), _since(began))
    _write(path, json.dumps(payoffs).encode())


def _since(began: float) -> bytes:
    return f"{time.process_time() - began:.2f}".encode()


def _write(path: Path, content: bytes) -> None:
    """All of a file or nothing."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    os.replace(part, path)
