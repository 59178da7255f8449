"""The README shows and says what is true. (Its Python session is run as a doctest.)"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import cattery
from cattery import data
from scripts.draw_readme import pictures
from support.command_line import Run

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_pictures_are_those_that_the_script_draws() -> None:
    for path, drawn in pictures().items():
        assert path.read_text(encoding="utf-8") == drawn, "run scripts/draw_readme.py"


def test_the_terminal_says_what_the_excerpt_says(run: Run) -> None:
    excerpt = r"^```\n\$ cattery (play [^\n]*)\n(.*?)^```$"
    block = re.search(excerpt, README, re.MULTILINE | re.DOTALL)
    assert block is not None
    typed = re.findall(r"^\w+> (.*)$", block[2], re.MULTILINE)
    assert typed
    said = run(*shlex.split(block[1]), typed=typed).output
    at = 0
    for part in block[2].split("…\n"):
        found = said.find(part, at)
        assert found >= 0, part
        at = found + len(part)


def test_every_game_is_listed_with_its_makers() -> None:
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| `(\w+)` \| ([\d–]+) \| (.*) \|$", README, re.MULTILINE)
    assert {name for _, name, _, _ in rows} == set(data.packaged())
    for title, name, seats, makers in rows:
        game = cattery.game(name)
        assert title == game.title("en")
        assert seats == "–".join(map(str, sorted({game.seats[0], game.seats[-1]})))
        assert game.facts["designer"] in makers
        assert game.facts["publisher"] in makers


def anchors(file: Path) -> set[str]:
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere() -> None:
    linked = re.findall(r'\]\(([^):]+)\)|src="([^":]+)"', README)
    assert linked
    for markdown, source in linked:
        file, _, anchor = (markdown or source).partition("#")
        assert (ROOT / file).exists()
        assert not anchor or anchor in anchors(ROOT / file), f"{file} has no {anchor}"
