"""Test single parts: names, addresses, settings, origins, and tables leaving memory."""

from __future__ import annotations

import asyncio
import sqlite3
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from cashbox.server.accounts.names import plain, unlike
from cashbox.server.bots import seats
from cashbox.server.clock import Clock
from cashbox.server.main import addresses, listen
from cashbox.server.metrics import Metrics
from cashbox.server.settings import Serving, Settings, StartError, check_url, default_home
from cashbox.server.web.middleware import Middleware
from cashbox.server.web.origins import Hosts
from cashbox.server.web.quotas import Quotas
from cashbox.server.wire import NewTable, SeatWish
from tests.server.server_in_process import services_of, store_of

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.server.bots.thinking import Position
    from cashbox.server.services import Services
    from tests.data_folders import Home


def test_names_are_cleaned_up_and_numbered() -> None:
    assert plain("  a\tb\n c\u202e\x00 ") == "a b c"
    assert unlike("Ann", ["ann", "Ann 2"]) == "Ann 3"
    assert unlike("Bob", ["Ann"]) == "Bob"


def test_the_printed_addresses_depend_on_the_host_setting() -> None:
    assert addresses("127.0.0.1", 8000) == ("http://localhost:8000", None)
    here, network = addresses("0.0.0.0", 80)
    assert here == "http://localhost:80"
    assert network is not None
    assert addresses("192.0.2.7", 1)[1] == "http://192.0.2.7:1"
    assert addresses("2001:db8::1", 1)[1] == "http://[2001:db8::1]:1"


def test_settings_come_from_the_environment_and_the_command_line(tmp_path: Path) -> None:
    assert Settings.from_env({"XDG_DATA_HOME": str(tmp_path)}).port == 8000
    found = Settings.from_env(
        {"CASHBOX_HOME": str(tmp_path), "CASHBOX_URL": "https://example.org/", "CASHBOX_PORT": "9"}
    )
    assert (found.home, found.url, found.port) == (tmp_path, "https://example.org", 9)
    here = {"CASHBOX_HOME": str(tmp_path), "CASHBOX_URL": "https://example.org/", "CASHBOX_PORT": "9"}
    asked = Settings.from_env(here, Serving(port=0, url="http://other.example/"))
    assert (asked.home, asked.url, asked.port) == (tmp_path, "http://other.example", 0)
    assert Settings.from_env(here, Serving(url="")).url is None
    for refused in (Serving(port=65536), Serving(port=-1), Serving(url="example.org")):
        with pytest.raises(StartError):
            Settings.from_env(here, refused)
    assert default_home({"XDG_DATA_HOME": "/x"}).name == "cashbox"
    for wrong in (
        *("example.org", "ftp://example.org", "https://", "https://example.org/?a=b", "http://[", "http://x:99999"),
        *("http://:80", "http://x:0", "http://a b", 'http://x"<b>', "http://me@x", "http://x/\n"),
        *("https://example.org/cash", "http://[::1]:8000/cash/", "https://example.org//"),
    ):
        with pytest.raises(StartError):
            check_url(wrong)
    assert check_url("http://[::1]:8000/") == "http://[::1]:8000"
    for env in (
        {"CASHBOX_PORT": "65536"},
        {"CASHBOX_PORT": "9" * 5000},
        {"CASHBOX_PORT": "-1"},
        {"CASHBOX_HOME": "~nobody-of-that-name/x"},
    ):
        with pytest.raises(StartError) as caught:
            Settings.from_env({"CASHBOX_HOME": str(tmp_path)} | env)
        assert len(str(caught.value)) < 200
    for host in ("a" * 300, "xn--a..b"):
        with pytest.raises(StartError):
            listen(host, 0)


@pytest.mark.parametrize(
    ("origin", "host", "url", "allowed"),
    [
        ("https://cash.example", b"cash.example", None, True),
        ("http://localhost:8000", b"localhost:8000", None, True),
        ("http://localhost:8001", b"localhost:8000", None, False),
        ("https://cash.example", b"127.0.0.1:8000", "https://cash.example", True),
        ("http://cash.example", b"127.0.0.1:8000", "https://cash.example", False),
        ("https://cash.example.evil", b"127.0.0.1:8000", "https://cash.example", False),
        ("null", b"cash.example", None, False),
        ("http://cash.example:port", b"cash.example", None, False),
        ("http://", b"", None, False),
        ("http://cash.example@evil.example", b"cash.example", None, False),
        ("extension://cash.example:8000", b"cash.example:8000", None, False),
        ("https://cash.example", b"127.0.0.1:8000", "https://cash.example/games", True),
    ],
)
def test_only_the_servers_own_origin_is_allowed(origin: str, host: bytes, url: str | None, *, allowed: bool) -> None:
    reached = []
    sent = []

    async def app(scope: object, receive: object, send: object) -> None:
        reached.append(scope)

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    async def receive() -> None:
        return None

    quotas = Quotas({}, Clock())
    for scope in (
        {"type": "websocket", "path": "/api/tables/x/live"},
        {"type": "http", "method": "POST", "path": "/api/tables"},
    ):
        services = cast(
            "Services", SimpleNamespace(settings=SimpleNamespace(url=url), quotas=quotas, metrics=Metrics())
        )
        headers = [(b"origin", origin.encode()), (b"host", host)]
        first = Middleware(app, services, Hosts(["*"]))
        asyncio.run(first(scope | {"headers": headers}, receive, send))
    assert len(reached) == (2 if allowed else 0)
    assert bool(sent) is not allowed


@pytest.mark.parametrize(("site", "allowed"), [(b"cross-site", False), (b"same-site", False), (b"same-origin", True)])
def test_cross_site_requests_without_an_origin_are_refused(site: bytes, *, allowed: bool) -> None:
    reached: list[object] = []

    async def app(scope: object, *_: object) -> None:
        reached.append(scope)

    async def nothing(*_: object) -> None:
        return None

    settings = SimpleNamespace(url=None)
    services = cast("Services", SimpleNamespace(settings=settings, quotas=Quotas({}, Clock()), metrics=Metrics()))
    headers = [(b"host", b"cash.example"), (b"sec-fetch-site", site)]
    for method in ("GET", "POST"):
        scope = {"type": "http", "method": method, "path": "/api/me", "headers": headers}
        asyncio.run(Middleware(app, services, Hosts(["*"]))(scope, nothing, nothing))
    assert len(reached) == (2 if allowed else 1)


@pytest.mark.slow
def test_an_idle_table_leaves_memory_and_can_be_loaded_again(home: Home, coins: str) -> None:
    async def run() -> None:
        services = services_of(home, idle=0.0)
        await services.start()
        guest, _ = await services.guests.add("Ann")
        other, _ = await services.guests.add("Bob")
        table = await services.registry.make(guest, NewTable(coins, [SeatWish("me"), SeatWish("open")]))
        from cashbox.server.wire import Sit

        await services.registry.sit(table, other, Sit())
        done = await table.act(0, [{"type": "bid", "high": True}])
        before = table.state(0, "")
        assert services.registry.sweep() == 1
        again = await services.registry.table(table.record.id)
        assert again is not table
        assert again.state(0, "") == before
        await again.undo(0, None, done.mark)
        assert again.state(0, "") != before
        assert again.running().number == 2
        await services.stop()

    asyncio.run(run())


@pytest.mark.thorough
def test_a_bot_tries_again_after_a_storage_error(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "PAUSE", 0.01)

    async def think(at: Position, *_: object) -> int:
        return at.legal[0]

    async def run() -> None:
        services = services_of(home)
        await services.start()
        monkeypatch.setattr(services.thinking, "decide", think)
        append, faults = services.store.append, [sqlite3.OperationalError("database is locked")] * 3

        async def seldom(*arguments: Any) -> None:
            if faults:
                raise faults.pop()
            await append(*arguments)

        monkeypatch.setattr(services.store, "append", seldom)
        guest, _ = await services.guests.add("Ann")
        table = await services.registry.make(guest, NewTable("envelopes", [SeatWish("bot", "random")] * 2))
        async with asyncio.timeout(120):
            while table.running().number < 4:  # noqa: ASYNC110 (tables tell connections of changes, not tests)
                await asyncio.sleep(0.01)
        assert not faults
        await services.stop()

    asyncio.run(run())


@pytest.mark.sqlite
def test_only_the_operators_user_can_read_the_database(home: Home) -> None:
    asyncio.run(store_of(home).close())
    assert (home.folder / "cashbox.db").stat().st_mode & 0o077 == 0


@pytest.mark.sqlite
def test_a_second_store_on_the_same_folder_is_refused(home: Home) -> None:
    async def run() -> None:
        store = store_of(home)
        await store.start()
        with pytest.raises(StartError, match="already using"):
            store_of(home)
        await store.close()
        await store_of(home).close()

    asyncio.run(run())
