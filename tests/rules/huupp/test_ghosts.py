"""H-20 to H-26: the ghosts. Before on the left, after on the right.

The rest of a position names the ghosts by their entry and the segments travelled since: `N2+3`.
A ghost at N2+3 stands between b4 and c4, one at W2+3 between d2 and d3.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from cattery import Match, errors
from cattery.games.huupp.story import Hooped
from rules.huupp.bed import Example, bed, diagram, drawn, events, legal, phase, play, rest

ENTRIES = {f"ghost {edge}{seam}" for edge in "NESW" for seam in range(1, 6)}
FAR = "f6"  # a square from which nothing on these beds is pushed


# --- H-20: may, must, can't ----------------------------------------------------------------------


def test_h20_a_ghost_in_the_pool_may_enter_or_be_kept():
    match = play(bed(), "k c3")
    assert phase(match) == "ghost"
    assert match.waiting == (0,)
    assert legal(match) == {"keep"} | ENTRIES


def test_h20_a_kept_ghost_stays_in_the_pool_and_the_turn_passes():
    match = play(bed(), "k c3", "keep")
    assert rest(match) == "2 7k 8k - -"
    assert events(match) == ["kept"]


@pytest.mark.parametrize("step", range(6))
def test_h20_a_ghost_on_the_bed_must_move_on_and_nothing_is_asked(step: int):
    match = play(bed(rest=f"1 8k 8k N3+{step} -"), f"k {FAR}")
    assert phase(match) == "place"
    assert match.waiting == (1,)
    assert match.view(0).ghosts[0] != bed(rest=f"1 8k 8k N3+{step} -").view(0).ghosts[0]


def test_h20_only_the_ghost_of_the_mover_moves():
    match = play(bed(rest="1 8k 8k N3+1 S2+1"), f"k {FAR}")
    assert rest(match) == "2 7k 8k N3+2 S2+1"


def test_h20_a_ghost_that_came_home_this_turn_cannot_enter_in_the_same_turn():
    match = play(bed(rest="1 8k 8k N3+5 -"), f"k {FAR}")
    assert rest(match) == "2 7k 8k - -"
    assert phase(match) == "place"
    assert events(match) == ["placed", "went_home"]


def test_h20_the_ghost_is_decided_on_before_the_next_placement():
    match = play(bed(), "k c3")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("k d4", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("H-20", "ghost_first")


# --- H-21: entering ------------------------------------------------------------------------------

PLACES = {  # entry: the two squares beside its first segment
    "N1": "a1 b1", "N2": "b1 c1", "N3": "c1 d1", "N4": "d1 e1", "N5": "e1 f1",
    "S1": "a6 b6", "S2": "b6 c6", "S3": "c6 d6", "S4": "d6 e6", "S5": "e6 f6",
    "W1": "a1 a2", "W2": "a2 a3", "W3": "a3 a4", "W4": "a4 a5", "W5": "a5 a6",
    "E1": "f1 f2", "E2": "f2 f3", "E3": "f3 f4", "E4": "f4 f5", "E5": "f5 f6",
}  # fmt: skip


def test_h21_there_are_twenty_entries():
    assert len(ENTRIES) == 20
    assert legal(play(bed(), "k c3"), "ghost") == ENTRIES
    assert {f"ghost {entry}" for entry in PLACES} == ENTRIES


@pytest.mark.parametrize("entry", PLACES)
def test_h21_entering_pushes_nothing(entry: str):
    west, east = PLACES[entry].split()
    before = {west: "K", east: "k"}
    match = play(bed(drawn(before)), "k c4" if "a4" not in before else "k d4", f"ghost {entry}")
    placed = match.story(0)[0].events[0].square
    assert diagram(match) == drawn(before | {placed: "k"})
    assert rest(match) == f"2 6k 7k {entry}+0 -"
    assert events(match) == ["entered"]


@pytest.mark.parametrize("middle", ["ghost N0", "ghost N6", "ghost c3", "ghost X1", "ghost 3"])
def test_h21_there_is_no_entry_but_at_the_five_seams_of_an_edge(middle: str):
    match = play(bed(), "k c3")
    with pytest.raises(errors.NotationError):
        match.play(middle, 0)


# --- H-22: travelling ----------------------------------------------------------------------------

PATHS = {  # entry: the squares on both sides of its six segments, from the entry on
    "N2": ("b1 c1", "b2 c2", "b3 c3", "b4 c4", "b5 c5", "b6 c6"),
    "S2": ("b6 c6", "b5 c5", "b4 c4", "b3 c3", "b2 c2", "b1 c1"),
    "W4": ("a4 a5", "b4 b5", "c4 c5", "d4 d5", "e4 e5", "f4 f5"),
    "E4": ("f4 f5", "e4 e5", "d4 d5", "c4 c5", "b4 b5", "a4 a5"),
}


def every_path() -> Iterator[tuple[str, int, str, str]]:
    """Of every path and step: the square beside it to the west or north, and the other one."""
    for edge, seam, step in itertools.product("NESW", range(1, 6), range(6)):
        along = step if edge in "NW" else 5 - step
        if edge in "NS":
            squares = (f"{'abcdef'[seam - 1]}{along + 1}", f"{'abcdef'[seam]}{along + 1}")
        else:
            squares = (f"{'abcdef'[along]}{seam}", f"{'abcdef'[along]}{seam + 1}")
        yield f"{edge}{seam}", step, *squares


def test_h22_the_paths_by_formula_are_the_paths_by_name():
    found = {(entry, step): f"{a} {b}" for entry, step, a, b in every_path()}
    for entry, path in PATHS.items():
        assert tuple(found[entry, step] for step in range(6)) == path
    for entry, squares in PLACES.items():
        assert found[entry, 0] == squares


def test_h22_a_ghost_goes_straight_on_one_segment_per_own_turn():
    for entry, step, *_ in every_path():
        match = play(bed(rest=f"1 8k 8k {entry}+{step} -"), "k c3")
        home = step == 5
        assert rest(match) == f"2 7k 8k {'-' if home else f'{entry}+{step + 1}'} -"
        assert events(match)[1] == ("went_home" if home else "glided")


def test_h22_entered_in_turn_t_it_is_home_in_t_plus_6_and_may_enter_again_in_t_plus_7():
    match = Match.new("huupp", seed=1, options={"first": "0"})
    corners = itertools.cycle(("a1", "f1", "a6", "f6", "c3", "e5", "b5", "d2"))
    where, asked = [], []
    for own_turn in range(8):
        square = next(s for s in corners if f"k {s}" in legal(match))
        play(match, f"k {square}")
        asked.append(phase(match) == "ghost" and match.turn == 0)
        if asked[-1]:
            play(match, "ghost E3")
        while phase(match) == "grow":
            play(match, sorted(legal(match))[0])
        where.append(match.view(0).ghosts[0] and match.view(0).ghosts[0].step)
        if own_turn < 7:
            square = next(s for s in corners if f"k {s}" in legal(match))
            play(match, f"k {square}", "keep")
            while phase(match) == "grow":
                play(match, sorted(legal(match))[0])
    assert where == [0, 1, 2, 3, 4, 5, None, 0]
    assert asked == [True, False, False, False, False, False, False, True]


# --- H-23, H-24: pushing aside -------------------------------------------------------------------

PUSHES = [
    Example(
        "H-23",
        "the pieces on both sides of the new segment go away from the seam",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ..kK..   .k..K.
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 7k 7k N3+1 -",
        after="2 6k 7k N3+2 -",
    ),
    Example(
        "H-23",
        "a seam between rows pushes north and south",
        ("k f6",),
        """
        ......   ......
        ......   ...k..
        ...k..   ......
        ...K..   ......
        ......   ...K..
        ......   .....k
        """,
        before="1 7k 7k W3+2 -",
        after="2 6k 7k W3+3 -",
    ),
    Example(
        "H-23",
        "kittens and cats of both colours alike",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ......   ......
        ..cC..   .c..C.
        ......   ......
        ......   .....k
        """,
        before="1 6k1c 6k1c S3+1 -",
    ),
    Example(
        "H-23",
        "squares that touch the segment only by a corner are left alone",
        ("k f6",),
        """
        ......   ......
        ..kK..   ..kK..
        ......   ......
        ..kK..   ..kK..
        ......   ......
        ......   .....k
        """,
        before="1 6k 6k N3+1 -",
    ),
    Example(
        "H-23",
        "pieces farther from the seam in the same row stay",
        ("k f6",),
        """
        ......   ......
        ......   ......
        .k..K.   .k..K.
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 7k 7k N3+1 -",
    ),
    Example(
        "H-23",
        "the segment that the ghost leaves pushes nobody",
        ("k f6",),
        """
        ......   ......
        ..kK..   ..kK..
        ......   ......
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 7k 7k N3+1 -",
    ),
    Example(
        "H-23",
        "with no square behind the piece falls off to its owner's pool",
        ("k f6",),
        """
        ......   ......
        ......   ......
        KC....   ..C...
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 8k 6k N1+1 -",
        after="2 7k 7k N1+2 -",
    ),
    Example(
        "H-23",
        "a cat that falls off stays a cat",
        ("k a1",),
        """
        ......   k.....
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        ....c.   ......
        """,
        before="1 7k 8k W5+3 -",
        after="2 6k1c 8k W5+4 -",
    ),
    Example(
        "H-23",
        "a ghost that goes home pushes nobody",
        ("k a1",),
        """
        ......   k.....
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        ..kK..   ..kK..
        """,
        before="1 7k 7k N3+5 -",
        after="2 6k 7k - -",
    ),
    Example(
        "H-23",
        "the other player's ghost pushes nobody in my turn",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ..kK..   ..kK..
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 7k 7k N5+1 N3+1",
        after="2 6k 7k N5+2 N3+1",
    ),
    Example(
        "H-24",
        "a blocked piece leaps over one to the nearest empty square",
        ("k f6",),
        """
        ......   ......
        ......   ......
        .Kk...   kK....
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 7k 7k N3+1 -",
    ),
    Example(
        "H-24",
        "over several of any colour and kind, each on its own side",
        ("k f6",),
        """
        ......   ......
        ......   ......
        .KcCk.   cK..kC
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 5k1c 6k N3+1 -",
    ),
    Example(
        "H-24",
        "over two in line, and free on the other side",
        ("k a1",),
        """
        ......   k.....
        ......   ......
        .kKkk.   k..kkK
        ......   ......
        ......   ......
        ......   ......
        """,
        before="1 5k 7k N2+1 -",
    ),
    Example(
        "H-24",
        "to the nearest empty square, not beyond it",
        ("k f6",),
        """
        .k....   .k....
        .K....   .K....
        ......   .K....
        .k....   .k....
        .K....   ......
        ......   .....k
        """,
        before="1 6k 6k E5+3 -",
    ),
    Example(
        "H-24",
        "to the nearest of several empty squares",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ..Kk..   .kK...
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 7k 7k N4+1 -",
    ),
    Example(
        "H-24",
        "with no empty square beyond it falls off to its owner's pool",
        ("k f6",),
        """
        ......   ......
        ......   ......
        Kkc...   Kk....
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 6k 7k N3+1 -",
        after="2 5k1c 7k N3+2 -",
    ),
    Example(
        "H-24",
        "the pieces leapt over stay where they are",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ...KKC   ....KC
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 8k 5k N3+1 -",
        after="2 7k 6k N3+2 -",
    ),
    Example(
        "H-25",
        "a ghost on the seam doesn't hold back a boop across it",
        ("k b3",),
        """
        ......   ......
        ......   ......
        ..K...   .k.K..
        ......   ......
        ......   ......
        ......   ......
        """,
        before="1 8k 7k E1+0 N3+2",
        after="2 7k 7k E1+1 N3+2",
    ),
    Example(
        "H-25",
        "a piece may be placed beside a ghost and doesn't push it",
        ("k c3",),
        """
        ......   ......
        ......   ......
        ......   ..k...
        ......   ......
        ......   ......
        ......   ......
        """,
        before="1 8k 8k E1+0 N3+2",
        after="2 7k 8k E1+1 N3+2",
    ),
    Example(
        "H-25",
        "a ghost's push isn't blocked by the other ghost",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ...K..   ....K.
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 8k 7k N3+1 N4+2",
        after="2 7k 7k N3+2 N4+2",
    ),
    Example(
        "H-26",
        "a ghost jumps over the other one and pushes only where it lands",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ..kK..   ..kK..
        ..kK..   .k..K.
        ......   ......
        ......   .....k
        """,
        before="1 6k 6k N3+1 N3+2",
        after="2 5k 6k N3+3 N3+2",
    ),
    Example(
        "H-26",
        "it jumps just the same when they meet head on",
        ("k f6",),
        """
        ......   ......
        ......   ......
        ..kK..   ..kK..
        ..kK..   .k..K.
        ......   ......
        ......   .....k
        """,
        before="1 6k 6k N3+1 S3+3",
        after="2 5k 6k N3+3 S3+3",
    ),
    Example(
        "H-26",
        "along a seam between rows too",
        ("k f6",),
        """
        ......   ......
        ......   .k....
        .kK...   ..K...
        .Kk...   ..k...
        ......   .K....
        ......   .....k
        """,
        before="1 6k 6k E3+2 W3+2",
        after="2 5k 6k E3+4 W3+2",
    ),
    Example(
        "H-26",
        "with no segment to land on it leaves the bed and pushes nobody",
        ("k a1",),
        """
        ......   k.....
        ......   ......
        ......   ......
        ......   ......
        ..kK..   ..kK..
        ..Kk..   ..Kk..
        """,
        before="1 6k 6k N3+4 S3+0",
        after="2 5k 6k - S3+0",
    ),
    Example(
        "H-26",
        "ghosts on crossing seams never meet",
        ("k a1",),
        """
        ......   k.....
        ......   ......
        ..k...   ..k...
        ..K...   .K....
        ......   ......
        ......   ......
        """,
        before="1 7k 7k N3+2 W3+2",
        after="2 6k 7k N3+3 W3+2",
    ),
]


@pytest.mark.parametrize("example", PUSHES, ids=str)
def test_ghost_steps(example: Example):
    example.check()


def test_h22_h23_on_every_segment_of_its_way_both_pieces_go_away_from_the_seam():
    for entry, step, first, second in every_path():
        if step == 0:
            continue
        clear = "a1" if first[0] in "def" or first[1] in "456" else "f6"
        match = bed(drawn({first: "K", second: "K"}), f"1 8k 6k {entry}+{step - 1} -")
        play(match, f"k {clear}")
        down, across = (0, 1) if entry[0] in "NS" else (1, 0)
        after = {clear: "k"}
        for square, way in ((first, -1), (second, 1)):
            column, row = "abcdef".index(square[0]) + way * across, int(square[1]) + way * down
            if 0 <= column < 6 and 1 <= row <= 6:
                after[f"{'abcdef'[column]}{row}"] = "K"
        assert diagram(match) == drawn(after)
        assert match.view(None).pools[1].kittens == 6 + 3 - len(after)


def test_h24_the_story_tells_a_leap():
    match = play(bed("...... ...... .KkK.. ...... ...... ......", "1 7k 6k N3+1 -"), "k f6")
    leap, push = match.story(0)[0].events[-2:]
    assert (leap.type, leap.owner, leap.square, leap.to, leap.leapt) == (
        "hooped",
        0,
        "c3",
        "a3",
        True,
    )
    assert (push.owner, push.square, push.to, push.leapt) == (1, "d3", "e3", False)


def test_h25_a_ghost_in_the_row_neither_helps_nor_hinders():
    match = play(
        bed("cc.... ...... ...... ...... ...... ......", "1 5k1c 8k - N2+0"), "c c1", "keep"
    )
    assert match.result is not None
    assert match.result.winners == (0,)
    match = play(
        bed("kk.... ...... ...... ...... ...... ......", "1 6k 8k - -"), "k e5", "ghost N3"
    )
    assert phase(match) == "place"


def test_h25_a_ghost_is_pushed_by_nobody():
    match = play(bed(rest="1 8k 8k E5+0 N3+2"), "k c3")
    assert match.view(0).ghosts[1] == bed(rest="1 8k 8k E5+0 N3+2").view(0).ghosts[1]


def test_h26_the_story_tells_a_jump():
    assert events(play(bed(rest="1 8k 8k N3+1 N3+2"), "k f6")) == ["placed", "jumped"]
    assert events(play(bed(rest="1 8k 8k N3+1 N3+3"), "k f6")) == ["placed", "glided"]


def test_h26_on_every_segment_that_the_other_ghost_holds_it_jumps_one_farther_or_leaves():
    for entry, step, *beside in every_path():
        for other, reached, *held in every_path():
            if step == 0 or held != beside:
                continue
            match = play(bed(rest=f"1 8k 8k {entry}+{step - 1} {other}+{reached}"), "k c3")
            landed = "-" if step == 5 else f"{entry}+{step + 1}"
            assert rest(match) == f"2 7k 8k {landed} {other}+{reached}"


def test_h26_a_ghost_that_jumped_off_the_bed_cannot_enter_in_the_same_turn():
    match = play(bed(rest="1 8k 8k N3+4 S3+0"), "k a1")
    assert events(match) == ["placed", "went_home"]
    assert match.waiting == (1,)
    assert phase(match) == "place"
    play(match, "k f6")
    assert match.view(1).ghosts[1].step == 1
    play(match, "k f1")
    assert phase(match) == "ghost"


def test_h26_no_entry_is_offered_where_the_other_ghost_stands():
    for entry, step, *beside in every_path():
        match = play(bed(rest=f"1 8k 8k - {entry}+{step}"), "k c3")
        barred = {name for name, squares in PLACES.items() if squares == " ".join(beside)}
        barred = {name for name in barred if (name[0] in "NS") == (entry[0] in "NS")}
        assert legal(match, "ghost") == ENTRIES - {f"ghost {name}" for name in barred}
        assert len(barred) == (step in (0, 5))


def test_h26_the_refusal_of_a_barred_entry_says_why():
    match = play(bed(rest="1 8k 8k - S3+5"), "k c3")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("ghost N3", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("H-26", "ghost_in_the_way")


def test_h26_two_ghosts_on_one_segment_are_no_position():
    for place in ("N3+2", "S3+3"):
        with pytest.raises(errors.BadPosition):
            bed(rest=f"1 8k 8k N3+2 {place}")


def test_h24_a_plain_push_off_the_bed_is_not_told_as_a_leap():
    pushed = Hooped(0, "kitten", "a1", None, leapt=False)
    leapt = Hooped(0, "kitten", "b1", None, leapt=True)
    assert (pushed.variant, leapt.variant) == ("off", "leapt_off")
