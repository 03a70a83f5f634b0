"""Test sounds, and the number of waiting tables in every title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.app.test_installed_app import until
from tests.web.conftest import make_table
from tests.web.table.test_rematch import sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server


def test_every_title_shows_the_number_of_waiting_tables(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot"])
    make_table(page, server, ["me", "bot"])
    expect(page).to_have_title(re.compile(r"^\(2\) ● Your turn"))
    page.goto(f"{server.url}/rules")
    expect(page).to_have_title(re.compile(r"^\(2\) "))


def requested(page: Page) -> list[str]:
    """The addresses that a page asks for from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


def test_the_number_is_requested_once_per_table_and_only_for_known_visitors(server: Server, guest: Guests) -> None:
    ann, bob = guest(), guest()
    table = make_table(ann, server, ["me", "open"])
    sit_down(bob, server, table, "Bob")
    ann.goto("about:blank")  # what her page asked for when the game began is not counted
    for there, times, title in ((ann, 1, r"^\(1\) ● Your turn"), (guest(), 0, "^Coins")):
        asked = requested(there)
        there.goto(f"{server.url}/t/{table}")
        expect(there).to_have_title(re.compile(title))
        expect(there.locator("#board")).to_be_visible()
        if times:
            until(
                there,
                "() => performance.getEntriesByType('resource').some(one => one.name.endsWith('/api/me/waiting'))",
            )
        there.wait_for_timeout(1000)
        assert len([url for url in asked if url.endswith("/api/me/waiting")]) == times
    with ann.expect_response("**/api/me/waiting"):  # Bob thinks, so the turn goes away for good
        ann.get_by_role("button", name="bid low").click()


@pytest.mark.journey
def test_sounds_are_turned_on_and_off_with_a_button(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot:random"], game="cash", mode="quick")
    page.evaluate("globalThis.sounds = []; addEventListener('sound', ({ detail }) => sounds.push(detail))")
    page.get_by_role("button", name="Turn sounds on").click()
    until(page, "() => sounds.length")
    assert page.evaluate("sounds") == ["turn"]
    page.get_by_role("button", name="Turn sounds off").click()
    page.reload()
    expect(page.get_by_role("button", name="Turn sounds on")).to_be_visible()


PLAYS = """async ([table, times, kinds]) => {
    const act = { method: "POST", headers: { "Content-Type": "application/json" } };
    for (let n = 1; n <= times; n += 1) {
        const { legal, mark } = await (await fetch(`/api/tables/${table}/state`)).json();
        const { action } = legal[(n * 7) % legal.length] ?? {};
        if (action) {
            const body = JSON.stringify({ actions: [action], at: mark });
            await fetch(`/api/tables/${table}/act`, { ...act, body });
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (new Set(sounds).size >= kinds) return true;
    }
    return false;
}"""
"""This page's guest does something again and again, until so many kinds of sounds were heard."""


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("game", "sounds"),
    [
        ("envelopes", {"turn", "dice", "cards", "money"}),
        ("cash", {"turn", "cards", "money"}),
        ("consultants", {"turn", "cards", "money"}),
    ],
)
def test_board_events_make_sounds_until_sounds_are_off(server: Server, page: Page, game: str, sounds: set[str]) -> None:
    table = make_table(page, server, ["me", "bot:random", "bot:random"], game=game)
    page.evaluate("globalThis.sounds = []; addEventListener('sound', ({ detail }) => sounds.push(detail))")
    page.get_by_role("button", name="Turn sounds on").click()
    assert page.evaluate(PLAYS, [table, 400, len(sounds)])
    assert set(page.evaluate("sounds")) == sounds
    # A dialog of the game's may lie over it.
    page.get_by_label("Turn sounds off").dispatch_event("click")
    page.evaluate("sounds.length = 0")
    page.evaluate(PLAYS, [table, 20, 1])
    assert page.evaluate("sounds") == []
