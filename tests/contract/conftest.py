"""The contract runs over every table of every game: a game that comes is tested by being there."""

from __future__ import annotations

import pytest

import cattery
from cattery import Game
from support.walks import tables


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `table` runs at every table, one that asks for `game` with each.

    A module that is about some tables only says which in a function `wanted`.
    """
    if "table" in metafunc.fixturenames:
        wanted = getattr(metafunc.module, "wanted", None)
        metafunc.parametrize("table", list(filter(wanted, tables())), ids=str)
    if "game" in metafunc.fixturenames:
        games: list[Game] = [cattery.game(name) for name in cattery.games()]
        metafunc.parametrize("game", games, ids=lambda game: game.name)
