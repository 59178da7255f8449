"""The server itself: its health, the browser that asks, words, and how others reach it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

import cattery
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.requests import PROBLEMS, SVG, Device, TheHall, in_thread
from cattery.server.api.tables import LISTED, held_seats
from cattery.server.net import guard
from cattery.server.net.addresses import qr_svg
from cattery.server.tables.hall import Hall
from cattery.server.tables.opening import phrases
from cattery.text import shared_words

router = APIRouter(responses=PROBLEMS)


@router.get("/healthz", tags=["server"])
async def health(hall: TheHall) -> wire.Health:
    """Whether server and database answer."""
    return wire.Health(
        ok=True,
        version=cattery.__version__,
        tables=await hall.store.count_tables(),
        sockets=hall.sockets,
    )


@router.get("/api/me", tags=["server"])
async def me(request: Request, hall: TheHall, device: Device) -> wire.Me:
    """This browser; sets its cookie."""
    mine = await hall.store.tables_of(device, LISTED)
    return wire.Me(
        seats=sum(len(held_seats(row, device)) for row in mine),
        local=guard.is_local(request.scope),
        server=wire.ServerInfo(
            version=cattery.__version__,
            open_tables=hall.settings.open_tables,
            network=request.app.state.listeners.network,
            phrases=phrases(),
        ),
    )


@router.get("/api/words/{lang}", tags=["words"])
async def words(lang: wire.Lang) -> wire.WordList:
    """The words of the shared layers."""
    return wire.WordList(lang=lang, words=dict(shared_words(lang).templates))


@router.get("/api/invite", tags=["seats"])
async def addresses(request: Request) -> wire.Invitation:
    """Addresses of this server that work from other machines."""
    listeners = request.app.state.listeners
    return wire.Invitation(addresses=listeners.addresses(request), network=listeners.network)


@router.post("/api/invite", tags=["seats"])
async def open_to_network(request: Request, hall: TheHall) -> wire.Invitation:
    """Open a server that only this machine reaches to its network; for those who sit at it."""
    listeners = request.app.state.listeners
    if not listeners.network:
        if not _is_host(request, hall):
            raise no.NotHere
        await listeners.open()
    return wire.Invitation(addresses=listeners.addresses(request), network=listeners.network)


@router.get("/api/qr.svg", tags=["seats"], response_class=Response, responses=SVG)
async def qr(
    text: Annotated[str, Query(min_length=1, max_length=300)],
) -> Response:
    """A text, most often a link, as a QR code."""
    return Response(
        await in_thread(qr_svg, text),
        media_type="image/svg+xml",
        headers={"cache-control": "no-store"},
    )


def _is_host(request: Request, hall: Hall) -> bool:
    """Whether whoever runs the server asks: at its own machine, or with the host's token."""
    token = hall.settings.host_token
    return guard.is_local(request.scope) or guard.has_token(request.scope, token)
