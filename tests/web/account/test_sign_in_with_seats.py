"""Signing in as a guest with seats: the page asks what happens to them."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.server.mail_server import SENDER, mail_server
from tests.web.accessibility.test_basics import AXE, faults_by_turns
from tests.web.account.test_account import SIZES, Devices, at, device, waited
from tests.web.conftest import Server, api, make_table

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

__all__ = ["device"]


def test_a_link_to_another_account_takes_no_seat(browser: Browser, tmp_path: Path) -> None:
    with mail_server() as post:
        server = Server(tmp_path, CASHBOX_SMTP=f"smtp://127.0.0.1:{post.port}", CASHBOX_MAIL_FROM=SENDER)
        server.start()
        devices = Devices(browser, server)
        try:
            ann, victim = devices().named("Ann"), devices()
            api(ann.page, "POST", "/api/me/email", {"email": "ann@example.org"})
            api(ann.page, "POST", "/api/me/email/confirm", {"code": post.links("confirm")[0]})
            api(ann.page, "POST", "/api/sign-in/email", {"email": "ann@example.org"})
            waited(ann.page, post)
            table = make_table(victim.at("/"), at(server, victim), ["me", "open"], guest_name="Victim")
            (code,) = post.links("link")
            page = victim.at(f"/sign-in#link={code}")
            expect(page.get_by_text("You are the guest Victim in this browser.")).to_be_visible()
            page.get_by_role("button", name="Sign in as Ann").click()
            dialog = page.get_by_role("dialog", name="What about your seats?")
            expect(dialog).to_contain_text("Move them to Ann only if that is your account.")
            assert api(page, "GET", f"/api/tables/{table}")["you"]["seat"] == 0
            dialog.get_by_role("button", name="Cancel").click()
            expect(dialog).to_be_hidden()
            assert api(page, "GET", "/api/me")["name"] == "Victim"
            # The link still works, and the seats move with one press.
            page.get_by_role("button", name="Sign in as Ann").click()
            dialog.get_by_role("button", name="Move seats").click()
            page.wait_for_url(victim.base + "/")
            assert api(page, "GET", "/api/me")["name"] == "Ann"
            assert api(page, "GET", f"/api/tables/{table}")["you"]["seat"] == 0
        finally:
            for one in devices.made:
                one.context.close()
            server.stop()


@pytest.mark.few(0, usual=2)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
@pytest.mark.parametrize("size", SIZES)
def test_pages_have_no_axe_faults_and_fit_the_window(device: Devices, server: Server, size: tuple[int, int]) -> None:
    width, height = size
    name, guest = f"Ann {width}", f"Phone {width}"
    ann, phone = device().named(name), device(viewport={"width": width, "height": height})
    codes = api(ann.page, "POST", "/api/me/recovery", {})["codes"]
    table = make_table(phone.at("/"), at(server, phone), ["me", "open"], guest_name=guest, name="Both here")
    make_table(phone.page, at(server, phone), ["me", "open"], guest_name=guest)
    api(ann.page, "POST", f"/api/tables/{table}/sit", {})

    turns = count(SIZES.index(size))

    def whole(page: Page) -> None:
        assert faults_by_turns(page, next(turns)) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page = phone.at("/sign-in")
    expect(page.get_by_text("you choose what happens to them before you are signed in")).to_be_visible()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("One of your recovery codes").fill(codes[0])
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="What about your seats?")
    expect(dialog).to_contain_text(f"{name} already has a seat at Both here, so there, a bot takes over")
    whole(page)
    dialog.get_by_role("button", name="Move seats").click()
    page.wait_for_url(phone.base + "/")
    assert api(page, "GET", "/api/me")["name"] == name
    seats = api(page, "GET", f"/api/tables/{table}")["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "guest"]
