"""The keys with which this server vouches for the matches that were played on it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from cattery import saved, signatures
from cattery.server import wire
from cattery.server.api.requests import PROBLEMS, TheHall, in_thread
from cattery.server.net import guard
from cattery.server.settings import Settings
from cattery.server.storage.signing_keys import PublicKey, SigningKeys

router = APIRouter(responses=PROBLEMS)


async def the_signer(request: Request, hall: TheHall) -> saved.Signer | None:
    """This server as it signs, if it can."""
    if not signatures.available():
        return None
    keys: SigningKeys = request.app.state.signing_keys
    ring = await keys.ring()
    await in_thread(signatures.public_key, ring.secret)  # what it loads takes a while, once
    return saved.Signer(own_name(request.scope, hall.settings), ring.secret)


TheSigner = Annotated[saved.Signer | None, Depends(the_signer)]


def own_name(scope: guard.Scope, settings: Settings) -> str:
    """What people call this server: the name that its host gave first, or that which is asked for.

    Names that aren't its own don't get as far as here.
    """
    given = next((name for name in settings.hosts if not name.startswith("*")), None)
    called = given or guard.header(scope, b"host") or ""
    return called.lower() + str(scope.get("root_path", ""))


async def published(request: Request) -> list[PublicKey]:
    """The keys that vouch for this server."""
    if not signatures.available():
        return []
    keys: SigningKeys = request.app.state.signing_keys
    ring = await keys.ring()
    found: list[PublicKey] = await in_thread(lambda: ring.published)
    return found


@router.get("/api/keys", tags=["matches"])
async def public_keys(request: Request) -> wire.KeyList:
    """The keys with which this server signs the matches that were played on it, and did before."""
    return wire.KeyList(
        keys=[
            wire.PublishedKey(key=one.key, since=one.since, until=one.until)
            for one in await published(request)
        ]
    )
