"""Real server processes, browsers without a window, and a real PostgreSQL, for the tests."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import json
import os
import pwd
import random
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cattery.server import wire
from cattery.server.settings import RateLimit, RequestLimits, Settings

SERVE = """
import os
from cattery.server.run import serve
from cattery.server.settings import Settings
serve(Settings.from_json(os.environ["TEST_SETTINGS"]),
      say=lambda key, params: print(key, params.get("address", ""), flush=True))
"""
START_SECONDS = 240
PATIENCE = 15  # seconds to wait for a message
GENEROUS = RequestLimits(
    messages=RateLimit(10_000, 10_000),
    requests=RateLimit(10_000, 10_000),
    newcomers=RateLimit(10_000, 10_000),
    new_tables=RateLimit(10_000, 10_000),
    pictures=RateLimit(10_000, 10_000),
    heavy=RateLimit(10_000, 10_000),
    hints=RateLimit(10_000, 10_000),
    analyses=RateLimit(10_000, 10_000),
    work=RateLimit(10_000, 10_000),
    sockets_per_address=1000,
    onlookers_per_browser=1000,
    onlookers_per_address=1000,
    tables_per_browser=100_000,
)
GAME = "huupp"
TLS = ssl.create_default_context()  # shared: to read all certificates takes a while


def steady_port() -> int:
    """A free port that is still free after a kill: of those that the system gives out by itself
    another process may have taken it for a call of its own."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with contextlib.suppress(OSError), socket.socket() as trial:
            trial.bind(("127.0.0.1", port))
            return port


def kill_group(leader: int, wait: Callable[[], object] = lambda: None) -> None:
    """Kill a process and all of its group, and wait until they are gone: a worker that is still
    about to end has the port."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
        wait()
        deadline = time.monotonic() + 5  # where nobody fetches the dead they stay for ever
        while time.monotonic() < deadline:
            os.killpg(leader, 0)
            time.sleep(0.002)


class Server:
    """A server process that can be killed and started again on the same port."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings if settings.port else replace(settings, port=steady_port())
        self.process: subprocess.Popen[str] | None = None
        self.base = ""

    def start(self) -> Server:
        """Start the process, and wait until its game can be played."""
        self.launch()
        self._wait()
        return self

    def launch(self) -> None:
        """Start the process."""
        env = {**os.environ, "TEST_SETTINGS": self.settings.to_json()}
        log = (self.folder / "server.log").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            env=env,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
        log.close()
        assert self.process.stdout is not None
        first = self.process.stdout.readline().split()
        assert first[:1] == ["ready"], self.log()
        self.base = first[1].rstrip("/").replace("localhost", "127.0.0.1")
        self.settings = replace(self.settings, port=int(self.base.rsplit(":", 1)[1].split("/")[0]))

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        with httpx.Client(base_url=self.base, verify=TLS) as client:
            while time.monotonic() < deadline:
                with contextlib.suppress(httpx.TransportError, KeyError):
                    if client.get(f"/api/games/{GAME}/moves").is_success:
                        return
                time.sleep(0.05)
        self.kill()
        raise RuntimeError(self.log())

    def log(self) -> str:
        """What the process has written."""
        return (self.folder / "server.log").read_text(errors="replace")

    def kill(self) -> None:
        """End the process and its workers without a word of warning."""
        assert self.process is not None
        kill_group(self.process.pid, self.process.wait)

    def stop(self) -> int:
        """Ask the process to end; its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        return self.process.returncode


def ready(server: Server, game: str) -> None:
    """Wait until a game can be played."""
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as client:
        deadline = time.monotonic() + START_SECONDS
        path = f"/api/games/{game}/picture.svg"  # who asks for it also wants the game to be next
        while not client.get(path).is_success:
            assert time.monotonic() < deadline, server.log()
            time.sleep(0.2)


def new_token(base: str, address: str | None = None) -> str:
    """A token for a browser: only the server makes one."""
    with httpx.Client(transport=httpx.HTTPTransport(TLS, local_address=address)) as client:
        (cookie,) = client.get(f"{base}/api/me").cookies.jar
    assert cookie.value is not None
    return cookie.value


class Browser:
    """One browser: a cookie, HTTP requests, sockets; from any address of this machine."""

    def __init__(
        self, server: Server | str, token: str | None = None, address: str | None = None
    ) -> None:
        self.base = server if isinstance(server, str) else server.base
        self.address = address
        self.token = token or new_token(self.base, address)
        self.http = httpx.AsyncClient(
            base_url=self.base,
            headers={"Cookie": self.cookie},
            timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(TLS, local_address=address),
        )

    @property
    def cookie(self) -> str:
        """The header; a token names the server whose cookie it is, if that isn't an old one."""
        mark, dot, _ = self.token.partition(".")
        return f"cattery_{mark}={self.token}" if dot else f"cattery={self.token}"

    async def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        """A POST; checks its status."""
        answer = await self.http.post(path, json={} if body is None else body)
        assert answer.status_code == (status or answer.status_code), answer.text
        if status is None:
            assert answer.is_success, answer.text
        return answer.json()

    async def get(self, path: str, status: int = 200) -> Any:
        """A GET; checks its status."""
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def new_table(self, *who: str, **more: Any) -> str:
        """A table with these seats: `me`, `open`, `bot`, `device`."""
        seats = [{"who": one} for one in who or ("me", "open")]
        made = await self.post("/api/tables", {"game": GAME, "seats": seats, **more})
        return str(made["id"])

    @contextlib.asynccontextmanager
    async def at(self, table: str, **hello: Any) -> AsyncIterator[Line]:
        """A socket at a table that has said hello."""
        async with self.raw(table) as socket:
            line = Line(socket)
            await line.hello(**hello)
            yield line

    def raw(self, table: str, **headers: str) -> connect:
        """A socket that hasn't said anything."""
        return connect(
            f"{self.base.replace('http', 'ws', 1)}/api/tables/{table}/socket",
            additional_headers={"Cookie": self.cookie, **headers},
            max_size=None,
            proxy=None,
            local_addr=None if self.address is None else (self.address, 0),
        )


class Line:
    """A socket with a memory: what the page would know."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []  # everything, in order
        self.raw: list[str] = []
        self.n = 0
        self.table: dict[str, Any] = {}
        self.sides: dict[int | None, dict[str, Any]] = {}

    async def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, which must be of the published shape."""
        text = await asyncio.wait_for(self.socket.recv(), timeout)
        assert isinstance(text, str)
        wire.server_message.validate_json(text)
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        self._take(message)
        return message

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("snapshot", "table"):
            self.table = message["table"]
        if message["type"] == "snapshot":
            self.n = message["n"]
            self.sides = {side["seat"]: side for side in message["sides"]}
        if message["type"] == "entry":
            assert message["n"] == self.n + 1, "a gap"
            self.n = message["n"]
            for side in message["sides"]:
                if side["view"] is not None:
                    self.sides[side["seat"]] = side

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Read on until such a message comes."""
        while True:
            message = await self.next()
            if message["type"] == kind and fields.items() <= message.items():
                return message

    async def until_table(self, **fields: Any) -> dict[str, Any]:
        """Read on until the table looks like this."""
        while not fields.items() <= self.table.items():
            await self.next()
        return self.table

    async def hello(self, **more: Any) -> None:
        """Say hello, and take what comes of it."""
        await self.send({"type": "hello", **more})
        if "since" not in more:
            await self.until("snapshot")

    async def send(self, message: Any) -> None:
        """Send a JSON text."""
        await self.socket.send(json.dumps(message))

    async def ask(self, do: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Send a command and wait for its ack or nack."""
        command = {"type": "command", "id": secrets.token_hex(6), "n": self.n, "do": do, **more}
        await self.send(command)
        while True:
            message = await self.next()
            if message["type"] in ("ack", "nack") and message["id"] == command["id"]:
                return message

    async def do(self, what: str, **fields: Any) -> dict[str, Any]:
        """A command that must be carried out."""
        answer = await self.ask({"type": what, **fields})
        assert answer["type"] == "ack", answer
        return answer

    async def refused(self, what: str, **fields: Any) -> str:
        """A command that must be refused; the reason's code."""
        answer = await self.ask({"type": what, **fields})
        assert answer["type"] == "nack", answer
        return str(answer["code"])

    def legal(self, seat: int) -> list[int]:
        """The action ids of a held seat."""
        return list(self.sides[seat]["legal"])

    async def my_turn(self, seat: int) -> list[int]:
        """Wait until the seat may move; its legal moves."""
        while not (seat in self.sides and self.sides[seat]["legal"]):
            await self.next()
        return self.legal(seat)

    async def closed(self) -> int:
        """Wait until the server closes; the code."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.wait_for(self.socket.recv(), PATIENCE)
        return self.socket.close_code or 0


@contextlib.asynccontextmanager
async def match_of_two(
    one: Browser, other: Browser, **more: Any
) -> AsyncIterator[tuple[str, list[Line]]]:
    """A started match with a browser per seat."""
    table = await one.new_table("me", "open", **more)
    await other.post(f"/api/tables/{table}/join", {"name": "Other"})
    async with one.at(table) as first, other.at(table) as second:
        lines = [first, second]
        for seat, line in enumerate(lines):
            await line.do("contribute", seat=seat, text=f"from{seat}")
        for line in lines:
            await line.until_table(state="playing")
        yield table, lines


async def play_on(lines: list[Line], count: int, rng: random.Random) -> None:
    """Random moves, each acknowledged, until so many are made or the match is over."""
    for _ in range(count):
        seat = await whose_turn(lines)
        if seat is None:
            return
        await lines[seat].do("play", seat=seat, move=rng.choice(lines[seat].legal(seat)))


async def whose_turn(lines: list[Line]) -> int | None:
    """The seat to move, once every line knows of the same entries; None at the end."""
    newest = max(line.n for line in lines)
    for line in lines:
        while line.n < newest:
            await line.next()
    for seat, line in enumerate(lines):
        if line.sides[seat]["legal"]:
            return seat
    return None


# --- PostgreSQL --------------------------------------------------------------------------------


def postgres_binaries() -> Path | None:
    """Where initdb and postgres are, if they are."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if found:
        return Path(found[-1]).parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def unprivileged() -> str | None:
    """PostgreSQL refuses to run as root: the user that runs it then."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return None


class Postgres:
    """A PostgreSQL of our own on a free port, which can go away and come back.

    One that isn't `durable` doesn't wait for the disk: it is to outlive our processes, not power.
    """

    def __init__(self, durable: bool = False) -> None:
        self._sync = "on" if durable else "off"
        binaries = postgres_binaries()
        assert binaries is not None
        self._binaries = binaries
        self.folder = Path(tempfile.mkdtemp(prefix="cattery-pg-"))
        self._user = unprivileged()
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._port = free_port()
        self.url = f"postgresql://cattery@127.0.0.1:{self._port}"  # without a database's name
        self._run("initdb", "-U", "cattery", "-A", "trust", "--no-sync").wait()

    def _run(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self._binaries / program, "-D", self.folder / "data", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            cwd="/",
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        listen = ["-p", str(self._port), "-k", str(self.folder), "-h", "127.0.0.1"]
        self.process = self._run("postgres", *listen, "-c", f"fsync={self._sync}")
        asyncio.run(_answers(f"{self.url}/postgres"))

    def signal_all(self, number: int) -> None:
        """Send a signal to it and to all its processes."""
        main = self.process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for pid in (main, *map(int, children)):
            os.kill(pid, number)

    def stop(self) -> None:
        """Let it go away at once, as `pg_ctl stop -m immediate` does."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


@contextlib.contextmanager
def postgres_server(durable: bool = False) -> Iterator[Postgres]:
    """A running PostgreSQL."""
    server = Postgres(durable)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)


async def _answers(url: str) -> None:
    import asyncpg

    for _ in range(300):
        try:
            connection = await asyncpg.connect(url)
        except (OSError, asyncpg.PostgresError):
            await asyncio.sleep(0.1)
        else:
            await connection.close()
            return
    raise RuntimeError("PostgreSQL doesn't answer")


async def create_database(url: str, name: str) -> str:
    """A fresh database; its URL."""
    import asyncpg

    connection = await asyncpg.connect(f"{url}/postgres")
    await connection.execute(f'CREATE DATABASE "{name}"')
    await connection.close()
    return f"{url}/{name}"


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
