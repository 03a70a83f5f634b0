"""Test a server on a local network over plain HTTP: features that need HTTPS have a substitute or say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.games.envelopes.positions import month
from tests.web.conftest import PATIENCE, Server, launch
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import ConsoleMessage, Page, Playwright

NAME: Final = "cashbox.lan"
HEBREW: Final = "דוד"

CALL: Final = """
async ([method, path, body]) => (await import("/static/js/shared/api.js")).call(method, path, body ?? undefined)
"""
PLAY_OUT: Final = """
async (table) => {
  for (let tries = 0; tries < 500; tries++) {
    const state = await (await fetch(`/api/tables/${table}/state`)).json();
    if (state.outcome) return;
    const [first] = state.legal;
    if (!first) await new Promise((done) => setTimeout(done, 20));
    else {
      const body = JSON.stringify({ actions: [first.action] });
      const headers = { "Content-Type": "application/json" };
      await fetch(`/api/tables/${table}/act`, { method: "POST", headers, body });
    }
  }
  throw new Error("the game did not end");
}
"""


class Lan:
    """A server that others reach by a name, and a page there. faults: what the page logged as errors."""

    def __init__(self, server: Server, page: Page) -> None:
        server.url = self.url = f"http://{NAME}:{server.port}"
        self.server = server
        self.page = page
        self.faults: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(self.url)
        assert not page.evaluate("isSecureContext")
        self.call("PATCH", "/api/me", {"name": HEBREW})

    def _hear(self, message: ConsoleMessage) -> None:
        no_board = message.location["url"].endswith("/board.js") and "404" in message.text
        if message.type == "error" and not no_board:
            self.faults.append(message.text)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """A call of the API by the page itself: no other program knows the name."""
        return self.page.evaluate(CALL, [method, path, body])

    def table(self, *seats: str, game: str = "coins") -> str:
        body = {"game": game, "seats": [{"kind": kind} for kind in seats]}
        table = str(self.call("POST", "/api/tables", body)["table"]["id"])
        self.page.goto(f"{self.url}/t/{table}")
        return table

    def pasted(self) -> str:
        """What is in the clipboard."""
        self.page.evaluate("""() => {
          const area = document.createElement("textarea");
          area.id = "pasted";
          document.body.append(area);
          area.focus();
        }""")
        self.page.keyboard.press("Control+V")
        text = self.page.locator("#pasted").input_value()
        self.page.evaluate("document.getElementById('pasted').remove()")
        return text


@pytest.fixture
def lan(tmp_path: Path, player: Playwright) -> Iterator[Lan]:
    server = Server(tmp_path, CASHBOX_HOSTS=NAME)
    server.start()
    browser = launch(player, more=[f"--host-resolver-rules=MAP {NAME} 127.0.0.1"])
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    found = Lan(server, page)
    yield found
    browser.close()
    server.stop()
    assert found.faults == []


def test_links_can_be_copied(lan: Lan) -> None:
    table = lan.table("me", "open")
    lan.page.get_by_role("button", name="Copy link").click()
    expect(lan.page.get_by_text("Invitation copied. Send it to your friends.")).to_be_visible()
    assert lan.pasted() == f"{lan.url}/t/{table}"
    expect(lan.page.locator(".only-here")).to_have_count(0)


def test_a_result_is_copied_if_sharing_is_impossible(lan: Lan) -> None:
    table = lan.table("me", "bot")
    lan.page.evaluate(PLAY_OUT, table)
    lan.page.reload()
    assert lan.page.evaluate("typeof navigator.share") == "undefined"
    lan.page.get_by_role("button", name="Share", exact=True).click()
    expect(lan.page.get_by_text("Result and link copied.")).to_be_visible()
    copied = lan.pasted()
    assert copied.startswith("Coins: ")
    assert copied.endswith(f" {lan.url}/t/{table}")
    assert copied.count(HEBREW) == copied.count(f"\u2068{HEBREW}\u2069")
    lan.page.goto(f"{lan.url}/t/{table}/replay")
    lan.page.get_by_role("button", name="Copy link to this step").click()
    expect(lan.page.get_by_text("Link to this step copied.")).to_be_visible()
    assert lan.pasted().startswith(f"{lan.url}/t/{table}/replay")


def test_a_map_can_fill_the_screen(lan: Lan) -> None:
    Stage(lan.page, lan.server, month(2))
    lan.page.get_by_role("button", name="Full screen").click()
    leave = lan.page.get_by_role("button", name="Exit full screen")
    expect(leave).to_be_visible()
    leave.click()
    expect(lan.page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()


def test_features_that_need_https_say_so(lan: Lan) -> None:
    lan.page.goto(f"{lan.url}/me")
    expect(
        lan.page.get_by_text("Browser notifications need https, but you opened this page over http.")
    ).to_be_visible()
    expect(lan.page.get_by_text("Passkeys need https")).to_be_visible()
