"""If It Fits: a position as one line of text.

With two players, after a few turns:

    m13=p,n13=N+1,m14=ESWb,l13=z2 1p2 NSb,P/Ef,NEm,Tb - 3/3 2- -/- -/-

- the cards on the table in the order in which they were laid: the cell, the walls as they lie and
  the content (`b` ball, `m` mouse, `f` feather, `s` spray, `p` plain); a sleeping cat is `z` and
  its player, a special toy on a cell of its own `T` and its kind, Princess there `P`. After `+`
  comes what lies across the eastern side: a player's cat, `P`, or a special toy's kind. The first
  cards are starting boxes, one for each player;
- the start player, the phase (`s` start, `t` turn, `p` play, `c` cat, `o` over) and who is to act;
  once the end is triggered `!p` (by the pile) or `!c` (by cats) and by whom;
- the hands, by player;
- the discarded cards, or `-`;
- how many cards each player has drawn, by pile if there are several: `12.3`;
- for each pile who drew its Princess, or `-`;
- for each player the moments (in own draws) in which Princesses were shown: `3.9`;
- and those by which they must have been drawn.

Only the first two are needed. Without hands everybody gets the first cards that are left; without
what was drawn a history is made up that fits. Points, boxes and cats off the table follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from cattery.fields import Fields
from cattery.games.if_it_fits.rules import checks, play, secrets, table
from cattery.games.if_it_fits.rules import state as rules
from cattery.games.if_it_fits.rules.deck import MOST, PRINCESSES
from cattery.kernel import to_act

SIGNS = "bmfsp"  # [content]
PHASES = "stpco"
ENDINGS = "-pc"
_LETTERS = "NESW"


# --- writing -------------------------------------------------------------------------------------


def walls_sign(walls: int) -> str:
    """Walls as letters."""
    return "".join(letter for k, letter in enumerate(_LETTERS) if walls >> k & 1)


def face_sign(face: int) -> str:
    """What a card of the table shows."""
    if face < rules.BOX_FACES:
        walls, content = divmod(face, rules.CONTENT_KINDS)
        return walls_sign(walls) + SIGNS[content]
    if face < rules.PRINCESS_FACE:
        return f"T{SIGNS[face - rules.TOY_FACE]}"
    return "P" if face == rules.PRINCESS_FACE else f"z{face - rules.SLEEPER + 1}"


def kind_sign(kind: int) -> str:
    """A card of the hand."""
    if kind < rules.BOX_KINDS:
        return face_sign(int(rules.KIND_FACES[kind, 0]))
    return "P" if kind == rules.PRINCESS else f"T{SIGNS[kind - rules.TOY_KIND]}"


def across_sign(what: int) -> str:
    """What lies across an eastern side."""
    if what == 0:
        return ""
    if what < rules.ACROSS_PRINCESS:
        return f"+{what}"
    return "+P" if what == rules.ACROSS_PRINCESS else f"+{SIGNS[what - rules.ACROSS_TOY]}"


def position(states: Any, i: int) -> str:
    """One line that says everything, secrets included."""
    s = states[i]
    seats = range(int(s.seats))
    piles = range(int(rules.piles(s)))
    ending = f"!{ENDINGS[s.ending]}{s.ender + 1}" if s.ending else ""
    phase = PHASES[-1] if s.over else PHASES[s.phase]
    hands = (
        [kind_sign(int(kind)) for kind in s.hand[seat][: s.held[seat]]] or ["-"] for seat in seats
    )
    gone = [kind_sign(kind) for kind in range(rules.KINDS) for _ in range(int(s.gone[kind]))]
    return " ".join(
        (
            ",".join(_card_text(s, number) for number in range(1, int(s.cards) + 1)) or "-",
            f"{s.starter + 1}{phase}{s.actor + 1}{ending}",
            "/".join(map(",".join, hands)),
            ",".join(gone) or "-",
            "/".join(".".join(str(s.drew[seat, pile]) for pile in piles) for seat in seats),
            "".join(str(s.found[k] + 1) if s.found[k] >= 0 else "-" for k in piles),
            "/".join(_moments(s.showed[seat]) for seat in seats),
            "/".join(_moments(s.due[seat]) for seat in seats),
        )
    )


def _card_text(s: Any, number: int) -> str:
    row, column = divmod(int(rules.SPOT_CELL[s.spot[number]]), rules.SIDE)
    face, across = int(s.face[number]), int(s.across[number])
    return f"{chr(ord('a') + column)}{row + 1}={face_sign(face)}{across_sign(across)}"


def _moments(moments: Sequence[Any]) -> str:
    return ".".join(str(moment) for moment in moments if moment) or "-"


# --- reading -------------------------------------------------------------------------------------

_CARD = re.compile(r"([a-y])(\d{1,2})=(N?E?S?W?)([bmfsp]|T[bmf]|P|z[1-5])(?:\+([1-5]|P|[bmf]))?")
_TURN = re.compile(r"([1-5])([stpco])([1-5])(?:!([pc])([1-5]))?")
_KINDS = {kind_sign(kind): kind for kind in range(rules.KINDS)}
_FACES = {face_sign(face): face for face in range(rules.FACES)}
_ACROSS = {across_sign(what)[1:]: what for what in range(1, rules.ACROSS_TOY + 3)}


def set_position(states: Any, i: int, text: str) -> None:
    """Set state i, whose seats and options are set, to a position, or BadPosition."""
    fields = Fields("if_it_fits", text, ["", "-", "", "", "", ""], needed=2)
    lying, turn, hands, gone, *history = fields.words
    if any(history) and not all(history):
        raise fields.bad("parts")
    s = states[i]
    rng = s.rng
    play.start(s)
    s.rng = rng
    _set_table(s, lying, fields)
    _set_turn(s, turn, fields)
    _set_gone(s, gone, fields)
    _set_hands(s, hands, fields)
    if all(history):
        _set_history(s, history, fields)
    else:
        _invent_history(s, fields)
    if checks.check(s) or not _possible(s):
        raise fields.bad("impossible")


def _set_table(s: Any, word: str, fields: Fields) -> None:
    table.clear_table(s)
    parts = word.split(",") if word != "-" else []
    if len(parts) > rules.MOST_LYING:
        raise fields.bad("table")
    for number, part in enumerate(parts, 1):
        match = _CARD.fullmatch(part)
        face = _FACES.get(match[3] + match[4]) if match else None
        if match is None or face is None or not 1 <= int(match[2]) <= rules.SIDE:
            raise fields.bad("table")
        cell = (int(match[2]) - 1) * rules.SIDE + ord(match[1]) - ord("a")
        spot = int(rules.CELL_SPOT[cell])
        if not table.is_free(s, spot) or not table.fits(s, face, spot):
            raise fields.bad("table")
        if face >= rules.SLEEPER + s.seats:
            raise fields.bad("table")
        table.lay_down(s, face, spot)
        if face >= rules.SLEEPER:
            s.supply[face - rules.SLEEPER] -= 1
        if number <= s.seats:
            _use_starter(s, face, fields)
    for number, part in enumerate(parts, 1):
        if "+" in part:
            _set_across(s, number, _ACROSS[part.partition("+")[2]], fields)


def _use_starter(s: Any, face: int, fields: Fields) -> None:
    """The first cards are starting boxes (I-12)."""
    if not rules.is_box_card(face) or face % rules.CONTENT_KINDS != rules.PLAIN:
        raise fields.bad("starting")
    s.starters[rules.WALLS_PATTERN[rules.WALLS[face]]] -= 1


def _set_across(s: Any, number: int, what: int, fields: Fields) -> None:
    if not table.is_place(s, number) or rules.ACROSS_PRINCESS > what > s.seats:
        raise fields.bad("table")
    if what < rules.ACROSS_PRINCESS:
        table.lay_cat(s, number, what - 1)
    elif what == rules.ACROSS_PRINCESS:
        s.across[number] = what
    else:
        table.lay_toy(s, number, what - rules.ACROSS_TOY)


def _set_turn(s: Any, word: str, fields: Fields) -> None:
    match = _TURN.fullmatch(word)
    if match is None or max(int(match[k]) for k in (1, 3, 5) if match[k]) > s.seats:
        raise fields.bad("turn")
    s.starter = int(match[1]) - 1
    s.over = match[2] == PHASES[-1]
    s.phase = rules.PLAY if s.over else PHASES.index(match[2])
    to_act(s, int(match[3]) - 1)
    if s.over:
        s.waiting = 0
    s.ending = ENDINGS.index(match[4]) if match[4] else 0
    s.ender = int(match[5]) - 1 if match[5] else rules.NOBODY


def _kinds(word: str, fields: Fields, problem: str) -> list[int]:
    """The cards of a list; walls may be written as the card lies turned, too."""
    found = []
    for sign in word.split(",") if word != "-" else []:
        face = _FACES.get(sign)
        kind = _KINDS.get(sign)
        if kind is None and face is not None and face < rules.BOX_FACES:
            kind = int(rules.FACE_KIND[face])
        if kind is None:
            raise fields.bad(problem)
        found.append(kind)
    return found


def _on_table(s: Any) -> list[int]:
    """How many cards of each kind lie on the table, without the starting boxes."""
    kinds = [0] * rules.KINDS
    for number in range(1, int(s.cards) + 1):
        face, across = int(s.face[number]), int(s.across[number])
        if face < rules.BOX_FACES and number > s.seats:
            kinds[int(rules.FACE_KIND[face])] += 1
        elif rules.BOX_FACES <= face < rules.PRINCESS_FACE:
            kinds[rules.TOY_KIND + face - rules.TOY_FACE] += 1
        elif face == rules.PRINCESS_FACE:
            kinds[rules.PRINCESS] += 1
        if across == rules.ACROSS_PRINCESS:
            kinds[rules.PRINCESS] += 1
        elif across >= rules.ACROSS_TOY:
            kinds[rules.TOY_KIND + across - rules.ACROSS_TOY] += 1
    return kinds


def _set_gone(s: Any, word: str, fields: Fields) -> None:
    """The discards; and what is nowhere else is in the pile, until hands are set."""
    for kind in range(rules.KINDS):
        s.gone[kind] = 0
    for kind in _kinds(word, fields, "gone"):
        s.gone[kind] += 1
    on_table = _on_table(s)
    princesses = PRINCESSES if s.hard else int(s.seats)
    for kind in range(rules.KINDS):
        copies = princesses if kind == rules.PRINCESS else int(rules.COPIES[kind])
        rest = copies - on_table[kind] - int(s.gone[kind])
        if rest < 0:
            raise fields.bad("too_many")
        s.pile[kind] = rest


def _set_hands(s: Any, word: str, fields: Fields) -> None:
    seats = int(s.seats)
    hands = [_kinds(part, fields, "hands") for part in word.split("/")] if word else []
    if word and len(hands) != seats:
        raise fields.bad("hands")
    for seat in range(MOST):
        s.held[seat] = 0
        for k in range(rules.HAND + 1):
            s.hand[seat, k] = rules.NO_CARD
    for seat in range(seats):
        drawn = s.phase == rules.PLAY and not s.over and seat == s.actor and not s.ending
        wanted = rules.HAND + int(drawn) if not s.over else 0
        for k in range(len(hands[seat]) if word else wanted):
            left = [kind for kind in range(rules.PRINCESS) if s.pile[kind]]
            kind = hands[seat][k] if word else left[0]
            if k > rules.HAND or not s.pile[kind]:
                raise fields.bad("hands")
            s.pile[kind] -= 1
            play.add_card(s, seat, kind)


def _lists(word: str, fields: Fields, problem: str, n: int) -> list[list[int]]:
    """Numbers by player: `12.3/11.3`, `-` for none."""
    parts = word.split("/")
    if len(parts) != n or not all(re.fullmatch(r"-|\d{1,2}(\.\d{1,2})*", part) for part in parts):
        raise fields.bad(problem)
    return [[int(each) for each in part.split(".")] if part != "-" else [] for part in parts]


def _set_history(s: Any, words: Sequence[str], fields: Fields) -> None:
    seats, piles = int(s.seats), int(rules.piles(s))
    for seat, drew in enumerate(_lists(words[0], fields, "drawn", seats)):
        if len(drew) != piles:
            raise fields.bad("drawn")
        for pile, cards in enumerate(drew):
            _draw(s, seat, pile, cards, fields)
    if not re.fullmatch(r"[1-5-]+", words[1]) or len(words[1]) != piles:
        raise fields.bad("found")
    for pile, sign in enumerate(words[1]):
        s.found[pile] = int(sign) - 1 if sign != "-" else rules.NOBODY
        if s.found[pile] >= seats:
            raise fields.bad("found")
    for field, word in (("showed", words[2]), ("due", words[3])):
        for seat, moments in enumerate(_lists(word, fields, "shown", seats)):
            if len(moments) > PRINCESSES:
                raise fields.bad("shown")
            for k, moment in enumerate(moments):
                s[field][seat, k] = moment
            if field == "showed":
                s.shown[seat] = len(moments)


def _draw(s: Any, seat: int, pile: int, cards: int, fields: Fields) -> None:
    if cards > s.left[pile]:
        raise fields.bad("drawn")
    s.drew[seat, pile] += cards
    s.left[pile] -= cards


def _invent_history(s: Any, fields: Fields) -> None:
    """Who may have drawn and shown what: those who hold Princesses first, then round the table."""
    seats = int(s.seats)
    played = sum(_on_table(s)) + int(s.gone.sum())
    count = played + int(s.held.sum()) - rules.HAND * seats
    holders = [seat for seat in range(seats) for kind in s.hand[seat] if kind == rules.PRINCESS]
    shown = _on_table(s)[rules.PRINCESS] + int(s.gone[rules.PRINCESS])
    finders = [*holders, *((int(s.starter) + k) % seats for k in range(shown))]
    if count < 0 or count > int(s.left.sum()):
        raise fields.bad("impossible")
    order = [*finders, *((int(s.starter) + k) % seats for k in range(count))][:count]
    if s.hard:
        for seat in order:
            _draw(s, seat, 0, 1, fields)
    else:
        _invent_piles(s, finders, order, fields)
    for seat in finders[len(holders) :]:
        s.showed[seat, s.shown[seat]] = s.due[seat, s.shown[seat]] = max(1, play.draws(s, seat))
        s.shown[seat] += 1


def _invent_piles(s: Any, finders: Sequence[int], order: Sequence[int], fields: Fields) -> None:
    """The first card of each pile is her Princess, as long as somebody has found one."""
    waiting, rest = list(finders), list(order[len(finders) :])
    for pile in range(int(s.seats)):
        for _ in range(int(s.left[pile])):
            if s.found[pile] == rules.NOBODY and waiting:
                s.found[pile] = waiting.pop(0)
                _draw(s, int(s.found[pile]), pile, 1, fields)
            elif rest:
                _draw(s, rest.pop(0), pile, 1, fields)
    if waiting or rest:
        raise fields.bad("impossible")


def _possible(s: Any) -> bool:
    """What the invariants take for granted: someone can act, and all that was seen fits."""
    if s.over:
        return True
    out = np.empty(rules.ACTIONS, np.int32)
    if play.legal(s, out) == 0 or (s.phase == rules.CAT and not play.can_lay_cat(s, s.actor)):
        return False
    return all(_could_have_drawn(s, seat) for seat in range(int(s.seats)))


def _could_have_drawn(s: Any, seat: int) -> bool:
    """Whether a seat may have drawn the Princesses that it has shown and holds."""
    own = int(s.shown[seat]) + sum(kind == rules.PRINCESS for kind in s.hand[seat])
    if not s.hard:
        found = sum(1 << pile for pile in range(int(s.seats)) if s.found[pile] == seat)
        return bool(secrets.ways_to_find(s, seat, found) > 0)
    out = np.zeros(PRINCESSES + 1)
    secrets.ways_to_draw(s, seat, out)
    return bool(out[own] > 0)
