"""Test that each game fits one screen at every size, with readable text and uncovered controls.

Each table is loaded once, and then its window is resized."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.tiers import looks
from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Guests, Server
    from tests.web.finished_games import Played

SIZES: Final = {
    (1920, 1080): "wide",
    (1440, 900): "wide",
    (1280, 720): "wide",
    (1024, 768): "middle",
    (390, 844): "narrow",
    (844, 390): "low",
}
SEATS: Final = [("envelopes", 4), ("envelopes", 2), ("cash", 8), ("cash", 2), ("consultants", 4), ("consultants", 2)]
"""Every game with the most players and with two."""
FIRST_NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fred", "Gus", "Hal")
NAMES: Final = [f"{name} of the very long Name"[:24].ljust(24, "e") for name in FIRST_NAMES]

LIES: Final = """
() => {
  const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round); };
  const seen = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().width > 1);
  const named = (which, name) => Object.fromEntries(seen(which).map((one) => [name(one), box(one)]));
  const scale = (one) => { let by = one.getScreenCTM?.().a ?? 1;
    for (let at = one; at; at = at.parentElement) by *= new DOMMatrix(getComputedStyle(at).transform).a || 1;
    return by; };
  const small = seen('#board *').filter((one) => !one.closest('.visually-hidden, .said, .hit')
    && getComputedStyle(one).opacity > 0
    && [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim())
    && parseFloat(getComputedStyle(one).fontSize) * (one.ownerSVGElement ? scale(one) : 1) < 11.9);
  return {
    shape: document.documentElement.dataset.shape,
    wider: document.documentElement.scrollWidth - innerWidth,
    folds: document.documentElement.scrollHeight / innerHeight,
    parts: { ...named('.masthead, .prompt, .tools, .players, #board', (one) => one.id || one.classList[0]),
      ...named('[data-region]', (one) => one.dataset.region), ...named('.regions > .tabs', () => 'tabs') },
    chips: seen('.players .face .figures').map(box),
    small: small.map((one) => `${one.tagName}.${one.getAttribute('class')} ${one.textContent.trim().slice(0, 30)}`),
  };
}
"""
"""What lies where, in pixels of the window; small: text on the board of less than 12 pixels."""

COVERED: Final = """
() => [...document.querySelectorAll('.tools button, .players button, [data-region=controls] button, .tabs button,'
  + ' [data-region=board] button')].filter((one) => one.checkVisibility() && !one.disabled).filter((one) => {
  one.focus();
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !at || !(one.contains(at) || at.contains(one) || at.closest('li, label') === one.closest('li, label')
    && one.closest('li, label'));
}).map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)}`)
"""
"""Buttons that something covers while they have the focus."""


def settle(page: Page, width: int, height: int) -> dict[str, Any]:
    """The page at this size, and what lies where."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
    page.evaluate(
        "() => { scrollTo(0, 0); return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))); }"
    )
    found: dict[str, Any] = page.evaluate(LIES)
    return found


def within(box: list[float], width: int, height: int) -> bool:
    """Whether a box lies in the window."""
    return box[0] >= -1 and box[1] >= -1 and box[2] <= width + 1 and box[3] <= height + 1


def meets(one: list[float], other: list[float]) -> bool:
    """Whether two boxes overlap."""
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def fits(lies: dict[str, Any], width: int, height: int, *, alone: bool = False) -> list[str]:
    """What is wrong with how a table lies in its window. alone: no one else plays."""
    shape, parts = SIZES[width, height], lies["parts"]
    wrong = [f"shape {lies['shape']}"] if lies["shape"] != shape else []
    if lies["wider"] > 0:
        wrong.append(f"{lies['wider']} px wider than the window")
    if lies["folds"] > (2 if shape == "middle" else 1):
        wrong.append(f"{lies['folds']:.2f} windows high")
    must = ["prompt", *(["players"] if "players" in parts else [])]
    must += {
        "wide": ["board", "mine", *([] if alone else ["others"]), "controls"],
        "middle": ["board", "controls"],
    }.get(shape, ["board", "controls", "tabs"])
    wrong += [f"text under 12 px: {one}" for one in lies["small"]]
    if shape == "low" and parts["board"][3] - parts["board"][1] < 0.6 * height:
        wrong.append(f"the board lies at {parts['board']}")
    for name in must:
        if name not in parts:
            wrong.append(f"no {name}")
        elif not (within(parts[name], width, height) or (name == "board" and shape == "middle")):
            wrong.append(f"{name} at {parts[name]}")
    fixed = [name for name in ("prompt", "tools", "players", "controls", "tabs") if name in parts]
    pairs = [(one, other) for k, one in enumerate(fixed) for other in fixed[k + 1 :]]
    return wrong + [f"{one} and {other} overlap" for one, other in pairs if meets(parts[one], parts[other])]


def sit(browser: Browser, server: Server, table: str, name: str) -> None:
    """Someone takes a seat and goes away."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto(server.url + "/rules")
    api(page, "PATCH", "/api/me", {"name": name})
    api(page, "POST", f"/api/tables/{table}/sit", {})
    context.close()


@pytest.mark.journey
@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_a_game_fits_every_window(server: Server, browser: Browser, guest: Guests, game: str, seats: int) -> None:
    page = guest(viewport={"width": 1920, "height": 1080})
    table = make_table(page, server, ["me", *["open"] * (seats - 1)], game, guest_name=NAMES[0])
    for name in NAMES[1:seats]:
        sit(browser, server, table, name)
    page.wait_for_selector("#board .desk", timeout=60_000)
    for width, height in looks(SIZES):
        lies = settle(page, width, height)
        where = f"{game} with {seats} at {width}x{height}"
        assert fits(lies, width, height) == [], where
        assert page.evaluate(COVERED) == [], where
        assert len(lies["chips"]) == seats, where
        if width > 1000 or seats <= 4:
            assert all(within(box, width, height) for box in lies["chips"]), where


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_a_replay_fits_every_window(played: Callable[[str], Played], guest: Guests, game: str) -> None:
    one = played(game)
    page = one.open(guest, f"?n={one.last * 2 // 3}", viewport={"width": 1920, "height": 1080})
    page.wait_for_selector("#board [data-acted]")
    for width, height in looks(SIZES):
        lies = settle(page, width, height)
        assert fits(lies, width, height, alone=len(one.replay()["table"]["seats"]) == 1) == [], (
            f"{game} at {width}x{height}"
        )


def test_a_chip_opens_its_player(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    make_table(page, server, ["me", "bot:random"], "consultants")
    page.wait_for_selector("#board .desk")
    for chip in (1, 0):
        page.locator("[role=tab]").first.click()
        expect(page.locator(".regions")).to_have_attribute("data-front", "board")
        page.locator(".players button.face").nth(chip).click()
        expect(page.locator(".regions")).not_to_have_attribute("data-front", "board")
        expect(page.locator(f"[data-region]:not([hidden]) [data-seat='{chip}']").first).to_be_in_viewport()
