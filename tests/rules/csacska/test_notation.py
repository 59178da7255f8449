"""Moves as people type them, in both languages."""

from __future__ import annotations

import pytest

from cattery import errors
from cattery.games.csacska.moves import (
    Discard,
    Draw,
    First,
    Give,
    GoOn,
    Lay,
    Play,
    Score,
    Steal,
    StealTwo,
    Swap,
    Take,
)
from rules.csacska.street import CSACSKA, fresh, play, table

TYPED = [
    ("take 2", Take(2)),
    ("t 2", Take(2)),
    ("take pile 2", Take(2)),
    ("vesz 3", Take(3)),
    ("elveszem 1", Take(1)),
    ("draw", Draw()),
    ("draw two", Draw()),
    ("húz", Draw()),
    ("húzok kettőt", Draw()),
    ("steal 3 blue", Steal(2, "blue")),
    ("steal blue 3", Steal(2, "blue")),
    ("lop 2 kék", Steal(1, "blue")),
    ("LOPOK 2 SÁRGA", Steal(1, "yellow")),
    ("steal 3 blue 5 red", StealTwo(2, "blue", 4, "red")),
    ("steal 5 red, 3 blue", StealTwo(2, "blue", 4, "red")),
    ("lop 1 zöld 2 zöld", StealTwo(0, "green", 1, "green")),
    ("first blue 3-5", First("blue-3-5")),
    ("first blue 5 3", First("blue-3-5")),
    ("kék 35", First("blue-3-5")),
    ("red 7", First("red-7")),
    ("first good dog", First("good_dog")),
    ("jó kutya", First("good_dog")),
    ("macskás néni", First("cat_lady")),
    ("előbb kiscicák", First("kittens")),
    ("kóbor", First("stray")),
    ("play", Play()),
    ("kijátszom", Play()),
    ("discard 4", Discard(4)),
    ("dob 4", Discard(4)),
    ("lay green", Lay("green")),
    ("tesz zöld", Lay("green")),
    ("play green", Lay("green")),
    ("swap 3 blue", Swap(2, "blue")),
    ("csere 3 kék", Swap(2, "blue")),
    ("give 3 blue", Give(2, "blue")),
    ("ad kék 3", Give(2, "blue")),
    ("score", Score()),
    ("pontoz", Score()),
    ("go on", GoOn()),
    ("tovább", GoOn()),
]


@pytest.mark.parametrize(("text", "move"), TYPED)
def test_what_people_type_is_understood(text: str, move: object):
    assert CSACSKA.parse(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "take",
        "take 0",
        "take 6",
        "take two",
        "steal 3",
        "steal blue",
        "steal 0 blue",
        "steal 6 blue",
        "steal 3 orange",
        "steal 3 blue 3 red",
        "steal 1 blue 2 red 3 green",
        "swap 1 blue 2 red",
        "first",
        "first blue",
        "first blue 2",
        "first blue 3-3",
        "blue 1-3-5",
        "lay",
        "lay orange",
        "discard blue",
        "x",
    ],
)
def test_what_means_nothing_is_refused(text: str):
    with pytest.raises(errors.NotationError):
        CSACSKA.parse(text)


def test_seats_and_piles_count_from_one():
    match = fresh(3)
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("take 4", 0)
    assert refused.value.rule == "C-10"
    assert CSACSKA.format(Steal(0, "red")) == "steal 1 red"


def test_the_sheets_own_example_of_a_reason():
    """A stolen card must make it 3, 5 or 7."""
    match = table("y1/y3/r1 b3.5.7/b1/-")
    with pytest.raises(errors.IllegalMove) as refused:
        match.play("steal 2 blue", 0)
    assert refused.value.text("en") == (
        "Your blue series would hold 4 cards: stolen cards must make it 3, 5 or 7. (C-32)"
    )
    assert "4 lap" in refused.value.text("hu")


def test_typed_hungarian_plays():
    match = play(table("y1/y3/r1 b3.5/b1/-"), "lop 2 kék")
    assert match.log[-1].move == "steal 2 blue"


REASONS = {
    "act_first", "order_first", "cat_first", "stray_first", "kittens_first", "swap_first",
    "good_dog_first", "bad_dog_first", "discard_first", "score_first", "homeless_first",
}  # fmt: skip


def test_every_stage_says_what_has_to_be_done_first():
    stages = [
        "y1/y3/r1",
        "y1/y3/r1 - - 1:order=b3,y5",
        "y1/y3/r1 - - 1:cat=b3",
        "y1/y3/r1 b3,y5/-/- - 1:lay=S",
        "y1/y3/r1 b3,y5/-/- - 1:lay=K",
        "y1/y3/r1 b3.S,y5.S/b1.1,y7.7/- - 1:swap=R",
        "y1/y3/r1 b3/-/- - 1:give=G",
        "y1/y3/r1 b3/-/- - 1:give=B",
        "y1/y3/r1 - - 1:discard=K",
        "y1/y3/r1 b3.5.1/-/- - 1:score=b",
        "y1/y3/r1 - - 1:homeless=2",
    ]
    met = set()
    for position in stages:
        match = table(position)
        for action in range(CSACSKA.actions):
            reason = CSACSKA.why_not(match.state(), action)
            legal = action in match.legal_actions(match.waiting[0])
            assert (reason is None) == legal, (position, CSACSKA.format(CSACSKA.move(action)))
            if reason is not None:
                met.add(reason.code)
                for lang in ("hu", "en"):
                    assert CSACSKA.words(lang).text(f"reason.{reason.code}", **reason.params)
    assert met >= REASONS
