"""Test links as other programs pass them on: cut off, with extra characters, or under another host name."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import pytest

import cashbox.server
from cashbox.server.ids import id_of_file, new_id, new_secret
from cashbox.server.web.origins import is_loopback
from cashbox.server.web.pages import tidied
from tests.data_folders import Home
from tests.server.conftest import running
from tests.server.raw_clients import LocalServer
from tests.server.web.test_pages import COINS, boot_of

if TYPE_CHECKING:
    from tests.server.conftest import Server

ADDRESSED = re.compile("[A-Za-z0-9]+")


def test_ids_and_codes_contain_only_letters_and_digits() -> None:
    for _ in range(500):
        assert ADDRESSED.fullmatch(new_id()), "linkifiers leave out a last - or _"
        assert ADDRESSED.fullmatch(new_secret())
    assert len({new_id() for _ in range(500)}) == 500
    assert ADDRESSED.fullmatch(id_of_file(b"a journal"))
    assert id_of_file(b"a journal") == id_of_file(b"a journal") != id_of_file(b"another")


def test_no_other_code_creates_random_names_for_urls() -> None:
    folder = Path(cashbox.server.__file__).parent
    assert [path.name for path in folder.rglob("*.py") if "token_urlsafe" in path.read_text()] == []


def test_ids_and_codes_from_the_server_can_be_part_of_any_text(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "open")
    group = ann.post("/api/groups", {"name": "Friends"}, status=201)
    code = ann.post(f"/api/groups/{group['id']}/link", {"days": 1, "uses": 1}, status=201)["link"].partition("#")[2]
    for name in (table, group["id"], code):
        assert ADDRESSED.fullmatch(name), name


AROUND = ["{}.", "{})", "{},", "({})", "<{}>", "“{}”", '"{}"', "{}…", "*{}*", "{}\\", "{};", "{} ", "{}'s"]


@pytest.mark.few(4, usual=4)
@pytest.mark.parametrize("around", AROUND)
def test_characters_around_a_link_are_ignored(server: Server, around: str) -> None:
    table = server.guest().table("me", "open")
    answer = httpx.get(f"{server.url}/t/{around.format(table)}")
    assert (answer.status_code, answer.headers["location"]) == (302, f"/t/{table}")


def test_only_page_urls_are_cleaned_up() -> None:
    assert tidied("/rules/cash,") == "/rules/cash"
    assert tidied("/t/abcdefgh") == ""
    assert tidied("/t/...") == ""
    for path in ("/static/js/x.js.", "/api/tables/a).", "/games/cash/board/board.js", "/t/abcdefgh/card.png"):
        assert tidied(path) == ""


def test_a_pasted_invitation_may_have_text_around_it(server: Server) -> None:
    table = server.guest().table("me", "open")
    pasted = {
        table: f"/t/{table}",
        f" {table}.\n": f"/t/{table}",
        f"{server.url}/t/{table}": f"/t/{table}",
        f"Join us: <{server.url}/t/{table}>. See you!": f"/t/{table}",
        f"[game]({server.url}/t/{table}/replay?n=3)": f"/t/{table}",
        f"https://l.example/?u={server.url}/t/{table}&h=1": f"/t/{table}",
        "http://x.example/seat#Ab12, thanks": "/seat#Ab12",
        "http://x.example/join-group#Ab12": "/join-group#Ab12",
        "http://x.example/device#Ab12": "/device#Ab12",
    }
    for text, leads_to in pasted.items():
        answer = httpx.get(f"{server.url}/join", params={"link": text})
        assert (answer.status_code, answer.headers["location"]) == (303, leads_to), text
    for text in ("", "hello", "http://x.example/", "/t/short"):
        assert httpx.get(f"{server.url}/join", params={"link": text}).status_code == 404, text


def test_an_old_link_without_its_last_character_leads_to_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = "abcdefghijklmn-_"
    monkeypatch.setattr("cashbox.server.tables.registry.new_id", lambda: old)

    async def run() -> None:
        async with (
            LocalServer(Home(tmp_path)).open() as server,
            httpx.AsyncClient(base_url=f"http://localhost:{server.port}") as client,
        ):
            made = await client.post("/api/tables", json={**COINS, "game": "cash"})
            assert made.is_success, made.text
            assert made.json()["table"]["id"] == old
            assert (await client.get(f"/t/{old}")).status_code == 200
            answer = await client.get(f"/t/{old[:-1]}")
            assert (answer.status_code, answer.headers["location"]) == (302, f"/t/{old}")
            assert (await client.get(f"/t/{old[:-2]}")).status_code == 404

    asyncio.run(run())


def test_links_start_with_the_host_name_that_opened_the_page(home: Home) -> None:
    with running(home, CASHBOX_HOSTS="pi.home") as server:
        here = f"127.0.0.1:{server.port}"

        def base(host: str, path: str = "/") -> str:
            return boot_of(httpx.get(f"http://{here}{path}", headers={"host": host})).url

        assert base(f"pi.home:{server.port}") == f"http://pi.home:{server.port}"
        assert base("pi.home") == "http://pi.home"
        for name in (here, f"localhost:{server.port}"):
            assert base(name) == f"http://{name}"
    with running(home, CASHBOX_HOST="0.0.0.0") as server:
        here = f"127.0.0.1:{server.port}"
        assert not is_loopback(urlsplit(base(here)).hostname or ""), "others can open it"
    with running(home, CASHBOX_HOSTS="pi.home", CASHBOX_URL="https://games.example") as server:
        here = f"127.0.0.1:{server.port}"
        assert base("pi.home") == base(here) == "https://games.example"
