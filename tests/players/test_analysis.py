"""Analysis and hints: values, lines and words from what each seat knew."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cattery
from cattery.analysis import Analysis, analyse, chance, hint
from cattery.analysis.hints import worth
from cattery.analysis.lines import Alternative, expected_line, sensible
from cattery.analysis.plot import svg
from cattery.match import Match
from cattery.players import Seat, make
from cattery.search import Choice, Limits, Search
from cattery.terminal.cli import app
from cattery.terminal.judgements import show
from cattery.terminal.screen import Screen

NAMES = ["Anna", "Béla", "Cili", "Dani", "Emma", "Feri"]
ITERATIONS = 300


def played(game: str, moves: int | None = None, seed: int = 5, seats: int | None = None) -> Match:
    """A match of the quickest players, to its end or so many entries long."""
    which = cattery.game(game)
    match = Match.new(which, seats=seats or which.seats[0], seed=seed)
    minds = [make("greedy", which, seat) for seat in range(match.seats)]
    while not match.over and (moves is None or match.n < moves):
        seat = match.waiting[0]
        match.play(minds[seat].choose(Seat.of(match, seat)), seat)
    return match


@pytest.fixture(scope="module", params=cattery.games())
def analysed(request: pytest.FixtureRequest) -> tuple[Match, Analysis]:
    """A match of each game and its analysis."""
    match = played(request.param, 24)
    return match, analyse(match, iterations_per_move=ITERATIONS)


def test_every_move_is_judged_in_order(analysed: tuple[Match, Analysis]) -> None:
    match, found = analysed
    assert found.complete
    assert [each.n for each in found.judgements] == [step.n for step in match.steps]
    for each, step in zip(found.judgements, match.steps, strict=True):
        assert each.move == match.log[step.n].move
        assert each.seat == step.seat


def test_a_move_never_gains_and_the_best_costs_nothing(analysed: tuple[Match, Analysis]) -> None:
    for each in analysed[1].judgements:
        assert -1 <= each.after <= each.before <= 1
        assert each.cost == pytest.approx(each.before - each.after, abs=1e-3)
        assert each.chance_before == chance(each.before)
        assert each.alternatives[0] == each.best
        if each.grade in ("best", "forced"):
            assert each.cost == 0
            assert each.move == each.best.move


def test_the_lines_begin_with_their_moves_and_are_told_in_words(
    analysed: tuple[Match, Analysis],
) -> None:
    for each in analysed[1].judgements:
        assert each.played_line.moves[0] == each.move
        assert each.best_line.moves[0] == each.best.move
        for lang in ("hu", "en"):
            assert all(each.best_line.lines(lang, NAMES))
            assert each.played_line.lines(lang, NAMES)


def test_it_is_plain_json_with_words(analysed: tuple[Match, Analysis]) -> None:
    found = analysed[1]
    plain = json.loads(json.dumps(found.as_json("hu", NAMES)))
    assert plain["complete"]
    assert len(plain["judgements"]) == found.total
    assert any(each["best_line"]["lines"] for each in plain["judgements"])
    assert len(plain["summaries"]) == found.seats


def test_the_graph_is_sound_xml(analysed: tuple[Match, Analysis]) -> None:
    found = analysed[1]
    tree = ElementTree.fromstring(svg(found, NAMES, "hu"))
    curves = [each for each in tree.iter() if each.tag.endswith("polyline")]
    assert len(curves) == (1 if found.seats == 2 else found.seats)


def test_the_same_seed_gives_the_same_judgements() -> None:
    match = played("huupp", 10)
    assert analyse(match, iterations_per_move=200) == analyse(match, iterations_per_move=200)


def test_a_missed_win_is_a_blunder_and_the_win_is_named() -> None:
    both_threaten = "6/2cc2/6/6/2CC2/6 1 5k1c 5k1c"
    match = Match.new("huupp", position=both_threaten, options={"ghosts": "off"})
    match.play("k f1", 0)
    judgement = analyse(match, iterations_per_move=2000).judgements[0]
    assert judgement.best.move in ("c b2", "c e2")
    assert judgement.best.proof == 1
    assert judgement.chance_before == 100
    assert judgement.chance_after == 0
    assert judgement.grade == "blunder"
    assert "Anna wins" in " ".join(judgement.best_line.lines("en", NAMES))


def test_a_move_that_loses_at_once_costs_everything() -> None:
    match = Match.new("huupp", position="6/1k4/6/2CC2/6/6 1 4k3c 5k1c", options={"ghosts": "off"})
    match.play("k a6", 0)
    match.play("c b4", 1)
    judgement = analyse(match, iterations_per_move=3000).judgements[0]
    assert judgement.played.proof == -1
    assert judgement.chance_after == 0
    assert judgement.chance_cost > 20
    assert judgement.grade == "blunder"


def test_moves_that_were_undone_arent_judged() -> None:
    match = Match.new("huupp", seed=1, options={"first": "0"}, players=["human", "greedy"])
    match.play("k c3", 0)
    match.take_back(0)
    match.play("k d4", 0)
    found = analyse(match, iterations_per_move=50)
    assert [each.move for each in found.judgements] == ["k d4"]


def test_cancelled_it_gives_what_is_done() -> None:
    match = played("huupp", 12)
    done: list[int] = []
    found = match.analyse(
        seconds_per_move=0.01,
        progress=lambda count, total, latest: done.append(count),
        cancelled=lambda: len(done) >= 3,
    )
    assert not found.complete
    assert len(found.judgements) == 3
    assert done == [1, 2, 3]


@pytest.mark.parametrize("game", [name for name in cattery.games() if cattery.game(name).hidden])
def test_a_judgement_rests_on_what_the_seat_knew(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first decision is judged the same when the hidden part is another that fits."""
    match = played(game, 6)
    truth = analyse(match, iterations_per_move=200).judgements[0]
    first, *rest = match.steps
    twin = replace(first, before=match.game.imagine(first.before, first.seat, 12345))
    monkeypatch.setattr(Match, "steps", (twin, *rest))
    again = analyse(match, iterations_per_move=200).judgements[0]
    assert replace(again, played_line=truth.played_line) == truth


# --- alone, and at once --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone() -> Analysis:
    """A whole game for one, its worst tins taken first."""
    match = Match.new("sardines", seats=1, options={"shelf": "HABCD"}, seed=3)
    while not match.over:
        legal = match.legal_actions(0)
        match.play(legal[min(1, len(legal) - 1)], 0)
    return analyse(match, iterations_per_move=400)


def test_alone_a_move_costs_points(alone: Analysis) -> None:
    for each in alone.judgements:
        assert each.points_before == pytest.approx(100 * each.before, abs=0.051)
        assert each.points_after == pytest.approx(100 * each.after, abs=0.051)
        assert each.points_cost == pytest.approx(100 * each.cost, abs=0.11)
        assert each.best.points == pytest.approx(100 * each.best.value, abs=0.051)
        if each.grade in ("slip", "mistake", "blunder"):
            least = {"slip": 1.0, "mistake": 2.5, "blunder": 5.0}[each.grade]
            assert each.points_cost is not None
            assert each.points_cost >= least
    assert alone.judgements[0].best.move == "reach 1", "the fullest tin"
    assert {each.grade for each in alone.judgements} & {"mistake", "blunder"}
    (summary,) = alone.summaries
    assert summary.mean_points is not None
    assert summary.mean_points > 0


def test_alone_the_curve_is_of_points_and_ends_with_the_score(alone: Analysis) -> None:
    (series,) = alone.series
    assert alone.scores
    assert series.points[-1] == (alone.entries, alone.scores[0])
    picture = svg(alone, NAMES, "en")
    ElementTree.fromstring(picture)
    assert "%" not in picture.split("</style>")[1]


def test_alone_everything_is_told_in_points(
    alone: Analysis, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, points in (("en", "points"), ("hu", "pont")):
        show(alone, Screen(lang, plain=True), NAMES)
        told = capsys.readouterr().out
        assert points in told
        assert "%" not in told


def test_together_nothing_is_told_in_points(analysed: tuple[Match, Analysis]) -> None:
    match, found = analysed
    alone = match.seats == 1
    for each in found.judgements:
        points = (each.points_before, each.points_after, each.points_cost, each.best.points)
        assert all((number is not None) == alone for number in points)


def test_alone_a_hint_says_how_many_points_are_expected() -> None:
    match = Match.new("sardines", seats=1, options={"shelf": "HGFED"}, seed=1)
    advice = hint(Seat.of(match, 0), iterations=ITERATIONS)
    assert advice.best.points is not None
    expected = round(advice.best.points)
    assert 30 < expected < 80
    assert advice.lines("en", NAMES)[0] == f"About {expected} points in the end"
    assert advice.lines("hu", NAMES)[0] == f"A végén kb. {expected} pont"


def test_at_once_a_line_holds_nothing_that_its_seat_hadnt_seen() -> None:
    """Of a round that is open the own steps alone; when it closes, what all have done."""
    match = played("sardines", 18, seats=3)
    for each in analyse(match, iterations_per_move=60).judgements:
        for step in each.played_line.steps:
            closes = any(event.type == "looked" for event in step.events)
            assert step.seat == each.seat or closes or step.move in ("pay", "run")
        assert {step.seat for step in each.best_line.steps} == {each.seat}


# --- hints ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", cattery.games())
def test_a_hint_is_a_legal_move_with_a_reason(game: str) -> None:
    match = played(game, 7)
    seat = match.waiting[0]
    advice = hint(Seat.of(match, seat), iterations=ITERATIONS)
    assert match.resolve(advice.move, seat) == advice.best.action
    for lang in ("hu", "en"):
        worth, *story = advice.lines(lang, NAMES)
        assert ("%" in worth) == (match.seats > 1)
        assert all(story)  # empty where all of it lies with chance
        json.dumps(advice.as_json(lang, NAMES))


def test_a_hint_names_no_alternative_that_nobody_looked_at() -> None:
    match = played("filou", 7)
    advice = hint(Seat.of(match, match.waiting[0]), iterations=12)
    assert all(each.visits for each in advice.alternatives)
    values = [each.value for each in advice.alternatives]
    assert values == sorted(values, reverse=True)


def test_a_hint_foretells_no_card_that_nobody_knows() -> None:
    match = Match.new("filou", seats=4, options={"first": "0"}, seed=2)
    while match.view(None).phase == "lay":
        match.play(match.legal_actions(match.waiting[0])[0], match.waiting[0])
    seat = Seat.of(match, match.waiting[0])
    search = Search(match.game, seed=1)
    search.run(seat, Limits(iterations=50))
    step = search.line(seat, seat.resolve("pass"))
    assert step[0].tells(seat.number), "a pass turns a card"
    told = expected_line(match.game, step, seat.number).steps[0].events
    assert [event.type for event in told] == ["passed"]


def test_a_hint_says_that_a_win_is_certain() -> None:
    match = Match.new("huupp", position="6/2cc2/6/6/6/6 1 5k1c 8k", options={"ghosts": "off"})
    advice = hint(Seat.of(match, 0), iterations=2000)
    assert advice.move in ("c b2", "c e2")
    assert advice.lines("en", NAMES)[0] == "A certain win."


# --- the command ---------------------------------------------------------------------------------


def run(*words: str | Path) -> Result:
    result = CliRunner().invoke(app, ["analyse", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A short match on disk."""
    path = tmp_path / "match.json"
    path.write_text(played("huupp", 8).save(), encoding="utf-8")
    return path


def test_the_command_tells_every_move(saved: Path, tmp_path: Path) -> None:
    picture = tmp_path / "graph.svg"
    result = run(saved, "--seconds", "0.01", "--lang", "en", "--plot", picture)
    assert result.exit_code == 0
    assert "1. Player 1:" in result.stdout or "1. Player 2:" in result.stdout
    assert "decisions" in result.stdout
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_the_command_prints_json(saved: Path) -> None:
    found = json.loads(run(saved, "--seconds", "0.01", "--json", "--lang", "hu").stdout)
    assert found["total"] == 8


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing.json"], "no such file"),
        ([".", "--seconds", "1"], "folder"),
        (["FILE", "--seconds", "0"], "more than 0"),
        (["FILE", "--seconds", "nan"], "not nan"),
        (["FILE", "--seconds", "inf"], "not inf"),
        (["FILE", "--plot", "/no/such/folder/graph.svg"], "no such file or folder"),
        (["DAMAGED"], "Line"),
    ],
)
def test_wrong_input_is_refused_in_words(saved: Path, words: list[str], told: str) -> None:
    damaged = saved.with_name("damaged.json")
    damaged.write_text(saved.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    places = {"FILE": str(saved), "DAMAGED": str(damaged)}
    result = run(*(places.get(word, word) for word in words), "--lang", "en")
    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.slow
def test_ctrl_c_shows_what_is_done_so_far(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(played("huupp", 20).save(), encoding="utf-8")
    command = [sys.executable, "-m", "cattery.terminal.cli", "analyse", str(path)]
    running = subprocess.Popen(
        [*command, "--seconds", "2", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    time.sleep(20)
    running.send_signal(signal.SIGINT)
    shown, complaints = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "of 20 moves were looked at" in complaints
    assert "1. Player" in shown
    assert "Traceback" not in complaints


def test_a_hint_keeps_to_what_is_usual_where_nothing_is_better():
    """In a lost match all moves are worth the same: nothing is thrown away then."""
    lost = [Choice(1, 900, -1.0, 0), Choice(2, 50, -0.999, 0), Choice(3, 40, -1.0, 0)]
    assert [one.action for one in sensible(lost, 3)] == [3, 1, 2]
    assert [one.action for one in sensible(lost, None)] == [1, 2, 3]
    better = [Choice(1, 900, 0.2, 0), Choice(2, 50, 0.1, 0)]
    assert sensible(better, 2)[0].action == 1
    proven = [Choice(1, 900, -1.0, 0), Choice(2, 50, -1.0, -1)]
    assert sensible(proven, 2)[0].action == 1
    unseen = [Choice(1, 900, -1.0, 0), Choice(2, 0, 0.0, 0)]
    assert sensible(unseen, 2)[0].action == 1


@pytest.mark.parametrize(
    ("chance", "seats", "said"),
    [
        (0.4, 2, "Chance to win: less than 1%"),
        (0.5, 2, "Chance to win: less than 1%"),
        (0.6, 2, "Chance to win: about 1%"),
        (0.0, 4, "Expected to beat hardly any opponent"),
        (7.0, 4, "Expected to beat about 7% of opponents"),
    ],
)
def test_nobody_reads_of_no_chance_at_all(chance: float, seats: int, said: str):
    move = Alternative(1, "pass", 100, chance / 50 - 1, chance, None, 0)
    assert worth(move, seats, "en") == said
