"""HTTP and WebSocket connections with an end: heads, bodies and answers are bounded in size and
time, and at the limit of open connections those who only wait give way to those who play."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, ClassVar

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from cattery.server.mailbox import Mailbox
from cattery.server.settings import ConnectionLimits

log = logging.getLogger("cattery.connections")

NEARLY_FULL = 0.8  # of the connections there is room for: the host is told
TELL_AGAIN_SECONDS = 60.0
MOST_UNHEARD = 16  # messages of a socket that wait to be heard before it isn't read any more
MOST_QUEUED = 8  # requests sent before the answer to an earlier one
WRITER = "cattery.writer"  # the extension of the ASGI scope that holds the `Socket`
SHORT_BYTES = (
    2048  # of a message: moves have a hundred; long ones and their limits are the library's
)
ABORT_SECONDS = 5.0  # for a closing connection to take what it was sent


class Room:
    """How many connections fit into this process, and who has to go when one more comes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.refused = 0  # connections turned away
        self.ended = 0  # connections that gave way
        self._waiting: dict[Http, None] = {}  # connections without a request, the oldest first
        self._told = 0.0

    def waits(self, connection: Http) -> None:
        """A connection has nothing under way: it may be closed."""
        self._waiting.pop(connection, None)
        self._waiting[connection] = None

    def works(self, connection: Http) -> None:
        """A connection has a request under way, or has ended."""
        self._waiting.pop(connection, None)

    def enter(self, connection: Http, taken: int) -> bool:
        """Whether a new connection finds room among so many; the oldest idle one gives way."""
        if taken > NEARLY_FULL * self.most:
            self._tell(taken)
        if taken <= self.most:
            return True
        oldest = next((one for one in self._waiting if one is not connection), None)
        if oldest is None:
            self.refused += 1
            return False
        self.ended += 1
        self.works(oldest)
        oldest.transport.abort()
        return True

    def _tell(self, taken: int) -> None:
        now = time.monotonic()
        if now >= self._told:
            self._told = now + TELL_AGAIN_SECONDS
            log.warning(
                "%d of %d connections are taken: raise the limit of open files (ulimit -n), "
                "or add workers",
                taken,
                self.most,
            )


def limit_connections(limits: ConnectionLimits, most: int) -> Room:
    """Bound all connections of this process from now on."""
    room = Room(most)
    for kind in (Http, Socket):
        kind.limits, kind.room = limits, room
    return room


class _Refused(Exception):
    """Raised inside the parser's callbacks, which pass it on as an error of theirs."""


class Http(HttpToolsProtocol):
    """One HTTP connection: the head must be short and soon there, and so must the body."""

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()
    room: ClassVar[Room] = Room(1_000_000)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._head_bytes: int | None = 0  # of the head being read; None while there is none
        self._refusal = HTTPStatus.BAD_REQUEST
        self._answered: RequestResponseCycle | None = None

    # --- begin and end

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.room.waits(self)
        self._within(self.limits.head_seconds)
        if not self.room.enter(self, len(self.connections)):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever is answered now learns that the asker is gone, also if others queue behind."""
        self._rest()
        self._flows()
        self.room.works(self)
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _within(self, seconds: float) -> None:
        """Whatever comes next must be complete in time."""
        self._rest()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    # --- in

    def data_received(self, data: bytes) -> None:
        """Feed the parser; what is too long or no HTTP is refused without a line in the log."""
        self._unset_keepalive_if_required()
        if self.transport.is_closing():
            return
        if self._head_bytes is not None:
            self._head_bytes += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._rest()
                self.room.works(self)
                self.handle_websocket_upgrade()
            return
        except httptools.HttpParserError:
            self._refuse(self._refusal)
            return
        if self._head_bytes is not None and self._head_bytes > self.limits.head_bytes:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._said = 0
        self._within(self.limits.head_seconds)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url), HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value), HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if len(self.headers) > self.limits.headers:
            self._count(self.limits.head_bytes, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _count(self, size: int, refusal: HTTPStatus) -> None:
        self._said += size
        if self._said > self.limits.head_bytes:
            self._refusal = refusal
            raise _Refused

    def on_headers_complete(self) -> None:
        self._head_bytes = None
        self.room.works(self)
        if len(self.pipeline) >= MOST_QUEUED:
            raise _Refused
        super().on_headers_complete()
        self._within(self.limits.body_seconds)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._rest()
        self._head_bytes = 0

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self.room.waits(self)

    def _refuse(self, status: HTTPStatus) -> None:
        """Say why, and hang up; a request that is under way learns that its asker is gone."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            self.transport.write(STATUS_LINE[status] + b"connection: close\r\n\r\n")
            self.transport.close()
            self.loop.call_later(ABORT_SECONDS, self.transport.abort)
        else:
            self.transport.abort()

    # --- out

    def pause_writing(self) -> None:
        """The other side doesn't read: it gets some time to begin."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._flows()

    def _flows(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class Socket(WebSocketsSansIOProtocol):
    """One WebSocket: whoever doesn't read what is sent is cut off.

    The application finds it in its scope, and writes to it without waking a task for each message.
    Texts that come in one piece, as nearly all do, are read here; the rest is the library's.
    """

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()
    room: ClassVar[Room] = Room(1_000_000)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = Mailbox()  # type: ignore[assignment]
        self.on_flow: Callable[[], None] = _nothing  # called when what was sent has been taken
        self._stalled: asyncio.TimerHandle | None = None
        self._between = False  # what comes next begins a frame, and no message is in the middle

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WRITER] = self  # type: ignore[assignment]
            self._between = True

    def data_received(self, data: bytes) -> None:
        """Take a text, or let the library read. Once a frame has come in pieces, it reads all."""
        if self._between:
            if self._takes_more and (text := text_in(data)) is not None:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
            self._between = whole_frames(data)
        super().data_received(data)

    @property
    def _takes_more(self) -> bool:
        """Whether messages are handed on at once: the library stops reading where too many wait."""
        opened = self.conn.state is State.OPEN and not self.close_sent
        return opened and self.queue.qsize() < MOST_UNHEARD

    @property
    def flows(self) -> bool:
        """Whether the other side takes what is sent."""
        return self.writable.is_set()

    def write(self, messages: Iterable[bytes]) -> None:
        """Send texts in one piece; nothing where the connection is at its end."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.conn.state is not State.OPEN:  # the other side has begun to close
            return
        self.transport.write(b"".join(map(text_frame, messages)))

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. To stop reading until it is taken, and to begin again, would cost two
        calls of the system for each: only whoever sends faster than is heard has to wait."""
        if self.queue.qsize() < MOST_UNHEARD:
            self.read_paused = True
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        self._flows()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The other side doesn't read: it gets some time to begin."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._flows()
        self.on_flow()

    def keepalive_timeout(self) -> None:
        """No answer to a ping: closing waits for what was sent to be taken, but not for ever."""
        super().keepalive_timeout()
        self.loop.call_later(ABORT_SECONDS, self.transport.abort)

    def _flows(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def text_in(data: bytes) -> str | None:
    """The text, if these bytes are a browser's whole short message (RFC 6455, 5.2): one frame,
    masked, without extensions.

    >>> text_in(bytes.fromhex("81 84 01 02 03 04  6c 6b 62 71"))
    'miau'
    """
    if len(data) < 6 or data[0] != 0x81:
        return None
    size, start = data[1] - 0x80, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif size == 127:
        return None
    if not 0 <= size <= SHORT_BYTES or len(data) != start + 4 + size:
        return None
    mask = data[start : start + 4] * (size // 4 + 1)
    masked = int.from_bytes(data[start + 4 :], "big") ^ int.from_bytes(mask[:size], "big")
    try:
        return masked.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None


def whole_frames(data: bytes) -> bool:
    """Whether bytes that begin with a frame are whole frames, and no message goes on after them.

    >>> pong, part = bytes.fromhex("8a 80 01 02 03 04"), bytes.fromhex("01 80 01 02 03 04")
    >>> whole_frames(pong * 2), whole_frames(pong[:-1]), whole_frames(pong + part)
    (True, False, False)
    """
    at, final = 0, True
    while at + 2 <= len(data):
        first, size = data[at], data[at + 1] & 0x7F
        at += 2
        if size >= 126:
            width = 2 if size == 126 else 8
            size = int.from_bytes(data[at : at + width], "big")
            at += width
        at += 4 + size
        if first & 0x0F < 8:  # a control frame may come in the middle of a message
            final = bool(first & 0x80)
    return at == len(data) and final


def text_frame(message: bytes) -> bytes:
    """A text as a whole frame of a server, which isn't masked (RFC 6455, 5.2).

    >>> text_frame(b"miau").hex(" ")
    '81 04 6d 69 61 75'
    """
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 65_536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)


def _nothing() -> None:
    pass


def open_files() -> int:
    """How many files and sockets this process may have open, after asking for all it can get."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 16_384
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return min(soft, 65_536) if soft != resource.RLIM_INFINITY else 65_536
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted
