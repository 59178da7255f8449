"""A seat's link belongs to the one who made it, and a browser's token comes from the server."""

from __future__ import annotations

import asyncio
import secrets

import httpx
import pytest

from server.conftest import StartServer
from server.running import Browser, Server, match_of_two


async def _link(browser: Browser, table: str, seat: int) -> str:
    made = await browser.post(f"/api/tables/{table}/seats/{seat}/link")
    return str(made["path"]).removeprefix("#/seat/")


def test_a_link_dies_when_its_maker_gets_up(server: Server) -> None:
    async def scene() -> None:
        host, guest, thief = Browser(server), Browser(server), Browser(server)
        table = await host.new_table("me", "open", auto_start=False)
        await guest.post(f"/api/tables/{table}/join", {"seat": 1})
        old = await _link(guest, table, 1)
        async with guest.at(table) as line:
            await line.do("leave", seat=1)
        other = Browser(server)
        await other.post(f"/api/tables/{table}/join", {"seat": 1})
        await thief.post("/api/seat", {"token": old}, status=404)
        assert (await other.get(f"/api/tables/{table}"))["table"]["you"] == [1]

    asyncio.run(scene())


def test_a_link_does_not_come_to_life_again(server: Server) -> None:
    """Not even when its maker sits down once more."""

    async def scene() -> None:
        host, guest = Browser(server), Browser(server)
        table = await host.new_table("me", "open", auto_start=False)
        await guest.post(f"/api/tables/{table}/join", {"seat": 1})
        old = await _link(guest, table, 1)
        async with guest.at(table) as line:
            await line.do("leave", seat=1)
            await line.do("sit", seat=1)
        await Browser(server).post("/api/seat", {"token": old}, status=404)

    asyncio.run(scene())


def test_a_host_cannot_hoard_links(server: Server) -> None:
    """Links made while the chairs were the host's own open none once others sit there."""

    async def scene() -> None:
        host, other_phone = Browser(server), Browser(server)
        table = await host.new_table("me", "device", auto_start=False)
        hoard = [await _link(host, table, seat) for seat in (1, 1)]
        async with host.at(table) as line:
            await line.do("leave", seat=1)
        guest = Browser(server)
        await guest.post(f"/api/tables/{table}/join", {"seat": 1})
        for token in hoard:
            await other_phone.post("/api/seat", {"token": token}, status=404)
        assert (await guest.get(f"/api/tables/{table}"))["table"]["you"] == [1]

    asyncio.run(scene())


def test_there_is_one_link_per_seat(server: Server) -> None:
    async def scene() -> None:
        host, phone = Browser(server), Browser(server)
        table = await host.new_table("me", "open")
        first, second = await _link(host, table, 0), await _link(host, table, 0)
        await phone.post("/api/seat", {"token": first}, status=404)
        await phone.post("/api/seat", {"token": second})
        await phone.post("/api/seat", {"token": second}, status=404)

    asyncio.run(scene())


def test_a_link_ends_after_a_while(start: StartServer) -> None:
    server = start(link_minutes=0.01)

    async def scene() -> None:
        host = Browser(server)
        table = await host.new_table("me", "open")
        token = await _link(host, table, 0)
        await asyncio.sleep(1)
        await Browser(server).post("/api/seat", {"token": token}, status=404)

    asyncio.run(scene())


def test_whoever_loses_a_seat_is_told(server: Server) -> None:
    async def scene() -> None:
        one, other, phone = Browser(server), Browser(server), Browser(server)
        async with match_of_two(one, other) as (table, lines):
            token = await _link(one, table, 0)
            await phone.post("/api/seat", {"token": token})
            told = await lines[0].until("seat_moved")
            assert told["seat"] == 0
            await lines[0].until_table(you=[])
            assert not [m for m in lines[1].heard if m["type"] == "seat_moved"]

    asyncio.run(scene())


# --- tokens


@pytest.mark.parametrize(
    "made_up",
    ["A" * 43, secrets.token_urlsafe(32), "x.y", ""],
    ids=["letters", "shaped like one", "two parts", "nothing"],
)
def test_a_token_that_the_server_never_made_is_nobodys(server: Server, made_up: str) -> None:
    with httpx.Client(base_url=server.base, headers={"Cookie": f"cattery={made_up}"}) as client:
        answer = client.get("/api/me")
        (given,) = answer.cookies.jar
        assert given.value not in (made_up, None)
        assert answer.headers["cache-control"] == "no-store"
        client.headers["Cookie"] = f"{given.name}={given.value}"
        assert "set-cookie" not in client.get("/api/me").headers
        client.headers["Cookie"] = f"{given.name}={given.value[:-1]}{'AB'[given.value[-1] == 'A']}"
        assert "set-cookie" in client.get("/api/me").headers


def test_the_other_devices_are_forgotten(server: Server) -> None:
    """A new token takes all seats along; the old one is worth nothing any more."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other) as (table, lines):
            copied = Browser(server, one.token)
            assert (await copied.get(f"/api/tables/{table}"))["table"]["you"] == [0]
            answer = await one.http.post("/api/me/token")
            assert answer.status_code == 204
            assert answer.headers["cache-control"] == "no-store"
            (cookie,) = answer.cookies.jar
            assert cookie.value is not None
            renewed = Browser(server, cookie.value)
            assert (await copied.get(f"/api/tables/{table}"))["table"]["you"] == []
            assert (await renewed.get(f"/api/tables/{table}"))["table"]["you"] == [0]
            assert (await renewed.get("/api/tables/mine"))["tables"][0]["id"] == table
            await lines[0].until_table(you=[])
            assert await lines[0].refused("resign", seat=0) == "not_your_seat"
            async with renewed.at(table) as line:
                await line.do("resign", seat=0)

    asyncio.run(scene())


def test_over_tls_the_cookie_is_bound_to_the_host(server: Server) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    answer = httpx.get(f"{server.base}/api/me", headers=forwarded)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-cattery")
    for part in ("secure", "httponly", "path=/;", "samesite=lax"):
        assert part in cookie.lower() + ";"
    assert "domain" not in cookie.lower()


def test_what_carries_identity_is_not_kept(server: Server) -> None:
    async def scene() -> None:
        host = Browser(server)
        table = await host.new_table("me", "open")
        for answer in (
            await host.http.get("/api/me"),
            await host.http.get("/api/tables/mine"),
            await host.http.get(f"/api/tables/{table}"),
            await host.http.post(f"/api/tables/{table}/seats/0/link"),
            await host.http.get("/api/bests"),
        ):
            assert answer.is_success, answer.text
            assert answer.headers["cache-control"] == "no-store"

    asyncio.run(scene())
