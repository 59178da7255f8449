"""The rule sheet once more, as plainly as it reads: lists of cards, piles of mice, notation.

Slow and without bits or tables. The engine must agree with it move by move. Cards are written as in
notation: `15`, `rabbit`, `big dog`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SET = ["-8", "-5", "3", "5", "8", "11", "15", "rabbit", "big dog", "small dog"]
MOUSE_CARDS = {3: [3, 6], 4: [2, 4, 6], 5: [2, 3, 4, 6]}
BANK = {3: 21, 4: 27, 5: 33}


def value(card: str) -> int:
    """F-1, F-30: points; a rabbit counts as 0."""
    return 0 if card == "rabbit" else int(card)


def after_dogs(sack: list[str]) -> list[str]:
    """F-30, F-31: what the winner takes."""
    dogs = [card for card in sack if card.endswith("dog")]
    animals = [card for card in sack if not card.endswith("dog")]
    if len(dogs) == 1:
        pick = max if dogs[0] == "big dog" else min
        animals.remove(pick(animals, key=value))
    return animals


@dataclass
class Plain:
    """A game in progress."""

    missing: list[str]  # F-10
    first: int
    hands: list[list[str]] = field(init=False)
    mice: list[int] = field(init=False)
    won: list[list[str]] = field(init=False)
    round: int = 0
    skip: bool = False
    over: bool = False

    def __post_init__(self) -> None:
        self.seats = len(self.missing)
        self.hands = [[card for card in SET if card != gone] for gone in self.missing]
        self.mice = [15] * self.seats
        self.won = [[] for _ in self.missing]
        self.bank = BANK[self.seats]
        self.starter = self.first
        self.begin()

    def begin(self) -> None:
        """F-20, F-21."""
        self.round += 1
        needed = MOUSE_CARDS[self.seats]
        self.on_cards = [0] * len(needed)
        if not self.skip and self.bank >= sum(needed):
            self.on_cards = list(needed)
            self.bank -= sum(needed)
        self.skip = False
        self.row: list[str] = []
        self.bids = [0] * self.seats
        self.still_in = [(self.starter + k) % self.seats for k in range(self.seats)]
        self.actor = self.starter
        self.phase = "lay"

    @property
    def high(self) -> int:
        """The highest bid."""
        return max(self.bids)

    def legal(self) -> set[str]:
        """All moves in notation."""
        if self.phase == "lay":
            return {f"lay {card}" for card in self.hands[self.actor]}
        if self.phase == "bid":
            bids = range(self.high + 1, self.mice[self.actor] + 1)
            return {f"bid {mice}" for mice in bids} | {"pass"}
        return {"buy", "decline"} if self.mice[self.actor] else {"decline"}

    def play(self, move: str, pile: str | None = None) -> None:
        """One move; `pile` is the card of the pile that is turned when the row is full."""
        verb, _, rest = move.partition(" ")
        if verb == "lay":
            self.hands[self.actor].remove(rest)
            self.row.append(rest)
            self.actor = (self.actor + 1) % self.seats
            if len(self.row) == self.seats:
                self.row = [pile, *self.row] if pile else self.row
                self.phase = "bid"
        elif verb == "bid":
            self.bids[self.actor] = int(rest)
            self.actor = self.next_in()
        elif verb == "pass":
            self.pass_bid()
        elif verb == "buy":
            self.win(1)
        else:
            self.skip = True
            self.end()

    def next_in(self) -> int:
        """The next player clockwise who hasn't passed."""
        seat = (self.actor + 1) % self.seats
        while seat not in self.still_in:
            seat = (seat + 1) % self.seats
        return seat

    def pass_bid(self) -> None:
        """F-24 to F-26."""
        self.bids[self.actor] = 0
        for k, there in enumerate(self.on_cards):
            if there:
                self.mice[self.actor] += there
                self.on_cards[k] = 0
                break
        self.still_in.remove(self.actor)
        self.actor = self.next_in()
        if len(self.still_in) == 1:
            if self.high:
                self.win(self.high)
            else:
                self.phase = "buy"

    def win(self, price: int) -> None:
        """F-25."""
        self.mice[self.actor] -= price
        self.bank += price
        self.won[self.actor] += after_dogs(self.row)
        self.starter = self.actor
        self.end()

    def end(self) -> None:
        """The next round, or the end after nine."""
        if self.round == 9:
            self.over = True
        else:
            self.begin()

    def scores(self) -> list[int]:
        """F-40."""
        return [
            sum(map(value, cards)) + mice for cards, mice in zip(self.won, self.mice, strict=True)
        ]
