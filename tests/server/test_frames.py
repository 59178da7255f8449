"""Messages of a socket: whole short texts are read by us, everything else by the library, and
however the network cuts them, all arrive as they were sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any

import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from cattery.server.net import protocol
from cattery.server.net.frames import SHORT_BYTES, FrameEdges
from cattery.server.net.guard import Message, Receive, Scope, Send
from cattery.server.net.protocol import Socket

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


def exchanged(
    chunks: Sequence[bytes], kind: type[WebSocketsSansIOProtocol] = Socket
) -> tuple[list[Any], bytes]:
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
        config = uvicorn.Config(
            app, log_config=None, ws_max_size=32_768, ws_per_message_deflate=False
        )
        pipe, socket = Pipe(), kind(config, ServerState(), {})
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


# --- as the library reads, but for what we refuse on purpose

heads = st.integers(0, 255)  # of whatever kind, with reserved bits or without
lengths = st.sampled_from([b"\x85", b"\xfe\x00\x05", b"\xff" + bytes(7) + b"\x05", b"\x05"])
bare = st.tuples(heads, lengths, st.binary(min_size=9, max_size=9)).map(
    lambda parts: bytes([parts[0]]) + parts[1] + parts[2]
)
controls = st.tuples(
    st.sampled_from([PING, 10, CLOSE]),
    st.one_of(st.binary(max_size=8), st.just(b"\x03\xe8bye"), st.just(b"x" * 126)),
    st.sampled_from([True] * 9 + [False]),
).map(lambda parts: frame(*parts))
texts = st.tuples(
    st.sampled_from([TEXT, TEXT, BINARY, 0]),
    st.one_of(st.binary(max_size=6), st.text(max_size=6).map(str.encode), st.just(b"x" * 200)),
    st.booleans(),
).map(lambda parts: frame(*parts))
whole = messages.map(lambda message: frames_of(*message))
too_long = st.just(b"\x81\xff" + bytes(4) + b"\x00\x01\x00\x00" + bytes(4))
streams = st.lists(
    st.one_of(whole, whole, whole, texts, controls, bare, too_long, st.binary(max_size=5)),
    max_size=24,
)


@given(streams, st.lists(st.integers(0, 1500), max_size=6), st.booleans())
@settings(max_examples=200, deadline=None)
def test_streams_are_read_as_the_library_reads_them(
    parts: list[bytes], cuts: list[int], one_by_one: bool
) -> None:
    """Well-formed or not: reserved bits and kinds, control frames too long or in pieces, texts that
    are none, ends in the middle of a message, and whatever comes after the end. The library gets
    one byte after the other: of many at once it forgets what came before a bad one."""
    stream = b"".join(parts)[:2500]
    if one_by_one:
        cuts = list(accumulate(map(len, parts)))
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    chunks = [stream[a:b] for a, b in pairwise(edges)]
    single = [stream[k : k + 1] for k in range(len(stream))]
    assert exchanged(chunks) == exchanged(single, WebSocketsSansIOProtocol)


def test_a_text_inside_another_is_none_whatever_comes_between() -> None:
    """Also where it comes by itself, behind a ping."""
    begun, inside = frame(TEXT, b"fir", final=False), frame(TEXT, b"second")
    for between in ([], [frame(PING, b"")], [frame(PING, b"") * 2]):
        heard, sent = exchanged([begun, *between, inside])
        assert heard == []
        assert PROTOCOL_ERROR.to_bytes(2, "big") in sent


def _in_eight_bytes(payload: bytes) -> bytes:
    """A frame whose length is said in eight bytes, though it would fit into fewer."""
    return bytes([0x80 | TEXT, 0xFF]) + len(payload).to_bytes(8, "big") + bytes(4) + payload


payloads = st.binary(max_size=130)
framed = st.one_of(
    st.tuples(st.sampled_from([TEXT, BINARY, 0, PING]), payloads, st.booleans()).map(
        lambda parts: frame(*parts)
    ),
    payloads.map(_in_eight_bytes),
    st.just(frame(TEXT, bytes(66_000))),
)


@given(st.lists(framed, max_size=6), st.lists(st.integers(0, 400), max_size=30))
@settings(max_examples=100, deadline=None)
def test_the_ends_of_frames_are_found_however_they_are_cut(
    frames: list[bytes], steps: list[int]
) -> None:
    stream, edges = b"".join(frames), FrameEdges()
    cuts = sorted({0, len(stream), *(cut for cut in accumulate(steps) if cut < len(stream))})
    ends = []
    for begin, end in pairwise(cuts):
        at, data = 0, stream[begin:end]
        while at < len(data):
            at, first = edges.next(data, at)
            if first is not None:
                ends.append((begin + at, first))
    assert ends == list(zip(accumulate(map(len, frames)), (one[0] for one in frames), strict=True))


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
