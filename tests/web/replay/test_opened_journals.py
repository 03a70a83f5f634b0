"""Test opening a journal by drag and drop or with a button; other files are refused with a sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.table.test_chat import WIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, FileChooser, Page

    from tests.web.conftest import Guests, Server

JOURNALS = Path(__file__).parents[2] / "fixtures" / "journals"
BOARDS = {"envelopes": ".eoc", "cash": ".cash", "consultants": ".consultants"}


@pytest.fixture
def aside(browser: Browser) -> Iterator[Page]:
    """A page whose console says what the server refuses, as browsers do."""
    context = browser.new_context(service_workers="block", **WIDE)
    yield context.new_page()
    context.close()


def journal(game: str) -> Path:
    return JOURNALS / f"{game}-sealed.jsonl"


def drop(page: Page, name: str, text: str) -> None:
    """As someone drops a file on the page."""
    held = page.evaluate_handle(
        """([name, text]) => {
          const held = new DataTransfer();
          held.items.add(new File([text], name, {type: ""}));
          return held;
        }""",
        [name, text],
    )
    page.dispatch_event("body", "dragover", {"dataTransfer": held})
    expect(page.locator("html")).to_have_attribute("data-dropping", "")
    page.dispatch_event("body", "drop", {"dataTransfer": held})


def opens(page: Page, game: str) -> None:
    expect(page).to_have_url(re.compile(r"/replay/[\w-]{24}\?n=0&eyes=all$"))
    expect(page.locator(f"#board {BOARDS[game]}").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-bar")).to_have_attribute("data-n", "1")
    page.keyboard.press("End")
    expect(page.locator("#final")).to_be_visible()


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", BOARDS)
def test_a_dropped_journal_opens(server: Server, guest: Guests, game: str) -> None:
    page = guest(**WIDE)
    page.goto(f"{server.url}/{'replay' if game == 'cash' else ''}")
    drop(page, "game.journal", journal(game).read_text("utf-8"))
    opens(page, game)
    if game == "consultants":
        # the next one, on the replay itself
        drop(page, "other.journal", journal("cash").read_text("utf-8"))
        opens(page, "cash")


def test_a_journal_can_be_chosen_by_keyboard(server: Server, guest: Guests) -> None:
    page = guest(**WIDE)
    choosers: list[FileChooser] = []

    def appears(chooser: FileChooser) -> None:
        choosers.append(chooser)

    # Before the page is there: the browser is told that the test chooses, and does not say when it has heard.
    page.on("filechooser", appears)
    page.goto(f"{server.url}/replay")
    field = page.get_by_label("Open a journal file")
    field.focus()
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    while not choosers:
        page.wait_for_timeout(20)
    choosers[0].set_files(journal("cash"))
    opens(page, "cash")


def test_a_file_that_is_not_a_journal_is_refused_with_a_sentence(server: Server, aside: Page) -> None:
    page = aside
    page.goto(f"{server.url}/replay")
    drop(page, "diary.txt", "Dear diary,\n")
    expect(page.locator("[data-file-says]")).to_contain_text("Line 1")
    text = journal("cash").read_text("utf-8")
    first = next(number for number, line in enumerate(text.splitlines(), 1) if '"do":{' in line)
    drop(page, "game.journal", text.replace('"do":{', '"do": {', 1))
    expect(page.locator("[data-file-says]")).to_contain_text(f"Line {first}")
    expect(page).to_have_url(f"{server.url}/replay")


def test_a_file_named_on_the_command_line_opens_in_a_browser(aside: Page, tmp_path: Path) -> None:
    run = [sys.executable, "-m", "cashbox.cli", "replay", str(journal("envelopes")), "--serve"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as served:
        try:
            assert served.stdout is not None
            link = re.search(r"http://localhost:\d+/replay/\S+", served.stdout.readline())
            assert link is not None
            aside.goto(link[0])
            opens(aside, "envelopes")
        finally:
            served.terminate()
    assert served.returncode == 0
