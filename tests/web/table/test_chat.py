"""Test chat at a table in the browser, muting, spectators, and offers that expire."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.conftest import api, called, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def lines(page: Page) -> Locator:
    return page.locator(".chat-lines li:visible .said")


def write(page: Page, text: str) -> None:
    field = page.locator(".chat-text:visible")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def chat_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Chat"))


def join(page: Page, server: Server, table: str, name: str) -> None:
    called(page, server, name)
    api(page, "POST", f"/api/tables/{table}/sit", {}, server.url)
    page.goto(f"{server.url}/t/{table}")


@pytest.mark.journey
def test_two_people_chat_and_one_mutes_the_other(server: Server, guest: Guests) -> None:
    ann, bob, cleo = guest(**WIDE), guest(**PHONE), guest(**WIDE)
    table = make_table(ann, server, ["me", "open"])
    write(ann, "Is anybody there?")
    join(bob, server, table, "Bob")
    # What was said before one came is there, and counted until it is read.
    expect(chat_button(bob)).to_have_text(re.compile(r"1\s*new"))
    chat_button(bob).tap()
    expect(lines(bob)).to_have_text(["Is anybody there?"])
    write(bob, "I am <b>Bob</b> \u202eand I lie.")
    expect(lines(ann)).to_have_text(["Is anybody there?", "I am <b>Bob</b> and I lie."])
    expect(ann.locator("#announcer > :last-child")).to_have_text("Bob says: I am <b>Bob</b> and I lie.")
    bob.keyboard.press("Escape")
    expect(chat_button(bob)).to_have_text("Chat")
    for text in ("One", "Two"):
        write(ann, text)
    expect(chat_button(bob)).to_have_text(re.compile(r"2\s*new"))
    bob.reload()
    expect(chat_button(bob)).to_have_text(re.compile(r"2\s*new"))

    cleo.goto(f"{server.url}/t/{table}")
    expect(lines(cleo)).to_have_count(4)
    expect(cleo.locator(".chat-text")).to_have_count(0)
    expect(cleo.get_by_text("Only players can post here.")).to_be_visible()

    chat_button(bob).tap()
    bob.locator(".muting:visible summary").click()
    bob.locator(".muting:visible").get_by_label("Ann").check()
    expect(lines(bob)).to_have_text(["I am <b>Bob</b> and I lie."])
    bob.keyboard.press("Escape")
    write(ann, "Three")
    expect(lines(cleo)).to_have_count(5)
    expect(chat_button(bob)).to_have_text("Chat")
    bob.reload()
    chat_button(bob).tap()
    expect(bob.get_by_text("Mute (1)").last).to_be_visible()
    expect(lines(bob)).to_have_count(1)
    bob.locator(".muting:visible summary").click()
    bob.locator(".muting:visible").get_by_label("Ann").uncheck()
    expect(lines(bob)).to_have_text(["Is anybody there?", "I am <b>Bob</b> and I lie.", "One", "Two", "Three"])
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_spectator_who_mutes_becomes_a_guest(server: Server, guest: Guests) -> None:
    ann, bob, cleo = guest(**WIDE), guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "open"])
    join(bob, server, table, "Bob")
    write(ann, "One")
    write(bob, "Two")
    cleo.goto(f"{server.url}/t/{table}")
    expect(lines(cleo)).to_have_text(["One", "Two"])
    assert cleo.context.cookies() == []
    cleo.locator("#chat .muting summary").focus()
    cleo.keyboard.press("Enter")
    cleo.keyboard.press("Tab")
    cleo.keyboard.press("Space")
    expect(lines(cleo)).to_have_text(["Two"])
    assert {one["name"] for one in cleo.context.cookies()} == {f"cashbox-{server.port}", "cashbox-test"}
    write(ann, "Three")
    write(bob, "Four")
    expect(lines(cleo)).to_have_text(["Two", "Four"])
    expect(cleo.get_by_text("You are watching", exact=True)).to_be_visible()
    cleo.reload()
    expect(lines(cleo)).to_have_text(["Two", "Four"])
    cleo.locator("#chat .muting summary").click()
    cleo.locator("#chat .muting").get_by_label("Ann").uncheck()
    expect(lines(cleo)).to_have_text(["One", "Two", "Three", "Four"])
    expect(cleo.get_by_role("alert")).to_have_count(0)


def test_chat_works_by_keyboard_alone(server: Server, guest: Guests) -> None:
    ann, bob = guest(**WIDE), guest(viewport={"width": 900, "height": 800})
    table = make_table(ann, server, ["me", "open"])
    join(bob, server, table, "Bob")
    expect(ann.locator("#board")).to_be_visible()
    ann.keyboard.press("c")
    expect(ann.locator("#chat .chat-text")).to_be_focused()
    # Letters that are shortcuts elsewhere are letters here.
    ann.keyboard.type("cub? l")
    ann.keyboard.press("Enter")
    expect(lines(ann)).to_have_text(["cub? l"])
    expect(ann.locator("#chat .chat-text")).to_be_focused()
    expect(chat_button(bob)).to_have_text(re.compile("new"))
    bob.keyboard.press("c")
    dialog = bob.get_by_role("dialog", name="Chat")
    expect(dialog.locator(".chat-text")).to_be_focused()
    bob.keyboard.type("yes")
    bob.keyboard.press("Enter")
    expect(lines(ann)).to_have_text(["cub? l", "yes"])
    bob.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_refused_message_stays_in_the_input(server: Server, guest: Guests) -> None:
    ann = guest(**WIDE)
    make_table(ann, server, ["me", "open"])
    for n in range(5):
        write(ann, f"line {n}")
    field = ann.locator(".chat-text:visible")
    field.fill("one too many")
    field.press("Enter")
    expect(ann.get_by_role("status").filter(has_text="posting too fast")).to_be_visible()
    expect(field).to_have_value("one too many")
    expect(lines(ann)).to_have_count(5)


def test_there_is_no_chat_at_a_table_with_only_bots(server: Server, guest: Guests) -> None:
    ann = guest(**WIDE)
    make_table(ann, server, ["me", "bot"])
    expect(ann.locator("#log")).to_be_visible()
    expect(ann.locator("#chat")).to_have_count(0)
    expect(chat_button(ann)).to_have_count(0)


def test_messages_survive_a_server_crash(own_server: Server, guest: Guests) -> None:
    ann, bob = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, own_server, ["me", "open"])
    join(bob, own_server, table, "Bob")
    write(ann, "before")
    expect(lines(bob)).to_have_text(["before"])
    own_server.kill()
    expect(bob.get_by_role("alert")).to_contain_text("You won't miss anything")
    own_server.start()
    expect(bob.get_by_role("alert")).to_have_count(0)
    write(bob, "after")
    for page in (ann, bob):
        expect(lines(page)).to_have_text(["before", "after"])


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("look", [WIDE | {"color_scheme": "dark"}, PHONE | {"color_scheme": "light"}])
def test_axe_finds_no_serious_faults(server: Server, guest: Guests, look: dict[str, Any]) -> None:
    ann, bob = guest(**look), guest()
    table = make_table(ann, server, ["me", "open"])
    write(ann, "Hello")
    assert faults(settled(ann)) == []
    join(bob, server, table, "Bob")
    expect(ann.locator("#board button").first).to_be_visible()
    if look["viewport"]["width"] < 400:
        chat_button(ann).tap()
    ann.locator(".muting:visible summary").click()
    expect(lines(ann)).to_have_text(["Hello"])
    assert faults(settled(ann)) == []


def offer(page: Page, table: str) -> None:
    """Who is on turn offers the other one a card for a card."""
    for kind in ("offer", "give-hidden", "ask-hidden", "propose"):
        state = api(page, "GET", f"/api/tables/{table}/state")
        form = next(one["action"] for one in state["legal"] if one["action"]["type"] == kind)
        api(page, "POST", f"/api/tables/{table}/act", {"at": state["mark"], "actions": [form]})


def test_an_unanswered_offer_expires(server: Server, guest: Guests) -> None:
    ann, bob = guest(**WIDE), guest(**PHONE)
    table = make_table(ann, server, ["me", "open"], game="cash", lapse=60)
    expect(ann.get_by_text("Players have 1 minute to answer an offer")).to_be_visible()
    join(bob, server, table, "Bob")
    due = api(ann, "GET", f"/api/tables/{table}/state")["due"]
    maker, other, name = (ann, bob, "Bob") if due == [0] else (bob, ann, "Ann")
    offer(maker, table)
    expect(maker.locator(".time-left")).to_have_text(re.compile(rf"^{name} has 0:\d\d left to answer\.\s*$"))
    expect(other.locator(".time-left")).to_have_text(
        re.compile(r"^You have 0:\d\d left to answer\. After that: Decline\.$")
    )
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first = other.get_by_role("timer").inner_text()
    expect(other.get_by_role("timer")).not_to_have_text(first)
    assert api(maker, "GET", f"/api/tables/{table}/state")["due"] != due
    server.leap()
    for page in (maker, other):
        expect(page.locator(".time-left")).to_have_count(0)
    expect(ann.locator("#log .log-lines li").last).to_contain_text("offer")
    assert api(maker, "GET", f"/api/tables/{table}/state")["due"] == due


def test_the_form_asks_for_the_timeout_only_if_it_matters(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.get_by_role("radio", name=re.compile("^Envelopes")).check()
    page.get_by_label("Seat 2", exact=True).select_option("open")
    expect(page.get_by_label("Time to answer")).to_have_count(0)
    page.get_by_role("radio", name=re.compile("^CASH")).check()
    expect(page.get_by_label("Time to answer")).to_have_count(0)
    page.get_by_label("Seat 2", exact=True).select_option("open")
    lapse = page.get_by_label("Time to answer")
    expect(lapse.locator("option:checked")).to_have_text("2 minutes")
    lapse.select_option("1 hour")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Players have 1 hour to answer an offer")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    assert api(page, "GET", f"/api/tables/{table}")["table"]["lapse"] == 3600
