"""PostgreSQL goes away in mid-game and comes back: sockets stay, and play goes on by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest

from server.running import (
    Browser,
    Line,
    Postgres,
    Server,
    create_database,
    play_on,
    postgres_server,
    whose_turn,
)

pytestmark = pytest.mark.postgres
StartServer = Callable[..., Server]
TABLES = 4
LONG = 8.0  # seconds for which moves wait here
PATIENCE = 60.0  # seconds for what should come soon, on a busy machine too
AWAY = "the database can't be used: "
BACK = "the database can be used again"


@pytest.fixture
def own_postgres(postgres: str) -> Iterator[Postgres]:
    """A PostgreSQL that nobody else uses."""
    with postgres_server() as server:
        yield server


@pytest.fixture
def server(own_postgres: Postgres, start: StartServer) -> Iterator[Server]:
    """Two workers on it; nothing may be logged but that it went and came back."""
    database = asyncio.run(create_database(own_postgres.url, f"away{secrets.token_hex(4)}"))
    running = start(database=database, workers=2, database_patience=LONG)
    yield running
    running.stop()
    lines = running.log().splitlines()
    assert all(AWAY in line or BACK in line for line in lines), running.log()
    assert sum(AWAY in line for line in lines) <= 2, "a line of each worker"


@contextlib.asynccontextmanager
async def matches(server: Server) -> AsyncIterator[list[list[Line]]]:
    """Started matches of two browsers each, whose sockets are at both workers by chance."""
    async with contextlib.AsyncExitStack() as stack:
        found = []
        for _ in range(TABLES):
            browsers = Browser(server), Browser(server)
            table = await browsers[0].new_table("me", "open")
            await browsers[1].post(f"/api/tables/{table}/join")
            lines = [await stack.enter_async_context(one.at(table)) for one in browsers]
            for seat, line in enumerate(lines):
                await line.do("contribute", seat=seat)
            for line in lines:
                await line.until_table(state="playing")
                while not line.sides:
                    await line.next()
            found.append(lines)
        yield found


async def health(server: Server) -> int:
    """What /healthz says; the workers take turns by chance."""
    async with httpx.AsyncClient(timeout=10) as client:
        return (await client.get(f"{server.base}/healthz")).status_code


async def until_health(server: Server, status: int) -> None:
    """Wait until it is so, at both workers, as far as asking often can tell."""
    deadline, alike = time.monotonic() + PATIENCE, 0
    while alike < 8:
        assert time.monotonic() < deadline, f"/healthz isn't {status}"
        alike = alike + 1 if await health(server) == status else 0
        await asyncio.sleep(0.05)


async def until_further(lines: list[Line], n: int) -> None:
    """Wait until more than n entries have been made, or the match is over."""
    deadline = time.monotonic() + PATIENCE
    while max(line.n for line in lines) <= n and lines[0].table["state"] != "over":
        assert time.monotonic() < deadline, "play doesn't go on"
        await asyncio.sleep(0.05)


async def nobody_lost_anything(server: Server, tables: list[list[Line]]) -> None:
    """Everybody sees the same, and a stranger sees as much."""
    for lines in tables:
        await whose_turn(lines)
        assert lines[0].n == lines[1].n
        seen = await Browser(server).get(f"/api/tables/{lines[0].table['id']}")
        assert seen["n"] == lines[0].n


def first_move(line: Line, seat: int) -> dict[str, Any]:
    """A legal move."""
    return {"type": "play", "seat": seat, "move": line.legal(seat)[0]}


async def play_until(enough: asyncio.Event, lines: list[Line], rng: random.Random) -> list[str]:
    """Play at a walking pace, whatever happens; the codes of what was refused."""
    refused: list[str] = []
    while not enough.is_set() and (seat := await whose_turn(lines)) is not None:
        line = lines[seat]
        answer = await line.ask(
            {"type": "play", "seat": seat, "move": rng.choice(line.legal(seat))}
        )
        if answer["type"] == "nack":
            refused.append(answer["code"])
        await asyncio.sleep(0.1)
    return refused


def test_while_it_is_away_for_a_moment_moves_wait(server: Server, own_postgres: Postgres) -> None:
    """No refusal, no lost move, and no socket that broke."""

    async def scene() -> None:
        async with matches(server) as tables:
            for k, lines in enumerate(tables):
                await play_on(lines, 4, random.Random(k))
            enough = asyncio.Event()
            playing = [
                asyncio.create_task(play_until(enough, lines, random.Random(k)))
                for k, lines in enumerate(tables)
            ]
            await asyncio.sleep(0.5)
            await asyncio.to_thread(own_postgres.stop)
            before = [lines[0].n for lines in tables]
            await asyncio.to_thread(own_postgres.start)
            for lines, n in zip(tables, before, strict=True):
                await until_further(lines, n)
            enough.set()
            assert await asyncio.gather(*playing) == [[]] * TABLES
            await until_health(server, 200)
            await nobody_lost_anything(server, tables)

    asyncio.run(scene())


def test_while_it_is_away_for_long_moves_are_refused_in_words(
    server: Server, own_postgres: Postgres
) -> None:
    """/healthz tells the truth; afterwards the same sockets go on."""

    async def scene() -> None:
        async with matches(server) as tables:
            for k, lines in enumerate(tables):
                await play_on(lines, 3, random.Random(k))
            await until_health(server, 200)
            await asyncio.to_thread(own_postgres.stop)
            turns = [await whose_turn(lines) for lines in tables]
            asked = [
                asyncio.create_task(lines[seat].ask(first_move(lines[seat], seat)))
                for lines, seat in zip(tables, turns, strict=True)
                if seat is not None
            ]
            await until_health(server, 503)
            refused = await asyncio.gather(*asked)
            assert {answer["code"] for answer in refused} == {"storage_failed"}
            assert all("wasn't done" in answer["text"] for answer in refused)
            stranger = await Browser(server, "x" * 43).http.get("/api/tables")
            assert (stranger.status_code, stranger.json()["code"]) == (503, "storage_failed")
            assert await health(server) == 503
            await asyncio.to_thread(own_postgres.start)
            await until_health(server, 200)
            for k, lines in enumerate(tables):
                n = lines[0].n
                await play_on(lines, 4, random.Random(k))
                assert max(line.n for line in lines) == n + 4
            await nobody_lost_anything(server, tables)

    asyncio.run(scene())


def test_a_worker_that_is_cut_off_from_the_news_catches_up(
    server: Server, own_postgres: Postgres
) -> None:
    """Only the connections that listen end; moves are made meanwhile."""

    async def scene() -> None:
        import asyncpg

        async with matches(server) as tables:
            database = await asyncpg.connect(server.settings.database)
            ended = await database.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                " OR query LIKE '%pg_notify(''cattery'', $1)%'"
            )
            assert len(ended) >= 2
            await database.close()
            for k, lines in enumerate(tables):
                await play_on(lines, 10, random.Random(k))
            await nobody_lost_anything(server, tables)

    asyncio.run(scene())


def test_while_it_stands_still_the_server_says_so(server: Server, own_postgres: Postgres) -> None:
    """It neither answers nor refuses: /healthz doesn't wait for it, and play goes on after."""

    async def scene() -> None:
        async with matches(server) as tables:
            own_postgres.signal_all(signal.SIGSTOP)
            try:
                await until_health(server, 503)
            finally:
                own_postgres.signal_all(signal.SIGCONT)
            await until_health(server, 200)
            for k, lines in enumerate(tables):
                await play_on(lines, 2, random.Random(k))
            await nobody_lost_anything(server, tables)

    asyncio.run(scene())
