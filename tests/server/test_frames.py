"""Messages of a socket: whole short texts are read by us, everything else by the library, and
however the network cuts them, all arrive as they were sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState

from cattery.server.net import protocol
from cattery.server.net.guard import Message, Receive, Scope, Send
from cattery.server.net.protocol import SHORT_BYTES, Socket

HEAD = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: bWlhdSBtaWF1IG1pYXUgbQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, PING, CLOSE = 1, 2, 9, 8
INVALID_TEXT, PROTOCOL_ERROR = 1007, 1002


class Pipe(asyncio.Transport):
    """The other end of a socket, which remembers what it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.paused = self.closed = False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


def frame(
    kind: int, payload: bytes, final: bool = True, mask: bytes = b"\x01\x80\xff\x33"
) -> bytes:
    """A browser's frame."""
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 65_536:
        length = bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + size.to_bytes(8, "big")
    masked = bytes(byte ^ mask[k & 3] for k, byte in enumerate(payload))
    return bytes([(0x80 if final else 0) | kind]) + length + mask + masked


def exchanged(chunks: Sequence[bytes]) -> tuple[list[Any], bytes]:
    """What an application hears of these chunks, and what the other side gets after the handshake;
    nothing is sent while reading is paused."""
    heard: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(_content(message))
            await asyncio.sleep(0)

    async def scene() -> bytes:
        config = uvicorn.Config(app, log_config=None, ws_max_size=32_768)
        pipe, socket = Pipe(), Socket(config, ServerState(), {})
        socket.connection_made(pipe)
        socket.data_received(HEAD)
        await _settle(lambda: socket.handshake_complete)
        pipe.sent = b""
        for chunk in chunks:
            await _settle(lambda: not pipe.paused)
            if not pipe.closed:
                socket.data_received(chunk)
        await _settle(lambda: socket.queue.empty())
        sent = pipe.sent
        socket.connection_lost(None)
        await _settle(lambda: not socket.tasks)
        return sent

    sent = asyncio.run(scene())
    return heard, sent


def _content(message: Message) -> Any:
    text = message.get("text")
    return message["bytes"] if text is None else text


async def _settle(holds: Callable[[], bool]) -> None:
    for _ in range(2000):
        await asyncio.sleep(0)
        if holds():
            return
    raise AssertionError("it never came to that")


pieces = st.one_of(st.text(max_size=200), st.binary(max_size=200), st.just("ű" * SHORT_BYTES))
messages = st.tuples(pieces, st.integers(1, 3), st.booleans())  # in so many frames; pings between


def frames_of(content: str | bytes, parts: int, pinged: bool) -> bytes:
    payload = content.encode() if isinstance(content, str) else content
    kind, step = TEXT if isinstance(content, str) else BINARY, len(payload) // parts + 1
    cuts = [payload[k : k + step] for k in range(0, max(1, len(payload)), step)]
    made = b""
    for k, cut in enumerate(cuts):
        made += frame(kind if k == 0 else 0, cut, final=k == len(cuts) - 1)
        made += frame(PING, b"?") if pinged else b""
    return made


@given(st.lists(messages, max_size=30), st.lists(st.integers(0, 9000), max_size=12), st.booleans())
@settings(max_examples=60, deadline=None)
def test_messages_arrive_however_they_are_cut(
    sent: list[tuple[str | bytes, int, bool]], cuts: list[int], one_by_one: bool
) -> None:
    """One after the other, many at once, in the middle of a head or of a text."""
    streams = [frames_of(*message) for message in sent]
    if one_by_one:
        chunks = streams
    else:
        stream = b"".join(streams)
        edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
        chunks = [stream[a:b] for a, b in pairwise(edges)]
    assert exchanged(chunks)[0] == [content for content, _, _ in sent]


def test_a_text_after_a_torn_one_is_not_taken_out_of_turn() -> None:
    torn, whole = frame(TEXT, b"first"), frame(TEXT, b"second")
    assert exchanged([torn[:7], torn[7:], whole])[0] == ["first", "second"]
    begun, rest = frame(TEXT, b"fir", final=False), frame(0, b"st")
    assert exchanged([begun, frame(PING, b""), rest, whole])[0] == ["first", "second"]


def test_what_no_browser_sends_ends_the_connection() -> None:
    """As the library ends it: texts that are none, texts without a mask, a text inside another."""
    bare = b"\x81\x04miau"
    inside = frame(TEXT, b"fir", final=False) + frame(TEXT, b"second")
    for wrong, code in (
        (frame(TEXT, b"\xff\xfe"), INVALID_TEXT),
        (bare, PROTOCOL_ERROR),
        (inside, PROTOCOL_ERROR),
    ):
        heard, sent = exchanged([frame(TEXT, b"well"), wrong, frame(TEXT, b"too late")])
        assert heard == ["well"]
        assert sent[0] == 0x80 | CLOSE
        assert int.from_bytes(sent[2:4], "big") == code


def test_short_texts_do_not_go_through_the_library(monkeypatch: Any) -> None:
    seen: list[bytes] = []
    read = protocol.WebSocketsSansIOProtocol.data_received
    monkeypatch.setattr(
        protocol.WebSocketsSansIOProtocol,
        "data_received",
        lambda self, data: seen.append(data) or read(self, data),  # type: ignore[func-returns-value]
    )
    assert exchanged([frame(TEXT, b"miau")] * 40)[0] == ["miau"] * 40
    assert seen == [HEAD]
