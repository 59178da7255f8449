"""Databases of later versions, and damaged rows: a clear sentence, and nobody else is hurt."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cattery.server.refusals import NewerDatabase
from cattery.server.settings import async_url
from cattery.server.storage.store import Store, Stored
from cattery.server.storage.writing import CHANGE_HEAD, RowChange
from cattery.server.tables.hall import Hall
from server.conftest import StartServer
from server.running import Browser
from server.test_clock_jumps import in_hall, new_table


def test_a_later_database_is_refused_in_words(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"

    async def open_store() -> None:
        store = Store(async_url(str(database)))
        await store.open()
        await store.close()

    asyncio.run(open_store())
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    with pytest.raises(NewerDatabase) as refused:
        asyncio.run(open_store())
    assert "0999" in refused.value.text("en")
    assert "későbbi változata" in refused.value.text("hu")
    with sqlite3.connect(database) as connection:  # and left as it was
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0999",)


HEADS = ("", "{", "[]", '{"seats": 5}', "null")
ENTRIES = (
    "{",
    "[]",
    "null",
    '{"seat": 99, "kind": "move", "move": "k c3"}',
    '{"seat": -5, "kind": "move", "move": "k c3"}',
    '{"seat": "x", "kind": "resign"}',
    '{"seat": 0, "kind": "move", "move": "zzz"}',
    '{"seat": 0, "kind": "undo"}',
    '{"seat": 0, "kind": "dance"}',
)


def test_a_damaged_table_hurts_no_other(start: StartServer) -> None:
    """It is left out of lists, says what is wrong when asked for, and goes along when its browser
    gets a new token."""
    server = start()

    async def before() -> tuple[str, list[str]]:
        browser = Browser(server)
        tables = [await browser.new_table(listed=True) for _ in range(1 + len(HEADS))]
        return browser.token, [*tables, *[await _begun(browser) for _ in ENTRIES]]

    token, (good, *bad) = asyncio.run(before())
    server.kill()
    begun = bad[len(HEADS) :]
    with sqlite3.connect(server.settings.database) as connection:
        connection.executemany("UPDATE tables SET head = ? WHERE id = ?", zip(HEADS, bad))  # noqa: B905
        connection.executemany(
            "UPDATE entries SET entry = ? WHERE table_id = ?", zip(ENTRIES, begun, strict=True)
        )
    server.start()

    async def after() -> None:
        again = Browser(server, token)
        assert [one["id"] for one in (await again.get("/api/tables"))["tables"]] == [good]
        mine = (await again.get("/api/tables/mine"))["tables"]
        assert {one["id"] for one in mine} == {good, *begun}
        assert not any(one["your_turn"] for one in mine)
        for table in bad:
            problem = await again.get(f"/api/tables/{table}", status=410)
            assert problem["code"] == "unreadable_table"
        async with again.at(good):
            pass
        answer = await again.http.post("/api/me/token")
        (cookie,) = answer.cookies.jar
        renewed = Browser(server, cookie.value)
        assert (await renewed.get("/api/me"))["seats"] == 1 + len(HEADS) + 2 * len(ENTRIES)
        assert (await renewed.get(f"/api/tables/{good}"))["table"]["you"] == [0]
        assert (await again.get("/api/me"))["seats"] == 0

    asyncio.run(after())
    assert "Traceback" not in server.log()


async def _begun(browser: Browser) -> str:
    """A match with an entry in its log."""
    table = await browser.new_table("me", "device", options={"first": "0"})
    async with browser.at(table) as line:
        await line.do("start")
        while not line.legal(0):
            await line.next()
        await line.do("play", seat=0, move=line.legal(0)[0])
    return table


def test_a_change_that_comes_while_a_table_is_loaded_is_not_missed(tmp_path: Path) -> None:
    """A notice of another process about a table that this one is just reading."""

    async def scene(hall: Hall) -> None:
        table = (await new_table(hall)).table
        hall._forget(table.id)
        load = hall.store.load

        async def load_old(table_id: str) -> Stored | None:
            old = await load(table_id)
            change: dict[str, Any] = {
                "b_id": table_id,
                "b_version": 0,
                "b_head": table.head.to_json(),
                "b_state": "open",
                "b_listed": True,
                "b_touched": 1,
            }
            await hall.store.write(RowChange(CHANGE_HEAD, change, hits=1))
            hall.hear({"t": table_id, "p": "another process"})
            hall.store.load = load  # type: ignore[method-assign]
            return old

        hall.store.load = load_old  # type: ignore[method-assign]
        live = await hall.get(table.id)
        for _ in range(100):
            if live.table.version == 1:
                return
            await asyncio.sleep(0.02)
        pytest.fail("still behind")

    in_hall(tmp_path, scene)
