"""Matches are played and kept, here or in processes, at tables of any size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import cattery
from cattery.arena import Results, Setup, report, run

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
