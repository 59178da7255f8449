"""The key with which this server signs matches, and those with which it once did.

They are in the database, so that all processes of a server have one, and so that a backup that is
restored is still the same server. Of an old key only the public half is kept.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import orjson
from sqlalchemy.exc import SQLAlchemyError

from cattery import signatures
from cattery.server.refusals import NoDatabase, StorageFailed
from cattery.server.settings import async_url
from cattery.server.storage.database import one_line, safe_url
from cattery.server.storage.store import Store
from cattery.server.storage.writing import Conflict

NAME = "signing"  # of the row in the database


@dataclass(frozen=True)
class PublicKey:
    """A key as everybody may know it. Times are milliseconds since 1970."""

    key: str
    since: int
    until: int | None = None  # None: in use


@dataclass(frozen=True)
class KeyRing:
    """The secret key in use, and the old ones, the newest first."""

    secret: str
    since: int
    old: tuple[PublicKey, ...] = ()

    @property
    def published(self) -> list[PublicKey]:
        """The keys that vouch for this server, that in use first."""
        return [PublicKey(signatures.public_key(self.secret), self.since), *self.old]

    def rotated(self, now: int, *, stolen: bool = False) -> KeyRing:
        """A new key in use; the old one stays published, unless somebody else has it too."""
        was = PublicKey(signatures.public_key(self.secret), self.since, now)
        return KeyRing(signatures.new_secret(), now, self.old if stolen else (was, *self.old))

    def to_json(self) -> str:
        """As it is stored."""
        return orjson.dumps(self).decode()

    @classmethod
    def from_json(cls, stored: str) -> KeyRing:
        """The inverse of `to_json`.

        >>> ring = KeyRing("12", 1, (PublicKey("34", 0, 1),))
        >>> KeyRing.from_json(ring.to_json()) == ring
        True
        """
        values = orjson.loads(stored)
        return cls(**{**values, "old": tuple(PublicKey(**key) for key in values["old"])})


class SigningKeys:
    """The keys of an open store. They are read whenever they are asked for, which is seldom: so a
    new key is in use at once, in every process."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def ring(self) -> KeyRing:
        """The keys; the first who asks makes them."""
        first = KeyRing(signatures.new_secret(), _now())
        return KeyRing.from_json(await self._store.kept(NAME, first.to_json()))

    async def rotate(self, *, stolen: bool = False) -> KeyRing:
        """Sign with a new key from now on; refused if somebody else has just done so."""
        was = await self.ring()
        new = was.rotated(max(_now(), was.since), stolen=stolen)
        try:
            await self._store.change_kept(NAME, was.to_json(), new.to_json())
        except Conflict as error:
            raise StorageFailed from error
        return new


def _now() -> int:
    return time.time_ns() // 10**6


async def keys_of(database: str, *, rotate: bool = False, stolen: bool = False) -> list[PublicKey]:
    """The published keys of a server that may be running, after a rotation if one is wanted."""
    store = Store(async_url(database))
    if store.file is not None and not store.file.is_file():
        raise NoDatabase(database=safe_url(store.url), problem="no such file")
    await store.open(migrate=False, alone=False)
    try:
        keys = SigningKeys(store)
        ring = await (keys.rotate(stolen=stolen) if rotate else keys.ring())
    except (OSError, StorageFailed) as error:
        reason = error.__cause__ if isinstance(error, StorageFailed) else error
        if not isinstance(reason, (OSError, SQLAlchemyError)):
            raise
        raise NoDatabase(database=safe_url(store.url), problem=one_line(reason)) from error
    finally:
        await store.close()
    return ring.published
