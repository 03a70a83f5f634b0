"""Test one person on two devices: signing in by a one-time link, playing, listing, signing out, and deletion."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults_by_turns
from tests.web.conftest import api, make_table
from tests.web.shared.test_content_security_policy import refused, watched
from tests.web.table.test_table import play_on

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, Route

    from tests.web.conftest import Guests, Server

__all__ = ["watched"]

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
BID = "bid high"
CHOICE = "#board .choices-panel button"
SIZES = [(1440, 900), (390, 844), (844, 390)]


def given(page: Page, server: Server, path: str = "/me") -> str:
    """The link for another device, as this page shows it."""
    page.goto(f"{server.url}{path}")
    page.get_by_role("button", name="Add a device").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return page.get_by_label("Link for the other device").input_value()


def joined(page: Page, server: Server, phone: Page, name: str = "Ann") -> None:
    """The second of two pages becomes the guest of the first one."""
    phone.goto(given(page, server))
    phone.get_by_role("button", name=f"Play as {name}").click()
    expect(phone).to_have_url(f"{server.url}/")


def known(page: Page, server: Server, name: str = "Ann") -> Page:
    """A page whose guest has a name."""
    page.goto(server.url)
    api(page, "PATCH", "/api/me", {"name": name})
    return page


def alike(page: Page, other: Page) -> None:
    """Both come to show the same log and the same prompt."""
    for _ in range(200):
        shown = [one.locator(".log-lines li:not(.mark), .prompt").all_inner_texts() for one in (page, other)]
        if shown[0] == shown[1]:
            return
        page.wait_for_timeout(50)
    assert shown[0] == shown[1]


def offered(page: Page) -> Locator:
    return page.get_by_role("button", name=BID)


@pytest.mark.journey
def test_a_link_signs_in_another_device(server: Server, guest: Guests) -> None:
    ann, phone = known(guest(), server), guest(user_agent=PHONE)
    link = given(ann, server, "/")
    assert re.fullmatch(re.escape(server.url) + "/device#[2-9A-Z]{12}", link)
    expect(ann.get_by_role("timer")).to_have_text(re.compile("^(10:00|9:5[0-9])$"))
    phone.goto(link)
    # The link is there, and gone from the address: nothing that is sent or kept has the code.
    expect(phone.get_by_role("heading", name="Play as Ann on this device?")).to_be_visible()
    assert phone.url == f"{server.url}/device"
    assert phone.request.get(f"{server.url}/api/me").status == 401
    phone.get_by_role("button", name="Play as Ann").focus()
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(f"{server.url}/")
    expect(phone.get_by_role("textbox", name="My name")).to_have_value("Ann")
    expect(ann.get_by_role("dialog").get_by_text("Firefox on Android")).to_be_visible()
    table = make_table(guest(), server, ["me", "open", "open"])
    phone.goto(f"{server.url}/t/{table}")
    expect(phone.get_by_label("Your name")).to_have_value("Ann")


def test_the_code_can_be_typed_by_hand(server: Server, guest: Guests) -> None:
    ann, phone = known(guest(), server), guest()
    given(ann, server)
    shown = ann.locator(".code").inner_text()
    assert re.fullmatch("[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}", shown)
    phone.goto(f"{server.url}/me")
    phone.get_by_role("link", name="Have a code").click()
    phone.get_by_role("textbox", name="Code").fill(shown.lower())
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="Play as Ann").click()
    expect(phone).to_have_url(f"{server.url}/")
    # The page tells in which time zone someone is once it is there, so the phone may not have done so.
    assert [api(page, "GET", "/api/me")["id"] for page in (phone, ann)] == [api(ann, "GET", "/api/me")["id"]] * 2


def test_a_device_with_another_guest_asks_which_one_to_keep(server: Server, guest: Guests, browser: Browser) -> None:
    ann, bob = known(guest(), server), browser.new_context().new_page()  # the question is an error in the console
    table = make_table(bob, server, ["me", "open"], guest_name="Bob")
    link = given(ann, server)
    bob.goto(link)
    expect(bob.get_by_role("heading", name="Become Ann on this device?")).to_be_visible()
    expect(bob.get_by_text("If Bob has seats, you first choose what happens to them.")).to_be_visible()
    bob.get_by_role("link", name="Stay Bob").click()
    expect(bob.get_by_role("textbox", name="My name")).to_have_value("Bob")
    bob.goto(link)
    bob.get_by_role("button", name="Become Ann").click()
    dialog = bob.get_by_role("dialog", name="What about your seats?")
    expect(dialog).to_contain_text("They can't move to Ann, who is a guest, too.")
    expect(dialog.get_by_role("button", name="Move seats")).to_have_count(0)
    assert api(bob, "GET", f"/api/tables/{table}")["you"]["seat"] == 0
    dialog.get_by_role("button", name="Leave seats").click()
    expect(bob.get_by_role("textbox", name="My name")).to_have_value("Ann")
    assert api(bob, "GET", f"/api/tables/{table}")["table"]["status"] == "closed"
    bob.context.close()
    # Ann's own link, opened by herself, is not used up.
    link = given(ann, server)
    other = ann.context.new_page()
    other.goto(link)
    expect(other.get_by_role("heading", name="You are already Ann on this device")).to_be_visible()


def test_a_code_that_does_not_work_says_why(server: Server, guest: Guests, browser: Browser) -> None:
    ann = known(guest(), server)
    link = given(ann, server)
    joined_already = guest()
    joined_already.goto(link)
    joined_already.get_by_role("button", name="Play as Ann").click()
    expect(joined_already).to_have_url(f"{server.url}/")
    page = browser.new_context().new_page()  # what the server refuses is an error in the console
    for code, why in ((link.partition("#")[2], "has already been used"), ("ABCDEFGHJKMN", "That code is wrong")):
        page.goto("about:blank")
        page.goto(f"{server.url}/device#{code}")
        expect(page.get_by_role("alert")).to_contain_text(why)
        expect(page.get_by_role("textbox", name="Code")).to_have_value(code)
    page.context.close()


def test_an_expired_link_offers_a_new_one(server: Server, guest: Guests) -> None:
    ann = known(guest(), server)
    ann.route("**/api/me/code", short)
    ann.goto(f"{server.url}/me")
    ann.get_by_role("button", name="Add a device").click()
    expect(ann.get_by_text("This link has expired.")).to_be_visible()
    ann.unroute("**/api/me/code")
    ann.get_by_role("button", name="Get new link").click()
    expect(ann.get_by_role("img", name="QR code of the link")).to_be_visible()


def short(route: Route) -> None:
    """As if the code counted for a second."""
    route.fulfill(status=201, json={**route.fetch().json(), "seconds": 1})


def test_two_devices_of_one_person_can_both_play(server: Server, guest: Guests) -> None:
    ann, phone = guest(), guest(user_agent=PHONE)
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 3})
    laptop = ann.context.new_page()
    joined(laptop, server, phone)
    phone.goto(f"{server.url}/t/{table}")
    for page in (ann, phone):
        expect(page.get_by_text("Ann (you)")).to_be_visible()
        expect(offered(page)).to_be_visible()
    for turn in range(4):
        page, other = (phone, ann) if turn % 2 else (ann, phone)
        expect(page.locator(CHOICE).first).to_be_visible()
        play_on(page)
        alike(page, other)
    expect(phone.get_by_text("You are watching", exact=True)).to_have_count(0)
    # One of them goes, and the other is still there.
    phone.close()
    expect(ann.get_by_role("list", name="Players").get_by_role("img", name="away")).to_have_count(0)


def test_of_two_simultaneous_actions_one_counts_and_the_other_is_refused(server: Server, guest: Guests) -> None:
    """One of both holds, and the other is told kindly: it decided on what was so no more."""
    ann, phone = guest(), guest(user_agent=PHONE)
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 3})
    joined(ann.context.new_page(), server, phone)
    phone.goto(f"{server.url}/t/{table}")
    for page in (ann, phone):
        expect(offered(page)).to_be_visible()
    both = [page.get_by_role("button", name=bid).element_handle() for page, bid in ((ann, BID), (phone, "bid low"))]
    at = ann.evaluate("Date.now()") + 500
    for page, button in zip((ann, phone), both, strict=True):
        page.evaluate("([button, at]) => { setTimeout(() => button.click(), at - Date.now()); }", [button, at])
    for page in (ann, phone):
        expect(page.locator("#log").get_by_text(re.compile(r"You bid (high|low)\."))).to_have_count(1)
    alike(ann, phone)
    told = [page.get_by_text("The game has moved on.").count() for page in (ann, phone)]
    assert sum(told) <= 1


def test_devices_are_listed_and_can_be_signed_out(server: Server, guest: Guests) -> None:
    ann, phone = known(guest(), server), guest(user_agent=PHONE)
    table = make_table(ann, server, ["me", "bot"])
    me = ann.context.new_page()
    joined(me, server, phone)
    phone.goto(f"{server.url}/t/{table}")
    expect(offered(phone)).to_be_visible()
    me.keyboard.press("Escape")
    rows = me.get_by_role("region", name="Signed-in devices").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Firefox on Android")).to_contain_text("active in the last two hours")
    expect(rows.filter(has_text="this device").get_by_role("button")).to_have_count(0)
    button = me.get_by_role("button", name="Sign out: Firefox on Android")
    button.focus()
    me.keyboard.press("Enter")
    expect(me.get_by_role("status").get_by_text("Firefox on Android is signed out.")).to_be_visible()
    expect(rows).to_have_count(1)
    expect(phone.get_by_role("alert")).to_contain_text(
        "You were signed out, or signed in as someone else, in this browser"
    )
    expect(phone.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(ann.get_by_text("Ann (you)")).to_be_visible()
    expect(ann.locator("[data-signed-out]")).to_have_count(0)


def test_own_data_can_be_downloaded(server: Server, guest: Guests, tmp_path: Path) -> None:
    ann = known(guest(), server)
    make_table(ann, server, ["me", "bot"])
    ann.goto(f"{server.url}/me")
    with ann.expect_download() as started:
        ann.get_by_role("link", name="Download data").click()
    assert started.value.suggested_filename == "cashbox.json"
    file = tmp_path / "mine.json"
    started.value.save_as(file)
    kept = json.loads(file.read_text("utf-8"))
    assert kept["guest"]["name"] == "Ann"
    assert len(kept["tables"]) == 1


def test_deleting_the_account_asks_first_and_signs_out_both_devices(server: Server, guest: Guests) -> None:
    ann, bob, phone = guest(), guest(), guest()
    table = make_table(ann, server, ["me", "open"], guest_name="Ann")
    known(bob, server, "Bob").goto(f"{server.url}/t/{table}")
    bob.get_by_role("button", name="Sit down").click()
    expect(offered(bob)).to_be_visible()
    waits = make_table(ann, server, ["me", "open"], guest_name="Ann")
    joined(ann, server, phone)
    ann.goto(f"{server.url}/me")
    ann.get_by_role("button", name="Delete my data").click()
    dialog = ann.get_by_role("dialog", name="Delete Ann?")
    sure = dialog.get_by_role("button", name="Delete permanently")
    sure.click(force=True)
    expect(ann.get_by_text("First check the box above.")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    assert api(ann, "GET", "/api/me")["name"] == "Ann"
    ann.get_by_role("button", name="Delete my data").click()
    dialog.get_by_role("checkbox").check()
    sure.focus()
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("heading", name="What's your name?")).to_be_visible()
    phone.goto(f"{server.url}/me")
    expect(phone.get_by_role("heading", name="Not a guest yet")).to_be_visible()
    players = bob.get_by_role("list", name="Players")
    expect(players.get_by_text("a former player")).to_be_visible()
    expect(players.get_by_text("Ann")).to_have_count(0)
    offered(bob).click()
    expect(bob.locator("#log")).to_contain_text("You bid high.")
    bob.goto(f"{server.url}/t/{waits}")
    expect(bob.get_by_role("heading", name="This table is closed")).to_be_visible()


def test_guests_are_marked_and_bots_show_their_level(server: Server, guest: Guests) -> None:
    ann, bob = guest(), known(guest(), server, "Bob")
    table = make_table(ann, server, ["me", "open", "bot"], guest_name="Ann", options={"rounds": 1}, listed=True)
    for page in (ann, bob):
        page.goto(f"{server.url}/t/{table}")
        expect(page.locator(".seats li").filter(has_text="Ann").locator(".kind")).to_have_text("guest")
        expect(page.locator(".seats .name").first).to_have_text(re.compile(r"Ann( \(you\))? guest"))
        expect(page.locator(".seats li .kind").last).to_have_text("(greedy)")
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator(".players .kind")).to_have_text(["guest", "guest", "(greedy)"])
    bob.get_by_label("Message to the table").first.fill("Hello")
    bob.keyboard.press("Enter")
    expect(ann.locator(".chat-lines li .kind").first).to_have_text("guest")
    while not ann.locator("#final").count():
        for page in (ann, bob):
            if page.locator(CHOICE).count():
                play_on(page)
        ann.wait_for_timeout(100)
    expect(ann.locator("#final .kind")).to_have_count(3)
    ann.goto(server.url)
    expect(ann.get_by_role("region", name="My finished games")).to_contain_text("Bob (guest)")


def test_the_pages_respect_their_content_security_policy(server: Server, watched: Page) -> None:
    known(watched, server)
    given(watched, server)
    assert refused(watched) == []
    watched.goto(f"{server.url}/device")
    assert refused(watched) == []


@pytest.mark.few(0, usual=1)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_axe_finds_no_faults(server: Server, guest: Guests, size: tuple[int, int]) -> None:
    look = {"viewport": {"width": size[0], "height": size[1]}}
    ann, phone, bob = known(guest(**look), server), guest(**look, user_agent=PHONE), guest(**look)

    turns = count(SIZES.index(size))

    def sound(page: Page) -> None:
        assert faults_by_turns(page, next(turns)) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    phone.goto(f"{server.url}/me")
    expect(phone.get_by_role("heading", name="Not a guest yet")).to_be_visible()
    sound(phone)
    phone.goto(f"{server.url}/device")
    expect(phone.get_by_role("heading", name="Enter the code")).to_be_visible()
    sound(phone)
    link = given(ann, server)
    sound(ann)
    known(bob, server, "Bob").goto(link)
    expect(bob.get_by_role("button", name="Become Ann")).to_be_visible()
    sound(bob)
    phone.goto(link)
    expect(phone.get_by_role("button", name="Play as Ann")).to_be_visible()
    sound(phone)
    phone.get_by_role("button", name="Play as Ann").click()
    expect(phone).to_have_url(f"{server.url}/")
    ann.goto(f"{server.url}/me")
    expect(ann.get_by_role("button", name="Sign out: Firefox on Android")).to_be_visible()
    sound(ann)
    ann.get_by_role("button", name="Delete my data").click()
    sound(ann)
