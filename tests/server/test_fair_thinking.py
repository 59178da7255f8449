"""Bots that a person waits for think first, everybody has a share, and trees have a bound."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cattery import Match, analysis, players
from cattery.players import Seat
from cattery.players.thinker import Thinker
from cattery.server import wire
from cattery.server.net.rates import Asker, Rates
from cattery.server.net.socket import Connection
from cattery.server.refusals import Busy
from cattery.server.settings import RequestLimits
from cattery.server.tables.hall import Hall
from cattery.server.tables.live import Live, now_ms
from cattery.server.tables.opening import open_table
from cattery.server.thinking import bots as thinking
from cattery.server.thinking.bots import PATIENCE, Bots, Thought, _think, tree_bytes
from cattery.server.thinking.hints import MOST_OF_ADDRESS, Hints
from cattery.server.thinking.places import Owner, Place, Rank, ThinkingPlaces
from server.conftest import StartServer
from server.running import Browser
from server.test_clock_jumps import in_hall
from server.test_costs import Ear

PLAYED, WATCHED, EMPTY = Rank.PLAYED, Rank.WATCHED, Rank.EMPTY


class Order:
    """Tables that ask for a place to think, and in what order they get it."""

    def __init__(self, cores: int) -> None:
        self.places = ThinkingPlaces(cores)
        self.got: list[str] = []
        self.held: list[Place] = []

    def ask(self, name: str, rank: Rank, owner: str, browser: str = "") -> asyncio.Task[None]:
        async def think() -> None:
            self.held.append(await self.places.take(lambda: rank, (owner, browser or owner)))
            self.got.append(name)

        return asyncio.create_task(think())

    async def end_one(self) -> None:
        if self.held:
            self.places.give_back(self.held.pop(0))
        await asyncio.sleep(0.002)


def test_tables_where_a_person_waits_come_first() -> None:
    async def scene() -> None:
        order = Order(1)
        for k in range(500):
            order.ask(f"alone {k}", EMPTY, "somebody")
        await asyncio.sleep(0.01)
        order.ask("watched", WATCHED, "guest")
        order.ask("played", PLAYED, "guest")
        await asyncio.sleep(0.01)
        # One that nobody sees, and beside it at once the one that a person waits for.
        assert order.got[:1] == ["alone 0"]
        assert "watched" in order.got[:3]
        for _ in range(3):
            await order.end_one()
        assert {"played", "watched"} <= set(order.got[:4])

    asyncio.run(scene())


def test_tables_without_people_never_fill_all_places() -> None:
    async def scene() -> None:
        order = Order(4)
        for k in range(20):
            order.ask(f"alone {k}", EMPTY, f"owner {k}")
        await asyncio.sleep(0.01)
        assert len(order.got) == 1

    asyncio.run(scene())


def test_every_owner_has_a_share() -> None:
    """Thirty tables of one address don't hold up the single one of another."""

    async def scene() -> None:
        order = Order(1)
        for k in range(30):
            order.ask(f"many {k}", PLAYED, "many")
        for _ in range(4):
            await asyncio.sleep(0.01)
            await order.end_one()
        order.ask("single", PLAYED, "single")
        await order.end_one()
        await order.end_one()
        assert "single" in order.got[-3:]
        assert len(order.got) < 15

    asyncio.run(scene())


def test_of_one_address_the_browser_that_has_had_least_comes_first() -> None:
    """Also before one of another address whose bots have thought longer."""

    async def scene() -> None:
        order, now = Order(1), time.monotonic()
        for k in range(2):
            order.ask(f"first {k}", PLAYED, "first")
        await asyncio.sleep(0.01)
        order.places._spent |= {"school": (10.0, now), "greedy": (9.0, now), "modest": (1.0, now)}
        order.ask("greedy", PLAYED, "school", "greedy")
        order.ask("modest", PLAYED, "school", "modest")
        order.ask("elsewhere", PLAYED, "elsewhere", "greedy")
        await asyncio.sleep(0.01)
        for _ in range(4):
            await order.end_one()
        assert order.got[2:] == ["elsewhere", "modest", "greedy"]

    asyncio.run(scene())


def test_a_rematch_is_the_same_peoples(tmp_path: Path) -> None:
    """Its bots think for the address for which those of the match before did."""

    async def scene(hall: Hall) -> None:
        hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="device")]
        new = wire.NewTable(game="huupp", seats=seats)
        live = await hall.create(open_table(new, "me", now_ms()))
        live.opened_from = "192.0.2.1"
        for k, do in enumerate(
            (
                wire.Start(type="start"),
                wire.Resign(type="resign", seat=0),
                wire.Rematch(type="rematch"),
            )
        ):
            command = wire.Command(type="command", id=str(k), n=live.table.n, do=do)
            done = await hall.command(live, "me", command)
        again = await hall.get(str(done.outcome.table))
        assert again is not live
        assert again.opened_from == "192.0.2.1"

    in_hall(tmp_path, scene)


def test_who_comes_first_to_a_table_from_before_a_restart_is_its_owner(tmp_path: Path) -> None:
    """If the table is theirs."""

    async def scene(hall: Hall) -> None:
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="open")]
        new = wire.NewTable(game="huupp", seats=seats)
        live = await hall.create(open_table(new, "me", now_ms()))
        rates = Rates(RequestLimits())
        for device, address in (
            ("stranger", "192.0.2.9"),
            ("me", "192.0.2.1"),
            ("me", "192.0.2.2"),
        ):
            ear = Ear()
            connection = Connection(
                hall,
                rates,
                live,
                device,
                Asker(address, device),
                ear.send,
                ear,  # type: ignore[arg-type]
            )
            await connection._hear({"type": "websocket.receive", "text": '{"type":"hello"}'})
        assert live.opened_from == "192.0.2.1"

    in_hall(tmp_path, scene)


def test_whoever_gives_up_waiting_blocks_nobody() -> None:
    async def scene() -> None:
        order = Order(1)
        tasks = [order.ask(f"{k}", PLAYED, "one") for k in range(6)]
        await asyncio.sleep(0.01)
        for task in tasks[2:5]:
            task.cancel()
        for _ in range(3):
            await order.end_one()
        assert order.got == ["0", "1", "5"]
        assert order.places.waiting == 0

    asyncio.run(scene())


def test_a_bot_that_has_waited_long_plays_what_it_has() -> None:
    match = Match.new("huupp", seed=1)
    seat = match.waiting[0]
    player = players.make("think:60s", match.game)
    thought = Thought(seat, 0, 1, Seat.of(match, seat), player, hurried=True)
    began = time.monotonic()
    match.play(_think(thought), seat)
    assert time.monotonic() - began < PATIENCE


# --- tables of bots in a hall


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.01)
    pytest.fail("nothing happened")


async def _bots_alone(hall: Hall, *, watched: bool = False) -> Live:
    """A table of two bots that somebody has opened; they begin to think."""
    hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
    seats = [wire.SeatWish(who="bot", bot="level:1")] * 2
    live = await hall.create(open_table(wire.NewTable(game="huupp", seats=seats), "me", now_ms()))
    live.opened_from = "192.0.2.1"
    if watched:
        live.elsewhere["another process"] = (frozenset(), 1, time.monotonic() + 60)
    start = wire.Command(type="command", id="start", n=0, do=wire.Start(type="start"))
    await hall.command(live, "me", start)
    return live


@pytest.mark.parametrize(("watched", "rank"), [(False, EMPTY), (True, WATCHED)])
def test_a_table_asks_for_its_place_by_who_is_there(
    tmp_path: Path, watched: bool, rank: Rank
) -> None:
    """And for whoever has opened it."""

    async def scene(hall: Hall) -> None:
        bots, asked = Bots(hall), []
        take = bots.places.take

        async def noted(rank: Callable[[], Rank], owner: Owner) -> Place:
            asked.append((rank(), owner))
            return await take(rank, owner)

        bots.places.take = noted  # type: ignore[method-assign]
        live = await _bots_alone(hall, watched=watched)
        await _until(lambda: live.table.n >= 2)
        live.table.head.seats[0].who = live.table.head.seats[1].who = "person"  # they stop
        assert set(asked) == {(rank, ("192.0.2.1", "me"))}
        bots.close()

    in_hall(tmp_path, scene)


def test_whoever_has_waited_for_a_place_is_in_a_hurry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[bool] = []

    def noted(thought: Thought) -> Any:
        hurried.append(thought.hurried)
        return _think(thought)

    monkeypatch.setattr(thinking, "_think", noted)

    async def scene(hall: Hall) -> None:
        bots = Bots(hall)
        live = await _bots_alone(hall)
        await _until(lambda: bool(hurried))
        monkeypatch.setattr(thinking, "PATIENCE", -1.0)
        await _until(lambda: hurried[-1])
        live.table.head.seats[0].who = live.table.head.seats[1].who = "person"
        assert hurried[0] is False
        bots.close()

    in_hall(tmp_path, scene)


def test_trees_of_the_longest_unused_are_given_back(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        bots, match = Bots(hall), Match.new("huupp", seed=1)
        minds = []
        for k in range(3):
            minds.append(bots._mind((f"table {k}", 0), "think:50", match.game))
            minds[-1].choose(Seat.of(match, match.waiting[0]))
        assert all(tree_bytes(mind) > 2**20 for mind in minds)
        bots._mind(("table 0", 0), "think:50", match.game)  # it is in use again
        held = [tree_bytes(mind) for mind in minds]
        assert (held[0] > 0, held[1], held[2] > 0) == (True, 0, True)
        bots.close()

    match = Match.new("huupp", seed=1)
    mind = players.make("think:50", match.game)
    mind.choose(Seat.of(match, match.waiting[0]))
    room = 2 * tree_bytes(mind) // 2**20 + 1  # megabytes: for two, not for three
    in_hall(tmp_path, scene, tree_megabytes=room)


def test_the_memory_of_trees_is_bounded(start: StartServer) -> None:
    """A tree's size is known, and a server with little room for trees plays on."""
    match = Match.new("huupp", seed=1)
    player = players.make("think:50", match.game)
    assert isinstance(player, Thinker)
    assert tree_bytes(player) == 0
    player.choose(Seat.of(match, match.waiting[0]))
    assert tree_bytes(player) > 2**20
    server = start(tree_megabytes=1, bot_delay=0)

    async def scene() -> None:
        browser = Browser(server)
        for _ in range(2):
            seats = [{"who": "me"}, {"who": "bot", "bot": "level:3"}]
            body = {"game": "huupp", "seats": seats, "options": {"first": "1"}}
            table = (await browser.post("/api/tables", body))["id"]
            async with browser.at(table) as line:
                await line.do("contribute", seat=0, text="x")
                await line.my_turn(0)

    asyncio.run(scene())


def test_hints_are_shared_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks from elsewhere comes next, however many of one address wait; a browser waits
    for two, and one after the other is thought about."""
    begun: list[str] = []
    at_once = threading.Semaphore(1)

    def think(knowledge: Seat, seconds: float) -> str:
        assert at_once.acquire(blocking=False)
        time.sleep(0.05)
        at_once.release()
        begun.append(str(knowledge))
        return str(knowledge)

    monkeypatch.setattr(analysis, "hint", think)

    async def scene(hall: Hall) -> None:
        hints = Hints(hall)

        async def ask(name: str, address: str, browser: str) -> Any:
            return await hints._advice((name, 0, 0), name, (address, browser))  # type: ignore[arg-type]

        greedy = [asyncio.create_task(ask(f"{k}", "school", f"pupil {k}")) for k in range(12)]
        two = [asyncio.create_task(ask(f"two {k}", "school", "twice")) for k in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(Busy):
            await ask("third", "school", "twice")
        same = asyncio.create_task(ask("two 0", "school", "twice"))  # the same question again
        assert await ask("elsewhere", "home", "me") == "elsewhere"
        assert begun.index("elsewhere") <= 2
        await asyncio.gather(*greedy, *two, same)
        assert len(begun) == 15
        many = [asyncio.create_task(ask(f"m {k}", "school", f"new {k}")) for k in range(40)]
        assert await ask("once more", "home", "me") == "once more"
        found = await asyncio.gather(*many, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in found) == 40 - MOST_OF_ADDRESS
        assert not hints._asked
        hints.close()

    in_hall(tmp_path, scene)
