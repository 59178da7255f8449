"""What was acknowledged is there: after kill -9, after a restart, in a backup, once."""

from __future__ import annotations

import asyncio
import random
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cattery.server.refusals import BackupRefused
from cattery.server.storage.backup import backup
from server.running import Browser, Line, Server, match_of_two, play_on

StartServer = Callable[..., Server]


def test_every_acknowledged_move_survives_kill_9(start: StartServer) -> None:
    """Killed in the middle of play and started again: all tables are there, and play goes on."""
    server = start()

    async def before() -> list[tuple[str, list[Browser], int]]:
        known = []
        rng = random.Random(5)
        for _ in range(5):
            browsers = [Browser(server), Browser(server)]
            async with match_of_two(*browsers) as (table, lines):
                await play_on(lines, 10, rng)
                await lines[0].do("say", phrase="hello")
                known.append((table, browsers, max(line.n for line in lines)))
        return known

    known = asyncio.run(before())
    server.kill()
    server.start()

    async def after() -> None:
        for table, browsers, n in known:
            fresh = [Browser(server, browser.token) for browser in browsers]
            async with fresh[0].at(table) as one, fresh[1].at(table) as other:
                assert one.n == other.n == n
                assert one.table["state"] == "playing"
                assert one.heard[0]["chat"][0]["phrase"] == "hello"
                assert len(one.heard[0]["sides"][0]["story"]) == n
                await play_on([one, other], 4, random.Random(6))

    asyncio.run(after())


def test_killed_while_many_play_no_ack_is_lost(start: StartServer) -> None:
    """Kill at a random moment: nothing that anybody was told is missing."""
    server = start()
    acked: dict[str, int] = {}
    tokens: dict[str, str] = {}

    async def play(kill_after: int) -> None:
        total = 0
        enough = asyncio.Event()

        async def one_table(rng: random.Random) -> None:
            nonlocal total
            browser = Browser(server)
            table = await browser.new_table("me", "device")
            tokens[table] = browser.token
            async with browser.at(table) as line:
                await line.do("contribute", seat=0)
                await line.do("contribute", seat=1)
                while True:
                    seat = next((s for s in (0, 1) if line.sides[s]["legal"]), None)
                    if seat is None:
                        return
                    await line.do("play", seat=seat, move=rng.choice(line.legal(seat)))
                    acked[table] = line.n
                    total += 1
                    if total >= kill_after:
                        enough.set()

        tasks = [asyncio.create_task(one_table(random.Random(k))) for k in range(8)]
        await enough.wait()
        server.kill()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(play(150))
    server.start()

    async def check() -> None:
        for table, n in acked.items():
            async with Browser(server, tokens[table]).at(table) as line:
                assert line.n >= n, "an acknowledged move is gone"

    asyncio.run(check())


def test_a_page_carries_on_after_a_restart(start: StartServer) -> None:
    """It says hello with what it knows, sends the unanswered command again, and misses nothing."""
    server = start()

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table("me", "device", options={"first": "0", "ghosts": "off"})
        command = {
            "type": "command",
            "id": secrets.token_hex(6),
            "n": 0,
            "do": {"type": "play", "seat": 0, "move": "k c3"},
        }
        async with browser.at(table) as line:
            await line.do("contribute", seat=0)
            await line.do("contribute", seat=1)
            await line.send(command)
            await line.until("ack", id=command["id"])
        server.kill()
        server.start()
        async with browser.raw(table) as socket:
            again = Line(socket)
            await again.hello(since=0)
            entry = await again.until("entry", n=1)
            assert entry["sides"][0]["view"]["pieces"]
            await again.send(command)  # the page never saw its ack
            assert (await again.until("ack", id=command["id"]))["n"] == 1
            await again.do("play", seat=1, move="k d4")
            assert again.n == 2

    asyncio.run(scene())


def test_a_backup_of_a_running_server_is_a_whole_database(
    start: StartServer, tmp_path: Path
) -> None:
    """The copy opens, and another server carries on from it."""
    server = start()

    async def play() -> tuple[str, str]:
        browser = Browser(server)
        table = await browser.new_table("me", "device")
        async with browser.at(table) as line:
            await line.do("contribute", seat=0)
            await line.do("contribute", seat=1)
            seat = line.table["waiting"][0]
            await line.do("play", seat=seat, move=line.legal(seat)[0])
        return table, browser.token

    table, token = asyncio.run(play())
    copy = tmp_path / "copy.db"
    assert backup(copy, server.settings.database) == copy
    with pytest.raises(BackupRefused, match="exists"):
        backup(copy, server.settings.database)
    with pytest.raises(BackupRefused, match="no database"):
        backup(tmp_path / "x.db", str(tmp_path / "missing.db"))
    with pytest.raises(BackupRefused, match="pg_dump"):
        backup(tmp_path / "x.db", "postgresql://localhost/cats")
    with pytest.raises(BackupRefused, match="couldn't"):
        backup(tmp_path / "no" / "folder.db", server.settings.database)
    with sqlite3.connect(copy) as database:
        assert database.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    second = start(database=str(copy))

    async def look() -> None:
        async with Browser(second, token).at(table) as line:
            assert line.n == 1

    asyncio.run(look())


def test_idle_tables_expire(start: StartServer) -> None:
    """A table where nothing happened for the set time is gone; one in use is not."""
    server = start(expire_days=2 / 86_400, grace_days=0)

    async def scene() -> None:
        browser = Browser(server)
        idle, used = await browser.new_table(), await browser.new_table()
        async with browser.at(used):
            answer = await browser.http.get(f"/api/tables/{idle}")
            while answer.status_code == 200:
                await asyncio.sleep(0.5)
                answer = await browser.http.get(f"/api/tables/{idle}")
            assert answer.json()["code"] == "no_table"
            await browser.get(f"/api/tables/{used}")

    asyncio.run(scene())


def test_a_second_server_on_the_same_file_is_refused(start: StartServer) -> None:
    """It would not hear of the first one's moves; it says so and ends."""
    server = start()
    with pytest.raises(AssertionError, match="Another server is using"):
        start(database=server.settings.database)
