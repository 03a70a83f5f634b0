"""Read everything that is stored about one guest, on a connection, a piece at a time. It does not include what others
did or what no one may know, such as hashes, secrets, or entry numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import select, tuple_, union

from cashbox.server.accounts import store as accounts_store
from cashbox.server.db import queries
from cashbox.server.db.schema import (
    CHAT,
    CODES,
    ENTRIES,
    GUESTS,
    MUTES,
    NOTICES,
    REMARKS,
    RESULTS,
    SEATS,
    TABLES,
    VISITS,
)
from cashbox.server.departures import store as departures_store
from cashbox.server.feedback import store as feedback_store
from cashbox.server.moderation import store as moderation_store
from cashbox.server.notifications import channels
from cashbox.server.notifications.channels import BITS
from cashbox.server.social import groups_store, profiles_store
from cashbox.server.social.skill_store import judged_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Table

    from cashbox.server.db.records import TableRecord

    Fields = dict[str, Any]


SOME: Final = 500
"""The number of results to read at once."""

MOST: Final = 100
"""The most opponents to export: those with the most games."""


class _Did(msgspec.Struct, frozen=True):
    """The part of an entry that says what a seat did."""

    seat: int = -1
    do: dict[str, Any] | None = None
    undo: int = 0
    by: str = ""


_did: Final = msgspec.json.Decoder(_Did)


def guest(connection: Connection, guest_id: str) -> Fields:
    """Read a guest's identity; empty if there is no such guest."""
    row = connection.execute(select(GUESTS).where(GUESTS.c.id == guest_id)).first()
    if row is None:
        return {}
    return {"id": row.id, "name": row.name, "zone": row.zone, "made": iso(row.made), "seen": iso(row.seen)}


def account(connection: Connection, guest_id: str) -> Fields | None:
    """Read a guest's account and its sign-in methods."""
    found, ways = accounts_store.account(connection, guest_id), accounts_store.ways(connection, guest_id)
    if found is None:
        return None
    passkeys = [
        {"label": one.label, "host": one.host, "made": iso(one.made), "used": iso(one.used) if one.used else None}
        for one in ways.passkeys
    ]
    also = {"passkeys": passkeys, "recovery_codes": ways.recovery}
    return {"made": iso(found.made), "email": found.email or None, **also}


def signed_in(connection: Connection, guest_id: str, here: str, now: int) -> list[Fields]:
    """Read a guest's devices. `here` is the id of the requesting one."""
    return [
        {"device": one.label, "here": one.device == here, "made": iso(one.made), "seen": iso(one.seen)}
        for one in accounts_store.devices(connection, guest_id, now)
    ]


def codes(connection: Connection, guest_id: str) -> list[Fields]:
    """Read a guest's one-time codes."""
    rows = connection.execute(select(CODES).where(CODES.c.guest == guest_id).order_by(CODES.c.made))
    return [
        {
            "kind": row.kind,
            "table": row.table_id,
            "seat": row.seat,
            "address": row.detail if row.kind == "email" else None,
            "made": iso(row.made),
            "until": iso(row.until) if row.until else None,
            "used": iso(row.used) if row.used else None,
        }
        for row in rows
    ]


def mutes(connection: Connection, guest_id: str) -> list[Fields]:
    """Read whom a guest has muted, by table and by the name there."""
    there = (SEATS.c.table_id == MUTES.c.table_id) & (SEATS.c.guest == MUTES.c.muted)
    query = select(MUTES.c.table_id, SEATS.c.name).join_from(MUTES, SEATS, there, isouter=True)
    rows = connection.execute(query.where(MUTES.c.guest == guest_id).order_by(MUTES.c.table_id))
    return [{"table": row.table_id, "muted": row.name} for row in rows]


def reports(connection: Connection, guest_id: str) -> list[Fields]:
    """Read a guest's reports to the operator. Reports by others are not its own data."""
    return [
        {
            "made": iso(one.made),
            "table": one.table,
            "line": one.line,
            "said_watching": one.watchers,
            "name": one.name,
            "text": one.text,
            "reason": one.reason,
            "closed": iso(one.closed) if one.closed else None,
        }
        for one in moderation_store.reports_by(connection, guest_id)
    ]


def page(connection: Connection, guest_id: str) -> Fields:
    """Read a guest's profile, follows and blocks, groups, and ratings."""
    person = profiles_store.by_guest(connection, guest_id)
    if person is None:
        return {}
    rated = profiles_store.ratings(connection, guest_id)
    return {
        "page": person.handle,
        "hidden": person.hidden,
        "shows_skill": person.shows_skill,
        "follows": [one.name for one in groups_store.tied(connection, guest_id, "follow")],
        "blocks": [one.name for one in groups_store.tied(connection, guest_id, "block")],
        "groups": [name for _, name in groups_store.groups_of(connection, guest_id)],
        "ratings": [
            {"game": game, "mu": skill.mu, "sigma": skill.sigma, "games": games} for game, skill, games in rated
        ],
        "opponents": _opponents(connection, guest_id),
    }


def _opponents(connection: Connection, guest_id: str) -> list[Fields]:
    met = profiles_store.opponents(connection, guest_id, None, MOST, public=False)
    return [{"name": one.other.name, "played": one.played, "ahead": one.ahead, "behind": one.behind} for one in met]


def results(connection: Connection, guest_id: str, public: bool, before: tuple[int, str] | None) -> list[Fields]:
    """Read some of a guest's finished games at public or private tables, newest first, before a given one."""
    query = select(RESULTS).where(RESULTS.c.guest == guest_id, RESULTS.c.public == public)
    if before is not None:
        query = query.where(tuple_(RESULTS.c.at, RESULTS.c.table_id) < before)
    rows = connection.execute(query.order_by(RESULTS.c.at.desc(), RESULTS.c.table_id.desc()).limit(SOME))
    fields = ("game", "mode", "players", "rank", "score", "won", "stood_in", "abandoned", "rated", "public", "at")
    return [{"table": row["table_id"], **{name: row[name] for name in fields}} for row in rows.mappings()]


def notices(connection: Connection, guest_id: str) -> Fields:
    """Read a guest's notification channels, without their secrets, and the notifications of the last days."""
    there = channels.of_guest(connection, guest_id)
    told = [
        {
            "kind": one.kind,
            "address": one.address or None,
            "kinds": [kind for kind, bit in BITS.items() if one.wants & bit],
            "made": iso(one.made),
        }
        for one in there
    ]
    query = select(NOTICES).where(NOTICES.c.channel.in_([one.id for one in there])).order_by(NOTICES.c.made)
    rows = connection.execute(query).all()
    waiting = [_notice(row) for row in rows if row.done is None]
    return {"told": told, "waiting": waiting, "sent": [_notice(row) for row in rows if row.done is not None]}


def _notice(row: Any) -> Fields:
    at = iso((row.done if row.done is not None else row.made) // 1000)
    return {"kind": row.kind, "table": row.table_id, "at": at, "why_not": row.why or None}


def feedback(connection: Connection, guest_id: str) -> list[Fields]:
    """Read a guest's feedback on finished games."""
    found = feedback_store.of_guest(connection, guest_id)
    return [{"table": table, "made": iso(made), "answers": answers} for table, made, answers in found]


def visits(connection: Connection, guest_id: str) -> list[Fields]:
    """Read when a guest was last at each table as a player."""
    query = select(VISITS.c.table_id, VISITS.c.seen).where(VISITS.c.guest == guest_id).order_by(VISITS.c.seen)
    return [{"table": row.table_id, "seen": iso(row.seen)} for row in connection.execute(query)]


def removed(connection: Connection, guest_id: str) -> list[Fields]:
    """Read the tables from which hosts have removed a guest, and until when it may not take a seat there."""
    found = departures_store.read_removals(connection, [guest_id])
    return [{"table": table_id, "until": iso(until[guest_id])} for table_id, until in found.items()]


def tables(connection: Connection, guest_id: str) -> list[str]:
    """Read the ids of the tables where a guest has a seat, is invited, is host, or has posted, oldest first."""
    said = (select(part.c.table_id).where(part.c.guest == guest_id) for part in (CHAT, REMARKS))
    query = select(TABLES.c.id).where(queries.theirs(guest_id) | TABLES.c.id.in_(union(*said)))
    return list(connection.execute(query.order_by(TABLES.c.made, TABLES.c.id)).scalars())


def some_tables(
    connection: Connection, ids: Sequence[str], guest_id: str, seen: Callable[[TableRecord], TableRecord]
) -> list[Fields]:
    """Return the still existing tables among these ids, in this order: each with the guest's seat, actions, and
    messages. seen: returns a table as the guest may know it now."""
    there = {record.id: record for record in queries.records(connection, TABLES.c.id.in_(ids), None)}
    own = {record.id: number for record in there.values() if (number := _seat_of(record, guest_id)) is not None}
    actions = _actions(connection, [there[table_id] for table_id in own], own)
    judged = {one.table: one.decisions for one in judged_games(connection, guest_id, tables=list(own))}
    said, watching = (_messages(connection, part, ids, guest_id) for part in (CHAT, REMARKS))
    found = []
    for record in (there[table_id] for table_id in ids if table_id in there):
        number = own.get(record.id)
        asked = next((number for number, seat in enumerate(record.seats) if seat.asked == guest_id), None)
        found.append(
            {
                **_about(seen(record)),
                "host": record.host == guest_id,
                "seat": None if number is None else {**_seat(record, number), "actions": actions.get(record.id, [])},
                "analysis": [
                    {"step": one.n, "kind": one.kind, "error": one.error} for one in judged.get(record.id, [])
                ],
                "kept": asked,
                "said": said.get(record.id, []),
                "said_watching": watching.get(record.id, []),
            }
        )
    return found


def iso(seconds: int) -> str:
    """Format a time in ISO 8601, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _messages(connection: Connection, where: Table, ids: Sequence[str], guest_id: str) -> dict[str, list[Fields]]:
    """Return a guest's messages, by table."""
    own = where.c.table_id.in_(ids) & (where.c.guest == guest_id) & (where.c.text != "")
    found: dict[str, list[Fields]] = {}
    for row in connection.execute(select(where).where(own).order_by(where.c.number)):
        found.setdefault(row.table_id, []).append({"at": iso(row.at), "name": row.name, "text": row.text})
    return found


def _about(record: TableRecord) -> Fields:
    return {
        "id": record.id,
        "game": record.game,
        "name": record.settings.name,
        "mode": record.settings.mode,
        "options": record.settings.options,
        "status": record.status,
        "made": iso(record.made),
        "changed": iso(record.changed),
        **({"goes_on": msgspec.to_builtins(record.goes_on)} if record.goes_on else {}),
    }


def _seat_of(record: TableRecord, guest_id: str) -> int | None:
    return next((number for number, seat in enumerate(record.seats) if seat.guest == guest_id), None)


def _seat(record: TableRecord, number: int) -> Fields:
    seat = record.seats[number]
    # A transferred seat's quiet hours are those of its first player.
    zone = "" if seat.since else seat.zone
    return {"number": number, "name": seat.name, "zone": zone or None}


def _actions(
    connection: Connection, records: Iterable[TableRecord], seats: Mapping[str, int]
) -> dict[str, list[Fields]]:
    """Return the actions from a seat of each of some tables. seats: the seat by table."""
    # Earlier actions are not the guest's own if another player transferred the seat.
    since = {record.id: record.seats[seats[record.id]].since for record in records}
    query = select(ENTRIES.c.table_id, ENTRIES.c.number, ENTRIES.c.body).where(ENTRIES.c.table_id.in_(list(since)))
    found: dict[str, list[Fields]] = {}
    for row in connection.execute(query.order_by(ENTRIES.c.table_id, ENTRIES.c.number)):
        if row.number < since[row.table_id]:
            continue
        one = _did.decode(row.body)
        if one.seat == seats[row.table_id] and not one.by:
            found.setdefault(row.table_id, []).append(one.do if one.do is not None else {"undo": one.undo})
    return found
