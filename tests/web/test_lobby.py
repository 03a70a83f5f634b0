from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server


def choose_coins(page: Page) -> None:
    """The new-table form set to the tiny game."""
    coins = page.get_by_role("radio", name=re.compile("^Coins"))
    if coins.count():
        coins.check()


def test_make_a_table_against_bots_and_play(server: Server, page: Page) -> None:
    page.goto(server.url)
    expect(page.get_by_role("heading", name="The games")).to_be_visible()
    choose_coins(page)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Name of the table").fill("Friday night")
    page.get_by_role("button", name="Make the table").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("heading", name="Friday night")).to_be_visible()
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    page.get_by_role("button", name="bid high").click()
    expect(page.locator(".prompt")).not_to_have_text("Bid low or high.")


def test_options_go_with_the_table(server: Server, page: Page) -> None:
    page.goto(server.url)
    choose_coins(page)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("checkbox", name=re.compile("^Rich")).check()
    expect(page.get_by_text("Options (1 changed)")).to_be_visible()
    page.get_by_role("spinbutton", name="Rounds").fill("1")
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("button", name="bid low (3 in the purse)")).to_be_visible()


def test_the_length_follows_mode_and_players_and_a_long_game_offers_its_quick_mode_first(
    server: Server, page: Page
) -> None:
    """RULINGS D7: eight firms of CASH take hours."""
    page.goto(server.url)
    page.get_by_role("radio", name=re.compile("^CASH")).check()
    modes = page.locator("fieldset .modes .choice b")
    expect(modes.first).to_have_text("Standard")
    expect(page.locator(".length")).to_contain_text("A game between 3 people takes about 2")
    page.get_by_role("radio", name="8", exact=True).check()
    expect(modes.first).to_have_text("Quick")
    expect(page.get_by_role("radio", name=re.compile("^Quick"))).to_be_checked()
    expect(page.locator(".length")).to_contain_text("minutes")
    page.get_by_role("radio", name=re.compile("^Standard")).check()
    expect(page.locator(".length")).to_contain_text("A game between 8 people takes about 3¾ hours.")
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("spinbutton", name="Target").fill("2000000")
    expect(page.locator(".length")).to_have_count(0)


def test_a_friend_joins_by_the_link(server: Server, page: Page, guest: Guests) -> None:
    table = make_table(page, server, ["me", "open", "bot"], guest_name="Ann")
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    link = page.get_by_label("Invitation link").input_value()
    assert link.endswith(f"/t/{table}")
    friend = guest()
    friend.goto(server.url)
    friend.get_by_label("Invitation link").fill(link)
    friend.get_by_role("button", name="Join").click()
    friend.get_by_label("Your name").fill("Bo")
    friend.get_by_role("button", name="Sit down").click()
    for one, me, other in ((page, "Ann", "Bo"), (friend, "Bo", "Ann")):
        players = one.get_by_role("list", name="Players")
        expect(players.get_by_text(f"{me} (you)")).to_be_visible()
        expect(players.get_by_text(other, exact=True)).to_be_visible()
        expect(one.locator(".prompt")).to_have_text("Bid low or high.")
    friend.close()
    expect(page.get_by_role("list", name="Players").get_by_role("img", name="away")).to_be_visible()


def test_the_host_puts_a_bot_on_an_open_seat(server: Server, page: Page, guest: Guests) -> None:
    table = make_table(page, server, ["me", "open", "open"])
    page.get_by_role("button", name="Put the bot greedy on seat 2").click()
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    page.get_by_role("button", name="Open seat 2").click()
    expect(page.get_by_role("heading", name="2 seats still open")).to_be_visible()
    stranger = guest()
    stranger.goto(f"{server.url}/t/{table}")
    expect(stranger.get_by_role("button", name="Sit down")).to_be_visible()
    expect(stranger.get_by_role("button", name="Put the bot")).to_have_count(0)
    for seat in (2, 3):
        page.get_by_role("button", name=f"Put the bot greedy on seat {seat}").click()
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    expect(stranger.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(stranger.get_by_role("button", name="bid")).to_have_count(0)


def test_stand_up_and_sit_again(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "open"])
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("heading", name="2 seats still open")).to_be_visible()
    page.get_by_role("button", name="Sit on seat 2").click()
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()


def test_my_tables_with_my_turn_first(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot"], name="the one to play")
    make_table(page, server, ["me", "open"], name="waits for others")
    page.goto(server.url)
    rows = page.locator("#mine li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("the one to play")
    expect(rows.first).to_contain_text("Your turn")
    expect(rows.last).to_contain_text("Not started")
    expect(page).to_have_title(re.compile(r"^\(1\)"))


def test_open_tables_show_only_what_is_listed(server: Server, page: Page, guest: Guests) -> None:
    make_table(page, server, ["me", "open"], name="everybody welcome", listed=True)
    make_table(page, server, ["me", "open"], name="friends only", listed=False)
    other = guest()
    other.goto(server.url)
    open_tables = other.get_by_role("region", name="Open tables")
    expect(open_tables).to_contain_text("everybody welcome")
    expect(open_tables).not_to_contain_text("friends only")
    open_tables.get_by_role("link", name="Sit down: everybody welcome").click()
    expect(other.get_by_role("heading", name="1 seat still open")).to_be_visible()


def test_a_name_is_kept(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.get_by_role("textbox", name="My name").fill("Zoë <b>")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("status").get_by_text("Others will see “Zoë <b>”.")).to_be_visible()
    assert api(page, "GET", "/api/me")["name"] == "Zoë <b>"
    page.reload()
    expect(page.get_by_role("textbox", name="My name")).to_have_value("Zoë <b>")


def test_a_typed_name_goes_with_the_table(server: Server, page: Page) -> None:
    page.goto(server.url)
    expect(page.get_by_role("heading", name="What is your name?")).to_be_visible()
    page.get_by_role("textbox", name="My name").fill("Cleo")
    choose_coins(page)
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("list", name="Players").get_by_text("Cleo (you)")).to_be_visible()


def test_a_fault_is_a_sentence(server: Server, guest: Guests) -> None:
    page = guest()
    page.route("**/api/tables", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.goto(server.url)
    choose_coins(page)
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    expect(page.get_by_role("button", name="Make the table")).to_be_enabled()


def test_no_such_table(server: Server, page: Page) -> None:
    answer = page.request.get(f"{server.url}/t/nosuchtable1")
    assert answer.status == 404
    assert "table" in answer.text()
