"""The match of a table: begun when its last seat is taken, gone on with when the table is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.journal import FORMAT, Header, Journal
from cashbox.engine.live_chance import LiveChance, commit
from cashbox.engine.match import Match

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.server.storage.records import TableRecord


def started(record: TableRecord, game: Game[Any]) -> tuple[TableRecord, Match[Any] | None]:
    """The record with play started, and the match, if every seat is taken."""
    if any(seat.kind == "open" for seat in record.seats):
        return record, None
    nonces = [seat.nonce for seat in record.seats]
    match = Match.start(
        game,
        record.options,
        len(nonces),
        LiveChance(record.secret, nonces),
        players=[seat.name for seat in record.seats],
        commitment=commit(record.secret),
        nonces=nonces,
    )
    return msgspec.structs.replace(record, status="playing"), match


def resumed(record: TableRecord, game: Game[Any], entries: list[Entry]) -> Match[Any]:
    """The match with what is in the journal already."""
    nonces = tuple(seat.nonce for seat in record.seats)
    header = Header(
        format=FORMAT,
        game=record.game,
        options=record.options,
        seats=len(nonces),
        players=tuple(seat.name for seat in record.seats),
        content_hash=record.content_hash,
        commitment=commit(record.secret),
        nonces=nonces,
        edition=record.edition,
    )
    journal = Journal(header, game.content, entries)
    return Match.resume(game, journal, LiveChance(record.secret, nonces, journal.drawn))
