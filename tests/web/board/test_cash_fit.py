"""Test the CASH board at every size: everything needed to decide is visible, readable, and uncovered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.games.cash.positions import turn
from tests.tiers import looks
from tests.web.conftest import make_table
from tests.web.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.games.cash.positions import Table
    from tests.web.conftest import Guests, Server

WIDE: Final = [(1920, 1080), (1440, 900), (1280, 720)]
SIZES: Final = [*WIDE, (1024, 768), (390, 844), (844, 390)]
NAMES: Final = [
    f"{name} of the very long Name"[:24] for name in ("Ann", "Bob", "Cat", "Dave", "Eve", "Fred", "Gus", "Hal")
]

SMALL: Final = """
() => [...document.querySelectorAll('.cash *')].filter((e) => e.checkVisibility() && !e.closest('.visually-hidden')
  && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM ? e.getScreenCTM().a : 1) < 11.9)
  .map((e) => `${e.getAttribute('class')} ${e.textContent.trim()} ${getComputedStyle(e).fontSize}`)
"""
"""Text that is smaller than 12 pixels."""

CUT: Final = """
() => [...document.querySelectorAll('.firm *, .hand .title, .hand .band, .market *, .strip *, .own-strip *')]
  .filter((e) => e.checkVisibility()
  && !e.closest('.visually-hidden, svg')).filter((e) => { const a = e.getBoundingClientRect();
  const b = e.closest('.firm, .card, .market, .strip, .own-strip').getBoundingClientRect();
  return a.width && (a.left < b.left - 1.5 || a.right > b.right + 1.5 || a.top < b.top - 9
    || a.bottom > b.bottom + 1.5); })
  .map((e) => `${e.getAttribute('class')} ${e.textContent.trim()}`)
"""
"""What sticks out of where it lies."""

BOX: Final = """
(which) => [...document.querySelectorAll(which)].filter((e) => e.checkVisibility()).map((e) => {
  const { left, top, right, bottom } = e.getBoundingClientRect(); return [left, top, right, bottom]; })
"""


SETTLED: Final = """
() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 40))))
  .then(() => Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
    .map((one) => one.finished.catch(() => null))))
  .then(() => null)
"""


def boxes(page: Page, which: str) -> list[list[float]]:
    """Left, top, right and bottom of what is seen of this."""
    found: list[list[float]] = page.evaluate(BOX, which)
    return found


def meets(one: list[float], other: list[float]) -> bool:
    """Whether two boxes overlap."""
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def within(page: Page, box: list[float]) -> bool:
    """Whether a box lies in the window."""
    size: Any = page.viewport_size
    return box[0] >= -1 and box[1] >= -1 and box[2] <= size["width"] + 1 and box[3] <= size["height"] + 1


HEADS: Final = """() => {
  const seen = (e) => e.checkVisibility() && !getComputedStyle(e).clipPath.includes("50%");
  const boxes = (all) => [...all].filter(seen).map((e) => [e, e.getBoundingClientRect()]);
  return [...document.querySelectorAll(".firm:not(.mine)")].flatMap((firm) => {
    const text = firm.querySelector("h2").firstChild;
    const name = document.createRange();
    name.selectNodeContents(text);
    const head = firm.querySelector("h2").getBoundingClientRect(), at = name.getBoundingClientRect();
    const end = Math.min(at.right, head.right);
    const all = [...boxes(firm.querySelectorAll("header > :not(h2, .capital, .signs), footer > *")),
      [firm.querySelector("h2"), { left: at.left, right: end, top: at.top, bottom: at.bottom }]];
    return all.flatMap(([one, a], k) => all.slice(k + 1)
      .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
      .map(([two]) => [one, two].map((e) => e.className || e.tagName).join(" over ")));
  });
}"""
"""What lies on something else in the lines beside the cards of the other firms."""


def crowd(seats: int) -> Table:
    """Firms with something of everything, and large numbers; seat 0 on turn."""
    t = turn(seats)
    t.cash(0, 5_000, 5_000, 25_000).insured(0, "basic", 10_000, 10_000)
    t.hand(0, "not organised", 150_000, "economy", "insider", "recession", "broker", "settlement", "organised")
    t.cash(1, 5_000, 10_000, 25_000, 50_000, 150_000).insured(1, "total", 50_000, 25_000).venture(1)
    t.capital(0, 1_985_000).capital(1, -1_120_000)
    if seats > 2:
        t.investigated(2, "corruption").cash(2, 25_000, 75_000).loses(2, 1)
    if seats > 4:
        t.insured(3, "economy", 5_000, 5_000, 10_000).taxman(3).unlicensed(4).capital(4, 1_985_000)
    if seats > 7:
        t.investigated(5, "organised").loses(5, 2).loses(6, 1).capital(7, 1_120_000)
    return t.dump("insider")


def staged(page: Page, server: Server, seats: int) -> Stage:
    stage = Stage(page, server, crowd(seats), head=True)
    stage.names = NAMES[:seats]
    stage.show()
    return stage


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("seats", [8, 2, 3, 5])
def test_everything_needed_to_decide_is_on_one_screen(server: Server, page: Page, seats: int) -> None:
    staged(page, server, seats)
    for width, height in looks(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        where = f"{width}x{height} with {seats}"
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, where
        assert page.evaluate(SMALL) == [], where
        assert page.evaluate(CUT) == [], where
        hand = boxes(page, ".hand .card")
        assert len(hand) == 8, where
        assert all(within(page, box) for box in hand), where
        own = boxes(page, ".firm.mine" if width >= 1000 else ".own-strip")
        assert len(own) == 1, where
        assert within(page, own[0]), where
        assert not any(meets(own[0], box) for box in hand), where
        if (width, height) in WIDE:
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, where
            parts = boxes(page, "[data-region], .firm, .market")
            assert len(parts) == 4 + seats + 1, where
            assert all(within(page, box) for box in parts), where
            assert page.evaluate(HIDDEN) == [], where
            # as high as the header of a table with a prompt and eight players
            page.evaluate("(e) => { document.querySelector('.table-head').style.height = e }", "9.25rem")
            page.evaluate(SETTLED)
            assert page.evaluate(HEADS) == [], where
            page.evaluate("document.querySelector('.table-head').style.height = ''")
        elif width == 1024:
            assert page.evaluate("document.documentElement.scrollHeight / innerHeight") <= 2, where
        elif width == 844:
            front = boxes(page, "[data-region=board]")[0]
            assert front[3] - front[1] >= 0.6 * height, where
        if width < 1000:
            page.locator("[role=tab]", has_text="Your firm").click()
            mine = boxes(page, ".firm.mine")
            assert len(mine) == 1, where
            page.locator("[role=tab]", has_text="The table").click()
            assert len(boxes(page, ".firm:not(.mine)")) == seats - 1, where


HIDDEN: Final = """
() => [...document.querySelectorAll('.firm, .plot, .market, .tray, .hand .card, [data-region]')]
  .filter((e) => e.dataset.region !== 'controls')
  .filter((e) => e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2)
  .map((e) => `${e.className} ${e.dataset.seat ?? e.parentElement.closest('[data-seat]')?.dataset.seat ?? ''}`
    + ` ${e.textContent.slice(0, 30)} ${e.scrollHeight} > ${e.clientHeight}, ${e.scrollWidth} > ${e.clientWidth}`)
"""
"""What would have to be scrolled."""


HALF_HIDDEN: Final = """
() => [...document.querySelectorAll('.float .choices button')].filter((e) => e.checkVisibility()).filter((e) => {
  const { top, bottom } = e.getBoundingClientRect();
  for (let up = e.parentElement; up; up = up.parentElement) {
    const frame = up.getBoundingClientRect();
    if (getComputedStyle(up).overflowY !== 'visible' && (top < frame.top - 1 || bottom > frame.bottom + 1)) return true;
  }
  return bottom > innerHeight;
}).map((e) => e.textContent)
"""
"""Buttons of a paper that are not wholly in sight."""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_a_card_can_be_played_and_discarded_without_scrolling(
    server: Server, page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table = crowd(4)
    table.hand(0, 25_000, "organised", "not insider", "total", "dividend", "banker", "bankruptcy", "venture", size=0)
    Stage(page, server, table, head=True)
    # as high as the header of a phone is with a clock and a notice
    page.evaluate(
        "height => document.querySelector('.table-head').style.height = height", "3rem" if size[0] == 844 else "9rem"
    )
    for k in range(8):
        page.locator(".hand .card").nth(k).click()
        page.evaluate(SETTLED)
        assert page.locator(".float .choices button").count() == 2
        assert page.evaluate(HALF_HIDDEN) == []
        page.locator(".float .close").click()


def anew(stage: Stage, table: Table, size: tuple[int, int]) -> None:
    """A position in a window of a size, with no dialog open and the table in front."""
    stage.page.keyboard.press("Escape")
    expect(stage.page.locator("dialog[open]")).to_have_count(0)
    stage.page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.table = table
    stage.show()
    stage.page.evaluate(SETTLED)
    if size[0] < 1000:
        stage.page.locator("[role=tab]", has_text="The table").click()


def test_a_panel_never_covers_its_subject(server: Server, page: Page) -> None:
    stage = staged(page, server, 8)
    panel = page.locator(".float")

    def clear(speaks_of: str) -> None:
        expect(panel).to_be_visible()
        panel.evaluate("(e) => Promise.all(e.getAnimations().map((one) => one.finished))")
        mine = boxes(page, ".float")[0]
        assert within(page, mine), speaks_of
        firms = boxes(page, speaks_of)
        assert firms, speaks_of
        assert not any(meets(mine, box) for box in firms), speaks_of
        assert page.evaluate(SMALL) == []

    for width, height in looks(SIZES):
        anew(stage, crowd(8), (width, height))
        page.locator(".hand [data-card=broker]").click()
        clear(".hand .card.picked" if width != 844 else "[data-region=board]")
        page.locator(".float [data-action=discard]").click()
        clear(".firm.prey" if width >= 1180 else "[data-region=board], .own-strip" if width < 1000 else ".firm.mine")
        anew(stage, crowd(8), (width, height))
        page.locator(".hand [data-card=economy-cover]").click()
        page.locator(".float [data-action=play]").click()
        clear(".firm.mine .bill.aim")


ART: Final = """() => [...document.querySelectorAll(".card .middle .art")].filter((art) => art.checkVisibility())
  .map((art) => [art, art.closest(".middle")].map((one) => one.getBoundingClientRect()))
  .filter(([art, middle]) => art.bottom > middle.bottom + 1 || art.top < middle.top - 1).length"""
"""How many pictures of cards reach out of their places, over titles."""


def test_pictures_do_not_overlap_titles(server: Server, page: Page) -> None:
    staged(page, server, 4)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(SETTLED)
        assert page.evaluate(ART) == 0, size


def test_an_offer_between_others_leaves_the_table_visible(server: Server, page: Page) -> None:
    t = crowd(4).hand(1, "license", size=3)
    t.offer(1, (150_000, "broker"), ("license",), hidden=("insider",), any_=1, firm=(25_000, 5_000))
    page.set_viewport_size({"width": 360, "height": 640})
    stage = Stage(page, server, t, seat=3, head=True)
    # as high as the header of a phone is with a prompt of two lines, the time left, and four players
    page.evaluate("document.querySelector('.table-head').style.height = '8.5rem'")
    stage.show()
    page.evaluate(SETTLED)
    pile = page.locator(".heap .card")
    expect(pile).to_be_in_viewport(ratio=0.98)


@pytest.mark.journey
def test_an_offer_can_be_made_and_answered_at_every_size(server: Server, page: Page) -> None:
    stage = staged(page, server, 3)
    for size in looks(SIZES):
        t = crowd(3).hand(1, "license", size=3)
        stage.seat = 0
        anew(stage, t, size)
        page.locator(".firm[data-seat='1'] .trade").click()
        send = page.locator("dialog [data-action=propose]")
        expect(send).to_be_in_viewport(ratio=0.9)
        wide = page.evaluate("(e) => e.scrollWidth - e.clientWidth", page.locator("dialog[open]").element_handle())
        assert wide <= 0, size
        page.keyboard.press("Escape")
        t.offer(1, (150_000, "broker"), ("license",), hidden=("insider",), any_=1, firm=(25_000, 5_000))
        stage.show()
        expect(page.locator(".waiting .goods").first).to_contain_text("Insider Trading: Investigation face down")
        expect(page.locator(".waiting [data-action=withdraw]")).to_be_in_viewport(ratio=0.9)
        stage.seat = 1
        stage.show()
        accept, decline = (page.locator(f".float [data-action={kind}]") for kind in ("accept", "decline"))
        for button in (accept, decline):
            expect(button).to_be_in_viewport(ratio=0.9)
        assert page.evaluate(SMALL) == [], size
        page.locator(".float [data-action=counter]").click()
        composer = page.locator("dialog .composer")
        expect(composer.locator(".answered")).to_contain_text("gives 5,000 from their firm")
        expect(composer.locator(".summary")).to_contain_text(
            "You give Trading License and get 5,000 from their firm, 25,000 from their firm, 150,000, The Broker, "
            "and 1 card face down"
        )
        page.keyboard.press("Escape")
        accept.click()
        choose, decline = (page.locator(f".float [data-action={kind}]") for kind in ("choose", "decline"))
        expect(page.locator(".float .deal")).to_contain_text("150,000")
        for button in (choose, decline):
            expect(button).to_be_in_viewport(ratio=0.9)
            assert button.evaluate(SPILLS) == [0, 0], size
        stage.seat, stage.table = 0, crowd(3)
        stage.show()


def test_investigation_and_acquittal_differ_by_word_and_shape(server: Server, page: Page) -> None:
    stage = staged(page, server, 8)
    for size in looks(SIZES):
        anew(stage, crowd(8), size)
        for card, word in (("investigation-insider", "Investigation"), ("acquittal-organised", "Acquittal")):
            held = page.locator(f".hand [data-card={card}]")
            expect(held.locator(".band")).to_have_text(word)
            expect(held.locator(".band")).to_be_visible()
            expect(held.locator(".seal")).to_be_visible()
        edges = page.locator(".hand :is([data-card=investigation-organised], [data-card=acquittal-organised]) .edge")
        assert edges.nth(0).get_attribute("d") != edges.nth(1).get_attribute("d")
        expect(page.locator(".firm[data-seat='2'] .stamp small")).to_have_text("Investigation")


def test_two_and_three_firms_fill_the_board(server: Server, guest: Guests) -> None:
    sizes = {}
    for seats in (2, 3, 8):
        page = guest(viewport={"width": 1440, "height": 900})
        staged(page, server, seats)
        board = boxes(page, "#board")[0]
        bill = boxes(page, ".firm[data-seat='1'] .bill")[0]
        area = sum((box[2] - box[0]) * (box[3] - box[1]) for box in boxes(page, ".firm"))
        sizes[seats] = (area / ((board[2] - board[0]) * (board[3] - board[1])), bill[2] - bill[0])
    assert sizes[2][0] > 0.5, sizes
    assert sizes[3][0] > 0.5, sizes
    assert sizes[2][1] > sizes[3][1] > sizes[8][1], sizes


SPILLS = "(e) => [Math.max(0, e.scrollWidth - e.clientWidth), Math.max(0, e.scrollHeight - e.clientHeight)]"
"""By how much the words of a button are larger than the button."""


def test_a_button_says_what_can_be_undone_and_why_a_card_cannot_be_played(server: Server, page: Page) -> None:
    t = turn(2)
    t.cash(0, 5_000, 10_000).hand(0, "economy", "dividend", 50_000)
    stage = Stage(page, server, t)
    page.locator(".hand [data-card=economy-cover]").click()
    for kind in ("play", "discard"):
        expect(page.locator(f".float [data-action={kind}]")).not_to_contain_text("undone")
    page.locator(".float [data-action=play]").click()
    insure = page.locator(".float [data-action=insure]").first
    expect(insure).to_contain_text("can be undone")
    expect(insure).to_have_accessible_name(re.compile("can be undone"))
    insure.click()
    page.locator(".float [data-action=done]").click()
    expect(page.locator(".strip [data-action=finish]")).not_to_contain_text("undone")
    assert [form["type"] for request in stage.sent for form in request] == ["play", "insure", "done"]
    stage.table = turn(2).hand(0, "dividend", "stop").investigated(0)
    stage.show()
    for card, why in (
        ("dividend-yield", "You can't play Dividend Yield. It only works when you discard it."),
        ("stop-trading", "You can't play cards on your firm or on other players' licenses"),
    ):
        page.locator(f".hand [data-card={card}]").click()
        button = page.locator(".float [data-action=play]")
        expect(button).to_contain_text(why)
        expect(button).to_have_accessible_name(re.compile(re.escape(why)))


def test_confirmation_is_asked_if_the_player_prefers_it(server: Server, guest: Guests) -> None:
    page = guest()
    page.add_init_script("localStorage.setItem('cashbox:confirm', 'final')")
    make_table(page, server, ["me", "bot"], game="cash")
    page.wait_for_selector(".prompt-bar.my-turn")
    page.locator(".hand .card").first.click()
    page.locator(".float [data-action]:not([aria-disabled])").first.click()
    asked = page.get_by_role("dialog", name="Are you sure?")
    expect(asked).to_contain_text("can't be undone")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_be_hidden()
    expect(page.locator(".hand .card")).to_have_count(8)


def test_player_chips_show_capital_and_cards_and_open_a_firm(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844}, has_touch=True)
    make_table(page, server, ["me", "bot", "bot"], game="cash")
    page.wait_for_selector(".prompt-bar.my-turn")
    chips = page.locator(".players .cash-chip")
    expect(chips).to_have_count(3)
    expect(chips.first).to_have_attribute("data-hand", re.compile("7|8"))
    expect(chips.first).to_contain_text("cards in hand")
    page.locator(".players li", has=page.locator(".cash-chip")).first.locator("button").click()
    expect(page.locator(".firm.mine")).to_be_visible()
