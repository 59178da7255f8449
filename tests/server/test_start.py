"""How a server starts: the port first, page and tables next, games last; forked workers."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from cattery.server.storage.database import MIGRATIONS, known_revisions
from server.running import Server, create_database, free_port

StartServer = Callable[..., Server]
LATER = ("numpy", "numba", "alembic", "cattery.kernel", "cattery.search", "cattery.match.match")

# The first module that the server loads after it has opened its port calls it.
CALL = """
import importlib.abc, socket, sys
from cattery.server.run import serve
from cattery.server.settings import Settings

class Caller(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "cattery.server.processes":
            socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5).close()
            print("taken; loaded before it:", "fastapi" in sys.modules, "sqlalchemy" in sys.modules)
            sys.exit()

sys.meta_path.insert(0, Caller())
serve(Settings(port=int(sys.argv[1]), database=sys.argv[2]))
"""


def run(code: str, *words: str) -> str:
    """What a fresh Python prints; without anything that this machine loads into every Python."""
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_page_and_tables_need_neither_numpy_nor_numba_nor_a_game() -> None:
    """They come when somebody plays."""
    code = f"""
import sys
before = set(sys.modules)
import cattery.server.processes
print([name for name in {LATER} if name in sys.modules and name not in before])
"""
    assert run(code).strip() == "[]"


def test_the_port_is_open_before_anything_large_is_loaded(tmp_path: Path) -> None:
    said = run(CALL, str(free_port()), str(tmp_path / "start.db"))
    assert said.strip() == "taken; loaded before it: False False"


def test_tables_are_listed_while_games_are_still_loaded(start: StartServer) -> None:
    """Those come by themselves."""
    server = start()
    server.kill()
    server.launch()
    with httpx.Client(base_url=server.base, timeout=60) as client:
        states = []
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            assert client.get("/api/tables").json() == {"tables": []}
            found = client.get("/api/games").json()["games"]
            states.append({game["name"]: game["state"] for game in found})
            if set(states[-1].values()) == {"ready"}:
                break
            time.sleep(0.05)
    assert set(states[-1].values()) == {"ready"}
    assert set(states[0].values()) != {"ready"}


def test_names_of_migrations_are_their_revisions() -> None:
    """So that a start without any needs no Alembic."""
    for file in (MIGRATIONS / "versions").glob("0*.py"):
        assert f'\nrevision = "{file.name[:4]}"\n' in file.read_text("utf-8")
    assert known_revisions() == [f"{k + 1:04}" for k in range(len(known_revisions()))]


@pytest.mark.postgres
def test_a_worker_that_ends_is_replaced(postgres: str, start: StartServer) -> None:
    """At once, and the other one serves meanwhile."""
    database = asyncio.run(create_database(postgres, f"replaced{secrets.token_hex(4)}"))
    server = start(database=database, workers=2)
    assert server.process is not None
    before = workers_of(server)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    deadline = time.monotonic() + 30
    while len(after := workers_of(server)) < 2 or before[0] in after:
        assert time.monotonic() < deadline, server.log()
        assert httpx.get(f"{server.base}/healthz", timeout=30).is_success
    assert before[1] in after
    for _ in range(10):
        assert httpx.get(f"{server.base}/healthz", timeout=30).is_success
    assert server.stop() == 0
    assert server.log().count("a worker has ended (-9)") == 1
    assert "Traceback" not in server.log()


def workers_of(server: Server) -> list[int]:
    """The processes of its workers; of whom some may be compiling."""
    assert server.process is not None
    pid = server.process.pid
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
