"""Nine Lives: what a careful player prefers, what playouts play, and how a position feels.

What a series may still bring is counted beforehand: a card of its colour comes along now and then,
and its owner keeps it or lets it go, so as to score most before the cards run out. How much of that
comes true, past thieves, dogs and ladies, is fitted to games. A position is felt by everybody's
coins, what their series may bring, and what they could score at once.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cattery.games.csacska.rules.choices import loot, sample, started, takes_effect, wants
from cattery.games.csacska.rules.deck import FACES, NUMBERS
from cattery.games.csacska.rules.piles import top
from cattery.games.csacska.rules.series import NINE, has_kittens, has_stray, shifted
from cattery.games.csacska.rules.state import (
    ACT,
    CAT,
    CAT_LADY,
    DECK,
    DISCARD_ON,
    DRAW,
    FACE_KINDS,
    FEWEST,
    FIRST,
    GIVE,
    GIVE_TO,
    GOOD_DOG,
    HIGH,
    HUES,
    KINDS,
    KITTENS,
    LAY,
    LAY_ON,
    LONGEST,
    LOW,
    MOST,
    NO_CARD,
    NO_PILE,
    ORDER,
    PAIR_PLACE,
    PLAY,
    POINTS_ALIKE,
    POINTS_FIVE,
    POINTS_SEVEN,
    POINTS_STRAY,
    POINTS_THREE,
    RASCAL,
    SCORE,
    SCORE_IT,
    STATE,
    STEAL,
    STEAL_TWO,
    STRAY,
    TAKE,
    is_house_cat,
)
from cattery.games.csacska.rules.turn import apply, payoff
from cattery.kernel import below, implement, kernel, next_seat

# --- what a series may bring ---------------------------------------------------------------------
# Sets of numbers or last digits of one parity are five bits: 1 3 5 7 9 or 0 2 4 6 8.

KEPT = 0.96  # of a series' value, from one card of its colour to the next: thieves and dogs
OFFERS = np.array([0, 1, 2, 3, 4, 6, 8, 11, 15, 20], np.int64)  # cards of a colour still to come
SQUEEZE = np.array(  # [ten digits from an even one on] every second bit
    [sum((digits >> 2 * k & 1) << k for k in range(5)) for digits in range(1 << 10)], np.int64
)
_SETS = 32
_SHARE = np.array(DECK.cats) / sum(DECK.cats)  # [face] of the cats of a colour
_FACE = np.array([sum(1 << NUMBERS.index(n) for n in face) for face in FACES])  # [face] as a set
_NINE = 1 << NUMBERS.index(9)


def _plus(digits: Any, odd: int) -> Any:
    """[face, set] sets of last digits, odd or even, with a card of each face added."""
    found = np.zeros((len(FACES), len(digits)), np.int64)
    for place, face in enumerate(FACES):
        for number in face:
            for k in range(len(NUMBERS)):
                total = (2 * k + odd + number) % 10
                found[place] |= (digits >> k & 1) << (total >> 1)
    return found


def _counted() -> tuple[Any, Any]:
    """What a colour may bring until the end beyond an empty one, if nobody meddles, by the cards of
    it still to come: with a plain series by (cards, digits, common numbers), with one under kittens
    by (cards, digits). After a series has been scored the next one begins."""
    sets = np.arange(_SETS)
    digits, common = np.repeat(sets, _SETS), np.tile(sets, _SETS)
    most = int(OFFERS[-1])
    plain = np.zeros((most + 1, 5, _SETS * _SETS))
    under = np.zeros((most + 1, LONGEST, _SETS))
    after = [_plus(digits, odd) for odd in (0, 1)]
    after_under = [_plus(sets, odd) for odd in (0, 1)]
    alike = _FACE[:, None] & common
    for t in range(1, most + 1):
        fresh = plain[t - 1, 0, _NEW]  # what comes after a series has been scored
        for n in range(5):
            grown = after[n % 2]
            same = np.broadcast_to(_FACE[:, None], grown.shape) if n == 0 else alike
            nine = (grown & _NINE) != 0
            if n == 4:
                kept = fresh + POINTS_FIVE * nine
            else:
                kept = KEPT * plain[t - 1, n + 1, grown * _SETS + (same if n < 2 else 0)]
            if n == 2:
                now = np.maximum(POINTS_THREE * nine, POINTS_ALIKE * (same != 0))
                kept = np.maximum(kept, fresh + now)
            plain[t, n] = _SHARE @ np.maximum(KEPT * plain[t - 1, n], kept)
        for n in range(LONGEST):
            grown = after_under[n % 2]
            if n == LONGEST - 1:
                kept = fresh + POINTS_SEVEN * ((grown & _NINE) != 0)
            else:
                kept = KEPT * under[t - 1, n + 1, grown]
            under[t, n] = _SHARE @ np.maximum(KEPT * under[t - 1, n], kept)
    empty = plain[:, 0, _NEW, None, None]
    return (plain - empty)[OFFERS], (under - empty)[OFFERS]


# Fitted to what greedy players' series brought in 850 games for three and four, beside the coins
# they had: a part that any series of so many cards has, and how much of what is counted comes true.
# Kittens lose their series to thieves and dogs long before seven cards; a stray is worth most to
# the cat lady.
_PLAIN_ANY, _PLAIN_TRUE = (0.0, 0.33, 0.2, 0.75, 0.9), (0.0, 0.2, 0.55, 0.4, 0.45)
_UNDER_ANY, _UNDER_TRUE = (0.0, 0.45, 0.5, 1.2, 2.6, 1.7, 1.7), (0.0, 0.0, 0.0, 0.0, 0.0, 0.45, 0.6)
_STRAY_ANY = (
    (0.0, 0.3, 0.6, 0.8, 1.1, 1.1, 1.1),  # [kittens, cards]
    (0.0, 0.2, 0.35, 0.45, 1.0, 1.3, 2.0),
)
_LATE = np.array([0.25, 0.55, *[1.0] * (len(OFFERS) - 2)])  # [place in OFFERS] of any series' part


def _tables() -> tuple[Any, Any, Any]:
    """What a colour brings beyond an empty one, as far as games have shown it, as `_counted`; with
    a stray by (kittens, cards)."""
    plain, under = _counted()
    late = _LATE[:, None, None]
    plain = late * np.array(_PLAIN_ANY)[:, None] + np.array(_PLAIN_TRUE)[:, None] * plain
    under = late * np.array(_UNDER_ANY)[:, None] + np.array(_UNDER_TRUE)[:, None] * under
    small = [table.astype(np.float32) for table in (plain, under, late * np.array(_STRAY_ANY))]
    return small[0], small[1], small[2]


_NEW = 1 * _SETS  # a series without cards: its sum is 0
PLAIN, UNDER, WITH_STRAY = _tables()  # [place in OFFERS, ...]
PLACE = np.array(  # [cards of a colour still to come] the nearest place in OFFERS
    [int(np.abs(OFFERS - t).argmin()) for t in range(int(OFFERS[-1]) + 1)], np.int64
)

# --- a series and one more card ------------------------------------------------------------------

PER_TURN = 1.5  # cards that a turn takes from the draw pile
OFFERED = 0.55  # cards of a colour that come a player's way in a turn
GIFT = 0.5  # what a coin for somebody else costs, where nobody in particular gets it


@kernel
def horizon(s):
    """How much is still to come: the place in OFFERS."""
    cards = float(s.left)
    if s.seats > FEWEST and not s.second:  # C-61: most of the deck comes back
        cards += SECOND * 120.0
    offers = OFFERED * cards / (PER_TURN * s.seats)
    return PLACE[min(MOST_OFFERS, int(offers + 0.5))]


MOST_OFFERS = int(OFFERS[-1])
SECOND = 0.55  # of all cards are in the second draw pile


@kernel
def readings(s, seat, colour):
    """The last digits that the house cats of a series can sum to, and the numbers that all of them
    can be read as, as bits."""
    digits, numbers = 1, EVERY_NUMBER
    for k in range(s.length[seat, colour]):
        kind = np.int64(s.series[seat, colour, k])
        if kind != STRAY:
            digits = shifted(digits, LOW[kind]) | shifted(digits, HIGH[kind])
            numbers &= 1 << LOW[kind] | 1 << HIGH[kind]
    return digits, numbers


EVERY_NUMBER = sum(1 << number for number in NUMBERS)


@kernel
def bring(place, n, digits, numbers, stray, kittens):
    """What a colour may still bring with a series of n cards, beyond an empty one."""
    if stray:
        return float(WITH_STRAY[place, np.int64(kittens), n])
    some = SQUEEZE[digits >> (n & 1)]
    if kittens:
        return float(UNDER[place, n, some])
    same = SQUEEZE[numbers >> 1] if 0 < n < 3 else 0
    return float(PLAIN[place, n, some * SETS + same])


SETS = _SETS


@kernel
def scored(n, digits, numbers, stray):
    """What it brings to score a series of n cards."""
    points = 0
    if stray:
        points = POINTS_STRAY
    elif digits & NINE:
        points = POINTS_THREE if n == 3 else (POINTS_FIVE if n == 5 else POINTS_SEVEN)
    if n == 3 and numbers and not stray:
        points = max(points, POINTS_ALIKE)
    return float(points)


@kernel
def grown(place, n, digits, numbers, stray, kittens, kind):
    """What a colour may bring when a house cat or a stray comes to its series of n cards."""
    if kind == STRAY:
        stray = True
    else:
        digits = shifted(digits, LOW[kind]) | shifted(digits, HIGH[kind])
        numbers &= 1 << LOW[kind] | 1 << HIGH[kind]
    n += 1
    if n == (LONGEST if kittens else 5):
        return scored(n, digits, numbers, stray)
    value = bring(place, n, digits, numbers, stray, kittens)
    if n == 3 and not stray and not kittens:
        return max(value, scored(n, digits, numbers, stray))
    return value


@kernel
def worth_of(s, seat, colour, place):
    """What a player's colour may still bring."""
    digits, numbers = readings(s, seat, colour)
    stray, kittens = has_stray(s, seat, colour), has_kittens(s, seat, colour)
    return bring(place, np.int64(s.length[seat, colour]), digits, numbers, stray, kittens)


@kernel
def gain(s, seat, colour, kind, place):
    """How much more a colour may bring with a card: a house cat, a stray or kittens."""
    n = np.int64(s.length[seat, colour])
    digits, numbers = readings(s, seat, colour)
    stray, kittens = has_stray(s, seat, colour), has_kittens(s, seat, colour)
    before = bring(place, n, digits, numbers, stray, kittens)
    if kind == KITTENS:
        return bring(place, n, digits, numbers, stray, True) - before
    return grown(place, n, digits, numbers, stray, kittens, kind) - before


@kernel
def loss_of_last(s, seat, colour, place):
    """How much less a colour would bring without its last card."""
    before = worth_of(s, seat, colour, place)
    n = np.int64(s.length[seat, colour])
    kind = s.series[seat, colour, n - 1]
    s.length[seat, colour] = n - 1
    digits, numbers = readings(s, seat, colour)
    s.length[seat, colour] = n
    stray = has_stray(s, seat, colour) and kind != STRAY
    kittens = has_kittens(s, seat, colour) and n > 1
    return before - bring(place, n - 1, digits, numbers, stray, kittens)


# --- a card for a player -------------------------------------------------------------------------


@kernel
def card_gain(s, seat, kind, place):
    """What a card is worth to a player who takes or draws it; a drawn house cat can be let go."""
    if is_house_cat(kind):
        return gain(s, seat, kind // FACE_KINDS, kind, place)
    if kind <= KITTENS:
        return best_place(s, seat, kind, place)[0]
    if kind == CAT_LADY:
        return lady_gain(s, seat, place)
    if kind == RASCAL:
        return 0.5 if s.stray[seat] else 0.0
    return -dog_loss(s, seat, kind, place)


@kernel
def best_place(s, seat, kind, place):
    """Where a stray or kittens do best, and what they bring there: 0 where they have no place."""
    best, most = -1, 0.0
    taken = np.int64(s.stray[seat] if kind == STRAY else s.kittens[seat])
    for colour in range(HUES):
        if s.length[seat, colour] and not taken >> colour & 1:
            value = gain(s, seat, colour, kind, place)
            if best < 0 or value > most:
                best, most = colour, value
    return most, best


@kernel
def lady_gain(s, seat, place):
    """C-54: a coin for each stray and for the lady, and series that are free of them."""
    if not s.stray[seat]:
        return 0.0
    total = 1.0
    for colour in range(HUES):
        if has_stray(s, seat, colour):
            n = np.int64(s.length[seat, colour])
            digits, numbers = readings(s, seat, colour)
            kittens = has_kittens(s, seat, colour)
            total += 1.0 + bring(place, n - 1, digits, numbers, False, kittens)
            total -= bring(place, n, digits, numbers, True, kittens)
    return total


@kernel
def dog_loss(s, seat, kind, place):
    """C-52, C-53: what a dog costs at least; nothing where there is no series."""
    least, found = 0.0, False
    for colour in range(HUES):
        n = np.int64(s.length[seat, colour])
        if n:
            if kind == GOOD_DOG:
                cost = loss_of_last(s, seat, colour, place) + 2.0 * GIFT
            else:
                cost = worth_of(s, seat, colour, place) + n * GIFT
            if not found or cost < least:
                least, found = cost, True
    return least


@kernel
def draw_gain(s, seat, place):
    """What two cards of the draw pile are worth on average."""
    total = 0.0
    for kind in range(KINDS):
        n = np.int64(s.draw[kind])
        if n:
            value = card_gain(s, seat, kind, place)
            if value > 0.0 or not is_house_cat(kind):
                total += n * value
    left = float(s.left)
    return min(2.0, left) * total / max(1.0, left)


# --- thieves -------------------------------------------------------------------------------------


@kernel
def best_theft(s, seat, place):
    """What the best theft brings a player, and its action; -1 where there is none that pays."""
    single, double = wants(s, seat)
    if single | double == 0:
        return 0.0, -1
    cards = loot(s, seat, single | double)
    if cards == 0:
        return 0.0, -1
    most, action = 0.0, -1
    one, first, two, second = 0.0, -1, 0.0, -1  # the best two of different victims and colours
    for theft in range(HUES * s.seats):
        colour = theft % HUES
        if cards >> theft & 1 and single >> colour & 1:
            value = theft_gain(s, seat, theft, -1, place)
            if value > one:
                if first < 0 or may_join(first, theft):
                    two, second = one, first
                one, first = value, theft
            elif value > two and may_join(first, theft):
                two, second = value, theft
    if first >= 0:
        most, action = one, STEAL + first
    if second >= 0 and may_join(first, second):
        most, action = one + two, STEAL_TWO + PAIR_PLACE[min(first, second), max(first, second)]
    if double & cards_of(cards):
        for theft in range(HUES * s.seats):
            if cards >> theft & 1 and double >> (theft % HUES) & 1:
                for other in range(theft + HUES, HUES * s.seats, HUES):
                    if cards >> other & 1:
                        value = theft_gain(s, seat, theft, other, place)
                        if value > most:
                            most, action = value, STEAL_TWO + PAIR_PLACE[theft, other]
    return most, action


@kernel
def may_join(one, two):
    """Whether two thefts are from two players and of two colours."""
    return one // HUES != two // HUES and one % HUES != two % HUES


@kernel
def cards_of(cards):
    """The colours that somebody could lose."""
    colours = 0
    while cards:
        colours |= cards & 15
        cards >>= HUES
    return colours


@kernel
def theft_gain(s, seat, one, two, place):
    """What it brings to steal one card, or two of one colour, and to score."""
    colour = one % HUES
    n = np.int64(s.length[seat, colour])
    digits, numbers = readings(s, seat, colour)
    stray, kittens = has_stray(s, seat, colour), has_kittens(s, seat, colour)
    before = bring(place, n, digits, numbers, stray, kittens)
    for theft in (one, two):
        if theft >= 0:
            victim = theft // HUES
            kind = np.int64(s.series[victim, colour, s.length[victim, colour] - 1])
            digits = shifted(digits, LOW[kind]) | shifted(digits, HIGH[kind])
            numbers &= 1 << LOW[kind] | 1 << HIGH[kind]
            n += 1
    return scored(n, digits, numbers, stray) - before


@kernel
def best_take(s, seat, place):
    """The most that the top card of a pile is worth to a player."""
    most = 0.0
    for pile in range(s.seats):
        kind = top(s, pile)
        if kind != NO_CARD:
            most = max(most, card_gain(s, seat, kind, place))
    return most


# --- a position ----------------------------------------------------------------------------------

NEXT = 0.8  # of what a player could do at once, if it is the next
LATER = 0.3  # if others come before
TAKEN = 0.5  # of what a card on a pile would bring: there are others, and it may be gone
LEADER = 0.5  # of what others have counts the best of them, the rest all alike


@kernel
def at_once(s, seat, place):
    """What a player could do if it were the next."""
    return max(best_theft(s, seat, place)[0], TAKEN * best_take(s, seat, place))


@kernel
def stand(s, out):
    """Per seat: coins, what the series may bring, and some of what could be done at once."""
    place = horizon(s)
    for seat in range(s.seats):
        total = float(s.coins[seat])
        for colour in range(HUES):
            total += worth_of(s, seat, colour, place)
        out[seat] = total + (NEXT if seat == s.turn else LATER) * at_once(s, seat, place)
    if not s.over:
        for kind in (np.int64(s.card), np.int64(s.other)):
            if kind != NO_CARD:
                value = card_gain(s, np.int64(s.turn), kind, place)
                out[s.turn] += max(0.0, value) if is_house_cat(kind) else value


@kernel
def advantage(s, seat, standing):
    """How much a player has more than the others, the best of them above all."""
    best, total = -1e9, 0.0
    for other in range(s.seats):
        if other != seat:
            best = max(best, standing[other])
            total += standing[other]
    return standing[seat] - LEADER * best - (1.0 - LEADER) * total / (s.seats - 1)


@kernel
def weigh(s, actions, n, out):
    """The advantage after each action; a draw is worth what its cards are on average."""
    seat = np.int64(s.actor)
    scratch = np.empty(1, STATE)
    standing = np.empty(MOST)
    for k in range(n):
        scratch[0] = s
        after = scratch[0]
        if actions[k] != DRAW:
            apply(after, actions[k])
        stand(after, standing)
        if actions[k] == DRAW:
            place = horizon(s)
            standing[seat] += draw_gain(s, seat, place)
            # It is the next player's turn then.
            standing[seat] -= (NEXT - LATER) * at_once(s, seat, place)
        out[k] = advantage(after, seat, standing)


# --- in a hurry ----------------------------------------------------------------------------------

DRAWN = 0.6  # what a draw is thought to bring
WHIM = 0.5  # how much anything may be liked for no reason


@kernel
def whim(s):
    """A random liking."""
    return WHIM * (below(s, 1 << 16) / (1 << 16))


@kernel
def urge(s):
    """What brings most, give or take a whim; where it matters little, by lot."""
    seat, place = np.int64(s.actor), horizon(s)
    if s.phase == ACT:
        return urged_action(s, seat, place)
    if s.phase == CAT:
        kind = np.int64(s.card)
        if gain(s, seat, kind // FACE_KINDS, kind, place) + whim(s) > 0.5 * WHIM:
            return np.int64(PLAY)
        pile = below(s, np.int64(s.seats) - np.int64(s.cat_pile != NO_PILE))
        return DISCARD_ON + pile + np.int64(s.cat_pile != NO_PILE and pile >= s.cat_pile)
    if s.phase == SCORE:
        colour = np.int64(s.colour)
        digits, numbers = readings(s, seat, colour)
        later = bring(place, 3, digits, numbers, False, False)
        now = scored(3, digits, numbers, False)
        return np.int64(SCORE_IT) + np.int64(later > now)
    if s.phase == ORDER:
        return FIRST + np.int64(s.card if below(s, 2) == 0 else s.other)
    if s.phase == LAY:
        return LAY_ON + best_place(s, seat, np.int64(s.card), place)[1]
    if s.phase == GIVE:
        return urged_gift(s, seat, place)
    return sample(s)


@kernel
def urged_action(s, seat, place):
    """Steal, take or draw."""
    most, action = DRAWN + whim(s), np.int64(DRAW)
    for pile in range(s.seats):
        kind = top(s, pile)
        if kind != NO_CARD and takes_effect(s, kind):
            value = card_gain(s, seat, kind, place) + whim(s)
            if value > most:
                most, action = value, np.int64(TAKE + pile)
    value, theft = best_theft(s, seat, place)
    if theft >= 0 and value + whim(s) > most:
        return np.int64(theft)
    return action


@kernel
def urged_gift(s, seat, place):
    """What hurts least, to who has least."""
    colours = started(s, seat)
    victim = next_seat(s, seat)
    for other in range(s.seats):
        if other != seat and s.coins[other] < s.coins[victim]:
            victim = other
    best, least = -1, 0.0
    for colour in range(HUES):
        if colours >> colour & 1:
            if s.card == GOOD_DOG:
                cost = loss_of_last(s, seat, colour, place)
            else:
                cost = worth_of(s, seat, colour, place) + GIFT * s.length[seat, colour]
            if best < 0 or cost < least:
                best, least = colour, cost
    return GIVE_TO + HUES * victim + best


# --- a feeling -----------------------------------------------------------------------------------

SPREAD = 0.9  # how far chance may still carry, for the root of each card still to come
LEAST_SPREAD = 0.5


@kernel
def feel(s, out):
    """Payoffs from everybody's standing: whoever is ahead by much will stay so."""
    if s.over:
        payoff(s, out)
        return
    standing = np.empty(MOST)
    stand(s, standing)
    cards = float(s.left)
    if s.seats > FEWEST and not s.second:
        cards += SECOND * 120.0
    spread = LEAST_SPREAD + SPREAD * math.sqrt(cards / s.seats)
    for seat in range(s.seats):
        total = 0.0
        for other in range(s.seats):
            if other != seat:
                total += math.tanh((standing[seat] - standing[other]) / spread)
        out[seat] = total / (s.seats - 1)


implement(STATE, weigh=weigh, urge=urge, feel=feel)
