"""Action ids, moves and notation are three names of one thing."""

from __future__ import annotations

import contextlib
import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cattery
from cattery import Game, errors, loops
from cattery.batch import Batch
from cattery.text import player_name
from support.walks import LANGUAGES, Table, copied, glimpses, walk

NAMES = ["Anna", "Bence", "Cili", "Dani", "Emma", "Feri"]


def test_every_id_has_a_move_of_its_own(game: Game):
    assert len(game.moves) == game.actions
    assert len(set(game.moves)) == game.actions
    for action, move in enumerate(game.moves):
        assert game.action(move) == action
        assert game.move(action) == move


def test_notation_is_plain_unique_and_reads_back(game: Game):
    notations = [game.format(move) for move in game.moves]
    assert len(set(notations)) == game.actions
    for notation, move in zip(notations, game.moves, strict=True):
        assert notation.isascii()
        assert game.parse(notation) == move
        assert game.parse(f"  {notation.upper()} ") == move


def test_moves_are_frozen_and_tagged(game: Game):
    for move in game.moves[:: max(1, game.actions // 50)]:
        assert isinstance(move.type, str)
        assert hash(move) == hash(game.parse(game.format(move)))
        with pytest.raises(AttributeError):
            move.type = "other"


@pytest.mark.parametrize(
    "text", ["", " ", "?", "xyzzy", "\0", "💥", "k" * 10_000, "1 2 3 4 5 6", "-" * 99]
)
def test_what_is_no_notation_is_said_to_be_none(game: Game, text: str):
    with pytest.raises(errors.NotationError) as refused:
        game.parse(text)
    for lang in LANGUAGES:
        assert game.example in refused.value.text(lang)


@given(st.text(max_size=30))
def test_any_text_is_a_move_or_a_notation_error(text: str):
    for name in cattery.games():
        game = cattery.game(name)
        try:
            readings = game.readings(text)
        except errors.NotationError:
            continue
        assert readings
        assert set(readings) <= set(game.moves)


@given(st.data())
def test_a_notation_with_a_slip_is_another_move_or_a_notation_error(data: st.DataObject):
    game = cattery.game(data.draw(st.sampled_from(cattery.games())))
    notation = game.format(data.draw(st.sampled_from(game.moves)))
    at = data.draw(st.integers(0, len(notation)))
    slip = notation[:at] + data.draw(st.characters(codec="utf-8")) + notation[at + 1 :]
    with contextlib.suppress(errors.NotationError):
        assert set(game.readings(slip)) <= set(game.moves)


def test_legal_moves_are_ids_each_once_and_there_is_always_one(table: Table):
    for seed in range(6):
        for here in walk(table, seed):
            assert here.legal
            assert len(set(here.legal)) == len(here.legal)
            assert all(0 <= action < table.game.actions for action in here.legal)


def test_the_mask_says_what_the_list_says(table: Table):
    batch = Batch(table.game, 16, seats=table.seats, options=dict(table.options), seed=3)
    for _ in range(60):
        mask = batch.mask()
        for i in range(len(batch)):
            assert np.flatnonzero(mask[i]).tolist() == sorted(table.game.legal(batch.states, i))
        batch.step(batch.sample())


def test_a_sampled_action_is_legal_and_every_legal_action_is_sampled(table: Table):
    chance = Random(1)
    for here in glimpses(table, 1, 12):
        drawn = set()
        states = here.states
        for _ in range(40 * len(here.legal)):
            states["rng"] = chance.getrandbits(64)
            drawn.add(int(loops.sample_at(states, 0)))
        assert drawn <= set(here.legal)
        # Each legal action is drawn, unless the game finds some of them silly.
        if len(here.legal) > 1:
            assert len(drawn) > 1


def test_step_applies_and_lists_the_next_moves(table: Table):
    out = np.zeros(4096, np.int32)
    for here in walk(table, 2):
        stepped, applied = copied(here.states), copied(here.states)
        n = loops.step(stepped, 0, here.action, out)
        table.game.apply(applied, here.action)
        assert stepped.tobytes() == applied.tobytes()
        assert out[:n].tolist() == table.game.legal(applied)


def test_copies_are_independent(table: Table):
    for here in glimpses(table, 3):
        original = here.states.tobytes()
        twin = copied(here.states)
        table.game.apply(twin, here.action)
        assert here.states.tobytes() == original
        assert twin.tobytes() != original


def test_what_isnt_legal_is_refused_with_a_reason_in_both_languages(table: Table):
    chance = Random(5)
    met = set()
    for seed in range(3):
        for here in glimpses(table, seed, 40):
            game, legal = table.game, set(here.legal)
            for action in chance.sample(range(game.actions), min(25, game.actions)):
                reason = game.why_not(here.states, action)
                if action in legal:
                    assert reason is None
                    continue
                assert reason is not None, f"{game.format(game.move(action))} is refused silently"
                met.add(reason.code)
                for lang in LANGUAGES:
                    assert game.words(lang).text(f"reason.{reason.code}", **reason.params)
    assert met


def test_a_refusal_calls_players_by_their_names(table: Table):
    """In no language a number stands for somebody who has a name."""
    chance = Random(6)
    match = table.match(5, names=NAMES[: table.seats])
    numbered = [re.escape(player_name(lang, 8)).replace("9", r"\d") for lang in LANGUAGES]
    for _ in range(60):
        if match.over:
            break
        told = []
        for seat in range(table.seats):
            if seat not in match.waiting:
                with pytest.raises(errors.NotYourTurn) as early:
                    match.play(0, seat)
                told.append(early.value)
                assert all(NAMES[each] in str(early.value) for each in match.waiting)
        seat = match.waiting[0]
        legal = set(match.legal_actions(seat))
        for action in set(chance.choices(range(table.game.actions), k=25)) - legal:
            with pytest.raises(errors.IllegalMove) as refused:
                match.resolve(action, seat)
            told.append(refused.value)
        for lang in LANGUAGES:
            for refusal in told:
                assert not re.search("|".join(numbered), refusal.text(lang), re.IGNORECASE)
        match.play(chance.choice(sorted(legal)), seat)


def test_a_refusal_leaves_the_match_as_it_was(table: Table):
    match = table.match(7)
    seat = match.waiting[0]
    illegal = next(a for a in range(table.game.actions) if a not in match.legal_actions(seat))
    before = match.save()
    with pytest.raises(errors.IllegalMove) as refused:
        match.play(illegal, seat)
    assert refused.value.rule
    for lang in LANGUAGES:
        assert refused.value.rule in refused.value.text(lang)
    assert match.save() == before


@pytest.mark.parametrize("nonsense", [-1, 10**6, 2.5, None, True, object(), ("k", "c3")])
def test_what_is_no_move_is_refused(table: Table, nonsense: object):
    match = table.match(7)
    with pytest.raises(errors.NotationError):
        match.play(nonsense, match.waiting[0])
