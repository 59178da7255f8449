"""The invariants of the rule sheet over long random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cattery import Match, game
from rules.huupp.bed import bed, play
from rules.huupp.symmetry import Symmetry, swapped

HUUPP = game("huupp")
VARIANTS = ("on", "off")


def turns(ghosts: str, seed: int) -> Iterator[tuple[str, list[str], Any]]:
    """A random game turn by turn: the position at its start, the moves, the state after them."""
    chance = Random(seed)
    states = HUUPP.new(2, {"ghosts": ghosts, "first": "0"})
    while not states["over"][0]:
        position, number, moves = HUUPP.position(states), states["turns"][0], []
        while not states["over"][0] and states["turns"][0] == number:
            action = chance.choice(HUUPP.legal(states))
            moves.append(HUUPP.format(HUUPP.move(action)))
            HUUPP.apply(states, action)
        yield position, moves, states.copy()


@pytest.mark.parametrize("ghosts", VARIANTS)
def test_h2_pieces_are_conserved_and_kittens_only_ever_leave(ghosts: str):
    for seed in range(8):
        out_of_game = [0, 0]
        for position, moves, after in turns(ghosts, seed):
            mover = int(position.split()[1]) - 1
            view = HUUPP.view(after, None)
            for seat, pool in enumerate(view.pools):
                pieces = [p for p in view.pieces if p.seat == seat]
                kittens = pool.kittens + sum(p.kind == "kitten" for p in pieces)
                cats = pool.cats + sum(p.kind == "cat" for p in pieces)
                assert kittens + cats == 8
                grown = 8 - kittens
                assert cats == grown
                assert grown - out_of_game[seat] in range(4 if seat == mover else 1)
                if grown > out_of_game[seat]:
                    assert moves[-1].startswith(("grow", "lift"))
                out_of_game[seat] = grown


@pytest.mark.parametrize("ghosts", VARIANTS)
def test_h25_one_piece_per_square_and_a_ghost_is_on_the_bed_or_in_the_pool(ghosts: str):
    for seed in range(8):
        for *_, after in turns(ghosts, seed):
            view = HUUPP.view(after, None)
            squares = [piece.square for piece in view.pieces]
            assert len(squares) == len(set(squares))
            for ghost, pool in zip(view.ghosts, view.pools, strict=True):
                assert pool.ghost == (ghosts == "on" and ghost is None)


def test_h26_never_two_ghosts_on_one_segment():
    met = 0
    for seed in range(8):
        for *_, after in turns("on", seed):
            both = HUUPP.view(after, None).ghosts
            if None not in both:
                met += 1
                assert _segment(both[0]) != _segment(both[1])
    assert met > 100


def _segment(ghost: Any) -> tuple[str, int, int]:
    along = ghost.step if ghost.edge in "NW" else 5 - ghost.step
    return "columns" if ghost.edge in "NS" else "rows", ghost.seam, along


# --- symmetries ----------------------------------------------------------------------------------


def test_the_eight_symmetries_are_all_different_and_close():
    images = {tuple(map(Symmetry(k).square, ("a1", "b1", "c2"))) for k in range(8)}
    assert len(images) == 8
    assert Symmetry(8).square("b3") == "b3"
    assert Symmetry(8).entry("N2") == "N2"


def legal_notes(states: Any) -> set[str]:
    return {HUUPP.format(HUUPP.move(action)) for action in HUUPP.legal(states)}


@pytest.mark.parametrize("ghosts", VARIANTS)
@pytest.mark.parametrize("number", range(1, 8))
def test_h11_h23_h33_the_symmetries_of_the_bed_map_moves_to_moves_and_results_to_results(
    ghosts: str, number: int
):
    symmetry = Symmetry(number)
    for seed in (number, number + 10):
        for position, moves, _ in turns(ghosts, seed):
            here = HUUPP.from_position(position, 2, {"ghosts": ghosts})
            there = HUUPP.from_position(symmetry.position(position), 2, {"ghosts": ghosts})
            for move in moves:
                assert legal_notes(there) == set(map(symmetry.move, legal_notes(here)))
                HUUPP.apply(here, HUUPP.action(HUUPP.parse(move)))
                HUUPP.apply(there, HUUPP.action(HUUPP.parse(symmetry.move(move))))
            assert HUUPP.position(there) == symmetry.position(HUUPP.position(here))
            for field in ("over", "winner", "how", "phase", "actor"):
                assert there[field][0] == here[field][0]


@pytest.mark.parametrize("ghosts", VARIANTS)
def test_h32_swapping_colours_and_mover_changes_nothing_else(ghosts: str):
    for seed in range(8):
        for position, moves, after in turns(ghosts, seed):
            there = HUUPP.from_position(swapped(position), 2, {"ghosts": ghosts})
            for move in moves:
                action = HUUPP.action(HUUPP.parse(move))
                assert action in HUUPP.legal(there)
                HUUPP.apply(there, action)
            winner = int(after["winner"][0])
            assert int(there["winner"][0]) == (winner if winner < 0 else 1 - winner)
            assert there["how"][0] == after["how"][0]
            assert HUUPP.position(there) == swapped(HUUPP.position(after))


@pytest.mark.parametrize("ghosts", VARIANTS)
def test_h1_a_position_text_says_all_about_the_start_of_a_turn(ghosts: str):
    for seed in range(4):
        for position, moves, after in turns(ghosts, seed):
            match = play(Match.new("huupp", position=position, options={"ghosts": ghosts}), *moves)
            assert match.position() == HUUPP.position(after)
    assert bed().position() == "6/6/6/6/6/6 1 8k 8k - - 0"
