"""Mine "what would you play?" for a game: positions in which one move is clearly the best.

    python scripts/mine_puzzles.py csacska --count 10 > src/cattery/games/csacska/puzzles.toml

Thinkers play each other; every few decisions two searches that know nothing of each other, each
from what the seat knows alone, must agree on a move and on how far the next best one is behind.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

import cattery
from cattery import Game, Match
from cattery.analysis.lines import Alternative, next_best
from cattery.players import Seat, make
from cattery.search import Limits, Search

FEWEST_CHOICES = 4
CLEAR_CHANCE = 12.0  # per cent that the best move is ahead
CLEAR_POINTS = 2.0  # points of one who plays alone
SOON, LATE = 6, 120  # entries of a match between which it is looked at
PER_MATCH = 2
MOST_ALIKE = 0.3  # of all puzzles may be answered by the same kind of move


def moments(game: Game, seats: int, number: int, player: str) -> Iterator[tuple[Match, int]]:
    """A match at every decision of somebody who has a choice."""
    match = Match.new(game, seats=seats, seed=number)
    minds = [make(player, game, number * 10 + seat) for seat in range(seats)]
    while not match.over and match.n < LATE:
        seat = match.waiting[0]
        if match.n >= SOON and len(match.legal_actions(seat)) >= FEWEST_CHOICES:
            yield match, seat
        match.play(minds[seat].choose(Seat.of(match, seat)), seat)


def choices(match: Match, seat: int, iterations: int, seed: int) -> list[Alternative]:
    """What a search thinks of the moves, the best first."""
    report = Search(match.game, seed=seed).run(Seat.of(match, seat), Limits(iterations=iterations))
    alternatives = [Alternative.of(match.game, each, match.seats) for each in report.choices]
    return list(next_best(alternatives))


def value(move: Alternative) -> float:
    """What a move is worth: points alone, else per cent."""
    return move.chance if move.points is None else move.points


def clear(match: Match, seat: int, iterations: int) -> tuple[Alternative, Alternative] | None:
    """The best move and the next best, if they are far apart, twice."""
    margin = CLEAR_CHANCE if match.seats > 1 else CLEAR_POINTS
    found = None
    for seed, thoughts in enumerate((iterations, 2 * iterations)):
        listed = sorted(choices(match, seat, thoughts, seed), key=value, reverse=True)
        if len(listed) < 2 or value(listed[0]) - value(listed[1]) < margin:
            return None
        if found is not None and found[0].action != listed[0].action:
            return None
        found = listed[0], listed[1]
    return found


def puzzle(match: Match, seat: int, best: Alternative, second: Alternative) -> str:
    """The lines of the data file."""
    options = ", ".join(f'{name} = "{value}"' for name, value in sorted(match.options.items()))
    return "\n".join(
        (
            "[[puzzle]]",
            'goal = "best"',
            f"seats = {match.seats}",
            f"seat = {seat + 1}",
            f"options = {{ {options} }}",
            f'position = "{match.position()}"',
            f'right = ["{best.move}"]',
            f"worth = [{round(value(best))}, {round(value(second))}]",
            "",
        )
    )


def main() -> None:
    """Write puzzles until there are enough, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--iterations", type=int, default=1500)
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=600)
    asked = parser.parse_args()
    game = cattery.game(asked.game)
    seats = asked.seats or next(n for n in game.seats if n > 1)
    end = time.monotonic() + asked.seconds
    print("# Made by: python", " ".join(sys.argv), flush=True)
    kinds: Counter[str] = Counter()
    for number in range(10_000):
        here = 0
        for at, (match, seat) in enumerate(moments(game, seats, number, asked.player)):
            if kinds.total() >= asked.count or time.monotonic() > end:
                return
            if here >= PER_MATCH:
                break
            if at % asked.every == number % asked.every:
                pair = clear(match, seat, asked.iterations)
                kind = pair[0].move.split()[0] if pair else ""
                if pair is not None and kinds[kind] < MOST_ALIKE * asked.count:
                    print("\n" + puzzle(match, seat, *pair), end="", flush=True)
                    kinds[kind] += 1
                    here += 1


if __name__ == "__main__":
    main()
