"""What stands before every request: rates, sizes, origins, cookies and security headers."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

import orjson

from cattery.server import refusals as no
from cattery.server.net.addresses import household, is_loopback
from cattery.server.net.cookies import only_cookies
from cattery.server.net.hosts import Hosts, is_loopback_name
from cattery.server.net.rates import Asker, Rates
from cattery.server.net.shapes import holds_too_much
from cattery.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
POLICY = 1008  # the close code of a socket that isn't allowed
COOKIE = b"cattery"  # how the names of our cookies begin, behind a prefix for TLS
_ORIGIN = re.compile(r"(https?)://([^/?#@\s]{1,300})")
_FILE_PATHS = ("/api/verify", "/api/replay")  # whose bodies carry a saved match
_SOCKET_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")

# The page brings its own scripts and style sheets, and talks to nobody but this server.
CSP = (
    "default-src 'none'; "
    "script-src 'self'; "
    "style-src 'self'; "
    "img-src 'self' data:; "
    "font-src 'self'; "
    "media-src 'self'; "
    "connect-src 'self'; "
    "manifest-src 'self'; "
    "worker-src 'self'; "
    "base-uri 'none'; "
    "form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    ),
)


# --- who asks


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request, or None."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None


def client(scope: Scope) -> str:
    """The client's address, as the trusted proxy gave it."""
    found = scope.get("client")
    return str(found[0]) if found else "local"


def address(scope: Scope) -> str:
    """Who counts as one asker: an address, or of IPv6 the network of a household.

    >>> address({"client": ("2001:db8:1:2:aaaa::1", 1)}), address({"client": ("::ffff:1.2.3.4", 1)})
    ('2001:db8:1:2::', '1.2.3.4')
    """
    return household(client(scope))


def asker(scope: Scope) -> Asker:
    """Who asks: a household, and in it the browser if it is known."""
    return Asker(address(scope), scope.get("browser"))


def is_forwarded(scope: Scope) -> bool:
    """Whether a proxy has passed the request on."""
    return any(
        name.startswith(b"x-forwarded-") or name == b"forwarded" for name, _ in scope["headers"]
    )


def is_local(scope: Scope) -> bool:
    """Whether somebody at this very machine asks, and calls it so: no proxy, no rebound name."""
    own_name = is_loopback_name(header(scope, b"host"))
    return own_name and is_loopback(client(scope)) and not is_forwarded(scope)


def has_token(scope: Scope, token: str) -> bool:
    """Whether the request brings the host's own token."""
    given = (header(scope, b"authorization") or "").removeprefix("Bearer ")
    return bool(token) and secrets.compare_digest(given.encode(), token.encode())


def is_secure(scope: Scope) -> bool:
    """Whether the browser came over TLS."""
    return scope.get("scheme") in ("https", "wss")


def same_origin(scope: Scope, allowed: Iterable[str] = ()) -> bool:
    """Whether the page that asks is ours. Programs that are no browsers send no origin.

    Without TLS anybody in the network can be a page of ours, so over TLS such a page isn't.
    """
    origin = header(scope, b"origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    host = header(scope, b"host")
    site = _ORIGIN.fullmatch(origin)
    if host is None or site is None or (is_secure(scope) and site[1] == "http"):
        return False
    return site[2].lower() == host.lower()


# --- the wall around the app


class Guard:
    """ASGI middleware: security headers on every answer, limits before every request.

    Sockets go to their endpoint from here: the layers below are made for requests.
    """

    def __init__(
        self,
        app: App,
        settings: Settings,
        rates: Rates,
        hosts: Hosts,
        known: Callable[[Scope], str | None],
        socket: App,
    ) -> None:
        """`known` says which browser sends a request, if its token is the server's own."""
        self._app = app
        self._known = known
        self._hosts = hosts
        self._socket = socket
        self._settings = settings
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an HTTP request on, or refuse it; the socket looks after itself."""
        self._strip_root(scope)
        if "headers" in scope:
            scope["headers"] = only_cookies(scope["headers"], COOKIE)
            scope["browser"] = self._known(scope)
        if scope["type"] != "http":
            await self._not_http(scope, receive, send)
            return
        guarded = _with_headers(send)
        try:
            self._check(scope)
            if scope["method"] not in SAFE:
                receive = await self._checked_body(scope, receive)
        except no.Refusal as refusal:
            await answer(guarded, refusal, scope)
        else:
            await self._app(scope, receive, guarded)

    async def _not_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if not self._hosts.allow(header(scope, b"host")):
                await refuse_socket(receive, send)
                return
            path = scope["path"].removeprefix(self._settings.root_path)
            if (found := _SOCKET_PATH.fullmatch(path)) is not None:
                scope["path_params"] = {"table_id": found[1]}
                await self._socket(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _strip_root(self, scope: Scope) -> None:
        """Take the root path off where a proxy left it on; uvicorn has added it once more."""
        root = self._settings.root_path
        if root and scope.get("path", "").startswith(f"{root}{root}/"):
            scope["path"] = scope["path"][len(root) :]

    def _check(self, scope: Scope) -> None:
        if not self._hosts.allow(header(scope, b"host")):
            raise no.WrongHost
        if "/api/" in scope["path"]:
            self._rates.requests.check(asker(scope))
        if scope["method"] in SAFE:
            return
        if not same_origin(scope, self._settings.origins):
            raise no.ForeignOrigin
        if scope["path"].endswith(_FILE_PATHS):  # to read it is work already
            self._rates.heavy.check(asker(scope))

    async def _checked_body(self, scope: Scope, receive: Receive) -> Receive:
        """Read a body that is neither too long nor, as JSON, too much; and hand it on."""
        limits = self._settings.limits
        limit = limits.file_bytes if scope["path"].endswith(_FILE_PATHS) else limits.body_bytes
        length = header(scope, b"content-length") or "0"
        if not length.isdecimal() or len(length) > 12 or int(length) > limit:
            raise no.TooLarge
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > limit:
                raise no.TooLarge
            if not message.get("more_body", False):
                break
        if holds_too_much(body):
            raise no.BadMessage
        return _again({**message, "body": body} if "body" in message else message, receive)


def _again(first: Message, receive: Receive) -> Receive:
    """Hand on a message that was read, then whatever else comes."""
    waiting = [first]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _with_headers(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), *HEADERS]
            if not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return guarded


async def refuse_socket(receive: Receive, send: Send, code: int = POLICY) -> None:
    """Don't open a socket that is asked for."""
    if (await receive())["type"] == "websocket.connect":
        await send({"type": "websocket.close", "code": code})


def language(scope: Scope) -> str:
    """Hungarian if the browser prefers it, else English."""
    return "hu" if (header(scope, b"accept-language") or "").lower().startswith("hu") else "en"


async def answer(send: Send, refusal: no.Refusal, scope: Scope) -> None:
    """Send a refusal as a problem."""
    text = refusal.text(language(scope))
    body = orjson.dumps({"code": refusal.code, "rule": None, "text": text})
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
