"""How strong the players are: levels against the level below, more thought against less, and the
search against itself without one of its parts. In games for one: the points of each level.

`python -m benchmarks.strength GAME [--seats N] [--jobs J] [--only WORD] [--option NAME=VALUE]`
plays what is missing and prints a table in Markdown. Every match is kept as soon as it ends: the
same command goes on after an interruption. Each row is `cattery arena GAME --seats N --players A,B
--lone A --seed 1`. J cores should be free; where a player thinks in two threads, half as many
matches run at once. Times are per decision, or per turn where the game's levels think per turn.

With `--seats 1` the levels and greedy play alone, all on the same deals; `--each NAME` has a column
for every value of an option. A column is `cattery arena GAME --seats 1 --players ... --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cattery
from cattery.arena import Results, Setup, report, run
from cattery.arena.figures import Rate
from cattery.arena.results import default_file
from cattery.errors import CatteryError
from cattery.game import Game
from cattery.kernel import implements
from cattery.players.roster import LEVEL
from cattery.terminal.arena import interval, margin
from cattery.terminal.typed import pairs

GAMES = 100
GAMES_ALONE = 200
GAMES_OF_PARTS = 400
NO_COLUMNS = "no option {each} to play alone with"
SEED = 1
USUAL_SEATS = 4  # at tables for more than two
PACE = "30ms"
LONGER = "300ms"
PER_TURN = "/turn"
THREADS = 2


@dataclass(frozen=True)
class Meeting:
    """One player against another, or against a table of others."""

    player: str
    other: str
    games: int
    threads: int = 1  # that think at the same time in one match

    def jobs(self, wanted: int) -> int:
        """Matches to play at the same time, so that no thread takes another's core."""
        return max(1, wanted // self.threads)


def meetings(game: Game) -> Iterator[Meeting]:
    """Everything that is to be known of a game's players."""
    for level in range(2, len(game.levels) + 1):
        yield Meeting(f"{LEVEL}{level}", f"{LEVEL}{level - 1}", GAMES)
    yield Meeting(f"{LEVEL}{len(game.levels)}", "greedy", GAMES)
    per = PER_TURN if any(PER_TURN in level for level in game.levels) else ""
    pace, longer = f"think:{PACE}{per}", f"think:{LONGER}{per}"
    yield Meeting(longer, pace, GAMES)
    yield Meeting(f"{pace}+threads={THREADS}", pace, GAMES, THREADS)
    for without in parts(game):
        yield Meeting(pace, f"{pace}+{without}", GAMES_OF_PARTS)


def usual_seats(game: Game) -> int:
    """How many sit at a table where nothing is said: two where two can play."""
    return 2 if 2 in game.seats else min(USUAL_SEATS, game.seats[-1])


def parts(game: Game) -> Iterator[str]:
    """Settings that take one part of the search away."""
    facts = game.facts.get("search", {})
    if implements(game.dtype, "urge"):
        yield "playout_policy=sample"
    if "cut" in facts:
        yield "cut=-1"
    if game.hidden:
        yield "guess=0"
    if game.habits is not None:
        yield "habits=0"
    if game.learned is not None:
        yield "learned=0"


def play(
    game: Game, meeting: Meeting, seats: int, options: dict[str, str], jobs: int
) -> tuple[Rate, Rate]:
    """(how often it finishes ahead, its share of the wins), after all matches are played."""
    setup = Setup.of(
        game,
        [meeting.player, meeting.other],
        meeting.games,
        seed=SEED,
        seats=seats,
        options=options,
        lone=meeting.player,
    )
    with Results(setup, default_file(setup)) as results:
        run(results, jobs=meeting.jobs(jobs), progress=lambda done: _progress(meeting, done))
        found = report(setup, results.chosen())
    pair = found.pair(meeting.player, meeting.other)
    if pair is None:
        raise RuntimeError(f"{meeting.player} and {meeting.other} have not met")
    return pair.rate, found.tables[0].rate


@dataclass(frozen=True)
class Alone:
    """Who plays alone, all on the same deals, and with which options."""

    game: Game
    players: tuple[str, ...]
    games: int
    options: dict[str, str]
    each: str | None = None  # an option with a column for every value

    def check(self, parser: argparse.ArgumentParser) -> None:
        """Refuse an option that the game hasn't."""
        if self.each and not any(one.name == self.each for one in self.game.options):
            parser.error(NO_COLUMNS.format(each=self.each))

    def columns(self) -> dict[str, dict[str, str]]:
        """The options of each column, by its title."""
        values = next((one.values for one in self.game.options if one.name == self.each), ())
        found = {f"{self.each} {each}": {**self.options, str(self.each): each} for each in values}
        return found or {"points": self.options}


def alone(table: Alone, options: dict[str, str], jobs: int) -> dict[str, str]:
    """The mean points of each player at tables of one, with intervals."""
    setup = Setup.of(table.game, table.players, table.games, seed=SEED, seats=1, options=options)
    with Results(setup, default_file(setup)) as results:
        run(results, jobs=jobs, progress=lambda done: show_status(f"{done} of {setup.total}"))
        found = report(setup, results.chosen())
    return {each.player: margin(each.points) for each in found.standings}


def print_alone(table: Alone, jobs: int, marks: Mapping[str, str] | None = None) -> None:
    """A row per player, with what is to be said of it behind its name."""
    columns = table.columns()
    points = [alone(table, chosen, jobs) for chosen in columns.values()]
    show_status("")
    print(f"| player | {' | '.join(columns)} |")
    print("|---|" + "---:|" * len(points))
    for player in table.players:
        mark = (marks or {}).get(player, "")
        print(f"| `{player}`{mark} | {' | '.join(column[player] for column in points)} |")


def _progress(meeting: Meeting, done: int) -> None:
    show_status(f"{meeting.player} against {meeting.other}: {done} of {meeting.games}")


def show_status(line: str) -> None:
    """What is going on, for who looks on; the table may go into a file."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Play and print, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=cattery.games())
    parser.add_argument("--seats", type=int, help="seats at a table: 2 or 4 where not given")
    parser.add_argument("--each", help="with --seats 1: a column for each value of this option")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    parser.add_argument("--only", default="", help="only rows with this word in them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    game = cattery.game(given.game)
    seats = given.seats or usual_seats(game)
    if seats not in game.seats:
        parser.error(f"no table of {game.name} for {seats} players to meet")
    if given.each and seats > 1:
        parser.error(NO_COLUMNS.format(each=given.each))
    try:
        options = pairs(given.option)
    except CatteryError as error:
        parser.error(str(error))
    if seats == 1:
        levels = (f"{LEVEL}{level}" for level in range(1, len(game.levels) + 1))
        table = Alone(game, (*levels, "greedy"), GAMES_ALONE, options, given.each)
        table.check(parser)
        print_alone(table, given.jobs)
        return
    print("| player | against | games | finishes ahead (95 %) | share of wins (95 %) |")
    print("|---|---|---:|---:|---:|", flush=True)
    for meeting in meetings(game):
        if given.only in f"{meeting.player} {meeting.other}":
            ahead, wins = play(game, meeting, seats, options, given.jobs)
            names = f"`{meeting.player}` | `{meeting.other}`"
            row = f"| {names} | {meeting.games} | {interval(ahead)} | {interval(wins)} |"
            show_status("")
            print(row, flush=True)


if __name__ == "__main__":
    main()
