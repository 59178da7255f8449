"""How long somebody waits for what is shown, between two decisions of theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.boards import BOARDS, Chooser, play_out
from tests.browser.conftest import BOT, ME, Visit, go
from tests.browser.house import House, api, ready

SECONDS = 200  # for all of them on a busy machine
DECISIONS = 10
FEWEST = 8  # where a game ends sooner
LONGEST = 2000  # milliseconds between two decisions that aren't thinking
WATCH = Path(__file__).parent / "waits.js"

# A game of each, with as many bots as fit at its table, and options that let much happen.
TABLES = {
    "huupp": (1, {"ghosts": "on"}),
    "filou": (4, {}),
    "csacska": (4, {}),
    "macskalak": (5, {"level": "2"}),
    "if_it_fits": (4, {}),
}


@pytest.mark.parametrize("game", TABLES)
def test_nobody_waits_long_for_what_is_shown(house: House, visit: Visit, game: str):
    page = visit(house.url, moving=True)
    ready(page, game)
    bots, options = TABLES[game]
    wish = {"game": game, "seats": [ME] + [BOT] * bots, "options": options}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector(f"main[data-n] {BOARDS[game].selector}", timeout=60_000)
    page.evaluate(WATCH.read_text(encoding="utf-8"), BOARDS[game].selector)
    hand = Chooser(page, touch=False)
    hand.play(game, seed=11)
    play_out([hand], SECONDS, lambda: bool(page.evaluate("waits.all.length") >= DECISIONS))
    waits = page.evaluate("waits.all")
    assert len(waits) >= FEWEST
    for wait in waits:
        thinking = wait["whole"] - wait["shown"]  # what is shown meanwhile keeps nobody
        assert wait["shown"] - thinking < LONGEST
