"""Bots at the tables: they think in threads, at a pace that people can follow.

Those of one table think side by side, each in a thread and a task of its own, so that a round of
five bots takes as long as that of one. A bot pauses once per turn, before its first step, where a
person has just moved, rounds are played at once or all who play have left their seats to stand-ins:
bots that follow each other don't add up, and the page shows what they did at its own pace. Nobody
pauses where nobody plays.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from cattery import players
from cattery.errors import CatteryError, IllegalMove, NotationError
from cattery.game import Game
from cattery.server import wire
from cattery.server.priority import lower_thread
from cattery.server.refusals import StorageFailed
from cattery.server.tables.hall import Hall
from cattery.server.tables.live import Live, now_ms
from cattery.server.tables.table import Outcome, Table
from cattery.server.thinking.places import Place, Rank, ThinkingPlaces

if TYPE_CHECKING:
    from cattery.players import Player, Seat
    from cattery.players.thinker import Thinker

log = logging.getLogger("cattery.bots")

RETRY_SECONDS = 1.0
MINDS = 2000  # bots that are kept from move to move; their trees are bounded apart
PATIENCE = 6.0  # seconds of waiting for a place to think, after which a bot decides in a moment
MOMENT = 0.05  # seconds


@dataclass
class Thought:
    """What a bot is to decide: its seat's knowledge and the n at which that was all."""

    seat: int
    n: int
    turn: int  # how many turns of the match had begun
    knowledge: Seat
    player: Player
    hurried: bool = False  # it has waited so long that it must decide in a moment


@dataclass
class Slot:
    """A table's right to think, which all its bots share."""

    granted: asyncio.Future[Place]
    thinkers: int = 0


class Bots:
    """Plays for all bots at this process's tables; so many tables think at once as it has cores."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        cores = hall.settings.bot_threads
        self._pool = ThreadPoolExecutor(cores * wire.MAX_SEATS, "bot", lower_thread)
        self.places = ThinkingPlaces(cores)
        self._slots: dict[str, Slot] = {}  # by table
        self.thoughts, self.thought_for = 0, 0.0  # moves found, and the seconds that took
        # One player per seat, the longest unused first.
        self._minds: OrderedDict[tuple[str, int], tuple[str, Player]] = OrderedDict()
        hall.look_at_bots = self.look

    def look(self, live: Live) -> None:
        """See to it that the table's bots move."""
        for seat in live.table.bots_to_move():
            if seat not in live.thinking:
                live.thinking[seat] = asyncio.create_task(self._play(live, seat))

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _play(self, live: Live, seat: int) -> None:
        """Move for a bot as long as it is to decide."""
        rested = -1  # the turn before which it has paused
        try:
            while seat in live.table.bots_to_move():
                turn = await self._moved(live, seat, rested)
                if turn is None:
                    await asyncio.sleep(RETRY_SECONDS)
                else:
                    rested = turn
        except Exception:
            log.exception("a bot stumbled")
        finally:
            del live.thinking[seat]
            if live.table.state != "playing":
                self._forget(live)

    async def _moved(self, live: Live, seat: int, rested: int) -> int | None:
        """Move for a bot; the turn it was in, or None if this process isn't to think here, or the
        database doesn't take the move."""
        try:
            if not await self._leased(live):
                return None
            return await self._move(live, seat, rested)
        except StorageFailed:
            return None
        except CatteryError as error:
            log.warning("the bots of a table wait: %s", error.code)
            return None

    async def _leased(self, live: Live) -> bool:
        """Whether this process thinks for the table; an embedded database has no other."""
        if self._hall.bus.alone:
            return True
        now, span = now_ms(), int(self._hall.settings.lease_seconds * 1000)
        if live.lease_until - now > span // 2:
            return True
        if await self._hall.store.lease(live.table.id, self._hall.process, now, now + span):
            live.lease_until = now + span
            return True
        return False

    async def _move(self, live: Live, seat: int, rested: int) -> int:
        began = time.monotonic()
        async with self._slot(live) as place:
            async with self._hall.fresh(live) as table:
                thought = self._thought(table, seat)
            if thought is None:
                return rested
            thought.hurried = place.waited > PATIENCE
            asked = time.monotonic()
            move = await self._choose(live, thought)
            self.thoughts += 1
            self.thought_for += time.monotonic() - asked
        if rank_of(live) is Rank.EMPTY:  # nobody waits for what it would remember
            free_trees(thought.player)
        if thought.turn != rested and _answers_somebody(live.table):
            pause = self._hall.settings.bot_delay - (time.monotonic() - began)
            await asyncio.sleep(max(0.0, pause))
        await self._hall.act(live, lambda table, now: _bot_plays(table, thought, move, now))
        return thought.turn

    @contextlib.asynccontextmanager
    async def _slot(self, live: Live) -> AsyncIterator[Place]:
        """A right to think: of this table's bots the first asks for it, the last gives it back."""
        table_id = live.table.id
        slot = self._slots.get(table_id)
        if slot is None:
            host = live.table.head.host
            owner = live.opened_from or host, host
            asked = asyncio.ensure_future(self.places.take(lambda: rank_of(live), owner))
            slot = self._slots[table_id] = Slot(asked)
        slot.thinkers += 1
        try:
            yield await asyncio.shield(slot.granted)
        finally:
            slot.thinkers -= 1
            if slot.thinkers == 0:
                del self._slots[table_id]
                if slot.granted.done():
                    self.places.give_back(slot.granted.result())
                else:
                    slot.granted.cancel()

    def _thought(self, table: Table, seat: int) -> Thought | None:
        if seat not in table.bots_to_move() or table.match is None:
            return None
        name = table.seats[seat].bot or "random"
        player = self._mind((table.id, seat), name, table.match.game)
        knowledge = players.Seat.of(table.match, seat)
        return Thought(seat, table.n, table.turns, knowledge, player)

    def _mind(self, where: tuple[str, int], name: str, game: Game) -> Player:
        """The player of a seat. Matches that people leave never end, so old thoughts must go."""
        known = self._minds.pop(where, None)
        if known is None or known[0] != name:
            known = (name, players.make(name, game))
        self._minds[where] = known
        self._bound_memory()
        return known[1]

    def _bound_memory(self) -> None:
        """Trees are large: those of the longest unused minds are given back."""
        most = self._hall.settings.tree_megabytes * 2**20
        held = sum(tree_bytes(player) for _, player in self._minds.values())
        for _, player in self._minds.values():  # the longest unused first
            if held <= most:
                break
            held -= tree_bytes(player)
            free_trees(player)
        while len(self._minds) > MINDS:
            self._minds.popitem(last=False)

    async def _choose(self, live: Live, thought: Thought) -> Any:
        """Think in the pool; long thoughts renew the lease."""
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._pool, _think, thought)
        while not thinking.done():
            await asyncio.wait({thinking}, timeout=self._hall.settings.lease_seconds / 3)
            if not thinking.done():
                await self._leased(live)
        return thinking.result()

    def _forget(self, live: Live) -> None:
        for seat in range(len(live.table.seats)):
            self._minds.pop((live.table.id, seat), None)


def rank_of(live: Live) -> Rank:
    """Who is at a table: who plays there comes first, and who only looks on second."""
    if live.table.present:
        return Rank.PLAYED
    return Rank.WATCHED if live.connections or live.elsewhere else Rank.EMPTY


def _thinks(player: Player) -> TypeGuard[Thinker]:
    from cattery.players.thinker import Thinker  # the search, which nobody needs at the start

    return isinstance(player, Thinker)


def tree_bytes(player: Player) -> int:
    """What a player's thoughts take up between moves."""
    return player.search.nbytes if _thinks(player) else 0


def free_trees(player: Player) -> None:
    """Let a player forget its thoughts, but not how much of its turn's time is left."""
    if _thinks(player):
        player.search.free()


def _think(thought: Thought) -> Any:
    player, knowledge = thought.player, thought.knowledge
    try:
        if thought.hurried and _thinks(player):
            return player.choose_within(knowledge, MOMENT)
        return player.choose(knowledge)
    except Exception:
        log.exception("a bot of %s found no move; it plays at random", thought.knowledge.game.name)
        return players.make("random", thought.knowledge.game).choose(thought.knowledge)


def _answers_somebody(table: Table) -> bool:
    """Whether the bots' next step shouldn't come in the same breath as what was before it.

    Where everybody has left the seat to a stand-in there is no move of theirs to wait for: each
    turn takes its time, so that something is left to come back to.
    """
    match = table.match
    if match is None or not table.somebody_plays:
        return False
    after_bot = bool(match.log) and table.seats[match.log[-1].seat].who == "bot"
    all_bots = all(seat.who == "bot" for seat in table.seats)
    return match.game.at_once or all_bots or not after_bot


def _bot_plays(table: Table, thought: Thought, move: Any, now: int) -> Outcome:
    """Play a bot's move, unless the table has changed under its thoughts."""
    if thought.seat not in table.bots_to_move():
        return Outcome()
    try:
        return table.play_for_bot(thought.seat, thought.n, move, now)
    except (IllegalMove, NotationError):
        log.exception("a bot of %s made an illegal move; it plays at random", table.game)
        move = players.make("random", thought.knowledge.game).choose(thought.knowledge)
        return table.play_for_bot(thought.seat, thought.n, move, now)
