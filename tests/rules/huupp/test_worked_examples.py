"""The worked examples of the rule sheet, figure by figure."""

from __future__ import annotations

from rules.huupp.bed import Example, bed, diagram, drawn, legal, phase, play, rest, shown


def test_h11_h14_h15_figure_1_every_neighbour_is_pushed_one_falls_off_nothing_chains():
    Example(
        "H-11",
        "figure 1",
        ("k b3", "keep"),
        """
        ....K.   ...KK.
        ..K...   ......
        K.....   .k....
        .k....   ......
        ......   .k....
        .K....   .K....
        """,
        after="2 6k 5k - -",
    ).check()


FIGURE_2 = """
        ......   ......
        ...K..   ...K..
        ..K...   ..K...
        ..K...   .{}.K..
        ......   ......
        ......   ......
"""


def test_h13_figure_2_a_pair_in_line_stays_and_a_single_neighbour_moves():
    match = Example("H-13", "figure 2", ("k b4", "keep"), FIGURE_2.format("k")).check()
    assert phase(match) == "place"


def test_h33_figure_2_the_same_square_played_by_the_owner_of_the_pair_makes_a_row():
    match = Example("H-33", "figure 2", ("k b4", "keep"), FIGURE_2.format("K"), "2").check()
    assert phase(match) == "grow"
    play(match, "grow b4 d2")
    assert diagram(match) == drawn({"d4": "K"})
    assert rest(match) == "1 8k 4k3c - -"


def test_h33_figure_3_three_kittens_leave_and_three_cats_arrive_in_the_pool():
    match = bed("...... ...... .k.... ..k... ...... ......")
    play(match, "k d5", "keep", "grow b3 d5")
    assert diagram(match) == drawn({})
    assert rest(match) == "2 5k3c 8k - -"


def test_h34_figure_4_of_two_overlapping_rows_the_mover_picks_one():
    cross = "..k... ..k... kk.... ...... ...... ......"
    assert legal(play(bed(cross), "k c3", "keep")) == {"grow a3 c3", "grow c1 c3"}
    upright = play(bed(cross), "k c3", "keep", "grow c1 c3")
    assert diagram(upright) == drawn({"a3": "k", "b3": "k"})
    level = play(bed(cross), "k c3", "keep", "grow a3 c3")
    assert diagram(level) == drawn({"c1": "k", "c2": "k"})


def test_h33_figure_5_of_kitten_cat_kitten_three_cats_end_in_the_pool():
    match = bed("...... kc.... ...... ...... ...... ......", "1 6k 8k")
    assert rest(play(match, "k c2", "keep", "grow a2 c2")) == "2 5k3c 8k - -"


def test_h21_figure_6_a_ghost_enters_between_two_pieces_and_pushes_neither():
    match = play(bed("..kK.. ...... ...... ...... ...... ......"), "k f6", "ghost N3")
    assert diagram(match) == drawn({"c1": "k", "d1": "K", "f6": "k"})


def test_h23_figure_7_a_step_of_the_ghost_pushes_its_two_neighbours_only():
    Example(
        "H-23",
        "figure 7",
        ("k f6",),
        """
        ..Kk..   ..Kk..
        ..kK..   .k..K.
        ..Kk..   ..Kk..
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 5k 5k N3+0 -",
        after="2 4k 5k N3+1 -",
    ).check()


def test_h24_figure_8_a_blocked_push_leaps_to_the_nearest_free_square_or_off():
    Example(
        "H-24",
        "figure 8",
        ("k a6",),
        """
        ......   ......
        .KkKkc   kK..kc
        ......   ......
        ......   ......
        ......   ......
        ......   k.....
        """,
        before="1 5k 6k N3+0 -",
        after="2 4k 7k N3+1 -",
    ).check()


def test_h26_ghost_meets_ghost_it_jumps_and_pushes_only_where_it_lands():
    Example(
        "H-26",
        "ghost meets ghost",
        ("k f6",),
        """
        ......   ......
        .Kk...   .Kk...
        .Kk...   K..k..
        ......   ......
        ......   ......
        ......   .....k
        """,
        before="1 6k 6k N2+0 S2+4",
        after="2 5k 6k N2+2 S2+4",
    ).check()


def test_h26_a_jump_off_the_bed_pushes_nobody_and_ends_the_trip_of_the_ghost():
    Example(
        "H-26",
        "off the bed",
        ("k a1",),
        """
        ......   k.....
        ......   ......
        ......   ......
        ......   ......
        ......   ......
        ..Kk..   ..Kk..
        """,
        before="1 7k 7k N3+4 N3+5",
        after="2 6k 7k - N3+5",
    ).check()


def test_h30_h32_the_own_ghost_of_the_mover_breaks_a_fresh_row_of_three_cats():
    match = bed("...... ...... ..c... ..c... ...... ......", "1 5k1c 8k N2+2 -")
    play(match, "c c5")
    assert diagram(match) == shown("...... ...... ..c... ...c.. ..c... ......")
    assert not match.over
    assert match.waiting == (1,)


ROW_FOR_THE_OTHER = "...... ...... ...K.. ..K... ...K.. ......", "1 8k 5k N2+2 -"


def test_h32_a_row_that_my_ghost_made_for_the_opponent_grows_up_at_the_end_of_their_turn():
    match = play(bed(*ROW_FOR_THE_OTHER), "k a1")
    assert diagram(match) == shown("k..... ...... ...K.. ...K.. ...K.. ......")
    assert (match.waiting, phase(match)) == ((1,), "place")
    play(match, "k a6", "keep")
    assert legal(match) == {"grow d3 d5"}


def test_h32_and_only_if_it_survives_that_turn():
    match = play(bed(*ROW_FOR_THE_OTHER), "k a1", "k c4", "keep")
    assert diagram(match) == shown("k..... ....K. ...... ..K.K. ...... ....K.")
    assert (match.waiting, phase(match)) == ((0,), "place")
