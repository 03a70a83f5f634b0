"""Test that a page stays up to date when the browser translates it or an extension changes it."""

from __future__ import annotations

import difflib
import re
import time
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.web.board.test_envelopes_modes import sensible
from tests.web.board_player import played_on
from tests.web.conftest import api, new_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Guests, Server

ACTIONS: Final = 12
DONE: Final = "That was that."

TRANSLATE: Final = """
(how) => {
  const skipped = "script, style, noscript, textarea, title, option, font, [translate=no]";
  const translate = (root) => {
    if (root.nodeType === Node.ELEMENT_NODE && root.closest(skipped)) return;
    const found = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root.nodeType === Node.TEXT_NODE) found.push(root);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) found.push(node);
    for (const text of found) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) continue;
      const outer = document.createElement("font");
      const inner = outer.appendChild(document.createElement("font"));
      if (how === "replace") {
        inner.textContent = text.data;
        text.replaceWith(outer);
      } else {
        text.before(outer);
        inner.append(text);
      }
    }
  };
  translate(document.body);
  new MutationObserver((records) => {
    const found = records.flatMap((one) => (one.type === "characterData" ? [one.target] : [...one.addedNodes]));
    // the words come from a server
    setTimeout(() => found.forEach(translate), 30);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
"""
"""What Chrome's translator does to a page: each piece of text is replaced by one in two elements of its own, now and
whenever text is added. how: with text nodes of its own ("replace"), or with the page's own moved ("wrap")."""

SHOWN: Final = """
() => {
  // what else a fresh page tells apart: what is new to its reader, and names on a map of another size
  const apart = ".mark, .map .names";
  const found = [];
  for (const part of document.querySelectorAll(".masthead, #board, .prompt-bar, #log, #chat")) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.data.trim() && !node.parentElement.closest(apart)) found.push(node.data.trim());
    }
  }
  return found;
}
"""

MEDDLE: Final = """
() => {
  let seed = 1;
  const chance = (sides) => (seed = (seed * 48271) % 2147483647) % sides;
  setInterval(() => {
    const parts = ".masthead, #table-players, #board, .prompt-bar, #log .log-lines, #chat";
    const all = [...document.querySelectorAll(parts)].flatMap((one) => [...one.querySelectorAll("*")])
      .filter((one) => !one.closest("svg") && !one.matches(".extension") && one.checkVisibility());
    for (let k = 0; k < 5; k += 1) {
      const one = all[chance(all.length)];
      const mine = Object.assign(document.createElement("span"), { className: "extension" });
      one.setAttribute("data-extension", "");
      one.style.setProperty("--extension-color", "red");
      const way = chance(8);
      if (way === 0) one.before(mine);
      if (way === 1) one.append(mine);
      if (way === 2) one.prepend(mine);
      if (way > 2) {
        one.before(mine);
        mine.append(one);
      }
    }
  }, 40);
}
"""
"""What extensions do: set attributes, put elements between those of the page, and put a page's elements into theirs."""

FONTS: Final = "document.querySelectorAll('font > font').length"


def followed(page: Page, server: Server, game: str) -> str:
    """Return a table at which someone and a bot play, with the page on it."""
    table = new_table(page, server, ["me", "bot:random"], game)
    page.goto(f"{server.url}/t/{table}")
    page.wait_for_selector("#board [data-acted]")
    return table


def play(page: Page, server: Server, table: str, many: int) -> None:
    """Play a number of the seat's own decisions through the API, the page following, and say so in the chat."""
    left = iter(range(many))
    played_on(page, server.url, table, lambda state: bool(state["legal"]) and next(left, None) is None, sensible)
    api(page, "POST", f"/api/tables/{table}/chat", {"text": DONE})
    expect(page.locator("#chat li", has_text=DONE)).to_be_visible()


def stale(page: Page) -> list[str]:
    """Return in which texts the page differs from one that is freshly loaded, once it has had time to catch up."""
    fresh = page.context.new_page()
    fresh.goto(page.url)
    fresh.wait_for_selector("#board [data-acted]")
    expect(fresh.locator("#chat li", has_text=DONE)).to_be_visible()
    until = time.monotonic() + 5
    differences = ["not compared"]
    while differences and time.monotonic() < until:
        page.wait_for_timeout(200)
        both = difflib.ndiff(page.evaluate(SHOWN), fresh.evaluate(SHOWN))
        differences = [line for line in both if line[0] in "+-"]
    return differences


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("how", ["replace", "wrap"])
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_a_translated_table_stays_up_to_date(server: Server, guest: Guests, game: str, how: str) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    table = followed(page, server, game)
    page.evaluate(TRANSLATE, how)
    before = page.evaluate(SHOWN)
    play(page, server, table, ACTIONS)
    assert page.evaluate(SHOWN) != before
    assert page.evaluate(FONTS) > 50
    assert stale(page) == []


@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_a_table_keeps_working_while_an_extension_changes_the_page(server: Server, guest: Guests, game: str) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    table = followed(page, server, game)
    page.evaluate(MEDDLE)
    play(page, server, table, ACTIONS)
    assert page.locator(".extension").count() > 10
    assert stale(page) == []


def test_a_translated_form_shows_the_selection(server: Server, guest: Guests) -> None:
    found = []
    for translated in (False, True):
        page = guest()
        page.goto(server.url)
        page.get_by_role("radio", name=re.compile("^CASH")).check()
        if translated:
            page.evaluate(TRANSLATE, "replace")
        page.get_by_role("radio", name=re.compile("^IT")).check()
        page.get_by_role("radio", name="3", exact=True).check()
        page.get_by_text("Options", exact=True).click()
        page.get_by_role("checkbox").first.click()
        page.wait_for_timeout(300)
        found.append(page.evaluate(SHOWN.replace('".masthead, ', '"#new, .masthead, ')))
    assert found[0] == found[1]


FAULTY: Final = """
async (faults) => {
  const { h, html, render, useState } = await import("/static/js/shared/preact.js");
  const Part = () => {
    const [n, setN] = useState(0);
    window.again = () => setN(n + 1);
    if (window.broken && faults-- > 0) throw new TypeError("This part is broken.");
    return html`<p>Drawn ${window.broken ? "again" : ""}</p>`;
  };
  document.querySelector("main").innerHTML = "<div id=faulty></div>";
  render(h(Part), document.querySelector("#faulty"));
  window.broken = true;
  window.again();
}
"""
"""A part of the page that cannot be drawn a number of times."""


@pytest.mark.parametrize(("faults", "draws"), [(1, True), (3, True), (100, False)])
def test_a_page_that_fails_to_render_is_rendered_again_or_says_so(
    server: Server, browser: Browser, faults: int, *, draws: bool
) -> None:
    page = browser.new_page()
    page.goto(f"{server.url}/rules")
    page.evaluate(FAULTY, faults)
    if draws:
        expect(page.locator("#faulty")).to_have_text("Drawn again")
        expect(page.get_by_role("button", name="Reload")).to_have_count(0)
    else:
        page.get_by_role("button", name="Reload").click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("button", name="Reload")).to_have_count(0)
    page.close()
