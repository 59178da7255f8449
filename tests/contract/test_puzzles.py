"""Puzzles of every game: right moves are legal, lines can be played, and wins are wins."""

from __future__ import annotations

import pytest

import cattery
from cattery import Game, data
from cattery.errors import OffLesson
from cattery.puzzles import Puzzle, has_puzzles, of_the_day, puzzles

FEWEST = 5
CLEARLY_BETTER = 2  # points or per cent between the right move and the next


def test_every_packaged_game_has_puzzles():
    assert [name for name in data.packaged() if len(puzzles(name)) < FEWEST] == []


def test_a_game_may_do_without():
    assert "sardines" in cattery.games()
    assert not has_puzzles("sardines")
    assert puzzles("sardines") == ()


def test_no_puzzle_is_asked_twice(game: Game):
    positions = [puzzle.position for puzzle in puzzles(game.name)]
    assert len(set(positions)) == len(positions)


def test_right_moves_are_among_others(game: Game):
    for puzzle in puzzles(game.name):
        match, seat, shown = puzzle.at()
        assert not shown
        right = {match.resolve(move, seat) for move in puzzle.right}
        assert len(right) == len(puzzle.right)
        assert right < set(match.legal_actions(seat))


def test_what_follows_a_right_move_shows_why(game: Game):
    for puzzle in puzzles(game.name):
        for move in puzzle.right:
            match, seat, shown = puzzle.at([move])
            assert shown
            if puzzle.goal == "win":
                assert match.result is not None, puzzle
                assert match.result.winners == (seat,), puzzle
            if puzzle.goal == "best":
                best, second = puzzle.worth
                assert best - second >= CLEARLY_BETTER, puzzle


def test_another_move_is_none_of_the_right_ones(game: Game):
    for puzzle in puzzles(game.name)[:FEWEST]:
        match, seat, _ = puzzle.at()
        right = {match.resolve(move, seat) for move in puzzle.right}
        wrong = next(action for action in match.legal_actions(seat) if action not in right)
        with pytest.raises(OffLesson):
            puzzle.at([wrong])


def test_every_puzzle_has_its_day(game: Game):
    if count := len(puzzles(game.name)):
        days = [of_the_day(game.name, day) for day in range(20_000, 20_000 + count)]
        assert sorted(days) == list(range(count))


def test_the_seat_that_is_asked_is_to_act(game: Game):
    for puzzle in puzzles(game.name):
        match = puzzle.match()
        assert puzzle.solver(match) in match.waiting
        assert isinstance(puzzle, Puzzle)
