"""What hints say of a move: facts of the series and piles it concerns."""

from __future__ import annotations

import pytest

from rules.csacska.street import CSACSKA, play, table


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        ("b5/r7/y9", "take 1", "It starts a blue series."),
        (
            "b5/r7/y9 b5/-/-",
            "take 1",
            "Then your blue series needs just one more card to end in nine: 9.",
        ),
        ("b5/r7/y9 b5.79+/-/-", "take 1", "That makes 3 cards in your blue series."),
        ("b5/r7/y9 b5.57/-/-", "take 1", "Then your blue series can be scored: 3 coins."),
        (
            "S/r7/y9 b5/-/-",
            "take 1",
            "While the stray is the last card, nobody can steal from your blue series.",
        ),
        (
            "K/r7/y9 b5/-/-",
            "take 1",
            "With kittens and seven cards your blue series can bring eight coins.",
        ),
        (
            "b5/r7/y9 -/b5.79/- - 1:cat=r1",
            "discard 1",
            "It covers a card that somebody could score with at once: blue 5.",
        ),
        ("b5/r7/y9 - - 1:cat=r1", "discard 2", "This card brings you no closer to coins."),
        ("b5/r7/y9 - - 1:discard=S", "discard 2", None),
        (
            "b5/r7/y9 b5/b79.5/-",
            "draw",
            "Nothing on the piles is better than two new cards.",
        ),
    ],
)
def test_a_move_is_explained_by_its_fact(position: str, move: str, said: str | None):
    match = table(position)
    view = match.view(0)
    match.play(move, 0)
    (told,) = match.story(0)
    reason = CSACSKA.why(view, CSACSKA.parse(move), told.events)
    if said is None:
        assert reason is None
    else:
        assert reason is not None
        assert CSACSKA.words("en").text(f"why.{reason.code}", **reason.params) == said


@pytest.mark.parametrize(
    ("dog", "rule", "coins"),
    [("G", "C-52", 2), ("B", "C-53", 3)],
)
def test_each_dog_cites_its_own_rule(dog: str, rule: str, coins: int):
    match = play(table(f"{dog}/r7/y9 b5.79.1+/-/-"), "take 1")
    view = match.view(0)
    match.play("give 2 blue", 0)
    reason = CSACSKA.why(view, CSACSKA.parse("give 2 blue"), match.story(0)[-1].events)
    assert reason is not None
    assert (reason.rule, reason.code, reason.params) == (rule, "gives", {"coins": coins})
