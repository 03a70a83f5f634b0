"""The first lesson as a newcomer plays it: from the home page, by what the hints say, to the next one, on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.envelopes.helpers import game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

SAID = {line.say: line for line in game().tables.lessons["lesson-1"].hints}


def told(page: Page) -> tuple[str, dict[str, Any]]:
    """The hint that is to be seen, and the action that it tells to take; without one, to end the turn or to pay."""
    note = page.locator(".hint-note p")
    expect(note).to_be_in_viewport()
    say = note.inner_text()
    can = SAID[say].when.can
    if len(can) == 1:
        return say, game().encode(next(iter(can)))
    return say, {"type": "end" if "End turn" in say else "colour"}


def obey(page: Page, form: dict[str, Any]) -> None:
    """Press what a person presses for it."""
    kind = form["type"]
    if kind == "draft":
        card(page, ".cover .card", form)
        page.locator(".float [data-action=draft]").click()
    elif kind == "die":
        page.locator(".dice .pick", has_text=form["colour"]).click()
    elif kind == "place":
        month = page.locator(".place", has=page.get_by_role("heading", name=re.compile(f"^{form['month']}")))
        month.get_by_role("button", name="half" if form["half"] else "full value").click()
    elif kind in ("put", "use"):
        page.locator(".key[data-open=cards]").click()
        card(page, ".float .choice", form)
        page.locator(f".float [data-action={kind}]").click()
    elif kind == "campaign":
        page.locator(".key[data-open=marketing]").click()
        page.get_by_role("button", name=f"Campaign: {form['bucks']} bucks").click()
    elif kind == "colour":
        page.locator(".float[data-panel=pending] .choice").first.click()
    else:
        page.locator(".key[data-action=end]").click()
        confirm = page.locator(".float[data-panel=end] .bad")
        if confirm.count():
            confirm.click()


def card(page: Page, where: str, form: dict[str, Any]) -> None:
    page.locator(where, has_text=game().tables.names[form["card"] - 1]).first.click()


def test_a_newcomer_is_led_through_the_first_lesson(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    page.goto(server.url)
    page.get_by_role("button", name="Start the first lesson").click()
    page.wait_for_selector(".eoc[aria-busy=false]")
    met: list[str] = []
    while not page.locator("#final").count():
        say, form = told(page)
        met.append(say)
        before = page.locator(".eoc").get_attribute("data-acted")
        obey(page, form)
        page.wait_for_function("b => document.querySelector('.eoc').dataset.acted !== b", arg=before)
        page.wait_for_selector(".eoc[aria-busy=false]")
    assert len(met) == 27
    expect(page.locator("#final")).to_contain_text("ends the first lesson with 21 stars.")
    page.get_by_role("button", name="Second lesson").click()
    expect(page.locator(".hint-note")).to_contain_text("Time to recruit!")


def test_who_has_played_is_not_asked_again(server: Server, guest: Guests) -> None:
    page = guest()
    page.goto(server.url)
    page.get_by_role("button", name="Start the first lesson").click()
    page.wait_for_selector(".eoc[aria-busy=false]")
    page.goto(server.url)
    expect(page.get_by_role("region", name="My tables")).to_contain_text("Envelopes of Cash")
    expect(page.locator("#newcomer")).to_have_count(0)
    page.get_by_role("radio", name="Envelopes of Cash").check()
    expect(page.get_by_role("radio", name="First lesson")).to_be_visible()
