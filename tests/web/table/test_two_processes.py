"""Play a whole game of each kind on PostgreSQL with two processes: a player uses one, a spectator the other."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.postgres.databases import ask, fresh
from tests.web.board import test_cash as cash
from tests.web.board import test_consultants as consultants
from tests.web.board import test_envelopes as envelopes
from tests.web.board.test_envelopes_modes import sensible
from tests.web.board_player import played_on
from tests.web.conftest import Server, make_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.conftest import Guests

pytestmark = pytest.mark.slow

PRESSES = 600
LAST = 11
"""The number of the last month. Those in the middle are played through the API, both pages watching."""


@pytest.fixture
def shared(cluster: str, tmp_path: Path) -> Iterator[Server]:
    """Two processes, for which only an empty database is there at first."""
    with fresh(cluster, empty=True) as database:
        server = Server(tmp_path, CASHBOX_DATABASE=database, CASHBOX_PROCESSES="2")
        server.start()
        try:
            until = time.monotonic() + 60
            while len(ask(database, "SELECT id FROM processes")) < 2:
                assert time.monotonic() < until
                time.sleep(0.1)
            yield server
        finally:
            server.stop()


def watched(page: Page, guest: Guests, server: Server) -> Page:
    """Return a spectator's page of the table that another page shows. It comes from the other process."""
    other = guest()
    other.goto(page.url.replace(f":{server.port}/", f":{server.port + 1}/"))
    return other


def played(person: envelopes.Person | consultants.Person) -> None:
    """To the end, and soon: what can be pressed on a board is tried where one process serves it."""
    presses = 0
    while not person.over():
        person.go_on()
        presses += 1
        assert presses < PRESSES, person.pressed


def assert_over(page: Page, watcher: Page) -> None:
    """Who watched sees the same end."""
    scores = page.locator("#final .ranking .number")
    expect(scores.first).to_be_visible()
    expect(watcher.locator("#final .ranking .number")).to_have_text(scores.all_inner_texts())


@pytest.mark.few(0, usual=0)
def test_a_game_of_envelopes_works_across_two_processes(shared: Server, page: Page, guest: Guests) -> None:
    person = envelopes.sit_down(page, shared, ("me", "bot:random"))
    person.busy = 1
    watcher = watched(page, guest, shared)
    envelopes.play_until(person, "month", month=1)
    table = page.url.rpartition("/")[2]
    played_on(page, shared.url, table, lambda state: state["view"]["month"] == LAST and bool(state["legal"]), sensible)
    for one in (page, watcher):
        expect(one.locator(".eoc")).to_have_attribute("data-month", str(LAST))
    person.wait()
    played(person)
    assert_over(page, watcher)


def test_a_game_of_cash_works_across_two_processes(shared: Server, page: Page, guest: Guests) -> None:
    make_table(page, shared, ["me", "bot:steady"], game="cash", mode="quick", options={"target": 100_000})
    watcher = watched(page, guest, shared)
    person, answered, over = cash.Person(page), page.locator(".prompt-bar.my-turn"), page.locator("#final")
    for _ in range(PRESSES):
        answered.or_(over).first.wait_for()
        if over.count():
            break
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        person.go_on()
    assert_over(page, watcher)


@pytest.mark.few(0, usual=0)
def test_a_game_of_consultants_works_across_two_processes(shared: Server, page: Page, guest: Guests) -> None:
    person = consultants.sit_down(page, shared, bot="steady", mode="basic", seed=3)
    person.tired = 12
    watcher = watched(page, guest, shared)
    played(person)
    assert_over(page, watcher)
