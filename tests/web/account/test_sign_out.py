"""Test signing out everywhere except in this browser, and what the other browsers show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults_in_both, settled
from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

NAME = "Sign out everywhere else"


def copied(page: Page, server: Server, guest: Guests) -> Page:
    """The page of a browser with the token of another one."""
    other = guest()
    for cookie in page.context.cookies():
        other.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": server.url}])
    return other


@pytest.mark.journey
def test_only_this_browser_stays_signed_in_and_the_others_say_so(server: Server, guest: Guests) -> None:
    ann = guest()
    table = make_table(ann, server, ["me", "bot"])
    bid = "bid high"
    expect(ann.get_by_role("button", name=bid)).to_be_visible()
    other = copied(ann, server, guest)
    other.goto(f"{server.url}/t/{table}")
    expect(other.get_by_role("button", name=bid)).to_be_visible()
    home = ann.context.new_page()
    home.goto(server.url)

    button, dialog = home.get_by_role("button", name=NAME), home.get_by_role("dialog", name=NAME)
    home.get_by_role("textbox", name="My name").focus()
    home.keyboard.press("Tab")  # Keep can be reached only where there is another name to keep
    expect(button).to_be_focused()
    home.keyboard.press("Enter")
    expect(dialog).to_contain_text("Every other browser or program that plays as you is signed out right away")
    home.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()
    assert api(other, "GET", "/api/me")["name"] == "Ann"

    home.keyboard.press("Enter")
    dialog.get_by_role("button", name="Cancel").focus()
    home.keyboard.press("Tab")
    home.keyboard.press("Enter")
    expect(home.get_by_role("status").get_by_text("You are signed out everywhere except here.")).to_be_visible()
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()

    expect(other.get_by_role("alert")).to_contain_text(
        "You were signed out, or signed in as someone else, in this browser"
    )
    expect(other.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(other.get_by_role("button", name=bid)).to_have_count(0)
    # The page that was open beside it goes on, and its seat is its own.
    ann.get_by_role("button", name=bid).click()
    expect(ann.locator("#log")).to_contain_text("You bid high.")
    expect(ann.get_by_text("Ann (you)")).to_be_visible()
    expect(ann.locator("[data-signed-out]")).to_have_count(0)


def test_a_new_visitor_is_not_offered_to_sign_out(server: Server, page: Page) -> None:
    page.goto(server.url)
    name = page.get_by_role("textbox", name="My name")
    expect(name).to_be_visible()
    expect(page.get_by_role("button", name=NAME)).to_have_count(0)
    name.fill("Ann")
    name.press("Enter")
    expect(page.get_by_role("button", name=NAME)).to_be_visible()


def test_a_failure_shows_a_sentence_and_can_be_retried(server: Server, page: Page) -> None:
    page.goto(server.url)
    api(page, "PATCH", "/api/me", {"name": "Ann"})
    page.reload()
    page.route("**/sign-out", lambda route: route.abort())
    page.get_by_role("button", name=NAME).click()
    again = page.get_by_role("dialog", name=NAME).get_by_role("button", name=NAME)
    again.click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server.")
    page.unroute("**/sign-out")
    again.click()
    expect(page.get_by_text("You are signed out everywhere except here.")).to_be_visible()


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_axe_finds_no_serious_faults(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.goto(server.url)
    api(page, "PATCH", "/api/me", {"name": "Ann"})
    page.reload()
    page.get_by_role("button", name=NAME).click()
    box = page.get_by_role("dialog", name=NAME).bounding_box()
    assert box is not None
    assert abs(box["y"] + box["height"] / 2 - 844 / 2) < 2, "it stands in the middle"
    assert faults_in_both(settled(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
