"""Telling those connected to a table what is new, each from where they look at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator

from cattery.server.tables import views
from cattery.server.tables.live import Live, TableConnection, now_ms
from cattery.server.tables.table import Table
from cattery.server.tables.views import Eyes

MISSED = 60  # more missed entries than this come as a snapshot
PIECE_SECONDS = 0.003  # of the loop, after which others have their turn


class Piecework:
    """Work of the loop that lets others in between its pieces, and how long it took."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """What it took so far, without the others."""
        return self._spent + time.perf_counter() - self._began

    async def pause(self) -> None:
        """Let others in, if it is time."""
        piece = time.perf_counter() - self._began
        if piece > PIECE_SECONDS:
            await asyncio.sleep(0)
            self._spent += piece
            self._began = time.perf_counter()


def mark_told(live: Live) -> None:
    """Note that everybody connected knows the table as it is now."""
    table = live.table
    live.told_n, live.told_version = table.n, table.version
    live.told_state, live.told_ready = table.state, table.ready
    live.told_said = table.said


def _changes(live: Live) -> tuple[bool, bool]:
    """Whether a match begins, and whether anything else than its log has changed, since the last
    telling."""
    table = live.table
    began = (live.told_ready, live.told_state == "open") != (table.ready, table.state == "open")
    changed = table.version != live.told_version or table.state != live.told_state
    return began, changed


def will_see_all(live: Live) -> set[Eyes]:
    """The eyes that the next telling will send a snapshot to."""
    began, changed = _changes(live)
    if not (began or changed):
        return set()
    looks = set()
    for one in live.connections:
        if (old := one.eyes) is not None:
            eyes = eyes_of(live, one.device, one.lang)
            if began or (eyes.seats, eyes.played) != (old.seats, old.played):
                looks.add(eyes)
    return looks


async def prepare(table: Table, looks: Iterable[Eyes], work: Piecework) -> None:
    """Put into words what snapshots for these eyes will tell: of a long match that was never told
    it takes a second, so it is done in pieces; what was kept of a match of other rules is unpacked
    in a thread. The table must be locked."""
    for eyes in looks:
        if table.past is not None:
            await asyncio.to_thread(views.sides, table, eyes)
        for _ in views.untold(table, eyes):
            await work.pause()


def tell_news(live: Live) -> None:
    """Send everybody what is new since the last telling."""
    table = live.table
    since, said = live.told_n, live.told_said
    began, changed = _changes(live)
    mark_told(live)
    now = now_ms()
    before = [(one, one.eyes) for one in live.connections if one.eyes is not None]
    if changed:
        live.update_presence(now)
        for connection, _ in before:  # all of them first: who has sat down looks on no more
            connection.eyes = eyes_of(live, connection.device, connection.lang)
    if changed or began:
        live.told_onlookers = live.onlookers()
    news = views.News(table, since, now)
    told: dict[Eyes, list[bytes]] = {}
    for connection, old in before:
        eyes = connection.eyes or old
        if eyes is not old:
            for seat in _taken_away(live, old, eyes):
                connection.send(views.encode({"type": "seat_moved", "seat": seat}))
        if began or (eyes.seats, eyes.played) != (old.seats, old.played):
            connection.send(views.snapshot(table, eyes, now, live.onlookers()))
            continue
        messages = told.get(eyes)
        if messages is None:
            messages = told[eyes] = list(news.messages(eyes))
            if changed:
                messages.append(_table_message(live, eyes, now))
        for message in messages:
            connection.send(message)
    for post in table.chat:
        if post.k >= said:
            _send_all(live, views.chat_message(post))


def _taken_away(live: Live, old: Eyes, eyes: Eyes) -> list[int]:
    """Seats that a connection had and that are now somebody else's."""
    lost = [seat for seat in old.seats if seat not in eyes.seats]
    return [seat for seat in lost if live.table.seats[seat].device is not None]


def tell_table(live: Live, but: TableConnection | None = None) -> None:
    """Send the table alone: presence, or somebody's absence, changed."""
    live.told_onlookers = live.onlookers()
    now = now_ms()
    told: dict[Eyes, bytes] = {}
    for connection in live.connections:
        eyes = connection.eyes
        if eyes is not None and connection is not but:
            if eyes not in told:
                told[eyes] = _table_message(live, eyes, now)
            connection.send(told[eyes])


def misses_all(table: Table, since: int | None) -> bool:
    """Whether somebody who knows `since` entries needs a snapshot."""
    return since is None or table.match is None or not table.n - MISSED <= since <= table.n


def missed(live: Live, eyes: Eyes, since: int | None, said: int | None) -> Iterator[bytes]:
    """What somebody needs who knows `since` entries and `said` chat lines, or everything."""
    table, now = live.table, now_ms()
    if since is None or misses_all(table, since):
        yield views.snapshot(table, eyes, now, live.onlookers())
        return
    yield from views.News(table, since, now).messages(eyes)
    yield _table_message(live, eyes, now)
    for post in table.chat:
        if said is not None and post.k >= said:
            yield views.chat_message(post)


def eyes_of(live: Live, device: str | None, lang: str) -> Eyes:
    """From where a browser looks at a table."""
    host = device is not None and device == live.table.head.host
    held = live.table.held_by(device)
    played = tuple(seat for seat in held if live.table.seats[seat].person)
    return Eyes(held, played, lang, host)


def _send_all(live: Live, message: bytes) -> None:
    for connection in live.connections:
        if connection.eyes is not None:
            connection.send(message)


def _table_message(live: Live, eyes: Eyes, now: int) -> bytes:
    view = views.table_view(live.table, eyes, now, live.onlookers())
    return views.encode({"type": "table", "table": view})
