"""The server's tests talk to real processes on real databases."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cattery.server.settings import Settings
from server.running import GENEROUS, Server, postgres_binaries, postgres_server

StartServer = Callable[..., Server]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite for all tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("server")
    settings = Settings(port=0, database=str(folder / "tables.db"), limits=GENEROUS, bot_delay=0.05)
    running = Server(folder, settings).start()
    yield running
    assert running.stop() in (0, -15)
    assert "Traceback" not in running.log(), running.log()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[StartServer]:
    """Starts servers that end with the test."""
    started: list[Server] = []

    def start(**settings: Any) -> Server:
        given = {"port": 0, "database": str(tmp_path / "tables.db"), "limits": GENEROUS}
        folder = tmp_path / f"server{len(started)}"
        folder.mkdir()
        started.append(Server(folder, Settings(**(given | {"bot_delay": 0.05} | settings))))
        return started[-1].start()

    yield start
    for one in started:
        one.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A real PostgreSQL; its URL without a database's name."""
    if postgres_binaries() is None:
        if os.environ.get("CI"):
            pytest.fail("no PostgreSQL on CI: scripts/prepare should have installed it")
        warnings.warn("NO POSTGRESQL: the tests of a shared database are skipped", stacklevel=1)
        pytest.skip("no PostgreSQL server on this machine")
    with postgres_server() as server:
        yield server.url
