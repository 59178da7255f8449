"""Games for one at the keyboard: the result in points, own bests, giving up, known dice."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from cattery import Match
from cattery.terminal import bests
from support.command_line import Run

GAME = "sardines"
ALONE = [GAME, "--players", "you", "--option", "shelf=HGFED"]


def whole_game(seed: int, *, asleep: bool = False) -> list[str]:
    """The moves of somebody who plays alone with this seed; asleep, nothing but done."""
    match = Match.new(GAME, seats=1, seed=seed, options={"shelf": "HGFED"})
    dice = random.Random(seed)
    while not match.over:
        moves = [match.game.format(move) for move in match.legal(0)]
        match.play("done" if asleep and "done" in moves else dice.choice(moves), 0)
    return [entry.move or "" for entry in match.log]


def points(seed: int) -> int:
    """What such a game brings."""
    match = Match.new(GAME, seats=1, seed=seed, options={"shelf": "HGFED"})
    for move in whole_game(seed):
        match.play(move, 0)
    return int(match.scores[0])


def written(tmp_path: Path) -> list[dict[str, object]]:
    file = tmp_path / "data" / "cattery" / "bests.json"
    found: list[dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))["bests"]
    return found


@pytest.mark.parametrize(("lang", "said"), [("en", "The result: {}"), ("hu", "Az eredmény: {}")])
def test_the_end_is_told_in_points_and_nobody_is_called_winner(run: Run, lang: str, said: str):
    result = run("play", *ALONE, "--seed", "2", "--lang", lang, typed=whole_game(2))
    assert result.exit_code == 0
    assert said.format(points(2)) in result.stdout
    assert " wins\n" not in result.stdout
    assert " nyert" not in result.stdout


def test_the_first_result_is_the_one_to_beat(run: Run, tmp_path: Path):
    result = run("play", *ALONE, "--seed", "2", typed=whole_game(2))
    assert "the one to beat" in result.stdout
    (best,) = written(tmp_path)
    assert (best["game"], best["points"]) == (GAME, points(2))
    assert best["options"] == {"shelf": "HGFED", "cook": "kind"}


def test_later_results_are_compared_with_the_best(run: Run, tmp_path: Path):
    run("play", *ALONE, "--seed", "2", typed=whole_game(2))
    worse = run("play", *ALONE, "--seed", "3", typed=whole_game(3, asleep=True))
    assert "The result: 0 points." in worse.stdout
    assert f"Your best with these options is {points(2)}" in worse.stdout
    better = next(seed for seed in range(4, 100) if points(seed) > points(2))
    best = run("play", *ALONE, "--seed", str(better), typed=whole_game(better))
    assert f"Your best so far! The best before was {points(2)}." in best.stdout
    assert [each["points"] for each in written(tmp_path)] == [points(better), points(2), 0]


def test_results_with_other_options_are_not_compared(run: Run):
    run("play", *ALONE, "--seed", "2", typed=whole_game(2))
    strict = run("play", *ALONE, "--option", "cook=strict", "--seed", "2", typed=whole_game(2))
    assert "the one to beat" in strict.stdout


def test_who_gives_up_has_no_result(run: Run, tmp_path: Path):
    result = run("play", *ALONE, typed=["reach 1", "done", "resign", "yes"])
    assert "Resigned, with" in result.stdout
    assert not (tmp_path / "data" / "cattery" / "bests.json").exists()


def test_bots_that_play_alone_leave_no_best(run: Run, tmp_path: Path):
    result = run("play", GAME, "--players", "random", "--seed", "1")
    assert result.exit_code == 0
    assert "The result: " in result.stdout
    assert not (tmp_path / "data" / "cattery" / "bests.json").exists()


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_the_bests_are_listed(run: Run, lang: str):
    none = run("bests", "--lang", lang)
    assert none.exit_code == 0
    run("play", *ALONE, "--seed", "2", typed=whole_game(2))
    listed = run("bests", GAME, "--lang", lang)
    assert str(points(2)) in listed.stdout
    assert "shelf=HGFED" in listed.stdout
    assert listed.stdout != none.stdout
    assert run("bests", "huupp", "--lang", lang).stdout == none.stdout
    assert run("bests", "chess").exit_code != 0


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"bests": 5}', '{"bests": [{}]}', "\0"])
def test_a_damaged_list_of_bests_is_begun_anew(run: Run, tmp_path: Path, damage: str):
    file = tmp_path / "data" / "cattery" / "bests.json"
    file.parent.mkdir(parents=True)
    file.write_text(damage, encoding="utf-8")
    result = run("play", *ALONE, "--seed", "2", typed=whole_game(2))
    assert result.exit_code == 0
    assert "the one to beat" in result.stdout
    assert len(written(tmp_path)) == 1


def test_a_match_finished_twice_is_written_down_once(tmp_path: Path):
    match = Match.new(GAME, seats=1, seed=2, options={"shelf": "HGFED"})
    for move in whole_game(2):
        match.play(move, 0)
    new = bests.result_of(match)
    assert new is not None
    assert len(bests.add(new)) == len(bests.add(new)) == 1


def test_only_the_best_are_kept(tmp_path: Path):
    for number in range(bests.MOST + 5):
        same = bests.add(bests.OwnBest(GAME, {}, number, "2026-01-31", str(number)))
    assert [best.points for best in same] == list(range(bests.MOST + 4, 4, -1))
    assert len(bests.read()) == bests.MOST


def test_the_same_dice_can_be_played_again(run: Run, tmp_path: Path):
    first = run("play", *ALONE, "--seed", "2", typed=[*whole_game(2), ""])
    command = first.stdout.split("To play with the same dice: cattery ")[1].split("\n")[0]
    again = run(*command.split(), "--players", "you", typed=whole_game(2))
    assert "The dice are known" in again.stdout
    assert f"The result: {points(2)}" in again.stdout
    assert {best["known_dice"] for best in written(tmp_path)} == {True, False}
    assert "known dice" in run("bests").stdout


@pytest.mark.parametrize("dice", ["", "xyz", "0" * 63, "g" * 64])
def test_dice_that_are_none_are_refused(run: Run, dice: str):
    assert run("play", *ALONE, "--dice", dice).exit_code != 0


def test_dice_are_of_no_use_where_rolls_are_not_counted(run: Run):
    refused = run("play", "huupp", "--dice", "0" * 64)
    assert refused.exit_code != 0
    assert "nobody else can have the same dice" in refused.stderr


def test_simulations_of_one_have_points_and_no_wins(run: Run):
    result = run("simulate", GAME, "--players", "random", "-n", "20")
    assert result.exit_code == 0
    assert "mean points" in result.stdout
    assert "wins" not in result.stdout
    assert "Draws" not in result.stdout


def test_an_arrangement_is_explained_in_the_list_of_games(run: Run):
    assert "random|ABCDE|HGFED|5 letters of ABCDEFGH" in run("games").stdout.replace("\n", "")
    refused = run("play", GAME, "--option", "shelf=AAAAA")
    assert "5 different letters of ABCDEFGH" in refused.stderr.replace("\n", " ")
