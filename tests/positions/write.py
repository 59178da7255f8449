"""Make the page's puzzles from `huupp.txt`, each with what follows the right moves.

python tests/positions/write.py > src/cattery/games/huupp/puzzles.toml
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import cattery
from cattery import Match
from cattery.players import Seat, make
from cattery.search.solve import Solver
from positions.puzzles import GAME, Puzzle, read

DEFENDER = "think:800"


def line(solver: Solver, puzzle: Puzzle, first: str) -> Iterator[str]:
    """What follows a winning move: sensible defence, and moves that win in time."""
    match: Match = puzzle.match()
    winner = match.waiting[0]
    left = puzzle.turns - _passes(match, first, winner)
    defender = make(DEFENDER, match.game, 1)
    while not match.over:
        seat = match.waiting[0]
        if seat == winner:
            move = match.game.format(match.game.move(solver.winning(match.state(), left)[0]))
            left -= _passes(match, move, winner)
        else:
            move = match.game.format(defender.choose(Seat.of(match, seat)))
            match.play(move, seat)
        yield move


def _passes(match: Match, move: str, seat: int) -> bool:
    """Make a move of the winner's, and say whether it ended a turn of theirs."""
    match.play(move, seat)
    return match.over or match.turn != seat


def main() -> None:
    """Write the file."""
    solver = Solver(cattery.game(GAME))
    print("# Proven by exhaustive search: tests/positions/huupp.txt has the same positions.")
    print("# Made by: python tests/positions/write.py")
    for puzzle in read():
        print("\n[[puzzle]]")
        print(f'goal = "{puzzle.goal}"\nturns = {puzzle.turns}\nseats = 2')
        print(f'options = {{ ghosts = "{puzzle.ghosts}" }}\nposition = "{puzzle.position}"')
        print("right = [" + ", ".join(f'"{move}"' for move in puzzle.right) + "]")
        if puzzle.goal == "win":
            lines = [", ".join(f'"{m}"' for m in line(solver, puzzle, r)) for r in puzzle.right]
            print("lines = [" + ", ".join(f"[{each}]" for each in lines) + "]")


if __name__ == "__main__":
    main()
