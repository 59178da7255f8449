"""H-1 to H-3: the bed, the pieces, who begins."""

from __future__ import annotations

import pytest

from cattery import Match, errors, game
from rules.huupp.bed import EMPTY, bed, diagram, legal, play, rest, shown

SQUARES = {f"{column}{row}" for column in "abcdef" for row in "123456"}


def test_h1_the_bed_has_six_by_six_squares():
    assert legal(bed(), "k ") == {f"k {square}" for square in SQUARES}


@pytest.mark.parametrize("beyond", ["k g1", "k a7", "k a0", "k aa", "k 11"])
def test_h1_there_is_no_square_beyond_the_sixth(beyond: str):
    with pytest.raises(errors.NotationError):
        bed().play(beyond, 0)


@pytest.mark.parametrize(
    ("square", "corner"),
    [("a1", (0, 0)), ("f1", (0, 5)), ("a6", (5, 0)), ("f6", (5, 5)), ("b3", (2, 1))],
)
def test_h1_columns_run_from_the_west_and_rows_from_the_north(square: str, corner: tuple[int, int]):
    row, column = corner
    lines = diagram(play(bed(), f"k {square}")).splitlines()
    assert lines[row][column] == "k"


@pytest.mark.parametrize("ghosts", ["on", "off"])
def test_h2_each_pool_holds_eight_kittens_no_cat_and_a_ghost_at_the_start(ghosts: str):
    match = Match.new("huupp", seed=1, options={"first": "0", "ghosts": ghosts})
    assert diagram(match) == shown(EMPTY)
    assert rest(match) == "1 8k 8k - -"
    for pool in match.view(0).pools:
        assert (pool.kittens, pool.cats, pool.ghost) == (8, 0, ghosts == "on")


def test_h2_a_cat_is_not_in_play_before_a_kitten_has_left_the_game():
    with pytest.raises(errors.IllegalMove) as refused:
        bed().play("c a1", 0)
    assert refused.value.rule == "H-2"
    assert legal(bed(), "c ") == set()


def test_h2_a_kitten_that_left_the_game_is_replaced_by_a_cat():
    match = play(bed("kk.... ...... ...... ...... ...... ......"), "k c1", "keep", "grow a1 c1")
    assert rest(match) == "2 5k3c 8k - -"


def test_h2_a_placed_piece_leaves_the_pool():
    assert rest(play(bed(rest="1 7k1c"), "c c3", "keep")) == "2 7k 8k - -"
    assert rest(play(bed(rest="2 8k 6k2c"), "k c3", "keep")) == "1 8k 5k2c - -"


def test_h2_no_kitten_can_be_placed_from_a_pool_of_cats():
    match = bed(rest="1 8c")
    assert legal(match, "k ") == set()
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("k a1", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("H-2", "no_kitten_in_pool")


@pytest.mark.parametrize(
    "position",
    [
        "6/6/6/6/6/6 1 9k",
        "6/6/6/6/6/6 1 7k",
        "6/6/6/6/6/6 1 4k5c",
        "k5/6/6/6/6/6 1 8k",
        "6/6/6/6/6/6 1 8k 7k",
        "kkkkkk/kkk3/6/6/6/6 2",
    ],
)
def test_h2_a_position_with_other_than_eight_pieces_each_is_refused(position: str):
    with pytest.raises(errors.BadPosition):
        Match.new("huupp", position=position)


@pytest.mark.parametrize("first", [0, 1])
def test_h3_the_chosen_player_begins(first: int):
    for seed in range(8):
        match = Match.new("huupp", seed=seed, options={"first": str(first)})
        assert match.waiting == (first,)


def test_h3_chance_lets_either_player_begin_equally_often():
    huupp = game("huupp")
    begins = [int(huupp.new(2, {"first": "random"}, rng=rng)["turn"][0]) for rng in range(2000)]
    assert 880 < sum(begins) < 1120  # more than five standard deviations either way


def test_h3_the_players_take_turns():
    match = Match.new("huupp", seed=1, options={"first": "1", "ghosts": "off"})
    assert [match.play(f"k {square}", seat).seat for seat, square in ((1, "a1"), (0, "f6"))] == [
        1,
        0,
    ]
    assert match.waiting == (1,)
    with pytest.raises(errors.NotYourTurn):
        match.play("k c3", 0)


@pytest.mark.parametrize("first", ["2", "-1", "nobody", ""])
def test_h3_nobody_else_can_begin(first: str):
    with pytest.raises(errors.BadOption):
        Match.new("huupp", options={"first": first})
