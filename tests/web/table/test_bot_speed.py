"""Test bot speed: each viewer has their own, and it never delays their decisions."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

BOTS = ["me", *["bot:greedy"] * 3]
"""They bid high, so that one who bids low never begins."""
RICH = {"rich": True}


def at_pace(guest: Guests, pace: str, **more: Any) -> Page:
    page = guest(reduced_motion="no-preference", **more)
    page.add_init_script(f"localStorage.setItem('cashbox:pace', '{pace}')")
    return page


def told(page: Page) -> set[str]:
    return set(page.locator(".log-lines li").all_inner_texts())


def bid(page: Page) -> None:
    page.get_by_role("button", name="bid low").click()


def test_each_viewer_chooses_between_every_step_and_the_result(server: Server, guest: Guests) -> None:
    calm, quick = at_pace(guest, "calm"), at_pace(guest, "once")
    table = make_table(calm, server, BOTS, options=RICH)
    quick.goto(f"{server.url}/t/{table}")
    expect(quick.locator(".prompt")).to_contain_text("Waiting for the bids.")
    bid(calm)
    # Who watches at once is there while the player still sees the bots.
    expect(quick.locator(".prompt")).to_contain_text(re.compile("Ann|bids"))
    expect(calm.locator(".prompt")).to_have_text("Bots are playing…")
    assert calm.locator("#board .choices-panel button").count() == 0
    public = told(quick)
    assert not public <= told(calm)
    expect(calm).not_to_have_title(re.compile("Your turn"))
    calm.get_by_role("button", name="Skip to my turn").click()
    expect(calm.locator("#board .choices-panel button").first).to_be_visible()
    expect(calm.locator("#board")).to_be_focused()
    expect(calm).to_have_title(re.compile("Your turn"))
    assert public <= told(calm)


@pytest.mark.journey
def test_steps_appear_one_by_one_and_end_at_the_viewers_turn(server: Server, guest: Guests) -> None:
    page = at_pace(guest, "quick")
    make_table(page, server, BOTS, options=RICH)
    expect(page.get_by_role("button", name="bid low")).to_be_visible()
    page.evaluate("""() => {
      window.seen = [];
      const log = document.querySelector("#log");
      new MutationObserver(() => window.seen.push([log.innerText, performance.now(),
        document.querySelectorAll("#board .choices-panel button").length]))
        .observe(log, { subtree: true, childList: true, characterData: true });
    }""")
    bid(page)
    expect(page.get_by_role("button", name=re.compile("^pass"))).to_be_visible()
    seen = page.evaluate("window.seen")
    texts = list(dict.fromkeys(text for text, _, _ in seen))
    assert len(texts) > 1
    at = [next(when for text, when, _ in seen if text == one) for one in texts]
    assert all(later - sooner > 400 for sooner, later in pairwise(at))


def test_a_key_skips_steps_and_own_decisions_are_answered_at_once(server: Server, guest: Guests) -> None:
    page = at_pace(guest, "calm")
    make_table(page, server, BOTS, options=RICH)
    bid(page)
    expect(page.locator(".log-lines")).to_contain_text("You bid low.", timeout=1000)
    expect(page.locator(".prompt")).to_have_text("Bots are playing…")
    page.keyboard.press("s")
    store = page.get_by_role("button", name=re.compile("^store"))
    expect(store).to_be_visible(timeout=1400)
    store.click()
    expect(page.locator(".log-lines")).to_contain_text("You: store a point.", timeout=1000)
    page.keyboard.press("u")
    expect(page.locator(".log-lines")).not_to_contain_text("You: store a point.", timeout=1000)


def test_a_viewer_who_returns_is_up_to_date(server: Server, guest: Guests) -> None:
    page = at_pace(guest, "calm")
    make_table(page, server, BOTS, options=RICH)
    bid(page)
    expect(page.locator(".prompt")).to_have_text("Bots are playing…")
    page.evaluate("""() => {
      Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(page.locator("#board .choices-panel button").first).to_be_visible(timeout=1400)
    page.evaluate("delete document.visibilityState")
    page.get_by_role("button", name="pass").click()
    expect(page.locator(".prompt")).to_have_text("Bots are playing…")
    page.reload()
    expect(page.locator("#board .choices-panel button").first).to_be_visible(timeout=2500)


def test_bot_speed_can_be_chosen_by_keyboard_and_is_remembered(server: Server, guest: Guests) -> None:
    page = guest()
    make_table(page, server, BOTS, options=RICH)
    page.get_by_role("button", name="Preferences").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Preferences")
    # less motion is wanted here, so that steps are not shown unless one says so
    expect(dialog.get_by_label("Instant")).to_be_checked()
    dialog.get_by_label("Instant").focus()
    page.keyboard.press("ArrowUp")
    expect(dialog.get_by_label("Fast")).to_be_checked()
    page.keyboard.press("Escape")
    bid(page)
    expect(page.locator(".prompt")).to_have_text("Bots are playing…")
    page.reload()
    page.get_by_role("button", name="Preferences").click()
    expect(dialog.get_by_label("Fast")).to_be_checked()


def test_final_actions_are_confirmed_if_the_player_prefers_it(server: Server, guest: Guests) -> None:
    page = guest()
    make_table(page, server, ["me", "bot"], options=RICH)
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Before anything that can't be undone").check()
    page.keyboard.press("Escape")
    dialog = page.get_by_role("dialog", name="Are you sure?")
    bid(page)
    store = page.get_by_role("button", name=re.compile("^store"))
    expect(dialog.or_(store).first).to_be_visible()
    if dialog.is_visible():  # the bot has chosen already: this is the last choice
        dialog.get_by_role("button", name="Do it").click()
    store.click()
    expect(store).to_contain_text("2 in the purse")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="pass").click()
    expect(dialog).to_contain_text("pass (2 in the purse): this can't be undone.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(store).to_contain_text("2 in the purse")


@pytest.mark.journey
def test_a_bots_turn_is_one_log_entry_that_expands(server: Server, guest: Guests) -> None:
    page = guest()
    turn = page.locator("#log .turn").first
    # Random bots may end a game before one of them has taken a turn of several steps.
    for _ in range(5):
        make_table(page, server, ["me", *["bot:random"] * 3], options=RICH)
        bid(page)
        while not turn.count() and not page.locator("#final").count():
            told = page.locator("#log").inner_text()
            page.locator("#board .choices-panel button").last.click()
            expect(page.locator("#log")).not_to_have_text(told, use_inner_text=True)
            expect(page.locator("#board .choices-panel button, #final").first).to_be_visible()
        if turn.count():
            break
    summary = turn.locator("summary")
    expect(summary).to_have_text(re.compile(r"^\s*(Clara|Doug|Elsie).*and \d+ more steps?\s*$"))
    inside = turn.locator("details > ol li").first
    expect(inside).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(inside).to_be_visible()
    name = summary.inner_text().split(":")[0]
    assert all(text.startswith(name) for text in turn.locator("details > ol li").all_inner_texts())
    # One's own steps stay lines of their own.
    assert page.locator("#log .turn", has_text="You:").count() == 0


def test_times_in_a_state_are_counted_from_its_arrival(page: Page, server: Server) -> None:
    page.goto(server.url)
    waited = page.evaluate(
        """async () => {
            const { hasCome, cameAt, serverNow } = await import("/static/js/shared/server-time.js");
            const state = {};
            hasCome(state);
            await new Promise((resolve) => setTimeout(resolve, 300));
            return [serverNow() - cameAt(state), serverNow() - cameAt({})];
        }"""
    )
    # Answers of the server correct the page's idea of its time by up to their delay.
    assert waited[0] >= 200
    assert waited[1] < 100
