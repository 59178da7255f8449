"""How many moves a second the server acknowledges, every one of them on disk.

    python benchmarks/server_load.py                 as fast as 200 tables can
    python benchmarks/server_load.py --pace 500      500 moves a second, for the latency
    python benchmarks/server_load.py --tables 20 --pace 100 --thinkers 4
                                                     what strong bots do to other tables: first
                                                     without them, then with them
    python benchmarks/server_load.py --tables 2000 --idle 10000 --pace 500
                                                     how it grows, with its memory
    python benchmarks/server_load.py --postgres --workers 2
                                                     workers on a PostgreSQL of its own

A real server process on a fresh SQLite file; two scripted clients per table over real sockets,
in another process, playing random legal moves. Two who have finished a match
ask for a rematch, which is a new table. Counted are acknowledged moves; each has been
written with synchronous=FULL and sent, with view, legal moves, events and words, to both clients.
With two cores or more, the server is bound to one and the clients to another. With thinkers or
on PostgreSQL, which waits for the disk as well, the server has all cores, as it has in use. Idle
sockets are of people who look on, fifty each, at tables where nobody moves. Memory is what the
server's processes have resident. The loop's lag is how much later than due a timer of
5 ms in the server's own event loop fires. The reference is the processor time, in µs, that a bit of
plain Python takes in the server meanwhile: where a machine is shared, it says how much of a core
was to be had, and figures of different runs compare only at the same reference.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import orjson

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.running import create_database, postgres_server

ONLOOKERS = 50  # at one table; more than 64 wouldn't be let in
SERVER = """
import asyncio, itertools, os, sys, time
from cattery.server import processes
from cattery.server.run import serve
from cattery.server.settings import RequestLimits, RateLimit, Settings

class Watched(processes.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        self.watch = asyncio.create_task(watch())

async def watch():
    with open(f"{sys.argv[2]}.{os.getpid()}", "w", buffering=1) as notes:
        for k in itertools.count():
            if k % 50 == 0:
                speed = reference()
            due = time.monotonic() + 0.005
            await asyncio.sleep(0.005)
            notes.write(f"{due} {time.monotonic() - due} {speed}\\n")

def reference():
    began = time.thread_time()
    for k in range(500):
        made = {"a": k, "b": str(k)}
        len(made["b"])
    return (time.thread_time() - began) / 500

processes.Server = Watched
free = RateLimit(1e9, 1e9)
limits = RequestLimits(
    messages=free, requests=free, newcomers=free, new_tables=free, work=free,
    sockets_per_address=100_000, tables_per_browser=10**9,
    onlookers_per_browser=64, onlookers_per_address=64,
)
serve(Settings(port=0, database=sys.argv[1], workers=int(sys.argv[3]), limits=limits),
      say=lambda key, params: print(key, params.get("address", ""), flush=True))
"""


class Client(asyncio.Protocol):
    """A WebSocket client with no more than this benchmark needs."""

    def __init__(
        self, host: str, path: str, cookie: str, hear: Callable[[Client, Any], None]
    ) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        self._hear = hear
        self._buffer = bytearray()
        self._shaken = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        """Take complete frames out of the stream."""
        buffer = self._buffer
        buffer += data
        if not self._shaken:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self._shaken = True
            self.send({"type": "hello", "lang": "en"})
        while (frame := self._frame()) is not None:
            kind, payload = frame
            if kind == 1:
                self._hear(self, orjson.loads(payload))
            elif kind == 9:
                self._write(10, payload)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        kind, payload = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return kind, payload

    def send(self, message: Any) -> None:
        """Send a JSON text."""
        self._write(1, orjson.dumps(message))

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes([128 | kind, 128 | size])
            if size < 126
            else (bytes([128 | kind, 254]) + size.to_bytes(2, "big"))
        )
        # A mask of zeros leaves the payload as it is.
        self.transport.write(head + b"\0\0\0\0" + payload)


class Score:
    """Latencies of acknowledged moves while the clock runs."""

    def __init__(self) -> None:
        self.counting = False
        self.latencies: list[float] = []
        self.refused = 0
        self.matches = 0


class TablePlayers:
    """Both clients of one table, match after match."""

    def __init__(self, load: Load, rng: random.Random) -> None:
        self.load = load
        self.rng = rng
        self.cookies: list[str] = []
        self.clients: list[Client] = []
        self.sent: dict[str, float] = {}
        self.due = time.perf_counter() + rng.random() * load.interval

    async def open(self) -> None:
        """A new table for two browsers."""
        load = self.load
        self.cookies = [await load.new_cookie() for _ in range(2)]
        seats = [{"who": "me"}, {"who": "open"}]
        made = await load.post("/api/tables", self.cookies[0], {"game": "huupp", "seats": seats})
        await load.post(f"/api/tables/{made['id']}/join", self.cookies[1], {"name": "Mici"})
        await self.connect(made["id"])

    async def connect(self, table: str) -> None:
        """Both open sockets to a table, and leave the one before."""
        for client in self.clients:
            client.transport.close()
        self.clients = [await self._client(table, seat) for seat in range(2)]

    async def _client(self, table: str, seat: int) -> Client:
        path, cookie = f"/api/tables/{table}/socket", self.cookies[seat]
        _, client = await asyncio.get_running_loop().create_connection(
            lambda: Client(self.load.host, path, cookie, self.hears(seat)), *self.load.address
        )
        return client

    def hears(self, seat: int) -> Callable[[Client, Any], None]:
        """What to do with the server's messages at this seat."""

        def hear(client: Client, message: Any) -> None:
            kind = message["type"]
            if kind == "ack":
                self.acknowledged(message["id"])
                if message["table"] is not None:
                    self.load.spawn(self.connect(message["table"]))
            elif kind == "nack":
                self.load.score.refused += 1
            elif kind == "entry":
                self.turn(client, seat, message["n"], message["sides"][0]["legal"])
                if message["over"] and seat == 0:
                    self.load.score.matches += self.load.score.counting
                    self.command(client, message["n"], {"type": "rematch"})
            elif kind == "snapshot":
                if message["sides"]:
                    self.turn(client, seat, message["n"], message["sides"][0]["legal"])
                else:
                    do = {"type": "contribute", "seat": seat, "text": secrets.token_hex(8)}
                    self.command(client, 0, do)

        return hear

    def acknowledged(self, command: str) -> None:
        """Note how long a move took."""
        began = self.sent.pop(command, None)
        if began is not None and self.load.score.counting:
            self.load.score.latencies.append(time.perf_counter() - began)

    def turn(self, client: Client, seat: int, n: int, legal: list[int]) -> None:
        """Play a random move, at once or when it is due."""
        if not legal:
            return
        do = {"type": "play", "seat": seat, "move": self.rng.choice(legal)}
        if not self.load.interval:
            self.command(client, n, do)
            return
        self.due = max(self.due + self.load.interval, time.perf_counter())
        delay = self.due - time.perf_counter()
        asyncio.get_running_loop().call_later(delay, self.command, client, n, do)

    def command(self, client: Client, n: int, do: dict[str, Any]) -> None:
        """Send a command and remember when."""
        name = secrets.token_hex(6)
        if do["type"] == "play":
            self.sent[name] = time.perf_counter()
        client.send({"type": "command", "id": name, "n": n, "do": do})


class Load:
    """All tables."""

    def __init__(self, base: str, tables: int, pace: float, thinkers: int) -> None:
        self.base = base
        self.thinkers = thinkers
        self.host = base.split("//")[1].rstrip("/")
        name, port = self.host.split(":")
        self.address = ("127.0.0.1" if name == "localhost" else name, int(port))
        self.interval = tables / pace if pace else 0.0
        self.score = Score()
        self.tables = [TablePlayers(self, random.Random(k)) for k in range(tables)]
        fresh = httpx.Limits(max_keepalive_connections=0)  # a busy server may drop idle ones
        self._http = httpx.AsyncClient(base_url=base, timeout=60, limits=fresh)
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle: list[Client] = []

    async def new_cookie(self) -> str:
        """A browser's cookie: only the server makes one."""
        answer = await self._http.get("/api/me")
        self._http.cookies.clear()
        return answer.headers["set-cookie"].partition(";")[0]

    async def post(self, path: str, cookie: str, body: Any) -> Any:
        """An HTTP request of one of the browsers."""
        answer = await self._http.post(path, json=body, headers={"cookie": cookie})
        answer.raise_for_status()
        return answer.json()

    async def wait_until_ready(self) -> None:
        """Until the game is compiled."""
        while True:
            with contextlib.suppress(httpx.TransportError):
                found = (await self._http.get("/api/games")).json()["games"]
                if all(game["state"] == "ready" for game in found if game["name"] == "huupp"):
                    return
            await asyncio.sleep(0.2)

    def spawn(self, work: Awaitable[None]) -> None:
        """Do something meanwhile."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def start_thinkers(self, count: int) -> None:
        """Tables at which two of the strongest bots think all the time."""
        games = (await self._http.get("/api/games")).json()["games"]
        bots = next(game for game in games if game["name"] == "huupp")["bots"]
        strongest = [bot["name"] for bot in bots if bot["name"].startswith("level:")][-1]
        seats = [{"who": "bot", "bot": strongest}] * 2
        for _ in range(count):
            cookie = await self.new_cookie()
            made = await self.post("/api/tables", cookie, {"game": "huupp", "seats": seats})
            start = {"type": "command", "id": "start", "n": 0, "do": {"type": "start"}}
            await self.post(f"/api/tables/{made['id']}/commands", cookie, start)

    async def open_idle(self, count: int) -> None:
        """Sockets of people who look on where nobody moves."""
        for some in range(0, count, ONLOOKERS):
            cookie = await self.new_cookie()
            seats = [{"who": "me"}, {"who": "open"}]
            made = await self.post("/api/tables", cookie, {"game": "huupp", "seats": seats})
            path = f"/api/tables/{made['id']}/socket"
            for _ in range(min(ONLOOKERS, count - some)):
                _, client = await asyncio.get_running_loop().create_connection(
                    lambda path=path: Client(self.host, path, "none=", _ignore), *self.address
                )
                self._idle.append(client)

    async def run(self, warm_up: float, seconds: float, idle: int, server: Watch) -> dict[str, Any]:
        """Play, and count after the warm-up; with thinkers, once more when they think."""
        await self.wait_until_ready()
        memory = {"megabytes_loaded": server.megabytes()}
        await self.open_idle(idle)
        if idle:
            await asyncio.sleep(1)
            memory["megabytes_with_idle_sockets"] = server.megabytes()
        for some in range(0, len(self.tables), 20):
            await asyncio.gather(*(table.open() for table in self.tables[some : some + 20]))
        memory["megabytes_with_tables"] = server.megabytes()
        figures = await self._count(warm_up, seconds, server)
        figures |= {"idle_sockets": sum(not one.transport.is_closing() for one in self._idle)}
        figures |= memory | {"megabytes_after": server.megabytes()}
        if self.thinkers:
            await self.start_thinkers(self.thinkers)
            beside = await self._count(warm_up, seconds, server)
            shown = ("moves", "p50_ms", "p99_ms", "max_ms", "lag_p99_ms", "lag_max_ms")
            figures |= {f"{name}_beside_thinkers": beside[name] for name in shown}
        for task in self._tasks:
            task.cancel()
        await self._http.aclose()
        return figures

    async def _count(self, warm_up: float, seconds: float, server: Watch) -> dict[str, Any]:
        await asyncio.sleep(warm_up)
        self.score = Score()
        began, used = time.monotonic(), server.cpu_seconds()
        self.score.counting = True
        await asyncio.sleep(seconds)
        self.score.counting = False
        ended, used = time.monotonic(), server.cpu_seconds() - used
        return self._report(ended - began, used) | server.notes(began, ended)

    def _report(self, took: float, used: float) -> dict[str, Any]:
        found = sorted(self.score.latencies)
        cuts = statistics.quantiles(found, n=100)
        return {
            "tables": len(self.tables),
            "seconds": round(took, 2),
            "moves": len(found),
            "moves_per_second": round(len(found) / took),
            "server_cpu_seconds": round(used, 2),
            "moves_per_server_core_second": round(len(found) / used),
            "p50_ms": round(cuts[49] * 1000, 1),
            "p99_ms": round(cuts[98] * 1000, 1),
            "max_ms": round(found[-1] * 1000, 1),
            "refused": self.score.refused,
            "matches_finished": self.score.matches,
        }


@dataclass
class Watch:
    """What the server's process uses, and how late its event loop is."""

    pid: int
    file: Path  # what the server's processes note of themselves: file.<pid>

    def _processes(self) -> list[int]:
        """Those that serve: the one that was started, and its workers."""
        command = Path(f"/proc/{self.pid}/cmdline").read_bytes()
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        serving = [one for one in children if Path(f"/proc/{one}/cmdline").read_bytes() == command]
        return [self.pid, *map(int, serving)]

    def cpu_seconds(self) -> float:
        """Processor time that they and their threads have used."""
        stats = (Path(f"/proc/{one}/stat").read_text() for one in self._processes())
        fields = [stat.rsplit(")", 1)[1].split() for stat in stats]
        return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> int:
        """What they have resident; pages that workers share are counted once for each."""
        stats = (Path(f"/proc/{one}/statm").read_text() for one in self._processes())
        pages = sum(int(each.split()[1]) for each in stats)
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20)

    def notes(self, began: float, ended: float) -> dict[str, float]:
        """The lag of the server's event loop between two moments, and how fast Python was there."""
        files = self.file.parent.glob(f"{self.file.name}.*")
        lines = [line for file in files for line in file.read_text().splitlines()[:-1]]
        found = [[float(word) for word in line.split()] for line in lines]
        found = [note for note in found if began <= note[0] <= ended]
        lags = sorted(lag * 1000 for _, lag, _ in found)
        return {
            "lag_p99_ms": round(statistics.quantiles(lags, n=100)[98], 1),
            "lag_max_ms": round(lags[-1], 1),
            "reference_us": round(statistics.fmean(note[2] for note in found) * 1e6, 3),
        }


def bind_to_core(pid: int, core: int) -> None:
    """Keep a process on one core, where there are two."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                os.sched_setaffinity(int(task.name), {core})


def _ignore(client: Client, message: Any) -> None:
    """For those who only look on."""


@contextlib.contextmanager
def database(postgres: bool, folder: Path) -> Iterator[str]:
    """A fresh SQLite file, or a PostgreSQL, which several processes can share."""
    if not postgres:
        yield str(folder / "load.db")
        return
    with postgres_server(durable=True) as server:
        yield asyncio.run(create_database(server.url, "load"))


def measure(
    tables: int = 200,
    seconds: float = 10,
    warm_up: float = 3,
    pace: float = 0,
    thinkers: int = 0,
    idle: int = 0,
    workers: int = 1,
    postgres: bool = False,
) -> dict[str, Any]:
    """Start a server, load it, and say what it did."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with tempfile.TemporaryDirectory() as name, database(postgres, Path(name)) as url:
        notes = Path(name) / "notes"
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, url, str(notes), str(workers)],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split()[1]
            if not (thinkers or postgres):
                bind_to_core(server.pid, 0)
                bind_to_core(os.getpid(), 1)
            load = Load(base, tables, pace, thinkers)
            watch = Watch(server.pid, notes)
            return asyncio.run(load.run(warm_up, seconds, idle, watch))
        finally:
            server.terminate()
            server.wait()
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, range(os.cpu_count() or 1))


def main() -> None:
    """Start a server, load it, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warm-up", type=float, default=3)
    parser.add_argument("--pace", type=float, default=0, help="moves per second; 0: no limit")
    parser.add_argument("--thinkers", type=int, default=0, help="tables of thinking bots besides")
    parser.add_argument("--idle", type=int, default=0, help="sockets that only look on")
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    parser.add_argument("--workers", type=int, default=1, help="with --postgres")
    parser.add_argument("--json", action="store_true")
    given = vars(parser.parse_args())
    as_json = given.pop("json")
    figures = measure(**given)
    if as_json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name.replace('_', ' '):30} {value}")


if __name__ == "__main__":
    main()
