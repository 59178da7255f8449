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


DAMAGE = ("", "{", "[]", '{"seats": 5}', "null")


def test_a_damaged_table_hurts_no_other(start: StartServer) -> None:
    """It is left out of lists, and says what is wrong when asked for."""
    server = start()

    async def before() -> tuple[str, list[str]]:
        browser = Browser(server)
        return browser.token, [await browser.new_table(listed=True) for _ in range(6)]

    token, (good, *bad) = asyncio.run(before())
    server.kill()
    with sqlite3.connect(server.settings.database) as connection:
        connection.executemany(
            "UPDATE tables SET head = ? WHERE id = ?", zip(DAMAGE, bad, strict=True)
        )
    server.start()

    async def after() -> None:
        again = Browser(server, token)
        for path in ("/api/tables/mine", "/api/tables"):
            assert [one["id"] for one in (await again.get(path))["tables"]] == [good]
        assert (await again.get("/api/me"))["seats"] == 1
        for table in bad:
            problem = await again.get(f"/api/tables/{table}", status=410)
            assert problem["code"] == "unreadable_table"
        async with again.at(good):
            pass

    asyncio.run(after())
    assert "Traceback" not in server.log()


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
