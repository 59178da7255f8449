"""H-20 and the table: what may be undone in HUUupp, and what the others must grant."""

from __future__ import annotations

import pytest

from cattery import Match, errors
from rules.huupp.bed import bed, diagram, drawn, phase, play


def test_the_own_placement_may_be_undone_while_the_ghost_is_undecided():
    match = play(bed(), "k c3")
    entry = match.undo(0)
    assert (entry.n, entry.back_to) == (1, 0)
    assert diagram(match) == drawn({})
    play(match, "k d4")
    assert diagram(match) == drawn({"d4": "k"})
    assert [entry.n for entry in match.log] == [0, 1, 2]


def test_a_finished_turn_is_not_undone():
    match = play(bed(), "k c3", "keep")
    for seat in (0, 1):
        with pytest.raises(errors.NothingToUndo):
            match.undo(seat)
    play(match, "k f6", "keep")
    assert not match.can_undo(0)  # it is the first player's turn again, but another turn


def test_the_other_players_step_is_not_undone():
    match = play(bed(), "k c3")
    with pytest.raises(errors.NothingToUndo):
        match.undo(1)


def test_all_steps_of_a_turn_may_be_undone_one_by_one():
    match = play(bed("kk.... ...... ...... ...... ...... ......"), "k c1", "keep")
    assert phase(match) == "grow"
    match.undo(0)
    assert phase(match) == "ghost"
    match.undo(0)
    assert phase(match) == "place"
    assert not match.can_undo(0)


def test_without_ghosts_a_placement_that_makes_no_row_ends_the_turn():
    assert not play(bed(ghosts="off"), "k c3").can_undo(0)
    row = play(bed("kk.... ...... ...... ...... ...... ......", ghosts="off"), "k c1")
    assert row.can_undo(0)


def test_a_win_is_not_undone_but_may_be_taken_back_against_a_bot():
    position = "cc4/6/6/6/6/6 1 5k1c 8k"
    people = play(Match.new("huupp", position=position), "c c1", "keep")
    assert not people.can_undo(0)
    assert not people.can_take_back(0)
    bots = Match.new("huupp", position=position, players=["human", "greedy"])
    play(bots, "c c1", "keep")
    assert bots.over
    bots.take_back(0)
    assert phase(bots) == "ghost"


def test_a_take_back_reaches_to_the_last_own_move_and_everything_after_it_goes():
    match = play(bed(), "k c3", "keep", "k f6", "keep")
    entry = match.take_back(0, granted=[1])
    assert entry.back_to == 1
    assert diagram(match) == drawn({"c3": "k"})
    assert (match.waiting, phase(match)) == ((0,), "ghost")


def test_a_take_back_that_the_other_didnt_grant_is_refused():
    match = play(bed(), "k c3", "keep")
    for granted in ((), (0,)):
        with pytest.raises(errors.NoTakeBack) as refused:
            match.take_back(0, granted=granted)
        assert refused.value.params["why"] == "not_granted"
        assert refused.value.text("hu") != refused.value.text("en")
    match.take_back(0, granted=(1,))
