"""The worked examples of the rule sheet, and a whole round as the rules page tells it."""

from __future__ import annotations

from rules.filou.sack import events, face_up, fresh, lay_all, mice, play, points, table


def test_f30_the_booklets_small_dog():
    match = play(table("1:d,-5,11,r"), "bid 1", "pass", "pass", "pass")
    assert points(match)[0] == 11
    assert match.view(None).players[0].won == ("11", "rabbit")


def test_f30_the_booklets_big_dog():
    match = play(table("1:D,-5,11,r"), "bid 1", "pass", "pass", "pass")
    assert points(match)[0] == -5
    assert match.view(None).players[0].won == ("-5", "rabbit")


def test_f24_the_first_passer_takes_two_mice_with_four_or_five_players():
    for seats in (4, 5):
        match = play(lay_all(fresh(seats)), "pass")
        assert mice(match)[0] == 17


def test_f20_the_bank_of_four_players_runs_dry_after_cheap_sacks():
    match = fresh(4)
    assert match.view(None).bank == 15
    play(lay_all(match), "bid 2", "pass", "pass", "pass")
    assert match.view(None).bank == 3 + 2
    play(lay_all(match), "bid 1", "pass", "pass", "pass")
    assert match.view(None).bank == 3 + 2 + 1
    assert match.view(None).empty_because == "bank"


def test_f21_f22_f23_f24_f25_f30_a_round_from_beginning_to_end():
    match = table("1: 15,15,15,15 0,0,0,0 r,r,r,r")
    play(match, "lay 8", "lay 15", "lay -8", "lay small dog")
    assert face_up(match) == 1
    play(match, "bid 2", "bid 4", "pass")
    assert (mice(match)[2], face_up(match)) == (17, 2)
    play(match, "bid 7", "pass")
    assert (mice(match)[0], face_up(match)) == (19, 3)
    play(match, "bid 9", "pass")
    assert mice(match) == [19, 6, 17, 21]
    assert points(match) == [0, 23, 0, 0]
    assert [event.type for event in events(match)] == [
        "passed",
        "turned",
        "chased",
        "bought",
        "began",
    ]
    assert match.view(None).opener == 1


def test_f31_the_examples_of_the_rules_page():
    match = play(table("1:15,D,d,-8"), "bid 1", "pass", "pass", "pass")
    assert points(match)[0] == 7
