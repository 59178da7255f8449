"""By which names this server may be asked.

A page of another site can have its own name lead to this machine, and would then count as ours.
So a request must call the server by a name that is its own.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from collections.abc import Iterable

log = logging.getLogger("cattery.hosts")

_HOST = re.compile(
    r"(?:\[(?P<six>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9._-]{1,253}))(?::\d{1,5})?"
)
LOOPBACK_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost")


def host_name(header: str) -> str | None:
    """The name in a Host header, without its port, in lower case; None if it is none.

    >>> host_name("Cats.example:8042"), host_name("[::1]:80"), host_name("http://["), host_name("")
    ('cats.example', '::1', None, None)
    """
    found = _HOST.fullmatch(header) if len(header) <= 300 else None
    return (found["six"] or found["name"]).lower().rstrip(".") if found else None


MOST_TOLD = 20  # unknown names that the log tells of


class Hosts:
    """The names that are this server's own: loopback, the machine's, and those the host gave.

    A server that others reach may also be called by any number: a number leads nobody astray.
    """

    def __init__(self, listens_at: str, names: Iterable[str] = (), *, network: bool) -> None:
        self._names = {*LOOPBACK_NAMES, *_machine_names()} if network else {*LOOPBACK_NAMES}
        self._names |= {name.lower().rstrip(".") for name in (listens_at, *names) if name}
        self._suffixes = tuple(name[1:] for name in self._names if name.startswith("*."))
        self.network = network
        self._told: set[str] = set()

    def open(self) -> None:
        """From now on other machines reach this server."""
        self.network = True
        self._names |= _machine_names()

    def allow(self, header: str | None) -> bool:
        """Whether a request with this Host header is meant for this server."""
        name = None if header is None else host_name(header)
        if name is None:
            return False
        if name in self._names or name.endswith((".localhost", *self._suffixes)):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            self._tell(name)
            return False
        return self.network or address.is_loopback

    def _tell(self, name: str) -> None:
        """Tell the host of a name that is asked for, so that a forgotten one is found soon."""
        if name not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(name)
            log.warning("asked for as %r, which isn't a name of ours (--allow-host adds one)", name)


def is_loopback_name(header: str | None) -> bool:
    """Whether a Host header names the machine itself, as only its own users call it."""
    name = None if header is None else host_name(header)
    if name is None:
        return False
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name in LOOPBACK_NAMES or name.endswith(".localhost")


def _machine_names() -> set[str]:
    name = socket.gethostname().lower()
    short = name.split(".", 1)[0]
    return {name, short, f"{short}.local"} - {""}
