"""F-40: the end, the score, and who wins."""

from __future__ import annotations

import pytest

from rules.filou.sack import PLAYERS, events, fresh, lay_all, legal, mice, play, points, table

# Eight sacks for four players; with the ninth each has laid all cards but the missing one.
EIGHT = (
    "1:-8,-8,-8,-8>1=1/1:-5,-5,-5,-5>2=1/2:3,3,3,3>3=1/3:5,5,5,5>4=1/"
    "4:8,8,8,8>1=1/1:11,11,11,11>1=1/1:15,15,15,15>1=1/1:r,r,r,r>1=1"
)
CATS = [-32 + 32 + 44 + 60, -20, 12, 20]


def ninth(mice_of_all: str) -> str:
    """The ninth sack, four big dogs, won by the first player for one mouse."""
    return f"{EIGHT}/1:D,D,D,D {mice_of_all} 0,0,0,0 d,d,d,d -"


@pytest.mark.parametrize("seats", PLAYERS)
def test_f40_the_game_ends_after_nine_auctions_with_empty_hands(seats: int):
    match = fresh(seats)
    for number in range(1, 10):
        assert not match.over
        assert match.view(None).round == number
        play(lay_all(match), "bid 1", *["pass"] * (seats - 1))
    assert match.over
    assert match.waiting == ()
    view = match.view(None)
    assert view.phase == "over"
    assert [player.cards for player in view.players] == [0] * seats
    assert len(view.sacks) == 9


def test_f40_cats_and_mice_make_the_score_and_rabbits_nothing():
    match = play(table(ninth("10,20,17,30")), "bid 1", "pass", "pass", "pass")
    assert points(match) == CATS
    assert match.scores == [104 + 9, -20 + 20, 12 + 17, 20 + 30]
    assert match.result is not None
    assert match.result.winners == (0,)
    assert [event.type for event in events(match)][-6:] == ["uncovered", *["counted"] * 4, "won"]
    assert match.view(None).winners == (0,)


def test_f40_the_score_counts_mice_while_the_game_goes_on():
    assert table("1:8,3,5,11>2=3/2: 15,12,15,15").scores == [15, 27 + 12, 15, 15]


def test_f40_a_tie_goes_to_more_points_from_cards():
    # 12 + 18 = 20 + 10: the fourth has more from cards.
    match = play(table(ninth("1,5,18,10")), "bid 1", "pass", "pass", "pass")
    scores = match.scores
    assert scores[2] == scores[3] == 30
    assert match.payoffs[3] > match.payoffs[2]
    assert match.payoffs == [1.0, -1.0, pytest.approx(-1 / 3), pytest.approx(1 / 3)]


# The first two have won 8 points each, all other sacks were left.
LEVEL = (
    "1:3,5,r,r>1=1/1:5,3,D,D>2=1/2:r,3,3,r>-/2:8,8,8,8>-/2:11,11,11,11>-/"
    "2:-8,-8,-8,-8>-/2:-5,-5,-5,-5>-/2:15,15,15,15>-/2:D,5,5,D"
)


def test_f40_what_is_still_tied_is_shared():
    match = table(f"{LEVEL} 15,15,15,15 0,0,0,0 d,d,d,d -")
    play(match, "pass", "pass", "pass", "decline")
    assert points(match) == [8, 8, 0, 0]
    assert mice(match) == [15] * 4
    assert match.result is not None
    assert match.result.winners == (0, 1)
    assert match.payoffs == [pytest.approx(2 / 3)] * 2 + [pytest.approx(-2 / 3)] * 2
    assert match.view(None).winners == (0, 1)
    told = match.story(None)[-1].events[-1]
    assert (told.variant, told.seats, told.total) == ("shared", (0, 1), 23)


@pytest.mark.parametrize("seats", PLAYERS)
def test_f40_payoffs_are_seats_beaten_less_seats_beaten_by(seats: int):
    match = fresh(seats, seed=7)
    while not match.over:
        play(match, legal(match)[0])
    totals = list(zip(match.scores, points(match), strict=True))
    for seat, own in enumerate(totals):
        beaten = sum(own > other for other in totals) - sum(own < other for other in totals)
        assert match.payoffs[seat] == pytest.approx(beaten / (seats - 1))
    assert sum(match.payoffs) == pytest.approx(0)
