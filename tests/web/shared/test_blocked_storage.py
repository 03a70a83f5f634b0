"""Test browsers that block cookies or storage: pages work or say what to allow."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Guests, Server, api, chromium, make_table, new_table
from tests.web.table.test_table import play_to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page, Playwright

BLOCKED = """
const blocked = () => { throw new DOMException('Blocked.', 'SecurityError'); };
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
  Object.defineProperty(globalThis, name, { configurable: true, get: blocked });
}
Object.defineProperty(Navigator.prototype, 'serviceWorker', { configurable: true, get: blocked });
"""
REJECTED = """
const blocked = () => Promise.reject(new DOMException('Blocked.', 'SecurityError'));
for (const name of ['open', 'delete', 'match', 'keys', 'has']) CacheStorage.prototype[name] = blocked;
for (const name of ['getRegistration', 'register']) ServiceWorkerContainer.prototype[name] = blocked;
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException('Full.', 'QuotaExceededError'); };
Cache.prototype.put = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
"""
PAGES = ("/", "/me", "/device", "/archive", "/rules", "/sign-in", "/offline", "/games/cash")


@pytest.fixture
def without_cookies(player: Playwright, tmp_path: Path) -> Iterator[Page]:
    """A page in a Chromium whose settings block all cookies."""
    (tmp_path / "Default").mkdir()
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(settings), "utf-8")
    with player.chromium.launch_persistent_context(
        str(tmp_path), executable_path=chromium(), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    ) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert not faults


def test_a_browser_that_blocks_cookies_cannot_take_a_seat(server: Server, page: Page, without_cookies: Page) -> None:
    table = new_table(page, server, ["me", "open"])
    without_cookies.clock.install()
    without_cookies.goto(f"{server.url}/t/{table}")
    without_cookies.get_by_label("Your name").fill("Zoe")
    without_cookies.get_by_role("button", name="Sit in seat 2").click()
    told = without_cookies.get_by_role("alert").filter(has_text="Allow cookies for this site")
    expect(told).to_be_visible()
    # It can be read for as long as it takes to allow them.
    without_cookies.clock.run_for(60_000)
    expect(told).to_be_visible()
    found = api(page, "GET", f"/api/tables/{table}", base=server.url)["table"]
    assert (found["status"], found["seats"][1]["taken"]) == ("waiting", False)
    for path in PAGES:
        without_cookies.goto(server.url + path)
        expect(without_cookies.locator("main")).to_be_visible()


@pytest.mark.parametrize("script", [pytest.param(BLOCKED, id="blocked"), pytest.param(REJECTED, id="rejected"),
                                    pytest.param(FULL, id="full")])  # fmt: skip
def test_every_page_works_without_storage(server: Server, guest: Guests, script: str) -> None:
    page = guest(service_workers="allow")
    page.add_init_script(script)
    table = make_table(page, server, ["me", "bot"])
    page.get_by_role("button", name=re.compile("^Theme")).click()
    play_to_the_end(page)
    for path in (*PAGES, f"/t/{table}/replay"):
        page.goto(server.url + path)
        expect(page.locator("main")).to_be_visible()
