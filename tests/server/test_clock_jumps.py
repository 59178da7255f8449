"""Somebody sets the machine's clock: nobody loses a game by it, and no table is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cattery.server import wire
from cattery.server.settings import Settings, async_url
from cattery.server.storage.bus import Quiet
from cattery.server.storage.store import Store
from cattery.server.tables.hall import DAY_MS, HOUR_MS, Hall
from cattery.server.tables.live import Live, now_ms, today
from cattery.server.tables.opening import open_table
from cattery.server.tables.table import Outcome

MONTH = 31 * DAY_MS


def in_hall(folder: Path, scene: Callable[[Hall], Awaitable[None]], **settings: float) -> None:
    """A hall on a database of its own, without a server around it."""

    async def run() -> None:
        store = Store(async_url(str(folder / "tables.db")))
        await store.open()
        hall = Hall(Settings(**settings), store, Quiet())  # type: ignore[arg-type]
        try:
            await scene(hall)
        finally:
            await hall.close()
            await store.close()

    asyncio.run(run())


async def new_table(hall: Hall) -> Live:
    """A table that waits for players."""
    seats = [wire.SeatWish(who="me"), wire.SeatWish(who="open")]
    return await hall.create(open_table(wire.NewTable(game="huupp", seats=seats), "me", now_ms()))


def test_a_day_is_the_clocks_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was started before the clock was right has tomorrow's deal tomorrow."""
    before, real = today(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + DAY_MS * 10**6)
    assert today() - before in (1, 2)


def test_a_clock_that_was_ahead_keeps_no_bot_from_thinking(tmp_path: Path) -> None:
    """What was leased until next month is nobody's; what a process has leased ends with it."""

    async def scene(hall: Hall) -> None:
        now, span = now_ms(), 10_000
        store = hall.store
        assert await store.lease("t", "before", now + MONTH, now + MONTH + span)
        assert await store.lease("t", "after", now, now + span)
        assert not await store.lease("t", "third", now - span // 2, now + span // 2)
        hall.bus.alone = False
        assert await store.lease("u", hall.process, now, now + span)
        await hall.close()
        assert await store.lease("u", "after", now, now + span)

    in_hall(tmp_path, scene)


def test_a_clock_that_was_ahead_gives_nobody_time(tmp_path: Path) -> None:
    """A match whose last move was made next month goes on now."""

    async def begin(hall: Hall) -> None:
        hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="device")]
        clock = wire.ClockRules(total=60, increment=0, flag="forfeit")
        new = wire.NewTable(game="huupp", seats=seats, clock=clock)
        live = await hall.create(open_table(new, "me", now_ms()))
        start = wire.Command(type="command", id="1", n=0, do=wire.Start(type="start"))
        await hall.command(live, "me", start)
        head = live.table.head
        assert head.started is not None
        head.started += MONTH
        await hall.act(live, lambda table, now: Outcome(head=True))
        hall._forget(live.table.id)
        again = (await hall.get(live.table.id)).table
        assert 0 <= now_ms() - again.clock_at < 60_000

    in_hall(tmp_path, begin)


@pytest.mark.parametrize("hours", [-48, 1, 24 * 31])
def test_time_goes_on_as_before(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    """Clocks of players, absence and links count by the time that really goes by."""
    before, real = now_ms(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + hours * 3600 * 10**9)
    assert 0 <= now_ms() - before < 60_000


def test_a_clock_that_is_wrong_at_the_start_removes_nothing(tmp_path: Path) -> None:
    """Tables are set aside, and come back with the right time."""

    async def scene(hall: Hall) -> None:
        live = await new_table(hall)
        now = now_ms()
        assert await hall.expire(now + MONTH) == 0
        assert (await hall.store.head(live.table.id) or {})["aside"] == now + MONTH
        assert await hall.expire(now + MONTH + HOUR_MS) == 0
        assert await hall.expire(now) == 0
        assert (await hall.store.head(live.table.id) or {})["aside"] is None

    in_hall(tmp_path, scene)


def test_a_table_is_removed_in_the_end(tmp_path: Path) -> None:
    """A grace after nothing has happened there for long."""

    async def scene(hall: Hall) -> None:
        live = await new_table(hall)
        now = now_ms()
        assert await hall.expire(now + MONTH) == 0
        assert await hall.expire(now + MONTH + 6 * DAY_MS) == 0
        assert await hall.expire(now + MONTH + 8 * DAY_MS) == 1
        assert await hall.store.head(live.table.id) is None

    in_hall(tmp_path, scene)


def test_whoever_comes_in_time_finds_the_table(tmp_path: Path) -> None:
    """A visit brings it back."""
    made: list[str] = []

    async def leave(hall: Hall) -> None:
        made.append((await new_table(hall)).table.id)
        await hall.expire(now_ms() + MONTH)

    async def come_back(hall: Hall) -> None:
        await hall.get(made[0])
        row = await hall.store.head(made[0])
        assert row is not None
        assert row["aside"] is None
        assert await hall.expire(now_ms() + 8 * DAY_MS) == 0

    in_hall(tmp_path, leave)
    in_hall(tmp_path, come_back)
