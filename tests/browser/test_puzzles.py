"""Puzzles and the deal of the day on the page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from cattery.analysis.puzzle_answers import refutation
from cattery.puzzles import puzzles
from tests.browser.conftest import Visit, go
from tests.browser.house import House, api
from tests.browser.test_screens import faults, overflow

GAME = "huupp"
SLIP = 600  # milliseconds after which no tap counts as a slip of the last one


def solve(page: Page, number: int) -> None:
    """Place what is right, by the pointer."""
    try_move(page, puzzles(GAME)[number].right[0])


def try_move(page: Page, move: str) -> None:
    """Place a piece, by the pointer."""
    kind, square = move.split()
    choice = page.locator(f'.bar input[value="{"cat" if kind == "c" else "kitten"}"]')
    page.wait_for_selector('.huupp[data-mine="true"]')
    if choice.count():
        choice.check(force=True)
    page.locator(f'[data-place="{square}"]').click()


def test_a_puzzle_is_missed_and_solved(house: House, visit: Visit) -> None:
    page = visit(f"{house.url}#/puzzles/{GAME}?n=0")
    coach = page.locator(".coach")
    expect(coach).to_contain_text("Win this turn")
    page.wait_for_selector('.huupp[data-mine="true"]')
    free = page.locator('[role="gridcell"].can')
    right = {move.split()[1] for move in puzzles(GAME)[0].right}
    places = [cell.get_attribute("data-place") for cell in free.all()]
    page.locator(f'[data-place="{next(p for p in places if p not in right)}"]').click()
    expect(coach).to_contain_text("Not this one")
    if page.get_by_role("button", name="Try again").count():
        page.get_by_role("button", name="Try again").click()
    solve(page, 0)
    expect(coach).to_contain_text("Right!")
    expect(coach).to_contain_text("It wins at once.")
    page.get_by_role("button", name="Next puzzle").click()
    expect(coach).to_contain_text(f"Puzzle 2 of {len(puzzles(GAME))}")
    page.get_by_role("button", name="Show me").click()
    expect(coach).to_contain_text("This is the move. It wins at once.")


def test_what_a_wrong_move_would_lose_is_played(house: House, visit: Visit) -> None:
    """The other's winning answer comes about on the board and is told; then one tries again."""
    number, puzzle = next((n, one) for n, one in enumerate(puzzles(GAME)) if one.goal == "hold")
    page = visit(f"{house.url}#/puzzles/{GAME}?n={number}", size="phone")
    coach = page.locator(".coach")
    expect(coach).to_contain_text("save yourself")
    match, seat, _ = puzzle.at()
    right = {match.resolve(move, seat) for move in puzzle.right}
    wrong = [action for action in match.legal_actions(seat) if action not in right]
    refuted = next(one for one in wrong if len(refutation(GAME, number, one).line) == 1)
    try_move(page, match.game.format(match.game.move(refuted)))
    expect(coach).to_contain_text("Not this one: your opponent wins in the next turn.")
    answer = api(page, "POST", f"games/{GAME}/puzzles/{number}/answer", {"move": refuted})
    (told,) = answer["told"]
    expect(coach).to_contain_text(told)
    last = answer["at"]["scenes"][-1]["told"]["move"].split()[1]
    expect(page.locator(f'[data-place="{last}"]')).to_have_attribute(
        "aria-label", re.compile("cat")
    )
    assert overflow(page) == 0
    assert faults(page) == []
    page.get_by_role("button", name="Try again").tap()
    expect(coach).to_contain_text("save yourself")
    solve(page, number)
    expect(coach).to_contain_text("Right!")


def test_the_answer_says_how_many_moves_save(house: House, visit: Visit) -> None:
    several = [(k, one) for k, one in enumerate(puzzles(GAME)) if len(one.right) > 1]
    number, puzzle = next((k, one) for k, one in several if one.goal == "hold")
    page = visit(f"{house.url}#/puzzles/{GAME}?n={number}")
    coach = page.locator(".coach")
    expect(coach).to_contain_text(f"Only {len(puzzle.right)} moves hold")
    solve(page, number)
    expect(coach).to_contain_text(f"After all but these {len(puzzle.right)} moves you lose")


def test_the_puzzle_of_the_day_counts_once(house: House, visit: Visit) -> None:
    page = visit(f"{house.url}#/puzzles/{GAME}", size="phone", theme="dark")
    expect(page.locator(".coach")).to_contain_text("Puzzle of the day")
    assert overflow(page) == 0
    assert faults(page) == []
    today = api(page, "GET", f"games/{GAME}/puzzles")["today"]
    for _ in range(2):
        solve(page, today)
        if page.locator(".bar .btn.main").count():
            page.locator(".bar .btn.main").tap()
        expect(page.locator(".coach")).to_contain_text("Right!")
        expect(page.locator(".coach")).to_contain_text("Solved today")
        page.get_by_role("button", name="Once more").tap()
        expect(page.locator(".coach")).not_to_contain_text("Right!")


def test_the_deal_of_the_day_is_opened(house: House, visit: Visit) -> None:
    page = visit(f"{house.url}#/daily/{GAME}", name="Panni")
    expect(page.get_by_text("Nobody has played it yet.")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Play today's deal").click()
    page.wait_for_selector(".huupp")
    go(page, f"#/daily/{GAME}")
    expect(page.get_by_role("heading", name="Today's results")).to_be_visible()


def test_what_would_you_play(house: House, visit: Visit) -> None:
    """Where nothing is proven, one move is clearly best, and it is said by how much."""
    page = visit(f"{house.url}#/puzzles/filou?n=0", size="phone")
    coach = page.locator(".coach")
    expect(coach).to_contain_text("What would you play?")
    page.wait_for_selector('.filou[data-mine="true"]')
    page.locator("[data-do=bid]").tap()
    expect(coach).to_contain_text("Not this one")
    expect(coach).to_contain_text("What would you play?")
    assert puzzles("filou")[0].right == ("pass",)
    for _ in range(2):  # it is asked whether one is sure where mice are left
        if page.locator("[data-do=pass]").count():
            page.wait_for_timeout(SLIP)
            page.locator("[data-do=pass]").tap()
    expect(coach).to_contain_text("Right!")
    best, second = puzzles("filou")[0].worth
    expect(coach).to_contain_text(f"{best}")
    expect(coach).to_contain_text(f"{second}")
