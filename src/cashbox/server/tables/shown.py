"""A table as everybody may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.seats import has, seats_of
from cashbox.server.tables.shares import left_out, shares
from cashbox.server.tables.starting import withheld
from cashbox.server.wire import Links, Table
from cashbox.server.wire_seats import SeatInfo

if TYPE_CHECKING:
    from cashbox.server.storage.records import TableRecord


class Moment(msgspec.Struct, frozen=True):
    """What is so at a table just now, besides its record. due: bit mask of the seats that owe a decision. changed: when
    something in the game last changed that everybody may see. online: bit mask of the seats that are
    connected. watchers: how many others are."""

    due: int
    changed: int
    online: int = 0
    watchers: int = 0


def show_table(record: TableRecord, game_name: str, url: str, now: Moment) -> Table:
    """A record as everybody may see it."""
    over = record.status == "over"
    begun = over or record.status == "playing"
    return Table(
        id=record.id,
        game=record.game,
        game_name=game_name,
        content=record.content_hash,
        mode=record.mode,
        options=record.options,
        name=record.name,
        listed=record.listed,
        status=record.status,
        host=record.host_name,
        seats=[
            SeatInfo(n, seat.name, seat.kind, seat.kind != "open", seat.kind == "bot" or has(now.online, n), seat.bot)
            for n, seat in enumerate(record.seats)
        ],
        format=record.format,
        commitment=record.commitment,
        secret=record.secret.hex() if over else "",
        seals=[seat.seal for seat in record.seats],
        nonces=[seat.nonce for seat in record.seats] if begun else [],
        withheld=withheld(record) if record.status == "starting" else [],
        shares=shares(record),
        left_out=left_out(record),
        due=seats_of(now.due),
        watchers=now.watchers,
        made=record.made,
        changed=max(record.changed, now.changed),
        outcome=record.outcome,
        ranking=record.outcome.ranking() if record.outcome else [],
        lapse=record.lapse,
        links=_links(record, url),
    )


def _links(record: TableRecord, url: str) -> Links:
    page, api = f"/t/{record.id}", f"/api/tables/{record.id}"
    return Links(
        invite=f"{url}{page}",
        page=page,
        live=f"{api}/live",
        state=f"{api}/state",
        content=f"/api/games/{record.game}/content/{record.content_hash}",
        journal=f"{api}/journal",
        tips=f"{api}/tips",
    )
