"""What a match has told is put into words once for each viewer and language: a change tells only
what is new, however long the log is, and what takes long lets others have their turn."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import orjson
import pytest

import cattery
from cattery.match import Match
from cattery.server import wire
from cattery.server.tables import commands, views
from cattery.server.tables.hall import Hall
from cattery.server.tables.live import now_ms
from cattery.server.tables.opening import open_table
from cattery.server.tables.stories import told
from cattery.server.tables.table import Table
from cattery.server.tables.views import Eyes
from cattery.text import LANGUAGES
from server.test_catching_up import Onlooker
from server.test_clock_jumps import in_hall

ME = "me"
NAMES = ['"Mici"', "a\\n{seat}", "Ödön 🐈", "</b>", "Zed", "'"]
AT_ONCE_SECONDS = 0.05  # of processor time, for a snapshot after a change


def _table(game: str, entries: int) -> Table:
    """A match of one browser with itself, at the most seats, played and taken back for so long."""
    seats = cattery.game(game).seats[-1]
    wishes = [wire.SeatWish(who="me", name=name) for name in NAMES[:seats]]
    table = open_table(wire.NewTable(game=game, seats=wishes, auto_start=False), ME, now_ms())
    commands.do(table, ME, 0, wire.Start(type="start"), now_ms())
    rng, match = random.Random(1), _match(table)
    while match.n < entries:
        _waver(match, rng)
    return table


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def _waver(match: Match, rng: random.Random) -> None:
    everybody = range(match.seats)
    for seat in everybody:
        if match.can_undo(seat):
            match.undo(seat)
            return
    if match.n % 3 == 0 or match.over:
        for seat in everybody:
            if match.can_take_back(seat):
                match.take_back(seat, granted=everybody)
                return
    seat = rng.choice(match.waiting)
    match.play(rng.choice(match.legal_actions(seat)), seat)


def _all_eyes(table: Table, lang: str = "en") -> Eyes:
    everybody = tuple(range(len(table.seats)))
    return Eyes(everybody, everybody, lang, True)


def _snapshot(table: Table, eyes: Eyes) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(views.snapshot(table, eyes, now_ms(), 0))
    return found


def _rename(table: Table, name: str) -> None:
    """As the hall does it."""
    commands.do(table, ME, table.n, wire.Sit(type="sit", seat=0, name=name), now_ms())
    table.version += 1


@pytest.mark.parametrize("game", cattery.games())
def test_a_story_is_what_was_told(game: str) -> None:
    """To each side, in each language, with the names of now, while the log grows."""
    table, rng = _table(game, 60), random.Random(2)
    match = _match(table)
    for change in ("nothing", "a move", "a name"):
        if change == "a move":
            for _ in range(5):
                _waver(match, rng)
        elif change == "a name":
            _rename(table, "Új név")
        for lang in LANGUAGES:
            called = views.shown_names(table, lang)
            for side in _snapshot(table, _all_eyes(table, lang))["sides"]:
                seen = [one for one in match.story(side["seat"]) if one.seen]
                assert side["story"] == orjson.loads(
                    orjson.dumps([told(one, lang, called) for one in seen])
                )


@pytest.mark.parametrize("game", cattery.games())
def test_a_change_tells_only_what_is_new(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the longest log: a name tells no entry again, and a move is told once to each viewer."""
    table, rng = _table(game, commands.LONGEST_LOG), random.Random(3)
    match, eyes = _match(table), _all_eyes(table)
    views.snapshot(table, eyes, now_ms(), 0)
    looked, tell = [], Match.told

    def counted(match: Match, n: int, seat: int | None = None) -> Any:
        looked.append(n)
        return tell(match, n, seat)

    monkeypatch.setattr(Match, "told", counted)
    took = []
    for k in range(4):
        if k % 2:
            _waver(match, rng)
        else:
            _rename(table, f"name {k}")
        looked.clear()
        began = time.thread_time()
        views.snapshot(table, eyes, now_ms(), 0)
        took.append(time.thread_time() - began)
        assert len(looked) <= (len(table.seats) + 1 if k % 2 else 0)
    assert min(took) < AT_ONCE_SECONDS


def test_a_long_story_lets_others_have_their_turn(tmp_path: Path) -> None:
    """It is told in pieces: before the first snapshot of a long match, and before one that a
    change brings."""

    async def scene(hall: Hall) -> None:
        hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
        live = await hall.create(_table("if_it_fits", 1200))
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(others())
        player = Onlooker(ME)
        await hall.greet(live, player, wire.Hello(type="hello"))
        assert turns > 20
        onlooker = Onlooker("friend")
        await hall.greet(live, onlooker, wire.Hello(type="hello", lang="hu"))
        turns = 0
        live.table.stories.clear()  # as if it had just been loaded

        def give_away(table: Table, now: int) -> Any:
            return commands.move_seat(table, 0, ME, "friend")

        await hall.act(live, give_away)
        assert onlooker.heard[-1]["type"] == "snapshot"
        assert [side["seat"] for side in onlooker.heard[-1]["sides"]] == [0]
        assert turns > 20
        other.cancel()

    in_hall(tmp_path, scene)


def test_what_was_missed_lets_others_have_their_turn(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
        live = await hall.create(_table("if_it_fits", 300))
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(others())
        player = Onlooker(ME)
        await hall.greet(live, player, wire.Hello(type="hello", since=240))
        other.cancel()
        assert [one["n"] for one in player.heard if one["type"] == "entry"] == [*range(241, 301)]
        assert turns > 3

    in_hall(tmp_path, scene)
