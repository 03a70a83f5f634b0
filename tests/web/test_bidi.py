"""Names and lines of right-to-left scripts read right inside an English page."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.web.conftest import api, called, new_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator

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
def test_names_in_a_sentence_stay_in_their_places(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    page.goto(f"{server.url}/rules")
    page.evaluate(
        """async (names) => {
          const { h, html, render } = await import("/static/js/preact.js");
          const list = `${names.join(", ")} and Bob`;
          const place = document.querySelector("main");
          place.textContent = "";
          const { setTitle } = await import("/static/js/title.js");
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


def test_a_table_of_two_directions_reads_right(server: Server, guest: Guests) -> None:
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
