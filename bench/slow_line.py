"""A slow connection to a server, with the latency and bandwidth of a distant client.

All connections share the line. Each begins with a round trip, as TCP's handshake does, and every byte takes half of
one. Not told here: that TCP begins carefully, TLS, and what gets lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter

PIECE: Final = 4096
"""The most bytes that go through at a time, so that connections take turns."""


@dataclass(frozen=True)
class Line:
    """round_trip: seconds; rate: bytes a second, each way."""

    round_trip: float = 0.1
    rate: float = 2e6 / 8


class _Way:
    """One direction of the line. passed: bytes that have gone through."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._free = 0.0
        self.passed = 0

    async def carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Whatever comes, until nothing does; what is on its way keeps nothing waiting that is not sent yet."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        taking = asyncio.create_task(self._deliver(late, writer))
        try:
            while piece := await reader.read(PIECE):
                self.passed += len(piece)
                self._free = max(self._free, perf_counter()) + len(piece) / self._line.rate
                late.put_nowait((self._free + self._line.round_trip / 2, piece))
                await _until(self._free)
        except OSError:
            pass
        late.put_nowait((perf_counter() + self._line.round_trip / 2, b""))
        await taking

    async def _deliver(self, late: asyncio.Queue[tuple[float, bytes]], writer: StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, piece = await late.get()
                await _until(due)
                if not piece:
                    break
                writer.write(piece)
                await writer.drain()
        writer.close()


async def _until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - perf_counter()))


class SlowLine:
    """Listens at a port of its own (`port`) and passes on to another; it runs in a thread until it is closed."""

    def __init__(self, to: int, line: Line) -> None:
        self._to, self._line = to, line
        self._up, self._down = _Way(line), _Way(line)
        self.connections = 0
        self.port = 0
        there = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen(there)))
        self._thread.start()
        there.wait()

    @property
    def passed(self) -> int:
        """Return the bytes received from the server."""
        return self._down.passed

    def close(self) -> None:
        """Stop forwarding."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _listen(self, there: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        there.set()
        await self._end.wait()
        server.close()

    async def _pass_on(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.connections += 1
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(self._line.round_trip)
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
            await asyncio.gather(self._up.carry(reader, back), self._down.carry(there, writer))
