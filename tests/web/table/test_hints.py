"""Test hints on every board for a player against bots: asking, playing, and counting them in the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from tests.web.board.test_fit import SIZES
from tests.web.conftest import api, called, make_table
from tests.web.table.test_table import play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocketRoute

    from tests.web.conftest import Guests, Server


def asked(page: Page) -> Locator:
    """The button with which a player whose turn it is has asked."""
    ask = page.get_by_role("button", name="Hint", exact=True)
    expect(ask).not_to_have_attribute("aria-disabled", "true")
    ask.click()
    return ask


COVERED = """panel => {
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    const lies = ({ left: l, right: r, top: t, bottom: b }) =>
        Math.min(right, r) - Math.max(left, l) > 1 && Math.min(bottom, b) - Math.max(top, t) > 1;
    const board = document.querySelector("#board").getBoundingClientRect();
    const scrolls = document.documentElement.dataset.shape === "middle";
    const out = [];
    if (!scrolls && lies(board)) out.push("board");
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) out.push("window");
    for (const one of document.querySelectorAll(".tools button, .prompt, .prompt-bar button"))
        if (one.checkVisibility() && lies(one.getBoundingClientRect())) out.push(one.outerHTML);
    return out;
}"""
"""What the panel covers, and whether it leaves the window; under a page that scrolls the board goes on below it."""


@pytest.mark.alone
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_every_board_offers_a_hint(server: Server, page: Page, game: str) -> None:
    make_table(page, server, ["me", "bot:steady"], game=game)
    ask = asked(page)
    told = page.get_by_role("region", name="Hint")
    expect(told.get_by_role("button", name="Play it").first).to_be_visible()
    expect(told).to_contain_text("Hints used: 1 (shown with the result)")
    options = told.locator("li")
    assert options.count() <= 3
    for option in options.all():
        option.locator(".option").click()
        expect(option.locator(".option")).to_have_attribute("aria-pressed", "true")
        expect(told.locator("[aria-pressed=true]")).to_have_count(1)
        assert page.locator("#board [data-asked]").count() > 0, option.inner_text()
        assert option.locator("p").inner_text()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("html")).to_have_attribute("data-shape", SIZES[width, height])
        assert told.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert told.evaluate(COVERED) == [], (width, height)
    told.get_by_role("button", name="Close").click()
    expect(told).to_be_hidden()
    ask.click()
    expect(told).to_contain_text("Hints used: 1 (shown with the result)")


def test_the_result_shows_the_number_of_hints(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot:greedy"], options={"rounds": 1})
    asked(page)
    expect(page.get_by_role("button", name="Play it").first).to_be_visible()
    page.keyboard.press("Escape")
    play_to_the_end(page)
    expect(page.locator(".asked-for")).to_have_text("Ann used 1 hint.")


HINTS = """const real = fetch;
globalThis.fetch = async (path, how) => {
    if (!path.endsWith("/hint")) return real(path, how);
    const [status, said] = await hint(how.body);
    return Response.json(said, { status });
};"""
"""Questions are answered by `hint`, which the test gives: body -> [status, JSON]. What it refuses is no fault of the
page."""


@pytest.mark.journey
def test_a_hint_stays_while_a_bot_acts(server: Server, page: Page) -> None:
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
            return 409, {"code": "stale", "message": "The game has moved on. Ask for a new hint."}
        best = {**legal[0], "chance": 60, "odds": "60 of 100", "why": "It is so."}
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
    told = page.get_by_role("region", name="Hint")
    expect(told).to_contain_text("The expert bot is thinking")
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


ANSWERS = """globalThis.hint = (body) =>
    [200, { best: globalThis.best, asked: 2, mark: JSON.parse(body).at }];"""
"""Hints are what the test says is best."""


@pytest.mark.journey
def test_a_hint_is_marked_on_the_board_and_played_from_its_panel(server: Server, page: Page) -> None:
    page.add_init_script(ANSWERS)
    page.add_init_script(HINTS)
    make_table(page, server, ["me", "bot:steady"], game="envelopes")
    card = page.locator("#board .card.glow").nth(1)
    expect(card).to_be_visible()
    number, other = (int(page.locator("#board .card.glow").nth(k).get_attribute("data-card") or "") for k in (1, 0))
    best = [
        {"action": {"type": "reject", "card": number}, "label": "reject it", "chance": 0, "why": "It costs 2 bucks."},
        {
            "action": {"type": "reject", "card": other},
            "label": "reject another",
            "chance": 0,
            "why": "It costs 1 buck.",
        },
    ]
    page.evaluate("best => { globalThis.best = best; }", best)
    ask = asked(page)
    panel = page.get_by_role("region", name="Hint")
    expect(panel.get_by_role("heading", name="Hint", exact=True)).to_be_focused()
    expect(panel).to_contain_text("Hints used: 2 (shown with the result)")
    expect(panel).not_to_contain_text("of 100")  # a lost game ranks nothing
    expect(page.locator("#board [data-asked]")).to_have_attribute("data-card", str(number))
    card.focus()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#board [data-asked]")).to_have_count(0)
    ask.click()
    page.keyboard.press("Escape")
    expect(ask).to_be_focused()
    ask.click()
    expect(page.locator("#board [data-asked]")).to_have_attribute("data-card", str(number))
    panel.get_by_role("button", name="reject another", exact=True).click()
    expect(page.locator("#board [data-asked]")).to_have_attribute("data-card", str(other))
    panel.get_by_role("button", name="Play it: reject another").click()
    expect(panel).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("You reject")
    expect(page.locator(f"#board .card.glow[data-card='{other}']")).to_have_count(0)


BETTER = """let asked = 0;
globalThis.hint = (body) => {
    const { at, refine } = JSON.parse(body);
    asked += 1;
    const best = [true, false].map((high, k) => ({
        action: { type: "bid", high: refine ? !high : high }, label: `bid ${high !== !!refine ? "high" : "low"}`,
        chance: 60 - k, odds: `${60 - k + asked} of 100`, why: "It is so.",
    }));
    return [200, { best, asked: 1, mark: at, sureness: "", refining: asked < 3 }];
};"""
"""The second answer ranks the choices the other way, and the third one is the last."""


@pytest.mark.journey
def test_a_hint_gets_better_while_it_is_open(server: Server, page: Page) -> None:
    page.add_init_script(BETTER)
    page.add_init_script(HINTS)
    make_table(page, server, ["me", "bot:greedy"], options={"rounds": 1})
    asked(page)
    told = page.get_by_role("region", name="Hint")
    expect(told.locator(".option").first).to_have_text("bid low 63 of 100")
    expect(told).not_to_contain_text("still thinking")
    expect(told.locator(".inside")).to_have_attribute("aria-live", "off")


LATE = """const one = { action: { type: "bid", high: true }, label: "bid high", chance: 60, odds: "60 of 100" };
const best = [{ ...one, why: "It is so." }];
let thinking = false;
globalThis.hint = async (body) => {
    if (thinking) return [409, { code: "already", message: "One moment." }];
    thinking = true;
    await new Promise((found) => Object.assign(globalThis, { found }));
    return [200, { best, asked: 1, mark: JSON.parse(body).at }];
};"""
"""The expert has found what is best once the test says so."""


@pytest.mark.journey
def test_reopening_a_hint_shows_what_was_found_meanwhile(server: Server, page: Page) -> None:
    page.add_init_script(LATE)
    page.add_init_script(HINTS)
    make_table(page, server, ["me", "bot:greedy"], options={"rounds": 1})
    asked(page)
    told = page.get_by_role("region", name="Hint")
    expect(told).to_contain_text("The expert bot is thinking")
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    asked(page)
    expect(told).to_contain_text("One moment.")
    page.evaluate("found()")
    expect(told).to_contain_text("60 of 100")


def test_hints_are_not_offered_at_tables_with_other_people(server: Server, page: Page, guest: Guests) -> None:
    make_table(page, server, ["me", "open"])
    table, friend = page.url.rsplit("/", 1)[1], guest()
    called(friend, server, "Bob")
    api(friend, "POST", f"/api/tables/{table}/sit", {}, server.url)
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
