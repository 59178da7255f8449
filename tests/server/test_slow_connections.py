"""Connections that are slow, silent or dead come to an end, and leave room for those who play."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cattery.server.net.protocol import Http, Room, Socket
from cattery.server.settings import ConnectionLimits, Settings
from server.running import GENEROUS, Browser, Server, match_of_two, play_on

SHORT = ConnectionLimits(
    head_seconds=1, body_seconds=1, send_seconds=1, hello_seconds=1, ping_seconds=1
)
PATIENCE = 20  # seconds, on a busy machine; without an end it would be for ever
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without much patience."""
    folder = tmp_path_factory.mktemp("slow")
    database = str(folder / "tables.db")
    running = Server(
        folder,
        Settings(port=0, database=database, limits=GENEROUS, connections=SHORT, bot_delay=0.05),
    )
    yield running.start()
    running.stop()
    assert "Traceback" not in running.log(), running.log()


def dial(server: Server, buffer: int | None = None) -> socket.socket:
    line = socket.socket()
    if buffer is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", server.settings.port))
    return line


def ended(line: socket.socket) -> bool:
    """Whether the server hangs up while we say nothing."""
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"G",
        GET,
        GET + b"X: y",
        POST + b"Content-Length: 50\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["nothing", "a letter", "no end", "half a header", "half a body", "half a chunk"],
)
def test_whoever_stops_in_the_middle_is_hung_up_on(server: Server, said: bytes) -> None:
    with dial(server) as line:
        line.sendall(said)
        assert ended(line)


def test_a_letter_now_and_then_is_no_request(server: Server) -> None:
    """The head has a deadline, not each of its letters."""
    with dial(server) as line, contextlib.suppress(ConnectionError):
        line.sendall(GET)
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            line.sendall(b"x")
            time.sleep(0.1)
        pytest.fail("still listening")


def test_whoever_does_not_read_is_cut_off(server: Server) -> None:
    """Once all buffers on the way are full."""
    ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    deadline = time.monotonic() + 3 * PATIENCE
    with dial(server, buffer=4096) as line, contextlib.suppress(ConnectionError):
        while time.monotonic() < deadline:
            line.sendall(ask)
            time.sleep(0.02)
        pytest.fail("still sending")


@pytest.mark.parametrize("kind", [Http, Socket])
def test_what_is_not_taken_in_time_is_not_kept(kind: type[Http | Socket]) -> None:
    """Whoever reads on is left alone."""

    async def scene() -> None:
        aborted: list[str] = []
        for name, reads_on in (("dead", False), ("slow", True)):
            connection = kind.__new__(kind)
            connection.loop = asyncio.get_running_loop()
            connection.transport = SimpleNamespace(abort=partial(aborted.append, name))  # type: ignore[assignment]
            connection.flow = SimpleNamespace(pause_writing=int, resume_writing=int)  # type: ignore[union-attr,assignment]
            connection.writable, connection.on_flow = asyncio.Event(), int  # type: ignore[union-attr,assignment]
            connection.limits, connection._stalled = replace(SHORT, send_seconds=0.2), None  # type: ignore[misc]
            connection.pause_writing()
            if reads_on:
                connection.resume_writing()
        await asyncio.sleep(0.5)
        assert aborted == ["dead"]

    asyncio.run(scene())


async def _upgraded(server: Server, table: str) -> socket.socket:
    line = dial(server)
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in line.recv(4096)
    return line


@pytest.mark.parametrize(
    "frame", [b"", b"\x81", b"\x81\xfe\x10\x00\0\0\0\0{", b"\x01\x81\0\0\0\0{"]
)
def test_a_socket_says_hello_or_ends(server: Server, frame: bytes) -> None:
    """Silence, half a frame, the first of several frames."""

    async def scene() -> None:
        table = await Browser(server).new_table()
        with await _upgraded(server, table) as line:
            line.sendall(frame)
            assert ended(line)

    asyncio.run(scene())


def test_whoever_answers_pings_but_says_no_hello_is_hung_up_on(server: Server) -> None:
    async def scene() -> None:
        browser = Browser(server)
        async with browser.raw(await browser.new_table()) as line:  # it answers pings by itself
            with pytest.raises(ConnectionClosed) as end:
                await asyncio.wait_for(line.recv(), PATIENCE)
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1008

    asyncio.run(scene())


def test_a_live_socket_stays(server: Server) -> None:
    """However long nothing happens at its table."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other) as (_, lines):
            for _ in range(6):  # a browser answers pings by itself, as this library does
                with contextlib.suppress(TimeoutError):
                    await lines[0].next(timeout=1)
            await play_on(lines, 4, random.Random(1))

    asyncio.run(scene())


def _connection(address: str, gone: list[str]) -> Http:
    """One that says when it is ended."""
    connection = Http.__new__(Http)
    connection.address = address
    connection.transport = SimpleNamespace(abort=partial(gone.append, address))  # type: ignore[assignment]
    return connection


def test_whoever_waits_with_most_connections_gives_way() -> None:
    """A newcomer takes the place of the address with most, whatever came first."""
    gone: list[str] = []
    room = Room(most=10, of_an_address=6)
    modest = [_connection("modest", gone) for _ in range(2)]
    for taken, one in enumerate(modest + [_connection("greedy", gone) for _ in range(5)]):
        assert room.enter(one, taken + 1)
    for k in range(3):
        assert room.enter(_connection(f"new {k}", gone), 11)
    assert gone == ["greedy"] * 3
    room.works(modest[0])  # it has asked for something by now
    for k in range(20):
        assert room.enter(_connection(f"newer {k}", gone), 11)
    assert gone.count("modest") == 1


def test_an_address_keeps_so_many_waiting() -> None:
    """Though there is room: the oldest of its own give way."""
    gone: list[str] = []
    room = Room(most=100, of_an_address=6)
    for k in range(20):
        assert room.enter(_connection("greedy", gone), k + 1)
        assert room.enter(_connection(f"modest {k}", gone), k + 1)
    assert gone == ["greedy"] * 14


def test_nobody_gives_way_who_is_answered() -> None:
    gone: list[str] = []
    room = Room(most=1, of_an_address=6)
    one = _connection("one", gone)
    assert room.enter(one, 1)
    room.works(one)
    assert not room.enter(_connection("other", gone), 2)
    assert (gone, room.refused) == ([], 1)


HALF = {"head": GET, "body": POST + b"Content-Length: 50\r\n\r\n{"}


@pytest.mark.parametrize("said", HALF.values(), ids=HALF)
def test_a_full_server_keeps_those_who_play(
    tmp_path_factory: pytest.TempPathFactory, said: bytes
) -> None:
    """Where no more connections fit, those that have asked for nothing yet give way."""
    folder = tmp_path_factory.mktemp("full")
    limits = ConnectionLimits(keep_files=10**9, head_seconds=600, body_seconds=600)  # room for 16
    settings = Settings(
        port=0, database=str(folder / "t.db"), limits=GENEROUS, connections=limits, bot_delay=0
    )
    server = Server(folder, settings).start()

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other) as (_, lines):
            idle = [dial(server) for _ in range(60)]
            for line in idle:
                with contextlib.suppress(ConnectionError):  # it has given way already
                    line.sendall(said)
            await play_on(lines, 4, random.Random(1))
            for _ in range(20):
                assert httpx.get(f"{server.base}/healthz").json()["ok"]
            async with Browser(server).at(await one.new_table()):
                await play_on(lines, 4, random.Random(2))
            for line in idle:
                line.close()

    try:
        asyncio.run(scene())
        assert "connections are taken" in server.log()
        assert "Traceback" not in server.log()
    finally:
        server.stop()
