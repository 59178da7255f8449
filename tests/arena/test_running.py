"""Matches are played and kept, here or in processes, at tables of any size."""

from __future__ import annotations

import os
import resource
import time
from dataclasses import replace
from pathlib import Path

import pytest

import cattery
from cattery.arena import Results, Setup, report, run
from cattery.arena.errors import KeepsFailing
from cattery.arena.running import play
from cattery.files import Unwritable

FOUR = next(cattery.game(name) for name in cattery.games() if 4 in cattery.game(name).seats)


def test_one_against_a_table_of_three(tmp_path: Path) -> None:
    setup = Setup.of(FOUR, ["random", "greedy"], 4, seats=4, lone="greedy")
    with Results(setup, tmp_path / "results.jsonl") as results:
        run(results)
        played = results.chosen()
    assert [each.rotation for each in played] == [0, 1, 2, 3]
    assert len({each.deal for each in played}) == 1
    found = report(setup, played)
    assert (found.games, len(found.tables)) == (4, 1)
    assert found.tables[0].lone == "greedy"
    assert 0 <= found.tables[0].rate.low <= found.tables[0].rate.share <= 1
    seats = {each.player: each.games for each in found.standings}
    assert seats == {"greedy": 4, "random": 12}


def test_progress_counts_what_was_there_before(tmp_path: Path) -> None:
    few = Setup.of(cattery.game("huupp"), ["random", "greedy"], 2)
    with Results(few, tmp_path / "results.jsonl") as results:
        run(results)
    counts: list[int] = []
    with Results(replace(few, games=5), tmp_path / "results.jsonl") as results:
        run(results, progress=counts.append)
    assert counts == [2, 3, 4, 5]


@pytest.mark.slow
def test_processes_play_the_same_matches(tmp_path: Path) -> None:
    setup = Setup.of(cattery.game("huupp"), ["random", "greedy"], 6, seed=4)
    found = []
    for jobs in (1, 2):
        with Results(setup, tmp_path / f"{jobs}.jsonl") as results:
            run(results, jobs=jobs)
            played = results.chosen()
        found.append([(each.key, each.payoffs, each.decisions) for each in played])
    assert len(found[0]) == 6
    assert found[0] == found[1]


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_finished_but_not_yet_counted(tmp_path: Path) -> None:
    setup = Setup.of(cattery.game("huupp"), ["random", "greedy"], 40)

    def interrupted(done: int) -> None:
        if done:
            time.sleep(3)  # meanwhile the others finish
            raise KeyboardInterrupt

    with Results(setup, tmp_path / "results.jsonl") as results:
        with pytest.raises(KeyboardInterrupt):
            run(results, jobs=2, progress=interrupted)
        kept = len(results.played)
    assert kept > 1
    with Results(setup, tmp_path / "results.jsonl") as results:
        assert len(results.played) == kept


def test_patience_counts_games_not_seats(tmp_path: Path) -> None:
    setup = Setup.of(FOUR, ["greedy", "cmd:false"], 8, seats=4, lone="greedy")
    with Results(setup, tmp_path / "results.jsonl") as results:
        with pytest.raises(KeepsFailing) as refused:
            run(results)
        assert len(results.played) == refused.value.params["n"] == 3


def test_what_is_written_reaches_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup.of(cattery.game("huupp"), ["random", "greedy"], 4)
    path, safe, fsync = tmp_path / "results.jsonl", [0], os.fsync

    def noted(file: int) -> None:
        fsync(file)
        safe.append(path.stat().st_size)

    monkeypatch.setattr(os, "fsync", noted)
    with Results(setup, path) as results:
        assert safe[-1] == path.stat().st_size > 0
        run(results)
    assert safe[-1] == path.stat().st_size
    assert len(path.read_bytes().splitlines()) == 5


def test_a_disk_that_takes_only_a_part_is_noticed(tmp_path: Path) -> None:
    setup = Setup.of(cattery.game("huupp"), ["random", "greedy"], 4)
    path, played = tmp_path / "results.jsonl", play(setup, next(setup.fixtures()))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Results(setup, path) as results:
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 30, hard))
        try:
            with pytest.raises(Unwritable):
                results.add(played)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with Results(setup, path) as results:  # what was cut off is dropped
        assert not results.played
        run(results)
        assert len(results.chosen()) == 4
