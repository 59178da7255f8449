"""Positions with their right moves: the file, and the exhaustive search that proves them.

A line reads `goal | ghosts | position | right moves`. The goals:

    win N    the moves that force a win within N own turns; there is no quicker win
    hold N   the moves after which the other can't force a win within N of its turns; all
             other moves lose, and the mover has no forced win in two turns itself

`trap` after the goal: some move would be right if the ghosts weren't there, and is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cattery
from cattery.players import Seat, make
from cattery.search.solve import Solver

FILE = Path(__file__).with_name("huupp.txt")
GAME = "huupp"


@dataclass(frozen=True)
class Puzzle:
    """A position and the set of moves that are right in it."""

    goal: str  # win or hold
    turns: int
    trap: bool
    ghosts: str  # on or off
    position: str
    right: tuple[str, ...]

    def __str__(self) -> str:
        goal = f"{self.goal} {self.turns}{' trap' if self.trap else ''}"
        return f"{goal:<11} | {self.ghosts:<3} | {self.position} | {', '.join(self.right)}"

    def states(self, ghosts: str | None = None) -> Any:
        """The position as an array of one state; with other ghosts, if they are given."""
        states = cattery.game(GAME).from_position(self.position, 2, {"ghosts": self.ghosts})
        if ghosts is not None:
            states["ghosts"] = int(ghosts == "on")
        return states

    def match(self) -> cattery.Match:
        """A match that starts from the position."""
        return cattery.Match.new(
            GAME, options={"ghosts": self.ghosts}, position=self.position, seed=0
        )

    def solved_by(self, player: str, seed: int = 0) -> bool:
        """Whether a player chooses a right move."""
        match = self.match()
        seat = match.waiting[0]
        move = make(player, match.game, seed).choose(Seat.of(match, seat))
        return match.game.format(move) in self.right


def level(number: int) -> str:
    """A level's name, counted from 1, or from -1 downwards for the strongest."""
    count = len(cattery.game(GAME).levels)
    return f"level:{number if number > 0 else count + 1 + number}"


def solved(player: str, puzzles: Sequence[Puzzle], tries: int) -> float:
    """The share of puzzles that a player solves, each tried with seeds of its own.

    With the same seeds for all, a whim that comes with one of them would come everywhere.
    """
    every = [puzzle for puzzle in puzzles for _ in range(tries)]
    return sum(puzzle.solved_by(player, seed) for seed, puzzle in enumerate(every)) / len(every)


def read() -> list[Puzzle]:
    """All puzzles of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [parse(line) for line in lines if line.strip() and not line.startswith("#")]


def parse(line: str) -> Puzzle:
    """A puzzle from its line."""
    goal, ghosts, position, right = (part.strip() for part in line.split("|"))
    word, turns, *trap = goal.split()
    moves = tuple(move.strip() for move in right.split(","))
    return Puzzle(word, int(turns), trap == ["trap"], ghosts, position, moves)


def right_moves(solver: Solver, states: Any, goal: str, turns: int) -> tuple[str, ...]:
    """The right moves of a position, by exhaustive search."""
    ask = solver.winning if goal == "win" else solver.holding
    game = solver.game
    return tuple(game.format(game.move(action)) for action in ask(states, turns))


def is_trap(solver: Solver, states: Any, goal: str, turns: int, right: tuple[str, ...]) -> bool:
    """Whether a move that would be right without the ghosts is wrong with them."""
    if not states["ghosts"][0] or (states["ghost"][0] < 0).all():
        return False
    plain = states.copy()
    plain["ghosts"] = 0
    return bool(set(right_moves(solver, plain, goal, turns)) - set(right))


def is_quickest(solver: Solver, states: Any, goal: str, turns: int) -> bool:
    """No quicker win; in a defence no forced win of the mover's own."""
    actor = int(states["actor"][0])
    if goal == "hold":
        return not solver.wins(states, actor, 2)
    return turns == 1 or not solver.wins(states, actor, turns - 1)


def prove(solver: Solver, puzzle: Puzzle) -> None:
    """Fail unless the puzzle is exactly what its line says."""
    states = puzzle.states()
    found = right_moves(solver, states, puzzle.goal, puzzle.turns)
    assert found == puzzle.right, f"{puzzle}: the right moves are {', '.join(found)}"
    assert is_quickest(solver, states, puzzle.goal, puzzle.turns), f"{puzzle}: a quicker win"
    trap = is_trap(solver, states, puzzle.goal, puzzle.turns, puzzle.right)
    assert trap == puzzle.trap, f"{puzzle}: trap or not"
