"""Addresses that work from a phone on the same network, and their QR codes."""

from __future__ import annotations

import io
import ipaddress
import os
import socket
from functools import lru_cache

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0"), is_loopback("localhost")
    (True, False, True)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host in LOOPBACK or host == "local"


@lru_cache(4096)
def household(found: str) -> str:
    """Who counts as one asker: an address, or of IPv6 the network of a household.

    >>> household("2001:db8:1:2:aaaa::1"), household("::ffff:1.2.3.4")
    ('2001:db8:1:2::', '1.2.3.4')
    """
    try:
        six = ipaddress.IPv6Address(found.partition("%")[0])
    except ValueError:
        return found
    if six.ipv4_mapped is not None:
        return str(six.ipv4_mapped)
    return found if six.is_loopback else str(ipaddress.IPv6Address(int(six) >> 64 << 64))


def bind(host: str, port: int) -> socket.socket:
    """A listening socket's address, taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def lan_addresses() -> list[str]:
    """This machine's addresses on its networks, the one that leads outside first."""
    found = [address] if (address := _outward()) else []
    try:
        known = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        known = []
    return found + [one for one in known if one not in found and not is_loopback(one)]


def _outward() -> str | None:
    """The own address on the way out; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(address) or address == "0.0.0.0" else address


@lru_cache(256)
def qr_svg(text: str) -> bytes:
    """A QR code as SVG, dark on light in any theme."""
    import segno

    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(
        out, kind="svg", scale=8, border=3, dark="#1b1b1b", light="#ffffff", xmldecl=False, nl=False
    )
    return out.getvalue()
