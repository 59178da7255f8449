"""Hints say why: one whole sentence for every advice, from what the seat knows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import cattery
from cattery import Game, Match, data
from cattery.analysis import Hint, hint
from cattery.analysis.lines import Alternative
from cattery.analysis.reasons import reason
from cattery.players import Seat, make
from cattery.puzzles import puzzles
from support.walks import LANGUAGES

ASKED = 10  # hints per game
ITERATIONS = 400
PROOF = 60_000  # what a hint on the page thinks in a part of its second
RULE = re.compile(r"[A-Z]-\d+")


def hints(game: Game) -> Iterator[tuple[Seat, Hint]]:
    """Hints at decisions all over a match of greedy players."""
    seats = next(n for n in game.seats if n > 1)
    match = Match.new(game, seats=seats, seed=5)
    player = make("greedy", game, 5)
    given = 0
    while not match.over and given < ASKED:
        seat = Seat.of(match, match.waiting[0])
        if match.n % 3 == 0 and len(match.legal_actions(seat.number)) > 1:
            yield seat, hint(seat, iterations=ITERATIONS)
            given += 1
        match.play(player.choose(seat), seat.number)


def test_every_hint_has_its_sentence(game: Game):
    codes: Counter[str] = Counter()
    for _, advice in hints(game):
        assert advice.why is not None
        codes[advice.why.code] += 1
        for lang in LANGUAGES:
            sentence = advice.reason(lang)
            assert sentence.rstrip(")")[-1] in ".-0123456789", sentence
            assert "{" not in sentence
            assert not sentence.startswith("why."), sentence
            if advice.why.rule:
                assert RULE.fullmatch(advice.why.rule)
                assert sentence.endswith(f"({advice.why.rule})")
            assert sentence in advice.lines(lang, ["a", "b", "c", "d", "e"][: advice.seats])
    assert codes
    if game.name in data.packaged():
        assert len(codes) > 1, "always the same sentence says nothing"


def test_the_reason_is_the_same_in_every_world_the_seat_holds_possible(game: Game):
    for seat, advice in hints(game):
        move = game.move(advice.best.action)
        events = advice.line.steps[0].events
        told = [
            repr(game.why(game.view(seat.imagine(rng), seat.number), move, events))
            for rng in range(4)
        ]
        assert len(set(told)) == 1


def test_every_reason_has_its_words():
    """In both languages, with the same parameters: nothing is said that nobody worded."""
    for name in data.packaged():
        source = (data.folder(name) / "why.py").read_text(encoding="utf-8")
        named = set(re.findall(r'Reason\(\s*"[A-Z]-\d+",\s*"(\w+)"', source))
        assert named
        for lang in LANGUAGES:
            for code in named:
                assert cattery.game(name).words(lang).find(f"why.{code}"), (name, code)


def test_a_win_in_two_is_said_to_be_unstoppable():
    match, seat, _ = next(
        one for one in puzzles("huupp") if (one.goal, one.turns) == ("win", 2)
    ).at()
    advice = hint(Seat.of(match, seat), iterations=PROOF)
    assert advice.why is not None
    assert advice.why.code == "unstoppable"
    assert "nothing stops" in advice.reason("en")


def test_three_in_a_row_are_the_reason():
    """The row counts before it has grown up, and only if this very move makes it."""
    position = "6/5k/5k/6/K5/6 1 6k 7k - - 6"
    match = Match.new("huupp", position=position, options={"ghosts": "off"}, seed=1)
    told = {}
    for move in ("k f4", "k c3"):
        preview = match.preview(move, 0)
        assert preview is not None
        told[move] = match.game.why(match.view(0), match.game.parse(move), preview.events)
    assert [why and why.code for why in told.values()] == ["row", "middle"]


def test_a_threat_that_can_only_be_put_off_is_told_so():
    """Where the win is proven, answers that stop the first threat are no way out."""
    match, seat, _ = puzzles("huupp")[12].at()
    world = Seat.of(match, seat).imagine(0)
    action = match.game.action(match.game.parse("c c2"))
    codes = []
    for proof in (0, 1):
        best = Alternative(action, "c c2", 1, 0.0, 50.0, None, proof)
        codes.append(reason(match.game, world, seat, best, [], []).code)
    assert codes == ["threatens", "delayed"]
