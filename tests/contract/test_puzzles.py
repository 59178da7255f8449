"""Puzzles of every game: right moves are legal, lines can be played, and wins are wins."""

from __future__ import annotations

from collections import Counter

import pytest

import cattery
from cattery import Game, Match, data
from cattery.analysis.lines import Alternative, next_best, unbiased_search
from cattery.analysis.puzzle_answers import Refutation, reasons, refutation
from cattery.analysis.reasons import worded
from cattery.errors import OffLesson
from cattery.puzzles import Puzzle, has_puzzles, of_the_day, puzzles
from cattery.search import Limits
from cattery.search.solve import Solver
from cattery.seat import Seat
from support.walks import LANGUAGES

FEWEST = 31  # one for every day of a month
FIRST = 5
REASONED = 0.7  # of them with a fact that speaks for the right move
SAMPLE, SEED, ITERATIONS = 9, 99, 12_000  # of the puzzles that are searched again
EVERY = 11  # of the wrong moves one is looked at
CLEARLY_BETTER = 2  # points or per cent between the right move and the next


def test_every_packaged_game_has_puzzles():
    assert [name for name in data.packaged() if len(puzzles(name)) < FEWEST] == []


def test_puzzles_are_varied(game: Game):
    """Every number of seats and every variant is asked about; not one kind of move is right."""
    asked = puzzles(game.name)
    if not asked:
        return
    assert {one.seats for one in asked} >= set(range(max(2, game.seats[0]), game.seats[-1] + 1))
    for option in game.options:
        values = {one.options.get(option.name, option.default) for one in asked}
        assert option.is_arrangement or option.count < 2 or values == set(option.values)
    kinds = Counter(one.right[0].split()[0] for one in asked if one.goal == "best")
    assert all(count <= len(asked) / 2 for count in kinds.values()), kinds


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
    for puzzle in puzzles(game.name)[:FIRST]:
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


def test_every_right_move_has_its_reason(game: Game):
    """A sentence in both languages; of what isn't proven figures say some."""
    given = 0
    for number, puzzle in enumerate(puzzles(game.name)):
        found = reasons(game.name, number)
        assert len(found) == len(puzzle.right)
        assert all(found) or puzzle.goal == "best", puzzle
        given += all(found)
        for why, lang in [(why, lang) for why in found if why for lang in LANGUAGES]:
            sentence = worded(game, why, lang)
            assert sentence
            assert "{" not in sentence
            assert not sentence.startswith("why."), sentence
    assert given >= REASONED * len(puzzles(game.name))


def wrong_moves(puzzle: Puzzle) -> list[int]:
    match, seat, _ = puzzle.at()
    right = {match.resolve(move, seat) for move in puzzle.right}
    return [action for action in match.legal_actions(seat) if action not in right]


def test_what_is_said_against_a_move_is_true(game: Game):
    """Other moves of proven puzzles are answered by what keeps or wins, as the solver says."""
    solver = Solver(game)
    for number, puzzle in enumerate(puzzles(game.name)):
        for action in wrong_moves(puzzle)[number % EVERY :: EVERY] if puzzle.goal != "best" else ():
            found = refutation(game.name, number, action)
            match, seat, shown = puzzle.after(action, found.line)
            assert len(shown) == 1 + len(found.line)
            assert puzzle.goal == "win" or found.verdict == "loses", puzzle
            is_true(solver, puzzle, found, match, seat)


def is_true(solver: Solver, puzzle: Puzzle, found: Refutation, match: Match, seat: int) -> None:
    other = 1 - seat
    if found.verdict == "loses":
        assert match.result is not None
        assert match.result.winners == (other,), puzzle
        start = puzzle.after(match.log[0].move, ())[0]
        assert start.over or solver.wins(start.state(), other, found.turns)
    elif found.verdict == "later":
        assert not found.line
        assert solver.wins(match.state(), seat, puzzle.turns + (match.turn == seat))
    else:
        assert found.verdict == "escapes"
        if match.result is None:
            assert match.turn == seat, "the other's whole turn is shown"
            assert not solver.wins(match.state(), seat, puzzle.turns - 1), puzzle
        else:
            assert seat not in match.result.winners


def test_another_search_finds_nothing_better(game: Game):
    """One that knows nothing of those which found a sample of the puzzles; some miss the move."""
    for puzzle in puzzles(game.name)[SAMPLE // 2 :: SAMPLE]:
        if puzzle.goal != "best":
            continue
        match, seat, _ = puzzle.at()
        search = unbiased_search(game, SEED)
        report = search.run(Seat.of(match, seat), Limits(iterations=ITERATIONS))
        listed = [Alternative.of(game, one, match.seats) for one in report.choices]
        best = next_best(listed)[0]
        worth = best.chance if best.points is None else best.points
        assert best.move in puzzle.right or worth < puzzle.worth[0] - CLEARLY_BETTER, puzzle


def test_what_other_moves_are_worth_is_less(game: Game):
    """Of analysed positions it is told as far as it is known."""
    for number, puzzle in enumerate(puzzles(game.name)):
        if puzzle.goal != "best":
            continue
        match, seat, _ = puzzle.at()
        for move, worth in puzzle.tried.items():
            action = match.resolve(move, seat)
            assert refutation(game.name, number, action) == Refutation("worse", worth=worth)
            assert worth <= puzzle.worth[1]
        unknown = next(
            (a for a in wrong_moves(puzzle) if game.format(game.move(a)) not in puzzle.tried), None
        )
        if unknown is not None:
            assert refutation(game.name, number, unknown).worth is None


def test_a_right_move_isnt_refuted(game: Game):
    for number, puzzle in enumerate(puzzles(game.name)[:FIRST]):
        match, seat, _ = puzzle.at()
        with pytest.raises(OffLesson):
            refutation(game.name, number, match.resolve(puzzle.right[0], seat))
