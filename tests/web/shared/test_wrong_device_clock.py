"""Test that a device with a wrong clock shows the same ages and offers as one with the right time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.table.test_departures import four_of_whom_dan_goes
from tests.web.table.test_rematch import three

if TYPE_CHECKING:
    from tests.web.conftest import Guests, Server

ASTRAY = """(() => {
  const Real = Date, by = HOURS * 3_600_000;
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length) super(...given);
      else super(Real.now() + by);
    }
    static now() {
      return Real.now() + by;
    }
  };
})()"""
"""Sets the clock of a device."""

NOW = re.compile(r"just now|\d minutes? ago")

astray = pytest.mark.parametrize("hours", [-3, 3])


@astray
def test_ages_and_nudges_use_server_time(server: Server, guest: Guests, hours: int) -> None:
    _, ann, *_ = three(server, guest, listed=True)
    ann.add_init_script(ASTRAY.replace("HOURS", str(hours)))
    ann.goto(server.url)
    expect(ann.locator("#mine .age").first).to_have_text(NOW)
    ann.locator("#mine a").first.click()
    ann.get_by_role("button", name="bid low").click()
    button = ann.get_by_role("button", name="Nudge Bob and Cat")
    button.click()
    expect(ann.locator(".players .nudged").first).to_contain_text(NOW)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(ann.get_by_text(re.compile(r"You can nudge again in (59|60) minutes\."))).to_be_visible()


@astray
def test_a_bot_is_offered_after_a_player_has_been_away_for_a_while(
    own_server: Server, guest: Guests, hours: int
) -> None:
    _, (_, bob, _, dan) = four_of_whom_dan_goes(own_server, guest)
    bob.add_init_script(ASTRAY.replace("HOURS", str(hours)))
    dan.reload()
    bob.reload()
    expect(bob.locator(".players .presence[aria-label=away]")).to_have_count(1)
    # He was there a moment ago.
    expect(bob.get_by_role("button", name="Let a bot play for Dan")).to_have_count(0)
    own_server.leap()
    bob.reload()
    expect(bob.get_by_role("button", name="Let a bot play for Dan")).to_be_visible()
