"""The deck's file: what is wrong with a corrected copy is said plainly."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cattery import data, errors
from cattery.games.filou.rules.deck import checked, deck

GOOD = tomllib.loads((data.folder("filou") / "deck.toml").read_text(encoding="utf-8"))


def changed(*path: str, to: Any) -> dict[str, Any]:
    """The deck with one value replaced, or left out."""
    content = copy.deepcopy(GOOD)
    place = content
    for key in path[:-1]:
        place = place[key]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return content


def test_f1_f3_f11_the_packaged_deck_is_the_printed_one():
    assert checked(GOOD) == deck()
    assert deck().cats == (-8, -5, 3, 5, 8, 11, 15)
    assert deck().mouse_cards == {3: (3, 6), 4: (2, 4, 6), 5: (2, 3, 4, 6)}
    assert deck().bank == {3: 21, 4: 27, 5: 33}
    assert [deck().total(players) for players in (3, 4, 5)] == [66, 87, 108]


BAD = [
    (("players",), None, "players"),
    (("players", "4"), None, "players"),
    (("players", "4"), 7, "players"),
    (("cats",), None, "cats"),
    (("cats",), [-8, -5, 3, 5, 8, 11], "cats"),
    (("cats",), [-8, -5, 0, 5, 8, 11, 15], "cats"),
    (("cats",), [-5, -8, 3, 5, 8, 11, 15], "cats"),
    (("cats",), [-8, -8, 3, 5, 8, 11, 15], "cats"),
    (("cats",), [-8, -5, 3, 5, 8, 11, 21], "cats"),
    (("cats",), [-8, -5, 3, 5, 8, 11, "15"], "cats"),
    (("mice",), None, "mice"),
    (("mice",), -1, "mice"),
    (("mice",), True, "mice"),
    (("players", "3", "bank"), None, "bank"),
    (("players", "3", "bank"), 1.5, "bank"),
    (("players", "5", "mouse_cards"), [2, 3, 4], "mouse_cards"),
    (("players", "5", "mouse_cards"), [2, 4, 3, 6], "mouse_cards"),
    (("players", "5", "mouse_cards"), [0, 3, 4, 6], "mouse_cards"),
    (("players", "5", "bank"), 60, "too_many_mice"),
]


@pytest.mark.parametrize(("path", "to", "problem"), BAD)
def test_a_bad_deck_is_refused(path: tuple[str, ...], to: Any, problem: str):
    with pytest.raises(errors.BadData) as refused:
        checked(changed(*path, to=to))
    assert refused.value.params["problem"] == problem
    for lang in ("hu", "en"):
        assert "deck.toml" in refused.value.text(lang)
    assert refused.value.text("hu") != refused.value.text("en")


PLAY = """
from cattery import Match, game
match = Match.new("filou", seats=4, options={"first": "0"}, seed=1)
print(game("filou").data_hash, match.view(0).hand, match.view(0).players[0].missing)
"""


def _hand_with(folder: Path) -> tuple[str, str]:
    environment = {**os.environ, "CATTERY_DATA": str(folder), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    found, _, hand = run.stdout.partition(" ")
    return found, hand


def test_f1_a_corrected_copy_is_played_with(tmp_path: Path):
    text = (data.folder("filou") / "deck.toml").read_text(encoding="utf-8")
    (tmp_path / "filou").mkdir()
    plain_hash, plain_hand = _hand_with(tmp_path)
    corrected = text.replace("11, 15]", "11, 14]")
    (tmp_path / "filou" / "deck.toml").write_text(corrected, encoding="utf-8")
    new_hash, new_hand = _hand_with(tmp_path)
    assert new_hash != plain_hash
    assert new_hand == plain_hand.replace("15", "14")
