"""Tables in the memory of a server that holds more of them than fit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from cattery.server import wire
from cattery.server.net.protocol import WRITER
from cattery.server.net.rates import Rates
from cattery.server.net.socket import TableSocket
from cattery.server.settings import RequestLimits
from cattery.server.storage.store import Stored
from cattery.server.storage.writing import RowChange
from cattery.server.tables import hall as halls
from cattery.server.tables.hall import Hall
from server.test_clock_jumps import in_hall, new_table


async def others(hall: Hall, count: int = 4) -> None:
    """More tables than fit come and go."""
    for _ in range(count):
        await new_table(hall)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for it, for ten seconds at most."""
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never came to that")


def test_a_table_that_was_just_asked_for_stays(tmp_path: Path) -> None:
    """Many are asked for at once, all others in use: each is loaded once, and whoever asked
    gets it."""

    async def scene(hall: Hall) -> None:
        tables = [(await new_table(hall)).table.id for _ in range(9)]
        await new_table(hall)
        assert hall.tables == 2  # the rest is only in the database
        rows = {table_id: await hall.store.load(table_id) for table_id in tables}

        async def at_once(table_id: str) -> Stored | None:
            return rows[table_id]

        hall.store.load = at_once  # type: ignore[method-assign]

        async def use(table_id: str) -> Any:
            live = await hall.get(table_id)
            assert hall._live.get(table_id) is live
            with hall.holding(live):
                await asyncio.sleep(0.2)
                assert await hall.get(table_id) is live
            return live

        asked = await asyncio.gather(*map(use, [*tables, *tables]))
        assert [live.table.id for live in asked] == [*tables, *tables]
        assert len({id(live) for live in asked}) == len(tables)
        await others(hall)
        assert hall.tables == 2

    in_hall(tmp_path, scene, tables_in_memory=2)


class Visitor:
    """A socket's other end, which says hello when it is told to."""

    flows, more_waits = True, False

    def __init__(self) -> None:
        self.says: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.says.put_nowait({"type": "websocket.connect"})
        self.told: list[dict[str, Any]] = []
        self.on_flow: Any = None

    def say(self, message: dict[str, Any]) -> None:
        self.says.put_nowait({"type": "websocket.receive", "text": orjson.dumps(message).decode()})

    def write(self, messages: list[bytes]) -> None:
        self.told += map(orjson.loads, messages)

    async def send(self, message: Any) -> None:
        pass

    async def device(self, scope: Any) -> str | None:
        return None


def test_whoever_has_not_said_hello_yet_has_the_table_that_all_have(tmp_path: Path) -> None:
    """However many others come to their tables meanwhile: what happens there is told to them."""

    async def scene(hall: Hall) -> None:
        table_id = (await new_table(hall)).table.id
        visitor = Visitor()
        endpoint = TableSocket(hall, Rates(RequestLimits()), visitor)  # type: ignore[arg-type]
        scope = {
            "type": "websocket",
            "client": ("192.0.2.1", 1),
            "headers": [],
            "path_params": {"table_id": table_id},
            "extensions": {WRITER: visitor},
        }
        serving = asyncio.create_task(endpoint(scope, visitor.says.get, visitor.send))
        await asyncio.sleep(0.1)
        await others(hall)
        visitor.say({"type": "hello"})
        await until(lambda: len(visitor.told) == 1)
        sit = wire.Command(type="command", id="1", n=0, do=wire.Sit(type="sit", seat=1))
        await hall.command(await hall.get(table_id), "a friend", sit)
        await until(lambda: len(visitor.told) == 2)
        assert [message["type"] for message in visitor.told] == ["snapshot", "table"]
        visitor.says.put_nowait({"type": "websocket.disconnect"})
        await serving
        await until(lambda: not hall._live[table_id].holders)  # others are told that it has gone
        await others(hall)
        assert table_id not in hall._live

    in_hall(tmp_path, scene, tables_in_memory=2)


@pytest.mark.parametrize("behind", [True, False])
def test_a_table_that_somebody_waits_for_stays(tmp_path: Path, behind: bool) -> None:
    """In a queue for it, or between one who has finished and the next."""

    async def scene(hall: Hall) -> None:
        live, used = await new_table(hall), []

        async def use() -> None:
            async with hall.fresh(live, behind=behind):
                await others(hall)
                used.append(hall._live.get(live.table.id) is live)

        async with live.lock:
            waiting = [asyncio.create_task(use()) for _ in range(3)]
            await others(hall)
        hall._evict()
        assert hall._live.get(live.table.id) is live
        await asyncio.gather(*waiting)
        assert used == [True] * 3

    in_hall(tmp_path, scene, tables_in_memory=1)


def test_a_command_holds_its_table(tmp_path: Path) -> None:
    """From the moment it waits for the table, while it is written, and until it is told."""

    async def scene(hall: Hall) -> None:
        live, write = await new_table(hall), hall.store.write

        async def slow_write(*changes: RowChange, **about: Any) -> None:
            hall.store.write = write  # type: ignore[method-assign]
            await others(hall)
            await write(*changes, **about)

        sit = wire.Command(type="command", id="1", n=0, do=wire.Sit(type="sit", seat=1))
        async with live.lock:
            sitting = asyncio.create_task(hall.command(live, "a friend", sit))
            await others(hall)
        hall._evict()
        assert hall._live.get(live.table.id) is live
        await sitting
        again = await new_table(hall)
        hall.store.write = slow_write  # type: ignore[method-assign]
        await hall.command(again, "a friend", sit)
        assert hall._live.get(again.table.id) is again

    in_hall(tmp_path, scene, tables_in_memory=1)


def test_memory_is_given_back_when_nobody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was in use while it didn't fit is forgotten when its people have gone."""
    monkeypatch.setattr(halls, "PRESENCE_SECONDS", 0.05)

    async def scene(hall: Hall) -> None:
        sweeping = asyncio.create_task(hall.sweep_forever())
        lives = []
        for _ in range(4):
            lives.append(await new_table(hall))
            lives[-1].holders += 1
        assert hall.tables == 4
        for live in lives:
            live.holders -= 1
        await asyncio.sleep(0.3)
        assert hall.tables == 2
        sweeping.cancel()

    in_hall(tmp_path, scene, tables_in_memory=2)
