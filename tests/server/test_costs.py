"""Who asks pays: shared snapshots, bounded logs, budgets by browser and address."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi import Request
from websockets.exceptions import ConnectionClosed

from cattery.errors import BadFile, CatteryError
from cattery.match import Match
from cattery.server import wire
from cattery.server.api import replay
from cattery.server.api.long_work import LONG_TEXT, LongWork
from cattery.server.api.long_work import MOST_WAITING as MOST_WORK_WAITING
from cattery.server.api.tables import one_table
from cattery.server.net.guard import address
from cattery.server.net.guard import asker as guard_asker
from cattery.server.net.rates import (
    DEPOSIT,
    LONGEST_WAIT,
    MOST_WAITING,
    STRANGERS,
    Asker,
    Buckets,
    Rates,
)
from cattery.server.net.socket import MESSAGE_SECONDS, Connection, TableSocket
from cattery.server.refusals import Busy, TooFast, TooLong
from cattery.server.settings import RateLimit, RequestLimits
from cattery.server.storage.writing import RowChange
from cattery.server.tables import commands, views
from cattery.server.tables.hall import COUNTED_SECONDS, Hall
from cattery.server.tables.live import Live, now_ms
from cattery.server.tables.opening import open_table
from cattery.server.tables.table import Outcome, Table
from cattery.server.tables.views import Eyes
from server.conftest import StartServer
from server.running import Browser
from server.test_catching_up import Onlooker
from server.test_clock_jumps import in_hall

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


def test_a_snapshot_is_made_once_per_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look, and however long the log is; a change makes it anew."""
    made, view = [], Match.view
    monkeypatch.setattr(Match, "view", lambda *args: made.append(args) or view(*args))
    table = _table()
    _waver(table, random.Random(1), 120)
    eyes = Eyes((), (), "en", False)
    first = views.snapshot(table, eyes, NOW, 0)
    for _ in range(10):
        assert views.snapshot(table, eyes, NOW, 0) == first
    assert len(made) == 1
    seat = table.waiting[0] if table.waiting else 0
    commands.do(table, ME, table.n, wire.Resign(type="resign", seat=seat), NOW)
    assert views.snapshot(table, eyes, NOW, 0) != first
    assert len(made) == 2


def test_nobody_grows_a_log_by_taking_back() -> None:
    """However many seats one has: what may be undone is shared out to them."""
    table, rng = _table(), random.Random(1)
    with pytest.raises(TooLong):
        _waver(table, rng, commands.LONGEST_LOG)
    assert table.n < 2.5 * commands.MOST_UNDONE
    match = table.match
    assert match is not None
    undone = [seat for seat in range(2) if match.can_undo(seat)]
    assert sum(entry.kind == "undo" for entry in match.log) <= commands.MOST_UNDONE
    assert undone
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
    for pupil in range(12):
        for _ in range(5):
            buckets.check(Asker("school", f"pupil {pupil}"))
    with pytest.raises(TooFast):
        buckets.check(Asker("school", "pupil 0"))
    for modest in range(38):  # though the others have had all that is there for those who ask much
        buckets.check(Asker("school", f"modest {modest}"))
    for made_up in range(2):  # tokens are to be had for nothing, but the address pays, too
        buckets.check(Asker("school", f"made up {made_up}"))
    with pytest.raises(TooFast):
        buckets.check(Asker("school", "one more"))
    buckets.check(Asker("elsewhere", "one more"))


def test_those_without_a_token_get_little_and_leave_the_rest_to_others() -> None:
    buckets = Buckets(RateLimit(per_second=0.001, burst=5), crowd=10)
    for _ in range(5 * STRANGERS):
        buckets.check(Asker("school"))
    with pytest.raises(TooFast):
        buckets.check(Asker("school"))
    for pupil in range(8):
        for _ in range(5):
            buckets.check(Asker("school", f"pupil {pupil}"))


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


def test_what_is_owed_is_not_forgiven() -> None:
    """Who owes much is refused, however many ask and however long they wait; of others a few
    wait at a time. What is refused adds nothing to the debt."""

    async def scene() -> None:
        work = Buckets(RateLimit(per_second=1, burst=0.1), crowd=10)
        greedy, late = Asker("school", "greedy"), Asker("school", "late")
        work.spend(greedy, LONGEST_WAIT + 1)
        work.spend(late, 0.3)

        async def ask(asker: Asker) -> bool:
            try:
                await work.wait(asker, DEPOSIT)
            except TooFast:
                return False
            return True

        assert not any(await asyncio.gather(*(ask(greedy) for _ in range(500))))
        assert LONGEST_WAIT < work.account(greedy).owed() < LONGEST_WAIT + 1
        assert sum(await asyncio.gather(*(ask(late) for _ in range(500)))) == MOST_WAITING

    asyncio.run(scene())


@pytest.mark.parametrize("debt", [3.0, 1000.0])
def test_nobody_waits_for_the_neighbours_debt(debt: float) -> None:
    """Whoever has had little goes on, whatever others behind the same address owe; and who has had
    a little more waits for no more than that."""

    async def scene() -> None:
        work = Buckets(RateLimit(per_second=1, burst=1), crowd=10)
        for greedy in range(20):
            work.spend(Asker("school", f"greedy {greedy}"), debt)
        player = Asker("school", "player")
        began = time.monotonic()
        for _ in range(50):
            await work.wait(player, DEPOSIT)
            work.spend(player, 0.002 - DEPOSIT)
        assert time.monotonic() - began < 0.5
        work.spend(player, 0.15)
        owed = work.account(player).owed()
        assert 0 < owed < 1

    asyncio.run(scene())


def test_a_socket_that_owes_too_much_is_hung_up_on(tmp_path: Path) -> None:
    """It calls again later, instead of waiting for an answer."""

    async def scene(hall: Hall) -> None:
        rates = Rates(RequestLimits())
        live, ear = await _begun(hall), Ear()
        connection = _connection(hall, live, rates, ear)
        rates.work.spend(OURS, 100)
        await connection._hear({"type": "websocket.receive", "text": json.dumps(HELLO)})
        assert connection._ended is not None
        await connection._ended
        assert connection.eyes is None
        assert ear.heard == [{"type": "websocket.close", "code": 1013}]
        request = Request({"type": "http", "client": (OURS.address, 1), "headers": []})
        request.scope["browser"] = OURS.browser
        with pytest.raises(TooFast):
            await one_table(request, hall, rates, live.table.id, None, "en")

    in_hall(tmp_path, scene)


class Ear:
    """A connection's other end, which only listens."""

    flows = True

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def write(self, messages: list[bytes]) -> None:
        self.heard += map(orjson.loads, messages)

    async def send(self, message: Any) -> None:
        self.heard.append(message)


OURS = Asker("192.0.2.1", "browser")


def _connection(hall: Hall, live: Live, rates: Rates, ear: Ear) -> Connection:
    return Connection(hall, rates, live, ME, OURS, ear.send, ear)  # type: ignore[arg-type]


async def _begun(hall: Hall) -> Live:
    """A match of two seats on one device, in a hall."""
    hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
    seats = [wire.SeatWish(who="me"), wire.SeatWish(who="device")]
    new = wire.NewTable(game="huupp", seats=seats, options={"first": "0"})
    live = await hall.create(open_table(new, ME, now_ms()))
    start = wire.Command(type="command", id="start", n=0, do=wire.Start(type="start"))
    await hall.command(live, ME, start)
    return live


HELLO = {"type": "hello"}
PREVIEW = {"type": "preview", "seat": 0, "move": 0}
ASKED = {
    "hello": HELLO,
    "ping": {"type": "ping"},
    "preview": {"type": "command", "id": "1", "n": 0, "do": PREVIEW},
    "a move that isn't one": {"type": "command", "id": "1", "n": 0, "do": {**PREVIEW, "move": "?"}},
}


@pytest.mark.parametrize("asked", ASKED)
def test_every_message_is_paid(tmp_path: Path, asked: str) -> None:
    """By all connections of a browser and of its address together: who owes waits, and what is
    done for somebody is owed."""

    async def scene(hall: Hall) -> None:
        rates = Rates(RequestLimits(work=RateLimit(per_second=1, burst=0.001), crowd=1))
        ear = Ear()
        connection = _connection(hall, await _begun(hall), rates, ear)
        message = {"type": "websocket.receive", "text": json.dumps(ASKED[asked])}
        await connection._hear({**message, "text": json.dumps(HELLO)})
        spent, account = [], connection._work
        owed, spend = account.owed, account.spend
        account.owed = lambda deposit=0.0: spent.append(deposit) or owed(deposit)  # type: ignore[assignment,func-returns-value]
        account.spend = lambda cost: spent.append(cost) or spend(cost)  # type: ignore[assignment,func-returns-value]
        await connection._hear(message)
        assert len(spent) == 2
        assert sum(spent) >= 0.9 * MESSAGE_SECONDS
        rates.work.spend(OURS, 0.3)
        began = time.monotonic()
        await connection._hear(message)
        assert time.monotonic() - began >= 0.25

    in_hall(tmp_path, scene)


def test_what_was_told_is_paid(tmp_path: Path) -> None:
    """A command's cost is all that it took of the loop; refusals are worked out, too."""

    async def scene(hall: Hall) -> None:
        live, paid = await _begun(hall), []
        move = wire.Play(type="play", seat=0, move="k c3")
        command = wire.Command(type="command", id="1", n=0, do=move)
        await hall.command(live, ME, command, paid.append)
        assert len(paid) == 2  # the move itself, and telling everybody
        wrong = command.model_copy(update={"id": "2", "n": 1})
        with pytest.raises(CatteryError):
            await hall.command(live, ME, wrong, paid.append)
        assert len(paid) == 3
        assert all(seconds > 0 for seconds in paid)

    in_hall(tmp_path, scene)


def test_what_others_did_meanwhile_is_not_paid(tmp_path: Path) -> None:
    """A machine may be busy: a command that had to wait for the processor costs what it took of
    it, one that has kept it busy costs all."""

    async def scene(hall: Hall) -> None:
        live = await _begun(hall)

        def sleep(table: Table, now: int) -> Outcome:
            time.sleep(0.3)
            return Outcome()

        def work(table: Table, now: int) -> Outcome:
            until = time.thread_time() + 0.2
            while time.thread_time() < until:
                pass
            return Outcome()

        paid: list[float] = []
        await hall.act(live, sleep, pay=paid.append)
        assert sum(paid) < 0.15
        paid.clear()
        await hall.act(live, work, pay=paid.append)
        assert sum(paid) >= 0.19

    in_hall(tmp_path, scene)


def test_whoever_waits_waits_in_line() -> None:
    """Of many who ask at once those who come later wait longer: they don't all come at once."""

    async def scene() -> None:
        work = Buckets(RateLimit(per_second=1, burst=0.001), crowd=10)
        arrived: list[float] = []

        async def ask() -> None:
            await work.wait(Asker("one", "browser"), 0.1)
            arrived.append(time.monotonic())

        await asyncio.gather(*(ask() for _ in range(4)))
        assert all(later - earlier > 0.05 for earlier, later in pairwise(arrived))

    asyncio.run(scene())


def test_a_table_asked_for_without_a_socket_is_paid(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        rates = Rates(RequestLimits(work=RateLimit(per_second=1, burst=0.001), crowd=1))
        live = await _begun(hall)
        request = Request({"type": "http", "client": (OURS.address, 1), "headers": []})
        rates.work.spend(Asker(OURS.address), 0.3)
        began = time.monotonic()
        await one_table(request, hall, rates, live.table.id, None, "en")
        assert time.monotonic() - began >= 0.25

    in_hall(tmp_path, scene)


def test_long_work_is_done_one_by_one_and_addresses_take_turns() -> None:
    """Whoever asks for much waits behind whoever asks once; and where too many wait, it is busy."""

    async def scene() -> None:
        work, done, at_once = LongWork(), [], []
        running = threading.Semaphore(1)

        def play_again(name: str) -> str:
            at_once.append(not running.acquire(blocking=False))
            time.sleep(0.02)
            running.release()
            done.append(name)
            return name

        asked = [work.json("greedy", play_again, f"greedy {k}") for k in range(MOST_WORK_WAITING)]
        greedy = [asyncio.create_task(one) for one in asked]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await work.json("greedy", play_again, "too much")
        assert await work.json("modest", play_again, "modest") == b'"modest"'
        assert done.index("modest") <= 2
        await asyncio.gather(*greedy)
        assert not any(at_once)
        assert len(done) == MOST_WORK_WAITING + 1
        work.close()

    asyncio.run(scene())


def test_a_long_match_is_played_again_in_a_process() -> None:
    """The answers and refusals are the same; one that breaks off is followed by another."""
    match, rng = Match.new("huupp", seed=1), random.Random(1)
    while len(match.log) < 1500:
        undoing = [seat for seat in range(2) if match.can_undo(seat)]
        if undoing:
            match.undo(undoing[0])
        else:
            seat = match.waiting[0]
            match.play(rng.choice(match.legal_actions(seat)), seat)
    text = match.save()
    assert len(text) > LONG_TEXT

    async def scene() -> None:
        work = LongWork()
        found = await work.json("one", replay.verdict, text, "en", set())
        assert orjson.loads(found) == replay.verdict(text, "en", set())
        assert work._worker is not None
        with pytest.raises(BadFile) as refused:
            await work.json("one", replay.from_text, text[:-20], None, "en")
        assert refused.value.text("hu")
        work._worker.kill()
        with pytest.raises(Busy):
            await work.json("one", replay.verdict, text, "en", set())
        assert await work.json("one", replay.verdict, text, "en", set()) == found
        process = work._worker._process
        work.close()
        assert await process.wait() != 0

    asyncio.run(scene())


def test_a_crowd_that_comes_and_goes_is_told_of_now_and_then(tmp_path: Path) -> None:
    """Players hear how many look on, but not of each of them."""

    async def scene(hall: Hall) -> None:
        live = await _begun(hall)
        player, hello = Onlooker(ME), wire.Hello(type="hello")
        await hall.greet(live, player, hello)
        player.heard.clear()
        for _ in range(50):
            visitor = Onlooker()
            await hall.greet(live, visitor, hello)
            hall.part(live, visitor)
        stays = Onlooker()
        await hall.greet(live, stays, hello)
        await asyncio.sleep(2 * COUNTED_SECONDS)
        told = [message["table"]["onlookers"] for message in player.heard]
        assert told[-1] == 1
        assert len(told) < 10
        hall.part(live, player)
        await asyncio.sleep(0.05)  # who plays and goes is told of at once
        assert not stays.heard[-1]["table"]["seats"][0]["here"]

    in_hall(tmp_path, scene)


def test_who_sits_down_looks_on_no_more(tmp_path: Path) -> None:
    """Everybody hears so at once, and of the next one who looks on."""

    async def scene(hall: Hall) -> None:
        hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="open")]
        new = wire.NewTable(game="huupp", seats=seats)
        live = await hall.create(open_table(new, ME, now_ms()))
        players, hello = [Onlooker(ME) for _ in range(4)], wire.Hello(type="hello")
        friend = Onlooker("a friend's browser")
        for each in (*players[:2], friend, *players[2:]):
            await hall.greet(live, each, hello)
        await asyncio.sleep(2 * COUNTED_SECONDS)
        assert {player.heard[-1]["table"]["onlookers"] for player in players} == {1}
        sit = wire.Command(type="command", id="1", n=0, do=wire.Sit(type="sit", seat=1))
        await hall.command(live, friend.device, sit)
        assert {player.heard[-1]["table"]["onlookers"] for player in players} == {0}
        await hall.greet(live, Onlooker(), hello)
        await asyncio.sleep(2 * COUNTED_SECONDS)
        assert {player.heard[-1]["table"]["onlookers"] for player in players} == {1}

    in_hall(tmp_path, scene)


def test_counting_onlookers_tells_nothing_that_is_not_yet_kept(tmp_path: Path) -> None:
    """A move that is being written isn't told along with how many look on."""

    async def scene(hall: Hall) -> None:
        live = await _begun(hall)
        player, hello = Onlooker(ME), wire.Hello(type="hello")
        await hall.greet(live, player, hello)
        await hall.greet(live, Onlooker(), hello)
        player.heard.clear()
        written, write = asyncio.Event(), hall.store.write

        async def slow_write(*changes: RowChange, **about: Any) -> None:
            await written.wait()
            await write(*changes, **about)

        hall.store.write = slow_write  # type: ignore[method-assign]
        move = wire.Play(type="play", seat=0, move="k c3")
        command = wire.Command(type="command", id="1", n=0, do=move)
        playing = asyncio.create_task(hall.command(live, ME, command))
        await asyncio.sleep(2 * COUNTED_SECONDS)
        assert player.heard == []
        written.set()
        await playing
        await asyncio.sleep(2 * COUNTED_SECONDS)
        assert [message["type"] for message in player.heard] == ["entry", "table"]
        assert player.heard[-1]["table"]["onlookers"] == 1

    in_hall(tmp_path, scene)


def test_whoever_plays_comes_before_those_who_look_on(tmp_path: Path) -> None:
    """However many of them wait for the table."""

    async def scene(hall: Hall) -> None:
        live, done = await _begun(hall), []

        async def look_on(k: int) -> None:
            await hall.greet(live, Onlooker(), wire.Hello(type="hello"))
            done.append(f"onlooker {k}")

        async def play() -> None:
            move = wire.Play(type="play", seat=0, move="k c3")
            await hall.command(live, ME, wire.Command(type="command", id="1", n=0, do=move))
            done.append("player")

        async with live.lock:
            looking = [asyncio.create_task(look_on(k)) for k in range(20)]
            await asyncio.sleep(0.01)
            playing = asyncio.create_task(play())
            await asyncio.sleep(0.01)
        await asyncio.gather(playing, *looking)
        assert done.index("player") <= 1

    in_hall(tmp_path, scene)


def test_sockets_count_as_requests(tmp_path: Path) -> None:
    """Whoever comes and goes all the time is asked to come later, before anything is looked up."""

    async def scene(hall: Hall) -> None:
        rates = Rates(RequestLimits(requests=RateLimit(per_second=0.001, burst=2), crowd=1))
        endpoint = TableSocket(hall, rates, None)  # type: ignore[arg-type]
        scope = {"type": "websocket", "client": (OURS.address, 1), "headers": []}

        async def receive() -> dict[str, str]:
            return {"type": "websocket.connect"}

        for _ in range(2):
            rates.requests.check(guard_asker(scope))
        ear = Ear()
        await endpoint(scope, receive, ear.send)  # type: ignore[arg-type]
        assert ear.heard == [{"type": "websocket.close", "code": 1013}]

    in_hall(tmp_path, scene)


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


def test_a_stranger_does_not_keep_out_who_is_invited(start: StartServer) -> None:
    """A browser has few places to look on, and so has an address with all its browsers: whoever
    comes to sit down finds one."""
    limits = RequestLimits()
    server = start(limits=limits)

    async def look_on(stack: AsyncExitStack, browser: Browser, table: str) -> bool:
        try:
            await stack.enter_async_context(browser.at(table))
        except ConnectionClosed:
            return False
        return True

    async def scene() -> None:
        table = await Browser(server).new_table("me", "open")
        async with AsyncExitStack() as stack:
            stranger = Browser(server, address="127.0.0.2")
            let_in = [await look_on(stack, stranger, table) for _ in range(12)]
            assert sum(let_in) == limits.onlookers_per_browser
            crowd = [Browser(server, address="127.0.0.2") for _ in range(12)]
            let_in = [await look_on(stack, one, table) for one in crowd]
            assert sum(let_in) == limits.onlookers_per_address - limits.onlookers_per_browser
            assert await look_on(stack, Browser(server), table)

    asyncio.run(scene())
