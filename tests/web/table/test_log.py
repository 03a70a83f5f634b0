"""The log shows its newest line through whole games, unless its reader has scrolled up."""

from __future__ import annotations

import random
import re
import time
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.web.conftest import api, make_table
from tests.web.finished_games import choice

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

WHOLE_GAMES: Final[dict[str, dict[str, Any]]] = {
    "envelopes": {"game": "envelopes", "mode": "family"},
    "cash": {"game": "cash", "mode": "quick", "options": {"max_rounds": 2}},
    "consultants": {"game": "consultants", "mode": "basic"},
}
PATIENCE: Final = 150.0

WATCH: Final = """
() => {
  const far = (box) => box.scrollHeight - box.scrollTop - box.clientHeight;
  window.farthest = 0;
  window.frames = 0;
  window.overflown = 0;
  let height = 0;
  const look = () => {
    const box = document.querySelector("#log .log-lines");
    // a height that was there a frame ago has been painted
    if (box && box.scrollHeight === height) {
      window.farthest = Math.max(window.farthest, far(box));
      window.frames += 1;
      window.overflown = Math.max(window.overflown, box.scrollHeight - box.clientHeight);
    }
    height = box?.scrollHeight ?? 0;
    requestAnimationFrame(look);
  };
  look();
}
"""
"""How far below its visible part the log's end was at most, in all frames from now on."""

FAR: Final = "(box) => box.scrollHeight - box.scrollTop - box.clientHeight"


def play(page: Page, table: str, chance: random.Random, decisions: int = 100_000) -> None:
    """The seat's decisions by the API, as from another device, until the game is over."""
    until = time.monotonic() + PATIENCE
    decided = 0
    while time.monotonic() < until:
        state = api(page, "GET", f"/api/tables/{table}/state")
        if state["outcome"] or decided == decisions:
            return
        if state["legal"]:
            api(page, "POST", f"/api/tables/{table}/act", {"actions": [choice(chance, state["legal"], decided)]})
            decided += 1
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_the_log_follows_through_a_whole_game(game: str, server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    table = make_table(page, server, ["me", "bot:random", "bot:random"], **WHOLE_GAMES[game])
    page.locator("#log .log-lines").wait_for()
    page.evaluate(WATCH)
    play(page, table, random.Random(2))
    expect(page.locator("#final")).to_be_attached()
    farthest, frames, overflown = page.evaluate("[window.farthest, window.frames, window.overflown]")
    print(game, farthest, frames, overflown)
    assert overflown > 1000, "the game was too short to scroll"
    assert farthest <= 1, f"the log's end was {farthest} pixels below what can be seen"


LAY: Final = """
async ([count, turn]) => {
  const { h, render } = await import("/static/js/shared/preact.js");
  const { Log } = await import("/static/js/table/log.js");
  const link = { rel: "stylesheet", href: "/static/css/table.css" };
  await new Promise((onload) => {
    document.head.append(Object.assign(document.createElement("link"), { ...link, onload }));
  });
  document.body.innerHTML = '<div id="log"></div>';
  const place = document.querySelector("#log");
  place.style.cssText = "display: flex; height: 400px; width: 320px";
  let lines = [];
  window.tell = (more, drop = 0) => {
    lines = lines.slice(0, lines.length - drop);
    for (const to = lines.length + more; lines.length < to; ) {
      const k = lines.length;
      const text = `${k}: Ann plays Venture Capital.`;
      lines.push({ text, seat: k < turn ? 0 : 1, turn: Math.min(k, turn), headline: k % 3 === 1 });
    }
    render(h(Log, { lines, acted: null, handed: [], bots: new Set([1]) }), place);
  };
  window.tell(count);
  place.firstElementChild.style.cssText = "overflow-y: auto; flex: 1";
}
"""
"""Shows a log of so many lines, those from `turn` on a bot's turn; `tell` adds some in place of the last ones."""


def settled(page: Page) -> None:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def far(page: Page) -> float:
    """How far below the visible part of the log its end is."""
    settled(page)
    return float(page.locator(".log-lines").evaluate(FAR))


def test_the_log_stays_at_its_end_when_entries_change(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.evaluate(LAY, [290, 9999])
    assert far(page) <= 1
    for _ in range(15):  # beyond the lines that are drawn
        page.evaluate("tell(1)")
        assert far(page) <= 1
    expect(page.get_by_role("button", name="Show all 305 lines")).to_be_attached()
    # lines that come between the scrolling and what the browser says of it
    page.evaluate("for (let k = 0; k < 9; k += 1) { tell(7); document.querySelector('.log-lines').scrollHeight; }")
    assert far(page) <= 1
    page.evaluate("tell(30, 20)")  # an undo, and what came after it in the same frame
    assert far(page) <= 1
    page.evaluate("tell(0, 20)")
    assert far(page) <= 1
    page.evaluate("document.querySelector('.log-lines ol').style.fontSize = '200%'")  # a typeface has come
    assert far(page) <= 1
    page.evaluate("document.querySelector('.log-lines').style.display = 'none'")
    page.evaluate("tell(5)")
    page.evaluate("document.querySelector('.log-lines').style.display = ''")
    assert far(page) <= 1
    page.evaluate("document.querySelector('#log').style.height = '250px'")
    assert far(page) <= 1
    assert page.locator(".to-end").count() == 0


UP: Final = ("wheel", "keyboard", "scrollbar", "touch")


@pytest.mark.parametrize("how", UP)
def test_the_log_keeps_a_scrolled_position_and_a_button_leads_back(how: str, server: Server, guest: Guests) -> None:
    page = guest(has_touch=how == "touch")
    page.goto(server.url)
    page.evaluate(LAY, [310, 9999])
    assert far(page) <= 1
    box = page.locator(".log-lines")
    where = box.bounding_box()
    assert where
    x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    if how == "wheel":
        page.mouse.move(x, y)
        page.mouse.wheel(0, -60)
    elif how == "keyboard":
        box.focus()
        page.keyboard.press("PageUp")
    elif how == "scrollbar":
        # a browser without a window draws no scrollbars
        box.dispatch_event("pointerdown")
        box.evaluate("box => { box.scrollTop -= 200 }")
    else:
        client = page.context.new_cdp_session(page)
        for step in range(12):
            point = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y + 12 * step}]}
            client.send("Input.dispatchTouchEvent", point)
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    button = page.locator(".to-end button")
    expect(button).to_have_text("Newest ↓")
    page.wait_for_timeout(500)  # a smooth scroll comes to its end
    before = box.evaluate("box => [box.querySelector('li').innerText, box.scrollTop]")
    for _ in range(3):
        page.evaluate("tell(1)")
        settled(page)
    expect(button).to_have_text("3 new ↓")
    assert box.evaluate("box => [box.querySelector('li').innerText, box.scrollTop]") == before
    page.evaluate("tell(0, 1)")
    expect(button).to_have_text("2 new ↓")
    box.evaluate("box => { box.style.display = 'none' }")
    settled(page)
    box.evaluate("box => { box.style.display = '' }")
    settled(page)
    assert box.evaluate("box => box.scrollTop") == before[1]
    button.click()
    expect(button).to_have_count(0)
    expect(box).to_be_focused()
    assert far(page) <= 1
    page.evaluate("tell(1)")
    assert far(page) <= 1


def test_an_expanded_turn_at_the_end_stays_in_place(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.evaluate(LAY, [50, 38])
    summary = page.locator(".log-lines summary")
    expect(summary).to_have_text(re.compile(r"^\s*40: \S[^:]* 43: \S[^:]* 46: \S[^:]* and 9 more steps\s*$"))
    before = summary.bounding_box()
    summary.click()
    # What is pressed is smaller for a moment.
    expect(page.locator("[data-pressed]")).to_have_count(0)
    settled(page)
    assert summary.bounding_box() == before
    expect(page.locator(".to-end button")).to_have_text("Newest ↓")
    summary.click()
    expect(page.locator(".to-end")).to_have_count(0)
