"""Test the pages' routes and files, and the headers of every response."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.server import wire
from cashbox.server.web import pages
from tests.data_folders import Home
from tests.server.conftest import WAIT
from tests.server.raw_clients import LocalServer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.conftest import Server


def browser(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=WAIT)


def boot_of(page: httpx.Response) -> wire.Boot:
    found = re.search(r'<script[^>]*id="boot"[^>]*>(.*?)</script>', page.text, re.DOTALL)
    assert found is not None
    return msgspec.json.decode(found[1], type=wire.Boot)


COINS: dict[str, Any] = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_viewing_pages_creates_no_guest(server: Server) -> None:
    table = server.guest().table("me", "open")
    with browser(server) as one:
        for path in ("/", "/rules", f"/t/{table}", f"/api/tables/{table}", "/api/tables?which=mine", "/nowhere"):
            assert "set-cookie" not in one.get(path).headers
        assert boot_of(one.get("/")).me is None
        assert one.get("/api/me").status_code == 401


def test_the_home_page_names_the_mode_of_each_stated_length(server: Server) -> None:
    """The form on that page also offers longer modes."""
    with browser(server) as one:
        text = " ".join(one.get("/").text.split())
        infos = {info.id: info for info in boot_of(one.get("/")).games}
    for game, mode, name in (("cash", "quick", "Quick"), ("consultants", "basic", "Basic")):
        assert f"{name}: about {infos[game].lengths[mode][3]} with 3" in text


@pytest.mark.few(3, usual=3)
@pytest.mark.parametrize("how", ["make", "sit", "rename", "mute", "be"])
def test_a_visitors_first_action_creates_a_lasting_guest(server: Server, how: str) -> None:
    table = server.guest().table("me", "open", "open")
    with browser(server) as one:
        if how in ("make", "be"):
            body = COINS if how == "make" else {}
            first = one.post("/api/tables" if how == "make" else "/api/guests", json=body)
        elif how == "rename":
            first = one.patch("/api/me", json={"name": "Zoë"})
        else:
            first = one.post(f"/api/tables/{table}/{how}", json={"seat": 0, "on": True} if how == "mute" else {})
        assert first.is_success, first.text
        cookie = first.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        guest = boot_of(one.get("/")).me
        assert guest is not None
        assert guest.name == ("Zoë" if how == "rename" else "Guest")
        again = one.post("/api/guests", json={"name": "Ann"})
        assert again.json() == {"id": guest.id, "name": "Ann"}
        assert "set-cookie" not in again.headers


def test_a_refused_newcomer_stays_the_same_guest_next_time(server: Server) -> None:
    full = server.guest().table("me", "steady")
    with browser(server) as one:
        refused = one.post(f"/api/tables/{full}/sit", json={})
        assert refused.status_code == 409
        assert "set-cookie" in refused.headers
        assert "set-cookie" not in one.post("/api/tables", json=COINS).headers


def test_an_unknown_cookie_is_replaced(server: Server) -> None:
    with browser(server) as other:
        other.cookies.set("cashbox", "a token of another time")
        assert "set-cookie" in other.post("/api/tables", json=COINS).headers


def test_a_cookie_identifies_a_guest_like_a_bearer_token(server: Server) -> None:
    with browser(server) as one:
        made = one.post("/api/tables", json={"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert made.status_code == 201
        table = made.json()["table"]["id"]
        boot = boot_of(one.get(f"/t/{table}"))
        assert (boot.page, boot.game, boot.table) == ("table", "coins", table)
        assert boot.you == wire.You(0, host=True)
        assert boot.content == made.json()["table"]["content"]


def test_a_name_cannot_break_out_of_the_page(server: Server) -> None:
    name = "</script><b>&'\""
    with browser(server) as one:
        one.patch("/api/me", json={"name": name})
        page = one.get("/")
        assert "</script><b>" not in page.text
        me = boot_of(page).me
        assert me is not None
        assert me.name == name


def test_rules_pages_exist_and_pasted_links_redirect(server: Server) -> None:
    with browser(server) as one:
        assert one.get("/rules").status_code == 200
        assert one.get("/rules/coins").status_code == 200
        assert one.get("/rules/chess").status_code == 404
        for link in ("https://example.org/t/abcdefgh1234", "abcdefgh1234", "/t/abcdefgh1234?raw", " abcdefgh1234 "):
            answer = one.get("/join", params={"link": link})
            assert answer.status_code == 303
            assert answer.headers["location"] == "/t/abcdefgh1234"
        for link in ("", "https://example.org/", "javascript:alert(1)", "//evil.example/x y"):
            assert one.get("/join", params={"link": link}).status_code == 404


def test_a_long_pasted_text_is_searched_quickly(server: Server) -> None:
    for link in ("/t/abcdefgh/" * 4000 + "%0Ax", "/t/" * 15_000, "a" * 45_000):
        answer = httpx.get(f"{server.url}/join?link={link}", timeout=WAIT)
        assert answer.status_code == (303 if "abc" in link else 404)
        assert answer.elapsed.total_seconds() < 2


def test_private_responses_are_never_cached(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    for path in ("", "/state", "/log", "/journal"):
        assert ann.http.get(f"/api/tables/{table}{path}").headers["cache-control"] == "no-store"
    assert ann.http.get("/api/me").headers["cache-control"] == "no-store"
    assert ann.http.get(f"/t/{table}").headers["cache-control"] == "no-store"
    refused = ann.http.patch("/api/me", json={"name": "x"}, headers={"Origin": "https://evil.example"})
    assert refused.headers["cache-control"] == "no-store"
    assert refused.headers["x-content-type-options"] == "nosniff"
    content = ann.get(f"/api/tables/{table}")["table"]["links"]["content"]
    assert "immutable" in ann.http.get(content).headers["cache-control"]


def test_pages_have_strict_security_headers(server: Server) -> None:
    headers = httpx.get(server.url).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_static_files_are_revalidated_or_cached_by_version(server: Server) -> None:
    first = httpx.get(f"{server.url}/static/css/base.css")
    assert first.headers["content-type"] == "text/css; charset=utf-8"
    assert first.headers["cache-control"] == "no-cache"
    again = httpx.get(f"{server.url}/static/css/base.css", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "immutable" in httpx.get(f"{server.url}/static/css/base.css?v=1").headers["cache-control"]
    script = httpx.get(f"{server.url}/static/js/shared/api.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert httpx.get(f"{server.url}/games/envelopes/board/board.js").status_code == 200


@pytest.mark.few(6, usual=6)
@pytest.mark.parametrize(
    "path",
    [
        "/static/../../server/app.py",
        "/static/%2e%2e/%2e%2e/server/app.py",
        "/static/..%2f..%2fserver%2fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/css",
        "/static/",
        "/games/envelopes/board/../about.py",
        "/games/..%2f../board/x",
        "/games/chess/board/board.js",
        "/static/a%00b",
        "/static/" + "a" * 300,
        "/games/envelopes/board/" + "a/" * 3000,
    ],
)
def test_paths_outside_the_public_files_are_not_found(server: Server, path: str) -> None:
    request = httpx.Request("GET", server.url)
    request.url = httpx.URL(scheme="http", host="127.0.0.1", port=server.port, raw_path=path.encode())
    with httpx.Client() as one:
        answer = one.send(request)
    assert answer.status_code == 404
    assert "def " not in answer.text


@pytest.mark.thorough
def test_the_api_documentation_loads_nothing_from_other_servers(server: Server) -> None:
    page = httpx.get(f"{server.url}/api/docs")
    assert page.status_code == 200
    assert "/api/tables/{table}/act" in page.text
    assert not re.findall(r"""(?:src|href)=['"]?(?:https?:)?//""", page.text)
    assert "<script" not in page.text
    schema = json.loads(httpx.get(f"{server.url}/api/docs/openapi.json").content)
    assert set(schema["paths"]["/api/tables"]) == {"get", "post"}
    assert "NewTable" in str(schema)


@pytest.mark.thorough
def test_the_rules_are_rendered_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rendering is the slowest part of a page, and repeated requests would delay others."""

    async def run() -> None:
        async with LocalServer(Home(tmp_path)).open() as server:
            for path in ("/rules/envelopes", "/rules/cash", "/rules/consultants"):
                first = await server.get(path)
                with monkeypatch.context() as patched:
                    patched.delattr(pages, "MarkdownIt")
                    again = await server.get(path)
                assert first.startswith(b"HTTP/1.1 200 ")
                assert first.partition(b"\r\n\r\n")[2] == again.partition(b"\r\n\r\n")[2]

    asyncio.run(run())
