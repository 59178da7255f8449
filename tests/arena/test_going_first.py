"""The table of what going first is worth, as its script prints it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cattery
from benchmarks.going_first import file_of
from cattery import data
from cattery.learned import WEIGHTS


def printed(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What the script says from a folder of its own; its results are kept elsewhere."""
    root = Path(__file__).parents[2]
    home = {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "PYTHONPATH": os.pathsep.join([str(root), *filter(None, sys.path)]),
    }
    (tmp_path / "here").mkdir(exist_ok=True)
    command = [sys.executable, "-m", "benchmarks.going_first", "huupp", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=home, cwd=tmp_path / "here"
    )


def test_each_variant_has_a_row_that_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    words = ("--player", "think:5/turn", "--games", "6")
    whole = printed(tmp_path, *words)
    assert whole.returncode == 0, whole.stderr
    assert len(whole.stdout.splitlines()) == 2 + 2
    assert all(re.search(r" \| [1-6] \|$", row) for row in whole.stdout.splitlines()[2:])
    assert not list((tmp_path / "here").iterdir()), "what is kept doesn't hang on where one is"
    files = {path: path.read_bytes() for path in (tmp_path / "data").rglob("*.jsonl")}
    assert len(files) == 2
    for path, content in files.items():
        path.write_bytes(content[: -len(content.splitlines()[-1]) // 2])
    assert printed(tmp_path, *words).stdout == whole.stdout
    assert {path: path.read_bytes() for path in files} == files


def test_games_that_went_the_same_way_are_counted_once(tmp_path: Path) -> None:
    ran = printed(tmp_path, "--player", "random", "--games", "4")
    assert ran.stdout.splitlines()[-1].endswith(" 4 |")
    for path in (tmp_path / "data").rglob("*.jsonl"):
        lines = path.read_bytes().splitlines()
        moves = lines[0].split(b", ")[-1]
        same = [line.rsplit(b", ", 1)[0] + b", " + moves for line in lines]
        path.write_bytes(b"\n".join(same) + b"\n")
    again = printed(tmp_path, "--player", "random", "--games", "4")
    assert again.stdout.splitlines()[-1].endswith(" 1 |")


def test_other_sources_players_and_options_have_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    game = cattery.game("huupp")
    found = [
        file_of(game, "greedy", {"ghosts": "on"}),
        file_of(game, "greedy", {"ghosts": "off"}),
        file_of(game, "think:2000/turn", {"ghosts": "on"}),
    ]
    (tmp_path / "huupp").mkdir()
    (tmp_path / "huupp" / WEIGHTS).write_bytes(b"other weights")
    monkeypatch.setenv("CATTERY_DATA", str(tmp_path))
    assert data.file("huupp", WEIGHTS).parent == tmp_path / "huupp"
    found.append(file_of(game, "greedy", {"ghosts": "on"}))
    assert len(set(found)) == 4
    assert len({path.parent for path in found}) == 1


def test_who_isnt_there_is_refused_in_words(tmp_path: Path) -> None:
    for wrong in (["--player", "nobody"], ["--player", "think:soon"]):
        ran = printed(tmp_path, *wrong)
        assert ran.returncode == 2
        assert "Traceback" not in ran.stderr
