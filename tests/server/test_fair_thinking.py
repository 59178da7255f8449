"""Bots that a person waits for think first, everybody has a share, and trees have a bound."""

from __future__ import annotations

import asyncio
import time

from cattery import Match, players
from cattery.players import Seat
from cattery.players.thinker import Thinker
from cattery.server.thinking.bots import PATIENCE, Thought, _think, tree_bytes
from cattery.server.thinking.places import Place, Rank, ThinkingPlaces
from server.conftest import StartServer
from server.running import Browser

PLAYED, WATCHED, EMPTY = Rank.PLAYED, Rank.WATCHED, Rank.EMPTY


class Order:
    """Tables that ask for a place to think, and in what order they get it."""

    def __init__(self, cores: int) -> None:
        self.places = ThinkingPlaces(cores)
        self.got: list[str] = []
        self.held: list[Place] = []

    def ask(self, name: str, rank: Rank, owner: str) -> asyncio.Task[None]:
        async def think() -> None:
            self.held.append(await self.places.take(lambda: rank, owner))
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
