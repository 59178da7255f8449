"""Play the matches of an arena, here, in several processes or on a cluster; each is kept as soon as
it ends."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from cattery.arena.bout import play_bout
from cattery.arena.errors import ArenaError, KeepsFailing
from cattery.arena.results import PlayedMatch, Results
from cattery.arena.setup import Fixture, Setup
from cattery.arena.worker_pool import Pool, WorkerPool
from cattery.errors import BadNumber, CatteryError, LostWorker
from cattery.game import game

PATIENCE = 3  # games that a player may break off before the arena gives up on it


def run(
    results: Results,
    *,
    jobs: int = 1,
    pool: Pool | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Play what is missing, in so many processes or by a pool of the caller's. An interrupt
    (Ctrl-C) loses only the matches that were under way."""
    if jobs < 1:
        raise BadNumber(name="jobs", value=jobs)
    setup, missing = results.setup, results.missing()
    done = count(setup.total - len(missing))
    if progress:
        progress(next(done))

    def keep(played: PlayedMatch) -> None:
        results.add(played)
        if progress:
            progress(next(done))
        if played.forfeits:
            _give_up_on_failing(results)

    if pool is not None:
        _play_apart(results, missing, pool, keep)
    elif jobs == 1:
        for fixture in missing:
            keep(play(setup, fixture))
    else:
        with WorkerPool(jobs) as workers:
            _play_apart(results, missing, workers, keep)


def _play_apart(
    results: Results, missing: list[Fixture], pool: Pool, keep: Callable[[PlayedMatch], None]
) -> None:
    try:
        for played in pool.each(play_checked, ((results.setup, fixture) for fixture in missing)):
            keep(played)
    except (KeyboardInterrupt, LostWorker, ArenaError):
        for played in pool.finished():
            if played.key not in results.played:
                results.add(played)
        raise


def play(setup: Setup, fixture: Fixture) -> PlayedMatch:
    """One match."""
    bout = play_bout(game(setup.game), fixture.players, setup.options, setup.seed_of(fixture))
    return PlayedMatch.of(fixture, bout)


_checked: Setup | None = None  # the settings that this process was last found to understand


def play_checked(setup: Setup, fixture: Fixture) -> PlayedMatch:
    """One match in another process, perhaps on another machine, whose code must be the same."""
    global _checked
    if setup != _checked:
        setup.check_code()
        _checked = setup
    return play(setup, fixture)


def _give_up_on_failing(results: Results) -> None:
    """A player that has broken off each of its first games isn't worth waiting for."""
    for name in results.setup.everybody:
        games = [each for each in results.played.values() if name in each.players]
        reasons = [why for each in games if (why := _why_broken_off(each, name))]
        if len(reasons) == len(games) >= PATIENCE:
            raise KeepsFailing(player=name, n=len(reasons), why=RecordedReason(reasons[0]))


def _why_broken_off(played: PlayedMatch, name: str) -> dict[str, str] | None:
    """Why the player gave up the first of its seats that it gave up."""
    seats = (str(seat) for seat, player in enumerate(played.players) if player == name)
    return next((played.forfeits[seat] for seat in seats if seat in played.forfeits), None)


class RecordedReason(CatteryError):
    """Why a player broke off, as the results file keeps it: in words already."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__()
        self.words = words

    def text(self, lang: str = "en") -> str:
        """In the language, if it is there."""
        return self.words.get(lang) or next(iter(self.words.values()), "")
