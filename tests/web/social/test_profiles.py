"""Test profiles, leaderboards, statistics, following, blocking, invitations, and groups in the browser."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from tests.tiers import looks
from tests.web.accessibility.test_basics import AXE, faults_by_turns
from tests.web.conftest import api, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

_NUMBERS = count(1)

SIZES = {"1920": (1920, 1080), "1440": (1440, 900), "1024": (1024, 768), "390": (390, 844), "844x390": (844, 390)}


def account(page: Page, server: Server, name: str) -> Page:
    """Someone with an account."""
    page.goto(server.url)
    api(page, "PATCH", "/api/me", {"name": name})
    api(page, "POST", "/api/me/recovery")
    return page


def name_of(page: Page) -> str:
    return str(api(page, "GET", "/api/me")["name"])


def refused(page: Page, path: str, body: object, told: str) -> None:
    """A call is refused with these words."""
    base = "/".join(page.url.split("/", 3)[:3])
    answer = page.request.post(
        base + path, data=msgspec.json.encode(body), headers={"Content-Type": "application/json"}
    )
    assert not answer.ok
    assert told in answer.json()["message"]


def handle(page: Page) -> str:
    """Of the page of this page's guest."""
    return str(api(page, "GET", "/api/me/page")["who"]["handle"])


def played(page: Page, others: Page, server: Server, **more: Any) -> str:
    """A finished table of two."""
    table = make_table(page, server, ["me", "open"], options={"rounds": 1}, guest_name=name_of(page), **more)
    api(others, "POST", f"/api/tables/{table}/sit", {})
    for _ in range(60):
        states = [(one, api(one, "GET", f"/api/tables/{table}/state")) for one in (page, others)]
        if states[0][1]["outcome"]:
            break
        for one, state in states:
            # Who stores goes on for ever.
            legal = [choice["action"] for choice in state["legal"] if "store" not in choice["label"]]
            if legal:
                api(one, "POST", f"/api/tables/{table}/act", {"actions": legal[:1]})
                break
    expect(page.locator("#final")).to_be_visible()
    return table


CUT = "Math.max(...[...document.querySelectorAll('.scroll')].map((one) => one.scrollWidth - one.clientWidth))"
"""By how many pixels tables reach out of their places."""


def counted(page: Page, games: int) -> None:
    """When so many games of this page's guest are counted."""
    for _ in range(200):
        found = api(page, "GET", "/api/me/page")["standings"]
        if found and found[0]["played"] >= games:
            return
        page.wait_for_timeout(50)
    raise AssertionError(found)


@pytest.fixture
def two(server: Server, guest: Guests) -> tuple[Page, Page]:
    """Two accounts that have played a rated game and a private one; no other account has their names."""
    number = next(_NUMBERS)
    ann, bob = account(guest(), server, f"Ann {number}"), account(guest(), server, f"Bob {number}")
    played(ann, bob, server, rated=True, listed=True)
    played(ann, bob, server, listed=False, name="In private")
    counted(ann, 2)
    return ann, bob


def test_a_finished_table_leads_to_the_players_profile(two: tuple[Page, Page], server: Server, guest: Guests) -> None:
    ann, bob = two
    ann.locator("#final .ranking a", has_text="Bob").click()
    expect(ann).to_have_url(re.compile(rf"{server.url}/p/[0-9a-f]{{16}}$"))
    expect(ann.get_by_role("heading", name=name_of(bob))).to_be_visible()
    expect(ann.locator(".played li")).to_have_count(2)
    expect(ann.locator(".ratings")).to_contain_text("from 1 rated game")
    eve = guest(viewport={"width": 360, "height": 640})
    eve.goto(f"{server.url}/p/{handle(bob)}")
    expect(eve.locator(".played li")).to_have_count(1)
    assert eve.evaluate(CUT) == 0, "a column of figures is out of sight"
    expect(eve.get_by_text("In private")).to_have_count(0)
    expect(eve.get_by_role("heading", name="Skill")).to_have_count(0)
    bob.goto(f"{server.url}/me")
    bob.get_by_label("Show skill").check()
    expect(bob.get_by_label("Show skill")).to_be_checked()
    bob.wait_for_load_state("networkidle")
    bob.goto(f"{server.url}/p/{handle(bob)}")
    expect(bob.locator("section", has_text="Skill").last).to_contain_text("Other people can see this for your public")
    bob.get_by_role("link", name="Change").click()
    bob.get_by_label("Private profile").check()
    expect(bob.get_by_label("Private profile")).to_be_checked()
    bob.wait_for_load_state("networkidle")
    answer = eve.request.get(f"{server.url}/p/{handle(bob)}")
    assert answer.status == 404
    assert "This profile doesn&#39;t exist" in answer.text()


@pytest.mark.journey
def test_people_can_be_followed_blocked_and_invited_again(two: tuple[Page, Page], server: Server) -> None:
    ann, bob = two
    ann.goto(f"{server.url}/p/{handle(bob)}")
    ann.get_by_role("button", name="Follow").click()
    expect(ann.get_by_role("button", name="Unfollow")).to_be_visible()
    make_table(bob, server, ["me", "open"], guest_name=name_of(bob), name="Bob's own", listed=True)
    ann.goto(f"{server.url}/me")
    expect(ann.locator("#people")).to_contain_text("waiting at Bob's own")
    ann.goto(f"{server.url}/p/{handle(ann)}")
    ann.get_by_role("button", name="Invite again").click()
    ann.get_by_role("checkbox", name=name_of(bob)).check()
    ann.get_by_role("combobox", name="Game").select_option("coins")
    ann.get_by_role("button", name="Create table").click()
    expect(ann.get_by_role("heading", name=f"Waiting for {name_of(bob)}")).to_be_visible()
    bob.goto(f"{server.url}/p/{handle(ann)}")
    bob.get_by_role("button", name="Block").click()
    expect(bob.get_by_role("button", name="Unblock")).to_be_visible()
    table = make_table(bob, server, ["me", "open"], guest_name=name_of(bob))
    refused(ann, f"/api/tables/{table}/sit", {}, "You can't sit down at this table")
    ann.goto(f"{server.url}/t/{table}")
    bob.goto(f"{server.url}/me")
    bob.get_by_role("button", name=f"Unblock {name_of(ann)}").click()
    expect(bob.locator("#people")).to_have_count(0)
    ann.get_by_role("button", name="Sit down").click()
    expect(ann.locator("#board")).to_be_visible()


def test_a_group_can_be_joined_by_link(server: Server, guest: Guests) -> None:
    ann, bob, eve = account(guest(), server, "Ann Group"), account(guest(), server, "Bob Group"), guest()
    ann.goto(f"{server.url}/me")
    ann.get_by_label("New group name").fill("Friday nights")
    ann.get_by_role("button", name="Create group").click()
    expect(ann.get_by_role("heading", name="Friday nights")).to_be_visible()
    ann.get_by_role("button", name="Create link").click()
    link = ann.get_by_label("Send this link to the person you invite").input_value()
    bob.goto(link)
    bob.get_by_role("button", name="Join group").click()
    expect(bob.locator("#members")).to_contain_text("Ann Group")
    eve.goto(server.url)
    refused(eve, "/api/groups/join", {"code": link.partition("#")[2]}, "This link has expired")
    ann.reload()
    ann.get_by_role("combobox", name="Game").select_option("coins")
    ann.get_by_role("combobox", name="Players").select_option("2")
    ann.get_by_role("button", name="Create group table").click()
    expect(ann.locator("#for-whom")).to_contain_text("Only members of this group can sit down.")
    table = ann.url.rpartition("/")[2]
    refused(eve, f"/api/tables/{table}/sit", {"name": "Eve"}, "Only members of a group can sit down at this table")
    bob.reload()
    bob.locator("#tables a").click()
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator("#board")).to_be_visible()


def test_open_seats_can_be_reserved_for_a_group(server: Server, guest: Guests) -> None:
    ann = account(guest(), server, "Ann Chooser")
    group = api(ann, "POST", "/api/groups", {"name": "Friday nights"})
    ann.goto(server.url)
    form = ann.locator("#new-table")
    expect(form.get_by_label("Open seats are for")).to_have_count(0)
    form.get_by_role("combobox", name="Seat 2").select_option("open")
    form.get_by_label("Open seats are for").select_option("Group: Friday nights")
    expect(form.get_by_label("List on home page")).to_have_count(0)
    form.get_by_role("button", name="Create table").click()
    expect(ann.locator("#for-whom")).to_contain_text("Only members of this group can sit down.")
    tables = api(ann, "GET", f"/api/groups/{group['id']}/tables")["tables"]
    assert [f"{server.url}/t/{one['table']['id']}" for one in tables] == [ann.url]


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed; `make test` installs it")
def test_axe_finds_no_faults_on_profiles(two: tuple[Page, Page], server: Server) -> None:
    ann, bob = two
    group = api(ann, "POST", "/api/groups", {"name": "Friday nights"})
    link = api(ann, "POST", f"/api/groups/{group['id']}/link", {"days": 7, "uses": 1})["link"].removeprefix(server.url)
    api(ann, "POST", f"/api/people/{handle(bob)}/tie", {"kind": "follow"})
    persons = (f"/p/{handle(bob)}", f"/p/{handle(ann)}")
    for turn, path in enumerate((*persons, "/leaders/coins", "/stats/coins", group["page"], link, "/me")):
        ann.goto(server.url + path)
        for k, (width, height) in enumerate(looks(SIZES.values())):
            ann.set_viewport_size({"width": width, "height": height})
            wide = ann.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path, width)
            assert faults_by_turns(ann, turn + k) == [], (path, width)
