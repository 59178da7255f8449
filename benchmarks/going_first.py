"""What going first is worth: a player meets itself, and it is counted how often who began wins.

`python -m benchmarks.going_first GAME [--player think:300ms] [--games 1000] [--jobs 2]` prints a
row for each variant of the game, and goes on where it was interrupted. For games that two play,
with an option `first`.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path

import cattery
from benchmarks.strength import show_status
from cattery.arena.intervals import Rate
from cattery.arena.worker_pool import WorkerPool
from cattery.learning.selfplay import variants
from cattery.match import Match
from cattery.players import Seat
from cattery.players.roster import make
from cattery.terminal.arena import interval

PLAYER, GAMES = "think:300ms", 1000
RESULTS = Path(".going_first")


def play(number: int, name: str, player: str, options: dict[str, str]) -> tuple[int, float]:
    """(Number of the game, share of who began: 1, 0 or half)."""
    game = cattery.game(name)
    match = Match.new(game, seats=2, seed=number, options={**options, "first": str(number % 2)})
    minds = [make(player, game, 2 * number + seat) for seat in range(2)]
    while match.waiting:
        seat = match.waiting[0]
        match.play(minds[seat].choose(Seat.of(match, seat)), seat)
    return number, 0.5 + game.payoffs(match.state())[number % 2] / 2


def shares(name: str, player: str, options: dict[str, str], games: int, jobs: int) -> Rate:
    """How often who began wins, after all games that are still to be played."""
    label = "-".join((name, player, *options.values())).replace(":", "_")
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{label}.jsonl"
    found = dict(map(json.loads, path.read_text().splitlines())) if path.exists() else {}
    left = [(number,) for number in range(games) if number not in found]
    run = partial(play, name=name, player=player, options=options)
    with WorkerPool(jobs) as pool, path.open("a") as results:
        for number, share in pool.each(run, left):
            found[number] = share
            results.write(json.dumps([number, share]) + "\n")
            results.flush()
            show_status(f"{label}: {len(found)} of {games}")
    show_status("")
    return Rate.of(sum(found[number] for number in range(games)), games)


def main() -> None:
    """Play and print, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=cattery.games())
    parser.add_argument("--player", default=PLAYER)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    given = parser.parse_args()
    game = cattery.game(given.game)
    if 2 not in game.seats or not any(option.name == "first" for option in game.options):
        parser.error(f"nobody can be chosen to begin in {game.name}, or two can't play it")
    print("| variant | player | games | who began wins (95 %) |\n|---|---|---:|---:|")
    for options in variants(game):
        rate = shares(game.name, given.player, options, given.games, given.jobs)
        variant = ", ".join(f"{name} {value}" for name, value in options.items())
        print(f"| {variant} | `{given.player}` | {given.games} | {interval(rate)} |", flush=True)


if __name__ == "__main__":
    main()
