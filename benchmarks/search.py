"""Simulations per second of the search, next to OpenSpiel's MCTSBot in the same run.

`python -m benchmarks.search [GAME ...]`. All start from the opening, on one core, in CPU time, the
median of several rounds that take turns: OpenSpiel's bot in C++ on 6x6 breakthrough, ours on every
game, first with one full random playout per simulation as the bot has it, then as the game sets it,
and where something was learned, without that.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pyspiel

import cattery
from benchmarks.engine import variants
from cattery.game import Game
from cattery.match import Match
from cattery.players import Seat
from cattery.search import Limits, Search, SearchSettings

SIMULATIONS = 20_000
ROUNDS = 5
# Random playouts to the end of the match, whatever the game sets for itself.
PLAIN: dict[str, Any] = {
    "cut": -1,
    "stages": 0,
    "playout_policy": "sample",
    "learned": False,
    "margin": 0.0,
    "explore": SearchSettings.explore,
}


def peer() -> Callable[[], int]:
    """One decision of OpenSpiel's bot."""
    game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)

    def run() -> int:
        bot.step(game.new_initial_state())
        return SIMULATIONS

    return run


def ours(
    game: Game, seats: int, options: dict[str, str], settings: dict[str, Any]
) -> Callable[[], int]:
    """One decision of our search."""
    match = Match.new(game, seats=seats, options=options, seed=1)
    seat = Seat.of(match, match.waiting[0])
    limits = Limits(iterations=SIMULATIONS, settle_early=False)
    Search(game, seed=1).run(seat, Limits(iterations=1))

    own = SearchSettings.of(game, **settings)

    def run() -> int:
        return Search(game, own, seed=1).run(seat, limits).iterations

    return run


def main() -> None:
    """Measure in turns, print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=cattery.games())
    rows = {"OpenSpiel MCTSBot, breakthrough 6x6": peer()}
    for name in parser.parse_args().games:
        game = cattery.game(name)
        for label, seats, options in variants(game):
            rows[label] = ours(game, seats, options, PLAIN)
            rows[f"{label}, as set"] = ours(game, seats, options, {})
            if game.learned is not None:
                rows[f"{label}, nothing learned"] = ours(game, seats, options, {"learned": False})
    speeds: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, run in rows.items():
            began = time.process_time()
            done = run()
            speeds[name].append(done / (time.process_time() - began))
    first = median(next(iter(speeds.values())))
    print(f"{'simulations per second of one core':44} {'':>12} {'ratio':>8}")
    for name, found in speeds.items():
        print(f"{name:44} {median(found):12,.0f} {median(found) / first:8.2f}")


if __name__ == "__main__":
    main()
