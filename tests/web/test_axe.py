"""axe finds nothing on any page, at any size that people have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import pytest
from playwright.sync_api import expect

from tests.web.conftest import make_table
from tests.web.test_look import AXE, faults, settled
from tests.web.test_table import play_to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Guests, Server
    from tests.web.replayed import Played

THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SIZES: Final = {"1440": (1440, 900), "1024": (1024, 768), "390": (390, 844), "844x390": (844, 390)}
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


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(server: Server, guest: Guests, played: Callable[[str], Played], size: str) -> None:
    width, height = SIZES[size]
    page = guest(viewport={"width": width, "height": height})
    for path in PAGES:
        page.goto(server.url + path)
        expect(page.locator("main h1, main h2").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            assert faults(settled(page)) == [], (path, theme)
    for game in ("envelopes", "cash", "consultants"):
        page.goto(played(game).address("?n=5&eyes=all"))
        expect(page.locator(".replay-bar")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            assert faults(settled(page)) == [], (game, "replay", theme)
        make_table(page, server, ["me", "bot", "bot"], game=game)
        expect(page.locator("#board")).to_be_visible()
        assert faults(settled(page)) == [], game
    page.goto(server.url)
    expect(page.get_by_role("region", name="My tables")).to_be_visible()
    assert faults(settled(page)) == [], "a lobby with tables"
    page.get_by_role("button", name="Play now: CASH").click()
    assert faults(settled(page)) == [], "play now"
    make_table(page, server, ["me", "open"])
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    assert faults(settled(page)) == [], "a table that waits"
    make_table(page, server, ["me", "bot"], options={"rounds": 1})
    for name in ("How the table behaves", "Leave, or end the game", "Help and shortcuts"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(settled(page)) == [], name
        page.keyboard.press("Escape")
    play_to_the_end(page)
    assert faults(settled(page)) == [], "a finished game"
