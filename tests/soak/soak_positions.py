"""HUUupp's positions: all proven again, and solved by the strongest level, not by the weakest."""

from __future__ import annotations

import pytest

import cattery
from cattery.search.solve import Solver
from positions.puzzles import GAME, Puzzle, prove, read

PUZZLES = read()
LEVELS = [f"level:{number + 1}" for number in range(len(cattery.game(GAME).levels))]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_every_right_move_is_proven_again(puzzle: Puzzle):
    prove(Solver(cattery.game(GAME)), puzzle)


@pytest.mark.timeout(1800)
def test_the_strongest_level_solves_them_all():
    missed = [str(puzzle) for puzzle in PUZZLES if not puzzle.solved_by(LEVELS[-1], 1)]
    print(f"\n{LEVELS[-1]} solves {len(PUZZLES) - len(missed)} of {len(PUZZLES)}")
    assert not missed, "\n".join(missed)


@pytest.mark.timeout(1800)
def test_the_weakest_level_mostly_doesnt():
    tries = 5
    solved = sum(puzzle.solved_by(LEVELS[0], seed) for puzzle in PUZZLES for seed in range(tries))
    share = solved / (tries * len(PUZZLES))
    print(f"\n{LEVELS[0]} solves {share:.0%} of them")
    assert share < 0.5
