"""What a server vouches for: matches that were played on it, by a key that it publishes."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from cattery import Match, saved, signatures
from cattery.server.api import keys as api_keys
from cattery.server.refusals import StorageFailed
from cattery.server.settings import async_url
from cattery.server.storage.backup import backup
from cattery.server.storage.signing_keys import KeyRing, SigningKeys
from cattery.server.storage.store import Store
from cattery.terminal.cli import app
from server.conftest import StartServer
from server.running import Browser, Server, match_of_two, play_on

MADE_UP = 50
FIXTURES = Path(__file__).parent.parent / "fixtures"


async def _played(server: Server) -> str:
    """The id of a table whose match is over."""
    async with match_of_two(Browser(server), Browser(server)) as (table, lines):
        await play_on(lines, 3, random.Random(1))
        await lines[0].do("resign", seat=0)
        for line in lines:
            await line.until_table(state="over")
    return table


def played(server: Server) -> str:
    """A match that was played on a server, as a file."""
    table = asyncio.run(_played(server))
    return httpx.get(f"{server.base}/api/tables/{table}/match").text


@pytest.fixture(scope="module")
def genuine(server: Server) -> str:
    """A match that was played on the server that most tests share."""
    return played(server)


def checked(server: Server, text: str) -> dict[str, Any]:
    """What a server says of a file."""
    answer = httpx.post(f"{server.base}/api/verify", json={"text": text}, timeout=30)
    found: dict[str, Any] = answer.json()
    return found


def published(server: Server) -> list[str]:
    """The keys of a server, that in use first."""
    return [one["key"] for one in httpx.get(f"{server.base}/api/keys").json()["keys"]]


def cattery(*arguments: str | Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """The command line, after some Python."""
    code = f"import sys\n{before}\nfrom cattery.terminal.cli import main\nmain()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=240,
        env=None,
    )


def made_up(seed: int) -> Match:
    """A match that nobody has played."""
    chance = random.Random(seed)
    match = Match.new("huupp", seed=seed, names=["Anna", "Béla"], contributions=["from0", "from1"])
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    return match


def redigested(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    """A file with something changed, and a digest that fits again."""
    contents = json.loads(text)
    change(contents)
    rest = {key: value for key, value in contents.items() if key not in ("digest", "signature")}
    contents["digest"] = saved._digest(rest)
    return json.dumps(contents, ensure_ascii=False)


def test_a_match_played_here_is_signed_by_a_key_that_is_published(
    server: Server, genuine: str
) -> None:
    text = genuine
    (key,) = published(server)
    name = server.base.removeprefix("http://")
    assert json.loads(text)["played_on"] == {"host": name, "key": key}
    assert checked(server, text)["signature"] == {"host": name, "key": key, "whose": "own"}
    table = asyncio.run(_played(server))
    verdict = httpx.get(f"{server.base}/api/tables/{table}/verify").json()
    assert verdict["signature"]["whose"] == "own"


def test_spaces_and_the_order_of_fields_dont_matter(server: Server, genuine: str) -> None:
    contents = json.loads(genuine)
    text = json.dumps(dict(reversed(contents.items())), indent=3)
    assert checked(server, text)["signature"]["whose"] == "own"


def test_made_up_matches_with_a_fresh_digest_dont_pass_as_played(
    server: Server, genuine: str, tmp_path: Path
) -> None:
    (own,) = published(server)
    name = server.base.removeprefix("http://")
    for seed in range(MADE_UP):
        match = made_up(seed)
        found = checked(server, match.save())
        assert (found["ok"], found["signature"]) == (True, None)  # it agrees with itself
        forger = saved.Signer(name, signatures.new_secret())
        found = checked(server, saved.write(match, with_seed=True, signer=forger))
        assert (found["ok"], found["signature"]["whose"]) == (True, "foreign")
        stuck_on = redigested(
            match.save(),
            lambda contents: contents.update(
                played_on={"host": name, "key": own}, signature=json.loads(genuine)["signature"]
            ),
        )
        assert not checked(server, stuck_on)["ok"]
    file = tmp_path / "made-up.json"
    file.write_text(made_up(1).save(), encoding="utf-8")
    said = cattery("verify", file)
    assert said.returncode == 0
    assert "agrees with itself, but isn't signed" in said.stdout
    assert cattery("verify", file, "--host", server.base).returncode == 1


CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a name": lambda contents: contents["names"].__setitem__(0, "Cirmos"),
    "a player": lambda contents: contents["players"].__setitem__(1, "level:5"),
    "the host": lambda contents: contents["played_on"].update(host="cats.example.org"),
    "the key": lambda contents: contents["played_on"].update(
        key=signatures.public_key(signatures.new_secret())
    ),
    "no signature": lambda contents: contents.pop("signature"),
    "no host": lambda contents: contents.pop("played_on"),
    "an older format": lambda contents: contents.update(format=saved.SECOND_FORMAT),
    "a sentence for a host": lambda contents: contents["played_on"].update(host="here, I swear"),
    "another field": lambda contents: contents.update(more=1),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_file_isnt_vouched_for(server: Server, genuine: str, what: str) -> None:
    text = redigested(genuine, CHANGES[what])
    found = checked(server, text)
    assert not found["ok"]
    assert found["signature"] is None
    assert found["text"]


def test_without_both_it_is_an_unsigned_file(server: Server, genuine: str) -> None:
    def strip(contents: dict[str, Any]) -> None:
        del contents["played_on"], contents["signature"]

    found = checked(server, redigested(genuine, strip))
    assert (found["ok"], found["signature"]) == (True, None)


def test_the_file_by_which_the_page_is_tested_is_signed() -> None:
    """`web/tests/saved.test.ts` checks it as a browser does; whatever rules are in force."""
    text = (FIXTURES / "signed.json").read_text(encoding="utf-8")
    contents = saved._contents(text)
    saved._check_digest(contents, text)
    signature = saved._checked_signature(contents, text)
    assert signature is not None
    assert (signature.host, signature.checked) == ("cats.example.org/cats", True)


def test_an_old_key_stays_published_and_a_stolen_one_doesnt(
    start: StartServer, tmp_path: Path
) -> None:
    """The server goes on running meanwhile."""
    server = start()
    database = server.settings.database
    first = played(server)
    assert cattery("keys", "--database", database).stdout.startswith(published(server)[0])
    done = cattery("keys", "--rotate", "--database", database)
    assert done.returncode == 0, done.stderr
    new, old = published(server)
    assert done.stdout.splitlines()[0].startswith(new)
    second = played(server)
    assert json.loads(first)["played_on"]["key"] == old
    assert json.loads(second)["played_on"]["key"] == new
    for text in (first, second):
        assert checked(server, text)["signature"]["whose"] == "own"
        file = tmp_path / "match.json"
        file.write_text(text, encoding="utf-8")
        said = cattery("verify", file, "--host", server.base)
        assert said.returncode == 0, said.stderr
        assert f"Played on {server.base.removeprefix('http://')}" in said.stdout
    assert cattery("keys", "--rotate", "--stolen", "--database", database).returncode == 0
    newest, *others = published(server)
    assert (newest not in (new, old), others) == (True, [old])
    assert checked(server, second)["signature"]["whose"] == "foreign"
    said = cattery("verify", file, "--host", server.base)
    assert said.returncode == 1
    assert "doesn't publish the key" in said.stderr
    secret = _stored_secret(server)
    assert secret not in httpx.get(f"{server.base}/api/keys").text
    assert stat.S_IMODE(Path(database).stat().st_mode) == 0o600


def _stored_secret(server: Server) -> str:
    async def look() -> str:
        store = Store(async_url(server.settings.database))
        await store.open(migrate=False, alone=False)
        try:
            return (await SigningKeys(store).ring()).secret
        finally:
            await store.close()

    return asyncio.run(look())


def test_the_key_outlives_a_restart_and_is_in_the_backup(
    start: StartServer, tmp_path: Path
) -> None:
    server = start()
    keys, text = published(server), played(server)
    server.stop()
    server.start()
    assert published(server) == keys
    restored = start(database=str(backup(tmp_path / "copy.db", server.settings.database)))
    assert published(restored) == keys
    assert checked(restored, text)["signature"]["whose"] == "own"


def test_the_name_is_the_one_that_the_host_gave(start: StartServer, tmp_path: Path) -> None:
    server = start(hosts=("*.example.net", "Cats.example.org"), root_path="/cats")
    text = played(server)
    assert json.loads(text)["played_on"]["host"] == "cats.example.org/cats"
    file = tmp_path / "match.json"
    file.write_text(text, encoding="utf-8")
    said = cattery("verify", file)
    assert said.returncode == 0
    assert "a key that calls itself cats.example.org/cats" in said.stdout
    assert "Played on" not in said.stdout
    said = cattery("verify", file, "--host", server.base)
    assert said.returncode == 0
    assert "In the file the server calls itself cats.example.org/cats" in said.stdout


def test_another_server_doesnt_pass_for_the_one_that_was_played_on(
    genuine: str, start: StartServer, tmp_path: Path
) -> None:
    other = start()
    assert checked(other, genuine)["signature"]["whose"] == "foreign"
    file = tmp_path / "match.json"
    file.write_text(genuine, encoding="utf-8")
    assert cattery("verify", file, "--host", other.base).returncode == 1


@pytest.mark.parametrize("host", ["127.0.0.1:1", "http://127.0.0.1:1/x", "localhost:1"])
def test_a_host_that_doesnt_answer_is_said(genuine: str, tmp_path: Path, host: str) -> None:
    file = tmp_path / "match.json"
    file.write_text(genuine, encoding="utf-8")
    said = cattery("verify", file, "--host", host)
    assert said.returncode == 1
    assert "can't be asked for its keys" in said.stderr


@pytest.mark.parametrize("host", ["", "ftp://cats.example.org", "http://[", "http://me@cats", "/"])
def test_what_isnt_an_address_is_said(genuine: str, tmp_path: Path, host: str) -> None:
    file = tmp_path / "match.json"
    file.write_text(genuine, encoding="utf-8")
    said = cattery("verify", file, "--host", host)
    assert said.returncode == 2
    assert "isn't the address of a server" in said.stderr


def test_without_the_library_all_else_works_and_it_is_said(
    server: Server, genuine: str, tmp_path: Path
) -> None:
    missing = "sys.modules['cryptography'] = None"
    file = tmp_path / "match.json"
    file.write_text(genuine, encoding="utf-8")
    said = cattery("verify", file, before=missing)
    assert said.returncode == 0, said.stderr
    assert "signatures can't be checked here" in said.stdout
    assert "Played on" not in said.stdout
    said = cattery("verify", file, "--host", server.base, before=missing)
    assert said.returncode == 1
    assert "signatures can't be checked here" in said.stderr


def test_there_are_no_keys_of_a_database_that_isnt_there(tmp_path: Path) -> None:
    said = cattery("keys", "--database", tmp_path / "none.db")
    assert said.returncode == 1
    assert "none.db" in said.stderr
    assert not (tmp_path / "none.db").exists()
    assert cattery("keys", "--stolen", "--database", tmp_path / "none.db").returncode == 2


@pytest.mark.parametrize("more", [(), ("--rotate",)])
def test_a_database_that_cant_be_read_is_said(tmp_path: Path, more: tuple[str, ...]) -> None:
    """One of a version that had no keys yet, which this command leaves alone; and none at all."""
    old = tmp_path / "old.db"
    with sqlite3.connect(old) as database:
        database.executescript((FIXTURES / "old_tables.sql").read_text("utf-8"))
    for given in (str(old), "postgresql://nobody@127.0.0.1:1/none"):
        said = cattery("keys", *more, "--database", given)
        assert said.returncode == 1
        assert "can't be opened" in said.stderr
        assert "Traceback" not in said.stderr


def test_of_two_who_rotate_at_once_one_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(async_url(str(tmp_path / "tables.db")))
        await store.open()
        keys = SigningKeys(store)
        seen = await keys.ring()
        new = await keys.rotate()

        async def what_the_other_saw() -> KeyRing:
            return seen

        late = SigningKeys(store)
        late.ring = what_the_other_saw  # type: ignore[method-assign]
        with pytest.raises(StorageFailed):
            await late.rotate()
        assert await keys.ring() == new
        await store.close()

    asyncio.run(scene())


def test_a_server_without_the_library_signs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signatures, "available", lambda: False)
    nobody: Any = None
    assert asyncio.run(api_keys.the_signer(nobody, nobody)) is None
    assert asyncio.run(api_keys.published(nobody)) == []
    assert "no keys without" in CliRunner().invoke(app, ["keys", "--lang", "en"]).stderr


def test_of_several_who_come_first_one_makes_the_key(tmp_path: Path) -> None:
    async def scene() -> None:
        first = Store(async_url(str(tmp_path / "tables.db")))
        await first.open()
        stores = [Store(first.url) for _ in range(4)]
        for store in stores:
            await store.open(migrate=False, alone=False)
        rings = await asyncio.gather(*(SigningKeys(store).ring() for store in (first, *stores)))
        assert len({ring.secret for ring in rings}) == 1
        for store in (first, *stores):
            await store.close()

    asyncio.run(scene())
