"""The command line in this process, and as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cattery.terminal.cli import app
from support.command_line import Program, Run


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept games go to the test's own folder, and words are English by default."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for variable in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def run() -> Run:
    """Run a command with lines of input: `run("play", "huupp", typed=["k c3"])`."""

    def run(*arguments: str | Path, typed: list[str] | None = None) -> Result:
        lines = "".join(f"{line}\n" for line in typed or [])
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=lines)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def program() -> Program:
    """Run the program itself: `program("games", LANG="hu_HU.UTF-8")`."""

    def program(
        *arguments: str | Path, typed: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cattery.terminal.cli", *map(str, arguments)],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            env={**os.environ, **environment},
        )

    return program
