"""`serve`: run the server, in one process or several."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn
from fastapi import FastAPI

from cattery.server import logs
from cattery.server.app import create_app
from cattery.server.net import addresses
from cattery.server.net.listeners import bind
from cattery.server.net.protocol import Http, Socket, limit_connections, open_files
from cattery.server.refusals import NeedsPostgres, PortTaken
from cattery.server.settings import ENVIRONMENT, Settings, is_sqlite
from cattery.server.storage.store import Store
from cattery.server.tables.live import share_clock

BACKLOG = 2048
GOODBYE_SECONDS = 3  # how long open connections may hold up the end

Say = Callable[[str, dict[str, Any]], None]  # key below "server." and parameters


def serve(
    settings: Settings,
    *,
    open_page: bool = False,
    say: Say | None = None,
) -> None:
    """Serve until interrupted.

    `say` is told, in keys of the catalogue, where the server is (`ready`, `network`, `stop`).
    Raises a refusal if the database or the port can't be had.
    """
    logs.set_up(settings.log_level, settings.json_logs)
    if settings.workers > 1 and is_sqlite(settings.url()):
        raise NeedsPostgres
    listener = _take_port(settings)
    settings = replace(settings, port=listener.getsockname()[1])
    asyncio.run(_prepare(settings))
    _announce(settings, say or (lambda key, params: None), open_page)
    if settings.workers > 1:
        _serve_workers(settings, listener)
    else:
        _serve_here(settings, listener)


def _take_port(settings: Settings) -> socket.socket:
    try:
        return bind(settings.host, settings.port)
    except OSError as error:
        raise PortTaken(port=settings.port, problem=error.strerror or str(error)) from error


async def _prepare(settings: Settings) -> None:
    """Open the database once before anything is announced, so that a mistake is said at once."""
    store = Store(settings.url())
    await store.open()
    await store.close()


def _announce(settings: Settings, say: Say, open_page: bool) -> None:
    host = "localhost" if settings.host in ("0.0.0.0", "::", "127.0.0.1") else settings.host
    address = f"http://{host}:{settings.port}{settings.root_path}/"
    say("ready", {"address": address})
    if not addresses.is_loopback(settings.host):
        for one in addresses.lan_addresses()[:1]:
            say("network", {"address": f"http://{one}:{settings.port}{settings.root_path}/"})
    say("stop", {})
    if open_page:
        threading.Timer(0.8, webbrowser.open, (address,)).start()


def options(settings: Settings) -> dict[str, Any]:
    """How uvicorn shall run."""
    return {
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning",  # its news name tables, whose ids nobody needs to read
        "access_log": False,
        "backlog": BACKLOG,
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


def _collect_less() -> None:
    """Matches are long lists of small things that stay: looking through them often is in vain."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _limit_connections(settings: Settings) -> None:
    limits = settings.connections
    limit_connections(limits, max(16, open_files() - limits.keep_files))


def _serve_here(settings: Settings, listener: socket.socket) -> None:
    _limit_connections(settings)
    app = create_app(settings)
    server = Server(uvicorn.Config(app, **options(settings)))
    app.state.listeners.listen = server.listen
    _collect_less()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    if not server.started:
        sys.exit(3)


def _serve_workers(settings: Settings, listener: socket.socket) -> None:
    os.environ[ENVIRONMENT] = settings.to_json()
    share_clock()
    listener.set_inheritable(True)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.run(
            "cattery.server.run:worker_app",
            factory=True,
            fd=listener.fileno(),
            workers=settings.workers,
            **options(settings),
        )


def _end_with_parent() -> None:
    """A worker whose parent was killed would go on without anybody who could stop it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(2 * GOODBYE_SECONDS)
        os._exit(1)


def worker_app() -> FastAPI:
    """The app of a worker process, as its parent's settings say."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    _collect_less()
    settings = Settings.from_json(os.environ[ENVIRONMENT])
    logs.set_up(settings.log_level, settings.json_logs)
    _limit_connections(settings)
    return create_app(settings)
