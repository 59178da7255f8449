"""The table of how strong players are: what its script plays at the same time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import cattery
from benchmarks import strength
from benchmarks.strength import meetings
from cattery.players.thinker import settings


@pytest.mark.parametrize("name", cattery.games())
def test_threads_never_share_a_core(name: str) -> None:
    threads = []
    for meeting in meetings(cattery.game(name)):
        most = max(
            settings(player.removeprefix("think:")).get("threads", 1)
            for player in (meeting.player, meeting.other)
        )
        assert meeting.jobs(2) * most <= 2
        assert meeting.jobs(1) == 1
        threads.append(most)
    assert max(threads) == 2


def test_an_option_without_a_value_is_refused_in_words() -> None:
    command = [sys.executable, "-m", "benchmarks.strength", "huupp", "--option", "ghosts"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 2
    assert "name=value" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_table_without_opponents_is_refused_in_words() -> None:
    command = [sys.executable, "-m", "benchmarks.strength", "csacska", "--seats", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 2
    assert "1 players" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("name", cattery.games())
def test_paces_are_per_turn_where_levels_are(name: str) -> None:
    game = cattery.game(name)
    per_turn = any("/turn" in level for level in game.levels)
    thinkers = [m for m in meetings(game) if m.player.startswith("think:")]
    assert thinkers
    assert all(("/turn" in m.player) == ("/turn" in m.other) == per_turn for m in thinkers)


def test_alone_each_level_has_a_row_and_each_value_of_an_option_a_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = cattery.game("macskalak")
    monkeypatch.setattr(strength, "default_file", lambda setup: tmp_path / f"{hash(str(setup))}")
    names = [f"level:{level}" for level in range(1, len(game.levels) + 1)]
    table = strength.Alone(game, (*names, "greedy"), 1, {"abilities": "ABCD"}, "level")
    strength.print_alone(table, 1, {"greedy": " (marked)"})
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head == "| player | level 1 | level 2 | level 3 | level 4 |"
    assert [row.split("`")[1] for row in rows] == [*names, "greedy"]
    assert all(re.fullmatch(r"\| `[^`]+`.* \|( -?\d+\.\d \|){4}", row) for row in rows)
    assert [row for row in rows if "(marked)" in row] == rows[-1:]


def test_columns_are_for_options_of_games_alone() -> None:
    for wrong in (["huupp", "--each", "ghosts"], ["macskalak", "--seats", "1", "--each", "size"]):
        command = [sys.executable, "-m", "benchmarks.strength", *wrong]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 2
        assert "to play alone with" in ran.stderr
