"""Tables: opening, listing and joining them, commands without a socket, seats on other devices."""

from __future__ import annotations

import logging
import time
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from cattery.errors import CatteryError
from cattery.game import game as find_game
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.cards import LISTED, cards
from cattery.server.api.open_list import OpenList
from cattery.server.api.requests import (
    PROBLEMS,
    Device,
    Json,
    KnownDevice,
    Language,
    TableId,
    TheHall,
    TheRates,
    paying,
    ready_game,
)
from cattery.server.net import guard
from cattery.server.net.browsers import hashed, new_link_token
from cattery.server.net.socket import MESSAGE_SECONDS, ack, take_for
from cattery.server.storage.writing import (
    ADD_LINK,
    DROP_LINK,
    DROP_LINKS_OF_SEAT,
    Conflict,
    RowChange,
)
from cattery.server.tables import commands, views
from cattery.server.tables.hall import Hall, Pay
from cattery.server.tables.live import Live, now_ms
from cattery.server.tables.opening import open_table
from cattery.server.tables.table import Outcome, Table
from cattery.server.tables.telling import Piecework, eyes_of, prepare

log = logging.getLogger("cattery.tables")

router = APIRouter(responses=PROBLEMS)


@router.post("/api/tables", tags=["tables"], status_code=201)
async def create(
    request: Request, hall: TheHall, rates: TheRates, device: Device, new: wire.NewTable
) -> wire.TableLink:
    """Open a table."""
    rates.new_tables.check(guard.asker(request.scope))
    _check_dice(hall, new)
    await hall.make_room(device)
    live = await hall.create(open_table(new, device, now_ms()))
    live.opened_from = guard.address(request.scope)
    return _link(live.table, device)


def _check_dice(hall: Hall, new: wire.NewTable) -> None:
    """Known dice are for games in which they mean the same to everybody."""
    if new.dice is not None and not ready_game(hall, new.game).counts_moments:
        raise no.NoKnownDice


@router.post("/api/quick", tags=["tables"], status_code=201)
async def quick(
    request: Request, hall: TheHall, rates: TheRates, device: Device, wish: wire.QuickGame
) -> wire.TableLink:
    """A game against bots; it starts as soon as the page has added to the seed."""
    rates.new_tables.check(guard.asker(request.scope))
    count = wish.seats or find_game(wish.game).seats[0]
    bots = [wire.SeatWish(who="bot", bot=wish.bot)] * (count - 1)
    new = wire.NewTable(
        game=wish.game,
        seats=[wire.SeatWish(who="me", name=wish.name), *bots],
        options=wish.options,
        dice=wish.dice,
    )
    _check_dice(hall, new)
    await hall.make_room(device)
    live = await hall.create(open_table(new, device, now_ms()))
    live.opened_from = guard.address(request.scope)
    return _link(live.table, device)


def _link(table: Table, device: str) -> wire.TableLink:
    held = table.held_by(device)
    return wire.TableLink(id=table.id, path=f"#/t/{table.id}", seat=held[0] if held else None)


@router.get("/api/tables", tags=["tables"], response_model=wire.TableList)
async def open_tables(
    request: Request, hall: TheHall, rates: TheRates, device: KnownDevice, lang: Language
) -> Response:
    """Tables that wait for players, unless the host of the server hides them."""
    if not hall.settings.open_tables:
        return Json({"tables": []})
    open_list: OpenList = request.app.state.open_list
    async with paying(request, rates) as pay:
        return Json({"tables": await open_list.seen_by(device, lang, pay)})


@router.get("/api/tables/mine", tags=["tables"])
async def my_tables(
    request: Request, hall: TheHall, rates: TheRates, device: Device, lang: Language
) -> wire.TableList:
    """Tables at which this browser holds a seat."""
    async with paying(request, rates) as pay:
        rows = await hall.store.tables_of(device, LISTED)
        began = time.perf_counter()
        mine = [card for card, _ in cards(rows, device, lang)]
        pay(time.perf_counter() - began)
        for card in mine:
            playing = card.state == "playing"
            card.your_turn = playing and await _is_asked(hall, card.id, device, pay)
    return wire.TableList(tables=mine)


async def _is_asked(hall: Hall, table_id: str, device: str, pay: Pay) -> bool:
    """Whether a seat of this browser is to decide at a table; not at one that can't be read."""
    try:
        table = (await hall.get(table_id, pay)).table
    except (CatteryError, ValueError, KeyError, TypeError) as error:
        log.error("a table can't be asked whose turn it is: %s", type(error).__name__)
        return False
    return any(seat in table.waiting and table.seats[seat].person for seat in table.held_by(device))


@router.get("/api/tables/{table_id}", tags=["tables"], response_model=wire.Snapshot)
async def one_table(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    device: KnownDevice,
    lang: Language,
) -> Response:
    """Everything about a table that this browser may see."""
    async with paying(request, rates) as pay:
        live = await hall.get(table_id, pay)
        async with hall.fresh(live, behind=not live.table.held_by(device), pay=pay) as table:
            work, eyes = Piecework(), eyes_of(live, device, lang)
            await prepare(table, [eyes], work)
            text = views.snapshot(table, eyes, now_ms(), live.onlookers())
            pay(work.seconds)
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})


@router.post("/api/tables/{table_id}/join", tags=["tables"])
async def join(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    device: Device,
    wish: wire.JoinTable,
) -> wire.TableLink:
    """Take a seat."""
    taken: list[int] = []

    def sit(table: Table, now: int) -> Outcome:
        held = table.held_by(device)
        if wish.seat is None and held:  # the same browser twice: it has its seat already
            taken[:] = held[:1]
            return Outcome()
        seat, outcome = commands.sit(table, device, wish.seat, wish.name, now)
        taken[:] = [seat]
        return outcome

    async with paying(request, rates) as pay:
        await hall.act(await hall.get(table_id, pay), sit, pay=pay)
    return wire.TableLink(id=table_id, path=f"#/t/{table_id}", seat=taken[0])


@router.post("/api/tables/{table_id}/commands", tags=["tables"], response_model=wire.Ack)
async def command(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    device: Device,
    lang: Language,
    command: wire.Command,
) -> Response:
    """What the socket takes, without a socket."""
    async with paying(request, rates) as pay:
        pay(MESSAGE_SECONDS)
        await take_for(command.do, guard.asker(request.scope), device, rates, hall)
        live = await hall.get(table_id, pay)
        done = await hall.command(live, device, command, pay)
    return Json(ack(command, done, live, lang))


@router.post("/api/tables/{table_id}/seats/{seat}/link", tags=["seats"])
async def seat_link(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, lt=wire.MAX_SEATS)],
    device: KnownDevice,
) -> wire.SeatLink:
    """A link that moves an own seat to another device. It works once, for a while, as long as the
    seat isn't somebody else's; and there is one per seat: a new one ends the one before."""
    rates.heavy.check(guard.asker(request.scope))
    live = await hall.get(table_id)
    token, expires = new_link_token(), now_ms() + int(hall.settings.link_minutes * 60_000)
    row = {"token": hashed(token), "table_id": table_id, "seat": seat, "expires": expires}
    async with hall.fresh(live) as table:
        if seat not in table.held_by(device):
            raise no.NotYourSeat(seat=seat + 1)
        before = RowChange(DROP_LINKS_OF_SEAT, {"b_id": table_id, "b_seat": seat})
        await hall.store.write(
            before, RowChange(ADD_LINK, {**row, "device": device}), about=table_id
        )
    return wire.SeatLink(path=f"#/seat/{token}", expires=expires)


@router.post("/api/seat", tags=["seats"])
async def take_seat(
    request: Request, hall: TheHall, rates: TheRates, device: Device, given: wire.SeatToken
) -> wire.TableLink:
    """Move a seat to this device, by the token of its link."""
    rates.heavy.check(guard.asker(request.scope))
    token = hashed(given.token)
    link = await hall.store.link(token, now_ms())
    if link is None:
        raise no.LinkExpired
    try:
        await hall.store.write(RowChange(DROP_LINK, {"b_token": token}, hits=1))
    except Conflict:
        raise no.LinkExpired from None
    live: Live = await hall.get(link["table_id"])
    seat, holder = link["seat"], link["device"]
    await hall.act(live, lambda table, now: commands.move_seat(table, seat, holder, device))
    return wire.TableLink(id=live.table.id, path=f"#/t/{live.table.id}", seat=seat)
