"""The table of how players fare among strangers, as its script prints it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import cattery
from cattery.players import characters

WORDS = [sys.executable, "-m", "benchmarks.strangers", "filou", "--player", "greedy"]


def printed(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What the script says; its results are kept in a folder of their own."""
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    command = [*WORDS, "--beside", "random", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=home)


def test_a_row_for_every_style_and_for_mixed_tables(tmp_path: Path) -> None:
    ran = printed(tmp_path, "--games", "1")
    assert ran.returncode == 0, ran.stderr
    game = cattery.game("filou")
    rows = [line.split(" | ")[0].removeprefix("| ") for line in ran.stdout.splitlines()[2:]]
    marked = [name.removesuffix(" (measuring)") for name in rows if name.endswith(" (measuring)")]
    assert marked == [name.removeprefix("style:") for name in characters(game, "measuring")]
    assert rows[-3:] == ["mixed: all", "mixed: practice", "mixed: measuring"]
    assert len(rows) == len(characters(game)) + 3


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    first = printed(tmp_path, "--games", "3", "--only", "mixed: all")
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert len(kept) == 2  # a file for each player
    again = printed(tmp_path, "--games", "3", "--only", "mixed: all")
    assert again.stdout == first.stdout
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")} == kept


def test_alone_every_style_has_a_row_of_points(tmp_path: Path) -> None:
    words = ["--seats", "1", "--games", "2", "--each", "level", "--option", "abilities=ABCD"]
    command = [WORDS[0], "-m", "benchmarks.strangers", "macskalak", "--player", "greedy"]
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    ran = subprocess.run(
        [*command, "--beside", "random", *words],
        capture_output=True,
        text=True,
        timeout=300,
        env=home,
    )
    assert ran.returncode == 0, ran.stderr
    head, _, *rows = ran.stdout.splitlines()
    game = cattery.game("macskalak")
    assert head == "| player | level 1 | level 2 | level 3 | level 4 |"
    assert [row.split("`")[1] for row in rows] == ["greedy", "random", *characters(game)]
    marked = [row.split("`")[1] for row in rows if "(measuring)" in row]
    assert marked == list(characters(game, "measuring"))
    assert all(re.fullmatch(r"\| `[^`]+`.* \|( −?-?\d+\.\d ± \d+\.\d \|){4}", row) for row in rows)


def test_columns_are_for_options_of_games_alone(tmp_path: Path) -> None:
    for wrong in (["--each", "first"], ["--seats", "1", "--each", "size"]):
        ran = printed(tmp_path, *wrong)
        assert ran.returncode == 2
        assert "Traceback" not in ran.stderr


def test_wrong_seats_are_refused_in_words(tmp_path: Path) -> None:
    ran = printed(tmp_path, "--seats", "9")
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
