"""The picture of the layers is what the imports are, and no arrow points outward."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import draw_layers


def test_the_picture_shows_what_is_imported_now() -> None:
    """`python scripts/draw_layers.py` draws it anew."""
    assert draw_layers.PICTURE.read_text(encoding="utf-8") == draw_layers.picture()


def test_a_circle_is_found() -> None:
    with pytest.raises(ValueError, match="match → search → match"):
        draw_layers.rows({"match": {"search"}, "search": {"match"}})


@pytest.mark.parametrize(
    ("part", "outside"),
    [
        ("games", {"match", "players", "search", "server", "terminal", "arena", "analysis"}),
        ("search", {"players", "analysis", "server", "terminal"}),
        ("arena", {"terminal", "server"}),
        ("match", {"players", "server", "terminal"}),
    ],
)
def test_nothing_looks_outward(part: str, outside: set[str]) -> None:
    assert not draw_layers.arrows()[part] & outside


def test_imports_for_types_alone_make_no_arrow(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text(
        "from typing import TYPE_CHECKING\n"
        "import cattery.text\n"
        "if TYPE_CHECKING:\n    from cattery.server import app\n"
    )
    assert draw_layers.imported(file) == {"cattery.text"}
