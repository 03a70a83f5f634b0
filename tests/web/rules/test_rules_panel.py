"""Test the rules panel: it opens at the rule for the current prompt, in the column or over the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults_in_both, settled
from tests.web.conftest import make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server


def begin(server: Server, page: Page, game: str, **more: Any) -> None:
    make_table(page, server, ["me", "bot:random"], game=game, **more)
    expect(page.locator("#board .eoc, #board .cash")).to_be_visible()


def test_the_rules_open_next_to_the_board_at_the_current_rule(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(server, page, "envelopes", mode="family")
    assert not [url for url in asked if "/rules/" in url or "rulespanel" in url]
    page.locator("#board").focus()
    page.keyboard.press("r")
    panel = page.get_by_role("complementary", name="Rules")
    expect(panel.get_by_role("heading", name="Drafting Cards")).to_be_in_viewport()
    expect(page.locator("#board .eoc, #board .cash")).to_be_visible()
    if AXE.exists():
        assert faults_in_both(settled(page)) == []
    panel.get_by_label("Search these rules").fill("runner")
    expect(panel.get_by_role("heading", name="Pay a Runner", exact=True)).to_be_visible()
    panel.get_by_role("button", name="Now: ").click()
    expect(panel.get_by_role("heading", name="Drafting Cards")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("size", [(1024, 768), (390, 844), (844, 390)])
def test_in_a_small_window_the_rules_open_over_the_page(server: Server, guest: Guests, size: tuple[int, int]) -> None:
    page = guest(viewport={"width": size[0], "height": size[1]})
    begin(server, page, "cash")
    page.get_by_role("button", name="Rules", exact=True).click()
    dialog = page.get_by_role("dialog", name="Rules")
    expect(dialog.locator("[data-chapter]:visible")).to_have_count(1)
    expect(dialog.get_by_role("heading", name="Drawing, playing, and discarding")).to_be_in_viewport()
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
