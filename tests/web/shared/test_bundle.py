"""Test that a table's page loads with few requests and bytes, and also without the bundle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from cashbox.server.web.files import read_bundle
from tests.web.conftest import Server, make_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.conftest import Guests

REQUESTS = 20
BYTES = 240_000
"""The most that the first board may take, of all that comes over the line, the live channel included."""

packed = pytest.mark.skipif(read_bundle() is None, reason="the pages are not packed; `make bundle` does it")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the games of the house alone."""
    server = Server(tmp_path_factory.mktemp("house"), CASHBOX_GAMES="")
    server.start()
    yield server
    server.stop()


class Taken:
    """What a page takes from now on: the addresses, and the bytes of all answers."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.channels: list[str] = []
        self.bytes = 0
        cdp = page.context.new_cdp_session(page)
        cdp.on("Network.requestWillBeSent", lambda told: self.asked.append(urlsplit(told["request"]["url"]).path))
        cdp.on("Network.webSocketCreated", lambda told: self.channels.append(told["url"]))
        cdp.on("Network.loadingFinished", lambda told: self._more(told["encodedDataLength"]))
        cdp.on("Network.webSocketFrameReceived", lambda told: self._more(len(told["response"]["payloadData"])))
        cdp.send("Network.enable")
        cdp.send("Network.setCacheDisabled", {"cacheDisabled": False})

    def _more(self, size: float) -> None:
        self.bytes += int(size)


def kept_files(page: Page) -> set[str]:
    """The addresses that the service worker keeps."""
    text: str = page.evaluate("async () => (await fetch('/sw.js')).text()")
    found: dict[str, Any] = json.JSONDecoder().raw_decode(text.partition("= ")[2])[0]
    return set(found["files"])


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@packed
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_the_first_board_takes_few_requests_and_bytes(house: Server, guest: Guests, game: str) -> None:
    page = guest()
    page.goto(f"{house.url}/health")
    taken = Taken(page)
    make_table(page, house, ["me", "bot", "bot"], game=game)
    expect(page.locator("#board .regions")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(taken.asked) + len(taken.channels) <= REQUESTS, taken.asked
    assert taken.bytes <= BYTES
    files = [path for path in taken.asked if not path.startswith(("/t/", "/api/me")) and "icon" not in path]
    assert len(files) == len(set(files)), "something was fetched twice"
    assert len(taken.channels) == 1
    plain = {path for path in taken.asked if path.startswith(("/static/js/", "/static/css/", "/games/"))}
    assert plain == set()
    assert {path for path in taken.asked if path.startswith(("/static/", "/bundle/"))} <= kept_files(page)


@packed
def test_the_table_is_preloaded_before_play_is_pressed(house: Server, guest: Guests) -> None:
    page = guest()
    page.goto(f"{house.url}/games/cash")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_load_state("networkidle")
    taken = Taken(page)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#board .regions")).to_be_visible()
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/bundle/'))"
        ".map(({ transferSize }) => transferSize)"
    )
    assert sizes
    assert set(sizes) == {0}
    assert taken.channels


@pytest.mark.journey
@packed
def test_later_parts_are_loaded_later(house: Server, guest: Guests) -> None:
    """The rules' panel is a file of its own, which shares the page's modules."""
    page = guest()
    make_table(page, house, ["me", "bot", "bot"], game="cash")
    expect(page.locator("#board .regions")).to_be_visible()
    with page.expect_response("**/bundle/table-cash-*.js"):
        page.keyboard.press("r")
    expect(page.locator(".rules-panel, [data-at]").first).to_be_visible()


@pytest.mark.parametrize("game", ["cash", "envelopes"])
def test_pages_work_without_the_bundle(guest: Guests, tmp_path: Path, game: str) -> None:
    server = Server(tmp_path, CASHBOX_BUNDLE="off", CASHBOX_GAMES="")
    server.start()
    try:
        page = guest()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page.goto(server.url)
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()
        make_table(page, server, ["me", "bot", "bot"], game=game)
        expect(page.locator("#board .regions")).to_be_visible()
        if game == "envelopes":
            expect(page.locator("#board svg path").first).to_be_visible()
        assert "/static/js/table.js" in asked
        assert f"/games/{game}/board/board.js" in asked
        assert not any(path.startswith("/bundle/") for path in asked)
    finally:
        server.stop()
