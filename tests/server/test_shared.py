"""Several processes on one PostgreSQL: any table in any process, races included."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cattery.server.settings import Settings
from cattery.server.storage.bus import Postgres as Bus
from server.running import (
    GENEROUS,
    Browser,
    Line,
    Server,
    create_database,
    new_token,
    play_on,
    whose_turn,
)

pytestmark = pytest.mark.postgres
StartServer = Callable[..., Server]


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two server processes on one database."""
    database = asyncio.run(create_database(postgres, f"pair{secrets.token_hex(4)}"))
    servers = []
    for name in ("one", "two"):
        settings = Settings(
            port=0, database=database, limits=GENEROUS, bot_delay=0.05, lease_seconds=2
        )
        servers.append(Server(tmp_path_factory.mktemp(name), settings).start())
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log(), server.log()


@contextlib.asynccontextmanager
async def match_across(pair: list[Server], **more: object) -> object:
    """A started match with each player at a process of their own."""
    browsers = [Browser(server) for server in pair]
    table = await browsers[0].new_table("me", "open", **more)
    await browsers[1].post(f"/api/tables/{table}/join")
    async with browsers[0].at(table) as one, browsers[1].at(table) as other:
        lines = [one, other]
        for seat, line in enumerate(lines):
            await line.do("contribute", seat=seat, text=f"s{seat}")
        for line in lines:
            await line.until_table(state="playing")
        yield table, browsers, lines


def test_a_whole_match_across_two_processes(pair: list[Server]) -> None:
    """Moves, chat, presence and the end reach the other process."""

    async def scene() -> None:
        async with match_across(pair) as (table, browsers, lines):
            for seat in range(2):
                while not all(one["here"] for one in lines[seat].table["seats"]):
                    await lines[seat].next()
            await play_on(lines, 6, random.Random(1))
            await lines[0].do("say", text="szia")
            assert (await lines[1].until("chat"))["line"]["text"] == "szia"
            async with Browser(pair[1]).at(table):
                await lines[0].until_table(onlookers=1)
            await play_on(lines, 1000, random.Random(2))
            for line in lines:
                await line.until_table(state="over")
            assert lines[0].table["result"] == lines[1].table["result"]
            found = [await browser.get(f"/api/tables/{table}/verify") for browser in browsers]
            assert all(verdict["ok"] for verdict in found)
            keys = {verdict["signature"]["key"] for verdict in found}
            assert len(keys) == 1  # all processes sign with one
            for browser in browsers:
                (published,) = (await browser.get("/api/keys"))["keys"]
                assert {published["key"]} == keys

    asyncio.run(scene())


def test_of_two_racing_moves_one_wins_and_nothing_is_lost(pair: list[Server]) -> None:
    """The same seat moves at both processes at once, again and again: one ack, one nack."""

    async def scene() -> None:
        token = new_token(pair[0].base)
        browsers = [Browser(server, token) for server in pair]
        table = await browsers[0].new_table("me", "device")
        async with browsers[0].at(table) as one, browsers[1].at(table) as other:
            for seat in range(2):
                await one.do("contribute", seat=seat)
            await other.until_table(state="playing")
            rng = random.Random(4)
            for _ in range(40):
                await _level(one, other)
                seat = next((s for s in (0, 1) if one.sides[s]["legal"]), None)
                if seat is None:
                    break
                n = one.n
                moves = [rng.choice(one.legal(seat)) for _ in range(2)]
                answers = await asyncio.gather(
                    *(
                        line.ask({"type": "play", "seat": seat, "move": move}, n=n)
                        for line, move in zip((one, other), moves, strict=True)
                    )
                )
                kinds = sorted(answer["type"] for answer in answers)
                assert kinds == ["ack", "nack"], answers
                refused = next(answer for answer in answers if answer["type"] == "nack")
                assert refused["code"] in ("stale", "not_your_turn", "match_over", "illegal")
            await _level(one, other)
            assert one.sides == other.sides

    async def _level(one: Line, other: Line) -> None:
        while one.n != other.n:
            await (one if one.n < other.n else other).next()

    asyncio.run(scene())


def test_the_same_command_at_both_processes_is_done_once(pair: list[Server]) -> None:
    """A resend after a broken connection may reach the other process: same answer, one entry."""

    async def scene() -> None:
        token = new_token(pair[0].base)
        browsers = [Browser(server, token) for server in pair]
        table = await browsers[0].new_table("me", "device", options={"first": "0"})
        async with browsers[0].at(table) as one, browsers[1].at(table) as other:
            for seat in range(2):
                await one.do("contribute", seat=seat)
            await other.until_table(state="playing")
            do = {"type": "play", "seat": 0, "move": "k c3"}
            answers = await asyncio.gather(*(line.ask(do, n=0, id="once") for line in (one, other)))
            assert [(a["type"], a["n"]) for a in answers] == [("ack", 1), ("ack", 1)]
        assert (await browsers[0].get(f"/api/tables/{table}"))["n"] == 1

    asyncio.run(scene())


def test_of_two_who_want_one_seat_one_gets_it(pair: list[Server]) -> None:
    """Ten browsers at two processes, one open seat."""

    async def scene() -> None:
        host = Browser(pair[0])
        table = await host.new_table("me", "open")
        guests = [Browser(pair[k % 2]) for k in range(10)]
        answers = await asyncio.gather(
            *(guest.http.post(f"/api/tables/{table}/join", json={}) for guest in guests)
        )
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200] + [409] * 9

    asyncio.run(scene())


def test_a_new_token_is_known_everywhere(pair: list[Server]) -> None:
    """Whoever has the old one loses what is open at another process, and can't play on there."""

    async def scene() -> None:
        async with match_across(pair) as (table, browsers, lines):
            answer = await browsers[1].http.post("/api/me/token")
            (cookie,) = answer.cookies.jar
            renewed = Browser(pair[0], cookie.value)
            assert (await renewed.get("/api/me"))["seats"] == 1
            assert (await renewed.get(f"/api/tables/{table}"))["table"]["you"] == [1]
            assert (await lines[1].until("seat_moved"))["seat"] == 1
            assert await lines[1].refused("resign", seat=1) == "not_your_seat"
            async with Browser(pair[1], cookie.value).at(table) as line:
                await play_on([lines[0], line], 4, random.Random(3))

    asyncio.run(scene())


def test_one_process_thinks_for_a_bot_and_another_takes_over(
    postgres: str, start: StartServer, tmp_path: Path
) -> None:
    """The bot moves once though both processes show the table; killed, the other one thinks."""
    database = asyncio.run(create_database(postgres, f"bots{secrets.token_hex(4)}"))
    pair = [start(database=database, lease_seconds=2) for _ in range(2)]

    async def scene() -> None:
        token = new_token(pair[0].base)
        browsers = [Browser(server, token) for server in pair]
        table = await browsers[0].new_table("me", "bot", options={"first": "0", "ghosts": "off"})
        async with browsers[1].at(table) as other:
            async with browsers[0].at(table) as one:
                await one.do("contribute", seat=0)
                for _ in range(3):
                    await one.my_turn(0)
                    await one.do("play", seat=0, move=one.legal(0)[0])
                await one.my_turn(0)
            while other.n < one.n:
                await other.next()
            seats = [m["sides"][0]["told"]["seat"] for m in other.heard if m["type"] == "entry"]
            pair[0].kill()
            await other.my_turn(0)
            await other.do("play", seat=0, move=other.legal(0)[0])
            await other.my_turn(0)
            assert seats.count(1) >= 2

    asyncio.run(scene())


def test_workers_share_one_port(postgres: str, start: StartServer) -> None:
    """`--workers 2`: two processes behind one address, one hall to the players."""
    database = asyncio.run(create_database(postgres, f"workers{secrets.token_hex(4)}"))
    server = start(database=database, workers=2)

    async def scene() -> None:
        for _ in range(3):
            browsers = Browser(server), Browser(server)
            table = await browsers[0].new_table("me", "open")
            await browsers[1].post(f"/api/tables/{table}/join")
            async with browsers[0].at(table) as one, browsers[1].at(table) as other:
                lines = [one, other]
                for seat, line in enumerate(lines):
                    await _patiently(line, "contribute", seat=seat)
                for line in lines:
                    await line.until_table(state="playing")
                    while not line.sides:
                        await line.next()
                await play_on(lines, 6, random.Random(1))
                assert await whose_turn(lines) is not None

    async def _patiently(line: Line, what: str, **fields: int) -> None:
        """A worker may still be loading the game."""
        await line.do(what, **fields)
        while line.table["warming"]:
            await line.next()

    asyncio.run(scene())


def test_workers_end_with_their_parent(postgres: str, start: StartServer) -> None:
    """Also where the parent had no time to say so."""
    database = asyncio.run(create_database(postgres, f"orphans{secrets.token_hex(4)}"))
    server = start(database=database, workers=2)
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", server.settings.port), 5).close()
        except OSError:
            return
        time.sleep(0.2)
    server.kill()
    pytest.fail("workers go on without their parent")


def test_the_bus_closes_while_a_notice_is_on_its_way(postgres: str) -> None:
    """Everybody is disconnected at the end, and presence is told of while the process ends."""
    database = asyncio.run(create_database(postgres, f"bus{secrets.token_hex(4)}"))

    async def scene() -> None:
        for steps in range(6):
            bus = Bus(database)
            await bus.open(lambda notice: None)
            await asyncio.sleep(0.05)
            bus.shout({"who": "nobody", "p": "me"})
            for _ in range(steps):
                await asyncio.sleep(0)
            done, _ = await asyncio.wait({asyncio.create_task(bus.close())}, timeout=20)
            assert done, f"it doesn't close {steps} steps after a notice"

    asyncio.run(scene())


def test_workers_need_postgres(start: StartServer) -> None:
    """An embedded database can't be shared; the server says so and ends."""
    with pytest.raises(AssertionError, match="Several workers need PostgreSQL"):
        start(workers=2)
