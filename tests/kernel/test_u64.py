"""The u64 helpers mean the same compiled and interpreted, and the same as Python's integers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cattery import kernel
from cattery.kernel import U

WORDS = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**31, 2**32, 2**63, 2**64 - 1])
CASES = [
    (0, 0), (0, 1), (1, 1), (2**64 - 1, 1), (2**63, 2**63), (2**63, 2), (2**32 + 1, 2**32 - 1),
    (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9), (12345678901234567890, 98765432109876543),
]  # fmt: skip


@kernel.kernel
def together(x, y, out):
    """All helpers at once, so that one compilation tests them all."""
    out[0] = kernel.add_wrapping(x, y)
    out[1] = kernel.multiply_wrapping(x, y)
    out[2] = kernel.mix(x)
    out[3] = U(kernel.count_bits(x))
    if x:
        out[4] = U(kernel.lowest_bit(x))
        out[5] = kernel.without_lowest(x)
        out[6] = U(kernel.nth_bit(x, kernel.count_bits(x) - 1))


def helped(x: int, y: int) -> list[int]:
    """What the helpers make of two numbers."""
    out = np.zeros(7, np.uint64)
    together(U(x), U(y), out)
    return [int(value) for value in out]


def expected(x: int, y: int) -> list[int]:
    """The same by Python's integers."""
    mask = 2**64 - 1
    z = x
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    z ^= z >> 31
    bits = [i for i in range(64) if x >> i & 1]
    low = [bits[0], x & (x - 1), bits[-1]] if bits else [0, 0, 0]
    return [(x + y) & mask, (x * y) & mask, z, len(bits), *low]


@given(WORDS, WORDS)
def test_compiled_helpers_are_arithmetic_modulo_two_to_the_64(x: int, y: int):
    assert kernel.COMPILED
    assert helped(x, y) == expected(x, y)


@given(WORDS, WORDS)
def test_the_interpreted_bodies_are_the_same(x: int, y: int):
    bodies = [
        int(kernel.add_wrapping(U(x), U(y))),
        int(kernel.multiply_wrapping(U(x), U(y))),
        int(kernel.count_bits(U(x))),
    ]
    wanted = expected(x, y)
    assert bodies == [wanted[0], wanted[1], wanted[3]]
    if x:
        assert int(kernel.lowest_bit(U(x))) == wanted[4]


def test_without_the_compiler_everything_is_the_same():
    script = "import json, sys; sys.path.insert(0, sys.argv[1]); import test_u64 as t; "
    script += "assert not t.kernel.COMPILED; print(json.dumps([t.helped(*c) for c in t.CASES]))"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, str(Path(__file__).parent)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == [expected(x, y) for x, y in CASES]


@pytest.mark.parametrize("square", range(0, 64, 7))
def test_a_single_bit_is_found(square: int):
    assert helped(1 << square, 0)[3:] == [1, square, 0, square]
