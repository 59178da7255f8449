"""Mine positions for `huupp.txt` from games of thinking players, and prove each of them.

    python tests/positions/mine.py [--seed 1] [--seconds 600] > tests/positions/huupp.txt

Of every game at most one position is taken for each kind, until each kind has its share. A position
in which long thought prefers another move is left out: that move may win too, only later than an
exhaustive search can see. So is one that is found in haste more often than not, unless it is a win
at once.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

import cattery
from cattery.players import Seat, make
from cattery.search.solve import Solver, TooHard
from positions.puzzles import GAME, Puzzle, is_quickest, is_trap, right_moves

THINKER = "think:400"
OPENING = 4  # random placements, so that the games differ
HASTE = "think:60"
HASTY_TRIES = 10
LONG_THOUGHTS = "think:10000+explore=0.4", "think:80000+explore=0.4"  # as the strongest level
MOST_RIGHT = 3
FEWEST_WRONG = 12
BUDGET = 1_000_000  # positions looked at per move and question

Kind = tuple[str, int, bool, str]  # goal, turns, trap, ghosts
# How many of each kind.
SHARES: dict[Kind, int] = {
    ("win", 1, False, "off"): 4,
    ("win", 1, False, "on"): 2,
    ("win", 1, True, "on"): 6,
    ("win", 2, False, "off"): 8,
    ("win", 2, False, "on"): 6,
    ("win", 2, True, "on"): 6,
    ("hold", 1, False, "off"): 6,
    ("hold", 1, False, "on"): 4,
    ("hold", 1, True, "on"): 8,
    ("hold", 2, False, "off"): 6,
    ("hold", 2, False, "on"): 2,
    ("hold", 2, True, "on"): 4,
}


def positions(number: int, ghosts: str) -> Iterator[np.ndarray]:
    """The turns of one game as arrays of one state."""
    game = cattery.game(GAME)
    match = cattery.Match.new(game, options={"ghosts": ghosts}, seed=number)
    minds = [make(THINKER, game, number), make(THINKER, game, number + 1)]
    dice = make("random", game, number)
    while not match.over:
        seat = match.waiting[0]
        state = match.state()
        if state["phase"][0] == 0 and len(match.log) > OPENING:
            yield state
        player = dice if match.n < OPENING else minds[seat]
        match.play(player.choose(Seat.of(match, seat)), seat)


def is_sharp(states: np.ndarray) -> bool:
    """Whether a win can be near: somebody has two cats on the bed."""
    return max(int(cats).bit_count() for cats in states["cats"][0]) >= 2


def puzzles(solver: Solver, states: np.ndarray, left: set[Kind]) -> Iterator[Puzzle]:
    """What can be asked of a position and is still wanted, the easiest first."""
    game = solver.game
    ghosts = "on" if states["ghosts"][0] else "off"
    wanted = {(goal, turns) for goal, turns, _, on in left if on == ghosts} | {("win", 1)}
    legal = len(game.legal(states))
    for goal, turns in (("win", 1), ("win", 2), ("hold", 1), ("hold", 2)):
        if (goal, turns) not in wanted:
            continue
        right = right_moves(solver, states, goal, turns)
        if 0 < len(right) <= MOST_RIGHT and legal - len(right) >= FEWEST_WRONG:
            trap = is_trap(solver, states, goal, turns, right)
            puzzle = Puzzle(goal, turns, trap, ghosts, game.position(states), right)
            if kind(puzzle) in left and is_fair(puzzle) and is_clear(solver, states, puzzle):
                yield puzzle
        if goal == "win" and right:
            return


def is_fair(puzzle: Puzzle) -> bool:
    """Neither found in haste nor doubted after long thought; a win at once may be easy."""
    at_once = (puzzle.goal, puzzle.turns) == ("win", 1)
    return (at_once or not is_easy(puzzle)) and all(
        puzzle.solved_by(thinker, seed) for thinker in LONG_THOUGHTS for seed in (1, 2)
    )


def is_easy(puzzle: Puzzle) -> bool:
    """Found in haste more often than not."""
    return sum(puzzle.solved_by(HASTE, seed) for seed in range(HASTY_TRIES)) > HASTY_TRIES / 2


def is_clear(solver: Solver, states: np.ndarray, puzzle: Puzzle) -> bool:
    """No quicker win; a defence isn't lost anyway."""
    if puzzle.goal == "hold" and not right_moves(solver, states, "hold", 2):
        return False
    return is_quickest(solver, states, puzzle.goal, puzzle.turns)


def kind(puzzle: Puzzle) -> Kind:
    """What a puzzle counts as."""
    return puzzle.goal, puzzle.turns, puzzle.trap, puzzle.ghosts


def mine(seed: int, seconds: float) -> list[Puzzle]:
    """Play game after game until every kind has its share, or the time is up."""
    solver = Solver(cattery.game(GAME), BUDGET)
    found: list[Puzzle] = []
    counts: Counter[Kind] = Counter()
    began = time.monotonic()
    for number in itertools.count(seed * 1_000_000):
        left = {each for each, share in SHARES.items() if counts[each] < share}
        if not left or time.monotonic() - began > seconds:
            return found
        ghosts = "off" if number % 2 else "on"
        wanted = {each for each in left if each[3] == ghosts}
        for states in positions(number, ghosts) if wanted else ():
            if not is_sharp(states):
                continue
            try:
                new = list(puzzles(solver, states, wanted))
            except TooHard:
                continue
            if new:  # of one position the hardest question
                puzzle = new[-1]
                wanted.discard(kind(puzzle))
                counts[kind(puzzle)] += 1
                found.append(puzzle)
                print(f"{time.monotonic() - began:6.0f} s  {puzzle}", file=sys.stderr)
    raise AssertionError("numbers never end")


HEAD = """\
# HUUupp: positions with their right moves, proven by exhaustive search (tests/positions/puzzles.py
# says what the goals mean). Mined from games of thinking players:
#
#     python tests/positions/mine.py --seed {seed} --seconds {seconds:g}
#
# goal | ghosts | position | right moves
"""


def main() -> None:
    """Print a new file."""
    parser = argparse.ArgumentParser(description="Mine positions with proven right moves.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0)
    given = parser.parse_args()
    print(HEAD.format(seed=given.seed, seconds=given.seconds))
    order = list(SHARES)
    for puzzle in sorted(mine(given.seed, given.seconds), key=lambda p: order.index(kind(p))):
        print(puzzle)


if __name__ == "__main__":
    main()
