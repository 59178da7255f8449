"""Whole games are as they were committed, move by move."""

from __future__ import annotations

from typing import get_args

import pytest

from cattery.games.csacska.story import Event
from rules.csacska.goldens import PLAYERS, transcript, transcript_file


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_game_is_the_committed_one(seats: int):
    assert transcript(seats) == transcript_file(seats).read_text(encoding="utf-8")


def test_the_committed_games_meet_every_kind_of_event():
    texts = "".join(transcript_file(seats).read_text(encoding="utf-8") for seats in PLAYERS)
    for event in get_args(Event):
        assert f"    {event.__name__}(" in texts, event.__name__
