"""The engine and the rule sheet read plainly agree on every decision of random games."""

from __future__ import annotations

from random import Random

import pytest

from rules.macskalak.plain import Plain
from rules.macskalak.walks import compare

LETTERS = "ABCDEFGHIJKL"


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_engine_plays_as_the_sheet_reads(level: int, seats: int):
    for seed in range(3 if seats < 3 else 1):
        compare(level, seats, "random", seed)


@pytest.mark.parametrize("ability", LETTERS)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_engine_uses_every_ability_as_the_sheet_reads(level: int, ability: str):
    chance = Random(f"{level} {ability}")
    others = chance.sample(LETTERS.replace(ability, ""), 3)
    letters = [ability, *others]
    chance.shuffle(letters)
    compare(level, 1, "".join(letters), seed=7, eager=True)


def test_a_plain_reading_knows_the_smallest_rooms():
    plain = Plain(2, 1, "ABCD")
    sheet = plain.sheets[0]
    sheet.symbols = dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], "3")
    assert len(sheet.possible_rooms("3")) == 4
    sheet.doubled = {(0, 0)}
    assert sorted(map(sorted, sheet.possible_rooms("3"))) == [
        [(0, 0), (0, 1)],
        [(0, 0), (1, 0)],
        [(0, 1), (1, 0), (1, 1)],
    ]
