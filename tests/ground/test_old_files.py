"""Matches that an older program saved: they open, go on, and mean what they meant."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cattery import Match, saved
from cattery.match import seeds

FIXTURES = Path(__file__).parents[1] / "fixtures"
FILES = sorted((FIXTURES / "saved").glob("*.json"))
SECOND = sorted((FIXTURES / "saved_2").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_the_first_format_is_sound(file: Path):
    text = file.read_text(encoding="utf-8")
    assert json.loads(text)["format"] == saved.FIRST_FORMAT
    verdict = saved.verify(text)
    assert verdict.ok, verdict.error


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_written_again_in_the_new_format_with_the_same_log(file: Path):
    text = file.read_text(encoding="utf-8")
    old, match = json.loads(text), Match.load(text)
    assert match.verify().ok
    new = json.loads(match.save())
    assert new["format"] == saved.FORMAT
    assert new["known_dice"] is False
    for part in ("log", "seed", "commitment", "options", "players", "names", "position"):
        assert new[part] == old[part]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_was_forged_in_it_is_still_noticed(file: Path):
    text = file.read_text(encoding="utf-8")
    contents = json.loads(text)
    if contents["result"] is None:
        return
    contents["result"]["winners"] = [0] if contents["result"]["winners"] != [0] else [1]
    contents.pop("digest")
    forged = re.sub(
        r'"winners": \[[^]]*\]', f'"winners": {contents["result"]["winners"]}', text
    ).replace(json.loads(text)["digest"], saved._digest(contents))
    verdict = saved.verify(forged)
    assert not verdict.ok
    assert verdict.error is not None
    assert verdict.error.params["problem"] == "result"


@pytest.mark.parametrize("file", SECOND, ids=lambda file: file.stem)
def test_a_file_of_the_second_format_is_sound_and_keeps_its_key(file: Path):
    text = file.read_text(encoding="utf-8")
    contents = json.loads(text)
    assert contents["format"] == saved.SECOND_FORMAT
    verdict = saved.verify(text)
    assert verdict.ok, verdict.error
    match = Match.load(text)
    assert match.key_version == seeds.JOINED
    again = json.loads(match.save())
    assert (again["format"], again["key_version"]) == (saved.FORMAT, seeds.JOINED)
    assert match.verify().ok
    assert match.restarted().dice == match.dice


def test_an_old_files_texts_taken_for_counted_ones_give_another_deal():
    text = next(file for file in SECOND if file.stem == "filou-added").read_text(encoding="utf-8")
    contents = json.loads(Match.load(text).save())
    contents["key_version"] = seeds.COUNTED
    contents["digest"] = saved._digest(
        {key: value for key, value in contents.items() if key != "digest"}
    )
    assert not saved.verify(json.dumps(contents)).ok


def test_the_fixtures_hold_everything_that_a_log_can():
    kinds = {kind for file in FILES for kind in re.findall(r'"(\w+)": [^,]+}', file.read_text())}
    assert {"move", "undo", "take_back", "resign"} <= kinds


def test_f40_all_level_was_nobodys_win_and_is_everybodys_now():
    (file,) = [file for file in FILES if file.stem == "filou-4-all-level"]
    text = file.read_text(encoding="utf-8")
    assert json.loads(text)["result"]["winners"] == []
    match = Match.load(text)
    assert match.result is not None
    assert match.result.winners == (0, 1, 2, 3)
    assert json.loads(match.save())["result"]["winners"] == [0, 1, 2, 3]
    assert match.view(None).winners == match.result.winners


def test_h41_a_draw_is_still_a_draw():
    (file,) = [file for file in FILES if file.stem == "huupp-draw"]
    match = Match.load(file.read_text(encoding="utf-8"))
    assert match.result is not None
    assert match.result.winners == ()
    assert match.game.draw
