"""How many of the positions each level solves: `python tests/positions/count.py [--tries 5]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import cattery
from positions.puzzles import GAME, level, read, solved


def main() -> None:
    """Try and print, player by player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=5, help="seeds per player and position")
    tries = parser.parse_args().tries
    puzzles = read()
    levels = [level(number + 1) for number in range(len(cattery.game(GAME).levels))]
    print(f"| player | of {len(puzzles)} positions solved |\n|---|---:|", flush=True)
    for player in ("random", "greedy", *levels):
        print(f"| `{player}` | {len(puzzles) * solved(player, puzzles, tries):.1f} |", flush=True)


if __name__ == "__main__":
    main()
