"""The HTTP API: everything but the flow of a match, which goes over the socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response

import cattery
from cattery import data, players
from cattery.game import Game
from cattery.game import game as find_game
from cattery.names import shown
from cattery.server import guard, invite, replay, sight, store, wire
from cattery.server import refusals as no
from cattery.server.hall import LINK_MS, Hall, Live, hashed, now_ms
from cattery.server.socket import ack
from cattery.server.store import Row, Step
from cattery.server.tables import (
    Head,
    Outcome,
    Table,
    moves_version,
    open_table,
    phrases,
    usual_bot,
)
from cattery.text import LANGUAGES, game_words, shared_words

POSITION_LENGTH = 4000  # characters of a position
LISTED = 50  # tables in a list
OPEN_FOR_MS = 12 * 3600 * 1000  # how long a table stays in the list of open ones

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": wire.Problem, "description": words}
    for status, words in (
        (401, "The browser sent no cookie"),
        (403, "Not allowed"),
        (404, "Not found"),
        (409, "Not possible now"),
        (413, "Too long"),
        (422, "Can't be read"),
        (429, "Too fast"),
        (503, "Not ready"),
    )
}
router = APIRouter(responses=PROBLEMS)

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{6,24}$")]
GameName = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,32}$")]


class Json(Response):
    """JSON by orjson, dataclasses included."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, **more: Any) -> None:
        super().__init__(orjson.dumps(content), status_code, **more)
        self.headers.setdefault("cache-control", "no-store")


# --- what requests bring along (asynchronous, though they wait for nothing: FastAPI would take a
# thread for each otherwise)


async def the_hall(request: Request) -> Hall:
    """The tables."""
    hall: Hall = request.app.state.hall
    return hall


async def the_rates(request: Request) -> guard.Rates:
    """The rate limits."""
    rates: guard.Rates = request.app.state.rates
    return rates


async def the_language(request: Request, lang: Annotated[wire.Lang | None, Query()] = None) -> str:
    """The language asked for, or the browser's."""
    return lang or language_of(request)


def language_of(request: Request) -> str:
    """Hungarian if the browser prefers it, else English."""
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    return "hu" if request.headers.get("accept-language", "").lower().startswith("hu") else "en"


async def the_device(request: Request, response: Response) -> str:
    """The browser, known by its cookie; a new one gets a cookie with the answer."""
    token = guard.token_of(request.scope)
    if token is None:
        token = guard.new_token()
        response.set_cookie(
            guard.COOKIE,
            token,
            max_age=guard.COOKIE_SECONDS,
            path=request.scope.get("root_path") or "/",
            httponly=True,
            samesite="lax",
            secure=guard.is_secure(request.scope),
        )
    return hashed(token)


async def known_device(request: Request) -> str | None:
    """The browser, if it has a cookie."""
    return guard.device_of(request.scope)


TheHall = Annotated[Hall, Depends(the_hall)]
TheRates = Annotated[guard.Rates, Depends(the_rates)]
Language = Annotated[str, Depends(the_language)]
Device = Annotated[str, Depends(the_device)]
KnownDevice = Annotated[str | None, Depends(known_device)]


async def in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """Do something slow beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(None, work, *args)


def ready_game(hall: Hall, name: str) -> Game:
    """A game that can be used at once, or a refusal that says to wait."""
    game = find_game(name)
    if not hall.warmth.ready(name):
        failed = hall.warmth.state(name) == "failed"
        hall.warmth.want(name)
        raise no.WarmingFailed if failed else no.StillWarming
    return game


# --- the server and the browser


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
        seats=sum(len(_held(row, device)) for row in mine),
        local=_is_local(request),
        server=wire.ServerInfo(
            version=cattery.__version__,
            open_tables=hall.settings.open_tables,
            network=request.app.state.doors.network,
            phrases=phrases(),
        ),
    )


def _is_local(request: Request) -> bool:
    return invite.is_loopback(guard.address(request.scope))


@router.get("/api/words/{lang}", tags=["words"])
async def words(lang: wire.Lang) -> wire.WordList:
    """The words of the shared layers."""
    return wire.WordList(lang=lang, words=dict(shared_words(lang).templates))


# --- games


@router.get("/api/games", tags=["games"])
async def games(hall: TheHall, lang: Language) -> wire.GameList:
    """The games there are."""
    return wire.GameList(games=[_game_info(hall, name, lang) for name in cattery.games()])


@router.get("/api/games/{name}", tags=["games"])
async def one_game(hall: TheHall, name: GameName, lang: Language) -> wire.GameInfo:
    """A game: seats, options, bots, credits."""
    return _game_info(hall, name, lang)


def _game_info(hall: Hall, name: str, lang: str) -> wire.GameInfo:
    game, ready = find_game(name), hall.warmth.ready(name)
    text = game.words(lang)
    facts = game.facts
    return wire.GameInfo(
        name=name,
        title=text.text("title"),
        tagline=text.text("tagline"),
        seats=list(game.seats),
        options=[_option_info(game, option.name, lang) for option in game.options],
        bots=[
            wire.BotInfo(name=bot, title=text.find(f"player.{bot}") or bot)
            for bot in players.names(game)
        ],
        usual_bot=usual_bot(name),
        rules_version=game.rules_version,
        designer=str(facts.get("designer", "")),
        publisher=str(facts.get("publisher", "")),
        year=int(facts.get("year", 0)),
        hidden=game.hidden,
        at_once=game.at_once,
        minutes=int(facts.get("minutes", 0)),
        state=hall.warmth.state(name),
        moves_version=moves_version(name),
        actions=game.actions if ready else None,
        by_moment=game.counts_moments if ready else None,
    )


def _option_info(game: Game, name: str, lang: str) -> wire.OptionInfo:
    text = game.words(lang)
    option = next(one for one in game.options if one.name == name)
    fewest = game.seats[0]
    return wire.OptionInfo(
        name=name,
        title=text.find(f"option.{name}") or name,
        default=option.default,
        values=[
            _value_info(
                game, name, value, next(n for n in game.seats if value in option.choices(n)), lang
            )
            for value in option.choices(game.seats[-1])
        ],
        kind=option.kind,
        letters=[_value_info(game, name, letter, fewest, lang) for letter in option.of],
        choose=option.choose,
        pictures=option.pictures,
    )


def _value_info(game: Game, option: str, value: str, seats: int, lang: str) -> wire.OptionValue:
    about = game.words(lang).find(f"option.{option}.{value}.about")
    title = _value_title(game, option, value, lang)
    return wire.OptionValue(value=value, title=title, about=about, seats=seats)


def _value_title(game: Game, option: str, value: str, lang: str) -> str:
    text = game.words(lang)
    found = text.find(f"option_value.{option}.{value}") or text.find(f"option_value.{value}")
    if found is None and value.isdigit():
        return text.text("player.numbered", number=int(value) + 1)
    return found or value


@router.get("/api/games/{name}/rules/{lang}", tags=["games"])
async def rules(name: GameName, lang: wire.Lang) -> wire.RulesPage:
    """The rules for players."""
    file = data.folder(find_game(name).name) / f"rules.{lang}.md"
    if not file.is_file():
        raise no.NotFound
    return wire.RulesPage(game=name, lang=lang, markdown=file.read_text(encoding="utf-8"))


@router.get("/api/games/{name}/words/{lang}", tags=["words"])
async def words_of_game(name: GameName, lang: wire.Lang) -> wire.WordList:
    """The words of a game."""
    found = game_words(find_game(name).name, lang)
    return wire.WordList(lang=lang, words=dict(found.templates))


SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {}}, "description": "A picture"}
}


@router.get("/api/games/{name}/art.svg", tags=["games"], response_class=Response, responses=SVG)
async def art(name: GameName) -> Response:
    """The symbols that the game's pictures are made of."""
    file = data.folder(find_game(name).name) / "art.svg"
    if not file.is_file():
        raise no.NotFound
    return _svg(file.read_bytes())


@router.get("/api/games/{name}/picture.svg", tags=["games"], response_class=Response, responses=SVG)
async def picture(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    name: GameName,
    lang: Language,
    position: Annotated[str | None, Query(min_length=1, max_length=POSITION_LENGTH)] = None,
    seats: Annotated[int | None, Query(ge=1, le=wire.MAX_SEATS)] = None,
) -> Response:
    """A position of a game, drawn; without one, how it begins. Options go by their names."""
    rates.pictures.check(guard.address(request.scope))
    game = ready_game(hall, name)
    options = {
        option.name: request.query_params[option.name]
        for option in game.options
        if option.name in request.query_params
    }
    return _svg(await in_thread(_draw, game, position, seats or game.seats[0], options, lang))


def _draw(
    game: Game, position: str | None, seats: int, options: dict[str, str], lang: str
) -> bytes:
    if position is None:
        states = game.new(game.check_seats(seats), options)
    else:
        states = game.from_position(position, game.check_seats(seats), options)
    return game.svg(game.view(states, None), lang).encode()


def _svg(content: bytes) -> Response:
    return Response(
        content, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"}
    )


# --- tables


@router.post("/api/tables", tags=["tables"], status_code=201)
async def create(
    request: Request, hall: TheHall, rates: TheRates, device: Device, new: wire.NewTable
) -> wire.TableLink:
    """Open a table."""
    rates.new_tables.check(guard.address(request.scope))
    _check_dice(hall, new)
    live = await hall.create(open_table(new, device, now_ms()))
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
    rates.new_tables.check(guard.address(request.scope))
    count = wish.seats or find_game(wish.game).seats[0]
    bots = [wire.SeatWish(who="bot", bot=wish.bot)] * (count - 1)
    new = wire.NewTable(
        game=wish.game,
        seats=[wire.SeatWish(who="me", name=wish.name), *bots],
        options=wish.options,
        dice=wish.dice,
    )
    _check_dice(hall, new)
    live = await hall.create(open_table(new, device, now_ms()))
    return _link(live.table, device)


def _link(table: Table, device: str) -> wire.TableLink:
    held = table.held_by(device)
    return wire.TableLink(id=table.id, path=f"#/t/{table.id}", seat=held[0] if held else None)


@router.get("/api/tables", tags=["tables"])
async def open_tables(hall: TheHall, device: KnownDevice, lang: Language) -> wire.TableList:
    """Tables that wait for players, unless the host of the server hides them."""
    if not hall.settings.open_tables:
        return wire.TableList(tables=[])
    since = now_ms() - OPEN_FOR_MS
    cards = [_card(row, device, lang) for row in await hall.store.open_tables(LISTED)]
    return wire.TableList(
        tables=[card for card in cards if card.open_seats and card.touched > since]
    )


@router.get("/api/tables/mine", tags=["tables"])
async def my_tables(hall: TheHall, device: Device, lang: Language) -> wire.TableList:
    """Tables at which this browser holds a seat."""
    rows = await hall.store.tables_of(device, LISTED)
    return wire.TableList(tables=[_card(row, device, lang) for row in rows])


def _held(row: Row, device: str | None) -> list[int]:
    head = Head.from_json(row["head"])
    return [i for i, seat in enumerate(head.seats) if device and seat.device == device]


def _card(row: Row, device: str | None, lang: str) -> wire.TableCard:
    head = Head.from_json(row["head"])
    names = shown([seat.name for seat in head.seats], [seat.bot for seat in head.seats], lang)
    return wire.TableCard(
        id=row["id"],
        game=row["game"],
        options=head.options,
        state=row["state"],
        names=[name for name, seat in zip(names, head.seats, strict=True) if seat.who != "open"],
        seats=len(head.seats),
        open_seats=sum(seat.who == "open" for seat in head.seats),
        you=_held(row, device),
        known_dice=head.known_dice,
        created=row["created"],
        touched=row["touched"],
    )


@router.get("/api/tables/{table_id}", tags=["tables"], response_model=wire.Snapshot)
async def one_table(
    hall: TheHall, table_id: TableId, device: KnownDevice, lang: Language
) -> Response:
    """Everything about a table that this browser may see."""
    live = await hall.get(table_id)
    async with hall.fresh(live) as table:
        eyes = hall.eyes_of(live, device, lang)
        text = sight.snapshot(table, eyes, now_ms(), live.onlookers())
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})


@router.post("/api/tables/{table_id}/join", tags=["tables"])
async def join(
    hall: TheHall, table_id: TableId, device: Device, wish: wire.JoinTable
) -> wire.TableLink:
    """Take a seat."""
    live = await hall.get(table_id)
    taken: list[int] = []

    def sit(table: Table, now: int) -> Outcome:
        held = table.held_by(device)
        if wish.seat is None and held:  # the same browser twice: it has its seat already
            taken[:] = held[:1]
            return Outcome()
        seat, outcome = table.sit(device, wish.seat, wish.name, now)
        taken[:] = [seat]
        return outcome

    await hall.act(live, sit)
    return wire.TableLink(id=table_id, path=f"#/t/{table_id}", seat=taken[0])


@router.post("/api/tables/{table_id}/commands", tags=["tables"], response_model=wire.Ack)
async def command(
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    device: Device,
    lang: Language,
    command: wire.Command,
) -> Response:
    """What the socket takes, without a socket."""
    live = await hall.get(table_id)
    if isinstance(command.do, wire.Say):
        rates.chat.check(device)
    done = await hall.command(live, device, command)
    return Json(ack(command, done, live, lang))


# --- finished matches


async def finished(hall: Hall, table_id: str) -> str:
    """The saved text of a finished match; before the end it would tell secrets."""
    live = await hall.get(table_id)
    async with hall.fresh(live) as table:
        if table.match is None:
            raise no.NotStarted if table.head.started is None else no.StillWarming
        if not table.match.over:
            raise no.NotOver
        return table.match.save()


@router.get(
    "/api/tables/{table_id}/match",
    tags=["matches"],
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "A saved match"}},
)
async def saved_match(hall: TheHall, table_id: TableId) -> Response:
    """The finished match as a file that `cattery verify` and `cattery replay` read."""
    text = await finished(hall, table_id)
    name = f"cattery-{table_id}.json"
    return Response(
        text,
        media_type="application/json",
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "cache-control": "no-store",
        },
    )


@router.get("/api/tables/{table_id}/verify", tags=["matches"], response_model=wire.VerdictView)
async def verify_table(
    request: Request, hall: TheHall, rates: TheRates, table_id: TableId, lang: Language
) -> Response:
    """Check the finished match: digest, legality, chance, result."""
    rates.heavy.check(guard.address(request.scope))
    return Json(await in_thread(replay.verdict, await finished(hall, table_id), lang))


@router.get("/api/tables/{table_id}/replay", tags=["matches"], response_model=wire.Replay)
async def replay_table(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    table_id: TableId,
    lang: Language,
    seat: Annotated[int | None, Query(ge=0, lt=wire.MAX_SEATS)] = None,
) -> Response:
    """The finished match step by step, from a seat or the onlooker's place."""
    rates.heavy.check(guard.address(request.scope))
    text = await finished(hall, table_id)
    return Json(await in_thread(replay.from_text, text, seat, lang))


@router.post("/api/verify", tags=["matches"], response_model=wire.VerdictView)
async def verify(
    request: Request, hall: TheHall, rates: TheRates, lang: Language, match: wire.SavedMatch
) -> Response:
    """Check any saved match."""
    rates.heavy.check(guard.address(request.scope))
    _wait_for_game(hall, match.text)
    return Json(await in_thread(replay.verdict, match.text, lang))


@router.post("/api/replay", tags=["matches"], response_model=wire.Replay)
async def replay_text(
    request: Request,
    hall: TheHall,
    rates: TheRates,
    lang: Language,
    match: wire.SavedMatch,
    seat: Annotated[int | None, Query(ge=0, lt=wire.MAX_SEATS)] = None,
) -> Response:
    """Any saved match step by step."""
    rates.heavy.check(guard.address(request.scope))
    _wait_for_game(hall, match.text)
    return Json(await in_thread(replay.from_text, match.text, seat, lang))


def _wait_for_game(hall: Hall, text: str) -> None:
    """A game that isn't compiled yet must not be compiled in this process."""
    for name in cattery.games():
        if f'"{name}"' in text:
            ready_game(hall, name)


# --- seats on other devices, invitations


@router.post("/api/tables/{table_id}/seats/{seat}/link", tags=["seats"])
async def seat_link(
    hall: TheHall,
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, lt=wire.MAX_SEATS)],
    device: KnownDevice,
) -> wire.SeatLink:
    """A link that moves an own seat to another device. It works once."""
    live = await hall.get(table_id)
    if seat not in live.table.held_by(device):
        raise no.NotYourSeat(seat=seat + 1)
    token, expires = guard.new_token(), now_ms() + LINK_MS
    row = {"token": hashed(token), "table_id": table_id, "seat": seat, "expires": expires}
    await hall.store.write(Step(store.ADD_LINK, row))
    return wire.SeatLink(path=f"#/seat/{token}", expires=expires)


@router.post("/api/seat", tags=["seats"])
async def take_seat(
    hall: TheHall, rates: TheRates, device: Device, given: wire.SeatToken
) -> wire.TableLink:
    """Move a seat to this device, by the token of its link."""
    rates.heavy.check(device)
    token = hashed(given.token)
    link = await hall.store.link(token, now_ms())
    if link is None:
        raise no.LinkExpired
    try:
        await hall.store.write(Step(store.DROP_LINK, {"b_token": token}, hits=1))
    except store.Conflict:
        raise no.LinkExpired from None
    live: Live = await hall.get(link["table_id"])
    seat = link["seat"]
    await hall.act(live, lambda table, now: table.move_seat(seat, device))
    return wire.TableLink(id=live.table.id, path=f"#/t/{live.table.id}", seat=seat)


@router.get("/api/invite", tags=["seats"])
async def addresses(request: Request) -> wire.Invitation:
    """Addresses of this server that work from other machines."""
    doors = request.app.state.doors
    return wire.Invitation(addresses=doors.addresses(request), network=doors.network)


@router.post("/api/invite", tags=["seats"])
async def open_to_network(request: Request) -> wire.Invitation:
    """Open a server that only this machine reaches to its network; for those who sit at it."""
    doors = request.app.state.doors
    if not doors.network:
        if not _is_local(request):
            raise no.NotHere
        await doors.open()
    return wire.Invitation(addresses=doors.addresses(request), network=doors.network)


@router.get("/api/qr.svg", tags=["seats"], response_class=Response, responses=SVG)
async def qr(
    text: Annotated[str, Query(min_length=1, max_length=300)],
) -> Response:
    """A text, most often a link, as a QR code."""
    return Response(
        await in_thread(invite.qr_svg, text),
        media_type="image/svg+xml",
        headers={"cache-control": "no-store"},
    )
