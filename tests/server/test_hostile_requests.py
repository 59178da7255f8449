"""No request, however it is made, holds the others up: sizes are bounded before any work."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable

import httpx
import pytest

from server.running import Server

SOON = 2.0  # seconds, on a busy machine; what these requests did before took longer by far


def talk(server: Server, *parts: bytes, timeout: float = 20) -> bytes:
    """Send bytes as they are; all that comes back until the server hangs up."""
    port = server.settings.port
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as line:
        heard = b""
        try:
            for part in parts:
                line.sendall(part)
            while piece := line.recv(65536):
                heard += piece
        except (ConnectionResetError, BrokenPipeError):  # it has hung up while we were sending
            pass
        return heard


def ask(server: Server, *headers: str, path: str = "/api/me", method: str = "GET") -> bytes:
    """One request with these headers; the status line."""
    head = "\r\n".join([f"{method} {path} HTTP/1.1", *headers, "Connection: close", "", ""])
    return talk(server, head.encode("latin-1")).split(b"\r\n", 1)[0]


def quickest(work: Callable[[], None], times: int = 3) -> float:
    """The seconds of the quickest of a few tries: a busy machine may hold up one of them."""
    taken = []
    for _ in range(times):
        began = time.monotonic()
        work()
        taken.append(time.monotonic() - began)
    return min(taken)


def test_a_cookie_of_backslashes_is_read_at_once(server: Server) -> None:
    def send() -> None:
        cookie = 'Cookie: cattery="' + "\\" * 30_000 + '"'
        assert ask(server, "Host: localhost", cookie).split()[1] == b"200"

    assert quickest(send) < SOON


def test_unknown_fields_are_not_counted_one_by_one(server: Server) -> None:
    body = json.dumps({f"field{k}": k for k in range(80_000)} | {"game": "huupp"}).encode()
    text = json.dumps({"text": "x", **{str(k): k for k in range(80_000)}}).encode()

    def send() -> None:
        for path, sent in [("/api/tables", body), ("/api/verify", text), ("/api/replay", text)] * 3:
            answer = client.post(path, content=sent, headers={"content-type": "application/json"})
            assert answer.status_code in (413, 422), answer.text

    with httpx.Client(base_url=server.base, timeout=60) as client:
        assert quickest(send) < SOON


@pytest.mark.parametrize("path", ["/api/tables", "/api/verify"])
def test_a_deep_nest_is_refused(server: Server, path: str) -> None:
    with httpx.Client(base_url=server.base) as client:
        sent = b'{"text": ' + b"[" * 5_000 + b"]" * 5_000 + b"}"
        answer = client.post(path, content=sent, headers={"content-type": "application/json"})
        assert answer.status_code in (413, 422)
        assert answer.json()["code"] in ("bad_message", "too_large")


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "http://a:b:c", "\xff", "//"]
)
def test_an_origin_that_is_none_is_foreign(server: Server, origin: str) -> None:
    headers = ["Host: localhost", f"Origin: {origin}", "Content-Length: 2"]
    assert ask(server, *headers, path="/api/tables", method="POST").split()[1] == b"403"


@pytest.mark.parametrize("length", [256, 4_000, 20_000])
def test_a_long_path_is_nowhere(server: Server, length: int) -> None:
    for path in (
        "/" + "a" * length,
        "/assets/" + "ő%00" * (length // 4),
        "/" + "a/" * (length // 2),
    ):
        status = ask(server, "Host: localhost", path=httpx.URL(path).raw_path.decode()).split()[1]
        assert status in (b"404", b"414")


def test_a_head_has_an_end(server: Server) -> None:
    """Long headers, many headers, long addresses, and one that never ends."""
    host = "Host: localhost"
    assert ask(server, host, "X: " + "x" * 100_000).split()[1] == b"431"
    assert ask(server, host, *(f"X{k}: y" for k in range(500))).split()[1] == b"431"
    assert ask(server, host, path="/" + "x" * 100_000).split()[1] in (b"414", b"431")
    endless = talk(server, b"GET / HTTP/1.1\r\nX: ", *[b"x" * 10_000] * 100)
    assert endless.split(b"\r\n", 1)[0].split()[1:2] in ([b"431"], [])


def test_what_a_page_sends_still_fits(server: Server) -> None:
    """Many cookies of neighbours on the same machine, and a saved match of a megabyte."""
    neighbours = "; ".join(f"n{k}={'v' * 500}" for k in range(40))
    assert ask(server, "Host: localhost", f"Cookie: {neighbours}").split()[1] == b"200"
    with httpx.Client(base_url=server.base) as client:
        answer = client.post("/api/verify", json={"text": "x" * 500_000})
        assert answer.status_code == 200
        assert answer.json()["ok"] is False
