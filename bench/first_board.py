"""From a press to the first board, over a slow line: python -m bench.first_board [GAME ...] [--waterfall].

A server, and between it and Chromium a line of 100 ms round trip and 2 Mbit/s (`slow_line.py`), which all connections
share, live channel and service worker included. Someone who has never been here presses a link to a table whose game
has begun: nothing is cached, and no connection is open. Told is when the board is seen with all that it draws of
itself, two frames later; five times for each game. Wanted: 1.5 s at most.

Then the same after the press that begins a game, on a game's page: the table is made, too, and its files came while
its guest chose how to play.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

from bench.slow_line import Line, SlowLine
from tests.web.conftest import launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Request, WebSocket

WANTED: Final = 1.5
TIMES: Final = 5
DRAWN: Final = {
    "envelopes": "#board .regions svg path",
    "cash": "#board .regions [data-region]",
    "consultants": "#board .regions [data-region]",
}
"""What of a board comes last."""

SEEN: Final = """
(() => {
  const look = () => {
    if (!document.querySelector("DRAWN")) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => {
      globalThis.seenAt = Date.now();
    }));
  };
  look();
})();
"""


@dataclass(frozen=True)
class Run:
    """seconds: from the press; requests, bytes: that it took."""

    seconds: float
    requests: int
    bytes: int


@contextmanager
def serving() -> Iterator[int]:
    """Start a server with its own data, and yield its port."""
    with tempfile.TemporaryDirectory() as home:
        port = 8765
        environment = {**os.environ, "CASHBOX_QUOTAS": "off", "CASHBOX_BOT_DELAY": "60000"}
        command = [sys.executable, "-m", "cashbox.cli", "serve", "--home", home, "--port", str(port)]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield port
        finally:
            server.terminate()
            server.wait()


def a_table(page: Page, port: int, game: str) -> str:
    """Create a table of a page's guest and bots, and return its address."""
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    data = json.dumps({"game": game, "seats": seats})
    headers = {"content-type": "application/json"}
    answer = page.request.post(f"http://127.0.0.1:{port}/api/tables", data=data, headers=headers)
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['table']['id']}"


def watched(page: Page, waterfall: bool) -> list[str]:
    """Collect the addresses that a page asks for from now on; told with what became of them, if that is wanted."""
    found: list[str] = []
    begin = time.perf_counter()

    def tell(what: str, address: str) -> None:
        if waterfall:
            print(f"    {(time.perf_counter() - begin) * 1000:6.0f} {what:8} {address.split('/', 3)[-1][:90]}")

    def asks(request: Request) -> None:
        found.append(request.url)
        tell("asks", request.url)

    def has(request: Request) -> None:
        tell("has", request.url)

    def opens(socket: WebSocket) -> None:
        found.append(socket.url)
        tell("opens", socket.url)

    page.on("request", asks)
    page.on("requestfinished", has)
    page.on("websocket", opens)
    return found


def run(browser: Browser, port: int, game: str, *, press: bool, waterfall: bool) -> Run:
    """One press, by someone new."""
    line = SlowLine(port, Line())
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    try:
        context.add_init_script(SEEN.replace("DRAWN", DRAWN[game]))
        page = context.new_page()
        house = f"http://127.0.0.1:{line.port}"
        if press:
            page.goto(f"{house}/games/{game}")
            page.wait_for_load_state("networkidle")
            page.get_by_role("button", name="Play now").first.click()
        else:
            address = a_table(page, port, game)
            page.set_content(f'<a href="{house}{address}">To the table</a>')
        asked, before = watched(page, waterfall), line.passed
        begin = page.evaluate("Date.now()")
        (page.get_by_role("button", name="Start the game") if press else page.get_by_role("link")).click()
        page.wait_for_url("**/t/*", wait_until="commit")
        page.wait_for_function("() => globalThis.seenAt", timeout=60_000)
        seen = page.evaluate("seenAt")
        return Run((seen - begin) / 1000, len(asked), line.passed - before)
    finally:
        context.close()
        line.close()


def told(what: str, runs: list[Run]) -> None:
    """One line about runs of the same kind."""
    times = [one.seconds for one in runs]
    median, worst = statistics.median(times), max(times)
    most = max(one.requests for one in runs)
    size = max(one.bytes for one in runs) / 1000
    fault = "" if median <= WANTED else "  too long"
    print(f"{what:32} median {median:.2f} s  worst {worst:.2f} s  {most:3} requests  {size:4.0f} KB{fault}", flush=True)


def main() -> None:
    """Measure all that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(DRAWN))
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--waterfall", action="store_true", help="say what is asked for when")
    chosen: Any = parser.parse_args()
    with serving() as port, sync_playwright() as playwright:
        browser = launch(playwright)
        for press, what in ((False, "a link to a table"), (True, "a press on Play")):
            for game in chosen.games:
                runs = [run(browser, port, game, press=press, waterfall=chosen.waterfall) for _ in range(chosen.times)]
                told(f"{game}, {what}", runs)
        browser.close()


if __name__ == "__main__":
    main()
