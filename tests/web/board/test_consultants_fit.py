"""Test that the board of IT's all in the game fits at every size, even with long names and numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from cashbox.engine.hidden_cards.knowledge import EVERYBODY
from cashbox.games.consultants import state as st
from tests.games.consultants.positions import KINDS, kind, work
from tests.web.board.test_consultants import Person, play_on
from tests.web.conftest import make_table
from tests.web.stage import Stage
from tests.web.visibility import SIZES, faults, resize

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, WebSocketRoute

    from tests.games.consultants.positions import Table
    from tests.web.conftest import Guests, Server

WIDE = [(1920, 1080), (1440, 900), (1280, 720)]
SMALLER = [(1024, 768), (390, 844), (844, 390)]
SHAPES = {1920: "wide", 1440: "wide", 1280: "wide", 1024: "middle", 390: "narrow", 844: "low"}
LONG = ["Bartholomew Featherstone", "Wolfeschlegelsteinhausen", "Maximiliane von Hohenfels", "Przemyslaw Brzeczyszczyk"]

CHECKS = """
(() => {
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const name = (one) => `${one.tagName}.${one.getAttribute("class")} ${one.textContent.trim().slice(0, 40)}`;
  const box = (one) => one.getBoundingClientRect();
  const inside = ({ left, top, right, bottom }, frame) =>
    left >= frame.left - 1 && top >= frame.top - 1 && right <= frame.right + 1 && bottom <= frame.bottom + 1;
  const page = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const cut = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if ((overflowX !== "visible" || overflowY !== "visible") && !inside(box(one), box(up))) return true;
    }
    return false;
  };
  const checks = {
    /** What of these is not wholly in the window. */
    outside: (selector) => all(selector).filter((one) => !inside(box(one), page()) || cut(one)).map(name),
    /** Which of these something else lies over, in their middle. */
    covered: (selector) =>
      all(selector)
        .filter((one) => {
          const { left, top, width, height } = box(one);
          const above = document.elementFromPoint(left + width / 2, top + height / 2);
          return above && !one.contains(above) && !above.contains(one);
        })
        .map(name),
    /** Text on the board that is smaller than 12 pixels. */
    tiny: () => {
      const found = [];
      const walk = document.createTreeWalker(document.querySelector("#board"), NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const one = node.parentElement;
        if (!node.data.trim() || !seen(one) || one.closest(".visually-hidden")) continue;
        const scale = one.ownerSVGElement ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
        const size = parseFloat(getComputedStyle(one).fontSize) * scale;
        if (size < 11.95) found.push(`${size} ${name(one)}`);
      }
      return found;
    },
    /** Names of which less than eight letters, and not all, are shown. */
    shortened: () =>
      all(".spot .who, .boss .name").filter((one) => {
        const text = one.firstChild;
        if (!text?.data || one.scrollWidth <= one.clientWidth) return false;
        const range = document.createRange();
        range.setStart(text, 0);
        range.setEnd(text, 8);
        const dots = parseFloat(getComputedStyle(one).fontSize) * 0.9;
        return range.getBoundingClientRect().width + dots > one.clientWidth + 1;
      }).map(name),
    sideways: () => document.documentElement.scrollWidth > innerWidth,
    scrolls: () => document.documentElement.scrollHeight > innerHeight + 1,
    height: (selector) => box(document.querySelector(selector)).height,
  };
  window.checks = checks;
})()
"""


AT_REST = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished)))"""
"""Wait until the page has followed its new size, and all that moves or grows has come to an end."""


def renamed(page: Page, names: list[str]) -> None:
    """Bots of this page have long names, and every boss a fortune."""

    def told(text: str) -> str:
        for given, name in zip(("Clara", "Doug", "Elsie"), names, strict=False):
            text = text.replace(f'"{given}"', f'"{name}"')
        return re.sub(r'"total":-?\d+', '"total":12345', re.sub(r'"money":\d+', '"money":12345', text))

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: route.send(told(str(message))))

    page.route_web_socket("**/live**", pass_on)
    page.route(
        re.compile(r"/api/tables/[^/]+$"), lambda route: route.fulfill(body=told(route.fetch().text()), status=200)
    )


def at_work(page: Page, server: Server, seats: int) -> None:
    """A table in its second round, a turn of one's own, someone chosen in hand."""
    make_table(page, server, ["me", *["bot:random"] * (seats - 1)], game="consultants", guest_name=LONG[0])
    play_on(page, lambda s: s["view"]["phase"] == "work" and s["view"]["round"] >= 2 and len(s["legal"]) > 6)
    renamed(page, LONG[1:])
    page.reload()
    Person(page).wait()
    notice = page.locator(".concerns .close")
    if notice.count():
        # What others did stands above the board until it is closed.
        notice.click()
    page.locator(".pile").first.click()
    page.evaluate(CHECKS)


def check(page: Page) -> Callable[..., Any]:
    return lambda what, *given: page.evaluate(f"(given) => window.checks.{what}(...given)", list(given))


PROJECTS = ".project, .spot"
OTHERS = ".boss, .event-card, .prices, .heap, .face"
CONTROLS = ".pile, .paid, .prompt, [data-action=pass]"


@pytest.mark.parametrize("seats", [4, 2])
def test_the_board_fits_every_window(server: Server, guest: Guests, seats: int) -> None:
    page = guest(viewport={"width": 1440, "height": 900})
    at_work(page, server, seats)
    told = check(page)
    for width, height in [*WIDE, *SMALLER]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator("html")).to_have_attribute("data-shape", SHAPES[width])
        expect(page.locator(".paid").first).to_be_visible()
        page.evaluate(AT_REST)
        size = f"{width} x {height}"
        assert not told("sideways"), size
        assert told("tiny") == [], size
        assert told("shortened") == [], size
        if SHAPES[width] == "wide":
            assert not told("scrolls"), size
            assert told("outside", f"{PROJECTS}, {OTHERS}, {CONTROLS}") == [], size
            assert told("covered", f".spot, .boss .name, .event-card, {CONTROLS}") == [], size
        elif SHAPES[width] == "middle":
            assert told("outside", f"{PROJECTS}, .event-card, {CONTROLS}") == [], size
            assert told("covered", f".spot, .event-card, {CONTROLS}") == [], size
            assert page.evaluate("document.documentElement.scrollHeight <= 2 * innerHeight"), "more than one fold"
        else:
            assert told("outside", "[data-action=pass], .prompt, .tabs button, .players li") == [], size
            assert told("height", "[data-region=board]") >= (0.6 if height == 390 else 0.4) * height
            page.get_by_role("tab", name="Bosses").click()
            expect(page.locator("[data-region=board]")).to_be_hidden()
            expect(page.locator(".boss")).to_have_count(seats)
            assert told("outside", ".heap") == [], size
            assert told("shortened") + told("tiny") == [], size
            page.get_by_role("tab", name="Projects").click()
            expect(page.locator(".project").first).to_be_visible()


def test_a_player_chip_shows_what_the_rules_say_and_opens_the_player(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    make_table(page, server, ["me", "bot:random", "bot:random"], game="consultants")
    view = play_on(page, lambda s: s["view"]["phase"] == "work")["view"]
    for seat, boss in enumerate(view["players"]):
        chip = page.locator(".players .face").nth(seat)
        expect(chip.locator(".visually-hidden").first).to_have_text(re.compile(rf"^{boss['total']} dollars?$"))
        expect(chip.locator(".visually-hidden").last).to_have_text(
            re.compile(rf"in hand: {boss['seniors']} seniors?, {boss['principals']} principals?")
        )
    page.locator(".players .face").nth(2).click()
    expect(page.get_by_role("tab", name="Bosses")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".boss[data-seat='2']")).to_be_in_viewport()


LETTERS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const above = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const hidden = [];
  const top_cards = ".pile .consultant:not(:has(~ .consultant))";
  for (const letter of document.querySelectorAll(`.spot .shape text, ${top_cards} .shape text`)) {
    const { left, right, top, bottom } = box(letter);
    const frame = letter.closest(".spot, .pile");
    for (const other of frame.querySelectorAll(".pawn, .times, .star-sign")) {
      const o = box(other);
      const meet = left < o.right && o.left < right && top + 3 < o.bottom && o.top < bottom - 3;
      if (above(letter, other) && o.width && meet)
        hidden.push(`${letter.textContent} under ${other.getAttribute("class")}`);
    }
  }
  return hidden;
}"""
"""Letters of colors that something is drawn over; 3 pixels above and below a letter are empty."""


def crowded() -> Table:
    """Every desk but the last is taken, and each kind in hand is there three times."""
    t = work(2, deadlines=True, innovation=True).hand(0, *["blue"] * 3, *["green*"] * 3, *["yellow"] * 3)
    return t.row(0, 0, 1, 0, None).row(1, 1, 0, 1, None).sit(2, 0, "red*", by=0).sit(2, 1, "yellow*", by=1)


def test_colors_have_letters_at_every_size(page: Page, server: Server) -> None:
    Stage(page, server, crowded(), head=True)
    found = {}
    for size in [*WIDE, *SMALLER, (360, 640), (768, 1024), (683, 330)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(AT_REST)
        assert page.locator(".pile .times").count() == 3
        found[size] = page.evaluate(LETTERS)
    assert {size: hidden for size, hidden in found.items() if hidden} == {}


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_all_answers_to_an_event_are_visible(page: Page, server: Server, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    t = work(2).hand(0, "red", "blue*", "green", "yellow").end_round()
    Stage(page, server, t.next_event("returned-badges", "quiet-quarter").next_round(0), head=True)
    page.evaluate(CHECKS)
    page.evaluate(AT_REST)
    assert page.locator(".choices [data-action=give]").count() == 5
    assert check(page)("outside", ".choices .button") == []


def test_payday_is_shown_until_a_player_is_selected(page: Page, server: Server) -> None:
    """With one payment for each project that pays a player, and sums that the rules made."""
    page.set_viewport_size({"width": 1440, "height": 900})
    t = work(2).row(0, 0, 1, 0, None).row(1, 1, None, None, None).passed(1).money(4, 9)
    t.next_event("quiet-quarter", "bonus-season")
    Stage(page, server, t)
    assert page.locator(".payday[open]").count() == 0
    page.locator(".strip [data-action=pass]").click()
    expect(page.locator(".payday[open] tbody tr")).to_have_text(
        [f"{t.place(0).name} +$8 +$4", f"{t.place(1).name} – +$6"], use_inner_text=True
    )
    expect(page.locator(".payday summary")).to_contain_text("Payday: round 2")
    page.locator("[data-action=starter]").first.click()
    page.locator(".pile").first.click()
    expect(page.locator(".payday[open]")).to_have_count(0)
    page.locator(".payday summary").click()
    expect(page.locator(".payday[open]")).to_have_count(1)


def test_payday_takes_no_space_from_projects(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    t = work(2).row(0, 0, 1, 0, None).row(1, 1, None, None, None).passed(1).money(4, 9)
    t.next_event("quiet-quarter", "bonus-season")
    Stage(page, server, t, head=True)
    high = "[...document.querySelectorAll('.project')].map((one) => one.clientHeight)"
    before = page.evaluate(high)
    page.locator(".strip [data-action=pass]").click()
    page.locator("[data-action=starter]").first.click()
    expect(page.locator(".payday summary")).to_contain_text("Payday: round 2")
    assert page.evaluate(high) == before
    page.locator(".payday summary").click()
    expect(page.locator(".payday tbody tr").last).to_be_in_viewport(ratio=1)
    assert page.evaluate(high) == before
    page.locator(".pile").first.click()
    expect(page.locator(".payday[open]")).to_have_count(0)


def fullest(*, abroad: bool) -> Table:
    """Four bosses in debt, hands that everyone knows, all kinds in one's own hand, and desks of which one in each
    project is free. abroad: all projects are international, else some."""
    t = work(4, deadlines=True, innovation=True)
    t.hand(0, *KINDS, "blue", "blue", "green*", "red").money(100, 101, 102, 103).passed(2)
    for seat in (1, 2, 3):
        t.hand(seat, "red", "green", "blue", "yellow*" if seat == 1 else "yellow").debt(seat, 20)
        known = [(card, st.SENIORS + t.tables.rank[card], seat, EVERYBODY) for card in t.player(seat).hand]
        t.state.unseen.move(known)
    for place in range(len(t.state.places)):
        if t.place(place).kind != "innovation":
            if abroad or place % 2 == 0:
                t.abroad(place)
            t.field(place, (1, 5, 6, 4, 6)[place])
        desks = t.desk_names(place)
        for desk, name in enumerate(desks):
            deck = t.state.principals if name.endswith("*") else t.state.seniors
            if desk != place % len(desks) and kind(name) in [t.tables.kind[card] for card in deck]:
                t.sit(place, desk, name, by=(place + desk + 1) % 4)
    return t


@pytest.mark.parametrize("abroad", [False, True])
def test_a_full_table_fits_every_window(page: Page, server: Server, abroad: bool) -> None:
    stage = Stage(page, server, fullest(abroad=abroad), head=True)
    stage.names = LONG
    stage.show()
    # as high as the header is with clocks and a notice
    page.evaluate("document.querySelector('.table-head').style.height = '6.5rem'")
    page.evaluate(CHECKS)
    found = []
    for size in SIZES:
        resize(page, size)
        for picked in (True, False):
            page.locator(".pile[data-consultant='3']").click()
            page.evaluate(AT_REST)
            found += [f"{size}, {picked}: {fault}" for fault in faults(page)]
            if page.evaluate("document.documentElement.dataset.shape") == "wide":
                cut = check(page)("outside", f"{PROJECTS}, {OTHERS}, .boss .facts > *, {CONTROLS}")
                found += [f"{size}, {picked}: out of sight: {one}" for one in cut]
    assert found == []
