"""Puzzles and the deal of the day on the page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from cattery.puzzles import puzzles
from tests.browser.conftest import Visit, go
from tests.browser.house import House, api
from tests.browser.test_screens import faults, overflow

GAME = "huupp"
SLIP = 600  # milliseconds after which no tap counts as a slip of the last one


def solve(page: Page, number: int) -> None:
    """Place what is right, by the pointer."""
    kind, square = puzzles(GAME)[number].right[0].split()
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
    solve(page, 0)
    expect(coach).to_contain_text("Right!")
    page.get_by_role("button", name="Next puzzle").click()
    expect(coach).to_contain_text(f"Puzzle 2 of {len(puzzles(GAME))}")
    page.get_by_role("button", name="Show me").click()
    expect(coach).to_contain_text("This is the move")


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
