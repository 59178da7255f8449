"""A server answers to its own names only, and what is for its host is for nobody else."""

from __future__ import annotations

import asyncio
import socket
import stat
from pathlib import Path

import httpx
import pytest

from cattery.server.net.hosts import Hosts
from cattery.server.storage.backup import backup
from server.conftest import StartServer
from server.running import Browser, Server

REBOUND = "cats.evil.example"


def _get(server: Server, path: str, **headers: str) -> httpx.Response:
    return httpx.get(
        f"{server.base}{path}", headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


@pytest.mark.parametrize("path", ["/", "/api/me", "/healthz", "/api/games"])
def test_a_rebound_name_opens_nothing(server: Server, path: str) -> None:
    assert _get(server, path, Host=REBOUND).status_code == 421
    assert _get(server, path, Host=f"{REBOUND}:{server.settings.port}").status_code == 421
    for odd in ("", "[", "a b", "x" * 300, "localhost:", "localhost@evil", "192.0.2.1"):
        assert _get(server, path, Host=odd).status_code in (400, 421), odd


@pytest.mark.parametrize(("host", "status"), [(REBOUND, b"403"), ("localhost", b"101")])
def test_a_rebound_name_gets_no_socket(server: Server, host: str, status: bytes) -> None:
    """Whose page is of the same name, so that its origin is no hindrance."""
    table = asyncio.run(Browser(server).new_table())
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=20) as line:
        line.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert line.recv(4096).split()[1] == status


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST.", "127.0.0.1:1", "[::1]", "a.localhost"])
def test_the_machines_own_names_are_answered(server: Server, name: str) -> None:
    assert _get(server, "/api/me", Host=name).status_code == 200


def test_the_host_adds_names(start: StartServer) -> None:
    server = start(hosts=("cats.example.org", "*.cats.example.net"))
    for name in ("cats.example.org", "Cats.Example.Org:443", "a.cats.example.net"):
        assert _get(server, "/api/me", Host=name).status_code == 200
    for name in ("example.org", "acats.example.org", "cats.example.net"):
        assert _get(server, "/api/me", Host=name).status_code == 421
    assert "'example.org'" in server.log()  # a forgotten name is found in the log


def test_a_server_for_others_may_be_called_by_number() -> None:
    """A number leads nobody astray: whose page is at that number is the server's own."""
    beyond, alone = Hosts("0.0.0.0", network=True), Hosts("127.0.0.1", network=False)
    for number in ("192.168.1.5:8042", "[2001:db8::1]:80"):
        assert beyond.allow(number)
        assert not alone.allow(number)
    assert not beyond.allow(REBOUND)
    assert not beyond.allow(None)


# --- what is for the host


STRANGERS = (
    {"Host": REBOUND, "Origin": f"http://{REBOUND}"},
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-Host": "localhost"},
    {"Forwarded": "for=127.0.0.1"},
    {"Origin": "http://evil.example"},
    {"Authorization": "Bearer wrong"},
)


def test_only_the_host_opens_the_server_to_the_network(start: StartServer) -> None:
    """Nobody comes through a rebound name, nor through a proxy that leaves the address out."""
    server = start(hosts=("cats.example.org",), host_token="secret")
    with httpx.Client(base_url=server.base) as client:
        for stranger in STRANGERS:
            headers = {"Host": "cats.example.org", **stranger}
            assert client.post("/api/invite", headers=headers).status_code in (403, 421), stranger
            assert not client.get("/api/invite").json()["network"]
            headers["Host"] = "cats.example.org"
            assert not client.get("/api/me", headers=headers).json()["local"]
        headers = {"Host": "cats.example.org", "Authorization": "Bearer secret"}
        assert client.post("/api/invite", headers=headers).status_code == 200


# --- files


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_database_and_backups_are_the_owners_alone(start: StartServer, tmp_path: Path) -> None:
    """Also a database that an older server left readable."""
    database = tmp_path / "new" / "tables.db"
    database.parent.mkdir()
    database.touch(0o644)
    server = start(database=str(database))
    asyncio.run(Browser(server).new_table())
    files = sorted(database.parent.glob("tables.db*"))
    assert len(files) >= 3
    assert {_mode(file) for file in files} == {0o600}
    assert _mode(backup(tmp_path / "copy.db", str(database))) == 0o600
