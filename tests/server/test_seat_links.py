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
            renewed = await _renewed(one)
            assert (await one.get(f"/api/tables/{table}"))["table"]["you"] == [0], "not yet"
            assert (await renewed.get("/api/me"))["seats"] == 1
            assert (await copied.get(f"/api/tables/{table}"))["table"]["you"] == []
            assert (await renewed.get(f"/api/tables/{table}"))["table"]["you"] == [0]
            assert (await renewed.get("/api/tables/mine"))["tables"][0]["id"] == table
            await lines[0].until_table(you=[])
            assert await lines[0].refused("resign", seat=0) == "not_your_seat"
            async with renewed.at(table) as line:
                await line.do("resign", seat=0)

    asyncio.run(scene())


async def _renewed(browser: Browser) -> Browser:
    """A browser with the new token that this one was given; it hasn't come with it yet."""
    answer = await browser.http.post("/api/me/token")
    assert answer.status_code == 303
    assert answer.headers["location"] == "../me"
    assert answer.headers["cache-control"] == "no-store"
    (cookie,) = answer.cookies.jar
    assert cookie.value is not None
    return Browser(browser.base, cookie.value, browser.address)


def test_a_page_that_follows_has_its_new_token(server: Server) -> None:
    """As browsers do with such an answer."""

    async def scene() -> None:
        browser = Browser(server)
        await browser.new_table("me", "open")
        answer = await browser.http.post("/api/me/token", follow_redirects=True)
        assert answer.is_success
        assert "seats" in answer.json()

    asyncio.run(scene())


def test_an_answer_that_gets_lost_takes_nothing_away(server: Server) -> None:
    """Until a browser comes with its new token it has the old one; of two only one counts."""

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table("me", "open")
        lost = await _renewed(browser)
        assert (await browser.get(f"/api/tables/{table}"))["table"]["you"] == [0]
        kept = await _renewed(browser)
        assert (await kept.get("/api/me"))["seats"] == 1
        assert (await lost.get("/api/me"))["seats"] == 0
        assert (await kept.get(f"/api/tables/{table}"))["table"]["you"] == [0]

    asyncio.run(scene())


def test_all_of_a_browser_goes_along(server: Server) -> None:
    """Many tables, those that it only hosts, its links end; in the middle of a match nobody
    notices."""

    async def scene() -> None:
        one, guest = Browser(server), Browser(server)
        tables = [await one.new_table("me", "open") for _ in range(20)]
        hosted = await one.new_table("open", "open", auto_start=False)
        link = await _link(one, tables[0], 0)
        async with one.at(hosted), guest.at(tables[1]) as looking:
            renewed = await _renewed(one)
            assert (await renewed.get("/api/me"))["seats"] == 20
            for table in tables:
                assert (await renewed.get(f"/api/tables/{table}"))["table"]["you"] == [0]
                assert (await one.get(f"/api/tables/{table}"))["table"]["you"] == []
            async with renewed.at(hosted) as line, one.at(hosted) as old:
                assert await old.refused("set_seat", seat=0, who="bot") == "not_the_host"
                await line.do("set_seat", seat=0, who="bot")
            await guest.post(f"/api/tables/{tables[1]}/join", {"name": "Other"})
            await looking.until_table(you=[1])
        await guest.post("/api/seat", {"token": link}, status=404)

    asyncio.run(scene())


# --- over TLS

OVER_TLS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}


def _over_tls(server: Server, *cookies: str) -> httpx.Client:
    return httpx.Client(base_url=server.base, headers={**OVER_TLS, "Cookie": "; ".join(cookies)})


def _arrive(client: httpx.Client) -> tuple[str, int]:
    """The cookie with which a browser goes on from its first visit, and the seats it has then."""
    answer = client.get("/api/me")
    cookie = answer.headers.get("set-cookie", "").partition(";")[0]
    if answer.status_code == 303:
        assert answer.headers["location"] == "me?renewed=true"
        client.headers["Cookie"] += f"; {cookie}"
        answer = client.get("/api/me?renewed=true")
    return cookie, answer.json()["seats"]


def test_whoever_plants_a_cookie_gets_nothing_by_it(server: Server) -> None:
    """Another host of the site, or somebody in the network, gives a browser a token that he knows:
    it isn't taken for the browser's own, so nobody else sees what it will hold."""

    async def scene() -> None:
        attacker = Browser(server)
        bait = await attacker.new_table("me", "open")
        with _over_tls(server, attacker.cookie) as victim:
            table = victim.get(f"/api/tables/{bait}").json()["table"]
            assert table["you"] == [], "a cookie without TLS is nobody's"
            own, _ = _arrive(victim)
            assert own.startswith("__Host-")
            assert attacker.token not in own
            made = victim.post("/api/quick", json={"game": "huupp"}).json()["id"]
        assert (await attacker.get(f"/api/tables/{made}"))["table"]["you"] == []
        with _over_tls(server, attacker.cookie) as again:
            assert again.get(f"/api/tables/{made}").json()["table"]["you"] == []
        assert (await attacker.get("/api/me"))["seats"] == 0

    asyncio.run(scene())


def test_a_planted_cookie_takes_nothing_away(server: Server) -> None:
    """Neither from a browser that has its own already, nor from one that hasn't yet."""

    async def scene() -> None:
        attacker, before = Browser(server), Browser(server)
        await attacker.new_table("me", "open")
        old = await before.new_table("me", "open")
        with _over_tls(server, attacker.cookie, before.cookie) as victim:
            own, seats = _arrive(victim)
            assert seats == 2
            assert victim.get(f"/api/tables/{old}").json()["table"]["you"] == [0]
        planted = Browser(server)
        await planted.new_table("me", "open")
        with _over_tls(server, planted.cookie, own) as victim:
            assert "set-cookie" not in victim.get("/api/me").headers
            assert victim.get("/api/me").json()["seats"] == 2
        assert (await planted.get("/api/me"))["seats"] == 1

    asyncio.run(scene())


def test_a_token_that_was_read_on_the_way_holds_nothing_after_tls(server: Server) -> None:
    """Also where whoever read it has asked for a new one first, and not yet come with it."""

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table("me", "open")
        with _over_tls(server, browser.cookie) as moved, _over_tls(server, browser.cookie) as thief:
            stolen = thief.get("/api/me").headers["set-cookie"].partition(";")[0]
            assert _arrive(moved)[1] == 1
            thief.headers["Cookie"] = stolen
            assert thief.get("/api/me").json()["seats"] == 0
            assert thief.get(f"/api/tables/{table}").json()["table"]["you"] == []
        assert (await browser.get(f"/api/tables/{table}"))["table"]["you"] == []

    asyncio.run(scene())


def test_a_browser_without_seats_begins_anew_over_tls(server: Server) -> None:
    with _over_tls(server, Browser(server).cookie) as client:
        answer = client.get("/api/me")
        assert answer.status_code == 200
        assert answer.headers["set-cookie"].startswith("__Host-")


def test_a_page_without_tls_is_no_page_of_ours_over_tls(server: Server) -> None:
    """Somebody in the network may have made it."""
    host = server.base.partition("//")[2]
    for origin, status in ((f"http://{host}", 403), (f"https://{host}", 200)):
        answer = httpx.post(
            f"{server.base}/api/quick",
            json={"game": "huupp"},
            headers={**OVER_TLS, "Origin": origin},
        )
        assert answer.is_success is (status == 200), origin


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
