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
from uvicorn._types import ASGI3Application, ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from cattery.server.mailbox import Mailbox
from cattery.server.net.addresses import household
from cattery.server.net.frames import FrameEdges, text_frame, text_in
from cattery.server.net.rates import Bucket
from cattery.server.settings import ConnectionLimits

log = logging.getLogger("cattery.connections")

NEARLY_FULL = 0.8  # of the connections there is room for: the host is told
TELL_AGAIN_SECONDS = 60.0
MOST_UNHEARD = 16  # messages of a socket that wait to be heard before it isn't read any more
MOST_QUEUED = 8  # requests sent before the answer to an earlier one
WRITER = "cattery.writer"  # the extension of the ASGI scope that holds the `Socket`
ABORT_SECONDS = 5.0  # for a closing connection to take what it was sent
POLICY, INVALID_TEXT = 1008, 1007  # why a socket is closed
BAD_REQUEST = STATUS_LINE[HTTPStatus.BAD_REQUEST] + b"connection: close\r\n\r\n"


class Room:
    """How many connections fit into this process, and who has to go when one more comes: of the
    address that has most of those without a whole request, the one that has waited longest."""

    def __init__(self, most: int, of_an_address: int) -> None:
        self.most = most
        self.of_an_address = of_an_address
        self.refused = 0  # connections turned away
        self.ended = 0  # connections that gave way
        self._waiting: dict[str, dict[Http, None]] = {}  # by address, the oldest first
        self._by_count: list[dict[str, None]] = [{}]  # at k the addresses with k that wait
        self._told = 0.0

    def waits(self, connection: Http) -> None:
        """A connection has no whole request under way: it may be closed."""
        self.works(connection)
        theirs = self._waiting.setdefault(connection.address, {})
        theirs[connection] = None
        self._recount(connection.address, len(theirs) - 1, len(theirs))

    def works(self, connection: Http) -> None:
        """A connection has a whole request under way, or has ended."""
        theirs = self._waiting.get(connection.address, {})
        if connection in theirs:
            del theirs[connection]
            self._recount(connection.address, len(theirs) + 1, len(theirs))

    def _recount(self, address: str, before: int, now: int) -> None:
        self._by_count[before].pop(address, None)
        if now == 0:
            del self._waiting[address]
        elif now == len(self._by_count):
            self._by_count.append({address: None})
        else:
            self._by_count[now][address] = None
        if len(self._by_count) > 1 and not self._by_count[-1]:
            self._by_count.pop()

    def enter(self, connection: Http, taken: int) -> bool:
        """Whether a new connection finds room among so many; then it waits for a request."""
        if taken > NEARLY_FULL * self.most:
            self._tell(taken)
        if taken > self.most:
            if not self._waiting:
                self.refused += 1
                return False
            self._end_oldest(next(iter(self._by_count[-1])))
        elif len(self._waiting.get(connection.address, ())) >= self.of_an_address:
            self._end_oldest(connection.address)
        self.waits(connection)
        return True

    def _end_oldest(self, address: str) -> None:
        oldest = next(iter(self._waiting[address]))
        self.ended += 1
        self.works(oldest)
        oldest.transport.abort()

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
    room = Room(most, limits.waiting_of_an_address)
    for kind in (Http, Socket):
        kind.limits, kind.room = limits, room
    return room


class _Refused(Exception):
    """Raised inside the parser's callbacks, which pass it on as an error of theirs."""


class Http(HttpToolsProtocol):
    """One HTTP connection: the head must be short and soon there, and so must the body."""

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()
    room: ClassVar[Room] = Room(1_000_000, 1_000_000)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._head_bytes: int | None = 0  # of the head being read; None while there is none
        self._refusal = HTTPStatus.BAD_REQUEST
        self._answered: RequestResponseCycle | None = None
        self.address = "local"  # who counts as one asker

    # --- begin and end

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = household(self.client[0]) if self.client else "local"
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
        except httptools.HttpParserUpgrade as upgrade:
            if self._should_upgrade():
                self._upgrade(data[upgrade.args[0] :])
            elif self.cycle is not None:  # to what we don't have: the answer is the last one
                self.cycle.keep_alive = False
            return
        except httptools.HttpParserError:
            self._refuse(self._refusal)
            return
        if self._head_bytes is not None and self._head_bytes > self.limits.head_bytes:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._deadline is None and not self._answering:
            self._within(self.limits.head_seconds)  # it isn't idle any more

    @property
    def _answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _upgrade(self, more: bytes) -> None:
        """Become a socket, which gets whatever came behind the head."""
        if self._answering:
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        self._rest()
        self.room.works(self)
        self.handle_websocket_upgrade()
        if more and not self.transport.is_closing():
            self.transport.get_protocol().data_received(more)  # type: ignore[attr-defined]

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
        if len(self.pipeline) >= MOST_QUEUED or self._upgrades_with_body():
            raise _Refused
        super().on_headers_complete()
        self._within(self.limits.body_seconds)

    def _upgrades_with_body(self) -> bool:
        """Whether a socket is asked for by a request that has a body, which no browser does."""
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            return False
        return any(
            name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
            for name, value in self.headers
        )

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._rest()
        self._head_bytes = 0
        self._find_place()

    def _find_place(self) -> None:
        """Half a request keeps nobody else out, however long it takes."""
        asked = self._answered
        if asked is None or asked.response_complete or asked.more_body:
            self.room.waits(self)
        else:
            self.room.works(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():  # what was sent is to be taken, but not for ever
            self.loop.call_later(self.limits.send_seconds, self.transport.abort)
        else:
            self._find_place()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(ABORT_SECONDS, self.transport.abort)

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
    """One WebSocket: whoever doesn't read what is sent, or sends what nobody has to, is cut off.

    The application finds it in its scope, and writes to it without waking a task for each message.
    Texts that come in one piece, as nearly all do, are read here. All else is the library's, which
    gets so many frames at a time; the others wait unread until those have been heard.
    """

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()
    room: ClassVar[Room] = Room(1_000_000, 1_000_000)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = Mailbox()  # type: ignore[assignment]
        self.on_flow: Callable[[], None] = _nothing  # called when what was sent has been taken
        self._stalled: asyncio.TimerHandle | None = None
        self._deadline: asyncio.TimerHandle | None = None  # of the handshake, or a message in hand
        self._end: asyncio.TimerHandle | None = None  # of a connection that closes
        self._edges = FrameEdges()
        self._extra = Bucket(self.limits.extra_frames)
        self._unread = b""  # what the library hasn't been given yet
        self._between = False  # nothing is unread, and what comes next begins a message

    # --- the handshake

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._within(self.limits.head_seconds)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.close_sent:
            self._ends()
        else:
            self.scope["extensions"][WRITER] = self  # type: ignore[assignment]

    def _begin(self, head: bytes) -> None:
        """Read the head of the request; the library says nothing of one that it can't read."""
        super().data_received(head)
        if not self.handshake_initiated:
            said = b"".join(self.conn.data_to_send())
            self.transport.write(said or BAD_REQUEST)
            self.transport.close()
            self._ends()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._ends()

    async def send(self, message: ASGISendEvent) -> None:
        """Open or close the connection."""
        await super().send(message)
        if self.close_sent:
            self._ends()
        elif message["type"] == "websocket.accept":
            self._rest()
            self._between = True
            self._read()

    # --- in

    def data_received(self, data: bytes) -> None:
        """Take a text, or let the library read."""
        if self._between and self._takes_more and (text := text_in(data)) is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        elif self.transport.is_closing() or (self._end is not None and self._unread):
            return
        elif self.handshake_initiated:
            self._unread += data
            self._read()
        else:
            self._begin(data)

    @property
    def _takes_more(self) -> bool:
        """Whether messages are handed on at once."""
        opened = self.conn.state is State.OPEN and not self.close_sent
        return opened and self.queue.qsize() < MOST_UNHEARD

    def _read(self) -> None:
        """Let the library read as many frames as are heard soon, and no more until they are."""
        if self.transport.is_closing():
            return
        allowed = True
        if self._unread and self.handshake_complete and self.queue.qsize() < MOST_UNHEARD:
            allowed = self._read_some()
        if self.transport.is_closing():
            return
        if not allowed:
            self._refuse(POLICY)
            return
        self._between = self.handshake_complete and not self._unread and self._edges.between
        self._pause(bool(self._unread) or self.queue.qsize() >= MOST_UNHEARD)
        if self._unread and self.handshake_complete and self.queue.empty():
            self.loop.call_soon(self._read)  # nobody will come and take a message

    def _read_some(self) -> bool:
        """Read a few frames; whether all of them are allowed."""
        data, at = self._unread, 0
        for _ in range(MOST_UNHEARD):
            end, first = self._edges.next(data, at)
            if first is not None and not self._allows(first):
                return False
            super().data_received(data[at:end])  # one by one: a bad one spoils none before it
            at = end
            if at == len(data) or self.transport.is_closing():
                break
        self._unread = data[at:]
        if self._edges.between:
            self._rest()
        elif self._deadline is None and not self.transport.is_closing():
            self._within(self.limits.message_seconds)
        return True

    def _allows(self, first: int) -> bool:
        """Whether a frame may be sent now: whole messages, which are paid where they are heard, and
        some of all others."""
        kind, final = first & 0x0F, first & 0x80
        if kind < 8 and final:
            self._rest()
        if 0 < kind < 8 and not self.close_sent:
            return True
        return self._edges.pieces <= self.limits.pieces and self._extra.take()

    def _pause(self, pause: bool) -> None:
        if pause and not self.read_paused:
            self.transport.pause_reading()
        elif self.read_paused and not pause:
            self.transport.resume_reading()
        self.read_paused = pause

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; after the last that there was, the library reads on."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self._read()
        return message

    @property
    def more_waits(self) -> bool:
        """Whether the next message has come already."""
        return not self.queue.empty()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, if it is one."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._refuse(INVALID_TEXT)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    def handle_ping(self) -> None:
        """Answer, unless the other side doesn't read what it was sent before."""
        pong = b"".join(self.conn.data_to_send())
        if self.flows:
            self.transport.write(pong)

    # --- out

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

    def pause_writing(self) -> None:
        """The other side doesn't read: it gets some time to begin."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._flows()
        self.on_flow()

    def _flows(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    # --- the end

    def _within(self, seconds: float) -> None:
        """The handshake, or the message in hand, must be complete in time."""
        self._rest()
        self._deadline = self.loop.call_later(seconds, self._refuse, POLICY)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, code: int) -> None:
        """Close at once because of what was sent, or wasn't."""
        if self.conn.state is State.OPEN and not self.close_sent:
            self.conn.send_close(code)
            self.handle_parser_exception()
        else:
            self.transport.abort()

    def _ends(self) -> None:
        """Closing waits for what was sent to be taken and answered, but not for ever."""
        self._rest()
        self._between = False
        if self._end is None and not self.disconnected:
            self._end = self.loop.call_later(ABORT_SECONDS, self.transport.abort)
            if self._unread and not self.transport.is_closing():
                self._pause(True)  # nobody will hear it

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._ends()

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._ends()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._ends()

    def shutdown(self) -> None:
        super().shutdown()
        self._ends()

    def connection_lost(self, exc: Exception | None) -> None:
        self._flows()
        self._rest()
        if self._end is not None:
            self._end.cancel()
        self._unread = b""
        super().connection_lost(exc)


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
