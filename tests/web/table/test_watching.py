"""Test watching in the browser: permission, spectators' names and chat, the delay, and open hands after the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.conftest import called, make_table
from tests.web.table.test_chat import PHONE, WIDE, join
from tests.web.table.test_table import play_on, play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server


def look(page: Page, server: Server, table: str, name: str) -> None:
    """Someone of that name comes to watch."""
    called(page, server, name)
    page.goto(f"{server.url}/t/{table}")


def remark(page: Page, text: str) -> None:
    field = page.get_by_label("Message to spectators").filter(visible=True)
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def test_watching_is_chosen_when_creating_a_table(server: Server, page: Page) -> None:
    page.goto(server.url)
    form = page.locator("#new-table")
    choice = form.get_by_label("Who can watch")
    expect(choice).to_have_value("link")
    choice.select_option("Everyone, with a delay")
    expect(form).to_contain_text("spectators see everything two minutes late")
    form.get_by_label("Reveal all hands when the game is over").uncheck()
    form.get_by_label("Spectators at a time").select_option("Up to 5")
    form.get_by_label("Seat 2").select_option("open")
    form.get_by_role("button", name="Create table").click()
    terms = page.locator("#watching-terms")
    expect(terms).to_contain_text("with a delay of 2 minutes")
    expect(terms).to_contain_text("room for 5 spectators")
    expect(terms).to_contain_text("only the players can see all hands")
    page.get_by_text("Choose who can watch").click()
    page.get_by_label("Who can watch").select_option("Only the players")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(terms).to_contain_text("Only the players can see this table.")
    expect(page.get_by_text("Once the table is full, no one else can see it.")).to_be_visible()


def test_a_spectator_reads_that_the_table_is_full(server: Server, guest: Guests) -> None:
    ann, cleo, dora = guest(), guest(), guest()
    table = make_table(ann, server, ["me", "bot"], max_spectators=1)
    look(cleo, server, table, "Cleo")
    expect(ann.locator(".onlookers")).to_contain_text("Watching: Cleo (guest)")
    look(dora, server, table, "Dora")
    expect(dora.locator(".link-banner")).to_contain_text("This table has reached its limit of 1 spectator.")
    expect(ann.locator(".onlookers")).not_to_contain_text("Dora")
    cleo.goto(server.url)
    expect(ann.locator(".onlookers")).to_have_count(0)
    dora.reload()
    expect(ann.locator(".onlookers")).to_contain_text("Watching: Dora (guest)")
    expect(dora.locator(".link-banner")).to_have_count(0)


def test_spectators_have_names_and_their_own_chat(server: Server, guest: Guests) -> None:
    ann, cleo, dora = guest(**WIDE), guest(**WIDE), guest(**PHONE)
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 1})
    look(cleo, server, table, "Cleo")
    expect(ann.locator(".onlookers")).to_contain_text("Watching: Cleo (guest)")
    look(dora, server, table, "Dora")
    for page in (ann, cleo):
        expect(page.locator(".onlookers")).to_contain_text("Watching: Cleo (guest) and Dora (guest)")
    remark(cleo, "She is going to lose.")
    button = dora.get_by_role("button", name="Spectators")
    expect(button).to_have_text(re.compile(r"1\s*new"))
    button.tap()
    dialog = dora.get_by_role("dialog")
    expect(dialog.locator(".said")).to_have_text("She is going to lose.")
    dialog.get_by_role("button", name="Mute Cleo").tap()
    expect(dialog.locator(".said")).to_have_count(0)
    dialog.get_by_role("button", name="Unmute Cleo").tap()
    expect(dialog.locator(".said")).to_have_count(1)
    dora.keyboard.press("Escape")
    expect(ann.locator("#remarks")).to_have_count(0)
    play_to_the_end(ann)
    expect(ann.locator("#remarks .said")).to_have_text("She is going to lose.")
    remark(ann, "I did.")
    expect(cleo.locator("#remarks .said")).to_have_text(["She is going to lose.", "I did."])


def test_a_spectator_chooses_a_name_at_the_table(server: Server, guest: Guests) -> None:
    ann, eve = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 1})
    eve.goto(f"{server.url}/t/{table}")
    field = eve.get_by_label("Your name in the chat").filter(visible=True)
    field.fill("E" * 41)
    field.press("Enter")
    told = field.evaluate("field => field.validationMessage")
    assert told == "That name is too long. Use up to 40 characters."
    expect(field).to_have_value("E" * 41)
    field.fill("Eve")
    field.press("Enter")
    remark(eve, "Hello, I am Eve.")
    expect(eve.locator("#remarks .said")).to_have_text("Hello, I am Eve.")
    expect(ann.locator(".onlookers")).to_contain_text("Watching: Eve (guest)")


def test_all_hands_are_open_after_the_game(server: Server, guest: Guests) -> None:
    ann, cleo = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 1})
    look(cleo, server, table, "Cleo")
    play_on(ann)
    expect(cleo.get_by_role("group", name="Point of view")).to_have_count(0)
    play_to_the_end(ann)
    eyes = cleo.get_by_role("group", name="Point of view")
    expect(eyes.get_by_role("button", name="spectator")).to_have_attribute("aria-pressed", "true")
    eyes.get_by_role("button", name="Ann").click()
    expect(eyes.get_by_role("button", name="Ann")).to_have_attribute("aria-pressed", "true")
    expect(cleo.locator("#final")).to_be_visible()
    expect(ann.get_by_role("group", name="Point of view").get_by_role("button")).to_have_count(2)


def test_hands_stay_closed_if_the_table_says_so(server: Server, guest: Guests) -> None:
    ann, cleo = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 1}, open_hands=False)
    look(cleo, server, table, "Cleo")
    play_to_the_end(ann)
    expect(cleo.locator("#final")).to_be_visible()
    for gone in ("Fairness", "View as"):
        expect(cleo.get_by_text(gone)).to_have_count(0)
        expect(ann.get_by_text(gone)).to_have_count(1)


@pytest.mark.slow
def test_spectators_see_the_game_two_minutes_late(own_server: Server, guest: Guests) -> None:
    ann, cleo = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, own_server, ["me", "bot"], options={"rounds": 1}, watching="delayed")
    look(cleo, own_server, table, "Cleo")
    expect(cleo.get_by_text("Spectators see it on a two-minute delay")).to_be_visible()
    expect(ann.locator(".onlookers")).to_contain_text("Watching: Cleo (guest), 2 minutes late")
    own_server.leap()
    expect(cleo.get_by_text("You are watching, 2 minutes late")).to_be_visible()
    expect(cleo.locator("#board")).to_be_visible()
    play_to_the_end(ann)
    expect(cleo.locator("#final")).to_have_count(0)
    own_server.leap()
    expect(cleo.locator("#final")).to_be_visible()


def test_a_person_who_may_not_watch_is_told_that_the_table_does_not_exist(server: Server, guest: Guests) -> None:
    ann, bob, cleo = guest(**WIDE), guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "open"], watching="nobody")
    answer = cleo.goto(f"{server.url}/t/{table}")
    assert answer is not None
    assert answer.status == 200
    expect(cleo.get_by_text("Sit down to play")).to_be_visible()
    cleo.goto(server.url)
    join(bob, server, table, "Bob")
    expect(bob.locator("#board")).to_be_visible()
    assert cleo.request.get(f"{server.url}/t/{table}").status == 404


@pytest.mark.few(0, usual=2)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_axe_finds_no_faults(server: Server, guest: Guests, size: tuple[int, int]) -> None:
    view: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}}
    ann, cleo = guest(**view), guest(**view)
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 1})
    look(cleo, server, table, "Cleo")
    if size[0] < 1200:
        cleo.get_by_role("button", name="Spectators").click()
    remark(cleo, "Hello?")
    assert faults(settled(cleo)) == []
    cleo.keyboard.press("Escape")
    play_to_the_end(ann)
    expect(cleo.get_by_role("group", name="Point of view")).to_be_visible()
    for page in (ann, cleo):
        assert faults(settled(page)) == []
