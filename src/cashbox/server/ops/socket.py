"""A socket in the data folder through which the operator, and its other processes, reach a running server. Whoever may
open the folder's database may open it too, and nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.server.errors import Refusal, internal
from cashbox.server.ops.requests import Answer, Request

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

NAME: Final = "operator.sock"
"""What it is called where one process has the folder."""

OTHERS: Final = "process-*.sock"
"""What the sockets of several processes are called, each by its id."""

PATIENCE: Final = 2.0
"""Seconds that another process has to answer."""

LONGEST: Final = 64 * 1024
"""The most bytes of a request."""

_request = msgspec.json.Decoder(Request)
_answer = msgspec.json.Decoder(Answer)
_json = msgspec.json.Encoder().encode


def name_of(process: str) -> str:
    """What a process's socket is called. process: its id where there are others, else ""."""
    return OTHERS.replace("*", process) if process else NAME


class OperatorSocket:
    """Listens while a server runs. process: its id where there are others, else ""."""

    def __init__(self, home: Path, process: str, obey: Callable[[Request], Awaitable[Answer]]) -> None:
        self._home = home
        self.name = name_of(process)
        self._obey = obey
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen. OSError where the folder can have no socket."""
        # Where there is one already, nobody listens at it: the folder's lock is held, or no other process has the id.
        (self._home / self.name).unlink(missing_ok=True)
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with _address(self._home / self.name) as name:
                before = os.umask(0o177)
                try:
                    opened.bind(name)
                finally:
                    os.umask(before)
            opened.setblocking(False)
            self._server = await asyncio.start_unix_server(self._serve, sock=opened, limit=LONGEST)
        except BaseException:
            opened.close()
            raise

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            (self._home / self.name).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            writer.write(_json(await self._answered(reader)) + b"\n")
            await writer.drain()
        writer.close()

    async def _answered(self, reader: asyncio.StreamReader) -> Answer:
        try:
            return await self._obey(_request.decode(await reader.readline()))
        except (msgspec.DecodeError, ValueError) as error:
            return Answer(fault=f"The server doesn't understand this request: {error}.")
        except Refusal as refused:
            return Answer(fault=str(refused))
        except Exception as error:  # noqa: BLE001 (told as a sentence, logged in full)
            return Answer(fault=str(internal(error)))


def ask(home: Path, asked: Request, name: str = NAME, wait: float | None = None) -> Answer:
    """What the server of a data folder answers. wait: seconds. OSError where none listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as opened, _address(home / name) as where:
        opened.settimeout(wait)
        opened.connect(where)
        opened.sendall(_json(asked) + b"\n")
        with opened.makefile("rb") as stream:
            return _answer.decode(stream.readline())


def others(home: Path, own: str, asked: Request) -> dict[str, Answer]:
    """What the other processes of a data folder answer, by the name of their socket. A socket at which nobody listens
    any more is removed."""
    answers = {}
    for place in home.glob(OTHERS):
        if place.name == own:
            continue
        try:
            answers[place.name] = ask(home, asked, place.name, PATIENCE)
        except ConnectionRefusedError:
            place.unlink(missing_ok=True)
        except (OSError, msgspec.DecodeError):
            # It is too busy, or ends just now.
            pass
    return answers


@contextlib.contextmanager
def _address(place: Path) -> Iterator[str]:
    """Return the address of a socket file. An address has room for about a hundred bytes; where the folder's name is
    longer, the folder is opened and named by its descriptor."""
    path = os.fspath(place.absolute())
    if len(os.fsencode(path)) <= 100:
        yield path
        return
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{place.name}"
    finally:
        os.close(folder)
