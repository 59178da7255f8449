"""The socket of a table: hello, heartbeats and commands in; snapshots, entries and acks out.

It speaks ASGI directly: at thousands of messages a second every layer counts.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson
from pydantic import ValidationError

from cattery.errors import CatteryError
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.net import guard
from cattery.server.net.browsers import Browsers
from cattery.server.net.guard import POLICY, Message, Receive, Scope, Send
from cattery.server.net.protocol import WRITER, Socket
from cattery.server.net.rates import DEPOSIT, Asker, Bucket, Rates
from cattery.server.tables import views
from cattery.server.tables.hall import CommandResult, Hall
from cattery.server.tables.live import Live
from cattery.server.tables.views import Eyes

TRY_LATER = 1013
NO_TABLE = 4404  # our own close code: there is no such table
STRIKES = 40  # refused messages in a row before a connection is closed
LONGEST_LETTER = 4  # bytes
MESSAGE_SECONDS = 0.0001  # what reading and answering a message takes besides what it asks for


class TableSocket:
    """The ASGI endpoint."""

    def __init__(self, hall: Hall, rates: Rates, browsers: Browsers) -> None:
        self._hall = hall
        self._rates = rates
        self._browsers = browsers
        self._open: Counter[str] = Counter()  # sockets per address, browser and table looked at

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection from handshake to close."""
        if (await receive())["type"] != "websocket.connect":
            return
        asker, limits = guard.asker(scope), self._hall.settings.limits
        places = {asker.address: limits.sockets_per_address}
        if asker.browser is not None:
            places[asker.browser] = limits.sockets_per_browser
        if not guard.same_origin(scope, self._hall.settings.origins):
            await send({"type": "websocket.close", "code": POLICY})
            return
        try:
            self._rates.requests.check(asker)
        except no.TooFast:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        with self._taking(places) as free:
            if free:
                await self._serve(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": POLICY})

    @contextlib.contextmanager
    def _taking(self, places: dict[str, int]) -> Iterator[bool]:
        """Count one more socket at each place, if each has room for it."""
        free = all(self._open[place] < most for place, most in places.items())
        if free:
            self._open.update(places.keys())
        try:
            yield free
        finally:
            if free:
                self._open.subtract(places.keys())
                for place in places:
                    if not self._open[place]:
                        del self._open[place]

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        asker = guard.asker(scope)
        work = self._rates.work.account(asker)
        try:
            device = await self._browsers.device(scope)
            live = await self._hall.get(scope["path_params"]["table_id"], work.spend)
        except no.NoTable:
            await send({"type": "websocket.close", "code": NO_TABLE})
            return
        except CatteryError:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        onlooking = {} if live.table.held_by(device) else self._places_to_look_on(live, asker)
        with self._hall.holding(live), self._taking(onlooking) as free:
            if not free:
                await send({"type": "websocket.close", "code": POLICY})
                return
            writer = scope["extensions"][WRITER]
            connection = Connection(self._hall, self._rates, live, device, asker, send, writer)
            # A task of its own is woken directly, not through all that lies around the application.
            await asyncio.create_task(connection.serve(receive))

    def _places_to_look_on(self, live: Live, asker: Asker) -> dict[str, int]:
        """A few for everybody, so that nobody keeps those out who are invited to sit down."""
        limits, at = self._hall.settings.limits, f"at {live.table.id}"
        places = {at: limits.onlookers_per_table}
        places[f"{at} from {asker.address}"] = limits.onlookers_per_address
        if asker.browser is not None:
            places[f"{at} by {asker.browser}"] = limits.onlookers_per_browser
        return places


class Connection:
    """One browser at one table."""

    def __init__(
        self,
        hall: Hall,
        rates: Rates,
        live: Live,
        device: str | None,
        asker: Asker,
        send: Send,
        writer: Socket,
    ) -> None:
        self.device = device
        self.lang = "en"
        self.eyes: Eyes | None = None
        self._hall = hall
        self._rates = rates
        self._work = rates.work.account(asker)
        self._asker = asker
        self._live = live
        self._send = send
        self._writer = writer
        self._bucket = Bucket(hall.settings.limits.messages)
        self._outbox: list[bytes] = []
        self._posting = False  # the outbox is emptied when everybody has been told what is new
        self._strikes = 0
        self._cost = 0.0  # seconds of the loop that the message in hand has taken
        self._ended: asyncio.Task[None] | None = None
        self._soon = asyncio.get_running_loop().call_soon

    async def serve(self, receive: Receive) -> None:
        """Read until the other side goes."""
        patience = self._hall.settings.connections.hello_seconds
        silent = asyncio.get_running_loop().call_later(patience, self._still_silent)
        self._writer.on_flow = self._post
        try:
            while self._ended is None:
                message = await receive()
                if message["type"] != "websocket.receive":
                    break
                await self._hear(message)
                if self._writer.more_waits:  # others' turn, and that of hanging up
                    await asyncio.sleep(0)
        finally:
            silent.cancel()
            self._hall.part(self._live, self)
        if self._ended is not None:
            await self._ended

    def _still_silent(self) -> None:
        if self.eyes is None:
            self._close(POLICY)

    # --- out

    def send(self, message: bytes) -> None:
        """Queue a message; a connection too slow to take it is closed, and will say hello again."""
        outbox = self._outbox
        if self._ended is not None:
            return
        if len(outbox) >= self._hall.settings.limits.outbox:
            outbox.clear()
            self._close(TRY_LATER)
            return
        outbox.append(message)
        if not self._posting:
            self._posting = True
            self._soon(self._post)

    def _post(self) -> None:
        """Write all that is queued, at once; or later, if the other side doesn't take it now."""
        self._posting = False
        if self._outbox and self._writer.flows:
            self._writer.write(self._outbox)
            self._outbox.clear()

    def _close(self, code: int) -> None:
        """Close the connection behind what is queued."""
        if self._ended is None:
            self._ended = asyncio.create_task(self._hang_up(code))

    async def _hang_up(self, code: int) -> None:
        self._post()
        with contextlib.suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code})

    # --- in

    async def _hear(self, message: Message) -> None:
        raw = message.get("text")
        if raw is None:
            raw = message.get("bytes") or b""
        command_id: str | None = None
        try:
            if not self._bucket.take():
                self._cost = MESSAGE_SECONDS
                raise no.TooFast
            if (owed := self._work.owed(DEPOSIT)) > 0:
                await self._put_off(owed)
            self._cost = MESSAGE_SECONDS - DEPOSIT
            heard = _read(raw, self._hall.settings.limits.message_bytes)
            if isinstance(heard, wire.Command):
                command_id = heard.id
            await self._answer(heard)
            self._strikes = 0
        except CatteryError as refusal:
            self._hall.refused[refusal.code] += 1
            if isinstance(refusal, (no.TooFast, no.BadMessage)):
                command_id = command_id or _id_in(raw)
                self._strikes += 1
            self._nack(command_id, refusal)
            if self._strikes >= STRIKES:
                self._close(POLICY)
        finally:
            self._work.spend(self._cost)
            self._cost = 0.0

    async def _put_off(self, owed: float) -> None:
        """Wait for what is owed. Whoever owes too much for that is to call again later, and needn't
        wait for an answer that doesn't come."""
        try:
            await self._work.put_off(owed, DEPOSIT)
        except no.TooFast:
            self._cost = MESSAGE_SECONDS
            self._close(TRY_LATER)
            raise

    def _pay(self, seconds: float) -> None:
        """What a message takes is paid by waiting before the next one."""
        self._cost += seconds

    async def _answer(self, heard: wire.Hello | wire.Ping | wire.Command) -> None:
        if isinstance(heard, wire.Command):
            await self._command(heard)
        elif isinstance(heard, wire.Ping):
            self.send(views.encode({"type": "pong", "t": heard.t}))
        else:
            await self._greet(heard)

    async def _greet(self, hello: wire.Hello) -> None:
        try:
            self._pay(await self._hall.greet(self._live, self, hello))
            self._live.came_from(self._asker.address, self.device)
        except no.StorageFailed:  # whoever isn't answered would wait for ever: call again
            self._close(TRY_LATER)

    async def _command(self, command: wire.Command) -> None:
        if self.eyes is None:
            raise no.BadMessage
        if not isinstance(command.do, wire.Play):
            await take_for(command.do, self._asker, self.device, self._rates, self._hall)
        done = await self._hall.command(self._live, self.device, command, self._pay)
        self.send(views.encode(ack(command, done, self._live, self.lang)))

    def _nack(self, command_id: str | None, refusal: CatteryError) -> None:
        self.send(
            views.encode(
                {
                    "type": "nack",
                    "id": command_id,
                    "n": self._live.told_n,
                    "code": refusal.code,
                    "rule": refusal.rule,
                    "text": refusal.text(self.lang),
                }
            )
        )


async def take_for(
    what: wire.Do, asker: Asker, device: str | None, rates: Rates, hall: Hall
) -> None:
    """Take from the budgets of what stays: lines of a chat, and new tables."""
    if isinstance(what, wire.Say):
        rates.chat.check_one(device or "")
    elif isinstance(what, wire.Rematch):
        rates.new_tables.check(asker)
        await hall.make_room(device or "")


def ack(command: wire.Command, done: CommandResult, live: Live, lang: str) -> dict[str, Any]:
    """The answer to a command that was carried out."""
    what = command.do
    preview = None
    if isinstance(what, wire.PreviewMove):
        preview = views.preview(live.table, what, done.outcome.preview, lang)
    return {
        "type": "ack",
        "id": command.id,
        "n": done.n,
        "preview": preview,
        "table": done.outcome.table,
    }


def _read(raw: str | bytes, limit: int) -> wire.Hello | wire.Ping | wire.Command:
    if len(raw) > limit // LONGEST_LETTER and len(_bytes(raw)) > limit:
        raise no.BadMessage
    try:
        return wire.client_message.validate_json(raw)
    except (ValidationError, UnicodeDecodeError, ValueError):
        raise no.BadMessage from None


def _bytes(raw: str | bytes) -> bytes:
    return raw.encode() if isinstance(raw, str) else raw


def _id_in(raw: str | bytes) -> str | None:
    """The id of a message that can't be read otherwise, so that its sender knows which it was."""
    if len(raw) > 100_000:
        return None
    try:
        message = orjson.loads(raw)
    except (ValueError, UnicodeEncodeError):
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and len(found) <= wire.COMMAND_ID_LENGTH else None
