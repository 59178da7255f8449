"""Rooms: equal numbers that touch, weights, choices, and what a room gives."""

from __future__ import annotations

import pytest

from rules.macskalak.desk import at, desk, forced, legal, lent, play, refusal, rooms, uses

# id and sentence, the sheet, a die's move, the rooms after it
BUILT = [
    ("M-30 two 2s side by side", "2", "2 b1", ["a1 b1"]),
    ("M-30 two 2s one above the other", "2", "2 a2", ["a1 a2"]),
    ("M-30 2s that touch at a corner are no room", "2", "2 b2", []),
    ("M-30 three 3s in a corner", "3/3", "3 b2", ["a1 a2 b2"]),
    ("M-30 two 3s are no room", "3", "3 b1", []),
    ("M-30 four 4s", "44/.4", "4 a2", ["a1 b1 a2 b2"]),
    ("M-30 three 4s are no room", "44", "4 a2", []),
    ("M-30 five 5s in a cross", ".5/5.5/.5", "5 b2", ["b1 a2 b2 c2 b3"]),
    ("M-30 four 5s are no room", ".5/5.5", "5 b2", []),
    ("M-30 numbers of a room don't serve another", "22.:a1b1", "2 c1", []),
    ("M-30 other numbers don't help", "32", "3 a2", []),
    ("M-31 a doubled 3 and a 3", "3+", "3 b1", ["a1 b1"]),
    ("M-31 a doubled 4 and two 4s", "4+4", "4 b2", ["a1 b1 b2"]),
    ("M-31 two doubled 5s and a 5", "5+.5+", "5 b1", ["a1 b1 c1"]),
    ("M-31 a doubled 4 and a 4 are no room", "4+", "4 b1", []),
]


@pytest.mark.parametrize(("rule", "start", "move", "wanted"), BUILT, ids=[r[0] for r in BUILT])
def test_rooms(rule: str, start: str, move: str, wanted: list[str]):
    assert rooms(play(desk(start, "2345", level=2, abilities="EFGH"), move)) == [
        *(["a1 b1"] if ":a1b1" in start else []),
        *wanted,
    ]


CHOICES = [
    ("M-30 the middle of three 2s", "2.2", "2 b1", ["a1 b1", "b1 c1"]),
    ("M-30 the middle of four 3s", "3.33", "3 b1", ["a1 b1 c1", "b1 c1 d1"]),
    ("M-31 a doubled cell makes small rooms", "3+.33", "3 b1", ["a1 b1", "b1 c1 d1"]),
    ("M-31 no smaller part may be enough", "33.3+", "3 c1", ["a1 b1 c1", "c1 d1"]),
]


@pytest.mark.parametrize(
    ("rule", "start", "move", "wanted"),
    CHOICES,
    ids=[row[0] for row in CHOICES],
)
def test_choices(rule: str, start: str, move: str, wanted: list[str]):
    match = play(desk(start, "2345", level=2, abilities="EFGH"), move)
    assert forced(match) == "room"
    assert legal(match) == {f"room {cells}" for cells in wanted}


def test_m30_with_more_than_enough_the_player_chooses_at_once_and_leftovers_serve_later():
    match = play(desk("2.2", "2234"), "2 b1")
    assert refusal(match, "3 b2") == ("M-30", "room_first")
    play(match, "room a1 b1")
    assert rooms(match) == ["a1 b1"]
    play(match, "3 b2", "2 c2")
    assert rooms(match) == ["a1 b1", "c1 c2"]


def test_m30_a_room_must_be_built_and_cannot_be_put_off():
    match = play(desk("2", "2345"), "2 b1")
    assert rooms(match) == ["a1 b1"]
    assert match.view(0).sheets[0].score.rooms == (1, 0, 0, 0)


def test_m30_a_cell_is_in_one_room_at_most():
    match = play(desk("222:a1b1", "2345"), "2 d1")
    assert rooms(match) == ["a1 b1", "c1 d1"]


def test_m31_a_set_that_is_no_smallest_room_is_refused():
    match = play(desk("3+.33", "2345", level=2, abilities="EFGH"), "3 b1")
    assert refusal(match, "room a1 b1 c1") == ("M-31", "not_a_room")
    assert refusal(match, "room c1 d1") == ("M-31", "not_a_room")


def test_m31_a_doubled_2_is_a_room_by_itself():
    match = play(lent("abcI", "", "2234", level=2), "double 2 c3")
    assert "c3" in rooms(match)
    assert at(match, "c3") == "2+"


def test_m31_a_doubled_2_beside_a_2_leaves_the_2_alone():
    match = play(lent("abcI", "2", "2234", level=2), "double 2 b1")
    assert rooms(match)[0] == "b1"


def test_m31_two_doubled_numbers_may_be_a_room_that_weighs_one_more():
    match = play(lent("abcI", "3+", "3345", level=2), "double 3 b1")
    assert rooms(match)[0] == "a1 b1"
    match = play(lent("abcI", "5+.5+", "5544", level=2), "double 5 b1")
    assert rooms(match)[0] == "a1 b1 c1"


def test_m32_a_room_gives_a_use_of_its_numbers_ability_and_uses_pile_up():
    match = play(desk("2.3.3", "2345", abilities="EABC"), "2 b1")
    assert uses(match) == "E"
    match = desk("22..2.:a1b1", "2345", abilities="EABC", uses="E")
    play(match, "2 f1")
    assert uses(match) == "EE"
    assert refusal(desk(), "use D a1") == ("M-32", "no_use")


def test_m32_a_room_scores_whether_its_use_is_spent_or_not():
    match = desk("22:a1b1", "3345", abilities="DABC", uses="D")
    before = match.view(0).sheets[0].score.rooms
    play(match, "use D f6")
    assert match.view(0).sheets[0].score.rooms == before == (1, 0, 0, 0)
    assert uses(match) == ""


def test_m32_the_abilities_follow_the_numbers():
    starts = {"2": "2", "3": "33", "4": "444", "5": "5555"}
    ends = {"2": "b1", "3": "c1", "4": "d1", "5": "e1"}
    for place, number in enumerate("2345"):
        match = desk(starts[number], "2345", abilities="EFGH", level=2)
        assert uses(play(match, f"{number} {ends[number]}")) == "EFGH"[place]
