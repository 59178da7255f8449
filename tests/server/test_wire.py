"""The socket and the API against what nobody should send: ids twice, gaps, noise, strangers."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from cattery.server.net.guard import CSP
from cattery.server.settings import RateLimit, RequestLimits
from server.running import GENEROUS, Browser, Line, Server, match_of_two, play_on

StartServer = Callable[..., Server]


# --- idempotency, gaps


def test_the_same_command_twice_is_done_once(server: Server) -> None:
    """Two acks with the same n, one entry; for chat and seats too."""

    async def scene() -> None:
        async with match_of_two(Browser(server), Browser(server), options={"first": "0"}) as (
            table,
            lines,
        ):
            line = lines[0]
            command = {
                "type": "command",
                "id": "twice",
                "n": 0,
                "do": {"type": "play", "seat": 0, "move": "k c3"},
            }
            say = {"type": "command", "id": "say", "n": 0, "do": {"type": "say", "text": "szia"}}
            for message in (command, command, say, say):
                await line.send(message)
            acks = [(await line.until("ack"))["n"] for _ in range(4)]
            assert acks == [1, 1, 1, 1]
            assert line.n == 1
            assert sum(message["type"] == "chat" for message in line.heard) == 1
            answer = await Browser(server).get(f"/api/tables/{table}")
            assert answer["n"] == 1

    asyncio.run(scene())


def test_another_browser_may_use_the_same_id(server: Server) -> None:
    """Ids belong to their browser: nobody can spend another's."""

    async def scene() -> None:
        async with match_of_two(
            Browser(server), Browser(server), options={"first": "0", "ghosts": "off"}
        ) as (_, lines):
            for seat, move in ((0, "k c3"), (1, "k d4")):
                await lines[seat].my_turn(seat)
                do = {"type": "play", "seat": seat, "move": move}
                answer = await lines[seat].ask(do, id="same")
                assert answer["type"] == "ack"
            assert lines[1].n == 2

    asyncio.run(scene())


def test_a_command_of_yesterday_is_stale(server: Server) -> None:
    """A move decided without knowing of the last entries is refused."""

    async def scene() -> None:
        async with match_of_two(
            Browser(server), Browser(server), options={"first": "0", "ghosts": "off"}
        ) as (_, lines):
            await lines[0].do("play", seat=0, move="k c3")
            await lines[1].until("entry", n=1)
            await lines[1].do("play", seat=1, move="k f6")
            await lines[0].my_turn(0)
            do = {"type": "play", "seat": 0, "move": "k a1"}
            assert (await lines[0].ask(do, n=0))["code"] == "stale"
            assert (await lines[0].ask(do, n=99))["code"] == "stale"
            assert (await lines[0].ask(do, n=2))["type"] == "ack"

    asyncio.run(scene())


def test_missed_entries_come_one_by_one_or_as_a_snapshot(server: Server) -> None:
    """`since` gets exactly what was missed, with the view last; too much gets a snapshot."""

    async def scene() -> None:
        browsers = Browser(server), Browser(server)
        async with match_of_two(*browsers) as (table, lines):
            await play_on(lines, 8, random.Random(1))
            await lines[0].do("say", phrase="hello")
            async with browsers[0].raw(table) as socket:
                line = Line(socket)
                line.n = 3
                await line.hello(since=3, said=0)
                await line.until("chat")
                kinds = [message["type"] for message in line.heard]
                assert kinds == ["entry"] * 5 + ["table", "chat"]
                views = [m["sides"][0]["view"] is not None for m in line.heard[:5]]
                assert views == [False] * 4 + [True]
                await line.send({"type": "hello", "since": 8})
                assert (await line.next())["type"] == "table"
                await line.send({"type": "hello", "since": 99})
                assert (await line.next())["type"] == "snapshot"

    asyncio.run(scene())


def test_heartbeat(server: Server) -> None:
    """A ping is answered, also before hello."""

    async def scene() -> None:
        browser = Browser(server)
        async with browser.raw(await browser.new_table()) as socket:
            line = Line(socket)
            await line.send({"type": "ping", "t": 12.5})
            assert await line.next() == {"type": "pong", "t": 12.5}

    asyncio.run(scene())


def test_the_commands_also_work_without_a_socket(server: Server) -> None:
    """POST /commands answers like the socket."""

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table("me", "device", options={"first": "0"}, auto_start=False)
        path = f"/api/tables/{table}/commands"

        def command(do: dict[str, Any], n: int = 0) -> dict[str, Any]:
            return {"type": "command", "id": secrets.token_hex(5), "n": n, "do": do}

        await browser.post(path, command({"type": "start"}))
        done = await browser.post(path, command({"type": "play", "seat": 0, "move": "k c3"}))
        assert done["n"] == 1
        bad = await browser.post(
            path, command({"type": "play", "seat": 0, "move": "k c3"}, 1), status=422
        )
        assert (bad["code"], bad["rule"]) == ("illegal", "H-20")
        stranger = Browser(server)
        refused = await stranger.post(
            path, command({"type": "play", "seat": 0, "move": "keep"}, 1), status=403
        )
        assert refused["code"] == "not_your_seat"

    asyncio.run(scene())


# --- strangers and secrets


def test_strangers_cannot_act_and_learn_nothing_secret(server: Server) -> None:
    """An onlooker and a browser without a cookie: every command refused, no token, no seed."""

    async def scene() -> None:
        browsers = Browser(server), Browser(server)
        async with match_of_two(*browsers) as (table, lines):
            await play_on(lines, 3, random.Random(1))
            stranger, nobody = Browser(server), Browser(server)
            nobody.token = ""
            for who in (stranger, nobody):
                async with who.at(table) as line:
                    assert set(line.sides) == {None}
                    assert line.sides[None]["legal"] == []
                    assert line.sides[None]["can"] == {
                        "undo": False,
                        "take_back": False,
                        "resign": False,
                    }
                    for what, fields in (
                        ("play", {"seat": 0, "move": 0}),
                        ("play", {"seat": 1, "move": 0}),
                        ("preview", {"seat": 0, "move": 0}),
                        ("undo", {"seat": 0}),
                        ("ask_take_back", {"seat": 0}),
                        ("answer_take_back", {"seat": 1, "grant": True}),
                        ("resign", {"seat": 0}),
                        ("leave", {"seat": 0}),
                        ("contribute", {"seat": 0, "text": "x"}),
                        ("set_seat", {"seat": 0, "who": "me"}),
                        ("say", {"phrase": "hello"}),
                        ("rematch", {}),
                    ):
                        assert await line.refused(what, **fields) == "not_your_seat", what
                    assert await line.refused("forfeit", seat=0) == "not_the_host"
                    assert await line.refused("start") == "already_started"
                    assert await line.refused("sit", seat=0) in ("seat_taken", "no_device")
                    told = "".join(line.raw)
                    for browser in browsers:
                        assert browser.token not in told
                    assert '"seed":null' in told
                    assert '"device"' not in told
            for path in ("match", "verify", "replay"):
                problem = await stranger.get(f"/api/tables/{table}/{path}", status=409)
                assert problem["code"] == "not_over"

    asyncio.run(scene())


def test_the_log_names_no_tables_and_no_tokens(server: Server) -> None:
    """Nothing in the server's output helps anybody into a seat."""

    async def scene() -> None:
        browsers = Browser(server), Browser(server)
        async with match_of_two(*browsers) as (table, _):
            link = await browsers[0].post(f"/api/tables/{table}/seats/0/link")
        for secret in (table, browsers[0].token, link["path"].rsplit("/", 1)[1]):
            assert secret not in server.log()

    asyncio.run(scene())


def test_another_sites_page_is_kept_out(server: Server) -> None:
    """A foreign origin can neither open a socket nor post."""

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table()
        with pytest.raises(InvalidStatus) as refused:
            async with browser.raw(table, Origin="https://evil.example"):
                pass
        assert refused.value.response.status_code == 403
        async with browser.raw(table, Origin=server.base):
            pass
        for origin, status in (("https://evil.example", 403), ("null", 403), (server.base, 200)):
            answer = await browser.http.post(
                f"/api/tables/{table}/join", json={}, headers={"origin": origin}
            )
            assert answer.status_code == status, origin

    asyncio.run(scene())


def test_cookies_are_for_the_server_alone(start: StartServer, server: Server) -> None:
    """HttpOnly and SameSite; Secure where a trusted proxy says https; below the root path."""
    plain = httpx.get(f"{server.base}/api/me").headers["set-cookie"].lower()
    assert "httponly" in plain
    assert "samesite=lax" in plain
    assert "secure" not in plain
    proxied = start(root_path="/cats")
    assert proxied.base.endswith("/cats")
    for base in (proxied.base, proxied.base.removesuffix("/cats")):  # however the proxy sends it
        answer = httpx.get(f"{base}/api/me", headers={"x-forwarded-proto": "https"})
        assert answer.json()["seats"] == 0
        cookie = answer.headers["set-cookie"].lower()
        assert "secure" in cookie
        assert "path=/cats" in cookie


def test_every_answer_has_the_security_headers(server: Server) -> None:
    """Pages, API, errors."""
    for path in ("/", "/api/games", "/api/nothing", "/nothing.js", "/healthz", "/api/tables/x"):
        headers = httpx.get(f"{server.base}{path}").headers
        assert headers["content-security-policy"] == CSP, path
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
    assert "unsafe" not in CSP
    assert httpx.get(f"{server.base}/%2e%2e/%2e%2e/settings.py").status_code == 404


def test_no_such_table(server: Server) -> None:
    """The socket closes with a code of its own."""

    async def scene() -> None:
        async with Browser(server).raw("nosuchtable") as socket:
            assert await Line(socket).closed() == 4404

    asyncio.run(scene())


# --- noise

_SHAPES: list[Any] = [
    None, 1, "hello", [], {}, {"type": "hello", "since": "x"}, {"type": "hello", "since": -1},
    {"type": "hello", "lang": "xx"}, {"type": "ping", "t": "x"}, {"type": "command"},
    {"type": "command", "id": 5, "n": 0, "do": {"type": "play"}},
    {"type": "command", "id": "a", "n": "0", "do": {"type": "resign", "seat": 0}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "fly"}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "play", "seat": True, "move": 0}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "play", "seat": 0, "move": 1.5}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "play", "seat": 0, "move": None}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "play", "seat": 0, "move": {"x": 1}}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "play", "seat": -1, "move": 0}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "play", "seat": 0, "move": 10**30}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "play", "seat": 0, "move": "x" * 500}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "say", "text": ["x"]}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "sit", "seat": 0, "name": "x" * 99}},
    {"type": "command", "id": "a", "n": 0, "do": {"type": "undo", "seat": 0, "extra": 1}},
    {"type": "command", "id": "a" * 99, "n": 0, "do": {"type": "rematch"}},
    {"type": "snapshot"},
]  # fmt: skip
_MOVES = [
    "",
    "k",
    "k z9",
    "ghost",
    "\u0000",
    "k c3; drop",
    "grow a1",
    "💥",
    "k c3 " * 30,
    10**9,
    250,
]


def test_noise_gets_a_nack_and_the_match_goes_on(server: Server) -> None:
    """Random bytes, broken JSON, wrong types, absurd moves: a nack each, never a crash."""

    async def scene() -> None:
        browsers = Browser(server), Browser(server)
        async with match_of_two(*browsers, options={"first": "0"}) as (_, lines):
            line, rng = lines[0], random.Random(7)
            noise: list[str | bytes] = [json.dumps(shape) for shape in _SHAPES]
            noise += [rng.randbytes(rng.randrange(1, 200)) for _ in range(60)]
            noise += ["{", '{"type":', "\u0000", "[" * 4000, '{"type":"ping","type":"x"}', "NaN"]
            noise += ["x" * 9000, '{"a":' * 800]
            rng.shuffle(noise)
            for k, message in enumerate(noise):
                await line.socket.send(message)
                answer = await line.next()
                while answer["type"] == "table":
                    answer = await line.next()
                assert answer["type"] == "nack", message
                assert answer["code"] == "bad_message", message
                assert answer["text"]
                if k % 10 == 0:
                    await line.send({"type": "ping"})  # one good word clears the strikes
                    await line.until("pong")
            for move in _MOVES:
                answer = await line.ask({"type": "play", "seat": 0, "move": move})
                assert answer["type"] == "nack", move
            await line.do("play", seat=0, move="k c3")
        assert "Traceback" not in server.log()

    asyncio.run(scene())


def test_nothing_but_noise_is_shown_the_door(server: Server) -> None:
    """After many bad messages in a row the socket is closed."""

    async def scene() -> None:
        browser = Browser(server)
        async with browser.raw(await browser.new_table()) as socket:
            for _ in range(45):
                await socket.send("noise")
            assert await Line(socket).closed() == 1008
        async with browser.raw(await browser.new_table()) as socket:
            await socket.send("x" * 100_000)
            assert await Line(socket).closed() == 1009

    asyncio.run(scene())


def test_rates_are_limited(start: StartServer) -> None:
    """Messages, chat, requests, tables and sockets: too many are refused, and it passes."""
    slow = RequestLimits(
        messages=RateLimit(20, 10),
        chat=RateLimit(0.01, 2),
        requests=GENEROUS.requests,
        new_tables=RateLimit(0.01, 3),
        sockets_per_address=3,
    )
    server = start(limits=slow)

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table()
        async with browser.at(table) as line:
            codes = [await line.ask({"type": "say", "text": "x"}) for _ in range(3)]
            assert [c.get("code") for c in codes] == [None, None, "too_fast"]
            for _ in range(20):
                await line.send({"type": "ping"})
            kinds = [(await line.next())["type"] for _ in range(20)]
            assert "nack" in kinds
            await asyncio.sleep(0.5)
            await line.send({"type": "ping"})
            await line.until("pong")
            async with browser.at(table), browser.at(table):
                with pytest.raises(InvalidStatus):
                    async with browser.at(table):
                        pass
        await browser.new_table()
        await browser.new_table()
        refused = await browser.post("/api/quick", {"game": "huupp"}, status=429)
        assert refused["code"] == "too_fast"

    asyncio.run(scene())


def test_long_bodies_are_refused(server: Server) -> None:
    """Whatever their header says."""
    body = b'{"text":"' + b"x" * 1_100_000 + b'"}'
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server.base}/api/verify", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    chunks = (body[at : at + 50_000] for at in range(0, len(body), 50_000))
    answer = httpx.post(f"{server.base}/api/verify", content=chunks, headers=headers)
    assert answer.status_code == 413


def test_open_tables_can_be_hidden_and_the_door_opened(start: StartServer) -> None:
    """A host may list no tables; from the own machine the server opens to the network."""
    server = start(open_tables=False)

    async def scene() -> None:
        browser = Browser(server)
        await browser.new_table("me", "open", listed=True)
        assert (await browser.get("/api/tables"))["tables"] == []
        me = await browser.get("/api/me")
        assert me["local"]
        assert not me["server"]["network"]
        assert (await browser.get("/api/invite"))["addresses"] == []
        opened = await browser.post("/api/invite")
        for address in opened["addresses"]:
            away = await Browser(address.rstrip("/")).get("/api/me")
            assert not away["local"]

    asyncio.run(scene())
