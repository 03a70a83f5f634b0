"""Test choosing bot levels for a new table, and the description of each level."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.board.test_fit import SIZES
from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Server


def bots_at(page: Page) -> list[str]:
    """The bots of the table that the page shows, by seat."""
    page.wait_for_url(re.compile("/t/"))
    table = api(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    return [seat["bot"] for seat in table["seats"]]


def test_the_level_of_a_quick_game_is_remembered(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/")
    for again in (False, True):
        page.get_by_role("button", name="Play now: IT's").click()
        how = page.get_by_role("dialog")
        how.get_by_role("radio", name="1", exact=True).check()
        strong = how.get_by_role("group", name="Bot level")
        names = strong.get_by_role("radio")
        assert [one.input_value() for one in names.all()] == ["gentle", "casual", "steady", "sharp", "expert"]
        if again:
            expect(strong.get_by_role("radio", name="Expert")).to_be_checked()
            expect(strong).to_contain_text("for a second and a half")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert how.evaluate("one => one.scrollWidth <= one.clientWidth")
            strong.get_by_role("radio", name="Gentle").check()
        else:
            strong.get_by_role("radio", name="Expert").check()
        how.get_by_role("button", name="Start the game").click()
        assert bots_at(page) == ["", "gentle" if again else "expert"]
        page.goto(f"{server.url}/")


@pytest.mark.journey
def test_each_seat_has_its_own_level(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/?game=consultants")
    page.get_by_role("group", name="Players").get_by_role("radio", name="3", exact=True).check()
    page.get_by_label("Seat 2", exact=True).select_option("bot:sharp")
    page.get_by_label("Seat 3", exact=True).select_option("bot:gentle")
    notes = page.locator("#new-table .level-notes li")
    expect(notes).to_have_text([re.compile("^Gentle.*instantly"), re.compile("^Sharp.*third of a second")])
    page.get_by_role("button", name="Create table").click()
    assert bots_at(page) == ["", "sharp", "gentle"]
    expect(page.locator(".players .name")).to_have_text([re.compile(r"\(you\)"), "Bianca", "Molly"])


def test_the_host_chooses_the_level_of_a_bot_for_an_open_seat(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "open"], game="consultants")
    page.get_by_role("group", name="Bot level").get_by_role("radio", name="Sharp").check()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Put the bot sharp in seat 2").click()
    expect(page.locator(".prompt")).to_be_visible()
    assert bots_at(page) == ["", "sharp"]
