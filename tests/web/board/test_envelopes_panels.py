"""Test in rare situations that panels and sheets of the board show what the rules say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from cashbox.engine.help import table_tips
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.help import tips
from cashbox.games.envelopes.text.phrases import recruit_name
from tests.games.envelopes.positions import Table, month, turn_begins
from tests.web.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Server

TIPS = tips()
SHOW = """async (props) => {
  const { h, render } = await import("/static/js/shared/preact.js");
  const { default: Board } = await import("/games/envelopes/board/board.js");
  const act = async () => {};
  document.body.innerHTML = "<div id='here'></div>";
  render(h(Board, { ...props, busy: false, act, explain: async () => "" }), document.getElementById("here"));
}"""


def show(page: Page, server: Server, t: Table, seat: int = 0, content: dict[str, Any] | None = None) -> Locator:
    """The board as this seat sees the table now; nothing can be done there. content: None for that of the rules."""
    s, rules = t.state, t.game
    legal = [
        {
            "action": rules.encode(action),
            "text": rules.text(action),
            **msgspec.to_builtins(rules.describe(s, seat, action)),
        }
        for action in rules.legal(s, seat)
    ]
    props: dict[str, Any] = {
        "content": content or rules.content,
        "view": msgspec.to_builtins(t.view(seat)),
        "seat": seat,
        "names": t.names,
        "legal": legal,
        "prompt": rules.prompt(s, seat, t.names),
        "tips": msgspec.to_builtins(table_tips(TIPS, msgspec.to_builtins(t.view(seat).rules))),
    }
    page.goto(server.url)
    page.evaluate(SHOW, props)
    board = page.locator(".eoc")
    expect(board).to_be_visible()
    return board


def test_the_bookies_sheet_shows_the_shifted_die(server: Server, page: Page) -> None:
    t = month().play_card(0, "Bookie with Ties to the Program", "double use").bet(0, "green", 5).roll(3, 1, 1, 1, 1, 1)
    green = show(page, server, t).locator(".shifts li[data-colour=green]")
    expect(green).to_contain_text("▼ 2")
    expect(green).to_contain_text("▲ 4")
    t.do("bookie", colour="green", up=True)
    green = show(page, server, t).locator(".shifts li[data-colour=green]")
    expect(green).to_contain_text("▼ 3")
    expect(green).to_contain_text("▲ 5 wins")


def test_the_campaign_panel_includes_a_card_that_lowers_prices(server: Server, page: Page) -> None:
    t = month().play_card(0, "campaign cut").bucks(0, 4)
    show(page, server, t)
    page.locator(".key[data-open=marketing]").dispatch_event("click")
    third = page.locator(".float[data-panel=marketing] .steps .button").nth(2)
    expect(third).to_contain_text("Run a campaign for 3 stars (4 bucks after a discount of 1, 0 left)")
    expect(third.locator("small")).to_have_text("0 left")
    t.do("campaign", bucks=5)
    show(page, server, t)
    page.locator(".key[data-open=marketing]").dispatch_event("click")
    expect(page.locator(".float[data-panel=marketing]")).to_contain_text(
        "You already ran a campaign for 4 bucks this month."
    )


def test_the_end_turn_panel_includes_a_card_that_keeps_envelopes(server: Server, page: Page) -> None:
    show(page, server, month().play_card(0, "save").give(0, red=3))
    page.locator(".tray [data-action=end]").dispatch_event("click")
    panel = page.locator(".float[data-panel=end]")
    expect(panel).to_contain_text("You keep 2 envelopes for next month and discard 1 envelope")
    expect(panel.locator("[data-action=end]")).to_have_text("End the turn")


def test_the_recruit_panel_includes_a_card_that_lowers_the_price(server: Server, page: Page) -> None:
    t = month().at(0, "missouri-arkansas").play_card(0, "cheap border").give(0, yellow=1, red=3)
    show(page, server, t)
    page.locator(f".recruit[data-recruit='{t.slot('missouri-arkansas')}']").dispatch_event("click")
    panel = page.locator(".float[data-panel=recruit]")
    expect(panel).to_contain_text("Saved by your cards")
    left = panel.locator(".line", has_text="Left after paying")
    expect(left.locator(".bundle")).to_have_attribute("aria-label", "1 red envelope")


def test_the_trade_sheet_names_the_price(server: Server, page: Page) -> None:
    for t, price in (
        (month(), "Trade 3 envelopes and 1 buck for one"),
        (month().play_card(0, "trade rate"), "Trade 2 envelopes and 1 buck for one"),
        (month().play_card(0, "trade free"), "Trade 3 envelopes for one"),
    ):
        show(page, server, t.give(0, red=4).bucks(0, 2))
        page.locator(".key[data-open=trade]").dispatch_event("click")
        expect(page.locator(".float[data-panel=trade]")).to_contain_text(f"{price} of the color you choose.")


def test_a_class_shows_its_score_and_the_next_step(server: Server, page: Page) -> None:
    t = month()
    slots = [t.slot(name) for name in ("georgia", "louisiana", "florida", "iowa")]
    for slot, position in zip(slots, ("QB", "QB", "WR", "LB"), strict=True):
        t.position(slot, position)
    tallies = show(page, server, t.signed(0, *slots)).locator(".mine .class .tally")
    expect(tallies.nth(0)).to_contain_text("3 of 8 positions")
    expect(tallies.nth(0)).to_contain_text("next: 8")
    expect(tallies.nth(1)).to_contain_text("best region: 3")
    expect(tallies.nth(1)).to_contain_text("next: 5")


def test_a_recruiting_board_checks_off_signed_positions_and_adds_up(server: Server, page: Page) -> None:
    t = month(2, mode="online")
    for slot, position in zip((0, 4, 8), t.tables.boards[t.player(0).board], strict=False):
        t.position(slot, v.POSITIONS[position])
    board = show(page, server, t.signed(0, 0, 4, 8)).locator(".mine .recruiting")
    expect(board.locator("li.marked.ticked")).to_have_count(3)
    expect(board.locator("li:not(.marked)")).to_have_count(2)
    expect(board.locator(".tally")).to_contain_text("All 5 score 15. Just the 3 marked ones score 5.")


@pytest.mark.journey
def test_a_signed_recruit_shows_the_effect_of_the_die(server: Server, page: Page) -> None:
    t = month().at(0, "iowa").give(0, blue=3).position(month().slot("iowa"), "QB")
    stage = Stage(page, server, t)
    t.do("sign", recruit="iowa", die=-2)
    stage.show()
    expect(page.locator(".vmd")).to_contain_text(re.compile(r"You sign the QB from Iowa\s*: 4 − 2 = 2 stars"))


@pytest.mark.journey
def test_each_payment_choice_shows_its_envelope(server: Server, page: Page) -> None:
    show(page, server, month().give(0, red=2, blue=2).bucks(0, 2).do("trade", colour="green"))
    choices = page.locator(".float[data-panel=pending] .choice")
    expect(choices).to_have_count(2)
    for key, colour in zip(choices.all(), ("red", "blue"), strict=True):
        expect(key).to_have_attribute("data-colour", colour)
        expect(key.locator(".envelope")).to_have_count(1)
        expect(key).to_contain_text(f"Give 1 {colour}")


def test_the_board_numbers_spaces_and_recruits_as_the_rules_do(server: Server, page: Page) -> None:
    t = month()
    page.goto(server.url)
    model = page.evaluate(
        """async (content) => {
          const { modelOf } = await import("/games/envelopes/board/model.js");
          const { spaces, slots } = modelOf(content, []);
          return { spaces: spaces.map((one) => [one.id, one.name]), slots: slots.map((one) => [one.space, one.name]) };
        }""",
        t.game.content,
    )
    tables = t.tables
    assert model["spaces"] == [list(one) for one in zip(tables.space_ids, tables.space_names, strict=True)]
    assert model["slots"] == [[tables.space_of[slot], recruit_name(tables, slot)] for slot in range(v.RECRUITS)]


def test_bets_in_february_promise_nothing(server: Server, page: Page) -> None:
    show(page, server, month(2, "February").give(0, red=1))
    page.locator(".key[data-open=vegas]").dispatch_event("click")
    panel = page.locator(".float[data-panel=vegas]")
    expect(panel).to_contain_text("bets can't win now")
    expect(panel).not_to_contain_text("next month")


def test_free_spaces_are_those_of_the_next_turn(server: Server, page: Page) -> None:
    show(page, server, month(2, "June").roll(1, 1, 1, 1, 1, 1))
    expect(page.locator(".tray .moves")).to_have_text("2")
    t = month(2, "June").do("end")
    show(page, server, t)
    expect(page.locator(".tray .purse")).to_be_visible()
    expect(page.locator(".tray .moves")).to_have_count(0)


def test_a_distant_space_is_reached_by_several_free_moves(server: Server, page: Page) -> None:
    t = turn_begins(month())
    show(page, server, t)
    page.locator(".space[data-space=oklahoma]").dispatch_event("click")
    panel = page.locator(".float[data-panel=space]")
    expect(panel).to_contain_text("2 spaces from your bus")
    expect(panel.locator("[data-action=drive]")).to_have_text("Drive there (2 free moves, 1 left after that)")
    show(page, server, turn_begins(month(name="September")))
    page.locator(".space[data-space=oklahoma]").dispatch_event("click")
    expect(panel).to_contain_text("2 spaces from your bus")
    expect(panel.locator("[data-action=drive]")).to_have_count(0)


def test_the_auction_sheet_does_not_promise_the_chain(server: Server, page: Page) -> None:
    t = month(3, auction=True).bucks(0, 5).bucks(2, 5).end_month().do("bid", 2, bucks=2)
    show(page, server, t)
    page.locator(".bidding input").fill("5")
    page.locator(".bidding input").blur()
    expect(page.locator(".bidding")).to_contain_text("Bid 5 bucks (if you get the chain, you pay 3 and have 2 left).")


def test_the_map_is_drawn_from_the_content_of_the_table(page: Page, server: Server) -> None:
    t = month()
    content = t.game.content
    drawing = content["drawing"]
    only = drawing | {"roads": [{"between": ["c-tucson", "start-texas"], "path": "M1 2L30 40"}]}
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    roads = show(page, server, t, content=content | {"drawing": only}).locator(".ground .road")
    expect(roads).to_have_count(1)
    expect(roads).to_have_attribute("d", "M1 2L30 40")
    assert not [url for url in asked if url.endswith(".json")]


def test_a_table_without_a_stored_drawing_shows_the_first_map(page: Page, server: Server) -> None:
    t = month()
    content = {key: value for key, value in t.game.content.items() if key != "drawing"}
    board = show(page, server, t, content=content)
    expect(board.locator(".ground .road")).to_have_count(82)
    expect(board.locator(".ground .land")).to_have_count(32)
