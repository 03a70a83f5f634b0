"""Test connection limits: slow and silent clients are disconnected, and no client takes more than its share."""

from __future__ import annotations

import asyncio
import json
import resource
import struct
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest
import uvloop

from cashbox.server.tables.channel_line import UNREAD_BYTES
from cashbox.server.web import protocols
from cashbox.server.web.connections import SILENT, TURNED_AWAY, UNREAD
from cashbox.server.web.limits import RESERVE, make_room, share
from cashbox.server.web.middleware import Middleware
from cashbox.server.web.protocols import BODY, HEAD, HEAD_BYTES, PIPELINED
from cashbox.server.web.sockets import FAREWELL, PIECES
from tests.data_folders import Home
from tests.server.raw_clients import LocalServer
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.server.raw_clients import RawConnection

__all__ = ["votes"]

GET = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"
POST = b"POST /api/guests HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
UPGRADE = (
    b"GET /api/tables/%b/live HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture
def server(tmp_path: Path) -> LocalServer:
    return LocalServer(Home(tmp_path))


def run_with_server(server: LocalServer, work: Callable[[LocalServer], Awaitable[None]]) -> None:
    async def run() -> None:
        async with server.open():
            await work(server)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


def frame(opcode: int, data: bytes, *, last: bool = True) -> bytes:
    """Return a client's frame, masked with zeros."""
    assert len(data) < 126
    return struct.pack("!BB", (0x80 if last else 0) | opcode, 0x80 | len(data)) + bytes(4) + data


@pytest.mark.thorough
def test_a_silent_client_is_disconnected(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        silent = await server.connect()
        await server.forward(HEAD - 1)
        assert len(server.connections) == 1
        await server.forward(1)
        assert await silent.rest() == b""
        assert len(server.connections) == 0

    run_with_server(server, work)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("begun", [b"GET /health HTTP/1.1\r\nhost: lo", GET + b"\r\n", GET + b"GET /he"])
def test_a_client_that_never_finishes_its_headers_is_disconnected(server: LocalServer, begun: bytes) -> None:
    """Single bytes don't extend the deadline, whether before a request or after a response."""

    async def work(server: LocalServer) -> None:
        slow = await server.connect(begun)
        for _ in range(int(HEAD)):
            await server.forward(1)
            if not slow.reader.at_eof():
                slow.writer.write(b"\r\n" if begun.endswith(b"\r\n") else b"x")
        answers = await slow.rest()
        assert answers.count(b"HTTP/1.1 200") == begun.count(b"\r\n\r\n")
        assert answers.count(b"HTTP/1.1 408") == (not begun.endswith(b"\r\n"))
        await server.forward(HEAD)
        assert len(server.connections) == 0

    run_with_server(server, work)


@pytest.mark.thorough
def test_a_client_that_never_finishes_its_body_is_disconnected(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        slow = await server.connect(POST % 100 + b"{")
        await server.forward(BODY - 1)
        await slow.send(b" ")
        await server.forward(1)
        answer = await slow.rest()
        assert status(answer) == 408
        assert b"The request took too long to arrive." in answer
        slow.writer.close()
        await until(lambda: len(server.connections) == 0)

    run_with_server(server, work)


@pytest.mark.slow
def test_a_client_that_pauses_between_requests_stays_connected(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        client = await server.connect(GET)
        assert status(await client.until(b"\r\n\r\n")) == 200
        for _ in range(3):
            await server.forward(HEAD - 1)
            await client.send(GET)
            assert b"200" in await client.until(b"\r\n\r\n")

    run_with_server(server, work)


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize(
    "head",
    [
        b"GET /%b HTTP/1.1\r\nhost: localhost\r\n\r\n" % (b"x" * HEAD_BYTES),
        b"GET / HTTP/1.1\r\nhost: localhost\r\nlong: %b\r\n\r\n" % (b"x" * HEAD_BYTES),
        b"GET / HTTP/1.1\r\nhost: localhost\r\nendless: %b" % (b"x" * 2 * HEAD_BYTES),
        b"GET / HTTP/1.1\r\nhost: localhost\r\n%b\r\n" % b"".join(b"a%d: b\r\n" % n for n in range(HEAD_BYTES // 8)),
    ],
)
def test_the_size_of_headers_is_limited(server: LocalServer, head: bytes) -> None:
    async def work(server: LocalServer) -> None:
        client = await server.connect(head[:1000])
        await client.send(head[1000:])
        answer = await client.until(b"}")
        assert status(answer) == 431
        assert b"The limit is 64 KB" in answer
        assert server.refused == ["too-large"]

    run_with_server(server, work)


@pytest.mark.slow
def test_the_rest_of_a_body_that_is_too_large_is_not_read(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        client = await server.connect(POST % 10**9 + b"x" * 100)
        answer = await client.until(b"}")
        assert status(answer) == 413
        assert b"connection: close" in answer
        await client.send(b"x" * 100_000)
        await server.forward(protocols.FAREWELL)
        assert len(server.connections) == 0

    run_with_server(server, work)


@pytest.mark.slow
def test_chunked_bodies_and_their_trailers_are_limited(server: LocalServer) -> None:
    """Chunk framing and trailers count, too, so no part of a request can be endless."""

    async def work(server: LocalServer) -> None:
        chunked = POST.replace(b"content-length: %d", b"transfer-encoding: chunked")
        client = await server.connect(chunked + b"2\r\n{}\r\n0\r\n")
        for n in range(100):
            client.writer.write(b"trailer-%d: %b\r\n" % (n, b"x" * 8000))
        answer = await client.until(b"}")
        assert status(answer) == 413

    run_with_server(server, work)


@pytest.mark.slow
def test_the_number_of_pipelined_requests_is_limited(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        client = await server.connect(GET * (PIPELINED + 1))
        for _ in range(PIPELINED + 1):
            assert status(await client.until(b"\r\n\r\n")) == 200
            await client.reader.readuntil(b"}")
        flood = await server.connect(GET * 1000)
        answers = await flood.until(b"The limit is")
        assert b"400 Bad Request" in answers
        assert answers.count(b"200 OK") <= PIPELINED + 1

    run_with_server(server, work)


@pytest.mark.slow
@pytest.mark.parametrize("begun", [False, True], ids=["nothing sent yet", "half sent"])
def test_pipelined_requests_before_a_broken_one_write_nothing_after_its_refusal(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, begun: bool
) -> None:
    served = Middleware.__call__

    async def work(server: LocalServer) -> None:
        goes_on = asyncio.Event()

        async def slow(self: Middleware, scope: Any, receive: Any, send: Any) -> None:
            async def sends(message: Any) -> None:
                if not begun or message["type"] == "http.response.body":
                    await goes_on.wait()
                await send(message)

            await served(self, scope, receive, sends)

        monkeypatch.setattr(Middleware, "__call__", slow)
        client = await server.connect(GET)
        if begun:
            assert status(await client.until(b"\r\n\r\n")) == 200
        await client.send(GET * 2 + b"nonsense\r\n\r\n")
        answer = await client.rest()
        assert status(answer) == (0 if begun else 400)
        assert answer.count(b"HTTP/1.1") == (0 if begun else 1)
        goes_on.set()
        await settled()
        assert "write_eof" not in caplog.text
        assert not [record for record in caplog.records if record.levelname == "ERROR"]

    run_with_server(server, work)


@pytest.mark.thorough
def test_silent_clients_are_disconnected_to_make_room_for_others(tmp_path: Path) -> None:
    server = LocalServer(Home(tmp_path), most=20)

    async def work(server: LocalServer) -> None:
        silent = [await server.connect() for _ in range(20)]
        assert status(await server.get("/health")) == 503
        server.clock.forward(SILENT)
        for n in range(20):
            assert status(await server.get("/health")) == 200
            await settled()
            assert len(server.connections) == 19, n
        gone = [client for client in silent if client.reader.at_eof()]
        assert gone == silent[:1]

    run_with_server(server, work)


@pytest.mark.thorough
def test_a_client_over_the_connection_limit_is_refused_with_a_reason(tmp_path: Path) -> None:
    """Beyond a second limit, the server refuses clients without waiting for their request."""
    server = LocalServer(Home(tmp_path), most=3)

    async def work(server: LocalServer) -> None:
        guests = [await watching(server) for _ in range(3)]
        answer = await server.get("/health")
        assert status(answer) == 503
        assert b"retry-after: 5\r\n" in answer
        assert b"The server has reached" in answer
        assert status(await (await server.connect(UPGRADE % b"x")).until(b"}")) == 503
        waiting = [await server.connect() for _ in range(TURNED_AWAY)]
        assert status(await (await server.connect()).rest()) == 503
        await server.forward(protocols.FAREWELL)
        assert [await client.rest() for client in waiting] == [b""] * TURNED_AWAY
        guests[0].writer.close()
        await until(lambda: len(server.connections) == 2)
        assert status(await server.get("/health")) == 200

    run_with_server(server, work)


async def watching(server: LocalServer) -> RawConnection:
    """Open the live channel of a new table."""

    def request(path: bytes, body: bytes, cookie: bytes = b"") -> bytes:
        return b"POST %b HTTP/1.1\r\nhost: localhost\r\ncookie: %b\r\nconnection: close\r\n" % (path, cookie) + (
            b"content-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)
        )

    if not server.table:
        made = await (await server.connect(request(b"/api/guests", b'{"name": "Ann"}'))).rest()
        cookie = made.split(b"set-cookie: ")[1].split(b";")[0]
        seats = b'{"game": "envelopes", "seats": [{"kind": "me"}, {"kind": "open"}]}'
        made = await (await server.connect(request(b"/api/tables", seats, cookie))).rest()
        server.table = json.loads(made[made.index(b'{"') :])["table"]["id"].encode()
    client = await server.connect(UPGRADE % server.table)
    assert status(await client.until(b"\r\n\r\n")) == 101
    return client


@pytest.mark.thorough
def test_pongs_for_a_client_that_does_not_read_are_limited(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        client = await watching(server)
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        ping = frame(9, b"x" * 125) * 2000
        sent = 0
        while len(server.connections) and sent < 200 * UNREAD_BYTES:
            client.writer.write(ping)
            await asyncio.wait([asyncio.ensure_future(client.writer.drain())], timeout=0.5)
            sent += len(ping)
            hung_up = all(one.transport.is_closing() for one in server.connections._open)
            await server.forward(UNREAD if hung_up else 0.1)
            most = max((one.transport.get_write_buffer_size() for one in server.connections._open), default=0)
            assert most < UNREAD_BYTES + 300_000
        assert len(server.connections) == 0

    run_with_server(server, work)


@pytest.mark.slow
def test_a_client_that_does_not_read_is_disconnected_with_a_reason(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        client = await watching(server)
        (connection,) = server.connections._open
        await client.until(b'"type":"table"')
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.sleep(0.05)
        # More than the system buffers for a reader.
        connection.transport.write(frame_from_server(b"x" * 16_000_000))
        await server.forward(UNREAD / 2)
        assert len(server.connections) == 1
        await server.forward(UNREAD)
        assert connection.transport.is_closing()
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert (await client.rest()).endswith(b"Your program isn't reading what the server sends.")
        await until(lambda: len(server.connections) == 0)

    run_with_server(server, work)


def frame_from_server(data: bytes) -> bytes:
    return struct.pack("!BBQ", 0x81, 127, len(data)) + data


@pytest.mark.thorough
def test_the_server_stops_even_if_a_client_ignores_the_closing_handshake(
    server: LocalServer, caplog: pytest.LogCaptureFixture
) -> None:
    silent: list[RawConnection] = []

    async def work(server: LocalServer) -> None:
        silent.append(await watching(server))
        await silent[0].until(b'"type":"table"')

    start = perf_counter()
    run_with_server(server, work)
    assert perf_counter() - start >= FAREWELL
    assert not caplog.records


@pytest.mark.slow
def test_the_number_of_frames_in_a_message_is_limited(server: LocalServer) -> None:
    async def work(server: LocalServer) -> None:
        client = await watching(server)
        await client.send(frame(1, b"", last=False) + frame(0, b"", last=False) * PIECES)
        assert (await client.rest()).endswith(f"A message can have up to {PIECES} frames.".encode())

    run_with_server(server, work)


def test_the_limit_of_open_files_is_raised_and_divided() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        make_room(10)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    for files in (256, 1024, 4096, 20_000, 1_000_000, resource.RLIM_INFINITY):
        room = share(files, 10_000)
        assert 0 < room.sockets <= 10_000
        assert files == resource.RLIM_INFINITY or room.sockets + room.backlog + RESERVE <= files
    assert share(1_000_000, 10_000) == (10_000, 2048)


class Watcher:
    """A spectator that counts the updates of the table."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.guest = None
        self.told = 0

    def poke(self) -> None:
        self.told += 1


@pytest.mark.slow
def test_a_crowd_of_spectators_causes_only_occasional_updates(home: Home, votes: str) -> None:
    """An update to everyone for everyone who joins would grow with the square of the crowd."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob")
            clock.forward(10)
            before = table.version
            crowd = [Watcher() for _ in range(500)]
            for watcher in crowd:
                table.join(watcher)
            await settled()
            assert table.version == before + 1
            assert max(watcher.told for watcher in crowd) <= 2
            clock.forward(1)
            await until(lambda: table.version == before + 2)
            assert b'"watchers":500' in table.answer(None)
            clock.forward(0.01)
            for watcher in crowd:
                table.part(watcher)
            await settled()
            clock.forward(1)
            await until(lambda: b'"watchers":0' in table.answer(None))
            assert table.version == before + 3

    asyncio.run(run())
