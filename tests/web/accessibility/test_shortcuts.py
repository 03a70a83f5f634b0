"""Test shortcuts, which depend on the key and not the letter, and keyboard navigation in a hand of cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.games.cash.positions import turn
from tests.games.consultants.positions import work
from tests.web.board.test_card_text import Table
from tests.web.conftest import make_table
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.any_table import AnyTable
    from tests.web.conftest import Server

IGNORED: list[dict[str, Any]] = [
    {"key": "u", "code": "KeyU", "ctrlKey": True},
    {"key": "u", "code": "KeyU", "altKey": True},
    {"key": "u", "code": "KeyU", "metaKey": True},
    {"key": "u", "code": "KeyU", "modifierAltGraph": True},
    {"key": "u", "code": "KeyU", "isComposing": True},
    {"key": "Process", "code": "KeyU"},
    {"key": "g", "code": "KeyU"},
]
"""Not the key of "undo": with another key held, while a word is composed, or a key that writes g on this keyboard."""

ONE_STEP: list[dict[str, Any]] = [
    {"key": "u", "code": "KeyU"},
    {"key": "U", "code": "KeyU", "modifierCapsLock": True},
    {"key": "г", "code": "KeyU"},
    {"key": "Г", "code": "KeyU", "modifierCapsLock": True},
    {"key": "υ", "code": "KeyU"},
    {"key": "u", "code": "KeyG"},
]
"""Undo one step: with Caps Lock, in Russian and Greek, and on a keyboard that has u elsewhere."""

WHOLE_TURN: list[dict[str, Any]] = [
    {"key": "U", "code": "KeyU", "shiftKey": True},
    {"key": "u", "code": "KeyU", "shiftKey": True, "modifierCapsLock": True},
]


def press(page: Page, event: dict[str, Any]) -> None:
    page.evaluate(
        """(event) => document.body.dispatchEvent(
            new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...event }))""",
        event,
    )


def bought(store: Locator, many: int) -> None:
    """As many coins are spent as there were presses."""
    for left in range(2, 2 - many, -1):
        store.click()
        expect(store).to_contain_text(f"{left} in the purse")


def test_undo_follows_the_key_not_the_letter(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot"], options={"rich": True})
    page.get_by_role("button", name="bid low").wait_for()
    page.get_by_role("button", name=re.compile("^bid high")).click()
    store = page.get_by_role("button", name=re.compile("^store"))
    expect(store).to_contain_text("3 in the purse")
    bought(store, 2)
    for event in IGNORED:
        press(page, event)
    page.wait_for_timeout(300)
    expect(store).to_contain_text("1 in the purse")
    for event in ONE_STEP:
        press(page, event)
        expect(store).to_contain_text("2 in the purse")
        store.click()
        expect(store).to_contain_text("1 in the purse")
    for event in WHOLE_TURN:
        press(page, event)
        expect(store).to_contain_text("3 in the purse")
        bought(store, 2)


def draft(seats: int = 2) -> Table:
    """A player's first draft, of many cards."""
    table = Table("envelopes", seats, seed=4, mode="family")
    next(iter(table.choices("draft")))
    return table


HANDS: Final[dict[str, tuple[Callable[[], AnyTable], str]]] = {
    "envelopes": (draft, ".cover .spread >> nth=0 >> .card"),
    "cash": (lambda: turn(3).hand(0, 50_000, "broker", "economy", "insider"), ".hand .card"),
    "consultants": (lambda: work(2).hand(0, "red", "blue*", "green", "yellow"), ".hand .pile"),
}
"""By game: a position with a hand of cards, and the cards."""

INSIDE: Final = "(card) => card.closest('[data-tips]').contains(document.activeElement)"


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_one_tab_stop_with_arrow_keys_inside(server: Server, page: Page, name: str) -> None:
    make, selector = HANDS[name]
    Stage(page, server, make())
    cards = page.locator(selector)
    count = cards.count()
    assert count >= 4
    cards.first.focus()
    for key, at in (("ArrowRight", 1), ("End", count - 1), ("ArrowRight", count - 1), ("ArrowLeft", count - 2),
                    ("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2)):  # fmt: skip
        page.keyboard.press(key)
        expect(cards.nth(at)).to_be_focused()
    page.keyboard.press("Tab")
    assert not cards.first.evaluate(INSIDE), "Tab leaves the hand"
    page.keyboard.press("Shift+Tab")
    expect(cards.nth(2)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    assert not cards.first.evaluate(INSIDE), "Shift and Tab leave it, too"


def test_arrow_keys_reach_the_rows_above_and_below(server: Server, page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    Stage(page, server, draft(seats=4))
    for pile in page.locator(".cover .spread").all():
        cards = pile.locator(".card")
        tops = [box["y"] for card in cards.all() if (box := card.bounding_box())]
        across = tops.count(tops[0])
        if 1 < across < len(tops):
            break
    else:
        pytest.fail("no pile lies in rows")
    cards.nth(1).focus()
    for key, at in (("ArrowDown", 1 + across), ("ArrowUp", 1), ("ArrowUp", 1)):
        page.keyboard.press(key)
        expect(cards.nth(at)).to_be_focused()


def test_a_hand_keeps_its_tab_stop_after_a_card_is_played(server: Server, page: Page) -> None:
    Stage(page, server, HANDS["cash"][0]())
    cards = page.locator(".hand .card")
    before = cards.count()
    cards.nth(2).focus()
    page.keyboard.press("Enter")
    page.locator(".float [data-action=discard]").click()
    expect(cards).to_have_count(before - 1)
    expect(page.locator(".hand .card[tabindex='0']")).to_have_count(1)
