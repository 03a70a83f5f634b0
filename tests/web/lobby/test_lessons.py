"""Play the lessons as a newcomer, from the home page to the end of the second lesson, following the hints."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from cashbox.games.envelopes.text import hints
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import Table
from tests.web.conftest import make_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server


class Pupil:
    """Presses what the hint names, and nothing else. As far as the hints lead, nothing in a lesson is left to chance:
    so the same lesson, played beside it, says which hint is due and what it tells to do."""

    def __init__(self, page: Page, mode: str) -> None:
        self.page = page
        self.beside = Table(game(), 1, {"mode": mode})
        self.met: list[str] = []

    def follow(self) -> None:
        """To the end of the lesson."""
        while not game().outcome(self.beside.state):
            self.step()

    def step(self) -> dict[str, Any]:
        """One action by the hint that is to be seen; what it was."""
        due = hints.current(self.beside.state, 0)
        assert due is not None
        note = self.page.locator(".hint-note p")
        expect(note).to_have_text(due.say)
        expect(note).to_be_in_viewport()
        self.met.append(due.say)
        form = game().encode(due.action)
        self.acted(lambda: self.obey(form))
        game().play(self.beside.state, 0, due.action, self.beside.chance)
        return form

    def acted(self, press: Any) -> None:
        before = self.page.locator(".eoc").get_attribute("data-acted")
        press()
        self.page.wait_for_function("b => document.querySelector('.eoc').dataset.acted !== b", arg=before)
        self.page.wait_for_selector(".eoc[aria-busy=false]")

    def obey(self, form: dict[str, Any]) -> None:
        """Press what a person presses for it."""
        getattr(self, f"do_{form['type']}")(form)

    def in_float(self, kind: str) -> Locator:
        return self.page.locator(f".float [data-action={kind}]")

    def card(self, where: str, form: dict[str, Any]) -> None:
        self.page.locator(where, has_text=game().tables.names[form["card"] - 1]).first.click()

    def do_draft(self, form: dict[str, Any]) -> None:
        self.card(".cover .card", form)
        self.in_float(form["type"]).click()

    do_pass = do_draft

    def do_die(self, form: dict[str, Any]) -> None:
        self.page.locator(".dice .pick", has_text=form["colour"]).click()

    def do_place(self, form: dict[str, Any]) -> None:
        heading = self.page.get_by_role("heading", name=re.compile(f"^{form['month']}"))
        month = self.page.locator(".place", has=heading)
        month.get_by_role("button", name="half" if form["half"] else "full value").click()

    def do_put(self, form: dict[str, Any]) -> None:
        self.page.locator(".key[data-open=cards]").click()
        self.card(".float .choice", form)

    def do_use(self, form: dict[str, Any]) -> None:
        self.do_put(form)
        self.in_float("use").click()

    def do_campaign(self, form: dict[str, Any]) -> None:
        if self.page.locator(".key[data-open=marketing]").count():
            self.page.locator(".key[data-open=marketing]").click()
        self.page.get_by_role("button", name=re.compile(rf"ampaign for .*\({form['bucks']} buck")).click()

    def do_colour(self, form: dict[str, Any]) -> None:
        self.page.locator(".float[data-panel=pending] .choice", has_text=form["colour"]).click()

    def do_trade(self, form: dict[str, Any]) -> None:
        if not self.page.locator(".float[data-panel=trade]").count():  # it stays open after a trade
            self.page.locator(".key[data-open=trade]").click()
        self.in_float("trade").filter(has_text=form["colour"]).click()

    def do_bet(self, form: dict[str, Any]) -> None:
        self.page.locator(".key[data-open=vegas]").click()
        self.page.locator(f".vegas tr[data-colour={form['colour']}] .cell").nth(form["number"] - 1).click()
        self.page.keyboard.press("Escape")

    def on_map(self, where: str) -> None:
        if self.page.locator(".float").count():
            self.page.keyboard.press("Escape")
        self.page.get_by_role("button", name="Show the whole map").click()
        self.page.locator(f".map {where}").dispatch_event("click")

    def do_move(self, form: dict[str, Any]) -> None:
        self.on_map(f"[data-space={form['space']}]")
        if self.in_float("move").count():
            self.in_float("move").click()

    def do_sign(self, form: dict[str, Any]) -> None:
        self.on_map(f"[data-recruit='{form['recruit']}']")
        self.in_float(form["type"]).click()

    do_runner = do_sign

    def do_end(self, _form: dict[str, Any]) -> None:
        self.page.locator(".key[data-action=end]").click()
        confirm = self.page.locator(".float[data-panel=end] .bad")
        if confirm.count():
            confirm.click()


def test_the_hints_lead_through_the_first_lesson(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    page.goto(server.url)
    page.get_by_role("button", name="Start the first lesson of Envelopes of Cash").click()
    page.wait_for_selector(".eoc[aria-busy=false]")
    pupil = Pupil(page, "lesson-1")
    pupil.follow()
    assert len(pupil.met) == 29
    expect(page.locator("#final")).to_contain_text("finishes the first lesson with 21 stars.")
    expect(page.locator("#final .hint-note")).to_contain_text("You have 21 stars")
    page.get_by_role("button", name="Second lesson").click()
    expect(page.locator(".hint-note")).to_contain_text("Time to recruit!")


@pytest.mark.few(0, usual=0)
def test_the_hints_lead_through_the_second_lesson(server: Server, guest: Guests) -> None:
    page = guest()
    start(page, server, "lesson-2")
    pupil = Pupil(page, "lesson-2")
    pupil.follow()
    expect(page.locator("#final")).to_contain_text("finishes the second lesson with 66 stars.")
    expect(page.locator("#final .hint-note")).to_contain_text("18 stars for 6 positions")
    expect(page.locator("#final").get_by_role("button", name="full game")).to_be_visible()


def test_undo_is_where_the_hint_says_and_restores_the_hint(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    start(page, server, "lesson-1")
    pupil = Pupil(page, "lesson-1")
    while pupil.step()["type"] != "put":
        pass
    note = page.locator(".hint-note p")
    expect(note).to_contain_text("Undo takes you back one step at a time")
    pupil.acted(page.get_by_role("button", name="Undo", exact=True).click)
    expect(note).to_have_text(pupil.met[-1])
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute("aria-disabled", "true")
    pupil.acted(lambda: pupil.obey({"type": "put", "card": 97}))
    for _ in range(3):
        pupil.step()


def start(page: Page, server: Server, mode: str) -> None:
    make_table(page, server, ("me",), game="envelopes", mode=mode)
    page.wait_for_selector(".eoc[aria-busy=false]")


@pytest.mark.journey
def test_a_player_who_has_played_is_not_offered_the_lesson_again(server: Server, guest: Guests) -> None:
    page = guest()
    page.goto(server.url)
    page.get_by_role("button", name="Start the first lesson of Envelopes of Cash").click()
    page.wait_for_selector(".eoc[aria-busy=false]")
    page.goto(server.url)
    expect(page.get_by_role("region", name="My tables")).to_contain_text("Envelopes of Cash")
    expect(page.get_by_role("button", name="Start the first lesson of Envelopes of Cash")).to_have_count(0)
    expect(page.get_by_role("link", name="Continue the first lesson of Envelopes of Cash")).to_be_visible()
    page.get_by_role("radio", name="Envelopes of Cash").check()
    expect(page.get_by_role("radio", name="First lesson")).to_be_visible()
