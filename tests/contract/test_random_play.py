"""Long random play: the sheets' invariants hold, results add up, games end."""

from __future__ import annotations

import numpy as np
import pytest

from cattery import Game, loops
from cattery.batch import Batch
from support.walks import Table

GAMES = 1_000


def play_many(table: Table, games: int, *, checked: bool) -> tuple[int, np.ndarray, np.ndarray]:
    """Play random games: the first broken invariant, decisions and payoffs."""
    template = table.game.blank(table.seats, dict(table.options))
    decisions = np.zeros(games, np.int64)
    payoffs, scores = np.zeros((games, table.seats)), np.zeros((games, table.seats))
    broken = loops.play_many(
        template, template.copy(), np.uint64(5), 0, decisions, payoffs, scores, checked
    )
    return int(broken), decisions, payoffs


def test_the_invariants_hold_in_long_random_play(table: Table):
    broken, decisions, payoffs = play_many(table, GAMES, checked=True)
    assert broken == 0, table.game.rules.INVARIANTS[broken]
    assert decisions.min() > 0
    assert table.seats == 1 or np.allclose(payoffs.sum(axis=1), 0)
    assert np.abs(payoffs).max() <= 1


def test_every_seat_wins_some_and_loses_some(table: Table):
    _, _, payoffs = play_many(table, GAMES, checked=False)
    if table.seats == 1:
        assert len(set(payoffs[:, 0])) > 10  # alone it is the points that differ
        return
    for seat in range(table.seats):
        assert payoffs[:, seat].max() == 1
        assert payoffs[:, seat].min() == -1


def test_checked_and_unchecked_play_is_the_same(table: Table):
    one, two = (play_many(table, 200, checked=checked) for checked in (True, False))
    assert np.array_equal(one[1], two[1])
    assert np.array_equal(one[2], two[2])


def test_every_invariant_has_a_sentence(game: Game):
    assert game.rules.INVARIANTS[0]
    assert len(set(game.rules.INVARIANTS)) == len(game.rules.INVARIANTS)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_batch_is_the_same_whatever_the_threads(table: Table, threads: int):
    def run(threads: int) -> list[bytes]:
        batch = Batch(
            table.game, 50, seats=table.seats, options=dict(table.options), seed=9, threads=threads
        )
        kept = []
        for _ in range(30):
            payoffs, done = batch.step(batch.sample())
            kept.append(payoffs[done.astype(bool)].tobytes() + done.tobytes())
        return [*kept, batch.states["rng"].tobytes()]

    assert run(threads) == run(1)


def test_a_batch_deals_anew_where_a_game_ends(table: Table):
    batch = Batch(table.game, 20, seats=table.seats, options=dict(table.options), seed=2)
    ended = 0
    for _ in range(1200):  # the longest games take 400 steps
        payoffs, done = batch.step(batch.sample())
        ended += int(done.sum())
        assert not batch.states["over"].any()
        assert table.seats == 1 or np.allclose(payoffs[done.astype(bool)].sum(axis=1), 0)
    assert ended > 20
