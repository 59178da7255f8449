"""Files come from anywhere: what they say reaches the screen short, and steers no terminal."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cattery import Match
from cattery.names import LONGEST, cleaned, shown
from support.command_line import Run

SECONDS = 5.0  # for a file of 5 MB, on a busy machine
RED, TITLE, BACK = "\x1b[31m", "\x1b]0;cats\x07", "\u202e"


def _file(folder: Path, *names: str, over: bool = True) -> Path:
    match = Match.new("huupp", seed=5, options={"first": "0"}, names=list(names))
    match.play("k c3", 0)
    if over:
        match.resign(1)
    path = folder / "match.json"
    path.write_text(match.save(), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["verify", "replay", "play"])
def test_a_name_of_five_megabytes_holds_nobody_up(run: Run, tmp_path: Path, command: str) -> None:
    """It is cut before anything looks at it."""
    file = _file(tmp_path, "Anna" * 1_250_000, "Bence", over=command != "play")
    began = time.monotonic()
    said = run(command, file, typed=["quit"])
    assert time.monotonic() - began < SECONDS
    assert len(said.output) < 20_000


@pytest.mark.parametrize("command", ["replay", "play"])
def test_a_name_steers_no_terminal(run: Run, tmp_path: Path, command: str) -> None:
    """Control characters of a file's names are left out."""
    file = _file(tmp_path, f"{RED}An{TITLE}na", f"Ben{BACK}ce\r", over=command != "play")
    said = run(command, file, typed=["quit"]).output
    for sign in (RED, TITLE, BACK, "\x07", "\r"):
        assert sign not in said
    assert "Bence" in said


@pytest.mark.parametrize("field", ["format", "game"])
def test_a_complaint_steers_no_terminal(run: Run, tmp_path: Path, field: str) -> None:
    """What a complaint quotes of a file is short and harmless too."""
    file = _file(tmp_path, "Anna", "Bence")
    old = '"cattery match ' if field == "format" else '"huupp'
    spelled = "\\u001b]0;cats\\u0007" + "x" * 2_000_000
    text = file.read_text(encoding="utf-8").replace(old, old + spelled, 1)
    file.write_text(text, encoding="utf-8")
    said = run("verify", file)
    assert said.exit_code == 1
    assert "\x1b" not in said.output
    assert "\x07" not in said.output
    assert len(said.output) < 5_000


def test_names_are_one_short_line() -> None:
    """Whatever they were."""
    assert shown(["A\nb\x00", " \u200b"], [None, None], "en") == ["A b", "Player 2"]
    assert len(cleaned("é" * 1000)) == LONGEST
    began = time.thread_time()
    cleaned("é" * 20_000_000)
    assert time.thread_time() - began < 0.5  # no more than its beginning is looked at
    assert shown(["", ""], [None, "cmd:\x1b[2J" + "x" * 10_000_000], "en")[1].startswith("cmd:[2Jx")
