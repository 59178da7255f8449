"""What a host can choose about a server."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson
import platformdirs

ENVIRONMENT = "CATTERY_SERVER"  # how the settings reach worker processes


@dataclass(frozen=True)
class RateLimit:
    """A token bucket: `burst` at once, then `per_second`."""

    per_second: float
    burst: float


@dataclass(frozen=True)
class RequestLimits:
    """How much one connection, browser or address may ask for."""

    message_bytes: int = 8 * 1024  # a socket message
    body_bytes: int = 16 * 1024  # an HTTP body
    file_bytes: int = 1024 * 1024  # an HTTP body that carries a saved match
    messages: RateLimit = RateLimit(20, 60)  # per connection
    newcomers: RateLimit = RateLimit(0.5, 300)  # browsers of an address that get a token
    # Per browser; all those of an address together may have as much as a crowd of them.
    chat: RateLimit = RateLimit(0.7, 6)
    requests: RateLimit = RateLimit(30, 150)  # HTTP
    new_tables: RateLimit = RateLimit(1 / 30, 100)  # rematches included
    pictures: RateLimit = RateLimit(8, 80)  # of a table
    heavy: RateLimit = RateLimit(1, 10)  # files, links, new tokens
    hints: RateLimit = RateLimit(0.5, 8)
    analyses: RateLimit = RateLimit(0.1, 6)  # begun
    work: RateLimit = RateLimit(0.05, 0.5)  # seconds of the loop for what is asked in full
    crowd: int = 10
    tables_per_browser: int = 1000  # that it has opened; of more its oldest finished ones go
    sockets_per_address: int = 2000
    sockets_per_browser: int = 64
    onlookers_per_table: int = 64  # whoever has a seat comes in besides
    onlookers_per_browser: int = 8  # at one table
    onlookers_per_address: int = 16  # at one table
    outbox: int = 400  # messages waiting for a slow connection before it is closed


@dataclass(frozen=True)
class ConnectionLimits:
    """How long a head may be, and how long anything may take."""

    head_bytes: int = 32 * 1024  # address and headers of a request
    headers: int = 100
    head_seconds: float = 10.0  # until a request's head is complete
    body_seconds: float = 30.0  # until its body is
    send_seconds: float = 30.0  # for the other side to begin to take what was sent
    hello_seconds: float = 15.0  # until a socket has said hello
    message_seconds: float = 30.0  # from a socket message's first byte to its last
    pieces: int = 64  # frames of one socket message
    # Of a socket: pings, pongs and further pieces of messages. Browsers send next to none.
    extra_frames: RateLimit = RateLimit(10, 200)
    ping_seconds: float = 25.0  # between the pings of a socket, and for their answers
    # Connections without a whole request: of more the oldest give way. A school is one address, and
    # so is a proxy.
    waiting_of_an_address: int = 2000
    keep_files: int = 96  # open files that connections leave to the database and the rest


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; `cli.py` says what of it `cattery serve` is told."""

    host: str = "127.0.0.1"
    port: int = 8042
    database: str = ""  # a SQLAlchemy URL; empty: SQLite in the user's data folder
    database_patience: float = 4.0  # seconds that moves wait for one that is away; pages wait for 6
    workers: int = 1
    root_path: str = ""
    trusted_proxies: str = "127.0.0.1"
    open_tables: bool = True  # list the tables that wait for players
    expire_days: float = 30.0  # tables untouched for so long are set aside
    grace_days: float = 7.0  # and removed after so long, unless somebody comes for them
    lease_seconds: float = (
        10.0  # how long a process thinks for a table's bots without a sign of life
    )
    bot_delay: float = 0.25  # least seconds from a person's move to a bot's, thinking included
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    tree_megabytes: int = 512  # of all bots' trees that are kept from move to move
    hint_seconds: float = 1.0  # how long a hint is thought about
    analysis_seconds: float = 45.0  # for a whole match; a move gets 0.05 to 0.3 of them
    analyses_at_once: int = field(default_factory=lambda: 2 if (os.cpu_count() or 2) > 2 else 1)
    tables_in_memory: int = 1000
    record_seconds: float = 20.0  # after the start, when matches not written down are looked for
    origins: tuple[str, ...] = ()  # further origins whose pages may open sockets
    hosts: tuple[str, ...] = ()  # names by which browsers reach this server, besides its own
    metrics: bool = False  # figures at /metrics, for the host alone
    json_logs: bool = False  # a line of JSON for each record
    log_level: str = "warning"
    host_token: str = ""  # lets whoever knows it do what else only the machine itself may
    link_minutes: float = 60.0  # how long a seat's link is good
    limits: RequestLimits = RequestLimits()
    connections: ConnectionLimits = ConnectionLimits()

    def url(self) -> str:
        """The database's URL with an async driver."""
        return async_url(self.database)

    def to_json(self) -> str:
        """For the environment of a worker."""
        return orjson.dumps(asdict(self)).decode()

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """The inverse of `to_json`.

        >>> Settings.from_json(Settings(port=1).to_json()) == Settings(port=1)
        True
        """
        values: dict[str, Any] = orjson.loads(text)
        values["origins"], values["hosts"] = tuple(values["origins"]), tuple(values["hosts"])
        values["connections"] = ConnectionLimits(**_with_rates(values["connections"]))
        values["limits"] = RequestLimits(**_with_rates(values["limits"]))
        return cls(**values)


def _with_rates(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: RateLimit(**value) if isinstance(value, dict) else value
        for name, value in values.items()
    }


def data_folder() -> Path:
    """Where the embedded database lives."""
    return Path(platformdirs.user_data_dir("cattery", appauthor=False))


def async_url(database: str) -> str:
    """A database URL, or a file's path, as a URL with an async driver.

    >>> async_url("postgresql://me@host/cats")
    'postgresql+asyncpg://me@host/cats'
    >>> async_url("sqlite:////tmp/cats.db")
    'sqlite+aiosqlite:////tmp/cats.db'
    """
    if not database:
        return f"sqlite+aiosqlite:///{data_folder() / 'cattery.db'}"
    if "://" not in database:
        return f"sqlite+aiosqlite:///{Path(database).expanduser().absolute()}"
    scheme, rest = database.split("://", 1)
    driver = {
        "postgres": "postgresql+asyncpg",
        "postgresql": "postgresql+asyncpg",
        "sqlite": "sqlite+aiosqlite",
    }
    return f"{driver.get(scheme, scheme)}://{rest}"


def is_sqlite(url: str) -> bool:
    """Whether the URL names the embedded database."""
    return url.startswith("sqlite")
