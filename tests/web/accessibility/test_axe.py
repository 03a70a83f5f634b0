"""Test that axe finds no faults on any page at any common size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests import tiers
from tests.web.accessibility.test_basics import AXE, faults_by_turns
from tests.web.conftest import make_table, press_tool
from tests.web.table.test_table import play_to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server
    from tests.web.finished_games import Played

SIZES: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))
PAGES: Final = (
    "/",
    "/me",
    "/device",
    "/sign-in",
    "/seat",
    "/rules",
    "/rules/envelopes",
    "/games/envelopes",
    "/games/cash",
    "/games/consultants",
    "/leaders/envelopes",
    "/stats/envelopes",
    "/archive",
    "/archive?mine=true&game=cash&result=won",
    "/offline",
    "/replay",
)


DRAWN: Final = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")


def at_all_sizes(page: Page, first: int, what: str) -> None:
    """A page that has been loaded at one of the sizes, in light and dark by turns; a short run has that size alone."""
    sizes = SIZES[first % len(SIZES) :] + SIZES[: first % len(SIZES)]
    for k, (width, height) in enumerate(sizes if tiers.everything() else sizes[:1]):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (what, width)
        assert faults_by_turns(page, first + k) == [], (what, width)


def of_size(guest: Guests, number: int) -> Page:
    width, height = SIZES[number % len(SIZES)]
    return guest(viewport={"width": width, "height": height}, color_scheme="light")


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("first", range(len(SIZES)))
def test_axe_finds_no_faults_on_any_page(server: Server, guest: Guests, first: int) -> None:
    """A quarter of them is loaded at each size."""
    page = of_size(guest, first)
    for path in PAGES[first :: len(SIZES)]:
        page.goto(server.url + path)
        expect(page.locator("main h1, main h2").first).to_be_visible()
        at_all_sizes(page, first, path)
        page.set_viewport_size({"width": SIZES[first][0], "height": SIZES[first][1]})


@pytest.mark.few(0, usual=1)
@pytest.mark.journey
@pytest.mark.parametrize(("first", "game"), [(1, "envelopes"), (2, "cash"), (3, "consultants")])
def test_axe_finds_no_faults_on_boards(
    server: Server, guest: Guests, played: Callable[[str], Played], first: int, game: str
) -> None:
    page = of_size(guest, first)
    page.goto(played(game).address("?n=5&eyes=all"))
    expect(page.locator(".replay-bar")).to_be_visible()
    at_all_sizes(page, first, "replay")
    page = of_size(guest, first + 1)
    make_table(page, server, ["me", "bot", "bot"], game=game)
    expect(page.locator("#board")).to_be_visible()
    at_all_sizes(page, first + 1, "table")


def test_axe_finds_no_faults_before_and_after_a_game(server: Server, guest: Guests) -> None:
    page = of_size(guest, 0)
    make_table(page, server, ["me", "open"])
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    at_all_sizes(page, 0, "a table that waits")
    page = of_size(guest, 1)
    make_table(page, server, ["me", "bot"], options={"rounds": 1})
    page.goto(server.url)
    expect(page.get_by_role("region", name="My tables")).to_be_visible()
    at_all_sizes(page, 1, "a lobby with tables")
    page.get_by_role("button", name="Play now: CASH").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    at_all_sizes(page, 1, "play now")
    page = of_size(guest, 2)
    make_table(page, server, ["me", "bot"], options={"rounds": 1})
    for name in ("Preferences", "Leave or end game", "Help and shortcuts"):
        press_tool(page, name)
        expect(page.get_by_role("dialog")).to_be_visible()
        at_all_sizes(page, 2, name)
        page.keyboard.press("Escape")
    play_to_the_end(page)
    at_all_sizes(page, 2, "a finished game")
