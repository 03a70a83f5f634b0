"""Play the lessons of CASH and IT's all in the game to the end, following the hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from cashbox.engine.chance import SeededChance
from cashbox.engine.lessons import PUPIL, RIVAL
from cashbox.engine.phrases import with_names
from cashbox.games.cash.game import load as cash
from cashbox.games.consultants.content import COLOURS, RANKS
from cashbox.games.consultants.game import load as consultants
from tests.lesson_walks import hint, quoted
from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

GAMES: dict[str, Any] = {"cash": cash(), "consultants": consultants()}


class Pupil:
    """Presses what the hint names. The same lesson, played beside it, says which hint is due: nothing in it is left to
    chance."""

    def __init__(self, page: Page, server: Server, game: str, mode: str) -> None:
        self.page, self.game = page, GAMES[game]
        table = make_table(page, server, ("me", "bot"), game=game, mode=mode)
        page.set_default_timeout(8_000)
        page.wait_for_selector("[data-acted][aria-busy=false]")
        seats = api(page, "GET", f"/api/tables/{table}", None, server.url)["table"]["seats"]
        self.names = [one["name"] for one in seats]
        self.state = self.game.start({"mode": mode}, 2, SeededChance(1))
        self.lot = SeededChance(1)

    def follow(self) -> None:
        """To the end of the lesson."""
        while self.state.due:
            if self.state.due & 1:
                self.step()
            else:
                self.play(RIVAL, self.game.legal(self.state, RIVAL)[0])
        expect(self.page.locator(".lesson-note")).to_have_text(self.said())

    def said(self) -> str:
        return with_names(hint(self.game, self.state).say, self.names)

    def step(self) -> None:
        expect(self.page.locator(".lesson-note")).to_have_text(self.said())
        expect(self.page.locator("#board [aria-busy=false]").first).to_be_attached()
        action = hint(self.game, self.state).action
        form, label = self.game.encode(action), self.game.describe(self.state, PUPIL, action).label
        if form["type"] == "offer":
            self.offer()
            return
        self.press(form, with_names(label, self.names))
        self.play(PUPIL, action)

    def play(self, seat: int, action: int) -> None:
        self.game.play(self.state, seat, action, self.lot)

    def press(self, form: dict[str, Any], label: str) -> None:
        """Press what a person presses for it."""
        kind, page = form["type"], self.page
        if kind in ("play", "discard"):
            page.locator(f"ul.hand [data-card={form['card']}]").first.click()
            page.locator(f"#board [data-action={kind}]").click()
        elif kind in ("assign", "train", "promote"):
            colour = form.get("colour") or label.split(" at ")[0].split()[-2]
            one = 2 * COLOURS.index(colour) + RANKS.index(form["rank"])
            page.locator(f"ul.hand [data-consultant='{one}']").click()
            if kind == "assign":
                self.desk(form)
            else:
                page.locator(f"#board [data-action={kind}]").click()
        elif kind in ("lift", "seat"):
            self.desk(form)
        elif kind == "take":
            page.locator("#board [data-action=take]", has_text=label).first.click()
        else:
            page.locator(f"#board [data-action={kind}]").first.click()

    def desk(self, form: dict[str, Any]) -> None:
        """The desk itself, on the board."""
        self.page.locator(f".project[data-number='{form['place']}'] [data-desk='{form['desk']}']").click()

    def offer(self) -> None:
        """An offer is put together in one dialog, and sent as one."""
        page, said = self.page, self.said()
        button = page.locator("#board [data-action=offer]").first
        expect(button.locator(".wide")).to_have_text(quoted(said)[0])
        assert button.locator(".wide").evaluate("word => getComputedStyle(word).clipPath") == "none"
        button.click()
        told = page.locator(".composer .lesson-note")
        expect(told).to_have_text(said)
        expect(told).to_be_in_viewport(ratio=1)
        page.locator(".composer").get_by_role("button").last.scroll_into_view_if_needed()
        expect(told).to_be_in_viewport(ratio=1)
        while True:
            action = hint(self.game, self.state).action
            form = self.game.encode(action)
            self.play(PUPIL, action)
            name = self.game.tables.names[self.game.tables.number[form["card"]]] if "card" in form else ""
            if form["type"] == "give-named":
                page.get_by_role("button", name=f"Give {name} face up").first.click()
            if form["type"] == "ask-firm":
                page.locator(".composer fieldset").nth(1).locator(".ware", has_text=name).click()
            if form["type"] == "ask-hidden":
                page.get_by_role("button", name="One more").click()
            if form["type"] == "propose":
                page.get_by_role("button", name="Send offer").click()
                expect(page.locator(".composer")).to_have_count(0)
                return


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("game", "mode", "ending"),
    [
        ("cash", "lesson-1", "240,000"),
        ("cash", "lesson-2", "115,000"),
        ("consultants", "lesson-1", "$58"),
        ("consultants", "lesson-2", "$70"),
    ],
)
def test_the_hints_lead_through_each_lesson(server: Server, guest: Guests, game: str, mode: str, ending: str) -> None:
    page = guest()
    pupil = Pupil(page, server, game, mode)
    pupil.follow()
    expect(page.locator(".lesson-note")).to_contain_text(
        f"You {'finished with' if game == 'cash' else 'have'} {ending}"
    )
