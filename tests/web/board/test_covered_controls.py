"""Test that text and controls are never covered or cut off, at any size, even with clocks, chat, and spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tiers import everything, looks
from tests.web.board.test_cash_fit import crowd
from tests.web.full_table import MOMENTS, NAMES, Party
from tests.web.stage import Stage
from tests.web.visibility import SIZES, faults, resize

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Server

ROLES = ("player", "spectator", "replay")


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_all_text_and_controls_are_uncovered(server: Server, browser: Browser, game: str) -> None:
    party = Party(browser, server, game)
    found = []
    for moment in MOMENTS[game] if everything() else MOMENTS[game][-1:]:
        party.go(moment)
        for role in ROLES if everything() else ROLES[:2]:
            page = party.page(role)
            for size in looks(SIZES):
                resize(page, size)
                found += [f"{game}, {moment.name}, {role}, {size}: {fault}" for fault in faults(page)]
    party.close()
    assert found == []


@pytest.mark.parametrize("seats", [8, 5])
def test_a_firm_shows_all_its_cash(server: Server, page: Page, seats: int) -> None:
    table = crowd(seats)
    stage = Stage(page, server, table, head=True)
    stage.names = NAMES[:seats]
    stage.show()
    # as high as the header is with a clock, eight players and a notice
    page.evaluate("document.querySelector('.table-head').style.height = '9.5rem'")
    for size in SIZES:
        resize(page, size)
        assert faults(page) == [], size
