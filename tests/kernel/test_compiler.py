"""A kernel that kernels call is a part of theirs: compiled once, and into no machine code."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cattery import compiler, kernel

FOLDER = tempfile.TemporaryDirectory()


def kernel_of_its_own(function: Callable[..., Any]) -> Any:
    """A kernel in an empty cache, unless one is given: a full one asks for no part."""
    with pytest.MonkeyPatch.context() as patch:
        if "TEST_CACHE" not in os.environ:
            patch.setenv("CATTERY_CACHE", FOLDER.name)
        return kernel.kernel(function)


LIVES = np.dtype((np.record, np.dtype([("left", np.int8), ("shelters", np.uint8)], align=True)))


@kernel_of_its_own
def after(lives, falls):
    """Lives left after some falls."""
    return lives - falls


@kernel_of_its_own
def after_three_falls(cats, i, more):
    """Calls with integers of three widths."""
    s = cats[i]
    return after(s.left, 1) + after(np.int32(s.left), more) + after(1, s.left)


@kernel_of_its_own
def sheltered(cats, i):
    """Calls with an unsigned integer."""
    return after(cats[i].shelters, np.uint8(1))


@kernel_of_its_own
def ancestors(generations):
    """Calls itself."""
    if generations == 0:
        return 0
    return 2 + 2 * ancestors(generations - 1)


@kernel_of_its_own
def ancestors_of_two(generations):
    """Calls a kernel that calls itself."""
    return 2 * ancestors(generations)


def cats() -> np.ndarray:
    """One cat with nine lives and no shelter."""
    found = np.zeros(1, LIVES)
    found[0].left = 9
    return found


def test_a_part_is_compiled_once_whatever_the_width_of_its_arguments():
    assert after_three_falls(cats(), 0, 2) == 8 + 7 - 8
    signed = [kinds for kinds in after.part.signatures if kinds[0].signed]
    assert [str(kinds) for kinds in signed] == ["(int64, int64)"]


def test_unsigned_arguments_stay_what_they_are():
    assert sheltered.py_func(np.array([(9, 3)], LIVES), 0) == 2
    assert sheltered(np.array([(9, 3)], LIVES), 0) == 2
    assert "(uint8, uint8)" in [str(kinds) for kinds in after.part.signatures]


def test_a_part_is_no_machine_code_until_it_is_taken_in():
    after_three_falls(cats(), 0, 2)
    part = next(iter(after.part.overloads.values()))
    whole = next(iter(after_three_falls.overloads.values()))
    defined = [one.name for one in part.library._final_module.functions]
    assert defined == []
    assert part.fndesc.mangled_name in str(part.library._get_module_for_linking())
    assert whole.fndesc.mangled_name in whole.library.get_asm_str()


def test_python_may_call_it_all_the_same():
    assert after(np.int8(9), 2) == 7


def test_kernels_may_call_themselves():
    assert ancestors(3) == 14
    assert ancestors_of_two(3) == 28


def test_with_another_numba_kernels_are_compiled_as_it_does_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiler, "PARTS", False)
    plain = kernel.kernel(after.py_func)
    assert not hasattr(plain, "part")
    assert plain(9, 2) == 7


AGAIN = """
import sys
sys.path.insert(0, sys.argv[1])
import test_compiler as t
assert t.after_three_falls(t.cats(), 0, 2) == 7
print(sum(t.after.part.stats.cache_hits.values()))
"""


def test_a_part_that_another_process_has_compiled_is_taken_from_the_cache(tmp_path: Path):
    def hits() -> int:
        command = [sys.executable, "-c", AGAIN, str(Path(__file__).parent)]
        environment = {**os.environ, "CATTERY_CACHE": str(tmp_path), "TEST_CACHE": "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return int(done.stdout)

    assert hits() == 0
    for index in tmp_path.rglob("*after_three_falls*.nbi"):
        index.unlink()
    assert hits() == 1
