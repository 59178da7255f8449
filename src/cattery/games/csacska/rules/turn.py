"""Csacska macskák: setup, the four actions, cards that take effect, and the end."""

from __future__ import annotations

import numpy as np

from cattery.games.csacska.rules.choices import list_victims, places, takes_effect
from cattery.games.csacska.rules.piles import (
    draw_card,
    lay_out,
    new_deck,
    pop,
    push,
    settle_pile,
    shuffle_again,
    to_box,
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
    replace_last,
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
    PAIRS,
    PLAY,
    PLAYED,
    RASCAL,
    SCORE,
    SCORE_IT,
    STEAL,
    STEAL_TWO,
    STOLE,
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
    settle_pile(s, pile)
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
    kind = replace_last(s, victim, colour)
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
    settle_pile(s, pile)
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
