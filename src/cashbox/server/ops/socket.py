"""Reach a running server through a socket in its data folder: admin commands and the server's other processes send one
JSON object and get one back. Only users who can open the database can open the socket."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from cashbox.server.db.records import (  # noqa: TC001 (msgspec reads the types)
    AuditRow,
    GuestRow,
    ReportRow,
    TableRow,
    WhichReports,
)
from cashbox.server.errors import Refusal, internal
from cashbox.server.fields import Name  # noqa: TC001
from cashbox.server.moderation.bans import LONGEST as LONGEST_REASON
from cashbox.server.settings import MOST_DAYS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

NAME: Final = "operator.sock"
"""The socket's name if one process has the folder."""

OTHERS: Final = "process-*.sock"
"""The names of several processes' sockets, by process id."""

PATIENCE: Final = 2.0
"""Seconds for another process to respond."""

LONGEST: Final = 64 * 1024
"""The most bytes of a request."""

Days = Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
MOST: Final = 2**31 - 1
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A request. who: the operating system's user."""

    who: Annotated[str, msgspec.Meta(max_length=64)]


class ListTables(_Request, frozen=True, tag="tables"):
    """List tables with this status and of this game ("" for any) that have not changed for this many days."""

    status: str = ""
    game: str = ""
    older: Days = 0


class ListGuests(_Request, frozen=True, tag="guests"):
    """List guests whose name contains this, created at least this many days ago. banned: only banned ones."""

    name: str = ""
    older: Days = 0
    banned: bool = False


class ListAudit(_Request, frozen=True, tag="audit"):
    """List operators' actions."""


class CloseTable(_Request, frozen=True, tag="close"):
    """Close a table: no one can act or chat there anymore, and connected people see a message."""

    table: Id


class DeleteTable(_Request, frozen=True, tag="delete"):
    """Close a table and delete it with its journal and its chat."""

    table: Id


class DeleteGuest(_Request, frozen=True, tag="delete-guest"):
    """Delete a guest's name, tokens, and messages."""

    guest: Id


class Tidy(_Request, frozen=True, tag="retention"):
    """Delete data older than a number of days; 0 keeps it. finished: finished and closed tables; chats: the chats of
    those tables; guests: guests without a table."""

    finished: Days = 0
    chats: Days = 0
    guests: Days = 0


class ReadMetrics(_Request, frozen=True, tag="metrics"):
    """Read this process's metrics in the Prometheus format."""


class ReadFile(_Request, frozen=True, tag="file"):
    """Read a journal that was opened through this process."""

    file: Id


class ListReports(_Request, frozen=True, tag="reports"):
    """List reports, newest first, at most 100. before: the number of the last report seen, 0 for none."""

    which: WhichReports = "open"
    before: Number = 0


class CloseReport(_Request, frozen=True, tag="resolve"):
    """Close a report."""

    report: Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class BanGuest(_Request, frozen=True, tag="ban"):
    """Ban a guest, who may only watch. days: 0 for no end; reason: shown to the person."""

    guest: Id
    days: Days = 0
    reason: Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)] = ""


class Unban(_Request, frozen=True, tag="unban"):
    """End a ban."""

    guest: Id


class RenameGuest(_Request, frozen=True, tag="rename"):
    """Rename a guest everywhere. name: "" for "Guest" and a number."""

    guest: Id
    name: Name = ""


class DeleteLine(_Request, frozen=True, tag="delete-line"):
    """Delete the text of a chat message. watchers: whether it is in the spectators' chat."""

    table: Id
    line: Annotated[int, msgspec.Meta(ge=1, le=MOST)]
    watchers: bool = False


Request = (
    ReadMetrics
    | ReadFile
    | ListTables
    | ListGuests
    | ListAudit
    | CloseTable
    | DeleteTable
    | DeleteGuest
    | Tidy
    | ListReports
    | CloseReport
    | BanGuest
    | Unban
    | RenameGuest
    | DeleteLine
)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The response. fault: why nothing was done; otherwise said: what was done, as a sentence, or the requested
    data."""

    said: str = ""
    fault: str = ""
    tables: list[TableRow] = []
    guests: list[GuestRow] = []
    audit: list[AuditRow] = []
    reports: list[ReportRow] = []
    metrics: str = ""
    file: bytes = b""


_request = msgspec.json.Decoder(Request)
_answer = msgspec.json.Decoder(Answer)
_json = msgspec.json.Encoder().encode


def name_of(process: str) -> str:
    """Return the name of a process's socket. `process` is its id if there are others, otherwise ""."""
    return OTHERS.replace("*", process) if process else NAME


class OperatorSocket:
    """Listens while a server runs. process: its id if there are others, otherwise ""."""

    def __init__(self, home: Path, process: str, obey: Callable[[Request], Awaitable[Answer]]) -> None:
        self._home = home
        self.name = name_of(process)
        self._obey = obey
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Start listening. OSError if the folder cannot have a socket."""
        # An existing socket has no listener: we hold the folder's lock, or no other process has this id.
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
    """Send a request to the server of a data folder, and wait up to `wait` seconds for its response. OSError if no
    server listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as opened, _address(home / name) as where:
        opened.settimeout(wait)
        opened.connect(where)
        opened.sendall(_json(asked) + b"\n")
        with opened.makefile("rb") as stream:
            return _answer.decode(stream.readline())


def others(home: Path, own: str, asked: Request) -> dict[str, Answer]:
    """Ask the other processes of a data folder, by the name of their socket. A socket without a listener is removed."""
    answers = {}
    for place in home.glob(OTHERS):
        if place.name == own:
            continue
        try:
            answers[place.name] = ask(home, asked, place.name, PATIENCE)
        except ConnectionRefusedError:
            place.unlink(missing_ok=True)
        except (OSError, msgspec.DecodeError):
            # It is too busy, or just ending.
            pass
    return answers


@contextlib.contextmanager
def _address(place: Path) -> Iterator[str]:
    """Return the address of a socket file. An address is limited to about a hundred bytes; if the folder's path is
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
