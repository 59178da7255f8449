"""Compiled and interpreted, a rule is the same rule: move by move on the same seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cattery import kernel
from support.journal import journal
from support.walks import Table

TESTS = Path(__file__).resolve().parent.parent
GAMES = 2


def test_interpreted_play_is_compiled_play(table: Table):
    options = [f"{name}={value}" for name, value in table.options]
    command = [sys.executable, "-m", "support.journal", table.name, str(table.seats), str(GAMES)]
    interpreted = subprocess.run(
        [*command, *options],
        cwd=TESTS,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert kernel.COMPILED
    compiled = list(journal(table.name, table.seats, GAMES, dict(table.options)))
    assert len(compiled) > 2 * GAMES
    for number, (one, two) in enumerate(zip(interpreted, compiled, strict=True)):
        assert one == two, f"line {number}"
