"""Test the replay page: its controls, the views of all players, and undone moves and chat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import api, make_table
from tests.web.finished_games import SAID, Played
from tests.web.table.test_chat import PHONE, WIDE
from tests.web.table.test_rematch import play_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Guests, Server

THREE = ["envelopes", "cash", "consultants"]
BOARDS = {"envelopes": (".eoc", "month"), "cash": (".cash", "turn"), "consultants": (".consultants", "round")}
"""The root of each board, and what of the view it tells there."""


ROOM = """() => {
  const hands = document.querySelector(".hands");
  const board = document.querySelector("#board");
  const seen = hands.clientHeight >= Math.min(hands.scrollHeight, 0.3 * innerHeight);
  return [seen, board.scrollHeight <= board.clientHeight + 1 && board.clientHeight >= 0.3 * innerHeight];
}"""
"""Whether open hands are seen, and the board has the rest of the window."""


def stands_at(page: Page, n: int, eyes: str = "0") -> None:
    expect(page.locator(".replay-bar")).to_have_attribute("data-n", str(n))
    expect(page).to_have_url(re.compile(rf"/replay\?n={n}&eyes={eyes}$"))


def shows(page: Page, game: str, moment: dict[str, Any]) -> None:
    """The board is that of a moment."""
    root, what = BOARDS[game]
    expect(page.locator(f"#board {root}")).to_have_attribute(f"data-{what}", str(moment["view"][what]))
    expect(page.locator(f"#board {root}")).to_have_attribute("data-phase", moment["view"]["phase"])


def told(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("#log li:not(.talk)").all_inner_texts()]


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", THREE)
def test_every_control_leads_to_its_moment(played: Callable[[str], Played], guest: Guests, game: str) -> None:
    past = played(game)
    middle = past.last // 2
    page = past.open(guest, f"?n={middle}&eyes=0", **WIDE)
    stands_at(page, middle)
    shows(page, game, past.moment(middle, "0"))
    page.keyboard.press("ArrowRight")
    stands_at(page, middle + 1)
    shows(page, game, past.moment(middle + 1, "0"))
    page.keyboard.press("ArrowLeft")
    stands_at(page, middle)
    page.keyboard.press("Home")
    stands_at(page, 0)
    chapters = [chapter["n"] for chapter in past.replay()["chapters"]]
    page.keyboard.press("PageDown")
    stands_at(page, chapters[1])
    shows(page, game, past.moment(chapters[1], "0"))
    page.keyboard.press("Shift+ArrowLeft")
    stands_at(page, 0)
    page.get_by_role("slider", name="Step").fill(str(past.last - 1))
    stands_at(page, past.last - 1)
    shows(page, game, past.moment(past.last - 1, "0"))
    page.get_by_label("Chapter", exact=True).select_option(index=1)
    stands_at(page, chapters[1])
    log = past.replay("0")["log"]
    found = [value for line in log for value in (line["n"], line["text"])]
    alone = [line for line in log if found.count(line["n"]) == found.count(line["text"]) == 1]
    line = next(line for line in alone if line["n"] > chapters[1])
    page.locator("#log").get_by_role("link", name=line["text"], exact=True).first.click()
    stands_at(page, line["n"])
    expect(page.locator("#log li.now").first).to_contain_text(line["text"])
    expect(page.locator(".prompt")).to_contain_text(line["text"])
    page.get_by_role("button", name="Go to end").click()
    stands_at(page, past.last)
    expect(page.locator("#final .ranking li").first).to_be_visible()


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", THREE)
def test_the_replay_shows_any_players_view(played: Callable[[str], Played], guest: Guests, game: str) -> None:
    past = played(game)
    n = past.last // 3
    page = past.open(guest, f"?n={n}", **WIDE)
    stands_at(page, n)
    whose = page.get_by_role("group", name="Point of view")
    for name, eyes in (("Spectator", "watcher"), ("All hands", "all"), ("Ann", "0")):
        whose.get_by_role("button", name=name).click()
        stands_at(page, n, eyes)
        expect(whose.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        seen = past.moment(n, eyes)
        shows(page, game, seen)
        assert told(page) == [line["text"] for line in past.replay(eyes)["log"]]
        expect(page.locator(".hand-of")).to_have_count(len(seen["hands"] or []))
        if seen["hands"]:
            for size in ((1920, 1080), (1440, 900), (390, 844)):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                assert page.evaluate(ROOM) == [True, True], size
            page.set_viewport_size(WIDE["viewport"])
    if len(past.replay()["may"]) > 3:
        whose.get_by_role("button", name="Bruno").click()
        stands_at(page, n, "1")
        shows(page, game, past.moment(n, "1"))
    page.go_back()
    page.go_forward()
    stands_at(page, n, "1" if len(past.replay()["may"]) > 3 else "0")


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", THREE)
def test_the_replay_plays_and_pauses_at_the_end(played: Callable[[str], Played], guest: Guests, game: str) -> None:
    past = played(game)
    page = past.open(guest, f"?n={past.last - 3}&eyes=watcher", **WIDE)
    stands_at(page, past.last - 3, "watcher")
    page.keyboard.press("3")
    expect(page.get_by_role("button", name="Speed 3")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    stands_at(page, past.last, "watcher")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("Space")  # from the beginning again
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("game", ["envelopes", "consultants", "coins"])
def test_the_replay_shows_undone_moves_and_chat(played: Callable[[str], Played], guest: Guests, game: str) -> None:
    past = played(game)
    replay = past.replay()
    gone = next(step["n"] for step in past.steps if step["gone"] is not None)
    after = next(step["n"] for step in past.steps[gone:] if step["gone"] is None and not step["back"])
    page = past.open(guest, f"?n={gone}", **WIDE)
    stands_at(page, gone)
    expect(page.locator("#board")).to_have_class("faint")
    expect(page.locator(".prompt")).to_contain_text("Undone later")
    page.keyboard.press("ArrowLeft")
    stands_at(page, gone - 1)
    expect(page.locator("#board")).not_to_have_class("faint")
    # What says that something is taken back is not taken back itself.
    lines = sum(line["gone"] not in (None, line["n"]) for line in replay["log"])
    expect(page.locator("#log li.gone")).to_have_count(lines)
    page.get_by_label("Show undone steps").uncheck()
    expect(page.locator("#log li.gone")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    stands_at(page, after)
    [line] = replay["talk"]
    talk = page.locator("#log li.talk")
    expect(talk).to_have_text(f"Ann: {SAID}")
    expect(talk).not_to_have_class(re.compile("now"))
    talk.get_by_role("link").click()
    stands_at(page, line["n"])
    expect(talk).to_have_class(re.compile("now"))


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", THREE)
def test_a_game_can_be_continued_from_a_moment_against_bots(
    played: Callable[[str], Played], guest: Guests, game: str
) -> None:
    past = played(game)
    n = next(step["n"] for step in past.steps if step["n"] > past.last // 2 and step["gone"] is None)
    page = past.open(guest, f"?n={n}&eyes=0", **WIDE)
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(f"#board {BOARDS[game][0]}")).to_be_visible()
    told = f"Continues from step {n} of another game. Hidden cards are redealt."
    expect(page.locator(".came-from").first).to_have_text(told)


def test_on_a_phone_a_log_line_leads_to_its_moment(played: Callable[[str], Played], guest: Guests) -> None:
    past = played("coins")
    page = past.open(guest, **PHONE)
    stands_at(page, 0)
    page.get_by_role("button", name="Log").tap()
    line = past.replay()["log"][-1]
    page.get_by_role("dialog").get_by_role("link", name=line["text"], exact=True).last.tap()
    stands_at(page, line["n"])
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Help and shortcuts").tap()
    expect(page.get_by_role("dialog")).to_contain_text("previous or next chapter")


def test_on_a_phone_players_have_the_row_and_a_menu_has_the_rest(
    played: Callable[[str], Played], guest: Guests
) -> None:
    page = played("cash").open(guest, "?n=1", **PHONE)
    row = page.locator(".replay-eyes").bounding_box()
    assert row is not None
    assert row["width"] > page.evaluate("innerWidth") - 40
    page.get_by_role("button", name="More", exact=True).tap()
    menu = page.get_by_role("dialog", name="This step")
    expect(menu.get_by_role("button", name="Copy link to this step")).to_be_visible()
    menu.get_by_role("button", name="Continue from here").tap()
    expect(page.get_by_role("dialog", name="Continue from step 1")).to_be_visible()


def test_the_link_to_a_moment_can_be_copied(played: Callable[[str], Played], guest: Guests) -> None:
    past = played("coins")
    page = past.open(guest, "?n=1", permissions=["clipboard-read", "clipboard-write"], **WIDE)
    page.get_by_role("button", name="Next step").click()
    stands_at(page, 2)
    page.get_by_role("button", name="Copy link to this step").click()
    expect(page.get_by_text("Link to this step copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/t/{past.table}/replay?n=2&eyes=0")


@pytest.fixture
def frank(browser: Browser, played: Callable[[str], Played]) -> Iterator[Page]:
    """The page of the player, which is told what is wrong: one that logs an error would fail."""
    context = browser.new_context(storage_state=played("envelopes").cookies)
    yield context.new_page()
    context.close()


def test_a_replay_that_cannot_be_shown_says_why_and_offers_a_link(played: Callable[[str], Played], frank: Page) -> None:
    past = played("envelopes")
    frank.goto(past.address("?n=9999"))
    expect(frank.get_by_role("alert")).to_contain_text(f"steps 0 to {past.last}")
    frank.get_by_role("link", name="Go to first step").click()
    stands_at(frank, 0)
    frank.goto(past.address("?n=1&eyes=7"))
    expect(frank.get_by_role("alert")).to_contain_text("There is no seat 7")
    frank.get_by_role("link", name="Use your own point of view").click()
    stands_at(frank, 1)
    for nonsense in ("?n=-1", "?n=1&eyes=nobody"):
        frank.goto(past.address(nonsense))
        expect(frank.get_by_role("alert").get_by_role("link", name="Go to table")).to_be_visible()


def test_the_page_retries_a_busy_server(played: Callable[[str], Played], frank: Page) -> None:
    past = played("envelopes")
    frank.goto(past.address("?n=0"))
    stands_at(frank, 0)
    refusal = '{"code": "too-many-replays", "message": "Too many look back just now."}'
    frank.route("**/replay/*", lambda route: route.fulfill(status=503, body=refusal))
    frank.keyboard.press("End")
    expect(frank.get_by_role("alert")).to_have_text("Too many look back just now.")
    frank.unroute_all(behavior="wait")
    frank.keyboard.press("End")
    stands_at(frank, past.last)
    expect(frank.get_by_role("alert")).to_have_count(0)


def test_the_replay_of_a_running_game_shows_only_what_the_player_saw(server: Server, guest: Guests) -> None:
    page = guest(**WIDE)
    table = make_table(page, server, ["me", "bot"], options={"rounds": 3})
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("This game is still in progress")).to_be_visible()
    bar = page.locator(".replay-bar")
    first = page.get_by_role("slider", name="Step").get_attribute("max")
    expect(bar).to_have_attribute("data-n", str(first))
    whose = page.get_by_role("group", name="Point of view")
    expect(whose.get_by_role("button", name="Clara")).to_have_attribute("aria-disabled", "true")
    legal = api(page, "GET", f"/api/tables/{table}/state")["legal"]
    api(page, "POST", f"/api/tables/{table}/act", {"actions": [legal[0]["action"]]})
    page.keyboard.press("ArrowRight")
    expect(bar).to_have_attribute("data-n", str(int(first or 0) + 1))
    page.get_by_role("link", name="Back to table").click()
    expect(page.locator("#board .choices-panel")).to_be_visible()


def test_strangers_see_only_replays_that_the_table_allows(server: Server, guest: Guests, browser: Browser) -> None:
    ann = guest(**WIDE)
    cleo = browser.new_context(base_url=server.url).new_page()  # is told what is wrong
    table = make_table(ann, server, ["me", "bot"], options={"rounds": 1}, open_hands=False)
    play_out(server, table, ann)
    ann.locator("#final").get_by_role("link", name="Replay").click()
    stands_at(ann, 0)
    ann.goto(server.url)
    expect(ann.get_by_role("link", name=re.compile("^Replay: ")).first).to_be_visible()
    cleo.goto(f"/t/{table}/replay?n=2&eyes=0")
    expect(cleo.get_by_role("alert")).to_be_visible()
    cleo.get_by_role("link", name="View as spectator").click()
    stands_at(cleo, 2, "watcher")
    assert cleo.request.get("/t/aaaaaaaaaaaa/replay").status == 404
    cleo.context.close()
