"""How a player fares against people it has never met: the simple styles of a game's gallery.

`python -m benchmarks.strangers GAME [--player level:5] [--beside greedy] [--games 100] [--seats N]
[--jobs J] [--only WORD] [--option NAME=VALUE]` plays what is missing and prints a table in
Markdown: one seat against a table of each style, then mixed tables whose strangers are drawn by lot
for every deal, and beside each row another player at the same tables with the same deals. Every
match is kept as soon as it ends: the same command goes on after an interruption.

With `--seats 1` nobody sits with anybody: both players and every style play alone, all on the same
deals, and the table is of mean points; `--each NAME` has a column for every value of an option. A
column is `cattery arena GAME --seats 1 --players PLAYER,BESIDE,gallery --seed 1`.

Else a row is `cattery arena GAME --seats N --players PLAYER,STYLE --lone PLAYER --seed 1`, the last
ones are `cattery arena GAME --seats N --players PLAYER --strangers all --seed 1`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import cattery
from benchmarks.strength import (
    NO_COLUMNS,
    SEED,
    Alone,
    print_alone,
    show_status,
    usual_seats,
)
from cattery.arena import Results, Setup, report, run
from cattery.arena.intervals import Rate
from cattery.arena.results import default_file
from cattery.errors import CatteryError
from cattery.game import Game
from cattery.players.roster import LEVEL, STYLE, characters
from cattery.styles import PARTS, Part
from cattery.terminal.arena import interval
from cattery.terminal.typed import pairs

GAMES = 100
MARK = " (measuring)"  # behind styles that nothing was tuned with


@dataclass(frozen=True)
class Company:
    """Who sits at the table: one style on all seats, or strangers of a part of the gallery."""

    style: str = ""
    part: Part | None = None

    @property
    def title(self) -> str:
        """As the table calls it."""
        return f"mixed: {self.part}" if self.part else self.style.removeprefix(STYLE)


def companies(game: Game) -> Iterator[Company]:
    """Each style by itself, then mixed tables of all and of each part."""
    for style in characters(game):
        yield Company(style=style)
    for part in PARTS:
        yield Company(part=part)


def setup_of(
    game: Game, player: str, company: Company, games: int, seats: int, options: dict[str, str]
) -> Setup:
    """The arena of one row."""
    players = [player] if company.part else [player, company.style]
    return Setup.of(
        game,
        players,
        games,
        seed=SEED,
        seats=seats,
        options=options,
        lone=player,
        strangers=company.part,
    )


def play(setup: Setup, jobs: int) -> tuple[Rate, Rate]:
    """(how often the lone player finishes ahead, its share of the wins), after all matches."""
    assert setup.lone is not None
    with Results(setup, default_file(setup)) as results:
        name = f"{setup.lone} among {', '.join(setup.players[1:]) or setup.strangers}"
        run(
            results,
            jobs=jobs,
            progress=lambda done: show_status(f"{name}: {done} of {setup.total}"),
        )
        found = report(setup, results.chosen())
    ahead = next(each.rate for each in found.standings if each.player == setup.lone)
    assert ahead is not None
    return ahead, found.tables[0].rate


def main() -> None:
    """Play and print, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[g for g in cattery.games() if characters(cattery.game(g))])
    parser.add_argument("--player", help="who is measured; the strongest level where not given")
    parser.add_argument("--beside", default="greedy", help="who plays the same deals beside it")
    parser.add_argument("--games", type=int, default=GAMES, help="matches of a row and player")
    parser.add_argument("--seats", type=int, help="seats at a table: 2 or 4 where not given")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    parser.add_argument("--only", default="", help="only rows with this word in them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--each", help="with --seats 1: a column for each value of this option")
    given = parser.parse_args()
    game = cattery.game(given.game)
    seats = usual_seats(game) if given.seats is None else given.seats
    players = given.player or f"{LEVEL}{len(game.levels)}", given.beside
    if given.each and seats > 1:
        parser.error(NO_COLUMNS.format(each=given.each))
    if seats == 1:
        _alone(parser, game, players, given)
        return
    columns = [f"`{player}` {what}" for player in players for what in ("ahead", "wins")]
    print(f"| against | {' | '.join(columns)} |\n|---|" + "---:|" * len(columns), flush=True)
    measuring = characters(game, "measuring")
    try:
        for company in companies(game):
            if given.only in company.title:
                rates = [
                    rate
                    for player in players
                    for rate in play(
                        setup_of(game, player, company, given.games, seats, pairs(given.option)),
                        given.jobs,
                    )
                ]
                show_status("")
                title = company.title + (MARK if company.style in measuring else "")
                print(f"| {title} | {' | '.join(map(interval, rates))} |", flush=True)
    except CatteryError as error:
        parser.error(str(error))


def _alone(
    parser: argparse.ArgumentParser,
    game: Game,
    players: tuple[str, str],
    given: argparse.Namespace,
) -> None:
    """The same where there is nobody to play against: the points of each."""
    styles = [name for name in characters(game) if given.only in name]
    marks = dict.fromkeys(characters(game, "measuring"), MARK)
    try:
        named = tuple(dict.fromkeys((*players, *styles)))
        table = Alone(game, named, given.games, pairs(given.option), given.each)
        table.check(parser)
        print_alone(table, given.jobs, marks)
    except CatteryError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
