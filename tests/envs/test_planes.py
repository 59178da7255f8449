"""The planes in the docs are the code's."""

from __future__ import annotations

import numpy as np
import pytest

import cattery
from scripts import planes


def test_the_docs_have_the_tables_of_the_code() -> None:
    page = planes.PAGE.read_text(encoding="utf-8")
    assert page == planes.updated(page), "run python scripts/planes.py"


@pytest.mark.parametrize("name", cattery.games())
def test_every_plane_has_one_name_of_its_own(name: str) -> None:
    game = cattery.game(name)
    names = game.rules.PLANES
    assert len(set(names)) == len(names) == game.observation_shape[0]
    assert [row[1] for row in planes.rows(game)] == list(names)
    shown = game.observe(game.new(game.seats[0], {}, rng=1), 0)
    assert shown.dtype == np.int8
