"""Who meets whom: tables, deals, and the seats that rotate."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy

import cattery
from cattery.arena.errors import (
    NoStrangers,
    NotAmongPlayers,
    OtherCode,
    SamePlayerTwice,
    SoloTable,
    TooFewPlayers,
)
from cattery.data import data_hash, file, folder
from cattery.errors import BadNumber
from cattery.game import Game
from cattery.learned import WEIGHTS
from cattery.match import seed_bytes
from cattery.players.roster import LEVEL, STYLE, characters, check, listed
from cattery.styles import PARTS, Part

Key = tuple[str, str, int, int]  # lone, rest, deal, rotation
NOBODY = ""  # the rest of a table of one
STRANGERS = "strangers"  # the rest of tables at which others sit in every deal
AND = " + "  # between the players of such a table


@dataclass(frozen=True)
class Fixture:
    """One match to be played: `lone` at the seat `rotation`, `rest` on all the others, which is one
    kind of player or, with `AND` between them, one for each seat.

    All rotations of one deal share its seed, at every table: what chance brings to a seat, each
    player gets once.
    """

    lone: str
    rest: str
    deal: int
    rotation: int
    seats: int

    @property
    def key(self) -> Key:
        """What tells the match from all others of the arena."""
        return self.lone, self.rest, self.deal, self.rotation

    @property
    def players(self) -> list[str]:
        """By seat."""
        others = self.rest.split(AND) if AND in self.rest else [self.rest] * (self.seats - 1)
        return [*others[: self.rotation], self.lone, *others[self.rotation :]]


@dataclass(frozen=True)
class Setup:
    """The settings of an arena. With two seats each pair meets; with more, one of each kind sits
    against a table of each other kind, or only `lone` does. With `strangers` each of the players
    sits at tables of styles that are drawn by lot for every deal, the same for all of them. With
    one seat everybody plays alone, all on the same deals."""

    game: str
    players: tuple[str, ...]
    games: int  # per table
    seed: int
    seats: int
    options: dict[str, str]
    lone: str | None = None
    code: str = ""  # what the games are played by: rules, data, search, players
    levels: dict[str, str] = field(default_factory=dict)  # what the levels mean
    search: dict[str, Any] = field(default_factory=dict)  # the game's settings of the search
    strangers: Part | None = None  # from which part of the gallery the others are drawn
    pool: tuple[str, ...] = ()  # who they can be

    @classmethod
    def of(
        cls,
        game: Game,
        players: Sequence[str],
        games: int,
        *,
        seed: int = 0,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        lone: str | None = None,
        strangers: Part | None = None,
    ) -> Setup:
        """Checked settings, or the refusal. `gallery` among the players is all styles."""
        if games < 1:
            raise BadNumber(name="games", value=games)
        usual = min(max(2, game.seats[0]), game.seats[-1])
        count = game.check_seats(usual if seats is None else seats)
        if count == 1 and lone is not None:
            raise SoloTable(player=lone)
        players = listed(players, game)
        for name in players:
            check(name, game, trusted=True)
        pool = _pool(game, count, strangers, players)
        _check_distinct(players, lone, fewest=1 if pool else min(2, count))
        chosen = game.complete_options(options or {}, count)
        return cls(
            game.name,
            tuple(players),
            games,
            seed,
            count,
            chosen,
            lone,
            strangers=strangers,
            pool=pool,
            **meaning(game, (*players, *pool)),
        )

    @property
    def tables(self) -> list[tuple[str, str]]:
        """(lone, rest) of every table; at tables of one there is no rest."""
        if self.seats == 1:
            return [(name, NOBODY) for name in self.players]
        if self.pool:
            return [(name, STRANGERS) for name in self.players if self.lone in (None, name)]
        if self.lone is not None:
            return [(self.lone, rest) for rest in self.players if rest != self.lone]
        pairs = combinations if self.seats == 2 else permutations
        return list(pairs(self.players, 2))

    @property
    def total(self) -> int:
        """How many matches there are."""
        return self.games * len(self.tables)

    def fixtures(self) -> Iterator[Fixture]:
        """All matches, deal by deal, so that an arena broken off has seen every table."""
        for deal in range(-(-self.games // self.seats)):
            for lone, rest in self.tables:
                others = self._drawn(deal) if rest == STRANGERS else rest
                for rotation in range(min(self.seats, self.games - deal * self.seats)):
                    yield Fixture(lone, others, deal, rotation, self.seats)

    def _drawn(self, deal: int) -> str:
        """Who sits with the lone player in a deal: different ones, where there are enough."""
        chance, others = Random(f"{self.seed} {deal}"), self.seats - 1
        pool = self.pool * -(-others // len(self.pool))
        return AND.join(chance.sample(pool, others))

    @property
    def everybody(self) -> tuple[str, ...]:
        """All who may have sat at a table."""
        return tuple(dict.fromkeys((*self.players, *self.pool)))

    def seed_of(self, fixture: Fixture) -> bytes:
        """The seed of a match: that of its deal."""
        start = int.from_bytes(seed_bytes(self.seed)[8:16], "big")
        return seed_bytes(start + fixture.deal)

    @property
    def head(self) -> dict[str, Any]:
        """What two runs must have in common to be one arena; more games may be added later."""
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "players": list(self.players),
            "lone": self.lone,
            "strangers": self.strangers,
            "seed": self.seed,
            "levels": self.levels,
            "search": self.search,
            "code": self.code,
        }

    def check_code(self) -> None:
        """OtherCode if these settings, made elsewhere, don't mean the same here."""
        here = Setup.of(
            cattery.game(self.game),
            self.players,
            self.games,
            seed=self.seed,
            seats=self.seats,
            options=self.options,
            lone=self.lone,
            strangers=self.strangers,
        ).head
        for name, wanted in self.head.items():
            if here[name] != wanted:
                raise OtherCode(name=name, here=str(here[name]), there=str(wanted))


def _check_distinct(players: Sequence[str], lone: str | None, fewest: int) -> None:
    for name in players:
        if list(players).count(name) > 1:
            raise SamePlayerTwice(player=name)
    if len(players) < fewest:
        raise TooFewPlayers()
    if lone is not None and lone not in players:
        raise NotAmongPlayers(player=lone, known=", ".join(players))


def _pool(
    game: Game, seats: int, strangers: Part | None, players: Sequence[str]
) -> tuple[str, ...]:
    """The strangers of an arena, if there are to be any: nobody is a stranger to itself."""
    if strangers is None:
        return ()
    known = characters(game, strangers) if strangers in PARTS else ()
    found = tuple(name for name in known if name not in players)
    if not found or seats == 1:
        raise NoStrangers(game=game.name, part=strangers, parts=", ".join(PARTS))
    return found


def meaning(game: Game, players: Iterable[str]) -> dict[str, Any]:
    """What the names of players stand for today: their `levels`, the `search` and the `code`."""
    named = tuple(players)
    return {
        "levels": {
            name: game.levels[int(name.removeprefix(LEVEL)) - 1]
            for name in named
            if name.startswith(LEVEL)
        },
        "search": dict(game.facts.get("search", {})),
        "code": _code(game, named),
    }


def _code(game: Game, players: Sequence[str]) -> str:
    """The rules' version, and a digest of all that decides how a match goes and how fast."""
    styled = any(name.startswith(STYLE) for name in players)
    return code_digest(game, _sources(game.name) + [folder(game.name) / "styles.py"] * styled)


def code_digest(game: Game, sources: Iterable[Path], *words: str) -> str:
    """The rules' version, and a digest of a game's data, of sources and words, and of the versions
    of what they run by."""
    digest = hashlib.sha256(data_hash(game.name).encode())
    for word in (sys.version, numba.__version__, numpy.__version__, *words):
        digest.update(word.encode() + b"\0")
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{game.rules_version}-{digest.hexdigest()[:12]}"


def _sources(name: str) -> list[Path]:
    """What a match is played by; environments aren't, nor are drawings, words and servers.

    What was learned is at the end: it may lie elsewhere (`CATTERY_DATA`).
    """
    package, learned = Path(cattery.__file__).parent, file(name, WEIGHTS)
    own = "styles.py", "arena/bout.py", "learned.py"
    found = [package / each for each in own] + search_sources(name)
    found += (package / "players").glob("*.py")
    return [*_in_order(found, name), *[learned] * learned.is_file()]


def search_sources(name: str) -> list[Path]:
    """What a search of a game is made by, but for what was learned."""
    package, rules = Path(cattery.__file__).parent, folder(name)
    found = [package / each for each in ("kernel.py", "loops.py", "seat.py")]
    found += (package / "search").glob("*.py")
    found += [*rules.glob("rules*.py"), *rules.glob("rules/*.py"), *rules.glob("wits.py")]
    return _in_order(found, name)


def _in_order(paths: Iterable[Path], name: str) -> list[Path]:
    """By where they would be in the package: the order must not depend on the machine."""
    package, rules = Path(cattery.__file__).parent, folder(name)

    def place(path: Path) -> Path:
        if path.is_relative_to(rules):
            return Path("games", name, path.relative_to(rules))
        return path.relative_to(package)

    return sorted(paths, key=place)
