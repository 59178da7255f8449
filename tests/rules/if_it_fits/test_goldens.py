"""Whole games are as they were committed, move by move."""

from __future__ import annotations

import pytest

from rules.if_it_fits.goldens import TABLES, transcript, transcript_file

EVENTS = (
    *("Drew", "Laid", "Slept", "Sat", "Kept", "Toyed", "Replaced", "Joined", "Closed", "Woke"),
    *("Dozed", "Held", "Revalued", "Triggered", "Counted", "Extra", "Total", "Won"),
)


@pytest.mark.parametrize(("seats", "hard"), TABLES)
def test_a_game_is_the_committed_one(seats: int, hard: str):
    assert transcript(seats, hard) == transcript_file(seats, hard).read_text(encoding="utf-8")


def test_the_committed_games_meet_nearly_every_kind_of_event():
    texts = "".join(transcript_file(*which).read_text(encoding="utf-8") for which in TABLES)
    for event in EVENTS:
        assert f"    {event}(" in texts, event
