"""What another process wrote and this one hasn't heard of: nobody hears of less than before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from cattery.server import refusals as no
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


def test_whoever_comes_anew_is_told_all(tmp_path: Path) -> None:
    """By a hello that says nothing of before, or over HTTP."""

    async def greeted(hall: Hall, live: Live, _: Onlooker) -> None:
        again, paid = Onlooker(), list[float]()
        await hall.greet(live, again, wire.Hello(type="hello"))
        assert [message["n"] for message in again.heard if message["type"] == "snapshot"] == [1]
        async with hall.fresh(live, pay=paid.append) as table:
            assert table.n == 1
        assert paid == [halls.LOOK_SECONDS]

    behind(tmp_path, greeted)


def test_whoever_was_acknowledged_elsewhere_plays_on_here(tmp_path: Path) -> None:
    async def scene(hall: Hall, live: Live, _: Onlooker) -> None:
        await _do(hall, live, 1, wire.PreviewMove(type="preview", seat=1, move="k a1"))
        assert live.table.n == 1

    behind(tmp_path, scene)


def test_whoever_sat_down_elsewhere_sits_here(tmp_path: Path) -> None:
    """A seat is no entry of the log: before anybody is refused, the database is asked."""

    async def scene(one: Hall) -> None:
        other = Hall(Settings(), one.store, Deaf())
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="open")]
        live = await one.create(open_table(wire.NewTable(game="huupp", seats=seats), ME, now_ms()))
        there = await other.get(live.table.id)
        sit = wire.Command(type="command", id="1", n=0, do=wire.Sit(type="sit", seat=1))
        await one.command(live, "a friend", sit)
        ready = wire.Contribute(type="contribute", seat=1, text="luck")
        command = wire.Command(type="command", id="2", n=0, do=ready)
        with pytest.raises(no.NotYourSeat):
            await other.command(there, "a stranger", command)
        await other.command(there, "a friend", command)
        assert there.table.held_by("a friend") == (1,)
        await other.close()

    in_hall(tmp_path, scene)


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


async def notice_of(hall: Hall, live: Live) -> dict[str, Any]:
    """What the other process told of its move."""
    (row,) = await hall.store.entries_since(live.table.id, 0)
    return {"t": live.table.id, "p": "another", "e": dict(row), "v": live.table.version}


async def settled(hall: Hall) -> None:
    """What was heard has been dealt with."""
    await asyncio.sleep(0)
    await asyncio.gather(*hall._tasks)
    await asyncio.sleep(0)


def test_an_entry_that_comes_with_its_notice_is_told_without_asking_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hall: Hall, live: Live, onlooker: Onlooker) -> None:
        notice = await notice_of(hall, live)
        monkeypatch.setattr(hall.store, "entries_since", None)
        for _ in range(2):  # twice is once
            hall.hear(notice)
            await settled(hall)
        assert live.table.n == 1
        assert [each["n"] for each in onlooker.heard if each["type"] == "entry"] == [1]

    behind(tmp_path, scene)


@pytest.mark.parametrize("wrong", [{"v": 99}, {"e": {"n": 7}}])
def test_a_notice_that_does_not_fit_makes_a_process_read(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    async def scene(hall: Hall, live: Live, _: Onlooker) -> None:
        hall.hear({**await notice_of(hall, live), **wrong})
        await settled(hall)
        assert live.table.n == 1

    behind(tmp_path, scene)


def test_a_table_that_nobody_uses_here_is_forgotten_when_it_changes_elsewhere(
    tmp_path: Path,
) -> None:
    async def scene(hall: Hall, live: Live, onlooker: Onlooker) -> None:
        notice = await notice_of(hall, live)
        hall.part(live, onlooker)
        await settled(hall)
        hall.hear(notice)
        await settled(hall)
        assert await hall.get(live.table.id) is live, "somebody has asked for it a moment ago"
        live.used -= halls.FOLLOWED_SECONDS + 1
        hall.hear(notice)
        assert (await hall.get(live.table.id)).table.n == 1
        assert await hall.get(live.table.id) is not live

    behind(tmp_path, scene)
