"""Test that verbs without a place on a board get a plain button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from cashbox import games
from tests.games.cash.positions import turn
from tests.games.consultants.positions import work
from tests.games.envelopes.positions import month
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.any_table import AnyTable
    from tests.web.conftest import Server

TABLES: dict[str, Callable[[], AnyTable]] = {
    "cash": lambda: turn(2),
    "consultants": lambda: work(2),
    "envelopes": lambda: month(2),
}


@pytest.mark.few(0, usual=1)
@pytest.mark.journey
@pytest.mark.parametrize("game", TABLES)
def test_a_verb_the_board_does_not_know_gets_a_plain_button(server: Server, page: Page, game: str) -> None:
    stage = Stage(page, server, TABLES[game]())
    keys = page.locator(".float[data-panel=unplaced] [data-action]")
    expect(keys).to_have_count(0)
    stage.also = {"hire": "Hire a random senior"}
    stage.show()
    expect(keys).to_have_text(["Hire a random senior"])
    keys.click()
    expect(page.locator("#board [aria-busy]").first).to_have_attribute("aria-busy", "false")
    assert stage.sent == [[{"type": "hire"}]]


@pytest.mark.parametrize("game", TABLES)
def test_a_board_places_only_verbs_of_its_game(server: Server, page: Page, game: str) -> None:
    page.goto(server.url)
    placed = page.evaluate(f"async () => (await import('/games/{game}/board/board.js')).placed")
    rules = games.load(game)
    assert set(placed) <= {rules.encode(action)["type"] for action in rules.all_actions()}
