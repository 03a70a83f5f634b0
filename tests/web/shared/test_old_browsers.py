"""Test the pages in the oldest browsers that docs/browsers.md lists."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Server, make_table
from tests.web.shared.test_bundle import house, packed

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests

__all__ = ["house"]

ROOT = Path(__file__).parents[3]

PLAIN = """async (game) => {
  const text = await (await fetch(`/games/${game}/board/board.js`)).text();
  const sheets = JSON.parse(/^export const css = (\\[[^\\]]*\\]);$/m.exec(text)[1]);
  const packed = document.querySelector('link[rel=stylesheet][href*="/bundle/"]');
  const names = ["tokens", "base", "table", "layout", "notifications"].map((name) => `/static/css/${name}.css`);
  const all = [...names, ...sheets.map((one) => (one.startsWith("/") ? one : `/games/${game}/board/${one}`))];
  await Promise.all(all.map((href) => new Promise((done, fail) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    packed.before(Object.assign(link, { onload: done, onerror: fail }));
  })));
  packed.remove();
}"""
"""Takes the plain styles in place of the packed ones."""


@packed
@pytest.mark.slow
def test_packed_pages_use_only_features_of_old_browsers() -> None:
    done = subprocess.run(["node", "tools/page/browsers.js"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@packed
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_styles_for_old_browsers_look_the_same(house: Server, guest: Guests, game: str, look: str) -> None:
    page = guest(color_scheme=look, viewport={"width": 1440, "height": 900})
    make_table(page, house, ["me", "bot", "bot"], game=game)
    # Nothing moves while a person is to move.
    expect(page.locator(".prompt-bar.my-turn")).to_be_visible()
    page.wait_for_load_state("networkidle")
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        other = page.context.new_page()
        other.set_viewport_size({"width": width, "height": height})
        other.goto(page.url)
        expect(other.locator("#board .regions")).to_be_visible()
        other.evaluate(PLAIN, game)
        other.wait_for_timeout(500)
        for _ in range(20):
            packed_styles, plain_styles = styles(page), styles(other)
            if [one[0] for one in packed_styles] == [one[0] for one in plain_styles]:
                break
            page.wait_for_timeout(500)  # one of them has not shown yet what a bot did
        assert differences(packed_styles, plain_styles) == []
        other.close()


def styles(page: Page) -> list[list[str]]:
    """What each element of the board looks like."""
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll("body, #board, #board *, header *")].map((one) => {
            const look = getComputedStyle(one);
            return [
              `${one.tagName}.${one.getAttribute("class")}`,
              ...[...look].filter((name) => !name.startsWith("--")).map((name) => `${name}: ${look[name]}`),
            ];
        })"""
    )
    return found


def differences(one: list[list[str]], other: list[list[str]]) -> list[str]:
    assert [element[0] for element in one] == [element[0] for element in other]
    return [
        f"{a[0]} {was} / {now}"
        for a, b in zip(one, other, strict=True)
        for was, now in zip(a, b, strict=True)
        if was != now
    ][:20]


def test_tips_work_without_popovers(house: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    page.add_init_script("""
      for (const name of ["popover", "showPopover", "hidePopover"]) delete HTMLElement.prototype[name];
      delete Element.prototype.checkVisibility;
    """)
    make_table(page, house, ["me", "bot"], game="cash")
    expect(page.locator(".prompt-bar.my-turn")).to_be_visible()
    page.locator("#board [data-tip]").first.hover()
    expect(page.locator(".tip-slip")).to_be_visible()
    assert page.evaluate("typeof HTMLElement.prototype.showPopover") == "function"
    page.mouse.move(0, 0)
    expect(page.locator(".tip-slip")).to_be_hidden()
