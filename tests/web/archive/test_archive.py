"""Test the archive page: its form, its address, back and forward, and its links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults_in_both, settled
from tests.web.conftest import api
from tests.web.social.test_profiles import account, counted, handle, name_of, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

SIZES = {"1920": (1920, 1080), "1440": (1440, 900), "1024": (1024, 768), "390": (390, 844), "844x390": (844, 390)}


@pytest.fixture
def two(server: Server, guest: Guests) -> tuple[Page, Page]:
    """Two accounts that have finished a public game and a private one."""
    ann, bob = account(guest(), server, "Ann Archer"), account(guest(), server, "Bob Archer")
    played(ann, bob, server, watching="public", listed=True, name="In public")
    played(ann, bob, server, watching="nobody", listed=False, name="In private")
    counted(ann, 2)
    for _ in range(100):
        if len(api(ann, "GET", "/api/archive?mine=true")["games"]) == 2:
            break
        ann.wait_for_timeout(50)
    return ann, bob


def rows(page: Page) -> list[str]:
    expect(page.locator("#games [role=status]")).to_have_text(re.compile(r"^\d+ games?$"))
    # Two may have ended in the same second.
    return sorted(page.locator(".finished-games .name a").all_text_contents())


@pytest.mark.journey
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_finished_games_can_be_searched_and_shared(two: tuple[Page, Page], server: Server, guest: Guests) -> None:
    ann, bob = two
    ann.goto(server.url)
    ann.get_by_role("link", name="All my finished games").click()
    expect(ann.locator("#games")).to_contain_text("In private")
    assert rows(ann) == ["In private", "In public"]
    row = ann.locator(".finished-games > li", has_text="In private")
    expect(row).to_contain_text("Private")
    expect(row.locator(".sat")).to_contain_text(name_of(bob))
    table = str(row.locator(".name a").get_attribute("href"))
    expect(row.get_by_role("link", name="Replay")).to_have_attribute("href", f"{table}/replay")
    expect(row.get_by_role("link", name="Play again")).to_have_attribute("href", f"{table}#final")
    ann.get_by_role("combobox", name="Game", exact=True).select_option("cash")
    ann.get_by_role("button", name="Search").click()
    expect(ann.get_by_text("No games match your search.")).to_be_visible()
    expect(ann).to_have_url(f"{server.url}/archive?mine=true&game=cash")
    ann.go_back()
    assert rows(ann) == ["In private", "In public"]
    expect(ann.get_by_role("combobox", name="Game", exact=True)).to_have_value("")
    ann.go_forward()
    expect(ann.get_by_role("combobox", name="Game", exact=True)).to_have_value("cash")
    ann.get_by_role("link", name="Clear").click()
    expect(ann).to_have_url(f"{server.url}/archive?mine=true")
    ann.get_by_label("Played with").fill("bob archer")
    ann.get_by_role("combobox", name="Game length").select_option("short")
    ann.get_by_role("button", name="Search").click()
    assert rows(ann) == ["In private", "In public"]
    look(ann)
    # The address of a search is for everyone, and shows each what that one may know.
    eve = guest()
    eve.goto(f"{server.url}/archive?who=bob%20archer&result=won")
    expect(eve.get_by_label("Player", exact=True)).to_have_value("bob archer")
    expect(eve.get_by_role("combobox", name="Their result")).to_have_value("won")
    eve.get_by_role("combobox", name="Their result").select_option("")
    eve.get_by_role("button", name="Search").click()
    assert rows(eve) == ["In public"]
    eve.goto(f"{server.url}/p/{handle(bob)}")
    eve.get_by_role("link", name="Search these games").click()
    expect(eve.get_by_label("Player", exact=True)).to_have_value(name_of(bob))
    assert rows(eve) == ["In public"]
    eve.get_by_role("link", name="My games").click()
    expect(eve.get_by_text("You haven't played here yet.")).to_be_visible()
    eve.route("**/api/archive?*", lambda route: route.abort())
    eve.get_by_role("link", name="Public games").click()
    expect(eve.get_by_role("alert")).to_contain_text("Can't reach the server.")
    eve.unroute("**/api/archive?*")
    eve.get_by_role("button", name="Search").click()
    assert rows(eve) == ["In public"]


def look(page: Page) -> None:
    """Nothing is wider than the page at any size, and axe finds nothing."""
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    assert faults_in_both(settled(page)) == []
