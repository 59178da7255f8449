"""Csacska macskák: setup, the four actions, cards that take effect, and the end."""

from __future__ import annotations

import numpy as np

from cattery.games.csacska.rules.piles import (
    draw_card,
    lay_out,
    new_deck,
    pop,
    push,
    settle,
    shuffle_again,
    to_box,
    top,
)
from cattery.games.csacska.rules.series import (
    add,
    clear_series,
    has_kittens,
    has_stray,
    last_card,
    remove_all,
    remove_last,
    remove_stray,
    score_series,
    scoreable,
)
from cattery.games.csacska.rules.state import (
    ACT,
    ADOPTED,
    BAD_DOG,
    CAT,
    CAT_LADY,
    CHASED,
    CHOSE,
    DISCARD,
    DISCARD_ON,
    DISCARDED,
    DRAW,
    DREW,
    FEWEST,
    FIRST,
    GAVE,
    GIVE,
    GIVE_TO,
    GO_ON,
    GOING,
    GOOD_DOG,
    HOMELESS,
    HUES,
    KITTENS,
    LAY,
    LAY_ON,
    MOST,
    NO_CARD,
    NO_PILE,
    ORDER,
    PAIR_PLACE,
    PAIRS,
    PLAY,
    PLAYED,
    RASCAL,
    SCORE,
    SCORE_IT,
    STEAL,
    STEAL_TWO,
    STOLE,
    STRAY,
    SWAP,
    SWAP_WITH,
    SWAPPED,
    TAKE,
    TOOK,
    TWINS,
    WENT_ON,
    hue,
    is_extra,
    is_house_cat,
    note,
)
from cattery.kernel import below, count_bits, kernel, next_seat, nth_bit, payoffs_by

# --- setup ---------------------------------------------------------------------------------------


@kernel
def start(s):
    """C-10: shuffle, turn up a card per player, choose the start player."""
    s.noted = 0
    for seat in range(MOST):
        clear_series(s, seat)
        s.coins[seat] = 0
    s.homeless = 0
    s.over = 0
    s.revealed = 0
    first = np.int64(s.first)
    new_deck(s)
    lay_out(s)
    begin_turn(s, first if first >= 0 else below(s, np.int64(s.seats)))


@kernel
def begin_turn(s, seat):
    """`seat` takes one action."""
    s.turn = seat
    s.card = NO_CARD
    s.other = NO_CARD
    s.cat_pile = NO_PILE
    s.colour = 0
    decide(s, seat, ACT)


@kernel
def decide(s, seat, phase):
    """What is decided next, and by whom."""
    s.actor = seat
    s.waiting = 1 << seat
    s.phase = phase


# --- what is possible ----------------------------------------------------------------------------


@kernel
def started(s, seat):
    """The colours of which a player has a series, as bits."""
    colours = 0
    for colour in range(HUES):
        if s.length[seat, colour]:
            colours |= 1 << colour
    return colours


@kernel
def places(s, kind):
    """C-22, C-50: the own series on which a stray or kittens may be laid, colours as bits."""
    taken = s.stray[s.turn] if kind == STRAY else s.kittens[s.turn]
    return started(s, s.turn) & ~np.int64(taken)


@kernel
def can_swap(s, victim, colour):
    """C-51: whether the rascal may swap the own stray of a colour with the victim."""
    return (
        victim != s.turn
        and has_stray(s, s.turn, colour)
        and s.length[victim, colour] >= 2
        and not has_stray(s, victim, colour)
    )


@kernel
def swaps(s):
    """C-51: how many swaps are possible."""
    n = 0
    if s.stray[s.turn]:
        for victim in range(s.seats):
            for colour in range(HUES):
                n += np.int64(can_swap(s, victim, colour))
    return n


@kernel
def takes_effect(s, kind):
    """C-30, C-31: whether a card can be played or its effect be carried out now."""
    if is_house_cat(kind):
        return True
    if kind <= KITTENS:
        return places(s, kind) != 0
    if kind == RASCAL:
        return swaps(s) > 0
    if kind == CAT_LADY:
        return s.stray[s.turn] != 0
    return started(s, s.turn) != 0  # dogs


@kernel
def wants(s, more):
    """C-32: the colours of which so many more cards make the own series scoreable, as bits."""
    colours = 0
    for colour in range(HUES):
        n = np.int64(s.length[s.turn, colour]) + more
        if scoreable(n, has_stray(s, s.turn, colour), has_kittens(s, s.turn, colour)):
            colours |= 1 << colour
    return colours


@kernel
def stealable(s, victim):
    """C-23, C-34: the colours of which the last card of a victim can be stolen, as bits."""
    colours = 0
    for colour in range(HUES):
        if s.length[victim, colour] and last_card(s, victim, colour) != STRAY:
            colours |= 1 << colour
    return colours


@kernel
def is_pair(one, two, single, double):
    """C-33: whether two thefts may go together: into two series of the colours `single`, which
    want one card each, or both into one series of the colours `double`, which want two."""
    colour, other = one % HUES, two % HUES
    if colour == other:
        return double >> colour & 1 != 0
    return single >> colour & 1 != 0 and single >> other & 1 != 0


@kernel
def list_steals(s, out, n):
    """C-32, C-33: add all thefts to a list of n actions; returns its new length."""
    single, double = wants(s, 1), wants(s, 2)
    if single | double == 0:
        return n
    thefts = np.empty(MOST * HUES, np.int64)
    found = 0
    for victim in range(s.seats):
        if victim != s.turn:
            useful = stealable(s, victim) & (single | double)
            for colour in range(HUES):
                if useful >> colour & 1:
                    thefts[found] = victim * HUES + colour
                    found += 1
    for k in range(found):
        if single >> (thefts[k] % HUES) & 1:
            out[n] = STEAL + thefts[k]
            n += 1
    for k in range(found):
        for j in range(k + 1, found):
            one, two = thefts[k], thefts[j]
            if one // HUES != two // HUES and is_pair(one, two, single, double):
                out[n] = STEAL_TWO + PAIR_PLACE[one, two]
                n += 1
    return n


@kernel
def legal(s, out):
    """Every choice of the actor."""
    n = 0
    if s.phase == ACT:
        for pile in range(s.seats):
            kind = top(s, pile)
            if kind != NO_CARD and takes_effect(s, kind):
                out[n] = TAKE + pile
                n += 1
        out[n] = DRAW
        return list_steals(s, out, n + 1)
    if s.phase == ORDER:
        out[0] = FIRST + np.int64(s.card)
        out[1] = FIRST + np.int64(s.other)
        return 2
    if s.phase == SCORE:
        out[0] = SCORE_IT
        out[1] = GO_ON
        return 2
    if s.phase == LAY:
        colours = places(s, np.int64(s.card))
        for colour in range(HUES):
            if colours >> colour & 1:
                out[n] = LAY_ON + colour
                n += 1
        return n
    if s.phase == SWAP or s.phase == GIVE:
        return list_victims(s, out)
    if s.phase == CAT:
        out[0] = PLAY
        n = 1
    for pile in range(s.seats):
        if may_discard(s, pile):
            out[n] = DISCARD_ON + pile
            n += 1
    return n


@kernel
def may_discard(s, pile):
    """C-31: two drawn house cats must not be discarded on one pile."""
    return s.phase != CAT or pile != s.cat_pile


@kernel
def list_victims(s, out):
    """C-51 to C-53: every victim and colour of a rascal or a dog."""
    n = 0
    colours = started(s, s.turn)
    for victim in range(s.seats):
        if victim == s.turn:
            continue
        for colour in range(HUES):
            if s.phase == GIVE:
                if colours >> colour & 1:
                    out[n] = GIVE_TO + victim * HUES + colour
                    n += 1
            elif can_swap(s, victim, colour):
                out[n] = SWAP_WITH + victim * HUES + colour
                n += 1
    return n


@kernel
def sample(s):
    """A uniformly random legal action; the most frequent decisions are made without a list."""
    if s.phase == ORDER:
        return FIRST + np.int64(s.card if below(s, 2) == 0 else s.other)
    if s.phase == SCORE:
        return np.int64(SCORE_IT) + below(s, 2)
    if s.phase == LAY:
        colours = np.uint64(places(s, np.int64(s.card)))
        return LAY_ON + nth_bit(colours, below(s, count_bits(colours)))
    if s.phase == DISCARD or s.phase == HOMELESS:
        return DISCARD_ON + below(s, np.int64(s.seats))
    if s.phase == CAT:
        barred = np.int64(s.cat_pile)
        k = below(s, np.int64(s.seats) + np.int64(barred == NO_PILE))
        if k == 0:
            return np.int64(PLAY)
        return DISCARD_ON + (k - 1 if barred == NO_PILE or k - 1 < barred else k)
    out = np.empty(ACT_ROOM, np.int64)
    return out[below(s, legal(s, out))]


ACT_ROOM = STEAL_TWO + len(PAIRS)  # no list of actions or victims is longer


# --- decisions -----------------------------------------------------------------------------------


@kernel
def apply(s, action):
    """Carry out a decision, and all that follows from it without another one.

    Whatever is carried out says in `phase` what is to be decided next, or GOING.
    """
    s.noted = 0
    if action < DRAW:
        take(s, action - TAKE)
    elif action == DRAW:
        draw_two(s)
    elif action < STEAL_TWO:
        steal(s, action - STEAL, -1)
    elif action < FIRST:
        steal(s, PAIRS[action - STEAL_TWO, 0], PAIRS[action - STEAL_TWO, 1])
    elif action < PLAY:
        begin_with(s, action - FIRST)
    elif action == PLAY:
        play_cat(s)
    elif action < LAY_ON:
        discard(s, action - DISCARD_ON)
    elif action < SWAP_WITH:
        lay(s, action - LAY_ON)
    elif action < GIVE_TO:
        swap(s, (action - SWAP_WITH) // HUES, (action - SWAP_WITH) % HUES)
    elif action < SCORE_IT:
        give(s, (action - GIVE_TO) // HUES, (action - GIVE_TO) % HUES)
    else:
        score_or_go_on(s, action)
    while s.phase == GOING:
        go_on(s)


@kernel
def take(s, pile):
    """C-30: the top card of a pile; the piles are in order again before it is played."""
    kind = pop(s, pile)
    note(s, TOOK, pile, kind)
    s.card = kind
    settle(s)
    if is_house_cat(kind):
        play_cat(s)
    else:
        resolve(s)


@kernel
def draw_two(s):
    """C-31: two cards turned up together, or the last one."""
    one = draw_card(s)
    two = draw_card(s) if s.left else NO_CARD
    if two != NO_CARD and two < one:  # they come together: no order may be left of them
        one, two = two, one
    note(s, DREW, one, two)
    if one == two and is_extra(one):
        to_box(s, one)
        to_box(s, two)
        note(s, TWINS, one, 0)
        s.phase = GOING
        return
    s.card = one
    s.other = two
    if two == NO_CARD or one == two:
        resolve(s)
    else:
        decide(s, s.turn, ORDER)


@kernel
def begin_with(s, kind):
    """C-31: the order in which drawn cards are resolved."""
    note(s, CHOSE, kind, 0)
    if s.card != kind:
        s.other = s.card
        s.card = kind
    resolve(s)


@kernel
def resolve(s):
    """C-31: what becomes of the card: its player decides, or there is only one way."""
    kind = np.int64(s.card)
    if is_house_cat(kind):
        decide(s, s.turn, CAT)
    elif not takes_effect(s, kind):
        decide(s, s.turn, DISCARD)
    elif kind <= KITTENS:
        colours = np.uint64(places(s, kind))
        if count_bits(colours) == 1:
            lay(s, nth_bit(colours, 0))
        else:
            decide(s, s.turn, LAY)
    elif kind == RASCAL:
        begin_swap(s)
    elif kind == CAT_LADY:
        adopt(s)
    else:
        decide(s, s.turn, GIVE)


@kernel
def go_on(s):
    """What comes after a card: homeless kittens (C-50), the other drawn card, the turn's end."""
    s.card = NO_CARD
    if s.homeless:
        seat = np.int64(s.turn)
        while not s.homeless >> seat & 1:
            seat = next_seat(s, seat)
        decide(s, seat, HOMELESS)
    elif s.other != NO_CARD:
        s.card = s.other
        s.other = NO_CARD
        resolve(s)
    else:
        end_turn(s)


# --- cards to the own series ---------------------------------------------------------------------


@kernel
def play_cat(s):
    """C-21: a house cat to the own series of its colour."""
    kind = np.int64(s.card)
    s.card = NO_CARD
    note(s, PLAYED, hue(kind), kind)
    add(s, s.turn, hue(kind), kind)
    after_play(s, hue(kind))


@kernel
def lay(s, colour):
    """C-22, C-50: a stray into an own series, or kittens on one."""
    kind = np.int64(s.card)
    note(s, PLAYED, colour, kind)
    if kind == KITTENS:
        s.kittens[s.turn] |= 1 << colour
        s.phase = GOING
    else:
        s.card = NO_CARD
        add(s, s.turn, colour, kind)
        after_play(s, colour)


@kernel
def after_play(s, colour):
    """C-40 to C-43: three cards may be scored; five, or seven with kittens, must be."""
    n = np.int64(s.length[s.turn, colour])
    if scoreable(n, has_stray(s, s.turn, colour), has_kittens(s, s.turn, colour)):
        if n == 3:
            s.colour = colour
            decide(s, s.turn, SCORE)
            return
        score_series(s, s.turn, colour)
    s.phase = GOING


@kernel
def score_or_go_on(s, action):
    """C-40."""
    colour = np.int64(s.colour)
    s.colour = 0
    if action == GO_ON:
        note(s, WENT_ON, colour, 0)
    else:
        score_series(s, s.turn, colour)
    s.phase = GOING


@kernel
def steal(s, one, two):
    """C-32, C-33: last cards of others to the own series, which are scored at once."""
    steal_card(s, one)
    if two >= 0:
        steal_card(s, two)
    score_series(s, s.turn, one % HUES)
    if two >= 0 and two % HUES != one % HUES:
        score_series(s, s.turn, two % HUES)
    s.phase = GOING


@kernel
def steal_card(s, theft):
    """A theft is 4 * victim + colour."""
    victim, colour = theft // HUES, theft % HUES
    kind = last_card(s, victim, colour)
    note(s, STOLE, victim, kind)
    add(s, s.turn, colour, kind)
    remove_last(s, victim, colour)


# --- extras --------------------------------------------------------------------------------------


@kernel
def begin_swap(s):
    """C-51: where only one swap is possible, it happens."""
    out = np.empty(MOST * HUES, np.int64)
    s.phase = SWAP
    if list_victims(s, out) == 1:
        swap(s, (out[0] - SWAP_WITH) // HUES, (out[0] - SWAP_WITH) % HUES)
    else:
        decide(s, s.turn, SWAP)


@kernel
def swap(s, victim, colour):
    """C-51: the own stray for the victim's last card; the rascal is the victim's coin."""
    s.card = NO_CARD
    note(s, SWAPPED, victim, colour)
    n = np.int64(s.length[victim, colour]) - 1
    kind = np.int64(s.series[victim, colour, n])
    s.series[victim, colour, n] = STRAY
    s.stray[victim] |= 1 << colour
    remove_stray(s, s.turn, colour)
    add(s, s.turn, colour, kind)
    s.coins[victim] += 1
    after_play(s, colour)


@kernel
def give(s, victim, colour):
    """C-52, C-53: a good dog runs over with the last card, a bad dog chases the whole series."""
    if s.card == GOOD_DOG:
        note(s, GAVE, victim, colour)
        remove_last(s, s.turn, colour)
        s.coins[victim] += 2
    else:
        note(s, CHASED, victim, colour)
        s.coins[victim] += remove_all(s, s.turn, colour)
        to_box(s, BAD_DOG)
    s.phase = GOING


@kernel
def adopt(s):
    """C-54: all own strays and the lady become own coins."""
    coins = 1
    for colour in range(HUES):
        if has_stray(s, s.turn, colour):
            remove_stray(s, s.turn, colour)
            coins += 1
    note(s, ADOPTED, coins, 0)
    s.coins[s.turn] += coins
    s.phase = GOING


@kernel
def discard(s, pile):
    """C-31, C-50: a drawn card or homeless kittens on a pile."""
    kind = np.int64(s.card)
    if s.phase == HOMELESS:
        kind = KITTENS
        s.homeless ^= 1 << np.int64(s.actor)
    elif s.phase == CAT:
        s.cat_pile = pile
    s.card = NO_CARD
    push(s, pile, kind)
    note(s, DISCARDED, pile, kind)
    settle(s)
    s.phase = GOING


# --- the end -------------------------------------------------------------------------------------


@kernel
def end_turn(s):
    """C-60, C-61: the next player, unless the draw pile is used up."""
    if s.left == 0 and s.seats > FEWEST and not s.second:
        shuffle_again(s)
    if s.left == 0:
        begin_turn(s, np.int64(s.turn))  # nothing is left in anybody's hand
        s.over = 1
        s.waiting = 0
    else:
        begin_turn(s, next_seat(s, np.int64(s.turn)))


@kernel
def score(s, out):
    """C-62: coins."""
    for seat in range(s.seats):
        out[seat] = s.coins[seat]


@kernel
def payoff(s, out):
    """C-62: by coins; ties share."""
    payoffs_by(s.coins, s.coins, np.int64(s.seats), out)
