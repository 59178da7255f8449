"""What hints say of a step: what it scores at once, and what it prepares."""

from __future__ import annotations

import pytest

from rules.facts import Fact, fact, told
from rules.macskalak.desk import desk, lent, play

# --- rooms ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "move", "said"),
    [
        ("2", "2 b1", fact("M-32", "built", number=2, ability="E")),
        ("3", "3 b1", fact("M-30", "prepares", number=3)),
        ("3", "3 b2", None),  # a corner isn't enough
        ("3", "4 b1", None),
    ],
)
def test_a_number(sheet: str, move: str, said: Fact | None):
    assert told(desk(sheet, abilities="EFGH"), move) == said


@pytest.mark.parametrize(
    ("sheet", "move", "said"),
    [
        ("3", "move a1 a2", None),  # the other 3 was the one that moved
        ("3", "move a1 f3", None),
        ("3./.", "move a1 b2", None),
        ("3.3", "move a1 b1", fact("M-30", "prepares", number=3)),
        ("33", "move a1 c1", None),  # as many side by side as before
        ("44.4", "move a1 c1", fact("M-30", "prepares", number=4)),  # three instead of two
        ("4.44", "move a1 b1", fact("M-30", "prepares", number=4)),
        ("5+5", "move a1 c1", None),  # of a doubled one a single one is left
        ("5+.5", "move a1 b1", None),  # two beside each other count as much as the doubled one
        ("5+.55", "move a1 b1", fact("M-30", "prepares", number=5)),  # three count more
        ("5+5.55", "move a1 c1", fact("M-30", "prepares", number=5)),  # four instead of three
        ("5+55.5", "move a1 d1", None),  # four, as before
    ],
)
def test_a_number_that_moves(sheet: str, move: str, said: Fact | None):
    """G: the facts are those after the whole step, when its old cell is crossed out."""
    assert told(lent("G", sheet, "345m"), move) == said


def test_an_ability_that_takes_effect_at_once_gives_no_use():
    match = desk("2", abilities="KABC")
    assert told(match, "2 b1") == fact("M-32", "built_at_once", number=2, ability="K")


def test_bonus_cells():
    assert told(desk("", level=2), "2 d1") == fact("M-61", "bonus", number=2)
    match = desk("...2", level=2)
    assert told(match, "2 e1") == fact("M-61", "built_bonus", number=2, bonus=2)


# --- level 1 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cats", "code"),
    [(0, "cat"), (1, "number"), (5, "number"), (11, "number")],
)
def test_a_cat_of_the_track(cats: int, code: str):
    assert told(desk("", "345c", cats=cats), "cat") == fact("M-53", code)


def test_past_the_end_of_the_track_a_cat_is_no_point():
    assert told(desk("", "345c", cats=12), "cat") == fact("M-50", "no_cat")


def test_a_number_of_the_track_that_finds_no_cell_is_not_promised():
    match = play(desk("/".join(["mmmmmm"] * 5 + ["mmmmm."]), "345c", cats=1), "3 f6")
    assert told(match, "cat") == fact("M-53", "cat")


def test_cheese():
    assert told(desk("", "345m"), "mouse a1") == fact("M-54", "cheese", n=2)
    assert told(desk("m", "345m"), "mouse b1") == fact("M-54", "cheese", n=1)
    assert told(desk("m./.m", "345m"), "mouse b1") is None


# --- cats and mice in rows and columns -----------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "move", "said"),
    [
        ("", "mouse c3", fact("M-60", "mouse_waits")),
        ("..c", "mouse c3", fact("M-60", "mouse", n=1)),
        ("..c//c", "mouse c3", fact("M-60", "mouse", n=2)),
        ("m/m", "mouse a3", fact("M-60", "mouse_waits")),
        ("", "cat c3", fact("M-60", "cat_lines_wait")),
        ("..m/..m", "cat c3", fact("M-60", "cat_lines", n=2)),
        ("..m//m", "cat c3", fact("M-60", "cat_lines", n=2)),
        ("..m+//", "cat c3", fact("M-60", "cat_lines", n=2)),
        ("..mc//m", "cat c3", fact("M-60", "cat_lines", n=2)),
        ("..c/..m/m", "cat c3", fact("M-60", "cat_lines", n=1)),  # the column has one already
        ("..c//c", "cat c3", None),
    ],
)
def test_level_2(sheet: str, move: str, said: Fact | None):
    assert told(desk(sheet, "45cm", level=2), move) == said


def test_a_doubled_mouse_counts_twice():
    match = lent("I", "..c", "4cmm", level=2)
    assert told(match, "double mouse c3") == fact("M-60", "mouse", n=2)


def test_level_4_tells_of_cheese_first():
    assert told(desk("", "45cm", level=4), "mouse c3") == fact("M-54", "cheese", n=2)
    match = desk("//_m/_.m", "45cm", level=4)
    assert told(match, "mouse c3") == fact("M-60", "mouse_waits")
    match = desk("//_m/_.m", "45cm", level=4)
    assert told(match, "cat c3") == fact("M-60", "cat_lines", n=2)


# --- cats and mice in areas ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "move", "said"),
    [
        ("", "mouse a1", fact("M-70", "mouse_area_waits")),
        ("....c", "mouse a1", fact("M-70", "mouse_area_waits")),  # in another area
        (".c", "mouse a1", fact("M-70", "mouse", n=1)),
        (".cc/c", "mouse a1", fact("M-70", "mouse", n=2)),
        ("", "cat a1", fact("M-70", "cat_area_waits")),
        (".c", "cat a1", fact("M-70", "cat_area_second")),
        (".cc", "cat a1", fact("M-70", "cat_area_double")),
        (".cc/c", "cat a1", None),
        (".m", "cat a1", fact("M-70", "cat_area", n=1)),
        (".mm", "cat a1", fact("M-70", "cat_area", n=2)),
        (".mc", "cat a1", fact("M-70", "cat_area_second")),
        (".cc/mm", "cat a1", fact("M-70", "cat_area", n=2)),
    ],
)
def test_level_3(sheet: str, move: str, said: Fact | None):
    assert told(desk(sheet, "45cm", level=3), move) == said


# --- done ----------------------------------------------------------------------------------------


def test_done():
    match = play(desk("", "2345"), "2 a1", "3 b1", "4 c1")
    assert told(match, "done") == fact("M-24", "done")
    match = play(lent("E", "", "2345"), "2 a1", "3 b1", "4 c1")
    assert told(match, "done") == fact("M-24", "done_keeps")
