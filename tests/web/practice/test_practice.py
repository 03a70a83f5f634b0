"""Test practicing mistakes and daily puzzles in a browser: the position, the choices, and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.tiers import looks
from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.ending.test_endings import SIZES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from tests.web.conftest import Guests, Server
    from tests.web.finished_games import Played

LOSSES = [0.084, 0.0, 0.004]


class Puzzles:
    """A server's puzzles, which `route` puts in its place: two positions of a real game."""

    def __init__(self, past: Played) -> None:
        game = past.replay()["table"]["game"]
        self.past, self.puzzles, self.solved = past, list[dict[str, Any]](), list[str]()
        for n in range(1, past.last):
            labels = [one["label"] for one in past.moment(n - 1, "0")["legal"]]
            if len({*labels}) > 3 and len(self.puzzles) < 2:
                about = {"table": past.table, "game": game, "n": n, "seat": 0, "changed": 0}
                self.puzzles.append({**about, "choices": list(dict.fromkeys(labels))[:3]})

    def route(self, page: Page) -> None:
        page.route("**/api/me/practice**", self._list)
        page.route("**/api/me/practice/*/*", self._solve)

    def _list(self, route: Route) -> None:
        route.fulfill(json={"puzzles": self.puzzles, "games": {}})

    def _solve(self, route: Route) -> None:
        body: Any = route.request.post_data_json
        self.solved.append(f"{route.request.url.rpartition('/')[2]}: {body['choice']}")
        verdict = ["worse", "best", "nearly"][body["choice"]]
        why = ["About 4 more stars from cards.", "About 4 more stars from cards.", ""]
        route.fulfill(json={"verdict": verdict, "best": 1, "played": 0, "losses": LOSSES, "why": why})


@pytest.mark.journey
def test_mistakes_can_be_practiced_by_keyboard(played: Callable[[str], Played], guest: Guests, server: Server) -> None:
    past = played("consultants")
    puzzles = Puzzles(past)
    first, second = puzzles.puzzles
    page = guest(storage_state=past.cookies, viewport={"width": 1280, "height": 720})
    puzzles.route(page)
    with page.expect_response(lambda answer: "/api/tables/" in answer.url and "/replay/" in answer.url) as asked:
        page.goto(f"{server.url}/practice/consultants")
    # What the seat saw before it decided, and nothing more.
    assert asked.value.url.endswith(f"/api/tables/{past.table}/replay/{first['n'] - 1}?eyes=0")
    bar, panel = page.locator(".replay-bar"), page.locator(".advice")
    expect(bar).to_contain_text("Puzzle 1 of 2.")
    expect(page.locator("#board .regions")).to_be_visible()
    expect(panel.get_by_role("button")).to_have_count(3)
    expect(panel).not_to_contain_text("Best")
    panel.get_by_role("button").first.focus()
    page.keyboard.press("Enter")
    heading = panel.get_by_role("heading")
    expect(heading).to_have_text("Not the best choice")
    expect(heading).to_be_focused()
    expect(panel).to_contain_text("wins 8.4 more games out of 100.")
    expect(panel).to_contain_text("About 4 more stars from cards.")
    expect(panel.locator(".puzzle-results .by")).to_have_text(["−8.4", "Best", "−0.4"])
    expect(panel.locator("li.chosen .tag")).to_have_text(["Your choice", "Played"])
    see = panel.get_by_role("link", name="View position")
    expect(see).to_have_attribute("href", f"/t/{past.table}/replay?n={first['n']}&eyes=0")
    for width, height in looks(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert panel.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    if AXE.exists():
        assert faults(settled(page)) == []
    panel.get_by_role("button", name="Next puzzle").focus()
    page.keyboard.press("Enter")
    expect(bar).to_contain_text("Puzzle 2 of 2.")
    expect(heading).to_have_text("What would you do?")
    panel.get_by_role("button").nth(1).click()
    expect(heading).to_have_text("Best choice!")
    assert puzzles.solved == [f"{first['n']}: 0", f"{second['n']}: 1"]
    # A solved puzzle comes last.
    page.reload()
    expect(bar).to_contain_text("Puzzle 1 of 2.")
    panel.get_by_role("button").nth(2).click()
    expect(heading).to_have_text("Almost the best choice")
    assert puzzles.solved[-1] == f"{first['n']}: 2"


@pytest.mark.journey
def test_the_daily_puzzle_can_be_solved(played: Callable[[str], Played], guest: Guests, server: Server) -> None:
    past = played("consultants")
    (first, _) = Puzzles(past).puzzles
    table = past.replay()["table"]
    shown = {
        "game": "consultants", "day": "2026-11-28", "seat": 0, "seats": 2, "choices": first["choices"],
        "moment": past.moment(first["n"] - 1, "0"), "content": table["links"]["content"], "asked": 3, "found": 2,
        "choice": None, "solution": None,
    }  # fmt: skip
    solution = {"verdict": "best", "best": 1, "played": 0, "losses": LOSSES, "why": ["", "", ""]}
    asked = []

    def answered(route: Route) -> None:
        if route.request.method == "POST":
            asked.append(route.request.post_data_json)
            shown.update(asked=4, found=3, choice=1, solution=solution)
        route.fulfill(json=shown)

    page = guest(viewport={"width": 1280, "height": 720})
    page.route("**/api/puzzles/consultants", answered)
    page.goto(f"{server.url}/puzzles")
    page.get_by_role("link", name="IT's all in the game").click()
    expect(page.locator(".replay-bar")).to_contain_text("Puzzle for November 28.")
    panel = page.locator(".advice")
    panel.get_by_role("button").nth(1).focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("heading")).to_have_text("Best choice!")
    expect(panel).to_contain_text("than the player's choice in the game")
    expect(panel).to_contain_text("4 answers today. 75% found the best choice or came close.")
    assert asked == [{"day": "2026-11-28", "choice": 1}]
    if AXE.exists():
        assert faults(settled(page)) == []
    page.reload()  # whoever has answered sees the solution
    expect(panel.get_by_role("heading")).to_have_text("Best choice!")


def test_a_game_without_a_puzzle_says_where_puzzles_come_from(guest: Guests, server: Server) -> None:
    page = guest()
    page.goto(f"{server.url}/puzzles/coins")
    expect(page.locator("#table")).to_contain_text("No puzzle today")


def test_a_person_without_puzzles_learns_how_to_get_some(guest: Guests, server: Server) -> None:
    page = guest()
    page.goto(f"{server.url}/practice/coins")
    expect(page.locator("#table")).to_contain_text("First, open one of your finished games and analyze it.")
    expect(page.get_by_role("link", name="Your finished games")).to_have_attribute("href", "/archive?mine=true")
