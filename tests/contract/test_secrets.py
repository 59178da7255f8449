"""Whatever leaves for a seat is the same in two worlds that look alike to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from cattery import CatteryError, Game, Match, kernel
from cattery.players import Seat
from support.twins import Deceived, other_past
from support.walks import LANGUAGES, Table, copied, glimpses

MOMENTS = 6  # of a match
STEPS = 12  # at most from one to the next
ASKED = 12  # moves at each


def wanted(table: Table) -> bool:
    """Tables at which somebody has secrets."""
    return table.game.hidden and table.seats > 1


@cache  # the tests only look at them
def moments(table: Table) -> tuple[tuple[Match, int], ...]:
    """A match at a few moments, and a seat that looks at it."""
    match, chance, found = table.match(1), Random(1), []
    while not match.over and len(found) < MOMENTS:
        for _ in range(chance.randrange(1, STEPS)):
            if not match.over:
                seat = chance.choice(match.waiting)
                match.play(chance.choice(match.legal_actions(seat)), seat)
        found.append((Match.load(match.save()), chance.randrange(table.seats)))
    return tuple(found)


@cache
def pairs(table: Table) -> tuple[tuple[Match, Match, int], ...]:
    """Two matches that look alike to a seat: with other secrets now, or with another past."""
    chance, found = Random(2), []
    for match, seat in moments(table):
        if not match.over:
            found.append((match, Deceived.of(match, seat, chance.getrandbits(64)), seat))
        found.append((match, other_past(match, seat, chance), seat))
    return tuple(found)


def answer(ask: Callable[..., Any], *given: Any) -> Any:
    """What comes back, a refusal in both languages included."""
    try:
        return ask(*given)
    except CatteryError as error:
        return error.code, error.rule, [error.text(lang) for lang in LANGUAGES]


def test_twins_do_differ(table: Table):
    """Else these tests would show nothing."""
    differing = [one.state().tobytes() != two.state().tobytes() for one, two, _ in pairs(table)]
    assert sum(differing) > len(differing) // 4


def test_views_legal_moves_and_what_may_be_done_are_the_same(table: Table):
    for one, two, seat in pairs(table):
        assert one.view(seat) == two.view(seat)
        assert one.waiting == two.waiting
        assert sorted(one.legal_actions(seat)) == sorted(two.legal_actions(seat))
        assert one.can_undo(seat) == two.can_undo(seat)
        assert one.can_take_back(seat) == two.can_take_back(seat)
        assert one.turns == two.turns


def test_the_story_is_the_same(table: Table):
    for one, two, seat in pairs(table):
        if not isinstance(two, Deceived):  # of which only the present is another
            assert one.story(seat) == two.story(seat)
    match, _ = moments(table)[-1]
    assert other_past(match, None, Random(3)).story(None) == match.story(None)


def test_refusals_are_the_same(table: Table):
    chance = Random(3)
    for one, two, seat in pairs(table):
        for action in chance.sample(range(table.game.actions), min(ASKED, table.game.actions)):
            said = [answer(match.resolve, action, seat) for match in (one, two)]
            assert said[0] == said[1]


@pytest.mark.parametrize("nonsense", ["", "xyzzy", -1, None])
def test_what_is_said_to_nonsense_is_the_same(table: Table, nonsense: Any):
    for one, two, seat in pairs(table):
        said = [answer(match.play, nonsense, seat) for match in (one, two)]
        assert said[0] == said[1]


def test_previews_are_the_same(table: Table):
    chance = Random(5)
    for one, two, seat in pairs(table):
        legal = sorted(one.legal_actions(seat))
        for action in chance.sample(legal, min(ASKED, len(legal))):
            seen = [answer(match.preview, action, seat) for match in (one, two)]
            assert seen[0] == seen[1]


def test_players_and_hints_start_from_the_same(table: Table):
    """A hint is what a player would do, and it knows no more than this."""
    for one, two, seat in pairs(table):
        if seat not in one.waiting:
            continue
        known = [Seat.of(match, seat) for match in (one, two)]
        assert known[0]._world.tobytes() == known[1]._world.tobytes()
        assert known[0].imagine(7).tobytes() == known[1].imagine(7).tobytes()
        assert known[0].turn == known[1].turn
        assert known[0].played == known[1].played


def test_nobody_notices_more_than_is_seen_and_told(table: Table):
    """The search takes what `notice` tells apart for known: it mustn't hang on secrets.

    A step is compared with others that may have been made in another world, as far as they look
    and sound the same to a seat.
    """
    game, chance, compared = table.game, Random(11), 0
    for here in glimpses(table, 11):
        mover = int(here.states["actor"][0])
        for seat in range(table.seats):
            truth = noticed(game, here.states, here.action, seat)
            world = game.imagine(here.states, seat, rng=chance.getrandbits(64))
            world["actor"], world["rng"] = mover, here.states["rng"]
            legal = [here.action] if seat == mover else game.legal(world)
            for action in chance.sample(legal, min(4, len(legal))):
                other = noticed(game, world, action, seat)
                if other[:2] == truth[:2]:
                    compared += world.tobytes() != here.states.tobytes() or action != here.action
                    assert other == truth
    assert compared


def noticed(game: Game, before: Any, action: int, seat: int) -> tuple[Any, Any, int]:
    """What a step looks and sounds like to a seat, and the number for what it noticed."""
    after, mover = copied(before), int(before["actor"][0])
    game.apply(after, action)
    number = int(kernel.notice(after[0], action, mover, seat))
    unseen = game.at_once and seat != mover and not after["revealed"][0]
    story = [] if unseen else game.story(before, action, after, seat)
    return game.view(after, seat), story, number


def test_what_others_do_later_is_not_known_before(table: Table):
    """What was told of an entry stays what it was, whatever comes."""
    match, chance = table.match(7), Random(7)
    told: dict[int | None, list[Any]] = {viewer: [] for viewer in (*range(table.seats), None)}
    while not match.over and match.n < 80:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        for viewer, entries in told.items():
            entries += match.story(viewer, match.n - 1)
    for viewer, entries in told.items():
        assert match.story(viewer) == entries
