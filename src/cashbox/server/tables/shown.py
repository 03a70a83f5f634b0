"""A table as everybody may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.live_chance import commit as commitment
from cashbox.engine.seats import seats_of
from cashbox.server.wire import Links, SeatInfo, Table

if TYPE_CHECKING:
    from cashbox.server.storage.records import TableRecord


class Moment(msgspec.Struct, frozen=True):
    """What is so at a table just now, besides its record. number: of the journal. due: bit mask of the seats that owe a
    decision. online: the seats that are connected, None for spectators. watchers: how many of those there are."""

    number: int
    due: int
    online: frozenset[int | None] = frozenset()
    watchers: int = 0


def show_table(record: TableRecord, game_name: str, url: str, now: Moment) -> Table:
    """A record as everybody may see it."""
    over = record.status == "over"
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
            SeatInfo(n, seat.name, seat.kind, seat.kind != "open", seat.kind == "bot" or n in now.online, seat.bot)
            for n, seat in enumerate(record.seats)
        ],
        commitment=commitment(record.secret),
        secret=record.secret.hex() if over else "",
        nonces=[seat.nonce for seat in record.seats] if record.status != "waiting" else [],
        number=now.number,
        due=seats_of(now.due),
        watchers=now.watchers,
        made=record.made,
        changed=record.changed,
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
