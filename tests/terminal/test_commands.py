"""games, simulate, replay, verify, and everything that can be wrong with what is typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cattery
from cattery import Match
from cattery.terminal.cli import app
from support.command_line import Program, Run


@pytest.fixture(scope="module")
def finished() -> Match:
    """A short match with a winner."""
    match = Match.new("huupp", seed=5, options={"first": "0"}, names=["Anna", "Bence"])
    for move in ("k c3", "keep", "k a1", "keep"):
        match.play(move, match.waiting[0])
    match.resign(1)
    return match


@pytest.fixture
def file(finished: Match, tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(finished.save(), encoding="utf-8")
    return path


def damaged(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


# --- games ----------------------------------------------------------------------------------------


def test_games_are_listed_in_both_languages(run: Run) -> None:
    english, hungarian = run("games"), run("games", "--lang", "hu")
    for name in cattery.games():
        assert cattery.game(name).words("en").text("tagline") in english.stdout
        assert cattery.game(name).words("hu").text("tagline") in hungarian.stdout
    assert "2 játékos" in hungarian.stdout


def test_the_locale_chooses_the_language(program: Program) -> None:
    assert "Így indíthatsz egyet" in program("games", LANG="hu_HU.UTF-8").stdout
    assert "Start one with" in program("games", LANG="de_DE.UTF-8").stdout
    assert "Start one with" in program("games", LANG="hu_HU.UTF-8", LC_ALL="C").stdout


SLOW = {"cattery.search", "fastapi", "scipy.linalg"}


def test_listing_games_is_quick_work(program: Program) -> None:
    """It needs neither the compiler nor the server."""
    code = (
        "import sys; from cattery.terminal.cli import app; "
        "app(['games'], standalone_mode=False); "
        "print(sorted({'numba', 'numpy', 'fastapi', 'sqlalchemy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_simulations_of_random_players_load_no_search() -> None:
    """Nor SciPy, which Numba would take along where it is installed."""
    code = (
        "import sys; from cattery.terminal import cli; "
        "sys.argv = ['cattery', 'simulate', 'huupp', '--games', '1']; cli.main()"
    )
    seen = f"import atexit, sys; atexit.register(lambda: print({SLOW} & set(sys.modules))); {code}"
    done = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, timeout=600)
    assert done.stdout.splitlines()[-1] == "set()", done.stderr


def test_help_and_version(run: Run) -> None:
    assert "simulate" in run("--help").stdout
    assert run("--version").stdout.strip() == f"cattery {cattery.__version__}"
    for command in ("games", "play", "simulate", "replay", "verify"):
        assert "Usage" in run(command, "-h").stdout


def test_every_command_is_there_once() -> None:
    names = [
        command.name or getattr(command.callback, "__name__", "")
        for command in app.registered_commands
    ]
    assert {"analyse", "arena", "games", "play", "serve", "simulate"} <= set(names)
    assert len(names) == len(set(names))


def test_an_empty_room_offers_a_choice(run: Run) -> None:
    typed = ["nonsense", "99"] + ["1"] * (len(cattery.games()) > 1)
    result = run("play", typed=typed)
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output


# --- simulate -------------------------------------------------------------------------------------

KEYS = {
    "game",
    "seats",
    "options",
    "seed",
    "games",
    "decisions",
    "seconds",
    "decisions_per_second",
    "mean_decisions",
    "wins",
    "draws",
    "mean_scores",
}


def figures(run: Run, *arguments: str) -> dict[str, object]:
    result = run("simulate", "huupp", "--json", *arguments)
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    return {key: found[key] for key in KEYS}


def test_figures_as_json(run: Run) -> None:
    found = figures(run, "--games", "500", "--seed", "4", "--option", "first=0")
    assert found["game"] == "huupp"
    assert found["games"] == 500
    assert found["options"] == {"ghosts": "on", "first": "0"}
    wins, draws = found["wins"], found["draws"]
    assert isinstance(wins, list)
    assert isinstance(draws, int)
    assert sum(wins) + draws == 500


def test_the_number_of_jobs_changes_nothing(run: Run) -> None:
    changing = {"seconds", "decisions_per_second"}
    one, two = (
        {
            k: v
            for k, v in figures(run, "--games", "12000", "--jobs", jobs).items()
            if k not in changing
        }
        for jobs in ("1", "2")
    )
    assert one == two


def test_greedy_beats_random(run: Run) -> None:
    found = figures(run, "--games", "20", "--players", "greedy,random")
    wins = found["wins"]
    assert isinstance(wins, list)
    assert wins[0] > 15


@pytest.mark.parametrize("lang", ["hu", "en"])
def test_figures_as_a_table(run: Run, lang: str) -> None:
    result = run("simulate", "huupp", "--games", "50", "--lang", lang)
    assert result.exit_code == 0
    assert "50" in result.stdout
    assert result.stdout.count("%") == 2


# --- replay and verify ----------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "word"), [("en", "Sound"), ("hu", "Ép")])
def test_a_sound_match_is_called_so(run: Run, file: Path, lang: str, word: str) -> None:
    result = run("verify", file, "--lang", lang)
    assert result.exit_code == 0
    assert result.stdout.startswith(word)


def test_a_running_match_is_sound_so_far(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "running.json"
    path.write_text(Match.new("huupp", seed=1).save())
    assert run("verify", path).stdout.startswith("Sound so far")


def test_a_replay_tells_it_all(run: Run, file: Path) -> None:
    result = run("replay", file)
    assert result.exit_code == 0
    assert "● Anna places a kitten on c3" in result.stdout
    assert "■ Bence resigns" in result.stdout
    assert "Anna wins" in result.stdout


def test_a_damaged_replay_shows_the_sound_part(run: Run, file: Path) -> None:
    result = run("replay", damaged(file, '"k a1"', '"k c3"'))
    assert result.exit_code == 1
    assert "kitten on c3" in result.stdout
    assert "There is already a piece on c3. (H-10)" in result.stderr


# --- what can be wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "hup"], "There is no game called “hup”. Did you mean huupp?"),
        (["simulate", "chess"], "There is no game called “chess”."),
        (["play", "huupp", "--players", "you"], "huupp is for 2 to 2 players, not for 1."),
        (["play", "huupp", "--players", "you,greedy,random"], "not for 3."),
        (["simulate", "huupp", "--players", "random"], "not for 1."),
        (["play", "huupp", "--players", "you,genius"], "There is no player called “genius”."),
        (["play", "huupp", "--players", "you,"], "A player is missing in “you,”."),
        (["simulate", "huupp", "--players", "you,random"], "There is no player called “you”."),
        (["play", "huupp", "--option", "ghosts=maybe"], "The option ghosts can't be “maybe”."),
        (["play", "huupp", "--option", "dogs=on"], "huupp has no option “dogs”."),
        (["play", "huupp", "--option", "ghosts"], "“ghosts” isn't an option with a value."),
        (["simulate", "huupp", "--option", "first=2"], "The option first can't be “2”."),
        (["simulate", "huupp", "--games", "0"], "games must be at least 1, not 0."),
        (["simulate", "huupp", "--jobs", "0"], "jobs must be at least 1, not 0."),
        (["simulate", "huupp", "--games", "many"], "--games"),
        (["play", "huupp", "--seed", "tree"], "--seed"),
        (["play", "huupp", "--lang", "fr"], "--lang"),
        (["analyse", "match.json", "--lang", "fr"], "--lang"),
        (["meow"], "meow"),
    ],
)
def test_a_wrong_use_is_explained(run: Run, arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_wrong_use_is_explained_in_hungarian(run: Run) -> None:
    result = run("play", "hup", "--lang", "hu")
    assert result.exit_code == 2
    assert "Nincs „hup” nevű játék. Erre gondoltál: huupp?" in result.stderr


COMMANDS = ("play", "replay", "verify")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file(run: Run, tmp_path: Path, command: str) -> None:
    result = run(command, tmp_path / "nothing.json")
    assert result.exit_code == 1
    assert "can't be read: there is no such file or folder." in result.stderr
    result = run(command, tmp_path, "--lang", "hu")
    assert result.exit_code == 1
    assert "nem olvasható: ez egy mappa." in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_of_something_else(run: Run, tmp_path: Path, command: str) -> None:
    for name, contents, said in [
        ("noise.json", b"\xff\xfe\x00\x9c", "it isn't a text file"),
        ("empty.json", b"", "Line 1"),
        ("list.json", b"[1, 2]", "this isn't a saved Cattery match"),
        ("other.json", b'{"format": "cattery match 9"}', "this version reads"),
    ]:
        path = tmp_path / name
        path.write_bytes(contents)
        result = run(command, path)
        assert result.exit_code == 1
        assert said in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file(run: Run, file: Path, command: str, share: float) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: int(len(text) * share)], encoding="utf-8")
    result = run(command, file)
    assert result.exit_code == 1
    assert "This saved match can't be used. Line " in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"k a1"', '"k c3"', "entry 2: There is already a piece on c3. (H-10)"),
        ('"k a1"', '"k z1"', "entry 2: “k z1” can't be read as a move."),
        ('"k a1"', '"k a2"', "the digest doesn't fit"),
        ('"Anna"', '"Cili"', "the digest doesn't fit"),
        ('"seed": "', '"seed": "0', "“seed” isn't what it should be"),
        ('"winners": [0]', '"winners": [1]', "the result in the file"),
        ('"n": 3', '"n": 7', "aren't numbered"),
        ('"huupp"', '"chess"', "There is no game called “chess”"),
        ('"ghosts": "on"', '"ghosts": "few"', "The option ghosts can't be “few”"),
        ('"rules": 1', '"rules": 99', "version 99 of the rules"),
    ],
)
def test_an_edited_file(run: Run, file: Path, command: str, old: str, new: str, said: str) -> None:
    forged = damaged(file, old, new)
    before = forged.read_bytes()
    result = run(command, forged)
    assert result.exit_code == 1
    assert "This saved match can't be used. Line " in result.stderr
    assert said in result.stderr
    assert forged.read_bytes() == before


def test_a_forged_seed(run: Run, file: Path, finished: Match) -> None:
    assert finished.seed is not None
    other = "0" if finished.seed.hex()[0] != "0" else "1"
    result = run("verify", damaged(file, finished.seed.hex(), other + finished.seed.hex()[1:]))
    assert result.exit_code == 1
    assert "the seed doesn't fit the commitment" in result.stderr


def test_verify_says_how_far_the_match_is_sound(run: Run, file: Path) -> None:
    result = run("verify", damaged(file, '"k a1"', '"k c3"'))
    assert result.exit_code == 1
    assert "The match is sound up to entry 1." in result.stdout


def test_choices_for_a_new_game_dont_go_with_a_saved_one(run: Run, file: Path) -> None:
    for extra in (["--option", "ghosts=off"], ["--seed", "1"]):
        result = run("play", file, *extra)
        assert result.exit_code == 2
        assert "are for a new game" in result.stderr


def test_a_saved_match_with_an_unknown_player(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(Match.new("huupp", players=["human", "genius"], seed=1).save())
    result = run("play", path)
    assert result.exit_code == 2
    assert "There is no player called “genius”." in result.stderr
    result = run("play", path, "--players", "you,random,random")
    assert result.exit_code == 2
    result = run("play", path, "--players", "you,random", typed=["quit", ""])
    assert result.exit_code == 0


def test_a_saved_match_starts_no_programs(run: Run, tmp_path: Path) -> None:
    path, trace = tmp_path / "match.json", tmp_path / "trace"
    players = [f"cmd:touch {trace}", "human"]
    path.write_text(Match.new("huupp", players=players, seed=1, options={"first": "0"}).save())
    assert run("play", path).exit_code == 2
    assert not trace.exists()


def test_a_program_that_fails_gives_up_its_seat(run: Run) -> None:
    result = run("play", "huupp", "--players", "cmd:false,greedy", "--option", "first=0")
    assert result.exit_code == 0
    assert "greedy wins" in result.stdout
    assert "cmd:false" in result.stderr
    assert run("play", "huupp", "--players", "you,cmd:/no/such/bot").exit_code == 2


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_an_unwritable_path_loses_nothing(run: Run, tmp_path: Path, lang: str) -> None:
    (tmp_path / "a file").write_text("x")
    (tmp_path / "a folder").mkdir()
    places = [tmp_path / "a file" / "x", tmp_path / "a folder", tmp_path / "no" / "x"]
    if Path("/dev/full").exists():
        places.append(Path("/dev/full"))
    typed = [
        "k c3",
        *(f"save {place}" for place in places),
        "save",
        f"save {tmp_path / 'ok'}",
        "quit",
        "",
    ]
    result = run("play", "huupp", "--players", "you,you", "--lang", lang, typed=typed)
    assert result.exit_code == 0
    said = "Nothing was lost" if lang == "en" else "Semmi sem veszett el"
    assert result.stderr.count(said) == len(places)
    assert Match.load((tmp_path / "ok").read_text()).n == 1
    assert not list((tmp_path / "a folder").iterdir())


def test_a_file_of_somebody_else_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    result = run("play", "huupp", "--players", "you,you", typed=["k c3", f"save {precious}"])
    assert "exists already" in result.stderr
    assert precious.read_text() == "mine"
    run("play", "huupp", "--players", "you,you", typed=["k c3", f"save! {precious}"])
    assert Match.load(precious.read_text()).n == 1


def test_a_game_that_cant_be_kept_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "blocked"))
    result = run("play", "huupp", "--players", "you,you", typed=["k c3"])
    assert result.exit_code == 1
    assert "can't be written: a part of the path isn't a folder." in result.stderr
    rescued = tmp_path / "rescued.json"
    run("play", "huupp", "--players", "you,you", typed=["k c3", "quit", str(rescued)])
    assert Match.load(rescued.read_text()).n == 1


def test_noise_on_the_input_is_no_reason_to_stop(program: Program, tmp_path: Path) -> None:
    result = program("play", "huupp", "--players", "you,you", typed="\0\x1b[A\nk c3\nѪ\n{0}\n")
    assert "Traceback" not in result.stderr
    assert result.returncode == 1
    assert "kitten on c3" in result.stdout


def test_a_reader_that_goes_away_is_no_reason_to_complain(tmp_path: Path) -> None:
    command = f"'{sys.executable}' -m cattery.terminal.cli games | head -c 5"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
