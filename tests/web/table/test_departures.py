"""Test absence votes, returning, leaving, seat transfers, and removal in the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.conftest import api, make_table, press_tool
from tests.web.table.test_chat import WIDE, join

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Guests, Server

LOOKS: list[dict[str, Any]] = [
    {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    {"viewport": {"width": 1024, "height": 768}, "color_scheme": "dark"},
    {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "light"},
    {"viewport": {"width": 844, "height": 390}, "has_touch": True, "color_scheme": "dark"},
]
BACK = "Take seat back"


def look_at(page: Page, what: str) -> None:
    """Axe finds nothing, and nothing is wider than the window."""
    assert faults(settled(page)) == [], what
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), what


def ways(page: Page) -> None:
    press_tool(page, "Leave or end game")
    expect(page.get_by_role("dialog", name="Leave or end game")).to_be_visible()


def four_of_whom_dan_goes(server: Server, guest: Guests) -> tuple[str, list[Page]]:
    pages = [guest(**WIDE) for _ in range(4)]
    ann, *_, dan = pages
    table = make_table(ann, server, ["me", "open", "open", "open"], lapse=0)
    for page, name in zip(pages[1:], ("Bob", "Cleo", "Dan"), strict=True):
        join(page, server, table, name)
    expect(dan.locator(".prompt")).to_be_visible()
    dan.goto(f"{server.url}/rules")
    return table, pages


def test_players_vote_for_a_bot_and_the_absent_player_returns(own_server: Server, guest: Guests) -> None:
    server = own_server
    table, (ann, bob, cleo, dan) = four_of_whom_dan_goes(server, guest)
    server.leap()
    bob.reload()
    press = bob.get_by_role("button", name="Let a bot play for Dan")
    press.click()
    for page in (ann, bob, cleo):
        expect(page.locator(".vote")).to_contain_text("1 of 3 (Bob) wants a bot to play for Dan.")
    bob.get_by_role("button", name="Withdraw vote").click()
    expect(cleo.locator(".vote")).to_have_count(0)
    expect(press).to_be_visible()
    press.focus()
    bob.keyboard.press("Enter")
    cleo.get_by_role("button", name="Let a bot play for Dan").click()
    expect(ann.locator(".players")).to_contain_text("bot plays")
    expect(ann.locator(".together")).to_have_count(0)
    dan.goto(f"{server.url}/t/{table}")
    expect(dan.locator(".prompt")).to_have_text("You were away, and the players voted to let a bot play for you.")
    expect(dan.locator(".my-turn")).to_have_count(0)
    dan.get_by_role("button", name=BACK).click()
    expect(dan.get_by_role("button", name=BACK)).to_have_count(0)
    expect(ann.locator(".players")).not_to_contain_text("bot plays")


def test_a_vote_ends_when_the_absent_player_returns(own_server: Server, guest: Guests) -> None:
    server = own_server
    table, (ann, bob, cleo, dan) = four_of_whom_dan_goes(server, guest)
    expect(bob.locator(".players .presence[aria-label=away]")).to_have_count(1)
    bob.reload()
    api(bob, "GET", f"/api/tables/{table}")
    server.leap()
    bob.reload()
    bob.get_by_role("button", name="Let a bot play for Dan").click()
    expect(cleo.locator(".vote")).to_be_visible()
    dan.goto(f"{server.url}/t/{table}")
    for page in (ann, bob, cleo, dan):
        expect(page.locator(".prompt")).to_be_visible()
        expect(page.locator(".vote")).to_have_count(0)


def test_a_player_can_leave_and_return_and_the_last_one_ends_the_game(server: Server, guest: Guests) -> None:
    ann, bob = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "open", "bot"], lapse=0)
    join(bob, server, table, "Bob")
    ways(bob)
    bob.get_by_role("button", name="Leave game…").click()
    expect(bob.get_by_role("dialog")).to_contain_text("The seat stays yours")
    bob.get_by_role("button", name="Cancel").click()
    bob.get_by_role("button", name="Leave game…").click()
    bob.get_by_role("button", name="Leave game", exact=True).click()
    expect(bob.locator(".prompt")).to_have_text("You left this game, so a bot is playing for you.")
    expect(ann.locator(".players")).to_contain_text("bot plays")
    ways(ann)
    ann.get_by_role("button", name="Leave game…").click()
    expect(ann.get_by_role("dialog")).to_contain_text("You are the last person at this table.")
    ann.get_by_role("button", name="Cancel").click()
    bob.get_by_role("button", name=BACK).click()
    expect(bob.locator(".prompt")).not_to_contain_text("left this game")
    expect(ann.locator(".players")).not_to_contain_text("bot plays")
    ann.get_by_role("button", name="Leave game…").click()
    ann.get_by_role("button", name="Leave game", exact=True).click()
    expect(ann.locator(".prompt")).to_have_text("You left this game, so a bot is playing for you.")
    ways(bob)
    bob.get_by_role("button", name="Leave game…").click()
    bob.get_by_role("button", name="End game", exact=True).click()
    for page in (ann, bob):
        expect(page.locator(".prompt")).to_have_text(re.compile("last person at this table left"))
        expect(page.get_by_role("button", name="Leave or end game")).to_have_count(0)
    ann.goto(server.url)
    expect(ann.get_by_role("region", name="My finished games")).to_contain_text("last person at this table left")


def test_a_seat_can_be_transferred_by_a_one_time_link(server: Server, guest: Guests, browser: Browser) -> None:
    ann, bob, cleo = (guest(**WIDE) for _ in range(3))
    table = make_table(ann, server, ["me", "open"], name="Friday", lapse=0)
    join(bob, server, table, "Bob")
    ways(ann)
    ann.get_by_role("button", name="Hand over seat…").click()
    ann.get_by_role("button", name="Create link").click()
    link = ann.get_by_label("Link to your seat").input_value()
    assert "/seat#" in link
    requests: list[str] = []
    cleo.on("request", lambda request: requests.append(request.url))
    for _ in range(2):
        cleo.goto("about:blank")
        cleo.goto(link)
        expect(cleo.get_by_role("heading", name="Ann is offering you a seat")).to_be_visible()
    expect(cleo.locator("#seat")).to_contain_text("at “Friday” (Coins)")
    assert not any(link.split("#")[1] in url for url in requests), "the code goes into no address"
    cleo.get_by_label("Your name").fill("Cleo")
    cleo.get_by_role("button", name="Take seat").click()
    expect(cleo.locator(".players .name").first).to_have_text("Cleo (you)")
    expect(cleo.locator(".my-turn")).to_be_visible()
    expect(ann.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(ann.locator("#board").get_by_role("button", name="bid high")).to_have_count(0)
    with browser.new_context() as late:  # Chromium logs the refusal
        dan = late.new_page()
        dan.goto(link)
        expect(dan.get_by_role("alert")).to_contain_text("already been used. Each code works once")


def test_a_player_who_lost_the_cookie_can_get_the_seat_back(own_server: Server, guest: Guests) -> None:
    server = own_server
    table, (ann, bob, cleo, dan) = four_of_whom_dan_goes(server, guest)
    dan.context.clear_cookies()
    dan.goto(f"{server.url}/t/{table}")
    expect(dan.get_by_text("Is one of these seats yours?")).to_be_visible()
    server.leap()
    for page in (bob, cleo):
        ways(page)
        page.get_by_role("button", name="Replace Dan…").click()
        page.get_by_role("button", name="Vote for this").click()
    expect(ann.locator(".vote")).to_contain_text("2 of 3 (Bob and Cleo) want to replace Dan.")
    cleo.get_by_role("button", name="Create link").click()
    dialog = cleo.get_by_role("dialog", name="Replace Dan")
    expect(dialog).to_contain_text("sees its hidden cards")
    dialog.get_by_role("button", name="Create link").click()
    dan.goto(dialog.get_by_label("Link to the seat").input_value())
    dan.get_by_label("Your name").fill("Danny")
    dan.get_by_role("button", name="Take seat").click()
    expect(dan.locator(".players")).to_contain_text("Danny (you)")
    expect(dan.locator(".log-lines .mark").first).to_have_text(
        "You took over this seat from another player at this point."
    )
    expect(ann.locator(".log-lines .mark").first).to_have_text(
        "Danny took over this seat from another player at this point."
    )
    expect(ann.locator(".vote")).to_have_count(0)


def test_the_host_can_give_away_an_absent_players_seat(own_server: Server, guest: Guests) -> None:
    server = own_server
    _, (ann, *_) = four_of_whom_dan_goes(server, guest)
    ways(ann)
    server.leap()
    ann.get_by_role("button", name="Replace Dan…").click()
    ann.get_by_role("button", name="Create link").click()
    expect(ann.get_by_label("Link to the seat")).to_be_visible()
    look_at(ann, "link to the seat")


def test_a_guest_is_told_how_to_keep_the_seat(server: Server, guest: Guests) -> None:
    ann, bob = guest(**WIDE), guest(**WIDE)
    clock = {"kind": "days", "step": 86_400, "bank": 0}
    table = make_table(ann, server, ["me", "open"], lapse=0, clock=clock)
    expect(ann.locator(".save-seat")).to_contain_text("Only this browser has your seat.")
    look_at(ann, "a guest's seat")
    join(bob, server, table, "Bob")
    told = bob.locator(".toast").filter(has_text="Only this browser has your seat.")
    expect(told).to_be_visible()
    told.get_by_role("button", name="Close this notice").click()
    bob.reload()
    expect(bob.locator(".prompt")).to_be_visible()
    expect(told).to_have_count(0)


@pytest.mark.journey
def test_players_can_end_the_game_by_agreement(server: Server, guest: Guests) -> None:
    ann, bob = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "open"], lapse=0)
    join(bob, server, table, "Bob")
    ways(ann)
    ann.get_by_role("button", name="End game…").click()
    ann.get_by_role("button", name="Vote to end").click()
    expect(bob.locator(".vote")).to_contain_text("1 of 2 (Ann) wants to end this game without a result.")
    ann.get_by_role("button", name="Withdraw vote").click()
    expect(bob.locator(".vote")).to_have_count(0)
    ways(bob)
    bob.get_by_role("button", name="End game…").click()
    bob.get_by_role("button", name="Vote to end").click()
    ann.get_by_role("button", name="Vote to end").click()
    for page in (ann, bob):
        expect(page.locator(".prompt")).to_have_text("Everyone at this table agreed to end the game without a result.")


def test_the_host_can_remove_a_player_and_make_another_host(server: Server, guest: Guests, browser: Browser) -> None:
    ann, cleo = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "open", "open"], lapse=0)
    expect(ann.get_by_role("heading", name="2 seats still open")).to_be_visible()
    with browser.new_context() as other:  # Chromium logs the refusal
        bob = other.new_page()
        join(bob, server, table, "Bob")
        expect(bob.get_by_role("button", name="Remove Ann from this table")).to_have_count(0)
        ann.get_by_role("button", name="Remove Bob from this table").click()
        expect(bob.get_by_role("alert")).to_contain_text("The host removed you from this table.")
        bob.get_by_role("button", name="Sit down", exact=True).click()
        expect(bob.locator(".toast")).to_contain_text("You can sit down here again in 10 minutes")
    join(cleo, server, table, "Cleo")
    ann.get_by_role("button", name="Make host: Cleo").click()
    expect(cleo.get_by_role("button", name="Remove Ann from this table")).to_be_visible()
    expect(ann.get_by_role("button", name="Remove Cleo from this table")).to_have_count(0)


@pytest.mark.few(0, usual=1)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("look", LOOKS, ids=["1440", "1024", "390", "844"])
def test_the_dialogs_fit_and_axe_finds_no_faults(server: Server, guest: Guests, look: dict[str, Any]) -> None:
    ann, bob = guest(**look), guest(**WIDE)
    table = make_table(ann, server, ["me", "open", "open", "bot"], game="envelopes", lapse=0)
    join(bob, server, table, "Bob")
    expect(ann.get_by_role("button", name="Remove Bob from this table")).to_be_visible()
    look_at(ann, "waiting")
    cleo = guest(**WIDE)
    join(cleo, server, table, "Cleo")
    expect(ann.locator(".prompt")).to_be_visible()
    api(bob, "POST", f"/api/tables/{table}/call-off", {})
    expect(ann.locator(".vote")).to_be_visible()
    look_at(ann, "vote")
    ways(ann)
    look_at(ann, "ways")
    ann.get_by_role("button", name="Hand over seat…").click()
    ann.get_by_role("button", name="Create link").click()
    look_at(ann, "hand-on")
    link = ann.get_by_label("Link to your seat").input_value()
    ann.get_by_role("button", name="Cancel").click()
    ann.get_by_role("button", name="Leave game…").click()
    look_at(ann, "leave")
    ann.get_by_role("button", name="Leave game", exact=True).click()
    expect(ann.get_by_role("button", name=BACK)).to_be_visible()
    look_at(ann, "left")
    other = guest(**look)
    other.goto(link)
    expect(other.get_by_role("button", name="Take seat")).to_be_visible()
    look_at(other, "seat")
