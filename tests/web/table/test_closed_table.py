"""Test a table that the operator closes while people have it open: they see it, and no button fails silently."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import forked_programs as programs
from tests.web.conftest import PATIENCE, Server, make_table
from tests.web.table.test_chat import PHONE, WIDE, join, lines, write

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Guests

CLOSED = "The server's operator closed this table."


def close(server: Server, table: str) -> None:
    """As an operator does while the server runs."""
    environment = {**os.environ, "CASHBOX_HOME": str(server.home / "data")}
    done = programs.run("cashbox.cli", "admin", "close", table, env=environment, timeout=PATIENCE / 1000)
    assert done.returncode == 0, done.stderr


def press_what_acts(page: Page) -> int:
    """Press every button of the board that stands for an action; each has to say why not. How many there were."""
    keys = page.locator("#board button[data-action]:visible")
    for key in keys.all():
        key.click(force=True)  # aria-disabled: it can be pressed, and says why not
        note = page.locator("#board .note")
        expect(note).to_contain_text(CLOSED)
        note.get_by_role("button", name="Close this notice").click()
        expect(note).to_have_count(0)
    return keys.count()


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("game", ["coins", "cash", "envelopes", "consultants"])
def test_both_players_see_that_the_table_is_closed(server: Server, guest: Guests, game: str) -> None:
    ann, bob = guest(**WIDE), guest(**PHONE)
    table = make_table(ann, server, ["me", "open"], game=game)
    join(bob, server, table, "Bob")
    for page in (ann, bob):
        expect(page.locator("#board button:visible").first).to_be_visible()
    write(ann, "Shall we?")
    close(server, table)
    for page in (ann, bob):
        expect(page.locator(".prompt")).to_have_text(CLOSED)
        expect(page.locator(".my-turn")).to_have_count(0)
        expect(page.locator(".prompt-bar button")).to_have_count(0)
        press_what_acts(page)
    expect(ann.locator("#board").get_by_role("button", name="bid")).to_have_count(0)
    expect(ann.locator("#chat")).to_contain_text("This table is closed, so no one can post messages.")
    expect(ann.locator(".chat-text")).to_have_count(0)
    expect(lines(ann)).to_have_text(["Shall we?"])
    bob.reload()
    expect(bob.locator(".prompt")).to_have_text(CLOSED)


@pytest.mark.journey
def test_controls_left_on_the_board_say_that_the_table_is_closed(server: Server, guest: Guests) -> None:
    """CASH's buttons stay where they are."""
    ann = guest(**WIDE)
    table = make_table(ann, server, ["me", "open"], game="cash")
    bob = guest(**WIDE)
    join(bob, server, table, "Bob")
    expect(bob.locator("#board button:visible").first).to_be_visible()
    close(server, table)
    expect(ann.locator(".prompt")).to_have_text(CLOSED)
    expect(bob.locator(".prompt")).to_have_text(CLOSED)
    assert press_what_acts(ann) + press_what_acts(bob) > 0


def test_waiting_players_see_that_the_table_is_closed(server: Server, guest: Guests) -> None:
    ann, bob = guest(**WIDE), guest(**PHONE)
    table = make_table(ann, server, ["me", "open", "open"])
    join(bob, server, table, "Bob")
    write(bob, "Is anybody coming?")
    expect(ann.get_by_role("button", name="Stand up")).to_be_visible()
    close(server, table)
    for page in (ann, bob):
        expect(page.locator("#closed").get_by_role("status")).to_have_text(CLOSED)
        # What was said can still be reported.
        expect(page.locator("#table button:not(.chat button)")).to_have_count(0)
        expect(page.locator("#table input[type=text]")).to_have_count(0)
        expect(lines(page)).to_have_text(["Is anybody coming?"])
    ann.reload()
    expect(ann.locator("#closed").get_by_role("status")).to_have_text(CLOSED)
    ann.get_by_role("link", name="Go to tables").click()
    expect(ann.get_by_role("region", name="My finished games")).to_contain_text(CLOSED)


def test_a_visitor_is_told_once_that_the_server_takes_no_new_guests(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_GUESTS="0")
    server.start()
    # Not a `guest`, whose console may say nothing of a refusal.
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    try:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
        page.goto(f"{server.url}/games/cash")
        page.get_by_role("button", name="Play now").click()
        page.get_by_role("button", name="Start the game").click()
        expect(page.get_by_text("This server doesn't allow new guests right now.").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert len([url for url in asked if url.endswith("/api/tables")]) == 1
    finally:
        context.close()
        server.stop()
