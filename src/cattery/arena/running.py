"""Play the matches of an arena, here or in several processes; each is kept as soon as it ends."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import chain
from typing import Any

from cattery.arena.errors import KeepsFailing
from cattery.arena.results import Played, Results
from cattery.arena.setup import Fixture, Setup
from cattery.bout import play_bout
from cattery.errors import BadNumber, CatteryError
from cattery.game import game

PATIENCE = 3  # games that a player may break off before the arena gives up on it


def run(results: Results, *, jobs: int = 1, progress: Callable[[int], None] | None = None) -> None:
    """Play what is missing. An interrupt (Ctrl-C) loses only the matches that were under way."""
    if jobs < 1:
        raise BadNumber(name="jobs", value=jobs)
    missing = results.missing()
    fixtures = iter(missing)
    done = results.setup.total - len(missing)
    if progress:
        progress(done)
    played = _here(results.setup, fixtures) if jobs == 1 else _apart(results.setup, fixtures, jobs)
    with contextlib.closing(played):
        for each in played:
            results.add(each)
            done += 1
            if progress:
                progress(done)
            if each.forfeits:
                _give_up_on_failing(results)


def play(setup: Setup, fixture: Fixture) -> Played:
    """One match."""
    bout = play_bout(game(setup.game), fixture.players, setup.options, setup.seed_of(fixture))
    return Played.of(fixture, bout)


def _here(setup: Setup, fixtures: Iterator[Fixture]) -> Generator[Played, None, None]:
    for fixture in fixtures:
        yield play(setup, fixture)


def _apart(setup: Setup, fixtures: Iterator[Fixture], jobs: int) -> Generator[Played, None, None]:
    """In processes of their own; whatever ends this early ends them too."""
    context = multiprocessing.get_context("spawn")
    before = {child.pid for child in multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_work)
    running: set[Future[Played | None]] = set()
    try:
        for fixture in chain(fixtures, [None] * jobs):
            if fixture is not None:
                running.add(pool.submit(_work, setup, fixture))
            if running and (fixture is None or len(running) > jobs):
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (played for each in done if (played := each.result()) is not None)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (played for each in done if (played := each.result()) is not None)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        if running:
            for child in multiprocessing.active_children():
                if child.pid not in before:
                    child.terminate()
        pool.shutdown(wait=True)


_ending = False  # in a working process: nothing more is to be played


def _begin_work() -> None:
    """Ctrl-C is for the process that counts; this one ends when it is told to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_work)


def _end_work(*_: Any) -> None:
    global _ending
    if not _ending:
        _ending = True
        raise SystemExit  # out of the match, whose players are dismissed on the way


def _work(setup: Setup, fixture: Fixture) -> Played | None:
    return None if _ending else play(setup, fixture)


def _give_up_on_failing(results: Results) -> None:
    """A player that has broken off each of its first games isn't worth waiting for."""
    for name in results.setup.players:
        seats = [
            each.forfeits.get(str(seat))
            for each in results.played.values()
            for seat, player in enumerate(each.players)
            if player == name
        ]
        reasons = [why for why in seats if why]
        if len(reasons) == len(seats) >= PATIENCE:
            raise KeepsFailing(player=name, n=len(reasons), why=Reason(reasons[0]))


class Reason(CatteryError):
    """Why a player broke off, as the results file keeps it: in words already."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__()
        self.words = words

    def text(self, lang: str = "en") -> str:
        """In the language, if it is there."""
        return self.words.get(lang) or next(iter(self.words.values()), "")
