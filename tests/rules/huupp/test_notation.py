"""What a player may type in HUUupp, in both languages, and position texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cattery import errors, game, loops
from rules.huupp.bed import bed, diagram, drawn, play

HUUPP = game("huupp")

TYPED = [
    ("k c3", "k c3"), ("K C3", "k c3"), ("kitten c3", "k c3"), ("cica c3", "k c3"),
    ("Cica: C3", "k c3"), ("k@c3", "k c3"), ("kiscica c3", "k c3"),
    ("c c3", "c c3"), ("cat c3", "c c3"), ("macska c3", "c c3"), ("m c3", "c c3"),
    ("ghost N2", "ghost N2"), ("ghost n 2", "ghost N2"), ("g north 2", "ghost N2"),
    ("szellem észak 2", "ghost N2"), ("szellem eszak2", "ghost N2"), ("sz ny 3", "ghost W3"),
    ("szellemmacska dél 5", "ghost S5"), ("szellem kelet 1", "ghost E1"),
    ("keep", "keep"), ("marad", "keep"), ("-", "keep"), ("ghost stay", "keep"),
    ("grow a1 c1", "grow a1 c1"), ("grow c1 a1", "grow a1 c1"), ("grow a1 b1 c1", "grow a1 c1"),
    ("nő a1-c1", "grow a1 c1"), ("fejlődik a1 c3", "grow a1 c3"),
    ("lift c3", "lift c3"), ("felvesz c3", "lift c3"), ("emel c3", "lift c3"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_a_move_may_be_typed_in_either_language_with_or_without_accents(typed: str, meant: str):
    assert HUUPP.format(HUUPP.parse(typed)) == meant


@pytest.mark.parametrize(
    "typed",
    ["k", "k k c3", "k c33", "c3 k", "ghost", "ghost Q2", "grow a1", "grow a1 b2", "grow a1 f6",
     "grow a1 xx c1", "grow a1 d1", "lift", "kitten to c3", "keep c3", "ghost N2 N3"],
)  # fmt: skip
def test_what_leaves_something_open_or_over_is_refused(typed: str):
    with pytest.raises(errors.NotationError):
        HUUPP.parse(typed)


def test_a_bare_square_means_the_one_thing_that_is_legal():
    assert diagram(play(bed(), "c3")) == drawn({"c3": "k"})
    assert diagram(play(bed(rest="1 8c"), "c3")) == drawn({"c3": "c"})
    with pytest.raises(errors.AmbiguousMove) as refused:
        bed(rest="1 7k1c").play("c3", 0)
    assert refused.value.params["readings"] == ["k c3", "c c3"]


@given(st.text(alphabet="kcKC123456/ -+NESW0789x.²", max_size=60))
def test_any_text_is_a_position_that_can_be_or_none(text: str):
    try:
        states = HUUPP.from_position(text, 2, {})
    except errors.BadPosition as error:
        told = error.text("hu")
        assert text in told or told
    else:
        assert loops.check_at(states, 0) == 0
        again = HUUPP.from_position(HUUPP.position(states), 2, {})
        assert again.tobytes() == states.tobytes()


BOARDS = st.lists(st.sampled_from("......kcKC"), min_size=36, max_size=36).map("".join)
GHOSTS = st.sampled_from(["-", *(f"{e}{s}+{k}" for e in "NESW" for s in "135" for k in "05")])


@given(BOARDS, st.sampled_from("12"), GHOSTS, GHOSTS)
def test_any_board_of_few_enough_pieces_is_a_position(board: str, seat: str, one: str, two: str):
    rows = "/".join(board[k : k + 6] for k in range(0, 36, 6))
    pools = [8 - sum(board.count(sign) for sign in signs) for signs in ("kc", "KC")]
    pool_texts = [f"{n}k" if n > 0 else "-" for n in pools]
    position = f"{rows} {seat} {' '.join(pool_texts)} {one} {two} 7"
    possible = min(pools) >= 0 and pools[int(seat) - 1] > 0
    try:
        states = HUUPP.from_position(position, 2, {})
    except errors.BadPosition:
        assert not possible or one != "-" != two  # too many pieces, or two ghosts on a segment
    else:
        assert possible
        assert HUUPP.position(states).split()[1:] == position.split()[1:]


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("", "parts"),
        ("6/6/6/6/6/6 1 8k 8k - - 0 9", "parts"),
        ("6/6/6/6/6", "board"),
        ("6/6/6/6/6/7", "board"),
        ("6/6/6/6/6/5x", "board"),
        ("6/6/6/6/6/06", "board"),
        ("6/6/6/6/6/6 3", "seat"),
        ("6/6/6/6/6/6 1 8", "pool"),
        ("6/6/6/6/6/6 1 8k-", "pool"),
        ("6/6/6/6/6/6 1 8k 8k N6+0", "ghost"),
        ("6/6/6/6/6/6 1 8k 8k N2+6", "ghost"),
        ("6/6/6/6/6/6 1 8k 8k - - 300", "turns"),
        ("6/6/6/6/6/6 1 9k", "impossible"),
    ],
)
def test_a_position_that_is_none_says_what_is_wrong(position: str, problem: str):
    with pytest.raises(errors.BadPosition) as refused:
        HUUPP.from_position(position, 2, {})
    assert refused.value.params["problem"] == problem
    assert refused.value.text("hu") != refused.value.text("en")


def test_h2_a_missing_cat_is_refused_by_where_it_is():
    none_yet = bed("...... ...... ...... ...... ...... ......")
    on_the_bed = bed("c..... ...... ...... ...... ...... ......")
    for match, reason in ((none_yet, "no_cat_yet"), (on_the_bed, "no_cat_in_pool")):
        with pytest.raises(errors.IllegalMove) as refused:
            match.play("c c3", 0)
        assert (refused.value.rule, refused.value.params["reason"]) == ("H-2", reason)
