"""A table from its opening to the rematch, over real sockets."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest

from cattery import Match
from cattery.cats import names_by_kind
from cattery.server.api import replay
from server.conftest import StartServer
from server.running import Browser, Server, match_of_two, play_on, ready, whose_turn


def test_a_whole_match_of_two_browsers(server: Server) -> None:
    """Join by link, add to the seed, play to the end, look at the result, verify it."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other, options={"first": "0"}) as (table, lines):
            fairness = lines[0].table["fairness"]
            assert fairness["contributions"] == ["from0", "from1"]
            assert fairness["seed"] is None
            await play_on(lines, 1000, random.Random(1))
            for line in lines:
                await line.until_table(state="over")
            ended = lines[0].table
            assert ended["fairness"]["commitment"] == fairness["commitment"]
            assert len(ended["fairness"]["seed"]) == 64
            assert sorted(ended["result"]["payoffs"]) == [-1, 1]
            assert await lines[0].refused("play", seat=0, move=0) == "match_over"

        verdict = await one.get(f"/api/tables/{table}/verify")
        assert (verdict["ok"], verdict["text"]) == (True, "")
        saved = (await one.http.get(f"/api/tables/{table}/match")).text
        assert (await one.post("/api/verify", {"text": saved}))["ok"]
        forged = saved.replace('"from0"', '"from9"')
        found = await one.post("/api/verify?lang=hu", {"text": forged})
        assert not found["ok"]
        assert found["text"]
        replay = await Browser(server).get(f"/api/tables/{table}/replay")
        assert len(replay["frames"]) == ended["n"] + 1
        assert replay["result"] == ended["result"]
        assert replay["frames"][-1]["view"]["winner"] == ended["result"]["winners"][0]

    asyncio.run(scene())


def test_a_quick_game_against_a_bot_starts_by_itself(server: Server) -> None:
    """One click, and the bot answers every move."""

    async def scene() -> None:
        browser = Browser(server)
        made = await browser.post("/api/quick", {"game": "huupp", "name": "Mici"})
        assert made["path"] == f"#/t/{made['id']}"
        async with browser.at(made["id"], lang="hu") as line:
            assert line.table["state"] == "open"
            await line.do("contribute", seat=0, text="abc")
            await line.until_table(state="playing")
            rng = random.Random(2)
            while line.table["state"] != "over" and line.n < 40:
                if line.legal(0):
                    await line.do("play", seat=0, move=rng.choice(line.legal(0)))
                else:
                    await line.next()
            seats = {
                side["told"]["seat"]
                for m in line.heard
                if m["type"] == "entry"
                for side in m["sides"]
            }
            assert seats == {0, 1}

    asyncio.run(scene())


def test_several_seats_on_one_device(server: Server) -> None:
    """The browser holds both seats and sees the match from both."""

    async def scene() -> None:
        browser = Browser(server)
        seats = [{"who": "me"}, {"who": "device", "name": "Bence"}]
        made = {"game": "huupp", "seats": seats, "options": {"first": "1"}}
        table = (await browser.post("/api/tables", made))["id"]
        async with browser.at(table) as line:
            assert line.table["you"] == [0, 1]
            await line.do("contribute", seat=0)
            await line.do("contribute", seat=1)
            assert set(line.sides) == {0, 1}
            assert not line.legal(0)
            await line.do("play", seat=1, move=line.legal(1)[0])
            refused = await line.ask({"type": "play", "seat": 0, "move": 0})
            assert refused["code"] == "not_your_turn"
            assert refused["text"] == "It isn't your turn: Bence to move."

    asyncio.run(scene())


def test_seats_are_taken_left_and_arranged(server: Server) -> None:
    """Before the start the host arranges; a taken seat can't be taken; a full table is full."""

    async def scene() -> None:
        host, guest, third = (Browser(server) for _ in range(3))
        table = await host.new_table("me", "open", auto_start=False)
        async with host.at(table) as line:
            assert await line.refused("start") == "seats_open"
            await line.do("set_seat", seat=1, who="bot", bot="greedy")
            assert line.table["seats"][1]["bot"] == "greedy"
            await line.do("set_seat", seat=1, who="open")
            await guest.post(f"/api/tables/{table}/join", {"seat": 1, "name": " Gu\u202eest\n "})
            await line.until("table")
            assert line.table["seats"][1]["name"] == "Guest"
            await third.post(f"/api/tables/{table}/join", {}, status=409)
            async with third.at(table) as watching:
                assert watching.table["you"] == []
                assert await watching.refused("sit", seat=1, name="x") == "seat_taken"
                assert await watching.refused("sit", seat=7, name="x") == "no_such_seat"
                assert await watching.refused("start") == "not_the_host"
                assert await watching.refused("set_seat", seat=1, who="bot") == "not_the_host"
            async with guest.at(table) as other:
                assert await other.refused("start") == "not_the_host"
                await other.do("leave", seat=1)
                assert other.table["seats"][1]["who"] == "open"
                await other.do("sit", seat=1, name="Again")
                assert other.table["you"] == [1]
            await line.do("start", contribution="xyz")
            assert line.table["state"] == "playing"
            assert await line.refused("set_seat", seat=1, who="open") == "already_started"

    asyncio.run(scene())


def test_take_back_is_asked_for_granted_and_refused(server: Server) -> None:
    """A move comes back only with the other's consent; a refusal clears the request."""

    async def scene() -> None:
        async with match_of_two(
            Browser(server), Browser(server), options={"first": "0", "ghosts": "off"}
        ) as (_, lines):
            one, other = lines
            await one.do("play", seat=0, move="k c3")
            await other.until("entry", n=1)
            assert await other.refused("answer_take_back", seat=1, grant=True) == "nobody_asked"
            assert await other.refused("ask_take_back", seat=1) == "no_take_back"
            await one.do("ask_take_back", seat=0)
            assert one.table["request"] == {"seat": 0, "n": 1, "granted": [0], "needed": [1]}
            assert await one.refused("answer_take_back", seat=0, grant=True) == "nobody_asked"
            await other.until("table")
            await other.do("answer_take_back", seat=1, grant=False)
            assert other.table["request"] is None
            await one.until_table(request=None)
            await one.do("ask_take_back", seat=0)
            await other.until("table")
            await other.do("answer_take_back", seat=1, grant=True)
            assert other.n == 2
            assert other.sides[1]["view"]["pieces"] == []
            await one.my_turn(0)
            assert one.n == 2

    asyncio.run(scene())


def test_against_bots_alone_a_take_back_is_free(server: Server) -> None:
    """Nobody has to be asked."""

    async def scene() -> None:
        browser = Browser(server)
        table = await browser.new_table("me", "bot", options={"first": "0", "ghosts": "off"})
        async with browser.at(table) as line:
            await line.do("contribute", seat=0)
            await line.do("play", seat=0, move="k c3")
            await line.my_turn(0)
            await line.do("ask_take_back", seat=0)
            assert line.sides[0]["view"]["pieces"] == []

    asyncio.run(scene())


def test_undo_of_an_unfinished_turn(server: Server) -> None:
    """A placed piece can be taken up again while the ghost is undecided."""

    async def scene() -> None:
        async with match_of_two(Browser(server), Browser(server), options={"first": "0"}) as (
            _,
            lines,
        ):
            await lines[0].do("play", seat=0, move="k c3")
            assert lines[0].sides[0]["can"]["undo"]
            await lines[0].do("undo", seat=0)
            assert lines[0].sides[0]["view"]["pieces"] == []
            assert await lines[0].refused("undo", seat=0) == "nothing_to_undo"

    asyncio.run(scene())


def test_preview_shows_and_changes_nothing(server: Server) -> None:
    """The ack carries what the move would do; an illegal one gets its rule."""

    async def scene() -> None:
        async with match_of_two(Browser(server), Browser(server), options={"first": "0"}) as (
            _,
            lines,
        ):
            answer = await lines[0].do("preview", seat=0, move="k c3")
            assert answer["n"] == 0
            assert answer["preview"]["events"][0]["type"] == "placed"
            assert answer["preview"]["lines"]
            assert lines[0].n == 0
            await lines[0].do("play", seat=0, move="k c3")
            await lines[0].do("play", seat=0, move="keep")
            await lines[1].my_turn(1)
            answer = await lines[1].ask({"type": "preview", "seat": 1, "move": "k c3"})
            assert (answer["code"], answer["rule"]) == ("illegal", "H-10")

    asyncio.run(scene())


def test_resigning_ends_a_match_of_two_and_a_rematch_follows(server: Server) -> None:
    """Both find the same new table, with their seats."""

    async def scene() -> None:
        browsers = Browser(server), Browser(server)
        async with match_of_two(*browsers) as (table, lines):
            assert await lines[0].refused("rematch") == "not_over"
            cards = [(await one.get("/api/tables/mine"))["tables"][0] for one in browsers]
            assert [card["your_turn"] for card in cards].count(True) == 1
            await lines[0].do("resign", seat=0)
            assert lines[0].table["result"]["winners"] == [1]
            assert lines[0].table["result"]["resigned"] == [0]
            await lines[1].until_table(state="over")
            first = await lines[0].do("rematch")
            second = await lines[1].do("rematch")
            assert first["table"] == second["table"] != table
            await lines[1].until_table(rematch=first["table"])
        mine = (await browsers[1].get("/api/tables/mine"))["tables"]
        assert {card["id"] for card in mine} == {table, first["table"]}
        async with browsers[1].at(first["table"]) as line:
            assert line.table["you"] == [1]
            assert line.table["fairness"]["commitment"] != lines[1].table["fairness"]["commitment"]

    asyncio.run(scene())


def test_chat_phrases_and_their_limits(server: Server) -> None:
    """Lines come through as plain text; a table may allow set phrases alone, or nothing."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other) as (table, lines):
            await lines[0].do("say", text="<b>Sz\u0007ia</b> \u202e&amp;")
            heard = await lines[1].until("chat")
            assert heard["line"]["text"] == "<b>Szia</b> &amp;"
            await lines[1].do("say", phrase="good_luck")
            assert (await lines[0].until("chat"))["line"]["phrase"] == "good_luck"
            assert await lines[0].refused("say", phrase="no_such_phrase") == "bad_message"
            assert await lines[0].refused("say") == "bad_message"
            assert await lines[0].refused("say", text="x" * 301) == "bad_message"
            assert await lines[0].refused("say", text=" \n ") == "bad_message"
            async with Browser(server).at(table) as onlooker:
                assert [line["k"] for line in onlooker.heard[-1]["chat"]] == [0, 1]
                assert await onlooker.refused("say", text="hi") == "not_your_seat"
        async with match_of_two(one, other, chat="phrases") as (_, lines):
            assert await lines[0].refused("say", text="hi") == "chat_closed"
            await lines[0].do("say", phrase="hello")
        async with match_of_two(one, other, chat="off") as (_, lines):
            assert await lines[0].refused("say", phrase="hello") == "chat_closed"

    asyncio.run(scene())


def test_presence_and_onlookers(server: Server) -> None:
    """Everybody sees who is connected."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other) as (table, lines):
            assert [seat["here"] for seat in lines[0].table["seats"]] == [True, True]
            async with Browser(server).at(table):
                await lines[0].until_table(onlookers=1)
            await lines[0].until_table(onlookers=0)
            await lines[1].socket.close()
            while lines[0].table["seats"][1]["here"]:
                await lines[0].next()
            assert lines[0].table["seats"][1]["away_since"]
            assert await lines[0].refused("forfeit", seat=1) == "not_away"
            assert await lines[0].refused("set_seat", seat=1, who="bot") == "not_away"

    asyncio.run(scene())


def test_a_bot_stands_in_for_who_leaves_and_gives_the_seat_back(server: Server) -> None:
    """Leaving a running match lets a bot play, and nobody else; its holder may come back."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other, options={"first": "0", "ghosts": "off"}) as (_, lines):
            await lines[1].do("leave", seat=1)
            assert lines[1].table["seats"][1]["stand_in"]
            await lines[0].do("play", seat=0, move="k c3")
            entry = await lines[1].until("entry", n=1)
            assert (entry["waiting"], lines[1].legal(1)) == ([1], [])
            await lines[0].my_turn(0)
            assert lines[0].n == 2
            assert await lines[0].refused("set_seat", seat=1, who="me") == "not_your_seat"
            await lines[1].do("set_seat", seat=1, who="me")
            assert not lines[1].table["seats"][1]["stand_in"]
            assert lines[1].sides[1]["can"]["resign"]
            await lines[0].do("play", seat=0, move=lines[0].legal(0)[0])
            await lines[1].my_turn(1)
            await lines[1].do("leave", seat=1)
            assert not lines[1].legal(1)

    asyncio.run(scene())


def test_a_seat_moves_to_another_device_by_a_link(server: Server) -> None:
    """The link works once; the old device becomes an onlooker."""

    async def scene() -> None:
        one, other, phone = (Browser(server) for _ in range(3))
        async with match_of_two(one, other, options={"first": "0"}) as (table, lines):
            await phone.post(f"/api/tables/{table}/seats/0/link", status=403)
            link = await one.post(f"/api/tables/{table}/seats/0/link")
            token = link["path"].removeprefix("#/seat/")
            moved = await phone.post("/api/seat", {"token": token})
            assert (moved["id"], moved["seat"]) == (table, 0)
            await lines[0].until("snapshot")
            assert lines[0].table["you"] == []
            assert set(lines[0].sides) == {None}
            assert await lines[0].refused("play", seat=0, move="k c3") == "not_your_seat"
            await other.post("/api/seat", {"token": token}, status=404)
            async with phone.at(table) as line:
                assert line.table["host"]
                await line.do("play", seat=0, move="k c3")

    asyncio.run(scene())


@pytest.mark.parametrize("flag", ["forfeit", "bot"])
def test_the_clock_runs_out(server: Server, flag: str) -> None:
    """A flag forfeits, or lets a bot play on."""

    async def scene() -> None:
        clock = {"total": 1, "increment": 2, "flag": flag}
        async with match_of_two(
            Browser(server), Browser(server), clock=clock, options={"first": "0", "ghosts": "off"}
        ) as (_, lines):
            assert lines[0].table["clock"]["running"] == [0]
            await lines[0].do("play", seat=0, move="k c3")
            entry = next(m for m in lines[0].heard if m["type"] == "entry")
            assert entry["clock"]["left"][0] > 1000  # the increment
            assert entry["clock"]["running"] == [1]
            if flag == "forfeit":
                await lines[0].until_table(state="over")
                assert lines[0].table["result"]["resigned"] == [1]
            else:
                await lines[0].my_turn(0)
                assert lines[0].table["seats"][1]["stand_in"]

    asyncio.run(scene())


def test_no_two_bots_of_a_table_are_called_alike(server: Server) -> None:
    """Five of one kind, the host's changes included; who has a name keeps it."""

    async def scene() -> None:
        one = Browser(server)
        bots = [{"who": "bot", "bot": "level:1"}] * 3
        wish = {"game": "filou", "seats": [{"who": "me"}, *bots, {"who": "open"}]}
        table = str((await one.post("/api/tables", wish))["id"])
        async with one.at(table) as line:
            await line.do("set_seat", seat=4, who="bot", bot="level:1")
            names = [seat["shown"] for seat in line.table["seats"][1:]]
        assert len(set(names)) == 4
        assert set(names) <= set(names_by_kind()["level:1"])

    asyncio.run(scene())


def test_bots_that_follow_each_other_pause_once(start: StartServer) -> None:
    """Four of them lay a card after a person's, and bid: nobody waits four times."""
    delay = 1.0

    async def scene() -> None:
        server = start(bot_delay=delay)
        ready(server, "filou")
        one = Browser(server)
        bots = [{"who": "bot", "bot": "random"}] * 4
        wish = {"game": "filou", "seats": [{"who": "me"}, *bots], "options": {"first": "0"}}
        table = str((await one.post("/api/tables", wish))["id"])
        async with one.at(table) as line:
            await line.do("contribute", seat=0, text="abc")
            await line.my_turn(0)
            began = time.monotonic()
            await line.do("play", seat=0, move=line.legal(0)[0])
            await line.my_turn(0)
            assert delay * 0.8 < time.monotonic() - began < delay * 2.5

    asyncio.run(scene())


def test_a_finished_match_has_no_secrets_in_its_replay() -> None:
    """Not for an onlooker either; with one player's eyes it is as that player saw it."""
    match = Match.new("filou", seats=3, seed=1, options={"first": "0"})
    match.play(match.legal_actions(0)[0], 0)
    hidden = replay.frames(match, None, "en")["frames"][-1]["view"]
    assert [player.mice for player in hidden.players] == [None] * 3, "while it goes on"
    for seat in (0, 1):
        match.resign(seat)
    whole = replay.frames(match, None, "en")["frames"][1]["view"]
    mice = [player.mice for player in whole.players]
    assert None not in mice
    laid = [card.card for card in whole.row if card.owner is not None]
    assert len(laid) == 1
    assert None not in laid
    own = replay.frames(match, 1, "en")["frames"][1]["view"]
    assert [player.mice for player in own.players] == [None, mice[1], None]


def test_every_kind_of_bot_has_names_enough_for_a_table() -> None:
    kinds = names_by_kind()
    assert set(kinds) == {"random", "greedy", "style", *(f"level:{n}" for n in range(1, 6))}
    assert all(len(names) >= 5 for names in kinds.values())
    everybody = [name for names in kinds.values() for name in names]
    assert len(set(everybody)) == len(everybody)


def test_characters_are_bots_with_a_sentence_a_cats_name_and_a_title(server: Server) -> None:
    """They need no trust: whoever opens a table may seat them, by what the list of bots says."""

    async def scene() -> None:
        one = Browser(server)
        game = await one.get("/api/games/filou?lang=hu")
        bots = {bot["name"]: bot for bot in game["bots"]}
        assert bots["level:3"]["about"].startswith("Számol a következő lépéseddel")
        assert bots["style:saver"]["title"] == "Spórolós"
        assert bots["style:saver"]["about"].startswith("Hat fordulón át")
        seats = [{"who": "me"}, *({"who": "bot", "bot": "style:saver"} for _ in range(3))]
        table = (await one.post("/api/tables", {"game": "filou", "seats": seats}))["id"]
        (card,) = (await one.get("/api/tables/mine"))["tables"]
        assert card["id"] == table
        assert len({*card["names"][1:]} & {*names_by_kind()["style"]}) == 3
        wrong = [{"who": "me"}, *({"who": "bot", "bot": "style:mirror"} for _ in range(3))]
        problem = await one.post("/api/tables", {"game": "filou", "seats": wrong}, status=422)
        assert problem["code"] == "unknown_player"

    asyncio.run(scene())


def test_open_and_own_tables_are_listed(server: Server) -> None:
    """Listed tables with a free seat; those of this browser; nobody else's."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        listed = await one.new_table("me", "open", listed=True)
        hidden = await one.new_table("me", "open")
        seen = {card["id"]: card for card in (await other.get("/api/tables"))["tables"]}
        assert seen[listed]["open_seats"] == 1
        assert hidden not in seen
        assert (await other.get("/api/tables/mine"))["tables"] == []
        mine = {card["id"]: card for card in (await one.get("/api/tables/mine?lang=en"))["tables"]}
        assert set(mine) == {listed, hidden}
        assert mine[hidden]["names"] == ["Player 1"], "who gave no name is still somebody"
        await other.post(f"/api/tables/{listed}/join")
        assert listed not in {card["id"] for card in (await one.get("/api/tables"))["tables"]}

    asyncio.run(scene())


BAD_TABLES: list[tuple[dict[str, Any], int, str]] = [
    ({"game": "chess", "seats": [{"who": "me"}] * 2}, 404, "unknown_game"),
    ({"game": "huupp", "seats": [{"who": "me"}] * 3}, 422, "wrong_seats"),
    (
        {"game": "huupp", "seats": [{"who": "me"}, {"who": "bot", "bot": "x"}]},
        422,
        "unknown_player",
    ),
    ({"game": "huupp", "seats": [{"who": "cat"}] * 2}, 422, "bad_message"),
    ({"game": "huupp", "seats": []}, 422, "bad_message"),
    ({"game": "huupp", "seats": [{"who": "me"}] * 2, "options": {"x": "1"}}, 422, "unknown_option"),
    (
        {"game": "huupp", "seats": [{"who": "me"}] * 2, "options": {"ghosts": "7"}},
        422,
        "bad_option",
    ),
    ({"game": "huupp", "seats": [{"who": "me", "name": "x" * 25}] * 2}, 422, "bad_message"),
]


@pytest.mark.parametrize(("body", "status", "code"), BAD_TABLES, ids=lambda v: str(v)[:40])
def test_impossible_tables_are_refused(
    server: Server, body: dict[str, Any], status: int, code: str
) -> None:
    """With a code, in words."""

    async def scene() -> None:
        problem = await Browser(server).post("/api/tables?lang=hu", body, status=status)
        assert problem["code"] == code
        assert problem["text"]

    asyncio.run(scene())


def test_games_words_rules_moves_and_pictures(server: Server) -> None:
    """What the page needs to know about a game."""

    async def scene() -> None:
        browser = Browser(server)
        games = (await browser.get("/api/games?lang=hu"))["games"]
        huupp = next(game for game in games if game["name"] == "huupp")
        assert huupp["seats"] == [2]
        assert {bot["name"] for bot in huupp["bots"]} >= {"random", "greedy"}
        filou = next(game for game in games if game["name"] == "filou")
        first = next(option for option in filou["options"] if option["name"] == "first")
        fewest = {value["value"]: value["seats"] for value in first["values"]}
        assert fewest == {"random": 3, "0": 3, "1": 3, "2": 3, "3": 4, "4": 5}
        moves = (await browser.get("/api/games/huupp/moves"))["moves"]
        assert moves[0] == {
            "move": {"type": "place", "kind": "kitten", "square": "a1"},
            "notation": "k a1",
        }
        assert "#" in (await browser.get("/api/games/huupp/rules/hu"))["markdown"]
        assert (await browser.get("/api/games/huupp/words/en"))["words"]["title"] == "HUUupp"
        assert (await browser.get("/api/words/hu"))["words"]["phrase.hello"] == "Szia!"
        for path in (
            "/api/games/huupp/art.svg",
            "/api/qr.svg?text=http://x/",
            "/api/games/huupp/picture.svg?position=6/2k3/6/6/6/6",
        ):
            answer = await browser.http.get(path)
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "<svg" in answer.text
        bad = await browser.http.get("/api/games/huupp/picture.svg?position=zz")
        assert bad.status_code == 422
        await browser.get("/api/games/chess", status=404)
        await browser.get("/api/nothing", status=404)
        health = await browser.get("/healthz")
        assert health["ok"]

    asyncio.run(scene())


def test_whose_turn_is_known_to_all(server: Server) -> None:
    """Both browsers agree after every entry."""

    async def scene() -> None:
        async with match_of_two(Browser(server), Browser(server)) as (_, lines):
            await play_on(lines, 12, random.Random(3))
            await whose_turn(lines)
            views = [line.sides[seat]["view"] for seat, line in enumerate(lines)]
            assert [view.pop("seat") for view in views] == [0, 1]
            assert views[0] == views[1]

    asyncio.run(scene())


def test_a_table_may_list_the_cards_that_were_seen(server: Server) -> None:
    """Whoever opens it says so; each seat is told what it has seen, and others what all have."""

    async def scene() -> None:
        ready(server, "filou")
        one, other = Browser(server), Browser(server)
        bots = [{"who": "bot", "bot": "random"}] * 2
        wish = {"game": "filou", "seats": [{"who": "me"}, *bots], "options": {"first": "0"}}
        for listed in (True, False):
            made = await one.post("/api/tables", {**wish, "seen_cards": listed})
            async with one.at(made["id"]) as line:
                assert line.table["seen_cards"] is listed
                await line.do("contribute", seat=0, text="abc")
                await line.my_turn(0)
                asked = f"/api/tables/{made['id']}/seen?lang=en&seat=0"
                if not listed:
                    answer = await one.http.get(asked)
                    assert (answer.status_code, answer.json()["code"]) == (403, "seen_cards_off")
                    continue
                mine, theirs = (await one.get(asked))["cards"], (await other.get(asked))["cards"]
                assert sum(card["seen"] for card in mine) == 10, "the hand, and what is missing"
                assert sum(card["seen"] for card in theirs) == 0
                assert {card["all"] for card in mine} == {4}
                assert mine[0]["card"] == "−8"

    asyncio.run(scene())
