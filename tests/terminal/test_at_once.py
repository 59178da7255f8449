"""Rounds played at once at one keyboard: one after the other, with a hand-over, and unseen."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from cattery import Match
from cattery.errors import BotGone
from cattery.players import Player, Seat, make, take_steps
from cattery.players.plain import RandomPlayer
from cattery.terminal import play
from cattery.terminal.replay import _stops
from support.command_line import Run

GAME = "sardines"
PEOPLE = [GAME, "--players", "you:Anna,you:Bence", "--option", "shelf=HGFED", "--seed", "1"]
BETWEEN = "Pass the device"


def kept(tmp_path: Path) -> Match:
    (file,) = (tmp_path / "data" / "cattery" / "kept").glob("*.json")
    return Match.load(file.read_text(encoding="utf-8"))


def shown(result_text: str) -> list[str]:
    """What stood on the screen between two hand-overs."""
    return result_text.split(BETWEEN)


def test_people_take_the_round_one_after_the_other(run: Run, tmp_path: Path):
    typed = ["", "reach 1", "reach 2", "done", "", "reach 3", "done", "quit", ""]
    result = run("play", *PEOPLE, typed=typed)
    assert result.exit_code == 0
    match = kept(tmp_path)
    assert [(entry.seat, entry.move) for entry in match.log] == [
        (0, "reach 1"), (0, "reach 2"), (0, "done"), (1, "reach 3"), (1, "done"),
    ]  # fmt: skip
    assert match.turns == 2


def test_nobody_sees_the_paws_of_another_before_the_round_closes(run: Run):
    typed = ["", "reach 1", "reach 2", "done", "", "reach 3", "story", "quit", ""]
    parts = shown(run("play", *PEOPLE, typed=typed).stdout)
    assert len(parts) == 3
    anna, bence = parts[1], parts[2]
    assert "Anna: a paw on tin 1" in anna
    assert "Anna: a paw" not in bence
    assert "paws on 1" not in bence
    assert "Bence: a paw on tin 3" in bence


def test_when_it_closes_all_is_told_under_each_ones_shape(run: Run):
    typed = ["", "reach 1", "done", "", "reach 3", "done", "quit", ""]
    parts = shown(run("play", *PEOPLE, typed=typed).stdout)
    closing = parts[2]
    assert "● Anna: a paw on tin 1\n  Anna: done\n■ Bence: done\n" in closing
    assert "  The cook looks at tin" in closing


def test_done_can_be_undone_while_the_device_is_handed_over(run: Run, tmp_path: Path):
    typed = ["", "reach 1", "done", "undo", "", "undo", "reach 4", "done", "", "quit", ""]
    result = run("play", *PEOPLE, typed=typed)
    assert "(Anna may still type undo.)" in result.stdout
    match = kept(tmp_path)
    assert [entry.move or entry.kind for entry in match.log] == [
        "reach 1", "done", "undo", "undo", "reach 4", "done",
    ]  # fmt: skip
    assert match.waiting == (1,)


@pytest.mark.parametrize("word", ["vissza", "v"])
def test_in_hungarian_too(run: Run, tmp_path: Path, word: str):
    typed = ["", "reach 1", "kész", word, "", "kilép", ""]
    result = run("play", *PEOPLE, "--lang", "hu", typed=typed)
    assert "(Anna még beírhatja: vissza.)" in result.stdout
    assert kept(tmp_path).waiting == (0, 1)


def test_who_sits_with_bots_waits_for_nobody(run: Run, tmp_path: Path):
    typed = ["reach 1", "done", "quit", ""]
    result = run("play", GAME, "--players", "you,random,greedy", "--seed", "1", typed=typed)
    assert result.exit_code == 0
    match = kept(tmp_path)
    mine = next(entry.n for entry in match.log if entry.seat == 0)
    assert [entry.move for entry in match.log[:mine]].count("done") == 2  # the bots are done first
    assert match.turns == 2
    assert BETWEEN not in result.stdout


class Together(RandomPlayer):
    """Thinks about its first step until all three do."""

    everybody = threading.Barrier(3)

    def __init__(self, *_: object) -> None:
        super().__init__(1)
        self.met = False

    def choose(self, seat: Seat) -> Any:
        """A random move."""
        if seat.seats == 4 and not self.met:
            self.everybody.wait(60)
            self.met = True
        return super().choose(seat)


def test_bots_think_side_by_side(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(play, "make", Together)
    who = ["--players", "you,random,random,random", "--seed", "1"]
    result = run("play", GAME, *who, typed=["done", "quit", ""])
    assert result.exit_code == 0
    assert kept(tmp_path).turns == 2


def test_who_breaks_off_in_a_round_resigns_and_is_stood_in_for():
    """All others have made their steps, and the round closes."""
    match = Match.new(GAME, seats=4, seed=1)
    minds: dict[int, Player] = {seat: make("random", match.game, seat) for seat in range(4)}
    minds[2] = Quitter()
    forfeits = take_steps(match, minds)
    assert list(forfeits) == match.resigned == [2]
    assert [entry.seat for entry in match.log] == [0, 1, 2, 3]
    minds[2] = make("random", match.game, 2)
    while match.turns == 1:
        assert take_steps(match, {seat: minds[seat] for seat in match.waiting}) == {}


def test_nobody_steps_on_when_too_many_have_broken_off():
    match = Match.new(GAME, seats=3, seed=1)
    minds: dict[int, Player] = {0: Quitter(), 1: Quitter(), 2: make("random", match.game, 1)}
    assert list(take_steps(match, minds)) == [0, 1]
    assert match.over
    assert match.result is not None
    assert match.result.winners == (2,)


class Quitter:
    """Gives up at once."""

    def choose(self, seat: Seat) -> Any:
        """Nothing."""
        raise BotGone(player="quitter", exit=1, said="")


def test_a_person_who_resigned_does_not_hold_up_the_round(run: Run, tmp_path: Path):
    people = [GAME, "--players", "you:Anna,you:Bence,you:Csilla", "--seed", "2"]
    typed = ["", "resign", "yes", "", "done", "", "done", "quit", ""]
    result = run("play", *people, typed=typed)
    assert result.exit_code == 0
    match = kept(tmp_path)
    assert match.resigned == [0]
    assert match.turns == 2


def test_replays_stop_only_where_there_is_something_to_see():
    match = Match.new(GAME, seats=2, seed=1)
    for seat in (0, 1):
        match.play("reach 1", seat)
        match.play("done", seat)
    assert _stops(match) == [0, match.n]
    match.play("reach 2", 0)
    assert _stops(match) == [0, match.n - 1, match.n]


def test_a_whole_match_is_told_to_an_onlooker_round_by_round(run: Run, tmp_path: Path):
    run("play", *PEOPLE, typed=["", "reach 1", "done", "", "reach 3", "done", "quit", ""])
    (file,) = (tmp_path / "data" / "cattery" / "kept").glob("*.json")
    told = run("replay", file).stdout
    assert "● Anna: a paw on tin 1\n  Anna: done\n■ Bence: a paw on tin 3\n" in told
