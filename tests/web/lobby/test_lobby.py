from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.board.test_fit import SIZES
from tests.web.conftest import api, make_table, new_table
from tests.web.table.test_table import play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server


def choose_coins(page: Page) -> None:
    """The new-table form set to the tiny game."""
    coins = page.get_by_role("radio", name=re.compile("^Coins"))
    if coins.count():
        coins.check()


@pytest.mark.journey
def test_a_table_against_bots_can_be_created_and_played(server: Server, page: Page) -> None:
    page.goto(server.url)
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
    choose_coins(page)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Table name").fill("Friday night")
    page.get_by_role("button", name="Create table").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("heading", name="Friday night")).to_be_visible()
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    page.get_by_role("button", name="bid high").click()
    expect(page.locator(".prompt")).not_to_have_text("Bid low or high.")


def test_options_are_kept_by_the_table(server: Server, page: Page) -> None:
    page.goto(server.url)
    choose_coins(page)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("checkbox", name=re.compile("^Rich")).check()
    expect(page.get_by_text("Options (1 changed)")).to_be_visible()
    page.get_by_role("spinbutton", name="Rounds").fill("1")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("button", name="bid low (3 in the purse)")).to_be_visible()


def test_the_length_follows_mode_and_players_and_long_games_offer_quick_mode(server: Server, page: Page) -> None:
    """RULINGS D7: eight firms of CASH take hours."""
    page.goto(server.url)
    page.get_by_role("radio", name=re.compile("^CASH")).check()
    modes = page.locator("fieldset .modes .choice b")
    expect(modes.first).to_have_text("Standard")
    expect(page.locator(".length")).to_contain_text("A game with 3 people takes about 2")
    page.get_by_role("radio", name="8", exact=True).check()
    expect(modes.first).to_have_text("Quick")
    expect(page.get_by_role("radio", name=re.compile("^Quick"))).to_be_checked()
    expect(page.locator(".length")).to_contain_text("minutes")
    page.get_by_role("radio", name=re.compile("^Standard")).check()
    expect(page.locator(".length")).to_contain_text("A game with 8 people takes about 3¾ hours.")
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("spinbutton", name="Target").fill("2000000")
    expect(page.locator(".length")).to_have_count(0)


@pytest.mark.journey
def test_a_friend_joins_by_link(server: Server, page: Page, guest: Guests) -> None:
    table = make_table(page, server, ["me", "open", "bot"], guest_name="Ann")
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    link = page.get_by_label("Invitation link").input_value()
    assert link.endswith(f"/t/{table}")
    friend = guest()
    friend.goto(server.url)
    friend.get_by_label("Invitation link").fill(link)
    friend.get_by_role("button", name="Join").click()
    friend.get_by_label("Your name").fill("Bo")
    friend.get_by_role("button", name="Sit down").click()
    for one, me, other in ((page, "Ann", "Bo"), (friend, "Bo", "Ann")):
        players = one.get_by_role("list", name="Players")
        expect(players.get_by_text(f"{me} (you)")).to_be_visible()
        expect(players.get_by_text(other, exact=True)).to_be_visible()
        expect(one.locator(".prompt")).to_have_text("Bid low or high.")
    friend.close()
    expect(page.get_by_role("list", name="Players").get_by_role("img", name="away")).to_be_visible()


def test_the_host_puts_a_bot_on_an_open_seat(server: Server, page: Page, guest: Guests) -> None:
    table = make_table(page, server, ["me", "open", "open"])
    page.get_by_role("button", name="Put the bot greedy in seat 2").click()
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()
    page.get_by_role("button", name="Open seat 2").click()
    expect(page.get_by_role("heading", name="2 seats still open")).to_be_visible()
    stranger = guest()
    stranger.goto(f"{server.url}/t/{table}")
    expect(stranger.get_by_role("button", name="Sit down")).to_be_visible()
    expect(stranger.get_by_role("button", name="Put the bot")).to_have_count(0)
    for seat in (2, 3):
        page.get_by_role("button", name=f"Put the bot greedy in seat {seat}").click()
    expect(page.locator(".prompt")).to_have_text("Bid low or high.")
    expect(stranger.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(stranger.get_by_role("button", name="bid")).to_have_count(0)


def test_a_player_can_stand_up_and_sit_again(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "open"])
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("heading", name="2 seats still open")).to_be_visible()
    page.get_by_role("button", name="Sit in seat 2").click()
    expect(page.get_by_role("heading", name="1 seat still open")).to_be_visible()


@pytest.mark.journey
def test_tables_with_my_turn_come_first(server: Server, page: Page) -> None:
    """The tables that wait for me come before everything else on the home page, and the header of other pages counts
    them."""
    played = new_table(page, server, ["me", "bot"], name="the one to play")
    new_table(page, server, ["me", "open"], name="waits for others")
    page.goto(server.url)
    rows = page.locator("#mine li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("the one to play")
    expect(rows.first).to_contain_text("Your turn")
    expect(rows.last).to_contain_text("Not started")
    groups = page.locator("#mine").get_by_role("heading", level=3)
    expect(groups).to_have_text(["My turn", "Not started"])
    expect(rows.first.locator(".age")).to_have_text(re.compile(r"^(just now|\d minutes? ago)$"))
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        turn = rows.first.bounding_box()
        assert turn is not None
        assert turn["y"] + turn["height"] < min(300, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{server.url}/rules")
    expect(page.get_by_role("link", name="cashbox, home: 1 table waits for you")).to_be_visible()
    expect(page.locator("#waiting-count")).to_be_visible()
    page.goto(f"{server.url}/t/{played}")
    expect(page.locator(".prompt")).to_be_visible()
    expect(page).to_have_title(re.compile("Your turn"))
    expect(page.get_by_role("link", name="cashbox, home", exact=True)).to_be_visible()


def test_only_the_first_of_many_waiting_tables_are_shown(server: Server, page: Page) -> None:
    for number in range(6):
        new_table(page, server, ["me", "open"], name=f"table {number}")
    page.goto(server.url)
    rows = page.locator("#mine li:visible")
    expect(rows).to_have_count(4)
    page.get_by_text("2 more", exact=True).click()
    expect(rows).to_have_count(6)


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["cash", "consultants", "envelopes"])
def test_two_presses_start_a_game_against_bots(server: Server, page: Page, game: str) -> None:
    page.goto(server.url)
    tile = page.locator(".tile").filter(has=page.locator(f"[data-game={game}]"))
    tile.get_by_role("button", name="Play now").click()
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("#board")).to_be_visible()
    table = api(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    assert table["status"] == "playing"
    assert [seat["kind"] for seat in table["seats"]] == ["guest", "bot", "bot"]
    assert not table["listed"]


def test_the_last_settings_are_offered_again(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Play now: CASH").click()
    dialog = page.get_by_role("dialog", name="Play CASH now")
    expect(dialog.get_by_role("radio", name=re.compile("^Quick"))).to_be_checked()
    expect(dialog).to_contain_text("You against 2 bots. About 65 minutes")
    dialog.get_by_role("radio", name=re.compile("^Advanced")).check()
    dialog.get_by_role("radio", name="1", exact=True).check()
    expect(dialog).to_contain_text("You against 1 bot.")
    dialog.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile("/t/"))
    page.goto(server.url)
    page.get_by_role("button", name="Play now: CASH").click()
    expect(page.get_by_role("dialog").get_by_role("radio", name=re.compile("^Advanced"))).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Play now: CASH")).to_be_focused()


def test_a_person_without_tables_is_shown_a_lesson(server: Server, page: Page) -> None:
    page.goto(server.url)
    newcomer = page.get_by_role("region", name="New here?")
    newcomer.get_by_role("button", name="Start the first lesson of CASH").click()
    expect(page).to_have_url(re.compile("/t/"))
    page.goto(server.url)
    expect(page.get_by_role("region", name="My tables")).to_be_visible()
    expect(newcomer.get_by_role("link", name="Continue the first lesson of CASH")).to_be_visible()
    for game in ("Envelopes of Cash", "IT's all in the game"):
        newcomer.get_by_role("button", name=f"No, thanks: no lessons for {game}").click()
    page.reload()
    expect(newcomer.get_by_role("listitem")).to_have_count(1)
    newcomer.get_by_role("button", name="No, thanks: no lessons for CASH").click()
    expect(newcomer).to_have_count(0)
    page.reload()
    expect(page.get_by_role("region", name="My tables")).to_be_visible()
    expect(newcomer).to_have_count(0)


def test_events_since_the_last_visit_are_marked_new(own_server: Server, page: Page, guest: Guests) -> None:
    table = make_table(page, own_server, ["me", "open"], name="ours")
    page.goto(own_server.url)
    row = page.locator("#mine li")
    expect(row).to_contain_text("ours")
    expect(page.locator(".tag.new")).to_have_count(0)
    page.goto(f"{own_server.url}/rules")
    # What this browser has seen, it saw an hour ago.
    page.evaluate("""() => {
        const looks = JSON.parse(localStorage.getItem("cashbox:looks"));
        for (const what of Object.keys(looks)) looks[what] -= 3600;
        localStorage.setItem("cashbox:looks", JSON.stringify(looks));
    }""")
    friend = guest()
    friend.goto(own_server.url)
    api(friend, "PATCH", "/api/me", {"name": "Bo"})
    api(friend, "POST", f"/api/tables/{table}/sit", {})
    page.goto(own_server.url)
    expect(row.locator(".tag.new")).to_have_text("New")
    expect(page.get_by_role("status").filter(has_text="1 table with updates")).to_be_visible()
    row.get_by_role("link").click()
    expect(page.locator("#board")).to_be_visible()
    page.goto(own_server.url)
    expect(row).to_be_visible()
    expect(page.locator(".tag.new")).to_have_count(0)


def test_more_finished_tables_can_be_loaded(own_server: Server, page: Page) -> None:
    for number in range(7):
        table = new_table(page, own_server, ["bot", "bot"], options={"rounds": 1}, name=f"game {number}")
        while not api(page, "GET", f"/api/tables/{table}/state", base=own_server.url)["outcome"]:
            page.wait_for_timeout(20)
    page.goto(own_server.url)
    rows = page.locator("#finished li")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Won by")
    more = page.get_by_role("button", name="More finished games")
    more.click()
    expect(rows).to_have_count(7)
    expect(more).to_have_count(0)
    names = [row.inner_text().split("\n")[0].strip() for row in rows.all()]
    assert sorted(names) == [f"game {number}" for number in range(7)]


def test_a_game_open_to_spectators_is_on_the_page(own_server: Server, page: Page, guest: Guests) -> None:
    make_table(page, own_server, ["me", "bot"], name="come and see", watching="public")
    make_table(page, own_server, ["me", "bot"], name="for friends")
    other = guest()
    other.goto(own_server.url)
    watch = other.get_by_role("region", name="Games to watch")
    expect(watch).to_contain_text("come and see")
    expect(watch).not_to_contain_text("for friends")
    watch.get_by_role("link", name="Watch: come and see").click()
    expect(other.get_by_text("You are watching", exact=True)).to_be_visible()
    page.goto(own_server.url)
    expect(page.get_by_role("region", name="My tables")).to_be_visible()
    expect(page.get_by_role("region", name="Games to watch")).to_have_count(0)


def test_more_games_to_watch_can_be_loaded(own_server: Server, page: Page, guest: Guests) -> None:
    for number in range(7):
        new_table(guest(), own_server, ["me", "bot"], name=f"game {number}", watching="public")
    page.goto(own_server.url)
    watch = page.get_by_role("region", name="Games to watch")
    expect(watch.get_by_role("listitem")).to_have_count(6)
    watch.get_by_role("button", name="More games to watch").click()
    expect(watch.get_by_role("listitem")).to_have_count(7)
    expect(watch.get_by_role("button")).to_have_count(0)


def test_the_page_shows_presence_and_recent_activity(own_server: Server, page: Page) -> None:
    page.goto(own_server.url)
    lately = page.get_by_role("region", name="Recent activity")
    expect(lately).to_contain_text("You're the only one online.")
    expect(lately).to_contain_text("No public games finished recently.")
    make_table(page, own_server, ["me", "bot"], options={"rounds": 1}, listed=True)
    play_to_the_end(page)
    own_server.stop()
    own_server.start()
    page.goto(own_server.url)
    expect(lately.get_by_role("listitem")).to_contain_text(re.compile(r"Coins.*(Ann|Clara \(greedy\)).* won"))


def test_open_tables_can_be_filtered_by_game(own_server: Server, page: Page, guest: Guests) -> None:
    for number in range(7):
        game = "tulips" if number == 3 else "coins"
        new_table(guest(), own_server, ["me", "open"], game=game, name=f"table {number}", listed=True)
    page.goto(own_server.url)
    rows = page.locator("#open li")
    expect(rows).to_have_count(7)
    page.get_by_label("Show open tables for").select_option("Tulips")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("table 3")
    page.get_by_label("Show open tables for").select_option("CASH")
    expect(page.get_by_role("region", name="Open tables")).to_contain_text("No tables of this game are waiting")
    page.get_by_label("Show open tables for").select_option("All games")
    expect(rows).to_have_count(7)


def test_open_tables_show_mode_and_length(server: Server, page: Page, guest: Guests) -> None:
    quick: dict[str, Any] = {"game": "cash", "mode": "quick", "listed": True}
    new_table(guest(), server, ["me", "open", "open"], name="as usual", **quick)
    new_table(guest(), server, ["me", "open", "open"], name="to a million", options={"target": 1_000_000}, **quick)
    page.goto(server.url)
    rows = page.locator("#open li")
    expect(rows.filter(has_text="as usual")).to_contain_text("CASH · Quick, about 65 minutes · Ann")
    expect(rows.filter(has_text="to a million")).to_contain_text("CASH · Quick · Ann")


def test_open_tables_show_only_listed_tables(server: Server, page: Page, guest: Guests) -> None:
    make_table(page, server, ["me", "open"], name="everybody welcome", listed=True)
    make_table(page, server, ["me", "open"], name="friends only", listed=False)
    other = guest()
    other.goto(server.url)
    open_tables = other.get_by_role("region", name="Open tables")
    expect(open_tables).to_contain_text("everybody welcome")
    expect(open_tables).not_to_contain_text("friends only")
    open_tables.get_by_role("link", name="Sit down: everybody welcome").click()
    expect(other.get_by_role("heading", name="1 seat still open")).to_be_visible()


def test_a_name_is_remembered(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.get_by_role("textbox", name="My name").fill("Zoë <b>")
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_role("status").get_by_text("Name saved: “Zoë <b>”.")).to_be_visible()
    assert api(page, "GET", "/api/me")["name"] == "Zoë <b>"
    page.reload()
    expect(page.get_by_role("textbox", name="My name")).to_have_value("Zoë <b>")


def test_a_typed_name_is_used_at_the_new_table(server: Server, page: Page) -> None:
    page.goto(server.url)
    expect(page.get_by_role("heading", name="What's your name?")).to_be_visible()
    page.get_by_role("textbox", name="My name").fill("Cleo")
    choose_coins(page)
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("list", name="Players").get_by_text("Cleo (you)")).to_be_visible()


def test_an_error_is_a_sentence(server: Server, guest: Guests) -> None:
    page = guest()
    page.route("**/api/tables", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.goto(server.url)
    choose_coins(page)
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server")
    expect(page.get_by_role("button", name="Create table")).to_be_enabled()


def test_a_missing_table_is_reported(server: Server, page: Page) -> None:
    answer = page.request.get(f"{server.url}/t/nosuchtable1")
    assert answer.status == 404
    assert "table" in answer.text()
