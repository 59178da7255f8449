"""What HUUupp's `feel` should count: thinkers play, and the ends of their games are fitted.

`python -m benchmarks.feeling [--games N] [--jobs J]` prints, beside the weights that stand in the
game's `wits.py`, those that foretell best who wins (logistic regression, in logarithms of odds),
and how well both foretell games that were kept out of the fit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial

import numpy as np

import cattery
from cattery.arena.worker_pool import WorkerPool
from cattery.games.huupp import wits
from cattery.games.huupp.rules import CAT, NOBODY, PLACE
from cattery.kernel import count_bits
from cattery.match import Match
from cattery.players.base import Seat
from cattery.search import Limits, Search

WEIGHTS = {
    "GROWN": wits.GROWN,
    "OUT": wits.OUT,
    "INNER": wits.INNER,
    "PAIR": wits.PAIR,
    "TEMPO": wits.TEMPO,
    "THREAT": wits.THREAT,
}
OPENING = 4  # decisions by lot, so that games differ
WHIM = 0.12  # how often later ones are: the search looks at odd positions, too
KEPT_OUT = 5  # every fifth game
MANY = 20  # games that a process plays before it reports


def counts(s: np.void) -> list[float]:
    """What is counted for the seat that is to place a piece, in the order of WEIGHTS."""
    seat = int(s.actor)
    sides = []
    for side in (seat, 1 - seat):
        own = s.kittens[side] | s.cats[side]
        grown = count_bits(s.cats[side]) + s.pool[side, CAT]
        inner = sum(count_bits(own & ring) for ring in wits.CENTRE)
        sides.append(np.array([grown, count_bits(own), inner, wits.pairs(own)], float))
    return [*(sides[0] - sides[1]), 1.0, -float(wits.threatens(s, 1 - seat))]


def played(seed: int, games: int, iterations: int) -> list[tuple[int, list[float], float]]:
    """(number of the game, counts, result of the seat that counts) of every position of games."""
    game = cattery.game("huupp")
    source = np.random.default_rng(seed)
    found = []
    for number in range(games):
        ghosts = "off" if number % 3 == 0 else "on"
        match = Match.new(game, seed=int(source.integers(2**31)), options={"ghosts": ghosts})
        search = Search(game, seed=int(source.integers(2**31)))
        positions: list[tuple[int, list[float]]] = []
        while not match.over:
            state = match.state()[0]
            seat = Seat.of(match, int(state.actor))
            if state.phase == PLACE and not wits.threatens(state, seat.number):
                positions.append((seat.number, counts(state)))
            if len(match.actions_played) < OPENING or source.random() < WHIM:
                action = int(source.choice(seat.actions))
            else:
                action = search.run(seat, Limits(iterations=iterations)).best.action
            match.play(game.move(action), seat.number)
        winner = int(match.state()["winner"][0])
        for who, row in positions:
            result = 0.5 if winner == NOBODY else float(winner == who)
            found.append((seed * MANY + number, row, result))
    return found


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Weights by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1 / (1 + np.exp(-x @ weights))
        curve = x.T @ (x * (p * (1 - p))[:, None]) + np.eye(len(weights))
        weights += np.linalg.solve(curve, x.T @ (y - p) - weights)
    return weights


def surprise(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    """Mean surprise at the results (log loss): less is better, 0.693 knows nothing."""
    p = np.clip(1 / (1 + np.exp(-x @ weights)), 1e-9, 1 - 1e-9)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def gathered(games: int, jobs: int, iterations: int) -> Iterator[tuple[int, list[float], float]]:
    """All positions, while the progress is shown."""
    parts = -(-games // MANY)
    with WorkerPool(jobs) as pool:
        play = partial(played, games=MANY, iterations=iterations)
        for done, part in enumerate(pool.each(play, ((part,) for part in range(parts))), 1):
            if sys.stderr.isatty():
                print(f"\r{done * MANY} of {parts * MANY} games", end="", file=sys.stderr)
            yield from part
    if sys.stderr.isatty():
        print(file=sys.stderr)


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    parser.add_argument("--iterations", type=int, default=1500, help="of the search, per decision")
    given = parser.parse_args()
    numbers, rows, results = zip(*gathered(given.games, given.jobs, given.iterations), strict=True)
    x, y = np.array(rows), np.array(results)
    kept = np.array(numbers) % KEPT_OUT == 0
    now, found = np.array(list(WEIGHTS.values())), fit(x[~kept], y[~kept])
    print(f"| {len(y):,} positions | in wits.py | fitted |\n|---|---:|---:|")
    for name, old, new in zip(WEIGHTS, now, found, strict=True):
        print(f"| {name} | {old:.2f} | {new:.2f} |")
    old, new = (surprise(x[kept], y[kept], weights) for weights in (now, found))
    print(f"| surprise | {old:.4f} | {new:.4f} |")


if __name__ == "__main__":
    main()
