"""Cookies, read in linear time: the standard parser takes seconds for some headers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

Headers = Iterable[tuple[bytes, bytes]]
_VALUE = re.compile(rb"[A-Za-z0-9_.~-]{1,200}")  # what this server gives a browser


def cookies(headers: Headers, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Names and values of the cookies whose name contains the prefix, as far as they are ours.

    >>> list(cookies([(b"cookie", b'a=1; cattery="x-y"; cattery=z;cattery=\\\\')], b"cattery"))
    [(b'cattery', b'x-y'), (b'cattery', b'z')]
    """
    for key, line in headers:
        if key != b"cookie" or prefix not in line:
            continue
        for pair in line.split(b";"):
            name, _, value = pair.partition(b"=")
            value = value.strip().strip(b'"')
            if prefix in name and _VALUE.fullmatch(value):
                yield name.strip(), value


def read_cookies(headers: Headers, name: str) -> Iterator[str]:
    """The values of the cookies of that name: hosts and paths may have one each."""
    wanted = name.encode()
    return (str(value, "ascii") for key, value in cookies(headers, wanted) if key == wanted)


def read_cookie(headers: Headers, name: str) -> str | None:
    """The value of the first cookie of that name."""
    return next(read_cookies(headers, name), None)


def only_cookies(headers: list[tuple[bytes, bytes]], prefix: bytes) -> list[tuple[bytes, bytes]]:
    """The headers with no cookies but those of ours: other parsers are not so quick."""
    if not any(key == b"cookie" for key, _ in headers):
        return headers
    ours = b"; ".join(b"=".join(pair) for pair in cookies(headers, prefix))
    rest = [pair for pair in headers if pair[0] != b"cookie"]
    return [*rest, (b"cookie", ours)] if ours else rest
