"""Test the board of Envelopes of Cash at every size: everything needed to decide is visible and readable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.games.envelopes import positions as helpers
from tests.web.board.test_envelopes import Person, play_until, sit_down
from tests.web.board.test_envelopes_modes import due_in, play_on, sensible
from tests.web.board_player import played_on
from tests.web.conftest import api, new_table
from tests.web.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

WIDE = ((1920, 1080), (1440, 900), (1280, 720))
SIZES = (*WIDE, (1024, 768), (390, 844), (844, 390))

OUTSIDE = """
() => {
  const frame = document.querySelector(".map").getBoundingClientRect();
  const right = Math.min(frame.right, innerWidth), bottom = Math.min(frame.bottom, innerHeight);
  return [...document.querySelectorAll(".map :is(.space .mark, .recruit .token, .bus)")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < frame.left || box.right > right || box.top < frame.top || box.bottom > bottom;
  }).length;
}
"""
"""How many things on the map do not lie in the window."""

LETTERS = """
(some) => [...document.querySelectorAll(some)].flatMap((one) => {
  const own = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const box = one.getBoundingClientRect();
  const seen = own && box.width > 1.5 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (!seen || one.closest(".visually-hidden, title, .art")) return [];
  const drawn = one.closest("svg") ? one.getScreenCTM().d : 1;
  return [[Math.round(parseFloat(getComputedStyle(one).fontSize) * drawn * 10) / 10, one.textContent.trim()]];
})
"""
"""Of some things with text that is to be seen, the height of its letters in pixels, and the text."""


def come_to(
    page: Page, server: Server, phase: str, month: int = 0, seats: tuple[str, ...] = ("me", "bot:random")
) -> Person:
    """At a table at which it has come to a decision of a phase, played through the API: the page shows that alone."""
    table = new_table(page, server, seats, game="envelopes")
    due = due_in(phase)

    def there(state: dict[str, Any]) -> bool:
        return due(state) and state["view"]["month"] >= month and not state["view"]["pending"]

    played_on(page, server.url, table, there, sensible, seed=3)
    page.goto(f"{server.url}/t/{table}")
    person = Person(page)
    person.wait()
    return person


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(250)  # till the map has come to rest


def letters(page: Page, some: str) -> list[tuple[float, str]]:
    found: list[Any] = page.evaluate(LETTERS, some)
    return [(high, text) for high, text in found]


def small(page: Page) -> list[tuple[float, str]]:
    """What cannot be read on the board."""
    return [one for one in letters(page, ".eoc *") if one[0] < 12]


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def in_window(page: Page, selector: str) -> bool:
    """Whether all of a thing is to be seen without scrolling anything."""
    return bool(
        page.evaluate(
            """(selector) => {
              const one = document.querySelector(selector);
              const box = one?.getBoundingClientRect();
              if (!box?.width) return false;
              const [right, bottom] = [innerWidth + 1, innerHeight + 1];
              const inside = box.left >= 0 && box.top >= 0 && box.right <= right && box.bottom <= bottom;
              const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              return inside && (one.contains(at) || !!at?.contains(one));
            }""",
            selector,
        )
    )


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("players", [2, 4])
def test_a_month_is_on_one_screen(server: Server, page: Page, players: int) -> None:
    come_to(page, server, "month", 1, ("me", *["bot:random"] * (players - 1)))
    tokens = []
    for size in WIDE:
        resize(page, size)
        assert page.evaluate(OUTSIDE) == 0, size
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, size
        assert sideways(page) <= 0, size
        assert small(page) == [], size
        for part in (".map", ".mine .calendar", ".tray .purse", ".key.end", ".prompt"):
            assert in_window(page, part), (part, size)
        tokens.append(min(high for high, _ in letters(page, ".token text")))
    largest, middle, least = tokens
    assert largest > middle >= 12
    assert least >= 12
    expect(page.locator(".others .mat")).to_have_count(players - 1)
    expect(page.locator(".players .figure")).to_have_count(2 * players)


def test_a_phone_opens_at_the_players_bus_with_the_rest_one_tab_away(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    come_to(page, server, "month")
    for size in ((390, 844), (844, 390)):
        resize(page, size)
        bus, frame = page.locator(".bus.mine").bounding_box(), page.locator(".map").bounding_box()
        assert bus
        assert frame
        assert frame["x"] < bus["x"] < frame["x"] + frame["width"]
        assert frame["y"] < bus["y"] < frame["y"] + frame["height"]
        assert page.evaluate(OUTSIDE) > 0, "it is not the whole map"
        assert small(page) == []
        assert in_window(page, ".key.end")
        for name, part in (("My area", "div.mine"), ("Others", ".others"), ("Map", ".map")):
            page.get_by_role("tab", name=name).click()
            expect(page.locator(part)).to_be_visible()
            assert sideways(page) <= 0, (name, size)
    page.locator(".key[data-open=vegas]").click()
    for size in ((390, 844), WIDE[2]):
        resize(page, size)
        expect(page.locator(".float[data-panel=vegas]")).to_be_visible()  # a window that changes takes nothing away


def test_one_press_shows_the_map_on_the_whole_screen(server: Server, page: Page) -> None:
    come_to(page, server, "month")
    before = page.locator(".map").bounding_box()
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".eoc[data-full]")).to_be_visible()
    expect(page.locator(".asks")).to_contain_text("Play out March")
    after = page.locator(".map").bounding_box()
    assert before
    assert after
    assert after["width"] * after["height"] > 1.3 * before["width"] * before["height"]
    expect(page.locator(".key.end")).to_be_in_viewport()
    page.get_by_role("button", name="Exit full screen").click()
    expect(page.locator(".eoc[data-full]")).to_have_count(0)
    expect(page.locator("div.mine")).to_be_visible()


def test_the_legend_of_the_full_screen_map_fits_a_phone(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})
    come_to(page, server, "stash")
    page.get_by_role("button", name="Look at the map").click()
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".legend")).to_be_visible()
    assert page.locator(".legend").evaluate("legend => legend.scrollWidth - legend.clientWidth") == 0


def test_the_names_of_three_opponents_are_not_cut_off(server: Server, page: Page) -> None:
    """The name of the starting player, too, who has a tag beside the name."""
    stage = Stage(page, server, helpers.month(4, chain=1), head=True)
    stage.names = ["Ann", "Annabelle", "Bartholomew", "Catherine the Very Long"]
    resize(page, (1280, 720))
    stage.show()
    names = page.locator(".mat .nameplate > b")
    expect(names).to_have_text(stage.names[1:])
    for name in names.all():
        assert name.evaluate("b => [b.scrollWidth - b.clientWidth, b.scrollHeight - b.clientHeight]") == [0, 0]


@pytest.mark.journey
def test_a_draft_fits_one_screen_and_cards_have_their_buttons(server: Server, page: Page) -> None:
    person = come_to(page, server, "draft", 1, ("me", "bot:steady", "bot:steady"))
    for size in WIDE:
        resize(page, size)
        assert small(page) == [], size
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, size
        for part in (".cover .card", ".mine .calendar", ".flip", ".prompt"):
            assert in_window(page, part), (part, size)
        covered = "(e) => e.scrollHeight - e.clientHeight"
        if size != WIDE[2]:  # which is too low for so many cards with what they do
            assert page.locator(".piles").evaluate(covered) <= 0, f"a card is out of sight at {size}"
        for card in page.locator(".cover .card").all():
            assert len(str(card.locator(".words").inner_text())) > 8, size
    wide = page.locator(".cover .card").first.bounding_box()
    resize(page, (1920, 1080))
    wider = page.locator(".cover .card").first.bounding_box()
    assert wide
    assert wider
    assert wider["width"] * wider["height"] > wide["width"] * wide["height"]

    # the map is one key away, and one key back
    page.keyboard.press("m")
    expect(page.locator(".map")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(".map")).to_be_hidden()

    # one press on the card, one on what is said below it
    card = page.locator(".cover .card.glow").first
    number = card.get_attribute("data-card")
    card.click()
    confirm = page.locator("li:has(> .card.picked) [data-action=draft]")
    expect(confirm).to_be_in_viewport()
    above, below = card.bounding_box(), confirm.bounding_box()
    assert above
    assert below
    assert below["y"] >= above["y"] + above["height"], "the key covers its card"
    person.press(confirm, "draft")
    expect(page.locator(f".mine .calendar [data-card='{number}']")).to_have_count(1)


def test_a_draft_shows_only_the_chosen_part(server: Server, page: Page) -> None:
    come_to(page, server, "draft", seats=("me", "bot:random", "bot:random"))
    cards = page.locator(".cover .card")
    all_of_them = cards.count()
    table = page.url.rsplit("/", 1)[1]
    payable = set(api(page, "GET", f"/api/tables/{table}/state")["view"]["mine"]["payable"])
    page.get_by_role("button", name="I can pay").click()
    shown = {int(str(card.get_attribute("data-card"))) - 1 for card in cards.all()}
    assert shown == payable
    page.get_by_role("button", name="Show all").click()
    expect(cards).to_have_count(all_of_them)
    page.get_by_role("button", name="Fundraising", exact=True).click()
    assert {card.get_attribute("data-kind") for card in cards.all()} <= {"fund"}
    page.get_by_role("button", name="Fundraising", exact=True).click()
    page.get_by_role("button", name="Costs or gives green").click()
    for card in cards.all():
        assert "green" in card.inner_text() or card.get_attribute("data-colour") == "green"
    expect(page.locator(".filters [role=status]")).to_contain_text(f"of {all_of_them} cards")


def test_a_waiting_card_is_played_in_two_presses(server: Server, page: Page) -> None:
    person = sit_down(page, server, ("me", "bot:random"), seed=5)
    for month in range(8):
        play_until(person, "month", month=month)
        if page.locator(".key[data-open=cards].can").count():
            break
        person.end_turn()
    before = page.locator(".mine .inplay > li").count()
    page.locator(".key[data-open=cards]").click()
    put = page.locator(".float[data-panel=cards] [data-action=put]")
    person.press(put.first, "put")
    while page.locator(".float[data-panel=pending] .choice").count():
        person.press(page.locator(".float[data-panel=pending] .choice").first, "pay")
    expect(page.locator(".mine .inplay > li")).to_have_count(before + 1)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("size", SIZES)
def test_the_dice_are_visible_when_they_are_chosen(server: Server, guest: Guests, size: tuple[int, int]) -> None:
    page = guest(viewport={"width": size[0], "height": size[1]})
    come_to(page, server, "draft")
    if size[0] < 700 or size[1] < 500:
        page.get_by_role("tab", name="My area").click()
    page.mouse.wheel(0, 2000)
    play_on(page, page.url.rsplit("/", 1)[1], due_in("dice", "die"))
    expect(page.locator(".dice .pick.can").first).to_be_in_viewport()
    assert small(page) == []
    page.locator(".dice .pick.can").first.click()
    expect(page.locator(".place .button").first).to_be_in_viewport()
    assert sideways(page) <= 0


def test_a_sheet_does_not_cover_its_subject(server: Server, page: Page) -> None:
    come_to(page, server, "month")
    for size in WIDE:
        resize(page, size)
        for recruit in page.locator(".recruit").all()[::6]:
            recruit.dispatch_event("click")
            paper, thing = page.locator(".float").bounding_box(), page.locator(".recruit.picked .token").bounding_box()
            assert paper
            assert thing
            beside = paper["x"] >= thing["x"] + thing["width"] or thing["x"] >= paper["x"] + paper["width"]
            assert beside or paper["y"] >= thing["y"] + thing["height"], (size, recruit.get_attribute("aria-label"))
            page.locator(".float .close").click()


@pytest.mark.journey
def test_a_bus_at_the_edge_of_the_map_is_not_cut_off(server: Server, page: Page) -> None:
    """Four buses at one space, where they find the least room, for every fourth space."""
    t = helpers.month(4)
    stage = Stage(page, server, t, head=True)
    stage.names = ["Ann", "Bob", "Cleo", "Dan"]
    resize(page, (1280, 720))
    for space in t.tables.space_ids[::4]:
        for seat in range(4):
            t.at(seat, space)
        stage.show()
        expect(page.locator(".bus")).to_have_count(4)
        assert page.evaluate(OUTSIDE) == 0, space


def test_a_chip_brings_its_player_to_the_front(server: Server, page: Page) -> None:
    come_to(page, server, "month", seats=("me", "bot:random", "bot:random"))
    page.locator(".players button").nth(1).click()
    expect(page.locator(".mat[data-seat='1'].opened")).to_be_in_viewport()
    page.locator(".mat[data-seat='1']").get_by_role("button", name="Less").click()
    expect(page.locator(".mat.opened")).to_have_count(0)


@pytest.mark.parametrize("phase", ["stash", "month"])
def test_the_wallet_fits_a_low_window(server: Server, page: Page, phase: str) -> None:
    come_to(page, server, phase)
    resize(page, (683, 330))
    expect(page.locator("html")).to_have_attribute("data-shape", "low")
    envelopes = page.locator(".tray .wallet .envelope")
    expect(envelopes).to_have_count(6)
    for envelope in envelopes.all():
        assert envelope.evaluate("one => one.getBoundingClientRect().right - innerWidth") <= 0
    assert page.locator(".tray").evaluate("tray => tray.scrollWidth - tray.clientWidth") == 0
