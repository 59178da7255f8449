"""Tables in the memory of a server that holds more of them than fit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cattery.server.tables import hall as halls
from cattery.server.tables.hall import Hall
from server.test_clock_jumps import in_hall, new_table


def test_a_table_that_was_just_asked_for_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many are asked for at once: each is loaded once and kept while it is in somebody's hands."""

    async def scene(hall: Hall) -> None:
        tables = [(await new_table(hall)).table.id for _ in range(9)]
        monkeypatch.setattr(halls, "_IN_HAND", -1.0)
        await new_table(hall)
        assert hall.tables == 2  # the rest is only in the database
        monkeypatch.setattr(halls, "_IN_HAND", 60.0)
        asked = await asyncio.gather(*map(hall.get, tables))
        again = await asyncio.gather(*map(hall.get, tables))
        assert [live.table.id for live in asked] == tables
        assert all(one is other for one, other in zip(asked, again, strict=True))

    in_hall(tmp_path, scene, tables_in_memory=2)
