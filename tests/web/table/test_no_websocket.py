"""Test that a table works over plain HTTP, and says so, if the network blocks WebSockets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server, make_table
from tests.web.table.test_table import play_to_the_end

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

REFUSED = """() => {
  const Real = WebSocket;
  globalThis.WebSocket = class extends EventTarget {
    static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
    readyState = 0;
    constructor() {
      super();
      setTimeout(() => { this.readyState = 3; this.onclose?.({ code: 1006 }); }, 50);
    }
    close() { this.readyState = 3; }
    send() {}
  };
}"""
SWALLOWED = REFUSED.replace(
    "setTimeout(() => { this.readyState = 3; this.onclose?.({ code: 1006 }); }, 50);",
    "setTimeout(() => { this.readyState = 1; this.onopen?.({}); }, 50);",
)


@pytest.mark.parametrize("how", [pytest.param(REFUSED, marks=pytest.mark.journey, id="refused"), SWALLOWED])
def test_a_game_is_played_to_its_end_over_plain_http(server: Server, page: Page, how: str) -> None:
    page.add_init_script(f"({how})()")
    table = make_table(page, server, ["me", "bot"])
    with page.expect_request(f"**/api/tables/{table}/poll", timeout=60_000):
        pass
    expect(page.get_by_text("Your network blocks live connections")).to_be_visible()
    play_to_the_end(page)


def test_a_websocket_takes_over_when_it_works_again(server: Server, page: Page) -> None:
    page.clock.install()
    page.add_init_script(f"globalThis.Real = WebSocket; ({REFUSED})()")
    table = make_table(page, server, ["me", "bot"])
    with page.expect_request(f"**/api/tables/{table}/poll", timeout=60_000):
        page.clock.run_for(5_000)
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    page.evaluate("() => { globalThis.WebSocket = globalThis.Real; }")
    with page.expect_websocket(lambda socket: f"/{table}/live" in socket.url):
        page.clock.run_for(61_000)
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    play_to_the_end(page)


def test_the_page_says_that_live_connections_are_switched_off_and_stops_trying(tmp_path: Path, page: Page) -> None:
    server = Server(tmp_path, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_SOCKETS="0")
    server.start()
    tried: list[str] = []
    page.on("websocket", lambda socket: tried.append(socket.url))
    try:
        page.clock.install()
        make_table(page, server, ["me", "bot"])
        page.clock.run_for(5_000)
        expect(page.get_by_role("alert").filter(has_text="Live connections are turned off")).to_be_visible()
        expect(page.get_by_role("button", name="bid high")).to_be_disabled()
        before = len(tried)
        page.clock.run_for(120_000)
        assert len(tried) == before
    finally:
        server.stop()
