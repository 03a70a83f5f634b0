"""Hostile requests and messages: each is answered with a sentence, and memory does not grow."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.campaigns.house import House
from bench.campaigns.players import table

if TYPE_CHECKING:
    from collections.abc import Callable

CONNECTIONS: Final = 8
"""The number of concurrent clients; half as many others send messages."""

CHUNK: Final = 2000
"""The number of requests and messages between two reports."""

_json = msgspec.json.Encoder().encode

_TEXTS: Final = [
    "",
    " ",
    "\0",
    "x" * 300,
    "x" * 70_000,
    "../../etc/passwd",
    "%00",
    "%2e%2e%2f",
    "\u202e\u0301" * 20,
    "null",
    "-1",
    "1e999",
    "<script>alert(1)</script>",
    "'; DROP TABLE entries; --",
    "{{7*7}}",
    "\r\nSet-Cookie: a=b",
]
_VALUES: Final[list[Any]] = [
    *_TEXTS,
    None,
    True,
    False,
    0,
    -1,
    1 << 31,
    1 << 63,
    -(1 << 63),
    1e308,
    0.5,
    [],
    {},
    [[]] * 9,
    {"type": "act"},
    {"": ""},
    ["x"] * 100,
]
_METHODS: Final = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get"]
_RAW: Final = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nHost: x:abc\r\n\r\n",
    b"\r\n" * 100,
    b"GET /\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"A" * 70_000,
    b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


class Maker:
    """Makes what is sent. tables: ids of some that are there; token: of a guest with a seat."""

    def __init__(self, rand: random.Random, tables: list[str], token: str) -> None:
        self.rand = rand
        self.tables = tables
        self.token = token

    def request(self) -> bytes:
        """Encode a request."""
        rand = self.rand
        if rand.random() < 0.02:
            return rand.choice(_RAW)
        method, path = rand.choice(_METHODS), self._path()
        body = b"" if method in ("GET", "HEAD") and rand.random() < 0.9 else self._body()
        port = rand.choice([80, 8000])
        headers = [f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}"]
        headers += rand.choice([[], ["Content-Type: application/json"], ["Content-Type: text/plain"]])
        # Mostly a known guest, so that visits create no guests.
        token = self.token if rand.random() < 0.9 else rand.choice(["", "x", "é", "x" * 9000])
        headers.append(rand.choice([f"Authorization: Bearer {token}", f"Cookie: cashbox-{port}={token}"]))
        headers += rand.choice([[], [], [f"Origin: {rand.choice(_TEXTS[:4])}"], ["If-None-Match: *"], ["Expect: x"]])
        lines = [f"{method} {path} HTTP/1.1", *(line.replace("\r", "").replace("\n", "") for line in headers)]
        return "\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n" + body

    def message(self) -> str | bytes:
        """Encode a message on the live channel."""
        rand = self.rand
        kind = rand.choice(["act", "undo", "explain", "say", "ping", "none"])
        message: dict[str, Any] = {"type": kind, "id": rand.choice([1, *_VALUES]), "at": rand.choice(_VALUES)}
        message["actions" if kind == "act" else "action"] = rand.choice([self._value(), [self._value()]])
        if rand.random() < 0.3:
            message[rand.choice(["steps", "text", "x"])] = self._value()
        text = _json(message)[:60_000]
        if rand.random() < 0.2:
            return self._broken(text)
        return text.decode("utf-8", "replace")

    def _path(self) -> str:
        rand = self.rand
        one = rand.choice([*self.tables, *_PLACES])
        part = rand.choice(
            ["", "/state", "/act", "/undo", "/explain", "/log", "/sit", "/leave", "/seat", "/chat", "/mute"]
        )
        path = rand.choice(
            [
                f"/api/tables/{one}{part}",
                f"/api/tables/{one}{part}",
                f"/t/{one}",
                "/api/tables",
                "/api/me",
                "/",
                "/join",
                "/rules",
                f"/games/{one}/board/{one}",
                f"/static/{one}",
                f"/api/games/{one}/content/{one}",
                "/metrics",
                "/api/docs",
                f"/{one}",
            ]
        )
        query = rand.choice(
            ["", "", f"?since={rand.choice(_PLACES)}", f"?which={rand.choice(_PLACES)}", f"?link={one}"]
        )
        return f"{path}{query}"

    def _body(self) -> bytes:
        rand = self.rand
        names = ["name", "token", "game", "seats", "options", "at", "actions", "steps", "seat", "text", "kind", "nonce"]
        # Guests and tables that could really be made would be others' memory, not a leak.
        body = _json({name: self._value() for name in rand.sample(names, rand.randrange(4))} | {"odd": 1})[:60_000]
        return self._broken(body) if rand.random() < 0.2 else body

    def _broken(self, text: bytes) -> bytes:
        rand = self.rand
        cut = rand.randrange(len(text) + 1)
        return rand.choice([text[:cut], text[:cut] + b"\xff" + text[cut:], b"[" * 30_000, text * 2, b""])

    def _value(self) -> Any:
        rand = self.rand
        value = rand.choice(_VALUES)
        return rand.choice([value, [value], {"type": value}, {"type": "bid", "x": value}])


_PLACES: Final = [
    "x",
    "none",
    "..%2f..%2fpyproject.toml",
    "%00",
    "%ff",
    "x" * 3000,
    "-1",
    "99999999999999999999",
    "*",
    "%E2%80%AE",
    ";a",
    "a:b",
]


async def campaign(count: int, seed: int, heard: Callable[[dict[str, float]], None]) -> None:
    """So many requests and messages. heard: gets counts to be added up, and at the end how much the memory grew from
    a fifth of the way on."""
    with tempfile.TemporaryDirectory(prefix="cashbox-hostile-", ignore_cleanup_errors=True) as folder:
        house = House(Path(folder))
        await house.start()
        rand = random.Random(f"hostile {seed}")
        players = [player for _ in range(3) for player in await table(house, "envelopes", rand)]
        maker = Maker(rand, [player.table for player in players], players[0].token)
        sent, before = 0, 0.0
        while sent < count:
            some = min(CHUNK, count - sent)
            heard(await _some(house, maker, some))
            sent += some
            if not before and sent >= count / 5:
                before = house.megabytes()
        ready = (await house.http.get("/ready")).status_code == 200
        heard({"tracebacks": house.tracebacks(), "unready": 0 if ready else 1})
        heard({"megabytes before": before, "megabytes after": house.megabytes()})
        await house.stop()


async def _some(house: House, maker: Maker, count: int) -> dict[str, float]:
    counts: Counter[str] = Counter()
    share = max(1, count // (CONNECTIONS + CONNECTIONS // 2))
    messages = [share] * (CONNECTIONS // 2)
    requests = [share] * CONNECTIONS
    requests[0] += count - sum(messages) - sum(requests)
    await asyncio.gather(
        *(_requests(house, maker, some, counts) for some in requests),
        *(_messages(house, maker, some, counts) for some in messages),
    )
    return dict(counts)


async def _requests(house: House, maker: Maker, count: int, counts: Counter[str]) -> None:
    done = 0
    while done < count:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        with contextlib.suppress(OSError, EOFError, ValueError, TimeoutError):
            while done < count:
                done += 1
                counts["requests"] += 1
                request = maker.request()
                writer.write(request)
                await writer.drain()
                # Some invalid requests get no response.
                patience = 0.3 if request in _RAW else 10.0
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), patience)
                status = int(head[9:12])
                if status >= 500:
                    print(f"{status}: {request[:400]!r}", file=sys.stderr)
                counts[f"{status // 100}xx"] += 1
                length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
                if not length or request in _RAW or b"connection: close" in head.lower():
                    break
                if not request.startswith(b"HEAD"):
                    await reader.readexactly(int(length))
        writer.close()


async def _messages(house: House, maker: Maker, count: int, counts: Counter[str]) -> None:
    done = 0
    headers = {"Authorization": f"Bearer {maker.token}"}
    address = f"ws://127.0.0.1:{house.port}/api/tables/{maker.tables[0]}/live"
    while done < count:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(address, additional_headers=headers, proxy=None, max_size=None) as socket:
                while done < count:
                    done += 1
                    counts["messages"] += 1
                    await socket.send(maker.message())
                    answer = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 5.0))
                    if answer.get("code") == "internal":
                        counts["5xx"] += 1
