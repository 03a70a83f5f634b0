"""Play IT's all in the game through the board's controls in a real browser, against real bots."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from cashbox.engine.phrases import listed
from cashbox.games.consultants import help as helping
from tests.games.consultants.positions import Table, work
from tests.web.accessibility.test_basics import AXE, faults_by_turns
from tests.web.board_player import Somebody, played_on
from tests.web.conftest import api, make_table
from tests.web.stage import Stage

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server

TIPS = helping.tips()
PRESSES = 400
"""A whole game of two takes some 60."""
TIRED = 60
"""After so many presses a person only passes, so that a long game ends soon."""
WISHES = {"assign": 6.0, "promote": 2.0, "recruit": 1.5, "train": 0.5, "give": 0.3, "pass": 0.1}
"""How gladly a person who plays through the API takes an action of a kind; 1 for all others."""


class Person(Somebody):
    """Plays by what glows. tired: after how many presses only passing is left."""

    board = ".consultants"
    tired = TIRED

    def go_on(self) -> None:
        """One decision."""
        phase = self.phase()
        asked = ".spot.aim, .float .choices:not(.desk-keys) [data-action]"
        choice = {"move": ".spot.aim", "take": ".taking:not([aria-disabled])"}.get(phase, asked)
        if phase == "work":
            self.work()
        else:
            control = self.some(choice)
            assert control is not None, f"nothing to press in {phase}"
            self.press(control, phase)

    def work(self) -> None:
        """Seats someone where it can be done, now and then pays for something or moves someone; else passes."""
        wish = self.random.random()
        if wish < 0.15 or sum(self.pressed.values()) > self.tired:
            self.pass_on()
            return
        if wish < 0.25 and (mine := self.some(".spot.movable")) is not None:
            self.press(mine, "lift")
            return
        piles = self.page.locator(".pile")
        for k in range(piles.count()):
            piles.nth(k).click()
            expect(piles.nth(k)).to_have_attribute("aria-pressed", "true")
            paid = self.some(".paid:not([aria-disabled])")
            if wish > 0.8 and paid is not None:
                self.press(paid, str(paid.get_attribute("data-action")))
                return
            if (desk := self.some(".spot.aim")) is not None:
                self.press(desk, "assign")
                return
        self.pass_on()

    def pass_on(self) -> None:
        """Passes, and means it where the board asks."""
        before = self.acted()
        self.page.locator(".strip [data-action=pass]").click()
        self.page.wait_for_function(
            "b => document.querySelector('.float[data-panel=pass]')"
            " || document.querySelector('.consultants').dataset.acted !== b",
            arg=before,
        )
        sure = self.page.locator(".float[data-panel=pass] [data-action=pass]")
        if sure.count():
            self.press(sure, "pass")
            return
        self.pressed["pass"] = self.pressed.get("pass", 0) + 1
        self.wait(before)


def state_of(page: Page) -> dict[str, Any]:
    table = page.url.rsplit("/", 1)[1]
    found: dict[str, Any] = api(page, "GET", f"/api/tables/{table}/state")
    return found


def sit_down(page: Page, server: Server, bot: str = "random", mode: str = "real", seed: int = 1) -> Person:
    make_table(page, server, ["me", f"bot:{bot}"], game="consultants", mode=mode, deal=seed)
    person = Person(page, seed)
    person.wait()
    return person


def wished(legal: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """Anything, by how much it is wished for."""
    return chance.choices(legal, [WISHES.get(entry["action"]["type"], 1.0) for entry in legal])[0]


def play_on(page: Page, until: Callable[[dict[str, Any]], bool], seed: int = 1) -> dict[str, Any]:
    """Plays the page's seat through the API until something holds for a decision of its own. The page, which would show
    every step, is away meanwhile."""
    where = page.url
    base, _, table = where.rpartition("/t/")
    page.goto("about:blank")
    state = played_on(page, base, table, lambda s: bool(s["legal"]) and until(s), wished, seed, patience=120)
    page.goto(where)
    Person(page).wait()
    return state


def working(
    page: Page, server: Server, wanted: Callable[[dict[str, Any]], bool] = lambda view: True, bot: str = "random"
) -> Person:
    """The first turn of work of a new basic game for two whose event changes nothing of what one begins with."""
    for seed in range(40):
        person = sit_down(page, server, bot, mode="basic", seed=seed)
        view = state_of(page)["view"]
        usual = {key: view["costs"][key] for key in ("train", "promote", "recruit", "moves")}
        as_ever = usual == {"train": 2, "promote": 2, "recruit": 6, "moves": 2} and view["players"][0]["money"] == 8
        if view["phase"] == "work" and as_ever and wanted(view):
            return person
    raise AssertionError("no such beginning")


def said(thing: Locator) -> str:
    """What a screen reader says of a control."""
    return thing.locator(".visually-hidden").first.text_content() or ""


def number(text: str) -> int:
    """A number as people read it: $1,234, −$5, – for none."""
    return int(text.translate({ord("−"): "-", ord("–"): "0", ord("$"): None, ord(","): None}))


def pick_seatable(page: Page) -> None:
    """Chooses the first consultant of the hand that some desk is open to."""
    piles = page.locator(".pile")
    for k in range(piles.count()):
        piles.nth(k).click()
        expect(piles.nth(k)).to_have_attribute("aria-pressed", "true")
        if page.locator(".spot.aim").count():
            return
    raise AssertionError("no desk is open to anybody in hand")


def money(page: Page) -> int:
    return int(page.locator(".boss.mine .money").get_attribute("data-money") or -1)


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_person_plays_a_whole_game(server: Server, page: Page) -> None:
    person = sit_down(page, server, bot="steady", seed=3)
    presses = 0
    while not person.over():
        person.go_on()
        presses += 1
        assert presses < PRESSES, person.pressed
    assert {"assign", "pass"} <= set(person.pressed)
    final = page.locator("#final")
    expect(final.locator("h2")).to_contain_text("wins with $")
    shown = [number(text) for text in final.locator(".ranking .number").all_inner_texts()]
    for row, score in zip(final.locator(".consultants-score tbody tr").all(), shown, strict=True):
        completed, have, debt, total = map(number, row.locator("td").all_inner_texts())
        assert have + debt == total == score
        assert completed >= 0
    expect(page.locator(".event > header")).to_have_text(re.compile("last round|0 events to come"))


def test_training_and_recruiting_search_a_deck(server: Server, page: Page) -> None:
    person = working(page, server)
    for kind, rank, left in (("train", "senior", 6), ("recruit", "principal", 0)):
        deck = page.locator(f".heap[data-place='deck {int(rank == 'principal')}'] .backs b")
        before = int(deck.inner_text())
        pile = page.locator(".pile").first
        given = re.sub(r"^\d+ |s$", "", said(pile))
        pile.click()
        key = page.locator(f".paid[data-action={kind}]")
        expect(key).to_contain_text(f"{left} left")
        person.press(key, kind)
        paper = page.locator(".float[data-panel=take]")
        expect(paper).to_contain_text(f"The {rank} deck")
        expect(paper).to_contain_text(f"you gave a {given}")
        counts = [int(text.split()[1]) for text in paper.locator(".taking b").all_inner_texts()]
        assert len(counts) == 5
        # colors differ by letter and shape, ranks by the star
        assert paper.locator(".shape text").all_text_contents() == ["R", "Y", "G", "B", "V"]
        assert len({one.get_attribute("d") for one in paper.locator(".shape path").all()}) == 5
        expect(paper.locator(".star-sign")).to_have_count(5 if rank == "principal" else 0)
        assert sum(counts) == before + int(given.endswith(rank))
        assert money(page) == left
        person.press(paper.locator(".taking:not([aria-disabled])").last, "take")
        expect(paper).to_have_count(0)
        while person.phase() != "work":
            person.go_on()


def test_promoting_shows_cards_assigning_shows_pay_and_moves_are_counted(server: Server, page: Page) -> None:
    person = working(page, server, lambda view: view["players"][0]["principals"] == 1)
    mine = page.locator(".boss.mine")
    senior = page.locator(".pile:not(:has(.principal))").first
    colour = said(senior).split()[1]
    senior.click()
    person.press(page.locator(".paid[data-action=promote]"), "promote")
    assert money(page) == 6
    expect(mine.locator(".hand-count")).to_have_attribute("aria-label", re.compile("2 principals"))
    expect(page.get_by_role("button", name=re.compile(f"^[12] {colour} principals?$"))).to_be_visible()

    # a consultant of the hand goes to a desk that glows, and the label is what the rules say
    pick_seatable(page)
    state = state_of(page)
    kind = int(page.locator(".pile.picked").get_attribute("data-consultant") or -1)
    fitting = {
        entry["label"]
        for entry in state["legal"]
        if entry["action"]["type"] == "assign"
        and entry["action"]["rank"] == ("senior", "principal")[kind % 2]
        and state["view"]["places"][entry["action"]["place"]]["desks"][entry["action"]["desk"]]["colour"] == kind // 2
    }
    aims = page.locator(".spot.aim")
    assert {said(one) for one in aims.all()} == fitting
    assert all(re.search(r"\$\d+", label) for label in fitting)
    place = str(aims.first.get_attribute("data-place"))
    person.press(aims.first, "assign")
    seat = page.locator(f"[data-place='{place}']")
    expect(seat).to_have_class(re.compile(r"\bmine\b"))
    expect(seat).to_contain_text("Ann")

    # it moves on, is put back, moves on
    for _ in range(30):
        if page.locator(".spot.movable").count():
            break
        person.go_on()
    else:
        pytest.fail("never could move")
    moves = mine.locator(".moves i:not(.used)")
    before = moves.count()
    person.press(page.locator(".spot.movable").first, "lift")
    expect(page.locator(".prompt")).to_contain_text("another project")
    assert page.locator(".spot.aim").count()
    page.locator("[data-action=back]").click()
    expect(page.locator(".consultants")).to_have_attribute("data-phase", "work")
    expect(moves).to_have_count(before)
    turn = state_of(page)["view"]["round"]
    person.press(page.locator(".spot.movable").first, "lift")
    person.press(page.locator(".spot.aim").first, "seat")
    if not person.over() and state_of(page)["view"]["round"] == turn:
        expect(moves).to_have_count(before - 1)


def test_passing_asks_for_confirmation_if_actions_are_left(server: Server, page: Page) -> None:
    working(page, server)
    page.locator(".strip [data-action=pass]").click()
    paper = page.locator(".float[data-panel=pass]")
    expect(paper).to_contain_text("could still seat")
    page.keyboard.press("Escape")
    expect(paper).to_have_count(0)
    # the last desk of an empty project is not to be had: the desk says why
    page.locator(".project .spot").last.click()
    expect(page.locator(".note p")).to_have_text(re.compile(r"\w.*\."))


# -- what stands on the table ------------------------------------------------------------------------------------------


@pytest.mark.journey
def test_the_table_shows_what_the_rules_say(server: Server, page: Page) -> None:
    make_table(page, server, ["me", "bot:random", "bot:random", "bot:random"], game="consultants")
    state = play_on(page, lambda s: s["view"]["phase"] == "work" and any(p["late"] for p in s["view"]["places"]))
    view = state["view"]
    names = ["Ann", "Clara", "Doug", "Elsie"]
    sizes = []
    for number, place in enumerate(view["places"]):
        board = page.locator(f".project[data-number='{number}']")
        for at, desk in enumerate(place["desks"]):
            spot = board.locator(".spot").nth(at)
            last = at == len(place["desks"]) - 1 and desk["done"] >= 0
            now = "" if last else f"${desk['now']}"
            done = "" if desk["done"] < 0 else str(desk["done"])
            assert re.sub(r"\s", "", spot.locator(".worth").inner_text()) == now + done
            if desk["owner"] >= 0:
                expect(spot.locator(".who")).to_have_text(names[desk["owner"]])
                expect(spot.locator(".pawn")).to_have_count(1)
        if place["field"]:
            expect(board.locator(".deadline i")).to_have_count(5)
            here = board.locator(".deadline i").nth(place["field"] - 1)
            expect(here).to_have_class(re.compile("here"))
            sizes.append(re.sub(r"\s", "", here.inner_text()))
        expect(board.locator(".late")).to_have_count(1 if place["late"] else 0)
        expect(board.locator(".late .pawn")).to_have_count(len(place["late"]))
        if place["late"]:
            late = listed(["you" if seat == 0 else names[seat] for seat in place["late"]])
            said_late = f"Late: −${place['penalty']} this round for {late}"
            expect(board.locator(".late")).to_have_attribute("aria-label", said_late)
    assert set(sizes) <= {"+3", "0", "−6", "−10"}
    for seat, boss in enumerate(view["players"]):
        mat = page.locator(f".boss[data-seat='{seat}']")
        expect(mat.locator(".money")).to_have_text(f"${boss['money']:,}")
        expect(mat.locator(".stamp")).to_have_count(int(boss["passed"]))
        expect(mat.locator(".moves i:not(.used)")).to_have_count(boss["moves"])
    event = page.locator(".event-card")
    expect(event).to_be_visible()
    expect(page.locator(".stock .backs b")).to_have_text(str(view["stock"]))


@pytest.mark.journey
def test_a_spectator_sees_the_table_and_no_hand(server: Server, guest: Guests) -> None:
    page = guest()
    person = sit_down(page, server, seed=4)
    while person.phase() != "work":
        person.go_on()
    watcher = guest()
    watcher.goto(page.url)
    expect(watcher.locator(".boss")).to_have_count(2)
    expect(watcher.locator(".pile")).to_have_count(0)
    expect(watcher.locator("#board button:not(.note button)")).to_have_count(0)


def test_a_consultant_moves_visibly_from_hand_to_desk(server: Server, guest: Guests) -> None:
    page = guest(reduced_motion="no-preference")
    person = working(page, server, bot="steady")
    page.evaluate(
        "() => { const real = Element.prototype.animate; window.flown = [];"
        " Element.prototype.animate = function (frames, options) {"
        " const [x] = frames[0].transform.match(/-?[0-9.]+/).map(Number);"
        " window.flown.push([this.closest('[data-place]')?.dataset.place, this.getBoundingClientRect().left + x]);"
        " return real.call(this, frames, options); }; }"
    )
    stock = page.evaluate("document.querySelector('.stock').getBoundingClientRect().left")

    def flown() -> dict[str, float]:
        """Where cards have flown to, and from how far at the left."""
        return dict(page.evaluate("window.flown.splice(0)"))

    def others() -> set[str]:
        found: list[str] = page.evaluate(
            "[...document.querySelectorAll('.spot.taken:not(.mine)')].map((s) => s.dataset.place)"
        )
        return set(found)

    pick_seatable(page)
    place = page.locator(".spot.aim").first.get_attribute("data-place")
    person.press(page.locator(".spot.aim").first, "assign")
    assert place in flown()
    for _ in range(30):
        before = others()
        person.go_on()
        there = flown()
        if new := others() - before:
            assert new <= set(there), "a consultant that others seated was suddenly there"
            assert all(abs(there[place] - stock) > 2 for place in new), "a consultant came from the stock of projects"
            break
    else:
        pytest.fail("the other never seated anybody")
    page.emulate_media(reduced_motion="reduce")
    for _ in range(3):
        person.go_on()
    assert flown() == {}


# -- positions ---------------------------------------------------------------------------------------------------------


def during(event: str, t: Table) -> Table:
    """The work of a round under an event, seat 0 on turn."""
    return t.end_round().next_event(event, "quiet-quarter").next_round()


def test_a_desk_of_the_innovation_project_says_that_consultants_come_back(server: Server, page: Page) -> None:
    t = work(2, innovation=True).row(0, 0)
    innovation = len(t.view().places) - 1
    stage = Stage(page, server, t.row(innovation, 0))
    assert "returns to its player's hand" in stage.told(page.locator(f"[data-place='desk {innovation} 0']"), TIPS)
    assert "stays until the project is completed" in stage.told(page.locator("[data-place='desk 0 0']"), TIPS)


def test_a_marker_on_the_last_field_is_not_said_to_move(server: Server, page: Page) -> None:
    t = work(2, deadlines=True).field(0, 5).field(1, 2)
    stage = Stage(page, server, t)
    stays, moves = page.locator(".deadline").nth(0), page.locator(".deadline").nth(1)
    assert stage.told(stays, TIPS).endswith("stays there when the round ends.")
    assert stage.told(moves, TIPS).endswith("it moves one space, which means no bonus and no penalty.")
    expect(moves).to_have_attribute("aria-label", re.compile("next round: no bonus and no penalty"))
    t.state.last = True
    stage.show()
    assert stage.told(moves, TIPS).endswith("and no longer moves because this is the last round.")
    expect(moves).not_to_have_attribute("aria-label", re.compile("next round"))
    expect(page.locator(".event .last")).to_have_text("last round")


def test_a_desk_shows_a_principal_what_a_principal_is_paid(server: Server, page: Page) -> None:
    t = during("overtime", work(2).row(0, 1))
    Stage(page, server, t.hand(0, "yellow*"))
    desk = page.locator("[data-place='desk 0 1']")
    expect(desk.locator(".visually-hidden")).to_have_text(
        re.compile(r"\$6 \(\$7 for a principal\) at the end of the round, \$4 \(\$5 for a principal\) if")
    )
    page.locator(".pile[data-consultant='3']").click()
    expect(desk.locator(".now")).to_have_text("$7")
    expect(desk.locator(".done")).to_have_text("5")
    expect(page.locator(".to-desk").first.locator(".gets")).to_have_text("$7")


def test_the_button_to_pass_says_what_passing_first_brings(server: Server, page: Page) -> None:
    t = during("early-weekend", work(2))
    stage = Stage(page, server, t)
    button = page.locator(".strip [data-action=pass]")
    expect(button).to_have_text("Pass +$3")
    t.pass_()
    stage.seat = 1
    stage.show()
    expect(button).to_have_text("Pass")


def test_the_last_desk_shows_a_press_release(server: Server, page: Page) -> None:
    t = during("press-release", work(2).row(0, 1, 1, 1))
    Stage(page, server, t.hand(0, "blue*"))
    page.locator(".pile[data-consultant='7']").click()
    desk = page.locator("[data-place='desk 0 3']")
    expect(desk.locator(".done")).to_have_text("10")
    assert said(desk).endswith("completes the project and earns you $10")


def test_the_innovation_project_shows_what_an_event_takes(server: Server, page: Page) -> None:
    t = during("budget-cut", work(2, innovation=True))
    Stage(page, server, t)
    expect(page.locator(".project[data-kind=innovation] .more")).to_have_text("−$1 each")


def test_the_player_who_must_choose_is_told_so(server: Server, page: Page) -> None:
    t = work(2)
    stage = Stage(page, server, t)
    due = page.locator(".boss .turn")
    assert "one action" in stage.told(due, TIPS)
    t.end_round()
    stage.show()
    assert stage.told(due, TIPS) == "The game is waiting for this player's choice."


# -- everyone can play ------------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_page_does_not_scroll_sideways(server: Server, guest: Guests, width: int) -> None:
    page = guest(viewport={"width": width, "height": 844})
    make_table(
        page, server, ["me", "bot:steady", "bot:steady", "bot:steady"], game="consultants",
        guest_name="Bartholomew Featherstonehaugh",
    )  # fmt: skip

    def fits() -> bool:
        return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    play_on(page, lambda s: s["view"]["phase"] == "work" and s["view"]["round"] >= 2)
    assert fits()
    for k in range(page.locator(".pile").count()):
        page.locator(".pile").nth(k).click()
        assert fits()
    if width < 768:
        small = page.evaluate(
            "() => [...document.querySelectorAll('#board button')].filter((b) => b.checkVisibility())"
            ".map((b) => [b.className, b.getBoundingClientRect()]).filter(([, r]) => r.width < 44 || r.height < 44)"
            ".map(([name]) => name)"
        )
        assert small == []
    play_on(page, lambda s: s["view"]["phase"] == "take")
    assert fits()


def test_a_turn_by_keyboard_alone(server: Server, page: Page) -> None:
    working(page, server)
    page.locator(".pile").first.focus()
    for _ in range(page.locator(".pile").count()):
        page.keyboard.press("Enter")
        if page.locator(".to-desk").count():
            break
        page.keyboard.press("ArrowRight")
    while "to-desk" not in str(page.evaluate("document.activeElement.className")):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement !== document.body"), "no desk was reached"
    label = str(page.evaluate("document.activeElement.querySelector('.visually-hidden').textContent"))
    name = re.search(r"desk of (.*?):", label)
    assert name
    page.keyboard.press("Enter")
    project = page.get_by_role("region", name=re.compile(f"^{re.escape(name[1])}"))
    expect(project.locator(".spot.mine")).to_have_count(1)
    # the arrow keys lead from desk to desk
    desks = page.locator(".project").first.locator(".spot")
    desks.first.focus()
    page.keyboard.press("ArrowRight")
    expect(desks.nth(1)).to_be_focused()


@pytest.mark.few(0, usual=0)
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_axe_finds_no_serious_faults(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": 390, "height": 844})

    def sound(turn: int) -> None:
        for k, width in enumerate((1024, 390)):
            page.set_viewport_size({"width": width, "height": 844})
            assert faults_by_turns(page, turn + k) == [], width

    make_table(page, server, ["me", "bot:steady", "bot:steady"], game="consultants")
    play_on(page, lambda s: s["view"]["phase"] == "work" and s["view"]["round"] >= 2)
    page.locator(".pile").first.click()
    expect(page.locator(".paid").first).to_be_visible()
    sound(0)
    play_on(page, lambda s: s["view"]["phase"] == "take")
    expect(page.locator(".float[data-panel=take]")).to_be_visible()
    sound(1)
    play_on(page, lambda _: False)
    expect(page.locator("#final")).to_be_visible()
    sound(2)
    sheet = page.locator(".consultants-score")
    assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth"), "the sheet does not fit a phone"
