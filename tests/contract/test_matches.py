"""A match is a log: replay, take-backs, resignations and the chance behind every entry."""

from __future__ import annotations

import hashlib
import hmac
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cattery import Game, Match, errors, loops
from cattery.match.seeds import key_of
from cattery.text import HUMAN
from support.walks import LANGUAGES, Table, copied, play_on, played


def known_to_all(match: Match) -> list[Any]:
    """What every seat and an onlooker see."""
    return [match.view(seat) for seat in (*range(match.seats), None)]


# --- the fold ------------------------------------------------------------------------------------


def test_the_same_seed_and_moves_give_the_same_match(table: Table):
    one, two = played(table, 1), played(table, 1)
    assert one.log == two.log
    assert one.state().tobytes() == two.state().tobytes()
    assert one.save() == two.save()


def test_another_seed_gives_another_match(table: Table):
    assert table.match(1).commitment != table.match(2).commitment


def test_entries_are_numbered_and_belong_to_whoever_could_act(table: Table):
    match = table.match(3)
    chance = Random(3)
    while not match.over:
        seat = chance.choice(match.waiting)
        entry = match.play(chance.choice(match.legal(seat)), seat)
        assert (entry.n, entry.seat, entry.kind) == (match.n - 1, seat, "move")
        assert match.log[-1] == entry
    assert match.waiting == ()
    assert all(match.legal(seat) == () for seat in range(match.seats))


def test_a_move_may_be_given_as_id_move_or_notation(table: Table):
    matches = [table.match(4) for _ in range(3)]
    for _ in range(5):
        seat = matches[0].waiting[0]
        action = matches[0].legal_actions(seat)[-1]
        move = table.game.move(action)
        for match, chosen in zip(matches, (action, move, table.game.format(move)), strict=True):
            match.play(chosen, seat)
    assert matches[0].log == matches[1].log == matches[2].log


def test_only_seats_that_are_waited_for_may_act(table: Table):
    match = table.match(5)
    for seat in set(range(match.seats)) - set(match.waiting):
        assert match.legal(seat) == ()
        with pytest.raises(errors.NotYourTurn):
            match.play(0, seat)
    for seat in (-1, match.seats, 99):
        with pytest.raises(errors.NoSuchSeat):
            match.play(0, seat)
        with pytest.raises(errors.NoSuchSeat):
            match.view(seat)


def test_results_add_up_to_nothing_and_the_best_payoff_wins(table: Table):
    for seed in range(12):
        match = played(table, seed)
        result = match.result
        assert result is not None
        assert all(-1 <= payoff <= 1 for payoff in result.payoffs)
        best = max(result.payoffs)
        level = table.seats > 1 and len(set(result.payoffs)) == 1
        assert result.winners == tuple(
            seat
            for seat, payoff in enumerate(result.payoffs)
            if payoff == best and not (level and table.game.draw)
        )
        with pytest.raises(errors.MatchOver):
            match.play(0, 0)
        if table.seats == 1:
            assert result.winners == (0,)
            assert best == pytest.approx(max(-1, min(1, result.scores[0] / 100)))
        else:
            assert sum(result.payoffs) == pytest.approx(0)


def test_a_preview_shows_what_the_move_does_and_does_nothing(table: Table):
    match = table.match(6)
    chance = Random(6)
    for _ in range(40):
        if match.over:
            break
        seat = chance.choice(match.waiting)
        action = chance.choice(match.legal_actions(seat))
        before = match.save()
        preview = match.preview(action, seat)
        assert match.save() == before
        match.play(action, seat)
        if preview is not None:
            assert preview.view == match.view(seat)
            assert preview.events == match.story(seat)[-1].events


def test_the_story_tells_every_entry_to_everybody(table: Table):
    match = played(table, 7)
    for seat in (*range(table.seats), None):
        story = match.story(seat)
        assert [told.n for told in story] == list(range(match.n))
        assert match.story(seat, since=5) == story[5:]


# --- chance --------------------------------------------------------------------------------------


def test_the_commitment_is_the_seeds_hash_and_the_key_takes_in_what_players_add(table: Table):
    added = ["alma", "körte", "", "szilva", "", "ribizli"][: table.seats]
    match = table.match(8, contributions=added)
    assert match.seed is not None
    assert match.commitment == hashlib.sha256(match.seed).hexdigest()
    counted = "".join(f"{len(text.encode())}:{text}" for text in added)
    key = hashlib.sha256(match.seed + counted.encode()).digest()
    states = table.game.blank(table.seats, dict(table.options))
    label = "moment 0" if table.game.counts_moments else "start"
    loops.start_at(states, 0, rng_of(key, label))
    assert states.tobytes() == match.state().tobytes()


def rng_of(key: bytes, moment: str) -> Any:
    """The first 8 bytes of HMAC-SHA256(key, moment), as anybody may recompute them."""
    digest = hmac.new(key, moment.encode(), hashlib.sha256).digest()
    return np.uint64(int.from_bytes(digest[:8], "big"))


def test_the_chance_of_every_entry_can_be_derived_again(table: Table):
    match = table.match(9)
    assert match.seed is not None
    key = hashlib.sha256(match.seed).digest()
    chance = Random(9)
    while not match.over:
        seat = chance.choice(match.waiting)
        action = chance.choice(match.legal_actions(seat))
        states = copied(match.state())
        states["actor"] = seat
        counts = table.game.counts_moments
        label = f"moment {int(states['moment'][0])}" if counts else f"entry {match.n}"
        states["rng"] = rng_of(key, label)
        loops.apply_at(states, 0, action)
        match.play(action, seat)
        assert match.state().tobytes() == states.tobytes()


def test_what_a_player_adds_changes_the_chance_but_not_the_commitment(table: Table):
    plain, added = table.match(10), table.match(10, contributions=["x"])
    assert plain.commitment == added.commitment
    assert plain.state()["rng"] != added.state()["rng"]


@given(st.lists(st.text(max_size=3), min_size=2, max_size=2), st.integers(0, 6))
def test_other_contributions_give_another_key(texts: list[str], at: int):
    joined = "".join(texts)
    moved = [joined[:at], joined[at:]]
    same = texts == moved
    assert (key_of(bytes(32), texts) == key_of(bytes(32), moved)) is same


def test_ab_and_c_deal_something_else_than_a_and_bc(table: Table):
    if table.seats < 2:
        return
    keys = {table.match(1, contributions=both).dice for both in (["ab", "c"], ["a", "bc"])}
    assert len(keys) == 2


def test_the_fingerprint_doesnt_give_the_key_away_where_nobody_added_anything(table: Table):
    match = table.match(1, contributions=[""] * table.seats)
    assert match.dice is not None
    assert match.dice.hex() != match.commitment


def test_a_seed_is_drawn_where_none_is_given(game: Game):
    one, two = Match.new(game), Match.new(game)
    assert one.seed != two.seed
    assert one.seed is not None
    assert len(one.seed) == 32


@pytest.mark.parametrize("seed", [b"", b"short", b"x" * 33])
def test_a_seed_is_32_bytes(game: Game, seed: bytes):
    with pytest.raises(ValueError, match="32 bytes"):
        Match.new(game, seed=seed)


# --- undo and take-back, as far as every game has it ---------------------------------------------


def test_undo_leads_back_to_what_everybody_saw_before(table: Table):
    for seed in range(3):
        match, chance = table.match(seed), Random(seed)
        while not match.over and match.n < 300:
            seat, looks = chance.choice(match.waiting), chance.random() < 0.3
            before, n = known_to_all(match) if looks else [], match.n
            match.play(chance.choice(match.legal_actions(seat)), seat)
            if looks and match.can_undo(seat):
                entry = match.undo(seat)
                assert (entry.kind, entry.n, entry.back_to) == ("undo", n + 1, n)
                assert known_to_all(match) == before


def test_what_cannot_be_undone_is_refused(table: Table):
    match = table.match(11)
    for seat in range(table.seats):
        assert not match.can_undo(seat)
        with pytest.raises(errors.NothingToUndo):
            match.undo(seat)
        assert not match.can_take_back(seat)
        with pytest.raises(errors.NoTakeBack):
            match.take_back(seat)
    over = played(table, 11)
    for seat in range(table.seats):
        assert not over.can_undo(seat)


def test_can_undo_and_undo_say_the_same(table: Table):
    match, chance = table.match(12), Random(12)
    while not match.over:
        for seat in range(table.seats):
            twin = Match.load(match.save())
            if match.can_undo(seat):
                twin.undo(seat)
            else:
                with pytest.raises(errors.NothingToUndo):
                    twin.undo(seat)
        for _ in range(9 + match.n // 8):
            if not match.over:
                seat = chance.choice(match.waiting)
                match.play(chance.choice(match.legal_actions(seat)), seat)


def test_nothing_is_undone_past_chance_or_a_reveal(table: Table):
    match, chance = table.match(13), Random(13)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        step = match._steps[-1]
        if step.used_chance or step.revealed:
            assert not match.can_undo(seat)


def test_a_take_back_needs_every_other_person(table: Table):
    match = played(table, 14, 3)
    seat = match.log[-1].seat
    others = [s for s in range(table.seats) if s != seat]
    if not match.can_take_back(seat):
        return  # something was shown to a person since
    for missing in others:
        with pytest.raises(errors.NoTakeBack) as refused:
            match.take_back(seat, granted=[s for s in others if s != missing])
        assert refused.value.params["why"] == "not_granted"
    before = match.n
    entry = match.take_back(seat, granted=others)
    assert (entry.kind, entry.back_to, match.n) == ("take_back", before - 1, before + 1)


def test_against_bots_alone_a_take_back_is_always_possible_but_past_a_counted_roll(table: Table):
    players = [HUMAN] + ["random"] * (table.seats - 1)
    match = played(table, 15, players=players)
    assert match.over
    mine = sum(entry.seat == 0 for entry in match.log)
    for left in range(mine, max(0, mine - 5), -1):
        assert left
        if rolled_since(match, 0):
            assert not match.can_take_back(0)
            with pytest.raises(errors.NoTakeBack) as refused:
                match.take_back(0)
            assert refused.value.params["why"] == "rolled"
            break
        assert match.can_take_back(0)
        match.take_back(0)
        assert not match.over
    play_on(match, 10_000, 1)
    assert match.over
    assert match.verify().ok


def rolled_since(match: Match, seat: int) -> bool:
    """Whether chance has fallen, and was counted, since the seat's last move."""
    if not match.game.counts_moments:
        return False
    last = next(step for step in reversed(match.steps) if step.seat == seat)
    return bool(last.before["moment"][0] != match.state()["moment"][0])


def test_nothing_is_taken_back_past_what_a_person_has_seen(table: Table):
    match, chance = table.match(16), Random(16)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        if match._steps[-1].revealed and table.seats > 1:
            assert not match.can_take_back(seat)
            with pytest.raises(errors.NoTakeBack) as refused:
                match.take_back(seat, granted=range(table.seats))
            assert refused.value.params["why"] in ("revealed", "over", "rolled")


def test_between_people_nothing_is_taken_back_after_the_end(table: Table):
    match = played(table, 17)
    for seat in range(table.seats if table.seats > 1 else 0):
        with pytest.raises(errors.NoTakeBack):
            match.take_back(seat, granted=range(table.seats))


def test_after_a_take_back_the_chance_is_another(table: Table):
    players = [HUMAN] + ["random"] * (table.seats - 1)
    match = played(table, 18, 12, players=players)
    if not match.can_take_back(0):
        return
    numbers = [entry.n for entry in match.log]
    match.take_back(0)
    play_on(match, 6, 2)
    assert [entry.n for entry in match.log] == list(range(match.n))
    assert match.n > len(numbers)


# --- resigning -----------------------------------------------------------------------------------


def test_all_but_one_must_resign_before_a_match_ends_by_it(table: Table):
    match = played(table, 19, 2)
    for k, seat in enumerate(range(table.seats - 1)):
        assert not match.over
        entry = match.resign(seat)
        assert (entry.kind, entry.seat) == ("resign", seat)
        assert len(match.resigned) == k + 1
    if table.seats == 1:
        return
    assert match.over
    assert match.result is not None
    assert match.result.winners == (table.seats - 1,)
    assert list(match.result.payoffs) == sorted(match.result.payoffs)
    assert sum(match.result.payoffs) == pytest.approx(0)
    with pytest.raises(errors.MatchOver):
        match.resign(table.seats - 1)
    assert match.verify().ok


def test_who_plays_alone_and_gives_up_has_not_won(table: Table):
    if table.seats > 1:
        return
    match = played(table, 19, 2)
    match.resign(0)
    assert match.over
    assert match.result is not None
    assert (match.result.winners, match.result.resigned) == ((), (0,))
    assert match.result.payoffs == (-1.0,)
    assert match.result.scores == tuple(match.scores)
    assert not match.can_take_back(0)
    assert match.verify().ok


def test_nobody_resigns_twice(table: Table):
    match = table.match(20)
    match.resign(0)
    with pytest.raises(errors.MatchOver):
        match.resign(0)
    with pytest.raises(errors.NoSuchSeat):
        match.resign(table.seats)


def test_a_resignation_is_not_taken_back(table: Table):
    players = [HUMAN] + ["random"] * (table.seats - 1)
    match = played(table, 21, 12, players=players)
    for seat in range(max(1, table.seats - 1)):
        match.resign(seat)
    assert match.over
    assert not match.can_take_back(0)


def test_resigning_undoing_and_taking_back_have_words(table: Table):
    players = [HUMAN] + ["random"] * (table.seats - 1)
    match = table.match(22, players=players)
    while 0 not in match.waiting:
        play_on(match, 1, 22)
    match.play(match.legal_actions(0)[0], 0)
    match.take_back(0)
    match.resign(0)
    for lang in LANGUAGES:
        for told in match.story(0)[-2:]:
            assert len(told.lines(lang, match.player_names(lang))) == 1


# --- who sits where ------------------------------------------------------------------------------


def test_too_few_and_too_many_seats_are_refused(game: Game):
    for seats in (0, 1, game.seats[0] - 1, game.seats[-1] + 1, 99):
        if seats not in game.seats:
            with pytest.raises(errors.WrongSeats):
                Match.new(game, seats=seats)
            with pytest.raises(errors.WrongSeats):
                Match.new(game, players=["random"] * seats)


def test_unknown_options_and_values_are_refused(game: Game):
    with pytest.raises(errors.UnknownOption):
        Match.new(game, options={"xyzzy": "on"})
    for option in game.options:
        with pytest.raises(errors.BadOption) as refused:
            Match.new(game, options={option.name: "xyzzy"})
        for lang in LANGUAGES:
            assert "xyzzy" in refused.value.text(lang)


def test_the_player_who_begins_can_be_named(game: Game):
    if "first" not in {option.name for option in game.options}:
        return
    for seats in game.seats:
        for first in range(seats):
            assert Match.new(game, seats=seats, options={"first": str(first)}).turn == first


def test_players_without_a_name_are_numbered(table: Table):
    match = table.match(1, names=["Anna"])
    assert match.player_names("en")[:2] == ["Anna", "Player 2"][: table.seats]


def test_more_names_or_contributions_than_seats_are_refused(table: Table):
    for field in ("names", "contributions"):
        with pytest.raises(errors.NoSuchSeat):
            table.match(1, **{field: ["x"] * (table.seats + 1)})


def test_a_match_is_represented_and_drawn(table: Table):
    match = played(table, 2, 5)
    assert table.name in repr(match)
    assert str(match) == table.game.text(match.view(None))
    assert match._repr_svg_().lstrip().startswith("<svg")
