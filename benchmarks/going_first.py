"""What going first is worth: a player meets itself, and it is counted how often who began wins.

`python -m benchmarks.going_first GAME [--player think:300ms] [--games 1000] [--jobs 2]` prints a
row for each variant of the game, and goes on where it was interrupted. For games that two play,
with an option `first`. Games that went the same way, move by move, tell no more than one of them:
the last column says how many different ones there were.

Like those of an arena, results are kept by player, options and sources: with others it begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cattery
from benchmarks.strength import show_status
from cattery.arena.intervals import Rate
from cattery.arena.results import kept_file
from cattery.arena.setup import meaning
from cattery.arena.worker_pool import WorkerPool
from cattery.errors import CatteryError
from cattery.game import Game
from cattery.learning.selfplay import variants
from cattery.match import Match
from cattery.players import Seat
from cattery.players.roster import check, make
from cattery.terminal.arena import interval

PLAYER, GAMES = "think:300ms", 1000


@dataclass(frozen=True)
class Found:
    """How a game went."""

    number: int
    share: float  # of who began: 1, 0 or half
    moves: str  # a digest: games that went the same way have the same

    @property
    def line(self) -> bytes:
        """As it is kept."""
        return json.dumps([self.number, self.share, self.moves]).encode() + b"\n"


def play(number: int, name: str, player: str, options: dict[str, str]) -> Found:
    """The game of that number; each seat begins every other one."""
    game = cattery.game(name)
    match = Match.new(game, seats=2, seed=number, options={**options, "first": str(number % 2)})
    minds = [make(player, game, 2 * number + seat) for seat in range(2)]
    while match.waiting:
        seat = match.waiting[0]
        match.play(minds[seat].choose(Seat.of(match, seat)), seat)
    moves = hashlib.sha256(json.dumps(match.actions_played).encode()).hexdigest()[:16]
    return Found(number, 0.5 + game.payoffs(match.state())[number % 2] / 2, moves)


def file_of(game: Game, player: str, options: dict[str, str]) -> Path:
    """Where the games of a variant are kept: the same sources and settings find it again."""
    settings = {"player": player, "options": options, **meaning(game, [player])}
    return kept_file(f"{game.name}-first", settings)


def kept(path: Path) -> Iterator[Found]:
    """The games that are there already; a last line that was cut off is dropped from the file."""
    text = path.read_bytes() if path.exists() else b""
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        os.truncate(path, whole)
    for line in text[:whole].splitlines():
        yield Found(*json.loads(line))


def results(game: Game, player: str, options: dict[str, str], games: int, jobs: int) -> list[Found]:
    """All games of a variant, after those that are missing were played."""
    path = file_of(game, player, options)
    found = {each.number: each for each in kept(path)}
    left = [(number,) for number in range(games) if number not in found]
    run = partial(play, name=game.name, player=player, options=options)
    with WorkerPool(jobs) as pool, path.open("ab") as file:
        for each in pool.each(run, left):
            found[each.number] = each
            file.write(each.line)
            file.flush()
            show_status(f"{game.name}, {player}: {len(found)} of {games}")
    show_status("")
    return [found[number] for number in range(games)]


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
    try:
        check(given.player, game, trusted=True)
    except CatteryError as error:
        parser.error(str(error))
    print("| variant | player | games | who began wins (95 %) | different games |")
    print("|---|---|---:|---:|---:|")
    for options in variants(game):
        found = results(game, given.player, options, given.games, given.jobs)
        rate = Rate.of(sum(each.share for each in found), len(found))
        variant = ", ".join(f"{name} {value}" for name, value in options.items())
        different = len({each.moves for each in found})
        row = f"{variant} | `{given.player}` | {given.games} | {interval(rate)} | {different}"
        print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main()
