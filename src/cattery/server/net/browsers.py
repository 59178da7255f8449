"""Who a browser is: a token in a cookie, which only this server makes.

A token is signed with the server's own key, and the cookie's name carries the key's mark, so that
two servers on one machine don't take each other's cookies away. Tokens of older servers have no
signature: such a one counts if its browser holds a seat or a result.

Over TLS only a cookie counts that no other host and nobody without TLS can have set. Whoever comes
there for the first time with others gets a new token, and by that what the others hold: who has
planted one, or read it on the way, has nothing of it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections import OrderedDict

from starlette.responses import Response

from cattery.server.net.cookies import read_cookie, read_cookies
from cattery.server.net.guard import Scope, is_secure
from cattery.server.storage.store import Store

PREFIX = "cattery"
SECONDS = 400 * 86_400  # the longest that browsers keep a cookie
KEY = "tokens"  # the name of the key in the database
_OLD = re.compile(r"[A-Za-z0-9_-]{43}")
_REMEMBERED = 10_000  # old tokens that are known to count
_MOST_BEFORE = 8  # cookies from before TLS that a browser is asked about


def hashed(token: str) -> str:
    """A token as the database knows it."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_link_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(32)


class Tokens:
    """Makes tokens, and knows its own.

    >>> ours, other = Tokens(b"key"), Tokens(b"another")
    >>> token = ours.new()
    >>> ours.is_own(token), other.is_own(token), ours.is_own(token[:-1]), ours.is_own("é" * 80)
    (True, False, False, False)
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.mark = hashlib.sha256(b"mark of " + key).hexdigest()[:8]

    def new(self) -> str:
        """A token that nobody guesses."""
        body = f"{self.mark}.{secrets.token_urlsafe(32)}"
        return f"{body}.{self._signature(body)}"

    def is_own(self, token: str) -> bool:
        """Whether this server has made the token."""
        body, _, signature = token.rpartition(".")
        return hmac.compare_digest(signature.encode(), self._signature(body).encode())

    def _signature(self, body: str) -> str:
        made = hmac.digest(self._key, body.encode(), "sha256")[:16]
        return base64.urlsafe_b64encode(made).decode().rstrip("=")


class Browsers:
    """The browsers of this server, by their cookies."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tokens: Tokens | None = None
        self._old: OrderedDict[str, None] = OrderedDict()

    async def open(self) -> None:
        """Take the key from the database, where the first start has put it."""
        self._tokens = Tokens(await self._store.key(KEY))

    @property
    def tokens(self) -> Tokens:
        """The server's tokens; the store must have been opened."""
        assert self._tokens is not None
        return self._tokens

    def cookie_name(self, scope: Scope) -> str:
        """What the cookie is called: over TLS so that no other host can set it, or, where it is for
        a part of the host only, nobody without TLS."""
        name = f"{PREFIX}_{self.tokens.mark}"
        if not is_secure(scope):
            return name
        return f"__Secure-{name}" if scope.get("root_path") else f"__Host-{name}"

    def known(self, scope: Scope) -> str | None:
        """The browser, if its token is one that this server has made; without a look at the
        database, which may not be open yet."""
        if self._tokens is None:
            return None
        token = self._own_token(scope)
        return hashed(token) if token else None

    def _own_token(self, scope: Scope) -> str | None:
        token = read_cookie(scope["headers"], self.cookie_name(scope))
        return token if token is not None and self.tokens.is_own(token) else None

    async def device(self, scope: Scope) -> str | None:
        """The browser as the database knows it, if it brings a token that counts."""
        token = await self._token(scope)
        return hashed(token) if token else None

    async def _token(self, scope: Scope) -> str | None:
        if (own := self._own_token(scope)) is not None or is_secure(scope):
            return own
        token = read_cookie(scope["headers"], PREFIX)
        if token is not None and _OLD.fullmatch(token) and await self._counts(hashed(token)):
            return token
        return None

    async def _counts(self, device: str) -> bool:
        if device not in self._old:
            if not await self._store.knows(device):
                return False
            self._old[device] = None
            while len(self._old) > _REMEMBERED:
                self._old.popitem(last=False)
        return True

    async def welcome(self, scope: Scope, response: Response) -> str:
        """The browser; one without a token that counts gets a new one with the answer."""
        token = await self._token(scope)
        if token is None:
            token = self.tokens.new()
            self.give(scope, response, token)
        return hashed(token)

    async def before_tls(self, scope: Scope) -> list[str]:
        """As whom a browser came before it came over TLS. Anybody may have set those cookies or
        read them, so they don't say who it is; but what they hold may be its own."""
        if not is_secure(scope) or self._own_token(scope) is not None:
            return []
        plain = read_cookies(scope["headers"], f"{PREFIX}_{self.tokens.mark}")
        tokens = [token for token in plain if self.tokens.is_own(token)]
        tokens += filter(_OLD.fullmatch, read_cookies(scope["headers"], PREFIX))
        devices = dict.fromkeys(map(hashed, tokens[:_MOST_BEFORE]))
        return [device for device in devices if await self._store.knows(device)]

    def give(self, scope: Scope, response: Response, token: str) -> None:
        """Let the browser keep a token."""
        response.set_cookie(
            self.cookie_name(scope),
            token,
            max_age=SECONDS,
            path=scope.get("root_path") or "/",
            httponly=True,
            samesite="lax",
            secure=is_secure(scope),
        )

    def forget_old(self, device: str) -> None:
        """An old token counts no more."""
        self._old.pop(device, None)
