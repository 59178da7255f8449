"""The package: quick to import, small states, errors that travel."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

import cattery
from cattery import errors, kernel, loops


def python(script: str) -> str:
    """What a fresh interpreter prints."""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_importing_cattery_imports_neither_numba_nor_numpy():
    script = "import sys, cattery; cattery.games(); print({'numba', 'numpy'} & set(sys.modules))"
    assert python(script) == "set()"


def test_importing_cattery_is_quick():
    script = "import time; t = time.process_time(); import cattery; print(time.process_time() - t)"
    assert min(float(python(script)) for _ in range(3)) < 0.2


def test_games_can_be_listed_and_described_without_numba():
    script = (
        "import sys, cattery\n"
        "for name in cattery.games():\n"
        "    game = cattery.game(name)\n"
        "    game.title('hu'), game.complete_options({}, game.seats[0])\n"
        "print('numba' in sys.modules)"
    )
    assert python(script) == "False"


def test_an_unknown_attribute_is_an_attribute_error():
    with pytest.raises(AttributeError, match="xyzzy"):
        _ = cattery.xyzzy


def test_an_unknown_game_gets_the_nearest_name():
    with pytest.raises(errors.UnknownGame) as refused:
        cattery.game("hupp")
    assert "huupp" in str(refused.value)


def test_a_state_of_huupp_is_at_most_96_bytes():
    assert cattery.game("huupp").dtype.itemsize <= 96


@pytest.mark.parametrize("name", cattery.games())
def test_a_million_states_are_one_array_and_copies_are_bytes(name: str):
    game = cattery.game(name)
    assert game.dtype.itemsize < 8 * 1024
    states = np.repeat(game.new(game.seats[0], {}, rng=1), 3)
    loops.apply_at(states, 0, game.legal(states)[0])
    states[2] = states[0]
    assert states[2:].tobytes() == states[:1].tobytes()
    assert states[2:].tobytes() != states[1:2].tobytes()


@pytest.mark.parametrize("name", cattery.games())
def test_the_header_is_the_same_for_every_game(name: str):
    names = cattery.game(name).dtype.names
    header = ("rng", "seats", "turn", "actor", "waiting", "phase", "revealed", "over")
    assert tuple(field for field in names if field in header) == header


def test_two_games_with_equal_fields_are_two_types():
    one, two = (kernel.record(name, [], []) for name in cattery.games()[:2])
    assert one != two


def test_a_game_must_implement_every_verb():
    dtype = kernel.record("huupp", [], [("only_here", np.int8)])
    with pytest.raises(ValueError, match="legal"):
        kernel.implement(dtype, start=None)
    with pytest.raises(ValueError, match="xyzzy is not a verb"):
        kernel.implement(dtype, xyzzy=None)


ERRORS = [
    errors.UnknownGame(game="x", known=["huupp"], near="huupp"),
    errors.BadOption(option="first", value="9", values=("random", "0")),
    errors.UnknownOption(option="x", game="huupp", known=["first"]),
    errors.WrongSeats(game="huupp", seats=9, fewest=2, most=2),
    errors.NoSuchSeat(number=3, seats=2),
    errors.NotationError(text="x", example="k c3"),
    errors.BadPosition(game="huupp", text="x", problem="parts"),
    errors.NotYourTurn(seats=[0, 1], game="huupp", names=["Anna", ""], bots=[None, "greedy"]),
    errors.MatchOver(),
    errors.NothingToUndo(),
    errors.NoTakeBack(why="not_granted"),
    errors.AmbiguousMove(text="c3", readings=["k c3", "c c3"]),
    errors.BadFile(line=3, problem="entry", n=1, why=errors.MatchOver()),
    errors.BadData(file="deck.toml", problem="x"),
    errors.IllegalMove(
        rule="H-10",
        game="huupp",
        reason="occupied",
        move="k c3",
        names=["", ""],
        bots=[None, None],
        square="c3",
    ),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_pickled_whole_and_has_words(error: errors.CatteryError):
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert (twin.rule, twin.code) == (error.rule, error.code)
    assert str(twin) == str(error) == error.text("en")
    assert error.text("hu") != error.text("en")
    for lang in ("en", "hu"):
        assert "{" not in error.text(lang)
