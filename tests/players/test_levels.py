"""Weak levels err as people do: they waver between moves, and don't throw away what is plain."""

from __future__ import annotations

from collections import Counter

import pytest

import cattery
from cattery.players.thinker import Thinker, settings
from cattery.search import Choice, Limits, SearchReport
from cattery.server.api.games import about_bot
from cattery.text import LANGUAGES
from positions.puzzles import GAME, Puzzle, level, read

WINS = [puzzle for puzzle in read() if (puzzle.goal, puzzle.turns) == ("win", 1)]
SEEDS = range(6)
DRAWS = 3000


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("puzzle", WINS[::2], ids=str)
def test_no_level_leaves_a_win_that_lies_open(puzzle: Puzzle, number: int) -> None:
    assert all(puzzle.solved_by(level(number), seed) for seed in SEEDS)


def decided(temperature: float, *found: tuple[int, int]) -> dict[int, float]:
    """How often each choice is made, from (visits, proof) of each, the best first."""
    choices = tuple(Choice(k, visits, 0.0, proof) for k, (visits, proof) in enumerate(found))
    report = SearchReport(choices, sum(visits for visits, _ in found), 0.0)
    thinker = Thinker(cattery.game(GAME), Limits(iterations=1), seed=5, temperature=temperature)
    counts = Counter(thinker.decided(report).action for _ in range(DRAWS))
    return {action: count / DRAWS for action, count in counts.items()}


@pytest.mark.parametrize(
    ("temperature", "shares"),
    [(0, [1.0]), (0.5, [0.783, 0.196, 0.022]), (1, [0.6, 0.3, 0.1]), (100, [0.337, 0.334, 0.329])],
)
def test_a_temperature_draws_by_how_much_was_looked_into(
    temperature: float, shares: list[float]
) -> None:
    found = decided(temperature, (60, 0), (30, 0), (10, 0), (0, 0))
    assert found == pytest.approx(dict(enumerate(shares)), abs=0.03)


def test_what_is_drawn_here_is_another_stream_than_the_search_draws_from() -> None:
    game = cattery.game(GAME)
    for seed in (0, 5):
        one, two = (Thinker(game, Limits(iterations=1), seed=seed) for _ in range(2))
        own = one._source.integers(2**62, size=8).tolist()
        assert own == two._source.integers(2**62, size=8).tolist()
        assert not set(own) & set(one.search._source.integers(2**62, size=64).tolist())


def test_what_is_proven_is_not_in_doubt() -> None:
    assert decided(100, (5, 1), (60, 0)) == {0: 1.0}
    assert decided(100, (20, 0), (60, -1)) == {0: 1.0}
    assert decided(100, (20, -1), (10, -1)) == {0: 1.0}


@pytest.mark.parametrize("name", cattery.games())
def test_each_level_is_surer_than_the_one_below(name: str) -> None:
    levels = [settings(each) for each in cattery.game(name).levels]
    warmth = [each.get("temperature", 0.0) for each in levels]
    assert all(levels)
    assert warmth == sorted(warmth, reverse=True)
    assert warmth[0] > 0
    assert warmth[-1] == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_all_play_at_once_nobody_is_said_to_answer_anybody(lang: str) -> None:
    """Sentences about threats and replies are for games in which there are any."""
    alone, usual = cattery.game("macskalak"), cattery.game(GAME)
    for bot in (f"level:{n + 1}" for n in range(len(alone.levels))):
        assert about_bot(alone, bot, lang) != about_bot(usual, bot, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", cattery.games())
def test_whoever_can_sit_down_is_described(name: str, lang: str) -> None:
    game = cattery.game(name)
    for bot in ("random", "greedy", *(f"level:{n + 1}" for n in range(len(game.levels)))):
        assert about_bot(game, bot, lang), bot
