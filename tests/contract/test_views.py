"""What a seat sees: whole, in words, as the schema promises, and no more than it may know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any, get_args

import jsonschema
import numpy as np
import orjson
import pytest

from cattery import Game, text
from cattery.data import folder
from support.walks import LANGUAGES, Table, copied, glimpses, last, played


def seats_and_onlooker(table: Table) -> Iterator[int | None]:
    yield from range(table.seats)
    yield None


def validator(game: Game, part: str) -> Any:
    schema = {"$ref": f"#/$defs/{part}", **game.schema()}
    return jsonschema.Draft202012Validator(schema)


def plain(thing: Any) -> Any:
    """What a view, move or event is as JSON."""
    return orjson.loads(orjson.dumps(thing))


def test_views_are_as_the_schema_says(table: Table):
    valid = validator(table.game, "View")
    for here in glimpses(table, 1, 12):
        for seat in seats_and_onlooker(table):
            valid.validate(plain(table.game.view(here.states, seat)))
    for seat in seats_and_onlooker(table):
        valid.validate(plain(table.game.view(last(table, 1), seat)))


def test_moves_are_as_the_schema_says(game: Game):
    valid = validator(game, "Move")
    for move in game.moves:
        valid.validate(plain(move))


def test_events_are_as_the_schema_says_and_have_words(table: Table):
    valid = validator(table.game, "Event")
    names = [f"Player {seat}" for seat in range(table.seats)]
    for seed in range(2):
        match = played(table, seed)
        for seat in seats_and_onlooker(table):
            for told in match.story(seat):
                for event in told.events:
                    if seed == 0 and seat in (None, 0):
                        valid.validate(plain(event))
                for lang in LANGUAGES:
                    for line in told.lines(lang, names):
                        assert line.strip()
                        assert "{" not in line


def test_the_schema_refuses_what_is_no_view(game: Game):
    for part in ("View", "Move", "Event"):
        valid = validator(game, part)
        for wrong in ({}, {"type": "nonsense"}, [], 5, None):
            with pytest.raises(jsonschema.ValidationError):
                valid.validate(wrong)


def test_every_type_of_event_has_words_in_both_languages(game: Game):
    for kind in get_args(game._story.Event):
        tag = kind.__dataclass_fields__["type"].default
        for lang in LANGUAGES:
            keys = game.words(lang).templates
            variants = [key for key in keys if key.startswith(f"event.{tag}.")]
            assert f"event.{tag}" in keys or variants, f"no words for {tag} in {lang}"


def test_every_reason_in_the_source_has_words_in_both_languages(game: Game):
    source = (folder(game.name) / "moves.py").read_text(encoding="utf-8")
    codes = re.findall(r'Reason\(\s*"[A-Z]+-\d+",\s*"(\w+)"', source)
    assert codes
    for lang in LANGUAGES:
        for code in codes:
            assert f"reason.{code}" in game.words(lang).templates


def test_the_pictures_can_be_drawn_for_everybody(table: Table):
    for here in glimpses(table, 2, 8):
        for seat in seats_and_onlooker(table):
            view = table.game.view(here.states, seat)
            for lang in LANGUAGES:
                lines = table.game.text(view, lang).splitlines()
                assert max(map(len, lines)) <= 80
                assert table.game.svg(view, lang).lstrip().startswith("<svg")


def test_looking_changes_nothing(table: Table):
    for here in glimpses(table, 3, 12):
        before = here.states.tobytes()
        for seat in seats_and_onlooker(table):
            table.game.view(here.states, seat)
            if seat is not None:
                table.game.observe(here.states, seat)
                table.game.imagine(here.states, seat, rng=5)
        table.game.legal(here.states)
        table.game.scores(here.states)
        table.game.payoffs(here.states)
        table.game.position(here.states)
        assert here.states.tobytes() == before


def test_what_a_seat_knows_is_unchanged_in_any_world_it_imagines(table: Table):
    chance = Random(4)
    game = table.game
    for seed in range(2):
        for here in glimpses(table, seed):
            for seat in range(table.seats):
                world = game.imagine(here.states, seat, rng=chance.getrandbits(64))
                assert game.view(world, seat) == game.view(here.states, seat)
                seen, imagined = game.observe(here.states, seat), game.observe(world, seat)
                assert np.array_equal(seen, imagined)
                for field in ("turn", "waiting", "phase", "over", "seats"):
                    assert world[field][0] == here.states[field][0]
            own = game.imagine(here.states, here.states["actor"][0], rng=chance.getrandbits(64))
            own["actor"] = here.states["actor"]
            assert sorted(game.legal(own)) == sorted(here.legal)


def test_an_imagined_world_keeps_the_invariants(table: Table):
    from cattery import loops

    chance = Random(5)
    for here in glimpses(table, 6):
        for seat in range(table.seats):
            world = table.game.imagine(here.states, seat, rng=chance.getrandbits(64))
            assert loops.check_at(world, 0) == 0


def test_states_that_look_alike_to_a_seat_give_the_same_worlds(table: Table):
    chance = Random(6)
    for here in glimpses(table, 7):
        for seat in range(table.seats):
            other = table.game.imagine(here.states, seat, rng=chance.getrandbits(64))
            rng = chance.getrandbits(64)
            one, two = (table.game.imagine(s, seat, rng=rng) for s in (here.states, other))
            assert one.tobytes() == two.tobytes()


def test_an_open_game_has_nothing_to_imagine(table: Table):
    if table.game.hidden:
        return
    for here in glimpses(table, 8):
        for seat in range(table.seats):
            world = table.game.imagine(here.states, seat, rng=5)
            same = copied(here.states)
            same["rng"] = world["rng"]
            assert world.tobytes() == same.tobytes()
            assert table.game.view(world, None) == table.game.view(here.states, None)


def test_in_an_open_game_all_see_the_same_and_who_they_are(table: Table):
    if table.game.hidden:
        return
    for here in glimpses(table, 8):
        seen = vars(table.game.view(here.states, None))
        for seat in range(table.seats):
            assert vars(table.game.view(here.states, seat)) == {**seen, "seat": seat}


def test_what_travels_is_quick_to_encode(table: Table):
    """orjson takes six times as long for a dataclass with slots."""
    match = played(table, 3, 6)
    view, told = match.view(0), match.story(0)
    for part in (view, *(event for one in told for event in one.events)):
        assert list(vars(part)) == [field.name for field in fields(part)]


def test_observations_are_small_numbers_in_the_promised_shape(table: Table):
    for here in glimpses(table, 9):
        planes = table.game.observe(here.states, 0)
        assert planes.dtype == np.int8
        assert planes.shape == table.game.observation_shape
        assert len(table.game.rules.PLANES) == planes.shape[0]


def test_names_are_put_into_lines_and_never_read_as_templates(table: Table):
    match = played(table, 3, 6)
    names = ["{n|a|b}", "100 % {0}", "<b>", "}{", "{{}}"][: table.seats]
    for told in match.story(0):
        for lang in LANGUAGES:
            told.lines(lang, names)
    assert text.LANGUAGES == ("en", "hu")
