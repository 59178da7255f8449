"""The figures: rates with intervals, pairs, shares of wins, ratings, the picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import cattery
from cattery.arena import Report, Setup, report
from cattery.arena.figures import wins
from cattery.arena.intervals import Mean, Rate, student
from cattery.arena.plot import svg
from cattery.arena.results import PlayedMatch


def played(lone: str, rest: str, deal: int, rotation: int, *payoffs: float) -> PlayedMatch:
    seats = len(payoffs)
    return PlayedMatch(
        lone, rest, deal, rotation, payoffs, (0.0,) * seats, (10,) * seats, (0.5,) * seats, {}
    )


def setup(*players: str, seats: int = 2) -> Setup:
    return Setup("huupp", players, 4, 1, seats, {"ghosts": "on", "first": "random"})


def test_wilsons_interval_is_that_of_the_textbooks() -> None:
    assert Rate.of(0, 10) == Rate(0.0, 0.0, 0.2775)
    assert Rate.of(10, 10) == Rate(1.0, 0.7225, 1.0)
    assert Rate.of(50, 100) == Rate(0.5, 0.4038, 0.5962)
    assert Rate.of(0, 0) == Rate(0.0, 0.0, 1.0)


def test_a_shared_win_is_divided_and_a_draw_is_nobodys() -> None:
    assert wins([1.0, -1.0], drawn=True) == [1.0, 0.0]
    assert wins([0.0, 0.0], drawn=True) == [0.0, 0.0]
    assert wins([0.5, 0.5, -1.0], drawn=True) == [0.5, 0.5, 0.0]


def test_a_game_without_a_draw_shares_the_win_among_all_who_are_level() -> None:
    assert wins([0.0, 0.0, 0.0, 0.0], drawn=False) == [0.25] * 4


def test_two_seats_wins_losses_and_draws() -> None:
    games = [
        played("a", "b", 0, 0, 1, -1),  # a on the first seat wins
        played("a", "b", 0, 1, -1, 1),  # a on the second seat wins
        played("a", "b", 1, 0, -1, 1),  # b wins
        played("a", "b", 1, 1, 0, 0),
    ]
    found = report(setup("a", "b"), games)
    assert [each.player for each in found.standings] == ["a", "b"]
    assert (found.standings[0].wins, found.standings[1].wins) == (2, 1)
    pair = found.pair("a", "b")
    assert pair is not None
    assert (pair.ahead, pair.behind, pair.ties, pair.rate.share) == (2, 1, 1, 0.625)
    assert found.tables[0].draws == 1
    assert found.standings[0].seconds_per_decision == 0.05


def test_one_against_three_counts_the_share_of_wins_and_who_comes_before_whom() -> None:
    games = [
        played("a", "b", 0, 0, 1, 1 / 3, -1 / 3, -1),  # a comes first
        played("a", "b", 0, 1, 1, 1 / 3, -1 / 3, -1),  # a comes second
    ]
    found = report(setup("a", "b", seats=4), games)
    assert found.tables[0].rate.share == 0.5
    pair = found.pair("a", "b")
    assert pair is not None
    assert pair.games == 2
    assert pair.rate.share == pytest.approx((1 + 2 / 3) / 2, abs=1e-3)
    assert found.standings[0].player == "a"
    # Over all, too, a match counts once: two of them, not six for the three seats of b.
    assert [each.rate for each in found.standings] == [Rate.of(5 / 3, 2), Rate.of(1 / 3, 2)]
    assert [each.games for each in found.standings] == [2, 6]


def test_ratings_rise_with_wins() -> None:
    games = [
        played("a", "b", k // 2, k % 2, *((1, -1) if k % 2 == 0 else (-1, 1))) for k in range(20)
    ]
    found = report(setup("a", "b"), games)
    strong, weak = found.standings[0].rating, found.standings[1].rating
    assert strong is not None
    assert weak is not None
    assert strong.mu > 30 > 20 > weak.mu
    assert strong.sigma < 8


def some_report() -> Report:
    games = [
        played("level:1", "cmd:./a<b> & c", k // 2, k % 2, *((1, -1) if k < 3 else (-1, 1)))
        for k in range(8)
    ]
    return report(setup("level:1", "cmd:./a<b> & c"), games)


@pytest.mark.parametrize("lang", ["hu", "en"])
def test_the_picture_is_sound_xml_with_a_description(lang: str) -> None:
    tree = ElementTree.fromstring(svg(some_report(), lang))
    names = [element.tag.rpartition("}")[2] for element in tree.iter()]
    assert {"title", "desc", "circle", "rect"} <= set(names)
    description = next(each.text for each in tree.iter() if each.tag.endswith("desc"))
    assert "level:1" in (description or "")


def test_the_json_has_every_figure() -> None:
    plain = some_report().as_json()
    assert plain["game"] == "huupp"
    assert {"share", "low", "high"} == set(plain["pairs"][0]["rate"])
    assert cattery.game(plain["game"])


# --- tables of one --------------------------------------------------------------------------------


def made(player: str, deal: int, points: float) -> PlayedMatch:
    """A player's points of a deal, alone."""
    return PlayedMatch(player, "", deal, 0, (points / 100,), (points,), (10,), (0.5,), {})


def alone(*games: PlayedMatch, planned: int = 4) -> Report:
    """Two players at tables of one."""
    return report(Setup("sardines", ("a", "b"), planned, 1, 1, {}), games)


def test_students_interval_is_that_of_the_textbooks() -> None:
    table = {1: 12.706, 5: 2.571, 9: 2.262, 19: 2.093, 60: 2.000, 1000: 1.962}
    for freedom, deviations in table.items():
        assert student(freedom) == pytest.approx(deviations, abs=1e-3)
    assert Mean.of([40, 44, 42, 46, 38]) == Mean(42.0, 3.9264)
    assert Mean.of([7.0]) == Mean(7.0, None)


def test_alone_there_are_mean_points_and_nobody_wins_or_is_rated() -> None:
    found = alone(*(made("a", deal, 40 + deal) for deal in range(4)))
    first = found.standings[0]
    assert first.player == "a"
    assert first.points == Mean(41.5, pytest.approx(2.054, abs=0.01))
    assert (first.wins, first.rate, first.rating) == (0, None, None)
    assert (found.pairs, found.tables) == ((), ())
    assert found.as_json()["standings"][0]["points"]["mean"] == 41.5


def test_alone_a_lead_is_counted_deal_by_deal() -> None:
    """The deals differ by far more than the players, who all the same can be told apart."""
    games = [made("a", deal, 10 * deal) for deal in range(6)]
    games += [made("b", deal, 10 * deal + 2 + deal % 2) for deal in range(6)]
    found = alone(*games, made("b", 6, 99))
    assert [each.player for each in found.standings] == ["b", "a"]
    (lead,) = found.leads
    assert (lead.player, lead.other, lead.games) == ("b", "a", 6)
    assert lead.points.mean == 2.5
    assert lead.points.low > 0


@pytest.mark.parametrize("lang", ["hu", "en"])
def test_alone_the_picture_is_of_points(lang: str) -> None:
    found = alone(*(made(name, deal, 40 + 3 * deal) for name in "ab" for deal in range(4)))
    picture = svg(found, lang)
    ElementTree.fromstring(picture)
    assert "44.5" in picture
    assert "%</text>" not in picture


def test_among_strangers_each_is_met_by_itself() -> None:
    """b comes before a once, c never; what b and c do to each other is nobody's business."""
    games = [
        played("a", "b + c", 0, 0, 0.0, 1.0, -1.0),  # a, b, c: b comes first
        played("a", "b + c", 0, 1, -1.0, 1.0, 0.0),  # b, a, c: a comes first
    ]
    drawn = Setup("filou", ("a",), 2, 1, 3, {}, strangers="all", pool=("b", "c", "d"))
    found = report(drawn, games)
    assert {(each.player, each.other) for each in found.pairs} == {
        ("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"),
    }  # fmt: skip
    assert [found.pair("a", each).rate.share for each in "bc"] == [0.5, 1.0]
    assert {each.player for each in found.standings} == {"a", "b", "c"}
    assert found.standings[0].rate.share == 0.75
    assert [(each.lone, each.rest, each.games, each.wins) for each in found.tables] == [
        ("a", "strangers", 2, 1.0)
    ]
