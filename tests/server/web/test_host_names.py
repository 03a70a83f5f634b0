"""Test host names: the server accepts requests for its own names and addresses only."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cashbox.server.settings import Settings, StartError
from cashbox.server.web.origins import Hosts, is_local, known_as

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.conftest import Server

OURS = [
    *("localhost", "localhost:8000", "LOCALHOST.", "cash.localhost:8000", "127.0.0.1:1", "127.9.9.9", "[::1]:8000"),
    *("[::ffff:127.0.0.1]", "cash.example", "Cash.Example:443", "lan.example:8000", "192.0.2.7:8000", "[2001:db8::7]"),
    "[2001:DB8:0::7]:8000",
]
FOREIGN = [
    "evil.example",
    "evil.example:8000",
    "cash.example.evil.example",
    "192.0.2.8",
    "0.0.0.0:8000",
    "[2001:db8::8]",
]
NONE = ["", "x:abc", "x:", "x:99999", "a b", "a/b", "user@localhost", "[::1", "::1", "localhost:80:80", "é", "a" * 300]


@pytest.fixture
def hosts(tmp_path: Path) -> Hosts:
    settings = Settings.from_env(
        {
            "CASHBOX_HOME": str(tmp_path),
            "CASHBOX_URL": "https://cash.example",
            "CASHBOX_HOSTS": "lan.example, 2001:db8::7",
        }
    )
    return known_as(settings, "https://cash.example")


def check(hosts: Hosts, *given: str) -> tuple[int, str]:
    refused = hosts.refused([name.encode("latin-1") for name in given], "192.0.2.7")
    return (200, "") if refused is None else (refused.status, str(refused))


def test_requests_are_accepted_only_for_the_servers_own_names(hosts: Hosts) -> None:
    for name in OURS:
        assert check(hosts, name) == (200, ""), name
    for name in FOREIGN:
        status, message = check(hosts, name)
        assert status == 421, name
        bare = name.removeprefix("[").removesuffix("]").removesuffix(":8000")
        assert f"CASHBOX_HOSTS={bare}." in message
    for name in NONE:
        assert check(hosts, name)[0] == 400, name
    assert check(hosts)[0] == 400
    assert check(hosts, "localhost", "localhost")[0] == 400
    assert check(Hosts(["*"]), "evil.example") == (200, "")
    assert check(Hosts(["*"]), "x:abc")[0] == 400


@pytest.mark.parametrize(
    ("host", "local"),
    [("localhost:8000", True), ("cash.localhost", True), ("127.0.0.1:1", True), ("[::1]:8000", True),
     ("cash.example", False), ("192.0.2.7:8000", False), ("localhost.evil.example", False), ("", False)],
)  # fmt: skip
def test_only_names_of_this_machine_count_as_local(host: str, local: bool) -> None:
    assert is_local([host.encode()]) == local


def test_an_invalid_list_of_host_names_is_refused(tmp_path: Path) -> None:
    for wrong in ("http://lan.example", "lan.example:8000", "a;b", "ä.example"):
        with pytest.raises(StartError, match="CASHBOX_HOSTS"):
            Settings.from_env({"CASHBOX_HOME": str(tmp_path), "CASHBOX_HOSTS": wrong})


@pytest.mark.parametrize(("host", "status"), [("localhost", 200), ("evil.example", 421), ("x:abc", 400)])
@pytest.mark.parametrize("path", ["/", "/api/games", "/health", "/nothing"])
def test_a_request_for_an_unknown_host_is_refused(server: Server, path: str, host: str, status: int) -> None:
    answer = asked(server, path, f"Host: {host}\r\n")
    expected = 404 if (path, status) == ("/nothing", 200) else status
    assert answer.startswith(f"HTTP/1.1 {expected} ")
    if status != 200:
        body = answer.split("\r\n\r\n")[1]
        message = json.loads(body[body.index("{") : body.rindex("}") + 1])["message"] if path[1:4] == "api" else body
        assert ("CASHBOX_HOSTS=evil.example" if status == 421 else "Host header") in message
        assert "set-cookie" not in answer


def test_a_request_with_no_host_or_two_hosts_is_refused(server: Server) -> None:
    assert asked(server, "/", "").startswith("HTTP/1.1 400 ")
    assert asked(server, "/", "Host: localhost\r\nHost: evil.example\r\n").startswith("HTTP/1.1 400 ")


def asked(server: Server, path: str, headers: str) -> str:
    with socket.create_connection(("127.0.0.1", server.port), 20) as link:
        link.sendall(f"GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n".encode("latin-1"))
        return b"".join(iter(lambda: link.recv(65536), b"")).decode()


@pytest.mark.parametrize(("host", "status"), [("evil.example", 421), ("x:99999", 400)])
def test_a_handshake_for_an_unknown_host_is_refused(server: Server, host: str, status: int) -> None:
    table = server.guest("Ann").table("me", "open")
    with socket.create_connection(("127.0.0.1", server.port), 20) as link:
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        link.sendall(f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\n{upgrade}{key}".encode())
        answer = link.recv(65536).decode()
    assert answer.startswith(f"HTTP/1.1 {status} ")
    if status == 421:
        address = f"ws://{host}/api/tables/{table}/live"
        here = socket.create_connection(("127.0.0.1", server.port), 20)
        with pytest.raises(InvalidStatus) as refused, connect(address, sock=here, proxy=None):
            pass
        assert refused.value.response.status_code == status
        assert json.loads(refused.value.response.body or b"")["code"] == "unknown-host"
