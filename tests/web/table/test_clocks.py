"""Test the players' clocks on the page: choosing, displaying, counting down, and running out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from cashbox.server.clock import DAY
from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

LIVE = {"kind": "live", "step": 120, "bank": 180}
OFFICE = {"kind": "days", "step": DAY, "bank": DAY, "nights": False, "weekends": False}


def seated(page: Page, server: Server, guest: Guests, clock: dict[str, Any], **more: Any) -> tuple[str, Page]:
    """A table of two, which both pages show."""
    table = make_table(page, server, ["me", "open"], clock=clock, **more)
    other = guest(timezone_id="America/New_York")
    other.goto(page.url)
    other.get_by_label("Your name").fill("Bob")
    other.get_by_role("button", name="Sit down").click()
    expect(page.locator(".players .clock").first).to_be_visible()
    return table, other


def act(page: Page, table: str, action: dict[str, Any]) -> None:
    api(page, "POST", f"/api/tables/{table}/act", {"actions": [action]})


def test_a_clock_can_be_chosen_for_a_new_table(page: Page, server: Server) -> None:
    page.goto(server.url)
    form = page.locator("#new-table")
    clocks = form.locator("select[name=clock]")
    expect(clocks).to_have_value("")
    expect(form).to_contain_text("Players can take as long as they like.")
    clocks.select_option("1 min + 10 s")
    expect(form).to_contain_text("then 1 minute of reserve time for the whole game.")
    clocks.select_option("20 min + 30 s")
    expect(form).to_contain_text(
        "Each player has 30 seconds for each decision, then 20 minutes of reserve time for the whole game. "
        "If a player runs out of time, a bot takes over until they are back."
    )
    clocks.select_option("3 days per turn")
    form.get_by_label("Pause clocks from 10 p.m. to 8 a.m.").check()
    form.get_by_label("Pause clocks on weekends").check()
    expect(clocks).to_have_value("3 days per turn")
    expect(form).to_contain_text(
        "Clocks pause at night (10 p.m. to 8 a.m.) and on weekends in each player's time zone."
    )
    form.get_by_label("Seat 2").select_option("me")
    expect(form.get_by_label("Seat 1")).not_to_have_value(re.compile("me|open"), timeout=5000)
    form.get_by_label("Seat 1").select_option("me")
    form.get_by_label("Seat 2").select_option("open")
    form.get_by_role("button", name="Create table").click()
    expect(page.locator("#clock-terms")).to_contain_text("3 days for each decision")
    table = api(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    assert table["clock"] == {"kind": "days", "step": 3 * DAY, "bank": 3 * DAY, "nights": False, "weekends": False}


@pytest.mark.journey
def test_a_bot_stands_in_when_a_clock_runs_out(page: Page, server: Server, guest: Guests) -> None:
    table, other = seated(page, server, guest, LIVE)
    own = page.locator(".own-clock")
    expect(own).to_contain_text("You have")
    expect(own).to_contain_text("of that is for this decision.")
    act(other, table, {"type": "bid", "high": False})
    expect(other.locator(".own-clock")).to_have_count(0)
    chips = other.locator(".players .clock")
    expect(chips.nth(0)).to_have_class(re.compile(r"\bruns\b"))
    expect(chips.nth(1)).to_contain_text("5:00")
    server.leap()
    chip = other.locator(".players li").first
    expect(chip.locator(".clock")).to_have_count(0)
    seat = api(page, "GET", f"/api/tables/{table}")["table"]["seats"][0]
    assert (seat["kind"], seat["why"]) == ("guest", "time")
    expect(own).to_have_count(0)
    back = page.get_by_role("button", name="Take seat back")
    expect(page.locator(".prompt-bar")).to_contain_text("time")
    back.click()
    expect(back).to_have_count(0)
    expect(chip.locator(".clock")).to_have_count(1)
    assert api(page, "GET", f"/api/tables/{table}")["table"]["seats"][0]["stand_in"] == ""


def test_the_last_minute_is_visible_audible_and_counted_down(page: Page, server: Server, guest: Guests) -> None:
    _, other = seated(page, server, guest, {"kind": "live", "step": 61, "bank": 0})
    own = page.locator(".own-clock")
    expect(own).to_have_class("time-left own-clock soon")
    expect(own).to_contain_text("After that, a bot will play for you.")
    expect(page.locator("#announcer > :last-child")).to_have_text("1 minute left on your clock.")
    chip = other.locator(".players .clock").first
    expect(chip).to_have_class(re.compile(r"\bruns soon\b"))
    # More than color says so.
    expect(chip).to_contain_text("! ")


def test_a_clock_can_be_for_display_only(page: Page, server: Server, guest: Guests) -> None:
    seated(page, server, guest, {"kind": "soft"})
    expect(page.locator(".own-clock")).to_contain_text("Time used: 0:0")
    expect(page.locator(".own-clock b")).to_have_text(re.compile("^0:0[2-9]$"))
    expect(page.locator(".players .clock.soon")).to_have_count(0)


def test_the_browser_sends_its_time_zone(server: Server, guest: Guests) -> None:
    page = guest(timezone_id="Asia/Kolkata")
    table, other = seated(page, server, guest, OFFICE)
    page.reload()
    expect(page.locator(".players .clock").first).to_be_visible()
    expect(page.locator(".own-clock")).to_be_visible()
    known = "(zone) => fetch('/api/me').then((me) => me.json()).then((me) => me.zone === zone)"
    for one, zone in ((page, "Asia/Kolkata"), (other, "America/New_York")):
        one.wait_for_function(known, arg=zone)
    hours = {one["seat"]: one["hours"] for one in api(page, "GET", f"/api/tables/{table}/state")["clocks"]}
    assert hours[0] != hours[1]


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("kind", "seconds", "shown"),
    [
        ("live", 3725, "1:02:05"),
        ("live", 600, "10:00"),
        ("live", 9.2, "0:10"),
        ("days", 59.5, "1:00"),
        ("days", 61, "1 min"),
        ("days", 3 * 3600 + 120, "3 h 2 min"),
        ("days", DAY + 4 * 3600 + 100, "1 day 4 h"),
        ("days", 6 * DAY, "6 days"),
        ("soft", 61.9, "1:01"),
    ],
)
def test_times_have_one_format(page: Page, server: Server, kind: str, seconds: float, shown: str) -> None:
    page.goto(server.url)
    script = f"import('/static/js/table/clock-text.js').then(({{ clockText }}) => clockText('{kind}', {seconds}))"
    assert page.evaluate(script) == shown
