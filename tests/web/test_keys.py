"""Shortcuts go by the key that is pressed: Caps Lock, other alphabets, AltGr and input methods change the letter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.web.conftest import make_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

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


def test_undo_by_key_whatever_letter_arrives(server: Server, page: Page) -> None:
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
