"""How a table is opened, and what its game offers: bots and set phrases."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from cattery import players
from cattery.cats import draw_name
from cattery.game import game as find_game
from cattery.players import roster
from cattery.seen import has_seen
from cattery.server import wire
from cattery.server.tables.head import Chair, Head, TimeControl
from cattery.server.tables.table import Table
from cattery.text import shared_words

PHRASES = "phrase."  # the set phrases are the keys below this one


def make_chair(
    game: str, who: str, name: str, bot: str | None, device: str, others: Sequence[Chair] = ()
) -> Chair:
    """A chair as its host wants it; a bot without a name gets one that none of the others has."""
    if who == "open":
        return Chair()
    if who == "bot":
        kind = check_bot(game, bot)
        return Chair("bot", name or draw_name(kind, [one.name for one in others]), kind)
    return Chair("person", name, device=device)


def usual_bot(game: str) -> str:
    """The opponent that nobody had to choose: neither the weakest nor the strongest."""
    names = players.names(find_game(game))
    return names[len(names) // 2]


def check_bot(game: str, bot: str | None) -> str:
    """The bot, if the game offers it; the usual one for None."""
    return roster.check(bot or usual_bot(game), find_game(game))


def open_table(new: wire.NewTable, device: str, now: int) -> Table:
    """A table as somebody wants it; refuses games, seats, options and bots that don't exist."""
    game = find_game(new.game)
    game.check_seats(len(new.seats))
    options = game.complete_options(new.options, len(new.seats))
    seats: list[Chair] = []
    for wish in new.seats:
        chair = make_chair(new.game, wish.who, wish.name, wish.bot, device, seats)
        seats.append(chair)
    clock = TimeControl(**new.clock.model_dump()) if new.clock else None
    head = Head(
        seats,
        options,
        device,
        clock,
        new.away_minutes,
        new.chat,
        new.listed,
        new.auto_start,
        new.hints,
        new.seen_cards and has_seen(new.game),
        known_dice=new.dice is not None,
    )
    seed = bytes.fromhex(new.dice) if new.dice not in (None, "new") else new_seed()
    return Table(new_id(), new.game, head, seed, now)


def new_id() -> str:
    """A table's id, too long to guess: who knows it may look on."""
    return secrets.token_urlsafe(9)


def new_seed() -> bytes:
    """A match's secret."""
    return secrets.token_bytes(32)


def phrases() -> list[str]:
    """The keys of the set phrases."""
    found = shared_words("en").templates
    return [key.removeprefix(PHRASES) for key in found if key.startswith(PHRASES)]
