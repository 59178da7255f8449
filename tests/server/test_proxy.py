"""Behind a real nginx with TLS, below a path: page, sockets, cookies and addresses."""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import subprocess
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from cattery.server.settings import RateLimit, Settings
from server.running import GENEROUS, Server, free_port

HINTS = 3  # that an address may ask for
PARTS = Path(__file__).parent.parent.parent / "deploy" / "nginx.conf"
NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    {parts}
  }}
}}
"""


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server as browsers see it: https, and below /cats."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None or shutil.which("openssl") is None:
        if os.environ.get("CI"):
            pytest.fail("no nginx on CI: scripts/prepare should have installed it")
        warnings.warn("NO NGINX: the tests behind a proxy are skipped", stacklevel=1)
        pytest.skip("no nginx on this machine")
    folder = tmp_path_factory.mktemp("proxy")
    database = str(folder / "t.db")
    limits = replace(GENEROUS, hints=RateLimit(0.001, HINTS), crowd=1)
    settings = Settings(port=0, database=database, limits=limits, root_path="/cats")
    server = Server(folder, settings).start()
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    files = ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run([*make, "-subj", "/CN=localhost", *files], check=True, capture_output=True)
    port = free_port()
    parts = PARTS.read_text("utf-8").replace(":8042", f":{server.settings.port}")
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port, parts=parts))
    process = subprocess.Popen([nginx, "-c", folder / "nginx.conf", "-p", folder])
    base = f"https://localhost:{port}/cats"
    try:
        for _ in range(100):
            try:
                httpx.get(f"{base}/healthz", verify=False)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield base
    finally:
        process.terminate()
        process.wait()
        server.stop()
    assert "Traceback" not in server.log(), server.log()


def test_page_and_cookie(proxied: str) -> None:
    """The browser is known by a cookie for TLS and for this part of the host; it isn't local."""
    with httpx.Client(verify=False) as client:
        assert client.get(f"{proxied}/").status_code == 200
        answer = client.get(f"{proxied}/api/me")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Secure-cattery_")
        assert "Path=/cats" in cookie
        assert "Secure" in cookie
        assert answer.json()["local"] is False
        assert "set-cookie" not in client.get(f"{proxied}/api/me").headers
        assert client.post(f"{proxied}/api/invite").status_code == 403


def test_a_game_over_the_proxys_socket(proxied: str) -> None:
    """A quick game begins; another site's page gets no socket."""

    async def scene() -> None:
        async with httpx.AsyncClient(verify=False) as client:
            made = await client.post(f"{proxied}/api/quick", json={"game": "huupp"})
            assert made.status_code == 201, made.text
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            address = f"wss{proxied.removeprefix('https')}/api/tables/{made.json()['id']}/socket"
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            headers = {"Cookie": cookie, "Origin": proxied.removesuffix("/cats")}
            async with connect(
                address, ssl=context, additional_headers=headers, proxy=None
            ) as socket:
                await socket.send('{"type": "hello"}')
                first = await asyncio.wait_for(socket.recv(), 15)
                assert '"you":[0]' in str(first)

    asyncio.run(scene())


def test_everybody_has_a_budget_of_their_own(proxied: str) -> None:
    """The address that counts is the one that nginx saw, whatever a client says of itself."""

    def hint(address: str, **headers: str) -> int:
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        with httpx.Client(transport=transport, headers=headers) as client:
            return client.post(f"{proxied}/api/tables/abcdef/seats/0/hint").status_code

    assert [hint("127.0.0.2") for _ in range(HINTS)] == [404] * HINTS
    assert hint("127.0.0.2") == 429
    assert hint("127.0.0.3") == 404
    for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        for said in ("192.0.2.7", "for=192.0.2.7", "192.0.2.7, 127.0.0.1", "127.0.0.3"):
            assert hint("127.0.0.2", **{name: said}) == 429
    assert hint("127.0.0.3", **{"X-Forwarded-For": "127.0.0.2"}) == 404
