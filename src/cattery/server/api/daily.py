"""The deal of the day: everybody on this server plays the same one against the same bots."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Request

from cattery.game import Game
from cattery.game import game as find_game
from cattery.server import wire
from cattery.server.api.bests import ROW_SECONDS, compared
from cattery.server.api.requests import (
    PROBLEMS,
    Device,
    GameName,
    KnownDevice,
    TheHall,
    TheRates,
    paying,
    ready_game,
)
from cattery.server.net import guard
from cattery.server.storage.store import Row
from cattery.server.tables.head import options_key
from cattery.server.tables.live import now_ms, today
from cattery.server.tables.opening import open_table, usual_bot
from cattery.server.tables.versions import rules_in_force

router = APIRouter(responses=PROBLEMS, tags=["daily"])

COMPARED = 500  # results of a day


@router.get("/api/games/{name}/daily")
async def daily(
    request: Request, hall: TheHall, rates: TheRates, device: KnownDevice, name: GameName
) -> wire.Daily:
    """Today's deal, and what people made of it."""
    game, day = find_game(name), today()
    options = options_key(game.complete_options({}, seats_of(game)))
    async with paying(request, rates) as pay:
        rows = await hall.store.same_dice(
            name, rules_in_force(name), options, dice_of(name, day), COMPARED
        )
        pay(len(rows) * ROW_SECONDS)
    return wire.Daily(
        game=name,
        day=day,
        seats=seats_of(game),
        bot=usual_bot(name),
        results=[compared(row, device) for row in first_ones(rows)],
    )


@router.post("/api/games/{name}/daily", status_code=201)
async def play_daily(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    device: Device,
    name: GameName,
    player: wire.DailyPlayer,
) -> wire.TableLink:
    """Play today's deal against bots; only a browser's first result is listed."""
    rates.new_tables.check(guard.asker(request.scope))
    game = ready_game(hall, name)
    bots = [wire.SeatWish(who="bot", bot=usual_bot(name))] * (seats_of(game) - 1)
    new = wire.NewTable(
        game=name,
        seats=[wire.SeatWish(who="me", name=player.name), *bots],
        dice=dice_of(name, today()),
    )
    await hall.make_room(device)
    live = await hall.create(open_table(new, device, now_ms()))
    return wire.TableLink(id=live.table.id, path=f"#/t/{live.table.id}", seat=0)


def seats_of(game: Game) -> int:
    """How many play: as few as can without being alone."""
    return next((seats for seats in game.seats if seats > 1), game.seats[0])


def dice_of(name: str, day: int) -> str:
    """The seed of a day, which needs no secret: everybody shall have the same."""
    return hashlib.sha256(f"cattery daily {name} {day}".encode()).hexdigest()


def first_ones(rows: list[Row]) -> list[Row]:
    """Of each browser the first result, in the order given."""
    first: dict[str, int] = {}
    for row in rows:
        first[row["device"]] = min(row["at"], first.get(row["device"], row["at"]))
    return [row for row in rows if row["at"] == first[row["device"]]]
