"""Test creating an account and signing in with passkeys, recovery codes, and e-mail links in a real browser."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.server.mail_server import SENDER, mail_server
from tests.web.accessibility.test_basics import AXE, faults_by_turns
from tests.web.conftest import PATIENCE, Server, api, make_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.server.mail_server import Mailbox

SIZES = [(1440, 900), (1024, 768), (390, 844), (844, 390)]
NAMED = "http://localhost"


class Device:
    """A browser of its own, with an authenticator in it. What is refused to it is no fault of the page."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        context.set_default_timeout(PATIENCE)
        self.context = context
        self.base = base
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.cdp = context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        self.authenticator = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def at(self, path: str) -> Page:
        self.page.goto(self.base + path)
        return self.page

    def named(self, name: str) -> Device:
        self.at("/")
        api(self.page, "PATCH", "/api/me", {"name": name})
        return self

    def keys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})[
            "credentials"
        ]
        return found

    def take(self, key: dict[str, Any]) -> None:
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.authenticator, "credential": key})

    def with_passkey(self) -> Page:
        page = self.at("/me")
        page.get_by_role("button", name="Create passkey").click()
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
        return page


class Devices:
    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.base = f"{NAMED}:{server.port}"
        self.made: list[Device] = []

    def __call__(self, base: str = "", **options: Any) -> Device:
        context = self.browser.new_context(**{"reduced_motion": "reduce", **options})
        self.made.append(Device(context, base or self.base))
        return self.made[-1]


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Devices]:
    devices = Devices(browser, server)
    yield devices
    for one in devices.made:
        one.context.close()
    assert [fault for one in devices.made for fault in one.faults] == []


def test_a_passkey_creates_an_account_and_signs_in_anywhere(device: Devices, server: Server) -> None:
    ann = device().named("Ann Key")
    page = ann.with_passkey()
    expect(page.get_by_text("The name Ann Key is yours alone on this server.")).to_be_visible()
    expect(page.locator(".passkeys li")).to_have_count(1)
    (key,) = ann.keys()
    assert key["rpId"] == "localhost"
    page.get_by_role("button", name="Sign out here").click()
    page.wait_for_url("**/sign-in")
    assert page.request.get(f"{ann.base}/api/me").status == 401

    # The same device again, by keyboard alone.
    button = page.get_by_role("button", name="Sign in with a passkey")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(ann.base + "/")
    assert api(page, "GET", "/api/me")["name"] == "Ann Key"

    # Another one, where someone played as a guest: seats and the page that is open follow when the account says so.
    phone = device()
    table = make_table(phone.at("/"), at(server, phone), ["me", "bot"], guest_name="Phone")
    expect(phone.page.get_by_role("button", name="bid high")).to_be_visible()
    phone.take({**key, "signCount": 10})
    other = phone.context.new_page()
    other.goto(phone.base + "/sign-in")
    expect(other.get_by_text("If that guest has seats, you choose what happens to them")).to_be_visible()
    cdp = phone.context.new_cdp_session(other)
    cdp.send("WebAuthn.enable")
    phone.cdp.detach()
    added = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = {**added, "isUserVerified": True, "automaticPresenceSimulation": True}
    there = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    cdp.send("WebAuthn.addCredential", {"authenticatorId": there, "credential": {**key, "signCount": 10}})
    other.get_by_role("button", name="Sign in with a passkey").click()
    expect(other.get_by_role("heading", name="What about your seats?")).to_be_visible()
    assert api(other, "GET", "/api/me")["name"] == "Phone"
    other.get_by_role("button", name="Move seats").click()
    expect(other.get_by_role("heading", name="My tables")).to_be_visible()
    assert api(other, "GET", "/api/me")["name"] == "Ann Key"
    assert api(other, "GET", f"/api/tables/{table}")["you"]["seat"] == 0
    phone.page.get_by_role("button", name="bid high").click()
    expect(phone.page.locator("#log")).to_contain_text("You bid high.")
    expect(phone.page.locator("[data-signed-out]")).to_have_count(0)
    assert {one["table"]["id"] for one in api(page, "GET", "/api/tables?which=mine")["tables"]} == {table}


def at(server: Server, device: Device) -> Server:
    """The server by the name that the device knows it by."""
    found = Server(server.home)
    found.url, found.port = device.base, server.port
    return found


def test_a_passkey_of_another_host_is_not_offered_and_an_unknown_one_refused(device: Devices) -> None:
    ann, stranger = device().named("Ann of the Host"), device()
    ann.with_passkey()
    (key,) = ann.keys()
    stranger.take({**key, "rpId": "games.example.org"})
    page = stranger.at("/sign-in")
    button = page.get_by_role("button", name="Sign in with a passkey")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Couldn't sign in with a passkey. This device has none for this server"
    )
    # One that was removed.
    page = ann.page
    page.get_by_role("button", name="Remove passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("That is your only sign-in method")
    page.get_by_role("button", name="Create recovery codes").click()
    page.get_by_role("button", name="I've saved them").click()
    page.get_by_role("button", name="Remove passkey").click()
    expect(page.locator(".passkeys li")).to_have_count(0)
    page = ann.at("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("This server doesn't know that passkey")


def test_a_copied_passkey_is_refused(device: Devices) -> None:
    ann, thief = device().named("Ann Counted"), device()
    ann.with_passkey()
    page = ann.at("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(ann.base + "/")
    (key,) = ann.keys()
    thief.take({**key, "signCount": 0})
    page = thief.at("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("seems to have been copied")


def test_pages_say_so_if_passkeys_are_impossible(device: Devices, server: Server) -> None:
    """The address of a machine is no name that a passkey could be made for."""
    page = device(base=server.url).named("Ann by Number").at("/me")
    expect(page.get_by_text("Passkeys need a domain name")).to_be_visible()
    expect(page.get_by_role("button", name="Create passkey")).to_have_count(0)
    page.goto(f"{server.url}/sign-in")
    expect(page.get_by_text("Passkeys need a domain name")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with code")).to_be_visible()
    expect(page.get_by_role("link", name="Have a code from another device?")).to_be_visible()
    refused = page.request.post(f"{server.url}/api/me/passkeys/begin")
    assert refused.json()["code"] == "no-passkeys"


def test_a_new_visitor_can_choose_a_name_and_create_an_account(device: Devices) -> None:
    page = device().at("/me")
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    page.get_by_role("textbox", name="My name").fill("Ann the First")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Create an account")).to_be_visible()
    page.get_by_role("button", name="Create passkey").click()
    expect(page.get_by_text("The name Ann the First is yours alone on this server.")).to_be_visible()
    page.get_by_role("textbox", name="My name").fill("Ann the Second")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The name Ann the Second is yours alone on this server.")).to_be_visible()


@pytest.mark.journey
def test_recovery_codes_are_shown_once_and_each_signs_in_once(device: Devices, tmp_path: Path) -> None:
    ann, new = device().named("Ann on Paper"), device()
    page = ann.at("/me")
    page.get_by_role("button", name="Create recovery codes").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_focused()
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    codes = page.locator(".recovery-codes li").all_inner_texts()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    file = tmp_path / "codes.txt"
    download.value.save_as(file)
    assert file.read_text().splitlines()[3:] == codes
    page.emulate_media(media="print")
    expect(page.locator(".recovery-codes")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("heading", name="Signed-in devices")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="I've saved them").click()
    expect(page.get_by_text("10 codes left.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("10 codes left.")).to_be_visible()
    expect(page.locator(".recovery-codes")).to_have_count(0)

    for tried, says in [
        ("0000", "don't match"),
        (codes[0].lower(), ""),
        (codes[0], "has already been used"),
    ]:
        page = new.at("/sign-in")
        page.get_by_label("Your name").fill("Ann on Paper")
        page.get_by_label("One of your recovery codes").fill(tried)
        page.keyboard.press("Enter")
        if says:
            expect(page.get_by_role("alert")).to_contain_text(says)
        else:
            page.wait_for_url(new.base + "/")
            assert api(page, "GET", "/api/me")["name"] == "Ann on Paper"
    page = ann.at("/me")
    expect(page.get_by_text("9 codes left.")).to_be_visible()
    page.get_by_role("button", name="Replace codes").click()
    page.get_by_role("dialog").get_by_role("button", name="Replace codes").click()
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    assert not set(page.locator(".recovery-codes li").all_inner_texts()) & set(codes)


def test_an_email_link_confirms_and_signs_in_only_after_a_press(browser: Browser, tmp_path: Path) -> None:
    with mail_server() as post:
        server = Server(tmp_path, CASHBOX_SMTP=f"smtp://127.0.0.1:{post.port}", CASHBOX_MAIL_FROM=SENDER)
        server.start()
        devices = Devices(browser, server)
        try:
            ann, new = devices().named("Ann"), devices()
            page = ann.at("/me")
            page.get_by_label("Email address").fill("ann@example.org")
            page.get_by_role("button", name="Send confirmation link").click()
            expect(page.get_by_text("We sent an email to that address.")).to_be_visible()
            (code,) = post.links("confirm")
            page = new.at(f"/sign-in#confirm={code}")
            expect(page.get_by_role("heading", name="Is this the address of Ann?")).to_be_visible()
            assert page.url.endswith("/sign-in"), "the history does not keep the code"
            page = new.at("/")
            page = new.at(f"/sign-in#confirm={code}")
            page.get_by_role("button", name="Confirm address").click()
            expect(page.get_by_text("Your email address is confirmed")).to_be_visible()

            page = new.at("/sign-in")
            page.get_by_label("Your account's email address").fill("ann@example.org")
            page.keyboard.press("Enter")
            expect(page.get_by_text("If an account has that address, a sign-in link is on its way.")).to_be_visible()
            waited(page, post)
            (code,) = post.links("link")
            page = new.at(f"/sign-in?#link={code}")
            expect(page.get_by_role("heading", name="Sign in as Ann?")).to_be_visible()
            page.get_by_role("button", name="Sign in as Ann").click()
            page.wait_for_url(re.compile(r":\d+/$"))
            assert api(page, "GET", "/api/me")["name"] == "Ann"
            page = new.at(f"/sign-in?again#link={code}")
            expect(page.get_by_role("alert")).to_contain_text("has already been used")
            expect(page.get_by_role("button", name="Sign in another way")).to_be_visible()
            log = (tmp_path / "server.log").read_text()
            assert code not in log
            assert "ann@example.org" not in log
        finally:
            for one in devices.made:
                one.context.close()
            server.stop()


def test_members_sign_in_on_a_new_device_of_a_server_without_new_guests(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    devices = Devices(browser, server)
    try:
        ann = devices().named("Ann")
        page = ann.with_passkey()
        page.get_by_role("button", name="Create recovery codes").click()
        code = page.locator(".recovery-codes li").first.inner_text()
        (key,) = ann.keys()
        server.stop()
        server.settings |= {"CASHBOX_QUOTAS": "on", "CASHBOX_QUOTA_GUESTS": "0"}
        server.start()
        for way in ("a passkey", "a code"):
            new = devices()
            new.at("/me").get_by_role("link", name="Sign in", exact=True).click()
            if way == "a passkey":
                new.take({**key, "signCount": 10})
                new.page.get_by_role("button", name="Sign in with a passkey").click()
            else:
                new.page.get_by_label("Your name").fill("Ann")
                new.page.get_by_label("One of your recovery codes").fill(code)
                new.page.keyboard.press("Enter")
            new.page.wait_for_url(new.base + "/")
            make_table(new.page, at(server, new), ["me", "bot"])
            expect(new.page.get_by_role("button", name="bid high")).to_be_visible()
            assert not new.faults
    finally:
        for one in devices.made:
            one.context.close()
        server.stop()


def waited(page: Page, post: Mailbox, many: int = 1) -> None:
    for _ in range(200):
        if len(post.links("link")) >= many:
            return
        page.wait_for_timeout(50)


@pytest.mark.few(0, usual=2)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("size", SIZES)
def test_pages_have_no_axe_faults_and_fit_the_window(device: Devices, size: tuple[int, int]) -> None:
    width, height = size
    who = device(viewport={"width": width, "height": height}, has_touch=width < 900)

    turns = count(SIZES.index(size))

    def whole(page: Page) -> None:
        assert faults_by_turns(page, next(turns)) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page = who.at("/sign-in")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    whole(page)
    page.get_by_label("Your name").fill("Nobody")
    page.get_by_label("One of your recovery codes").fill("0000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    whole(page)
    name = f"Bartholomew {width}"
    page = who.named(name).at("/me")
    expect(page.get_by_role("button", name="Create passkey")).to_be_visible()
    whole(page)
    page.get_by_role("button", name="Create passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.get_by_role("button", name="Create recovery codes").click()
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    whole(page)
    page.get_by_role("button", name="I've saved them").click()
    page.get_by_role("button", name="Replace codes").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    whole(page)
