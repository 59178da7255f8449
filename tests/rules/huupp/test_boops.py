"""H-10 to H-15: a placed piece and what it pushes. Before on the left, after on the right."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from cattery import errors
from rules.huupp.bed import Example, bed, diagram, drawn, events, legal, play

BOOPS = [
    Example(
        "H-11",
        "all eight neighbours go one square straight away",
        ("k c3",),
        """
        ......   k.K.k.
        .kKk..   ......
        .K.K..   K.k.K.
        .kKk..   ......
        ......   k.K.k.
        ......   ......
        """,
    ),
    Example(
        "H-11",
        "the second player's kittens push just the same",
        ("k d4",),
        """
        ......   ......
        ......   .k.K.k
        ..kKk.   ......
        ..K.K.   .K.K.K
        ..kKk.   ......
        ......   .k.K.k
        """,
        before="2",
    ),
    Example(
        "H-11",
        "pieces two squares away stay",
        ("k c3",),
        """
        k.K.k.   k.K.k.
        ......   ......
        K...K.   K.k.K.
        ......   ......
        k.K.k.   k.K.k.
        ......   ......
        """,
    ),
    Example(
        "H-11",
        "pieces a knight's move away stay",
        ("k c3",),
        """
        .k.k..   .k.k..
        K...K.   K...K.
        ......   ..k...
        K...K.   K...K.
        .k.k..   .k.k..
        ......   ......
        """,
    ),
    Example(
        "H-12",
        "a kitten doesn't push a cat of either colour",
        ("k c3",),
        """
        ......   ......
        .cC...   .cC...
        .C.c..   .Ckc..
        ......   ......
        ......   ......
        ......   ......
        """,
        before="1 5k1c 5k1c",
    ),
    Example(
        "H-12",
        "a kitten pushes kittens beside cats that stay",
        ("k c3",),
        """
        ......   ....K.
        .c.K..   .c....
        .k.C..   k.kC..
        ......   ......
        ......   ......
        ......   ......
        """,
        before="1 5k1c 5k1c",
    ),
    Example(
        "H-12",
        "a cat pushes kittens and cats of both colours",
        ("c c3",),
        """
        ......   c.C...
        .cC...   ......
        .K.k..   K.c.k.
        ......   ......
        ......   ......
        ......   ......
        """,
        before="1 5k1c 6k",
    ),
    Example(
        "H-13",
        "two in line stay",
        ("k a1",),
        """
        ......   k.....
        .K....   .K....
        ..K...   ..K...
        ......   ......
        ......   ......
        ......   ......
        """,
    ),
    Example(
        "H-13",
        "a piece behind blocks whatever its colour or kind",
        ("c c3",),
        """
        c.C...   c.C...
        .KC...   .KC...
        Kk....   Kkc...
        .kC...   .kC...
        K.c...   K.c...
        ......   ......
        """,
        before="1 3k1c 2k",
    ),
    Example(
        "H-13",
        "a kitten blocks a cat",
        ("c b2",),
        """
        ......   ......
        ..CK..   .cCK..
        .c....   .c....
        .k....   .k....
        ......   ......
        ......   ......
        """,
        before="1 5k1c 6k",
    ),
    Example(
        "H-13",
        "only the piece that is blocked stays",
        ("k c3",),
        """
        ..K...   K.K...
        .KK...   ..K...
        ......   ..k...
        ..K...   ......
        ......   ..K...
        ......   ......
        """,
    ),
    Example(
        "H-14",
        "a pushed piece doesn't push the one it comes to stand by",
        ("k a1",),
        """
        ......   k.....
        .K....   ......
        ......   ..K...
        ...K..   ...K..
        ......   ......
        ......   ......
        """,
    ),
    Example(
        "H-14",
        "a pushed piece pushes nothing to its sides either",
        ("k a3",),
        """
        ......   ......
        ..kK..   ..kK..
        .K....   k.K...
        ..k...   ..k...
        ......   ......
        ......   ......
        """,
    ),
    Example(
        "H-14",
        "a piece that is blocked doesn't hand the push on",
        ("k a1",),
        """
        .KK...   kKK...
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        """,
    ),
    Example(
        "H-15",
        "over the northern edge back to the pool",
        ("k c2",),
        """
        .kKk..   ......
        ......   ..k...
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        """,
        after="2 7k 8k - -",
    ),
    Example(
        "H-15",
        "over the western edge back to the pool",
        ("k b4",),
        """
        ......   ......
        ......   ......
        K.....   ......
        k.....   .k....
        K.....   ......
        ......   ......
        """,
        after="2 7k 8k - -",
    ),
    Example(
        "H-15",
        "over the southern edge back to the pool",
        ("k d5",),
        """
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        ......   ...k..
        ..kKk.   ......
        """,
        after="2 7k 8k - -",
    ),
    Example(
        "H-15",
        "over the eastern edge back to the pool",
        ("k e3",),
        """
        ......   ......
        .....K   ......
        .....k   ....k.
        .....K   ......
        ......   ......
        ......   ......
        """,
        after="2 7k 8k - -",
    ),
    Example(
        "H-15",
        "over a corner back to the pool",
        ("k b2",),
        """
        K.....   ......
        ......   .k....
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        """,
        after="2 7k 8k - -",
    ),
    Example(
        "H-15",
        "a kitten goes back as a kitten and a cat as a cat, each to its owner",
        ("c b2",),
        """
        kC....   ......
        K.....   .c....
        c.....   ......
        ......   ......
        ......   ......
        ......   ......
        """,
        before="1 4k2c 6k",
        after="2 5k2c 7k1c - -",
    ),
]


@pytest.mark.parametrize("example", BOOPS, ids=str)
@pytest.mark.parametrize(("ghosts", "then"), [("off", ()), ("on", ("keep",))], ids=["off", "on"])
def test_boops(example: Example, ghosts: str, then: tuple[str, ...]):
    example.check(ghosts=ghosts, then=then)


def test_h10_any_piece_of_the_pool_may_go_to_any_empty_square():
    match = bed("kK.... cC.... ...... ...... ...... ......", "1 5k1c 5k1c")
    empty = {f"{c}{r}" for c in "abcdef" for r in "123456"} - {"a1", "b1", "a2", "b2"}
    assert legal(match) == {f"{kind} {square}" for kind in "kc" for square in empty}


@pytest.mark.parametrize("square", ["a1", "b1", "a2", "b2"])
def test_h10_an_occupied_square_is_refused(square: str):
    match = bed("kK.... cC.... ...... ...... ...... ......", "1 5k1c 5k1c")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play(f"k {square}", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("H-10", "occupied")
    assert match.n == 0


def test_h10_a_turn_begins_with_a_placement_and_nothing_else():
    match = bed("kkk... ...... ...... ...... ...... ......")
    assert {note.split()[0] for note in legal(match)} == {"k"}
    for early in ("keep", "ghost N1", "grow a1 c1", "lift a1"):
        with pytest.raises(errors.IllegalMove) as refused:
            match.play(early, 0)
        assert refused.value.rule == "H-10"


def test_h10_exactly_one_piece_is_placed_a_turn():
    match = play(bed(ghosts="off"), "k c3")
    assert match.waiting == (1,)
    match = play(bed(), "k c3")
    assert legal(match, "k ") == set()


COMPASS = {
    "north-west": (-1, -1), "north": (0, -1), "north-east": (1, -1), "east": (1, 0),
    "south-east": (1, 1), "south": (0, 1), "south-west": (-1, 1), "west": (-1, 0),
}  # fmt: skip


def lines_of_three(direction: str) -> Iterator[tuple[str, str, str | None]]:
    """Every square, its neighbour in a direction, and the square behind that or None."""
    across, down = COMPASS[direction]
    for column, row in itertools.product(range(6), repeat=2):
        here, near, far = (_name(column + k * across, row + k * down) for k in range(3))
        if here and near:
            yield here, near, far


def _name(column: int, row: int) -> str | None:
    return f"{'abcdef'[column]}{row + 1}" if 0 <= column < 6 and 0 <= row < 6 else None


@pytest.mark.parametrize("direction", COMPASS)
def test_h11_h15_a_lone_neighbour_moves_one_square_on_from_every_square(direction: str):
    for here, near, far in lines_of_three(direction):
        match = play(bed(drawn({near: "K"}), ghosts="off"), f"k {here}")
        assert diagram(match) == drawn({here: "k"} | ({far: "K"} if far else {}))
        assert match.view(None).pools[1].kittens == (7 if far else 8)


@pytest.mark.parametrize("direction", COMPASS)
def test_h13_a_blocked_neighbour_stays_on_every_square(direction: str):
    for here, near, far in lines_of_three(direction):
        if far:
            match = play(bed(drawn({near: "K", far: "k"}), ghosts="off"), f"k {here}")
            assert diagram(match) == drawn({here: "k", near: "K", far: "k"})


def test_h11_the_story_tells_each_boop():
    match = play(bed("K..... ...... .k.... ...... ...... ......", ghosts="off"), "k b2")
    assert events(match) == ["placed", "booped", "booped"]
    placed, off, on = match.story(0)[0].events
    assert (placed.kind, placed.square) == ("kitten", "b2")
    assert (off.owner, off.square, off.to) == (1, "a1", None)
    assert (on.owner, on.square, on.to) == (0, "b3", "b4")
