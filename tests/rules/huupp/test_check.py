"""H-30 to H-41: the check at the end of a turn, and the variant without ghosts."""

from __future__ import annotations

import itertools

import pytest

import cattery
from cattery import Match, errors
from cattery.games.huupp import rules
from cattery.games.huupp.moves import NUMBER
from rules.huupp.bed import bed, diagram, drawn, events, legal, phase, play, rest, shown

DIRECTIONS = {"east": (1, 0), "south": (0, 1), "south-east": (1, 1), "north-east": (1, -1)}


def every_row() -> list[tuple[str, ...]]:
    """Every unbroken row of three squares."""
    lines = (
        [(column + k * across, row + k * down) for k in range(3)]
        for across, down in DIRECTIONS.values()
        for column, row in itertools.product(range(6), repeat=2)
    )
    return [
        tuple(f"{'abcdef'[c]}{r + 1}" for c, r in line)
        for line in lines
        if all(0 <= c < 6 and 0 <= r < 6 for c, r in line)
    ]


def won(match: Match) -> tuple[int | None, str | None]:
    """Who won, and how."""
    view = match.view(None)
    return view.winner, view.won_by


# --- H-30: a row of cats -------------------------------------------------------------------------


@pytest.mark.parametrize(("ghosts", "then"), [("off", ()), ("on", ("keep",))])
def test_h30_three_own_cats_in_any_unbroken_row_win(ghosts: str, then: tuple[str, ...]):
    assert len(every_row()) == 80
    for row in every_row():
        # The two that stand in line with the third aren't pushed (H-13).
        match = bed(drawn({row[0]: "c", row[1]: "c"}), "1 5k1c 8k", ghosts=ghosts)
        play(match, f"c {row[2]}", *then)
        assert won(match) == (0, "row")
        assert set(match.view(None).row) == set(row)


@pytest.mark.parametrize(
    ("pieces", "rest", "move", "ahead"),
    [
        ({"a1": "c", "b1": "c"}, "1 5k1c 8k", "c c1", "wins"),
        ({"a1": "k", "b1": "c"}, "1 5k1c 8k", "k c1", "grows"),
        ({"a1": "k", "e5": "k"}, "1 6k 8k", "k c1", None),
    ],
)
def test_h30_h33_what_a_turn_ends_with_is_known_before_the_ghost_is_asked(
    pieces: dict[str, str], rest: str, move: str, ahead: str | None
):
    match = bed(drawn(pieces), rest)
    assert match.view(None).ahead is None
    assert play(match, move).view(None).phase == "ghost"
    assert match.view(None).ahead == ahead
    play(match, "keep")
    assert match.view(None).ahead == (ahead if ahead == "grows" else None)


def test_h35_a_full_bed_says_that_somebody_is_lifted():
    match = bed(drawn(dict.fromkeys("a1 c1 e1 a4 c4 e4 b6".split(), "k")), "1 1k 8k")
    assert play(match, "k f6", "keep").view(None).ahead == "lifts"


def test_h30_the_second_player_wins_just_the_same():
    match = bed("...... .C.... ..C... ...... ...... ......", "2 8k 5k1c")
    assert won(play(match, "c d4", "keep")) == (1, "row")
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.result.payoffs == (-1.0, 1.0)


@pytest.mark.parametrize(
    "board",
    [
        pytest.param("cc...c ...... ...... ...... ...... ......", id="a gap"),
        pytest.param("cc.... c..... ...... ...... ...... ......", id="a corner"),
        pytest.param("c..... .c.... .c.... ...... ...... ......", id="a bend"),
        pytest.param("....cc c..... ...... ...... ...... ......", id="round the edge"),
        pytest.param(".....c c..... .c.... ...... ...... ......", id="a diagonal round the edge"),
    ],
)
def test_h30_cats_in_no_unbroken_row_win_nothing(board: str):
    match = play(bed(board, "1 4k1c 8k"), "k d6", "keep")
    assert won(match) == (None, None)
    assert phase(match) == "place"


def test_h30_two_cats_and_a_kitten_in_a_row_do_not_win():
    match = play(bed("cc.... ...... ...... ...... ...... ......", "1 5k1c 8k"), "k c1", "keep")
    assert won(match) == (None, None)
    assert phase(match) == "grow"


def test_h30_a_row_with_a_cat_of_the_other_player_in_it_does_not_win():
    match = play(bed("cC.... ...... ...... ...... ...... ......", "1 5k2c 7k"), "c c1", "keep")
    assert diagram(match) == shown("cCc... ...... ...... ...... ...... ......")
    assert won(match) == (None, None)


def test_h30_a_boop_may_make_the_row():
    match = play(bed("cc.c.. ...... ...... ...... ...... ......", "1 4k1c 8k"), "c e1", "keep")
    assert diagram(match) == shown("ccc.c. ...... ...... ...... ...... ......")
    assert won(match) == (0, "row")


def test_h30_the_own_ghost_may_make_the_row():
    match = play(bed("...... ...c.. ..c... ...c.. ...... ......", "1 5k 8k N2+1 -"), "k f6")
    assert diagram(match) == shown("...... ...c.. ...c.. ...c.. ...... .....k")
    assert won(match) == (0, "row")


def test_h30_a_longer_row_of_cats_wins_too():
    match = play(bed("cc.cc. ...... ...... ...... ...... ......", "1 3k1c 8k"), "c c1", "keep")
    assert won(match) == (0, "row")


def test_h30_nothing_can_be_played_after_the_win():
    match = play(bed("cc.... ...... ...... ...... ...... ......", "1 5k1c 8k"), "c c1", "keep")
    assert match.over
    assert match.waiting == ()
    assert phase(match) == "over"
    assert events(match) == ["kept", "won"]
    with pytest.raises(errors.MatchOver):
        match.play("k f6", 1)


# --- H-31: all eight cats ------------------------------------------------------------------------

SEVEN_CATS = "cc.cc. ...... ...... cc.c.. ...... ......"


@pytest.mark.parametrize(("ghosts", "then"), [("off", ()), ("on", ("keep",))])
def test_h31_all_eight_own_cats_on_the_bed_win(ghosts: str, then: tuple[str, ...]):
    match = play(bed(SEVEN_CATS, "1 1c 8k", ghosts=ghosts), "c f6", *then)
    assert won(match) == (0, "eight")
    assert match.view(None).row == ()
    assert events(match)[-1] == "won"


def test_h31_seven_cats_and_a_kitten_do_not_win():
    match = play(bed(SEVEN_CATS, "1 1k 8k"), "k f6", "keep")
    assert won(match) == (None, None)
    assert phase(match) == "grow"


def test_h31_seven_cats_on_the_bed_and_one_in_the_pool_do_not_win():
    match = play(bed("cc.cc. ...... ...... cc.... ...... ......", "1 2c 8k"), "c f6", "keep")
    assert won(match) == (None, None)
    assert phase(match) == "place"


def test_h31_a_cat_that_falls_off_is_not_on_the_bed():
    match = play(bed(SEVEN_CATS, "1 1c 8k"), "c e2", "keep")
    assert diagram(match) == shown("cc.... ....c. ...... cc.c.. ...... ......")
    assert won(match) == (None, None)
    assert rest(match) == "2 2c 8k - -"


# --- H-32: only the mover's rows, only at the end of the mover's turn ----------------------------


def test_h32_a_row_of_cats_made_for_the_other_player_wins_nothing_now():
    match = play(bed("CC.C.. ...... ...... ...... ...... ......", "1 7k1c 5k"), "c e1", "keep")
    assert diagram(match) == shown("CCC.c. ...... ...... ...... ...... ......")
    assert won(match) == (None, None)
    assert match.waiting == (1,)
    assert phase(match) == "place"


def test_h32_it_wins_at_the_end_of_the_next_turn_of_that_player_if_it_still_stands():
    match = play(bed("CC.C.. ...... ...... ...... ...... ......", "1 7k1c 5k"), "c e1", "keep")
    assert won(play(match, "k f6", "keep")) == (1, "row")


def test_h32_it_wins_nothing_if_the_own_turn_of_that_player_breaks_it():
    match = bed("CC.C.. ...... ...... ...... ...... ......", "1 7k1c 4k1c")
    play(match, "c e1", "keep", "c b2", "keep")
    assert diagram(match) == shown("....c. .C.... ...... ...... ...... ......")
    assert won(match) == (None, None)
    assert match.waiting == (0,)


def test_h32_a_row_of_kittens_made_for_the_other_player_grows_up_only_in_the_turn_of_that_player():
    match = play(bed("KK.K.. ...... ...... ...... ...... ......"), "k e1", "keep")
    assert diagram(match) == shown("KKK.k. ...... ...... ...... ...... ......")
    assert (match.waiting, phase(match)) == ((1,), "place")
    play(match, "k f6", "keep")
    assert (match.waiting, phase(match)) == ((1,), "grow")
    assert legal(match) == {"grow a1 c1"}


def test_h32_a_row_that_the_other_player_broke_does_not_grow_up():
    match = bed("KK.K.. ...... ...... ...... ...... ......")
    play(match, "k e1", "keep", "k b2", "keep")
    assert diagram(match) == shown("....k. .K.... ...... ...... ...... ......")
    assert (match.waiting, phase(match)) == ((0,), "place")


def test_h32_the_row_of_the_mover_counts_after_the_ghost_not_before():
    match = bed("...... ...... .k.... ..k... ...... ......", "1 6k 8k W4+1 -")
    play(match, "k d5")
    assert diagram(match) == shown("...... ...... .kk... ...... ...k.. ......")
    assert (match.waiting, phase(match)) == ((1,), "place")


def test_h32_eight_cats_of_the_other_player_win_nothing_in_my_turn():
    """No game comes to this: who ends a turn with all eight on the bed has won or lifts one."""
    game = cattery.game("huupp")
    states = game.from_position("C1C1C1/6/C1C1C1/6/C5/6 1 8k 1c", 2, {"ghosts": "off"})
    states["cats"][0, 1] |= rules.BIT[NUMBER["e5"]]
    states["pool"][0, 1] = 0
    game.apply(states, game.action(game.parse("k b6")))
    assert states["winner"][0] == rules.NOBODY


@pytest.mark.parametrize("ghosts", ["on", "off"])
def test_h35_a_position_in_which_somebody_would_be_stuck_is_refused(ghosts: str):
    """Who isn't to place has lifted a piece at the end of the own turn."""
    with pytest.raises(errors.BadPosition):
        Match.new(
            "huupp",
            position="K1K1K1/6/K1K1K1/6/K1K3/6 1 8k - - - 5",
            options={"ghosts": ghosts},
        )


# --- H-33 to H-37: growing up --------------------------------------------------------------------


def test_h33_three_kittens_in_any_row_leave_for_three_cats_in_the_pool():
    for row in every_row():
        match = bed(drawn({row[0]: "k", row[1]: "k"}), ghosts="off")
        play(match, f"k {row[2]}")
        assert phase(match) == "grow"
        assert len(legal(match)) == 1
        play(match, f"grow {row[0]} {row[2]}")
        assert diagram(match) == drawn({})
        assert rest(match) == "2 5k3c 8k - -"


@pytest.mark.parametrize("signs", ["kck", "ckk", "kkc", "cck", "ckc", "kcc"])
def test_h33_cats_in_a_mixed_row_go_back_to_the_pool(signs: str):
    kind = signs[2]
    pool = f"{5 + (kind == 'k')}k{'1c' if kind == 'c' else ''}"
    match = bed(f"{signs[:2]}.... ...... ...... ...... ...... ......", f"1 {pool} 8k")
    play(match, f"{kind} c1", "keep", "grow a1 c1")
    assert diagram(match) == drawn({})
    assert rest(match) == "2 5k3c 8k - -"
    assert match.story(0)[-1].events[0].cats == 3


def test_h33_two_in_a_row_do_not_grow_up():
    match = play(bed("k..... ...... ...... ...... ...... ......"), "k c1", "keep")
    assert phase(match) == "place"
    match = play(bed("kK.... ...... ...... ...... ...... ......"), "k c1", "keep")
    assert diagram(match).startswith("kKk")
    assert phase(match) == "place"


def test_h33_a_row_must_be_unbroken():
    match = play(bed("kk.... ...... ...... ...... ...... ......"), "k d1", "keep")
    assert phase(match) == "place"


def test_h33_a_choice_that_is_no_row_of_three_is_refused():
    match = play(bed("kk.... ...... ...... ...... ...... ......"), "k c1", "keep")
    for wrong in ("grow a1 a3", "grow b1 d1"):
        with pytest.raises(errors.IllegalMove) as refused:
            match.play(wrong, 0)
        assert (refused.value.rule, refused.value.params["reason"]) == ("H-33", "no_row")


def test_h34_of_a_row_of_four_the_mover_chooses_three():
    match = play(bed("kkk... ...... ...... ...... ...... ......", "1 5k 8k"), "k d1", "keep")
    assert legal(match) == {"grow a1 c1", "grow b1 d1"}
    play(match, "grow b1 d1")
    assert diagram(match) == drawn({"a1": "k"})
    assert rest(match) == "2 4k3c 8k - -"


def test_h34_of_a_row_of_five_there_are_three_groups():
    match = play(bed("kk.kk. ...... ...... ...... ...... ......"), "k c1", "keep")
    assert legal(match) == {"grow a1 c1", "grow b1 d1", "grow c1 e1"}


def test_h34_the_rest_stays_and_counts_again_at_the_end_of_the_next_own_turn():
    match = bed("kk.... ...... ...... ...... ...... kkk...", "1 3k 8k")
    play(match, "k c1", "keep")
    assert legal(match) == {"grow a1 c1", "grow a6 c6"}
    play(match, "grow a1 c1")
    assert diagram(match) == drawn({"a6": "k", "b6": "k", "c6": "k"})
    assert (match.waiting, phase(match)) == ((1,), "place")
    play(match, "k f1", "keep", "k f3", "keep")
    assert legal(match) == {"grow a6 c6"}


def test_h34_exactly_one_group_grows_up_a_turn():
    match = bed("kk.... ...... ...... ...... ...... kkk...", "1 3k 8k")
    play(match, "k c1", "keep", "grow a1 c1")
    with pytest.raises(errors.NotYourTurn):
        match.play("grow a6 c6", 0)


@pytest.mark.parametrize(("ghosts", "then"), [("off", ()), ("on", ("keep",))])
def test_h35_with_all_eight_on_the_bed_any_own_piece_may_be_lifted(
    ghosts: str, then: tuple[str, ...]
):
    match = play(bed("k.k.k. ...... k.k... ...... k.k... ......", ghosts=ghosts), "k f6", *then)
    own = ("a1", "c1", "e1", "a3", "c3", "a5", "c5", "f6")
    assert phase(match) == "grow"
    assert legal(match) == {f"lift {square}" for square in own}


def test_h35_a_lifted_kitten_leaves_the_game_for_a_cat_in_the_pool():
    match = play(bed("k.k.k. ...... k.k... ...... k.k... ......"), "k f6", "keep", "lift c3")
    assert diagram(match) == shown("k.k.k. ...... k..... ...... k.k... .....k")
    assert rest(match) == "2 1c 8k - -"


def test_h35_a_lifted_cat_goes_back_to_the_pool():
    match = play(bed("k.k.k. ...... k.c... ...... k.k... ......"), "k f6", "keep", "lift c3")
    assert rest(match) == "2 1c 8k - -"
    assert match.story(0)[-1].events[0].kind == "cat"


def test_h35_lifting_is_not_optional():
    match = play(bed("k.k.k. ...... k.k... ...... k.k... ......"), "k f6", "keep")
    assert match.waiting == (0,)
    for other in ("k b2", "keep", "ghost N1"):
        with pytest.raises(errors.IllegalMove):
            match.play(other, 0)


def test_h35_no_piece_of_the_other_player_and_no_empty_square_is_lifted():
    match = play(bed("k.k.k. ...... k.k..K ...... k.k... ......"), "k f6", "keep")
    for square in ("f3", "b2"):
        with pytest.raises(errors.IllegalMove) as refused:
            match.play(f"lift {square}", 0)
        assert (refused.value.rule, refused.value.params["reason"]) == ("H-35", "not_yours")


def test_h35_a_full_bed_without_a_row_asks_for_one_piece():
    match = play(bed("k.k.k. ...... k.k... ...... k.k... ......"), "k f6", "keep")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("k b2", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("H-35", "lift_first")


def test_h33_a_row_asks_for_what_grows_up_on_a_full_bed_too():
    match = play(bed("kk.k.. ...... k.k... ...... k...k. ......"), "k c1", "keep")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("k b2", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("H-33", "grow_first")


def test_h35_nothing_is_lifted_while_the_pool_holds_a_piece():
    match = play(bed("k.k.k. ...... k..... ...... k.k... ......"), "k f6", "keep")
    assert phase(match) == "place"
    match = play(bed("kk.... ...... ...... ...... ...... ......"), "k c1", "keep")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("lift a1", 0)
    assert (refused.value.rule, refused.value.params["reason"]) == ("H-35", "pool_not_empty")


def test_h35_a_piece_that_fell_off_is_in_the_pool_again():
    match = play(bed("k..... ...k.k ...... .k.k.. ...... k..k.."), "k b2", "keep")
    assert diagram(match) == shown("...... .k.k.k ...... .k.k.. ...... k..k..")
    assert rest(match) == "2 1k 8k - -"
    assert phase(match) == "place"


def test_h35_the_pool_is_never_empty_at_the_start_of_a_turn():
    with pytest.raises(errors.BadPosition):
        bed("k.k.k. ...... k.k... ...... k.k... .....k")


def test_h36_with_a_row_and_a_full_bed_the_mover_chooses_which():
    board = "kk...k ...... ...... k..k.. ...... k.k..."
    both = play(bed(board, "1 1k 8k"), "k c1", "keep")
    rows = {"grow a1 c1"}
    lifts = {f"lift {s}" for s in ("a1", "b1", "c1", "f1", "a4", "d4", "a6", "c6")}
    assert legal(both) == rows | lifts
    assert rest(play(both, "grow a1 c1")) == "2 3c 8k - -"


def test_h36_a_piece_of_the_row_may_be_lifted_instead():
    board = "kk...k ...... ...... k..k.. ...... k.k..."
    match = play(bed(board, "1 1k 8k"), "k c1", "keep", "lift b1")
    assert diagram(match) == shown("k.k..k ...... ...... k..k.. ...... k.k...")
    assert rest(match) == "2 1c 8k - -"


def test_h37_a_win_by_a_row_is_looked_at_before_growing_up():
    match = bed("cc.... ...... ...... ...... ...... kkk...", "1 2k1c 8k")
    assert won(play(match, "c c1", "keep")) == (0, "row")


def test_h37_a_win_by_a_row_is_looked_at_before_lifting():
    match = bed("cc...k ...... ...... k..k.. ...... k.k...", "1 1c 8k")
    assert won(play(match, "c c1", "keep")) == (0, "row")


def test_h37_a_win_by_eight_is_looked_at_before_lifting():
    assert won(play(bed(SEVEN_CATS, "1 1c 8k"), "c f6", "keep")) == (0, "eight")


def test_h37_growing_up_is_not_optional():
    match = play(bed("kk.... ...... ...... ...... ...... ......"), "k c1", "keep")
    assert legal(match) == {"grow a1 c1"}
    for other in ("k f6", "keep", "ghost N1"):
        with pytest.raises(errors.IllegalMove) as refused:
            match.play(other, 0)
        assert refused.value.rule == "H-33"


# --- H-40, H-41 ----------------------------------------------------------------------------------


def test_h40_without_ghosts_a_turn_is_over_after_the_boops():
    match = play(bed(ghosts="off"), "k c3")
    assert (match.waiting, phase(match)) == ((1,), "place")
    assert not match.view(0).with_ghosts
    assert [pool.ghost for pool in match.view(0).pools] == [False, False]


def test_h40_without_ghosts_no_ghost_is_on_the_bed():
    with pytest.raises(errors.BadPosition):
        bed(rest="1 8k 8k N3+2 -", ghosts="off")


@pytest.mark.parametrize("move", ["ghost N1", "keep"])
def test_h40_without_ghosts_a_ghost_move_is_refused(move: str):
    for match in (
        bed(ghosts="off"),
        play(bed("kk.... ...... ...... ...... ...... ......", ghosts="off"), "k c1"),
    ):
        with pytest.raises(errors.IllegalMove) as refused:
            match.play(move, 0)
        assert (refused.value.rule, refused.value.params["reason"]) == ("H-40", "no_ghosts")


def test_h40_with_ghosts_is_how_it_is_played_unless_chosen_otherwise():
    assert Match.new("huupp").view(None).with_ghosts


def test_h41_turn_300_complete_without_a_win_is_a_draw():
    match = play(bed(rest="1 8k 8k - - 299"), "k c3")
    assert not match.over
    play(match, "keep")
    assert match.over
    assert events(match) == ["kept", "drawn"]
    assert match.result is not None
    assert match.result.winners == ()
    assert match.result.payoffs == (0.0, 0.0)


def test_h41_turn_299_is_not_the_last():
    match = play(bed(rest="1 8k 8k - - 298"), "k c3", "keep")
    assert not match.over
    assert match.view(None).turns == 299


def test_h41_a_win_in_turn_300_is_a_win():
    match = bed("cc.... ...... ...... ...... ...... ......", "1 5k1c 8k - - 299")
    assert won(play(match, "c c1", "keep")) == (0, "row")
    assert match.view(None).turns == 300


def test_h41_growing_up_is_part_of_turn_300():
    match = bed("kk.... ...... ...... ...... ...... ......", "1 6k 8k - - 299")
    play(match, "k c1", "keep")
    assert not match.over
    play(match, "grow a1 c1")
    assert match.over
    assert events(match) == ["grew", "drawn"]


@pytest.mark.parametrize("turns", ["300", "-1", "x", "²"])
def test_h41_there_is_no_position_after_turn_300(turns: str):
    with pytest.raises(errors.BadPosition):
        bed(rest=f"1 8k 8k - - {turns}")
