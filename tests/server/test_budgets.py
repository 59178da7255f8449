"""What is asked for over HTTP is paid: every route takes from a budget of its own, or is on a list
that says why it needs none but that of all requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from cattery.server import wire
from cattery.server.api.open_list import OpenList
from cattery.server.app import create_app
from cattery.server.net import addresses
from cattery.server.net.rates import Asker, Buckets
from cattery.server.refusals import TooFast
from cattery.server.settings import RateLimit, RequestLimits, Settings
from cattery.server.storage.store import Row
from cattery.server.tables.hall import Hall
from cattery.server.tables.live import now_ms
from cattery.server.tables.opening import open_table
from server.conftest import StartServer
from server.running import GENEROUS, Browser
from server.test_clock_jumps import in_hall, new_table

SEAT = {"name": "Mici"}
COMMAND = {"type": "command", "id": "1", "n": 0, "do": {"type": "start"}}
NEW = {"game": "huupp", "seats": [{"who": "me"}, {"who": "open"}]}
PLACE = {"table_id": "abcdef", "name": "huupp", "seat": "0", "number": "0", "block": "0"}
PLACE |= {"lang": "en", "version": "1"}

PAID: dict[str, Any] = {  # route: a body that it takes
    "POST /api/tables": NEW,
    "POST /api/quick": {"game": "huupp"},
    "GET /api/me": None,
    "GET /api/bests": None,
    "GET /api/games/{name}/daily": None,
    "GET /api/tables/{table_id}/compare": None,
    "GET /api/tables": None,
    "GET /api/tables/mine": None,
    "GET /api/tables/{table_id}": None,
    "POST /api/tables/{table_id}/join": SEAT,
    "POST /api/tables/{table_id}/commands": COMMAND,
    "POST /api/tables/{table_id}/seats/{seat}/link": None,
    "POST /api/seat": {"token": "x" * 43},
    "POST /api/me/token": None,
    "GET /api/qr.svg": None,
    "GET /api/games/{name}/picture.svg": None,
    "GET /api/games/{name}/diagrams": None,
    "POST /api/games/{name}/lesson": {"step": 0},
    "POST /api/games/{name}/lesson/preview": {"step": 0, "move": "0"},
    "POST /api/games/{name}/puzzles/{number}": {},
    "POST /api/games/{name}/puzzles/{number}/answer": {"move": "0"},
    "POST /api/games/{name}/puzzles/{number}/preview": {"move": "0"},
    "POST /api/games/{name}/daily": SEAT,
    "GET /api/tables/{table_id}/match": None,
    "GET /api/tables/{table_id}/verify": None,
    "GET /api/tables/{table_id}/replay": None,
    "POST /api/verify": {"text": "{}"},
    "POST /api/replay": {"text": "{}"},
    "GET /api/tables/{table_id}/picture": None,
    "GET /api/tables/{table_id}/seen": None,
    "POST /api/tables/{table_id}/analysis": None,
    "POST /api/tables/{table_id}/seats/{seat}/hint": None,
}
FREE = {
    "GET /healthz": "one look at the database a second, however many ask",
    "GET /metrics": "for the host alone",
    "GET /api/words/{lang}": "kept in memory",
    "GET /api/invite": "a list of addresses",
    "POST /api/invite": "for the host alone, and once",
    "GET /api/games": "made of facts in memory",
    "GET /api/games/{name}": "made of facts in memory",
    "GET /api/games/{name}/rules/{lang}": "a small file",
    "GET /api/games/{name}/words/{lang}": "kept in memory",
    "GET /api/games/{name}/art.svg": "a small file",
    "GET /api/games/{name}/moves": "made once",
    "GET /api/games/{name}/moves/{version}/{block}": "made once",
    "GET /api/games/{name}/puzzles": "kept in memory",
    "GET /api/keys": "kept in memory",
    "DELETE /api/bests": "one statement",
    "PUT /api/bests/{table_id}": "one statement",
    "DELETE /api/bests/{table_id}": "one statement",
}


def test_every_route_is_on_a_list(tmp_path: Path) -> None:
    app = create_app(Settings(database=str(tmp_path / "tables.db")))
    found = [
        f"{method.upper()} {path}"
        for path, methods in app.openapi()["paths"].items()
        for method in methods
    ]
    assert sorted(found) == sorted([*PAID, *FREE])


class Empty(Buckets):
    """Buckets in which nothing is left."""

    def __init__(self) -> None:
        super().__init__(RateLimit(0.001, 0), 1)

    def account(self, asker: Asker) -> Any:
        raise TooFast

    def check_one(self, key: str) -> None:
        raise TooFast


@pytest.mark.parametrize("route", PAID)
def test_what_costs_something_is_paid(tmp_path: Path, route: str) -> None:
    """Where nothing is left, nothing is done, not even looked whether the table is there."""
    app = create_app(Settings(database=str(tmp_path / "tables.db")))
    state, (method, _, path) = app.state, route.partition(" ")
    state.analysis_jobs = state.hints = state.long_work = None

    async def ask() -> int:
        await state.hall.store.open()
        await state.browsers.open()
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await client.get("/api/me")
            for budget in vars(state.rates):
                if budget != "requests":
                    setattr(state.rates, budget, Empty())
            answer = await client.request(
                method, path.format(**PLACE), json=PAID[route], params={"text": "x"}
            )
        await state.hall.store.close()
        return answer.status_code

    assert asyncio.run(ask()) == TooFast.status


@pytest.mark.parametrize("path", ["/api/verify", "/api/replay"])
def test_a_long_body_is_paid_before_it_is_read(tmp_path: Path, path: str) -> None:
    limits = RequestLimits(heavy=RateLimit(0.001, 1), crowd=1)
    app = create_app(Settings(database=str(tmp_path / "tables.db"), limits=limits))

    async def scene() -> list[int]:
        await app.state.hall.store.open()
        await app.state.browsers.open()
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            bodies = [b"[" * 5000, _never_read()]
            answers = [await client.post(path, content=body) for body in bodies]
        await app.state.hall.store.close()
        return [answer.status_code for answer in answers]

    assert asyncio.run(scene()) == [422, 429]


async def _never_read() -> AsyncIterator[bytes]:
    pytest.fail("the body was read")
    yield b""


@pytest.mark.parametrize("by_socket", [True, False])
def test_a_rematch_is_a_new_table(start: StartServer, by_socket: bool) -> None:
    """It takes from the same budget."""
    limits = replace(GENEROUS, new_tables=RateLimit(0.001, 2))
    server = start(limits=limits)

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table("me", "device")
        for refused in (False, True):
            async with browser.at(table) as line:
                await line.do("start")
                await line.do("resign", seat=0)
                do = {"type": "rematch"}
                if by_socket:
                    answer = await line.ask(do)
                else:
                    command = {"type": "command", "id": "r", "n": line.n, "do": do}
                    answer = (
                        await browser.http.post(f"/api/tables/{table}/commands", json=command)
                    ).json()
                assert (answer.get("code") == "too_fast") is refused
                table = table if refused else answer["table"]

    asyncio.run(scene())


def test_the_open_list_is_looked_up_once_a_second(tmp_path: Path) -> None:
    """For all who ask, unless something changes here."""

    async def scene(hall: Hall) -> None:
        looks, look = [], hall.store.open_tables

        async def counted(limit: int) -> list[Row]:
            looks.append(limit)
            return await look(limit)

        hall.store.open_tables = counted  # type: ignore[method-assign]
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="open")]
        listed = wire.NewTable(game="huupp", seats=seats, listed=True)
        open_list, paid = OpenList(hall), list[float]()
        first = (await hall.create(open_table(listed, "me", now_ms()))).table.id
        own, *others = await asyncio.gather(
            *(open_list.seen_by(who, "en", paid.append) for who in ("me", "you", None) * 20)
        )
        assert [(card["id"], card["you"]) for card in own] == [(first, [0])]
        assert [card["you"] for card in others[0]] == [[]]
        assert (len(looks), len(paid)) == (1, 1)
        second = (await hall.create(open_table(listed, "me", now_ms()))).table.id
        seen = await open_list.seen_by(None, "en", paid.append)
        assert [card["id"] for card in seen] == [second, first]
        await asyncio.sleep(1.1)
        await open_list.seen_by(None, "en", paid.append)
        assert len(looks) == 3

    in_hall(tmp_path, scene)


def test_a_browser_has_so_many_tables(start: StartServer) -> None:
    """Of more its oldest finished ones go; where none is finished, no more can be opened."""
    server = start(limits=replace(GENEROUS, tables_per_browser=3))

    async def finished(browser: Browser) -> str:
        table = await browser.new_table("me", "device")
        async with browser.at(table) as line:
            await line.do("start")
            await line.do("resign", seat=0)
        return table

    async def scene() -> None:
        browser, other = Browser(server), Browser(server)
        ended = [await finished(browser) for _ in range(3)]
        kept = [await browser.new_table() for _ in range(2)]
        await browser.get(f"/api/tables/{ended[0]}", status=404)
        await browser.get(f"/api/tables/{ended[1]}", status=404)
        await browser.get(f"/api/tables/{ended[2]}")
        kept.append(await browser.new_table())
        wish = {"game": "huupp", "seats": [{"who": "me"}, {"who": "open"}]}
        problem = await browser.post("/api/tables", wish, status=409)
        assert problem["code"] == "too_many_tables"
        assert "3" in problem["text"]
        await other.new_table()
        for table in kept:
            await browser.get(f"/api/tables/{table}")

    asyncio.run(scene())


def test_a_link_that_is_guessed_is_paid_by_the_address(tmp_path: Path) -> None:
    """A new browser for each guess has no new budget."""
    limits = RequestLimits(heavy=RateLimit(0.001, 1), crowd=2)
    app = create_app(Settings(database=str(tmp_path / "tables.db"), limits=limits))

    async def scene() -> list[int]:
        await app.state.hall.store.open()
        await app.state.browsers.open()
        transport = httpx.ASGITransport(app)
        statuses = []
        for _ in range(4):
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost"
            ) as client:
                answer = await client.post("/api/seat", json={"token": "x" * 43})
                statuses.append(answer.status_code)
        await app.state.hall.store.close()
        return statuses

    assert asyncio.run(scene())[2:] == [429, 429]


def test_an_address_gets_so_many_tokens(tmp_path: Path) -> None:
    """Each has a share of its own; who has one is let in however many newcomers come."""
    limits = RequestLimits(newcomers=RateLimit(0.001, 3))
    app = create_app(Settings(database=str(tmp_path / "tables.db"), limits=limits))

    async def scene() -> list[int]:
        await app.state.hall.store.open()
        await app.state.browsers.open()
        transport = httpx.ASGITransport(app)
        clients = [
            httpx.AsyncClient(transport=transport, base_url="http://localhost") for _ in range(4)
        ]
        statuses = [(await client.get("/api/me")).status_code for client in clients]
        statuses += [(await clients[0].get("/api/me")).status_code for _ in range(5)]
        await app.state.hall.store.close()
        return statuses

    assert asyncio.run(scene()) == [200, 200, 200, 429, *[200] * 5]


def test_a_code_is_drawn_once() -> None:
    addresses.qr_svg.cache_clear()
    drawn = addresses.qr_svg("https://cats.example.org/#/t/abcdef")
    assert b"<svg" in drawn
    assert addresses.qr_svg("https://cats.example.org/#/t/abcdef") is drawn


def test_health_is_looked_at_once_a_second(tmp_path: Path) -> None:
    """However many ask, also while it is looked at."""

    async def scene(hall: Hall) -> None:
        looks, count = [], hall.store.count_tables

        async def counted() -> int:
            looks.append(now_ms())
            return await count()

        hall.store.count_tables = counted  # type: ignore[method-assign]
        await new_table(hall)
        assert await asyncio.gather(*(hall.check_database() for _ in range(50))) == [1] * 50
        assert await hall.check_database() == 1
        assert len(looks) == 1
        await asyncio.sleep(1.1)
        assert await hall.check_database() == 1
        assert len(looks) == 2

    in_hall(tmp_path, scene)


def test_a_table_that_is_loaded_for_somebody_is_paid(tmp_path: Path) -> None:
    """Its log is played again; one that is in memory costs nothing."""

    async def scene(hall: Hall) -> None:
        table_id = (await new_table(hall)).table.id
        await new_table(hall)
        paid: list[float] = []
        await hall.get(table_id, paid.append)
        assert len(paid) == 1
        assert paid[0] > 0
        await hall.get(table_id, paid.append)
        assert len(paid) == 1

    in_hall(tmp_path, scene, tables_in_memory=1)
