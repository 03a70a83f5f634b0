"""How a table feels in a browser: python -m bench.feel [SECONDS] [GAME ...].

Plays each of the three games with bots in Chromium, through the board's own controls, at a server of its own whose
chance is the same every time: as fast as the machine is, and slowed four times (Chromium's throttling). Told is how
long after a press the page is another one (its frame is painted), which tasks are longer than 50 ms, and how even the
frames are while pieces fly. Wanted, slowed: answers within 50 ms; no such task while pieces fly; 95 of 100 frames
within 33 ms. `feel.js` beside this file watches the page. Whatever else the machine does changes these figures: its
load is told, too.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Locator, sync_playwright

from tests.web.board import test_cash as test_cash_board
from tests.web.board import test_consultants as test_consultants_board
from tests.web.board import test_envelopes as test_envelopes_board
from tests.web.board_player import Somebody
from tests.web.conftest import Server, launch, make_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, BrowserContext, Page

SLOWER: Final = (1, 4)
SECONDS: Final = 40.0
SEATS: Final = ("me", "bot:random", "bot:random", "bot:random")
WATCH: Final = Path(__file__).with_suffix(".js")
SAME: Final = "Crypto.prototype.getRandomValues = (array) => array.fill(0); localStorage['cashbox:sounds'] = 'off'"
"""What the page adds to the chance of a table is the same every time, and it plays no sounds."""

REST, TOUCH = 400, 80
"""Milliseconds: before each decision, when nothing is under way; and for which a finger lies on what it presses."""

CLEAR: Final = "() => Object.values(window.feel).forEach((seen) => (seen.length = 0))"


class Firm(Somebody):
    """Plays CASH by what the page offers."""

    board = ".cash"

    def go_on(self) -> None:
        """One decision."""
        test_cash_board.Person(self.page).go_on()
        self.page.wait_for_function(
            "() => document.querySelector('.cash')?.ariaBusy !== 'true'"
            " && document.querySelector('.prompt-bar.my-turn, #final, dialog[open]')"
        )
        if self.page.locator("dialog[open]").count():  # a score sheet, which opens by itself
            self.page.keyboard.press("Escape")
            self.wait()


PERSONS: Final[dict[str, type[Any]]] = {
    "envelopes": test_envelopes_board.Person,
    "cash": Firm,
    "consultants": test_consultants_board.Person,
}


def press(control: Locator, **_: object) -> None:
    """As a finger does it, and without what Playwright looks at in the page while it clicks."""
    control.wait_for()
    control.scroll_into_view_if_needed()
    box, page = control.bounding_box(), control.page
    if not box:
        raise SystemExit(f"{control} cannot be pressed.")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(TOUCH)
    page.mouse.down()
    page.wait_for_timeout(TOUCH)
    page.mouse.up()


def set_pace(page: Page, pace: str) -> None:
    """How quickly the page shows what bots do, from its next loading on."""
    page.evaluate("pace => { localStorage['cashbox:pace'] = pace }", pace)
    page.reload()


def sit_down(context: BrowserContext, server: Server, game: str) -> Any:
    """Return a player whose turn it is; in Envelopes when the cards are drafted, so that the map is there."""
    page = context.new_page()
    make_table(page, server, SEATS, game)
    person = PERSONS[game](page)
    person.wait()
    if game == "envelopes":
        set_pace(page, "once")
        person.wait()
        while person.phase() != "month":
            person.go_on()
    set_pace(page, "quick")
    person.wait()
    return person


def watch(context: BrowserContext, person: Any, slower: int, seconds: float) -> dict[str, Any]:
    """Return what was seen while that person played so long on a machine so many times slower."""
    page = person.page
    click = Locator.click
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.wait_for_timeout(1000)
    page.evaluate(CLEAR)
    Locator.click = press  # type: ignore[method-assign, assignment]
    try:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not person.over():
            page.wait_for_timeout(REST)
            person.go_on()
    finally:
        Locator.click = click  # type: ignore[method-assign]
    page.wait_for_timeout(1500)
    found: dict[str, Any] = page.evaluate("window.feel")
    return found


def spread(values: Sequence[float]) -> str:
    """Half of them, 95 of 100, the worst: in milliseconds."""
    if not values:
        return "none"
    ordered = sorted(values)
    median, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    return f"{median:4.0f} {most:4.0f} {ordered[-1]:4.0f} ms (half, 95 of 100, all of {len(ordered)})"


def tell(seen: dict[str, Any]) -> None:
    """Print what was seen."""
    flights = [(start, end or float("inf")) for start, end in seen["flights"]]
    beside = [end - start for start, end in seen["tasks"] if any(rise < end and fall > start for rise, fall in flights)]
    print(f"    a press is answered      {spread([one['took'] for one in seen['presses']])}")
    print(f"    an event till its frame  {spread(seen['inks'])}")
    print(f"    frames while pieces fly  {spread(seen['frames'])}")
    print(f"    tasks over 50 ms then    {spread(beside)}")
    print(f"    tasks over 50 ms, all    {spread([end - start for start, end in seen['tasks']])}")


def play(browser: Browser, server: Server, game: str, seconds: float) -> None:
    """One game, at each speed."""
    for slower in SLOWER:
        context = browser.new_context(
            viewport={"width": 1440, "height": 900}, reduced_motion="no-preference", service_workers="block"
        )
        context.add_init_script(SAME)
        context.add_init_script(path=WATCH)
        person = sit_down(context, server, game)
        print(f"{game}, {f'{slower} times slower' if slower > 1 else 'as it is'}; load {os.getloadavg()[0]:.1f}")
        tell(watch(context, person, slower, seconds))
        context.close()


def main(seconds: float, games: Sequence[str]) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="cashbox-feel-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            for game in games:
                play(browser, server, game, seconds)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS, sys.argv[2:] or list(PERSONS))
