"""The text of notifications: never more than the lobby shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.phrases import isolate, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.notifications.outbox import NoticeRecord

NAMED: Final = 5
"""The most tables to name in a notification."""


class TableNamed(msgspec.Struct, frozen=True):
    """A table and its name."""

    id: str
    name: str


class Message(msgspec.Struct, frozen=True):
    """A notification as sent. id: the same for every attempt; url: its link; tag: it replaces a notification with the
    same tag on the screen; count: the number of tables that wait for the recipient; tables: those that it is about, so
    that a browser can close it once it is no longer true."""

    id: str
    kind: str
    title: str
    body: str
    url: str
    tag: str
    count: int
    tables: list[TableNamed] = []


class About(msgspec.Struct, frozen=True):
    """A notification, the name and status of its table, and a player's seconds left, None if unknown."""

    notice: NoticeRecord
    table: str
    status: str = ""
    left: int | None = None


def message(found: Sequence[About], url: str, count: int, *, everybody: bool) -> Message:
    """Write the message about one notification or several turns. `url` is the server's; `everybody`: whether it goes to
    everyone at a table."""
    first = found[0]
    notice = first.notice
    title, body = _turns(found) if len(found) > 1 else _one(first, everybody=everybody)
    table = f"{url}/t/{notice.table_id}" if notice.table_id is not None and len(found) == 1 else f"{url}/"
    kind = "turn" if notice.kind == "nudge" else notice.kind
    tag = kind if len(found) > 1 else f"{kind}:{notice.table_id or ''}"
    tables = [TableNamed(one.notice.table_id, one.table) for one in found if one.notice.table_id is not None]
    return Message(notice.id, kind, isolate(title), isolate(body), table, tag, count, tables)


def _turns(found: Sequence[About]) -> tuple[str, str]:
    names = sorted((one.table for one in found), key=str.casefold)[:NAMED]
    more = len(found) - len(names)
    return (
        f"Your turn at {len(found)} tables",
        f"It's your turn at {listed([*names, f'{more} more'] if more else names)}.",
    )


def _one(about: About, *, everybody: bool) -> tuple[str, str]:
    notice, table = about.notice, about.table
    who = notice.who or "Someone"
    ended = f"The table {table} was closed." if about.status == "closed" else f"The game at {table} is over."
    told = {
        "turn": ("Your turn", f"It's your turn at {table}."),
        "nudge": ("You were nudged", f"The others are waiting for you at {table}."),
        "handed": ("New player in your seat", f"{who} took over your seat at {table}."),
        "clock": ("Low on time", f"You're running low on time at {table}{_left(about.left)}."),
        "invitation": ("Invitation", f"{who} reserved a seat for you at {table}."),
        "rematch": ("Rematch", f"{who} wants to play again and reserved a seat for you at {table}."),
        "end": ("The game is over", ended),
        "chat": (f"Message from {who}", f"{who} posted a message at {table}."),
        "test": ("Test notification", "This is a test. Notifications about your tables look like this."),
    }
    if everybody and notice.kind == "turn":
        return f"{who}'s turn", f"It's {who}'s turn at {table}."
    if everybody and notice.kind == "clock":
        return f"{who} is low on time", f"{who} is running low on time at {table}{_left(about.left)}."
    return told[notice.kind]


def _left(seconds: int | None) -> str:
    if seconds is None:
        return ""
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            many = seconds // size
            return f" ({many} {name}{'s' if many > 1 else ''} left)"
    return " (less than a minute left)"
