"""HUUupp drawn as characters, sentences and pictures."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

import cattery
from cattery import Match
from cattery.games.huupp import draw
from cattery.games.huupp.view import View

SVG = "{http://www.w3.org/2000/svg}"
MIDGAME = "2k3/1KK3/1k1c2/6/4C1/5K 1 4k1c 2k2c N3+2 W4+0 12"
MIDGAME_DRAWN = """\
      a  N1 b  N2 c  N3 d  N4 e  N5 f
   ╭─────┬─────┬─────┬─────┬─────┬─────╮     Turn 13
 1 │     │     │ (k) │     │     │     │ 1
W1 ├─────┼─────┼─────┼─────┼─────┼─────┤ E1  ▶ ● Anna
 2 │     │ [K] │ [K] │     │     │     │ 2       pool k k k k  c
W2 ├─────┼─────┼─────┼─────┼─────┼─────┤ E2      place a piece
 3 │     │ (k) │    ↓g↓(c) │     │     │ 3
W3 ├─────┼─────┼─────┼─────┼─────┼─────┤ E3    ■ Bence
 4 │     │     │     │     │     │     │ 4       pool K K  C C
W4 ├─→G→─┼─────┼─────┼─────┼─────┼─────┤ E4
 5 │     │     │     │     │ [C] │     │ 5
W5 ├─────┼─────┼─────┼─────┼─────┼─────┤ E5  (k) kitten  (c) cat  ↓g↓ ghost
 6 │     │     │     │     │     │ [K] │ 6   [K] kitten  [C] cat  ↓G↓ ghost
   ╰─────┴─────┴─────┴─────┴─────┴─────╯
      a  S1 b  S2 c  S3 d  S4 e  S5 f"""


def match_at(position: str, **options: str) -> Match:
    return Match.new("huupp", seed=1, position=position, options={"first": "0", **options})


@pytest.fixture(scope="module")
def midgame() -> Match:
    return match_at(MIDGAME)


def test_a_position_is_a_diagram(midgame: Match) -> None:
    assert midgame.game.text(midgame.view(None), "en", ["Anna", "Bence"]) == MIDGAME_DRAWN


def test_without_ghosts_there_are_no_seams_to_name() -> None:
    text = str(match_at("6/6/2k3/6/6/6", ghosts="off"))
    assert "N1" not in text
    assert "ghost" not in text


@pytest.mark.parametrize(
    ("ghost", "sign", "line", "column"),
    [
        ("N2+0", "↓g↓", 2, 14),
        ("S2+0", "↑g↑", 12, 14),
        ("W1+5", "→g→", 3, 35),
        ("E1+5", "←g←", 3, 5),
    ],
)
def test_a_ghost_stands_on_its_seam(ghost: str, sign: str, line: int, column: int) -> None:
    lines = str(match_at(f"6/6/6/6/6/6 1 8k 8k {ghost} - 4")).splitlines()
    assert lines[line][column : column + 3] == sign


@pytest.mark.parametrize("lang", ["hu", "en"])
@pytest.mark.parametrize("seed", range(6))
def test_a_drawing_never_needs_more_than_eighty_columns(lang: str, seed: int) -> None:
    match, dice = Match.new("huupp", seed=seed), random.Random(seed)
    while not match.over:
        names = ["A player with a very long name", "■" * 40]
        text = match.game.text(match.view(None), lang, names)
        assert max(map(len, text.splitlines())) <= 80
        assert len(text.splitlines()) == 15
        seat = match.waiting[0]
        match.play(dice.choice(match.legal_actions(seat)), seat)
    winner = [line for line in match.game.text(match.view(None), lang).splitlines() if "★" in line]
    assert len(winner) == 1


def test_the_winning_row_is_marked() -> None:
    match = match_at("cc4/6/6/6/6/6 1 5k1c 8k", ghosts="off")
    match.play("c c1", 0)
    marked = [
        text
        for line in match.game.drawing(match.view(None))
        for text, style in line
        if "mark" in style.split()
    ]
    assert marked == ["(c)"] * 3


def test_sentences_name_every_piece(midgame: Match) -> None:
    view: View = midgame.view(None)
    spoken = " ".join(midgame.game.spoken(view, ["Anna", "Bence"]))
    assert all(re.search(rf"\b{piece.square}\b", spoken) for piece in view.pieces)
    assert "Anna, the ghost: between c3 and d3, going south." in spoken
    assert "Bence, in the pool: 2 kittens, 2 cats." in spoken
    spoken = " ".join(midgame.game.spoken(view, ["Anna", "Bence"], "hu"))
    assert "Bence, a szellem: az a4 és az a5 között, kelet felé tart." in spoken


def test_a_picture_stands_on_its_own(midgame: Match) -> None:
    picture = midgame.game.svg(midgame.view(None))
    root = ElementTree.fromstring(picture)
    assert root.findtext(f"{SVG}title") == "HUUupp"
    assert "Player 1, on the bed" in (root.findtext(f"{SVG}desc") or "")
    drawn = {symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")}
    used = {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")}
    assert used == drawn
    assert "var(" not in picture
    assert picture == midgame._repr_svg_()


def test_a_picture_draws_only_what_is_there() -> None:
    picture = match_at("6/6/2k3/6/6/6 2 7k 8k", ghosts="off")._repr_svg_()
    assert "huupp-cat-1" not in picture
    assert "huupp-ghost" not in picture
    assert picture.count('href="#huupp-kitten-1"') == 8


def test_a_figure_shows_what_a_move_does(midgame: Match) -> None:
    preview = midgame.preview("k b1", 0)
    assert preview is not None
    words = midgame.game.words("en")
    figure = draw.figure(midgame.view(None), words, preview.events)
    ElementTree.fromstring(figure)
    assert "var(--" in figure  # a page's theme colours it
    assert figure.count('stroke-dasharray="10 7"') == 1  # one ring where the kitten lands
    pushes = [event for event in preview.events if event.type in ("booped", "hooped")]
    assert figure.count('stroke-width="7"') == len(pushes) > 0


def test_every_push_of_random_play_can_be_drawn() -> None:
    game = cattery.game("huupp")
    match, dice = Match.new(game, seed=3), random.Random(3)
    while not match.over:
        seat = match.waiting[0]
        action = dice.choice(match.legal_actions(seat))
        preview = match.preview(action, seat)
        assert preview is not None
        ElementTree.fromstring(draw.figure(match.view(None), game.words("hu"), preview.events))
        match.play(action, seat)
