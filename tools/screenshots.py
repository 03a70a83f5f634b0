"""Takes the pictures of the README: python -m tools.screenshots [NAME ...].

Bots play a game of each kind. Then someone goes on from a moment of it in which there is much to see, and what that
player's browser shows is the picture. Needs Chromium.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.web.conftest import Server, launch
from tests.web.finished_games import call

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser

IMAGES: Final = Path(__file__).resolve().parents[1] / "docs" / "images"
WINDOW: Final = (1440, 900)
QUALITY: Final = 82
"""Of the files, in percent."""

PATIENCE: Final = 300.0
"""Seconds for a game of bots."""


class Shot(NamedTuple):
    """A game to be shown. table: as in NewTable, with the number of seats; part: how much of it has been played; can: a
    type of action that the player may do then, "" for any."""

    table: dict[str, Any]
    part: float
    can: str


SHOTS: Final = {
    "envelopes": Shot({"game": "envelopes", "mode": "standard", "seats": 3}, 0.55, ""),
    "cash": Shot({"game": "cash", "mode": "quick", "seats": 4}, 0.75, "play"),
    "consultants": Shot({"game": "consultants", "mode": "real", "seats": 4}, 0.6, ""),
}


def played(request: APIRequestContext, wish: dict[str, Any]) -> str:
    """Return the id of a table at which bots have played such a game."""
    seats = [{"kind": "bot"}] * wish["seats"]
    made = call(request, "POST", "/api/tables", {**wish, "seats": seats, "nonce": "0"})
    table = str(made["table"]["id"])
    until = time.monotonic() + PATIENCE
    while not call(request, "GET", f"/api/tables/{table}/state")["outcome"]:
        assert time.monotonic() < until, "the bots take too long"
        time.sleep(0.5)
    return table


def moment(request: APIRequestContext, table: str, shot: Shot) -> int:
    """Return the step from which the player in the first seat continues."""
    found = call(request, "GET", f"/api/tables/{table}/replay?eyes=0")
    steps = [one["n"] for one in found["steps"] if one["gone"] is None]
    for n in steps[int(len(steps) * shot.part) :]:
        there = call(request, "GET", f"/api/tables/{table}/replay/{n}?eyes=0")
        types = [one["action"]["type"] for one in there["legal"]]
        if len(types) > 2 and (not shot.can or shot.can in types):
            return int(n)
    raise AssertionError("there was no such moment")


def take(browser: Browser, server: Server, name: str, shot: Shot) -> None:
    """One picture."""
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": WINDOW[0], "height": WINDOW[1]},
        color_scheme="light",
        reduced_motion="reduce",
        service_workers="block",
    )
    call(context.request, "POST", "/api/guests", {"name": "Ada"})
    table = played(context.request, shot.table)
    seats = [{"kind": "me"}] + [{"kind": "bot"}] * (shot.table["seats"] - 1)
    wish = {"n": moment(context.request, table, shot), "hidden": "kept", "seats": seats, "nonce": "0"}
    made = call(context.request, "POST", f"/api/tables/{table}/go-on", wish)
    page = context.new_page()
    page.goto(f"/t/{made['table']['id']}")
    expect(page.locator("#board")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2_000)
    with Image.open(BytesIO(page.screenshot())) as picture:
        picture.save(IMAGES / f"{name}.webp", quality=QUALITY, method=6)
    context.close()


def main() -> None:
    """Take those that are named, or all."""
    os.environ["CASHBOX_QUOTAS"] = "off"
    with tempfile.TemporaryDirectory() as home, sync_playwright() as player:
        server = Server(Path(home))
        server.start()
        try:
            browser = launch(player)
            for name in sys.argv[1:] or SHOTS:
                take(browser, server, name, SHOTS[name])
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
