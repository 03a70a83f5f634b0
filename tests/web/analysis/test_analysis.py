"""Test luck and skill in a browser: starting an analysis, following it, and reading it in the ending and the replay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect

from cashbox.analysis.sentences import grading
from tests.tiers import looks
from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.analyses import WHY, Analyzer, analysis_of
from tests.web.conftest import api
from tests.web.ending.test_endings import SIZES, at_table
from tests.web.replay.test_opened_journals import JOURNALS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server
    from tests.web.finished_games import Played


BINARY = {"Content-Type": "application/octet-stream"}


def numbers(sheet: Locator) -> list[int]:
    """The numbers of a player's sum: start, luck, own and others' decisions, result."""
    shown = sheet.locator(".lines .by, .total .by").all_inner_texts()
    return [int(text.replace("−", "-").replace("–", "0").replace(",", "")) for text in shown]


def pressed(page: Page, name: str) -> None:
    """Press a button of the part with the keyboard."""
    page.locator(".luck").get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")


@pytest.mark.journey
def test_a_game_is_analyzed_and_the_sums_add_up(played: Callable[[str], Played], guest: Guests, server: Server) -> None:
    past = played("consultants")
    analysis = analysis_of(past.replay())
    # The parts lose 49 when each is rounded, but 50 together.
    odd = msgspec.structs.replace(analysis.seats[0], start=0.5, luck=-0.153, own=-0.174, others=-0.173)
    analysis.seats[0] = odd
    analyzer = Analyzer(analysis)
    page = at_table(guest, server, past, viewport={"width": 1280, "height": 720}, before=analyzer.route)
    luck = page.locator(".luck")
    pressed(page, "Analyze game")
    expect(luck.get_by_role("progressbar")).to_have_attribute("max", str(len(analysis.moments)))
    expect(luck).to_be_focused()
    expect(luck.locator(".far")).to_have_text(re.compile(rf"^\d+ of {len(analysis.moments)} moments$"))
    expect(luck.locator(".curve .series").first).to_be_attached()
    expect(luck.locator(".final-sheet")).to_have_count(0)
    pressed(page, "Cancel analysis")
    pressed(page, "Analyze game")
    expect(luck.get_by_role("status")).to_have_text("The analysis is ready.")
    sheets = luck.locator(".final-sheet")
    expect(sheets).to_have_count(len(analysis.seats))
    for sheet, one in zip(sheets.all(), analysis.seats, strict=True):
        *parts, result = numbers(sheet)
        assert sum(parts) == result == round(100 * one.result)
        for shown, exact in zip(parts, (one.start, one.luck, one.own, one.others), strict=True):
            assert abs(shown - 100 * exact) <= 1
        expect(sheet.locator(".without")).to_contain_text(f"won {round(100 * one.without_luck)} of 100 games.")
        expect(sheet).to_contain_text(f"Error per decision: {100 * one.error:.2f} points, or $")
        expect(sheet).to_contain_text(f"{one.mattered} of {one.decisions} decisions cost 1 point or more.")
        expect(sheet.locator(".grade")).to_have_text(f"Grade: {one.grade}")
        lists = sheet.locator("details")
        expect(lists.first.locator("li")).to_have_count(len(one.costliest))
        expect(lists.last.locator("li")).to_have_count(len(one.luckiest) + len(one.unluckiest))
        for n, link in zip(one.costliest, lists.first.locator("a", has_text="View position").all(), strict=True):
            expect(link).to_have_attribute("href", f"/t/{past.table}/replay?n={n}")
    expect(sheets.first.locator("details").first).to_have_attribute("open", "")
    expect(sheets.first.locator("li p.small b").first).to_have_text("Better:")
    expect(sheets.first).to_contain_text("Pass for Ann")
    expect(sheets.first.locator("li p.quiet").first).to_have_text(WHY)
    luck.get_by_text("How grades work").click()
    for sentence in grading(analysis):
        expect(luck.get_by_text(sentence)).to_be_visible()
    rows = luck.locator(".figures tbody tr")
    assert rows.count() > 1
    final = [f"{round(100 * one.result)}" for one in analysis.seats]
    assert rows.last.locator("td").all_text_contents() == final
    for width, height in looks(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert luck.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    if AXE.exists():
        assert faults(settled(page)) == []
    pressed(page, "Run deep analysis")
    expect(luck.get_by_role("progressbar")).to_be_visible()
    assert [body and body["effort"] for _, body in analyzer.asked] == ["quick", None, "quick", "deep"]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_view_position_leads_to_the_step_of_the_replay(
    played: Callable[[str], Played], guest: Guests, width: int, height: int
) -> None:
    past = played("cash")
    analysis = analysis_of(past.replay())
    page = guest(storage_state=past.cookies, viewport={"width": width, "height": height})
    Analyzer(analysis, "done").route(page)
    page.goto(past.address(""))
    if width < 500:
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Luck and skill").click()
    sheet = page.locator(".luck .final-sheet").first
    sheet.get_by_text("Luckiest and unluckiest draws").click()
    last = [*analysis.seats[0].luckiest, *reversed(analysis.seats[0].unluckiest)][-1]
    sheet.locator("details").last.locator("a").last.click()
    expect(page.locator(".replay-bar")).to_have_attribute("data-n", str(last))
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_game_from_a_file_can_be_analyzed(server: Server, guest: Guests) -> None:
    page = guest()
    journal = (JOURNALS / "cash-last-round-shared.jsonl").read_bytes()
    found = page.request.post(f"{server.url}/api/replays", data=journal, headers=BINARY).json()
    replay = page.request.get(f"{server.url}/api/replays/{found['id']}").json()
    analyzer = Analyzer(analysis_of(replay))
    analyzer.route(page)
    page.goto(f"{server.url}{found['page']}")
    page.get_by_role("button", name="Luck and skill").click()
    pressed(page, "Analyze game")
    luck = page.locator(".luck")
    expect(luck.locator(".final-sheet")).to_have_count(len(analyzer.analysis.seats))
    expect(luck).to_contain_text("The server deletes this file and its analysis an hour after you last view them.")
    # There is no table to continue.
    expect(luck.get_by_role("button", name="Try it from here")).to_have_count(0)
    sheet = luck.locator(".final-sheet").first
    sheet.get_by_text("Luckiest and unluckiest draws").click()
    link = sheet.get_by_role("link", name="View position").last
    expect(link).to_have_attribute("href", re.compile(rf"^{found['page']}\?n=\d+$"))
    link.click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_costly_decision_can_be_tried_again_against_bots(
    played: Callable[[str], Played], guest: Guests, server: Server
) -> None:
    past = played("consultants")
    analysis = analysis_of(past.replay())
    page = at_table(guest, server, past, before=Analyzer(analysis, "done").route)
    n = analysis.seats[0].costliest[0]
    again = page.locator(".luck .final-sheet").first.get_by_role("button", name="Try it from here").first
    expect(again).to_have_attribute("aria-label", re.compile(rf"^Try it from here: step {n}, "))
    again.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: past.table not in url)
    expect(page.locator(".came-from").first).to_contain_text(f"Continues from step {n - 1} of another game.")
    table = api(page, "GET", f"/api/tables/{page.url.rpartition('/')[2]}")["table"]
    assert [one["kind"] for one in table["seats"]] == ["guest", "bot"]
    assert (table["status"], table["watching"], table["listed"]) == ("playing", "nobody", False)


def test_a_failed_analysis_can_be_retried_and_only_its_owner_can_cancel(
    played: Callable[[str], Played], guest: Guests, server: Server
) -> None:
    past = played("cash")
    analyzer = Analyzer(analysis_of(past.replay()), "failed", reason="The analysis failed: The server stopped.")
    page = at_table(guest, server, past, before=analyzer.route)
    luck = page.locator(".luck")
    expect(luck.get_by_role("alert")).to_have_text("The analysis failed: The server stopped.")
    analyzer.may_cancel = False
    pressed(page, "Try again")
    expect(luck.get_by_role("progressbar")).to_be_visible()
    expect(luck.get_by_role("button", name="Cancel analysis")).to_have_count(0)
