"""A real server and a real browser for every test of the pages.

`server`: one for each test process, with bots that answer at once and the same chance every time
(`repeatable_server`); it offers the tests' tiny game and the example besides the real games. `own_server`: one for a
single test, which may be killed and restarted. `guest()` returns the page of a new guest (in its own browser context);
`page` is the first one. A page that logs an error or throws fails its test.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import pytest
from playwright.sync_api import expect, sync_playwright

from tests import forked_programs as programs
from tests import logged_errors as faults
from tests import prepared_databases as ready
from tests.web.finished_games import Played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("tests/extra_games", "examples/games")
"""Folders of games that the server has besides the real ones."""
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


class Server:
    """A server in a process of its own, on a port and data folder that stay the same when it is started again.
    settings: more of its environment."""

    def __init__(self, home: Path, **settings: str) -> None:
        self.home = home
        self.settings = settings
        self.port = programs.free_ports(int(settings.get("CASHBOX_PROCESSES", "1")))
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: programs.Program | subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {
            **os.environ,
            "CASHBOX_BOT_DELAY": "0",
            "CASHBOX_QUOTAS": "off",
            "CASHBOX_REVEAL": "300",
            "CASHBOX_GAMES": os.pathsep.join(str(ROOT / folder) for folder in GAMES),
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        }
        environment.pop("CASHBOX_URL", None)
        environment.update(self.settings)
        if "CASHBOX_DATABASE" not in self.settings:
            ready.put(self.home / "data")
        faults.watch(self.home / "server.log")
        with (self.home / "server.log").open("ab") as log:
            asked = ["serve", "--port", str(self.port), "--home", str(self.home / "data")]
            self.process = programs.start("tests.web.repeatable_server", *asked, env=environment, out=log.fileno())
        until = time.monotonic() + 90
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
            if self.process.poll() is not None:
                break
        raise RuntimeError("the server did not start:\n" + (self.home / "server.log").read_text())

    def leap(self) -> None:
        """Ten minutes pass for chats and lapses; else no time does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGUSR1)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None
        faults.read(self.home / "server.log")


no_errors = pytest.fixture(autouse=True)(faults.no_errors)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def chromium() -> str:
    """The browser: CASHBOX_CHROMIUM, or the system's."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("CASHBOX_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("no Chromium is installed; `make test` installs one")
    return found


def without_window() -> str:
    """The browser that takes least: one that has no window at all, where it is installed."""
    return os.environ.get("CASHBOX_CHROMIUM") or shutil.which("chromium-headless-shell") or chromium()


ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
"""Parts of Chromium's own window that are pages of their own, two for each page of a test, and that no one sees."""


def launch(playwright: Playwright, program: str = "", more: Sequence[str] = ()) -> Browser:
    """Starts Chromium as every test, bench and picture of the pages has it. program: another one than the lightest;
    more: arguments of its command line."""
    without = f"--disable-features={','.join(ADDRESS_BAR)}"
    return playwright.chromium.launch(
        executable_path=program or without_window(),
        args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", without, *more],
    )


@pytest.fixture(scope="session")
def player() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(player: Playwright) -> Iterator[Browser]:
    browser = launch(player)
    yield browser
    browser.close()


class Guests(Protocol):
    """Makes the page of someone new; options are those of a browser context (viewport, color_scheme, ...)."""

    def __call__(self, **options: Any) -> Page: ...


EXPECTED = (
    "WebSocket connection to",
    "net::ERR_CONNECTION_",
    "net::ERR_CONTENT_LENGTH_MISMATCH",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_FAILED",
    "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_SOCKET_NOT_CONNECTED",
)
"""What Chromium itself says when a server goes away, which some tests are about."""

NONCE = "Crypto.prototype.getRandomValues = (array) => array.fill(0)"
"""What a page adds to the chance of a table is the same every time."""

SILENCE = "try { localStorage['cashbox:sounds'] ??= 'off' } catch {}"
"""No one listens to the tests' pages."""


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guests]:
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        print(f"console: {message.type}: {message.text}")  # shown where the test fails
        no_board = message.location["url"].endswith("/board.js") and "404" in message.text
        # Some servers of these tests allow no live connections, and some tables no further spectator.
        no_channel = message.location["url"].endswith("/poll") and re.search("403|409", message.text)
        if (
            message.type == "error"
            and not (no_board or no_channel)
            and not any(text in message.text for text in EXPECTED)
        ):
            faults.append(message.text)

    def raised(error: Error) -> None:
        # Firefox says so of a game without a board of its own.
        if not re.search(r"/board\.js. was blocked because of a disallowed MIME type", str(error)):
            faults.append(str(error))

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", "service_workers": "block", **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NONCE)
        context.add_init_script(SILENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", raised)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture(scope="session")
def played(server: Server, browser: Browser) -> Callable[[str], Played]:
    """Finished games to look back at, by the names of `replayed.GAMES`; each is played once."""
    return functools.cache(lambda game: Played(server, browser, game))


@pytest.fixture
def page(guest: Guests) -> Page:
    return guest()


def api(page: Page, method: str, path: str, body: Any = None, base: str = "") -> Any:
    """A call of the API as this page's guest, through the page's cookie. base: of a server, where the page is at none
    yet."""
    base = base or "/".join(page.url.split("/", 3)[:3])
    answer = page.request.fetch(
        base + path,
        method=method,
        headers={"Content-Type": "application/json"} if body is not None else {},
        data=msgspec.json.encode(body) if body is not None else None,
    )
    assert answer.ok, answer.text()
    return answer.json()


def called(page: Page, server: Server, name: str) -> None:
    """Someone of that name, on no page yet: a name costs a call, a page half a second of two processors."""
    api(page, "PATCH", "/api/me", {"name": name}, server.url)


def press_tool(page: Page, name: str) -> None:
    """Press a button of the header, which a phone keeps in a menu."""
    menu = page.get_by_role("button", name="More", exact=True)
    tool = page.get_by_role("button", name=name)
    menu.or_(tool).first.wait_for()
    if menu.is_visible():
        menu.click()
    tool.click()


def make_table(page: Page, server: Server, seats: Sequence[str], game: str = "coins", **more: Any) -> str:
    """A new table, see `new_table`; the page goes there."""
    table = new_table(page, server, seats, game, **more)
    page.goto(f"{server.url}/t/{table}")
    return table


def new_table(
    page: Page, server: Server, seats: Sequence[str], game: str = "coins", *, deal: int = 0, **more: Any
) -> str:
    """A new table by this page's guest, who is named as well, wherever the page is. seats: "me", "open", "bot" or
    "bot:NAME"; deal: which of the deals that chance can make it gets. Returns its id."""
    wishes = [
        {"kind": kind, "bot": bot} if bot else {"kind": kind} for kind, _, bot in (s.partition(":") for s in seats)
    ]
    called(page, server, more.pop("guest_name", "Ann"))
    table = {"game": game, "seats": wishes, "nonce": str(deal), **more}
    answer = api(page, "POST", "/api/tables", table, server.url)
    return str(answer["table"]["id"])
