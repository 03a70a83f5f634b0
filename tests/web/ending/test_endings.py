"""Test the ending of each game in a browser: the result, its sources, the chart, turning points, and scoring."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.tiers import looks
from tests.web.accessibility.test_basics import AXE, faults, settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server
    from tests.web.finished_games import Played

SIZES = [
    *[(1920, 1080), (1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (360, 640), (844, 390)],
    (720, 450),  # 1440x900 at zoom 200 %
]
TITLES = {"envelopes": "Signing Day", "cash": "The closing bell", "consultants": "The books are closed"}

HEARD = """() => {
  window.heard = [];
  const hear = (node) => node.nodeType === 1 && window.heard.push(node.innerText.replace(/\\s+/g, " ").trim());
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.closest?.('[role="log"][aria-live="polite"]')) for (const node of addedNodes) hear(node);
  }).observe(document, { childList: true, subtree: true });
}"""
"""What is added to the log of the scene, which a screen reader is told of."""


COLORS = """() => [...document.querySelectorAll(".curve .legend li")].map((one) => {
  const [line, mark] = one.querySelectorAll("svg");
  const shown = (color) => {
    const probe = line.parentElement.appendChild(document.createElement("i"));
    probe.style.color = color;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const tones = ["--env", "--env-text"].map((name) => shown(getComputedStyle(line).getPropertyValue(name)));
  const fills = [...mark.querySelectorAll("path, circle")].map((part) => getComputedStyle(part).fill);
  return tones.some((tone) => fills.includes(tone));
})"""
"""Whether each line of the chart has the color of its player's mark."""

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".curve .parts li")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.getBoundingClientRect());
  return boxes.some((one, k) => boxes.slice(k + 1).some((other) => other.left < one.right && one.left < other.right));
}"""
"""Whether names of parts under the chart overlap."""

SPOILERS = """() => {
  window.spoiled = false;
  new MutationObserver(() => {
    if (document.querySelector(".prompt")?.textContent !== "The game is over.") return;
    for (const figure of document.querySelectorAll(".players .figure, #log li"))
      window.spoiled ||= getComputedStyle(figure).visibility === "visible";
  }).observe(document, { childList: true, subtree: true, attributes: true });
}"""
"""Notes whether the header or the log shows how the game ended before its scores are counted."""

SCROLL = """() => {
  document.querySelector(".final-scene").style.minHeight = "200vh";
  document.querySelector(".final-body").scrollTop = 1000;
}"""
"""Makes a long scene of a short one, and scrolls to its end."""

FRAME = "(one) => getComputedStyle(one).outlineStyle"


def at_table(
    guest: Guests, server: Server, past: Played, before: Callable[[Page], None] | None = None, **options: Any
) -> Page:
    """The player's page of a finished game. before: prepares it before it goes there."""
    page = guest(storage_state=past.cookies, **options)
    if before is not None:
        before(page)
    page.goto(f"{server.url}/t/{past.table}")
    return page


def ending(past: Played) -> dict[str, Any]:
    found: dict[str, Any] = past._call("GET", f"/api/tables/{past.table}/ending")
    return found


def shown(number: int) -> str:
    return f"{number:,}".replace("-", "−")


def in_sight(page: Page, *selectors: str) -> None:
    """Within the window, and nothing lies over them."""
    for selector in selectors:
        page.wait_for_function(
            """(selector) => {
              const part = document.querySelector(selector);
              const { left, top, right, bottom } = part.getBoundingClientRect();
              const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && part.contains(there);
            }""",
            arg=selector,
        )


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", TITLES)
def test_the_ending_shows_the_result_and_its_sources(
    played: Callable[[str], Played], guest: Guests, server: Server, game: str
) -> None:
    past = played(game)
    told = ending(past)
    page = at_table(guest, server, past, viewport={"width": 1440, "height": 900})
    final = page.locator("#final")
    expect(final.get_by_role("heading", name=told["result"])).to_be_visible()
    expect(final.locator(".kicker")).to_have_text(TITLES[game])
    expect(page.locator(".prompt-bar .prompt")).to_have_text(told["result"])
    assert all(page.evaluate(COLORS))
    for width, height in looks(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        in_sight(page, "#final-title", ".ranking .winner, .ranking li", ".final-foot .button", ".final-head .button")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not page.evaluate(OVERLAPS), f"parts overlap at {width}x{height}"
    page.set_viewport_size({"width": 1440, "height": 900})
    sheets = final.locator(".final-part .final-sheet")
    expect(sheets).to_have_count(len(told["sheets"]))
    for sheet, one in zip(reversed(told["sheets"]), sheets.all(), strict=True):
        expect(one.locator(".total .by")).to_contain_text(shown(sheet["total"]))
        expect(one.locator(".lines > li")).to_have_count(len(sheet["lines"]))
        assert [sheet["text"]] * bool(sheet["text"]) == one.locator(".total small").all_inner_texts()
    expect(final.locator(".curve svg .series").first).to_be_attached()
    expect(final.locator(".awards li")).to_have_count(len(told["awards"]))
    expect(final.locator(".moments li")).to_have_count(len(told["swings"]))
    for swing, link in zip(told["swings"], final.locator(".moments a").all(), strict=True):
        expect(link).to_have_attribute("href", f"/t/{past.table}/replay?n={swing['n']}")
    if AXE.exists():
        assert faults(settled(page)) == []
    final.locator(".moments a").first.click()
    expect(page.locator(".replay-bar")).to_have_attribute("data-n", str(told["swings"][0]["n"]))


def test_the_keyboard_leads_to_the_board_and_back(
    played: Callable[[str], Played], guest: Guests, server: Server
) -> None:
    page = at_table(guest, server, played("consultants"), viewport={"width": 1280, "height": 720})
    final, chip = page.locator("#final"), page.get_by_role("button", name="Show result")
    expect(final).to_be_focused()
    assert final.evaluate(FRAME) == "none"
    expect(page.locator("#board")).to_have_attribute("inert", "")
    page.keyboard.press("Escape")
    expect(final).to_be_hidden()
    expect(page.locator("#board")).to_be_focused()
    assert page.locator("#board").evaluate(FRAME) == "none"
    assert page.locator("#board").get_attribute("inert") is None
    hand = page.locator(".open-hands .hand-of")
    expect(hand).to_have_count(1)
    expect(hand).to_contain_text("Ann")
    expect(hand.locator("li").first).to_be_in_viewport()
    page.get_by_role("group", name="Point of view").get_by_role("button").nth(1).click()
    expect(hand).not_to_contain_text("Ann")
    chip.press("Enter")
    expect(final).to_be_visible()
    expect(chip).to_have_count(0)
    page.keyboard.press("b")
    expect(final).to_be_hidden()


@pytest.mark.journey
def test_the_final_scoring_is_read_line_by_line_once(
    played: Callable[[str], Played], guest: Guests, server: Server
) -> None:
    past = played("envelopes")
    told = ending(past)
    page = guest(storage_state=past.cookies, reduced_motion="no-preference", viewport={"width": 844, "height": 390})
    page.add_init_script(f"({HEARD})(); ({SPOILERS})();")
    page.goto(f"{server.url}/t/{past.table}")
    expect(page.locator(".prompt-bar .prompt")).to_have_text("The game is over.")
    expect(page.locator("#final .final-scene")).to_be_visible()
    expect(page.locator("#final-title")).to_have_text(told["result"])
    in_sight(page, ".ranking li")
    assert not page.evaluate("window.spoiled")
    heard = page.evaluate("window.heard")
    lines = [line["text"] for sheet in told["sheets"] for line in sheet["lines"]]
    said = [next((line for line in lines if text.startswith(line)), "") for text in heard]
    assert [line for line in said if line] == lines
    page.reload()
    expect(page.locator("#final .ranking")).to_be_visible()
    expect(page.locator("#final .final-scene")).to_have_count(0)


def test_the_final_scoring_can_be_skipped_and_replayed(
    played: Callable[[str], Played], guest: Guests, server: Server
) -> None:
    past = played("cash")
    page = at_table(guest, server, past, reduced_motion="no-preference", viewport={"width": 844, "height": 390})
    page.locator(".final-scene").wait_for()
    page.evaluate(SCROLL)
    page.get_by_role("button", name="Skip to result").click()
    expect(page.locator("#final-title")).to_have_text(ending(past)["result"])
    in_sight(page, ".ranking li")
    expect(page.locator(".concerns")).to_have_count(0)
    page.get_by_role("button", name="Replay the scoring").click()
    expect(page.locator("#final .final-scene")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#final .ranking")).to_be_visible()


def test_the_final_scoring_is_shown_after_a_slow_answer(
    played: Callable[[str], Played], guest: Guests, server: Server
) -> None:
    past = played("envelopes")
    page = guest(storage_state=past.cookies, reduced_motion="no-preference")
    page.route("**/ending", lambda route: route.abort(), times=1)
    page.goto(f"{server.url}/t/{past.table}")
    expect(page.locator("#final .final-scene")).to_be_visible()


def test_a_game_without_details_ends_with_its_score(
    played: Callable[[str], Played], guest: Guests, server: Server
) -> None:
    page = at_table(guest, server, played("coins"), reduced_motion="no-preference")
    expect(page.locator("#final .ranking li")).to_have_count(2)
    expect(page.locator("#final .curve")).to_have_count(0)
    expect(page.locator("#final").get_by_role("link", name="Replay")).to_have_attribute("href", re.compile("/replay$"))
    page.evaluate("navigator.share = (given) => { window.shared = given; }")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("window.shared")
    table = played("coins").replay()["table"]
    assert page.evaluate("window.shared.text").startswith(f"{table['game_name']}: ")
