"""Dice, tiles, sheets and the setup."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cattery import Match, data, errors
from cattery.games.macskalak.plain_state import LETTERS, SYMBOLS, name_of
from cattery.games.macskalak.rules import state as rules
from cattery.games.macskalak.rules.layout import checked, layouts
from rules.macskalak.desk import MACSKALAK, at, cells, desk, legal, play, refusal


def opened(level: int, seats: int = 1, seed: int = 1, abilities: str = "random") -> Match:
    """A new match."""
    options = {"level": str(level), "abilities": abilities}
    return Match.new("macskalak", seats=seats, options=options, seed=seed)


def test_m1_four_dice_with_six_faces_that_come_up_alike():
    counted: Counter[str] = Counter()
    for seed in range(600):
        dice = opened(1, seed=seed).view(0).dice
        assert len(dice) == 4
        counted.update(dice)
    assert set(counted) == {"2", "3", "4", "5", "cat", "mouse"}
    assert all(320 < n < 480 for n in counted.values())


def test_m1_twelve_abilities_and_four_levels():
    assert len(LETTERS) == rules.ABILITIES == 12
    assert len(layouts()) == 4
    assert len(SYMBOLS) == 6


def test_m3_adjacent_is_what_shares_a_side():
    match = play(desk("", "345m"), "3 a1")
    assert cells(match, "4") == {"b1", "a2"}
    match = play(desk("", "345m"), "3 f6")
    assert cells(match, "4") == {"e6", "f5"}
    match = play(desk("", "345m"), "3 f3")  # nothing wraps round to the next row
    assert cells(match, "4") == {"f2", "e3", "f4"}


# --- M-2: the sheets -----------------------------------------------------------------------------


def names(level: int, what: str) -> list[str]:
    return [name_of(rules.bit(cell)) for cell in getattr(layouts()[level - 1], what)]


def test_m2_the_sheets_are_our_reconstruction():
    assert [layout.size for layout in layouts()] == [6, 6, 6, 7]
    assert {layout.rooms for layout in layouts()} == {(1, 3, 5, 7)}
    assert names(2, "stars") == ["b2", "e2", "d3"]
    assert names(3, "stars") == ["b4", "e4", "d5"]
    assert names(2, "bonus") == ["d1", "a3", "f4", "c6", "e6"]
    assert names(3, "bonus") == ["c1", "f2", "c3", "a5", "e6"]
    assert [len(area) for area in layouts()[2].areas] == [9, 9, 9, 9]
    assert len(layouts()[3].house) == 15


def content(level: int) -> dict[str, Any]:
    path = data.folder("macskalak") / f"level{level}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


ROW = ". . . . . ."
BAD = [
    (1, "size", 8, "number"),
    (1, "size", "6", "number"),
    (1, "rooms", [1, 3, 5], "numbers"),
    (1, "rooms", [1, 3, 5, 99], "numbers"),
    (1, "cheese", 1, "flag"),
    (1, "lines", None, "flag"),
    (1, "track", ["", "6"], "track"),
    (1, "track", "2", "track"),
    (1, "track", [""] * 25, "track"),
    (2, "marks", [ROW] * 5, "map"),
    (2, "marks", [". . ."] * 6, "map"),
    (2, "marks", [". . . z . ."] * 6, "map"),
    (2, "marks", [". * . . * .", *[ROW] * 5], "stars"),
    (2, "marks", [". * * . * .", *[ROW] * 5], "stars"),
    (2, "marks", ["a b c d . .", *[ROW] * 5], "bonus"),
    (3, "areas", ["R R R R R R"] * 6, "areas"),
    (4, "house", [". . . . . . ."] * 7, "house"),
]


@pytest.mark.parametrize(("level", "key", "value", "problem"), BAD)
def test_m2_a_bad_sheet_is_refused(level: int, key: str, value: Any, problem: str):
    changed = copy.deepcopy(content(level))
    changed[key] = value
    if value is None:
        del changed[key]
    with pytest.raises(errors.BadData) as refused:
        checked(changed, level)
    assert refused.value.params["problem"] == problem
    for lang in ("hu", "en"):
        assert f"level{level}.toml" in refused.value.text(lang)
    assert refused.value.text("hu") != refused.value.text("en")


PLAY = """
from cattery import Match, game
match = Match.new("macskalak", options={"level": "2"}, seed=1)
print(game("macskalak").data_hash, *match.view(0).paper.bonus)
print(*sorted({game("macskalak").format(m).split()[1] for m in match.legal(0)}))
"""


def _opened_with(folder: Path) -> list[str]:
    environment = {**os.environ, "CATTERY_DATA": str(folder), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return run.stdout.splitlines()


def test_m2_a_corrected_copy_is_played_with(tmp_path: Path):
    text = (data.folder("macskalak") / "level2.toml").read_text(encoding="utf-8")
    (tmp_path / "macskalak").mkdir()
    plain = _opened_with(tmp_path)
    corrected = text.replace('". . . a . ."', '"* . . a . ."').replace(
        '". * . . * ."', '". . . . * ."'
    )
    (tmp_path / "macskalak" / "level2.toml").write_text(corrected, encoding="utf-8")
    new = _opened_with(tmp_path)
    assert plain[0].split()[0] != new[0].split()[0]
    assert plain[1].split() == ["b2", "d3", "e2"]
    assert new[1].split() == ["a1", "d3", "e2"]


# --- M-10, M-11 ----------------------------------------------------------------------------------


def test_m10_four_different_abilities_for_2_to_5_in_the_order_drawn():
    seen: Counter[str] = Counter()
    for seed in range(400):
        abilities = opened(1, seed=seed).view(0).abilities
        assert [each.number for each in abilities] == [2, 3, 4, 5]
        assert len({each.letter for each in abilities}) == 4
        seen.update((each.number, each.letter) for each in abilities)
    assert len(seen) == 48
    assert max(seen.values()) < 3 * min(seen.values())


def test_m10_beginners_play_with_a_b_c_d_and_any_choice_can_be_named():
    for letters in ("ABCD", "DCBA", "KLAJ", "LKJI"):
        view = opened(1, abilities=letters).view(0)
        assert "".join(each.letter for each in view.abilities) == letters
    assert opened(1, abilities="abcd").options["abilities"] == "ABCD"
    for wrong in ("AABC", "ABC", "ABCM", "ABCDE"):
        with pytest.raises(errors.BadOption):
            opened(1, abilities=wrong)


@pytest.mark.parametrize("abilities", ["random", "DABC", "ABCD"])
def test_m10_in_a_new_match_each_ability_is_known_by_its_number(abilities: str):
    state = opened(1, abilities=abilities).state()[0]
    for number, ability in enumerate(state["ability"]):
        assert state["slot"][ability] == number
    assert sorted(state["slot"]) == [-1] * 8 + [0, 1, 2, 3]


def test_m10_everybody_has_the_same_level_and_abilities():
    match = opened(3, seats=6)
    assert len({(match.view(k).level, match.view(k).abilities) for k in range(6)}) == 1


def test_m10_the_dice_depend_on_neither_abilities_nor_players():
    dice = {
        opened(1, seats=seats, abilities=letters).view(0).dice
        for seats in (1, 2, 6)
        for letters in ("random", "ABCD", "LKJI")
    }
    assert len(dice) == 1


def test_m10_the_same_seed_gives_the_same_rolls_to_everybody():
    """Chance by moment: however many steps a turn takes, the next roll is the same."""

    def second_roll(seats: int, moves: list[str]) -> tuple[str, ...]:
        match = opened(1, seats=seats, abilities="ABCD")
        for seat in range(seats):
            while seat in match.waiting and match.view(seat).round == 1:
                notes = sorted(legal(match, seat))
                wanted = [note for note in moves if note in notes]
                match.play(wanted[0] if wanted else notes[-1], seat)
                if match.can_undo(seat) and len(match.log) == 1:
                    match.undo(seat)
        return match.view(0).dice

    assert second_roll(1, ["done"]) == second_roll(3, ["done", "cat"])


def test_m11_the_dice_for_the_stars_come_up_alike():
    counted: Counter[str] = Counter()
    for seed in range(800):
        counted.update(opened(2, seed=seed).view(0).dice)
    assert set(counted) == {"2", "3", "4", "5", "cat", "mouse"}
    assert all(320 < n < 480 for n in counted.values())


@pytest.mark.parametrize("level", [2, 3])
def test_m11_three_dice_are_written_into_the_stars_before_the_first_round(level: int):
    match = opened(level, seats=2, seed=4)
    view = match.view(0)
    assert (view.phase, view.round, len(view.dice)) == ("stars", 0, 3)
    stars = set(view.paper.stars)
    assert legal(match) == {f"{symbol} {star}" for symbol in view.dice for star in stars}
    assert refusal(match, "done") == ("M-11", "stars_first")
    free = next(cell for cell in ("a1", "b1") if cell not in stars)
    assert refusal(match, f"{view.dice[0]} {free}") == ("M-11", "no_star")
    for symbol, star in zip(view.dice, sorted(stars), strict=True):
        play(match, f"{symbol} {star}")
    assert legal(match) == {"done"}
    assert refusal(match, "use J") == ("M-11", "stars_are_full")
    assert match.view(1).sheets[0].filled == 0  # unseen, as in other rounds
    play(match, "done")
    for symbol, star in zip(reversed(view.dice), sorted(stars), strict=True):
        match.play(f"{symbol} {star}", 1)
    match.play("done", 1)
    after = match.view(0)
    assert (after.phase, after.round, len(after.dice)) == ("round", 1, 4)
    assert [at(match, star) for star in sorted(stars)] == list(view.dice)
    assert match.view(0).sheets[1].filled == 3


@pytest.mark.parametrize("level", [1, 4])
def test_m11_levels_1_and_4_begin_at_once(level: int):
    view = opened(level).view(0)
    assert (view.phase, view.round, len(view.dice)) == ("round", 1, 4)


def test_the_record_is_small():
    assert MACSKALAK.dtype.itemsize < 4096
