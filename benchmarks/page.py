"""How long it takes from an address to a board that answers a tap, and how much is loaded for it.

    python -m benchmarks.page [--tries 5] [--game NAME] [--url http://localhost:8080/]

A warm server, a real Chromium and a phone-sized page. A try opens a table of the game whose turn is
ours, in a browser that has never seen the page (new) and once more in the same one (again), taps on
the first thing that the board offers, and waits until the page shows that it is chosen. The best of
the tries is told: on a busy machine the others say more about the machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cattery import data  # noqa: E402
from tests.browser.boards import BOARDS, SHOWN  # noqa: E402
from tests.browser.by_api import contribute, play_some  # noqa: E402
from tests.browser.house import Look, api, chromium, new_context, ready, server  # noqa: E402

PHONE = Look("phone", "light", "en")
ANSWER = ".bar .lines, .chosen, .armed, [aria-selected=true]"
# Taps on the first thing that is offered as soon as it is there, and says when it was answered.
TAP = """
async ([offers, answer]) => {
  const there = (each) => each.getBoundingClientRect().width > 0 && !each.disabled;
  const offered = () => offers.flatMap((tap) => [...document.querySelectorAll(tap)]).find(there);
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const until = async (ask) => { let found; while (!(found = ask())) await frame(); return found; };
  await until(() => document.querySelector('main[data-n] [data-mine=true]'));
  const target = await until(offered);
  const shown = performance.now();
  const at = { bubbles: true, cancelable: true, detail: 1, pointerType: 'touch' };
  target.dispatchEvent(new PointerEvent('click', at));
  await until(() => document.querySelector(answer));
  await frame();
  return [shown, performance.now()];
}
"""


def table_of(page: Page, game: str) -> str:
    """A table against a bot at which the page's browser is to decide."""
    ready(page, game)
    wish = {"game": game, "bot": "greedy", "name": "Panni"}
    table = str(api(page, "POST", "quick", wish)["id"])
    contribute(page, table, 0)
    play_some(page, table, 0, seed=1)
    return table


def opened(page: Page, address: str, game: str) -> tuple[float, float]:
    """Milliseconds from the address to the board, and to its answer to a tap."""
    offers = [offer.tap for offer in BOARDS[game].offers if offer.tap != SHOWN]
    page.goto("about:blank")
    page.goto(address)
    shown, answered = page.evaluate(TAP, [offers, ANSWER])
    return float(shown), float(answered)


def measure(browser: Browser, url: str, game: str, tries: int) -> list[tuple[float, float]]:
    """The best times of a browser that is new here, and of one that comes again."""
    new, again = [], []
    for _ in range(tries):
        context = new_context(browser, PHONE)
        host = context.new_page()
        host.goto(url)
        table = table_of(host, game)
        visitor = new_context(browser, PHONE)
        visitor.add_cookies(context.cookies())  # the same person, whose browser has nothing yet
        page = visitor.new_page()
        for times in (new, again):
            times.append(opened(page, f"{url}#/t/{table}", game))
        visitor.close()
        context.close()
    return [min(new, key=lambda one: one[1]), min(again, key=lambda one: one[1])]


def main() -> None:
    """Measure all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--game", default="", help="only games with this in their name")
    parser.add_argument("--url", default="", help="a running server, instead of one of our own")
    given = parser.parse_args()
    print(f"{'game':12} {'new: board':>12} {'answer':>8} {'again: board':>14} {'answer':>8}   ms")
    with server(given.url) as url, chromium() as browser:
        for game in data.packaged():
            if given.game in game:
                began = time.monotonic()
                (a, b), (c, d) = measure(browser, url, game, given.tries)
                took = time.monotonic() - began
                print(
                    f"{game:12} {a:12.0f} {b:8.0f} {c:14.0f} {d:8.0f}   ({took:.0f} s)", flush=True
                )


if __name__ == "__main__":
    main()
