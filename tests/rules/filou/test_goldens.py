"""Whole games are as they were committed, move by move."""

from __future__ import annotations

import pytest

from rules.filou.goldens import PLAYERS, transcript, transcript_file


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_game_is_the_committed_one(seats: int):
    assert transcript(seats) == transcript_file(seats).read_text(encoding="utf-8")


def test_the_committed_games_meet_every_kind_of_event():
    texts = "".join(transcript_file(seats).read_text(encoding="utf-8") for seats in PLAYERS)
    events = "Laid Turned Raised Passed Offered Chased Fought Bought Declined Began Uncovered"
    for event in [*events.split(), "Counted", "Won"]:
        assert f"    {event}(" in texts, event
