"""Test payments that fly across the board of IT's all in the game: payer, payee, and amount."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest
from playwright.sync_api import expect

from tests.games.consultants.positions import Table, work
from tests.web.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

PAYMENTS = "async (views) => (await import('/games/consultants/board/money.js')).payments(...views)"
WATCH = """
() => {
  const real = Element.prototype.animate;
  Object.assign(window, { flown: [], animated: [] });
  Element.prototype.animate = function (frames, options) {
    window.animated.push(...frames.flatMap((frame) => Object.keys(frame)));
    if (this.matches(".coin")) window.flown.push(this.textContent);
    return real.call(this, frames, options);
  };
}
"""


def view_of(t: Table) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(t.view())
    return found


def payments(page: Page, before: dict[str, Any], t: Table) -> list[tuple[str, str, str]]:
    """From, to and amount of what is paid between two positions, as the board tells it."""
    found = page.evaluate(PAYMENTS, [before, view_of(t)])
    return [(one["from"], one["to"], one["text"]) for one in found]


@pytest.mark.journey
def test_each_payment_has_a_payer_and_a_payee(server: Server, page: Page) -> None:
    page.goto(server.url)
    t = work(3, deadlines=True).hand(0, "red", "blue*").row(0, 1, 0, 1).field(0, 1)
    t.passed(2)
    before = view_of(t)
    t.promote("red")
    assert payments(page, before, t) == [("0", "bank", "−$2")]
    # seat 1 trains no one and passes; seat 0 completes the project: 6 + 3 for the last desk, 4, 2 and 1 and 3 each
    t.pass_()
    before = view_of(t)
    t.assign("blue*", 0, 3)
    paid = payments(page, before, t)
    assert sorted(paid) == [
        ("project 0", "0", "+$5"), ("project 0", "0", "+$9"), ("project 0", "1", "+$4"), ("project 0", "1", "+$7"),
    ]  # fmt: skip


def test_the_end_of_a_round_pays_by_desk_and_takes_penalties(server: Server, page: Page) -> None:
    page.goto(server.url)
    t = work(2, deadlines=True).row(0, 0, 1).row(1, 1).field(1, 4)
    t.passed(1)
    before = view_of(t)
    t.pass_()
    assert payments(page, before, t) == [
        ("desk 0 0", "0", "+$4"), ("0", "project 1", "−$6"), ("desk 0 1", "1", "+$6"), ("desk 1 0", "1", "+$6"),
    ]  # fmt: skip
    # where more has happened than the projects said, only the sum is told
    for place in before["places"]:
        for desk in place["desks"]:
            desk["now"] += 1
    assert payments(page, before, t) == [("0", "bank", "−$2"), ("bank", "1", "+$12")]


def test_money_animations_only_move_and_fade(server: Server, guest: Guests) -> None:
    page = guest(reduced_motion="no-preference")
    t = work(2).hand(0, "red", "blue")
    stage = Stage(page, server, t)
    page.evaluate(WATCH)
    page.locator(".pile").first.click()
    page.locator(".paid[data-action=promote]").click()
    expect(page.locator(".coin")).to_have_text("−$2")
    expect(page.locator(".coin")).to_have_count(0)
    assert page.evaluate("window.flown") == ["−$2"]
    assert set(page.evaluate("window.animated")) <= {"transform", "opacity", "offset"}
    page.emulate_media(reduced_motion="reduce")
    t.end_round()
    stage.show()
    expect(page.locator(".consultants")).to_have_attribute("data-phase", "start")
    assert page.evaluate("window.flown") == ["−$2"]


SHEET: Final = """
async ({ view, names }) => {
  const { h, render } = await import("/static/js/shared/preact.js");
  const { Dialog } = await import("/static/js/shared/ui.js");
  const { Score } = await import("/games/consultants/board/score.js");
  const place = document.body.appendChild(document.createElement("div"));
  const sheet = h(Score, { view, names, seat: 0 });
  render(h(Dialog, { title: "Score sheet", open: true, onClose() {} }, sheet), place);
  const { scrollWidth, clientWidth } = document.querySelector(".consultants-score");
  return [scrollWidth, clientWidth];
}
"""
"""Opens the score sheet as a table does, and says how wide it is and how much of that can be seen."""


@pytest.mark.parametrize("width", [360, 390])
def test_four_digits_fit_on_the_score_sheet_of_a_phone(server: Server, guest: Guests, width: int) -> None:
    page = guest(viewport={"width": width, "height": 640})
    table = work(4).money(2_345, 11_132, 12, 845).debt(2, 1_400).debt(3, 10)
    stage = Stage(page, server, table)
    view = msgspec.to_builtins(table.game.view(table.state, 0))
    whole, seen = page.evaluate(SHEET, {"view": view, "names": stage.names})
    assert whole <= seen
    assert sorted(page.locator(".consultants-score .total").all_text_contents()) == [
        "$11,132",
        "$2,345",
        "$835",
        "−$1,388",
    ]
    assert "debt $1,400" in page.locator(".consultants-score").inner_text()
