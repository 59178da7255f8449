"""Programs as players: the line protocol, and what becomes of programs that break it."""

from __future__ import annotations

import gc
import json
import os
import re
import shlex
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

import cattery
from cattery.arena.bout import play_bout
from cattery.arena.simulate import simulate
from cattery.errors import (
    BadSeconds,
    BotGarbage,
    BotGone,
    BotIllegal,
    BotMissing,
    BotNotExecutable,
    BotSilent,
    BotUnstartable,
    CatteryError,
    Forfeit,
    UnknownPlayer,
)
from cattery.match import Match, seed_bytes
from cattery.players import Player, Seat, dismiss, make, take_turn
from cattery.players.foreign import MOST_UNREAD, ForeignPlayer, Program
from cattery.players.roster import check
from cattery.server.tables.opening import check_bot
from cattery.terminal.cli import app
from support.twins import Deceived, positions

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
HUUUPP = cattery.game("huupp")

# Answers greetings, writes down all it hears beside itself, and chooses by `move`.
RECORDER = """
import json, sys
heard = open(sys.argv[1], "a")
for text in sys.stdin:
    heard.write(text)
    heard.flush()
    line = json.loads(text)
    if line["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif line["type"] == "choose":
        print(json.dumps({"move": %s}), flush=True)
"""
FIRST_ID = 'line["legal"][0]["id"]'
FIRST_NOTATION = 'line["legal"][0]["move"]'
# Greets, then does as told at the first question.
RUDE = """
import sys, time, os
sys.stdin.readline()
print('{"type": "ready"}', flush=True)
sys.stdin.readline()
print("some words of my own", file=sys.stderr, flush=True)
%s
"""


def command(tmp_path: Path, source: str, *words: str, seconds: str = "") -> str:
    """A player whose program is this Python source."""
    file = tmp_path / f"bot_{abs(hash((source, words)))}.py"
    file.write_text(source, encoding="utf-8")
    return f"cmd{seconds}:{shlex.join([sys.executable, str(file), *words])}"


def match_of(*players: str, game: str = "huupp", seed: int = 1) -> tuple[Any, list[Player]]:
    which = cattery.game(game)
    match = cattery.Match.new(which, seats=len(players), seed=seed, players=players)
    return match, [make(name, which, seat) for seat, name in enumerate(players)]


def play(match: Any, minds: list[Player]) -> Forfeit | None:
    """Play until the end or the first forfeit."""
    try:
        while not match.over:
            if why := take_turn(match, match.waiting[0], minds[match.waiting[0]]):
                return why
    finally:
        dismiss(minds, match.result)
    return None


def forfeit_of(tmp_path: Path, deed: str, seconds: str = "") -> tuple[Forfeit, Any]:
    """What a rude program is told, and the match."""
    match, minds = match_of(command(tmp_path, RUDE % deed, seconds=seconds), "random")
    why = play(match, minds)
    assert why is not None
    return why, match


# --- programs that play --------------------------------------------------------------------------


def test_the_example_of_the_docs_plays_and_wins(tmp_path: Path) -> None:
    (source,) = re.findall(r"<!-- example.*?-->\n```python\n(.*?)```", PROTOCOL.read_text(), re.S)
    assert len(source.splitlines()) < 45
    bot = command(tmp_path, source)
    figures = simulate(HUUUPP, [bot, "random"], 4, seed=1)
    assert figures.forfeits == [0, 0]
    assert figures.wins[0] >= 3
    again = simulate(HUUUPP, [bot, "random"], 4, seed=1)
    assert again.wins == figures.wins
    assert again.decisions == figures.decisions


@pytest.mark.parametrize("name", cattery.games())
def test_the_example_finishes_every_game(tmp_path: Path, name: str) -> None:
    (source,) = re.findall(r"<!-- example.*?-->\n```python\n(.*?)```", PROTOCOL.read_text(), re.S)
    bot, seats = command(tmp_path, source), cattery.game(name).seats[-1]
    match, minds = match_of(bot, *["random"] * (seats - 1), game=name)
    assert play(match, minds) is None
    assert match.over


@pytest.mark.parametrize("choice", [FIRST_ID, FIRST_NOTATION])
def test_the_lines_say_what_the_protocol_says(tmp_path: Path, choice: str) -> None:
    heard = tmp_path / "heard.jsonl"
    bot = command(tmp_path, RECORDER % choice, str(heard), seconds="@7.5")
    match, minds = match_of("random", bot)
    assert play(match, minds) is None
    hello, *asked, goodbye = map(json.loads, heard.read_text().splitlines())
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "game": "huupp",
        "rules_version": HUUUPP.rules_version,
        "seats": 2,
        "seat": 1,
        "options": match.options,
        "seconds": 7.5,
        "seed": 1,
    }
    assert goodbye["type"] == "goodbye"
    assert goodbye["result"]["payoffs"] == list(match.result.payoffs)
    own = [entry for entry in match.log if entry.seat == 1]
    assert [line["n"] for line in asked] == [entry.n for entry in own]
    told = [entry for line in asked for entry in line["story"]]
    assert [entry["n"] for entry in told] == list(range(asked[-1]["n"]))
    assert [entry["move"] for entry in told] == [entry.move for entry in match.log[: len(told)]]
    assert told[0]["events"][0]["type"] == "placed"
    for line, entry in zip(asked, own, strict=True):
        assert line["view"]["seat"] == 1
        assert line["seconds"] == 7.5
        assert line["clock"] is None
        assert line["legal"][0]["move"] == entry.move


def test_a_round_played_at_once_is_told_as_the_protocol_shows(tmp_path: Path) -> None:
    """The example of the docs, with its view and moves left out, is what a program really hears."""
    (example,) = re.findall(
        r"## Rounds played at once.*?```json\n(.*?)```", PROTOCOL.read_text(), re.S
    )
    heard = tmp_path / "heard.jsonl"
    last = 'line["legal"][-1]["id"]'  # which is *done* wherever it is allowed
    match, minds = match_of(
        command(tmp_path, RECORDER % last, str(heard)), "random", game="macskalak"
    )
    assert play(match, minds) is None
    lines = map(json.loads, heard.read_text().splitlines())
    second = next(line for line in lines if line["type"] == "choose" and line["view"]["round"] == 2)
    shown = json.loads(example)
    assert second.keys() == shown.keys()
    for line in (second, shown):
        done, *unseen, closing = line["story"]
        assert (done["seat"], done["kind"], done["move"]) == (0, "move", "done")
        assert unseen
        for entry in unseen:
            assert entry | {"n": 0} == {
                "n": 0,
                "seat": 1,
                "kind": "unseen",
                "move": None,
                "events": [],
            }
        assert (closing["seat"], closing["kind"], closing["move"]) == (1, "move", "done")
        assert [event["type"] for event in closing["events"]][-2:] == ["finished", "rolled"]
        assert {event.get("seat", 1) for event in closing["events"]} == {1}
        assert [entry["n"] for entry in line["story"]] == list(range(done["n"], line["n"]))


def asked(tmp_path: Path, match: Match, seat: int) -> str:
    """The line that asks a program for the seat's move in a match as it stands."""
    heard = tmp_path / "asked.jsonl"
    heard.unlink(missing_ok=True)
    mind = make(command(tmp_path, RECORDER % FIRST_ID, str(heard)), match.game, 0)
    mind.choose(Seat.of(match, seat))
    dismiss([mind], None)
    return heard.read_text().splitlines()[1]


HIDDEN = [name for name in cattery.games() if cattery.game(name).hidden]
# Where the move itself is a secret; elsewhere hands are, or whole rounds are told when they close.
HIDES_MOVES = [name for name in HIDDEN if cattery.game(name).hides_moves]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_program_gets_only_what_its_seat_may_know(tmp_path: Path, name: str) -> None:
    game = cattery.game(name)
    for match in positions(game, game.seats[-1], 7)[:4]:
        seat = match.waiting[0]
        twins = (match, *(Deceived.of(match, seat, rng) for rng in (1, 2)))
        lines = {asked(tmp_path, twin, seat) for twin in twins}
        assert len(lines) == 1


@pytest.mark.parametrize("name", HIDES_MOVES)
def test_the_story_of_a_secret_move_is_that_of_any_other(tmp_path: Path, name: str) -> None:
    game, compared = cattery.game(name), 0
    for match in positions(game, game.seats[-1], 7)[:4]:
        seat = match.waiting[0]
        story = json.loads(asked(tmp_path, match, seat))["story"]
        for step in match.steps:
            if not game.hides(step.before, step.action, seat) or step.after["revealed"][0]:
                continue
            assert story[step.n]["move"] is None
            others = game.legal(step.before)
            for action in (each for each in others if game.hides(step.before, each, seat)):
                after = step.before.copy()
                game.apply(after, action)
                events = game.story(step.before, action, after, seat)
                assert story[step.n]["events"] == orjson.loads(orjson.dumps(events))
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_is_told_nothing_of_the_seed_of_its_match(tmp_path: Path, seat: int) -> None:
    heard = tmp_path / "heard.jsonl"
    players = ["random", "random"]
    players[seat] = command(tmp_path, RECORDER % FIRST_ID, str(heard))
    words = ["play", "huupp", "--players", ",".join(players), "--seed", "5", "--plain"]
    play_bout(HUUUPP, players, {}, seed_bytes(5))
    assert CliRunner().invoke(app, words).exit_code == 0
    lines = map(json.loads, heard.read_text().splitlines())
    told = [line["seed"] for line in lines if line["type"] == "hello"]
    assert len(told) == 2
    assert len(set(told)) == 1
    assert told[0].to_bytes(8, "big") not in seed_bytes(5)


def test_a_program_of_its_own_can_be_run_by_a_relative_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mybot"
    file.write_text(f"#!{sys.executable}\n" + RECORDER % FIRST_ID)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.chdir(tmp_path)
    assert simulate(HUUUPP, ["cmd:./mybot heard.jsonl", "random"], 1).forfeits == [0, 0]


def test_the_command_line_takes_it(tmp_path: Path) -> None:
    bot = command(tmp_path, RECORDER % FIRST_ID, str(tmp_path / "heard"))
    words = ["simulate", "huupp", "--games", "1", "--json", "--players", f"{bot},random"]
    ran = subprocess.run(
        [sys.executable, "-m", "cattery.terminal.cli", *words], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["forfeits"] == [0, 0]


# --- programs that don't -------------------------------------------------------------------------


def test_silence_is_a_forfeit_after_the_time_for_a_move(tmp_path: Path) -> None:
    began = time.monotonic()
    why, match = forfeit_of(tmp_path, "time.sleep(60)", seconds="@0.4")
    assert isinstance(why, BotSilent)
    assert time.monotonic() - began < 10
    assert match.resigned == [0]
    assert match.result.winners == (1,)
    assert "some words of my own" in str(why)


def test_a_crash_is_a_forfeit_with_its_last_words(tmp_path: Path) -> None:
    why, _ = forfeit_of(tmp_path, "raise ValueError('no idea')")
    assert isinstance(why, BotGone)
    assert why.params["exit"] == 1
    assert "ValueError: no idea" in why.text("hu")


@pytest.mark.parametrize("signal", [9, 11])
def test_a_killed_program_is_a_forfeit(tmp_path: Path, signal: int) -> None:
    why, _ = forfeit_of(tmp_path, f"os.kill(os.getpid(), {signal})")
    assert isinstance(why, BotGone)
    assert why.params["exit"] == -signal


def test_a_program_that_only_closes_its_output_is_ended(tmp_path: Path) -> None:
    why, _ = forfeit_of(tmp_path, "os.close(1); time.sleep(60)")
    assert isinstance(why, BotGone)


@pytest.mark.parametrize(
    "line",
    [
        "hello there",
        "",
        "[1, 2]",
        "17",
        '{"mov": 17}',
        '{"move": null}',
        '{"move": true}',
        '{"move": 1.5}',
        '{"move": [1]}',
        "{" * 70_000,
        "\\udcff\\x00",
    ],
)
def test_garbage_is_a_forfeit_that_quotes_it(tmp_path: Path, line: str) -> None:
    deed = f"sys.stdout.buffer.write('{line}\\n'.encode('utf-8', 'replace')); sys.stdout.flush()"
    why, _ = forfeit_of(tmp_path, deed)
    assert isinstance(why, BotGarbage)
    assert len(str(why)) < 1000


def test_bytes_that_are_no_text_are_garbage(tmp_path: Path) -> None:
    why, _ = forfeit_of(tmp_path, "os.write(1, bytes([255, 254, 10])); time.sleep(9)")
    assert isinstance(why, BotGarbage)


@pytest.mark.parametrize("answer", ["-1", "100000", "208", '"castle"', '"k z9"'])
def test_an_illegal_move_is_a_forfeit_with_the_reason(tmp_path: Path, answer: str) -> None:
    why, match = forfeit_of(tmp_path, f"print('{{\"move\": {answer}}}', flush=True)")
    assert isinstance(why, BotIllegal)
    assert answer.strip('"') in str(why)
    assert isinstance(why.params["why"], CatteryError)
    assert why.params["why"].text("hu") in why.text("hu")
    assert match.log[-1].kind == "resign"


def test_a_program_that_speaks_unasked_forfeits(tmp_path: Path) -> None:
    chatty = RECORDER.replace('{"type": "ready"})', '{"type": "ready"}) + "\\n{}"')
    match, minds = match_of(command(tmp_path, chatty % FIRST_ID, str(tmp_path / "heard")), "random")
    assert isinstance(play(match, minds), BotGarbage)


def test_a_program_that_never_stops_talking_is_held_back() -> None:
    program = Program([sys.executable, "-c", "while True: print('meow' * 1000)"])
    until = time.monotonic() + 30
    while program.heard.qsize() < MOST_UNREAD and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    assert MOST_UNREAD <= program.heard.qsize() <= MOST_UNREAD + 1
    program.end()


def test_a_program_that_does_not_say_ready_forfeits(tmp_path: Path) -> None:
    for source, kind in (("print('{}')", BotGarbage), ("pass", BotGone), ("1/0", BotGone)):
        match, minds = match_of(command(tmp_path, source), "random")
        assert isinstance(play(match, minds), kind)


def test_the_program_is_told_why_it_has_lost(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    match, minds = match_of(command(tmp_path, RECORDER % "208", str(heard)), "random")
    play(match, minds)
    last = json.loads(heard.read_text().splitlines()[-1])
    assert last["type"] == "forfeit"
    assert last["code"] == "bot_illegal"
    assert "H-" in last["text"]


def test_the_others_play_on_against_a_stand_in(tmp_path: Path) -> None:
    for name in cattery.games():
        game = cattery.game(name)
        bot = command(tmp_path, "raise SystemExit(3)")
        figures = simulate(game, [bot, *["random"] * (game.seats[-1] - 1)], 2, seed=1)
        assert figures.games == 2
        assert figures.forfeits[0] == 2
        assert figures.wins[0] == 0
        assert [type(why) for why in figures.reasons] == [BotGone]
        assert figures.as_json()["reasons"] == [str(figures.reasons[0])]


def test_forfeits_come_back_from_other_processes(tmp_path: Path) -> None:
    bot = command(tmp_path, RECORDER % "208", str(tmp_path / "heard"))
    figures = simulate(HUUUPP, [bot, "random"], 6, jobs=2)
    assert figures.forfeits == [6, 0]
    assert "(H-" in figures.reasons[0].text("hu")


def test_every_forfeit_has_words(tmp_path: Path) -> None:
    for lang in ("en", "hu"):
        for kind in Forfeit.__subclasses__():
            why = cattery.errors.MatchOver()
            params = {"seconds": 1, "exit": 1, "line": "x", "answer": "y", "problem": "z"}
            error = kind(player="cmd:bot", said=" [words]", why=why, **params)
            assert "cmd:bot" in error.text(lang)


# --- programs that can't be ----------------------------------------------------------------------


def test_what_cannot_be_started_is_refused_before_the_match(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("#!/usr/bin/env python3\n")
    for spec, kind in (
        ("cmd:./no-such-bot", BotMissing),
        ("cmd:", BotMissing),
        ("cmd:'unclosed", BotUnstartable),
        (f"cmd:{file}", BotNotExecutable),
        (f"cmd:{tmp_path}", BotMissing),
        (f"cmd@0:{sys.executable}", BadSeconds),
        (f"cmd@10000000000:{sys.executable}", BadSeconds),
    ):
        with pytest.raises(kind):
            simulate(HUUUPP, [spec, "random"], 1)
    with pytest.raises(UnknownPlayer):
        check("cmdx:bot", HUUUPP, trusted=True)


def test_a_file_that_is_no_program_is_a_forfeit(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x7fELF nonsense")
    file.chmod(0o755)
    match, minds = match_of(f"cmd:{file}", "random")
    assert isinstance(play(match, minds), BotUnstartable)


@pytest.mark.parametrize(
    "wrong",
    ["0", "0.5", "0ms", "0s", "90000000s", "-1", "", "30ms+foo=1", "30ms+", "30ms+temperature"]
    + [
        f"30ms+{each}"
        for each in ("temperature=-0.1", "temperature=101", "explore=nan", "explore=inf")
    ]
    + [f"30ms+{each}" for each in ("threads=0", "cut=-2", "guess=2", "widen=-1")]
    + [f"30ms+{each}" for each in ("playout_policy=x", "playout_policy=1", "single_tree=x")],
)
def test_thoughts_that_make_no_sense_are_refused(wrong: str) -> None:
    with pytest.raises(UnknownPlayer) as refused:
        check(f"think:{wrong}", HUUUPP, trusted=True)
    assert "think:30ms, cmd:./mybot" in str(refused.value)


@pytest.mark.parametrize(
    "right", ["1", "0.5ms", "30ms+temperature=0+explore=1.5", "70+cut=-1+threads=2"]
)
def test_thoughts_that_make_sense_are_not(right: str) -> None:
    assert check(f"think:{right}", HUUUPP, trusted=True)


def test_only_who_is_trusted_may_name_programs() -> None:
    with pytest.raises(UnknownPlayer) as refused:
        check(f"cmd:{sys.executable}", HUUUPP)
    assert "cmd:" not in str(refused.value).partition("The players are")[2]
    with pytest.raises(UnknownPlayer):
        check_bot("huupp", "cmd:sh")


# --- the end -------------------------------------------------------------------------------------


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_programs_and_what_they_started_end_with_the_match(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    deed = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
time.sleep(60)
"""
    forfeit_of(tmp_path, deed, seconds="@2")
    for pid in map(int, pids.read_text().split()):
        for _ in range(50):
            state = Path(f"/proc/{pid}/stat")
            if not running(pid) or (state.exists() and state.read_text().split()[2] == "Z"):
                break
            time.sleep(0.1)
        else:
            pytest.fail("it is still running")


def test_a_program_is_killed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """When its number is free again, it may be another's."""
    killed: list[int] = []
    killpg = os.killpg

    def noted(group: int, number: int) -> None:
        killed.append(group)
        killpg(group, number)

    monkeypatch.setattr(os, "killpg", noted)
    program = Program([sys.executable, "-c", "pass"])
    pid = program._process.pid
    assert program.exit_code() == 0
    program.end()
    del program
    gc.collect()
    assert killed == [pid]


def test_a_forgotten_player_takes_its_program_along(tmp_path: Path) -> None:
    bot = command(tmp_path, RECORDER % FIRST_ID, str(tmp_path / "heard"))
    match, minds = match_of(bot, bot)
    take_turn(match, match.waiting[0], minds[match.waiting[0]])
    player = minds[match.waiting[0]]
    assert isinstance(player, ForeignPlayer)
    started = [mind._program for mind in minds if isinstance(mind, ForeignPlayer)]
    processes = [program._process for program in started if program]
    assert processes
    del minds, player, started
    for process in processes:
        assert process.wait(5) is not None
