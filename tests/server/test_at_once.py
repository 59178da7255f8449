"""Rounds played at once: nobody is disturbed by what others do unseen, and nobody is waited for in
vain."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cattery.players.plain import RandomPlayer
from cattery.server.app import create_app
from cattery.server.settings import Settings
from cattery.server.tables import commands
from cattery.server.tables.opening import open_table
from cattery.server.tables.table import Outcome, Table
from cattery.server.thinking import bots
from cattery.server.wire import NewTable, Start
from server import together
from server.conftest import StartServer
from server.running import Browser, Line, Server, ready
from server.together import GAME, entries, heard, play, play_to_the_end, round_of

UNSEEN = {"kind": "unseen", "move": None, "events": [], "lines": []}


@pytest.fixture(scope="module", autouse=True)
def _game_is_ready(server: Server) -> None:
    ready(server, GAME)


def test_what_others_do_unseen_changes_nothing_but_who_is_done(server: Server) -> None:
    """No view, no legal moves, no words; only `waiting` goes down."""

    async def scene() -> None:
        async with (
            round_of(server, 3) as (table, lines),
            Browser(server).at(table) as onlooker,
        ):
            await play(lines[1], 1, "reach 2", "reach 4", "done")
            await heard([*lines, onlooker])
            for line, side in ((lines[0], 0), (lines[2], 2), (onlooker, None)):
                told = entries(line, side)
                assert [one["waiting"] for one in told] == [[0, 1, 2], [0, 1, 2], [0, 2]]
                for one in told:
                    assert one["told"] == {"n": one["n"] - 1, "seat": 1, **UNSEEN}
                    assert (one["view"], one["can"], one["legal"]) == (None, None, [])
            assert [one["told"]["kind"] for one in entries(lines[1], 1)] == ["move"] * 3

    asyncio.run(scene())


def test_a_command_is_not_stale_by_what_its_seat_could_not_see(server: Server) -> None:
    """A move, a preview and an undo that were sent before the others' steps arrived."""

    async def scene() -> None:
        async with round_of(server, 3) as (_, lines):
            await play(lines[1], 1, "reach 2")
            await play(lines[2], 2, "reach 3", "done")
            preview = {"type": "preview", "seat": 0, "move": "reach 1"}
            assert (await lines[0].ask(preview, n=0))["preview"]["lines"]
            assert (await lines[0].ask({**preview, "type": "play"}, n=0))["type"] == "ack"
            mine = lines[0].n
            await play(lines[1], 1, "done")
            undo = {"type": "undo", "seat": 0}
            assert (await lines[0].ask(undo, n=mine - 1))["code"] == "stale", "before its own step"
            assert (await lines[0].ask(undo, n=mine))["type"] == "ack"
            assert (await lines[0].ask(undo, n=99))["code"] == "stale"
            await play(lines[0], 0, "done")
            await lines[1].until("entry", n=lines[0].n)
            again = {"type": "play", "seat": 1, "move": "reach 1"}
            answer = await lines[1].ask(again, n=lines[0].n - 1)
            assert answer["code"] == "stale", "the round has closed meanwhile"

    asyncio.run(scene())


def test_done_can_be_undone_until_the_round_closes(server: Server) -> None:
    async def scene() -> None:
        async with round_of(server, 2) as (_, (one, other)):
            await play(one, 0, "reach 1", "done")
            assert (one.sides[0]["legal"], one.sides[0]["can"]["undo"]) == ([], True)
            await play(other, 1, "reach 2")
            await one.do("undo", seat=0)
            assert one.legal(0)
            await other.until("entry", n=one.n)
            assert entries(other, 1)[-1]["told"]["kind"] == "unseen"
            assert entries(other, 1)[-1]["waiting"] == [0, 1]
            await one.do("undo", seat=0)
            await play(one, 0, "reach 3", "done")
            await play(other, 1, "done")
            closing = entries(other, 1)[-1]["told"]
            reached = [e for e in closing["events"] if e["type"] == "reached"]
            assert [(e["seat"], e["tin"]) for e in reached] == [(0, 3)], "what was undone is gone"
            await one.until("entry", n=other.n)
            assert not one.sides[0]["can"]["undo"]
            assert await one.refused("undo", seat=0) == "nothing_to_undo"

    asyncio.run(scene())


def test_whoever_closes_the_round_the_same_is_told(server: Server) -> None:
    """In the order of the seats, then what belongs to the round; the onlooker hears all of it."""

    async def closed_by(last: int) -> list[str]:
        dice = "11" * 32
        async with (
            round_of(server, 3, dice=dice) as (table, lines),
            Browser(server).at(table, lang="hu") as onlooker,
        ):
            order = [*(seat for seat in (2, 0, 1) if seat != last), last]
            for seat in order:
                await play(lines[seat], seat, f"reach {seat + 1}", "done")
            await heard([*lines, onlooker])
            told = entries(onlooker, None)[-1]["told"]
            assert told["seat"] == last
            own = entries(lines[last], last)[-1]["told"]
            assert len(own["events"]) == len(told["events"]) - 1, "but for the own first step"
            lines_told: list[str] = told["lines"]
            return lines_told

    async def scene() -> None:
        first, *others = [await closed_by(last) for last in range(3)]
        assert others == [first, first]

    asyncio.run(scene())


def test_a_hint_is_given_though_others_act_meanwhile(server: Server) -> None:
    """It is thought about from what the seat knows, and that hasn't changed."""

    async def scene() -> None:
        async with round_of(server, 2, hints=True) as (table, (one, other)):
            browser = Browser(server, _token(one))
            asked = asyncio.create_task(browser.post(f"/api/tables/{table}/seats/0/hint"))
            await play(other, 1, "reach 2", "reach 1")
            hint = await asked
            assert hint["seat"] == 0
            assert hint["best"]["lines"]
            await play(other, 1, "done")
            again = await browser.post(f"/api/tables/{table}/seats/0/hint")
            assert {**again, "n": 0} == {**hint, "n": 0}, "the same question has the same answer"
            await play(one, 0, hint["best"]["move"])
            await browser.post(f"/api/tables/{table}/seats/1/hint", status=403)

    asyncio.run(scene())


def _token(line: Line) -> str:
    cookie = line.socket.request.headers["Cookie"]  # type: ignore[union-attr]
    return str(cookie).partition("=")[2]


@pytest.mark.parametrize("how", ["resign", "leave"])
def test_the_round_closes_without_somebody_who_has_gone(server: Server, how: str) -> None:
    """A stand-in takes the rest of the turn, from where it was left."""

    async def scene() -> None:
        async with round_of(server, 3) as (_, lines):
            await play(lines[2], 2, "reach 2")
            await play(lines[0], 0, "reach 1", "done")
            await play(lines[1], 1, "reach 3")
            before = lines[1].n
            await lines[2].do(how, seat=2)
            preview = {"type": "preview", "seat": 1, "move": "reach 4"}
            assert (await lines[1].ask(preview, n=before))["type"] == "ack"
            done = {"type": "play", "seat": 1, "move": "done"}
            assert (await lines[1].ask(done, n=before))["type"] == "ack", "nothing that concerns it"
            while entries(lines[0], 0)[-1]["told"]["kind"] != "move" or lines[0].n < before + 2:
                await lines[0].next()
            told = entries(lines[0], 0)[-1]["told"]
            assert any(e["type"] == "looked" for e in told["events"]), "the round is closed"
            assert [2, 2] in [
                [e["seat"], e["tin"]] for e in told["events"] if e["type"] == "reached"
            ]

    asyncio.run(scene())


@pytest.mark.parametrize("how", ["resign", "leave"])
def test_who_has_gone_cannot_meddle_with_the_stand_in(server: Server, how: str) -> None:
    """Else whoever gave up could undo *done* for ever, and no round would close."""

    async def scene() -> None:
        async with round_of(server, 3) as (_, lines):
            await play(lines[2], 2, "reach 2", "done")
            await lines[2].do(how, seat=2)
            for kind in ("undo", "ask_take_back"):
                assert await lines[2].refused(kind, seat=2) == "stood_in_for"
            for kind in ("play", "preview"):
                assert await lines[2].refused(kind, seat=2, move="reach 1") == "stood_in_for"
            if how == "resign":
                assert await lines[2].refused("set_seat", seat=2, who="me") == "match_over"
                return
            await lines[2].do("set_seat", seat=2, who="me")
            await lines[2].do("undo", seat=2)

    asyncio.run(scene())


def test_who_comes_back_may_undo_what_the_stand_in_did(server: Server) -> None:
    async def scene() -> None:
        async with round_of(server, 2) as (_, (one, other)):
            await other.do("leave", seat=1)
            while entries(one, 0) == [] or entries(one, 0)[-1]["waiting"] != [0]:
                await one.next()
            await other.do("set_seat", seat=1, who="me")
            await other.until_table(waiting=[0])
            assert other.sides[1]["can"]["undo"]
            await other.do("undo", seat=1)
            assert other.legal(1)

    asyncio.run(scene())


def test_every_clock_runs_until_its_player_is_done(server: Server) -> None:
    """The increment comes with *done*, also for who closes the round, and goes with its undoing."""
    total, increment = 1000, 50

    async def scene() -> None:
        clock = {"total": total, "increment": increment}
        async with round_of(server, 2, clock=clock) as (_, (one, other)):
            assert one.table["clock"]["running"] == [0, 1]
            await play(one, 0, "reach 1")
            assert _clock(one)["running"] == [0, 1]
            await play(one, 0, "done")
            assert _clock(one)["running"] == [1]
            assert _seconds(one, 0) > total
            await one.do("undo", seat=0)
            assert _clock(one)["running"] == [0, 1]
            assert total - increment < _seconds(one, 0) <= total
            await play(one, 0, "done")
            assert _seconds(one, 0) <= total + increment, "not twice"
            await play(other, 1, "done")
            assert set(_clock(other)["running"]) <= {0, 1}
            assert _seconds(other, 1) > total, "the next round has begun, but the turn was ended"

    asyncio.run(scene())


def _clock(line: Line) -> dict[str, Any]:
    last = next(m for m in reversed(line.heard) if m["type"] == "entry")
    found: dict[str, Any] = last["clock"]
    return found


def _seconds(line: Line, seat: int) -> float:
    return float(_clock(line)["left"][seat]) / 1000


def test_a_clock_that_runs_out_in_a_round_lets_it_close(server: Server) -> None:
    """Of two who dawdle, both are flagged, and bots finish their turns."""

    async def scene() -> None:
        clock = {"total": 3, "increment": 600, "flag": "bot"}
        async with round_of(server, 3, clock=clock) as (_, lines):
            await play(lines[0], 0, "done")
            await lines[0].my_turn(0)
            assert [seat["stand_in"] for seat in lines[0].table["seats"]] == [False, True, True]

    asyncio.run(scene())


def test_a_snapshot_and_missed_entries_leave_out_what_was_unseen(server: Server) -> None:
    async def scene() -> None:
        async with round_of(server, 2) as (table, (one, other)):
            await play(one, 0, "reach 1")
            await play(other, 1, "reach 2", "done")
            await heard([one, other])
            browser = Browser(server, _token(one))
            story = (await browser.get(f"/api/tables/{table}"))["sides"][0]["story"]
            assert [told["n"] for told in story] == [0]
            async with browser.raw(table) as socket:
                line = Line(socket)
                line.n = 1
                await line.hello(since=1)
                await line.until("table")
                assert [side["view"] for side in entries(line, 0)] == [None, None]
                line.n = 0
                line.heard.clear()
                await line.hello(since=0)
                await line.until("table")
                views = [side["view"] is not None for side in entries(line, 0)]
                assert views == [False, False, True], "something of it was seen"
                assert line.legal(0)

    asyncio.run(scene())


def test_on_one_device_each_seat_sees_its_own_and_the_screen_between_them_nothing(
    server: Server,
) -> None:
    async def scene() -> None:
        browser = Browser(server)
        seats = [{"who": "me"}, {"who": "device"}]
        new = {"game": GAME, "seats": seats, "options": together.SHELF}
        table = (await browser.post("/api/tables", new))["id"]
        async with browser.at(table) as line:
            for seat in (0, 1):
                await line.do("contribute", seat=seat)
            assert set(line.sides) == {0, 1, None}
            await play(line, 0, "reach 1", "done")
            assert entries(line, 0)[-1]["view"]["cats"][0]["reached"] == [1]
            for side in (1, None):
                assert [one["told"]["kind"] for one in entries(line, side)] == ["unseen"] * 2
            assert line.sides[1]["view"]["cats"][0]["reached"] == []
            await play(line, 1, "done")
            assert entries(line, None)[-1]["told"]["kind"] == "move"

    asyncio.run(scene())


def test_a_replay_steps_by_what_its_viewer_could_see(server: Server) -> None:
    """A frame for every own step and every close; none that shows nothing new."""

    async def scene() -> None:
        async with round_of(server, 2, bots=1) as (table, lines):
            await lines[0].do("play", seat=0, move="reach 1")
            await lines[0].do("undo", seat=0)
            await asyncio.gather(
                *(play_to_the_end(line, k, random.Random(k)) for k, line in enumerate(lines))
            )
            last = lines[0].n
        counts = []
        for seat in ("0", "1", "2", None):
            asked = f"/api/tables/{table}/replay" + ("" if seat is None else f"?seat={seat}")
            replay = await Browser(server).get(asked)
            start, *frames = replay["frames"]
            assert start["told"] is None
            assert all(frame["told"]["lines"] for frame in frames)
            assert [frame["n"] for frame in frames] == sorted({frame["n"] for frame in frames})
            assert frames[-1]["n"] == last
            counts.append(len(frames))
        assert counts[3] < min(counts[:3]) < last
        whole = (await Browser(server).get(f"/api/tables/{table}"))["sides"][0]
        assert len(whole["story"]) == counts[3], "the onlooker was told as much"

    asyncio.run(scene())


# --- bots


def test_bots_pause_once_in_a_round_and_not_one_after_another(start: StartServer) -> None:
    """Three bots with up to three steps each need about as long as one step of one bot."""
    delay = 0.5

    async def scene() -> None:
        server = start(bot_delay=delay)
        ready(server, GAME)
        async with round_of(server, 1, bots=3) as (_, (line,)):
            for _ in range(2):
                began = time.monotonic()
                await line.do("play", seat=0, move="done")
                while line.table["state"] == "playing" and not line.legal(0):
                    await line.next()
                assert delay * 0.8 < time.monotonic() - began < delay * 4

    asyncio.run(scene())


class Together(RandomPlayer):
    """Thinks until all others of its table think too."""

    everybody = threading.Barrier(4)
    met = 0

    def choose(self, seat: Any) -> Any:
        """A random move, after meeting the others in the first round."""
        if seat.turn == 1 and len(seat.actions) == 6 and not seat.view.cats[seat.number].reached:
            self.everybody.wait(20)
            Together.met += 1
        return super().choose(seat)


def test_bots_of_one_table_think_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Even where only one table may think at once."""
    monkeypatch.setattr(bots.Bots, "_mind", lambda *_: Together())

    async def scene() -> None:
        settings = Settings(database=str(tmp_path / "cats.db"), bot_threads=1, bot_delay=0)
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            hall = app.state.hall
            hall.compiler.want(GAME)
            await _until(lambda: hall.compiler.ready(GAME))
            live = await hall.create(_table_of_bots())
            await hall.act(live, _started)
            await _until(lambda: live.table.state == "over")
        assert Together.met == 4

    asyncio.run(scene())


def _table_of_bots() -> Table:
    seats = [{"who": "bot", "bot": "random"}] * 4
    return open_table(NewTable.model_validate({"game": GAME, "seats": seats}), "host", 0)


def _started(table: Table, now: int) -> Outcome:
    return commands.do(table, "host", 0, Start(type="start"), now)


async def _until(holds: Callable[[], bool]) -> None:
    for _ in range(6000):
        if holds():
            return
        await asyncio.sleep(0.05)
    raise TimeoutError
