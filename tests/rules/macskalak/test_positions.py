"""A position as one line of text, unfinished turns and all."""

from __future__ import annotations

from random import Random

import pytest

from cattery import Match, errors
from rules.macskalak.desk import desk, play, whole
from rules.macskalak.walks import MACSKALAK


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_position_says_everything(level: int, seats: int):
    options = {"level": str(level)}
    for seed in range(3):
        chance = Random(f"{level} {seats} {seed}")
        states = MACSKALAK.new(seats, options, rng=chance.getrandbits(64))
        while True:
            text = MACSKALAK.position(states)
            again = MACSKALAK.from_position(text, seats, options)
            assert MACSKALAK.position(again) == text
            for name in ("rng", "revealed", "actor"):  # chance, and who happened to act last
                again[name] = states[name]
            assert again.tobytes() == states.tobytes(), text
            if states["over"][0]:
                break
            waiting = int(states["waiting"][0])
            states["actor"] = chance.choice([k for k in range(seats) if waiting >> k & 1])
            MACSKALAK.apply(states, chance.choice(MACSKALAK.legal(states)))


def test_a_match_goes_on_from_a_position():
    match = play(desk("2.2", "2345", abilities="KABC", level=2), "2 b1", "room a1 b1")
    options = {"level": "2", "abilities": "KABC"}
    again = Match.new("macskalak", options=options, seed=1, position=match.position())
    assert again.view(0) == match.view(0)
    play(again, "cat f6", "3 b2", "4 b3", "done")
    assert again.view(0).round == 6


EMPTY = whole("", 1)
GOOD = f"5 2345 ABCD {EMPTY}"
BAD = [
    ("", "parts"),
    ("5 2345 ABCD", "parts"),
    (f"{GOOD} {EMPTY}", "parts"),
    (f"0 2345 ABCD {EMPTY}", "round"),
    (f"61 2345 ABCD {EMPTY}", "round"),
    (f"x 2345 ABCD {EMPTY}", "round"),
    (f"5 234 ABCD {EMPTY}", "dice"),
    (f"5 2346 ABCD {EMPTY}", "dice"),
    (f"5 2345 ABC {EMPTY}", "abilities"),
    (f"5 2345 AABC {EMPTY}", "abilities"),
    (f"5 2345 ABCM {EMPTY}", "abilities"),
    (f"{GOOD}>{EMPTY}", "player"),
    (f"5 2345 ABCD {EMPTY[:-1]}", "sheet"),
    (f"5 2345 ABCD {EMPTY[:-7]}", "sheet"),
    (f"5 2345 ABCD {EMPTY.replace('.', '6', 1)}", "sheet"),
    (f"{GOOD}:::::", "sheet"),
    (f"{GOOD}:a1b1", "rooms"),
    (f"{GOOD}:a9", "rooms"),
    (f"{GOOD}::1,2,3", "uses"),
    (f"{GOOD}::1,2,3,x", "uses"),
    (f"{GOOD}:::x", "cats"),
    (f"{GOOD}>{EMPTY}>2345,3,-", "turn"),
    (f"{GOOD}>{EMPTY}>234,3,,-", "turn"),
    (f"{GOOD}>{EMPTY}>2345,5,,-", "turn"),
    (f"{GOOD}>{EMPTY}>2345,3,z9,-", "turn"),
    (f"{GOOD}>{EMPTY}>2345,3,,what", "turn"),
    (f"{GOOD}>{EMPTY}>2345,3,,-,K", "turn"),
    (f"{GOOD}::1,0,0,0", "impossible"),
    (f"{GOOD}:::13", "impossible"),
    (f"5 2345 ABCD {whole('22', 1)}", "impossible"),
    (f"5 2345 ABCD {whole('c', 1)}", "impossible"),
    (f"5 2345 ABCD {whole('2.2:a1c1', 1)}", "impossible"),
    (f"5 2345 ABCD {whole('3333:a1b1c1d1', 1)}", "impossible"),
    (f"5 2345 ABCD {'/'.join(['353535', '535353'] * 3)}", "impossible"),
    (f"{GOOD}>{EMPTY}>2*345,3,,-,done", "impossible"),
    (f"{GOOD}>{EMPTY}>2345,3,,wild", "impossible"),
    (f"{GOOD}>{EMPTY}>2345,3,,mouse", "impossible"),
    (f"{GOOD}>{EMPTY}>2345,3,,add2:", "impossible"),
    (f"{GOOD}>{EMPTY}>2345,3,,roomb4", "impossible"),
    (f"{GOOD}>{EMPTY}>2345,3,a1,-", "impossible"),
    (f"{GOOD}>{EMPTY}>2*3*4*5,2,,-", "impossible"),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
def test_a_bad_position_is_refused_with_its_problem(text: str, problem: str):
    with pytest.raises(errors.BadPosition) as refused:
        MACSKALAK.from_position(text, 1, {})
    assert refused.value.params["problem"] == problem
    assert refused.value.text("hu") != refused.value.text("en")


def test_a_table_with_named_abilities_takes_no_others():
    with pytest.raises(errors.BadPosition) as refused:
        MACSKALAK.from_position(GOOD, 1, {"abilities": "DCBA"})
    assert refused.value.params["problem"] == "other_abilities"
    assert MACSKALAK.position(MACSKALAK.from_position(GOOD, 1, {"abilities": "ABCD"})) == GOOD
