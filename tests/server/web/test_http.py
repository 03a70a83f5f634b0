"""Test plain HTTP: requests by monitors, crawlers, and security researchers."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import httpx
import pytest

from cashbox.server.app import ROUTES, make_router
from tests.server.conftest import running
from tests.server.raw_clients import IDLE

if TYPE_CHECKING:
    from litestar import Litestar

    from tests.data_folders import Home
    from tests.server.conftest import Server

CHANGING = {"date", "cashbox-time", "content-length", "set-cookie", "etag"}
"""Headers that differ between two requests because they depend on time or on earlier requests."""


def addresses() -> dict[str, set[str]]:
    """Return the methods of every route without parameters."""
    app: Litestar = IDLE[-1] if IDLE else make_router(ROUTES)
    found = {
        route.path: {str(method) for method in route.methods}
        for route in app.routes
        if "{" not in route.path and hasattr(route, "methods")
    }
    if not IDLE:
        IDLE.append(app)
    return found


def test_a_head_request_gets_the_headers_of_get_without_a_body(server: Server) -> None:
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


def test_a_wrong_method_gets_the_list_of_allowed_methods(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        for path, methods in addresses().items():
            for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} - methods:
                if method == "HEAD" and "GET" in methods:
                    continue
                answer = client.request(method, path)
                assert answer.status_code == 405, (method, path)
                allowed = set(answer.headers["allow"].split(", "))
                assert allowed == methods | ({"HEAD"} if "GET" in methods else set()), path


def test_crawlers_are_told_not_to_index_the_api_and_tables(server: Server) -> None:
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


def test_a_server_without_a_contact_has_no_security_txt(server: Server) -> None:
    answer = httpx.get(f"{server.url}/.well-known/security.txt")
    assert answer.status_code == 404
    assert "CASHBOX_CONTACT" in answer.text


def test_messages_right_after_a_handshake_are_received(server: Server) -> None:
    """This also holds after another request on the same connection, as behind a proxy."""
    table = server.guest().table("me", "open")
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    handshake = f"GET /api/tables/{table}/live HTTP/1.1\r\n{host}{upgrade}{key}\r\n".encode()
    ping = b'{"type":"ping"}'
    frame = bytes([0x81, 0x80 | len(ping)]) + bytes(4) + ping
    for before in (b"", f"GET /health HTTP/1.1\r\n{host}\r\n".encode()):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as wire:
            if before:
                wire.sendall(before)
                assert read_until(wire, b"}").startswith(b"HTTP/1.1 200 ")
            wire.sendall(handshake + frame * 3)
            assert read_until(wire, b'"pong"').startswith(b"HTTP/1.1 101 ")


def read_until(wire: socket.socket, end: bytes) -> bytes:
    """Read until the received bytes contain a given end."""
    found = b""
    while end not in found:
        piece = wire.recv(1 << 16)
        assert piece, "the connection has ended"
        found += piece
    return found
