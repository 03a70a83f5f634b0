"""Test rematches and nudges in the browsers of three people."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults_by_turns
from tests.web.conftest import api, make_table, press_tool

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

VIEWS = {"wide": (1440, 900), "phone": (390, 844), "lying": (844, 390)}


def sit_down(page: Page, server: Server, table: str, name: str) -> None:
    page.goto(f"{server.url}/t/{table}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def play_out(server: Server, table: str, *pages: Page) -> None:
    """Everyone takes the last legal action until it is over."""
    for _ in range(40):
        for page in pages:
            legal = api(page, "GET", f"/api/tables/{table}/state")["legal"]
            if legal:
                api(page, "POST", f"/api/tables/{table}/act", {"actions": [legal[-1]["action"]]})
        if api(pages[0], "GET", f"/api/tables/{table}")["table"]["status"] == "over":
            return
    raise AssertionError("the game does not end")


def three(server: Server, guest: Guests, **more: object) -> tuple[str, Page, Page, Page]:
    ann, bob, cat = guest(), guest(), guest()
    table = make_table(ann, server, ["me", "open", "open"], options={"rounds": 1}, **more)  # type: ignore[arg-type]
    sit_down(bob, server, table, "Bob")
    sit_down(cat, server, table, "Cat")
    expect(ann.get_by_role("button", name="bid high")).to_be_visible()
    return table, ann, bob, cat


@pytest.mark.journey
def test_three_people_accept_a_rematch_and_one_declines(server: Server, guest: Guests) -> None:
    table, ann, bob, cat = three(server, guest)
    play_out(server, table, ann, bob, cat)
    final = ann.locator("#final")
    final.get_by_role("button", name="Play again").click()
    expect(ann.get_by_role("heading", name="Waiting for Bob and Cat")).to_be_visible()
    expect(ann.locator(".series").first).to_contain_text("game 2 of the series")
    # The others are asked where they are, at once.
    asked = bob.locator("#final .asked")
    expect(asked).to_contain_text("Ann wants to play again.")
    asked.get_by_role("button", name="Sit down").click()
    expect(bob.get_by_role("heading", name="Waiting for Cat")).to_be_visible()
    expect(ann.get_by_role("heading", name="Waiting for Cat")).to_be_visible()
    cat.goto(server.url)
    mine = cat.locator("section#mine")
    expect(mine).to_contain_text("Ann wants to play again.")
    mine.get_by_role("button", name=re.compile("^Decline")).click()
    expect(cat.get_by_text("wants to play again")).to_have_count(0)
    expect(ann.get_by_role("heading", name="1 seat still open")).to_be_visible()
    expect(ann.locator(".seats")).to_contain_text("Cat declined")
    ann.get_by_role("button", name=re.compile("in seat 3$")).first.click()
    for page in (ann, bob):
        expect(page.get_by_role("button", name="bid high")).to_be_visible()
        expect(page.locator("#log .series, .series").first).to_contain_text("game 2 of the series")
    ann.locator("#log .series summary").click()
    before = ann.locator("#log .series").get_by_role("link", name="Game 1")
    expect(before).to_have_attribute("href", f"/t/{table}")
    before.click()
    expect(ann.locator("#final")).to_contain_text("You have a seat at the next table.")


def test_a_reserved_seat_can_be_accepted_or_opened_at_the_table(server: Server, guest: Guests) -> None:
    table, ann, bob, cat = three(server, guest)
    play_out(server, table, ann, bob, cat)
    ann.locator("#final").get_by_role("button", name="Play again").click()
    expect(ann.get_by_role("heading", name="Waiting for Bob and Cat")).to_be_visible()
    next_table = ann.url
    bob.goto(next_table)
    expect(bob.locator(".asked")).to_contain_text("Your seat is reserved.")
    bob.locator(".asked").get_by_role("button", name="Sit down").click()
    expect(bob.get_by_role("button", name="Stand up")).to_be_visible()
    # Whoever wants no other seat finds none, until the host opens one.
    eve = guest()
    eve.goto(next_table)
    expect(eve.get_by_text("Reserved for Cat")).to_be_visible()
    expect(eve.get_by_role("button", name="Sit down")).to_be_disabled()
    ann.get_by_role("button", name="Open to anyone: seat 3").click()
    eve.get_by_label("Your name").fill("Eve")
    eve.get_by_role("button", name="Sit down").click()
    expect(eve.get_by_role("button", name="bid high")).to_be_visible()


def test_a_player_can_nudge_another_once(server: Server, guest: Guests) -> None:
    _, ann, bob, _ = three(server, guest)
    ann.get_by_role("button", name="bid low").click()
    button = ann.get_by_role("button", name="Nudge Bob and Cat")
    button.click()
    expect(bob.locator("#toasts, .toast").first).to_contain_text("You were nudged")
    expect(bob).to_have_title(re.compile("You were nudged"))
    expect(ann.locator(".players .nudged").first).to_contain_text(re.compile(r"nudged (just now|\d+ minutes? ago)"))
    expect(ann.locator(".toast", has_text="Bob and Cat will see that you're waiting.")).to_be_visible()
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(ann.get_by_text(re.compile(r"You can nudge again in (59|60) minutes\."))).to_be_visible()
    bob.reload()
    expect(bob.get_by_role("button", name="bid low")).to_be_visible()
    assert bob.locator(".toast", has_text="nudged").count() == 0  # it is said once
    home = bob.context.new_page()
    home.goto(server.url)
    expect(home.locator("section#mine")).to_contain_text("You were nudged")
    bob.get_by_role("button", name="bid low").click()
    expect(bob).not_to_have_title(re.compile("nudged"))


@pytest.mark.few(0, usual=1)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_faults_in_the_rematch_question(server: Server, guest: Guests, view: str) -> None:
    width, height = VIEWS[view]
    turns = count(list(VIEWS).index(view))
    ann, bob = guest(), guest(viewport={"width": width, "height": height})
    table = make_table(ann, server, ["me", "open"], options={"rounds": 1})
    sit_down(bob, server, table, "Bob")
    expect(bob.get_by_role("button", name="bid low")).to_be_visible()
    press_tool(bob, "Preferences")
    expect(bob.get_by_role("dialog", name="Preferences")).to_be_visible()
    assert faults_by_turns(bob, next(turns)) == []
    bob.keyboard.press("Escape")
    bob.get_by_role("button", name="bid low").click()
    bob.get_by_role("button", name="Nudge Ann").click()
    assert faults_by_turns(bob, next(turns)) == []
    play_out(server, table, ann, bob)
    ann.locator("#final").get_by_role("button", name="Play again").click()
    expect(bob.locator("#final .asked")).to_be_visible()
    assert faults_by_turns(bob, next(turns)) == []
    bob.goto(server.url)
    expect(bob.locator("section#mine")).to_contain_text("wants to play again")
    assert faults_by_turns(bob, next(turns)) == []
    ann.wait_for_url(lambda url: table not in url)
    bob.goto(ann.url)
    expect(bob.locator(".asked")).to_be_visible()
    assert faults_by_turns(bob, next(turns)) == []
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("view", VIEWS)
def test_the_rematch_bar_takes_little_space(server: Server, guest: Guests, view: str) -> None:
    """The foot of the ending stays low, asked or seated, and its buttons do not wrap."""
    width, height = VIEWS[view]
    ann, bob = guest(), guest(viewport={"width": width, "height": height})
    table = make_table(ann, server, ["me", "open"], options={"rounds": 1})
    sit_down(bob, server, table, "Bob")
    expect(bob.get_by_role("button", name="bid low")).to_be_visible()
    play_out(server, table, ann, bob)
    ann.locator("#final").get_by_role("button", name="Play again").click()
    foot = bob.locator(".final-foot")
    for there in (bob.locator("#final .asked"), bob.get_by_text("You have a seat at the next table.")):
        expect(there).to_be_visible()
        assert foot.evaluate("foot => foot.offsetHeight") < max(height / 4, 130)
        heights = foot.evaluate("foot => [...foot.querySelectorAll('.button')].map((one) => one.offsetHeight)")
        assert max(heights) < 60, heights
        if there.get_by_role("button", name="Sit down").count():
            there.get_by_role("button", name="Sit down").click()
            bob.wait_for_url(lambda url: table not in url)
            bob.goto(f"{server.url}/t/{table}")
