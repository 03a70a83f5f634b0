"""Test where notifications can be sent: to the internet, but not to private networks."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from cashbox.server.errors import Refusal
from cashbox.server.notifications import targets
from cashbox.server.notifications.targets import ForbiddenError, Outside, check_url, is_allowed, network_of
from cashbox.server.settings import Settings, StartError
from tests.server.server_in_process import SetClock
from tests.server.webhook_receivers import receiver

if TYPE_CHECKING:
    from pathlib import Path

ENOUGH = 40_000_000
"""Bytes that the test's server sends at most."""

PRIVATE = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7",
    "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:7f00:1", "64:ff9b::7f00:1",
    "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:0808:0808::1",
    "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "2606:4700::1111%eth0", "fec0::1", "ff02::1", "3fff::1",
    "5f00::1", "localhost", "", "1.2.3", "0x7f.1", "2130706433",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "2606:4700::1111",
    "2a00:1450::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
]


@pytest.mark.few(47, usual=47)
@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_forbidden(address: str) -> None:
    assert not is_allowed(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_allowed(address: str) -> None:
    assert is_allowed(address)


def test_an_operator_can_allow_private_networks() -> None:
    mine = [network_of("10.1.0.0/16"), network_of("fd00::/8")]
    assert is_allowed("10.1.2.3", mine)
    assert is_allowed("::ffff:10.1.2.3", mine)
    assert is_allowed("fd00::7", mine)
    assert not is_allowed("10.2.2.3", mine)
    assert not is_allowed("127.0.0.1", mine)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("", "starts? with https"),
        ("example.org/hook", "starts? with https"),
        ("ftp://example.org/", "starts? with https"),
        ("file:///etc/passwd", "starts? with https"),
        ("http:///x", "starts? with https"),
        ("https://user:secret@example.org/", "without a user name"),
        ("https://user@example.org/", "without a user name"),
        ("https://example.org/\r\nHost: inside", "without a user name or spaces"),
        ("https://example.org/a b", "spaces"),
        ("https://example.org\\@127.0.0.1/", "starts? with https"),
        ("https://exam\u00adple..org/", "isn't a valid URL"),
        ("https://example.org:99999/", "isn't a valid URL"),
        ("https://[::1/", "isn't a valid URL"),
        ("https://example.org:22/", "Port 22"),
        ("https://example.org:25/", "Port 25"),
        ("https://example.org:6379/", "Port 6379"),
        ("https://127.0.0.1/", "private network"),
        ("https://[::1]/", "private network"),
        ("https://[::ffff:10.0.0.1]/", "private network"),
        ("https://[fe80::1%25eth0]/", "private network"),
        ("http://169.254.169.254/latest/meta-data/", "private network"),
        ("https://localhost/", "private network"),
        ("https://LOCALHOST:8000/", "private network"),
        ("https://printer.local/", "private network"),
        ("https://example.org/" + "x" * 2000, "starts? with https"),
    ],
)
def test_an_invalid_webhook_url_is_refused_with_a_reason(url: str, told: str) -> None:
    with pytest.raises(Refusal, match=told) as refused:
        check_url(url)
    assert refused.value.code == "bad-target"


def test_checking_a_url_returns_its_host() -> None:
    assert check_url("https://Hooks.Example.ORG:8443/a?b=c") == "hooks.example.org"
    assert check_url("http://xn--bcher-kva.example/") == "xn--bcher-kva.example"
    assert check_url("https://8.8.8.8/") == "8.8.8.8"
    with pytest.raises(Refusal, match="https"):
        check_url("http://example.org/", secure=True)


def asked(url: str, *, also: tuple[str, ...] = ()) -> Any:
    async def run() -> Any:
        outside = Outside(SetClock(), [network_of(one) for one in also])
        try:
            return await outside.post(url, b"{}", {})
        finally:
            await outside.close()

    return asyncio.run(run())


@pytest.mark.few(6, usual=6)
@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "127.1", "2130706433", "0x7f000001", "localhost", "0"])
def test_no_spelling_of_a_local_address_is_connected_to(host: str) -> None:
    with pytest.raises((OSError, ValueError)):
        asked(f"http://{host}:9/")


@pytest.mark.parametrize("found", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:127.0.0.1"], ["fe80::1"]])
def test_a_host_name_with_a_private_address_is_forbidden(monkeypatch: pytest.MonkeyPatch, found: list[str]) -> None:
    def resolve(_host: str, port: int, *_: Any) -> list[Any]:
        kind = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(kind[":" in one], socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(OSError, match="connect to host") as refused:
        asked("http://hook.example:8080/")
    assert isinstance(refused.value.__cause__, ForbiddenError)


def test_a_host_name_that_later_resolves_to_a_private_address_is_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is resolved once, and the address is checked again before the connection."""
    asks = []

    def resolve(host: str, port: int, *_: Any) -> list[Any]:
        asks.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (["127.0.0.1", "10.0.0.1"][len(asks) - 1], port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)

    async def run() -> None:
        async with receiver() as there:
            outside = Outside(SetClock(), [network_of("127.0.0.0/8")])
            port = there.url.rpartition(":")[2]
            assert (await outside.post(f"http://hook.example:{port}/", b"{}", {})).status == 201
            assert asks == ["hook.example"]
            await outside.close()
            outside = Outside(SetClock(), [network_of("127.0.0.0/8")])
            with pytest.raises(OSError, match="connect to host") as refused:
                await outside.post(f"http://hook.example:{port}/", b"{}", {})
            await outside.close()
            assert isinstance(refused.value.__cause__, ForbiddenError)
            assert len(there.got) == 1

    asyncio.run(run())


def test_the_address_is_checked_when_the_socket_is_created(monkeypatch: pytest.MonkeyPatch) -> None:
    outside = Outside(SetClock())
    with pytest.raises(ForbiddenError):
        outside._socket((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80)))
    with pytest.raises(ForbiddenError):
        outside._socket((socket.AF_UNIX, socket.SOCK_STREAM, 0, "", "/run/secret.sock"))
    outside._socket((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 80))).close()


def test_redirects_are_not_followed_and_only_part_of_a_long_response_is_read() -> None:
    async def run() -> None:
        async with receiver() as there:
            there.answers = [(302, {"Location": f"{there.url}/inside"}, b""), (200, {}, b"x" * 10_000_000)]
            outside = Outside(SetClock(), [network_of("127.0.0.0/8")])
            assert (await outside.post(f"{there.url}/a", b"{}", {})).status == 302
            assert len((await outside.post(f"{there.url}/b", b"{}", {})).text) <= targets.ANSWER
            assert [one.path for one in there.got] == ["/a", "/b"]
            await outside.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("begin", "repeat"),
    [
        (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\n", b"X-More: more\r\n"),
        (b"HTTP/1.1 200 OK\r\nX: ", b"more and more"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1;and=more\r\nx\r\n"),
        (b"HTTP/1.1 200 OK\r\n\r\n", b"more and more"),
    ],
)
@pytest.mark.logs_errors("the test's own server is cut off while it answers")
def test_an_endless_response_is_cut_off(begin: bytes, repeat: bytes) -> None:
    sent = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(begin)
        with contextlib.suppress(ConnectionError):
            while sent < ENOUGH:
                writer.write(repeat * 1000)
                sent += 1000 * len(repeat)
                await writer.drain()
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
        outside = Outside(SetClock(), [network_of("127.0.0.0/8")])
        async with asyncio.timeout(targets.SECONDS / 2):
            try:
                found: Any = await outside.post(url, b"{}", {})
            except (OSError, aiohttp.ClientError) as error:
                found = error
        assert isinstance(found, Exception) or len(found.text) <= targets.ANSWER
        await outside.close()
        server.close()

    asyncio.run(run())
    # The system's buffers hold some bytes that were never read.
    assert sent < ENOUGH


@pytest.mark.parametrize(
    ("header", "wait"),
    [("120", 120.0), ("Fri, 15 Jan 2027 08:01:00 GMT", 60.0), ("Mon, 01 Jan 2001 00:00:00 GMT", 0.0), ("soon", None),
     ("-5", None), ("9" * 40, None), ("", None)],
)  # fmt: skip
def test_retry_after_headers_are_understood(header: str, wait: float | None) -> None:
    assert Outside(SetClock())._wait({"Retry-After": header}) == wait


def test_the_setting_for_private_targets_lists_networks(tmp_path: Path) -> None:
    env = {"CASHBOX_HOME": str(tmp_path), "CASHBOX_PRIVATE_TARGETS": "10.0.0.0/8, ::1"}
    assert Settings.from_env(env).targets == ("10.0.0.0/8", "::1")
    with pytest.raises(StartError, match="CASHBOX_PRIVATE_TARGETS must list IP addresses"):
        Settings.from_env({**env, "CASHBOX_PRIVATE_TARGETS": "inside"})
