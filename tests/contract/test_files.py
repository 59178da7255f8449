"""Saved matches: the round trip, and every damage or forgery with the line it is in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cattery
from cattery import Game, Match, errors, saved
from support.walks import LANGUAGES, Table, play_on, played, tables


def fresh(table: Table, moves: int = 12, seed: int = 1) -> str:
    """The saved text of a match in play, with a take-back and names in it."""
    players = ["human"] + ["random"] * (table.seats - 1)
    match = played(table, seed, moves, players=players, names=["Őrjöngő Ünő"])
    if match.can_take_back(0):
        match.take_back(0)
        play_on(match, 3, seed)
    return match.save()


@cache
def kept(name: str) -> str:
    """Such a text of a game's largest table."""
    return fresh(largest(name))


def largest(name: str) -> Table:
    """A table of a game with as many seats as it has."""
    return max(tables(name), key=lambda table: table.seats)


def redigested(text: str) -> str:
    """The text with a digest that fits again: a forger can compute that as well."""
    contents = json.loads(text)
    contents.pop("digest")
    return re.sub(r'"digest": "\w+"', f'"digest": "{saved._digest(contents)}"', text)


def complaint(text: str) -> errors.BadFile:
    """What loading says; verifying must say the same."""
    with pytest.raises(errors.BadFile) as refused:
        Match.load(text)
    verdict = saved.verify(text)
    assert not verdict.ok
    assert isinstance(verdict.error, errors.BadFile)
    assert verdict.error.params["line"] == refused.value.params["line"]
    for lang in LANGUAGES:
        assert str(refused.value.params["line"]) in refused.value.text(lang)
    return refused.value


def line_of(text: str, part: str) -> int:
    """The line in which a part of the text stands, counted from 1."""
    return text[: text.index(part)].count("\n") + 1


# --- the round trip ------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [0, 1, 30, 10_000])
def test_a_saved_match_is_the_same_when_loaded(table: Table, moves: int):
    match = played(table, 1, moves, names=["Anna", "Béla 🐈"][: table.seats])
    twin = Match.load(match.save())
    assert twin.save() == match.save()
    assert twin.log == match.log
    assert twin.state().tobytes() == match.state().tobytes()
    assert twin.result == match.result
    for seat in (*range(table.seats), None):
        assert twin.view(seat) == match.view(seat)
        assert twin.story(seat) == match.story(seat)
    assert match.verify().ok


def test_a_loaded_match_goes_on_as_the_first_would_have(table: Table):
    one = played(table, 2, 9)
    two = Match.load(one.save())
    assert play_on(one, 10_000, 5).save() == play_on(two, 10_000, 5).save()


def test_undos_take_backs_and_resignations_are_kept(table: Table):
    match = played(table, 3, 8, players=["human"] + ["random"] * (table.seats - 1))
    if match.can_take_back(0):
        match.take_back(0)
    play_on(match, 4, 3)
    match.resign(0)
    twin = Match.load(match.save())
    assert [entry.kind for entry in twin.log] == [entry.kind for entry in match.log]
    assert twin.resigned == [0]
    assert twin.save() == match.save()


def test_a_file_is_one_entry_per_line_and_plain_json(table: Table):
    text = fresh(table)
    contents = json.loads(text)
    entries = [line for line in text.splitlines() if line.startswith('{"n"')]
    assert len(entries) == len(contents["log"])
    assert "Őrjöngő Ünő" in text


def test_the_seed_stays_secret_while_the_match_is_running(table: Table):
    match = played(table, 4, 3)
    assert match.seed is not None
    assert match.seed.hex() not in match.save(secret=False)
    assert complaint(match.save(secret=False)).params["problem"] == "no_seed"
    play_on(match, 10_000, 4)
    assert match.seed.hex() in match.save(secret=False)


def test_a_match_from_a_position_is_kept():
    match = Match.new("huupp", position="cc4/6/6/6/6/6 1 5k1c 8k", seed=1)
    match.play("c c1", 0)
    twin = Match.load(match.save())
    assert twin.position() == match.position()


def test_known_dice_are_kept_and_nobody_has_added_to_them(table: Table):
    match = played(table, 5, 6, known_dice=True)
    text = match.save()
    assert json.loads(text)["known_dice"] is True
    assert Match.load(text).known_dice
    assert Match.load(text).save() == text
    added = changed("contributions", ["x"] + [""] * (table.seats - 1))(text)
    assert complaint(redigested(added)).params["problem"] == "wrong"


# --- damage --------------------------------------------------------------------------------------


def test_a_file_cut_off_anywhere_is_a_bad_file(game: Game):
    text = fresh(largest(game.name))
    for length in range(len(text.rstrip())):
        error = complaint(text[:length])
        assert 1 <= error.params["line"] <= text.count("\n") + 1


def test_a_cut_off_file_says_so():
    text = fresh(largest("huupp"))
    for length in (len(text) // 2, len(text) - 10, 200):
        cut = text[:length].rstrip()
        error = complaint(cut)
        assert error.params["problem"] in ("end", "not_json")
        assert error.params["line"] == cut.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\n", "{}", "[]", "null", "5", '"x"', "nan", "[" * 100_000, "{" * 50,
        '{"format": 5}', '{"format": "cattery match 99"}', '{"format": "chess"}',
        '{"format": "cattery match 1"}', "\ufeff{}", "PK\x03\x04", "9" * 10_000,
        '{"format": "cattery match 1", "rules": ' + "9" * 10_000 + "}",
    ],
)  # fmt: skip
def test_what_is_no_match_is_a_bad_file(text: str):
    complaint(text)


@given(st.data())
def test_any_change_of_one_character_is_noticed_or_harmless(data: st.DataObject):
    name = data.draw(st.sampled_from(cattery.games()))
    text = kept(name)
    at = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.sampled_from('0123456789abcdef"{}[]:,. \n\\é\0'))
    changed = text[:at] + character + text[at + 1 :]
    verdict = saved.verify(changed)
    if verdict.ok:
        assert json.loads(changed) == json.loads(text)  # only spaces between words
    else:
        assert isinstance(verdict.error, errors.BadFile)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


@given(st.data())
def test_any_value_in_any_field_is_read_or_a_bad_file(data: st.DataObject):
    contents = json.loads(kept(data.draw(st.sampled_from(cattery.games()))))
    field = data.draw(st.sampled_from(sorted(contents)))
    contents[field] = data.draw(VALUES)
    verdict = saved.verify(json.dumps(contents))
    assert verdict.error is None or isinstance(verdict.error, errors.BadFile)
    assert verdict.error is None or verdict.error.text("hu")


@given(st.data())
def test_any_value_in_any_entry_is_read_or_a_bad_file(data: st.DataObject):
    contents = json.loads(kept(data.draw(st.sampled_from(cattery.games()))))
    entry = data.draw(st.sampled_from(contents["log"]))
    entry[data.draw(st.sampled_from(["n", "seat", "move", "undo", "resign", "x"]))] = data.draw(
        VALUES
    )
    verdict = saved.verify(json.dumps(contents))
    assert verdict.error is None or isinstance(verdict.error, errors.BadFile)
    assert verdict.error is None or verdict.error.text("en")


# --- forgery: the digest fits, something else doesn't --------------------------------------------


def changed(field: str, value: Any) -> Callable[[str], str]:
    """Put another value into a field."""

    def change(text: str) -> str:
        line = f'"{field}": {json.dumps(value)}'
        return re.sub(rf'(?m)^"{field}": .*?(,?)$', lambda found: line + found[1], text)

    return change


FORGERIES: list[tuple[str, str, Callable[[str], str]]] = [
    ("format", "format", changed("format", "cattery match 7")),
    ("game", "refused", changed("game", "chess")),
    ("rules", "rules", changed("rules", 99)),
    ("rules", "wrong", changed("rules", "1")),
    ("data", "data", changed("data", "0" * 16)),
    ("seats", "refused", changed("seats", 77)),
    ("seats", "wrong", changed("seats", "2")),
    ("options", "refused", changed("options", {"xyzzy": "on"})),
    ("options", "wrong", changed("options", {"first": 0})),
    ("players", "wrong", changed("players", ["human"])),
    ("players", "wrong", changed("players", "human")),
    ("names", "wrong", changed("names", [1, 2])),
    ("position", "refused", changed("position", "x y z w v u t s r q p o")),
    ("commitment", "seed", changed("commitment", "0" * 64)),
    ("contributions", "wrong", changed("contributions", [])),
    ("known_dice", "wrong", changed("known_dice", "yes")),
    ("key_version", "wrong", changed("key_version", 3)),
    ("key_version", "wrong", changed("key_version", True)),
    ("seed", "wrong", changed("seed", "xyz")),
    ("seed", "no_seed", changed("seed", None)),
    ("commitment", "seed", changed("seed", "0" * 64)),
    ("result", "result", changed("result", {"winners": [0]})),
    ("result", "wrong", changed("result", "won")),
]


@pytest.mark.parametrize(
    ("field", "problem", "forge"),
    FORGERIES,
    ids=[f"{f}-{p}-{k}" for k, (f, p, _) in enumerate(FORGERIES)],
)
def test_a_forged_field_is_noticed_in_its_line(
    game: Game, field: str, problem: str, forge: Callable[[str], str]
):
    text = redigested(forge(fresh(largest(game.name))))
    error = complaint(text)
    assert error.params["problem"] == problem
    assert error.params["line"] == line_of(text, f'"{field}":')


def test_a_missing_field_is_named(game: Game):
    for field in json.loads(kept(game.name)):
        if field in ("format", "log"):
            continue
        text = re.sub(rf'(?m)^"{field}": .*\n', "", kept(game.name))
        text = text.replace(",\n}", "\n}")
        error = complaint(text)
        assert (error.params["problem"], error.params["field"]) == ("missing", field)


def entry_line(text: str, n: int) -> int:
    """The line of the n-th entry."""
    return line_of(text, '"log": [') + 1 + n


def test_a_changed_name_breaks_the_digest(game: Game):
    text = kept(game.name).replace("Őrjöngő Ünő", "Szelíd Ünő")
    error = complaint(text)
    assert error.params["problem"] == "digest"
    assert error.params["line"] == line_of(text, '"digest"')


def test_an_illegal_move_is_noticed_in_its_line(game: Game):
    contents = json.loads(kept(game.name))
    at = 2
    seat = contents["log"][at]["seat"]
    match = Match.load(kept(game.name))
    start = Match.new(
        game, seats=match.seats, options=match.options, seed=match.seed, players=match.players
    )
    for entry in match.log[:at]:
        start.play(entry.move, entry.seat)
    illegal = next(a for a in range(game.actions) if a not in start.legal_actions(seat))
    forged = kept(game.name).replace(
        json.dumps(contents["log"][at]),
        json.dumps({"n": at, "seat": seat, "move": game.format(game.move(illegal))}),
    )
    error = complaint(redigested(forged))
    assert error.params["problem"] == "entry"
    assert error.params["line"] == entry_line(forged, at)
    assert isinstance(error.params["why"], errors.IllegalMove)
    assert saved.verify(redigested(forged)).match.n == at  # what can be replayed is there


FORGED_ENTRIES = [
    ({"move": "xyzzy"}, "entry"),
    ({"seat": 99}, "entry"),
    ({"seat": -1}, "entry"),
    ({"seat": "0"}, "wrong_entry"),
    ({"seat": True}, "wrong_entry"),
    ({"n": 77}, "number"),
    ({"n": "x"}, "number"),
    ({"extra": 1}, "wrong_entry"),
    ({"move": None}, "wrong_entry"),
    ({"undo": 1, "move": None}, None),
    ({"take_back": 0, "move": None}, None),
    ({"resign": True, "move": None}, None),
]


@pytest.mark.parametrize(("change", "problem"), FORGED_ENTRIES, ids=str)
def test_a_forged_entry_is_noticed_in_its_line(
    game: Game, change: dict[str, Any], problem: str | None
):
    text = kept(game.name)
    entry = json.loads(text)["log"][3]
    forged = text.replace(json.dumps(entry), json.dumps({**entry, **change}))
    error = complaint(redigested(forged))
    if problem:
        assert error.params["problem"] == problem
    assert error.params["line"] == entry_line(forged, 3)


def test_an_entry_that_is_no_object_is_noticed_in_its_line(game: Game):
    text = kept(game.name)
    entry = json.loads(text)["log"][3]
    error = complaint(redigested(text.replace(json.dumps(entry), "17")))
    assert error.params["problem"] == "number"
    assert error.params["line"] == entry_line(text, 3)


def test_an_entry_left_out_is_noticed_where_it_should_be(game: Game):
    lines = kept(game.name).split("\n")
    at = entry_line(kept(game.name), 3)
    text = "\n".join(lines[: at - 1] + lines[at:])
    error = complaint(redigested(text))
    assert error.params["problem"] == "number"
    assert error.params["line"] == at


def test_an_entry_written_twice_is_noticed_at_the_second(game: Game):
    lines = kept(game.name).split("\n")
    at = entry_line(kept(game.name), 3)
    text = "\n".join([*lines[:at], lines[at - 1], *lines[at:]])
    error = complaint(redigested(text))
    assert error.params["problem"] == "number"
    assert error.params["line"] == at + 1


def test_a_move_of_another_seat_is_noticed(game: Game):
    if game.at_once:
        return  # everybody may act
    text = kept(game.name)
    entry = json.loads(text)["log"][0]
    other = {**entry, "seat": (entry["seat"] + 1) % json.loads(text)["seats"]}
    error = complaint(redigested(text.replace(json.dumps(entry), json.dumps(other))))
    assert error.params["line"] == entry_line(text, 0)


def test_a_result_claimed_too_early_is_noticed(game: Game):
    claimed = {"payoffs": [1, -1], "scores": [1, 0], "winners": [0]}
    text = redigested(changed("result", claimed)(kept(game.name)))
    assert complaint(text).params["problem"] == "result"


def test_a_longer_log_after_the_end_is_noticed(game: Game):
    match = played(largest(game.name), 1)
    text = match.save()
    last = f'{{"n": {match.n - 1}, '
    at = line_of(text, last)
    lines = text.split("\n")
    lines[at - 1] += ","
    lines.insert(at, json.dumps({"n": match.n, "seat": 0, "move": match.log[0].move}))
    error = complaint(redigested("\n".join(lines)))
    assert (error.params["problem"], error.params["line"]) == ("entry", at + 1)


@pytest.mark.parametrize("field", ["names", "players", "contributions"])
def test_letters_that_are_none_are_noticed(game: Game, field: str):
    seats = json.loads(kept(game.name))["seats"]
    text = changed(field, ["\ud800"] * seats)(kept(game.name))
    assert complaint(text).params["line"] == line_of(text, f'"{field}":')
