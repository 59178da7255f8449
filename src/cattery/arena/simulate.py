"""Many games between given players, for figures: compiled where all are random."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from cattery import loops
from cattery.arena.bout import play_bout
from cattery.arena.intervals import Mean
from cattery.arena.worker_pool import WorkerPool
from cattery.errors import BadNumber, Forfeit
from cattery.game import Game, game
from cattery.match import seed_bytes
from cattery.players.roster import check

COMPILED_CHUNK = 5_000
PLAYED_CHUNK = 4


@dataclass
class Figures:
    """What came out of many games."""

    game: str
    seats: int
    options: dict[str, str]
    players: list[str]
    seed: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    decisions_per_second: float = 0.0
    mean_decisions: float = 0.0
    wins: list[float] = field(default_factory=list)  # by seat; a shared win is divided
    draws: int = 0  # games in which nobody came before anybody
    mean_scores: list[float] = field(default_factory=list)
    score_margins: list[float | None] = field(default_factory=list)  # of the means, at 95 %
    forfeits: list[int] = field(default_factory=list)  # by seat: games that its player broke off
    reasons: list[Forfeit] = field(default_factory=list)  # why, the first of each seat

    def as_json(self) -> dict[str, Any]:
        """The figures as one plain object."""
        return {**asdict(self), "reasons": [str(reason) for reason in self.reasons]}


@dataclass
class _Sums:
    games: int
    decisions: int
    wins: np.ndarray[Any, Any]
    draws: int
    scores: np.ndarray[Any, Any]
    squares: np.ndarray[Any, Any]  # sums of squared scores
    forfeits: list[dict[int, Forfeit]]  # per game with forfeits: [seat] why


def simulate(
    which: Game,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Figures:
    """Play so many games. The same seed gives the same figures, whatever the number of jobs."""
    if games < 1:
        raise BadNumber(name="games", value=games)
    if jobs < 1:
        raise BadNumber(name="jobs", value=jobs)
    seats = which.check_seats(len(players))
    chosen = which.complete_options(options or {}, seats)
    for name in players:
        check(name, which, trusted=True)
    figures = Figures(which.name, seats, chosen, list(players), seed)
    compiled = set(players) == {"random"}
    began = time.perf_counter()
    total = _Sums(0, 0, np.zeros(seats), 0, np.zeros(seats), np.zeros(seats), [])
    chunk = COMPILED_CHUNK if compiled else PLAYED_CHUNK
    run = _compiled_chunk if compiled else _played_chunk
    spans = [(first, min(first + chunk, games)) for first in range(0, games, chunk)]
    setting = (which.name, list(players), chosen, seed)
    # Compiled chunks let go of the interpreter, so threads do; players need processes.
    with WorkerPool(jobs, apart=jobs > 1 and not compiled) as pool:
        for sums in pool.each(run, ((*setting, *span) for span in spans)):
            _add(total, sums)
            if progress:
                progress(total.games)
    return _summed(figures, total, time.perf_counter() - began)


def _compiled_chunk(
    name: str, players: list[str], options: dict[str, str], seed: int, first: int, last: int
) -> _Sums:
    which, seats, count = game(name), len(players), last - first
    template = which.blank(seats, options)
    decisions, payoffs = np.zeros(count, np.int64), np.zeros((count, seats))
    scores = np.zeros((count, seats))
    start = np.uint64(int.from_bytes(seed_bytes(seed)[:8], "big"))
    loops.play_many(template, template.copy(), start, first, decisions, payoffs, scores, False)
    return _sums(which, decisions, payoffs, scores, [])


def _played_chunk(
    name: str, players: list[str], options: dict[str, str], seed: int, first: int, last: int
) -> _Sums:
    which, start = game(name), int.from_bytes(seed_bytes(seed)[:8], "big")
    bouts = [
        play_bout(which, players, options, seed_bytes(start + number))
        for number in range(first, last)
    ]
    return _sums(
        which,
        np.array([sum(bout.decisions) for bout in bouts]),
        np.array([bout.payoffs for bout in bouts]),
        np.array([bout.scores for bout in bouts]),
        [bout.forfeits for bout in bouts if bout.forfeits],
    )


def _sums(
    which: Game, decisions: Any, payoffs: Any, scores: Any, forfeits: list[dict[int, Forfeit]]
) -> _Sums:
    first = payoffs == payoffs.max(axis=1, keepdims=True)
    if payoffs.shape[1] == 1:  # alone nobody wins against anybody
        first[:] = False
    drawn = first.all(axis=1) & which.draw
    wins = np.where(drawn[:, None], 0.0, first / first.sum(axis=1, keepdims=True).clip(1))
    return _Sums(
        len(decisions),
        int(decisions.sum()),
        wins.sum(axis=0),
        int(drawn.sum()),
        scores.sum(axis=0),
        (scores**2).sum(axis=0),
        forfeits,
    )


def _add(total: _Sums, sums: _Sums) -> None:
    total.games += sums.games
    total.decisions += sums.decisions
    total.wins += sums.wins
    total.draws += sums.draws
    total.scores += sums.scores
    total.squares += sums.squares
    total.forfeits += sums.forfeits


def _summed(figures: Figures, total: _Sums, seconds: float) -> Figures:
    figures.games = total.games
    figures.decisions = total.decisions
    figures.seconds = round(seconds, 3)
    figures.decisions_per_second = round(total.decisions / max(seconds, 1e-9))
    figures.mean_decisions = round(total.decisions / total.games, 3)
    figures.wins = [round(float(w), 6) for w in total.wins]
    figures.draws = total.draws
    seats = range(figures.seats)
    figures.forfeits = [sum(seat in game for game in total.forfeits) for seat in seats]
    whys = {seat: why for game in reversed(total.forfeits) for seat, why in game.items()}
    figures.reasons = [whys[seat] for seat in sorted(whys)]
    means = [
        Mean.of_sums(total.games, float(scores), float(squares))
        for scores, squares in zip(total.scores, total.squares, strict=True)
    ]
    figures.mean_scores = [each.mean for each in means]
    figures.score_margins = [each.margin for each in means]
    return figures
