"""Handing a connection to the process of this machine that has its table, as soon as its first request asks for that
table's live channel. What the client sees is one connection, whoever has accepted it.

The process that has accepted it calls at the other one's socket. That one says that it is there; only then the open
connection goes over, with the request and all that came after it, and belongs to the other process from the moment in
which it was sent: two must never speak on one connection. If the other one is not there, is too busy or does not say
anything in time, the connection stays where it is and is served there.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import struct
from typing import TYPE_CHECKING, Any, Final, cast

from cashbox.server.clock import Clock
from cashbox.server.cluster.unix_sockets import address
from cashbox.server.tasks import Tasks, background

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from cashbox.server.cluster.siblings import Sibling, Siblings
    from cashbox.server.metrics import Metrics

    class Connection(Protocol):
        """A client that speaks HTTP, see `protocols`. connections: all of the server."""

        connections: Any

        def arrives_with(self, text: bytes) -> None: ...
        def data_received(self, data: bytes) -> None: ...

    Make = Callable[[], Connection]

_clock: Final = Clock()
"""The real one: whether another process answers is a matter of real seconds."""

_log = logging.getLogger("cashbox.server")

PATIENCE: Final = 0.5
"""Seconds that the other process has to say that it is there, and then this one to send the connection."""

SILENT: Final = 5.0
"""Seconds for which nobody calls at a process that has not answered."""

AT_ONCE: Final = 64
"""The most connections that are being handed over, and that are being taken, at a time."""

MOST: Final = 128 * 1024
"""The most bytes that go over with a connection."""

TRY: Final = 1.0
"""Seconds between two tries to have a place among the siblings."""

_HERE: Final = b"here"
"""What a process says to those who call."""

_LIVE: Final = re.compile(rb"/api/tables/([\w-]{1,32})/live(?:\?.*)?")


class HandOver:
    """One process's part in it. metrics: where connections that were handed over are counted.

    For uvicorn it is one of the server's connections, so that it is told when the server ends: from then on this
    process hands nothing over and takes nothing.
    """

    def __init__(self, siblings: Siblings, metrics: Metrics) -> None:
        self._siblings = siblings
        self._metrics = metrics
        self._make: Make | None = None
        self._listening: socket.socket | None = None
        self._ended = False
        self._tasks = Tasks()
        self._sending = 0
        self._taking = 0
        self._silent: dict[str, float] = {}
        self._others: set[Any] = set()

    async def run(self, made: asyncio.Future[Make]) -> None:
        """Hand over and take connections until `shutdown`. made: what makes the protocol of a new connection, once the
        server has begun."""
        self._make = await made
        try:
            self._listening = self._siblings.enter()
        except OSError as error:
            _log.warning("connections are not passed to the process that owns their table: %s", error.strerror)
        if self._listening is None:
            return
        self._others = self._make().connections
        self._others.add(self)
        asyncio.get_running_loop().add_reader(self._listening, self._called)
        while not self._siblings.take_place():
            await _clock.sleep(TRY)
            if self._ended:
                return

    def shutdown(self) -> None:
        """The server ends."""
        self._ended = True
        self._others.discard(self)
        listening, self._listening = self._listening, None
        if listening is not None:
            asyncio.get_running_loop().remove_reader(listening)
            self._siblings.leave()
            listening.close()
            background(self._tasks.close())

    # -- handing over --------------------------------------------------------------------------------------------

    def whose(self, url: bytes) -> Sibling | None:
        """The process to which a request for a live channel should go; None where it should stay here."""
        asked = _LIVE.fullmatch(url)
        if asked is None or self._listening is None or self._sending >= AT_ONCE:
            return None
        sibling = self._siblings.whose(asked[1].decode())
        return None if sibling is None or self._silent.get(sibling.process, 0.0) > _clock.ticks() else sibling

    async def send(self, sibling: Sibling, transport: asyncio.Transport, text: bytes) -> bool:
        """Hand a connection over with what was read from it; whether the other process has it now. transport: reads
        nothing meanwhile."""
        if len(text) > MOST:
            return False
        self._sending += 1
        try:
            sent = await self._sent(sibling, transport, text)
        finally:
            self._sending -= 1
        self._metrics.handed_over(taken=sent)
        return sent

    async def _sent(self, sibling: Sibling, transport: asyncio.Transport, text: bytes) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as calling:
            calling.setblocking(False)
            try:
                with address(sibling.path) as name:
                    calling.connect(name)
                async with asyncio.timeout(PATIENCE):
                    if await asyncio.get_running_loop().sock_recv(calling, len(_HERE)) != _HERE:
                        return False
                if self._listening is None or transport.is_closing():
                    return False
                opened = transport.get_extra_info("socket").fileno()
                return socket.send_fds(calling, [text], [opened]) == len(text)
            except TimeoutError:
                _log.warning("a process does not accept connections; none are passed to it for a while")
                self._silent[sibling.process] = _clock.ticks() + SILENT
            except OSError:
                # It has ended, or as many call there as it can hear.
                pass
        return False

    # -- taking --------------------------------------------------------------------------------------------------

    def _called(self) -> None:
        """Others call."""
        while self._listening is not None:
            try:
                calling, _ = self._listening.accept()
            except OSError:
                return
            calling.setblocking(False)
            if self._taking < AT_ONCE and _is_ours(calling):
                self._taking += 1
                self._tasks.run(self._answer(calling))
            else:
                calling.close()

    async def _answer(self, calling: socket.socket) -> None:
        """Whatever comes that is no connection does no harm."""
        try:
            with calling:
                calling.send(_HERE)
                async with asyncio.timeout(PATIENCE):
                    await _readable(calling)
                text, opened = _received(calling)
            if opened is not None:
                await self._take(opened, text)
        except OSError:
            pass
        except Exception:  # noqa: BLE001 (one connection's fault is not the others')
            _log.exception("a connection could not be accepted")
        finally:
            self._taking -= 1

    async def _take(self, opened: socket.socket, text: bytes) -> None:
        """From now on it is as if this process had accepted the connection, and read what was read from it."""
        assert self._make is not None
        connection = self._make()
        connection.arrives_with(text)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: cast("asyncio.Protocol", connection), opened
            )
        except BaseException:
            opened.close()
            raise
        connection.data_received(b"")


async def _readable(opened: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_reader(opened, lambda: None if ready.done() else ready.set_result(None))
    try:
        await ready
    finally:
        loop.remove_reader(opened)


def _received(calling: socket.socket) -> tuple[bytes, socket.socket | None]:
    """A connection with what was read from it; None where something else was sent."""
    # What is started later, such as a process for bots, must not have it.
    text, files, flags, _ = socket.recv_fds(calling, MOST, 4, getattr(socket, "MSG_CMSG_CLOEXEC", 0))
    if len(files) == 1 and text and not flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
        try:
            opened = socket.socket(fileno=files[0])
        except OSError:
            pass
        else:
            if opened.type == socket.SOCK_STREAM and opened.family in (socket.AF_INET, socket.AF_INET6):
                opened.setblocking(False)
                return text, opened
            opened.close()
            return b"", None
    for file in files:
        os.close(file)
    return b"", None


def _is_ours(calling: socket.socket) -> bool:
    """Whether the same user calls, where the system tells."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    _, user, _ = struct.unpack("3i", calling.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return bool(user == os.geteuid())
