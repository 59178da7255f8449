"""What stands before every request: rates, sizes, origins, cookies and security headers."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import orjson

from cattery.server import refusals as no
from cattery.server.settings import RateLimit, RequestLimits, Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "cattery"
COOKIE_SECONDS = 400 * 86_400  # the longest that browsers keep one
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_SOCKET_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")
_ADDRESSES = 10_000  # buckets kept

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


class Bucket:
    """A token bucket.

    >>> bucket = Bucket(RateLimit(per_second=1, burst=2))
    >>> [bucket.take(now=5.0) for _ in range(3)], bucket.take(now=6.0)
    ([True, True, False], True)
    """

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = 0.0

    def take(self, now: float | None = None) -> bool:
        """Take a token, if there is one."""
        moment = time.monotonic() if now is None else now
        rate = self._rate
        refilled = self._tokens + (moment - self._at) * rate.per_second
        self._tokens = min(rate.burst, refilled)
        self._at = moment
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket per key; the longest unused are forgotten."""

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, key: str) -> None:
        """Take a token from the key's bucket, or refuse."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate)
            if len(self._buckets) > _ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        if not bucket.take():
            raise no.TooFast


class Rates:
    """The buckets of one process."""

    def __init__(self, limits: RequestLimits) -> None:
        self.requests = Buckets(limits.requests)
        self.new_tables = Buckets(limits.new_tables)
        self.pictures = Buckets(limits.pictures)
        self.heavy = Buckets(limits.heavy)
        self.chat = Buckets(limits.chat)
        self.hints = Buckets(limits.hints)
        self.analyses = Buckets(limits.analyses)


# --- who asks


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request, or None."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None


def address(scope: Scope) -> str:
    """The client's address, as the trusted proxy gave it."""
    client = scope.get("client")
    return str(client[0]) if client else "local"


def token_of(scope: Scope) -> str | None:
    """The browser's token from its cookie."""
    try:
        morsel = SimpleCookie(header(scope, b"cookie") or "").get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and _TOKEN.fullmatch(morsel.value) else None


def device_of(scope: Scope) -> str | None:
    """The browser as the database knows it: the hash of its token."""
    token = token_of(scope)
    return hashed(token) if token else None


def hashed(token: str) -> str:
    """A token as the database knows it."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(32)


def is_secure(scope: Scope) -> bool:
    """Whether the browser came over TLS."""
    return scope.get("scheme") in ("https", "wss")


def same_origin(scope: Scope, allowed: Iterable[str] = ()) -> bool:
    """Whether the page that asks is ours. Programs that are no browsers send no origin."""
    origin = header(scope, b"origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    host = header(scope, b"host")
    return host is not None and urlsplit(origin).netloc.lower() == host.lower()


# --- the wall around the app


class Guard:
    """ASGI middleware: security headers on every answer, limits before every request.

    Sockets go to their endpoint from here: the layers below are made for requests.
    """

    def __init__(self, app: App, settings: Settings, rates: Rates, socket: App) -> None:
        self._app = app
        self._socket = socket
        self._settings = settings
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an HTTP request on, or refuse it; the socket looks after itself."""
        self._strip_root(scope)
        if scope["type"] != "http":
            await self._not_http(scope, receive, send)
            return
        guarded = _with_headers(send)
        try:
            self._check(scope)
            body = _Counted(receive, self._settings.limits.body_bytes)
        except no.Refusal as refusal:
            await answer(guarded, refusal)
            return
        try:
            await self._app(scope, body, guarded)
        except no.TooLarge as refusal:
            await answer(guarded, refusal)

    async def _not_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
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
        if "/api/" in scope["path"]:
            self._rates.requests.check(address(scope))
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not same_origin(
            scope, self._settings.origins
        ):
            raise no.ForeignOrigin
        length = header(scope, b"content-length") or "0"
        if not length.isdigit() or int(length) > self._settings.limits.body_bytes:
            raise no.TooLarge


class _Counted:
    """A body that is refused once it grows too long, whatever its header said."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise no.TooLarge
        return message


def _with_headers(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
        await send(message)

    return guarded


async def answer(send: Send, refusal: no.Refusal) -> None:
    """Send a refusal as a problem."""
    body = orjson.dumps({"code": refusal.code, "rule": None, "text": str(refusal)})
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
