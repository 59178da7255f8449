"""An arena on a real Ray cluster of two nodes on this machine: a worker and a node are killed in
mid-game, the arena is interrupted, and still every match is in the results exactly once."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cattery import data

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

GAMES = 20
PATIENCE = 600  # seconds; each worker process loads Cattery and its kernels, on a busy machine too
pytestmark = pytest.mark.timeout(3 * PATIENCE)


def new_cluster(processors: int) -> Cluster:
    """A head with so many processors to play on."""
    from ray.cluster_utils import Cluster  # an extra; examples are looked for here without it, too

    return Cluster(initialize_head=True, head_node_args={"num_cpus": processors})


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A head and a second node, one processor each."""
    made = new_cluster(1)
    made.add_node(num_cpus=1)
    yield made
    made.shutdown()


def arena(
    out: Path, *words: str, game: str = "huupp", games: int = GAMES, **environment: str
) -> subprocess.Popen[str]:
    """`cattery arena` in a process of its own; the players are limited by iterations, so that
    every run of a match is the same."""
    command = [sys.executable, "-m", "cattery.terminal.cli", "arena", game, "--lang", "en"]
    command += ["--players", "think:2000,think:200", "--games", str(games)]
    return subprocess.Popen(
        [*command, "--out", str(out), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    )


def hear_ctrl_c() -> None:
    """Who runs the tests in the background ignores Ctrl-C, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def ended(running: subprocess.Popen[str]) -> tuple[int, str, str]:
    """The exit code and what was said."""
    shown, complaints = running.communicate(timeout=PATIENCE)
    assert "Traceback" not in complaints, complaints
    return running.returncode, shown, complaints


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def until(what: Callable[[], Any], running: subprocess.Popen[str]) -> Any:
    """What it comes to, once it is true, while the arena is still playing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if running.poll() is not None:
            pytest.fail(f"ended too soon: {running.communicate()}")
        if found := what():
            return found
        time.sleep(0.05)
    return pytest.fail("nothing happens")


def playing(cluster: Cluster) -> list[tuple[int, int]]:
    """(process, its node's raylet) of the cluster's workers that are at a match."""
    raylets = {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            parent = int(file.read_text().rpartition(")")[2].split()[1])
            title = (file.parent / "cmdline").read_bytes()
            if parent in raylets and title.startswith(b"ray::_on_node"):
                found.append((int(file.parent.name), parent))
    return found


def matches(path: Path) -> list[dict[str, Any]]:
    """The matches of a file in their order, but for how long somebody thought."""
    found = [{**json.loads(line), "seconds": 0} for line in lines(path)[1:]]
    return sorted(found, key=lambda each: [each["deal"], each["rotation"]])


def test_a_killed_worker_and_a_killed_node_cost_nothing_but_time(
    cluster: Cluster, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert ended(arena(here))[0] == 0

    running = arena(there, "--json", "--ray", cluster.address)
    until(lambda: len(lines(there)) > 3, running)
    worker, _ = until(lambda: playing(cluster), running)[0]
    os.kill(worker, signal.SIGKILL)
    kept = len(lines(there))
    until(lambda: len(lines(there)) > kept + 3, running)
    node = cluster.worker_nodes.copy().pop()
    raylet = node.all_processes["raylet"][0].process.pid
    until(lambda: raylet in [parent for _, parent in playing(cluster)], running)
    cluster.remove_node(node, allow_graceful=False)

    code, shown, complaints = ended(running)
    assert code == 0, complaints
    assert json.loads(shown)["games"] == GAMES
    assert lines(there)[0] == lines(here)[0]
    assert len(lines(there)) == GAMES + 1
    assert matches(there) == matches(here)


def test_an_interrupted_arena_goes_on_wherever_it_was(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    running = arena(out, "--ray", cluster.address)
    until(lambda: len(lines(out)) > 4, running)
    os.killpg(running.pid, signal.SIGINT)
    code, shown, complaints = ended(running)
    assert code == 130
    assert "the same command goes on from there" in complaints
    kept = lines(out)
    assert f"{len(kept) - 1} matches" in shown
    assert 4 < len(kept) <= GAMES

    code, _, complaints = ended(arena(out, games=len(kept)))  # one more, without the cluster
    assert (code, len(lines(out))) == (0, len(kept) + 1)
    kept = lines(out)

    code, _, complaints = ended(arena(out, "--ray", cluster.address, "--jobs", "1"))
    assert code == 0
    assert f"{len(kept) - 1} of {GAMES}" in complaints
    assert lines(out)[: len(kept)] == kept
    assert len(lines(out)) == GAMES + 1
    assert len({(each["deal"], each["rotation"]) for each in matches(out)}) == GAMES


def test_a_node_with_other_code_is_refused_by_name(cluster: Cluster, tmp_path: Path) -> None:
    out, deck = tmp_path / "results.jsonl", tmp_path / "filou" / "deck.toml"
    deck.parent.mkdir()
    deck.write_bytes((data.folder("filou") / "deck.toml").read_bytes() + b"# corrected\n")
    words = ("--ray", cluster.address)
    code, _, complaints = ended(arena(out, *words, game="filou", CATTERY_DATA=str(tmp_path)))
    assert code == 2
    assert os.uname().nodename in complaints
    assert "code is" in complaints
    assert len(lines(out)) == 1


def test_a_node_without_cattery_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cattery").mkdir()
    (tmp_path / "cattery" / "__init__.py").write_text("")  # one that has no arena yet
    paths = [str(tmp_path), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    cluster = new_cluster(0)
    host = cluster.address.rpartition(":")[0]
    try:
        cluster.add_node(num_cpus=1, env_vars={"PYTHONPATH": os.pathsep.join(paths)})
        code, _, complaints = ended(arena(tmp_path / "a.jsonl", "--ray", cluster.address))
    finally:
        cluster.shutdown()
    assert code == 2
    assert "Cattery isn't installed there" in complaints
    assert f"{host} can't play along" in complaints


def test_an_own_cluster_ends_with_the_arena(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    running = arena(out, "--ray", "local")
    until(lambda: len(lines(out)) > 2, running)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to Ray's processes as well
    code, _, complaints = ended(running)
    assert code == 130, complaints
    assert len(lines(out)) > 2
    session = [int(stat.read_text().rpartition(")")[2].split()[3]) for stat in stats()]
    assert running.pid not in session


def stats() -> list[Path]:
    return list(Path("/proc").glob("[0-9]*/stat"))


def test_an_address_where_nobody_listens_is_told(tmp_path: Path) -> None:
    running = arena(tmp_path / "results.jsonl", "--ray", "127.0.0.1:9")
    code, _, complaints = ended(running)
    assert code == 2
    assert "no Ray cluster to play on at 127.0.0.1:9" in complaints
    assert not lines(tmp_path / "results.jsonl")
