"""Test link previews: they show what a stranger can see, no matter who opens the page."""

from __future__ import annotations

import asyncio
import html
import io
import re
import time
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from PIL import Image

from cashbox.server.tables.settings import DELAY
from tests.server.raw_clients import LocalServer
from tests.server.watching.test_who_may_watch import NO_TABLE, pair

if TYPE_CHECKING:
    from tests.data_folders import Home
    from tests.server.conftest import Guest, Server


def card_of(text: str) -> dict[str, str]:
    """Return a page's preview tags by name, as a messenger reads them."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">', text)
    assert len({name for name, _ in found}) == len(found)
    return {name: html.unescape(value) for name, value in found}


def seen(server: Server, path: str, guest: Guest | None = None) -> dict[str, str]:
    with httpx.Client(base_url=server.url, headers=guest.headers if guest else {}) as one:
        return card_of(one.get(path).text)


def shows_picture(preview: dict[str, str]) -> None:
    """Check that the picture exists and has the type and size given in the tags."""
    answer = httpx.get(preview["og:image"])
    with Image.open(io.BytesIO(answer.content)) as image:
        image.load()
        size = image.size
    assert answer.headers["content-type"] == preview["og:image:type"] == "image/jpeg"
    assert tuple(map(str, size)) == (preview["og:image:width"], preview["og:image:height"]) == ("800", "420")


def play_out(server: Server, table: str, *players: Guest) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for one in players:
            state = one.get(f"/api/tables/{table}/state")
            if state["outcome"]:
                return
            if state["legal"]:
                one.post(f"/api/tables/{table}/act", {"actions": [state["legal"][0]["action"]]})
    raise AssertionError("the game did not end")


@pytest.mark.thorough
def test_a_link_preview_shows_the_status_of_a_table(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", "steady", name="Friday night")
    waiting = seen(server, f"/t/{table}")
    assert waiting["og:title"] == "Friday night: Coins"
    assert "1 of 3 seats is open" in waiting["og:description"]
    assert "Ann" in waiting["og:description"]
    shows_picture(waiting)
    assert waiting["og:url"] == f"{server.url}/t/{table}"
    assert waiting["twitter:card"] == "summary_large_image"
    bob.sit(table)
    playing = seen(server, f"/t/{table}")
    assert "in progress" in playing["og:description"]
    assert "Bob" in playing["og:description"]
    play_out(server, table, ann, bob)
    over = seen(server, f"/t/{table}")
    outcome = ann.get(f"/api/tables/{table}")["table"]["outcome"]
    names = [seat["name"] for seat in ann.get(f"/api/tables/{table}")["table"]["seats"]]
    assert outcome["text"].format(*names) in over["og:description"]
    replay = seen(server, f"/t/{table}/replay?n=2&eyes=1")
    assert replay["og:title"] == "Replay of Friday night: Coins"
    assert replay["og:url"] == f"{server.url}/t/{table}/replay"
    assert replay["og:image"] == over["og:image"]


def test_a_link_preview_is_the_same_for_everyone(server: Server) -> None:
    ann, bob, table = pair(server)
    stranger = seen(server, f"/t/{table}")
    assert seen(server, f"/t/{table}", ann) == seen(server, f"/t/{table}", bob) == stranger


@pytest.mark.thorough
def test_a_private_table_has_the_preview_of_the_server(server: Server) -> None:
    """This also holds for its players, and while a seat is open to anyone with the link."""
    general = seen(server, "/")
    assert "games about money" in general["og:title"]
    ann = server.guest("Ann")
    free = ann.table("me", "open", watching="nobody", name="Hush")
    ann, bob, full = pair(server, watching="nobody", name="Hush")
    for guest in (None, ann, bob):
        for one in (free, full, NO_TABLE):
            assert seen(server, f"/t/{one}", guest) == general


@pytest.mark.thorough
def test_the_preview_of_a_delayed_table_is_delayed_like_its_page(home: Home, coins: str) -> None:
    server = LocalServer(home)

    async def run() -> None:
        # By the same clock, the server closes idle connections.
        fresh = httpx.Limits(max_keepalive_connections=0)
        async with server.open(), httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", limits=fresh) as http:
            ann, bob = await guest_of(http, "Ann"), await guest_of(http, "Bob")
            wish = {"game": coins, "seats": [{"kind": "me"}, {"kind": "open"}], "watching": "delayed"}
            made = await http.post("/api/tables", json=wish, headers=ann)
            path = f"/api/tables/{made.json()['table']['id']}"
            await http.post(f"{path}/sit", json={}, headers=bob)

            async def card() -> dict[str, str]:
                page = path.replace("/api/tables", "/t")
                replay = card_of((await http.get(f"{page}/replay")).text)
                assert replay["og:title"] in ("Replay of Coins", "Board games about money")
                return card_of((await http.get(page)).text)

            assert "about to start" in (await card())["og:description"]
            server.clock.forward(DELAY + 2)
            running = await card()
            assert "in progress" in running["og:description"]
            await ended(http, path, ann, bob)
            assert await card() == running
            server.clock.forward(DELAY)
            assert await card() == running
            server.clock.forward(3)
            over = await card()
            assert "in progress" not in over["og:description"]
            closer = await http.post(f"{path}/watching", json={"watching": "nobody"}, headers=ann)
            assert closer.status_code == 200
            assert "games about money" in (await card())["og:title"]

    asyncio.run(run())


async def guest_of(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    made = await http.post("/api/guests", json={"name": name, "token": True})
    http.cookies.clear()
    return {"Authorization": f"Bearer {made.json()['token']}"}


async def ended(http: httpx.AsyncClient, path: str, *players: dict[str, str]) -> None:
    """Play until the game is over."""
    async with asyncio.timeout(120):
        while True:
            for player in players:
                state = (await http.get(f"{path}/state", headers=player)).json()
                if state["outcome"]:
                    return
                if state["legal"]:
                    body = {"actions": [state["legal"][0]["action"]]}
                    await http.post(f"{path}/act", json=body, headers=player)


def test_markup_in_names_stays_text(server: Server) -> None:
    name = '"><script>alert(1)</script>'
    ann = server.guest(name)
    table = ann.table("me", "open", name='</title><b x="{{ 7*7 }}">')
    text = httpx.get(f"{server.url}/t/{table}").text
    assert "<script>alert" not in text
    assert "</title><b" not in text
    card = card_of(text)
    assert name in card["og:description"]
    assert card["og:title"].startswith('</title><b x="{{ 7*7 }}">')


def test_a_link_preview_does_not_name_invited_players(server: Server) -> None:
    ann, bob, table = pair(server)
    play_out(server, table, ann, bob)
    then = ann.post(f"/api/tables/{table}/again", {}, 201)["table"]["id"]
    assert "Bob" in ann.http.get(f"/api/tables/{then}").text
    card = seen(server, f"/t/{then}")
    assert "Ann" in card["og:description"]
    assert "Bob" not in card["og:description"]


def test_preview_urls_are_absolute_by_the_setting_or_the_request(server: Server, home: Home) -> None:
    by_name = httpx.get(f"{server.url}/", headers={"host": f"localhost:{server.port}"})
    assert card_of(by_name.text)["og:image"].startswith(f"http://localhost:{server.port}/static/img/preview.jpg")
    local_server = LocalServer(home, url="https://example.org")

    async def run() -> str:
        async with local_server.open(), httpx.AsyncClient() as http:
            return (await http.get(f"http://127.0.0.1:{local_server.port}/")).text

    assert card_of(asyncio.run(run()))["og:image"].startswith("https://example.org/static/img/preview.jpg")


def test_each_game_has_a_preview_picture(server: Server) -> None:
    """An added game without a picture gets the general one, like the server's own page."""
    shows_picture(seen(server, "/"))
    assert seen(server, "/games/coins")["og:image"] == seen(server, "/")["og:image"]
    for game in ("cash", "envelopes", "consultants"):
        preview = seen(server, f"/games/{game}")
        assert preview["og:image"] == f"{server.url}/games/{game}/pictures/preview.jpg"
        shows_picture(preview)


def test_the_preview_of_a_games_pages_shows_the_game(server: Server) -> None:
    info: dict[str, Any] = msgspec.json.decode(httpx.get(f"{server.url}/api/games").content)[0]
    for path in (f"/games/{info['id']}", f"/rules/{info['id']}"):
        card = seen(server, path)
        assert card["og:title"] == info["name"]
        assert info["tagline"] in card["og:description"]


def test_a_private_page_has_the_preview_of_the_server(server: Server) -> None:
    ann = server.guest("Ann & <i>Co</i>")
    handle = ann.get("/api/me/page")["who"]["handle"]
    card = seen(server, f"/p/{handle}")
    assert card["og:title"] == "Ann & <i>Co</i>"
    ann.post("/api/me/page", {"hidden": True})
    assert seen(server, f"/p/{handle}", ann) == seen(server, f"/p/{handle}") == seen(server, "/")
