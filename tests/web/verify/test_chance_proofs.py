"""Test what a page records about a table's chance (share, hash of the secret, chain heads) and how it reports fraud."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from cashbox.engine.journal import loads
from tests.engine.forged_journals import resum
from tests.fixtures.make_journals import FOLDER
from tests.web.accessibility.test_basics import AXE, faults, settled
from tests.web.conftest import api, called, make_table, press_tool
from tests.web.table.test_chat import PHONE, WIDE
from tests.web.table.test_table import play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import Guests, Server

SEAL = hashlib.sha256(b"never shown").hexdigest()


def keep(page: Page, table: str, **fields: object) -> None:
    """Someone's browser holds something else of a table."""
    page.evaluate(
        """([key, fields]) => localStorage.setItem(
            key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? "{}"), ...fields }))""",
        [f"cashbox:proof:{table}", fields],
    )


def test_pages_reveal_their_shares_when_all_players_are_present(own_server: Server, guest: Guests) -> None:
    ann, bob, cleo = guest(), guest(), guest()
    table = make_table(ann, own_server, ["open", "open", "open"])
    cleo.goto(own_server.url)
    api(cleo, "PATCH", "/api/me", {"name": "Cleo"})
    api(cleo, "POST", f"/api/tables/{table}/sit", {"seat": 2, "seal": SEAL})
    ann.get_by_role("button", name="Sit in seat 1").click()
    expect(ann.get_by_role("button", name="Stand up")).to_be_visible()
    bob.goto(f"{own_server.url}/t/{table}")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit in seat 2").click()
    for page in (ann, bob):
        expect(page.locator("#starting")).to_contain_text("Connecting to Cleo…")
        expect(page.locator("#starting").get_by_text("ready")).to_have_count(2)
    own_server.leap()
    expect(ann.get_by_role("button", name="bid high")).to_be_visible()
    assert_fairness(ann, "The draws depend on shares from Ann and Bob. Not revealed in time: Cleo.")
    expect(ann.locator("[data-proof]")).to_have_count(0)


def assert_fairness(page: Page, told: str) -> None:
    """Nothing over the board speaks of shares; the help says whose the draws depend on, where someone asks."""
    expect(page.locator(".prompt-bar")).to_be_visible()
    expect(page.get_by_text("share")).to_have_count(0)
    press_tool(page, "Help and shortcuts")
    said = page.get_by_role("dialog").get_by_text(told)
    expect(said).to_be_hidden()
    page.get_by_role("dialog").get_by_text("Fairness", exact=True).click()
    expect(said).to_be_visible()


@pytest.mark.parametrize("look", [WIDE, PHONE])
def test_the_fairness_panel_says_whose_share_counts(server: Server, guest: Guests, look: dict[str, Any]) -> None:
    ann, bob, watcher = guest(**look), guest(), guest(**look)
    table = make_table(ann, server, ["open", "open", "bot"], listed=False)
    called(bob, server, "Bob")
    api(bob, "POST", f"/api/tables/{table}/sit", {"seat": 1}, server.url)
    ann.get_by_role("button", name="Sit in seat 1").click()
    watcher.goto(f"{server.url}/t/{table}")
    for page in (ann, watcher):
        assert_fairness(page, "The draws depend on shares from Ann. No share: Bob and Doug.")


def test_a_lost_share_is_revealed_when_the_page_is_reopened(own_server: Server, page: Page) -> None:
    table = make_table(page, own_server, ["open", "bot"])
    page.route("**/reveal", lambda route: route.abort())
    page.get_by_role("button", name="Sit in seat 1").click()
    expect(page.locator("#starting")).to_contain_text("Connecting to you…")
    page.unroute("**/reveal")
    own_server.kill()
    own_server.start()
    page.reload()
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    assert api(page, "GET", f"/api/tables/{table}")["table"]["nonces"] == ["00" * 16, ""]


def test_a_changed_hash_of_the_secret_is_noticed(server: Server, page: Page) -> None:
    table = make_table(page, server, ["me", "bot"])
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    expect(page.locator("[data-proof]")).to_have_count(0)
    keep(page, table, commitment="0" * 64)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("hash of its secret has changed")


def test_a_changed_share_of_the_player_is_noticed(server: Server, page: Page) -> None:
    table = make_table(page, server, ["open", "bot"])
    page.get_by_role("button", name="Sit in seat 1").click()
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    keep(page, table, nonce="another")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text(
        "The share that the table has for you isn't the one this browser sent"
    )


def test_a_share_chosen_late_is_noticed(server: Server, page: Page) -> None:
    """The server might ask one page for its share, and let a friend choose one when it knows that."""
    table = make_table(page, server, ["open", "bot"])
    page.get_by_role("button", name="Sit in seat 1").click()
    expect(page.get_by_role("button", name="bid high")).to_be_visible()
    keep(page, table, seals=[hashlib.sha256(b"00" * 16).hexdigest(), SEAL])
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("changed a share after yours was known")


ASKED = """async ([table, tables]) => {
    const { differences, revealNonce, stored } = await import("/static/js/verify/nonce.js");
    const posted = [];
    window.fetch = (address, given) => {
        posted.push(address);
        return Promise.resolve(new Response(JSON.stringify({ table: tables[0], you: { seat: 0 } })));
    };
    for (const one of tables) await revealNonce(one, 0).catch(() => null);
    return [posted.length, tables.map((one) => differences({ ...one, status: "playing" }, 0)).flat(), stored(table)];
}"""
"""Has a page asked for its share with one table after another."""


def asked(page: Page, server: Server, *changes: dict[str, Any]) -> tuple[int, list[str]]:
    """How often a page shows its share, and what it warns of, where its table is shown with some changes in turn."""
    page.goto(server.url)
    seals = [hashlib.sha256(b"mine").hexdigest(), SEAL]
    base = {"id": "t", "commitment": "c", "came_from": None, "format": 1, "status": "starting", "withheld": [0, 1],
            "seats": [{"kind": "guest"}, {"kind": "guest"}], "seals": seals, "nonces": ["mine", ""]}  # fmt: skip
    keep(page, "t", nonce="mine", commitment="c")
    posted, told, _ = page.evaluate(ASKED, ["t", [{**base, **change} for change in changes]])
    return posted, told


def test_a_share_is_revealed_only_for_the_first_seals(server: Server, page: Page) -> None:
    """Else a server could ask again once someone has chosen a share that suits it, and nothing would be seen of it."""
    other = {"seals": [hashlib.sha256(b"mine").hexdigest(), hashlib.sha256(b"chosen later").hexdigest()]}
    posted, told = asked(page, server, {}, other, {})
    assert posted == 1
    assert len(told) == 3
    assert all("changed a share after yours was known" in one for one in told)


def test_a_share_is_revealed_again_after_a_lost_answer(server: Server, page: Page) -> None:
    assert asked(page, server, {}, {}) == (2, [])


def test_no_share_is_revealed_for_a_bots_seat(server: Server, page: Page) -> None:
    posted, told = asked(page, server, {"seats": [{"kind": "guest"}, {"kind": "bot"}]})
    assert posted == 0
    assert "only the operator can know" in told[0]


DOUBTS = """async ([table, journal]) => {
    const { comparable, doubts } = await import("/static/js/verify/nonce.js");
    return [doubts(journal, table), comparable(table)];
}"""


@pytest.mark.parametrize(
    ("kept", "changed", "doubt"),
    [
        ({}, {}, ""),
        ({"from": 0}, {"taken_over": 2}, "says that 2 entries come from another game"),
        ({"from": 3}, {}, "says that no entries come from another game, but the table said 3"),
        ({"nonce": "mine", "shown": True}, {}, "leaves out your share"),
    ],
)
def test_the_browsers_record_is_compared_with_the_journal(
    server: Server, page: Page, kept: dict[str, Any], changed: dict[str, Any], doubt: str
) -> None:
    page.goto(server.url)
    lines = (FOLDER / "cash-sealed.jsonl").read_text().splitlines()
    header = msgspec.json.decode(lines[0])
    lines[0] = msgspec.json.encode({**header, **changed}).decode()
    keep(page, "t", **kept)
    found, compared = page.evaluate(DOUBTS, ["t", "\n".join(lines)])
    assert doubt == "" or any(doubt in one for one in found), found
    if not kept:
        assert not [one for one in found if "chain" not in one]
        assert compared == []


def test_a_browser_without_a_record_says_so(server: Server, guest: Guests) -> None:
    page, late = guest(**WIDE), guest(**WIDE)
    table = finished(page, guest(), server)
    late.goto(f"{server.url}/t/{table}")
    late.locator("#final").get_by_text("Fairness").click()
    expect(late.locator("#final")).to_contain_text("This browser has no record of the game")


def test_a_journal_of_another_game_is_noticed(server: Server, page: Page) -> None:
    table = make_table(page, server, ["me", "bot"])
    play_to_the_end(page)
    fair = page.locator("#final").get_by_text("Fairness")
    fair.click()
    expect(page.locator("#final")).to_contain_text("the journal matches the game you saw here")
    heads = page.evaluate(f"JSON.parse(localStorage.getItem('cashbox:proof:{table}')).heads")
    assert all(re.fullmatch("[0-9a-f]{64}", head) for head in heads)
    assert len(heads) == 4
    keep(page, table, heads=[*heads[:3], "0" * 64])
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("doesn't match the game you saw")


def finished(ann: Page, bob: Page, server: Server) -> str:
    """A game of two people who gave shares, to its end."""
    table = make_table(ann, server, ["me", "open"], options={"rounds": 1})
    bob.goto(server.url)
    api(bob, "PATCH", "/api/me", {"name": "Bob"})
    return played(ann, bob, table)


def played(ann: Page, bob: Page, table: str) -> str:
    """Bob sits down at Ann's table, and they play to the end."""
    api(bob, "POST", f"/api/tables/{table}/sit", {"seat": 1, "nonce": "Bob's"})
    expect(ann.locator(".prompt-bar")).to_be_visible()
    while api(ann, "GET", f"/api/tables/{table}")["table"]["status"] == "playing":
        for page in (ann, bob):
            legal = api(page, "GET", f"/api/tables/{table}/state")["legal"]
            if legal:
                api(page, "POST", f"/api/tables/{table}/act", {"actions": [legal[-1]["action"]]})
    return table


def gone_on(ann: Page, bob: Page, server: Server, n: int) -> str:
    """A game of the same two that goes on from a step of such a one, with hidden cards dealt anew, to its end."""
    before = finished(ann, bob, server)
    wish = {"n": n, "hidden": "anew", "seats": [{"kind": "me"}, {"kind": "open"}], "nonce": "Ann's"}
    table = str(api(ann, "POST", f"/api/tables/{before}/go-on", wish)["table"]["id"])
    ann.goto(f"{server.url}/t/{table}")
    return played(ann, bob, table)


JOURNAL = "**/api/tables/*/journal"


def another_answer(journal: bytes) -> bytes:
    """The journal with another answer of the only draw of one of six, and with a sum that fits."""
    changed = re.sub(rb"\[6,(\d)\]", lambda draw: b"[6,%d]" % ((int(draw[1]) + 1) % 6), journal)
    return resum(changed.splitlines()[:-1])


def as_mailed(journal: bytes) -> bytes:
    """The journal as a mail program may leave it."""
    return b"\xef\xbb\xbf" + journal.replace(b"\n", b"\r\n\r\n").strip()


def instead(page: Page, game: str) -> None:
    """The journal that comes is another one."""
    page.route(JOURNAL, lambda route: route.fulfill(path=FOLDER / f"{game}-sealed.jsonl"))


def check(page: Page) -> Locator:
    """Has every draw checked."""
    page.locator("#final").get_by_text("Fairness").click()
    page.get_by_role("button", name="Check all draws").click()
    return page.locator("#final .findings")


@pytest.mark.journey
@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_the_page_repeats_every_draw_and_detects_a_forged_journal(server: Server, guest: Guests) -> None:
    page = guest(**WIDE)
    finished(page, guest(), server)
    found = check(page)
    expect(found).to_contain_text("The journal passed the check.")
    expect(found).to_contain_text("It's the game that you saw here")
    draws = page.get_by_role("region", name="All draws")
    draws.get_by_label("Show").select_option("6")
    made = re.compile(r'Draw 6: one of 6, result (\d).*"6\.0" → .* mod 6 = \1')
    expect(draws.get_by_role("listitem")).to_have_text(made)
    page.route(JOURNAL, lambda route: route.fulfill(body=another_answer(route.fetch().body())))
    page.reload()
    found = check(page)
    expect(found).to_contain_text("Don't trust this game")
    expect(found).to_contain_text(re.compile(r"Entry 0, draw 6: the journal has \d of 6, but the secret gives \d\."))
    expect(found).to_contain_text("The chain doesn't lead to its final head")
    draws.get_by_label("Show").select_option("wrong")
    expect(draws.get_by_role("listitem")).to_contain_text(re.compile(r"The journal has \d, but the secret gives \d\."))
    assert faults(settled(page)) == []


def test_on_a_phone_draws_can_be_browsed_and_a_wrong_journal_is_reported(server: Server, guest: Guests) -> None:
    """Without the browser's own cryptography, as over plain http from another machine."""
    page = guest(**PHONE)
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    finished(page, guest(), server)
    instead(page, "envelopes")
    page.reload()
    expect(check(page)).to_contain_text("This isn't the journal of this game")
    draws = page.get_by_role("region", name="All draws")
    draws.get_by_label("Show").select_option("6")
    expect(draws).to_contain_text("1 to 20 of 74")
    expect(draws.get_by_role("listitem").filter(has_text="Entry 3: Bob, draft")).to_have_count(6)  # six dice
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    draws.get_by_role("button", name="Later draws").click()
    expect(draws).to_contain_text("21 to 40 of 74")
    for game in ("cash", "consultants"):
        page.unroute(JOURNAL)
        instead(page, game)
        page.reload()
        found = check(page)
        expect(found).to_contain_text("This isn't the journal of this game")
        expect(found).not_to_contain_text("the secret gives")
        expect(draws.get_by_role("listitem")).to_have_count(20)
    page.unroute(JOURNAL)
    page.route(JOURNAL, lambda route: route.fulfill(body=as_mailed(route.fetch().body())))
    page.reload()
    expect(check(page)).to_contain_text("The journal passed the check.")


def test_draws_before_a_continued_game_belong_to_the_original_game(server: Server, guest: Guests) -> None:
    page = guest(**PHONE)
    table = gone_on(page, guest(), server, 2)
    origin = loads(page.request.get(f"{server.url}/api/tables/{table}/journal").body()).header.origin
    found = check(page)
    expect(found).to_contain_text("The journal passed the check.")
    taken = "Entries 0 to 2 come from"
    expect(found).to_contain_text(f"{taken} the game with the hash {origin}. That game's draws aren't checked here.")
    draws = page.get_by_role("region", name="All draws")
    expect(draws).to_contain_text(f"{taken} another game. Their 11 draws belong to that game")
    first = draws.get_by_role("listitem").first
    expect(first).to_contain_text("Draw 0: one of 10,")
    expect(first).to_contain_text("Entry 3: redeals the cards that Ann and Bob couldn't know")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
