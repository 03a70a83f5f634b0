"""Play CASH through the board's controls in a real browser."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as Waited
from playwright.sync_api import expect

from cashbox.games.cash import help as helping
from cashbox.games.cash.content import Content, read_data
from tests.cases import for_each
from tests.games.cash.positions import turn
from tests.web.accessibility.test_basics import AXE, faults_in_both
from tests.web.conftest import ROOT, make_table
from tests.web.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.games.cash.positions import Table
    from tests.web.conftest import Guests, Server

BOARD = ROOT / "src" / "cashbox" / "games" / "cash" / "board"
SHELL = ROOT / "src" / "cashbox" / "web" / "static" / "js"
TIPS = json.loads((BOARD / "help.json").read_text(encoding="utf-8"))
HEADINGS = {
    "Round breakdown", "Turn breakdown", "Drawing, playing, and discarding", "Trading License", "Cash cards",
    "Trading, negotiation, and public information", "Insurance cards", "Investigation cards",
    "How do I get rid of an Investigation card?", "Bull market cards", "Dividend Yield", "Venture Capital",
    "Bear market cards", "Market Crash", "The Broker", "The Taxman", "The score",
}  # fmt: skip
PHONE = {"width": 390, "height": 844}


# -- playing for real ----------------------------------------------------------------------------------------------


class Person:
    """Plays by what the page offers, and waits until the table has answered."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def due(self) -> bool:
        return self.page.locator(".prompt-bar.my-turn").count() > 0

    def press(self, control: Locator) -> None:
        before = self.page.locator(".cash").get_attribute("data-acted")
        control.click()
        self.page.wait_for_function("b => document.querySelector('.cash').dataset.acted !== b", arg=before)

    def go_on(self) -> None:
        """One decision: the first that the page offers."""
        page = self.page
        if page.locator(".float[data-panel=pass]").count():
            button = page.locator(".float [data-action=pass]")
            for _ in range(2):
                if button.get_attribute("aria-disabled"):
                    page.locator(".hand .card[aria-pressed=false]").first.click()
            self.press(button)
        elif page.locator(".float .choice[data-action]").count() and not page.locator("[data-panel=card]").count():
            self.press(page.locator(".float .choice[data-action]").last)
        elif page.locator(".strip [data-action=finish]").count():
            self.press(page.locator(".strip [data-action=finish]"))
        else:
            if not page.locator("[data-panel=card]").count():
                page.locator(".hand .card").first.click(timeout=5_000)
            self.press(page.locator(".float [data-action]:not([aria-disabled])").first)


def sheet_is_open(people: list[Person]) -> bool:
    """Whether anyone reads a sheet, which may come up just when a card is pressed."""
    return any(person.page.locator("dialog[open]").count() for person in people)


def assert_adds_up(sheet: Locator) -> None:
    """Every line of a score sheet is the sum of its steps, and the capital what it was and that sum."""
    for row in sheet.locator("tbody tr").all():
        steps = {
            str(cell.get_attribute("data-step")): int(re.sub(r"[^\d−]", "", cell.inner_text()).replace("−", "-") or 0)
            for cell in row.locator("td").all()
        }
        parts = ("tabled", "doubled", "held", "bears", "taxed")
        assert sum(steps[part] for part in parts) == steps["total"], steps
        assert steps["before"] + steps["total"] == steps["capital"], steps


@pytest.mark.journey
def test_two_people_trade_and_play_a_round_to_its_score_sheet(server: Server, guest: Guests) -> None:
    ann, bob, watcher = guest(), guest(), guest()
    make_table(ann, server, ["me", "open"], game="cash", options={"max_turns": 5}, guest_name="Ann")
    bob.goto(ann.url)
    bob.get_by_label(re.compile("name", re.IGNORECASE)).first.fill("Bob")
    bob.get_by_role("button", name=re.compile("Sit down|Take")).first.click()
    for page in (ann, bob):
        page.wait_for_selector(".cash[aria-busy=false]")
    watcher.goto(ann.url)
    people = [Person(ann), Person(bob)]
    one, other = people if people[0].due() else people[::-1]

    # an offer of one card face down for another, which is answered with an offer
    one.page.locator(".firm .trade").click()
    composer = one.page.locator("dialog .composer")
    composer.locator(".way").nth(1).click()
    composer.get_by_role("button", name="One more").click()
    expect(composer.locator(".summary")).to_contain_text("You give 1 card face down and get 1 card face down.")
    one.page.reload()
    one.page.locator(".firm .trade").click()
    expect(composer.locator(".summary")).to_contain_text("You give 1 card face down and get 1 card face down.")
    one.press(composer.locator("[data-action=propose]"))
    expect(one.page.locator(".waiting")).to_contain_text("Waiting for")
    expect(watcher.locator(".waiting")).to_contain_text("cards from hand")
    expect(watcher.locator(".waiting")).not_to_contain_text("face down")
    answer = other.page.locator(".float[data-panel=answer]")
    expect(answer).to_contain_text("1 card face down")
    answer.locator("[data-action=counter]").click()
    given = other.page.locator(".from-hand .chip").first.inner_text()
    other.page.locator("dialog .way").first.click()  # the rest is filled in from the offer
    other.press(other.page.locator("dialog [data-action=propose]"))
    expect(one.page.locator(".float[data-panel=answer]")).to_contain_text(given)
    expect(one.page.locator(".float [data-action=counter]")).to_have_count(0)
    one.press(one.page.locator(".float [data-action=accept]"))
    one.page.locator(".hand .card").first.click()
    one.press(one.page.locator(".float [data-action=choose]"))
    expect(one.page.locator("#log")).to_contain_text(" trades ")
    expect(other.page.locator(".concerns")).to_contain_text("accepts your offer. You give ")
    expect(one.page.locator(".concerns")).to_have_count(0)
    other.page.reload()
    other.page.locator(".concerns").get_by_role("button", name="Close").click()
    expect(other.page.locator(".concerns")).to_have_count(0)
    expect(watcher.locator("#log")).to_contain_text("hand to Ann in exchange for 1 card from")
    expect(one.page.locator(".firm .trade small")).to_have_text("2")

    until = time.monotonic() + 60
    while not ann.locator("dialog[open] .round-sheet").count():
        for person in people:
            if person.due() and not sheet_is_open(people):
                try:
                    person.go_on()
                except Waited:
                    assert sheet_is_open(people), "what lies on the page cannot be pressed"
        assert time.monotonic() < until, "the round does not end"
    assert_adds_up(ann.locator("dialog .round-sheet"))
    why = re.compile("^Trading round 1: (no turns were left|.* stopped trading)")
    expect(ann.locator("dialog .round-sheet")).to_contain_text(why)
    ann.keyboard.press("Escape")
    expect(ann.locator("dialog[open]")).to_have_count(0)
    expect(ann.locator(".which b")).to_have_text("2")
    ann.locator("[data-action=sheet]").click()
    expect(ann.locator("dialog .round-sheet")).to_be_visible()


def test_a_person_among_seven_bots_on_a_phone(server: Server, guest: Guests) -> None:
    page = guest(viewport=PHONE, has_touch=True)
    make_table(page, server, ["me", *["bot:random"] * 7], game="cash", options={"max_turns": 60})
    page.wait_for_selector(".prompt-bar.my-turn, .cash-score")
    expect(page.locator(".firm")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    expect(page.locator(".track li")).to_have_count(8)
    Person(page).go_on()


# -- positions -----------------------------------------------------------------------------------------------------


def crowd() -> Table:
    """Eight firms with something of everything; seat 0 on turn."""
    t = turn(8)
    t.cash(0, 5_000, 5_000, 25_000).insured(0, "basic", 10_000, 10_000).hand(0, "broker", 25_000, "economy", "insider")
    t.cash(1, 5_000, 10_000, 25_000, 50_000, 75_000, 150_000).insured(1, "total", 50_000, 25_000).venture(1)
    t.investigated(2, "laundering").cash(2, 25_000).insured(3, "economy", 5_000, 5_000, 10_000).taxman(3)
    t.unlicensed(4).investigated(5, "organised").loses(5, 2).loses(6, 1).capital(6, 985_000).capital(7, -120_000)
    return t


def test_selecting_a_card_shows_what_it_would_do(server: Server, page: Page) -> None:
    stage = Stage(page, server, crowd())
    page.get_by_role("button", name=re.compile("^Commission The Broker")).click()
    paper = page.locator(".float[data-panel=card]")
    expect(paper.locator("[data-action=discard]")).to_contain_text("may take 25,000 from")
    for name in ("Bob", "Catherine"):
        expect(paper.locator("[data-action=discard]")).to_contain_text(name)
    quiet = paper.locator("[data-action=play]")
    expect(quiet).to_have_attribute("aria-disabled", "true")
    quiet.click(force=True)
    expect(page.locator(".note")).to_contain_text("only works when you discard it")
    assert stage.sent == []
    paper.locator("[data-action=discard]").click()
    prey = page.locator(".firm.prey")
    expect(prey).to_have_count(7)
    expect(page.locator(".firm[data-seat='1'] .signs")).to_contain_text("gives 25,000")
    expect(page.locator(".firm[data-seat='3'] .signs")).to_contain_text("would lose 1 turn")
    page.locator(".float [data-action=leave]").click()
    assert stage.sent == [[{"type": "discard", "card": "broker"}], [{"type": "leave"}]]


def test_tapping_cash_places_insurance(server: Server, page: Page) -> None:
    t = turn(2)
    t.cash(0, 5_000, 10_000, 50_000).hand(0, "economy")
    stage = Stage(page, server, t)
    page.get_by_role("button", name=re.compile("^Insurance Economy Cover")).click()
    page.locator(".float [data-action=play]").click()
    aims = page.locator(".firm.mine .bill.aim")
    expect(aims).to_have_count(2)
    aims.first.click()
    expect(page.locator(".float [data-action=done]")).to_contain_text("lose 20,000 of the limit")
    page.locator(".firm.mine .bill.aim").click()
    expect(page.locator(".firm.mine .policy")).to_have_attribute("aria-label", "Economy Cover insures 5,000 and 10,000")
    assert stage.sent[1:] == [[{"type": "insure", "value": 5000}], [{"type": "insure", "value": 10000}]]


def test_possible_targets_glow_and_can_be_tapped(server: Server, page: Page) -> None:
    stage = Stage(page, server, crowd())
    page.get_by_role("button", name=re.compile("^Investigation Insider Trading")).click()
    page.locator(".float [data-action=play]").click()
    aimed = page.locator(".firm.aimed")
    assert [aimed.nth(k).get_attribute("data-seat") for k in range(aimed.count())] == ["1", "3", "6", "7"]
    page.locator(".firm[data-seat='3'] h2").click()
    expect(page.locator(".firm[data-seat='3'] .stamp")).to_contain_text("Insider Trading")
    assert stage.sent[-1] == [{"type": "target", "seat": 3}]


@pytest.mark.journey
def test_cards_are_passed_face_down_and_players_see_who_has_chosen(server: Server, page: Page) -> None:
    t = turn(4)
    t.hand(0, "recession")
    t.discard("recession").do("pass", "license", by=2).do("pass", "settlement", by=2)
    stage = Stage(page, server, t)
    expect(page.locator(".firm[data-seat='2'] .signs")).to_contain_text("ready")
    expect(page.locator(".firm[data-seat='1'] .signs")).to_contain_text("choosing")
    button = page.locator(".float [data-action=pass]")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.locator(".hand .card").nth(0).click()
    page.locator(".hand .card").nth(2).click()
    expect(button).to_contain_text("Pass to Dave")
    button.click()
    expect(page.locator(".hand .card.set")).to_have_count(2)
    assert [form["type"] for form in stage.sent[0]] == ["pass", "pass"]


def test_a_player_who_passes_all_cards_is_not_shown_as_having_chosen(server: Server, page: Page) -> None:
    t = turn(4)
    t.hand(2, size=1).hand(0, "recession").discard("recession")
    Stage(page, server, t)
    expect(page.locator(".firm[data-seat='1'] .signs")).to_contain_text("choosing")
    expect(page.locator(".firm[data-seat='2'] .signs")).not_to_contain_text("ready")


def test_a_waiting_counter_offer_is_not_said_to_allow_a_counter_offer(server: Server, page: Page) -> None:
    t = turn(3)
    t.hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), (10_000,))
    stage = Stage(page, server, t, seat=2)
    assert "make one counteroffer" in stage.told(page.locator(".waiting"), helping.tips())
    t.counter((10_000,), (5_000,))
    stage.show()
    expect(page.locator(".waiting b").first).to_contain_text("counteroffer")
    assert "make one counteroffer" not in stage.told(page.locator(".waiting"), helping.tips())


def test_a_refused_offer_can_be_edited(server: Server, page: Page) -> None:
    t = turn(2)
    t.cash(0, 25_000).cash(1, 50_000).hand(0, "broker")
    stage = Stage(page, server, t)
    page.locator(".firm .trade").click()
    composer = page.locator(".composer")
    send = composer.locator("[data-action=propose]")
    expect(send).to_have_attribute("aria-disabled", "true")
    composer.get_by_role("button", name="Give The Broker face up").click()
    composer.locator("fieldset").nth(1).get_by_role("button", name="50,000").click()
    expect(composer.locator(".summary")).to_contain_text("Bob would have 8 cards in hand (limit: 7).")
    send.click()
    expect(composer).to_be_visible()
    expect(send).to_be_enabled()
    composer.locator("select").select_option(label="Settlement")
    expect(composer.locator(".summary")).to_contain_text("Bob would have 7 cards in hand")
    send.click()
    expect(composer).to_have_count(0)
    expect(page.locator(".waiting")).to_contain_text("Waiting for Bob to answer your offer")
    assert stage.sent[1] == [
        {"type": "offer", "seat": 1}, {"type": "give-named", "card": "broker"},
        {"type": "ask-firm", "card": "cash-50000"}, {"type": "ask-named", "card": "settlement"}, {"type": "propose"},
    ]  # fmt: skip


def tab_to(page: Page, which: str) -> None:
    """Goes on with Tab until what matches has the focus."""
    for _ in range(30):
        if page.evaluate("which => document.activeElement.matches(which)", which):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {which}")


def test_a_turn_by_keyboard_alone(server: Server, page: Page) -> None:
    t = turn(3)
    t.cash(1, 25_000).hand(0, 50_000, "broker")
    stage = Stage(page, server, t)
    broker = page.locator(".hand [data-card=broker]")
    page.locator(".desk").focus()
    tab_to(page, ".hand .card")
    for _ in range(7):
        if not page.evaluate("document.activeElement.matches('[data-card=broker]')"):
            page.keyboard.press("ArrowRight")
    expect(broker).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".float h3")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".float")).to_have_count(0)
    expect(broker).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".float h3")).to_be_focused()
    tab_to(page, ".float [data-action=discard]")
    page.keyboard.press("Enter")
    expect(page.locator(".float h3")).to_have_text("The Broker: take it?")
    expect(page.locator(".float h3")).to_be_focused()
    tab_to(page, ".float [data-action=take]")
    page.keyboard.press("Enter")
    expect(page.locator(".strip [data-action=finish]")).to_be_visible()
    expect(page.locator(".desk")).to_be_focused()
    tab_to(page, ".strip [data-action=finish]")
    page.keyboard.press("Enter")
    expect(page.locator(".firm[data-seat='1']")).to_have_class(re.compile(r"\bnow\b"))
    assert [form["type"] for request in stage.sent for form in request] == ["discard", "take", "finish"]


FLIGHTS = """window.flown = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, how) {
    if (frames[0].transform?.startsWith("translate(")) window.flown.push(this);
    return animate.call(this, frames, how);
};"""
"""Remembers what has flown, though it may have arrived before it is asked for."""


def test_a_card_flies_to_its_place_unless_motion_is_reduced(server: Server, guest: Guests) -> None:
    count = "wheres => wheres.map((where) => flown.filter((one) => one.closest(where)).length)"
    for motion in ("no-preference", "reduce"):
        page = guest(reduced_motion=motion)
        page.add_init_script(FLIGHTS)
        t = turn(2)
        t.hand(0, 50_000)
        Stage(page, server, t)
        page.locator("[data-card='cash-50000']").click()
        page.evaluate("flown.length = 0")
        page.locator(".float [data-action=play]").click()
        page.wait_for_selector(".firm.mine .bill")
        flying, sliding = page.evaluate(count, [".firm.mine .bill", ".hand"])
        assert (flying, sliding > 0) == ((1, True) if motion == "no-preference" else (0, False))


def test_conditions_of_all_players_are_shown(server: Server, page: Page) -> None:
    Stage(page, server, crowd())
    firms = page.locator(".firm")
    expect(firms.locator("[data-capital='985000']")).to_have_count(1)
    expect(page.locator(".firm[data-seat='1'] [data-tabled]")).to_have_text("390,000")
    expect(page.locator(".firm[data-seat='2'] .license .card")).to_have_attribute(
        "aria-label", "License under investigation: Money Laundering"
    )
    expect(page.locator(".firm[data-seat='4'] .license")).to_have_text("no license")
    track = page.locator(".track li")
    expect(track.nth(5)).to_contain_text("loses 2 turns")
    expect(track.locator("b.lost")).to_have_text(["−2", "−1"])
    expect(track.nth(0)).to_contain_text("Ann, current turn, first player")
    expect(page.locator(".if-stopped [data-line]")).to_have_attribute("data-line", "30000")
    expect(page.locator(".if-stopped")).to_contain_text("before The Taxman")


# -- how it looks --------------------------------------------------------------------------------------------------


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_eight_firms_are_readable_at_every_width(server: Server, guest: Guests, width: int) -> None:
    page = guest(viewport={"width": width, "height": 844}, has_touch=width < 400)
    Stage(page, server, crowd())
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    cut = page.evaluate(
        "[...document.querySelectorAll('.firm :is(.bill b, .tabled b, .capital b, .signs li, .over)'),"
        " ...document.querySelectorAll('.hand .title, .market *')]"
        ".filter((e) => e.getClientRects().length).filter((e) => { const a = e.getBoundingClientRect();"
        " const b = e.closest('.firm, .card, .market').getBoundingClientRect();"
        " return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 8 || a.bottom > b.bottom + 1; })"
        ".map((e) => `${e.className} ${e.textContent}`)"
    )
    assert cut == []
    small = page.evaluate(
        "[...document.querySelectorAll('.cash *')].filter((e) => e.getClientRects().length && [...e.childNodes]"
        ".some((n) => n.nodeType === 3 && n.data.trim()) && !e.closest('svg, .visually-hidden'))"
        ".filter((e) => parseFloat(getComputedStyle(e).fontSize) < 11.9).map((e) => `${e.className} ${e.textContent}`)"
    )
    assert small == []
    if width < 400:
        low = page.evaluate(
            "[...document.querySelectorAll('.cash button')].filter((e) => e.getClientRects().length)"
            ".filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 120))"
        )
        assert low == []


@pytest.mark.few(0, usual=0)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_axe_finds_no_serious_faults(server: Server, guest: Guests) -> None:
    page = guest()
    t = crowd()
    stage = Stage(page, server, t)
    page.locator(".hand .card").first.click()
    assert faults_in_both(page) == []
    page.keyboard.press("Escape")
    page.locator(".firm .trade:not([aria-disabled])").first.click()
    page.locator(".composer .way").first.click()
    assert faults_in_both(page) == []
    page.keyboard.press("Escape")
    t.offer(1, (25_000,), any_=2, firm=(5_000,))
    stage.seat = 1
    stage.show()
    expect(page.locator(".float[data-panel=answer]")).to_be_visible()
    assert faults_in_both(page) == []
    t.do("decline")
    t.play_stop()
    stage.show()
    page.locator("dialog[open] .round-sheet").wait_for()
    assert faults_in_both(page) == []
    assert_adds_up(page.locator("dialog .round-sheet"))


# -- everything explains itself ------------------------------------------------------------------------------------


def test_the_board_uses_exactly_the_tips_that_exist() -> None:
    files = [*BOARD.glob("*.js"), SHELL / "board" / "play.js"]
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    asked = set(re.findall(r"""(?:tip\(|told\([\w.]+,)\s*["']([\w.]+)["']""", code))
    made = {f"action.{name}" for name in Content(read_data()).forms.types} | {
        key for key in TIPS if key.startswith("score.")
    }
    assert asked <= set(TIPS)
    assert set(TIPS) <= asked | made


@for_each("key", TIPS)
def test_a_tip_has_sentences_and_the_heading_of_its_rule(key: str) -> None:
    tip = TIPS[key]
    if key == "card":
        return  # text and heading are those of the card
    assert tip["rule"] in HEADINGS
    assert tip["name"]
    bare = re.sub(r"\[[^\]]*\]", "", tip["say"])
    assert re.fullmatch(r"([^.]+\.){1,3}", bare), bare


def test_cards_and_counters_explain_themselves_on_hover(server: Server, page: Page) -> None:
    Stage(page, server, crowd())
    slip = page.locator("#tip-slip")
    for selector, words, rule in (
        (".hand [data-card=broker]", "may take 25,000 from", "The Broker"),
        (".firm[data-seat='2'] .license", "Under investigation: Money Laundering", "How do I get rid"),
        (".firm[data-seat='6'] .lost", "will lose 1 turn", "The Broker"),
        (".firm[data-seat='1'] .policy", "25,000, 50,000", "Insurance cards"),
        (".firm[data-seat='1'] .capital", "1,000,000", "Round breakdown"),
    ):
        page.mouse.move(2, 2)
        expect(slip).to_be_hidden()
        page.locator(selector).first.hover()
        expect(slip).to_contain_text(words)
        expect(slip).to_contain_text(rule)
