"""Test that pages, dialogs, and boards work at 200% zoom, at 320 px, and with large default text.

WCAG 2.2, 1.4.4 (Resize Text) and 1.4.10 (Reflow).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.web.conftest import launch, press_tool
from tests.web.full_table import MOMENTS, Party
from tests.web.visibility import faults, resize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playwright.sync_api import Browser, Page, Playwright

    from tests.web.conftest import Server

ZOOMED: Final = ((683, 330), (720, 450), (320, 640))
"""1366 x 660 and 1440 x 900 at 200 %, 1280 pixels at 400 %."""
LARGE: Final = ((390, 844), (1440, 900))
"""Windows for text of 24 px."""

PAGES: Final = (
    "/",
    "/rules",
    "/rules/cash/standard",
    "/games/envelopes",
    "/me",
    "/leaders",
    "/stats",
    "/archive",
    "/sign-in",
)


LOOKED_AT: Final = ("dice", "draft2", "first", "work")
"""Moments with much on the board."""
DIALOGS: Final = ("Preferences", "Leave or end game", "Help and shortcuts")


@pytest.fixture(scope="module")
def large_text(player: Playwright) -> Iterator[Browser]:
    """A browser whose default text is 24 px high."""
    browser = launch(player, more=["--blink-settings=defaultFontSize=24"])
    yield browser
    browser.close()


def looked_at(page: Page, where: str, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """Return what is wrong with a page in each of the windows."""
    found = []
    for size in sizes:
        resize(page, size)
        found += [f"{where}, {size}: {fault}" for fault in faults(page)]
    return found


@pytest.mark.parametrize("large", [False, True])
def test_pages_can_be_read_and_used(server: Server, browser: Browser, large_text: Browser, *, large: bool) -> None:
    page = (large_text if large else browser).new_page()
    found = []
    for path in PAGES:
        page.goto(server.url + path)
        page.wait_for_load_state("networkidle")
        found += looked_at(page, path, LARGE if large else ZOOMED)
    page.close()
    assert found == []


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_tables_can_be_read_and_used(
    server: Server, browser: Browser, large_text: Browser, game: str, *, large: bool
) -> None:
    party = Party(large_text if large else browser, server, game)
    sizes = LARGE if large else ZOOMED
    found = []
    for moment in MOMENTS[game]:
        if moment.name not in LOOKED_AT:
            continue
        party.go(moment)
        for role in ("player", "spectator", "replay"):
            found += looked_at(party.page(role), f"{moment.name}, {role}", sizes)
    page = party.page("player")
    for size in sizes:
        resize(page, size)
        for name in DIALOGS:
            press_tool(page, name)
            page.wait_for_selector("dialog:modal")
            found += [f"{name}, {size}: {fault}" for fault in faults(page)]
            page.keyboard.press("Escape")
            expect(page.locator("dialog:modal")).to_have_count(0)
    party.close()
    assert found == []
