from __future__ import annotations

import re
import signal
import time
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect

from tests.web.conftest import PATIENCE, make_table
from tests.web.screen_reader import EAR

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

    from tests.web.conftest import Guests, Server


def prompt(page: Page) -> str:
    return page.locator(".prompt").inner_text()


def log(page: Page) -> list[str]:
    """The lines of the log, without the mark where one's last turn ended."""
    return page.locator(".log-lines li:not(.mark)").all_inner_texts()


def play_on(page: Page) -> None:
    """Takes this seat's first action that is not storing; bots answer in no time."""
    before = page.evaluate("document.querySelector('.log-lines')?.innerText ?? ''")
    page.locator("#board .choices-panel button", has_not_text="store").first.click()
    page.wait_for_function("before => (document.querySelector('.log-lines')?.innerText ?? '') !== before", arg=before)


def play_to_the_end(page: Page) -> None:
    for _ in range(60):
        expect(page.locator("#board .choices-panel button, #final").first).to_be_visible()
        if page.locator("#final").count():
            return
        play_on(page)
    raise AssertionError("the game does not end")


@pytest.mark.slow
def test_a_whole_game_leads_to_the_score_and_its_record(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot"])
    play_to_the_end(page)
    final = page.locator("#final")
    expect(final.get_by_role("heading")).to_contain_text("wins with")
    expect(final.locator(".ranking li")).to_have_count(2)
    final.get_by_text("Fairness").click()
    expect(final).to_contain_text("the secret matches the hash shown before the game ended")
    with page.expect_download() as download:
        final.get_by_role("link", name="Download journal").click()
    assert download.value.path().stat().st_size > 0


@pytest.mark.journey
def test_undo_takes_back_one_step_or_the_whole_turn(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot"], options={"rich": True})
    page.get_by_role("button", name="bid high").click()
    store = page.get_by_role("button", name=re.compile("^store"))
    expect(store).to_contain_text("3 in the purse")
    for left in (2, 1):
        store.click()
        expect(page.get_by_role("button", name="pass")).to_contain_text(f"{left} in the purse")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(store).to_contain_text("2 in the purse")
    store.click()
    expect(store).to_contain_text("1 in the purse")
    page.get_by_role("button", name="Undo turn").click()
    expect(store).to_contain_text("3 in the purse")
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(page.get_by_text("Nothing to undo.")).to_be_visible()


@pytest.mark.journey
def test_two_tabs_of_one_player_agree(server: Server, page: Page) -> None:
    table = make_table(page, server, ["me", "bot"], options={"rich": True})
    other = page.context.new_page()
    other.goto(f"{server.url}/t/{table}")
    page.get_by_role("button", name="bid high").click()
    store = other.get_by_role("button", name=re.compile("^store"))
    expect(store).to_contain_text("3 in the purse")
    store.click()
    expect(page.get_by_role("button", name=re.compile("^store"))).to_contain_text("2 in the purse")
    assert log(page) == log(other)


def test_the_page_announces_the_players_turn(server: Server, page: Page, guest: Guests) -> None:
    table = make_table(page, server, ["me", "open"])
    friend = guest()
    friend.goto(f"{server.url}/t/{table}")
    friend.get_by_role("button", name="Sit down").click()
    expect(page).to_have_title(re.compile("Your turn"))
    page.get_by_role("button", name="bid low").click()
    expect(page).not_to_have_title(re.compile("Your turn"))
    friend.get_by_role("button", name="bid high").click()
    expect(friend).to_have_title(re.compile("Your turn"))
    friend.get_by_role("button", name="pass").click()
    expect(page).to_have_title(re.compile("Your turn"))
    expect(page.locator(".log-lines .mark")).to_have_text("Since your last move")
    expect(page.locator(".log-lines .mark ~ li").last).to_contain_text("pass")


@pytest.mark.journey
def test_the_page_misses_no_event_after_a_server_crash(own_server: Server, guest: Guests) -> None:
    page, watcher = guest(), guest()
    table = make_table(page, own_server, ["me", "bot"])
    watcher.goto(f"{own_server.url}/t/{table}")
    page.get_by_role("button", name="bid high").click()
    expect(page.get_by_role("button", name="pass")).to_be_visible()
    before = log(page)
    own_server.kill()
    for one in (page, watcher):
        expect(one.get_by_role("alert")).to_contain_text("You won't miss anything")
    expect(page.get_by_role("button", name="pass")).to_have_attribute("aria-disabled", "true")
    own_server.start()
    for one in (page, watcher):
        expect(one.get_by_role("alert")).to_have_count(0)
    assert log(page) == before
    play_on(page)
    play_to_the_end(page)
    expect(watcher.locator("#final")).to_be_visible()
    told = log(page)
    page.reload()
    expect(page.locator(".log-lines li:not(.mark)")).to_have_count(len(told))
    expect(page.locator(".log-lines")).to_be_visible()  # it is hidden while the ending is told
    assert log(page) == told


@pytest.mark.journey
def test_events_during_an_absence_are_shown_afterwards(server: Server, page: Page, guest: Guests) -> None:
    table = make_table(page, server, ["me", "open"])
    friend = guest()
    friend.goto(f"{server.url}/t/{table}")
    friend.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="bid low").click()
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    friend.get_by_role("button", name="bid high").click()
    friend.get_by_role("button", name="pass").click()
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_role("button", name="pass")).to_be_visible()
    expect(page.locator(".log-lines")).to_contain_text(": pass.")


def test_a_silent_connection_is_replaced(server: Server, page: Page, guest: Guests) -> None:
    """The page's clock stands still while the new line is made, so that no wait of the page's runs out meanwhile."""
    lines: list[WebSocketRoute] = []
    silent: list[WebSocketRoute] = []
    heard: list[WebSocketRoute] = []

    def pass_on(line: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            if line not in silent:
                heard.append(line)
                line.send(message)

        lines.append(line)
        upstream = line.connect_to_server()
        upstream.on_message(tell)
        line.on_message(lambda message: None if line in silent else upstream.send(message))

    page.route_web_socket("**/live**", pass_on)
    page.clock.install(time=0)
    table = make_table(page, server, ["me", "open"])
    friend = guest()
    friend.goto(f"{server.url}/t/{table}")
    friend.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="bid low").click()
    expect(page.locator(".prompt")).to_have_text("Waiting for the bids.")
    silent += lines
    friend.get_by_role("button", name="bid high").click()
    friend.get_by_role("button", name="pass").click()
    expect(friend.locator(".prompt")).to_have_text("Waiting for Ann.")
    expect(page.locator(".prompt")).to_have_text("Waiting for the bids.")
    page.clock.pause_at(3600)
    page.clock.run_for(9_000)
    until = time.monotonic() + PATIENCE / 1000
    while all(line in silent for line in heard) and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert len(lines) == len(silent) + 1
    page.clock.resume()
    expect(page.get_by_role("button", name="pass")).to_be_visible()
    expect(page.locator(".log-lines")).to_contain_text(": pass.")


@pytest.mark.few(0, usual=1)
@pytest.mark.journey
@pytest.mark.parametrize("cut", [False, True])
def test_the_page_says_that_the_game_is_over_only_after_its_last_event(
    server: Server, page: Page, *, cut: bool
) -> None:
    """The page may learn that a table's game is over before it gets the state that ended it. cut: and the line breaks
    between the two."""
    lines: list[WebSocketRoute] = []
    held: list[str | bytes] = []
    over: list[bool] = []

    def pass_on(line: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            frame = msgspec.json.decode(message)
            if frame["type"] == "state" and frame["outcome"] and line is lines[0]:
                held.append(message)
                return
            over.append(frame["type"] == "table" and frame["table"]["status"] == "over")
            line.send(message)

        lines.append(line)
        line.connect_to_server().on_message(tell)

    def said() -> list[str]:
        return [one["text"] for one in page.evaluate("window.ear")]

    page.add_init_script(EAR)
    page.route_web_socket("**/live**", pass_on)
    make_table(page, server, ["me", "bot"], options={"rounds": 1})
    while not held:
        page.locator("#board .choices-panel button", has_not_text="store").first.click()
        page.wait_for_timeout(100)
    while not any(over):
        page.wait_for_timeout(20)
    page.wait_for_timeout(200)
    before = said()
    assert "The game is over." not in before
    assert page.locator("#final").count() == 0
    if cut:
        lines[0].close()
    else:
        lines[0].send(held[0])
    page.locator("#final").wait_for()
    told = said()[len(before) :]
    last = log(page)[-1]
    assert last in told
    assert not any("wins with" in line or line == "The game is over." for line in told[: told.index(last)])


@pytest.mark.journey
def test_a_late_listener_gets_the_current_state(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot"])
    heard = page.evaluate("""async () => {
        const { boot, get } = await import("/static/js/shared/api.js");
        const { Live } = await import("/static/js/table/live.js");
        const { table, you } = await get(`/api/tables/${boot().table}`);
        const live = new Live({ table, you });
        while (!live.snapshot.state) await new Promise((go) => setTimeout(go, 20));
        const heard = [];
        live.subscribe(({ link, state }) => heard.push([link, state !== null]));
        live.close();
        return heard;
    }""")
    assert heard == [["open", True]]


HANG = """
(() => {
    const Real = WebSocket;
    let first = true;
    window.WebSocket = class extends Real {
        constructor(address) {
            super(address);
            if (!first) return;
            first = false;
            super.close();
            return { readyState: Real.CONNECTING, close() {}, send() {} };
        }
    };
})();
"""
"""The first socket of a page stays in its handshake for good."""


def test_an_unanswered_handshake_is_retried(server: Server, page: Page) -> None:
    page.add_init_script(HANG)
    page.clock.install()
    make_table(page, server, ["me", "bot"])
    expect(page.get_by_text("Setting up the table…").first).to_be_visible()
    page.clock.fast_forward(11_000)
    page.clock.fast_forward(2_000)
    expect(page.get_by_role("button", name="bid high")).to_be_visible()


TOY = """
import { h, html } from "/static/js/shared/preact.js";
import { Button } from "/static/js/shared/ui.js";
export default function Board({ legal, act, explain, announce, names, content }) {
  return h("div", { class: "toy" },
    html`<p>${names.join(" and ")} play for ${content.coins.length} coins</p>`,
    legal.map((one) => h(Button, { key: one.text, onPress: () => act([one.action]) }, `toy: ${one.text}`)),
    h(Button, { onPress: async () => announce(await explain({ type: "pass" })) }, "why not pass?"));
}
export const Mark = ({ seat }) => html`<b>no. ${seat}</b>`;
export const Score = ({ view }) => html`<p>sheet of seat ${view.seat}</p>`;
export const endTurnWarning = (view, seat, action, content) => (action.type === "pass" ? "Pass, with coins left?" : "");
export const css = ["toy.css"];
"""


def test_a_game_shows_its_own_board(server: Server, page: Page) -> None:
    page.route("**/board/board.js", lambda route: route.fulfill(body=TOY, content_type="text/javascript"))
    page.route(
        "**/board/toy.css", lambda route: route.fulfill(body=".toy { color: rgb(1, 2, 3) }", content_type="text/css")
    )
    make_table(page, server, ["me", "bot"], options={"rounds": 1})
    expect(page.get_by_text("play for 12 coins")).to_have_css("color", "rgb(1, 2, 3)")
    expect(page.get_by_role("list", name="Players")).to_contain_text("no. 1")
    page.get_by_role("button", name="why not pass?").click()
    expect(page.locator("#announcer > :last-child")).to_have_text("Everybody bids first.")
    page.get_by_role("button", name="toy: bid high").click()
    step = page.get_by_role("button", name="toy: pass")
    step.click()
    dialog = page.get_by_role("dialog", name="Are you sure?")
    expect(dialog).to_contain_text("Pass, with coins left?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(step).to_be_visible()
    step.click()
    dialog.get_by_role("button", name="Do it").click()
    expect(page.locator("#final")).to_contain_text("sheet of seat 0")


def test_a_broken_board_falls_back_to_the_plain_list(server: Server, browser: Browser) -> None:
    page = browser.new_page()
    broken = "export default function Board() { throw new Error('torn'); }"
    page.route("**/board/board.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
    make_table(page, server, ["me", "bot"])
    expect(page.get_by_text("The board couldn't be displayed.")).to_be_visible()
    page.get_by_role("button", name="bid high").click()
    expect(page.get_by_role("button", name="pass")).to_be_visible()
    page.close()


def test_a_late_action_is_refused_with_a_sentence(server: Server, page: Page) -> None:
    table = make_table(page, server, ["me", "bot"], options={"rich": True})
    page.get_by_role("button", name="bid high").click()
    expect(page.get_by_role("button", name=re.compile("^store"))).to_be_visible()
    # the page is held at what it shows while the same player goes on elsewhere
    page.evaluate("window.requestAnimationFrame = () => 0")
    state = page.request.get(f"{server.url}/api/tables/{table}/state").json()
    done = page.request.post(
        f"{server.url}/api/tables/{table}/act", data={"at": state["mark"], "actions": [{"type": "store"}]}
    )
    assert done.ok
    page.get_by_role("button", name=re.compile("^store")).click()
    expect(page.get_by_text("The game has moved on.")).to_be_visible()


def test_designers_can_use_the_plain_list(server: Server, page: Page) -> None:
    table = make_table(page, server, ["me", "bot"])
    page.goto(f"{server.url}/t/{table}?raw")
    expect(page.get_by_role("heading", name="What you can see")).to_be_visible()
    expect(page.locator(".tree")).to_contain_text("purse")


@pytest.mark.journey
def test_a_table_works_by_keyboard_alone(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot"], options={"rich": True})
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the board"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert "bid low" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    store = page.get_by_role("button", name=re.compile("^store"))
    expect(store).to_contain_text("3 in the purse")
    # what was pressed is gone: one goes on at the board
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("Tab")
    expect(store).to_be_focused()
    page.keyboard.press("Enter")
    expect(store).to_contain_text("2 in the purse")
    page.keyboard.press("u")
    expect(store).to_contain_text("3 in the purse")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    store.press("Enter")
    expect(store).to_contain_text("2 in the purse")
    page.keyboard.press("u")
    page.keyboard.press("l")
    page.wait_for_timeout(200)
    expect(store).to_contain_text("2 in the purse")


@pytest.mark.journey
def test_a_slow_server_is_shown_and_a_press_counts_once(own_server: Server, guest: Guests) -> None:
    page = guest()
    make_table(page, own_server, ["me", "bot"], options={"rich": True})
    bid = page.get_by_role("button", name="bid high")
    expect(bid).to_be_visible()
    assert own_server.process is not None
    own_server.process.send_signal(signal.SIGSTOP)
    bid.click()
    expect(page.locator(".sending")).to_have_text("Sending…")
    expect(page.locator("#announcer")).to_contain_text("Sending…")
    bid.click(force=True)
    own_server.process.send_signal(signal.SIGCONT)
    expect(page.locator(".sending")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^store"))).to_be_visible()
    assert log(page).count("You bid high.") == 1
    expect(page.locator(".toast")).to_have_count(0)


def test_a_slow_message_keeps_its_text_until_it_has_arrived(own_server: Server, guest: Guests) -> None:
    page = guest()
    make_table(page, own_server, ["me", "open"])
    field, send = page.locator(".chat-text"), page.locator(".chat-form button")
    field.fill("Is anybody there?")
    assert own_server.process is not None
    own_server.process.send_signal(signal.SIGSTOP)
    send.click()
    expect(send).to_have_text("Sending…")
    expect(page.locator(".chat-status")).to_have_text("Sending…")
    expect(field).to_have_value("Is anybody there?")
    send.click(force=True)
    own_server.process.send_signal(signal.SIGCONT)
    expect(send).to_have_text("Send")
    expect(field).to_have_value("")
    expect(page.locator(".chat-lines .said")).to_have_text(["Is anybody there?"])
    field.fill("Hello?")
    own_server.process.send_signal(signal.SIGSTOP)
    send.click()
    expect(send).to_have_text("Sending…")
    own_server.process.kill()
    own_server.process.wait()
    expect(page.locator(".chat-status")).to_contain_text("your message might not have been sent")
    expect(field).to_have_value("Hello?")
    expect(page.locator(".toast")).to_have_count(0)
    send.click()
    expect(page.locator(".chat-status")).to_contain_text("Not sent: You're offline")
    expect(field).to_have_value("Hello?")


PANEL = """
async () => {
  const { h, html, render } = await import("/static/js/shared/preact.js");
  const { Paper } = await import("/static/js/board/play.js");
  const { useKeys } = await import("/static/js/table/hooks.js");
  const { toDecision } = await import("/static/js/shared/focus.js");
  window.pressed = [];
  const does = Object.fromEntries(["u", "Shift u", "s", "l"].map((key) => [key, () => window.pressed.push(key)]));
  const button = html`<button class="button" onClick=${() => window.pressed.push("Discard")}>Discard</button>`;
  const Board = ({ open }) => {
    useKeys({ ...does, d: toDecision });
    const onClose = () => draw(false);
    return html`<div id="board"><div data-decide>
      ${open ? h(Paper, { title: "Vegas", name: "card", onClose }, button) : null}
      <button id="play" data-action="play">Play</button>
    </div></div>`;
  };
  const draw = (open) => render(h(Board, { open }), document.body);
  window.open_panel = () => draw(true);
  document.body.textContent = "";
  draw(true);
}
"""


def test_keys_never_act_through_an_open_panel(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.evaluate(PANEL)
    panel = page.locator(".float")
    for key in ("u", "Shift+U", "s"):
        page.keyboard.press(key)
    page.keyboard.press("d")
    expect(panel.locator("h3")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("window.pressed") == []
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")  # wherever the focus is
    expect(panel).to_have_count(0)
    for key in ("u", "Shift+U", "s", "l"):
        page.keyboard.press(key)
    assert page.evaluate("window.pressed") == ["u", "Shift u", "s", "l"]
    page.keyboard.press("d")
    expect(page.locator("#play")).to_be_focused()
