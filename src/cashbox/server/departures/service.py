"""So that nobody is stuck at a table: players who are away are stood in for, and come back; they leave, hand their seat
on, or end the game together."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cashbox.server.accounts.names import plain
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.departures import leaving, votes
from cashbox.server.departures.absence import check_away, check_gone
from cashbox.server.departures.wire import SeatOffer
from cashbox.server.errors import Refusal
from cashbox.server.tables import hosting, seating
from cashbox.server.tables.admission import may_sit
from cashbox.server.tables.places import check_playing, own
from cashbox.server.tables.presence import away_for_long
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from cashbox.server.accounts.codes import Codes
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry

_log = logging.getLogger("cashbox.tables")

OFFER: Final = 24 * 3600
"""Seconds for which a link that hands a seat on can be used."""


class Staying:
    """What players do about who plays, at tables of a registry."""

    def __init__(self, registry: Registry, store: Store, catalog: Catalog, codes: Codes) -> None:
        self._live = registry
        self._store = store
        self._catalog = catalog
        self._codes = codes
        self._tasks = Tasks()

    async def back(self, table: LiveTable, guest: Guest) -> None:
        """A player takes its seat back from the bot that stands in. Refusal as `seating.taken_back`, or ("time-up")
        where there would be no time for the decision that the seat owes."""

        def change(record: TableRecord) -> TableRecord:
            seat, after = own(record, guest), seating.taken_back(record, guest)
            if after is not record and table.times.spent(seat):
                raise Refusal(409, "time-up", "Your time for this decision is up; take your seat back after it.")
            return after

        await self._live.change(table, change)

    async def stand_in(self, table: LiveTable, guest: Guest, seat: int, *, on: bool) -> None:
        """The host, or a player, wants a bot to play for somebody who is away, or not any more. Refusal as
        `absence.check_away`, or "own-seat", "not-a-player", "stand-in"."""
        if self._store.shared:
            # Somebody may have been there through another process.
            await table.catch_up()

        def change(record: TableRecord) -> TableRecord:
            mine = record.seat_of(guest)
            if mine is None and guest.id != record.host:
                raise Refusal(403, "not-a-player", "Only the host and the players of this table can ask for that.")
            check_playing(record)
            if mine == seat:
                raise Refusal(409, "own-seat", "That is your own seat: leave the game, and a bot plays it.")
            if mine is not None and guest.id != record.host:
                seating.check_plays(record, mine)
            if not on:
                return votes.said(record, "stand-in", seat, mine, self._now(), on=False) if mine is not None else record
            check_away(table, record, seat, self._now())
            if guest.id == record.host:
                return seating.stood_in(record, seat, self._best(record), "host")
            assert mine is not None
            return votes.said(record, "stand-in", seat, mine, self._now(), on=True)

        await self._live.change(table, change)

    async def call_off(self, table: LiveTable, guest: Guest, *, on: bool) -> None:
        """A player wants the game to end without a result, or not any more. Refusal ("not-your-seat", "not-playing",
        "stand-in", "closed")."""

        def change(record: TableRecord) -> TableRecord:
            seat = own(record, guest)
            check_playing(record)
            seating.check_plays(record, seat)
            return votes.said(record, "call-off", -1, seat, self._now(), on=on)

        await self._live.change(table, change)

    async def leave(self, table: LiveTable, guest: Guest, *, last: bool) -> None:
        """A guest gives its seat back while the table waits; in a running game a bot plays from now on. Refusal as
        `seating.given_back` and `leaving.left`."""

        def change(record: TableRecord) -> TableRecord:
            if record.status in ("waiting", "starting"):
                return seating.given_back(record, guest)
            return leaving.left(record, guest, self._best(record), last=last)

        await self._live.change(table, change)

    async def remove(self, table: LiveTable, guest: Guest, seat: int) -> None:
        """The host removes somebody from a table that waits. Refusal as `hosting.removed`."""
        await self._live.change(table, lambda record: hosting.removed(record, guest, seat, self._now()))

    async def hand_host(self, table: LiveTable, guest: Guest, seat: int) -> None:
        """The host makes another person seated host. Refusal as `hosting.handed`."""
        await self._live.change(table, lambda record: hosting.handed(record, guest, seat))

    # -- handing a seat on ---------------------------------------------------------------------------------------

    async def offer(self, table: LiveTable, guest: Guest, seat: int | None = None) -> tuple[str, int]:
        """Make a code with which somebody else can take a seat, once, and say when it ends. seat: of a player who is
        away for long, for the host, or for a player where more than half agreed; None for the guest's own. Refusal as
        `leaving.check_offer` or `leaving.check_given` and `absence.check_gone`, or ("not-agreed")."""
        record, until, whose = table.record, self._now() + OFFER, ""
        if seat is None or seat == record.seat_of(guest):
            seat = leaving.check_offer(record, guest)
        else:
            whose = await self._given(table, guest, seat)
        code = await self._codes.give(guest.id, "seat", OFFER, table_id=record.id, seat=seat, detail=whose)
        return code, until

    async def vote_hand_on(self, table: LiveTable, guest: Guest, seat: int, *, on: bool) -> None:
        """A player wants the seat of a player who is away for long to be given to somebody else, or no longer. Refusal
        ("not-your-seat", "stand-in", "own-seat") and as `leaving.check_given` and `absence.check_gone`."""
        if self._store.shared:
            await table.catch_up()

        def change(record: TableRecord) -> TableRecord:
            mine = own(record, guest)
            leaving.check_given(record, seat)
            seating.check_plays(record, mine)
            if mine == seat:
                raise Refusal(409, "own-seat", "That is your own seat: you can hand it on by a link.")
            if on:
                check_gone(table, record, seat, self._now())
            return votes.said(record, "hand-on", seat, mine, self._now(), on=on)

        await self._live.change(table, change)

    async def look(self, code: str) -> SeatOffer:
        """What a code is about. Refusal as `Codes.find`, or where the seat cannot be taken any more."""
        record = await self._codes.find(code, "seat")
        table = await self._live.table(record.table_id or "")
        number, shown = leaving.offered(table.record, record), table.shown()
        if record.detail:
            self._check_given(table, table.record, number, record.guest)
        names = table.record.seats[number].name, shown.name or shown.game_name, shown.game_name
        return SeatOffer(*names, shown.links.page, record.until or 0, bool(record.detail))

    async def take(self, code: str, guest: Guest, name: str) -> LiveTable:
        """A guest takes the seat that a code is about; the code is used then. Refusal as `look` and
        `leaving.handed_on`."""
        record = await self._codes.find(code, "seat")
        table = await self._live.table(record.table_id or "")
        others = await may_sit(self._store, table.record, guest, plain(name) or guest.name)
        if record.detail and self._store.shared:
            await table.catch_up()

        def change(before: TableRecord) -> TableRecord:
            hosting.check_removed(before, guest, self._now())
            if record.detail:
                self._check_given(table, before, leaving.offered(before, record), record.guest)
            return leaving.handed_on(before, record, guest, name, table.number + 1, others)

        await self._live.change(table, change, self._codes.using(code, "seat"))
        return table

    async def _given(self, table: LiveTable, guest: Guest, seat: int) -> str:
        """Return a hash of the player's id whose seat the host, or a majority, gives away. Refusal as `offer`."""
        if self._store.shared:
            await table.catch_up()
        record = table.record
        if record.seat_of(guest) is None and guest.id != record.host:
            raise Refusal(403, "not-a-player", "Only the host and the players of this table can ask for that.")
        leaving.check_given(record, seat)
        check_gone(table, record, seat, self._now())
        if not self._may_give(table, record, seat, guest.id):
            told = "The host can give this seat away, or you can once more than half of the players here agree."
            raise Refusal(403, "not-agreed", told)
        return hash_of(str(record.seats[seat].guest))

    def _may_give(self, table: LiveTable, record: TableRecord, seat: int, guest: str) -> bool:
        """Whether a guest, by id, may give the seat of a player away who is away for long."""
        mine = next((number for number, one in enumerate(record.seats) if one.guest == guest), None)
        return guest == record.host or votes.given_away(record, seat, mine, away_for_long(table, self._now()))

    def _check_given(self, table: LiveTable, record: TableRecord, seat: int, guest: str) -> None:
        """Refuse a link with which a guest gives the seat of somebody else away. Refusal as `absence.check_gone`, or
        ("not-agreed") where the guest could no longer make it."""
        check_gone(table, record, seat, self._now())
        if not self._may_give(table, record, seat, guest):
            raise Refusal(403, "not-agreed", "The players no longer agree to give this seat away; ask for a new link.")

    # -- coming back ---------------------------------------------------------------------------------------------

    def look_at(self, table: LiveTable) -> None:
        """Something has changed at a table: votes about players who are back end."""
        back = [vote.seat for vote in table.record.votes if _is_back(table, vote.seat, vote.at)]
        if back and table.record.status == "playing":
            self._tasks.run(self._end_votes(table))

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()

    async def _end_votes(self, table: LiveTable) -> None:
        def change(record: TableRecord) -> TableRecord:
            for vote in record.votes:
                if _is_back(table, vote.seat, vote.at):
                    record = votes.ended(record, vote.seat)
            return record

        try:
            await self._live.change(table, change)
        except Refusal as refused:
            # The next change at the table ends them.
            _log.warning("a vote about a player who is back goes on: %s", refused)

    def _best(self, record: TableRecord) -> str:
        return self._catalog.best_bot(record.game)

    def _now(self) -> int:
        return int(self._store.clock.now())


def _is_back(table: LiveTable, seat: int, since: int) -> bool:
    """Whether the player on a seat was there after a vote about it began. seat: -1 for none."""
    guest = table.record.seats[seat].guest if seat >= 0 else None
    return guest is not None and table.attendance.back(guest, since)
