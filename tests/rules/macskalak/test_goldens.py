"""Whole games are as they were committed, move by move."""

from __future__ import annotations

from typing import get_args

import pytest

from cattery.games.macskalak.story import Event
from rules.macskalak.goldens import GAMES, transcript, transcript_file


@pytest.mark.parametrize("level", GAMES)
def test_a_game_is_the_committed_one(level: int):
    assert transcript(level) == transcript_file(level).read_text(encoding="utf-8")


def test_the_committed_games_meet_every_kind_of_event():
    texts = "".join(transcript_file(level).read_text(encoding="utf-8") for level in GAMES)
    for event in get_args(Event):
        assert f"    {event.__name__}(" in texts, event.__name__
