"""A player against the greedy one of an earlier commit, so that a yardstick stays what it was.

`python -m benchmarks.earlier GAME COMMIT [--player level:5] [--seats N] [--games N]`: one player
sits against a table of greedy ones that weigh moves as `wits.py` did in that commit, by the rules
of today. Seats rotate over the same deals, as in the arena.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import cattery
from benchmarks.strength import GAMES, SEED, usual_seats
from cattery.arena.intervals import Rate
from cattery.game import Game
from cattery.match import Match
from cattery.players import Player, Seat
from cattery.players.base import random_u64
from cattery.players.plain import GreedyPlayer
from cattery.players.roster import make
from cattery.terminal.arena import interval

ROOT = Path(__file__).parents[1]
REGISTERS = "\nimplement("  # the line of a wits.py that gives its verbs to the game
INSTEAD = """

@kernel
def weigh_first(states, actions, n, out):
    weigh(states[0], actions, n, out)
"""


def earlier_weigh(game: Game, commit: str, folder: Path) -> Any:
    """The `weigh` of a game as it was in a commit, without taking the place of today's."""
    path = f"src/cattery/games/{game.name}/wits.py"
    command = ["git", "show", f"{commit}:{path}"]
    text = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    body, found, _ = text.rpartition(REGISTERS)
    if not found:
        raise ValueError(f"{path} of {commit} registers nothing")
    name = f"wits_{game.name}_{commit}"
    (folder / f"{name}.py").write_text(body + INSTEAD)
    sys.path.insert(0, str(folder))
    return importlib.import_module(name).weigh_first


class EarlierGreedy(GreedyPlayer):
    """Greedy by another `weigh`, for games whose positions everybody sees."""

    def __init__(self, weigh: Any, seed: int) -> None:
        super().__init__(seed)
        self._weigh = weigh

    def weigh(self, seat: Seat, actions: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """How much each action is liked."""
        out = np.zeros(len(actions))
        self._weigh(seat.imagine(random_u64(self._source)), actions, len(actions), out)
        return out


def play(game: Game, players: list[Player], deal: int) -> Any:
    """The points of a match."""
    match = Match.new(game, seats=len(players), seed=SEED + deal)
    while match.waiting:
        seat = match.waiting[0]
        match.play(players[seat].choose(Seat.of(match, seat)), seat)
    assert match.result is not None
    return np.array(match.result.scores)


def main() -> None:
    """Play and print a row of a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=cattery.games())
    parser.add_argument("commit")
    parser.add_argument("--player", default="level:5")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=GAMES)
    given = parser.parse_args()
    game = cattery.game(given.game)
    seats = given.seats or usual_seats(game)
    if game.hidden or seats not in game.seats:
        parser.error(f"{game.name} hides something, or has no table for {seats}")
    ahead = wins = 0.0
    with tempfile.TemporaryDirectory() as folder:
        weigh = earlier_weigh(game, given.commit, Path(folder))
        for k in range(given.games):
            lone = k % seats
            players: list[Player] = [EarlierGreedy(weigh, k * seats + s) for s in range(seats)]
            players[lone] = make(given.player, game, k * seats + lone)
            points = play(game, players, k // seats)
            others = np.delete(points, lone)
            ahead += float(np.mean((points[lone] > others) + 0.5 * (points[lone] == others)))
            best = points == points.max()
            wins += float(best[lone] / best.sum())
    shares = " | ".join(interval(Rate.of(count, given.games)) for count in (ahead, wins))
    print(f"| `{given.player}` | greedy of {given.commit} | {given.games} | {shares} |")


if __name__ == "__main__":
    main()
