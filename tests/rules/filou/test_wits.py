"""What a careful player of Filou prefers, and that it peeks at nothing."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from cattery import Match, loops, players
from cattery.games.filou.rules import auction
from cattery.games.filou.view import SIGNS
from cattery.games.filou.wits import expected_sack, feel, guess
from cattery.kernel import kernel
from cattery.kernel import notice as noticed
from rules.filou.sack import PLAYERS, fresh, lay_all, play, table
from rules.filou.walks import FILOU, unseen, walk

SIGN = {"rabbit": "r", "big_dog": "D", "small_dog": "d"}


@kernel
def _expected(states, i, seat):
    return expected_sack(states[i], seat)


@kernel
def _guessed(states, i, seat):
    guess(states[i], seat)


@kernel
def _noticed(states, i, action, mover, seat):
    return noticed(states[i], action, mover, seat)


def weights(states: Any) -> dict[str, float]:
    """How much the actor likes each move."""
    actions = np.array(FILOU.legal(states), np.int32)
    out = np.zeros(len(actions))
    loops.weigh_at(states, 0, actions, len(actions), out)
    moves = (FILOU.format(FILOU.move(int(action))) for action in actions)
    return dict(zip(moves, out.tolist(), strict=True))


def favourite(match: Match) -> str:
    """The move that it likes best."""
    liked = weights(match.state())
    return max(liked, key=lambda move: liked[move])


def kind(card: str) -> int:
    return SIGNS.index(SIGN.get(card, card))


def average(states: Any, seat: int) -> float:
    """The mean worth of the row over all worlds that fit, one by one."""
    slots = []
    for card in FILOU.view(states, seat).row:
        known = card.card is not None
        slots.append([card.card] if known else unseen(states, card.owner))
    sacks = [np.array([kind(card) for card in sack], np.int8) for sack in product(*slots)]
    return float(np.mean([auction.worth(sack, len(sack)) for sack in sacks]))


@pytest.mark.parametrize("seats", [3, 4])
def test_f30_f50_the_expected_worth_of_a_sack_is_the_mean_over_all_worlds(seats: int):
    looked = 0
    for states in walk(seats, 4, timid=True):
        view = FILOU.view(states, None)
        hidden = sum(not card.open for card in view.row)
        if view.phase not in ("bid", "buy") or (hidden > 2 and view.round < 6):
            continue
        for seat in range(seats):
            looked += 1
            assert _expected(states, 0, seat) == pytest.approx(average(states, seat))
    assert looked > 30


@pytest.mark.parametrize("seats", PLAYERS)
def test_f50_every_world_weighs_the_same(seats: int):
    for states in walk(seats, 9, timid=True):
        if states["over"][0]:
            continue
        seat = int(states["actor"][0])
        liked = weights(states)
        for rng in range(3):
            assert weights(FILOU.imagine(states, seat, rng)) == liked


def test_f26_a_good_sack_is_bought_for_a_mouse_and_a_bad_one_left():
    good = play(table("1:8,3,5,11"), "pass", "pass", "pass")
    assert favourite(good) == "buy"
    spoilt = play(table("1:-8,3,-5,D"), "pass", "pass", "pass")
    assert favourite(spoilt) == "decline"


def test_f23_it_bids_for_good_cats_passes_on_bad_ones_and_raises_by_one():
    assert favourite(table("1:15,11,8,5")) == "bid 1"
    match = play(table("1:15,11,8,5"), "bid 4")
    assert favourite(match) == "bid 5"
    assert favourite(play(table("1:8,3,8,5"), "bid 14")) == "pass"
    assert favourite(table("1:-8,11,8,5")) == "pass"


def test_f21_a_rich_player_lays_good_cats_and_a_poor_one_bad_ones():
    rich = table("4:8,3 15,30,4,10 0,0,0,0 r,r,r,r")
    assert rich.waiting == (1,)
    assert favourite(rich) in ("lay 15", "lay small dog")
    poor = play(rich, "lay 15")
    assert poor.waiting == (2,)
    assert favourite(poor) in ("lay -8", "lay big dog")


@pytest.mark.parametrize("seats", PLAYERS)
def test_greedy_finishes_ahead_of_random(seats: int):
    ahead = 0
    for seed in range(12):
        match = Match.new("filou", seats=seats, seed=seed)
        minds = [players.make("random", FILOU, seed=seed + k) for k in range(seats)]
        me = seed % seats
        minds[me] = players.make("greedy", FILOU, seed=seed)
        while not match.over:
            seat = match.waiting[0]
            match.play(minds[seat].choose(players.Seat.of(match, seat)), seat)
        ahead += match.payoffs[me] > 0
    assert ahead >= 10


# --- what a seat notices -------------------------------------------------------------------------


def test_f21_another_players_card_is_not_noticed_the_own_one_is():
    for seats in PLAYERS:
        before = fresh(seats).state()
        seen: dict[int | None, set[int]] = {0: set(), 1: set()}
        for action in FILOU.legal(before):
            after = before.copy()
            FILOU.apply(after, action)
            for viewer, numbers in seen.items():
                numbers.add(_noticed(after, 0, action, 0, viewer))
        assert len(seen[0]) == 9
        assert len(seen[1]) == 1


@pytest.mark.parametrize("seats", PLAYERS)
def test_f22_f24_f25_what_is_turned_is_noticed(seats: int):
    """Of two worlds that look alike to a seat, it notices the same if and only if it is told so."""
    told = 0
    for states in walk(seats, 6, timid=True):
        if states["over"][0]:
            continue
        mover = int(states["actor"][0])
        for seat in range(seats):
            worlds = [FILOU.imagine(states, seat, rng) for rng in range(3)]
            for action in {FILOU.legal(states)[0], FILOU.legal(states)[-1]}:
                numbers, stories = [], []
                for world in worlds:
                    if action not in FILOU.legal(world):
                        continue
                    after = world.copy()
                    FILOU.apply(after, action)
                    if after["over"][0]:
                        continue
                    numbers.append(_noticed(after, 0, action, mover, seat))
                    stories.append(str(FILOU.story(world, action, after, seat)))
                told += len(set(numbers)) > 1
                for a, b in product(range(len(numbers)), repeat=2):
                    assert (numbers[a] == numbers[b]) == (stories[a] == stories[b])
    assert told > 20


def test_f24_a_notice_is_small():
    for seats in PLAYERS:
        match = lay_all(fresh(seats))
        play(match, *["pass"] * (seats - 1))
        assert 0 <= _noticed(match.state(), 0, 118, 0, 1) < 2**30


def hidden_cards(rich: int, times: int = 400) -> list[str]:
    """What player 0 guesses that player 1 has laid, who has so many mice more than at the start."""
    states = lay_all(fresh(4)).state()
    states["mice"][0, 1] += rich
    states["bank"] -= rich
    found = []
    for rng in range(times):
        world = states.copy()
        world["rng"] = rng
        _guessed(world, 0, 0)
        assert FILOU.view(world, 0) == FILOU.view(states, 0), "a guess must fit what is known"
        assert loops.check_at(world, 0) == 0
        found.append(FILOU.view(world, 1).row[1].card)
    return found


def test_f21_f50_a_guess_has_rich_players_lay_good_cats_and_poor_ones_dogs():
    rich, poor = hidden_cards(12), hidden_cards(-12)
    assert rich.count("15") > 3 * poor.count("15")
    assert poor.count("big_dog") > 3 * rich.count("big_dog")
    assert len(set(rich)) == len(set(poor)) == 10, "no world that fits is ruled out"


# --- after a round


@kernel
def _felt(states, i, out):
    feel(states[i], out)


def felt(states: Any) -> list[float]:
    """What everybody may expect."""
    out = np.zeros(int(states["seats"][0]))
    _felt(states, 0, out)
    return out.tolist()


@pytest.mark.parametrize("seats", PLAYERS)
def test_f40_what_is_felt_follows_points_and_mice_and_adds_up_to_nothing(seats: int):
    states = fresh(seats).state()
    opener = int(states["opener"][0, 0])
    leader = (opener + 1) % seats
    for counted in ("points", "mice"):
        ahead = states.copy()
        ahead[counted][0, leader] += 6
        found = felt(ahead)
        assert sum(found) == pytest.approx(0)
        assert max(found) == found[leader]
        assert all(-1 < each < 1 for each in found)


@pytest.mark.parametrize("seats", PLAYERS)
def test_f40_a_lead_is_safer_when_few_rounds_are_left(seats: int):
    states = fresh(seats).state()
    leader = (int(states["opener"][0, 0]) + 1) % seats
    states["points"][0, leader] += 6
    early, late = states.copy(), states.copy()
    late["opener"][0, 8] = states["opener"][0, 0]
    late["auction"] = 8
    assert felt(late)[leader] > felt(early)[leader] > 0
