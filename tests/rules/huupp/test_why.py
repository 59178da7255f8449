"""What hints say of a move: what it pushes, and where it is made."""

from __future__ import annotations

import pytest

from rules.facts import Fact, fact, told
from rules.huupp.bed import bed, play


@pytest.mark.parametrize(
    ("diagram", "move", "said"),
    [
        ("...... .K.... ...... ...... ...... ......", "k c3", fact("H-11", "pushed", n=1)),
        ("K..... ...... ...... ...... ...... ......", "k b2", fact("H-15", "fell", n=1)),
        ("K.K... ...... ...... ...... ...... ......", "k b2", fact("H-15", "fell", n=2)),
        (".C.... ...... ...... ...... ...... ......", "k b2", fact("H-11", "quiet")),
        ("...... ...... ...... ...... ...... .....K", "k c3", fact("H-15", "middle")),
        ("...... ...... ...... ...... ...... .....K", "k a3", fact("H-11", "quiet")),
        ("k..... ...... ...... ...... ...... .....K", "k b1", None),  # it pushes its own away
        (".....k ....k. ...... ...... ...... .....K", "k d3", fact("H-33", "row")),
    ],
)
def test_placing(diagram: str, move: str, said: Fact | None):
    assert told(bed(diagram, ghosts="off"), move) == said


def test_a_cat_can_not_be_moved_by_kittens():
    match = bed("...... ...... ...... ...... ...... .....K", "1 4k4c 7k", ghosts="off")
    assert told(match, "c a3") == fact("H-12", "cat")


def test_growing_up():
    match = play(bed(".....k ....k. ...... ...... ...... ......", ghosts="off"), "k d3")
    assert match.waiting == (0,)
    assert told(match, "grow f1 e2 d3") == fact("H-33", "grew", cats=3)


# Entering pushes nobody (H-21): the pieces that count stand beside the segments after the first.
GHOSTS = [
    ("...... ...... ...... ...... ...... .....k", "ghost N2", None),
    (".K.... ...... ...... ...... ...... ......", "ghost N2", None),
    ("...... ...... ...... ...... ...... ...K..", "ghost N2", None),
    ("...... .K.... ...... ...... ...... ..K...", "ghost N2", 2),
    ("...... .k.... ...... ...... ...... ..K...", "ghost N2", 1),
    ("...... .K.... ...... ...... ...... ..K...", "ghost S2", 1),
    ("...... .K.... ..K... ...... ...... ......", "ghost W2", 2),
    ("...... K..... ..K... ...... ...... ......", "ghost W2", 1),
    ("...... K..... ..K... ...... ...... ......", "ghost E2", 2),
    ("...... .....K ...... ...... ...... ......", "ghost E2", None),
]


@pytest.mark.parametrize(("diagram", "move", "pieces"), GHOSTS)
def test_a_ghost_is_advised_for_those_whom_it_will_meet(
    diagram: str, move: str, pieces: int | None
):
    match = play(bed(diagram), "k f4")
    assert told(match, move) == (fact("H-23", "ghost", n=pieces) if pieces else None)


def test_keeping_the_ghost():
    assert told(play(bed(), "k f4"), "keep") == fact("H-20", "keep")
