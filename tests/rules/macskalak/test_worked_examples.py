"""The examples of the booklet and of the rule sheet."""

from __future__ import annotations

from rules.macskalak.desk import cells, desk, forced, legal, play, rooms, sheet, uses


def test_m20_a_mouse_a_3_and_a_4_in_a_connected_triple():
    match = play(desk("", "345m", level=2), "mouse c3", "3 d3", "4 d4")
    assert sheet(match) == "//..m3/...4"
    assert legal(match) == {"done"}


def test_m21_a_region_of_two_cells_takes_5_and_3_and_the_third_die_is_lost():
    match = play(desk("..2/42", "345m", level=2), "5 a1", "3 b1")
    assert legal(match) == {"done"}
    play(match, "done")
    assert match.story(0)[-1].events[0].lost == 1


def test_m32_m40_a_room_of_4_gives_its_ability_and_a_use_is_crossed_out():
    match = play(desk("44/4", "345m", abilities="ABDC"), "4 b2")
    assert rooms(match) == ["a1 b1 a2 b2"]
    assert uses(match) == "D"
    play(match, "use D f6")
    assert uses(match) == ""


def test_m91_three_rooms_of_2_four_of_3_none_of_4_and_one_of_5():
    start = "22.22./22.333/333333/333...:"
    start += "a1b1,d1e1,a2b2,d2e2f2,a3b3c3,d3e3f3,a4b4c4"
    match = desk(start.replace(":", "/.55555:", 1) + ",b5c5d5e5f5", level=2)
    assert match.view(0).sheets[0].score.rooms == (3, 12, 0, 7)


def test_m50_m51_mouse_cat_and_4_fill_two_cells_and_the_tracks_2_goes_elsewhere():
    match = play(desk("", "4cm3", cats=1), "mouse c3", "cat")
    assert forced(match) == "number"
    play(match, "2 f6", "4 c4")
    assert sheet(match) == "//..m/..4//.....2"
    assert legal(match) == {"done"}


def test_m53_m54_seven_cheeses_and_six_cats_are_13():
    match = desk("m/.m/..m/m", cats=6)
    score = match.view(0).sheets[0].score
    assert (score.cheese, score.cats) == (7, 6)


def test_m60_two_mice_in_a_column_with_a_cat_are_2_and_a_mouse_without_is_0():
    assert desk("m/.m/c", level=2).view(0).sheets[0].score.mice == 1
    assert desk("m/m/c", level=2).view(0).sheets[0].score.mice == 2
    assert desk(".m", level=2).view(0).sheets[0].score.mice == 0


def test_m61_a_bonus_cell_in_a_room_of_5_is_5():
    assert desk("55555:a1b1c1d1e1", level=2).view(0).sheets[0].score.bonus == 5


def test_m70_three_cats_and_two_mice_in_an_area_are_4():
    assert desk("ccc/mm", level=3).view(0).sheets[0].score.mice == 4
    assert desk("ccc/....mm", level=3).view(0).sheets[0].score.mice == 0


def test_m80_a_room_of_4_adds_4_cells_and_the_third_die_may_already_go_there():
    match = desk("//_44", "4455", level=4, abilities="EFGH")
    play(match, "4 c4", "4 b4", "add a4", "add a3", "add a2", "add a1")
    assert "a4" in cells(match, "5")
    play(match, "5 a4")
    assert "done" in legal(match)


def test_m24_with_5_written_in_a_one_cell_region_and_cat_cat_3_left_a_cat_must_be_taken():
    match = play(desk(".2/2", "35cc"), "5 a1")
    assert legal(match) == {"cat"}
    play(match, "cat")
    assert legal(match) == {"cat", "done"}
