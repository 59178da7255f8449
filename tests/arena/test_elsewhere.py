"""Matches that others play, in processes or on machines that may not be the same as this one.

A real Ray cluster is met in tests/soak.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import cattery
from cattery.arena import Results, Setup, run, setup
from cattery.arena.errors import NodeRefuses, OtherCode
from cattery.arena.running import play_checked
from cattery.data import folder
from cattery.errors import WrongSeats

Arena = Callable[..., Result]
HERE = Setup.of(cattery.game("huupp"), ["random", "level:1"], 4)


@pytest.mark.parametrize(
    ("name", "made_there"),
    [("code", "1-0123456789ab"), ("levels", {"level:1": "think:7"}), ("search", {"cut": 7})],
)
def test_other_code_plays_nothing(name: str, made_there: Any) -> None:
    there = replace(HERE, **{name: made_there})
    with pytest.raises(OtherCode) as refused:
        play_checked(there, next(there.fixtures()))
    assert refused.value.params["name"] == name
    assert str(made_there) in str(refused.value)


def test_the_same_code_plays() -> None:
    played = play_checked(HERE, next(HERE.fixtures()))
    assert played.players == ["random", "level:1"]


def test_where_a_game_is_kept_makes_no_other_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = setup._sources("huupp")
    shutil.copytree(folder("huupp"), tmp_path / "huupp")
    monkeypatch.setattr(setup, "folder", lambda name: tmp_path / name)
    moved = setup._sources("huupp")
    assert tmp_path / "huupp" in [path.parent for path in moved]
    assert [path.name for path in moved] == [path.name for path in code]


class Cluster:
    """A pool of two nodes, of which one can't play while the other has finished two matches."""

    def each(self, run: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        self.done = [run(*task) for task in tasks][:2]
        yield self.done[0]
        raise NodeRefuses(node="tom", why=WrongSeats(game="huupp", seats=9, fewest=2, most=2))

    def finished(self) -> list[Any]:
        return self.done


def test_what_others_have_finished_is_kept_where_one_refuses(tmp_path: Path) -> None:
    with Results(HERE, tmp_path / "results.jsonl") as results:
        with pytest.raises(NodeRefuses, match="tom can't play along"):
            run(results, pool=Cluster())
        assert len(results.played) == 2
    with Results(HERE, tmp_path / "results.jsonl") as results:
        assert len(results.missing()) == 2


@pytest.mark.parametrize("words", [["--ray"], ["--ray", "cats:6379"], ["--ray=cats:6379"]])
@pytest.mark.parametrize(("lang", "told"), [("en", "must be installed"), ("hu", "telepíteni")])
def test_without_ray_nothing_is_touched(
    arena: Arena,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    lang: str,
    told: str,
) -> None:
    out = tmp_path / "results.jsonl"
    arena("--games", "2", "--out", out)
    before = out.read_bytes()
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it weren't installed
    result = arena(*words, "--games", "2", "--out", out, "--fresh", "--lang", lang)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "cattery[ray]" in result.stderr
    assert out.read_bytes() == before


def test_programs_stay_on_their_machine(arena: Arena) -> None:
    result = arena("--ray", "--players", f"greedy,cmd:{sys.executable}")
    assert result.exit_code == 2
    assert "without --ray" in result.stderr
