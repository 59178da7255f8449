"""Diagrams of the rules that are played forward: every one is played to its end by the engine."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cattery import Game, data
from cattery.diagrams import FENCE, Diagram, diagrams
from cattery.errors import IllegalMove
from support.walks import LANGUAGES

FEWEST = 3
MOST_LETTERS = 240  # of a caption
TYPING = re.compile(r"^## [^\n]*<!-- terminal -->\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def all_of(game: Game) -> list[Diagram]:
    return [each for lang in LANGUAGES for each in diagrams(game.name, lang)]


def test_every_packaged_game_has_some():
    counts = {name: len(diagrams(name, "en")) for name in data.packaged()}
    assert [name for name, n in counts.items() if n < FEWEST] == []


def test_every_diagram_is_played_to_its_end(game: Game):
    """An illegal move, or one that leaves it open which is meant, is refused by the rules."""
    for diagram in all_of(game):
        frames = list(diagram.play())
        assert len(frames) == 1 + len(diagram.moves), diagram.text
        match = frames[-1][0]
        assert match.n == len(diagram.moves)


def test_an_illegal_move_is_refused(game: Game):
    for diagram in all_of(game):
        match = diagram.match()
        legal = set(match.legal_actions(match.waiting[0]))
        other = next(action for action in range(game.actions) if action not in legal)
        wrong = replace(diagram, moves=(game.format(game.move(other)),))
        with pytest.raises(IllegalMove):
            list(wrong.play())


def test_every_move_is_told_to_who_looks(game: Game):
    """What the eyes that were chosen can't see would be a step at which nothing happens."""
    for lang in LANGUAGES:
        for diagram in diagrams(game.name, lang):
            called = [f"P{seat}" for seat in range(diagram.seats)]
            for _, shown in diagram.play():
                assert shown is None or shown.told.lines(lang, called), diagram.text


def test_both_languages_have_the_same(game: Game):
    texts = [[each.text for each in diagrams(game.name, lang)] for lang in LANGUAGES]
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == len(texts[0]), "the page finds a diagram by its text"


def test_captions_are_short_sentences(game: Game):
    for diagram in all_of(game):
        assert diagram.caption.endswith((".", "!")), diagram.caption
        assert len(diagram.caption) <= MOST_LETTERS, diagram.caption


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", data.packaged())
def test_rules_speak_of_nothing_that_is_typed(name: str, lang: str):
    """But for the chapter about typing, which the page leaves out; no diagram stands there."""
    text = (data.folder(name) / f"rules.{lang}.md").read_text(encoding="utf-8")
    (typing,) = TYPING.findall(text)
    assert not FENCE.search(typing)
    rest = FENCE.sub("", TYPING.sub("", text))
    assert "`" not in rest
    assert not re.search(r"termin[aá]l", rest, re.IGNORECASE)
