"""Test moderation in the browser: reports, deleted messages, and bans."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests import forked_programs as programs
from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.conftest import api, make_table
from tests.web.table.test_chat import PHONE, WIDE, chat_button, join, lines, write
from tests.web.table.test_watching import look, remark

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server

THANKS = "Your report was sent to the server's operator."


def admin(server: Server, *arguments: str) -> str:
    asked = ["admin", *arguments, "--home", str(server.home / "data")]
    done = programs.run("cashbox.cli", *asked, env=os.environ, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def who(page: Page) -> str:
    found: str = api(page, "GET", "/api/me", None)["id"]
    return found


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Report Bob")


@pytest.fixture
def talk(server: Server, guest: Guests) -> tuple[Page, Page, str]:
    """Ann and Bob, who says two things."""
    ann, bob = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "open"])
    join(bob, server, table, "Bob")
    write(bob, "You are all fools")
    write(bob, "And slow")
    expect(lines(ann)).to_have_text(["You are all fools", "And slow"])
    return ann, bob, table


@pytest.mark.journey
def test_a_message_can_be_reported_by_mouse_and_a_person_by_keyboard(
    server: Server, talk: tuple[Page, Page, str]
) -> None:
    ann, bob, _ = talk
    ann.locator("#chat .chat-lines li").filter(has_text="fools").get_by_role("button").click()
    expect(dialog(ann).get_by_role("blockquote")).to_have_text("You are all fools")
    if AXE.exists():
        assert faults(settled(ann)) == []
    dialog(ann).get_by_label("Reason (optional)").fill("Rude")
    dialog(ann).get_by_role("button", name="Send report").click()
    expect(ann.get_by_text(THANKS)).to_be_visible()
    expect(dialog(ann)).to_be_hidden()
    # By keyboard: the person, and from there each line.
    ann.locator("#chat .muting summary").focus()
    for key in ("Enter", "Tab", "Tab", "Enter"):
        ann.keyboard.press(key)
    expect(dialog(ann)).to_be_visible()
    dialog(ann).get_by_label("What are you reporting?").select_option(label="“And slow”")
    dialog(ann).get_by_label("Reason (optional)").press("Enter")
    expect(dialog(ann)).to_be_hidden()
    told = admin(server, "reports")
    assert [text in told for text in ("'You are all fools'; reason: 'Rude'", "'And slow'", who(bob))] == [True] * 3
    assert bob.get_by_text("report", exact=False).filter(visible=True).count() == 1, "only the switches say so"


def test_reporting_works_on_a_phone_in_dark_mode(server: Server, talk: tuple[Page, Page, str], guest: Guests) -> None:
    _, _, table = talk
    phone = guest(**PHONE, color_scheme="dark")
    phone.goto(f"{server.url}/t/{table}")
    chat_button(phone).tap()
    phone.locator("dialog .chat-lines li").filter(has_text="slow").get_by_role("button").tap()
    expect(dialog(phone)).to_be_visible()
    if AXE.exists():
        assert faults(settled(phone)) == []
    dialog(phone).get_by_role("button", name="Send report").tap()
    expect(phone.get_by_text(THANKS)).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_deleted_messages_and_names_disappear_from_open_pages(server: Server, talk: tuple[Page, Page, str]) -> None:
    ann, bob, table = talk
    admin(server, "delete-line", table, "1")
    for page in (ann, bob):
        expect(lines(page)).to_have_text(["This message was deleted by the server's operator.", "And slow"])
    ann.wait_for_function("() => !document.documentElement.outerHTML.includes('fools')")
    name = admin(server, "rename", who(bob)).split("is now called ")[1].removesuffix(".\n")
    expect(ann.locator(".chat-lines:visible b")).to_have_text([name, name])
    expect(ann.locator(".players .name").nth(1)).to_have_text(name)
    expect(ann.get_by_text("Bob", exact=True)).to_have_count(0)


def test_a_banned_person_reads_why_and_sees_the_table(server: Server, talk: tuple[Page, Page, str]) -> None:
    ann, bob, _ = talk
    admin(server, "ban", who(bob), "--days", "3", "--reason", "Insults.")
    told = bob.get_by_role("alert").filter(has_text="You are banned from this server until")
    expect(told).to_contain_text("Reason: Insults.")
    expect(bob.locator("#board")).to_be_visible()
    expect(ann.get_by_text("bot plays").first).to_be_visible()
    if AXE.exists():
        assert faults(settled(bob)) == []
    bob.reload()
    expect(told).to_be_visible()
    expect(lines(bob)).to_have_count(2)
    expect(bob.get_by_role("heading", name="What you can see")).to_be_visible()
    expect(bob.get_by_role("button", name="Take seat back")).to_have_count(0)
    expect(bob.locator(".prompt")).to_have_text("A bot will play for you until your ban ends.")
    other = bob.context.new_page()
    other.goto(server.url)
    expect(other.get_by_role("status").filter(has_text="You are banned from this server until")).to_be_visible()
    if AXE.exists():
        assert faults(settled(other)) == []
    other.close()
    admin(server, "unban", who(bob))
    # The page asks every half a minute, and when it is looked at again.
    bob.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(bob.get_by_role("button", name="Take seat back")).to_be_visible()
    expect(told).to_have_count(0)


@pytest.mark.parametrize("view", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_spectators_message_can_be_reported(server: Server, guest: Guests, view: dict[str, Any]) -> None:
    ann, cleo, dora = guest(**WIDE), guest(**WIDE), guest(**view)
    table = make_table(ann, server, ["me", "bot"])
    look(cleo, server, table, "Cleo")
    remark(cleo, "She cheats, I think.")
    look(dora, server, table, "Dora")
    if view is PHONE:
        dora.get_by_role("button", name="Spectators").tap()
    dora.get_by_role("button", name="Report what Cleo said: She cheats, I think.").filter(visible=True).click()
    form = dora.get_by_role("dialog", name="Report Cleo")
    expect(form.get_by_role("blockquote")).to_have_text("She cheats, I think.")
    box = form.bounding_box()
    assert box is not None
    middle = dora.evaluate("innerWidth") / 2
    assert abs(box["x"] + box["width"] / 2 - middle) < 2, "the dialog is in the middle"
    if AXE.exists():
        assert faults(settled(dora)) == []
    form.get_by_role("button", name="Send report").click()
    expect(form).to_be_hidden()
    expect(dora.get_by_text(THANKS)).to_be_visible()
    assert "She cheats, I think." in admin(server, "reports")


def test_a_person_can_be_reported_without_chat(server: Server, guest: Guests) -> None:
    ann, cleo = guest(**WIDE), guest(**WIDE)
    table = make_table(ann, server, ["me", "bot"])
    cleo.goto(f"{server.url}/t/{table}")
    cleo.get_by_role("button", name="Help and shortcuts").click()
    cleo.get_by_role("button", name="Report", exact=False).last.click()
    expect(cleo.get_by_role("dialog").last).to_contain_text("No one at the table will know")
    cleo.get_by_role("button", name="Send report").click()
    expect(cleo.get_by_text(THANKS)).to_be_visible()
