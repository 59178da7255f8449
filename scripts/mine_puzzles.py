"""Mine "what would you play?" for a game: positions in which one move is clearly the best.

    python scripts/mine_puzzles.py csacska --count 35 > src/cattery/games/csacska/puzzles.toml

Thinkers play each other, with every number of seats and every variant in turn. Wherever somebody
has a choice a glance must find one move ahead, then three long searches that know nothing of each
other, each from what the seat knows alone, must agree on it and on how far the next best one is
behind, and the game's `why.py` must know a reason. Not many may be found in haste, and no kind of
move, table or third of a match may have more than its share.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import cattery
from cattery import Game, Match
from cattery.analysis.lines import Alternative, next_best, unbiased_search
from cattery.analysis.puzzle_answers import fact_for
from cattery.players import Seat, make
from cattery.puzzles import puzzles
from cattery.search import Limits, SearchReport

FEWEST_CHOICES = 4
MARGIN = 7.0  # per cent that the best move is ahead; what costs 4 is called a slip
MARGIN_ALONE = 2.0  # points of one who plays alone
WORTHWHILE = 15.0  # per cent of the best move: nobody wants to look for the best way to lose
SOON = 6  # entries of a match before it is looked at
PER_MATCH = 2
MOST_FOUND = 6  # in one match, of which some may be too much alike
GLANCE, LONG = 1500, 10_000  # iterations
GLANCED = 0.35  # of the margin must show at a glance, whichever move is ahead
HASTE, HASTY_TRIES = 40, 6  # iterations of somebody in a hurry, and how often they try
SEEN = 30  # visits of a move whose worth is told
TOLD = 8  # moves whose worth is told
ALIKE = 0.4  # of all puzzles may be answered by the same kind of move
EASY = 0.25  # of them may be found in haste
PARTS = 3  # of a match
PART = 0.45  # of all puzzles may be of one part
TABLE = 1.2  # times its share is what each sort of table may have

Options = tuple[tuple[str, str], ...]
Table = tuple[int, Options]  # seats and options


@dataclass(frozen=True)
class Found:
    """A position, its right move, and what the others are worth."""

    text: str
    kind: str  # of move
    n: int  # entries of the match before it
    easy: bool


@dataclass
class Shares:
    """How many puzzles of each sort have been found, and how many there may be."""

    count: int
    tables: int  # how many sorts of tables there are
    easy: float  # the share that may be found in haste
    of: Counter[object] = field(default_factory=Counter)
    total: int = 0

    def wants(self, sort: str, value: object) -> bool:
        """Whether there may be one more of a sort."""
        shares = {"kind": ALIKE, "part": PART, "table": TABLE / self.tables}
        most = shares.get(sort, self.easy if value else 1.0)
        return self.of[sort, value] < max(1.0, most * self.count)

    def take(self, **sorts: object) -> bool:
        """Count a puzzle, if there may be one more of all that it is."""
        if not all(self.wants(*sort) for sort in sorts.items()):
            return False
        self.of.update(sorts.items())
        self.total += 1
        return True


def variants(game: Game) -> Iterator[Options]:
    """Every choice of options that aren't left to chance."""
    chosen = [one for one in game.options if not one.is_arrangement and one.count > 1]
    for values in itertools.product(*(one.values for one in chosen)):
        yield tuple(zip([one.name for one in chosen], values, strict=True))


def report(match: Match, seat: int, iterations: int, seed: int) -> SearchReport:
    """What a search finds out from what a seat knows."""
    search = unbiased_search(match.game, seed)
    return search.run(Seat.of(match, seat), Limits(iterations=iterations))


def think(match: Match, seat: int, iterations: int, seed: int) -> list[Alternative]:
    """What a search thinks of the moves, the best first."""
    choices = report(match, seat, iterations, seed).choices
    return list(next_best(Alternative.of(match.game, one, match.seats) for one in choices))


def hasty(match: Match, seat: int, action: int) -> bool:
    """Whether somebody in a hurry finds a move more often than not."""
    found = [report(match, seat, HASTE, seed).best.action for seed in range(HASTY_TRIES)]
    return found.count(action) > HASTY_TRIES / 2


def value(move: Alternative) -> float:
    """What a move is worth: points alone, else per cent."""
    return move.chance if move.points is None else move.points


def clear(listed: list[Alternative], margin: float) -> bool:
    """Whether the first move is far ahead, and worth looking for."""
    if len(listed) < 2 or value(listed[0]) < (WORTHWHILE if listed[0].points is None else 0.0):
        return False
    return value(listed[0]) - value(listed[1]) >= margin


def look(match: Match, seat: int, shares: Shares, margin: float) -> Found | None:
    """The puzzle that a position is, if it is one that is wanted."""
    if not clear(think(match, seat, GLANCE, 0), GLANCED * margin):
        return None
    worth: dict[str, list[float]] = {}
    first: Alternative | None = None
    for seed, iterations in ((1, LONG), (2, LONG), (3, 2 * LONG)):
        listed = think(match, seat, iterations, seed)
        if not clear(listed, margin) or (first is not None and listed[0].action != first.action):
            return None
        first = listed[0]
        if seed == 1 and not shares.wants("kind", kind_of(first.move)):
            return None
        if seed == 1 and fact_for(match, seat, first.move, "best") is None:
            return None
        for one in listed:
            if one.visits >= SEEN or one.proof:
                worth.setdefault(one.move, []).append(value(one))
    assert first is not None
    easy = hasty(match, seat, first.action)
    if easy and not shares.wants("easy", True):
        return None
    sure = {move: round(sum(each) / 3) for move, each in worth.items() if len(each) == 3}
    best, *others = sorted(sure, key=lambda move: sure[move], reverse=True)[: TOLD + 1]
    if best != first.move or not others or sure[best] - sure[others[0]] < MARGIN_ALONE:
        return None
    text = _text(match, seat, best, {move: sure[move] for move in (best, *others)})
    return Found(text, kind_of(best), match.n, easy)


def kind_of(move: str) -> str:
    """The first word of a move's notation."""
    return move.split()[0]


def _text(match: Match, seat: int, best: str, worth: dict[str, int]) -> str:
    """The lines of the data file."""
    options = ", ".join(f'{name} = "{value}"' for name, value in sorted(match.options.items()))
    second, *_ = others = [move for move in worth if move != best]
    tried = ", ".join(f'"{move}" = {worth[move]}' for move in others)
    return "\n".join(
        (
            "[[puzzle]]",
            'goal = "best"',
            f"seats = {match.seats}",
            f"seat = {seat + 1}",
            f"options = {{ {options} }}",
            f'position = "{match.position()}"',
            f'right = ["{best}"]',
            f"worth = [{worth[best]}, {worth[second]}]",
            f"tried = {{ {tried} }}",
            "",
        )
    )


def mine(
    game: Game, number: int, table: Table, shares: Shares, asked: argparse.Namespace
) -> Iterator[str]:
    """The puzzles of one match."""
    seats, options = table
    match = Match.new(game, seats=seats, options=dict(options), seed=number)
    minds = [make(asked.player, game, number * 10 + seat) for seat in range(seats)]
    margin = asked.margin if seats > 1 else MARGIN_ALONE
    found: list[Found] = []
    while not match.over:
        seat = match.waiting[number % len(match.waiting)]
        asks = match.n >= SOON and len(match.legal_actions(seat)) >= FEWEST_CHOICES
        if asks and len(found) < MOST_FOUND and (one := look(match, seat, shares, margin)):
            found.append(one)
        match.play(minds[seat].choose(Seat.of(match, seat)), seat)
    parts: set[int] = set()
    for one in found:
        part = PARTS * one.n // match.n
        if part in parts or len(parts) == PER_MATCH or shares.total >= shares.count:
            continue
        if shares.take(kind=one.kind, easy=one.easy, part=part, table=table):
            parts.add(part)
            yield one.text


def keep(game: Game, shares: Shares, margin: float) -> Iterator[str]:
    """Of the puzzles that the game has those that are as clear as new ones must be."""
    for number, puzzle in enumerate(puzzles(game.name)):
        match, seat, _ = puzzle.at()
        alone = match.seats == 1
        found = look(match, seat, shares, MARGIN_ALONE if alone else margin)
        table = match.seats, tuple(sorted(puzzle.options.items()))
        sorts = {"kind": found.kind, "easy": found.easy} if found else {}
        if found and shares.take(**sorts, kept=number, table=table):
            yield found.text


def main() -> None:
    """Write puzzles until there are enough, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=35)
    parser.add_argument("--margin", type=float, default=MARGIN)
    parser.add_argument("--easy", type=float, default=EASY)
    parser.add_argument("--player", default="level:3")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="look at the present ones first")
    parser.add_argument("--seconds", type=float, default=900, help="of the processor")
    asked = parser.parse_args()
    game = cattery.game(asked.game)
    seats = range(game.seats[0], game.seats[-1] + 1)
    tables = list(itertools.product(seats, variants(game)))
    shares = Shares(asked.count, len(tables), asked.easy)
    began = time.process_time()
    print("# Made by: python", " ".join(sys.argv), flush=True)
    for text in keep(game, shares, asked.margin) if asked.keep else ():
        print("\n" + text, end="", flush=True)
    for number in itertools.count(asked.seed * 10_000):
        spent = time.process_time() - began
        print(f"{spent:5.0f} s, match {number}: {shares.total}", file=sys.stderr)
        if shares.total >= asked.count or spent > asked.seconds:
            return
        table = tables[number % len(tables)]
        if shares.wants("table", table):
            for text in mine(game, number, table, shares, asked):
                print("\n" + text, end="", flush=True)


if __name__ == "__main__":
    main()
