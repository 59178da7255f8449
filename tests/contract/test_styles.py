"""The gallery: styles of play that are legal, honest, unlike each other, strange to thinkers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cattery
from cattery import Game, Match, data, styles
from cattery.arena.bout import play_bout
from cattery.match import seed_bytes
from cattery.names import of_match
from cattery.players import Seat, characters, make
from support.twins import Deceived, other_past
from support.walks import LANGUAGES, Table, tables

FEWEST = 8  # styles of a packaged game
POSITIONS = 40  # at which styles are compared
LOOKED_BACK = 4  # of them: a past that looks alike takes long to find
SOURCE = Path(cattery.__file__).parent
STYLED = [name for name in cattery.games() if styles.gallery(name)]


def wanted(table: Table) -> bool:
    """Tables of games that have styles."""
    return table.name in STYLED


def with_each(players: tuple[str, ...], seats: int) -> list[list[str]]:
    """Tables at which every player sits once, the last one filled up with the first of them."""
    rounds = [list(players[at : at + seats]) for at in range(0, len(players), seats)]
    return [(seated + list(players) * seats)[:seats] for seated in rounds]


@cache
def moments(name: str) -> tuple[Match, ...]:
    """Positions of matches between styles, with a choice for whoever is to act."""
    found: list[Match] = []
    for seed, table in enumerate(tables(name)):
        chance, match = Random(seed), table.match(seed)
        minds = [make(player, table.game, seed) for player in characters(table.game)]
        while not match.over:
            seat = Seat.of(match, match.waiting[0])
            if len(seat.actions) > 1 and chance.random() < 0.2:
                found.append(Match.load(match.save()))
            match.play(chance.choice(minds).choose(seat), seat.number)
    return tuple(Random(name).sample(found, min(POSITIONS, len(found))))


def choice(player: str, match: Match, seed: int = 3) -> Any:
    """What a player does for whoever is to act."""
    return make(player, match.game, seed).choose(Seat.of(match, match.waiting[0]))


@pytest.mark.parametrize("name", data.packaged())
def test_there_are_enough_and_half_of_them_only_measure(name: str):
    everybody = styles.gallery(name)
    assert len(everybody) >= FEWEST
    assert len(set(everybody)) == len(everybody)
    measuring = styles.gallery(name, "measuring")
    assert 2 * len(measuring) >= len(everybody)
    assert {*measuring, *styles.gallery(name, "practice")} == {*everybody}
    assert len(styles.gallery(name, "practice")) >= FEWEST // 2


@pytest.mark.parametrize("name", STYLED)
def test_every_style_is_a_function_that_says_what_it_does(name: str):
    for each in styles.gallery(name):
        assert styles.style(name, each).__doc__


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", STYLED)
def test_every_style_has_a_name_and_a_sentence(name: str, lang: str):
    words = cattery.game(name).words(lang)
    titles = [words.text(f"player.{each}") for each in characters(cattery.game(name))]
    assert len(set(titles)) == len(titles)
    for each in styles.gallery(name):
        sentence = words.text(f"style.{each}")
        assert sentence[0].isupper()
        assert sentence.endswith(".")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", STYLED)
def test_a_character_goes_by_its_title(name: str, lang: str):
    """Its words are the game's: the shared ones, by which other bots go, don't know it."""
    game = cattery.game(name)
    players = (characters(game) * game.seats[-1])[: game.seats[-1]]
    match = Match.new(game, seats=len(players), seed=1, players=players)
    titles = [game.words(lang).text(f"player.{each}") for each in players]
    assert [shown.split("\u00a0")[0] for shown in of_match(match, lang)] == titles


def test_every_style_plays_whole_matches(table: Table):
    """An illegal move would be refused, and a style that can't go on would raise."""
    for number, players in enumerate(with_each(characters(table.game), table.seats)):
        bout = play_bout(table.game, players, dict(table.options), seed_bytes(number))
        assert not bout.forfeits


@pytest.mark.parametrize("name", STYLED)
def test_the_same_seed_is_the_same_choice(name: str):
    for match in moments(name)[::4]:
        for player in characters(match.game):
            assert choice(player, match) == choice(player, match)


@pytest.mark.parametrize("name", STYLED)
def test_a_choice_depends_on_what_the_seat_knows_alone(name: str):
    """Another truth that looks alike doesn't change it, nor does the world in which the knowledge
    is kept."""
    chance = Random(5)
    for match in moments(name)[::5]:
        seat = match.waiting[0]
        known = Seat.of(match, seat)
        twin = Seat.of(Deceived.of(match, seat, chance.getrandbits(64)), seat)
        kept = Seat(
            match.game,
            seat,
            known.imagine(chance.getrandbits(63)),
            known.since,
            known.played,
            options=known.options,
            turn=known.turn,
            take_backs=known.take_backs,
        )
        for player in characters(match.game):
            chosen = choice(player, match)
            for other in (twin, kept):
                assert make(player, match.game, 3).choose(other) == chosen


@pytest.mark.parametrize("name", STYLED)
def test_a_choice_does_not_depend_on_an_unseen_past(name: str):
    """In the twin the others have done other things, as far as nobody could notice."""
    chance = Random(5)
    for match in sorted(moments(name), key=lambda each: each.n)[:LOOKED_BACK]:
        twin, seat = other_past(match, match.waiting[0], chance), match.waiting[0]
        assert seat in twin.waiting
        for player in characters(match.game):
            assert choice(player, match) == make(player, match.game, 3).choose(Seat.of(twin, seat))


@pytest.mark.parametrize("name", STYLED)
def test_no_two_of_them_play_alike(name: str):
    """There are positions where nothing that one does, by four seeds, is done by the other."""
    players = ("greedy", *characters(cattery.game(name)))
    seen = {
        player: [{choice(player, match, seed) for seed in range(4)} for match in moments(name)]
        for player in players
    }
    for one, other in combinations(players, 2):
        apart = sum(a.isdisjoint(b) for a, b in zip(seen[one], seen[other], strict=True))
        assert apart >= 2, f"{one} and {other} differ at {apart} of {len(seen[one])} positions"


def imported(path: Path) -> set[str]:
    """The modules that a source imports, with the names it takes from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_no_thinker_knows_a_style(game: Game):
    """Else they would be no strangers: neither the search nor a game's wits and rules see them."""
    folder = data.folder(game.name)
    sources = [*SOURCE.glob("search/*.py"), SOURCE / "players" / "thinker.py"]
    sources += [path for path in folder.rglob("*.py") if path.name != "styles.py"]
    assert len(sources) > 8
    for path in sources:
        assert not [name for name in imported(path) if name.endswith("styles")], path


@pytest.fixture
def corrected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose files go before those of the first game with styles."""
    caches = styles.gallery, data.read, data.data_hash
    (tmp_path / STYLED[0]).mkdir()
    monkeypatch.setenv("CATTERY_DATA", str(tmp_path))
    for cached in caches:
        cached.cache_clear()
    yield tmp_path / STYLED[0]
    for cached in caches:
        cached.cache_clear()


def test_a_list_that_cannot_be_read_is_refused(corrected: Path):
    (corrected / styles.FILE).write_text('practice = ["x"]\nmeasuring = 3\n')
    with pytest.raises(cattery.CatteryError, match="measuring"):
        styles.gallery(STYLED[0])


def test_styles_are_no_part_of_a_games_data(corrected: Path):
    """What was saved before a game had a style is still of the same data."""
    before = data.data_hash(STYLED[0])
    data.data_hash.cache_clear()
    (corrected / styles.FILE).write_text('practice = ["x"]\nmeasuring = []\n')
    assert data.data_hash(STYLED[0]) == before
