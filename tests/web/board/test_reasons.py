"""Test that a disabled control shows its reason, in the words of the rules, before it is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from tests.games.cash.positions import turn
from tests.games.consultants.positions import work
from tests.games.envelopes.positions import after_roll, month
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.any_table import AnyTable
    from tests.web.conftest import Server

FAR: Final = 20
"""A recruit far from the bus."""

SCENES: Final[dict[str, tuple[Callable[[], AnyTable], tuple[str, ...], tuple[dict[str, Any], ...]]]] = {
    "cash: a card": (
        lambda: turn(2).hand(0, "license"),
        (".hand [data-type=license]",),
        ({"type": "play", "card": "trading-license"},),
    ),
    "consultants: a consultant": (
        lambda: work(2).hand(0, "red", "blue").money(0, 0),
        (".pile >> nth=0",),
        tuple({"type": kind, "colour": "red", "rank": "senior"} for kind in ("train", "promote", "recruit")),
    ),
    "envelopes: a card that waits": (
        lambda: month(2).waiting(0, 5),
        (".calendar .card",),
        ({"type": "put", "card": 5},),
    ),
    "envelopes: a recruit": (
        lambda: month(2),
        (f".map [data-recruit='{FAR}']",),
        ({"type": "sign", "recruit": FAR}, {"type": "runner", "recruit": FAR}),
    ),
    "envelopes: a trade": (
        lambda: month(2),
        ("[data-open=trade]",),
        tuple({"type": "trade", "colour": colour} for colour in ("green", "blue")),
    ),
    "envelopes: a campaign": (
        lambda: month(2).bucks(0, 0),
        ("[data-open=marketing]",),
        ({"type": "campaign", "bucks": 1},),
    ),
    "envelopes: a bet": (
        lambda: month(2),
        ("[data-open=vegas]",),
        ({"type": "bet", "colour": "green", "number": 1},),
    ),
}
"""By what is looked at: the position, what is pressed to see it, and what cannot be done there."""


THINGS: Final[dict[str, tuple[Callable[[], AnyTable], str, dict[str, Any]]]] = {
    "consultants: a desk": (
        lambda: work(2).hand(0, "red"),
        "[data-place='desk 0 2']",
        {"type": "assign", "rank": "senior", "place": 0, "desk": 2},
    ),
    "envelopes: a die": (
        lambda: after_roll((1, 2, 3, 4, 5, 6)).do("die", colour="green"),
        "[data-die=red]",
        {"type": "die", "colour": "red"},
    ),
}
"""Things of the board that cannot be used: the position, the thing, what a press on it would do."""


@pytest.mark.parametrize("name", THINGS)
def test_a_disabled_control_gives_its_reason_on_hover_and_focus(server: Server, page: Page, name: str) -> None:
    make, thing, form = THINGS[name]
    table = make()
    why = table.game.explain(table.state, 0, table.game.decode(form))
    assert why
    Stage(page, server, table)
    slip = page.locator("#tip-slip")
    page.locator(thing).hover()
    expect(slip).to_be_visible()
    expect(slip).to_contain_text(f"Not now: {why}")
    page.mouse.move(0, 0)
    expect(slip).to_be_hidden()
    page.locator(thing).focus()
    page.keyboard.press("Shift")
    expect(slip).to_contain_text(f"Not now: {why}")
    expect(page.locator(".note")).to_have_count(0)


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_reader_reads_the_reason_before_the_press(server: Server, page: Page, name: str) -> None:
    make, presses, forms = SCENES[name]
    table = make()
    Stage(page, server, table)
    for press in presses:
        page.locator(press).first.click()
    for form in forms:
        why = table.game.explain(table.state, 0, table.game.decode(form))
        assert why, form
        expect(page.locator(".float, .doing").first).to_contain_text(why)
    expect(page.locator(".note")).to_have_count(0)
