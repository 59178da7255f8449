"""Analyses of finished matches, and hints in running ones: who gets them, when, and how many."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import httpx
import pytest

import cattery
from cattery import names
from cattery.analysis import hint
from cattery.cats import names_by_kind
from cattery.players import Seat
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.settings import RateLimit, Settings
from cattery.server.thinking import analysis_jobs
from cattery.server.thinking.analysis_jobs import AnalysisJobs
from cattery.server.thinking.analysis_worker import judge
from cattery.text import tell
from server.running import GENEROUS, PATIENCE, Browser, Line, Server, match_of_two

StartServer = Callable[..., Server]
HERE = "127.0.0.1"
FEW = ("k c3", "k d4", "k c4", "k e5")
FIRST = {"first": "0", "ghosts": "off"}


async def finished(browser: Browser, *moves: str) -> str:
    """A table of two people at one browser, played and given up."""
    table = await browser.new_table("me", "device", options=FIRST)
    async with browser.at(table) as line:
        for seat in (0, 1):
            await line.do("contribute", seat=seat)
        await line.until_table(state="playing")
        for move in moves or FEW:
            seat = next(seat for seat in (0, 1) if line.legal(seat))
            await line.do("play", seat=seat, move=move)
        await line.do("resign", seat=0)
        await line.until_table(state="over")
    return table


async def analysed(browser: Browser, table: str, lang: str = "en") -> list[dict[str, Any]]:
    """What an analysis tells, line by line; each must be of the published shape."""
    path = f"/api/tables/{table}/analysis?lang={lang}"
    news = []
    async with browser.http.stream("POST", path, timeout=120) as answer:
        assert answer.status_code == 200, await answer.aread()
        async for line in answer.aiter_lines():
            wire.analysis_news.validate_json(line)
            news.append(json.loads(line))
    return news


async def refusal(browser: Browser, path: str) -> tuple[int, str]:
    """Status and code of a request that must be refused."""
    answer = await browser.http.post(path, timeout=PATIENCE)
    assert not answer.is_success, answer.text
    return answer.status_code, str(answer.json()["code"])


def long_match() -> str:
    """A finished match of many moves, as it is saved."""
    match = cattery.Match.new("huupp", seed=5, names=["Panni", ""], players=["human", "greedy"])
    while match.n < 60 and not match.over:
        match.play(match.legal_actions(match.waiting[0])[match.n % 3], match.waiting[0])
    if not match.over:
        match.resign(0)
    return match.save()


# --- analyses


def test_every_move_is_judged_in_the_language_of_the_one_who_asks(server: Server) -> None:
    """And the second to ask gets it at once, worded anew."""

    async def scene() -> None:
        one = Browser(server)
        table = await finished(one)
        news = await analysed(one, table)
        judged = [each for each in news if each["type"] == "judged"]
        assert [each["done"] for each in judged] == [1, 2, 3, 4]
        assert {each["total"] for each in judged} == {4}
        assert news[-1]["type"] == "done"
        assert [each["seat"] for each in news[-1]["summaries"]] == [0, 1]
        first = judged[0]["judgement"]
        assert first["n"] == 0
        assert first["played"]["move"] == "k c3"
        assert first["played"]["lines"] == ["Player 1 places a kitten on c3"]
        assert first["played_line"][1]["lines"][0] == "Player 2 places a kitten on d4"
        began = time.monotonic()
        again = await analysed(Browser(server), table, "hu")
        assert time.monotonic() - began < 1
        assert [each["type"] for each in again] == ["judged"] * 4 + ["done"]
        assert again[0]["judgement"]["played"]["lines"] == ["1. játékos cicát tesz ide: c3"]

    asyncio.run(scene())


def test_only_finished_matches_are_analysed(server: Server) -> None:
    async def scene() -> None:
        one = Browser(server)
        table = await one.new_table("me", "device", options=FIRST)
        path = f"/api/tables/{table}/analysis"
        assert await refusal(one, path) == (409, "not_started")
        async with one.at(table) as line:
            for seat in (0, 1):
                await line.do("contribute", seat=seat)
            await line.until_table(state="playing")
            await line.do("play", seat=0, move="k c3")
            assert await refusal(one, path) == (409, "not_over")
        assert await refusal(one, "/api/tables/nothing-here/analysis") == (404, "no_table")

    asyncio.run(scene())


def test_new_analyses_are_limited_but_not_those_that_exist(start: StartServer) -> None:
    server = start(limits=replace(GENEROUS, analyses=RateLimit(0.001, 1)))

    async def scene() -> None:
        one = Browser(server)
        table, other = await finished(one, "k c3"), await finished(one, "k d4")
        assert (await analysed(one, table))[-1]["type"] == "done"
        assert await refusal(one, f"/api/tables/{other}/analysis") == (429, "too_fast")
        assert (await analysed(one, table))[-1]["type"] == "done"

    asyncio.run(scene())


def test_one_after_the_other_and_not_too_many() -> None:
    async def scene() -> None:
        study = AnalysisJobs(Settings(analyses_at_once=1))
        text = long_match()
        first = study.begin(text, HERE)
        following = study.follow(first, "en")
        while json.loads(await anext(following))["type"] != "judged":
            pass
        assert study.job(text) is first
        waiting = [study.begin(f"{text} {k}", f"guest {k}") for k in range(analysis_jobs.WAITING)]
        other = study.follow(waiting[2], "hu")
        assert json.loads(await anext(other)) == {"type": "queued", "ahead": 3}
        with pytest.raises(no.Busy):
            study.begin("one too many", HERE)
        await study.close()
        assert study.job(text) is None

    asyncio.run(scene())


def test_nobody_fills_the_queue_alone() -> None:
    async def scene() -> None:
        study = AnalysisJobs(Settings(analyses_at_once=1))
        for k in range(analysis_jobs.EACH):
            study.begin(f"match {k}", HERE)
        with pytest.raises(no.TooFast):
            study.begin("one more", HERE)
        study.begin("one more", "somebody else")
        await study.close()

    asyncio.run(scene())


def test_the_work_ends_when_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_jobs, "PATIENCE", 0.2)

    async def scene() -> None:
        study = AnalysisJobs(Settings())
        text = long_match()
        job = study.begin(text, HERE)
        leaving, staying = study.follow(job, "en"), study.follow(job, "hu")
        for one in (leaving, staying):
            while json.loads(await anext(one))["type"] != "judged":
                pass
        await leaving.aclose()
        await asyncio.sleep(0.5)
        assert study.job(text) is job, "somebody still listens"
        await staying.aclose()
        assert job.task is not None
        await asyncio.wait([job.task], timeout=60)
        assert study.job(text) is None
        assert job.task.done(), "its process is gone"
        await study.close()

    asyncio.run(scene())


def test_who_is_gone_before_the_first_line_leaves_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_jobs, "PATIENCE", 0.1)

    async def scene() -> None:
        study = AnalysisJobs(Settings())
        job = study.begin(long_match(), HERE)
        await asyncio.sleep(0.5)
        assert study.job(long_match()) is None
        assert job.ended
        await study.close()

    asyncio.run(scene())


def test_a_damaged_match_fails_and_is_forgotten() -> None:
    async def scene() -> None:
        study = AnalysisJobs(Settings())
        news = [json.loads(line) async for line in study.follow(study.begin("{}", HERE), "hu")]
        assert news[-1]["type"] == "failed"
        assert news[-1]["text"].startswith("Az elemzés")
        assert study.job("{}") is None
        await study.close()

    asyncio.run(scene())


def test_old_analyses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_jobs, "KEPT_BYTES", 3_000)

    async def scene() -> None:
        study = AnalysisJobs(Settings())
        texts = []
        for seed in range(3):
            match = cattery.Match.new("huupp", seed=seed)
            match.play(match.legal_actions(match.waiting[0])[0], match.waiting[0])
            match.resign(0)
            texts.append(match.save())
            assert [line async for line in study.follow(study.begin(texts[-1], HERE), "en")]
        assert study.job(texts[0]) is None
        await study.close()

    asyncio.run(scene())


def told_of(match: cattery.Match, world: Any, action: int, seat: int, lang: str) -> set[str]:
    """What a seat would be told of an action in one world."""
    after = world.copy()
    match.game.apply(after, action)
    events = match.game.story(world, action, after, seat)
    return {tell(match.game.words(lang), event, names.of_match(match, lang)) for event in events}


def test_a_judgement_is_what_the_page_expects(capfdbinary: Any) -> None:
    """A game with secrets too: only what the seat could know beforehand is told of a move."""
    match = cattery.Match.new("filou", seats=3, seed=1, players=["human", "greedy", "greedy"])
    for _ in range(7):
        match.play(match.legal_actions(match.waiting[0])[-1], match.waiting[0])
    match.resign(0)
    judge(match.save(), 0.1)
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [line["done"] for line in lines] == list(range(1, len(lines) + 1))
    befores = {step.n: step.before for step in match.steps}
    for line, lang in product(lines, ("en", "hu")):
        one = wire.JudgementView.model_validate(line["words"][lang])
        for choice in one.alternatives:
            assert choice.lines
            for rng in range(101, 106):
                world = match.game.imagine(befores[one.n], one.seat, rng)
                assert set(choice.lines) <= told_of(match, world, choice.action, one.seat, lang)
    assert names.of_match(match, "hu") == ["1. játékos", "mohó", "mohó\u00a02"]


# --- hints


async def against_a_bot(browser: Browser, **more: Any) -> str:
    """A match against a bot, with the person to move."""
    return await browser.new_table("me", "bot", options={"first": "0"}, **more)


async def begun(line: Line) -> None:
    await line.do("contribute", seat=0)
    await line.my_turn(0)


def test_a_hint_is_a_legal_move_with_its_reasons(server: Server) -> None:
    async def scene() -> None:
        one = Browser(server)
        table = await against_a_bot(one)
        async with one.at(table) as line:
            await begun(line)
            assert line.table["hints"] is True
            told = await one.post(f"/api/tables/{table}/seats/0/hint?lang=hu")
            advice = wire.HintView.model_validate(told)
            assert advice.n == line.n
            assert advice.best.action in line.legal(0)
            assert "cicát tesz ide" in advice.best.lines[0]
            assert advice.worth.startswith("Nyerési esély")
            began = time.monotonic()
            assert await one.post(f"/api/tables/{table}/seats/0/hint?lang=hu") == told
            assert time.monotonic() - began < 0.5, "the same question is thought about once"

    asyncio.run(scene())


def test_nobody_gets_a_hint_who_may_not(server: Server) -> None:
    """Onlookers, other seats, seats that don't decide, tables without hints, unknown seats."""

    async def scene() -> None:
        one = Browser(server)
        table = await against_a_bot(one, hints=True)
        path = f"/api/tables/{table}/seats/0/hint"
        assert await refusal(one, path) == (409, "not_started")
        async with one.at(table) as line:
            await begun(line)
            assert await refusal(Browser(server), path) == (403, "not_your_seat")
            nameless = httpx.post(f"{server.base}{path}")
            assert (nameless.status_code, nameless.json()["code"]) == (403, "not_your_seat")
            bots = f"/api/tables/{table}/seats/1/hint"
            assert await refusal(one, bots) == (403, "not_your_seat")
            missing = f"/api/tables/{table}/seats/5/hint"
            assert await refusal(one, missing) == (422, "no_such_seat")
            await line.do("resign", seat=0)
            assert await refusal(one, path) == (422, "match_over")
        strict = await against_a_bot(one, hints=False)
        async with one.at(strict) as line:
            await begun(line)
            assert line.table["hints"] is False
            assert await refusal(one, f"/api/tables/{strict}/seats/0/hint") == (403, "hints_off")

    asyncio.run(scene())


@pytest.mark.parametrize("allowed", [None, True])
def test_between_people_hints_need_the_hosts_word(server: Server, allowed: bool | None) -> None:
    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        more = {} if allowed is None else {"hints": allowed}
        async with match_of_two(one, other, options={"first": "0"}, **more) as (table, lines):
            assert lines[0].table["hints"] is bool(allowed)
            mine, theirs = (f"/api/tables/{table}/seats/{seat}/hint" for seat in (0, 1))
            if allowed is None:
                assert await refusal(one, mine) == (403, "hints_off")
            else:
                assert (await one.post(mine))["best"]["action"] in lines[0].legal(0)
                assert await refusal(other, theirs) == (422, "not_your_turn")

    asyncio.run(scene())


def test_hints_are_limited(start: StartServer) -> None:
    server = start(limits=replace(GENEROUS, hints=RateLimit(0.001, 1)), hint_seconds=0.05)

    async def scene() -> None:
        one = Browser(server)
        table = await against_a_bot(one)
        async with one.at(table) as line:
            await begun(line)
            await one.post(f"/api/tables/{table}/seats/0/hint")
            path = f"/api/tables/{table}/seats/0/hint"
            assert await refusal(one, path) == (429, "too_fast")

    asyncio.run(scene())


def test_a_hint_knows_no_more_than_its_seat() -> None:
    """Two truths that look alike to a seat give it the same hint."""
    hints = []
    for seed in range(40):
        match = cattery.Match.new("filou", seats=3, options={"first": "0"}, seed=seed)
        knowledge = Seat.of(match, 0)
        if knowledge.view.players[0].missing != "15":
            continue
        hints.append(hint(knowledge, iterations=200).best)
    assert len(hints) > 1
    assert all(each == hints[0] for each in hints)


# --- one device, several hands


def test_a_shared_screen_gets_the_onlookers_side_too(server: Server) -> None:
    """So that it can show the table without a hand between two turns."""

    async def scene() -> None:
        one = Browser(server)
        body = {"game": "filou", "seats": [{"who": "me"}, {"who": "device"}, {"who": "bot"}]}
        table = str((await one.post("/api/tables", body))["id"])
        async with one.at(table) as line:
            for seat in (0, 1):
                await line.do("contribute", seat=seat)
            while not line.sides:
                await line.next()
            assert set(line.sides) == {0, 1, None}
            assert line.sides[None]["view"]["hand"] == []
            assert line.sides[None]["legal"] == []
            assert len(line.sides[0]["view"]["hand"]) == 9

    asyncio.run(scene())


def test_table_and_replay_call_bots_by_their_names(server: Server) -> None:
    async def scene() -> None:
        one = Browser(server)
        seats = [{"who": "me"}, {"who": "bot", "bot": "level:3"}]
        table = str((await one.post("/api/tables", {"game": "huupp", "seats": seats}))["id"])
        async with one.at(table) as line:
            await line.do("contribute", seat=0)
            await line.until_table(state="playing")
            at_table = [seat["shown"] for seat in line.table["seats"]]
            await line.do("resign", seat=0)
        replay = await one.get(f"/api/tables/{table}/replay?lang=en")
        assert replay["names"] == at_table
        assert at_table[0] == "Player 1"
        assert at_table[1] in names_by_kind()["level:3"]

    asyncio.run(scene())
