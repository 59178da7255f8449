"""Sockets that send what nobody has to send: half upgrades, thousands of tiny frames, pings that
nobody reads the answers to, texts that are none. All of it ends, and others don't wait."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from cattery.server import wire
from cattery.server.net import protocol
from cattery.server.net.guard import Message, Receive, Scope, Send
from cattery.server.net.protocol import MOST_UNHEARD, Http, Socket
from cattery.server.net.rates import Asker, Rates
from cattery.server.net.socket import MESSAGE_SECONDS, STRIKES, Connection, _read
from cattery.server.refusals import BadMessage
from cattery.server.settings import ConnectionLimits, RequestLimits
from cattery.server.tables.hall import Hall
from server.test_clock_jumps import in_hall, new_table
from server.test_frames import BINARY, CLOSE, HEAD, INVALID_TEXT, PING, TEXT, Pipe, _settle, frame

LIMITS = ConnectionLimits()
POLICY = 1008
SPOKEN = json.dumps({"type": "ping"}).encode()


class Wire(Pipe):
    """The other end, with the protocol that hears it."""

    def __init__(self) -> None:
        super().__init__()
        self.protocol: Any = None
        self.aborted = False

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def abort(self) -> None:
        self.aborted = self.closed = True

    def close_code(self) -> int | None:
        """The code of the close frame that was sent last, if one was."""
        at = self.sent.rfind(bytes([0x80 | CLOSE]))
        return int.from_bytes(self.sent[at + 2 : at + 4], "big") if at >= 0 else None


@contextlib.contextmanager
def limits(given: ConnectionLimits) -> Iterator[None]:
    """Connections with these limits."""
    before = Http.limits
    Http.limits = Socket.limits = given
    try:
        yield
    finally:
        Http.limits = Socket.limits = before


class Listener:
    """An application that opens sockets, and hears messages as soon as it may."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.listens = asyncio.Event()
        self.accepts = asyncio.Event()
        self.accepts.set()
        self.end: Message | None = None
        self.scopes: list[Scope] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket."""
        self.scopes.append(scope)
        await receive()
        await self.accepts.wait()
        await send({"type": "websocket.accept"})
        while True:
            await self.listens.wait()
            message = await receive()
            if message["type"] != "websocket.receive":
                self.end = message
                return
            self.heard.append(message)
            await asyncio.sleep(0)

    def config(self) -> uvicorn.Config:
        """How uvicorn runs it."""
        return uvicorn.Config(
            self,
            log_config=None,
            ws=Socket,
            ws_max_size=32_768,
            ws_per_message_deflate=False,
        )


def dialled(app: Listener) -> Wire:
    """A new connection, before its first byte."""
    wire_ = Wire()
    wire_.protocol = Http(app.config(), ServerState(), {})
    wire_.protocol.connection_made(wire_)
    return wire_


async def opened(app: Listener) -> tuple[Wire, Socket]:
    """A socket, open."""
    end = Wire()
    end.protocol = socket = Socket(app.config(), ServerState(), {})
    socket.connection_made(end)
    socket.data_received(HEAD)
    await _settle(lambda: socket.handshake_complete)
    end.sent = b""
    return end, socket


def played(scene: Callable[[Listener], Awaitable[None]], given: ConnectionLimits = LIMITS) -> None:
    async def run() -> None:
        await scene(Listener())

    with limits(given):
        asyncio.run(run())


# --- upgrades

LONG_LINE = b"X-Long: " + b"x" * 9000 + b"\r\n"


@pytest.mark.parametrize(
    ("more", "body"),
    [
        (b"Content-Length: 5\r\n", b""),
        (b"Content-Length: 5\r\n", b"miau!"),
        (b"Transfer-Encoding: chunked\r\n", b"5\r\n{"),
        (LONG_LINE, b""),
    ],
    ids=["no body", "a body", "chunks", "a long line"],
)
def test_an_upgrade_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, more: bytes, body: bytes
) -> None:
    """At once, and whoever doesn't take the answer is cut off."""
    monkeypatch.setattr(protocol, "ABORT_SECONDS", 0.05)

    async def scene(app: Listener) -> None:
        end = dialled(app)
        end.protocol.data_received(HEAD[:-2] + more + b"\r\n" + body)
        assert end.sent.startswith(b"HTTP/1.1 4")
        assert b"connection: close" in end.sent.lower()
        assert end.closed
        await asyncio.sleep(0.1)
        assert end.aborted
        assert not app.scopes

    played(scene)


def test_a_socket_that_nobody_opens_ends() -> None:
    """The application doesn't answer: the handshake has a deadline."""

    async def scene(app: Listener) -> None:
        app.accepts.clear()
        end = dialled(app)
        end.protocol.data_received(HEAD)
        assert isinstance(end.protocol, Socket)
        await asyncio.sleep(0.2)
        assert end.aborted
        app.accepts.set()

    played(scene, replace(LIMITS, head_seconds=0.05))


@pytest.mark.parametrize("together", [True, False])
def test_what_comes_before_the_answer_is_heard_after_it(together: bool) -> None:
    """Behind the head in the same piece, or in the next one."""

    async def scene(app: Listener) -> None:
        app.listens.set()
        app.accepts.clear()
        end = dialled(app)
        early = frame(TEXT, b"early") + frame(PING, b"?")
        for piece in [HEAD + early] if together else [HEAD, early]:
            end.protocol.data_received(piece)
        await asyncio.sleep(0.01)
        assert end.paused
        assert end.sent == b""
        app.accepts.set()
        await _settle(lambda: not end.paused)
        end.protocol.data_received(frame(TEXT, b"later"))
        await _settle(lambda: len(app.heard) == 2)
        assert [message["text"] for message in app.heard] == ["early", "later"]
        assert end.sent.startswith(b"HTTP/1.1 101")
        assert end.sent.endswith(b"\x8a\x01?")

    played(scene)


def test_a_request_for_another_protocol_is_the_last_one() -> None:
    async def scene(app: Listener) -> None:
        end = dialled(app)
        asked = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
        end.protocol.data_received(asked)
        assert not end.protocol.cycle.keep_alive

    played(scene)


def test_empty_lines_keep_no_connection() -> None:
    """What isn't the beginning of a request may not be waited for longer than one."""

    async def scene(app: Listener) -> None:
        end = dialled(app)
        http = end.protocol
        http._rest()  # as after an answer
        http.data_received(b"\r\n")
        await asyncio.sleep(0.2)
        assert end.closed

    played(scene, replace(LIMITS, head_seconds=0.05))


# --- tiny frames


def test_many_frames_at_once_are_read_a_few_at_a_time() -> None:
    """43,690 empty texts in one piece: as many are in memory as are heard soon, and others' turn
    comes in between."""

    async def scene(app: Listener) -> None:
        end, socket = await opened(app)
        for _ in range(MOST_UNHEARD - 1):
            socket.data_received(frame(TEXT, b"well"))
        socket.data_received(frame(TEXT, b"well") * 2)
        assert socket.queue.qsize() <= MOST_UNHEARD + 1
        socket.data_received(frame(TEXT, b"well") * 2)
        assert socket.queue.qsize() <= MOST_UNHEARD + 1
        began = time.perf_counter()
        socket.data_received(frame(TEXT, b"") * 43_690)
        assert time.perf_counter() - began < 0.1
        assert socket.queue.qsize() <= MOST_UNHEARD + 1
        assert end.paused
        app.listens.set()
        longest, turn = 0.0, time.perf_counter()
        while len(app.heard) < 2000:
            await asyncio.sleep(0)
            longest, turn = max(longest, time.perf_counter() - turn), time.perf_counter()
        assert longest < 0.1
        assert socket.queue.qsize() <= 2 * MOST_UNHEARD

    played(scene)


def test_a_page_that_sends_all_it_had_queued_is_heard() -> None:
    """After an outage: forty commands in one piece, and the answer to a ping among them."""

    async def scene(app: Listener) -> None:
        app.listens.set()
        end, socket = await opened(app)
        spoken = [frame(TEXT, b'{"k":%d}' % k) for k in range(40)]
        socket.data_received(b"".join([*spoken[:20], frame(10, b"late"), *spoken[20:]]))
        await _settle(lambda: len(app.heard) == 40)
        assert [message["text"] for message in app.heard] == [f'{{"k":{k}}}' for k in range(40)]
        await _settle(lambda: not end.paused)
        socket.data_received(frame(TEXT, b"next"))
        await _settle(lambda: len(app.heard) == 41)
        assert end.sent == b""

    played(scene)


@pytest.mark.parametrize("kind", [PING, 10], ids=["pings", "pongs"])
def test_nobody_sends_control_frames_by_the_thousand(kind: int) -> None:
    async def scene(app: Listener) -> None:
        app.listens.set()
        end, socket = await opened(app)
        began = time.process_time()
        socket.data_received(frame(kind, b"") * 40_000)
        await _settle(lambda: end.closed)
        assert time.process_time() - began < 0.15
        assert end.close_code() == POLICY
        assert len(end.sent) < 2 * LIMITS.extra_frames.burst + 10
        await _settle(lambda: app.end is not None)

    played(scene)


def test_after_the_end_nobody_is_read_for_long() -> None:
    """A connection that is being closed doesn't have thousands of frames looked through."""

    async def scene(app: Listener) -> None:
        app.listens.set()
        end, socket = await opened(app)
        await socket.send({"type": "websocket.close", "code": 1000})
        await _settle(lambda: app.end is not None)
        for _ in range(40):
            if not end.paused:
                socket.data_received(frame(TEXT, b"") * MOST_UNHEARD)
            await asyncio.sleep(0)
        assert end.aborted
        assert app.heard == []

    played(scene)


# --- pieces


def test_a_message_has_so_many_pieces() -> None:
    async def scene(app: Listener) -> None:
        app.listens.set()
        end, socket = await opened(app)
        begun, more = frame(TEXT, b"x", final=False), frame(0, b"x", final=False)
        socket.data_received(begun + more * (LIMITS.pieces - 1) + frame(0, b"x"))
        await _settle(lambda: len(app.heard) == 1)
        assert app.heard[0]["text"] == "x" * (LIMITS.pieces + 1)
        socket.data_received(begun + more * LIMITS.pieces)
        await _settle(lambda: end.closed)
        assert end.close_code() == POLICY
        assert len(socket.frames) <= LIMITS.pieces

    played(scene)


@pytest.mark.parametrize(
    "begun", [frame(TEXT, b"x", final=False), frame(TEXT, b"xx")[:-1], frame(TEXT, b"")[:3]]
)
def test_a_message_has_an_end(begun: bytes) -> None:
    """Also of somebody who answers pings meanwhile."""

    async def scene(app: Listener) -> None:
        app.listens.set()
        end, socket = await opened(app)
        for _ in range(2):  # whole ones may come for as long as they like
            socket.data_received(frame(BINARY, b"x") * 2)
            await asyncio.sleep(0.06)
        assert not end.closed
        socket.data_received(frame(BINARY, b"x") + begun)
        for _ in range(2):
            await asyncio.sleep(0.06)
            if not end.closed and begun[0] == TEXT:
                socket.data_received(frame(10, b""))
        assert end.close_code() == POLICY

    played(scene, replace(LIMITS, message_seconds=0.1))


def test_each_message_has_its_own_time() -> None:
    """Also where one begins in the piece in which another ends."""

    async def scene(app: Listener) -> None:
        app.listens.set()
        _, socket = await opened(app)
        torn = frame(TEXT, b"miau")
        socket.data_received(torn[:7])
        first = socket._deadline
        socket.data_received(torn[7:] + torn[:7])
        second = socket._deadline
        socket.data_received(torn[7:])
        assert first is not None
        assert first.cancelled()
        assert second is not None
        assert second is not first
        assert second.cancelled()
        await _settle(lambda: len(app.heard) == 2)

    played(scene)


# --- whoever doesn't read


def test_pings_of_whoever_does_not_read_are_not_answered() -> None:
    async def scene(app: Listener) -> None:
        end, socket = await opened(app)
        socket.pause_writing()
        socket.data_received(frame(PING, b"?" * 125) * 50)
        await asyncio.sleep(0.01)
        assert end.sent == b""
        socket.resume_writing()
        socket.data_received(frame(PING, b"!"))
        await _settle(lambda: end.sent != b"")
        assert end.sent == b"\x8a\x01!"

    played(scene)


async def _app_closes(socket: Socket, app: Listener) -> None:
    await socket.send({"type": "websocket.close", "code": 1000})


async def _peer_closes(socket: Socket, app: Listener) -> None:
    socket.data_received(frame(CLOSE, b"\x03\xe8"))


async def _nonsense(socket: Socket, app: Listener) -> None:
    socket.data_received(b"\x83\x80\0\0\0\0")


async def _no_pong(socket: Socket, app: Listener) -> None:
    socket.keepalive_timeout()


async def _server_ends(socket: Socket, app: Listener) -> None:
    socket.shutdown()


async def _app_ends(socket: Socket, app: Listener) -> None:
    socket.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})
    app.listens.set()


@pytest.mark.parametrize(
    "end", [_app_closes, _peer_closes, _nonsense, _no_pong, _server_ends, _app_ends]
)
def test_a_connection_that_closes_is_closed_in_the_end(
    monkeypatch: pytest.MonkeyPatch, end: Callable[[Socket, Listener], Awaitable[None]]
) -> None:
    """However it came to that: who doesn't take what was sent is cut off."""
    monkeypatch.setattr(protocol, "ABORT_SECONDS", 0.05)

    async def scene(app: Listener) -> None:
        pipe, socket = await opened(app)
        await end(socket, app)
        await asyncio.sleep(0.15)
        assert pipe.aborted

    played(scene)


def test_a_refused_socket_is_closed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "ABORT_SECONDS", 0.05)

    async def scene(app: Listener) -> None:
        for head in (HEAD, HEAD.replace(b"Version: 13", b"Version: 7")):
            app.accepts.clear()
            end = Wire()
            socket = Socket(app.config(), ServerState(), {})
            socket.connection_made(end)
            socket.data_received(head)
            if head is HEAD:
                await socket.send({"type": "websocket.close", "code": POLICY})
            await asyncio.sleep(0.15)
            assert end.aborted

    played(scene)


# --- texts that are none


@pytest.mark.parametrize("text", [b"\xff\xfe", b"\xc3" * 3000])
def test_a_text_that_is_none_is_not_worth_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture, text: bytes
) -> None:
    async def scene(app: Listener) -> None:
        app.listens.set()
        end, socket = await opened(app)
        socket.data_received(frame(TEXT, text))
        await _settle(lambda: end.closed and app.end is not None)
        assert end.close_code() == INVALID_TEXT
        assert app.heard == []

    with caplog.at_level(logging.WARNING):
        played(scene)
    assert caplog.records == []


@pytest.mark.parametrize("letter", ["x", "ű", "😼"])
def test_the_length_of_a_message_is_counted_in_bytes(letter: str) -> None:
    said = {"type": "say", "text": letter * 40}
    command = {"type": "command", "id": "1", "n": 0, "do": said}
    text = json.dumps(command, ensure_ascii=False)
    size = len(text.encode())
    assert isinstance(_read(text, size), wire.Command)
    with pytest.raises(BadMessage):
        _read(text, size - 1)


# --- what is refused is paid, and ends


class Speaker:
    """A connection's other end that has much to say, and notes when it was told what."""

    flows = True

    def __init__(self, count: int) -> None:
        self.left = count
        self.sent = 0
        self.close: Message | None = None
        self.turns = 0  # of the loop that others had meanwhile

    @property
    def more_waits(self) -> bool:
        return self.left > 0 and self.close is None

    async def receive(self) -> Message:
        if self.left == 0:
            return {"type": "websocket.disconnect"}
        self.left -= 1
        return {"type": "websocket.receive", "text": SPOKEN.decode()}

    def write(self, messages: list[bytes]) -> None:
        self.sent += len(messages)

    async def send(self, message: Message) -> None:
        await asyncio.sleep(0)
        self.close = message

    async def others(self) -> None:
        while True:
            self.turns += 1
            await asyncio.sleep(0)


def _flooded(
    folder: Path, count: int, check: Callable[[Speaker, Connection, list[float]], None]
) -> None:
    async def scene(hall: Hall) -> None:
        live, rates, speaker = await new_table(hall), Rates(RequestLimits()), Speaker(count)
        connection = Connection(
            hall,
            rates,
            live,
            None,
            Asker("192.0.2.1"),
            speaker.send,
            speaker,  # type: ignore[arg-type]
        )
        spent: list[float] = []
        account = connection._work
        spend = account.spend
        account.spend = lambda cost: spent.append(cost) or spend(cost)  # type: ignore[assignment,func-returns-value]
        others = asyncio.create_task(speaker.others())
        await connection.serve(speaker.receive)
        others.cancel()
        check(speaker, connection, spent)

    in_hall(folder, scene)


def test_whoever_is_hung_up_on_is_not_heard_any_more(tmp_path: Path) -> None:
    """Though much of what was said has come already; the end is told before the line is dead."""
    allowed = int(RequestLimits().messages.burst)

    def check(speaker: Speaker, connection: Connection, spent: list[float]) -> None:
        heard = 5000 - speaker.left
        assert heard <= allowed + STRIKES + 5
        assert speaker.close == {"type": "websocket.close", "code": POLICY}
        assert speaker.turns >= heard // 2

    _flooded(tmp_path, 5000, check)


def test_messages_that_come_too_fast_are_paid(tmp_path: Path) -> None:
    allowed = int(RequestLimits().messages.burst)

    def check(speaker: Speaker, connection: Connection, spent: list[float]) -> None:
        assert len(spent) == allowed + STRIKES // 2
        assert all(cost >= 0.9 * MESSAGE_SECONDS for cost in spent[-STRIKES // 4 :])

    _flooded(tmp_path, allowed + STRIKES // 2, check)
