"""Play every mode of Envelopes of Cash in the browser, from the form to some months or the whole game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.board.test_envelopes import Person, assert_adds_up
from tests.web.board_player import played_on

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Guests, Server

BOT = "steady"


def choose(page: Page, server: Server, mode: str) -> None:
    """The form set to a mode of Envelopes of Cash."""
    page.goto(server.url)
    page.get_by_role("radio", name=re.compile("^Envelopes of Cash")).check()
    page.get_by_role("radio", name=re.compile(f"^{mode}", re.IGNORECASE)).first.check()


def make(page: Page, server: Server, mode: str, players: int) -> str:
    """A table made through the form, against bots that answer at once; the page goes there. Returns its id."""
    choose(page, server, mode)
    if players > 1:
        page.get_by_role("radio", name=str(players), exact=True).check()
        for seat in range(2, players + 1):
            page.get_by_label(f"Seat {seat}", exact=True).select_option(f"bot:{BOT}")
    return begin(page)


def begin(page: Page) -> str:
    page.get_by_role("button", name="Create table").click()
    page.wait_for_selector(".eoc .cover")
    return page.url.rsplit("/", 1)[1]


def options(page: Page, *groups: str) -> None:
    """Opens the options of the form, and groups of them."""
    page.locator(".options > summary").click()
    for group in groups:
        page.locator(".options .group > summary", has_text=group).click()


def sensible(legal: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """Something that leads on: sign, pay, place, else end the turn."""
    for kinds in (("sign", "put"), ("draft", "place", "end"), ("reject", "die", "done", "keep")):
        some = [entry for entry in legal if entry["action"]["type"] in kinds]
        if some:
            return chance.choice(some)
    return chance.choice(legal)


def play_on(page: Page, table: str, until: Callable[[dict[str, Any]], bool], seed: int = 1) -> dict[str, Any]:
    """Plays the page's seat through the API, the page watching, until something holds for its state."""
    return played_on(page, page.url.partition("/t/")[0], table, until, sensible, seed)


def play_out(page: Page, table: str) -> dict[str, Any]:
    """Plays the page's seat through the API to the end. The page, which would show every step, is away meanwhile."""
    where = page.url
    page.goto("about:blank")
    state = played_on(page, where.partition("/t/")[0], table, lambda _: False, sensible)
    page.goto(where)
    return state


def due_in(phase: str, kind: str = "") -> Callable[[dict[str, Any]], bool]:
    """That a decision of a phase is owed, one that an action of this kind answers."""

    def holds(state: dict[str, Any]) -> bool:
        kinds = {entry["action"]["type"] for entry in state["legal"]}
        return state["view"]["phase"] == phase and bool(kinds) and (not kind or kind in kinds)

    return holds


@pytest.mark.journey
def test_the_form_follows_the_mode(server: Server, page: Page) -> None:
    choose(page, server, "family")
    expect(page.get_by_role("radio", name="4", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Read the rules")).to_have_attribute("href", re.compile("family"))
    options(page, "Cut-throat")
    die = page.get_by_role("checkbox", name=re.compile("^Die"))
    expect(die).not_to_be_checked()
    expect(page.get_by_label("Movement")).to_have_value("three")
    expect(page.get_by_role("spinbutton", name="Trade bucks")).to_have_value("0")
    die.check()
    expect(page.get_by_text("Options (1 changed)")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^Solitaire")).check()
    expect(page.get_by_label("Seat 1", exact=True)).to_have_count(0)
    expect(page.get_by_role("radio", name="2", exact=True)).to_have_count(0)
    options(page)
    expect(page.locator("select[name=start]")).to_be_visible()
    expect(page.locator("select[name=dice]")).to_have_count(0)


def test_conflicting_options_are_explained_next_to_the_button(server: Server, browser: Browser) -> None:
    page = browser.new_page()  # a refusal stands in Chromium's own log, so this is no one's page
    choose(page, server, "standard")
    page.get_by_role("radio", name="2", exact=True).check()
    options(page, "More")
    page.locator("select[name=first]").select_option("seat 4")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("#new-table").get_by_role("alert")).to_have_text(re.compile(r"With 2 players, .*seat 2\."))
    page.close()


def test_solitaire_can_be_played_to_the_score(server: Server, page: Page) -> None:
    table = make(page, server, "solitaire", 1)
    person = Person(page)
    play_on(page, table, due_in("draft"))
    bubba = page.get_by_role("region", name="Bubba", exact=True)
    expect(page.locator(".cover .bubba-next")).to_contain_text("next")
    expect(page.get_by_role("heading", name="The pool")).to_have_count(0)
    expect(page.locator(".cover .card.glow")).to_have_count(8)
    play_on(page, table, due_in("month"))
    expect(page.locator(".bubba-flag")).to_have_count(1)
    target = page.locator(".recruit", has=page.locator(".bubba-flag"))
    slot = target.get_attribute("data-recruit")
    while int(page.locator(".eoc").get_attribute("data-month") or 0) == 0:
        person.go_on()
    expect(page.locator(f"[data-recruit='{slot}'] .token.gone")).to_have_count(1)
    page.get_by_role("button", name="Look at the map").click()  # he lies beside it, not beside the draft
    expect(bubba.locator(".taken li")).to_have_count(1)
    state = play_out(page, table)
    score = state["outcome"]["others"]["Bubba"]
    final = page.locator("#final")
    expect(final.locator(".ranking li", has_text="Bubba").locator(".number")).to_have_text(str(score))
    assert assert_adds_up(final.locator(".eoc-score"))[1] == score
    expect(final.locator(".ranking .winner")).to_have_count(1)


def test_online_recruiting_boards_open_at_the_end(server: Server, page: Page) -> None:
    table = make(page, server, "online", 2)
    expect(page.locator(".mine .recruiting li")).to_have_count(5)
    expect(page.locator(".mine .recruiting li.marked")).to_have_count(3)
    expect(page.locator(".others .recruiting li")).to_have_count(0)
    expect(page.locator(".others")).to_contain_text("Recruiting Board hidden")
    play_on(page, table, due_in("month"))
    page.locator(".key[data-open=marketing]").click()
    expect(page.locator(".float .steps button")).to_have_count(5)
    play_out(page, table)
    expect(page.locator(".others .recruiting li")).to_have_count(5)


def test_family_dice_have_full_value_in_any_month(server: Server, page: Page) -> None:
    table = make(page, server, "family", 3)
    play_on(page, table, due_in("dice", "place"))
    expect(page.locator(".place .button")).to_have_count(6)
    expect(page.locator(".place .button.primary", has_text="full value")).to_have_count(6)
    state = play_on(page, table, lambda state: due_in("month")(state) and not state["view"]["pending"])
    moves = state["view"]["players"][state["seat"]]["moves"]
    assert moves >= 3  # a head coach or a card may have given more
    expect(page.locator(".tray .moves")).to_have_text(str(moves))


def test_cut_throat_dice_and_the_auction_can_be_played(server: Server, page: Page) -> None:
    choose(page, server, "standard")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Seat 2", exact=True).select_option(f"bot:{BOT}")
    options(page, "Cut-throat")
    page.get_by_role("checkbox", name=re.compile("^Auction")).check()
    page.get_by_role("button", name="Use all Cut-throat options").click()
    expect(page.locator("select[name=dice]")).to_have_value("exclusive")
    expect(page.get_by_text("Options (5 changed)")).to_be_visible()
    table = begin(page)
    person = Person(page)

    def second_die(state: dict[str, Any]) -> bool:
        return due_in("dice", "die")(state) and any(p["dice"] for p in state["view"]["players"])

    play_on(page, table, second_die)
    taken = page.locator(".dice .pick.gone")
    expect(taken.first.locator(".takers .symbol")).to_have_count(1)
    taken.first.click(force=True)
    expect(page.locator(".note p")).to_have_text(re.compile(r"\w.*\."))

    state = play_on(page, table, due_in("auction"))
    while state["legal"][0]["action"]["type"] != "bid":
        play_on(page, table, due_in("month"))
        state = play_on(page, table, due_in("auction"))
    expect(page.get_by_role("list", name="Bids")).to_be_visible()
    person.wait()
    most = max(entry["action"]["bucks"] for entry in state["legal"])
    page.get_by_role("button", name="One more").click()
    page.locator(".stepper input").fill(str(most))
    page.locator(".stepper input").blur()
    bid = page.locator(".bidding [data-action=bid]").first
    expect(bid).to_have_text(f"Bid {most} bucks")
    bid.click()
    expect(page.locator(".eoc")).not_to_have_attribute("data-phase", "auction")


def test_an_open_stash_draft_can_be_played(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    choose(page, server, "standard")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Seat 2", exact=True).select_option(f"bot:{BOT}")
    options(page, "More")
    page.get_by_role("checkbox", name=re.compile("^Stash draft")).check()
    begin(page)
    person = Person(page)
    person.wait()
    expect(page.locator(".cover .card.glow")).to_have_count(6)
    person.choose_card()
    expect(page.get_by_role("heading", name="Your open stash")).to_be_visible()
    expect(page.get_by_role("heading", name="'s open stash")).to_be_visible()
    expect(page.locator(".cover .card.glow")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_lesson_has_hints_and_leads_to_the_next(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    table = make(page, server, "first lesson", 1)
    hint = page.locator(".hint-note")
    words = hint.inner_text()
    hint.get_by_role("button", name="Got it").click()
    expect(hint).to_have_count(0)
    page.get_by_role("button", name="Show the hint").click()
    expect(hint).to_be_visible()
    expect(page.locator("#announcer", has_text=words.split("\n")[0])).to_have_count(1)

    # beside what it points at, never over it
    play_on(page, table, due_in("dice", "die"))
    expect(hint).not_to_have_text(words)
    boxes = [page.locator(which).bounding_box() for which in (".hint-note", "[data-point=dice]")]
    note, dice = boxes
    assert note is not None
    assert dice is not None
    assert note["y"] + note["height"] <= dice["y"]
    assert 0 <= note["y"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    play_out(page, table)
    expect(page.locator("#final .hint-note")).to_be_visible()
    page.locator("#final").get_by_role("button", name=re.compile("Second lesson")).click()
    expect(page).not_to_have_url(re.compile(table))
    expect(page.locator(".hint-note")).to_be_visible()


@pytest.mark.few(0, usual=0)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_axe_finds_no_serious_faults_in_any_mode(server: Server, guest: Guests) -> None:
    page = guest(color_scheme="dark")
    table = make(page, server, "solitaire", 1)
    play_on(page, table, lambda state: due_in("month")(state) and not state["view"]["pending"])
    expect(page.locator(".bubba-flag")).to_be_visible()
    assert faults(settled(page)) == []
    page = guest()
    choose(page, server, "online")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Seat 2", exact=True).select_option(f"bot:{BOT}")
    options(page, "Cut-throat", "More")
    assert faults(settled(page)) == []
    page.get_by_role("checkbox", name=re.compile("^Auction")).check()
    page.get_by_role("button", name="Use all Cut-throat options").click()
    table = begin(page)
    play_on(page, table, due_in("dice", "die"))
    expect(page.get_by_role("list", name="Turn order for dice")).to_be_visible()
    assert faults(settled(page)) == []
    play_on(page, table, due_in("auction"))
    expect(page.get_by_role("list", name="Bids")).to_be_visible()
    assert faults(settled(page)) == []
