"""A player who is alone with bots asks what the expert would do, on every board, and the result tells of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import api, called, make_table
from tests.web.test_fit import SIZES
from tests.web.test_table import play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server


def asked(page: Page) -> Locator:
    """The button with which a player whose turn it is has asked."""
    ask = page.get_by_role("button", name="What would you do?")
    expect(ask).not_to_have_attribute("aria-disabled", "true")
    ask.click()
    return ask


@pytest.mark.alone
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_the_expert_is_asked_on_every_board(server: Server, page: Page, game: str) -> None:
    make_table(page, server, ["me", "bot:steady"], game=game)
    ask = asked(page)
    told = page.get_by_role("dialog", name="What would you do?")
    expect(told.locator("li").first).to_contain_text(re.compile(r"\d+ of 100"))
    expect(told).to_contain_text("You have asked 1 time;")
    assert 1 <= told.locator("li").count() <= 3
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert told.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    told.get_by_role("button", name="Close").click()
    ask.click()
    expect(told).to_contain_text("You have asked 1 time;")


def test_the_result_tells_how_often_was_asked(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot:greedy"], options={"rounds": 1})
    asked(page)
    expect(page.get_by_role("dialog").locator("li").first).to_be_visible()
    page.keyboard.press("Escape")
    play_to_the_end(page)
    expect(page.locator(".asked-for")).to_have_text("Ann asked 1 time what to do.")


def test_nobody_is_offered_it_where_others_play_too(server: Server, page: Page, guest: Guests) -> None:
    make_table(page, server, ["me", "open"])
    table, friend = page.url.rsplit("/", 1)[1], guest()
    called(friend, server, "Bob")
    api(friend, "POST", f"/api/tables/{table}/sit", {}, server.url)
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    expect(page.get_by_role("button", name="What would you do?")).to_have_count(0)
