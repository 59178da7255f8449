"""The rule sheet once more, as plainly as it reads: lists of cards, and one long story of asking.

Slow, without counts, bits or tables. The engine must agree with it move by move. Cards and moves
are written as in notation: `blue 3-5`, `good dog`; `steal 3 blue`. The game is a generator that
yields who is asked and what may be answered; but for the action of a turn, nothing is asked that
has only one answer.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations, product

COLOURS = ["blue", "yellow", "red", "green"]
NUMBERS = "1 1 1 3 3 3 5 5 5 7 7 9 9 1-3 1-5 1-7 1-9 3-5 3-7 3-9 5-7 5-9 7-9".split()
EXTRAS = ["kittens"] * 4 + ["rascal", "good dog", "bad dog", "cat lady"] * 3
ALL = [f"{colour} {number}" for colour in COLOURS for number in NUMBERS] + ["stray"] * 12 + EXTRAS

Asking = Generator[tuple[int, list[str]], str, None]
Answer = Generator[tuple[int, list[str]], str, str]


def is_cat(card: str) -> bool:
    """C-1: a house cat."""
    return card.split()[0] in COLOURS


def numbers(card: str) -> list[int]:
    """C-1, C-44: what a card may count as."""
    return [1, 3, 5, 7, 9] if card == "stray" else [int(n) for n in card.split()[1].split("-")]


def points(series: list[str], kittens: bool) -> int:
    """C-44 to C-46."""
    readings = list(product(*map(numbers, series)))
    nine = any(sum(reading) % 10 == 9 for reading in readings)
    if "stray" in series:
        return 1 if nine else 0
    alike = any(len(set(reading)) == 1 for reading in readings)
    if len(series) == 3 and alike:
        return 3
    return {3: 1, 5: 3, 7: 8}[len(series)] if nine else 0


def may_score(series: list[str], kittens: bool) -> bool:
    """C-40 to C-43: at this length, when a card has been played to it."""
    if kittens:
        return len(series) == 7
    return len(series) == 5 or (len(series) == 3 and "stray" not in series)


class Plain:
    """A game; `coming` are the cards that the draw pile gives next."""

    def __init__(self, seats: int, first: int, coming: list[str]) -> None:
        self.seats = seats
        self.turn = first
        self.coming = coming
        self.draw_pile = list(ALL)
        self.box: list[str] = []
        self.piles: list[list[str]] = [[] for _ in range(seats)]
        self.series = [{colour: list[str]() for colour in COLOURS} for _ in range(seats)]
        self.kittens = [dict.fromkeys(COLOURS, False) for _ in range(seats)]
        self.homeless: set[int] = set()
        self.coins = [0] * seats
        self.over = False
        self._talk = self._game()
        self.actor, self.options = next(self._talk)

    def answer(self, move: str, coming: list[str]) -> None:
        """Decide; the draw pile will give these cards."""
        assert move in self.options
        self.coming = coming
        try:
            self.actor, self.options = self._talk.send(move)
        except StopIteration:
            self.over = True
        assert not self.coming, "the draw pile gave more than was needed"

    def ask(self, who: int, options: list[str]) -> Answer:
        """A decision, unless there is no choice."""
        if len(options) == 1:
            return options[0]
        return (yield who, options)

    # --- the draw pile and the discard piles -----------------------------------------------------

    def next_card(self) -> str:
        """The top card of the draw pile."""
        card = self.coming.pop(0)
        self.draw_pile.remove(card)
        return card

    def tidy(self) -> None:
        """C-11, C-63."""
        while True:
            for pile in self.piles:
                if not pile and self.draw_pile:
                    pile.append(self.next_card())
            pair = next(
                (
                    (one, two)
                    for one, two in combinations([pile for pile in self.piles if pile], 2)
                    if one[-1] == two[-1] and one[-1] in EXTRAS
                ),
                None,
            )
            if pair is None:
                return
            self.box += [pair[0].pop(), pair[1].pop()]

    def put(self, who: int, card: str) -> Asking:
        """A card on a pile of choice."""
        move = yield from self.ask(who, [f"discard {k + 1}" for k in range(self.seats)])
        self.piles[int(move.split()[1]) - 1].append(card)
        self.tidy()

    # --- the game --------------------------------------------------------------------------------

    def _game(self) -> Asking:
        """C-10, C-60, C-61."""
        self.tidy()
        shuffles = 0 if self.seats == 3 else 1
        while True:
            yield from self._action()
            if not self.draw_pile and shuffles:
                shuffles -= 1
                self.draw_pile = self.box + [card for pile in self.piles for card in pile]
                self.box, self.piles = [], [[] for _ in range(self.seats)]
                self.tidy()
            if not self.draw_pile:
                return
            self.turn = (self.turn + 1) % self.seats

    @property
    def mine(self) -> dict[str, list[str]]:
        """The series of the active player."""
        return self.series[self.turn]

    @property
    def others(self) -> list[int]:
        """Everybody else."""
        return [seat for seat in range(self.seats) if seat != self.turn]

    def _action(self) -> Asking:
        """C-30 to C-33."""
        takes = [
            f"take {k}"
            for k, pile in enumerate(self.piles, 1)
            if pile and (is_cat(pile[-1]) or self.effects(pile[-1]))
        ]
        move = yield self.turn, [*takes, "draw", *self.thefts()]
        words = move.split()
        if words[0] == "take":
            card = self.piles[int(words[1]) - 1].pop()
            self.tidy()
            if is_cat(card):
                yield from self._play(card)
            else:
                yield from self._effect(card)
        elif words[0] == "draw":
            yield from self._draw_two()
        else:
            yield from self._steal(words[1:])

    def _draw_two(self) -> Asking:
        """C-31."""
        cards = [self.next_card() for _ in range(min(2, len(self.draw_pile)))]
        if len(cards) == 2 and cards[0] == cards[1] and cards[0] in EXTRAS:
            self.box += cards
            return
        if len(set(cards)) == 2:
            move = yield from self.ask(self.turn, [f"first {card}" for card in cards])
            if move.split(" ", 1)[1] != cards[0]:
                cards.reverse()
        closed = None
        for card in cards:
            if is_cat(card):
                piles = [f"discard {k + 1}" for k in range(self.seats) if k != closed]
                move = yield from self.ask(self.turn, ["play", *piles])
                if move == "play":
                    yield from self._play(card)
                else:
                    closed = int(move.split()[1]) - 1
                    self.piles[closed].append(card)
                    self.tidy()
            elif self.effects(card):
                yield from self._effect(card)
            else:
                yield from self.put(self.turn, card)

    def _play(self, card: str) -> Asking:
        """C-21."""
        colour = card.split()[0]
        self.mine[colour].append(card)
        yield from self._after_play(colour)

    def _after_play(self, colour: str) -> Asking:
        """C-40 to C-43."""
        if may_score(self.mine[colour], self.kittens[self.turn][colour]):
            if len(self.mine[colour]) == 3:
                move = yield from self.ask(self.turn, ["score", "go on"])
                if move == "go on":
                    return
            self.score(colour)

    def score(self, colour: str) -> None:
        """C-45, C-47, C-48."""
        series, kittens = self.mine[colour], self.kittens[self.turn][colour]
        worth = points(series, kittens)
        cards = [c for c in series if c != "stray"] + ["stray"] * series.count("stray")
        cards += ["kittens"] * kittens
        self.coins[self.turn] += worth
        self.box += cards[worth:]
        self.mine[colour] = []
        self.kittens[self.turn][colour] = False

    # --- thieves ---------------------------------------------------------------------------------

    def thefts(self) -> list[str]:
        """C-32 to C-34."""
        loot = [
            (victim, colour)
            for victim in self.others
            for colour in COLOURS
            if self.series[victim][colour] and self.series[victim][colour][-1] != "stray"
        ]
        found = [f"steal {v + 1} {c}" for v, c in loot if self.all_score([(v, c)])]
        for one, two in combinations(loot, 2):
            if one[0] != two[0] and self.all_score([one, two]):
                found.append(f"steal {one[0] + 1} {one[1]} {two[0] + 1} {two[1]}")
        return found

    def all_score(self, loot: list[tuple[int, str]]) -> bool:
        """Whether every own series that gets a card could be scored then."""
        after = {colour: list(series) for colour, series in self.mine.items()}
        for victim, colour in loot:
            after[colour].append(self.series[victim][colour][-1])
        return all(may_score(after[c], self.kittens[self.turn][c]) for _, c in loot)

    def _steal(self, words: list[str]) -> Asking:
        colours = []
        for number, colour in zip(words[::2], words[1::2], strict=True):
            self.mine[colour].append(self.series[int(number) - 1][colour].pop())
            colours.append(colour)
        for colour in dict.fromkeys(colours):
            self.score(colour)
        yield from self._find_homes()

    def _find_homes(self) -> Asking:
        """C-50: kittens without cards under them, clockwise from the active player."""
        for step in range(self.seats):
            seat = (self.turn + step) % self.seats
            for colour in COLOURS:
                if self.kittens[seat][colour] and not self.series[seat][colour]:
                    self.homeless.add(seat)
                    self.kittens[seat][colour] = False
        for step in range(self.seats):
            seat = (self.turn + step) % self.seats
            if seat in self.homeless:
                yield from self.put(seat, "kittens")
                self.homeless.remove(seat)

    # --- strays and extras -----------------------------------------------------------------------

    def effects(self, card: str) -> list[str]:
        """C-22, C-50 to C-54: the ways in which a card can take effect."""
        started = [colour for colour in COLOURS if self.mine[colour]]
        if card == "stray":
            return [f"lay {c}" for c in started if "stray" not in self.mine[c]]
        if card == "kittens":
            return [f"lay {c}" for c in started if not self.kittens[self.turn][c]]
        if card == "rascal":
            return [
                f"swap {v + 1} {c}"
                for v in self.others
                for c in COLOURS
                if "stray" in self.mine[c]
                and len(self.series[v][c]) >= 2
                and "stray" not in self.series[v][c]
            ]
        if card == "cat lady":
            return ["adopt"] if any("stray" in cards for cards in self.mine.values()) else []
        return [f"give {v + 1} {c}" for v in self.others for c in started]

    def _effect(self, card: str) -> Asking:
        move = yield from self.ask(self.turn, self.effects(card))
        words = move.split()
        colour = words[-1]
        if card == "stray":
            self.mine[colour].append("stray")
            yield from self._after_play(colour)
        elif card == "kittens":
            self.kittens[self.turn][colour] = True
        elif card == "rascal":
            yield from self._swap(int(words[1]) - 1, colour)
        elif card == "cat lady":
            for cards in self.mine.values():
                if "stray" in cards:
                    cards.remove("stray")
                    self.coins[self.turn] += 1
            self.coins[self.turn] += 1
        else:
            self._dog(card, int(words[1]) - 1, colour)
            yield from self._find_homes()

    def _swap(self, victim: int, colour: str) -> Asking:
        """C-51."""
        received = self.series[victim][colour].pop()
        self.mine[colour].remove("stray")
        self.series[victim][colour].append("stray")
        self.mine[colour].append(received)
        self.coins[victim] += 1
        yield from self._after_play(colour)

    def _dog(self, dog: str, victim: int, colour: str) -> None:
        """C-52, C-53."""
        if dog == "good dog":
            self.mine[colour].pop()
            self.coins[victim] += 2
        else:
            self.coins[victim] += len(self.mine[colour])
            self.mine[colour].clear()
            self.box.append(dog)
