"""Rounds played at once: unseen until they close, told alike whatever the order, undone till then,
imagined from their start."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from cattery import Match, kernel
from cattery.match import Told
from support.walks import Table, copied, play_on, waiting, walk

ROUNDS = 4  # of a match that are looked at
LONGEST = 60  # steps of a seat in one round


def wanted(table: Table) -> bool:
    """Tables of games whose rounds are played at once, and not alone."""
    return table.game.at_once and table.seats > 1


def again(match: Match) -> Match:
    """The same match, to be played on otherwise."""
    twin = match.restarted()
    for entry in match.log:
        twin.repeat(entry)
    return twin


def is_open(match: Match) -> bool:
    """Whether a round has begun for all in which nobody has done anything."""
    fresh = not match._steps or match._steps[-1].revealed
    return len(match.waiting) == match.seats and fresh


def rounds(table: Table, seed: int) -> Iterator[Match]:
    """A match at the beginning of some of its rounds."""
    match, chance = table.match(seed), Random(seed)
    found = 0
    while not match.over and found < ROUNDS:
        if is_open(match):
            found += 1
            yield again(match)
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)


def turns(match: Match, seed: int) -> dict[int, list[int]]:
    """What each seat will do in this round, to its *done*."""
    found: dict[int, list[int]] = {}
    for seat in match.waiting:
        alone, chance = again(match), Random(f"{seed} {seat}")
        found[seat] = []
        moment = alone.turns
        while seat in alone.waiting and alone.turns == moment and not alone.over:
            action = chance.choice(alone.legal_actions(seat))
            alone.play(action, seat)
            found[seat].append(action)
            assert len(found[seat]) <= LONGEST
    return found


def interleaved(plan: dict[int, list[int]], chance: Random) -> list[tuple[int, int]]:
    """The steps of all seats in a random order, each seat's own in theirs."""
    order = [seat for seat, actions in plan.items() for _ in actions]
    chance.shuffle(order)
    left = {seat: iter(actions) for seat, actions in plan.items()}
    return [(seat, next(left[seat])) for seat in order]


def played_round(match: Match, steps: list[tuple[int, int]]) -> Match:
    """The match after these steps."""
    for seat, action in steps:
        match.play(action, seat)
    return match


def of_others(told: list[Told], viewer: int | None) -> list[Any]:
    """The events that a viewer heard which aren't its own."""
    return [
        event
        for one in told
        for event in one.events
        if viewer is None or one.seat != viewer or getattr(event, "of_round", False)
    ]


# --- order ---------------------------------------------------------------------------------------


def test_nothing_depends_on_the_order_in_which_seats_act(table: Table):
    for match in rounds(table, 1):
        chance, plan = Random(1), turns(match, match.n)
        first = played_round(again(match), interleaved(plan, chance))
        for _ in range(5):
            other = played_round(again(match), interleaved(plan, chance))
            assert other.state().tobytes() == first.state().tobytes()
            assert other.waiting == first.waiting
            for viewer in (*range(table.seats), None):
                assert other.view(viewer) == first.view(viewer)


def test_an_onlooker_is_told_the_same_whoever_closes_the_round(table: Table):
    for match in rounds(table, 2):
        chance, plan = Random(2), turns(match, match.n)
        heard = []
        for _ in range(6):
            one = played_round(again(match), interleaved(plan, chance))
            story = one.story(None, match.n)
            heard.append([event for told in story for event in told.events])
            assert [told.kind for told in story[:-1]] == ["unseen"] * (len(story) - 1)
        assert all(events == heard[0] for events in heard)


def test_a_seat_is_told_of_the_others_in_the_order_of_seats(table: Table):
    for match in rounds(table, 3):
        chance, plan = Random(3), turns(match, match.n)
        for viewer in range(table.seats):
            heard = []
            for _ in range(4):
                one = played_round(again(match), interleaved(plan, chance))
                closing = one.story(viewer, match.n)[-1]
                rest = [e for e in closing.events if getattr(e, "seat", None) != viewer]
                assert [e.seat for e in rest if not getattr(e, "of_round", False)] == sorted(
                    e.seat for e in rest if not getattr(e, "of_round", False)
                )
                heard.append([e for e in closing.events if getattr(e, "of_round", False)])
            assert all(events == heard[0] for events in heard)


def test_everybody_is_told_everything_once(table: Table):
    """The own steps when they were made, those of others at the close: nothing twice or never."""
    for match in rounds(table, 15):
        one = played_round(again(match), interleaved(turns(match, match.n), Random(15)))
        heard = [
            sorted(repr(event) for told in one.story(viewer, match.n) for event in told.events)
            for viewer in (*range(table.seats), None)
        ]
        assert all(events == heard[-1] for events in heard)


# --- secrecy -------------------------------------------------------------------------------------


def test_until_the_round_closes_the_others_see_only_who_is_done(table: Table):
    for match in rounds(table, 4):
        steps = interleaved(turns(match, match.n), Random(4))
        one = again(match)
        for seat, action in steps[:-1]:
            one.play(action, seat)
            for viewer in (*range(table.seats), None):
                (told,) = one.story(viewer, one.n - 1)
                if viewer == seat:
                    assert told.kind == "move"
                else:
                    assert (told.kind, told.move, told.events) == ("unseen", None, ())
                    assert told.lines("en", ["x"] * table.seats) == []


def test_only_the_closing_step_uses_chance_or_shows_anything(table: Table):
    for match in rounds(table, 5):
        one = again(match)
        steps = interleaved(turns(match, match.n), Random(5))
        for k, (seat, action) in enumerate(steps):
            one.play(action, seat)
            closes = k == len(steps) - 1
            assert one._steps[-1].revealed == closes
            assert closes or not one._steps[-1].used_chance


# --- undo ----------------------------------------------------------------------------------------


def test_done_can_be_undone_until_the_round_closes(table: Table):
    for match in rounds(table, 6):
        plan = turns(match, match.n)
        one = again(match)
        *others, last = plan
        for seat in others:
            for action in plan[seat]:
                one.play(action, seat)
            assert seat not in one.waiting
        for seat in others:
            assert one.can_undo(seat)
            one.undo(seat)
            assert seat in one.waiting
            one.play(plan[seat][-1], seat)
        for action in plan[last]:
            one.play(action, last)
        assert not any(one.can_undo(seat) for seat in range(table.seats))
        plain = played_round(again(match), [(s, a) for s in plan for a in plan[s]])
        assert one.state().tobytes() == plain.state().tobytes()
        assert one.verify().ok


def test_what_was_undone_is_never_told_to_others(table: Table):
    for match in rounds(table, 7):
        plan, one = turns(match, match.n), again(match)
        for seat, actions in plan.items():
            chance = Random(seat)
            for _ in range(3):  # something else first, taken back
                one.play(chance.choice(one.legal_actions(seat)), seat)
                if not one.can_undo(seat):
                    break
                one.undo(seat)
            else:
                for action in actions:
                    one.play(action, seat)
                continue
            return  # it closed the round
        plain = played_round(again(match), [(s, a) for s in plan for a in plan[s]])
        for viewer in (*range(table.seats), None):
            assert of_others(one.story(viewer, match.n)[-1:], viewer) == of_others(
                plain.story(viewer, match.n)[-1:], viewer
            )


def test_an_undo_of_another_seat_is_unseen(table: Table):
    for match in rounds(table, 8):
        one = again(match)
        seat = one.waiting[0]
        one.play(one.legal_actions(seat)[0], seat)
        one.undo(seat)
        for viewer in (*range(1, table.seats), None):
            assert [told.kind for told in one.story(viewer, match.n)] == ["unseen", "unseen"]
        assert [told.kind for told in one.story(seat, match.n)] == ["move", "undo"]


# --- giving up


def test_giving_up_is_told_at_once_and_the_round_goes_on(table: Table):
    """What the one who left has done stands; the others lose nothing that they have done."""
    if table.seats < 3:  # the last of two has won
        return
    for match in rounds(table, 14):
        plan, one = turns(match, match.n), again(match)
        first, second, *_ = plan
        for seat in (first, second):
            one.play(plan[seat][0], seat)
        before = one.state().tobytes()
        one.resign(first)
        assert one.state().tobytes() == before
        for viewer in (*range(table.seats), None):
            told = one.story(viewer, one.n - 1)[0]
            assert (told.kind, told.seat) == ("resign", first)
            assert told.lines("en", ["x"] * table.seats)
        assert not one.over
        assert one.can_undo(second) == again(one).can_undo(second)
        for seat, actions in plan.items():  # a stand-in plays for who left
            for action in actions[1 if seat in (first, second) else 0 :]:
                one.play(action, seat)
        plain = played_round(again(match), [(s, a) for s in plan for a in plan[s]])
        assert one.state().tobytes() == plain.state().tobytes()


# --- what seats imagine and notice ---------------------------------------------------------------


def test_in_an_imagined_world_the_others_have_their_round_before_them(table: Table):
    """Who still waits is at the round's start; who is done stays done, and the round stays open."""
    game, chance = table.game, Random(9)
    begun: Any = None
    for here in walk(table, 9):
        if begun is None or here.states["revealed"][0]:
            begun = copied(here.states)
        several = len(waiting(begun)) > 1
        for seat in range(table.seats) if several else ():
            world = game.imagine(here.states, seat, rng=chance.getrandbits(64))
            assert world["waiting"] == here.states["waiting"]
            assert world["over"] == here.states["over"]
            for other in set(waiting(here.states)) - {seat}:
                world["actor"] = begun["actor"] = other
                assert game.legal(world) == game.legal(begun)


def test_who_is_done_has_done_something(table: Table):
    """In some worlds this, in others that: it isn't taken for asleep."""
    for match in rounds(table, 10):
        plan = turns(match, match.n)
        first, *rest = plan
        one = played_round(again(match), [(s, a) for s in rest for a in plan[s]])
        worlds = [table.game.imagine(one.state(), first, rng=rng) for rng in range(40)]
        for world in worlds:
            world["rng"] = 0
        assert len({world.tobytes() for world in worlds}) > 1


def test_others_notice_nothing_of_an_open_round(table: Table):
    game = table.game
    for here in walk(table, 11):
        after, mover = copied(here.states), int(here.states["actor"][0])
        game.apply(after, here.action)
        for seat in range(table.seats):
            noticed = int(kernel.notice(after[0], here.action, mover, seat))
            hidden = seat != mover and not after["revealed"][0]
            assert (noticed == kernel.UNNOTICED) == hidden
            assert noticed < 2**30


# --- chance by moments ---------------------------------------------------------------------------


def test_rounds_are_counted_by_moments_and_turns(table: Table):
    match, chance = table.match(12), Random(12)
    while not match.over:
        before = match.turns
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        assert match.turns - before == match._steps[-1].used_chance


def test_undos_and_detours_do_not_shift_the_rolls(table: Table):
    for match in rounds(table, 13):
        steps = interleaved(turns(match, match.n), Random(13))
        plain, restless = again(match), again(match)
        for k, (seat, action) in enumerate(steps):
            plain.play(action, seat)
            restless.play(action, seat)
            if k < len(steps) - 1:
                restless.undo(seat)
                restless.play(action, seat)
        assert restless.n > plain.n or len(steps) == 1
        assert np.array_equal(restless.state(), plain.state())
        play_on(plain, 30, 1)
        play_on(restless, 30, 1)
        assert plain.state().tobytes() == restless.state().tobytes()
