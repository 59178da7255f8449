"""Games played at the keyboard, through a pipe."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from rich.console import Console

import cattery
from cattery import Match
from cattery.players import names
from cattery.terminal.play import command_of, wrapped
from cattery.terminal.screen import Screen
from cattery.text import HUMAN
from support.command_line import Program, Run

BOT = ["--players", "you,greedy", "--option", "first=0"]
PEOPLE = ["--players", "you:Anna,you:Bence", "--option", "first=0"]


def kept_files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "data" / "cattery" / "kept").glob("*.json"))


def whole_game(seed: int) -> list[str]:
    """The moves of a random game between two people, first player first."""
    match = Match.new("huupp", seed=seed, options={"first": "0"})
    dice = random.Random(seed)
    while not match.over:
        seat = match.waiting[0]
        match.play(dice.choice(match.legal_actions(seat)), seat)
    return [entry.move or "" for entry in match.log]


@pytest.mark.parametrize(("lang", "won"), [("en", "{} wins"), ("hu", "{} nyert")])
def test_a_game_of_two_people_to_the_end(run: Run, tmp_path: Path, lang: str, won: str) -> None:
    result = run("play", "huupp", *PEOPLE, "--seed", "2", "--lang", lang, typed=whole_game(2))
    assert result.exit_code == 0
    match = Match.load(kept_files(tmp_path)[0].read_text())
    assert match.over
    assert match.names == ["Anna", "Bence"]
    assert match.result is not None
    name = match.names[match.result.winners[0]]
    assert f"{won.format(name)}\n" in result.stdout


def test_a_game_against_a_bot(run: Run, tmp_path: Path) -> None:
    result = run("play", "huupp", *BOT, "--seed", "3", typed=["k c3", "keep", "quit", ""])
    assert result.exit_code == 0
    assert "● Human places a kitten on c3" in result.stdout
    assert "■ greedy places" in result.stdout
    (kept,) = kept_files(tmp_path)
    assert f"cattery play {kept}" in result.stdout
    match = Match.load(kept.read_text())
    assert match.players == [HUMAN, "greedy"]
    assert match.log[0].move == "k c3"
    assert match.waiting == (0,)


def test_by_default_somebody_middling_sits_opposite(run: Run, tmp_path: Path) -> None:
    run("play", "huupp", "--option", "first=0", typed=["k c3", "quit", ""])
    (kept,) = kept_files(tmp_path)
    kinds = names(cattery.game("huupp"))
    human, bot = Match.load(kept.read_text()).players
    assert human == HUMAN
    assert bot in kinds[1:-1] or bot == kinds[-1] == "greedy"


def test_the_same_seed_is_the_same_game(run: Run) -> None:
    typed = ["k c3", "keep", "k d4", "keep"]
    first, second = (
        run("play", "huupp", *BOT, "--seed", "8", typed=typed).stdout for _ in range(2)
    )
    assert first.splitlines()[:60] == second.splitlines()[:60]


def test_bots_play_by_themselves(run: Run, tmp_path: Path) -> None:
    result = run(
        "play", "huupp", "--players", "greedy,random", "--seed", "1", "--option", "ghosts=off"
    )
    assert result.exit_code == 0
    assert " wins\n" in result.stdout
    assert not kept_files(tmp_path)


def test_wrong_lines_get_their_reason_and_ask_again(run: Run, tmp_path: Path) -> None:
    typed = ["", "woof", "k z9", "c c3", "k c3", "k c3", "keep", "k c3", "quit", ""]
    result = run("play", "huupp", *PEOPLE, typed=typed)
    assert result.exit_code == 0
    assert "“woof” can't be read as a move." in result.stderr
    assert "You have no cat yet: kittens must grow up first. (H-2)" in result.stderr
    assert "Now decide about your ghost: send it in, or keep it. (H-20)" in result.stderr
    assert "There is already a piece on c3. (H-10)" in result.stderr
    moves = [entry.move for entry in Match.load(kept_files(tmp_path)[0].read_text()).log]
    assert moves == ["k c3", "keep"]


def test_reasons_are_hungarian_for_hungarians(run: Run) -> None:
    result = run(
        "play", "huupp", *PEOPLE, "--lang", "hu", typed=["macska c3", "cica Á1", "kilép", ""]
    )
    assert "Még nincs macskád: előbb fel kell nőniük a cicáknak. (H-2)" in result.stderr
    assert "Anna cicát tesz ide: a1" in result.stdout


def test_the_legal_moves_are_listed_by_kind(run: Run) -> None:
    result = run("play", "huupp", *PEOPLE, typed=["?", "k c3", "?", "quit", ""])
    assert "  k a1 b1 c1 d1 e1 f1" in result.stdout
    assert "  keep\n  ghost N1 N2 N3 N4 N5 E1" in result.stdout
    assert max(map(len, result.stdout.splitlines()[:30])) <= 80


def test_hint_story_board_and_help(run: Run) -> None:
    typed = ["story", "hint", "help", "board", "/nonsense", "k c3", "story", "quit", ""]
    result = run("play", "huupp", *PEOPLE, typed=typed)
    assert "Nothing has been played yet." in result.stdout
    assert "Hint: k " in result.stdout
    assert result.stdout.count("take your last move back") == 2  # help, and the unknown command
    assert result.stdout.count("● Anna places a kitten on c3") == 2


def test_the_cards_that_were_seen_are_listed(run: Run) -> None:
    """In Filou the own set of ten, of four with the pile; HUUupp has no cards."""
    result = run("play", "filou", "--seed", "1", typed=["cards", "help", "quit", ""])
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["Card", "Seen", "Out"] in lines
    assert sum(line[-2:] == ["1/4", "3"] for line in lines) == 10
    assert ["−8", "1/4", "3"] in lines
    assert "which cards you have seen" in result.stdout
    result = run("play", "huupp", *PEOPLE, typed=["cards", "help", "quit", ""])
    assert "There are no cards to keep in mind in this game." in result.stdout
    assert "which cards you have seen" not in result.stdout


def test_points_below_zero_have_a_minus_sign(run: Run) -> None:
    result = run("play", "macskalak", "--seed", "1", typed=["quit", ""])
    total = next(line for line in result.stdout.splitlines() if "Total" in line)
    assert "−36" in total
    assert "-" not in total


def test_undo_is_free_within_a_turn(run: Run, tmp_path: Path) -> None:
    result = run("play", "huupp", *PEOPLE, typed=["k c3", "undo", "k d4", "quit", ""])
    assert "Anna undoes a step" in result.stdout
    match = Match.load(kept_files(tmp_path)[0].read_text())
    assert [entry.kind for entry in match.log] == ["move", "undo", "move"]
    assert "d4" in {piece.square for piece in match.view(None).pieces}


def test_a_bot_grants_every_take_back(run: Run, tmp_path: Path) -> None:
    options = ["--option", "ghosts=off", "--seed", "1"]
    result = run(
        "play", "huupp", *BOT, *options, typed=["undo", "k c3", "vissza", "k d4", "quit", ""]
    )
    assert "There is no move of yours to take back." in result.stderr
    kinds = [entry.kind for entry in Match.load(kept_files(tmp_path)[0].read_text()).log]
    assert kinds == ["move", "move", "take_back", "move", "move"]


@pytest.mark.parametrize(("answer", "granted"), [("yes", True), ("igen", True), ("no", False)])
def test_people_are_asked_for_a_take_back(
    run: Run, tmp_path: Path, answer: str, granted: bool
) -> None:
    typed = ["k c3", "k d4", "k e5", "undo", answer, "quit", ""]
    result = run("play", "huupp", *PEOPLE, "--option", "ghosts=off", typed=typed)
    assert "Anna: do you agree?" in result.stdout
    match = Match.load(kept_files(tmp_path)[0].read_text())
    assert (match.log[-1].kind == "take_back") is granted


def test_resigning_is_asked_twice(run: Run, tmp_path: Path) -> None:
    result = run("play", "huupp", *PEOPLE, typed=["resign", "no", "k c3", "resign", "yes"])
    assert result.exit_code == 0
    assert "Bence wins" in result.stdout
    assert "Anna resigned" in result.stdout
    assert Match.load(kept_files(tmp_path)[0].read_text()).over


def test_saving_and_going_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "Ünnepi parti.json"
    typed = ["k c3", f"save {file}", "keep", f"save {file}", "quit", ""]
    assert run("play", "huupp", *PEOPLE, typed=typed).exit_code == 0
    before = file.read_text()
    assert Match.load(before).n == 2
    result = run("play", file, typed=["k f6", "quit", ""])
    assert result.exit_code == 0
    assert "HUUupp, 2 entries so far." in result.stdout
    assert "■ Bence places a kitten on f6" in result.stdout
    assert file.read_text() == before  # what was saved by name stays as it is
    assert Match.load(kept_files(tmp_path)[-1].read_text()).n == 3


def test_a_kept_game_goes_on_in_its_own_file(run: Run, tmp_path: Path) -> None:
    run("play", "huupp", *PEOPLE, typed=["k c3"])
    (kept,) = kept_files(tmp_path)
    run("play", kept, typed=["keep"])
    assert kept_files(tmp_path) == [kept]
    assert Match.load(kept.read_text()).n == 2


def test_a_finished_match_can_be_looked_at_and_played_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "over.json"
    run("play", "huupp", *PEOPLE, typed=["k c3", "resign", "y", f"save {file}", ""])
    result = run("play", file, typed=["story", "again", "k a1", "quit", ""])
    assert "Bence wins" in result.stdout
    assert "kitten on a1" in result.stdout
    assert len(kept_files(tmp_path)) == 2


def test_the_end_of_the_input_loses_nothing(run: Run, tmp_path: Path) -> None:
    result = run("play", "huupp", *PEOPLE, typed=["k c3", "keep"])
    assert result.exit_code == 0
    assert "Interrupted." in result.stdout
    assert f"cattery play {kept_files(tmp_path)[0]}" in result.stdout


def test_a_script_with_a_mistake_fails_in_the_end(run: Run, tmp_path: Path) -> None:
    result = run("play", "huupp", *PEOPLE, typed=["k c3", "keep", "k c3"])
    assert result.exit_code == 1
    assert "already a piece on c3" in result.stderr
    assert Match.load(kept_files(tmp_path)[0].read_text()).n == 2


def test_another_place_on_leaving(run: Run, tmp_path: Path) -> None:
    other, file = tmp_path / "other.txt", tmp_path / "mine.json"
    other.write_text("precious")
    typed = ["k c3", "quit", str(other), str(tmp_path / "no" / "where"), str(file)]
    result = run("play", "huupp", *PEOPLE, typed=typed)
    assert other.read_text() == "precious"
    assert "exists already" in result.stderr
    assert "there is no such file or folder" in result.stderr
    assert f"cattery play {file}" in result.stdout
    assert Match.load(file.read_text()).n == 1


def test_plain_speaks_instead_of_drawing(program: Program) -> None:
    result = program("play", "huupp", *PEOPLE, "--plain", typed="k c3\n", FORCE_COLOR="1")
    assert "Anna, on the bed: one kitten on c3." in result.stdout
    assert not set(result.stdout) & set("│─●■▶\x1b")


def test_colours_where_they_are_wanted(program: Program) -> None:
    wanted = program(
        "play", "huupp", *PEOPLE, typed="k c3\n", FORCE_COLOR="1", TERM="xterm-256color"
    )
    assert "\x1b[38;5;" in wanted.stdout or "\x1b[38;2;" in wanted.stdout
    refused = program("play", "huupp", *PEOPLE, typed="k c3\n", NO_COLOR="1")
    assert "\x1b" not in refused.stdout
    assert "(k)" in refused.stdout


def test_people_with_secrets_pass_the_device(run: Run, tmp_path: Path) -> None:
    """A whole game of three at one keyboard: each Enter uncovers the table for the next one."""
    match = Match.new("filou", seats=3, seed=6, options={"first": "0"})
    dice, typed, sitting, asked = random.Random(6), [], None, []
    while not match.over:
        seat = match.waiting[0]
        if seat != sitting:
            typed.append("")
            asked.append("ABC"[seat])
            sitting = seat
        entry = match.play(dice.choice(match.legal_actions(seat)), seat)
        typed.append(entry.move or "")
    people = ["--players", "you:A,you:B,you:C", "--option", "first=0", "--seed", "6"]
    result = run("play", "filou", *people, typed=typed)
    assert result.exit_code == 0
    parts = result.stdout.split("The next decision is for ")
    assert [part[0] for part in parts[1:]] == asked
    for part in parts[1:-1]:
        own_hand = [line for line in part.splitlines() if "Your hand" in line]
        others = [name for name in "ABC" if name != part[0]]
        assert own_hand or "> lay" not in part
        assert not any(f"{other}> " in part for other in others)
    covered = [part for part in parts[1:] if "lays a card face down" in part]
    assert covered  # what the others laid is told, but not what it was
    assert Match.load(kept_files(tmp_path)[0].read_text()).result == match.result


def test_commands_are_known_in_both_languages() -> None:
    assert command_of("VISSZA") == command_of("undo") == ("undo", "")
    assert command_of("mentés! Parti.json") == ("save!", "Parti.json")
    assert command_of("undo everything") is None
    assert command_of("keep") is None


def test_a_window_wraps_at_words_and_a_pipe_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Alley cat (level 3) is done: 11 points in this round; 2 dice had no cell to go to"
    for width in (80, 40, 25):
        screen, shown = window(monkeypatch, width)
        screen.beside(("■ ", "seat2"), text)
        first, *others = shown.getvalue().splitlines()
        assert first.startswith("■ Alley cat")
        assert others
        assert all(line.startswith("  ") and line[2] != " " for line in others)
        assert max(map(len, (first, *others))) <= width
        assert " ".join([first, *(line.strip() for line in others)]) == f"■ {text}"
    piped = io.StringIO()
    screen.out = Console(file=piped, width=40)
    screen.beside(("■ ", "seat2"), text)
    assert piped.getvalue() == f"■ {text}\n"


def test_an_indented_line_is_wrapped_under_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, shown = window(monkeypatch, 30)
    screen.line("  " + "cat " * 20)
    assert len(shown.getvalue().splitlines()) > 1
    assert all(line.startswith("  cat") for line in shown.getvalue().splitlines())


def test_a_name_is_never_cut_at_its_hard_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, shown = window(monkeypatch, 30)
    screen.line("Kóbor kandúr meets Szobacica (2.\u00a0szint)")
    assert shown.getvalue() == "Kóbor kandúr meets Szobacica\n(2.\u00a0szint)\n"


def window(monkeypatch: pytest.MonkeyPatch, width: int) -> tuple[Screen, io.StringIO]:
    """A screen whose output is a terminal of this width, and what it has shown."""
    monkeypatch.setenv("TERM", "xterm")
    screen, shown = Screen("en"), io.StringIO()
    screen.out = Console(file=shown, width=width, force_terminal=True, color_system=None)
    return screen, shown


def test_rules_tell_the_aim_the_situation_and_the_abilities(run: Run) -> None:
    table = ["--players", "you,greedy", "--option", "abilities=ABCD"]
    told = run("play", "macskalak", *table, "--lang", "en", typed=["rules", "quit"]).stdout
    words = cattery.game("macskalak").words("en")
    for key in ("help.goal", "help.round", *(f"ability_about.{letter}" for letter in "ABCD")):
        assert words.text(key) in told


def test_long_lists_are_wrapped() -> None:
    lines = wrapped([f"move{n}" for n in range(100)], 40)
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(lines).split() == [f"move{n}" for n in range(100)]
    assert wrapped([""], 40) == [""]
