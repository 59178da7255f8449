"""What large games need: moves in blocks, packed answers, pictures of any position."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

import cattery
from cattery.server import wire
from cattery.server.tables import versions
from server.running import PATIENCE, Browser, Server, match_of_two, ready

BLOCK = 1024


def unfolded(block: dict[str, Any]) -> list[dict[str, Any]]:
    """The moves of a block, as the page puts them together."""
    taken = [0] * len(block["columns"])
    moves = []
    for kind in block["kinds"]:
        column, row = block["columns"][kind], taken[kind]
        taken[kind] += 1
        fields = {name: values[row] for name, values in column["fields"].items()}
        moves.append({**fields, "type": column["type"]})
    assert len(moves) == len(block["notation"])
    return [
        {"move": move, "notation": notation}
        for move, notation in zip(moves, block["notation"], strict=True)
    ]


@pytest.mark.parametrize("game", cattery.games())
def test_blocks_of_moves_say_what_the_game_says(server: Server, game: str) -> None:
    """Every id of a small game, some of a large one, under addresses that may be kept for ever."""
    ready(server, game)
    rules = cattery.game(game)

    async def scene() -> None:
        browser = Browser(server)
        info = await browser.get(f"/api/games/{game}")
        assert info["actions"] == rules.actions
        last = (rules.actions - 1) // BLOCK
        for number in sorted({*range(min(last + 1, 4)), last // 2, last}):
            path = f"/api/games/{game}/moves/{info['moves_version']}/{number}"
            answer = await browser.http.get(path)
            assert "immutable" in answer.headers["cache-control"]
            wire.MoveBlock.model_validate_json(answer.content)
            block = answer.json()
            assert (block["first"], block["version"]) == (number * BLOCK, info["moves_version"])
            assert unfolded(block) == listed(rules, number)
        await browser.get(f"/api/games/{game}/moves/{info['moves_version']}/{last + 1}", status=404)
        await browser.get(f"/api/games/{game}/moves/0.0/0", status=404)
        if rules.actions > 8 * BLOCK:
            refused = await browser.get(f"/api/games/{game}/moves", status=409)
            assert refused["code"] == "in_blocks"
        else:
            whole = (await browser.get(f"/api/games/{game}/moves"))["moves"]
            assert len(whole) == rules.actions
            assert whole[:BLOCK] == listed(rules, 0)

    asyncio.run(scene())


def listed(rules: cattery.Game, block: int) -> list[dict[str, Any]]:
    """The moves of a block, from the game itself."""
    ids = range(block * BLOCK, min((block + 1) * BLOCK, rules.actions))
    moves = [{"move": rules.move(k), "notation": rules.format(rules.move(k))} for k in ids]
    found: list[dict[str, Any]] = orjson.loads(orjson.dumps(moves))
    return found


def test_the_address_of_the_moves_changes_with_rules_data_and_notation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Browsers keep what they got for ever: whatever changes a move must change the address."""
    version, game = versions.moves_version.__wrapped__, cattery.game("sardines")
    (tmp_path / "moves.py").write_text("another way to write moves")
    found = [version(game.name)]
    with monkeypatch.context() as changed:
        changed.setattr(game, "rules_version", game.rules_version + 1)
        found.append(version(game.name))
    with monkeypatch.context() as changed:
        changed.setattr(type(game), "data_hash", "another deck")
        found.append(version(game.name))
    with monkeypatch.context() as changed:
        changed.setattr(versions.data, "folder", lambda name: tmp_path)
        found.append(version(game.name))
    assert len(set(found)) == 4
    assert version(game.name) == found[0]


def test_the_whole_list_is_asked_for_anew_but_not_sent_again(server: Server) -> None:
    """After an upgrade nobody plays by yesterday's list."""
    path = f"{server.base}/api/games/huupp/moves"
    first = httpx.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = httpx.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(path, headers={"if-none-match": '"old"'}).status_code == 200


def raw(server: Server, path: str, accept: str = "gzip") -> tuple[httpx.Headers, bytes]:
    """An answer as it travelled."""
    with httpx.stream("GET", f"{server.base}{path}", headers={"accept-encoding": accept}) as answer:
        return answer.headers, b"".join(answer.iter_raw())


def test_long_answers_are_packed_and_short_ones_are_not(server: Server) -> None:
    """For browsers that take it; a picture too."""
    for path in ("/api/games/huupp/moves", "/api/words/hu", "/api/games/huupp/art.svg"):
        headers, packed = raw(server, path)
        assert headers["content-encoding"] == "gzip"
        assert headers["content-length"] == str(len(packed))
        assert headers["vary"] == "accept-encoding"
        assert "content-security-policy" in headers
        plain_headers, plain = raw(server, path, "identity")
        assert "content-encoding" not in plain_headers
        assert gzip.decompress(packed) == plain
        assert len(packed) < len(plain) / 2
    headers, _ = raw(server, "/healthz")
    assert "content-encoding" not in headers


def test_what_is_told_line_by_line_is_not_held_back(server: Server) -> None:
    """An analysis comes as it is thought: no compressor sits on it."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other, options={"first": "0"}) as (table, lines):
            await lines[0].do("play", seat=0, move="k c3")
            await lines[0].do("resign", seat=0)
            path = f"/api/tables/{table}/analysis"
            async with one.http.stream("POST", path, timeout=PATIENCE * 4) as answer:
                assert answer.status_code == 200
                assert "content-encoding" not in answer.headers
                assert [line async for line in answer.aiter_lines()]

    asyncio.run(scene())


@pytest.mark.parametrize("game", cattery.games())
def test_a_picture_takes_any_position_and_options(server: Server, game: str) -> None:
    """What `position` writes of a state is drawn, with the options it was begun with; without a
    position, the beginning."""
    ready(server, game)
    rules = cattery.game(game)
    browser = httpx.Client(base_url=server.base, timeout=PATIENCE)
    for seats in rules.seats:
        for option in (None, *rules.options):
            values = option.choices(seats) if option else [""]
            for value in values[:3]:
                given = {option.name: value} if option else {}
                match = cattery.Match.new(rules, seats=seats, options=given, seed=1)
                for _ in range(8):
                    if not match.over:
                        seat = match.waiting[0]
                        match.play(match.legal_actions(seat)[0], seat)
                asked = {"seats": str(seats), "lang": "en", **given}
                drawn = browser.get(
                    f"/api/games/{game}/picture.svg", params={**asked, "position": match.position()}
                )
                assert drawn.status_code == 200, drawn.text
                assert drawn.text == rules.svg(_onlooker(match), "en")
                begun = browser.get(f"/api/games/{game}/picture.svg", params=asked)
                assert begun.text.startswith("<svg")
    wrong = browser.get(f"/api/games/{game}/picture.svg", params={"seats": "8"})
    assert wrong.status_code == 422
    if rules.options:
        name = rules.options[0].name
        assert browser.get(f"/api/games/{game}/picture.svg", params={name: "?"}).status_code == 422


def _onlooker(match: cattery.Match) -> Any:
    """What the onlooker sees of the position alone: the log isn't part of it."""
    rules = match.game
    states = rules.from_position(match.position(), match.seats, match.options)
    return rules.view(states, None)
