"""Answers of the API are compressed where that pays: whole ones, long enough, of text.

What is told bit by bit, as the lines of an analysis are, goes out as it comes: a compressor would
hold it back. The page's own files bring their packed copies along.
"""

from __future__ import annotations

import asyncio
import gzip

from cattery.server.net.guard import App, Message, Receive, Scope, Send, header

SHORTEST = 1000  # bytes: below that a packet is a packet
LONG = 64 * 1024  # bytes that take long enough to be packed beside the loop
LEVEL = 5
PACKED_TYPES = (b"application/json", b"image/svg+xml", b"text/")


class Compression:
    """ASGI middleware: gzip for browsers that take it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and pack its answer."""
        if scope["type"] == "http" and "gzip" in (header(scope, b"accept-encoding") or ""):
            send = _Packer(send).send
        await self._app(scope, receive, send)


class _Packer:
    """Holds the head of an answer until its body shows whether it is packed."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._head: Message | None = None

    async def send(self, message: Message) -> None:
        """Send, or hold back, one message of the answer."""
        if message["type"] == "http.response.start":
            if _may_be_packed(message):
                self._head = message
                return
        elif self._head is not None:
            head, self._head = self._head, None
            message = await _pack(head, message)
            await self._send(head)
        await self._send(message)


def _may_be_packed(head: Message) -> bool:
    headers = dict(head.get("headers", ()))
    kind = headers.get(b"content-type", b"")
    return kind.startswith(PACKED_TYPES) and b"content-encoding" not in headers


async def _pack(head: Message, message: Message) -> Message:
    """The body packed and its head changed to fit, if it is whole and long enough."""
    body = message.get("body", b"")
    whole = message["type"] == "http.response.body" and not message.get("more_body", False)
    headers = [pair for pair in head["headers"] if pair[0] != b"vary"]
    headers.append((b"vary", b"accept-encoding"))
    if whole and len(body) >= SHORTEST:
        if len(body) >= LONG:
            body = await asyncio.get_running_loop().run_in_executor(None, gzip_bytes, body)
        else:
            body = gzip_bytes(body)
        headers = [pair for pair in headers if pair[0] != b"content-length"]
        length = str(len(body)).encode()
        headers += [(b"content-encoding", b"gzip"), (b"content-length", length)]
    head["headers"] = headers
    return {**message, "body": body} if whole else message


def gzip_bytes(body: bytes) -> bytes:
    """The body packed; the same body gives the same bytes."""
    return gzip.compress(body, LEVEL, mtime=0)
