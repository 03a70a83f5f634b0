"""Play Envelopes of Cash through the board's controls in a real browser, against real bots."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.board_player import Somebody
from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server

MONTHS = 12
PRESSES = 1000
"""A whole game takes fewer."""
WALKS, EXTRAS = 2, 4
"""How often a person moves in a month, and does anything else besides signing and paying, both together."""
BUSY = 4
"""From this month on a person only drafts, chooses dice and passes, so that the game ends soon."""


class Person(Somebody):
    """Plays by what glows. busy: until which month other things are done than those that a month must have."""

    board = ".eoc"
    busy = BUSY

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page, seed)
        self.moves = 0
        self.month = -1
        self.seen: set[str] = set()

    def go_on(self) -> None:
        """One decision."""
        phase = self.phase()
        self.seen.add(phase)
        if phase in ("stash", "draft", "coach"):
            self.choose_card()
        elif phase == "dice":
            self.choose_die()
        elif phase == "month":
            self.play_month()
        else:
            choice = self.some(".cover .button[data-action]:not([aria-disabled]):visible")
            assert choice is not None, f"nothing to press in {phase}"
            self.press(choice, phase)

    def choose_card(self) -> None:
        card = self.some(".cover .card.glow")
        assert card is not None
        card.click()
        button = self.page.locator(".float .button[data-action]:not([aria-disabled])").first
        self.press(button, str(button.get_attribute("data-action")))

    def choose_die(self) -> None:
        place = self.some(".place .button.primary") or self.some(".place .button")
        die = self.some(".dice .pick.can")
        control = place or die
        assert control is not None
        self.press(control, "place" if place else "die")

    def play_month(self) -> None:
        month = int(self.page.locator(".eoc").get_attribute("data-month") or 0)
        if month != self.month:
            self.month, self.moves = month, 0
        if self.page.locator(".float:not([data-panel=cards]) .close").count():  # a paper lies over the map
            self.page.locator(".float .close").click()
        phone = self.page.locator(".tabs").is_visible()  # which shows a part of the map at a time
        if phone and not self.page.locator(".float").count():
            self.page.get_by_role("button", name="Show the whole map").click()
        pending = self.page.locator(".float[data-panel=pending] .choice")
        if pending.count():
            self.press(pending.nth(self.random.randrange(pending.count())), "choice")
        elif self.page.locator(".float[data-panel=pending]").count():  # a flight: the map has the choices
            self.press(self.page.locator(".space.glows").first, "fly")
        elif month >= self.busy:
            self.end_turn()
        elif (signs := self.some(".recruit.sign")) is not None:
            signs.click()
            self.press(self.page.locator(".float [data-action=sign]"), "sign")
        elif self.page.locator(".key[data-open=cards].can").count():
            self.use_cards()
        elif self.moves < WALKS and (space := self.some(".space.glows")) is not None:
            self.moves += 1
            self.press(space, "move")
        elif self.moves < EXTRAS and self.extra():
            self.moves += 1
        else:
            self.end_turn()

    def use_cards(self) -> None:
        if not self.page.locator(".float[data-panel=cards]").count():
            self.page.locator(".key[data-open=cards]").click()
        choice = self.page.locator(".float[data-panel=cards] .choice.can").first
        if choice.get_attribute("data-action") == "put":
            self.press(choice, "put")
            return
        choice.click()
        button = self.page.locator(".float[data-panel=card] .button[data-action]:not([aria-disabled])").first
        self.press(button, str(button.get_attribute("data-action")))

    def extra(self) -> bool:
        """Marketing, a runner, a trade or a bet, whichever the month allows."""
        wish = self.random.choice(["marketing", "runner", "trade", "vegas"])
        if wish == "runner":
            recruit = self.some(".recruit.runner")
            if recruit is None:
                return False
            recruit.click()
            self.press(self.page.locator(".float [data-action=runner]"), "runner")
            return True
        key = self.page.locator(f".key[data-open={wish}].can")
        if not key.count():
            return False
        if not self.page.locator(f".float[data-panel={wish}]").count():
            key.click()
        control = self.page.locator(f".float[data-panel={wish}] [data-action]:not([aria-disabled]):visible")
        self.press(control.nth(self.random.randrange(min(3, control.count()))), wish)
        return True

    def end_turn(self) -> None:
        if self.page.locator(".float:not([data-panel=pending]) .close").count():
            self.page.locator(".float .close").click()
        waste = self.page.locator(".tray .wallet").get_attribute("aria-label") != "no envelopes"
        end = self.page.locator(".tray [data-action=end]")
        if not waste:
            self.press(end, "end")
            return
        end.click()
        panel = self.page.locator(".float[data-panel=end]")
        expect(panel).to_contain_text("ou discard")
        self.pressed["warned"] = self.pressed.get("warned", 0) + 1
        self.press(panel.locator("[data-action=end]"), "end")


def sit_down(
    page: Page, server: Server, seats: tuple[str, ...] = ("me", "bot:random", "bot:random"), seed: int = 1
) -> Person:
    make_table(page, server, seats, game="envelopes")
    person = Person(page, seed)
    person.wait()
    page.wait_for_selector(".cover")
    return person


def play_until(person: Person, phase: str, month: int = 0) -> None:
    """Goes on to this person's next decision of a phase."""
    for _ in range(200):
        free = not person.page.locator(".float[data-panel=pending]").count()
        here = int(person.page.locator(".eoc").get_attribute("data-month") or 0)
        if person.phase() == phase and here >= month and free:
            return
        person.go_on()
    raise AssertionError(f"never came to {phase}")


def assert_adds_up(sheet: Locator) -> list[int]:
    """Every column of the score sheet is the sum of its rows, and the ledger of each player ends at that sum."""
    totals = [int(text) for text in sheet.locator("tfoot b").all_inner_texts()]
    rows = [row.locator("td").all_inner_texts() for row in sheet.locator(".sheet-table tbody tr").all()]
    for seat, total in enumerate(totals):
        assert sum(int(row[seat].replace("−", "-")) for row in rows if row[seat] != "–") == total
        sheet.locator(".why button").nth(seat).click()
        entries = sheet.locator(".ledger tbody tr")
        stars = [int(t.replace("−", "-")) for t in entries.locator("td:nth-child(3)").all_inner_texts()]
        assert sum(stars) == total
    return totals


@pytest.mark.slow
def test_a_person_plays_a_whole_game(server: Server, page: Page) -> None:
    person = sit_down(page, server, ("me", "bot:random"))
    presses = 0
    while not person.over():
        person.go_on()
        presses += 1
        assert presses < PRESSES, person.pressed
    assert {"stash", "draft", "dice", "month"} <= person.seen
    assert person.pressed["end"] == MONTHS
    assert person.pressed["draft"] == MONTHS
    final = page.locator("#final")
    totals = assert_adds_up(final.locator(".eoc-score"))
    shown = {int(text) for text in final.locator(".ranking .number").all_inner_texts()}
    assert shown == set(totals)


@pytest.mark.journey
def test_prompt_undo_and_the_warning_about_waste(server: Server, page: Page) -> None:
    person = sit_down(page, server, seed=2)
    expect(page.locator(".prompt")).to_contain_text("Choose 2 cards to reject")
    play_until(person, "month")
    expect(page.locator(".prompt")).to_contain_text("Play out March")

    # a move is taken back: the bus stands where it stood, the free move is there again
    moves = page.locator(".tray .moves")
    bus = page.locator(".bus.mine")
    before, where = moves.inner_text(), bus.get_attribute("style")
    person.press(page.locator(".space.glows").first, "move")
    expect(moves).not_to_have_text(before)
    assert bus.get_attribute("style") != where
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(moves).to_have_text(before)
    expect(bus).to_have_attribute("style", str(where))

    # what is not legal is quiet, and says why
    far = page.locator(".recruit:not(.sign)").first
    far.click()
    quiet = page.locator(".float[data-panel=recruit] [data-action=sign]")
    expect(quiet).to_have_attribute("aria-disabled", "true")
    quiet.click(force=True)
    expect(page.locator(".note p")).to_have_text(re.compile(r"\w.*\."))
    page.locator(".float .close").click()

    # ending the turn with an envelope in hand (the home color waits on every month) asks first
    page.locator(".tray [data-action=end]").click()
    panel = page.locator(".float[data-panel=end]")
    expect(panel).to_contain_text("ou discard")
    expect(panel).to_contain_text("You could still")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.locator(".prompt")).to_contain_text("Play out March")


@pytest.mark.journey
def test_the_map_by_keyboard_alone(server: Server, page: Page) -> None:
    person = sit_down(page, server, seed=3)
    play_until(person, "month")
    page.locator(".map [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        focused = page.evaluate(
            "(() => { const e = document.activeElement; return `${e.getAttribute('class')}|${e.textContent}`; })()"
        )
        kind, _, label = focused.partition("|")
        assert re.search(r"glows|sign|runner", kind), f"{key} leads to something that does not glow: {focused}"
        assert "you can" in label
    # to a space that glows, and off
    for _ in range(30):
        if "glows" in page.evaluate("document.activeElement.getAttribute('class')"):
            break
        page.keyboard.press(person.random.choice(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]))
    before = page.locator(".bus.mine").get_attribute("style")
    page.keyboard.press("Enter")
    expect(page.locator(".bus.mine")).not_to_have_attribute("style", str(before))


def test_a_spectator_sees_the_table_and_no_hand(server: Server, guest: Guests) -> None:
    page = guest()
    person = sit_down(page, server, seed=4)
    play_until(person, "draft")
    watcher = guest()
    watcher.goto(page.url)
    expect(watcher.locator(".others .mat")).to_have_count(3)
    expect(watcher.locator(".mine")).to_have_count(0)
    expect(watcher.get_by_role("heading", name="Your hand")).to_have_count(0)
    expect(watcher.get_by_role("heading", name="The pool")).to_be_visible()
    assert not watcher.locator(".card.glow").count()
    watcher.locator(".mat").first.get_by_role("button", name=re.compile("More")).click()
    expect(watcher.locator(".mat.opened .calendar li")).to_have_count(12)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_page_does_not_scroll_sideways(server: Server, guest: Guests, width: int) -> None:
    page = guest(viewport={"width": width, "height": 844})
    person = sit_down(page, server, seed=5)
    for phase in ("stash", "draft", "dice", "month"):
        play_until(person, phase)
        tabs = page.locator(".tabs button")
        for k in range(tabs.count() if width < 768 else 0):
            tabs.nth(k).click()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"{phase}, tab {k}"
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, phase
        if width < 768:
            tabs.first.click()
    page.locator(".key[data-open=vegas]").click()
    expect(page.locator(".vegas .cell")).to_have_count(36)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_score_shows_its_sources(server: Server, page: Page) -> None:
    person = sit_down(page, server, ("me", "bot:random"), seed=6)
    play_until(person, "month", month=2)
    page.locator(".mine .score").click()
    assert_adds_up(page.locator("dialog .eoc-score"))
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert api(page, "GET", "/api/me")["name"] == "Ann"


def test_homes_are_chosen_on_their_own_sheet(server: Server, page: Page) -> None:
    """RULINGS D3: in reverse turn order each player takes one of those left."""
    make_table(
        page, server, ["me", "bot:steady", "bot:steady"], "envelopes", options={"symbols": "chosen", "first": "seat 1"}
    )
    expect(page.locator(".prompt")).to_contain_text("Choose your home")
    homes = page.locator(".homes li")
    expect(homes).to_have_count(4)
    expect(page.locator("[data-action=home]")).to_have_count(2)
    expect(page.locator(".order li")).to_contain_text(["you: choosing", "HQ", "HQ"])
    page.get_by_role("button", name="Look at the map").click()
    expect(page.locator(".bus")).to_have_count(2)
    page.get_by_role("button", name="Back to the homes").click()
    name = homes.filter(has=page.locator("[data-action=home]")).first.locator("b").inner_text()
    page.locator("[data-action=home]").first.click()
    expect(page.locator(".eoc")).to_have_attribute("data-phase", "stash")
    expect(page.get_by_role("log", name="Game log")).to_contain_text(f"and starts at {name}")


def test_a_card_without_effect_is_marked_everywhere(server: Server, page: Page) -> None:
    """RULINGS D2: in the pool, however small the card, in its panel, to a screen reader."""
    for deal in range(40):
        make_table(page, server, ["me", "bot:steady"], "envelopes", mode="family", deal=deal)
        expect(page.locator(".cover .card").first).to_be_visible()
        idle = page.locator(".cover .card.idle")
        if idle.count():
            break
    card = idle.first
    expect(card.locator(".no-effect")).to_have_text(re.compile("^no effect"))
    expect(card).to_contain_text("No effect at this table.")
    expect(page.locator(".cover .card:not(.idle) .no-effect")).to_have_count(0)
