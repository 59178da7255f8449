"""Games: what there is to choose, their rules, words and pictures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

import cattery
from cattery import data, players
from cattery.game import Game
from cattery.game import game as find_game
from cattery.lessons import has_lesson
from cattery.players.roster import STYLE
from cattery.puzzles import puzzles
from cattery.seen import has_seen
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.requests import (
    PROBLEMS,
    SVG,
    GameName,
    Language,
    TheHall,
    TheRates,
    in_thread,
    ready_game,
)
from cattery.server.net import guard
from cattery.server.tables.hall import Hall
from cattery.server.tables.opening import usual_bot
from cattery.server.tables.versions import moves_version
from cattery.text import game_words

router = APIRouter(responses=PROBLEMS)


POSITION_LENGTH = 4000  # characters of a position


@router.get("/api/games", tags=["games"])
async def games(hall: TheHall, lang: Language) -> wire.GameList:
    """The games there are."""
    return wire.GameList(games=[_game_info(hall, name, lang) for name in cattery.games()])


@router.get("/api/games/{name}", tags=["games"])
async def one_game(hall: TheHall, name: GameName, lang: Language) -> wire.GameInfo:
    """A game: seats, options, bots, credits."""
    return _game_info(hall, name, lang)


def _game_info(hall: Hall, name: str, lang: str) -> wire.GameInfo:
    game, ready = find_game(name), hall.compiler.ready(name)
    text = game.words(lang)
    facts = game.facts
    return wire.GameInfo(
        name=name,
        title=text.text("title"),
        tagline=text.text("tagline"),
        seats=list(game.seats),
        options=[_option_info(game, option.name, lang) for option in game.options],
        bots=[
            wire.BotInfo(
                name=bot,
                title=text.find(f"player.{bot}") or bot,
                about=about_bot(game, bot, lang),
            )
            for bot in (*players.names(game), *players.characters(game))
        ],
        usual_bot=usual_bot(name),
        rules_version=game.rules_version,
        designer=str(facts.get("designer", "")),
        publisher=str(facts.get("publisher", "")),
        year=int(facts.get("year", 0)),
        hidden=game.hidden,
        at_once=game.at_once,
        minutes=int(facts.get("minutes", 0)),
        state=hall.compiler.state(name),
        moves_version=moves_version(name),
        actions=game.actions if ready else None,
        by_moment=game.counts_moments if ready else None,
        lesson=has_lesson(name),
        seen_cards=has_seen(name),
        puzzles=len(puzzles(name)),
        points=game.points,
    )


def about_bot(game: Game, bot: str, lang: str) -> str | None:
    """How a bot plays, in a sentence: what its level's weakness is, or its style."""
    text = game.words(lang)
    return text.find(f"about.{bot}") or text.find(f"style.{bot.removeprefix(STYLE)}")


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
    rates.pictures.check(guard.asker(request.scope))
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
