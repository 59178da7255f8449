"""The end, the points, ties, and playing alone."""

from __future__ import annotations

import pytest

from cattery import Match
from cattery.games.macskalak.story import Won
from cattery.players import Seat
from cattery.text import tell
from rules.macskalak.desk import MACSKALAK, desk, play, whole

ALMOST = "353535/535353/353535/535353/242424/4242.c"  # the last cell but one of level 2
OTHER = "353535/535353/353535"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_m90_the_round_in_which_anybody_fills_the_last_cell_is_the_last(level: int):
    sheet = ALMOST.replace("c", "m")
    match = desk(sheet, "34mm", level=level, abilities="EFGH", others=(OTHER, ""))
    play(match, "mouse e6", "done")
    assert not match.over
    play(match, *_any_turn(match, 1), seat=1)
    assert not match.over
    play(match, *_any_turn(match, 2), seat=2)
    assert match.over
    told = match.story(None)[-1].events
    assert [e.seats for e in told if e.type == "ended"] == [(0,)]


def _any_turn(match: Match, seat: int) -> list[str]:
    """The moves of some whole turn."""
    copy = Match.load(match.save())
    moves: list[str] = []
    while seat in copy.waiting and "done" not in moves:
        notes = sorted(map(copy.game.format, copy.legal(seat)))
        moves.append("done" if "done" in notes else notes[0])
        copy.play(moves[-1], seat)
    return moves


def test_m90_otherwise_the_next_round_begins():
    match = play(desk("", "345m"), "3 a1", "4 a2", "5 a3", "done")
    assert not match.over
    assert match.view(0).round == 6


def test_m90_round_60_is_the_last_in_any_case():
    match = play(desk("", "345m", round=59), "3 a1", "4 a2", "5 a3", "done")
    assert not match.over
    match = play(desk("", "345m", round=60), "3 a1", "4 a2", "5 a3", "done")
    assert match.over
    assert next(e for e in match.story(0)[-1].events if e.type == "ended").seats == ()


ROOMS = [
    ("M-91 a room of 2", "22:a1b1", (1, 0, 0, 0)),
    ("M-91 a room of 3", "333:a1b1c1", (0, 3, 0, 0)),
    ("M-91 a room of 4", "4444:a1b1c1d1", (0, 0, 5, 0)),
    ("M-91 a room of 5", "55555:a1b1c1d1e1", (0, 0, 0, 7)),
    ("M-91 two of 2", "22.22:a1b1,d1e1", (2, 0, 0, 0)),
]


@pytest.mark.parametrize(("rule", "start", "points"), ROOMS, ids=[row[0] for row in ROOMS])
def test_points_of_rooms(rule: str, start: str, points: tuple[int, ...]):
    assert desk(start).view(0).sheets[0].score.rooms == points


@pytest.mark.parametrize("level", [1, 2, 3])
def test_m91_an_empty_cell_costs_a_point(level: int):
    score = desk("22:a1b1", level=level).view(0).sheets[0].score
    assert score.empty == -34
    assert score.total == 1 - 34


def test_m91_not_on_level_4():
    assert desk("", level=4).view(0).sheets[0].score.total == 0


def test_m91_all_parts_are_added_up():
    match = desk("22m/33/3:a1b1,a2b2a3", cats=4)
    score = match.view(0).sheets[0].score
    assert score.rooms == (1, 3, 0, 0)
    assert (score.cats, score.cheese, score.empty, score.total) == (4, 2, -30, 4 + 4 + 2 - 30)
    assert match.scores == [score.total]


def ended(first: str, second: str, level: int = 4, *more: str) -> Match:
    """A match of two or more that is over, with these sheets."""
    sheets = [whole(each, level) for each in (first, second, *more)]
    text = f"7! 2345 ABCD {' '.join(sheets)}"
    options = {"level": str(level), "abilities": "ABCD"}
    return Match.new("macskalak", seats=len(sheets), options=options, seed=1, position=text)


FULL = "//_34534_/_45345_/_53453_"


def test_m91_most_points_win():
    match = ended(FULL, FULL.replace("34534", "3m534"))
    assert match.over
    assert match.view(None).winners == match.result.winners == (1,)
    assert match.payoffs == [-1.0, 1.0]


def test_m92_a_tie_goes_to_who_has_filled_more_cells():
    one, other = "22m:a1b1", "22m4:a1b1"
    level = ended(one, other.replace("4", "."), 1)
    assert level.result.winners == (0, 1)
    match = ended("m", "22:a1b1", 1)  # 2 - 35 and 1 - 34 points
    assert match.scores == [-33, -33]
    assert match.view(None).winners == match.result.winners == (1,)


def test_m92_crossed_out_cells_count_as_filled_and_doubled_ones_once():
    match = ended("m", "x2+:b1", 1)
    assert match.scores == [-33, -33]
    assert [sheet.filled for sheet in match.view(None).sheets] == [1, 2]
    assert match.result.winners == (1,)


def test_m92_then_the_victory_is_shared():
    match = ended(FULL, FULL)
    assert match.result.winners == (0, 1)
    assert match.payoffs == [0.0, 0.0]


def test_m92_a_shared_victory_says_why_somebody_with_as_many_points_has_no_part():
    match = ended("22:a1b1", "22:a1b1", 1, "m")
    assert match.scores == [-33, -33, -33]
    assert match.result.winners == (0, 1)
    told = tell(MACSKALAK.words("en"), Won((0, 1), 38, alone=False, tied=True), ["Anna", "Bence"])
    assert told.endswith("38 points each: somebody else has as many, but fewer cells filled")


def test_m93_alone_the_score_is_the_result():
    match = desk("//_.cmcm_/_mcmcm_/_cmcmc_", "2345", level=4, abilities="EFGH")
    play(match, "2 b3", "done")
    assert match.over
    assert match.result.winners == (0,)
    assert match.result.scores[0] == match.view(0).sheets[0].score.total == 22
    assert match.payoffs == [0.22]
    assert match.story(0)[-1].events[-1].alone


def test_m93_who_gives_up_alone_has_not_won():
    match = desk()
    match.resign(0)
    assert match.over
    assert match.result.winners == ()


def test_a_seat_alone_can_be_played_by_a_bot():
    seat = Seat.of(desk(), 0)
    assert seat.actions == MACSKALAK.legal(desk().state())
