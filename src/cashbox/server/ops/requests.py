"""What an operator may ask for, as it goes over the socket in the data folder: one JSON object each way."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from cashbox.server.db.records import (  # noqa: TC001 (msgspec reads the types)
    AuditRow,
    GuestRow,
    ReportRow,
    TableRow,
    WhichReports,
)
from cashbox.server.moderation.bans import LONGEST
from cashbox.server.settings import MOST_DAYS
from cashbox.server.tables.wire import Name  # noqa: TC001

Days = Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)]
Id = Annotated[str, msgspec.Meta(max_length=64)]
MOST: Final = 2**31 - 1
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """who: the operating system's user."""

    who: Annotated[str, msgspec.Meta(max_length=64)]


class ListTables(_Request, frozen=True, tag="tables"):
    """Tables with this status and of this game ("": any) that have not changed for so many days."""

    status: str = ""
    game: str = ""
    older: Days = 0


class ListGuests(_Request, frozen=True, tag="guests"):
    """Guests whose name contains this, made at least so many days ago. banned: only those who may only look."""

    name: str = ""
    older: Days = 0
    banned: bool = False


class ListAudit(_Request, frozen=True, tag="audit"):
    """What operators did."""


class CloseTable(_Request, frozen=True, tag="close"):
    """End a table: nobody may act or talk there any more, and those who are there are told."""

    table: Id


class DeleteTable(_Request, frozen=True, tag="delete"):
    """Close a table and delete it with its journal and its chat."""

    table: Id


class DeleteGuest(_Request, frozen=True, tag="delete-guest"):
    """Delete a guest's name, token and talk."""

    guest: Id


class Tidy(_Request, frozen=True, tag="retention"):
    """Delete what is older than these days; 0: nothing. finished: tables that are over or closed; chats: of such
    tables; guests: those who have no table left."""

    finished: Days = 0
    chats: Days = 0
    guests: Days = 0


class ReadMetrics(_Request, frozen=True, tag="metrics"):
    """What this process has counted, as Prometheus reads it."""


class ReadFile(_Request, frozen=True, tag="file"):
    """A journal that somebody has opened through this process."""

    file: Id


class ListReports(_Request, frozen=True, tag="reports"):
    """What people have reported, the newest first, at most 100. before: the number of the last report seen, 0: none."""

    which: WhichReports = "open"
    before: Number = 0


class CloseReport(_Request, frozen=True, tag="resolve"):
    """Be done with a report."""

    report: Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class BanGuest(_Request, frozen=True, tag="ban"):
    """Somebody may only look. days: 0 for good; reason: what the person is told."""

    guest: Id
    days: Days = 0
    reason: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""


class Unban(_Request, frozen=True, tag="unban"):
    """A ban ends."""

    guest: Id


class RenameGuest(_Request, frozen=True, tag="rename"):
    """Somebody gets another name, everywhere. name: "" for "Guest" and a number."""

    guest: Id
    name: Name = ""


class DeleteLine(_Request, frozen=True, tag="delete-line"):
    """Delete what a line of a chat says. watchers: of what those say who watch the table."""

    table: Id
    line: Annotated[int, msgspec.Meta(ge=1, le=MOST)]
    watchers: bool = False


ModerationRequest = ListReports | CloseReport | BanGuest | Unban | RenameGuest | DeleteLine
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
    | ModerationRequest
)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """fault: why nothing was done; else said: what was, in a sentence, or what was asked for."""

    said: str = ""
    fault: str = ""
    tables: list[TableRow] = []
    guests: list[GuestRow] = []
    audit: list[AuditRow] = []
    reports: list[ReportRow] = []
    metrics: str = ""
    file: bytes = b""
