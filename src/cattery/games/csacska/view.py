"""Csacska macskák: what everybody sees (all but the order of the draw pile), and positions as text.

A position, with three players:

    b35,G/r7/S b3.35+,y1.S/-/r9.9.9 2,0,5 2 1:* -

- the discard piles, each from its bottom to its top: cards are `b3`, `b35`, `y7` ... (blue, yellow,
  red, green and the numbers), `S` stray, `K` kittens, `R` rascal, `G` good dog, `B` bad dog,
  `L` cat lady; `-` is an empty pile;
- each player's series in laying order: `b3.35.S+` is blue 3, blue 3-5 and a stray, under kittens;
- the coins of each player;
- whose turn it is, and what is decided: `2` any action, else `2:phase=...` with the phases of the
  view and the cards in hand, the one being resolved first: `2:order=b3,K`, `2:cat=y7,S`, `2:lay=S`.
  In `score` the colour of the series comes first, `2:score=b,S`; in `homeless` the players whose
  kittens have no series, `2:homeless=13,b3`. `!3` at the end: a drawn house cat was discarded on
  pile 3 in this turn. `2:0` is the end of the game, after a turn of player 2;
- which draw pile it is, and its cards: `1:b3,b35*2`; `2:-` is an empty second one;
- the box.

`*` in the draw pile or the box stands for all cards that are nowhere else, less the first of them
that are needed for the coins. `-` stands for no series and no coins of anybody. What is left out at
the end is: no series, no coins, the first player to act, all other cards in the first draw pile, an
empty box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from cattery.fields import Fields
from cattery.games.csacska.moves import CARDS, HUES, Colour
from cattery.games.csacska.rules import piles, table, turn
from cattery.games.csacska.rules import series as scoring
from cattery.games.csacska.rules import state as rules
from cattery.games.csacska.rules.deck import CARDS as ALL_CARDS
from cattery.games.csacska.rules.deck import FACES, NUMBERS
from cattery.plain import Plain
from cattery.tagged import tagged

Phase = Literal[
    "act", "order", "cat", "lay", "swap", "give", "discard", "score", "homeless", "over"
]
How = Literal["three", "five", "seven", "stray", "alike", "nothing"]
NINE = 9


@dataclass(frozen=True)
class Count:
    """So many cards of a kind."""

    card: str
    n: int


@dataclass(frozen=True)
class Pile:
    """A discard pile."""

    cards: tuple[str, ...]  # from the bottom to the top; all were seen
    top: str | None


@dataclass(frozen=True)
class Goal:
    """A length at which a series can be scored, and what the cards still missing must bring."""

    length: int  # 3, 5 or 7
    missing: int  # cards
    digits: tuple[int, ...]  # their sum must end in one of these; any of 0-9 with a stray
    points: int


@dataclass(frozen=True)
class Wanted:
    """A house cat that would score if it were the next card of the series."""

    card: str
    points: int
    how: How


@dataclass(frozen=True)
class Series:
    """A player's series of one colour; without cards it isn't started."""

    colour: Colour
    cards: tuple[str, ...]  # in laying order
    values: tuple[tuple[int, ...], ...]  # what each may count as; a stray as any odd number
    kittens: bool
    stray: bool
    sums: tuple[int, ...]  # all sums that the cards can be read as, ascending
    goals: tuple[Goal, ...]  # C-40 to C-43, the nearest first
    wanted: tuple[Wanted, ...]  # where one card is missing to a goal
    stealable: str | None  # C-23, C-34: what a thief could take
    points: int | None  # if it were scored as it is; None where its length doesn't allow it
    how: How | None
    reading: tuple[int, ...]  # C-46: how the cards are read for these points


@dataclass(frozen=True)
class Player:
    """What lies before a player."""

    coins: int
    series: tuple[Series, ...]  # blue, yellow, red, green
    homeless: bool  # C-50: has kittens to put on a pile


@tagged("csacska")
class View:
    """The table as one seat, or an onlooker, sees it."""

    seat: int | None  # who looks; None for an onlooker
    turn: int
    actor: int  # who decides; not `turn` where kittens of others have lost their series
    phase: Phase
    draw: int  # cards in the draw pile
    draw_cards: tuple[Count, ...]  # which they are, in no order: all others have been seen
    deck: int  # 1 or 2: which draw pile it is
    decks: int  # C-60, C-61: how many there are in this game
    last_turn: bool  # the last draw pile is used up: it ends with this turn
    box: int
    box_cards: tuple[Count, ...]
    piles: tuple[Pile, ...]
    card: str | None  # drawn or taken, being resolved
    hand: tuple[str, ...]  # all cards in the hand of the moment, that one first
    closed_pile: int | None  # C-31: where a second drawn house cat can't be discarded, from 1
    scoring: Colour | None  # C-40: the series that may be scored now
    players: tuple[Player, ...]
    winners: tuple[int, ...]  # at the end


class PlainState(Plain):
    """A state as plain values, and what follows from them."""

    draw: list[int]
    left: int
    second: int
    box: list[int]
    street: list[int]
    ends: list[int]
    series: list[list[list[int]]]
    length: list[list[int]]
    stray: list[int]
    kittens: list[int]
    coins: list[int]
    card: int
    other: int
    cat_pile: int
    colour: int
    homeless: int
    noted: int
    notes: list[list[int]]

    def pile(self, number: int) -> list[int]:
        """The kinds on a pile, numbered from 0, from the bottom to the top."""
        return self.street[self.ends[number] : self.ends[number + 1]]

    def laid(self, seat: int, colour: int) -> list[int]:
        """The kinds of a series in laying order."""
        return self.series[seat][colour][: self.length[seat][colour]]

    @property
    def hand(self) -> list[int]:
        """The cards in the hand of the moment, the one being resolved first."""
        return [kind for kind in (self.card, self.other) if kind != rules.NO_CARD]

    @property
    def decks(self) -> int:
        """C-60, C-61: how many draw piles there are in this game."""
        return 1 if self.seats == rules.FEWEST else 2

    @property
    def winners(self) -> tuple[int, ...]:
        """C-62: those with the most coins, at the end."""
        best = max(self.coins)
        return tuple(k for k in range(self.seats) if self.over and self.coins[k] == best)


def view(states: Any, i: int, seat: int | None) -> View:
    """What `seat` sees of state i."""
    now = PlainState(states, i)
    homeless = bool(now.homeless)
    hand = [CARDS[kind] for kind in now.hand]
    hand += [CARDS[rules.KITTENS]] * now.homeless.bit_count()
    return View(
        seat=seat,
        turn=now.turn,
        actor=now.actor,
        phase="over" if now.over else PHASES[now.phase],
        draw=now.left,
        draw_cards=counts(now.draw),
        deck=1 + now.second,
        decks=now.decks,
        last_turn=now.left == 0 and now.second == now.decks - 1 and not now.over,
        box=sum(now.box),
        box_cards=counts(now.box),
        piles=tuple(_pile(now, number) for number in range(now.seats)),
        card=CARDS[rules.KITTENS] if homeless else hand[0] if now.card >= 0 else None,
        hand=tuple(hand),
        closed_pile=None if now.cat_pile == rules.NO_PILE else now.cat_pile + 1,
        scoring=HUES[now.colour] if now.phase == rules.SCORE and not now.over else None,
        players=tuple(_player(now, number) for number in range(now.seats)),
        winners=now.winners,
    )


PHASES: tuple[Phase, ...] = (
    "act",
    "order",
    "cat",
    "lay",
    "swap",
    "give",
    "discard",
    "score",
    "homeless",
)


def counts(kinds: list[int]) -> tuple[Count, ...]:
    """The kinds that are there, with how many."""
    return tuple([Count(CARDS[kind], n) for kind, n in enumerate(kinds) if n])


def _pile(now: PlainState, number: int) -> Pile:
    cards = tuple([CARDS[kind] for kind in now.pile(number)])
    return Pile(cards, cards[-1] if cards else None)


def _player(now: PlainState, seat: int) -> Player:
    return Player(
        coins=now.coins[seat],
        series=tuple(
            series(colour, tuple(now.laid(seat, colour)), bool(now.kittens[seat] >> colour & 1))
            for colour in range(rules.HUES)
        ),
        homeless=bool(now.homeless >> seat & 1),
    )


# --- series --------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)  # most series are looked at many times before they change
def series(colour: int, kinds: tuple[int, ...], kittens: bool) -> Series:
    """All that can be said of a series."""
    stray = rules.STRAY in kinds
    last = kinds[-1] if kinds else rules.STRAY
    scored = bool(scoring.scoreable(len(kinds), stray, kittens))
    points, how, reading = score(kinds, stray) if scored else (None, None, ())
    return Series(
        colour=HUES[colour],
        cards=tuple(CARDS[kind] for kind in kinds),
        values=tuple(map(values, kinds)),
        kittens=kittens,
        stray=stray,
        sums=tuple(sorted(sums(kinds))) if kinds else (),
        goals=tuple(_goals(kinds, stray, kittens)),
        wanted=tuple(_wanted(colour, kinds, stray, kittens)),
        stealable=CARDS[last] if last != rules.STRAY else None,
        points=points,
        how=how,
        reading=reading,
    )


def values(kind: int) -> tuple[int, ...]:
    """C-1, C-44: the numbers that a card of a series may count as."""
    return NUMBERS if kind == rules.STRAY else FACES[kind % rules.FACE_KINDS]


def sums(kinds: tuple[int, ...]) -> set[int]:
    """All sums that cards can be read as."""
    found = {0}
    for kind in kinds:
        found = {total + value for total in found for value in values(kind)}
    return found


def score(kinds: tuple[int, ...], stray: bool) -> tuple[int, How, tuple[int, ...]]:
    """C-44 to C-46: the points of a series that is scored as it is, why, and how it is read."""
    n = len(kinds)
    cards = np.array(kinds, np.int8)
    points = int(scoring.worth(cards, n, stray))
    nine = reading(kinds)
    if stray:
        return points, "stray", nine
    if n == 3 and scoring.alike(cards, n) and points == rules.POINTS_ALIKE:
        number = min(set.intersection(*(set(values(kind)) for kind in kinds)))
        return points, "alike", (number,) * n
    if nine:
        return points, {3: "three", 5: "five", 7: "seven"}[n], nine  # type: ignore[return-value]
    return points, "nothing", tuple(values(kind)[0] for kind in kinds)


def reading(kinds: tuple[int, ...]) -> tuple[int, ...]:
    """The first reading whose sum ends in nine, with the low numbers first; () if there is none."""
    return next((found for found in _readings(kinds) if sum(found) % 10 == NINE), ())


def _readings(kinds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not kinds:
        yield ()
        return
    for rest in _readings(kinds[:-1]):
        for value in values(kinds[-1]):
            yield *rest, value


def _goals(kinds: tuple[int, ...], stray: bool, kittens: bool) -> Iterator[Goal]:
    """C-40 to C-43: the lengths that the series can still be scored at."""
    points = {3: rules.POINTS_THREE, 5: rules.POINTS_FIVE, 7: rules.POINTS_SEVEN}
    digits = {(NINE - total) % 10 for total in sums(kinds)}
    for length in (3, 5, 7):
        missing = length - len(kinds)
        if missing <= 0 or not scoring.scoreable(length, stray, kittens):
            continue
        odd = missing % 2  # house cats are odd: so many of them have a sum that is odd or even
        fitting = range(odd, 10, 2) if stray else sorted(d for d in digits if d % 2 == odd)
        yield Goal(length, missing, tuple(fitting), rules.POINTS_STRAY if stray else points[length])


def _wanted(colour: int, kinds: tuple[int, ...], stray: bool, kittens: bool) -> Iterator[Wanted]:
    """The house cats that would make the series score now."""
    if not scoring.scoreable(len(kinds) + 1, stray, kittens):
        return
    for face in range(rules.FACE_KINDS):
        kind = colour * rules.FACE_KINDS + face
        points, how, _ = score((*kinds, kind), stray)
        if points:
            yield Wanted(CARDS[kind], points, how)


# --- the position as text ------------------------------------------------------------------------

SIGNS = (
    *(f"{hue[0]}{''.join(map(str, face))}" for hue in HUES for face in FACES),
    *"SKRGBL",
)  # [kind]
KIND = {sign: kind for kind, sign in enumerate(SIGNS)}


def position(states: Any, i: int) -> str:
    """One line that says everything."""
    now = PlainState(states, i)
    return " ".join(
        (
            "/".join(_listed(now.pile(number)) for number in range(now.seats)),
            "/".join(_series_text(now, seat) for seat in range(now.seats)),
            ",".join(map(str, now.coins[: now.seats])),
            _stage_text(now),
            f"{1 + now.second}:{_counted(now.draw)}",
            _counted(now.box),
        )
    )


def _listed(kinds: list[int]) -> str:
    return ",".join(SIGNS[kind] for kind in kinds) or "-"


def _counted(kinds: list[int]) -> str:
    """Cards of which there are several as `b3*2`."""
    there = ((SIGNS[kind], n) for kind, n in enumerate(kinds) if n)
    return ",".join(sign if n == 1 else f"{sign}*{n}" for sign, n in there) or "-"


def _series_text(now: PlainState, seat: int) -> str:
    found = []
    for colour, hue in enumerate(HUES):
        if cards := [SIGNS[kind].lstrip("byrg") for kind in now.laid(seat, colour)]:
            found.append(hue[0] + ".".join(cards) + "+" * (now.kittens[seat] >> colour & 1))
    return ",".join(found) or "-"


def _stage_text(now: PlainState) -> str:
    if now.over:
        return f"{now.turn + 1}:0"
    parts = [SIGNS[kind] for kind in now.hand]
    if now.phase == rules.SCORE:
        parts.insert(0, HUES[now.colour][0])
    if now.phase == rules.HOMELESS:
        parts.insert(0, "".join(str(k + 1) for k in range(now.seats) if now.homeless >> k & 1))
    barred = "" if now.cat_pile == rules.NO_PILE else f"!{now.cat_pile + 1}"
    stage = f":{PHASES[now.phase]}={','.join(parts)}" if now.phase != rules.ACT else ""
    return f"{now.turn + 1}{stage}{barred}"


def set_position(states: Any, i: int, text: str) -> None:
    """Set state i, whose seats and options are set, to a position, or refuse it."""
    fields = Fields("csacska", text, needed=1, defaults=["-", "-", "1", "*", "-"])
    discards, laid, coins, stage, draw, box = fields.words
    s = states[i]
    _clear(s)
    _set_piles(s, discards, fields)
    _set_series(s, laid, fields)
    if coins != "-":
        s.coins[: s.seats] = fields.numbers(coins, "coins", int(s.seats), 0, ALL_CARDS)
    _set_stage(s, stage, fields)
    _set_rest(s, draw, box, fields)
    if table.check(s):
        raise fields.bad("impossible")


def _clear(s: Any) -> None:
    s.over, s.revealed, s.noted, s.homeless = 0, 0, 0, 0
    s.notes[:] = 0
    s.coins[:] = 0
    s.draw[:] = 0
    s.box[:] = 0
    piles.clear_piles(s)
    for seat in range(rules.MOST):
        scoring.clear_series(s, seat)
    turn.begin_turn(s, 0)


def _kinds(word: str, fields: Fields, problem: str) -> list[int]:
    """The cards of a list such as `b3,K` or `b3*2,K`."""
    kinds: list[int] = []
    for part in [] if word in ("", "-") else word.split(","):
        sign, star, number = part.partition("*")
        kind = fields.place(sign, SIGNS, problem)
        kinds += [kind] * (fields.number(number, problem, 1, ALL_CARDS) if star else 1)
    return kinds


def _set_piles(s: Any, word: str, fields: Fields) -> None:
    parts = fields.split(word, "piles", int(s.seats), "/")
    cards = [_kinds(part, fields, "piles") for part in parts]
    if sum(map(len, cards)) > ALL_CARDS:
        raise fields.bad("piles")
    for number, kinds in enumerate(cards):
        for kind in kinds:
            piles.push(s, number, kind)


_SERIES = r"([byrg])((?:S|\d{1,2})(?:\.(?:S|\d{1,2})){0,6})(\+?)"


def _set_series(s: Any, word: str, fields: Fields) -> None:
    seats = int(s.seats)
    parts = ["-"] * seats if word == "-" else fields.split(word, "series", seats, "/")
    for seat, part in enumerate(parts):
        for one in [] if part == "-" else part.split(","):
            match = fields.match(_SERIES, one, "series")
            hue = "byrg".index(match[1])
            if s.length[seat, hue]:
                raise fields.bad("series")
            for sign in match[2].split("."):
                name = sign if sign == "S" else f"{match[1]}{sign}"
                scoring.add(s, seat, hue, fields.place(name, SIGNS, "series"))
            s.kittens[seat] |= len(match[3]) << hue


_STAGE = r"([1-5])(?::(?:(0)|([a-z]+)=([^!]*)))?(?:!([1-5]))?"


def _set_stage(s: Any, word: str, fields: Fields) -> None:
    match = fields.match(_STAGE, word, "stage")
    if int(match[1]) > s.seats or int(match[5] or 0) > s.seats:
        raise fields.bad("stage")
    turn.begin_turn(s, int(match[1]) - 1)
    if match[2]:
        s.over, s.waiting = 1, 0
        return
    s.cat_pile = int(match[5]) - 1 if match[5] else rules.NO_PILE
    if match[3]:
        phase = 1 + fields.place(match[3], PHASES[1:], "stage")
        _set_phase(s, phase, match[4].split(","), fields)


def _set_phase(s: Any, phase: int, parts: list[str], fields: Fields) -> None:
    """The phase and the cards in hand."""
    actor = int(s.turn)
    if phase == rules.SCORE:
        s.colour = fields.place(parts.pop(0), "byrg", "stage")
    elif phase == rules.HOMELESS:
        owners = [int(sign) - 1 for sign in fields.match(r"[1-5]+", parts.pop(0), "stage")[0]]
        if max(owners) >= s.seats:
            raise fields.bad("stage")
        s.homeless = sum(1 << seat for seat in set(owners))
        actor = min(owners, key=lambda seat: (seat - int(s.turn)) % int(s.seats))
    kinds = _kinds(",".join(parts), fields, "stage")
    holds = phase not in (rules.SCORE, rules.HOMELESS)
    if not holds <= len(kinds) <= 1 + holds:
        raise fields.bad("stage")
    kinds = kinds if holds else [rules.NO_CARD, *kinds]
    s.card, s.other = (*kinds, rules.NO_CARD, rules.NO_CARD)[:2]
    turn.decide(s, actor, phase)


def _set_rest(s: Any, draw: str, box: str, fields: Fields) -> None:
    """The draw pile and the box; one of them may be all that is left."""
    match = fields.match(r"(?:([12]):)?(\S+)", draw, "draw")
    s.second = match[1] == "2"
    for cards, word in ((s.draw, match[2]), (s.box, box)):
        for kind in [] if word == "*" else _kinds(word, fields, "draw"):
            if cards[kind] == rules.FULL[kind]:
                raise fields.bad("impossible")
            cards[kind] += 1
    if "*" in (match[2], box):
        _fill_up(s, s.draw if match[2] == "*" else s.box, fields)
    piles.count_draw_pile(s)


def _fill_up(s: Any, cards: Any, fields: Fields) -> None:
    """All cards that are nowhere else, less those that became coins."""
    seen = [int(n) + int(m) for n, m in zip(s.draw, s.box, strict=True)]
    for kind in (*s.street, *s.series.ravel(), s.card, s.other):
        seen[kind] += kind != rules.NO_CARD
    seen[rules.KITTENS] += int(s.homeless).bit_count()
    seen[rules.KITTENS] += sum(int(on).bit_count() for on in s.kittens)
    coins = int(s.coins.sum())
    for kind, there in enumerate(seen):
        rest = int(rules.FULL[kind]) - there
        if rest < 0:
            raise fields.bad("impossible")
        spent = min(rest, coins)
        coins -= spent
        cards[kind] += rest - spent
