"""What an operator may ask for, as it goes over the socket in the data folder: one JSON object each way."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cashbox.server.settings import MOST_DAYS
from cashbox.server.storage.upkeep import AuditRow, GuestRow, TableRow  # noqa: TC001 (msgspec reads the types)

Days = Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)]
Id = Annotated[str, msgspec.Meta(max_length=64)]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """who: the operating system's user."""

    who: Annotated[str, msgspec.Meta(max_length=64)]


class ListTables(_Request, frozen=True, tag="tables"):
    """Tables with this status and of this game ("": any) that have not changed for so many days."""

    status: str = ""
    game: str = ""
    older: Days = 0


class ListGuests(_Request, frozen=True, tag="guests"):
    """Guests whose name contains this, made at least so many days ago."""

    name: str = ""
    older: Days = 0


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


Request = ReadMetrics | ListTables | ListGuests | ListAudit | CloseTable | DeleteTable | DeleteGuest | Tidy


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """fault: why nothing was done; else said: what was, in a sentence, or what was asked for."""

    said: str = ""
    fault: str = ""
    tables: list[TableRow] = []
    guests: list[GuestRow] = []
    audit: list[AuditRow] = []
    metrics: str = ""
