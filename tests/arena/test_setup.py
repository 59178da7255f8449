"""Who meets whom, on which seats and deals."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import cattery
from cattery import data
from cattery.arena import Setup
from cattery.arena.bout import play_bout
from cattery.arena.errors import (
    NoStrangers,
    NotAmongPlayers,
    SamePlayerTwice,
    SoloTable,
    TooFewPlayers,
)
from cattery.arena.setup import _sources
from cattery.errors import BadNumber, UnknownPlayer, WrongSeats
from cattery.learned import WEIGHTS
from cattery.match import Match
from cattery.players import characters

HUUUPP = cattery.game("huupp")
FOUR = next(cattery.game(name) for name in cattery.games() if 4 in cattery.game(name).seats)


def test_with_two_seats_every_pair_meets_and_swaps_seats_on_the_same_deal() -> None:
    setup = Setup.of(HUUUPP, ["random", "greedy", "level:1"], 4)
    fixtures = list(setup.fixtures())
    assert len(fixtures) == setup.total == 12
    seatings = Counter(tuple(each.players) for each in fixtures)
    assert seatings["random", "greedy"] == seatings["greedy", "random"] == 2
    for first, second in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert setup.seed_of(first) == setup.seed_of(second)
        assert first.players == second.players[::-1]


def test_each_deal_is_another_and_the_same_for_every_table() -> None:
    setup = Setup.of(HUUUPP, ["random", "greedy", "level:1"], 4)
    seeds = {each.deal: setup.seed_of(each) for each in setup.fixtures()}
    assert len(set(seeds.values())) == 2
    assert all(setup.seed_of(each) == seeds[each.deal] for each in setup.fixtures())


def test_at_larger_tables_one_of_each_kind_sits_against_each_other_kind_on_every_seat() -> None:
    setup = Setup.of(FOUR, ["random", "greedy"], 8, seats=4)
    assert setup.tables == [("random", "greedy"), ("greedy", "random")]
    lone = Counter(each.rotation for each in setup.fixtures() if each.lone == "greedy")
    assert lone == {0: 2, 1: 2, 2: 2, 3: 2}
    alone = Setup.of(FOUR, ["random", "greedy"], 8, seats=4, lone="greedy")
    assert alone.tables == [("greedy", "random")]


def test_at_tables_of_one_everybody_plays_the_same_deals() -> None:
    setup = Setup.of(cattery.game("sardines"), ["random", "greedy"], 3, seats=1)
    fixtures = list(setup.fixtures())
    assert [each.players for each in fixtures] == 3 * [["random"], ["greedy"]]
    assert len({setup.seed_of(each) for each in fixtures}) == 3
    single = Setup.of(cattery.game("sardines"), ["greedy"], 3, seats=1)
    assert single.total == 3
    with pytest.raises(SoloTable):
        Setup.of(cattery.game("sardines"), ["greedy"], 3, seats=1, lone="greedy")


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(TooFewPlayers):
        Setup.of(HUUUPP, ["random"], 4)
    with pytest.raises(SamePlayerTwice):
        Setup.of(HUUUPP, ["random", "greedy", "random"], 4)
    with pytest.raises(NotAmongPlayers):
        Setup.of(HUUUPP, ["random", "greedy"], 4, lone="level:1")
    with pytest.raises(BadNumber):
        Setup.of(HUUUPP, ["random", "greedy"], 0)
    with pytest.raises(UnknownPlayer):
        Setup.of(HUUUPP, ["random", "level:17"], 4)
    with pytest.raises(WrongSeats):
        Setup.of(HUUUPP, ["random", "greedy"], 4, seats=3)


def test_a_bout_is_the_same_each_time_with_players_that_dont_look_at_the_clock() -> None:
    seed = bytes(range(32))
    bouts = [play_bout(HUUUPP, ["greedy", "random"], {}, seed) for _ in range(2)]
    assert bouts[0].payoffs == bouts[1].payoffs
    assert bouts[0].decisions == bouts[1].decisions
    assert sum(bouts[0].decisions) > 10
    assert Match.new(HUUUPP, seed=seed).waiting  # the deal is the match's own


def test_results_belong_to_the_sources_that_play_and_to_no_others() -> None:
    package = Path(cattery.__file__).parent
    sources = {str(path.relative_to(package)) for path in _sources("huupp")}
    assert {
        "arena/bout.py",
        "seat.py",
        "kernel.py",
        "search/search.py",
        "search/tree.py",
    } <= sources
    assert {"players/thinker.py", "players/roster.py", "games/huupp/wits.py"} <= sources
    assert any(path.startswith("games/huupp/rules") for path in sources)
    assert not any(path.startswith(("envs/", "server/", "terminal/")) for path in sources)


def test_results_belong_to_what_was_learned_as_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy elsewhere goes before the one that comes with the game."""
    before = Setup.of(HUUUPP, ["random", "greedy"], 4)
    assert (data.folder("huupp") / WEIGHTS) in _sources("huupp")
    (tmp_path / "huupp").mkdir()
    (tmp_path / "huupp" / WEIGHTS).write_bytes(b"other weights")
    monkeypatch.setenv("CATTERY_DATA", str(tmp_path))
    after = Setup.of(HUUUPP, ["random", "greedy"], 4)
    assert before.code != after.code
    assert {**before.head, "code": ""} == {**after.head, "code": ""}


def test_strangers_are_drawn_anew_for_each_deal_and_are_the_same_for_everybody() -> None:
    game = cattery.game("filou")
    setup = Setup.of(game, ["greedy", "random"], 40, seats=4, strangers="all")
    assert setup.tables == [("greedy", "strangers"), ("random", "strangers")]
    met: dict[int, set[tuple[str, ...]]] = {}
    for each in setup.fixtures():
        assert each.players[each.rotation] == each.lone
        others = [name for seat, name in enumerate(each.players) if seat != each.rotation]
        assert len(set(others)) == 3
        met.setdefault(each.deal, set()).add(tuple(others))
    assert [len(tables) for tables in met.values()] == [1] * 10
    assert len(set.union(*met.values())) > 5
    again = Setup.of(game, ["greedy"], 40, seats=4, strangers="all", seed=1)
    assert {each.rest for each in again.fixtures()} != {each.rest for each in setup.fixtures()}


def test_strangers_may_be_of_one_part_of_the_gallery_and_never_oneself() -> None:
    game = cattery.game("filou")
    for part in ("practice", "measuring"):
        one = characters(game, part)[0]
        setup = Setup.of(game, [one], 200, seats=5, strangers=part)
        seated = {name for each in setup.fixtures() for name in each.rest.split(" + ")}
        assert seated == {*characters(game, part)} - {one}


def test_strangers_that_are_not_there_are_refused() -> None:
    game = cattery.game("filou")
    for which, seats, part in ((game, 4, "nobody"), (cattery.game("sardines"), 1, "all")):
        with pytest.raises(NoStrangers):
            Setup.of(which, ["greedy"], 4, seats=seats, strangers=part)


def test_the_gallery_is_all_styles() -> None:
    game = cattery.game("filou")
    assert Setup.of(game, ["greedy", "gallery"], 4).players == ("greedy", *characters(game))
    some = Setup.of(game, ["gallery:measuring"], 4).players
    assert some == characters(game, "measuring")
    with pytest.raises(UnknownPlayer):
        Setup.of(game, ["greedy", "gallery:nobody"], 4)
