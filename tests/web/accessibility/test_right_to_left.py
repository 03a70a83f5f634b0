"""Test that names and messages in right-to-left scripts read correctly on an English page."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from cashbox.server.app import ROUTES, make_router
from tests.web.conftest import api, called, new_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server

HEBREW: Final = "דוד כהן"
ARABIC: Final = "سارة"
FIRST, LAST = "\u2068", "\u2069"
"""The characters that isolate what stands between them."""

ORDER: Final = """
(element, parts) => {
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const letters = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    [...node.data].forEach((letter, k) => letters.push({ letter, node, k }));
  }
  const text = letters.map(({ letter }) => letter).join("");
  return parts.map((part) => {
    const at = text.indexOf(part);
    if (at < 0) return null;
    const boxes = letters.slice(at, at + part.length).map(({ node, k }) => {
      const range = document.createRange();
      range.setStart(node, k);
      range.setEnd(node, k + 1);
      return range.getBoundingClientRect();
    }).filter(({ width }) => width);
    return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))];
  });
}
"""


def left_to_right(element: Locator, *parts: str) -> bool:
    """Return whether parts of a line stand beside each other in this order, from the left."""
    boxes = element.evaluate(ORDER, list(parts))
    assert None not in boxes, (element.text_content(), boxes)
    return all(one[1] <= other[0] + 1 for one, other in itertools.pairwise(boxes))


def words_from_the_right(element: Locator, *parts: str) -> bool:
    """Return whether parts of a line stand beside each other in this order, from the right."""
    return left_to_right(element, *reversed(parts))


@pytest.mark.journey
def test_right_to_left_names_keep_their_place_in_a_sentence(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    page.goto(f"{server.url}/rules")
    page.evaluate(
        """async (names) => {
          const { h, html, render } = await import("/static/js/shared/preact.js");
          const list = `${names.join(", ")} and Bob`;
          const place = document.querySelector("main");
          place.textContent = "";
          const { setTitle } = await import("/static/js/shared/title.js");
          setTitle(`${names[0]} (2)`, false);
          render(html`
            <p id="list">${list}: 3 of 10</p>
            <p id="number">${names[0]} (2), 15 points</p>
            <p id="beside"><b>${names[0]}</b> ${names[1]} 7</p>
            <img id="said" alt=${`${names[0]} (2)`} title=${`${names[1]}, 7`} aria-label=${`Mute ${names[0]}!`} />
            <input id="typed" type="text" />
            <svg width="400" height="40"><text id="drawn" y="20">${names[0]} (2)</text></svg>
          `, place);
        }""",
        [HEBREW, ARABIC],
    )
    assert left_to_right(page.locator("#list"), HEBREW, ARABIC, "and Bob", "3 of 10")
    assert left_to_right(page.locator("#number"), HEBREW, "(", "2", ")", "15", "points")
    assert left_to_right(page.locator("#beside"), HEBREW, ARABIC, "7")
    assert left_to_right(page.locator("#drawn"), HEBREW, "(", "2", ")")
    assert words_from_the_right(page.locator("#list"), *HEBREW.split())
    expect(page.locator("#list")).to_have_text(f"{HEBREW}, {ARABIC} and Bob: 3 of 10")
    for name, shown in (
        ("alt", f"{FIRST}{HEBREW}{LAST} (2)"), ("title", f"{FIRST}{ARABIC}{LAST}, 7"),
        ("aria-label", f"Mute {FIRST}{HEBREW}{LAST}!"),
    ):  # fmt: skip
        expect(page.locator("#said")).to_have_attribute(name, shown)
    expect(page).to_have_title(f"{FIRST}{HEBREW}{LAST} (2)")
    expect(page.locator("#typed")).to_have_attribute("dir", "auto")


def test_a_table_with_names_in_two_directions_reads_right(server: Server, guest: Guests) -> None:
    page, other = guest(viewport={"width": 1440, "height": 900}), guest()
    table = new_table(page, server, ["me", "open"], "coins", guest_name=HEBREW, name=f"{HEBREW} (2)")
    called(other, server, ARABIC)
    api(other, "POST", f"/api/tables/{table}/sit", {}, server.url)
    api(other, "POST", f"/api/tables/{table}/chat", {"text": "שלום Bob, מה שלומך?"}, server.url)
    page.goto(f"{server.url}/t/{table}")
    said = page.locator("#chat .said").first
    expect(said).to_be_visible()
    assert words_from_the_right(said, "שלום", "Bob", "מה", "שלומך", "?")
    # a name of its own keeps its direction
    assert words_from_the_right(page.locator("#table-name h1"), *HEBREW.split(), "(", "2", ")")
    assert left_to_right(page.locator("#chat li").first, ARABIC, "guest")


PULLED: Final = """
() => {
  const letters = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe]";
  const bare = (text) => new RegExp(letters, "u").test(text.replaceAll(/\\u2068[^\\u2069]*\\u2069/gu, ""));
  const found = bare(document.title) ? [`title: ${document.title}`] : [];
  let named = document.title.includes("\\u2068") ? 1 : 0;
  for (const element of document.querySelectorAll("body, body *:not(script, style, template)")) {
    for (const name of ["aria-label", "aria-description", "title", "alt", "placeholder"]) {
      if (bare(element.getAttribute(name) ?? "")) found.push(`${name}: ${element.getAttribute(name)}`);
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !new RegExp(letters, "u").test(node.data)) continue;
      named += 1;
      if (bare(node.data) && !element.closest("bdi, [dir=auto]")) found.push(`${element.tagName}: ${node.data}`);
    }
  }
  return [found, named];
}
"""
"""What stands in a page where it can pull what is beside it to its other side, and how many texts have such names."""


def isolates(page: Page) -> int:
    """Check a page, and return how many of its texts have a right-to-left name."""
    found, named = page.evaluate(PULLED)
    assert found == [], page.url
    return int(named)


def test_every_page_isolates_names(server: Server, guest: Guests) -> None:
    page, other = guest(viewport={"width": 1440, "height": 900}), guest()
    table = new_table(page, server, ["me", "open"], "coins", guest_name=HEBREW, name=f"{HEBREW} (2)")
    called(other, server, f"{ARABIC} 7")
    page.goto(f"{server.url}/t/{table}")
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert isolates(page)
    api(other, "POST", f"/api/tables/{table}/sit", {}, server.url)
    for who in (page, other):
        api(who, "POST", f"/api/tables/{table}/chat", {"text": f"{ARABIC}, שלום 3 (2)"}, server.url)
    group = api(page, "POST", "/api/groups", {"name": f"{HEBREW} 7"}, server.url)["id"]
    handles = [api(who, "GET", "/api/me/page", None, server.url)["who"]["handle"] for who in (page, other)]
    known = {"{table:str}": table, "{game:str}": "coins", "{group:str}": group, "{handle:str}": handles[1]}
    paths = []
    for route in make_router(ROUTES).routes:
        path = route.path
        for field, value in known.items():
            path = path.replace(field, value)
        # Without a link, there is no group to join.
        if "GET" in getattr(route, "methods", ()) and "{" not in path and path != "/join-group":
            paths.append(path)
    named = set()
    for stage in ("playing", "over"):
        if stage == "over":
            for _ in range(200):
                for who in (page, other):
                    state = api(who, "GET", f"/api/tables/{table}/state", None, server.url)
                    if state["legal"] and not state["outcome"]:
                        act = {"actions": [state["legal"][0]["action"]]}
                        api(who, "POST", f"/api/tables/{table}/act", act, server.url)
                if state["outcome"]:
                    break
            assert state["outcome"]
        for path in paths:
            asked = page.request.get(server.url + path)
            if asked.ok and asked.headers["content-type"].startswith("text/html"):
                page.goto(server.url + path)
                page.wait_for_load_state("networkidle")
                if isolates(page):
                    named.add(path)
    assert {"/", "/me", f"/t/{table}", f"/t/{table}/replay", f"/g/{group}", f"/p/{handles[1]}"} <= named


@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_boards_prompts_and_logs_isolate_names(server: Server, guest: Guests, game: str) -> None:
    page, other = guest(viewport={"width": 1440, "height": 900}), guest()
    table = new_table(page, server, ["me", "open", "bot"], game, guest_name=HEBREW, lapse=0)
    called(other, server, f"{ARABIC} 7")
    api(other, "POST", f"/api/tables/{table}/sit", {}, server.url)
    page.goto(f"{server.url}/t/{table}")
    expect(page.locator("#log li").first).to_be_visible()
    named = isolates(page)
    for _ in range(12):
        for who in (page, other):
            state = api(who, "GET", f"/api/tables/{table}/state", None, server.url)
            if state["legal"]:
                act = {"actions": [state["legal"][0]["action"]]}
                who.request.post(f"{server.url}/api/tables/{table}/act", data=act)
        page.wait_for_load_state("networkidle")
        named += isolates(page)
    assert named > 20
