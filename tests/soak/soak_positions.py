"""HUUupp's positions: all proven again, and solved by the strongest level."""

from __future__ import annotations

import pytest

import cattery
from cattery.search.solve import Solver
from positions.puzzles import GAME, Puzzle, level, prove, read

PUZZLES = read()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_every_right_move_is_proven_again(puzzle: Puzzle):
    prove(Solver(cattery.game(GAME)), puzzle)


@pytest.mark.timeout(1800)
def test_the_strongest_level_solves_them_all():
    missed = [str(puzzle) for puzzle in PUZZLES if not puzzle.solved_by(level(-1), 1)]
    assert not missed, "\n".join(missed)
