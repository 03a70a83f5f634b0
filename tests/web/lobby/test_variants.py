"""Test a variant in the browser: the form offers it, the table names it, and the board shows its cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server, api

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

VARIANT = """
[variant]
game = "envelopes"
name = "121 cards"
text = "The deck has a second brunch."

[[card]]
name = "Second Brunch"
kind = "culture"
cost = ["yellow", "red"]
stars = 3
use = "monthly"
text = "Take 2 bucks."
effect = { get = { bucks = 2 } }
"""


@pytest.fixture
def offering(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "variants"
    folder.mkdir()
    (folder / "brunch.toml").write_text(VARIANT, "utf-8")
    server = Server(tmp_path, CASHBOX_VARIANTS=str(folder))
    server.start()
    yield server
    server.stop()


@pytest.mark.journey
def test_a_variant_can_be_chosen_in_the_form_and_played(page: Page, offering: Server) -> None:
    page.goto(offering.url)
    page.get_by_role("radio", name=re.compile("^CASH")).check()
    expect(page.get_by_text("Variant", exact=True)).to_have_count(0)
    page.get_by_role("radio", name=re.compile("^Envelopes of Cash")).check()
    expect(page.get_by_role("radio", name=re.compile("first lesson", re.IGNORECASE))).not_to_have_count(0)
    page.get_by_role("radio", name=re.compile("^121 cards")).check()
    expect(page.get_by_text("Games with a variant aren't rated.")).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("first lesson", re.IGNORECASE))).to_have_count(0)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Read the rules").click()
    rules = opened.value
    expect(rules.get_by_role("heading", name="Envelopes of Cash: standard · 121 cards")).to_be_visible()
    expect(rules.get_by_role("listitem").filter(has_text="Second Brunch").first).to_contain_text("New")
    rules.close()
    page.get_by_label("Seat 2", exact=True).select_option("open")
    page.get_by_label("Seat 3", exact=True).select_option("bot:steady")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("(variant, not rated): The deck has a second brunch.")).to_be_visible()
    expect(page).to_have_title(re.compile("Envelopes of Cash · 121 cards"))
    page.get_by_role("button", name=re.compile("^Put the bot .* in seat 2")).click()
    page.wait_for_selector(".eoc .cover")
    table = api(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    cards = api(page, "GET", table["links"]["content"])["cards"]["card"]
    assert (len(cards), cards[-1]["name"], table["variant"]) == (121, "Second Brunch", "121 cards")
    page.get_by_role("button", name="Rules", exact=True).click()
    panel = page.locator(".rules-panel")
    panel.get_by_label("Search these rules").fill("Second Brunch")
    expect(panel.get_by_text("Take 2 bucks.").first).to_be_visible()
    address = panel.get_by_role("link", name="Open page").get_attribute("href")
    assert f"?content={table['content']}" in str(address)
