"""Matches stopped at random moments, and twins of them that a seat can't tell apart."""

from __future__ import annotations

import random

from cattery import CatteryError
from cattery.game import Game
from cattery.match import Entry, Match


def positions(game: Game, seats: int, seed: int) -> list[Match]:
    """Matches stopped at random moments."""
    source = random.Random(seed)
    found = []
    for number in range(6):
        match = Match.new(game, seats=seats, seed=seed + number)
        for _ in range(source.randrange(1, 60)):
            if match.over:
                break
            seat = source.choice(match.waiting)
            match.play(source.choice(match.legal_actions(seat)), seat)
        if not match.over:
            found.append(match)
    return found


class Deceived(Match):
    """A match whose true state was replaced by another world that fits what a seat knows."""

    @classmethod
    def of(cls, match: Match, seat: int, rng: int) -> Match:
        """A twin of `match` in which everything that `seat` can't know is drawn anew."""
        twin = Match.load(match.save())
        twin.__class__ = cls
        twin._now = match.game.imagine(match.state(), seat, rng)
        return twin


def other_past(match: Match, viewer: int | None, chance: random.Random) -> Match:
    """A match of the same start in which the others have done other things, as far as the viewer
    couldn't notice: each entry was told and showed the same. Where that isn't possible any more,
    because a secret has come out, the past up to there is the true one."""
    truth, twin = match.restarted(), match.restarted()
    for entry in match.log:
        truth.repeat(entry)
        if not _alike(truth, twin, entry, viewer, chance):
            twin = match.restarted()
            for earlier in truth.log:
                twin.repeat(earlier)
    return twin


def _alike(
    truth: Match, twin: Match, entry: Entry, viewer: int | None, chance: random.Random
) -> bool:
    """Let the twin do what looks to the viewer as what was truly done; whether it can."""
    if entry.kind != "move" or entry.seat == viewer:
        try:
            twin.repeat(entry)
        except CatteryError:
            return False
        return _seen(twin, viewer) == _seen(truth, viewer)
    if entry.seat not in twin.waiting:
        return False
    actions = list(twin.legal_actions(entry.seat))
    chance.shuffle(actions)
    step = truth._steps[-1]
    for action in actions:
        other, after = twin._carry_out(Entry(twin.n, entry.seat, "move"), action)
        same = (other.silent, other.ended.waiting) == (step.silent, step.ended.waiting)
        if same and twin.game.view(after, viewer) == truth.view(viewer):
            twin.play(action, entry.seat)
            return twin.story(viewer, twin.n - 1) == truth.story(viewer, truth.n - 1)
    return False


def _seen(match: Match, viewer: int | None) -> object:
    return match.view(viewer), match.waiting, match.story(viewer, match.n - 1)
