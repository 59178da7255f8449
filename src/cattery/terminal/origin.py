"""Where a saved match was played, as far as its signature shows it: for `cattery verify`."""

from __future__ import annotations

import ipaddress
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cattery import signatures
from cattery.errors import CatteryError, NotVouchedFor
from cattery.text import shared_words

if TYPE_CHECKING:
    from cattery.saved import Signature
    from cattery.terminal.screen import Screen

SECONDS = 10.0  # that a server has to tell its keys
MOST = 1_000_000  # bytes of its answer


class BadAddress(CatteryError):
    """What was typed is no server's address."""

    code = "bad_address"

    def text(self, lang: str = "en") -> str:
        """What was typed."""
        return shared_words(lang).text("terminal.verify.no_address", **self.params)


@dataclass(frozen=True)
class Address:
    """A server as somebody typed it."""

    url: str
    name: str  # as files have it: without the scheme

    @classmethod
    def of(cls, typed: str) -> Address:
        """From an address, or a name alone; then it is asked over TLS, unless it is this machine.

        >>> Address.of("Cats.example.org/")
        Address(url='https://cats.example.org', name='cats.example.org')
        >>> Address.of("localhost:8042").url, Address.of("http://10.0.0.7:8042/cats").name
        ('http://localhost:8042', '10.0.0.7:8042/cats')
        """
        whole = typed if "://" in typed else f"//{typed}"
        try:
            found = urllib.parse.urlsplit(whole)
            scheme = found.scheme or ("http" if is_this_machine(found.hostname) else "https")
            port = found.port
        except ValueError as error:
            raise BadAddress(address=typed) from error
        if scheme not in ("http", "https") or not found.hostname or found.username is not None:
            raise BadAddress(address=typed)
        host = f"[{found.hostname}]" if ":" in found.hostname else found.hostname
        shown = "" if port in (None, {"http": 80, "https": 443}[scheme]) else f":{port}"
        name = f"{host}{shown}{found.path.rstrip('/')}"
        return cls(f"{scheme}://{name}", name)

    @property
    def private(self) -> bool:
        """Whether nobody on the way can answer instead."""
        found = urllib.parse.urlsplit(self.url)
        return found.scheme == "https" or is_this_machine(found.hostname)

    def published_keys(self) -> set[str]:
        """The keys that the server publishes."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/keys", timeout=SECONDS) as answer:
                told = json.loads(answer.read(MOST))
            return {key for one in told["keys"] if re.fullmatch(signatures.KEY, key := one["key"])}
        except (OSError, ValueError, KeyError, TypeError) as error:
            reason = getattr(error, "reason", None) or error
            problem = getattr(reason, "strerror", None) or str(reason)
            raise NotVouchedFor(why="no_answer", host=self.name, problem=problem) from error


def is_this_machine(host: str | None) -> bool:
    """Whether a name or number means the machine that asks."""
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return host == "localhost" or (host or "").endswith(".localhost")


def tell(signature: Signature | None, host: str | None, screen: Screen) -> None:
    """Say who vouches for a match. Whoever names a host wants it to be shown, or is refused."""
    if host is not None:
        _confirm(signature, Address.of(host), screen)
    elif signature is None:
        screen.say("verify.unsigned")
    elif not signature.checked:
        screen.say("verify.unchecked", host=signature.host)
    else:
        screen.say("verify.signed", host=signature.host)


def _confirm(signature: Signature | None, address: Address, screen: Screen) -> None:
    """Ask the host whether the key is its own."""
    if signature is None:
        raise NotVouchedFor(why="unsigned")
    if not signature.checked:
        raise NotVouchedFor(why="unchecked", host=signature.host)
    if signature.key not in address.published_keys():
        raise NotVouchedFor(why="unknown_key", host=address.name)
    screen.say("verify.played_on", host=address.name)
    if signature.host != address.name:
        screen.say("verify.called", host=signature.host)
    if not address.private:
        screen.say("verify.in_the_open")
