"""What a messenger shows of a link is what a stranger may see, in words and as a picture, whoever opened the page."""

from __future__ import annotations

import asyncio
import html
import io
import re
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from PIL import Image

from cashbox.server.errors import Refusal
from cashbox.server.link_cards import pictures
from cashbox.server.link_cards.drawing import HEIGHT, WIDTH, draw, drawable
from cashbox.server.link_cards.pictures import Pictures
from cashbox.server.link_cards.scene import Row, Scene
from cashbox.server.tables.settings import DELAY
from tests.server.test_who_may_watch import NO_TABLE, pair, told
from tests.server.wires import House

if TYPE_CHECKING:
    from tests.homes import Home
    from tests.server.conftest import Guest, Server


def card_of(text: str) -> dict[str, str]:
    """What is said of a page, by name, as a messenger reads it."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">', text)
    assert len({name for name, _ in found}) == len(found)
    return {name: html.unescape(value) for name, value in found}


def seen(server: Server, path: str, guest: Guest | None = None) -> dict[str, str]:
    with httpx.Client(base_url=server.url, headers=guest.headers if guest else {}) as one:
        return card_of(one.get(path).text)


def size_of(body: bytes) -> tuple[str | None, tuple[int, int]]:
    with Image.open(io.BytesIO(body)) as image:
        image.load()
        return image.format, image.size


def play_out(server: Server, table: str, *players: Guest) -> None:
    for _ in range(200):
        for one in players:
            state = one.get(f"/api/tables/{table}/state")
            if state["outcome"]:
                return
            if state["legal"]:
                one.post(f"/api/tables/{table}/act", {"actions": [state["legal"][0]["action"]]})
    raise AssertionError("the game did not end")


@pytest.mark.thorough
def test_a_card_tells_how_a_table_stands_in_words_and_as_a_picture(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", "steady", name="Friday night")
    waiting = seen(server, f"/t/{table}")
    assert waiting["og:title"] == "Friday night: Coins"
    assert "1 of 3 seats is open" in waiting["og:description"]
    assert "Ann" in waiting["og:description"]
    assert (waiting["og:image:width"], waiting["og:image:height"]) == ("1200", "630")
    assert waiting["og:image"].startswith(f"{server.url}/t/{table}/card.png?v=")
    assert waiting["og:url"] == f"{server.url}/t/{table}"
    assert waiting["twitter:card"] == "summary_large_image"
    assert "Friday night" in waiting["og:image:alt"]
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
    bodies = {httpx.get(one["og:image"]).content for one in (waiting, playing, over)}
    assert len({one["og:image"] for one in (waiting, playing, over)}) == 3
    assert {size_of(body) for body in bodies} == {("PNG", (WIDTH, HEIGHT))}


def test_a_card_is_a_strangers_whoever_opens_the_page(server: Server) -> None:
    ann, bob, table = pair(server)
    stranger = seen(server, f"/t/{table}")
    assert seen(server, f"/t/{table}", ann) == seen(server, f"/t/{table}", bob) == stranger


@pytest.mark.thorough
def test_of_a_table_that_nobody_may_watch_there_is_nothing(server: Server) -> None:
    """Neither for its players, nor while a seat is free for whoever comes with the link."""
    house = seen(server, "/")
    assert "games about money" in house["og:title"]
    ann = server.guest("Ann")
    free = ann.table("me", "open", watching="nobody", name="Hush")
    ann, bob, full = pair(server, watching="nobody", name="Hush")
    for guest in (None, ann, bob):
        for one in (free, full, NO_TABLE):
            assert seen(server, f"/t/{one}", guest) == house
            with httpx.Client(base_url=server.url, headers=guest.headers if guest else {}) as http:
                asked = [told(http.get(f"/t/{which}/card.png"), which) for which in (one, NO_TABLE)]
                assert asked[0] == asked[1]
                assert asked[0][0] == 404


@pytest.mark.thorough
def test_the_end_of_a_delayed_table_is_told_as_late_as_there(home: Home, coins: str) -> None:
    house = House(home)

    async def run() -> None:
        # The server ends connections that nothing came on for a while, by the same clock.
        fresh = httpx.Limits(max_keepalive_connections=0)
        async with house.open(), httpx.AsyncClient(base_url=f"http://127.0.0.1:{house.port}", limits=fresh) as http:
            ann, bob = await guest_of(http, "Ann"), await guest_of(http, "Bob")
            wish = {"game": coins, "seats": [{"kind": "me"}, {"kind": "open"}], "watching": "delayed"}
            made = await http.post("/api/tables", json=wish, headers=ann)
            path = f"/api/tables/{made.json()['table']['id']}"
            await http.post(f"{path}/sit", json={}, headers=bob)

            async def card() -> tuple[dict[str, str], bytes]:
                page = path.replace("/api/tables", "/t")
                replay = card_of((await http.get(f"{page}/replay")).text)
                assert replay["og:title"] in ("Replay of Coins", "Board games about money")
                return card_of((await http.get(page)).text), (await http.get(f"{page}/card.png")).content

            assert "about to start" in (await card())[0]["og:description"]
            house.clock.forward(DELAY + 2)
            running = await card()
            assert "in progress" in running[0]["og:description"]
            await ended(http, path, ann, bob)
            assert await card() == running
            house.clock.forward(DELAY)
            assert await card() == running
            house.clock.forward(3)
            over = await card()
            assert over[0]["og:image"] != running[0]["og:image"]
            assert over[1] != running[1]
            assert "in progress" not in over[0]["og:description"]
            closer = await http.post(f"{path}/watching", json={"watching": "nobody"}, headers=ann)
            assert closer.status_code == 200
            assert "games about money" in (await card())[0]["og:title"]

    asyncio.run(run())


async def guest_of(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    made = await http.post("/api/guests", json={"name": name, "token": True})
    http.cookies.clear()
    return {"Authorization": f"Bearer {made.json()['token']}"}


async def ended(http: httpx.AsyncClient, path: str, *players: dict[str, str]) -> None:
    """They play until the game is over."""
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
    assert size_of(httpx.get(card["og:image"]).content) == ("PNG", (WIDTH, HEIGHT))


def test_whom_a_seat_is_kept_for_is_not_told(server: Server) -> None:
    ann, bob, table = pair(server)
    play_out(server, table, ann, bob)
    then = ann.post(f"/api/tables/{table}/again", {}, 201)["table"]["id"]
    assert "Bob" in ann.http.get(f"/api/tables/{then}").text
    card = seen(server, f"/t/{then}")
    assert "Ann" in card["og:description"]
    assert "Bob" not in card["og:description"]


def test_addresses_are_complete_by_the_setting_or_the_request(server: Server, home: Home) -> None:
    by_name = httpx.get(f"{server.url}/", headers={"host": f"localhost:{server.port}"})
    assert card_of(by_name.text)["og:image"].startswith(f"http://localhost:{server.port}/card.png")
    house = House(home, url="https://example.org")

    async def run() -> str:
        async with house.open(), httpx.AsyncClient() as http:
            return (await http.get(f"http://127.0.0.1:{house.port}/")).text

    assert card_of(asyncio.run(run()))["og:image"].startswith("https://example.org/card.png")


@pytest.mark.thorough
def test_a_picture_is_kept_by_a_browser_and_asked_for_at_a_pace(server: Server, home: Home) -> None:
    first = httpx.get(f"{server.url}/games/coins/card.png")
    assert first.headers["content-type"] == "image/png"
    again = httpx.get(f"{server.url}/games/coins/card.png", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(f"{server.url}/games/chess/card.png").status_code == 404
    house = House(home)

    async def run() -> list[int]:
        async with house.open(), httpx.AsyncClient(base_url=f"http://127.0.0.1:{house.port}") as http:
            return [(await http.get("/card.png")).status_code for _ in range(241)]

    assert asyncio.run(run()) == [200] * 240 + [429]


def test_drawing_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def slow(scene: Scene) -> bytes:
        drawn.append(scene.title)
        return scene.title.encode()

    monkeypatch.setattr(pictures, "_drawn", slow)
    monkeypatch.setattr(pictures, "KEPT", 3)
    monkeypatch.setattr(pictures, "WAITING", 5)

    async def run() -> None:
        shelf = Pictures()
        scenes = [Scene(str(k), "", "", ()) for k in range(6)]
        answers = await asyncio.gather(*(shelf.of(one) for one in [*scenes, scenes[0]]), return_exceptions=True)
        assert [answer for answer in answers if isinstance(answer, bytes)] == [b"0", b"1", b"2", b"3", b"4", b"0"]
        (refused,) = [answer for answer in answers if isinstance(answer, Refusal)]
        assert (refused.status, refused.code) == (503, "busy")
        assert refused.retry_after
        assert drawn == ["0", "1", "2", "3", "4"]
        await shelf.of(scenes[4])
        assert len(drawn) == 5
        await shelf.of(scenes[0])
        assert len(drawn) == 6

    asyncio.run(run())


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize("text", ["", "x" * 5000, "Иван 小林 🎲", "\u0301\u202e", "<b>&amp;"])
def test_any_text_can_be_drawn(text: str) -> None:
    rows = tuple(Row(k, text, text, k == 1) for k in range(1, 33))
    assert size_of(draw(Scene(text, text, text, ("nowhere",), rows))) == ("PNG", (WIDTH, HEIGHT))


def test_what_the_typeface_has_not_is_left_out() -> None:
    assert drawable("Zoë Иван", "somebody") == "Zoë"
    assert drawable("小林", "Player 2") == "Player 2"


def test_the_pages_of_a_game_show_that_game(server: Server) -> None:
    info: dict[str, Any] = msgspec.json.decode(httpx.get(f"{server.url}/api/games").content)[0]
    for path in (f"/games/{info['id']}", f"/rules/{info['id']}"):
        card = seen(server, path)
        assert card["og:title"] == info["name"]
        assert info["tagline"] in card["og:description"]


def test_a_page_that_is_kept_private_has_the_card_of_the_house(server: Server) -> None:
    ann = server.guest("Ann & <i>Co</i>")
    handle = ann.get("/api/me/page")["who"]["handle"]
    card = seen(server, f"/p/{handle}")
    assert card["og:title"] == "Ann & <i>Co</i>"
    assert size_of(httpx.get(card["og:image"]).content) == ("PNG", (WIDTH, HEIGHT))
    ann.post("/api/me/page", {"hidden": True})
    assert seen(server, f"/p/{handle}", ann) == seen(server, f"/p/{handle}") == seen(server, "/")
    assert httpx.get(card["og:image"]).status_code == 404
