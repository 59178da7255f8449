"""What is special about each of the four levels."""

from __future__ import annotations

import pytest

from rules.macskalak.desk import (
    at,
    cells,
    desk,
    every_cell,
    forced,
    legal,
    lent,
    play,
    refusal,
    sheet,
)


def score(match, part: str) -> int:
    """A part of player 1's score."""
    return getattr(match.view(0).sheets[0].score, part)


# --- level 1 -------------------------------------------------------------------------------------


def test_m50_cats_are_crossed_out_on_the_track_instead_of_being_drawn():
    match = play(desk("", "345c"), "cat")
    assert sheet(match) == ""
    assert match.view(0).sheets[0].cats == 1
    play(match, "3 a1", "4 a2")
    assert legal(match) == {"done"}  # one cell fewer was filled
    assert refusal(desk("", "345c"), "cat a1") == ("M-50", "cats_on_track")


def test_m50_a_cat_made_by_h_or_k_goes_to_the_track_too():
    match = play(lent("H", "", "345m"), "use H 3 cat", "cat")
    assert match.view(0).sheets[0].cats == 1
    match = play(desk("2", "2345", abilities="KABC"), "2 b1", "cat")
    assert match.view(0).sheets[0].cats == 1
    assert forced(match) is None


def test_m50_past_the_end_of_the_track_nothing_happens():
    match = play(desk("", "345c", cats=12), "cat")
    assert match.view(0).sheets[0].cats == 12
    assert match.view(0).own.used == 1
    assert forced(match) is None


@pytest.mark.parametrize(("before", "number"), [(1, "2"), (3, "3"), (7, "4"), (11, "5")])
def test_m51_a_cat_with_a_number_writes_it_at_once_into_any_empty_cell(before: int, number: str):
    match = play(desk("3", "345c", cats=before), "cat")
    assert legal(match) == {f"{number} {cell}" for cell in every_cell() - {"a1"}}
    play(match, f"{number} f6")
    assert at(match, "f6") == number
    assert match.view(0).own.group == ()  # M-41
    assert match.view(0).own.used == 1


@pytest.mark.parametrize("before", [5, 9])
def test_m51_a_cat_with_a_sign_writes_any_number(before: int):
    match = play(desk("", "345c", cats=before), "cat")
    assert legal(match) == {f"{number} {cell}" for number in "2345" for cell in every_cell()}
    assert refusal(match, "mouse a1") == ("M-51", "other_number")


def test_m52_the_track():
    track = desk().view(0).paper.track
    assert track == ("", "2", "", "3", "", "#", "", "4", "", "#", "", "5")
    for before, shows in enumerate(track):
        match = play(desk("", "345c", cats=before), "cat")
        assert forced(match) == ("number" if shows else None)


def test_m53_a_point_per_crossed_out_cat():
    assert [score(desk(cats=cats), "cats") for cats in (0, 1, 7, 12)] == [0, 1, 7, 12]


def test_m54_a_mouse_crosses_out_the_cheese_of_its_row_and_column():
    match = play(desk("", "34mm"), "mouse b3")
    assert match.view(0).sheets[0].cheese == ("b", "3")
    assert score(match, "cheese") == 2
    play(match, "mouse b4")
    assert match.view(0).sheets[0].cheese == ("b", "3", "4")
    told = match.story(0)[-1].events[-1]
    assert (told.type, told.lines, told.points) == ("crossed_cheese", ("4",), 1)


def test_m54_there_are_twelve():
    match = desk("m...../.m..../..m.../...m../....m./.....m")
    assert score(match, "cheese") == 12


# --- level 2 -------------------------------------------------------------------------------------

LINES = [
    ("M-60 a mouse with a cat in its row", "mc", 1),
    ("M-60 a mouse with a cat in its column", "m/c", 1),
    ("M-60 a mouse may score in both", "mc/c", 2),
    ("M-60 a mouse without a cat", "m/.c", 0),
    ("M-60 two mice in a column with a cat, one in another", "m./m./cm", 3),
    ("M-60 a second cat in the line changes nothing", "mcc", 1),
    ("M-60 a cat alone", "c", 0),
    ("M-60 a doubled mouse is two", "m+c", 2),
    ("M-60 a doubled cat is a cat", "mc+", 1),
]


@pytest.mark.parametrize(("rule", "start", "points"), LINES, ids=[row[0] for row in LINES])
def test_mice_in_lines(rule: str, start: str, points: int):
    assert score(desk(start, level=2), "mice") == points


BONUS = [
    ("M-61 a bonus cell in a room of 2", "..22:c1d1", 2),
    ("M-61 a bonus cell in a room of 5", "55555:a1b1c1d1e1", 5),
    ("M-61 a number in no room", "...5", 0),
    ("M-61 a cat in a bonus cell", "...c", 0),
    ("M-61 a mouse in a bonus cell", "...m", 0),
]


@pytest.mark.parametrize(("rule", "start", "points"), BONUS, ids=[row[0] for row in BONUS])
def test_bonus_cells(rule: str, start: str, points: int):
    assert score(desk(start, level=2), "bonus") == points


@pytest.mark.parametrize("level", [2, 3])
def test_m61_every_bonus_cell_counts(level: int):
    for number, cell in enumerate(desk(level=level).view(0).paper.bonus):
        match = play(lent("I", "", "2234", level=level), f"double 2 {cell}")
        bonus = match.view(0).sheets[0].bonus
        assert bonus == tuple(2 if k == number else 0 for k in range(5))
        assert score(match, "bonus") == 2
        built = next(e for e in match.story(0)[-1].events if e.type == "built")
        assert built.bonus == 2


def test_m61_two_bonus_cells_in_one_room_both_count():
    match = play(desk("/////..4.4/", "4442", level=2, abilities="EFGH"), "4 d6", "4 d5")
    assert score(match, "bonus") == 8


# --- level 3 -------------------------------------------------------------------------------------

AREAS = [
    ("M-70 no cat", "mm", 0),
    ("M-70 one cat", "mmc", 2),
    ("M-70 two cats", "mmcc", 2),
    ("M-70 three cats", "mmcc/c", 4),
    ("M-70 four cats", "mmcc/cc", 4),
    ("M-70 a cat in another area", "mm..c", 0),
    ("M-70 areas are counted apart", "mmcc/c..m.c", 5),
    ("M-70 a doubled cat is two", "mmc+/c", 4),
    ("M-70 a doubled mouse is two", "m+c", 2),
]


@pytest.mark.parametrize(("rule", "start", "points"), AREAS, ids=[row[0] for row in AREAS])
def test_areas(rule: str, start: str, points: int):
    match = desk(start, level=3)
    assert score(match, "mice") == points
    assert sum(area.points for area in match.view(0).sheets[0].areas) == points


def test_m70_the_four_areas():
    areas = {area.name: set(area.cells) for area in desk(level=3).view(0).paper.areas}
    assert list(areas) == ["red", "blue", "green", "yellow"]
    assert areas["red"] == {"a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3"}
    assert areas["yellow"] == {"e4", "f4", "d5", "e5", "f5", "c6", "d6", "e6", "f6"}
    assert set().union(*areas.values()) == every_cell(3)


# --- level 4 -------------------------------------------------------------------------------------

HOUSE = {f"{column}{row}" for column in "bcdef" for row in (3, 4, 5)}


def test_m80_the_house_starts_with_15_cells():
    match = desk("", "2345", level=4)
    assert cells(match, "3") == HOUSE
    assert refusal(match, "3 a1") == ("M-80", "not_in_house")


@pytest.mark.parametrize(
    ("number", "start", "move"),
    [
        (2, "//_2", "2 c3"),
        (3, "//_33", "3 d3"),
        (4, "//_444", "4 e3"),
        (5, "//_5555", "5 f3"),
    ],
)
def test_m80_each_room_of_n_adds_n_cells_at_once(number: int, start: str, move: str):
    match = play(desk(start, "2345", level=4, abilities="EFGH"), move)
    assert forced(match) == "expand"
    assert match.view(0).own.forced.left == number
    for step in range(number):
        assert forced(match) == "expand"
        play(match, f"add {'abcdefg'[step]}1")
    assert forced(match) is None
    assert match.view(0).sheets[0].cells.count(None) == 49 - 15 - number


def test_m80_anywhere_in_the_frame_but_connected_among_themselves():
    match = play(desk("//_2", "2345", level=4, abilities="EFGH"), "2 c3")
    assert cells(match, "add") == every_cell(4) - HOUSE
    play(match, "add g7")
    assert cells(match, "add") == {"f7", "g6"}
    assert refusal(match, "add a1") == ("M-80", "added_apart")
    assert refusal(match, "add b3") == ("M-80", "already_house")
    assert refusal(match, "3 b4") == ("M-80", "expand_first")


def test_m80_new_cells_that_only_touch_the_house_are_not_connected():
    match = play(desk("//_2", "2345", level=4, abilities="EFGH"), "2 c3", "add b2")
    assert cells(match, "add") == {"a2", "b1", "c2"}


def grown(a1: str, f7: str, g7: str):
    """A match on level 4 after a room of 3 in a house that fills the frame but for some corners."""
    rows = [
        f"{a1}4444..",
        "4444.55",
        ".33..55",
        "5555555",
        "5555555",
        "5555555",
        f"22...{f7}{g7}",
    ]
    lines = ["b1c1d1e1", "a2b2c2d2", "f2f3f4f5f6", "g2g3g4g5g6", "a7b7"]
    lines += ["".join(f"{column}{row}" for column in "abcde") for row in (4, 5, 6)]
    start = "/".join(rows) + ":" + ",".join(lines)
    return play(desk(start, "2345", level=4, abilities="EFGH"), "3 d3")


def test_m80_the_first_lies_in_a_region_that_is_large_enough_else_in_one_of_the_largest():
    match = grown("_", "_", "_")
    assert match.view(0).own.forced.left == 2  # no region of three is left
    assert cells(match, "add") == {"f7", "g7"}
    assert refusal(match, "add a1") == ("M-80", "region_too_small")
    assert match.story(0)[-1].events[-1].what == "cells"
    match = grown("_", "_", ".")
    assert match.view(0).own.forced.left == 1
    assert cells(match, "add") == {"a1", "f7"}


def test_m80_in_a_full_frame_the_expansion_is_lost():
    match = grown(".", ".", ".")
    assert forced(match) is None
    assert match.story(0)[-1].events[-1].what == "expansion"


def test_m81_points_are_cheese_and_mice_with_cats():
    match = desk("//_mc/_c", level=4)
    assert score(match, "cheese") == 2
    assert score(match, "mice") == 2
    assert score(match, "empty") == 0
    assert at(match, "c3") == "cat"


def test_m81_there_are_fourteen_cheeses():
    paper = desk(level=4).view(0).paper
    assert paper.cheese
    assert paper.size * 2 == 14


NEARLY = "//_.cmcm_/_mcmcm_/_cmcmc_"  # one cell of the house is empty
FULL = "//_3cmcm_/_mcmcm_/_cmcmc_"


def test_m82_it_ends_only_when_every_house_is_full():
    match = desk(NEARLY, "2345", level=4, abilities="EFGH", others=("",))
    play(match, "2 b3", "done")
    play(match, "3 b3", "4 b4", "5 b5", "done", seat=1)
    assert not match.over
    match = desk(NEARLY, "2345", level=4, abilities="EFGH")
    play(match, "2 b3", "done")
    assert match.over


def test_m82_a_player_whose_house_is_full_has_no_turn():
    match = desk("", "2345", level=4, abilities="EFGH", others=(FULL,))
    assert match.waiting == (0,)
    assert match.view(0).resting == (1,)
    assert match.view(1).own is None
    play(match, "2 b3", "3 b4", "4 b5", "done")
    assert match.waiting == (0,)
    assert match.view(0).round == 6


def test_m82_a_house_that_grows_in_the_last_cell_goes_on():
    match = desk("//_.2mcm_/_mcmcm_/_cmcmc_", "2345", level=4, abilities="EFGH")
    play(match, "2 b3", "add b2", "add b1", "3 b2", "4 b1", "done")
    assert match.over
    match = desk("//_.2mcm_/_mcmcm_/_cmcmc_", "2345", level=4, abilities="EFGH")
    play(match, "2 b3", "add g1", "add g2", "done")
    assert not match.over
