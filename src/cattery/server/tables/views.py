"""What a connection may see. Everything that leaves the server about a match is built here.

A connection is known by the seats its browser holds: it gets those seats' views, legal moves and
stories, or, holding none, the onlooker's. Nothing here looks at the state itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from cattery import names
from cattery.game import Game
from cattery.game import game as find_game
from cattery.server import wire
from cattery.server.tables.head import ChatPost, as_dict
from cattery.server.tables.past import Past
from cattery.server.tables.stories import Story, told
from cattery.server.tables.table import Table
from cattery.text import tell

if TYPE_CHECKING:
    from cattery.match import Match, Preview

Dict = dict[str, Any]
NOTHING = {"undo": False, "take_back": False, "resign": False}


class Eyes(NamedTuple):
    """From where a connection looks: its seats, its language, and whether it is the host's."""

    seats: tuple[int, ...]
    played: tuple[int, ...]  # those of its seats where no bot stands in
    lang: str
    host: bool


def encode(message: Any) -> bytes:
    """A message as it travels."""
    return orjson.dumps(message)


def shown_names(table: Table, lang: str) -> list[str]:
    """A name for every seat: the given one, the bot's, or "Player 2"."""
    version, found = table.called.get(lang, (None, []))
    if version != table.version:
        found = names.shown(table.names(), [seat.kind for seat in table.seats], lang, table.game)
        table.called[lang] = table.version, found
    return found


# --- the match


def can(table: Table, match: Match, seat: int | None) -> Dict:
    """What a seat may do besides moving."""
    if seat is None or match.over or not table.seats[seat].person:
        return NOTHING
    return {
        "undo": match.can_undo(seat),
        "take_back": match.can_take_back(seat),
        "resign": True,
    }


def legal(table: Table, match: Match, seat: int | None) -> Sequence[int]:
    """The action ids a person may choose from now; none where a bot plays for them."""
    if seat is None or match.over or seat not in match.waiting or not table.seats[seat].person:
        return ()
    return match.legal_actions(seat)


def sides_of(game: Game, eyes: Eyes) -> tuple[int | None, ...]:
    """The held seats, or the onlooker.

    Both where people with secrets share a screen: between their turns it shows no hand at all.
    """
    if len(eyes.seats) > 1 and game.hidden:
        return (*eyes.seats, None)
    return eyes.seats or (None,)


def snapshot(table: Table, eyes: Eyes, now: int, onlookers: int) -> bytes:
    """Everything that a connection may see."""
    return encode(
        {
            "type": "snapshot",
            "n": table.n,
            "table": table_view(table, eyes, now, onlookers),
            "sides": sides(table, eyes),
            "chat": table.chat,
        }
    )


def sides(table: Table, eyes: Eyes) -> Sequence[orjson.Fragment | Dict]:
    """The match from every side of a connection; nothing before the start."""
    match = table.match
    if table.past is not None:
        return _past_sides(table, table.past, eyes)
    if match is None:
        return []
    return [_side(table, match, seat, eyes.lang) for seat in sides_of(match.game, eyes)]


def _past_sides(table: Table, past: Past, eyes: Eyes) -> list[orjson.Fragment]:
    """What was told to these eyes, while its rules were in force; unpacked once."""
    if not past.known:
        return []
    found = []
    for seat in sides_of(find_game(table.game), eyes):
        side = table.shown.get((seat, eyes.lang))
        if side is None:
            side = orjson.Fragment(orjson.dumps(past.side(seat, eyes.lang)))
            table.shown[seat, eyes.lang] = side
        found.append(side)
    return found


def _side(table: Table, match: Match, seat: int | None, lang: str) -> Dict:
    """The whole match from one side, made once for all who look from there as long as nothing
    changes."""
    stamp = (table.n, table.version, table.ready)
    if table.shown.get("stamp") != stamp:
        table.shown = {"stamp": stamp}
    sight: Dict | None = table.shown.get(seat)
    if sight is None:
        sight = table.shown[seat] = _standing(table, match, seat)
    return {**sight, "story": _story_text(table, match, seat, lang)}


def _standing(table: Table, match: Match, seat: int | None) -> Dict:
    """How a match stands, from one side."""
    return {
        "seat": seat,
        "view": orjson.Fragment(orjson.dumps(match.view(seat))),
        "legal": orjson.Fragment(orjson.dumps(legal(table, match, seat))),
        "can": can(table, match, seat),
    }


def _story_text(table: Table, match: Match, seat: int | None, lang: str) -> orjson.Fragment:
    """What was told to a side so far, with the names of now."""
    viewer = seat if match.game.hidden else None
    found: orjson.Fragment | None = table.shown.get((viewer, lang))
    if found is None:
        story = _story(table, match, seat, lang)
        while story.n < match.n:
            story.tell_next(match)
        text = story.text(shown_names(table, lang))
        found = table.shown[viewer, lang] = orjson.Fragment(text)
    return found


def _story(table: Table, match: Match, seat: int | None, lang: str) -> Story:
    """A side's story; where the game hides nothing, the onlooker's."""
    viewer = seat if match.game.hidden else None
    found = table.stories.get((viewer, lang))
    if found is None:
        found = table.stories[viewer, lang] = Story(viewer, lang)
    return found


def untold(table: Table, eyes: Eyes) -> Iterator[None]:
    """Put into words what a snapshot is to tell these eyes, a little for each step."""
    match = table.match
    if match is None:
        return
    for seat in sides_of(match.game, eyes):
        story = _story(table, match, seat, eyes.lang)
        while story.n < match.n:
            story.tell_next(match)
            yield


class News:
    """The entries from number `since` on, for everybody at the table; each part is made once.

    Where the game hides nothing, all seats' stories are the onlooker's, and so are their views but
    for the seat that is named in them. A side that saw none of the entries gets no view.
    """

    def __init__(self, table: Table, since: int, now: int) -> None:
        self._table = table
        self._since = since
        self._now = now
        self._told: dict[tuple[int | None, str, int], orjson.Fragment] = {}
        self._seeing: set[int | None] = set()  # viewers who saw some of it
        self._sights: dict[int | None, Dict] = {}
        self._open_view: bytes | None = None  # what everybody sees where nothing is hidden

    def messages(self, eyes: Eyes) -> Iterator[bytes]:
        """One message per entry; only the last has views."""
        match = self._table.match
        if match is not None:
            for n in range(self._since + 1, match.n + 1):
                yield self._message(match, eyes, n)

    def _message(self, match: Match, eyes: Eyes, n: int) -> bytes:
        last = n == match.n
        seen = []
        for seat in sides_of(match.game, eyes):
            viewer = seat if match.game.hidden else None
            entry = self._entry(match, viewer, eyes.lang, n - 1)
            sees = last and (viewer in self._seeing or not match.game.at_once)
            sight = self._sight(match, seat) if sees else _AS_BEFORE
            seen.append({"seat": seat, "told": entry, **sight})
        return encode(
            {
                "type": "entry",
                "n": n,
                "sides": seen,
                "waiting": self._table.waiting,
                "clock": clock(self._table, self._now),
                "over": last and match.over,
            }
        )

    def _entry(self, match: Match, viewer: int | None, lang: str, n: int) -> orjson.Fragment:
        found = self._told.get((viewer, lang, n))
        if found is None:
            one = match.told(n, viewer)
            text = orjson.dumps(told(one, lang, shown_names(self._table, lang)))
            found = self._told[viewer, lang, n] = orjson.Fragment(text)
            if one.seen:
                self._seeing.add(viewer)
        return found

    def _sight(self, match: Match, seat: int | None) -> Dict:
        found = self._sights.get(seat)
        if found is None:
            found = self._sights[seat] = {
                "view": self._view(match, seat),
                "legal": legal(self._table, match, seat),
                "can": can(self._table, match, seat),
            }
        return found

    def _view(self, match: Match, seat: int | None) -> Any:
        if match.game.hidden:
            return match.view(seat)
        if self._open_view is None:
            seen = vars(match.view(None))
            self._open_view = orjson.dumps({key: seen[key] for key in seen if key != "seat"})
        who = b"null" if seat is None else b"%d" % seat
        return orjson.Fragment(b'{"seat":' + who + b"," + self._open_view[1:])


_AS_BEFORE: Dict = {"view": None, "legal": (), "can": None}


def preview(table: Table, what: wire.PreviewMove, seen: Preview | None, lang: str) -> Dict | None:
    """What a move would do, to the seat that asked."""
    if seen is None or table.match is None:
        return None
    called, words = shown_names(table, lang), table.match.game.words(lang)
    return {
        "seat": what.seat,
        "move": str(what.move),
        "action": table.match.resolve(what.move, what.seat),
        "view": seen.view,
        "events": seen.events,
        "lines": [tell(words, event, called) for event in seen.events],
    }


# --- the table


def clock(table: Table, now: int) -> Dict | None:
    """The time left."""
    rules = table.head.clock
    if rules is None or table.left is None:
        return None
    return {
        "total": rules.total,
        "increment": rules.increment,
        "flag": rules.flag,
        "left": table.left_at(now),
        "running": table.running(),
        "at": now,
    }


def table_view(table: Table, eyes: Eyes, now: int, onlookers: int) -> Dict:
    """The table as one connection may see it."""
    head, match = table.head, table.match
    asked = table.request()
    return {
        "id": table.id,
        "game": table.game,
        "options": head.options,
        "state": table.state,
        "version": table.version,
        "n": table.n,
        "seats": _seats(table, eyes, now),
        "you": eyes.seats,
        "host": eyes.host,
        "waiting": table.waiting,
        "clock": clock(table, now),
        "clock_rules": as_dict(head.clock),
        "away_minutes": head.away_minutes,
        "chat": head.chat,
        "listed": head.listed,
        "auto_start": head.auto_start,
        "hints": table.hints,
        "seen_cards": head.seen_cards,
        "onlookers": onlookers,
        "request": asked
        and {
            "seat": asked.seat,
            "n": asked.n,
            "granted": asked.granted,
            "needed": table.needed(),
        },
        "rematch": head.rematch,
        "result": result(match) if match else table.past and table.past.result,
        "fairness": fairness(table),
        "known_dice": head.known_dice,
        "dice": table.dice,
        "warming": not table.ready,
        "outdated": table.past is not None,
        "created": table.created,
        "now": now,
    }


def _seats(table: Table, eyes: Eyes, now: int) -> list[Dict]:
    gone, called = table.replaceable(now), shown_names(table, eyes.lang)
    return [
        {
            "seat": number,
            "who": seat.who,
            "name": seat.name,
            "shown": called[number],
            "bot": seat.bot,
            "stand_in": seat.stand_in,
            "mine": number in eyes.seats,
            "here": number in table.present,
            "away_since": table.away_since.get(number),
            "replaceable": number in gone,
            "ready": seat.who == "bot" or seat.contribution is not None,
        }
        for number, seat in enumerate(table.seats)
    ]


def fairness(table: Table) -> Dict:
    """The seed's hash always; what was added to it after the start; itself after the end.

    Known dice are no secret from the start.
    """
    return {
        "commitment": table.commitment,
        "contributions": [seat.contribution or "" for seat in table.seats]
        if table.head.started is not None
        else None,
        "seed": table.seed.hex() if table.state == "over" or table.head.known_dice else None,
    }


def result(match: Match) -> Dict | None:
    """How the match ended."""
    ended = match.result
    if ended is None:
        return None
    return {
        "scores": ended.scores,
        "payoffs": ended.payoffs,
        "winners": ended.winners,
        "resigned": ended.resigned,
    }


def chat_message(post: ChatPost) -> bytes:
    """A new chat line."""
    return encode({"type": "chat", "line": post})
