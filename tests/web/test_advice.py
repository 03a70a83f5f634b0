"""A player who is alone with bots asks what the expert would do, on every board, and the result tells of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from tests.web.conftest import api, called, make_table
from tests.web.test_fit import SIZES
from tests.web.test_table import play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocketRoute

    from tests.web.conftest import Guests, Server


def asked(page: Page) -> Locator:
    """The button with which a player whose turn it is has asked."""
    ask = page.get_by_role("button", name="What would you do?")
    expect(ask).not_to_have_attribute("aria-disabled", "true")
    ask.click()
    return ask


@pytest.mark.alone
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_the_expert_is_asked_on_every_board(server: Server, page: Page, game: str) -> None:
    make_table(page, server, ["me", "bot:steady"], game=game)
    ask = asked(page)
    told = page.get_by_role("dialog", name="What would you do?")
    expect(told.locator("li").first).to_contain_text(re.compile(r"\d+ of 100"))
    expect(told).to_contain_text("You have asked 1 time;")
    assert 1 <= told.locator("li").count() <= 3
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert told.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    told.get_by_role("button", name="Close").click()
    ask.click()
    expect(told).to_contain_text("You have asked 1 time;")


def test_the_result_tells_how_often_was_asked(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot:greedy"], options={"rounds": 1})
    asked(page)
    expect(page.get_by_role("dialog").locator("li").first).to_be_visible()
    page.keyboard.press("Escape")
    play_to_the_end(page)
    expect(page.locator(".asked-for")).to_have_text("Ann asked 1 time what to do.")


HINTS = """const real = fetch;
globalThis.fetch = async (path, how) => {
    if (!path.endsWith("/hint")) return real(path, how);
    const [status, said] = await hint(how.body);
    return Response.json(said, { status });
};"""
"""Questions are answered by `hint`, which the test gives: body -> [status, JSON]. What it refuses is no fault of the
page."""


@pytest.mark.journey
def test_what_is_told_stays_though_a_bot_acts_meanwhile(server: Server, page: Page) -> None:
    """Until the player may do something else, or the turn is over; what was asked too late is asked again."""
    lines: list[WebSocketRoute] = []
    states: list[dict[str, Any]] = []
    marks: list[str] = []

    def pass_on(line: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            frame = msgspec.json.decode(message)
            if frame["type"] == "state":
                states.append(frame)
            line.send(message)

        lines.append(line)
        line.connect_to_server().on_message(tell)

    def comes(mark: str, **more: Any) -> None:
        """A state in which a bot has done something."""
        lines[-1].send(msgspec.json.encode({**states[-1], "log_from": 1, "log": [], "mark": mark, **more}).decode())

    def answer(body: str) -> tuple[int, dict[str, Any]]:
        marks.append(msgspec.json.decode(body)["at"])
        if len(marks) == 1:
            return 409, {"code": "stale", "message": "The table has changed since."}
        best = {**legal[0], "chance": 60, "why": "It is so."}
        return 200, {"best": [best], "asked": 1, "mark": marks[-1]}

    page.route_web_socket("**/live**", pass_on)
    page.expose_function("hint", answer)
    page.add_init_script(HINTS)
    make_table(page, server, ["me", "bot:greedy"], options={"rounds": 1})
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    while not states or not states[-1]["view"]["chosen"][1]:
        page.wait_for_timeout(20)
    legal = states[-1]["legal"]
    asked(page)
    told = page.get_by_role("dialog", name="What would you do?")
    expect(told).to_contain_text("The expert plays it through")
    comes("5")
    expect(told).to_contain_text("60 of 100")
    assert marks == [states[-1]["mark"], "5"]
    comes("6")
    comes("7")
    page.wait_for_timeout(300)
    expect(told).to_contain_text("60 of 100")
    comes("8", legal=legal[:1])
    expect(told).to_be_hidden()
    asked(page)
    expect(told).to_contain_text("60 of 100")
    comes("9", legal=[], due=[1])
    expect(told).to_be_hidden()


LATE = """const best = [{ action: { type: "bid", high: true }, label: "bid high", chance: 60, why: "It is so." }];
let thinking = false;
globalThis.hint = async (body) => {
    if (thinking) return [409, { code: "already", message: "One moment." }];
    thinking = true;
    await new Promise((found) => Object.assign(globalThis, { found }));
    return [200, { best, asked: 1, mark: JSON.parse(body).at }];
};"""
"""The expert has found what is best once the test says so."""


@pytest.mark.journey
def test_anyone_who_looks_away_and_asks_again_sees_what_was_found_meanwhile(server: Server, page: Page) -> None:
    page.add_init_script(LATE)
    page.add_init_script(HINTS)
    make_table(page, server, ["me", "bot:greedy"], options={"rounds": 1})
    asked(page)
    told = page.get_by_role("dialog", name="What would you do?")
    expect(told).to_contain_text("The expert plays it through")
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    asked(page)
    expect(told).to_contain_text("One moment.")
    page.evaluate("found()")
    expect(told).to_contain_text("60 of 100")


def test_nobody_is_offered_it_where_others_play_too(server: Server, page: Page, guest: Guests) -> None:
    make_table(page, server, ["me", "open"])
    table, friend = page.url.rsplit("/", 1)[1], guest()
    called(friend, server, "Bob")
    api(friend, "POST", f"/api/tables/{table}/sit", {}, server.url)
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    expect(page.get_by_role("button", name="What would you do?")).to_have_count(0)
