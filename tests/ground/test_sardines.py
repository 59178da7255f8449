"""The small game of the tests: its rules, and that nothing but the tests knows of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import cattery
from cattery import Match, data, errors, kernel
from support.walks import play_on

ROOT = Path(__file__).parents[2]
GAME = "sardines"


def match(position: str = "8,7,6,5,4", seats: int = 2, **options: str) -> Match:
    """A match that stands as the position says."""
    return Match.new(GAME, seats=seats, position=position, options=options, seed=1)


def play(game: Match, *turns: str) -> Match:
    """Play `12` (paws on tins 1 and 2, then done) for each seat in order; `-` puts none."""
    for seat, paws in enumerate(turns):
        for tin in paws.replace("-", ""):
            game.play(f"reach {tin}", seat)
        game.play("done", seat)
    return game


# --- it stands outside ---------------------------------------------------------------------------


def test_no_generic_source_names_it():
    """Not the package, nor the page, nor the scripts: it is found because its folder is there."""
    listed = subprocess.run(
        ["git", "ls-files", "src", "web/src", "web/build", "benchmarks", "scripts", "Makefile"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert len(listed) > 150
    named = [
        name
        for name in listed
        if (ROOT / name).is_file()
        and GAME in (ROOT / name).read_text(encoding="utf-8", errors="ignore").lower()
    ]
    assert named == []


def test_it_is_discovered_beside_the_packaged_games():
    assert GAME in cattery.games()
    assert GAME not in data.packaged()
    assert data.folder(GAME).is_relative_to(ROOT / "tests")


def test_its_rules_are_short():
    assert len((data.folder(GAME) / "rules.py").read_text().splitlines()) < 150


# --- the rules -----------------------------------------------------------------------------------


def test_s1_the_shelf_is_the_arrangement_or_by_lot():
    chosen = Match.new(GAME, seats=2, options={"shelf": "hgfed"}, seed=1)
    assert chosen.view(0).tins == (8, 7, 6, 5, 4)
    drawn = {Match.new(GAME, seats=2, seed=seed).view(0).tins for seed in range(20)}
    assert len(drawn) > 15
    assert all(len(set(tins)) == 5 and set(tins) <= set(range(1, 9)) for tins in drawn)


def test_s10_two_paws_on_different_tins_then_done():
    game = match()
    game.play("reach 1", 0)
    for move, reason in (("reach 1", "paw_there"), ("pay", "not_caught")):
        with pytest.raises(errors.IllegalMove) as refused:
            game.play(move, 0)
        assert refused.value.params["reason"] == reason
    game.play("reach 2", 0)
    with pytest.raises(errors.IllegalMove) as refused:
        game.play("reach 3", 0)
    assert refused.value.params["reason"] == "no_paw"
    game.play("done", 0)
    assert game.waiting == (1,)


def test_s20_a_lone_paw_eats_and_several_spill():
    game = play(match(seats=3), "12", "2", "3")
    assert game.view(None).tins == (7, 6, 5, 5, 4)
    assert game.scores == [8, 0, 6]


def test_s20_an_empty_tin_stays_empty():
    game = play(match("0,1,1,1,1"), "1", "-")
    assert game.view(None).tins[0] == 0


def caught(paws: str, **options: str) -> Match:
    """A match of two after a round in which the first was caught with these paws."""
    for seed in range(100):
        game = Match.new(GAME, seats=2, options={"shelf": "HGFED", **options}, seed=seed)
        play(game, paws, "-")
        if game.view(None).phase == "caught":
            return game
    raise AssertionError("the cook never looked")


def test_s30_a_lone_paw_where_the_cook_looks_is_caught():
    game = caught("1")
    assert (game.view(None).looked, game.waiting) == (1, (0,))
    assert {game.game.format(move) for move in game.legal(0)} == {"pay", "run"}
    assert game.legal(1) == ()


def test_s30_paws_that_meet_hide_each_other():
    for seed in range(30):
        game = Match.new(GAME, seats=2, seed=seed)
        assert play(game, "12", "12").view(None).phase == "reach"


@pytest.mark.parametrize(("cook", "fine"), [("kind", 2), ("strict", 4)])
def test_s31_who_is_caught_pays(cook: str, fine: int):
    game = caught("1", cook=cook)
    before = game.scores[0]
    game.play("pay", 0)
    assert game.scores[0] == before - fine
    assert game.waiting == (0, 1)


def test_s31_or_runs_and_has_one_paw():
    game = caught("1")
    before = game.scores[0]
    game.play("run", 0)
    assert game.scores[0] == before
    game.play("reach 1", 0)
    assert [game.game.format(move) for move in game.legal(0)] == ["done"]
    play_on(game, 200, 1)
    assert game.over


def test_s40_most_points_win_and_level_ones_share():
    game = match("8,7,6,5,0 6 3,0 -,- 1/-,-", seats=2)
    play(game, "5", "5")
    assert game.result is not None
    assert game.result.winners == (0,)
    level = match("8,7,6,5,0 6 3,3 -,- 1/-,-", seats=2)
    play(level, "-", "-")
    assert level.result is not None
    assert (level.result.winners, level.result.payoffs) == ((0, 1), (0.0, 0.0))


def test_s40_alone_the_points_are_the_result():
    game = match("8,7,6,5,0 6 30 - 1/-", seats=1)
    play(game, "-")
    assert game.result is not None
    assert (game.result.scores, game.result.payoffs) == ((30.0,), (0.3,))


def test_the_cook_looks_at_the_same_tins_whoever_plays():
    """Dice of one moment depend on the seed alone: not on seats, steps, undos or the fine."""

    def looks(seats: int, cook: str) -> list[int | None]:
        game = Match.new(GAME, seats=seats, options={"cook": cook}, seed=5)
        seen = []
        while not game.over:
            turn = game.turns
            play_on(game, 1, game.n + seats)
            if game.turns > turn:
                seen.append(game.view(None).looked)
        return seen

    first = looks(1, "kind")
    assert len(first) == 6
    for seats in (1, 2, 3, 4):
        for cook in ("kind", "strict"):
            assert looks(seats, cook) == first


def test_rounds_that_closed_otherwise_are_noticed_as_others():
    """Whatever paw was where, and wherever the cook looked."""
    numbers: dict[tuple[object, ...], int] = {}
    for seed in range(60):
        game = Match.new(GAME, seats=2, options={"shelf": "HGFED"}, seed=seed)
        play(game, ("1", "12", "3")[seed % 3], ("-", "2", "45")[seed // 3 % 3])
        state, view = game.state(), game.view(None)
        number = int(kernel.notice(state[0], game.game.rules.DONE, 1, 0))
        shown = (view.looked, *(cat.last for cat in view.cats))
        assert numbers.setdefault(shown, number) == number
    assert len(set(numbers.values())) == len(numbers) > 10


BAD = [
    "", "1,2,3", "9,1,1,1,1", "1,1,1,1,1 8", "1,1,1,1,1 2", "1,1,1,1,1 1 0",
    "1,1,1,1,1 1 0,0 1!,1!", "1,1,1,1,1 1 0,0 12,345", "1,1,1,1,1 2 0,0 -,- 6/-,-",
    "1,1,1,1,1 2 0,0 -,- 1/-,- 1",
    "1,1,1,1,1 2 0,0 1,- 1/1,- 1", "1,1,1,1,1 2 0,0 12,- 1/-,- - 1,2", "1,1,1,1,1 7 0,0 1,- 1/-,-",
]  # fmt: skip


@pytest.mark.parametrize("position", BAD)
def test_positions_that_cannot_be_are_refused(position: str):
    with pytest.raises(errors.BadPosition) as refused:
        match(position)
    assert refused.value.text("hu") != refused.value.text("en")


def test_positions_lead_back_to_themselves():
    for seats in (1, 2, 4):
        game = Match.new(GAME, seats=seats, seed=seats)
        for step in range(200):
            text = game.position()
            again = game.game.from_position(text, seats, game.options)
            assert game.game.position(again) == text
            assert game.game.view(again, 0) == game.view(0)
            if game.over:
                break
            play_on(game, 1, step)
