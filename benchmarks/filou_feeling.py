"""What Filou's `feel` should count: habits play each other, and the ends of their games are fitted.

`python -m benchmarks.filou_feeling [--games N] [--seats S]` plays games whose players are drawn
from the habits of the game's `wits.py`, looks at the beginning of every round, and prints what a
mouse, the points in the hand and being the start player count, in points, and by how many points a
lead must grow for odds of e to 1 (logistic regression over pairs of seats); below them the numbers
that stand in `wits.py`, and how surprised both are by games that were kept out of the fit.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import cattery
from benchmarks.feeling import fit, surprise
from cattery.games.filou import wits
from cattery.games.filou.rules.state import KINDS, ROUNDS, VALUE
from cattery.kernel import U, add_wrapping, apply, kernel, mix, score, start, urge_as
from cattery.search.tree import draw_habits

COUNTED = 4  # points, mice, points in the hand, whether it starts the round
KEPT_OUT = 5  # every fifth game
LIKE_US = 0.4  # of the players go on as thinkers do in their playouts


@kernel
def count(s, seat, out):
    """What is counted for a seat at the beginning of a round."""
    out[0], out[1], out[2] = s.points[seat], s.mice[seat], 0.0
    for kind in range(KINDS):
        if s.hand[seat] >> kind & 1:
            out[2] += VALUE[kind]
    out[3] = 1.0 if s.opener[s.auction] == seat else 0.0


@kernel
def play(blank, seed, population, weights, counts, ends):
    """Play len(ends) games: what is counted per round and seat, and an order of the seats."""
    states, habits = blank.copy(), np.empty((len(weights), population.shape[1]))
    points = np.empty(len(weights))
    for game in range(len(ends)):
        states[0] = blank[0]
        s = states[0]
        s.rng = mix(add_wrapping(U(seed), U(game)))
        start(s)
        draw_habits(s, weights, population, habits)
        before = -1
        while not s.over:
            if s.auction != before:
                before = np.int64(s.auction)
                for seat in range(s.seats):
                    count(s, seat, counts[game, before, seat])
            apply(s, urge_as(s, habits[s.actor]))
        score(s, points)
        for seat in range(s.seats):
            ends[game, seat] = 1000.0 * points[seat] + s.points[seat]  # F-40: then by the cats


def pairs(counts: Any, ends: Any) -> tuple[Any, Any]:
    """Differences between two seats, and which of them finished ahead; ties are left out."""
    seats = ends.shape[1]
    x, y = [], []
    for seat in range(seats):
        for other in range(seat):
            decided = ends[:, seat] != ends[:, other]
            x.append((counts[:, seat] - counts[:, other])[decided])
            y.append((ends[:, seat] > ends[:, other])[decided].astype(float))
    return np.concatenate(x), np.concatenate(y)


def stands(number: int) -> Any:
    """The weights of `wits.py` at the beginning of a round, from 0."""
    left = min(wits.MOST_SPREAD, ROUNDS - number)
    in_points = np.array([1.0, wits.MOUSE, wits.HELD, wits.OPENS])
    return in_points / (wits.SPREAD + wits.SPREAD_ROUND * left)


def shown(weights: Any) -> str:
    """A row's numbers: all in points, and the lead for odds of e to 1."""
    mouse, held, opens = weights[1:] / weights[0]
    return f"{mouse:.2f} | {held:.2f} | {opens:.2f} | {1 / weights[0]:.2f}"


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = cattery.game("filou")
    weights = (1.0 - LIKE_US) * wits.HABIT_WEIGHTS
    weights[wits.OWN_HABIT] += LIKE_US
    counts = np.zeros((given.games, ROUNDS, given.seats, COUNTED))
    ends = np.zeros((given.games, given.seats))
    blank = game.blank(given.seats, game.complete_options({}, given.seats))
    play(blank, given.seed, wits.HABITS, np.tile(weights, (given.seats, 1)), counts, ends)
    kept = np.arange(given.games) % KEPT_OUT == 0
    print("| round | mouse | hand | starts | lead | surprise |\n|---|---:|---:|---:|---:|---:|")
    for number in range(1, ROUNDS):
        found = fit(*pairs(counts[~kept, number], ends[~kept]))
        for name, each in ((f"{number + 1}", found), ("in wits.py", stands(number))):
            wrong = surprise(*pairs(counts[kept, number], ends[kept]), each)
            print(f"| {name} | {shown(each)} | {wrong:.4f} |")


if __name__ == "__main__":
    main()
