"""What games need not write themselves: options, data, positions, tags, moves, colours."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

import cattery
from cattery import art, errors, tagged
from cattery.data import Checked
from cattery.fields import Fields
from cattery.game import _checked
from cattery.movelist import MoveList
from cattery.options import Option
from cattery.plain import Plain

WEB = Path(__file__).parents[2] / "web" / "src"
LETTERS: dict[str, Any] = {
    "name": "tiles",
    "kind": "arrangement",
    "of": "ABCDEFGHIJKL",
    "choose": 4,
    "presets": ["random", "ABCD"],
    "default": "random",
}


# --- options -------------------------------------------------------------------------------------


def test_an_arrangement_is_one_number_in_the_record():
    option = Option.read(LETTERS)
    assert option.count == 12 * 11 * 10 * 9
    assert option.choices(3) == ("random", "ABCD")
    for value, code in (("random", -1), ("ABCD", 0), ("ABCE", 1), ("LKJI", 11879)):
        assert option.code(value) == code
        assert option.value(code) == value


def test_small_letters_are_read_as_capitals():
    assert _checked(Option.read(LETTERS), "lkji", 2) == "LKJI"


@pytest.mark.parametrize("value", ["", "ABC", "ABCDE", "AABC", "ABCM", "0", "Random", "ÁBCD"])
def test_what_is_no_arrangement_is_refused_in_words(value: str):
    with pytest.raises(errors.BadArrangement) as refused:
        _checked(Option.read(LETTERS), value, 2)
    for lang in ("en", "hu"):
        said = refused.value.text(lang)
        assert "ABCDEFGHIJKL" in said
        assert "4" in said


def test_numbers_that_begin_at_one_are_coded_by_place():
    level = Option("level", ("1", "2", "3", "4"), "1", pictures=True)
    assert [level.code(value) for value in level.values] == [0, 1, 2, 3]
    assert [level.value(code) for code in range(4)] == list(level.values)


def test_seats_and_switches_are_read_back_from_their_codes():
    first = Option("first", ("random", "seat"), "random")
    assert [first.value(first.code(value)) for value in ("random", "0", "3")] == [
        "random", "0", "3",
    ]  # fmt: skip
    switch = Option("ghosts", ("on", "off"), "on")
    assert [switch.value(switch.code(value)) for value in ("on", "off")] == ["on", "off"]


@pytest.mark.parametrize(
    "wrong",
    [{"choose": 13}, {"choose": 0}, {"of": "AABC"}, {"presets": ["ABC"]}, {"kind": "colour"}],
)
def test_an_option_that_makes_no_sense_is_noticed_at_once(wrong: dict[str, Any]):
    with pytest.raises((AssertionError, KeyError)):
        Option.read({**LETTERS, **wrong})


# --- data, positions -----------------------------------------------------------------------------

SHEET = {"mice": 15, "cards": [1, 2, 3], "levels": [{"name": "one"}], "names": ["a", "b"]}


def sheet(**changes: Any) -> Checked:
    return Checked({**SHEET, **changes}, "filou", "deck.toml")


def test_facts_that_are_right_are_read():
    good = sheet()
    assert good.number("mice", 0, 20) == 15
    assert good.numbers("cards", 3, 1, 3) == (1, 2, 3)
    assert good.numbers("cards", None, 1, 3) == (1, 2, 3)
    assert good.tables("levels")[0].text("name", ["one", "two"]) == "one"
    assert good.texts("names") == ("a", "b")


WRONG = [
    (lambda: sheet(mice=21).number("mice", 0, 20), "mice"),
    (lambda: sheet(mice=True).number("mice", 0, 20), "mice"),
    (lambda: sheet(mice="15").number("mice", 0, 20), "mice"),
    (lambda: sheet().number("rats", 0, 20), "rats"),
    (lambda: sheet(cards=[1, 2]).numbers("cards", 3, 1, 3), "cards"),
    (lambda: sheet(cards=[1, 2, 4]).numbers("cards", 3, 1, 3), "cards"),
    (lambda: sheet(cards=7).numbers("cards", None, 1, 3), "cards"),
    (lambda: sheet().table("levels"), "levels"),
    (lambda: sheet(levels=[]).tables("levels"), "levels"),
    (lambda: sheet(levels=[5]).tables("levels"), "levels"),
    (lambda: sheet().tables("levels")[0].text("name", ["two"]), "levels[1].name"),
    (lambda: sheet(levels=[{}]).tables("levels")[0].text("name"), "levels[1].name"),
    (lambda: sheet(names=["a", 1]).texts("names"), "names"),
    (lambda: sheet().texts("names", 3), "names"),
]


@pytest.mark.parametrize(("read", "fact"), WRONG)
def test_a_wrong_fact_is_named_with_its_file(read: Any, fact: str):
    with pytest.raises(errors.BadData) as refused:
        read()
    for lang in ("en", "hu"):
        said = refused.value.text(lang)
        assert "filou/deck.toml" in said
        assert fact in said


def test_parts_of_a_position_that_are_left_out_have_defaults():
    assert Fields("huupp", "a b", needed=1, defaults=("x", "y")).words == ["a", "b", "y"]
    assert Fields("huupp", "", defaults=("x",)).words == ["x"]


@pytest.mark.parametrize("text", ["", "a b c d"])
def test_a_wrong_number_of_parts_is_refused(text: str):
    with pytest.raises(errors.BadPosition):
        Fields("huupp", text, needed=1, defaults=("x", "y"))


def test_words_of_a_position_are_read_or_refused():
    fields = Fields("huupp", "a", needed=1, defaults=())
    assert fields.numbers("1,-2,30", "parts", 3, -2, 30) == [1, -2, 30]
    assert fields.place("k", "kc", "parts") == 0
    for read in (
        lambda: fields.numbers("1,2", "parts", 3, 0, 9),
        lambda: fields.number("10", "parts", 0, 9),
        lambda: fields.number("１", "parts", 0, 9),
        lambda: fields.number("1_0", "parts", 0, 90),
        lambda: fields.place("x", "kc", "parts"),
        lambda: fields.match("[a-f]", "g", "parts"),
    ):
        with pytest.raises(errors.BadPosition):
            read()


# --- tags, moves, records ------------------------------------------------------------------------


@tagged.tagged("laid")
class Laid:
    """Something laid."""

    seat: int
    card: str | None = None


def test_tagged_things_travel_with_their_tag():
    assert orjson.loads(orjson.dumps(Laid(1, "x"))) == {"seat": 1, "card": "x", "type": "laid"}
    assert Laid(1) == Laid(1) != Laid(2)
    assert hash(Laid(1)) == hash(Laid(1))
    assert repr(Laid(1)) == "Laid(seat=1, card=None)"
    match Laid(3, "y"):
        case Laid(seat, card):
            assert (seat, card) == (3, "y")


def test_tagged_things_never_change():
    with pytest.raises(AttributeError):
        Laid(1).seat = 2  # type: ignore[misc]


def test_moves_are_made_when_they_are_asked_for():
    made: list[int] = []

    def put(k: int) -> tuple[str, int]:
        made.append(k)
        return "put", k

    moves = MoveList((3, lambda k: ("draw", k)), (50_000, put), (1, lambda k: ("done", k)))
    assert len(moves) == 50_004
    assert [moves[0], moves[3], moves[50_002], moves[-1]] == [
        ("draw", 0), ("put", 0), ("put", 49_999), ("done", 0),
    ]  # fmt: skip
    assert made == [0, 49_999]
    assert moves[2:5] == [("draw", 2), ("put", 0), ("put", 1)]
    for at in (50_004, -50_005):
        with pytest.raises(IndexError):
            moves[at]


def test_a_record_is_read_into_plain_numbers_and_lists():
    kind = np.dtype([("seats", "i1"), ("mice", "i2", (2,)), ("rows", "u1", (2, 2))])
    plain: Any = Plain(np.array([(3, (1, 2), ((1, 2), (3, 4)))], kind))
    assert (plain.seats, plain.mice, plain.rows) == (3, [1, 2], [[1, 2], [3, 4]])
    assert type(plain.seats) is int


# --- one look per seat ---------------------------------------------------------------------------


def test_page_pictures_and_terminal_have_the_looks_of_seats_from_one_file():
    """The page is built from `seats.toml`; what it writes itself would drift away."""
    page = [WEB / "styles" / "page.css", WEB / "parts" / "SeatMark.svelte"]
    written = "".join(file.read_text(encoding="utf-8") for file in page)
    for look in art.SEATS:
        assert not re.search(rf"--c-seat-\d: ({look.light}|{look.dark})", written)
        assert look.outline not in written
    assert (WEB.parent / "build" / "seats.ts").read_text(encoding="utf-8").count("seats.toml") == 1


def test_there_is_a_look_for_every_seat_of_every_game():
    assert max(cattery.game(name).seats[-1] for name in cattery.games()) <= len(art.SEATS)
    for part in zip(*art.SEATS, strict=True):
        assert len(set(part)) == len(art.SEATS)


# --- games from elsewhere ------------------------------------------------------------------------

DISCOVER = """
import sys, cattery
print(*cattery.games())
print(cattery.game("naps").title("en"), cattery.game("naps").seats)
from cattery.games.naps import thing
print(thing.VALUE)
print("numba" in sys.modules)
"""


def test_games_are_found_in_folders_outside_the_package(tmp_path: Path):
    folder = tmp_path / "more" / "naps"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text("seats = [1, 3]\nrules_version = 1\n", encoding="utf-8")
    (folder / "words.en.toml").write_text('title = "Naps"\n', encoding="utf-8")
    (folder / "thing.py").write_text("VALUE = 7\n", encoding="utf-8")
    shadow = tmp_path / "more" / "huupp"  # a packaged game isn't replaced
    shadow.mkdir()
    (shadow / "game.toml").write_text("seats = [9, 9]\nrules_version = 1\n", encoding="utf-8")
    places = os.pathsep.join([str(tmp_path / "none"), str(tmp_path / "more")])
    environment = {**os.environ, "CATTERY_GAMES": places}
    run = subprocess.run(
        [sys.executable, "-c", DISCOVER],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    names, title, value, numba = run.stdout.splitlines()
    assert {"filou", "huupp", "naps"} <= set(names.split())
    assert title == "Naps range(1, 4)"
    assert value == "7"
    assert numba == "False"
