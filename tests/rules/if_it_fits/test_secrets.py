"""What a seat may know: views, stories, what is noticed, and imagined worlds with their chances."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import orjson
import pytest

from cattery import kernel
from cattery.games.if_it_fits.rules import play as play_rules
from cattery.games.if_it_fits.rules import secrets
from cattery.games.if_it_fits.rules import state as rules
from rules.if_it_fits.cardboard import (
    GAME,
    PLAYERS,
    choose,
    events,
    fresh,
    look,
    play,
    table,
    walk,
)
from rules.if_it_fits.secret_piles import Watched

WORLDS = 3_000

# --- views and stories ---------------------------------------------------------------------------


def test_i20_a_hand_is_seen_by_its_owner_alone():
    match = fresh(4)
    for seat in range(4):
        assert len(look(match, seat).hand) == 2
        assert [player.cards for player in look(match, seat).players] == [2] * 4
    assert look(match, None).hand == ()


def test_i20_a_drawn_card_is_told_to_its_player_alone():
    match = play(table("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em"), "draw")
    card = events(match, 0)[0].card
    assert card in look(match, 0).hand
    for seat in (1, None):
        assert events(match, seat)[0].card is None
        assert match.story(seat)[-1].move == "draw"
        lines = match.story(seat)[-1].lines("en", ["Ann", "Bob"])
        assert GAME.words("en").word("card", card) not in " ".join(lines)


@pytest.mark.parametrize("seats", PLAYERS)
def test_no_view_or_story_names_a_special_toy_in_another_hand(seats: int):
    """There is one of each: as long as it lies in another hand, nobody else reads of it."""
    match = fresh(seats, seed=11)
    chance, met = Random(11), 0
    while not match.over:
        match.play(choose(match.state(), chance), match.waiting[0])
        hands = [look(match, seat).hand for seat in range(seats)]
        for viewer in (*range(seats), None) if match.n % 4 == 0 else ():
            told = orjson.dumps([match.view(viewer), match.story(viewer, match.n - 1)[0].events])
            for seat, hand in enumerate(hands):
                for card in hand if seat != viewer else ():
                    if card.startswith("toy"):
                        met += 1
                        assert f'"{card}"'.encode() not in told
    assert met


def test_the_pile_has_no_order_that_could_be_peeked_at():
    states = GAME.new(2, {}, rng=1)
    assert set(GAME.dtype.names) >= {"pile", "left", "found"}
    assert states["pile"][0].sum() == states["left"][0].sum()
    drawn = set()
    for rng in range(40):
        world = states.copy()
        world["phase"], world["rng"] = rules.TURN, rng
        GAME.apply(world, rules.DRAW)
        drawn.add(tuple(world["hand"][0, int(states["actor"][0])].tolist()))
    assert len(drawn) > 15


# --- what is noticed -----------------------------------------------------------------------------


def noticed(states: Any, action: int, rng: int, seat: int) -> int:
    """What `seat` notices of an action of the actor."""
    after = states.copy()
    after["rng"] = rng
    GAME.apply(after, action)
    return int(kernel.notice(after[0], action, int(states["actor"][0]), seat))


def test_a_draw_tells_its_player_the_card_and_others_nothing():
    match = table("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em")
    states = match.state()
    own = {noticed(states, rules.DRAW, rng, 0) for rng in range(60)}
    other = {noticed(states, rules.DRAW, rng, 1) for rng in range(60)}
    assert len(own) > 15
    assert other == {rules.DRAW}
    assert max(own) < 2**30


def test_all_else_is_noticed_by_everybody():
    states = table("m13=p,n13=Np 1p1 NSb,EWm,p/Eb,Em").state()
    for action in GAME.legal(states)[::7]:
        assert noticed(states, action, 1, 0) == noticed(states, action, 1, 1) == action


# --- imagined worlds -----------------------------------------------------------------------------


def moments(seats: int, manner: str, hard: bool) -> list[Watched]:
    """Games stopped at moments of which something can be learned."""
    found = []
    for seed, stop in enumerate((30, 75, 110, 140, 200)):
        game = Watched(seats, seed, manner, hard)
        while len(game.seen) < stop and not game.states["over"][0]:
            game.step()
        while (
            int(game.states["phase"][0]) == rules.PLAY and not game.states["over"][0] and seed % 2
        ):
            game.step()
        found.append(game)
    return found


@pytest.mark.parametrize("manner", ["plain", "hoard", "eager"])
@pytest.mark.parametrize("hard", [False, True], ids=["normal", "hard"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_i11_i70_imagined_princesses_are_as_often_where_they_may_be(
    seats: int, hard: bool, manner: str
):
    for game in moments(seats, manner, hard):
        for seat in {0, seats - 1}:
            ways = game.worlds(seat)
            assert game.outcome(game.states) in ways
            compare(game, seat, ways)


def compare(game: Watched, seat: int, ways: Counter[tuple[int, ...]]) -> None:
    """Imagine many worlds: none that can't be, and the others as often as they should come."""
    found: Counter[tuple[int, ...]] = Counter()
    for k in range(WORLDS):
        found[game.outcome(GAME.imagine(game.states, seat, rng=k))] += 1
    assert set(found) <= set(ways)
    total = sum(ways.values())
    rare, chi, degrees = 0.0, 0.0, 0
    for outcome, n in ways.items():
        expected = WORLDS * n / total
        if expected < 8:
            rare += expected
            continue
        chi += (found[outcome] - expected) ** 2 / expected
        degrees += 1
    others = WORLDS - sum(found[o] for o, n in ways.items() if WORLDS * n / total >= 8)
    assert abs(others - rare) <= 5 * rare**0.5 + 3
    assert chi <= degrees + 5 * (2 * degrees) ** 0.5 + 3


def test_who_has_shown_two_princesses_early_makes_the_others_certain():
    """Two players, two piles: when both Princesses are on the table, nobody holds one."""
    for seed in range(40):
        game = Watched(2, seed, "eager", hard=False)
        while not game.states["over"][0] and game.states["shown"][0].sum() < 2:
            game.step()
        if game.states["over"][0]:
            continue
        for k in range(50):
            world = GAME.imagine(game.states, 0, rng=k)
            assert (world["hand"][0] != rules.PRINCESS).all()
        return
    raise AssertionError("no game came to it")


def test_princess_may_lie_in_the_hand_that_drew_but_not_in_one_that_did_not():
    """The second player has drawn nothing from the first pile: her Princess isn't there."""
    match = play(table("m13=p,n13=Np 1t1 NSb,EWm/Eb,Em"), "draw", "lay NS ball m14")
    found = Counter(
        (int(w["found"][0, 0]), bool((w["hand"][0, 0] == rules.PRINCESS).any()))
        for w in (GAME.imagine(match.state(), 1, rng=k) for k in range(4_000))
    )
    assert set(found) == {(0, True), (-1, False)}
    assert found[0, True] == pytest.approx(4_000 / 37, abs=45)
    mine = [GAME.imagine(match.state(), 0, rng=k) for k in range(300)]
    assert all((w["hand"][0, 1] != rules.PRINCESS).all() for w in mine)


def test_a_hand_of_princesses_that_lost_one_is_known():
    """I-45: who discards Princess has nothing else."""
    states = table("m13=p,n13=Np,l13=NSb,k13=NSb 1p1 Nb,Nm,Nf/Eb,Em").state()
    states["left"][0, 0] = 0
    states["due"][0, 1, :2] = 1
    states["drew"][0, 1] = [1, 1, 0, 0, 0]
    states["hand"][0, 1] = [rules.PRINCESS, rules.PRINCESS, rules.NO_CARD]
    states["found"][0, :2] = 1
    worlds = [GAME.imagine(states, 0, rng=k) for k in range(50)]
    assert all(w["hand"][0, 1].tolist()[:2] == [rules.PRINCESS] * 2 for w in worlds)


@pytest.mark.parametrize("seats", PLAYERS)
def test_i45_who_discards_princess_in_the_hard_game_has_nothing_else_either(seats: int):
    met = 0
    for seed in range(4):
        game = Watched(seats, seed, "shy", hard=True)
        while not game.states["over"][0] and not (game.seen and game.seen[-1][0] == "discard"):
            game.step()
        who = game.seen[-1][1]
        kept = int(game.states["held"][0, who])
        if kept == 0:
            continue
        met += 1
        looker = (who + 1) % seats
        compare(game, looker, game.worlds(looker))
        for k in range(20):
            hand = GAME.imagine(game.states, looker, rng=k)["hand"][0, who].tolist()
            assert hand[:kept] == [rules.PRINCESS] * kept
        for _ in range(6):  # and what is known stays known while cards are drawn and played
            if not game.states["over"][0]:
                game.step()
        compare(game, looker, game.worlds(looker))
    assert met


def test_i71_every_box_has_a_place_unless_the_table_goes_from_edge_to_edge():
    out = np.empty(kernel.MOST_LEGAL, np.int32)
    for seed in range(4):
        for states in [*walk(2, seed, hard="on")][5::7]:
            assert play_rules.every_box_fits(states[0])
            for kind in range(rules.BOX_KINDS):
                assert play_rules.list_box(states[0], kind, out, 0) > 0
    s = states[0]
    s.north, s.south = 0, rules.SIDE - 1
    assert not play_rules.every_box_fits(s)
    s.hard = 0
    assert play_rules.every_box_fits(s)


@pytest.mark.parametrize("hard", ["off", "on"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_hidden_cards_other_than_princess_may_be_anywhere(seats: int, hard: str):
    """Each unseen card is as likely to be in a place of another hand as in one of the pile."""
    states = [*walk(seats, 5, hard=hard)][50]
    seat = 0
    unseen = states["pile"][0].astype(int)
    for other in range(1, seats):
        for kind in states["hand"][0, other]:
            if kind != rules.NO_CARD:
                unseen[kind] += 1
    pool, total = unseen[: rules.PRINCESS], unseen[: rules.PRINCESS].sum()
    found, slots = np.zeros(rules.KINDS), 0
    for k in range(WORLDS):
        world = GAME.imagine(states, seat, rng=k)
        for other in range(1, seats):
            for kind in world["hand"][0, other]:
                if kind not in (rules.NO_CARD, rules.PRINCESS):
                    found[kind] += 1
                    slots += 1
    for kind, n in enumerate(pool):
        expected = slots * n / total
        assert abs(found[kind] - expected) <= 5 * expected**0.5 + 1, kind


@pytest.mark.parametrize("seats", PLAYERS)
def test_imagining_twice_is_imagining_once(seats: int):
    """A world imagined from a world is as good as one from the truth: equal bytes for equal rng."""
    for states in [*walk(seats, 7)][::9]:
        for seat in range(seats):
            other = GAME.imagine(states, seat, rng=99)
            for rng in (1, 2):
                one, two = (GAME.imagine(each, seat, rng=rng) for each in (states, other))
                assert one.tobytes() == two.tobytes()


def test_ways_are_counted_exactly_in_a_small_case():
    """Three draws each from the first of two piles, one Princess shown at the second draw."""
    states = table("m13=p,n13=Np,m14=z1 1t1 NSb,EWm/Eb,Em").state()
    s = states[0]
    s.drew[1, 0], s.shown[1], s.showed[1, 0], s.due[1, 0] = 3, 1, 2, 2
    assert secrets.ways_to_find(s, 1, 0) == 0  # she has shown one, so she found one
    assert secrets.ways_to_find(s, 1, 1) == 2  # at her first or second draw
    s.drew[1, 1] = 4
    assert secrets.ways_to_find(s, 1, 2) == 0  # that one was drawn after it had been shown
    assert secrets.ways_to_find(s, 1, 3) == 2 * 4  # and another from the second pile, still held
    assert secrets.ways_to_find(s, 0, 1) == 0  # the other player has drawn nothing


def test_no_room_for_a_third_princess():
    states = table("m13=p,n13=Np,o13=Ep,m14=z1 1t1 NSb,EWm/Eb,Em/Nb,Nm", 3).state()
    s = states[0]
    s.drew[1, 0], s.drew[1, 1], s.drew[1, 2] = 5, 5, 5
    assert secrets.ways_to_find(s, 1, 0b011) == 25
    assert secrets.ways_to_find(s, 1, 0b111) == 0
    s.held[1] = 3  # in the middle of her turn: the third may have come just now
    assert secrets.ways_to_find(s, 1, 0b111) == 25
    s.held[1] = 2
    s.shown[1], s.showed[1, 0], s.due[1, 0] = 1, 11, 11  # one was shown at the eleventh draw
    assert secrets.ways_to_find(s, 1, 0b111) == 5 * 5 * 5
    s.showed[1, 0] = s.due[1, 0] = 13
    assert secrets.ways_to_find(s, 1, 0b111) == 5 * 5 * 3  # not before there was room
