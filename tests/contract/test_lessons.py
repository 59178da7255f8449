"""Guided first games: every one is played to its end, on every way that it allows."""

from __future__ import annotations

import pytest

import cattery
from cattery import Game, data
from cattery.errors import OffLesson
from cattery.lessons import ANYTHING, Lesson, LessonMoment, has_lesson, lesson
from cattery.text import game_words
from support.walks import LANGUAGES

MOST_LETTERS = 290  # of a sentence: what a phone shows above the board
FEWEST_PLAYS = 4


def plays(of: Lesson, index: int) -> tuple[list[LessonMoment], list[int]]:
    """The lesson from its first step to its last, with the index-th of each step's moves."""
    here, played = [], []
    for number, step in enumerate(of.steps):
        standing = of.at(number, played)
        here.append(standing)
        if step.play:
            played.append(standing.expected[index % len(standing.expected)])
    return here, played


@pytest.fixture
def taught(game: Game) -> Lesson | None:
    """The game's lesson; a game without one has nothing to prove."""
    return lesson(game.name) if has_lesson(game.name) else None


def test_every_packaged_game_has_a_lesson():
    assert [name for name in data.packaged() if not has_lesson(name)] == []


def test_a_game_may_do_without():
    assert "sardines" in cattery.games()
    assert not has_lesson("sardines")


def test_every_lesson_is_played_to_its_end(taught: Lesson | None):
    if taught is None:
        return
    for index in range(max(len(step.play) for step in taught.steps)):
        standings, played = plays(taught, index)
        assert len(standings) == len(taught.steps)
        assert len(played) >= FEWEST_PLAYS
        for standing in standings:
            if standing.step.play:
                assert set(standing.expected) <= set(standing.match.legal_actions(taught.seat))


def test_what_happens_is_shown_before_the_next_board(taught: Lesson | None):
    if taught is None:
        return
    for chapter in taught.chapters:
        last = chapter.steps[-1]
        assert not last.play, last.say
        assert not last.then, last.say


def test_every_sentence_is_there(taught: Lesson | None, game: Game):
    for lang in LANGUAGES:
        words = game_words(game.name, lang)
        told = {key for key in words.templates if key.startswith("lesson.")}
        wanted = {f"lesson.{step.say}" for step in taught.steps} if taught else set()
        corrections = {f"{key}_else" for key in wanted}
        assert wanted <= told
        assert told <= wanted | corrections
        assert [key for key in told if len(words.templates[key]) > MOST_LETTERS] == []


def test_a_step_that_asks_for_a_move_says_what_else(taught: Lesson | None, game: Game):
    """Where one choice among several is asked for, there are words for the others."""
    if taught is None:
        return
    standings, _ = plays(taught, 0)
    for standing in standings:
        asked = standing.step.play and standing.step.play != (ANYTHING,)
        if asked and len(standing.match.legal_actions(taught.seat)) > len(standing.step.play):
            assert game.words("en").find(f"lesson.{standing.step.say}_else"), standing.step.say


def test_another_move_leads_nowhere(taught: Lesson | None):
    if taught is None:
        return
    standings, played = plays(taught, 0)
    n = 0
    for standing in standings:
        if not standing.step.play:
            continue
        others = set(standing.match.legal_actions(taught.seat)) - set(standing.expected)
        for other in sorted(others)[:3]:
            with pytest.raises(OffLesson):
                taught.at(standing.number + 1, [*played[:n], other, *played[n + 1 :]])
        n += 1
    with pytest.raises(OffLesson):
        taught.at(len(standings), played)
    with pytest.raises(OffLesson):
        taught.at(len(standings) - 1, played[:-1])
