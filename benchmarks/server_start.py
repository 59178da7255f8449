"""How long after a kill the server is there again.

    python benchmarks/server_start.py                one process, and two workers

A real server is killed and started again, on SQLite and, where PostgreSQL is installed, with two
workers on a PostgreSQL of its own. Seconds from the start of the new process until its port takes a
connection, until the page, the list of tables, and the moves of a game are answered; medians. The
games are compiled; the first start, which would do that, isn't counted. Beside them, what the same
script measured, on the same two-core machine, before the server opened its port first and left
NumPy, Numba and the games for later.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.running import create_database, free_port, postgres_binaries, postgres_server

SERVE = """
import sys
from cattery.server.run import serve
from cattery.server.settings import Settings
serve(Settings(port=int(sys.argv[1]), database=sys.argv[2], workers=int(sys.argv[3])))
"""
GAME = "huupp"
STEPS = ("port", "page", "tables", "game")
BEFORE = {1: (1.4, 1.5, 1.5, 1.9), 2: (2.7, 2.9, 3.0, 3.4)}
TRY_SECONDS = 0.01


def start(port: int, database: str, workers: int) -> list[float]:
    """Start a server and kill it; seconds until each step."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(port), database, str(workers)], start_new_session=True
    )
    base = f"http://127.0.0.1:{port}"

    def answers(path: str) -> Callable[[], bool]:
        return lambda: httpx.get(base + path, timeout=120).is_success

    def connects() -> bool:
        socket.create_connection(("127.0.0.1", port), 120).close()
        return True

    steps = (
        connects,
        answers("/"),
        answers("/api/tables"),
        answers(f"/api/games/{GAME}/moves"),
    )
    try:
        return [_until(step) - began for step in steps]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        with contextlib.suppress(OSError):  # until the last worker has let go of the port
            while connects():
                time.sleep(TRY_SECONDS)


def _until(step: Callable[[], bool]) -> float:
    while True:
        with contextlib.suppress(OSError, httpx.TransportError):
            if step():
                return time.perf_counter()
        time.sleep(TRY_SECONDS)


@contextlib.contextmanager
def database(workers: int) -> Iterator[str]:
    """A fresh SQLite file, or a PostgreSQL that several processes share."""
    if workers == 1:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "start.db")
    else:
        with postgres_server() as server:
            yield asyncio.run(create_database(server.url, "start"))


def main() -> None:
    """Print the medians beside those from before."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--starts", type=int, default=7)
    given = parser.parse_args()
    print(f"{'seconds until the':20}" + "".join(f"{step:>16}" for step in STEPS))
    for workers in (1, 2):
        if workers > 1 and postgres_binaries() is None:
            continue
        port = free_port()
        with database(workers) as url:
            start(port, url, workers)
            runs = [start(port, url, workers) for _ in range(given.starts)]
        print(f"{workers} process{'es' if workers > 1 else '':14}", end="")
        for step, before in enumerate(BEFORE[workers]):
            now = statistics.median(run[step] for run in runs)
            print(f"{now:6.2f} ({before:.1f})   ", end="")
        print(flush=True)


if __name__ == "__main__":
    main()
