"""Test basics of accessibility: no axe faults, no sideways scrolling, both themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import ROOT, make_table
from tests.web.table.test_table import play_to_the_end

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

AXE = ROOT / ".node" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = [1440, 1024, 390]


COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that go by colors."""


def faults(page: Page, axe: Path = AXE, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds. rules: by these, all by default."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.read_text(encoding="utf-8"))
    asked = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("(asked) => axe.run(document, asked)", asked)
    return [f"{one['id']}: {node['html']}" for one in found["violations"] for node in one["nodes"]]


def faults_in_both(page: Page) -> list[str]:
    """What axe finds in light and in dark; what colors have no part in is the same in both."""
    page.emulate_media(color_scheme="light")
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {fault}" for fault in faults(page, rules=COLOURS)]
    page.emulate_media(color_scheme="light")
    return found


def faults_by_turns(page: Page, turn: int) -> list[str]:
    """What axe finds in light or in dark, by turns. For what is looked at in several sizes: whether a text can be read
    does not go by the size, so each size has one of the themes."""
    page.emulate_media(color_scheme="dark" if turn % 2 else "light")
    return faults(settled(page))


def settled(page: Page) -> Page:
    """When what is painted is what stays."""
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    return page


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_axe_finds_no_faults_during_a_game(server: Server, guest: Guests) -> None:
    page = guest()
    page.goto(server.url)
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    assert faults_in_both(settled(page)) == []
    make_table(page, server, ["me", "open"])
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    assert faults_in_both(settled(page)) == []
    make_table(page, server, ["me", "bot"], options={"rounds": 1})
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    assert faults_in_both(page) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    assert faults_in_both(page) == []
    page.keyboard.press("Escape")
    play_to_the_end(page)
    assert faults_in_both(page) == []
    page.goto(f"{server.url}/rules")
    assert faults_in_both(page) == []


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_fit_the_width_of_the_window(server: Server, guest: Guests, width: int) -> None:
    page = guest(viewport={"width": width, "height": 800})

    def fits() -> bool:
        return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    page.goto(server.url)
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    assert fits()
    make_table(page, server, ["me", "open", "bot"], name="A table with a very long name that somebody gave it at night")
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    assert fits()
    make_table(page, server, ["me", "bot", "bot", "bot"], guest_name="Bartholomew Featherstonehaugh-Cholmondel")
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    assert fits()


@pytest.mark.journey
def test_the_theme_follows_the_system_until_the_user_chooses(server: Server, guest: Guests) -> None:
    page = guest(color_scheme="dark")
    page.goto(server.url)
    paper = "getComputedStyle(document.querySelector('.masthead')).backgroundColor"
    dark = page.evaluate(paper)
    button = page.get_by_role("button", name="Theme: system")
    button.click()
    expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
    light = page.evaluate(paper)
    assert light != dark
    page.reload()
    assert page.evaluate(paper) == light
    page.get_by_role("button", name="Theme: light").click()
    assert page.evaluate(paper) == dark


def test_reduced_motion_is_respected(server: Server, page: Page) -> None:
    page.goto(server.url)
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).transitionDuration").startswith("1e-05s")


@pytest.mark.journey
def test_on_a_phone_the_log_opens_over_the_board(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844}, has_touch=True)
    make_table(page, server, ["me", "bot"])
    page.get_by_role("button", name="bid high").tap()
    # Until what was pressed is done, the page may move the keyboard's place.
    expect(page.get_by_role("button", name="bid high")).to_have_count(0)
    page.get_by_role("button", name="Log").tap()
    dialog = page.get_by_role("dialog", name="Log")
    expect(dialog).to_contain_text("begins.")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("link", name="Skip to the log").press("Enter")
    expect(dialog).to_be_visible()
