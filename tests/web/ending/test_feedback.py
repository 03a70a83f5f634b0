"""The feedback form under the result of a game, on a server that asks for feedback."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.tiers import looks
from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.conftest import Server
from tests.web.finished_games import Played

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.web.conftest import Guests

SIZES = [(1440, 900), (390, 844), (360, 640), (844, 390), (720, 450)]
IDEA = "Fewer coins, <b>please</b>."


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Server]:
    """A server that asks for feedback."""
    server = Server(tmp_path, CASHBOX_FEEDBACK="on")
    server.start()
    yield server
    server.stop()


@pytest.mark.journey
def test_a_player_sends_feedback_changes_it_and_deletes_it(asking: Server, browser: Browser, guest: Guests) -> None:
    past = Played(asking, browser, "coins")
    page = guest(storage_state=past.cookies)
    page.goto(f"{asking.url}/t/{past.table}")
    form = page.get_by_role("region", name="Feedback")
    send, idea = form.get_by_role("button").first, form.get_by_label("What would you change?")
    expect(send).to_have_text("Send feedback")
    expect(send).to_have_attribute("aria-disabled", "true")
    fun = form.get_by_role("group", name="How much fun was it")
    fun.get_by_label("4").check()
    idea.fill(IDEA)
    page.reload()  # what isn't sent yet is kept
    expect(fun.get_by_label("4")).to_be_checked()
    expect(idea).to_have_value(IDEA)
    if AXE.exists():
        assert faults(settled(page)) == []
    for width, height in looks(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        idea.scroll_into_view_if_needed()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("((one) => one.scrollWidth <= one.clientWidth)(document.querySelector('.final-body'))")
    send.click()
    expect(page.get_by_text("Thank you for your feedback!")).to_be_visible()
    expect(send).to_have_text("Update feedback")
    fun.get_by_label("5").check()
    send.click()
    expect(send).to_have_attribute("aria-disabled", "true")
    page.reload()
    expect(fun.get_by_label("5")).to_be_checked()
    expect(idea).to_have_value(IDEA)
    form.get_by_role("button", name="Delete feedback").click()
    expect(send).to_have_text("Send feedback")
    expect(fun.get_by_label("5")).not_to_be_checked()
    expect(idea).to_have_value("")
    # Someone who only looks at the result is asked nothing.
    other = guest()
    other.goto(page.url)
    expect(other.get_by_role("link", name="Download report")).to_be_visible()
    expect(other.get_by_role("region", name="Feedback")).to_have_count(0)
