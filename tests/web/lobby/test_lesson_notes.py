"""Test that the notes of lessons are fully visible and cover no part of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.lessons import PUPIL, RIVAL
from cashbox.engine.phrases import with_names
from cashbox.games.envelopes.text import hints
from tests.lesson_walks import hint
from tests.web.conftest import api, make_table
from tests.web.visibility import AT_REST, faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

NOTE: Final = ".lesson-note, .hint-note p"

HIDDEN: Final = """(place) => {
  const note = [...document.querySelectorAll(place)].find((one) => one.checkVisibility());
  const { left, right, top, bottom } = note.getBoundingClientRect();
  const free = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]]
    .every(([x, y]) => { const there = document.elementFromPoint(x, y); return there && there.contains(note) ||
      note.contains(there); });
  return free ? "" : `the note is cut or covered: ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`;
}"""
"""Why not all of a note is in sight, or nothing."""

MAP: Final = "document.querySelector('.map')?.checkVisibility() ? document.querySelector('.map').clientHeight : 0"
LEAST: Final = 150
"""Pixels of a map on which someone is told to press a space."""


def steps(page: Page, server: Server, name: str) -> Iterator[dict[str, Any]]:
    """Follow the second lesson of a game through the API; each action that a hint asks for, before it is taken."""
    game = games.load(name)
    seats = ("me",) if name == "envelopes" else ("me", "bot")
    table = make_table(page, server, seats, game=name, mode="lesson-2")
    names = [one["name"] for one in api(page, "GET", f"/api/tables/{table}")["table"]["seats"]]
    lot = SeededChance(1)
    state = game.start({"mode": "lesson-2"}, len(seats), lot)
    while game.due(state):
        if not game.due(state) & 1:
            game.play(state, RIVAL, game.legal(state, RIVAL)[0], lot)
            continue
        note = hints.current(state, PUPIL) if name == "envelopes" else hint(game, state)
        assert note
        form = game.encode(note.action)
        expect(page.locator(NOTE).first).to_have_text(with_names(note.say, names))
        yield form
        api(page, "POST", f"/api/tables/{table}/act", {"actions": [form]})
        game.play(state, PUPIL, note.action, lot)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("size", [(360, 640), (1280, 720), (844, 390)])
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_a_note_is_fully_visible_and_covers_no_control(
    server: Server, guest: Guests, game: str, size: tuple[int, int]
) -> None:
    page = guest(viewport={"width": size[0], "height": size[1]}, has_touch=size[1] < 700)
    found = []
    for k, form in enumerate(steps(page, server, game)):
        if page.get_by_role("dialog").count():
            continue  # an offer that is being put together, see below
        page.evaluate(AT_REST)
        cut = page.evaluate(HIDDEN, NOTE)
        found += [f"{k}: {cut}"] if cut else []
        if form["type"] == "move" and (high := page.evaluate(MAP)) < LEAST:
            found.append(f"{k}: the map is {high} px high")
        if k % 4 == 0:
            found += [f"{k}: {fault}" for fault in faults(page) if "-note" in fault.partition(" lies over ")[0]]
    assert found == []


def test_a_note_does_not_cover_the_heading_of_an_offer(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 360, "height": 640})
    for form in steps(page, server, "cash"):
        if form["type"] == "offer":
            break
    page.get_by_role("tab", name="The table").click()
    page.locator("#board [data-action=offer]").first.click()
    page.get_by_role("dialog").evaluate("one => { one.scrollTop = 1000 }")
    note = page.locator(".composer .lesson-note").bounding_box()
    close = page.get_by_role("dialog").get_by_role("button", name="Close").bounding_box()
    assert note
    assert close
    assert note["y"] >= close["y"] + close["height"]


def test_a_new_note_is_scrolled_to_its_first_line(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 360, "height": 640})
    walk = steps(page, server, "cash")
    next(walk)
    notices = page.locator(".notices")
    notices.evaluate("one => { one.style.maxHeight = '2rem' }")
    assert notices.evaluate("one => { one.scrollTop = 1000; return one.scrollTop; }") > 0
    next(walk)
    page.wait_for_function("document.querySelector('.notices').scrollTop === 0")
