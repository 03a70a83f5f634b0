"""Test the installed app: installation, offline view, push notifications, and updates."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from cashbox.server.notifications import channels, outbox
from cashbox.server.notifications.text import About, message
from tests.web.accessibility.test_basics import faults, settled
from tests.web.conftest import ROOT, Server, api, called, chromium, launch, make_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Worker

    from cashbox.server.notifications.wire import NoticeKind
    from tests.web.conftest import Guests

TAKEN = "performance.getEntriesByName(document.querySelector('script[type=module]').src)[0].transferSize"
"""How many bytes of a page's script came over the line."""

APP: dict[str, Any] = {"service_workers": "allow", "viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="module")
def browser(player: Playwright) -> Iterator[Browser]:
    """The whole browser: nothing is pushed to one without a window."""
    browser = launch(player, chromium())
    yield browser
    browser.close()


def until(page: Page, holds: str, arg: object = None) -> None:
    """Waits until something holds in a page, which may be a promise; one that is never kept does not hold."""
    soon = f"(arg) => Promise.race([({holds})(arg), new Promise((r) => setTimeout(r, 2000, false))])"
    end = time.monotonic() + 30
    while not page.evaluate(soon, arg):
        assert time.monotonic() < end, holds
        page.wait_for_timeout(200)


def worker_of(page: Page) -> Worker:
    """The page's service worker, at work."""
    until(page, "() => !!navigator.serviceWorker.controller")
    return page.context.service_workers[-1]


@pytest.fixture
def app(guest: Guests, server: Server) -> Page:
    page = guest(**APP)
    page.goto(server.url)
    worker_of(page)
    return page


def at_last_table(page: Page, server: Server) -> str:
    """A table that is kept in this browser as it is seen."""
    table = make_table(page, server, ["me", "bot"])
    expect(page.locator(".prompt")).to_be_visible()
    until(page, "(id) => caches.match(`/t/${id}/kept`).then(Boolean)", table)
    return table


def test_the_app_can_be_installed(browser: Browser, server: Server, tmp_path: Path) -> None:
    """In a window that keeps something: in a private one nothing can be installed."""
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    )
    try:
        page = context.new_page()
        page.goto(server.url)
        worker_of(page)
        cdp = context.new_cdp_session(page)
        manifest = cdp.send("Page.getAppManifest")
        assert manifest["errors"] == []
        for icon in json.loads(manifest["data"])["icons"]:
            assert page.request.get(f"{server.url}{icon['src']}").status == 200
        assert cdp.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    finally:
        context.close()


def test_the_last_table_is_shown_without_a_connection(app: Page, server: Server) -> None:
    table = at_last_table(app, server)
    prompt = app.locator(".prompt").inner_text()
    app.context.set_offline(True)
    for address in (f"{server.url}/t/{table}", server.url):
        app.goto(address)
        assert app.url == f"{server.url}/t/{table}"
        expect(app.locator(".prompt")).to_have_text(prompt)
        expect(app.locator(".link-banner")).to_have_text(
            re.compile(r"Connection lost\.\s+You're seeing the table as it was\s+at \d\d:\d\d")
        )
    app.goto(f"{server.url}/rules")
    expect(app.get_by_role("heading", name="You're offline")).to_be_visible()
    assert faults(settled(app)) == []
    app.get_by_role("link", name="Open last table").click()
    expect(app.locator(".prompt")).to_have_text(prompt)
    app.context.set_offline(False)
    expect(app.locator(".link-banner")).to_have_count(0)
    app.locator(".legal button, .legal [role=button], #board button").first.click()


def test_cached_pages_are_not_shown_to_another_person(app: Page, server: Server) -> None:
    table = at_last_table(app, server)
    app.context.clear_cookies()
    app.goto(server.url)
    until(app, "(id) => caches.match(`/t/${id}/kept`).then((found) => !found)", table)
    app.context.set_offline(True)
    app.goto(f"{server.url}/t/{table}")
    expect(app.get_by_role("heading", name="You're offline")).to_be_visible()


def newer(server: Server, folder: Path) -> None:
    """The server starts again with another version of its files."""
    server.stop()
    shutil.copytree(ROOT / "examples/games/tulips", folder / "games/tulips")
    (folder / "games/tulips/board").mkdir(exist_ok=True)
    (folder / "games/tulips/board/newer.css").write_text("/* There is more of it now. */")
    # The tests' own games have no boards, so no page of theirs changes.
    extra = [str(ROOT / path) for path in ("tests/extra_games",)]
    server.settings["CASHBOX_GAMES"] = os.pathsep.join([str(folder / "games"), *extra])
    server.start()


def test_a_new_version_takes_over_and_no_page_is_stale(guest: Guests, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    page = guest(**APP)
    try:
        page.goto(server.url)
        worker_of(page)
        old = page.locator("meta[name=shell]").get_attribute("content")
        page.reload()
        assert page.evaluate(TAKEN) == 0
        newer(server, tmp_path)
        other = page.context.new_page()
        other.goto(server.url)
        new = other.locator("meta[name=shell]").get_attribute("content")
        assert new != old
        # Another page of the same version as before hears of it, and is not changed under its reader's hands.
        expect(page.locator("#outdated")).to_contain_text("A new version is available.")
        page.get_by_role("button", name="Reload").click()
        expect(page.locator("meta[name=shell]")).to_have_attribute("content", new or "")
        page.wait_for_function(
            "caches.keys().then((names) => names.filter((name) => name.startsWith('shell-')).length === 1)"
        )
        assert page.evaluate("caches.keys()").count(f"shell-{new}") == 1
    finally:
        server.stop()


TURN_AWAY = "() => document.dispatchEvent(new Event('visibilitychange'))"
"""As when the reader goes to another tab and comes back."""


def test_unfinished_input_survives_a_new_version(guest: Guests, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    page = guest(**APP)
    try:
        page.goto(server.url)
        worker_of(page)
        table = make_table(page, server, ["me", "open"])
        page.get_by_label("Message to the table").fill("What I wanted to say")
        newer(server, tmp_path)
        other = page.context.new_page()
        other.goto(server.url)
        expect(page.locator("#outdated")).to_contain_text("A new version is available.")
        page.evaluate("() => { globalThis.same = true; }")
        page.evaluate(TURN_AWAY)
        page.wait_for_timeout(1000)
        assert page.evaluate("globalThis.same"), "a page with a draft reloads by itself"
        page.get_by_role("button", name="Reload").click()
        expect(page.get_by_label("Message to the table")).to_have_value("What I wanted to say")
        page.locator(".chat-form").get_by_role("button", name="Send").click()
        expect(page.locator(".chat-lines")).to_contain_text("What I wanted to say")
        page.reload()
        expect(page.get_by_label("Message to the table")).to_have_value("")
        assert table
    finally:
        server.stop()


def test_a_page_without_drafts_reloads_by_itself(guest: Guests, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    page = guest(**APP)
    try:
        page.goto(server.url)
        worker_of(page)
        newer(server, tmp_path)
        page.context.new_page().goto(server.url)
        expect(page.locator("#outdated")).to_be_visible()
        page.evaluate(TURN_AWAY)
        expect(page.locator("#outdated")).to_have_count(0)
    finally:
        server.stop()


def test_a_reload_restores_unfinished_input(page: Page, server: Server, guest: Guests) -> None:
    table = make_table(page, server, ["me", "open"])
    page.goto(server.url)
    page.locator("#new-table").get_by_label("Table name").fill("Friday night")
    page.locator("#new-table").get_by_label("Seat 2").select_option("open")
    page.reload()
    expect(page.locator("#new-table").get_by_label("Table name")).to_have_value("Friday night")
    expect(page.locator("#new-table").get_by_label("Seat 2")).to_have_value("open")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", name="still open")).to_be_visible()
    page.goto(server.url)
    expect(page.locator("#new-table").get_by_label("Table name")).to_have_value("")
    other = guest()
    other.goto(f"{server.url}/t/{table}")
    other.get_by_label("Your name").fill("Zoe")
    other.reload()
    expect(other.get_by_label("Your name")).to_have_value("Zoe")
    other.get_by_role("button", name="Sit down").click()
    page.goto(f"{server.url}/t/{table}")
    page.get_by_text("Mute or report").click()
    page.get_by_role("button", name="Report Zoe").click()
    page.get_by_label("Reason (optional)").fill("Insults")
    page.reload()
    page.get_by_text("Mute or report").click()
    page.get_by_role("button", name="Report Zoe").click()
    expect(page.get_by_label("Reason (optional)")).to_have_value("Insults")


def shown(page: Page) -> list[dict[str, Any]]:
    """The notices that the browser shows."""
    found: list[dict[str, Any]] = page.evaluate(
        "() => navigator.serviceWorker.ready.then((there) => there.getNotifications())"
        ".then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))"
    )
    return found


def deliver(context: BrowserContext, page: Page, data: str) -> None:
    """The browser gets a push, as from a push service."""
    cdp = context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    cdp.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    origin = page.url.split("/", 3)
    cdp.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": "/".join(origin[:3]), "registrationId": found[-1]["registrationId"], "data": data},
    )


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("house", ["", "https://another-name-of-this-house.example"])
def test_a_push_notification_opens_its_table(app: Page, server: Server, house: str) -> None:
    """As the house sends it: with the complete address of the table."""
    app.context.grant_permissions(["notifications"], origin=server.url)
    table = make_table(app, server, ["me", "bot"])
    app.goto(server.url)
    channel = channels.new("push", channels.EVERYTHING, 0, guest="ann")
    about = About(outbox.new(channel, "turn", "turn", 0, table_id=table, seat=0), "Coins")
    deliver(app.context, app, msgspec.json.encode(message([about], house or server.url, 2, everybody=False)).decode())
    app.wait_for_timeout(300)
    (told,) = shown(app)
    assert told == {
        "title": "Your turn", "body": "It's your turn at Coins.", "tag": f"turn:{table}",
        "data": {"url": f"/t/{table}", "kind": "turn", "tables": [{"id": table, "name": "Coins"}]},
    }  # fmt: skip
    opened = worker_of(app).evaluate(
        """async () => {
            const opened = [];
            Object.defineProperty(clients, "openWindow", { value: (url) => opened.push(url), configurable: true });
            const [notification] = await registration.getNotifications();
            dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            await new Promise((resolve) => setTimeout(resolve, 200));
            return [opened, (await registration.getNotifications()).length];
        }"""
    )
    assert opened == [[f"/t/{table}"], 0]


def turn_at(server: Server, table: str, name: str, kind: NoticeKind = "turn") -> str:
    """What the server sends of one table."""
    channel = channels.new("push", channels.EVERYTHING, 0, guest="ann")
    about = About(outbox.new(channel, kind, kind, 0, table_id=table, seat=0), name)
    return msgspec.json.encode(message([about], server.url, 1, everybody=False)).decode()


def titles(app: Page, *wanted: str) -> None:
    """These notifications are shown before long."""
    until(
        app,
        "(wanted) => navigator.serviceWorker.ready.then((there) => there.getNotifications())"
        ".then((all) => JSON.stringify(all.map(({ body }) => body).sort()) === JSON.stringify(wanted))",
        sorted(wanted),
    )


def test_turn_notifications_are_grouped_and_close_when_the_turns_are_over(
    app: Page, server: Server, guest: Guests
) -> None:
    app.context.grant_permissions(["notifications"], origin=server.url)
    first, second, third = (make_table(app, server, ["me", "open"], name=name) for name in ("One", "Two", "Three"))
    bob = guest()
    called(bob, server, "Bob")
    for table in (first, second, third):
        api(bob, "POST", f"/api/tables/{table}/sit", {"seat": 1}, server.url)
    app.goto(f"{server.url}/rules")
    for table, name in ((first, "One"), (second, "Two"), (third, "Three")):
        deliver(app.context, app, turn_at(server, table, name))
    titles(app, "It's your turn at One, Two, and Three.")
    legal = api(app, "GET", f"/api/tables/{second}/state")["legal"]
    api(app, "POST", f"/api/tables/{second}/act", {"actions": [legal[0]["action"]]})  # as on another device
    app.reload()
    titles(app, "It's your turn at One and Three.")
    app.goto(f"{server.url}/t/{first}")
    titles(app, "It's your turn at Three.")
    api(app, "POST", f"/api/tables/{third}/leave", {})
    app.reload()
    titles(app)


def test_opening_a_table_closes_its_notifications(app: Page, server: Server) -> None:
    app.context.grant_permissions(["notifications"], origin=server.url)
    table = make_table(app, server, ["me", "open"], name="One")
    app.goto(f"{server.url}/rules")
    deliver(app.context, app, turn_at(server, table, "One", "chat"))
    deliver(app.context, app, turn_at(server, table, "One", "end"))
    titles(app, "Someone posted a message at One.", "The game at One is over.")
    app.goto(f"{server.url}/t/{table}")
    titles(app)


SENSELESS = (
    "",
    "no json",
    "7",
    *(f'{{"url": {url}}}' for url in ("7", '"https://else.example/"', '"//else.example/"', '"http://"')),
)


def test_a_malformed_push_opens_no_other_site(app: Page, server: Server) -> None:
    app.context.grant_permissions(["notifications"], origin=server.url)
    for data in SENSELESS:
        deliver(app.context, app, data)
        app.wait_for_timeout(300)
        (told,) = shown(app)
        assert (told["title"], told["data"]["url"], told["data"]["tables"]) == ("cashbox", "/", []), data
        app.evaluate(
            "() => navigator.serviceWorker.ready.then((there) => there.getNotifications())"
            ".then((all) => all.forEach((one) => one.close()))"
        )
        until(
            app,
            "() => navigator.serviceWorker.ready.then((there) => there.getNotifications()).then((all) => !all.length)",
        )
