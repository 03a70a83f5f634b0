"""Plain HTTP: what monitors, crawlers and security researchers ask every server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import httpx
import pytest

from cashbox.server.app import ROUTES, routed
from tests.server.conftest import running
from tests.server.wires import IDLE

if TYPE_CHECKING:
    from litestar import Litestar

    from tests.homes import Home
    from tests.server.conftest import Server

CHANGING = {"date", "cashbox-time", "content-length", "set-cookie", "etag"}
"""Headers that differ between two requests for what counts requests or time."""


def addresses() -> dict[str, set[str]]:
    """The methods of every address that needs nothing filled in."""
    app: Litestar = IDLE[-1] if IDLE else routed(ROUTES)
    found = {
        route.path: {str(method) for method in route.methods}
        for route in app.routes
        if "{" not in route.path and hasattr(route, "methods")
    }
    if not IDLE:
        IDLE.append(app)
    return found


def test_head_is_get_without_a_body(server: Server) -> None:
    paths = [path for path, methods in addresses().items() if "GET" in methods]
    assert {"/", "/health", "/ready", "/rules", "/robots.txt"} <= set(paths)
    with httpx.Client(base_url=server.url) as client:
        for path in paths:
            get, head = client.get(path), client.head(path)
            assert head.status_code == get.status_code, path
            assert head.content == b"", path
            assert set(head.headers) == set(get.headers), path
            for name in set(get.headers) - CHANGING:
                assert head.headers[name] == get.headers[name], (path, name)


def test_a_wrong_method_is_told_the_right_ones(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        for path, methods in addresses().items():
            for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} - methods:
                if method == "HEAD" and "GET" in methods:
                    continue
                answer = client.request(method, path)
                assert answer.status_code == 405, (method, path)
                allowed = set(answer.headers["allow"].split(", "))
                assert allowed == methods | ({"HEAD"} if "GET" in methods else set()), path


def test_crawlers_are_asked_to_leave_the_api_and_tables_alone(server: Server) -> None:
    table = server.guest().table("me", "open")
    mark = '<meta name="robots" content="noindex">'
    with httpx.Client(base_url=server.url) as client:
        assert "Disallow: /api/" in client.get("/robots.txt").text
        for path in (f"/t/{table}", "/me", "/sign-in", "/seat", "/device", "/nowhere", "/offline"):
            assert mark in client.get(path).text, path
        for path in ("/", "/rules", "/rules/cash", "/archive", "/leaders", "/stats"):
            assert mark not in client.get(path).text, path


@pytest.mark.slow
def test_security_txt_names_the_operators_contact(home: Home) -> None:
    with running(home, CASHBOX_CONTACT="safety@example.org") as server:
        text = httpx.get(f"{server.url}/.well-known/security.txt").text
    found = dict(line.split(": ", 1) for line in text.splitlines())
    assert found["Contact"] == "mailto:safety@example.org"
    until = datetime.strptime(found["Expires"], "%Y-%m-%dT%H:%M:%S%z")
    assert 30 < (until - datetime.now(UTC)).days < 365


def test_without_a_contact_there_is_no_security_txt(server: Server) -> None:
    answer = httpx.get(f"{server.url}/.well-known/security.txt")
    assert answer.status_code == 404
    assert "CASHBOX_CONTACT" in answer.text
