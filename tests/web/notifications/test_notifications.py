"""Test notification settings on the account page and for a table."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect

from tests.data_folders import Home
from tests.tiers import looks
from tests.web.accessibility.test_basics import AXE, faults_by_turns, faults_in_both, settled
from tests.web.conftest import Server, api, make_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests

SIZES = [(1920, 1080), (1440, 900), (1024, 768), (390, 844), (844, 390)]

PUSH = """
let made = null;
const subscription = {
  endpoint: "https://push.example.org/1",
  options: { applicationServerKey: null },
  unsubscribe: async () => { made = null; return true; },
  toJSON: () => ({ endpoint: subscription.endpoint, keys: {
    p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    auth: "tBHItJI5svbpez7KI4CCXg",
  } }),
};
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  subscription.options.applicationServerKey = applicationServerKey.buffer;
  made = subscription;
  return made;
};
Notification.requestPermission = async () => "granted";
Object.defineProperty(Notification, "permission", { get: () => "default" });
"""
"""A push service, which a browser without a network does not have."""


class Hook(BaseHTTPRequestHandler):
    """A webhook that keeps what it gets."""

    got: list[dict[str, str]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        type(self).got.append(msgspec.json.decode(body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def hook() -> Iterator[tuple[str, list[dict[str, str]]]]:
    Hook.got = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook", Hook.got
    server.shutdown()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may send notices to this machine."""
    server = Server(tmp_path_factory.mktemp("notifications"), CASHBOX_PRIVATE_TARGETS="127.0.0.0/8")
    server.start()
    yield server
    server.stop()


def way(page: Page, name: str) -> Locator:
    return page.locator(".way", has=page.get_by_role("heading", name=name))


def account(page: Page, house: Server, name: str) -> Page:
    page.goto(house.url)
    api(page, "PATCH", "/api/me", {"name": name})
    api(page, "POST", "/api/me/recovery", {})
    return page


def test_a_guest_reads_why_notifications_need_an_account(house: Server, guest: Guests) -> None:
    page = guest()
    page.goto(house.url)
    api(page, "PATCH", "/api/me", {"name": "Nora"})
    page.goto(f"{house.url}/me")
    expect(way(page, "Email")).to_contain_text("This server doesn't send email.")
    webhook = way(page, "Webhook")
    expect(webhook).to_contain_text("You need an account for this. Create one first.")
    expect(webhook.get_by_role("textbox")).to_have_count(0)
    page.get_by_role("button", name=re.compile("recovery codes")).click()
    expect(webhook.get_by_role("textbox")).to_be_visible()
    expect(webhook).not_to_contain_text("Create one first")


def test_only_this_browser_gets_notifications(house: Server, guest: Guests) -> None:
    page = guest(service_workers="allow")
    page.add_init_script(PUSH)
    page.goto(house.url)
    api(page, "PATCH", "/api/me", {"name": "Nora B"})
    page.goto(f"{house.url}/me")
    here = way(page, "Browser")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    here.get_by_role("button", name="Turn on here").click()
    expect(here.get_by_role("checkbox", name="It's my turn")).to_be_checked()
    expect(here.get_by_role("checkbox", name="New chat messages")).not_to_be_checked()
    here.get_by_role("checkbox", name="New chat messages").check()
    page.wait_for_function(
        "fetch('/api/me/notices').then((a) => a.json()).then((n) => n.channels[0].kinds.includes('chat'))"
    )
    here.get_by_role("button", name="Turn off here").click()
    expect(here.get_by_role("button", name="Turn on here")).to_be_visible()
    assert api(page, "GET", "/api/me/notices")["channels"] == []


def test_a_browser_reads_that_the_server_cannot_send_to_it(house: Server, guest: Guests) -> None:
    page = guest()
    page.goto(house.url)
    api(page, "PATCH", "/api/me", {"name": "Nora C"})
    choices = api(page, "GET", "/api/me/notices")
    page.route("**/api/me/notices", lambda route: route.fulfill(json=choices | {"key": ""}))
    page.goto(f"{house.url}/me")
    here = way(page, "Browser")
    expect(here).to_contain_text("This server can't send notifications to browsers right now.")
    expect(here.get_by_role("button")).to_have_count(0)


@pytest.mark.journey
def test_a_webhook_test_reports_what_went_wrong(
    house: Server, guest: Guests, hook: tuple[str, list[dict[str, str]]]
) -> None:
    page = account(guest(), house, "Bea")
    page.goto(f"{house.url}/me")
    there = way(page, "Webhook")
    # What the server refuses is no fault of the page's.
    page.evaluate("addEventListener('error', (e) => e.preventDefault())")
    there.get_by_role("textbox").fill(hook[0])
    there.get_by_role("button", name="Save webhook").click()
    expect(there.get_by_role("checkbox", name="I'm running low on time")).to_be_checked()
    there.get_by_role("button", name="Send test").click()
    expect(page.get_by_text("Test sent.")).to_be_visible()
    assert [one["kind"] for one in hook[1]] == ["test"]
    there.get_by_role("button", name="Remove webhook").click()
    expect(there.get_by_role("checkbox")).to_have_count(0)


def test_a_host_can_set_a_table_webhook_and_players_see_it(house: Server, guest: Guests) -> None:
    host, other = account(guest(), house, "Cleo"), guest()
    table = make_table(host, house, ["me", "open"], guest_name="Cleo")
    other.goto(f"{house.url}/t/{table}")
    # While it waits, too: whoever comes knows it before sitting down.
    address = host.get_by_role("textbox", name="Table webhook URL")
    address.fill("https://hooks.example.org/before")
    host.get_by_role("button", name="Save webhook").click()
    expect(host.get_by_role("checkbox", name="A player's turn")).to_be_checked()
    other.reload()
    expect(other.get_by_text("The host sends updates about this table to a webhook.")).to_be_visible()
    assert "hooks.example.org" not in other.content()
    host.get_by_role("button", name="Remove webhook").click()
    expect(host.get_by_role("checkbox", name="A player's turn")).to_have_count(0)
    api(other, "POST", f"/api/tables/{table}/sit", {})
    other.reload()
    for page in (host, other):
        page.get_by_role("button", name="Preferences").click()
    expect(other.get_by_role("dialog")).to_be_visible()
    expect(other.get_by_text("updates about this table")).to_have_count(0)
    host.get_by_role("textbox", name="Table webhook URL").fill("https://hooks.example.org/secret")
    host.get_by_role("button", name="Save webhook").click()
    expect(host.get_by_role("checkbox", name="A player's turn")).to_be_checked()
    other.keyboard.press("Escape")
    other.get_by_role("button", name="Preferences").click()
    expect(other.get_by_text("The host sends updates about this table to a webhook.")).to_be_visible()
    assert "hooks.example.org" not in other.content()


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_the_page_looks_right_and_axe_finds_no_faults(house: Server, guest: Guests, tmp_path: Path) -> None:
    page = guest(service_workers="allow")
    page.add_init_script(PUSH)
    account(page, house, "Dora")
    body = {"url": "https://hooks.example.org/a/long/address/that/has/to/wrap", "kinds": ["turn", "end"]}
    api(page, "POST", "/api/me/notices/webhook", body)
    page.goto(f"{house.url}/me")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    way(page, "Browser").get_by_role("button", name="Turn on here").click()
    expect(way(page, "Browser").get_by_role("checkbox").first).to_be_visible()
    for k, (width, height) in enumerate(looks(SIZES)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults_by_turns(page, k) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        page.locator("#notification-settings").screenshot(path=tmp_path / f"notifications-{width}.png")
    ((token,),) = Home(house.home / "data").rows("SELECT token FROM channels WHERE address LIKE '%/a/long/%'")
    page.goto(f"{house.url}/unsubscribe/{token}")
    for k, (width, height) in enumerate(looks(SIZES)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults_by_turns(page, k) == [], (width, height)
    page.screenshot(path=tmp_path / "leave.png")
    page.get_by_role("button", name="Unsubscribe").click()
    expect(page.get_by_text("You won't get any more of these emails.")).to_be_visible()
    assert faults_in_both(settled(page)) == []
    api(page, "POST", "/api/me/notices/webhook", {"url": "", "kinds": []})
    page.set_viewport_size({"width": 1440, "height": 900})
    table = make_table(page, house, ["me", "bot"], options={"rounds": 1}, guest_name="Dora")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("textbox", name="Table webhook URL").fill("https://hooks.example.org/1")
    page.get_by_role("button", name="Save webhook").click()
    expect(page.get_by_role("checkbox", name="A player's turn")).to_be_checked()
    for k, (width, height) in enumerate(looks(SIZES)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults_by_turns(page, k) == [], (table, width, height)
        page.screenshot(path=tmp_path / f"table-{width}.png")
