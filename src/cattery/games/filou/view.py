"""Filou: what a seat may see (F-50, F-51), and a position as one line of text.

A position, with four players in the second round:

    1:-5,15,r,D>3=9/3:8,3,-8 15,15,10,15 0,0,0,0 5,d,11,3 +

- the sacks so far, the last one unfinished: the start player, the cards in laying order (`r` the
  rabbit, `D` the big dog, `d` the small dog; with three players the pile's card comes first, `?`
  until it is turned), and of a finished sack who won it for how much, `>3=9`, or `>-` for nobody;
- the mice of each player, bids included;
- what each player has bid (0 nothing), or `p1`, `p2` ... in the order in which they passed;
- the card missing from each set;
- `+` if the mouse cards were filled in this round, `-` if not.

Hands, bank, phase and who is to act follow from these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from cattery.fields import Fields
from cattery.games.filou.moves import CARDS
from cattery.games.filou.rules import auction, secrets
from cattery.games.filou.rules import state as rules
from cattery.games.filou.rules.deck import FEWEST
from cattery.kernel import to_act
from cattery.plain import Plain
from cattery.tagged import tagged

Phase = Literal["lay", "bid", "buy", "over"]
PHASES: tuple[Phase, ...] = ("lay", "bid", "buy", "over")
Fate = Literal["won", "chased", "dog", "unsold"]
Row = tuple[tuple[int, int], ...]  # (kind, owner) in laying order
SIGNS = (*CARDS[: rules.RABBIT], "r", "D", "d")  # [kind] as positions write them


@dataclass(frozen=True)
class RowCard:
    """A card in the row of this auction."""

    owner: int | None  # who laid it; None for the pile's
    card: str | None  # None where the viewer doesn't know it
    open: bool


@dataclass(frozen=True)
class Player:
    """What is known of a player."""

    mice: int | None  # owned, the own bid included; None where it is a secret (F-51)
    bid: int  # 0 is none
    passed: int  # the order of passing in this auction, from 1; 0 while it is still in
    took: int  # mice taken for passing in this auction
    cards: int  # in the hand
    laid: tuple[str, ...]  # of the own set, all that everybody has seen
    missing: str | None  # F-10: known to its owner, and to all at the end
    won: tuple[str, ...]
    points: int  # of the won cats
    total: int | None  # with the mice, where they are known


@dataclass(frozen=True)
class MouseCard:
    """F-3: a reward for passing."""

    value: int
    mice: int  # on it now


@dataclass(frozen=True)
class SackCard:
    """A card of a finished sack, and what became of it."""

    owner: int | None
    card: str
    fate: Fate


@dataclass(frozen=True)
class Sack:
    """A finished auction."""

    round: int
    opener: int
    cards: tuple[SackCard, ...]
    winner: int | None  # None where nobody wanted it (F-26)
    price: int
    points: int  # what its winner got


@tagged("filou")
class View:
    """The table as one seat, or an onlooker, sees it."""

    seat: int | None  # who looks; None for an onlooker
    turn: int
    actor: int
    phase: Phase
    round: int  # 1 ... rounds
    rounds: int
    opener: int  # the start player
    open_mice: bool
    players: tuple[Player, ...]
    hand: tuple[str, ...]  # the viewer's own
    row: tuple[RowCard, ...]  # in laying order
    row_length: int
    worth: int | None  # of the row after the dogs, once it is all face up
    mouse_cards: tuple[MouseCard, ...]
    empty_because: Literal["bank", "unsold"] | None  # F-20, F-26: no mice this round
    bank: int
    high: int  # the highest bid; 0 is none
    leader: int | None  # whose it is
    pile: int  # F-12: cards in the face-down pile
    removed: str | None  # F-12: what was removed from it, known at the end
    gone: tuple[str, ...]  # cards that have left the game openly
    sacks: tuple[Sack, ...]  # the finished auctions
    winners: tuple[int, ...]  # at the end


class Survey(NamedTuple):
    """What follows from a state by the rules; see `auction.survey`."""

    owners: list[list[int]]  # [round][place]
    prey: list[int]  # [round]
    worths: list[int]  # [round]
    first: list[int]  # [seat]


class PlainState(Plain):
    """A state in plain Python, and what follows from it."""

    auction: int
    laid: int
    shown: int
    high: int
    bank: int
    filled: int
    passes: int
    pile: int
    mice: list[int]
    bid: list[int]
    place: list[int]
    hand: list[int]
    missing: list[int]
    points: list[int]
    sacks: list[list[int]]
    opener: list[int]
    taker: list[int]
    price: list[int]
    open_mice: int

    def __init__(self, states: Any, i: int) -> None:
        super().__init__(states, i)
        self.row_length = self.seats + (self.seats == FEWEST)
        self.finished = self.auction + self.over  # auctions
        self._where = states, i

    @cached_property
    def survey(self) -> Survey:
        """What the rules say about the table."""
        owners = np.full((rules.ROUNDS, rules.ROW), rules.NOBODY)
        prey, worths = np.full(rules.ROUNDS, -1), np.zeros(rules.ROUNDS, np.int64)
        first = np.zeros(self.seats, np.int64)
        auction.survey(*self._where, owners, prey, worths, first)
        return Survey(owners.tolist(), prey.tolist(), worths.tolist(), first.tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """F-40: those before whom nobody stands, at the end."""
        return tuple(seat for seat in range(self.seats) if self.over and self.survey.first[seat])

    def owner(self, turn: int, at: int) -> int | None:
        """Who laid the card at a place of a round's row; None for the pile's."""
        seat = self.survey.owners[turn][at]
        return None if seat == rules.NOBODY else seat

    def mouse_card(self, place: int) -> int:
        """The mice that lay at the start of this round on the card for the place-th to pass."""
        return int(rules.MOUSE_CARD[self.seats, place - 1]) if self.filled else 0


def view(states: Any, i: int, seat: int | None) -> View:
    """What `seat` sees of state i."""
    table = PlainState(states, i)
    over = bool(table.over)
    finished = tuple(sack(table, turn) for turn in range(table.finished))
    row = _row(table, seat)
    led = table.bid.index(table.high) if table.high else None
    return View(
        seat=seat,
        turn=table.turn,
        actor=table.actor,
        phase="over" if over else PHASES[table.phase],
        round=table.auction + 1,
        rounds=rules.ROUNDS,
        opener=table.opener[table.auction],
        open_mice=bool(table.open_mice),
        players=_players(table, seat, finished, row),
        hand=() if seat is None else names(table.hand[seat]),
        row=row,
        row_length=table.row_length,
        worth=table.survey.worths[table.auction] if table.shown == table.row_length else None,
        mouse_cards=tuple(_mouse_cards(table)),
        empty_because=_empty_because(table),
        bank=table.bank,
        high=table.high,
        leader=led,
        pile=_pile(table),
        removed=names(table.pile)[0] if over and table.pile else None,
        gone=tuple(each.card for one in finished for each in one.cards if each.fate != "won"),
        sacks=finished,
        winners=table.winners,
    )


def names(kinds: int) -> tuple[str, ...]:
    """The cards of a set of kinds."""
    return tuple(card for kind, card in enumerate(CARDS) if kinds >> kind & 1)


def _row(table: PlainState, seat: int | None) -> tuple[RowCard, ...]:
    """The row of this auction as `seat` sees it."""
    return tuple(_row_card(table, at, seat) for at in range(table.laid))


def _row_card(table: PlainState, at: int, seat: int | None) -> RowCard:
    owner, is_open = table.owner(table.auction, at), at < table.shown
    known = is_open or (seat is not None and owner == seat)
    return RowCard(owner, CARDS[table.sacks[table.auction][at]] if known else None, is_open)


def _players(
    table: PlainState, seat: int | None, finished: tuple[Sack, ...], row: tuple[RowCard, ...]
) -> tuple[Player, ...]:
    laid: list[list[str]] = [[] for _ in range(table.seats)]
    won: list[list[str]] = [[] for _ in range(table.seats)]
    for one in finished:
        for each in one.cards:
            if each.owner is not None:
                laid[each.owner].append(each.card)
            if one.winner is not None and each.fate == "won":
                won[one.winner].append(each.card)
    for card in () if table.over else row:
        if card.owner is not None and card.open and card.card is not None:
            laid[card.owner].append(card.card)
    return tuple(
        _player(table, number, seat, tuple(laid[number]), tuple(won[number]))
        for number in range(table.seats)
    )


def _player(
    table: PlainState, number: int, seat: int | None, laid: tuple[str, ...], won: tuple[str, ...]
) -> Player:
    mine, place = number == seat, table.place[number]
    open_mice = bool(table.open_mice or table.over or mine)
    points, mice = table.points[number], table.mice[number]
    return Player(
        mice=mice if open_mice else None,
        bid=table.bid[number],
        passed=place,
        took=table.mouse_card(place) if place else 0,
        cards=table.hand[number].bit_count(),
        laid=laid,
        missing=CARDS[table.missing[number]] if table.over or mine else None,
        won=won,
        points=points,
        total=points + mice if open_mice else None,
    )


def _mouse_cards(table: PlainState) -> Iterator[MouseCard]:
    for place in range(1, table.seats):
        mice = table.mouse_card(place) if place > table.passes else 0
        yield MouseCard(int(rules.MOUSE_CARD[table.seats, place - 1]), mice)


def _empty_because(table: PlainState) -> Literal["bank", "unsold"] | None:
    if table.filled or table.over:
        return None
    unsold = table.auction > 0 and table.taker[table.auction - 1] == rules.NOBODY
    return "unsold" if unsold else "bank"


def _pile(table: PlainState) -> int:
    """F-12: one of the cards not turned was removed, and one may lie in the row already."""
    if not table.pile:
        return 0
    in_row = table.phase == rules.LAY and not table.over
    return table.pile.bit_count() - 1 - in_row


def sack(table: PlainState, turn: int) -> Sack:
    """A finished auction."""
    kinds, owners = table.sacks[turn], table.survey.owners[turn]
    row = tuple(zip(kinds[: table.row_length], owners[: table.row_length], strict=True))
    made = turn, table.opener[turn], row, table.taker[turn], table.price[turn]
    return _sack(*made, table.survey.prey[turn], table.survey.worths[turn])


@lru_cache(maxsize=2048)  # every view of a table tells the same old auctions
def _sack(turn: int, opener: int, row: Row, taker: int, price: int, prey: int, worth: int) -> Sack:
    sold = taker != rules.NOBODY
    return Sack(
        round=turn + 1,
        opener=opener,
        cards=tuple(
            SackCard(
                owner=None if owner == rules.NOBODY else owner,
                card=CARDS[kind],
                fate=_fate(kind, at == prey) if sold else "unsold",
            )
            for at, (kind, owner) in enumerate(row)
        ),
        winner=taker if sold else None,
        price=price,
        points=worth if sold else 0,
    )


def _fate(kind: int, chased: bool) -> Fate:
    """F-30, F-31: what became of a card of a sack that somebody took."""
    return "dog" if kind >= rules.BIG_DOG else "chased" if chased else "won"


# --- the position as text ------------------------------------------------------------------------


def position(states: Any, i: int) -> str:
    """One line that says everything, secrets included."""
    table = PlainState(states, i)
    bids = (
        f"p{place}" if place else str(bid)
        for place, bid in zip(table.place, table.bid, strict=True)
    )
    return " ".join(
        (
            "/".join(_sack_text(table, turn) for turn in range(table.auction + 1)),
            ",".join(map(str, table.mice[: table.seats])),
            ",".join(list(bids)[: table.seats]),
            ",".join(SIGNS[kind] for kind in table.missing[: table.seats]),
            "+" if table.filled else "-",
        )
    )


def _sack_text(table: PlainState, turn: int) -> str:
    finished = turn < table.finished
    kinds = table.sacks[turn][: table.row_length if finished else table.laid]
    cards = ",".join("?" if kind == rules.NO_CARD else SIGNS[kind] for kind in kinds)
    begun = f"{table.opener[turn] + 1}:{cards}"
    if not finished:
        return begun
    sold = table.taker[turn] != rules.NOBODY
    return f"{begun}>{table.taker[turn] + 1}={table.price[turn]}" if sold else f"{begun}>-"


def set_position(states: Any, i: int, text: str) -> None:
    """Set state i, whose seats and options are set, to a position; BadPosition where it can't be.

    Only the sacks are needed: without the rest everybody has the mice of the start, has not bid
    yet, and misses the first card of the set that wasn't laid; the mouse cards are full if the
    bank can fill them.
    """
    fields = Fields("filou", text, needed=1, defaults=[""] * 4)
    sacks, mice, bids, missing, filled = fields.words
    s = states[i]
    auction.start(s)
    _set_sacks(s, sacks, fields)
    _set_mice(s, mice, fields)
    _set_bids(s, bids, fields)
    _set_missing(s, missing, fields)
    _set_filled(s, filled, fields)
    _set_actor(s)
    if secrets.check(s) or not _consistent(s):
        raise fields.bad("impossible")


_SACK = re.compile(r"([1-5]):([^>]*)(?:>(-|([1-5])=(\d{1,3})))?")


def _set_sacks(s: Any, sacks: str, fields: Fields) -> None:
    parts = sacks.split("/")
    if len(parts) > rules.ROUNDS:
        raise fields.bad("sacks")
    for turn, part in enumerate(parts):
        match = _SACK.fullmatch(part)
        if not match or int(match[1]) > s.seats:
            raise fields.bad("sacks")
        last, ninth = turn == len(parts) - 1, turn == rules.ROUNDS - 1
        finished = match[3] is not None
        if finished == last and not (finished and ninth):
            raise fields.bad("sacks")
        s.auction = turn
        s.opener[turn] = int(match[1]) - 1
        _set_row(s, match[2].split(",") if match[2] else [], fields)
        if finished:
            _set_taker(s, match[4], match[5], fields)


def _set_row(s: Any, cards: list[str], fields: Fields) -> None:
    """The row of the round that is being set."""
    pile = int(rules.has_pile(s))
    cards = cards or ["?"] * pile
    full = len(cards) == rules.row_length(s)
    signs = cards[pile:] if pile and not full else cards
    if not pile <= len(cards) <= rules.row_length(s) or not set(signs) <= set(SIGNS):
        raise fields.bad("row")
    if pile and not full and cards[0] != "?":
        raise fields.bad("row")
    for at, sign in enumerate(cards):
        if sign != "?":
            s.sacks[s.auction, at] = SIGNS.index(sign)
    if pile and full:
        s.pile ^= 1 << SIGNS.index(cards[0])
    s.laid = len(cards)


def _set_taker(s: Any, taker: str | None, price: str | None, fields: Fields) -> None:
    """Who won the sack of the round that is being set; the last one's end is the game's."""
    if s.laid != rules.row_length(s):
        raise fields.bad("row")
    if taker is not None and price is not None:
        if int(taker) > s.seats or not 1 <= int(price) <= rules.MOST_MICE:
            raise fields.bad("sacks")
        s.taker[s.auction] = int(taker) - 1
        s.price[s.auction] = int(price)
        s.points[int(taker) - 1] += auction.worth(s.sacks[s.auction], int(s.laid))
    s.over = s.auction == rules.ROUNDS - 1


def _set_mice(s: Any, word: str, fields: Fields) -> None:
    if word:
        s.mice[: s.seats] = fields.numbers(word, "mice", int(s.seats), 0, 999)


def _set_bids(s: Any, word: str, fields: Fields) -> None:
    auction.clear_bids(s)
    if not word:
        return
    for seat, bid in enumerate(fields.split(word, "bids", int(s.seats))):
        match = fields.match(r"(p?)(\d{1,3})", bid, "bids")
        if int(match[2]) > rules.MOST_MICE:
            raise fields.bad("bids")
        if match[1]:
            s.place[seat] = int(match[2])
            s.passes += 1
        else:
            s.bid[seat] = int(match[2])
            s.high = max(int(s.high), int(match[2]))
    passed = sorted(int(place) for place in s.place if place)
    if passed != list(range(1, int(s.passes) + 1)):
        raise fields.bad("bids")


def _set_missing(s: Any, word: str, fields: Fields) -> None:
    laid = [0] * int(s.seats)
    for turn in range(int(s.auction) + 1):
        for at, kind in enumerate(s.sacks[turn]):
            seat = int(rules.owner(s, turn, at))
            if kind != rules.NO_CARD and seat != rules.NOBODY:
                laid[seat] |= 1 << int(kind)
    seats = int(s.seats)
    for seat, sign in enumerate(fields.split(word, "missing", seats) if word else [""] * seats):
        free = rules.WHOLE_SET & ~laid[seat]
        kind = fields.place(sign, SIGNS, "missing") if sign else CARDS.index(names(free)[0])
        s.missing[seat] = kind
        s.hand[seat] = free & ~(1 << kind)


def _set_filled(s: Any, word: str, fields: Fields) -> None:
    """Whether there are mice on the mouse cards; the bank has all that is nowhere else."""
    if word not in ("", "+", "-"):
        raise fields.bad("filled")
    in_play = rules.MICE * int(s.seats) + int(rules.BANK[s.seats])
    taken = sum(int(rules.MOUSE_CARD[s.seats, k]) for k in range(s.passes))
    rest = in_play - int(s.mice.sum())
    full = int(rules.FILLING[s.seats]) - taken
    s.filled = not s.over and (word == "+" or (word == "" and rest >= full))
    s.bank = rest - (full if s.filled else 0)


def _set_actor(s: Any) -> None:
    """Phase and actor as they follow from row, bids and passes."""
    opener = int(s.opener[s.auction])
    full = s.laid == rules.row_length(s)
    s.shown = (s.laid if s.passes >= s.seats - 1 else 1 + s.passes) if full else 0
    s.phase = rules.LAY
    actor = (opener + int(s.laid) - int(rules.has_pile(s))) % int(s.seats)
    if full:
        last = s.passes >= s.seats - 1
        s.phase = rules.BUY if last and s.high == 0 else rules.BID
        leaders = [k for k in range(s.seats) if s.high and s.bid[k] == s.high]
        s.actor = leaders[0] if leaders else (opener - 1) % int(s.seats)
        actor = int(auction.next_bidder(s))
    to_act(s, actor)
    if s.over:
        s.waiting = 0
        s.shown = s.laid


def _consistent(s: Any) -> bool:
    """What the invariants take for granted: who opens a round, and who may still be bidding."""
    for turn in range(1, int(s.auction) + 1):
        before = int(s.taker[turn - 1])
        opener = int(s.opener[turn - 1]) if before == rules.NOBODY else before
        if s.opener[turn] != opener:
            return False
    bids = [int(bid) for bid in s.bid if bid]
    if len(set(bids)) < len(bids) or (s.over and (bids or s.passes)):
        return False
    return _in_turn(s)


def _in_turn(s: Any) -> bool:
    """Who hasn't bid or passed yet comes after all who have."""
    opener, seats = int(s.opener[s.auction]), int(s.seats)
    acted = [bool(s.bid[k % seats] or s.place[k % seats]) for k in range(opener, opener + seats)]
    return s.phase == rules.BUY or acted == sorted(acted, reverse=True)
