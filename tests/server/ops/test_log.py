"""Test the log: one line per record, counted repetitions, and no tracebacks caused by clients."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import socket
import struct
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.server import errors, logs
from cashbox.server.errors import number_of
from cashbox.server.logs import EVERY, KEPT, Log
from cashbox.server.settings import Settings, StartError
from tests.server.server_in_process import SetClock
from tests.server.web import test_bad_input
from tests.server.web.test_connection_deadlines import UPGRADE, frame

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cashbox.server.settings import LogKind
    from tests.server.conftest import Guest, Server


class CapturedLog:
    """A log whose lines a test can read."""

    def __init__(self, kind: LogKind) -> None:
        self.clock = SetClock()
        self.text = io.StringIO()
        self.log = Log(kind, self.clock, self.text)
        self.logger = logging.Logger("cashbox.test")  # noqa: LOG001 (no one else writes to it)
        self.logger.addHandler(self.log)

    def read(self) -> list[str]:
        """Return the lines since the last call."""
        lines = self.text.getvalue().splitlines()
        assert self.text.getvalue().count("\n") == len(lines)
        self.text.seek(0)
        self.text.truncate()
        return lines


def fail(number: int) -> Exception:
    try:
        if number % 2:
            raise ValueError(f"odd\n{number}")
        raise KeyError(number)
    except (ValueError, KeyError) as error:
        return error


def test_repeated_messages_are_written_once_and_counted() -> None:
    book = CapturedLog("text")
    for n in range(43):
        book.logger.error("entry %d is damaged", n)
        book.logger.warning("another thing")
    lines = book.read()
    assert [line.split(": ", 1)[1] for line in lines] == ["entry 0 is damaged", "another thing"]
    book.clock.forward(EVERY)
    book.log.settle()
    first, second = book.read()
    assert first.endswith("ERROR cashbox.test: entry 42 is damaged (and 41 more)")
    assert second.endswith("WARNING cashbox.test: another thing (and 41 more)")
    book.clock.forward(EVERY)
    book.log.settle()
    assert book.read() == []
    book.logger.error("entry %d is damaged", 7)
    assert book.read()[0].endswith("entry 7 is damaged")
    book.logger.error("entry %d is damaged", 8)
    book.clock.forward(EVERY)
    book.logger.error("entry %d is damaged", 9)
    assert [line.rsplit(": ", 1)[1] for line in book.read()] == ["entry 8 is damaged"]
    book.log.settle(everything=True)
    assert [line.rsplit(": ", 1)[1] for line in book.read()] == ["entry 9 is damaged"]


def test_messages_that_differ_in_more_than_numbers_are_not_merged() -> None:
    book = CapturedLog("text")
    for name in ("broken", "cheat", "broken"):
        book.logger.error("bot %s gave no answer in %d seconds", name, 7)
    assert [line.rsplit(": ", 1)[1] for line in book.read()] == [
        "bot broken gave no answer in 7 seconds",
        "bot cheat gave no answer in 7 seconds",
    ]


@pytest.mark.thorough
def test_many_different_messages_use_bounded_memory() -> None:
    book = CapturedLog("text")
    for n in range(3 * KEPT):
        book.logger.error("a" * (n + 1))
    assert len(book.log._held) <= KEPT
    book.read()
    for n in range(100):
        book.logger.error(f"<Task at 0x%x number {n}>" % n)  # noqa: G002
    assert len(book.read()) == 1


def test_a_traceback_stays_on_the_line_of_its_error() -> None:
    text, data = CapturedLog("text"), CapturedLog("json")
    for book in (text, data):
        book.logger.error("a fault with\nlines\x1b[1m and \u202esigns", exc_info=fail(1))
    (line,) = text.read()
    assert r"a fault with\nlines\x1b[1m and \u202esigns | Traceback (most recent call last): | File " in line
    assert line.endswith("| ValueError: odd | 1")
    found = json.loads(data.read()[0])
    assert set(found) == {"time", "level", "logger", "message", "traceback"}
    assert found["message"] == "a fault with\nlines\x1b[1m and \u202esigns"
    assert found["traceback"].endswith("ValueError: odd\n1")


def test_a_json_line_has_the_level_logger_message_and_time() -> None:
    book = CapturedLog("json")
    for _ in range(3):
        book.logger.warning("it happened")
    book.log.settle(everything=True)
    first, second = map(json.loads, book.read())
    assert (first["level"], first["logger"], first["message"]) == ("WARNING", "cashbox.test", "it happened")
    assert first["time"].endswith("Z")
    assert "more" not in first
    assert second["more"] == 1


@pytest.mark.logs_errors("faults are logged")
def test_an_error_number_depends_on_the_errors_type_and_place() -> None:
    assert number_of(fail(1)) == number_of(fail(3)) != number_of(fail(2))
    assert len(number_of(fail(1))) == 8
    assert number_of(fail(1)) in str(errors.internal(fail(1)))


def test_the_log_format_is_a_setting(tmp_path: Path) -> None:
    home = {"CASHBOX_HOME": str(tmp_path)}
    assert Settings.from_env(home).log == "text"
    assert Settings.from_env(home | {"CASHBOX_LOG": "json"}).log == "json"
    with pytest.raises(StartError, match="CASHBOX_LOG"):
        Settings.from_env(home | {"CASHBOX_LOG": "xml"})


@pytest.mark.thorough
def test_every_line_is_json_in_a_json_log(own_server: Server) -> None:
    own_server.end()
    own_server.log.unlink()
    own_server.settings["CASHBOX_LOG"] = "json"
    own_server.start()
    own_server.end()
    lines = [msgspec.json.decode(line, type=logs.Line) for line in own_server.log.read_text().splitlines()]
    assert lines[0].message.startswith("Open http://localhost")


# -- hostile clients -----------------------------------------------------------------------------------------------

HOST = b"Host: localhost\r\n"
HALF_BODY = b"POST /api/guests HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
RAW = [
    *(b"", b"\r\n", b"\x00" * 100, os.urandom(3000), b"hello\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01"),
    *(b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n"),
    *(b"GET http://x HTTP/1.1\r\n" + HOST + b"\r\n", b"GET * HTTP/1.1\r\n" + HOST + b"\r\n"),
    *(b"CONNECT x:1 HTTP/1.1\r\n" + HOST + b"\r\n", b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n"),
    b"GET /%ff%fe%00/%2e%2e/x?%ff=%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /static/%00 HTTP/1.1\r\n" + HOST + b"\r\nGET /static/" + b"x" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /t/\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: cashbox=\xff\xfe; a=\x01\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: " + b"a=b; " * 5000 + b"\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\n" + HOST + b"Authorization: Bearer \xff\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/guests HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n",
    HALF_BODY,
    b"GET /health HTTP/1.1\r\n" + HOST + b"If-None-Match: \xff\r\nRange: bytes=9-1\r\nAccept: \xff\r\n\r\n",
    *((UPGRADE % b"x").replace(*swap) for swap in [
        (b"GET", b"POST"), (b"-version: 13", b"-version: 99"), (b"AAAA==", b"\xff"), (b"/live", b"/li\xffve"),
        (b"upgrade: websocket", b"upgrade: websocket, x"), (b"connection: upgrade", b"connection: upgrade, close"),
        (b"host:", b"a: b\r\n" * 300 + b"host:"), (b"host:", b"a: " + b"x" * 20_000 + b"\r\nhost:"),
        (b"/api/tables/x/live", b"/"), (b"/live", b"/live?since=%ff"), (b"\r\nupgrade", b"\r\na: \xff\r\nupgrade"),
        (b"host: localhost", b"host: localhost\r\nsec-websocket-protocol: ,,\xff"),
    ]),
]  # fmt: skip
FRAMES = [
    *(b"\x00" * 100, b"\xff" * 100, os.urandom(2000), frame(1, b"\xff\xfe"), frame(2, b"\xff"), frame(8, b"\x00")),
    *(frame(8, struct.pack("!H", 99)), frame(8, struct.pack("!H", 1000) + b"\xff"), frame(9, b"x") * 100),
    *(frame(0, b"x"), frame(1, b"x", last=False) * 2, frame(3, b""), frame(10, b"x")),
    frame(1, b"\xff", last=False) + frame(0, b""),
    struct.pack("!BBQ", 0x81, 0xFF, 1 << 62),
    struct.pack("!BBQ", 0x81, 0xFF, 70_000) + bytes(70_004),
    frame(1, b'{"type":"ping"}') * 5000,
    frame(1, b"{") * 500,
    *(frame(1, b'{"type":"act","id":%d,"at":0,"actions":[{"type":"bid","high":%b}]}' % (n, odd)) for n, odd in
      enumerate([b"1", b"null", b'"x"', b"[]", b"{}", b"1e999", b"1e400", b"99999999999999999999999"])),
]  # fmt: skip


def cases(function: Any) -> Iterator[dict[str, Any]]:
    """Yield the arguments of each case of a test, without fixtures."""
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            names = [mark.args[0]] if isinstance(mark.args[0], str) else mark.args[0]
            for values in mark.args[1]:
                yield dict(zip(names, [values] if isinstance(mark.args[0], str) else values, strict=True))
            return
    yield {}


def bad_input(ann: Guest, playing: str) -> int:
    """Run all tests of bad input against a server, and return their number."""
    fixtures = {"server": ann.server, "ann": ann, "playing": playing}
    done = 0
    for name, function in list(vars(test_bad_input).items()):  # a warning adds a name
        if name.startswith("test_"):
            wanted = function.__code__.co_varnames[: function.__code__.co_argcount]
            for case in cases(function):
                function(**{key: value for key, value in (fixtures | case).items() if key in wanted})
                done += 1
    return done


def throw(server: Server, first: bytes, then: bytes = b"") -> None:
    """Send bytes, ignore the response, and disconnect abruptly."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as link, contextlib.suppress(ConnectionError):
        link.settimeout(0.06)
        for piece in (first, then):
            link.sendall(piece)
            with contextlib.suppress(TimeoutError):
                while link.recv(65536):
                    pass
        # This option resets the connection on closing.
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_hostile_clients_write_nothing_to_the_log(own_server: Server) -> None:
    """Bad requests are not news to an operator, so they cause no log lines at all."""
    before = own_server.log.read_text()
    assert len(before.splitlines()) == 2
    ann = own_server.guest("Ann")
    playing = ann.table("me", "open")
    own_server.guest("Bob").sit(playing)
    assert bad_input(ann, playing) > 50
    for raw in RAW:
        throw(own_server, raw)
    token = f"\r\nauthorization: Bearer {ann.token}\r\nhost:".encode()
    handshake = (UPGRADE % playing.encode()).replace(b"\r\nhost:", token)
    for frames in FRAMES:
        throw(own_server, handshake, frames)
    assert ann.get("/api/me")["name"] == "Ann"
    own_server.end()
    lines = own_server.log.read_text().removeprefix(before).splitlines()
    assert lines == []
    for never in ("Traceback", ann.token, playing):
        assert never not in "".join(lines)
