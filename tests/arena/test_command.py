"""`cattery arena`: results are kept, runs go on, wrong input is refused in words."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cattery.terminal.cli import app

Arena = Callable[..., Result]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_a_round_robin_as_tables(arena: Arena) -> None:
    result = arena("--players", "random,greedy", "--games", "4")
    assert result.exit_code == 0
    assert "4 matches" in result.stdout
    assert result.stdout.index("greedy") < result.stdout.index("random ")  # the best first
    assert "100.0 %" in result.stdout


def test_in_hungarian(arena: Arena) -> None:
    result = arena("--players", "random,greedy", "--games", "2", "--lang", "hu")
    assert "játékos" in result.stdout


def test_json_and_picture(arena: Arena, tmp_path: Path) -> None:
    picture = tmp_path / "arena.svg"
    words = ("--players", "random,greedy", "--games", "4", "--seed", "3", "--option", "ghosts=off")
    result = arena(*words, "--json", "--plot", picture)
    found = json.loads(result.stdout)
    assert found["games"] == found["planned"] == 4
    assert found["options"]["ghosts"] == "off"
    assert found["standings"][0]["player"] == "greedy"
    assert found["standings"][0]["rating"]["mu"] > 25
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_alone_points_are_counted(tmp_path: Path) -> None:
    words = ["arena", "sardines", "--seats", "1", "--players", "random,greedy", "--games", "8"]
    told = CliRunner().invoke(app, [*words, "--plain", "--out", str(tmp_path / "a.jsonl")])
    assert told.exit_code == 0
    assert "mean points" in told.stdout
    assert "±" in told.stdout
    assert "rating" not in told.stdout
    figures = CliRunner().invoke(app, [*words, "--json", "--out", str(tmp_path / "a.jsonl")])
    found = json.loads(figures.stdout)
    assert [each["player"] for each in found["standings"]] == ["greedy", "random"]
    assert found["leads"][0]["points"]["mean"] > 0
    refused = CliRunner().invoke(app, [*words, "--lone", "greedy"])
    assert refused.exit_code == 2
    assert "--lone" in refused.stderr


def test_the_same_command_goes_on_where_it_stopped(arena: Arena, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    words = ("--players", "random,greedy", "--out", out)
    arena(*words, "--games", "6")
    whole = lines(out)
    assert len(whole) == 7
    out.write_text("\n".join([*whole[:4], whole[4][:30]]), encoding="utf-8")  # cut in mid-line
    result = arena(*words, "--games", "6")
    assert result.exit_code == 0
    assert "3 of 6" in result.stderr
    again = lines(out)
    assert again[:4] == whole[:4]
    assert len(again) == 7
    same = [{**json.loads(line), "seconds": 0} for line in again[1:]]
    assert same == [{**json.loads(line), "seconds": 0} for line in whole[1:]]


def test_more_games_are_added_and_a_finished_arena_is_only_told_again(
    arena: Arena, tmp_path: Path
) -> None:
    out = tmp_path / "results.jsonl"
    words = ("--players", "random,greedy", "--out", out)
    arena(*words, "--games", "2")
    arena(*words, "--games", "4")
    assert len(lines(out)) == 5
    result = arena(*words, "--games", "4")
    assert "--fresh" in result.stderr
    assert len(lines(out)) == 5
    fewer = json.loads(arena(*words, "--games", "2", "--json").stdout)
    assert fewer["games"] == 2
    arena(*words, "--games", "2", "--fresh")
    assert len(lines(out)) == 3


def test_without_a_file_the_same_settings_find_their_results(arena: Arena) -> None:
    words = ("--players", "random,greedy", "--games", "2")
    arena(*words)
    assert "2 matches" in arena(*words).stderr
    assert not arena(*words, "--seed", "9").stderr


def test_a_file_of_other_settings_is_refused_and_left_alone(arena: Arena, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    arena("--players", "random,greedy", "--games", "2", "--out", out)
    before = out.read_bytes()
    for words, told in (
        (("--players", "random,level:1"), "players"),
        (("--players", "random,greedy", "--seed", "2"), "seed"),
        (("--players", "random,greedy", "--option", "ghosts=off"), "options"),
    ):
        result = arena(*words, "--games", "2", "--out", out)
        assert result.exit_code == 2
        assert told in result.stderr
        assert out.read_bytes() == before


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
def test_a_file_that_isnt_an_arenas_is_never_touched(
    arena: Arena, tmp_path: Path, fresh: list[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear cat,\n", encoding="utf-8")
    result = arena("--games", "2", "--out", letter, *fresh)
    assert result.exit_code == 2
    assert "isn't a results file" in result.stderr
    assert letter.read_text(encoding="utf-8") == "Dear cat,\n"


def test_a_damaged_line_is_named(arena: Arena, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    arena("--games", "4", "--out", out)
    text = lines(out)
    text[2] = text[2][:-5]
    out.write_text("\n".join(text) + "\n", encoding="utf-8")
    result = arena("--games", "4", "--out", out)
    assert result.exit_code == 2
    assert "line 3" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "level:9,greedy"], "level:9"),
        (["--players", "greedy"], "at least two"),
        (["--players", "greedy,greedy"], "twice"),
        (["--players", "greedy,cmd:./no-such-bot"], "no such program"),
        (["--players", "greedy,think:30ms+foo=1"], "think:30ms, cmd:./mybot"),
        (["--games", "0"], "at least 1"),
        (["--jobs", "0"], "at least 1"),
        (["--seats", "3"], "3"),
        (["--option", "ghosts=maybe"], "maybe"),
        (["--option", "ghosts"], "name=value"),
        (["--lang", "xx"], "--lang"),
        (["--lone", "level:1"], "isn't among"),
        (["--out", "/no/such/folder/file"], "no such file or folder"),
        (["--plot", "/no/such/folder/file.svg"], "no such file or folder"),
        (["--out", "."], "folder"),
    ],
)
def test_wrong_input_is_refused_in_words(arena: Arena, words: list[str], told: str) -> None:
    result = arena(*words)
    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def test_a_bot_that_hangs_loses_its_games_and_the_arena_soon_stops(
    arena: Arena, tmp_path: Path
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        'import sys\nprint(\'{"type": "ready"}\', flush=True)\nfor line in sys.stdin: pass\n',
        encoding="utf-8",
    )
    player = f"cmd@0.2:{sys.executable} {bot}"
    result = arena("--players", f"greedy,{player}", "--games", "20")
    assert result.exit_code == 2
    assert "broken off all of its 3 games" in result.stderr
    assert "no answer" in result.stderr


def test_two_arenas_dont_write_to_one_file(arena: Arena, tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    out = tmp_path / "results.jsonl"
    arena("--games", "2", "--out", out)
    with out.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        result = arena("--games", "4", "--out", out)
    assert result.exit_code == 2
    assert "Another arena" in result.stderr


def test_a_picture_never_takes_the_place_of_the_results(arena: Arena, tmp_path: Path) -> None:
    out, link = tmp_path / "results.jsonl", tmp_path / "link.svg"
    arena("--games", "2", "--out", out)
    before = out.read_bytes()
    link.symlink_to(out)
    for plot in (out, link, tmp_path / "." / "results.jsonl"):
        result = arena("--games", "2", "--out", out, "--plot", plot)
        assert result.exit_code == 2
        assert "--plot" in result.stderr
        assert out.read_bytes() == before


# --- ends that come early -------------------------------------------------------------------------


def hear_ctrl_c() -> None:
    """Who runs the tests in the background ignores Ctrl-C, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def started(tmp_path: Path, jobs: int) -> tuple[subprocess.Popen[str], Path]:
    """An arena of its own that has played a few of its matches, and its results file."""
    out = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "cattery.terminal.cli", "arena", "huupp", "--lang", "en"]
    command += ["--players", "think:400,greedy", "--games", "300"]
    command += ["--jobs", str(jobs), "--out", str(out)]
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    )
    until = time.monotonic() + 120
    while time.monotonic() < until and not (out.exists() and len(lines(out)) > 3):
        time.sleep(0.1)
    return running, out


def states() -> dict[int, tuple[str, int]]:
    """Of every process: its state and who has started it."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            state, parent, *_ = file.read_text().rpartition(")")[2].split()
            found[int(file.parent.name)] = state, int(parent)
    return found


def children(pid: int) -> list[int]:
    return [child for child, (_, parent) in states().items() if parent == pid]


def ended(pids: list[int]) -> bool:
    """Whether all of them end within a while."""
    until = time.monotonic() + 30
    while any(states().get(pid, "Z")[0] != "Z" for pid in pids):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("signal_sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_loses_nothing_finished(
    tmp_path: Path, jobs: int, signal_sent: signal.Signals
) -> None:
    running, out = started(tmp_path, jobs)
    workers = children(running.pid)
    if signal_sent == signal.SIGINT:
        os.killpg(running.pid, signal_sent)  # as a terminal does: to all of its processes
    else:
        running.send_signal(signal_sent)
    shown, complaints = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "the same command goes on from there" in complaints
    assert "Traceback" not in complaints
    kept = lines(out)
    assert len(kept) >= 4
    assert f"{len(kept) - 1} matches" in shown
    assert all(json.loads(line) for line in kept)
    assert ended(workers)


@pytest.mark.slow
def test_workers_end_with_an_arena_that_is_killed(tmp_path: Path) -> None:
    running, _ = started(tmp_path, jobs=2)
    workers = children(running.pid)
    assert len(workers) >= 2
    running.kill()
    running.communicate(timeout=20)
    assert ended(workers)


@pytest.mark.slow
def test_a_killed_worker_is_told_of_and_nothing_finished_is_lost(tmp_path: Path) -> None:
    running, out = started(tmp_path, jobs=2)
    os.kill(max(children(running.pid)), signal.SIGKILL)
    _, complaints = running.communicate(timeout=30)
    assert running.returncode == 1
    assert "ended from outside" in complaints
    assert "Traceback" not in complaints
    assert len(lines(out)) >= 4


def test_one_among_strangers(tmp_path: Path) -> None:
    words = ["arena", "filou", "--seats", "4", "--lone", "greedy", "--strangers", "measuring"]
    words += ["--games", "5", "--out", str(tmp_path / "a.jsonl")]
    told = CliRunner().invoke(app, [*words, "--plain"])
    assert told.exit_code == 0
    assert "strangers ×3" in told.stdout
    assert "5 matches" in told.stdout
    kept = [json.loads(line) for line in lines(tmp_path / "a.jsonl")]
    assert kept[0]["strangers"] == "measuring"
    assert [line["rest"].count("style:") for line in kept[1:]] == [3] * 5
    assert len({line["rest"] for line in kept[1:]}) == 2  # of two deals
    again = CliRunner().invoke(app, [*words, "--json"])
    assert "All 5" in again.stderr
    assert json.loads(again.stdout)["tables"][0]["games"] == 5
    refused = CliRunner().invoke(app, [*words[:-4], "--strangers", "everybody"])
    assert refused.exit_code == 2
    assert "measuring" in refused.stderr
