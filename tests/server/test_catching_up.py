"""What another process wrote and this one hasn't heard of: nobody hears of less than before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from cattery.server import wire
from cattery.server.settings import Settings
from cattery.server.storage.bus import Quiet
from cattery.server.tables import hall as halls
from cattery.server.tables.hall import Hall
from cattery.server.tables.live import Live, now_ms
from cattery.server.tables.opening import open_table
from cattery.server.tables.views import Eyes
from server.test_clock_jumps import in_hall

ME = "me"


class Deaf(Quiet):
    """There are other processes, but no notice of theirs arrives."""

    alone = False


class Onlooker:
    """A connection that remembers what it is told."""

    def __init__(self, device: str | None = None) -> None:
        self.device = device
        self.lang = "en"
        self.eyes: Eyes | None = None
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(orjson.loads(message))


def behind(folder: Path, scene: Callable[[Hall, Live, Onlooker], Awaitable[None]]) -> None:
    """A process with an onlooker at a table at which another one has played a move since."""

    async def both(one: Hall) -> None:
        other = Hall(Settings(), one.store, Deaf())
        for each in (one, other):
            each.compiler.ready = lambda game: True  # type: ignore[method-assign]
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="device")]
        new = wire.NewTable(game="huupp", seats=seats, options={"first": "0", "ghosts": "off"})
        live = await one.create(open_table(new, ME, now_ms()))
        await _do(one, live, 0, wire.Start(type="start"))
        there = await other.get(live.table.id)
        onlooker = Onlooker()
        await other.greet(there, onlooker, wire.Hello(type="hello"))
        await _do(one, live, 0, wire.Play(type="play", seat=0, move="k c3"))
        assert (live.table.n, there.table.n) == (1, 0)
        await scene(other, there, onlooker)
        await other.close()

    in_hall(folder, both)


async def _do(hall: Hall, live: Live, n: int, what: Any) -> None:
    command = wire.Command(type="command", id=what.type, n=n, do=what)
    await hall.command(live, ME, command)


def test_whoever_was_told_elsewhere_is_told_no_less_here(tmp_path: Path) -> None:
    async def scene(hall: Hall, live: Live, _: Onlooker) -> None:
        again = Onlooker()
        await hall.greet(live, again, wire.Hello(type="hello", since=1))
        assert live.table.n == 1
        assert all(message.get("n", 1) >= 1 for message in again.heard)

    behind(tmp_path, scene)


def test_whoever_was_acknowledged_elsewhere_plays_on_here(tmp_path: Path) -> None:
    async def scene(hall: Hall, live: Live, _: Onlooker) -> None:
        await _do(hall, live, 1, wire.PreviewMove(type="preview", seat=1, move="k a1"))
        assert live.table.n == 1

    behind(tmp_path, scene)


def test_a_process_finds_out_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many notices are lost."""
    monkeypatch.setattr(halls, "PRESENCE_SECONDS", 0.05)

    async def scene(hall: Hall, live: Live, onlooker: Onlooker) -> None:
        sweeping = asyncio.create_task(hall.sweep_forever())
        for _ in range(200):
            if any(message["type"] == "entry" for message in onlooker.heard):
                break
            await asyncio.sleep(0.05)
        sweeping.cancel()
        assert live.table.n == 1
        assert [message["n"] for message in onlooker.heard if message["type"] == "entry"] == [1]

    behind(tmp_path, scene)
