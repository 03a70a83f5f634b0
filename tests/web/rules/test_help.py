"""Test tips by mouse, keyboard, and touch, and the search on the help page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from cashbox.engine.help import table_tips
from cashbox.engine.sentences import fill
from cashbox.games.cash import help as cash
from cashbox.games.cash.options import MODES as CASH_MODES
from cashbox.games.cash.view import look as cash_look
from cashbox.games.consultants import help as consultants
from cashbox.games.consultants.options import MODES as CONSULTANTS_MODES
from cashbox.games.consultants.view import look as consultants_seen
from cashbox.games.envelopes import help as helping
from cashbox.games.envelopes.modes import MODES
from cashbox.games.envelopes.view import look
from tests.web.accessibility.test_basics import AXE, faults_in_both, settled
from tests.web.board.test_envelopes import play_until, sit_down
from tests.web.conftest import make_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from cashbox.engine.help import Tip
    from tests.web.conftest import Guests, Server

TIP = "#tip-slip"
NAME: Any = {"x": 100, "y": 12}
"""Where a card's name stands; the marks beside it have tips of their own."""


def draft(page: Page, server: Server) -> Locator:
    """A table where one is to draft; the first card that lies open."""
    play_until(sit_down(page, server, seed=5), "draft")
    page.mouse.move(2, 2)
    return page.locator(".cover .card").first


def described(thing: Locator) -> None:
    expect(thing).to_have_attribute("aria-describedby", "tip-slip")


def apart(page: Page, thing: Locator) -> bool:
    """Whether the tip leaves what it explains to be seen, and stays in the window."""
    a, b = page.locator(TIP).bounding_box(), thing.bounding_box()
    size = page.viewport_size
    assert a
    assert b
    assert size
    inside = a["x"] >= 0 and a["y"] >= 0 and a["x"] + a["width"] <= size["width"]
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    over = a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    return inside and (beside or over)


# -- in place ----------------------------------------------------------------------------------------------------------


def test_a_tip_appears_on_hover_and_closes_with_escape(server: Server, page: Page) -> None:
    card = draft(page, server)
    tip = page.locator(TIP)
    card.hover(position=NAME)
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("when you put it into play")
    expect(tip).to_contain_text("Understanding a card")
    described(card)
    assert apart(page, card)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    assert card.get_attribute("aria-describedby") is None
    card.locator(".usemark").hover()
    expect(tip).to_contain_text(re.compile("Once a month|Always on|End of the game"))
    page.mouse.move(2, 2)
    expect(tip).to_be_hidden()


@pytest.mark.journey
def test_a_tip_appears_on_focus_and_escape_closes_it_before_anything_else(server: Server, page: Page) -> None:
    card = draft(page, server)
    tip = page.locator(TIP)
    page.keyboard.press("Tab")
    card.focus()
    expect(tip).to_be_visible()
    described(card)
    page.keyboard.press("Enter")  # a sheet comes up, its heading in focus
    button = page.locator(".float [data-action=draft]")
    expect(page.locator(".float h3")).to_be_focused()
    expect(tip).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    expect(tip).to_contain_text("up to six months to pay")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(button).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_have_count(0)


def test_arrow_keys_move_through_a_group(server: Server, page: Page) -> None:
    draft(page, server)
    page.keyboard.press("Tab")
    first = page.locator(".tray .wallet > span").first
    first.focus()
    expect(page.locator(TIP)).to_contain_text("green envelope")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(page.locator(TIP)).to_contain_text("Bucks pay for campaigns")
    page.keyboard.press("ArrowRight")
    expect(page.locator(TIP)).to_contain_text("3 until May, 2 until August, 1 until November, and 0 after that")
    assert page.locator(".tray [data-tips] [tabindex='0']").count() == 1


def test_touch_taps_icons_and_long_presses_buttons_for_tips(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844}, has_touch=True)
    card = draft(page, server)
    tip = page.locator(TIP)
    heading = page.get_by_role("heading", name=re.compile("^Draft for "))
    heading.tap()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Drafting Cards")
    assert apart(page, heading)
    page.locator(".prompt").tap()
    expect(tip).to_be_hidden()
    touch = "(e, type) => e.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerType: 'touch', pointerId: 7}))"
    card.evaluate(touch, "pointerdown")
    expect(tip).to_be_visible()
    assert apart(page, card)
    card.evaluate(touch, "pointerup")
    card.evaluate("e => e.click()")  # what the browser makes of lifting the finger
    expect(page.locator(".float")).to_have_count(0)
    card.tap()
    expect(page.locator(".float")).to_be_visible()


def test_dice_map_and_score_have_tips(server: Server, page: Page) -> None:
    person = sit_down(page, server, seed=5)
    tip = page.locator(TIP)
    play_until(person, "dice")
    die = page.locator(".dice .pick").first
    page.mouse.move(2, 2)
    die.hover()
    expect(tip).to_contain_text(re.compile(r"Gives you \d in .* to August\."))
    play_until(person, "month")
    for selector, words in (
        (".space.state", "One recruit lives here"),
        (".space.border", "Two recruits live here"),
        (".space.circle", "stop on the road"),
        (".recruit", re.compile("sign him|He has signed")),
        (".legend li", "Northwest: green"),
        (".key[data-open=trade]", "any 3 envelopes and 1 buck"),
        (".calendar .month header", re.compile("March, this month.*were picked up")),
        (".positions li", "QB, quarterback"),
    ):
        page.mouse.move(2, 2)
        expect(tip).to_be_hidden()
        thing = page.locator(selector).first
        thing.evaluate("e => e.scrollIntoView({block: 'center'})")
        thing.hover()
        expect(tip).to_be_visible()
        expect(tip).to_contain_text(words)
        assert apart(page, page.locator("[aria-describedby=tip-slip]"))
    page.locator(".key[data-open=marketing]").click()
    person.press(page.locator(".float [data-action=campaign]").first, "campaign")
    page.locator(".mine .score").click()
    page.keyboard.press("Tab")
    row = page.locator(".sheet-table tbody th").first
    row.focus()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text(re.compile("stars", re.IGNORECASE))


def tables() -> list[tuple[dict[str, Tip], Any]]:
    """The sentences of each game with what a table of each of its modes plays by."""
    found: list[tuple[dict[str, Tip], Any]] = []
    found += [(helping.tips(), look.table(helping.rules_of(mode))) for mode in MODES]
    found += [(cash.tips(), cash_look.table(cash.rules_of(mode))) for mode in CASH_MODES]
    found += [(consultants.tips(), consultants_seen.table(consultants.rules_of(mode))) for mode in CONSULTANTS_MODES]
    return found


VALUES = (0, 1, 2, -1, "", "a word", True, False, 1_200_000)
"""What a fact of a thing may be."""


@pytest.mark.few(0, usual=1)
@pytest.mark.journey
@pytest.mark.parametrize(("every", "table"), tables())
def test_tips_show_what_the_rules_say(server: Server, page: Page, every: dict[str, Tip], table: Any) -> None:
    """The server reads a sentence and puts in what the table plays by; the page puts in the facts of the one thing."""
    rules = msgspec.to_builtins(table)
    sent = msgspec.to_builtins(table_tips(every, rules))
    cases: list[tuple[Any, dict[str, Any], str]] = []
    for key, tip in every.items():
        for k in range(len(VALUES) if tip.given else 1):
            facts = {name: VALUES[(k + n) % len(VALUES)] for n, name in enumerate(tip.given)}
            cases += [(sent[key][part], facts, fill(getattr(tip, part), rules | facts)) for part in sent[key]]
        assert tip.given or all(isinstance(part, str) for part in sent[key]["say"]), key
    page.goto(server.url)
    read = page.evaluate(
        "async (cases) => { const { say } = await import('/static/js/board/sentence.js');"
        " return cases.map(([sentence, facts]) => say(sentence, facts)); }",
        [(sentence, facts) for sentence, facts, _ in cases],
    )
    assert read == [said for _, _, said in cases]


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_search_updates_while_typing(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/rules/envelopes")
    sections = page.locator("[data-section]:visible")
    chapter = sections.count()
    assert 1 < chapter < 10
    assert page.locator("[data-section]").count() > 30
    page.keyboard.press("Tab")
    box = page.get_by_label("Search these rules")
    box.focus()
    page.keyboard.type("hundred-dollar handshake 088")
    expect(page.get_by_role("status")).to_have_text("Found: 0 sections, 1 entry.")
    expect(page.locator("[data-entry]:visible")).to_contain_text("Hundred-Dollar Handshake")
    expect(sections).to_have_count(1)
    page.keyboard.press("Escape")
    expect(sections).to_have_count(chapter)
    page.keyboard.type("RUNNER buck")
    expect(page.get_by_role("heading", name="Pay a Runner")).to_be_visible()
    expect(page.get_by_role("heading", name="Positional Scoring")).to_be_hidden()
    expect(page.get_by_role("link", name="Positional Scoring")).to_be_hidden()
    page.keyboard.type(" zebra")
    expect(page.get_by_role("status")).to_have_text("No matches.")


@pytest.mark.journey
def test_the_rules_can_be_read_chapter_by_chapter(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/rules/envelopes")
    shown = page.locator("[data-chapter]:visible")
    expect(shown).to_have_count(1)
    expect(shown.get_by_role("heading", level=2)).to_have_text("The game in short")
    shown.get_by_role("link", name="Before the first month").click()
    expect(shown.get_by_role("heading", level=2)).to_have_text("Before the first month")
    assert page.url.endswith("#chapter-before-the-first-month")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Drafting Dice").click()
    expect(page.get_by_role("heading", name="Drafting Dice")).to_be_in_viewport()
    page.go_back()
    expect(shown.get_by_role("heading", level=2)).to_have_text("Before the first month")


@pytest.mark.parametrize("anchor", ["sign-recruits", "cards", "chapter-options", "coaches"])
def test_a_link_to_a_heading_opens_its_chapter(server: Server, page: Page, anchor: str) -> None:
    page.goto(f"{server.url}/rules/envelopes/standard#{anchor}")
    expect(page.locator(f"#{anchor}")).to_be_in_viewport()
    expect(page.locator("[data-chapter]:visible")).to_have_count(1)


def test_an_example_can_be_stepped_through(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/rules/consultants/basic#rewards")
    example = page.locator("#rewards [data-stepper]")
    expect(example.locator("[data-step]:visible")).to_have_count(1)
    expect(example.get_by_text("Step 1 of 4")).to_be_visible()
    for _ in range(3):
        example.get_by_role("button", name="Next step").click()
    expect(example.locator("[data-step]:visible .figures")).to_have_text(re.compile(r"Ann\s*6\s*Bob\s*6"))
    expect(example.get_by_role("button", name="Next step")).to_be_disabled()
    example.get_by_role("button", name="Back").click()
    expect(example.get_by_text("Step 3 of 4")).to_be_visible()


def test_cards_of_cash_can_be_found_by_their_effect(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/rules/cash/standard")
    box = page.get_by_label("Search these rules")
    box.focus()
    page.keyboard.type("lowest uninsured opponent")
    expect(page.locator("#list-of-cards [data-entry]:visible")).to_contain_text("Dividend Yield")
    expect(page.get_by_role("heading", name="Stop Trading")).to_be_hidden()


def test_the_page_is_complete_without_javascript(server: Server, guest: Guests) -> None:
    page = guest(java_script_enabled=False)
    page.goto(f"{server.url}/rules/envelopes/online")
    expect(page.locator(".seek")).to_be_hidden()
    assert page.locator("[data-entry]:visible").count() > 180
    expect(page.get_by_role("heading", name="Recruiting Boards")).to_be_visible()
    page.get_by_role("link", name="Family").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Envelopes of Cash: family")


@pytest.mark.journey
def test_a_table_leads_to_the_rules_of_its_mode(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot:random"], game="envelopes", mode="family")
    page.get_by_role("button", name="Rules").click()
    address = page.get_by_role("link", name="Open page").get_attribute("href")
    assert address is not None
    assert address.partition("#")[0] == "/rules/envelopes/family"
    page.goto(f"{server.url}{address}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Envelopes of Cash: family")


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_axe_finds_no_serious_faults_with_an_open_tip(server: Server, guest: Guests) -> None:
    page = guest()
    card = draft(page, server)
    card.hover(position=NAME)
    expect(page.locator(TIP)).to_be_visible()
    assert faults_in_both(page) == []
    page.goto(f"{server.url}/rules/envelopes/family#sign-recruits")
    assert faults_in_both(settled(page)) == []


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("address", ["envelopes/online", "cash/standard", "consultants/real"])
def test_the_help_page_fits_the_window(server: Server, guest: Guests, width: int, address: str) -> None:
    page = guest(viewport={"width": width, "height": 800})
    page.goto(f"{server.url}/rules/{address}")
    expect(page.locator("[data-section]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tables = "[...document.querySelectorAll('.prose table')]"
    assert page.evaluate(f"{tables}.every((table) => table.scrollWidth <= table.clientWidth + 1)")
