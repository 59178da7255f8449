"""Who may have drawn the Princesses, counted plainly: step by step through what everybody saw.

A state of knowledge is how many Princesses each seat holds and who found each pile's; every step of
the public record splits or forbids states. Slow, and without any bounds worked out beforehand.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random
from typing import Any

from cattery.games.if_it_fits.rules import state as rules
from rules.if_it_fits.cardboard import GAME

# What everybody saw: ("draw", seat, pile), ("princess", seat), ("card", seat), ("discard", seat).
Seen = tuple[Any, ...]


class Watched:
    """A random game, and what everybody saw of draws and hands."""

    def __init__(self, seats: int, seed: int, manner: str, hard: bool) -> None:
        self.seats, self.hard = seats, hard
        self.states = GAME.new(seats, {"hard": "on" if hard else "off"}, rng=seed)
        self.chance = Random(f"{seats} {seed} {manner}")
        self.manner = manner
        self.sizes = self.states["left"][0].tolist()
        self.seen: list[Seen] = []
        self.drawn: list[int] = []  # the kind of each draw, in order

    def step(self) -> None:
        """One decision; Princesses are hoarded, or played as soon as can be."""
        states, actor = self.states, int(self.states["actor"][0])
        action = self.choose()
        note = GAME.format(GAME.move(action))
        before = states["hand"][0, actor].tolist()
        pile = next((k for k in range(5) if states["left"][0, k]), 0)
        in_play = int(states["phase"][0]) == rules.PLAY
        GAME.apply(states, action)
        if note == "draw":
            hand = states["hand"][0, actor].tolist()
            for kind in before:
                if kind in hand and kind != rules.NO_CARD:
                    hand.remove(kind)
            self.seen.append(("draw", actor, pile))
            self.drawn.append(next(kind for kind in hand if kind != rules.NO_CARD))
        elif in_play:
            verb = note.split()[0]
            shown = verb == "princess" or note == "discard princess"
            self.seen.append((verb if shown else "card", actor))

    def choose(self) -> int:
        """Draw as a rule; then by the manner. While all are shy she can't be played."""
        actions = GAME.legal(self.states)
        notes = {action: GAME.format(GAME.move(action)) for action in actions}
        if self.manner == "shy":
            return self.chance.choice(
                [a for a, note in notes.items() if note.split()[0] not in ("cat", "sleep")]
            )
        if "draw" in notes.values() and self.chance.random() < 0.97:
            return actions[0]
        princess = [a for a, note in notes.items() if note.startswith("princess")]
        others = [a for a in actions if a not in princess]
        if self.manner == "hoard" and others:
            return self.chance.choice(others)
        if self.manner == "eager" and princess:
            return self.chance.choice(princess)
        return self.chance.choice(actions)

    def known(self, seat: int) -> list[bool | None]:
        """For each draw whether `seat` knows it for a Princess, None for those of others."""
        draws = [event for event in self.seen if event[0] == "draw"]
        return [
            kind == rules.PRINCESS if event[1] == seat else None
            for event, kind in zip(draws, self.drawn, strict=True)
        ]

    # --- counting ----------------------------------------------------------------------------

    def worlds(self, seat: int) -> Counter[tuple[int, ...]]:
        """How many ways lead to each outcome, for all that `seat` knows.

        An outcome says for each pile who found its Princess (-1 nobody); in the hard game for each
        seat how many it has drawn.
        """
        known = iter(self.known(seat))
        start = ((0,) * self.seats, (-1,) * self.seats if not self.hard else (0,) * self.seats)
        ways: Counter[Any] = Counter({start: 1})
        cards = [2] * self.seats
        for event in self.seen:
            who = event[1]
            if event[0] == "draw":
                cards[who] += 1
                ways = self.draw(ways, who, event[2], next(known))
            else:
                ways = self.play(ways, event[0], who, cards[who])
                cards[who] -= 1
        return self.close(ways)

    def draw(self, ways: Counter[Any], who: int, pile: int, is_she: bool | None) -> Counter[Any]:
        """A card is drawn: Princess, if she may still come, or another."""
        new: Counter[Any] = Counter()
        for (held, found), n in ways.items():
            gone = sum(found) == 5 if self.hard else found[pile] >= 0
            if is_she is not False and not gone:
                new[plus(held, who), plus(found, who) if self.hard else put(found, pile, who)] += n
            if is_she is not True:
                new[held, found] += n
        return new

    def play(self, ways: Counter[Any], verb: str, who: int, cards: int) -> Counter[Any]:
        """A card was played: she must have been in the hand, and the rest must have room in it."""
        new: Counter[Any] = Counter()
        for (held, found), n in ways.items():
            princesses = held[who]
            if verb in ("princess", "discard"):
                if princesses == 0 or (verb == "discard" and princesses < cards):
                    continue
                princesses -= 1
            if princesses <= cards - 1:
                new[put(held, who, princesses), found] += n
        return new

    def close(self, ways: Counter[Any]) -> Counter[tuple[int, ...]]:
        """What is left lies anywhere in the rest of its pile."""
        left = self.states["left"][0].tolist()
        new: Counter[tuple[int, ...]] = Counter()
        for (held, found), n in ways.items():
            if any(held[k] > int(self.states["held"][0, k]) for k in range(self.seats)):
                continue
            if self.hard:
                new[found] += n * comb(left[0], 5 - sum(found))
                continue
            for pile in range(self.seats):
                if found[pile] < 0:
                    n *= left[pile]
            new[found] += n
        return Counter({outcome: n for outcome, n in new.items() if n})

    def outcome(self, states: Any) -> tuple[int, ...]:
        """Which of `worlds` a state is."""
        if not self.hard:
            return tuple(states["found"][0, : self.seats].tolist())
        hands = states["hand"][0, : self.seats]
        held = [(hand == rules.PRINCESS).sum() for hand in hands]
        return tuple(
            int(n) + int(shown)
            for n, shown in zip(held, states["shown"][0, : self.seats], strict=True)
        )


def plus(numbers: tuple[int, ...], at: int) -> tuple[int, ...]:
    """One more at a place."""
    return put(numbers, at, numbers[at] + 1)


def put(numbers: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Another value at a place."""
    return (*numbers[:at], value, *numbers[at + 1 :])
