"""The store and the tables by themselves: group commit, races, migrations, clocks."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from cattery.names import plain
from cattery.server import wire
from cattery.server.refusals import DatabaseInUse, NoDatabase, NotAway
from cattery.server.settings import async_url
from cattery.server.storage.columns import metadata
from cattery.server.storage.store import Store
from cattery.server.storage.writing import (
    ADD_CHAT,
    ADD_ENTRY,
    ADD_TABLE,
    SET_STATE,
    Conflict,
    QueuedWrite,
    RowChange,
)
from cattery.server.tables import commands
from cattery.server.tables.head import Head
from cattery.server.tables.opening import open_table
from cattery.server.tables.table import Table
from server.running import create_database

Scene = Callable[[Store], Coroutine[Any, Any, None]]


def entry(table: str, n: int, line: str = "{}") -> RowChange:
    """A row of a log."""
    row = {"table_id": table, "n": n, "entry": line, "at": 1, "clock": None, "command": None}
    return RowChange(ADD_ENTRY, row)


async def with_store(url: str, scene: Scene) -> None:
    """Open a store, play the scene, close."""
    store = Store(url)
    await store.open()
    try:
        await scene(store)
    finally:
        await store.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return async_url(str(tmp_path / "store.db"))
    server = request.getfixturevalue("postgres")
    return async_url(asyncio.run(create_database(server, f"store{secrets.token_hex(4)}")))


def test_what_fails_tells_no_secrets(url: str) -> None:
    """Seeds and hashes of tokens are in statements' parameters, which errors would quote."""

    async def scene(store: Store) -> None:
        engines = [store.engine.sync_engine, store._file_engine]
        assert all(engine.hide_parameters for engine in engines if engine is not None)

    asyncio.run(with_store(url, scene))


def test_many_writes_share_few_commits(url: str) -> None:
    """Queued together, they are one transaction; all are there."""

    async def scene(store: Store) -> None:
        writes = (store.write(entry(f"t{k % 50}", k // 50)) for k in range(500))
        await asyncio.gather(*writes)
        assert store.commits < 20
        assert len(await store.entries_since("t7", 0)) == 10

    asyncio.run(with_store(url, scene))


def test_the_loser_of_a_race_is_told_and_the_others_go_through(url: str) -> None:
    """Of five entries with the same number one is written; a neighbour in the batch is safe."""

    async def scene(store: Store) -> None:
        outcomes = await asyncio.gather(
            *(store.write(entry("t", 0, str(k))) for k in range(5)),
            store.write(entry("other", 0)),
            return_exceptions=True,
        )
        assert [type(one) for one in outcomes].count(Conflict) == 4
        assert outcomes[-1] is None
        assert len(await store.entries_since("t", 0)) == 1

    asyncio.run(with_store(url, scene))


def test_a_write_of_several_steps_happens_whole_or_not_at_all(url: str) -> None:
    """The second step fails, so the first isn't there."""

    async def scene(store: Store) -> None:
        await store.write(entry("t", 0))
        line = {"table_id": "t", "k": 0, "at": 1, "seat": 0, "name": "", "text": "x"}
        with pytest.raises(Conflict):
            await store.write(RowChange(ADD_CHAT, line), entry("t", 0))
        assert await store.chat_since("t", 0) == []

    asyncio.run(with_store(url, scene))


@pytest.mark.postgres
def test_processes_that_write_the_same_tables_do_not_wait_for_each_other(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Both have many tables' writes in a batch, queued in another order; nothing is in a muddle."""
    url = async_url(asyncio.run(create_database(postgres, f"order{secrets.token_hex(4)}")))
    names = [f"t{k}" for k in range(40)]

    def table(name: str) -> RowChange:
        row = {"game": "huupp", "state": "open", "listed": False, "version": 0, "head": "{}"}
        return RowChange(ADD_TABLE, {**row, "id": name, "seed": "", "created": 1, "touched": 1})

    async def rounds(store: Store, order: list[str]) -> None:
        for k in range(15):
            state = f"s{k}"
            changes = {n: RowChange(SET_STATE, {"b_id": n, "b_state": state}) for n in order}
            await asyncio.gather(*(store.write(one, about=n) for n, one in changes.items()))

    async def scene(one: Store) -> None:
        await one.write(*(table(name) for name in names))
        await with_store(url, lambda other: both(one, other))

    async def both(one: Store, other: Store) -> None:
        began = time.monotonic()
        await asyncio.gather(rounds(one, names), rounds(other, names[::-1]))
        assert time.monotonic() - began < 30
        assert not caplog.records

    asyncio.run(with_store(url, scene))


def test_a_deadlock_is_no_fault_of_the_database(
    postgres: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where two processes do wait for each other, the write is made again at once."""
    url = async_url(asyncio.run(create_database(postgres, f"again{secrets.token_hex(4)}")))
    real, tries = Store._commit, []

    async def unlucky(store: Store, batch: list[QueuedWrite]) -> Sequence[Exception | None]:
        tries.append(len(batch))
        if len(tries) == 1:
            async with store.engine.connect() as connection:
                raised = "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$"
                await connection.execute(text(raised))
        return await real(store, batch)

    async def scene(store: Store) -> None:
        monkeypatch.setattr(Store, "_commit", unlucky)
        await store.write(entry("t", 0))
        assert len(tries) == 2
        assert not store.away
        assert not caplog.records

    asyncio.run(with_store(url, scene))


def test_a_lease_is_for_one_process_at_a_time(url: str) -> None:
    """It can be renewed by its holder and taken when it has run out."""

    async def scene(store: Store) -> None:
        assert await store.lease("t", "a", now=0, until=10)
        assert await store.lease("t", "a", now=5, until=15)
        assert not await store.lease("t", "b", now=14, until=24)
        assert await store.lease("t", "b", now=16, until=26)
        assert not await store.lease("t", "a", now=17, until=27)
        await store.release("b")
        assert await store.lease("t", "a", now=18, until=28)
        assert not await store.lease("t", "b", now=8, until=18)
        assert await store.lease("t", "b", now=7, until=17), "the clock was ahead"

    asyncio.run(with_store(url, scene))


def test_the_migrations_make_what_the_code_expects(url: str) -> None:
    """And running them again changes nothing."""

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def scene(store: Store) -> None:
        await store.migrate()
        async with store.engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    asyncio.run(with_store(url, scene))


def test_an_embedded_database_belongs_to_one_process(tmp_path: Path) -> None:
    """The second opener is refused, the first goes on."""

    async def scene(store: Store) -> None:
        with pytest.raises(DatabaseInUse):
            await Store(store.url).open()
        await store.write(entry("t", 0))

    asyncio.run(with_store(async_url(str(tmp_path / "one.db")), scene))


@pytest.mark.parametrize(
    "where",
    ["/proc/no/such/folder.db", "postgresql://cat:secret@127.0.0.1:1/cats", "nonsense://x"],
)
def test_a_database_that_cannot_be_opened_says_so_without_its_password(where: str) -> None:
    """One clear line."""
    with pytest.raises(NoDatabase) as refused:
        asyncio.run(Store(async_url(where)).open())
    assert "can't be opened" in str(refused.value)
    assert "secret" not in str(refused.value)


# --- the table by itself


def new_table(**more: Any) -> Table:
    """A table of two persons, not started."""
    wish = wire.NewTable(
        game="huupp",
        seats=[wire.SeatWish(who="me"), wire.SeatWish(who="open")],
        options={"first": "0", "ghosts": "off"},
        **more,
    )
    table = open_table(wish, "a", now=0)
    commands.sit(table, "b", 1, "Bea", 0)
    return table


def started(**more: Any) -> Table:
    """The same, started at time 0."""
    table = new_table(**more)
    commands.do(table, "a", 0, wire.Start(type="start"), 0)
    return table


def test_a_head_comes_back_as_it_was_stored() -> None:
    """All of it."""
    table = started(clock=wire.ClockRules(total=60, increment=1))
    commands.do(table, "a", 0, wire.Play(type="play", seat=0, move="k c3"), 10)
    commands.do(table, "a", 1, wire.AskTakeBack(type="ask_take_back", seat=0), 20)
    assert Head.from_json(table.head.to_json()) == table.head


def test_the_clock_takes_time_and_gives_the_increment() -> None:
    """Only the seat to move loses time; the increment comes when its turn ends."""
    table = started(clock=wire.ClockRules(total=60, increment=5))
    assert table.left_at(2000) == [58_000, 60_000]
    commands.do(table, "a", 0, wire.Play(type="play", seat=0, move="k c3"), 3000)
    assert table.left == [62_000, 60_000]
    assert table.left_at(63_000) == [62_000, 0]
    assert table.flagged(63_000) == (1,)
    assert table.next_alarm(10_000) == 63_000


def test_an_absent_player_may_be_replaced_only_after_the_set_time() -> None:
    """And only by the host, while the host is there."""
    table = started(away_minutes=2)
    table.set_present({0}, now=0)
    forfeit = wire.ForfeitSeat(type="forfeit", seat=1)
    with pytest.raises(NotAway):
        commands.do(table, "a", 0, forfeit, 119_000)
    assert table.next_alarm(0) == 120_000
    assert table.replaceable(120_000) == (1,)
    commands.do(table, "a", 0, wire.SetSeat(type="set_seat", seat=1, who="bot"), 120_000)
    assert table.seats[1].stand_in
    other = started(away_minutes=2)
    other.set_present({1}, now=0)
    assert (
        commands.do(other, "b", 0, wire.ForfeitSeat(type="forfeit", seat=0), 120_000).entry
        is not None
    )
    assert other.state == "over"


def test_names_are_plain_text() -> None:
    """No control or direction characters, no runs of blanks, nothing longer than it may be."""
    assert plain("\u202eevil\u0000  cat\n\t ") == "evil cat"
    assert plain("Cirmos 🐈 Ő") == "Cirmos 🐈 Ő"
    with pytest.raises(ValueError, match="24"):
        wire.SeatWish(who="me", name="x" * 25)
