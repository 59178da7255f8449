"""The processes that serve: one, or several workers and the one that looks after them.

Workers are forked from a process that has loaded all but the games, so that they are there at once,
also in place of one that ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from multiprocessing.connection import wait
from typing import Any, NoReturn

import uvicorn
from fastapi import FastAPI

from cattery.server import logs
from cattery.server.app import create_app
from cattery.server.net.protocol import Http, Socket, limit_connections, open_files
from cattery.server.settings import ENVIRONMENT, Settings
from cattery.server.tables.live import share_clock

log = logging.getLogger("cattery.processes")

GOODBYE_SECONDS = 3  # how long open connections may hold up the end
LOOK_SECONDS = 0.5  # how often a worker looks whether its parent is there
SHORT_LIFE = 5.0  # seconds; a worker that ends sooner is replaced only after a second


def collect_less() -> None:
    """Matches are long lists of small things that stay: looking through them often is in vain."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def options(settings: Settings) -> dict[str, Any]:
    """How uvicorn shall run."""
    return {
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning",  # its news name tables, whose ids nobody needs to read
        "access_log": False,
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.trusted_proxies,
        "root_path": settings.root_path,
        "http": Http,
        "ws": Socket,
        "ws_max_size": settings.limits.message_bytes * 4,
        "ws_per_message_deflate": False,
        "ws_ping_interval": settings.connections.ping_seconds,
        "ws_ping_timeout": settings.connections.ping_seconds,
        "timeout_graceful_shutdown": GOODBYE_SECONDS,
    }


class Server(uvicorn.Server):
    """A server that can open further doors while it runs."""

    async def listen(self, listener: socket.socket) -> None:
        """Serve at one more socket."""
        config = self.config
        server = await asyncio.get_running_loop().create_server(
            lambda: config.http_protocol_class(  # type: ignore[call-arg]
                config=config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            ),
            sock=listener,
            backlog=config.backlog,
        )
        self.servers.append(server)


def _limit_connections(settings: Settings) -> None:
    limits = settings.connections
    limit_connections(limits, max(16, open_files() - limits.keep_files))


def _make_server(settings: Settings) -> Server:
    _limit_connections(settings)
    return Server(uvicorn.Config(create_app(settings), **options(settings)))


def serve_alone(settings: Settings, listener: socket.socket) -> None:
    """Serve in this process until it is told to end."""
    server = _make_server(settings)
    app = server.config.app
    assert isinstance(app, FastAPI)
    app.state.listeners.listen = server.listen
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    if not server.started:
        sys.exit(3)


def serve_together(settings: Settings, listener: socket.socket) -> None:
    """Serve in workers until this process is told to end."""
    if hasattr(os, "fork"):
        Workers(settings, listener).run()
    else:
        _spawn_workers(settings, listener)


# --- workers that are forked


class Workers:
    """Forks workers, puts another in the place of one that ended, and ends them."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self._fork = multiprocessing.get_context("fork")
        self._running: dict[multiprocessing.process.BaseProcess, float] = {}  # since when

    def run(self) -> None:
        """Look after the workers until a signal ends it."""
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            for _ in range(self._settings.workers):
                self._start()
            while True:
                self._look()
        except KeyboardInterrupt:
            self._end()

    def _start(self) -> None:
        sys.stdout.flush()
        worker = self._fork.Process(
            target=_work, args=(self._settings, self._listener, os.getpid()), name="worker"
        )
        worker.start()
        self._running[worker] = time.monotonic()

    def _look(self) -> None:
        """Wait until a worker ends, and start another."""
        wait([worker.sentinel for worker in self._running])
        for worker in [worker for worker in self._running if not worker.is_alive()]:
            since = self._running.pop(worker)
            log.error("a worker has ended (%s); another takes its place", worker.exitcode)
            if time.monotonic() - since < SHORT_LIFE:
                time.sleep(1)
            self._start()

    def _end(self) -> None:
        for worker in self._running:
            worker.terminate()
        deadline = time.monotonic() + 2 * GOODBYE_SECONDS
        for worker in self._running:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.is_alive():
                worker.kill()


def _interrupt(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _work(settings: Settings, listener: socket.socket, parent: int) -> None:
    """A worker's whole life."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        _make_server(settings).run(sockets=[listener])


def _end_with(parent: int) -> None:
    """A worker whose parent was killed would go on without anybody who could stop it."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    _leave()


def _leave() -> NoReturn:
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(2 * GOODBYE_SECONDS)
    os._exit(1)


# --- workers where there is no fork


def _spawn_workers(settings: Settings, listener: socket.socket) -> None:
    os.environ[ENVIRONMENT] = settings.to_json()
    share_clock()
    listener.set_inheritable(True)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.run(
            "cattery.server.processes:worker_app",
            factory=True,
            fd=listener.fileno(),
            workers=settings.workers,
            **options(settings),
        )


def worker_app() -> FastAPI:
    """The app of a spawned worker, as its parent's settings say."""

    def end_with_parent() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            _leave()

    threading.Thread(target=end_with_parent, name="parent", daemon=True).start()
    collect_less()
    settings = Settings.from_json(os.environ[ENVIRONMENT])
    logs.set_up(settings.log_level, settings.json_logs)
    _limit_connections(settings)
    return create_app(settings)
