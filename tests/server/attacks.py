"""Hostile clients: each attack goes on until it is cancelled, and counts what the server refuses.

They come from addresses of their own (127.0.0.2 and so on), in processes of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidHandshake, WebSocketException

from server.running import GAME, PATIENCE, Browser, Line

GONE = (OSError, EOFError, WebSocketException, httpx.TransportError)  # the server has hung up
HELLO = '{"type":"hello"}'
TEXT, PING, PONG = 1, 9, 10  # kinds of frames
WITHIN_LIMITS = 1 / 19  # seconds between two messages: 20 a second are allowed to a connection
JSON = "Content-Type: application/json"
UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Version: 13",
)


class NoText(bytes):
    """Bytes that are sent as if they were a text."""


@dataclass
class Tally:
    """What became of an attack."""

    sent: int = 0  # requests, messages and connections
    refused: int = 0  # answered with a refusal
    closed: int = 0  # connections that the server has ended
    failed: int = 0  # answered with "internal error"
    notes: dict[str, int] = field(default_factory=dict)

    def answer(self, status: int) -> None:
        """Count the answer to a request."""
        self.refused += 400 <= status < 500 or status == 503
        self.failed += status >= 500 and status != 503


@dataclass
class Attacker:
    """Whoever attacks, and whom."""

    base: str
    victims_table: Callable[[], str]  # where the two people play who shouldn't notice
    begin: Callable[[], None]  # to be called when everything is prepared
    addresses: tuple[str, ...]
    tally: Tally = field(default_factory=Tally)

    @property
    def host(self) -> str:
        """The server's name and port."""
        return self.base.partition("//")[2]

    def browser(self, k: int = 0) -> Browser:
        """A new browser from one of the addresses."""
        return Browser(self.base, address=self.addresses[k % len(self.addresses)])

    async def browsers(self, count: int) -> list[Browser]:
        """So many of them."""
        return [await asyncio.to_thread(self.browser, k) for k in range(count)]

    @contextlib.asynccontextmanager
    async def dial(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection that hasn't said anything."""
        port = int(self.host.rpartition(":")[2])
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(self.addresses[0], 0), limit=2**22
        )
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def head(self, what: str, *headers: str) -> bytes:
        """The head of a request."""
        lines = [f"{what} HTTP/1.1", f"Host: {self.host}", *headers, "", ""]
        return "\r\n".join(lines).encode("latin-1")

    async def ask(self, what: str, *headers: str, body: bytes = b"") -> None:
        """A request on a connection of its own."""
        more = [f"Content-Length: {len(body)}"] if body else []
        self.tally.sent += 1
        try:
            async with self.dial() as (reader, writer):
                writer.write(self.head(what, *headers, *more, "Connection: close") + body)
                status = (await asyncio.wait_for(reader.readline(), PATIENCE)).split()
        except GONE:
            status = []
        if len(status) > 1:
            self.tally.answer(int(status[1]))
        else:
            self.tally.closed += 1

    async def hear(self, socket: ClientConnection) -> None:
        """Read on and count refusals, until the server hangs up."""
        async for message in socket:
            text = message if isinstance(message, str) else ""
            self.tally.refused += text.startswith('{"type":"nack"')
        raise EOFError

    async def shout(self, socket: ClientConnection, messages: Iterator[Any], pause: float) -> None:
        """Send these messages, and hear what comes; EOFError when the server hangs up."""
        hearing = asyncio.create_task(self.hear(socket))
        try:
            for message in messages:
                self.tally.sent += 1
                await socket.send(message, text=isinstance(message, NoText) or None)
                await asyncio.wait([hearing], timeout=pause)
                if hearing.done():
                    hearing.result()
        finally:
            hearing.cancel()
            with contextlib.suppress(asyncio.CancelledError, *GONE):
                await hearing

    @contextlib.contextmanager
    def counting(self) -> Iterator[None]:
        """Count a connection that the server ends, or doesn't let in."""
        try:
            yield
        except (InvalidHandshake, *GONE):
            self.tally.closed += 1


Worker = Callable[[], Awaitable[None]]


async def again(worker: Worker, count: int) -> None:
    """Do something again and again, so many times at once."""

    async def one() -> None:
        while True:
            await worker()
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        for _ in range(count):
            group.create_task(one())


# --- requests


async def cookies(our: Attacker) -> None:
    """30,000 backslashes between quotes."""
    cookie = 'Cookie: cattery="' + "\\" * 30_000 + '"'
    paths = itertools.cycle(["/api/me", "/", "/api/tables"])
    our.begin()
    await again(lambda: our.ask(f"GET {next(paths)}", cookie), 8)


async def fields(our: Attacker) -> None:
    """Bodies of 80,000 unknown fields, and as many as fit into what is allowed."""
    many = json.dumps({f"field{k}": k for k in range(80_000)} | {"game": GAME}).encode()
    some = json.dumps({f"f{k}": k for k in range(1_300)} | {"game": GAME}).encode()
    paths = ["/api/tables", "/api/verify", "/api/replay", "/api/quick", "/api/seat"]
    bodies = itertools.cycle(itertools.product(paths, [many, some]))

    async def post() -> None:
        path, body = next(bodies)
        await our.ask(f"POST {path}", JSON, body=body)

    our.begin()
    await again(post, 8)


async def malformed(our: Attacker) -> None:
    """Origins, paths, hosts, heads and nests that are none, and names of five megabytes."""
    letters = "a" * 5_000_000
    join = f"POST /api/tables/{our.victims_table()}/join"
    asked: list[tuple[str, tuple[str, ...], bytes]] = [
        ("POST /api/tables", ("Origin: http://[", JSON), b"{}"),
        ("POST /api/tables", ("Origin: \xff\xfe", JSON), b"{}"),
        ("GET /" + "a" * 300, (), b""),
        ("GET /assets/" + "%C5%91%00" * 2_000, (), b""),
        ("GET /api/me", ("X: " + "x" * 100_000,), b""),
        ("GET /api/me", tuple(f"X{k}: y" for k in range(500)), b""),
        ("POST /api/tables", (JSON,), b'{"a":' * 2_000),
        ("POST /api/verify", (JSON,), b'{"text":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
        (join, (JSON,), json.dumps({"name": letters}).encode()),
        (join, (JSON,), json.dumps({"name": "é\u0301" * 3_000}).encode()),
        (join, (JSON,), json.dumps({"name": letters[:15_000]}).encode()),
    ]
    turns = itertools.cycle(asked)

    async def send() -> None:
        what, headers, body = next(turns)
        await our.ask(what, *headers, body=body)

    our.begin()
    await again(send, 8)


async def requests(our: Attacker) -> None:
    """As many plain requests as fit through kept connections, of browsers with tokens; one has
    fifty tables that wait for players."""
    paths = ["/api/games", "/api/tables", "/api/tables/mine", f"/api/games/{GAME}/moves", "/"]
    paths += ["/api/me", f"/api/bests?game={GAME}", f"/api/games/{GAME}/daily"]
    paths += [f"/api/tables/{our.victims_table()}", f"/api/games/{GAME}/diagrams"]
    turns = itertools.cycle(paths)
    browsers = await our.browsers(20)
    for _ in range(50):
        await browsers[0].new_table("me", "open", listed=True)
    crowd = itertools.cycle(browsers)

    async def get() -> None:
        our.tally.sent += 1
        with our.counting():
            our.tally.answer((await next(crowd).http.get(next(turns))).status_code)

    our.begin()
    await again(get, 20)


async def files(our: Attacker) -> None:
    """Long matches to verify and to replay."""
    body = {"text": await asyncio.to_thread(_long_match)}
    crowd = itertools.cycle(await our.browsers(20))
    paths = itertools.cycle(["/api/verify", "/api/replay"])

    async def post() -> None:
        our.tally.sent += 1
        with our.counting(), contextlib.suppress(httpx.TimeoutException):
            answer = await next(crowd).http.post(next(paths), json=body)
            our.tally.answer(answer.status_code)

    our.begin()
    await again(post, 20)


def _long_match() -> str:
    """A match of as many entries as a file of half a megabyte holds."""
    from cattery import Match

    match, rng = Match.new(GAME, seed=1), random.Random(1)
    while match.n < 6_000:
        seat = match.waiting[0]
        undoing = next((one for one in range(match.seats) if match.can_undo(one)), None)
        if undoing is None:
            match.play(rng.choice(match.legal_actions(seat)), seat)
        else:
            match.undo(undoing)
    return match.save()


async def pictures(our: Attacker) -> None:
    """Pictures of a table, and hints for it."""
    crowd = await our.browsers(20)
    tables = [await _own_match(one) for one in crowd]
    turns = itertools.cycle(zip(crowd, tables, strict=True))

    async def get() -> None:
        browser, table = next(turns)
        our.tally.sent += 2
        with our.counting(), contextlib.suppress(httpx.TimeoutException):
            answer = await browser.http.get(f"/api/tables/{table}/picture?seat=0")
            our.tally.answer(answer.status_code)
            answer = await browser.http.post(f"/api/tables/{table}/seats/0/hint")
            our.tally.answer(answer.status_code)

    our.begin()
    await again(get, 20)


async def past(our: Attacker) -> None:
    """Pictures of moments of a long match that is over, by 20 browsers."""
    owner = our.browser()
    table = await _own_match(owner)
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(owner.at(table)) for _ in range(16)]
        await _grow(our, lines)
        await lines[0].do("resign", seat=0)
        length = our.tally.notes["entries"] = lines[0].n
    rng = random.Random(1)
    crowd = itertools.cycle(await our.browsers(20))

    async def look() -> None:
        path = f"/api/tables/{table}/picture?n={rng.randrange(length)}"
        our.tally.sent += 1
        with our.counting(), contextlib.suppress(httpx.TimeoutException):
            our.tally.answer((await next(crowd).http.get(path)).status_code)

    our.begin()
    await again(look, 20)


async def hints(our: Attacker) -> None:
    """40 browsers of one address ask for hints all the time; one elsewhere asks now and then, and
    must get them."""
    crowd = [await asyncio.to_thread(our.browser, 0) for _ in range(40)]
    tables = [await _own_match(one) for one in crowd]
    elsewhere = our.browser(1)
    table = await _own_match(elsewhere)
    our.tally.notes |= {"given elsewhere": 0, "refused elsewhere": 0}

    async def ask(browser: Browser, table: str) -> None:
        while True:
            our.tally.sent += 1
            with our.counting(), contextlib.suppress(httpx.TimeoutException):
                answer = await browser.http.post(f"/api/tables/{table}/seats/0/hint")
                our.tally.answer(answer.status_code)
            await asyncio.sleep(0.1)

    async def ask_elsewhere() -> None:
        while True:
            answer = await elsewhere.http.post(f"/api/tables/{table}/seats/0/hint", timeout=60)
            what = "given" if answer.is_success else "refused"
            our.tally.notes[f"{what} elsewhere"] += 1
            await asyncio.sleep(3)

    our.begin()
    async with asyncio.TaskGroup() as group:
        group.create_task(ask_elsewhere())
        for browser, own in zip(crowd, tables, strict=True):
            group.create_task(ask(browser, own))


async def same_address(our: Attacker) -> None:
    """From the address of the two who play: requests without a token, of 40 browsers, for new
    tokens, and hellos at a table that nobody else knows."""
    crowd = await our.browsers(40)
    table = await _own_match(crowd[0])
    turns = itertools.cycle(crowd)
    paths = itertools.cycle(["/api/tables", "/api/games", f"/api/tables/{table}", "/api/me"])

    async def get() -> None:
        our.tally.sent += 1
        with our.counting(), contextlib.suppress(httpx.TimeoutException):
            our.tally.answer((await next(turns).http.get(next(paths))).status_code)

    async with asyncio.TaskGroup() as group:
        group.create_task(again(get, 20))
        group.create_task(again(lambda: our.ask("GET /api/me"), 8))
        group.create_task(_ask_for_everything(our, lambda: table, crowd))


async def _own_match(browser: Browser) -> str:
    """A table whose two seats are one browser's, begun."""
    table = await browser.new_table("me", "device", options={"first": "0"}, hints=True)
    start = {"type": "command", "id": "start", "n": 0, "do": {"type": "start"}}
    await browser.post(f"/api/tables/{table}/commands", start)
    return table


# --- floods of messages


async def hellos(our: Attacker) -> None:
    """40 sockets look on where the two play, and ask for everything as often as is allowed."""
    await _ask_for_everything(our, our.victims_table, await our.browsers(40))


async def _ask_for_everything(
    our: Attacker, table: Callable[[], str], crowd: list[Browser]
) -> None:
    def greetings(looked_at: str) -> Iterator[str]:
        while table() == looked_at:
            yield HELLO

    async def look_on(browser: Browser) -> None:
        while True:
            looked_at = table()
            with our.counting():
                async with browser.raw(looked_at) as socket:
                    await our.shout(socket, greetings(looked_at), WITHIN_LIMITS)

    our.begin()
    async with asyncio.TaskGroup() as group:
        for one in crowd:
            group.create_task(look_on(one))


async def long_table(our: Attacker) -> None:
    """A table grown as long as it may be, by play and undo; then 40 sockets ask for all of it
    while it changes."""
    crowd = await our.browsers(40)
    owner = our.browser()
    table = await _own_match(owner)
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(owner.at(table)) for _ in range(16)]
        await _grow(our, lines)
        our.tally.notes["entries"] = lines[0].n
        async with asyncio.TaskGroup() as group:
            group.create_task(_ask_for_everything(our, lambda: table, crowd))
            group.create_task(_play_on(our, lines))


async def renames(our: Attacker) -> None:
    """A table whose five seats are one browser's, grown as long as it may be by play and undo;
    then 8 sockets give a seat another name and ask for everything, once a second."""
    owner = our.browser()
    game = "if_it_fits"
    table = await owner.new_table("me", *["device"] * 4, game=game)
    start = {"type": "command", "id": "start", "n": 0, "do": {"type": "start"}}
    await owner.post(f"/api/tables/{table}/commands", start)
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(owner.at(table)) for _ in range(16)]
        await _grow(our, lines)
        our.tally.notes["entries"] = lines[0].n

    def messages() -> Iterator[str]:
        yield HELLO
        for k in itertools.count():
            sit = {"type": "sit", "seat": 0, "name": f"name {k}"}
            name = secrets.token_hex(4)
            yield json.dumps({"type": "command", "id": name, "n": 0, "do": sit})
            yield HELLO

    async def rename() -> None:
        with our.counting():
            async with owner.raw(table) as socket:
                await our.shout(socket, messages(), 0.5)

    our.begin()
    await again(rename, 8)


async def _grow(our: Attacker, lines: list[Line]) -> None:
    """Play and take back over many sockets in turn, until the log doesn't grow any more."""
    rng, newest = random.Random(1), lines[0].n
    full: set[int] = set()  # seats that have taken back as much as they may
    for line in itertools.cycle(lines):
        while line.n < newest:
            await line.next()
        our.tally.sent += 1
        seats = [seat for seat in line.sides if seat is not None]
        turning = [seat for seat in seats if line.legal(seat)]
        do = _take_back(line, set(seats) - full, often=line.n % 3 == 0 or not turning)
        if do is None and not turning:
            return
        if do is None:
            move = rng.choice(line.legal(turning[0]))
            do = {"type": "play", "seat": turning[0], "move": move}
        answer = await line.ask(do)
        if answer["type"] == "nack" and answer["code"] != "too_fast":
            full.add(do["seat"])
            if do["type"] == "play" or full.issuperset(seats):
                return
        newest = max(newest, answer["n"])


def _take_back(line: Line, seats: set[int], *, often: bool) -> dict[str, Any] | None:
    """What takes something back, if a seat can."""
    for seat in seats:
        if line.sides[seat]["can"]["undo"]:
            return {"type": "undo", "seat": seat}
        if often and line.sides[seat]["can"]["take_back"]:
            return {"type": "ask_take_back", "seat": seat}
    return None


async def _play_on(our: Attacker, lines: list[Line]) -> None:
    """Change the table now and then, so that nobody is told what was told before."""
    rng = random.Random(2)
    async with asyncio.TaskGroup() as group:
        for line in lines[1:]:
            group.create_task(_listen(line))
        line = lines[0]
        while True:
            seat = 0 if line.legal(0) else 1
            if line.legal(seat):
                move = rng.choice(line.legal(seat))
                await line.ask({"type": "play", "seat": seat, "move": move})
            await asyncio.sleep(0.2)


async def _listen(line: Line) -> None:
    with contextlib.suppress(*GONE):
        async for _ in line.socket:
            pass


async def garbage(our: Attacker) -> None:
    """Messages that are none, as fast as they go, by whoever is thrown out and comes again."""
    rng = random.Random(1)
    crowd = itertools.cycle(await our.browsers(10))

    def messages() -> Iterator[Any]:
        yield HELLO
        while True:
            yield rng.choice(
                [
                    rng.randbytes(200),
                    NoText(rng.randbytes(200)),
                    "[" * 8_000,
                    '{"type":"command","id":"x","n":-1,"do":' + '{"do":' * 1_000,
                    json.dumps({"type": "hello", **{str(k): k for k in range(600)}}),
                    '{"type":"command","id":"x","n":0,"do":{"type":"play","seat":0,"move":"é\\u0301"}}',
                    "x" * 8_192,
                    "x" * 100_000,
                    "",
                ]
            )

    async def talk() -> None:
        with our.counting():
            async with next(crowd).raw(our.victims_table()) as socket:
                await our.shout(socket, messages(), 0)

    our.begin()
    await again(talk, 20)


async def tiny_frames(our: Attacker) -> None:
    """40 sockets that send empty texts, pongs and pieces of messages by the ten thousand, and come
    again when they are thrown out."""
    kinds = itertools.cycle(
        [_frame(TEXT), _frame(PONG), _frame(TEXT, final=False) + _frame(0, final=False) * 99]
    )
    await _pour(our, kinds, 40, reads=True)


async def pings(our: Attacker) -> None:
    """40 sockets that send pings as long as they may be, and read no answer."""
    await _pour(our, itertools.repeat(_frame(PING, b"?" * 125)), 40, reads=False)


async def _pour(our: Attacker, kinds: Iterator[bytes], count: int, *, reads: bool) -> None:
    """A quarter of a megabyte of such frames at a time."""
    crowd = itertools.cycle(await our.browsers(10))

    async def pour() -> None:
        cookie = f"Cookie: {next(crowd).cookie}"
        frame = next(kinds)
        poured = frame * (2**18 // len(frame))
        with our.counting():
            async with our.dial() as (reader, writer):
                path = f"GET /api/tables/{our.victims_table()}/socket"
                writer.write(our.head(path, *UPGRADE, cookie))
                if b" 101 " not in await asyncio.wait_for(reader.readline(), PATIENCE):
                    raise EOFError
                if not reads:
                    writer.transport.pause_reading()
                while not (writer.is_closing() or reader.at_eof()):
                    our.tally.sent += len(poured) // len(frame)
                    writer.write(poured)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(writer.drain(), 1)
                    if reads:
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(reader.read(65536), 0.05)
                raise EOFError

    our.begin()
    await again(pour, count)


def _frame(kind: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A browser's frame; a mask of zeros leaves the payload as it is."""
    return bytes([0x80 * final | kind, 0x80 | len(payload)]) + bytes(4) + payload


async def coming_and_going(our: Attacker) -> None:
    """Onlookers who come to the table, say hello and leave."""
    crowd = itertools.cycle(await our.browsers(20))

    async def visit() -> None:
        our.tally.sent += 1
        with our.counting():
            async with next(crowd).raw(our.victims_table()) as socket:
                await socket.send(HELLO)
                await asyncio.wait_for(socket.recv(), PATIENCE)

    our.begin()
    await again(visit, 20)


async def commands(our: Attacker) -> None:
    """200 sockets of ten browsers ask at their own tables what moves would do, within the limits
    of each socket."""
    crowd = await our.browsers(10)
    tables = [await _own_match(one) for one in crowd]

    def previews() -> Iterator[str]:
        yield HELLO
        for move in itertools.cycle(range(36)):
            name, do = secrets.token_hex(4), {"type": "preview", "seat": 0, "move": move}
            yield json.dumps({"type": "command", "id": name, "n": 0, "do": do})

    async def ask(browser: Browser, table: str) -> None:
        while True:
            with our.counting():
                async with browser.raw(table) as socket:
                    await our.shout(socket, previews(), WITHIN_LIMITS)
            await asyncio.sleep(0.1)

    our.begin()
    async with asyncio.TaskGroup() as group:
        for browser, table in zip(crowd * 20, tables * 20, strict=True):
            group.create_task(ask(browser, table))


# --- slow and dead connections


async def slow(our: Attacker) -> None:
    """600 connections that never get to the end of a head, a body or a frame."""
    socket = f"GET /api/tables/{our.victims_table()}/socket"
    beginnings = [
        our.head("GET /api/me")[:-2],
        our.head("POST /api/tables", JSON, "Content-Length: 9000") + b"{",
        our.head("POST /api/tables", JSON, "Transfer-Encoding: chunked") + b"5\r\n{",
        our.head(socket, *UPGRADE),
    ]
    await _linger(our, beginnings, 600)


async def half_upgrades(our: Attacker) -> None:
    """600 connections that ask for a socket in ways in which they get none."""
    socket = f"GET /api/tables/{our.victims_table()}/socket"
    beginnings = [
        our.head(socket, *UPGRADE, "Content-Length: 5"),
        our.head(socket, *UPGRADE, "Content-Length: 5") + b"miau!",
        our.head(socket, *UPGRADE, "X-Long: " + "x" * 9_000),
        our.head(socket, *UPGRADE) + _frame(PING) * 30_000,
    ]
    await _linger(our, beginnings, 600)


async def idle(our: Attacker) -> None:
    """600 connections where there is room for 200."""
    half_body = our.head("POST /api/tables", JSON, "Content-Length: 9000") + b"{"
    whole = our.head("GET /healthz")
    await _linger(our, [b"", b"G", whole, whole[:-2], half_body, half_body], 600)


async def _linger(our: Attacker, beginnings: list[bytes], count: int) -> None:
    turns = itertools.cycle(beginnings)

    async def stay() -> None:
        our.tally.sent += 1
        with our.counting():
            async with our.dial() as (reader, writer):
                writer.write(next(turns))
                while not reader.at_eof():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(65536), 1)
                    writer.write(b"x")
                raise EOFError
        await asyncio.sleep(0.5)

    our.begin()
    await again(stay, count)


# --- starving


async def thirty_bots(our: Attacker) -> None:
    """30 tables of the strongest bots alone, from one address."""
    await _bots_alone(our, 30)


async def five_hundred_bots(our: Attacker) -> None:
    """500 of them, from two addresses."""
    await _bots_alone(our, 500)


async def _bots_alone(our: Attacker, count: int) -> None:
    crowd = await our.browsers(20)
    found = next(one for one in (await crowd[0].get("/api/games"))["games"] if one["name"] == GAME)
    strongest = [bot["name"] for bot in found["bots"] if bot["name"].startswith("level:")][-1]
    body = {"game": GAME, "seats": [{"who": "bot", "bot": strongest}] * 2}
    start = {"type": "command", "id": "start", "n": 0, "do": {"type": "start"}}
    our.tally.notes["tables"] = 0
    for k in range(count):
        browser = crowd[k % len(crowd)]
        our.tally.sent += 1
        made = await browser.http.post("/api/tables", json=body)
        our.tally.answer(made.status_code)
        if made.is_success:
            table = made.json()["id"]
            await browser.post(f"/api/tables/{table}/commands", start)
            our.tally.notes["tables"] += 1
    our.begin()
    await asyncio.Event().wait()


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        cookies,
        fields,
        malformed,
        requests,
        files,
        pictures,
        past,
        hints,
        hellos,
        long_table,
        renames,
        garbage,
        tiny_frames,
        pings,
        coming_and_going,
        commands,
        same_address,
        slow,
        half_upgrades,
        idle,
        thirty_bots,
        five_hundred_bots,
    )
}
