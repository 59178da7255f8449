"""The twelve abilities, each alone, and in the combinations that the sheet names."""

from __future__ import annotations

import pytest

from rules.macskalak.desk import (
    ALL,
    at,
    cells,
    desk,
    every_cell,
    faces,
    forced,
    legal,
    lent,
    play,
    refusal,
    rooms,
    sheet,
    uses,
)

KEPT = ALL[:10]
MOVE = {  # a move that spends each ability that is kept
    "A": "apart 3 f3",
    "B": "use B 3 up",
    "C": "use C 4",
    "D": "use D c3",
    "E": "use E more",
    "F": "use F 5",
    "G": "move a1 c3",
    "H": "use H 3 cat",
    "I": "double 3 c3",
    "J": "use J",
}


@pytest.mark.parametrize("letter", KEPT)
def test_m40_an_ability_costs_a_use(letter: str):
    match = lent(letter, "4", "335m")
    assert MOVE[letter] in legal(match)
    assert uses(match) == letter
    play(match, MOVE[letter])
    assert uses(match) == ""
    assert MOVE[letter] not in legal(match)


@pytest.mark.parametrize("letter", KEPT)
def test_m40_without_a_use_it_is_refused(letter: str):
    assert refusal(lent(letter.lower(), "4", "335m"), MOVE[letter]) == ("M-32", "no_use")


@pytest.mark.parametrize("letter", KEPT)
def test_m10_an_ability_that_is_not_in_the_game_is_refused(letter: str):
    others = [each for each in ALL if each != letter][:4]
    match = desk("4", "335m", abilities="".join(others))
    assert refusal(match, MOVE[letter]) == ("M-10", "not_in_game")


@pytest.mark.parametrize("letter", "ABCFHIJ")
def test_m40_these_need_a_die_that_is_still_owed(letter: str):
    match = play(lent(letter, "4", "335m"), "3 c1", "3 c2", "5 c3")
    assert not [note for note in legal(match) if note != "done"]


def test_m40_d_e_and_g_need_no_die():
    match = play(lent("DEG", "4", "335m"), "3 c1", "3 c2", "5 c3")
    assert {"use D f1", "use E more", "move a1 f1", "done"} <= legal(match)


def test_m40_uses_won_in_this_very_turn_may_be_spent_in_it():
    match = play(desk("2", "2345", abilities="DABC"), "2 b1", "use D f6")
    assert at(match, "f6") == "3"


def test_m40_any_number_of_uses_combined_freely():
    match = play(
        lent("BBBE", "4", "2344"), "use B 2 up", "use B 3 up", "use B 4 down", "use E more"
    )
    assert faces(match) == "3344"
    assert match.view(0).own.owed == 4
    assert uses(match) == ""


# --- A -------------------------------------------------------------------------------------------


def test_m40_a_a_die_goes_into_any_empty_cell_and_does_not_join_the_group():
    match = play(lent("A", "", "345m"), "3 a1")
    assert cells(match, "apart 4") == every_cell() - {"a1", "a6"}
    play(match, "apart 4 f3")
    assert match.view(0).own.group == ("a1",)
    assert cells(match, "5") == {"b1", "a2"}


def test_m40_a_written_first_it_leaves_the_next_die_free_to_start_anywhere():
    match = play(lent("A", "", "345m"), "apart 4 f3")
    assert match.view(0).own.group == ()
    assert {"a1", "e3", "d5"} <= cells(match, "3")


def test_m40_a_beside_the_group_it_does_not_join_either():
    match = play(lent("A", "", "345m"), "3 a1", "apart 4 b1")
    assert cells(match, "5") == {"a2"}


def test_m40_a_twice_in_one_turn():
    match = play(lent("AA", "", "345m"), "apart 3 f1", "apart 4 f3", "5 f5", "done")
    assert match.view(0).round == 6


def test_m40_a_builds_rooms():
    assert "f2 f3" in rooms(play(lent("A", "/.....2", "2345", level=2), "3 a1", "apart 2 f3"))


# --- B, C, F, H: changes -------------------------------------------------------------------------

CHANGES = [
    ("M-40 B one up", "B", "35cm", "use B 3 up", "45cm"),
    ("M-40 B one down", "B", "35cm", "use B 3 down", "25cm"),
    ("M-40 B 5 becomes 4", "B", "35cm", "use B 5 down", "34cm"),
    ("M-40 C a mouse becomes a 2", "C", "35cm", "use C 2", "235c"),
    ("M-40 C a mouse becomes a 5", "C", "35cm", "use C 5", "355c"),
    ("M-40 F 5 becomes 2", "F", "35cm", "use F 5", "23cm"),
    ("M-40 F 2 becomes 5", "F", "23cm", "use F 2", "35cm"),
    ("M-40 H a number becomes a cat", "H", "35cm", "use H 3 cat", "5ccm"),
    ("M-40 H a number becomes a mouse", "H", "35cm", "use H 5 mouse", "3cmm"),
    ("M-40 B changes one of two equal dice", "B", "33cm", "use B 3 up", "34cm"),
]


@pytest.mark.parametrize(
    ("rule", "letter", "dice", "move", "after"), CHANGES, ids=[row[0] for row in CHANGES]
)
def test_changes(rule: str, letter: str, dice: str, move: str, after: str):
    assert faces(play(lent(letter, "", dice, level=2), move)) == after


NOT_CHANGED = [
    ("B", "22cm", "use B 3 up"),
    ("C", "35cc", "use C 3"),
    ("F", "34cm", "use F 5"),
    ("H", "35cm", "use H 4 cat"),
]


@pytest.mark.parametrize(("letter", "dice", "move"), NOT_CHANGED)
def test_m41_there_must_be_such_a_die(letter: str, dice: str, move: str):
    assert refusal(lent(letter, "", dice), move) == ("M-20", "no_such_die")


def test_m40_b_stays_within_2_and_5():
    match = lent("B", "", "25cm")
    assert {note for note in legal(match) if note.startswith("use")} == {
        "use B 2 up",
        "use B 5 down",
    }


def test_m41_changes_stack():
    match = play(lent("HC", "", "4445"), "use H 4 mouse", "use C 2")
    assert faces(match) == "2445"
    match = play(lent("BBF", "", "4ccc", level=2), "use B 4 up", "use F 5", "use B 2 up")
    assert faces(match) == "3ccc"


def test_m41_a_change_holds_for_this_round_only():
    match = play(lent("B", "", "345m"), "use B 3 up", "4 a1", "4 a2", "5 a3", "done")
    dice = match.view(0).own.dice
    assert all(die.face == die.rolled for die in dice)


def test_m41_the_view_shows_what_a_die_was_and_is():
    match = play(lent("B", "", "345m"), "use B 3 up")
    die = match.view(0).own.dice[0]
    assert (die.rolled, die.face, die.used) == ("3", "4", False)


def test_m41_a_used_die_cannot_be_changed():
    match = play(lent("B", "", "345m"), "3 a1")
    assert refusal(match, "use B 3 up") == ("M-20", "no_such_die")


def test_m41_changes_never_touch_what_d_g_k_l_or_the_track_write():
    match = play(desk("", "345c", cats=1, abilities="BACE"), "cat")
    assert cells(match, "2")
    assert all(note.startswith("2 ") for note in legal(match))


# --- D, E ----------------------------------------------------------------------------------------


def test_m40_d_a_3_anywhere_besides_the_dice():
    match = lent("D", "", "245m")
    assert cells(match, "use D") == every_cell() - {"a6"}
    play(match, "2 a1", "use D f3")
    assert at(match, "f3") == "3"
    assert cells(match, "4") == {"b1", "a2"}  # M-41: it creates no adjacency
    assert match.view(0).own.used == 1


def test_m40_d_before_any_die_leaves_the_group_empty():
    match = play(lent("D", "", "245m"), "use D f3")
    assert match.view(0).own.group == ()


def test_m40_d_may_build_a_room():
    assert "a1 b1 c1" in rooms(play(lent("D", "3.3", "245m"), "use D b1"))


def test_m40_e_one_die_more_or_fewer():
    match = play(lent("E", "", "345m"), "use E more", "3 a1", "4 a2", "5 a3")
    assert "done" not in legal(match)
    play(match, "mouse a4")
    assert legal(match) == {"done"}
    match = play(lent("E", "", "345m"), "use E fewer", "3 a1", "4 a2")
    assert legal(match) == {"done"}


def test_m40_e_also_after_dice_were_written():
    match = play(lent("E", "", "345m"), "3 a1", "4 a2", "5 a3")
    assert "use E more" in legal(match)
    assert "use E fewer" not in legal(match)
    assert refusal(match, "use E fewer") == ("M-40", "too_few_dice")
    play(match, "use E more")
    assert "done" not in legal(match)


def test_m40_e_may_be_repeated_but_never_below_one_or_above_four():
    match = play(lent("EEEE", "", "345m"), "use E fewer", "use E fewer")
    assert match.view(0).own.owed == 1
    assert refusal(match, "use E fewer") == ("M-40", "too_few_dice")
    match = play(lent("EEEE", "", "345m"), "use E more")
    assert refusal(match, "use E more") == ("M-40", "all_dice")


# --- G -------------------------------------------------------------------------------------------


def test_m40_g_a_number_is_crossed_out_and_written_elsewhere():
    match = play(lent("G", "4.c", "345m", level=2), "move a1 f3")
    assert (at(match, "a1"), at(match, "f3")) == ("crossed", "4")
    assert refusal(match, "3 a1") == ("M-40", "crossed_out")


def test_m40_g_only_numbers_in_no_room():
    match = lent("G", "4cm", "345m", level=2)
    sources = {note.split()[1] for note in legal(match) if note.startswith("move")}
    assert sources == {"a1"}
    assert refusal(match, "move b1 f3") == ("M-40", "no_number")
    assert refusal(match, "move c1 f3") == ("M-40", "no_number")
    assert refusal(match, "move a6 f3") == ("M-40", "in_room")
    assert refusal(match, "move a1 b1") == ("M-20", "occupied")


def test_m40_g_the_crossed_out_cell_counts_as_filled():
    match = lent("G", "4", "345m")
    before = match.view(0).sheets[0].filled
    play(match, "move a1 f3")
    assert match.view(0).sheets[0].filled == before + 1


def test_m40_g_builds_a_room_at_the_new_place():
    assert "e1 f1" in rooms(play(lent("G", "2....2", "345m"), "move a1 e1"))


def test_m40_g_cannot_build_with_the_number_it_crosses_out():
    assert rooms(play(lent("G", "2", "345m"), "move a1 b1")) == ["a6"]


def test_m40_g_the_group_still_extends_from_a_crossed_out_cell_of_this_round():
    match = play(lent("G", "", "345m"), "3 a1", "move a1 f3")
    assert match.view(0).own.group == ("a1",)
    assert cells(match, "4") == {"b1", "a2"}


def test_m40_g_of_a_doubled_cell_the_whole_is_crossed_out_and_it_is_written_once():
    match = play(lent("G", "4+", "345m"), "move a1 f3")
    assert (at(match, "a1"), at(match, "f3")) == ("crossed", "4")


def test_m40_g_there_must_be_an_empty_cell():
    full = "424242/242424/535353/353535/242424/2+3535."
    match = desk(f"{full}:a6", "345m", abilities="GABC", uses="G", level=2)
    assert any(note.startswith("move") for note in legal(match))
    play(match, "3 f6")
    assert legal(match) == {"done"}


# --- I -------------------------------------------------------------------------------------------


def test_m40_i_two_equal_dice_in_one_cell_use_two_of_those_owed():
    match = play(lent("I", "", "4435"), "double 4 c3")
    assert at(match, "c3") == "4+"
    assert match.view(0).own.used == 2
    play(match, "3 c2")
    assert legal(match) == {"done"}


def test_m40_i_needs_two_dice_owed_and_two_that_are_equal():
    match = lent("I", "", "4435")
    assert refusal(match, "double 3 c3") == ("M-40", "no_pair")
    play(match, "3 c3", "5 c2")
    assert refusal(match, "double 4 c1") == ("M-40", "one_die_owed")


def test_m40_i_the_cell_touches_the_group_and_joins_it():
    match = play(lent("I", "", "4435"), "3 c3")
    assert cells(match, "double 4") == {"c2", "c4", "b3", "d3"}
    match = play(lent("I", "", "4435"), "double 4 c3")
    assert cells(match, "3") == {"c2", "c4", "b3", "d3"}


def test_m40_i_with_an_a_the_doubled_cell_may_be_apart():
    match = play(lent("IA", "", "4435"), "3 c3")
    assert "double apart 4 f1" in legal(match)
    play(match, "double apart 4 f1")
    assert match.view(0).own.group == ("c3",)
    assert uses(match) == ""


def test_m40_i_changed_faces_count():
    match = play(lent("IB", "", "345m"), "use B 3 up", "double 4 c3")
    assert at(match, "c3") == "4+"


def test_m40_i_not_for_cats_on_level_1():
    assert refusal(lent("I", "", "cc35"), "double cat c3") == ("M-40", "no_doubled_cat")
    match = play(lent("I", "", "cc35", level=2), "double cat c3")
    assert at(match, "c3") == "cat+"


def test_m40_i_a_doubled_mouse_counts_once_for_cheese_and_twice_with_cats():
    match = play(lent("I", "", "mm35"), "double mouse c3")
    assert match.view(0).sheets[0].score.cheese == 2
    match = play(lent("I", "..c", "mm35", level=2), "double mouse c3")
    assert match.view(0).sheets[0].score.mice == 2


def test_m40_i_a_doubled_cat_is_two_cats_in_an_area():
    match = play(lent("I", "mc", "cc35", level=3), "double cat a2")
    assert match.view(0).sheets[0].score.mice == 2


def test_m40_i_a_doubled_cell_fills_one_cell_and_gives_its_bonus_once():
    match = play(lent("I", "..3", "3345", level=2), "double 3 d1")
    assert match.view(0).sheets[0].score.bonus == 3
    before = lent("I", "..3", "3345", level=2).view(0).sheets[0].filled
    assert match.view(0).sheets[0].filled == before + 1


# --- J -------------------------------------------------------------------------------------------


def test_m40_j_corners_count_as_adjacent_for_dice_in_this_round():
    match = play(lent("J", "", "345m"), "3 c3", "use J")
    assert cells(match, "4") == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}


def test_m40_j_not_for_rooms_nor_for_l():
    assert rooms(play(lent("J", "2", "2345"), "use J", "2 b2")) == ["a6"]
    match = play(lent("Jl", ".3", "3345"), "use J", "3 c1", "3 d1", "mouse c4")
    assert cells(match, "mouse") == {"c3", "c5", "b4", "d4"}


def test_m40_j_once_per_round():
    match = play(lent("JJ", "", "345m"), "use J")
    assert refusal(match, "use J") == ("M-40", "corners_already")
    play(match, "3 a1", "4 a2", "5 a3", "done")
    assert not match.view(0).own.corners
    assert "use J" in legal(match)


# --- K, L ----------------------------------------------------------------------------------------


def test_m40_k_any_symbol_into_any_empty_cell_at_once():
    match = play(desk("2", "2345", abilities="KABC", level=2), "2 b1")
    assert forced(match) == "symbol"
    assert uses(match) == ""
    assert len(legal(match)) == 6 * 34
    assert refusal(match, "done") == ("M-25", "wild_first")
    play(match, "cat f6")
    assert at(match, "f6") == "cat"
    assert match.view(0).own.used == 1


def test_m40_k_may_win_another_k():
    match = play(desk("2.2", "2345", abilities="KABC", level=2), "2 a2", "2 d1")
    assert rooms(match) == ["a1 a2", "c1 d1"]
    assert forced(match) == "symbol"


def test_m40_l_one_mouse_or_two_side_by_side():
    match = play(desk("2", "2345", abilities="LABC", level=2), "2 b1")
    assert legal(match) == {f"mouse {cell}" for cell in every_cell(2) - {"a1", "b1"}}
    play(match, "mouse e5", "mouse e6")
    assert (at(match, "e5"), at(match, "e6")) == ("mouse", "mouse")
    assert forced(match) is None


def test_m40_l_with_no_cell_beside_it_there_is_no_second_mouse():
    match = play(desk("2..5.3/..454", "2345", abilities="LABC", level=2), "2 b1", "mouse e1")
    assert forced(match) is None
    assert [event.type for event in match.story(0)[-1].events] == ["wrote", "lost"]


def test_m41_what_d_g_k_and_l_write_needs_no_adjacency_and_creates_none():
    match = play(desk("2", "2345", abilities="KABC", level=2), "2 b1", "5 f6")
    assert match.view(0).own.group == ("b1",)
    assert "f5" not in cells(match, "3")


# --- M-42 ----------------------------------------------------------------------------------------

LAST_CELL = "424242/242424/535353/353535/m4m4m4/.25353"


@pytest.mark.parametrize("letter", "KL")
def test_m42_an_effect_that_finds_no_empty_cell_is_lost(letter: str):
    match = desk(LAST_CELL, "2345", abilities=f"{letter}ABC", level=2)
    play(match, "2 a6")
    assert forced(match) is None
    assert [event.type for event in match.story(0)[-1].events] == ["wrote", "built", "lost"]
    assert legal(match) == {"done"}


def test_m42_the_tracks_number_is_lost_without_an_empty_cell():
    match = desk(LAST_CELL, "3c45", cats=1)
    play(match, "3 a6", "cat")
    assert forced(match) is None
    assert match.story(0)[-1].events[-1].what == "track"


def test_m42_m50_k_as_a_cat_needs_no_cell_on_level_1():
    match = desk(LAST_CELL, "2345", abilities="KABC", level=1)
    play(match, "2 a6")
    assert legal(match) == {"cat"}
    play(match, "cat")
    assert match.view(0).sheets[0].cats == 1
    assert sheet(match).count("c") == 0
