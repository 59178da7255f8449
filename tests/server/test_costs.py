"""Who asks pays: shared snapshots, bounded logs, budgets by browser and address."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from cattery.match import Match
from cattery.server import wire
from cattery.server.net.guard import address
from cattery.server.net.rates import Asker, Buckets
from cattery.server.refusals import TooFast, TooLong
from cattery.server.settings import RateLimit, RequestLimits
from cattery.server.tables import commands, views
from cattery.server.tables.opening import open_table
from cattery.server.tables.table import Table
from cattery.server.tables.views import Eyes
from server.conftest import StartServer
from server.running import Browser

NOW, ME = 1_000_000, "me"


def _table() -> Table:
    """A match of two seats on one device, begun."""
    seats = [wire.SeatWish(who="me"), wire.SeatWish(who="device")]
    new = wire.NewTable(game="huupp", seats=seats, options={"first": "0"})
    table = open_table(new, ME, NOW)
    commands.do(table, ME, 0, wire.Start(type="start"), NOW)
    return table


def _play(table: Table, rng: random.Random) -> None:
    match = table.match
    assert isinstance(match, Match)
    seat = match.waiting[0]
    move = wire.Play(type="play", seat=seat, move=rng.choice(match.legal_actions(seat)))
    commands.do(table, ME, table.n, move, NOW)


def _waver(table: Table, rng: random.Random, times: int) -> None:
    """Play, and undo whatever can be undone."""
    for _ in range(times):
        match = table.match
        assert match is not None
        undoing = [seat for seat in range(2) if match.can_undo(seat)]
        if undoing:
            commands.do(table, ME, table.n, wire.Undo(type="undo", seat=undoing[0]), NOW)
        else:
            _play(table, rng)


def test_a_snapshot_is_made_once_per_state() -> None:
    """However many look, and however long the log is; a change makes it anew."""
    table = _table()
    _waver(table, random.Random(1), 120)
    eyes = Eyes((), (), "en", False)
    began = time.thread_time()
    first = views.snapshot(table, eyes, NOW, 0)
    once = time.thread_time() - began
    began = time.thread_time()
    for _ in range(10):
        assert views.snapshot(table, eyes, NOW, 0) == first
    assert (time.thread_time() - began) / 10 < once / 3
    seat = table.waiting[0] if table.waiting else 0
    commands.do(table, ME, table.n, wire.Resign(type="resign", seat=seat), NOW)
    assert views.snapshot(table, eyes, NOW, 0) != first


def test_nobody_grows_a_log_by_taking_back() -> None:
    table, rng = _table(), random.Random(1)
    with pytest.raises(TooLong):
        _waver(table, rng, commands.LONGEST_LOG)
    assert table.n < 2.5 * commands.MOST_UNDONE
    _play(table, rng)  # playing on is always possible


# --- budgets


def test_an_address_is_a_household() -> None:
    """All of an IPv6 network together; an old address in a new coat is the old one."""
    of = [address({"client": (f"2001:db8:0:7::{k:x}", 1)}) for k in range(300)]
    assert len(set(of)) == 1
    assert address({"client": ("2001:db8:0:8::1", 1)}) != of[0]
    assert address({"client": ("::ffff:192.0.2.1", 1)}) == address({"client": ("192.0.2.1", 1)})


def test_a_crowd_behind_one_address_is_served_and_a_greedy_browser_is_not() -> None:
    buckets = Buckets(RateLimit(per_second=0.001, burst=5), crowd=10)
    for pupil in range(9):
        for _ in range(5):
            buckets.check(Asker("school", f"pupil {pupil}"))
    with pytest.raises(TooFast):
        buckets.check(Asker("school", "pupil 0"))
    buckets.check(Asker("school", "pupil 9"))
    for made_up in range(4):  # tokens are to be had for nothing, but the address pays, too
        buckets.check(Asker("school", f"made up {made_up}"))
    with pytest.raises(TooFast):
        buckets.check(Asker("school", "one more"))
    buckets.check(Asker("elsewhere", "one more"))


def test_who_asks_for_much_waits() -> None:
    """And the neighbour behind the same address doesn't."""

    async def scene() -> None:
        work = Buckets(RateLimit(per_second=1, burst=0.1), crowd=10)
        work.spend(Asker("school", "greedy"), 0.4)
        began = time.monotonic()
        await work.wait(Asker("school", "modest"))
        assert time.monotonic() - began < 0.2
        await work.wait(Asker("school", "greedy"))
        assert time.monotonic() - began >= 0.25

    asyncio.run(scene())


def test_a_school_opens_its_tables(start: StartServer) -> None:
    """With the usual limits: 40 browsers behind one address, a table each, all connected."""
    server = start(limits=RequestLimits())

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(40):
                pupil = Browser(server)
                await stack.enter_async_context(pupil.at(await pupil.new_table()))

    asyncio.run(scene())


def test_whoever_has_a_seat_comes_in(start: StartServer) -> None:
    """However many look on: those find no place any more."""
    server = start(limits=RequestLimits(onlookers_per_table=3))

    async def scene() -> None:
        host, guest, stranger = Browser(server), Browser(server), Browser(server)
        table = await host.new_table("me", "open")
        await guest.post(f"/api/tables/{table}/join")
        async with AsyncExitStack() as stack:
            for _ in range(3):
                await stack.enter_async_context(stranger.at(table))
            with pytest.raises(ConnectionClosed):
                await stack.enter_async_context(stranger.at(table))
            async with host.at(table), guest.at(table), guest.at(table):
                pass

    asyncio.run(scene())
