"""Compiled code is kept under a hash of everything it was made from."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cattery

SOURCE = Path(cattery.__file__).parent
EVERYTHING = {"generic", *cattery.games()}

# Each edit appends a line to a file of the package (or makes it); then the keys are asked for anew.
ASK = """
import json, os, sys
from pathlib import Path
import cattery
from cattery import data, kernel
folder = Path(cattery.__file__).parent

def keys():
    for function in (kernel.generic_key, kernel.game_key, data.data_hash):
        function.cache_clear()
    return {"generic": kernel.generic_key()} | {n: kernel.game_key(n) for n in cattery.games()}

before = keys()
for file in sys.argv[1:]:
    with open(folder / file, "a") as opened:
        opened.write("# changed\\n")
    after = keys()
    print(json.dumps([str(folder), file, sorted(n for n in before if before[n] != after[n])]))
    before = after
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that may be changed."""
    without = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(SOURCE, tmp_path / "cattery", ignore=without)
    return tmp_path / "cattery"


def python(package: Path, script: str, *arguments: str, **environment: str) -> str:
    """What a script prints that imports a copy of the package."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": str(package.parent), **environment},
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


EDITS = {  # a file that changes, and whose code is compiled anew
    "games/huupp/rules.py": {"huupp"},
    "games/huupp/words.en.toml": set(),
    "games/huupp/game.toml": set(),
    "games/huupp/view.py": set(),
    "match/match.py": set(),
    "kernel.py": EVERYTHING,
    "compiler.py": EVERYTHING,
    "loops.py": EVERYTHING,
    "search/tree.py": EVERYTHING,
    "search/habits.py": EVERYTHING,
    "games/huupp/sheet.toml": {"huupp"},  # a new file of data
    "games/huupp/wits.py": {"huupp"},
}


def test_what_changed_is_compiled_anew_and_nothing_else(package: Path):
    for line in python(package, ASK, *EDITS).splitlines():
        folder, file, changed = json.loads(line)
        assert Path(folder) == package
        assert set(changed) == EDITS[file], file


KEYS = """
import cattery
from cattery import kernel
print(kernel.generic_key(), *(kernel.game_key(name) for name in cattery.games()))
"""


def test_a_corrected_copy_of_the_data_is_other_code(package: Path, tmp_path: Path):
    (package / "games/huupp/sheet.toml").write_text("squares = 36\n", encoding="utf-8")
    corrected = tmp_path / "data" / "huupp"
    corrected.mkdir(parents=True)
    (corrected / "sheet.toml").write_text("squares = 38\n", encoding="utf-8")
    plain = python(package, KEYS).split()
    other = python(package, KEYS, CATTERY_DATA=str(tmp_path / "data")).split()
    names = ("generic", *cattery.games())
    changed = {n for n, a, b in zip(names, plain, other, strict=True) if a != b}
    assert changed == {"huupp"}


def test_checking_bounds_is_other_code(package: Path):
    plain = python(package, KEYS).split()
    checked = python(package, KEYS, CATTERY_BOUNDS_CHECK="1").split()
    assert not set(plain) & set(checked)


BOOP = """
import cattery
huupp = cattery.game("huupp")
states = huupp.new(2, {"first": "0", "ghosts": "off"})
for move in ("k b2", "k f6", "k a1"):
    huupp.apply(states, huupp.action(huupp.parse(move)))
print(huupp.position(states).split()[0])
"""


def test_a_changed_rule_is_never_hidden_by_code_compiled_before(package: Path, tmp_path: Path):
    rules = package / "games/huupp/rules.py"
    cache = str(tmp_path / "cache")
    assert python(package, BOOP, CATTERY_CACHE=cache).strip() == "k5/6/2k3/6/6/5K"
    whole = rules.read_text(encoding="utf-8")
    broken = whole.replace("if not behind & before:", "if behind & before:")
    assert broken != whole
    rules.write_text(broken, encoding="utf-8")
    assert python(package, BOOP, CATTERY_CACHE=cache).strip() == "k5/1k4/6/6/6/5K"


COMPILE = """
import numpy as np
from cattery import kernel
kernel.mix(np.uint64(1))
"""


def test_processes_that_compile_at_once_write_files_of_their_own(package: Path, tmp_path: Path):
    cache = tmp_path / "cache"
    names: list[set[str]] = []
    for _ in range(2):
        python(package, COMPILE, CATTERY_CACHE=str(cache))
        names.append({path.name for path in cache.rglob("*.nbc")})
        for index in cache.rglob("*.nbi"):
            index.unlink()  # as if neither had seen the other's
    assert len(names[1]) == 2 * len(names[0])
