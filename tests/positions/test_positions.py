"""HUUupp's positions: a sample is proven again; thinkers solve them, the weakest level doesn't."""

from __future__ import annotations

from collections import Counter

import pytest

import cattery
from cattery.puzzles import puzzles
from cattery.search.solve import Solver, TooHard
from positions.puzzles import GAME, Puzzle, level, prove, read, solved

PUZZLES = read()
QUICK = [puzzle for puzzle in PUZZLES if puzzle.turns == 1 or puzzle.ghosts == "off"]


def test_the_file_has_positions_of_every_kind() -> None:
    kinds = Counter((puzzle.goal, puzzle.turns, puzzle.ghosts) for puzzle in PUZZLES)
    assert len(PUZZLES) >= 40
    for goal in ("win", "hold"):
        for turns in (1, 2):
            assert kinds[goal, turns, "on"] >= 2
            assert kinds[goal, turns, "off"] >= 2
    assert sum(puzzle.trap for puzzle in PUZZLES) >= 10
    assert len({(puzzle.ghosts, puzzle.position) for puzzle in PUZZLES}) == len(PUZZLES)


def test_the_page_asks_what_is_proven() -> None:
    asked = [(one.goal, one.turns, one.position, one.right) for one in puzzles(GAME)]
    assert asked == [(one.goal, one.turns, one.position, one.right) for one in PUZZLES]


@pytest.mark.parametrize("puzzle", QUICK[::3], ids=str)
def test_the_right_moves_are_proven_again(puzzle: Puzzle) -> None:
    prove(Solver(cattery.game(GAME)), puzzle)


def test_a_thinker_solves_nearly_all_of_a_sample_and_dice_dont() -> None:
    sample = PUZZLES[::4]
    assert solved("think:5000", sample, 1) >= 0.8
    assert solved("random", sample, 1) <= 0.3


def test_the_weakest_level_mostly_doesnt_solve_them() -> None:
    assert solved(level(1), PUZZLES, 5) < 0.5


# --- the solver itself ---------------------------------------------------------------------------


def states(position: str, ghosts: str = "off") -> object:
    return cattery.game(GAME).from_position(position, 2, {"ghosts": ghosts})


def notations(actions: list[int]) -> list[str]:
    game = cattery.game(GAME)
    return [game.format(game.move(action)) for action in actions]


def test_a_row_of_two_cats_and_a_cat_in_the_pool_wins_at_both_ends() -> None:
    solver = Solver(cattery.game(GAME))
    two_cats = states("6/2cc2/6/6/6/6 1 5k1c 8k")
    assert notations(solver.winning(two_cats, 1)) == ["c b2", "c e2"]
    assert solver.wins(two_cats, 0, 1)
    assert not solver.wins(two_cats, 1, 1)


def test_only_pushing_or_filling_holds_against_two_cats() -> None:
    solver = Solver(cattery.game(GAME))
    threatened = states("6/6/6/2CC2/6/6 1 5k3c 5k1c")
    held = notations(solver.holding(threatened, 1))
    assert held
    assert "k a1" not in held
    for move in held:
        after = threatened.copy()  # type: ignore[attr-defined]
        game = cattery.game(GAME)
        game.apply(after, game.action(game.parse(move)))
        assert not solver.wins(after, 1, 1)


def test_too_many_positions_are_no_answer() -> None:
    with pytest.raises(TooHard):
        Solver(cattery.game(GAME), budget=100).wins(states("6/2cc2/6/6/6/6 2 5k1c 8k"), 0, 2)
