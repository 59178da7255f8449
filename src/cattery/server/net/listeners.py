"""The addresses a server listens at; opening it to the network while it runs."""

from __future__ import annotations

import logging
import socket
from collections.abc import Awaitable, Callable

from starlette.requests import Request

from cattery.server.net import addresses
from cattery.server.net.hosts import Hosts

log = logging.getLogger("cattery.listeners")

Listen = Callable[[socket.socket], Awaitable[None]]


class Listeners:
    """How others reach this server."""

    def __init__(self, host: str, port: int, hosts: Hosts) -> None:
        self._hosts = hosts
        self.host = host
        self.port = port
        self.network = not addresses.is_loopback(host)
        self.listen: Listen | None = None  # set by whoever runs the server
        self._opened: list[str] = []

    async def open(self) -> None:
        """Listen at the machine's own addresses too, on the same port where that is free."""
        if self.listen is None or self.network:
            return
        for address in addresses.lan_addresses():
            try:
                listener = addresses.bind(address, self.port)
            except OSError as error:
                log.warning("%s can't be opened: %s", address, error.strerror)
                continue
            await self.listen(listener)
            self._opened.append(address)
        self.network = bool(self._opened)
        if self.network:
            self._hosts.open()

    def addresses(self, request: Request) -> list[str]:
        """Where other machines find this server, best first; the address in use if it works."""
        used = request.url
        base = f"{used.scheme}://{used.netloc}"
        root = request.scope.get("root_path", "")
        if not addresses.is_loopback(used.hostname or ""):
            return [base + root + "/"]
        hosts = self._opened or (addresses.lan_addresses() if self.network else [])
        return [f"{used.scheme}://{host}:{self.port}{root}/" for host in hosts]
