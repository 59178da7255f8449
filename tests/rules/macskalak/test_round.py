"""A round: dice, the group, what must be used, *done*, and that nobody waits for another."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from cattery import Match
from rules.macskalak.desk import (
    MACSKALAK,
    cells,
    desk,
    every_cell,
    forced,
    legal,
    lent,
    play,
    refusal,
    rooms,
    sheet,
)


def test_m20_the_first_die_goes_into_any_empty_cell():
    match = desk("2.c/3", "345m", level=2)
    assert cells(match, "4") == every_cell(2) - {"a1", "c1", "a2"}


def test_m20_m22_further_dice_touch_the_group_and_need_not_touch_anything_else():
    match = play(desk("2", "345m"), "4 d4")
    assert cells(match, "5") == {"d3", "d5", "c4", "e4"}
    play(match, "5 d5")
    assert cells(match, "mouse") == {"d3", "c4", "e4", "c5", "e5", "d6"}
    assert "mouse b1" not in legal(match)  # a touching neighbour of older cells doesn't count


def test_m20_a_taken_cell_is_refused():
    match = desk("2", "345m")
    assert refusal(match, "4 a1") == ("M-20", "occupied")
    assert refusal(match, "2 b1") == ("M-20", "no_such_die")
    assert refusal(match, "4 g1") == ("M-20", "off_sheet")
    play(match, "4 d4")
    assert refusal(match, "5 e5") == ("M-20", "not_adjacent")


def test_m21_a_die_that_has_no_place_is_refused_for_that():
    match = play(desk(".m/m.m/.mm", "345m"), "3 b2")
    assert refusal(match, "4 a1") == ("M-21", "nowhere")
    assert refusal(match, "4 d4") == ("M-21", "nowhere")
    assert refusal(match, "mouse b1") == ("M-21", "nowhere")
    match = play(lent("A", ".m/m.m/.mm", "345m"), "3 b2")
    assert refusal(match, "4 d4") == ("M-21", "nowhere")
    assert refusal(match, "apart 4 a2") == ("M-20", "occupied")
    assert "apart 4 d4" in legal(match)
    match = play(lent("J", ".m/m.m/.mm", "345m"), "3 b2", "use J")
    assert refusal(match, "4 d4") == ("M-20", "not_adjacent")
    match = play(desk("/".join(["mmmmmm"] * 5 + ["mmmmm."]), "345m"), "3 f6")
    assert refusal(match, "4 a1") == ("M-21", "no_empty_cell")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_m20_m21_the_view_tells_where_dice_may_go_and_how_many_find_a_place(level: int):
    """Over whole games at random: as the legal moves have it."""
    options = {"level": str(level), "abilities": "AJIG"}
    chance = Random(level)
    told = stuck = 0
    for seed in range(4):
        match = Match.new("macskalak", seats=1, seed=seed, options=options)
        while not match.over:
            own = match.view(0).own
            moves = match.legal(0)
            if own.forced is None and match.view(0).phase == "round":
                dice = {move for move in legal(match) if move[0] in "2345m" and " " in move}
                near = {move.split()[1] for move in dice if move.split()[0] != "move"}
                assert near <= set(own.near)
                if own.used < own.owed:
                    done = "done" in legal(match)
                    assert done or own.places
                    assert not done or own.places == 0 or "cat" in legal(match)
                    told += bool(near)
                    stuck += own.places == 0
                if near:
                    assert near == set(own.near)
            match.play(chance.choice(moves), 0)
    assert told > 50
    assert stuck
    board = desk("", "345m")
    assert board.view(0).own.places == 3
    assert play(desk(".m/m.m/.mm", "345m"), "3 b2").view(0).own.places == 0
    assert play(desk(".m/..m/.mm", "345m"), "3 a1").view(0).own.places == 2
    assert play(desk("m.m/.m/m", "345m"), "3 b1").view(0).own.places == 0
    assert play(lent("J", "m.m/.m/m", "345m"), "3 b1", "use J").view(0).own.places == 2


def test_m20_three_of_four_dice_are_used():
    match = play(desk("", "345m"), "3 a1", "4 b1", "5 c1")
    assert legal(match) == {"done"}
    assert refusal(match, "mouse d1") == ("M-20", "no_die_owed")
    assert match.view(0).own.used == match.view(0).own.owed == 3


def test_m20_a_die_is_used_once():
    match = play(desk("", "345m"), "3 a1")
    assert refusal(match, "3 b1") == ("M-20", "no_such_die")


def test_m20_equal_dice_are_one_choice():
    match = desk("", "444m")
    assert len([note for note in legal(match) if note.startswith("4 ")]) == 36
    play(match, "4 a1")
    assert cells(match, "4") == {"b1", "a2"}


def test_m20_until_the_round_is_over_others_see_the_sheet_as_it_began():
    match = desk("2", "345m", others=("3",))
    before = match.view(1)
    play(match, "4 d4", "5 d5", "mouse d6", "done")
    after = match.view(1)
    assert after.sheets == before.sheets
    assert after.waiting == (1,)
    assert match.view(None).sheets == before.sheets
    assert match.view(0).sheets[0].cells.count("") == 32
    assert match.view(0).own.done
    assert all(told.kind == "unseen" and not told.events for told in match.story(1))
    play(match, "4 a3", "5 a4", "mouse a5", "done", seat=1)
    assert match.view(1).sheets[0].cells.count("") == 32
    assert match.view(1).sheets == match.view(0).sheets == match.view(None).sheets


def test_m20_when_a_round_closes_all_are_told_in_the_order_of_seats():
    def told(order: tuple[int, ...], viewer: int) -> list[object]:
        match = desk("", "345m", others=("", ""))
        for seat in order:
            play(match, f"4 {'abc'[seat]}1", f"5 {'abc'[seat]}2", f"3 {'abc'[seat]}3", seat=seat)
            play(match, "done", seat=seat)
        last = match.story(viewer)[-1]
        return [event for event in last.events if getattr(event, "seat", None) != viewer]

    assert told((0, 1, 2), 1) == told((2, 0, 1), 1) == told((0, 2, 1), 1)
    assert [event.seat for event in told((2, 1, 0), 1)[:-1]] == [0] * 4 + [2] * 4
    assert told((2, 1, 0), 1)[-1].type == "rolled"


def test_m20_nothing_depends_on_the_order_within_a_round():
    """All steps of a round in many orders: the same record, byte for byte."""
    for level in (1, 2, 3, 4):
        chance = Random(level)
        states = MACSKALAK.new(3, {"level": str(level)}, rng=level)
        while not states["over"][0]:
            turns = [_turn(states, seat, chance) for seat in range(3)]
            ends = {_played(states, turns, order).tobytes() for order in _orders(turns, chance)}
            assert len(ends) == 1
            states = _played(states, turns, [seat for seat in range(3) for _ in turns[seat]])


def _turn(states, seat: int, chance: Random) -> list[int]:
    """A random turn of one seat, without the others."""
    if not int(states["waiting"][0]) >> seat & 1:
        return []
    alone = states.copy()
    alone["waiting"] = 0b11000000 | 1 << seat  # nobody who would close the round
    actions: list[int] = []
    done = MACSKALAK.action(MACSKALAK.parse("done"))
    while done not in actions:
        alone["actor"] = seat
        actions.append(chance.choice(MACSKALAK.legal(alone)))
        if actions[-1] != done:
            MACSKALAK.apply(alone, actions[-1])
    return actions


def _orders(turns: list[list[int]], chance: Random) -> list[list[int]]:
    """Whole turns in every order, and all steps mixed."""
    orders = [[s for s in order for _ in turns[s]] for order in permutations(range(3))]
    for _ in range(4):
        mixed = [seat for seat in range(3) for _ in turns[seat]]
        chance.shuffle(mixed)
        orders.append(mixed)
    return orders


def _played(states, turns: list[list[int]], order: list[int]):
    """The record after these turns in this order; the dice of the close are the same."""
    after = states.copy()
    left = [list(turn) for turn in turns]
    for seat in order:
        after["actor"] = seat
        after["rng"] = 77
        MACSKALAK.apply(after, left[seat].pop(0))
    return after


def test_m21_a_small_region_may_be_chosen_though_larger_ones_exist():
    match = desk("..2345/3245", "345m", level=2)
    assert {"a1", "b1"} <= cells(match, "4")
    play(match, "4 a1", "5 b1")
    assert legal(match) == {"done"}
    assert match.view(0).own.owed - match.view(0).own.used == 1


def test_m21_when_nothing_touches_the_group_the_dice_owed_are_lost():
    match = play(desk(".2345/3", "345m", level=2), "4 a1")
    assert legal(match) == {"done"}
    play(match, "done")
    last = match.story(0)[-1].events[0]
    assert (last.type, last.lost) == ("finished", 2)


def test_m21_otherwise_all_dice_owed_must_be_used():
    match = desk("..2345/3245", "345m", level=2)
    assert "done" not in legal(match)
    assert refusal(match, "done") == ("M-24", "dice_owed")
    play(match, "4 a1")
    assert legal(match) == {"3 b1", "5 b1", "mouse b1"}


def test_m21_corners_count_when_j_was_used():
    match = lent("J", ".2345/3", "345m", level=2)
    play(match, "4 a1")
    assert "done" in legal(match)
    play(match, "use J")
    assert legal(match) == {"3 b2", "5 b2", "mouse b2"}
    play(match, "5 b2")
    assert "done" not in legal(match)


def test_m21_a_may_save_a_lost_die_but_need_not():
    match = play(lent("A", ".2345/3", "345m", level=2), "4 a1")
    assert "done" in legal(match)
    assert "apart 3 f6" in legal(match)
    play(match, "apart 3 f6")
    assert legal(match) == {"done"}  # the group is still a1 alone


def test_m21_a_cell_that_opens_in_mid_turn_counts():
    closed = "_______/_______/_22..c_/_34534_/_45345_"
    match = desk(closed.replace("22..c", "2c.cc"), "2345", level=4, abilities="EFGH")
    play(match, "4 d3")
    assert legal(match) == {"done"}
    match = desk(closed.replace("22..c", "2.ccc"), "2345", level=4, abilities="EFGH")
    play(match, "2 c3", "add c2", "add c1")
    assert "done" not in legal(match)
    assert cells(match, "4") == {"c2"}


def test_m22_each_symbol_takes_effect_before_the_next():
    match = play(desk("2", "2345", abilities="DABC"), "2 b1")
    assert rooms(match) == ["a1 b1"]
    assert "use D f6" in legal(match)
    play(match, "use D f6", "3 b2", "4 b3", "done")


def test_m23_numbers_mice_and_cats_are_written_in_cells():
    match = play(desk("", "3cmm", level=2), "cat a1", "mouse b1", "3 c1")
    assert sheet(match) == "cm3"
    assert refusal(desk("", "3cmm", level=2), "cat") == ("M-23", "cat_needs_cell")


def test_m24_a_turn_ends_with_done_and_only_when_nothing_is_owed_or_forced():
    match = desk("2", "2345", others=("",))
    assert refusal(match, "done") == ("M-24", "dice_owed")
    play(match, "2 b1", "3 c1", "4 d1")
    assert match.waiting == (0, 1)
    play(match, "done")
    assert match.waiting == (1,)


def test_m24_done_can_be_undone_until_the_round_closes():
    match = play(desk("", "345m", others=("",)), "3 a1", "4 b1", "5 c1", "done")
    assert match.can_undo(0)
    match.undo(0)
    assert match.waiting == (0, 1)
    match.undo(0)
    assert sheet(match) == "34"
    play(match, "5 b2", "done")
    play(match, "3 a1", "4 b1", "5 c1", "done", seat=1)
    assert not match.can_undo(0)
    assert match.view(0).round == 6


def test_m24_a_whole_turn_can_be_undone_back_to_the_roll():
    match = desk("2/3", "2345", abilities="DABC")
    start = match.position()
    play(match, "2 b1", "use D b2", "3 c1", "4 d1")
    for _ in range(4):
        match.undo(0)
    assert match.position() == start
    assert not match.can_undo(0)


def test_m24_on_level_1_a_cat_always_has_somewhere_to_go():
    match = play(desk(".2345/5", "35cc"), "5 a1")
    assert legal(match) == {"cat"}
    play(match, "cat")
    assert "done" in legal(match)
    assert "cat" in legal(match)


def test_m25_forced_effects_come_first():
    match = play(desk("", "345c", cats=1), "cat")
    assert forced(match) == "number"
    assert all(note.startswith("2 ") for note in legal(match))
    for move, reason in [
        ("done", "track_first"),
        ("3 a1", "other_number"),
        ("use J", "track_first"),
        ("room a1 b1", "track_first"),
    ]:
        assert refusal(match, move) == ("M-51", reason)


def test_m25_the_tracks_number_comes_with_all_its_consequences_before_the_turn_goes_on():
    match = play(desk("2.2", "345c", cats=1, abilities="KABC"), "cat", "2 b1")
    assert forced(match) == "room"
    play(match, "room a1 b1")
    assert forced(match) == "symbol"
    play(match, "mouse f6")
    assert forced(match) is None
    assert match.view(0).own.used == 1


def test_m25_a_room_then_its_expansion_then_what_is_at_once():
    start = "_______/_______/_2.2.._"
    match = play(desk(start, "2345", level=4, abilities="LABC"), "2 c3")
    assert forced(match) == "room"
    play(match, "room b3 c3")
    assert forced(match) == "expand"
    play(match, "add a1", "add a2")
    assert forced(match) == "mouse"
    play(match, "mouse a1")
    assert forced(match) == "second_mouse"
    play(match, "mouse a2")
    assert forced(match) is None


def test_m25_the_second_mouse_may_be_left_out():
    match = play(desk("2", "2345", abilities="LABC"), "2 b1", "mouse d4")
    assert cells(match, "mouse") == {"d3", "d5", "c4", "e4"}
    assert refusal(match, "mouse f6") == ("M-25", "mice_apart")
    assert refusal(match, "3 d5") == ("M-25", "only_mice")
    play(match, "enough")
    assert sheet(match) == "22///...m"
    assert refusal(match, "enough") == ("M-25", "no_second_mouse")


@pytest.mark.parametrize("move", ["add a1", "room a1 b1", "enough"])
def test_m25_what_nothing_asks_for_is_refused(move: str):
    assert refusal(desk(), move)[0] in ("M-80", "M-30", "M-25")
