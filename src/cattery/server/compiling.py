"""Which games are ready to be played in this process.

Compiling holds Python up for many milliseconds at a time, so a child process does it and fills
the disk cache; this process then loads what is cached, in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import cattery
from cattery import data, players
from cattery.server.priority import lower_process

if TYPE_CHECKING:
    from cattery.match import Match

log = logging.getLogger("cattery.compiling")

QUICK_PLAYERS = 3  # the weakest players of a game don't think for long
ITERATIONS = 100

Found = TypeVar("Found")
Warm = Literal["cold", "warming", "ready", "failed"]


class GameCompiler:
    """Warms games one after the other; those that somebody waits for come first."""

    def __init__(self, games: tuple[str, ...], on_ready: Callable[[str], None]) -> None:
        self._state: dict[str, Warm] = dict.fromkeys(games, "cold")
        self._on_ready = on_ready
        self._wanted: list[str] = []
        self._urgent: set[str] = set()  # those of them that somebody waits for
        self._wake = asyncio.Event()
        self._hurry = asyncio.Event()  # a game became urgent
        self._task: asyncio.Task[None] | None = None
        self._child: asyncio.subprocess.Process | None = None

    def start(self) -> None:
        """Begin with all games, in the background."""
        self._wake.set()
        self._task = asyncio.create_task(self._warm_forever(), name="compiling games")

    async def stop(self) -> None:
        """Stop, and end the child if there is one."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def state(self, game: str) -> Warm:
        """How far a game is."""
        return self._state.get(game, "failed")

    def ready(self, game: str) -> bool:
        """Whether a match of this game can be set up at once."""
        return self._state.get(game) == "ready"

    def want(self, game: str) -> None:
        """Somebody waits for this game: it goes first; one that failed is tried again."""
        if self.state(game) in ("ready", "warming"):
            return
        self._state[game] = "cold"
        if game in self._urgent:
            return
        self._urgent.add(game)
        if game in self._wanted:
            self._wanted.remove(game)
        self._wanted.insert(sum(one in self._urgent for one in self._wanted), game)
        self._wake.set()
        self._hurry.set()

    async def _warm_forever(self) -> None:
        compiled = await _in_thread(_compiled, tuple(self._state))
        others = [game for game in compiled if game not in self._wanted]
        self._wanted += others  # behind those that somebody has asked for meanwhile
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._wanted:
                await self._warm(list(self._wanted))

    async def _warm(self, games: list[str]) -> None:
        """Load what is compiled; let one child compile the rest, until another order is wanted."""
        if await _in_thread(_is_compiled, games[0]):
            self._state[games[0]] = "warming"
            await self._take(games[0], b"compiled before")
            return
        try:
            child = self._child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "cattery.warm",
                *games,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
            )
            assert child.stdout is not None
            lower_process(child.pid)
            for game in games:
                self._state[game] = "warming"
                said = await self._line_or_hurry(child.stdout, game)
                if said is None:
                    self._state[game] = "cold"
                    return
                if said:
                    _leave_trace(game)
                await self._take(game, said)
                if not said or (self._wanted and self._wanted != games[games.index(game) + 1 :]):
                    return  # the others get a child of their own
        finally:
            await self._end_child()

    async def _line_or_hurry(self, child: asyncio.StreamReader, game: str) -> bytes | None:
        """What the child says of the game; None if a more urgent one shall go first."""
        reading = asyncio.ensure_future(child.readline())
        try:
            while not reading.done():
                self._hurry.clear()
                hurrying = asyncio.ensure_future(self._hurry.wait())
                await asyncio.wait({reading, hurrying}, return_when=asyncio.FIRST_COMPLETED)
                hurrying.cancel()
                if not reading.done() and game not in self._urgent and self._urgent:
                    return None
            return reading.result()
        finally:
            reading.cancel()

    async def _take(self, game: str, said: bytes) -> None:
        """The child has said that it is done with a game, or nothing: then it has failed."""
        try:
            if not said:
                raise RuntimeError("the child process failed")
            await _in_thread(load, game)
        except Exception as error:
            log.error("%s can't be warmed up: %s", game, error)
            self._state[game] = "failed"
        else:
            self._state[game] = "ready"
            self._on_ready(game)
        self._wanted.remove(game)
        self._urgent.discard(game)

    async def _end_child(self) -> None:
        child = self._child
        if child is not None:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
            await child.wait()


async def _in_thread(work: Callable[[Any], Found], about: Any) -> Found:
    """Do something beside the event loop: what comes first there loads NumPy and Numba, too."""
    return await asyncio.get_running_loop().run_in_executor(None, work, about)


def _compiled(games: tuple[str, ...]) -> list[str]:
    """Those games first that are compiled already."""
    return sorted(games, key=lambda game: not _is_compiled(game))


def _is_compiled(game: str) -> bool:
    return _trace(game).exists()


def load(name: str) -> None:
    """Bring a compiled game into this process: all that tables, bots and hints will ask of it."""
    game = cattery.game(name)
    match = cattery.Match.new(game, seats=game.seats[0], seed=1)
    for player in players.names(game)[:QUICK_PLAYERS]:
        for _ in range(2):
            seat = match.waiting[0]
            match.play(players.make(player, game, 0).choose(players.Seat.of(match, seat)), seat)
            for viewer in (None, seat):
                match.view(viewer)
                match.story(viewer)
                match.legal_actions(seat)
    _think(match)


def _think(match: Match) -> None:
    """Think as bots and hints do: with the tree of the move before, and of what may follow."""
    from cattery.analysis import hint
    from cattery.search import Limits, Search

    search = Search(match.game, seed=0)
    for _ in range(2):
        seat = players.Seat.of(match, match.waiting[0])
        best = search.run(seat, Limits(iterations=ITERATIONS)).best.action
        search.line(seat, best)
        hint(seat, iterations=ITERATIONS)
        match.play(best, seat.number)


def _trace(game: str) -> Path:
    """A file that says: the cache holds all of this game, as its sources are now."""
    from cattery.kernel import cache_root, game_key

    sources = sorted(data.folder(game).glob("*.py"))
    stamps = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in sources]
    digest = hashlib.sha256(repr((sources[:1], stamps)).encode()).hexdigest()[:12]
    return cache_root() / f"warm-{game}-{game_key(game)}-{digest}"


def _leave_trace(game: str) -> None:
    with contextlib.suppress(OSError):
        _trace(game).touch()
