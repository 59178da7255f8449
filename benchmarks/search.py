"""Simulations per second of the search, next to OpenSpiel's MCTSBot in the same run.

Both start from the opening and play one full random playout per simulation, on one core, in CPU
time: OpenSpiel's bot in C++ on 6x6 breakthrough, ours on every game.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pyspiel

import cattery
from benchmarks.engine import variants
from cattery.game import Game
from cattery.match import Match
from cattery.players import Seat
from cattery.search import Limits, Search

SIMULATIONS = 20_000
ROUNDS = 3


def peer() -> Callable[[], int]:
    """One decision of OpenSpiel's bot."""
    game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)

    def run() -> int:
        bot.step(game.new_initial_state())
        return SIMULATIONS

    return run


def ours(game: Game, seats: int, options: dict[str, str]) -> Callable[[], int]:
    """One decision of our search, with plain playouts to the end."""
    match = Match.new(game, seats=seats, options=options, seed=1)
    seat = Seat.of(match, match.waiting[0])
    limits = Limits(iterations=SIMULATIONS, settle_early=False)
    Search(game, seed=1).run(seat, Limits(iterations=1))

    def run() -> int:
        return Search(game, seed=1, cut=-1, hurried=False).run(seat, limits).iterations

    return run


def main() -> None:
    """Measure in turns, print figures and ratios."""
    rows = {"OpenSpiel MCTSBot, breakthrough 6x6": peer()}
    for name in cattery.games():
        game = cattery.game(name)
        for label, seats, options in variants(game):
            rows[label] = ours(game, seats, options)
    best = dict.fromkeys(rows, 0.0)
    for _ in range(ROUNDS):
        for name, run in rows.items():
            began = time.process_time()
            done = run()
            best[name] = max(best[name], done / (time.process_time() - began))
    first = next(iter(best.values()))
    print(f"{'simulations per second of one core':44} {'':>12} {'ratio':>8}")
    for name, speed in best.items():
        print(f"{name:44} {speed:12,.0f} {speed / first:8.2f}")


if __name__ == "__main__":
    main()
