"""`serve`: run the server, in one process or several.

The port is opened first, so that whoever calls again after a restart only waits; then the rest is
loaded. Games, and NumPy and Numba with them, come when the page and the tables are there already.
"""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cattery.server import logs
from cattery.server.net import addresses
from cattery.server.refusals import NeedsPostgres, PortTaken
from cattery.server.settings import Settings, is_sqlite

BACKLOG = 2048

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
    gc.disable()  # what is loaded stays: to look through it again and again takes a fifth longer
    from cattery.server import processes

    processes.collect_less()
    asyncio.run(_prepare(settings))
    _announce(settings, say or (lambda key, params: None), open_page)
    if settings.workers > 1:
        processes.serve_together(settings, listener)
    else:
        processes.serve_alone(settings, listener)


def _take_port(settings: Settings) -> socket.socket:
    try:
        listener = addresses.bind(settings.host, settings.port)
        listener.listen(BACKLOG)
    except OSError as error:
        raise PortTaken(port=settings.port, problem=error.strerror or str(error)) from error
    return listener


async def _prepare(settings: Settings) -> None:
    """Open the database once before anything is announced, so that a mistake is said at once."""
    from cattery.server.storage.store import Store

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
