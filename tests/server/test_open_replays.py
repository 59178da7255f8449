"""When a match is over, the replay that is everybody's shows and tells what was secret."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

import cattery
from cattery import Match
from cattery.server.api import replay

HIDDEN = [name for name in cattery.games() if cattery.game(name).hidden]


def finished(name: str, seed: int = 1) -> Match:
    """A match of the most players, played by chance."""
    game = cattery.game(name)
    match, chance = Match.new(game, seats=game.seats[-1], seed=seed), Random(seed)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    return match


def frames_of(match: Match, seat: int | None = None, **more: bool) -> list[dict[str, Any]]:
    """The frames of a replay as they travel."""
    return list(orjson.loads(orjson.dumps(replay.frames(match, seat, "en", **more)))["frames"])


@pytest.mark.parametrize("name", HIDDEN)
def test_each_step_is_told_as_its_mover_saw_it(name: str) -> None:
    match = finished(name)
    for frame in frames_of(match)[1:]:
        told = frame["told"]
        own = orjson.loads(orjson.dumps(match.told(told["n"], told["seat"]).events))
        assert told["move"] == match.log[told["n"]].move
        if match.game.at_once:  # who closes a round has told the own earlier steps before
            assert all(event in told["events"] for event in own)
        else:
            assert told["events"] == own


def test_the_board_shows_the_card_that_the_story_names() -> None:
    """Filou lays face down: the row's card and the words are the same."""
    laid = 0
    for frame in frames_of(finished("filou"))[1:]:
        for event, line in zip(frame["told"]["events"], frame["told"]["lines"], strict=True):
            if event["type"] == "laid" and len(frame["view"]["row"]) >= event["place"]:
                laid += 1
                assert frame["view"]["row"][event["place"] - 1]["card"] == event["card"]
                assert event["card"].replace("_", " ").replace("-", "−") in line
    assert laid > 20


def test_a_drawn_card_is_told() -> None:
    drawn = [
        event
        for frame in frames_of(finished("if_it_fits"))[1:]
        for event in frame["told"]["events"]
        if event["type"] == "drew"
    ]
    assert drawn
    assert all(event["card"] is not None for event in drawn)


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_of_it_is_told_before_the_match_is_over(name: str) -> None:
    match = finished(name)
    begun = match.until(match.n - 1)
    assert not begun.over
    with pytest.raises(AssertionError):
        begun.told_openly(0)
    for frame in frames_of(begun)[1:]:
        told = begun.told(frame["n"] - 1)
        assert frame["told"]["events"] == orjson.loads(orjson.dumps(told.events))
        assert frame["told"]["move"] == told.move
    last = frames_of(begun)[-1]
    then = begun.until(last["n"]).view(None)
    assert last["view"] == orjson.loads(orjson.dumps(then))
    assert replay.view_at(begun, begun.n, None) == begun.view(None)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_an_onlooker_saw_can_still_be_had(name: str) -> None:
    """For the table itself, which shows its onlookers what it always has."""
    match = finished(name)
    seen = [frame["told"] for frame in frames_of(match, openly=False)[1:]]
    story = [told for told in match.story() if told.seen]
    assert [one["events"] for one in seen] == orjson.loads(
        orjson.dumps([told.events for told in story])
    )
