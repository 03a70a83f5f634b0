"""Play the example game in the browser on its own small board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.conftest import make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server


@pytest.mark.journey
def test_the_example_game_can_be_played_in_the_browser(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot:gardener"], game="tulips", options={"mode": "short"})
    board = page.locator(".tulips")
    todo = board.locator("input, .row button").first
    for _ in range(40):
        expect(todo.or_(page.locator(".tulips[data-phase=over]")).first).to_be_visible()
        if board.get_attribute("data-phase") == "over":
            break
        acted = board.get_attribute("data-acted") or ""
        if board.get_attribute("data-phase") == "bid":
            todo.fill("3")
            board.get_by_role("button", name="Bid ").click()
        else:
            board.get_by_role("button", name="Keep it").click()
        expect(board).not_to_have_attribute("data-acted", acted)
    expect(board).to_have_attribute("data-phase", "over")
    expect(board.get_by_role("columnheader", name="Score")).to_be_visible()


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("width", [1440, 390])
def test_the_example_board_fits_and_axe_finds_no_serious_faults(server: Server, guest: Guests, width: int) -> None:
    page = guest(viewport={"width": width, "height": 800})
    make_table(page, server, ["me", "bot:gardener"], game="tulips")
    page.get_by_label("Your bid").fill("99")
    expect(page.get_by_role("button", name="Bid 15, keep 0")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(settled(page)) == []
