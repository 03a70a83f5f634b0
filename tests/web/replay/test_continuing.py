"""Test continuing a finished game from a moment, alone against bots and at a table for others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.finished_games import Played, call
from tests.web.table.test_chat import WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.conftest import Guests, Server


@pytest.mark.journey
def test_a_game_can_be_continued_from_the_position_shown(server: Server, browser: Browser, guest: Guests) -> None:
    past = Played(server, browser, "coins")
    n = next(step["n"] for step in past.steps if step["n"] > past.last // 3 and step["gone"] is None)
    page = past.open(guest, f"?n={past.last}&eyes=0", **WIDE)
    expect(page.locator("#final")).to_be_visible()
    expect(page.get_by_role("button", name="Continue from here")).to_have_count(0)
    page.goto(past.address(f"?n={n}&eyes=0"))
    page.get_by_role("button", name="Continue from here").click()
    dialog = page.get_by_role("dialog", name=f"Continue from step {n}")
    expect(dialog.get_by_label("Seat 1, Ann")).to_have_value("me")
    bot = past.replay()["table"]["seats"][1]["bot"]
    assert bot
    expect(dialog.get_by_label("Seat 2")).to_have_value(f"bot:{bot}")
    dialog.get_by_label("Seat 2").select_option("open")
    dialog.get_by_label("Unchanged").check()
    if AXE.exists():
        assert faults(settled(page)) == []
    dialog.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    told = f"Continues from step {n} of another game. Hidden cards are unchanged."
    expect(page.locator(".came-from")).to_have_text(told)
    page.get_by_role("button", name=re.compile("bot", re.IGNORECASE)).first.click()
    expect(page.locator("#board")).to_be_visible()
    table = page.url.rpartition("/t/")[2]
    moment = call(page.request, "GET", f"{server.url}/api/tables/{table}/replay/0")
    page.get_by_role("button", name="Close this notice").click()
    expect(page.locator(".came-from")).to_have_count(1)
    page.locator("#log .came-from a").click()
    expect(page.locator(".replay-bar")).to_have_attribute("data-n", str(n))
    assert past.table in page.url
    assert moment["seat"] == 0
